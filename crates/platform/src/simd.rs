//! Inner loops, compiled for the instructions that the processor has.
//!
//! The oldest processors of the kind take several instructions to count bits and to take one after the other, those since
//! 2013 one each, and they have vectors of 32 bytes instead of 16. Where splitting and hashing a line, or a step in a table, is
//! most of the work, a tool takes 5 to 10 % less time so: that is worth the `unsafe` call of this module. It enters a
//! function compiled for processor features right after the processor was seen to have them, which is all that the
//! language asks for; everything inside is safe code.

/// Work that is compiled once for each kind of processor.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it. To be inlined always, together with all that it calls: what is not is compiled for the oldest processors.
    fn run(self) -> Self::Output;
}

/// Does `work` with the instructions that the processor has.
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
