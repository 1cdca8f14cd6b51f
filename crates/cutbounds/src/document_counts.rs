//! Counts of what documents begin and end with, from document to document.

use std::collections::HashMap;

use freqlines::BuildIdentity;

use crate::constants::MIN_DOCUMENTS;

/// The numbers of documents so far that have something, by its hash.
#[derive(Debug, Default)]
pub struct DocumentCounts {
    documents: u64,
    counts: HashMap<u64, u64, BuildIdentity>,
}

impl DocumentCounts {
    /// Counts the next document, which has things with these hashes. The most frequent ones are known, this many at most.
    pub fn learn(&mut self, mut hashes: Vec<u64>, most: usize) {
        self.documents += 1;
        hashes.sort_unstable();
        hashes.dedup();
        for hash in hashes {
            *self.counts.entry(hash).or_default() += 1;
        }
        // Memory is bounded: what is rare is forgotten (Misra & Gries 1982).
        while self.counts.len() > most {
            self.counts.retain(|_, count| {
                *count -= 1;
                *count > 0
            });
        }
    }

    /// The number of documents so far.
    pub fn documents(&self) -> u64 {
        self.documents
    }

    /// Whether enough documents have it to know it.
    pub fn is_known(&self, hash: u64) -> bool {
        self.is_of_share(hash, 0.0)
    }

    /// Whether enough documents have it, and at least this share of all.
    pub fn is_of_share(&self, hash: u64, least: f64) -> bool {
        self.has(hash, MIN_DOCUMENTS + 1, least)
    }

    /// Whether at least this many documents have it, and at least this share of all.
    pub fn has(&self, hash: u64, documents: u64, share: f64) -> bool {
        let count = self.counts.get(&hash).copied().unwrap_or(0);
        count >= documents && count as f64 >= share * self.documents as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::MAX_COUNTED;

    #[test]
    fn memory_is_bounded() {
        let mut counts = DocumentCounts::default();
        for at in 1..3 * MAX_COUNTED as u64 {
            counts.learn(vec![at, 0, 0], MAX_COUNTED);
            assert!(counts.counts.len() <= MAX_COUNTED);
        }
        assert!(counts.is_known(0) && !counts.is_known(1));
        assert!(counts.is_of_share(0, 0.9));
    }
}
