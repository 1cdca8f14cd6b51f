//! Estimates how many different words a text has, in constant memory.

use platform::math;

const BITS: usize = 1024;
const WORDS: usize = BITS / u64::BITS as usize;

/// A set of words as bits. Several words may have the same bit (linear counting).
#[derive(Debug, Clone, Default)]
pub(super) struct Different([u64; WORDS]);

impl Different {
    /// Adds a word by its hash.
    #[inline]
    pub fn insert(&mut self, hash: u64) {
        let bit = (hash >> 20) as usize % BITS;
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Adds all words of another set.
    pub fn add(&mut self, other: &Different) {
        for (all, more) in self.0.iter_mut().zip(&other.0) {
            *all |= more;
        }
    }

    /// Returns the estimated number of words; infinity if there are more than some thousands.
    pub fn count(&self) -> f64 {
        let free: u32 = self.0.iter().map(|bits| bits.count_zeros()).sum();
        BITS as f64 * math::ln(BITS as f64 / f64::from(free))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_counts_once_however_often_it_is_added() {
        let mut first = Different::default();
        assert_eq!(first.count(), 0.0);
        let mut state = 1_u64;
        for count in 1..=3_000_u64 {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            first.insert(state);
            first.insert(state);
            let counted = first.count();
            assert!(
                (counted - count as f64).abs() <= 2.0 + count as f64 / 8.0,
                "{counted} of {count}"
            );
        }
        let mut second = Different::default();
        second.insert(state);
        let before = first.count();
        first.add(&second);
        assert_eq!(first.count(), before);
        (0..u64::from(u16::MAX)).for_each(|word| second.insert(word << 20));
        assert_eq!(second.count(), f64::INFINITY);
    }
}
