//! The line record.

use std::borrow::Cow;

use crate::write::write_integer;
use crate::{Error, Fields, Name, Object, write_string};

/// A normalised line of a document.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `line` | integer | the number of the raw line, from 1 |
/// | `end` | `"head"` or `"tail"`, optional | the end of the document it was taken from, where only the ends were |
/// | `text` | string | the line after normalisation |
/// | `doc_bytes` | base64, optional | the name's bytes, where it is not UTF-8 |
///
/// ```
/// use record::{End, Line};
/// let line = br#"{"doc":"a.txt","line":7,"end":"head","text":"A line of text"}"#;
/// let read = Line::read(line)?;
/// assert_eq!((read.line, read.end, &*read.text), (7, Some(End::Head), "A line of text"));
/// let mut out = Vec::new();
/// read.write(&mut out);
/// assert_eq!(out, [&line[..], b"\n"].concat());
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The number of the raw line, from 1.
    pub line: u64,
    /// The end of the document that the line was taken from.
    pub end: Option<End>,
    /// The line after normalisation.
    pub text: Cow<'a, str>,
}

/// An end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The first lines.
    Head,
    /// The last lines.
    Tail,
}

impl End {
    /// The word in the record.
    pub fn as_str(self) -> &'static str {
        match self {
            End::Head => "head",
            End::Tail => "tail",
        }
    }
}

impl<'a> Line<'a> {
    /// Reads a line record.
    ///
    /// # Errors
    /// Those of [`Fields::parse`]; [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let end = match fields.string("end")?.as_deref() {
            None => None,
            Some("head") => Some(End::Head),
            Some("tail") => Some(End::Tail),
            Some(_) => {
                return Err(Error::Type {
                    field: "end",
                    expected: "\"head\" or \"tail\"",
                });
            }
        };
        Ok(Line {
            doc: Name::of(&fields)?,
            line: fields.integer("line")?.ok_or(Error::Missing("`line`"))?,
            end,
            text: fields.string("text")?.ok_or(Error::Missing("`text`"))?,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        LineWriter::new(&self.doc).write(out, self.line, self.end, &self.text);
    }
}

/// Writes the line records of one document: what they share is put into JSON once.
#[derive(Debug, Clone)]
pub struct LineWriter {
    /// Everything before the line's number.
    before: Vec<u8>,
    /// Everything after the text, to the line feed.
    after: Vec<u8>,
}

impl LineWriter {
    /// A writer for the lines of the document with this name.
    pub fn new(name: &Name) -> Self {
        let mut before = Vec::new();
        let mut object = Object::begin(&mut before);
        name.write_doc(&mut object);
        object.raw("line", b"");
        let mut after = Vec::new();
        let mut object = Object::resume(&mut after);
        name.write_doc_bytes(&mut object);
        object.end_line();
        LineWriter { before, after }
    }

    /// Appends the record of one line, with its line feed, to `out`.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>, line: u64, end: Option<End>, text: &str) {
        out.extend_from_slice(&self.before);
        write_integer(out, line);
        out.extend_from_slice(match end {
            None => &b",\"text\":"[..],
            Some(End::Head) => b",\"end\":\"head\",\"text\":",
            Some(End::Tail) => b",\"end\":\"tail\",\"text\":",
        });
        write_string(out, text);
        out.extend_from_slice(&self.after);
    }
}
