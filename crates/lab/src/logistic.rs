//! Logistic regression by Newton's method, for models of a few weights.

/// An example: its values, whether what is predicted is true of it, and what it weighs.
#[derive(Clone)]
pub struct Example {
    /// The values.
    pub values: Vec<f64>,
    /// Whether it is true.
    pub is_true: bool,
    /// Its weight.
    pub weight: f64,
}

/// A small penalty on the square of the weights, so that there is a solution where a value decides alone.
const PENALTY: f64 = 1e-3;
const STEPS: usize = 50;

/// The weights that make the examples most probable.
pub fn fit(examples: &[Example]) -> Vec<f64> {
    let count = examples.first().map_or(0, |example| example.values.len());
    let all: f64 = examples.iter().map(|example| example.weight).sum();
    let mut weights = vec![0.0; count];
    for _ in 0..STEPS {
        // The matrix of second derivatives, with the slope as its last column.
        let mut system = vec![vec![0.0; count + 1]; count];
        for (at, row) in system.iter_mut().enumerate() {
            row[at] = PENALTY * all;
            row[count] = -PENALTY * all * weights[at];
        }
        for example in examples {
            let probability = probability(&weights, &example.values);
            let error = f64::from(u8::from(example.is_true)) - probability;
            let curve = example.weight * probability * (1.0 - probability);
            for (row, value) in system.iter_mut().zip(&example.values) {
                for (cell, other) in row.iter_mut().zip(&example.values) {
                    *cell += curve * value * other;
                }
                row[count] += example.weight * error * value;
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(system)) {
            *weight += step;
        }
    }
    weights
}

/// The probability that it is true.
pub fn probability(weights: &[f64], values: &[f64]) -> f64 {
    let sum: f64 = weights.iter().zip(values).map(|(a, b)| a * b).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// Solves a system of linear equations (Gauss-Jordan). Its last column is the right side.
fn solve(mut system: Vec<Vec<f64>>) -> Vec<f64> {
    let count = system.len();
    for at in 0..count {
        let size = |row: &usize| system[*row][at].abs();
        let pivot = (at..count)
            .max_by(|a, b| size(a).total_cmp(&size(b)))
            .unwrap_or(at);
        system.swap(at, pivot);
        let row = system[at].clone();
        for (_, cells) in system
            .iter_mut()
            .enumerate()
            .filter(|(other, _)| *other != at)
        {
            let factor = cells[at] / row[at];
            for (cell, value) in cells.iter_mut().zip(&row) {
                *cell -= factor * value;
            }
        }
    }
    (0..count)
        .map(|at| system[at][count] / system[at][at])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_found() {
        let example = |value: f64, is_true| Example {
            values: vec![1.0, value],
            is_true,
            weight: 1.0,
        };
        // Among those with 0 one in four is true, among those with 1 three in four.
        let examples: Vec<Example> = (0..8)
            .map(|number| example(f64::from(number / 4), number == 0 || number > 4))
            .collect();
        let weights = fit(&examples);
        assert!((probability(&weights, &[1.0, 0.0]) - 0.25).abs() < 0.01);
        assert!((probability(&weights, &[1.0, 1.0]) - 0.75).abs() < 0.01);
    }
}
