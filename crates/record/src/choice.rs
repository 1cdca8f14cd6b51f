//! The choice record.

use serde::Serialize;

use crate::Name;
use crate::write::written;

/// A document that is kept, or dropped as a duplicate.
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
    /// For a dropped document: a kept document that it forms a pair with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_of: Option<&'a Name<'a>>,
    /// Where the record of the other document was read, if others have the same name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_file: Option<&'a str>,
    /// Its line or row there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub duplicate_line: Option<u64>,
}

/// A line or row of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Place<'a> {
    /// Where its record was read, if other documents have the same name.
    pub file: &'a str,
    /// Its line or row there.
    pub line: u64,
}

written!(Choice<'_>: doc, duplicate_of);
