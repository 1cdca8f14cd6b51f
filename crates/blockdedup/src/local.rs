//! The n-grams of one document or batch, each with the place where it first is: a block, or an index.

use crate::Gram;

/// 2^64 divided by the golden ratio, odd: a factor that spreads numbers which differ in few bits (Knuth 1998, section 6.4).
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// A hash table that is reused for every document or batch.
#[derive(Debug, Clone, Default)]
pub(crate) struct Local {
    /// An n-gram, or 0 for an empty slot.
    slots: Vec<Gram>,
    places: Vec<u32>,
}

impl Local {
    /// Clears the table and makes room for `count` n-grams.
    pub fn clear(&mut self, count: usize) {
        // Not a power of two: for a long document that would be up to four slots an n-gram.
        let size = count + count / 2 + 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        self.places.resize(size, 0);
        // The memory for a single long document is released.
        if self.slots.capacity() > 1 << 22 && size < self.slots.capacity() / 4 {
            self.slots.shrink_to(size);
            self.places.truncate(size);
            self.places.shrink_to(size);
        }
    }

    /// Adds an n-gram that is at a place unless it is present; then returns the place of its first occurrence.
    #[inline]
    pub fn add(&mut self, gram: Gram, place: u32) -> Option<u32> {
        let size = self.slots.len();
        // Mixed, because all n-grams of a shard have their leading bits in common.
        let mixed = gram.wrapping_mul(SPREAD);
        let mut at = ((u128::from(mixed) * size as u128) >> 64) as usize;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = gram;
                    self.places[at] = place;
                    return None;
                }
                there if there == gram => return Some(self.places[at]),
                _ => at = if at + 1 == size { 0 } else { at + 1 },
            }
        }
    }
}
