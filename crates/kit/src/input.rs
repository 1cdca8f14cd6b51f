//! Files, standard input and lists, as items of work.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::bufread::GzDecoder;
use memchr::{memchr, memchr_iter, memrchr};

use crate::args::{DocumentArgs, WarcArgs};
use crate::output::widen;
use crate::warc::{Archive, Capture, is_archive};
use crate::{Error, Process, paths};

/// Records and lists are read in pieces of at least this size, where there is that much.
pub const BLOCK: usize = 256 * 1024;

/// What messages call standard input.
pub const STANDARD_INPUT: &str = "standard input";

const GZIP_MAGIC: [u8; 2] = [0x1F, 0x8B];

/// What zstd data with this first byte begins with: a frame, or one of the sixteen kinds that are to be skipped, which
/// `pzstd` writes before each frame.
fn zstd_magic(first: u8) -> [u8; 4] {
    match first {
        0x50..=0x5F => [first, 0x2A, 0x4D, 0x18],
        _ => [0x28, 0xB5, 0x2F, 0xFD],
    }
}

/// The most magic bytes.
const MAGIC: usize = 4;

/// A stream with its name for messages.
pub struct Stream {
    /// Its name, as in messages.
    pub name: Arc<str>,
    /// Its bytes, decompressed.
    pub reader: Box<dyn Read + Send>,
}

impl Stream {
    /// Opens a file, or standard input for `-`; decompresses what is compressed.
    ///
    /// # Errors
    /// What the system says, naming the file.
    pub fn open(path: &Path) -> Result<Self, Error> {
        if path.as_os_str() == "-" {
            return Self::standard_input();
        }
        let name = paths::display(paths::to_bytes(path));
        let opened = open_file(path).and_then(|file| decompressed(Box::new(file)));
        match opened {
            Ok(reader) => Ok(Stream {
                name: name.into(),
                reader,
            }),
            Err(error) => Err(Error::io(name, &error)),
        }
    }

    /// Standard input, decompressed where it is compressed.
    ///
    /// # Errors
    /// What the system says.
    pub fn standard_input() -> Result<Self, Error> {
        let opened = standard_input_file().and_then(|file| decompressed(Box::new(file)));
        match opened {
            Ok(reader) => Ok(Stream {
                name: STANDARD_INPUT.into(),
                reader,
            }),
            Err(error) => Err(Error::io(STANDARD_INPUT, &error)),
        }
    }
}

fn standard_input_file() -> io::Result<File> {
    use std::os::fd::AsFd;
    let file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
    widen(&file);
    Ok(file)
}

fn open_file(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    // Opening a directory succeeds and reading it fails; better to fail before anything is written.
    if file.metadata()?.is_dir() {
        return Err(rustix::io::Errno::ISDIR.into());
    }
    Ok(file)
}

/// Looks at the first bytes of a stream and decompresses it if they are gzip's or zstd's.
fn decompressed(mut reader: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::with_capacity(MAGIC);
    let is_open = |first: &[u8]| {
        let zstd = zstd_magic(first.first().copied().unwrap_or_default());
        let begins = |magic: &[u8]| magic.len() > first.len() && magic.starts_with(first);
        begins(&GZIP_MAGIC) || begins(&zstd)
    };
    // Ask for another byte only while the answer is open: an interactive stream may have no more for now.
    while is_open(&first) {
        if reader.by_ref().take(1).read_to_end(&mut first)? == 0 {
            break;
        }
    }
    let compression = compression(&first);
    let whole: Box<dyn Read + Send> = Box::new(io::Cursor::new(first).chain(reader));
    Ok(match compression {
        None => whole,
        Some(Compression::Gzip) => Box::new(Gunzip::new(BufReader::with_capacity(BLOCK, whole))),
        Some(Compression::Zstd) => Box::new(zstd_decoder(BufReader::with_capacity(BLOCK, whole))?),
    })
}

/// What gzip compressed: members in a row, and zeros behind them, as tapes and disks have them to fill a block.
pub(crate) struct Gunzip<R> {
    /// The member that is being read; `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gunzip<R> {
    pub fn new(reader: R) -> Self {
        Gunzip {
            member: Some(GzDecoder::new(reader)),
        }
    }
}

impl<R: BufRead> Read for Gunzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let read = member.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut rest = self.member.take().expect("it was read").into_inner();
            loop {
                let bytes = rest.fill_buf()?;
                if bytes.is_empty() {
                    break;
                }
                let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
                if zeros < bytes.len() {
                    rest.consume(zeros);
                    self.member = Some(GzDecoder::new(rest));
                    break;
                }
                rest.consume(zeros);
            }
        }
        Ok(0)
    }
}

fn zstd_decoder<R: io::BufRead>(reader: R) -> io::Result<zstd::Decoder<'static, R>> {
    let mut decoder = zstd::Decoder::with_buffer(reader)?;
    // Files made with `zstd --long=31` are common in this field.
    decoder.window_log_max(31)?;
    Ok(decoder)
}

/// How bytes are compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// gzip, also several members in a row.
    Gzip,
    /// Zstandard, also several frames in a row.
    Zstd,
}

/// How these bytes are compressed, by their magic bytes.
pub fn compression(bytes: &[u8]) -> Option<Compression> {
    match bytes {
        bytes if bytes.starts_with(&GZIP_MAGIC) => Some(Compression::Gzip),
        [first, ..] if bytes.starts_with(&zstd_magic(*first)) => Some(Compression::Zstd),
        _ => None,
    }
}

/// Reads a whole file into `bytes`, decompressed; says how it was compressed. `scratch` is for compressed bytes.
///
/// # Errors
/// What the system or the decoder says. `bytes` then holds what could be read.
pub fn read_whole(
    item: &Whole,
    bytes: &mut Vec<u8>,
    scratch: &mut Vec<u8>,
) -> io::Result<Option<Compression>> {
    bytes.clear();
    let mut file = match item {
        Whole::File(path) => open_file(paths::from_bytes(path))?,
        Whole::StandardInput => standard_input_file()?,
    };
    file.read_to_end(bytes)?;
    let compression = compression(bytes);
    if let Some(compression) = compression {
        std::mem::swap(bytes, scratch);
        bytes.clear();
        match compression {
            Compression::Gzip => Gunzip::new(&scratch[..]).read_to_end(bytes)?,
            Compression::Zstd => zstd_decoder(&scratch[..])?.read_to_end(bytes)?,
        };
        scratch.clear();
    }
    Ok(compression)
}

/// Bytes that can be read several times.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// So much of what cannot be read twice where it is, is held in memory; more is held in a temporary file.
const SPOOL: usize = 8 << 20;

/// Opens a document so that it can be read several times in bounded memory, decompressed, and says how long it is. What
/// is compressed, and standard input, goes to memory or to a temporary file.
///
/// # Errors
/// What the system or the decoder says.
pub fn open_rereadable(item: &Whole) -> io::Result<(Box<dyn ReadSeek>, u64)> {
    let mut file = match item {
        Whole::File(path) => open_file(paths::from_bytes(path))?,
        Whole::StandardInput => standard_input_file()?,
    };
    let is_file = *item != Whole::StandardInput && file.metadata()?.is_file();
    if is_file {
        let mut first = Vec::with_capacity(MAGIC);
        file.by_ref().take(MAGIC as u64).read_to_end(&mut first)?;
        file.seek(io::SeekFrom::Start(0))?;
        if compression(&first).is_none() {
            let length = file.metadata()?.len();
            return Ok((Box::new(file), length));
        }
    }
    let mut spool = tempfile::SpooledTempFile::new(SPOOL);
    let length = io::copy(&mut decompressed(Box::new(file))?, &mut spool)?;
    spool.seek(io::SeekFrom::Start(0))?;
    Ok((Box::new(spool), length))
}

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
    list().map_err(|error| Error::io(paths::display(paths::to_bytes(directory)), &error))
}

/// Reads a file as it is, compressed or not.
///
/// # Errors
/// What the system says, naming the file.
pub fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    open_file(path)
        .and_then(|mut file| file.read_to_end(&mut bytes))
        .map_err(|error| Error::io(paths::display(paths::to_bytes(path)), &error))?;
    Ok(bytes)
}

/// Documents that can be read several times: a list on standard input, or in a pipe, is kept in a temporary file.
#[derive(Debug)]
pub struct Rereadable {
    /// What to read.
    pub documents: DocumentArgs,
    /// It has no name of its own, so that nothing is left of it when the process is killed.
    _list: Option<File>,
}

impl Rereadable {
    /// Reads the list that `args` name to its end, if they name one.
    ///
    /// # Errors
    /// Standard input as one document, which can be read only once; a list that cannot be read, or kept.
    pub fn new(args: &DocumentArgs) -> Result<Self, Error> {
        let mut documents = args.clone();
        if documents.files.iter().any(|file| file == "-") {
            return Err(Error::new(
                STANDARD_INPUT,
                "documents are read several times here; give this one as a file",
            ));
        }
        if !documents.files.is_empty() {
            return Ok(Rereadable {
                documents,
                _list: None,
            });
        }
        let mut stream = match args.files_from.as_ref().or(args.files0_from.as_ref()) {
            Some(path) => Stream::open(path)?,
            None => Stream::standard_input()?,
        };
        let list = tempfile::tempfile()
            .and_then(|mut list| io::copy(&mut stream.reader, &mut list).map(|_| list))
            .map_err(|error| Error::io(&stream.name, &error))?;
        let path = Some(PathBuf::from(format!("/proc/self/fd/{}", list.as_raw_fd())));
        if args.null || args.files0_from.is_some() {
            (documents.files0_from, documents.null) = (path, false);
        } else {
            documents.files_from = path;
        }
        documents.list_name = Some(stream.name.to_string());
        Ok(Rereadable {
            documents,
            _list: Some(list),
        })
    }
}

/// A document that is not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// The file with this path.
    File(Vec<u8>),
    /// Standard input as one document.
    StandardInput,
}

/// An item of work: a document to read, or records that were read.
#[derive(Debug)]
pub enum Item {
    /// One document.
    Whole(Whole),
    /// Lines that hold a document record each, or nothing.
    Records {
        /// Whole lines.
        bytes: Vec<u8>,
        /// Where they are from.
        origin: Arc<str>,
        /// The number of the first line there, from 1.
        first_line: u64,
    },
    /// A record of a web archive, which may be a document.
    Capture(Capture),
    /// Something that could not be read.
    Trouble(Error),
}

/// The items that the input options name, in their order.
pub struct Items<'a> {
    files: std::slice::Iter<'a, OsString>,
    list: Option<Stream>,
    null: bool,
    /// Entries of the list that were read already.
    ahead: VecDeque<Entry>,
    list_lines: Option<Lines>,
    records: Option<Lines>,
    archive: Option<Archive>,
    warc: &'a WarcArgs,
    process: &'a Process,
}

enum Entry {
    Path(Vec<u8>),
    Records { bytes: Vec<u8>, first_line: u64 },
    Trouble(Error),
}

impl<'a> Items<'a> {
    /// The items that `args` name.
    ///
    /// # Errors
    /// A list that cannot be opened.
    pub fn new(args: &'a DocumentArgs, process: &'a Process) -> Result<Self, Error> {
        let (mut list, null) = match (&args.files_from, &args.files0_from) {
            (Some(path), _) => (Some(Stream::open(path)?), false),
            (None, Some(path)) => (Some(Stream::open(path)?), true),
            (None, None) if args.files.is_empty() => (Some(Stream::standard_input()?), args.null),
            (None, None) => (None, false),
        };
        if let (Some(list), Some(name)) = (&mut list, &args.list_name) {
            list.name = name.as_str().into();
        }
        if !args.files.is_empty() {
            process.expect(
                args.files
                    .iter()
                    .filter_map(|file| Path::new(file).metadata().ok())
                    .map(|m| m.len())
                    .sum(),
            );
        }
        Ok(Items {
            files: args.files.iter(),
            list,
            null,
            ahead: VecDeque::new(),
            list_lines: None,
            records: None,
            archive: None,
            warc: &args.warc,
            process,
        })
    }

    /// The next piece of the record file that is being read.
    fn next_records(&mut self) -> Option<Item> {
        let lines = self.records.as_mut()?;
        match lines.advance() {
            Ok(true) => {
                let block = lines.block();
                self.process.advance(block.bytes.len() as u64);
                let bytes = block.bytes.to_vec();
                Some(Item::Records {
                    bytes,
                    origin: lines.name.clone(),
                    first_line: block.first_line,
                })
            }
            Ok(false) => {
                self.records = None;
                None
            }
            Err(error) => {
                self.records = None;
                Some(Item::Trouble(error))
            }
        }
    }

    /// Reads on in the list, until there is at least one entry or its end. False at its end.
    fn read_list(&mut self) -> bool {
        if let Some(stream) = self.list.take() {
            let delimiter = if self.null { 0 } else { b'\n' };
            self.list_lines = Some(Lines::new(stream, delimiter, BLOCK, false));
        }
        let Some(lines) = &mut self.list_lines else {
            return false;
        };
        match lines.advance() {
            Ok(true) => {
                split_list(lines.block(), lines.delimiter, &mut self.ahead);
                true
            }
            Ok(false) => {
                self.list_lines = None;
                false
            }
            Err(error) => {
                self.ahead.push_back(Entry::Trouble(error));
                self.list_lines = None;
                true
            }
        }
    }

    /// The item of a path: a document, or the first piece of a record file.
    fn open(&mut self, path: &[u8]) -> Option<Item> {
        if path == b"-" {
            return Some(Item::Whole(Whole::StandardInput));
        }
        if is_archive(path) {
            return match Stream::open(paths::from_bytes(path)) {
                Ok(stream) => {
                    self.archive = Some(Archive::new(stream, self.warc));
                    None
                }
                Err(error) => Some(Item::Trouble(error)),
            };
        }
        if !is_record_file(path) {
            return Some(Item::Whole(Whole::File(path.to_vec())));
        }
        match Stream::open(paths::from_bytes(path)) {
            Ok(stream) => {
                self.records = Some(Lines::new(stream, b'\n', BLOCK, true));
                None
            }
            Err(error) => Some(Item::Trouble(error)),
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.next_records() {
                return Some(item);
            }
            if let Some(archive) = &mut self.archive {
                match archive.next_capture(self.process) {
                    Some(Ok(capture)) => return Some(Item::Capture(capture)),
                    Some(Err(error)) => return Some(Item::Trouble(error)),
                    None => self.archive = None,
                }
            }
            let opened = if let Some(entry) = self.ahead.pop_front() {
                match entry {
                    // In a list, - is a file's name like any other: standard input is the list itself.
                    Entry::Path(path) if path == b"-" => Some(Item::Whole(Whole::File(path))),
                    Entry::Path(path) => self.open(&path),
                    Entry::Trouble(error) => Some(Item::Trouble(error)),
                    Entry::Records { bytes, first_line } => {
                        self.process.advance(bytes.len() as u64);
                        let origin = self
                            .list_lines
                            .as_ref()
                            .map_or(STANDARD_INPUT.into(), |lines| lines.name.clone());
                        Some(Item::Records {
                            bytes,
                            origin,
                            first_line,
                        })
                    }
                }
            } else if let Some(file) = self.files.next() {
                use std::os::unix::ffi::OsStrExt;
                self.open(file.as_bytes())
            } else if self.read_list() {
                None
            } else {
                return None;
            };
            if opened.is_some() {
                return opened;
            }
        }
    }
}

fn is_record_file(path: &[u8]) -> bool {
    [&b".jsonl"[..], b".jsonl.gz", b".jsonl.zst"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// Splits a piece of a list into its entries; records that follow each other stay together.
fn split_list(block: Block, delimiter: u8, entries: &mut VecDeque<Entry>) {
    let mut rest = block.bytes;
    let mut line = block.first_line;
    while !rest.is_empty() {
        let end = memchr(delimiter, rest).map_or(rest.len(), |at| at + 1);
        let (entry, after) = rest.split_at(end);
        rest = after;
        // A NUL-separated list holds paths only, so that a name can begin with a brace.
        if delimiter == b'\n' && entry[0] == b'{' {
            match entries.back_mut() {
                Some(Entry::Records { bytes, .. }) => bytes.extend_from_slice(entry),
                _ => entries.push_back(Entry::Records {
                    bytes: entry.to_vec(),
                    first_line: line,
                }),
            }
        } else {
            let path = entry.strip_suffix(&[delimiter]).unwrap_or(entry);
            if !path.is_empty() {
                entries.push_back(Entry::Path(path.to_vec()));
            }
        }
        line += 1;
    }
}

/// Whole lines of a stream, a block at a time.
pub struct Lines {
    name: Arc<str>,
    reader: Box<dyn Read + Send>,
    delimiter: u8,
    /// All of it is initialised; `start..end` is read and not yet handed out.
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    /// The block is `from..start`.
    from: usize,
    first_line: u64,
    next_line: u64,
    /// Whether somebody wants to know the numbers of lines.
    numbered: bool,
    /// Wait until the block is full, rather than hand out what there is.
    fill: bool,
    at_start: bool,
    done: bool,
    failure: Option<io::Error>,
}

/// Some whole lines.
#[derive(Debug, Clone, Copy)]
pub struct Block<'a> {
    /// The lines with their delimiters; only the last one of a stream may lack it.
    pub bytes: &'a [u8],
    /// The number of the first line, from 1.
    pub first_line: u64,
}

impl Lines {
    /// The lines of a stream, in blocks of about `size` bytes; a longer line is a block by itself.
    pub fn new(stream: Stream, delimiter: u8, size: usize, fill: bool) -> Self {
        Lines {
            name: stream.name,
            reader: stream.reader,
            delimiter,
            buffer: vec![0; size],
            start: 0,
            end: 0,
            from: 0,
            first_line: 1,
            next_line: 1,
            numbered: true,
            fill,
            at_start: true,
            done: false,
            failure: None,
        }
    }

    /// The same, but the number of a block's first line is always 1: to count lines takes time.
    pub fn unnumbered(self) -> Self {
        Lines {
            numbered: false,
            ..self
        }
    }

    /// The stream's name, for messages.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The next block, `None` at the end. A byte order mark at the start is dropped.
    ///
    /// # Errors
    /// As [`Lines::advance`].
    pub fn next_block(&mut self) -> Result<Option<Block<'_>>, Error> {
        Ok(self.advance()?.then(|| self.block()))
    }

    /// The block that the last [`Lines::advance`] found.
    pub fn block(&self) -> Block<'_> {
        Block {
            bytes: &self.buffer[self.from..self.start],
            first_line: self.first_line,
        }
    }

    /// Goes to the next block; false at the end.
    ///
    /// # Errors
    /// A read that failed, naming the stream. What was read before it has been handed out, but for a line cut short.
    pub fn advance(&mut self) -> Result<bool, Error> {
        self.buffer.copy_within(self.start..self.end, 0);
        self.end -= self.start;
        self.start = 0;
        let mut lines_end = memrchr(self.delimiter, &self.buffer[..self.end]).map(|at| at + 1);
        while !self.done && (lines_end.is_none() || (self.fill && self.end < self.buffer.len())) {
            if self.end == self.buffer.len() {
                self.buffer.resize(2 * self.buffer.len(), 0);
            }
            match self.reader.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.done = true,
                Ok(length) => {
                    let new = &self.buffer[self.end..self.end + length];
                    lines_end = memrchr(self.delimiter, new)
                        .map(|at| self.end + at + 1)
                        .or(lines_end);
                    self.end += length;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    // Whole lines first; the error comes with the next call. A line cut short is no line.
                    self.end = lines_end.unwrap_or(0);
                    self.failure = Some(error);
                    self.done = true;
                }
            }
        }
        // At the end of the stream a last line may lack its delimiter.
        let end = if self.done {
            self.end
        } else {
            lines_end.expect("the loop ends with a line or at the end")
        };
        if end > 0 {
            self.take(end);
            return Ok(true);
        }
        match self.failure.take() {
            Some(error) => Err(Error::io(&self.name, &error)),
            None => Ok(false),
        }
    }

    /// Marks the first `end` bytes as the block.
    fn take(&mut self, end: usize) {
        let is_first = std::mem::replace(&mut self.at_start, false);
        let marked = is_first && self.buffer[..end].starts_with(record::BYTE_ORDER_MARK);
        self.from = if marked {
            record::BYTE_ORDER_MARK.len()
        } else {
            0
        };
        self.start = end;
        self.first_line = self.next_line;
        if self.numbered {
            self.next_line += memchr_iter(self.delimiter, &self.buffer[..end]).count() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// A stream that hands out pieces of the given sizes.
    struct Pieces(VecDeque<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(mut piece) = self.0.pop_front() else {
                return Ok(0);
            };
            let length = piece.len().min(buffer.len());
            buffer[..length].copy_from_slice(&piece[..length]);
            if length < piece.len() {
                self.0.push_front(piece.split_off(length));
            }
            Ok(length)
        }
    }

    fn stream(pieces: Vec<Vec<u8>>) -> Stream {
        let pieces = pieces
            .into_iter()
            .filter(|piece| !piece.is_empty())
            .collect();
        Stream {
            name: "test".into(),
            reader: Box::new(Pieces(pieces)),
        }
    }

    proptest! {
        #[test]
        fn blocks_hold_whole_lines_and_lose_nothing(
            pieces in proptest::collection::vec("[ab\n]{0,12}", 0..12), size in 1usize..20, fill in any::<bool>(),
        ) {
            let whole = pieces.concat();
            let mut lines = Lines::new(stream(pieces.into_iter().map(String::into_bytes).collect()), b'\n', size, fill);
            let mut seen = Vec::new();
            while let Some(block) = lines.next_block().unwrap() {
                prop_assert_eq!(block.first_line as usize, 1 + memchr_iter(b'\n', &seen).count());
                prop_assert!(seen.is_empty() || seen.ends_with(b"\n"));
                seen.extend_from_slice(block.bytes);
            }
            prop_assert_eq!(seen, whole.as_bytes());
        }
    }

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::TimedOut.into())
        }
    }

    #[test]
    fn a_failed_read_comes_after_the_lines_before_it() {
        let reader = io::Cursor::new(b"one\ntwo\nthr".to_vec()).chain(Failing);
        let mut lines = Lines::new(
            Stream {
                name: "test".into(),
                reader: Box::new(reader),
            },
            b'\n',
            64,
            true,
        );
        assert_eq!(lines.next_block().unwrap().unwrap().bytes, b"one\ntwo\n");
        assert!(lines.next_block().is_err());
        assert!(lines.next_block().unwrap().is_none());
    }

    #[test]
    fn compressed_streams_are_recognised() {
        use std::io::Write;
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(b"text").unwrap();
        let gzip = gzip.finish().unwrap();
        let twice = [gzip.clone(), gzip.clone()].concat();
        let padded = [&twice[..], &[0; 1000]].concat();
        let zstd = zstd::encode_all(&b"text"[..], 1).unwrap();
        let skipped = b"\x50\x2A\x4D\x18\x04\0\0\0abcd";
        let pzstd = [skipped, &zstd[..], skipped, &zstd].concat();
        for (bytes, expected) in [
            (&b"text"[..], "text"),
            (&gzip, "text"),
            (&padded, "texttext"),
            (&twice, "texttext"),
            (&zstd, "text"),
            (&pzstd, "texttext"),
            (skipped, ""),
            (b"P*M", "P*M"),
            (b"\x1f", "\x1f"),
            (b"", ""),
        ] {
            let mut out = String::new();
            decompressed(Box::new(io::Cursor::new(bytes.to_vec())))
                .unwrap()
                .read_to_string(&mut out)
                .unwrap();
            assert_eq!(out, expected);
        }
        let cut = gzip[..gzip.len() - 3].to_vec();
        assert!(
            decompressed(Box::new(io::Cursor::new(cut)))
                .unwrap()
                .read_to_end(&mut Vec::new())
                .is_err()
        );
    }

    #[test]
    fn a_list_mixes_paths_and_records() {
        let mut entries = VecDeque::new();
        split_list(
            Block {
                bytes: b"a.txt\n{1}\n{2}\n\nb",
                first_line: 4,
            },
            b'\n',
            &mut entries,
        );
        let shown: Vec<String> = entries
            .iter()
            .map(|entry| match entry {
                Entry::Path(path) => format!("path {}", String::from_utf8_lossy(path)),
                Entry::Records { bytes, first_line } => {
                    format!("{first_line} {:?}", String::from_utf8_lossy(bytes))
                }
                Entry::Trouble(_) => "trouble".into(),
            })
            .collect();
        assert_eq!(shown, ["path a.txt", "5 \"{1}\\n{2}\\n\"", "path b"]);
        let mut entries = VecDeque::new();
        split_list(
            Block {
                bytes: b"{a\nb\0c\0",
                first_line: 1,
            },
            0,
            &mut entries,
        );
        assert!(matches!(&entries[0], Entry::Path(path) if path == b"{a\nb"));
    }
}
