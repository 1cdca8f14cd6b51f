//! The n-grams of a part in sorted runs.

use super::{for_each_range, sorted, truncated};
use crate::{Gram, Width};

/// Collects n-grams and emits them in sorted runs.
#[derive(Debug)]
pub struct Runs {
    grams: Vec<Gram>,
    most: usize,
    ranges: u32,
}

impl Runs {
    /// Without n-grams; runs take up to `memory` bytes and are divided into this many ranges.
    pub fn new(memory: u64, ranges: u32) -> Self {
        let most = usize::try_from(memory / size_of::<Gram>() as u64);
        Runs {
            grams: Vec::new(),
            most: most.unwrap_or(usize::MAX).clamp(1 << 10, 1 << 24),
            ranges,
        }
    }

    /// Adds n-grams. Whenever a run is full, calls `each` for every range with its number and the n-grams of the run in
    /// it.
    pub fn add(&mut self, grams: &[Gram], mut each: impl FnMut(u32, Vec<u8>)) {
        for piece in grams.chunks(self.most) {
            if self.grams.len() + piece.len() > self.most {
                self.finish(&mut each);
            }
            self.grams.extend(piece.iter().map(|&gram| truncated(gram)));
        }
    }

    /// Calls `each` with the last run.
    pub fn finish(&mut self, mut each: impl FnMut(u32, Vec<u8>)) {
        self.grams.sort_unstable();
        // Two copies are enough to know that it occurs more than once.
        let mut copies = (0, 0);
        self.grams.retain(|&gram| {
            copies = (gram, if gram == copies.0 { copies.1 + 1 } else { 1 });
            copies.1 <= 2
        });
        for_each_range(
            &self.grams,
            self.ranges,
            |&gram| gram,
            |range, grams| {
                let mut payload = Vec::new();
                sorted::write(grams, UNUSED, &mut payload);
                each(range, payload);
            },
        );
        self.grams.clear();
    }
}

/// The number of zero bits at the end of truncated n-grams.
pub(super) const UNUSED: u32 = Width::Marked.low().trailing_ones();
