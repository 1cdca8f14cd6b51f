//! Generalised majority: Misra & Gries 1982 (section 3.3.5, algorithm 2).
//!
//! C counters monitor C lines. A line without a counter takes one that is at zero; where there is none, all counters are
//! decremented instead, and the line is dropped. Each such decrement cancels C + 1 occurrences, so there are at most
//! N / (C + 1) of them, which bounds the undercount; and as a decrement visits each counter at most once, its cost is O(1)
//! amortised per cancelled occurrence.

use super::{Backend, Counter, Emit, Guarantee, Stats, emit_texts};
use crate::compact::{CompactTable, Found, Vacancy};
use crate::{Batch, Error, Options, Order};
use platform::prefetch::lookahead;

pub(super) const BACKEND: Backend = Backend {
    name: "majority",
    help: "the Misra-Gries algorithm: a fixed number of lines is monitored",
    memory: "twice the bytes of the monitored lines, and 50 bytes for each",
    guarantee: Guarantee::NeverOver,
    promise: "never over; every line with more than N/(C+1) of N occurrences is kept, 'error' is how much a count may be under; -k looks at the count, so only -k 0 writes all that is kept",
    choose: "only the most frequent lines matter, and memory must not grow",
    adds_up: false,
    passes: 1,
    hides_hashes: |_| false,
    options: &["counters"],
    make,
};

/// The arena that the lines are sorted in has chunks of 1 MiB.
const CHUNK_BITS: u32 = 20;

struct Majority {
    counters: u64,
    more_than: u64,
    order: Order,
    /// The monitored lines, all above zero. What is stored is the count plus `taken`, so that decrementing all counters is one
    /// addition to `taken`.
    table: CompactTable,
    /// What all counters went down by so far.
    taken: u64,
    /// No count in the table is below this.
    floor: u64,
    lines: u64,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    if options.counters == 0 {
        return Err(Error::Options(
            "the back end 'majority' needs at least one counter".into(),
        ));
    }
    Ok(Box::new(Majority {
        counters: options.counters as u64,
        more_than: options.more_than,
        order: options.order,
        table: CompactTable::new(options.counters),
        taken: 0,
        floor: u64::MAX,
        lines: 0,
    }))
}

impl Majority {
    /// Counts a batch of lines for which there is room, in any order: no counter is decremented.
    fn count_round(&mut self, batch: &Batch<'_>, from: usize, found: &Found) -> Result<(), Error> {
        for &(index, number) in found.known() {
            let index = from + index as usize;
            if self.table.is(number, batch.lines.get(index)) {
                self.table.increase(number, batch.weight(index));
            } else {
                self.count(batch, index)?;
            }
        }
        for &(index, vacancy) in found.absent() {
            let index = from + index as usize;
            let weight = batch.weight(index);
            if weight > 0 && self.table.is_vacant(vacancy) {
                self.insert(vacancy, batch, index, weight);
            } else {
                self.count(batch, index)?;
            }
        }
        Ok(())
    }

    /// Counts the line at `index` of a batch.
    fn count(&mut self, batch: &Batch<'_>, index: usize) -> Result<(), Error> {
        let (hash, line) = (batch.hashes[index], batch.lines.get(index));
        let mut weight = batch.weight(index);
        if weight == 0 {
            return Ok(());
        }
        let mut vacancy = match self.table.search(hash, line) {
            Ok(number) => {
                self.table.increase(number, weight);
                return Ok(());
            }
            Err(vacancy) => vacancy,
        };
        while self.table.len() as u64 == self.counters {
            let least = weight.min(self.floor - self.taken);
            self.taken += least;
            weight -= least;
            if self.taken == self.floor {
                self.floor = self.table.retain_over(self.taken);
                vacancy = self.table.vacancy(hash);
            }
            if weight == 0 {
                return Ok(());
            }
        }
        if self.table.is_full() {
            return Err(Error::TooLarge);
        }
        self.insert(vacancy, batch, index, weight);
        Ok(())
    }

    #[inline(always)]
    fn insert(&mut self, vacancy: Vacancy, batch: &Batch<'_>, index: usize, weight: u64) {
        let count = self.taken.saturating_add(weight);
        self.floor = self.floor.min(count);
        self.table.insert(vacancy, batch, index, count);
    }
}

impl Counter for Majority {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let (mut found, mut next_found) = (&mut Found::default(), &mut Found::default());
        for (from, [round, next, later]) in lookahead(batch.hashes) {
            if self.table.grow_for(round.len()) {
                self.table.look_up(round, &[], found);
            }
            self.table.look_up(next, later, next_found);
            if self.table.has_room(round.len()) {
                self.count_round(batch, from, found)?;
            } else {
                for index in (from..).take(round.len()) {
                    self.count(batch, index)?;
                }
                // Lines may have other numbers now.
                self.table.look_up(next, &[], next_found);
            }
            std::mem::swap(&mut found, &mut next_found);
        }
        self.lines = match batch.weights {
            Some(weights) => weights
                .iter()
                .copied()
                .fold(self.lines, u64::saturating_add),
            None => self.lines.saturating_add(batch.lines.len() as u64),
        };
        Ok(())
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let Majority {
            counters,
            more_than,
            order,
            table,
            taken,
            lines,
            ..
        } = *self;
        let mut stats = Stats {
            lines: Some(lines),
            bytes: table.bytes(),
            counters: Some(counters),
            occupied: Some(table.len() as u64),
            error: Some(taken),
            ..Stats::default()
        };
        let arena = table.into_arena(CHUNK_BITS, more_than, |count| count - taken)?;
        stats.bytes += arena.bytes();
        emit_texts(order, &arena, more_than, Some(taken), emit)?;
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;
    use proptest::prelude::*;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    /// The counters above zero, and how much these may be under.
    type Monitored = (BTreeMap<Vec<u8>, u64>, u64);

    fn plain(counters: usize, lines: &[(String, u64)]) -> Monitored {
        let mut monitored: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        let mut taken = 0;
        for (line, weight) in lines {
            let mut weight = *weight;
            while weight > 0
                && !monitored.contains_key(line.as_bytes())
                && monitored.len() == counters
            {
                let least = monitored.values().copied().min().unwrap().min(weight);
                monitored.values_mut().for_each(|count| *count -= least);
                monitored.retain(|_, count| *count > 0);
                (weight, taken) = (weight - least, taken + least);
            }
            if weight > 0 {
                *monitored.entry(line.as_bytes().to_vec()).or_insert(0) += weight;
            }
        }
        (monitored, taken)
    }

    fn counted(counters: usize, lines: &[(String, u64)], batch: usize) -> Monitored {
        let options = Options {
            counters,
            more_than: 0,
            ..Options::default()
        };
        let mut counter = make(&options).unwrap();
        for batch in lines.chunks(batch) {
            let texts: Vec<&[u8]> = batch.iter().map(|(line, _)| line.as_bytes()).collect();
            let weights: Vec<u64> = batch.iter().map(|&(_, weight)| weight).collect();
            let weights = weights
                .iter()
                .any(|&weight| weight != 1)
                .then_some(&weights[..]);
            counter
                .add(&Batch::new(&texts, weights, &mut Buffer::default()))
                .unwrap();
        }
        let mut found = BTreeMap::new();
        let stats = counter.finish(&mut |line| {
            found.insert(line.text.unwrap().to_vec(), line.count);
            Ok(ControlFlow::Continue(()))
        });
        let stats = stats.unwrap();
        assert_eq!(
            stats.lines,
            Some(lines.iter().map(|(_, weight)| weight).sum())
        );
        (found, stats.error.unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn counters_are_those_of_the_plain_algorithm(
            lines in prop::collection::vec(("[a-e]{0,2}|[a-f]{4}", prop_oneof![9 => Just(1u64), 1 => 0u64..9]), 0..800),
            counters in prop_oneof![1usize..8, 60usize..400],
            batch in 1usize..700,
            is_weighted in any::<bool>(),
        ) {
            let mut lines = lines;
            if !is_weighted {
                lines.iter_mut().for_each(|(_, weight)| *weight = 1);
            }
            prop_assert_eq!(counted(counters, &lines, batch), plain(counters, &lines));
        }
    }
}
