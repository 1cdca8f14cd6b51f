//! The n-grams of one document, and the block where each ends first.

use crate::Gram;

/// A hash table that is emptied for every document.
#[derive(Debug, Clone, Default)]
pub(crate) struct Local {
    /// An n-gram, or 0 in a free slot.
    slots: Vec<Gram>,
    blocks: Vec<u32>,
}

impl Local {
    /// Empties it, and makes room for `count` n-grams.
    pub fn clear(&mut self, count: usize) {
        // No power of two: of a long document that would be up to four slots an n-gram.
        let size = count + count / 2 + 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        self.blocks.resize(size, 0);
        // What one long document needed is not kept for all others.
        if self.slots.capacity() > 1 << 22 && size < self.slots.capacity() / 4 {
            self.slots.shrink_to(size);
            self.blocks.truncate(size);
            self.blocks.shrink_to(size);
        }
    }

    /// Adds an n-gram that ends in a block, if it is not there; says in which block it was before.
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
