//! From a text to a sketch.

use std::sync::LazyLock;

pub use crate::bands::SLOTS;
use crate::shingler::{FACTOR, Shingler};
use crate::shingles::Shingles;
use crate::{Bands, Settings};

/// The bits of a hash that a sketch keeps.
const BITS: u32 = 2;

/// The hashes of a sketch as words of 64 bits.
pub const WORDS: usize = SLOTS * BITS as usize / 64;

/// A document as it is compared. Where only equal sets of shingles are wanted (a similarity of 1), both fields are made from a hash of
/// the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sketch {
    /// Two bits of each hash.
    pub bits: [u64; WORDS],
    /// A hash of each band.
    pub bands: Vec<u32>,
}

impl Sketch {
    /// The estimated Jaccard similarity of two documents, from 0 to 1: its standard error is .04 at .8.
    #[must_use]
    pub fn similarity(a: &[u64; WORDS], b: &[u64; WORDS]) -> f64 {
        const LOW: u64 = 0x5555_5555_5555_5555;
        let unequal: u32 = (a.iter().zip(b))
            .map(|(a, b)| {
                let unequal = a ^ b;
                ((unequal | unequal >> 1) & LOW).count_ones()
            })
            .sum();
        // Two bits of unlike hashes are equal by chance in one case of four (Li and König 2010).
        let by_chance = 0.25;
        let equal = 1.0 - f64::from(unequal) / SLOTS as f64;
        ((equal - by_chance) / (1.0 - by_chance)).max(0.0)
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

/// Makes sketches, and reuses its buffers.
#[derive(Debug)]
pub struct Sketcher {
    shingler: Shingler,
    bands: Bands,
    /// Only equal sets of shingles are wanted. An estimate of 1 would not do: few changed words change no hash of a sketch.
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
            is_of_equal: settings.similarity == 1.0,
        }
    }

    /// The sketch of a text.
    pub fn sketch(&mut self, text: &str) -> Sketch {
        if self.is_of_equal {
            return self.sketch_and_shingles(text).0;
        }
        let mut least = [EMPTY; SLOTS];
        self.shingler.each(text, |shingle| add(&mut least, shingle));
        self.finish(least)
    }

    /// The sketch of a text and its shingles, which [`NearDup::push_exact`](crate::NearDup::push_exact) compares.
    pub fn sketch_and_shingles(&mut self, text: &str) -> (Sketch, Shingles) {
        let mut least = [EMPTY; SLOTS];
        let mut shingles = Vec::new();
        self.shingler.each(text, |shingle| {
            add(&mut least, shingle);
            shingles.push(shingle);
        });
        let sketch = match self.is_of_equal {
            true => of_set(&mut shingles),
            false => self.finish(least),
        };
        (sketch, Shingles::of(shingles.into_iter()))
    }

    fn finish(&self, mut least: [u32; SLOTS]) -> Sketch {
        fill(&mut least);
        let mut bits = [0; WORDS];
        for (slot, &hash) in least.iter().enumerate() {
            // The number of the part takes part: else all parts that one shingle fills would agree or none.
            let two = mixed_with(hash, slot as u64) & ((1 << BITS) - 1);
            bits[slot / (64 / BITS as usize)] |= two << (slot * BITS as usize % 64);
        }
        let rows = self.bands.rows;
        let bands = (0..self.bands.number).map(|band| {
            let hashes = &least[band * rows..(band + 1) * rows];
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

/// Puts a hash into its part: the upper half of the bits chooses the part, the lower half is compared.
fn add(least: &mut [u32; SLOTS], hash: u64) {
    let slot = (((hash >> 32) * SLOTS as u64) >> 32) as usize;
    // The greatest number says that a part is empty.
    let low = (hash as u32).min(EMPTY - 1);
    least[slot] = least[slot].min(low);
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

    fn sketch(words: impl IntoIterator<Item = usize>) -> Sketch {
        let text: Vec<String> = words.into_iter().map(|word| format!("w{word}")).collect();
        let settings = Settings {
            shingle: NonZero::new(1).unwrap(),
            ..Settings::default()
        };
        Sketcher::new(settings).sketch(&text.join(" "))
    }

    #[test]
    fn the_estimate_is_near_the_similarity() {
        for shared in [0, 100, 200, 300, 400] {
            let mut error = 0.0;
            for round in 0..50 {
                let base = round * 10_000;
                let a = sketch(base..base + 400);
                let b = sketch(base + 400 - shared..base + 800 - shared);
                let similarity = shared as f64 / (800 - shared) as f64;
                error += Sketch::similarity(&a.bits, &b.bits) - similarity;
            }
            // At nothing in common, estimates below 0 count as 0.
            assert!((error / 50.0).abs() < 0.03, "{shared}: {}", error / 50.0);
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
