//! Varints, also of signed numbers.

use platform::varint;

use super::Damaged;

pub(super) fn write(out: &mut Vec<u8>, number: u64) {
    varint::push(number, out);
}

/// Reads a number from the front.
pub(super) fn read(bytes: &mut &[u8]) -> Result<u64, Damaged> {
    let error = match bytes.len() < varint::MAX_BYTES {
        true => "cut short",
        false => "a number of more than 64 bits",
    };
    let (number, length) = varint::read(bytes).ok_or(Damaged(error))?;
    *bytes = &bytes[length..];
    Ok(number)
}

/// Zigzag encoding: maps small signed numbers to small unsigned ones.
pub(super) fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// The inverse of [`zigzag`].
pub(super) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn numbers_come_back(numbers: Vec<u64>, signed: i64, shift in 0u32..64) {
            let mut out = Vec::new();
            numbers.iter().for_each(|&number| write(&mut out, number >> shift));
            let mut bytes = &out[..];
            for number in numbers {
                prop_assert_eq!(read(&mut bytes), Ok(number >> shift));
            }
            prop_assert_eq!(read(&mut bytes), Err(Damaged("cut short")));
            prop_assert_eq!(unzigzag(zigzag(signed)), signed);
        }

        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            let mut bytes = &bytes[..];
            while read(&mut bytes).is_ok() {}
        }
    }
}
