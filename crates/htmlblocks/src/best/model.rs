//! Trees that weigh the features of a block.
//!
//! All nodes of one level of a tree ask the same question, so that a tree of depth d is d questions and 2^d answers
//! (oblivious trees, as in CatBoost: Prokhorenkova et al. 2018).

use platform::simd;

/// A sum of trees: the log-odds of a block to be main content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Model {
    /// The log-odds without any knowledge.
    pub base: f32,
    /// The trees.
    pub trees: Vec<Tree>,
}

/// A tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// A feature and a number each: is the feature above the number?
    pub questions: Vec<(u16, f32)>,
    /// What to add, by the answers: the first question's is the lowest bit.
    pub answers: Vec<f32>,
}

impl Model {
    /// How likely blocks with these features are main content.
    pub fn likely<const COUNT: usize>(&self, rows: &[[f32; COUNT]]) -> Vec<f32> {
        let mut likely = self.scores(rows);
        for score in &mut likely {
            *score = 1.0 / (1.0 + (-*score).exp());
        }
        likely
    }

    /// The log-odds of blocks with these features, each row those of a block.
    pub fn scores<const COUNT: usize>(&self, rows: &[[f32; COUNT]]) -> Vec<f32> {
        // A column for each feature: the same question to all blocks, one after the other, is a loop over neighbours in
        // memory, which compilers make vector instructions of.
        let blocks = rows.len();
        let mut columns = vec![0.0; COUNT * blocks];
        for (block, row) in rows.iter().enumerate() {
            for (column, &value) in row.iter().enumerate() {
                columns[column * blocks + block] = value;
            }
        }
        let mut scores = vec![self.base; blocks];
        simd::run(Sum {
            trees: &self.trees,
            columns: &columns,
            leaves: &mut vec![0; blocks],
            scores: &mut scores,
        });
        scores
    }

    /// Reads what [`Model::to_text`] wrote. `None` if it is something else.
    pub fn from_text(text: &str) -> Option<Self> {
        let mut lines = text.lines();
        let base = lines.next()?.parse().ok()?;
        let mut trees = Vec::new();
        for line in lines {
            let (questions, answers) = line.split_once(';')?;
            let questions = questions.split_ascii_whitespace().map(|question| {
                let (feature, above) = question.split_once('>')?;
                Some((feature.parse().ok()?, above.parse().ok()?))
            });
            let answers = answers
                .split_ascii_whitespace()
                .map(|answer| Some(answer.parse::<i32>().ok()? as f32 / UNITS));
            let tree = Tree {
                questions: questions.collect::<Option<_>>()?,
                answers: answers.collect::<Option<_>>()?,
            };
            if tree.answers.len() != 1 << tree.questions.len() {
                return None;
            }
            trees.push(tree);
        }
        Some(Model { base, trees })
    }

    /// A line with the base, and a line for each tree: its questions, and its answers in thousandths.
    pub fn to_text(&self) -> String {
        let mut text = format!("{}\n", self.base);
        for tree in &self.trees {
            for (feature, above) in &tree.questions {
                text += &format!("{feature}>{above} ");
            }
            text.push(';');
            for answer in &tree.answers {
                text += &format!(" {}", (answer * UNITS).round());
            }
            text.push('\n');
        }
        text
    }
}

/// Adds the answers of trees to the scores of blocks.
struct Sum<'a> {
    trees: &'a [Tree],
    /// One behind the other, each with a value for each block.
    columns: &'a [f32],
    /// Work space: where in the tree each block is.
    leaves: &'a mut [u32],
    scores: &'a mut [f32],
}

impl simd::Work for Sum<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let blocks = self.scores.len();
        for tree in self.trees {
            self.leaves.fill(0);
            for (bit, &(feature, above)) in tree.questions.iter().enumerate() {
                let column = &self.columns[usize::from(feature) * blocks..][..blocks];
                for (leaf, &value) in self.leaves.iter_mut().zip(column) {
                    *leaf |= u32::from(value > above) << bit;
                }
            }
            for (score, &leaf) in self.scores.iter_mut().zip(&*self.leaves) {
                *score += tree.answers[leaf as usize];
            }
        }
    }
}

/// Answers are written in whole numbers of this part of 1.
const UNITS: f32 = 1000.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_the_sum_of_its_trees() {
        let text = "-0.5\n0>1.5 1>0 ; 1000 2000 -3000 0\n1>2 ; 0 250\n";
        let model = Model::from_text(text).unwrap();
        let scores = model.scores(&[[2.0, 3.0], [1.5, 1.0], [2.0, 0.0]]);
        assert_eq!(scores, [-0.5 + 0.0 + 0.25, -0.5 - 3.0 + 0.0, -0.5 + 2.0]);
        assert_eq!(model.to_text(), text);
        for bad in ["", "x\n", "0\n0>1\n", "0\n0>1; 1\n", "0\n0>1; 1 x\n"] {
            assert_eq!(Model::from_text(bad), None, "{bad}");
        }
    }
}
