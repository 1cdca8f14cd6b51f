//! The record of a passage found by overlap.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A passage of a document that is in an item.
///
/// ```
/// let hit = record::OverlapHit {
///     doc: &"a.txt".into(),
///     file: "a.txt",
///     line: 2,
///     text_line: None,
///     bytes: [40, 61],
///     item: "q1",
///     set: "bench",
///     alike: None,
///     item_words: [0, 9],
///     of: 12,
///     share: 0.75,
///     equal: 9,
///     edits: 0,
///     expect: 0.001,
///     text: None,
///     item_text: None,
/// };
/// let mut out = Vec::new();
/// hit.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"a.txt\",\"file\":\"a.txt\",\"line\":2,\"bytes\":[40,61],\"item\":\"q1\",\"set\":\"bench\",\"item_words\":[0,9],\"of\":12,\
///      \"share\":0.75,\"equal\":9,\"edits\":0,\"expect\":0.001}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapHit<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// Where the document was read.
    pub file: &'a str,
    /// The line there: of the record or the row that is the document, or of the passage if the whole file is the document.
    pub line: u64,
    /// If there are several documents, the line of the document's text where the passage begins, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text_line: Option<u64>,
    /// The passage in the document's text: the offset of its first byte, and of the one after its last.
    pub bytes: [usize; 2],
    /// The item's name.
    pub item: &'a str,
    /// The item's set.
    pub set: &'a str,
    /// The number of items with the same words, this one included, if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alike: Option<usize>,
    /// The passage in the item: its first word, from 0, and the one after its last.
    pub item_words: [usize; 2],
    /// The number of words of the item.
    pub of: usize,
    /// The share of the item's words that this document has, all its passages of the item together.
    pub share: f64,
    /// The number of words of the passage that are equal in both.
    pub equal: usize,
    /// The number of words changed, inserted or left out.
    pub edits: usize,
    /// The number of passages as good as this one that chance gives in a billion words.
    pub expect: f64,
    /// With `--texts`, the passage in the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    /// With `--texts`, the passage in the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_text: Option<&'a str>,
}

written!(OverlapHit<'_>: doc);
