//! How often a wording is expected by chance.

use std::ops::Range;

/// The number of words of unrelated text in which `expected` counts.
pub const CORPUS_WORDS: f64 = 1e9;

/// Bits of information of a word of 1, 2, ... characters; the last value is for all longer ones.
///
/// Fitted by Poisson regression. Runs of four to eight words were drawn from each of four sources (125 books, and the
/// main text of web pages of three collections), and their occurrences in the other three sources were counted.
pub(crate) const BITS: [f64; 11] = [5.8, 4.7, 5.0, 6.4, 7.6, 8.0, 9.0, 9.6, 9.8, 10.0, 12.0];

/// Bits of a character in scripts without spaces: hiragana, katakana, Han, Thai, Lao, Khmer, Burmese.
///
/// Fitted like [`BITS`], with runs of 4 to 14 characters. Japanese: news against seven manuals. Han also: Chinese news against two manuals.
/// The others: one half of a collection of news against the other half.
pub(crate) const CELL_BITS: [f64; 7] = [3.7, 4.6, 5.7, 3.2, 3.2, 3.4, 4.0];

/// After this number of words, a further one says less, because those before it suggest it.
const FREE_WORDS: f64 = 4.0;

/// The share of its bits that a further word has. Of 6,000 runs of each length, 2,777 occurrences of four words were
/// found, 352 of five, 15 of six, none of seven and none of eight.
const FURTHER: f64 = 0.65;

/// The share of its bits that a further character has in scripts without spaces: of Thai runs of 4, 6, 8, 10 and 12 characters 133,577,
/// 23,276, 4,753, 1,140 and 268 occurrences were found, and this share gives 128,816, 26,520, 5,462, 1,125 and 232.
const FURTHER_CELL: f64 = 0.35;

/// Bits that an edit costs: the choice of its kind, place and word.
pub(crate) const EDIT_BITS: f64 = 6.0;

/// A kind of words that say equally much: an index in [`BITS`], or behind it one in [`CELL_BITS`].
pub(crate) type Kind = u8;

/// Marks the kind of a number.
const NUMBER: Kind = 1 << 7;

/// The kind of a word as it stands in its text.
pub(crate) fn kind_of(word: &str) -> Kind {
    // Most words take this way.
    if word.is_ascii() {
        let count = |is: fn(&u8) -> bool| word.bytes().filter(is).count();
        let letters = count(u8::is_ascii_alphanumeric);
        let is_number = count(u8::is_ascii_digit) == letters;
        return (NUMBER * u8::from(is_number)) | (letters.clamp(1, BITS.len()) - 1) as Kind;
    }
    if tokens::unspaced::cell(word).is_some() {
        return (BITS.len() + script(word)) as Kind;
    }
    let characters = || word.chars().filter(|one| one.is_alphanumeric());
    let mark = match characters().all(char::is_numeric) {
        true => NUMBER,
        false => 0,
    };
    mark | (characters().count().clamp(1, BITS.len()) - 1) as Kind
}

pub(crate) fn is_number(kind: Kind) -> bool {
    kind & NUMBER != 0
}

/// The index of a character's script in [`CELL_BITS`].
fn script(cell: &str) -> usize {
    match cell.chars().next() {
        Some('\u{3040}'..='\u{309F}') => 0,
        Some('\u{30A0}'..='\u{30FF}') => 1,
        Some('\u{E00}'..='\u{E7F}') => 3,
        Some('\u{E80}'..='\u{EFF}') => 4,
        Some('\u{1780}'..='\u{17FF}') => 5,
        Some('\u{1000}'..='\u{109F}' | '\u{A9E0}'..='\u{A9FF}' | '\u{AA60}'..='\u{AA7F}') => 6,
        _ => 2,
    }
}

/// The bits of a word of this kind, and those of one that follows [`FREE_WORDS`] others.
fn bits_of(kind: Kind) -> (f64, f64) {
    let kind = usize::from(kind & !NUMBER);
    match BITS.get(kind) {
        Some(bits) => (*bits, FURTHER * bits),
        None => {
            let bits = CELL_BITS[kind - BITS.len()];
            (bits, FURTHER_CELL * bits)
        }
    }
}

/// The bits of some words, the first of a run.
pub(crate) fn bits(kinds: &[Kind]) -> f64 {
    kinds.iter().map(|&kind| bits_of(kind).0).sum()
}

/// How often chance gives `equal` of these words in a row, with this many edits, in a [billion words](CORPUS_WORDS) of unrelated text.
pub(crate) fn expected(kinds: &[Kind], words: Range<usize>, equal: usize, edits: usize) -> f64 {
    let count = words.len().max(1) as f64;
    let (first, further) = kinds[words]
        .iter()
        .map(|&kind| bits_of(kind))
        .fold((0.0, 0.0), |(first, further), (bits, less)| {
            (first + bits, further + less)
        });
    let equal = equal as f64;
    let bits = first / count * equal.min(FREE_WORDS)
        + further / count * (equal - FREE_WORDS).max(0.0)
        - EDIT_BITS * edits as f64;
    CORPUS_WORDS * platform::math::exp(-bits * std::f64::consts::LN_2)
}
