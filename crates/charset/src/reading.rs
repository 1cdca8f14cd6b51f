//! A document as each single-byte encoding reads it: what its bytes are as characters, which
//! languages may be in the encoding, and how much a trigram of bytes weighs.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use platform::math;

use crate::fold::{self, Script, id};
use crate::index::Index;
use crate::prior::{self, Prior};
use crate::{Encoding, quotes};

/// The length of sums over lists of gains. Besides languages, they contain scripts, which are not
/// used.
pub(crate) const NUMBERS: usize = 256;

/// A set of languages.
pub(crate) type Numbers = [u64; NUMBERS / 64];

/// Returns the set of numbers below 256 for which `is_in` holds.
pub(crate) fn set(is_in: impl Fn(usize) -> bool) -> Numbers {
    let word =
        |word: usize| (0..64).fold(0, |all, bit| all | u64::from(is_in(64 * word + bit)) << bit);
    std::array::from_fn(word)
}

/// The properties of a byte in an encoding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Char {
    /// Its number in the index.
    pub id: u16,
    /// The smallest -ln P(character | language) of all languages, in steps of [`STEP`]; 0 for
    /// ASCII.
    pub least: u8,
    pub kind: fold::Kind,
    pub case: u8,
    /// The number of a quotation mark, as [`quotes::mark`] gives it.
    pub mark: u8,
    /// The scripts that the character belongs to, as [`scripts_of`] gives them.
    pub scripts: u8,
}

impl Char {
    fn new(index: &Index, char: char) -> Self {
        let id = index.id(char);
        Char {
            id,
            least: match id < fold::id::CONTROL {
                true => 0,
                false => index.letters(id).iter().copied().min().unwrap_or(0),
            },
            kind: fold::kind(char),
            case: fold::case(char),
            mark: quotes::mark(char),
            scripts: scripts_of(index, id),
        }
    }
}

/// A single-byte encoding, with the character numbers of an index.
pub(crate) struct Reading {
    pub encoding: Encoding,
    /// The set of bytes that are characters.
    assigned: Numbers,
    pub chars: [Char; 256],
    /// For each byte, the position of the first encoding in which the byte is the same character.
    pub classes: [u8; 256],
    /// The languages that may be in this encoding, and the set of them.
    pub languages: Vec<(usize, Prior)>,
    pub numbers: Numbers,
    /// The log-prior of languages without a model; `None` if this encoding excludes them.
    pub unknown: Option<f32>,
}

impl Reading {
    /// Returns the single-byte encodings that extend ASCII.
    pub fn all(index: &Index) -> Vec<Reading> {
        let mut readings: Vec<Reading> = Vec::new();
        // What each byte is in the encodings so far, and where it is that first.
        let mut seen: [Vec<(char, u8)>; 256] = [const { Vec::new() }; 256];
        let mut numbered: HashMap<char, Char, BuildHasherDefault<ByChar>> = HashMap::default();
        // The encodings have 1,100 characters.
        numbered.reserve(1200);
        let all = Encoding::all().filter(|one| one.extends_ascii() && one.preferred() == *one);
        for encoding in all {
            let Some(table) = encoding.table() else {
                continue;
            };
            let first = |byte: usize| {
                let seen = &mut seen[byte];
                let same = seen.iter().find(|(char, _)| *char == table[byte]);
                same.copied().map(|(_, place)| place).unwrap_or_else(|| {
                    seen.push((table[byte], readings.len() as u8));
                    readings.len() as u8
                })
            };
            let classes = std::array::from_fn(first);
            // Numbering a character is slow, and most are in an encoding before this one.
            let char = |byte: usize| match readings.get(usize::from(classes[byte])) {
                Some(before) => before.chars[byte],
                None => *numbered
                    .entry(as_layout(byte, table[byte]))
                    .or_insert_with_key(|char| Char::new(index, *char)),
            };
            let may_be = languages_in(index, encoding);
            let mut numbers = [0; 4];
            for (number, _) in &may_be {
                numbers[number / 64] |= 1 << (number % 64);
            }
            readings.push(Reading {
                encoding,
                assigned: set(|byte| table[byte] != '\u{FFFD}'),
                chars: std::array::from_fn(char),
                classes,
                numbers,
                languages: may_be,
                unknown: prior::of_unknown(encoding),
            });
        }
        readings
    }

    /// Returns a document in an encoding of several bytes, whose characters beyond ASCII are numbered from 0x80. `prior` is the
    /// log-prior of each language that has single-byte encodings.
    pub fn of_chars(index: &Index, encoding: Encoding, chars: &[char], prior: f32) -> Reading {
        let char = |byte: usize| match byte {
            0x80.. => (chars.get(byte - 0x80).copied())
                .filter(|char| index.is_known(*char))
                .unwrap_or('\u{FFFD}'),
            _ => char::from(byte as u8),
        };
        let languages = index.languages().iter().enumerate();
        let languages: Vec<(usize, Prior)> = languages
            .filter(|(_, language)| language.ideographic.is_none())
            .map(|(number, _)| (number, Prior::InUse(prior)))
            .collect();
        Reading {
            encoding,
            assigned: [u64::MAX; 4],
            chars: std::array::from_fn(|byte| Char::new(index, char(byte))),
            classes: [0; 256],
            numbers: set(|number| languages.iter().any(|(one, _)| *one == number)),
            languages,
            unknown: None,
        }
    }

    /// Number of bytes in a document that are not characters in this encoding.
    pub fn damage(&self, used: &Numbers, bytes: &[u32; 256]) -> u64 {
        let mut sum = 0;
        for (word, (used, assigned)) in used.iter().zip(self.assigned).enumerate() {
            let mut left = used & !assigned;
            while left != 0 {
                sum += u64::from(bytes[64 * word + left.trailing_zeros() as usize]);
                left &= left - 1;
            }
        }
        sum
    }
}

/// Returns a space for a no-break space, which stands where a space may; few samples have any. In Macintosh encodings and
/// code pages of DOS, whose no-break space is another byte, it is hardly ever typed.
fn as_layout(byte: usize, char: char) -> char {
    match (byte, char) {
        (0xA0, '\u{A0}') => ' ',
        _ => char,
    }
}

/// Hashes a character by one multiplication. Opening the models looks up thousands.
#[derive(Default)]
struct ByChar(u64);

impl Hasher for ByChar {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(byte.into()));
    }

    fn write_u32(&mut self, char: u32) {
        self.0 = (self.0 ^ u64::from(char)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The languages that may be in an encoding, by number.
pub(crate) fn languages_in(index: &Index, encoding: Encoding) -> Vec<(usize, Prior)> {
    let languages = index.languages().iter().enumerate();
    let may_be = languages.filter_map(|(number, language)| {
        Prior::of(language, encoding).map(|prior| (number, prior))
    });
    may_be.collect()
}

/// A trigram of a document with its weight.
#[derive(Clone, Copy)]
pub(crate) struct Weighted {
    pub bytes: [u8; 3],
    pub weight: f32,
}

impl Weighted {
    /// Weights a trigram's count sublinearly: a second occurrence is less evidence than the first
    /// of another trigram.
    pub fn new(bytes: [u8; 3], count: u32) -> Self {
        Weighted {
            bytes,
            weight: damped(count),
        }
    }
}

/// Returns the weight of a count.
pub(crate) fn damped(count: u32) -> f32 {
    match count {
        1 => 1.0,
        _ => 1.0 + math::ln(count as f32),
    }
}

/// The total weight of each byte value in a document.
pub(crate) fn of_bytes(trigrams: &[Weighted]) -> [f32; 256] {
    let mut weights = [0.0; 256];
    for Weighted { bytes, weight } in trigrams {
        for &byte in bytes {
            weights[usize::from(byte)] += weight;
        }
    }
    weights
}

/// Punctuation that depends on the language, like letters.
const PUNCTUATION: &str = "¡¿«»“”„‘’–—…§·£";

/// The scripts that several languages use.
pub(crate) const SEVERAL: [Script; 5] = [
    Script::Latin,
    Script::Cyrillic,
    Script::Greek,
    Script::Hebrew,
    Script::Arabic,
];

pub(crate) fn script_bit(script: Script) -> u8 {
    let place = SEVERAL.iter().position(|one| *one == script);
    place.map_or(0, |place| 1 << place)
}

/// Returns the set of scripts that use a character as a letter or as punctuation, by the
/// character's number.
fn scripts_of(index: &Index, number: u16) -> u8 {
    match index.char(number.into()) {
        Some(char) if PUNCTUATION.contains(char) => u8::MAX,
        Some(char) => script_bit(fold::script(char)),
        None if number == id::LATIN => script_bit(Script::Latin),
        None => 0,
    }
}
