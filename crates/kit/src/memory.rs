//! Hints about memory, to the processor and to the kernel.

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

/// The bytes of a huge page on most machines; elsewhere it is just where the memory begins and ends that is asked for.
const HUGE_PAGE: usize = 1 << 21;
/// A machine whose memory is in pieces, or given back to a host while it is free, has to make huge pages first. For so many
/// bytes that takes no more time than they save.
const MOST_HUGE: usize = 1 << 27;

/// Asks for huge pages for memory that was just allocated and will be touched all over, if it is not much: to clear a
/// huge page takes a seventh of the time that its 512 pages take, and its place is found sooner.
#[allow(unsafe_code)]
pub fn in_huge_pages<T>(slice: &[T]) {
    let bytes = size_of_val(slice);
    let skipped = slice.as_ptr().cast::<u8>().align_offset(HUGE_PAGE);
    if bytes > MOST_HUGE + HUGE_PAGE || skipped >= bytes {
        return;
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let start = slice.as_ptr().cast::<u8>().wrapping_add(skipped);
        let whole = (bytes - skipped) / HUGE_PAGE * HUGE_PAGE;
        // SAFETY: this advice changes nothing that a program could see. An error is that there are no huge pages.
        let _ = unsafe { madvise(start.cast_mut().cast(), whole, Advice::LinuxHugepage) };
    }
}
