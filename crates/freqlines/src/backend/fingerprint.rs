//! A hash table of 64-bit fingerprints (section 3.3.3).

use std::collections::HashMap;

use super::{Backend, Emit, Guarantee, Stats, Structure};
use crate::examples::Examples;
use crate::hash::{BuildKeyed, spread};
use crate::table::filled;
use crate::{Batch, Buffer, Error, Fingerprint, Frequent, Hash, Key, Options, Order};
use platform::prefetch::{lookahead, prefetch};

pub(super) const BACKEND: Backend = Backend {
    name: "fingerprint",
    help: "a hash table of 64-bit fingerprints",
    memory: "16 to 24 n bytes, and the frequent lines",
    guarantee: Guarantee::NeverUnder,
    promise: "never too low; too high only if two lines have the same 64 bits",
    choose: "the number of distinct lines fits into memory, but not their text",
    adds_up: true,
    passes: 1,
    hides_hashes: |_| false,
    options: &["hash"],
    make,
};

/// A slot: the low bits of a fingerprint above its count. The high bits are the shard number.
type Slot = u64;

/// An empty slot. No fingerprint in the table has a count of zero.
const EMPTY: Slot = 0;
const SHARD_BITS: u32 = 12;
const COUNT_BITS: u32 = SHARD_BITS;
/// The count field of a fingerprint whose count is too large, and stored in a separate map.
const LARGE: u64 = (1 << COUNT_BITS) - 1;
/// The initial number of slots of a shard.
const INITIAL_SLOTS: usize = 10;
/// Most searches end within this many slots.
const PROBE_LENGTH: usize = 4;

/// Hash tables with linear probing, sharded by the first bits of the fingerprint. Sharding has
/// three advantages: these bits need not be stored, a growing table and its successor fit in the L1
/// cache, and the other tables stay in place.
struct Fingerprints {
    hash: Hash,
    more_than: u64,
    order: Order,
    shards: Vec<Shard>,
    used: usize,
    large: HashMap<u64, u64, BuildKeyed>,
    examples: Examples,
    values: Vec<u64>,
}

#[derive(Clone, Default)]
struct Shard {
    slots: Vec<Slot>,
    used: usize,
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    Ok(Box::new(Fingerprints {
        hash: options.hash,
        more_than: options.more_than,
        order: options.order,
        shards: vec![Shard::default(); 1 << SHARD_BITS],
        used: 0,
        large: HashMap::default(),
        examples: Examples::new(),
        values: Vec::new(),
    }))
}

/// Returns the shard of a fingerprint.
fn shard_of(value: u64) -> usize {
    (value >> (64 - SHARD_BITS)) as usize
}

/// Returns a fingerprint without its first bits, aligned as in a slot.
fn rest_of(value: u64) -> Slot {
    value << SHARD_BITS
}

fn count_in(slot: Slot) -> u64 {
    slot & LARGE
}

impl Shard {
    /// Returns the slot where the search for a fingerprint starts. Fingerprints from records can be
    /// arbitrary numbers, such as small ones, so they are mixed first.
    #[inline(always)]
    fn start_of(&self, rest: Slot) -> usize {
        (((spread(rest) >> 32) * self.slots.len() as u64) >> 32) as usize
    }

    /// Returns the slot with this fingerprint, or the empty slot where the search ended. There
    /// always is one.
    #[inline(always)]
    fn search(&self, rest: Slot) -> usize {
        let mut at = self.start_of(rest);
        while self.slots[at] != EMPTY && self.slots[at] ^ rest > LARGE {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        at
    }

    /// Makes room for one more fingerprint. The load factor is at most one half, because
    /// unsuccessful searches take long above it.
    #[inline(always)]
    fn reserve(&mut self) {
        if (self.used + 1) * 2 > self.slots.len() {
            self.grow();
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = INITIAL_SLOTS.max(self.slots.len() + self.slots.len() / 2);
        let slots = std::mem::replace(&mut self.slots, vec![EMPTY; size]);
        for &slot in filled(&slots, EMPTY, &mut Vec::new()) {
            let at = self.search(slot & !LARGE);
            self.slots[at] = slot;
        }
    }
}

impl Fingerprints {
    /// Returns the count of a fingerprint in the table.
    fn count_of(&self, value: u64) -> u64 {
        let shard = &self.shards[shard_of(value)];
        match count_in(shard.slots[shard.search(rest_of(value))]) {
            LARGE => self.large[&value],
            count => count,
        }
    }

    /// Adds to the count of a fingerprint. Returns whether it became frequent.
    #[inline(always)]
    fn count(&mut self, value: u64, weight: u64) -> bool {
        let shard = &mut self.shards[shard_of(value)];
        shard.reserve();
        let at = shard.search(rest_of(value));
        let slot = &mut shard.slots[at];
        let became_frequent = |old, new| (old <= self.more_than) & (new > self.more_than);
        let old = count_in(*slot);
        if old == LARGE {
            let count = self.large.entry(value).or_default();
            let old = std::mem::replace(count, count.saturating_add(weight));
            return became_frequent(old, *count);
        }
        if weight == 0 {
            return false;
        }
        let is_new = *slot == EMPTY;
        shard.used += usize::from(is_new);
        self.used += usize::from(is_new);
        let new = old.saturating_add(weight);
        *slot = rest_of(value) | new.min(LARGE);
        if new >= LARGE {
            self.large.insert(value, new);
        }
        became_frequent(old, new)
    }

    /// Returns the number of bytes allocated.
    fn bytes(&self) -> u64 {
        let slots: usize = self.shards.iter().map(|shard| shard.slots.len()).sum();
        (slots * size_of::<Slot>() + self.shards.len() * size_of::<Shard>()) as u64
            + self.examples.bytes()
    }

    fn prefetch(&self, values: &[u64]) {
        for &value in values {
            let shard = &self.shards[shard_of(value)];
            let start = shard.start_of(rest_of(value));
            prefetch(&shard.slots, start);
            // The search may continue in the next cache line.
            prefetch(&shard.slots, start + PROBE_LENGTH);
        }
    }

    fn add_values(&mut self, values: &[u64], batch: &Batch<'_>) -> Result<(), Error> {
        for (from, [round, next, _]) in lookahead(values) {
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

impl Structure for Fingerprints {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let mut values = std::mem::take(&mut self.values);
        batch.lines.hash_into(self.hash, &mut values);
        let added = self.add_values(&values, batch);
        self.values = values;
        added
    }

    fn add_block(&mut self, block: &[u8], buffer: &mut Buffer) -> Result<(), Error> {
        let batch = Batch::split_by(self.hash, block, buffer);
        self.add_values(batch.hashes, &batch)
    }

    fn absorb(&mut self, counted: &Frequent<'_>) -> Result<bool, Error> {
        match counted.key {
            Key::Fingerprint(Fingerprint { hash, value }) if hash == self.hash => {
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
            bytes: this.bytes(),
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
            this.order,
            this.more_than,
            |value| this.count_of(value),
            name,
            emit,
        )?;
        Ok(stats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::random::mix;
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
            // Some searches start at the same slot, and some at the end of the table.
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
