//! Why a block was taken for main content, or was not: which features its score depends on.

use super::evidence::Evidence;
use super::features::{self, BLOCK_COUNT, Columns};
use super::{Models, model::Model};
use crate::classify::Verdict;
use crate::segment::Page;

/// What a feature says of a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reason {
    /// Its name.
    pub feature: &'static str,
    /// Its value.
    pub value: f32,
    /// By how much the log-odds to be main content are higher than they were if the feature had its typical value, the median of
    /// what the models were fitted on, and all others the same.
    pub weight: f32,
}

/// For each block the features with the largest weights, at most `most`, the largest first. `verdicts` are as before
/// [`super::decide`].
pub fn explain(
    page: &Page,
    verdicts: &[Verdict],
    models: &Models,
    most: usize,
) -> Vec<Vec<Reason>> {
    let evidence = Evidence::new(page, verdicts);
    let row = models.page(&evidence);
    let asking = asking(&models.main);
    let mut columns = Columns::default();
    (0..page.blocks.len())
        .map(|at| {
            evidence.columns(at..at + 1, &mut columns);
            let value = |feature: usize| match feature.checked_sub(BLOCK_COUNT) {
                Some(of_page) => row[of_page],
                None => columns.column(feature)[0],
            };
            let mut reasons: Vec<Reason> = (models.typical.iter())
                .filter_map(|&(feature, typical)| {
                    let feature = usize::from(feature);
                    let trees = asking.get(feature)?;
                    let other = |asked: usize| match asked == feature {
                        true => typical,
                        false => value(asked),
                    };
                    let trees = trees.iter().map(|&tree| &models.main.trees[tree]);
                    let weight = trees.map(|tree| tree.leaf(value) - tree.leaf(other)).sum();
                    Some(Reason {
                        feature: &features::names()[feature],
                        value: value(feature),
                        weight,
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
            reasons
        })
        .collect()
}

/// For each feature the trees that ask about it.
fn asking(model: &Model) -> Vec<Vec<usize>> {
    let mut asking = vec![Vec::new(); features::COUNT];
    for (number, tree) in model.trees.iter().enumerate() {
        for &(feature, _) in &tree.questions {
            let trees: &mut Vec<usize> = &mut asking[usize::from(feature)];
            if trees.last() != Some(&number) {
                trees.push(number);
            }
        }
    }
    asking
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best::features::Kind;
    use crate::{Parameters, Rules, classify};

    #[test]
    fn reasons_are_differences_to_typical_values() {
        let kinds: String = Kind::ALL
            .map(|kind| format!("model {} 0\n", kind.as_str()))
            .concat();
        let models = format!(
            "feature Heading 0\nfeature Previous.LinkShare 0.5\n{kinds}model main 0\n0>0.5 ; -1000 2000\n0>0.5 1>0.2 ; 0 0 100 500\n"
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
