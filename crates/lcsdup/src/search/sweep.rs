//! The common seeds of all pairs of documents, one document against all later ones at a time.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

use platform::threads;

use crate::search::passage::Match;
use crate::search::seed_index::SeedIndex;

/// The number of documents that a thread takes at a time.
const DOCUMENTS_AT_ONCE: usize = 8;

/// Calls `visit` for each pair of a document `a` of the range and one from `partners(a)` on that have at least `least`
/// common seeds. Its arguments are the worker's state, `a`, `b`, and the common seeds sorted by position in `a`. For
/// each `a`, `b` is ascending. Returns the states.
///
/// Time: proportional to the common seeds of all pairs. Memory: for each thread 4 bytes a document, and 28 bytes for
/// each common seed of one document with each other document.
pub(super) fn sweep<W: Send>(
    lists: &SeedIndex<'_>,
    documents: Range<usize>,
    partners: impl Fn(usize) -> usize + Sync,
    least: usize,
    mut workers: Vec<W>,
    visit: impl Fn(&mut W, usize, usize, &[Match]) + Sync,
) -> Vec<W> {
    let next = AtomicUsize::new(documents.start);
    let work = |state: &mut W| {
        let mut common_seeds = CommonSeeds::new(lists.documents());
        loop {
            let start = next.fetch_add(DOCUMENTS_AT_ONCE, Ordering::Relaxed);
            if start >= documents.end {
                break;
            }
            for a in start..documents.end.min(start + DOCUMENTS_AT_ONCE) {
                common_seeds.pairs(lists, a, partners(a), least, |b, matches| {
                    visit(state, a, b, matches)
                });
            }
        }
    };
    threads::each(&mut workers, work);
    workers
}

/// The common seeds of one document with all others, grouped by document.
struct CommonSeeds {
    /// For each document the number of its common seeds; then their end offsets (counting sort).
    counts: Vec<u32>,
    found: Vec<(u32, Match)>,
    sorted: Vec<Match>,
    touched: Vec<u32>,
}

impl CommonSeeds {
    fn new(documents: usize) -> CommonSeeds {
        CommonSeeds {
            counts: vec![0; documents],
            found: Vec::new(),
            sorted: Vec::new(),
            touched: Vec::new(),
        }
    }

    fn pairs(
        &mut self,
        lists: &SeedIndex<'_>,
        a: usize,
        first: usize,
        least: usize,
        mut visit: impl FnMut(usize, &[Match]),
    ) {
        self.found.clear();
        self.touched.clear();
        lists.each_list(a, |position, spread, later| {
            let from = match first > a + 1 {
                true => later.partition_point(|posting| (posting.document as usize) < first),
                false => 0,
            };
            for posting in &later[from..] {
                let count = &mut self.counts[posting.document as usize];
                if *count == 0 {
                    self.touched.push(posting.document);
                }
                *count += 1;
                let found = Match {
                    x: position,
                    y: posting.position,
                    spread,
                };
                self.found.push((posting.document, found));
            }
        });
        self.touched.sort_unstable();
        // Documents with too few common seeds get none.
        const NO_PLACE: u32 = u32::MAX;
        let mut end = 0;
        for &b in &self.touched {
            let count = &mut self.counts[b as usize];
            let number = *count;
            *count = if number as usize >= least {
                end
            } else {
                NO_PLACE
            };
            end += if number as usize >= least { number } else { 0 };
        }
        self.sorted.resize(end as usize, Match::default());
        for &(b, found) in &self.found {
            let place = &mut self.counts[b as usize];
            if *place != NO_PLACE {
                self.sorted[*place as usize] = found;
                *place += 1;
            }
        }
        let mut start = 0;
        for &b in &self.touched {
            let end = std::mem::take(&mut self.counts[b as usize]);
            if end != NO_PLACE {
                visit(b as usize, &self.sorted[start as usize..end as usize]);
                start = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_with_its_common_seeds() {
        let documents: [&[u32]; 4] = [&[5, 6, 7, 8], &[7, 9, 5], &[], &[8, 7, 5, 6]];
        let lists = SeedIndex::of_hashes(4, 0, |document, emit| {
            for (hash, position) in documents[document].iter().zip(0..) {
                emit(*hash, position);
            }
        });
        for threads in 1..4 {
            let pairs = |least, against: Option<usize>| {
                let found = sweep(
                    &lists,
                    0..against.unwrap_or(4),
                    |a| against.unwrap_or(a + 1),
                    least,
                    vec![Vec::new(); threads],
                    |found, a, b, matches: &[Match]| {
                        let places: Vec<_> = matches.iter().map(|one| (one.x, one.y)).collect();
                        found.push((a, b, places));
                    },
                );
                let mut all = found.concat();
                all.sort();
                all
            };
            let all = [
                (0, 1, vec![(0, 2), (2, 0)]),
                (0, 3, vec![(0, 2), (1, 3), (2, 1), (3, 0)]),
                (1, 3, vec![(0, 1), (2, 2)]),
            ];
            assert_eq!(pairs(1, None), all);
            assert_eq!(pairs(3, None), all[1..2]);
            assert_eq!(pairs(1, Some(1)), all[..2]);
        }
    }
}
