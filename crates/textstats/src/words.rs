//! Words, as numbers that are equal where words are.

use htmlblocks::StopList;
use tokens::unspaced::cell;
use xxhash_rust::xxh3::xxh3_64;

use crate::characters::{is_letter, is_punctuation, is_space};
use crate::measures::Measures;
use crate::ratio;

/// What counts as a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A run without white space. In scripts that are written without spaces (Han, kana, Thai, Lao, Khmer, Burmese) each
    /// character with its marks.
    #[default]
    Auto,
    /// A run without white space, in all scripts, as published.
    Space,
}

/// Gopher's stop words (Rae et al. 2021, appendix A1.1).
const STOP_WORDS: [&str; 8] = ["the", "be", "to", "of", "and", "that", "have", "with"];

/// A word as the text has it.
#[derive(Debug, Clone, Copy)]
struct Distinct {
    /// The first occurrence, in bytes.
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
    /// Where each word ends, in characters of the words joined by one space each where white space separates them; the
    /// first entry is 0.
    pub(crate) ends: Vec<u64>,
    distinct: Vec<Distinct>,
    table: Table,
}

impl Words {
    /// Reads the words of a text. Words whose 64-bit hashes are equal count as one word.
    pub(crate) fn read(&mut self, text: &str, unit: Unit) {
        self.numbers.clear();
        self.ends.clear();
        self.ends.push(0);
        self.distinct.clear();
        // A word and its space have two bytes at least; a table for that many would be too large for most texts.
        self.table.clear(text.len() / 6 + 16);
        let mut rest = 0;
        while let Some((start, end)) = next_run(text, rest) {
            rest = end;
            let run = &text[start..end];
            if unit == Unit::Space || run.is_ascii() {
                self.push(text, start, end, 1);
                continue;
            }
            self.push_cells(text, start, end);
        }
    }

    /// The characters of scripts without spaces in a run, and what stands between them.
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
        let number = self.table.number(xxh3_64(word.as_bytes()));
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

    /// Where a word starts, as [`Words::ends`].
    pub(crate) fn start(&self, index: usize) -> u64 {
        let word = &self.distinct[self.numbers[index] as usize];
        self.ends[index + 1] - u64::from(word.characters)
    }

    /// How often the word with a number occurs.
    pub(crate) fn count(&self, number: u32) -> u32 {
        self.distinct[number as usize].count
    }

    pub(crate) fn measure(
        &self,
        text: &str,
        stop_list: Option<&StopList>,
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
            if written.chars().any(|one| !is_punctuation(one)) {
                plain += count;
                plain_characters += count * word.characters as usize;
            }
            alphabetic += count * usize::from(written.chars().any(is_letter));
            let bare = written.trim_matches(|one: char| !is_letter(one));
            stop += count * usize::from(stop_list.is_some_and(|list| list.has(bare)));
            if let Some(at) = STOP_WORDS.iter().position(|stop| *stop == written) {
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
            // Until here they are counts.
            *per_word = ratio(*per_word as usize, all);
        }
    }
}

/// The next run without white space from a place on.
fn next_run(text: &str, from: usize) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = from;
    loop {
        let byte = *bytes.get(at)?;
        if byte.is_ascii() {
            if !is_space(char::from(byte)) {
                break;
            }
            at += 1;
            continue;
        }
        let one = text[at..].chars().next()?;
        if !is_space(one) {
            break;
        }
        at += one.len_utf8();
    }
    let start = at;
    while let Some(&byte) = bytes.get(at) {
        if byte.is_ascii() {
            if is_space(char::from(byte)) {
                break;
            }
            at += 1;
            continue;
        }
        let one = text[at..].chars().next()?;
        if is_space(one) {
            break;
        }
        at += one.len_utf8();
    }
    Some((start, at))
}

/// Numbers keys by first occurrence: open addressing, cleared only as far as a text needs it.
#[derive(Debug)]
pub(crate) struct Table {
    /// Keys and their numbers plus one; 0 is free.
    cells: Vec<(u64, u32)>,
    /// The number of cells in use is 2 to the power of 64 less this.
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
    /// Forgets all keys, and makes room for about so many.
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

    /// The number of a key, which is the number of keys before it where it is new.
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

    /// The cell of a key, or the free one where it belongs.
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
