//! What ends a tool, or one input of it.

use std::fmt::Display;
use std::io;

/// An error that names its source. Printed as `tool: source: message`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// Something is wrong with this file, option or output.
    At {
        /// The file, or the option, that it is about.
        source: String,
        /// What is wrong, and where that is not plain what to do.
        message: String,
    },
    /// Whoever read standard output has closed it: no error to a user.
    Closed,
}

impl Error {
    /// An error about `source`.
    pub fn new(source: impl Display, message: impl Display) -> Self {
        Error::At {
            source: source.to_string(),
            message: message.to_string(),
        }
    }

    /// An input or output error about `source`.
    pub fn io(source: impl Display, error: &io::Error) -> Self {
        Error::new(source, io_message(error))
    }
}

/// The operating system's words without Rust's ` (os error 2)`.
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((message, _)) => message.to_owned(),
        None => text,
    }
}
