//! Generalised majority: Misra-Gries counting (Misra & Gries 1982; section 3.3.5, algorithm 2).
//!
//! C counters monitor C lines. A line without a counter takes one that is at zero. If there is
//! none, all counters are decremented instead, and the line is dropped. Each such decrement cancels
//! C + 1 occurrences, so there are at most N / (C + 1) decrements, which bounds the undercount. A
//! decrement visits each counter at most once, so its cost is O(1) amortised over the cancelled
//! occurrences.

use super::{Backend, Emit, Guarantee, Stats, Structure, emit_texts};
use crate::compact::{CompactTable, Lookup, Vacancy};
use crate::{Batch, Error, Options, Order};
use platform::prefetch::lookahead;

pub(super) const BACKEND: Backend = Backend {
    name: "majority",
    help: "the Misra-Gries algorithm: a fixed number of lines is monitored",
    memory: "twice the bytes of the monitored lines, and 50 bytes for each",
    guarantee: Guarantee::NeverOver,
    promise: "never too high. Every line with more than N/(C+1) of N occurrences is kept, and 'error' bounds how much a count is too low. -k applies to the count, so only -k 0 writes all lines that are kept",
    choose: "only the most frequent lines matter, and memory must not grow",
    adds_up: false,
    passes: 1,
    hides_hashes: |_| false,
    options: &["counters"],
    make,
};

/// The chunk size of the arena in which the lines are sorted: 1 MiB.
const CHUNK_BITS: u32 = 20;

struct Majority {
    counters: u64,
    more_than: u64,
    order: Order,
    /// The monitored lines, all with counts above zero. The stored value is the count plus
    /// `decrements`. So decrementing all counters is one addition.
    table: CompactTable,
    /// The sum of all decrements so far.
    decrements: u64,
    /// A lower bound of the stored values.
    floor: u64,
    lines: u64,
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
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
        decrements: 0,
        floor: u64::MAX,
        lines: 0,
    }))
}

impl Majority {
    /// Counts a batch of lines that fit in the table, in any order, since no counter is
    /// decremented.
    fn count_batch(
        &mut self,
        batch: &Batch<'_>,
        from: usize,
        lookup: &Lookup,
    ) -> Result<(), Error> {
        for &(index, number) in lookup.known() {
            let index = from + index as usize;
            if self.table.is(number, batch.lines.get(index)) {
                self.table.increase(number, batch.weight(index));
            } else {
                self.count(batch, index)?;
            }
        }
        for &(index, vacancy) in lookup.absent() {
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
            let least = weight.min(self.floor - self.decrements);
            self.decrements += least;
            weight -= least;
            if self.decrements == self.floor {
                self.floor = self.table.retain_over(self.decrements);
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
        let count = self.decrements.saturating_add(weight);
        self.floor = self.floor.min(count);
        self.table.insert(vacancy, batch, index, count);
    }
}

impl Structure for Majority {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let (mut lookup, mut next_lookup) = (&mut Lookup::default(), &mut Lookup::default());
        for (from, [current, next, later]) in lookahead(batch.hashes) {
            if self.table.grow_for(current.len()) {
                self.table.look_up(current, &[], lookup);
            }
            self.table.look_up(next, later, next_lookup);
            if self.table.has_room(current.len()) {
                self.count_batch(batch, from, lookup)?;
            } else {
                for index in (from..).take(current.len()) {
                    self.count(batch, index)?;
                }
                // The numbers of lines may have changed.
                self.table.look_up(next, &[], next_lookup);
            }
            std::mem::swap(&mut lookup, &mut next_lookup);
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
            decrements,
            lines,
            ..
        } = *self;
        let mut stats = Stats {
            lines: Some(lines),
            bytes: table.bytes(),
            counters: Some(counters),
            occupied: Some(table.len() as u64),
            error: Some(decrements),
            ..Stats::default()
        };
        let arena = table.into_arena(CHUNK_BITS, more_than, |count| count - decrements)?;
        stats.bytes += arena.bytes();
        emit_texts(order, &arena, more_than, Some(decrements), emit)?;
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

    /// The counters above zero, and their maximum undercount.
    type Monitored = (BTreeMap<Vec<u8>, u64>, u64);

    fn plain(counters: usize, lines: &[(String, u64)]) -> Monitored {
        let mut monitored: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        let mut decrements = 0;
        for (line, weight) in lines {
            let mut weight = *weight;
            while weight > 0
                && !monitored.contains_key(line.as_bytes())
                && monitored.len() == counters
            {
                let least = monitored.values().copied().min().unwrap().min(weight);
                monitored.values_mut().for_each(|count| *count -= least);
                monitored.retain(|_, count| *count > 0);
                (weight, decrements) = (weight - least, decrements + least);
            }
            if weight > 0 {
                *monitored.entry(line.as_bytes().to_vec()).or_insert(0) += weight;
            }
        }
        (monitored, decrements)
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
        let mut emitted = BTreeMap::new();
        let stats = counter.finish(&mut |line| {
            emitted.insert(line.text.unwrap().to_vec(), line.count);
            Ok(ControlFlow::Continue(()))
        });
        let stats = stats.unwrap();
        assert_eq!(
            stats.lines,
            Some(lines.iter().map(|(_, weight)| weight).sum())
        );
        (emitted, stats.error.unwrap())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 4))]

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
