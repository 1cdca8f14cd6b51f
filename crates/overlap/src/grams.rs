//! Hashes of n-grams of words.

/// The number that the 64 bits of the hash of a word or an n-gram are reduced to. The first bits depend on all bits of all words.
#[inline(always)]
pub(crate) fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The hash of an n-gram is a polynomial in this number, with the words' hashes as coefficients.
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;

/// The value of a polynomial after one more coefficient. That of an n-gram is the difference of two values.
#[inline(always)]
pub(crate) fn next_sum(sum: u64, word: u64) -> u64 {
    sum.wrapping_mul(BASE).wrapping_add(word)
}

/// Hashes n-grams of one length.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gram {
    /// The power that the coefficients before the n-gram have.
    power: u64,
}

impl Gram {
    pub fn new(n: usize) -> Self {
        Gram {
            power: BASE.wrapping_pow(n as u32),
        }
    }

    /// The hash of the n-gram between two [values](next_sum): that after its last word, and that before its first.
    #[inline(always)]
    pub fn hash(self, after: u64, before: u64) -> u64 {
        after.wrapping_sub(before.wrapping_mul(self.power))
    }
}

/// Calls `each` with the hash of every n-gram and the number of its first word.
pub(crate) fn for_each_gram(words: &[u64], n: usize, mut each: impl FnMut(u64, usize)) {
    let gram = Gram::new(n);
    let (mut after, mut before) = (0, 0);
    for (at, &word) in words.iter().enumerate() {
        after = next_sum(after, word);
        if at + 1 > n {
            before = next_sum(before, words[at - n]);
        }
        if at + 1 >= n {
            each(gram.hash(after, before), at + 1 - n);
        }
    }
}
