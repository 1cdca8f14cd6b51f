//! Up to 512 books, and what it takes to compare every later book with all of them.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::Builder;

use crate::collection::Collection;
use crate::join::Task;
use crate::rare::{Postings, TILE, Tally, count_span};
use crate::rows::{LANES, Placed, Present, fill};
use crate::score::{Criterion, Score};
use crate::worker::Worker;

/// What the rows of a group are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filter {
    /// To count common words.
    Count,
    /// To count them, and where that leaves more than [`FEW`] pairs of a book, to bound their subsequences.
    CountThenBound,
    /// To bound common subsequences, which counts the words as well.
    Bound,
}

/// Pairs whose subsequences take less time to find than those of a whole group to bound.
pub(crate) const FEW: usize = 8;

impl Filter {
    /// A row and a posting list cost the same for a word that one in so many documents has: a bound costs more
    /// for each row than a count.
    pub(crate) fn one_in(self) -> usize {
        match self {
            Filter::Bound => 100,
            Filter::Count | Filter::CountThenBound => 400,
        }
    }
}

impl Score {
    /// What it takes to leave few pairs: the number of common words decides the Jaccard coefficient, and drops all but
    /// one pair in a hundred for its.
    pub(crate) fn filter(self) -> Filter {
        match self {
            Score::Excess | Score::Cs => Filter::Bound,
            Score::Its => Filter::CountThenBound,
            Score::Jaccard => Filter::Count,
        }
    }
}

/// The widespread words of each of some documents.
#[derive(Default)]
pub(crate) struct Widespread {
    starts: Vec<usize>,
    words: Vec<u16>,
}

impl Widespread {
    /// By rank: rows are counted in the order in which they lie.
    pub(crate) fn sorted(collection: &Collection, dense: usize) -> Widespread {
        let mut sorted = Widespread::default();
        for document in 0..collection.len() {
            let start = sorted.words.len();
            sorted.push(collection.words(document), dense);
            sorted.words[start..].sort_unstable();
        }
        sorted
    }

    /// In the order of the document.
    fn push(&mut self, words: &[u32], dense: usize) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let words = words.iter().filter(|word| (**word as usize) < dense);
        self.words.extend(words.map(|&word| word as u16));
        self.starts.push(self.words.len());
    }

    fn clear(&mut self) {
        self.starts.clear();
        self.words.clear();
    }

    pub(crate) fn of(&self, document: usize) -> &[u16] {
        &self.words[self.starts[document]..self.starts[document + 1]]
    }
}

/// Up to 512 books, by size, with all that is needed to compare them with others.
pub(crate) struct Group {
    pub(crate) dense: usize,
    /// Of all documents, where words are counted.
    pub(crate) sorted: Widespread,
    /// Of the books of the group by lane, in their order.
    pub(crate) ordered: Widespread,
    pub(crate) filter: Filter,
    pub(crate) present: Vec<Present>,
    pub(crate) placed: Vec<Placed>,
    /// The books, by lane.
    pub(crate) documents: Vec<u32>,
    /// The first document that is compared with the group.
    first: usize,
    tally: Tally,
    pub(crate) floors: Floors,
}

impl Group {
    pub(crate) fn new(dense: usize, sorted: Widespread, filter: Filter, span: usize) -> Group {
        Group {
            dense,
            sorted,
            ordered: Widespread::default(),
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
    pub(crate) fn load(
        &mut self,
        collection: &Collection,
        task: &Task,
        documents: std::ops::Range<usize>,
    ) {
        self.first = task.first_partner(documents.start);
        self.documents = documents.map(|document| document as u32).collect();
        self.documents
            .sort_by_key(|&document| collection.size(document as usize));
        let books = || {
            self.documents
                .iter()
                .map(|&document| collection.words(document as usize))
        };
        self.ordered.clear();
        for words in books() {
            self.ordered.push(words, self.dense);
        }
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
    pub(crate) fn pairs(
        &mut self,
        collection: &Collection,
        task: &Task,
        postings: &Postings,
        workers: &mut [Worker],
    ) {
        let mut partners: Vec<Vec<&[u32]>> = vec![Vec::new(); self.documents.len()];
        let mut first = self.first;
        while first < collection.len() {
            let end = (first + self.tally.span()).min(collection.len());
            {
                let (is_first, is_last) = (first == self.first, end == collection.len());
                let books = self.documents.iter().zip(&mut partners);
                let lines = Mutex::new(books.zip(self.tally.lines()));
                on_all(workers, |_| {
                    loop {
                        let next = lines.lock().expect("no worker panics").next();
                        let Some(((&a, partners), counters)) = next else {
                            break;
                        };
                        if is_first {
                            let a = a as usize;
                            *partners = postings.partners(collection, a, task.first_partner(a));
                        }
                        count_span(partners, first, end, counters);
                        // They take four times as much memory as the words: where one span is all, never at once.
                        if is_last {
                            *partners = Vec::new();
                        }
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

/// Runs `work` with each worker on a thread of its own. The workers share what there is to do, so where the system allows
/// fewer threads, fewer of them do it all.
fn on_all(workers: &mut [Worker], work: impl Fn(&mut Worker) + Sync) {
    let Some((first, others)) = workers.split_first_mut() else {
        return;
    };
    let work = &work;
    std::thread::scope(|scope| {
        for worker in others {
            let run = move || work(worker);
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        work(first);
    });
}

/// [`Criterion::floor`] for every 16 lanes of a group and every size of a later book.
#[derive(Default)]
pub(crate) struct Floors {
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
    pub(crate) fn of(&self, size: u32, lanes: &mut [u32; LANES]) {
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
