//! From text to words: split at white space, keep the alphabetic characters, lower-case.
//!
//! Section 4.1 of the paper removes punctuation and digits, where OCR errors are most frequent. Here a character stays
//! if it has the Unicode property Alphabetic; lower-casing follows Unicode's full mapping.
//!
//! In scripts written without spaces this would make words of whole clauses. There each [cell](unspaced::cell) begins a
//! word that consists of it and the following cells: an n-gram of characters, across punctuation and line ends. So
//! there are as many words as cells, and positions in a document are counted in cells.

use std::ops::Range;

use crate::unspaced::{self, Script};

/// A normalised word.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The first 16 bytes of the word as a little-endian number, padded with zeros. No word has a zero byte, so two
    /// words of up to 16 bytes are equal if and only if their heads are.
    pub head: u128,
    /// The word: alphabetic characters only, in lower case, at least one.
    pub bytes: &'a [u8],
}

impl Token<'_> {
    fn new(bytes: &[u8]) -> Token<'_> {
        let mut head = [0; 16];
        let short = bytes.len().min(16);
        head[..short].copy_from_slice(&bytes[..short]);
        Token {
            head: u128::from_le_bytes(head),
            bytes,
        }
    }
}

/// The number of bytes that are classified together, one bit of a mask for each.
const WINDOW: usize = 64;

/// `LOW_BYTES[n]`: a mask of the `n` low bytes.
const LOW_BYTES: [u128; 17] = {
    let mut masks = [u128::MAX; 17];
    let mut bytes = 0;
    while bytes < 16 {
        masks[bytes] = (1 << (8 * bytes)) - 1;
        bytes += 1;
    }
    masks
};

/// Calls `emit` with each word of the text, in order.
///
/// Most words of most texts are ASCII and shorter than 64 bytes. They are found with bit masks, one bit a byte, over a
/// 64-byte window that begins at a word; all others are read character by character.
pub fn for_each(text: &str, mut emit: impl FnMut(Token<'_>)) {
    let mut words = Words::default();
    words.push(text, &mut emit);
    words.finish(emit);
}

/// [`for_each`] of a text that comes in pieces, each of which ends with white space or the text.
#[derive(Default)]
pub struct Words {
    scratch: Scratch,
}

impl Words {
    /// Calls `emit` with the words of the next piece, except an n-gram that may go on in the next one.
    pub fn push(&mut self, piece: &str, mut emit: impl FnMut(Token<'_>)) {
        let bytes = piece.as_bytes();
        let scratch = &mut self.scratch;
        let mut at = 0;
        while at < bytes.len() {
            let window = Window::new(&bytes[at..]);
            let mut starts = !window.space & (window.space << 1 | 1);
            // The start of the next window, unless a word extends beyond this one.
            let mut next = at + WINDOW;
            while starts != 0 {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let length = (window.space >> start).trailing_zeros();
                // A word without white space behind it may extend beyond the window: a new window begins at it. A word that
                // fills a window, or is not ASCII (and so may contain other white space), is read character by character.
                let word = (u64::MAX >> (WINDOW as u32 - length.clamp(1, 64))) << start;
                if length == 64 && start > 0 {
                    next = at + start as usize;
                    break;
                }
                if length == 64 || window.non_ascii & word != 0 {
                    let start = at + start as usize;
                    next = start + scratch.word(&piece[start..], &mut emit);
                    break;
                }
                let alphabetic = window.alphabetic & word;
                if alphabetic == 0 {
                    continue;
                }
                scratch.ngram.end(&mut emit);
                let first = alphabetic.trailing_zeros() as usize;
                let end = WINDOW - alphabetic.leading_zeros() as usize;
                if alphabetic.count_ones() as usize == end - first && end - first <= 16 {
                    let head = window.lower[first..first + 16].try_into().expect("16");
                    emit(Token {
                        head: u128::from_le_bytes(head) & LOW_BYTES[end - first],
                        bytes: &window.lower[first..end],
                    });
                } else {
                    let mut word = [0; WINDOW];
                    let mut length = 0;
                    for place in first..end {
                        word[length] = window.lower[place];
                        length += (alphabetic >> place & 1) as usize;
                    }
                    emit(Token::new(&word[..length]));
                }
            }
            at = next;
        }
    }

    /// Calls `emit` with the last words.
    pub fn finish(mut self, mut emit: impl FnMut(Token<'_>)) {
        self.scratch.ngram.end(&mut emit);
    }
}

/// Calls `emit` with the range in the text of each word of [`for_each`]: from its first to its last alphabetic
/// character, or, for a word of a script without spaces, its first cell.
///
/// # Examples
/// ```
/// let mut words = Vec::new();
/// let text = "\u{ab}Don't!\u{bb} 42 漢字";
/// tokens::words::for_each_place(text, |place| words.push(&text[place]));
/// assert_eq!(words, ["Don't", "漢", "字"]);
/// ```
pub fn for_each_place(text: &str, mut emit: impl FnMut(Range<usize>)) {
    let mut word: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        if let Some((_, length)) = unspaced::cell(&text[at..]) {
            word.take().into_iter().for_each(&mut emit);
            emit(at..at + length);
            at += length;
            continue;
        }
        let end = at + character.len_utf8();
        if character.is_alphabetic() {
            word = Some(word.map_or(at, |word| word.start)..end);
        } else if character.is_whitespace() {
            word.take().into_iter().for_each(&mut emit);
        }
        at = end;
    }
    word.into_iter().for_each(emit);
}

/// The bytes of a window and their classes.
struct Window {
    /// The bytes in lower case if they are letters (bit 0x20 set), padded so that 16 bytes can be read from any.
    lower: [u8; WINDOW + 16],
    /// ASCII letters.
    alphabetic: u64,
    /// ASCII white space.
    space: u64,
    /// Bytes of non-ASCII characters.
    non_ascii: u64,
}

impl Window {
    /// The first 64 bytes of `bytes`, padded with spaces.
    fn new(bytes: &[u8]) -> Window {
        let mut window = Window {
            lower: [0; WINDOW + 16],
            alphabetic: 0,
            space: 0,
            non_ascii: 0,
        };
        if let Some(bytes) = bytes.first_chunk::<WINDOW>() {
            window.classify(bytes);
        } else {
            let mut padded = [b' '; WINDOW];
            padded[..bytes.len()].copy_from_slice(bytes);
            window.classify(&padded);
        }
        window
    }

    /// SIMD within a register: eight bytes at a time in a 64-bit integer, comparing 7-bit numbers by carries into the
    /// eighth bit.
    fn classify(&mut self, bytes: &[u8; WINDOW]) {
        const LOW_BITS: u64 = 0x0101_0101_0101_0101;
        const HIGH_BITS: u64 = 0x80 * LOW_BITS;
        // The high bit of each byte that is at least `least`.
        let from = |ascii: u64, least: u8| ascii + u64::from(0x80 - least) * LOW_BITS;
        // The high bits, in the order of the bytes, as one byte.
        let gather =
            |high: u64| ((high & HIGH_BITS) >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let words = bytes.as_chunks::<8>().0;
        for (index, (word, lower)) in words
            .iter()
            .zip(self.lower.as_chunks_mut::<8>().0)
            .enumerate()
        {
            let word = u64::from_le_bytes(*word);
            let ascii = word & !HIGH_BITS;
            let low = ascii | (0x20 * LOW_BITS);
            let alphabetic = from(low, b'a') & !from(low, b'z' + 1) & !word;
            let control = from(ascii, b'\t') & !from(ascii, b'\r' + 1);
            let blank = !from(ascii ^ (0x20 * LOW_BITS), 1);
            let space = (control | blank) & !word;
            let shift = 8 * index;
            self.alphabetic |= gather(alphabetic) << shift;
            self.space |= gather(space) << shift;
            self.non_ascii |= gather(word) << shift;
            *lower = low.to_le_bytes();
        }
    }
}

/// Buffers for reading character by character.
#[derive(Default)]
struct Scratch {
    kept: String,
    lower: String,
    ngram: NgramBuffer,
}

impl Scratch {
    /// Emits the words of the text up to its first white space, and returns the length in bytes of that text and of the
    /// white space character.
    fn word(&mut self, text: &str, emit: &mut impl FnMut(Token<'_>)) -> usize {
        self.kept.clear();
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            if let Some((script, length)) = unspaced::cell(&text[at..]) {
                self.end_word(emit);
                self.ngram.add(&text[at..at + length], script, emit);
                at += length;
                continue;
            }
            at += character.len_utf8();
            if character.is_alphabetic() {
                self.kept.push(character);
            } else if character.is_whitespace() {
                break;
            }
        }
        self.end_word(emit);
        at
    }

    /// Emits the word in `kept`, unless it is empty.
    fn end_word(&mut self, emit: &mut impl FnMut(Token<'_>)) {
        if self.kept.is_empty() {
            return;
        }
        if self.kept.contains('Σ') {
            // The one letter whose lower case depends on its position: ς at the end of a word.
            self.lower = self.kept.to_lowercase();
        } else {
            self.lower.clear();
            self.lower
                .extend(self.kept.chars().flat_map(char::to_lowercase));
        }
        self.kept.clear();
        self.ngram.end(emit);
        emit(Token::new(self.lower.as_bytes()));
    }
}

/// The last cells of a script without spaces, fewer than an n-gram has.
#[derive(Default)]
struct NgramBuffer {
    script: Option<Script>,
    text: String,
    /// The end of each cell in `text`.
    ends: Vec<usize>,
}

/// The n of the n-grams. Of 20,000 cells of the text that encodings are learned from, these shares of n-grams occur
/// once: Japanese bigrams .24, Chinese .44; trigrams in Thai .26, Lao .24, Khmer .35, Burmese .52; of 5,000 English
/// words .29. With n one less they are .07 to .22 in the latter four, and close to 0 for single characters of the
/// former; with n one more, records are twice as long, and a misread character spoils more n-grams.
const fn cells(script: Script) -> usize {
    match script {
        Script::Han => 2,
        Script::Indic => 3,
    }
}

/// The number of tokens that a word covers: n for an n-gram of cells, 1 for other words.
///
/// # Examples
/// ```
/// use tokens::words::span;
/// assert_eq!([span("word"), span("漢字"), span("ภาษ")], [1, 2, 3]);
/// ```
#[must_use]
pub fn span(word: &str) -> usize {
    unspaced::cell(word).map_or(1, |(script, _)| cells(script))
}

impl NgramBuffer {
    fn add(&mut self, cell: &str, script: Script, emit: &mut impl FnMut(Token<'_>)) {
        if self.script != Some(script) {
            self.end(emit);
            self.script = Some(script);
        }
        self.text.push_str(cell);
        self.ends.push(self.text.len());
        if self.ends.len() == cells(script) {
            self.emit_first(emit);
        }
    }

    /// Emits the remaining, shorter n-grams: another script or a word follows.
    fn end(&mut self, emit: &mut impl FnMut(Token<'_>)) {
        while !self.ends.is_empty() {
            self.emit_first(emit);
        }
    }

    fn emit_first(&mut self, emit: &mut impl FnMut(Token<'_>)) {
        emit(Token::new(self.text.as_bytes()));
        let first = self.ends.remove(0);
        self.text.drain(..first);
        for end in &mut self.ends {
            *end -= first;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str) -> Vec<String> {
        let mut all = Vec::new();
        for_each(text, |token| {
            let word = std::str::from_utf8(token.bytes).unwrap().to_owned();
            assert_eq!(token.head, Token::new(token.bytes).head);
            all.push(word);
        });
        all
    }

    /// The definition, without the fast paths.
    fn defined(text: &str) -> Vec<String> {
        // The words of spaced scripts, and the cells of each run in a script without spaces.
        let mut runs: Vec<(Option<Script>, Vec<String>)> = Vec::new();
        for token in text.split(char::is_whitespace) {
            let mut rest = token;
            let mut fresh = true;
            while let Some(character) = rest.chars().next() {
                if let Some((script, length)) = unspaced::cell(rest) {
                    if runs.last().is_none_or(|(last, _)| *last != Some(script)) {
                        runs.push((Some(script), Vec::new()));
                    }
                    runs.last_mut().unwrap().1.push(rest[..length].to_owned());
                    rest = &rest[length..];
                    fresh = true;
                    continue;
                }
                if character.is_alphabetic() {
                    if fresh {
                        runs.push((None, vec![String::new()]));
                        fresh = false;
                    }
                    runs.last_mut().unwrap().1[0].push(character);
                }
                rest = &rest[character.len_utf8()..];
            }
        }
        let words = runs.into_iter().flat_map(|(script, parts)| match script {
            None => vec![parts[0].to_lowercase()],
            Some(script) => (0..parts.len())
                .map(|at| parts[at..parts.len().min(at + cells(script))].concat())
                .collect(),
        });
        words.collect()
    }

    #[test]
    fn examples() {
        assert_eq!(
            words("Don't split well-known words; 42 _is_ no word.\r\nNor is --.\u{a0}ÎLE\u{2003}x"),
            [
                "dont",
                "split",
                "wellknown",
                "words",
                "is",
                "no",
                "word",
                "nor",
                "is",
                "île",
                "x"
            ]
        );
        assert_eq!(words("ΟΔΥΣΣΕΥΣ, ΣΑΣ."), ["οδυσσευς", "σας"]);
        assert_eq!(
            words("吾輩は、\n猫Catである"),
            ["吾輩", "輩は", "は猫", "猫", "cat", "であ", "ある", "る"]
        );
        assert_eq!(words("ภาษา x"), ["ภาษ", "าษา", "ษา", "า", "x"]);
        assert!(words("").is_empty());
        assert!(words(" \n\u{85} 1-2").is_empty());
    }

    #[test]
    fn words_across_windows() {
        for gap in 0..140 {
            for length in [1, 15, 16, 17, 62, 63, 64, 65, 130] {
                let text = format!("{}{} Ende", " x-".repeat(gap), "Ab".repeat(length));
                assert_eq!(words(&text), defined(&text), "{gap} {length}");
            }
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_definition(text in "(?s)([a-zA-Z]{0,20}|.|[ \n\t'-]|\u{a0}|Σ|É|漢|か|ท|ี|မ){0,80}") {
            prop_assert_eq!(words(&text), defined(&text));
            let mut places = Vec::new();
            for_each_place(&text, |place| places.push(place));
            let words = words(&text);
            prop_assert_eq!(words.len(), places.len());
            for (word, place) in words.iter().zip(&places) {
                let letters: String = text[place.clone()].chars().filter(|&letter| letter.is_alphabetic()).collect();
                // An n-gram extends beyond its first cell.
                prop_assert!(letters.to_lowercase() == *word || unspaced::cell(&letters).is_some_and(|_| word.starts_with(&letters)));
            }
        }

        #[test]
        fn every_ascii_byte(text in "[\u{0}-\u{7f}]{0,200}") {
            prop_assert_eq!(words(&text), defined(&text));
        }
    }

    #[test]
    fn pieces_do_not_matter() {
        let text = "One two-three\nfour 漢字\nかな ΟΔΟΣ\nภาษาไทย\n\nภาษา five";
        let mut all = Vec::new();
        let mut pieces = Words::default();
        let mut emit = |token: Token| all.push(String::from_utf8(token.bytes.to_vec()).unwrap());
        for piece in text.split_inclusive('\n') {
            pieces.push(piece, &mut emit);
        }
        pieces.finish(emit);
        assert_eq!(all, words(text));
    }
}
