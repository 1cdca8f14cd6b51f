//! Errors about inputs.

use std::fmt::{self, Display};
use std::io;

/// An error of a file, an option or an output. Displayed as `source: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The file or option.
    pub source: String,
    /// The position in it.
    pub place: Place,
    /// The document at this position, if it has a name that is not that of the file.
    pub document: Option<Box<str>>,
    /// What is wrong, and how to correct it unless that is obvious.
    pub message: String,
    /// A hint that the message does not contain, shown once for many similar messages.
    pub hint: Option<String>,
    /// The line that was left out.
    pub raw: Option<Box<[u8]>>,
}

/// A position in a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Place {
    /// The file as a whole.
    #[default]
    Whole,
    /// A line or row, counted from 1.
    Line(u64),
    /// An offset in bytes.
    Byte(u64),
}

impl Error {
    /// Creates an error about `source`.
    pub fn new(source: impl Display, message: impl Display) -> Self {
        Error {
            source: source.to_string(),
            place: Place::Whole,
            document: None,
            message: message.to_string(),
            hint: None,
            raw: None,
        }
    }

    /// Creates an input or output error about `source`.
    pub fn io(source: impl Display, error: &io::Error) -> Self {
        match error
            .get_ref()
            .is_some_and(|inner| inner.is::<OfTemporary>())
        {
            true => Error::new("TMPDIR", io_message(error)),
            false => Error::new(source, io_message(error)),
        }
    }

    /// Adds the number of a line or row.
    pub fn at_line(mut self, line: u64) -> Self {
        self.place = Place::Line(line);
        self
    }

    /// Adds an offset in bytes.
    pub fn at_byte(mut self, offset: u64) -> Self {
        self.place = Place::Byte(offset);
        self
    }

    /// Adds the name of the document.
    pub fn of_document(mut self, name: &str) -> Self {
        self.document = Some(crate::escaped(name).into());
        self
    }

    /// Adds a hint.
    pub fn hint(mut self, hint: impl Display) -> Self {
        self.hint = Some(hint.to_string());
        self
    }

    /// Adds the bytes that were left out.
    pub fn raw(mut self, raw: &[u8]) -> Self {
        self.raw = Some(raw.into());
        self
    }

    /// Returns the source with the position in it, and the document there.
    pub fn origin(&self) -> String {
        let place = match self.place {
            Place::Whole => self.source.clone(),
            Place::Line(line) => format!("{}:{line}", self.source),
            Place::Byte(offset) => format!("{}: byte {offset}", self.source),
        };
        match &self.document {
            None => place,
            Some(document) => format!("{place} ({document})"),
        }
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.origin(), self.message)
    }
}

impl std::error::Error for Error {}

/// Returns the operating system's message without Rust's suffix ` (os error 2)`.
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((message, _)) => message.to_owned(),
        None => text,
    }
}

/// The message of an error of a temporary file.
#[derive(Debug)]
pub(crate) struct OfTemporary(pub String);

impl Display for OfTemporary {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OfTemporary {}

/// Returns the error for a document larger than `--max-document-size`.
pub(crate) fn too_large(limit: u64) -> io::Error {
    let message = format!("more than the {limit} bytes of --max-document-size");
    io::Error::new(io::ErrorKind::FileTooLarge, message)
}

/// The reason why a file has no documents.
pub(crate) enum Failure {
    /// The file cannot be read.
    Error(Error),
    /// The file is clearly not text. It can be skipped if it is one of several files.
    NotText(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Error(error)
    }
}

impl Failure {
    /// Returns the error for a file that the user named.
    pub fn error(self) -> Error {
        match self {
            Failure::Error(error) | Failure::NotText(error) => error,
        }
    }
}
