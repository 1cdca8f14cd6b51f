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

/// Bits of a number of 1, 2, ... digits; the last value is for all longer ones. The numbers 0 and 1 are more frequent than others.
///
/// Numbers of twelve sources (books, web pages, source code in three languages, manuals of four programs, questions about sums) were looked up
/// in each other one. These are a little less than what they say in web pages, and more than in text that is full of numbers.
const NUMBER_BITS: [u8; 6] = [8, 10, 13, 15, 16, 20];
const LOW_NUMBER: u8 = 6;

/// Bits of a run of letters in a word with digits, such as `7x8`, and the most that such a word has.
const LETTERS_BITS: u8 = 3;
const MOST_BITS: u8 = 20;

/// Bits of each zero that a number ends with: round ones are more frequent than others.
const ZERO_BITS: u8 = 1;

/// Bits of a word with digits that an item has before, and of a number that goes on as the last ones did: in tables and source code, `0 0 0`,
/// `1 2 3` and `8 16 32` are frequent.
const AGAIN_BITS: u8 = 3;

/// The number of earlier words with digits that count for this.
const REMEMBERED: usize = 16;

/// A kind of words that say equally much: an index in [`BITS`], or behind it one in [`CELL_BITS`]; or from [`OPERAND`] on a number of bits.
pub(crate) type Kind = u8;

/// The kind of a letter alone.
const LETTER: Kind = 0;

/// The first kind of words with digits, which have no bits.
const OPERAND: Kind = 32;

/// Marks the kind of a number.
const NUMBER: Kind = 1 << 7;

/// The kinds of the words of a text, one after the other.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    /// The hashes of the last words with digits.
    seen: Vec<u64>,
    /// The last number but one, and the last.
    numbers: [Option<u64>; 2],
}

impl Kinds {
    /// Begins with another text.
    pub fn begin(&mut self) {
        self.seen.clear();
        self.numbers = [None; 2];
    }

    /// The kind of the next word as it stands in its text, with its hash.
    pub fn next(&mut self, word: &str, hash: u64) -> Kind {
        let kind = kind_of(word);
        // What a letter says includes that it may be there again: most are words such as `a`.
        if kind & !NUMBER < OPERAND {
            return kind;
        }
        let is_again = self.seen.contains(&hash);
        if !is_again {
            if self.seen.len() == REMEMBERED {
                self.seen.remove(0);
            }
            self.seen.push(hash);
        }
        let mut follows = false;
        if is_number(kind) {
            let number = value(word);
            follows = number.is_some_and(|number| goes_on(self.numbers, number));
            self.numbers = [self.numbers[1], number];
        }
        match is_again || follows {
            true => kind & NUMBER | (OPERAND + AGAIN_BITS),
            false => kind,
        }
    }
}

/// Whether a number has the same difference to the last one, or the same quotient, as that to the one before; or is the next one.
fn goes_on(last: [Option<u64>; 2], number: u64) -> bool {
    let [before, Some(last)] = last else {
        return false;
    };
    let [number, last] = [number, last].map(u128::from);
    let is_next = number == last + 1;
    is_next
        || before.map(u128::from).is_some_and(|before| {
            number + before == 2 * last || last > 0 && number * before == last * last
        })
}

/// The value of a number in ASCII, which may have separators.
fn value(number: &str) -> Option<u64> {
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// The kind of a word that is the first of its text.
fn kind_of(word: &str) -> Kind {
    // Most words take this way.
    if word.is_ascii() {
        let count = |is: fn(&u8) -> bool| word.bytes().filter(is).count();
        let letters = count(u8::is_ascii_alphanumeric);
        return match count(u8::is_ascii_digit) {
            0 => letters.clamp(1, BITS.len()) as Kind - 1,
            digits if digits == letters => NUMBER | (OPERAND + number_bits(word)),
            _ => OPERAND + bits_with_digits(word),
        };
    }
    if tokens::unspaced::cell(word).is_some() {
        return (BITS.len() + script(word)) as Kind;
    }
    let characters = || word.chars().filter(|one| one.is_alphanumeric());
    match characters().filter(|one| one.is_numeric()).count() {
        0 => characters().count().clamp(1, BITS.len()) as Kind - 1,
        digits if digits == characters().count() => NUMBER | (OPERAND + number_bits(word)),
        _ => OPERAND + bits_with_digits(word),
    }
}

fn number_bits(number: &str) -> u8 {
    match number {
        "0" | "1" => LOW_NUMBER,
        _ => {
            let digits = |number: &str| number.chars().filter(|one| one.is_numeric()).count();
            let (all, first) = (digits(number), digits(number.trim_end_matches('0')));
            let bits = |digits: usize| NUMBER_BITS[digits.clamp(1, NUMBER_BITS.len()) - 1];
            bits(all).min(bits(first) + ZERO_BITS * (all - first).min(8) as u8)
        }
    }
}

/// The bits of a word with letters and digits: those of its runs of either.
fn bits_with_digits(word: &str) -> u8 {
    let characters: Vec<char> = word.chars().filter(|one| one.is_alphanumeric()).collect();
    let runs = characters.chunk_by(|one, other| one.is_numeric() == other.is_numeric());
    let bits = runs.map(|run| match run[0].is_numeric() {
        true => number_bits(&String::from_iter(run)),
        false => LETTERS_BITS,
    });
    bits.fold(0, u8::saturating_add).min(MOST_BITS)
}

/// Whether a word may stand for a value in a formula: it has digits, or is a letter.
pub(crate) fn is_operand(kind: Kind) -> bool {
    let kind = kind & !NUMBER;
    kind == LETTER || kind >= OPERAND
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
    let kind = kind & !NUMBER;
    if kind >= OPERAND {
        let bits = f64::from(kind - OPERAND);
        return (bits, FURTHER * bits);
    }
    let kind = usize::from(kind);
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

/// Returns how often chance gives a text that says `bits` more than one that chance gives `expected` times.
pub(crate) fn with_bits(expected: f64, bits: f64) -> f64 {
    expected * platform::math::exp(-bits * std::f64::consts::LN_2)
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
    with_bits(CORPUS_WORDS, bits)
}
