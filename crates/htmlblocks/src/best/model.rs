//! Trees that weigh the features of a block.
//!
//! All nodes of one level of a tree ask the same question, so that a tree of depth d is d questions and 2^d answers
//! (oblivious trees, as in CatBoost: Prokhorenkova et al. 2018).

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
    /// The log-odds of a block with these features.
    #[inline]
    pub fn score(&self, features: &[f32]) -> f32 {
        self.base
            + self
                .trees
                .iter()
                .map(|tree| tree.score(features))
                .sum::<f32>()
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

/// Answers are written in whole numbers of this part of 1.
const UNITS: f32 = 1000.0;

impl Tree {
    #[inline]
    fn score(&self, features: &[f32]) -> f32 {
        let mut leaf = 0;
        for (bit, &(feature, above)) in self.questions.iter().enumerate() {
            leaf |= usize::from(features[usize::from(feature)] > above) << bit;
        }
        self.answers[leaf]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_is_the_sum_of_its_trees() {
        let text = "-0.5\n0>1.5 1>0 ; 1000 2000 -3000 0\n1>2 ; 0 250\n";
        let model = Model::from_text(text).unwrap();
        assert_eq!(model.score(&[2.0, 3.0]), -0.5 + 0.0 + 0.25);
        assert_eq!(model.score(&[1.5, 1.0]), -0.5 - 3.0 + 0.0);
        assert_eq!(model.to_text(), text);
        for bad in ["", "x\n", "0\n0>1\n", "0\n0>1; 1\n", "0\n0>1; 1 x\n"] {
            assert_eq!(Model::from_text(bad), None, "{bad}");
        }
    }
}
