//! What onion 1.2 does.

use crate::filter::{Judged, Rules};
use crate::seen::Mark;
use crate::{Fate, Grams};

/// Decides on the blocks of a document; `marks` tell which of its n-grams were seen, in it or before it.
pub(crate) fn judge(rules: &Rules, grams: &Grams, marks: &[Mark], judged: &mut Vec<Judged>) {
    // onion keeps its threshold in 32 bits: 7 of 10 tokens are more than 0.7 there.
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

/// How many tokens of a block lie in seen n-grams that end in it.
pub(crate) fn covered(grams: &Grams, block: &crate::Block, marks: &[Mark]) -> usize {
    let mut covered = 0;
    let mut end = block.tokens.start;
    for gram in grams.ending_in(&block.tokens) {
        if marks[gram] != 0 {
            let last = grams.end_of(gram) + 1;
            covered += last - last.saturating_sub(grams.n()).max(end);
            end = last;
        }
    }
    covered
}

/// Calls `each` with every longest run of kept blocks.
pub(crate) fn for_each_run(
    judged: &mut [Judged],
    mut each: impl FnMut(&mut [Judged], std::ops::Range<usize>),
) {
    let mut from = 0;
    while from < judged.len() {
        let length = judged[from..]
            .iter()
            .take_while(|judged| judged.kept())
            .count();
        if length > 0 {
            each(judged, from..from + length);
        }
        from += length + 1;
    }
}
