//! The removed-block record.

use std::borrow::Cow;
use std::ops::Range;

use crate::choice::write_file;
use crate::overlap_hit::range;
use crate::{Name, Object};

/// A block that blockdedup removes, with the block that it repeats.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `file` | string | where the document was read |
/// | `line` | integer, optional | its line or row there, if there are several documents |
/// | `block` | integer | the block's number in the document, from 1 |
/// | `offset` | array of two integers | the block in the document's text: the offset of its first byte, and of the one after its last |
/// | `reason` | string | `duplicate`: it repeats earlier text; `stub`: it is short and surrounded by removed blocks |
/// | `tokens` | integer | the number of tokens in the block |
/// | `seen` | integer | the number of those that lie in n-grams seen before |
/// | `source` | string, optional | the name of the document that it repeats most; missing if it repeats nothing |
/// | `source_file` | string, optional | where that was read |
/// | `source_line` | integer, optional | its line or row there, if there are several documents |
/// | `source_block` | integer, optional | the number of the repeated block there, from 1 |
/// | `common` | integer, optional | the number of n-grams ending in the block that were first seen in that block |
/// | `doc_bytes`, `source_bytes` | base64, optional | the bytes of the names, if they are not UTF-8 |
///
/// ```
/// let removed = record::Removed {
///     doc: "b".into(), file: "x.jsonl", line: Some(2), block: 3, offset: 120..310, reason: "duplicate", tokens: 40, seen: 38,
///     source: Some(record::Source { doc: "a".into(), file: "x.jsonl".into(), line: Some(1), block: 1, common: 32 }),
/// };
/// let mut out = Vec::new();
/// removed.write(&mut out);
/// assert_eq!(String::from_utf8(out).unwrap(), "{\"doc\":\"b\",\"file\":\"x.jsonl\",\"line\":2,\"block\":3,\
///     \"offset\":[120,310],\"reason\":\"duplicate\",\"tokens\":40,\"seen\":38,\"source\":\"a\",\"source_file\":\"x.jsonl\",\"source_line\":1,\
///     \"source_block\":1,\"common\":32}\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Removed<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The file where the document was read.
    pub file: &'a str,
    /// The line or row in that file.
    pub line: Option<u64>,
    /// The block's number, counted from 1.
    pub block: u64,
    /// The bytes of the block in the document's text.
    pub offset: Range<usize>,
    /// The reason for the removal.
    pub reason: &'static str,
    /// The number of tokens.
    pub tokens: u64,
    /// The number of tokens in seen n-grams.
    pub seen: u64,
    /// The block that it repeats most.
    pub source: Option<Source<'a>>,
}

/// The block that a removed block repeats most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source<'a> {
    /// The name of its document.
    pub doc: Name<'a>,
    /// The file where that document was read.
    pub file: Cow<'a, str>,
    /// The line or row in that file.
    pub line: Option<u64>,
    /// The number of the block in the document, counted from 1.
    pub block: u64,
    /// The number of n-grams of the removed block that were first seen in it.
    pub common: u64,
}

impl Removed<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        write_file(self.file, self.line, ["file", "line"], &mut object);
        object.integer("block", self.block);
        range(&mut object, "offset", &self.offset);
        object
            .string("reason", self.reason)
            .integer("tokens", self.tokens)
            .integer("seen", self.seen);
        if let Some(source) = &self.source {
            object.string("source", &source.doc.to_text());
            let keys = ["source_file", "source_line"];
            write_file(&source.file, source.line, keys, &mut object);
            object
                .integer("source_block", source.block)
                .integer("common", source.common);
        }
        self.doc.write_doc_bytes(&mut object);
        if let Some(source) = &self.source
            && std::str::from_utf8(source.doc.as_bytes()).is_err()
        {
            object.base64("source_bytes", source.doc.as_bytes());
        }
        object.end_line();
    }
}
