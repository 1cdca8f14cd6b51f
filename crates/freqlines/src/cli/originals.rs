//! Keeps lines before normalisation as examples of counted lines.

use std::collections::HashMap;

use crate::hash::{BuildKeyed, line_hash};
use crate::{Batch, Lines};

/// The originals of some lines of a batch.
#[derive(Clone, Copy)]
pub(super) struct BatchOriginals<'a> {
    /// The original lines.
    pub lines: Lines<'a>,
    /// The index in the batch of each original's line.
    pub indices: &'a [usize],
}

impl<'a> BatchOriginals<'a> {
    /// Returns the originals with the indices of their lines.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        self.indices.iter().copied().zip(self.lines.iter())
    }
}

/// The original of each text's first occurrence. Texts are identified by their hash.
#[derive(Default)]
pub(super) struct Originals(HashMap<u64, Box<[u8]>, BuildKeyed>);

impl Originals {
    /// Adds the originals of the lines `range` of a batch.
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

    /// Whether there are no originals.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the original of the text with this key, or the text itself if it has none.
    pub fn of<'a>(&'a self, key: &[u8], text: &'a [u8]) -> Option<&'a str> {
        let original = self.0.get(&line_hash(key)).map_or(text, |known| known);
        std::str::from_utf8(original).ok()
    }
}
