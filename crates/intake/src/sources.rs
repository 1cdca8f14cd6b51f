//! What is to be read, and how.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Seek};
use std::path::PathBuf;
use std::sync::Arc;

use record::Keys;

use crate::container::InputFormat;
use crate::opened::{Opened, Origin};
use crate::{Error, Label, STANDARD_INPUT, gzip, warc};

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

/// `--max-document-size` where nothing else is said.
pub const MAX_DOCUMENT_SIZE: u64 = 1 << 30;

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

/// Which records of a web archive are documents.
#[derive(Debug, Clone)]
pub struct WarcLimits {
    /// Media types, compared without case.
    pub media_types: Vec<String>,
    /// The fewest bytes of a page.
    pub min_size: u64,
    /// The most bytes of a page.
    pub max_size: u64,
}

impl Default for WarcLimits {
    fn default() -> Self {
        WarcLimits {
            media_types: ["text/html", "application/xhtml+xml", "text/plain"]
                .map(str::to_owned)
                .to_vec(),
            min_size: 5 << 10,
            max_size: 2 << 20,
        }
    }
}

impl List {
    pub(crate) fn is_standard_input(&self) -> bool {
        match self {
            List::StandardInput => true,
            List::File(path) => path.as_os_str() == "-",
            List::Kept(..) => false,
        }
    }

    pub(crate) fn open(&self, sources: &Sources) -> Result<Opened, Error> {
        match self {
            List::StandardInput => Opened::standard_input(sources),
            List::File(path) => Opened::argument(path, sources),
            List::Kept(name, file) => {
                let origin = Origin {
                    display: name.clone(),
                    name: (*b"-").into(),
                };
                let rewound = file.try_clone().and_then(|mut file| {
                    file.rewind()?;
                    Opened::stream(origin, Box::new(file), sources)
                });
                rewound.map_err(|error| Error::io(name, &error))
            }
        }
    }
}

impl Sources {
    /// What is checked as a whole before it is handed out is not longer than this: a page of a web archive is.
    pub(crate) fn held(&self) -> usize {
        let page = self.warc.max_size.saturating_add(warc::OVERHEAD);
        usize::try_from(page).unwrap_or(usize::MAX).max(gzip::HELD)
    }

    /// The same, readable several times: a list is kept in a temporary file, which has no name, so that nothing is left of
    /// it when the process is killed.
    ///
    /// # Errors
    /// Standard input as one document, which can be read only once; a list that cannot be read, or kept.
    pub fn rereadable(mut self) -> Result<Self, Error> {
        if self.files.iter().any(|file| file == "-") {
            return Err(Error::new(
                STANDARD_INPUT,
                "documents are read several times here; give this one as a file",
            ));
        }
        if self.files.is_empty() {
            let mut stream = self.list.open(&self)?.into_stream();
            let kept = tempfile::tempfile_in(&self.temporary)
                .and_then(|mut kept| io::copy(&mut stream.reader, &mut kept).map(|_| kept))
                .map_err(|error| Error::io(&stream.name, &error))?;
            self.list = List::Kept(stream.name, Arc::new(kept));
        }
        Ok(self)
    }
}
