//! The shingles of a text: hashes of some words in sequence.

use std::num::NonZero;

use tokens::{Fold, Tokens};
use xxhash_rust::xxh3::xxh3_64;

/// Takes the shingles of texts, and reuses its buffers.
#[derive(Debug)]
pub(crate) struct Shingler {
    fold: Fold,
    shingle: usize,
    words: Vec<u64>,
}

/// Multiplies the hash of a shingle when the next word comes.
pub(crate) const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

impl Shingler {
    pub(crate) fn new(shingle: NonZero<usize>, fold: Fold) -> Self {
        Shingler {
            fold,
            shingle: shingle.get(),
            words: Vec::new(),
        }
    }

    /// Calls `each` with the hash of every shingle of a text.
    ///
    /// Words are runs of letters and digits; in scripts without spaces each character with its marks. A text without words is one
    /// shingle: what remains of it without white space.
    pub(crate) fn each(&mut self, text: &str, mut each: impl FnMut(u64)) {
        let text = self.fold.apply(text);
        self.words.clear();
        Tokens::Word.for_each(&text, |word| self.words.push(word));
        if self.words.is_empty() {
            let bare: String = text.split_whitespace().collect();
            return each(xxh3_64(bare.as_bytes()));
        }
        // A polynomial in the hashes of the words, so that the next one takes two multiplications.
        let length = self.shingle.min(self.words.len());
        let oldest = (1..length).fold(1u64, |power, _| power.wrapping_mul(FACTOR));
        let mut hash = 0u64;
        for (index, &word) in self.words.iter().enumerate() {
            if index >= length {
                let gone = self.words[index - length];
                hash = hash.wrapping_sub(gone.wrapping_mul(oldest));
            }
            hash = hash.wrapping_mul(FACTOR).wrapping_add(word);
            if index + 1 >= length {
                each(tokens::hashes::mixed(hash));
            }
        }
    }
}
