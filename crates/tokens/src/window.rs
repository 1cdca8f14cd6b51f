//! Windows of a text that are classified together, with one bit of a mask for each byte.

use platform::simd::{mask, within};
use wide::u8x16;

/// The number of bytes of a window.
pub const WINDOW: usize = 64;

/// The number of bytes of a window and of those after it that a word may be read with.
pub const READ: usize = WINDOW + 16;

/// Returns the bytes at the start of a text, padded with spaces where it ends. `padded` is room for these.
#[inline(always)]
pub fn read<'a>(bytes: &'a [u8], padded: &'a mut [u8; READ]) -> &'a [u8; READ] {
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

/// Returns the bytes of the characters from U+2010 to U+2027: E2 80 and a byte from 90 to A7. They
/// are neither alphabetic nor white space, and in much English text the only ones beyond ASCII.
#[inline(always)]
pub fn marks(bytes: &[u8; WINDOW]) -> u64 {
    let first = mask(bytes, |bytes| bytes.simd_eq(u8x16::splat(0xE2)));
    let second = mask(bytes, |bytes| bytes.simd_eq(u8x16::splat(0x80)));
    let third = mask(bytes, |bytes| within(bytes, 0x90, 0xA7));
    let begin = first & second >> 1 & third >> 2;
    begin | begin << 1 | begin << 2
}
