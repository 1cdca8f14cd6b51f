//! The back ends: one file each, and one row in [`BACKENDS`].

mod counters;
mod countmin;
mod exact;
mod external;
mod fingerprint;
mod majority;
mod sample;
mod twopass;

use crate::arena::Arena;
use crate::{Batch, Buffer, Emit, Error, Frequent, Key, Options, Order, order};

/// A structure that counts lines.
pub trait Counter: Send {
    /// Counts the lines of a batch.
    ///
    /// # Errors
    /// When the structure is full or a temporary file fails.
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error>;

    /// Counts the lines of a block, once each. `buffer` may be used to split it.
    ///
    /// # Errors
    /// As for [`add`](Counter::add).
    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        self.add(&Batch::split(block, buffer))
    }

    /// Adds a count made earlier for a key that is not a text. Says whether the structure has such a key; if not,
    /// nothing was added.
    ///
    /// # Errors
    /// As for [`add`](Counter::add).
    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        let _ = counted;
        Ok(false)
    }

    /// Ends a pass over the lines; the same lines come again after it. Called once less than [`Backend::passes`].
    fn end_pass(&mut self) {}

    /// Emits what is frequent.
    ///
    /// # Errors
    /// When a temporary file fails, and what `emit` returns.
    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error>;
}

/// What a back end can tell about itself when it is done. What it does not know is `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// The sum of the counts that went in.
    pub lines: Option<u64>,
    /// The number of distinct lines, or an estimate of it.
    pub distinct: Option<u64>,
    /// Bytes of memory that the structure had at its largest.
    pub bytes: u64,
    /// The number of counters.
    pub counters: Option<u64>,
    /// How many counters are above zero.
    pub occupied: Option<u64>,
    /// How many counters are at the largest number they can hold.
    pub saturated: Option<u64>,
    /// Of the lines that occur once, the share that can be expected to be taken for frequent ones (section 3.3.4). That of
    /// lines which occur more often, up to `more_than` times, is larger. `None` where a line that occurs once is frequent.
    pub falsely_frequent: Option<f64>,
    /// The upper bound of that share for all infrequent lines: any other line has the same counter, `1 - exp(-(distinct - 1) / counters)`.
    pub falsely_frequent_bound: Option<f64>,
    /// How much any count may be under the true one.
    pub error: Option<u64>,
    /// Bytes written to temporary files.
    pub spilled: Option<u64>,
}

/// What is certain about the counts of a back end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guarantee {
    /// Counts are exact, and nothing frequent is missing.
    Exact,
    /// Counts are never under the true ones, and nothing frequent is missing.
    NeverUnder,
    /// Counts are never over the true ones; `error` says how much they may be under. With C counters every line with
    /// more than N / (C + 1) of N occurrences is kept.
    NeverOver,
    /// Counts are right on average.
    Unbiased,
}

/// A row of the table of back ends.
#[derive(Debug)]
pub struct Backend {
    /// The name in options.
    pub name: &'static str,
    /// What it is, in a line.
    pub help: &'static str,
    /// How much memory it takes; n is the number of distinct lines, B their bytes.
    pub memory: &'static str,
    /// What is certain about its counts.
    pub guarantee: Guarantee,
    /// What is certain about its counts, in words.
    pub promise: &'static str,
    /// When to choose it.
    pub choose: &'static str,
    /// Whether counts made in pieces and added up (everything written, `more_than` 0) are those of the whole.
    pub adds_up: bool,
    /// How often it has to see the lines.
    pub passes: u32,
    /// Whether no hash shows in what it writes with these options, neither as a number nor in the order of lines: so its hash may be
    /// another one in each process, and nobody can make lines that collide.
    pub hides_hashes: fn(&Options) -> bool,
    /// The command-line options that it reads, without their dashes.
    pub options: &'static [&'static str],
    make: fn(&Options) -> Result<Box<dyn Counter>, Error>,
}

impl Backend {
    /// Makes an empty structure.
    ///
    /// # Errors
    /// When the options do not fit.
    pub fn build(&self, options: &Options) -> Result<Box<dyn Counter>, Error> {
        (self.make)(options)
    }
}

/// All back ends, the default first.
pub static BACKENDS: &[Backend] = &[
    exact::BACKEND,
    external::BACKEND,
    twopass::BACKEND,
    fingerprint::BACKEND,
    counters::BACKEND,
    majority::BACKEND,
    countmin::BACKEND,
    sample::BACKEND,
];

/// The back end with this name.
pub fn find(name: &str) -> Option<&'static Backend> {
    BACKENDS.iter().find(|backend| backend.name == name)
}

/// Refuses a threshold that no counter gets over, where counters count to `most`.
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

/// Emits the entries of an arena whose keys are the texts.
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

/// Refuses a number of counters that no table can have.
fn check_bits(bits: u8) -> Result<(), Error> {
    if (1..=MOST_BITS).contains(&bits) {
        return Ok(());
    }
    Err(Error::Options(format!(
        "bits are 1 to {MOST_BITS}, not {bits}"
    )))
}

/// The most counters are 2^36: more bytes than machines have.
const MOST_BITS: u8 = 36;
