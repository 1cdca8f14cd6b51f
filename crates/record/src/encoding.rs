//! The encoding record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// The detected encoding and language of a document.
///
/// With `--method best`, `score` is the mean natural logarithm of the probability of a trigram, and `margin` and
/// `behind` are differences of log probabilities. With `--method paper` they are scalar products and their differences.
///
/// ```
/// let answer = record::Candidate { encoding: "koi8-r", language: Some("ru"), score: Some(-8.5), behind: 0.0 };
/// let name = record::Name::new(&b"a.txt"[..]);
/// let found = record::Encoding {
///     doc: &name,
///     encoding: Some("koi8-r"),
///     language: Some("ru"),
///     score: Some(-8.5),
///     margin: Some(40.25),
///     declared: None,
///     found: record::FoundInText { language_margin: Some(7.5), ..Default::default() },
///     candidates: None,
/// };
/// let mut out = Vec::new();
/// found.write(&mut out);
/// let line = "{\"doc\":\"a.txt\",\"encoding\":\"koi8-r\",\"language\":\"ru\",\"score\":-8.5,\"margin\":40.25,\"language_margin\":7.5}\n";
/// assert_eq!(out, line.as_bytes());
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Encoding<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// A label of the WHATWG Encoding Standard, or the usual name; `null` if no answer is certain enough.
    pub encoding: Option<&'a str>,
    /// The main language of the text, by its characters and words, independent of the encoding; `und` if the text is
    /// too short or the language is unknown; `null` if the encoding is.
    pub language: Option<&'a str>,
    /// The goodness of fit; `null` if a rule decided.
    pub score: Option<f64>,
    /// The lead over the best answer that decodes to a different text; `null` if there is no such answer, or
    /// all are hopeless and not scored.
    pub margin: Option<f64>,
    /// The encoding declared by the document, as written there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub declared: Option<&'a str>,
    /// What was found in the text.
    #[serde(flatten)]
    pub found: FoundInText<'a>,
    /// With `--top`, the best answers that decode to different texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Candidate<'a>>>,
}

/// The fields about the text, which the `charset` field of a decoded document has, too.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FoundInText<'a> {
    /// The natural logarithm of how many times more probable `language` is than all other languages together; `null` if
    /// there is no second one, or if `language` is `und`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub language_margin: Option<f64>,
    /// If blocks of the document are in several languages: their shares of the letters, largest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub languages: Vec<Share<'a>>,
    /// If bytes of the document are no characters in the encoding: the invalid sequences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<Damage>,
    /// With `--unit`, if lines of the document are in several encodings: its parts, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part<'a>>,
    /// If text is double-encoded UTF-8 ("Ã©" for "é"): where and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mojibake: Option<Mojibake<'a>>,
    /// Without `--unit`, if some lines seem to be in another encoding: that encoding.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<Second<'a>>,
    /// Whether no known encoding fits the bytes, so that `encoding` is a guess.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub guessed: bool,
}

/// A language and its share of the letters of a document.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Share<'a> {
    /// The code of the language.
    pub language: &'a str,
    /// Its share of the letters, from 0 to 1.
    pub share: f64,
}

/// The invalid sequences of a document in its encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// The number of invalid sequences.
    pub sequences: u64,
    /// The line of the first one, counted from 1.
    pub line: u64,
}

/// Consecutive lines in one encoding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Part<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The number of the first line, counted from 1.
    pub line: u64,
    /// The number of lines.
    pub lines: u64,
}

/// A second encoding that some lines of a document seem to be in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Second<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The number of the first of these lines, counted from 1.
    pub line: u64,
}

/// Double-encoded UTF-8 in a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Mojibake<'a> {
    /// The number of runs of such characters.
    pub runs: u64,
    /// The maximum number of superfluous encodings of a run.
    pub layers: u32,
    /// The line of the first run, counted from 1.
    pub line: u64,
    /// Whether they were repaired in the text of the document.
    pub repaired: bool,
    /// The code page that UTF-8 was taken for.
    pub page: &'a str,
}

/// One of the best answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate<'a> {
    /// The encoding.
    pub encoding: &'a str,
    /// The language of the model with the best fit.
    pub language: Option<&'a str>,
    /// The goodness of fit.
    pub score: Option<f64>,
    /// The distance to the best answer.
    pub behind: f64,
}

written!(Encoding<'_>: doc);
