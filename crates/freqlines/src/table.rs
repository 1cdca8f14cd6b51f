//! A hash table of lines with counts.
//!
//! The lines are in an [`Arena`]. A slot of the table has eight bytes: 24 bits of the line's hash
//! above the 40 bits of its offset. The first 10 bits of the hash divide the table into 1024
//! shards. The next 24 bits are those in the slot. Together they give, as a fraction of the table,
//! the start of the linear probe. So the table can grow in place, shard by shard from the last,
//! almost without reading lines. Copying it to a table of twice the size would temporarily take
//! three times its memory.
//!
//! Lines are looked up in batches with software prefetch. While one batch is compared and counted,
//! the candidates of the next batch and the slots of the one after it are prefetched. Line by line,
//! the same work takes twice as long.

use std::hint::select_unpredictable;

use crate::arena::{Arena, OFFSET_BITS, Offset};
use crate::hash::line_hash;
use crate::{Batch, Error};
use platform::prefetch::{BATCH, lookahead, prefetch};

/// A hash table of lines with counts.
#[derive(Debug)]
pub(crate) struct LineTable {
    pub arena: Arena,
    /// `EMPTY`, or 24 bits of hash and an offset. Every shard has the same number of slots.
    slots: Vec<u64>,
    /// The number of slots from which on the table grows in smaller steps.
    large: usize,
}

const SHARDS: usize = 1 << SHARD_BITS;
const SHARD_BITS: u32 = 10;
const TAG_BITS: u32 = 64 - OFFSET_BITS;
const OFFSET_MASK: u64 = (1 << OFFSET_BITS) - 1;
/// The arena is full before it reaches the offset of all ones.
const EMPTY: u64 = u64::MAX;
/// Most searches end within this many slots.
const PROBE_LENGTH: usize = 4;
/// The number of slots (32 MiB), of one table or of several together, from which on tables grow in
/// smaller steps.
const LARGE: usize = 1 << 22;
/// The size of an item in the index of the sort.
const INDEX_BYTES: u64 = size_of::<crate::order::Item>() as u64;
/// The number of slots per shard of an empty table, enough for a batch of new lines.
const INITIAL_SLOTS: usize = 8;

fn tag_of(hash: u64) -> u64 {
    (hash << SHARD_BITS) >> (64 - TAG_BITS)
}

/// Returns the slot where the search for a hash starts, in a table of `slots`.
fn start_of(hash: u64, slots: usize) -> usize {
    (((hash >> (64 - SHARD_BITS - TAG_BITS)) * (slots / SHARDS) as u64) >> TAG_BITS) as usize
}

fn next(slots: &[u64], at: usize) -> usize {
    if at + 1 == slots.len() { 0 } else { at + 1 }
}

/// Returns the index and value of the first slot from `at` on that is empty or has this tag.
#[inline(always)]
fn first_with(slots: &[u64], mut at: usize, tag: u64) -> (usize, u64) {
    loop {
        let slot = slots[at];
        if slot >> OFFSET_BITS == tag || slot == EMPTY {
            return (at, slot);
        }
        at = next(slots, at);
    }
}

/// Works like [`first_with`], but examines two slots before it branches. At most three quarters of
/// searches end at the first slot, so a branch on that would often be mispredicted.
#[inline(always)]
fn first_of_two_with(slots: &[u64], at: usize, tag: u64) -> (usize, u64) {
    let ends = |slot: u64| (slot >> OFFSET_BITS == tag) | (slot == EMPTY);
    let second = next(slots, at);
    let values = [slots[at], slots[second]];
    let is_first = ends(values[0]);
    let at = select_unpredictable(is_first, at, second);
    let slot = select_unpredictable(is_first, values[0], values[1]);
    if ends(slot) {
        return (at, slot);
    }
    first_with(slots, next(slots, at), tag)
}

/// Stores `slot` in the first empty slot from `at` on.
fn put(slots: &mut [u64], mut at: usize, slot: u64) {
    while slots[at] != EMPTY {
        at = next(slots, at);
    }
    slots[at] = slot;
}

/// Collects the slots that are not `empty` into `all`. This is a separate pass, because two
/// unpredictable branches (whether the slot is empty, and where the probe ends) would delay each
/// other.
pub(crate) fn filled<'a>(slots: &[u64], empty: u64, all: &'a mut Vec<u64>) -> &'a [u64] {
    all.resize(slots.len(), empty);
    let mut used = 0;
    for &slot in slots {
        all[used] = slot;
        used += usize::from(slot != empty);
    }
    &all[..used]
}

impl LineTable {
    /// Creates an empty table whose arena has chunks of 2^shift bytes.
    pub fn new(shift: u32) -> Self {
        Self::one_of(1, shift)
    }

    /// Like [`LineTable::new`], for one of `tables` tables among which lines are divided.
    pub fn one_of(tables: usize, shift: u32) -> Self {
        LineTable {
            arena: Arena::new(shift, 0),
            slots: vec![EMPTY; INITIAL_SLOTS * SHARDS],
            large: LARGE / tables,
        }
    }

    /// The number of distinct lines.
    pub fn len(&self) -> u64 {
        self.arena.entries()
    }

    /// Returns the number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8 + self.arena.bytes()
    }

    /// Counts a batch of lines.
    pub fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.add_within(u64::MAX, batch, &mut Vec::new())
    }

    /// Counts a batch of lines, but does not insert a new line if that would make the table, the
    /// arena and the index of the sort exceed `budget` bytes. Writes the batch indices of such
    /// lines to `refused`.
    pub fn add_within(
        &mut self,
        budget: u64,
        batch: &Batch<'_>,
        refused: &mut Vec<usize>,
    ) -> Result<(), Error> {
        let mut candidates = [0; BATCH];
        for (from, [round, next, later]) in lookahead(batch.hashes) {
            self.prefetch_slots(later);
            if self.has_no_room(BATCH) && self.bytes_after_growth() <= budget {
                self.grow();
                candidates = self.look_up(round);
            }
            let next_candidates = self.look_up(next);
            let is_full = self.has_no_room(BATCH);
            for (index, (&hash, at)) in (from..).zip(round.iter().zip(candidates)) {
                let (line, weight) = (batch.lines.get(index), batch.weight(index));
                match self.find_from(at, tag_of(hash), line) {
                    Ok(offset) => self.arena.increase(offset, weight),
                    Err(at) if !is_full && self.bytes_with(line) <= budget => {
                        self.put(at, tag_of(hash), line, weight)?;
                    }
                    Err(_) => refused.push(index),
                }
            }
            candidates = next_candidates;
        }
        Ok(())
    }

    /// Returns the size in bytes of the table, the arena and the index of the sort with `line`
    /// added. Returns 0 for an empty table, which accepts any line.
    fn bytes_with(&self, line: &[u8]) -> u64 {
        if self.len() == 0 {
            return 0;
        }
        self.slots.len() as u64 * 8 + self.arena.bytes_with(line) + (self.len() + 1) * INDEX_BYTES
    }

    fn bytes_after_growth(&self) -> u64 {
        self.grown() as u64 * 8 + self.arena.bytes() + self.len() * INDEX_BYTES
    }

    /// Prefetches the slots where the searches for these hashes start.
    fn prefetch_slots(&self, hashes: &[u64]) {
        for &hash in hashes {
            let start = start_of(hash, self.slots.len());
            prefetch(&self.slots, start);
            // The search may continue in the next cache line.
            prefetch(&self.slots, start + PROBE_LENGTH);
        }
    }

    /// Returns for each hash the slot where the search by tags alone ends, and prefetches the
    /// candidate lines.
    fn look_up(&self, hashes: &[u64]) -> [usize; BATCH] {
        let slots = &self.slots[..];
        let mut candidates = [0; BATCH];
        for (candidate, &hash) in candidates.iter_mut().zip(hashes) {
            let value;
            (*candidate, value) =
                first_of_two_with(slots, start_of(hash, slots.len()), tag_of(hash));
            // The offset in an empty slot is beyond all entries, which is harmless.
            self.arena.prefetch(value & OFFSET_MASK);
        }
        candidates
    }

    /// Inserts a new line in the empty slot where its search ended.
    fn put(&mut self, at: usize, tag: u64, line: &[u8], weight: u64) -> Result<(), Error> {
        let offset = self.arena.push(weight, &[], line).ok_or(Error::TooLarge)?;
        self.slots[at] = tag << OFFSET_BITS | offset;
        Ok(())
    }

    /// Returns the offset of `line`, searched from `at` on, or the empty slot where the search
    /// ended.
    fn find_from(&self, mut at: usize, tag: u64, line: &[u8]) -> Result<Offset, usize> {
        loop {
            let (slot, value) = first_with(&self.slots, at, tag);
            if value == EMPTY {
                return Err(slot);
            }
            if self.arena.line(value & OFFSET_MASK) == line {
                return Ok(value & OFFSET_MASK);
            }
            at = next(&self.slots, slot);
        }
    }

    /// Counts a line with this weight. `hash` is its [`line_hash`].
    pub fn count(&mut self, hash: u64, line: &[u8], weight: u64) -> Result<(), Error> {
        match self.search(hash, line) {
            Ok(offset) => {
                self.arena.increase(offset, weight);
                Ok(())
            }
            Err(at) => self.insert(at, hash, line, weight),
        }
    }

    /// Returns the offset of `line` in the arena, or the slot for it if it is absent. `hash` is its
    /// [`line_hash`].
    fn search(&self, hash: u64, line: &[u8]) -> Result<Offset, usize> {
        self.find_from(start_of(hash, self.slots.len()), tag_of(hash), line)
    }

    /// Inserts a line with this count; a search for it ended at slot `at`.
    fn insert(&mut self, mut at: usize, hash: u64, line: &[u8], count: u64) -> Result<(), Error> {
        if self.has_no_room(1) {
            self.grow();
            at = self.search(hash, line).err().unwrap_or(at);
        }
        self.put(at, tag_of(hash), line, count)
    }

    /// Returns the offset of `line`, if it is in the table. `hash` is its [`line_hash`].
    #[cfg(test)]
    pub fn find(&self, hash: u64, line: &[u8]) -> Option<Offset> {
        self.search(hash, line).ok()
    }

    /// Whether `more` lines exceed the capacity. The load factor is at most 5/8, because
    /// unsuccessful searches take long above it.
    fn has_no_room(&self, more: usize) -> bool {
        (self.len() as usize + more) * 8 > self.slots.len() * 5
    }

    fn grown(&self) -> usize {
        let slots = self.slots.len();
        if slots < self.large {
            2 * slots
        } else {
            slots + slots / 2
        }
    }

    /// Doubles the table, or enlarges a large one by half.
    fn grow(&mut self) {
        let old = self.slots.len() / SHARDS;
        let new = self.grown() / SHARDS;
        // realloc extends the allocation, often without copying a large table.
        self.slots.reserve_exact((new - old) * SHARDS);
        self.slots.resize(new * SHARDS, EMPTY);
        let mut moving = Vec::new();
        let mut strays = Vec::new();
        for shard in (0..SHARDS).rev() {
            let from = &mut self.slots[shard * old..(shard + 1) * old];
            // A probe sequence of the previous shard may have overflowed into these slots.
            let unsure = from.iter().take_while(|&&slot| slot != EMPTY).count();
            strays.extend_from_slice(&from[..unsure]);
            let moving = filled(&from[unsure..], EMPTY, &mut moving);
            from.fill(EMPTY);
            for &slot in moving {
                let start =
                    shard * new + (((slot >> OFFSET_BITS) * new as u64) >> TAG_BITS) as usize;
                put(&mut self.slots, start, slot);
            }
        }
        for slot in strays {
            let hash = line_hash(self.arena.line(slot & OFFSET_MASK));
            let start = start_of(hash, self.slots.len());
            put(&mut self.slots, start, slot);
        }
    }

    /// Frees the table and keeps the lines.
    pub fn into_arena(self) -> Arena {
        self.arena
    }

    /// Removes all lines and keeps the memory.
    #[cfg(any(test, feature = "external"))]
    pub fn clear(&mut self) {
        self.arena.clear();
        self.slots.fill(EMPTY);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;

    #[test]
    fn many_lines_are_all_found_again() {
        let texts: Vec<String> = (0..200_000)
            .map(|number| format!("line {number}"))
            .collect();
        let lines: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let mut buffer = Buffer::default();
        let batch = Batch::new(&lines, None, &mut buffer);
        let mut table = LineTable::new(20);
        for repeat in 1..=3 {
            table.add(&batch).unwrap();
            assert_eq!(table.len(), 200_000);
            for (&hash, line) in batch.hashes.iter().zip(&lines) {
                let offset = table.find(hash, line).unwrap();
                assert_eq!(
                    (table.arena.line(offset), table.arena.entry(offset).count),
                    (*line, repeat)
                );
            }
        }
        assert_eq!(table.find(line_hash(b"line"), b"line"), None);
        // The reported memory consists of the slots and the lines, with nothing reserved in
        // addition. At most 5/8 of the slots are filled, and they never grow by more than a factor
        // of 2.
        assert_eq!(table.slots.capacity(), table.slots.len());
        assert!((200_000 * 8 * 8 / 5..200_000 * 8 * 16 / 5).contains(&(table.slots.len() * 8)));
        assert_eq!(
            table.bytes(),
            table.slots.len() as u64 * 8 + table.arena.bytes()
        );
    }

    #[test]
    fn lines_are_refused_that_do_not_fit() {
        let texts: Vec<String> = (0..10_000).map(|number| format!("line {number}")).collect();
        let mut buffer = Buffer::default();
        for budget in (200_000..400_000).step_by(20_000) {
            let (mut table, mut refused) = (LineTable::new(12), Vec::new());
            let mut all = 0;
            for texts in texts.chunks(1000) {
                let lines: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
                refused.clear();
                table
                    .add_within(budget, &Batch::new(&lines, None, &mut buffer), &mut refused)
                    .unwrap();
                all += refused.len() as u64;
            }
            assert_eq!(table.len() + all, 10_000);
            let bytes = table.bytes() + table.len() * INDEX_BYTES;
            assert!(
                (budget / 2..=budget).contains(&bytes),
                "{bytes} of {budget}"
            );
        }
    }

    #[test]
    fn lines_with_the_same_hash_are_told_apart() {
        let mut table = LineTable::new(16);
        for number in 0..1000u32 {
            table.count(u64::MAX, &number.to_be_bytes(), 1).unwrap();
            table.count(u64::MAX, &number.to_be_bytes(), 2).unwrap();
        }
        assert_eq!(table.len(), 1000);
        assert!(table.arena.iter().all(|(_, entry)| entry.count == 3));
        assert!(table.find(u64::MAX, &7u32.to_be_bytes()).is_some());
        assert!(table.find(u64::MAX, b"7").is_none());
    }
}
