//! Files that options name.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use platform::files;

use crate::{Error, display_path};

/// The files of a directory whose names have this extension, in the order of their names.
///
/// # Errors
/// What the system says, naming the directory.
pub fn files_in(directory: &Path, extension: &str) -> Result<Vec<PathBuf>, Error> {
    let list = || -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for entry in std::fs::read_dir(directory)? {
            let path = entry?.path();
            if path.extension().is_some_and(|one| one == extension) {
                files.push(path);
            }
        }
        files.sort();
        Ok(files)
    };
    list().map_err(|error| Error::io(display_path(directory), &error))
}

/// Reads a file as it is, compressed or not.
///
/// # Errors
/// What the system says, naming the file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    files::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| Error::io(display_path(path), &error))?;
    Ok(bytes)
}
