//! A corpus that is divided among processes, with the decisions of one stream.
//!
//! What a block repeats depends on what was kept before it, so parts of a corpus cannot be decided on by themselves. But only
//! n-grams that occur more than once matter, and of a part no more than where these stand. So the text is read three times, and
//! between that numbers are exchanged:
//!
//! 1. Each part writes the hashes of its n-grams, sorted and cut into ranges ([`Runs`]).
//! 2. For each range, the n-grams that occur more than once are found; each part is sent those that it has ([`repeated`]).
//! 3. Each part is read again and becomes an [`Outline`]: how many tokens each block has, and where n-grams that occur more than
//!    once stand. What is kept of it is decided as if it were alone ([`Replay`]).
//! 4. For each range, it is found what of the n-grams of each part an earlier part has kept ([`before`]). Where that has changed,
//!    the part is sent the changes and decides again, from its outline. When nothing changes, all parts have seen what one stream
//!    would have seen: the first part is right after the first round, and a part is right at the latest in the round after
//!    those before it were.
//! 5. Each part is read again, and what was decided is done.
//!
//! Hashes of n-grams are evenly spread, so ranges of them have about equal shares. All of it travels in [`Frame`]s.

mod exchange;
mod frame;
mod keys;
mod outline;
mod replay;
mod sorted;
mod varint;
mod verdicts;

pub use exchange::{before, repeated};
pub use frame::{Frame, What};
pub use keys::Runs;
pub use outline::{Outline, Sketch};
pub use replay::{Asked, Counts, Replay};
pub use verdicts::{Decided, Removed, Verdicts};

use crate::{Gram, Width};

/// What was read is not what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

impl std::fmt::Display for Damaged {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "damaged: {}", self.0)
    }
}

impl std::error::Error for Damaged {}

/// The high bits of an n-gram, by which those that occur once are told: another one may have the same, and then one is looked at
/// that need not be.
fn truncated(gram: Gram) -> Gram {
    Width::Marked.key(gram)
}

/// The n-grams of [`repeated`], ascending.
///
/// # Errors
/// [`Damaged`].
pub fn grams(payload: &[u8]) -> Result<impl Iterator<Item = Gram>, Damaged> {
    sorted::Sorted::new(payload)
}

/// The range of an n-gram, of so many.
fn range_of(gram: Gram, ranges: u32) -> u32 {
    ((u128::from(gram) * u128::from(ranges)) >> 64) as u32
}

/// Calls `each` with every range that has some of these ascending n-grams.
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
