//! Software prefetch: requests cache lines ahead of their use.

/// The usual size of a cache line in bytes.
pub const CACHE_LINE: usize = 64;

/// Requests the cache line of the element at `index`. Never faults, for any index.
///
/// Large tables are read at random indices that are known long before the read. An early load would
/// also fetch the line, but it occupies the reorder buffer until it completes. On an untouched page
/// it also costs two page faults instead of one: the read maps the shared zero page, which the
/// first write then replaces.
#[inline(always)]
#[allow(unsafe_code)]
pub fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let address = slice.as_ptr().wrapping_add(index).cast();
        // SAFETY: the instruction is a hint; it has no architectural effect, and no address makes it fault.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}

/// The number of elements in a batch of [`lookahead`], which is its prefetch distance.
///
/// A prefetch that misses the TLB stalls the instructions behind it, but page walks overlap with
/// each other. So the prefetches of a batch are issued together.
pub const BATCH: usize = 64;

/// Divides a slice into batches of at most [`BATCH`] elements. For each batch, yields its offset,
/// the batch itself and the two batches after it. A caller prefetches one table for the third batch
/// and a second table for the second, and processes the first. Two steps with an empty current
/// batch come first, so that every batch appears in all three positions.
pub fn lookahead<T>(all: &[T]) -> impl Iterator<Item = (usize, [&[T]; 3])> {
    let end = |number: usize| (number.saturating_sub(1) * BATCH).min(all.len());
    let batch = move |number: usize| &all[end(number.saturating_sub(1))..end(number)];
    let count = if all.is_empty() {
        0
    } else {
        all.len().div_ceil(BATCH) + 2
    };
    (0..count).map(move |number| {
        let batches = [number, number + 1, number + 2].map(batch);
        (end(number.saturating_sub(1)), batches)
    })
}

/// The length of a [`Delay`], which is its prefetch distance.
pub const AHEAD: usize = 64;

/// A delay line in a ring buffer: an element comes out [`AHEAD`] pushes after it went in.
///
/// It is for tables in huge pages ([`Table`](crate::table::Table)). TLB misses are rare there, so
/// prefetches need not be issued together as in [`lookahead`].
#[derive(Debug)]
pub struct Delay<T> {
    ring: [T; AHEAD],
    pushed: usize,
}

impl<T: Copy + Default> Default for Delay<T> {
    fn default() -> Self {
        Delay {
            ring: [T::default(); AHEAD],
            pushed: 0,
        }
    }
}

impl<T: Copy + Default> Delay<T> {
    /// Pushes `element`, and returns the element from [`AHEAD`] pushes before.
    #[inline(always)]
    pub fn push(&mut self, element: T) -> Option<T> {
        let oldest = std::mem::replace(&mut self.ring[self.pushed % AHEAD], element);
        self.pushed += 1;
        (self.pushed > AHEAD).then_some(oldest)
    }

    /// Returns the elements that have not come out yet, in order.
    pub fn rest(self) -> impl Iterator<Item = T> {
        let left = self.pushed.saturating_sub(AHEAD)..self.pushed;
        left.map(move |number| self.ring[number % AHEAD])
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
    fn every_batch_is_announced_twice() {
        for len in [0, 1, BATCH, BATCH + 1, 5 * BATCH - 1] {
            let all: Vec<usize> = (0..len).collect();
            let mut stages = [vec![], vec![], vec![]];
            for (from, batches) in lookahead(&all) {
                assert_eq!(from, stages[0].len());
                assert!(batches.iter().all(|batch| batch.len() <= BATCH));
                assert!(stages[1][stages[0].len()..].starts_with(batches[0]));
                assert!(stages[2][stages[1].len()..].starts_with(batches[1]));
                for (stage, batch) in stages.iter_mut().zip(batches) {
                    stage.extend_from_slice(batch);
                }
            }
            assert_eq!(stages, [all.clone(), all.clone(), all]);
        }
    }
}
