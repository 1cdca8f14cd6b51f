//! From a text to a sketch.

use std::sync::LazyLock;

pub use crate::bands::SLOTS;
use crate::shingler::{FACTOR, Shingler};
use crate::shingles::Shingles;
use crate::{Bands, Settings};

/// The bits of a sketch, as words of 64 bits.
pub const WORDS: usize = 4;

/// The bits that say of how many sampled shingles the number is odd. The others are the size of the set of shingles.
const PARITIES: u64 = 240;

/// Sampled shingles, multiplied by the share of them that may differ: at the limit about 70 of the samples of two documents are in one of them.
/// More would make parities of unlike documents random, and fewer would differ more by chance.
const SAMPLED: f64 = 50.0;

/// Sampled shingles at most: they take time.
const MOST_SAMPLED: f64 = 384.0;

/// The number of shingles that sketches for a similarity sample.
fn sampled(similarity: f64) -> f64 {
    (SAMPLED / (1.0 - similarity)).min(MOST_SAMPLED).round()
}

/// A document as it is compared. Where only equal sets of shingles are wanted (a similarity of 1), both fields are made from a hash of
/// the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// The parities of sampled shingles, and in the last 16 bits the size of the set of all.
    pub bits: [u64; WORDS],
    /// A hash of each band.
    pub bands: Vec<u32>,
}

impl Sketch {
    /// The estimated Jaccard similarity of two documents, from 0 to 1, by sketches that were made for a similarity.
    #[must_use]
    pub fn similarity(a: &[u64; WORDS], b: &[u64; WORDS], made_for: f64) -> f64 {
        let unequal: u32 = (a.iter().zip(b)).map(|(a, b)| (a ^ b).count_ones()).sum();
        let of_size = (size_bits(a) ^ size_bits(b)).count_ones();
        // A shingle that only one sample has changes a parity, and further ones may change it back (Mitzenmacher, Pagh and Pham 2014).
        let parities = PARITIES as f64;
        let even = 1.0 - 2.0 * f64::from(unequal - of_size) / parities;
        let in_one = -parities / 2.0 * even.max(f64::EPSILON).ln();
        let sampled = sampled(made_for);
        let common = sampled - in_one / 2.0;
        let (one, other) = (size(a), size(b));
        let (less, more) = (one.min(other), one.max(other));
        // Of the smaller set more of each shingle is sampled than of the larger one, so that no more than the latter can be common.
        let share = common * more / (sampled * (one + other));
        (share / (1.0 - share)).clamp(0.0, less / more)
    }

    /// All of the sketch, in little-endian order: the bits, then the bands.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let bits = self.bits.iter().flat_map(|word| word.to_le_bytes());
        bits.chain(self.bands.iter().flat_map(|band| band.to_le_bytes()))
            .collect()
    }

    /// The sketch with these bytes; `None` if they are not those of a sketch for this similarity.
    #[must_use]
    pub fn from_bytes(bytes: &[u8], similarity: f64) -> Option<Self> {
        let (bits, bands) = bytes.split_at_checked(8 * WORDS)?;
        let (bits, _) = bits.as_chunks::<8>();
        let (bands, rest) = bands.as_chunks::<4>();
        let is_whole = rest.is_empty() && bands.len() == Bands::for_similarity(similarity).number;
        is_whole.then(|| Sketch {
            bits: std::array::from_fn(|word| u64::from_le_bytes(bits[word])),
            bands: bands.iter().map(|band| u32::from_le_bytes(*band)).collect(),
        })
    }
}

/// The bits of the size of a set.
fn size_bits(bits: &[u64; WORDS]) -> u16 {
    (bits[WORDS - 1] >> 48) as u16
}

/// The size of a set: its bits are five of the exponent and eleven of the fraction.
fn size(bits: &[u64; WORDS]) -> f64 {
    f32::from_bits((u32::from(size_bits(bits)) << 12) + 1f32.to_bits()).into()
}

/// Makes sketches, and reuses its buffers.
#[derive(Debug)]
pub struct Sketcher {
    shingler: Shingler,
    bands: Bands,
    least: Least,
    /// Only equal sets of shingles are wanted. An estimate of 1 would not do: few changed words change no bit of a sketch.
    is_of_equal: bool,
}

/// A part of the range in which no hash has been seen.
const EMPTY: u32 = u32::MAX;

impl Sketcher {
    /// A maker of sketches for these settings.
    ///
    /// # Panics
    /// If the similarity is not above 0 and at most 1.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Sketcher {
            shingler: Shingler::new(settings.shingle, settings.fold),
            bands: Bands::for_similarity(settings.similarity),
            least: Least::new(sampled(settings.similarity) as usize),
            is_of_equal: settings.similarity == 1.0,
        }
    }

    /// The sketch of a text.
    pub fn sketch(&mut self, text: &str) -> Sketch {
        if self.is_of_equal {
            return self.sketch_and_shingles(text).0;
        }
        self.shingler.each(text, |shingle| self.least.add(shingle));
        self.finish()
    }

    /// The sketch of a text and its shingles, which [`NearDup::push_exact`](crate::NearDup::push_exact) compares.
    pub fn sketch_and_shingles(&mut self, text: &str) -> (Sketch, Shingles) {
        let mut shingles = Vec::new();
        self.shingler.each(text, |shingle| {
            self.least.add(shingle);
            shingles.push(shingle);
        });
        let mut sketch = self.finish();
        if self.is_of_equal {
            sketch = of_set(&mut shingles);
        }
        (sketch, Shingles::of(shingles.into_iter()))
    }

    fn finish(&mut self) -> Sketch {
        let (bits, mut parts) = self.least.take();
        fill(&mut parts);
        let rows = self.bands.rows;
        let bands = (0..self.bands.number).map(|band| {
            let hashes = &parts[band * rows..(band + 1) * rows];
            let seed = band as u64;
            let hash = hashes.iter().fold(seed, |hash, &one| mixed_with(one, hash));
            (hash >> 32) as u32
        });
        Sketch {
            bits,
            bands: bands.collect(),
        }
    }
}

/// The least hashes of a set of shingles.
#[derive(Debug)]
struct Least {
    /// In each part of the range.
    parts: Box<[u32; SLOTS]>,
    /// The hashes up to a limit, which are at least those that are sampled.
    all: Vec<u64>,
    limit: u64,
    sampled: usize,
    /// The same as a hash table: open addressing.
    cells: Vec<u64>,
}

/// Cells, and hashes in them at most.
const CELLS: usize = 1024;
const MOST: usize = 640;

/// A cell without a hash.
const FREE: u64 = 0;

impl Least {
    fn new(sampled: usize) -> Self {
        Least {
            parts: Box::new([EMPTY; SLOTS]),
            all: Vec::with_capacity(MOST),
            limit: u64::MAX,
            sampled,
            cells: vec![FREE; CELLS],
        }
    }

    fn add(&mut self, hash: u64) {
        // The upper half of the bits chooses the part, the lower half is compared.
        let part = &mut self.parts[(((hash >> 32) * SLOTS as u64) >> 32) as usize];
        // The greatest number says that a part is empty.
        *part = (*part).min((hash as u32).min(EMPTY - 1));
        let hash = hash.max(FREE + 1);
        if hash <= self.limit && self.is_new(hash) {
            self.all.push(hash);
            if self.all.len() == MOST {
                self.cut();
                self.cells.fill(FREE);
                for at in 0..self.all.len() {
                    self.is_new(self.all[at]);
                }
            }
        }
    }

    /// Puts a hash into its cell, if it is not there.
    fn is_new(&mut self, hash: u64) -> bool {
        // The upper bits of the least hashes are alike.
        let mut at = hash as usize % CELLS;
        while self.cells[at] != FREE {
            if self.cells[at] == hash {
                return false;
            }
            at = (at + 1) % CELLS;
        }
        self.cells[at] = hash;
        true
    }

    /// Leaves those that are sampled.
    fn cut(&mut self) {
        if self.all.len() > self.sampled {
            self.limit = *self.all.select_nth_unstable(self.sampled - 1).1;
            self.all.truncate(self.sampled);
        }
    }

    /// The bits of a sketch and the least hash in each part; begins anew.
    ///
    /// Each document has about as many parities to change. So of a large set only the least hashes count, and in a small one each counts more than
    /// once, the least ones once more than others. What a larger set has of a hash a smaller one has, too.
    fn take(&mut self) -> ([u64; WORDS], [u32; SLOTS]) {
        const RANGE: f64 = u64::MAX as f64;
        self.cut();
        let (sampled, distinct) = (self.sampled, self.all.len());
        let (size, times, once_more) = match self.limit {
            u64::MAX => {
                let rest = (sampled % distinct) as f64 / distinct as f64;
                (distinct as f64, sampled / distinct, (rest * RANGE) as u64)
            }
            limit => (sampled as f64 * RANGE / limit as f64, 0, limit),
        };
        let mut bits = [0; WORDS];
        bits[WORDS - 1] = u64::from((size as f32).to_bits() - 1f32.to_bits()) >> 12 << 48;
        for hash in self.all.drain(..) {
            for time in 0..times + usize::from(hash <= once_more) {
                let at = ((mixed_with(time as u32, hash) >> 32) * PARITIES) >> 32;
                bits[at as usize / 64] ^= 1 << (at % 64);
            }
        }
        self.limit = u64::MAX;
        self.cells.fill(FREE);
        (bits, std::mem::replace(&mut *self.parts, [EMPTY; SLOTS]))
    }
}

/// The sketch by which only equal sets of shingles agree. The estimated similarity of others is that of random bits, near 0.
fn of_set(shingles: &mut Vec<u64>) -> Sketch {
    shingles.sort_unstable();
    shingles.dedup();
    let hash = shingles.iter().fold(0, |hash: u64, &shingle| {
        tokens::hashes::mixed(hash.wrapping_mul(FACTOR) ^ shingle)
    });
    Sketch {
        bits: std::array::from_fn(|word| mixed_with(word as u32, hash)),
        bands: vec![(hash >> 32) as u32],
    }
}

/// Fills empty parts with the hashes of others, each chosen independently (Shrivastava 2017, algorithm 1): of the parts that are drawn one
/// after the other the first that is not empty.
fn fill(least: &mut [u32; SLOTS]) {
    let of = *least;
    let filled: Vec<u8> = (0..SLOTS as u8)
        .filter(|&slot| of[usize::from(slot)] != EMPTY)
        .collect();
    if filled.len() == SLOTS || filled.is_empty() {
        return;
    }
    // The fewer there are, the more draws it takes, and the sooner all are looked at.
    let turns = (filled.len() < MANY).then(turns);
    for (slot, hash) in least.iter_mut().enumerate() {
        if *hash != EMPTY {
            continue;
        }
        let donor = match turns {
            Some(turns) => filled
                .iter()
                .min_by_key(|&&donor| turns[slot][usize::from(donor)])
                .map_or(slot, |&donor| usize::from(donor)),
            None => (0..)
                .map(|attempt| draw(slot, attempt))
                .find(|&donor| of[donor] != EMPTY)
                .unwrap_or(slot),
        };
        *hash = of[donor];
    }
}

/// From this number of parts that are not empty on, draws take less time than a look at all.
const MANY: usize = 12;

/// The part that is drawn for an empty one.
fn draw(slot: usize, attempt: u32) -> usize {
    (mixed_with(attempt, slot as u64) % SLOTS as u64) as usize
}

/// For each part the order in which the others are first drawn for it.
fn turns() -> &'static [[u8; SLOTS]; SLOTS] {
    static TURNS: LazyLock<Box<[[u8; SLOTS]; SLOTS]>> = LazyLock::new(|| {
        let mut all = Box::new([[u8::MAX; SLOTS]; SLOTS]);
        for (slot, turns) in all.iter_mut().enumerate() {
            let mut next = 0;
            for attempt in 0.. {
                let turn = &mut turns[draw(slot, attempt)];
                if *turn == u8::MAX {
                    *turn = next;
                    next += 1;
                }
                if usize::from(next) == SLOTS {
                    break;
                }
            }
        }
        all
    });
    &TURNS
}

pub(crate) fn mixed_with(hash: u32, other: u64) -> u64 {
    tokens::hashes::mixed((u64::from(hash) << 32 | 0x5A5A_5A5A) ^ other.wrapping_mul(FACTOR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;
    use tokens::Fold;

    fn sketch(words: impl IntoIterator<Item = usize>, similarity: f64) -> Sketch {
        let text: Vec<String> = words.into_iter().map(|word| format!("w{word}")).collect();
        let settings = Settings {
            similarity,
            shingle: NonZero::new(1).unwrap(),
            ..Settings::default()
        };
        Sketcher::new(settings).sketch(&text.join(" "))
    }

    #[test]
    fn the_estimate_is_near_the_similarity() {
        // Words of one text, of the other, and of both: short and long texts, and one that is longer than the other.
        for (one, other, both) in [(2, 2, 8), (30, 30, 170), (10, 50, 240), (300, 300, 1700)] {
            for made_for in [0.5, 0.7, 0.8, 0.9] {
                let similarity = both as f64 / (one + other + both) as f64;
                let errors = (0..50).map(|round| {
                    let from = round * 10_000;
                    let a = sketch(from..from + one + both, made_for);
                    let b = sketch(from + one..from + one + both + other, made_for);
                    Sketch::similarity(&a.bits, &b.bits, made_for) - similarity
                });
                let errors: Vec<f64> = errors.collect();
                let mean = errors.iter().sum::<f64>() / 50.0;
                let variance = errors.iter().map(|error| error * error).sum::<f64>() / 50.0;
                let case = (one, other, both, made_for);
                assert!(mean.abs() < 0.02, "{case:?}: {mean}");
                assert!(variance.sqrt() < 0.06, "{case:?}: {}", variance.sqrt());
            }
        }
    }

    #[test]
    fn a_sketch_is_that_of_the_set_of_shingles() {
        for words in [3, 100, 300, 1000, 5000] {
            let once = sketch(0..words, 0.8);
            assert_eq!(once, sketch((0..words).rev().chain(0..words), 0.8));
        }
        // In a short text each shingle counts.
        for words in [1, 3, 100, 200] {
            let [one, more] = [words, words + 1].map(|words| sketch(0..words, 0.8));
            let similarity = Sketch::similarity(&one.bits, &more.bits, 0.8);
            assert!(similarity < 1.0, "{words}");
        }
    }

    #[test]
    fn an_empty_part_gets_the_first_that_is_drawn_and_not_empty() {
        for filled in [1, 2, 5, MANY - 1, MANY, 40, SLOTS - 1] {
            let mut least = [EMPTY; SLOTS];
            for number in 0..filled {
                least[number * 89 % SLOTS] = number as u32;
            }
            let mut drawn = least;
            for (slot, hash) in drawn.iter_mut().enumerate() {
                let mut attempt = 0;
                while *hash == EMPTY {
                    *hash = least[draw(slot, attempt)];
                    attempt += 1;
                }
            }
            fill(&mut least);
            assert_eq!(least, drawn, "{filled}");
        }
    }

    #[test]
    fn shingles_of_equal_words_are_equal() {
        let five = NonZero::new(5).unwrap();
        let mut shingler = Shingler::new(five, Fold::default());
        let mut of = |text: &str| {
            let mut all = Vec::new();
            shingler.each(text, |shingle| all.push(shingle));
            all
        };
        let (long, short) = (of("a b c d e f g h"), of("c d e f g"));
        assert_eq!((long.len(), short.len()), (4, 1));
        assert_eq!(long[2], short[0]);
        assert_eq!(of("a b").len(), 1);
        assert_ne!(of("a b"), of("b a"));
    }
}
