//! Named byte streams.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use platform::{files, system};

use crate::compression::decompressed;
use crate::{Error, display_path};

/// The name of standard input in messages.
pub const STANDARD_INPUT: &str = "standard input";

/// A byte stream with its name for messages.
pub struct Stream {
    /// Its name for messages.
    pub name: Arc<str>,
    /// Its bytes, decompressed.
    pub reader: Box<dyn Read + Send>,
}

impl Stream {
    /// Opens a file, or standard input for `-`, and decompresses it if necessary.
    ///
    /// # Errors
    /// The system's error, with the name of the file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Self::standard_input();
        }
        let name = display_path(path);
        let opened = files::open(path).and_then(|file| decompressed(Box::new(file)));
        match opened {
            Ok(reader) => Ok(Stream {
                name: name.into(),
                reader,
            }),
            Err(error) => Err(Error::io(name, &error)),
        }
    }

    /// Standard input, decompressed if necessary.
    ///
    /// # Errors
    /// The system's error.
    pub fn standard_input() -> Result<Self, Error> {
        let opened = system::standard_input().and_then(|file| decompressed(Box::new(file)));
        match opened {
            Ok(reader) => Ok(Stream {
                name: STANDARD_INPUT.into(),
                reader,
            }),
            Err(error) => Err(Error::io(STANDARD_INPUT, &error)),
        }
    }
}
