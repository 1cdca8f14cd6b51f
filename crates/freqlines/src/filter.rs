//! A fast filter in front of a set of lines.

use platform::random::STEP;

/// Rejects most lines that are not in a set, without hashing them whole. This is a Bloom filter
/// (Bloom 1970) with one hash function, of a line's length and its first and last bytes. Lines that
/// differ only in between pass.
///
/// ```
/// use freqlines::Filter;
///
/// let mut filter = Filter::default();
/// filter.insert(b"to be");
/// assert!(filter.may_contain(b"to be"));
/// assert!(!filter.may_contain(b"or not to be"));
/// ```
#[derive(Debug, Clone)]
pub struct Filter {
    /// The bits; the number of words is a power of two.
    bits: Vec<u64>,
    /// The sketches of the lines, for growth.
    sketches: Vec<u32>,
}

/// The minimum number of words. There may be one filter for each of many groups of documents.
const WORDS: usize = 16;

/// The minimum numbers of bits per line. The larger number applies up to 8 KiB, which a first-level
/// cache holds together with other data.
const BITS_PER_LINE: usize = 16;
const BITS_OF_FEW: usize = 128;
const FEW_WORDS: usize = 1024;

impl Default for Filter {
    fn default() -> Self {
        Filter {
            bits: vec![0; WORDS],
            sketches: Vec::new(),
        }
    }
}

impl Filter {
    /// Adds a line.
    pub fn insert(&mut self, line: &[u8]) {
        self.insert_sketch(sketch(line));
    }

    /// Adds a hash, for a set of hashes.
    pub fn insert_hash(&mut self, hash: u64) {
        self.insert_sketch(of_hash(hash));
    }

    fn insert_sketch(&mut self, sketch: u32) {
        self.sketches.push(sketch);
        let bits = match self.bits.len() < FEW_WORDS {
            true => BITS_OF_FEW,
            false => BITS_PER_LINE,
        };
        if self.sketches.len() * bits <= self.bits.len() * 64 {
            return set(&mut self.bits, sketch);
        }
        self.bits = vec![0; 2 * self.bits.len()];
        for &sketch in &self.sketches {
            set(&mut self.bits, sketch);
        }
    }

    /// Whether a line may have been added; false for most that were not.
    #[inline]
    pub fn may_contain(&self, line: &[u8]) -> bool {
        self.has_sketch(sketch(line))
    }

    /// Whether a hash may have been added.
    #[inline]
    pub fn may_contain_hash(&self, hash: u64) -> bool {
        self.has_sketch(of_hash(hash))
    }

    #[inline]
    fn has_sketch(&self, sketch: u32) -> bool {
        let (word, bit) = place(self.bits.len(), sketch);
        self.bits[word] & bit != 0
    }
}

fn set(bits: &mut [u64], sketch: u32) {
    let (word, bit) = place(bits.len(), sketch);
    bits[word] |= bit;
}

#[inline]
fn place(words: usize, sketch: u32) -> (usize, u64) {
    ((sketch >> 6) as usize & (words - 1), 1 << (sketch & 63))
}

/// Returns the bits of a hash that are used.
#[inline]
fn of_hash(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// Returns a hash of the length and of the first and last eight bytes.
#[inline]
fn sketch(line: &[u8]) -> u32 {
    let (first, last) = match (line.first_chunk(), line.last_chunk()) {
        (Some(first), Some(last)) => (u64::from_le_bytes(*first), u64::from_le_bytes(*last)),
        _ => {
            let mut short = [0; 8];
            short[..line.len()].copy_from_slice(line);
            (u64::from_le_bytes(short), 0)
        }
    };
    let length = line.len() as u64;
    let mixed = (first.wrapping_mul(STEP) ^ last.rotate_left(17)).wrapping_add(length);
    (mixed.wrapping_mul(STEP) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_passes_and_little_else() {
        let mut filter = Filter::default();
        let line = |number: usize| format!("{number} lines of {}", number % 7);
        let mut passed = 0;
        for number in 0..30_000 {
            passed += usize::from(filter.may_contain(line(number).as_bytes()));
            filter.insert(line(number).as_bytes());
        }
        assert!(passed < 30_000 / 10, "{passed}");
        assert!((0..30_000).all(|number| filter.may_contain(line(number).as_bytes())));
        assert!(!Filter::default().may_contain(b""));
        let mut filter = Filter::default();
        for line in ["", "a", "a23456789"] {
            filter.insert(line.as_bytes());
            assert!(filter.may_contain(line.as_bytes()), "{line}");
        }
        let hash = |number: u64| number.wrapping_mul(STEP);
        let mut filter = Filter::default();
        (0..9000).for_each(|number| filter.insert_hash(hash(number)));
        assert!((0..9000).all(|number| filter.may_contain_hash(hash(number))));
        let others = 9000..18_000;
        let passed = others.filter(|&number| filter.may_contain_hash(hash(number)));
        assert!(passed.count() < 900);
    }
}
