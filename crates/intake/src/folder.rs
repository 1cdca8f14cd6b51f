//! Walks folders, and reads files that options name.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use platform::{files, paths};

use crate::{Error, Observer, display_path};

/// Returns the files of a directory with this extension, sorted by name.
///
/// # Errors
/// Returns the system's error, with the name of the directory.
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

/// Reads a file without decompressing it.
///
/// # Errors
/// Returns the system's error, with the name of the file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    files::open(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| Error::io(display_path(path), &error))?;
    Ok(bytes)
}

/// The names of counts in `--stats`.
const HIDDEN: &str = "hidden files left out";
const SPECIAL: &str = "files left out that are no regular ones";

/// A recursive walk over the files of a folder, in byte order of their paths. Hidden files, hidden
/// folders, marks of Hadoop and Spark, and special files are skipped and counted. Links to folders are not followed.
pub(crate) struct Walk {
    /// A stack of entries, the next one last.
    stack: Vec<Entry>,
    /// The folder, until a file of it is found.
    unmet: Option<PathBuf>,
}

struct Entry {
    path: PathBuf,
    is_folder: bool,
}

impl Walk {
    pub fn new(folder: PathBuf) -> Self {
        Walk {
            unmet: Some(folder.clone()),
            stack: vec![Entry {
                path: folder,
                is_folder: true,
            }],
        }
    }

    /// Returns a warning about a folder in which no file was found.
    pub fn warning(self) -> Option<Error> {
        let message =
            "no document was found in this folder; name one that has files which are not hidden";
        Some(Error::new(display_path(&self.unmet?), message))
    }

    /// Returns the next file, or an error for a folder that cannot be read.
    pub fn next_file(&mut self, observer: &dyn Observer) -> Option<Result<PathBuf, Error>> {
        while let Some(entry) = self.stack.pop() {
            if !entry.is_folder {
                self.unmet = None;
                return Some(Ok(entry.path));
            }
            if let Err(error) = self.open(&entry.path, observer) {
                self.unmet = None;
                return Some(Err(Error::io(display_path(&entry.path), &error)));
            }
        }
        None
    }

    fn open(&mut self, folder: &Path, observer: &dyn Observer) -> io::Result<()> {
        let mut inside = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = name.as_encoded_bytes();
            let path = entry.path();
            if name.starts_with(b".") || is_mark(name, &path) {
                observer.count(HIDDEN, 1);
                continue;
            }
            let kind = entry.file_type()?;
            let is_file = match kind.is_symlink() {
                // A dangling link is reported when it is opened.
                true => path.metadata().map_or(true, |target| target.is_file()),
                false => kind.is_file(),
            };
            match is_file || kind.is_dir() {
                true => inside.push(Entry {
                    path,
                    is_folder: kind.is_dir(),
                }),
                false => observer.count(SPECIAL, 1),
            }
        }
        // The order of `LC_ALL=C sort`, with a slash after a folder's name.
        inside.sort_by_cached_key(|entry| {
            let mut name = paths::to_bytes(&entry.path).to_vec();
            name.extend(entry.is_folder.then_some(b'/'));
            std::cmp::Reverse(name)
        });
        self.stack.append(&mut inside);
        Ok(())
    }
}

/// Whether Hadoop, Spark or a Parquet writer put this file into a folder to describe the other files: `_SUCCESS`,
/// `_started_ID` and `_committed_ID` of a job, and Parquet files with footers alone. Other files with such names are documents.
fn is_mark(name: &[u8], path: &Path) -> bool {
    let is_id = |id: &[u8]| !id.is_empty() && id.iter().all(u8::is_ascii_digit);
    match name {
        b"_SUCCESS" => (path.metadata()).is_ok_and(|file| file.is_file() && file.len() == 0),
        b"_metadata" | b"_common_metadata" => begins_parquet(path),
        _ => [&b"_started_"[..], b"_committed_"]
            .iter()
            .any(|begin| name.strip_prefix(*begin).is_some_and(is_id)),
    }
}

fn begins_parquet(path: &Path) -> bool {
    let mut first = [0; 4];
    // Opening a pipe would wait for a writer.
    let is_file = path.metadata().is_ok_and(|file| file.is_file());
    is_file
        && files::open(path).is_ok_and(|mut file| file.read_exact(&mut first).is_ok())
        && &first == b"PAR1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marks_of_hadoop_and_spark_are_left_out() {
        let temp = tempfile::tempdir().unwrap();
        for (name, bytes, expected) in [
            ("_SUCCESS", "", true),
            ("_SUCCESS", "We won.", false),
            ("_started_4711", "", true),
            ("_committed_4711", "{\"added\":[]}", true),
            ("_committed_to_memory", "", false),
            ("_started_", "", false),
            ("_metadata", "PAR1....", true),
            ("_common_metadata", "About this corpus", false),
            ("_metadata", "", false),
            ("__init__.py", "", false),
            ("_index.md", "", false),
        ] {
            let path = temp.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            assert_eq!(is_mark(name.as_bytes(), &path), expected, "{name} {bytes}");
        }
    }

    #[test]
    fn files_with_the_extension_come_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.x", "a.x", "c.y", "x"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let files = files_in(folder.path(), "x").unwrap();
        assert_eq!(files, ["a.x", "b.x"].map(|name| folder.path().join(name)));
        assert!(files_in(&folder.path().join("missing"), "x").is_err());
    }

    #[test]
    fn a_folder_stands_for_its_files_in_the_order_of_their_bytes() {
        let temp = tempfile::tempdir().unwrap();
        let empty = [
            "a/x",
            "a.txt",
            "a/.hidden",
            ".git/config",
            "b/c/d",
            "a0",
            "_SUCCESS",
        ];
        for (file, text) in empty
            .map(|file| (file, ""))
            .into_iter()
            .chain([("_index", "text")])
        {
            let path = temp.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let mut walk = Walk::new(temp.path().to_owned());
        let mut found = Vec::new();
        while let Some(file) = walk.next_file(&()) {
            let file = file.unwrap();
            found.push(
                file.strip_prefix(temp.path())
                    .unwrap()
                    .to_str()
                    .unwrap()
                    .to_owned(),
            );
        }
        assert_eq!(found, ["_index", "a.txt", "a/x", "a0", "b/c/d"]);
        let mut walk = Walk::new(temp.path().join("none"));
        assert!(walk.next_file(&()).unwrap().is_err());
        assert!(walk.next_file(&()).is_none());
    }
}
