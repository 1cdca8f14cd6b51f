//! Opened files with their first bytes.

use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::path::Path;
use std::sync::Arc;

use encoding_rs::Encoding;
use platform::{files, paths, system};

use crate::compression::gzip::{self, Damaged};
use crate::compression::{self, Compression, compression};
use crate::error::{OfTemporary, too_large};
use crate::limits::MAX_OVERHEAD;
use crate::recoded::{Damage, Recoded};
use crate::sources::{List, Sources};
use crate::{Columns, DataSet, Error, Observer, STANDARD_INPUT, Stream, display};

/// The maximum number of first bytes used to detect the format. Usually the first line is enough.
const HEAD: usize = 64 << 10;

/// The origin of bytes.
#[derive(Debug, Clone)]
pub struct Origin {
    /// The name for messages: the file's name, or `standard input`.
    pub display: Arc<str>,
    /// The name for documents: the path as given, or `-`.
    pub name: Arc<[u8]>,
    /// The data set that the bytes are, if it is to be written as one file again.
    pub data_set: Option<Arc<DataSet>>,
    /// Whether the file was found in a folder or an archive, so that it is passed over if it is not text.
    pub is_found: bool,
}

impl Origin {
    /// Creates the origin of a file.
    pub fn file(path: &[u8]) -> Self {
        Origin {
            display: display(path).into(),
            name: path.into(),
            data_set: None,
            is_found: false,
        }
    }

    /// Creates the origin of standard input.
    pub fn standard_input() -> Self {
        Origin {
            display: STANDARD_INPUT.into(),
            name: (*b"-").into(),
            data_set: None,
            is_found: false,
        }
    }

    /// Creates the origin of a member of an archive.
    pub fn member(&self, member: &[u8]) -> Self {
        Origin {
            display: format!("{}:{}", self.display, display(member)).into(),
            name: [&self.name, &b":"[..], member].concat().into(),
            data_set: None,
            is_found: true,
        }
    }

    /// Notes that not all of the data set can be read.
    pub(crate) fn spoil(&self) {
        if let Some(set) = &self.data_set {
            set.set_damaged();
        }
    }

    /// Makes the columns of the table known.
    pub(crate) fn tell(&self, columns: Columns, observer: &dyn Observer) {
        if let Some(set) = &self.data_set {
            set.set_columns(columns.clone());
        }
        observer.columns(columns);
    }

    /// The name of the document in line, row or member `number` that has no name of its own.
    pub fn unnamed(&self, number: u64) -> Vec<u8> {
        [&self.name, format!(":{number}").as_bytes()].concat()
    }
}

/// A file or standard input whose first bytes have been read.
pub struct Opened {
    /// The origin of the bytes.
    pub origin: Origin,
    /// The compression of the file.
    pub compression: Option<Compression>,
    /// The first bytes, decompressed; all bytes if the file is short.
    pub head: Vec<u8>,
    /// An error to report before the head.
    failure: Option<io::Error>,
    rest: Rest,
    /// The stored size of a regular file or of a member of an archive in bytes.
    stored: Option<u64>,
}

/// The bytes after the head.
enum Rest {
    /// A file, with its size if it is regular.
    File(File, Option<u64>),
    /// The bytes of a member of an archive, which were read already.
    #[cfg(feature = "formats")]
    Memory(Box<io::Cursor<Vec<u8>>>),
    Stream(Box<dyn Read + Send>),
}

/// Returns the maximum size in bytes of data whose checksum is verified before any of it is
/// returned. It is at least that of a page of a web archive.
fn verified_size(sources: &Sources) -> usize {
    let page = sources.warc.max_size.saturating_add(MAX_OVERHEAD);
    usize::try_from(page)
        .unwrap_or(usize::MAX)
        .max(gzip::MIN_VERIFIED_SIZE)
}

impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_struct("Opened")
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

impl Opened {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns the system's or the decoder's error, with the name of the file.
    pub fn file(path: &[u8], sources: &Sources) -> Result<Self, Error> {
        let origin = Origin::file(path);
        let opened = files::open_with_metadata(&paths::from_bytes(path));
        let opened = opened.and_then(|(file, metadata)| {
            let size = metadata.is_file().then_some(metadata.len());
            Self::of_file(origin.clone(), file, size, sources)
        });
        opened.map_err(|error| Error::io(&origin.display, &error))
    }

    /// Opens standard input.
    ///
    /// # Errors
    /// Returns the system's or the decoder's error.
    pub fn standard_input(sources: &Sources) -> Result<Self, Error> {
        let origin = Origin::standard_input();
        system::standard_input()
            .and_then(|file| Self::of_file(origin, file, None, sources))
            .map_err(|error| Error::io(STANDARD_INPUT, &error))
    }

    /// Opens a file argument of a command line; `-` is standard input.
    ///
    /// # Errors
    /// Fails like [`Opened::file`].
    pub fn argument(path: &Path, sources: &Sources) -> Result<Self, Error> {
        match path.as_os_str() == "-" {
            true => Self::standard_input(sources),
            false => Self::file(paths::to_bytes(path), sources),
        }
    }

    /// Opens a list of documents.
    ///
    /// # Errors
    /// Fails like [`Opened::file`].
    pub fn list(list: &List, sources: &Sources) -> Result<Self, Error> {
        match list {
            List::StandardInput => Self::standard_input(sources),
            List::File(path) => Self::argument(path, sources),
            List::Spooled(name, file) => {
                let origin = Origin {
                    display: name.clone(),
                    name: (*b"-").into(),
                    data_set: None,
                    is_found: false,
                };
                let rewound = file.try_clone().and_then(|mut file| {
                    file.rewind()?;
                    Self::stream(origin, Box::new(file), sources)
                });
                rewound.map_err(|error| Error::io(name, &error))
            }
        }
    }

    /// Opens a stream that may be compressed.
    ///
    /// # Errors
    /// Returns the system's or the decoder's error.
    pub fn stream(
        origin: Origin,
        reader: Box<dyn Read + Send>,
        sources: &Sources,
    ) -> io::Result<Self> {
        Self::decide(origin, Rest::Stream(reader), sources)
    }

    /// Opens a member of an archive that may be compressed.
    ///
    /// # Errors
    /// Returns the decoder's error.
    #[cfg(feature = "formats")]
    pub(crate) fn member(origin: Origin, bytes: Vec<u8>, sources: &Sources) -> io::Result<Self> {
        let stored = Some(bytes.len() as u64);
        let opened = Self::decide(
            origin,
            Rest::Memory(Box::new(io::Cursor::new(bytes))),
            sources,
        )?;
        Ok(Opened { stored, ..opened })
    }

    fn of_file(
        origin: Origin,
        file: File,
        size: Option<u64>,
        sources: &Sources,
    ) -> io::Result<Self> {
        let opened = Self::decide(origin, Rest::File(file, size), sources)?;
        Ok(Opened {
            stored: size,
            ..opened
        })
    }

    fn decide(origin: Origin, mut rest: Rest, sources: &Sources) -> io::Result<Self> {
        // Reserve one byte more than the file has, so that one read finds its end.
        let room = rest
            .size()
            .map_or(HEAD as u64, |size| size.saturating_add(1));
        let mut head = Vec::with_capacity(room.min(HEAD as u64) as usize);
        read_head(&mut rest, &mut head, |head| !compression::is_open(head))?;
        let Some(compression) = compression(&head) else {
            read_head(&mut rest, &mut head, is_enough)?;
            return Ok(Opened {
                origin,
                compression: None,
                head,
                failure: None,
                rest,
                stored: None,
            });
        };
        let whole = io::Cursor::new(head).chain(rest);
        let decoder = compression::decoder(
            compression,
            whole,
            verified_size(sources),
            sources.max_input_size.into(),
        )?;
        let mut rest = Rest::Stream(decoder);
        let (mut head, mut failure) = (Vec::new(), None);
        if let Err(error) = read_head(&mut rest, &mut head, is_enough) {
            if head.is_empty() {
                let goes_on = Damaged::of(&error).is_some();
                failure = Some(error);
                // The format is detected by the data after the damaged beginning.
                if goes_on && let Err(error) = read_head(&mut rest, &mut head, is_enough) {
                    rest = Rest::Stream(Box::new(FailOnce(Some(error)).chain(rest)));
                }
            } else {
                // The good bytes before the damage are returned first.
                rest = Rest::Stream(Box::new(FailOnce(Some(error)).chain(rest)));
            }
        }
        Ok(Opened {
            origin,
            compression: Some(compression),
            head,
            failure,
            rest,
            stored: None,
        })
    }

    /// Returns the size of a regular file or of a member of an archive in bytes. For a compressed file, estimates it by the
    /// usual compression ratio of text.
    pub(crate) fn likely_size(&self) -> Option<u64> {
        let factor = if self.compression.is_some() { 4 } else { 1 };
        Some(self.stored?.saturating_mul(factor))
    }

    /// Whether the input has no bytes, not even compressed ones.
    pub(crate) fn is_empty(&self) -> bool {
        self.compression.is_none()
            && self.head.is_empty()
            && self.failure.is_none()
            && self.size().is_none_or(|size| size == 0)
    }

    /// Returns the size in bytes of a regular uncompressed file or member of an archive.
    pub fn size(&self) -> Option<u64> {
        self.rest.size()
    }

    /// Whether there are more than `length` bytes. Reads that many bytes of a stream ahead; an
    /// error among them is kept for a later read of the whole stream.
    pub(crate) fn is_longer_than(&mut self, length: u64) -> bool {
        if let Some(size) = self.size() {
            return size > length;
        }
        let more = (length + 1).saturating_sub(self.head.len() as u64);
        if self.failure.is_none() {
            let read = (&mut self.rest).take(more).read_to_end(&mut self.head);
            self.failure = read.err();
        }
        self.failure.is_none() && self.head.len() as u64 > length
    }

    /// Returns a regular uncompressed file itself, otherwise a stream of all bytes from the start.
    ///
    /// # Errors
    /// Returns the system's error.
    pub fn into_seekable(self) -> io::Result<Result<File, Box<dyn Read + Send>>> {
        Ok(match self.rest {
            Rest::File(mut file, Some(_)) => {
                file.rewind()?;
                Ok(file)
            }
            rest => Err(all(self.failure, self.head, rest)),
        })
    }

    /// Returns a file with all bytes that can be read in any order. A stream is copied to a
    /// temporary file.
    ///
    /// # Errors
    /// Returns the system's or the decoder's error, with the name of the file.
    #[cfg(any(feature = "formats", feature = "parquet"))]
    pub(crate) fn into_file(self, sources: &Sources) -> Result<File, Error> {
        let origin = self.origin.clone();
        let failed = |error: io::Error| Error::io(&origin.display, &error);
        let mut stream = match self.into_seekable().map_err(failed)? {
            Ok(file) => return Ok(file),
            Err(stream) => stream,
        };
        let mut copy = temporary(sources).map_err(failed)?;
        copy_to_temporary(&mut stream, &mut copy, sources).map_err(failed)?;
        copy.rewind().map_err(failed)?;
        Ok(copy)
    }

    /// Takes all bytes of a short regular uncompressed file or member of an archive, which were already read. Returns
    /// `None` for any other file, which stays unchanged.
    pub(crate) fn take_whole(&mut self) -> Option<Vec<u8>> {
        let size = self.size()?;
        is_whole(&self.head, size).then(|| std::mem::take(&mut self.head))
    }

    /// Closes a short regular uncompressed file or member of an archive whose bytes were all read,
    /// so that many such files can wait. Returns the number of bytes, or `None` for any other file,
    /// which stays unchanged.
    pub(crate) fn close_whole(&mut self) -> Option<u64> {
        let size = self.size().filter(|&size| is_whole(&self.head, size))?;
        self.rest = Rest::Stream(Box::new(io::empty()));
        Some(size)
    }

    /// Returns the file in UTF-8. Its bytes after the byte order mark, of this length, have this encoding.
    pub(crate) fn decoded(
        mut self,
        encoding: &'static Encoding,
        mark: usize,
        damage: Damage,
    ) -> Self {
        self.head.drain(..mark);
        let bytes = all(
            self.failure.take(),
            std::mem::take(&mut self.head),
            self.rest,
        );
        self.rest = Rest::Stream(Box::new(Recoded::new(bytes, encoding, damage)));
        if let Err(error) = read_head(&mut self.rest, &mut self.head, is_enough) {
            self.rest = Rest::Stream(Box::new(FailOnce(Some(error)).chain(self.rest)));
        }
        self
    }

    /// Returns all bytes as a stream.
    pub fn into_stream(self) -> Stream {
        Stream {
            name: self.origin.display,
            reader: all(self.failure, self.head, self.rest),
        }
    }

    /// Reads all bytes into `bytes` if there are at most `limit`.
    ///
    /// # Errors
    /// Returns the system's or the decoder's error, or [`io::ErrorKind::FileTooLarge`]. `bytes`
    /// then contains the data read so far.
    pub fn read_to_end(mut self, bytes: &mut Vec<u8>, limit: u64) -> io::Result<()> {
        bytes.clear();
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        match &mut self.rest {
            Rest::File(file, Some(size)) => {
                if *size > limit {
                    return Err(too_large(limit));
                }
                if is_whole(&self.head, *size) {
                    *bytes = self.head;
                } else {
                    bytes.extend_from_slice(&self.head);
                    file.read_to_end(bytes)?;
                }
            }
            rest => {
                bytes.extend_from_slice(&self.head);
                let more = limit.saturating_add(1).saturating_sub(bytes.len() as u64);
                rest.take(more).read_to_end(bytes)?;
            }
        }
        match bytes.len() as u64 > limit {
            true => Err(too_large(limit)),
            false => Ok(()),
        }
    }
}

/// Creates a temporary file in the folder for such files.
///
/// # Errors
/// Returns the system's error, with the name of the folder.
pub(crate) fn temporary(sources: &Sources) -> io::Result<File> {
    tempfile::tempfile_in(&sources.temporary)
        .map_err(|error| of_temporary(&sources.temporary, &error))
}

/// Returns the error of a temporary file, with the name of its folder and advice. [`Error::io`] says that it is about TMPDIR, not about
/// the file that is read.
pub fn of_temporary(folder: &Path, error: &io::Error) -> io::Error {
    let message = format!(
        "there can be no temporary file in {}: {}; name another folder with TMPDIR",
        crate::display_path(folder),
        crate::io_message(error)
    );
    io::Error::new(error.kind(), OfTemporary(message))
}

/// Copies a stream to a temporary file, and tells the errors of the two apart.
pub(crate) fn copy_to_temporary(
    stream: &mut dyn Read,
    file: &mut File,
    sources: &Sources,
) -> io::Result<u64> {
    let mut failure = None;
    let mut out = Failing(file, &mut failure);
    let copied = io::copy(stream, &mut out);
    match failure {
        Some(error) => Err(of_temporary(&sources.temporary, &error)),
        None => copied,
    }
}

/// A writer that keeps its error.
struct Failing<'a>(&'a mut File, &'a mut Option<io::Error>);

impl Write for Failing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(|error| {
            let kind = error.kind();
            *self.1 = Some(error).filter(|_| kind != io::ErrorKind::Interrupted);
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Whether the first bytes of a file are the whole file. Special files of the kernel have size 0.
fn is_whole(head: &[u8], size: u64) -> bool {
    size > 0 && head.len() as u64 == size
}

/// Returns all bytes, preceded by the error if there was one.
fn all(failure: Option<io::Error>, head: Vec<u8>, rest: Rest) -> Box<dyn Read + Send> {
    let bytes = io::Cursor::new(head).chain(rest);
    match failure {
        None => Box::new(bytes),
        failure => Box::new(FailOnce(failure).chain(bytes)),
    }
}

impl Rest {
    fn size(&self) -> Option<u64> {
        match self {
            Rest::File(_, size) => *size,
            #[cfg(feature = "formats")]
            Rest::Memory(bytes) => Some(bytes.get_ref().len() as u64),
            Rest::Stream(_) => None,
        }
    }
}

impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Rest::File(file, _) => file.read(buffer),
            #[cfg(feature = "formats")]
            Rest::Memory(bytes) => bytes.read(buffer),
            Rest::Stream(reader) => reader.read(buffer),
        }
    }
}

/// Reads until `enough` returns true, the input ends, or [`HEAD`] bytes were read.
fn read_head(
    rest: &mut Rest,
    head: &mut Vec<u8>,
    enough: impl Fn(&[u8]) -> bool,
) -> io::Result<()> {
    while head.len() < HEAD && !enough(head) {
        if head.len() == head.capacity() {
            head.reserve_exact(HEAD - head.len());
        }
        let read = match rest {
            Rest::File(file, _) => files::append(file, head),
            #[cfg(feature = "formats")]
            Rest::Memory(bytes) => files::append_from(&mut **bytes, head),
            Rest::Stream(reader) => files::append_from(reader, head),
        };
        match read {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Whether these bytes suffice to detect the format, because they contain a line that is not blank.
/// On a terminal or pipe, more bytes may come much later.
fn is_enough(head: &[u8]) -> bool {
    let begin = head.iter().position(|byte| !byte.is_ascii_whitespace());
    begin.is_some_and(|begin| memchr::memchr(b'\n', &head[begin..]).is_some())
}

/// A reader that fails once.
struct FailOnce(Option<io::Error>);

impl Read for FailOnce {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_size_is_never_known_to_be_whole() {
        assert!(is_whole(b"ab", 2));
        assert!(!is_whole(b"ab", 3));
        assert!(!is_whole(b"", 0));
        assert!(!is_whole(b"ab", 0));
    }
}
