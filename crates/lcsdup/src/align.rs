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

/// The share of the tokens of each of two books that are in text of the other: in segments, between two matches that are not unusually far
/// apart, and where `is_of_both` knows that the texts are the same. All of a copy is, and nearly all of a part. `own` has the token indices
/// of all words that each book has once, also of those that no other book has, ascending.
pub fn shares(
    chainer: &mut Chainer,
    (a, b): (Book<'_>, Book<'_>),
    own: [&[u32]; 2],
    spread: &[u32],
) -> [f64; 2] {
    let [own_a, own_b] = own;
    if !a.words.is_empty() && a == b && own_a == own_b {
        return [1.0; 2];
    }
    let matches = matches(a, b, spread);
    let segments = along(chainer, a, b, &matches);
    let in_a: Vec<(u64, u64)> = (matches.iter())
        .map(|one| (u64::from(one.x), u64::from(one.y)))
        .filter(|(x, y)| {
            segments
                .iter()
                .any(|both| both.a.contains(x) && both.b.contains(y))
        })
        .collect();
    let in_b = in_a.iter().map(|&(x, y)| (y, x)).collect();
    [(a, own_a, own_b, in_a), (b, own_b, own_a, in_b)].map(|(book, own, other, matched)| {
        covered(own, other, matched) as f64 / book.extent.tokens.max(1) as f64
    })
}

/// The number of tokens of a book from each match to the next that is not unusually far, or where the texts between are the same.
fn covered(own: &[u32], other: &[u32], mut matched: Vec<(u64, u64)>) -> u64 {
    matched.sort_unstable();
    let mut gaps: Vec<u64> = (matched.windows(2))
        .map(|both| both[1].0 - both[0].0)
        .collect();
    if gaps.is_empty() {
        return 0;
    }
    let middle = gaps.len() / 2;
    let median = *gaps.select_nth_unstable(middle).1;
    let between = matched.windows(2).map(|both| {
        let [(from, other_from), (to, other_to)] = [both[0], both[1]];
        let is_near = to - from <= WIDE * median.max(1);
        let is_same = is_near || is_of_both((own, from..to), (other, other_from..other_to));
        if is_same { to - from } else { 0 }
    });
    between.sum()
}

/// Whether the ranges from one match to the next are the same text although they have no word in common: they are of one length, and only one
/// of them has words of its own.
///
/// Of a part of a book that occurs in the other one, each word that the other one has once is matched, so that the other one has no word of its
/// own there. In the bodies of two books with the same notices both have some. Where neither has any, nothing is known.
fn is_of_both((a, in_a): (&[u32], Range<u64>), (b, in_b): (&[u32], Range<u64>)) -> bool {
    let words = |own: &[u32], range: &Range<u64>| {
        let before = |end: u64| own.partition_point(|&at| u64::from(at) < end);
        before(range.end).saturating_sub(before(range.start + 1))
    };
    in_a.end - in_a.start == in_b.end.saturating_sub(in_b.start)
        && (words(a, &in_a) == 0) != (words(b, &in_b) == 0)
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
        let everywhere: Vec<u32> = (0..500).step_by(3).collect();
        let book = |words, tokens| Book {
            words,
            positions: words,
            extent: Extent { tokens, span: 1 },
        };
        let own = [&everywhere[..]; 2];
        let shares = |a, b| shares(&mut Chainer::default(), (a, b), own, &[2; 500]);
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
    fn all_of_a_part_is_shared() {
        // Every fifth token of a book of 2,000 occurs once in it, but for 150 tokens. A part of it, from token 500 to 1,501, has words
        // once that the book has more than once.
        let is_dull = |token: &u32| (900..1050).contains(token);
        let of_book: Vec<u32> = (0..2000).step_by(5).filter(|at| !is_dull(at)).collect();
        let of_part: Vec<u32> = (500..1501)
            .filter(|at| at % 5 == 0 || at % 3 == 0)
            .collect();
        let in_part: Vec<u32> = of_part.iter().map(|at| at - 500).collect();
        let book = |words, positions, tokens| Book {
            words,
            positions,
            extent: Extent { tokens, span: 1 },
        };
        let (whole, part) = (
            book(&of_book, &of_book, 2000),
            book(&of_part, &in_part, 1001),
        );
        let share = |one: Book<'_>, other: Book<'_>| {
            let own = [one.positions, other.positions];
            shares(&mut Chainer::default(), (one, other), own, &[2; 8000])
        };
        assert_eq!(share(part, whole), [1000.0 / 1001.0, 0.5]);
        assert_eq!(share(whole, part), [0.5, 1000.0 / 1001.0]);
        // The same notices around 1,000 tokens of other text.
        let notices = (0..500).chain(1500..2000).step_by(5);
        let with_body = |body: u32| -> Vec<u32> {
            let words = notices.clone().chain((503..1500).step_by(10));
            let words = words.map(|at| if at % 5 == 3 { body + at } else { at });
            let mut words: Vec<u32> = words.collect();
            words.sort_by_key(|&word| word % 2000);
            words
        };
        let (one, other) = (with_body(2000), with_body(4000));
        let at: Vec<u32> = one.iter().map(|word| word % 2000).collect();
        let [in_one, in_other] = share(book(&one, &at, 2000), book(&other, &at, 2000));
        assert!(in_one < 0.51 && in_other < 0.51, "{in_one} {in_other}");
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
