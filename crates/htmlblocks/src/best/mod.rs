//! `--method best`: what jusText looks at, what is around a block, and what that is called, weighed by trees.
//!
//! The trees say how likely each block is main content. Of a page those blocks are kept that make the expected precision
//! and recall of its characters largest, which spares a threshold: on a page with little that is likely, less likely
//! blocks are kept.

pub mod features;
pub mod model;
mod repeats;
mod signs;

use std::sync::LazyLock;

use crate::classify::{Class, Verdict};
use crate::segment::Page;
use features::{Evidence, Features};
use model::Model;

/// What `cargo lab train-htmlblocks` fitted.
const TREES: &str = include_str!("trees.txt");

/// A page of which less than this share of the text that would be kept is expected to be main content has none.
const LEAST: f32 = 0.15;

/// How much recall counts beside precision: F1 = 2PR / (P + R) changes with P as R² does, and with R as P², and precision is
/// lower than recall where both count the same.
const RECALL: f32 = 0.9;

/// So many blocks are weighed at once: enough for loops over them, few enough to stay in the processor's cache.
const AT_ONCE: usize = 128;

/// The fitted model.
pub fn model() -> &'static Model {
    static MODEL: LazyLock<Model> =
        LazyLock::new(|| Model::from_text(TREES).expect("trees that a test reads"));
    &MODEL
}

/// Says for each block of a page how likely it is main content, and which blocks are. The page was cut by
/// [`crate::Rules::BEST`], and its blocks were classified with the default parameters.
pub fn decide(page: &Page, verdicts: &mut [Verdict], model: &Model) {
    let likely = weigh(page, verdicts, model);
    let sizes: Vec<f32> = page.blocks.iter().map(|block| block.chars as f32).collect();
    let kept = likeliest(&likely, &sizes);
    for ((verdict, &likely), kept) in verdicts.iter_mut().zip(&likely).zip(kept) {
        verdict.score = Some(likely);
        verdict.class = if kept { Class::Good } else { Class::Bad };
    }
}

/// How likely each block of a page is main content.
fn weigh(page: &Page, verdicts: &[Verdict], model: &Model) -> Vec<f32> {
    let evidence = Evidence::new(page, verdicts);
    let blocks = page.blocks.len();
    let mut likely = Vec::with_capacity(blocks);
    for from in (0..blocks).step_by(AT_ONCE) {
        let some = from..(from + AT_ONCE).min(blocks);
        let features: Vec<Features> = some.map(|at| evidence.of(at)).collect();
        likely.extend(model.likely(&features));
    }
    likely
}

/// Which blocks to keep for the largest expected sum of precision and recall, by how likely each is right and how large it
/// is: as many of the likeliest as it takes. (F1 over many pages is that of their mean precision and mean recall, and grows
/// with the sum of both, with recall weighed a little less.)
pub fn likeliest(likely: &[f32], sizes: &[f32]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..likely.len()).collect();
    order.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]).then(a.cmp(&b)));
    let mut kept = vec![false; likely.len()];
    let right: f32 = likely
        .iter()
        .zip(sizes)
        .map(|(likely, size)| likely * size)
        .sum();
    let (mut common, mut found) = (0.0, 0.0);
    let (mut best, mut precision, mut count) = (0.0, 0.0, 0);
    for (number, &at) in (1..).zip(&order) {
        common += likely[at] * sizes[at];
        found += sizes[at];
        let both = common / found + RECALL * common / right;
        if both > best {
            (best, precision, count) = (both, common / found, number);
        }
    }
    if precision >= LEAST {
        for &at in &order[..count] {
            kept[at] = true;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likeliest_blocks_are_kept() {
        assert_eq!(
            likeliest(&[0.9, 0.1, 0.8], &[100.0, 100.0, 100.0]),
            [true, false, true]
        );
        // Little is likely, but something must be the main content.
        assert_eq!(
            likeliest(&[0.3, 0.01, 0.02], &[100.0, 100.0, 100.0]),
            [true, false, false]
        );
        // Nearly nothing is.
        assert_eq!(likeliest(&[0.14, 0.01], &[100.0, 100.0]), [false, false]);
        assert_eq!(likeliest(&[], &[]), [] as [bool; 0]);
    }

    #[test]
    fn the_committed_trees_ask_about_features() {
        let model = Model::from_text(TREES).unwrap();
        assert!(!model.trees.is_empty());
        let mut questions = model.trees.iter().flat_map(|tree| &tree.questions);
        assert!(questions.all(|(feature, _)| usize::from(*feature) < features::COUNT));
    }
}
