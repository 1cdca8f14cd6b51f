//! Shared segments of two books: the "mapping of duplicated portions" that the paper leaves to future work.
//!
//! Segments are chains of common words (the module `search::passage`), with a threshold for a single pair. Gaps in a
//! chain are closed if both books continue after a footnote or an illegible page.

use std::ops::Range;

use crate::search::{Chainer, Extent, GAP, Match};

/// A segment that two books share, as ranges of token indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The range in the one book.
    pub a: Range<u64>,
    /// The range in the other.
    pub b: Range<u64>,
}

/// The maximum difference of the lengths of a gap in the two books, in addition to a tenth: a footnote.
const DRIFT: u64 = 20;

/// The expected number of false segments for a pair of unrelated books.
const EXPECT: f64 = 0.01;

/// A book of a [`crate::Collection`]: words with their token indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Book<'a> {
    /// The words, without repetition.
    pub words: &'a [u32],
    /// Their token indices, ascending.
    pub positions: &'a [u32],
    /// Its length in tokens, and the span of its words.
    pub extent: Extent,
}

/// The words that two books share, by position in `a`; `spread` is the document frequency of each word.
#[must_use]
pub fn matches(a: Book<'_>, b: Book<'_>, spread: &[u32]) -> Vec<Match> {
    let mut in_b: Vec<(u32, u32)> = b
        .words
        .iter()
        .copied()
        .zip(b.positions.iter().copied())
        .collect();
    in_b.sort_unstable();
    a.words
        .iter()
        .zip(a.positions)
        .filter_map(|(word, &position)| {
            let found = in_b.binary_search_by_key(word, |&(word, _)| word).ok()?;
            Some(Match {
                x: position,
                y: in_b[found].1,
                spread: spread[*word as usize],
            })
        })
        .collect()
}

/// A gap between matches that is longer than this many times the median is not shared text. Between the notices at
/// both ends of two short books there may be texts of the same length. If gaps are exponentially distributed, 0.4 % of
/// them are longer.
const WIDE: u64 = 8;

/// The segments that two books share, by position in `a`.
pub fn segments(chainer: &mut Chainer, a: Book<'_>, b: Book<'_>, spread: &[u32]) -> Vec<Segment> {
    along(chainer, a, b, &matches(a, b, spread))
}

/// The share of the tokens of each of two books that are in text of the other: in segments, and between two matches that
/// are not unusually far apart. All of a copy is.
pub fn shares(chainer: &mut Chainer, a: Book<'_>, b: Book<'_>, spread: &[u32]) -> [f64; 2] {
    if !a.words.is_empty() && a == b {
        return [1.0; 2];
    }
    let matches = matches(a, b, spread);
    let segments = along(chainer, a, b, &matches);
    let (in_a, in_b): (Vec<u64>, Vec<u64>) = (matches.iter())
        .map(|one| (u64::from(one.x), u64::from(one.y)))
        .filter(|(x, y)| {
            segments
                .iter()
                .any(|both| both.a.contains(x) && both.b.contains(y))
        })
        .unzip();
    [(a, in_a), (b, in_b)]
        .map(|(book, matched)| covered(matched) as f64 / book.extent.tokens.max(1) as f64)
}

/// The number of tokens from each match to the next that is not unusually far.
fn covered(mut matched: Vec<u64>) -> u64 {
    matched.sort_unstable();
    let mut gaps: Vec<u64> = matched.windows(2).map(|both| both[1] - both[0]).collect();
    if gaps.is_empty() {
        return 0;
    }
    let middle = gaps.len() / 2;
    let median = *gaps.select_nth_unstable(middle).1;
    gaps.iter()
        .filter(|&&gap| gap <= WIDE * median.max(1))
        .sum()
}

/// The segments along these matches.
fn along(chainer: &mut Chainer, a: Book<'_>, b: Book<'_>, matches: &[Match]) -> Vec<Segment> {
    let mut segments: Vec<Segment> = Vec::new();
    let wide = |range: Range<u32>| u64::from(range.start)..u64::from(range.end);
    for chain in chainer.passages(matches, (a.extent, b.extent), EXPECT) {
        let next = Segment {
            a: wide(chain.a),
            b: wide(chain.b),
        };
        match segments.last_mut() {
            Some(last) if goes_on(last, &next) => {
                last.a.end = last.a.end.max(next.a.end);
                last.b.end = last.b.end.max(next.b.end);
            }
            _ => segments.push(next),
        }
    }
    segments
}

fn goes_on(last: &Segment, next: &Segment) -> bool {
    let gap = |from: &Range<u64>, to: &Range<u64>| to.start.checked_sub(from.end);
    let (Some(a), Some(b)) = (gap(&last.a, &next.a), gap(&last.b, &next.b)) else {
        return false;
    };
    let longer = a.max(b);
    longer <= GAP as u64 && a.abs_diff(b) <= DRIFT + longer / 10
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_between_two_notices_is_not_shared() {
        // A notice of 50 words, 400 words, and another notice; and all of a text that has lost five in six
        // words.
        let notices: Vec<u32> = (0..50).chain(450..500).collect();
        let damaged: Vec<u32> = (0..500).step_by(6).collect();
        let book = |words, tokens| Book {
            words,
            positions: words,
            extent: Extent { tokens, span: 1 },
        };
        let shares = |a, b| shares(&mut Chainer::default(), a, b, &[2; 500]);
        let [notices, damaged] = [&notices, &damaged].map(|words| {
            let book = book(words, 500);
            assert_eq!(shares(book, book), [1.0; 2], "a copy");
            shares(
                book,
                Book {
                    extent: Extent {
                        tokens: 1000,
                        span: 1,
                    },
                    ..book
                },
            )
        });
        assert_eq!((notices, damaged), ([0.196, 0.098], [0.996, 0.498]));
        assert_eq!(shares(book(&[], 500), book(&[], 500)), [0.0; 2]);
    }

    #[test]
    fn a_copied_part_is_one_segment() {
        // Word n is token 40 n of the one book, and the words of a part are 5,000 tokens later in the other, with a
        // footnote of 24 tokens inside.
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
        let (a, b) = (
            Book {
                words: &a,
                positions: &a_positions,
                extent: Extent {
                    tokens: 8000,
                    span: 1,
                },
            },
            Book {
                words: &b,
                positions: &b_positions,
                extent: Extent {
                    tokens: 400_000,
                    span: 1,
                },
            },
        );
        let spread = vec![2; 1000];
        assert_eq!(matches(a, b, &spread).len(), 102);
        assert_eq!(
            segments(&mut Chainer::default(), a, b, &spread),
            [Segment {
                a: 2000..5961,
                b: 7000..10985
            }]
        );
        let none = Book {
            words: &[],
            positions: &[],
            extent: Extent { tokens: 0, span: 1 },
        };
        assert!(segments(&mut Chainer::default(), a, none, &spread).is_empty());
    }
}
