//! The set of n-grams that were seen, in about 11 bytes each.
//!
//! An ordered hash table (Amble & Knuth 1974): linear probing, with the keys of a run in order. The slot where a key
//! belongs grows with the key, so the whole table is in order, with gaps. It grows by a fifth in its place, in one pass
//! from its end, and never needs a second copy: right after that it has 11.7 bytes a key, and 9.8 before.

use crate::Gram;

/// A free slot. No key is 0.
const FREE: u64 = 0;
/// Set in the slot of a key that was seen; without it a key is only known to occur more than once.
const SEEN: u64 = 1;

/// Slots before the first one where a key belongs, for runs that reach under it.
const MARGIN: usize = 256;
/// What a new table has room for.
const LEAST: usize = 1 << 17;
/// The table grows when this part of it is full.
const FULL: f64 = 0.82;
/// Where it cannot grow any more, so much of it may be full.
const FULLEST: f64 = 0.9;
const GROWTH: f64 = 1.2;

/// Keys that are looked up together, so that the memory has several of them on their way at a time.
const TOGETHER: usize = 32;

/// The number of a block among all that were kept, where blocks are remembered.
pub type Place = u32;

/// No room for another key within the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

/// A set of n-grams, with for each of them the first block that it was seen in, if that is asked for.
///
/// Memory: 9.8 to 11.7 bytes an n-gram; with places, half as much again.
#[derive(Debug, Clone)]
pub struct Seen {
    slots: Vec<u64>,
    /// As long as `slots`, or empty.
    places: Vec<Place>,
    with_places: bool,
    margin: usize,
    len: usize,
    limit: usize,
    /// The most slots that the budget allows.
    most: usize,
}

impl Seen {
    /// An empty set that takes up to `budget` bytes.
    pub fn new(budget: u64, with_places: bool) -> Self {
        let slot = if with_places { 12 } else { 8 };
        let most = usize::try_from(budget / slot).unwrap_or(usize::MAX).saturating_sub(MARGIN).max(64);
        let mut seen = Seen {
            slots: Vec::new(),
            places: Vec::new(),
            with_places,
            margin: MARGIN,
            len: 0,
            limit: 0,
            most,
        };
        seen.resize(LEAST.min(most), MARGIN);
        seen
    }

    /// How many n-grams it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes that its n-grams take.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * 8 + self.places.capacity() * size_of::<Place>()) as u64
    }

    /// Where the n-gram belongs: at this slot, or in the run under it.
    #[inline]
    fn home(&self, gram: Gram) -> usize {
        let width = (self.slots.len() - self.margin) as u128;
        self.margin + ((u128::from(gram) * width) >> 64) as usize
    }

    /// The slot of the n-gram if it is there, else the one that it would take.
    #[inline]
    fn find(&self, gram: Gram) -> usize {
        let mut at = self.home(gram);
        // The first slot is always free.
        while self.slots[at] > gram | SEEN {
            at -= 1;
        }
        at
    }

    /// Appends to `seen`, for each of the n-grams, whether it was seen.
    pub fn look_up(&self, grams: &[Gram], seen: &mut Vec<bool>) {
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            seen.extend(grams.iter().map(|&gram| self.slots[self.find(gram)] == gram | SEEN));
        }
    }

    /// The block where an n-gram was seen first.
    pub fn place(&self, gram: Gram) -> Option<Place> {
        let at = self.find(gram);
        (self.slots[at] == gram | SEEN).then(|| self.places[at])
    }

    /// Touches the slots of some n-grams; their order does not matter to the processor, so it fetches several at a time.
    #[inline]
    fn fetch(&self, grams: &[Gram]) {
        let touched = grams.iter().fold(0, |sum, &gram| sum ^ self.slots[self.home(gram)]);
        std::hint::black_box(touched);
    }

    /// Adds n-grams that were seen in this block. Those that are there already keep their block.
    ///
    /// # Errors
    /// [`Full`], and then none of them is added.
    pub fn add(&mut self, grams: &[Gram], place: Place) -> Result<(), Full> {
        self.reserve(grams.len())?;
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            for &gram in grams {
                self.insert(gram | SEEN, place);
            }
        }
        Ok(())
    }

    /// Marks those of the n-grams as seen that are there.
    pub fn mark(&mut self, grams: &[Gram], place: Place) {
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            for &gram in grams {
                let at = self.find(gram);
                if self.slots[at] == gram {
                    self.slots[at] |= SEEN;
                    if self.with_places {
                        self.places[at] = place;
                    }
                }
            }
        }
    }

    /// Adds an n-gram that occurs more than once, and says whether it was seen.
    ///
    /// # Errors
    /// [`Full`].
    pub fn expect(&mut self, gram: Gram, seen: bool) -> Result<(), Full> {
        self.reserve(1)?;
        self.insert(gram | u64::from(seen), 0);
        Ok(())
    }

    /// The n-grams that were seen, in descending order.
    pub fn iter(&self) -> impl Iterator<Item = Gram> {
        self.slots.iter().rev().filter(|&&slot| slot & SEEN != 0).map(|slot| slot & !SEEN)
    }

    /// Makes room for more n-grams.
    fn reserve(&mut self, more: usize) -> Result<(), Full> {
        let needed = self.len + more;
        if needed <= self.limit {
            return Ok(());
        }
        let width = self.slots.len() - self.margin;
        let least = (needed as f64 / FULL) as usize + 1;
        let wanted = least.max((width as f64 * GROWTH) as usize).min(self.most);
        if wanted > width {
            self.resize(wanted, self.margin);
        }
        if needed <= self.limit { Ok(()) } else { Err(Full) }
    }

    #[inline]
    fn insert(&mut self, key: u64, place: Place) {
        let at = self.find(key & !SEEN);
        let there = self.slots[at];
        if there | SEEN == key | SEEN {
            return;
        }
        if there != FREE {
            // The keys of this run from here on make room, downwards.
            let free = memchr_free(&self.slots[..at]);
            if free == 0 {
                // The first slot must stay free.
                let width = self.slots.len() - self.margin;
                self.resize(width, 2 * self.margin);
                return self.insert(key, place);
            }
            self.slots.copy_within(free + 1..=at, free);
            if self.with_places {
                self.places.copy_within(free + 1..=at, free);
            }
        } else if at == 0 {
            let width = self.slots.len() - self.margin;
            self.resize(width, 2 * self.margin);
            return self.insert(key, place);
        }
        self.slots[at] = key;
        if self.with_places {
            self.places[at] = place;
        }
        self.len += 1;
    }

    /// Gives every key its slot in a table that is `width` slots wide and has this margin, neither smaller than now. From the end on:
    /// a key never moves down, so none is overwritten.
    fn resize(&mut self, width: usize, margin: usize) {
        let old = self.slots.len();
        let new = width + margin;
        self.slots.reserve_exact(new - old);
        self.slots.resize(new, FREE);
        if self.with_places {
            self.places.reserve_exact(new - old);
            self.places.resize(new, 0);
        }
        self.margin = margin;
        let full = if width == self.most { FULLEST } else { FULL };
        self.limit = (width as f64 * full) as usize;
        let mut next = new;
        for from in (0..old).rev() {
            let key = self.slots[from];
            if key == FREE {
                continue;
            }
            let to = self.home(key & !SEEN).min(next - 1);
            self.slots[from] = FREE;
            self.slots[to] = key;
            if self.with_places {
                self.places[to] = self.places[from];
            }
            next = to;
        }
    }
}

/// The last free slot. The first one is always free.
#[inline]
fn memchr_free(slots: &[u64]) -> usize {
    slots.iter().rposition(|&slot| slot == FREE).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Keys that crowd together as well as keys that do not.
    fn keys() -> impl Strategy<Value = Vec<Gram>> {
        let key = prop_oneof![
            any::<u64>(),
            0u64..600,
            u64::MAX - 600..=u64::MAX,
            (0u64..40).prop_map(|n| n << 58),
        ];
        let key = key.prop_map(|key| (key & !1).max(2));
        prop::collection::vec(key, 0..900)
    }

    proptest! {
        #[test]
        fn it_holds_what_was_added(batches in prop::collection::vec(keys(), 0..4), others in keys()) {
            let mut seen = Seen::new(1 << 30, true);
            let mut plain = BTreeMap::new();
            seen.resize_for_test(64);
            for (place, batch) in batches.iter().enumerate() {
                seen.add(batch, place as Place).unwrap();
                for &key in batch {
                    plain.entry(key).or_insert(place as Place);
                }
            }
            prop_assert_eq!(seen.len(), plain.len());
            for key in others.iter().chain(plain.keys()) {
                prop_assert_eq!(seen.place(*key), plain.get(key).copied());
            }
            let mut found = Vec::new();
            seen.look_up(&others, &mut found);
            prop_assert!(found.iter().eq(others.iter().map(|key| plain.contains_key(key)).collect::<Vec<_>>().iter()));
            prop_assert!(seen.iter().eq(plain.keys().rev().copied()));
        }

        #[test]
        fn an_expected_key_is_seen_once_it_is_marked(expected in keys(), marked in keys(), more in keys()) {
            let mut seen = Seen::new(1 << 30, false);
            for &key in &expected {
                seen.expect(key, false).unwrap();
            }
            seen.mark(&marked, 0);
            seen.mark(&more, 0);
            for key in expected.iter().chain(&marked).chain(&more) {
                let mut found = Vec::new();
                seen.look_up(&[*key], &mut found);
                let both = expected.contains(key) && (marked.contains(key) || more.contains(key));
                prop_assert_eq!(found, [both]);
            }
        }
    }

    fn key(n: u64) -> Gram {
        (crate::token::mixed(n) & !1).max(2)
    }

    #[test]
    fn it_stays_within_its_budget() {
        for budget in [1 << 12, 1 << 20, 3 << 20] {
            let mut seen = Seen::new(budget, false);
            let mut next = 0u64;
            let batch = |next: u64| -> Vec<Gram> {
                (next..next + 50).map(key).collect()
            };
            while seen.add(&batch(next), 0).is_ok() {
                next += 50;
                assert!(seen.bytes() <= budget);
            }
            assert_eq!(seen.len() as u64, next);
            assert!(seen.len() as u64 > budget / 8 * 8 / 10 - 300, "{} of {budget}", seen.len());
            let mut found = Vec::new();
            seen.look_up(&batch(next - 50), &mut found);
            assert_eq!(found, [true; 50]);
        }
    }

    #[test]
    fn it_takes_no_more_than_twelve_bytes_each() {
        let mut seen = Seen::new(u64::MAX, false);
        for n in 0..400_000 {
            seen.add(&[key(n)], 0).unwrap();
            assert!(seen.bytes() <= 12 * seen.len() as u64 + (LEAST as u64 * 8 + 4096));
        }
    }

    impl Seen {
        fn resize_for_test(&mut self, width: usize) {
            self.slots.clear();
            self.slots.shrink_to_fit();
            self.places.clear();
            self.resize(width, 4);
        }
    }
}
