//! Token indices of words, one or two bytes each.

/// Ascending numbers of documents: the gaps between them, seven bits a byte, the lowest first (LEB128).
///
/// Unique words are some 20 tokens apart, so nearly all gaps take one byte. Numbers that are not ascending take five.
#[derive(Debug, Default)]
pub(crate) struct Positions {
    bytes: Vec<u8>,
    /// The end in `bytes` of each document.
    ends: Vec<usize>,
}

impl Positions {
    /// Appends a document.
    pub(crate) fn push(&mut self, positions: &[u32]) {
        let mut last = 0;
        for &position in positions {
            let (gap, length) = encoded(position.wrapping_sub(last));
            self.bytes.extend_from_slice(&gap[..length]);
            last = position;
        }
        self.ends.push(self.bytes.len());
    }

    /// The numbers of a document.
    pub(crate) fn of(&self, document: usize) -> Decoder<'_> {
        let start = document
            .checked_sub(1)
            .map_or(0, |before| self.ends[before]);
        Decoder {
            bytes: &self.bytes[start..self.ends[document]],
            position: 0,
        }
    }

    /// Removes the numbers for which `keep`, called for all in order, returns false.
    pub(crate) fn retain(&mut self, mut keep: impl FnMut() -> bool) {
        let (mut read, mut write) = (0, 0);
        for end in &mut self.ends {
            let (mut position, mut last) = (0u32, 0u32);
            while read < *end {
                let (gap, length) = decoded(&self.bytes[read..]);
                read += length;
                position = position.wrapping_add(gap);
                if keep() {
                    // The sum of gaps takes no more bytes than the gaps do, so what is written has been read.
                    let (gap, length) = encoded(position.wrapping_sub(last));
                    self.bytes[write..write + length].copy_from_slice(&gap[..length]);
                    write += length;
                    last = position;
                }
            }
            *end = write;
        }
        self.bytes.truncate(write);
        self.bytes.shrink_to_fit();
    }
}

/// The numbers of a document, in order.
#[derive(Clone, Debug)]
pub struct Decoder<'a> {
    bytes: &'a [u8],
    position: u32,
}

impl Iterator for Decoder<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.bytes.is_empty() {
            return None;
        }
        let (gap, length) = decoded(self.bytes);
        self.bytes = &self.bytes[length..];
        self.position = self.position.wrapping_add(gap);
        Some(self.position)
    }
}

/// The bytes of a gap, and their number.
fn encoded(mut gap: u32) -> ([u8; 5], usize) {
    let mut bytes = [0; 5];
    let mut length = 0;
    while gap >= 0x80 {
        bytes[length] = gap as u8 | 0x80;
        gap >>= 7;
        length += 1;
    }
    bytes[length] = gap as u8;
    (bytes, length + 1)
}

/// The gap at the start of some bytes, and the number of its bytes.
#[inline]
fn decoded(bytes: &[u8]) -> (u32, usize) {
    let mut gap = u32::from(bytes[0] & 0x7f);
    let mut length = 1;
    while bytes[length - 1] >= 0x80 {
        gap |= u32::from(bytes[length] & 0x7f) << (7 * length);
        length += 1;
    }
    (gap, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_kept_comes_back(
            documents in prop::collection::vec(
                prop::collection::vec((prop_oneof![0..200u32, 0..40_000u32, any::<u32>()], any::<bool>()), 0..30), 0..5)
        ) {
            let mut positions = Positions::default();
            for document in &documents {
                let all: Vec<u32> = document.iter().map(|one| one.0).collect();
                positions.push(&all);
                prop_assert_eq!(positions.of(positions.ends.len() - 1).collect::<Vec<_>>(), all);
            }
            let mut kept = documents.iter().flatten().map(|one| one.1);
            positions.retain(|| kept.next().unwrap());
            for (number, document) in documents.iter().enumerate() {
                let expected: Vec<u32> = document.iter().filter(|one| one.1).map(|one| one.0).collect();
                prop_assert_eq!(positions.of(number).collect::<Vec<_>>(), expected);
            }
        }
    }
}
