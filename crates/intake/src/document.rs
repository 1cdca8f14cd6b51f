//! Decoded documents.

use std::borrow::Cow;

use encoding_rs::Encoding;
use record::{FieldPath, GroupBy, Name, Object, Value};

use crate::compression::Compression;
use crate::container::{decompressed_name, stem};
use crate::warc::Page;
use crate::{Observer, display};

/// A document: its name, its text, and the input that it comes from.
pub struct Document<'a> {
    /// The path as given, or a record's id.
    pub name: Name<'a>,
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The bytes of a file; `None` for a record.
    pub file: Option<FileBytes<'a>>,
    /// Where the document begins.
    pub location: Location<'a>,
    pub(crate) form: Form<'a>,
    pub(crate) observer: &'a dyn Observer,
}

/// Where a document was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// The file, the member of an archive or the standard input, as messages name it.
    pub source: &'a str,
    /// The number of its line or row in there, from 1, where there are several documents.
    pub line: Option<u64>,
}

/// The form in which a document was read.
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    File,
    Record(&'a record::Document<'a>),
    Page(&'a Page),
}

/// The bytes from which a document was decoded.
#[derive(Debug, Clone, Copy)]
pub struct FileBytes<'a> {
    /// The bytes, decompressed.
    pub bytes: &'a [u8],
    /// Their encoding.
    pub encoding: &'static Encoding,
    /// Their compression.
    pub compression: Option<Compression>,
}

/// A document of a file that outlives the buffers of its reader.
pub struct Kept {
    name: Name<'static>,
    source: String,
    text: String,
    bytes: Vec<u8>,
    encoding: &'static Encoding,
    compression: Option<Compression>,
}

impl Kept {
    /// A copy of a document that was read from a file.
    pub(crate) fn of(document: &Document, file: FileBytes) -> Self {
        Kept {
            name: Name::new(document.name.as_bytes().to_vec()),
            source: document.location.source.to_owned(),
            text: document.text.to_owned(),
            bytes: file.bytes.to_vec(),
            encoding: file.encoding,
            compression: file.compression,
        }
    }

    /// The document.
    pub fn document<'a>(&'a self, observer: &'a dyn Observer) -> Document<'a> {
        let file = FileBytes {
            bytes: &self.bytes,
            encoding: self.encoding,
            compression: self.compression,
        };
        Document {
            name: Name::new(self.name.as_bytes()),
            text: &self.text,
            file: Some(file),
            location: Location {
                source: &self.source,
                line: None,
            },
            form: Form::File,
            observer,
        }
    }
}

impl Document<'_> {
    /// The name as shown in messages.
    pub fn display(&self) -> String {
        display(self.name.as_bytes())
    }

    /// The name of the document's file in the directory of `--out-dir`, without `.gz`, `.zst` and the like: output is
    /// not compressed.
    pub fn file_name(&self) -> &[u8] {
        match self.form {
            Form::File | Form::Page(_) => stem(
                self.name.as_bytes(),
                self.file.and_then(|file| file.compression),
            ),
            // The record may be named after a compressed file.
            Form::Record(_) => decompressed_name(self.name.as_bytes()),
        }
    }

    /// The line of the record that the document was read from; for a page of a web archive, the record that it is
    /// written as.
    pub fn record_line(&self) -> Option<Cow<'_, str>> {
        match self.form {
            Form::File => None,
            Form::Record(record) => Some(record.named_line()),
            Form::Page(page) => {
                let mut line = Vec::new();
                page.write_record(&mut line, self.text);
                Some(Cow::Owned(
                    String::from_utf8(line).expect("a record is UTF-8"),
                ))
            }
        }
    }

    /// The language that `charset` has written into the document's record.
    pub fn language(&self) -> Option<Cow<'_, str>> {
        match self.form {
            Form::Record(record) => record.language(),
            Form::File | Form::Page(_) => None,
        }
    }

    /// A field of the document's record, as text: a string, a number or a boolean. For a page of a web archive a field of the record
    /// that it is written as, such as `url` and `date`.
    pub fn field(&self, path: &FieldPath) -> Option<String> {
        let of = |fields: &record::Fields| {
            let (value, _) = path.find(fields).ok()??;
            match value.string_or_number() {
                Some(text) => Some(text.into_owned()),
                None => Some(value.raw().to_owned()).filter(|raw| raw == "true" || raw == "false"),
            }
        };
        match self.form {
            Form::File => None,
            Form::Record(record) => of(record.fields()),
            Form::Page(_) => of(&record::Fields::parse(self.record_line()?.as_bytes()).ok()?),
        }
    }

    /// The group of the document.
    pub fn group(&self, by: &GroupBy) -> Option<String> {
        by.of(self.name.as_bytes(), |field| self.field(field))
    }

    /// Writes the document as a document record as it is.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.observer.wrote(self.text);
        match self.record_line() {
            None => record::Document::write_plain(out, &self.name, self.text),
            Some(line) => {
                out.extend_from_slice(line.trim_end().as_bytes());
                out.push(b'\n');
            }
        }
    }

    /// A numeric field of the document's record, as written there.
    pub fn number(&self, field: &str) -> Option<&str> {
        let Form::Record(record) = self.form else {
            return None;
        };
        let value = record.fields().get(field)?;
        let number = matches!(value, Value::Integer(..) | Value::Other(_)).then(|| value.raw())?;
        number.parse::<f64>().is_ok().then_some(number)
    }

    /// Writes the document as a document record with a new text, and with what `add` writes under the tool's name. The
    /// other fields of a record are preserved.
    pub fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        self.observer.wrote(text);
        match self.form {
            Form::Record(record) => record.rewrite(out, text, tool, add),
            Form::Page(page) => page.rewrite(out, text, tool, add),
            Form::File => record::Document::write_new(out, &self.name, text, tool, add),
        }
    }
}
