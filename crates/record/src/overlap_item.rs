//! The record of an item that overlap searches for.

use serde::Serialize;

use crate::write::written;

/// An item, and its share that is in a corpus.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `item` | string | the item's name |
/// | `set` | string | its set |
/// | `words` | integer | the number of its words |
/// | `refused` | string, optional | why it cannot be found: `short` or `common` |
/// | `found` | boolean | whether a document has at least the share `--threshold` of its words |
/// | `share` | number | the largest share of its words in one document |
/// | `share_in_all` | number | the share of its words in all documents together |
/// | `longest` | integer | the most words in one passage |
/// | `documents` | integer | the number of documents with a passage of it |
/// | `sources` | array of objects | `doc`, `share` and `date`, if it has one, of the documents with the largest shares, at most ten |
///
/// ```
/// let source = record::OverlapSource { doc: "a.txt", share: 1.0, date: None };
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
///      \"documents\":1,\"sources\":[{\"doc\":\"a.txt\",\"share\":1.0}]}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// The set of the item.
    pub set: &'a str,
    /// The number of words in the item.
    pub words: usize,
    /// The reason why it cannot be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'a str>,
    /// Whether a document contains enough of it.
    pub found: bool,
    /// The largest share in one document.
    pub share: f64,
    /// The share in all documents together.
    pub share_in_all: f64,
    /// The maximum number of words in one passage.
    pub longest: usize,
    /// The number of documents with a passage of it.
    pub documents: u64,
    /// The documents that contain it.
    pub sources: &'a [OverlapSource<'a>],
}

/// A document that contains an item or a part of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapSource<'a> {
    /// The name of the document.
    pub doc: &'a str,
    /// The share of the item's words in it.
    pub share: f64,
    /// The date of the document, as in its record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<&'a str>,
}

written!(OverlapItem<'_>);
