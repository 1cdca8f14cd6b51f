//! The directory of `--out-dir`.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use intake::{display, display_path};
use platform::files::AtomicFile;
use platform::folder::Folder;
use platform::paths;
use platform::threads::lock;

use crate::Error;

/// The directory of `--out-dir`, with one file per document, under the document's relative path.
#[derive(Debug)]
pub(crate) struct OutputDirectory {
    /// The path of the directory, for messages.
    root: PathBuf,
    folder: Folder,
    /// Hashes of the paths written so far, to detect two documents with the same path.
    written: HashSet<u64>,
    hasher: RandomState,
    keep_existing: bool,
    skip_existing: bool,
    prefix: Arc<Prefix>,
}

/// The files that existed in the directory before this run.
#[derive(Debug)]
pub(crate) struct Existing {
    root: PathBuf,
    prefix: Arc<Prefix>,
    /// Hashes of the paths queried so far.
    queried: Mutex<HashSet<u64>>,
    hasher: RandomState,
}

impl Existing {
    /// Whether the file with this name existed before the run. For a second document with the same
    /// name it returns false, because the file may be that of the first.
    pub fn has(&self, name: &[u8]) -> bool {
        let Ok(place) = self.prefix.place(name) else {
            return false;
        };
        let mut queried = lock(&self.queried);
        queried.insert(self.hasher.hash_one(&place))
            && self.root.join(place).symlink_metadata().is_ok()
    }
}

/// The folder to strip from the names of files.
#[derive(Debug, Default)]
pub struct Prefix {
    folder: PathBuf,
    /// Whether to strip it from all names that begin with it, or only from those that would be
    /// outside of the output directory.
    of_all: bool,
}

impl Prefix {
    /// Creates the prefix given by the user.
    pub(crate) fn given(folder: &Path) -> Self {
        Prefix {
            folder: folder.to_owned(),
            of_all: true,
        }
    }

    /// Returns the common folder of the files whose paths are absolute or contain `..`.
    pub(crate) fn common_folder(files: &[OsString]) -> Self {
        let folders = (files.iter().map(Path::new))
            .filter(|path| may_escape(path))
            .map(|path| match path.is_dir() {
                true => path,
                false => path.parent().unwrap_or(path),
            });
        let common = folders.map(Path::to_owned).reduce(|common, folder| {
            let both = common.components().zip(folder.components());
            both.take_while(|(one, other)| one == other)
                .map(|(one, _)| one)
                .collect()
        });
        Prefix {
            folder: common.unwrap_or_default(),
            of_all: false,
        }
    }

    /// Returns the path of the document with this name, relative to the output directory. An
    /// absolute name loses only its leading slash, as in tar archives.
    ///
    /// # Errors
    /// Fails if the name, without the folder, leads out of the directory by `..`, has a drive
    /// letter, or is not a valid file name.
    pub fn place(&self, name: &[u8]) -> Result<PathBuf, String> {
        let path = paths::from_bytes(name);
        let escapes = may_escape(&path);
        let below = match self.of_all || escapes {
            true => path.strip_prefix(&self.folder).unwrap_or(&path),
            false => &path,
        };
        let below = below.strip_prefix("/").unwrap_or(below);
        relative_path(paths::to_bytes(below)).map_err(|message| match may_escape(below) {
            true => format!("{message}; leave its folder out with --strip-prefix"),
            false => message.to_owned(),
        })
    }
}

/// Whether a path is absolute or contains `..`, so that it may lead out of the output directory.
fn may_escape(path: &Path) -> bool {
    (path.components()).any(|part| !matches!(part, Component::Normal(_) | Component::CurDir))
}

impl OutputDirectory {
    /// Opens the directory, and creates it if necessary.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn open(root: &Path) -> Result<Self, Error> {
        let folder = Folder::create(root);
        let failed = |error: io::Error| match root.is_file() {
            true => Error::new(
                display_path(root),
                "this is a file, and --out-dir needs a folder; name another one",
            ),
            false => Error::io(display_path(root), &error),
        };
        Ok(OutputDirectory {
            folder: folder.map_err(failed)?,
            root: root.to_owned(),
            written: HashSet::new(),
            hasher: RandomState::new(),
            keep_existing: false,
            skip_existing: false,
            prefix: Arc::default(),
        })
    }

    /// Sets the prefix to strip from names.
    pub fn strip(&mut self, prefix: Prefix) {
        self.prefix = prefix.into();
    }

    /// Sets that existing files are kept.
    pub fn skip_existing(&mut self) {
        self.skip_existing = true;
    }

    /// Returns the files of earlier runs, if existing files are skipped.
    pub fn existing(&self) -> Option<Existing> {
        self.skip_existing.then(|| Existing {
            root: self.root.clone(),
            prefix: self.prefix.clone(),
            queried: Mutex::default(),
            hasher: RandomState::new(),
        })
    }

    /// Sets that existing files are kept and cause an error.
    pub fn keep_existing(&mut self) {
        self.keep_existing = true;
    }

    /// Whether existing files are skipped.
    pub fn skips_existing(&self) -> bool {
        self.skip_existing
    }

    /// Whether the file of a document would replace the document.
    pub fn would_replace(&self, document: &[u8], name: &[u8]) -> bool {
        let source = paths::from_bytes(document);
        let place = self.prefix.place(name);
        place.is_ok_and(|relative| is_same_file(&self.root.join(relative), &source))
    }

    /// Begins the file of a document or a data set, which takes its place when it is persisted; `None` if it is skipped because it
    /// exists. A new file gets the permissions of the file `document`, if there is one. The file is reached through its folder; `None`
    /// stands for the directory itself.
    ///
    /// # Errors
    /// Names that lead out by `..`, that lead through a symbolic link inside the directory, or that another
    /// document of this run has used; the system's error.
    pub fn create(
        &mut self,
        document: &[u8],
        name: &[u8],
    ) -> Result<Option<(PathBuf, AtomicFile, Option<Folder>)>, Error> {
        let refused = |message: String| Error::new(display(document), message);
        let relative = self.prefix.place(name).map_err(refused)?;
        let relative = self.target_within(&relative).unwrap_or(relative);
        let place = self.hasher.hash_one(&relative);
        if self.written.contains(&place) {
            return Err(refused(
                "another document has its place in the output directory".into(),
            ));
        }
        let path = self.root.join(&relative);
        let at_path = |error: io::Error| Error::io(display_path(&path), &error);
        if self.skip_existing && path.symlink_metadata().is_ok() {
            self.written.insert(place);
            return Ok(None);
        }
        let folder = self.folder_of(document, &relative)?;
        let name = relative.file_name().unwrap_or_default();
        let file = folder.as_ref().unwrap_or(&self.folder).file(name);
        // A document is named by its file, if it has one.
        let source = paths::from_bytes(document);
        let file = AtomicFile::create_like(&file, Some(&source)).map_err(at_path)?;
        self.written.insert(place);
        Ok(Some((path, file, folder)))
    }

    /// Writes a document's file atomically. An existing file is replaced, or kept if so configured. Returns whether the
    /// file was written.
    ///
    /// # Errors
    /// As of [`OutputDirectory::create`]; an existing file that must be kept.
    pub fn write(&mut self, document: &[u8], name: &[u8], bytes: &[u8]) -> Result<bool, Error> {
        let Some((path, mut file, _folder)) = self.create(document, name)? else {
            return Ok(false);
        };
        file.file()
            .write_all(bytes)
            .and_then(|()| match self.keep_existing {
                true => file.persist_noclobber(),
                false => file.persist(),
            })
            .map_err(|error| at(&path, document, &error))?;
        Ok(true)
    }

    /// Returns the target of a symbolic link in the directory, if it is a file in the directory, so
    /// that converting in place preserves links. The returned path contains no links, so the file
    /// is reached through folders only. A link that leads out is replaced by a file.
    fn target_within(&self, relative: &Path) -> Option<PathBuf> {
        let path = self.root.join(relative);
        path.symlink_metadata()
            .ok()
            .filter(|file| file.is_symlink())?;
        let root = self.root.canonicalize().ok()?;
        let target = path.canonicalize().ok().filter(|target| target.is_file())?;
        target.strip_prefix(root).ok().map(Path::to_owned)
    }

    /// Returns the folder of a file, and creates it if necessary; `None` is the directory itself.
    /// Symbolic links are not followed, because a planted link would lead out of the directory.
    ///
    /// # Errors
    /// The system's error; one of the folders is a file.
    fn folder_of(&self, document: &[u8], relative: &Path) -> Result<Option<Folder>, Error> {
        let (mut path, mut folder) = (self.root.clone(), None);
        for component in relative.parent().into_iter().flat_map(Path::components) {
            path.push(component);
            let parent = folder.as_ref().unwrap_or(&self.folder);
            let inner = parent.enter(component.as_os_str());
            folder = Some(inner.map_err(|error| at(&path, document, &error))?);
        }
        Ok(folder)
    }
}

/// Whether two paths lead to the same file, which need not exist yet. Several options may write to
/// one device or pipe.
pub(crate) fn is_same_file(one: &Path, other: &Path) -> bool {
    let place = |path: &Path| {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let whole = fs::canonicalize(path);
        whole.or_else(|_| {
            Ok::<_, io::Error>(fs::canonicalize(folder)?.join(path.file_name().unwrap_or_default()))
        })
    };
    let is_device = fs::metadata(one).is_ok_and(|metadata| !metadata.is_file());
    !is_device && matches!((place(one), place(other)), (Ok(one), Ok(other)) if one == other)
}

/// The error of a path of a document's file. A file and a folder of one name cannot both be there.
fn at(path: &Path, document: &[u8], error: &io::Error) -> Error {
    let is_link = path.is_symlink();
    let path = display_path(path);
    let taken = match error.kind() {
        io::ErrorKind::NotADirectory if is_link => {
            let message = format!(
                "{path} is a symbolic link, which may lead out of the output directory; remove it, or name another --out-dir"
            );
            return Error::new(display(document), message);
        }
        io::ErrorKind::NotADirectory => "a file, so that no other can be in it",
        io::ErrorKind::IsADirectory => "the folder of other documents",
        _ => return Error::io(path, error),
    };
    let message = format!("{path} is {taken}; write records instead, with -o FILE");
    Error::new(display(document), message)
}

/// Returns the name as a path relative to the output directory, without `.` and `..`.
///
/// # Errors
/// Fails if the name is absolute, leads out of the directory by `..`, or is not a valid file name.
pub fn relative_path(name: &[u8]) -> Result<PathBuf, &'static str> {
    let mut relative = PathBuf::new();
    for component in paths::from_bytes(name).components() {
        match component {
            Component::Normal(part) => relative.push(part),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => {
                return Err("an absolute name has no place in the output directory");
            }
            Component::ParentDir if relative.pop() => {}
            Component::ParentDir => {
                return Err("a name with .. would lead out of the output directory");
            }
        }
    }
    if relative.as_os_str().is_empty() || name.contains(&0) {
        return Err("this name cannot be a file's");
    }
    Ok(relative)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn names_stay_inside_the_directory() {
        assert_eq!(
            relative_path(b"./a//b/./c.txt"),
            Ok(PathBuf::from("a/b/c.txt"))
        );
        assert_eq!(relative_path(b"a/../b/./../c"), Ok(PathBuf::from("c")));
        for name in [
            &b"/etc/x"[..],
            b"a/../../x",
            b"..",
            b"a/..",
            b"",
            b".",
            b"a\0b",
        ] {
            assert!(relative_path(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_file_or_a_link_in_the_place_of_a_folder_is_named() {
        let temp = tempfile::tempdir().unwrap();
        let file = temp.path().join("file");
        fs::write(&file, b"").unwrap();
        let error = OutputDirectory::open(&file).unwrap_err().to_string();
        assert!(error.ends_with("this is a file, and --out-dir needs a folder; name another one"));
        std::os::unix::fs::symlink("file", temp.path().join("link")).unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        let mut message = |name: &[u8]| directory.write(b"doc", name, b"").unwrap_err().to_string();
        assert!(message(b"link/x").contains("link is a symbolic link"));
        assert!(message(b"file/x").contains("file is a file"));
    }

    #[test]
    fn a_link_planted_in_the_directory_is_not_followed() {
        let temp = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), temp.path().join("sub")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("target"), temp.path().join("file"))
            .unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        assert!(directory.write(b"document", b"sub/x", b"1").is_err());
        directory.write(b"document", b"file", b"2").unwrap();
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
        assert_eq!(fs::read(temp.path().join("file")).unwrap(), b"2");
    }

    #[test]
    fn a_link_within_the_directory_stays_a_link() {
        let temp = tempfile::tempdir().unwrap();
        let path = |name: &str| temp.path().join(name);
        fs::create_dir(path("d")).unwrap();
        fs::write(path("d/x"), b"1").unwrap();
        std::os::unix::fs::symlink("d/x", path("link")).unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        directory.write(b"document", b"link", b"2").unwrap();
        assert_eq!(fs::read(path("d/x")).unwrap(), b"2");
        assert!(path("link").symlink_metadata().unwrap().is_symlink());
        // Both names refer to the same file.
        assert!(directory.write(b"document", b"d/x", b"3").is_err());
    }

    #[test]
    fn two_documents_cannot_share_a_file() {
        let temp = tempfile::tempdir().unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        directory.write(b"document", b"a/x", b"1").unwrap();
        assert!(directory.write(b"document", b"./a/x", b"2").is_err());
        assert_eq!(fs::read(temp.path().join("a/x")).unwrap(), b"1");
        let mut again = OutputDirectory::open(temp.path()).unwrap();
        again.write(b"document", b"a/x", b"3").unwrap();
        assert_eq!(fs::read(temp.path().join("a/x")).unwrap(), b"3");
        assert_eq!(fs::read_dir(temp.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_there_can_be_skipped() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join("x"), b"old").unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        assert!(directory.existing().is_none());
        directory.skip_existing();
        let existing = directory.existing().unwrap();
        assert!(existing.has(b"./x") && !existing.has(b"y") && !existing.has(b"/x"));
        assert!(!existing.has(b"x"), "a second document of this name");
        assert!(!directory.write(b"document", b"x", b"new").unwrap());
        assert!(directory.write(b"document", b"y", b"new").unwrap());
        // Two documents of this run with the same name are still an error.
        assert!(directory.write(b"other", b"x", b"new").is_err());
        assert!(directory.write(b"other", b"y", b"other").is_err());
        assert_eq!(fs::read(temp.path().join("x")).unwrap(), b"old");
        assert_eq!(fs::read(temp.path().join("y")).unwrap(), b"new");
    }

    #[test]
    fn a_file_that_is_there_can_be_kept() {
        let temp = tempfile::tempdir().unwrap();
        let mut directory = OutputDirectory::open(temp.path()).unwrap();
        directory.keep_existing();
        fs::write(temp.path().join("x"), b"old").unwrap();
        assert!(directory.write(b"document", b"x", b"new").is_err());
        directory.write(b"document", b"y", b"new").unwrap();
        assert_eq!(fs::read(temp.path().join("x")).unwrap(), b"old");
        assert_eq!(fs::read(temp.path().join("y")).unwrap(), b"new");
        assert_eq!(fs::read_dir(temp.path()).unwrap().count(), 2);
    }
}
