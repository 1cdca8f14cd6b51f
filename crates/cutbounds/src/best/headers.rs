//! What speaks for the end of a preamble in a source file, and what against it, in numbers.
//!
//! The preamble of a source file is made of whole comments. A boundary lies behind one of those before the code, or before
//! all; the comments up to it are boilerplate.

use std::ops::Range;

use super::comments::{is_code, leading, syntax};
use super::features::{Take, features};
use super::region::{Kind, Line, Region};

features! {
    /// There is no boilerplate.
    Nothing,
    /// Lines in the boilerplate that are known, in tens.
    Known,
    /// Its other lines with words, in tens.
    Unknown,
    /// Its comments without a known line.
    UnknownComments,
    /// Its comments of which less than half is known.
    FewKnownComments,
    /// Lines between its comments that are none of a comment.
    Between,
    /// Those of them that follow a comment with a known line.
    BetweenKnown,
    /// No line of the last comment is known.
    LastNone,
    /// Less than a quarter of its words are in known lines.
    LastFew,
    /// Less than a half.
    LastSome,
    /// Less than three quarters.
    LastMany,
    /// More.
    LastMost,
    /// The known pairs of words of the last comment.
    LastPairs,
    /// How often its most frequent line occurs.
    LastShare,
    /// It is the first comment.
    LastFirst,
    /// It has one line.
    LastShort,
    /// Its lines, in tens, at most three.
    LastLines,
    /// Its first line with words is known.
    LastBegins,
    /// Its last line with words is known.
    LastEnds,
    /// A blank line follows.
    GapAfter,
    /// Two or more follow.
    WideGapAfter,
    /// What follows is no comment.
    NextCode,
    /// Nothing follows.
    NextEnd,
    /// A comment follows, and no line of it is known.
    NextNone,
    /// Less than a quarter of its words are in known lines.
    NextFew,
    /// Less than a half.
    NextSome,
    /// Less than three quarters.
    NextMany,
    /// More.
    NextMost,
    /// The known pairs of words of the comment that follows.
    NextPairs,
    /// How often its most frequent line occurs.
    NextShare,
    /// It is one of lines with the same signs before them as the last one.
    NextSame,
    /// Its lines, in tens, at most three.
    NextLines,
    /// Its first line with words is known.
    NextBegins,
    /// The share of all known lines in comments that lie further on.
    Rest,
    /// The comment with the most known lines lies further on.
    MostAhead,
    /// The comment with the most known lines is the last one.
    MostLast,
}

/// A comment, or no comment, in numbers.
#[derive(Debug, Clone, Default)]
struct Numbers {
    lines: Range<usize>,
    known: f64,
    unknown: f64,
    /// The share of words in known lines.
    share: f64,
    pairs: f64,
    /// Of its most frequent line.
    most: f64,
    begins: bool,
    ends: bool,
}

impl Numbers {
    fn of(all: &[Line], lines: Range<usize>) -> Self {
        let mut numbers = Numbers {
            lines: lines.clone(),
            ..Numbers::default()
        };
        let (mut words, mut known_words, mut pairs, mut first) = (0.0, 0.0, 0.0, true);
        for line in &all[lines] {
            if line.kind == Kind::Wordless {
                continue;
            }
            let count = line.traits.words as f64 + 1.0;
            let known = line.kind.known() || line.kind == Kind::Repeated;
            words += count;
            pairs += count * line.pairs;
            numbers.most = line.share.max(numbers.most);
            if known {
                numbers.known += 1.0;
                known_words += count;
            } else {
                numbers.unknown += 1.0;
            }
            if first {
                numbers.begins = known;
                first = false;
            }
            numbers.ends = known;
        }
        if words > 0.0 {
            numbers.share = known_words / words;
            numbers.pairs = pairs / words;
        }
        numbers
    }

    fn is_few(&self) -> bool {
        self.share < 0.5
    }

    /// One of five features.
    fn bin(&self, bins: [Feature; 5]) -> Feature {
        bins[match self.share {
            _ if self.known == 0.0 => 0,
            share if share < 0.25 => 1,
            share if share < 0.5 => 2,
            share if share < 0.75 => 3,
            _ => 4,
        }]
    }
}

/// Whether a region begins with what [`take`] takes.
pub fn applies(region: &Region) -> bool {
    !leading(&region.lines).is_empty() || is_code(&region.lines)
}

/// Whether a region is the head of a source file.
pub fn is_source(head: &Region) -> bool {
    syntax(&head.lines).is_some() || (!head.lines.is_empty() && is_code(&head.lines))
}

/// The boundaries of a region that begins with comments of a source file, or with its code, each as the number of lines
/// before it. None for other regions.
pub fn take(region: &Region, mut to: impl Take<Feature>) -> Vec<usize> {
    use Feature as F;
    let all = &region.lines;
    let comments: Vec<Numbers> = leading(all)
        .into_iter()
        .map(|lines| Numbers::of(all, lines))
        .collect();
    if comments.is_empty() && !is_code(all) {
        return Vec::new();
    }
    let total: f64 = comments.iter().map(|comment| comment.known).sum();
    let most = comments
        .iter()
        .map(|comment| comment.known)
        .fold(0.0, f64::max);
    let mut boundaries = vec![0];
    let mut rest = total;
    let mut most_ahead = most > 0.0;
    describe_next(&mut to, comments.first());
    to.set(F::Nothing, 1.0);
    to.set(F::Rest, f64::from(total > 0.0));
    to.set(F::MostAhead, f64::from(most_ahead));
    to.end();
    let mut from = 0;
    for (at, comment) in comments.iter().enumerate() {
        boundaries.push(comment.lines.end);
        to.add(F::Known, comment.known / 10.0);
        to.add(F::Unknown, comment.unknown / 10.0);
        to.add(F::UnknownComments, f64::from(comment.known == 0.0));
        to.add(F::FewKnownComments, f64::from(comment.is_few()));
        to.add(F::Between, (comment.lines.start - from) as f64);
        if rest < total {
            to.add(F::BetweenKnown, (comment.lines.start - from) as f64);
        }
        from = comment.lines.end;
        rest -= comment.known;
        let is_most = most_ahead && comment.known == most;
        most_ahead &= !is_most;
        let bins = [
            F::LastNone,
            F::LastFew,
            F::LastSome,
            F::LastMany,
            F::LastMost,
        ];
        to.set(comment.bin(bins), 1.0);
        to.set(F::LastPairs, comment.pairs);
        to.set(F::LastShare, comment.most);
        to.set(F::LastFirst, f64::from(at == 0));
        to.set(F::LastShort, f64::from(comment.lines.len() == 1));
        to.set(F::LastLines, tens(comment.lines.len()));
        to.set(F::LastBegins, f64::from(comment.begins));
        to.set(F::LastEnds, f64::from(comment.ends));
        if total > 0.0 {
            to.set(F::Rest, rest / total);
        }
        to.set(F::MostAhead, f64::from(most_ahead));
        to.set(F::MostLast, f64::from(is_most));
        match all.get(from) {
            None => to.set(F::NextEnd, 1.0),
            Some(next) => {
                to.set(F::GapAfter, f64::from(next.gap > 0));
                to.set(F::WideGapAfter, f64::from(next.gap > 1));
                let follows = |next: &&Numbers| next.lines.start == from;
                let next = comments.get(at + 1).filter(follows);
                if let Some(next) = next {
                    let signs = [comment, next].map(|comment| signs(&all[comment.lines.start]));
                    to.set(F::NextSame, f64::from(signs[0] == signs[1]));
                }
                describe_next(&mut to, next);
            }
        }
        to.end();
    }
    boundaries
}

fn describe_next(to: &mut impl Take<Feature>, next: Option<&Numbers>) {
    use Feature as F;
    let Some(next) = next else {
        return to.set(F::NextCode, 1.0);
    };
    let bins = [
        F::NextNone,
        F::NextFew,
        F::NextSome,
        F::NextMany,
        F::NextMost,
    ];
    to.set(next.bin(bins), 1.0);
    to.set(F::NextPairs, next.pairs);
    to.set(F::NextShare, next.most);
    to.set(F::NextLines, tens(next.lines.len()));
    to.set(F::NextBegins, f64::from(next.begins));
}

/// What a line begins with.
fn signs<'a>(line: &Line<'a>) -> &'a str {
    let text = line.raw.trim_start();
    text[..text.find(char::is_alphanumeric).unwrap_or(text.len())].trim_end()
}

fn tens(lines: usize) -> f64 {
    lines.min(30) as f64 / 10.0
}
