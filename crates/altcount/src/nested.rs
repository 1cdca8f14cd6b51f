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
/// Memory, for five lengths: 48 bytes for each n-gram, and up to 14 for tables.
#[derive(Debug, Clone)]
pub struct Nested<const N: usize> {
    levels: [Level<N>; N],
    /// The index of the length whose n-grams have marks.
    marked: usize,
    /// Numbers of some of these.
    marks: HashMap<Id, u32>,
}

/// The n-grams of one length.
#[derive(Debug, Clone)]
struct Level<const N: usize> {
    power: Power,
    /// In the order of the texts that hold them. All that is known of one is in one place, as a page jumps about here.
    entries: Vec<Entry<N>>,
    /// A hash table of entries, [`Id::MAX`] in free slots; its size is a power of two.
    slots: Vec<Id>,
    /// The bits that the n-grams set by their hashes. Most text that is in no template ends here, in a cache that the
    /// tables do not fit.
    filter: Vec<u64>,
}

/// The index of an entry.
type Id = u32;

#[derive(Debug, Clone, Copy)]
struct Entry<const N: usize> {
    hash: u64,
    /// Its value, that of the next shorter n-gram that it begins with, and so on: by length, 0 for greater lengths.
    values: [u32; N],
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
    /// Whether it has a mark, or a shorter one that it begins with.
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

impl<const N: usize> Level<N> {
    fn new(grams: &Grams, mut shorter: Option<&mut Self>, index: usize) -> Self {
        let power = grams.power();
        let text = Hashed::new(grams.text());
        let mut entries: Vec<Entry<N>> = Vec::new();
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
            let mut values = [0; N];
            if let Some(shorter) = &mut shorter {
                values = shorter.entry(begins).values;
                let longer = &mut shorter.entries[begins as usize].longer;
                *longer = match longer {
                    Longer::None => Longer::One(tag(hash), entries.len() as Id),
                    Longer::One(..) | Longer::Many => Longer::Many,
                };
            }
            values[index] = value;
            entries.push(Entry {
                hash,
                values,
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
            let (word, bits) = bits_of(entry.hash, filter.len());
            filter[word] |= bits;
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
    fn entry(&self, id: Id) -> &Entry<N> {
        &self.entries[id as usize]
    }

    /// Whether there may be an n-gram with this hash.
    #[inline]
    fn may_have(&self, hash: u64) -> bool {
        let (word, bits) = bits_of(hash, self.filter.len());
        self.filter[word] & bits == bits
    }

    /// The n-gram with a hash.
    #[inline]
    fn find(&self, hash: u64) -> Option<Id> {
        if !self.may_have(hash) {
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

/// The word of a filter, and the two bits in it.
#[inline]
fn bits_of(hash: u64, words: usize) -> (usize, u64) {
    let mixed = mix(hash);
    // Scaled rather than masked, as other bits than the slot's decide.
    let word = ((mixed >> 32) * words as u64) >> 32;
    (word as usize, 1 << (mixed & 63) | 1 << (mixed >> 6 & 63))
}

/// What a page has of the n-grams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<const N: usize> {
    /// For each length the values of the n-grams at the positions of the page, 0 for those that are not known.
    pub runs: [Vec<Run>; N],
    /// Positions with a mark.
    pub marks: Vec<(usize, u32)>,
}

impl<const N: usize> Nested<N> {
    /// Links n-grams of several lengths, shortest first. Those whose beginning is not among the next shorter ones are
    /// forgotten. `marks` are numbers above 0 for some n-grams of the length with index `marked`.
    pub fn new(lengths: &[Grams; N], marked: usize, marks: &[(Vec<u32>, u32)]) -> Self {
        let mut levels: Vec<Level<N>> = Vec::new();
        for (index, grams) in lengths.iter().enumerate() {
            let level = Level::new(grams, levels.last_mut(), index);
            levels.push(level);
        }
        let mut nested = Nested {
            levels: levels.try_into().expect("one for each length"),
            marked,
            marks: HashMap::new(),
        };
        let level = &mut nested.levels[marked];
        for (gram, mark) in marks {
            if let Some(id) = level.find(Hashed::new(gram).hash(0, &level.power)) {
                level.entries[id as usize].marked = true;
                nested.marks.insert(id, *mark);
            }
        }
        for index in marked + 1..N {
            let (shorter, longer) = nested.levels.split_at_mut(index);
            for entry in &mut longer[0].entries {
                entry.marked = shorter[index - 1].entry(entry.shorter).marked;
            }
        }
        for id in 1..nested.levels[N - 1].entries.len() {
            nested.levels[N - 1].entries[id].goes_on = nested.does_go_on(id as Id);
        }
        nested
    }

    fn does_go_on(&self, id: Id) -> bool {
        let longest = &self.levels[N - 1];
        let (last, this) = (longest.entry(id - 1), longest.entry(id));
        let (mut before, mut here) = (id - 1, id);
        let all_follow = self.levels.iter().rev().all(|level| {
            let follows = before + 1 == here && level.entry(here).follows;
            (before, here) = (level.entry(before).shorter, level.entry(here).shorter);
            follows
        });
        all_follow && last.values == this.values && !this.marked
    }

    /// The mark of an n-gram of some length, or of the one it begins with.
    fn mark(&self, mut index: usize, mut id: Id) -> u32 {
        while index > self.marked {
            id = self.levels[index].entry(id).shorter;
            index -= 1;
        }
        self.marks[&id]
    }

    /// The n-gram that follows another, or one of the shorter ones that it begins with, and ends as the page does at this
    /// position.
    #[inline]
    fn next(
        &self,
        (mut index, mut id): (usize, Id),
        units: &[u32],
        at: usize,
    ) -> Option<(usize, Id)> {
        loop {
            let level = &self.levels[index];
            let last = units.get(at + level.power.n - 1);
            if let Some(next) = last.and_then(|last| level.next(id, *last)) {
                return Some((index, next));
            }
            id = level.entry(id).shorter;
            index = index.checked_sub(1)?;
        }
    }

    /// The longest n-gram at a position of a page, of those longer than the shortest `than`.
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

    /// The n-grams of a page.
    pub fn find(&self, page: &Hashed) -> Found<N> {
        let units = page.units();
        let mut runs = Runs::default();
        let mut marks = Vec::new();
        let (shortest, longest) = (&self.levels[0], &self.levels[N - 1]);
        // The longest n-gram at the position before: most often the next one follows.
        let mut before: Option<(usize, Id)> = None;
        let mut at = 0;
        while at < units.len() {
            if let Some((index, id)) = &mut before
                && *index == N - 1
            {
                let ends = units.get(at + longest.power.n - 1..).unwrap_or_default();
                let same = (longest.entries[*id as usize + 1..].iter().zip(ends))
                    .take_while(|(entry, end)| entry.goes_on && entry.last == **end)
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
                        Longer::None | Longer::One(..) => break,
                        Longer::Many => {
                            hit = self.longest(page, at, index + 1).or(hit);
                            break;
                        }
                    }
                }
            }
            before = hit;
            let Some((index, id)) = hit else {
                break;
            };
            let entry = self.levels[index].entry(id);
            runs.push(entry.values);
            if entry.marked {
                marks.push((at, self.mark(index, id)));
            }
            at += 1;
        }
        Found {
            runs: runs.finish(),
            marks,
        }
    }
}

/// The runs of each length, while they are made.
struct Runs<const N: usize> {
    /// Those that do not get longer.
    closed: [Vec<Run>; N],
    /// The last of each.
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
    /// Adds a position, with its value for each length.
    #[inline]
    fn push(&mut self, values: [u32; N]) {
        for ((open, closed), value) in self.open.iter_mut().zip(&mut self.closed).zip(values) {
            if open.0 != value {
                closed.push(std::mem::replace(open, (value, 0)));
            }
            open.1 += 1;
        }
    }

    /// Adds positions to all lengths, with the values they had last.
    fn lengthen(&mut self, by: usize) {
        for (_, count) in &mut self.open {
            *count += by as u32;
        }
    }

    /// Adds positions to all lengths where nothing is known.
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
            // The first may have been opened in vain.
            runs.retain(|(_, count)| *count > 0);
        }
        all
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
