//! Input settings.

use std::ffi::OsString;
use std::fs::File;
use std::path::PathBuf;
use std::sync::Arc;

use record::Keys;

use crate::encoding::{self, Detect};
use crate::{InputFormat, Label, MAX_DOCUMENT_SIZE, Names, WarcLimits};

/// The input of a tool and how to read it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Sources {
    /// The input files; `-` is standard input as one document. If empty, `list` is read.
    pub files: Vec<OsString>,
    /// A list with one path or document record per line.
    pub list: List,
    /// Whether the list contains paths separated by NUL.
    pub null: bool,
    /// The encoding of documents that are not records.
    pub encoding: Label,
    /// The format of the files, or automatic detection.
    pub format: InputFormat,
    /// The names of the record fields with the name and the text.
    pub keys: Keys,
    /// The other fields that the tool uses.
    pub other_fields: OtherFields,
    /// Whether files of records are data sets: their documents are written back to one file.
    pub data_sets: bool,
    /// The caller takes the records as they are: tables need no column with a text.
    pub any_fields: bool,
    /// If set, only documents with these names are read.
    pub only: Option<Names>,
    /// If set, documents with these names are left out.
    pub except: Option<Names>,
    /// If set, only documents with an address at these hosts are read. The address is the field
    /// `url`, or the name.
    pub only_hosts: Option<Names>,
    /// If set, documents with an address at these hosts are left out.
    pub except_hosts: Option<Names>,
    /// The maximum size of a document in bytes, decompressed.
    pub max_document_size: u64,
    /// The maximum size in bytes of the data that a compressed file, an archive or a Parquet file
    /// may give. `None` means 256 MiB, or 1000 times its size if that is larger.
    pub max_input_size: Option<u64>,
    /// The directory for temporary files. A pipe is copied to one if its format needs seeking.
    pub temporary: PathBuf,
    /// Detects the encodings of documents that are not UTF-8. The default is set by
    /// [`set_detector`](crate::encoding::set_detector).
    pub detect: Option<Detect>,
    /// Whether the tool detects encodings itself, so that no bytes are refused as binary.
    pub reads_any_bytes: bool,
    /// The limits for records of web archives.
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
            other_fields: OtherFields::default(),
            data_sets: false,
            any_fields: false,
            only: None,
            except: None,
            only_hosts: None,
            except_hosts: None,
            max_document_size: MAX_DOCUMENT_SIZE,
            max_input_size: None,
            temporary: std::env::temp_dir(),
            detect: encoding::detector(),
            reads_any_bytes: false,
            warc: WarcLimits::default(),
        }
    }
}

/// The fields of records, besides name and text, that a tool uses: other columns of a Parquet file are not read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum OtherFields {
    /// All fields, because the tool writes the records that it reads.
    #[default]
    All,
    /// These fields.
    Only(Vec<String>),
}

/// The source of a list of documents.
#[derive(Debug, Clone, Default)]
pub enum List {
    /// Standard input.
    #[default]
    StandardInput,
    /// A file; `-` is standard input.
    File(PathBuf),
    /// A temporary file, with its name for messages.
    Spooled(Arc<str>, Arc<File>),
}

impl List {
    pub(crate) fn is_standard_input(&self) -> bool {
        match self {
            List::StandardInput => true,
            List::File(path) => path.as_os_str() == "-",
            List::Spooled(..) => false,
        }
    }
}
