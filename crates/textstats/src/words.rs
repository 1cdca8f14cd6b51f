//! Reads words as numbers that are equal for equal words.

use std::sync::LazyLock;

use htmlblocks::StopList;
use tokens::unspaced::cell;
use xxhash_rust::xxh3::xxh3_64;

use crate::characters::{
    LETTER, PUNCTUATION, SPACE, UNSPACED, UPPER_CASE, classes, is_letter, is_space,
};
use crate::lines::Notices;
use crate::measures::Measures;
use crate::ratio;
use crate::table::Table;

/// The unit that counts as a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A run without white space. In scripts written without spaces (Han, kana, Thai, Lao, Khmer,
    /// Burmese), each character with its marks.
    #[default]
    Auto,
    /// A run without white space in all scripts, as published.
    Space,
}

/// Returns the bit of one of Gopher's stop words (Rae et al. 2021, appendix A1.1), and 0 for other
/// words.
#[inline]
fn stop_word(word: &[u8]) -> u8 {
    match word {
        b"the" => 1,
        b"be" => 1 << 1,
        b"to" => 1 << 2,
        b"of" => 1 << 3,
        b"and" => 1 << 4,
        b"that" => 1 << 5,
        b"have" => 1 << 6,
        b"with" => 1 << 7,
        _ => 0,
    }
}

/// A distinct word of the text.
#[derive(Debug, Clone, Copy)]
struct Distinct {
    /// The byte range of the first occurrence.
    start: usize,
    end: usize,
    characters: u32,
    /// Whether [`short_word`] found the word.
    is_short: bool,
    /// Whether one of C4's phrases may end in the word.
    may_end_notice: bool,
}

/// The words of a text in order.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The number of each word.
    pub(crate) numbers: Vec<u32>,
    /// The places of the words that no white space separates from the one before, in order.
    joined: Vec<usize>,
    distinct: Vec<Distinct>,
    /// The number of occurrences of each distinct word.
    counts: Vec<u32>,
    table: Table,
    pub(crate) notices: Notices,
}

impl Words {
    /// Reads the words of a text. Words with equal 64-bit hashes count as one word.
    pub(crate) fn read(&mut self, text: &str, unit: Unit) {
        self.numbers.clear();
        self.joined.clear();
        self.distinct.clear();
        self.counts.clear();
        self.notices.clear();
        // Half of the words of a text of a page are distinct, and fewer of longer ones.
        self.table.clear(text.len() / 16);
        let bytes = text.as_bytes();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if matches!(byte, b' ' | b'\n') {
                at += 1;
                continue;
            }
            if let Some((length, key)) = short_word(&bytes[at..]) {
                self.push(text, at, at + length, key, true);
                at += length;
                continue;
            }
            let Some(space) = text[at..].chars().next().filter(|one| is_space(*one)) else {
                at = self.read_run(text, at, unit);
                continue;
            };
            at += space.len_utf8();
        }
    }

    /// Reads a run without white space that starts here, and returns its end.
    fn read_run(&mut self, text: &str, start: usize, unit: Unit) -> usize {
        let (end, classes) = run_end(text, start);
        if unit == Unit::Auto && classes & UNSPACED > 0 {
            self.push_cells(text, start, end);
        } else {
            self.push(text, start, end, hash(&text.as_bytes()[start..end]), false);
        }
        end
    }

    /// Reads a run with scripts without spaces: their characters one by one, and the text between
    /// them as words.
    fn push_cells(&mut self, text: &str, start: usize, end: usize) {
        let (mut at, mut from) = (start, start);
        let mut push = |from: usize, to: usize| {
            if from > start {
                self.joined.push(self.numbers.len());
            }
            self.push(text, from, to, hash(&text.as_bytes()[from..to]), false);
        };
        while at < end {
            let Some((_, length)) = cell(&text[at..end]) else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            if from < at {
                push(from, at);
            }
            push(at, at + length);
            at += length;
            from = at;
        }
        if from < end {
            push(from, end);
        }
    }

    #[inline]
    fn push(&mut self, text: &str, start: usize, end: usize, key: u64, is_short: bool) {
        let number = self.table.number(key);
        if number as usize == self.distinct.len() {
            self.push_distinct(text, start, end, is_short);
        }
        self.counts[number as usize] += 1;
        self.numbers.push(number);
        if self.distinct[number as usize].may_end_notice {
            self.notices.look(text.as_bytes(), start, end);
        }
    }

    fn push_distinct(&mut self, text: &str, start: usize, end: usize, is_short: bool) {
        let word = &text[start..end];
        let characters = match word.is_ascii() {
            true => word.len(),
            false => word.chars().count(),
        };
        self.distinct.push(Distinct {
            start,
            end,
            characters: u32::try_from(characters).unwrap_or(u32::MAX),
            is_short,
            may_end_notice: Notices::may_end_with(word.as_bytes()),
        });
        self.counts.push(0);
    }

    /// Returns the number of occurrences of the word with a number.
    pub(crate) fn count(&self, number: u32) -> u32 {
        self.counts[number as usize]
    }

    /// Returns the number of characters of the word at a place.
    pub(crate) fn length(&self, place: usize) -> usize {
        self.distinct[self.numbers[place] as usize].characters as usize
    }

    /// Returns the number of characters of this many words from a place on. White space between
    /// words counts as one character.
    pub(crate) fn span(&self, place: usize, words: usize) -> usize {
        let lengths = (place..place + words).map(|word| self.length(word));
        let before = |place: usize| self.joined.partition_point(|joined| *joined < place);
        let joined = before(place + words) - before(place + 1);
        lengths.sum::<usize>() + words - 1 - joined
    }

    /// Adds the measures of words. `hashes_per_word` and similar fields are counts until here.
    pub(crate) fn measure(
        &self,
        text: &str,
        stop_list: Option<&StopWords>,
        measures: &mut Measures,
    ) {
        static LOGARITHMS: LazyLock<[f64; 64]> =
            LazyLock::new(|| std::array::from_fn(|number| (number as f64).log2()));
        let logarithms = &*LOGARITHMS;
        let all = self.numbers.len();
        let (mut plain, mut plain_characters, mut alphabetic, mut stop) = (0, 0, 0, 0);
        let mut stop_words = 0u8;
        let mut entropy = 0.0;
        let one = ratio(1, all);
        for (word, &count) in self.distinct.iter().zip(&self.counts) {
            let written = &text.as_bytes()[word.start..word.end];
            let times = count as usize;
            let short = match word.is_short {
                true => Short::of(&text.as_bytes()[word.start..], written.len()),
                false => None,
            };
            let (has_letter, is_punctuation, is_stop_word) = if let Some(short) = short {
                let is_stop_word = stop_list.is_some_and(|list| list.has_short(&short));
                (
                    short.letters > 0,
                    short.others == written.len(),
                    is_stop_word,
                )
            } else {
                let written = &text[word.start..word.end];
                let (any, each) = classes_of(written);
                let has_letter = any & LETTER > 0;
                let is_stop_word =
                    stop_list.is_some_and(|list| has_letter && list.has(written, any));
                (has_letter, each & PUNCTUATION > 0, is_stop_word)
            };
            if !is_punctuation {
                plain += times;
                plain_characters += times * word.characters as usize;
            }
            alphabetic += times * usize::from(has_letter);
            stop += times * usize::from(is_stop_word);
            stop_words |= stop_word(written);
            // Most words occur once, and logarithms are slow.
            if times > 1 {
                let known = logarithms.get(times).copied();
                let logarithm = known.unwrap_or_else(|| f64::from(count).log2());
                entropy -= one * f64::from(count) * logarithm;
            }
        }
        measures.words = all as f64;
        measures.non_symbol_words = plain as f64;
        measures.mean_word_length = ratio(plain_characters, plain);
        measures.mean_sentence_length = ratio(all, measures.sentences as usize);
        measures.distinct_words = ratio(self.distinct.len(), all);
        measures.word_entropy = (entropy + (all.max(1) as f64).log2()).max(0.0);
        measures.stop_words = ratio(stop, all);
        measures.gopher_stop_words = f64::from(stop_words.count_ones());
        measures.alphabetic_words = ratio(alphabetic, all);
        for per_word in [
            &mut measures.hashes_per_word,
            &mut measures.ellipses_per_word,
            &mut measures.line_feeds_per_word,
        ] {
            *per_word = ratio(*per_word as usize, all);
        }
    }
}

/// Returns the classes that any character of a word has, and those that all have.
fn classes_of(word: &str) -> (u8, u8) {
    let each = word.chars().map(classes);
    each.fold((0, 0xFF), |(any, each), one| (any | one, each & one))
}

/// The low bit, and the high bit, of each byte.
const LOW: u128 = u128::from_ne_bytes([1; 16]);
const HIGH: u128 = LOW << 7;

/// A word that [`short_word`] found. Its bytes are classified all at once.
struct Short {
    /// The bytes in lower case. The first is the lowest, and zeros follow the last.
    lower: u128,
    /// The upper bit of each byte that is a letter.
    letters: u128,
    /// The number of bytes that are neither letters nor digits.
    others: usize,
}

impl Short {
    /// Classifies the bytes of a word at the start of a text; `None` if one is the character
    /// DELETE.
    #[inline]
    fn of(text: &[u8], length: usize) -> Option<Self> {
        let word = u128::from_le_bytes(*text.first_chunk::<16>()?);
        let word = word & !(u128::MAX << (8 * length));
        // All bytes are less than 128, so sums do not reach the next byte.
        let from = |bytes: u128, first: u8| bytes + LOW * u128::from(0x80 - first);
        let between = |bytes, first, last: u8| from(bytes, first) & !from(bytes, last + 1) & HIGH;
        if from(word, 0x7F) & HIGH > 0 {
            return None;
        }
        let letters = between(word | LOW << 5, b'a', b'z');
        let upper_case = letters & !word << 2;
        let digits = between(word, b'0', b'9');
        Some(Short {
            lower: word | upper_case >> 2,
            letters,
            others: length - (letters | digits).count_ones() as usize,
        })
    }
}

/// Returns the length and the hash of a word of up to 15 visible ASCII characters that a space or a
/// line feed ends.
#[inline]
fn short_word(bytes: &[u8]) -> Option<(usize, u64)> {
    const EACH: u64 = 0x0101_0101_0101_0101;
    // Up to the first such byte, the upper bit of a byte is set exactly if the byte is below '!' or
    // above ASCII.
    let others = |eight: u64| (eight.wrapping_sub(EACH * u64::from(b'!')) | eight) & (EACH << 7);
    let sixteen = bytes.first_chunk::<16>()?;
    let both = u128::from_le_bytes(*sixteen);
    let (low, high) = (both as u64, (both >> 64) as u64);
    let (in_low, in_high) = (others(low), others(high));
    let length = match (in_low, in_high) {
        (0, 0) => return None,
        (0, _) => 8 + in_high.trailing_zeros() as usize / 8,
        (_, _) => in_low.trailing_zeros() as usize / 8,
    };
    if length == 0 || !matches!(sixteen[length], b' ' | b'\n') {
        return None;
    }
    // The bits below the first that is set.
    let before = |others: u64| (others & others.wrapping_neg()).wrapping_sub(1) >> 7;
    Some(match in_low {
        0 => (length, mix(low, high & before(in_high), length)),
        _ => (length, mix(low & before(in_low), 0, length)),
    })
}

/// Hashes a word like [`short_word`].
fn hash(word: &[u8]) -> u64 {
    if word.len() > 15 {
        return xxh3_64(word);
    }
    let mut sixteen = [0; 16];
    sixteen[..word.len()].copy_from_slice(word);
    let both = u128::from_le_bytes(sixteen);
    mix(both as u64, (both >> 64) as u64, word.len())
}

/// Multiplies to 128 bits and folds these. The length is in the last of the sixteen bytes, which is
/// free. The constants are not UTF-8, so no word makes a factor 0.
#[inline]
fn mix(low: u64, high: u64, length: usize) -> u64 {
    let product = u128::from(low ^ 0xFFE7_9B5D_C2F1_3A87)
        * u128::from(high ^ (length as u64) << 56 ^ 0xFFB4_D1F6_5A93_6C2B);
    (product >> 64) as u64 ^ product as u64
}

/// Returns the end of the run without white space that goes on at a position, and the classes of
/// its characters beyond ASCII.
fn run_end(text: &str, from: usize) -> (usize, u8) {
    let bytes = text.as_bytes();
    let (mut at, mut found) = (from, 0);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'!'..=b'~' => at += 1,
            b' ' | b'\n' => break,
            _ => {
                let Some(one) = text[at..].chars().next() else {
                    break;
                };
                let classes = classes(one);
                if classes & SPACE > 0 {
                    break;
                }
                if !one.is_ascii() {
                    found |= classes;
                }
                at += one.len_utf8();
            }
        }
    }
    (at, found)
}

/// The words of a stop list, which are found without an allocation.
#[derive(Debug)]
pub(crate) struct StopWords {
    words: Table,
    longest: usize,
}

impl StopWords {
    pub(crate) fn new(list: &StopList) -> Self {
        let mut words = Table::default();
        words.clear(list.len());
        for word in list.words() {
            words.number(hash(word.as_bytes()));
        }
        let longest = list.words().map(str::len).max().unwrap_or(0);
        StopWords { words, longest }
    }

    /// Whether a word is in the list, ignoring case and the characters around its letters. `any`
    /// has the classes of its characters.
    fn has(&self, word: &str, any: u8) -> bool {
        let bare = word.trim_matches(|one: char| !is_letter(one));
        match any & UPPER_CASE {
            0 => self.has_lower(bare.as_bytes()),
            _ if bare.len() > 2 * self.longest => false,
            _ => self.has_lower(bare.to_lowercase().as_bytes()),
        }
    }

    /// Does the same for a short word.
    #[inline]
    fn has_short(&self, word: &Short) -> bool {
        if word.letters == 0 {
            return false;
        }
        let first = word.letters.trailing_zeros() / 8;
        let length = (128 - word.letters.leading_zeros()) / 8 - first;
        let bare = word.lower >> (8 * first) & !(u128::MAX << (8 * length));
        let length = length as usize;
        length <= self.longest
            && self
                .words
                .has(mix(bare as u64, (bare >> 64) as u64, length))
    }

    /// Whether these bytes are a word of the list.
    fn has_lower(&self, word: &[u8]) -> bool {
        word.len() <= self.longest && self.words.has(hash(word))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str, unit: Unit) -> Vec<u32> {
        let mut words = Words::default();
        words.read(text, unit);
        words.numbers
    }

    #[test]
    fn equal_words_have_equal_numbers() {
        assert_eq!(
            words("to be, or not to be,", Unit::Auto),
            [0, 1, 2, 3, 0, 1]
        );
        assert_eq!(words(" \u{1C}a\u{2003}b ", Unit::Space), [0, 1]);
        assert!(words("\n\t", Unit::Auto).is_empty());
    }

    #[test]
    fn characters_are_the_words_of_scripts_without_spaces() {
        assert_eq!(words("山川山abc山", Unit::Auto), [0, 1, 0, 2, 0]);
        assert_eq!(words("山川山abc山", Unit::Space), [0]);
    }

    #[test]
    fn hashes_of_words_differ() {
        let words: Vec<String> = ["", "a", "b", "ab", "ba", "aba", "abab", "ababa", "été"]
            .map(str::to_owned)
            .into_iter()
            .chain((0..40).map(|length| "x".repeat(length + 2)))
            .chain((0..1000).map(|number| format!("word{number}")))
            // Words that overlap with themselves.
            .chain((0..6).map(|zeros| format!("1{}", "0".repeat(zeros))))
            .chain(["tovo", "tovovo", "fada", "fadada"].map(str::to_owned))
            .collect();
        let mut hashes: Vec<u64> = words.iter().map(|word| hash(word.as_bytes())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), words.len());
    }

    #[test]
    fn stop_words_are_found_in_any_case_and_among_marks() {
        let list = StopWords::new(&StopList::new(["the", "été", "and so"]));
        for (word, expected) in [
            ("the", true),
            ("\"The", true),
            ("THE,", true),
            ("ÉTÉ.", true),
            ("été", true),
            ("then", false),
            ("T'he", false),
            ("", false),
            ("--", false),
            (&"the".repeat(30), false),
            (&"THE".repeat(30), false),
        ] {
            let any = classes_of(word).0;
            assert_eq!(list.has(word, any), expected, "{word}");
        }
    }

    #[test]
    fn the_table_grows() {
        let mut table = Table::default();
        for round in 0..2 {
            table.clear(1 + round);
            for key in 0..10_000 {
                assert_eq!(table.number(key * key), key as u32);
            }
            assert_eq!(table.number(49), 7);
        }
    }

    proptest! {
        #[test]
        fn short_words_are_like_others(word in "[a-cX-Z0-9'.,\u{7F}]{1,15}", rest in "( |\n)[a-zé ]{16}") {
            let text = format!("{word}{rest}");
            let bytes = text.as_bytes();
            prop_assert_eq!(short_word(bytes), Some((word.len(), hash(word.as_bytes()))));
            let (any, each) = classes_of(&word);
            let Some(short) = Short::of(bytes, word.len()) else {
                let has_delete = word.contains('\u{7F}');
                prop_assert!(has_delete);
                return Ok(());
            };
            prop_assert_eq!(short.letters > 0, any & LETTER > 0);
            prop_assert_eq!(short.others == word.len(), each & PUNCTUATION > 0);
            let list = StopWords::new(&StopList::new(["a", "cab", "x", "b'a", "zz.y"]));
            prop_assert_eq!(list.has_short(&short), any & LETTER > 0 && list.has(&word, any));
        }

        #[test]
        fn words_are_those_between_white_space(text in "[ab#.é\u{7F}\u{2003}\u{1C}\n ]{0,60}") {
            let mut numbers = std::collections::HashMap::new();
            let expected: Vec<u32> = text
                .split(is_space)
                .filter(|word| !word.is_empty())
                .map(|word| {
                    let next = numbers.len() as u32;
                    *numbers.entry(word.to_owned()).or_insert(next)
                })
                .collect();
            prop_assert_eq!(words(&text, Unit::Space), expected);
        }
    }
}
