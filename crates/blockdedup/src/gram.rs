//! An n-gram as the tables store it: a 64-bit hash whose low bits the table uses itself.

/// An n-gram, as the high bits of a 64-bit hash; the others are 0, for a table to use: see [`Width`].
///
/// The hash is a polynomial in the hashes of the tokens, modulo 2^64, whose bits are mixed. Its base is 5 modulo 8, so that the
/// difference of two of its powers is divisible by no higher power of two than four times that of their distance: tokens that
/// change places change the hash, too.
pub type Gram = u64;

/// How the 64 bits of a slot are divided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 63 bits of the n-gram's hash.
    Full,
    /// 48 bits of it, and 15 that a mark may use.
    Marked,
}

impl Width {
    /// The bits of a slot that are not the key's.
    #[inline]
    pub(crate) const fn low(self) -> u64 {
        match self {
            Width::Full => 1,
            Width::Marked => 0xFFFF,
        }
    }

    /// The key of an n-gram with this hash; no key is 0.
    #[inline]
    pub fn key(self, hash: u64) -> Gram {
        (hash & !self.low()).max(self.low() + 1)
    }

    /// The digits that write a key in hexadecimal, without the bits that are 0 in all keys but the lowest one.
    pub fn digits(self) -> usize {
        match self {
            Width::Full => 16,
            Width::Marked => 12,
        }
    }
}
