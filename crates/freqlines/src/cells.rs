//! Many small counters side by side.
//!
//! In an array much larger than the caches the first touch of a page costs the most: the system clears the whole page for
//! a few dozen counters. So a large array begins as a sparse one: per small group of cells, only those that are not 0, each
//! with its index in the group. When it fills up, it becomes a plain array.

use std::collections::HashMap;

use wide::u16x8;

use crate::Error;
use crate::hash::{BuildIdentity, spread};
use platform::prefetch::prefetch;
use platform::table::Table;

/// A cell that fits into fewer bits while its state is a small number.
pub(crate) trait Packable: Copy + Default + bytemuck::Zeroable {
    /// The state it is in, from 0 on, which is that of the default.
    fn state(self) -> u32;

    /// The cell in a state that one can be in.
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

/// So many counters at zero.
pub(crate) fn zeros<C: bytemuck::Zeroable>(number: usize) -> Result<Table<C>, Error> {
    let bytes = (number as u64).saturating_mul(size_of::<C>() as u64);
    Table::zeros(number).ok_or(Error::Memory(bytes))
}

/// A plain array of more bytes than this begins as a packed one.
const LARGE: usize = 64 << 20;

impl<C: Packable> Cells<C> {
    /// So many cells at their default.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn new(len: usize) -> Result<Self, Error> {
        Ok(if len * size_of::<C>() > LARGE {
            Cells::Packed(Packed::new(len)?)
        } else {
            Cells::Plain(zeros(len)?)
        })
    }

    /// The number of bytes allocated, touched or not.
    pub fn bytes(&self) -> u64 {
        match self {
            Cells::Plain(plain) => size_of_val(&plain[..]) as u64,
            Cells::Packed(packed) => packed.bytes(),
        }
    }

    /// The cell at `index`.
    pub fn get(&self, index: usize) -> C {
        match self {
            Cells::Plain(plain) => plain[index],
            Cells::Packed(packed) => packed.get(index),
        }
    }

    /// How many cells that were changed are such; those at their default may be left out.
    pub fn count(&self, is_such: impl Fn(C) -> bool) -> u64 {
        match self {
            Cells::Plain(cells) => cells.iter().filter(|&&cell| is_such(cell)).count() as u64,
            Cells::Packed(packed) => packed.count(is_such),
        }
    }

    /// To be called now and then while cells change: makes it a plain array if it is crowded.
    ///
    /// # Errors
    /// When there is no memory for that.
    pub fn settle(&mut self) -> Result<(), Error> {
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

/// What changes cells.
pub(crate) trait Update<C> {
    /// Prefetches the cell at `index`.
    fn prefetch(&self, index: usize);

    /// Changes the cell at `index`. Says what it was and what it is now.
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

/// The cells that are not 0 of each group of neighbours, half a cache line for a group, and a map of those that do not fit.
pub(crate) struct Packed<C> {
    len: usize,
    /// [`ROOM`] for each group, in one cache line. What is in use comes first.
    entries: Table<Entry>,
    others: HashMap<u64, C, BuildIdentity>,
}

/// A state from 1 on, and below it which cell of the group it is. 0 is no entry.
type Entry = u16;

/// The cells of a group.
const GROUP: usize = 1 << u8::BITS;
/// The cells of a group that there is room for: a bit for each of its cells. With one cell in 20 in use, one in 40 of
/// these does not fit.
const ROOM: usize = 16;
/// In place of a state: the cell is in the map.
const ELSEWHERE: u32 = 0xff;
/// The map has at most this part of the cells.
const FEW: usize = 1 << 10;

/// The key of a cell in the map, which looks at the first and at the last bits of keys.
fn key(index: usize) -> u64 {
    spread(index as u64)
}

fn state_of(entry: Entry) -> u32 {
    u32::from(entry >> u8::BITS)
}

/// The index of the entry for a cell of the group, or of the free place for a new one; `ROOM` if there is neither. All
/// entries are compared at once: a loop that stops at the match would mispredict.
#[inline(always)]
fn search(group: &[Entry; ROOM], cell: u8) -> usize {
    let (halves, _) = group.as_chunks::<{ ROOM / 2 }>();
    let wanted = |entries: &[Entry; ROOM / 2]| {
        let entries = u16x8::new(*entries);
        let is_cell = (entries & u16x8::splat(0xff)).simd_eq(u16x8::splat(cell.into()));
        (is_cell | entries.simd_eq(u16x8::ZERO)).to_bitmask() as usize
    };
    (wanted(&halves[0]) | wanted(&halves[1]) << (ROOM / 2) | 1 << ROOM).trailing_zeros() as usize
}

impl<C: Packable> Packed<C> {
    fn new(len: usize) -> Result<Self, Error> {
        Ok(Packed {
            len,
            entries: zeros(len.div_ceil(GROUP) * ROOM)?,
            others: HashMap::default(),
        })
    }

    fn bytes(&self) -> u64 {
        let others = self.others.capacity() * (size_of::<(u64, C)>() + 1) * 8 / 7;
        (size_of_val(&self.entries[..]) + others) as u64
    }

    /// Where the group of a cell is.
    #[inline(always)]
    fn group(&self, index: usize) -> usize {
        index / GROUP * ROOM
    }

    fn get(&self, index: usize) -> C {
        let group = self.entries[self.group(index)..]
            .first_chunk::<ROOM>()
            .expect("room for every group");
        match group.get(search(group, index as u8)).copied().map(state_of) {
            None | Some(ELSEWHERE) => self.others.get(&key(index)).copied().unwrap_or_default(),
            Some(state) => C::in_state(state),
        }
    }

    fn is_crowded(&self) -> bool {
        self.others.len() > self.len / FEW
    }

    fn count(&self, is_such: impl Fn(C) -> bool) -> u64 {
        let states = self.entries.iter().map(|&entry| state_of(entry));
        let here =
            states.filter(|&state| state != 0 && state != ELSEWHERE && is_such(C::in_state(state)));
        let others = self.others.values().filter(|&&cell| is_such(cell));
        (here.count() + others.count()) as u64
    }

    fn unpack(&self) -> Result<Table<C>, Error> {
        let mut plain: Table<C> = zeros(self.len)?;
        let mut copy = |index: usize| plain[index] = self.get(index);
        for (at, group) in self.entries.chunks_exact(ROOM).enumerate() {
            let cells = at * GROUP..((at + 1) * GROUP).min(self.len);
            if group[ROOM - 1] != 0 {
                // Others of this group may be in the map.
                cells.for_each(&mut copy);
                continue;
            }
            for &entry in group.iter().take_while(|&&entry| entry != 0) {
                copy(cells.start + usize::from(entry as u8));
            }
        }
        Ok(plain)
    }

    /// As [`Update::update`], for a cell in the map.
    #[cold]
    fn update_other(&mut self, index: usize, change: impl FnOnce(C) -> C) -> (C, C) {
        let cell = self.others.entry(key(index)).or_default();
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
            .first_chunk_mut::<ROOM>()
            .expect("room for every group");
        let place = search(group, index as u8);
        let Some(entry) = group.get_mut(place) else {
            return self.update_other(index, change);
        };
        let old = state_of(*entry);
        if old == ELSEWHERE {
            return self.update_other(index, change);
        }
        let old = C::in_state(old);
        let new = change(old);
        let state = new.state().min(ELSEWHERE);
        if state > 0 {
            *entry = (state as u16) << u8::BITS | u16::from(index as u8);
        }
        if state == ELSEWHERE {
            self.others.insert(key(index), new);
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
        let many = |number| (0..number).map(|number| (mix(number) as usize % (1 << 20), 1));
        assert!(!check(1 << 20, many(20_000)).is_crowded());
        assert!(check(1 << 20, many(80_000)).is_crowded());
        // The last ones, and one group with all of its cells.
        check(1 << 12, (0..256).chain(4090..4096).map(|index| (index, 3)));
    }

    #[test]
    fn a_crowded_array_becomes_a_plain_one() {
        let mut cells = Cells::<u16>::new(LARGE).unwrap();
        for round in 1..=2 {
            for index in (0..LARGE).step_by(8) {
                assert_eq!(cells.update(index, |cell| cell + 1), (round - 1, round));
                cells.settle().unwrap();
            }
        }
        assert!(matches!(cells, Cells::Plain(_)));
        assert_eq!((cells.get(8), cells.get(9)), (2, 0));
    }
}
