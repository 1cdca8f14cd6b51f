//! An n-gram as stored in tables: a 64-bit hash with low bits reserved for the table.

/// An n-gram: the high bits of a 64-bit hash; the low bits are 0, for use by a table: see [`Width`].
///
/// The hash is a polynomial in the hashes of the tokens modulo 2^64, then mixed. Its base is 5 modulo 8, so that the
/// difference of two of its powers has at most two more factors of 2 than the difference of the exponents: swapping
/// tokens changes the hash, too.
pub type Gram = u64;

/// The division of the 64 bits of a slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Width {
    /// 63 bits of the n-gram's hash.
    Full,
    /// 48 bits of the hash, and 15 for a mark.
    Marked,
}

impl Width {
    /// A mask of the low bits, which are not part of the key.
    #[inline]
    pub(crate) const fn low(self) -> u64 {
        match self {
            Width::Full => 1,
            Width::Marked => 0xFFFF,
        }
    }

    /// The key of an n-gram with this hash; never 0.
    #[inline]
    pub fn key(self, hash: u64) -> Gram {
        (hash & !self.low()).max(self.low() + 1)
    }

    /// The number of hexadecimal digits of a key without its unused low bits.
    pub fn digits(self) -> usize {
        match self {
            Width::Full => 16,
            Width::Marked => 12,
        }
    }
}

/// The method of detecting duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// onion's algorithm, exactly.
    Paper,
    /// onion's algorithm, extended by the positions of the repeated text.
    Best,
    /// Checksums of whole blocks.
    Exact,
}

impl Method {
    /// The number of hash bits of an n-gram that the method needs.
    pub fn width(self) -> Width {
        match self {
            Method::Paper | Method::Exact => Width::Full,
            Method::Best => Width::Marked,
        }
    }
}
