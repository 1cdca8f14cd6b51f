//! The n-grams of one document, each with the block where it first ends.

use crate::Gram;

/// A hash table that is reused for every document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Local {
    /// An n-gram, or 0 for an empty slot.
    slots: Vec<Gram>,
    blocks: Vec<u32>,
}

impl Local {
    /// Clears the table and makes room for `count` n-grams.
    pub fn clear(&mut self, count: usize) {
        // Not a power of two: for a long document that would be up to four slots an n-gram.
        let size = count + count / 2 + 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        self.blocks.resize(size, 0);
        // The memory for a single long document is released.
        if self.slots.capacity() > 1 << 22 && size < self.slots.capacity() / 4 {
            self.slots.shrink_to(size);
            self.blocks.truncate(size);
            self.blocks.shrink_to(size);
        }
    }

    /// Adds an n-gram that ends in a block unless it is present; then returns the block of its first occurrence.
    #[inline]
    pub fn add(&mut self, gram: Gram, block: u32) -> Option<u32> {
        let size = self.slots.len();
        let mut at = ((u128::from(gram) * size as u128) >> 64) as usize;
        loop {
            match self.slots[at] {
                0 => {
                    self.slots[at] = gram;
                    self.blocks[at] = block;
                    return None;
                }
                there if there == gram => return Some(self.blocks[at]),
                _ => at = if at + 1 == size { 0 } else { at + 1 },
            }
        }
    }
}
