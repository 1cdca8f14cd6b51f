//! The join by a plain inverted index: without bit rows, and bounded only by the number of common words.
//!
//! The reference for tests and benchmarks of [`mod@crate::join`].

use crate::collection::Collection;
use crate::join::rare::Postings;
use crate::join::task::Pair;
use crate::lis;
use crate::score::Criterion;

/// All pairs that meet the criterion, ordered by `a`, then by `b`.
#[must_use]
pub fn join(collection: &Collection, criterion: &Criterion) -> Vec<Pair> {
    let postings = Postings::new(collection, 0);
    let mut counts = vec![0usize; collection.len()];
    let mut places = vec![0u32; collection.spread().len()];
    let mut common = Vec::new();
    let mut pairs = Vec::new();
    for a in 0..collection.len() {
        counts[a..].fill(0);
        for documents in postings.partners(collection, a, a + 1) {
            for &b in documents {
                counts[b as usize] += 1;
            }
        }
        for (place, &word) in collection.words(a).iter().enumerate() {
            places[word as usize] = place as u32 + 1;
        }
        for (b, &shared) in counts.iter().enumerate().skip(a + 1) {
            if shared == 0 {
                continue;
            }
            let least = criterion.least_lcs(collection.size(a), collection.size(b), shared);
            if least > shared {
                continue;
            }
            common.clear();
            common.extend(
                collection
                    .words(b)
                    .iter()
                    .map(|&word| places[word as usize])
                    .filter(|&place| place > 0),
            );
            let lcs = lis::length_at_least(&common, 0, &mut Vec::new()).unwrap_or(0);
            if lcs >= least {
                pairs.push(Pair {
                    a: a as u32,
                    b: b as u32,
                    common: shared as u32,
                    lcs: lcs as u32,
                });
            }
        }
        for &word in collection.words(a) {
            places[word as usize] = 0;
        }
    }
    pairs
}
