//! Finding where a document's preamble ends and its epilogue starts.
//!
//! Boilerplate at the ends of documents is made of lines that are frequent in the corpus, with small gaps of infrequent
//! ones (a title, a name). [`cut`] finds where these runs end. The caller decides which lines are frequent;
//! `freqlines` counts them. (Kaser & Lemire 2007, algorithm 1, pass 2, and section 3.4)
//!
//! [`best::cut`] does the same and is right more often.

pub mod anywhere;
pub mod best;
#[cfg(feature = "cli")]
pub mod cli;
mod markers;
mod paper;
mod suspect;
pub mod view;

pub use markers::Markers;
pub use paper::cut;
pub use suspect::Suspects;

use linenorm::Rules;
use record::Rule;

/// How to look for the bounds.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The head region: this many of the first lines, trivial ones not counted.
    pub head: usize,
    /// The tail region: this many of the last lines, trivial ones not counted.
    pub tail: usize,
    /// A preamble or epilogue ends where this many infrequent lines follow each other.
    pub gap: usize,
    /// Which lines are trivial.
    pub rules: Rules,
    /// Lines that are boilerplate by their form.
    pub markers: Option<Markers>,
}

impl Default for Settings {
    /// The paper's.
    fn default() -> Self {
        Settings {
            head: 300,
            tail: 300,
            gap: 10,
            rules: Rules::default(),
            markers: Some(Markers::default()),
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
}

impl Cut {
    /// Cuts nothing at an end whose confidence is less than `least`.
    pub fn keep_below(&mut self, least: f64) {
        let Some([preamble, epilogue]) = self.confidence else {
            return;
        };
        if preamble < least {
            (self.preamble_end, self.preamble_rule) = (0, Rule::None);
        }
        if epilogue < least {
            (self.epilogue_start, self.epilogue_rule) = (self.lines + 1, Rule::None);
        }
    }
}
