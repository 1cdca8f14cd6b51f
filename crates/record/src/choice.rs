//! The choice record.

use crate::{Name, Object};

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
/// Choice { doc: &Name::from("y"), place: None, duplicate_of: Some((&x, None)) }.write(&mut out);
/// let place = |line| Some(Place { file: "words.jsonl", line });
/// Choice { doc: &x, place: place(2), duplicate_of: Some((&x, place(1))) }.write(&mut out);
/// assert_eq!(
///     String::from_utf8(out).unwrap(),
///     "{\"doc\":\"y\",\"duplicate_of\":\"x\"}\n\
///      {\"doc\":\"x\",\"file\":\"words.jsonl\",\"line\":2,\"duplicate_of\":\"x\",\"duplicate_file\":\"words.jsonl\",\"duplicate_line\":1}\n"
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice<'a> {
    /// The document's name.
    pub doc: &'a Name<'a>,
    /// The position of its record, if its name is ambiguous.
    pub place: Option<Place<'a>>,
    /// For a dropped document, the name and place of the one that is kept.
    pub duplicate_of: Option<(&'a Name<'a>, Option<Place<'a>>)>,
}

/// A line or row of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// The name of the file in messages.
    pub file: &'a str,
    /// The number of the line or row, counted from 1.
    pub line: u64,
}

/// Adds a place under these keys, if there is one.
pub(crate) fn write_place(place: Option<Place>, [file, line]: [&str; 2], object: &mut Object) {
    if let Some(place) = place {
        write_file(place.file, Some(place.line), [file, line], object);
    }
}

/// Adds a file, and a line or row if the file has several records.
pub(crate) fn write_file(
    file: &str,
    line: Option<u64>,
    [file_key, line_key]: [&str; 2],
    object: &mut Object,
) {
    object.string(file_key, file);
    if let Some(line) = line {
        object.integer(line_key, line);
    }
}

impl Choice<'_> {
    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = Object::begin(out);
        self.doc.write_doc(&mut object);
        write_place(self.place, ["file", "line"], &mut object);
        if let Some((kept, place)) = self.duplicate_of {
            object.string("duplicate_of", &kept.to_text());
            write_place(place, ["duplicate_file", "duplicate_line"], &mut object);
        }
        self.doc.write_doc_bytes(&mut object);
        if let Some((kept, _)) = self.duplicate_of
            && std::str::from_utf8(kept.as_bytes()).is_err()
        {
            object.base64("duplicate_of_bytes", kept.as_bytes());
        }
        object.end_line();
    }
}
