//! All pairs of a collection whose score reaches a threshold, and no other.
//!
//! 1. Books are taken in groups of 512. The widespread words of a group become bit rows ([`crate::rows`]),
//!    and every later book is run over them: that counts the common words with all 512 at once, and bounds the
//!    longest common subsequences (the module `kernel`). Rarer words are counted through posting lists
//!    ([`crate::rare`]); each of them may lengthen a subsequence by one.
//! 2. Pairs whose count and bound could still reach the threshold have their common words put in order and
//!    the longest common subsequence found, which stops once the threshold is out of reach ([`crate::lis`]).
//!
//! Each step drops only pairs that the score itself would refuse (section 4.2 of the paper: a pair that
//! shares fewer words than the lower bound is skipped without alignment). [`crate::plain`] is the same
//! join without any of this, for comparison.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::collection::Collection;
use crate::lis;
use crate::rare::{Postings, TILE, Tally, count_span};
use crate::rows::{Counts, Demand, LANES, Placed, Present, fill};
use crate::score::{Criterion, Score};
use crate::simd::Simd;

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

/// One of `of` equal shares of the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which share, from 1.
    pub number: u32,
    /// How many shares there are.
    pub of: u32,
}

impl Shard {
    /// All of the work.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };
}

/// What to join, and how.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// Which pairs to find.
    pub criterion: Criterion,
    /// Only pairs of a document before this one and a document from it on.
    pub against: Option<usize>,
    /// Which share of the pairs. Shares are runs of consecutive `a`: put one after the other their outputs are the whole.
    pub shard: Shard,
    /// How many threads work.
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
    fn first_partner(&self, a: usize) -> usize {
        self.against.unwrap_or(a + 1)
    }

    /// The documents whose pairs with later ones are this task's, of `documents` in all.
    fn documents(&self, documents: usize) -> std::ops::Range<usize> {
        let earlier = self.against.unwrap_or(documents);
        // The pairs whose `a` is under n.
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

/// Words with bit rows: at most this many, so that the rows of a group stay near the processor.
const DENSE_LIMIT: usize = 1 << 16;
const _: () = assert!(DENSE_LIMIT < 1 << crate::kernel::WIDTH);

/// The documents whose counters exist at a time.
const SPAN: usize = 1 << 15;

/// How many of the words, from the most widespread on, have bit rows: a row costs the same for any word, a
/// posting list as much as there are documents in it, and they cost the same where one document in
/// so many has the word.
fn dense_words(collection: &Collection, one_in: usize) -> usize {
    let least = (collection.len() / one_in).max(2);
    collection
        .spread()
        .partition_point(|&documents| documents as usize > least)
        .min(DENSE_LIMIT)
}

/// Calls `emit` with each pair that meets the task's criterion, by `a`, then by `b`.
///
/// Memory: besides the collection the posting lists (4 bytes for each word of a document that others
/// have too, but fewer than one in a hundred), 32 MB of counters, the rows of one group (at most 17 MB), for each
/// thread 4 bytes for each word that two documents share, and where words are counted 2 bytes for each widespread
/// word of a document.
///
/// # Errors
/// The first error of `emit`, after which it is not called again.
///
/// # Panics
/// If the task has no thread, or a share that there is not, or its threshold is not over 0.
pub fn join<E>(
    collection: &Collection,
    task: &Task,
    mut emit: impl FnMut(Pair) -> Result<(), E>,
) -> Result<(), E> {
    assert!(task.threads > 0 && task.criterion.threshold > 0.0);
    assert!((1..=task.shard.of).contains(&task.shard.number));
    let filter = task.criterion.score.filter();
    let dense = dense_words(collection, filter.one_in());
    let postings = Postings::new(collection, dense);
    let documents = task.documents(collection.len());
    let span = SPAN.min(collection.len() - documents.start.min(collection.len()));
    let sorted = match filter {
        Filter::Bound => Sorted::default(),
        Filter::Count | Filter::CountThenBound => Sorted::new(collection, dense),
    };
    let mut group = Group::new(dense, sorted, filter, span);
    let mut workers: Vec<Worker> = (0..task.threads)
        .map(|_| Worker::new(collection.spread().len()))
        .collect();
    let mut start = documents.start;
    while start < documents.end {
        let end = (start + LANES).min(documents.end);
        group.load(collection, task, start..end);
        group.pairs(collection, task, &postings, &mut workers);
        let mut pairs: Vec<Pair> = Vec::new();
        for worker in &mut workers {
            pairs.append(&mut worker.pairs);
        }
        pairs.sort_unstable();
        pairs.into_iter().try_for_each(&mut emit)?;
        start = end;
    }
    Ok(())
}

/// What the rows of a group are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Filter {
    /// To count common words.
    Count,
    /// To count them, and where that leaves more than [`FEW`] pairs of a book, to bound their subsequences.
    CountThenBound,
    /// To bound common subsequences, which counts the words as well.
    Bound,
}

/// Pairs whose subsequences take less time to find than those of a whole group to bound.
const FEW: usize = 8;

impl Filter {
    /// A row and a posting list cost the same for a word that one in so many documents has: a bound costs more
    /// for each row than a count.
    fn one_in(self) -> usize {
        match self {
            Filter::Bound => 100,
            Filter::Count | Filter::CountThenBound => 400,
        }
    }
}

impl Score {
    /// What it takes to leave few pairs: the number of common words decides the Jaccard coefficient, and drops all but
    /// one pair in a hundred for its.
    fn filter(self) -> Filter {
        match self {
            Score::Excess | Score::Cs => Filter::Bound,
            Score::Its => Filter::CountThenBound,
            Score::Jaccard => Filter::Count,
        }
    }
}

/// The widespread words of each document by rank: rows are counted in the order in which they lie.
#[derive(Default)]
struct Sorted {
    starts: Vec<usize>,
    words: Vec<u16>,
}

impl Sorted {
    fn new(collection: &Collection, dense: usize) -> Sorted {
        let mut sorted = Sorted {
            starts: vec![0],
            words: Vec::new(),
        };
        for document in 0..collection.len() {
            let start = sorted.words.len();
            let dense = |word: &&u32| (**word as usize) < dense;
            let words = collection.words(document).iter().filter(dense);
            sorted.words.extend(words.map(|&word| word as u16));
            sorted.words[start..].sort_unstable();
            sorted.starts.push(sorted.words.len());
        }
        sorted
    }

    fn of(&self, document: usize) -> &[u16] {
        &self.words[self.starts[document]..self.starts[document + 1]]
    }
}

/// Up to 512 books, by size, with all that is needed to compare them with others.
struct Group {
    dense: usize,
    sorted: Sorted,
    filter: Filter,
    present: Vec<Present>,
    placed: Vec<Placed>,
    /// The books, by lane.
    documents: Vec<u32>,
    /// The first document that is compared with the group.
    first: usize,
    tally: Tally,
    floors: Floors,
}

impl Group {
    fn new(dense: usize, sorted: Sorted, filter: Filter, span: usize) -> Group {
        Group {
            dense,
            sorted,
            filter,
            present: Vec::new(),
            placed: Vec::new(),
            documents: Vec::new(),
            first: 0,
            tally: Tally::new(span),
            floors: Floors::default(),
        }
    }

    /// Makes these documents the group's. Books of a size are neighbours, to share a floor.
    fn load(&mut self, collection: &Collection, task: &Task, documents: std::ops::Range<usize>) {
        self.first = task.first_partner(documents.start);
        self.documents = documents.map(|document| document as u32).collect();
        self.documents
            .sort_by_key(|&document| collection.size(document as usize));
        let books = || {
            self.documents
                .iter()
                .map(|&document| collection.words(document as usize))
        };
        if self.filter != Filter::Bound {
            fill(&mut self.present, self.dense, books());
        }
        if self.filter != Filter::Count {
            fill(&mut self.placed, self.dense, books());
        }
        self.floors
            .load(collection, &task.criterion, &self.documents, self.first);
    }

    /// Leaves in the workers the pairs of a book of the group with a later one.
    fn pairs(
        &mut self,
        collection: &Collection,
        task: &Task,
        postings: &Postings,
        workers: &mut [Worker],
    ) {
        let mut partners: Vec<Vec<&[u32]>> = self
            .documents
            .iter()
            .map(|&a| {
                let a = a as usize;
                postings.partners(collection, a, task.first_partner(a))
            })
            .collect();
        let mut first = self.first;
        while first < collection.len() {
            let end = (first + self.tally.span()).min(collection.len());
            {
                let lines = Mutex::new(partners.iter_mut().zip(self.tally.lines()));
                on_all(workers, |_| {
                    loop {
                        let next = lines.lock().expect("no worker panics").next();
                        let Some((partners, counters)) = next else {
                            break;
                        };
                        count_span(partners, first, end, counters);
                    }
                });
            }
            let this = &*self;
            let next = AtomicUsize::new(first);
            on_all(workers, |worker| {
                loop {
                    let from = next.fetch_add(TILE, Ordering::Relaxed);
                    if from >= end {
                        break;
                    }
                    this.tally.tile(from - first, &mut worker.tile);
                    for b in from..end.min(from + TILE) {
                        worker.compare(collection, task, this, b, b - from);
                    }
                }
            });
            first = end;
        }
    }
}

/// Runs `work` with each worker on a thread of its own.
fn on_all(workers: &mut [Worker], work: impl Fn(&mut Worker) + Sync) {
    if let [worker] = workers {
        return work(worker);
    }
    std::thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| work(worker));
        }
    });
}

/// [`Criterion::floor`] for every 16 lanes of a group and every size of a later book.
#[derive(Default)]
struct Floors {
    /// The sizes of the books that are compared with a group, rising.
    sizes: Vec<u32>,
    /// For each size the floor of each run of lanes.
    floors: Vec<[u32; LANES / Floors::RUN]>,
}

impl Floors {
    /// The lanes that share a floor.
    const RUN: usize = 16;

    fn load(
        &mut self,
        collection: &Collection,
        criterion: &Criterion,
        documents: &[u32],
        first: usize,
    ) {
        self.sizes = (first..collection.len())
            .map(|document| collection.size(document) as u32)
            .collect();
        self.sizes.sort_unstable();
        self.sizes.dedup();
        self.floors.clear();
        self.floors
            .resize(self.sizes.len(), [u32::MAX; LANES / Floors::RUN]);
        for (run, documents) in documents.chunks(Floors::RUN).enumerate() {
            let x = collection.size(documents[0] as usize);
            let mut floor = 0;
            for (y, floors) in self.sizes.iter().zip(&mut self.floors) {
                floor = criterion.floor(x, *y as usize, floor);
                floors[run] = floor as u32;
            }
        }
    }

    /// The floor of each lane for a book of this size.
    fn of(&self, size: u32, lanes: &mut [u32; LANES]) {
        let row = self.sizes.binary_search(&size).expect("a size of a book");
        for (lanes, &floor) in lanes
            .as_chunks_mut::<{ Floors::RUN }>()
            .0
            .iter_mut()
            .zip(&self.floors[row])
        {
            lanes.fill(floor);
        }
    }
}

/// What a thread needs for itself.
struct Worker {
    pairs: Vec<Pair>,
    tile: Box<[[u16; LANES]; TILE]>,
    counts: Counts,
    demand: Demand,
    marks: [u8; LANES],
    /// The widespread words of the later book.
    dense: Vec<u32>,
    /// For each word its position in the later book, plus one.
    places: Vec<u32>,
    /// The positions in the later book of the common words, in the order of the earlier one.
    common: Vec<u32>,
    tails: Vec<u32>,
}

impl Worker {
    fn new(words: usize) -> Worker {
        Worker {
            pairs: Vec::new(),
            tile: vec![[0; LANES]; TILE]
                .try_into()
                .expect("as many as a tile has"),
            counts: Counts::default(),
            demand: Demand {
                document: [u32::MAX; LANES],
                floor: [u32::MAX; LANES],
                square_factor: 0.0,
            },
            marks: [0; LANES],
            dense: Vec::new(),
            places: vec![0; words],
            common: Vec::new(),
            tails: Vec::new(),
        }
    }

    /// Marks the lanes that may be a pair with `b`, from the counts.
    fn sift(&mut self, task: &Task, b: usize, row: usize) {
        let (rest, marks) = (&self.tile[row], &mut self.marks);
        task.simd
            .sift(&self.counts, rest, &self.demand, b as u32, marks);
    }

    /// Finds the pairs of `b` with the books of the group; `row` is where the tile counts for `b`.
    fn compare(
        &mut self,
        collection: &Collection,
        task: &Task,
        group: &Group,
        b: usize,
        row: usize,
    ) {
        let words = collection.words(b);
        self.demand.document.fill(u32::MAX);
        self.demand.document[..group.documents.len()].copy_from_slice(&group.documents);
        self.demand.square_factor = task.criterion.square_factor();
        group
            .floors
            .of(collection.size(b) as u32, &mut self.demand.floor);
        if group.filter != Filter::Bound {
            let counts = &mut self.counts;
            task.simd.count(&group.present, group.sorted.of(b), counts);
            self.sift(task, b, row);
        }
        let bound = match group.filter {
            Filter::Count => false,
            Filter::CountThenBound => self.marks.iter().filter(|&&mark| mark != 0).count() > FEW,
            Filter::Bound => true,
        };
        if bound {
            self.dense.clear();
            let dense = |word: &&u32| (**word as usize) < group.dense;
            self.dense.extend(words.iter().filter(dense));
            task.simd
                .staircase(&group.placed, &self.dense, &mut self.counts);
            self.sift(task, b, row);
        }

        let mut placed = false;
        for (lanes, marks) in self.marks.as_chunks::<8>().0.iter().enumerate() {
            if *marks == [0; 8] {
                continue;
            }
            for (lane, &mark) in marks.iter().enumerate() {
                if mark == 0 {
                    continue;
                }
                if !placed {
                    for (place, &word) in words.iter().enumerate() {
                        self.places[word as usize] = place as u32 + 1;
                    }
                    placed = true;
                }
                let a = group.documents[lanes * 8 + lane];
                let (x, y) = (collection.size(a as usize), collection.size(b));
                put_in_order(collection.words(a as usize), &self.places, &mut self.common);
                let common = self.common.len();
                let least = task.criterion.least_lcs(x, y, common);
                if least > common {
                    continue;
                }
                if let Some(lcs) = lis::length_at_least(&self.common, least, &mut self.tails) {
                    self.pairs.push(Pair {
                        a,
                        b: b as u32,
                        common: common as u32,
                        lcs: lcs as u32,
                    });
                }
            }
        }
        if placed {
            for &word in words {
                self.places[word as usize] = 0;
            }
        }
    }
}

/// The places of those of the words that have one, in the order of the words.
fn put_in_order(words: &[u32], places: &[u32], common: &mut Vec<u32>) {
    // Written whether or not there is a place, and kept if there is: no branch to mispredict.
    common.resize(words.len(), 0);
    let mut kept = 0;
    for &word in words {
        let place = places[word as usize];
        common[kept] = place;
        kept += usize::from(place != 0);
    }
    common.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::collection::Builder;
    use crate::plain;
    use proptest::prelude::*;

    fn collection(books: &[Vec<u32>]) -> Collection {
        let mut builder = Builder::new();
        for book in books {
            let words: Vec<String> = book.iter().map(u32::to_string).collect();
            builder.push(words.iter().map(String::as_str), &[]).unwrap();
        }
        builder.finish()
    }

    fn pairs(collection: &Collection, task: &Task) -> Vec<Pair> {
        let mut all = Vec::new();
        join(collection, task, |pair| {
            all.push(pair);
            Ok::<(), ()>(())
        })
        .unwrap();
        all
    }

    /// Books of up to 120 words of 150, some of them a shuffled or cut copy of the one before.
    fn books() -> impl Strategy<Value = Vec<Vec<u32>>> {
        let book = (
            Just((0u32..150).collect::<Vec<_>>()).prop_shuffle(),
            0usize..120,
            0usize..4,
            0usize..60,
        );
        prop::collection::vec(book, 0..40).prop_map(|books| {
            let mut all: Vec<Vec<u32>> = Vec::new();
            for (words, size, kind, cut) in books {
                let next = match (all.last(), kind) {
                    (Some(before), 0) => before.iter().copied().skip(cut).collect(),
                    (Some(before), 1) => {
                        let mut mixed = before.clone();
                        let half = mixed.len() / 2;
                        mixed[half..].reverse();
                        mixed
                    }
                    _ => words[..size].to_vec(),
                };
                all.push(next);
            }
            all
        })
    }

    fn criterion() -> impl Strategy<Value = Criterion> {
        let score =
            prop::sample::select(vec![Score::Excess, Score::Its, Score::Cs, Score::Jaccard]);
        (score, 0.05f64..1.5, 0usize..30).prop_map(|(score, threshold, min_lcs)| Criterion {
            score,
            threshold,
            min_lcs,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(96))]

        #[test]
        fn no_pair_is_lost_and_none_is_added(
            books in books(), criterion in criterion(), threads in 1usize..4
        ) {
            let collection = collection(&books);
            let expected = plain::join(&collection, &criterion);
            for simd in Simd::available() {
                let task = Task { threads, simd, ..Task::new(criterion) };
                prop_assert_eq!(&pairs(&collection, &task), &expected);
            }
        }

        #[test]
        fn shards_in_a_row_are_the_whole(books in books(), criterion in criterion(), of in 1u32..60) {
            let collection = collection(&books);
            let task = Task::new(criterion);
            let mut all = Vec::new();
            for number in 1..=of {
                all.extend(pairs(&collection, &Task { shard: Shard { number, of }, ..task }));
            }
            prop_assert_eq!(all, pairs(&collection, &task));
        }

        #[test]
        fn against_gives_the_pairs_across(books in books(), criterion in criterion(), cut in 0usize..40) {
            let collection = collection(&books);
            let cut = cut.min(books.len());
            let task = Task { against: Some(cut), ..Task::new(criterion) };
            let mut across = plain::join(&collection, &criterion);
            across.retain(|pair| (pair.a as usize) < cut && (pair.b as usize) >= cut);
            prop_assert_eq!(pairs(&collection, &task), across);
        }
    }

    /// More books than a group holds, and words of every spread.
    #[test]
    fn several_groups() {
        let mut state = 7u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let books: Vec<Vec<u32>> = (0..1300)
            .map(|_| {
                let mut book: Vec<u32> = (0..90)
                    .map(|_| {
                        let bits = random(13);
                        (random(1 << bits) + random(40)) as u32
                    })
                    .collect();
                let mut seen = std::collections::HashSet::new();
                book.retain(|word| seen.insert(*word));
                book
            })
            .collect();
        let collection = collection(&books);
        for (score, threshold) in [
            (Score::Excess, 1.25),
            (Score::Its, 0.48),
            (Score::Cs, 0.16),
            (Score::Jaccard, 0.17),
        ] {
            let criterion = Criterion {
                score,
                threshold,
                min_lcs: 4,
            };
            let expected = plain::join(&collection, &criterion);
            assert!(expected.len() > 50, "{score:?} {}", expected.len());
            for simd in Simd::available() {
                let task = Task {
                    threads: 2,
                    simd,
                    ..Task::new(criterion)
                };
                assert_eq!(pairs(&collection, &task), expected, "{score:?} {simd:?}");
            }
        }
    }

    #[test]
    fn shares_are_equal() {
        for of in [2, 7, 100] {
            let task = |number| Task {
                shard: Shard { number, of },
                ..Task::new(Criterion::default_for(Score::Excess).unwrap())
            };
            let all = 10_000;
            for number in 1..=of {
                let share: usize = task(number).documents(all).map(|a| all - 1 - a).sum();
                let fair = all * (all - 1) / 2 / of as usize;
                assert!(share.abs_diff(fair) < all);
            }
        }
    }
}
