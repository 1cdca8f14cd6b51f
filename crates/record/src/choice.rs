//! The choice record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A document that is kept, or dropped as a duplicate.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `file` | string, optional | where its record was read, if other documents have the same name |
/// | `line` | integer, optional | its line or row there |
/// | `duplicate_of` | string, optional | for a dropped document: a kept document that it forms a pair with |
/// | `duplicate_file` | string, optional | where the record of the other document was read, if others have the same name |
/// | `duplicate_line` | integer, optional | its line or row there |
/// | `doc_bytes`, `duplicate_of_bytes` | base64, optional | the bytes of a name, if it is not UTF-8 |
///
/// ```
/// use record::{Choice, Name, Place};
/// let mut out = Vec::new();
/// let x = Name::from("x");
/// let y = Name::from("y");
/// let mut choice = Choice { doc: &y, place: None, duplicate_of: Some(&x), duplicate_file: None, duplicate_line: None };
/// choice.write(&mut out);
/// choice.doc = &x;
/// choice.place = Some(Place { file: "words.jsonl", line: 2 });
/// (choice.duplicate_file, choice.duplicate_line) = (Some("words.jsonl"), Some(1));
/// choice.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"y\",\"duplicate_of\":\"x\"}\n\
///      {\"doc\":\"x\",\"file\":\"words.jsonl\",\"line\":2,\"duplicate_of\":\"x\",\"duplicate_file\":\"words.jsonl\",\"duplicate_line\":1}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Choice<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The position of its record, if its name is ambiguous.
    #[serde(flatten)]
    pub place: Option<Place<'a>>,
    /// For a dropped document, the name of the one that is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<&'a Name<'a>>,
    /// The file of its record, if its name is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_file: Option<&'a str>,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_line: Option<u64>,
}

/// A line or row of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Place<'a> {
    /// The name of the file in messages.
    pub file: &'a str,
    /// The number of the line or row, counted from 1.
    pub line: u64,
}

written!(Choice<'_>: doc, duplicate_of);
