//! The parameters of a join, and the division of the work.

use super::simd::Simd;
use crate::collection::Collection;
use crate::score::Criterion;

/// Two books whose score reaches the threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pair {
    /// The earlier document, by its number in the collection.
    pub a: u32,
    /// The later document.
    pub b: u32,
    /// The number of their common words.
    pub common: u32,
    /// The length of the longest common subsequence.
    pub lcs: u32,
}

/// One of `of` equal shards of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };
}

/// The parameters of a join.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The pairs to find.
    pub criterion: Criterion,
    /// Only pairs of a document before this one and a document from it on.
    pub against: Option<usize>,
    /// The shard of the pairs to find. Shards are ranges of `a`, so that their concatenated outputs are the whole.
    pub shard: Shard,
    /// The number of threads.
    pub threads: usize,
    /// The vectors to count with.
    pub simd: Simd,
}

impl Task {
    /// All pairs, on one thread.
    #[must_use]
    pub fn new(criterion: Criterion) -> Task {
        Task {
            criterion,
            against: None,
            shard: Shard::WHOLE,
            threads: 1,
            simd: Simd::widest(),
        }
    }

    /// The first document that is paired with `a` as the later one.
    pub(crate) fn first_partner(&self, collection: &Collection, a: usize) -> usize {
        self.against.unwrap_or_else(|| collection.group_end(a))
    }

    /// The documents whose pairs with later ones this task finds, of `documents` in all.
    pub(crate) fn documents(&self, documents: usize) -> std::ops::Range<usize> {
        let earlier = self.against.unwrap_or(documents);
        // The number of pairs with `a` below n.
        let pairs = |n: usize| -> u128 {
            let (n, documents) = (n as u128, documents as u128);
            match self.against {
                Some(against) => n * (documents - against as u128),
                None => n * documents - n * (n + 1) / 2,
            }
        };
        let cut = |share: u32| {
            if share == self.shard.of {
                return earlier;
            }
            let goal = pairs(earlier) * u128::from(share) / u128::from(self.shard.of);
            let (mut low, mut high) = (0, earlier);
            while low < high {
                let middle = low + (high - low) / 2;
                if pairs(middle) < goal {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        };
        cut(self.shard.number - 1)..cut(self.shard.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    #[test]
    fn shards_have_about_as_many_pairs_each() {
        let criterion = Criterion {
            score: Score::Its,
            threshold: 0.7,
            min_lcs: 0,
        };
        let documents = 100;
        for against in [None, Some(0), Some(30)] {
            let whole = Task {
                against,
                ..Task::new(criterion)
            };
            let pairs = |range: std::ops::Range<usize>| -> usize {
                range.map(|a| documents - against.unwrap_or(a + 1)).sum()
            };
            let all = pairs(0..against.unwrap_or(documents));
            for of in 1..6 {
                let mut end = 0;
                for number in 1..=of {
                    let shard = Shard { number, of };
                    let range = Task { shard, ..whole }.documents(documents);
                    assert_eq!(range.start, end);
                    end = range.end;
                    let share = all / of as usize;
                    assert!(pairs(range).abs_diff(share) <= documents);
                }
                assert_eq!(end, against.unwrap_or(documents));
            }
        }
    }
}
