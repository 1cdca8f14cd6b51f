//! Random numbers from a seed: the same ones on every machine.

use platform::random::{STEP, mix};

/// SplitMix64 (Steele, Lea and Flood 2014).
pub struct Random {
    state: u64,
}

impl Random {
    /// A sequence.
    pub fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// 64 random bits.
    pub fn next(&mut self) -> u64 {
        let bits = mix(self.state);
        self.state = self.state.wrapping_add(STEP);
        bits
    }

    /// A number from 0 up to `end`, which is over 0 and does not count.
    pub fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }

    /// A number from 0 to 1, neither included.
    pub fn uniform(&mut self) -> f64 {
        ((self.next() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }
}
