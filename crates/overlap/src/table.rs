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

/// A hash table that does not change, with a filter in front of it.
///
/// The filter is a Bloom filter of three bits in one word of 64: a look at it is one cache line, and about one n-gram in a hundred that no
/// item has passes it.
#[derive(Debug, Default)]
pub(crate) struct Table {
    filter: Vec<u64>,
    /// For each value of the first bits of a hash, the first key with them.
    directory: Vec<u32>,
    shift: u32,
    keys: Vec<u64>,
    /// For each key, its first place; one more at the end.
    starts: Vec<u32>,
    places: Vec<Place>,
}

impl Table {
    /// The table of these n-grams, sorted.
    pub fn new(entries: &[Entry]) -> Self {
        let mut table = Table::default();
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
        table.filter = vec![0; table.keys.len() / 4 + 1];
        for &key in &table.keys {
            let at = table.cell(key);
            table.filter[at] |= bits_of(key);
        }
        table
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    #[inline(always)]
    fn cell(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.filter.len() as u128) >> 64) as usize
    }

    /// Requests the memory that [`Table::may_have`] reads.
    #[inline(always)]
    pub fn announce(&self, hash: u64) {
        prefetch(&self.filter, self.cell(hash));
    }

    /// False if no item has the n-gram; true otherwise, and for about one n-gram in a hundred that no item has.
    #[inline(always)]
    pub fn may_have(&self, hash: u64) -> bool {
        let bits = bits_of(hash);
        self.filter[self.cell(hash)] & bits == bits
    }

    /// The places of an n-gram, by form and word.
    pub fn places(&self, hash: u64) -> &[Place] {
        let at = (hash >> self.shift) as usize;
        let range = self.directory[at] as usize..self.directory[at + 1] as usize;
        match self.keys[range.clone()].iter().position(|&key| key == hash) {
            None => &[],
            Some(found) => {
                let key = range.start + found;
                &self.places[self.starts[key] as usize..self.starts[key + 1] as usize]
            }
        }
    }
}

/// Three bits of a word of 64, from the last bits of a hash.
#[inline(always)]
fn bits_of(hash: u64) -> u64 {
    1 << (hash & 63) | 1 << (hash >> 6 & 63) | 1 << (hash >> 12 & 63)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let table = Table::new(&entries);
            assert_eq!(table.is_empty(), count == 0);
            for entry in &entries {
                assert!(table.may_have(entry.hash));
                assert!(table.places(entry.hash).contains(&entry.place));
            }
            let others = 1_000_000..1_010_000u64;
            let passed = others
                .clone()
                .filter(|&other| table.may_have(hash(other)))
                .count();
            assert!(passed < 300, "{passed} of 10000 with {count}");
            assert!(
                others
                    .into_iter()
                    .all(|other| table.places(hash(other)).is_empty())
            );
        }
    }
}
