//! `--index`, `--add` and `--merge`.

use std::collections::HashMap;
use std::io::{self, Write};
use std::path::Path;

use command::{Error, Output, Process, Writer};
use intake::{Names, display_path};
use record::Name;

use super::options::Options;
use crate::growing;
use crate::index::{self, Index, IndexError, Part};
use crate::representatives::Representatives;

/// The index of earlier runs.
pub(super) struct Base {
    pub(super) index: Index,
}

fn of(path: &Path, error: impl std::fmt::Display) -> Error {
    Error::new(display_path(path), error)
}

fn failed(path: &Path, error: IndexError) -> Error {
    match error {
        IndexError::Io(error) => Error::io(display_path(path), &error),
        error => of(path, error),
    }
}

/// The error of an index that was open and cannot be read.
pub(super) fn unreadable(options: &Options, error: &io::Error) -> Error {
    let path = options.index.as_deref().expect("the index that is open");
    match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => of(
            path,
            "the index is damaged; make it again from the documents",
        ),
        _ => Error::io(display_path(path), error),
    }
}

impl Base {
    /// Opens the index of --index; `None` without that option, and with --add where the file does not exist yet.
    pub(super) fn open(options: &Options) -> Result<Option<Self>, Error> {
        let Some(path) = &options.index else {
            return Ok(None);
        };
        let index = match options.add {
            true => Index::to_add_to(path, &options.settings()),
            false => Index::open(path).and_then(|index| {
                index.check(&options.settings())?;
                Ok(Some(index))
            }),
        };
        match index {
            Err(IndexError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                Err(of(path, "No such file or directory; --add makes an index"))
            }
            index => index
                .map(|index| index.map(|index| Base { index }))
                .map_err(|error| failed(path, error)),
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

/// With --add: writes the index with the representatives of this run and their names. `read` is the number of its documents.
pub(super) fn add(
    options: &Options,
    base: Option<Base>,
    (representatives, names, read): (&Representatives, &[Box<[u8]>], u64),
    process: &Process,
) -> Result<(), Error> {
    let Some(path) = options.index.as_ref().filter(|_| options.add) else {
        return Ok(());
    };
    if base.is_some() && names.is_empty() && read > 0 {
        let message = format!(
            "all documents of this run ({read}) are in this index already, so none is new; was the run done before?"
        );
        process.warn(display_path(path), message);
    }
    let mut older = base.map(|base| base.index);
    let is_changed = growing::save(path, &mut older, representatives, names, options.settings())
        .map_err(|error| failed(path, error))?;
    if is_changed {
        let message = "another process changed the index during this run; its documents and those of this run are not compared with each other";
        process.warn(display_path(path), message);
    }
    Ok(())
}

/// Writes one index of several.
pub(super) fn merge(options: &Options, process: &Process, out: &mut Output) -> Result<(), Error> {
    let mut indexes = Vec::new();
    for path in &options.merge {
        let index = Index::open(path).map_err(|error| failed(path, error))?;
        let settings = options.merge.first().zip(indexes.first());
        if let Some((first, settings)) =
            settings.map(|(path, index): (_, &Index)| (path, index.settings()))
            && index.check(settings).is_err()
        {
            let message = format!("was made with other options than {}", display_path(first));
            return Err(of(path, message));
        }
        index.verify().map_err(|error| failed(path, error))?;
        indexes.push(index);
    }
    let mut gone = HashMap::new();
    if let Some(path) = &options.delete {
        let names = Names::read(path)?;
        gone.extend(names.names().map(|name| (name.to_vec(), false)));
    }
    let settings = *indexes[0].settings();
    let parts: Vec<Part> = indexes.iter().map(Part::File).collect();
    index::write(&parts, settings, &mut gone, &mut Through(out.writer()))
        .map_err(|error| Error::new("-o", error))?;
    let mut lacking: Vec<Vec<u8>> = gone
        .into_iter()
        .filter_map(|(name, is_there)| (!is_there).then_some(name))
        .collect();
    lacking.sort_unstable();
    for name in lacking {
        let name = Name::new(&*name).to_text().into_owned();
        process.warn(name, "to be deleted, but in none of the indexes");
    }
    Ok(())
}
