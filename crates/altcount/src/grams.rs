//! Sets of n-grams to keep: pieces of text that hold each n-gram once, and a table that finds them in other pages.

use std::ops::Range;

use crate::Index;

/// Where some n-grams are in the pages of an index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The page.
    pub page: usize,
    /// The text, as positions in the page.
    pub range: Range<usize>,
    /// The values of its n-grams, from the start on: how many have which.
    pub values: Vec<(u32, u32)>,
}

/// Calls `each` with pieces that hold every n-gram with a value above 0 exactly once. `value` gives that of the n-gram
/// at a position of the index, and must be the same wherever the n-gram occurs.
pub fn pieces(index: &Index, n: usize, value: impl Fn(usize) -> u32, mut each: impl FnMut(Piece)) {
    let pages = index.pages();
    // The first occurrences; the others are in no piece.
    let mut first = vec![0u64; pages.positions() / 64 + 1];
    index.for_each_group(n, |group| {
        let at = *group.iter().min().expect("a group has members") as usize;
        if value(at) > 0 {
            first[at / 64] |= 1 << (at % 64);
        }
    });
    for page in 0..pages.count() {
        let Range { start, end } = pages.range(page);
        let mut piece: Option<Piece> = None;
        for at in start..end {
            if first[at / 64] >> (at % 64) & 1 == 0 {
                piece.take().into_iter().for_each(&mut each);
                continue;
            }
            let value = value(at);
            let here = at - start;
            let piece = piece.get_or_insert_with(|| Piece {
                page,
                range: here..here,
                values: Vec::new(),
            });
            piece.range.end = here + n;
            match piece.values.last_mut() {
                Some((count, last)) if *last == value => *count += 1,
                _ => piece.values.push((1, value)),
            }
        }
        piece.into_iter().for_each(&mut each);
    }
}

/// N-grams of one length with their values.
///
/// Its memory grows with the text of the pieces: 8 bytes a unit, and up to 10 more for the table.
#[derive(Debug, Clone)]
pub struct Grams {
    n: usize,
    text: Vec<u32>,
    /// The value of the n-gram at each position of the text, 0 where there is none.
    values: Vec<u32>,
    /// A hash table of positions in the text, `EMPTY` in free slots; a power of two.
    slots: Vec<u32>,
    /// A byte of the hash for each slot, so that few texts are compared in vain.
    tags: Vec<u8>,
    /// What a unit's part of the hash is multiplied with when it leaves.
    leaving: u64,
}

const EMPTY: u32 = u32::MAX;
/// The factor of the rolling hash. Odd, and otherwise of no importance.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C55;

impl Grams {
    /// No n-grams of length `n`.
    pub fn new(n: usize) -> Self {
        Grams {
            n,
            text: Vec::new(),
            values: Vec::new(),
            slots: Vec::new(),
            tags: Vec::new(),
            leaving: (0..n).fold(1, |power, _| power.wrapping_mul(FACTOR)),
        }
    }

    /// The length.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Adds the n-grams of a text; `values` as in [`Piece`], all 1 if there are none. False if there are not as many
    /// n-grams, or too many altogether.
    pub fn add(&mut self, text: impl IntoIterator<Item = u32>, values: &[(u32, u32)]) -> bool {
        let start = self.text.len();
        self.text.extend(text);
        let grams = (self.text.len() - start + 1).saturating_sub(self.n);
        let given: u64 = values.iter().map(|&(count, _)| u64::from(count)).sum();
        if (given != grams as u64 && !values.is_empty()) || self.text.len() >= EMPTY as usize {
            self.text.truncate(start);
            return false;
        }
        if values.is_empty() {
            self.values.resize(start + grams, 1);
        }
        for &(count, value) in values {
            self.values
                .resize(self.values.len() + count as usize, value);
        }
        self.values.resize(self.text.len(), 0);
        true
    }

    /// Makes the n-grams that were added ready to be found.
    pub fn finish(&mut self) {
        let grams = self.values.iter().filter(|value| **value > 0).count();
        let size = (grams * 2).next_power_of_two();
        self.slots = vec![EMPTY; size];
        self.tags = vec![0; size];
        let mut hash = Rolling::default();
        for at in 0..self.values.len() {
            if self.values[at] == 0 {
                continue;
            }
            let (mut slot, tag) = self.place(hash.at(self, &self.text, at));
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = at as u32;
            self.tags[slot] = tag;
        }
    }

    /// The values of the n-grams at each position of a page, 0 for those that are not here. Positions where `within`
    /// is 0 are left out.
    pub fn values_of(&self, page: &[u32], within: Option<&[u32]>) -> Vec<u32> {
        let mut found = vec![0; page.len()];
        if self.slots.is_empty() || page.len() < self.n {
            return found;
        }
        let mut hash = Rolling::default();
        // Where the n-gram before was found: most often the next one follows it there.
        let mut before: Option<usize> = None;
        for at in 0..=page.len() - self.n {
            if within.is_some_and(|within| within[at] == 0) {
                before = None;
                continue;
            }
            let last = page[at + self.n - 1];
            let next = before.map(|before| before + 1).filter(|&next| {
                self.values.get(next).is_some_and(|&value| value > 0)
                    && self.text[next + self.n - 1] == last
            });
            before = next.or_else(|| self.find(hash.at(self, page, at), &page[at..at + self.n]));
            if let Some(here) = before {
                found[at] = self.values[here];
            }
        }
        found
    }

    #[inline]
    fn place(&self, hash: u64) -> (usize, u8) {
        // The low bits of a product know only the low bits of its factors.
        let mixed = (hash ^ (hash >> 32)).wrapping_mul(FACTOR);
        (
            (mixed >> 24) as usize & (self.slots.len() - 1),
            (mixed >> 16) as u8,
        )
    }

    #[inline]
    fn find(&self, hash: u64, gram: &[u32]) -> Option<usize> {
        let (mut slot, tag) = self.place(hash);
        loop {
            let at = self.slots[slot];
            if at == EMPTY {
                return None;
            }
            if self.tags[slot] == tag && self.text[at as usize..at as usize + self.n] == *gram {
                return Some(at as usize);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// The hash of an n-gram, cheap where the one before was hashed.
#[derive(Default)]
struct Rolling {
    /// The position that was hashed last, plus 1.
    next: usize,
    hash: u64,
}

impl Rolling {
    #[inline]
    fn at(&mut self, grams: &Grams, text: &[u32], at: usize) -> u64 {
        let unit = |unit: u32| u64::from(unit) + 1;
        if at > 0 && self.next == at {
            self.hash = self
                .hash
                .wrapping_mul(FACTOR)
                .wrapping_add(unit(text[at + grams.n - 1]))
                .wrapping_sub(unit(text[at - 1]).wrapping_mul(grams.leaving));
        } else {
            self.hash = text[at..at + grams.n].iter().fold(0, |hash: u64, &next| {
                hash.wrapping_mul(FACTOR).wrapping_add(unit(next))
            });
        }
        self.next = at + 1;
        self.hash
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::tests::index;
    use crate::template::Frequencies;
    use proptest::prelude::*;

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    proptest! {
        /// Pieces hold each n-gram once; a table of them finds in the same pages what the index knows.
        #[test]
        fn pieces_hold_what_the_index_knows(
            pages in prop::collection::vec("([ab]{0,9}|abcabcé){0,6}", 0..6), n in 1usize..9,
        ) {
            let index = index(&pages);
            let frequencies = Frequencies::new(&index, n);
            let mut grams = Grams::new(n);
            let mut seen = std::collections::HashSet::new();
            pieces(&index, n, |at| frequencies.at(at), |piece| {
                let text = units(&pages[piece.page])[piece.range].to_vec();
                for gram in text.windows(n) {
                    assert!(seen.insert(gram.to_vec()));
                }
                assert!(grams.add(text, &piece.values));
            });
            grams.finish();
            for (number, page) in pages.iter().enumerate() {
                let range = index.pages().range(number);
                let expected: Vec<u32> = range.map(|at| frequencies.at(at)).collect();
                prop_assert_eq!(&grams.values_of(&units(page), None), &expected);
                prop_assert_eq!(&grams.values_of(&units(page), Some(&expected)), &expected);
            }
        }
    }

    #[test]
    fn values_must_fit_the_text() {
        let mut grams = Grams::new(2);
        assert!(!grams.add(units("abc"), &[(3, 1)]));
        assert!(grams.add(units("abc"), &[(1, 5), (1, 6)]));
        assert!(grams.add(units("x"), &[]));
        grams.finish();
        assert_eq!(grams.values_of(&units("cabcx"), None), [0, 5, 6, 0, 0]);
        assert_eq!(grams.values_of(&units("c"), None), [0]);
    }
}
