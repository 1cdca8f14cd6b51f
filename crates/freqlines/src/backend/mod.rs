//! The back ends: one file and one row in [`BACKENDS`] for each.

mod counters;
mod countmin;
mod exact;
#[cfg(feature = "external")]
mod external;
mod fingerprint;
mod majority;
mod sample;
mod twopass;

use crate::arena::Arena;
use crate::{Batch, Buffer, Emit, Error, Frequent, Key, Options, Order, order};

/// A structure that counts lines.
pub trait Structure: Send {
    /// Counts the lines of a batch.
    ///
    /// # Errors
    /// Fails if the structure is full or a temporary file fails.
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error>;

    /// Counts the lines of a block, each with weight 1. `buffer` is a work buffer for splitting it.
    ///
    /// # Errors
    /// Fails like [`add`](Structure::add).
    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        self.add(&Batch::split(block, buffer))
    }

    /// Adds an earlier count for a key that is not a text. Returns false, and adds nothing, if the
    /// structure does not have such keys.
    ///
    /// # Errors
    /// Fails like [`add`](Structure::add).
    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        let _ = counted;
        Ok(false)
    }

    /// Returns another counter of the same counts, for a separate thread; `None` if lines must come
    /// in input order. It counts lines from [`add`](Structure::add) at once, and lines from
    /// [`add_block`](Structure::add_block) when it [joins](Structure::join).
    fn sibling(&self) -> Option<Box<dyn Structure>> {
        None
    }

    /// Ends a [sibling](Structure::sibling); must be called before its original counter finishes.
    ///
    /// # Errors
    /// Fails like [`add`](Structure::add).
    fn join(self: Box<Self>) -> Result<(), Error> {
        Ok(())
    }

    /// Ends a pass over the lines that is followed by another. Called [`Backend::passes`] - 1
    /// times.
    fn end_pass(&mut self) {}

    /// Emits the frequent lines.
    ///
    /// # Errors
    /// Fails if a temporary file fails, and returns the errors of `emit`.
    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error>;
}

impl Structure for Box<dyn Structure> {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        (**self).add(batch)
    }

    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        (**self).add_block(block, buffer)
    }

    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        (**self).absorb(counted)
    }

    fn sibling(&self) -> Option<Box<dyn Structure>> {
        (**self).sibling()
    }

    fn join(self: Box<Self>) -> Result<(), Error> {
        (*self).join()
    }

    fn end_pass(&mut self) {
        (**self).end_pass();
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        (*self).finish(emit)
    }
}

/// Statistics of a finished back end; `None` if unknown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// The sum of the added counts.
    pub lines: Option<u64>,
    /// The number of distinct lines, possibly estimated.
    pub distinct: Option<u64>,
    /// The peak memory of the structure in bytes.
    pub bytes: u64,
    /// The number of counters.
    pub counters: Option<u64>,
    /// The number of counters above zero.
    pub occupied: Option<u64>,
    /// The number of saturated counters.
    pub saturated: Option<u64>,
    /// The expected share of false positives among the lines that occur once (section 3.3.4). The
    /// share is larger among lines that occur more often, up to `more_than` times. `None` if lines
    /// that occur once are frequent.
    pub falsely_frequent: Option<f64>,
    /// An upper bound of that share for all infrequent lines. It is the probability that a line
    /// shares its counter with another line, `1 - exp(-(distinct - 1) / counters)`.
    pub falsely_frequent_bound: Option<f64>,
    /// The maximum amount by which counts may be too low.
    pub error: Option<u64>,
    /// The number of bytes written to temporary files.
    pub spilled: Option<u64>,
}

/// The guarantee of a back end's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Counts are exact, and no frequent line is missing.
    Exact,
    /// Counts are never below the true ones, and no frequent line is missing.
    NeverUnder,
    /// Counts are never above the true ones; `error` bounds the difference. With C counters, every
    /// line with more than N / (C + 1) of N occurrences is kept.
    NeverOver,
    /// The expected value of a count is the true count.
    Unbiased,
}

/// A row of the table of back ends.
#[derive(Debug)]
pub struct Backend {
    /// The name in options.
    pub name: &'static str,
    /// A one-line description.
    pub help: &'static str,
    /// The memory required; n is the number of distinct lines, B their total length in bytes.
    pub memory: &'static str,
    /// The guarantee of its counts.
    pub guarantee: Guarantee,
    /// The guarantee in words.
    pub promise: &'static str,
    /// Advice when to choose it.
    pub choose: &'static str,
    /// Whether the counts of parts of the input, with `more_than` 0, add up to those of the whole.
    pub adds_up: bool,
    /// The number of passes over the lines.
    pub passes: u32,
    /// Whether the values and order of its output with these options are independent of the hash
    /// function. Then each process can use a random hash key, so that nobody can construct
    /// colliding lines.
    pub hides_hashes: fn(&Options) -> bool,
    /// The command-line options that it uses, without dashes.
    pub options: &'static [&'static str],
    make: fn(&Options) -> Result<Box<dyn Structure>, Error>,
}

impl Backend {
    /// Creates an empty structure.
    ///
    /// # Errors
    /// Fails if the options are invalid.
    pub fn build(&self, options: &Options) -> Result<Box<dyn Structure>, Error> {
        (self.make)(options)
    }
}

/// All back ends, the default first.
pub static BACKENDS: &[Backend] = &[
    exact::BACKEND,
    #[cfg(feature = "external")]
    external::BACKEND,
    twopass::BACKEND,
    fingerprint::BACKEND,
    counters::BACKEND,
    majority::BACKEND,
    countmin::BACKEND,
    sample::BACKEND,
];

/// Finds the back end with this name.
pub fn find(name: &str) -> Option<&'static Backend> {
    BACKENDS.iter().find(|backend| backend.name == name)
}

/// Rejects a threshold that counters with a maximum of `most` cannot exceed.
fn check_threshold(options: &Options, most: u64) -> Result<(), Error> {
    if options.more_than < most {
        return Ok(());
    }
    let other = if options.more_than < u32::MAX.into() {
        "wider counters (counter-bits)"
    } else {
        "another back end"
    };
    Err(Error::Options(format!(
        "these counters count to {most}, so none shows more than {}; use {other}",
        options.more_than
    )))
}

/// Emits the entries of an arena whose keys are texts.
fn emit_texts(
    order: Order,
    arena: &Arena,
    more_than: u64,
    error: Option<u64>,
    emit: &mut Emit<'_>,
) -> Result<(), Error> {
    order::visit(order, arena, more_than, |entry| {
        emit(&Frequent {
            count: entry.count,
            error,
            key: Key::Text,
            text: Some(entry.line),
        })
    })
}

/// Rejects a number of counters for which no table can be allocated.
fn check_bits(bits: u8) -> Result<(), Error> {
    if (1..=MAX_BITS).contains(&bits) {
        return Ok(());
    }
    Err(Error::Options(format!(
        "bits are 1 to {MAX_BITS}, not {bits}"
    )))
}

/// The maximum number of bits. 2^36 counters take more memory than machines have.
const MAX_BITS: u8 = 36;
