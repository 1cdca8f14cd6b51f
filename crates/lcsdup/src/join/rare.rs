//! Counting of rare common words through posting lists.

use crate::collection::Collection;
use crate::join::rows::LANES;

/// The posting lists of the words of rank `first` or more: the documents that have them.
#[derive(Debug)]
pub struct Postings {
    first: usize,
    /// The start in `documents` of each list, and the end of the last.
    starts: Vec<usize>,
    /// Document numbers, ascending in each list.
    documents: Vec<u32>,
}

impl Postings {
    /// The lists of all words from rank `first` on.
    #[must_use]
    pub fn new(collection: &Collection, first: usize) -> Postings {
        let spread = collection.spread().get(first..).unwrap_or(&[]);
        let mut starts = Vec::with_capacity(spread.len() + 1);
        let mut end = 0;
        starts.push(0);
        for &documents in spread {
            end += documents as usize;
            starts.push(end);
        }
        // The start of each list serves as its write position, which ends up at the start of the next list.
        let mut documents = vec![0; end];
        for document in 0..collection.len() {
            for &word in collection.words(document) {
                if let Some(word) = (word as usize).checked_sub(first) {
                    documents[starts[word]] = document as u32;
                    starts[word] += 1;
                }
            }
        }
        starts.rotate_right(1);
        starts[0] = 0;
        Postings {
            first,
            starts,
            documents,
        }
    }

    /// The documents that have a word, ascending; empty if the word has no list.
    #[must_use]
    pub fn of(&self, word: u32) -> &[u32] {
        match (word as usize).checked_sub(self.first) {
            Some(word) => &self.documents[self.starts[word]..self.starts[word + 1]],
            None => &[],
        }
    }

    /// The documents from `from` on with which `document` shares a word that has a list: one slice for each such word.
    #[must_use]
    pub fn partners<'a>(
        &'a self,
        collection: &Collection,
        document: usize,
        from: usize,
    ) -> Vec<&'a [u32]> {
        collection
            .words(document)
            .iter()
            .map(|&word| {
                let documents = self.of(word);
                &documents[documents.partition_point(|&other| (other as usize) < from)..]
            })
            .filter(|documents| !documents.is_empty())
            .collect()
    }
}

/// Counters, for each book of a group and each document of a span, of the common words that have posting lists. Each
/// book has one line of counters, so that counting writes within 64 KB.
#[derive(Debug)]
pub struct Tally {
    span: usize,
    counters: Vec<u16>,
}

/// The number of documents that [`Tally::tile`] transposes at a time: one cache line of each book's counters.
pub const TILE: usize = 32;

/// Padding between the lines, so that those of a group do not all map to the same cache sets.
const PADDING: usize = TILE;

impl Tally {
    /// Counters for a group and a span of at most `span` documents.
    #[must_use]
    pub fn new(span: usize) -> Tally {
        let span = span.next_multiple_of(TILE);
        Tally {
            span,
            counters: vec![0; LANES * (span + PADDING)],
        }
    }

    /// The maximum number of documents in a span.
    #[must_use]
    pub fn span(&self) -> usize {
        self.span
    }

    /// The counters of each book of the group.
    pub fn lines(&mut self) -> impl Iterator<Item = &mut [u16]> {
        let span = self.span;
        self.counters
            .chunks_exact_mut(span + PADDING)
            .map(move |line| &mut line[..span])
    }

    /// The counters of the documents from `first` (of the span) on, transposed: for each document those of all books.
    pub fn tile(&self, first: usize, tile: &mut [[u16; LANES]; TILE]) {
        for (lane, line) in self.counters.chunks_exact(self.span + PADDING).enumerate() {
            for (document, &counter) in line[first..first + TILE].iter().enumerate() {
                tile[document][lane] = counter;
            }
        }
    }
}

/// Counts, for one book, the documents of the span from `first` up to `end`, and advances the slices of
/// [`Postings::partners`] past it. A counter saturates at 65,535.
pub fn count_span(partners: &mut [&[u32]], first: usize, end: usize, counters: &mut [u16]) {
    counters.fill(0);
    for documents in partners {
        let here = documents.partition_point(|&document| (document as usize) < end);
        let (inside, beyond) = documents.split_at(here);
        for &document in inside {
            let counter = &mut counters[document as usize - first];
            *counter = counter.saturating_add(1);
        }
        *documents = beyond;
    }
}
