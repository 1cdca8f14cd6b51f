//! The paper's method.

use std::io;

use super::Detector;
use crate::Encoding;
use crate::answer::{Candidate, Detection, Start};
use crate::paper::Products;
use crate::rules::{Source, for_pieces};
use crate::texts::texts;

impl Detector<'_> {
    pub(super) fn paper(
        &self,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Detection> {
        let mut products = Vec::new();
        for (which, part) in self.models.collections.iter().enumerate() {
            for (place, (language, _)) in part.archive().languages().enumerate() {
                if self.admits_language(language) && self.models.is_current(which, language) {
                    let vectors = part.vectors(place);
                    let vectors = vectors.expect("models are checked when they are read");
                    products.push(Products::new(vectors));
                }
            }
        }
        let mut used = [false; 256];
        for_pieces(source, buffer, |piece| {
            piece
                .iter()
                .for_each(|&byte| used[usize::from(byte)] = true);
            products.iter_mut().for_each(|one| one.push(piece));
            true
        })?;
        let mut scored: Vec<(u64, Encoding, &str)> = Vec::new();
        for one in &products {
            let vectors = one.vectors();
            for (&product, &encoding) in one.products().iter().zip(vectors.encodings()) {
                if self.admits(encoding) {
                    scored.push((product, encoding, vectors.language()));
                }
            }
        }
        // The sort is stable: equal products stay in the order of the encodings.
        scored.sort_by_key(|(product, ..)| std::cmp::Reverse(*product));
        let texts = texts(&used);
        let mut is_listed = vec![false; texts.len()];
        let mut candidates: Vec<Candidate> = Vec::new();
        for (product, encoding, language) in &scored {
            if std::mem::replace(&mut is_listed[texts[encoding.index()]], true) {
                continue;
            }
            candidates.push(Candidate {
                encoding: *encoding,
                language: Some((*language).to_owned()),
                score: *product as f64,
                behind: (scored[0].0 - product) as f64,
                start: Start::Character,
            });
        }
        Ok(Detection {
            candidates,
            ..Detection::default()
        })
    }
}
