//! An arena of lines with their counts, in insertion order.
//!
//! An entry consists of the low 32 bits of the count (little-endian), `key_bytes` bytes for the
//! owner, the length of the line (one byte, or 255 and eight bytes) and the line. The higher bits
//! of counts are in a separate map. Few lines occur 2^32 times, and saving four bytes for each of
//! the others saves an eighth of all memory.
//!
//! Entries are stored in chunks, so that growth copies nothing and allocates at most one chunk ahead.

use std::collections::HashMap;

use crate::hash::BuildIdentity;
use platform::prefetch::{CACHE_LINE, prefetch};

/// The offset of an entry: 40 bits.
pub(crate) type Offset = u64;

/// The number of bits of an offset.
pub(crate) const OFFSET_BITS: u32 = 40;

/// An arena of lines with their counts.
#[derive(Debug)]
pub(crate) struct Arena {
    chunks: Vec<Vec<u8>>,
    /// The binary logarithm of the size of a chunk.
    shift: u32,
    key_bytes: usize,
    carries: HashMap<Offset, u64, BuildIdentity>,
    entries: u64,
    /// The total size of the chunks in bytes.
    allocated: u64,
    /// Cleared chunks for reuse.
    spare: Vec<Vec<u8>>,
}

/// The prefetch distance of an iteration in bytes. The hardware prefetcher covers sequential reads, but stops at page
/// boundaries.
const VISIT_AHEAD: usize = 1024;
/// The length byte that announces an eight-byte length.
const LONG: u8 = 255;

impl Arena {
    /// Creates an empty arena with chunks of 2^shift bytes.
    pub fn new(shift: u32, key_bytes: usize) -> Self {
        Arena {
            chunks: Vec::new(),
            shift,
            key_bytes,
            carries: HashMap::default(),
            entries: 0,
            allocated: 0,
            spare: Vec::new(),
        }
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> u64 {
        self.entries
    }

    /// Returns the number of bytes allocated for entries, touched or not.
    pub fn bytes(&self) -> u64 {
        self.chunks
            .iter()
            .map(|chunk| chunk.capacity() as u64)
            .sum()
    }

    /// Returns the number of bytes that would be allocated after adding an entry for `line`.
    #[inline]
    pub fn bytes_with(&self, line: &[u8]) -> u64 {
        let need = self.entry_bytes(line);
        self.allocated
            + if self.has_room(need) {
                0
            } else {
                need.max(1 << self.shift) as u64
            }
    }

    /// Whether the last chunk has room for `need` bytes. The placeholder after a long entry never
    /// has room.
    fn has_room(&self, need: usize) -> bool {
        let size = 1usize << self.shift;
        self.chunks
            .last()
            .is_some_and(|chunk| chunk.capacity() >= size && chunk.len() + need <= size)
    }

    /// Returns the size of an entry for `line` in bytes.
    fn entry_bytes(&self, line: &[u8]) -> usize {
        4 + self.key_bytes + if line.len() < usize::from(LONG) { 1 } else { 9 } + line.len()
    }

    /// Appends an entry with this count; returns `None` if the arena is full. `key` has `key_bytes`
    /// bytes.
    #[inline]
    pub fn push(&mut self, count: u64, key: &[u8], line: &[u8]) -> Option<Offset> {
        debug_assert_eq!(key.len(), self.key_bytes);
        let need = self.entry_bytes(line);
        let size = 1usize << self.shift;
        if !self.has_room(need) {
            self.open_chunk(need)?;
        }
        // An entry longer than a chunk has a separate chunk, which takes as many chunk numbers as
        // the length of the entry requires.
        let covers = if need <= size { 1 } else { need.div_ceil(size) };
        let index = self.chunks.len() - covers;
        let chunk = &mut self.chunks[index];
        let offset = ((index as u64) << self.shift) + chunk.len() as u64;
        let low = (count as u32).to_le_bytes();
        match u8::try_from(line.len()) {
            Ok(len) if len < LONG && key.is_empty() => {
                chunk.extend_from_slice(&[low[0], low[1], low[2], low[3], len]);
            }
            Ok(len) if len < LONG => {
                chunk.extend_from_slice(&low);
                chunk.extend_from_slice(key);
                chunk.push(len);
            }
            _ => {
                chunk.extend_from_slice(&low);
                chunk.extend_from_slice(key);
                chunk.push(LONG);
                chunk.extend_from_slice(&(line.len() as u64).to_le_bytes());
            }
        }
        chunk.extend_from_slice(line);
        self.entries += 1;
        if count >> 32 > 0 {
            self.carries.insert(offset, count >> 32);
        }
        Some(offset)
    }

    fn open_chunk(&mut self, need: usize) -> Option<()> {
        let size = 1usize << self.shift;
        let covers = need.div_ceil(size);
        if ((self.chunks.len() + covers) as u64) << self.shift > 1 << OFFSET_BITS {
            return None;
        }
        let chunk = if need <= size { self.spare.pop() } else { None };
        self.chunks
            .push(chunk.unwrap_or_else(|| Vec::with_capacity(need.max(size))));
        self.allocated += need.max(size) as u64;
        self.chunks.extend((1..covers).map(|_| Vec::new()));
        Some(())
    }

    #[inline]
    fn locate(&self, offset: Offset) -> (usize, usize) {
        (
            (offset >> self.shift) as usize,
            (offset & ((1 << self.shift) - 1)) as usize,
        )
    }

    /// Prefetches the start of the entry at `offset`, if there is one.
    #[inline]
    pub fn prefetch(&self, offset: Offset) {
        let (chunk, at) = self.locate(offset);
        if let Some(chunk) = self.chunks.get(chunk) {
            // A line may cross into the next cache line.
            prefetch(chunk, at);
            prefetch(chunk, at + CACHE_LINE);
        }
    }

    /// Returns the entry at `offset`.
    pub fn entry(&self, offset: Offset) -> Entry<'_> {
        let (chunk, at) = self.locate(offset);
        let (entry, _) = Entry::parse(&self.chunks[chunk][at..], self.key_bytes);
        Entry {
            count: entry.count | self.carry(offset),
            ..entry
        }
    }

    /// Returns the line of the entry at `offset`.
    #[inline]
    pub fn line(&self, offset: Offset) -> &[u8] {
        let (chunk, at) = self.locate(offset);
        Entry::parse(&self.chunks[chunk][at..], self.key_bytes)
            .0
            .line
    }

    fn carry(&self, offset: Offset) -> u64 {
        if self.carries.is_empty() {
            0
        } else {
            self.carries.get(&offset).map_or(0, |carry| carry << 32)
        }
    }

    /// Adds to a count, saturating at `u64::MAX`.
    #[inline]
    pub fn increase(&mut self, offset: Offset, by: u64) {
        let (chunk, at) = self.locate(offset);
        let low: &mut [u8; 4] = (&mut self.chunks[chunk][at..at + 4])
            .try_into()
            .expect("four bytes");
        let sum = u64::from(u32::from_le_bytes(*low)).saturating_add(by);
        *low = (sum as u32).to_le_bytes();
        if sum >> 32 > 0 {
            let carry = self.carries.entry(offset).or_insert(0);
            if *carry + (sum >> 32) > u64::from(u32::MAX) {
                *carry = u64::from(u32::MAX);
                *low = [u8::MAX; 4];
            } else {
                *carry += sum >> 32;
            }
        }
    }

    /// Replaces each count by the result of `count`.
    pub fn set_counts(&mut self, mut count: impl FnMut(Entry<'_>) -> u64) {
        let carries = std::mem::take(&mut self.carries);
        for (index, chunk) in self.chunks.iter_mut().enumerate() {
            let mut at = 0;
            while at < chunk.len() {
                let offset = ((index as u64) << self.shift) + at as u64;
                let (entry, size) = Entry::parse(&chunk[at..], self.key_bytes);
                let carry = carries.get(&offset).map_or(0, |carry| carry << 32);
                let new = count(Entry {
                    count: entry.count | carry,
                    ..entry
                });
                chunk[at..at + 4].copy_from_slice(&(new as u32).to_le_bytes());
                if new >> 32 > 0 {
                    self.carries.insert(offset, new >> 32);
                }
                at += size;
            }
        }
    }

    /// Iterates over all entries in insertion order.
    pub fn iter(&self) -> impl Iterator<Item = (Offset, Entry<'_>)> {
        self.chunks
            .iter()
            .enumerate()
            .flat_map(move |(index, chunk)| {
                let mut at = 0;
                std::iter::from_fn(move || {
                    let rest = chunk.get(at..).filter(|rest| !rest.is_empty())?;
                    prefetch(chunk, at + VISIT_AHEAD);
                    let offset = ((index as u64) << self.shift) + at as u64;
                    let (entry, size) = Entry::parse(rest, self.key_bytes);
                    at += size;
                    Some((
                        offset,
                        Entry {
                            count: entry.count | self.carry(offset),
                            ..entry
                        },
                    ))
                })
            })
    }

    /// Appends the entries of another arena with chunks of the same size without copying them;
    /// returns `None` if the arena is full. Their offsets change.
    pub fn append(&mut self, other: Arena) -> Option<()> {
        debug_assert_eq!((self.shift, self.key_bytes), (other.shift, other.key_bytes));
        let start = (self.chunks.len() as u64) << self.shift;
        if start + ((other.chunks.len() as u64) << self.shift) > 1 << OFFSET_BITS {
            return None;
        }
        self.chunks.extend(other.chunks);
        let carries = other.carries.into_iter();
        self.carries
            .extend(carries.map(|(offset, carry)| (start + offset, carry)));
        self.entries += other.entries;
        self.allocated += other.allocated;
        Some(())
    }

    /// Removes all entries and keeps the memory.
    #[cfg(any(test, feature = "external"))]
    pub fn clear(&mut self) {
        let size = 1usize << self.shift;
        let chunks = self
            .chunks
            .drain(..)
            .filter(|chunk| chunk.capacity() == size);
        self.spare.extend(chunks.map(|mut chunk| {
            chunk.clear();
            chunk
        }));
        self.carries.clear();
        self.entries = 0;
        self.allocated = 0;
    }
}

/// A line with its count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<'a> {
    pub count: u64,
    pub key: &'a [u8],
    pub line: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Parses the entry at the start of `bytes`. Returns it without the high bits of its count, and
    /// its size in bytes.
    #[inline]
    fn parse(bytes: &'a [u8], key_bytes: usize) -> (Entry<'a>, usize) {
        let (low, rest) = bytes
            .split_first_chunk::<4>()
            .expect("an offset of an entry");
        let (key, rest) = rest.split_at(key_bytes);
        let (&len, rest) = rest.split_first().expect("an offset of an entry");
        let (len, rest, head) = if len < LONG {
            (usize::from(len), rest, 5)
        } else {
            let (len, rest) = rest
                .split_first_chunk::<8>()
                .expect("an offset of an entry");
            (u64::from_le_bytes(*len) as usize, rest, 13)
        };
        (
            Entry {
                count: u64::from(u32::from_le_bytes(*low)),
                key,
                line: &rest[..len],
            },
            head + key_bytes + len,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(arena: &Arena) -> Vec<(u64, Vec<u8>)> {
        arena
            .iter()
            .map(|(_, entry)| (entry.count, entry.line.to_vec()))
            .collect()
    }

    #[test]
    fn lines_of_any_length_come_back() {
        let mut arena = Arena::new(8, 3);
        let lines: Vec<Vec<u8>> = [0, 1, 254, 255, 256, 1000, 2, 242, 3]
            .map(|len| vec![b'x'; len])
            .to_vec();
        let offsets: Vec<Offset> = lines
            .iter()
            .map(|line| arena.push(7, b"key", line).unwrap())
            .collect();
        for (line, &offset) in lines.iter().zip(&offsets) {
            assert_eq!(arena.line(offset), line);
            assert_eq!(arena.entry(offset).key, b"key");
        }
        assert_eq!(
            texts(&arena),
            lines
                .iter()
                .map(|line| (7, line.clone()))
                .collect::<Vec<_>>()
        );
        assert!(arena.iter().map(|(offset, _)| offset).eq(offsets));
        arena.clear();
        assert_eq!(arena.entries(), 0);
        assert_eq!(arena.iter().count(), 0);
        // Chunks are reused, except those for a line longer than one chunk.
        let spare = arena.spare.len();
        arena.push(1, b"key", &[b'x'; 1000]).unwrap();
        assert_eq!(arena.spare.len(), spare);
        arena.push(1, b"key", b"again").unwrap();
        assert_eq!(arena.spare.len(), spare - 1);
        assert_eq!(
            texts(&arena),
            [(1, vec![b'x'; 1000]), (1, b"again".to_vec())]
        );
    }

    #[test]
    fn appended_entries_come_after_the_others() {
        let arena = |lines: &[(u64, usize)]| {
            let mut arena = Arena::new(8, 0);
            for &(count, len) in lines {
                arena.push(count, b"", &vec![b'x'; len]).unwrap();
            }
            arena
        };
        let (one, other) = (
            [(1, 3), (1 << 33, 1000), (2, 254)],
            [(3, 0), (1 << 40, 700), (4, 5)],
        );
        let mut all = arena(&one);
        all.append(arena(&[])).unwrap();
        all.append(arena(&other)).unwrap();
        assert_eq!(all.entries(), 6);
        let found: Vec<_> = all
            .iter()
            .map(|(offset, _)| all.entry(offset))
            .map(|entry| (entry.count, entry.line.len()))
            .collect();
        assert_eq!(found, [one, other].concat());
    }

    #[test]
    fn counts_go_beyond_32_bits_and_stop_at_64() {
        let mut arena = Arena::new(8, 0);
        let line = arena.push(u64::from(u32::MAX), b"", b"line").unwrap();
        let other = arena.push(1 << 40, b"", b"other").unwrap();
        arena.increase(line, 2);
        assert_eq!(arena.entry(line).count, (1 << 32) + 1);
        arena.increase(other, u64::MAX - (1 << 40) - 1);
        assert_eq!(arena.entry(other).count, u64::MAX - 1);
        arena.increase(other, 1);
        assert_eq!(arena.entry(other).count, u64::MAX);
        arena.increase(other, 1 << 33);
        assert_eq!(arena.entry(other).count, u64::MAX);
        arena.set_counts(|entry| {
            if entry.line == b"other" {
                5
            } else {
                entry.count + (1 << 50)
            }
        });
        assert_eq!(arena.entry(other).count, 5);
        assert_eq!(arena.entry(line).count, (1 << 50) + (1 << 32) + 1);
    }
}
