//! Arrays of many small counters.
//!
//! In an array much larger than the caches, the first access to a page is the most expensive: the
//! system clears a whole page for a few dozen counters. So a large array starts in a sparse form.
//! For each small group it stores only the non-zero cells with their index in the group. When it
//! fills up, it becomes a plain array.

use std::collections::HashMap;

use wide::u16x8;

use crate::Error;
use crate::hash::{BuildIdentity, spread};
use platform::prefetch::prefetch;
use platform::table::Table;

/// A cell that can be stored in fewer bits while its state is a small number.
pub(crate) trait Packable: Copy + Default + bytemuck::Zeroable {
    /// Returns the number of its state; 0 for the default.
    fn state(self) -> u32;

    /// Returns the cell with this state.
    fn in_state(state: u32) -> Self;
}

macro_rules! packable {
    ($($cell:ty),*) => {$(
        impl Packable for $cell {
            fn state(self) -> u32 {
                self.into()
            }

            fn in_state(state: u32) -> Self {
                state.try_into().unwrap_or(<$cell>::MAX)
            }
        }
    )*};
}

packable!(u8, u16, u32);

/// An array of cells.
pub(crate) enum Cells<C> {
    Plain(Table<C>),
    Packed(Packed<C>),
}

/// Allocates a table of zero counters.
pub(crate) fn zeros<C: bytemuck::Zeroable>(number: usize) -> Result<Table<C>, Error> {
    let bytes = (number as u64).saturating_mul(size_of::<C>() as u64);
    Table::zeros(number).ok_or(Error::Memory(bytes))
}

/// Arrays of more than this number of bytes start in packed form.
const LARGE: usize = 64 << 20;

impl<C: Packable> Cells<C> {
    /// Creates an array of `len` default cells.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn new(len: usize) -> Result<Self, Error> {
        Ok(if len * size_of::<C>() > LARGE {
            Cells::Packed(Packed::new(len)?)
        } else {
            Cells::Plain(zeros(len)?)
        })
    }

    /// Returns the number of bytes allocated, touched or not.
    pub fn bytes(&self) -> u64 {
        match self {
            Cells::Plain(plain) => size_of_val(&plain[..]) as u64,
            Cells::Packed(packed) => packed.bytes(),
        }
    }

    /// Returns the cell at `index`.
    pub fn get(&self, index: usize) -> C {
        match self {
            Cells::Plain(plain) => plain[index],
            Cells::Packed(packed) => packed.get(index),
        }
    }

    /// Counts the cells that satisfy `is_such`, which must be false for the default, because
    /// default cells may be skipped.
    pub fn count(&self, is_such: impl Fn(C) -> bool) -> u64 {
        match self {
            Cells::Plain(cells) => cells.iter().filter(|&&cell| is_such(cell)).count() as u64,
            Cells::Packed(packed) => packed.count(is_such),
        }
    }

    /// Converts a crowded packed array to a plain one. To be called from time to time while cells
    /// change.
    ///
    /// # Errors
    /// Fails if there is not enough memory.
    pub fn unpack_if_crowded(&mut self) -> Result<(), Error> {
        if let Cells::Packed(packed) = self
            && packed.is_crowded()
        {
            *self = Cells::Plain(packed.unpack()?);
        }
        Ok(())
    }
}

impl<C: Packable> Update<C> for Cells<C> {
    fn prefetch(&self, index: usize) {
        match self {
            Cells::Plain(plain) => plain.prefetch(index),
            Cells::Packed(packed) => packed.prefetch(index),
        }
    }

    fn update(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C) {
        match self {
            Cells::Plain(plain) => plain.update(index, change),
            Cells::Packed(packed) => packed.update(index, change),
        }
    }
}

/// Access to cells.
pub(crate) trait Update<C> {
    /// Prefetches the cell at `index`.
    fn prefetch(&self, index: usize);

    /// Changes the cell at `index`. Returns the old and the new cell.
    fn update(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C);
}

impl<C: Packable> Update<C> for [C] {
    #[inline(always)]
    fn prefetch(&self, index: usize) {
        prefetch(self, index);
    }

    #[inline(always)]
    fn update(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C) {
        let cell = &mut self[index];
        let old = *cell;
        *cell = change(old);
        (old, *cell)
    }
}

/// The non-zero cells of each group of neighbours, half a cache line per group, and a map for
/// overflowing groups.
pub(crate) struct Packed<C> {
    len: usize,
    /// The [`GROUP_ENTRIES`] entries of each group, in one cache line, used ones first.
    entries: Table<Entry>,
    overflow: HashMap<u64, C, BuildIdentity>,
}

/// A non-zero state, above the index of the cell in its group. 0 is an empty entry.
type Entry = u16;

/// The number of cells in a group.
const GROUP: usize = 1 << u8::BITS;
/// The number of entries per group: one for every 16 cells. If one cell in 20 is used, one used
/// cell in 40 overflows to the map.
const GROUP_ENTRIES: usize = 16;
/// The state of a cell that is stored in the map.
const OVERFLOWED: u32 = 0xff;
/// The number of cells per entry of the map, which limits its size.
const CELLS_PER_OVERFLOW: usize = 1 << 10;

/// Returns the key of a cell in the map, whose hash uses the first and the last bits of keys.
fn key(index: usize) -> u64 {
    spread(index as u64)
}

fn state_of(entry: Entry) -> u32 {
    u32::from(entry >> u8::BITS)
}

/// Returns the index of the entry for a cell of the group, or of a free entry, or `GROUP_ENTRIES`
/// if there is neither. All entries are compared at once, because a loop that stops at the match
/// would be mispredicted.
#[inline(always)]
fn search(group: &[Entry; GROUP_ENTRIES], cell: u8) -> usize {
    let (halves, _) = group.as_chunks::<{ GROUP_ENTRIES / 2 }>();
    let wanted = |entries: &[Entry; GROUP_ENTRIES / 2]| {
        let entries = u16x8::new(*entries);
        let is_cell = (entries & u16x8::splat(0xff)).simd_eq(u16x8::splat(cell.into()));
        (is_cell | entries.simd_eq(u16x8::ZERO)).to_bitmask() as usize
    };
    (wanted(&halves[0]) | wanted(&halves[1]) << (GROUP_ENTRIES / 2) | 1 << GROUP_ENTRIES)
        .trailing_zeros() as usize
}

impl<C: Packable> Packed<C> {
    fn new(len: usize) -> Result<Self, Error> {
        Ok(Packed {
            len,
            entries: zeros(len.div_ceil(GROUP) * GROUP_ENTRIES)?,
            overflow: HashMap::default(),
        })
    }

    fn bytes(&self) -> u64 {
        let overflow = self.overflow.capacity() * (size_of::<(u64, C)>() + 1) * 8 / 7;
        (size_of_val(&self.entries[..]) + overflow) as u64
    }

    /// Returns the index of a cell's group.
    #[inline(always)]
    fn group(&self, index: usize) -> usize {
        index / GROUP * GROUP_ENTRIES
    }

    fn get(&self, index: usize) -> C {
        let group = self.entries[self.group(index)..]
            .first_chunk::<GROUP_ENTRIES>()
            .expect("room for every group");
        match group.get(search(group, index as u8)).copied().map(state_of) {
            None | Some(OVERFLOWED) => self.overflow.get(&key(index)).copied().unwrap_or_default(),
            Some(state) => C::in_state(state),
        }
    }

    fn is_crowded(&self) -> bool {
        self.overflow.len() > self.len / CELLS_PER_OVERFLOW
    }

    fn count(&self, is_such: impl Fn(C) -> bool) -> u64 {
        let states = self.entries.iter().map(|&entry| state_of(entry));
        let here = states
            .filter(|&state| state != 0 && state != OVERFLOWED && is_such(C::in_state(state)));
        let overflow = self.overflow.values().filter(|&&cell| is_such(cell));
        (here.count() + overflow.count()) as u64
    }

    fn unpack(&self) -> Result<Table<C>, Error> {
        let mut plain: Table<C> = zeros(self.len)?;
        let mut copy = |index: usize| plain[index] = self.get(index);
        for (at, group) in self.entries.chunks_exact(GROUP_ENTRIES).enumerate() {
            let cells = at * GROUP..((at + 1) * GROUP).min(self.len);
            if group[GROUP_ENTRIES - 1] != 0 {
                // Other cells of this group may be in the map.
                cells.for_each(&mut copy);
                continue;
            }
            for &entry in group.iter().take_while(|&&entry| entry != 0) {
                copy(cells.start + usize::from(entry as u8));
            }
        }
        Ok(plain)
    }

    /// Implements [`Update::update`] for a cell in the map.
    #[cold]
    fn update_other(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C) {
        let cell = self.overflow.entry(key(index)).or_default();
        let old = std::mem::replace(cell, change(*cell));
        (old, *cell)
    }
}

impl<C: Packable> Update<C> for Packed<C> {
    #[inline(always)]
    fn prefetch(&self, index: usize) {
        prefetch(&self.entries, self.group(index));
    }

    #[inline(always)]
    fn update(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C) {
        let at = self.group(index);
        let group = self.entries[at..]
            .first_chunk_mut::<GROUP_ENTRIES>()
            .expect("room for every group");
        let place = search(group, index as u8);
        let Some(entry) = group.get_mut(place) else {
            return self.update_other(index, change);
        };
        let old = state_of(*entry);
        if old == OVERFLOWED {
            return self.update_other(index, change);
        }
        let old = C::in_state(old);
        let new = change(old);
        let state = new.state().min(OVERFLOWED);
        if state > 0 {
            *entry = (state as u16) << u8::BITS | u16::from(index as u8);
        }
        if state == OVERFLOWED {
            self.overflow.insert(key(index), new);
        }
        (old, new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use platform::random::mix;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    fn check(len: usize, updates: impl IntoIterator<Item = (usize, u16)>) -> Packed<u16> {
        let mut packed = Packed::new(len).unwrap();
        let mut expected = BTreeMap::new();
        for (index, weight) in updates {
            let expected = expected.entry(index).or_insert(0u16);
            let new = expected.saturating_add(weight);
            let found = packed.update(index, |cell: u16| cell.saturating_add(weight));
            assert_eq!(found, (*expected, new));
            *expected = new;
        }
        for least in [1, 2, 300] {
            let such = expected.values().filter(|&&cell| cell >= least);
            assert_eq!(packed.count(|cell| cell >= least), such.count() as u64);
        }
        let plain = packed.unpack().unwrap();
        assert_eq!(plain.len(), len);
        for (index, cell) in plain.iter().enumerate() {
            let expected = expected.get(&index).copied().unwrap_or_default();
            assert_eq!((packed.get(index), *cell), (expected, expected));
        }
        packed
    }

    proptest! {
        #[test]
        fn packed_cells_are_those_of_a_map(
            updates in prop::collection::vec((0usize..700, prop_oneof![0u16..3, 250u16..260, Just(u16::MAX)]), 0..600),
        ) {
            check(700, updates);
        }
    }

    #[test]
    fn cells_that_do_not_fit_are_kept() {
        let many = |number| (0..number).map(|number| (mix(number) as usize % (1 << 18), 1));
        assert!(!check(1 << 18, many(5_000)).is_crowded());
        let crowded = check(1 << 18, many(20_000));
        assert!(crowded.is_crowded());
        // The reported memory includes both parts.
        let entries = size_of_val(&crowded.entries[..]);
        let overflow = crowded.overflow.len() * size_of::<(u64, u16)>();
        assert!(overflow > 0 && crowded.bytes() >= (entries + overflow) as u64);
        // The last cells, and one group with all of its cells.
        check(1 << 12, (0..256).chain(4090..4096).map(|index| (index, 3)));
    }

    #[test]
    fn a_crowded_array_becomes_a_plain_one() {
        let mut cells = Cells::<u16>::new(LARGE).unwrap();
        for round in 1..=2 {
            for index in (0..LARGE).step_by(8) {
                assert_eq!(cells.update(index, |cell| cell + 1), (round - 1, round));
                cells.unpack_if_crowded().unwrap();
            }
        }
        assert!(matches!(cells, Cells::Plain(_)));
        assert_eq!((cells.get(8), cells.get(9)), (2, 0));
    }
}
