//! How many different n-grams there are, in one pass and little memory.
//!
//! Lemire & Kaser (2006), whose figures Kaser & Lemire (2007, table 3) cite, hash n-grams and keep those whose hash ends in enough zeros: as
//! many as the memory holds, each with its count (Gibbons & Tirthapura 2001). The ones that are kept are a sample of the different n-grams, each
//! of which had the same chance, however often it occurs; so it tells how many occur more than once, too.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::Gram;

/// The most n-grams that are kept: about 16 MiB.
const MOST: usize = 1 << 19;
/// Of a normal distribution, 19 values in 20 are within so many standard deviations.
const DEVIATIONS: f64 = 1.96;

/// A sample of the different n-grams.
#[derive(Debug, Default)]
pub struct Estimate {
    /// An n-gram is kept if so many of its highest bits are 0.
    zeros: u32,
    counts: HashMap<Gram, u64, BuildHasherDefault<Itself>>,
    total: u64,
}

/// A number, with the error that is to be expected of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimated {
    /// The number.
    pub number: u64,
    /// Of 20 estimates 19 are off by this share or less; 0 where the number was counted.
    pub error: f64,
}

impl Estimate {
    /// Takes an occurrence of an n-gram.
    #[inline]
    pub fn push(&mut self, gram: Gram) {
        self.total += 1;
        if gram.leading_zeros() >= self.zeros {
            self.keep(gram);
        }
    }

    fn keep(&mut self, gram: Gram) {
        *self.counts.entry(gram).or_default() += 1;
        while self.counts.len() > MOST {
            self.zeros += 1;
            self.counts
                .retain(|gram, _| gram.leading_zeros() >= self.zeros);
        }
    }

    /// All n-grams that were taken, counted.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// How many of them are different.
    pub fn distinct(&self) -> Estimated {
        self.scaled(self.counts.len())
    }

    /// How many different ones occur more than once.
    pub fn repeated(&self) -> Estimated {
        self.scaled(self.counts.values().filter(|&&count| count > 1).count())
    }

    /// Each n-gram is in the sample with the same probability *p*, independently: of *N*, *pN* with a variance of *p*(1 - *p*)*N*.
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

/// An n-gram is a hash already.
#[derive(Debug, Default)]
struct Itself(u64);

impl Hasher for Itself {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        // The high bits are 0 in all of a sample, and the low ones in all n-grams; a table looks at both.
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
        let mut sum = [0.0; 2];
        for seed in 0..40u64 {
            let (distinct, repeated) = (600_000 + seed * 10_000, 100_000);
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
                *sum += (error / estimated.error * DEVIATIONS).powi(2) / 40.0;
            }
        }
        // The mean square of errors over standard errors is 1, with a standard deviation of the square root of 2 in 40.
        assert!(sum.iter().all(|mean| (0.3..1.9).contains(mean)), "{sum:?}");
    }
}
