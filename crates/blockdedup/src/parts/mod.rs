//! Deduplication of a corpus divided among processes, with the decisions of a single stream.
//!
//! A decision depends on the text kept before, so parts of a corpus cannot be decided on independently. But only
//! n-grams that occur more than once matter, and of a part only their positions. So the text is read three times, and
//! in between numbers are exchanged:
//!
//! 1. Each part writes the hashes of its n-grams, sorted and divided into ranges ([`Runs`]).
//! 2. For each range the n-grams that occur more than once are determined; each part receives those that it has
//!    ([`repeated`]).
//! 3. Each part is read again to make its [`Outline`]: the number of tokens of each block, and the positions of n-grams
//!    that occur more than once. It is then decided as if the part were alone what is kept of it ([`Replay`]).
//! 4. For each range and part it is determined which n-grams earlier parts have kept ([`before`]). A part for which
//!    this has changed receives the changes and decides again, from its outline. When nothing changes, all parts have
//!    seen the same as a single stream: the first part is final after the first round, and every part at the latest in
//!    the round after those before it.
//! 5. Each part is read again, and the verdicts are applied.
//!
//! Hashes of n-grams are uniformly distributed, so the ranges are of about equal size. All data travel in [`Frame`]s.

mod exchange;
mod frame;
mod keys;
mod outline;
mod replay;
mod sorted;
mod varint;
mod verdicts;

pub use exchange::{before, repeated};
pub use frame::{Frame, FrameKind};
pub use keys::Runs;
pub use outline::{Outline, OutlineBuilder};
pub use replay::{CountsAsSeen, Replay, ReplayOptions};
pub use verdicts::{DocumentVerdict, Removed, RemovedUnit, Verdicts};

use crate::{Gram, Width};

/// The input is not what it should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "damaged: {}", self.0)
    }
}

impl std::error::Error for Damaged {}

/// The high bits of an n-gram, by which n-grams that occur once are filtered out. If it shares them with another one,
/// it is kept unnecessarily.
fn truncated(gram: Gram) -> Gram {
    Width::Marked.key(gram)
}

/// The n-grams in a payload of [`repeated`], ascending.
///
/// # Errors
/// [`Damaged`].
pub fn grams(payload: &[u8]) -> Result<impl Iterator<Item = Gram>, Damaged> {
    sorted::SortedGrams::new(payload)
}

/// The range of an n-gram, among `ranges`.
fn range_of(gram: Gram, ranges: u32) -> u32 {
    ((u128::from(gram) * u128::from(ranges)) >> 64) as u32
}

/// Calls `each` with every non-empty range of these ascending n-grams.
fn for_each_range<T>(
    all: &[T],
    ranges: u32,
    gram: impl Fn(&T) -> Gram,
    mut each: impl FnMut(u32, &[T]),
) {
    let of = |one: &T| range_of(gram(one), ranges);
    for chunk in all.chunk_by(|a, b| of(a) == of(b)) {
        each(of(&chunk[0]), chunk);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repeated_n_grams_of_a_part_are_read_from_their_payload() {
        let frame = |part, all: &[Gram]| {
            let mut payload = Vec::new();
            sorted::write(all, keys::UNUSED, &mut payload);
            Frame {
                options: 0,
                kind: FrameKind::Keys,
                part,
                range: 0,
                round: 0,
                payload,
            }
        };
        let far = [1, 2, 3].map(|n: Gram| n << 40);
        let found = repeated(&[frame(0, &far), frame(1, &far[1..])]).unwrap();
        let read = |payload: &[u8]| grams(payload).unwrap().collect::<Vec<Gram>>();
        let of_parts: Vec<_> = found
            .iter()
            .map(|(part, payload)| (*part, read(payload)))
            .collect();
        assert_eq!(of_parts, [(0, far[1..].to_vec()), (1, far[1..].to_vec())]);
        assert!(grams(&[0xFF]).is_err());
    }
}
