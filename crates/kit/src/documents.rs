//! One call of a tool's code a document.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use encoding_rs::{Encoding, WINDOWS_1252};
use memchr::memchr_iter;
use record::{Name, Object};

use crate::args::{DocumentArgs, WarcArgs};
use crate::encoding::{self, Decoded, Label};
use crate::input::{self, Compression, Item, Items, Lines, ReadSeek, Stream, Whole};
use crate::stats::{self, Collector};
use crate::warc::Page;
use crate::{Error, Output, Process, paths, threads};

/// A document: its name, its text, and where they came from.
#[derive(Debug)]
pub struct Document<'a> {
    /// A path as it was given, or a record's id.
    pub name: Name<'a>,
    /// The text, without byte order mark.
    pub text: &'a str,
    /// The bytes of a file; a record has none.
    pub file: Option<FileBytes<'a>>,
    record: Option<&'a record::Document<'a>>,
    stats: Option<&'a Collector>,
}

/// The bytes that a document was decoded from.
#[derive(Debug, Clone, Copy)]
pub struct FileBytes<'a> {
    /// The bytes, decompressed.
    pub bytes: &'a [u8],
    /// The encoding they were read in.
    pub encoding: &'static Encoding,
    /// How they were compressed.
    pub compression: Option<Compression>,
}

impl Document<'_> {
    /// The name for messages.
    pub fn display(&self) -> String {
        paths::display(self.name.as_bytes())
    }

    /// The record that the document came as.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        self.record
    }

    /// Writes the document as a document record with another text, and with what `add` writes under the tool's name.
    /// A document that came as a record keeps its other fields.
    pub fn rewrite(
        &self,
        out: &mut Vec<u8>,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        if let Some(stats) = self.stats {
            stats.wrote(text);
        }
        match self.record {
            Some(record) => record.rewrite(out, text, tool, add),
            None => record::Document::write_new(out, &self.name, text, tool, add),
        }
    }
}

/// Where a tool's code writes what it makes of one document. It reaches the output in the order of the documents.
pub struct Emit<'a> {
    out: Vec<u8>,
    messages: Vec<Message>,
    files: Vec<OutputFile>,
    direct: Option<(&'a mut Output, &'a Process)>,
    stats: Option<&'a Collector>,
}

/// A file of the output directory.
struct OutputFile {
    name: Vec<u8>,
    bytes: Vec<u8>,
    /// What goes to the output once the file is there.
    entry: Vec<u8>,
}

enum Message {
    Trouble(Error),
    Warning(String, String),
}

/// With one thread, output leaves in pieces of this size while the document is being worked on.
const PIECE: usize = 64 * 1024;

impl<'a> Emit<'a> {
    /// A way to `out` for a tool that reads all documents before it writes of any.
    pub fn to(out: &'a mut Output, process: &'a Process) -> Self {
        Emit {
            out: Vec::with_capacity(2 * PIECE),
            messages: Vec::new(),
            files: Vec::new(),
            direct: Some((out, process)),
            stats: process.stats(),
        }
    }

    /// Lets go of everything that was written.
    pub fn finish(mut self) {
        self.hand_over();
    }

    /// The bytes to append records to.
    #[inline]
    pub fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// To be called between records: lets go of what was written, where that is possible.
    #[inline]
    pub fn settle(&mut self) {
        if self.out.len() >= PIECE {
            self.hand_over();
        }
    }

    /// Tells `--stats` of a document's text that is written otherwise than by [`Document::rewrite`].
    pub fn wrote(&self, text: &str) {
        if let Some(stats) = self.stats {
            stats.wrote(text);
        }
    }

    /// As [`Emit::wrote`], for a document that was written in parts: how many words it has.
    pub fn wrote_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats::add(&stats.documents_out, 1);
            stats::add(&stats.words_out, words);
        }
    }

    /// Tells `--stats` how many words a [`RawDocument`] has.
    pub fn read_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats::add(&stats.words, words);
        }
    }

    /// Reports trouble with a document; the exit code will be 2.
    pub fn trouble(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Trouble(Error::new(source, message)));
    }

    /// Says what a user may want to know about a document.
    pub fn warn(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Warning(source.to_string(), message.to_string()));
    }

    /// Writes the document's file in the directory of `--out-dir`, which [`Output::set_directory`] has opened.
    pub fn file(&mut self, name: &[u8], bytes: &[u8]) {
        self.listed_file(name, bytes, &[]);
    }

    /// Writes a file as [`Emit::file`] does, and if it could be written the records of `entry` to the output.
    pub fn listed_file(&mut self, name: &[u8], bytes: &[u8], entry: &[u8]) {
        match &mut self.direct {
            Some((output, process)) => match output.write_file(name, bytes) {
                Ok(()) => self.out.extend_from_slice(entry),
                Err(error) => process.trouble_of(&error),
            },
            None => self.files.push(OutputFile {
                name: name.to_vec(),
                bytes: bytes.to_vec(),
                entry: entry.to_vec(),
            }),
        }
    }

    /// What is kept until its turn to be written comes.
    fn later(process: &'a Process) -> Self {
        Emit {
            out: Vec::new(),
            messages: Vec::new(),
            files: Vec::new(),
            direct: None,
            stats: process.stats(),
        }
    }

    /// Writes what was kept.
    fn settle_in(mut self, out: &mut Output, process: &Process) {
        for message in &self.messages {
            message.print(process);
        }
        for file in &self.files {
            match out.write_file(&file.name, &file.bytes) {
                Ok(()) => self.out.extend_from_slice(&file.entry),
                Err(error) => process.trouble_of(&error),
            }
        }
        if let Err(error) = out.write(&self.out) {
            process.end_now(error);
        }
    }

    fn message(&mut self, message: Message) {
        match &self.direct {
            Some((_, process)) => message.print(process),
            None => self.messages.push(message),
        }
    }

    fn hand_over(&mut self) {
        if let Some((output, process)) = &mut self.direct {
            if let Err(error) = output.write(&self.out) {
                process.end_now(error);
            }
            self.out.clear();
        }
    }
}

impl Message {
    fn print(&self, process: &Process) {
        match self {
            Message::Trouble(error) => process.trouble_of(error),
            Message::Warning(source, message) => process.warn(source, message),
        }
    }
}

/// Calls `work` on every document that `args` name, in `threads` threads. The output comes in the order of the
/// documents, the same for any number of threads. Each thread holds one document at a time. `worker` makes what a
/// thread keeps from document to document.
///
/// What cannot be read is reported, and left out.
///
/// # Errors
/// A list that cannot be opened.
pub fn for_each_document<W>(
    process: &Process,
    args: &DocumentArgs,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Document, &mut Emit) + Sync,
) -> Result<(), Error> {
    let items = Items::new(args, process)?;
    let work = |worker: &mut W, document: &Document, emit: &mut Emit| {
        let Some(stats) = process.stats() else {
            return work(worker, document, emit);
        };
        stats::add(&stats.documents, 1);
        stats::add(&stats.words, stats::words(document.text));
        let start = Instant::now();
        work(worker, document, emit);
        stats.worked(|| document.display(), document.text.len(), start.elapsed());
    };
    let reader = || (Reader::new(args.encoding, &args.warc), worker());
    if threads == 1 {
        let (mut reader, mut worker) = reader();
        let mut emit = Emit::to(out, process);
        for item in items {
            reader.read(item, process, &mut emit, |document, emit| {
                work(&mut worker, document, emit);
                emit.hand_over();
            });
            emit.hand_over();
        }
        return Ok(());
    }
    threads::ordered(
        threads,
        items,
        reader,
        |(reader, worker), item| {
            let mut emit = Emit::later(process);
            reader.read(item, process, &mut emit, |document, emit| {
                work(worker, document, emit)
            });
            emit
        },
        |done| done.settle_in(out, process),
    );
    Ok(())
}

/// A document as bytes, which can be read several times: for a tool that finds out how to decode them.
pub struct RawDocument<'a> {
    /// A path as it was given, a record's id, or the address of a page.
    pub name: Name<'a>,
    /// The bytes, decompressed. Those of a record's text are UTF-8.
    pub bytes: &'a mut dyn ReadSeek,
    /// The encoding that a server said.
    pub said: Option<&'static Encoding>,
    /// For messages.
    origin: &'a str,
    record: Option<&'a record::Document<'a>>,
    is_text: bool,
}

impl RawDocument<'_> {
    /// The name for messages.
    pub fn display(&self) -> &str {
        self.origin
    }

    /// The record that the document came as; a page of a web archive has one whose text is empty.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        self.record
    }

    /// Whether the document came as a record's text, and so has been decoded.
    pub fn is_text(&self) -> bool {
        self.is_text
    }
}

/// As [`for_each_document`], for a tool that decodes the documents itself. A thread holds none of a document, but for
/// what `work` does, for pages of web archives, and for up to 8 MiB of what is compressed or comes from standard input.
/// `work` returns why a document cannot be read.
///
/// # Errors
/// A list that cannot be opened.
pub fn for_each_raw_document<W>(
    process: &Process,
    args: &DocumentArgs,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &mut RawDocument, &mut Emit) -> io::Result<()> + Sync,
) -> Result<(), Error> {
    let items = Items::new(args, process)?;
    let work = |worker: &mut W, document: &mut RawDocument, length: u64, emit: &mut Emit| {
        let start = Instant::now();
        if let Err(error) = work(worker, document, emit) {
            emit.message(Message::Trouble(Error::io(document.display(), &error)));
        }
        if let Some(stats) = process.stats() {
            stats::add(&stats.documents, 1);
            stats.worked(
                || paths::display(document.name.as_bytes()),
                length as usize,
                start.elapsed(),
            );
        }
        emit.hand_over();
    };
    let work = |worker: &mut W, item: Item, emit: &mut Emit| {
        read_raw(item, process, &args.warc, emit, |document, length, emit| {
            work(worker, document, length, emit);
        });
    };
    if threads == 1 {
        let mut worker = worker();
        let mut emit = Emit::to(out, process);
        for item in items {
            work(&mut worker, item, &mut emit);
            emit.hand_over();
        }
        return Ok(());
    }
    threads::ordered(
        threads,
        items,
        worker,
        |worker, item| {
            let mut emit = Emit::later(process);
            work(worker, item, &mut emit);
            emit
        },
        |done| done.settle_in(out, process),
    );
    Ok(())
}

/// Calls `each` with the documents of an item and their lengths.
fn read_raw<'e>(
    item: Item,
    process: &Process,
    warc: &WarcArgs,
    emit: &mut Emit<'e>,
    mut each: impl FnMut(&mut RawDocument, u64, &mut Emit<'e>),
) {
    match item {
        Item::Trouble(error) => emit.message(Message::Trouble(error)),
        Item::Capture(capture) => {
            let origin = capture.origin.clone();
            match capture.page(warc, process) {
                Ok(None) => {}
                Ok(Some(page)) => {
                    let mut line = Vec::new();
                    record::Document::write_with_fields(&mut line, &page.url, "", &page.fields());
                    let record = record::Document::read(&line);
                    let record = record.expect("a record that was just written");
                    let length = page.body.len() as u64;
                    let mut document = RawDocument {
                        name: record.name.clone(),
                        bytes: &mut io::Cursor::new(&page.body),
                        said: page.encoding,
                        origin: &origin,
                        record: Some(&record),
                        is_text: false,
                    };
                    each(&mut document, length, emit);
                }
                Err(error) => emit.message(Message::Trouble(error)),
            }
        }
        Item::Whole(whole) => {
            let (name, origin) = match &whole {
                Whole::File(path) => (&path[..], paths::display(path)),
                Whole::StandardInput => (&b"-"[..], input::STANDARD_INPUT.to_owned()),
            };
            match input::open_rereadable(&whole) {
                Ok((mut bytes, length)) => {
                    process.advance(length);
                    let mut document = RawDocument {
                        name: Name::new(name),
                        bytes: &mut bytes,
                        said: None,
                        origin: &origin,
                        record: None,
                        is_text: false,
                    };
                    each(&mut document, length, emit);
                }
                Err(error) => emit.message(Message::Trouble(Error::io(origin, &error))),
            }
        }
        Item::Records {
            bytes,
            origin,
            first_line,
        } => for_each_record(&bytes, &origin, first_line, emit, |record, emit| {
            let origin = paths::display(record.name.as_bytes());
            let mut document = RawDocument {
                name: record.name.clone(),
                bytes: &mut io::Cursor::new(record.text.as_bytes()),
                said: None,
                origin: &origin,
                record: Some(&record),
                is_text: true,
            };
            each(&mut document, record.text.len() as u64, emit);
        }),
    }
}

/// What a tool does with documents whose order matters: something in parallel, something in turn, something in parallel.
pub trait InTurn: Sync {
    /// What a thread keeps from document to document.
    type Worker;
    /// What is known of a document before its turn.
    type Prepared;
    /// What only one document at a time may change.
    type State: Send;

    /// Whether `--stats` counts the documents.
    fn counts(&self) -> bool {
        true
    }

    /// Makes what a thread keeps.
    fn worker(&self) -> Self::Worker;

    /// Before the document's turn, in any order.
    fn prepare(&self, worker: &mut Self::Worker, document: &Document) -> Self::Prepared;

    /// The document's turn: one document at a time, in their order.
    fn take_turn(
        &self,
        state: &mut Self::State,
        document: &Document,
        prepared: &mut Self::Prepared,
    );

    /// After the document's turn, in any order.
    fn write(
        &self,
        worker: &mut Self::Worker,
        document: &Document,
        prepared: Self::Prepared,
        emit: &mut Emit,
    );
}

/// As [`for_each_document`], for a tool whose documents depend on those before them. With several threads, each holds the
/// documents of one file, or those of a piece of about 256 KiB of records.
///
/// # Errors
/// A list that cannot be opened.
pub fn in_turn<T: InTurn>(
    process: &Process,
    args: &DocumentArgs,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) -> Result<(), Error> {
    let source = Source {
        items: Items::new(args, process)?,
        label: args.encoding,
        warc: args.warc.clone(),
        stats: process.stats().filter(|_| tool.counts()),
    };
    items_in_turn(process, source, threads, out, tool, state);
    Ok(())
}

/// Documents that wait in a temporary file until they are read again. The file has no name, so that nothing is left of it
/// when the process is killed.
#[derive(Debug)]
pub struct Waiting {
    directory: PathBuf,
    file: BufWriter<File>,
    line: Vec<u8>,
}

impl Waiting {
    /// None yet.
    ///
    /// # Errors
    /// A file that cannot be made in this directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let file = tempfile::tempfile_in(directory)
            .map_err(|error| Error::io(directory.display(), &error))?;
        Ok(Waiting {
            directory: directory.to_owned(),
            file: BufWriter::with_capacity(input::BLOCK, file),
            line: Vec::new(),
        })
    }

    /// Adds a document, which `tool` will write.
    ///
    /// # Errors
    /// What the system says, naming the directory.
    pub fn add(&mut self, document: &Document, tool: &str) -> Result<(), Error> {
        self.line.clear();
        match document.record {
            Some(record) => {
                self.line
                    .extend_from_slice(record.fields().line().as_bytes());
                if !self.line.ends_with(b"\n") {
                    self.line.push(b'\n');
                }
            }
            // With the tool's key in its place, rewriting gives what `Document::rewrite` makes of a file.
            None => record::Document::write_new(
                &mut self.line,
                &document.name,
                document.text,
                tool,
                |_| (),
            ),
        }
        self.file
            .write_all(&self.line)
            .map_err(|error| Error::io(self.directory.display(), &error))
    }

    /// [`in_turn`] with these documents, which `--stats` has counted already.
    ///
    /// # Errors
    /// What the system says, naming the directory.
    pub fn in_turn<T: InTurn>(
        self,
        process: &Process,
        threads: usize,
        out: &mut Output,
        tool: &T,
        state: &mut T::State,
    ) -> Result<(), Error> {
        let failed = |error: &io::Error| Error::io(self.directory.display(), error);
        let mut file = self
            .file
            .into_inner()
            .map_err(|error| failed(error.error()))?;
        file.rewind().map_err(|error| failed(&error))?;
        let stream = Stream {
            name: self.directory.display().to_string().into(),
            reader: Box::new(file),
        };
        let mut lines = Lines::new(stream, b'\n', input::BLOCK, true).unnumbered();
        let items = std::iter::from_fn(move || match lines.advance() {
            Ok(true) => Some(Item::Records {
                bytes: lines.block().bytes.to_vec(),
                origin: lines.name().clone(),
                first_line: 1,
            }),
            Ok(false) => None,
            Err(error) => Some(Item::Trouble(error)),
        });
        let source = Source {
            items,
            label: Label::Auto,
            warc: WarcArgs::default(),
            stats: None,
        };
        items_in_turn(process, source, threads, out, tool, state);
        Ok(())
    }
}

/// Items, and how they are read.
struct Source<'a, I> {
    items: I,
    label: Label,
    warc: WarcArgs,
    /// What counts them.
    stats: Option<&'a Collector>,
}

fn items_in_turn<T: InTurn>(
    process: &Process,
    source: Source<impl Iterator<Item = Item> + Send>,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) {
    let Source {
        items,
        label,
        warc,
        stats,
    } = source;
    let reader = || (Reader::new(label, &warc), tool.worker());
    let prepare = |worker: &mut T::Worker, document: &Document| {
        let Some(stats) = stats else {
            return tool.prepare(worker, document);
        };
        stats::add(&stats.documents, 1);
        stats::add(&stats.words, stats::words(document.text));
        let start = Instant::now();
        let prepared = tool.prepare(worker, document);
        stats.worked(|| document.display(), document.text.len(), start.elapsed());
        prepared
    };
    if threads == 1 {
        let (mut reader, mut worker) = reader();
        let mut emit = Emit::to(out, process);
        for item in items {
            reader.read(item, process, &mut emit, |document, emit| {
                let mut prepared = prepare(&mut worker, document);
                tool.take_turn(state, document, &mut prepared);
                tool.write(&mut worker, document, prepared, emit);
                emit.hand_over();
            });
            emit.hand_over();
        }
        return;
    }
    let turns = threads::Turns::new(state);
    threads::ordered(
        threads,
        items.enumerate(),
        reader,
        |(reader, worker), (number, item)| {
            let mut emit = Emit::later(process);
            let turn = turns.of(number);
            reader.read_all(item, process, &mut emit, |documents, emit| {
                let mut prepared: Vec<_> = documents
                    .iter()
                    .map(|document| prepare(worker, document))
                    .collect();
                turn.take(|state| {
                    for (document, prepared) in documents.iter().zip(&mut prepared) {
                        tool.take_turn(state, document, prepared);
                    }
                });
                for (document, prepared) in documents.iter().zip(prepared) {
                    tool.write(worker, document, prepared, emit);
                }
            });
            emit
        },
        |done| done.settle_in(out, process),
    );
}

/// A warning about text that is not in its encoding.
fn malformed(decoded: &Decoded) -> String {
    let encoding = decoded.encoding.name();
    let good = decoded.text.split('\u{FFFD}').next().unwrap_or_default();
    let first = memchr_iter(b'\n', good.as_bytes()).count() + 1;
    format!("not all of it is {encoding}; what is not became U+FFFD, first in line {first}")
}

/// What a thread needs to read documents; its buffers are used again and again.
struct Reader {
    label: Label,
    warc: WarcArgs,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    text: String,
}

impl Reader {
    fn new(label: Label, warc: &WarcArgs) -> Self {
        Reader {
            label,
            warc: warc.clone(),
            bytes: Vec::new(),
            scratch: Vec::new(),
            text: String::new(),
        }
    }

    fn read<'e>(
        &mut self,
        item: Item,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        match item {
            Item::Trouble(error) => emit.message(Message::Trouble(error)),
            Item::Capture(capture) => {
                let origin = capture.origin.clone();
                match capture.page(&self.warc, process) {
                    Ok(None) => {}
                    Ok(Some(page)) => self.read_page(&page, &origin, process, emit, each),
                    Err(error) => emit.message(Message::Trouble(error)),
                }
            }
            Item::Whole(whole) => self.read_whole(&whole, process, emit, each),
            Item::Records {
                bytes,
                origin,
                first_line,
            } => for_each_record(&bytes, &origin, first_line, emit, |record, emit| {
                each(&of_record(&record, process), emit);
            }),
        }
    }

    /// As [`Reader::read`], all documents of the item at once.
    fn read_all<'e>(
        &mut self,
        item: Item,
        process: &Process,
        emit: &mut Emit<'e>,
        all: impl FnOnce(&[Document], &mut Emit<'e>),
    ) {
        match item {
            Item::Records {
                bytes,
                origin,
                first_line,
            } => {
                let mut records = Vec::new();
                for_each_record(&bytes, &origin, first_line, emit, |record, _| {
                    records.push(record);
                });
                let documents: Vec<Document> = records
                    .iter()
                    .map(|record| of_record(record, process))
                    .collect();
                all(&documents, emit);
            }
            one => {
                let mut all = Some(all);
                self.read(one, process, emit, |document, emit| {
                    if let Some(all) = all.take() {
                        all(std::slice::from_ref(document), emit);
                    }
                });
            }
        }
    }

    /// A page of a web archive, as a document record that has the bytes of a file as well.
    fn read_page<'e>(
        &mut self,
        page: &Page,
        origin: &str,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        let fallback = page.encoding.unwrap_or(WINDOWS_1252);
        let decoded = encoding::decode_or(&page.body, self.label, fallback, &mut self.text);
        if decoded.malformed {
            emit.warn(origin, malformed(&decoded));
        }
        self.scratch.clear();
        record::Document::write_with_fields(
            &mut self.scratch,
            &page.url,
            decoded.text,
            &page.fields(),
        );
        let record = record::Document::read(&self.scratch).expect("a record that was just written");
        let file = FileBytes {
            bytes: &page.body,
            encoding: decoded.encoding,
            compression: None,
        };
        each(
            &Document {
                name: record.name.clone(),
                text: &record.text,
                file: Some(file),
                record: Some(&record),
                stats: process.stats(),
            },
            emit,
        );
    }

    fn read_whole<'e>(
        &mut self,
        whole: &Whole,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        let name = match whole {
            Whole::File(path) => &path[..],
            Whole::StandardInput => b"-",
        };
        let source = || match whole {
            Whole::File(path) => paths::display(path),
            Whole::StandardInput => input::STANDARD_INPUT.to_owned(),
        };
        let compression = match input::read_whole(whole, &mut self.bytes, &mut self.scratch) {
            Ok(compression) => compression,
            Err(error) => {
                emit.message(Message::Trouble(Error::io(source(), &error)));
                return;
            }
        };
        process.advance(self.bytes.len() as u64);
        let decoded = encoding::decode(&self.bytes, self.label, &mut self.text);
        if decoded.malformed {
            emit.warn(source(), malformed(&decoded));
        }
        let file = FileBytes {
            bytes: &self.bytes,
            encoding: decoded.encoding,
            compression,
        };
        each(
            &Document {
                name: Name::new(name),
                text: decoded.text,
                file: Some(file),
                record: None,
                stats: process.stats(),
            },
            emit,
        );
    }
}

/// Calls `each` with every record of some lines; reports what is none.
fn for_each_record<'b, 'e>(
    bytes: &'b [u8],
    origin: &str,
    first_line: u64,
    emit: &mut Emit<'e>,
    mut each: impl FnMut(record::Document<'b>, &mut Emit<'e>),
) {
    for (line, bytes) in (first_line..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match record::Document::read(bytes) {
            Ok(record) => each(record, emit),
            Err(error) => emit.trouble(format_args!("{origin}:{line}"), error),
        }
    }
}

fn of_record<'a>(record: &'a record::Document<'a>, process: &'a Process) -> Document<'a> {
    Document {
        name: record.name.clone(),
        text: &record.text,
        file: None,
        record: Some(record),
        stats: process.stats(),
    }
}
