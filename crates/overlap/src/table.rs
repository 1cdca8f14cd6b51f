//! From the hash of an n-gram to the places in items that have it.

use platform::prefetch::prefetch;

/// A place in an item: the number of its wording, and that of the n-gram's first word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub form: u32,
    pub word: u32,
}

/// An n-gram of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry {
    pub hash: u64,
    pub place: Place,
}

/// A Bloom filter of three bits in one word of 64, so that a look at it is one cache line.
#[derive(Debug)]
pub(crate) struct Filter {
    words: platform::table::Table<u64>,
    len: usize,
}

/// From this number of words on a filter gets a whole huge page: on small pages most looks at it also miss the TLB.
const LARGE: usize = (256 << 10) / size_of::<u64>();

impl Filter {
    /// The filter of this number of hashes, with about `bits` bits for each.
    pub fn new(count: usize, hashes: impl Iterator<Item = u32>, bits: usize) -> Self {
        let len = count * bits / 64 + 1;
        let room = if len < LARGE {
            len
        } else {
            len.max((2 << 20) / size_of::<u64>())
        };
        let mut filter = Filter {
            words: platform::table::Table::zeros(room).expect("memory for the items"),
            len,
        };
        for hash in hashes {
            let (at, bits) = place(hash, len as u64);
            filter.words[at] |= bits;
        }
        filter
    }

    /// What look-ups need of it.
    #[inline(always)]
    pub fn bits(&self) -> Bits<'_> {
        Bits {
            words: &self.words,
            len: self.len as u64,
        }
    }
}

/// The bits of a [`Filter`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bits<'f> {
    words: &'f [u64],
    len: u64,
}

/// Returns which of the `len` words of a filter a hash belongs to, and three bits of that word. Hashes are mixed again, because anchors are small ones.
#[inline(always)]
fn place(hash: u32, len: u64) -> (usize, u64) {
    let mixed = u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let at = ((mixed & 0xFFFF_FFFF) * len) >> 32;
    let bit = |at: u32| 1 << (mixed >> at & 63);
    (at as usize, bit(46) | bit(52) | bit(58))
}

impl Bits<'_> {
    /// Requests the memory that [`Bits::may_have`] reads.
    #[inline(always)]
    pub fn announce(self, hash: u32) {
        prefetch(self.words, place(hash, self.len).0);
    }

    /// False if the hash is not in it; true otherwise, and for a few others.
    #[inline(always)]
    pub fn may_have(self, hash: u32) -> bool {
        let (at, bits) = place(hash, self.len);
        self.words[at] & bits == bits
    }
}

/// A hash table that does not change, with a filter in front of it that about one n-gram in a hundred passes that no item has.
#[derive(Debug)]
pub(crate) struct Table {
    pub filter: Filter,
    /// For each value of the first bits of a hash, the first key with them.
    directory: Vec<u32>,
    shift: u32,
    keys: Vec<u64>,
    /// For each key, its first place; one more at the end.
    starts: Vec<u32>,
    places: Vec<Place>,
}

impl Table {
    /// The table of these n-grams, sorted. `filtered` is what its filter has of the first entry of each.
    pub fn new(entries: &[Entry], filtered: impl Fn(&Entry) -> u32) -> Self {
        let mut table = Table {
            filter: Filter::new(0, [].into_iter(), 0),
            directory: Vec::new(),
            shift: 0,
            keys: Vec::new(),
            starts: Vec::new(),
            places: Vec::new(),
        };
        for entry in entries {
            if table.keys.last() != Some(&entry.hash) {
                table.keys.push(entry.hash);
                table.starts.push(table.places.len() as u32);
            }
            table.places.push(entry.place);
        }
        table.starts.push(table.places.len() as u32);
        table.keys.shrink_to_fit();
        table.starts.shrink_to_fit();
        // Two to four keys for each entry of the directory.
        let bits = (table.keys.len() / 2).max(2).ilog2();
        table.shift = 64 - bits;
        table.directory = vec![0; (1 << bits) + 1];
        for key in &table.keys {
            table.directory[(key >> table.shift) as usize + 1] += 1;
        }
        for at in 1..table.directory.len() {
            table.directory[at] += table.directory[at - 1];
        }
        let firsts = entries.chunk_by(|one, other| one.hash == other.hash);
        let hashes = firsts.map(|entries| filtered(&entries[0]));
        table.filter = Filter::new(table.keys.len(), hashes, 16);
        table
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Requests the first part of the memory that [`Table::find`] reads.
    #[inline(always)]
    pub fn announce(&self, hash: u64) {
        prefetch(&self.directory, (hash >> self.shift) as usize);
    }

    /// Requests the second part.
    #[inline(always)]
    pub fn announce_keys(&self, hash: u64) {
        prefetch(
            &self.keys,
            self.directory[(hash >> self.shift) as usize] as usize,
        );
    }

    /// Requests the first part of the memory that [`Table::places`] reads.
    #[inline(always)]
    pub fn announce_starts(&self, key: u32) {
        prefetch(&self.starts, key as usize);
    }

    /// Requests the second part.
    #[inline(always)]
    pub fn announce_places(&self, key: u32) {
        prefetch(&self.places, self.starts[key as usize] as usize);
    }

    /// The first place of the n-gram with this number.
    #[inline(always)]
    pub fn first_place(&self, key: u32) -> Place {
        self.places[self.starts[key as usize] as usize]
    }

    /// The number of an n-gram.
    pub fn find(&self, hash: u64) -> Option<u32> {
        let at = (hash >> self.shift) as usize;
        let range = self.directory[at] as usize..self.directory[at + 1] as usize;
        let found = self.keys[range.clone()]
            .iter()
            .position(|&key| key == hash)?;
        Some((range.start + found) as u32)
    }

    /// The places of the n-gram with this number, by form and word.
    pub fn places(&self, key: u32) -> &[Place] {
        let key = key as usize;
        &self.places[self.starts[key] as usize..self.starts[key + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grams::short;

    #[test]
    fn what_is_in_it_is_found_and_little_else_passes_the_filter() {
        let hash = |number: u64| tokens::hashes::mixed(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        for count in [0u64, 1, 2, 3, 1000, 50_000] {
            let place = |number: u64| Place {
                form: number as u32,
                word: 7,
            };
            let mut entries: Vec<Entry> = (0..count)
                .flat_map(|number| [number, number / 3])
                .map(|number| Entry {
                    hash: hash(number / 3),
                    place: place(number),
                })
                .collect();
            entries.sort_unstable();
            entries.dedup();
            let table = Table::new(&entries, |entry| short(entry.hash));
            assert_eq!(table.is_empty(), count == 0);
            for entry in &entries {
                assert!(table.filter.bits().may_have(short(entry.hash)));
                let key = table.find(entry.hash).expect("it is there");
                assert!(table.places(key).contains(&entry.place));
            }
            let others = 1_000_000..1_010_000u64;
            let passed = others
                .clone()
                .filter(|&other| table.filter.bits().may_have(short(hash(other))))
                .count();
            assert!(passed < 300, "{passed} of 10000 with {count}");
            assert!(
                others
                    .into_iter()
                    .all(|other| table.find(hash(other)).is_none())
            );
        }
    }
}
