//! One call: texts come, and the pairs of duplicates among them go.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};

use uniqwords::{Extractor, Feature};
use xxhash_rust::xxh3::xxh3_64;

use crate::align::{self, Book, Segment};
use crate::clusters::cluster_in_rounds;
use crate::collection::Collection;
use crate::join::{Task, join};
use crate::positions::Positions;
use crate::search::{Chainer, Extent, FoundPair, Search, SeedIndex, search};
use crate::{Builder, Clusters, Criterion, Refused, Score, choose, choose_in_rounds};

/// What to search for, and how.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The kinds of pairs.
    pub find: Find,
    /// When two documents are duplicates as whole books, which pairs are compared, and with how many threads.
    pub task: Task,
    /// The number of passages that may be found by chance in the whole run.
    pub expect: f64,
    /// The number of pairs of the whole run, where these documents are a part of it.
    pub of_pairs: Option<u64>,
    /// A document stands for another one that has at least this share of its tokens, from 0 to 1, in common with it.
    pub min_share: f64,
    /// How many pairs are compared.
    pub compared: Compared,
}

/// Kinds of pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Find {
    /// Books and passages.
    #[default]
    Both,
    /// Pairs whose score as whole books reaches its threshold.
    Books,
    /// Pairs that share a passage.
    Passages,
    /// Books. All pairs are compared, as in the paper, and positions of words are not needed.
    Scored,
}

/// How many pairs are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compared {
    /// Those that an index proposes, from some 1,000 documents on for passages and 10,000 for books.
    #[default]
    Proposed,
    /// All.
    All,
}

impl Default for Settings {
    /// Books with an excess of 3.5 and passages, on one thread; a document stands for another one that has half of its tokens.
    fn default() -> Self {
        let score = Score::Excess;
        let criterion = Criterion {
            score,
            threshold: score.default_threshold().expect("excess has one"),
            min_lcs: score.default_min_lcs(),
        };
        Settings {
            find: Find::Both,
            task: Task::new(criterion),
            expect: 0.01,
            of_pairs: None,
            min_share: 0.5,
            compared: Compared::Proposed,
        }
    }
}

/// The unique words of a document, as `uniqwords` writes them.
#[derive(Debug, Clone, Copy)]
pub struct UniqueWords<'w, W> {
    /// The words in order.
    pub words: &'w [W],
    /// The number of tokens of the document.
    pub tokens: u64,
    /// The token index of each word. Without them no passages are found in the document.
    pub positions: Option<&'w [u32]>,
    /// Dense seeds: hashes of n-grams, and their token indices.
    pub seeds: Option<&'w [(u32, u32)]>,
    /// A hash of the text. Equal documents are duplicates, whatever their words are.
    pub text_hash: Option<u64>,
}

/// Finds partial duplicates among texts.
///
/// ```
/// use lcsdup::{Find, Finder, Settings};
///
/// let word = |n: u32| n.to_string().bytes().map(|digit| char::from(digit + b'a' - b'0')).collect::<String>();
/// let text = |from: u32| (from..from + 400).map(|n| word(n) + " ").collect::<String>();
/// let mut finder = Finder::new(Settings { find: Find::Books, ..Settings::default() });
/// for text in [text(0), text(1), text(5000)] {
///     finder.push(&text)?;
/// }
/// let found = finder.finish();
/// let pairs: Vec<_> = found.pairs().iter().map(|pair| (pair.a, pair.b)).collect();
/// assert_eq!(pairs, [(0, 1)]);
/// // Of the three in this order the second goes, and the first stands for it.
/// assert_eq!(found.stand_ins(&[0, 1, 2]), [None, Some(0), None]);
/// # Ok::<(), lcsdup::Refused>(())
/// ```
#[derive(Default)]
pub struct Finder {
    settings: Settings,
    extractor: Extractor,
    builder: Builder,
    documents: Vec<Known>,
    seeds: Vec<Option<Vec<(u32, u32)>>>,
    /// The token indices of all words, also of those that no other document has.
    all: Positions,
    /// Whether document frequencies of a larger run are known.
    has_spread: bool,
    keeps_positions: bool,
}

/// Facts about a document besides its words.
#[derive(Debug, Clone, Copy)]
struct Known {
    extent: Extent,
    has_positions: bool,
    /// That of its text, if it has words.
    hash: Option<u64>,
}

impl Finder {
    /// Without documents.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Finder {
            settings,
            builder: Builder::new(),
            keeps_positions: settings.find != Find::Scored || settings.min_share > 0.0,
            ..Finder::default()
        }
    }

    /// Keeps the positions of words, which [`Found::segments`] needs, whatever is found.
    pub fn keep_positions(&mut self) {
        self.keeps_positions = true;
    }

    /// Adds a document: documents count from 0.
    ///
    /// # Errors
    /// There is no room for its words.
    pub fn push(&mut self, text: &str) -> Result<(), Refused> {
        let mut extractor = std::mem::take(&mut self.extractor);
        let words = extractor.extract(text, Feature::Unique);
        let positions: Vec<u32> = words.positions().map(|at| at as u32).collect();
        let tokens = words.tokens;
        let words: Vec<&str> = words.iter().collect();
        let pushed = self.push_words(&UniqueWords {
            words: &words,
            tokens,
            positions: Some(&positions),
            seeds: None,
            text_hash: Some(xxh3_64(text.as_bytes())),
        });
        self.extractor = extractor;
        pushed
    }

    /// Adds a document by its unique words.
    ///
    /// # Errors
    /// A word occurs twice, or there is no room; the document is then not added.
    pub fn push_words<W: AsRef<str>>(
        &mut self,
        document: &UniqueWords<'_, W>,
    ) -> Result<(), Refused> {
        let size = document.words.len();
        let positions: Vec<u32> = match (self.keeps_positions, document.positions) {
            (false, _) => Vec::new(),
            (true, Some(positions)) => positions.to_vec(),
            // Words are used as tokens.
            (true, None) => (0..size as u32).collect(),
        };
        let words = document.words.iter().map(AsRef::as_ref);
        self.builder.push(words.clone(), &positions)?;
        self.all.push(&positions);
        let has_positions = document.positions.is_some();
        self.documents.push(Known {
            extent: Extent {
                tokens: match has_positions {
                    true => document.tokens,
                    false => size as u64,
                },
                span: span_of_most(words),
            },
            has_positions,
            hash: document.text_hash.filter(|_| document.tokens > 0),
        });
        self.seeds.push(document.seeds.map(<[_]>::to_vec));
        Ok(())
    }

    /// Records that a number of documents of a larger run have a word.
    ///
    /// # Errors
    /// There are no more numbers for words.
    pub fn occurs_in(&mut self, word: &str, documents: u32) -> Result<(), Refused> {
        self.has_spread = true;
        self.builder.occurs_in(word, documents)
    }

    /// From here on documents are compared with those before only, and those before with these only.
    pub fn compare_across(&mut self) {
        self.settings.task.against = Some(self.documents.len());
    }

    /// The number of documents so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there are no documents so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// All documents are there.
    #[must_use]
    pub fn finish(self) -> Found {
        let with_seeds = self.seeds.iter().flatten().count();
        let finds_passages = matches!(self.settings.find, Find::Both | Find::Passages);
        let is_dense = finds_passages && with_seeds > 0 && with_seeds == self.seeds.len();
        let extents = self.documents.iter();
        Found {
            settings: self.settings,
            dense: is_dense.then(|| dense(&self.seeds)),
            with_seeds,
            extents: extents
                .map(|known| known.has_positions.then_some(known.extent))
                .collect(),
            documents: self.documents,
            all: self.all,
            collection: self.builder.finish(),
            has_spread: self.has_spread,
            any: AtomicBool::new(false),
        }
    }
}

/// The maximum number of pairs of postings of dense seeds, as a multiple of the number of postings.
const DENSE_PAIRS_PER_POSTING: usize = 16;

fn dense(seeds: &[Option<Vec<(u32, u32)>>]) -> SeedIndex<'static> {
    let total = seeds.iter().flatten().map(Vec::len).sum();
    let lists = SeedIndex::of_hashes(seeds.len(), total, |document, emit| {
        for &(hash, position) in seeds[document].iter().flatten() {
            emit(hash, position);
        }
    });
    lists.limited(DENSE_PAIRS_PER_POSTING)
}

/// The number of tokens that most words cover: more than one in scripts without spaces.
fn span_of_most<'w>(words: impl Iterator<Item = &'w str>) -> u32 {
    let mut counts = [0usize; 4];
    for word in words {
        counts[tokens::words::span(word).min(3)] += 1;
    }
    (1..4).rev().max_by_key(|&span| counts[span]).unwrap_or(1) as u32
}

/// All documents, whose pairs are found when they are asked for.
#[derive(Debug)]
pub struct Found {
    settings: Settings,
    collection: Collection,
    documents: Vec<Known>,
    all: Positions,
    /// For each document its length, if passages can be found in it.
    extents: Vec<Option<Extent>>,
    with_seeds: usize,
    /// Seeds other than words.
    dense: Option<SeedIndex<'static>>,
    has_spread: bool,
    /// Whether any pair was found.
    any: AtomicBool,
}

impl Found {
    /// The words of the documents.
    #[must_use]
    pub fn collection(&self) -> &Collection {
        &self.collection
    }

    /// The settings; with [`Finder::compare_across`] the task has the number of documents before it.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The length of a document in tokens.
    #[must_use]
    pub fn extent(&self, document: u32) -> Extent {
        self.documents[document as usize].extent
    }

    /// Whether passages can be found in a document: the positions of its words are known.
    #[must_use]
    pub fn has_positions(&self, document: u32) -> bool {
        self.documents[document as usize].has_positions
    }

    /// Whether passages are searched for.
    #[must_use]
    pub fn finds_passages(&self) -> bool {
        matches!(self.settings.find, Find::Both | Find::Passages)
    }

    /// Whether passages are found by dense seeds, which all documents have then.
    #[must_use]
    pub fn is_dense(&self) -> bool {
        self.dense.is_some()
    }

    /// The number of documents that have dense seeds.
    #[must_use]
    pub fn with_seeds(&self) -> usize {
        self.with_seeds
    }

    /// Whether any pair has been found so far.
    #[must_use]
    pub fn any(&self) -> bool {
        self.any.load(Ordering::Relaxed)
    }

    /// Calls `emit` with each pair, ordered by `a`, then by `b`.
    ///
    /// # Errors
    /// The first one of `emit`.
    pub fn each<E>(&self, mut emit: impl FnMut(FoundPair) -> Result<(), E>) -> Result<(), E> {
        self.each_of(&self.collection, |found| {
            self.any.store(true, Ordering::Relaxed);
            emit(found)
        })
    }

    /// All pairs, ordered by `a`, then by `b`.
    #[must_use]
    pub fn pairs(&self) -> Vec<FoundPair> {
        let mut pairs = Vec::new();
        let done: Result<(), Infallible> = self.each(|found| {
            pairs.push(found);
            Ok(())
        });
        let Ok(()) = done;
        pairs
    }

    /// As [`Found::each`], for any collection; for passages it has to be that of all documents.
    fn each_of<E>(
        &self,
        collection: &Collection,
        mut emit: impl FnMut(FoundPair) -> Result<(), E>,
    ) -> Result<(), E> {
        let settings = &self.settings;
        if settings.find == Find::Scored {
            return join(collection, &settings.task, |pair| emit(pair.into()));
        }
        let wanted = Search {
            task: settings.task,
            books: settings.find != Find::Passages,
            expect: self.finds_passages().then_some(settings.expect),
            of_pairs: settings.of_pairs,
            exhaustive: settings.compared == Compared::All,
            extents: &self.extents[..collection.len()],
            dense: self.dense.as_ref(),
        };
        search(collection, &wanted).into_iter().try_for_each(emit)
    }

    /// Calls `with` with the books of a pair.
    fn books<T>(&self, pair: [u32; 2], with: impl FnOnce(Book<'_>, Book<'_>) -> T) -> T {
        let [in_a, in_b] = pair.map(|document| {
            let positions = self.collection.positions(document as usize);
            positions.collect::<Vec<_>>()
        });
        let book = |document: u32, positions| Book {
            words: self.collection.words(document as usize),
            positions,
            extent: self.extent(document),
        };
        with(book(pair[0], &in_a), book(pair[1], &in_b))
    }

    /// The segments that two documents share.
    #[must_use]
    pub fn segments(&self, chainer: &mut Chainer, pair: [u32; 2]) -> Vec<Segment> {
        let spread = self.collection.spread();
        self.books(pair, |a, b| align::segments(chainer, a, b, spread))
    }

    /// The share of each of two documents that is in the other one, from 0 to 1.
    #[must_use]
    pub fn shares(&self, chainer: &mut Chainer, pair: [u32; 2]) -> [f64; 2] {
        let spread = self.collection.spread();
        let own = pair.map(|document| self.all.of(document as usize).collect::<Vec<_>>());
        let own = [&own[0][..], &own[1]];
        self.books(pair, |a, b| align::shares(chainer, (a, b), own, spread))
    }

    /// Whether the second document of a pair stands for the first, and the first for the second.
    fn stand(&self, chainer: &mut Chainer, pair: [u32; 2]) -> [bool; 2] {
        self.any.store(true, Ordering::Relaxed);
        match self.settings.min_share {
            0.0 => [true; 2],
            least => self.shares(chainer, pair).map(|share| share >= least),
        }
    }

    /// Groups of two or more documents. Each document is in a pair with another one, and one of the two stands for
    /// the other.
    #[must_use]
    pub fn clusters(&self) -> Vec<Vec<u32>> {
        let mut chainer = Chainer::default();
        let mut connects = |a, b| self.stand(&mut chainer, [a, b]).contains(&true);
        if self.in_rounds() {
            let task = &self.settings.task;
            let clusters = cluster_in_rounds(&self.collection, task, connects, |rest, pair| {
                let done: Result<(), Infallible> = self.each_of(rest, |found| {
                    pair(found.a, found.b);
                    Ok(())
                });
                let Ok(()) = done;
            });
            return self.with_equal(clusters).all();
        }
        let mut clusters = Clusters::new(self.documents.len());
        let done: Result<(), Infallible> = self.each(|found| {
            let is_new = clusters.first(found.a) != clusters.first(found.b);
            if is_new && connects(found.a, found.b) {
                clusters.connect(found.a, found.b);
            }
            Ok(())
        });
        let Ok(()) = done;
        self.with_equal(clusters).all()
    }

    /// Calls `each` with equal documents that are compared: one that comes earlier in an order, and another one. What they have in common may
    /// be nothing, since a text that is there twice has no unique word.
    fn equal(&self, order: impl Iterator<Item = u32>, mut each: impl FnMut(u32, u32)) {
        let mut firsts = HashMap::new();
        let against = self.settings.task.against;
        let side = |document: u32| against.map(|input| (document as usize) < input);
        for document in order {
            let Some(hash) = self.documents[document as usize].hash else {
                continue;
            };
            let first = *firsts.entry(hash).or_insert(document);
            if first != document && (against.is_none() || side(first) != side(document)) {
                self.any.store(true, Ordering::Relaxed);
                each(first, document);
            }
        }
    }

    fn with_equal(&self, mut clusters: Clusters) -> Clusters {
        self.equal(0..self.documents.len() as u32, |one, other| {
            clusters.connect(one, other)
        });
        clusters
    }

    /// Whether large groups of like documents need not be compared with each other: whole books are compared, and
    /// positions do not matter in it.
    fn in_rounds(&self) -> bool {
        let settings = &self.settings;
        matches!(settings.find, Find::Books | Find::Scored)
            && settings.task.against.is_none()
            && settings.compared == Compared::Proposed
            && !self.has_spread
    }

    /// For each document that goes the one that stays and stands for it; `None` for those that stay. The document of a
    /// pair that comes first in `order` stays; `order` has the number of every document once.
    ///
    /// # Panics
    /// If `order` has a number that is not one of a document.
    #[must_use]
    pub fn stand_ins(&self, order: &[u32]) -> Vec<Option<u32>> {
        let mut chosen = self.stand_ins_by_words(order);
        self.equal(order.iter().copied(), |first, document| {
            if chosen[document as usize].is_none() {
                chosen[document as usize] = Some(first);
            }
        });
        // A document that stays no longer has an equal one that does, or one that stands for both. It comes earlier in the order.
        for document in 0..chosen.len() {
            while let Some(next) = chosen[document].and_then(|one| chosen[one as usize]) {
                chosen[document] = Some(next);
            }
        }
        chosen
    }

    fn stand_ins_by_words(&self, order: &[u32]) -> Vec<Option<u32>> {
        let mut chainer = Chainer::default();
        if self.in_rounds() {
            let rest = |collection: &Collection| {
                let mut pairs = Vec::new();
                let done: Result<(), Infallible> = self.each_of(collection, |found| {
                    pairs.push((found.a, found.b));
                    Ok(())
                });
                let Ok(()) = done;
                pairs
            };
            let stands = |a, b| self.stand(&mut chainer, [a, b]);
            let chosen =
                choose_in_rounds(&self.collection, &self.settings.task, order, stands, rest);
            let any = chosen.iter().any(Option::is_some);
            self.any.fetch_or(any, Ordering::Relaxed);
            return chosen;
        }
        let pairs = self.pairs();
        let pairs: Vec<(u32, u32)> = pairs.iter().map(|pair| (pair.a, pair.b)).collect();
        choose(self.documents.len(), &pairs, order, |number| {
            let (a, b) = pairs[number];
            self.stand(&mut chainer, [a, b])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_of_the_script_of_most_of_its_words() {
        let span = |words: &[&str]| span_of_most(words.iter().copied());
        assert_eq!(span(&[]), 1);
        assert_eq!(span(&["one", "two", "漢字"]), 1);
        assert_eq!(span(&["one", "漢字", "字漢"]), 2);
        assert_eq!(span(&["one", "ภาษ", "าษา"]), 3);
    }

    #[test]
    fn equal_documents_are_duplicates_whatever_their_words() {
        let twice = "The boats lay on the shore, and the nets on the grass. ".repeat(2);
        let texts = [
            &twice,
            "Other words.",
            &twice,
            "",
            "",
            "Page 1",
            "Page 2",
            &twice,
        ];
        let found_of = |find, across: Option<usize>| {
            let settings = Settings {
                find,
                ..Settings::default()
            };
            let mut finder = Finder::new(settings);
            for (number, text) in texts.iter().enumerate() {
                if across == Some(number) {
                    finder.compare_across();
                }
                finder.push(text).unwrap();
            }
            finder.finish()
        };
        for find in [Find::Both, Find::Books, Find::Passages, Find::Scored] {
            let found = found_of(find, None);
            assert_eq!(found.clusters(), [[0, 2, 7]], "{find:?}");
            let mut gone = [None; 8];
            (gone[2], gone[7]) = (Some(0), Some(0));
            assert_eq!(found.stand_ins(&[0, 1, 2, 3, 4, 5, 6, 7]), gone);
            let mut gone = [None; 8];
            (gone[0], gone[2]) = (Some(7), Some(7));
            assert_eq!(found.stand_ins(&[7, 6, 5, 4, 3, 2, 1, 0]), gone);
            assert!(found.any());
        }
        // The first three are compared with the others, and not with each other.
        let found = found_of(Find::Both, Some(3));
        let gone = found.stand_ins(&[3, 4, 5, 6, 7, 0, 1, 2]);
        assert_eq!((gone[0], gone[2], gone[7]), (Some(7), Some(7), None));
        let found = found_of(Find::Both, Some(7));
        assert_eq!(found.stand_ins(&[7, 0, 1, 2, 3, 4, 5, 6])[2], Some(7));
    }

    #[test]
    fn of_no_document_nothing_is_found() {
        let found = Finder::new(Settings::default()).finish();
        assert!(found.pairs().is_empty() && found.clusters().is_empty() && !found.any());
        assert!(found.stand_ins(&[]).is_empty());
    }
}
