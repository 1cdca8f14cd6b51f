//! A compact hash table of a bounded number of lines with counts. Most lines are evicted again.
//!
//! Lines are numbered in insertion order. Their data are in an array indexed by number; their texts
//! are concatenated. A bucket of the table is a cache line with 12 lanes for lines. A lane has the
//! line's number and an 8-bit tag (hash bits). SIMD compares all tags of a bucket at once, because
//! a loop that stops at the match would be mispredicted every time. A full bucket overflows into
//! the next one. The load factor is at most one half, so one bucket in a hundred overflows.
//!
//! Lines are not evicted one by one, but all lines with small counts together. The others are
//! compacted to the front of the array and of the texts. The table is rebuilt from stored hashes,
//! without reading the evicted texts.
//!
//! If most lines are new, write misses would take most of the time, because the table is larger
//! than the L2 cache. So the memory to be written is prefetched as well.

use std::ops::Range;

use wide::u8x16;

use crate::arena::Arena;
use crate::{Batch, Error};
use platform::prefetch::{BATCH, CACHE_LINE, prefetch};

/// A hash table of lines with counts.
pub(crate) struct CompactTable {
    buckets: Vec<Bucket>,
    lines: Vec<Line>,
    texts: Vec<u8>,
    /// The current capacity in lines, and the maximum.
    room: usize,
    most: usize,
    /// The work buffer of [`CompactTable::retain_over`].
    retained: Vec<u32>,
}

/// A bucket: a cache line of the table.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket {
    /// The tag of each lane, `EMPTY_TAG` after the used ones. The last 4 are not lanes and stay `EMPTY_TAG`.
    tags: [u8; 16],
    numbers: [u32; LANES],
}

const EMPTY: Bucket = Bucket {
    tags: [EMPTY_TAG; 16],
    numbers: [0; LANES],
};

#[derive(Clone, Copy)]
struct Line {
    count: u64,
    hash: u64,
    /// The start of the text, which ends where the next one starts.
    start: usize,
}

/// The number of lanes of a bucket.
const LANES: usize = 12;
/// The number of lines per bucket in a full table.
const LINES_PER_BUCKET: usize = LANES / 2;
/// The tag of an empty lane.
const EMPTY_TAG: u8 = 0;
/// The capacity of a new table in lines: several batches.
const INITIAL_CAPACITY: usize = 1 << 10;
/// The maximum length in bytes of a short text. Most texts are short. They are copied together with
/// the bytes behind them, if there are enough. A copy of fixed size takes a few instructions and no
/// branch.
const SHORT_TEXT: usize = 80;
/// The prefetch distance for lines and texts to be written.
const LINES_AHEAD: usize = BATCH;
const TEXTS_AHEAD: usize = 2 << 10;
/// The prefetch distance while texts are moved, in texts.
const MOVES_AHEAD: usize = 16;

/// A free lane for a line, and its bucket.
#[derive(Clone, Copy, Default)]
pub(crate) struct Vacancy {
    bucket: u32,
    lane: u32,
}

/// The result of comparing tags for a batch of lines.
pub(crate) struct Lookup {
    known: [(u32, u32); BATCH],
    known_len: usize,
    absent: [(u32, Vacancy); BATCH],
    absent_len: usize,
}

impl Default for Lookup {
    fn default() -> Self {
        Lookup {
            known: [(0, 0); BATCH],
            known_len: 0,
            absent: [(0, Vacancy::default()); BATCH],
            absent_len: 0,
        }
    }
}

impl Lookup {
    /// Returns the lines that may be in the table: the index in the batch, and the number of the
    /// candidate.
    pub fn known(&self) -> &[(u32, u32)] {
        &self.known[..self.known_len]
    }

    /// Returns the lines that are not in the table: the index in the batch, and a free place.
    pub fn absent(&self) -> &[(u32, Vacancy)] {
        &self.absent[..self.absent_len]
    }
}

fn tag_of(hash: u64) -> u8 {
    (hash as u8).max(EMPTY_TAG + 1)
}

/// Returns the home bucket of a hash, among `buckets`.
fn home_of(hash: u64, buckets: usize) -> usize {
    ((u128::from(hash) * buckets as u128) >> u64::BITS) as usize
}

impl Bucket {
    /// Returns a mask of the lanes with this tag.
    #[inline(always)]
    fn lanes_with(&self, tag: u8) -> u32 {
        let lanes = u8x16::new(self.tags)
            .simd_eq(u8x16::splat(tag))
            .to_bitmask();
        lanes & ((1 << LANES) - 1)
    }

    /// Returns the number in the first lane of this mask.
    #[inline(always)]
    fn number(&self, lanes: u32) -> u32 {
        self.numbers[(lanes.trailing_zeros() as usize).min(LANES - 1)]
    }
}

impl CompactTable {
    /// Creates an empty table for at most `most` lines, limited to 32-bit numbers.
    pub fn new(most: usize) -> Self {
        let mut table = CompactTable {
            buckets: Vec::new(),
            lines: Vec::new(),
            texts: Vec::new(),
            room: 0,
            most: most.min(u32::MAX as usize),
            retained: Vec::new(),
        };
        table.make_room(INITIAL_CAPACITY);
        table
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether the table has its maximum number of lines.
    pub fn is_full(&self) -> bool {
        self.len() == self.most
    }

    /// Whether `more` lines fit without growing.
    pub fn has_room(&self, more: usize) -> bool {
        self.room - self.len() >= more
    }

    /// Returns the number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        let buckets = size_of_val(&self.buckets[..]);
        let lines =
            self.lines.capacity() * size_of::<Line>() + self.retained.capacity() * size_of::<u32>();
        (buckets + lines + self.texts.capacity()) as u64
    }

    /// Classifies the lines with these hashes by their tags: those that may be in the table, whose
    /// data it prefetches, and those that are not. For each line it also prefetches one bucket for
    /// the `later` hashes. More at once would exceed the line fill buffers.
    #[inline(always)]
    pub fn look_up(&self, hashes: &[u64], later: &[u64], lookup: &mut Lookup) {
        (lookup.known_len, lookup.absent_len) = (0, 0);
        let mut later = later.iter().map(|&hash| home_of(hash, self.buckets.len()));
        for (index, &hash) in (0..).zip(hashes) {
            if let Some(home) = later.next() {
                prefetch(&self.buckets, home);
            }
            let home = home_of(hash, self.buckets.len());
            let bucket = &self.buckets[home];
            let lanes = bucket.lanes_with(tag_of(hash));
            let vacancy = Vacancy {
                bucket: home as u32,
                lane: bucket.lanes_with(EMPTY_TAG).trailing_zeros(),
            };
            // Branch-free, because a branch would be mispredicted half of the time.
            let is_known = lanes != 0;
            lookup.known[lookup.known_len % BATCH] = (index, bucket.number(lanes));
            lookup.known_len += usize::from(is_known);
            lookup.absent[lookup.absent_len % BATCH] = (index, vacancy);
            lookup.absent_len += usize::from(!is_known);
        }
        later.for_each(|home| prefetch(&self.buckets, home));
        for &(_, number) in lookup.known() {
            let start = self.lines[number as usize].start;
            prefetch(&self.texts, start);
            prefetch(&self.texts, start + CACHE_LINE);
        }
    }

    /// Returns the range of the text of the line with this number.
    fn range(&self, number: u32) -> Range<usize> {
        let next = self.lines.get(number as usize + 1);
        self.lines[number as usize].start..next.map_or(self.texts.len(), |next| next.start)
    }

    fn text(&self, number: u32) -> &[u8] {
        &self.texts[self.range(number)]
    }

    /// Whether the line with this number is `line`.
    pub fn is(&self, number: u32, line: &[u8]) -> bool {
        self.text(number) == line
    }

    /// Whether the place is still free. If so, a line not found before has not been inserted since.
    #[inline]
    pub fn is_vacant(&self, vacancy: Vacancy) -> bool {
        // The lanes of a bucket are filled in order.
        let bucket = &self.buckets[vacancy.bucket as usize];
        (vacancy.lane as usize) < LANES && bucket.tags[vacancy.lane as usize] == EMPTY_TAG
    }

    /// Returns the number of `line`, or a free place for it. `hash` is its [`line_hash`].
    pub fn search(&self, hash: u64, line: &[u8]) -> Result<u32, Vacancy> {
        for bucket in self.buckets(hash) {
            let bucket = &self.buckets[bucket];
            let mut lanes = bucket.lanes_with(tag_of(hash));
            while lanes != 0 {
                let number = bucket.number(lanes);
                if self.is(number, line) {
                    return Ok(number);
                }
                lanes &= lanes - 1;
            }
            if bucket.lanes_with(EMPTY_TAG) != 0 {
                break;
            }
        }
        Err(self.vacancy(hash))
    }

    /// Returns a free place for a line with this hash.
    pub fn vacancy(&self, hash: u64) -> Vacancy {
        self.buckets(hash)
            .map(|bucket| Vacancy {
                bucket: bucket as u32,
                lane: self.buckets[bucket].lanes_with(EMPTY_TAG).trailing_zeros(),
            })
            .find(|vacancy| (vacancy.lane as usize) < LANES)
            .unwrap_or_default()
    }

    /// Returns the buckets that may contain a line with this hash, in probe order.
    fn buckets(&self, hash: u64) -> impl Iterator<Item = usize> {
        let home = home_of(hash, self.buckets.len());
        (home..self.buckets.len()).chain(0..home)
    }

    /// Adds to the count of the line with this number, saturating at `u64::MAX`.
    #[inline]
    pub fn increase(&mut self, number: u32, by: u64) {
        let count = &mut self.lines[number as usize].count;
        *count = count.saturating_add(by);
    }

    /// Inserts the line at `index` of a batch with a count. `vacancy` must come from a search for
    /// it, and the table must have room.
    #[inline(always)]
    pub fn insert(&mut self, vacancy: Vacancy, batch: &Batch<'_>, index: usize, count: u64) {
        let number = self.len() as u32;
        let (hash, line) = (batch.hashes[index], batch.lines.get(index));
        self.put(vacancy, hash, number);
        prefetch(&self.lines, self.lines.len() + LINES_AHEAD);
        prefetch(&self.texts, self.texts.len() + TEXTS_AHEAD);
        prefetch(&self.texts, self.texts.len() + TEXTS_AHEAD + CACHE_LINE);
        self.lines.push(Line {
            count,
            hash,
            start: self.texts.len(),
        });
        match batch.lines.beginning_with::<SHORT_TEXT>(index) {
            Some(bytes) if line.len() <= SHORT_TEXT => {
                let end = self.texts.len() + line.len();
                self.texts.extend_from_slice(bytes);
                self.texts.truncate(end);
            }
            _ => self.texts.extend_from_slice(line),
        }
    }

    fn put(&mut self, Vacancy { bucket, lane }: Vacancy, hash: u64, number: u32) {
        let bucket = &mut self.buckets[bucket as usize];
        bucket.tags[lane as usize] = tag_of(hash);
        bucket.numbers[lane as usize] = number;
    }

    /// Makes room for `more` lines, up to the maximum. Returns whether the table grew, which invalidates vacancies.
    pub fn grow_for(&mut self, more: usize) -> bool {
        let grows = !self.has_room(more) && self.room < self.most;
        if grows {
            self.make_room(self.room.saturating_mul(2));
        }
        grows
    }

    fn make_room(&mut self, room: usize) {
        self.room = room.min(self.most);
        let buckets = self.room / LINES_PER_BUCKET + 1;
        self.buckets = vec![EMPTY; buckets];
        self.lines.reserve_exact(self.room - self.len());
        self.fill();
    }

    /// Inserts all lines into the empty table.
    fn fill(&mut self) {
        for number in 0..self.len() {
            let hash = self.lines[number].hash;
            self.put(self.vacancy(hash), hash, number as u32);
        }
    }

    /// Evicts the lines with counts up to `count`; the others are renumbered. Returns the smallest remaining count, or
    /// `u64::MAX` if there are none.
    pub fn retain_over(&mut self, count: u64) -> u64 {
        self.retained.resize(self.len(), 0);
        let mut len = 0;
        for (number, line) in (0..).zip(&self.lines) {
            self.retained[len] = number;
            len += usize::from(line.count > count);
        }
        let mut least = u64::MAX;
        let mut end = 0;
        for new in 0..len {
            if let Some(&further) = self.retained[..len].get(new + MOVES_AHEAD) {
                prefetch(&self.texts, self.lines[further as usize].start);
            }
            let text = self.range(self.retained[new]);
            let line = self.lines[self.retained[new] as usize];
            least = least.min(line.count);
            self.lines[new] = Line { start: end, ..line };
            end += text.len();
            self.texts.copy_within(text, self.lines[new].start);
        }
        self.lines.truncate(len);
        self.texts.truncate(end);
        self.buckets.fill(EMPTY);
        self.fill();
        least
    }

    /// Returns the lines whose count, mapped by `count`, is above `more_than`, in an arena with
    /// chunks of 2^shift bytes.
    pub fn into_arena(
        mut self,
        shift: u32,
        more_than: u64,
        count: impl Fn(u64) -> u64,
    ) -> Result<Arena, Error> {
        self.buckets = Vec::new();
        self.retained = Vec::new();
        let mut arena = Arena::new(shift, 0);
        for (number, line) in (0..).zip(&self.lines) {
            let new = count(line.count);
            if new > more_than {
                arena
                    .push(new, &[], self.text(number))
                    .ok_or(Error::TooLarge)?;
            }
        }
        Ok(arena)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Buffer, line_hash};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn contents(table: &CompactTable) -> BTreeMap<Vec<u8>, u64> {
        (0..table.len() as u32)
            .map(|number| {
                (
                    table.text(number).to_vec(),
                    table.lines[number as usize].count,
                )
            })
            .collect()
    }

    /// Adds lines to a table and to a map, each with its length as its count.
    fn add(table: &mut CompactTable, expected: &mut BTreeMap<Vec<u8>, u64>, batch: &Batch<'_>) {
        for (index, line) in batch.lines.iter().enumerate() {
            let hash = batch.hashes[index];
            table.grow_for(1);
            match table.search(hash, line) {
                Ok(number) => table.increase(number, line.len() as u64),
                Err(vacancy) => {
                    assert!(table.is_vacant(vacancy));
                    table.insert(vacancy, batch, index, line.len() as u64);
                    assert!(!table.is_vacant(vacancy));
                }
            }
            *expected.entry(line.to_vec()).or_insert(0) += line.len() as u64;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(ProptestConfig::default().cases / 8))]

        #[test]
        fn lines_are_those_of_a_map(
            lines in prop::collection::vec("[ab]{0,8}|[a-c]{70,90}|x{300}", 0..500),
            batches in 1usize..9,
            least in 0u64..200,
            few_hashes in any::<bool>(),
        ) {
            let mut table = CompactTable::new(usize::MAX);
            let mut expected = BTreeMap::new();
            for lines in lines.chunks(lines.len() / batches + 1) {
                let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
                let mut buffer = Buffer::default();
                let mut batch = Batch::new(&lines, None, &mut buffer);
                let same: Vec<u64> = batch.hashes.iter().map(|hash| (hash % 3) << 62).collect();
                if few_hashes {
                    batch.hashes = &same;
                }
                add(&mut table, &mut expected, &batch);
                prop_assert_eq!(&contents(&table), &expected);
                let floor = table.retain_over(least);
                expected.retain(|_, count| *count > least);
                prop_assert_eq!(floor, expected.values().copied().min().unwrap_or(u64::MAX));
                prop_assert_eq!(&contents(&table), &expected);
            }
            let arena = table.into_arena(16, 3, |count| count / 2).unwrap();
            let counts: BTreeMap<Vec<u8>, u64> =
                arena.iter().map(|(_, entry)| (entry.line.to_vec(), entry.count)).collect();
            expected.values_mut().for_each(|count| *count /= 2);
            expected.retain(|_, count| *count > 3);
            prop_assert_eq!(counts, expected);
        }
    }

    #[test]
    fn a_look_finds_what_is_there() {
        let texts: Vec<String> = (0..5000).map(|number| number.to_string()).collect();
        let lines: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let mut buffer = Buffer::default();
        let batch = Batch::new(&lines, None, &mut buffer);
        let mut table = CompactTable::new(4000);
        add(
            &mut table,
            &mut BTreeMap::new(),
            &Batch::new(&lines[..4000], None, &mut Buffer::default()),
        );
        assert!(table.is_full() && !table.has_room(1));
        let mut lookup = Lookup::default();
        let mut mistaken = 0;
        for (from, hashes) in (0..).step_by(BATCH).zip(batch.hashes.chunks(BATCH)) {
            table.look_up(hashes, &[], &mut lookup);
            assert_eq!(lookup.known().len() + lookup.absent().len(), hashes.len());
            for &(index, number) in lookup.known() {
                let index = from + index as usize;
                mistaken += usize::from(!table.is(number, lines[index]));
            }
            for &(index, vacancy) in lookup.absent() {
                let index = from + index as usize;
                let is_there = table.search(line_hash(lines[index]), lines[index]).is_ok();
                // This happens only after a full bucket.
                assert!(!is_there || !table.is_vacant(vacancy));
            }
        }
        assert!(mistaken < 200, "{mistaken}");
    }
}
