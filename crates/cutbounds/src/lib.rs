//! Finds where a document's preamble ends and its epilogue starts.
//!
//! Boilerplate at the ends of documents consists of lines that are frequent in the corpus, with small gaps of
//! infrequent lines such as a title or a name. The [`Cutter`] finds where these runs end; its page has an example. It
//! needs the [`Frequent`] lines of the library, which `freqlines` counts. (Kaser & Lemire 2007, algorithm 1, pass 2,
//! and section 3.4)

pub mod anywhere;
mod beginnings;
mod below_title;
pub mod best;
mod body;
#[cfg(feature = "cli")]
pub mod cli;
mod closing;
mod constants;
mod cutter;
mod document_counts;
mod endings;
mod field_names;
mod floor;
mod frequent;
mod heading;
mod japanese;
mod markers;
mod metadata;
mod paired;
mod paper;
mod pattern;
mod phrases;
mod rights;
mod rule;
mod suspect;
mod valediction;
#[cfg(feature = "cli")]
pub mod view;

pub use constants::LEAST_CONFIDENCE;
pub use cutter::{Counted, Cutter, Prepared, Turn, Worker};
pub use frequent::{BuiltIn, Frequent};
pub use markers::Markers;
pub use pattern::PatternError;
pub use rule::{Reason, Rule};
pub use suspect::Suspects;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

use std::borrow::Cow;
use std::ops::Range;

use best::line::Side;
use linenorm::Rules;

/// The settings of the search for the bounds.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// The size of the head region, in lines. Trivial lines do not count.
    pub head: usize,
    /// The size of the tail region, in lines. Trivial lines do not count.
    pub tail: usize,
    /// With the paper's method, a preamble or epilogue ends at this many consecutive infrequent lines.
    pub gap: usize,
    /// The rules for trivial lines.
    pub rules: Rules,
    /// The patterns of lines that are boilerplate by their form.
    pub markers: Option<Markers>,
    /// Nothing is cut at an end with a lower confidence than this, from 0 to 1.
    pub min_confidence: f64,
    /// A document of prose is left alone if it would lose more than this share of its own words, or all of them. These
    /// are the words of lines that are neither frequent nor markers. With 1, every document is cut. The paper's method
    /// cuts every document.
    pub max_loss: f64,
}

impl Settings {
    /// Whether a raw line is a marker of this end.
    fn is_marker(&self, raw: &str, side: Side) -> bool {
        let markers = self.markers.as_ref();
        markers.is_some_and(|markers| match side {
            Side::Head => markers.is_head(raw),
            Side::Tail => markers.is_tail(raw),
        })
    }
}

/// A method to find the bounds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Method {
    /// A fitted model, with certain evidence as a lower bound.
    #[default]
    Best,
    /// Algorithm 1 and the markers of section 3.4 of the paper, exactly.
    Paper,
}

impl Default for Settings {
    /// The fitted model with the numbers of the paper. Bounds below [`LEAST_CONFIDENCE`] are not cut.
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

/// The bounds of a document. The body consists of the raw lines before `preamble_start`, and of `preamble_end`+1 to `epilogue_start`-1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cut {
    /// The number of raw lines.
    pub lines: u64,
    /// The first raw line of the preamble, from 1. Above the licence of a source file, some lines belong to the body: `#!`, an include
    /// guard, the title of a library in Lisp, a comment without a word about rights.
    pub preamble_start: u64,
    /// The last raw line of the preamble, from 1; 0 if there is no preamble.
    pub preamble_end: u64,
    /// The first raw line of the epilogue; `lines`+1 if there is no epilogue.
    pub epilogue_start: u64,
    /// The rule that found the end of the preamble.
    pub preamble_rule: Rule,
    /// The rule that found the start of the epilogue.
    pub epilogue_rule: Rule,
    /// The probabilities, from 0 to 1, that the end of the preamble and the start of the epilogue are exactly right.
    /// The paper's method gives none.
    pub confidence: Option<[f64; 2]>,
    /// The reasons for the two bounds.
    pub reasons: [Reason; 2],
}

impl Cut {
    /// Whether something is cut at each end.
    fn is_cut(&self) -> [bool; 2] {
        [self.preamble_end > 0, self.epilogue_start <= self.lines]
    }

    /// Cuts nothing at an end with a lower confidence than `least`.
    fn keep_below(&mut self, least: f64) {
        let Some([preamble, epilogue]) = self.confidence else {
            return;
        };
        if preamble < least && self.preamble_end > 0 {
            (self.preamble_start, self.preamble_end) = (1, 0);
            self.preamble_rule = Rule::None;
            self.reasons[0] = Reason::Unsure;
        }
        if epilogue < least && self.epilogue_start <= self.lines {
            (self.epilogue_start, self.epilogue_rule) = (self.lines + 1, Rule::None);
            self.reasons[1] = Reason::Unsure;
        }
    }

    /// Returns the byte range of the body behind the preamble in the text that was cut.
    pub fn body_range(&self, text: &str) -> Range<usize> {
        let start = line_start(text, self.preamble_end);
        start..last_lines_start(text, self.lines + 1 - self.epilogue_start)
    }

    /// Returns the body of the text that was cut.
    pub fn body<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let above = &text[..line_start(text, self.preamble_start - 1)];
        let body = &text[self.body_range(text)];
        match above {
            "" => Cow::Borrowed(body),
            _ => Cow::Owned([above, body].concat()),
        }
    }
}

/// Returns the start of the line after the first `lines` lines, or the end of the text.
fn line_start(text: &str, lines: u64) -> usize {
    let Some(nth) = lines.checked_sub(1) else {
        return 0;
    };
    let nth = usize::try_from(nth).unwrap_or(usize::MAX);
    let mut feeds = memchr::memchr_iter(b'\n', text.as_bytes());
    feeds.nth(nth).map_or(text.len(), |at| at + 1)
}

/// Returns the start of the last `lines` lines.
fn last_lines_start(text: &str, lines: u64) -> usize {
    if lines == 0 {
        return text.len();
    }
    let bytes = text.strip_suffix('\n').unwrap_or(text).as_bytes();
    let mut lines = usize::try_from(lines).unwrap_or(usize::MAX);
    let mut end = bytes.len();
    // Counting line feeds is faster than finding each.
    for block in bytes.rchunks(COUNTED_BYTES) {
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

/// The number of bytes per count of line feeds.
const COUNTED_BYTES: usize = 2048;
