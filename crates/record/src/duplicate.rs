//! The record of a duplicate.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A document, and the document that it is a near-duplicate of.
///
/// ```
/// let duplicate = record::Duplicate {
///     doc: &"b".into(), file: "x.jsonl", line: Some(2), duplicate_of: &"a".into(),
///     duplicate_file: Some("x.jsonl"), duplicate_line: Some(1),
///     similarity: Some(0.95),
/// };
/// let mut out = Vec::new();
/// duplicate.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"b\",\"file\":\"x.jsonl\",\"line\":2,\"duplicate_of\":\"a\",\"duplicate_file\":\"x.jsonl\",\
///      \"duplicate_line\":1,\"similarity\":0.95}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Duplicate<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// Where it was read.
    pub file: &'a str,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The name of the other document.
    pub duplicate_of: &'a Name<'a>,
    /// Where that was read; a document of an index has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_file: Option<&'a str>,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_line: Option<u64>,
    /// The estimated Jaccard similarity; documents with the same key have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
}

written!(Duplicate<'_>: doc, duplicate_of);
