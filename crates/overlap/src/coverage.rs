//! The words of each item that all texts have together.

use std::collections::BTreeMap;

use crate::{Hit, Index};

/// The words of each item that were found in any of many texts. Coverages of parts of a corpus add up to that of the whole.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Coverage {
    items: BTreeMap<usize, Covered>,
}

/// The words of an item that were found.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Covered {
    /// A bit for each word.
    bits: Vec<u64>,
    /// The number of texts with a hit.
    pub texts: u64,
    /// The largest share of its words in one text.
    pub best: f64,
    /// The most words in one hit.
    pub longest: usize,
}

impl Coverage {
    /// Adds the hits of one text.
    pub fn add(&mut self, index: &Index, hits: &[Hit]) {
        for hit in hits {
            let words = index.item(hit.item).words;
            let item = self.items.entry(hit.item).or_default();
            item.bits.resize(words.div_ceil(64), 0);
            for word in hit.item_words.clone() {
                item.bits[word / 64] |= 1 << (word % 64);
            }
            item.best = item.best.max(hit.share);
            item.longest = item.longest.max(hit.item_words.len());
        }
        let mut items: Vec<usize> = hits.iter().map(|hit| hit.item).collect();
        items.sort_unstable();
        items.dedup();
        for item in items {
            self.items.entry(item).or_default().texts += 1;
        }
    }

    /// The coverage of an item, or of the first one with the same words; `None` if nothing was.
    pub fn of(&self, index: &Index, item: usize) -> Option<&Covered> {
        self.items.get(&index.first_alike(item))
    }
}

impl Covered {
    /// The number of words that were found in any text.
    pub fn words(&self) -> usize {
        self.bits
            .iter()
            .map(|bits| bits.count_ones() as usize)
            .sum()
    }
}
