//! One book against a group of 512: the filters, and the longest common subsequences of the remaining pairs.

use crate::collection::Collection;
use crate::join::group::{FEW_PAIRS, Filter, Group};
use crate::join::rare::TILE;
use crate::join::rows::{Counts, Demand, LANES};
use crate::join::task::{Pair, Task};
use crate::lis;

/// The state of a thread.
pub(super) struct Worker {
    pub(super) pairs: Vec<Pair>,
    pub(super) tile: Box<[[u16; LANES]; TILE]>,
    counts: Counts,
    demand: Demand,
    marks: [u8; LANES],
    /// The widespread words of the later book.
    dense: Vec<u32>,
    /// For each widespread word its position in the later book, plus one. This table stays in the cache, unlike the
    /// next.
    dense_places: Vec<u32>,
    /// For each word its position in the later book, plus one.
    places: Vec<u32>,
    /// The positions in the later book of the common words, in the order of the earlier book.
    common: Vec<u32>,
    tails: Vec<u32>,
}

impl Worker {
    pub(super) fn new(words: usize, dense: usize) -> Worker {
        Worker {
            pairs: Vec::new(),
            tile: vec![[0; LANES]; TILE]
                .try_into()
                .expect("as many as a tile has"),
            counts: Counts::default(),
            demand: Demand {
                before: [u32::MAX; LANES],
                floor: [u32::MAX; LANES],
                square_factor: 0.0,
            },
            marks: [0; LANES],
            dense: Vec::new(),
            dense_places: vec![0; dense],
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

    /// Finds the pairs of `b` with the books of the group; `row` is the row of `b` in the tile.
    pub(super) fn compare(
        &mut self,
        collection: &Collection,
        task: &Task,
        group: &Group,
        b: usize,
        row: usize,
    ) {
        let words = collection.words(b);
        self.demand.before.fill(u32::MAX);
        self.demand.before[..group.before.len()].copy_from_slice(&group.before);
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
            Filter::CountThenBound => {
                self.marks.iter().filter(|&&mark| mark != 0).count() > FEW_PAIRS
            }
            Filter::Bound => true,
        };
        if bound {
            self.take_dense(words, group);
            task.simd
                .staircase(&group.placed, &self.dense, &mut self.counts);
            self.sift(task, b, row);
        }
        if self.marks == [0; LANES] {
            return;
        }
        if !bound {
            self.take_dense(words, group);
        }
        for (&word, place) in self.dense.iter().zip(1..) {
            self.dense_places[word as usize] = place;
        }
        let mut placed = false;
        for lane in 0..group.documents.len() {
            if self.marks[lane] == 0 || !self.may_reach(collection, task, group, b, row, lane) {
                continue;
            }
            if !placed {
                for (&word, place) in words.iter().zip(1..) {
                    self.places[word as usize] = place;
                }
                placed = true;
            }
            let a = group.documents[lane];
            let (x, y) = (collection.size(a as usize), collection.size(b));
            let in_a = collection.words(a as usize).iter();
            put_in_order(
                in_a.map(|&word| word as usize),
                &self.places,
                &mut self.common,
            );
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
        for &word in &self.dense {
            self.dense_places[word as usize] = 0;
        }
        if placed {
            for &word in words {
                self.places[word as usize] = 0;
            }
        }
    }

    fn take_dense(&mut self, words: &[u32], group: &Group) {
        self.dense.clear();
        let dense = |word: &&u32| (**word as usize) < group.dense;
        self.dense.extend(words.iter().filter(dense));
    }

    /// Whether the longest common subsequence of the widespread words, plus one for each rarer common word, could be
    /// long enough for a pair.
    fn may_reach(
        &mut self,
        collection: &Collection,
        task: &Task,
        group: &Group,
        b: usize,
        row: usize,
        lane: usize,
    ) -> bool {
        let rest = self.tile[row][lane];
        if rest == u16::MAX {
            return true;
        }
        let rest = usize::from(rest);
        let common = self.counts.common[lane] as usize + rest;
        let x = collection.size(group.documents[lane] as usize);
        let least = task.criterion.least_lcs(x, collection.size(b), common);
        if least > common {
            return false;
        }
        let in_a = group.ordered.of(lane).iter();
        put_in_order(
            in_a.map(|&word| usize::from(word)),
            &self.dense_places,
            &mut self.common,
        );
        let least = least.saturating_sub(rest);
        lis::length_at_least(&self.common, least, &mut self.tails).is_some()
    }
}

/// The positions of those words that have one, in the order of the words.
fn put_in_order(
    words: impl ExactSizeIterator<Item = usize>,
    places: &[u32],
    common: &mut Vec<u32>,
) {
    // Branch-free: each position is written, and overwritten if there was none.
    common.resize(words.len(), 0);
    let mut kept = 0;
    for word in words {
        let place = places[word];
        common[kept] = place;
        kept += usize::from(place != 0);
    }
    common.truncate(kept);
}
