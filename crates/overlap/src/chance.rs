//! How often a wording is expected by chance.

use std::ops::Range;

/// The number of words of unrelated text in which `expected` counts.
pub const CORPUS_WORDS: f64 = 1e9;

/// Bits of information of a word of 1, 2, ... characters; the last value is for all longer ones.
///
/// Fitted by Poisson regression. Runs of four to eight words were drawn from each of four sources (125 books, and the
/// main text of web pages of three collections), and their occurrences in the other three sources were counted.
pub(crate) const BITS: [f64; 11] = [5.8, 4.7, 5.0, 6.4, 7.6, 8.0, 9.0, 9.6, 9.8, 10.0, 12.0];

/// Bits of a character in a script without spaces.
pub(crate) const CELL_BITS: f64 = 6.0;

/// After this number of words, a further one says less, because those before it suggest it.
const FREE_WORDS: f64 = 4.0;

/// The share of its bits that a further word has. Of 6,000 runs of each length, 2,777 occurrences of four words were
/// found, 352 of five, 15 of six, none of seven and none of eight.
const FURTHER: f64 = 0.65;

/// Bits that an edit costs: the choice of its kind, place and word.
pub(crate) const EDIT_BITS: f64 = 6.0;

/// Bits are kept in steps of this size, in one byte a word.
const STEP: f64 = 1.0 / 16.0;

/// The bits of a word as it stands in its text, in steps.
pub(crate) fn steps_of(word: &str) -> u8 {
    let bits = match tokens::unspaced::cell(word) {
        Some(_) => CELL_BITS,
        None => {
            let characters = word
                .chars()
                .filter(|character| character.is_alphanumeric())
                .count();
            BITS[characters.clamp(1, BITS.len()) - 1]
        }
    };
    (bits / STEP) as u8
}

/// How often chance gives `equal` of these words in a row, with this many edits, in a [billion words](CORPUS_WORDS) of unrelated text.
pub(crate) fn expected(steps: &[u8], words: Range<usize>, equal: usize, edits: usize) -> f64 {
    let all: f64 = steps[words.clone()]
        .iter()
        .map(|&steps| f64::from(steps) * STEP)
        .sum();
    let mean = all / words.len().max(1) as f64;
    let equal = equal as f64;
    let bits = mean * (equal.min(FREE_WORDS) + FURTHER * (equal - FREE_WORDS).max(0.0))
        - EDIT_BITS * edits as f64;
    CORPUS_WORDS * platform::math::exp(-bits * std::f64::consts::LN_2)
}
