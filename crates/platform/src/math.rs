//! Elementary functions that return the same bits on every system.
//!
//! The standard library calls the system's C library. C libraries differ in the last digit: glibc
//! with and without fused multiply-add, musl, macOS, Windows. But a score that is printed or
//! compared with a threshold must be the same everywhere.

/// `f32` or `f64`.
pub trait Float: Copy {
    /// See [`ln`].
    fn natural_logarithm(self) -> Self;
    /// See [`exp`].
    fn exponential(self) -> Self;
}

impl Float for f32 {
    #[inline]
    fn natural_logarithm(self) -> Self {
        libm::logf(self)
    }

    #[inline]
    fn exponential(self) -> Self {
        libm::expf(self)
    }
}

impl Float for f64 {
    #[inline]
    fn natural_logarithm(self) -> Self {
        libm::log(self)
    }

    #[inline]
    fn exponential(self) -> Self {
        libm::exp(self)
    }
}

/// Returns the natural logarithm.
#[inline]
pub fn ln<F: Float>(number: F) -> F {
    number.natural_logarithm()
}

/// Returns e to the power of `number`.
#[inline]
pub fn exp<F: Float>(number: F) -> F {
    number.exponential()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_are_those_of_every_other_system() {
        assert_eq!(ln(10f64).to_bits(), 0x4002_6bb1_bbb5_5516);
        assert_eq!(exp(1f64).to_bits(), 0x4005_bf0a_8b14_576a);
        assert_eq!(ln(10f32).to_bits(), 0x4013_5d8e);
        assert_eq!(exp(1f32).to_bits(), 0x402d_f854);
        assert_eq!(ln(0f64), f64::NEG_INFINITY);
    }
}
