//! From the hash of an n-gram to the places in items that have it.

use platform::prefetch::prefetch;
use platform::threads::share;

/// A place in an item: the number of its wording, and that of the n-gram's first word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
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

impl Entry {
    /// By this number entries are in the same order, and it takes one comparison without branches.
    pub fn order(&self) -> u128 {
        let Place { form, word } = self.place;
        u128::from(self.hash) << 64 | u128::from(form) << 32 | u128::from(word)
    }
}

/// The number of parts of all entries.
pub(crate) const PARTS: usize = 1 << PART_BITS;
const PART_BITS: u32 = 6;

/// The part that the entries with a hash belong to. Its hashes are greater than those of the parts before.
#[inline(always)]
pub(crate) fn part(hash: u64) -> usize {
    (hash >> (64 - PART_BITS)) as usize
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
    /// The table of these n-grams, sorted, in parts that have no hash in common. `filtered` is what its filter has of the first entry of each.
    pub fn new(
        entries: &[Vec<Entry>],
        threads: usize,
        filtered: impl Fn(&Entry) -> u32 + Sync,
    ) -> Self {
        let mut parts: Vec<Part> = entries.iter().map(|entries| Part::of(entries)).collect();
        share(threads, &mut parts, |part| part.fill(&filtered));
        let count = parts.iter().map(|part| part.keys.len()).sum();
        let mut keys = Vec::with_capacity(count);
        let mut starts = Vec::with_capacity(count + 1);
        let mut places = Vec::with_capacity(entries.iter().map(Vec::len).sum());
        for part in &parts {
            let before = places.len() as u32;
            keys.extend_from_slice(&part.keys);
            starts.extend(part.starts.iter().map(|start| start + before));
            places.extend(part.entries.iter().map(|entry| entry.place));
        }
        starts.push(places.len() as u32);
        // Two to four keys for each entry of the directory.
        let bits = (count / 2).max(2).ilog2();
        let shift = 64 - bits;
        let mut directory = vec![0; (1 << bits) + 1];
        for key in &keys {
            directory[(key >> shift) as usize + 1] += 1;
        }
        for at in 1..directory.len() {
            directory[at] += directory[at - 1];
        }
        let hashes = parts.iter().flat_map(|part| part.filtered.iter().copied());
        Table {
            filter: Filter::new(count, hashes, 16),
            directory,
            shift,
            keys,
            starts,
            places,
        }
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

/// A part of a table.
struct Part<'e> {
    entries: &'e [Entry],
    keys: Vec<u64>,
    /// For each key its first entry.
    starts: Vec<u32>,
    /// What the filter has of each key.
    filtered: Vec<u32>,
}

impl<'e> Part<'e> {
    fn of(entries: &'e [Entry]) -> Self {
        Part {
            entries,
            keys: Vec::new(),
            starts: Vec::new(),
            filtered: Vec::new(),
        }
    }

    fn fill(&mut self, filtered: impl Fn(&Entry) -> u32) {
        for (at, entry) in self.entries.iter().enumerate() {
            if self.keys.last() != Some(&entry.hash) {
                self.keys.push(entry.hash);
                self.starts.push(at as u32);
                self.filtered.push(filtered(entry));
            }
        }
    }
}

#[cfg(test)]
impl std::fmt::Display for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let filter = self.filter.bits().words;
        let Table {
            directory,
            keys,
            starts,
            places,
            ..
        } = self;
        write!(f, "{filter:?} {directory:?} {keys:?} {starts:?} {places:?}")
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
            let mut parts = vec![Vec::new(); PARTS];
            for entry in &entries {
                parts[part(entry.hash)].push(*entry);
            }
            let table = Table::new(&parts, 2, |entry| short(entry.hash));
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
