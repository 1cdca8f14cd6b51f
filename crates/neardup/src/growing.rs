//! An index file that grows: documents are compared with it and added to it.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use platform::files::AtomicFile;

use crate::index::{self, IndexError};
use crate::representatives::{COMPARED_WITH_ALL, Representatives};
use crate::{Index, Settings, Sketch, Sketcher};

/// An index file with which documents are compared and to which they are added, as `neardup --index FILE --add` does.
///
/// ```
/// use neardup::{Growing, Settings};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("seen.idx");
/// let mut index = Growing::open(&path, Settings::default())?;
/// assert!(index.push(b"monday", "The ferry runs again.")?.is_none());
/// index.save()?;
///
/// let mut index = Growing::open(&path, Settings::default())?;
/// let found = index.push(b"tuesday", "The ferry runs again!")?.expect("the same words");
/// assert_eq!((&found.name[..], found.similarity), (&b"monday"[..], 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Growing {
    path: PathBuf,
    settings: Settings,
    sketcher: Sketcher,
    older: Option<Index>,
    fresh: Representatives,
    names: Vec<Box<[u8]>>,
}

/// A document that another one is similar to, of an index or of this run.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// The name of the document.
    pub name: Vec<u8>,
    /// The estimated Jaccard similarity.
    pub similarity: f64,
}

impl Growing {
    /// Opens an index file. If it does not exist, the first [`Growing::save`] makes it. The working directory may change in between.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or was made with other settings. It does not exist, and cannot be made in its directory.
    pub fn open(path: impl AsRef<Path>, settings: Settings) -> Result<Self, IndexError> {
        let path = std::path::absolute(path)?;
        Ok(Growing {
            older: Index::to_add_to(&path, &settings)?,
            path,
            settings,
            sketcher: Sketcher::new(settings),
            fresh: Representatives::new(settings.similarity),
            names: Vec::new(),
        })
    }

    /// Compares a document with those of the file and all before it. One that is similar to none is remembered by its name.
    ///
    /// # Errors
    /// The file cannot be read, or more than 4,294,967,295 documents are similar to none.
    pub fn push(&mut self, name: &[u8], text: &str) -> io::Result<Option<Named>> {
        let sketch = self.sketcher.sketch(text);
        let older = self.older.as_ref();
        let indexed = older.map(|older| older.find(&sketch)).transpose()?;
        let found = find(indexed.flatten(), older, &self.fresh, &sketch)?;
        let Some((place, similarity)) = found else {
            (self.fresh.insert(&sketch, None))
                .map_err(|full| io::Error::other(full.to_string()))?;
            self.names.push(name.into());
            return Ok(None);
        };
        let name = match (place, &self.older) {
            (Place::Indexed(number), Some(older)) => older.name(number)?,
            (Place::Indexed(number) | Place::Fresh(number), _) => {
                self.names[number as usize].to_vec()
            }
        };
        Ok(Some(Named { name, similarity }))
    }

    /// Adds what was remembered to the file. The old file is there until the new one is complete. Returns whether another process has added
    /// documents in the meantime: they stay, but they are not compared with those of this run.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn save(&mut self) -> Result<bool, IndexError> {
        let (older, fresh) = (&mut self.older, &self.fresh);
        let is_changed = save(&self.path, older, fresh, &self.names, self.settings)?;
        self.older = Some(Index::open(&self.path)?);
        self.fresh = Representatives::new(self.settings.similarity);
        self.names.clear();
        Ok(is_changed)
    }
}

/// Where a document is that another one is similar to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Place {
    /// In the index.
    Indexed(u32),
    /// Among the representatives of this run.
    Fresh(u32),
}

/// The document that is most similar to another one: `indexed`, which its bands found in the index, or one of this run. While there are few
/// in both, and bands find none, it is compared with all.
///
/// # Errors
/// The index cannot be read.
pub(crate) fn find(
    indexed: Option<(u32, f64)>,
    index: Option<&Index>,
    fresh: &Representatives,
    sketch: &Sketch,
) -> io::Result<Option<(Place, f64)>> {
    let found = nearest(indexed, fresh.find(sketch));
    let all = index.map_or(0, |index| index.documents() as usize) + fresh.len();
    if found.is_some() || all > COMPARED_WITH_ALL {
        return Ok(found);
    }
    let indexed = index.map(|index| index.find_without_band(sketch));
    Ok(nearest(
        indexed.transpose()?.flatten(),
        fresh.find_without_band(sketch),
    ))
}

/// The more similar of two documents, each with its similarity: of two that are alike in it that of the index.
pub(crate) fn nearest(
    indexed: Option<(u32, f64)>,
    fresh: Option<(u32, f64)>,
) -> Option<(Place, f64)> {
    match (indexed, fresh) {
        (Some((number, similarity)), fresh) if fresh.is_none_or(|(_, best)| best <= similarity) => {
            Some((Place::Indexed(number), similarity))
        }
        (_, fresh) => fresh.map(|(number, similarity)| (Place::Fresh(number), similarity)),
    }
}

/// Replaces an index file by one that has the documents of this run, too, and makes it the older one. What another process added since the
/// older one was opened stays in it. If the older one was deleted, its documents are written again. Returns whether there was such a process: its documents and those of this run were not compared.
///
/// # Errors
/// Those of `index::write`, and of the file that another process wrote.
pub(crate) fn save(
    path: &Path,
    older: &mut Option<Index>,
    fresh: &Representatives,
    names: &[Box<[u8]>],
    settings: Settings,
) -> Result<bool, IndexError> {
    let mut is_changed = false;
    loop {
        // A symbolic link stays, and its target is replaced.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut file = AtomicFile::create(&target)?;
        let mut out = BufWriter::new(file.file());
        index::write_added(older.as_ref(), fresh, names, settings, &mut out)?;
        out.flush()?;
        drop(out);
        // Of several processes that come here at once the first goes on, and the others see its index.
        let placed = match older {
            None => file.persist_noclobber(),
            Some(index) => {
                index.hold();
                match Index::open(path) {
                    Ok(now) if index.is_like(&now) => file.persist(),
                    Err(IndexError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                        file.persist_noclobber()
                    }
                    _ => Err(io::ErrorKind::AlreadyExists.into()),
                }
            }
        };
        match placed {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // What is there without being a file, such as a link to none, cannot be replaced.
                *older = Some(Index::to_add_to(path, &settings)?.ok_or(error)?);
                is_changed = true;
            }
            placed => return placed.map(|()| is_changed).map_err(IndexError::Io),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTS: [&str; 3] = [
        "The ferry runs again since the ice on the lake is gone.",
        "The mill burned down on Sunday night, and nobody was hurt.",
        "It rained for a week, and the river rose to the bridge.",
    ];

    #[test]
    fn a_deleted_file_is_written_again_with_all_of_its_documents() -> Result<(), IndexError> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("seen.idx");
        let mut index = Growing::open(&path, Settings::default())?;
        for (at, text) in TEXTS.iter().enumerate() {
            assert_eq!(index.push(at.to_string().as_bytes(), text)?, None);
            assert!(!index.save()?);
            std::fs::remove_file(&path)?;
        }
        index.save()?;
        let mut again = Growing::open(&path, Settings::default())?;
        for (at, text) in TEXTS.iter().enumerate() {
            let found = again.push(b"again", text)?.map(|found| found.name);
            assert_eq!(found, Some(at.to_string().into_bytes()));
        }
        Ok(())
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        for path in [folder.path().join("none/seen.idx"), PathBuf::new()] {
            assert!(Growing::open(path, Settings::default()).is_err());
        }
        // The check leaves nothing behind.
        Growing::open(folder.path().join("seen.idx"), Settings::default()).expect("a new index");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
    }
}
