//! The record of an item that overlap searches for.

use serde::Serialize;

use crate::write::written;

/// An item, and its share that is in a corpus.
///
/// ```
/// let source = record::OverlapSource { doc: "a.txt", file: "a.txt", line: None, share: 1.0, date: None };
/// let item = record::OverlapItem {
///     item: "q1",
///     set: "bench",
///     words: 12,
///     refused: None,
///     found: true,
///     share: 1.0,
///     share_in_all: 1.0,
///     longest: 12,
///     documents: 1,
///     sources: &[source],
/// };
/// let mut out = Vec::new();
/// item.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"item\":\"q1\",\"set\":\"bench\",\"words\":12,\"found\":true,\"share\":1.0,\"share_in_all\":1.0,\"longest\":12,\
///      \"documents\":1,\"sources\":[{\"doc\":\"a.txt\",\"file\":\"a.txt\",\"share\":1.0}]}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// Its set.
    pub set: &'a str,
    /// The number of its words.
    pub words: usize,
    /// `"short"` or `"common"`: why it cannot be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'a str>,
    /// Whether a document has at least the share `--threshold` of its words.
    pub found: bool,
    /// The largest share of its words in one document.
    pub share: f64,
    /// The share of its words in all documents together.
    pub share_in_all: f64,
    /// The most words in one passage.
    pub longest: usize,
    /// The number of documents with a passage of it.
    pub documents: u64,
    /// The documents with the largest shares, at most ten.
    pub sources: &'a [OverlapSource<'a>],
}

/// A document that contains an item or a part of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapSource<'a> {
    /// The name of the document.
    pub doc: &'a str,
    /// Where it was read.
    pub file: &'a str,
    /// Its line or row there, if there are several documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The share of the item's words in it.
    pub share: f64,
    /// The date of the document, as in its record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<&'a str>,
}

written!(OverlapItem<'_>);
