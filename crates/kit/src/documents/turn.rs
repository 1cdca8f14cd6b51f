//! Documents whose order matters, and those that wait to be read a second time.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::path::{Path, PathBuf};

use super::read::Reader;
use super::{Document, Emit};
use crate::args::{DocumentArgs, WarcArgs};
use crate::encoding::Label;
use crate::input::{self, Item, Items, Lines, Stream};
use crate::stats::Collector;
use crate::{Error, Output, Process, threads};

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

/// As [`for_each_document`](super::for_each_document), for a tool whose documents depend on those before them. With several threads, each holds the
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

/// zstd's level for what is read once and thrown away.
const FASTEST: i32 = 1;

/// Documents that wait in a temporary file until they are read again. The file has no name, so that nothing is left of it
/// when the process is killed. It is compressed, as fast as can be, to about two fifths.
pub struct Waiting {
    directory: PathBuf,
    file: zstd::Encoder<'static, File>,
    line: Vec<u8>,
}

impl Waiting {
    /// None yet.
    ///
    /// # Errors
    /// A file that cannot be made in this directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let file = tempfile::tempfile_in(directory)
            .and_then(|file| zstd::Encoder::new(file, FASTEST))
            .map_err(|error| Error::io(directory.display(), &error))?;
        Ok(Waiting {
            directory: directory.to_owned(),
            file,
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
        let mut file = self.file.finish().map_err(|error| failed(&error))?;
        file.rewind().map_err(|error| failed(&error))?;
        let file = zstd::Decoder::new(file).map_err(|error| failed(&error))?;
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
        let mut work = || tool.prepare(worker, document);
        match stats {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
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
