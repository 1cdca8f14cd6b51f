//! A hash table of lines that several threads fill at the same time.
//!
//! Lines are divided by hash among shards. Each shard is a [`LineTable`] with its own lock. A
//! thread divides a batch and visits the shards, those that others are using last. Counts do not
//! depend on the order of lines, so the sorted output is the same for any number of threads.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use platform::threads::lock;

use crate::arena::Arena;
use crate::batch::Selection;
use crate::table::LineTable;
use crate::{Batch, Error};

/// The number of shards per thread, so that one in this number of visits meets another thread.
const SHARDS_PER_THREAD: usize = 4;
/// The maximum number of shards.
const MOST_SHARDS: usize = 256;
/// The chunk size of an arena.
const CHUNK_BITS: u32 = 22;
/// The number of low bits of a hash that divide lines; the table uses higher bits.
const HASH_BITS: u32 = 16;

/// A thread's access to the table.
pub(crate) struct SharedTable {
    shards: Arc<[Shard]>,
    /// The lines of a batch, by shard.
    parts: Vec<Selection>,
    /// The shards that other threads were using.
    busy: Vec<usize>,
}

/// A shard, aligned to two cache lines, which are prefetched together, so that threads do not share
/// cache lines.
#[repr(align(128))]
struct Shard(Mutex<LineTable>);

impl Shard {
    /// Locks the shard; returns `None` if another thread is using it.
    fn try_lock(&self) -> Option<MutexGuard<'_, LineTable>> {
        match self.0.try_lock() {
            Ok(table) => Some(table),
            Err(TryLockError::Poisoned(poison)) => Some(poison.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        }
    }
}

impl SharedTable {
    /// Creates an empty table for this number of threads.
    pub fn new(threads: usize) -> Self {
        let number = threads
            .saturating_mul(SHARDS_PER_THREAD)
            .clamp(1, MOST_SHARDS);
        let shard = |_| Shard(Mutex::new(LineTable::one_of(number, CHUNK_BITS)));
        Self::of((0..number).map(shard).collect())
    }

    fn of(shards: Arc<[Shard]>) -> Self {
        SharedTable {
            parts: shards.iter().map(|_| Selection::default()).collect(),
            busy: Vec::new(),
            shards,
        }
    }

    /// Returns access to the same table for another thread.
    pub fn sibling(&self) -> Self {
        Self::of(self.shards.clone())
    }

    /// Counts a batch of lines.
    pub fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.divide(batch);
        self.busy.clear();
        for (index, (shard, part)) in self.shards.iter().zip(&self.parts).enumerate() {
            if part.is_empty() {
                continue;
            }
            match shard.try_lock() {
                Some(mut table) => table.add(&part.of(batch))?,
                None => self.busy.push(index),
            }
        }
        for &index in &self.busy {
            lock(&self.shards[index].0).add(&self.parts[index].of(batch))?;
        }
        Ok(())
    }

    fn divide(&mut self, batch: &Batch<'_>) {
        self.parts.iter_mut().for_each(Selection::clear);
        let number = self.parts.len() as u64;
        for (index, hash) in batch.hashes.iter().enumerate() {
            let part = ((hash & ((1 << HASH_BITS) - 1)) * number) >> HASH_BITS;
            self.parts[part as usize].push(batch, index);
        }
    }

    /// Returns all lines, and the number of bytes that were allocated. Lines that a sibling adds
    /// later are missing.
    pub fn into_arena(self) -> Result<(Arena, u64), Error> {
        let mut all = Arena::new(CHUNK_BITS, 0);
        let mut bytes = 0;
        for shard in self.shards.iter() {
            let table = std::mem::replace(&mut *lock(&shard.0), LineTable::new(CHUNK_BITS));
            bytes += table.bytes();
            all.append(table.into_arena()).ok_or(Error::TooLarge)?;
        }
        Ok((all, bytes))
    }
}

#[cfg(test)]
mod tests {
    use crate::{Buffer, Options, backend};
    use std::collections::BTreeMap;
    use std::ops::ControlFlow;

    /// Returns lines, some of them frequent, some short, and most occurring once.
    fn block(number: usize) -> String {
        (0..3000)
            .map(|line| match line % 3 {
                0 => format!("{}\n", line % 7),
                1 => format!("a longer line that occurs in all blocks, {line}\n"),
                _ => format!("{line} of {number}\n"),
            })
            .collect()
    }

    #[test]
    fn siblings_count_together() {
        let blocks: Vec<String> = (0..40).map(block).collect();
        let mut expected = BTreeMap::new();
        for line in blocks.iter().flat_map(|block| block.lines()) {
            *expected.entry(line.to_owned()).or_insert(0) += 1;
        }
        let mut expected: Vec<(u64, String)> = expected
            .into_iter()
            .map(|(line, count)| (count, line))
            .collect();
        expected.sort_by(|(a, line_a), (b, line_b)| b.cmp(a).then(line_a.cmp(line_b)));
        for threads in [2, 3, 100] {
            let options = Options {
                more_than: 0,
                threads,
                ..Options::default()
            };
            let mut counter = backend::find("exact").unwrap().build(&options).unwrap();
            let (mine, others) = blocks.split_at(10);
            std::thread::scope(|scope| {
                for blocks in others.chunks(10) {
                    let mut sibling = counter.sibling().unwrap();
                    scope.spawn(move || {
                        let mut buffer = Buffer::default();
                        for block in blocks {
                            sibling.add_block(block.as_bytes(), &mut buffer).unwrap();
                        }
                        sibling.join().unwrap();
                    });
                }
                let mut buffer = Buffer::default();
                for block in mine {
                    counter.add_block(block.as_bytes(), &mut buffer).unwrap();
                }
            });
            let mut found = Vec::new();
            let mut emit = |line: &crate::Frequent<'_>| {
                let text = String::from_utf8(line.text.unwrap().to_vec()).unwrap();
                found.push((line.count, text));
                Ok(ControlFlow::Continue(()))
            };
            counter.finish(&mut emit).unwrap();
            assert!(found == expected, "{threads} threads");
        }
    }
}
