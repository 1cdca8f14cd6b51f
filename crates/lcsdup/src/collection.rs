//! Books as sequences of word numbers, ordered by descending document frequency.

use std::hint::black_box;

use xxhash_rust::xxh3::xxh3_64;

use crate::positions::{Decoder, Positions};

/// The documents of a run in input order, built by [`Builder`].
///
/// A word is represented by its rank: the higher its document frequency, the lower the rank. Words with document
/// frequency 1 cannot be shared; they only count in the sizes.
#[derive(Debug, Default)]
pub struct Collection {
    /// For each document the number of its words.
    sizes: Vec<u32>,
    /// The start in `words` of each document's shared words, and the end of the last.
    starts: Vec<usize>,
    /// The shared words of each document, in document order.
    words: Vec<u32>,
    /// The token index of each of `words`; none if none were given.
    positions: Positions,
    /// The document frequency of each word, by rank: at least two, descending.
    spread: Vec<u32>,
    /// The same in the whole run, if these documents are a part of it and [`Builder::occurs_in`] was called.
    in_run: Vec<u32>,
    /// For each document the end of its group of neighbours, which are not compared with each other; empty if each is
    /// alone.
    group_ends: Vec<u32>,
}

impl Collection {
    /// The number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there are no documents.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The number of words of a document, including unshared ones.
    #[must_use]
    pub fn size(&self, document: usize) -> usize {
        self.sizes[document] as usize
    }

    /// The words of a document that other documents have too, by rank, in document order.
    #[must_use]
    pub fn words(&self, document: usize) -> &[u32] {
        &self.words[self.starts[document]..self.starts[document + 1]]
    }

    /// The token index of each of [`Collection::words`]; none if the builder was given none.
    #[must_use]
    pub fn positions(&self, document: usize) -> Decoder<'_> {
        self.positions.of(document)
    }

    /// The start of each document's words and the end of the last; all words.
    pub(crate) fn parts(&self) -> (&[usize], &[u32]) {
        (&self.starts, &self.words)
    }

    /// These documents alone, in this order.
    #[must_use]
    pub(crate) fn subset(&self, documents: &[u32]) -> Collection {
        self.selected(documents, true)
    }

    /// These documents alone, in this order, without positions.
    #[must_use]
    pub(crate) fn words_of(&self, documents: &[u32]) -> Collection {
        self.selected(documents, false)
    }

    fn selected(&self, documents: &[u32], with_positions: bool) -> Collection {
        let mut spread = vec![0u32; self.spread.len()];
        for &document in documents {
            for &word in self.words(document as usize) {
                spread[word as usize] += 1;
            }
        }
        let mut order: Vec<u32> = (0..spread.len() as u32).collect();
        order.retain(|&word| spread[word as usize] > 1);
        order.sort_by_key(|&word| std::cmp::Reverse(spread[word as usize]));
        let mut ranks = vec![None; spread.len()];
        for (rank, &word) in (0u32..).zip(&order) {
            ranks[word as usize] = Some(rank);
        }
        let mut subset = Collection::default();
        subset.starts.push(0);
        for &document in documents {
            let document = document as usize;
            subset.sizes.push(self.sizes[document]);
            let words = self.words(document).iter();
            let shared = words.filter_map(|&word| ranks[word as usize]);
            subset.words.extend(shared);
            subset.starts.push(subset.words.len());
            if !with_positions {
                continue;
            }
            let placed = self.words(document).iter().zip(self.positions(document));
            let shared = placed.filter(|(word, _)| ranks[**word as usize].is_some());
            let positions: Vec<u32> = shared.map(|(_, position)| position).collect();
            subset.positions.push(&positions);
        }
        subset.spread = order.iter().map(|&word| spread[word as usize]).collect();
        subset
    }

    /// With documents that are not compared with each other: `ends` has for each document the end of the range of them
    /// to which it belongs.
    #[must_use]
    pub(crate) fn in_groups(self, ends: Vec<u32>) -> Collection {
        assert_eq!(ends.len(), self.len());
        Collection {
            group_ends: ends,
            ..self
        }
    }

    /// The first document after those of a document's group.
    #[must_use]
    pub(crate) fn group_end(&self, document: usize) -> usize {
        match self.group_ends.get(document) {
            Some(&end) => end as usize,
            None => document + 1,
        }
    }

    /// The document frequency of each word, by rank.
    #[must_use]
    pub fn spread(&self) -> &[u32] {
        &self.spread
    }

    /// The document frequency of each word in the whole run, by rank: [`Builder::occurs_in`].
    #[must_use]
    pub fn in_run(&self) -> &[u32] {
        match self.in_run.is_empty() {
            true => &self.spread,
            false => &self.in_run,
        }
    }
}

/// The reason why a document cannot be added to a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// A word occurs twice, so the document is not a sequence of unique words.
    Repeated(String),
    /// There are no more numbers for documents or words.
    Full,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Refused::Repeated(word) => write!(f, "the word {word:?} occurs twice in `words`"),
            Refused::Full => write!(
                f,
                "no room: a collection has at most 2^32 documents, and 2^32 different words in 32 GB, each under 4 GB"
            ),
        }
    }
}

impl std::error::Error for Refused {}

/// Numbers the words of documents, one document after the other.
///
/// Words are compared by their bytes, so hash collisions cannot merge two words.
#[derive(Debug, Default)]
pub struct Builder {
    collection: Collection,
    lexicon: Lexicon,
    /// The lexicon entries of the current document.
    entries: Vec<u32>,
    /// Words and their document frequencies in the whole run.
    in_run: Vec<(u32, u32)>,
}

impl Builder {
    /// A builder of an empty collection.
    #[must_use]
    pub fn new() -> Builder {
        let mut builder = Builder::default();
        builder.collection.starts.push(0);
        builder
    }

    /// Appends a document: its distinct words in order, and their token indices (all or none).
    ///
    /// # Errors
    /// A word occurs twice, or there is no room; the document is then not added.
    ///
    /// # Panics
    /// If the number of `positions` is neither 0 nor that of the words.
    pub fn push<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a str>,
        positions: &[u32],
    ) -> Result<(), Refused> {
        let start = self.collection.words.len();
        let document = u32::try_from(self.collection.len() + 1).map_err(|_| Refused::Full)?;
        self.entries.clear();
        let mut words = words.into_iter();
        let mut batch = [""; BATCH];
        loop {
            let mut filled = 0;
            for (place, word) in batch.iter_mut().zip(&mut words) {
                *place = word;
                filled += 1;
            }
            let hashes = self.lexicon.hashes(&batch[..filled]);
            for (spelling, hash) in batch[..filled].iter().zip(hashes) {
                let Some(entry) = self.lexicon.entry(spelling, hash) else {
                    self.roll_back(start);
                    return Err(Refused::Full);
                };
                let mut head = self.lexicon.head(entry);
                if head.last == document {
                    self.roll_back(start);
                    return Err(Refused::Repeated((*spelling).to_owned()));
                }
                head.last = document;
                head.spread += 1;
                self.lexicon.set_head(entry, head);
                self.entries.push(entry);
                self.collection.words.push(head.word);
            }
            if filled < BATCH {
                break;
            }
        }
        let size = self.collection.words.len() - start;
        assert!(positions.is_empty() || positions.len() == size);
        self.collection.positions.push(positions);
        self.collection
            .sizes
            .push(u32::try_from(size).expect("no more than there are different words"));
        self.collection.starts.push(self.collection.words.len());
        Ok(())
    }

    /// Records that `documents` documents of the whole run have a word.
    ///
    /// # Errors
    /// There are no more numbers for words.
    pub fn occurs_in(&mut self, word: &str, documents: u32) -> Result<(), Refused> {
        let [hash] = self.lexicon.hashes(&[word])[..1] else {
            unreachable!("there is one word");
        };
        let entry = self.lexicon.entry(word, hash).ok_or(Refused::Full)?;
        let word = self.lexicon.head(entry).word;
        self.in_run.push((word, documents));
        Ok(())
    }

    /// Rolls back the current document, whose words start at `start`.
    fn roll_back(&mut self, start: usize) {
        for &entry in &self.entries {
            let mut head = self.lexicon.head(entry);
            head.last = 0;
            head.spread -= 1;
            self.lexicon.set_head(entry, head);
        }
        self.collection.words.truncate(start);
    }

    /// The number of documents so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.collection.len()
    }

    /// Whether there are no documents so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.collection.is_empty()
    }

    /// Ranks the words and drops those of a single document.
    #[must_use]
    pub fn finish(self) -> Collection {
        const DROPPED: u32 = u32::MAX;
        let mut collection = self.collection;
        let spread = self.lexicon.into_spread();
        let mut order: Vec<u32> = (0..spread.len() as u32)
            .filter(|&word| spread[word as usize] > 1)
            .collect();
        order.sort_unstable_by_key(|&word| (std::cmp::Reverse(spread[word as usize]), word));
        let mut rank = vec![DROPPED; spread.len()];
        for (place, &word) in order.iter().enumerate() {
            rank[word as usize] = place as u32;
        }
        collection.spread = order.iter().map(|&word| spread[word as usize]).collect();

        if !self.in_run.is_empty() {
            collection.in_run = collection.spread.clone();
            for (word, documents) in self.in_run {
                if let Some(known) = collection.in_run.get_mut(rank[word as usize] as usize) {
                    *known = documents.max(*known);
                }
            }
        }

        let mut words = collection.words.iter();
        collection.positions.retain(|| {
            let word = words.next().expect("as many as positions");
            rank[*word as usize] != DROPPED
        });
        let mut kept = 0;
        let mut read = 0;
        for document in 0..collection.sizes.len() {
            let end = collection.starts[document + 1];
            while read < end {
                let word = rank[collection.words[read] as usize];
                if word != DROPPED {
                    collection.words[kept] = word;
                    kept += 1;
                }
                read += 1;
            }
            collection.starts[document + 1] = kept;
        }
        collection.words.truncate(kept);
        collection.words.shrink_to_fit();
        collection
    }
}

/// The number of words that are looked up together.
const BATCH: usize = 16;

/// The lexicon: a hash table with open addressing, and the entries. A word's data are stored next to its text, so that
/// the lookup of a rare word, which is not cached, is a single cache miss.
#[derive(Debug, Default)]
struct Lexicon {
    /// A power of two of slots, at most half of them occupied: 0, or the upper half of the hash and below it the entry
    /// plus one.
    slots: Vec<u64>,
    /// The entries, concatenated, each aligned to [`Lexicon::UNIT`] bytes: a [`WordHeader`] and the text.
    entries: Vec<u8>,
    words: u32,
}

/// The data of a word.
#[derive(Clone, Copy, Debug)]
struct WordHeader {
    /// Its number, by first occurrence.
    word: u32,
    /// The number of documents that have it.
    spread: u32,
    /// The last of these documents, plus one.
    last: u32,
    /// The length of its text in bytes.
    length: u32,
}

impl Lexicon {
    /// Entries are addressed by a 32-bit number of units: up to 32 GB.
    const UNIT: usize = 8;
    const HEAD: usize = 16;

    /// The hashes of some words, whose slots and entries are loaded into the cache: these loads overlap, while those of
    /// successive lookups would not.
    fn hashes(&self, words: &[&str]) -> [u64; BATCH] {
        let mut hashes = [0; BATCH];
        for (hash, word) in hashes.iter_mut().zip(words) {
            *hash = xxh3_64(word.as_bytes());
        }
        if !self.slots.is_empty() {
            let mut slots = [0; BATCH];
            for (slot, hash) in slots.iter_mut().zip(&hashes[..words.len()]) {
                *slot = self.slots[self.first_slot(*hash)];
            }
            let mut touched = 0;
            for slot in slots {
                if slot != 0 {
                    touched ^= self.entries[(slot as u32 - 1) as usize * Lexicon::UNIT];
                }
            }
            black_box(touched);
        }
        hashes
    }

    fn first_slot(&self, hash: u64) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    /// The entry of a word, inserted if it is new; `None` if there is no room for it.
    fn entry(&mut self, spelling: &str, hash: u64) -> Option<u32> {
        const HIGH: u64 = u64::MAX << 32;
        if self.slots.len() < 2 * (self.words as usize + 1) {
            self.grow();
        }
        let mut at = self.first_slot(hash);
        while self.slots[at] != 0 {
            let slot = self.slots[at];
            let entry = slot as u32 - 1;
            if slot & HIGH == hash & HIGH && self.spelling(entry) == spelling.as_bytes() {
                return Some(entry);
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
        let entry = u32::try_from(self.entries.len() / Lexicon::UNIT).ok()?;
        let slot = hash & HIGH | u64::from(entry.checked_add(1)?);
        let words = self.words.checked_add(1)?;
        let head = WordHeader {
            word: self.words,
            spread: 0,
            last: 0,
            length: u32::try_from(spelling.len()).ok()?,
        };
        self.words = words;
        self.entries.extend_from_slice(&head.to_bytes());
        self.entries.extend_from_slice(spelling.as_bytes());
        let padded = self.entries.len().next_multiple_of(Lexicon::UNIT);
        self.entries.resize(padded, 0);
        self.slots[at] = slot;
        Some(entry)
    }

    /// Doubles the slots and rehashes the entries.
    fn grow(&mut self) {
        let slots = (2 * self.slots.len()).max(1 << 12);
        self.slots.clear();
        self.slots.shrink_to_fit();
        self.slots.resize(slots, 0);
        let mut bytes = 0;
        while bytes < self.entries.len() {
            let entry = (bytes / Lexicon::UNIT) as u32;
            let hash = xxh3_64(self.spelling(entry));
            let mut at = self.first_slot(hash);
            while self.slots[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            self.slots[at] = hash & (u64::MAX << 32) | u64::from(entry + 1);
            bytes = self.after(entry);
        }
    }

    /// The offset after an entry.
    fn after(&self, entry: u32) -> usize {
        let start = entry as usize * Lexicon::UNIT + Lexicon::HEAD;
        (start + self.head(entry).length as usize).next_multiple_of(Lexicon::UNIT)
    }

    fn head(&self, entry: u32) -> WordHeader {
        let at = entry as usize * Lexicon::UNIT;
        let bytes = self.entries[at..at + Lexicon::HEAD].try_into();
        WordHeader::from_bytes(bytes.expect("16 bytes"))
    }

    fn set_head(&mut self, entry: u32, head: WordHeader) {
        let at = entry as usize * Lexicon::UNIT;
        self.entries[at..at + Lexicon::HEAD].copy_from_slice(&head.to_bytes());
    }

    fn spelling(&self, entry: u32) -> &[u8] {
        let start = entry as usize * Lexicon::UNIT + Lexicon::HEAD;
        &self.entries[start..start + self.head(entry).length as usize]
    }

    /// The document frequency of each word, by number.
    fn into_spread(mut self) -> Vec<u32> {
        self.slots = Vec::new();
        let mut spread = Vec::with_capacity(self.words as usize);
        let mut at = 0;
        while at < self.entries.len() {
            let entry = (at / Lexicon::UNIT) as u32;
            spread.push(self.head(entry).spread);
            at = self.after(entry);
        }
        spread
    }
}

impl WordHeader {
    fn to_bytes(self) -> [u8; Lexicon::HEAD] {
        let low = u64::from(self.word) | u64::from(self.spread) << 32;
        let high = u64::from(self.last) | u64::from(self.length) << 32;
        (u128::from(low) | u128::from(high) << 64).to_le_bytes()
    }

    fn from_bytes(bytes: [u8; Lexicon::HEAD]) -> WordHeader {
        let all = u128::from_le_bytes(bytes);
        WordHeader {
            word: all as u32,
            spread: (all >> 32) as u32,
            last: (all >> 64) as u32,
            length: (all >> 96) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widespread_words_come_first_and_lonely_ones_go() {
        let mut builder = Builder::new();
        builder
            .push(["a", "", "lonely", "b"], &[3, 5, 7, 9])
            .unwrap();
        builder.push(["b", "a"], &[0, 1]).unwrap();
        builder.push([], &[]).unwrap();
        builder.push(["", "b"], &[4, 5]).unwrap();
        let collection = builder.finish();
        assert_eq!(collection.spread(), [3, 2, 2]);
        assert_eq!(collection.size(0), 4);
        assert_eq!(collection.words(0), [1, 2, 0]);
        assert_eq!(collection.positions(0).collect::<Vec<_>>(), [3, 5, 9]);
        assert_eq!(collection.words(1), [0, 1]);
        assert!(collection.words(2).is_empty());
        assert_eq!(collection.words(3), [2, 0]);
    }

    /// The table grows, and words that share a prefix, are long or are empty stay distinct.
    #[test]
    fn many_words() {
        let word = |n: usize| "x".repeat(n % 41) + &n.to_string();
        let all: Vec<String> = (0..20_000).map(word).collect();
        let mut builder = Builder::new();
        for step in [1, 2, 3] {
            let some = all.iter().step_by(step).map(String::as_str);
            builder.push(some, &[]).unwrap();
        }
        let collection = builder.finish();
        let shared = (0..20_000).filter(|n| n % 2 == 0 || n % 3 == 0).count();
        assert_eq!(collection.spread().len(), shared);
        let in_all = collection
            .spread()
            .iter()
            .filter(|&&spread| spread == 3)
            .count();
        assert_eq!(in_all, (0..20_000).step_by(6).count());
        assert_eq!(collection.words(0).len(), shared);
        assert_eq!(collection.words(1).len(), 10_000);
        // The multiples of 6 come first, by first document.
        assert!(
            collection
                .words(0)
                .iter()
                .filter(|&&word| (word as usize) < in_all)
                .is_sorted()
        );
    }

    #[test]
    fn a_repeated_word_leaves_no_trace() {
        let mut builder = Builder::new();
        builder.push(["a", "b"], &[]).unwrap();
        assert_eq!(
            builder.push(["b", "c", "b"], &[]),
            Err(Refused::Repeated("b".into()))
        );
        builder.push(["b", "c"], &[]).unwrap();
        let collection = builder.finish();
        assert_eq!(collection.len(), 2);
        assert_eq!(collection.spread(), [2]);
        assert_eq!(collection.words(1), [0]);
    }
}
