//! What cannot be read.

use std::fmt::{self, Display};
use std::io;

/// Something is wrong with a file, an option or an output. Shown as `source: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error {
    /// The file, or the option, that it is about.
    pub source: String,
    /// What is wrong, and where that is not plain what to do.
    pub message: String,
}

impl Error {
    /// An error about `source`.
    pub fn new(source: impl Display, message: impl Display) -> Self {
        Error {
            source: source.to_string(),
            message: message.to_string(),
        }
    }

    /// An input or output error about `source`.
    pub fn io(source: impl Display, error: &io::Error) -> Self {
        Error::new(source, io_message(error))
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.source, self.message)
    }
}

impl std::error::Error for Error {}

/// The operating system's words without Rust's ` (os error 2)`.
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((message, _)) => message.to_owned(),
        None => text,
    }
}
