//! The sketches of representatives, found by their bands.

use std::convert::Infallible;
use std::fmt;

use crate::Bands;
use crate::shingles::{Measure, Shingles};
use crate::sketch::{Sketch, WORDS, mixed_with};

/// Representatives that a key holds at most. Where a template makes many documents agree in a band without being similar, the others are
/// found by [`longer`] keys, so that time stays linear.
pub(crate) const MOST_CANDIDATES: usize = 32;

/// How far below the wanted similarity an estimate may be: half of the documents with just this similarity have an estimate below it.
/// Two standard errors of long documents, and three of short ones.
const TOLERANCE: f64 = 0.06;

/// The standard error of an estimate at .7, a bit below the usual similarity, for a document that is a bit longer than the other.
const STANDARD_ERROR: f64 = 0.05;

/// Candidates that come near what counts, and are no sign of a template yet.
const FEW: f64 = 4.0;

/// Candidates with an estimate this far below what counts, some 2.5 standard errors, may have one above it by chance.
const NEARLY: f64 = 0.12;

/// Where shingles are compared, candidates with an estimate further below the wanted similarity are passed over: more than three standard errors at .5.
const IMPLAUSIBLE: f64 = 0.24;

/// While there are at most this number of representatives, a document is compared with all of them, so that no pair of a few documents is
/// missed by its bands. All these comparisons together take some milliseconds.
pub(crate) const COMPARED_WITH_ALL: usize = 1000;

/// The least estimate that means anything without a common band: five standard errors above that of documents with nothing in common.
pub(crate) const UNRELATED: f64 = 0.4;

/// The part of a table that is in use at most, and by how much it then grows.
const MOST_FULL: f64 = 0.85;
const GROWTH: f64 = 1.2;

/// Representatives in the order in which they came.
#[derive(Debug)]
pub(crate) struct Representatives {
    similarity: f64,
    least: f64,
    sketches: Chunks<[u64; WORDS]>,
    /// Those of each, where they are compared.
    shingles: Option<Vec<Shingles>>,
    tables: Vec<Table>,
}

impl Representatives {
    pub(crate) fn new(similarity: f64) -> Self {
        Representatives {
            similarity,
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
        let compared = match self.len() <= COMPARED_WITH_ALL {
            true => self.compared_with_all(sketch),
            false => self.compared(sketch),
        };
        let plausible =
            (compared.into_iter()).filter(|(_, estimate)| *estimate >= self.least - IMPLAUSIBLE);
        let exact = plausible.map(|(candidate, _)| {
            let other = &others[candidate as usize];
            let common = shingles.common(other);
            let similarity = Measure::Jaccard.of(common, shingles.len(), other.len());
            (candidate, similarity)
        });
        similar(exact.collect(), self.least).next()
    }

    /// The representative that is most similar to a document, and the similarity; of several the first.
    pub(crate) fn find(&self, sketch: &Sketch) -> Option<(u32, f64)> {
        by_estimate(self.compared(sketch), self.least).next()
    }

    /// As [`Representatives::find`], for a document that agrees with none in a band.
    pub(crate) fn find_without_band(&self, sketch: &Sketch) -> Option<(u32, f64)> {
        let is_enough = self.least >= UNRELATED;
        let compared = is_enough.then(|| self.compared_with_all(sketch))?;
        by_estimate(compared, self.least).next()
    }

    /// As [`Representatives::find`], and while there are few among all.
    pub(crate) fn find_or_compare_all(&self, sketch: &Sketch) -> Option<(u32, f64)> {
        let is_small = self.len() <= COMPARED_WITH_ALL;
        let found = self.find(sketch);
        found.or_else(|| is_small.then(|| self.find_without_band(sketch))?)
    }

    /// All representatives that are as similar to a document, among the candidates or, of few, among all; the most similar one first, and of
    /// these the first.
    #[cfg(feature = "cli")]
    pub(crate) fn find_all(&self, sketch: &Sketch) -> impl Iterator<Item = (u32, f64)> {
        let needs_no_band = self.len() <= COMPARED_WITH_ALL && self.least >= UNRELATED;
        let compared = match needs_no_band {
            true => self.compared_with_all(sketch),
            false => self.compared(sketch),
        };
        by_estimate(compared, self.least)
    }

    fn compared_with_all(&self, sketch: &Sketch) -> Vec<(u32, f64)> {
        self.with_estimates(sketch, 0..self.len() as u32)
    }

    /// The representatives that agree with a document in a band, each once, with the estimated similarity.
    fn compared(&self, sketch: &Sketch) -> Vec<(u32, f64)> {
        let of_key = |band: usize, key, found: &mut Vec<u32>| {
            found.extend(self.tables[band].candidates(key));
            Ok::<_, Infallible>(())
        };
        let Ok(candidates) = candidates(sketch, of_key);
        self.with_estimates(sketch, candidates)
    }

    fn with_estimates(
        &self,
        sketch: &Sketch,
        candidates: impl IntoIterator<Item = u32>,
    ) -> Vec<(u32, f64)> {
        let with_estimate = candidates.into_iter().map(|candidate| {
            let estimate =
                Sketch::similarity(&sketch.bits, self.sketch(candidate), self.similarity);
            (candidate, estimate)
        });
        with_estimate.collect()
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
        for (band, (table, &key)) in self.tables.iter_mut().zip(&sketch.bands).enumerate() {
            // Without room anywhere there are many with its very sketch.
            if let Some(key) = keys(&sketch.bits, band, key).find(|&key| table.has_room(key)) {
                table.insert(key, number);
            }
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

/// The documents that agree with another one in a band, each once. `of_key` adds those that a key of a band holds.
///
/// # Errors
/// Those of `of_key`.
pub(crate) fn candidates<E>(
    sketch: &Sketch,
    of_key: impl Fn(usize, u32, &mut Vec<u32>) -> Result<(), E>,
) -> Result<Vec<u32>, E> {
    let mut found = Vec::new();
    for (band, &key) in sketch.bands.iter().enumerate() {
        for key in keys(&sketch.bits, band, key) {
            let before = found.len();
            of_key(band, key, &mut found)?;
            if found.len() - before < MOST_CANDIDATES {
                break;
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The keys of a document in the table of a band: that of the band, and the [`longer`] ones for documents that it has no room for.
fn keys(bits: &[u64; WORDS], band: usize, key: u32) -> impl Iterator<Item = u32> {
    std::iter::once(key).chain(longer(bits, band))
}

/// Keys of more and more bits of a sketch, 16 to all 256. Fewer of the documents that share a template agree in them, and copies of a
/// document agree in the last. They are made from the bits that an index keeps.
pub(crate) fn longer(bits: &[u64; WORDS], band: usize) -> impl Iterator<Item = u32> {
    /// The number of different runs of 16 bits.
    const RUNS: usize = WORDS * 4;
    // Hardly any document needs them, so each is made when it is asked for.
    let run = |at: usize| (bits[at / 4] >> (16 * (at % 4))) as u16;
    (0..=RUNS.ilog2()).map(move |length| {
        let length = 1 << length;
        let first = band % (RUNS / length) * length;
        let hash = (first..first + length).fold(length as u64, |hash, at| {
            mixed_with(u32::from(run(at)), hash)
        });
        (hash >> 32) as u32
    })
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

/// The candidates whose similarity is estimated and high enough, in the order of [`similar`].
///
/// Where a template makes many documents a bit less similar than is wanted, the highest of their estimates is too high by chance. So the
/// more there are, the more is asked for: of n normal errors the largest is near the square root of 2 ln n standard errors.
/// Equal sketches are always enough. As much as is asked for in addition, an estimate is lowered: by all of it at the limit, by nothing at
/// 1, since the error of an estimate is the smaller the higher it is.
///
/// That a representative has had many documents so far is no reason to ask for less: its errors are alike in all estimates with the pages of
/// its template, so that these would all join the luckiest one.
pub(crate) fn by_estimate(
    mut candidates: Vec<(u32, f64)>,
    least: f64,
) -> impl Iterator<Item = (u32, f64)> {
    let near = (candidates.iter()).filter(|(_, estimate)| *estimate >= least - NEARLY);
    let too_many = (near.count() as f64 / FEW).max(1.0);
    let raise = STANDARD_ERROR * (2.0 * too_many.ln()).sqrt();
    candidates.retain(|(_, estimate)| *estimate >= least);
    let above = (1.0 - least - raise).max(0.0);
    for (_, estimate) in &mut candidates {
        if *estimate < 1.0 {
            *estimate -= raise * (1.0 - *estimate) / above;
        }
    }
    similar(candidates, least)
}

/// The candidates with at least this similarity, the most similar one first, and of these the first.
fn similar(mut candidates: Vec<(u32, f64)>, least: f64) -> impl Iterator<Item = (u32, f64)> {
    candidates.retain(|(_, similarity)| *similarity >= least);
    candidates.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    candidates.into_iter()
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

    fn has_room(&self, key: u32) -> bool {
        self.candidates(key).nth(MOST_CANDIDATES - 1).is_none()
    }

    fn insert(&mut self, key: u32, number: u32) {
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
    fn the_highest_of_many_estimates_is_lowered() {
        let of = |candidates: Vec<(u32, f64)>| by_estimate(candidates, 0.74).collect::<Vec<_>>();
        assert_eq!(of(vec![(0, 0.76), (1, 0.93)]), [(1, 0.93), (0, 0.76)]);
        let template = (0..100).map(|number| (number, 0.7));
        let found = of(template
            .chain([(100, 0.8), (101, 0.93), (102, 1.0)])
            .collect());
        assert_eq!(found.len(), 2);
        assert_eq!(found[0], (102, 1.0));
        let (number, similarity) = found[1];
        assert_eq!(number, 101);
        assert!((0.85..0.88).contains(&similarity), "{similarity}");
        // However many there are, equal ones are found.
        let equal = (0..10_000_000).map(|number| (number, if number == 7 { 1.0 } else { 0.99 }));
        assert_eq!(of(equal.collect()), [(7, 1.0)]);
    }

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
        for number in 0..MOST_CANDIDATES as u32 {
            assert!(table.has_room(7));
            table.insert(7, number);
        }
        assert!(!table.has_room(7));
    }

    #[test]
    fn the_longest_key_is_that_of_the_whole_sketch() {
        let bits = [1, 2, 3, 4];
        let keys: Vec<u32> = longer(&bits, 0).collect();
        assert_eq!(keys.len(), 5);
        assert_eq!(keys.last(), longer(&bits, 5).collect::<Vec<_>>().last());
        let other: Vec<u32> = longer(&[1, 2, 3, 5], 0).collect();
        assert_eq!(keys[..4], other[..4]);
        assert_ne!(keys[4], other[4]);
    }
}
