//! The record of a document in a group of duplicates.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A document with its group of near-duplicates, which `neardup --emit report` writes.
///
/// ```
/// let grouped = record::Grouped {
///     doc: &"a".into(), file: "x.jsonl", line: Some(1), group: 1, size: 2, kept: true, duplicate_of: None, similarity: None,
/// };
/// let mut out = Vec::new();
/// grouped.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"a\",\"file\":\"x.jsonl\",\"line\":1,\"group\":1,\"size\":2,\"kept\":true}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Grouped<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// Where it was read.
    pub file: &'a str,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The number of the group, which is that of its first document in the input, from 1.
    pub group: u64,
    /// The number of its documents.
    pub size: u64,
    /// Whether the document stays.
    pub kept: bool,
    /// The document that stays instead.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<&'a Name<'a>>,
    /// The estimated Jaccard similarity to that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
}

written!(Grouped<'_>: doc, duplicate_of);
