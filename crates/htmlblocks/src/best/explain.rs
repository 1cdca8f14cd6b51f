//! Explains scores: the contribution of each feature to the log-odds of a block.

use super::Models;
use super::evidence::Evidence;
use super::features::{self, Columns};
use super::model::{Model, features_of, odds};
use crate::classify::Verdict;
use crate::segment::Page;

/// The contribution of a feature.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    /// Its name.
    pub feature: &'static str,
    /// Its value.
    pub value: f32,
    /// The difference in log-odds of main content between this value and the median of the feature over the training
    /// data. All other features are unchanged.
    pub weight: f32,
}

/// Returns for each block the features with the largest absolute weights, at most `most`, in
/// descending order. `verdicts` must be those before [`super::decide`].
pub fn explain(
    page: &Page,
    verdicts: &[Verdict],
    models: &Models,
    most: usize,
) -> Vec<Vec<Reason>> {
    let evidence = Evidence::new(page, verdicts);
    let (row, _) = models.page(&evidence);
    let trees_of = trees_by_feature(&models.main);
    let mut columns = Columns::default();
    (0..page.blocks.len())
        .map(|at| {
            evidence.columns(at..at + 1, &mut columns);
            columns.set_page(&row);
            let value = |feature: usize| columns.value(feature, 0);
            let mut reasons: Vec<Reason> = (models.medians.iter())
                .filter_map(|&(feature, median)| {
                    let feature = usize::from(feature);
                    let trees = trees_of.get(feature)?;
                    let with_median = |other: usize| match other == feature {
                        true => median,
                        false => value(other),
                    };
                    let trees = trees.iter().map(|&tree| &models.main.trees[tree]);
                    let weight = trees.map(|tree| tree.leaf(value) - tree.leaf(with_median));
                    Some(Reason {
                        feature: &features::names()[feature],
                        value: value(feature),
                        weight: odds(weight.sum()),
                    })
                })
                .filter(|reason| reason.weight != 0.0)
                .collect();
            reasons.sort_by(|a, b| {
                b.weight
                    .abs()
                    .total_cmp(&a.weight.abs())
                    .then(a.feature.cmp(b.feature))
            });
            reasons.truncate(most);
            // The memory of a few hundred features per block adds up.
            reasons.shrink_to_fit();
            reasons
        })
        .collect()
}

/// Returns for each feature the trees that split on it.
fn trees_by_feature(model: &Model) -> Vec<Vec<usize>> {
    let mut trees_of = vec![Vec::new(); features::COUNT];
    for (number, tree) in model.trees.iter().enumerate() {
        for feature in features_of(tree) {
            let trees: &mut Vec<usize> = &mut trees_of[feature];
            if trees.last() != Some(&number) {
                trees.push(number);
            }
        }
    }
    trees_of
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::features::Kind;
    use crate::{Parameters, Rules, classify};

    #[test]
    fn reasons_are_differences_from_the_median() {
        let kinds: String = Kind::ALL
            .map(|kind| format!("model {} 0\n", kind.as_str()))
            .concat();
        let models = format!(
            "feature Heading 0\nfeature Previous.LinkShare 0.5\n{kinds}model text 0\nmodel main 0\n0>0.5 ; -1000 2000\n0>0.5 1>0.2 ; 0 0 100 500\n"
        );
        let page = Page::new("<p>one<h1>two</h1>", Rules::BEST);
        let verdicts = classify(&page, None, &Parameters::default());
        let reasons = explain(&page, &verdicts, &Models::parse(&models).unwrap(), 5);
        let of = |at: usize| -> Vec<_> {
            reasons[at]
                .iter()
                .map(|reason| (reason.feature, reason.value, reason.weight))
                .collect()
        };
        assert_eq!(of(0), [("Previous.LinkShare", -1.0, -0.1)]);
        assert_eq!(
            of(1),
            [("Heading", 1.0, 3.0), ("Previous.LinkShare", 0.0, -0.5)]
        );
    }
}
