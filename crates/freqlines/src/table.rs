//! A hash table of lines with counts.
//!
//! The lines lie in an [`Arena`]; a slot of the table is eight bytes, 24 bits of the line's hash above the 40 bits of
//! its place. The table is in 256 shares by the first 8 bits of the hash. Inside a share the next 24 bits, taken as a
//! fraction, give the position at which a linear search begins, so a share can be enlarged by a quarter in one pass
//! from front to back, without a look at the lines; and since the shares are enlarged one by one, memory follows the
//! number of lines closely. Doubling one table would need up to three times as much for a moment.
//!
//! Lines come in batches, each looked up in three rounds: read the first slot of every line, read the first byte of
//! every line found there, then compare and count. The reads of one round do not depend on each other, so the memory
//! works on many of them at once; line by line the same work takes twice as long.

use std::hint::black_box;

use crate::arena::{Arena, OFFSET_BITS, Offset};
use crate::{Batch, Error};

/// A hash table of lines with counts.
#[derive(Debug)]
pub(crate) struct LineTable {
    shares: Vec<Share>,
    pub arena: Arena,
}

#[derive(Clone, Debug)]
struct Share {
    /// `EMPTY`, or 24 bits of hash and an offset.
    slots: Vec<u64>,
    used: usize,
}

const SHARE_BITS: u32 = 8;
const TAG_BITS: u32 = 64 - OFFSET_BITS;
const OFFSET_MASK: u64 = (1 << OFFSET_BITS) - 1;
/// The arena is full before it reaches the offset of all ones.
const EMPTY: u64 = u64::MAX;
/// How many lines are looked up in one round.
const ROUND: usize = 64;

fn share_of(hash: u64) -> usize {
    (hash >> (64 - SHARE_BITS)) as usize
}

fn tag_of(hash: u64) -> u64 {
    (hash << SHARE_BITS) >> (64 - TAG_BITS)
}

impl Share {
    const START: usize = 16;

    fn start(&self, tag: u64) -> usize {
        ((tag * self.slots.len() as u64) >> TAG_BITS) as usize
    }

    /// Full at 5/8: above, the search for a line that is not there gets long.
    fn is_full(&self) -> bool {
        self.used * 8 >= self.slots.len() * 5
    }

    fn enlarge(&mut self) {
        let larger = vec![EMPTY; self.slots.len() + self.slots.len() / 4];
        let old = std::mem::replace(&mut self.slots, larger);
        for slot in old.into_iter().filter(|&slot| slot != EMPTY) {
            self.put(slot);
        }
    }

    fn put(&mut self, slot: u64) {
        let mut at = self.start(slot >> OFFSET_BITS);
        while self.slots[at] != EMPTY {
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
        self.slots[at] = slot;
    }

    /// The offset of `line`, or the empty slot where its search ended.
    fn find(&self, arena: &Arena, tag: u64, line: &[u8]) -> Result<Offset, usize> {
        let mut at = self.start(tag);
        loop {
            let slot = self.slots[at];
            if slot == EMPTY {
                return Err(at);
            }
            if slot >> OFFSET_BITS == tag && arena.line(slot & OFFSET_MASK) == line {
                return Ok(slot & OFFSET_MASK);
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }
}

impl LineTable {
    /// An empty table whose arena has chunks of 2^shift bytes.
    pub fn new(shift: u32) -> Self {
        let share = Share {
            slots: vec![EMPTY; Share::START],
            used: 0,
        };
        LineTable {
            shares: vec![share; 1 << SHARE_BITS],
            arena: Arena::new(shift, 0),
        }
    }

    /// The number of distinct lines.
    pub fn len(&self) -> u64 {
        self.arena.entries()
    }

    /// The number of bytes allocated.
    pub fn bytes(&self) -> u64 {
        self.shares
            .iter()
            .map(|share| share.slots.len() as u64 * 8)
            .sum::<u64>()
            + self.arena.bytes()
    }

    /// Counts a batch of lines.
    pub fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        let rounds = batch
            .hashes
            .chunks(ROUND)
            .zip(batch.lines.chunks(ROUND))
            .enumerate();
        for (round, (hashes, lines)) in rounds {
            self.touch(hashes);
            for (index, (&hash, line)) in hashes.iter().zip(lines).enumerate() {
                self.count(hash, line, batch.weight(round * ROUND + index))?;
            }
        }
        Ok(())
    }

    /// Reads what the look-up of these lines will read, so that it finds it in the cache.
    pub fn touch(&self, hashes: &[u64]) {
        let mut slots = [EMPTY; ROUND];
        for (slot, &hash) in slots.iter_mut().zip(hashes) {
            let share = &self.shares[share_of(hash)];
            *slot = share.slots[share.start(tag_of(hash))];
        }
        let mut read = 0;
        for (slot, &hash) in slots.iter().zip(hashes) {
            if slot >> OFFSET_BITS == tag_of(hash) && *slot != EMPTY {
                read ^= self.arena.touch(slot & OFFSET_MASK);
            }
        }
        black_box(read);
    }

    /// Counts one line `weight` times.
    pub fn count(&mut self, hash: u64, line: &[u8], weight: u64) -> Result<(), Error> {
        let tag = tag_of(hash);
        let share = &mut self.shares[share_of(hash)];
        match share.find(&self.arena, tag, line) {
            Ok(offset) => self.arena.increase(offset, weight),
            Err(at) => {
                let offset = self.arena.push(weight, &[], line).ok_or(Error::TooLarge)?;
                share.slots[at] = tag << OFFSET_BITS | offset;
                share.used += 1;
                if share.is_full() {
                    share.enlarge();
                }
            }
        }
        Ok(())
    }

    /// Where `line` is, if it is in the table.
    pub fn find(&self, hash: u64, line: &[u8]) -> Option<Offset> {
        self.shares[share_of(hash)]
            .find(&self.arena, tag_of(hash), line)
            .ok()
    }

    /// Frees the table and keeps the lines.
    pub fn into_arena(self) -> Arena {
        self.arena
    }

    /// Forgets all lines and keeps the memory.
    pub fn clear(&mut self) {
        self.arena.clear();
        for share in &mut self.shares {
            share.slots.fill(EMPTY);
            share.used = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hashes;

    #[test]
    fn a_tag_of_all_ones_and_colliding_hashes_are_told_apart() {
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

    #[test]
    fn many_lines_are_all_found_again() {
        let texts: Vec<String> = (0..100_000)
            .map(|number| format!("line {number}"))
            .collect();
        let lines: Vec<&[u8]> = texts.iter().map(|text| text.as_bytes()).collect();
        let mut hashes = Hashes::default();
        let batch = Batch::new(&lines, None, &mut hashes);
        let mut table = LineTable::new(20);
        table.add(&batch).unwrap();
        table.add(&batch).unwrap();
        assert_eq!(table.len(), 100_000);
        let offsets = batch
            .hashes
            .iter()
            .zip(&lines)
            .map(|(&hash, line)| table.find(hash, line).unwrap());
        assert!(
            offsets
                .into_iter()
                .all(|offset| table.arena.entry(offset).count == 2)
        );
    }
}
