//! Limits on invalid sequences in a text.

/// A text may have `DAMAGE` invalid sequences, and one more for every `CHARS_EACH` characters
/// beyond ASCII.
const DAMAGE: u64 = 8;
const CHARS_EACH: u64 = 16;

/// Returns the maximum number of invalid sequences in a damaged text with this number of characters
/// beyond ASCII.
pub fn most_damage(beyond_ascii: u64) -> u64 {
    DAMAGE + beyond_ascii / CHARS_EACH
}

/// Whether a document with `malformed` invalid sequences and `beyond_ascii` characters beyond ASCII
/// so far cannot be text in an encoding, whatever follows.
pub fn is_too_damaged(malformed: u64, beyond_ascii: u64) -> bool {
    malformed > most_damage(beyond_ascii)
}

/// Whether too much of a complete document is invalid for it to be text in an encoding.
pub fn is_mostly_damage(malformed: u64, beyond_ascii: u64) -> bool {
    2 * malformed > beyond_ascii || is_too_damaged(malformed, beyond_ascii)
}
