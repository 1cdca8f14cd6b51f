//! A cache for the values of attributes, which pages repeat.

use xxhash_rust::xxh3::xxh3_64;

/// The number of slots, a power of two.
const SLOTS: usize = 1 << 10;

/// A cache of results for texts, direct-mapped by the lowest bits of their hashes. It allocates
/// memory with the first text.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cache<T> {
    slots: Vec<(u64, T)>,
}

impl<T: Copy> Cache<T> {
    /// Returns the result of `find` for a text, and the hash of the text.
    pub(crate) fn get(&mut self, text: &str, mut find: impl FnMut(&str) -> T) -> (T, u64) {
        let hash = xxh3_64(text.as_bytes());
        if self.slots.is_empty() {
            self.slots = vec![(xxh3_64(b""), find("")); SLOTS];
        }
        let slot = &mut self.slots[hash as usize % SLOTS];
        if slot.0 != hash {
            *slot = (hash, find(text));
        }
        (slot.1, hash)
    }
}
