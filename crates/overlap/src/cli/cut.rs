//! Cutting passages out of a text.

use std::borrow::Cow;
use std::ops::Range;

use crate::index::CLOSING;
use crate::rules::Pieces;

/// The ranges, joined where they touch or overlap.
pub(super) fn joined(mut ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    ranges.sort_unstable_by_key(|range| (range.start, range.end));
    let mut joined: Vec<Range<usize>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The end of a passage with the marks that close its sentence.
pub(super) fn closed(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    text.len() - rest.trim_start_matches(CLOSING).len()
}

/// The greatest number of characters that a cut goes on to an end of its sentence: twice as many as a long sentence has.
const MAX_SNAP: usize = 300;

/// The ranges, each from the beginning of a sentence to the end of one, or of a line. Where neither is within [`MAX_SNAP`] characters, a
/// range ends where it did.
pub(super) fn snapped(text: &str, ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut ranges = joined(ranges);
    let mut at = 0;
    linenorm::sentence_ranges(text, None, |sentence| {
        while ranges
            .get(at)
            .is_some_and(|range| range.end <= sentence.start)
        {
            at += 1;
        }
        for range in &mut ranges[at..] {
            if range.start >= sentence.end {
                break;
            }
            if range.start > sentence.start {
                let before = &text[sentence.start..range.start];
                range.start -= snap(before.chars().rev());
            }
            if range.end < sentence.end {
                range.end += snap(text[range.end..sentence.end].chars());
            }
        }
    });
    joined(ranges)
}

/// The bytes to the end of these characters of a sentence, or of its line.
fn snap(chars: impl Iterator<Item = char>) -> usize {
    let (mut bytes, mut line) = (0, None);
    for (at, one) in chars.enumerate() {
        if one == '\n' {
            line.get_or_insert(bytes);
        }
        if at == MAX_SNAP {
            return line.unwrap_or(0);
        }
        bytes += one.len_utf8();
    }
    bytes
}

/// A part of a text without the ranges.
pub(super) fn without_in<'t>(
    text: &'t str,
    part: Range<usize>,
    ranges: &[Range<usize>],
) -> Cow<'t, str> {
    let ranges: Vec<_> = intake::within(ranges, &part)
        .map(|range| range.start - part.start..range.end - part.start)
        .collect();
    let part = &text[part];
    match ranges.is_empty() {
        true => Cow::Borrowed(part),
        false => Cow::Owned(without(part, &ranges)),
    }
}

/// The text without the ranges, which are in order and do not touch. White space that stood on both sides of one is there once.
fn without(text: &str, ranges: &[Range<usize>]) -> String {
    let mut left = String::with_capacity(text.len());
    let mut at = 0;
    for range in ranges {
        add(&mut left, &text[at..range.start]);
        at = range.end;
    }
    add(&mut left, &text[at..]);
    // Nothing is said by the punctuation around what was cut.
    if !left.contains(char::is_alphanumeric) {
        String::new()
    } else {
        left
    }
}

/// Appends what follows a cut.
fn add(left: &mut String, rest: &str) {
    let spaced = left.is_empty() || left.ends_with(char::is_whitespace);
    left.push_str(if spaced {
        rest.trim_start_matches(' ')
    } else {
        rest
    });
}

/// The pieces of a text that a rule leaves. The ranges go with a window around them, and so do pieces that are too
/// short. Nothing is left of a text in too many pieces.
pub(super) fn pieces(text: &str, ranges: &[Range<usize>], rule: Pieces) -> Vec<Range<usize>> {
    let back = |at: usize| {
        text[..at]
            .char_indices()
            .rev()
            .take(rule.window)
            .last()
            .map_or(at, |(at, _)| at)
    };
    let on = |at: usize| {
        text[at..]
            .char_indices()
            .nth(rule.window)
            .map_or(text.len(), |(more, _)| at + more)
    };
    let windows = joined(
        ranges
            .iter()
            .map(|range| back(range.start)..on(range.end))
            .collect(),
    );
    let ends = windows.iter().map(|window| window.end);
    let starts = windows
        .iter()
        .map(|window| window.start)
        .chain([text.len()]);
    let mut all: Vec<Range<usize>> = std::iter::once(0)
        .chain(ends)
        .zip(starts)
        .map(|(start, end)| start..end)
        .filter(|piece| !piece.is_empty())
        .collect();
    if all.len() > rule.most {
        return Vec::new();
    }
    all.retain(|piece| {
        let mut chars = text[piece.clone()].chars();
        chars.nth(rule.min_chars.saturating_sub(1)).is_some()
    });
    all
}

#[cfg(test)]
// A list of one range is meant, and not the numbers in it.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_leaves_no_double_spaces() {
        assert_eq!(without("One. Two. Three.", &[5..9]), "One. Three.");
        assert_eq!(without("One. Two.", &[0..4]), "Two.");
        assert_eq!(without("One.\n\nTwo.", &[6..10]), "One.\n\n");
        assert_eq!(without("One.", &[0..4]), "");
        assert_eq!(without("\"One\" - Two!", &[1..4, 8..11]), "");
    }

    #[test]
    fn marks_behind_a_passage_close_its_sentence() {
        let text = "Is it so?! Yes.";
        assert_eq!(&text[..closed(text, 8)], "Is it so?!");
        assert_eq!(closed(text, 7), 7);
        assert_eq!(closed("雨が降った。夜", 15), 18);
    }

    #[test]
    fn a_cut_goes_to_the_ends_of_sentences() {
        let text = "It rained. Mr. Hall, who\nwas late, came. He sat.";
        let cut = snapped(text, vec![20..30]);
        assert_eq!(without(text, &cut), "It rained. He sat.");
        let both = snapped(text, vec![3..5, 46..48]);
        assert_eq!(without(text, &both), "Mr. Hall, who\nwas late, came. ");
    }

    #[test]
    fn a_cut_does_not_go_far_to_the_end_of_a_sentence() {
        let words = "tar ".repeat(MAX_SNAP / 4);
        let text = format!("{words}\nof boats {words}{words}");
        let found = words.len() + 4..words.len() + 9;
        let cut = snapped(&text, vec![found.clone()]);
        assert_eq!(cut, [words.len() + 1..found.end]);
        // The first characters are within reach.
        let cut = snapped(&text[4..], vec![found.start - 4..found.end - 4]);
        assert_eq!(cut, [0..found.end - 4]);
        let cut = snapped(&"舟".repeat(1500), vec![1800..1806]);
        assert_eq!(cut, [1800..1806]);
    }

    #[test]
    fn pieces_are_those_of_the_rule() {
        let rule = Pieces {
            window: 2,
            min_chars: 3,
            most: 2,
        };
        assert_eq!(pieces("abcdeXXfghij", &[5..7], rule), [0..3, 9..12]);
        assert_eq!(pieces("abcdXXfghij", &[4..6], rule), [8..11]);
        assert_eq!(pieces("abcdXXefghXXijkl", &[4..6, 10..12], rule), []);
    }
}
