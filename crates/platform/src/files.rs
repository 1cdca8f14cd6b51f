//! Files that appear complete or not at all.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tempfile::NamedTempFile;

/// Opens a file for reading.
///
/// # Errors
/// What the system says; a directory, which some systems open and then fail to read.
pub fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(is_a_directory());
    }
    Ok(file)
}

/// Makes a second name for a file; on another file system a symbolic link, and where there are none a copy.
///
/// # Errors
/// What the system says; `AlreadyExists` where there is something.
pub fn link(file: &Path, name: &Path) -> io::Result<()> {
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            #[cfg(unix)]
            return std::os::unix::fs::symlink(file, name);
            #[cfg(not(unix))]
            return fs::copy(file, name).map(drop);
        }
        made => made,
    }
}

/// The error of reading a directory as a file.
pub fn is_a_directory() -> io::Error {
    #[cfg(unix)]
    return rustix::io::Errno::ISDIR.into();
    #[cfg(not(unix))]
    io::ErrorKind::IsADirectory.into()
}

/// The error of using something else as a directory.
pub fn not_a_directory() -> io::Error {
    #[cfg(unix)]
    return rustix::io::Errno::NOTDIR.into();
    #[cfg(not(unix))]
    io::ErrorKind::NotADirectory.into()
}

/// A file that is written to completion before it takes its place.
///
/// Until then it has no name where the system allows that (`O_TMPFILE` and `/proc` on Linux), so a killed process leaves
/// nothing. Elsewhere it has a name beside its place, ends in `.trommel-part`, and is locked while it is written: a
/// process that ends removes its own ([`remove_unfinished`]), and the next one that writes into the directory those that
/// nobody holds locked.
#[derive(Debug)]
pub struct WholeFile {
    content: Content,
    path: PathBuf,
}

#[derive(Debug)]
enum Content {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile),
}

impl WholeFile {
    /// A file that will take the place `path`.
    ///
    /// # Errors
    /// A directory in which no file can be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(directory_of(path))? {
            return Ok(WholeFile {
                content: Content::Unnamed(file),
                path: path.to_owned(),
            });
        }
        Self::create_named(path)
    }

    fn create_named(path: &Path) -> io::Result<Self> {
        let directory = directory_of(path);
        remove_abandoned(directory)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(PART);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The process's umask applies, as for any new file.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let named = builder.tempfile_in(directory)?;
        // A file system without locks has no way to tell an abandoned file either, and leaves them all.
        let _ = named.as_file().try_lock();
        unfinished(|set| set.insert(named.path().to_owned()));
        Ok(WholeFile {
            content: Content::Named(named),
            path: path.to_owned(),
        })
    }

    /// The file to write to.
    pub fn file(&mut self) -> &mut File {
        match &mut self.content {
            #[cfg(target_os = "linux")]
            Content::Unnamed(file) => file,
            Content::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file its name, unless another file has it.
    ///
    /// # Errors
    /// What the system says, [`io::ErrorKind::AlreadyExists`] where a file is there.
    pub fn put_in_free_place(self) -> io::Result<()> {
        match self.content {
            #[cfg(target_os = "linux")]
            Content::Unnamed(file) => linux::link(&file, &self.path),
            Content::Named(file) => {
                let part = file.path().to_owned();
                let persisted = file.persist_noclobber(&self.path);
                unfinished(|set| set.remove(&part));
                persisted.map(drop).map_err(|error| error.error)
            }
        }
    }

    /// Gives the file its name. A file that is replaced hands on its permissions, as if it had been written over.
    ///
    /// # Errors
    /// What the system says.
    pub fn put_in_place(mut self) -> io::Result<()> {
        if let Ok(metadata) = fs::metadata(&self.path) {
            self.file().set_permissions(metadata.permissions())?;
        }
        match self.content {
            #[cfg(target_os = "linux")]
            Content::Unnamed(file) => linux::link_over(&file, &self.path),
            Content::Named(file) => {
                let part = file.path().to_owned();
                let persisted = file.persist(&self.path);
                unfinished(|set| set.remove(&part));
                persisted.map(drop).map_err(|error| error.error)
            }
        }
    }
}

/// How the names of unfinished files end.
const PART: &str = ".trommel-part";

/// The named files of this process that have not taken their place.
static UNFINISHED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

fn unfinished<T>(use_set: impl FnOnce(&mut HashSet<PathBuf>) -> T) -> T {
    let mut set = UNFINISHED
        .lock()
        .unwrap_or_else(|poison| poison.into_inner());
    use_set(set.get_or_insert_default())
}

/// Removes this process's unfinished files: to be called before an exit that runs no destructors.
pub fn remove_unfinished() {
    for path in unfinished(std::mem::take) {
        // Nothing can be done about what cannot be removed; the next run tries again.
        let _ = fs::remove_file(path);
    }
}

/// Removes unfinished files of processes that no longer run, the first time a directory is written to.
fn remove_abandoned(directory: &Path) -> io::Result<()> {
    static SEEN: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut seen = SEEN.lock().unwrap_or_else(|poison| poison.into_inner());
    if !seen
        .get_or_insert_default()
        .insert(fs::canonicalize(directory)?)
    {
        return Ok(());
    }
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path
            .as_os_str()
            .as_encoded_bytes()
            .ends_with(PART.as_bytes())
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // Another process may have removed it since.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// The directory that holds `path`.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Files without names.
#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};
    use rustix::io::Errno;

    /// A file without a name in this directory; `None` where the file system has none, or where there would be no way
    /// to name it: that takes `/proc`.
    pub fn unnamed(directory: &Path) -> io::Result<Option<File>> {
        let opened = rustix::fs::open(
            directory,
            OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC,
            Mode::from_raw_mode(0o666),
        );
        match opened {
            Ok(fd) => {
                let file = File::from(fd);
                Ok(Path::new(&descriptor(&file)).exists().then_some(file))
            }
            Err(Errno::OPNOTSUPP | Errno::ISDIR | Errno::INVAL) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn descriptor(file: &File) -> String {
        format!("/proc/self/fd/{}", file.as_raw_fd())
    }

    /// Gives a file a name that no other has.
    pub fn link(file: &File, path: &Path) -> io::Result<()> {
        rustix::fs::linkat(CWD, descriptor(file), CWD, path, AtFlags::SYMLINK_FOLLOW)
            .map_err(io::Error::from)
    }

    /// Gives a file a name that another may have. A link cannot replace a file, a rename can: so a name beside the place
    /// comes between.
    pub fn link_over(file: &File, path: &Path) -> io::Result<()> {
        if link(file, path).is_ok() {
            return Ok(());
        }
        let place = tempfile::Builder::new()
            .prefix(".")
            .suffix(super::PART)
            .make_in(super::directory_of(path), |beside| link(file, beside))?;
        place
            .into_temp_path()
            .persist(path)
            .map_err(|error| error.error)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Both ways to make a file: without a name where there is that, and with one.
    const WAYS: [fn(&Path) -> io::Result<WholeFile>; 2] =
        [WholeFile::create, WholeFile::create_named];

    fn write(way: fn(&Path) -> io::Result<WholeFile>, path: &Path, bytes: &[u8]) -> WholeFile {
        let mut whole = way(path).unwrap();
        whole.file().write_all(bytes).unwrap();
        whole
    }

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<_> = fs::read_dir(directory)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_complete_and_replaces_what_was_there() {
        for way in WAYS {
            let there = tempfile::tempdir().unwrap();
            let path = there.path().join("x");
            let whole = write(way, &path, b"one");
            assert!(!path.exists());
            whole.put_in_place().unwrap();
            write(way, &path, b"two").put_in_place().unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"two");
            let kept = write(way, &path, b"three").put_in_free_place();
            assert_eq!(kept.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            drop(write(way, &path, b"four"));
            assert_eq!(fs::read(&path).unwrap(), b"two");
            assert_eq!(names(there.path()), ["x"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_hands_on_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        for way in WAYS {
            let there = tempfile::tempdir().unwrap();
            let path = there.path().join("x");
            write(way, &path, b"one").put_in_place().unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            write(way, &path, b"two").put_in_place().unwrap();
            let mode = fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o640);
        }
    }

    #[test]
    fn abandoned_files_are_removed_and_locked_ones_stay() {
        let there = tempfile::tempdir().unwrap();
        fs::write(there.path().join(".abandoned.trommel-part"), b"x").unwrap();
        let held = File::create(there.path().join(".held.trommel-part")).unwrap();
        held.lock().unwrap();
        let whole = WholeFile::create_named(&there.path().join("x")).unwrap();
        whole.put_in_place().unwrap();
        assert_eq!(names(there.path()), [".held.trommel-part", "x"]);
    }

    #[test]
    fn a_directory_is_no_file() {
        let there = tempfile::tempdir().unwrap();
        assert!(open(there.path()).is_err());
    }
}
