//! A document that was read.

use std::borrow::Cow;

use encoding_rs::Encoding;
use record::{Name, Object, Value};

use crate::compression::Compression;
use crate::container::{decompressed_name, stem};
use crate::warc::Page;
use crate::{Observer, display};

/// A document: its name, its text, and where they came from.
pub struct Document<'a> {
    /// A path as it was given, or a record's id.
    pub name: Name<'a>,
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The bytes of a file; a record has none.
    pub file: Option<FileBytes<'a>>,
    pub(crate) form: Form<'a>,
    pub(crate) observer: &'a dyn Observer,
}

/// What a document came as.
#[derive(Clone, Copy)]
pub(crate) enum Form<'a> {
    File,
    Record(&'a record::Document<'a>),
    Page(&'a Page),
}

/// The bytes that a document was decoded from.
#[derive(Debug, Clone, Copy)]
pub struct FileBytes<'a> {
    /// The bytes, decompressed.
    pub bytes: &'a [u8],
    /// The encoding they were read in.
    pub encoding: &'static Encoding,
    /// How they were compressed.
    pub compression: Option<Compression>,
}

impl Document<'_> {
    /// The name for messages.
    pub fn display(&self) -> String {
        display(self.name.as_bytes())
    }

    /// The name of the document's file in the directory of `--out-dir`: a compressed file is written decompressed, without
    /// `.gz`, `.zst` and the like.
    pub fn file_name(&self) -> &[u8] {
        match self.form {
            Form::File | Form::Page(_) => stem(
                self.name.as_bytes(),
                self.file.and_then(|file| file.compression),
            ),
            // It may be named as the file that it was read from before.
            Form::Record(_) => decompressed_name(self.name.as_bytes()),
        }
    }

    /// The record that the document came as, as a line; or, of a page of a web archive, the one that it is written as.
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

    /// The language that `charset` named in the record that the document came as.
    pub fn language(&self) -> Option<Cow<'_, str>> {
        match self.form {
            Form::Record(record) => record.language(),
            Form::File | Form::Page(_) => None,
        }
    }

    /// The number in a field of the record that the document came as, as it is written there.
    pub fn number(&self, field: &str) -> Option<&str> {
        let Form::Record(record) = self.form else {
            return None;
        };
        let value = record.fields().get(field)?;
        let number = matches!(value, Value::Integer(..) | Value::Other(_)).then(|| value.raw())?;
        number.parse::<f64>().is_ok().then_some(number)
    }

    /// Writes the document as a document record with another text, and with what `add` writes under the tool's name.
    /// A document that came as a record keeps its other fields.
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
