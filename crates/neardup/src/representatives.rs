//! The sketches of representatives, found by their bands.

use std::fmt;

use crate::Bands;
use crate::shingles::{Measure, Shingles};
use crate::sketch::{Sketch, WORDS};

/// Candidates of a band that are compared at most, and representatives that a band's hash holds at most. Where a template makes many
/// documents agree in a band without being similar, time stays linear, and the other bands find the similar ones.
pub(crate) const MOST_CANDIDATES: usize = 32;

/// How far below the wanted similarity an estimate may be: half of the documents with just this similarity have an estimate below it.
/// 1.4 standard errors.
const TOLERANCE: f64 = 0.06;

/// Where shingles are compared, candidates with an estimate further below the wanted similarity are passed over: four standard errors at .5.
const IMPLAUSIBLE: f64 = 0.24;

/// The part of a table that is in use at most, and by how much it then grows.
const MOST_FULL: f64 = 0.85;
const GROWTH: f64 = 1.2;

/// Representatives in the order in which they came.
#[derive(Debug)]
pub(crate) struct Representatives {
    least: f64,
    sketches: Chunks<[u64; WORDS]>,
    /// Those of each, where they are compared.
    shingles: Option<Vec<Shingles>>,
    tables: Vec<Table>,
}

impl Representatives {
    pub(crate) fn new(similarity: f64) -> Self {
        Representatives {
            least: accepted(similarity),
            sketches: Chunks::default(),
            shingles: None,
            tables: vec![Table::default(); Bands::for_similarity(similarity).number],
        }
    }

    /// Whose shingles are compared.
    pub(crate) fn exact(similarity: f64) -> Self {
        Representatives {
            least: similarity,
            shingles: Some(Vec::new()),
            ..Self::new(similarity)
        }
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.shingles.is_some()
    }

    /// As [`Representatives::find`], with the similarity of the shingles.
    pub(crate) fn find_exactly(&self, sketch: &Sketch, shingles: &Shingles) -> Option<(u32, f64)> {
        let others = self.shingles.as_ref().expect("shingles are compared");
        let mut best = Best::new(self.least);
        for candidate in self.candidates(sketch) {
            let estimate = Sketch::similarity(&sketch.bits, self.sketch(candidate));
            if estimate >= self.least - IMPLAUSIBLE {
                let other = &others[candidate as usize];
                let common = shingles.common(other);
                best.offer(
                    candidate,
                    Measure::Jaccard.of(common, shingles.len(), other.len()),
                );
            }
        }
        best.found()
    }

    /// The representatives that agree with a document in a band, each once.
    fn candidates(&self, sketch: &Sketch) -> Vec<u32> {
        let bands = self.tables.iter().zip(&sketch.bands);
        let mut candidates: Vec<u32> = bands
            .flat_map(|(table, &key)| table.candidates(key))
            .collect();
        candidates.sort_unstable();
        candidates.dedup();
        candidates
    }

    /// The representative that is most similar to a document, and the similarity; of several the first.
    pub(crate) fn find(&self, sketch: &Sketch) -> Option<(u32, f64)> {
        let mut best = Best::new(self.least);
        for (table, &key) in self.tables.iter().zip(&sketch.bands) {
            for candidate in table.candidates(key) {
                best.compare(candidate, sketch, self.sketches.get(candidate as usize));
            }
        }
        best.found()
    }

    /// All representatives among the candidates that are as similar to a document, the most similar one first, and of these the first.
    #[cfg(feature = "cli")]
    pub(crate) fn find_all(&self, sketch: &Sketch) -> Vec<(u32, f64)> {
        let with_similarity = self.candidates(sketch).into_iter().map(|candidate| {
            let similarity = Sketch::similarity(&sketch.bits, self.sketch(candidate));
            (candidate, similarity)
        });
        let mut found: Vec<(u32, f64)> = with_similarity
            .filter(|(_, similarity)| *similarity >= self.least)
            .collect();
        found.sort_by(|one, other| other.1.total_cmp(&one.1));
        found
    }

    /// Adds a representative, and its shingles if they are compared.
    ///
    /// # Errors
    /// At the 4,294,967,296th; nothing has changed then.
    pub(crate) fn insert(
        &mut self,
        sketch: &Sketch,
        shingles: Option<&Shingles>,
    ) -> Result<(), Full> {
        let number = number(self.sketches.len())?;
        self.sketches.push(sketch.bits);
        if let Some(all) = &mut self.shingles {
            all.push(shingles.cloned().unwrap_or_default());
        }
        for (table, &key) in self.tables.iter_mut().zip(&sketch.bands) {
            table.insert(key, number);
        }
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.sketches.len()
    }

    pub(crate) fn sketch(&self, number: u32) -> &[u64; WORDS] {
        self.sketches.get(number as usize)
    }

    /// The keys of a band with their representatives, sorted.
    pub(crate) fn entries(&self, band: usize) -> Vec<(u32, u32)> {
        let cells = self.tables[band].cells.iter();
        let mut entries: Vec<(u32, u32)> = cells.copied().filter(|cell| cell.1 != FREE).collect();
        entries.sort_unstable();
        entries
    }
}

/// There is no number for another representative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Full;

impl fmt::Display for Full {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("4,294,967,295 documents are similar to none before, and no more can be compared; divide the corpus, and compare each part with an index")
    }
}

/// The number of a representative after so many others.
fn number(others: usize) -> Result<u32, Full> {
    let number = u32::try_from(others).ok();
    number.filter(|&number| number != FREE).ok_or(Full)
}

/// The least estimate that counts for a similarity.
pub(crate) fn accepted(similarity: f64) -> f64 {
    (similarity - TOLERANCE).max(similarity / 2.0)
}

/// The most similar of some candidates.
pub(crate) struct Best {
    least: f64,
    found: Option<(u32, f64)>,
}

impl Best {
    pub(crate) fn new(least: f64) -> Self {
        Best { least, found: None }
    }

    pub(crate) fn compare(&mut self, candidate: u32, sketch: &Sketch, other: &[u64; WORDS]) {
        self.offer(candidate, Sketch::similarity(&sketch.bits, other));
    }

    fn offer(&mut self, candidate: u32, similarity: f64) {
        if similarity < self.least {
            return;
        }
        let is_better = self.found.is_none_or(|(number, best)| {
            similarity > best || similarity == best && candidate < number
        });
        if is_better {
            self.found = Some((candidate, similarity));
        }
    }

    pub(crate) fn found(self) -> Option<(u32, f64)> {
        self.found
    }
}

/// The number of no representative.
const FREE: u32 = u32::MAX;

/// The representatives with each hash of a band: open addressing.
#[derive(Debug, Clone, Default)]
struct Table {
    /// Keys and representatives.
    cells: Vec<(u32, u32)>,
    used: usize,
}

impl Table {
    fn candidates(&self, key: u32) -> impl Iterator<Item = u32> {
        let cells = self.from(key).take_while(|cell| cell.1 != FREE);
        cells.filter(move |cell| cell.0 == key).map(|cell| cell.1)
    }

    /// The cells from the place of a key on, once around.
    fn from(&self, key: u32) -> impl Iterator<Item = (u32, u32)> {
        let (before, behind) = self.cells.split_at(self.place(key));
        behind.iter().chain(before).copied()
    }

    fn place(&self, key: u32) -> usize {
        ((u64::from(key) * self.cells.len() as u64) >> 32) as usize
    }

    fn insert(&mut self, key: u32, number: u32) {
        if self.candidates(key).take(MOST_CANDIDATES).count() == MOST_CANDIDATES {
            return;
        }
        if self.used as f64 >= MOST_FULL * self.cells.len() as f64 {
            self.grow();
        }
        self.put(key, number);
        self.used += 1;
    }

    fn put(&mut self, key: u32, number: u32) {
        let mut at = self.place(key);
        while self.cells[at].1 != FREE {
            at = if at + 1 == self.cells.len() {
                0
            } else {
                at + 1
            };
        }
        self.cells[at] = (key, number);
    }

    fn grow(&mut self) {
        let size = ((self.cells.len() as f64 * GROWTH) as usize).max(64);
        let mut old = std::mem::replace(&mut self.cells, vec![(0, FREE); size]);
        old.retain(|cell| cell.1 != FREE);
        for (key, number) in old {
            self.put(key, number);
        }
    }
}

/// A vector that never moves what it holds, and so never holds it twice.
#[derive(Debug)]
struct Chunks<T> {
    chunks: Vec<Vec<T>>,
}

/// The entries of a chunk.
const CHUNK: usize = 1 << 12;

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks { chunks: Vec::new() }
    }
}

impl<T> Chunks<T> {
    fn push(&mut self, one: T) {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(one),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(one);
                self.chunks.push(chunk);
            }
        }
    }

    fn get(&self, index: usize) -> &T {
        &self.chunks[index / CHUNK][index % CHUNK]
    }

    fn len(&self) -> usize {
        match self.chunks.last() {
            None => 0,
            Some(last) => (self.chunks.len() - 1) * CHUNK + last.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_never_that_of_none() {
        assert_eq!(number(7), Ok(7));
        assert_eq!(number(FREE as usize - 1), Ok(FREE - 1));
        assert_eq!(number(FREE as usize), Err(Full));
        assert_eq!(number(FREE as usize + 1), Err(Full));
    }

    #[test]
    fn a_table_finds_all_numbers_of_a_key_up_to_the_limit() {
        let mut table = Table::default();
        for number in 0..5_000 {
            table.insert((number % 1000) * 4_000_000, number);
        }
        for key in 0..1000 {
            let mut found: Vec<u32> = table.candidates(key * 4_000_000).collect();
            found.sort_unstable();
            assert!(found.into_iter().eq((0..5).map(|round| round * 1000 + key)));
        }
        for number in 0..100 {
            table.insert(7, number);
        }
        assert_eq!(table.candidates(7).count(), MOST_CANDIDATES);
    }
}
