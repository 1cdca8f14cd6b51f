//! The n-grams that occur more than once, in bounded memory.
//!
//! PRESEMT (section 6.2.1) sorts suffixes in pieces and merges them. Hashes of n-grams are shorter than n-grams and
//! uniformly distributed, so they need no merging: they are distributed over 256 partitions by their high byte (MSD
//! radix partitioning), and each partition is sorted in memory. A partition that is too large is divided by the next
//! byte. The common prefix of a partition's n-grams is not written, nor are the bits of a mark that is 0.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;

use platform::spill::{Error, Reader, Store, Stream};

use crate::Gram;
use crate::Width;
use crate::seen::Mark;

const PARTITIONS: usize = 256;
/// The size of an n-gram with its mark in bytes.
const SLOT: usize = 8;
/// The number of high bytes that the n-grams of the smallest partitions have in common.
const MOST_COMMON: usize = 6;
/// The minimum memory: dividing less is not worthwhile.
const LEAST_MEMORY: u64 = 4 << 20;

/// Collects n-grams.
#[derive(Debug)]
pub struct Occurrences {
    width: Width,
    store: Store,
    partitions: Vec<Partition>,
    /// The maximum number of n-grams sorted at once.
    most: usize,
}

/// N-grams with the same high bytes.
#[derive(Debug, Default)]
struct Partition {
    /// N-grams without a mark, and those with one.
    plain: Stream,
    marked: Stream,
}

impl Partition {
    fn close(&mut self, store: &mut Store) -> Result<(), Error> {
        self.plain.close(store)?;
        self.marked.close(store)
    }
}

/// An n-gram that occurs more than once, with its count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GramCount {
    /// The n-gram.
    pub gram: Gram,
    /// The number of its occurrences.
    pub count: u64,
    /// The mark with which it was added, or 0.
    pub mark: Mark,
}

impl Occurrences {
    /// Without n-grams. Uses up to `memory` bytes, and for the rest a temporary file in `directory`.
    pub fn new(width: Width, memory: u64, directory: PathBuf) -> Self {
        let memory = memory.max(LEAST_MEMORY);
        // A quarter for the blocks being written, a quarter for blocks kept in memory, half for sorting.
        let block = (memory / 4 / PARTITIONS as u64).clamp(4 << 10, 64 << 10) as usize;
        Occurrences {
            width,
            store: Store::new(directory, block).with_memory(memory / 4),
            partitions: partitions(),
            most: usize::try_from(memory / 2).unwrap_or(usize::MAX) / SLOT,
        }
    }

    /// Adds the n-grams seen before, which must be distinct and have non-zero marks.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn with_seen(mut self, seen: impl Iterator<Item = (Gram, Mark)>) -> Result<Self, Error> {
        for (gram, mark) in seen {
            let bytes = (gram | u64::from(mark)).to_le_bytes();
            let partition = &mut self.partitions[usize::from(bytes[SLOT - 1])];
            partition.marked.push(&bytes[marked(1)], &mut self.store)?;
        }
        // The buffers of blocks being written are freed for the n-grams to come.
        for partition in &mut self.partitions {
            partition.close(&mut self.store)?;
        }
        Ok(self)
    }

    /// Adds an occurrence of an n-gram.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    #[inline]
    pub fn push(&mut self, gram: Gram) -> Result<(), Error> {
        let bytes = gram.to_le_bytes();
        let partition = &mut self.partitions[usize::from(bytes[SLOT - 1])];
        // As `plain`, with lengths known at compile time.
        let plain = match self.width {
            Width::Full => &bytes[..7],
            Width::Marked => &bytes[2..7],
        };
        partition.plain.push(plain, &mut self.store)
    }

    /// Calls `each` with the n-grams that occur more than once, in ascending order.
    ///
    /// # Errors
    /// A temporary file cannot be written or read; an error of `each`.
    pub fn finish<E: From<Error>>(
        mut self,
        mut each: impl FnMut(GramCount) -> Result<(), E>,
    ) -> Result<(), E> {
        let partitions = std::mem::take(&mut self.partitions);
        self.divide(partitions, 1, 0, &mut each)
    }

    /// Counts partitions by byte number `common`; the n-grams of all of them have the higher bytes `prefix` in common.
    fn divide<E: From<Error>>(
        &mut self,
        mut partitions: Vec<Partition>,
        common: usize,
        prefix: u64,
        each: &mut impl FnMut(GramCount) -> Result<(), E>,
    ) -> Result<(), E> {
        for partition in &mut partitions {
            partition.close(&mut self.store)?;
        }
        let (plain_bytes, marked_bytes) = (plain(self.width, common), marked(common));
        for (byte, partition) in (0..).zip(partitions) {
            let prefix = prefix | byte << (8 * (SLOT - common));
            let length = partition.plain.len(&self.store) / plain_bytes.len() as u64
                + partition.marked.len(&self.store) / marked_bytes.len() as u64;
            if length <= self.most as u64 {
                self.count(partition, common, prefix, length as usize, each)?;
            } else if common == MOST_COMMON {
                self.count_equals(partition, common, prefix, each)?;
            } else {
                let inner = self.subdivide(partition, common, prefix)?;
                self.divide(inner, common + 1, prefix, each)?;
            }
        }
        Ok(())
    }

    /// Divides a partition by the next byte.
    fn subdivide(
        &mut self,
        partition: Partition,
        common: usize,
        prefix: u64,
    ) -> Result<Vec<Partition>, Error> {
        let mut inner = partitions();
        let byte = SLOT - 1 - common;
        let bytes = plain(self.width, common + 1);
        read(
            partition.plain,
            &mut self.store,
            plain(self.width, common),
            prefix,
            |slot, store| {
                let slot = slot.to_le_bytes();
                let inner = &mut inner[usize::from(slot[byte])];
                inner.plain.push(&slot[bytes.clone()], store)
            },
        )?;
        for partition in &mut inner {
            partition.close(&mut self.store)?;
        }
        let bytes = marked(common + 1);
        read(
            partition.marked,
            &mut self.store,
            marked(common),
            prefix,
            |slot, store| {
                let slot = slot.to_le_bytes();
                let inner = &mut inner[usize::from(slot[byte])];
                inner.marked.push(&slot[bytes.clone()], store)
            },
        )?;
        Ok(inner)
    }

    /// Calls `each` with the n-grams of a partition, with their marks.
    fn read(
        &mut self,
        partition: Partition,
        common: usize,
        prefix: u64,
        mut each: impl FnMut(u64),
    ) -> Result<(), Error> {
        let streams = [
            (partition.plain, plain(self.width, common)),
            (partition.marked, marked(common)),
        ];
        for (stream, bytes) in streams {
            read(stream, &mut self.store, bytes, prefix, |slot, _| {
                each(slot);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Counts the n-grams of a partition that fits into memory.
    fn count<E: From<Error>>(
        &mut self,
        partition: Partition,
        common: usize,
        prefix: u64,
        length: usize,
        each: &mut impl FnMut(GramCount) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut slots: Vec<u64> = Vec::with_capacity(length);
        self.read(partition, common, prefix, |slot| slots.push(slot))?;
        slots.sort_unstable();
        let low = self.width.low();
        for group in slots.chunk_by(|a, b| a & !low == b & !low) {
            // The one with a mark comes last.
            let last = group[group.len() - 1];
            self.emit(last & !low, group.len() as u64, last, each)?;
        }
        Ok(())
    }

    /// Counts the n-grams of a partition that does not fit into memory because many of them are equal: at most 2^15 are
    /// distinct.
    fn count_equals<E: From<Error>>(
        &mut self,
        partition: Partition,
        common: usize,
        prefix: u64,
        each: &mut impl FnMut(GramCount) -> Result<(), E>,
    ) -> Result<(), E> {
        let low = self.width.low();
        let mut counts: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        self.read(partition, common, prefix, |slot| {
            let (count, last) = counts.entry(slot & !low).or_default();
            *count += 1;
            *last = slot.max(*last);
        })?;
        for (gram, (count, last)) in counts {
            self.emit(gram, count, last, each)?;
        }
        Ok(())
    }

    fn emit<E>(
        &self,
        gram: Gram,
        count: u64,
        last: u64,
        each: &mut impl FnMut(GramCount) -> Result<(), E>,
    ) -> Result<(), E> {
        match count {
            1 => Ok(()),
            _ => each(GramCount {
                gram,
                count,
                mark: (last & self.width.low()) as Mark,
            }),
        }
    }
}

/// The bytes of unmarked n-grams that are written when `common` high bytes are common; at least one.
#[inline]
fn plain(width: Width, common: usize) -> Range<usize> {
    let from = match width {
        Width::Full => 0,
        Width::Marked => 2.min(MOST_COMMON + 1 - common),
    };
    from..SLOT - common
}

/// The same for marked n-grams.
#[inline]
fn marked(common: usize) -> Range<usize> {
    0..SLOT - common
}

/// Calls `each` with the n-grams of a stream to which `bytes` of each were written; the higher bits are `prefix`.
fn read(
    stream: Stream,
    store: &mut Store,
    bytes: Range<usize>,
    prefix: u64,
    mut each: impl FnMut(u64, &mut Store) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut reader = Reader::new(stream);
    let mask = u64::MAX >> (8 * (SLOT - bytes.len()));
    while reader.fill(store)? {
        let written = reader.bytes();
        // The rest is in the next block.
        let whole = written.len() - written.len() % bytes.len();
        for at in (0..whole).step_by(bytes.len()) {
            // Reads eight bytes if there are as many, which is faster than copying a few.
            let window = match written[at..].first_chunk() {
                Some(window) => u64::from_le_bytes(*window),
                None => last(&written[at..whole]),
            };
            each(prefix | (window & mask) << (8 * bytes.start), store)?;
        }
        reader.consume(whole);
    }
    Ok(())
}

/// Reads fewer than eight bytes.
fn last(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn partitions() -> Vec<Partition> {
    (0..PARTITIONS).map(|_| Partition::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use tokens::hashes::mixed;

    /// With less memory than users can set, so that small inputs are divided.
    fn small(width: Width, memory: usize) -> Occurrences {
        let mut occurrences = Occurrences::new(width, 0, std::env::temp_dir());
        occurrences.most = memory;
        occurrences.store = Store::new(std::env::temp_dir(), 64);
        occurrences
    }

    fn all(occurrences: Occurrences) -> Vec<GramCount> {
        let mut all = Vec::new();
        occurrences
            .finish(|occurring| {
                all.push(occurring);
                Ok::<_, Error>(())
            })
            .unwrap();
        all
    }

    proptest! {
        #[test]
        fn what_occurs_more_than_once_is_counted(
            hashes in prop::collection::vec(prop_oneof![any::<u64>(), 0u64..99, (0u64..9).prop_map(|n| n << 40)], 0..600),
            memory in 1usize..100, full in any::<bool>(),
        ) {
            let width = if full { Width::Full } else { Width::Marked };
            let twice: Vec<u64> = hashes.iter().chain(&hashes[..hashes.len() / 2]).copied().collect();
            let mut plain = BTreeMap::<Gram, u64>::new();
            for &hash in &twice {
                *plain.entry(width.key(hash)).or_default() += 1;
            }
            let expected: Vec<_> = plain.into_iter().filter(|&(_, count)| count > 1)
                .map(|(gram, count)| GramCount { gram, count, mark: 0 }).collect();
            let mut occurrences = small(width, memory);
            for &hash in &twice {
                occurrences.push(width.key(hash)).unwrap();
            }
            prop_assert_eq!(all(occurrences), expected);
        }
    }

    proptest! {
        #[test]
        fn a_mark_comes_back(
            seen in prop::collection::btree_map(1u64..300, 0u16..9, 0..99), more in prop::collection::vec(1u64..300, 0..300),
            full in any::<bool>(), shift in 16u32..=55, memory in 1usize..100,
        ) {
            let (width, marks) = if full { (Width::Full, 1) } else { (Width::Marked, u16::MAX) };
            let seen: BTreeMap<Gram, Mark> = seen.into_iter()
                .map(|(gram, mark)| (gram << shift, (2 * mark + 1) & marks)).collect();
            let mut occurrences = small(width, memory).with_seen(seen.clone().into_iter()).unwrap();
            let mut plain: BTreeMap<Gram, u64> = seen.keys().map(|&gram| (gram, 1)).collect();
            for gram in more {
                occurrences.push(gram << shift).unwrap();
                *plain.entry(gram << shift).or_default() += 1;
            }
            let expected: Vec<_> = plain.into_iter().filter(|&(_, count)| count > 1)
                .map(|(gram, count)| GramCount { gram, count, mark: seen.get(&gram).copied().unwrap_or(0) }).collect();
            prop_assert_eq!(all(occurrences), expected);
        }
    }

    #[test]
    fn what_all_have_in_common_is_not_written() {
        for (width, each) in [(Width::Full, 7), (Width::Marked, 5)] {
            let mut occurrences = Occurrences::new(width, 0, std::env::temp_dir());
            occurrences.store = Store::new(std::env::temp_dir(), 64);
            for n in 0..10_000 {
                occurrences.push(width.key(mixed(n))).unwrap();
            }
            let written = occurrences.store.written();
            assert!(written <= each * 10_000, "{written}");
        }
    }
}
