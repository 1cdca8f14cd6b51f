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
        let mut decision = covered(grams, block, marks);
        let total = block.tokens.len();
        if total > 0 && decision.covered as f64 / total as f64 > threshold {
            decision.fate = Fate::Duplicate;
        }
        judged.push(decision);
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
