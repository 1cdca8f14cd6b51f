//! The fields that overlap adds to document records.

use serde::Serialize;

/// The fields that `overlap` adds to a document record, under its name.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct OverlapMark<'a> {
    /// The largest share of an item's words in the document; 0 if it has none.
    pub share: f64,
    /// With `--emit cut`: the byte ranges of the former text that were cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut: Option<&'a [[usize; 2]]>,
    /// With `--emit mark`: its passages.
    #[serde(rename = "items", skip_serializing_if = "Option::is_none")]
    pub hits: Option<&'a [MarkedItem<'a>]>,
}

/// A passage of [`OverlapMark`].
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MarkedItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// The set of the item.
    pub set: &'a str,
    /// The share of the item's words in the document.
    pub share: f64,
    /// The passage in the document's text.
    pub bytes: [usize; 2],
}
