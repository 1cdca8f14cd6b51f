//! From text to folded words, each with its hash and its place.
//!
//! A word is a run of letters and digits, folded by [`tokens::fold`]: case, composed and decomposed letters, width, digits of other scripts
//! and ignorable characters make no difference. Apostrophes inside words and separators between groups of three digits are left out, so
//! that `don’t` is `dont` and `1,000` is `1000`; character references of HTML count as the characters that they stand for. In scripts
//! without spaces each character with its marks is a word ([`tokens::unspaced::cell`]).

use std::ops::Range;

use tokens::hashes::mixed;
use tokens::unspaced;

/// Where words end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Split {
    /// At every character that is neither a letter nor a digit: `well-known` is two words.
    #[default]
    Punctuation,
    /// At white space only; other characters that are neither letters nor digits are left out: `well-known` is `wellknown`.
    Space,
}

/// The table entry of a byte that ends a word.
const SEPARATOR: u8 = 0;
/// The table entry of a byte that needs a look at its neighbours: it may join two parts of a word.
const JOINER: u8 = 1;
/// The table entry of a byte of a non-ASCII character.
const OTHER: u8 = 0xFF;

/// The byte that each ASCII byte is hashed as, or one of the entries above.
const CLASS: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        table[byte as usize] = match byte {
            b'\'' | b',' | b'.' | b'&' => JOINER,
            _ if byte.is_ascii_alphanumeric() => byte.to_ascii_lowercase(),
            _ => SEPARATOR,
        };
        byte += 1;
    }
    table
};

const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

#[inline(always)]
fn step(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FACTOR)
}

fn hash_of(word: &str) -> u64 {
    mixed(word.bytes().fold(SEED, step))
}

/// Calls `each` with the hash and the byte range of every word, in order.
#[inline(always)]
pub(crate) fn for_each(text: &str, split: Split, mut each: impl FnMut(u64, Range<usize>)) {
    match split {
        Split::Punctuation => by_punctuation(text, &mut each),
        Split::Space => by_space(text, &mut each),
    }
}

#[inline(always)]
fn by_punctuation(text: &str, each: &mut impl FnMut(u64, Range<usize>)) {
    let bytes = text.as_bytes();
    let mut slow = Slow::default();
    let mut at = 0;
    while at < bytes.len() {
        // A word of ASCII letters and digits is hashed as it is read.
        let start = at;
        let mut hash = SEED;
        let class = loop {
            let class = bytes
                .get(at)
                .map_or(SEPARATOR, |&byte| CLASS[usize::from(byte)]);
            if class.wrapping_add(1) <= JOINER + 1 {
                break class;
            }
            hash = step(hash, class);
            at += 1;
        };
        if class == SEPARATOR || (class == JOINER && !joins(text, start, at)) {
            if at > start {
                each(mixed(hash), start..at);
            }
            at += 1;
        } else {
            at = slow.words(text, start, each);
        }
    }
}

/// Whether the character at `at` may be inside a word that began at `start`.
#[inline]
fn joins(text: &str, start: usize, at: usize) -> bool {
    let bytes = text.as_bytes();
    match bytes[at] {
        b'&' => bytes
            .get(at + 1)
            .is_some_and(|&next| next == b'#' || next.is_ascii_alphabetic()),
        b'\'' => {
            at > start
                && bytes[at - 1].is_ascii_alphabetic()
                && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
        }
        _ => at > start && bytes[at - 1].is_ascii_digit() && is_group(&text[at + 1..]),
    }
}

/// Whether the text begins with exactly three digits.
fn is_group(rest: &str) -> bool {
    let digits = rest.bytes().take(4).take_while(u8::is_ascii_digit).count();
    digits == 3
}

/// Characters that are not visible inside a word: soft hyphen, zero-width ones, variation selectors.
fn is_ignorable(character: char) -> bool {
    matches!(
        character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2069}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
    )
}

/// Combining marks that are not alphabetic: they belong to the letter before them.
fn is_mark(character: char) -> bool {
    match character {
        '\u{300}'..='\u{36F}'
        | '\u{483}'..='\u{489}'
        | '\u{591}'..='\u{5BD}'
        | '\u{5BF}'
        | '\u{5C1}'
        | '\u{5C2}'
        | '\u{5C4}'
        | '\u{5C5}'
        | '\u{5C7}'
        | '\u{610}'..='\u{61A}'
        | '\u{64B}'..='\u{65F}'
        | '\u{670}'
        | '\u{6D6}'..='\u{6DC}'
        | '\u{6DF}'..='\u{6E4}'
        | '\u{6E7}'
        | '\u{6E8}'
        | '\u{6EA}'..='\u{6ED}'
        | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}'
        | '\u{20D0}'..='\u{20FF}'
        | '\u{3099}'
        | '\u{309A}'
        | '\u{FE20}'..='\u{FE2F}' => true,
        // Signs of the scripts of India, in the same places of each block.
        '\u{900}'..='\u{DFF}' => matches!(character as u32 % 0x80, 0x3C | 0x4D | 0x51..=0x54),
        _ => false,
    }
}

/// The first character of the text and its length; that of a character reference, if the text begins with one.
fn first(text: &str) -> Option<(char, usize)> {
    let character = text.chars().next()?;
    if character == '&' {
        let known = |end: usize| {
            let decoded = html::entities::decode(text.get(..=end)?);
            let mut characters = decoded.chars();
            let one = characters.next().filter(|&one| one != '&' || end == 4)?;
            characters.next().is_none().then_some((one, end + 1))
        };
        // The longest name of a letter or mark is shorter.
        let end = text.bytes().take(12).position(|byte| byte == b';');
        if let Some(found) = end.and_then(known) {
            return Some(found);
        }
    }
    Some((character, character.len_utf8()))
}

/// Words with characters that are not ASCII letters and digits.
#[derive(Default)]
struct Slow {
    word: String,
    folded: String,
}

impl Slow {
    /// Reads on to the end of the word at `start`, and passes on what it finds; returns the offset behind it.
    #[inline(never)]
    fn words(
        &mut self,
        text: &str,
        start: usize,
        each: &mut impl FnMut(u64, Range<usize>),
    ) -> usize {
        self.word.clear();
        let mut at = start;
        // The word's end: without what was left out at its end.
        let mut end = start;
        while let Some((character, length)) = first(&text[at..]) {
            if let Some((_, length)) = unspaced::cell(&text[at..]) {
                self.pass(start..end, each);
                self.word.push_str(&text[at..at + length]);
                self.pass(at..at + length, each);
                return at + length;
            }
            let rest = &text[at + length..];
            if character.is_alphanumeric() || (is_mark(character) && !self.word.is_empty()) {
                self.word.push(character);
                end = at + length;
            } else if !is_ignorable(character) && !self.is_joined(character, rest) {
                self.pass(start..end, each);
                return at + length;
            }
            at += length;
        }
        self.pass(start..end, each);
        at
    }

    /// Whether a character that is not part of a word stands between two parts of one.
    fn is_joined(&self, character: char, rest: &str) -> bool {
        let Some(last) = self.word.chars().next_back() else {
            return false;
        };
        match character {
            '\'' | '\u{2019}' | '\u{2BC}' | '\u{FF07}' => {
                last.is_alphabetic()
                    && first(rest).is_some_and(|(next, _)| next.is_alphabetic())
                    && unspaced::cell(rest).is_none()
            }
            ',' | '.' | '\u{A0}' | '\u{202F}' | '\u{2009}' | '\u{66C}' => {
                last.is_numeric() && is_group(rest)
            }
            _ => false,
        }
    }

    /// Passes on the word that was read, if there is one.
    fn pass(&mut self, range: Range<usize>, each: &mut impl FnMut(u64, Range<usize>)) {
        if self.word.is_empty() {
            return;
        }
        self.folded.clear();
        fold(&self.word, &mut self.folded);
        if !self.folded.is_empty() {
            each(hash_of(&self.folded), range);
        }
        self.word.clear();
    }
}

/// Appends the folded word.
fn fold(word: &str, folded: &mut String) {
    folded.extend(word.chars().flat_map(char::to_lowercase));
}

fn by_space(text: &str, each: &mut impl FnMut(u64, Range<usize>)) {
    let mut slow = Slow::default();
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += part.len();
        let mut end = start;
        let mut first = None;
        for (offset, character) in part.char_indices() {
            if character.is_alphanumeric() || (is_mark(character) && first.is_some()) {
                slow.word.push(character);
                first = first.or(Some(start + offset));
                end = start + offset + character.len_utf8();
            }
        }
        if let Some(first) = first {
            slow.pass(first..end, each);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str, split: Split) -> Vec<(u64, &str)> {
        let mut all = Vec::new();
        for_each(text, split, |hash, range| all.push((hash, &text[range])));
        all
    }

    fn hashes(text: &str) -> Vec<u64> {
        words(text, Split::Punctuation)
            .into_iter()
            .map(|(hash, _)| hash)
            .collect()
    }

    #[test]
    fn case_punctuation_and_number_format_make_no_difference() {
        for (one, other) in [
            ("Don't STOP, now!", "don\u{2019}t stop now"),
            ("1,000,000 and 1.000.000", "1000000 and 1000000"),
            ("12\u{202f}500 kg", "12,500 kg"),
            ("a well-known caf\u{e9}", "a well known CAF\u{c9}"),
            (
                "Tom &amp; Jerry&#39;s caf&eacute;&nbsp;x",
                "Tom & Jerry's caf\u{e9} x",
            ),
            ("soft\u{ad}en \u{200b}it", "soften it"),
        ] {
            assert_eq!(hashes(one), hashes(other), "{one} | {other}");
        }
        for (one, other) in [
            ("3.5", "35"),
            ("1,00", "100"),
            ("don t", "dont"),
            ("a&b", "ab"),
            ("\u{6f22}\u{5b57}", "\u{6f22}"),
        ] {
            assert_ne!(hashes(one), hashes(other), "{one} | {other}");
        }
    }

    #[test]
    fn a_word_has_its_place() {
        let texts: Vec<&str> = words(
            "\u{ab}Don't!\u{bb} 1,000 \u{6f22}\u{5b57}&lt;x \u{e9}t\u{e9}. 5, 6",
            Split::Punctuation,
        )
        .into_iter()
        .map(|(_, text)| text)
        .collect();
        assert_eq!(
            texts,
            [
                "Don't",
                "1,000",
                "\u{6f22}",
                "\u{5b57}",
                "x",
                "\u{e9}t\u{e9}",
                "5",
                "6"
            ]
        );
    }

    #[test]
    fn at_white_space_only_punctuation_is_left_out() {
        let texts = |text| {
            words(text, Split::Space)
                .into_iter()
                .map(|(_, text)| text)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            texts("A well-known -- (thing)."),
            ["A", "well-known", "thing"]
        );
        let hashes = |text| {
            words(text, Split::Space)
                .into_iter()
                .map(|(hash, _)| hash)
                .collect::<Vec<_>>()
        };
        assert_eq!(hashes("Well-known"), hashes("wellknown"));
    }

    proptest! {
        #[test]
        fn places_are_in_order_and_never_panic(text in "(?s)([a-z]{0,3}|.|[ &;#'.,0-9]|\u{e9}|\u{301}|\u{6f22}|\u{e17}|\u{e35}|&amp;){0,40}") {
            for split in [Split::Punctuation, Split::Space] {
                let mut last = 0;
                for_each(&text, split, |_, range| {
                    assert!(range.start >= last && range.end > range.start, "{range:?} after {last}");
                    last = range.end;
                    let _ = &text[range];
                });
            }
        }
    }
}
