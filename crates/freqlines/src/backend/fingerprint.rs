//! A hash table of 64-bit fingerprints (section 3.3.3).

use std::collections::HashMap;

use super::{Backend, Counter, Emit, Guarantee, Stats};
use crate::batch::{ROUND, rounds};
use crate::examples::Examples;
use crate::hash::BuildIdentity;
use crate::prefetch::prefetch;
use crate::{Batch, Error, Fingerprint, Frequent, Hash, Key, Options};

pub(super) const BACKEND: Backend = Backend {
    name: "fingerprint",
    help: "a hash table of 64-bit fingerprints",
    memory: "17 to 24 n bytes, and the frequent lines",
    guarantee: Guarantee::NeverUnder,
    promise: "never under; over only where two lines have the same 64 bits",
    choose: "the number of distinct lines fits into memory, but not their text",
    adds_up: true,
    passes: 1,
    options: &["hash"],
    make,
};

/// A slot: the halves of the fingerprint, and the count. Twelve bytes, where 64-bit numbers would make it sixteen.
type Slot = [u32; 3];

const EMPTY: Slot = [0; 3];
/// In place of a count: it is in a map of its own.
const LARGE: u32 = u32::MAX;
const START: usize = 1 << 12;
/// A search ends mostly within so many slots.
const SEARCH: usize = 4;
/// When the table grows, it is moved in so many shares.
const SHARES: usize = 1 << 10;

/// A hash table with linear probing in which the fingerprints are in ascending order (Amble & Knuth 1974), so the
/// search for one that is not there ends early, and the table can be filled further.
struct Fingerprints {
    hash: Hash,
    more_than: u64,
    /// At least one for each place that [`Fingerprints::start_of`] knows; the last ones may be pushed beyond.
    slots: Vec<Slot>,
    /// The number of places where a search can begin.
    places: usize,
    used: usize,
    large: HashMap<u64, u64, BuildIdentity>,
    examples: Examples,
    values: Vec<u64>,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    Ok(Box::new(Fingerprints {
        hash: options.hash,
        more_than: options.more_than,
        slots: vec![EMPTY; START],
        places: START,
        used: 0,
        large: HashMap::default(),
        examples: Examples::new(),
        values: Vec::new(),
    }))
}

fn value_of(slot: Slot) -> u64 {
    u64::from(slot[0]) << 32 | u64::from(slot[1])
}

fn slot_of(value: u64, count: u32) -> Slot {
    [(value >> 32) as u32, value as u32, count]
}

fn is_empty(slot: Slot) -> bool {
    slot[2] == 0
}

impl Fingerprints {
    /// Where the search for a fingerprint begins: its first half as a fraction of the table. So places are in the order
    /// of the fingerprints, however large the table.
    fn start_of(&self, value: u64) -> usize {
        (((value >> 32) * self.places as u64) >> 32) as usize
    }

    /// The first slot from `at` on that is empty, or has this fingerprint or a larger one.
    fn search(&self, mut at: usize, value: u64) -> usize {
        while let Some(&slot) = self.slots.get(at)
            && !is_empty(slot)
            && value_of(slot) < value
        {
            at += 1;
        }
        at
    }

    /// Puts `slot` at `at`; what is there goes one slot on, up to an empty one.
    fn put(&mut self, at: usize, slot: Slot) {
        if let Some(place) = self.slots.get_mut(at)
            && is_empty(*place)
        {
            *place = slot;
            return;
        }
        let filled = self.slots[at..].iter().position(|&slot| is_empty(slot));
        let end = filled.map_or(self.slots.len(), |filled| at + filled);
        if end == self.slots.len() {
            self.slots.push(EMPTY);
        }
        self.slots.copy_within(at..end, at + 1);
        self.slots[at] = slot;
    }

    /// The count of a fingerprint that is in the table.
    fn count_of(&self, value: u64) -> u64 {
        match self.slots[self.search(self.start_of(value), value)][2] {
            LARGE => self.large[&value],
            count => count.into(),
        }
    }

    /// Adds to the count of a fingerprint. Says whether that made it a frequent one.
    fn count(&mut self, value: u64, weight: u64) -> bool {
        let at = self.search(self.start_of(value), value);
        let old = match self.slots.get(at) {
            Some(&slot) if !is_empty(slot) && value_of(slot) == value => match slot[2] {
                LARGE => self.large[&value],
                count => count.into(),
            },
            _ if weight == 0 => return false,
            _ => {
                self.used += 1;
                self.put(at, slot_of(value, 1));
                0
            }
        };
        let new = old.saturating_add(weight);
        self.slots[at][2] = u32::try_from(new).unwrap_or(LARGE);
        if new >= u64::from(LARGE) {
            self.large.insert(value, new);
        }
        old <= self.more_than && new > self.more_than
    }

    /// Makes room for `more` fingerprints: the table is full at 7/10, and then grows by 2/5.
    fn reserve(&mut self, more: usize) {
        while (self.used + more) * 10 > self.places * 7 {
            let old = self.slots.len();
            self.places += self.places / 5 * 2;
            // The allocation is extended, which takes no new memory for what is there already.
            self.slots.reserve_exact(self.places.saturating_sub(old));
            self.slots.resize(self.places.max(old), EMPTY);
            // From the last share to the first: each moves to where none is left, but for those that were far from
            // where their search begins.
            let mut moving = Vec::new();
            let mut strays = Vec::new();
            let share = old.div_ceil(SHARES);
            for from in (0..old).step_by(share).rev() {
                let slots = &mut self.slots[from..old.min(from + share)];
                moving.clear();
                moving.extend(slots.iter().filter(|&&slot| !is_empty(slot)));
                slots.fill(EMPTY);
                let mut next = from;
                for &slot in &moving {
                    let start = self.start_of(value_of(slot));
                    if start < from {
                        strays.push(slot);
                        continue;
                    }
                    let at = next.max(start);
                    self.put(at, slot);
                    next = at + 1;
                }
            }
            for slot in strays {
                let value = value_of(slot);
                self.put(self.search(self.start_of(value), value), slot);
            }
        }
    }

    fn prefetch(&self, values: &[u64]) {
        for &value in values {
            let start = self.start_of(value);
            prefetch(&self.slots, start);
            // The search may go on in the next cache line.
            prefetch(&self.slots, start + SEARCH);
        }
    }

    fn add_values(&mut self, values: &[u64], batch: &Batch<'_>) -> Result<(), Error> {
        for (from, [round, next, _]) in rounds(values) {
            self.reserve(ROUND);
            if from == 0 {
                self.prefetch(round);
            }
            self.prefetch(next);
            for (index, &value) in (from..).zip(round) {
                if self.count(value, batch.weight(index)) {
                    self.examples.push(value, Some(batch.lines.get(index)))?;
                }
            }
        }
        Ok(())
    }
}

impl Counter for Fingerprints {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        if self.hash == Hash::Xxh3 {
            return self.add_values(batch.hashes, batch);
        }
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        values.extend(batch.lines.iter().map(|line| self.hash.of(line)));
        let added = self.add_values(&values, batch);
        self.values = values;
        added
    }

    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        match counted.key {
            Key::Fingerprint(Fingerprint { hash, value }) if hash == self.hash => {
                self.reserve(1);
                if self.count(value, counted.count) {
                    self.examples.push(value, counted.text)?;
                }
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let mut this = *self;
        let stats = Stats {
            distinct: Some(this.used as u64),
            bytes: (this.slots.len() * size_of::<Slot>()) as u64 + this.examples.bytes(),
            ..Stats::default()
        };
        let examples = std::mem::replace(&mut this.examples, Examples::new());
        let name = |value| {
            Key::Fingerprint(Fingerprint {
                hash: this.hash,
                value,
            })
        };
        examples.emit(this.more_than, |value| this.count_of(value), name, emit)?;
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    #[test]
    fn counts_of_any_size_and_fingerprints_of_any_value_are_kept() {
        let values = [0, 1, u64::MAX, u64::MAX - 1, 1 << 32, 0xffff_ffff];
        let counts = [
            1,
            u64::from(u32::MAX) - 1,
            u64::from(u32::MAX),
            1 << 32,
            1 << 40,
            u64::MAX,
        ];
        let mut counter = make(&Options {
            more_than: 0,
            ..Options::default()
        })
        .unwrap();
        let key = |value| {
            Key::Fingerprint(Fingerprint {
                hash: Hash::Xxh3,
                value,
            })
        };
        for (value, count) in values.into_iter().zip(counts) {
            for count in [count - count / 2, count / 2] {
                assert!(
                    counter
                        .absorb(&Frequent {
                            count,
                            error: None,
                            key: key(value),
                            text: None
                        })
                        .unwrap()
                );
            }
        }
        let mut found = Vec::new();
        counter
            .finish(&mut |line| {
                found.push((line.key, line.count, line.text.is_some()));
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        let expected = values
            .into_iter()
            .zip(counts)
            .rev()
            .map(|(value, count)| (key(value), count, false));
        assert_eq!(found, expected.collect::<Vec<_>>());
    }

    #[test]
    fn crowded_fingerprints_stay_apart_while_the_table_grows() {
        let mut counter = make(&Options {
            more_than: 0,
            ..Options::default()
        })
        .unwrap();
        let mut expected = BTreeMap::new();
        for number in 0..40_000 {
            // Some searches begin at the same place, some at the end of the table.
            let value = match number % 16 {
                0 => number,
                1 => u64::MAX - number,
                2 => mix(number) >> 8,
                _ => mix(number % 20_000),
            };
            let key = Key::Fingerprint(Fingerprint {
                hash: Hash::Xxh3,
                value,
            });
            let counted = Frequent {
                count: 1 + number % 3,
                error: None,
                key,
                text: None,
            };
            assert!(counter.absorb(&counted).unwrap());
            *expected.entry(key).or_insert(0) += counted.count;
        }
        let mut found = BTreeMap::new();
        counter
            .finish(&mut |line| {
                assert_eq!(found.insert(line.key, line.count), None);
                Ok(ControlFlow::Continue(()))
            })
            .unwrap();
        assert_eq!(found, expected);
    }
}
