//! Reads words as numbers that are equal for equal words.

use std::borrow::Cow;

use htmlblocks::StopList;
use tokens::unspaced::cell;
use xxhash_rust::xxh3::xxh3_64;

use crate::characters::{
    LETTER, PUNCTUATION, SPACE, UNSPACED, UPPER_CASE, ascii, classes, is_letter,
};
use crate::measures::Measures;
use crate::ratio;

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

/// Gopher's stop words (Rae et al. 2021, appendix A1.1).
const STOP_WORDS: [&str; 8] = ["the", "be", "to", "of", "and", "that", "have", "with"];

/// A distinct word of the text.
#[derive(Debug, Clone, Copy)]
struct Distinct {
    /// The byte range of the first occurrence.
    start: usize,
    end: usize,
    characters: u32,
    count: u32,
}

/// The words of a text in order.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The number of each word.
    pub(crate) numbers: Vec<u32>,
    /// The end of each word in characters, in a text where one space joins words that white space
    /// separates. The first entry is 0.
    pub(crate) ends: Vec<u64>,
    distinct: Vec<Distinct>,
    table: Table,
}

impl Words {
    /// Reads the words of a text. Words with equal 64-bit hashes count as one word.
    pub(crate) fn read(&mut self, text: &str, unit: Unit) {
        self.numbers.clear();
        self.ends.clear();
        self.ends.push(0);
        self.distinct.clear();
        // A word and its space have at least two bytes, but a table for that many words would be
        // too large for most texts.
        self.table.clear(text.len() / 6 + 16);
        let mut rest = 0;
        while let Some(run) = next_run(text, rest) {
            rest = run.end;
            if unit == Unit::Auto && run.classes & UNSPACED > 0 {
                self.push_cells(text, run.start, run.end);
            } else {
                self.push(text, run.start, run.end, 1);
            }
        }
    }

    /// Reads a run with scripts without spaces: their characters one by one, and the text between
    /// them as words.
    fn push_cells(&mut self, text: &str, start: usize, end: usize) {
        let (mut at, mut from, mut gap) = (start, start, 1);
        while at < end {
            let Some((_, length)) = cell(&text[at..end]) else {
                at += text[at..].chars().next().map_or(1, char::len_utf8);
                continue;
            };
            if from < at {
                self.push(text, from, at, gap);
                gap = 0;
            }
            self.push(text, at, at + length, gap);
            gap = 0;
            at += length;
            from = at;
        }
        if from < end {
            self.push(text, from, end, gap);
        }
    }

    fn push(&mut self, text: &str, start: usize, end: usize, gap: u64) {
        let word = &text[start..end];
        let number = self.table.number(hash(word.as_bytes()));
        if number as usize == self.distinct.len() {
            let characters = match word.is_ascii() {
                true => word.len(),
                false => word.chars().count(),
            };
            self.distinct.push(Distinct {
                start,
                end,
                characters: u32::try_from(characters).unwrap_or(u32::MAX),
                count: 0,
            });
        }
        let distinct = &mut self.distinct[number as usize];
        distinct.count += 1;
        let gap = if self.numbers.is_empty() { 0 } else { gap };
        let before = self.ends[self.ends.len() - 1];
        self.ends
            .push(before + gap + u64::from(distinct.characters));
        self.numbers.push(number);
    }

    /// Returns the start of a word, in the unit of [`Words::ends`].
    pub(crate) fn start(&self, index: usize) -> u64 {
        let word = &self.distinct[self.numbers[index] as usize];
        self.ends[index + 1] - u64::from(word.characters)
    }

    /// Returns the number of occurrences of the word with a number.
    pub(crate) fn count(&self, number: u32) -> u32 {
        self.distinct[number as usize].count
    }

    pub(crate) fn measure(
        &self,
        text: &str,
        stop_list: Option<&StopWords>,
        measures: &mut Measures,
    ) {
        let all = self.numbers.len();
        let (mut plain, mut plain_characters, mut alphabetic, mut stop) = (0, 0, 0, 0);
        let mut stop_words = [false; STOP_WORDS.len()];
        let mut entropy = 0.0;
        let one = ratio(1, all);
        for word in &self.distinct {
            let count = word.count as usize;
            let written = &text[word.start..word.end];
            let (any, each) = classes_of(written);
            if each & PUNCTUATION == 0 {
                plain += count;
                plain_characters += count * word.characters as usize;
            }
            if any & LETTER > 0 {
                alphabetic += count;
                stop += count * usize::from(stop_list.is_some_and(|list| list.has(written, any)));
            }
            if (2..=4).contains(&written.len())
                && let Some(at) = STOP_WORDS.iter().position(|stop| *stop == written)
            {
                stop_words[at] = true;
            }
            // Most words occur once, and logarithms are slow.
            if count > 1 {
                entropy -= one * count as f64 * (count as f64).log2();
            }
        }
        measures.words = all as f64;
        measures.non_symbol_words = plain as f64;
        measures.mean_word_length = ratio(plain_characters, plain);
        measures.mean_sentence_length = ratio(all, measures.sentences as usize);
        measures.distinct_words = ratio(self.distinct.len(), all);
        measures.word_entropy = (entropy + (all.max(1) as f64).log2()).max(0.0);
        measures.stop_words = ratio(stop, all);
        measures.gopher_stop_words = stop_words.iter().filter(|found| **found).count() as f64;
        measures.alphabetic_words = ratio(alphabetic, all);
        for per_word in [
            &mut measures.hashes_per_word,
            &mut measures.ellipses_per_word,
            &mut measures.line_feeds_per_word,
        ] {
            // These fields are counts until here.
            *per_word = ratio(*per_word as usize, all);
        }
    }
}

/// Returns the classes that any character of a word has, and those that all have.
fn classes_of(word: &str) -> (u8, u8) {
    let of_both = |(any, each), one| (any | one, each & one);
    match word.is_ascii() {
        true => {
            let ascii = ascii();
            let each = word.bytes().map(|byte| ascii[usize::from(byte & 0x7F)]);
            each.fold((0, 0xFF), of_both)
        }
        false => word.chars().map(classes).fold((0, 0xFF), of_both),
    }
}

/// A run without white space.
struct Run {
    start: usize,
    end: usize,
    /// The classes of its characters beyond ASCII.
    classes: u8,
}

/// Returns the next run without white space from a position on.
fn next_run(text: &str, from: usize) -> Option<Run> {
    let (start, _) = skip(text, from, true);
    let (end, classes) = skip(text, start + visible(&text.as_bytes()[start..]), false);
    (start < end).then_some(Run {
        start,
        end,
        classes,
    })
}

/// Returns the number of visible ASCII characters at the start of a text, possibly a few too few.
#[inline]
fn visible(bytes: &[u8]) -> usize {
    const EACH: u64 = 0x0101_0101_0101_0101;
    let (eights, _) = bytes.as_chunks::<8>();
    let mut number = 0;
    for eight in eights {
        let eight = u64::from_le_bytes(*eight);
        // Up to the first such byte, the upper bit of a byte is set exactly if the byte is below
        // '!' or above ASCII.
        let others = (eight.wrapping_sub(EACH * u64::from(b'!')) | eight) & (EACH << 7);
        if others > 0 {
            return number + others.trailing_zeros() as usize / 8;
        }
        number += 8;
    }
    number
}

/// Returns the end of the white space (or of the other characters) from a position on, and the
/// classes of the characters beyond ASCII up to there.
#[inline]
fn skip(text: &str, from: usize, space: bool) -> (usize, u8) {
    let ascii = ascii();
    let bytes = text.as_bytes();
    let (mut at, mut found) = (from, 0);
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if (ascii[usize::from(byte & 0x7F)] & SPACE > 0) != space {
                break;
            }
            at += 1;
            continue;
        }
        let Some(one) = text[at..].chars().next() else {
            break;
        };
        let classes = classes(one);
        if (classes & SPACE > 0) != space {
            break;
        }
        found |= classes;
        at += one.len_utf8();
    }
    (at, found)
}

/// Hashes a word, fast for short ones: a multiplication to 128 bits, folded. The constants are not
/// UTF-8, so no word makes a factor 0.
#[inline]
fn hash(word: &[u8]) -> u64 {
    let four = |from: usize| {
        word[from..]
            .first_chunk()
            .map_or(0, |four| u32::from_le_bytes(*four))
    };
    let eight = |from: usize| {
        word[from..]
            .first_chunk()
            .map_or(0, |eight| u64::from_le_bytes(*eight))
    };
    let length = word.len();
    let (first, last) = match length {
        0 => return 0,
        1..=3 => {
            let [first, middle, last] = [0, length / 2, length - 1].map(|at| u64::from(word[at]));
            (first | middle << 8 | last << 16, 0)
        }
        4..=7 => (u64::from(four(0)), u64::from(four(length - 4))),
        8..=16 => (eight(0), eight(length - 8)),
        _ => return xxh3_64(word),
    };
    let product = u128::from(first ^ 0xFFE7_9B5D_C2F1_3A87)
        * u128::from(last ^ 0xFFB4_D1F6_5A93_6C2B ^ length as u64);
    (product >> 64) as u64 ^ product as u64
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
        let bare = match word.is_ascii() {
            true => {
                let is_letter = |byte: u8| byte.is_ascii_alphabetic();
                let start = word.bytes().position(is_letter).unwrap_or(0);
                let end = word.bytes().rposition(is_letter).map_or(0, |last| last + 1);
                &word[start..end]
            }
            false => word.trim_matches(|one: char| !is_letter(one)),
        };
        let mut buffer = [0; 32];
        let lower = match buffer.get_mut(..bare.len()) {
            _ if any & UPPER_CASE == 0 => Cow::Borrowed(bare.as_bytes()),
            Some(lower) if bare.is_ascii() => {
                lower.copy_from_slice(bare.as_bytes());
                lower.make_ascii_lowercase();
                Cow::Borrowed(&*lower)
            }
            _ if bare.len() > 2 * self.longest => return false,
            _ => Cow::Owned(bare.to_lowercase().into_bytes()),
        };
        lower.len() <= self.longest && self.words.has(hash(&lower))
    }
}

/// Numbers keys by first occurrence. Uses open addressing, and clears only the part that a text
/// needs.
#[derive(Debug)]
pub(crate) struct Table {
    /// The keys, and their numbers plus one; 0 marks a free cell.
    cells: Vec<(u64, u32)>,
    /// The number of cells in use is 2 to the power of 64 minus this.
    shift: u32,
    next: u32,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            cells: vec![(0, 0); 16],
            shift: 60,
            next: 0,
        }
    }
}

impl Table {
    /// Removes all keys, and makes room for about this number of keys.
    pub(crate) fn clear(&mut self, keys: usize) {
        self.resize((2 * keys).next_power_of_two().max(16));
        self.next = 0;
    }

    fn resize(&mut self, size: usize) {
        self.shift = 64 - size.trailing_zeros();
        if self.cells.len() < size {
            self.cells.clear();
            self.cells.resize(size, (0, 0));
        } else {
            self.cells[..size].fill((0, 0));
        }
    }

    fn size(&self) -> usize {
        1 << (64 - self.shift)
    }

    /// Returns the number of a key. A new key gets the number of keys before it.
    pub(crate) fn number(&mut self, key: u64) -> u32 {
        let at = self.place(key);
        let cell = &mut self.cells[at];
        if cell.1 > 0 {
            return cell.1 - 1;
        }
        let number = self.next;
        self.next += 1;
        *cell = (key, self.next);
        if self.next as usize * 4 > self.size() * 3 {
            self.grow();
        }
        number
    }

    /// Whether a key has a number.
    fn has(&self, key: u64) -> bool {
        self.cells[self.place(key)].1 > 0
    }

    /// Returns the cell of a key, or a free one for it.
    fn place(&self, key: u64) -> usize {
        // The upper bits of the product depend on all bits of the key.
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        let mask = self.size() - 1;
        while self.cells[at].1 > 0 && self.cells[at].0 != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let old: Vec<_> = self.cells[..self.size()].to_vec();
        self.resize(2 * old.len());
        for entry in old.into_iter().filter(|entry| entry.1 > 0) {
            let at = self.place(entry.0);
            self.cells[at] = entry;
        }
    }
}

#[cfg(test)]
mod tests {
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
            assert_eq!(list.has(word, classes_of(word).0), expected, "{word}");
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
}
