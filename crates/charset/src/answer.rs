//! What a detection is asked, and what it answers.

use std::ops::Range;

use crate::Encoding;
use crate::constants::UNKNOWN_ENCODING_COST;

/// The method of detection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Method {
    /// Applies rules first, then scores the trigrams with a high byte under the models of all
    /// admitted languages.
    #[default]
    Best,
    /// Computes scalar products of byte-trigram vectors only (PRESEMT, section 4).
    Paper,
}

/// How much to trust a document's declaration of its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Trust {
    /// The declaration decides if the document is valid text in that encoding.
    Trust,
    /// The declaration counts as evidence if the bytes are ambiguous.
    #[default]
    Hint,
    /// The declaration is ignored.
    Ignore,
}

/// The settings of a detector.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// The method of detection.
    pub method: Method,
    /// The languages that documents may be in; any if empty. With [`Method::Best`], Serbian and
    /// Bosnian may be in either of their scripts.
    pub languages: Vec<String>,
    /// The encodings that may be returned; any if empty.
    pub encodings: Vec<Encoding>,
    /// How much to trust declarations.
    pub declared: Trust,
    /// Whether [`Settings::decode`] undoes double-encoded UTF-8 if it is certain.
    pub repair: bool,
    /// The unit that [`Settings::decode`] detects and decodes separately: the document or each of
    /// its parts.
    pub unit: Unit,
}

/// Where the first byte of a document stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Start {
    /// At the beginning of a character.
    #[default]
    Character,
    /// Within a character whose beginning is missing.
    WithinCharacter,
}

/// A possible encoding of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The encoding.
    pub encoding: Encoding,
    /// The language whose model supports the encoding. With [`Method::Best`] it may be `None`: the
    /// document may be in a language without a model.
    pub language: Option<String>,
    /// With [`Method::Best`] the mean log-probability of a trigram, or 0 if a rule decided; with
    /// [`Method::Paper`] the scalar product.
    pub score: f64,
    /// The difference between the best score and this one.
    pub behind: f64,
    /// Where the document's first byte stands. It is damaged if it is the rest of a character.
    pub start: Start,
}

impl Candidate {
    /// Creates a candidate for an encoding that the caller gives.
    pub fn given(encoding: Encoding) -> Self {
        Candidate {
            encoding,
            language: None,
            score: 0.0,
            behind: 0.0,
            start: Start::Character,
        }
    }
}

/// The answer for a document.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Detection {
    /// The encodings that decode the document to different texts, the best first. Empty if no
    /// encoding fits, or if the document is not text.
    pub candidates: Vec<Candidate>,
    /// Whether a rule decided.
    pub by_rule: bool,
    /// Whether the text in the first encoding has a few invalid sequences.
    pub is_damaged: bool,
    /// The encoding that the document declares, as written there.
    pub declared: Option<String>,
    /// Whether the bytes could contain double-encoded UTF-8, so that the text must be searched for
    /// it.
    pub may_be_double: bool,
    /// A second encoding that some lines seem to be in, with [`Method::Best`].
    pub second: Option<Second>,
    /// The log-odds of the first encoding against an encoding without a table here, where the bytes fit the first one less well than
    /// text in it does; `None` if they fit it, or if a rule decided.
    pub over_unknown: Option<f64>,
}

impl Detection {
    /// Returns the distance of the second text from the first; infinite without a second. With
    /// [`Method::Best`] it is the natural logarithm of how many times more probable the answer is.
    pub fn margin(&self) -> f64 {
        let over_second = match &self.candidates[..] {
            [] => 0.0,
            [_] => f64::INFINITY,
            [_, second, ..] => second.behind,
        };
        (self.over_unknown).map_or(over_second, |odds| over_second.min(odds.max(0.0)))
    }

    /// Whether the bytes are far more probable in an encoding without a table here, so that the first candidate is a guess. Lines in two
    /// encodings do not fit one of them either. English with names from ten languages hardly fits one, and is no guess yet.
    pub fn is_guess(&self) -> bool {
        let is_far = |odds| odds < -UNKNOWN_ENCODING_COST;
        self.second.is_none() && self.over_unknown.is_some_and(is_far)
    }
}

/// The unit that has one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Unit {
    /// The whole document.
    #[default]
    Document,
    /// Blocks of lines, separated by blank lines.
    Block,
    /// Single lines.
    Line,
}

/// Consecutive lines of a document that are in one encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The encoding of the lines.
    pub encoding: Encoding,
    /// The number of the first line, counted from 1.
    pub line: usize,
    /// The number of lines.
    pub lines: usize,
    /// The range of their bytes in the document.
    pub bytes: Range<usize>,
}

/// A second encoding that some lines of a document seem to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Second {
    /// The encoding.
    pub encoding: Encoding,
    /// The first of these lines, counted from 1.
    pub line: usize,
}

/// The bytes of a document that are not characters in its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Damage {
    /// The number of invalid sequences.
    pub sequences: u64,
    /// The line of the first invalid sequence, counted from 1.
    pub line: usize,
}
