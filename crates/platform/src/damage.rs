//! How much of a text may be invalid in its encoding.

/// A text may have so many invalid sequences, however short it is, and one more for each so many characters beyond ASCII.
const DAMAGE: u64 = 8;
const CHARS_EACH: u64 = 16;

/// The maximum number of invalid sequences of a damaged text with so many characters beyond ASCII.
pub fn most_damage(beyond_ascii: u64) -> u64 {
    DAMAGE + beyond_ascii / CHARS_EACH
}

/// Whether a document with `malformed` invalid sequences so far, and so many characters beyond ASCII, is not text in an
/// encoding, whatever follows.
pub fn is_too_damaged(malformed: u64, beyond_ascii: u64) -> bool {
    malformed > most_damage(beyond_ascii)
}

/// Whether so much of a document is invalid that it is not text in an encoding.
pub fn is_mostly_damage(malformed: u64, beyond_ascii: u64) -> bool {
    2 * malformed > beyond_ascii || is_too_damaged(malformed, beyond_ascii)
}
