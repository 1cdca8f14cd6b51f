//! Synthetic books: words records with the statistics of real ones, from a seed.
//!
//! The speed of a join depends on two numbers: the unique words of a book, and the unique words that two books share,
//! for short books and long ones. Both follow from one model. The word of rank r comes once in `(r + q)^a / c` tokens
//! on average, in bursts as real words do. Its number in a book of t tokens has a negative binomial distribution, so it
//! occurs exactly once with the probability `m / (1 + m/k)^(k+1)`, where m is its mean. The model has the numbers of
//! tokens of 1,193 real books and four parameters. Its books of every length have as many unique words as the real
//! ones, and share as many of them with books of any other length. Each word is unique in as many books.
//!
//! The order of the words is random, and so are their places among the tokens. One book in fifty is partly a copy of an
//! earlier one. The copy has lost 20 % of its words, and the others are at the distances that they have there. So there
//! is a book to find, and a passage.

use std::collections::HashSet;

use crate::random::Random;

/// The parameters of the model: a, q, c, k.
const POWER: f64 = 1.8;
const SHIFT: f64 = 300.0;
const SCALE: f64 = 43.5;
const CLUMPING: f64 = 0.8;

/// Words that have their own place in the tables; rarer ones are drawn from the tail, which never ends, so that a larger
/// collection has more words (Heaps' law).
const RANKS: usize = 240_000;

/// The tokens of a book: share of the books that have no more, number. In between it is linear.
const TOKENS: &[(f64, f64)] = &[
    (0.0, 1435.0),
    (0.01, 1951.0),
    (0.05, 3770.0),
    (0.1, 6123.0),
    (0.25, 14_420.0),
    (0.5, 44_347.0),
    (0.75, 82_975.0),
    (0.9, 136_969.0),
    (0.95, 185_474.0),
    (0.99, 329_106.0),
    (1.0, 445_421.0),
];

/// Lengths of books that have tables.
const LENGTHS: usize = 40;

/// The chances of words in books of one length.
struct Length {
    tokens: f64,
    /// For each rank the expected number of unique words up to it.
    cumulative: Vec<f64>,
    /// The expected number of unique words.
    total: f64,
}

impl Length {
    fn new(share: f64) -> Length {
        let next = TOKENS.partition_point(|&(below, _)| below < share);
        let ((from, few), (to, many)) = (TOKENS[next - 1], TOKENS[next]);
        let tokens = few + (many - few) * (share - from) / (to - from);
        let mut sum = 0.0;
        let cumulative = (1..=RANKS)
            .map(|rank| {
                let mean = tokens * SCALE / (rank as f64 + SHIFT).powf(POWER);
                sum += mean / (1.0 + mean / CLUMPING).powf(CLUMPING + 1.0);
                sum
            })
            .collect();
        // Words of the tail hardly ever occur twice.
        let tail = tokens * SCALE * (RANKS as f64).powf(1.0 - POWER) / (POWER - 1.0);
        Length {
            tokens,
            cumulative,
            total: sum + tail,
        }
    }
}

/// A unique word, and the index of its token.
#[derive(Clone, Copy)]
struct Word {
    rank: u64,
    position: u64,
}

/// Writes books as words records, one after the other.
pub struct Books {
    random: Random,
    lengths: Vec<Length>,
    /// Books to copy from: the last few dozen.
    earlier: Vec<Vec<Word>>,
    written: usize,
}

impl Books {
    /// A generator; the same seed gives the same books.
    pub fn new(seed: u64) -> Books {
        let share = |length| (length as f64 + 0.5) / LENGTHS as f64;
        Books {
            random: Random::new(seed),
            lengths: (0..LENGTHS)
                .map(|length| Length::new(share(length)))
                .collect(),
            earlier: Vec::new(),
            written: 0,
        }
    }

    fn word(&mut self, length: usize) -> u64 {
        let at = self.random.uniform() * self.lengths[length].total;
        let cumulative = &self.lengths[length].cumulative;
        if at < cumulative[RANKS - 1] {
            return cumulative.partition_point(|&sum| sum <= at) as u64;
        }
        (RANKS as f64 * self.random.uniform().powf(-1.0 / (POWER - 1.0))) as u64
    }

    /// The words of a book by their positions, and its number of tokens.
    fn book(&mut self) -> (Vec<Word>, u64) {
        let length = self.random.below(LENGTHS as u64) as usize;
        // Books of one length differ in their number of unique words by a fifth or so.
        let size = (self.lengths[length].total * (0.7 + 0.6 * self.random.uniform())) as usize;
        let mut words = self.copied();
        let copied = words.last().map_or(0, |word| word.position + 1);
        let tokens = (self.lengths[length].tokens as u64).max(copied + 2 * size as u64);
        let mut ranks: HashSet<u64> = words.iter().map(|word| word.rank).collect();
        let mut positions = HashSet::new();
        while words.len() < size {
            let rank = self.word(length);
            let position = copied + self.random.below(tokens - copied);
            if !positions.contains(&position) && ranks.insert(rank) {
                positions.insert(position);
                words.push(Word { rank, position });
            }
        }
        words.sort_unstable_by_key(|word| word.position);
        (words, tokens)
    }

    /// The beginning of one book in fifty: a passage of 10 % up to all of another book, with 20 % of its words lost or
    /// misread.
    fn copied(&mut self) -> Vec<Word> {
        if self.written % 50 != 49 || self.earlier.is_empty() {
            return Vec::new();
        }
        let other = self.random.below(self.earlier.len() as u64) as usize;
        let share = 0.1 + 0.9 * self.random.uniform();
        let copied = (share * self.earlier[other].len() as f64) as usize;
        let places = self.earlier[other].len() - copied + 1;
        let start = self.random.below(places as u64) as usize;
        let passage = &self.earlier[other][start..start + copied];
        let first = passage.first().map_or(0, |word| word.position);
        let kept = passage.iter().filter(|_| self.random.below(5) > 0);
        kept.map(|word| Word {
            position: word.position - first,
            ..*word
        })
        .collect()
    }

    /// Appends the next book.
    pub fn write(&mut self, out: &mut Vec<u8>) {
        let (words, tokens) = self.book();
        let number = self.written + 1;
        out.extend_from_slice(
            format!("{{\"doc\":\"book{number:07}\",\"tokens\":{tokens},\"words\":[").as_bytes(),
        );
        for (index, word) in words.iter().enumerate() {
            out.extend_from_slice(if index == 0 { b"\"" } else { b",\"" });
            out.extend_from_slice(&spelling(word.rank));
            out.push(b'"');
        }
        out.extend_from_slice(b"],\"positions\":[");
        for (index, word) in words.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            out.extend_from_slice(format!("{comma}{}", word.position).as_bytes());
        }
        out.extend_from_slice(b"]}\n");
        match self.earlier.len() {
            64 => self.earlier[self.written % 64] = words,
            _ => self.earlier.push(words),
        }
        self.written += 1;
    }
}

/// Eight letters, different ones for different ranks: the rank times a number that is prime to 26, mod 26^8.
fn spelling(rank: u64) -> [u8; 8] {
    const SPELLINGS: u64 = 26u64.pow(8);
    let mut rest = (u128::from(rank) * 143_215_987_653 % u128::from(SPELLINGS)) as u64;
    std::array::from_fn(|_| {
        let letter = b'a' + (rest % 26) as u8;
        rest /= 26;
        letter
    })
}
