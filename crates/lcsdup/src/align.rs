//! Which passages two books share: the "mapping of duplicated portions" that the paper leaves to future work.
//!
//! The words of the longest common subsequence are anchors. Along a shared passage the anchors follow each other
//! in both books at about the same distances. Those that chance adds elsewhere are few and lie anywhere.

use std::ops::Range;

use crate::lis;

/// A passage that two books share, in token indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Where it is in the one book.
    pub a: Range<u64>,
    /// Where it is in the other.
    pub b: Range<u64>,
}

/// Anchors further apart than this many tokens are not of one passage. A common unique word comes every 50 to 200 tokens in two
/// editions of a book.
const GAP: u64 = 1000;

/// How far the distances of two anchors in the two books may differ, besides a tenth of them: a footnote.
const DRIFT: u64 = 20;

/// Fewer anchors than this make no passage.
const ANCHORS: usize = 3;

/// A book as [`crate::Collection`] has it: words and the index of the token of each.
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    /// The words, each once.
    pub words: &'a [u32],
    /// Their token indices, rising.
    pub positions: &'a [u32],
}

/// The longest common subsequence of two books, as token indices in both.
#[must_use]
pub fn anchors(a: Book<'_>, b: Book<'_>) -> Vec<(u64, u64)> {
    let mut in_b: Vec<(u32, u32)> = b.words.iter().copied().zip(0..).collect();
    in_b.sort_unstable();
    let (mut places_a, mut places_b) = (Vec::new(), Vec::new());
    for (place, word) in a.words.iter().enumerate() {
        if let Ok(found) = in_b.binary_search_by_key(word, |&(word, _)| word) {
            places_a.push(place);
            places_b.push(in_b[found].1);
        }
    }
    lis::indices(&places_b)
        .into_iter()
        .map(|index| {
            (
                u64::from(a.positions[places_a[index]]),
                u64::from(b.positions[places_b[index] as usize]),
            )
        })
        .collect()
}

/// The passages along a chain of anchors, in order.
#[must_use]
pub fn segments(anchors: &[(u64, u64)]) -> Vec<Segment> {
    anchors
        .chunk_by(|from, to| {
            let (a, b) = (to.0 - from.0, to.1 - from.1);
            let longer = a.max(b);
            longer <= GAP && a.abs_diff(b) <= DRIFT + longer / 10
        })
        .filter(|run| run.len() >= ANCHORS)
        .map(|run| {
            let (first, last) = (run[0], run[run.len() - 1]);
            Segment {
                a: first.0..last.0 + 1,
                b: first.1..last.1 + 1,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copied_passage_is_one_segment() {
        // Word n stands at token 40 n of the one book, and those of a passage 5,000 tokens later in the other, with a footnote
        // of 24 tokens inside.
        let a: Vec<u32> = (0..200).collect();
        let a_positions: Vec<u32> = a.iter().map(|n| 40 * n).collect();
        let b: Vec<u32> = [900, 3, 901]
            .into_iter()
            .chain(50..150)
            .chain([902, 180])
            .collect();
        let b_positions: Vec<u32> = b
            .iter()
            .enumerate()
            .map(|(place, &word)| match word {
                50..100 => 40 * word + 5000,
                100..150 => 40 * word + 5024,
                _ if place < 3 => 100 * place as u32,
                _ => 20_000 + 3000 * place as u32,
            })
            .collect();
        let anchors = anchors(
            Book {
                words: &a,
                positions: &a_positions,
            },
            Book {
                words: &b,
                positions: &b_positions,
            },
        );
        assert_eq!(anchors.len(), 102);
        assert_eq!(
            segments(&anchors),
            [Segment {
                a: 2000..5961,
                b: 7000..10985
            }]
        );
        assert!(segments(&[]).is_empty());
    }
}
