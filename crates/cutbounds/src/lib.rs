//! Finding where a document's preamble ends and its epilogue starts.
//!
//! Boilerplate at the ends of documents is made of lines that are frequent in the corpus, with small gaps of infrequent
//! ones (a title, a name). [`Cutter`] finds where these runs end, in documents of a library whose [`Frequent`] lines
//! `freqlines` has counted; its page has an example. (Kaser & Lemire 2007, algorithm 1, pass 2, and section 3.4)

pub mod anywhere;
pub mod best;
mod body;
#[cfg(feature = "cli")]
pub mod cli;
mod cutter;
mod floor;
mod frequent;
mod markers;
mod paired;
mod paper;
mod rule;
mod suspect;
#[cfg(feature = "cli")]
pub mod view;

pub use cutter::{Counted, Cutter, Prepared, Turn, Worker};
pub use frequent::{BuiltIn, Frequent};
pub use markers::Markers;
pub use rule::{Reason, Rule};
pub use suspect::Suspects;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

use std::ops::Range;

use linenorm::Rules;

/// How to look for the bounds.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How to find the bounds.
    pub method: Method,
    /// The head region: this many of the first lines, trivial ones not counted.
    pub head: usize,
    /// The tail region: this many of the last lines, trivial ones not counted.
    pub tail: usize,
    /// With the paper's method, a preamble or epilogue ends where this many infrequent lines follow each other.
    pub gap: usize,
    /// Which lines are trivial.
    pub rules: Rules,
    /// Lines that are boilerplate by their form.
    pub markers: Option<Markers>,
    /// Nothing is cut at an end whose confidence is less than this, from 0 to 1.
    pub min_confidence: f64,
    /// A document of prose that would lose more than this share of its own words, or all of them, is left alone: words of lines
    /// that are neither frequent nor markers. With 1 every document is cut. The paper's method cuts every document.
    pub max_loss: f64,
}

/// Of the bounds with a confidence below this, fewer than three in ten are exactly right: confidences are calibrated on libraries left out of
/// the fit (`cargo lab train-cutbounds --estimate`).
pub const LEAST_CONFIDENCE: f64 = 0.3;

/// A method to find the bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// A fitted model, with certain evidence as a floor.
    #[default]
    Best,
    /// Algorithm 1 and the markers of section 3.4 of the paper, exactly.
    Paper,
}

impl Default for Settings {
    /// The paper's numbers, the fitted model, and no bound that is least sure.
    fn default() -> Self {
        Settings {
            method: Method::Best,
            head: 300,
            tail: 300,
            gap: 10,
            rules: Rules::default(),
            markers: Some(Markers::default()),
            min_confidence: LEAST_CONFIDENCE,
            max_loss: 0.5,
        }
    }
}

/// The bounds of a document. The body is the raw lines `preamble_end`+1 to `epilogue_start`-1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// Number of raw lines.
    pub lines: u64,
    /// The preamble's last raw line, from 1; 0 without a preamble.
    pub preamble_end: u64,
    /// The epilogue's first raw line; `lines`+1 without an epilogue.
    pub epilogue_start: u64,
    /// What found the end of the preamble.
    pub preamble_rule: Rule,
    /// What found the start of the epilogue.
    pub epilogue_rule: Rule,
    /// How probable it is that the end of the preamble and the start of the epilogue are exactly right, from 0 to 1. The
    /// paper's method does not say.
    pub confidence: Option<[f64; 2]>,
    /// Why the bounds are there.
    pub reasons: [Reason; 2],
}

impl Cut {
    /// Cuts nothing at an end whose confidence is less than `least`.
    fn keep_below(&mut self, least: f64) {
        let Some([preamble, epilogue]) = self.confidence else {
            return;
        };
        if preamble < least && self.preamble_end > 0 {
            (self.preamble_end, self.preamble_rule) = (0, Rule::None);
            self.reasons[0] = Reason::Unsure;
        }
        if epilogue < least && self.epilogue_start <= self.lines {
            (self.epilogue_start, self.epilogue_rule) = (self.lines + 1, Rule::None);
            self.reasons[1] = Reason::Unsure;
        }
    }

    /// The byte range of the body in the text that was cut.
    pub fn body_range(&self, text: &str) -> Range<usize> {
        let start = line_start(text, self.preamble_end);
        start..last_lines_start(text, self.lines + 1 - self.epilogue_start)
    }

    /// The body of the text that was cut.
    pub fn body<'t>(&self, text: &'t str) -> &'t str {
        &text[self.body_range(text)]
    }
}

/// Where the line after the first `lines` lines begins, or the end.
fn line_start(text: &str, lines: u64) -> usize {
    let Some(nth) = lines.checked_sub(1) else {
        return 0;
    };
    let nth = usize::try_from(nth).unwrap_or(usize::MAX);
    let mut feeds = memchr::memchr_iter(b'\n', text.as_bytes());
    feeds.nth(nth).map_or(text.len(), |at| at + 1)
}

/// Where the last `lines` lines begin.
fn last_lines_start(text: &str, lines: u64) -> usize {
    if lines == 0 {
        return text.len();
    }
    let bytes = text.strip_suffix('\n').unwrap_or(text).as_bytes();
    let mut lines = usize::try_from(lines).unwrap_or(usize::MAX);
    let mut end = bytes.len();
    // To count them takes less time than to find each.
    for block in bytes.rchunks(BLOCK) {
        let found = memchr::memchr_iter(b'\n', block).count();
        end -= block.len();
        if found >= lines {
            let nth = memchr::memrchr_iter(b'\n', block).nth(lines - 1);
            return end + nth.map_or(0, |at| at + 1);
        }
        lines -= found;
    }
    0
}

/// The number of bytes in which line feeds are counted at once.
const BLOCK: usize = 2048;
