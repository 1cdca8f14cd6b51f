//! From text to folded words, each with its hash and its place.
//!
//! A word is a run of letters and digits, folded by [`tokens::fold`]: case, composed and decomposed letters, width, digits of other scripts
//! and ignorable characters make no difference. Apostrophes inside words and separators between groups of three digits are left out, so
//! that `don’t` is `dont` and `1,000` is `1000`; character references of HTML count as the characters that they stand for, and its tags are
//! left out, as are the addresses of links in Markdown. A word divided at the end of a line is one word. In scripts without spaces each character with its marks is a word
//! ([`tokens::unspaced::cell`]).

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

use crate::grams::short;
use crate::table::Bits;
use html::elements::Element;
use html::visible::INLINE;
use platform::simd::{self, LOW_BYTES, Work, mask, within};
use tokens::fold::{ascii_digit, is_combining_mark, is_ignorable};
use tokens::hashes::mixed;
use tokens::window::{self, READ, WINDOW};
use tokens::{Fold, unspaced};
use wide::u8x16;

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

/// The class of each byte.
const CLASS: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0u8;
    while byte < 0x80 {
        table[byte as usize] = match byte {
            b'\'' | b',' | b'.' | b'&' | b'-' | b'<' | b']' => JOINER,
            _ => SEPARATOR,
        };
        byte += 1;
    }
    table
};

const SEED: u64 = 0x243F_6A88_85A3_08D3;
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash after eight more bytes of a word, or after its last ones and zeros.
#[inline(always)]
fn step(hash: u64, bytes: u64) -> u64 {
    let hash = (hash ^ bytes).wrapping_mul(FACTOR);
    hash ^ hash >> 32
}

fn hash_of(word: &str) -> u64 {
    let (whole, rest) = word.as_bytes().as_chunks::<8>();
    let hash = whole
        .iter()
        .fold(SEED, |hash, bytes| step(hash, u64::from_le_bytes(*bytes)));
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    mixed(if rest.is_empty() {
        hash
    } else {
        step(hash, u64::from_le_bytes(last))
    })
}

/// A byte repeated eight times.
const fn bytes(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The number of ASCII letters and digits that eight bytes begin with.
#[inline(always)]
fn letters(eight: u64) -> u32 {
    let seven_bits = eight & bytes(0x7F);
    let lower = seven_bits | bytes(0x20);
    // The high bit of each byte: whether it is at least the first character of a range, and not beyond the last one.
    let letter = (lower + bytes(0x80 - b'a')) & !(lower + bytes(0x7F - b'z'));
    let digit = (seven_bits + bytes(0x80 - b'0')) & !(seven_bits + bytes(0x7F - b'9'));
    let inside = (letter | digit) & !eight & bytes(0x80);
    (inside ^ bytes(0x80)).trailing_zeros() / 8
}

/// Eight bytes of the text from `at` on, with zeros behind its end.
#[inline(always)]
fn eight(text: &[u8], at: usize) -> u64 {
    if let Some(eight) = text.get(at..at + 8) {
        return u64::from_le_bytes(eight.try_into().expect("eight bytes"));
    }
    let mut last = [0; 8];
    let rest = &text[at.min(text.len())..];
    last[..rest.len()].copy_from_slice(rest);
    u64::from_le_bytes(last)
}

/// Which words are read as one that a hyphen and white space divide: `infor-` at the end of a line and `mation`.
#[derive(Clone, Copy)]
pub(crate) enum Divided<'f> {
    /// All, as in items.
    Joined,
    /// Those that are a word of an item then. So `well-` and `known` stay two.
    Known(Bits<'f>),
}

impl Divided<'_> {
    fn is_one(self, word: u64) -> bool {
        match self {
            Divided::Joined => true,
            Divided::Known(words) => words.may_have(short(word)),
        }
    }
}

/// Calls `each` with the hash and the byte range of every word, in order.
///
/// A text that begins where one of its words does has the same words from there on.
#[inline(always)]
pub(crate) fn for_each(
    text: &str,
    split: Split,
    divided: Divided,
    mut each: impl FnMut(u64, Range<usize>),
) {
    match split {
        Split::Punctuation => simd::run(ByPunctuation {
            text,
            divided,
            each: &mut each,
        }),
        Split::Space => by_space(text, &mut each),
    }
}

/// The work of [`for_each`] at every character that is neither a letter nor a digit.
struct ByPunctuation<'a, F> {
    text: &'a str,
    divided: Divided<'a>,
    each: &'a mut F,
}

impl<F: FnMut(u64, Range<usize>)> Work for ByPunctuation<'_, F> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let ByPunctuation {
            text,
            divided,
            each,
        } = self;
        let bytes = text.as_bytes();
        let mut slow = Slow::new(divided);
        let (mut at, mut padded) = (0, [0; READ]);
        while at < bytes.len() {
            let read = window::read(&bytes[at..], &mut padded);
            let classes = Classes::of(read.first_chunk().expect("a window and more"));
            let start = at;
            // The bytes of the window that are not read yet.
            let mut rest = u64::MAX;
            at = loop {
                let inside = classes.inside & rest;
                let stop = classes.unsure & rest;
                let before = (stop & stop.wrapping_neg()).wrapping_sub(1);
                let mut starts = inside & !(inside << 1) & before;
                let mut ends = !inside & inside << 1 & before;
                while ends > 0 {
                    let (from, to) = (starts.trailing_zeros(), ends.trailing_zeros());
                    starts &= starts - 1;
                    ends &= ends - 1;
                    let (from, to) = (from as usize, to as usize);
                    each(hash_in(read, from, to - from), start + from..start + to);
                }
                // The word before the stop, or one that goes on behind the window.
                let from = starts.trailing_zeros().min(stop.trailing_zeros()) as usize;
                if stop == 0 && from > 0 {
                    break start + from;
                }
                let next = slow.read(text, start + from);
                for (hash, place) in slow.found.drain(..) {
                    each(hash, place);
                }
                if next >= start + WINDOW {
                    break next;
                }
                rest = u64::MAX << (next - start);
            };
        }
    }
}

/// The hash of a word of ASCII letters and digits in a window.
#[inline(always)]
fn hash_in(read: &[u8; READ], start: usize, length: usize) -> u64 {
    let eight = |at: usize| {
        let eight = read[at..].first_chunk().expect("eight bytes");
        // Lower case; a digit has this bit as well.
        u64::from_le_bytes(*eight) | bytes(0x20)
    };
    let short = step(SEED, eight(start) & LOW_BYTES[length.min(8)] as u64);
    // Both are computed, because the length of a word cannot be predicted.
    let long = step(
        short,
        eight(start + 8) & LOW_BYTES[length.clamp(8, 16) - 8] as u64,
    );
    let mut hash = if length > 8 { long } else { short };
    if length > 16 {
        let rest = &read[start + 16..start + length];
        for at in (0..rest.len()).step_by(8) {
            let left = (rest.len() - at).min(8);
            let lower = (self::eight(rest, at) | bytes(0x20)) & u64::MAX >> (64 - 8 * left);
            hash = step(hash, lower);
        }
    }
    mixed(hash)
}

/// The classes of the bytes of a window, one bit for each byte.
struct Classes {
    /// ASCII letters and digits.
    inside: u64,
    /// Bytes that may be part of a word or join two parts of one, so that [`Slow`] reads them.
    unsure: u64,
}

impl Classes {
    #[inline(always)]
    fn of(window: &[u8; WINDOW]) -> Classes {
        let inside = mask(window, |bytes| {
            within(bytes | u8x16::splat(0x20), b'a', b'z') | within(bytes, b'0', b'9')
        });
        // The mask consists of the high bits.
        let odd = mask(window, |bytes| {
            let is = |byte| bytes.simd_eq(u8x16::splat(byte));
            bytes | is(b'&') | is(b'<') | is(b'-') | is(b']')
        });
        // Apostrophes, commas and full stops are among these.
        let between = mask(window, |bytes| within(bytes, b'\'', b'.'));
        let unsure = match odd | between & inside << 1 & next(inside) {
            0 => 0,
            _ => Classes::unsure(window, inside),
        };
        Classes { inside, unsure }
    }

    #[inline(always)]
    fn unsure(window: &[u8; WINDOW], inside: u64) -> u64 {
        let equal = |byte| mask(window, |bytes| bytes.simd_eq(u8x16::splat(byte)));
        let letters = mask(window, |bytes| {
            within(bytes | u8x16::splat(0x20), b'a', b'z')
        });
        let digits = inside & !letters;
        let apostrophe = equal(b'\'') & letters << 1 & next(letters);
        let three_digits = next(digits & next(digits & next(digits)));
        let separator = (equal(b',') | equal(b'.')) & digits << 1 & three_digits;
        let ampersand = equal(b'&');
        let reference = ampersand & next(letters | equal(b'#'));
        let tag = equal(b'<') & next(letters | equal(b'/'));
        let link = match equal(b']') {
            0 => 0,
            bracket => bracket & next(equal(b'(')),
        };
        let hyphen = match equal(b'-') & letters << 1 {
            0 => 0,
            hyphen => hyphen & next(mask(window, |bytes| within(bytes, b'\t', b' '))),
        };
        let mut others = mask(window, |bytes| bytes);
        if others > 0 {
            let joined = next(next(next(inside | others | ampersand)));
            let quote = equal(0xE2) & equal(0x99) >> 2 & joined;
            others &= !window::marks(window) | quote | quote << 1 | quote << 2;
        }
        apostrophe | separator | reference | tag | link | hyphen | others
    }
}

/// Whether the next byte is of a class; true for the last byte of a window.
#[inline(always)]
fn next(class: u64) -> u64 {
    class >> 1 | 1 << (WINDOW - 1)
}

/// The length of a mark that ends a word: a quotation mark, dash or ellipsis (U+2010 to U+2027), a space or mark of Chinese and Japanese. 0
/// for anything else, and for an apostrophe before a letter.
#[inline]
fn punctuation(bytes: &[u8], at: usize) -> usize {
    match bytes[at..] {
        [0xE2, 0x80, 0x99, next, ..]
            if next.is_ascii_alphanumeric() || next >= 0x80 || next == b'&' =>
        {
            0
        }
        [0xE2, 0x80, 0x90..=0xA7, ..] | [0xE3, 0x80, 0x80..=0x83 | 0x88..=0x91, ..] => 3,
        _ => 0,
    }
}

/// The length of an ideograph or a kana that is a word as it stands: without a separate sound mark. Most characters of Chinese and Japanese are.
#[inline]
fn plain_cell(bytes: &[u8]) -> Option<usize> {
    let [one @ 0xE3..=0xE9, two, three, ..] = *bytes else {
        return None;
    };
    let low = |byte: u8| u32::from(byte & 0x3F);
    let character = u32::from(one & 0xF) << 12 | low(two) << 6 | low(three);
    let is_plain = matches!(character, 0x3041..=0x3096 | 0x30A1..=0x30FA | 0x4E00..=0x9FFF);
    let is_voiced = matches!(bytes[3..], [0xE3, 0x82, 0x99 | 0x9A, ..]);
    (is_plain && !is_voiced).then_some(3)
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
        b'<' => tag(text, at).is_some(),
        b']' => link(text, at).is_some(),
        b'-' => {
            at > start
                && bytes[at - 1].is_ascii_alphabetic()
                && division('-', &text[at + 1..]).is_some()
        }
        _ => at > start && bytes[at - 1].is_ascii_digit() && is_group(&text[at + 1..]),
    }
}

/// The length of the white space behind a hyphen that divides a word, which goes on with a letter there. Lines of mail that quote begin with `>`.
fn division(hyphen: char, rest: &str) -> Option<usize> {
    if !matches!(hyphen, '-' | '\u{AD}' | '\u{AC}') {
        return None;
    }
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
    let length = rest.bytes().take(INDENT).take_while(is_between).count();
    let goes_on = rest[length..]
        .chars()
        .next()
        .is_some_and(char::is_alphabetic);
    (goes_on && rest.starts_with(|one: char| one.is_ascii_whitespace())).then_some(length)
}

/// The most white space between the two parts of a word.
const INDENT: usize = 64;

/// The length of the tag of HTML at an offset, and whether it may stand inside a word. A tag without attributes touches the text that it
/// marks, and other text about tags, such as `the <b> tag`, has spaces around it.
fn tag(text: &str, at: usize) -> Option<(usize, bool)> {
    let bytes = &text.as_bytes()[at..];
    let is_end = bytes.get(1) == Some(&b'/');
    let name = 1 + usize::from(is_end);
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric();
    let name = name..name
        + bytes
            .get(name..)?
            .iter()
            .take(LONGEST_NAME)
            .take_while(is_name)
            .count();
    let element = Element::named(&bytes[name.clone()])?;
    let mut rest = bytes[name.end..].iter().take(LONGEST_TAG);
    let end = name.end + rest.position(|byte| matches!(byte, b'>' | b'<'))?;
    let attributes = bytes[name.end..end].trim_ascii_end();
    let attributes = attributes.strip_suffix(b"/").unwrap_or(attributes);
    let is_bare = attributes.trim_ascii().is_empty();
    let has_attributes = attributes[..].first().is_some_and(u8::is_ascii_whitespace)
        && !is_end
        && attributes.contains(&b'=');
    let is_next_to_text = match is_end {
        true => at > 0 && text.as_bytes()[at - 1] != b' ',
        false => bytes.get(end + 1) != Some(&b' '),
    };
    (bytes[end] == b'>' && (has_attributes || is_bare && is_next_to_text))
        .then(|| (end + 1, INLINE.has(element)))
}

/// No element that is known has a longer name, and few tags are longer.
const LONGEST_NAME: usize = 16;
const LONGEST_TAG: usize = 1 << 10;

/// The length of the address of a link or image of Markdown, from the bracket behind its text on: `](/page "title")`.
fn link(text: &str, at: usize) -> Option<usize> {
    let rest = text.as_bytes()[at..].strip_prefix(b"](")?;
    let rest = &rest[..rest.len().min(LONGEST_TAG)];
    let (mut depth, mut length) = (0, 0);
    for byte in rest {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            _ if byte.is_ascii_whitespace() => break,
            _ => {}
        }
        length += 1;
    }
    let (address, rest) = rest.split_at(length);
    let is_address = address
        .iter()
        .any(|byte| matches!(byte, b'/' | b'#' | b':' | b'.'));
    let title = rest.trim_ascii_start();
    let end = match title.first() {
        Some(b')') => 0,
        Some(quote @ (b'"' | b'\'')) if title.len() < rest.len() => {
            let end = 1 + title[1..].iter().position(|byte| byte == quote)?;
            end + 1 + title[end + 1..].iter().position(|byte| *byte != b' ')?
        }
        _ => return None,
    };
    let before = b"](".len() + length + rest.len() - title.len();
    (is_address && title.get(end) == Some(&b')')).then_some(before + end + 1)
}

/// Whether the text begins with exactly three digits.
fn is_group(rest: &str) -> bool {
    let is_digit = |one: &char| one.is_ascii_digit() || ascii_digit(*one).is_some();
    rest.chars().take(4).take_while(is_digit).count() == 3
}

/// The tag at an offset, or the address of a link, if there is one; and whether it may stand inside a word. See [`tag`] and [`link`].
pub(crate) fn markup_at(text: &str, at: usize) -> Option<(usize, bool)> {
    match text.as_bytes().get(at)? {
        b'<' => tag(text, at),
        b']' => link(text, at).map(|length| (length, true)),
        _ => None,
    }
}

/// The first character of the text and its length; that of a character reference, if the text begins with one.
pub(crate) fn first(text: &str) -> Option<(char, usize)> {
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

/// The [cell](unspaced::cell) that character references stand for, and their length.
fn referenced_cell(text: &str) -> Option<(String, usize)> {
    // A letter has fewer marks.
    const MOST: usize = 8;
    let mut characters = String::new();
    let mut ends = vec![(0, 0)];
    while ends.len() <= MOST
        && let Some((character, length)) = first(&text[ends[ends.len() - 1].1..])
    {
        characters.push(character);
        ends.push((characters.len(), ends[ends.len() - 1].1 + length));
    }
    let (_, cell) = unspaced::cell(&characters)?;
    let (_, length) = ends.into_iter().find(|(end, _)| *end == cell)?;
    characters.truncate(cell);
    Some((characters, length))
}

/// The length of a kana of half width with its sound mark, which is a word as a kana of full width is.
fn half_width_kana(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    let kana = characters
        .next()
        .filter(|one| matches!(one, '\u{FF66}'..='\u{FF9D}'))?;
    let mark = characters
        .next()
        .filter(|one| matches!(one, '\u{FF9E}' | '\u{FF9F}'));
    Some(kana.len_utf8() + mark.map_or(0, char::len_utf8))
}

/// Words with characters that are not ASCII letters and digits.
struct Slow<'f> {
    divided: Divided<'f>,
    word: String,
    /// Where the word is divided: the length of what is read of it, the end of its first part and the start of the second.
    division: Option<(usize, usize, usize)>,
    folded: String,
    /// Whether the word has characters that are not folded yet.
    is_unfolded: bool,
    /// The hashes and places of the words read.
    found: Vec<(u64, Range<usize>)>,
}

/// Characters before this one have a table entry.
const SIMPLE: usize = 0x600;

/// The fold of a letter or digit that is one character, whatever stands around it; `None` for all others.
#[inline]
fn simple(character: char) -> Option<char> {
    static TABLE: OnceLock<Vec<Option<char>>> = OnceLock::new();
    if character as usize >= SIMPLE {
        return None;
    }
    let folded_alone = |character: char| {
        if !character.is_alphanumeric() || is_combining_mark(character) {
            return None;
        }
        let mut folded = String::new();
        fold(character.encode_utf8(&mut [0; 4]), &mut folded);
        let mut characters = folded.chars();
        characters.next().filter(|_| characters.next().is_none())
    };
    let table = TABLE.get_or_init(|| ('\0'..).take(SIMPLE).map(folded_alone).collect());
    table[character as usize]
}

impl<'f> Slow<'f> {
    fn new(divided: Divided<'f>) -> Self {
        Slow {
            divided,
            word: String::new(),
            division: None,
            folded: String::new(),
            is_unfolded: false,
            found: Vec::new(),
        }
    }

    /// Finds the word that begins here, or a few of one character, if any do; returns an offset at which no word is divided.
    #[inline(never)]
    fn read(&mut self, text: &str, start: usize) -> usize {
        let bytes = text.as_bytes();
        let mut at = start;
        while let Some(length) = plain_cell(&bytes[at..])
            && self.found.len() < WINDOW
        {
            let place = at..at + length;
            at = place.end;
            self.found.push((hash_of(&text[place.clone()]), place));
        }
        if at > start {
            return at;
        }
        // A word of ASCII letters and digits is hashed eight bytes at a time.
        let mut hash = SEED;
        loop {
            let eight = eight(bytes, at);
            let length = letters(eight);
            if length == 0 {
                break;
            }
            let lower = (eight | self::bytes(0x20)) & u64::MAX >> (64 - 8 * length);
            hash = step(hash, lower);
            at += length as usize;
            if length < 8 {
                break;
            }
        }
        let class = bytes
            .get(at)
            .map_or(SEPARATOR, |&byte| CLASS[usize::from(byte)]);
        let separator = match class {
            OTHER => punctuation(bytes, at),
            JOINER => usize::from(!joins(text, start, at)),
            _ => 1,
        };
        if separator == 0 {
            return self.words(text, start);
        }
        if at > start {
            self.found.push((mixed(hash), start..at));
        }
        at + separator
    }

    /// Reads on to the end of the word at `start`; returns the offset behind it.
    fn words(&mut self, text: &str, start: usize) -> usize {
        self.word.clear();
        self.is_unfolded = false;
        let mut at = start;
        // The word's end: without what was left out at its end.
        let mut end = start;
        loop {
            // Most characters take this way.
            let next = text[at..].chars().next();
            if let Some((character, folded)) = next.and_then(|next| Some((next, simple(next)?))) {
                self.word.push(folded);
                at += character.len_utf8();
                end = at;
                continue;
            }
            if let Some((length, joins)) = markup_at(text, at) {
                at += length;
                if joins && !self.word.is_empty() {
                    continue;
                }
                self.pass(start..end);
                return at;
            }
            let Some((character, length)) = first(&text[at..]) else {
                break;
            };
            let is_written = length == character.len_utf8();
            let cell = match is_written {
                true => (unspaced::cell(&text[at..]).map(|(_, length)| length))
                    .or_else(|| half_width_kana(&text[at..]))
                    .map(|length| (Cow::Borrowed(&text[at..at + length]), length)),
                false => referenced_cell(&text[at..]).map(|(cell, length)| (cell.into(), length)),
            };
            if let Some((cell, length)) = cell {
                self.pass(start..end);
                self.word.push_str(&cell);
                self.is_unfolded = true;
                self.pass(at..at + length);
                return at + length;
            }
            let rest = &text[at + length..];
            if self.division.is_none()
                && !self.word.is_empty()
                && let Some(between) = division(character, rest)
            {
                at += length + between;
                self.division = Some((self.word.len(), end, at));
                continue;
            }
            if is_vowel_sign(character)
                && let Some(last) = self.word.pop()
            {
                self.word.push(with_sign(last, character).unwrap_or(last));
                end = at + length;
            } else if character.is_alphanumeric()
                || (is_combining_mark(character) && !self.word.is_empty())
            {
                self.word.push(character);
                self.is_unfolded = true;
                end = at + length;
            } else if !is_ignorable(character) && !self.is_joined(character, rest) {
                self.pass(start..end);
                return at + length;
            }
            at += length;
        }
        self.pass(start..end);
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
            ',' | '.' | '\u{A0}' | '\u{202F}' | '\u{2009}' | '\u{66C}' | '\u{FF0C}'
            | '\u{FF0E}' => last.is_numeric() && is_group(rest),
            _ => false,
        }
    }

    /// Keeps the word that was read, if there is one: two, if it is divided, and they are not read as one.
    fn pass(&mut self, range: Range<usize>) {
        let whole = self.hash(0..self.word.len());
        match (whole, self.division.take()) {
            (Some(whole), None) => self.found.push((whole, range)),
            (Some(whole), Some(_)) if self.divided.is_one(whole) => self.found.push((whole, range)),
            (Some(_), Some((length, end, start))) => {
                let first = self.hash(0..length).map(|hash| (hash, range.start..end));
                let second = self.hash(length..self.word.len());
                let second = second.map(|hash| (hash, start..range.end));
                self.found.extend(first.into_iter().chain(second));
            }
            (None, _) => {}
        }
        self.word.clear();
        self.is_unfolded = false;
    }

    /// The hash of a part of the word that was read, unless nothing is left of it.
    fn hash(&mut self, part: Range<usize>) -> Option<u64> {
        let mut word = &self.word[part];
        if self.is_unfolded {
            self.folded.clear();
            fold(word, &mut self.folded);
            word = &self.folded;
        }
        (!word.is_empty()).then(|| hash_of(word))
    }
}

/// Appends the folded word.
fn fold(word: &str, folded: &mut String) {
    let word = Fold::default().apply(word);
    match word.is_ascii() {
        true => folded.push_str(&word),
        false => folded.extend(word.chars().map(|one| ascii_digit(one).unwrap_or(one))),
    }
}

fn by_space(text: &str, each: &mut impl FnMut(u64, Range<usize>)) {
    let mut slow = Slow::new(Divided::Joined);
    let mut at = 0;
    for part in text.split_inclusive(char::is_whitespace) {
        let start = at;
        at += part.len();
        let mut end = start;
        let mut first = None;
        for (offset, character) in part.char_indices() {
            if character.is_alphanumeric() || (is_combining_mark(character) && first.is_some()) {
                slow.word.push(character);
                slow.is_unfolded = true;
                first = first.or(Some(start + offset));
                end = start + offset + character.len_utf8();
            }
        }
        if let Some(first) = first {
            slow.pass(first..end);
            slow.found
                .drain(..)
                .for_each(|(hash, place)| each(hash, place));
        }
    }
}

/// The letter that is composed of another one and a sign: the hamza and the madda of Arabic are parts of letters.
fn with_sign(letter: char, sign: char) -> Option<char> {
    if !matches!(sign, '\u{653}'..='\u{655}') {
        return None;
    }
    let both = [letter, sign];
    let composed = tokens::fold::nfc(&String::from_iter(both)).into_owned();
    let mut characters = composed.chars();
    characters.next().filter(|_| characters.next().is_none())
}

/// Whether a character is a vowel sign, or another sign for readers, of Arabic or Hebrew. Most texts do without them.
fn is_vowel_sign(character: char) -> bool {
    matches!(
        character,
        '\u{591}'..='\u{5BD}' | '\u{5BF}' | '\u{5C1}' | '\u{5C2}' | '\u{5C4}' | '\u{5C5}' | '\u{5C7}'
            | '\u{610}'..='\u{61A}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{6DF}'..='\u{6E8}'
            | '\u{6EA}'..='\u{6ED}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str, split: Split) -> Vec<(u64, &str)> {
        let mut all = Vec::new();
        for_each(text, split, Divided::Joined, |hash, range| {
            all.push((hash, &text[range]))
        });
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
            ("a well-known caf\u{e9}", "a well known CAFE\u{301}"),
            ("\u{661}\u{662} \u{ff21}\u{ff11}", "12 a1"),
            (
                "Tom &amp; Jerry&#39;s caf&eacute;&nbsp;x",
                "Tom & Jerry's caf\u{e9} x",
            ),
            ("soft\u{ad}en \u{200b}it", "soften it"),
            (
                "the infor-\n   mation of Stra\u{df}en\u{ad}\r\nbahn",
                "the information of stra\u{df}enbahn",
            ),
            ("he said\n> refri-\n> gerator", "he said refrigerator"),
            (
                "<p>the <b>old</b> <a href=\"/x?a=1\">mill</a><br/>in<i>for</i>mation</P>",
                "the old mill information",
            ),
            (
                "**the** [old _mill_](https://mill.example/a_(b)) ![in](/i.png \"wheel (old)\")formation [*x*](#x)",
                "the old mill information x",
            ),
            (
                "&#28450;&#x5B57;\u{ff76}\u{ff9e}",
                "\u{6f22}\u{5b57}\u{30ac}",
            ),
            ("&#3607;&#3637;&#3656;x", "\u{e17}\u{e35}\u{e48}x"),
            (
                "\u{ff8a}\u{ff9f}\u{ff7f}\u{ff7a}\u{ff9d}\u{306e}\u{ff77}\u{ff70}",
                "\u{30d1}\u{30bd}\u{30b3}\u{30f3}\u{306e}\u{30ad}\u{30fc}",
            ),
            (
                "\u{ff11}\u{ff0c}\u{ff12}\u{ff15}\u{ff10} \u{661}\u{66c}\u{662}\u{665}\u{660}",
                "1,250 1250",
            ),
            (
                "\u{627}\u{64e}\u{654}\u{645} \u{627}\u{653}",
                "\u{623}\u{645} \u{622}",
            ),
            (
                "\u{648}\u{654} \u{64a}\u{654} \u{6d2}\u{654} \u{6c1}\u{654}",
                "\u{624} \u{626} \u{6d3} \u{6c2}",
            ),
        ] {
            assert_eq!(hashes(one), hashes(other), "{one} | {other}");
        }
        for (one, other) in [
            ("[a](b c)", "a"),
            ("a[i](x)", "a i"),
            ("3.5", "35"),
            ("1,00", "100"),
            ("don t", "dont"),
            ("a&b", "ab"),
            ("the <b> tag", "the tag"),
            ("if x<y and z>w", "if x w"),
            ("one -\n two", "onetwo"),
            ("a-b", "ab"),
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
    fn what_is_read_as_it_stands_would_be_folded_to_itself() {
        let mut buffer = [0; 4];
        for character in '\u{3000}'..='\u{ffff}' {
            let text = character.encode_utf8(&mut buffer);
            if plain_cell(text.as_bytes()).is_some() {
                assert_eq!(unspaced::cell(text).map(|(_, length)| length), Some(3));
                let mut folded = String::new();
                fold(text, &mut folded);
                assert_eq!(folded, *text);
            }
            if punctuation(text.as_bytes(), 0) > 0 {
                assert!(!character.is_alphanumeric() && !is_ignorable(character));
                assert_eq!(hashes(&format!("1{text}000")), hashes("1 000"));
            }
        }
    }

    #[test]
    fn kana_with_separate_sound_marks_are_those_with_their_own() {
        let composed = "\u{30ac}\u{30e9}\u{30b9}\u{306f}\u{3069}\u{3046}";
        let apart = "\u{30ab}\u{3099}\u{30e9}\u{30b9}\u{306f}\u{3068}\u{3099}\u{3046}";
        assert_eq!(hashes(composed), hashes(apart));
        assert_eq!(words(apart, Split::Punctuation).len(), 6);
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
        /// Letters are folded one by one where that gives the same.
        #[test]
        fn a_word_of_any_letters_has_the_hash_of_its_folded_text(word in "[a-zA-Z0-9\u{b5}\u{c0}-\u{d6}\u{d8}-\u{f6}\u{100}-\u{24f}\u{300}-\u{303}\u{345}\u{386}\u{388}-\u{38a}\u{38c}\u{38e}-\u{3a1}\u{3a3}-\u{3f5}\u{3f7}-\u{481}\u{531}-\u{556}\u{5d0}-\u{5ea}]{1,9}") {
            let word = word.trim_start_matches(is_combining_mark);
            let mut folded = String::new();
            fold(word, &mut folded);
            prop_assert_eq!(hashes(word), if word.is_empty() { vec![] } else { vec![hash_of(&folded)] });
        }

        #[test]
        fn a_word_has_the_hash_of_its_folded_text(word in "[a-zA-Z0-9]{1,30}", before in "[ .-]{0,9}", after in "[ .-]{0,9}") {
            let text = format!("{before}{word}{after}");
            prop_assert_eq!(words(&text, Split::Punctuation), vec![(hash_of(&word.to_ascii_lowercase()), &word[..])]);
            // The same with a character that is read one by one.
            let slow = format!("{before}{word}\u{ad}{after}");
            prop_assert_eq!(hashes(&slow), hashes(&text));
        }

        /// Windows of 64 bytes give the words that reading one after the other gives, wherever the text begins.
        #[test]
        fn windows_do_not_matter(
            text in "(?s)([a-zA-Z]{0,9}|[0-9]{1,4}|[ \n.,'&;#-]|</?b>|<br/?>|<a href=x>|<[a-z/]|\\]\\(/?[a-z]{0,4}( \"a\")?\\)|\\[|-\n|-\r\n  |\u{ad}\n|\u{2019}|\u{201c}|\u{2014}|[ -~]{0,20}|[a-z]{50,80}|.|\u{e9}|\u{301}|\u{ad}|\u{6f22}|\u{304b}|\u{3099}|\u{e17}\u{e35}|&amp;|&#233;|1,234|don't){0,60}"
        ) {
            let all = words(&text, Split::Punctuation);
            let (mut slow, mut one_by_one, mut at) = (Slow::new(Divided::Joined), Vec::new(), 0);
            while at < text.len() {
                at = slow.read(&text, at);
                one_by_one.extend(slow.found.drain(..).map(|(hash, range)| (hash, &text[range])));
            }
            prop_assert_eq!(&all, &one_by_one);
            for split in [Split::Punctuation, Split::Space] {
                let all = words(&text, split);
                let mut starts = Vec::new();
                for_each(&text, split, Divided::Joined, |_, range| starts.push(range.start));
                for (number, &start) in starts.iter().enumerate() {
                    prop_assert_eq!(&words(&text[start..], split), &all[number..]);
                    let end = starts.get(number + 1).map_or(text.len(), |&end| end);
                    prop_assert_eq!(&words(&text[start..end], split), &all[number..=number]);
                }
            }
        }

        #[test]
        fn places_are_in_order_and_never_panic(text in "(?s)([a-z]{0,3}|.|[ &;#'.,0-9]|</?b>|<a x=|<|-\n|\u{e9}|\u{301}|\u{6f22}|\u{304b}|\u{3099}|\u{e17}|\u{e35}|&amp;){0,40}") {
            for split in [Split::Punctuation, Split::Space] {
                let mut last = 0;
                for_each(&text, split, Divided::Joined, |_, range| {
                    assert!(range.start >= last && range.end > range.start, "{range:?} after {last}");
                    last = range.end;
                    let _ = &text[range];
                });
            }
        }
    }
}
