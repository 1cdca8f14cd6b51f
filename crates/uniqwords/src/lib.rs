//! Extracts the features by which documents are compared. These are the words that occur in a
//! document exactly once, in order (Yalniz, Can and Manmatha 2011, section 4.1), or the features of
//! the methods that the paper compares with.
//!
//! Only a few per cent of a book's words are unique, but every second sentence contains one.
//!
//! ```
//! use uniqwords::{Extractor, Feature};
//!
//! let mut extractor = Extractor::default();
//! let words = extractor.extract("To be, or not to be: that is the question.", Feature::Unique);
//! assert_eq!(words.tokens, 10);
//! assert_eq!(words.iter().collect::<Vec<_>>(), ["or", "not", "that", "is", "the", "question"]);
//! assert_eq!(words.positions().collect::<Vec<_>>(), [2, 3, 6, 7, 8, 9]);
//! ```

use std::collections::HashSet;
use std::num::NonZero;

use xxhash_rust::xxh3::xxh3_64;

#[cfg(feature = "cli")]
pub mod cli;
pub mod dense;
mod table;

use tokens::words::Sink;
pub use tokens::words::{Token, for_each};

/// The feature to extract from a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The words that occur exactly once (DUPNIQ, and UWO of section 6.1).
    Unique,
    /// All distinct words (VO of section 6.1).
    Vocabulary,
    /// The word n-grams whose hash is a multiple of `modulus` (0-mod-p shingling; section 6.1 uses
    /// n = 4, p = 50).
    Shingles {
        /// The number of words in a shingle.
        n: NonZero<usize>,
        /// The modulus p.
        modulus: NonZero<u64>,
    },
}

/// Words of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// Those that occur exactly once.
    Unique,
    /// All distinct words.
    All,
}

/// Extracts features from documents and reuses its buffers.
#[derive(Default)]
pub struct Extractor {
    table: table::Table,
    entries: Vec<table::Entry>,
    /// The words of a document joined by single spaces, and the end of each.
    joined: Vec<u8>,
    ends: Vec<usize>,
    seen: HashSet<u64>,
    shingles: Vec<(String, u64)>,
}

/// The features of a document.
pub struct Words<'a> {
    /// The number of tokens of the document.
    pub tokens: u64,
    table: &'a table::Table,
    entries: &'a [table::Entry],
    shingles: &'a [(String, u64)],
}

impl Words<'_> {
    /// Returns the words, or the shingles as 16 hexadecimal digits, by first occurrence.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        let words = self.entries.iter().map(|entry| self.table.spelling(entry));
        words.chain(self.shingles.iter().map(|(shingle, _)| shingle.as_str()))
    }

    /// Returns the number of words or shingles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() + self.shingles.len()
    }

    /// Whether there are no words or shingles.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position of each: the token index of its first occurrence, for a shingle that of
    /// its first word.
    pub fn positions(&self) -> impl Iterator<Item = u64> {
        let words = self.entries.iter().map(|entry| entry.place);
        words.chain(self.shingles.iter().map(|&(_, place)| place))
    }
}

impl Extractor {
    /// Extracts a feature from a document.
    ///
    /// Takes linear time. Needs a few dozen bytes of memory per distinct word, or the normalised
    /// text for shingles.
    pub fn extract(&mut self, text: &str, feature: Feature) -> Words<'_> {
        match feature {
            Feature::Unique => self.words(text, Which::Unique),
            Feature::Vocabulary => self.words(text, Which::All),
            Feature::Shingles { n, modulus } => self.shingles(text, n.get(), modulus.get()),
        }
    }

    fn words(&mut self, text: &str, which: Which) -> Words<'_> {
        let mut pieces = self.pieces(text.len());
        pieces.push(text);
        pieces.finish(which)
    }

    /// Prepares to extract words from a text that comes in chunks, with about `bytes` bytes in
    /// total.
    fn pieces(&mut self, bytes: usize) -> Pieces<'_> {
        self.table.clear(bytes);
        Pieces {
            words: tokens::words::Words::default(),
            counter: Counter::new(&mut self.table),
            entries: &mut self.entries,
        }
    }

    /// Prepares to extract words, not shingles, from a text too long for memory.
    pub fn begin(&mut self) -> Pieces<'_> {
        // The number of bytes is unknown, so the table grows as needed.
        self.pieces(1 << 22)
    }

    /// Extracts shingles. The hash of a shingle is XXH3 (64 bits, seed 0) of its words joined by
    /// single spaces.
    fn shingles(&mut self, text: &str, n: usize, modulus: u64) -> Words<'_> {
        self.shingles.clear();
        self.joined.clear();
        self.ends.clear();
        self.seen.clear();
        for_each(text, |token| {
            self.joined.extend_from_slice(token.bytes);
            self.ends.push(self.joined.len());
            self.joined.push(b' ');
        });
        let mut start = 0;
        for (place, &end) in self.ends.iter().skip(n - 1).enumerate() {
            let hash = xxh3_64(&self.joined[start..end]);
            if hash.is_multiple_of(modulus) && self.seen.insert(hash) {
                self.shingles.push((format!("{hash:016x}"), place as u64));
            }
            start = self.ends[place] + 1;
        }
        Words {
            tokens: self.ends.len() as u64,
            table: &self.table,
            entries: &[],
            shingles: &self.shingles,
        }
    }
}

/// The words of a text that comes in chunks.
pub struct Pieces<'a> {
    words: tokens::words::Words,
    counter: Counter<'a>,
    entries: &'a mut Vec<table::Entry>,
}

impl<'a> Pieces<'a> {
    /// Adds the next chunk. All except the last end with white space.
    pub fn push(&mut self, piece: &str) {
        self.words.push(piece, &mut self.counter);
    }

    /// Returns the words.
    pub fn finish(mut self, which: Which) -> Words<'a> {
        self.words.finish(&mut self.counter);
        self.counter.rest();
        let Counter { table, tokens, .. } = self.counter;
        table.entries(which, self.entries);
        Words {
            tokens,
            table,
            entries: self.entries,
            shingles: &[],
        }
    }
}

/// The number of words between the prefetch of a slot of the table and its use.
const AHEAD: usize = 16;

/// Counts words.
struct Counter<'a> {
    table: &'a mut table::Table,
    tokens: u64,
    /// The last words of up to 16 bytes, with their hashes. They are counted when their slots are
    /// in the cache.
    ahead: [(u128, usize); AHEAD],
}

impl<'a> Counter<'a> {
    fn new(table: &'a mut table::Table) -> Self {
        Counter {
            table,
            tokens: 0,
            ahead: [(0, 0); AHEAD],
        }
    }

    #[inline(always)]
    fn count(&mut self, (head, hash): (u128, usize), place: u64) {
        if head != 0 {
            self.table.count(hash, Token { head, bytes: &[] }, place);
        }
    }

    /// Counts the words that are still waiting.
    #[inline(never)]
    fn rest(&mut self) {
        for place in self.tokens..self.tokens + AHEAD as u64 {
            let oldest = std::mem::take(&mut self.ahead[place as usize % AHEAD]);
            self.count(oldest, place.wrapping_sub(AHEAD as u64));
        }
    }
}

impl Sink for Counter<'_> {
    #[inline(always)]
    fn word(&mut self, token: Token<'_>) {
        let hash = table::hash(token.head, token.bytes);
        let place = self.tokens;
        if token.bytes.len() > 16 {
            self.rest();
            self.table.count(hash, token, place);
        } else {
            self.table.prefetch(hash);
            let next = &mut self.ahead[place as usize % AHEAD];
            let oldest = std::mem::replace(next, (token.head, hash));
            self.count(oldest, place.wrapping_sub(AHEAD as u64));
        }
        self.tokens += 1;
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn extract(text: &str, feature: Feature) -> (u64, Vec<(String, u64)>) {
        let mut extractor = Extractor::default();
        // The previous document must not affect the result.
        extractor.extract("a b extraordinarilylongword", Feature::Unique);
        let words = extractor.extract(text, feature);
        assert_eq!(words.len(), words.iter().count());
        let list = words.iter().map(str::to_owned).zip(words.positions());
        (words.tokens, list.collect())
    }

    #[test]
    fn shingles_are_a_set() {
        let every = |n| Feature::Shingles {
            n: NonZero::new(n).unwrap(),
            modulus: NonZero::<u64>::MIN,
        };
        let (tokens, shingles) = extract("A rose is a rose is a rose.", every(3));
        assert_eq!(tokens, 8);
        let expected: Vec<(String, u64)> = ["a rose is", "rose is a", "is a rose"]
            .iter()
            .zip(0..)
            .map(|(shingle, place)| (format!("{:016x}", xxh3_64(shingle.as_bytes())), place))
            .collect();
        assert_eq!(shingles, expected);
        assert!(extract("too short", every(3)).1.is_empty());
        assert_eq!(extract("", every(1)), (0, Vec::new()));
    }

    proptest! {
        #[test]
        fn words_are_counted(words in prop::collection::vec("[ab]{1,3}|[ab]{16}c?|é{8}[ab]{0,2}|[a-z]{1,40}", 0..400)) {
            let text = words.join(" ");
            let count = |word: &String| words.iter().filter(|other| *other == word).count();
            let first = |word: &String| words.iter().position(|other| other == word).unwrap();
            let list = |keep: &dyn Fn(usize, &String) -> bool| -> Vec<(String, u64)> {
                words.iter().enumerate().filter(|(place, word)| keep(*place, word))
                    .map(|(place, word)| (word.clone(), place as u64)).collect()
            };
            let unique = list(&|_, word| count(word) == 1);
            let vocabulary = list(&|place, word| first(word) == place);
            prop_assert_eq!(extract(&text, Feature::Unique), (words.len() as u64, unique));
            prop_assert_eq!(extract(&text, Feature::Vocabulary), (words.len() as u64, vocabulary));
        }
    }

    #[test]
    fn many_distinct_words() {
        let words: Vec<String> = (0..20_000)
            .map(|n: u32| {
                n.to_string()
                    .bytes()
                    .map(|b| (b - b'0' + b'a') as char)
                    .collect()
            })
            .collect();
        let text = words.join("\n");
        let (tokens, unique) = extract(&text, Feature::Unique);
        assert_eq!(tokens, 20_000);
        assert!(unique.iter().map(|(word, _)| word).eq(&words));
    }
}
