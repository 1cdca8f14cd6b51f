//! Which n-grams occur more than once, in bounded memory.
//!
//! PRESEMT (section 6.2.1) sorts suffixes in pieces and merges them. Hashes of n-grams are shorter than n-grams and spread
//! evenly, so they need no merging: each goes to one of 256 partitions by its high bits, and a partition is sorted in memory.
//! One that is too large is divided in the same way by the next eight bits.

use std::collections::BTreeMap;
use std::path::PathBuf;

use kit::spill::{Failed, Reader, Store, Stream};

use crate::Gram;
use crate::seen::{Mark, Width};

const PARTITIONS: usize = 256;
/// Bytes of an n-gram in a partition.
const EACH: usize = 8;
/// Less memory is not worth the trouble of dividing it.
const LEAST_MEMORY: u64 = 4 << 20;

/// Collects n-grams.
#[derive(Debug)]
pub struct Occurrences {
    width: Width,
    store: Store,
    partitions: Vec<Stream>,
    /// The most n-grams that are sorted at once.
    most: usize,
}

/// An n-gram that occurs more than once, or was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Occurring {
    /// The n-gram.
    pub gram: Gram,
    /// How often it was pushed.
    pub count: u64,
    /// The mark with which it was pushed, or 0.
    pub mark: Mark,
}

impl Occurrences {
    /// None yet. Takes up to `memory` bytes, and the rest to a temporary file in `directory`.
    pub fn new(width: Width, memory: u64, directory: PathBuf) -> Self {
        let memory = memory.max(LEAST_MEMORY);
        // A quarter for the blocks that are being written, a quarter for those that need not be, a half to sort.
        let block =
            (memory / 4 / PARTITIONS as u64).clamp(4 << 10, 64 << 10) as usize / EACH * EACH;
        Occurrences {
            width,
            store: Store::new(directory, block).holding(memory / 4),
            partitions: partitions(),
            most: usize::try_from(memory / 2).unwrap_or(usize::MAX) / EACH,
        }
    }

    /// Adds the occurrence of an n-gram. Not more than one of an n-gram has a mark, which is not 0.
    ///
    /// # Errors
    /// A temporary file that cannot be written.
    #[inline]
    pub fn push(&mut self, gram: Gram, mark: Mark) -> Result<(), Failed> {
        let slot = gram | u64::from(mark);
        self.partitions[(slot >> 56) as usize].push(&slot.to_le_bytes(), &mut self.store)
    }

    /// Calls `each` with the n-grams that occur more than once, in ascending order.
    ///
    /// # Errors
    /// A temporary file that cannot be written or read; what `each` says.
    pub fn finish<E: From<Failed>>(
        mut self,
        mut each: impl FnMut(Occurring) -> Result<(), E>,
    ) -> Result<(), E> {
        let partitions = std::mem::take(&mut self.partitions);
        self.divide(partitions, 56, &mut each)
    }

    /// Counts partitions whose n-grams agree above the bit `shift`, and have one of each value in the eight bits from there on.
    fn divide<E: From<Failed>>(
        &mut self,
        mut partitions: Vec<Stream>,
        shift: u32,
        each: &mut impl FnMut(Occurring) -> Result<(), E>,
    ) -> Result<(), E> {
        for partition in &mut partitions {
            partition.close(&mut self.store)?;
        }
        for partition in partitions {
            let length = partition.len(&self.store);
            if length / EACH as u64 <= self.most as u64 {
                self.count(partition, length, each)?;
                continue;
            }
            if shift < 16 {
                self.count_equals(partition, each)?;
                continue;
            }
            let mut inner = self::partitions();
            let mut reader = Reader::new(partition);
            while reader.fill(&mut self.store)? {
                for slot in reader.bytes().as_chunks::<EACH>().0 {
                    let byte = u64::from_le_bytes(*slot) >> (shift - 8);
                    inner[byte as usize % PARTITIONS].push(slot, &mut self.store)?;
                }
                reader.consume(reader.bytes().len());
            }
            self.divide(inner, shift - 8, each)?;
        }
        Ok(())
    }

    /// Counts the n-grams of a partition that fits into memory.
    fn count<E: From<Failed>>(
        &mut self,
        partition: Stream,
        length: u64,
        each: &mut impl FnMut(Occurring) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut slots: Vec<u64> = Vec::with_capacity(length as usize / EACH);
        self.read(partition, |slot| slots.push(slot))?;
        slots.sort_unstable();
        let low = self.width.low();
        for group in slots.chunk_by(|a, b| a & !low == b & !low) {
            // What has a mark comes last.
            let last = group[group.len() - 1];
            self.emit(last & !low, group.len() as u64, last, each)?;
        }
        Ok(())
    }

    /// Counts the n-grams of a partition that does not fit into memory because many of them are equal: at most 2^15 differ.
    fn count_equals<E: From<Failed>>(
        &mut self,
        partition: Stream,
        each: &mut impl FnMut(Occurring) -> Result<(), E>,
    ) -> Result<(), E> {
        let low = self.width.low();
        let mut counts: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        self.read(partition, |slot| {
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
        each: &mut impl FnMut(Occurring) -> Result<(), E>,
    ) -> Result<(), E> {
        match count {
            1 => Ok(()),
            _ => each(Occurring {
                gram,
                count,
                mark: (last & self.width.low()) as Mark,
            }),
        }
    }

    fn read(&mut self, partition: Stream, mut each: impl FnMut(u64)) -> Result<(), Failed> {
        let mut reader = Reader::new(partition);
        while reader.fill(&mut self.store)? {
            let slots = reader.bytes().as_chunks::<EACH>().0;
            slots
                .iter()
                .for_each(|slot| each(u64::from_le_bytes(*slot)));
            // Blocks hold whole n-grams.
            reader.consume(reader.bytes().len());
        }
        Ok(())
    }
}

fn partitions() -> Vec<Stream> {
    (0..PARTITIONS).map(|_| Stream::default()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn occurring(width: Width, memory: usize, hashes: &[u64]) -> Vec<Occurring> {
        let mut occurrences = Occurrences::new(width, 0, std::env::temp_dir());
        // Less than a user can choose, so that little has to be divided.
        occurrences.most = memory;
        occurrences.store = Store::new(std::env::temp_dir(), 64);
        for &hash in hashes {
            occurrences.push(width.key(hash), 0).unwrap();
        }
        let mut all = Vec::new();
        occurrences
            .finish(|occurring| {
                all.push(occurring);
                Ok::<_, Failed>(())
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
                .map(|(gram, count)| Occurring { gram, count, mark: 0 }).collect();
            prop_assert_eq!(occurring(width, memory, &twice), expected);
        }
    }

    #[test]
    fn a_mark_comes_back() {
        let mut occurrences = Occurrences::new(Width::Marked, 0, std::env::temp_dir());
        for (gram, mark) in [(5 << 16, 0), (5 << 16, 77), (6 << 16, 3), (5 << 16, 0)] {
            occurrences.push(gram, mark).unwrap();
        }
        let mut all = Vec::new();
        occurrences
            .finish(|occurring| {
                all.push(occurring);
                Ok::<_, Failed>(())
            })
            .unwrap();
        assert_eq!(
            all,
            [Occurring {
                gram: 5 << 16,
                count: 3,
                mark: 77
            }]
        );
    }
}
