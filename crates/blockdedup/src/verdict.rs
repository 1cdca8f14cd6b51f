//! Decisions about blocks, their rules, and helpers of all methods.

use std::ops::Range;

use crate::seen::{BlockNumber, Mark};
use crate::{Block, Grams, Method, Unit};

/// The decision about a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is kept.
    Kept,
    /// It repeats text that was kept earlier.
    Duplicate,
    /// It is short and, together with adjacent kept blocks, surrounded by removed blocks or the edge of the document.
    Stub,
}

impl Fate {
    /// Whether it is kept.
    pub fn is_kept(self) -> bool {
        self == Fate::Kept
    }
}

/// Where the text of a duplicate must have been seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Source {
    /// In any documents: a block is a duplicate if each half of it is in another document.
    #[default]
    Any,
    /// Much of it in one document, so that a page of quotations from many documents stays. Only [`Method::Best`] knows
    /// where n-grams were seen.
    OneDocument,
}

impl Source {
    /// For documents as a whole, and for blocks of them.
    pub fn of(unit: Unit) -> Self {
        match unit {
            Unit::Document => Source::OneDocument,
            _ => Source::Any,
        }
    }
}

/// The rules for removing a block.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rules {
    /// The method of detecting duplicates.
    pub method: Method,
    /// A block is a duplicate if more than this fraction of its tokens is in seen n-grams.
    pub threshold: f64,
    /// The maximum number of tokens of a stub; `None`: there are no stubs.
    pub stub: Option<usize>,
    /// Whether repetitions within a document are ignored.
    pub keep_within: bool,
    /// Where the text of a duplicate must have been seen.
    pub source: Source,
}

/// The decision about a block, with its reasons.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Judged {
    /// The decision.
    pub fate: Fate,
    /// The number of its tokens in seen n-grams that end in it.
    pub covered: usize,
    /// The number of these n-grams; 0 if whole blocks are compared.
    pub repeated: usize,
    /// For a removed block, the block that it repeats most, if block numbers are stored.
    pub origin: Option<Origin>,
}

/// The block that another block repeats most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// Its number among all blocks, kept or removed.
    pub block_number: BlockNumber,
    /// The number of n-grams that end in the other block and were first seen in this one.
    pub common: usize,
}

impl Judged {
    pub(crate) fn new(fate: Fate, covered: usize) -> Self {
        Judged {
            fate,
            covered,
            repeated: 0,
            origin: None,
        }
    }

    pub(crate) fn kept(&self) -> bool {
        self.fate == Fate::Kept
    }
}

/// An n-gram that was first seen in an earlier block of the same document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InternalRepeat {
    /// Its index among the marks.
    pub at: usize,
    /// The index of that block in the document.
    pub block: usize,
}

/// The range of those whose index is in `marks`.
pub(crate) fn within_range(within: &[InternalRepeat], marks: &Range<usize>) -> Range<usize> {
    within.partition_point(|seen| seen.at < marks.start)
        ..within.partition_point(|seen| seen.at < marks.end)
}

/// Decides to keep a block, and counts its tokens in seen n-grams that end in it.
pub(crate) fn covered(grams: &Grams, block: &Block, marks: &[Mark]) -> Judged {
    let (mut covered, mut repeated) = (0, 0);
    let mut end = block.tokens.start;
    for gram in grams.ending_in(&block.tokens) {
        if marks[gram] != 0 {
            let last = grams.end_of(gram) + 1;
            covered += last - last.saturating_sub(grams.n()).max(end);
            end = last;
            repeated += 1;
        }
    }
    Judged {
        repeated,
        ..Judged::new(Fate::Kept, covered)
    }
}

/// Calls `each` with every maximal run of kept blocks.
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
