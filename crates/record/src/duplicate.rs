//! The record of a duplicate.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A document, and the document that it is a near-duplicate of.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `file` | string | where it was read |
/// | `line` | integer, optional | its line or row there |
/// | `duplicate_of` | string | the name of the other document |
/// | `duplicate_file` | string, optional | where that was read; a document of an index has none |
/// | `duplicate_line` | integer, optional | its line or row there |
/// | `similarity` | number, optional | the estimated Jaccard similarity; documents with the same key have none |
/// | `doc_bytes`, `duplicate_of_bytes` | base64, optional | the bytes of a name, if it is not UTF-8 |
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
    /// The file where the document was read.
    pub file: &'a str,
    /// The line or row in that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The name of the other document.
    pub duplicate_of: &'a Name<'a>,
    /// The file where the other document was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_file: Option<&'a str>,
    /// The line or row in that file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_line: Option<u64>,
    /// The estimated Jaccard similarity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub similarity: Option<f64>,
}

written!(Duplicate<'_>: doc, duplicate_of);
