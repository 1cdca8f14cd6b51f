//! Where a line is in a block.

/// Where a line begins, and its length.
pub(crate) type Place = (usize, usize);

/// The line at a place.
#[inline(always)]
pub(crate) fn line_at(block: &[u8], (from, len): Place) -> &[u8] {
    &block[from..from + len]
}
