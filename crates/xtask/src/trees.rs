//! Fits oblivious trees by gradient boosting on a weighted logistic loss.

use htmlblocks::best::model::{Model, Tree};

/// How trees are grown.
#[derive(Debug, Clone, Copy)]
pub struct Growth {
    /// How many.
    pub trees: usize,
    /// Questions in each.
    pub depth: usize,
    /// How much of each tree's answers is added.
    pub rate: f32,
    /// The penalty on answers.
    pub penalty: f32,
}

/// Examples: their features cut into at most 256 bins each, a column a feature.
pub struct Examples {
    columns: Vec<Vec<u8>>,
    /// The upper ends of the bins of each feature, but for the last.
    borders: Vec<Vec<f32>>,
    /// What is right: 0 or 1.
    pub labels: Vec<f32>,
    /// How much each counts.
    pub weights: Vec<f32>,
}

/// Bins of a feature.
const BINS: usize = 48;

impl Examples {
    /// Cuts the features of examples into bins that hold about as many examples each.
    pub fn new(rows: &[&[f32]], labels: Vec<f32>, weights: Vec<f32>) -> Self {
        let count = rows.first().map_or(0, |row| row.len());
        let mut columns = Vec::with_capacity(count);
        let mut borders = Vec::with_capacity(count);
        for feature in 0..count {
            let mut values: Vec<f32> = rows.iter().map(|row| row[feature]).collect();
            values.sort_by(f32::total_cmp);
            let mut ends: Vec<f32> = (1..BINS)
                .map(|bin| values[bin * (values.len() - 1) / BINS])
                .collect();
            ends.dedup();
            if ends.last() == values.last() {
                ends.pop();
            }
            columns.push(
                rows.iter()
                    .map(|row| ends.partition_point(|&end| end < row[feature]) as u8)
                    .collect(),
            );
            borders.push(ends);
        }
        Examples {
            columns,
            borders,
            labels,
            weights,
        }
    }

    /// Fits a model. The same examples give the same model.
    pub fn fit(&self, growth: Growth) -> Model {
        let count = self.labels.len();
        let total: f32 = self.weights.iter().sum();
        let right: f32 = self
            .weights
            .iter()
            .zip(&self.labels)
            .map(|(weight, label)| weight * label)
            .sum();
        let base = (right / (total - right)).ln();
        let mut scores = vec![base; count];
        let mut model = Model {
            base,
            trees: Vec::new(),
        };
        for number in 0..growth.trees {
            // Every other example, and every other feature, in turns that mix.
            let rows: Vec<u32> = (0..count as u32)
                .filter(|&row| coin(number as u64, u64::from(row)))
                .collect();
            let features: Vec<usize> = (0..self.columns.len())
                .filter(|&feature| coin(number as u64, !(feature as u64)))
                .collect();
            let slopes: Vec<(f32, f32)> = rows
                .iter()
                .map(|&row| {
                    let row = row as usize;
                    let likely = 1.0 / (1.0 + (-scores[row]).exp());
                    (
                        self.weights[row] * (self.labels[row] - likely),
                        (self.weights[row] * likely * (1.0 - likely)).max(1e-6),
                    )
                })
                .collect();
            let tree = self.grow(&rows, &features, &slopes, growth);
            let columns: Vec<(&[u8], u8)> = tree
                .iter()
                .map(|&(feature, bin)| (&self.columns[feature][..], bin))
                .collect();
            let leaf = |row: usize| {
                columns
                    .iter()
                    .enumerate()
                    .fold(0, |leaf, (bit, (column, bin))| {
                        leaf | usize::from(column[row] > *bin) << bit
                    })
            };
            let mut sums = vec![(0.0f64, 0.0f64); 1 << tree.len()];
            for (&row, &(first, second)) in rows.iter().zip(&slopes) {
                let sum = &mut sums[leaf(row as usize)];
                sum.0 += f64::from(first);
                sum.1 += f64::from(second);
            }
            let answers: Vec<f32> = sums
                .iter()
                .map(|&(first, second)| {
                    let answer =
                        growth.rate * (first / (second + f64::from(growth.penalty))) as f32;
                    // As it will be written.
                    (answer * 1000.0).round() / 1000.0
                })
                .collect();
            for (row, score) in scores.iter_mut().enumerate() {
                *score += answers[leaf(row)];
            }
            let questions = tree
                .iter()
                .map(|&(feature, bin)| (feature as u16, self.borders[feature][usize::from(bin)]))
                .collect();
            model.trees.push(Tree { questions, answers });
        }
        model
    }

    /// The questions of a tree: for each level the feature and the bin that divide all leaves best.
    fn grow(
        &self,
        rows: &[u32],
        features: &[usize],
        slopes: &[(f32, f32)],
        growth: Growth,
    ) -> Vec<(usize, u8)> {
        let mut tree = Vec::new();
        let mut leaves = vec![0u8; rows.len()];
        for level in 0..growth.depth {
            let count = 1 << level;
            let mut best = (0.0, 0, 0);
            for &feature in features {
                let bins = self.borders[feature].len() + 1;
                let column = &self.columns[feature];
                let mut sums = vec![(0.0f32, 0.0f32); count * BINS];
                for ((&row, &leaf), &(first, second)) in rows.iter().zip(&leaves).zip(slopes) {
                    let sum =
                        &mut sums[usize::from(leaf) * BINS + usize::from(column[row as usize])];
                    sum.0 += first;
                    sum.1 += second;
                }
                let gain = |(first, second): (f32, f32)| first * first / (second + growth.penalty);
                let mut gains = vec![0.0; bins.saturating_sub(1)];
                for leaf in sums.chunks(BINS) {
                    let all = leaf
                        .iter()
                        .fold((0.0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1));
                    let mut under = (0.0, 0.0);
                    for (total, sum) in gains.iter_mut().zip(leaf) {
                        under = (under.0 + sum.0, under.1 + sum.1);
                        *total +=
                            gain(under) + gain((all.0 - under.0, all.1 - under.1)) - gain(all);
                    }
                }
                for (bin, &gain) in gains.iter().enumerate() {
                    if gain > best.0 {
                        best = (gain, feature, bin as u8);
                    }
                }
            }
            let (gain, feature, bin) = best;
            if gain <= 0.0 {
                break;
            }
            let column = &self.columns[feature];
            for (leaf, &row) in leaves.iter_mut().zip(rows) {
                *leaf |= u8::from(column[row as usize] > bin) << level;
            }
            tree.push((feature, bin));
        }
        tree
    }
}

/// Heads or tails, the same for the same numbers (splitmix64).
fn coin(a: u64, b: u64) -> bool {
    let mut mixed = (a << 32 ^ b).wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_learn_what_no_single_feature_tells() {
        let rows: Vec<[f32; 3]> = (0..400)
            .map(|n| [(n % 2) as f32, (n / 2 % 2) as f32, (n % 7) as f32])
            .collect();
        let labels: Vec<f32> = rows
            .iter()
            .map(|row| f32::from(u8::from(row[0] != row[1])))
            .collect();
        let slices: Vec<&[f32]> = rows.iter().map(|row| &row[..]).collect();
        let examples = Examples::new(&slices, labels.clone(), vec![1.0; rows.len()]);
        let growth = Growth {
            trees: 60,
            depth: 3,
            rate: 0.3,
            penalty: 0.1,
        };
        let model = examples.fit(growth);
        for (row, label) in rows.iter().zip(&labels) {
            assert_eq!(model.score(row) > 0.0, *label > 0.5, "{row:?}");
        }
        assert_eq!(model, examples.fit(growth));
    }
}
