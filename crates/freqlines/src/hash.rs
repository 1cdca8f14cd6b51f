//! The hash functions of the counting structures.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::str::FromStr;
use std::sync::OnceLock;

use platform::random::{STEP, mix};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::crc64;
use crate::span::Span;

/// A 64-bit hash function. Fingerprints contain its name, because they are comparable only under
/// the same function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hash {
    /// XXH3, 64 bits, no seed: fast.
    Xxh3,
    /// CRC-64 with the parameters of the xz file format: the checksum of Kaser & Lemire (section 3.3.3).
    Crc64,
}

impl Hash {
    /// All hash functions.
    pub const ALL: [Hash; 2] = [Hash::Xxh3, Hash::Crc64];

    /// Returns the name in options and records.
    pub fn name(self) -> &'static str {
        match self {
            Hash::Xxh3 => "xxh3",
            Hash::Crc64 => "crc64",
        }
    }

    /// Returns the hash of `line`.
    #[inline(always)]
    pub fn of(self, line: &[u8]) -> u64 {
        match self {
            Hash::Xxh3 => xxh3_64(line),
            Hash::Crc64 => crc64::checksum(line),
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

/// Hashes the lines of a block.
pub(crate) trait LineHash: Copy {
    /// Returns the hash of the line at this span of `block`.
    fn of_line(self, block: &[u8], span: Span) -> u64;
}

impl LineHash for Hash {
    #[inline(always)]
    fn of_line(self, block: &[u8], (from, len): Span) -> u64 {
        self.of(&block[from..from + len])
    }
}

/// Computes [`line_hash`], with the keys of this process if [`randomise_keys`] was called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TableHash(&'static Keys);

impl TableHash {
    /// Creates the hash with the keys of this process.
    #[inline]
    pub fn new() -> Self {
        TableHash(PROCESS_KEYS.get().unwrap_or(&PUBLISHED_KEYS))
    }
}

/// The keys of [`line_hash`].
#[derive(Debug)]
struct Keys {
    /// A key for each word of a short line.
    words: [u64; SHORT / WORD],
    /// The seed for longer lines.
    seed: u64,
}

impl Keys {
    /// Creates secret keys from the system's random numbers for hash tables.
    #[cfg(any(test, feature = "cli"))]
    fn random() -> Self {
        let random = RandomState::new();
        Keys {
            words: std::array::from_fn(|at| random.hash_one(at)),
            seed: random.hash_one("seed"),
        }
    }
}

/// The published keys, the same on every machine.
static PUBLISHED_KEYS: Keys = {
    let mut words = [0; SHORT / WORD];
    let mut at = 0;
    while at < words.len() {
        words[at] = mix(at as u64);
        at += 1;
    }
    Keys { words, seed: 0 }
};

/// The secret keys of this process, if it has any.
static PROCESS_KEYS: OnceLock<Keys> = OnceLock::new();

/// Switches tables to a keyed hash, as a defence against hash flooding. With the published keys it
/// is easy to construct colliding lines, and each search would probe all of them. Must be called
/// before anything is hashed. Allowed only if the output does not depend on hashes, by
/// [slots](crate::Slot) or the order of lines.
#[cfg(feature = "cli")]
pub(crate) fn randomise_keys() {
    PROCESS_KEYS.get_or_init(Keys::random);
}

impl LineHash for TableHash {
    #[inline(always)]
    fn of_line(self, block: &[u8], (from, len): Span) -> u64 {
        if len > SHORT {
            return xxh3_64_with_seed(&block[from..from + len], self.0.seed);
        }
        // The bytes behind the line are read too, so that no loop depends on its length.
        match block[from..].first_chunk() {
            Some(bytes) => short_hash(&self.0.words, bytes, len),
            None => {
                let mut bytes = [0; SHORT];
                bytes[..len].copy_from_slice(&block[from..from + len]);
                short_hash(&self.0.words, &bytes, len)
            }
        }
    }
}

/// Returns the hash used by tables, whose high bits are also the [slot](crate::Slot) of a line: 64
/// bits, no seed, the same on every machine.
///
/// A line of at most 96 bytes is padded with zeros to twelve little-endian 64-bit words. Each word
/// is xor-ed with its own key ([`mix`] of 0 to 11). The hash is the sum of the words, of the
/// products of the halves of the xor-ed words, and of the length. It is finalised as in XXH3, but
/// with the factor [`STEP`]. (The sum of products is NH; Black et al. 1999, UMAC. XXH3 uses it for
/// long inputs.) So one SIMD instruction hashes four words, and all short lines take the same
/// instructions. A line of text takes two thirds of the time of XXH3. The hash of a longer line is
/// its XXH3.
/// XXH3.
#[inline]
pub fn line_hash(line: &[u8]) -> u64 {
    TableHash::new().of_line(line, (0, line.len()))
}

/// The maximum length of a short line in bytes.
const SHORT: usize = 96;
const WORD: usize = size_of::<u64>();

/// A mask with ones for the bytes of the line and zeros for those behind it, from index `SHORT`
/// minus the length on.
const LENGTH_MASKS: [u8; 2 * SHORT] = {
    let mut mask = [0; 2 * SHORT];
    let mut at = 0;
    while at < SHORT {
        mask[at] = u8::MAX;
        at += 1;
    }
    mask
};

/// Returns the hash of the first `len` bytes.
#[inline(always)]
fn short_hash(keys: &[u64; SHORT / WORD], bytes: &[u8; SHORT], len: usize) -> u64 {
    const LANES: usize = 4;
    let mask: &[u8; SHORT] = LENGTH_MASKS[SHORT - len..]
        .first_chunk()
        .expect("room for all");
    let words = |bytes: &[u8; SHORT], from: usize| -> [u64; LANES] {
        let (words, _) = bytes.as_chunks::<WORD>();
        std::array::from_fn(|lane| u64::from_le_bytes(words[from + lane]))
    };
    let mut sums = [0u64; LANES];
    for from in (0..keys.len()).step_by(LANES) {
        let (words, mask) = (words(bytes, from), words(mask, from));
        for lane in 0..LANES {
            let word = words[lane] & mask[lane];
            let keyed = word ^ keys[from + lane];
            let product = (keyed & u64::from(u32::MAX)) * (keyed >> 32);
            sums[lane] = sums[lane].wrapping_add(product).wrapping_add(word);
        }
    }
    let sum = sums.into_iter().fold(len as u64, u64::wrapping_add);
    let mixed = (sum ^ sum >> 37).wrapping_mul(STEP);
    mixed ^ mixed >> 32
}

/// Mixes a number bijectively, so that its high bits depend on all bits.
pub(crate) fn spread(number: u64) -> u64 {
    number.wrapping_mul(STEP)
}

/// A hasher for keys that are already hashes.
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

/// Builds [`Keyed`] hashers, all with one secret key. They are for tables with data from outside,
/// whose authors could otherwise make all keys collide.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuildKeyed(u64);

impl Default for BuildKeyed {
    fn default() -> Self {
        BuildKeyed(RandomState::new().hash_one("key"))
    }
}

impl BuildHasher for BuildKeyed {
    type Hasher = Keyed;

    fn build_hasher(&self) -> Keyed {
        Keyed {
            key: self.0,
            hash: 0,
        }
    }
}

/// A keyed hasher of one text or number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keyed {
    key: u64,
    hash: u64,
}

impl Hasher for Keyed {
    fn finish(&self) -> u64 {
        self.hash
    }

    fn write(&mut self, bytes: &[u8]) {
        self.hash = xxh3_64_with_seed(bytes, self.key);
    }

    /// Ignored, because the hash of the bytes includes the length.
    fn write_usize(&mut self, _: usize) {}

    fn write_u64(&mut self, value: u64) {
        self.hash = mix(value ^ self.key);
    }
}

/// Builds [`Identity`] hashers.
pub type BuildIdentity = std::hash::BuildHasherDefault<Identity>;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    #[test]
    fn hashes_are_the_published_ones() {
        // The check value of CRC-64/XZ, and XXH3_64bits of the empty string.
        assert_eq!(Hash::Crc64.of(b"123456789"), 0x995d_c9bb_df19_39fa);
        assert_eq!(Hash::Xxh3.of(b""), 0x2d06_8005_38d3_94c2);
    }

    fn plain_line_hash(line: &[u8]) -> u64 {
        if line.len() > 96 {
            return Hash::Xxh3.of(line);
        }
        let mut sum = line.len() as u64;
        for index in 0..12 {
            let mut word = 0;
            for at in (0..8).rev() {
                word = word << 8 | u64::from(line.get(index * 8 + at).copied().unwrap_or(0));
            }
            let keyed: u64 = word ^ mix(index as u64);
            sum = sum
                .wrapping_add(word)
                .wrapping_add((keyed >> 32) * (keyed % (1 << 32)));
        }
        let mixed = (sum ^ (sum >> 37)).wrapping_mul(STEP);
        mixed ^ (mixed >> 32)
    }

    proptest! {
        #[test]
        fn a_line_has_the_same_hash_wherever_it_stands(
            before in "[a-c]{0,9}",
            line in prop::collection::vec(any::<u8>(), 0..130),
            after in "[a-c]{0,120}",
        ) {
            let block = [before.as_bytes(), &line, after.as_bytes()].concat();
            let hash = TableHash(&PUBLISHED_KEYS).of_line(&block, (before.len(), line.len()));
            prop_assert_eq!(hash, line_hash(&line));
            prop_assert_eq!(hash, plain_line_hash(&line));
        }
    }

    #[test]
    fn lines_made_to_collide_do_not_under_random_keys() {
        // The low halves equal those of the keys. So both products are 0, and the sum of the words
        // is always the same.
        let low = |at: usize| PUBLISHED_KEYS.words[at] & u64::from(u32::MAX);
        let lines: Vec<[u8; 16]> = (0..1000u64)
            .map(|high| {
                let words = [low(0) | high << 32, low(1).wrapping_sub(high << 32)];
                let mut line = [0; 16];
                line[..8].copy_from_slice(&words[0].to_le_bytes());
                line[8..].copy_from_slice(&words[1].to_le_bytes());
                line
            })
            .collect();
        let distinct = |hash: TableHash| {
            let hashes = lines.iter().map(|line| hash.of_line(line, (0, line.len())));
            hashes.collect::<HashSet<_>>().len()
        };
        assert_eq!(distinct(TableHash(&PUBLISHED_KEYS)), 1);
        let random = Box::leak(Box::new(Keys::random()));
        assert_eq!(distinct(TableHash(random)), lines.len());
        let long = [b'x'; 97];
        assert_ne!(
            TableHash(random).of_line(&long, (0, long.len())),
            Hash::Xxh3.of(&long)
        );
    }

    /// Lines with small or regular differences are spread over counters as if at random.
    #[test]
    fn hashes_of_similar_lines_look_random() {
        const LINES: u64 = 1 << 16;
        const CELLS: u64 = 1 << 12;
        let grid = |number: u64| (0..18).map(move |bit| (number >> bit & 1 == 1, bit));
        type Line<'a> = &'a dyn Fn(u64) -> Vec<u8>;
        let kinds: [(&str, Line<'_>); 7] = [
            ("numbers", &|number| number.to_string().into_bytes()),
            ("numbers with zeros before", &|number| {
                format!("{number:060}").into_bytes()
            }),
            ("numbers as bytes", &|number| {
                [[0; 40].as_slice(), &number.to_le_bytes()].concat()
            }),
            ("one of two letters at every fifth place", &|number| {
                let mut line = vec![b'a'; 92];
                grid(number).for_each(|(is_set, bit)| line[bit * 5] += u8::from(is_set));
                line
            }),
            ("one of two words", &|number| {
                let word = |(is_set, _)| if is_set { "or " } else { "be " };
                grid(number).map(word).collect::<String>().into_bytes()
            }),
            ("eight bytes in another order", &|number| {
                let words = ["to be or", " not to ", "be, that", " is the "];
                let word = |at| words[(number >> (2 * at)) as usize % words.len()];
                (0..9).map(word).collect::<String>().into_bytes()
            }),
            ("of every length", &|number| {
                let (len, number) = (number % 64, number / 64);
                [vec![0; len as usize], number.to_string().into_bytes()].concat()
            }),
        ];
        for (kind, line) in kinds {
            let hashes: Vec<u64> = (0..LINES).map(|number| line_hash(&line(number))).collect();
            let distinct: HashSet<_> = hashes.iter().collect();
            assert_eq!(distinct.len() as u64, LINES, "{kind}");
            for shift in [64 - CELLS.ilog2(), 30, 0] {
                let mut cells = vec![0u64; CELLS as usize];
                for hash in &hashes {
                    cells[(hash >> shift) as usize % CELLS as usize] += 1;
                }
                // Chi-square, with the number of cells minus one as degrees of freedom: six
                // standard deviations are allowed.
                let expected = (LINES / CELLS) as f64;
                let distances = cells.iter().map(|&cell| (cell as f64 - expected).powi(2));
                let chi_square = distances.sum::<f64>() / expected;
                let freedom = (CELLS - 1) as f64;
                let deviation = (chi_square - freedom) / (2.0 * freedom).sqrt();
                assert!(deviation < 6.0, "{kind}, bits from {shift} on: {deviation}");
            }
        }
    }
}
