//! Decoded documents.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use encoding_rs::Encoding;
use record::{FieldPath, GroupBy, Name, Object, Value};

use crate::compression::{Compression, decompressed_name, stem};
use crate::page::Page;
use crate::{DataSet, display, file_name};

/// A document: its name, its text, and the input that it comes from.
pub struct Document<'a> {
    /// The path as given, or a record's identifier.
    pub name: Name<'a>,
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The bytes of a file; `None` for a record.
    pub file: Option<FileBytes<'a>>,
    /// The position where the document begins.
    pub location: Location<'a>,
    pub(crate) form: Form<'a>,
    pub(crate) data_set: Option<&'a Arc<DataSet>>,
    pub(crate) written: &'a dyn Written,
}

/// Receives each document that is written. `()` ignores it.
pub trait Written: Sync {
    /// A document was written with this text.
    fn wrote(&self, _document: &Document, _text: &str) {}
}

impl Written for () {}

/// The position where a document was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Location<'a> {
    /// The name of the file, archive member or standard input in messages.
    pub source: &'a str,
    /// The number of the line or row, counted from 1, if the source has several documents.
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
    /// The encoding of the bytes.
    pub encoding: &'static Encoding,
    /// The compression of the file.
    pub compression: Option<Compression>,
}

/// A document from a file or a page of a web archive, kept after the reader reuses its buffers.
pub struct Kept {
    source: String,
    text: String,
    encoding: &'static Encoding,
    input: Input,
}

/// What a kept document was decoded from.
enum Input {
    File {
        name: Vec<u8>,
        bytes: Vec<u8>,
        compression: Option<Compression>,
    },
    Page(Page),
}

impl Kept {
    /// Copies a document; `None` if it was read from a record.
    pub(crate) fn of(document: &Document) -> Option<Self> {
        let file = document.file?;
        let input = match document.form {
            Form::File => Input::File {
                name: document.name.as_bytes().to_vec(),
                bytes: file.bytes.to_vec(),
                compression: file.compression,
            },
            Form::Page(page) => Input::Page(page.clone()),
            Form::Record(_) => return None,
        };
        Some(Kept {
            source: document.location.source.to_owned(),
            text: document.text.to_owned(),
            encoding: file.encoding,
            input,
        })
    }

    /// The size in bytes of the input and of the text.
    pub fn size(&self) -> u64 {
        let input = match &self.input {
            Input::File { bytes, .. } => bytes,
            Input::Page(page) => &page.body,
        };
        (input.len() + self.text.len()) as u64
    }

    /// Returns the document.
    pub fn document<'a>(&'a self, written: &'a dyn Written) -> Document<'a> {
        let (name, bytes, compression, form) = match &self.input {
            Input::File {
                name,
                bytes,
                compression,
            } => (Name::new(&name[..]), bytes, *compression, Form::File),
            Input::Page(page) => (
                Name::from(&page.url[..]),
                &page.body,
                None,
                Form::Page(page),
            ),
        };
        Document {
            name,
            text: &self.text,
            file: Some(FileBytes {
                bytes,
                encoding: self.encoding,
                compression,
            }),
            location: Location {
                source: &self.source,
                line: None,
            },
            form,
            data_set: None,
            written,
        }
    }
}

/// The parts of ranges that are within another one, without empty ones.
pub fn within(ranges: &[Range<usize>], part: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let (start, end) = (part.start, part.end);
    let parts = ranges.iter();
    let parts = parts.map(move |range| range.start.max(start)..range.end.min(end));
    parts.filter(|range| !range.is_empty())
}

/// A field as text: a string, a number or a boolean.
fn text_of(fields: &record::Fields, path: &FieldPath) -> Option<String> {
    let (value, _) = path.find(fields).ok()??;
    match value.string_or_number() {
        Some(text) => Some(text.into_owned()),
        None => Some(value.raw().to_owned()).filter(|raw| raw == "true" || raw == "false"),
    }
}

/// The host of a document by its record, if it has one, and by its name.
pub(crate) fn host(name: &Name, record: Option<&record::Document>) -> Option<String> {
    static HOST: LazyLock<GroupBy> = LazyLock::new(|| "host".parse().expect("a field"));
    HOST.of(name.as_bytes(), |path| text_of(record?.fields(), path))
}

impl Document<'_> {
    /// Returns the name for messages.
    pub fn display(&self) -> String {
        display(self.name.as_bytes())
    }

    /// Returns the name of the document's file in the directory of `--out-dir`. A suffix such as
    /// `.gz` or `.zst` is removed, since the output is not compressed. The file of an address is not hidden, and
    /// has a name also if the address ends in a slash.
    pub fn file_name(&self) -> Cow<'_, [u8]> {
        let name = self.name.as_bytes();
        match self.form {
            Form::File => stem(name, self.file.and_then(|file| file.compression)).into(),
            Form::Page(_) => file_name::of_name(name),
            // The record may have the name of a compressed file.
            Form::Record(_) => file_name::of_name(decompressed_name(name)),
        }
    }

    /// The data set that the document is written back to, as a record; `None` if it can be a file of its own.
    pub fn data_set(&self) -> Option<&Arc<DataSet>> {
        self.data_set
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

    /// Returns the language that `charset` wrote into the document's record.
    pub fn language(&self) -> Option<Cow<'_, str>> {
        match self.form {
            Form::Record(record) => record.language(),
            Form::File | Form::Page(_) => None,
        }
    }

    /// Returns a string, number or boolean field of the document's record as text. A page of a web
    /// archive has the fields of the record in which it is written, such as `url` and `date`.
    /// The field `doc` of any document is its name.
    pub fn field(&self, path: &FieldPath) -> Option<String> {
        let found = match self.form {
            Form::File => None,
            Form::Record(record) => text_of(record.fields(), path),
            Form::Page(_) => {
                let line = self.record_line()?;
                text_of(&record::Fields::parse(line.as_bytes()).ok()?, path)
            }
        };
        found.or_else(|| {
            let name = Some(&self.name).filter(|_| ["doc", ".doc"].contains(&&*path.to_string()));
            String::from_utf8(name?.as_bytes().to_vec()).ok()
        })
    }

    /// Returns the group of the document.
    pub fn group(&self, by: &GroupBy) -> Option<String> {
        by.of(self.name.as_bytes(), |field| self.field(field))
    }

    /// The host that the document is from, by its record's fields `host` and `url` or by its name; for a path, the folder.
    pub fn host(&self) -> Option<String> {
        // The name of a page is its address.
        let record = match self.form {
            Form::Record(record) => Some(record),
            Form::File | Form::Page(_) => None,
        };
        host(&self.name, record)
    }

    /// Writes the document unchanged as a document record.
    pub fn write(&self, out: &mut Vec<u8>) {
        self.written.wrote(self, self.text);
        match self.record_line() {
            None => record::Document::write_plain(out, &self.name, self.text),
            Some(line) => {
                out.extend_from_slice(line.trim_end().as_bytes());
                out.push(b'\n');
            }
        }
    }

    /// Returns a numeric field of the document's record in its written form.
    pub fn number(&self, field: &str) -> Option<&str> {
        let value = self.record()?.fields().get(field)?;
        let number = matches!(value, Value::Integer(..) | Value::Other(_)).then(|| value.raw())?;
        number.parse::<f64>().is_ok().then_some(number)
    }

    /// Returns the document's record if it was read from one.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        match self.form {
            Form::Record(record) => Some(record),
            Form::File | Form::Page(_) => None,
        }
    }

    /// Writes the document as a document record with a new text, and with the fields that `add`
    /// writes under the tool's name, unless it has a field of its own there. The other fields of a record are preserved.
    pub fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        self.written.wrote(self, text);
        match self.form {
            Form::Record(record) => record.rewrite(out, text, tool, add),
            Form::Page(page) => page.rewrite(out, text, tool, add),
            Form::File => record::Document::write_new(out, &self.name, text, tool, add),
        }
    }

    /// Like [`Document::rewrite`], with the new text of each range that `part` is asked for. Texts
    /// that `--text-field` joined are asked for and written back one by one.
    pub fn rewrite_parts<'t>(
        &self,
        out: &mut Vec<u8>,
        part: impl Fn(Range<usize>) -> Cow<'t, str>,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        let record = self.record();
        match record.and_then(|record| Some((record, record.parts_of(&part)?))) {
            Some((record, parts)) => {
                self.written.wrote(self, &parts.text);
                record.rewrite_parts(out, &parts, tool, add);
            }
            None => self.rewrite(out, &part(0..self.text.len()), tool, add),
        }
    }
}
