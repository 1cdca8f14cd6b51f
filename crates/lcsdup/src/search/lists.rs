//! Seeds by document, and documents by seed: what it takes to find all common seeds of all pairs.

use std::borrow::Cow;

use crate::collection::Collection;

/// A seed of one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The document.
    pub document: u32,
    /// The index of the seed's token there.
    pub position: u32,
}

/// The seeds that two documents or more have, each at most once in a document.
#[derive(Debug)]
pub struct Lists<'a> {
    /// For each document where its seeds start in `seeds`, and the end of the last.
    starts: Cow<'a, [usize]>,
    /// The numbers of the seeds of each document, by position.
    seeds: Cow<'a, [u32]>,
    positions: Cow<'a, [u32]>,
    /// For each seed where its entries start, and the end of the last.
    heads: Vec<usize>,
    /// The entries of each seed, by document.
    entries: Vec<Entry>,
    /// Lists that are longer are not read.
    longest: usize,
}

/// A sampled or hashed seed while lists are made.
#[derive(Clone, Copy, Default)]
struct Hashed {
    hash: u32,
    entry: (u32, u32),
}

/// Seeds that are put in order at a time: 12 bytes each, twice.
const ROUND: usize = 1 << 24;

/// The fewest rounds: what the first digit of a hash leaves is sorted by three digits.
const ROUNDS: usize = 4;

/// The bits of a digit.
const DIGIT: usize = 10;

impl<'a> Lists<'a> {
    /// The words of a collection as seeds.
    #[must_use]
    pub fn of_words(collection: &'a Collection) -> Lists<'a> {
        let (starts, seeds, positions) = collection.parts();
        let mut heads = Vec::with_capacity(collection.spread().len() + 1);
        heads.push(0);
        let mut end = 0;
        for &documents in collection.spread() {
            end += documents as usize;
            heads.push(end);
        }
        let empty = Entry {
            document: 0,
            position: 0,
        };
        let mut entries = vec![empty; end];
        // The head of each list serves as its write position, which leaves it at the head of the next.
        for document in 0..collection.len() {
            let range = starts[document]..starts[document + 1];
            for (&seed, &position) in seeds[range.clone()].iter().zip(&positions[range]) {
                let head = &mut heads[seed as usize];
                entries[*head] = Entry {
                    document: document as u32,
                    position,
                };
                *head += 1;
            }
        }
        heads.rotate_right(1);
        heads[0] = 0;
        Lists {
            starts: Cow::Borrowed(starts),
            seeds: Cow::Borrowed(seeds),
            positions: Cow::Borrowed(positions),
            heads,
            entries,
            longest: usize::MAX,
        }
    }

    /// Seeds that are told apart by a hash of 32 bits: two documents of 100,000 seeds each have two or three in common that are
    /// none, at random places.
    ///
    /// `each` is called with a document and what to call with the hash and the position of each of its seeds, by position; more
    /// than once for each document. `total` is the number of all seeds: it decides how much is sorted at a time.
    ///
    /// Memory: 16 bytes for each seed that two documents have, and 400 MB for the work.
    pub fn of_hashes(
        documents: usize,
        total: usize,
        mut each: impl FnMut(usize, &mut dyn FnMut(u32, u32)),
    ) -> Lists<'a> {
        let rounds = (total / ROUND + 1).next_power_of_two().max(ROUNDS);
        let shift = 32 - rounds.trailing_zeros();
        let mut heads = vec![0];
        let mut entries: Vec<Entry> = Vec::new();
        let (mut here, mut other) = (Vec::new(), Vec::new());
        for round in 0..rounds as u32 {
            here.clear();
            for document in 0..documents {
                each(document, &mut |hash, position| {
                    if hash >> shift == round {
                        here.push(Hashed {
                            hash,
                            entry: (document as u32, position),
                        });
                    }
                });
            }
            sort(&mut here, &mut other);
            for run in here.chunk_by(|a, b| a.hash == b.hash) {
                let head = entries.len();
                for &Hashed { entry, .. } in run {
                    // A second seed of one document has the hash by chance.
                    if entries[head..]
                        .last()
                        .is_none_or(|last| last.document != entry.0)
                    {
                        entries.push(Entry {
                            document: entry.0,
                            position: entry.1,
                        });
                    }
                }
                match entries.len() - head {
                    1 => entries.truncate(head),
                    _ => heads.push(entries.len()),
                }
            }
        }
        drop((here, other));
        entries.shrink_to_fit();
        by_document(documents, heads, entries)
    }

    /// Does not read the longest lists, so that all pairs of entries of the others are at most `most` for each entry.
    ///
    /// A seed that many documents have costs the square of their number, and says least.
    #[must_use]
    pub fn limited(mut self, most: usize) -> Lists<'a> {
        let mut lengths: Vec<usize> = self
            .heads
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect();
        lengths.sort_unstable();
        let mut left = most as u128 * self.entries.len() as u128;
        for length in lengths {
            let pairs = length as u128 * (length as u128 - 1) / 2;
            if pairs > left {
                self.longest = length - 1;
                break;
            }
            left -= pairs;
        }
        self
    }

    /// The number of documents.
    #[must_use]
    pub fn documents(&self) -> usize {
        self.starts.len() - 1
    }

    /// The seeds of a document and their positions, by position.
    pub fn seeds(&self, document: usize) -> impl Iterator<Item = (u32, u32)> {
        let range = self.starts[document]..self.starts[document + 1];
        let positions = self.positions[range.clone()].iter().copied();
        self.seeds[range].iter().copied().zip(positions)
    }

    /// The entries of a seed, by document; none where there are too many.
    #[must_use]
    pub fn entries(&self, seed: u32) -> &[Entry] {
        let range = self.heads[seed as usize]..self.heads[seed as usize + 1];
        match range.len() > self.longest {
            true => &[],
            false => &self.entries[range],
        }
    }
}

/// Sorts by hash, stably, by three digits: the leading bits of all are the same.
fn sort(here: &mut Vec<Hashed>, other: &mut Vec<Hashed>) {
    other.clear();
    other.resize(here.len(), Hashed::default());
    for digit in 0..3 {
        let key = |seed: &Hashed| (seed.hash >> (digit * DIGIT)) as usize & ((1 << DIGIT) - 1);
        let mut places = vec![0usize; 1 << DIGIT];
        for seed in here.iter() {
            places[key(seed)] += 1;
        }
        let mut start = 0;
        for place in &mut places {
            start += std::mem::replace(place, start);
        }
        for seed in here.iter() {
            let place = &mut places[key(seed)];
            other[*place] = *seed;
            *place += 1;
        }
        std::mem::swap(here, other);
    }
}

/// Adds to lists by seed those by document.
fn by_document(documents: usize, heads: Vec<usize>, entries: Vec<Entry>) -> Lists<'static> {
    let mut starts = vec![0usize; documents + 1];
    for entry in &entries {
        starts[entry.document as usize + 1] += 1;
    }
    for document in 0..documents {
        starts[document + 1] += starts[document];
    }
    // Position and seed as one number, to be sorted by position.
    let mut both = vec![0u64; entries.len()];
    let mut ends = starts.clone();
    for (seed, list) in heads.windows(2).enumerate() {
        for entry in &entries[list[0]..list[1]] {
            let end = &mut ends[entry.document as usize];
            both[*end] = u64::from(entry.position) << 32 | seed as u64;
            *end += 1;
        }
    }
    for range in starts.windows(2) {
        both[range[0]..range[1]].sort_unstable();
    }
    Lists {
        starts: Cow::Owned(starts),
        seeds: both.iter().map(|&both| both as u32).collect(),
        positions: both.iter().map(|&both| (both >> 32) as u32).collect(),
        heads,
        entries,
        longest: usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    proptest! {
        #[test]
        fn lists_are_those_of_a_map(
            documents in prop::collection::vec(
                prop::collection::btree_set((0u32..40).prop_map(|n| n.wrapping_mul(0x9E37_79B9)), 0..30), 0..12)
        ) {
            let documents: Vec<Vec<u32>> = documents.into_iter().map(|one| one.into_iter().collect()).collect();
            let lists = Lists::of_hashes(documents.len(), 0, |document, emit| {
                for (hash, position) in documents[document].iter().zip(0..) {
                    emit(*hash, 3 * position);
                }
            });
            let mut expected: BTreeMap<u32, Vec<(u32, u32)>> = BTreeMap::new();
            for (document, hashes) in documents.iter().enumerate() {
                for (hash, position) in hashes.iter().zip(0..) {
                    expected.entry(*hash).or_default().push((document as u32, 3 * position));
                }
            }
            expected.retain(|_, list| list.len() > 1);
            let mut seen = BTreeSet::new();
            for document in 0..lists.documents() {
                let seeds: Vec<(u32, u32)> = lists.seeds(document).collect();
                prop_assert!(seeds.is_sorted_by(|a, b| a.1 < b.1));
                for (seed, position) in seeds {
                    let list: Vec<_> = lists.entries(seed).iter().map(|entry| (entry.document, entry.position)).collect();
                    prop_assert!(list.contains(&(document as u32, position)));
                    seen.insert(list);
                }
            }
            prop_assert_eq!(seen, expected.into_values().collect());
        }
    }

    #[test]
    fn the_longest_lists_are_left_out() {
        // Seed 7 is in all of 50 documents, each other one in two.
        let lists = Lists::of_hashes(50, 0, |document, emit| {
            emit(7, 0);
            emit(1000 + document as u32 / 2, 1);
        })
        .limited(1);
        let read: usize = (0..50)
            .map(|document| {
                lists
                    .seeds(document)
                    .map(|(seed, _)| lists.entries(seed).len())
                    .sum::<usize>()
            })
            .sum();
        assert_eq!(read, 100);
    }
}
