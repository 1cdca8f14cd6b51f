//! The removed-block record.

use std::borrow::Cow;

use serde::Serialize;

use crate::write::{ExactBytes, written};
use crate::{Name, Object};

/// A block that blockdedup removes, with the block that it repeats.
///
/// ```
/// let removed = record::Removed {
///     doc: "b".into(), file: "x.jsonl", line: Some(2), block: 3, offset: [120, 310], reason: "duplicate", tokens: 40, seen: 38,
///     source: Some(record::Source {
///         source: "a".into(), source_file: "x.jsonl".into(), source_line: Some(1), source_block: 1, common: 32,
///     }),
/// };
/// let mut out = Vec::new();
/// removed.write(&mut out);
/// assert_eq!(String::from_utf8(out).unwrap(), "{\"doc\":\"b\",\"file\":\"x.jsonl\",\"line\":2,\"block\":3,\
///     \"offset\":[120,310],\"reason\":\"duplicate\",\"tokens\":40,\"seen\":38,\"source\":\"a\",\"source_file\":\"x.jsonl\",\"source_line\":1,\
///     \"source_block\":1,\"common\":32}\n");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Removed<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// Where the document was read.
    pub file: &'a str,
    /// Its line or row there, if there are several documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The block's number in the document, from 1.
    pub block: u64,
    /// The block in the document's text: the offset of its first byte, and of the one after its last.
    pub offset: [usize; 2],
    /// `"duplicate"` or `"stub"`: it repeats earlier text, or it is short and surrounded by removed blocks.
    pub reason: &'static str,
    /// The number of tokens in the block.
    pub tokens: u64,
    /// The number of those that lie in n-grams seen before.
    pub seen: u64,
    /// The block that it repeats most.
    #[serde(flatten)]
    pub source: Option<Source<'a>>,
}

/// The block that a removed block repeats most.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Source<'a> {
    /// The name of the document that it repeats most; missing if it repeats nothing.
    pub source: Name<'a>,
    /// Where that was read.
    pub source_file: Cow<'a, str>,
    /// Its line or row there, if there are several documents.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source_line: Option<u64>,
    /// The number of the repeated block there, from 1.
    pub source_block: u64,
    /// The number of n-grams ending in the block that were first seen in that block.
    pub common: u64,
}

impl ExactBytes for Source<'_> {
    fn write_bytes(&self, key: &str, object: &mut Object) {
        self.source.write_bytes(key, object);
    }
}

written!(Removed<'_>: doc, source);
