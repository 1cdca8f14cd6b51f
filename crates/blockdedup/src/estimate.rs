//! An estimate of the number of distinct n-grams, in one pass and little memory.
//!
//! Kaser & Lemire (2007, table 3) cite the figures of Lemire & Kaser (2006). These hash n-grams, and keep those whose
//! hash ends in enough zeros: as many as fit into memory, each with its count (Gibbons & Tirthapura 2001). These are
//! a uniform sample of the distinct n-grams, independent of their frequencies, so that the number of n-grams that
//! occur more than once can be estimated as well.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Gram;

/// The maximum size of the sample: about 16 MiB.
const SAMPLE_SIZE: usize = 1 << 19;
/// The 95 % quantile: of a normal distribution, 19 values in 20 are within this many standard deviations.
const DEVIATIONS: f64 = 1.96;

/// A sample of the distinct n-grams.
#[derive(Debug, Default)]
pub struct Estimate {
    /// An n-gram is in the sample if this many of its highest bits are 0.
    zeros: u32,
    counts: HashMap<Gram, u64, BuildHasherDefault<GramHasher>>,
    total: u64,
}

/// An estimate with its error.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimated {
    /// The estimate.
    pub number: u64,
    /// The relative error that 19 of 20 estimates do not exceed; 0 for an exact count.
    pub error: f64,
}

impl Estimate {
    /// Adds an occurrence of an n-gram.
    #[inline]
    pub fn push(&mut self, gram: Gram) {
        self.total += 1;
        if gram.leading_zeros() >= self.zeros {
            self.keep(gram);
        }
    }

    fn keep(&mut self, gram: Gram) {
        *self.counts.entry(gram).or_default() += 1;
        while self.counts.len() > SAMPLE_SIZE {
            self.zeros += 1;
            self.counts
                .retain(|gram, _| gram.leading_zeros() >= self.zeros);
        }
    }

    /// The number of n-gram occurrences.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// The number of distinct n-grams.
    pub fn distinct(&self) -> Estimated {
        self.scaled(self.counts.len())
    }

    /// The number of distinct n-grams that occur more than once.
    pub fn repeated(&self) -> Estimated {
        self.scaled(self.counts.values().filter(|&&count| count > 1).count())
    }

    /// Each n-gram is in the sample with the same probability *p*, independently: of *N*, *pN* with a variance of *p*(1
    /// - *p*)*N*.
    fn scaled(&self, sampled: usize) -> Estimated {
        let left_out = 1.0 - 0.5f64.powi(self.zeros as i32);
        Estimated {
            number: (sampled as u64) << self.zeros,
            error: match sampled {
                0 => 0.0,
                sampled => DEVIATIONS * (left_out / sampled as f64).sqrt(),
            },
        }
    }
}

/// A hasher for n-grams, which are hashes already.
#[derive(Debug, Default)]
struct GramHasher(u64);

impl Hasher for GramHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        // The high bits are 0 in the whole sample, and the low ones in all n-grams, but a hash table uses both.
        self.0 = number.wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(26);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokens::hashes::mixed;

    #[test]
    fn few_are_counted() {
        let mut estimate = Estimate::default();
        for number in (0..1000).chain(0..10) {
            estimate.push(mixed(number));
        }
        assert_eq!(estimate.total(), 1010);
        let counted = |number| Estimated { number, error: 0.0 };
        assert_eq!(estimate.distinct(), counted(1000));
        assert_eq!(estimate.repeated(), counted(10));
    }

    #[test]
    fn errors_are_those_that_are_stated() {
        const SEEDS: u64 = 8;
        let mut sum = [0.0; 2];
        for seed in 0..SEEDS {
            let (distinct, repeated) = (600_000 + seed * 50_000, 100_000);
            let mut estimate = Estimate::default();
            for number in (0..distinct).chain(0..repeated) {
                estimate.push(mixed(seed << 32 | number));
            }
            for (sum, (estimated, true_number)) in sum.iter_mut().zip([
                (estimate.distinct(), distinct),
                (estimate.repeated(), repeated),
            ]) {
                let error = estimated.number as f64 / true_number as f64 - 1.0;
                assert!(estimated.error > 0.0005 && error.abs() < 2.0 * estimated.error);
                *sum += (error / estimated.error * DEVIATIONS).powi(2) / SEEDS as f64;
            }
        }
        // The expected mean square of errors over standard errors is 1, with a standard deviation of the square root of
        // 2 in [`SEEDS`].
        assert!(sum.iter().all(|mean| (0.3..1.9).contains(mean)), "{sum:?}");
    }
}
