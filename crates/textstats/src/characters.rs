//! Classes of characters.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use regex_syntax::hir::{Class, HirKind};
use unicode_script::{Script, UnicodeScript as _};

use crate::measures::Measures;
use crate::ratio;

/// A class of characters as ascending ranges.
type Ranges = Vec<RangeInclusive<char>>;

/// The ranges of a class in the syntax of regular expressions.
fn class(pattern: &str) -> Ranges {
    let parsed = regex_syntax::parse(pattern).expect("a valid class");
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class
            .iter()
            .map(|range| range.start()..=range.end())
            .collect(),
        _ => unreachable!("{pattern} is a class of characters"),
    }
}

fn has(ranges: &Ranges, one: char) -> bool {
    let at = ranges.partition_point(|range| *range.end() < one);
    ranges.get(at).is_some_and(|range| *range.start() <= one)
}

/// Whether a character ends a sentence: the property Sentence_Terminal of the Unicode Standard.
pub(crate) fn ends_sentence(one: char) -> bool {
    static CLASS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Sentence_Terminal}"));
    match one.is_ascii() {
        true => matches!(one, '.' | '?' | '!'),
        false => has(&CLASS, one),
    }
}

/// Whether a character is a letter (general category L).
pub(crate) fn is_letter(one: char) -> bool {
    static CLASS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{L}"));
    match one.is_ascii() {
        true => one.is_ascii_alphabetic(),
        false => has(&CLASS, one),
    }
}

/// Characters that CCNet (Wenzek et al. 2020) counts as punctuation and that neither are in ASCII nor end a sentence.
const OTHER_PUNCTUATION: &str = "´«»–—’“”„…►━∶、〈〉《》「」【】％（），：；～１";

/// Whether a character is punctuation: ASCII's, CCNet's, what ends a sentence, and control characters other than the line
/// feed and the carriage return.
pub(crate) fn is_punctuation(one: char) -> bool {
    match one {
        '\n' | '\r' => false,
        _ if one.is_ascii() => {
            one.is_ascii_punctuation() || one.is_ascii_control() && one != '\u{7F}'
        }
        '\u{80}'..='\u{9F}' => true,
        _ => ends_sentence(one) || OTHER_PUNCTUATION.contains(one),
    }
}

/// White space as Python has it: the property White_Space and four separators among the control characters.
pub(crate) fn is_space(one: char) -> bool {
    one.is_whitespace() || matches!(one, '\u{1C}'..='\u{1F}')
}

/// How many characters of a text are in each class.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Characters {
    all: usize,
    white_space: usize,
    digits: usize,
    upper_case: usize,
    punctuation: usize,
}

impl Characters {
    pub(crate) fn of(text: &str) -> Self {
        // Most characters are ASCII: they are counted first, and their classes looked up once each.
        let mut ascii = [0usize; 128];
        let mut counts = Characters::default();
        if text.is_ascii() {
            for byte in text.bytes() {
                ascii[usize::from(byte)] += 1;
            }
            return Self::of_ascii(&ascii, counts);
        }
        for part in text
            .as_bytes()
            .chunk_by(|a, b| a.is_ascii() == b.is_ascii())
        {
            if part[0].is_ascii() {
                for &byte in part {
                    ascii[usize::from(byte)] += 1;
                }
            } else {
                // Neighbours that are not ASCII are whole characters.
                for one in std::str::from_utf8(part).unwrap_or_default().chars() {
                    counts.add(one, 1);
                }
            }
        }
        Self::of_ascii(&ascii, counts)
    }

    /// Adds the characters of ASCII, by their numbers.
    fn of_ascii(ascii: &[usize; 128], mut counts: Self) -> Self {
        for (byte, &number) in (0u8..).zip(ascii) {
            if number > 0 {
                counts.add(char::from(byte), number);
            }
        }
        counts
    }

    fn add(&mut self, one: char, number: usize) {
        self.all += number;
        self.white_space += number * usize::from(is_space(one));
        self.digits += number * usize::from(one.is_numeric() && is_digit(one));
        self.upper_case += number * usize::from(one.is_uppercase());
        self.punctuation += number * usize::from(is_punctuation(one));
    }

    pub(crate) fn measure(&self, measures: &mut Measures) {
        measures.characters = self.all as f64;
        measures.white_space = ratio(self.white_space, self.all);
        measures.digits = ratio(self.digits, self.all);
        measures.upper_case = ratio(self.upper_case, self.all);
        measures.punctuation = ratio(self.punctuation, self.all);
    }
}

/// Whether a character is a decimal digit (general category Nd).
fn is_digit(one: char) -> bool {
    static CLASS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Nd}"));
    match one.is_ascii() {
        true => one.is_ascii_digit(),
        false => has(&CLASS, one),
    }
}

/// The scripts of a text's letters and their shares, the largest first; in alphabetical order where these are equal.
///
/// ```
/// assert_eq!(textstats::scripts("abc где"), [("Cyrillic", 0.5), ("Latin", 0.5)]);
/// assert!(textstats::scripts("1, 2, 3").is_empty());
/// ```
#[must_use]
pub fn scripts(text: &str) -> Vec<(&'static str, f64)> {
    let mut counts: Vec<(Script, usize)> = Vec::new();
    let latin = text.bytes().filter(u8::is_ascii_alphabetic).count();
    let mut letters = latin;
    let others = text
        .as_bytes()
        .chunk_by(|a, b| a.is_ascii() == b.is_ascii());
    let others = others.filter(|part| !part[0].is_ascii());
    for one in others.flat_map(|part| std::str::from_utf8(part).unwrap_or_default().chars()) {
        if !is_letter(one) {
            continue;
        }
        letters += 1;
        let script = one.script();
        match counts.iter_mut().find(|(known, _)| *known == script) {
            Some((_, count)) => *count += 1,
            None => counts.push((script, 1)),
        }
    }
    match counts
        .iter_mut()
        .find(|(script, _)| *script == Script::Latin)
    {
        Some((_, count)) => *count += latin,
        None if latin > 0 => counts.push((Script::Latin, latin)),
        None => (),
    }
    counts.sort_by_key(|&(script, count)| (std::cmp::Reverse(count), script.full_name()));
    let share = |(script, count): (Script, usize)| (script.full_name(), ratio(count, letters));
    counts.into_iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_characters() {
        let counts = Characters::of("Äb 9٣?¿\n");
        let expected = Characters {
            all: 8,
            white_space: 2,
            digits: 2,
            upper_case: 1,
            punctuation: 1,
        };
        assert_eq!(counts, expected);
    }

    #[test]
    fn punctuation_is_of_many_scripts() {
        for one in ['#', '«', '。', '؟', '।', '\u{85}', '\u{1}'] {
            assert!(is_punctuation(one), "{one}");
        }
        for one in ['a', '\n', 'é', '字', '•'] {
            assert!(!is_punctuation(one), "{one}");
        }
    }
}
