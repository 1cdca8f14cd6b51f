//! Gradient-boosted oblivious trees over named features.
//!
//! All nodes at one level of an oblivious tree have the same split, so a tree of depth d is d splits and 2^d leaves
//! (CatBoost: Prokhorenkova et al. 2018).

use platform::math;
use platform::simd;
use wide::f32x8;

use super::features::{self, Columns, Group, LANES};

/// An ensemble of trees, whose sum is the log-odds of the positive class.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The bias.
    pub base: f32,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// The largest depth of a tree, and its number of leaves.
const DEEPEST: usize = 4;
const LEAVES: usize = 1 << DEEPEST;

/// An oblivious tree. All have the same size, so that they lie side by side, and no branch depends on their depth.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// A feature and a threshold each: the branch is taken where the value is above the threshold. Beyond the depth of
    /// the tree the feature of the first split and an infinite threshold.
    splits: [(u16, f32); DEEPEST],
    /// Values by the bits of the branches, the first split's the lowest.
    leaves: [f32; LEAVES],
}

/// The features and the trees of a model file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct File {
    /// The models, each with its name, in the order of the file.
    pub models: Vec<(String, Model)>,
    /// The features of their splits, each with its median over the training data.
    pub features: Vec<(u16, f32)>,
}

impl File {
    /// Reads a model file: text, one item a line.
    ///
    /// - `feature NAME VALUE`: a feature that splits refer to, and its median over the training data; numbered from 0 in the
    ///   order of these lines
    /// - `model NAME BIAS`: a model, followed by its trees
    /// - `FEATURE>THRESHOLD ... ; LEAF ...`: a tree, its leaves in thousandths
    ///
    /// Errors: what is wrong and in which line, such as an unknown feature.
    pub fn parse(text: &str) -> Result<File, String> {
        let mut file = File::default();
        for (line, number) in text.lines().zip(1..) {
            let wrong = |what: &str| format!("line {number}: {what}");
            let mut words = line.split_ascii_whitespace();
            let first = words.next().ok_or_else(|| wrong("it is empty"))?;
            match first {
                "feature" | "model" => {
                    let name = words.next().ok_or_else(|| wrong("a name is missing"))?;
                    let value = words.next().and_then(|value| value.parse().ok());
                    let value = value.ok_or_else(|| wrong("a number is missing"))?;
                    if first == "model" {
                        let trees = Vec::new();
                        file.models
                            .push((name.to_owned(), Model { base: value, trees }));
                        continue;
                    }
                    let place = features::by_name(name);
                    let place =
                        place.ok_or_else(|| wrong(&format!("no feature is called {name}")))?;
                    file.features.push((place as u16, value));
                }
                _ => {
                    let tree =
                        Tree::parse(line, &file.features).ok_or_else(|| wrong("not a tree"))?;
                    let model = file
                        .models
                        .last_mut()
                        .ok_or_else(|| wrong("a tree before any model"))?;
                    model.1.trees.push(tree);
                }
            }
        }
        Ok(file)
    }

    /// A model by its name.
    pub fn model(&self, name: &str) -> Option<&Model> {
        self.models
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, model)| model)
    }
}

/// Leaf values are written as integers in units of 1 / `UNITS`.
const UNITS: f32 = 1000.0;

impl Tree {
    const EMPTY: Tree = Tree {
        splits: [(0, 0.0); DEEPEST],
        leaves: [0.0; LEAVES],
    };

    /// The tree of a line, whose splits refer to features by their index in `known`.
    fn parse(line: &str, known: &[(u16, f32)]) -> Option<Tree> {
        let (splits, leaves) = line.split_once(';')?;
        let splits = splits.split_ascii_whitespace().map(|split| {
            let (feature, above) = split.split_once('>')?;
            let (feature, _) = known.get(feature.parse::<usize>().ok()?)?;
            Some((*feature, above.parse().ok()?))
        });
        let leaves = leaves
            .split_ascii_whitespace()
            .map(|leaf| Some(leaf.parse::<i32>().ok()? as f32 / UNITS));
        let mut tree = Tree::EMPTY;
        let depth = fill(&mut tree.splits, splits)?;
        let (first, _) = tree.splits[0];
        tree.splits[depth..].fill((first, f32::INFINITY));
        (depth > 0 && fill(&mut tree.leaves, leaves)? == 1 << depth).then_some(tree)
    }

    /// The features of its splits.
    pub(super) fn features(&self) -> impl Iterator<Item = usize> {
        let splits = self.splits.iter().filter(|(_, above)| above.is_finite());
        splits.map(|&(feature, _)| usize::from(feature))
    }

    /// The leaf value for one row, given as a function from feature to value.
    #[inline(always)]
    pub(super) fn leaf(&self, value: impl Fn(usize) -> f32) -> f32 {
        let mut leaf = 0;
        for (bit, &(feature, above)) in self.splits.iter().enumerate() {
            leaf |= usize::from(value(usize::from(feature)) > above) << bit;
        }
        self.leaves[leaf % LEAVES]
    }

    /// The numbers of the leaves of some blocks.
    #[inline(always)]
    fn leaves_of(&self, group: &Group) -> [usize; LANES] {
        let mut leaves = f32x8::ZERO;
        for (bit, &(feature, above)) in self.splits.iter().enumerate() {
            let values = f32x8::new(group[usize::from(feature)]);
            let bit = f32x8::splat(f32::from_bits(1 << bit));
            leaves |= values.simd_gt(f32x8::splat(above)) & bit;
        }
        leaves.to_array().map(|leaf| leaf.to_bits() as usize)
    }
}

/// Sets the first of some places to the items; returns how many, or `None` if one is missing or there are more than places.
fn fill<T>(places: &mut [T], items: impl Iterator<Item = Option<T>>) -> Option<usize> {
    let mut count = 0;
    for item in items {
        *places.get_mut(count)? = item?;
        count += 1;
    }
    Some(count)
}

impl Model {
    /// The log-odds for one row, given as a function from feature to value.
    pub fn score(&self, value: impl Fn(usize) -> f32) -> f32 {
        let leaves = self.trees.iter().map(|tree| tree.leaf(&value));
        self.base + leaves.sum::<f32>()
    }

    /// Appends the model to a table of words.
    pub(super) fn write(&self, words: &mut Vec<u32>) {
        words.extend([self.base.to_bits(), self.trees.len() as u32]);
        for tree in &self.trees {
            for (feature, above) in tree.splits {
                words.extend([feature.into(), above.to_bits()]);
            }
            words.extend(tree.leaves.map(f32::to_bits));
        }
    }

    /// The next model of a table of words; `None` if it ends early.
    pub(super) fn read(words: &mut impl Iterator<Item = u32>) -> Option<Model> {
        let base = f32::from_bits(words.next()?);
        let count = words.next()?;
        let tree = |_| {
            let mut tree = Tree::EMPTY;
            for (feature, above) in &mut tree.splits {
                *feature = words.next()? as u16;
                *above = f32::from_bits(words.next()?);
            }
            for leaf in &mut tree.leaves {
                *leaf = f32::from_bits(words.next()?);
            }
            Some(tree)
        };
        let trees = (0..count).map(tree).collect::<Option<_>>()?;
        Some(Model { base, trees })
    }

    /// The log-odds of a batch of blocks of one page.
    pub fn scores(&self, columns: &Columns) -> Vec<f32> {
        let mut scores = vec![self.base; columns.blocks()];
        simd::run(Sum {
            trees: &self.trees,
            columns,
            scores: &mut scores,
        });
        scores
    }
}

/// The logistic function.
pub fn probability(score: f32) -> f32 {
    1.0 / (1.0 + math::exp(-score))
}

/// Adds the leaf values of trees to the scores of blocks.
struct Sum<'a> {
    trees: &'a [Tree],
    columns: &'a Columns,
    scores: &'a mut [f32],
}

/// As many blocks as this are faster one by one.
const FEW: usize = 2;

impl simd::Work for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let groups = self.columns.groups().iter();
        for (group, scores) in groups.zip(self.scores.chunks_mut(LANES)) {
            if scores.len() <= FEW {
                for (lane, score) in scores.iter_mut().enumerate() {
                    let leaves = self
                        .trees
                        .iter()
                        .map(|tree| tree.leaf(|at| group[at][lane]));
                    *score = leaves.fold(*score, |score, leaf| score + leaf);
                }
                continue;
            }
            // Not in the slice: a sum that goes through memory takes twice as long.
            let mut sums = [0.0; LANES];
            sums[..scores.len()].copy_from_slice(scores);
            for tree in self.trees {
                let leaves = tree.leaves_of(group);
                for (sum, leaf) in sums.iter_mut().zip(leaves) {
                    *sum += tree.leaves[leaf % LEAVES];
                }
            }
            scores.copy_from_slice(&sums[..scores.len()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::features::{OWN, Own, Row, WHOLE, Whole};

    const TEXT: &str = "feature Words 1.5\nfeature Page.Blocks 4\nmodel main -0.5\n0>1.5 1>0 ; 1000 2000 -3000 0\n1>2 ; 0 250\n";

    #[test]
    fn a_model_is_the_sum_of_its_trees() {
        let file = File::parse(TEXT).unwrap();
        let model = file.model("main").unwrap();
        assert_eq!(
            file.features
                .iter()
                .map(|(_, median)| *median)
                .collect::<Vec<_>>(),
            [1.5, 4.0]
        );
        assert_eq!(file.model("none"), None);
        let mut columns = Columns::default();
        columns.clear(2);
        for (block, words) in [2.0, 1.5].into_iter().enumerate() {
            columns.block(block).set(OWN, Own::Words as usize, words);
        }
        let mut page = [0.0; features::PAGE_COUNT];
        for (blocks, scores) in [
            (3.0, [-0.25, -3.25]),
            (1.0, [-0.5, -3.5]),
            (0.0, [1.5, 0.5]),
        ] {
            Row::of_page(&mut page).set(WHOLE, Whole::Blocks as usize, blocks);
            columns.set_page(&page);
            assert_eq!(model.scores(&columns), scores);
            assert_eq!(model.score(|feature| columns.value(feature, 0)), scores[0]);
        }
        assert_eq!(probability(0.0), 0.5);
    }

    #[test]
    fn errors_name_the_line() {
        for (bad, why) in [
            ("feature Wordz 1", "line 1: no feature is called Wordz"),
            ("model main x", "line 1: a number is missing"),
            ("feature", "line 1: a name is missing"),
            (
                "feature Words 1\n0>1 ; 5 6",
                "line 2: a tree before any model",
            ),
            ("model a 0\n; 5", "line 2: not a tree"),
            ("model a 0\n0>1 ; 1 2", "line 2: not a tree"),
            (
                "feature Words 1\nmodel a 0\n0>1 0>2 0>3 0>4 0>5 ; 1",
                "line 3: not a tree",
            ),
            ("feature Words 1\nmodel a 0\n0>1 ; 1", "line 3: not a tree"),
            ("feature Words 1\n\n", "line 2: it is empty"),
        ] {
            let error = match File::parse(bad) {
                Err(error) => error,
                Ok(file) => format!("{file:?}"),
            };
            assert_eq!(error, why, "{bad}");
        }
    }
}
