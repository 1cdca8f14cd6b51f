//! Documents that are compared by their shingles themselves: whether one contains another, and the method of Broder et al.
//!
//! Broder, Glassman, Manasse and Zweig 1997, "Syntactic Clustering of the Web", estimate resemblance and containment
//! from the hashes of shingles that are multiples of a number. They find the documents that share one by an inverted
//! list. With the number 1 both are exact.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::NonZero;

use tokens::Fold;

use crate::shingler::Shingler;

/// A shingle that more documents have finds none of them, but counts for those that others find. The first number is the paper's. For
/// containment it would take quadratic time up to so many documents of one template, and rarer shingles find what is contained.
const MOST_WITH_SHINGLE: usize = 1000;
const MOST_WITH_CONTAINED: usize = 50;

/// The sampled shingles of a document: distinct, in ascending order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shingles(Box<[u32]>);

impl Shingles {
    /// Those with these hashes, of which 32 bits are kept.
    pub(crate) fn of(hashes: impl Iterator<Item = u64>) -> Self {
        let mut shingles: Vec<u32> = hashes.map(|hash| (hash >> 32) as u32).collect();
        shingles.sort_unstable();
        shingles.dedup();
        Shingles(shingles.into())
    }

    /// The number of shingles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no shingle was sampled.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of shingles that two documents share.
    #[must_use]
    pub fn common(&self, other: &Shingles) -> usize {
        let (mut common, mut others) = (0, other.0.iter().peekable());
        for shingle in &self.0 {
            while others.next_if(|other| *other < shingle).is_some() {}
            common += usize::from(others.peek() == Some(&shingle));
        }
        common
    }
}

/// How alike two documents are that share shingles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Measure {
    /// Jaccard similarity, the paper's resemblance: the share of all their shingles that both have.
    #[default]
    Jaccard,
    /// The share of the first document's shingles that the second has.
    Containment,
}

impl Measure {
    /// How alike two documents are, from 0 to 1, by the numbers of shingles that both, the first and the second have.
    /// Without shingles they are equal.
    #[must_use]
    pub fn of(self, common: usize, first: usize, second: usize) -> f64 {
        let all = match self {
            Measure::Jaccard => first + second - common,
            Measure::Containment => first,
        };
        match all {
            0 => 1.0,
            _ => common as f64 / all as f64,
        }
    }
}

/// Takes the shingles of texts.
#[derive(Debug)]
pub struct Sampler {
    shingler: Shingler,
    multiple: u64,
}

impl Sampler {
    /// Shingles whose hashes are multiples of a number: 1 takes all, the paper takes 25.
    #[must_use]
    pub fn new(shingle: NonZero<usize>, fold: Fold, multiple: NonZero<u64>) -> Self {
        Sampler {
            shingler: Shingler::new(shingle, fold),
            multiple: multiple.get(),
        }
    }

    /// The sampled shingles of a text.
    pub fn sample(&mut self, text: &str) -> Shingles {
        let mut sampled = Vec::new();
        self.shingler.each(text, |hash| {
            if hash % self.multiple == 0 {
                sampled.push(hash);
            }
        });
        Shingles::of(sampled.into_iter())
    }
}

/// Documents by their shingles.
///
/// ```
/// use neardup::shingles::{Measure, Sampler, ShingleIndex};
/// use std::num::NonZero;
///
/// let mut sampler = Sampler::new(NonZero::new(2).unwrap(), Default::default(), NonZero::<u64>::MIN);
/// let long = sampler.sample("a heron stood on the bow of the green boat");
/// let short = sampler.sample("on the bow of the green boat");
/// let mut index = ShingleIndex::default();
/// let number = index.insert(&long);
/// assert_eq!(index.find(&short, Measure::Containment, 0.8), [(number, 1.0)]);
/// assert!(index.find(&short, Measure::Jaccard, 0.8).is_empty());
/// ```
#[derive(Debug, Default)]
pub struct ShingleIndex {
    /// The number of documents with each shingle, and the last entry.
    last: HashMap<u32, (u32, u32)>,
    /// A document, and the entry before it of the same shingle.
    entries: Vec<(u32, Option<u32>)>,
    documents: Vec<Shingles>,
    /// The number that each document shares with the one that is looked up.
    common: Vec<u32>,
}

impl ShingleIndex {
    /// Adds a document and returns its number, from 0. Memory: some 30 bytes a shingle.
    ///
    /// # Panics
    /// From 4,294,967,296 shingles in all on.
    pub fn insert(&mut self, shingles: &Shingles) -> u32 {
        let document = self.documents.len() as u32;
        for shingle in &shingles.0 {
            let entry = u32::try_from(self.entries.len()).expect("room for 2^32 shingles");
            let before = match self.last.entry(*shingle) {
                Entry::Vacant(vacant) => {
                    vacant.insert((1, entry));
                    None
                }
                Entry::Occupied(mut occupied) => {
                    let (number, last) = occupied.get_mut();
                    *number += 1;
                    Some(std::mem::replace(last, entry))
                }
            };
            self.entries.push((document, before));
        }
        self.documents.push(shingles.clone());
        self.common.push(0);
        document
    }

    /// The documents that another one is as similar to, the most similar one first and of these the one added first, with how similar it is.
    ///
    /// Of documents that share with it only shingles that more than 1,000 documents have, the last 1,000 with the rarest of these are
    /// looked at; for containment 50.
    pub fn find(&mut self, shingles: &Shingles, measure: Measure, least: f64) -> Vec<(u32, f64)> {
        let most = match measure {
            Measure::Jaccard => MOST_WITH_SHINGLE,
            Measure::Containment => MOST_WITH_CONTAINED,
        };
        let known: Vec<(u32, u32)> = (shingles.0.iter())
            .filter_map(|shingle| self.last.get(shingle).copied())
            .collect();
        let (rare, frequent): (Vec<_>, Vec<_>) =
            (known.into_iter()).partition(|(number, _)| *number as usize <= most);
        let mut touched = Vec::new();
        for &(_, last) in &rare {
            self.count(last, most, &mut touched);
        }
        let rarest = frequent.iter().min();
        if let Some(&(_, last)) = rarest
            && measure.of(frequent.len(), shingles.len(), frequent.len()) >= least
        {
            self.count(last, most, &mut touched);
        }
        let mut found: Vec<(u32, f64)> = Vec::new();
        for document in touched {
            let counted = std::mem::take(&mut self.common[document as usize]) as usize;
            let other = &self.documents[document as usize];
            let similarity = |common| measure.of(common, shingles.len(), other.len());
            let possible = (counted + frequent.len())
                .min(shingles.len())
                .min(other.len());
            if similarity(possible) < least {
                continue;
            }
            let exact = match frequent.is_empty() {
                true => similarity(counted),
                false => similarity(shingles.common(other)),
            };
            if exact >= least {
                found.push((document, exact));
            }
        }
        found.sort_unstable_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        found
    }

    /// Counts a shingle for the last documents that have it, and adds those that have not been counted before.
    fn count(&mut self, last: u32, most: usize, touched: &mut Vec<u32>) {
        let mut entry = Some(last);
        for _ in 0..most {
            let Some((document, before)) = entry.map(|entry| self.entries[entry as usize]) else {
                break;
            };
            let common = &mut self.common[document as usize];
            if *common == 0 {
                touched.push(document);
            }
            *common += 1;
            entry = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shingles(of: impl IntoIterator<Item = u32>) -> Shingles {
        Shingles(of.into_iter().collect())
    }

    #[test]
    fn common_shingles_are_counted_in_both_ways() {
        let (few, many) = (shingles([2, 5, 9]), shingles([1, 2, 3, 5, 8, 13]));
        assert_eq!((few.common(&many), many.common(&few)), (2, 2));
        assert_eq!(few.common(&shingles([])), 0);
        let mut index = ShingleIndex::default();
        index.insert(&many);
        assert_eq!(
            index.find(&few, Measure::Containment, 0.6),
            [(0, 2.0 / 3.0)]
        );
        assert_eq!(index.find(&few, Measure::Jaccard, 0.1), [(0, 2.0 / 7.0)]);
        assert!(index.find(&few, Measure::Containment, 0.7).is_empty());
        // Counts for one document do not add to the counts for the next.
        assert_eq!(
            index.find(&few, Measure::Containment, 0.6),
            [(0, 2.0 / 3.0)]
        );
    }

    #[test]
    fn frequent_shingles_count_for_what_a_rare_one_finds() {
        // All have a template, and each a shingle of its own.
        let page = |number: u32| shingles((0..9).chain([100 + number]));
        let mut index = ShingleIndex::default();
        let pages = 3 * MOST_WITH_SHINGLE as u32;
        for number in 0..pages {
            index.insert(&page(number));
        }
        for number in [0, 1, pages - 1] {
            let found = index.find(&page(number), Measure::Containment, 0.95);
            assert_eq!(found, [(number, 1.0)]);
        }
        // The template alone is in all, and one of them is enough.
        let found = index.find(&shingles(0..9), Measure::Containment, 0.95);
        assert_eq!(found.len(), MOST_WITH_CONTAINED);
    }

    #[test]
    fn a_shingle_of_many_documents_takes_bounded_time() {
        let mut index = ShingleIndex::default();
        for _ in 0..3 * MOST_WITH_SHINGLE {
            index.insert(&shingles([7]));
        }
        let found = index.find(&shingles([7]), Measure::Jaccard, 1.0);
        assert_eq!(found.len(), MOST_WITH_SHINGLE);
    }
}
