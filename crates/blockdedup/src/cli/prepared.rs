//! A document between the steps.

use super::options::Options;
use super::sources::Found;
use crate::{Block, Grams, Judged, Size};

/// A document on its way.
pub(super) struct Prepared {
    pub grams: Grams,
    /// It is not read: it would take more memory than a document may.
    pub too_large: Option<Size>,
    /// With --unit span, its pieces.
    pub pieces: Vec<Block>,
    /// What becomes of its blocks; nothing where it is put off.
    pub judged: Vec<Judged>,
    /// With `--emit keys`: n-grams to be written.
    pub frames: Vec<u8>,
    /// With `--emit report`: what removed blocks repeat.
    pub found: Vec<Option<Found>>,
}

impl Prepared {
    pub fn new(options: &Options) -> Self {
        Prepared {
            grams: Grams::new(options.length(), options.rules().method.width()),
            too_large: None,
            pieces: Vec::new(),
            judged: Vec::new(),
            frames: Vec::new(),
            found: Vec::new(),
        }
    }

    /// What is kept or removed as a whole.
    pub fn blocks(&self) -> &[Block] {
        match self.pieces.is_empty() {
            true => self.grams.blocks(),
            false => &self.pieces,
        }
    }

    pub fn clear(&mut self) {
        self.grams.clear();
        self.too_large = None;
        self.pieces.clear();
        self.judged.clear();
        self.frames.clear();
        self.found.clear();
    }
}
