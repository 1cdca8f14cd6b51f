//! Searches for the bytes that end or interrupt a JSON string.

use wide::u8x16;

/// Returns the position of the first byte from `from` on that needs attention in a JSON string (a
/// quote, a backslash, or a control character below 0x20), or `bytes.len()`.
#[inline]
pub fn special(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let found = special_mask(chunk);
        if found != 0 {
            return at + found.trailing_zeros() as usize;
        }
        at += 16;
    }
    while at < bytes.len() && !is_special(bytes[at]) {
        at += 1;
    }
    at
}

/// Whether this byte must be escaped in a JSON string.
#[inline]
pub fn is_special(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Returns a 16-bit mask of the special bytes among 16.
#[inline]
pub fn special_mask(chunk: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*chunk);
    let quote = bytes.simd_eq(u8x16::splat(b'"'));
    let backslash = bytes.simd_eq(u8x16::splat(b'\\'));
    let control = bytes.min(u8x16::splat(0x1F)).simd_eq(bytes);
    (quote | backslash | control).to_bitmask()
}

/// Returns a 16-bit mask of the backslashes among 16 bytes.
#[inline]
pub fn backslash_mask(chunk: &[u8; 16]) -> u32 {
    let bytes = u8x16::new(*chunk);
    bytes.simd_eq(u8x16::splat(b'\\')).to_bitmask()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_a_plain_search_finds(bytes in proptest::collection::vec(any::<u8>(), 0..80), from in 0usize..80) {
            let from = from.min(bytes.len());
            let plain = bytes[from..].iter().position(|&b| is_special(b)).map_or(bytes.len(), |n| from + n);
            prop_assert_eq!(special(&bytes, from), plain);
        }
    }
}
