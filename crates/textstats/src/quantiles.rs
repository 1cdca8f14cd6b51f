//! Computes quantiles of measures over a corpus, in bounded memory.
//!
//! A [`Sketch`] counts values in bins whose bounds grow by a constant factor. So the error of a
//! quantile is at most 0.5 % of its value (DDSketch: Masson, Rim and Lee 2019, section 2). It does
//! not depend on the order of the values.

use std::collections::BTreeMap;

/// The relative error of a quantile.
const ERROR: f64 = 0.005;

/// Values below this count as 0. Shares in texts of up to 10^9 characters are greater.
const MIN_VALUE: f64 = 1e-9;

/// The distribution of non-negative numbers.
#[derive(Debug, Clone, Default)]
pub struct Sketch {
    zeros: u64,
    number: u64,
    bins: BTreeMap<i32, u64>,
    bounds: Option<(f64, f64)>,
}

impl Sketch {
    /// Adds a value. Needs at most 10,000 bins of 16 bytes for values up to 10^35.
    pub fn add(&mut self, value: f64) {
        self.number += 1;
        let (least, most) = self.bounds.unwrap_or((value, value));
        self.bounds = Some((least.min(value), most.max(value)));
        if value < MIN_VALUE {
            self.zeros += 1;
            return;
        }
        let bin = (value.ln() / factor().ln()).ceil() as i32;
        *self.bins.entry(bin).or_default() += 1;
    }

    /// Returns the number of values.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the value that a share `q`, from 0 to 1, of the values does not exceed; `None`
    /// without values. The minimum and the maximum are exact.
    #[must_use]
    pub fn quantile(&self, q: f64) -> Option<f64> {
        let (least, most) = self.bounds?;
        let rank = (q * (self.number - 1) as f64).floor() as u64;
        if rank == 0 {
            return Some(least);
        }
        if rank + 1 == self.number {
            return Some(most);
        }
        let mut before = self.zeros;
        if rank < before {
            return Some(0.0);
        }
        for (&bin, &count) in &self.bins {
            before += count;
            if rank < before {
                let middle = 2.0 * factor().powi(bin) / (factor() + 1.0);
                return Some(middle.clamp(least, most));
            }
        }
        Some(most)
    }
}

/// Returns the factor between the bounds of a bin.
fn factor() -> f64 {
    (1.0 + ERROR) / (1.0 - ERROR)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_within_the_error() {
        let mut sketch = Sketch::default();
        for value in 0..=10_000 {
            sketch.add(f64::from(value) / 100.0);
        }
        for (q, expected) in [
            (0.0, 0.0),
            (0.01, 1.0),
            (0.5, 50.0),
            (0.99, 99.0),
            (1.0, 100.0),
        ] {
            let found = sketch.quantile(q).unwrap();
            assert!(
                (found - expected).abs() <= 0.0051 * expected,
                "{q}: {found}"
            );
        }
    }

    #[test]
    fn none_one_and_a_million_alike() {
        assert_eq!(Sketch::default().quantile(0.5), None);
        let mut sketch = Sketch::default();
        for _ in 0..1_000_000 {
            sketch.add(7.0);
            if sketch.number() == 1 {
                assert_eq!(sketch.quantile(0.5), Some(7.0));
            }
        }
        assert_eq!(sketch.quantile(0.3), Some(7.0));
    }
}
