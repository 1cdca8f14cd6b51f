//! Gradient-boosted oblivious trees over named features.
//!
//! All nodes at one level of an oblivious tree have the same split. So a tree of depth d consists of d splits and 2^d
//! leaves (CatBoost: Prokhorenkova et al. 2018).

use platform::math;
use platform::oblivious::{self, DEPTH, LEAVES, Tree};

use super::features::{self, Columns, LANES};

/// An ensemble of trees. Their sum is the log-odds of the positive class.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The bias.
    pub base: f32,
    /// The trees; their leaves are in thousandths.
    pub trees: Vec<Tree>,
}

/// The features and the trees of a model file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct File {
    /// The models with their names, in the order of the file.
    pub models: Vec<(String, Model)>,
    /// The features of their splits, with their medians over the training data.
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
                        parse_tree(line, &file.features).ok_or_else(|| wrong("not a tree"))?;
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

    /// Returns a model by its name.
    pub fn model(&self, name: &str) -> Option<&Model> {
        self.models
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, model)| model)
    }
}

/// Leaf values are integers in units of 1 / `UNITS`.
const UNITS: f32 = 1000.0;

/// Converts a sum of leaves to log-odds.
pub(super) fn odds(leaves: i32) -> f32 {
    leaves as f32 / UNITS
}

/// Parses the tree of a line. Its splits refer to features by their index in `known`.
fn parse_tree(line: &str, known: &[(u16, f32)]) -> Option<Tree> {
    let (splits, leaves) = line.split_once(';')?;
    let splits = splits.split_ascii_whitespace().map(|split| {
        let (feature, above) = split.split_once('>')?;
        let (feature, _) = known.get(feature.parse::<usize>().ok()?)?;
        Some((*feature, above.parse().ok()?))
    });
    let leaves = leaves
        .split_ascii_whitespace()
        .map(|leaf| leaf.parse().ok());
    let mut places = [(0, 0.0); DEPTH];
    let depth = fill(&mut places, splits)?;
    // Unused levels split on a feature that the row has.
    let (first, _) = places[0];
    places[depth..].fill((first, f32::INFINITY));
    let mut tree = Tree {
        features: places.map(|(feature, _)| feature),
        above: places.map(|(_, above)| above),
        leaves: [0; LEAVES],
    };
    (depth > 0 && fill(&mut tree.leaves, leaves)? == 1 << depth).then_some(tree)
}

/// Iterates over the features of the splits of a tree.
pub(super) fn features_of(tree: &Tree) -> impl Iterator<Item = usize> {
    let splits = tree.features.iter().zip(&tree.above);
    let splits = splits.filter(|(_, above)| above.is_finite());
    splits.map(|(&feature, _)| usize::from(feature))
}

/// Copies items to the first places. Returns their number, or `None` if one is missing or there are more items than
/// places.
fn fill<T>(places: &mut [T], items: impl Iterator<Item = Option<T>>) -> Option<usize> {
    let mut count = 0;
    for item in items {
        *places.get_mut(count)? = item?;
        count += 1;
    }
    Some(count)
}

impl Model {
    /// Returns the log-odds of one row, given as a function from feature to value.
    pub fn score(&self, value: impl Fn(usize) -> f32) -> f32 {
        let leaves = self.trees.iter().map(|tree| tree.leaf(&value));
        self.base + odds(leaves.sum())
    }

    /// Appends the model to a table of words.
    pub(super) fn write(&self, words: &mut Vec<u32>) {
        words.extend([self.base.to_bits(), self.trees.len() as u32]);
        for tree in &self.trees {
            words.extend(pairs(&tree.features));
            words.extend(tree.above.map(f32::to_bits));
            words.extend(pairs(&tree.leaves.map(i16::cast_unsigned)));
        }
    }

    /// Reads the next model of a table of words. Returns `None` if the table ends early.
    pub(super) fn read(words: &mut impl Iterator<Item = u32>) -> Option<Model> {
        let base = f32::from_bits(words.next()?);
        let count = words.next()?;
        let tree = |_| {
            let features = halves(words)?;
            let mut above = [0.0; DEPTH];
            for above in &mut above {
                *above = f32::from_bits(words.next()?);
            }
            let leaves = halves(words)?.map(u16::cast_signed);
            Some(Tree {
                features,
                above,
                leaves,
            })
        };
        let trees = (0..count).map(tree).collect::<Option<_>>()?;
        Some(Model { base, trees })
    }

    /// Returns the log-odds of a batch of blocks of one page.
    pub fn scores(&self, columns: &Columns) -> Vec<f32> {
        let mut scores = vec![self.base; columns.blocks()];
        for (group, scores) in columns.groups().iter().zip(scores.chunks_mut(LANES)) {
            if let [score] = scores {
                *score = self.score(|at| group[at][0]);
                continue;
            }
            let sums = oblivious::sums(&self.trees, group);
            for (score, sum) in scores.iter_mut().zip(sums) {
                *score += odds(sum);
            }
        }
        scores
    }
}

/// Packs two numbers into each word.
fn pairs(numbers: &[u16]) -> impl Iterator<Item = u32> {
    let pairs = numbers.as_chunks().0.iter();
    pairs.map(|&[low, high]| u32::from(low) | u32::from(high) << 16)
}

/// Unpacks two numbers from each of the next words.
fn halves<const COUNT: usize>(words: &mut impl Iterator<Item = u32>) -> Option<[u16; COUNT]> {
    let mut numbers = [0; COUNT];
    for pair in numbers.as_chunks_mut::<2>().0 {
        let word = words.next()?;
        *pair = [word as u16, (word >> 16) as u16];
    }
    Some(numbers)
}

/// The logistic function.
pub fn probability(score: f32) -> f32 {
    1.0 / (1.0 + math::exp(-score))
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
