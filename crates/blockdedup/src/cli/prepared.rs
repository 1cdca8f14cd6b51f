//! A document between the processing steps.

use super::options::Options;
use super::sources::RepeatedBlock;
use crate::{Block, Grams, Judged, Size};

/// A document with its tokens, n-grams and decisions.
pub(super) struct Prepared {
    pub grams: Grams,
    /// The size, if processing it would take more memory than a document may.
    pub too_large: Option<Size>,
    /// With --unit span, its kept pieces and removed spans.
    pub pieces: Vec<Block>,
    /// The decisions about its blocks; empty if the document is spooled.
    pub judged: Vec<Judged>,
    /// With `--emit keys`: frames of n-grams to be written.
    pub frames: Vec<u8>,
    /// With `--emit report`: the blocks that removed blocks repeat.
    pub found: Vec<Option<RepeatedBlock>>,
    /// With `--emit report` and `--keep`: the file and the line that it was read from.
    pub location: Option<(String, Option<u64>)>,
}

impl Prepared {
    pub fn new(options: &Options) -> Self {
        Prepared {
            grams: Grams::of(options.length(), options.rules().method).folded(options.compare.fold),
            too_large: None,
            pieces: Vec::new(),
            judged: Vec::new(),
            frames: Vec::new(),
            found: Vec::new(),
            location: None,
        }
    }

    /// The blocks, or with --unit span the pieces and spans.
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
        self.location = None;
    }
}
