//! A(n, a) for all a at once (section 2.2).
//!
//! The distinct n-grams are ordered by count, and those of equal count by bytes. The first `a` percent are frequent. So
//! there is a smallest `a` at which an n-gram becomes frequent, and a smallest `a` from which a position of a page is
//! covered by a frequent n-gram. Two neighbouring positions make an alternation for every `a` that covers just one of
//! them. So one pass over the pages computes a whole column A(n, 1), A(n, 2), ...

use std::ops::Range;

use crate::ngrams::Index;

/// The largest `a`, at which all n-grams are frequent.
pub const MAX_A: u8 = 100;

/// The smallest `a` of an n-gram that never becomes frequent.
const NEVER: u8 = u8::MAX;

/// The n-grams of one length, with the smallest `a` at which each is frequent.
#[derive(Debug)]
pub struct Column {
    /// The length of the n-grams.
    pub n: usize,
    /// The number of distinct n-grams.
    pub distinct: u64,
    /// The largest `a` that was computed.
    limit: u8,
    /// For each position, the smallest `a` at which the n-gram there is frequent.
    frequent_from: Vec<u8>,
}

impl Column {
    /// Computes the column of n-grams of length `n`, for all `a` up to `limit`.
    pub fn new(index: &Index, n: usize, limit: u8) -> Self {
        Self::reusing(Vec::new(), index, n, limit)
    }

    /// [`Column::new`], reusing the buffer of another column (one byte per unit).
    pub(crate) fn reusing(mut memory: Vec<u8>, index: &Index, n: usize, limit: u8) -> Self {
        let pages = index.pages();
        memory.clear();
        memory.resize(pages.positions(), NEVER);
        let mut column = Column {
            n,
            distinct: 0,
            limit: limit.min(MAX_A),
            frequent_from: memory,
        };
        let invalid = TooShort::new(index, n);
        let mut ranks = Ranks::new(index, n, invalid.count);
        column.distinct = ranks.distinct;
        index.for_each_group(n, |group| {
            if let [single] = group
                && (ranks.single_done(column.limit) || invalid.contains(*single as usize))
            {
                return;
            }
            let a = ranks.next(group.len());
            if a <= column.limit {
                for &at in group {
                    column.frequent_from[at as usize] = a;
                }
            }
        });
        column
    }

    /// Returns the buffer, for reuse by another column.
    pub(crate) fn into_memory(self) -> Vec<u8> {
        self.frequent_from
    }

    /// Returns the number of n-grams that are frequent at `a`.
    pub fn frequent(&self, a: u8) -> u64 {
        frequent(self.distinct, a)
    }

    /// Returns A(n, a) for `a` = 0, 1, ... up to the limit.
    pub fn alternations(&self, index: &Index) -> Vec<u64> {
        // A difference array, modulo 2^64.
        let mut steps = [0u64; NEVER as usize + 1];
        let mut covered = Vec::new();
        for page in 0..index.pages().count() {
            self.covered_from(index.pages().range(page), &mut covered);
            count_steps(&covered, &mut steps);
        }
        let mut alternations = 0u64;
        steps[..=usize::from(self.limit)]
            .iter()
            .map(|step| {
                alternations = alternations.wrapping_add(*step);
                alternations
            })
            .collect()
    }

    /// Returns the useless ranges of a page at `a`, as positions in the page.
    pub fn useless(&self, index: &Index, page: usize, a: u8) -> Vec<Range<usize>> {
        let mut covered = Vec::new();
        self.covered_from(index.pages().range(page), &mut covered);
        runs(covered.iter().map(|&from| from <= a))
    }

    /// Whether the n-gram at a position of the index is frequent at `a`.
    pub fn is_frequent(&self, position: usize, a: u8) -> bool {
        self.frequent_from[position] <= a
    }

    /// Computes for each position of a page the smallest `a` that covers it.
    fn covered_from(&self, page: Range<usize>, covered: &mut Vec<u8>) {
        covered.clear();
        covered.extend_from_slice(&self.frequent_from[page]);
        slide(covered, self.n, u8::min);
    }
}

/// Returns how many of `distinct` n-grams are frequent at `a`: floor(distinct * a / 100).
pub fn frequent(distinct: u64, a: u8) -> u64 {
    (u128::from(distinct) * u128::from(a) / 100) as u64
}

/// Returns the maximal runs of true.
pub fn runs(flags: impl IntoIterator<Item = bool>) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, _) in flags.into_iter().enumerate().filter(|(_, flag)| *flag) {
        match found.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}

/// Replaces each value by the minimum or maximum of the last `n` values. The window doubles in each pass, so log n
/// branch-free passes suffice.
pub(crate) fn slide<T: Copy>(values: &mut Vec<T>, n: usize, best: impl Fn(T, T) -> T) {
    let n = n.min(values.len().max(1));
    let mut other = values.clone();
    let mut window = 1;
    while window < n {
        let step = window.min(n - window);
        for ((to, &here), &before) in other[step..]
            .iter_mut()
            .zip(&values[step..])
            .zip(&values[..])
        {
            *to = best(here, before);
        }
        other[..step].copy_from_slice(&values[..step]);
        std::mem::swap(values, &mut other);
        window += step;
    }
}

fn count_steps(covered: &[u8], steps: &mut [u64; 256]) {
    let mut at = 0;
    while at + 1 < covered.len() {
        // Neighbours are mostly equal, so eight pairs are compared in one step.
        if let (Some(here), Some(next)) = (
            covered[at..].first_chunk::<8>(),
            covered[at + 1..].first_chunk::<8>(),
        ) && here == next
        {
            at += 8;
            continue;
        }
        let end = (at + 9).min(covered.len());
        for pair in covered[at..end].windows(2) {
            let (low, high) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            steps[usize::from(low)] = steps[usize::from(low)].wrapping_add(1);
            steps[usize::from(high)] = steps[usize::from(high)].wrapping_sub(1);
        }
        at = end - 1;
    }
}

/// Assigns ranks to n-grams in the order by count. The n-grams of one count come in the order of their bytes, so their
/// ranks, and the smallest `a` at which they are frequent, never decrease.
struct Ranks {
    distinct: u64,
    /// Indexed by count. The table is small enough for the L1 cache.
    small: Vec<Class>,
    large: std::collections::BTreeMap<usize, Class>,
}

/// The n-grams of one count.
#[derive(Debug, Clone, Copy, Default)]
struct Class {
    /// The rank of the next n-gram.
    rank: u64,
    /// The smallest `a` at which it is frequent, if its rank is less than `until`.
    a: u8,
    until: u64,
}

impl Ranks {
    const SMALL: usize = 1 << 12;

    fn new(index: &Index, n: usize, too_short: u64) -> Self {
        let mut small = vec![Class::default(); Self::SMALL];
        let mut large = std::collections::BTreeMap::<usize, Class>::new();
        // At first, `rank` is the number of n-grams of the class.
        index.for_each_count(n, |count| match small.get_mut(count) {
            Some(class) => class.rank += 1,
            None => large.entry(count).or_default().rank += 1,
        });
        // Ends of pages shorter than n were counted as n-grams that occur once.
        small[1].rank -= too_short;
        let mut distinct = 0;
        for class in large.values_mut().rev().chain(small.iter_mut().rev()) {
            distinct += std::mem::replace(&mut class.rank, distinct);
        }
        Ranks {
            distinct,
            small,
            large,
        }
    }

    /// Returns the smallest `a` at which the next n-gram with this count is frequent.
    #[inline]
    fn next(&mut self, count: usize) -> u8 {
        let class = match self.small.get_mut(count) {
            Some(class) => class,
            None => self.large.get_mut(&count).expect("it was counted"),
        };
        while class.rank >= class.until {
            class.a += 1;
            class.until = frequent(self.distinct, class.a);
        }
        class.rank += 1;
        class.a
    }

    /// Whether none of the remaining n-grams that occur once is frequent.
    fn single_done(&self, limit: u8) -> bool {
        self.small[1].rank >= frequent(self.distinct, limit)
    }
}

/// The positions less than n units before the end of their page, as far as the index groups them.
struct TooShort {
    bits: Vec<u64>,
    count: u64,
}

impl TooShort {
    fn new(index: &Index, n: usize) -> Self {
        let pages = index.pages();
        let mut bits = vec![0u64; pages.positions() / 64 + 1];
        let mut count = 0;
        for page in 0..pages.count() {
            let Range { start, end } = pages.range(page);
            let last = start.max((end + 1).saturating_sub(n))..end;
            for at in last.filter(|&at| index.is_aligned(at, n)) {
                bits[at / 64] |= 1 << (at % 64);
                count += 1;
            }
        }
        TooShort { bits, count }
    }

    #[inline]
    fn contains(&self, at: usize) -> bool {
        self.bits[at / 64] >> (at % 64) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::index::tests::index;
    use proptest::prelude::*;

    /// Definitions 1 and 2 of the paper, implemented literally.
    fn range_strings(
        pages: &[Vec<char>],
        n: usize,
        a: u8,
        delimiter: Option<char>,
    ) -> Vec<Vec<bool>> {
        let is_aligned = |gram: &[char]| {
            let inside = gram.get(1..gram.len() - 1).unwrap_or_default();
            !inside.iter().any(|&unit| Some(unit) == delimiter)
        };
        let mut counts = std::collections::BTreeMap::<&[char], usize>::new();
        let grams = pages.iter().flat_map(|page| page.windows(n));
        for gram in grams.filter(|gram| is_aligned(gram)) {
            *counts.entry(gram).or_default() += 1;
        }
        let mut order: Vec<_> = counts.into_iter().collect();
        order.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        order.truncate(order.len() * usize::from(a) / 100);
        let set: std::collections::HashSet<_> = order.into_iter().map(|(gram, _)| gram).collect();
        pages
            .iter()
            .map(|page| {
                let mut useless = vec![false; page.len()];
                for (at, gram) in page.windows(n).enumerate() {
                    if set.contains(gram) {
                        useless[at..at + n].fill(true);
                    }
                }
                useless
            })
            .collect()
    }

    proptest! {
        #[test]
        fn a_column_is_what_the_definitions_say(
            pages in prop::collection::vec("([ab]{0,9}|abcabcé){0,6}", 0..6),
            n in 1usize..12, a in 0u8..=100, limit in 0u8..=100, aligned in any::<bool>(),
        ) {
            let mut index = index(&pages);
            if aligned {
                index = index.aligned(|page| pages[page].chars().map(u32::from), |unit| unit == u32::from('c'));
            }
            let a = a.min(limit);
            let column = Column::new(&index, n, limit);
            let pages: Vec<Vec<char>> = pages.iter().map(|page| page.chars().collect()).collect();
            let expected = range_strings(&pages, n, a, aligned.then_some('c'));
            for (page, expected) in expected.iter().enumerate() {
                prop_assert_eq!(column.useless(&index, page, a), runs(expected.iter().copied()));
            }
            let alternations = expected.iter().flat_map(|page| page.windows(2)).filter(|pair| pair[0] != pair[1]).count();
            prop_assert_eq!(column.alternations(&index)[usize::from(a)], alternations as u64);
        }

        #[test]
        fn a_sliding_window_holds_the_best(values in prop::collection::vec(any::<u8>(), 0..40), n in 1usize..50) {
            let expected: Vec<u8> = (0..values.len())
                .map(|at| *values[(at + 1).saturating_sub(n)..=at].iter().max().unwrap())
                .collect();
            let mut slid = values;
            slide(&mut slid, n, u8::max);
            prop_assert_eq!(slid, expected);
        }
    }

    #[test]
    fn the_example_of_definition_1() {
        // x = accbaacbc, W = {cb, ba}: 110001001, four alternations.
        let useless = [2..5, 6..8];
        let covered: Vec<u8> = (0..9)
            .map(|at| {
                if useless.iter().any(|range| range.contains(&at)) {
                    1
                } else {
                    NEVER
                }
            })
            .collect();
        let mut steps = [0; 256];
        count_steps(&covered, &mut steps);
        assert_eq!(steps[1], 4);
        assert_eq!(runs(covered.iter().map(|&from| from == 1)), useless);
    }
}
