//! All pairs of a collection that are partial duplicates as whole books or share a passage.
//!
//! In a small collection every pair is compared: as whole books by [`fn@crate::join`], for passages along the common
//! seeds (the module `sweep`). In a large one an index proposes candidates. Its seeds are pairs of words close to each
//! other, one in `SAMPLE` of them, chosen by hash so that both documents choose the same ones. Two common seeds at
//! about the same distance in both documents make a pair of documents a candidate, which is then verified with all
//! words.

mod passage;
mod seed_index;
mod sweep;

use std::ops::Range;

use platform::random::mix;

use crate::collection::Collection;
use crate::join::{Pair, Task, join};
use crate::lis;
use sweep::sweep;

pub(crate) use passage::GAP;
pub use passage::{Chainer, Extent, Match, Passage};
pub use seed_index::SeedIndex;

/// Collections with more pairs than this, of about 1,000 documents, are searched for passages through the index.
pub const ALL_PAIRS: u128 = 500_000;

/// Collections with more pairs than this, of about 10,000 documents, are searched for books through the index.
/// Comparing a pair as whole books costs a twentieth of searching it for passages.
pub const ALL_PAIRS_AS_BOOKS: u128 = 50_000_000;

/// A word forms seeds with this many following words.
const WINDOW: usize = 4;

/// One pair of words in this many is a seed of the index.
const SAMPLE: u64 = 4;

/// This many common seeds make a candidate, whatever their distances.
const MANY: usize = 8;

/// The maximum distance in tokens of two seeds that make a candidate.
const REACH: u32 = 4000;

/// The maximum number of pairs of postings in the index, as a multiple of the number of postings.
const MEAN_PAIRS_PER_POSTING: usize = 64;

/// A pair of documents that are duplicates as books or share a passage.
#[derive(Clone, Debug, PartialEq)]
pub struct FoundPair {
    /// The number of the earlier document in the collection.
    pub a: u32,
    /// The number of the later document.
    pub b: u32,
    /// The number of their common words.
    pub common: u32,
    /// The length of the longest common subsequence.
    pub lcs: u32,
    /// Whether the criterion accepts them as whole books.
    pub books: bool,
    /// The shared passages.
    pub passages: Vec<Passage>,
}

impl From<Pair> for FoundPair {
    /// A pair that is accepted as books.
    fn from(pair: Pair) -> FoundPair {
        FoundPair {
            a: pair.a,
            b: pair.b,
            common: pair.common,
            lcs: pair.lcs,
            books: true,
            passages: Vec::new(),
        }
    }
}

/// The parameters of a search.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// The pairs to compare, and the criterion.
    pub task: Task,
    /// Whether to search for books: pairs that the task's criterion accepts.
    pub books: bool,
    /// The number of passages that may be found by chance in the whole run; `None`: no search for passages.
    pub expect: Option<f64>,
    /// The number of pairs in the whole run, if these documents are a part of it.
    pub of_pairs: Option<u64>,
    /// Whether to compare all pairs, however many there are.
    pub exhaustive: bool,
    /// For each document its extent, if the positions of its words are known; without it no passages are found in it.
    pub extents: &'a [Option<Extent>],
    /// Seeds for passages other than words, of the same documents.
    pub dense: Option<&'a SeedIndex<'static>>,
}

impl Search<'_> {
    /// The number of pairs of the whole run, over all shards.
    fn pairs(&self) -> u128 {
        let all = self.extents.len() as u128;
        match self.task.against {
            Some(against) => against as u128 * (all - against as u128),
            None => all * all.saturating_sub(1) / 2,
        }
    }

    fn documents(&self) -> Range<usize> {
        self.task.documents(self.extents.len())
    }

    /// Calls `visit` with the thread's state, a pair, and their common seeds.
    fn sweep<'c>(
        &self,
        collection: &'c Collection,
        lists: &SeedIndex<'_>,
        least: usize,
        visit: impl Fn(&mut PairComparer<'c>, usize, usize, &[Match]) + Sync,
    ) -> Vec<FoundPair> {
        let workers = (0..self.task.threads).map(|_| PairComparer::new(collection));
        let partners = |a| self.task.first_partner(collection, a);
        let done = sweep(
            lists,
            self.documents(),
            partners,
            least,
            workers.collect(),
            visit,
        );
        done.into_iter().flat_map(|reader| reader.found).collect()
    }

    /// The passages along the common seeds of two documents.
    fn passages(
        &self,
        chainer: &mut Chainer,
        a: usize,
        b: usize,
        matches: &[Match],
    ) -> Vec<Passage> {
        let (Some(expect), Some(x), Some(y)) = (self.expect, self.extents[a], self.extents[b])
        else {
            return Vec::new();
        };
        let pairs = self
            .of_pairs
            .map_or(self.pairs() as f64, |pairs| pairs as f64);
        let mut passages = chainer.passages(matches, (x, y), expect / pairs);
        for passage in &mut passages {
            passage.expect *= pairs;
        }
        passages
    }

    /// The pairs with passages along these seeds.
    fn along(&self, collection: &Collection, lists: &SeedIndex<'_>) -> Vec<FoundPair> {
        self.sweep(collection, lists, 2, |reader, a, b, matches| {
            let passages = self.passages(&mut reader.chainer, a, b, matches);
            if !passages.is_empty() {
                reader.compare(a, b);
                let found = reader.measure(&self.task, a, b, passages);
                reader.found.push(found);
            }
        })
    }

    /// The pairs proposed by the index and verified with all their words.
    fn indexed(&self, collection: &Collection) -> Vec<FoundPair> {
        let lists = index(collection).limited(MEAN_PAIRS_PER_POSTING);
        self.sweep(collection, &lists, 2, |reader, a, b, matches| {
            if !is_candidate(matches) {
                return;
            }
            reader.compare(a, b);
            let passages = match self.dense {
                Some(_) => Vec::new(),
                None => self.passages(&mut reader.chainer, a, b, &reader.matches),
            };
            let found = reader.measure(&self.task, a, b, passages);
            if self.books && found.books || !found.passages.is_empty() {
                reader.found.push(found);
            }
        })
    }
}

/// Finds the pairs, ordered by `a`, then by `b`.
///
/// Memory: for a small collection that of [`fn@crate::join`] and 8 bytes for each word of a document, for a large one
/// that of [`SeedIndex::of_hashes`]; 48 bytes for each pair found, and 32 for each passage.
#[must_use]
pub fn search(collection: &Collection, search: &Search<'_>) -> Vec<FoundPair> {
    let all_pairs = search.exhaustive || search.pairs() <= ALL_PAIRS;
    let all_books = search.exhaustive || search.pairs() <= ALL_PAIRS_AS_BOOKS;
    let mut found = Vec::new();
    if search.books && all_books {
        let done: Result<(), std::convert::Infallible> = join(collection, &search.task, |pair| {
            found.push(pair.into());
            Ok(())
        });
        let Ok(()) = done;
    }
    if search.expect.is_some() {
        match search.dense {
            Some(lists) => found.extend(search.along(collection, lists)),
            None if all_pairs => {
                found.extend(search.along(collection, &SeedIndex::of_words(collection)));
            }
            None => {}
        }
    }
    let by_words = search.expect.is_some() && search.dense.is_none();
    if by_words && !all_pairs || search.books && !all_books {
        found.extend(search.indexed(collection));
    }
    merged(found)
}

/// Merges the results of both searches for the same pair.
fn merged(mut found: Vec<FoundPair>) -> Vec<FoundPair> {
    found.sort_by_key(|found| (found.a, found.b, found.passages.is_empty()));
    found.dedup_by(|later, first| {
        let same = (later.a, later.b) == (first.a, first.b);
        first.books |= same && later.books;
        same
    });
    found
}

/// The index of the words that documents share.
fn index(collection: &Collection) -> SeedIndex<'static> {
    let total: usize = (0..collection.len())
        .map(|document| collection.words(document).len() * WINDOW / SAMPLE as usize)
        .sum();
    SeedIndex::of_hashes(collection.len(), total, |document, emit| {
        let words = collection.words(document);
        let positions = collection.positions(document);
        for ((place, &word), position) in words.iter().enumerate().zip(positions) {
            for &next in &words[place + 1..words.len().min(place + 1 + WINDOW)] {
                let hash = mix(u64::from(word) << 32 | u64::from(next));
                if hash.is_multiple_of(SAMPLE) {
                    emit((hash >> 32) as u32, position);
                }
            }
        }
    })
}

/// Whether two of the seeds are at about the same distance in both documents, or there are many seeds.
fn is_candidate(matches: &[Match]) -> bool {
    matches.len() >= MANY
        || matches.iter().enumerate().any(|(place, from)| {
            matches[place + 1..].iter().any(|to| {
                let (dx, dy) = (to.x - from.x, to.y.wrapping_sub(from.y));
                dx.max(dy) <= REACH && dx.abs_diff(dy) <= 20 + dx / 10
            })
        })
}

/// Compares a document with others by all their words.
struct PairComparer<'c> {
    collection: &'c Collection,
    /// The document of `places`, which has for each word the position in it plus one.
    a: Option<usize>,
    places: Vec<u32>,
    /// The common words, sorted by position in `a`.
    matches: Vec<Match>,
    values: Vec<u32>,
    tails: Vec<u32>,
    chainer: Chainer,
    found: Vec<FoundPair>,
}

impl<'c> PairComparer<'c> {
    fn new(collection: &'c Collection) -> PairComparer<'c> {
        PairComparer {
            collection,
            a: None,
            places: vec![0; collection.spread().len()],
            matches: Vec::new(),
            values: Vec::new(),
            tails: Vec::new(),
            chainer: Chainer::default(),
            found: Vec::new(),
        }
    }

    /// Computes the common words of two documents.
    fn compare(&mut self, a: usize, b: usize) {
        if self.a != Some(a) {
            if let Some(before) = self.a.replace(a) {
                for &word in self.collection.words(before) {
                    self.places[word as usize] = 0;
                }
            }
            let positions = self.collection.positions(a);
            for (&word, position) in self.collection.words(a).iter().zip(positions) {
                self.places[word as usize] = position + 1;
            }
        }
        self.matches.clear();
        let positions = self.collection.positions(b);
        for (&word, position) in self.collection.words(b).iter().zip(positions) {
            let place = self.places[word as usize];
            if place != 0 {
                self.matches.push(Match {
                    x: place - 1,
                    y: position,
                    spread: self.collection.in_run()[word as usize],
                });
            }
        }
        self.matches.sort_unstable();
    }

    /// The result for the two documents that were compared last.
    fn measure(&mut self, task: &Task, a: usize, b: usize, passages: Vec<Passage>) -> FoundPair {
        self.values.clear();
        self.values.extend(self.matches.iter().map(|one| one.y));
        let common = self.values.len();
        let lcs = lis::length_at_least(&self.values, 0, &mut self.tails).unwrap_or(0);
        let (x, y) = (self.collection.size(a), self.collection.size(b));
        FoundPair {
            a: a as u32,
            b: b as u32,
            common: common as u32,
            lcs: lcs as u32,
            books: common > 0 && task.criterion.accepts(x, y, common, lcs),
            passages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Builder;
    use crate::score::{Criterion, Score};

    /// Enough documents for the index: it proposes the same pairs as comparing all, and none without common words.
    #[test]
    fn the_index_finds_what_all_pairs_have() {
        let documents = 1100u64;
        let mut builder = Builder::new();
        for document in 0..documents {
            let own = |n: u64| mix(document * 1000 + n) % 50_000;
            // Every hundredth document shares forty words with the one before.
            let copied = |n: u64| 60_000 + (document + 1) / 100 * 100 + n;
            let in_pair = document > 0 && (document % 100 == 0 || document % 100 == 99);
            let mut words: Vec<String> = (0..80)
                .map(|n| {
                    if in_pair && (20..60).contains(&n) {
                        copied(n)
                    } else {
                        own(n)
                    }
                    .to_string()
                })
                .collect();
            let mut seen = std::collections::HashSet::new();
            words.retain(|word| seen.insert(word.clone()));
            let positions: Vec<u32> = (0..words.len() as u32).map(|n| 9 * n).collect();
            builder
                .push(words.iter().map(String::as_str), &positions)
                .unwrap();
        }
        let collection = builder.finish();
        let extents = vec![
            Some(Extent {
                tokens: 1000,
                span: 1
            });
            documents as usize
        ];
        let find = |exhaustive, threads| {
            let wanted = Search {
                task: Task {
                    threads,
                    ..Task::new(Criterion::default_for(Score::Excess).unwrap())
                },
                books: true,
                expect: Some(0.01),
                of_pairs: None,
                exhaustive,
                extents: &extents,
                dense: None,
            };
            search(&collection, &wanted)
        };
        let found = find(true, 1);
        let pairs: Vec<(u32, u32)> = found.iter().map(|one| (one.a, one.b)).collect();
        let expected: Vec<(u32, u32)> = (1..11).map(|n| (100 * n - 1, 100 * n)).collect();
        assert_eq!(pairs, expected);
        assert!(
            found
                .iter()
                .all(|one| one.passages.len() == 1 && one.lcs >= 40)
        );
        assert_eq!(find(true, 3), found);
        assert_eq!(find(false, 1), found);
        assert_eq!(find(false, 3), found);
    }

    #[test]
    fn what_two_ways_see_is_one_pair() {
        let found = |a, b, books, passages: usize| FoundPair {
            a,
            b,
            common: 9,
            lcs: 9,
            books,
            passages: vec![
                Passage {
                    a: 0..9,
                    b: 0..9,
                    matches: 3,
                    score: 30.0,
                    expect: 0.0
                };
                passages
            ],
        };
        let all = vec![
            found(0, 2, true, 0),
            found(0, 1, true, 0),
            found(0, 1, false, 1),
        ];
        assert_eq!(merged(all), [found(0, 1, true, 1), found(0, 2, true, 0)]);
    }
}
