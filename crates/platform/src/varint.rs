//! Varints: numbers as unsigned LEB128, with seven bits per byte, the lowest first.

/// The maximum number of bytes of a number.
pub const MAX_BYTES: usize = 10;

/// Appends a number.
#[inline]
pub fn push(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Decodes the number at the front of `bytes`, and returns it with its length in bytes. Returns
/// `None` if `bytes` end inside the number, or if it has more than [`MAX_BYTES`] bytes.
#[inline]
pub fn read(bytes: &[u8]) -> Option<(u64, usize)> {
    // Most numbers have one byte.
    if let [byte @ ..0x80, ..] = bytes {
        return Some((u64::from(*byte), 1));
    }
    read_longer(bytes)
}

fn read_longer(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = 0;
    for (at, &byte) in bytes.iter().take(MAX_BYTES).enumerate() {
        number |= u64::from(byte & 0x7F) << (7 * at);
        if byte < 0x80 {
            return Some((number, at + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(number: u64, shift in 0u32..64, rest: Vec<u8>) {
            let number = number >> shift;
            let mut bytes = Vec::new();
            push(number, &mut bytes);
            let length = bytes.len();
            prop_assert!(length <= MAX_BYTES);
            prop_assert_eq!(read(&bytes[..length - 1]), None);
            bytes.extend(rest);
            prop_assert_eq!(read(&bytes), Some((number, length)));
        }
    }

    #[test]
    fn lengths_are_those_of_seven_bits_a_byte() {
        for number in [0, 1, 127, 128, 16383, 16384, u64::MAX] {
            let mut bytes = Vec::new();
            push(number, &mut bytes);
            assert_eq!(read(&bytes), Some((number, bytes.len())));
            assert_eq!(read(&bytes[..bytes.len() - 1]), None);
        }
    }

    #[test]
    fn any_bytes_are_read() {
        assert_eq!(read(&[0xFF; 10]), None);
        assert_eq!(read(&[0xFF; 64]), None);
        assert_eq!(read(&[]), None);
    }
}
