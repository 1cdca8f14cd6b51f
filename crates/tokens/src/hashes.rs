//! Splits text into tokens, each represented by a 64-bit hash.
//!
//! Most bytes of most texts are ASCII. Their tokens are found with bit masks, one bit per byte, over
//! windows of 64 bytes. Around other characters, bytes are classified by table lookup and characters
//! one by one.

use std::marker::PhantomData;

use memchr::memchr;
use platform::simd::{self, LOW_BYTES, Work, mask, within};
use wide::u8x16;

use unicode_normalization::UnicodeNormalization;

use crate::fold::FINAL_SIGMA;
use crate::unspaced;
use crate::window::{self, READ, WINDOW};

/// The definition of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Tokens {
    /// A maximal run without white space, as in onion.
    Space,
    /// A run of letters and digits. In scripts without spaces between words, each character with
    /// its marks is a token: a [cell](unspaced::cell). A letter with separate marks equals the
    /// composed letter (NFC).
    Word,
    /// Like [`Tokens::Word`], in lower case.
    WordFold,
}

/// The table entry of a separator.
const SEPARATOR: u8 = 0;
/// The table entry of a byte of a non-ASCII character.
const NON_ASCII: u8 = 0xFF;

const SPACE: [u8; 256] = table(Tokens::Space);
const WORD: [u8; 256] = table(Tokens::Word);
const WORD_FOLD: [u8; 256] = table(Tokens::WordFold);

/// Returns for each ASCII byte the byte that is hashed for it; `SEPARATOR` for separators.
const fn table(tokens: Tokens) -> [u8; 256] {
    let mut table = [NON_ASCII; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        table[byte as usize] = match tokens {
            // The same characters as in `char::is_whitespace`.
            Tokens::Space if matches!(byte, b'\t'..=b'\r' | b' ') => SEPARATOR,
            // NUL is not white space, and must not have the value of a separator.
            Tokens::Space if byte == 0 => 0x80,
            Tokens::Space => byte,
            _ if !byte.is_ascii_alphanumeric() => SEPARATOR,
            Tokens::Word => byte,
            Tokens::WordFold => byte.to_ascii_lowercase(),
        };
        byte += 1;
    }
    table
}

const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline]
fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FACTOR)
}

/// The finaliser of a token's hash. It mixes the high bits, which the last bytes affect most, into
/// all others.
#[inline]
pub fn mixed(hash: u64) -> u64 {
    let hash = (hash ^ (hash >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    (hash ^ (hash >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

/// `INVERSE[n]` undoes `n` multiplications by `FACTOR`, which is odd.
const INVERSE: [u64; 9] = {
    let (mut inverse, mut bits) = (1u64, 1);
    // Newton's method doubles the number of correct bits.
    while bits < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        bits *= 2;
    }
    let mut all = [1_u64; 9];
    let mut number = 1;
    while number < 9 {
        all[number] = all[number - 1].wrapping_mul(inverse);
        number += 1;
    }
    all
};

/// Returns the hash of a token extended by up to eight bytes, after which the others are 0.
///
/// A step with 0 only multiplies, which is undone at the end. So tokens of all lengths take the same
/// steps, and nothing depends on a length that cannot be predicted.
#[inline(always)]
fn steps(hash: u64, bytes: u64, length: usize) -> u64 {
    let each = bytes.to_le_bytes().into_iter();
    each.fold(hash, step).wrapping_mul(INVERSE[8 - length])
}

impl Tokens {
    /// All definitions, with their names.
    pub const ALL: [(&'static str, Tokens); 3] = [
        ("space", Tokens::Space),
        ("word", Tokens::Word),
        ("word-fold", Tokens::WordFold),
    ];

    /// Returns the name in options and gram records.
    pub fn name(self) -> &'static str {
        let (name, _) = Self::ALL
            .into_iter()
            .find(|&(_, tokens)| tokens == self)
            .expect("all are there");
        name
    }

    /// Returns the hash of `bytes` as one token, such as a line of a vertical file.
    pub fn hash(bytes: &[u8]) -> u64 {
        mixed(bytes.iter().fold(SEED, |hash, &byte| {
            // As in the table, NUL is hashed as a byte that no character has.
            step(hash, if byte == 0 { 0x80 } else { byte })
        }))
    }

    /// Returns the hash of a line of a vertical file, if it is a token. It is the hash of the whole
    /// line, or of the letters and digits of the word before the first tab.
    pub fn of_line(self, line: &[u8]) -> Option<u64> {
        if self == Tokens::Space {
            return Some(Self::hash(line));
        }
        let word = &line[..memchr(b'\t', line).unwrap_or(line.len())];
        let mut whole = None;
        self.for_each(&String::from_utf8_lossy(word), |part| {
            whole = Some(mixed(whole.unwrap_or_default() ^ part));
        });
        whole
    }

    /// Calls `each` with the hash of every token of the text, in order.
    pub fn for_each(self, text: &str, mut each: impl FnMut(u64)) {
        self.for_each_at(text, |hash, _| each(hash));
    }

    /// Like [`Tokens::for_each`], with the byte offset of each token.
    #[inline]
    pub fn for_each_at(self, text: &str, mut each: impl FnMut(u64, usize)) {
        match self {
            Tokens::Space => split::<Space>(text, &mut each),
            Tokens::Word => split::<Word>(text, &mut each),
            Tokens::WordFold => split::<WordFold>(text, &mut each),
        }
    }
}

/// The classification of non-ASCII characters.
#[derive(Clone, Copy)]
enum NonAscii {
    Space,
    Word,
    Fold,
}

/// Returns the hash of a token extended by one character.
#[inline]
fn hashed(hash: u64, character: char) -> u64 {
    let mut buffer = [0; 4];
    character.encode_utf8(&mut buffer).bytes().fold(hash, step)
}

/// Composes a letter and a mark after it, or two parts of a Hangul syllable, to one character
/// (NFC); returns `None` if they stay two characters.
#[inline]
fn composed(letter: char, mark: char) -> Option<char> {
    if !may_be_second(mark) {
        return None;
    }
    // Full NFC is needed, because a mark below must be placed before the mark in the letter.
    let mut both = [letter, mark].into_iter().nfc();
    both.next().filter(|_| both.next().is_none())
}

/// Whether a character may be composed with the one before it: marks, second parts of vowel signs, and letters within a Hangul syllable.
#[inline]
#[rustfmt::skip]
fn may_be_second(mark: char) -> bool {
    matches!(mark,
        '\u{300}'..='\u{36F}' | '\u{653}'..='\u{655}' | '\u{93C}' | '\u{9BE}' | '\u{9D7}' | '\u{B3E}' | '\u{B56}' | '\u{B57}' | '\u{BBE}'
        | '\u{BD7}' | '\u{C56}' | '\u{CC2}' | '\u{CD5}' | '\u{CD6}' | '\u{D3E}' | '\u{D57}' | '\u{DCA}' | '\u{DCF}' | '\u{DDF}' | '\u{102E}'
        | '\u{1161}'..='\u{1175}' | '\u{11A8}'..='\u{11C2}' | '\u{1B35}' | '\u{3099}' | '\u{309A}' | '\u{11000}'..='\u{16FFF}')
}

/// The lower case of a character for comparison: sigma has one form.
fn lower(character: char) -> std::char::ToLowercase {
    match character {
        FINAL_SIGMA => 'σ'.to_lowercase(),
        _ => character.to_lowercase(),
    }
}

/// Returns the hash of a cell, whose first two characters may be composed: kana with a separate sound mark, and a letter of Burmese.
#[inline]
fn hash_of_cell(cell: &str) -> u64 {
    let mut characters = cell.chars();
    let both = (characters.next()).zip(characters.next());
    let composed = both.and_then(|(letter, mark)| composed(letter, mark));
    let (before, rest) = match composed {
        Some(composed) => (hashed(SEED, composed), characters.as_str()),
        None => (SEED, cell),
    };
    rest.bytes().fold(before, step)
}

/// A definition of a token as a type, so that the code for each is compiled by itself.
trait Kind {
    const TABLE: &'static [u8; 256];
    const NON_ASCII: NonAscii;
}

macro_rules! kinds {
    ($($kind:ident $table:ident $non_ascii:ident;)*) => {$(
        struct $kind;

        impl Kind for $kind {
            const TABLE: &'static [u8; 256] = &$table;
            const NON_ASCII: NonAscii = NonAscii::$non_ascii;
        }
    )*};
}

kinds! {
    Space SPACE Space;
    Word WORD Word;
    WordFold WORD_FOLD Fold;
}

#[inline]
fn split<K: Kind>(text: &str, each: &mut impl FnMut(u64, usize)) {
    simd::run(Split {
        text,
        each,
        kind: PhantomData::<K>,
    });
}

/// The work of [`Tokens::for_each_at`].
struct Split<'a, K, F> {
    text: &'a str,
    each: &'a mut F,
    kind: PhantomData<K>,
}

impl<K: Kind, F: FnMut(u64, usize)> Work for Split<'_, K, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Split { text, each, .. } = self;
        let (table, non_ascii) = (K::TABLE, K::NON_ASCII);
        let mut at = 0;
        // Where few windows are ASCII, fewer and fewer are tried.
        let mut least = 1;
        while at < text.len() {
            let (ascii, are_many) =
                windows(&text.as_bytes()[at..], non_ascii, &mut |hash, start| {
                    each(hash, at + start);
                });
            at += ascii;
            // What follows has another character or a long token.
            if at < text.len() {
                least = match are_many {
                    true => 1,
                    false => (2 * least).clamp(WINDOW, 16 * WINDOW),
                };
                at += around(&text[at..], least, table, non_ascii, &mut |hash, start| {
                    each(hash, at + start);
                });
            }
        }
    }
}

/// Passes on the tokens at the start of a text that are ASCII and not longer than a window. Returns
/// where the next token begins, and whether these were many bytes.
#[inline(always)]
fn windows(bytes: &[u8], non_ascii: NonAscii, each: &mut impl FnMut(u64, usize)) -> (usize, bool) {
    let (mut at, mut padded) = (0, [0; READ]);
    while at < bytes.len() {
        let read = window::read(&bytes[at..], &mut padded);
        let window = read.first_chunk::<WINDOW>().expect("a window and more");
        let mut others = mask(window, |bytes| bytes);
        let separators = match non_ascii {
            NonAscii::Space => {
                // NUL is hashed as another byte.
                others |= mask(window, |bytes| bytes.simd_eq(u8x16::splat(0)));
                mask(window, |bytes| {
                    within(bytes, b'\t', b'\r') | bytes.simd_eq(u8x16::splat(b' '))
                })
            }
            NonAscii::Word | NonAscii::Fold => !mask(window, |bytes| {
                within(bytes | u8x16::splat(0x20), b'a', b'z') | within(bytes, b'0', b'9')
            }),
        };
        // The bytes before the first other one.
        let ascii = others & others.wrapping_neg();
        let ascii = ascii.wrapping_sub(1);
        let inside = !separators & ascii;
        let mut starts = inside & !(inside << 1);
        let mut ends = separators & ascii & inside << 1;
        while ends > 0 {
            let (start, end) = (starts.trailing_zeros(), ends.trailing_zeros());
            starts &= starts - 1;
            ends &= ends - 1;
            let (start, length) = (start as usize, (end - start) as usize);
            let head = read[start..].first_chunk().expect("16 bytes");
            let head = u128::from_le_bytes(*head) & LOW_BYTES[length.min(16)];
            let head = match non_ascii {
                NonAscii::Fold => lower_case(head),
                NonAscii::Space | NonAscii::Word => head,
            };
            let (low, high) = (head as u64, (head >> 64) as u64);
            let mut hash = steps(SEED, low, length.min(8));
            if length > 8 {
                hash = steps(hash, high, (length - 8).min(8));
            }
            if length > 16 {
                let rest = &read[start + 16..start + length];
                hash = rest.iter().fold(hash, |hash, &byte| match non_ascii {
                    NonAscii::Fold => step(hash, byte.to_ascii_lowercase()),
                    NonAscii::Space | NonAscii::Word => step(hash, byte),
                });
            }
            each(mixed(hash), at + start);
        }
        // A token that does not end here is read again.
        let next = match starts {
            0 => ascii.trailing_ones() as usize,
            _ => starts.trailing_zeros() as usize,
        };
        at += next;
        if others > 0 || next == 0 {
            break;
        }
    }
    (at.min(bytes.len()), at >= WINDOW)
}

/// Returns ASCII letters in lower case, and other ASCII characters as they are.
#[inline(always)]
fn lower_case(bytes: u128) -> u128 {
    let bytes = u8x16::new(bytes.to_le_bytes());
    let upper_case = within(bytes, b'A', b'Z');
    u128::from_le_bytes((bytes | upper_case & u8x16::splat(0x20)).to_array())
}

/// Passes on the tokens at the start of a text up to an ASCII separator, of at least this many bytes.
/// Returns how many bytes were read.
#[inline(always)]
fn around(
    text: &str,
    least: usize,
    table: &[u8; 256],
    non_ascii: NonAscii,
    each: &mut impl FnMut(u64, usize),
) -> usize {
    let bytes = text.as_bytes();
    let mut at = 0;
    let mut hash = SEED;
    let mut open = false;
    let mut start = 0;
    // The last character of the token in its original form, and the hash before it, because a
    // following mark may change it.
    let mut last = None;
    while let Some(&byte) = bytes.get(at) {
        match table[usize::from(byte)] {
            SEPARATOR => {
                if open {
                    each(mixed(hash), start);
                    (hash, open, last) = (SEED, false, None);
                }
                at += 1;
                if at >= least {
                    return at;
                }
            }
            NON_ASCII => {
                let cell = match non_ascii {
                    NonAscii::Space => None,
                    NonAscii::Word | NonAscii::Fold => unspaced::cell(&text[at..]),
                };
                if let Some((_, length)) = cell {
                    if open {
                        each(mixed(hash), start);
                    }
                    let cell = &text[at..at + length];
                    each(mixed(hash_of_cell(cell)), at);
                    (hash, open, last) = (SEED, false, None);
                    at += length;
                    continue;
                }
                let character = text[at..].chars().next().expect("a character starts here");
                let end = at + character.len_utf8();
                if let Some((letter, before)) = last
                    && let Some(composed) = composed(letter, character)
                {
                    hash = match non_ascii {
                        NonAscii::Fold => lower(composed).fold(before, hashed),
                        NonAscii::Space | NonAscii::Word => hashed(before, composed),
                    };
                    last = Some((composed, before));
                    at = end;
                    continue;
                }
                let inside = match non_ascii {
                    NonAscii::Space => !character.is_whitespace(),
                    NonAscii::Word | NonAscii::Fold => character.is_alphanumeric(),
                };
                if inside {
                    start = if open { start } else { at };
                    if !matches!(non_ascii, NonAscii::Space) {
                        last = Some((character, hash));
                    }
                    hash = match non_ascii {
                        NonAscii::Fold => lower(character).fold(hash, hashed),
                        NonAscii::Space | NonAscii::Word => {
                            bytes[at..end].iter().copied().fold(hash, step)
                        }
                    };
                    open = true;
                } else if open {
                    each(mixed(hash), start);
                    (hash, open, last) = (SEED, false, None);
                }
                at = end;
            }
            byte => {
                start = if open { start } else { at };
                if bytes.get(at + 1).is_some_and(|next| !next.is_ascii())
                    && !matches!(non_ascii, NonAscii::Space)
                {
                    last = Some((char::from(bytes[at]), hash));
                }
                hash = step(hash, byte);
                open = true;
                at += 1;
            }
        }
    }
    if open {
        each(mixed(hash), start);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn hashes(tokens: Tokens, text: &str) -> Vec<u64> {
        let mut all = Vec::new();
        tokens.for_each(text, |hash| all.push(hash));
        all
    }

    /// Computes the tokens directly from the definition, without the tables.
    fn defined(tokens: Tokens, text: &str) -> Vec<String> {
        if tokens == Tokens::Space {
            return text.split_whitespace().map(str::to_owned).collect();
        }
        let mut spaced = String::new();
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let mut length = character.len_utf8();
            match (unspaced::cell(rest), character) {
                (Some((_, cell)), _) => {
                    length = cell;
                    spaced.extend([" ", &rest[..cell], " "]);
                }
                (_, c) if !c.is_alphanumeric() => spaced.push(' '),
                (_, c) if tokens == Tokens::WordFold => spaced.extend(lower(c)),
                (_, c) => spaced.push(c),
            }
            rest = &rest[length..];
        }
        spaced
            .split(' ')
            .filter(|token| !token.is_empty())
            .map(str::to_owned)
            .collect()
    }

    proptest! {
        #[test]
        fn a_token_begins_where_it_is_said(text in "[a-c \u{e9}\u{6f22}.]{0,30}") {
            for (_, tokens) in Tokens::ALL {
                let mut found = Vec::new();
                tokens.for_each_at(&text, |hash, start| found.push((hash, start)));
                for (number, &(hash, start)) in found.iter().enumerate() {
                    let rest = match found.get(number + 1) {
                        Some(&(_, next)) => &text[start..next],
                        None => &text[start..],
                    };
                    prop_assert_eq!(hashes(tokens, rest), vec![hash]);
                    prop_assert!(!rest.starts_with(char::is_whitespace));
                }
            }
        }
    }

    #[test]
    fn composed_and_decomposed_letters_are_the_same() {
        let text = "Đã đến Huế, Ὀδυσσεύς й Ё 한국어 각 がぎパ ağ الآن Ångström \
                    கொடு പൊതു ଯୋଗ ක්‍රෝ ಕೋಟೆ মৌমাছি ऩऱऴ తై ဦးစီး";
        let decomposed: String = text.nfd().collect();
        // As in Vietnamese code pages, the vowel is composed but the tone is not.
        let half = "Vie\u{302}\u{323}t";
        for tokens in [Tokens::Word, Tokens::WordFold] {
            assert_eq!(hashes(tokens, text), hashes(tokens, &decomposed));
            assert_eq!(hashes(tokens, "Việt"), hashes(tokens, half));
            assert_eq!(hashes(tokens, "Việt"), hashes(tokens, "Vi\u{ea}\u{323}t"));
        }
        // Only white space separates the tokens of onion, and nothing else is changed.
        assert_ne!(
            hashes(Tokens::Space, text),
            hashes(Tokens::Space, &decomposed)
        );
    }

    #[test]
    fn second_characters_of_letters_are_known() {
        for one in ('\u{80}'..=char::MAX).filter(|one| !('\u{1160}'..='\u{11FF}').contains(one)) {
            let is_second = unicode_normalization::is_nfc_quick([one].into_iter())
                == unicode_normalization::IsNormalized::Maybe;
            assert!(!is_second || may_be_second(one), "{one:?}");
        }
    }

    #[test]
    fn a_space_in_another_place_is_another_token() {
        for (_, tokens) in Tokens::ALL {
            assert_ne!(hashes(tokens, "a bc"), hashes(tokens, "ab c"));
            assert_eq!(hashes(tokens, "  one\ttwo\n"), hashes(tokens, "one two"));
        }
    }

    #[test]
    fn words_have_no_punctuation_and_may_have_no_case() {
        let (word, fold) = (Tokens::Word, Tokens::WordFold);
        assert_eq!(
            hashes(word, "\u{201c}Don\u{2019}t!\u{201d}"),
            hashes(word, "Don t")
        );
        assert_ne!(hashes(word, "Don t"), hashes(word, "don t"));
        assert_eq!(hashes(fold, "ÉTÉ—Été_x"), hashes(fold, "été été x"));
        assert_eq!(hashes(fold, "漢字kana").len(), 3);
        assert_ne!(hashes(Tokens::Space, "a\0b"), hashes(Tokens::Space, "ab"));
    }

    proptest! {
        #[test]
        fn tokens_are_those_of_the_definition(text in "(?s)([a-zA-Z0-9]{0,9}|.|[ \n\t'-]|\u{a0}|É|漢|ท|ี|่|ក|្|မ|[a-zA-Z]{10,30}|[ -~]{70}){0,40}") {
            for (_, tokens) in Tokens::ALL {
                let expected: Vec<u64> = defined(tokens, &text).iter().map(|token| Tokens::hash(token.as_bytes())).collect();
                prop_assert_eq!(hashes(tokens, &text), expected, "{}", tokens.name());
            }
        }
    }
}
