//! Windows of a text that are classified together, with one bit of a mask for each byte.

/// The number of bytes of a window.
pub(crate) const WINDOW: usize = 64;

/// The number of bytes of a window and of those after it that a word may be read with.
pub(crate) const READ: usize = WINDOW + 16;

/// Returns the bytes at the start of a text, padded with spaces where it ends. `padded` is room for these.
#[inline(always)]
pub(crate) fn read<'a>(bytes: &'a [u8], padded: &'a mut [u8; READ]) -> &'a [u8; READ] {
    match bytes.first_chunk() {
        Some(read) => read,
        None => pad(bytes, padded),
    }
}

#[cold]
fn pad<'a>(bytes: &[u8], padded: &'a mut [u8; READ]) -> &'a [u8; READ] {
    *padded = [b' '; READ];
    padded[..bytes.len()].copy_from_slice(bytes);
    padded
}
