//! A random sample of the lines (section 3.3), counted exactly.

use super::{Backend, Emit, Guarantee, Stats, Structure, emit_texts};
use crate::batch::{HashedBlock, LineSource};
use crate::hash::{TableHash, line_hash};
use crate::table::LineTable;
use crate::{Batch, Buffer, Error, Options, Order};
use platform::random::mix;

pub(super) const BACKEND: Backend = Backend {
    name: "sample",
    help: "a random sample of the lines; their counts are divided by the rate",
    memory: "that of 'exact' for the sampled lines",
    guarantee: Guarantee::Unbiased,
    promise: "unbiased; the standard deviation of a count n is sqrt(n (1 - rate) / rate), and at most sqrt(n rate) / 2 more if 1/rate is not an integer",
    choose: "a quick look is enough, and the threshold is far above 1/rate",
    adds_up: false,
    passes: 1,
    hides_hashes: |_| true,
    options: &["rate", "seed"],
    make,
};

const CHUNK_BITS: u32 = 22;

struct Sample {
    rate: f64,
    more_than: u64,
    order: Order,
    seed: u64,
    /// The number of lines so far.
    position: u64,
    lines: u64,
    table: LineTable,
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    if !(options.rate > 0.0 && options.rate <= 1.0) {
        return Err(Error::Options(format!(
            "a rate is above 0 and at most 1, not {}",
            options.rate
        )));
    }
    Ok(Box::new(Sample {
        rate: options.rate,
        more_than: options.more_than,
        order: options.order,
        seed: mix(options.seed),
        position: 0,
        lines: 0,
        table: LineTable::new(CHUNK_BITS),
    }))
}

/// Returns a number in [0, 1).
fn unit(chance: u64) -> f64 {
    (chance >> 11) as f64 / (1u64 << 53) as f64
}

/// Rounds `number` up or down at random so that the expected value is `number` (stochastic
/// rounding).
fn round(number: f64, chance: u64) -> u64 {
    number as u64 + u64::from(unit(chance) < number.fract())
}

impl Sample {
    /// Returns the weight in the sample of the line at the current position: 1 / `rate` with
    /// probability `rate`, else 0. A line with a weight of at least 1 / `rate` is always taken,
    /// with its own weight.
    fn share(&mut self, weight: u64) -> u64 {
        let chance = mix(self.seed ^ self.position);
        self.position += 1;
        self.lines = self.lines.saturating_add(weight);
        let probability = (weight as f64 * self.rate).min(1.0);
        if probability == 1.0 {
            weight
        } else if unit(chance) < probability {
            round(1.0 / self.rate, mix(chance))
        } else {
            0
        }
    }

    fn add_lines<'a>(&mut self, lines: impl LineSource<'a>) -> Result<(), Error> {
        lines.for_each(|line, weight| match self.share(weight) {
            0 => Ok(()),
            count => self.table.count(line_hash(line), line, count),
        })
    }
}

impl Structure for Sample {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.add_lines(batch)
    }

    fn add_block(&mut self, block: &[u8], _: &mut Buffer) -> Result<(), Error> {
        self.add_lines(HashedBlock(block, TableHash::new()))
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let bytes = self.table.bytes();
        let arena = self.table.into_arena();
        emit_texts(self.order, &arena, self.more_than, None, emit)?;
        Ok(Stats {
            lines: Some(self.lines),
            bytes,
            ..Stats::default()
        })
    }
}
