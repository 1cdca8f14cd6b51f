//! Lines before normalisation, as examples of what was counted.

use std::collections::HashMap;

use crate::hash::{BuildKeyed, line_hash};
use crate::{Batch, Lines};

/// The originals of some lines of a batch.
#[derive(Clone, Copy)]
pub(super) struct BatchOriginals<'a> {
    /// The originals.
    pub lines: Lines<'a>,
    /// The index in the batch of the line of each.
    pub indices: &'a [usize],
}

impl<'a> BatchOriginals<'a> {
    /// The originals with the indices of their lines.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        self.indices.iter().copied().zip(self.lines.iter())
    }
}

/// For each text the original of its first occurrence. Texts are told apart by their hash.
#[derive(Default)]
pub(super) struct Originals(HashMap<u64, Box<[u8]>, BuildKeyed>);

impl Originals {
    /// Adds those of the lines `range` of a batch.
    pub fn add(
        &mut self,
        batch: &Batch<'_>,
        range: std::ops::Range<usize>,
        originals: BatchOriginals<'_>,
    ) {
        for (index, original) in originals.iter().filter(|(index, _)| range.contains(index)) {
            let known = self.0.entry(batch.hashes[index]);
            known.or_insert_with(|| original.into());
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The original of the text with this key; a text that came without one stands for itself.
    pub fn of<'a>(&'a self, key: &[u8], text: &'a [u8]) -> Option<&'a str> {
        let original = self.0.get(&line_hash(key)).map_or(text, |known| known);
        std::str::from_utf8(original).ok()
    }
}
