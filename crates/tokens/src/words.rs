//! Splits text into words: splits at white space, keeps the alphabetic characters, and converts to
//! lower case.
//!
//! Section 4.1 of the paper removes punctuation and digits, where OCR errors are most frequent.
//! Here characters with the Unicode property Alphabetic stay. Lower-casing follows Unicode's full
//! mapping.
//!
//! In scripts written without spaces, this would turn whole clauses into words. There, each
//! [cell](unspaced::cell) begins a word that consists of it and the following cells: an n-gram of
//! characters, across punctuation and line ends. So there are as many words as cells, and positions
//! in a document are counted in cells.

use std::ops::Range;

use platform::simd::{self, LOW_BYTES, Work, mask, within};
use wide::u8x16;

use crate::fold::is_combining_mark;
use crate::unspaced::{self, Script};
use crate::window::{self, READ, WINDOW, marks};

/// A normalised word.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// The first 16 bytes of the word as a little-endian number, padded with zeros. No word
    /// contains a zero byte. So two words of up to 16 bytes are equal if and only if their heads
    /// are.
    pub head: u128,
    /// The word, at least one character; all are alphabetic and in lower case.
    pub bytes: &'a [u8],
}

/// Receives the words of a text. Closures implement this; a separate type allows its method to be
/// inlined.
pub trait Sink {
    /// Receives the next word.
    fn word(&mut self, token: Token<'_>);
}

impl<F: FnMut(Token<'_>)> Sink for F {
    #[inline(always)]
    fn word(&mut self, token: Token<'_>) {
        self(token);
    }
}

impl Token<'_> {
    #[inline(always)]
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

/// The bit in each byte that distinguishes small ASCII letters from capitals.
const LOWER: u128 = u128::from_ne_bytes([0x20; 16]);

/// Calls `sink` with each word of the text, in order.
///
/// Most words of most texts are shorter than 64 bytes, and ASCII except for quotation marks and
/// dashes. They are found with bit masks, one bit per byte, over a 64-byte window that begins at a
/// word. All others are read character by character.
pub fn for_each(text: &str, mut sink: impl FnMut(Token<'_>)) {
    let mut words = Words::default();
    words.push(text, &mut sink);
    words.finish(&mut sink);
}

/// Like [`for_each`], for a text that comes in chunks. Each chunk must end with white space or be
/// the last.
#[derive(Default)]
pub struct Words {
    scratch: Scratch,
}

impl Words {
    /// Passes the words of the next chunk to `sink`, except an n-gram that may continue in the next
    /// one.
    #[inline]
    pub fn push(&mut self, piece: &str, sink: &mut impl Sink) {
        simd::run(Push {
            scratch: &mut self.scratch,
            piece,
            sink,
        });
    }

    /// Passes on the last words.
    pub fn finish(mut self, sink: &mut impl Sink) {
        self.scratch.ngram.end(sink);
    }
}

/// The work of [`Words::push`].
struct Push<'a, S> {
    scratch: &'a mut Scratch,
    piece: &'a str,
    sink: &'a mut S,
}

impl<S: Sink> Work for Push<'_, S> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Push {
            scratch,
            piece,
            sink,
        } = self;
        let bytes = piece.as_bytes();
        let (mut at, mut padded) = (0, [0; READ]);
        while at < bytes.len() {
            let read = window::read(&bytes[at..], &mut padded);
            let window = Window::of(read.first_chunk().expect("a window and more"));
            let mut starts = !window.space & (window.space << 1 | 1);
            // The start of the next window, unless a word extends beyond this one.
            let mut next = at + WINDOW;
            while starts != 0 {
                let start = starts.trailing_zeros();
                starts &= starts - 1;
                let length = (window.space >> start).trailing_zeros();
                // A word without white space after it may extend beyond the window, so a new window
                // begins at it. A word that fills a window, or is not ASCII (so it may contain
                // other white space), is read character by character.
                let word = (u64::MAX >> (WINDOW as u32 - length.clamp(1, 64))) << start;
                if length == 64 && start > 0 {
                    next = at + start as usize;
                    break;
                }
                if length == 64 || window.other & word != 0 {
                    let start = at + start as usize;
                    next = start + scratch.word(&piece[start..], sink);
                    break;
                }
                let alphabetic = window.alphabetic & word;
                if alphabetic == 0 {
                    continue;
                }
                scratch.ngram.end(sink);
                let first = alphabetic.trailing_zeros();
                let end = WINDOW as u32 - alphabetic.leading_zeros();
                let letters = alphabetic.count_ones() as usize;
                let (short, joined);
                let token = if letters == (end - first) as usize && letters <= 16 {
                    let head = lower_case(read, first) & LOW_BYTES[letters];
                    short = head.to_le_bytes();
                    Token {
                        head,
                        bytes: &short[..letters],
                    }
                } else {
                    joined = join_runs(read, alphabetic);
                    Token {
                        head: u128::from_le_bytes(*joined.first_chunk().expect("16 bytes")),
                        bytes: &joined[..letters],
                    }
                };
                sink.word(token);
            }
            at = next;
        }
    }
}

/// Returns the letters of a window that the mask selects, in lower case.
#[inline(always)]
fn join_runs(read: &[u8; READ], mut letters: u64) -> [u8; WINDOW] {
    let mut joined = [0; WINDOW];
    let mut length = 0;
    while letters != 0 {
        let start = letters.trailing_zeros() as usize;
        let run = (letters >> start).trailing_ones() as usize;
        for (to, byte) in joined[length..].iter_mut().zip(&read[start..start + run]) {
            *to = byte | 0x20;
        }
        length += run;
        letters &= u64::MAX.checked_shl((start + run) as u32).unwrap_or(0);
    }
    joined
}

/// Returns the 16 bytes from a position of the window on, with letters in lower case.
#[inline(always)]
fn lower_case(read: &[u8; READ], from: u32) -> u128 {
    let from = from as usize % WINDOW;
    let bytes = read[from..from + 16].try_into().expect("16");
    u128::from_le_bytes(bytes) | LOWER
}

/// Calls `emit` with the range in the text of each word of [`for_each`], from its first to its last
/// alphabetic character with its marks. For a word in a script without spaces, the range is its first cell.
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
        } else if let Some(word) = word.as_mut().filter(|word| word.end == at)
            && is_combining_mark(character)
        {
            word.end = end;
        } else if character.is_whitespace() {
            word.take().into_iter().for_each(&mut emit);
        }
        at = end;
    }
    word.into_iter().for_each(emit);
}

/// The classes of the bytes of a window, one bit per byte.
struct Window {
    /// ASCII letters.
    alphabetic: u64,
    /// ASCII white space.
    space: u64,
    /// Bytes of characters that are examined one by one: not ASCII, and not common marks such as
    /// quotation marks and dashes.
    other: u64,
}

impl Window {
    #[inline(always)]
    fn of(bytes: &[u8; WINDOW]) -> Window {
        let alphabetic = mask(bytes, |bytes| {
            within(bytes | u8x16::splat(0x20), b'a', b'z')
        });
        let space = mask(bytes, |bytes| {
            within(bytes, b'\t', b'\r') | bytes.simd_eq(u8x16::splat(b' '))
        });
        // The mask consists of the high bits.
        let non_ascii = mask(bytes, |bytes| bytes);
        let other = match non_ascii {
            0 => 0,
            non_ascii => non_ascii & !marks(bytes),
        };
        Window {
            alphabetic,
            space,
            other,
        }
    }
}

/// The buffers for reading character by character.
#[derive(Default)]
struct Scratch {
    kept: String,
    lower: String,
    ngram: NgramBuffer,
}

impl Scratch {
    /// Passes on the words of the text up to its first white space. Returns the length in bytes of
    /// that text, including the white space character.
    #[inline(never)]
    fn word(&mut self, text: &str, sink: &mut impl Sink) -> usize {
        self.kept.clear();
        let mut at = 0;
        while let Some(character) = text[at..].chars().next() {
            if let Some((script, length)) = unspaced::cell(&text[at..]) {
                self.end_word(sink);
                self.ngram.add(&text[at..at + length], script, sink);
                at += length;
                continue;
            }
            at += character.len_utf8();
            if is_alphabetic(character) {
                self.kept.push(character);
            } else if character.is_whitespace() {
                break;
            }
        }
        self.end_word(sink);
        at
    }

    /// Passes on the word in `kept`, unless it is empty.
    fn end_word(&mut self, sink: &mut impl Sink) {
        if self.kept.is_empty() {
            return;
        }
        if self.kept.contains('Σ') {
            // Sigma is the only letter whose lower case depends on its position: ς at the end of a
            // word.
            self.lower = self.kept.to_lowercase();
        } else {
            self.lower.clear();
            for character in self.kept.chars() {
                push_lower(&mut self.lower, character);
            }
        }
        self.kept.clear();
        self.ngram.end(sink);
        sink.word(Token::new(self.lower.as_bytes()));
    }
}

/// Works like `char::is_alphabetic`, but avoids a table search for the letters of most European
/// languages.
#[inline]
fn is_alphabetic(character: char) -> bool {
    match character {
        'À'..='ɏ' => !matches!(character, '×' | '÷'),
        _ => character.is_alphabetic(),
    }
}

/// Appends a letter in lower case, and avoids a table search for the letters of Latin-1.
#[inline]
fn push_lower(lower: &mut String, letter: char) {
    match letter {
        '\0'..='\x7f' => lower.push(letter.to_ascii_lowercase()),
        'À'..='Þ' => lower.push(char::from(letter as u8 + 0x20)),
        'ß'..='ÿ' => lower.push(letter),
        _ => lower.extend(letter.to_lowercase()),
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

/// Returns the n of the n-grams. In 20,000 cells of the text from which encodings are learned,
/// these shares of n-grams occur once: of bigrams Japanese .24, Chinese .44; of trigrams Thai .26,
/// Lao .24, Khmer .35, Burmese .52. In 5,000 English words it is .29. With n one less, the shares
/// are .07 to .22 in the last four languages, and close to 0 for single characters of the first
/// two. With n one more, records are twice as long, and a misread character damages more n-grams.
const fn cells(script: Script) -> usize {
    match script {
        Script::Han => 2,
        Script::Indic => 3,
    }
}

/// Returns the number of tokens that a word covers: n for an n-gram of cells, 1 for other words.
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
    fn add(&mut self, cell: &str, script: Script, sink: &mut impl Sink) {
        if self.script != Some(script) {
            self.end(sink);
            self.script = Some(script);
        }
        self.text.push_str(cell);
        self.ends.push(self.text.len());
        if self.ends.len() == cells(script) {
            self.emit_first(sink);
        }
    }

    /// Passes on the remaining, shorter n-grams before another script or a word.
    #[inline(always)]
    fn end(&mut self, sink: &mut impl Sink) {
        if !self.ends.is_empty() {
            self.emit_all(sink);
        }
    }

    #[cold]
    fn emit_all(&mut self, sink: &mut impl Sink) {
        while !self.ends.is_empty() {
            self.emit_first(sink);
        }
    }

    fn emit_first(&mut self, sink: &mut impl Sink) {
        sink.word(Token::new(self.text.as_bytes()));
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

    /// Computes the words directly from the definition, without the fast paths.
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
        fn agrees_with_the_definition(text in "(?s)([a-zA-Z]{0,20}|.|[ \n\t'-]|[\u{2000}-\u{2030}]|\u{a0}|Σ|É|漢|か|ท|ี|မ){0,80}") {
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
    fn every_letter_is_as_in_the_standard_library() {
        for character in '\0'..=char::MAX {
            assert_eq!(is_alphabetic(character), character.is_alphabetic());
            if character.is_alphabetic() {
                let mut lower = String::new();
                push_lower(&mut lower, character);
                assert!(lower.chars().eq(character.to_lowercase()), "{character}");
            }
        }
    }

    #[test]
    fn quotation_marks_are_no_letters() {
        // Includes the case that the window ends within a mark.
        for gap in 0..70 {
            let text = format!(
                "{}“Don’t” – she‑said\u{2028}x ‧a\u{2010}b\u{200F}c\u{2027}",
                "a ".repeat(gap)
            );
            assert_eq!(words(&text), defined(&text), "{gap}");
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
        pieces.finish(&mut emit);
        assert_eq!(all, words(text));
    }
}
