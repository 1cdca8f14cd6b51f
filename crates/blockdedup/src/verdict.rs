//! What is said of a block, by which rules, and what every method needs to say it.

use std::ops::Range;

use crate::seen::{Mark, Place};
use crate::{Block, Grams, Width};

/// What becomes of a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is kept.
    Kept,
    /// It repeats what was kept before.
    Duplicate,
    /// It is short, and so is what is kept around it up to the next removed blocks or the edge of the document.
    Stub,
}

/// How duplicates are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Exactly as onion does.
    Paper,
    /// With a look at where the repeated text stood.
    Best,
    /// By the checksums of whole blocks.
    Exact,
}

impl Method {
    /// How much of an n-gram's hash it needs.
    pub fn width(self) -> Width {
        match self {
            Method::Paper | Method::Exact => Width::Full,
            Method::Best => Width::Marked,
        }
    }
}

/// When a block is removed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// How duplicates are told.
    pub method: Method,
    /// The share of a block's tokens that must be exceeded by those in seen n-grams.
    pub threshold: f64,
    /// The tokens that a stub has at most; `None`: nothing is a stub.
    pub stub: Option<usize>,
    /// Repeats inside one document do not count.
    pub keep_within: bool,
}

/// A block that is decided on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// What becomes of it.
    pub fate: Fate,
    /// How many of its tokens lie in seen n-grams that end in it.
    pub covered: usize,
    /// Of a removed block, where blocks are remembered: what it repeats most.
    pub origin: Option<Origin>,
}

/// The block that another one repeats most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Its number among all blocks, kept or not.
    pub place: Place,
    /// How many n-grams that end in the other one were seen first in it.
    pub common: usize,
}

impl Judged {
    pub(crate) fn new(fate: Fate, covered: usize) -> Self {
        Judged {
            fate,
            covered,
            origin: None,
        }
    }

    pub(crate) fn kept(&self) -> bool {
        self.fate == Fate::Kept
    }
}

/// An n-gram that was seen first in an earlier block of its own document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Within {
    /// Its number among the marks.
    pub at: usize,
    /// The number of that block in the document.
    pub block: usize,
}

/// Those with marks in a range.
pub(crate) fn within_range(within: &[Within], marks: &Range<usize>) -> Range<usize> {
    within.partition_point(|seen| seen.at < marks.start)
        ..within.partition_point(|seen| seen.at < marks.end)
}

/// How many tokens of a block lie in seen n-grams that end in it.
pub(crate) fn covered(grams: &Grams, block: &Block, marks: &[Mark]) -> usize {
    let mut covered = 0;
    let mut end = block.tokens.start;
    for gram in grams.ending_in(&block.tokens) {
        if marks[gram] != 0 {
            let last = grams.end_of(gram) + 1;
            covered += last - last.saturating_sub(grams.n()).max(end);
            end = last;
        }
    }
    covered
}

/// Calls `each` with every longest run of kept blocks.
pub(crate) fn for_each_run(
    judged: &mut [Judged],
    mut each: impl FnMut(&mut [Judged], Range<usize>),
) {
    let mut from = 0;
    while from < judged.len() {
        let length = judged[from..]
            .iter()
            .take_while(|judged| judged.kept())
            .count();
        if length > 0 {
            each(judged, from..from + length);
        }
        from += length + 1;
    }
}
