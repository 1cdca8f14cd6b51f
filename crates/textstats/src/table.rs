//! A table of distinct keys.

/// Numbers keys by first occurrence. Uses open addressing, and clears only the part that a text
/// needs.
///
/// Whether a key is new cannot be predicted, so nothing branches on it: a known key is stored again.
#[derive(Debug)]
pub(crate) struct Table {
    /// The numbers of keys plus one; 0 marks a free cell.
    cells: Vec<u32>,
    /// The number of cells in use is 2 to the power of 64 minus this.
    shift: u32,
    /// The keys, by their numbers plus one. The first is the key that is looked up, so free cells
    /// have it too.
    keys: Vec<u64>,
    number: u32,
}

impl Default for Table {
    fn default() -> Self {
        let mut table = Table {
            cells: Vec::new(),
            shift: 0,
            keys: vec![0],
            number: 0,
        };
        table.resize(16);
        table
    }
}

impl Table {
    /// Removes all keys, and makes room for about this number of keys.
    pub(crate) fn clear(&mut self, keys: usize) {
        self.number = 0;
        self.resize((2 * keys).next_power_of_two().max(16));
    }

    fn resize(&mut self, size: usize) {
        self.shift = 64 - size.trailing_zeros();
        let used = self.cells.len().min(size);
        self.cells[..used].fill(0);
        if self.cells.len() < size {
            self.cells.resize(size, 0);
        }
    }

    /// Returns the number of keys.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.number as usize
    }

    /// Returns the number of a key. A new key gets the number of keys before it.
    pub(crate) fn number(&mut self, key: u64) -> u32 {
        self.numbering(1).number(key)
    }

    /// Borrows the table to number this many keys, and makes room for them.
    #[inline(always)]
    pub(crate) fn numbering(&mut self, keys: usize) -> Numbering<'_> {
        let keys = self.len() + keys;
        if keys > 1 << (63 - self.shift) {
            self.grow(keys);
        }
        make_room(&mut self.keys, keys + 1);
        Numbering {
            cells: &mut self.cells[..1 << (64 - self.shift)],
            keys: &mut self.keys,
            shift: self.shift,
            number: &mut self.number,
        }
    }

    /// Whether a key has a number.
    pub(crate) fn has(&mut self, key: u64) -> bool {
        let mut numbering = self.numbering(0);
        let at = numbering.place(key);
        numbering.cells[at] > 0
    }

    /// Makes room for this number of keys.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, keys: usize) {
        let size = (2 * keys).next_power_of_two();
        assert!(size <= 1 << 32, "fewer keys than numbers of 32 bits");
        self.resize(size);
        let number = self.number;
        let mut numbering = self.numbering(0);
        for number in 1..=number {
            let at = numbering.place(numbering.keys[number as usize]);
            numbering.cells[at] = number;
        }
    }
}

/// Makes a buffer at least this long, and little more: what is not filled takes no memory.
#[inline(always)]
pub(crate) fn make_room<T: Clone + Default>(buffer: &mut Vec<T>, length: usize) {
    if buffer.len() < length {
        buffer.resize(length + (1 << 10), T::default());
    }
}

/// A table with room for some keys. Its parts stay in registers, as those of a table that may grow do
/// not.
pub(crate) struct Numbering<'a> {
    cells: &'a mut [u32],
    keys: &'a mut [u64],
    shift: u32,
    number: &'a mut u32,
}

impl Numbering<'_> {
    /// Returns the number of a key. A new key gets the number of keys before it.
    #[inline(always)]
    pub(crate) fn number(&mut self, key: u64) -> u32 {
        let at = self.place(key);
        let cell = self.cells[at];
        let next = *self.number + 1;
        let cell = if cell == 0 { next } else { cell };
        self.cells[at] = cell;
        self.keys[cell as usize] = key;
        *self.number = next - u32::from(cell != next);
        cell - 1
    }

    /// Numbers a key like [`Self::number`], and counts it.
    #[inline(always)]
    pub(crate) fn count(&mut self, key: u64, counts: &mut [u32]) -> u32 {
        let next = *self.number;
        let number = self.number(key);
        // All bits of a known key are set.
        let is_known = u32::from(number == next).wrapping_sub(1);
        let count = &mut counts[number as usize];
        *count = (*count & is_known) + 1;
        number
    }

    /// Returns the number of keys.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        *self.number as usize
    }

    /// Returns the cell of a key, or a free one for it.
    #[inline(always)]
    fn place(&mut self, key: u64) -> usize {
        // The upper bits of the product depend on all bits of the key.
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        self.keys[0] = key;
        while self.keys[self.cells[at] as usize] != key {
            at = (at + 1) & (self.cells.len() - 1);
        }
        at
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_grows() {
        let mut table = Table::default();
        for round in 0..2 {
            table.clear(1 + round);
            for key in 0..10_000 {
                assert_eq!(table.number(key * key), key as u32);
            }
            assert_eq!(table.number(49), 7);
            assert_eq!(table.len(), 10_000);
        }
    }
}
