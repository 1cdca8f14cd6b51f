//! The set of n-grams seen so far, in about 11 bytes each.
//!
//! An ordered hash table (Amble & Knuth 1974) of cache lines. The home line of a key is monotone in the key, and a full
//! line evicts its smallest key to the line below. So the whole table is sorted, with gaps. It grows by a sixth in
//! place, in one pass from its end, without a second copy: right after growing it takes 11.9 bytes a key, and 10.1
//! before.
//!
//! In a table larger than the caches every key is a cache miss. So keys are processed in batches, and the cache lines
//! of a batch are prefetched while the keys of earlier ones are searched.

use platform::prefetch::{lookahead, prefetch};
use platform::simd::{self, Work};

use crate::{Gram, Width};

/// An empty slot. No key is 0.
const FREE: u64 = 0;
/// Set in the slot of a key that was seen; without it the key is only known to occur more than once.
const SEEN: Mark = 1;

/// The low bits of a slot: 0 for a key that was not seen, else an odd number whose other bits are data, as many as
/// [`Width`] provides.
pub type Mark = u16;

/// The number of slots in a cache line.
const LINE: usize = 8;
/// The number of lines below the first home line, for keys evicted from it.
const MARGIN: usize = 32;
/// The size of a new table in lines.
const NEW_LINES: usize = 1 << 14;
/// The load factor at which the table grows: above, keys are evicted through many lines.
const FULL: f64 = 0.79;
/// The maximum load factor of a table that cannot grow any more.
const FULLEST: f64 = 0.9;
const GROWTH: f64 = 1.175;

/// The global number of a block, kept or removed.
pub type BlockNumber = u32;

/// There is no room for another key within the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

impl std::fmt::Display for Full {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("no room for another n-gram within the memory budget")
    }
}

impl std::error::Error for Full {}

/// An n-gram with the place where it was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sighting {
    /// The n-gram.
    pub gram: Gram,
    /// Its mark; odd.
    pub mark: Mark,
    /// The block where it was seen.
    pub block_number: BlockNumber,
}

/// A set of n-grams, optionally with the block where each was first seen.
///
/// Memory: 10.1 to 11.9 bytes an n-gram; with block numbers 50 % more.
#[derive(Debug, Clone)]
pub struct Seen {
    /// The lines, from slot `first` on, which is aligned to a cache line; behind them less than a line of padding. The
    /// keys of a line are ascending, after its empty slots.
    slots: Vec<u64>,
    first: usize,
    low: u64,
    /// The number of leading bits that all n-grams have in common.
    common: u32,
    /// The block of each slot, or empty.
    block_numbers: Vec<BlockNumber>,
    stored: Stored,
    /// The number of lines below the first home line.
    margin: usize,
    /// The number of home lines.
    lines: usize,
    len: usize,
    limit: usize,
    /// The maximum number of lines within the budget.
    most: usize,
}

/// What is stored with an n-gram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stored {
    /// Its mark.
    Marks,
    /// Its mark, and the number of its block.
    BlockNumbers,
}

impl Seen {
    /// An empty set that takes at most `budget` bytes.
    pub fn new(width: Width, budget: u64, stored: Stored) -> Self {
        Self::of(width, budget, stored, 0)
    }

    /// The same without block numbers, for n-grams that have this number of leading bits in common.
    pub(crate) fn shard(width: Width, budget: u64, common: u32) -> Self {
        Self::of(width, budget, Stored::Marks, common)
    }

    fn of(width: Width, budget: u64, stored: Stored, common: u32) -> Self {
        let most = Self::most(budget, stored);
        let mut seen = Seen {
            slots: Vec::new(),
            first: 0,
            low: width.low(),
            common,
            block_numbers: Vec::new(),
            stored,
            margin: 0,
            lines: 0,
            len: 0,
            limit: 0,
            most,
        };
        seen.resize(NEW_LINES.min(most), MARGIN);
        seen
    }

    /// The maximum number of lines within a budget.
    fn most(budget: u64, stored: Stored) -> usize {
        let slot = match stored {
            Stored::BlockNumbers => 12,
            Stored::Marks => 8,
        };
        let slots = usize::try_from(budget / slot).unwrap_or(usize::MAX);
        (slots / LINE).saturating_sub(MARGIN + 1).max(LINE)
    }

    /// The number of n-grams.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether block numbers are stored.
    pub fn has_block_numbers(&self) -> bool {
        self.stored == Stored::BlockNumbers
    }

    /// The number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        (self.slots.capacity() * 8 + self.block_numbers.capacity() * size_of::<BlockNumber>())
            as u64
    }

    /// The first slot of the home line of an n-gram, which is in this line or below.
    #[inline]
    fn home(&self, gram: Gram) -> usize {
        let line = (u128::from(gram << self.common) * self.lines as u128) >> 64;
        self.first + LINE * (self.margin + line as usize)
    }

    /// The line at this slot.
    #[inline]
    fn line(&self, start: usize) -> &[u64; LINE] {
        self.slots[start..]
            .first_chunk()
            .expect("all lines are whole")
    }

    /// The slot of an n-gram if it is present; `None` otherwise.
    #[inline]
    fn find(&self, gram: Gram) -> usize {
        let key = gram | self.low;
        let mut start = self.home(gram);
        loop {
            let line = self.line(start);
            // A branch-free binary search for the last slot that is not greater: a branch would be mispredicted half of
            // the time.
            let mut at = 4 * usize::from(line[4] <= key);
            at += 2 * usize::from(line[at + 2] <= key);
            at += usize::from(line[at + 1] <= key);
            if line[0] <= key || start == self.first {
                return start + at;
            }
            start -= LINE;
        }
    }

    /// The low bits of an n-gram's slot; 0 if it is not present or was not seen.
    #[inline]
    fn mark(&self, gram: Gram) -> Mark {
        let slot = self.slots[self.find(gram)];
        if slot & !self.low == gram {
            (slot & self.low) as Mark
        } else {
            0
        }
    }

    /// Appends the mark of each n-gram to `marks`; 0 if it was not seen.
    pub fn look_up(&self, grams: &[Gram], marks: &mut Vec<Mark>) {
        Self::look_up_in(grams, |_| self, marks);
    }

    /// The same in several sets: each n-gram in its own.
    #[inline]
    pub(crate) fn look_up_in<'s>(
        grams: &[Gram],
        set: impl Fn(Gram) -> &'s Seen,
        marks: &mut Vec<Mark>,
    ) {
        for (_, [now, next, later]) in lookahead(grams) {
            later.iter().for_each(|&gram| set(gram).fetch(gram));
            next.iter().for_each(|&gram| set(gram).fetch_more(gram));
            marks.extend(now.iter().map(|&gram| set(gram).mark(gram)));
        }
    }

    /// The block where an n-gram was first seen, if block numbers are stored.
    pub fn block_number(&self, gram: Gram) -> Option<BlockNumber> {
        let at = self.find(gram);
        let slot = self.slots[at];
        let seen = slot & !self.low == gram && slot & u64::from(SEEN) != 0;
        seen.then(|| self.block_numbers.get(at).copied()).flatten()
    }

    /// Prefetches the home line of an n-gram and the line below.
    #[inline]
    pub(crate) fn fetch(&self, gram: Gram) {
        let start = self.home(gram);
        prefetch(&self.slots, start);
        prefetch(&self.slots, start - LINE);
        if self.stored == Stored::BlockNumbers {
            prefetch(&self.block_numbers, start);
        }
    }

    /// Prefetches the line below these two if both are full; to be called when their prefetch has completed.
    #[inline]
    pub(crate) fn fetch_more(&self, gram: Gram) {
        let start = self.home(gram);
        let full = (self.slots[start] != FREE) & (self.slots[start - LINE] != FREE);
        let below = if full { 2 * LINE } else { 0 };
        prefetch(&self.slots, start.wrapping_sub(below));
    }

    /// Adds n-grams that were seen. Those seen before keep their marks and blocks. There must be room for them: see
    /// [`Seen::reserve`].
    pub fn add(&mut self, sightings: &[Sighting]) {
        simd::run(AddBatch {
            seen: self,
            sightings,
        });
    }

    /// Looks up n-grams, and adds those that were not seen with the marks in `marks`. Afterwards these are the marks with
    /// which they were seen before, or 0. There must be room for all of them.
    pub(crate) fn look_up_or_add(&mut self, grams: &[Gram], marks: &mut [Mark]) {
        simd::run(LookUpOrAdd {
            seen: self,
            grams,
            marks,
        });
    }

    /// Changes the mark of an n-gram that is present; with 0 it was not seen.
    pub(crate) fn change(&mut self, gram: Gram, mark: Mark) {
        let at = self.find(gram);
        if self.slots[at] & !self.low == gram {
            self.slots[at] = gram | u64::from(mark);
        }
    }

    /// As [`Seen::add`], but only for n-grams that are present in the set.
    pub fn add_expected(&mut self, sightings: &[Sighting]) {
        for (_, [now, next, later]) in lookahead(sightings) {
            self.prefetch_batches(next, later);
            for sighting in now {
                let at = self.find(sighting.gram);
                if self.slots[at] == sighting.gram {
                    self.slots[at] |= u64::from(sighting.mark);
                    if self.stored == Stored::BlockNumbers {
                        self.block_numbers[at] = sighting.block_number;
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn prefetch_batches(&self, next: &[Sighting], later: &[Sighting]) {
        for sighting in later {
            self.fetch(sighting.gram);
        }
        for sighting in next {
            self.fetch_more(sighting.gram);
        }
    }

    /// Removes and returns all n-grams with their marks, and frees the memory.
    pub fn drain(&mut self) -> impl Iterator<Item = (Gram, Mark)> {
        let low = self.low;
        self.block_numbers = Vec::new();
        self.len = 0;
        self.limit = 0;
        let slots = std::mem::take(&mut self.slots).into_iter();
        slots
            .filter(|&slot| slot != FREE)
            .map(move |slot| (slot & !low, (slot & low) as Mark))
    }

    /// Whether there is room for more n-grams without growing.
    pub(crate) fn has_room(&self, more: usize) -> bool {
        self.len + more <= self.limit
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
        let least = (needed as f64 / FULL) as usize / LINE + 1;
        let wanted = least
            .max((self.lines as f64 * GROWTH) as usize)
            .min(self.most);
        if wanted > self.lines {
            self.resize(wanted, self.margin);
        }
        if needed <= self.limit {
            Ok(())
        } else {
            Err(Full)
        }
    }

    #[inline(always)]
    fn insert(&mut self, mut key: u64, mut block_number: BlockNumber) {
        let mut start = self.home(key & !self.low);
        loop {
            let line: &mut [u64; LINE] =
                (self.slots[start..].first_chunk_mut()).expect("all lines are whole");
            let is_there = |found, &slot: &u64| found | (slot ^ key <= self.low);
            if line.iter().fold(false, is_there) {
                let known = (line.iter_mut()).find(|slot| **slot == key & !self.low);
                known.into_iter().for_each(|slot| *slot = key);
                return;
            }
            let least = line[0];
            if least != FREE && start == self.first {
                // There is no line below.
                self.resize(self.lines, 2 * self.margin);
                start = self.home(key & !self.low);
                continue;
            }
            if self.stored == Stored::BlockNumbers {
                let moved = line.iter().filter(|&&slot| slot <= key).count();
                let moved = self.block_numbers[start..start + moved].iter_mut().rev();
                moved.for_each(|other| std::mem::swap(&mut block_number, other));
            }
            // Smaller keys move down by one slot, branch-free.
            for at in 0..LINE - 1 {
                line[at] = line[at].max(key.min(line[at + 1]));
            }
            line[LINE - 1] = line[LINE - 1].max(key);
            if least == FREE {
                self.len += 1;
                return;
            }
            key = key.min(least);
            start -= LINE;
        }
    }

    /// Moves every key to its slot in a table with this number of home lines and this margin. Neither may shrink.
    fn resize(&mut self, lines: usize, margin: usize) {
        let old = LINE * (self.margin + self.lines);
        (self.lines, self.margin) = (lines, margin);
        self.allocate();
        let full = if lines == self.most { FULLEST } else { FULL };
        self.limit = ((LINE * lines) as f64 * full) as usize;
        self.spread(old);
    }

    /// Allocates the slots for the current number of lines.
    fn allocate(&mut self) {
        let new = LINE * (self.margin + self.lines + 1);
        self.slots.reserve_exact(new - self.slots.len());
        self.slots.resize(new, FREE);
        if self.stored == Stored::BlockNumbers {
            self.block_numbers
                .reserve_exact(new - self.block_numbers.len());
            self.block_numbers.resize(new, 0);
        }
        // Slots before and behind the lines are empty. Large allocations have the same offset in a page, so this is
        // rare.
        let first = self.slots.as_ptr().align_offset(size_of::<[u64; LINE]>()) % LINE;
        let shift = (first + new - self.first) % new;
        if shift > 0 {
            self.slots.rotate_right(shift);
            if self.stored == Stored::BlockNumbers {
                self.block_numbers.rotate_right(shift);
            }
        }
        self.first = first;
    }

    /// Moves the keys in the first slots of the lines, which are sorted, to their home lines, from the last one on:
    /// none moves down, so none is overwritten.
    fn spread(&mut self, count: usize) {
        let mut next = self.first + LINE * (self.margin + self.lines);
        for from in (self.first..self.first + count).rev() {
            let key = self.slots[from];
            if key == FREE {
                continue;
            }
            let to = (self.home(key & !self.low) + LINE - 1).min(next - 1);
            self.slots[from] = FREE;
            self.slots[to] = key;
            if self.stored == Stored::BlockNumbers {
                self.block_numbers[to] = self.block_numbers[from];
            }
            next = to;
        }
    }
}

struct LookUpOrAdd<'a> {
    seen: &'a mut Seen,
    grams: &'a [Gram],
    marks: &'a mut [Mark],
}

impl Work for LookUpOrAdd<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let LookUpOrAdd { seen, grams, marks } = self;
        for (from, [now, next, later]) in lookahead(grams) {
            later.iter().for_each(|&gram| seen.fetch(gram));
            next.iter().for_each(|&gram| seen.fetch_more(gram));
            for (&gram, mark) in now.iter().zip(&mut marks[from..]) {
                let at = seen.find(gram);
                let slot = seen.slots[at];
                let before = match slot & !seen.low == gram {
                    true => (slot & seen.low) as Mark,
                    false => 0,
                };
                if before == 0 {
                    seen.insert(gram | u64::from(*mark), 0);
                }
                *mark = before;
            }
        }
    }
}

struct AddBatch<'a> {
    seen: &'a mut Seen,
    sightings: &'a [Sighting],
}

impl Work for AddBatch<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for (_, [now, next, later]) in lookahead(self.sightings) {
            self.seen.prefetch_batches(next, later);
            for sighting in now {
                let key = sighting.gram | u64::from(sighting.mark);
                self.seen.insert(key, sighting.block_number);
            }
        }
    }
}

/// Builds a set of n-grams that occur more than once.
///
/// Memory: 8 bytes an n-gram, and an eighth more while they are added.
#[derive(Debug)]
pub struct SeenBuilder {
    width: Width,
    stored: Stored,
    /// The maximum number of lines of the table.
    lines: usize,
    slots: Vec<u64>,
    /// The maximum number of n-grams in it.
    most: usize,
    left_out: u64,
}

impl SeenBuilder {
    /// An empty set, for a table that takes at most `budget` bytes.
    pub fn new(width: Width, budget: u64, stored: Stored) -> Self {
        let lines = Seen::most(budget, stored);
        let most = (LINE * lines) as f64 * FULLEST;
        SeenBuilder {
            width,
            stored,
            lines,
            slots: Vec::new(),
            most: most as usize,
            left_out: 0,
        }
    }

    /// Adds an n-gram; a mark means that it was seen.
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

    /// The set of these n-grams.
    ///
    /// # Errors
    /// The number of n-grams if it is too large.
    pub fn finish(self) -> Result<Seen, u64> {
        let SeenBuilder {
            width,
            stored,
            lines: most,
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
        // If n-grams are equal, the last one has the mark, if any has one; otherwise they are
        // interchangeable.
        slots.dedup_by(|later, earlier| {
            let equal = *later & !low == *earlier & !low;
            if equal {
                *earlier = *later;
            }
            equal
        });
        let len = slots.len();
        let mut seen = Seen {
            slots,
            first: 0,
            low,
            common: 0,
            block_numbers: Vec::new(),
            stored,
            margin: MARGIN,
            lines: ((len as f64 / FULL) as usize / LINE + LINE).min(most),
            len,
            limit: usize::MAX,
            most,
        };
        // Lines may evict more keys than fit below the first line: then a larger margin is needed.
        let mut next = (LINE * (seen.margin + seen.lines)) as i64;
        let mut missing = 0;
        for from in (0..len).rev() {
            let last = seen.home(seen.slots[from] & !low) + LINE - 1;
            next = (last as i64).min(next - 1);
            missing = missing.max(from as i64 + 1 - next);
        }
        seen.margin += (missing as usize).div_ceil(LINE);
        seen.allocate();
        seen.spread(len);
        Ok(seen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Keys that are clustered as well as uniform ones.
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
        let mut seen = Seen::new(width, 1 << 30, Stored::BlockNumbers);
        seen.slots = Vec::new();
        seen.block_numbers = Vec::new();
        (seen.lines, seen.margin) = (0, 0);
        seen.resize(8, 1);
        seen
    }

    fn sightings(grams: &[Gram], mark: Mark, block_number: BlockNumber) -> Vec<Sighting> {
        let sighting = |&gram| Sighting {
            gram,
            mark,
            block_number,
        };
        grams.iter().map(sighting).collect()
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
            for (block_number, batch) in (0..).zip(&batches) {
                let batch: Vec<Gram> = batch.iter().map(|&hash| width.key(hash)).collect();
                let mark = if marked { 4 * block_number as Mark + 1 } else { 1 };
                seen.reserve(batch.len()).unwrap();
                seen.add(&sightings(&batch, mark, block_number));
                for gram in batch {
                    plain.entry(gram).or_insert((mark, block_number));
                }
            }
            prop_assert_eq!(seen.len(), plain.len());
            let others = others.iter().map(|&hash| width.key(hash));
            let asked: Vec<Gram> = others.chain(plain.keys().copied()).collect();
            let expected: Vec<Mark> = asked.iter().map(|gram| plain.get(gram).map_or(0, |&(mark, _)| mark)).collect();
            prop_assert_eq!(all(&seen, &asked), expected);
            for gram in asked {
                prop_assert_eq!(seen.block_number(gram), plain.get(&gram).map(|&(_, block_number)| block_number));
            }
            let drained: BTreeMap<Gram, Mark> = seen.drain().collect();
            prop_assert!(drained.into_iter().eq(plain.into_iter().map(|(gram, (mark, _))| (gram, mark))));
        }

        #[test]
        fn an_expected_key_is_seen_once_it_was_added(expected in keys(), added in keys(), more in keys()) {
            let key = |hashes: Vec<u64>| -> Vec<Gram> { hashes.into_iter().map(|hash| Width::Marked.key(hash)).collect() };
            let (expected, added, more) = (key(expected), key(added), key(more));
            let mut seen = SeenBuilder::new(Width::Marked, 1 << 30, Stored::BlockNumbers);
            for &gram in &expected {
                seen.add(gram, 0);
            }
            let mut seen = seen.finish().unwrap();
            seen.add_expected(&sightings(&added, 7, 0));
            seen.add_expected(&sightings(&more, 9, 0));
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
        let mut expected = SeenBuilder::new(Width::Marked, 1 << 14, Stored::Marks);
        (1..=9_999).for_each(|n| expected.add(n << 16, 0));
        assert_eq!(expected.finish().unwrap_err(), 9_999);
    }

    #[test]
    fn of_equals_the_one_with_a_mark_is_expected() {
        let mut expected = SeenBuilder::new(Width::Marked, 1 << 20, Stored::Marks);
        for mark in [0, 9, 0] {
            expected.add(5 << 16, mark);
        }
        let seen = expected.finish().unwrap();
        assert_eq!(
            (seen.len(), all(&seen, &[5 << 16, 6 << 16])),
            (1, vec![9, 0])
        );
    }

    fn key(n: u64) -> Gram {
        Width::Full.key(tokens::hashes::mixed(n))
    }

    #[test]
    fn it_stays_within_its_budget() {
        for budget in [1 << 12, 1 << 20, 3 << 20] {
            let mut seen = Seen::new(Width::Full, budget, Stored::Marks);
            let mut next = 0u64;
            let batch = |next: u64| -> Vec<Gram> { (next..next + 50).map(key).collect() };
            while seen.reserve(50).is_ok() {
                seen.add(&sightings(&batch(next), 1, 0));
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
        let mut seen = Seen::new(Width::Full, u64::MAX, Stored::Marks);
        for n in 0..400_000 {
            seen.reserve(1).unwrap();
            seen.add(&sightings(&[key(n)], 1, 0));
            assert!(
                seen.bytes() <= 12 * seen.len() as u64 + ((LINE * NEW_LINES) as u64 * 8 + 4096)
            );
        }
    }
}
