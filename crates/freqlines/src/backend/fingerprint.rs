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
    memory: "19 to 24 n bytes, and the frequent lines",
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

struct Fingerprints {
    hash: Hash,
    more_than: u64,
    slots: Vec<Slot>,
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
        used: 0,
        large: HashMap::default(),
        examples: Examples::new(),
        values: Vec::new(),
    }))
}

fn value_of(slot: Slot) -> u64 {
    u64::from(slot[0]) << 32 | u64::from(slot[1])
}

/// Where the search for a fingerprint begins: its first half as a fraction of the table. So a larger table has the
/// same order.
fn start_of(value: u64, slots: usize) -> usize {
    (((value >> 32) * slots as u64) >> 32) as usize
}

fn next(slots: &[Slot], at: usize) -> usize {
    if at + 1 == slots.len() { 0 } else { at + 1 }
}

impl Fingerprints {
    /// The slot of a fingerprint, or the empty one where its search ended.
    fn find(&self, value: u64) -> usize {
        let mut at = start_of(value, self.slots.len());
        while self.slots[at][2] != 0 && value_of(self.slots[at]) != value {
            at = next(&self.slots, at);
        }
        at
    }

    fn count_at(&self, at: usize) -> u64 {
        match self.slots[at] {
            slot @ [_, _, LARGE] => self.large[&value_of(slot)],
            [_, _, count] => count.into(),
        }
    }

    fn count(&mut self, value: u64, weight: u64, text: Option<&[u8]>) -> Result<(), Error> {
        if weight == 0 {
            return Ok(());
        }
        let at = self.find(value);
        let old = self.count_at(at);
        let new = old.saturating_add(weight);
        self.used += usize::from(old == 0);
        let low = u32::try_from(new).unwrap_or(LARGE);
        self.slots[at] = [(value >> 32) as u32, value as u32, low];
        if low == LARGE {
            self.large.insert(value, new);
        }
        if old <= self.more_than && new > self.more_than {
            self.examples.push(value, text)?;
        }
        Ok(())
    }

    /// Makes room for `more` fingerprints: the table is full at 5/8, and then grows by a quarter.
    fn reserve(&mut self, more: usize) {
        while (self.used + more) * 8 > self.slots.len() * 5 {
            let old = self.slots.len();
            let added = old / 4;
            // The allocation is extended, which takes no new memory for what is there already.
            self.slots.reserve_exact(added);
            self.slots.resize(old + added, EMPTY);
            // From the last share to the first: each moves to where none is left.
            let mut moving = Vec::new();
            let mut wrapped = Vec::new();
            let share = old / (START / 4);
            for from in (0..old).step_by(share).rev() {
                moving.clear();
                moving.extend(
                    self.slots[from..old.min(from + share)]
                        .iter()
                        .filter(|slot| slot[2] != 0),
                );
                self.slots[from..old.min(from + share)].fill(EMPTY);
                for &slot in &moving {
                    let start = start_of(value_of(slot), self.slots.len());
                    // A search that went past the end of the old table, or of the share before, left its slot here.
                    if start < from {
                        wrapped.push(slot);
                    } else {
                        self.put(start, slot);
                    }
                }
            }
            for slot in wrapped {
                self.put(start_of(value_of(slot), self.slots.len()), slot);
            }
        }
    }

    fn put(&mut self, mut at: usize, slot: Slot) {
        while self.slots[at][2] != 0 {
            at = next(&self.slots, at);
        }
        self.slots[at] = slot;
    }

    fn prefetch(&self, values: &[u64]) {
        for &value in values {
            prefetch(&self.slots, start_of(value, self.slots.len()));
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
                self.count(value, batch.weight(index), Some(batch.lines.get(index)))?;
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
                self.count(value, counted.count, counted.text)?;
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
        examples.emit(
            this.more_than,
            |value| this.count_at(this.find(value)),
            name,
            emit,
        )?;
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
}
