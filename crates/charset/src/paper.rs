//! The method of PRESEMT, section 4, which chared implements: scalar products of byte-trigram vectors.

use crate::Encoding;
use crate::codec::encode;
use crate::model::Model;
use crate::trigrams::Trigrams;

/// The byte-trigram vectors of a model, one per encoding, without the trigrams whose counts are
/// equal in all.
#[derive(Debug, Clone)]
pub struct Vectors {
    language: String,
    encodings: Vec<Encoding>,
    trigrams: Trigrams,
    /// The counts of each trigram, one per encoding.
    counts: Vec<u32>,
}

impl Vectors {
    /// Computes the vectors of a model. A character that an encoding lacks becomes NUL, and
    /// trigrams with NUL are not counted. ASCII characters give the same trigrams in all encodings,
    /// so these are not counted either.
    pub fn new(model: &Model) -> Self {
        let n = model.encodings.len();
        let mut trigrams = Trigrams::with_capacity(model.triples.len() * n);
        let mut counts: Vec<u32> = Vec::new();
        for (which, &encoding) in model.encodings.iter().enumerate() {
            let mut known = std::collections::HashMap::<char, Vec<u8>>::new();
            let mut bytes = Vec::new();
            for (triple, count) in &model.triples {
                if triple.iter().all(char::is_ascii) {
                    continue;
                }
                bytes.clear();
                let mut first = 0;
                for (place, &char) in triple.iter().enumerate() {
                    let coded = known.entry(char).or_insert_with(|| {
                        let mut coded = Vec::new();
                        if !encode(encoding, char, &mut coded) {
                            coded = vec![0];
                        }
                        coded
                    });
                    bytes.extend_from_slice(coded);
                    if place == 0 {
                        first = bytes.len();
                    }
                }
                // Count the trigrams that begin within the first character. The others belong to
                // the following triples.
                for window in bytes.windows(3).take(first) {
                    if window.contains(&0) {
                        continue;
                    }
                    let at = trigrams.insert(key(window)) * n;
                    if at == counts.len() {
                        counts.resize(at + n, 0);
                    }
                    counts[at + which] = counts[at + which].saturating_add(*count);
                }
            }
        }
        let mut kept = Trigrams::with_capacity(trigrams.keys().len());
        let mut kept_counts = Vec::new();
        for (&trigram, row) in trigrams.keys().iter().zip(counts.chunks_exact(n)) {
            if row.iter().any(|&count| count != row[0]) {
                kept.insert(trigram);
                kept_counts.extend_from_slice(row);
            }
        }
        Vectors {
            language: model.language.clone(),
            encodings: model.encodings.clone(),
            trigrams: kept,
            counts: kept_counts,
        }
    }

    /// Returns the language.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Returns the encodings in their order.
    pub fn encodings(&self) -> &[Encoding] {
        &self.encodings
    }

    /// Returns a trigram's counts, one per encoding, unless all are equal.
    pub fn counts(&self, trigram: [u8; 3]) -> Option<&[u32]> {
        let n = self.encodings.len();
        let at = self.trigrams.get(key(&trigram))? * n;
        Some(&self.counts[at..at + n])
    }
}

fn key(bytes: &[u8]) -> u32 {
    u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]])
}

/// The scalar products of a document, which comes in chunks, with the vectors of a language.
#[derive(Debug, Clone)]
pub struct Products<'a> {
    vectors: &'a Vectors,
    products: Vec<u64>,
    /// The last two bytes.
    last: Vec<u8>,
}

impl<'a> Products<'a> {
    /// Returns the products for an empty document.
    pub fn new(vectors: &'a Vectors) -> Self {
        Products {
            vectors,
            products: vec![0; vectors.encodings.len()],
            last: Vec::new(),
        }
    }

    /// Adds the next bytes of the document.
    pub fn push(&mut self, bytes: &[u8]) {
        let border = [&self.last[..], &bytes[..bytes.len().min(2)]].concat();
        self.add(&border);
        self.add(bytes);
        self.last
            .extend_from_slice(&bytes[bytes.len().saturating_sub(2)..]);
        let surplus = self.last.len().saturating_sub(2);
        self.last.drain(..surplus);
    }

    fn add(&mut self, bytes: &[u8]) {
        let n = self.products.len();
        for window in bytes.windows(3) {
            if let Some(at) = self.vectors.trigrams.get(key(window)) {
                let counts = &self.vectors.counts[at * n..(at + 1) * n];
                for (product, &count) in self.products.iter_mut().zip(counts) {
                    *product += u64::from(count);
                }
            }
        }
    }

    /// Returns the vectors.
    pub fn vectors(&self) -> &'a Vectors {
        self.vectors
    }

    /// Returns the products, one per encoding, in their order.
    pub fn products(&self) -> &[u64] {
        &self.products
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Sample;
    use proptest::prelude::*;
    use std::collections::HashMap;

    const ENCODINGS: [&str; 6] = [
        "utf-8",
        "windows-1250",
        "iso-8859-2",
        "shift_jis",
        "windows-1258",
        "johab",
    ];

    /// Follows the paper step by step: converts the whole sample, counts, compares.
    fn plain(sample: &str, encodings: &[Encoding]) -> HashMap<[u8; 3], Vec<u32>> {
        let mut counts: HashMap<[u8; 3], Vec<u32>> = HashMap::new();
        for (which, &encoding) in encodings.iter().enumerate() {
            let mut bytes = Vec::new();
            for char in sample.chars() {
                if !encode(encoding, char, &mut bytes) {
                    bytes.push(0);
                }
            }
            for window in bytes.windows(3).filter(|window| !window.contains(&0)) {
                let key = window.try_into().unwrap();
                counts
                    .entry(key)
                    .or_insert_with(|| vec![0; encodings.len()])[which] += 1;
            }
        }
        counts.retain(|_, row| row.iter().any(|count| count != &row[0]));
        counts
    }

    proptest! {
        /// Vectors from character triples equal those of the converted sample, except for counts
        /// equal in all encodings. A trigram of ASCII bytes may have such a count in addition to a
        /// differing one.
        #[test]
        fn vectors_are_those_of_the_converted_sample(sample in "[a-cžšéソ表ắ가語]{0,30}") {
            let encodings: Vec<Encoding> = ENCODINGS.iter().map(|name| name.parse().unwrap()).collect();
            let mut model = Sample::default();
            model.add(&sample);
            let vectors = Vectors::new(&model.model("x", encodings.clone()));
            let expected = plain(&sample, &encodings);
            prop_assert_eq!(vectors.trigrams.keys().len(), expected.len());
            for (trigram, row) in expected {
                let found = vectors.counts(trigram).unwrap();
                let equal = row[0] - found[0];
                prop_assert!(equal == 0 || trigram.is_ascii());
                let with: Vec<u32> = found.iter().map(|count| count + equal).collect();
                prop_assert_eq!(with, row);
            }
        }

        #[test]
        fn pieces_do_not_matter(document in "[a-cžšé]{0,30}", at in 0..40_usize) {
            let mut sample = Sample::default();
            sample.add("až bé cš šéž");
            let encodings = vec![Encoding::UTF_8, "cp1250".parse().unwrap()];
            let vectors = Vectors::new(&sample.model("x", encodings));
            let at = at.min(document.len());
            let mut whole = Products::new(&vectors);
            whole.push(document.as_bytes());
            let mut pieces = Products::new(&vectors);
            pieces.push(&document.as_bytes()[..at]);
            pieces.push(&document.as_bytes()[at..]);
            prop_assert_eq!(whole.products(), pieces.products());
        }
    }
}
