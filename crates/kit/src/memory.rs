//! Work on tables that are larger than the caches: what will be needed is on its way while other work is done.

use std::ops::{Deref, DerefMut};

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

/// A table of a fixed size that begins as zeros, and is read at random places.
///
/// It begins where a large page does, and the system is asked to keep it in large pages, where it has them. With small ones the
/// processor looks up that of nearly every element of a table of more than a few MiB, which takes longer than to wait for the
/// element; in return, the first elements cost more.
#[derive(Debug)]
pub struct Table<T> {
    /// The table from `start` on, and room to choose that.
    all: Vec<T>,
    start: usize,
    len: usize,
}

/// The usual size of a large page, and of a cache line, where smaller tables begin.
const LARGE_PAGE: usize = 2 << 20;
const CACHE_LINE: usize = 64;

impl<T: Clone + Default> Table<T> {
    /// So many zeros; `None` where the system has no memory for them. They are not written, so that a page is cleared when it
    /// is needed.
    pub fn zeros(len: usize) -> Option<Self> {
        let size = size_of::<T>().max(1);
        let align = if len.checked_mul(size)? < LARGE_PAGE {
            CACHE_LINE
        } else {
            LARGE_PAGE
        };
        let elements = len.checked_add(align / size)?;
        // Made only to see whether it can be made: `vec!` ends the process where it cannot. The compiler, which does not see
        // this, would leave out what nobody uses.
        let mut room = Vec::<T>::new();
        std::hint::black_box(&mut room)
            .try_reserve_exact(elements)
            .ok()?;
        drop(std::hint::black_box(room));
        let all = vec![T::default(); elements];
        let start = all.as_ptr().align_offset(align).min(align / size);
        let table = Table { all, start, len };
        if align == LARGE_PAGE {
            advise_large_pages(&table);
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

/// Asks for large pages for a table that begins where a page does.
#[allow(unsafe_code)]
fn advise_large_pages<T>(table: &[T]) {
    #[cfg(target_os = "linux")]
    {
        let page = rustix::param::page_size();
        let whole = size_of_val(table) / page * page;
        let address = table.as_ptr().cast_mut().cast();
        // SAFETY: the pages are all of them within the table, and the advice changes nothing that is in them. That a system
        // does not follow it, or refuses it for a table that begins inside a page, does no harm.
        let _ = unsafe { rustix::mm::madvise(address, whole, rustix::mm::Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = table;
}

/// How many elements are in a round. Asking for a line whose page the processor must look up first holds up all work behind
/// it, but not the same for other pages: so the requests of a round stand together.
pub const ROUND: usize = 64;

/// A slice in rounds: where the round begins, the round, the next one and the one after it. What is asked for of the last
/// of these is there when it is the first; before all are the rounds that are empty themselves, but not those after them.
pub fn rounds<T>(all: &[T]) -> impl Iterator<Item = (usize, [&[T]; 3])> {
    let end = |number: usize| (number.saturating_sub(1) * ROUND).min(all.len());
    let round = move |number: usize| &all[end(number.saturating_sub(1))..end(number)];
    let count = if all.is_empty() {
        0
    } else {
        all.len().div_ceil(ROUND) + 2
    };
    (0..count).map(move |number| {
        let rounds = [number, number + 1, number + 2].map(round);
        (end(number.saturating_sub(1)), rounds)
    })
}

/// How many elements are in a [`Delay`].
pub const AHEAD: usize = 64;

/// A queue of fixed length: what goes in comes out when so many more went in. For tables in large pages, as [`Table`] has them,
/// where requests need not stand together as in [`rounds`]: what is done between them is done while they are on their way.
#[derive(Debug)]
pub struct Delay<T> {
    waiting: [T; AHEAD],
    pushed: usize,
}

impl<T: Copy + Default> Default for Delay<T> {
    fn default() -> Self {
        Delay {
            waiting: [T::default(); AHEAD],
            pushed: 0,
        }
    }
}

impl<T: Copy + Default> Delay<T> {
    /// Puts `element` in, and takes the one out that went in [`AHEAD`] pushes before.
    #[inline(always)]
    pub fn push(&mut self, element: T) -> Option<T> {
        let oldest = std::mem::replace(&mut self.waiting[self.pushed % AHEAD], element);
        self.pushed += 1;
        (self.pushed > AHEAD).then_some(oldest)
    }

    /// Takes out what is left, in order.
    pub fn rest(self) -> impl Iterator<Item = T> {
        let left = self.pushed.saturating_sub(AHEAD)..self.pushed;
        left.map(move |number| self.waiting[number % AHEAD])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_delayed_comes_out_in_order() {
        for len in [0, 1, AHEAD - 1, AHEAD, AHEAD + 1, 5 * AHEAD + 7] {
            let mut delay = Delay::default();
            let mut out: Vec<usize> = (0..len).filter_map(|element| delay.push(element)).collect();
            assert_eq!(out.len(), len.saturating_sub(AHEAD));
            out.extend(delay.rest());
            assert!(out.iter().copied().eq(0..len));
        }
    }

    #[test]
    fn a_table_that_no_machine_has_memory_for_is_none() {
        assert!(Table::<u32>::zeros(1 << 48).is_none());
        assert!(Table::<u32>::zeros(usize::MAX).is_none());
        assert!(Table::<u8>::zeros(usize::MAX).is_none());
    }

    #[test]
    fn a_table_begins_where_a_page_or_a_cache_line_does() {
        for (len, align) in [(0, CACHE_LINE), (5, CACHE_LINE), (LARGE_PAGE, LARGE_PAGE)] {
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

    #[test]
    fn every_round_is_announced_twice() {
        for len in [0, 1, ROUND, ROUND + 1, 5 * ROUND - 1] {
            let all: Vec<usize> = (0..len).collect();
            let mut stages = [vec![], vec![], vec![]];
            for (from, rounds) in rounds(&all) {
                assert_eq!(from, stages[0].len());
                assert!(rounds.iter().all(|round| round.len() <= ROUND));
                assert!(stages[1][stages[0].len()..].starts_with(rounds[0]));
                assert!(stages[2][stages[1].len()..].starts_with(rounds[1]));
                for (stage, round) in stages.iter_mut().zip(rounds) {
                    stage.extend_from_slice(round);
                }
            }
            assert_eq!(stages, [all.clone(), all.clone(), all]);
        }
    }
}
