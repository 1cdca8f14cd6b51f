//! Groups of up to 512 books, with the data for comparing every later book with all of them.

use crate::collection::Collection;
use crate::join::rare::Tally;
use crate::join::rows::{LANES, Placed, Present, fill};
use crate::join::task::Task;
use crate::score::{Criterion, Score};

/// The use of the rows of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Filter {
    /// Counting common words.
    Count,
    /// Counting them and, if more than [`FEW_PAIRS`] pairs of a book remain, bounding their subsequences.
    CountThenBound,
    /// Bounding common subsequences, which includes counting.
    Bound,
}

/// Up to this many pairs, finding the subsequences is faster than bounding those of the whole group.
pub(super) const FEW_PAIRS: usize = 8;

impl Filter {
    /// The document frequency, as one in this many, at which a row and a posting list cost the same: bounding costs
    /// more for each row than counting.
    pub(super) fn one_in(self) -> usize {
        match self {
            Filter::Bound => 100,
            Filter::Count | Filter::CountThenBound => 400,
        }
    }
}

impl Score {
    /// The cheapest filter that leaves few pairs: the number of common words decides the Jaccard coefficient, and
    /// rejects all but one pair in a hundred for its.
    pub(super) fn filter(self) -> Filter {
        match self {
            Score::Excess | Score::Cs => Filter::Bound,
            Score::Its => Filter::CountThenBound,
            Score::Jaccard => Filter::Count,
        }
    }
}

/// The widespread words of some documents.
#[derive(Default)]
pub(super) struct Widespread {
    starts: Vec<usize>,
    words: Vec<u16>,
}

impl Widespread {
    /// By rank: rows are then counted in memory order.
    pub(super) fn sorted(collection: &Collection, dense: usize) -> Widespread {
        let mut sorted = Widespread::default();
        for document in 0..collection.len() {
            let start = sorted.words.len();
            sorted.push(collection.words(document), dense);
            sorted.words[start..].sort_unstable();
        }
        sorted
    }

    /// In document order.
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

    pub(super) fn of(&self, document: usize) -> &[u16] {
        &self.words[self.starts[document]..self.starts[document + 1]]
    }
}

/// A group of up to 512 books, by size.
pub(super) struct Group {
    pub(super) dense: usize,
    /// The widespread words of all documents, if words are counted.
    pub(super) sorted: Widespread,
    /// The widespread words of the group's books by lane, in document order.
    pub(super) ordered: Widespread,
    pub(super) filter: Filter,
    pub(super) present: Vec<Present>,
    pub(super) placed: Vec<Placed>,
    /// The books, by lane.
    pub(super) documents: Vec<u32>,
    /// For each book the last document that is not compared with it as the later one.
    pub(super) before: Vec<u32>,
    /// The first document that is compared with the group.
    pub(super) first: usize,
    pub(super) tally: Tally,
    pub(super) floors: Floors,
}

impl Group {
    pub(super) fn new(dense: usize, sorted: Widespread, filter: Filter, span: usize) -> Group {
        Group {
            dense,
            sorted,
            ordered: Widespread::default(),
            filter,
            present: Vec::new(),
            placed: Vec::new(),
            documents: Vec::new(),
            before: Vec::new(),
            first: 0,
            tally: Tally::new(span),
            floors: Floors::default(),
        }
    }

    /// Loads these documents, at least one, in ascending order. Books of similar size are neighbours, so that they can share a floor.
    pub(super) fn load(&mut self, collection: &Collection, task: &Task, documents: &[u32]) {
        self.first = task.first_partner(collection, documents[0] as usize);
        self.documents = documents.to_vec();
        self.documents
            .sort_by_key(|&document| collection.size(document as usize));
        let before = |&document: &u32| task.first_partner(collection, document as usize) as u32 - 1;
        self.before = self.documents.iter().map(before).collect();
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
}

/// [`Criterion::floor`] for every 16 lanes of a group and every size of a later book.
#[derive(Default)]
pub(super) struct Floors {
    /// The sizes of the books that are compared with the group, ascending.
    sizes: Vec<u32>,
    /// For each size the floor of each run of lanes.
    floors: Vec<[u32; LANES / Floors::RUN]>,
}

impl Floors {
    /// The number of lanes that share a floor.
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
    pub(super) fn of(&self, size: u32, lanes: &mut [u32; LANES]) {
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
