//! Sketches of the parts of a corpus as records, so that one process can compare the documents of all parts.
//!
//! A record has the name of a document, and its sketch as text: how it was made, and its bytes in base64. Where the document was read is
//! added to it, and with --key the hash of its key.

use std::borrow::Cow;

use command::Emit;
use intake::Document;
use record::FieldPath;

use super::{Options, TOOL};
use crate::{Settings, Sketch};

/// What the text of a record begins with: sketches of other versions cannot be compared.
const VERSION: u8 = 2;

/// Writes and reads sketches that were made in one way.
#[derive(Debug, Clone)]
pub(super) struct Sketches {
    /// The beginning of the text of each record.
    made: String,
    similarity: f64,
    file: FieldPath,
    line: FieldPath,
    key: FieldPath,
}

impl Sketches {
    pub(super) fn new(options: &Options) -> Self {
        let Settings {
            similarity,
            shingle,
            fold,
        } = &options.settings();
        let path = |field: &str| format!(".{TOOL}.{field}").parse().expect("a path");
        Sketches {
            made: format!(
                "{VERSION}/{similarity}/{shingle}/{fold}/{}",
                options.kind_of_keys()
            ),
            similarity: *similarity,
            file: path("file"),
            line: path("line"),
            key: path("key"),
        }
    }

    /// Writes the record of a document.
    pub(super) fn write(
        &self,
        document: &Document,
        sketch: &Sketch,
        key: Option<u128>,
        emit: &mut Emit,
    ) {
        let bytes = record::base64(&sketch.to_bytes());
        let text = format!("{}{}", self.made, bytes.trim_end_matches('='));
        record::Document::write_new(emit.out(), &document.name, &text, TOOL, |added| {
            added.string("file", document.location.source);
            if let Some(line) = document.location.line {
                added.integer("line", line);
            }
            if let Some(key) = key {
                added.string("key", &format!("{key:032x}"));
            }
        });
    }

    /// The sketch of a record.
    ///
    /// # Errors
    /// The text is not a sketch, or one that was made in another way.
    pub(super) fn read(&self, text: &str) -> Result<Sketch, String> {
        let bytes = text.strip_prefix(&self.made).and_then(record::read_base64);
        let sketch = bytes.and_then(|bytes| Sketch::from_bytes(&bytes, self.similarity));
        sketch.ok_or_else(|| {
            let made = &self.made;
            format!("not a sketch that begins with {made}; make it by --emit sketches with the same --similarity, --shingle, --fold and --key")
        })
    }

    /// The hash of the key of a record's document.
    pub(super) fn key(&self, document: &Document) -> Option<u128> {
        u128::from_str_radix(&document.field(&self.key)?, 16).ok()
    }

    /// The file and the line in which the document of a record was read.
    pub(super) fn origin<'d>(&self, document: &'d Document) -> (Cow<'d, str>, Option<u64>) {
        let file = document.field(&self.file).unwrap_or_default();
        let line = document
            .field(&self.line)
            .and_then(|line| line.parse().ok());
        (file.into(), line)
    }
}
