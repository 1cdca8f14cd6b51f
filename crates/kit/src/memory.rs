//! Hints about memory to the processor.

/// Asks for the cache line of the element at `index`. Never fails, whatever the index.
///
/// Large tables are read at random places that are known long before they are needed. A plain read ahead
/// of time would do, but it holds up the processor once it has some hundreds of instructions waiting behind it; and the first
/// read of a page of zeros maps a shared one, which the first write then replaces: two page faults for one.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index).cast();
        // SAFETY: the instruction is a hint; it reads nothing that a program could see, and no address makes it fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
