//! The fields that overlap adds to document records.

use std::ops::Range;

use crate::overlap_hit::range;
use crate::{Object, write_string};

/// The fields that `overlap` adds to a document record, under its name.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `share` | number | the largest share of an item's words in the document; 0 if it has none |
/// | `cut` | array of arrays of two integers, optional | with `--emit cut`: the byte ranges of the former text that were cut |
/// | `items` | array of objects, optional | with `--emit mark`: `item`, `set`, `share` and `bytes` of each passage |
#[derive(Debug, Clone, PartialEq)]
pub struct OverlapMark<'a> {
    /// The largest share of an item.
    pub share: f64,
    /// The byte ranges that were cut.
    pub cut: Option<&'a [Range<usize>]>,
    /// The passages.
    pub hits: Option<&'a [MarkedItem<'a>]>,
}

/// A passage of [`OverlapMark`].
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// The set of the item.
    pub set: &'a str,
    /// The share of the item's words in the document.
    pub share: f64,
    /// The passage in the document's text.
    pub bytes: Range<usize>,
}

impl OverlapMark<'_> {
    /// Adds the fields to an object.
    pub fn write(&self, object: &mut Object) {
        object.float("share", self.share);
        if let Some(cut) = self.cut {
            object.array("cut", cut, |out, range| {
                out.extend_from_slice(format!("[{},{}]", range.start, range.end).as_bytes())
            });
        }
        if let Some(hits) = self.hits {
            object.array("items", hits, |out, hit| {
                out.extend_from_slice(b"{\"item\":");
                write_string(out, hit.item);
                out.extend_from_slice(b",\"set\":");
                write_string(out, hit.set);
                let mut object = Object::resume(out);
                object.float("share", hit.share);
                range(&mut object, "bytes", &hit.bytes);
                object.end();
            });
        }
    }
}
