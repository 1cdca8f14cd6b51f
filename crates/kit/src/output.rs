//! Where results go.

use std::collections::HashSet;
use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use memchr::memchr_iter;
use rustix::fs::{AtFlags, CWD, Mode, OFlags};
use tempfile::NamedTempFile;

use crate::args::CommonArgs;
use crate::stats::{self, Collector};
use crate::{Error, Process, paths};

/// Writes go to the system in pieces of at least this size: smaller ones cost a tenth of the time and more.
const BUFFER: usize = 64 * 1024;

const STANDARD_OUTPUT: &str = "standard output";

/// Standard output, or the file of `-o`.
#[derive(Debug)]
pub struct Output {
    target: Target,
    name: String,
    buffer: Vec<u8>,
    line_buffered: bool,
    directory: Option<OutputDirectory>,
    stats: Option<Arc<Collector>>,
    /// Whether `--stats` counts its lines: those of a file in a directory are counted with the directory's bytes only.
    has_records: bool,
}

#[derive(Debug)]
enum Target {
    Stream(File),
    Whole(WholeFile),
}

impl Output {
    pub(crate) fn open(common: &CommonArgs) -> Result<Self, Error> {
        let mut output = match &common.output {
            None => Self::standard()?,
            Some(path) => Self::create(path)?,
        };
        output.line_buffered |= common.line_buffered;
        Ok(output)
    }

    /// A further file of a tool that writes several, as `-o` writes the first. It is there after [`Output::finish`].
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let name = paths::display(paths::to_bytes(path));
        let target = open_target(path).map_err(|error| Error::io(&name, &error))?;
        Ok(Output {
            target,
            name,
            buffer: Vec::with_capacity(2 * BUFFER),
            line_buffered: false,
            directory: None,
            stats: None,
            has_records: true,
        })
    }

    /// As [`Output::create`], a file in the directory of `--out-dir`, which is made where it is not there. `--stats`
    /// counts its bytes.
    ///
    /// # Errors
    /// As [`Output::create`].
    pub fn create_in(directory: &Path, name: &str, process: &Process) -> Result<Self, Error> {
        OutputDirectory::open(directory)?;
        let mut output = Self::create(&directory.join(name))?;
        output.stats = process.shared_stats();
        output.has_records = false;
        Ok(output)
    }

    /// Standard output, line buffered on a terminal.
    pub(crate) fn standard() -> Result<Self, Error> {
        let stdout = io::stdout();
        let file = stdout
            .as_fd()
            .try_clone_to_owned()
            .map_err(|error| Error::io(STANDARD_OUTPUT, &error))?;
        widen(&file);
        Ok(Output {
            target: Target::Stream(File::from(file)),
            name: STANDARD_OUTPUT.to_owned(),
            buffer: Vec::with_capacity(2 * BUFFER),
            line_buffered: stdout.is_terminal(),
            directory: None,
            stats: None,
            has_records: true,
        })
    }

    /// From now on what is written is counted.
    pub(crate) fn set_stats(&mut self, stats: Option<Arc<Collector>>) {
        self.stats = stats;
    }

    /// Opens the directory of `--out-dir`, where [`crate::Emit::file`] writes.
    ///
    /// # Errors
    /// What the system says.
    pub fn set_directory(&mut self, root: &Path) -> Result<(), Error> {
        self.directory = Some(OutputDirectory::open(root)?);
        Ok(())
    }

    /// From now on a file that is in the output directory already stays as it is, and that is an error.
    pub fn keep_existing_files(&mut self) {
        if let Some(directory) = &mut self.directory {
            directory.keep_existing = true;
        }
    }

    /// Writes a document's file in the output directory, complete or not at all.
    ///
    /// # Errors
    /// A name that has no place there, with the name of the document; what the system says.
    pub fn write_file(&mut self, document: &[u8], name: &[u8], bytes: &[u8]) -> Result<(), Error> {
        self.directory
            .as_mut()
            .expect("the tool has set a directory")
            .write(document, name, bytes)?;
        if let Some(stats) = &self.stats {
            stats::add(&stats.bytes_out, bytes.len());
        }
        Ok(())
    }

    /// Whether a person reads along.
    pub fn is_terminal(&self) -> bool {
        matches!(&self.target, Target::Stream(file) if file.is_terminal())
    }

    /// Writes whole records. They reach the reader at once with `--line-buffered`, else when a buffer is full.
    ///
    /// # Errors
    /// [`Error::Closed`] where nobody reads standard output any more; an [`Error::At`] for a full disk and the like.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        if let Some(stats) = &self.stats {
            stats::add(&stats.bytes_out, bytes.len());
            if self.has_records {
                stats::add(&stats.records_out, memchr_iter(b'\n', bytes).count());
            }
        }
        // What fills a buffer by itself need not be copied into it.
        if bytes.len() >= BUFFER {
            self.flush()?;
            return self.write_through(bytes);
        }
        self.buffer.extend_from_slice(bytes);
        if self.line_buffered || self.buffer.len() >= BUFFER {
            self.flush()?;
        }
        Ok(())
    }

    /// Hands everything over to the system.
    ///
    /// # Errors
    /// As [`Output::write`].
    pub fn flush(&mut self) -> Result<(), Error> {
        let buffer = std::mem::take(&mut self.buffer);
        let result = self.write_through(&buffer);
        self.buffer = buffer;
        self.buffer.clear();
        result
    }

    fn write_through(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let file = match &mut self.target {
            Target::Stream(file) => file,
            Target::Whole(whole) => whole.file(),
        };
        file.write_all(bytes)
            .map_err(|error| match (error.kind(), &self.target) {
                (ErrorKind::BrokenPipe, Target::Stream(_)) => Error::Closed,
                _ => Error::io(&self.name, &error),
            })
    }

    /// The last flush; puts the file of `-o` in its place.
    ///
    /// # Errors
    /// As [`Output::write`].
    pub fn finish(mut self) -> Result<(), Error> {
        self.flush()?;
        match self.target {
            Target::Stream(_) => Ok(()),
            Target::Whole(whole) => whole
                .put_in_place()
                .map_err(|error| Error::io(&self.name, &error)),
        }
    }
}

/// Makes room in a pipe, so that the processes at its ends wait for each other less often: with the usual 64 KiB a
/// pipeline takes up to twice the system time. Where it is no pipe, or there may be no more of them, nothing is lost.
pub(crate) fn widen(pipe: impl AsFd) {
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, 1 << 20);
}

/// A device, a pipe or a socket is written to; a regular file is replaced, through symbolic links.
fn open_target(path: &Path) -> io::Result<Target> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => {
            Ok(Target::Whole(WholeFile::create(&fs::canonicalize(path)?)?))
        }
        Ok(_) => Ok(Target::Stream(File::options().write(true).open(path)?)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            Ok(Target::Whole(WholeFile::create(path)?))
        }
        Err(error) => Err(error),
    }
}

/// A file that appears complete or not at all. Until then it has no name, so that nothing is left of it when the
/// process is killed.
#[derive(Debug)]
struct WholeFile {
    content: Content,
    path: PathBuf,
}

#[derive(Debug)]
enum Content {
    Unnamed(File),
    /// Where the file system knows no files without names.
    Named(NamedTempFile),
}

impl WholeFile {
    fn create(path: &Path) -> io::Result<Self> {
        let unnamed = rustix::fs::open(
            directory_of(path),
            OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC,
            Mode::from_raw_mode(0o666),
        );
        let content = match unnamed {
            Ok(fd) => Content::Unnamed(File::from(fd)),
            Err(
                rustix::io::Errno::OPNOTSUPP | rustix::io::Errno::ISDIR | rustix::io::Errno::INVAL,
            ) => {
                use std::os::unix::fs::PermissionsExt;
                let permissions = fs::Permissions::from_mode(0o666);
                let named = tempfile::Builder::new()
                    .permissions(permissions)
                    .tempfile_in(directory_of(path))?;
                Content::Named(named)
            }
            Err(error) => return Err(error.into()),
        };
        Ok(WholeFile {
            content,
            path: path.to_owned(),
        })
    }

    fn file(&mut self) -> &mut File {
        match &mut self.content {
            Content::Unnamed(file) => file,
            Content::Named(file) => file.as_file_mut(),
        }
    }

    /// Gives the file its name, unless another one has it.
    fn put_in_free_place(self) -> io::Result<()> {
        match self.content {
            Content::Unnamed(file) => {
                let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
                rustix::fs::linkat(CWD, &unnamed, CWD, &self.path, AtFlags::SYMLINK_FOLLOW)
                    .map_err(io::Error::from)
            }
            Content::Named(file) => file
                .persist_noclobber(&self.path)
                .map(drop)
                .map_err(|error| error.error),
        }
    }

    fn put_in_place(mut self) -> io::Result<()> {
        // A file that is replaced keeps its permissions, as if it had been written over.
        if let Ok(metadata) = fs::metadata(&self.path) {
            self.file().set_permissions(metadata.permissions())?;
        }
        match self.content {
            Content::Unnamed(file) => link(&file, &self.path),
            Content::Named(file) => file
                .persist(&self.path)
                .map(drop)
                .map_err(|error| error.error),
        }
    }
}

fn directory_of(path: &Path) -> &Path {
    match path.parent() {
        Some(directory) if !directory.as_os_str().is_empty() => directory,
        _ => Path::new("."),
    }
}

/// Gives an unnamed file its name. A link cannot replace a file, a rename can: so a name beside the place comes between.
fn link(file: &File, path: &Path) -> io::Result<()> {
    let unnamed = format!("/proc/self/fd/{}", file.as_raw_fd());
    if rustix::fs::linkat(CWD, &unnamed, CWD, path, AtFlags::SYMLINK_FOLLOW).is_ok() {
        return Ok(());
    }
    let place =
        tempfile::Builder::new()
            .prefix(".trommel-")
            .make_in(directory_of(path), |beside| {
                rustix::fs::linkat(CWD, &unnamed, CWD, beside, AtFlags::SYMLINK_FOLLOW)
                    .map_err(io::Error::from)
            })?;
    place
        .into_temp_path()
        .persist(path)
        .map_err(|error| error.error)
}

/// The directory of `--out-dir`: a file for each document, under the document's relative path.
#[derive(Debug)]
struct OutputDirectory {
    root: PathBuf,
    /// Hashes of the paths that were written, so that no two documents share one.
    written: HashSet<u64>,
    hasher: RandomState,
    keep_existing: bool,
}

impl OutputDirectory {
    /// Opens the directory, and makes it where it is not there.
    ///
    /// # Errors
    /// What the system says.
    fn open(root: &Path) -> Result<Self, Error> {
        fs::create_dir_all(root)
            .map_err(|error| Error::io(paths::display(paths::to_bytes(root)), &error))?;
        Ok(OutputDirectory {
            root: root.to_owned(),
            written: HashSet::new(),
            hasher: RandomState::new(),
            keep_existing: false,
        })
    }

    /// Writes one document's file, complete or not at all. A file of an earlier run is replaced, or kept if so asked.
    ///
    /// # Errors
    /// Names that are absolute or hold `..`, that lead through a symbolic link inside the directory, or that another
    /// document of this run had; a file that is to be kept; what the system says.
    fn write(&mut self, document: &[u8], name: &[u8], bytes: &[u8]) -> Result<(), Error> {
        let refused = |message| Error::new(paths::display(document), message);
        let relative = relative_path(name).map_err(refused)?;
        let place = self.hasher.hash_one(&relative);
        if self.written.contains(&place) {
            return Err(refused(
                "another document has its place in the output directory",
            ));
        }
        let path = self.root.join(&relative);
        let at_path = |error: io::Error| Error::io(paths::display(paths::to_bytes(&path)), &error);
        self.make_parents(&relative)?;
        let mut file = WholeFile::create(&path).map_err(at_path)?;
        file.file()
            .write_all(bytes)
            .and_then(|()| match self.keep_existing {
                true => file.put_in_free_place(),
                false => file.put_in_place(),
            })
            .map_err(at_path)?;
        self.written.insert(place);
        Ok(())
    }

    fn make_parents(&self, relative: &Path) -> Result<(), Error> {
        let mut directory = self.root.clone();
        let parents = relative.parent().into_iter().flat_map(Path::components);
        for component in parents {
            directory.push(component);
            let at_directory =
                |error: io::Error| Error::io(paths::display(paths::to_bytes(&directory)), &error);
            match fs::symlink_metadata(&directory) {
                Ok(metadata) if metadata.is_dir() => {}
                // A planted link would lead out of the directory.
                Ok(_) => return Err(at_directory(rustix::io::Errno::NOTDIR.into())),
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    match fs::create_dir(&directory) {
                        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                            return Err(at_directory(error));
                        }
                        _ => {}
                    }
                }
                Err(error) => return Err(at_directory(error)),
            }
        }
        Ok(())
    }
}

/// The name as a path below the output directory, `.` left out.
///
/// # Errors
/// A message about a name that is absolute, holds `..`, or cannot be a file's.
pub fn relative_path(name: &[u8]) -> Result<PathBuf, &'static str> {
    let mut relative = PathBuf::new();
    for component in paths::from_bytes(name).components() {
        match component {
            Component::Normal(part) => relative.push(part),
            Component::CurDir => {}
            Component::RootDir | Component::Prefix(_) => {
                return Err(
                    "an absolute name has no place in the output directory; name documents relative to where you are",
                );
            }
            Component::ParentDir => {
                return Err("a name with .. may lead out of the output directory");
            }
        }
    }
    if relative.as_os_str().is_empty() || name.contains(&0) {
        return Err("this name cannot be a file's");
    }
    Ok(relative)
}

/// Appends one row of a flat record as TSV. No header; see `--format`.
pub fn write_tsv(out: &mut Vec<u8>, cells: &[&[u8]]) {
    for (index, cell) in cells.iter().enumerate() {
        if index > 0 {
            out.push(b'\t');
        }
        let from = out.len();
        // Hardly any cell has one.
        if copy_with_special(out, cell) {
            out.truncate(from);
            write_escaped(out, cell);
        }
    }
    out.push(b'\n');
}

fn write_escaped(out: &mut Vec<u8>, cell: &[u8]) {
    let mut rest = cell;
    while let Some(at) = rest.iter().position(|&byte| is_special(byte)) {
        out.extend_from_slice(&rest[..at]);
        out.push(b'\\');
        out.push(match rest[at] {
            b'\t' => b't',
            b'\n' => b'n',
            b'\r' => b'r',
            other => other,
        });
        rest = &rest[at + 1..];
    }
    out.extend_from_slice(rest);
}

/// Whether this byte is escaped in TSV.
fn is_special(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | b'\\')
}

/// Appends `bytes`, and says whether any of them may be special: sixteen at a time, of which the last sixteen may overlap with
/// those before. To look at all of them, with no jump in between, is faster than to stop at the first.
fn copy_with_special(out: &mut Vec<u8>, bytes: &[u8]) -> bool {
    const PIECE: usize = 16;
    // One comparison for the white space and its neighbours, and numbers, not truth values: so the compiler makes vector
    // instructions of it.
    let any = |bytes: &[u8; PIECE]| {
        let special = bytes.iter().fold(0, |any, &byte| {
            any | u8::from((byte.wrapping_sub(b'\t') <= b'\r' - b'\t') | (byte == b'\\'))
        });
        special != 0
    };
    let Some(last) = bytes.last_chunk() else {
        out.extend(bytes);
        return bytes.iter().any(|&byte| is_special(byte));
    };
    let end = out.len() + bytes.len();
    let mut special = any(last);
    for piece in bytes.as_chunks().0 {
        out.extend_from_slice(piece);
        special |= any(piece);
    }
    out.truncate(end - PIECE);
    out.extend_from_slice(last);
    special
}

/// Appends one row of a flat record as CSV (RFC 4180, but lines end with LF). No header; see `--format`.
pub fn write_csv(out: &mut Vec<u8>, cells: &[&[u8]]) {
    let mut writer = csv::WriterBuilder::new().from_writer(out);
    writer
        .write_record(cells)
        .and_then(|()| writer.flush().map_err(csv::Error::from))
        .expect("a write to memory");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_directory() {
        assert_eq!(
            relative_path(b"./a//b/./c.txt"),
            Ok(PathBuf::from("a/b/c.txt"))
        );
        for name in [&b"/etc/x"[..], b"a/../../x", b"..", b"", b".", b"a\0b"] {
            assert!(relative_path(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_link_planted_in_the_directory_is_not_followed() {
        let there = tempfile::tempdir().unwrap();
        let outside = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink(outside.path(), there.path().join("sub")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("target"), there.path().join("file"))
            .unwrap();
        let mut directory = OutputDirectory::open(there.path()).unwrap();
        assert!(directory.write(b"document", b"sub/x", b"1").is_err());
        directory.write(b"document", b"file", b"2").unwrap();
        assert_eq!(fs::read_dir(outside.path()).unwrap().count(), 0);
        assert_eq!(fs::read(there.path().join("file")).unwrap(), b"2");
    }

    #[test]
    fn two_documents_cannot_share_a_file() {
        let there = tempfile::tempdir().unwrap();
        let mut directory = OutputDirectory::open(there.path()).unwrap();
        directory.write(b"document", b"a/x", b"1").unwrap();
        assert!(directory.write(b"document", b"./a/x", b"2").is_err());
        assert_eq!(fs::read(there.path().join("a/x")).unwrap(), b"1");
        let mut again = OutputDirectory::open(there.path()).unwrap();
        again.write(b"document", b"a/x", b"3").unwrap();
        assert_eq!(fs::read(there.path().join("a/x")).unwrap(), b"3");
        assert_eq!(fs::read_dir(there.path().join("a")).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_is_there_can_be_kept() {
        let there = tempfile::tempdir().unwrap();
        let mut directory = OutputDirectory::open(there.path()).unwrap();
        directory.keep_existing = true;
        fs::write(there.path().join("x"), b"old").unwrap();
        assert!(directory.write(b"document", b"x", b"new").is_err());
        directory.write(b"document", b"y", b"new").unwrap();
        assert_eq!(fs::read(there.path().join("x")).unwrap(), b"old");
        assert_eq!(fs::read(there.path().join("y")).unwrap(), b"new");
        assert_eq!(fs::read_dir(there.path()).unwrap().count(), 2);
    }

    #[test]
    fn rows() {
        let mut out = Vec::new();
        write_tsv(&mut out, &[b"3", b"a\tb\\"]);
        write_csv(&mut out, &[b"3", b"a,\"b\""]);
        assert_eq!(out, b"3\ta\\tb\\\\\n3,\"a,\"\"b\"\"\"\n");
    }

    #[test]
    fn every_special_byte_is_escaped_wherever_it_is() {
        for len in 1..50 {
            for at in 0..len {
                for byte in 0..=u8::MAX {
                    let mut cell = vec![b'x'; len];
                    cell[at] = byte;
                    let instead: &[u8] = match byte {
                        b'\t' => br"\t",
                        b'\n' => br"\n",
                        b'\r' => br"\r",
                        b'\\' => br"\\",
                        _ => &[byte],
                    };
                    let expected = [&cell[..at], instead, &cell[at + 1..], b"\n"].concat();
                    let mut out = Vec::new();
                    write_tsv(&mut out, &[&cell]);
                    assert_eq!(out, expected);
                }
            }
        }
    }
}
