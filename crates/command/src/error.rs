//! Errors that end a tool, or the processing of one input.

use std::fmt::{self, Display};
use std::io;

/// A fatal error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Error {
    /// An error of a file, an option or an output, printed as `tool: source: message`.
    Failed(intake::Error),
    /// The reader of standard output has closed it, which is not an error for the user.
    Closed,
}

impl Error {
    /// Creates an error about `source`.
    pub fn new(source: impl Display, message: impl Display) -> Self {
        Error::Failed(intake::Error::new(source, message))
    }

    /// Creates an input or output error about `source`.
    pub fn io(source: impl Display, error: &io::Error) -> Self {
        Error::Failed(intake::Error::io(source, error))
    }

    /// Checks combinations of options. Each has whether it is given, the option, and why it is wrong.
    ///
    /// # Errors
    /// Returns the first that is given.
    pub fn refuse(wrong: &[(bool, &str, &str)]) -> Result<(), Self> {
        match wrong.iter().find(|(is_given, ..)| *is_given) {
            Some((_, option, why)) => Err(Error::new(option, why)),
            None => Ok(()),
        }
    }
}

impl From<intake::Error> for Error {
    fn from(error: intake::Error) -> Self {
        Error::Failed(error)
    }
}

impl From<platform::spill::Error> for Error {
    fn from(failed: platform::spill::Error) -> Self {
        Error::io(failed.directory.display(), &failed.source)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Failed(error) => error.fmt(f),
            Error::Closed => f.write_str("standard output was closed"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Failed(error) => Some(error),
            Error::Closed => None,
        }
    }
}
