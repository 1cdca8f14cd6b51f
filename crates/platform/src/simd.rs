//! Compiles inner loops for the processor's instruction sets (run-time dispatch).
//!
//! Baseline x86-64 has neither POPCNT nor BMI, and only 16-byte vectors. Most processors since 2013
//! have both, and AVX2. Tools that mostly split and hash lines or probe a table save 5 to 10 % of
//! their time with them, which justifies the `unsafe` call in this module. A function with target
//! features is called right after they were detected, which is the only requirement of the
//! language. Everything inside it is safe code.

use wide::u8x16;

/// `LOW_BYTES[n]` masks the `n` low bytes, to turn 16 bytes at once into a short word or line.
pub const LOW_BYTES: [u128; 17] = {
    let mut masks = [0; 17];
    let mut bytes = 1;
    while bytes <= 16 {
        masks[bytes] = masks[bytes - 1] << 8 | 0xFF;
        bytes += 1;
    }
    masks
};

/// Returns a mask of the bytes for which `class` has the high bit set, one bit per byte.
#[inline(always)]
pub fn mask(bytes: &[u8; 64], class: impl Fn(u8x16) -> u8x16) -> u64 {
    let (quarters, _) = bytes.as_chunks::<16>();
    quarters.iter().rev().fold(0, |mask, &quarter| {
        mask << 16 | u64::from(class(u8x16::new(quarter)).to_bitmask())
    })
}

/// Selects the bytes from `first` to `last`.
#[inline(always)]
pub fn within(bytes: u8x16, first: u8, last: u8) -> u8x16 {
    let above = bytes - u8x16::splat(first);
    above.min(u8x16::splat(last - first)).simd_eq(above)
}

/// A computation that is compiled once for each instruction set.
pub trait Work {
    /// The result.
    type Output;

    /// Does the work. It and everything it calls must be inlined, because code that is not inlined
    /// is compiled only for the baseline.
    fn run(self) -> Self::Output;
}

/// Runs `work` with the best instruction set of the processor.
#[inline]
#[allow(unsafe_code)]
pub fn run<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: the processor has the features that the function is compiled for.
        return unsafe { run_avx2(work) };
    }
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
