//! The records of overlap.

use std::ops::Range;

use crate::write::write_string;
use crate::{Name, Object};

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
///     name: &"a.txt".into(),
///     line: 2,
///     bytes: 40..61,
///     item: "q1",
///     set: "bench",
///     alike: 1,
///     item_words: 0..9,
///     of: 12,
///     share: 0.75,
///     equal: 9,
///     edits: 0,
///     expect: 0.001,
///     texts: None,
/// };
/// let mut out = Vec::new();
/// hit.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"a.txt\",\"line\":2,\"bytes\":[40,61],\"item\":\"q1\",\"set\":\"bench\",\"item_words\":[0,9],\"of\":12,\
///      \"share\":0.75,\"equal\":9,\"edits\":0,\"expect\":0.001}\n"
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct OverlapHit<'a> {
    /// The document's name.
    pub name: &'a Name<'a>,
    /// The line where the passage begins.
    pub line: u64,
    /// The passage in the document.
    pub bytes: Range<usize>,
    /// The item's name.
    pub item: &'a str,
    /// The item's set.
    pub set: &'a str,
    /// The number of items with the same words.
    pub alike: usize,
    /// The passage in the item, in words.
    pub item_words: Range<usize>,
    /// The number of words of the item.
    pub of: usize,
    /// The share of the item's words in the document.
    pub share: f64,
    /// Equal words.
    pub equal: usize,
    /// Edited words.
    pub edits: usize,
    /// Passages expected by chance.
    pub expect: f64,
    /// The passage in the document and in the item.
    pub texts: Option<[&'a str; 2]>,
}

impl OverlapHit<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.name.write_doc(&mut object);
        object.integer("line", self.line);
        range(&mut object, "bytes", &self.bytes);
        object.string("item", self.item).string("set", self.set);
        if self.alike > 1 {
            object.integer("alike", self.alike as u64);
        }
        range(&mut object, "item_words", &self.item_words);
        object
            .integer("of", self.of as u64)
            .float("share", self.share)
            .integer("equal", self.equal as u64)
            .integer("edits", self.edits as u64)
            .float("expect", self.expect);
        if let Some([text, item]) = self.texts {
            object.string("text", text).string("item_text", item);
        }
        self.name.write_doc_bytes(&mut object);
        object.end_line();
    }
}

fn range(object: &mut Object, key: &str, range: &Range<usize>) {
    object.raw(key, format!("[{},{}]", range.start, range.end).as_bytes());
}

/// An item, and what of it is in a corpus.
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
#[derive(Debug, Clone, PartialEq)]
pub struct OverlapItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// Its set.
    pub set: &'a str,
    /// The number of its words.
    pub words: usize,
    /// Why it cannot be found.
    pub refused: Option<&'a str>,
    /// Whether a document has enough of it.
    pub found: bool,
    /// The largest share in one document.
    pub share: f64,
    /// The share in all documents together.
    pub share_in_all: f64,
    /// The most words in one passage.
    pub longest: usize,
    /// The number of documents with a passage of it.
    pub documents: u64,
    /// Documents that have it.
    pub sources: &'a [OverlapSource<'a>],
}

/// A document that has an item or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct OverlapSource<'a> {
    /// Its name.
    pub doc: &'a str,
    /// The share of the item's words in it.
    pub share: f64,
    /// Its date, as its record has it.
    pub date: Option<&'a str>,
}

impl OverlapItem<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        object
            .string("item", self.item)
            .string("set", self.set)
            .integer("words", self.words as u64);
        if let Some(refused) = self.refused {
            object.string("refused", refused);
        }
        object
            .boolean("found", self.found)
            .float("share", self.share)
            .float("share_in_all", self.share_in_all)
            .integer("longest", self.longest as u64)
            .integer("documents", self.documents)
            .array("sources", self.sources, |out, source| {
                let mut object = Object::begin(out);
                object
                    .string("doc", source.doc)
                    .float("share", source.share);
                if let Some(date) = source.date {
                    object.string("date", date);
                }
                object.end();
            });
        object.end_line();
    }
}

/// What `overlap` adds to a document record, under its name.
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
    /// What was cut.
    pub cut: Option<&'a [Range<usize>]>,
    /// The passages.
    pub hits: Option<&'a [MarkedItem<'a>]>,
}

/// A passage of [`OverlapMark`].
#[derive(Debug, Clone, PartialEq)]
pub struct MarkedItem<'a> {
    /// The item's name.
    pub item: &'a str,
    /// Its set.
    pub set: &'a str,
    /// The share of its words in the document.
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
