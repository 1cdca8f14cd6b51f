//! The block record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A block of a web page and its classification.
///
/// ```
/// let block = record::Block {
///     doc: record::Name::new(&b"a"[..]), file: "x.jsonl", line: Some(2), block: 1, class: "good", context_free_class: "short", heading: true,
///     text: "On chalk", tag: "h1", stopword_density: 0.5, link_density: 0.0, score: None,
///     reasons: None,
/// };
/// let mut out = Vec::new();
/// block.write(&mut out);
/// assert_eq!(
///     String::from_utf8_lossy(&out),
///     "{\"doc\":\"a\",\"file\":\"x.jsonl\",\"line\":2,\"block\":1,\"class\":\"good\",\"context_free_class\":\"short\",\"heading\":true,\"text\":\"On chalk\",\
///      \"tag\":\"h1\",\"stopword_density\":0.5,\"link_density\":0.0}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Block<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// Where the document was read.
    pub file: &'a str,
    /// Its line or row there, if there are several documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The number of the block in the document, from 1.
    pub block: u64,
    /// `"good"` or `"bad"`: main content or boilerplate.
    pub class: &'a str,
    /// `"good"`, `"neargood"`, `"short"` or `"bad"`: the class without regard to neighbouring blocks.
    pub context_free_class: &'a str,
    /// Whether the block is in a heading.
    pub heading: bool,
    /// The text of the block.
    pub text: &'a str,
    /// The innermost block element at the start of the block.
    pub tag: &'a str,
    /// The fraction of the words that are stop words.
    pub stopword_density: f64,
    /// The fraction of the characters that are in links; may exceed 1, because white space at the ends of a link
    /// counts in the link but not in the block.
    pub link_density: f64,
    /// The probability that the block is main content, with `--method best`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// With `--explain`, the features with the largest influence on the score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasons: Option<Vec<Reason<'a>>>,
}

/// A feature of a block and its influence on the score.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Reason<'a> {
    /// The name.
    pub feature: &'a str,
    /// The value.
    pub value: f64,
    /// The difference in log-odds from the feature's typical value.
    pub weight: f64,
}

written!(Block<'_>: doc);
