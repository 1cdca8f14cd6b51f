//! Which lines of the comments at the head of a source file are a notice, and which say what the file is.

use std::ops::Range;

use super::comments::{
    begins_manual_page, has_words, is_preprocessor, is_title, leading, looks_like_code, syntax,
};
use super::line::{Kind, Line, lower};
use super::syntaxes::{Opening, SYNTAXES, Syntax, begins};
use crate::constants::{SIMILAR, WORDS_BELOW_SENTENCE};
use crate::rights;

/// The notice of a preamble.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Notice {
    /// Its first line.
    pub first: u64,
    /// Its last line.
    pub last: u64,
    /// Whether lines of its comments stay since they say what the file is.
    pub is_part: bool,
}

/// Some lines of a comment.
struct Part {
    lines: Range<usize>,
    /// The number of lines of a notice, or minus the number of those that describe the file.
    weight: isize,
}

/// Returns the notice of a source file whose preamble ends with the line `end`. `lines` begin with the first line of the document.
///
/// The lines above the first comment that is known or speaks of rights belong to the file: `#!`, an include guard, a
/// declaration of the language, a comment that says what the file is. So do the descriptions above and below the
/// notice in its comments, with the lines beyond them. Of several notices with descriptions between them, those count
/// that have more lines than the descriptions.
///
/// A line that has nothing but the opening or the end of a block stays with a description in the block. `blocks.rs` keeps such lines that have
/// words, too.
pub fn of_preamble(lines: &[Line], end: u64, is_manual_page: bool) -> Notice {
    let kept = lines.partition_point(|line| line.number <= end);
    let Some(comments) = from_notice(lines, kept) else {
        return Notice {
            first: 1,
            last: end,
            is_part: false,
        };
    };
    let syntax = syntax(lines);
    let parts = parts(lines, &comments, kept, syntax, is_manual_page);
    let found = heaviest(&parts);
    let is_above = found.start > 0;
    let is_below = found.end < parts.len() && !is_manual_page;
    let mut first = match is_above {
        true => parts[found.start].lines.start,
        false => comments[0].start,
    };
    let end_of_part = || parts[found.end - 1].lines.end - 1;
    let mut last = if is_below { end_of_part() } else { kept - 1 };
    let is_block = |at: usize| {
        let comment = comments.iter().rfind(|comment| comment.start <= at);
        comment.is_some_and(|comment| is_block(lines, comment, syntax))
    };
    let is_inside = |at: usize| comments.iter().all(|comment| comment.start != at);
    if is_above && !is_below && is_inside(first) && is_block(last) && !is_manual_page {
        last = end_of_part();
    }
    let is_split = comments.iter().any(|comment| last + 1 < comment.end);
    let may_stay = !is_above && first < last && !has_words(lines[first].raw);
    if is_split && may_stay && is_block(first) && is_block(last) {
        first += 1;
    }
    // Definitions behind the title of a manual page stay with it.
    let mut title = lines[first..=last].iter().position(begins_manual_page);
    title = title.filter(|&title| is_manual_page && title > 0);
    last = title.map_or(last, |title| first + title - 1);
    Notice {
        first: match first {
            0 => 1,
            first => lines[first].number,
        },
        last: match last + 1 == kept {
            true => end,
            false => lines[last].number,
        },
        is_part: is_above || is_below || title.is_some(),
    }
}

/// Returns the comments before the line `kept` from the first that is known or speaks of rights, without the lines for
/// programs and titles at its start.
fn from_notice(lines: &[Line], kept: usize) -> Option<Vec<Range<usize>>> {
    let comments = leading(lines).into_iter();
    let comments = comments.filter(|comment| comment.start < kept);
    let mut comments: Vec<Range<usize>> = comments
        .map(|comment| comment.start..comment.end.min(kept))
        .collect();
    let is_boilerplate = |comment: &Range<usize>| {
        let lines = &lines[comment.clone()];
        let speaks =
            |line: &Line| line.kind.known() || line.pairs >= SIMILAR || rights::are_named(line.raw);
        !lines.iter().all(is_for_programs) && lines.iter().any(speaks)
    };
    let found = comments.iter().position(is_boilerplate)?;
    comments.drain(..found);
    let from = &mut comments[0].start;
    let above = lines[*from..kept - 1].iter();
    *from += above
        .take_while(|line| is_for_programs(line) || is_title(line.raw))
        .count();
    Some(comments)
}

/// Splits comments, and the code between them, into parts of a notice and parts that describe the file.
fn parts(
    lines: &[Line],
    comments: &[Range<usize>],
    kept: usize,
    syntax: Option<&Syntax>,
    is_manual_page: bool,
) -> Vec<Part> {
    // Frequent lines may also be the names of a library and its parts, between which a description stands.
    let mut of_comments = comments.iter().flat_map(|comment| &lines[comment.clone()]);
    let is_worded = of_comments.any(|line| rights::is_of_licence(line.raw));
    let is_of_notice = |line: &Line| match is_worded {
        true => rights::is_of_licence(line.raw),
        false => matches!(line.kind, Kind::Frequent | Kind::Repeated),
    };
    // What is cut has no code. Comments behind code that only have words of licences speak of something else.
    let is_next = |one: &Range<usize>, next: &Range<usize>| is_manual_page || one.end == next.start;
    let runs = || comments.chunk_by(is_next);
    let is_licence = |run: &[Range<usize>]| {
        let lines = run.iter().flat_map(|comment| &lines[comment.clone()]);
        rights::are_granted(&lower(lines))
    };
    let is_granted = runs().nth(1).is_some() && runs().any(is_licence);
    let mut parts: Vec<Part> = Vec::new();
    for run in runs() {
        if let Some(last) = parts.last() {
            let code = last.lines.end..run[0].start;
            let weight = -(kept as isize);
            parts.push(Part {
                lines: code,
                weight,
            });
        }
        let of_run = parts.len();
        for comment in run {
            split(lines, comment.clone(), syntax, is_of_notice, &mut parts);
        }
        if is_granted && !is_licence(run) {
            parts[of_run..]
                .iter_mut()
                .for_each(|part| part.weight = part.weight.min(0));
        }
    }
    parts
}

/// Returns the consecutive parts with the highest sum of weights, and among equals most parts. All, if nothing describes the file or
/// nothing is a notice.
fn heaviest(parts: &[Part]) -> Range<usize> {
    let (mut best, mut found) = (0, 0..parts.len());
    let (mut sum, mut from) = (0, 0);
    for (at, part) in parts.iter().enumerate() {
        if sum < 0 {
            (sum, from) = (0, at);
        }
        sum += part.weight;
        if sum > 0 && sum >= best {
            (best, found) = (sum, from..at + 1);
        }
    }
    found
}

/// Returns the text behind the mark of a comment, or behind the opening of a block. Both may have letters: `dnl`, `=begin`.
fn text_of<'a>(line: &Line<'a>, syntax: Option<&Syntax>) -> &'a str {
    let text = line.text();
    let text = match syntax.and_then(|syntax| syntax.opens(text)) {
        Some(Opening::Line(mark)) => &text[mark.mark.len()..],
        Some(Opening::Block(block)) => &text[block.open.len()..],
        None => text,
    };
    // The end of a long bracket has equals signs, as code has.
    let closed = text.trim_end().strip_suffix("=]");
    let text = closed.map_or(text, |text| text.trim_end_matches(['=', ']']));
    text.trim_start_matches(|one: char| !one.is_alphanumeric() && !"©@$(".contains(one))
}

/// Returns the consecutive lines of a comment that have words.
fn paragraphs_of(
    lines: &[Line],
    comment: Range<usize>,
    syntax: Option<&Syntax>,
) -> Vec<Range<usize>> {
    let mut paragraphs: Vec<Range<usize>> = Vec::new();
    for at in comment.filter(|&at| has_words(text_of(&lines[at], syntax))) {
        match paragraphs.last_mut() {
            Some(last) if last.end == at && lines[at].gap == 0 => last.end += 1,
            _ => paragraphs.push(at..at + 1),
        }
    }
    paragraphs
}

/// Splits a comment into its paragraphs, and one that describes the file above the first words of a notice into these two.
fn split(
    lines: &[Line],
    comment: Range<usize>,
    syntax: Option<&Syntax>,
    is_of_notice: impl Fn(&Line) -> bool,
    parts: &mut Vec<Part>,
) {
    let text = |at: usize| text_of(&lines[at], syntax);
    let is_known = |at: usize| matches!(lines[at].kind, Kind::Frequent | Kind::Repeated);
    let describing = |lines: Range<usize>, least: usize| {
        let is_log = lines.clone().any(|at| is_of_log(text(at)));
        let describes = |&at: &usize| !is_known(at) && is_of_description(text(at), least);
        let count = lines.filter(describes).count();
        if is_log { 0 } else { -(count as isize) }
    };
    for paragraph in paragraphs_of(lines, comment, syntax) {
        let begin = text(paragraph.start);
        let found = paragraph.clone().find(|&at| is_of_notice(&lines[at]));
        let goes_on = parts.last().is_some_and(|part| part.weight < 0);
        let is_example = |at: usize| {
            let text = text(at).trim_end();
            let is_code = looks_like_code(text) && !text.contains('@') && !text.contains("://");
            is_code || text.ends_with("::") || text.ends_with(']')
        };
        let (above, weight) = match found {
            // A sentence may go on below an address; items and examples are of the description above them.
            None if begin.starts_with(char::is_lowercase) && !goes_on => (0, 0),
            None if goes_on && paragraph.clone().any(is_example) => (0, -1),
            None => (0, describing(paragraph.clone(), WORDS_BELOW_SENTENCE)),
            Some(first) => {
                // A sentence may begin above the words on rights, and in a list one item may have none.
                let is_apart = first > paragraph.start
                    && !text(first).starts_with(char::is_lowercase)
                    && !text(first - 1).trim_end().ends_with(',')
                    && parts.iter().all(|part| part.weight <= 0);
                let above = match is_apart {
                    true => describing(paragraph.start..first, WORDS_BELOW_SENTENCE),
                    false => 0,
                };
                (above, paragraph.len() as isize)
            }
        };
        let from = match (above, found) {
            (..0, Some(first)) => first,
            _ => paragraph.start,
        };
        if from > paragraph.start {
            let lines = paragraph.start..from;
            parts.push(Part {
                lines,
                weight: above,
            });
        }
        // Nothing goes on behind a tag of SPDX. A name and a few words say what the file is.
        let is_tag = |at: &usize| is_of_notice(&lines[*at]) && text(*at).starts_with("SPDX-");
        let last = paragraph.clone().rfind(|&at| is_of_notice(&lines[at]));
        let behind = last.filter(is_tag).map_or(paragraph.end, |last| last + 1);
        let below = describing(behind..paragraph.end, 1);
        let end = if below < 0 { behind } else { paragraph.end };
        parts.push(Part {
            lines: from..end,
            weight,
        });
        if end < paragraph.end {
            parts.push(Part {
                lines: end..paragraph.end,
                weight: below,
            });
        }
    }
}

/// Whether a comment is a block over several lines, not lines with a mark each or a box of one-line blocks.
fn is_block(lines: &[Line], comment: &Range<usize>, syntax: Option<&Syntax>) -> bool {
    let text = lines[comment.start].text();
    match syntax.and_then(|syntax| syntax.opens(text)) {
        Some(Opening::Block(block)) => !text[block.open.len()..].contains(block.close),
        Some(Opening::Line(_)) | None => false,
    }
}

/// Whether a line may be part of a sentence: it has more than `least` words, and almost all are of letters.
fn is_of_description(text: &str, least: usize) -> bool {
    // The name of a file may precede what it is.
    let text = match text.split_once(' ') {
        Some((name, rest)) if name.contains(['.', '_', '/']) => rest,
        _ => text,
    };
    let is_word = |word: &&str| word.contains(char::is_alphanumeric);
    let words = text.split_ascii_whitespace().filter(is_word);
    let trimmed = words.map(|word| word.trim_matches(|one: char| one.is_ascii_punctuation()));
    let is_of_letters = |word: &&str| word.chars().all(|one| one.is_alphabetic() || one == '-');
    let of_letters = trimmed.clone().filter(is_of_letters).count();
    let has_lower = trimmed
        .clone()
        .skip(1)
        .any(|word| word.starts_with(char::is_lowercase));
    let all = trimmed.count();
    let unspaced = text.chars().filter(|&one| one >= '\u{E00}').count();
    // A name has as many words as a short description.
    let is_address = |(before, after): (&str, &str)| {
        before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
    };
    (all + usize::from(has_lower) > least && 5 * of_letters >= 4 * all
        || unspaced > 2 * WORDS_BELOW_SENTENCE)
        && !text.split_once('@').is_some_and(is_address)
        && !looks_like_code(text)
}

/// Whether a line has the version of a file, as some systems write it, with who changed it and when.
fn is_of_log(text: &str) -> bool {
    ["$Id", "$Rev", "$Date", "$Header", "$Log", "@(#)"]
        .iter()
        .any(|sign| text.contains(sign))
}

/// Whether a comment of one line at the beginning of a file is read by an interpreter, a compiler or an editor.
fn is_for_programs(line: &Line) -> bool {
    const SIGNS: [&str; 5] = [
        "-*-",
        "coding:",
        "coding=",
        "vim:",
        "frozen_string_literal:",
    ];
    let text = line.text();
    let mut lines = SYNTAXES.iter().flat_map(|syntax| syntax.lines);
    let mut blocks = SYNTAXES.iter().flat_map(|syntax| syntax.blocks);
    // A part of a block comment cannot stay.
    let mut is_whole = || {
        lines.any(|one| text.starts_with(one.mark))
            || blocks.any(|one| begins(text, one.open) && text.trim_end().ends_with(one.close))
    };
    let has_sign = || SIGNS.iter().any(|sign| text.contains(sign));
    line.number == 1 && (text.starts_with("#!") || is_preprocessor(text))
        || line.number <= 2 && has_sign() && is_whole()
}
