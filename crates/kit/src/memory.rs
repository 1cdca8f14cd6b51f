//! Work on tables that are larger than the caches: what will be needed is on its way while other work is done.

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

#[cfg(test)]
mod tests {
    use super::*;

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
