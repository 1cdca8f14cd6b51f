//! A table of distinct keys.

/// Numbers keys by first occurrence. Uses open addressing, and clears only the part that a text
/// needs.
#[derive(Debug)]
pub(crate) struct Table {
    /// The numbers of keys plus one; 0 marks a free cell.
    cells: Vec<u32>,
    /// The number of cells in use is 2 to the power of 64 minus this.
    shift: u32,
    keys: Vec<u64>,
}

impl Default for Table {
    fn default() -> Self {
        Table {
            cells: vec![0; 16],
            shift: 60,
            keys: Vec::new(),
        }
    }
}

impl Table {
    /// Removes all keys, and makes room for about this number of keys.
    pub(crate) fn clear(&mut self, keys: usize) {
        self.keys.clear();
        self.resize((2 * keys).next_power_of_two().max(16));
    }

    fn resize(&mut self, size: usize) {
        self.shift = 64 - size.trailing_zeros();
        if self.cells.len() < size {
            self.cells.clear();
            self.cells.resize(size, 0);
        } else {
            self.cells[..size].fill(0);
        }
    }

    fn size(&self) -> usize {
        1 << (64 - self.shift)
    }

    /// Returns the number of a key. A new key gets the number of keys before it.
    #[inline]
    pub(crate) fn number(&mut self, key: u64) -> u32 {
        let at = self.place(key);
        match self.cells[at] {
            0 => self.add(at, key),
            found => found - 1,
        }
    }

    /// Numbers a new key, whose free cell is this.
    fn add(&mut self, at: usize, key: u64) -> u32 {
        let number = u32::try_from(self.keys.len()).expect("fewer keys than numbers of 32 bits");
        self.keys.push(key);
        self.cells[at] = number + 1;
        if self.keys.len() * 2 > self.size() {
            self.grow();
        }
        number
    }

    /// Whether a key has a number.
    pub fn has(&self, key: u64) -> bool {
        self.cells[self.place(key)] > 0
    }

    /// Returns the cell of a key, or a free one for it.
    #[inline]
    fn place(&self, key: u64) -> usize {
        // The upper bits of the product depend on all bits of the key.
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize;
        let mask = self.size() - 1;
        loop {
            match self.cells[at] {
                0 => return at,
                number if self.keys[number as usize - 1] == key => return at,
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.resize(2 * self.size());
        for number in 0..self.keys.len() {
            let at = self.place(self.keys[number]);
            self.cells[at] = number as u32 + 1;
        }
    }
}
