//! An array of counters indexed by a short hash (section 3.3.4), optionally with approximate
//! counting (Morris 1978).

use std::marker::PhantomData;

use super::{Backend, Emit, Guarantee, Stats, Structure, check_bits, check_threshold};
use crate::batch::{HashedBlock, LineSource};
use crate::cells::{Cells, Packable, Update};
use crate::examples::Examples;
use crate::hash::TableHash;
use crate::{Batch, Buffer, Error, Frequent, Key, Options, Order, Slot};
use platform::random::mix;

pub(super) const BACKEND: Backend = Backend {
    name: "counters",
    help: "2^bits counters, each for all lines with the same short hash",
    memory: "2^bits * counter-bits / 8 bytes (above 64 MiB only 2^bits / 8 until one counter in 20 is used), and the frequent lines",
    guarantee: Guarantee::NeverUnder,
    promise: "never too low, until a counter saturates (with morris: approximate)",
    choose: "memory is short, some false positives and missing lines do no harm, and there are more counters than distinct lines",
    adds_up: true,
    passes: 1,
    hides_hashes: |_| false,
    options: &["bits", "counter-bits", "morris", "seed"],
    make,
};

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    check_bits(options.bits)?;
    match (options.morris, options.counter_bits) {
        (true, _) => Counters::make(options, Morris::new()),
        (false, 8) => Counters::make(options, Linear::<u8>::default()),
        (false, 16) => Counters::make(options, Linear::<u16>::default()),
        (false, 32) => Counters::make(options, Linear::<u32>::default()),
        (false, other) => Err(Error::Options(format!(
            "counters have 8, 16 or 32 bits, not {other}"
        ))),
    }
}

/// The interpretation of the cells of an array; each saturates at its maximum.
///
/// Separate from the cell type because an array of integers can be allocated as untouched zero
/// pages. An array of another type must be filled.
trait Scale: Send + 'static {
    /// An integer.
    type Cell: Packable + PartialOrd + Send + 'static;
    /// The saturated cell.
    const FULL: Self::Cell;

    /// Returns the count that a cell represents.
    fn number(&self, cell: Self::Cell) -> u64;

    /// Returns the cell after adding `weight`; `chance` is a random number for this addition.
    fn plus(&self, cell: Self::Cell, weight: u64, chance: u64) -> Self::Cell;

    /// Returns the smallest cell that represents more than `number`, which must be below the value
    /// of `FULL`.
    fn over(&self, number: u64) -> Self::Cell;
}

/// Linear counting: a cell represents its own value.
#[derive(Default)]
struct Linear<C>(PhantomData<C>);

macro_rules! linear_scale {
    ($($cell:ty),*) => {$(
        impl Scale for Linear<$cell> {
            type Cell = $cell;
            const FULL: $cell = <$cell>::MAX;

            fn number(&self, cell: $cell) -> u64 {
                cell.into()
            }

            fn plus(&self, cell: $cell, weight: u64, _: u64) -> $cell {
                cell.saturating_add(weight.try_into().unwrap_or(<$cell>::MAX))
            }

            fn over(&self, number: u64) -> $cell {
                (number + 1).try_into().unwrap_or(<$cell>::MAX)
            }
        }
    )*};
}

linear_scale!(u8, u16, u32);

/// Morris counting: state c represents (b^c - 1) / (b - 1) with b = 1.08, tabulated here. So 255
/// states reach 4 * 10^9. The relative standard error of a large count is sqrt((b - 1) / 2), 20 %.
struct Morris(Vec<f64>);

const BASE: f64 = 1.08;

impl Morris {
    fn new() -> Self {
        let next = |number: &f64| Some(number * BASE + 1.0);
        Morris(std::iter::successors(Some(0.0), next).take(256).collect())
    }
}

impl Scale for Morris {
    type Cell = u8;
    const FULL: u8 = u8::MAX;

    fn number(&self, cell: u8) -> u64 {
        self.0[usize::from(cell)].round() as u64
    }

    /// Rounds the sum stochastically to one of the two neighbouring states, so that the expected
    /// value is the sum.
    fn plus(&self, cell: u8, weight: u64, chance: u64) -> u8 {
        let Morris(numbers) = self;
        let sum = numbers[usize::from(cell)] + weight as f64;
        // Usually it is the next state.
        let next = usize::from(cell) + 1;
        let Some(above) = (next..numbers.len()).find(|&state| numbers[state] > sum) else {
            return Self::FULL;
        };
        let high = numbers[above];
        let low = numbers[above - 1];
        let up = (mix(chance) >> 11) as f64 / (1u64 << 53) as f64 * (high - low) < sum - low;
        (above - 1 + usize::from(up)) as u8
    }

    fn over(&self, number: u64) -> u8 {
        let over = |&state: &u8| self.number(state) > number;
        (0..=u8::MAX).find(over).unwrap_or(u8::MAX)
    }
}

struct Counters<S: Scale> {
    cells: Cells<S::Cell>,
    counting: Counting<S>,
}

/// The counting loop, for plain and packed cells.
struct Counting<S: Scale> {
    bits: u8,
    more_than: u64,
    order: Order,
    /// The smallest cell of a frequent line.
    frequent: S::Cell,
    /// The smallest cell of a line that becomes frequent with one more occurrence.
    nearly: S::Cell,
    scale: S,
    seed: u64,
    tally: Tally,
    examples: Examples,
}

#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    /// The number of additions.
    additions: u64,
    /// The number of counters above zero.
    occupied: u64,
    /// The number of saturated counters.
    saturated: u64,
}

impl<S: Scale> Counters<S> {
    fn make(options: &Options, scale: S) -> Result<Box<dyn Structure>, Error> {
        check_threshold(options, scale.number(S::FULL))?;
        Ok(Box::new(Counters {
            cells: Cells::new(1 << options.bits)?,
            counting: Counting {
                bits: options.bits,
                more_than: options.more_than,
                order: options.order,
                frequent: scale.over(options.more_than),
                nearly: scale.over(options.more_than.saturating_sub(1)),
                scale,
                seed: mix(options.seed),
                tally: Tally::default(),
                examples: Examples::new(),
            },
        }))
    }

    fn add_lines<'a>(&mut self, lines: impl LineSource<'a>) -> Result<(), Error> {
        // One dispatch for all lines of the batch.
        match &mut self.cells {
            Cells::Plain(cells) => self.counting.add(&mut cells[..], lines)?,
            Cells::Packed(cells) => self.counting.add(cells, lines)?,
        }
        self.cells.unpack_if_crowded()
    }
}

impl<S: Scale> Counting<S> {
    fn counting_loop<'c, U: ?Sized>(&'c mut self, cells: &'c mut U) -> CountingLoop<'c, S, U> {
        CountingLoop {
            cells,
            bits: self.bits,
            frequent: self.frequent,
            seed: self.seed,
            tally: self.tally,
            scale: &self.scale,
            examples: &mut self.examples,
        }
    }

    fn add<'a>(
        &mut self,
        cells: &mut (impl Update<S::Cell> + ?Sized),
        lines: impl LineSource<'a>,
    ) -> Result<(), Error> {
        let added = lines.for_each_prefetched(
            self.counting_loop(cells),
            |counting_loop, hash| counting_loop.cells.prefetch(counting_loop.slot(hash)),
            |counting_loop, hash, line, weight| {
                counting_loop.add(counting_loop.slot(hash), weight, Some(line))
            },
        )?;
        self.tally = added.tally;
        Ok(())
    }
}

/// The state of the counting loop; fields read for every line are copied into it.
struct CountingLoop<'c, S: Scale, U: ?Sized> {
    cells: &'c mut U,
    bits: u8,
    frequent: S::Cell,
    seed: u64,
    tally: Tally,
    scale: &'c S,
    examples: &'c mut Examples,
}

impl<S: Scale, U: Update<S::Cell> + ?Sized> CountingLoop<'_, S, U> {
    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        Slot::of(hash, self.bits).slot as usize
    }

    /// Adds to the counter of a slot; `text` is the line.
    #[inline(always)]
    fn add(&mut self, slot: usize, weight: u64, text: Option<&[u8]>) -> Result<(), Error> {
        let tally = &mut self.tally;
        let chance = self.seed ^ tally.additions;
        tally.additions += 1;
        let (old, new) = (self.cells).update(slot, |cell| self.scale.plus(cell, weight, chance));
        tally.occupied += u64::from(old == S::Cell::default() && new != old);
        tally.saturated += u64::from(new == S::FULL && old != new);
        // `&` instead of `&&`: each condition alone is unpredictable, but both together are rare,
        // so a single branch is predicted well.
        if (new >= self.frequent) & (old < self.frequent) {
            self.examples.push(slot as u64, text)?;
        }
        Ok(())
    }
}

impl<S: Scale> Structure for Counters<S> {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.add_lines(batch)
    }

    fn add_block(&mut self, block: &[u8], _: &mut Buffer) -> Result<(), Error> {
        self.add_lines(HashedBlock(block, TableHash::new()))
    }

    /// Accepts counts of arrays with at least as many counters.
    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        let Counters { cells, counting } = self;
        let bits = counting.bits;
        match counted.key {
            Key::Slot(slot) if slot.bits >= bits => {
                let slot = slot.slot >> (slot.bits - bits);
                let mut counting_loop = counting.counting_loop(cells);
                counting_loop.add(slot as usize, counted.count, counted.text)?;
                counting.tally = counting_loop.tally;
                cells.unpack_if_crowded()?;
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let Counters { cells, counting } = *self;
        let Counting {
            bits,
            more_than,
            order,
            nearly,
            scale,
            tally:
                Tally {
                    occupied,
                    saturated,
                    ..
                },
            examples,
            ..
        } = counting;
        let number = 1u64 << bits;
        let counters = number as f64;
        // If n lines are hashed at random, the expected share of zero counters is exp(-n /
        // counters).
        let distinct =
            (occupied < number).then(|| -counters * (-(occupied as f64) / counters).ln_1p());
        let bound = distinct.map_or(1.0, |n| -(-(n - 1.0).max(0.0) / counters).exp_m1());
        // Other lines increment the counter of a line like all lines increment any counter.
        let falsely_frequent = (more_than > 0).then(|| {
            let nearly = cells.count(|cell| cell >= nearly);
            (nearly as f64 / counters).min(bound)
        });
        let stats = Stats {
            distinct: distinct.map(|distinct| distinct.round() as u64),
            bytes: cells.bytes() + examples.bytes(),
            counters: Some(number),
            occupied: Some(occupied),
            saturated: Some(saturated),
            falsely_frequent,
            falsely_frequent_bound: Some(bound),
            ..Stats::default()
        };
        let name = |slot| Key::Slot(Slot { slot, bits });
        examples.emit(
            order,
            more_than,
            |slot| scale.number(cells.get(slot as usize)),
            name,
            emit,
        )?;
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn morris_counters_are_right_on_average() {
        let morris = Morris::new();
        for (weights, tolerance) in [
            (vec![1; 1000], 0.02),
            (vec![7; 300], 0.02),
            (vec![1000, 1, 1, 500], 0.02),
        ] {
            let total: u64 = weights.iter().sum();
            let rounds = 4000;
            let mut sum = 0.0;
            for round in 0..rounds {
                let mut cell = 0;
                for (at, &weight) in weights.iter().enumerate() {
                    cell = morris.plus(cell, weight, (round << 20) + at as u64);
                }
                sum += morris.0[usize::from(cell)];
            }
            let mean = sum / rounds as f64;
            assert!(
                (mean / total as f64 - 1.0).abs() < tolerance,
                "{mean} for {total}"
            );
        }
        assert_eq!(morris.plus(255, 1, 0), Morris::FULL);
        assert_eq!(morris.plus(0, u64::MAX, 0), Morris::FULL);
        assert!(morris.number(Morris::FULL) > 4_000_000_000);
    }

    #[test]
    fn a_threshold_out_of_reach_is_refused() {
        let build = |more_than, counter_bits| {
            make(&Options {
                more_than,
                counter_bits,
                bits: 4,
                ..Options::default()
            })
            .is_ok()
        };
        assert!(build(254, 8) && !build(255, 8) && build(255, 16) && !build(65535, 16));
        assert!(!build(1, 7));
    }
}
