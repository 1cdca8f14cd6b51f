//! Inner loops compiled for the instruction sets that the processor has (run-time dispatch).
//!
//! Baseline x86-64 has neither POPCNT nor BMI, and vectors of 16 bytes; processors since 2013 have both, and AVX2. Where
//! splitting and hashing lines or stepping through a table is most of the work, a tool takes 5 to 10 % less time with them:
//! that is worth the `unsafe` call of this module. It enters a function with target features right after they were detected,
//! which is all that the language requires; everything inside is safe code.

/// Work that is compiled once for each instruction set.
pub trait Work {
    /// The result.
    type Output;

    /// Does the work. It and everything it calls must be inlined: what is not is compiled for the baseline only.
    fn run(self) -> Self::Output;
}

/// Does `work` with the best instruction set that the processor has.
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
