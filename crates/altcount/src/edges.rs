//! Useful parts that end within a word take in the whole word, within a line of plain text the rest of the line, and within
//! a paragraph the rest of the paragraph.
//!
//! N-grams begin and end at any character, so that text which many pages begin or end with may share the first or last
//! letters with them, and also the first words ("On the").

use std::ops::Range;

use html::elements::Element;
use html::visible::INLINE;
use tokens::unspaced;

use crate::markup::elements::{Tag, tags};
use crate::markup::kinds::is_letter;
use crate::markup::menus::Letters;
use crate::plain::Tags;
use crate::text::Page;

/// The greatest number of characters by which a part grows. A longer run of letters is not a word, and a longer part of a line is not
/// shared by chance.
const REACH: usize = 40;

/// The same for the rest of a paragraph, without its tags.
const PARAGRAPH_REACH: usize = 200;

/// Extends useful ranges of a page's units to whole words and to the marks that end a sentence; in a page without markup also to
/// whole lines, in others to whole paragraphs. The ranges are in order, and so are the results; those that then overlap are one.
pub fn whole(page: Page, units: &[u32], ranges: &[Range<usize>]) -> Vec<Range<usize>> {
    let (breaks, paragraphs) = match Tags::of_bytes(page.source()) {
        Tags::Kept => (line_breaks(page), Vec::new()),
        Tags::Stripped => (Vec::new(), paragraphs(units)),
    };
    let mut all: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let edge = |at: usize, before| rest(units, &paragraphs, at, before).unwrap_or(at);
        let range = edge(range.start, true)..edge(range.end, false);
        let range = start(units, &breaks, range.start)..end(units, &breaks, range.end);
        match all.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

/// Returns the stretches between the tags of a page that break lines.
pub(crate) fn paragraphs(units: &[u32]) -> Vec<Range<usize>> {
    let is_inline = |tag: &Tag| {
        let name = tag.name.to_be_bytes();
        let name = &name[tag.name.leading_zeros() as usize / 8..];
        Element::named(name).is_some_and(|element| INLINE.has(element))
    };
    let breaks = tags(units).filter(|tag| !is_inline(tag));
    let mut at = 0;
    let mut between = |range: Range<usize>| std::mem::replace(&mut at, range.end)..range.start;
    let mut all: Vec<Range<usize>> = breaks.map(|tag| between(tag.range)).collect();
    all.push(between(units.len()..units.len()));
    all
}

/// Returns the end of the paragraph that a useful part ends in, before the part or behind it, if the part has letters of the paragraph, and the
/// rest of it is near and not mostly links. Many paragraphs end with the same mark, in any script.
fn rest(units: &[u32], paragraphs: &[Range<usize>], at: usize, before: bool) -> Option<usize> {
    let next = paragraphs.partition_point(|paragraph| paragraph.end <= at);
    let paragraph = paragraphs
        .get(next)
        .filter(|paragraph| paragraph.start < at)?;
    let letters = |part: Range<usize>| Letters::of(&units[part]);
    let parts = [paragraph.start..at, at..paragraph.end];
    let (end, [rest, inside]) = match before {
        true => (paragraph.start, parts),
        false => {
            let [inside, rest] = parts;
            (paragraph.end, [rest, inside])
        }
    };
    let is_near = rest.len() <= PARAGRAPH_REACH;
    let rest = letters(rest);
    let is_of_text = rest.is_text() || rest.all() == 0;
    (is_near && is_of_text && letters(inside).all() > 0).then_some(end)
}

/// Returns the positions of the spaces that stand for line breaks.
fn line_breaks(page: Page) -> Vec<usize> {
    let source = page.source();
    let ends = page.units().map(|(at, _)| at).skip(1);
    let ends = ends.chain([source.len()]);
    let units = page.units().zip(ends).enumerate();
    let breaks = units.filter(|&(_, ((at, unit), end))| {
        unit == u32::from(' ') && source[at..end].contains(&b'\n')
    });
    breaks.map(|(position, _)| position).collect()
}

fn start(units: &[u32], breaks: &[usize], at: usize) -> usize {
    let of_line = breaks.partition_point(|&line_break| line_break < at);
    let of_line = of_line.checked_sub(1).map(|last| breaks[last] + 1);
    if let Some(of_line) = of_line.filter(|&start| at - start.min(at) <= REACH) {
        return of_line.min(at);
    }
    let before = (0..at).rev().take(REACH + 1);
    let letters = before.take_while(|&before| is_within_word(units, before + 1));
    within_reach(at - letters.count(), at)
}

fn end(units: &[u32], breaks: &[usize], at: usize) -> usize {
    let of_line = breaks.get(breaks.partition_point(|&line_break| line_break + 1 < at));
    if let Some(&of_line) = of_line.filter(|&&end| end.saturating_sub(at) <= REACH) {
        return of_line.max(at);
    }
    let letters = (at..units.len()).take(REACH + 1);
    let letters = letters.take_while(|&letter| is_within_word(units, letter));
    let end = within_reach(at + letters.count(), at);
    let marks = units.get(end..).unwrap_or_default().iter();
    let last = end.checked_sub(1).and_then(|last| units.get(last));
    match last.is_some_and(is_in_word) {
        true => end + marks.take_while(|unit| closes(**unit)).count(),
        false => end,
    }
}

fn within_reach(end: usize, at: usize) -> usize {
    if end.abs_diff(at) > REACH { at } else { end }
}

/// Whether a word goes on from the unit before a place to the one behind it.
fn is_within_word(units: &[u32], at: usize) -> bool {
    let neighbours = at.checked_sub(1).and_then(|before| units.get(before..=at));
    neighbours.is_some_and(|neighbours| neighbours.iter().all(is_in_word))
}

/// Whether a unit is a letter or digit of a script with spaces between words.
fn is_in_word(unit: &u32) -> bool {
    let is_spaced = |letter: char| unspaced::cell(letter.encode_utf8(&mut [0; 4])).is_none();
    is_letter(unit) && char::from_u32(*unit).is_some_and(is_spaced)
}

fn closes(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(|mark| ".,;:!?…)]}»”’\"'".contains(mark))
}

#[cfg(test)]
// The lint suspects a mistake in a list of one range, but it is intended.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    /// Returns what a part of a page becomes.
    fn whole_text(page: &str, part: &str) -> String {
        let at = page.find(part).expect("a part of it");
        let at = Page::Characters(&page[..at]).to_units().len();
        let length = Page::Characters(part).to_units().len();
        let page = Page::Characters(page);
        let ranges = whole(page, &page.to_units(), &[at..at + length]);
        let source = std::str::from_utf8(page.source()).expect("text");
        (page.source_ranges(&ranges).into_iter())
            .map(|range| &source[range])
            .collect()
    }

    #[test]
    fn words_are_not_cut() {
        let page = "<h2>News</h2>In the kitchen the candle crossed.<h2>Imprint</h2>";
        for part in [
            "n the kitchen the candle cro",
            "In the kitchen the candle crossed",
        ] {
            assert_eq!(whole_text(page, part), "In the kitchen the candle crossed.");
        }
        assert_eq!(whole_text("one two three", "two "), "two ");
        assert_eq!(whole_text("<p>Öl fließt.</p>", "l flie"), "Öl fließt.");
        assert_eq!(whole_text("新聞雨が降る。終", "雨が"), "雨が");
        let long = "y".repeat(50);
        assert_eq!(whole_text(&("x".repeat(50) + &long), &long), long);
        assert_eq!(whole_text("one", ""), "");
    }

    #[test]
    fn lines_of_plain_text_are_not_cut() {
        let line = "In the kitchen the candle crossed what all had carried.";
        let page = format!("News of the day\n\n{line}\r\n\nImprint");
        assert_eq!(whole_text(&page, "kitchen the candle crossed what"), line);
        assert_eq!(whole_text(&page, line), line);
        // More than a few words are not shared by chance.
        let long = format!(
            "{}{line}",
            "All pages say that they are here, and more. ".repeat(2)
        );
        assert_eq!(whole_text(&format!("a\n{long}\n"), &line[7..]), line[7..]);
    }

    #[test]
    fn paragraphs_are_not_cut() {
        let paragraph = "Born to <b>Anna</b> in the house at\nthe mill.";
        let page = format!("<h1>News</h1><p>{paragraph}</p><p>Imprint</p>");
        assert_eq!(whole_text(&page, "<b>Anna</b> in"), paragraph);
        assert_eq!(whole_text(&page, paragraph), paragraph);
        assert_eq!(whole_text(&page, "<p>"), "<p>");
        // All paragraphs end with the same mark.
        let page = "<p>新聞</p><p>「夜に雨が降る。」</p><p>終</p>";
        assert_eq!(whole_text(page, "夜に雨が降る"), "「夜に雨が降る。」");
        // Links next to a text are often a menu, and a long rest is not shared by chance.
        for rest in ["<a href=n>Next page</a>", &" and more".repeat(30)] {
            assert_eq!(
                whole_text(&format!("<p>Anna. {rest}</p>"), "Anna."),
                "Anna."
            );
        }
    }

    #[test]
    fn parts_of_one_word_are_one() {
        let page = Page::Characters("a candle");
        assert_eq!(whole(page, &page.to_units(), &[0..4, 5..8]), [0..8]);
        assert_eq!(whole(Page::Characters(""), &[], &[]), []);
    }
}
