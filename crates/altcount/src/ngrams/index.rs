//! One index for the n-grams of every length: the suffix array of all pages, with the lengths of common prefixes.
//!
//! The occurrences of an n-gram are neighbours in the suffix array. So one pass over it finds all n-grams of a length
//! with their counts, ordered by bytes (code points and UTF-8 sort alike). A divider symbol separates the pages, and
//! common prefixes end at the end of a page, so no n-gram crosses pages.

use std::borrow::Cow;
use std::ops::Range;

#[cfg(not(target_arch = "wasm32"))]
use libsais::SuffixArrayConstruction;
use platform::prefetch::prefetch;
use platform::table::{Table, Zeroable};

/// The suffix array of a set of pages.
///
/// It takes 10 bytes per unit during construction, and 6 afterwards. An index for short n-grams
/// ([`Index::build_short`]) takes 5.5 or 6.5, and 4.5 afterwards.
#[derive(Debug)]
pub struct Index {
    /// The suffix array. The suffixes of the dividers, one per page, come first.
    suffixes: Table<i32>,
    common: Common,
    pages: Pages,
    /// For each position, the distance to the next delimiter, if n-grams are aligned.
    to_delimiter: Option<Vec<u16>>,
}

/// The LCP array: the length of the common prefix of neighbouring suffixes within their pages, up to a limit.
#[derive(Debug)]
enum Common {
    /// At most [`Index::MAX_N`].
    Long(Vec<u16>),
    /// At most [`Index::SHORT`], at the resolution of some lengths.
    Short(Steps),
}

/// For each suffix, how many of some lengths its common prefix with the suffix before reaches: four bits each.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    /// The lengths, in ascending order.
    lengths: Vec<usize>,
    packed: Vec<u8>,
}

impl Steps {
    /// The greatest number of lengths.
    const MAX_LENGTHS: usize = 15;

    /// Packs the common prefixes of `count` suffixes; `common` yields their lengths in order. Returns `None` if memory
    /// runs out.
    fn new(
        lengths: &[usize],
        count: usize,
        mut common: impl Iterator<Item = usize>,
    ) -> Option<Self> {
        assert!(lengths.is_sorted() && lengths.len() <= Self::MAX_LENGTHS);
        assert!(lengths.iter().all(|&length| length <= Index::SHORT));
        let steps: [u8; Index::SHORT + 1] =
            std::array::from_fn(|common| lengths.iter().filter(|&&n| n <= common).count() as u8);
        let mut next = || steps[common.next().map_or(0, |common| common.min(Index::SHORT))];
        let mut packed = Vec::new();
        packed.try_reserve_exact(count.div_ceil(2)).ok()?;
        packed.extend((0..count.div_ceil(2)).map(|_| next() | next() << 4));
        Some(Steps {
            lengths: lengths.to_owned(),
            packed,
        })
    }

    /// Returns how many of the lengths the common prefix reaches at this rank.
    #[inline]
    pub(crate) fn at(&self, rank: usize) -> usize {
        usize::from(self.packed[rank / 2] >> (rank % 2 * 4) & 15)
    }

    /// Returns the value of [`Steps::at`] from which on two suffixes begin with the same n-gram.
    fn of_length(&self, n: usize) -> usize {
        let known = self.lengths.iter().position(|&length| length == n);
        1 + known.unwrap_or_else(|| panic!("the index is not one for n-grams of {n} units"))
    }
}

/// The reasons why pages cannot be indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// More units and pages than positions.
    #[error("the pages have {0} characters; an index holds at most {max}", max = Index::MAX_UNITS)]
    TooLong(u64),
    /// More different units than symbols.
    #[error("the pages have {0} different characters; an index holds at most {max}", max = Index::MAX_SYMBOLS)]
    TooManySymbols(usize),
    /// The memory for the index cannot be allocated.
    #[error("not enough memory for an index of {0} characters")]
    Memory(u64),
}

impl Index {
    /// The greatest number of units in an index, plus one for each page.
    pub const MAX_UNITS: u64 = i32::MAX as u64;
    /// The greatest number of different units in an index.
    pub const MAX_SYMBOLS: usize = u16::MAX as usize;
    /// The length of the longest n-grams that can be distinguished.
    pub const MAX_N: usize = u16::MAX as usize;

    /// The length of the longest n-grams that [`Index::build_short`] can distinguish.
    pub const SHORT: usize = 40;

    /// Indexes `count` pages; `units` is called twice for each of them.
    ///
    /// # Errors
    /// The pages have too many units, or too many different ones, or there is not enough memory.
    pub fn build<I: Iterator<Item = u32>>(
        count: usize,
        units: impl Fn(usize) -> I,
    ) -> Result<Self, Error> {
        Self::of_symbols(count, units, None)
    }

    /// Like [`Index::build`], in less time and memory, but only for n-grams of at most 15 lengths. These must be in
    /// ascending order and at most [`Index::SHORT`].
    ///
    /// # Errors
    /// Those of [`Index::build`].
    ///
    /// # Panics
    /// If the lengths do not meet these conditions.
    pub fn build_short<I: Iterator<Item = u32>>(
        count: usize,
        lengths: &[usize],
        units: impl Fn(usize) -> I,
    ) -> Result<Self, Error> {
        Self::of_symbols(count, units, Some(lengths))
    }

    fn of_symbols<I: Iterator<Item = u32>>(
        count: usize,
        units: impl Fn(usize) -> I,
        short: Option<&[usize]>,
    ) -> Result<Self, Error> {
        let mut present = vec![0u8; 0x11_0000];
        let mut total = 0;
        for page in 0..count {
            total += 1;
            // The iterator has a faster loop for `for_each` than for `for`.
            units(page).for_each(|unit| {
                present[unit as usize] = 1;
                total += 1;
            });
        }
        if total > Self::MAX_UNITS {
            return Err(Error::TooLong(total - count as u64));
        }
        let mut symbols = vec![0u16; present.len()];
        let mut different = 0;
        // Few units are present, and the site may be small.
        for unit in memchr::memchr_iter(1, &present) {
            different += 1;
            // A count above the limit is only used for the message.
            symbols[unit] = different as u16;
        }
        drop(present);
        if different > Self::MAX_SYMBOLS {
            return Err(Error::TooManySymbols(different));
        }
        let total = total as usize;
        match different <= u8::MAX as usize {
            true => Self::of_text(count, total, short, |page, text: &mut [u8]| {
                let mut at = 0;
                units(page).for_each(|unit| {
                    text[at] = symbols[unit as usize] as u8;
                    at += 1;
                });
                at
            }),
            false => Self::of_text(count, total, short, |page, text: &mut [u16]| {
                let mut at = 0;
                units(page).for_each(|unit| {
                    text[at] = symbols[unit as usize];
                    at += 1;
                });
                at
            }),
        }
    }

    /// Builds the index of `count` pages. `add` writes a page to the front of a text of `total` symbols, which includes
    /// a divider for each page, and returns its length.
    fn of_text<S: Symbol>(
        count: usize,
        total: usize,
        short: Option<&[usize]>,
        add: impl Fn(usize, &mut [S]) -> usize,
    ) -> Result<Self, Error> {
        let memory = || Error::Memory(total as u64);
        let mut text = Table::<S>::zeros(total + Self::SHORT).ok_or_else(memory)?;
        let mut ends = Vec::with_capacity(count);
        let mut at = 0;
        for page in 0..count {
            at += add(page, &mut text[at..total]);
            ends.push(at as u32);
            at += 1;
        }
        let pages = Pages::new(ends);
        if let Some(lengths) = short {
            let suffixes = S::sort(&text[..total]).ok_or_else(memory)?;
            let common = compare(&text, &suffixes[count..]);
            let common = Steps::new(lengths, total - count, common).ok_or_else(memory)?;
            return Ok(Index {
                suffixes,
                common: Common::Short(common),
                pages,
                to_delimiter: None,
            });
        }
        let (suffixes, common) = S::sort_and_compare(&text[..total]).ok_or_else(memory)?;
        drop(text);
        let common = within_pages(&suffixes, common, &pages)?;
        Ok(Index {
            suffixes,
            common: Common::Long(common),
            pages,
            to_delimiter: None,
        })
    }

    /// Sets the content number of each page ([`Pages::content`]).
    ///
    /// # Panics
    /// If the number of contents differs from the number of pages.
    #[must_use]
    pub fn with_contents(mut self, contents: Vec<u32>) -> Self {
        assert_eq!(contents.len(), self.pages.count());
        self.pages.contents = contents;
        self
    }

    /// Excludes n-grams that have a delimiter elsewhere than at their ends (section 5). `units` returns the units of a
    /// page once more. It takes two bytes per unit.
    #[must_use]
    pub fn aligned<I: Iterator<Item = u32>>(
        mut self,
        units: impl Fn(usize) -> I,
        is_delimiter: impl Fn(u32) -> bool,
    ) -> Self {
        const NONE: u16 = u16::MAX;
        let mut distances = vec![NONE; self.pages.positions()];
        for page in 0..self.pages.count() {
            let range = self.pages.range(page);
            for (distance, unit) in distances[range.clone()].iter_mut().zip(units(page)) {
                *distance = if is_delimiter(unit) { 0 } else { NONE };
            }
            let mut next = NONE;
            for distance in distances[range].iter_mut().rev() {
                next = next.saturating_add(1);
                let here = std::mem::replace(distance, next);
                next = next.min(here);
            }
        }
        self.to_delimiter = Some(distances);
        self
    }

    /// Whether only the first and the last unit of the n-gram at a position may be delimiters; always true if n-grams
    /// are not aligned.
    #[inline]
    pub(crate) fn is_aligned(&self, position: usize, n: usize) -> bool {
        let distances = self.to_delimiter.as_ref();
        distances.is_none_or(|distances| usize::from(distances[position]) + 1 >= n)
    }

    /// Returns the positions of the pages.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Calls `each` with the positions of all occurrences of each n-gram, in the order of the n-grams' bytes. Groups of
    /// one position may also be ends of pages that are too short for an n-gram.
    pub(crate) fn for_each_group(&self, n: usize, mut each: impl FnMut(&[i32])) {
        let suffixes = self.suffixes();
        let mut each = |group: Range<usize>| {
            let group = &suffixes[group];
            if self.is_aligned(group[0] as usize, n) {
                each(group);
            }
        };
        self.for_each_range(n, &mut each);
    }

    /// Calls `each` with the number of occurrences of each n-gram: [`Index::for_each_group`] without positions.
    pub(crate) fn for_each_count(&self, n: usize, mut each: impl FnMut(usize)) {
        if self.to_delimiter.is_some() {
            return self.for_each_group(n, |group| each(group.len()));
        }
        self.for_each_range(n, |group| each(group.len()));
    }

    /// Calls `each` with the range of ranks of the suffixes that begin with each n-gram.
    fn for_each_range(&self, n: usize, each: impl FnMut(Range<usize>)) {
        let count = self.suffixes().len();
        match &self.common {
            Common::Long(common) => {
                let n = n.min(Self::MAX_N) as u16;
                ranges(count, |rank| common[rank] < n, each);
            }
            Common::Short(steps) => {
                let least = steps.of_length(n);
                ranges(count, |rank| steps.at(rank) < least, each);
            }
        }
    }

    /// Returns the suffixes in order, and for each the number of `lengths` that its common prefix with the suffix
    /// before reaches. If the index was built for some lengths, `lengths` must be the same.
    pub(crate) fn steps(&self, lengths: &[usize]) -> (&[i32], Cow<'_, Steps>) {
        let steps = match &self.common {
            Common::Long(common) => {
                let units = common.iter().map(|&common| common.into());
                let steps = Steps::new(lengths, common.len(), units);
                Cow::Owned(steps.expect("memory for half a byte a unit"))
            }
            Common::Short(steps) => {
                assert_eq!(steps.lengths, lengths);
                Cow::Borrowed(steps)
            }
        };
        (self.suffixes(), steps)
    }

    /// Returns the suffixes of the pages, without those of the dividers.
    fn suffixes(&self) -> &[i32] {
        &self.suffixes[self.pages.count()..]
    }
}

/// Calls `each` with the ranges of ranks below `count`. A new range starts at each rank for which `begins` holds.
#[inline]
fn ranges(count: usize, begins: impl Fn(usize) -> bool, mut each: impl FnMut(Range<usize>)) {
    let mut start = 0;
    for rank in 1..count {
        if begins(rank) {
            each(start..rank);
            start = rank;
        }
    }
    if start < count {
        each(start..count);
    }
}

/// A symbol of the text: a byte if there are few different ones.
trait Symbol: Copy + Default + Ord + Zeroable {
    /// Returns the suffix array of `text`.
    fn sort(text: &[Self]) -> Option<Table<i32>>;

    /// Returns the suffix array of `text` and, in the order of the text, the lengths of common prefixes with the suffix
    /// before.
    fn sort_and_compare(text: &[Self]) -> Option<(Table<i32>, Vec<i32>)>;

    /// Returns how many symbols from two positions on are equal, up to the first divider and at most [`Index::SHORT`].
    fn common(text: &[Self], a: usize, b: usize) -> u8;
}

/// The methods that differ only in the symbol type. They are a macro, since the library's bounds cannot be written for
/// a type parameter.
#[cfg(not(target_arch = "wasm32"))]
macro_rules! sort {
    ($symbol:ty) => {
        fn sort(text: &[$symbol]) -> Option<Table<i32>> {
            let mut suffixes = Table::zeros(text.len())?;
            if !text.is_empty() {
                SuffixArrayConstruction::for_text(text)
                    .in_borrowed_buffer(&mut suffixes)
                    .single_threaded()
                    .run()
                    .ok()?;
            }
            Some(suffixes)
        }

        fn sort_and_compare(text: &[$symbol]) -> Option<(Table<i32>, Vec<i32>)> {
            let mut suffixes = Table::zeros(text.len())?;
            let mut common = Vec::new();
            common.try_reserve_exact(text.len()).ok()?;
            common.resize(text.len(), 0);
            if !text.is_empty() {
                SuffixArrayConstruction::for_text(text)
                    .in_borrowed_buffer(&mut suffixes)
                    .single_threaded()
                    .run()
                    .ok()?
                    .plcp_construction()
                    .in_borrowed_buffer(&mut common)
                    .single_threaded()
                    .run()
                    .ok()?;
            }
            Some((suffixes, common))
        }
    };
}

/// The same for WebAssembly, where the library cannot be linked because it is in C.
#[cfg(target_arch = "wasm32")]
macro_rules! sort {
    ($symbol:ty) => {
        fn sort(text: &[$symbol]) -> Option<Table<i32>> {
            let mut suffixes = Table::zeros(text.len())?;
            suffixes.copy_from_slice(&crate::ngrams::suffixes::sorted(text));
            Some(suffixes)
        }

        fn sort_and_compare(text: &[$symbol]) -> Option<(Table<i32>, Vec<i32>)> {
            let suffixes = Self::sort(text)?;
            let common = crate::ngrams::suffixes::common(text, &suffixes);
            Some((suffixes, common))
        }
    };
}

impl Symbol for u8 {
    sort!(u8);

    #[inline]
    fn common(text: &[u8], a: usize, b: usize) -> u8 {
        const ONES: u64 = u64::MAX / 0xFF;
        let (a, b) = (&text[a..a + Index::SHORT], &text[b..b + Index::SHORT]);
        let mut same = 0;
        for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
            let (a, b) = (u64::from_le_bytes(*a), u64::from_le_bytes(*b));
            // The lowest bit set is in the first byte that differs or is 0.
            let ends = (a ^ b) | (a.wrapping_sub(ONES) & !a & (ONES << 7));
            if ends != 0 {
                return same + (ends.trailing_zeros() / 8) as u8;
            }
            same += 8;
        }
        same
    }
}

impl Symbol for u16 {
    sort!(u16);

    #[inline]
    fn common(text: &[u16], a: usize, b: usize) -> u8 {
        const ONES: u64 = u64::MAX / 0xFFFF;
        let word = |units: &[u16; 4]| {
            let [a, b, c, d] = units.map(u64::from);
            a | b << 16 | c << 32 | d << 48
        };
        let (a, b) = (&text[a..a + Index::SHORT], &text[b..b + Index::SHORT]);
        let mut same = 0;
        for (a, b) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0) {
            let (a, b) = (word(a), word(b));
            let ends = (a ^ b) | (a.wrapping_sub(ONES) & !a & (ONES << 15));
            if ends != 0 {
                return same + (ends.trailing_zeros() / 16) as u8;
            }
            same += 4;
        }
        same
    }
}

/// Computes the LCP array up to [`Index::SHORT`], by direct comparison of neighbouring suffixes. `text` must end with
/// [`Index::SHORT`] dividers.
///
/// This is cheaper than Kasai's algorithm, which needs four more bytes per unit: most suffixes differ within a few
/// machine words.
fn compare<S: Symbol>(text: &[S], suffixes: &[i32]) -> impl Iterator<Item = usize> {
    /// The prefetch distance in suffixes.
    const AHEAD: usize = 24;
    let mut before = None;
    suffixes.iter().enumerate().map(move |(rank, &at)| {
        if let Some(&ahead) = suffixes.get(rank + AHEAD) {
            prefetch(text, ahead as usize);
            prefetch(text, ahead as usize + Index::SHORT - 1);
        }
        let at = at as usize;
        let before = before.replace(at);
        before.map_or(0, |before| S::common(text, before, at).into())
    })
}

/// Truncates common prefixes at the ends of pages, and reorders them from text order to suffix order.
fn within_pages(suffixes: &[i32], common: Vec<i32>, pages: &Pages) -> Result<Vec<u16>, Error> {
    let memory = |_| Error::Memory(common.len() as u64);
    let mut by_position: Vec<u16> = Vec::new();
    by_position
        .try_reserve_exact(common.len())
        .map_err(memory)?;
    for page in 0..pages.count() {
        let Range { start, end } = pages.range(page);
        by_position.extend((start..=end).map(|at| {
            // Dividers are outside the pages, so a prefix that reaches a divider ends both pages.
            (common[at] as usize).min(end - at).min(Index::MAX_N) as u16
        }));
    }
    let mut in_order: Vec<u16> = Vec::new();
    in_order.try_reserve_exact(common.len()).map_err(memory)?;
    drop(common);
    let suffixes = &suffixes[pages.count()..];
    in_order.extend(suffixes.iter().map(|&at| by_position[at as usize]));
    Ok(in_order)
}

/// The positions of the pages in an index: one after the other, with a divider after each.
#[derive(Debug, Clone)]
pub struct Pages {
    ends: Vec<u32>,
    /// The page of each position that is a multiple of [`Pages::STEP`].
    at: Vec<u32>,
    /// The content number of each page.
    contents: Vec<u32>,
}

impl Pages {
    const STEP: usize = 256;

    fn new(ends: Vec<u32>) -> Self {
        let total = ends.last().map_or(0, |&end| end as usize + 1);
        let mut page = 0;
        let at = (0..total)
            .step_by(Self::STEP)
            .map(|position| {
                while (ends[page] as usize) < position {
                    page += 1;
                }
                page as u32
            })
            .collect();
        let contents = (0..ends.len() as u32).collect();
        Pages { ends, at, contents }
    }

    /// Returns the number of pages.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the content number of a page. Pages with the same content count as one in page frequencies. Pages with a
    /// content number of at least [`Pages::count`] are not counted at all.
    #[inline]
    pub fn content(&self, page: usize) -> usize {
        self.contents[page] as usize
    }

    /// Returns the positions of a page's units.
    pub fn range(&self, page: usize) -> Range<usize> {
        let start = page
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize + 1);
        start..self.ends[page] as usize
    }

    /// Returns the lengths of all pages, in units.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(|page| self.range(page).len())
    }

    /// Returns the number of positions, including dividers.
    pub fn positions(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize + 1)
    }

    /// Returns the page of a position.
    #[inline]
    pub fn page_of(&self, position: usize) -> usize {
        let mut page = self.at[position / Self::STEP] as usize;
        while (self.ends[page] as usize) < position {
            page += 1;
        }
        page
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Indexes pages without white space.
    pub(crate) fn index(pages: &[String]) -> Index {
        Index::build(pages.len(), |page| pages[page].chars().map(u32::from)).unwrap()
    }

    /// Indexes them for short n-grams.
    pub(crate) fn short_index(pages: &[String], lengths: &[usize]) -> Index {
        let units = |page: usize| pages[page].chars().map(u32::from);
        Index::build_short(pages.len(), lengths, units).unwrap()
    }

    proptest! {
        /// An index for short n-grams gives the same results, whether its symbols take one byte or two.
        #[test]
        fn short_n_grams_are_the_same(
            pages in prop::collection::vec("([ab]{0,9}|abcabcé){0,12}", 0..6), n in 1usize..=Index::SHORT, many in any::<bool>(),
        ) {
            let mut pages = pages;
            if many {
                pages.push(('\u{100}'..'\u{300}').collect());
            }
            let units = |page: usize| pages[page].chars().map(u32::from);
            let long = Index::build(pages.len(), units).unwrap();
            let lengths: std::collections::BTreeSet<usize> = [3, n, 24].into();
            let short = short_index(&pages, &Vec::from_iter(lengths));
            let groups = |index: &Index| {
                let mut groups = Vec::new();
                index.for_each_group(n, |group| groups.push(group.to_vec()));
                groups
            };
            prop_assert_eq!(groups(&long), groups(&short));
        }

        #[test]
        fn groups_are_the_n_grams_in_order(pages in prop::collection::vec("[abé漢]{0,40}", 0..6), n in 1usize..6) {
            let mut expected = std::collections::BTreeMap::<String, usize>::new();
            for page in &pages {
                let units: Vec<char> = page.chars().collect();
                for gram in units.windows(n) {
                    *expected.entry(gram.iter().collect()).or_default() += 1;
                }
            }
            let index = index(&pages);
            let mut found = Vec::new();
            index.for_each_group(n, |group| {
                let at = group[0] as usize;
                let page = index.pages().page_of(at);
                let start = index.pages().range(page).start;
                let gram: String = pages[page].chars().skip(at - start).take(n).collect();
                if gram.chars().count() == n {
                    found.push((gram, group.len()));
                } else {
                    assert_eq!(group.len(), 1);
                }
            });
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
        }
    }
}
