//! The record of a duplicate.

use crate::{Name, Object};

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
///     doc: &"b".into(), file: "x.jsonl", line: Some(2), of: &"a".into(), of_file: Some("x.jsonl"), of_line: Some(1),
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
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Duplicate<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The file where the document was read.
    pub file: &'a str,
    /// The line or row in that file.
    pub line: Option<u64>,
    /// The name of the other document.
    pub of: &'a Name<'a>,
    /// The file where the other document was read.
    pub of_file: Option<&'a str>,
    /// The line or row in that file.
    pub of_line: Option<u64>,
    /// The estimated Jaccard similarity.
    pub similarity: Option<f64>,
}

impl Duplicate<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        object.string("file", self.file);
        if let Some(line) = self.line {
            object.integer("line", line);
        }
        object.string("duplicate_of", &self.of.to_text());
        if let Some(file) = self.of_file {
            object.string("duplicate_file", file);
        }
        if let Some(line) = self.of_line {
            object.integer("duplicate_line", line);
        }
        if let Some(similarity) = self.similarity {
            object.float("similarity", similarity);
        }
        self.doc.write_doc_bytes(&mut object);
        if std::str::from_utf8(self.of.as_bytes()).is_err() {
            object.base64("duplicate_of_bytes", self.of.as_bytes());
        }
        object.end_line();
    }
}
