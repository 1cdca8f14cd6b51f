//! Books as sequences of numbers: every word gets a number, the most widespread words the lowest.

use hashbrown::HashTable;
use xxhash_rust::xxh3::xxh3_64;

/// The documents of a run, in input order, as [`Builder`] makes them.
///
/// A word is a number, its rank: words found in more documents have lower ranks. Words found in one document only are counted in the
/// sizes and otherwise dropped: nothing can share them.
#[derive(Debug, Default)]
pub struct Collection {
    /// For each document the number of its words.
    sizes: Vec<u32>,
    /// For each document where its shared words start in `words`, and the end of the last.
    starts: Vec<usize>,
    /// The shared words of each document, in the order of the document.
    words: Vec<u32>,
    /// For each of `words` its token index in the document; empty where none were given.
    positions: Vec<u32>,
    /// For each word, by rank, the number of documents that have it: two or more, never rising.
    spread: Vec<u32>,
}

impl Collection {
    /// The number of documents.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sizes.len()
    }

    /// Whether there is no document.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sizes.is_empty()
    }

    /// The number of words of a document, shared or not.
    #[must_use]
    pub fn size(&self, document: usize) -> usize {
        self.sizes[document] as usize
    }

    /// The words of a document that some other document has too, by rank, in the document's order.
    #[must_use]
    pub fn words(&self, document: usize) -> &[u32] {
        &self.words[self.starts[document]..self.starts[document + 1]]
    }

    /// The token index of each of [`Collection::words`]; empty where the builder was given none.
    #[must_use]
    pub fn positions(&self, document: usize) -> &[u32] {
        if self.positions.is_empty() {
            return &[];
        }
        &self.positions[self.starts[document]..self.starts[document + 1]]
    }

    /// For each word, by rank, the number of documents that have it.
    #[must_use]
    pub fn spread(&self) -> &[u32] {
        &self.spread
    }
}

/// A word stands twice in one document, so it is not a sequence of unique words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepeatedWord(
    /// The word.
    pub String,
);

impl std::fmt::Display for RepeatedWord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the word {:?} occurs twice in `words`", self.0)
    }
}

impl std::error::Error for RepeatedWord {}

/// Numbers the words of one document after the other.
///
/// Words are told apart by their bytes, not by a hash: no collision can make two words one.
#[derive(Debug, Default)]
pub struct Builder {
    collection: Collection,
    /// Word numbers by spelling.
    table: HashTable<u32>,
    /// All spellings, and for each word its end in them.
    spellings: Vec<u8>,
    ends: Vec<usize>,
    /// For each word the last document that has it, plus one.
    last: Vec<u32>,
}

impl Builder {
    /// A builder of an empty collection.
    #[must_use]
    pub fn new() -> Builder {
        let mut builder = Builder::default();
        builder.collection.starts.push(0);
        builder
    }

    /// Appends a document: its words in order, each once, and their token indices (all or none).
    ///
    /// # Errors
    /// A word that occurs twice; the document is not added then.
    ///
    /// # Panics
    /// From 2^32 documents, or words of one document, or different words on; and where there are neither
    /// as many `positions` as words nor none.
    pub fn push<'a>(
        &mut self,
        words: impl IntoIterator<Item = &'a str>,
        positions: &[u32],
    ) -> Result<(), RepeatedWord> {
        let start = self.collection.words.len();
        let document = u32::try_from(self.collection.len() + 1).expect("under 2^32 documents");
        for spelling in words {
            let word = self.number(spelling);
            if self.last[word as usize] == document {
                for &word in &self.collection.words[start..] {
                    self.collection.spread[word as usize] -= 1;
                    self.last[word as usize] = 0;
                }
                self.collection.words.truncate(start);
                return Err(RepeatedWord(spelling.to_owned()));
            }
            self.last[word as usize] = document;
            self.collection.spread[word as usize] += 1;
            self.collection.words.push(word);
        }
        let size = self.collection.words.len() - start;
        assert!(positions.is_empty() || positions.len() == size);
        self.collection.positions.extend_from_slice(positions);
        self.collection
            .sizes
            .push(u32::try_from(size).expect("under 2^32 words"));
        self.collection.starts.push(self.collection.words.len());
        Ok(())
    }

    /// The number of documents so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.collection.len()
    }

    /// Whether there is no document so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.collection.is_empty()
    }

    fn number(&mut self, spelling: &str) -> u32 {
        let (spellings, ends) = (&self.spellings, &self.ends);
        let bytes_of = |word: u32| {
            let word = word as usize;
            let start = if word == 0 { 0 } else { ends[word - 1] };
            &spellings[start..ends[word]]
        };
        let hash = xxh3_64(spelling.as_bytes());
        if let Some(&word) = self
            .table
            .find(hash, |&word| bytes_of(word) == spelling.as_bytes())
        {
            return word;
        }
        let word = u32::try_from(self.ends.len()).expect("under 2^32 different words");
        self.table
            .insert_unique(hash, word, |&word| xxh3_64(bytes_of(word)));
        self.spellings.extend_from_slice(spelling.as_bytes());
        self.ends.push(self.spellings.len());
        self.last.push(0);
        self.collection.spread.push(0);
        word
    }

    /// Ranks the words and drops those of one document only.
    #[must_use]
    pub fn finish(self) -> Collection {
        const DROPPED: u32 = u32::MAX;
        let mut collection = self.collection;
        drop((self.table, self.spellings, self.ends, self.last));
        let spread = &collection.spread;
        let mut order: Vec<u32> = (0..spread.len() as u32)
            .filter(|&word| spread[word as usize] > 1)
            .collect();
        order.sort_unstable_by_key(|&word| (std::cmp::Reverse(spread[word as usize]), word));
        let mut rank = vec![DROPPED; spread.len()];
        for (place, &word) in order.iter().enumerate() {
            rank[word as usize] = place as u32;
        }
        collection.spread = order.iter().map(|&word| spread[word as usize]).collect();

        let has_positions = !collection.positions.is_empty();
        let mut kept = 0;
        let mut read = 0;
        for document in 0..collection.sizes.len() {
            let end = collection.starts[document + 1];
            while read < end {
                let word = rank[collection.words[read] as usize];
                if word != DROPPED {
                    collection.words[kept] = word;
                    if has_positions {
                        collection.positions[kept] = collection.positions[read];
                    }
                    kept += 1;
                }
                read += 1;
            }
            collection.starts[document + 1] = kept;
        }
        collection.words.truncate(kept);
        collection.words.shrink_to_fit();
        collection.positions.truncate(kept);
        collection
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
        assert_eq!(collection.positions(0), [3, 5, 9]);
        assert_eq!(collection.words(1), [0, 1]);
        assert!(collection.words(2).is_empty());
        assert_eq!(collection.words(3), [2, 0]);
    }

    #[test]
    fn a_repeated_word_leaves_no_trace() {
        let mut builder = Builder::new();
        builder.push(["a", "b"], &[]).unwrap();
        assert_eq!(
            builder.push(["b", "c", "b"], &[]),
            Err(RepeatedWord("b".into()))
        );
        builder.push(["b", "c"], &[]).unwrap();
        let collection = builder.finish();
        assert_eq!(collection.len(), 2);
        assert_eq!(collection.spread(), [2]);
        assert_eq!(collection.words(1), [0]);
    }
}
