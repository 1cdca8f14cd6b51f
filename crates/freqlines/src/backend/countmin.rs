//! A count-min sketch (Cormode & Muthukrishnan 2005) with conservative update (Estan & Varghese 2002).
//!
//! Each row has its own short hash. The minimum of a line's counters is the best estimate.
//! Conservative update raises only counters below the new minimum, so that higher counters stay as
//! accurate as they were.

use std::collections::HashSet;

use super::{Backend, Emit, Guarantee, Stats, Structure, check_bits, check_threshold};
use crate::batch::{HashedBlock, LineSource};
use crate::cells::zeros;
use crate::examples::Examples;
use crate::hash::BuildIdentity;
use crate::{Batch, Buffer, Error, Fingerprint, Frequent, Hash, Key, Options, Order};
use platform::prefetch::prefetch;
use platform::random::mix;
use platform::table::Table;

pub(super) const BACKEND: Backend = Backend {
    name: "countmin",
    help: "a count-min sketch with conservative update: rows of 2^bits counters",
    memory: "rows * 2^bits * 4 bytes, and the frequent lines",
    guarantee: Guarantee::NeverUnder,
    promise: "never too low, up to 4294967295",
    choose: "memory is too short for 'counters' without many collisions, and time matters less",
    adds_up: false,
    passes: 1,
    hides_hashes: |_| false,
    options: &["bits", "rows"],
    make,
};

const MAX_ROWS: usize = 16;
/// The hash of lines in records.
const HASH: Hash = Hash::Xxh3;

struct CountMin {
    bits: u8,
    more_than: u64,
    order: Order,
    /// An odd factor for each row. The high bits of its product with a line's hash are the index in
    /// the row (multiplicative hashing).
    factors: Vec<u64>,
    /// The rows, concatenated.
    cells: Table<u32>,
    saturated: u64,
    false_positives: FalsePositives,
    frequent: HashSet<u64, BuildIdentity>,
    examples: Examples,
    /// A buffer reused for all batches.
    values: Vec<u64>,
}

/// Estimates the share of false positives among lines, assuming that each occurs once.
///
/// Such a line is a false positive if its counters, which are random counters of their rows, are
/// all at `more_than` or above when it arrives. Later values do not matter, because the line does
/// not occur again.
struct FalsePositives {
    more_than: u32,
    /// The share of each row's counters at `more_than` or above.
    shares: Vec<f64>,
    /// The product of the shares: the probability that the next line is a false positive.
    chance: f64,
    /// The sum of this probability over all lines so far, and the number of lines.
    expected: f64,
    lines: u64,
}

impl FalsePositives {
    fn new(more_than: u32, rows: usize) -> Self {
        FalsePositives {
            more_than,
            shares: vec![0.0; rows],
            chance: 0.0,
            expected: 0.0,
            lines: 0,
        }
    }

    fn add_line(&mut self) {
        self.lines += 1;
        self.expected += self.chance;
    }

    /// Records that one of the `1 << bits` counters of a row was raised.
    fn raised(&mut self, row: usize, bits: u8, old: u32, new: u32) {
        if old < self.more_than && new >= self.more_than {
            self.shares[row] += 1.0 / (1u64 << bits) as f64;
            self.chance = self.shares.iter().product();
        }
    }

    /// Returns the estimated share; `None` if lines that occur once are frequent.
    fn share(&self) -> Option<f64> {
        (self.more_than > 0).then(|| self.expected / self.lines.max(1) as f64)
    }
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    check_bits(options.bits)?;
    if !(1..=MAX_ROWS).contains(&options.rows) {
        return Err(Error::Options(format!(
            "rows are 1 to {MAX_ROWS}, not {}",
            options.rows
        )));
    }
    check_threshold(options, u32::MAX.into())?;
    Ok(Box::new(CountMin {
        bits: options.bits,
        more_than: options.more_than,
        order: options.order,
        factors: (0..options.rows as u64).map(|row| mix(row) | 1).collect(),
        cells: zeros(options.rows << options.bits)?,
        saturated: 0,
        false_positives: FalsePositives::new(options.more_than as u32, options.rows),
        frequent: HashSet::default(),
        examples: Examples::new(),
        values: Vec::new(),
    }))
}

/// Returns the indices of a line's counters.
fn indices(hash: u64, factors: &[u64], bits: u8) -> impl Iterator<Item = usize> {
    let shift = 64 - u32::from(bits);
    factors
        .iter()
        .enumerate()
        .map(move |(row, factor)| (row << bits) + (hash.wrapping_mul(*factor) >> shift) as usize)
}

impl CountMin {
    fn add_lines<'a>(&mut self, lines: impl LineSource<'a>) -> Result<(), Error> {
        lines.for_each_prefetched(
            self,
            |this, hash| {
                for place in indices(hash, &this.factors, this.bits) {
                    prefetch(&this.cells, place);
                }
            },
            |this, hash, line, weight| this.count(hash, weight, Some(line)),
        )?;
        Ok(())
    }

    fn count(&mut self, hash: u64, weight: u64, text: Option<&[u8]>) -> Result<(), Error> {
        let CountMin {
            bits,
            factors,
            cells,
            false_positives,
            ..
        } = self;
        let cells = &mut cells[..];
        false_positives.add_line();
        let least = indices(hash, factors, *bits)
            .map(|place| cells[place])
            .min()
            .expect("a row");
        let new = least.saturating_add(weight.try_into().unwrap_or(u32::MAX));
        for (row, place) in indices(hash, factors, *bits).enumerate() {
            let old = cells[place];
            self.saturated += u64::from(new == u32::MAX && old < new);
            false_positives.raised(row, *bits, old, new);
            cells[place] = old.max(new);
        }
        // Other lines may have raised the counters above the threshold earlier, so the line may be
        // new.
        if u64::from(new) > self.more_than && weight > 0 && self.frequent.insert(hash) {
            self.examples.push(hash, text)?;
        }
        Ok(())
    }
}

impl Structure for CountMin {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let mut values = std::mem::take(&mut self.values);
        batch.lines.hash_into(HASH, &mut values);
        let hashes = &values;
        let added = self.add_lines(&Batch { hashes, ..*batch });
        self.values = values;
        added
    }

    fn add_block(&mut self, block: &[u8], _: &mut Buffer) -> Result<(), Error> {
        self.add_lines(HashedBlock(block, HASH))
    }

    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        match counted.key {
            Key::Fingerprint(Fingerprint { hash: HASH, value }) => {
                self.count(value, counted.count, counted.text)?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let CountMin {
            bits,
            more_than,
            order,
            factors,
            cells,
            saturated,
            false_positives,
            examples,
            ..
        } = *self;
        let occupied = cells.iter().map(|&cell| u64::from(cell > 0)).sum();
        let stats = Stats {
            bytes: cells.len() as u64 * 4 + examples.bytes() + examples.len() * 16,
            counters: Some(cells.len() as u64),
            occupied: Some(occupied),
            saturated: Some(saturated),
            falsely_frequent: false_positives.share(),
            ..Stats::default()
        };
        let count = |hash| {
            indices(hash, &factors, bits)
                .map(|place| cells[place])
                .min()
                .expect("a row")
                .into()
        };
        let name = |value| Key::Fingerprint(Fingerprint { hash: HASH, value });
        examples.emit(order, more_than, count, name, emit)?;
        Ok(stats)
    }
}
