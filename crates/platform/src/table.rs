//! Tables larger than the caches, for random access.

use std::ops::{Deref, DerefMut};

pub use bytemuck::Zeroable;

use crate::prefetch::CACHE_LINE;

/// A zero-initialised table of fixed size for random access.
///
/// It is aligned to a huge page. With the feature `system`, the operating system is asked to back
/// it with huge pages (`MADV_HUGEPAGE`). With 4 KiB pages, nearly every access to a table of more
/// than a few MiB is a TLB miss, and the page walk takes longer than the cache miss itself. The
/// price is a more expensive first access, which clears a whole huge page.
#[derive(Debug)]
pub struct Table<T> {
    /// The allocation. The table is `all[start..]`; the elements before it are padding.
    all: Vec<T>,
    start: usize,
    len: usize,
}

/// The usual size of a huge page; smaller tables are aligned to a cache line.
const HUGE_PAGE: usize = 2 << 20;

impl<T: Zeroable> Table<T> {
    /// Creates a table of `len` zeros; returns `None` if the allocation fails. The pages are not
    /// written, so the system clears each page on first access.
    pub fn zeros(len: usize) -> Option<Self> {
        let size = size_of::<T>().max(1);
        let align = if len.checked_mul(size)? < HUGE_PAGE {
            CACHE_LINE
        } else {
            HUGE_PAGE
        };
        let elements = len.checked_add(align / size)?;
        let all: Vec<T> = bytemuck::try_zeroed_vec(elements).ok()?;
        let start = all.as_ptr().align_offset(align).min(align / size);
        let table = Table { all, start, len };
        if align == HUGE_PAGE {
            advise_huge_pages(&table);
        }
        Some(table)
    }
}

impl<T> Deref for Table<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.all[self.start..][..self.len]
    }
}

impl<T> DerefMut for Table<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.all[self.start..][..self.len]
    }
}

/// Requests huge pages for the whole pages of a table.
#[allow(unsafe_code)]
fn advise_huge_pages<T>(table: &[T]) {
    #[cfg(all(target_os = "linux", feature = "system"))]
    {
        let page = rustix::param::page_size();
        let whole = size_of_val(table) / page * page;
        let address = table.as_ptr().cast_mut().cast();
        // SAFETY: all of the pages lie within the table, and the advice does not change their
        // contents. A system may ignore it, or refuse it for a table that starts inside a page,
        // without harm.
        let _ = unsafe { rustix::mm::madvise(address, whole, rustix::mm::Advice::LinuxHugepage) };
    }
    #[cfg(not(all(target_os = "linux", feature = "system")))]
    let _ = table;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_no_machine_has_memory_for_is_none() {
        assert!(Table::<u32>::zeros(1 << 48).is_none());
        assert!(Table::<u32>::zeros(usize::MAX).is_none());
        assert!(Table::<u8>::zeros(usize::MAX).is_none());
    }

    #[test]
    fn a_table_is_aligned_to_a_page_or_a_cache_line() {
        for (len, align) in [(0, CACHE_LINE), (5, CACHE_LINE), (HUGE_PAGE, HUGE_PAGE)] {
            let mut table = Table::<u16>::zeros(len).unwrap();
            assert!(table.as_ptr().cast::<u8>().align_offset(align) == 0);
            assert_eq!(table.len(), len);
            assert!(table.iter().all(|&cell| cell == 0));
            if let Some(last) = table.last_mut() {
                *last = 7;
                assert_eq!(table[len - 1], 7);
            }
        }
    }
}
