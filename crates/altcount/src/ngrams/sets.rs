//! Sets of n-grams that are saved: pieces of text that hold each n-gram once, and a table that finds them in other
//! pages.

use std::ops::Range;

use crate::ngrams::Index;

/// A range of a page with some n-grams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The page.
    pub page: usize,
    /// The text, as positions in the page.
    pub range: Range<usize>,
    /// The values of its n-grams in order, run-length encoded as (count, value).
    pub values: Vec<(u32, u32)>,
}

/// Calls `each` with pieces that hold every n-gram with a value above 0 exactly once. `value` returns the value of the
/// n-gram at a position of the index. It must be the same wherever the n-gram occurs.
pub fn pieces(index: &Index, n: usize, value: impl Fn(usize) -> u32, mut each: impl FnMut(Piece)) {
    let pages = index.pages();
    // The first occurrences. No piece holds other occurrences.
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
/// Memory: 8 bytes per unit of the pieces' text, and up to 10 more for the table.
#[derive(Debug, Clone)]
pub struct Grams {
    power: Power,
    text: Vec<u32>,
    /// The value of the n-gram at each position of the text, 0 if there is none.
    values: Vec<u32>,
    /// A hash table of positions in the text, with `EMPTY` in free slots. Its size is a power of two.
    slots: Vec<u32>,
    /// One byte of the hash for each slot. It is compared before the text.
    tags: Vec<u8>,
}

const EMPTY: u32 = u32::MAX;
/// The multiplier of the rolling hash; any odd number works.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C55;

impl Grams {
    /// Creates an empty set of n-grams of length `n`.
    pub fn new(n: usize) -> Self {
        Grams {
            power: Power::new(n),
            text: Vec::new(),
            values: Vec::new(),
            slots: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// The length of the n-grams.
    pub fn n(&self) -> usize {
        self.power.n
    }

    /// Adds the n-grams of a text. `values` are as in [`Piece`]; if they are empty, all values are 1. Returns false if
    /// the number of values differs from that of the n-grams, or the set is full.
    pub fn add(&mut self, text: impl IntoIterator<Item = u32>, values: &[(u32, u32)]) -> bool {
        let start = self.text.len();
        self.text.extend(text);
        let grams = (self.text.len() - start + 1).saturating_sub(self.n());
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

    /// Builds the hash table of the n-grams that were added.
    pub fn finish(&mut self) {
        let grams = self.values.iter().filter(|value| **value > 0).count();
        let size = (grams * 2).next_power_of_two();
        self.slots = vec![EMPTY; size];
        self.tags = vec![0; size];
        let text = Hashed::new(&self.text);
        for at in 0..self.values.len() {
            if self.values[at] == 0 {
                continue;
            }
            let (mut slot, tag) = self.place(text.hash(at, &self.power));
            while self.slots[slot] != EMPTY {
                slot = (slot + 1) & (size - 1);
            }
            self.slots[slot] = at as u32;
            self.tags[slot] = tag;
        }
    }

    /// Returns the value of the n-gram at each position of the text, 0 if there is none.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the text.
    pub fn text(&self) -> &[u32] {
        &self.text
    }

    /// Returns the parameters of the rolling hash for this length.
    pub fn power(&self) -> Power {
        self.power
    }

    /// Returns the position after `before` in the text if the n-gram there ends with the unit `last`. Then it is the
    /// wanted n-gram, since it has all other units in common with the one before.
    #[inline]
    fn follows(&self, before: usize, last: u32) -> Option<usize> {
        let next = before + 1;
        let known = self.values.get(next).is_some_and(|&value| value > 0);
        (known && self.text[next + self.n() - 1] == last).then_some(next)
    }

    /// Returns the values of the n-grams at each position of a page, 0 for unknown ones.
    pub fn values_of(&self, page: &Hashed) -> Vec<u32> {
        let mut found = vec![0; page.units.len()];
        if page.units.len() < self.n() {
            return found;
        }
        // The position where the previous n-gram was found; the next one usually follows it.
        let mut before: Option<usize> = None;
        for (at, last) in page.units[self.n() - 1..].iter().enumerate() {
            before = before
                .and_then(|before| self.follows(before, *last))
                .or_else(|| self.find(page, at));
            if let Some(here) = before {
                found[at] = self.values[here];
            }
        }
        found
    }

    #[inline]
    fn place(&self, hash: u64) -> (usize, u8) {
        let mixed = mix(hash);
        (
            (mixed >> 24) as usize & (self.slots.len() - 1),
            (mixed >> 16) as u8,
        )
    }

    /// Returns the position in the text of the n-gram at a position of a page.
    #[inline]
    fn find(&self, page: &Hashed, at: usize) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let (mut slot, tag) = self.place(page.hash(at, &self.power));
        loop {
            let here = self.slots[slot];
            if here == EMPTY {
                return None;
            }
            if self.tags[slot] == tag
                && self.text[here as usize..here as usize + self.n()]
                    == page.units[at..at + self.n()]
            {
                return Some(here as usize);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// Mixes a hash, since the low bits of a product depend only on the low bits of its factors.
#[inline]
pub fn mix(hash: u64) -> u64 {
    (hash ^ (hash >> 32)).wrapping_mul(FACTOR)
}

/// A text with its prefix hashes, from which the hash of any n-gram is computed.
pub struct Hashed<'a> {
    units: &'a [u32],
    beginnings: Vec<u64>,
}

impl<'a> Hashed<'a> {
    /// Hashes a text. It takes eight bytes per unit.
    pub fn new(units: &'a [u32]) -> Self {
        let mut hash = 0u64;
        let mut beginnings = Vec::with_capacity(units.len() + 1);
        beginnings.push(hash);
        beginnings.extend(units.iter().map(|&unit| {
            hash = hash.wrapping_mul(FACTOR).wrapping_add(u64::from(unit) + 1);
            hash
        }));
        Hashed { units, beginnings }
    }

    /// Returns the text.
    pub fn units(&self) -> &'a [u32] {
        self.units
    }

    /// Returns the hash of the n-gram at a position.
    #[inline]
    pub fn hash(&self, at: usize, power: &Power) -> u64 {
        self.beginnings[at + power.n].wrapping_sub(self.beginnings[at].wrapping_mul(power.leaving))
    }
}

/// Returns a sample of the hashes of a text's n-grams, about one in `rate`, in ascending order and without duplicates.
pub fn sampled(text: &Hashed, power: &Power, rate: u64) -> Vec<u64> {
    let grams = (text.units.len() + 1).saturating_sub(power.n);
    let hashes = (0..grams).map(|at| platform::random::mix(text.hash(at, power)));
    let mut sample: Vec<u64> = hashes.filter(|hash| hash % rate == 0).collect();
    sample.sort_unstable();
    sample.dedup();
    sample
}

/// A length n of n-grams, and the n-th power of the multiplier, which removes the prefix from a hash.
#[derive(Debug, Clone, Copy)]
pub struct Power {
    /// The length.
    pub n: usize,
    leaving: u64,
}

impl Power {
    /// Computes the power for n-grams of length `n`.
    pub fn new(n: usize) -> Self {
        Power {
            n,
            leaving: (0..n).fold(1, |power, _| power.wrapping_mul(FACTOR)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::Frequencies;
    use crate::ngrams::index::tests::index;
    use proptest::prelude::*;

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    proptest! {
        /// Pieces hold each n-gram once. A table of them finds in the same pages what the index has.
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
                prop_assert_eq!(&grams.values_of(&Hashed::new(&units(page))), &expected);
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
        assert_eq!(
            grams.values_of(&Hashed::new(&units("cabcx"))),
            [0, 5, 6, 0, 0]
        );
        assert_eq!(grams.values_of(&Hashed::new(&units("c"))), [0]);
    }
}
