//! The ranges record.

use crate::write::write_integer;
use crate::{Name, Object};

/// The useless parts of a document.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `chars` | integer | its length in characters, after white space was preprocessed |
/// | `useless` | array of `[start,end]` | the useless ranges, in order: the characters from `start` up to but not including `end`, counted from 0 |
/// | `confidence` | number, optional | how probable it is that F1 of the text that is left is .9 or more, from 0 to 1; `paper` has none |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// With `--offsets source`, and with `--unit byte`, `chars` and the offsets are bytes; those of the source, before
/// anything was preprocessed, with the former.
///
/// ```
/// let ranges = record::Ranges { doc: record::Name::new(&b"a"[..]), chars: 90, useless: vec![(0, 12), (80, 90)], confidence: None };
/// let mut out = Vec::new();
/// ranges.write(&mut out);
/// assert_eq!(out, b"{\"doc\":\"a\",\"chars\":90,\"useless\":[[0,12],[80,90]]}\n");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Ranges<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// Its length.
    pub chars: u64,
    /// Start and end of each useless range.
    pub useless: Vec<(u64, u64)>,
    /// How probable it is that they are nearly right.
    pub confidence: Option<f64>,
}

impl Ranges<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        self.write_fields(&mut object);
        self.doc.write_doc_bytes(&mut object);
        object.end_line();
    }

    /// Writes all but the name: what a document record carries under `altcount`.
    pub fn write_fields(&self, object: &mut Object) {
        object
            .integer("chars", self.chars)
            .array("useless", &self.useless, |out, (start, end)| {
                out.push(b'[');
                write_integer(out, *start);
                out.push(b',');
                write_integer(out, *end);
                out.push(b']');
            });
        if let Some(confidence) = self.confidence {
            object.float("confidence", confidence);
        }
    }
}
