//! The page frequencies of n-grams of several lengths.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use platform::prefetch::prefetch;
use platform::random::mix;
use platform::table::Table;

use super::index::Index;
use super::nested::Run;
use crate::constants::LENGTHS;

/// How often an n-gram occurs on its pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Times {
    /// Once on each of them.
    Once,
    /// More often on one of them.
    Several,
}

impl Times {
    fn of(occurrences: u32, pages: u32) -> Self {
        match occurrences == pages {
            true => Times::Once,
            false => Times::Several,
        }
    }
}

/// The number of pages that an n-gram occurs on, and whether it occurs once on each of them, packed into one number.
/// The order is by pages, then by whether it occurs once. The number 0 stands for n-grams on at most one page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Frequency(u32);

impl Frequency {
    /// The frequency of an n-gram that occurs on `pages` pages, which must be less than 2^31.
    pub const fn new(pages: u32, times: Times) -> Self {
        Frequency(pages << 1 | matches!(times, Times::Once) as u32)
    }

    /// Creates a frequency from its number.
    pub fn from_number(number: u32) -> Self {
        Frequency(number)
    }

    /// Returns its number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// Returns the number of pages.
    pub fn pages(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the n-gram occurs once on each of them.
    pub fn once(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The [`Frequency`]s of the n-grams of one length.
pub struct Frequencies {
    /// For each position, the number of the frequency of the n-gram there.
    by_position: Vec<u32>,
}

impl Frequencies {
    /// Computes the frequencies of the n-grams of length `n`, with four bytes of memory per unit.
    pub fn new(index: &Index, n: usize) -> Self {
        Self::reusing(Vec::new(), index, n)
    }

    /// [`Frequencies::new`], reusing a buffer.
    pub fn reusing(mut memory: Vec<u32>, index: &Index, n: usize) -> Self {
        let pages = index.pages();
        memory.clear();
        memory.resize(pages.positions(), 0);
        // The last n-gram that each page was seen with, and that each content was seen with.
        let mut seen = vec![[0u32; 2]; pages.count()];
        let mut number = 0;
        index.for_each_group(n, |group| {
            if group.len() < 2 {
                return;
            }
            number += 1;
            let (mut on_pages, mut carriers) = (0, 0);
            for &at in group {
                let page = pages.page_of(at as usize);
                on_pages += u32::from(std::mem::replace(&mut seen[page][0], number) != number);
                if let Some(content) = seen.get_mut(pages.content(page)) {
                    carriers += u32::from(std::mem::replace(&mut content[1], number) != number);
                }
            }
            if carriers > 1 {
                let frequency = Frequency::new(carriers, Times::of(group.len() as u32, on_pages));
                for &at in group {
                    memory[at as usize] = frequency.number();
                }
            }
        });
        Frequencies {
            by_position: memory,
        }
    }

    /// Returns the buffer, for reuse.
    pub fn into_memory(self) -> Vec<u32> {
        self.by_position
    }

    /// Returns the number of the [`Frequency`] of the n-gram at a position of the index.
    pub fn at(&self, position: usize) -> u32 {
        self.by_position[position]
    }
}

/// The [`Frequencies`] of all [`LENGTHS`], computed in one pass over the index.
///
/// A class is a combination of frequencies, one for each length. There are few classes, so a position takes two bytes,
/// or three if there are more than 65,536. More than 2^24 classes do not occur in practice; further ones count as the
/// first.
pub(crate) struct FrequencyClasses {
    /// The frequency numbers of each class. The first class is for n-grams on one page only.
    classes: Vec<[u32; LENGTHS.len()]>,
    low: Table<u16>,
    /// The third byte of the classes, if there are more than two bytes can number.
    high: Vec<u8>,
    /// The number of n-grams that occur on several pages.
    pub(crate) grams: u64,
}

/// For each length, the n-gram whose occurrences are being counted.
#[derive(Clone, Copy)]
struct Open {
    /// The rank of its first suffix.
    start: [u32; LENGTHS.len()],
    /// The number of pages it is on, and of page contents.
    on_pages: [u32; LENGTHS.len()],
    carriers: [u32; LENGTHS.len()],
}

impl FrequencyClasses {
    pub(crate) fn new(index: &Index) -> Self {
        let pages = index.pages();
        let (suffixes, common) = index.steps(&LENGTHS);
        let mut shared = FrequencyClasses {
            classes: vec![[0; LENGTHS.len()]],
            low: Table::zeros(pages.positions()).expect("memory for two bytes a unit"),
            high: Vec::new(),
            grams: 0,
        };
        let mut known = HashMap::with_hasher(Mixing);
        known.insert(shared.classes[0], 0u32);
        // For each page and each content, one more than the rank at which it was last seen.
        let mut seen = vec![[0u32; 2]; pages.count()];
        // The n-grams of each length that begin alike: the rank where each ends, and its number.
        let mut closed: [Vec<(u32, u32)>; LENGTHS.len()] = Default::default();
        let mut rank = 0;
        while rank < suffixes.len() {
            let start = rank;
            let mut end = start + 1;
            while end < suffixes.len() && common.at(end) > 0 {
                end += 1;
            }
            rank = end;
            if end == start + 1 {
                continue;
            }
            let mut open = Open {
                start: [start as u32; LENGTHS.len()],
                on_pages: [0; LENGTHS.len()],
                carriers: [0; LENGTHS.len()],
            };
            for (rank, &at) in (start..end).zip(&suffixes[start..end]) {
                let here = rank as u32;
                if rank > start {
                    let same = common.at(rank);
                    for (which, closed) in closed.iter_mut().enumerate().skip(same) {
                        closed.push((here, open.close(which, here)));
                    }
                }
                let at = at as usize;
                // It is written when the group ends.
                prefetch(&shared.low, at);
                let page = pages.page_of(at);
                let last = std::mem::replace(&mut seen[page][0], here + 1);
                for (on_pages, start) in open.on_pages.iter_mut().zip(open.start) {
                    *on_pages += u32::from(last <= start);
                }
                let Some(content) = seen.get_mut(pages.content(page)) else {
                    continue;
                };
                let last = std::mem::replace(&mut content[1], here + 1);
                for (carriers, start) in open.carriers.iter_mut().zip(open.start) {
                    *carriers += u32::from(last <= start);
                }
            }
            for (which, closed) in closed.iter_mut().enumerate() {
                closed.push((end as u32, open.close(which, end as u32)));
                shared.grams += closed.iter().filter(|(_, number)| *number > 0).count() as u64;
            }
            if closed[0][0].1 > 0 {
                shared.place(&suffixes[start..end], start, &closed, &mut known);
            }
            closed.iter_mut().for_each(Vec::clear);
        }
        shared
    }

    /// Assigns classes to the positions of a shortest n-gram, whose first suffix has the rank `start`.
    fn place(
        &mut self,
        group: &[i32],
        start: usize,
        closed: &[Vec<(u32, u32)>; LENGTHS.len()],
        known: &mut HashMap<[u32; LENGTHS.len()], u32, Mixing>,
    ) {
        let mut closed = closed.each_ref().map(|closed| &closed[..]);
        let mut last = ([0; LENGTHS.len()], 0);
        let mut from = 0;
        while let Some(&(end, _)) = closed[LENGTHS.len() - 1].first() {
            let numbers = closed.map(|closed| closed[0].1);
            if numbers != last.0 {
                let new = self.classes.len() as u32;
                let class = match new < 1 << 24 {
                    true => *known.entry(numbers).or_insert(new),
                    false => known.get(&numbers).copied().unwrap_or(0),
                };
                if class == new {
                    self.classes.push(numbers);
                }
                last = (numbers, class);
            }
            let class = last.1;
            if class > u32::from(u16::MAX) && self.high.is_empty() {
                self.high = vec![0; self.low.len()];
            }
            let until = end as usize - start;
            for &at in &group[from..until] {
                self.low[at as usize] = class as u16;
            }
            if class > u32::from(u16::MAX) {
                for &at in &group[from..until] {
                    self.high[at as usize] = (class >> 16) as u8;
                }
            }
            from = until;
            for closed in &mut closed {
                if closed[0].0 == end {
                    *closed = &closed[1..];
                }
            }
        }
    }

    /// Calls `each` for each length with the page's runs of equal numbers of [`Frequency`]s, and returns the results.
    pub(crate) fn of_page<T>(
        &self,
        index: &Index,
        page: usize,
        each: impl Fn(usize, &[Run]) -> T,
    ) -> [T; LENGTHS.len()] {
        let range = index.pages().range(page);
        let low = self.low[range.clone()].chunk_by(|a, b| a == b);
        let mut runs: Vec<Run> = low.map(|run| (run[0].into(), run.len() as u32)).collect();
        if let Some(high) = self.high.get(range) {
            let all = self.low[index.pages().range(page)].iter().zip(high);
            let classes: Vec<u32> = all
                .map(|(&low, &high)| u32::from(low) | u32::from(high) << 16)
                .collect();
            let classes = classes.chunk_by(|a, b| a == b);
            runs = classes.map(|run| (run[0], run.len() as u32)).collect();
        }
        let mut numbers = Vec::with_capacity(runs.len());
        std::array::from_fn(|which| {
            numbers.clear();
            for &(class, count) in &runs {
                let number = self.classes[class as usize][which];
                match numbers.last_mut() {
                    Some((last, all)) if *last == number => *all += count,
                    _ => numbers.push((number, count)),
                }
            }
            each(LENGTHS[which], &numbers)
        })
    }
}

impl Open {
    /// Ends the n-gram of a length at the rank where the next one begins. Returns the number of its [`Frequency`].
    #[inline]
    fn close(&mut self, which: usize, rank: u32) -> u32 {
        let on_pages = std::mem::take(&mut self.on_pages[which]);
        let carriers = std::mem::take(&mut self.carriers[which]);
        let count = rank - std::mem::replace(&mut self.start[which], rank);
        match carriers {
            0 | 1 => 0,
            _ => Frequency::new(carriers, Times::of(count, on_pages)).number(),
        }
    }
}

/// A fast hash of a few numbers. It does not resist hash flooding, which is not a threat here.
#[derive(Clone, Copy, Default)]
struct Mixing;

struct Mixed(u64);

impl BuildHasher for Mixing {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(0)
    }
}

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..word.len()].copy_from_slice(word);
            self.0 = mix(self.0.rotate_left(23) ^ u64::from_le_bytes(number));
        }
    }
}
