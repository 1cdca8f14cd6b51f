//! Looks up n-grams of several lengths in one pass over a page.
//!
//! If an n-gram is known at one length, so are its prefixes at every shorter length, and its other parts. So the lookup
//! finds the longest known n-gram at each position of a page, which implies the shorter ones that begin there. While
//! the page continues like the text of the n-grams, no further lookup is needed. Otherwise a link leads to the n-gram
//! of the next shorter length at the next position, like the suffix links in string matching automata (Aho & Corasick
//! 1975).

use std::collections::HashMap;

use crate::ngrams::sets::{Grams, Hashed, Power, mix};

/// A run of equal values at neighbouring positions (run-length encoding): the value, and the number of positions.
pub type Run = (u32, u32);

/// The n-grams of several lengths, shortest first, each with its value. They are identified by a hash of 64 bits.
///
/// Memory: 32 bytes per n-gram, and up to 26 more for tables.
#[derive(Debug, Clone)]
pub struct Nested<const N: usize> {
    levels: [Level; N],
    /// The values of n-grams, by class.
    classes: Vec<[u32; N]>,
    /// The marks of n-grams, by the index of their length.
    marks: HashMap<(usize, Id), u32>,
}

/// The n-grams of one length.
#[derive(Debug, Clone)]
struct Level {
    power: Power,
    /// In text order. An entry holds everything about its n-gram, so that a random access touches one cache line.
    entries: Vec<Entry>,
    /// A hash table of entries, each with some bits of its hash; free slots have [`NONE`]. Its size is a power of two.
    slots: Vec<(Id, u32)>,
    /// A Bloom filter of the hashes. It rejects most text that is in no template, and is small enough for the cache,
    /// unlike the tables.
    filter: Vec<u64>,
}

/// The index of an entry in its level.
type Id = u32;

/// An n-gram, in 32 bytes: half a cache line.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u64,
    longer: Longer,
    /// The index in [`Nested::classes`] of its value, followed by the values of its shorter prefixes.
    class: u32,
    /// The last unit, with the flags [`GOES_ON`] and [`MARKED`].
    last: u32,
    /// The most likely next n-gram of this length: it drops the first unit and appends another one.
    next: Id,
    /// The n-gram of the next shorter length that begins with its second unit.
    suffix: Id,
}

/// The flag of an entry that is next after the entry before it, has the same class, and has no mark.
const GOES_ON: u32 = 1 << 31;
/// The flag of an entry that has a mark, or has a shorter prefix with a mark.
const MARKED: u32 = 1 << 30;
/// The number of no n-gram.
const NONE: Id = Id::MAX;

/// The n-grams of the next greater length that begin with an n-gram.
#[derive(Debug, Clone, Copy)]
enum Longer {
    None,
    /// The only one, with some bits of its hash. If a page has other bits, the entry need not be read.
    One(u16, Id),
    /// A 32-bit Bloom filter of their hashes.
    Many(u32),
}

impl Longer {
    /// Adds another n-gram; `first` returns the hash of the first one.
    fn and(self, hash: u64, id: Id, first: impl Fn(Id) -> u64) -> Self {
        match self {
            Longer::None => Longer::One(tag(hash), id),
            Longer::One(_, other) => Longer::Many(bit(first(other)) | bit(hash)),
            Longer::Many(bits) => Longer::Many(bits | bit(hash)),
        }
    }
}

/// Interns the values of n-grams as class numbers during construction.
#[derive(Default)]
struct Classes<const N: usize> {
    values: Vec<[u32; N]>,
    numbers: HashMap<[u32; N], u32>,
}

impl<const N: usize> Classes<N> {
    fn of(&mut self, values: [u32; N]) -> u32 {
        *self.numbers.entry(values).or_insert_with(|| {
            self.values.push(values);
            self.values.len() as u32 - 1
        })
    }
}

impl Level {
    /// Builds the level, and returns with it the shorter entry that each entry begins with.
    fn new<const N: usize>(
        grams: &Grams,
        mut shorter: Option<&mut Self>,
        index: usize,
        classes: &mut Classes<N>,
    ) -> (Self, Vec<Id>) {
        let power = grams.power();
        let text = Hashed::new(grams.text());
        let mut entries: Vec<Entry> = Vec::new();
        let mut beginnings = Vec::new();
        let mut places = Vec::new();
        for (at, &value) in grams
            .values()
            .iter()
            .enumerate()
            .filter(|(_, value)| **value > 0)
        {
            let hash = text.hash(at, &power);
            let mut values = [0; N];
            let mut suffix = NONE;
            if let Some(shorter) = &mut shorter {
                let Some(begins) = shorter.find(text.hash(at, &shorter.power)) else {
                    continue;
                };
                suffix = (shorter.find(text.hash(at + 1, &shorter.power))).unwrap_or(NONE);
                let beginning = &mut shorter.entries[begins as usize];
                values = classes.values[beginning.class as usize];
                let first = |id: Id| entries[id as usize].hash;
                beginning.longer = beginning.longer.and(hash, entries.len() as Id, first);
                beginnings.push(begins);
            }
            values[index] = value;
            entries.push(Entry {
                hash,
                longer: Longer::None,
                class: classes.of(values),
                last: text.units()[at + power.n - 1],
                next: NONE,
                suffix,
            });
            places.push(at);
        }
        link(&mut entries, &places, &text, grams);
        let mut filter = vec![0u64; entries.len() / 4 + 1];
        for entry in &entries {
            let (word, bits) = bits_of(entry.hash, filter.len());
            filter[word] |= bits;
        }
        let size = (entries.len() * 3 / 2 + 1).next_power_of_two();
        let mut slots = vec![(NONE, 0); size];
        for (id, entry) in (0..).zip(&entries) {
            let mut slot = slot_of(entry.hash, size);
            while slots[slot].0 != NONE {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = (id, mix(entry.hash) as u32);
        }
        let level = Level {
            power,
            entries,
            slots,
            filter,
        };
        (level, beginnings)
    }

    #[inline]
    fn entry(&self, id: Id) -> &Entry {
        &self.entries[id as usize]
    }

    /// Whether an n-gram may have this hash.
    #[inline]
    fn may_have(&self, hash: u64) -> bool {
        let (word, bits) = bits_of(hash, self.filter.len());
        self.filter[word] & bits == bits
    }

    /// Returns the n-gram with a hash.
    #[inline]
    fn find(&self, hash: u64) -> Option<Id> {
        if !self.may_have(hash) {
            return None;
        }
        let mut slot = slot_of(hash, self.slots.len());
        let bits = mix(hash) as u32;
        loop {
            match self.slots[slot] {
                (NONE, _) => return None,
                (id, other) if other == bits && self.entry(id).hash == hash => return Some(id),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }
}

/// Sets the next n-gram of each entry. `places` are the positions of the entries in the text.
fn link(entries: &mut [Entry], places: &[usize], text: &Hashed, grams: &Grams) {
    let part = Power::new(grams.n() - 1);
    let value = |id: Id| grams.values()[places[id as usize]];
    // For all but the last unit of an n-gram, the n-gram with the greatest value; among equals the first.
    let mut likely = HashMap::<u64, Id>::new();
    for (id, &at) in (0..).zip(places) {
        let likely = likely.entry(text.hash(at, &part)).or_insert(id);
        if value(id) > value(*likely) {
            *likely = id;
        }
    }
    for (id, &at) in places.iter().enumerate() {
        let Some(&likely) = likely.get(&text.hash(at + 1, &part)) else {
            continue;
        };
        // Among equally likely ones, the next in the text is preferred: it is near in memory.
        let here = id as Id + 1;
        let is_here = places.get(id + 1) == Some(&(at + 1)) && value(here) == value(likely);
        entries[id].next = if is_here { here } else { likely };
    }
}

/// Returns the slot of a hash in a table. The size must be a power of two.
#[inline]
fn slot_of(hash: u64, size: usize) -> usize {
    (mix(hash) >> 24) as usize & (size - 1)
}

#[inline]
fn tag(hash: u64) -> u16 {
    (mix(hash) >> 48) as u16
}

/// Selects one of 32 bits.
#[inline]
fn bit(hash: u64) -> u32 {
    1 << (tag(hash) & 31)
}

/// Returns the word of the Bloom filter, and its two bits.
#[inline]
fn bits_of(hash: u64, words: usize) -> (usize, u64) {
    let mixed = mix(hash);
    // Scaled rather than masked, to use other bits of the hash than the slot.
    let word = ((mixed >> 32) * words as u64) >> 32;
    (word as usize, 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
}

/// The n-grams found in a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<const N: usize> {
    /// For each length, runs of the values of the n-grams at the positions of the page, 0 for unknown ones.
    pub runs: [Vec<Run>; N],
    /// The positions with a mark.
    pub marks: Vec<(usize, u32)>,
}

impl<const N: usize> Nested<N> {
    /// Links n-grams of several lengths, shortest first. An n-gram is dropped if its prefix is not among the next
    /// shorter ones. `marks` are numbers above 0 for some n-grams of the length with index `marked`.
    pub fn new(lengths: &[Grams; N], marked: usize, marks: &[(Vec<u32>, u32)]) -> Self {
        let mut classes = Classes::default();
        let mut levels: Vec<Level> = Vec::new();
        let mut beginnings = Vec::new();
        for (index, grams) in lengths.iter().enumerate() {
            let (level, of_level) = Level::new(grams, levels.last_mut(), index, &mut classes);
            levels.push(level);
            beginnings.push(of_level);
        }
        let mut of_grams = HashMap::new();
        let level = &levels[marked];
        for (gram, mark) in marks {
            if let Some(id) = level.find(Hashed::new(gram).hash(0, &level.power)) {
                of_grams.insert((marked, id), *mark);
            }
        }
        for (index, beginnings) in beginnings.iter().enumerate().skip(marked + 1) {
            for (id, beginning) in (0..).zip(beginnings) {
                if let Some(&mark) = of_grams.get(&(index - 1, *beginning)) {
                    of_grams.insert((index, id), mark);
                }
            }
        }
        for &(index, id) in of_grams.keys() {
            levels[index].entries[id as usize].last |= MARKED;
        }
        let mut before: Option<Entry> = None;
        for (id, entry) in (0..).zip(&mut levels[N - 1].entries) {
            let follows =
                before.is_some_and(|before| before.next == id && before.class == entry.class);
            if follows && entry.last & MARKED == 0 {
                entry.last |= GOES_ON;
            }
            before = Some(*entry);
        }
        Nested {
            levels: levels.try_into().expect("one for each length"),
            classes: classes.values,
            marks: of_grams,
        }
    }

    /// Returns the n-gram that follows `(index, id)` at this position. It is the most likely one if that ends with the
    /// page's unit, otherwise the one of the next shorter length, which is part of the n-gram before.
    #[inline]
    fn next(&self, (index, id): (usize, Id), units: &[u32], at: usize) -> Option<(usize, Id)> {
        let level = &self.levels[index];
        let entry = level.entry(id);
        if entry.next != NONE
            && let Some(last) = units.get(at + level.power.n - 1)
            && level.entry(entry.next).last & !(GOES_ON | MARKED) == *last
        {
            return Some((index, entry.next));
        }
        (entry.suffix != NONE).then(|| (index - 1, entry.suffix))
    }

    /// Returns the longest n-gram at a position of a page, among the lengths with an index of at least `than`.
    #[inline]
    fn longest(&self, page: &Hashed, at: usize, than: usize) -> Option<(usize, Id)> {
        let left = page.units().len() - at;
        (than..N).rev().find_map(|index| {
            let level = &self.levels[index];
            let hash = || page.hash(at, &level.power);
            let found = (left >= level.power.n).then(|| level.find(hash()));
            Some((index, found??))
        })
    }

    /// Looks up the n-grams of a page.
    pub fn find(&self, page: &Hashed) -> Found<N> {
        let units = page.units();
        let mut runs = Runs::default();
        let mut marks = Vec::new();
        let (shortest, longest) = (&self.levels[0], &self.levels[N - 1]);
        // The longest n-gram at the position before; the next one usually follows it.
        let mut before: Option<(usize, Id)> = None;
        // Its class, unless unknown positions came after it.
        let mut class = None;
        let mut at = 0;
        while at < units.len() {
            if let Some((index, id)) = &mut before
                && *index == N - 1
            {
                let ends = units.get(at + longest.power.n - 1..).unwrap_or_default();
                let same = (longest.entries[*id as usize + 1..].iter().zip(ends))
                    .take_while(|(entry, end)| entry.last == **end | GOES_ON)
                    .count();
                if same > 0 {
                    *id += same as Id;
                    runs.lengthen(same);
                    at += same;
                    continue;
                }
            }
            let mut hit = before.and_then(|before| self.next(before, units, at));
            if hit.is_none() {
                let from = at;
                let ends = units.len().saturating_sub(shortest.power.n - 1);
                let first = (from..ends).find_map(|here| {
                    let hash = page.hash(here, &shortest.power);
                    let may_be = shortest.may_have(hash).then(|| self.longest(page, here, 0));
                    Some((here, may_be??))
                });
                at = first.map_or(units.len(), |(here, _)| here);
                runs.skip(at - from);
                class = class.filter(|_| at == from);
                hit = first.map(|(_, hit)| hit);
            } else {
                while let Some((index, id)) = hit
                    && let Some(level) = self.levels.get(index + 1)
                    && units.len() - at >= level.power.n
                {
                    let hash = page.hash(at, &level.power);
                    match self.levels[index].entry(id).longer {
                        Longer::One(other, id)
                            if other == tag(hash) && level.entry(id).hash == hash =>
                        {
                            hit = Some((index + 1, id));
                        }
                        Longer::Many(bits) if bits & bit(hash) != 0 => match level.find(hash) {
                            Some(id) => hit = Some((index + 1, id)),
                            None => break,
                        },
                        _ => break,
                    }
                }
            }
            before = hit;
            let Some((index, id)) = hit else {
                break;
            };
            let entry = self.levels[index].entry(id);
            if class == Some(entry.class) {
                runs.lengthen(1);
            } else {
                runs.push(self.classes[entry.class as usize]);
                class = Some(entry.class);
            }
            if entry.last & MARKED != 0 {
                marks.push((at, self.marks[&(index, id)]));
            }
            at += 1;
        }
        Found {
            runs: runs.finish(),
            marks,
        }
    }
}

/// The runs of each length while they are built.
struct Runs<const N: usize> {
    /// The completed runs.
    closed: [Vec<Run>; N],
    /// The open run of each length.
    open: [Run; N],
}

impl<const N: usize> Default for Runs<N> {
    fn default() -> Self {
        Runs {
            closed: [const { Vec::new() }; N],
            open: [(0, 0); N],
        }
    }
}

impl<const N: usize> Runs<N> {
    /// Adds a position with its value for each length.
    #[inline]
    fn push(&mut self, values: [u32; N]) {
        for ((open, closed), value) in self.open.iter_mut().zip(&mut self.closed).zip(values) {
            if open.0 != value {
                closed.push(std::mem::replace(open, (value, 0)));
            }
            open.1 += 1;
        }
    }

    /// Adds `by` positions to all lengths, with the same values as the last.
    fn lengthen(&mut self, by: usize) {
        for (_, count) in &mut self.open {
            *count += by as u32;
        }
    }

    /// Adds `by` positions without known n-grams to all lengths.
    fn skip(&mut self, by: usize) {
        for (open, closed) in self.open.iter_mut().zip(&mut self.closed) {
            if open.0 != 0 && by > 0 {
                closed.push(std::mem::take(open));
            }
            open.1 += by as u32;
        }
    }

    fn finish(self) -> [Vec<Run>; N] {
        let mut all = self.closed;
        for (runs, open) in all.iter_mut().zip(self.open) {
            runs.push(open);
            // The first run may be empty.
            runs.retain(|(_, count)| *count > 0);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::Frequencies;
    use crate::ngrams::index::tests::index;
    use crate::ngrams::sets::pieces;
    use proptest::prelude::*;

    const LENGTHS: [usize; 3] = [2, 3, 5];

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    proptest! {
        /// One pass finds on any page what the tables of each length find, and every mark.
        #[test]
        fn a_walk_finds_what_the_tables_find(
            pages in prop::collection::vec("([ab]{0,9}|abcabcd|cdefgh){0,6}", 0..6),
            other in "([a-d]{0,9}|abcabcd|cdefgh){0,8}",
            marked in "[a-d]{3}",
        ) {
            let index = index(&pages);
            let lengths = LENGTHS.map(|n| {
                let frequencies = Frequencies::new(&index, n);
                let mut grams = Grams::new(n);
                pieces(&index, n, |at| frequencies.at(at), |piece| {
                    let text = units(&pages[piece.page])[piece.range].to_vec();
                    assert!(grams.add(text, &piece.values));
                });
                grams
            });
            let nested = Nested::new(&lengths, 1, &[(units(&marked), 7)]);
            for page in pages.iter().chain([&other]) {
                let page = units(page);
                let page = Hashed::new(&page);
                let found = nested.find(&page);
                let tables = lengths.clone().map(|mut grams| {
                    grams.finish();
                    grams.values_of(&page)
                });
                for (runs, values) in found.runs.iter().zip(&tables) {
                    let flat: Vec<u32> = runs.iter()
                        .flat_map(|&(value, count)| std::iter::repeat_n(value, count as usize))
                        .collect();
                    prop_assert_eq!(&flat, values);
                    prop_assert!(runs.windows(2).all(|pair| pair[0].0 != pair[1].0));
                }
                let marks: Vec<(usize, u32)> = page.units().windows(3).enumerate()
                    .filter(|(at, gram)| **gram == units(&marked)[..] && tables[1][*at] > 0)
                    .map(|(at, _)| (at, 7))
                    .collect();
                prop_assert_eq!(found.marks, marks);
            }
        }
    }

    #[test]
    fn what_has_no_known_beginning_is_forgotten() {
        let mut lengths = [Grams::new(2), Grams::new(3)];
        assert!(lengths[0].add(units("ab"), &[]));
        assert!(lengths[1].add(units("abcd"), &[(1, 4), (1, 5)]));
        let found = Nested::new(&lengths, 1, &[]).find(&Hashed::new(&units("abcd")));
        assert_eq!(found.runs, [[(1, 1), (0, 3)], [(4, 1), (0, 3)]]);
    }
}
