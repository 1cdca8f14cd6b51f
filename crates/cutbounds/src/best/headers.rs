//! The features of a boundary among the comments at the head of a source file.
//!
//! The preamble of a source file consists of whole comments. The candidates are the ends of the comments before the
//! first code, and the beginning of the file. "Last" is the comment before the boundary. "Next" is the comment after it,
//! if no code is between them. Known lines, pairs and levels are those of [`super::features`].

use std::ops::Range;

use super::comments::{fenced, leading};
use super::features::{FeatureSink, features};
use super::line::{Form, Kind, Line};
use super::region::Region;

features! {
    /// There is no boilerplate.
    Nothing,
    /// The number of known lines in the boilerplate, divided by 10.
    Known,
    /// The number of its other lines with words, divided by 10.
    Unknown,
    /// Its comments without a known line.
    UnknownComments,
    /// Its comments with less than half of their words in known lines.
    FewKnownComments,
    /// Lines between its comments that are neither known nor trivial.
    Between,
    /// The number of these that follow a comment with a known line.
    BetweenKnown,
    /// The number of trivial lines between its comments, divided by 5.
    BetweenTrivial,
    /// No line of the last comment is known.
    LastNone,
    /// Less than a quarter of its words are in known lines.
    LastFew,
    /// Less than a half.
    LastSome,
    /// Less than three quarters.
    LastMany,
    /// At least three quarters.
    LastMost,
    /// The pairs of the last comment.
    LastPairs,
    /// The highest count of a line in it, relative to the highest of the library.
    LastShare,
    /// It is the first comment.
    LastFirst,
    /// It has one line.
    LastShort,
    /// The number of its lines, at most 30, divided by 10.
    LastLines,
    /// Its first line with words is known.
    LastBegins,
    /// Its last line with words is known.
    LastEnds,
    /// A blank line follows.
    GapAfter,
    /// Two or more follow.
    WideGapAfter,
    /// No comment follows.
    NextCode,
    /// Nothing follows.
    NextEnd,
    /// The next comment has no known line.
    NextNone,
    /// Less than a quarter of its words are in known lines.
    NextFew,
    /// Less than a half.
    NextSome,
    /// Less than three quarters.
    NextMany,
    /// At least three quarters.
    NextMost,
    /// The pairs of the next comment.
    NextPairs,
    /// The highest count of a line in it, relative to the highest of the library.
    NextShare,
    /// It begins with the same punctuation as the last one.
    NextSame,
    /// The number of its lines, at most 30, divided by 10.
    NextLines,
    /// Its first line with words is known.
    NextBegins,
    /// The share of the known lines that are in comments after the boundary.
    Rest,
    /// The comment with the most known lines is after the boundary.
    MostAhead,
    /// The comment with the most known lines is the last one.
    MostLast,
    /// Without boilerplate: the highest count of a line of the comments, relative to the highest of the library.
    NothingShare,
    /// Without boilerplate: the number of known lines of the comments, at most 30, divided by 10.
    NothingKnown,
    /// Without boilerplate: the pairs of the first comment.
    NothingPairs,
    /// No comment up to the boundary has a known line.
    UnknownFirst,
    /// The level of the last comment: the highest count of a line in it, relative to the highest in all comments.
    LastLevel,
    /// The level of the next comment.
    NextLevel,
    /// The highest level of the comments after the boundary.
    LevelBeyond,
    /// The number of comments after the boundary with a known line, at most 4.
    KnownBeyond,
    /// The share of the last comment's lines with pairs of at least one half.
    LastAlike,
    /// The share of the next comment's lines with pairs of at least one half.
    NextAlike,
    /// The last comment is a documentation comment.
    LastDocumentation,
    /// The next comment is one.
    NextDocumentation,
}

/// Statistics of a comment.
#[derive(Debug, Clone, Default)]
struct Comment {
    lines: Range<usize>,
    known: f64,
    unknown: f64,
    /// The share of words in known lines.
    share: f64,
    pairs: f64,
    /// The highest count of a line, relative to the highest of the library.
    most: f64,
    begins: bool,
    ends: bool,
    /// The share of lines with pairs of at least one half.
    alike: f64,
}

impl Comment {
    fn of(all: &[Line], lines: Range<usize>) -> Self {
        let mut comment = Comment {
            lines: lines.clone(),
            ..Comment::default()
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
            comment.most = line.share.max(comment.most);
            comment.alike += f64::from(line.pairs >= 0.5);
            if known {
                comment.known += 1.0;
                known_words += count;
            } else {
                comment.unknown += 1.0;
            }
            if first {
                comment.begins = known;
                first = false;
            }
            comment.ends = known;
        }
        comment.alike /= (comment.known + comment.unknown).max(1.0);
        if words > 0.0 {
            comment.share = known_words / words;
            comment.pairs = pairs / words;
        }
        comment
    }

    fn is_mostly_unknown(&self) -> bool {
        self.share < 0.5
    }

    /// Returns the feature for its share of known words, out of five.
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

/// Returns the form of the document with this head. [`extract`] is for source files and fenced prose.
pub fn form(head: &Region) -> Form {
    let lines = &head.lines;
    if lines.is_empty() {
        return Form::Prose;
    }
    // A rule right below a line underlines it.
    let is_frame = |block: Range<usize>| block.start == 0 || lines[block.start].gap > 0;
    match head.begin().is_source() {
        true => Form::Source,
        false if fenced(lines).is_some_and(is_frame) => Form::Fenced,
        false => Form::Prose,
    }
}

/// Extracts the features of the boundaries of a region that begins with comments of a source file, with its code, or
/// with a block between rules. Returns the number of lines before each boundary that `is_candidate` accepts.
pub fn extract(
    region: &Region,
    mut is_candidate: impl FnMut(usize) -> bool,
    mut to: impl FeatureSink<Feature>,
) -> Vec<usize> {
    use Feature as F;
    let all = &region.lines;
    let comments: Vec<Comment> = leading(all)
        .into_iter()
        .map(|lines| Comment::of(all, lines))
        .collect();
    let total: f64 = comments.iter().map(|comment| comment.known).sum();
    let greatest = |of: fn(&Comment) -> f64| comments.iter().map(of).fold(0.0, f64::max);
    let most = greatest(|comment| comment.known);
    let highest = greatest(|comment| comment.most);
    let level = |comment: &Comment| match highest {
        0.0 => 0.0,
        highest => comment.most / highest,
    };
    let mut boundaries = Vec::new();
    let mut rest = total;
    let mut most_ahead = most > 0.0;
    if is_candidate(0) {
        boundaries.push(0);
        describe_next(&mut to, comments.first(), highest);
        to.set(F::Nothing, 1.0);
        to.set(F::NothingShare, highest);
        to.set(F::NothingKnown, total.min(30.0) / 10.0);
        let first = comments.first().map_or(0.0, |comment| comment.pairs);
        to.set(F::NothingPairs, first);
        to.set(F::Rest, f64::from(total > 0.0));
        to.set(F::MostAhead, f64::from(most_ahead));
        to.end();
    }
    let mut from = 0;
    for (at, comment) in comments.iter().enumerate() {
        add_comment(
            comment,
            &all[from..comment.lines.start],
            rest < total,
            &mut to,
        );
        from = comment.lines.end;
        rest -= comment.known;
        let is_most = most_ahead && comment.known == most;
        most_ahead &= !is_most;
        if !is_candidate(from) {
            continue;
        }
        boundaries.push(from);
        describe_last(comment, &all[comment.lines.start], &mut to);
        to.set(F::LastLevel, level(comment));
        let beyond = &comments[at + 1..];
        let highest_beyond = beyond.iter().map(level).fold(0.0, f64::max);
        to.set(F::LevelBeyond, highest_beyond);
        let known_beyond = beyond.iter().filter(|comment| comment.known > 0.0);
        to.set(F::KnownBeyond, known_beyond.count().min(4) as f64);
        to.set(F::UnknownFirst, f64::from(rest == total));
        to.set(F::LastFirst, f64::from(at == 0));
        if total > 0.0 {
            to.set(F::Rest, rest / total);
        }
        to.set(F::MostAhead, f64::from(most_ahead));
        to.set(F::MostLast, f64::from(is_most));
        describe_after(comment, &comments[at + 1..], all, highest, &mut to);
        to.end();
    }
    boundaries
}

/// Sets the features of what follows the last comment of the boilerplate. `beyond` are the comments after it.
fn describe_after(
    last: &Comment,
    beyond: &[Comment],
    all: &[Line],
    highest: f64,
    to: &mut impl FeatureSink<Feature>,
) {
    use Feature as F;
    let from = last.lines.end;
    let Some(line) = all.get(from) else {
        return to.set(F::NextEnd, 1.0);
    };
    to.set(F::GapAfter, f64::from(line.gap > 0));
    to.set(F::WideGapAfter, f64::from(line.gap > 1));
    let next = beyond.first().filter(|next| next.lines.start == from);
    if let Some(next) = next {
        let first = [last, next].map(|one| leading_punctuation(&all[one.lines.start]));
        to.set(F::NextSame, f64::from(first[0] == first[1]));
    }
    let documentation = next.is_some_and(|next| is_documentation(&all[next.lines.start]));
    to.set(F::NextDocumentation, f64::from(documentation));
    describe_next(to, next, highest);
}

/// Adds a comment and the lines before it to the accumulated features. `after_known` is whether an earlier comment has
/// a known line.
fn add_comment(
    comment: &Comment,
    between: &[Line],
    after_known: bool,
    to: &mut impl FeatureSink<Feature>,
) {
    use Feature as F;
    to.add(F::Known, comment.known / 10.0);
    to.add(F::Unknown, comment.unknown / 10.0);
    to.add(F::UnknownComments, f64::from(comment.known == 0.0));
    to.add(F::FewKnownComments, f64::from(comment.is_mostly_unknown()));
    let is_unknown = |line: &&Line| !line.kind.known() && !line.trivial;
    let unknown = between.iter().filter(is_unknown).count() as f64;
    to.add(F::Between, unknown);
    if after_known {
        to.add(F::BetweenKnown, unknown);
    }
    // Macro definitions of a manual page do not count.
    let is_trivial = |line: &&Line| line.trivial && !line.raw.starts_with(['.', '\'']);
    let trivial = between.iter().filter(is_trivial).count();
    to.add(F::BetweenTrivial, trivial as f64 / 5.0);
}

/// Sets the features of the last comment of the boilerplate, which begins with the line `first`.
fn describe_last(comment: &Comment, first: &Line, to: &mut impl FeatureSink<Feature>) {
    use Feature as F;
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
    to.set(F::LastAlike, comment.alike);
    to.set(F::LastDocumentation, f64::from(is_documentation(first)));
    to.set(F::LastShort, f64::from(comment.lines.len() == 1));
    to.set(F::LastLines, per_10(comment.lines.len()));
    to.set(F::LastBegins, f64::from(comment.begins));
    to.set(F::LastEnds, f64::from(comment.ends));
}

/// Sets the features of the next comment, if there is one.
fn describe_next(to: &mut impl FeatureSink<Feature>, next: Option<&Comment>, highest: f64) {
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
    if highest > 0.0 {
        to.set(F::NextLevel, next.most / highest);
    }
    to.set(F::NextAlike, next.alike);
    to.set(F::NextLines, per_10(next.lines.len()));
    to.set(F::NextBegins, f64::from(next.begins));
}

/// Returns the punctuation at the start of a line.
fn leading_punctuation<'a>(line: &Line<'a>) -> &'a str {
    let text = line.raw.trim_start();
    text[..text.find(char::is_alphanumeric).unwrap_or(text.len())].trim_end()
}

/// Whether a comment that begins with this line is a documentation comment.
fn is_documentation(line: &Line) -> bool {
    const SIGNS: [&str; 13] = [
        "/**",
        "///",
        "//!",
        "/*!",
        "\"\"\"",
        "r\"\"\"",
        "(**",
        "{- |",
        "-- |",
        "--[[--",
        "##'",
        "#'",
        "## -*- texinfo",
    ];
    let text = line.raw.trim_start();
    let is_box = ["/***", "////", "(***"]
        .iter()
        .any(|rule| text.starts_with(rule));
    !is_box && SIGNS.iter().any(|sign| text.starts_with(sign))
}

fn per_10(lines: usize) -> f64 {
    lines.min(30) as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::best::line::Side;
    use crate::best::model::candidates;
    use crate::best::{Scratch, Templates, head};

    fn form_of(text: &str) -> Form {
        let (settings, templates) = (Settings::default(), Templates::default());
        let is_frequent = |line: &str| line.starts_with("A frequent line");
        let region = head(
            text,
            &settings,
            &templates,
            &mut Scratch::default(),
            is_frequent,
        );
        let (_, all) = candidates(&region, Side::Head);
        assert_eq!(all[0].kept, 0, "no boilerplate is always a candidate");
        region.form
    }

    #[test]
    fn the_first_lines_tell_the_form() {
        assert_eq!(form_of(""), Form::Prose);
        assert_eq!(
            form_of("The ferryman\nhad tarred both of his boats.\n"),
            Form::Prose
        );
        let rule = "-".repeat(20);
        let fenced =
            format!("Boats\n\n{rule}\nA frequent line\nthat is long enough\n{rule}\nprose\n");
        let frequent = fenced.replace("line\nthat", "line that");
        assert_eq!(form_of(&frequent), Form::Fenced);
        assert_eq!(form_of("# boats\nx = 1\n"), Form::Source);
        assert_eq!(form_of("/* boats */ int tar;\n"), Form::Source);
    }

    #[test]
    fn boundaries_lie_among_comments_with_known_lines() {
        let known = "A frequent line that is long enough to count";
        let text = format!("# Boats\n\n# {known}\n# {known} twice\n\n# {known}\n\nx = tar(2)\n");
        let templates = Templates::default();
        let is_frequent = |line: &str| line.contains(known);
        let mut scratch = Scratch::default();
        let settings = Settings::default();
        let region = head(&text, &settings, &templates, &mut scratch, is_frequent);
        let (_, all) = candidates(&region, Side::Head);
        // No preamble ends after a comment that is not known.
        let kept: Vec<usize> = all.iter().map(|one| one.kept).collect();
        assert_eq!(kept, [0, 3, 4]);
        let each = |feature: Feature| -> Vec<f64> {
            all.iter().map(|one| one.value[feature as usize]).collect()
        };
        assert_eq!(each(Feature::Nothing), [1.0, 0.0, 0.0]);
        assert_eq!(each(Feature::NothingKnown), [0.3, 0.0, 0.0]);
        assert_eq!(each(Feature::Known), [0.0, 0.2, 0.2 + 0.1]);
        assert_eq!(each(Feature::Unknown), [0.0, 0.1, 0.1]);
        assert_eq!(each(Feature::Rest), [1.0, 1.0 / 3.0, 0.0]);
        assert_eq!(each(Feature::MostAhead), [1.0, 0.0, 0.0]);
        assert_eq!(each(Feature::MostLast), [0.0, 1.0, 0.0]);
        assert_eq!(each(Feature::KnownBeyond), [0.0, 1.0, 0.0]);
        assert_eq!(each(Feature::LastLines), [0.0, 0.2, 0.1]);
        assert_eq!(each(Feature::NextLines), [0.1, 0.1, 0.0]);
        assert_eq!(each(Feature::NextCode), [0.0, 0.0, 1.0]);
    }
}
