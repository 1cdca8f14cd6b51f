//! The record of a passage found by overlap.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A passage of a document that is in an item.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `line` | integer | the line of the document where the passage begins, from 1 |
/// | `bytes` | array of two integers | the passage in the document's text: the offset of its first byte, and of the one after its last |
/// | `item` | string | the item's name |
/// | `set` | string | the item's set |
/// | `alike` | integer, optional | the number of items with the same words, this one included, if there are others |
/// | `item_words` | array of two integers | the passage in the item: its first word, from 0, and the one after its last |
/// | `of` | integer | the number of words of the item |
/// | `share` | number | the share of the item's words that this document has, all its passages of the item together |
/// | `equal` | integer | the number of words of the passage that are equal in both |
/// | `edits` | integer | the number of words changed, inserted or left out |
/// | `expect` | number | the number of passages as good as this one that chance gives in a billion words |
/// | `text`, `item_text` | string, optional | the passage in the document and in the item, with `--texts` |
/// | `doc_bytes` | base64, optional | the bytes of the document's name, if it is not UTF-8 |
///
/// ```
/// let hit = record::OverlapHit {
///     doc: &"a.txt".into(),
///     line: 2,
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
///     "{\"doc\":\"a.txt\",\"line\":2,\"bytes\":[40,61],\"item\":\"q1\",\"set\":\"bench\",\"item_words\":[0,9],\"of\":12,\
///      \"share\":0.75,\"equal\":9,\"edits\":0,\"expect\":0.001}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapHit<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The line where the passage begins.
    pub line: u64,
    /// The byte range of the passage in the document.
    pub bytes: [usize; 2],
    /// The item's name.
    pub item: &'a str,
    /// The item's set.
    pub set: &'a str,
    /// The number of items with the same words, if there are others.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alike: Option<usize>,
    /// The range of the passage in the item, in words.
    pub item_words: [usize; 2],
    /// The number of words of the item.
    pub of: usize,
    /// The share of the item's words in the document.
    pub share: f64,
    /// The number of equal words.
    pub equal: usize,
    /// The number of edited words.
    pub edits: usize,
    /// The number of passages expected by chance.
    pub expect: f64,
    /// The passage in the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<&'a str>,
    /// The passage in the item.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item_text: Option<&'a str>,
}

written!(OverlapHit<'_>: doc);
