//! A forward index (seeds of documents) and an inverted index (documents of seeds), from which all common seeds of all
//! pairs are found.

use std::borrow::Cow;

use platform::prefetch::{lookahead, prefetch};
use platform::random::mix;

use crate::collection::Collection;

/// A posting: an occurrence of a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// The document.
    pub document: u32,
    /// The token index of the seed there.
    pub position: u32,
}

/// The indexes of the seeds that at least two documents have, each at most once in a document.
#[derive(Debug)]
pub struct SeedIndex<'a> {
    /// The start in `seeds` of each document's seeds, and the end of the last.
    starts: Cow<'a, [usize]>,
    /// The seeds of each document, by position, which is in the document's posting.
    seeds: Cow<'a, [u32]>,
    /// The start in `postings` of each seed's posting list, and the end of the last.
    list_starts: Vec<usize>,
    /// The posting lists, each by document.
    postings: Vec<Posting>,
    /// Longer posting lists are ignored.
    max_list_length: usize,
    /// The document frequency of each seed in the whole run, if it is not the length of its posting list.
    in_run: Option<&'a [u32]>,
}

/// A hashed seed while the indexes are built.
#[derive(Clone, Copy, Default)]
struct HashedSeed {
    hash: u32,
    entry: (u32, u32),
}

/// The number of seeds sorted at a time, in two buffers of 12 bytes a seed.
const BATCH: usize = 1 << 24;

/// The minimum number of batches: the bits of a hash below those that select the batch must fit three digits.
const MIN_BATCHES: usize = 4;

/// The number of ranges of documents whose seeds are sorted one after the other: the smaller, the less memory.
const RANGES: usize = 8;

/// The number of postings in a cache line.
const CACHE_LINE: usize = 64 / size_of::<Posting>();

/// The number of bits of a radix-sort digit.
const DIGIT: usize = 10;

impl<'a> SeedIndex<'a> {
    /// The words of a collection as seeds.
    #[must_use]
    pub fn of_words(collection: &'a Collection) -> SeedIndex<'a> {
        let (starts, seeds) = collection.parts();
        let mut list_starts = Vec::with_capacity(collection.spread().len() + 1);
        list_starts.push(0);
        let mut end = 0;
        for &documents in collection.spread() {
            end += documents as usize;
            list_starts.push(end);
        }
        let empty = Posting {
            document: 0,
            position: 0,
        };
        let mut postings = vec![empty; end];
        // The start of each list serves as its write position, which ends up at the start of the next list.
        for document in 0..collection.len() {
            let range = starts[document]..starts[document + 1];
            for (&seed, position) in seeds[range].iter().zip(collection.positions(document)) {
                let head = &mut list_starts[seed as usize];
                postings[*head] = Posting {
                    document: document as u32,
                    position,
                };
                *head += 1;
            }
        }
        list_starts.rotate_right(1);
        list_starts[0] = 0;
        SeedIndex {
            starts: Cow::Borrowed(starts),
            seeds: Cow::Borrowed(seeds),
            list_starts,
            postings,
            max_list_length: usize::MAX,
            in_run: Some(collection.in_run()),
        }
    }

    /// Seeds identified by a 32-bit hash: two documents of 100,000 seeds each have two or three false common seeds, at
    /// random positions.
    ///
    /// `each` is called several times for each document, with a function to call with the hash and position of each of
    /// its seeds, by position. `total` is the number of all seeds, which determines the number of batches.
    ///
    /// Memory: 16 bytes for each seed that two documents have, with its list, and 400 MB of work buffers.
    pub fn of_hashes(
        documents: usize,
        total: usize,
        mut each: impl FnMut(usize, &mut dyn FnMut(u32, u32)),
    ) -> SeedIndex<'a> {
        let batches = (total / BATCH + 1).next_power_of_two().max(MIN_BATCHES);
        let shift = 32 - batches.trailing_zeros();
        let mut list_starts = vec![0];
        let mut postings: Vec<Posting> = Vec::new();
        let (mut here, mut other) = (Vec::new(), Vec::new());
        for batch in 0..batches as u32 {
            here.clear();
            for document in 0..documents {
                each(document, &mut |hash, position| {
                    if hash >> shift == batch {
                        here.push(HashedSeed {
                            hash,
                            entry: (document as u32, position),
                        });
                    }
                });
            }
            sort(&mut here, &mut other);
            for run in here.chunk_by(|a, b| a.hash == b.hash) {
                let head = postings.len();
                for &HashedSeed { entry, .. } in run {
                    // A hash collision of two seeds of one document.
                    if postings[head..]
                        .last()
                        .is_none_or(|last| last.document != entry.0)
                    {
                        postings.push(Posting {
                            document: entry.0,
                            position: entry.1,
                        });
                    }
                }
                match postings.len() - head {
                    1 => postings.truncate(head),
                    _ => list_starts.push(postings.len()),
                }
            }
        }
        drop((here, other));
        postings.shrink_to_fit();
        by_document(documents, list_starts, postings)
    }

    /// Ignores the longest posting lists, so that the number of pairs of postings in the others is at most `most` times
    /// the number of postings.
    ///
    /// The cost of a seed is quadratic in its document frequency, and frequent seeds are the least informative.
    #[must_use]
    pub fn limited(mut self, most: usize) -> SeedIndex<'a> {
        let mut lengths: Vec<usize> = self
            .list_starts
            .windows(2)
            .map(|pair| pair[1] - pair[0])
            .collect();
        lengths.sort_unstable();
        let mut left = most as u128 * self.postings.len() as u128;
        for length in lengths {
            let pairs = length as u128 * (length as u128 - 1) / 2;
            if pairs > left {
                self.max_list_length = length - 1;
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

    /// Calls `visit` with the position, the document frequency in the whole run, and the postings in later documents of
    /// each seed of a document that later ones have, by position. The lists are at random places in memory, so they are prefetched.
    pub(super) fn each_list(&self, document: usize, mut visit: impl FnMut(u32, u32, &[Posting])) {
        let range = self.starts[document]..self.starts[document + 1];
        // Where the document is in a list, if the documents of the list are spread evenly.
        let share = ((document as u64) << 32) / self.documents() as u64;
        let guess = |length: usize| ((length as u64 * share) >> 32) as usize;
        for (_, [now, next, later]) in lookahead(&self.seeds[range]) {
            for &seed in later {
                prefetch(&self.list_starts, seed as usize);
            }
            for &seed in next {
                let seed = seed as usize;
                let (start, end) = (self.list_starts[seed], self.list_starts[seed + 1]);
                let own = start + guess(end - start);
                // That of the document, and those after it.
                prefetch(&self.postings, own);
                prefetch(&self.postings, own + CACHE_LINE);
            }
            for &seed in now {
                let postings = self.postings(seed);
                let own = rank(postings, document as u32, guess(postings.len()));
                // None if the list is ignored.
                let Some((&Posting { position, .. }, later)) = postings[own..].split_first() else {
                    continue;
                };
                let spread = match self.in_run {
                    Some(in_run) => in_run[seed as usize],
                    None => postings.len() as u32,
                };
                if !later.is_empty() {
                    visit(position, spread, later);
                }
            }
        }
    }

    /// The posting list of a seed, by document; empty if it is ignored.
    fn postings(&self, seed: u32) -> &[Posting] {
        let range = self.list_starts[seed as usize]..self.list_starts[seed as usize + 1];
        match range.len() > self.max_list_length {
            true => &[],
            false => &self.postings[range],
        }
    }
}

/// The number of postings before this document, a few steps from a good guess, which touches fewer cache lines than a
/// binary search. With bad guesses, all documents of a list together take at most twice as many steps as the list has
/// pairs, and each pair is looked at anyway.
fn rank(postings: &[Posting], document: u32, guess: usize) -> usize {
    let before = |place: usize| postings[place].document < document;
    let mut rank = guess;
    while rank < postings.len() && before(rank) {
        rank += 1;
    }
    while rank > 0 && !before(rank - 1) {
        rank -= 1;
    }
    rank
}

/// A stable radix sort by hash with three digits; the leading bits of all hashes are equal.
fn sort(here: &mut Vec<HashedSeed>, other: &mut Vec<HashedSeed>) {
    other.clear();
    other.resize(here.len(), HashedSeed::default());
    for digit in 0..3 {
        let key = |seed: &HashedSeed| (seed.hash >> (digit * DIGIT)) as usize & ((1 << DIGIT) - 1);
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

/// A hash of a posting list.
fn content(list: &[Posting]) -> u32 {
    let mixed = list.iter().fold(list.len() as u64, |mixed, posting| {
        mix(mixed ^ (u64::from(posting.document) << 32 | u64::from(posting.position)))
    });
    mixed as u32
}

/// The postings of a list but its last, whose document has no later one to be paired with.
fn with_later_ones(list: &[Posting]) -> &[Posting] {
    list.split_last().map_or(&[], |(_, before)| before)
}

/// Adds the forward index to an inverted one.
///
/// The forms of a word are at one position, and mostly in the same documents at the same positions. Of equal lists only
/// the first is in the forward index, so that they count as one seed. Equal are those with equal hashes at one
/// position, which loses one of some million other lists.
fn by_document(
    documents: usize,
    list_starts: Vec<usize>,
    postings: Vec<Posting>,
) -> SeedIndex<'static> {
    let lists = || {
        list_starts
            .windows(2)
            .map(|list| &postings[list[0]..list[1]])
    };
    let mut starts = vec![0usize; documents + 1];
    for entry in lists().flat_map(with_later_ones) {
        starts[entry.document as usize + 1] += 1;
    }
    for document in 0..documents {
        starts[document + 1] += starts[document];
    }
    let contents: Vec<u32> = lists().map(content).collect();
    // A range of documents at a time, with position, content and seed packed into an integer, which sorts by position.
    let mut seeds = Vec::with_capacity(starts[documents]);
    let mut ends_of_documents = vec![0usize];
    let mut packed = Vec::new();
    let step = documents.div_ceil(RANGES).max(1);
    for first in (0..documents).step_by(step) {
        let range = &starts[first..=documents.min(first + step)];
        let start = range[0];
        packed.clear();
        packed.resize(range[range.len() - 1] - start, 0u128);
        let mut ends: Vec<usize> = range.iter().map(|end| end - start).collect();
        for ((seed, list), &content) in lists().enumerate().zip(&contents) {
            for entry in with_later_ones(list) {
                let place = (entry.document as usize).wrapping_sub(first);
                if place < range.len() - 1 {
                    let key = u64::from(entry.position) << 32 | u64::from(content);
                    packed[ends[place]] = u128::from(key) << 32 | seed as u128;
                    ends[place] += 1;
                }
            }
        }
        for range in range.windows(2) {
            let packed = &mut packed[range[0] - start..range[1] - start];
            packed.sort_unstable();
            let firsts = packed.chunk_by(|a, b| a >> 32 == b >> 32);
            seeds.extend(firsts.map(|equal| equal[0] as u32));
            ends_of_documents.push(seeds.len());
        }
    }
    SeedIndex {
        starts: Cow::Owned(ends_of_documents),
        seeds: Cow::Owned(seeds),
        list_starts,
        postings,
        max_list_length: usize::MAX,
        in_run: None,
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
            let lists = SeedIndex::of_hashes(documents.len(), 0, |document, emit| {
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
                let mut seeds = Vec::new();
                lists.each_list(document, |position, spread, later| {
                    let list: Vec<_> = later.iter().map(|entry| (entry.document, entry.position)).collect();
                    seeds.push((document as u32, position, spread, list));
                });
                prop_assert!(seeds.is_sorted_by(|a, b| a.1 < b.1));
                seen.extend(seeds);
            }
            let mut suffixes = BTreeSet::new();
            for list in expected.into_values() {
                for (own, &(document, position)) in list[..list.len() - 1].iter().enumerate() {
                    suffixes.insert((document, position, list.len() as u32, list[own + 1..].to_vec()));
                }
            }
            prop_assert_eq!(seen, suffixes);
        }
    }

    #[test]
    fn equal_lists_of_a_position_are_visited_once() {
        // Seeds 1 to 3 are in the same places of two documents, 4 is elsewhere in the later one, 5 in a third one, too.
        let lists = SeedIndex::of_hashes(3, 0, |document, emit| {
            let places = [[2, 2, 2, 2, 2], [6, 6, 6, 7, 6], [0, 0, 0, 0, 9]];
            for (seed, &place) in (1..).zip(&places[document]) {
                if place > 0 {
                    emit(seed, place);
                }
            }
        });
        let mut visited = Vec::new();
        lists.each_list(0, |position, spread, later| {
            let places: Vec<_> = later
                .iter()
                .map(|one| (one.document, one.position))
                .collect();
            visited.push((position, spread, places));
        });
        visited.sort();
        let expected = [
            (2, 2, vec![(1, 6)]),
            (2, 2, vec![(1, 7)]),
            (2, 3, vec![(1, 6), (2, 9)]),
        ];
        assert_eq!(visited, expected);
    }

    #[test]
    fn the_longest_lists_are_left_out() {
        // Seed 7 is in all of 50 documents, every other one in two.
        let lists = SeedIndex::of_hashes(50, 0, |document, emit| {
            emit(7, 0);
            emit(1000 + document as u32 / 2, 1);
        })
        .limited(1);
        let mut read = 0;
        for document in 0..50 {
            lists.each_list(document, |_, _, later| read += later.len());
        }
        assert_eq!(read, 25);
    }
}
