//! Classifies characters.

use std::ops::RangeInclusive;
use std::sync::{LazyLock, OnceLock};

use regex_syntax::hir::{Class, HirKind};
use unicode_script::{Script, UnicodeScript as _};

use crate::measures::Measures;
use crate::ratio;

/// A class of characters, as ascending ranges.
type Ranges = Vec<RangeInclusive<char>>;

/// Returns the ranges of a class in the syntax of regular expressions.
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

/// White space as in Python: the property White_Space and four separators among the control
/// characters.
pub(crate) const SPACE: u8 = 1;
/// A letter (general category L).
pub(crate) const LETTER: u8 = 1 << 1;
/// A decimal digit (general category Nd).
const DIGIT: u8 = 1 << 2;
/// An upper-case letter.
pub(crate) const UPPER_CASE: u8 = 1 << 3;
/// Punctuation: ASCII's and CCNet's punctuation, sentence ends, and control characters except the
/// line feed and the carriage return.
pub(crate) const PUNCTUATION: u8 = 1 << 4;
/// The property Sentence_Terminal of the Unicode Standard.
pub(crate) const ENDS_SENTENCE: u8 = 1 << 5;
/// A character that ends a line in Python, except the line feed.
pub(crate) const ENDS_LINE: u8 = 1 << 6;
/// A letter of a script written without spaces.
pub(crate) const UNSPACED: u8 = 1 << 7;

/// Characters that CCNet (Wenzek et al. 2020) counts as punctuation, except ASCII and sentence
/// ends.
const OTHER_PUNCTUATION: &str = "´«»–—’“”„…►━∶、〈〉《》「」【】％（），：；～１";

/// Looks up the classes of a character one by one.
fn look_up(one: char) -> u8 {
    static LETTERS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{L}"));
    static DIGITS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Nd}"));
    static SENTENCE_ENDS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Sentence_Terminal}"));
    let ends_sentence = has(&SENTENCE_ENDS, one);
    let is_punctuation = match one {
        '\n' | '\r' | '\u{7F}' => false,
        _ if one.is_control() || one.is_ascii_punctuation() => true,
        _ => ends_sentence || OTHER_PUNCTUATION.contains(one),
    };
    let ends_line = matches!(
        one,
        '\u{B}'..='\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    );
    let is_unspaced = tokens::unspaced::cell(one.encode_utf8(&mut [0; 4])).is_some();
    [
        (
            SPACE,
            one.is_whitespace() || matches!(one, '\u{1C}'..='\u{1F}'),
        ),
        (LETTER, has(&LETTERS, one)),
        (DIGIT, has(&DIGITS, one)),
        (UPPER_CASE, one.is_uppercase()),
        (PUNCTUATION, is_punctuation),
        (ENDS_SENTENCE, ends_sentence),
        (ENDS_LINE, ends_line),
        (UNSPACED, is_unspaced),
    ]
    .into_iter()
    .filter(|(_, has)| *has)
    .fold(0, |classes, (class, _)| classes | class)
}

/// The number of characters in a page. It equals the size of ASCII, so that ASCII texts need one
/// page.
const PAGE: usize = 128;

/// The classes and the scripts of neighbouring characters.
struct Page {
    classes: [u8; PAGE],
    scripts: [Script; PAGE],
}

/// Returns the page of a character, which is computed at its first use.
#[inline]
fn page(one: char) -> &'static Page {
    static PAGES: [OnceLock<Box<Page>>; (char::MAX as usize + 1) / PAGE] =
        [const { OnceLock::new() }; (char::MAX as usize + 1) / PAGE];
    let number = one as usize / PAGE;
    PAGES[number].get_or_init(|| {
        let first = number * PAGE;
        let at = |index: usize| u32::try_from(first + index).ok().and_then(char::from_u32);
        Box::new(Page {
            classes: std::array::from_fn(|index| at(index).map_or(0, look_up)),
            scripts: std::array::from_fn(|index| {
                at(index).map_or(Script::Unknown, |one| one.script())
            }),
        })
    })
}

/// Returns the classes of a character: the sum of [`SPACE`] and the other constants that apply.
#[inline]
pub(crate) fn classes(one: char) -> u8 {
    page(one).classes[one as usize % PAGE]
}

/// Whether a character ends a sentence.
#[inline]
pub(crate) fn ends_sentence(one: char) -> bool {
    classes(one) & ENDS_SENTENCE > 0
}

/// Whether a character is a letter.
#[inline]
pub(crate) fn is_letter(one: char) -> bool {
    classes(one) & LETTER > 0
}

/// Whether a character is white space.
#[inline]
pub(crate) fn is_space(one: char) -> bool {
    classes(one) & SPACE > 0
}

/// Returns the place of the first byte that is not ASCII.
#[inline]
fn beyond_ascii(bytes: &[u8]) -> Option<usize> {
    let (eights, rest) = bytes.as_chunks::<8>();
    for (number, eight) in eights.iter().enumerate() {
        let others = u64::from_le_bytes(*eight) & 0x8080_8080_8080_8080;
        if others > 0 {
            return Some(8 * number + others.trailing_zeros() as usize / 8);
        }
    }
    let at = rest.iter().position(|byte| !byte.is_ascii());
    at.map(|at| 8 * eights.len() + at)
}

/// The numbers of characters of a text in each class and script.
#[derive(Debug, Default)]
pub(crate) struct Characters {
    pub(crate) all: usize,
    /// The number of characters for each sum of classes.
    by_classes: Vec<usize>,
    /// The number of letters in each script.
    scripts: Vec<(Script, usize)>,
    /// The classes that any character has, and those that any has beyond ASCII.
    pub(crate) any: u8,
    pub(crate) any_beyond_ascii: u8,
    pub(crate) line_feeds: usize,
    pub(crate) number_signs: usize,
}

impl Characters {
    pub(crate) fn of(text: &str) -> Self {
        let mut counts = Characters {
            by_classes: vec![0; 256],
            ..Characters::default()
        };
        // Most characters are ASCII. They are counted first, and the classes of each are looked up
        // once. With two counters each, equal neighbours do not wait for each other.
        let mut numbers = [[0usize; 256]; 2];
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        for [one, other] in pairs {
            numbers[0][usize::from(*one)] += 1;
            numbers[1][usize::from(*other)] += 1;
        }
        for byte in rest {
            numbers[0][usize::from(*byte)] += 1;
        }
        let number = |byte: u8| numbers.iter().map(|all| all[usize::from(byte)]).sum();
        for byte in 0..0x80 {
            counts.add(char::from(byte), number(byte));
        }
        (counts.line_feeds, counts.number_signs) = (number(b'\n'), number(b'#'));
        if counts.all < text.len() {
            let mut at = 0;
            while let Some(further) = beyond_ascii(&text.as_bytes()[at..]) {
                at += further;
                let one = text[at..].chars().next().expect("a character begins here");
                counts.add(one, 1);
                at += one.len_utf8();
            }
        }
        counts
    }

    #[inline]
    fn add(&mut self, one: char, number: usize) {
        if number == 0 {
            return;
        }
        let page = page(one);
        let classes = page.classes[one as usize % PAGE];
        self.all += number;
        self.by_classes[usize::from(classes)] += number;
        self.any |= classes;
        if !one.is_ascii() {
            self.any_beyond_ascii |= classes;
        }
        if classes & LETTER == 0 {
            return;
        }
        let script = page.scripts[one as usize % PAGE];
        let known = self.scripts.iter_mut().find(|(known, _)| *known == script);
        match known {
            Some((_, count)) => *count += number,
            None => self.scripts.push((script, number)),
        }
    }

    /// Returns the number of characters in a class.
    fn number(&self, class: u8) -> usize {
        let numbers = (0u8..=255).zip(&self.by_classes);
        numbers
            .filter(|(classes, _)| classes & class > 0)
            .map(|(_, number)| number)
            .sum()
    }

    pub(crate) fn measure(&self, measures: &mut Measures) {
        let share = |class: u8| ratio(self.number(class), self.all);
        measures.characters = self.all as f64;
        measures.white_space = share(SPACE);
        measures.digits = share(DIGIT);
        measures.upper_case = share(UPPER_CASE);
        measures.punctuation = share(PUNCTUATION);
        // These are counts until the number of words is known.
        measures.line_feeds_per_word = self.line_feeds as f64;
        measures.hashes_per_word = self.number_signs as f64;
    }

    /// Returns the scripts of the letters, like [`scripts`].
    pub(crate) fn scripts(&self) -> Vec<(&'static str, f64)> {
        let letters = self.scripts.iter().map(|(_, count)| count).sum();
        let mut counts = self.scripts.clone();
        counts.sort_by_key(|&(script, count)| (std::cmp::Reverse(count), script.full_name()));
        let share = |(script, count): (Script, usize)| (script.full_name(), ratio(count, letters));
        counts.into_iter().map(share).collect()
    }
}

/// Returns the scripts of a text's letters and their shares, the largest first. Scripts with equal
/// shares are in alphabetical order.
///
/// ```
/// assert_eq!(textstats::scripts("abc где"), [("Cyrillic", 0.5), ("Latin", 0.5)]);
/// assert!(textstats::scripts("1, 2, 3").is_empty());
/// ```
#[must_use]
pub fn scripts(text: &str) -> Vec<(&'static str, f64)> {
    Characters::of(text).scripts()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_characters() {
        let counts = Characters::of("Äb 9٣?¿\n");
        assert_eq!(counts.all, 8);
        let numbers = [SPACE, DIGIT, UPPER_CASE, PUNCTUATION].map(|class| counts.number(class));
        assert_eq!(numbers, [2, 2, 1, 1]);
        assert_eq!(counts.any & ENDS_LINE, 0);
        assert!(Characters::of("a\u{2028}").any & ENDS_LINE > 0);
    }

    #[test]
    fn punctuation_is_of_many_scripts() {
        for one in ['#', '«', '。', '؟', '।', '\u{85}', '\u{1}'] {
            assert!(classes(one) & PUNCTUATION > 0, "{one}");
        }
        for one in ['a', '\n', 'é', '字', '•'] {
            assert!(classes(one) & PUNCTUATION == 0, "{one}");
        }
    }
}
