//! Useful parts that end within a word take in the whole word.
//!
//! N-grams begin and end at any character, so that text which many pages begin or end with may share the first or last
//! letters of a word with them.

use std::ops::Range;

use tokens::unspaced;

/// A longer run of letters is not a word.
const LONGEST: usize = 40;

/// Extends each range to whole words, and to the marks that end its last sentence. The ranges are in order, and so are
/// the results; those that then overlap are one.
pub fn whole(units: &[u32], ranges: Vec<Range<usize>>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        let range = start(units, range.start)..end(units, range.end);
        match all.last_mut() {
            Some(last) if range.start < last.end => last.end = last.end.max(range.end),
            _ => all.push(range),
        }
    }
    all
}

fn start(units: &[u32], at: usize) -> usize {
    let before = (0..at).rev().take(LONGEST + 1);
    let letters = before.take_while(|&before| is_within_word(units, before + 1));
    within_reach(at - letters.count(), at)
}

fn end(units: &[u32], at: usize) -> usize {
    let letters = (at..units.len()).take(LONGEST + 1);
    let letters = letters.take_while(|&letter| is_within_word(units, letter));
    let end = within_reach(at + letters.count(), at);
    let marks = units.get(end..).unwrap_or_default().iter();
    let is_word = end > 0
        && units
            .get(end - 1)
            .is_some_and(|unit| letter(*unit).is_some());
    match is_word {
        true => end + marks.take_while(|unit| closes(**unit)).count(),
        false => end,
    }
}

fn within_reach(end: usize, at: usize) -> usize {
    if end.abs_diff(at) > LONGEST { at } else { end }
}

/// Whether a word goes on from the unit before a place to the one behind it.
fn is_within_word(units: &[u32], at: usize) -> bool {
    let neighbours = at.checked_sub(1).and_then(|before| units.get(before..=at));
    neighbours.is_some_and(|neighbours| neighbours.iter().all(|unit| letter(*unit).is_some()))
}

/// A letter or digit of a script with spaces between words.
fn letter(unit: u32) -> Option<char> {
    let letter = char::from_u32(unit).filter(|letter| letter.is_alphanumeric())?;
    let is_spaced = unspaced::cell(letter.encode_utf8(&mut [0; 4])).is_none();
    is_spaced.then_some(letter)
}

fn closes(unit: u32) -> bool {
    char::from_u32(unit).is_some_and(|mark| ".,;:!?…)]}»”’\"'".contains(mark))
}

#[cfg(test)]
// The lint suspects a mistake in a list of one range, but it is intended.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    fn whole_text(text: &str, part: &str) -> String {
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        let at = text.find(part).expect("a part of it");
        let at = text[..at].chars().count();
        let ranges = whole(&units, vec![at..at + part.chars().count()]);
        ranges
            .into_iter()
            .flat_map(|range| text.chars().skip(range.start).take(range.len()))
            .collect()
    }

    #[test]
    fn words_are_not_cut() {
        let page = "News\nIn the kitchen the candle crossed.\nImprint";
        for part in [
            "n the kitchen the candle cro",
            "In the kitchen the candle crossed",
        ] {
            assert_eq!(whole_text(page, part), "In the kitchen the candle crossed.");
        }
        assert_eq!(whole_text(page, "the kitchen "), "the kitchen ");
        assert_eq!(whole_text("<p>Öl fließt.</p>", "l flie"), "Öl fließt.");
        assert_eq!(whole_text("新聞雨が降る。終", "雨が"), "雨が");
        let long = "y".repeat(50);
        assert_eq!(whole_text(&("x".repeat(50) + &long), &long), long);
        assert_eq!(whole_text("one", ""), "");
    }

    #[test]
    fn parts_of_one_word_are_one() {
        let units: Vec<u32> = "a candle".chars().map(u32::from).collect();
        assert_eq!(whole(&units, vec![0..4, 5..8]), [0..8]);
        assert_eq!(whole(&[], vec![0..4]), [0..4]);
    }
}
