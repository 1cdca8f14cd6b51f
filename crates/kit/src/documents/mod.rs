//! One call of a tool's code a document.

mod emit;
mod raw;
mod read;
mod turn;

use encoding_rs::Encoding;
use record::{Name, Object};

pub use self::emit::Emit;
pub use self::raw::{RawDocument, for_each_raw_document};
use self::read::Reader;
pub use self::turn::{InTurn, Waiting, in_turn};
use crate::args::DocumentArgs;
use crate::input::{Compression, Items};
use crate::stats::Collector;
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

    /// The name of the document's file in the directory of `--out-dir`: a compressed file is written decompressed, without
    /// `.gz` or `.zst`.
    pub fn file_name(&self) -> &[u8] {
        let name = self.name.as_bytes();
        let ending: &[u8] = match self.file.and_then(|file| file.compression) {
            None => return name,
            Some(Compression::Gzip) => b".gz",
            Some(Compression::Zstd) => b".zst",
        };
        name.strip_suffix(ending).unwrap_or(name)
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
        let mut work = || work(worker, document, emit);
        match process.input_stats() {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
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
