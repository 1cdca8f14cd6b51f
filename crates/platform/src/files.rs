//! Files that are replaced atomically: they appear complete or not at all.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use tempfile::NamedTempFile;

/// Opens a file for reading.
///
/// # Errors
/// Returns the system's error. A directory is also an error, because some systems open it and then
/// fail to read.
pub fn open(path: &Path) -> io::Result<File> {
    open_with_metadata(path).map(|(file, _)| file)
}

/// Like [`open`], and also returns the metadata of the file.
///
/// # Errors
/// Fails like [`open`].
pub fn open_with_metadata(path: &Path) -> io::Result<(File, Metadata)> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    match metadata.is_dir() {
        true => Err(is_a_directory()),
        false => not_output(&metadata).map(|()| (file, metadata)),
    }
}

/// The device and inode of standard output, if it is a regular file that the process writes.
static OUTPUT: OnceLock<Identity> = OnceLock::new();

type Identity = (u64, u64);

/// Returns what a regular file has in common with no other; `None` for other files, or if the system does not report it.
fn identity(metadata: &Metadata) -> Option<Identity> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        metadata.is_file().then(|| (metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        None
    }
}

/// Sets the file of standard output. From then on, it cannot be opened for reading: a shell has emptied it already, or the
/// process would read what it writes and never end.
pub(crate) fn set_output(file: &File) {
    if let Some(output) = file.metadata().ok().as_ref().and_then(identity) {
        OUTPUT.get_or_init(|| output);
    }
}

/// Refuses a file that is also standard output.
///
/// # Errors
/// Fails if it is.
pub fn not_output(metadata: &Metadata) -> io::Result<()> {
    let output = OUTPUT.get();
    match output.is_some() && identity(metadata).as_ref() == output {
        true => Err(io::Error::other(
            "this file is also standard output; write another file, or use -o FILE, which may be an input",
        )),
        false => Ok(()),
    }
}

/// Fills a buffer from an offset of a file, independently of the file's position, so that several
/// threads may read at once.
///
/// # Errors
/// Returns the system's error, or fails if the file ends before the buffer is full.
pub fn read_exact_at(file: &File, mut buffer: &mut [u8], mut at: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        match read_at(file, buffer, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => {
                at += length as u64;
                buffer = &mut buffer[length..];
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Fills a buffer as far as there is input. Returns the number of bytes read.
///
/// # Errors
/// Returns the error of the reader.
pub fn read_full(reader: &mut (impl io::Read + ?Sized), buffer: &mut [u8]) -> io::Result<usize> {
    let mut length = 0;
    while length < buffer.len() {
        match reader.read(&mut buffer[length..]) {
            Ok(0) => break,
            Ok(read) => length += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(length)
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Reading at an offset is not supported on other systems.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads once, like [`io::Read::read`], into the spare capacity of a buffer, and appends the bytes.
/// The spare capacity is not filled with zeros first.
///
/// # Errors
/// Returns the system's error.
pub fn append(file: &mut File, buffer: &mut Vec<u8>) -> io::Result<usize> {
    #[cfg(unix)]
    return Ok(rustix::io::read(
        file,
        rustix::buffer::spare_capacity(buffer),
    )?);
    #[cfg(not(unix))]
    return append_from(file, buffer);
}

/// Like [`append`], from any reader.
///
/// # Errors
/// Returns the reader's error.
pub fn append_from(reader: &mut impl io::Read, buffer: &mut Vec<u8>) -> io::Result<usize> {
    let length = buffer.len();
    buffer.resize(buffer.capacity(), 0);
    let read = reader.read(&mut buffer[length..]);
    buffer.truncate(length + *read.as_ref().unwrap_or(&0));
    read
}

/// Creates a link that remains valid when the file is replaced: a symbolic link, without a folder
/// if both names are in the same folder. On Windows, where that needs a privilege, it is a hard
/// link, and across file systems a copy.
///
/// # Errors
/// Returns the system's error; `AlreadyExists` if the name is taken.
pub fn link(file: &Path, name: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let beside = file.parent() == name.parent();
        let target = file.file_name().filter(|_| beside).map(Path::new);
        std::os::unix::fs::symlink(target.unwrap_or(file), name)
    }
    #[cfg(not(unix))]
    match fs::hard_link(file, name) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
            fs::copy(file, name).map(drop)
        }
        made => made,
    }
}

/// Copies a file with its permissions. The new name may be taken, and is never seen with incomplete
/// content.
///
/// # Errors
/// Returns the system's error.
pub fn copy_over(file: &Path, name: &Path) -> io::Result<()> {
    make_over(name, |beside| fs::copy(file, beside).map(drop))
}

/// Creates a file under a temporary name in the same directory, and renames it to `path`, which may
/// exist.
fn make_over(path: &Path, make: impl FnMut(&Path) -> io::Result<()>) -> io::Result<()> {
    let mut place = tempfile::Builder::new();
    place.prefix(".").suffix(UNFINISHED_SUFFIX);
    let made = place.make_in(directory_of(path), make)?.into_temp_path();
    made.persist(path).map_err(|error| error.error)
}

/// Returns the file of the running program, as the system reports it. If the system does not, as in
/// a chroot without `/proc`, uses the first argument and `PATH`.
///
/// # Errors
/// Returns the system's error if neither gives a file.
pub fn program() -> io::Result<PathBuf> {
    std::env::current_exe().or_else(|error| {
        let name = std::env::args_os().next();
        name.and_then(|name| named_program(Path::new(&name), std::env::var_os("PATH").as_deref()))
            .ok_or(error)
    })
}

/// Returns the file that a shell runs for this name.
fn named_program(name: &Path, path: Option<&OsStr>) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.canonicalize().ok();
    }
    let folders = std::env::split_paths(path?);
    let mut found = folders.filter_map(|folder| folder.join(name).canonicalize().ok());
    found.find(|file| file.is_file())
}

/// Returns the error for reading a directory as a file.
pub fn is_a_directory() -> io::Error {
    #[cfg(unix)]
    return rustix::io::Errno::ISDIR.into();
    #[cfg(not(unix))]
    io::ErrorKind::IsADirectory.into()
}

/// Returns the error for using a file as a directory.
pub fn not_a_directory() -> io::Error {
    #[cfg(unix)]
    return rustix::io::Errno::NOTDIR.into();
    #[cfg(not(unix))]
    io::ErrorKind::NotADirectory.into()
}

/// A file that gets its name only when it is complete.
///
/// Until then it has no name if the system supports that (`O_TMPFILE` and `/proc` on Linux), so a
/// killed process leaves nothing behind. Otherwise it has a temporary name in the same directory
/// that ends in `.trommel-part`, and is locked while it is written. A process that exits removes
/// its own temporary files ([`remove_unfinished`]). The next process that writes into the directory
/// removes those that are not locked.
#[derive(Debug)]
pub struct AtomicFile {
    content: Content,
    path: PathBuf,
}

#[derive(Debug)]
enum Content {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile),
}

impl AtomicFile {
    /// Creates a file that will replace `path`.
    ///
    /// # Errors
    /// Fails if no file can be created in the directory.
    pub fn create(path: &Path) -> io::Result<Self> {
        Self::create_like(path, None)
    }

    /// Like [`AtomicFile::create`], with the permissions of a file that the content is made from, as `cp` does: without setuid,
    /// setgid and the sticky bit, and within the process's umask. If the file replaces another one, that one's count.
    ///
    /// # Errors
    /// Fails if no file can be created in the directory.
    pub fn create_like(path: &Path, source: Option<&Path>) -> io::Result<Self> {
        let mode = source.and_then(mode_of).unwrap_or(0o666);
        #[cfg(target_os = "linux")]
        if let Some(file) = linux::unnamed(directory_of(path), mode)? {
            return Ok(AtomicFile {
                content: Content::Unnamed(file),
                path: path.to_owned(),
            });
        }
        Self::create_named(path, mode)
    }

    fn create_named(path: &Path, mode: u32) -> io::Result<Self> {
        let directory = directory_of(path);
        remove_abandoned(directory)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".").suffix(UNFINISHED_SUFFIX);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // The process's umask applies, as for any new file.
            builder.permissions(fs::Permissions::from_mode(mode));
        }
        #[cfg(not(unix))]
        let _ = mode;
        let named = builder.tempfile_in(directory)?;
        // On a file system without locks, abandoned files cannot be recognised, so none is removed
        // there.
        let _ = named.as_file().try_lock();
        unfinished(|set| set.insert(named.path().to_owned()));
        Ok(AtomicFile {
            content: Content::Named(named),
            path: path.to_owned(),
        })
    }

    /// Returns the file to write to.
    pub fn file(&mut self) -> &mut File {
        match &mut self.content {
            #[cfg(target_os = "linux")]
            Content::Unnamed(file) => file,
            Content::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file its name, unless the name is taken.
    ///
    /// # Errors
    /// Returns the system's error; [`io::ErrorKind::AlreadyExists`] if the name is taken.
    pub fn persist_noclobber(self) -> io::Result<()> {
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

    /// Gives the file its name. If it replaces a file, it keeps the permissions of that file, as if
    /// it had been overwritten.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn persist(mut self) -> io::Result<()> {
        // Links are excluded, since their permissions are those of the target. Bits such as setuid
        // must not pass to new content.
        if let Ok(metadata) = fs::symlink_metadata(&self.path)
            && metadata.is_file()
        {
            self.file().set_permissions(plain_permissions(&metadata))?;
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

/// Returns the plain permissions of a regular file, if the system has them.
fn mode_of(path: &Path) -> Option<u32> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        Some(plain_permissions(&metadata).mode())
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
}

/// Returns the permissions of a file without setuid, setgid and the sticky bit.
fn plain_permissions(metadata: &Metadata) -> fs::Permissions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::Permissions::from_mode(metadata.permissions().mode() & 0o777)
    }
    #[cfg(not(unix))]
    metadata.permissions()
}

/// The suffix of unfinished files.
const UNFINISHED_SUFFIX: &str = ".trommel-part";

/// The named files of this process that are not complete yet.
static UNFINISHED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

fn unfinished<T>(use_set: impl FnOnce(&mut HashSet<PathBuf>) -> T) -> T {
    let mut set = UNFINISHED
        .lock()
        .unwrap_or_else(|poison| poison.into_inner());
    use_set(set.get_or_insert_default())
}

/// Removes this process's unfinished files. Must be called before an exit that runs no destructors.
pub fn remove_unfinished() {
    for path in unfinished(std::mem::take) {
        // A file that cannot be removed is left to the next run.
        let _ = fs::remove_file(path);
    }
}

/// Removes unfinished files of processes that no longer run, the first time this process writes into a directory.
fn remove_abandoned(directory: &Path) -> io::Result<()> {
    static CLEANED: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let mut cleaned = CLEANED.lock().unwrap_or_else(|poison| poison.into_inner());
    if !cleaned
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
            .ends_with(UNFINISHED_SUFFIX.as_bytes())
            // Opening a pipe would wait for a writer.
            && fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file())
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            // Another process may have removed it in the meantime.
            let _ = fs::remove_file(&path);
        }
    }
    Ok(())
}

/// Returns the directory that contains `path`.
fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Unnamed files (`O_TMPFILE`).
#[cfg(target_os = "linux")]
mod linux {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::Path;

    use rustix::fs::{AtFlags, CWD, Mode, OFlags};
    use rustix::io::Errno;

    /// Creates an unnamed file in this directory. Returns `None` if the file system does not
    /// support it, or if `/proc` is not mounted, which is needed to name the file later.
    pub fn unnamed(directory: &Path, mode: u32) -> io::Result<Option<File>> {
        let opened = rustix::fs::open(
            directory,
            OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC,
            Mode::from_raw_mode(mode),
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

    /// Gives the file a name, which must not be taken.
    pub fn link(file: &File, path: &Path) -> io::Result<()> {
        rustix::fs::linkat(CWD, descriptor(file), CWD, path, AtFlags::SYMLINK_FOLLOW)
            .map_err(io::Error::from)
    }

    /// Gives the file a name that may be taken. A link cannot replace a file but a rename can. So
    /// the file is first linked to a temporary name in the same directory.
    pub fn link_over(file: &File, path: &Path) -> io::Result<()> {
        if link(file, path).is_ok() {
            return Ok(());
        }
        super::make_over(path, |beside| link(file, beside))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    /// Both kinds of file: unnamed, if that is supported, and named.
    const WAYS: [fn(&Path) -> io::Result<AtomicFile>; 2] = [AtomicFile::create, |path| {
        AtomicFile::create_named(path, 0o666)
    }];

    #[test]
    fn a_buffer_gets_as_much_as_it_has_room_for() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 100]).unwrap();
        io::Seek::rewind(&mut file).unwrap();
        let mut buffer = Vec::with_capacity(60);
        let mut room = buffer.capacity();
        assert_eq!(append(&mut file, &mut buffer).unwrap(), room.min(100));
        buffer.reserve_exact(100);
        room = buffer.capacity();
        append_from(&mut file, &mut buffer).unwrap();
        assert_eq!(buffer, [7; 100]);
        assert_eq!(append(&mut file, &mut buffer).unwrap(), 0);
        assert!(buffer.len() < room);
    }

    fn write(way: fn(&Path) -> io::Result<AtomicFile>, path: &Path, bytes: &[u8]) -> AtomicFile {
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

    #[cfg(unix)]
    #[test]
    fn a_program_is_found_by_what_it_was_called() {
        let temp = tempfile::tempdir().unwrap();
        let (folder, file) = (temp.path().join("bin"), temp.path().join("bin/tool"));
        fs::create_dir(&folder).unwrap();
        fs::write(&file, "").unwrap();
        let file = file.canonicalize().unwrap();
        let path = std::env::join_paths([temp.path(), &folder]).unwrap();
        let named = |name| named_program(name, Some(&path));
        assert_eq!(named(Path::new("tool")), Some(file.clone()));
        assert_eq!(named(Path::new("none")), None);
        assert_eq!(named_program(&folder.join("../bin/tool"), None), Some(file));
        assert_eq!(named_program(Path::new("tool"), None), None);
    }

    #[test]
    fn a_file_appears_complete_and_replaces_what_was_there() {
        for way in WAYS {
            let temp = tempfile::tempdir().unwrap();
            let path = temp.path().join("x");
            let whole = write(way, &path, b"one");
            assert!(!path.exists());
            whole.persist().unwrap();
            write(way, &path, b"two").persist().unwrap();
            assert_eq!(fs::read(&path).unwrap(), b"two");
            let kept = write(way, &path, b"three").persist_noclobber();
            assert_eq!(kept.unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            drop(write(way, &path, b"four"));
            assert_eq!(fs::read(&path).unwrap(), b"two");
            assert_eq!(names(temp.path()), ["x"]);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_replaced_file_hands_on_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        for way in WAYS {
            let temp = tempfile::tempdir().unwrap();
            let path = temp.path().join("x");
            write(way, &path, b"one").persist().unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
            write(way, &path, b"two").persist().unwrap();
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
            assert_eq!(mode(&path) & 0o7777, 0o640);
            // Bits that make a program run as its owner are not kept, nor are the permissions of
            // another file.
            let link = temp.path().join("link");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o4700)).unwrap();
            write(way, &link, b"three").persist().unwrap();
            assert_eq!(mode(&link) & 0o7111, 0);
            write(way, &path, b"four").persist().unwrap();
            assert_eq!(mode(&path) & 0o7777, 0o700);
        }
    }

    #[test]
    fn abandoned_files_are_removed_and_locked_ones_stay() {
        let temp = tempfile::tempdir().unwrap();
        fs::write(temp.path().join(".abandoned.trommel-part"), b"x").unwrap();
        #[cfg(target_os = "linux")]
        rustix::fs::mkfifoat(
            rustix::fs::CWD,
            temp.path().join(".pipe.trommel-part"),
            rustix::fs::Mode::RUSR,
        )
        .unwrap();
        let held = File::create(temp.path().join(".held.trommel-part")).unwrap();
        held.lock().unwrap();
        let whole = AtomicFile::create_named(&temp.path().join("x"), 0o666).unwrap();
        whole.persist().unwrap();
        let mut left = vec![".held.trommel-part", "x"];
        if cfg!(target_os = "linux") {
            left.insert(1, ".pipe.trommel-part");
        }
        assert_eq!(names(temp.path()), left);
    }

    #[test]
    fn a_directory_is_no_file() {
        let temp = tempfile::tempdir().unwrap();
        assert!(open(temp.path()).is_err());
    }
}
