//! The keys of counts, and their form in records.

use std::fmt;
use std::str::FromStr;

use crate::Hash;

/// The key of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// The text of the line.
    Text,
    /// A fingerprint; the count includes all lines with it.
    Fingerprint(Fingerprint),
    /// A slot of a counter array; the count includes all lines that share it.
    Slot(Slot),
}

/// A 64-bit hash with the name of its function, written `xxh3:00112233445566ff`. It is a string
/// because most JSON parsers lose the low bits of such large numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// The hash function.
    pub hash: Hash,
    /// The hash.
    pub value: u64,
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:016x}", self.hash, self.value)
    }
}

/// The text is not a fingerprint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseFingerprintError(String);

impl fmt::Display for ParseFingerprintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is no fingerprint: xxh3: or crc64: and 16 hexadecimal digits are needed",
            self.0
        )
    }
}

impl std::error::Error for ParseFingerprintError {}

impl FromStr for Fingerprint {
    type Err = ParseFingerprintError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (hash, digits) = text.split_once(':')?;
            let hex = digits.len() == 16 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
            let value = u64::from_str_radix(digits, 16).ok().filter(|_| hex)?;
            Some(Fingerprint {
                hash: hash.parse().ok()?,
                value,
            })
        };
        parse().ok_or_else(|| ParseFingerprintError(text.to_owned()))
    }
}

/// One of 2^bits counters, selected by the first `bits` bits of a line's [hash](crate::line_hash).
/// So each slot of a smaller array is the union of slots of a larger one, and counts made with more
/// bits can be added to an array with fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slot {
    /// The index of the counter, below 2^bits.
    pub slot: u64,
    /// The binary logarithm of the number of counters, 1 to 63.
    pub bits: u8,
}

impl Slot {
    /// The maximum number of bits.
    pub const MAX_BITS: u8 = 63;

    /// Creates the slot with this index; returns `None` if it is out of range.
    pub fn new(slot: u64, bits: u8) -> Option<Slot> {
        ((1..=Slot::MAX_BITS).contains(&bits) && slot >> bits == 0).then_some(Slot { slot, bits })
    }

    /// Returns the slot of a line with this [hash](crate::line_hash).
    pub fn of(hash: u64, bits: u8) -> Slot {
        Slot {
            slot: hash >> (64 - u32::from(bits)),
            bits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_survive_writing_and_reading() {
        for hash in Hash::ALL {
            let fingerprint = Fingerprint {
                hash,
                value: 0x0123_4567_89ab_cdef,
            };
            assert_eq!(fingerprint.to_string().parse(), Ok(fingerprint));
        }
    }

    #[test]
    fn other_texts_are_no_fingerprints() {
        for text in [
            "",
            "xxh3:",
            "xxh3:+123456789abcdef",
            "xxh3:0123456789abcde",
            "md5:0123456789abcdef",
        ] {
            assert!(text.parse::<Fingerprint>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_slot_is_below_its_number_of_counters() {
        assert!(Slot::new(255, 8).is_some());
        assert!(Slot::new(256, 8).is_none());
        assert!(Slot::new(0, 64).is_none());
        assert_eq!(Slot::of(u64::MAX, 8).slot, 255);
        assert_eq!(Slot::of(u64::MAX, 63).slot, u64::MAX >> 1);
    }
}
