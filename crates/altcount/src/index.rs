//! One index for the n-grams of every length: the suffix array of all pages and the lengths of common prefixes.
//!
//! The occurrences of an n-gram are neighbours in the suffix array, so that one pass over it finds all n-grams of a
//! length with their counts, in the order of their bytes (code points and UTF-8 sort alike). Pages are divided by a
//! symbol of their own, and common prefixes end where a page does: no n-gram runs across pages.

use std::ops::Range;

use libsais::SuffixArrayConstruction;

/// The suffix array of a set of pages.
///
/// While it is built, it takes 10 bytes a unit; afterwards 6.
#[derive(Debug)]
pub struct Index {
    /// Positions of the suffixes in their order; those of the dividers, which come first, are left out.
    suffixes: Vec<i32>,
    /// How many units each suffix has in common with the one before it, inside their pages, at most [`Index::MAX_N`].
    common: Vec<u16>,
    pages: Pages,
}

/// Why pages cannot be indexed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// More units and pages than positions.
    #[error("the pages have {0} characters; an index holds at most {max}", max = Index::MAX_UNITS)]
    TooLong(u64),
    /// More different units than symbols.
    #[error("the pages have {0} different characters; an index holds at most {max}", max = Index::MAX_SYMBOLS)]
    TooManySymbols(usize),
    /// The memory for the index is not there.
    #[error("not enough memory for an index of {0} characters")]
    Memory(u64),
}

impl Index {
    /// The units that an index holds, one more for each page.
    pub const MAX_UNITS: u64 = i32::MAX as u64;
    /// The different units that an index holds.
    pub const MAX_SYMBOLS: usize = u16::MAX as usize;
    /// The longest n-grams that it tells apart.
    pub const MAX_N: usize = u16::MAX as usize;

    /// Indexes `count` pages; `units` is called for each of them, twice.
    ///
    /// # Errors
    /// Pages that have too many units or too many different ones.
    pub fn build<I: Iterator<Item = u32>>(
        count: usize,
        units: impl Fn(usize) -> I,
    ) -> Result<Self, Error> {
        let mut present = vec![false; 0x11_0000];
        let mut total = 0;
        for page in 0..count {
            total += 1;
            for unit in units(page) {
                present[unit as usize] = true;
                total += 1;
            }
        }
        if total > Self::MAX_UNITS {
            return Err(Error::TooLong(total - count as u64));
        }
        let mut symbols = vec![0u16; present.len()];
        let mut different = 0;
        for (symbol, _) in symbols.iter_mut().zip(present).filter(|(_, there)| *there) {
            different += 1;
            // A count above the limit is only used for the message.
            *symbol = different as u16;
        }
        if different > Self::MAX_SYMBOLS {
            return Err(Error::TooManySymbols(different));
        }
        let mut text: Vec<u16> = Vec::new();
        let memory = |_| Error::Memory(total);
        text.try_reserve_exact(total as usize).map_err(memory)?;
        let mut ends = Vec::with_capacity(count);
        for page in 0..count {
            text.extend(units(page).map(|unit| symbols[unit as usize]));
            ends.push(text.len() as u32);
            text.push(0);
        }
        let (suffixes, common) = sort(&text).map_err(|()| Error::Memory(total))?;
        drop(text);
        let pages = Pages::new(ends);
        let (suffixes, common) = within_pages(suffixes, common, &pages)?;
        Ok(Index {
            suffixes,
            common,
            pages,
        })
    }

    /// Where the pages are.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// Calls `each` with the positions of all occurrences of every n-gram that occurs twice or more often, and with
    /// those of all the others, which may include ends of pages too short for an n-gram, one by one; in the order of
    /// the n-grams' bytes.
    pub(crate) fn for_each_group(&self, n: usize, mut each: impl FnMut(&[i32])) {
        let n = n.min(Self::MAX_N) as u16;
        let mut start = 0;
        let mut common = self.common.iter().skip(1);
        while start < self.suffixes.len() {
            let more = common.by_ref().take_while(|&&common| common >= n).count();
            each(&self.suffixes[start..start + 1 + more]);
            start += 1 + more;
        }
    }

    /// Calls `each` with the number of occurrences of every n-gram: [`Index::for_each_group`] without positions.
    pub(crate) fn for_each_count(&self, n: usize, mut each: impl FnMut(usize)) {
        let n = n.min(Self::MAX_N) as u16;
        let mut start = 0;
        for (at, &common) in self.common.iter().enumerate().skip(1) {
            if common < n {
                each(at - start);
                start = at;
            }
        }
        if !self.common.is_empty() {
            each(self.common.len() - start);
        }
    }
}

/// The suffix array of `text` and, in the order of the text, the lengths of common prefixes with the suffix before.
fn sort(text: &[u16]) -> Result<(Vec<i32>, Vec<i32>), ()> {
    if text.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let mut buffers = [Vec::<i32>::new(), Vec::new()];
    for buffer in &mut buffers {
        buffer.try_reserve_exact(text.len()).map_err(drop)?;
        buffer.resize(text.len(), 0);
    }
    let [mut suffixes, mut common] = buffers;
    SuffixArrayConstruction::for_text(text)
        .in_borrowed_buffer(&mut suffixes)
        .single_threaded()
        .run()
        .map_err(drop)?
        .plcp_construction()
        .in_borrowed_buffer(&mut common)
        .single_threaded()
        .run()
        .map_err(drop)?;
    Ok((suffixes, common))
}

/// Ends common prefixes where pages end, brings them into the order of the suffixes, and drops the dividers' suffixes.
fn within_pages(
    mut suffixes: Vec<i32>,
    common: Vec<i32>,
    pages: &Pages,
) -> Result<(Vec<i32>, Vec<u16>), Error> {
    let memory = |_| Error::Memory(common.len() as u64);
    let mut by_position: Vec<u16> = Vec::new();
    by_position
        .try_reserve_exact(common.len())
        .map_err(memory)?;
    for page in 0..pages.count() {
        let Range { start, end } = pages.range(page);
        by_position.extend((start..=end).map(|at| {
            // A prefix that reaches a divider has reached the end of both pages: dividers are in no page.
            (common[at] as usize).min(end - at).min(Index::MAX_N) as u16
        }));
    }
    let mut in_order: Vec<u16> = Vec::new();
    in_order.try_reserve_exact(common.len()).map_err(memory)?;
    drop(common);
    suffixes.drain(..pages.count());
    in_order.extend(suffixes.iter().map(|&at| by_position[at as usize]));
    Ok((suffixes, in_order))
}

/// Where the pages of an index are among its positions: one after the other, a divider after each.
#[derive(Debug, Clone)]
pub struct Pages {
    ends: Vec<u32>,
    /// The page of every 64th position.
    at: Vec<u32>,
}

impl Pages {
    const STEP: usize = 64;

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
        Pages { ends, at }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.ends.len()
    }

    /// The positions of a page's units.
    pub fn range(&self, page: usize) -> Range<usize> {
        let start = page
            .checked_sub(1)
            .map_or(0, |before| self.ends[before] as usize + 1);
        start..self.ends[page] as usize
    }

    /// The lengths of all pages, in units.
    pub fn lengths(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).map(|page| self.range(page).len())
    }

    /// Positions, dividers included.
    pub fn positions(&self) -> usize {
        self.ends.last().map_or(0, |&end| end as usize + 1)
    }

    /// The page of a position.
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

    /// An index of pages that hold no white space.
    pub(crate) fn index(pages: &[String]) -> Index {
        Index::build(pages.len(), |page| pages[page].chars().map(u32::from)).unwrap()
    }

    proptest! {
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
