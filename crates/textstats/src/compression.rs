//! The size of a text after LZ4, without the compressed bytes.
//!
//! The matches are those of the crate lz4_flex, which follows the fast mode of the reference
//! implementation: greedy, with a hash table of 4,096 places, and longer steps where nothing
//! matches. A test compares the sizes.

use crate::ratio;

/// The size in bytes of the blocks that are compressed, which limits memory.
const BLOCK: usize = 1 << 20;
/// Smaller blocks have places of 16 bits, and hash 4 bytes instead of 5.
const SMALL: usize = 0xFFFF;
/// The number of places in a table.
const PLACES: usize = 1 << 12;
/// The shortest match.
const SHORTEST: usize = 4;
/// The number of bytes at the end of a block at which no match begins.
const NO_MATCH: usize = 12;
/// The number of bytes at the end of a block that no match contains.
const LITERALS: usize = 6;
/// The maximum distance of a match from its source.
const FARTHEST: usize = 0xFFFF;
/// The binary logarithm of the number of attempts after which the steps become longer.
const ATTEMPTS: u32 = 5;

/// Compresses with LZ4 and reuses its tables.
#[derive(Debug)]
pub(crate) struct Compressor {
    small: Box<[u16; PLACES]>,
    large: Box<[u32; PLACES]>,
}

impl Default for Compressor {
    fn default() -> Self {
        Compressor {
            small: Box::new([0; PLACES]),
            large: Box::new([0; PLACES]),
        }
    }
}

impl Compressor {
    /// Returns the size of the text after LZ4, as a share of its bytes.
    pub(crate) fn share(&mut self, text: &str) -> f64 {
        let blocks = text.as_bytes().chunks(BLOCK);
        let sizes = blocks.map(|block| match block.len() {
            ..SMALL => size(block, &mut *self.small),
            _ => size(block, &mut *self.large),
        });
        ratio(sizes.sum(), text.len())
    }
}

/// The last position in the block of each hash.
trait Places {
    /// Forgets all positions.
    fn clear(&mut self);

    /// Returns the last position with the hash of these bytes, which gets a new one. It is 0 if
    /// there was none.
    fn replace(&mut self, bytes: u64, position: usize) -> usize;
}

impl Places for [u16; PLACES] {
    fn clear(&mut self) {
        self.fill(0);
    }

    #[inline(always)]
    fn replace(&mut self, bytes: u64, position: usize) -> usize {
        let hash = (bytes as u32).wrapping_mul(0x9E37_79B1) >> 20;
        std::mem::replace(&mut self[hash as usize], position as u16).into()
    }
}

impl Places for [u32; PLACES] {
    fn clear(&mut self) {
        self.fill(0);
    }

    #[inline(always)]
    fn replace(&mut self, bytes: u64, position: usize) -> usize {
        let hash = (bytes << 24).wrapping_mul(889_523_592_379) >> 52;
        std::mem::replace(&mut self[hash as usize], position as u32) as usize
    }
}

#[inline(always)]
fn eight(block: &[u8], at: usize) -> u64 {
    let bytes = block[at..].first_chunk();
    u64::from_le_bytes(*bytes.expect("no match begins in the last bytes"))
}

/// Returns the size of a block after LZ4.
#[inline(always)]
fn size(block: &[u8], places: &mut impl Places) -> usize {
    let Some(last) = block.len().checked_sub(NO_MATCH + 1) else {
        return sequence(block.len());
    };
    let last = last + 1;
    places.clear();
    // Nothing is before the first byte.
    places.replace(eight(block, 0), 0);
    let (mut size, mut at, mut literals) = (0, 1, 0);
    loop {
        let mut attempts = 1 << ATTEMPTS;
        let mut next = at;
        let source = loop {
            at = next;
            next += attempts >> ATTEMPTS;
            attempts += 1;
            if at > last {
                return size + sequence(block.len() - literals);
            }
            let bytes = eight(block, at);
            let source = places.replace(bytes, at);
            if eight(block, source) as u32 == bytes as u32 && at - source <= FARTHEST {
                break source;
            }
        };
        let before = common_before(block, source, at, at - literals);
        let length = SHORTEST + common(block, source + SHORTEST, at + SHORTEST);
        size += sequence(at - before - literals) + 2 + more(before + length - SHORTEST);
        at += length;
        literals = at;
        places.replace(eight(block, at - 2), at - 2);
    }
}

/// Returns the number of equal bytes from two positions on.
#[inline(always)]
fn common(block: &[u8], source: usize, at: usize) -> usize {
    let end = block.len() - LITERALS;
    let mut length = 0;
    while at + length + 8 <= end {
        let other = eight(block, source + length) ^ eight(block, at + length);
        if other > 0 {
            return length + other.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = block[source + length..]
        .iter()
        .zip(&block[at + length..end]);
    length + rest.take_while(|(one, other)| one == other).count()
}

/// Returns the number of equal bytes before two positions, at most `most`.
#[inline(always)]
fn common_before(block: &[u8], source: usize, at: usize, most: usize) -> usize {
    let most = most.min(source);
    let mut length = 0;
    while source >= length + 8 {
        let other = eight(block, source - length - 8) ^ eight(block, at - length - 8);
        length += other.leading_zeros() as usize / 8;
        if other > 0 || length >= most {
            return length.min(most);
        }
    }
    let before = |position: usize| block[..position - length].iter().rev();
    let rest = before(source).zip(before(at));
    let length = length + rest.take_while(|(one, other)| one == other).count();
    length.min(most)
}

/// Returns the size of the literals before a match, with the byte that has both lengths.
fn sequence(literals: usize) -> usize {
    1 + more(literals) + literals
}

/// Returns the number of bytes for a length beyond its share of that byte.
fn more(length: usize) -> usize {
    (length + 240) / 255
}

#[cfg(test)]
mod tests {
    use lz4_flex::block::{CompressTable, compress_into_with_table, get_maximum_output_size};
    use proptest::prelude::*;

    use super::*;

    fn expected(text: &str) -> f64 {
        let sizes = text.as_bytes().chunks(BLOCK).map(|block| {
            let mut out = vec![0; get_maximum_output_size(block.len())];
            let mut table = match block.len() < usize::from(u16::MAX) {
                true => CompressTable::small(),
                false => CompressTable::large(),
            };
            compress_into_with_table(block, &mut out, &mut table).unwrap()
        });
        ratio(sizes.sum(), text.len())
    }

    #[test]
    fn sizes_around_the_limits() {
        let mut compressor = Compressor::default();
        for length in (0..60).chain([65_530, 65_534, 65_535, 65_536, 70_000]) {
            let same = "a".repeat(length);
            let other: String = (0..length as u32)
                .map(|at| char::from(b'a' + (at.wrapping_mul(0x9E37_79B1) >> 28) as u8))
                .collect();
            // Matches are too far away.
            let far = format!("{}{}{other}", &other[..length / 2], " ".repeat(length));
            for text in [same, other, far] {
                assert_eq!(compressor.share(&text), expected(&text), "{}", text.len());
            }
        }
        let two_blocks = "a long line of words ".repeat(BLOCK / 15);
        assert_eq!(compressor.share(&two_blocks), expected(&two_blocks));
    }

    proptest! {
        #[test]
        fn sizes_are_those_of_a_compressor(parts in proptest::collection::vec("[ab]{1,20}|[a-z ]{0,300}|(word|soup|é){3,9}", 0..40), times in 1..200_usize) {
            let text = parts.concat().repeat(times);
            prop_assert_eq!(Compressor::default().share(&text), expected(&text));
        }
    }
}
