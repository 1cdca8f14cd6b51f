//! Which n-grams of a text are looked up.
//!
//! The anchor of an n-gram is the least hash of its runs of four words (a minimiser: Roberts et al. 2004, "Reducing storage requirements for
//! biological sequence comparison", Bioinformatics 20; the same as winnowing with the window of an n-gram). N-grams that follow each other
//! mostly have the same one, and the anchors of all items are a third as many as their n-grams. So a filter of anchors fits into a near
//! cache, and only n-grams whose anchor is in it are looked up in the large table.

use platform::threads::{piece, share};

use crate::grams::{RUN, run_hashes};
use crate::table::Filter;

/// In shorter n-grams there are too few runs to choose from.
pub(crate) const LEAST: usize = 6;

/// Bits of the filter for each anchor.
const BITS: usize = 10;

/// The anchors of the n-grams of items.
#[derive(Debug)]
pub(crate) struct Anchors {
    /// Those that n-grams of items have.
    pub filter: Filter,
    /// The number of runs in an n-gram.
    pub window: usize,
}

impl Anchors {
    /// The anchors of all n-grams of some texts; `None` if n-grams are too short.
    pub fn of(n: usize, threads: usize, texts: &[&[u32]]) -> Option<Self> {
        if n < LEAST {
            return None;
        }
        let window = n + 1 - RUN;
        let texts = texts.chunks(piece(texts.len(), threads));
        let mut pieces: Vec<(&[&[u32]], Vec<u32>)> =
            texts.map(|texts| (texts, Vec::new())).collect();
        share(threads, &mut pieces, |(texts, hashes)| {
            let (mut runs, mut buffer) = (Vec::new(), Vec::new());
            for words in *texts {
                run_hashes(words, &mut runs);
                minima(&mut runs, &mut buffer, window);
                runs.dedup();
                hashes.extend_from_slice(&runs);
            }
            hashes.sort_unstable();
            hashes.dedup();
        });
        let mut hashes: Vec<u32> = pieces.into_iter().flat_map(|(_, hashes)| hashes).collect();
        // A stable sort merges what is sorted already.
        hashes.sort();
        hashes.dedup();
        Some(Anchors {
            filter: Filter::new(hashes.len(), hashes.iter().copied(), BITS),
            window,
        })
    }
}

/// Replaces the values by the least of each `window` of them in a row, from 1 on. `buffer` is room for them.
#[inline(always)]
pub(crate) fn minima(values: &mut Vec<u32>, buffer: &mut Vec<u32>, window: usize) {
    let mut width = 1;
    while width < window {
        let step = width.min(window - width);
        let count = values.len().saturating_sub(step);
        buffer.clear();
        buffer.resize(count, 0);
        // In place it would not be compiled to vector instructions.
        let (ones, others) = (&values[..count], &values[values.len() - count..]);
        for ((least, one), other) in buffer.iter_mut().zip(ones).zip(others) {
            *least = *one.min(other);
        }
        std::mem::swap(values, buffer);
        width += step;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn minima_are_those_of_each_window(values in prop::collection::vec(0u32..50, 0..40), window in 1usize..20) {
            let expected: Vec<u32> = values.windows(window).map(|some| *some.iter().min().unwrap()).collect();
            let mut found = values;
            minima(&mut found, &mut Vec::new(), window);
            prop_assert_eq!(found, expected);
        }
    }
}
