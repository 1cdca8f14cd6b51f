//! Named byte streams.

use std::io::{Read, Seek};
use std::path::Path;
use std::sync::Arc;

use platform::{files, system};

use crate::allowance::Limit;
use crate::compression::decompressed;
use crate::{Error, display_path};

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// A seekable reader.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// A byte stream with its name for messages.
pub struct Stream {
    /// The name for messages.
    pub name: Arc<str>,
    /// The bytes, decompressed.
    pub reader: Box<dyn Read + Send>,
}

impl Stream {
    /// Opens a file, or standard input for `-`, and decompresses it if necessary.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::limited(path, Limit::Fixed)
    }

    /// Like [`Stream::open`], with a limit on the bytes that a compressed file gives.
    pub(crate) fn limited(path: &Path, limit: Limit) -> Result<Self, Error> {
        let (name, file) = match path.as_os_str() == "-" {
            true => (STANDARD_INPUT.to_owned(), system::standard_input()),
            false => (display_path(path), files::open(path)),
        };
        let opened = file.and_then(|file| decompressed(Box::new(file), limit));
        match opened {
            Ok(reader) => Ok(Stream {
                name: name.into(),
                reader,
            }),
            Err(error) => Err(Error::io(name, &error)),
        }
    }

    /// Opens standard input, and decompresses it if necessary.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn standard_input() -> Result<Self, Error> {
        Self::limited(Path::new("-"), Limit::Fixed)
    }
}
