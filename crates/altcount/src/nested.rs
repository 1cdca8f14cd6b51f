//! n-grams of several lengths in one walk over a page.
//!
//! An n-gram that is known at one length is known at every shorter one. So a page is asked for its longest known n-gram
//! at each position, the shorter ones that begin there follow by links, and where the page goes on as the text of the
//! n-grams does nothing else is looked at.

use std::collections::HashMap;

use crate::grams::{Grams, Hashed, Power, mix};

/// Equal values at neighbouring positions of a page, taken together: the value, and at how many positions it stands.
pub type Run = (u32, u32);

/// The n-grams of several lengths, shortest first, each with its value. They are told apart by 64 bits of hash.
///
/// Memory: 32 bytes for each n-gram, and up to 14 for tables.
#[derive(Debug, Clone)]
pub struct Nested {
    levels: Vec<Level>,
    /// Numbers of some n-grams of one of the lengths.
    marks: HashMap<Id, u32>,
}

/// The n-grams of one length.
#[derive(Debug, Clone)]
struct Level {
    power: Power,
    /// In the order of the texts that hold them. All that is known of one is in one place, as a page jumps about here.
    entries: Vec<Entry>,
    /// A hash table of entries, [`Id::MAX`] in free slots; its size is a power of two.
    slots: Vec<Id>,
    /// The bits that the n-grams set by their hashes. Most text that is in no template ends here, in a cache that the
    /// tables do not fit.
    filter: Vec<u64>,
}

/// The index of an entry.
type Id = u32;

#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u64,
    value: u32,
    /// The last unit.
    last: u32,
    /// The n-gram of the next shorter length that it begins with.
    shorter: Id,
    longer: Longer,
    /// Whether it is the entry before less the first unit, with another at its end.
    follows: bool,
    /// Whether all that is known here, shorter n-grams included, follows the entry before with the same values and
    /// without a mark.
    goes_on: bool,
    /// Whether it has a mark.
    marked: bool,
}

/// The n-grams of the next greater length that begin with one.
#[derive(Debug, Clone, Copy)]
enum Longer {
    None,
    /// The only one, and some bits of its hash: a page that has another is not worth a look at the entry.
    One(u16, Id),
    Many,
}

impl Level {
    fn new(grams: &Grams, mut shorter: Option<&mut Level>) -> Self {
        let power = grams.power();
        let text = Hashed::new(grams.text());
        let mut entries: Vec<Entry> = Vec::new();
        // The position of the last entry, and the shorter n-gram there.
        let mut last = None;
        for (at, &value) in grams
            .values()
            .iter()
            .enumerate()
            .filter(|(_, value)| **value > 0)
        {
            let before = last
                .filter(|(before, _)| before + 1 == at)
                .map(|(_, id)| id);
            let begins = match &shorter {
                None => 0,
                Some(shorter) => {
                    let end = text.units()[at + shorter.power.n - 1];
                    let next = before.and_then(|before| shorter.next(before, end));
                    match next.or_else(|| shorter.find(text.hash(at, &shorter.power))) {
                        Some(id) => id,
                        None => continue,
                    }
                }
            };
            let hash = text.hash(at, &power);
            if let Some(shorter) = &mut shorter {
                let longer = &mut shorter.entries[begins as usize].longer;
                *longer = match longer {
                    Longer::None => Longer::One(tag(hash), entries.len() as Id),
                    Longer::One(..) | Longer::Many => Longer::Many,
                };
            }
            entries.push(Entry {
                hash,
                value,
                last: text.units()[at + power.n - 1],
                shorter: begins,
                longer: Longer::None,
                follows: before.is_some(),
                goes_on: false,
                marked: false,
            });
            last = Some((at, begins));
        }
        let mut filter = vec![0u64; entries.len() / 8 + 1];
        for entry in &entries {
            let (word, bit) = bit_of(entry.hash, filter.len());
            filter[word] |= bit;
        }
        let size = (entries.len() * 3 / 2 + 1).next_power_of_two();
        let mut slots = vec![Id::MAX; size];
        for (id, entry) in (0..).zip(&entries) {
            let mut slot = slot_of(entry.hash, size);
            while slots[slot] != Id::MAX {
                slot = (slot + 1) & (size - 1);
            }
            slots[slot] = id;
        }
        Level {
            power,
            entries,
            slots,
            filter,
        }
    }

    #[inline]
    fn entry(&self, id: Id) -> &Entry {
        &self.entries[id as usize]
    }

    /// The n-gram with a hash.
    #[inline]
    fn find(&self, hash: u64) -> Option<Id> {
        let (word, bit) = bit_of(hash, self.filter.len());
        if self.filter[word] & bit == 0 {
            return None;
        }
        let mut slot = slot_of(hash, self.slots.len());
        loop {
            match self.slots[slot] {
                Id::MAX => return None,
                id if self.entry(id).hash == hash => return Some(id),
                _ => slot = (slot + 1) & (self.slots.len() - 1),
            }
        }
    }

    /// The n-gram that follows another and ends with this unit.
    #[inline]
    fn next(&self, before: Id, last: u32) -> Option<Id> {
        let entry = self.entries.get(before as usize + 1)?;
        (entry.follows && entry.last == last).then_some(before + 1)
    }
}

/// The slot in a table of a size that is a power of two.
#[inline]
fn slot_of(hash: u64, size: usize) -> usize {
    (mix(hash) >> 24) as usize & (size - 1)
}

#[inline]
fn tag(hash: u64) -> u16 {
    (mix(hash) >> 48) as u16
}

/// The word and the bit of a filter.
#[inline]
fn bit_of(hash: u64, words: usize) -> (usize, u64) {
    let mixed = mix(hash);
    // Scaled rather than masked, as other bits than the slot's decide.
    let word = ((mixed >> 32) * words as u64) >> 32;
    (word as usize, 1 << (mixed & 63))
}

/// What a page has of the n-grams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// For each length the values of the n-grams at the positions of the page, 0 for those that are not known.
    pub runs: Vec<Vec<Run>>,
    /// Positions with a mark.
    pub marks: Vec<(usize, u32)>,
}

impl Nested {
    /// Links n-grams of several lengths, shortest first. Those whose beginning is not among the next shorter ones are
    /// forgotten. `marks` are numbers above 0 for some n-grams of the length with index `marked`.
    pub fn new(lengths: &[Grams], marked: usize, marks: &[(Vec<u32>, u32)]) -> Self {
        let mut levels: Vec<Level> = Vec::new();
        for grams in lengths {
            let level = Level::new(grams, levels.last_mut());
            levels.push(level);
        }
        let mut nested = Nested {
            levels,
            marks: HashMap::new(),
        };
        let level = &mut nested.levels[marked];
        for (gram, mark) in marks {
            if let Some(id) = level.find(Hashed::new(gram).hash(0, &level.power)) {
                level.entries[id as usize].marked = true;
                nested.marks.insert(id, *mark);
            }
        }
        let top = nested.levels.len() - 1;
        for id in 1..nested.levels[top].entries.len() {
            nested.levels[top].entries[id].goes_on = nested.does_go_on(id as Id);
        }
        nested
    }

    fn does_go_on(&self, id: Id) -> bool {
        let (mut before, mut here) = (id - 1, id);
        self.levels.iter().rev().all(|level| {
            let (last, this) = (level.entry(before), level.entry(here));
            let goes_on =
                before + 1 == here && this.follows && this.value == last.value && !this.marked;
            (before, here) = (last.shorter, this.shorter);
            goes_on
        })
    }

    /// The n-grams of a page.
    pub fn find(&self, page: &Hashed) -> Found {
        let units = page.units();
        let mut found = Found {
            runs: vec![Vec::new(); self.levels.len()],
            marks: Vec::new(),
        };
        let top = self.levels.len() - 1;
        let (shortest, longest) = (&self.levels[0], &self.levels[top]);
        // The n-grams of each length at the position before: most often the next ones follow.
        let mut before: Vec<Option<Id>> = vec![None; self.levels.len()];
        let mut at = 0;
        while at < units.len() {
            if let Some(last) = before[top] {
                let ends = units.get(at + longest.power.n - 1..).unwrap_or_default();
                let same = (longest.entries[last as usize + 1..].iter().zip(ends))
                    .take_while(|(entry, end)| entry.goes_on && entry.last == **end)
                    .count();
                if same > 0 {
                    // Every length was found before, as the greatest was.
                    for (before, runs) in before.iter_mut().flatten().zip(&mut found.runs) {
                        *before += same as Id;
                        if let Some(run) = runs.last_mut() {
                            run.1 += same as u32;
                        }
                    }
                    at += same;
                    continue;
                }
            }
            let mut hit = (self.levels.iter().enumerate().rev()).find_map(|(index, level)| {
                let last = units.get(at + level.power.n - 1)?;
                Some((index, level.next(before[index]?, *last)?))
            });
            let left = units.len() - at;
            if hit.is_none() && left >= shortest.power.n {
                let hash = page.hash(at, &shortest.power);
                hit = shortest.find(hash).map(|id| (0, id));
            }
            while let Some((index, id)) = hit
                && let Some(level) = self.levels.get(index + 1)
                && left >= level.power.n
            {
                let hash = page.hash(at, &level.power);
                let longer = match self.levels[index].entry(id).longer {
                    Longer::One(other, id)
                        if other == tag(hash) && level.entry(id).hash == hash =>
                    {
                        Some(id)
                    }
                    Longer::None | Longer::One(..) => None,
                    Longer::Many => level.find(hash),
                };
                match longer {
                    Some(id) => hit = Some((index + 1, id)),
                    None => break,
                }
            }
            let known = hit.map_or(0, |(index, _)| index + 1);
            for (runs, before) in found.runs.iter_mut().zip(&mut before).skip(known) {
                *before = None;
                push(runs, 0);
            }
            if let Some((index, mut id)) = hit {
                for index in (0..=index).rev() {
                    let entry = self.levels[index].entry(id);
                    before[index] = Some(id);
                    push(&mut found.runs[index], entry.value);
                    if entry.marked {
                        found.marks.push((at, self.marks[&id]));
                    }
                    id = entry.shorter;
                }
            }
            at += 1;
        }
        found
    }
}

fn push(runs: &mut Vec<Run>, value: u32) {
    match runs.last_mut() {
        Some((last, count)) if *last == value => *count += 1,
        _ => runs.push((value, 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grams::pieces;
    use crate::index::tests::index;
    use crate::template::Frequencies;
    use proptest::prelude::*;

    const LENGTHS: [usize; 3] = [2, 3, 5];

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    proptest! {
        /// One walk finds on any page what the tables of each length find, and every mark.
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
