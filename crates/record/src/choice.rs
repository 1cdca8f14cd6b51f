//! The choice record.

use crate::{Name, Object};

/// A document that is kept, or dropped as a duplicate.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `duplicate_of` | string, optional | for a dropped document: a kept document that it forms a pair with |
/// | `doc_bytes`, `duplicate_of_bytes` | base64, optional | the bytes of a name, if it is not UTF-8 |
///
/// ```
/// use record::{Choice, Name};
/// let mut out = Vec::new();
/// Choice { doc: &Name::from("y"), duplicate_of: Some(&Name::from("x")) }.write(&mut out);
/// assert_eq!(out, b"{\"doc\":\"y\",\"duplicate_of\":\"x\"}\n");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// For a dropped document, the one that is kept.
    pub duplicate_of: Option<&'a Name<'a>>,
}

impl Choice<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        if let Some(kept) = self.duplicate_of {
            object.string("duplicate_of", &kept.to_text());
        }
        self.doc.write_doc_bytes(&mut object);
        if let Some(kept) = self.duplicate_of
            && std::str::from_utf8(kept.as_bytes()).is_err()
        {
            object.base64("duplicate_of_bytes", kept.as_bytes());
        }
        object.end_line();
    }
}
