//! One book against a group of 512: filters, and the longest common subsequences of what they leave.

use crate::collection::Collection;
use crate::group::{FEW, Filter, Group};
use crate::join::{Pair, Task};
use crate::lis;
use crate::rare::TILE;
use crate::rows::{Counts, Demand, LANES};

/// What a thread needs for itself.
pub(crate) struct Worker {
    pub(crate) pairs: Vec<Pair>,
    pub(crate) tile: Box<[[u16; LANES]; TILE]>,
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
    pub(crate) fn new(words: usize) -> Worker {
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
    pub(crate) fn compare(
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
