//! The set of n-grams that were seen, in about 11 bytes each.
//!
//! An ordered hash table (Amble & Knuth 1974): linear probing, with the keys of a run in order. The slot where a key
//! belongs grows with the key, so the whole table is in order, with gaps. It grows by a fifth in its place, in one pass
//! from its end, and never needs a second copy: right after that it has 11.7 bytes a key, and 9.8 before.

use crate::Gram;

/// A free slot. No key is 0.
const FREE: u64 = 0;
/// Set in the slot of a key that was seen; without it a key is only known to occur more than once.
const SEEN: Mark = 1;

/// What the low bits of a slot say of its key: 0 for one that was not seen, else an odd number, with as much above the lowest
/// bit as [`Width`] has room for.
pub type Mark = u16;

/// How the 64 bits of a slot are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 63 bits of the n-gram's hash.
    Full,
    /// 48 bits of it, and 15 that a mark may use.
    Marked,
}

impl Width {
    /// The bits of a slot that are not the key's.
    #[inline]
    pub(crate) fn low(self) -> u64 {
        match self {
            Width::Full => 1,
            Width::Marked => 0xFFFF,
        }
    }

    /// The key of an n-gram with this hash; no key is 0.
    #[inline]
    pub fn key(self, hash: u64) -> Gram {
        (hash & !self.low()).max(self.low() + 1)
    }

    /// The digits that write a key in hexadecimal, without the bits that are 0 in all keys but the lowest one.
    pub fn digits(self) -> usize {
        match self {
            Width::Full => 16,
            Width::Marked => 12,
        }
    }
}

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
    low: u64,
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
    pub fn new(width: Width, budget: u64, with_places: bool) -> Self {
        let most = Self::most(budget, with_places);
        let mut seen = Seen {
            slots: Vec::new(),
            low: width.low(),
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

    /// The most slots that a budget allows.
    fn most(budget: u64, with_places: bool) -> usize {
        let slot = if with_places { 12 } else { 8 };
        usize::try_from(budget / slot)
            .unwrap_or(usize::MAX)
            .saturating_sub(MARGIN)
            .max(64)
    }

    /// How many n-grams it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether blocks are remembered.
    pub fn has_places(&self) -> bool {
        self.with_places
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
        while self.slots[at] > gram | self.low {
            at -= 1;
        }
        at
    }

    /// What is in the slot of an n-gram apart from its key; 0 if it is not there, or was not seen.
    #[inline]
    fn mark(&self, gram: Gram) -> Mark {
        let slot = self.slots[self.find(gram)];
        if slot & !self.low == gram {
            (slot & self.low) as Mark
        } else {
            0
        }
    }

    /// Appends to `marks` the mark of each of the n-grams; 0 for one that was not seen.
    pub fn look_up(&self, grams: &[Gram], marks: &mut Vec<Mark>) {
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            marks.extend(grams.iter().map(|&gram| self.mark(gram)));
        }
    }

    /// The block where an n-gram was seen first, if blocks are remembered.
    pub fn place(&self, gram: Gram) -> Option<Place> {
        let at = self.find(gram);
        let slot = self.slots[at];
        let seen = slot & !self.low == gram && slot & u64::from(SEEN) != 0;
        seen.then(|| self.places.get(at).copied()).flatten()
    }

    /// Touches the slots of some n-grams; their order does not matter to the processor, so it fetches several at a time.
    #[inline]
    fn fetch(&self, grams: &[Gram]) {
        let touched = grams
            .iter()
            .fold(0, |sum, &gram| sum ^ self.slots[self.home(gram)]);
        std::hint::black_box(touched);
    }

    /// Adds n-grams that were seen in this block, with a mark that is odd. Those that were seen before keep theirs. There must be
    /// room for them: see [`Seen::reserve`].
    pub fn add(&mut self, grams: &[Gram], mark: Mark, place: Place) {
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            for &gram in grams {
                self.insert(gram | u64::from(mark), place);
            }
        }
    }

    /// As [`Seen::add`], but only for n-grams that are expected.
    pub fn add_expected(&mut self, grams: &[Gram], mark: Mark, place: Place) {
        for grams in grams.chunks(TOGETHER) {
            self.fetch(grams);
            for &gram in grams {
                let at = self.find(gram);
                if self.slots[at] == gram {
                    self.slots[at] |= u64::from(mark);
                    if self.with_places {
                        self.places[at] = place;
                    }
                }
            }
        }
    }

    /// Takes all n-grams out, each with its mark, and frees the memory.
    pub fn drain(&mut self) -> impl Iterator<Item = (Gram, Mark)> {
        let low = self.low;
        self.places = Vec::new();
        self.len = 0;
        self.limit = 0;
        let slots = std::mem::take(&mut self.slots).into_iter();
        slots
            .filter(|&slot| slot != FREE)
            .map(move |slot| (slot & !low, (slot & low) as Mark))
    }

    /// Makes room for more n-grams.
    ///
    /// # Errors
    /// [`Full`].
    pub fn reserve(&mut self, more: usize) -> Result<(), Full> {
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
        if needed <= self.limit {
            Ok(())
        } else {
            Err(Full)
        }
    }

    #[inline]
    fn insert(&mut self, mut key: u64, mut place: Place) {
        let mut at = self.find(key & !self.low);
        if self.slots[at] & !self.low == key & !self.low {
            return;
        }
        self.len += 1;
        // The keys of this run from here on move down by one.
        while at > 0 {
            std::mem::swap(&mut key, &mut self.slots[at]);
            if self.with_places {
                std::mem::swap(&mut place, &mut self.places[at]);
            }
            if key == FREE {
                return;
            }
            at -= 1;
        }
        // The first slot stays free: the last key of the run needs a larger margin.
        self.len -= 1;
        self.resize(self.slots.len() - self.margin, 2 * self.margin);
        self.insert(key, place);
    }

    /// Gives every key its slot in a table that is `width` slots wide and has this margin, neither smaller than now.
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
        self.spread(old);
    }

    /// Moves the keys in the first slots, which are in order, to where they belong. From the last one on: none moves down, so none is
    /// overwritten.
    fn spread(&mut self, from: usize) {
        let mut next = self.slots.len();
        for from in (0..from).rev() {
            let key = self.slots[from];
            if key == FREE {
                continue;
            }
            let to = self.home(key & !self.low).min(next - 1);
            self.slots[from] = FREE;
            self.slots[to] = key;
            if self.with_places {
                self.places[to] = self.places[from];
            }
            next = to;
        }
    }
}

/// The n-grams that occur more than once, as they become known.
///
/// Memory: 8 bytes each, and an eighth more while they come.
#[derive(Debug)]
pub struct Expected {
    width: Width,
    slots: Vec<u64>,
    /// How many there is room for in a table.
    most: usize,
    left_out: u64,
}

impl Expected {
    /// None yet; for a table that takes up to `budget` bytes.
    pub fn new(width: Width, budget: u64, with_places: bool) -> Self {
        let most = Seen::most(budget, with_places) as f64 * FULLEST;
        Expected {
            width,
            slots: Vec::new(),
            most: most as usize,
            left_out: 0,
        }
    }

    /// Adds an n-gram; with a mark, it was seen.
    pub fn add(&mut self, gram: Gram, mark: Mark) {
        if self.slots.len() >= self.most {
            self.left_out += 1;
            return;
        }
        if self.slots.len() == self.slots.capacity() {
            self.slots.reserve_exact(self.slots.len() / 8 + 1024);
        }
        self.slots.push(gram | u64::from(mark));
    }

    /// The table of these n-grams.
    ///
    /// # Errors
    /// How many there are, where that is too many.
    pub fn finish(self, budget: u64, with_places: bool) -> Result<Seen, u64> {
        let Expected {
            width,
            mut slots,
            left_out,
            ..
        } = self;
        if left_out > 0 {
            return Err(slots.len() as u64 + left_out);
        }
        let low = width.low();
        if !slots.is_sorted() {
            slots.sort_unstable();
        }
        // What has a mark comes last; the order in a run of equals is of no importance otherwise.
        slots.dedup_by(|later, earlier| {
            let equal = *later & !low == *earlier & !low;
            if equal {
                *earlier = *later;
            }
            equal
        });
        let most = Seen::most(budget, with_places);
        let len = slots.len();
        let wide = ((len as f64 / FULL) as usize + 64).min(most);
        let mut seen = Seen {
            slots,
            low,
            places: Vec::new(),
            with_places,
            margin: MARGIN,
            len,
            limit: usize::MAX,
            most,
        };
        seen.slots.reserve_exact(wide + MARGIN - len);
        seen.slots.resize(wide + MARGIN, FREE);
        // A run may reach so far down that keys would have to move down as well: then the margin is larger.
        let (mut next, mut missing) = (seen.slots.len() as i64, 0);
        for from in (0..len).rev() {
            next = (seen.home(seen.slots[from] & !low) as i64).min(next - 1);
            missing = missing.max(from as i64 + 1 - next);
        }
        seen.margin += missing as usize;
        seen.slots.resize(wide + seen.margin, FREE);
        if with_places {
            seen.places = vec![0; seen.slots.len()];
        }
        seen.spread(len);
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Keys that crowd together as well as keys that do not.
    fn keys() -> impl Strategy<Value = Vec<u64>> {
        let key = prop_oneof![
            any::<u64>(),
            0u64..600,
            (0u64..600).prop_map(|n| n << 16),
            u64::MAX - 600..=u64::MAX,
            (0u64..40).prop_map(|n| n << 58),
        ];
        prop::collection::vec(key, 0..300)
    }

    fn small(width: Width) -> Seen {
        let mut seen = Seen::new(width, 1 << 30, true);
        seen.slots = Vec::new();
        seen.places = Vec::new();
        seen.resize(64, 4);
        seen
    }

    fn all(seen: &Seen, grams: &[Gram]) -> Vec<Mark> {
        let mut marks = Vec::new();
        seen.look_up(grams, &mut marks);
        marks
    }

    proptest! {
        #[test]
        fn it_holds_what_was_added(
            batches in prop::collection::vec(keys(), 0..4), others in keys(), marked in any::<bool>(),
        ) {
            let width = if marked { Width::Marked } else { Width::Full };
            let mut seen = small(width);
            let mut plain = BTreeMap::new();
            for (place, batch) in (0..).zip(&batches) {
                let batch: Vec<Gram> = batch.iter().map(|&hash| width.key(hash)).collect();
                let mark = if marked { 4 * place as Mark + 1 } else { 1 };
                seen.reserve(batch.len()).unwrap();
                seen.add(&batch, mark, place);
                for gram in batch {
                    plain.entry(gram).or_insert((mark, place));
                }
            }
            prop_assert_eq!(seen.len(), plain.len());
            let others = others.iter().map(|&hash| width.key(hash));
            let asked: Vec<Gram> = others.chain(plain.keys().copied()).collect();
            let expected: Vec<Mark> = asked.iter().map(|gram| plain.get(gram).map_or(0, |&(mark, _)| mark)).collect();
            prop_assert_eq!(all(&seen, &asked), expected);
            for gram in asked {
                prop_assert_eq!(seen.place(gram), plain.get(&gram).map(|&(_, place)| place));
            }
            let drained: BTreeMap<Gram, Mark> = seen.drain().collect();
            prop_assert!(drained.into_iter().eq(plain.into_iter().map(|(gram, (mark, _))| (gram, mark))));
        }

        #[test]
        fn an_expected_key_is_seen_once_it_was_added(expected in keys(), added in keys(), more in keys()) {
            let key = |hashes: Vec<u64>| -> Vec<Gram> { hashes.into_iter().map(|hash| Width::Marked.key(hash)).collect() };
            let (expected, added, more) = (key(expected), key(added), key(more));
            let mut seen = Expected::new(Width::Marked, 1 << 30, true);
            for &gram in &expected {
                seen.add(gram, 0);
            }
            let mut seen = seen.finish(1 << 30, true).unwrap();
            seen.add_expected(&added, 7, 0);
            seen.add_expected(&more, 9, 0);
            for gram in expected.iter().chain(&added).chain(&more) {
                let mark = match expected.contains(gram) {
                    true if added.contains(gram) => 7,
                    true if more.contains(gram) => 9,
                    _ => 0,
                };
                prop_assert_eq!(all(&seen, &[*gram]), [mark]);
            }
        }
    }

    #[test]
    fn more_than_there_is_room_for_are_counted() {
        let mut expected = Expected::new(Width::Marked, 1 << 14, false);
        (1..=9_999).for_each(|n| expected.add(n << 16, 0));
        assert_eq!(expected.finish(1 << 14, false).unwrap_err(), 9_999);
    }

    #[test]
    fn of_equals_the_one_with_a_mark_is_expected() {
        let mut expected = Expected::new(Width::Marked, 1 << 20, false);
        for mark in [0, 9, 0] {
            expected.add(5 << 16, mark);
        }
        let seen = expected.finish(1 << 20, false).unwrap();
        assert_eq!(
            (seen.len(), all(&seen, &[5 << 16, 6 << 16])),
            (1, vec![9, 0])
        );
    }

    fn key(n: u64) -> Gram {
        Width::Full.key(crate::token::mixed(n))
    }

    #[test]
    fn it_stays_within_its_budget() {
        for budget in [1 << 12, 1 << 20, 3 << 20] {
            let mut seen = Seen::new(Width::Full, budget, false);
            let mut next = 0u64;
            let batch = |next: u64| -> Vec<Gram> { (next..next + 50).map(key).collect() };
            while seen.reserve(50).is_ok() {
                seen.add(&batch(next), 1, 0);
                next += 50;
                assert!(seen.bytes() <= budget);
            }
            assert_eq!(seen.len() as u64, next);
            assert!(
                seen.len() as u64 > budget / 10 - 300,
                "{} of {budget}",
                seen.len()
            );
            assert_eq!(all(&seen, &batch(next - 50)), [1; 50]);
        }
    }

    #[test]
    fn it_takes_no_more_than_twelve_bytes_each() {
        let mut seen = Seen::new(Width::Full, u64::MAX, false);
        for n in 0..400_000 {
            seen.reserve(1).unwrap();
            seen.add(&[key(n)], 1, 0);
            assert!(seen.bytes() <= 12 * seen.len() as u64 + (LEAST as u64 * 8 + 4096));
        }
    }
}
