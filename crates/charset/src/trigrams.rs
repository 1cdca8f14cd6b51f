//! A hash table from byte trigrams to indices of a list.

/// Maps trigrams to positions in a list, by open addressing. A trigram is three bytes, the first
/// one highest.
#[derive(Debug, Clone)]
pub(crate) struct Trigrams {
    /// The index in the list plus 1 in the low half, the trigram in the high half; 0 is an empty slot.
    slots: Vec<u64>,
    shift: u32,
    keys: Vec<u32>,
}

/// The maximum number of slots that are faster to clear than to allocate.
const LARGE: usize = 1 << 9;

impl Trigrams {
    /// Allocates space for a list of `capacity` trigrams.
    pub fn with_capacity(capacity: usize) -> Self {
        let size = (2 * capacity).next_power_of_two().max(16);
        Trigrams {
            slots: vec![0; size],
            shift: 64 - size.trailing_zeros(),
            keys: Vec::new(),
        }
    }

    /// Clears the list. Keeps the table if it is small.
    pub fn clear(&mut self) {
        if self.slots.len() > LARGE {
            *self = Trigrams::with_capacity(LARGE / 2);
        }
        self.slots.fill(0);
        self.keys.clear();
    }

    #[inline]
    fn first_slot(&self, trigram: u32) -> usize {
        (u64::from(trigram).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// Returns the index of a trigram, if it is in the list.
    #[inline]
    pub fn get(&self, trigram: u32) -> Option<usize> {
        let mut at = self.first_slot(trigram);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            if (slot >> 32) as u32 == trigram {
                return Some((slot as u32 - 1) as usize);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Returns the index of a trigram. A new one is appended to the list.
    #[inline]
    pub fn insert(&mut self, trigram: u32) -> usize {
        let mut at = self.first_slot(trigram);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return self.put(at, trigram);
            }
            if (slot >> 32) as u32 == trigram {
                return (slot as u32 - 1) as usize;
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }

    /// Inserts a trigram into an empty slot. Not inlined, because new trigrams are rare in a long
    /// document.
    #[cold]
    fn put(&mut self, at: usize, trigram: u32) -> usize {
        self.keys.push(trigram);
        self.slots[at] = u64::from(trigram) << 32 | self.keys.len() as u64;
        if 2 * self.keys.len() > self.slots.len() {
            self.grow();
        }
        self.keys.len() - 1
    }

    fn grow(&mut self) {
        let mut larger = Trigrams::with_capacity(self.slots.len());
        for &key in &self.keys {
            larger.insert(key);
        }
        *self = larger;
    }

    /// Returns the list.
    pub fn keys(&self) -> &[u32] {
        &self.keys
    }
}
