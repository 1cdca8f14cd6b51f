//! Gradient-boosted oblivious trees over named features.
//!
//! All nodes at one level of an oblivious tree have the same split, so a tree of depth d is d splits and 2^d leaves
//! (CatBoost: Prokhorenkova et al. 2018).

use platform::simd;

use platform::math;

use super::features::{self, BLOCK_COUNT, Columns, PageRow};

/// An ensemble of trees, whose sum is the log-odds of the positive class.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The bias.
    pub base: f32,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// An oblivious tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// A feature and a threshold each: the branch is taken where the value is above the threshold.
    pub splits: Vec<(u16, f32)>,
    /// Values by the bits of the branches, the first split's the lowest.
    pub leaves: Vec<f32>,
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
        let tree = Tree {
            splits: splits.collect::<Option<_>>()?,
            leaves: leaves.collect::<Option<_>>()?,
        };
        (tree.splits.len() <= DEEPEST && tree.leaves.len() == 1 << tree.splits.len())
            .then_some(tree)
    }

    /// The leaf value for one row, given as a function from feature to value.
    pub(super) fn leaf(&self, value: impl Fn(usize) -> f32) -> f32 {
        let mut leaf = 0;
        for (bit, &(feature, above)) in self.splits.iter().enumerate() {
            leaf |= usize::from(value(usize::from(feature)) > above) << bit;
        }
        self.leaves[leaf]
    }
}

/// The largest depth of a tree.
const DEEPEST: usize = 12;

impl Model {
    /// The log-odds for one row, given as a function from feature to value.
    pub fn score(&self, value: impl Fn(usize) -> f32) -> f32 {
        let leaves = self.trees.iter().map(|tree| tree.leaf(&value));
        self.base + leaves.sum::<f32>()
    }

    /// The log-odds of a batch of blocks of one page.
    pub fn scores(&self, columns: &Columns, page: &PageRow) -> Vec<f32> {
        let mut scores = vec![self.base; columns.blocks()];
        simd::run(Sum {
            trees: &self.trees,
            columns,
            page,
            leaves: &mut vec![0; columns.blocks()],
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
    page: &'a PageRow,
    /// Scratch space: the leaf index of each block.
    leaves: &'a mut [u32],
    scores: &'a mut [f32],
}

impl simd::Work for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        for tree in self.trees {
            // Splits on features of the page are the same for all blocks.
            let mut common = 0;
            for (bit, &(feature, above)) in tree.splits.iter().enumerate() {
                if let Some(value) = usize::from(feature).checked_sub(BLOCK_COUNT) {
                    common |= u32::from(self.page[value] > above) << bit;
                }
            }
            self.leaves.fill(common);
            for (bit, &(feature, above)) in tree.splits.iter().enumerate() {
                if usize::from(feature) < BLOCK_COUNT {
                    let column = self.columns.column(usize::from(feature));
                    for (leaf, &value) in self.leaves.iter_mut().zip(column) {
                        *leaf |= u32::from(value > above) << bit;
                    }
                }
            }
            for (score, &leaf) in self.scores.iter_mut().zip(&*self.leaves) {
                *score += tree.leaves[leaf as usize];
            }
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
            assert_eq!(model.scores(&columns, &page), scores);
            let value = |feature: usize| match feature.checked_sub(BLOCK_COUNT) {
                Some(of_page) => page[of_page],
                None => columns.column(feature)[0],
            };
            assert_eq!(model.score(value), scores[0]);
        }
        assert_eq!(probability(0.0), 0.5);
    }

    #[test]
    fn errors_name_the_line() {
        for (bad, why) in [
            ("feature Wordz 1", "line 1: no feature is called Wordz"),
            ("model main x", "line 1: a number is missing"),
            ("feature", "line 1: a name is missing"),
            ("; 5", "line 1: a tree before any model"),
            ("model a 0\n0>1 ; 1 2", "line 2: not a tree"),
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
