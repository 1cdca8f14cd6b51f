//! What is to be read, and how.

use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use record::Keys;

use crate::{InputFormat, Label, MAX_DOCUMENT_SIZE, WarcLimits};

/// Where documents come from, and how they are read.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Sources {
    /// Files of one document or many; `-` is standard input as one document. Where there are none, the list is read.
    pub files: Vec<OsString>,
    /// A list with one entry a line: a path, or a document record.
    pub list: List,
    /// The list holds paths separated by NUL.
    pub null: bool,
    /// The encoding of documents that are not records.
    pub encoding: Label,
    /// What the files are; where it is open, they are recognised.
    pub format: InputFormat,
    /// The fields of records that hold name and text.
    pub keys: Keys,
    /// The most bytes of a document, decompressed.
    pub max_document_size: u64,
    /// The directory for temporary files: of what must be read from its end, and does not come as a file.
    pub temporary: PathBuf,
    /// The reader finds out itself what bytes are: those of any encoding are nothing unknown to it.
    pub reads_any_bytes: bool,
    /// Which records of web archives are documents.
    pub warc: WarcLimits,
}

impl Default for Sources {
    fn default() -> Self {
        Sources {
            files: Vec::new(),
            list: List::default(),
            null: false,
            encoding: Label::default(),
            format: InputFormat::default(),
            keys: Keys::default(),
            max_document_size: MAX_DOCUMENT_SIZE,
            temporary: std::env::temp_dir(),
            reads_any_bytes: false,
            warc: WarcLimits::default(),
        }
    }
}

/// Where a list of documents is.
#[derive(Debug, Clone, Default)]
pub enum List {
    /// On standard input.
    #[default]
    StandardInput,
    /// In a file; `-` is standard input.
    File(PathBuf),
    /// In a temporary file, under the name for messages.
    Kept(Arc<str>, Arc<File>),
}

impl List {
    pub(crate) fn is_standard_input(&self) -> bool {
        match self {
            List::StandardInput => true,
            List::File(path) => path.as_os_str() == "-",
            List::Kept(..) => false,
        }
    }
}
