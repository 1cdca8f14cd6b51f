//! Counts lines and finds the frequent ones.
//!
//! The first pass of Kaser & Lemire (2007, Algorithm 1) needs a *frequent-lines data structure*.
//! Their section 3.3 compares several. Here each is a [back end](backend::BACKENDS) behind one
//! trait, [`backend::Structure`], and a [`Method`] of [`Counter`]. A [`Counter`] takes lines and
//! returns the frequent ones, by descending count and then in byte order.
//!
//! ```
//! use freqlines::{Counter, Method, Settings};
//!
//! let mut counter = Counter::new(Settings { more_than: 1, ..Settings::default() })?;
//! for line in ["to be", "or not", "to be"] {
//!     counter.add(line.as_bytes())?;
//! }
//! assert_eq!(counter.finish()?, [(2, b"to be".to_vec())]);
//!
//! // In bounded memory: at most 100 lines at once.
//! let method = Method::Majority { counters: 100 };
//! let mut counter = Counter::new(Settings { method, more_than: 1, ..Settings::default() })?;
//! counter.add_block(b"to be\nor not\nto be\n")?;
//! assert_eq!(counter.finish()?, [(2, b"to be".to_vec())]);
//! # Ok::<(), freqlines::Error>(())
//! ```
//!
//! # Keys of counts
//!
//! A count has a [`Key`]: the text itself (`exact`, `external`, `majority`, `sample`), a 64-bit
//! fingerprint of it (`fingerprint`, `countmin`) or a slot of a counter array (`counters`). A
//! frequency record contains its key, so a stream of records is self-contained, in any order and
//! after any filter:
//! - a `fingerprint` is written as `xxh3:` or `crc64:` and 16 hexadecimal digits ([`Fingerprint`]);
//! - a `slot` comes with `bits` ([`Slot`]);
//! - a record with neither counts its `text`.
//!
//! [`FrequencySet`] tests with such records whether a line is frequent.

mod arena;
pub mod backend;
mod batch;
mod cells;
#[cfg(feature = "cli")]
pub mod cli;
mod compact;
mod counter;
mod counts;
mod crc64;
mod examples;
mod filter;
mod hash;
mod hot;
mod key;
mod order;
mod set;
mod shards;
mod span;
mod split;
mod table;

pub use backend::{Stats, Structure};
pub use batch::{Batch, Buffer, Lines};
pub use counter::{Counter, Method, Settings, Width};
pub use counts::Counts;
pub use filter::Filter;
pub use hash::{BuildIdentity, Hash, Identity, line_hash};
pub use key::{Fingerprint, Key, ParseFingerprintError, Slot};
pub use order::Order;
pub use set::FrequencySet;

use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// A frequent line: the output of a back end, and the contents of a frequency record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequent<'a> {
    /// The count of the key, exact or estimated.
    pub count: u64,
    /// The maximum amount by which `count` may be too low; `None` if the back end gives no such
    /// guarantee.
    pub error: Option<u64>,
    /// The key.
    pub key: Key,
    /// The line. If the key is not a text, an example of its lines.
    pub text: Option<&'a [u8]>,
}

/// Receives the frequent lines; returns a break to stop.
pub type Emit<'e> = dyn FnMut(&Frequent<'_>) -> Result<ControlFlow<()>, Error> + 'e;

/// The options of all back ends, as the rows of their [table](backend::BACKENDS) read them. Each
/// back end uses only some of the fields. [`Settings`], in contrast, contains only the options of
/// its method.
#[derive(Clone, Debug)]
pub struct Options {
    /// Lines that occur more often than this are frequent.
    pub more_than: u64,
    /// The order of the output.
    pub order: Order,
    /// `fingerprint`: the hash.
    pub hash: Hash,
    /// `counters`, `countmin`, `twopass`: 2^bits counters (in each row); 1 to 36.
    pub bits: u8,
    /// `counters`: the width of a counter, 8, 16 or 32 bits.
    pub counter_bits: u8,
    /// `counters`: count approximately, in 8 bits (Morris 1978).
    pub morris: bool,
    /// `majority`: the number of lines monitored at once.
    pub counters: usize,
    /// `countmin`: the number of rows.
    pub rows: usize,
    /// `sample`: the probability of taking an occurrence, above 0 and at most 1.
    pub rate: f64,
    /// `sample` and Morris counters: the seed of the pseudo-random numbers.
    pub seed: u64,
    /// `external`: the memory limit in bytes.
    pub memory: u64,
    /// `external`: the directory for temporary files.
    pub temporary_directory: PathBuf,
    /// `exact`: the number of threads that will count, each with a [sibling](Structure::sibling).
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            more_than: 10,
            order: Order::Sorted,
            hash: Hash::Xxh3,
            bits: 23,
            counter_bits: 32,
            morris: false,
            counters: 100_000,
            rows: 4,
            rate: 0.01,
            seed: 0,
            memory: 1 << 30,
            temporary_directory: std::env::temp_dir(),
            threads: 1,
        }
    }
}

/// The reason why lines could not be counted.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The options are contradictory or out of range.
    Options(String),
    /// The counters given by `bits` (and `rows`) do not fit in memory.
    Memory(u64),
    /// There are more distinct lines than a table can address: 1 TiB, or 2^32 - 1 lines in `majority`.
    TooLarge,
    /// A temporary file could not be created, written or read.
    Temporary {
        /// The directory of the file.
        directory: PathBuf,
        /// The system's error.
        source: std::io::Error,
    },
    /// The receiver of the frequent lines failed.
    Emit(std::io::Error),
}

// Implemented by hand, so that the library needs no procedural macros.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Options(why) => f.write_str(why),
            Error::Memory(bytes) => write!(f, "no memory for {bytes} bytes"),
            Error::TooLarge => f.write_str(
                "more distinct lines than a table in memory can hold; choose the back end 'external'",
            ),
            Error::Temporary { directory, source } => write!(f, "{}: {source}", directory.display()),
            Error::Emit(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Temporary { source, .. } => Some(source),
            Error::Emit(error) => error.source(),
            Error::Options(_) | Error::Memory(_) | Error::TooLarge => None,
        }
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Error::Emit(error)
    }
}

#[cfg(feature = "external")]
impl From<platform::spill::Error> for Error {
    fn from(failed: platform::spill::Error) -> Self {
        Error::Temporary {
            directory: failed.directory,
            source: failed.source,
        }
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
