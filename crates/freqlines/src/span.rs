//! Spans of lines in a block.

/// The offset and the length of a line.
pub(crate) type Span = (usize, usize);

/// Returns the line at a span.
#[inline(always)]
pub(crate) fn line_at(block: &[u8], (from, len): Span) -> &[u8] {
    &block[from..from + len]
}
