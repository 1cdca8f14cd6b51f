//! The distinct words of a document, each with the position of its first occurrence and whether it
//! recurs.

use platform::prefetch::prefetch;
use platform::random::{OTHER_STEP, fold, hash_16};
use tokens::words::Token;

use crate::Which;

/// One slot of the table, within a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Slot {
    /// [`Token::head`]; 0 in an empty slot.
    head: u128,
    /// The token index of the first occurrence; the bit [`REPEATED`] is set if there are more.
    place: u64,
    /// For a word longer than its head, its number in `Table::long`, counted from 1; else 0.
    long: u64,
}

const EMPTY: Slot = Slot {
    head: 0,
    place: 0,
    long: 0,
};

const REPEATED: u64 = 1 << 63;

/// A hash table of words with open addressing and linear probing. Nearly all words fit in their
/// slot, so a lookup is one cache miss.
#[derive(Default)]
pub struct Table {
    /// The slots; those that only larger documents need are empty.
    slots: Vec<Slot>,
    /// The number of slots for this document minus one. The number of slots is a power of two, and
    /// at most half of them are occupied.
    mask: usize,
    /// The occupied slots, by first occurrence.
    order: Vec<usize>,
    /// The words that are longer than their heads, concatenated, and the end of each.
    long: Vec<u8>,
    ends: Vec<usize>,
}

/// A word of the table.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The token index of the first occurrence.
    pub place: u64,
    head: [u8; 16],
    long: u64,
}

impl Table {
    /// Clears the table for a document of this many bytes.
    pub fn clear(&mut self, bytes: usize) {
        // Clear only the occupied slots. Otherwise a table grown by a very large document would
        // slow down every small one.
        for at in self.order.drain(..) {
            self.slots[at] = EMPTY;
        }
        self.long.clear();
        self.ends.clear();
        // The number of distinct words grows about as the square root of the text (Heaps's law).
        // The table grows if there are more.
        let slots = (32.0 * (bytes as f64).sqrt()) as usize;
        self.resize(slots.clamp(256, 1 << 22).next_power_of_two());
    }

    /// Takes this number of slots, which must all be empty.
    fn resize(&mut self, slots: usize) {
        if self.slots.len() < slots {
            self.slots.resize(slots, EMPTY);
        }
        self.mask = slots - 1;
    }

    /// Counts an occurrence of a word whose [`hash`] is given, at token index `place`.
    #[inline(always)]
    pub fn count(&mut self, hash: usize, token: Token<'_>, place: u64) {
        let mask = self.mask;
        let mut at = hash & mask;
        loop {
            let slot = &mut self.slots[at];
            if slot.head == token.head && is_word(slot.long, token.bytes, &self.long, &self.ends) {
                slot.place |= REPEATED;
                return;
            }
            if slot.head == 0 {
                break;
            }
            at = (at + 1) & mask;
        }
        self.insert(at, token, place);
    }

    /// Prefetches the slot where the search for this hash starts.
    #[inline(always)]
    pub fn prefetch(&self, hash: usize) {
        prefetch(&self.slots, hash & self.mask);
    }

    /// Puts a new word into the empty slot where its search ended.
    #[inline(never)]
    fn insert(&mut self, at: usize, token: Token<'_>, place: u64) {
        let mut long = 0;
        if token.bytes.len() > 16 {
            self.long.extend_from_slice(token.bytes);
            self.ends.push(self.long.len());
            long = self.ends.len() as u64;
        }
        self.slots[at] = Slot {
            head: token.head,
            place,
            long,
        };
        self.order.push(at);
        if self.order.len() * 2 > self.mask {
            self.grow();
        }
    }

    fn grow(&mut self) {
        let occupied: Vec<Slot> = self
            .order
            .iter()
            .map(|&at| std::mem::replace(&mut self.slots[at], EMPTY))
            .collect();
        self.resize(2 * (self.mask + 1));
        for (slot, place) in occupied.into_iter().zip(&mut self.order) {
            let word = long_word(slot.long, &self.long, &self.ends);
            let mut at = hash(slot.head, word) & self.mask;
            while self.slots[at].head != 0 {
                at = (at + 1) & self.mask;
            }
            self.slots[at] = slot;
            *place = at;
        }
    }

    /// Replaces `entries` by these words, by first occurrence.
    pub fn entries(&self, which: Which, entries: &mut Vec<Entry>) {
        entries.clear();
        let slots = self.order.iter().map(|&at| &self.slots[at]);
        let wanted = slots.filter(|slot| which == Which::All || slot.place & REPEATED == 0);
        entries.extend(wanted.map(|slot| Entry {
            place: slot.place & !REPEATED,
            head: slot.head.to_le_bytes(),
            long: slot.long,
        }));
    }

    /// Returns the text of a word.
    #[must_use]
    pub fn spelling<'a>(&'a self, entry: &'a Entry) -> &'a str {
        let bytes = match entry.long {
            0 => {
                let zeros = u128::from_le_bytes(entry.head).leading_zeros() as usize;
                &entry.head[..16 - zeros / 8]
            }
            long => long_word(long, &self.long, &self.ends),
        };
        std::str::from_utf8(bytes).expect("tokens are UTF-8")
    }
}

/// Returns the long word with this number, counted from 1; empty for 0.
fn long_word<'a>(number: u64, long: &'a [u8], ends: &[usize]) -> &'a [u8] {
    match number as usize {
        0 => &[],
        1 => &long[..ends[0]],
        number => &long[ends[number - 2]..ends[number - 1]],
    }
}

/// Whether the slot contains the word, if their heads are equal.
#[inline(always)]
fn is_word(number: u64, bytes: &[u8], long: &[u8], ends: &[usize]) -> bool {
    if bytes.len() <= 16 {
        return number == 0;
    }
    number != 0 && long_word(number, long, ends) == bytes
}

/// Returns a hash of the head, and of the remaining bytes of a long word.
#[inline(always)]
pub fn hash(head: u128, bytes: &[u8]) -> usize {
    let mut hash = hash_16(head);
    for eight in bytes.get(16..).unwrap_or(&[]).chunks(8) {
        let mut word = [0; 8];
        word[..eight.len()].copy_from_slice(eight);
        hash = fold(hash ^ u64::from_le_bytes(word), OTHER_STEP);
    }
    hash as usize
}
