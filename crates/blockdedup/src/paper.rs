//! The algorithm of onion 1.2.

use crate::seen::Mark;
use crate::verdict::{covered, for_each_run};
use crate::{Fate, Grams, Judged, Rules};

/// Decides on the blocks of a document; `marks` are non-zero for its n-grams seen before, in it or in earlier
/// documents.
pub(crate) fn judge(rules: &Rules, grams: &Grams, marks: &[Mark], judged: &mut Vec<Judged>) {
    // onion stores its threshold as a 32-bit float: 7 of 10 tokens exceed 0.7 there.
    let threshold = f64::from(rules.threshold as f32);
    for block in grams.blocks() {
        let covered = covered(grams, block, marks);
        let total = block.tokens.len();
        let duplicate = total > 0 && covered as f64 / total as f64 > threshold;
        judged.push(Judged::new(
            if duplicate {
                Fate::Duplicate
            } else {
                Fate::Kept
            },
            covered,
        ));
    }
    if let Some(stub) = rules.stub {
        for_each_run(judged, |judged, run| {
            let tokens: usize = grams.blocks()[run.clone()]
                .iter()
                .map(|block| block.tokens.len())
                .sum();
            if tokens <= stub {
                judged[run]
                    .iter_mut()
                    .for_each(|judged| judged.fate = Fate::Stub);
            }
        });
    }
}
