//! Counting lines and finding the frequent ones.
//!
//! The first pass of Kaser & Lemire (2007, Algorithm 1) needs a *frequent-lines data structure*. Their section 3.3
//! compares several; here each is a [back end](backend::BACKENDS) behind one trait, [`Counter`]: lines go in by
//! batches or blocks, the frequent ones come out by count descending, then by text bytes ascending, or [unsorted](Order).
//!
//! ```
//! use freqlines::{Batch, Buffer, Counter as _, Options, backend};
//! use std::ops::ControlFlow;
//!
//! let options = Options { more_than: 1, ..Options::default() };
//! let mut counter = backend::find("exact").unwrap().build(&options)?;
//! let lines: [&[u8]; 3] = [b"to be", b"or not", b"to be"];
//! counter.add(&Batch::new(&lines, None, &mut Buffer::default()))?;
//! let mut seen = Vec::new();
//! counter.finish(&mut |line| {
//!     seen.push((line.count, line.text.unwrap().to_vec()));
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! assert_eq!(seen, [(2, b"to be".to_vec())]);
//! # Ok::<(), freqlines::Error>(())
//! ```
//!
//! # What a count belongs to
//!
//! A count is kept under a [`Key`]: the text itself (`exact`, `external`, `majority`, `sample`), a 64-bit fingerprint
//! of it (`fingerprint`, `countmin`) or a slot of a counter array (`counters`). A frequency record states its key, so
//! a stream of them says all by itself, in any order and after any filter: its `fingerprint` is written
//! `xxh3:` or `crc64:` and 16 hexadecimal digits ([`Fingerprint`]), its `slot` comes with `bits` ([`Slot`]), and a
//! record with neither counts its `text`. [`FrequencySet`] answers from such records whether a line is frequent.

mod arena;
pub mod backend;
mod batch;
mod cells;
#[cfg(feature = "cli")]
pub mod cli;
mod compact;
mod counts;
mod examples;
mod hash;
mod key;
mod order;
mod place;
mod ranges;
mod set;
mod split;
mod table;

pub use backend::{Counter, Stats};
pub use batch::{Batch, Buffer, Lines};
pub use counts::Counts;
pub use hash::{BuildIdentity, Hash, Identity, line_hash};
pub use key::{Fingerprint, Key, ParseFingerprintError, Slot};
pub use order::Order;
pub use set::FrequencySet;

use std::ops::ControlFlow;
use std::path::PathBuf;

/// A frequent line: what a back end emits, and what a frequency record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frequent<'a> {
    /// How often the key occurred, as far as the back end can tell.
    pub count: u64,
    /// How much `count` may be under the true one; `None` where the back end promises no such bound.
    pub error: Option<u64>,
    /// What was counted.
    pub key: Key,
    /// The line, or for a key that is not the text an example of the lines it stands for.
    pub text: Option<&'a [u8]>,
}

/// Receives the frequent lines; it breaks when it wants no more.
pub type Emit<'e> = dyn FnMut(&Frequent<'_>) -> Result<ControlFlow<()>, Error> + 'e;

/// What the back ends can be told. Each reads only the fields that concern it.
#[derive(Clone, Debug)]
pub struct Options {
    /// Frequent is what occurs more often than this.
    pub more_than: u64,
    /// The order in which they are emitted.
    pub order: Order,
    /// `fingerprint`: the hash.
    pub hash: Hash,
    /// `counters`, `countmin`, `twopass`: 2^bits counters (in each row); 1 to 36.
    pub bits: u8,
    /// `counters`: the width of a counter, 8, 16 or 32 bits.
    pub counter_bits: u8,
    /// `counters`: count approximately, in 8 bits (Morris 1978).
    pub morris: bool,
    /// `majority`: how many lines are monitored at once.
    pub counters: usize,
    /// `countmin`: the number of rows.
    pub rows: usize,
    /// `sample`: the probability with which an occurrence is taken, above 0 and at most 1.
    pub rate: f64,
    /// `sample` and Morris counters: what the pseudo-random choices start from.
    pub seed: u64,
    /// `external`: bytes of memory to use.
    pub memory: u64,
    /// `external`: where lines that do not fit into memory are kept.
    pub temporary_directory: PathBuf,
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
        }
    }
}

/// Why lines could not be counted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The options contradict each other or are out of range.
    #[error("{0}")]
    Options(String),
    /// There is no memory for the counters that `bits` (and `rows`) ask for.
    #[error("no memory for {0} bytes")]
    Memory(u64),
    /// The distinct lines are more than a table can address: 1 TiB, or 2^32 - 1 lines in `majority`.
    #[error("more distinct lines than a table in memory can hold; choose the back end 'external'")]
    TooLarge,
    /// A temporary file could not be made, written or read.
    #[error("{}: {source}", directory.display())]
    Temporary {
        /// The directory that holds it.
        directory: PathBuf,
        /// What went wrong.
        source: std::io::Error,
    },
    /// The receiver of the frequent lines failed.
    #[error(transparent)]
    Emit(#[from] std::io::Error),
}

impl From<platform::spill::Failed> for Error {
    fn from(failed: platform::spill::Failed) -> Self {
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
