//! Fits oblivious trees by gradient boosting on a weighted logistic loss.
//!
//! Each tree learns from some of the groups of examples (the blocks of one page are alike, so that single blocks left out would
//! not be missed), from those of their examples that matter (minimal variance sampling: Ibragimov & Gusev 2019), and from
//! some of the features.

use htmlblocks::best::model::{Model, Tree};

use crate::random::Random;

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
    /// What share of the features, of the groups and of the examples of these groups each tree learns from.
    pub features: f32,
    pub groups: f32,
    pub examples: f32,
}

/// Examples: their features cut into at most [`BINS`] bins each, a column a feature.
pub struct Examples {
    columns: Vec<Vec<u8>>,
    /// The upper ends of the bins of each feature, but for the last.
    borders: Vec<Vec<f32>>,
    labels: Vec<Label>,
}

/// What is to be learnt from an example.
#[derive(Debug, Clone, Copy)]
pub struct Label {
    /// Whether it is right: 0 or 1.
    pub right: f32,
    /// How much it counts. The mean should be 1.
    pub weight: f32,
    /// The number of its group.
    pub group: u32,
}

/// An example that a tree learns from: the first and the second derivative of its loss.
#[derive(Debug, Clone, Copy)]
struct Slope {
    row: u32,
    first: f32,
    second: f32,
}

/// Bins of a feature.
const BINS: usize = 48;

impl Examples {
    /// Cuts the features of examples into bins that hold about as many examples each.
    pub fn new(rows: &[&[f32]], labels: Vec<Label>) -> Self {
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
        }
    }

    /// Fits a model. The same examples give the same model.
    pub fn fit(&self, growth: Growth) -> Model {
        let sum = |of: fn(&Label) -> f32| self.labels.iter().map(of).sum::<f32>();
        let right = sum(|label| label.weight * label.right);
        let base = (right / (sum(|label| label.weight) - right)).ln();
        let mut scores = vec![base; self.labels.len()];
        let mut model = Model {
            base,
            trees: Vec::new(),
        };
        for number in 0..growth.trees {
            let dice = Dice(number as u64);
            let features: Vec<usize> = (0..self.columns.len())
                .filter(|&feature| dice.throw(What::Feature, feature) < growth.features)
                .collect();
            let slopes = self.sample(&scores, dice, growth);
            let tree = self.grow(&slopes, &features, growth);
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
            for slope in &slopes {
                let sum = &mut sums[leaf(slope.row as usize)];
                sum.0 += f64::from(slope.first);
                sum.1 += f64::from(slope.second);
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

    /// The examples that a tree learns from. Those with a large slope are in it; of the others some, which count for all
    /// of them.
    fn sample(&self, scores: &[f32], dice: Dice, growth: Growth) -> Vec<Slope> {
        let size = |slope: &Slope| slope.first.hypot(0.3 * slope.second);
        let mut slopes: Vec<Slope> = (0..)
            .zip(self.labels.iter().zip(scores))
            .filter(|(_, (label, _))| dice.throw(What::Group, label.group as usize) < growth.groups)
            .map(|(row, (label, score))| {
                let likely = 1.0 / (1.0 + (-score).exp());
                Slope {
                    row,
                    first: label.weight * (label.right - likely),
                    second: (label.weight * likely * (1.0 - likely)).max(1e-6),
                }
            })
            .collect();
        // From what size on all are in it, found by halving.
        let wanted = growth.examples * slopes.len() as f32;
        let (mut low, mut high) = (0.0, slopes.iter().map(size).sum::<f32>() / wanted);
        for _ in 0..20 {
            let middle = (low + high) / 2.0;
            let found: f32 = slopes
                .iter()
                .map(|slope| (size(slope) / middle).min(1.0))
                .sum();
            match found > wanted {
                true => low = middle,
                false => high = middle,
            }
        }
        slopes.retain_mut(|slope| {
            let chance = (size(slope) / high).min(1.0);
            slope.first /= chance;
            slope.second /= chance;
            dice.throw(What::Example, slope.row as usize) < chance
        });
        slopes
    }

    /// The questions of a tree: for each level the feature and the bin that divide all leaves best.
    fn grow(&self, slopes: &[Slope], features: &[usize], growth: Growth) -> Vec<(usize, u8)> {
        let mut tree = Vec::new();
        let mut leaves = vec![0; slopes.len()];
        let columns: Vec<Vec<u8>> = features
            .iter()
            .map(|&feature| {
                let column = &self.columns[feature];
                slopes
                    .iter()
                    .map(|slope| column[slope.row as usize])
                    .collect()
            })
            .collect();
        // For each feature the bins of all leaves, a leaf after the other.
        let everyone: Vec<u32> = (0..slopes.len() as u32).collect();
        let mut bins: Vec<Vec<Sum>> = columns
            .iter()
            .map(|column| sums(column, &everyone, slopes, &leaves, 1))
            .collect();
        for level in 0..growth.depth {
            let mut best = (0.0, 0, 0);
            for (number, bins) in bins.iter().enumerate() {
                let borders = self.borders[features[number]].len();
                for (bin, &gain) in gains(bins, borders, growth.penalty).iter().enumerate() {
                    if gain > best.0 {
                        best = (gain, number, bin as u8);
                    }
                }
            }
            let (gain, number, bin) = best;
            if gain <= 0.0 {
                break;
            }
            tree.push((features[number], bin));
            if tree.len() == growth.depth {
                break;
            }
            // The sums of the half with fewer examples; the other half is what it leaves of the whole.
            let (above, under): (Vec<u32>, Vec<u32>) = everyone
                .iter()
                .partition(|&&at| columns[number][at as usize] > bin);
            let few = if above.len() < under.len() {
                &above
            } else {
                &under
            };
            for (column, bins) in columns.iter().zip(&mut bins) {
                let mut half = sums(column, few, slopes, &leaves, 1 << level);
                for (whole, half) in bins.iter_mut().zip(&half) {
                    whole.0 -= half.0;
                    whole.1 -= half.1;
                }
                if above.len() >= under.len() {
                    std::mem::swap(bins, &mut half);
                }
                bins.extend(half);
            }
            for at in above {
                leaves[at as usize] |= 1 << level;
            }
        }
        tree
    }
}

/// Sums of first and second derivatives.
type Sum = (f32, f32);

/// The sums of some examples: [`BINS`] for each of so many leaves.
fn sums(column: &[u8], chosen: &[u32], slopes: &[Slope], leaves: &[u8], count: usize) -> Vec<Sum> {
    let mut sums = vec![(0.0, 0.0); count * BINS];
    for &at in chosen {
        let at = at as usize;
        let sum = &mut sums[usize::from(leaves[at]) * BINS + usize::from(column[at])];
        sum.0 += slopes[at].first;
        sum.1 += slopes[at].second;
    }
    sums
}

/// How much better the leaves fit if they are divided at each of so many borders.
fn gains(bins: &[Sum], borders: usize, penalty: f32) -> Vec<f32> {
    // Where sums are differences, rounding can leave less than nothing.
    let fit = |sum: Sum| sum.0 * sum.0 / (sum.1.max(0.0) + penalty);
    let mut gains = vec![0.0; borders];
    for leaf in bins.chunks(BINS) {
        let all = (leaf.iter()).fold((0.0, 0.0), |all, sum| (all.0 + sum.0, all.1 + sum.1));
        let mut under = (0.0, 0.0);
        for (gain, sum) in gains.iter_mut().zip(leaf) {
            under = (under.0 + sum.0, under.1 + sum.1);
            *gain += fit(under) + fit((all.0 - under.0, all.1 - under.1)) - fit(all);
        }
    }
    gains
}

/// Chance, the same for the same numbers.
#[derive(Debug, Clone, Copy)]
struct Dice(u64);

/// What is chosen by chance.
#[derive(Debug, Clone, Copy)]
enum What {
    Feature,
    Group,
    Example,
}

impl Dice {
    /// From 0 to under 1.
    fn throw(self, what: What, number: usize) -> f32 {
        let seed = self.0 << 40 ^ (what as u64) << 36 ^ number as u64;
        (Random::new(seed).next() >> 40) as f32 / (1u64 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_learn_what_no_single_feature_tells() {
        let rows: Vec<[f32; 3]> = (0..400)
            .map(|n| [(n % 2) as f32, (n / 2 % 2) as f32, (n % 7) as f32])
            .collect();
        let labels: Vec<Label> = (0..)
            .zip(&rows)
            .map(|(group, row)| Label {
                right: f32::from(u8::from(row[0] != row[1])),
                weight: 1.0,
                group,
            })
            .collect();
        let slices: Vec<&[f32]> = rows.iter().map(|row| &row[..]).collect();
        let examples = Examples::new(&slices, labels.clone());
        let growth = Growth {
            trees: 60,
            depth: 3,
            rate: 0.3,
            penalty: 0.1,
            features: 0.7,
            groups: 0.6,
            examples: 0.5,
        };
        let model = examples.fit(growth);
        for (row, label) in rows.iter().zip(&labels) {
            assert_eq!(model.scores(&[*row])[0] > 0.0, label.right > 0.5, "{row:?}");
        }
        assert_eq!(model, examples.fit(growth));
    }
}
