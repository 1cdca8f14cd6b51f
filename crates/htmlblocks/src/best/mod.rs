//! `--method best`: what jusText looks at, what is around a block, and how it is called, weighed by trees.
//!
//! Two models work one after the other. The first sees the features of a block; the second sees them again with what the
//! first said of the block, its neighbours, and the blocks that look like it.

pub mod features;
pub mod model;

use std::collections::HashMap;

use crate::classify::Verdict;
use crate::segment::Page;
use features::Features;
use model::Model;

/// How many features the second model sees.
pub const CONTEXT: usize = features::COUNT + REACH * 2 + 8;
/// How far it sees.
const REACH: usize = 4;

/// The features of a block for the second model.
pub type InContext = [f32; CONTEXT];

/// The log-odds that the first model gives to the blocks of a page.
pub fn first(model: &Model, features: &[Features]) -> Vec<f32> {
    features
        .iter()
        .map(|features| model.score(features))
        .collect()
}

fn likely(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

/// What the second model sees of each block: its features, and the log-odds that the first model gave to it and to others.
pub fn in_context(page: &Page, features: &[Features], first: &[f32]) -> Vec<InContext> {
    let chars = |at: usize| page.blocks[at].chars as f32;
    let mut signatures: HashMap<u32, (f32, f32)> = HashMap::new();
    let mut containers: HashMap<u32, (f32, f32)> = HashMap::new();
    let signature = |at: usize| page.outline[page.blocks[at].container as usize].signature;
    let parent = |at: usize| page.outline[page.blocks[at].container as usize].parent;
    let (mut all, mut good) = (0.0, 0.0);
    let mut good_before = Vec::with_capacity(first.len());
    for (at, &score) in first.iter().enumerate() {
        let likely = likely(score) * chars(at);
        good_before.push(good);
        all += chars(at);
        good += likely;
        for (map, key) in [
            (&mut signatures, signature(at)),
            (&mut containers, parent(at)),
        ] {
            let sums = map.entry(key).or_default();
            sums.0 += likely;
            sums.1 += chars(at);
        }
    }
    let share = |(part, whole): (f32, f32)| part / whole.max(1.0);
    let mut seen = Vec::with_capacity(first.len());
    // The likeliest block so far, and from here on.
    let mut most_behind = vec![-10.0f32; first.len() + 1];
    for at in (0..first.len()).rev() {
        most_behind[at] = most_behind[at + 1].max(first[at]);
    }
    let mut most_before = -10.0f32;
    for at in 0..first.len() {
        let mut row = [0.0; CONTEXT];
        row[..features::COUNT].copy_from_slice(&features[at]);
        let mut next = features::COUNT;
        let mut push = |value: f32| {
            row[next] = value;
            next += 1;
        };
        for distance in 1..=REACH {
            push(at.checked_sub(distance).map_or(-10.0, |other| first[other]));
            push(first.get(at + distance).copied().unwrap_or(-10.0));
        }
        push(first[at]);
        push(share(signatures[&signature(at)]));
        push(share(containers[&parent(at)]));
        push(share((good_before[at], good)));
        push(share((good, all)));
        push(good.ln_1p());
        push(most_before);
        push(most_behind[at + 1]);
        most_before = most_before.max(first[at]);
        seen.push(row);
    }
    seen
}

/// How likely each block of a page is main content. The page was cut by [`crate::Rules::BEST`].
pub fn scores(page: &Page, verdicts: &[Verdict], models: &Models) -> Vec<f32> {
    let features = features::features(page, verdicts);
    let first = first(&models.first, &features);
    in_context(page, &features, &first)
        .iter()
        .map(|seen| likely(models.second.score(seen)))
        .collect()
}

/// The two models.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Models {
    /// Sees a block.
    pub first: Model,
    /// Sees a block among others.
    pub second: Model,
}
