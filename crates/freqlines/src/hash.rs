//! The hash functions of the counting structures.

use std::fmt;
use std::str::FromStr;

use kit::random::STEP;
use xxhash_rust::xxh3::xxh3_64;

/// A 64-bit hash function, named because fingerprints of one mean nothing under another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hash {
    /// XXH3, 64 bits, no seed: fast.
    Xxh3,
    /// CRC-64 with the parameters of the xz file format: the checksum of Kaser & Lemire (section 3.3.3).
    Crc64,
}

const CRC64: crc::Crc<u64, crc::Table<16>> = crc::Crc::<u64, crc::Table<16>>::new(&crc::CRC_64_XZ);

impl Hash {
    /// All hash functions.
    pub const ALL: [Hash; 2] = [Hash::Xxh3, Hash::Crc64];

    /// The name in options and records.
    pub fn name(self) -> &'static str {
        match self {
            Hash::Xxh3 => "xxh3",
            Hash::Crc64 => "crc64",
        }
    }

    /// The hash of `line`.
    #[inline]
    pub fn of(self, line: &[u8]) -> u64 {
        match self {
            Hash::Xxh3 => xxh3_64(line),
            Hash::Crc64 => CRC64.checksum(line),
        }
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Hash::ALL
            .into_iter()
            .find(|hash| hash.name() == name)
            .ok_or_else(|| format!("unknown hash '{name}'"))
    }
}

/// Turns a number into one whose first bits depend on all of its bits. Different numbers stay different.
pub(crate) fn spread(number: u64) -> u64 {
    number.wrapping_mul(STEP)
}

/// A hasher for keys that are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub struct Identity(u64);

impl std::hash::Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = value;
    }
}

/// Builds [`Identity`] hashers.
pub type BuildIdentity = std::hash::BuildHasherDefault<Identity>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        // The check value of CRC-64/XZ, and XXH3_64bits of no bytes.
        assert_eq!(Hash::Crc64.of(b"123456789"), 0x995d_c9bb_df19_39fa);
        assert_eq!(Hash::Xxh3.of(b""), 0x2d06_8005_38d3_94c2);
    }
}
