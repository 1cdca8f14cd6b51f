//! A document that was read.

use encoding_rs::Encoding;
use record::{Name, Object};

use crate::compression::Compression;
use crate::{Observer, display};

/// A document: its name, its text, and where they came from.
pub struct Document<'a> {
    /// A path as it was given, or a record's id.
    pub name: Name<'a>,
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The bytes of a file; a record has none.
    pub file: Option<FileBytes<'a>>,
    pub(crate) record: Option<&'a record::Document<'a>>,
    pub(crate) observer: &'a dyn Observer,
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
    /// `.gz` or `.zst`.
    pub fn file_name(&self) -> &[u8] {
        let name = self.name.as_bytes();
        let ending: &[u8] = match self.file.and_then(|file| file.compression) {
            None => return name,
            Some(Compression::Gzip) => b".gz",
            Some(Compression::Zstd) => b".zst",
        };
        name.strip_suffix(ending).unwrap_or(name)
    }

    /// The record that the document came as.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        self.record
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
        match self.record {
            Some(record) => record.rewrite(out, text, tool, add),
            None => record::Document::write_new(out, &self.name, text, tool, add),
        }
    }
}
