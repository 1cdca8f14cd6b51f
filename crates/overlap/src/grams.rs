//! Hashes of n-grams of words.

/// The number that the 64 bits of the hash of a word or an n-gram are reduced to. The first bits depend on all bits of all words.
#[inline(always)]
pub(crate) fn short(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// The hash of an n-gram is a polynomial in this number, with the words' hashes as coefficients.
const BASE: u64 = 0xD6E8_FEB8_6659_FD93;

/// The value of a polynomial after one more coefficient.
#[inline(always)]
fn next_sum(sum: u64, word: u64) -> u64 {
    sum.wrapping_mul(BASE).wrapping_add(word)
}

/// The hash of an n-gram.
#[inline(always)]
pub(crate) fn hash(words: &[u64]) -> u64 {
    words.iter().fold(0, |sum, &word| next_sum(sum, word))
}

/// The number of words of a run, by which n-grams are filtered.
pub(crate) const RUN: usize = 4;

/// The hash of a run of [short](short) hashes of words, which is made for many runs at once.
#[inline(always)]
pub(crate) fn run_hash(words: [u32; RUN]) -> u32 {
    const BASE: u32 = 0x9E37_79B1;
    words.into_iter().fold(0, |sum: u32, word| {
        sum.wrapping_mul(BASE).wrapping_add(word)
    })
}

/// Replaces `runs` by the hashes of all runs of the words.
#[inline(always)]
pub(crate) fn run_hashes(words: &[u32], runs: &mut Vec<u32>) {
    runs.clear();
    runs.resize(words.len().saturating_sub(RUN - 1), 0);
    // A loop, because the closures of iterators are not compiled for the instruction set of a caller.
    for (run, words) in runs.iter_mut().zip(words.windows(RUN)) {
        *run = run_hash([words[0], words[1], words[2], words[3]]);
    }
}

/// Calls `each` with the hash of every n-gram and the number of its first word.
pub(crate) fn for_each_gram(words: &[u64], n: usize, mut each: impl FnMut(u64, usize)) {
    // The power that the coefficients before the n-gram have.
    let power = BASE.wrapping_pow(n as u32);
    let (mut after, mut before) = (0, 0);
    for (at, &word) in words.iter().enumerate() {
        after = next_sum(after, word);
        if at + 1 > n {
            before = next_sum(before, words[at - n]);
        }
        if at + 1 >= n {
            each(after.wrapping_sub(power.wrapping_mul(before)), at + 1 - n);
        }
    }
}
