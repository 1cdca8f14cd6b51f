//! `--index`, `--add` and `--merge`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;

use command::{Error, Output, Writer};
use intake::display_path;

use super::options::Options;
use crate::index::{self, Index, Part};
use crate::representatives::Representatives;

/// The index of earlier runs.
pub(super) struct Base {
    pub(super) index: Index,
}

fn of(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::new(display_path(path), error)
}

impl Base {
    /// Opens the index of --index; `None` without that option, and with --add where the file does not exist yet.
    pub(super) fn open(options: &Options) -> Result<Option<Self>, Error> {
        let Some(path) = &options.index else {
            return Ok(None);
        };
        match Index::open(path) {
            Err(index::IndexError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                match options.add {
                    true => Ok(None),
                    false => Err(of(path, format_args!("{error}; --add makes an index"))),
                }
            }
            Err(error) => Err(of(path, error)),
            Ok(index) => {
                index
                    .check(&options.settings())
                    .map_err(|error| of(path, error))?;
                if options.add {
                    index.verify().map_err(|error| of(path, error))?;
                }
                Ok(Some(Base { index }))
            }
        }
    }
}

/// Writes through an output.
struct Through<'o>(&'o mut Writer);

impl Write for Through<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// With --add: writes the index with the representatives of this run. The old one is there until the new one is complete.
pub(super) fn add(
    options: &Options,
    base: Option<&Base>,
    representatives: &Representatives,
    names: &[Box<[u8]>],
) -> Result<(), Error> {
    let Some(path) = options.index.as_ref().filter(|_| options.add) else {
        return Ok(());
    };
    let mut out = Writer::create_as_is(path)?;
    index::write_added(
        base.map(|base| &base.index),
        representatives,
        names,
        options.settings(),
        &mut Through(&mut out),
    )
    .map_err(|error| of(path, error))?;
    out.finish()
}

/// Writes one index of several.
pub(super) fn merge(options: &Options, out: &mut Output) -> Result<(), Error> {
    let mut indexes = Vec::new();
    for path in &options.merge {
        let index = Index::open(path).map_err(|error| of(path, error))?;
        let settings = options.merge.first().zip(indexes.first());
        if let Some((first, settings)) =
            settings.map(|(path, index): (_, &Index)| (path, index.settings()))
            && index.check(settings).is_err()
        {
            let message = format!("was made with other options than {}", display_path(first));
            return Err(of(path, message));
        }
        index.verify().map_err(|error| of(path, error))?;
        indexes.push(index);
    }
    let mut gone = HashSet::new();
    if let Some(path) = &options.delete {
        let names = intake::folder::read_file(path).map_err(|error| of(path, error.message))?;
        let lines = names
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty());
        gone.extend(lines.map(<[u8]>::to_vec));
    }
    let settings = *indexes[0].settings();
    let parts: Vec<Part> = indexes.iter().map(Part::File).collect();
    index::write(&parts, settings, &gone, &mut Through(out.writer()))
        .map_err(|error| Error::new("-o", error))?;
    Ok(())
}
