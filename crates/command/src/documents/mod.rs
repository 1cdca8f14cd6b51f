//! Calling a tool's code for each document.

mod emit;
mod raw;
mod turn;

use std::io;
use std::time::Instant;

use intake::{
    Batches, Document, Item, Items, LongDocument, Messages, Opened, Reader, Sources, long,
};
use platform::threads;

pub use self::emit::Emit;
pub use self::raw::for_each_raw_document;
pub use self::turn::{InTurn, in_turn, spooled_in_turn};
use crate::output::Done;
use crate::{Error, Output, Process, stats};

/// The name in `--stats` of documents skipped by `--skip-existing`.
const SKIPPED_EXISTING: &str = "files that were there already";

/// Calls `work` on every document of `sources`, in `threads` threads. The output is in the order of the documents,
/// whatever the number of threads. Each thread holds one document at a time. `worker` creates the state that a thread
/// reuses for all its documents.
///
/// Inputs that cannot be read are reported and left out.
///
/// # Errors
/// A list cannot be opened.
pub fn for_each_document<W>(
    process: &Process,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Document, &mut Emit) + Sync,
) -> Result<(), Error> {
    let job = Job {
        process,
        sources,
        done: out.done(),
        worker,
        work,
        work_long: None::<NoLong<W>>,
    };
    job.run(threads, out)
}

/// As [`for_each_document`], but calls `work_long` on files of more than [`LONG`](intake::long::LONG) bytes, which
/// reads them in pieces, so that no thread holds one. The thread that writes the output works on them when it is their
/// turn: their output is written as it is made. `work_long` returns the reason if a document cannot be read to its end.
///
/// # Errors
/// A list cannot be opened.
pub fn for_each_document_or_long<W>(
    process: &Process,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &Document, &mut Emit) + Sync,
    work_long: impl Fn(&mut W, &mut LongDocument, &mut Emit) -> io::Result<()> + Sync,
) -> Result<(), Error> {
    let job = Job {
        process,
        sources,
        done: out.done(),
        worker,
        work,
        work_long: Some(work_long),
    };
    job.run(threads, out)
}

/// The type of a `work_long` that there is not.
type NoLong<W> = fn(&mut W, &mut LongDocument, &mut Emit) -> io::Result<()>;

/// Documents, and what a tool does with them.
struct Job<'a, F, G, L> {
    process: &'a Process,
    sources: &'a Sources,
    /// Whether `--skip-existing` leaves out the document with this file name.
    done: Option<Done>,
    worker: F,
    work: G,
    work_long: Option<L>,
}

/// What becomes of items in a thread.
enum Worked<'a> {
    Done(Emit<'a>),
    /// A long document, for the thread that writes.
    Long(Opened),
}

impl<F, G, L, W> Job<'_, F, G, L>
where
    F: Fn() -> W + Sync,
    G: Fn(&mut W, &Document, &mut Emit) + Sync,
    L: Fn(&mut W, &mut LongDocument, &mut Emit) -> io::Result<()> + Sync,
{
    fn run(&self, threads: usize, out: &mut Output) -> Result<(), Error> {
        let items = Items::new(self.sources, self.process)?;
        let reader = || (Reader::new(self.sources), (self.worker)());
        if threads == 1 {
            let (mut reader, mut worker) = reader();
            let mut emit = Emit::direct(out, self.process);
            for item in items {
                match self.set_apart(item) {
                    Ok(item) => reader.read(item, self.process, &mut emit, |document, emit| {
                        self.work(&mut worker, document, emit);
                        emit.flush_direct();
                    }),
                    Err(opened) => self.work_long(&mut worker, opened, &mut emit),
                }
                emit.flush_direct();
            }
            return Ok(());
        }
        let work_one = |(reader, worker): &mut (Reader, W), item: Item| match self.set_apart(item) {
            Ok(item) => {
                let mut emit = Emit::buffered(self.process);
                reader.read(item, self.process, &mut emit, |document, emit| {
                    self.work(worker, document, emit);
                });
                Worked::Done(emit)
            }
            Err(opened) => Worked::Long(opened),
        };
        let work = |state: &mut (Reader, W), batch: Vec<Item>| -> Vec<Worked> {
            let items = batch.into_iter();
            items.map(|item| work_one(state, item)).collect()
        };
        let mut worker = None;
        let mut write = |worked| match worked {
            Worked::Done(emit) => emit.write_to(out, self.process),
            Worked::Long(opened) => {
                let worker = worker.get_or_insert_with(&self.worker);
                let mut emit = Emit::direct(out, self.process);
                self.work_long(worker, opened, &mut emit);
                emit.finish();
            }
        };
        let batches = Batches::new(items, threads::in_flight(threads));
        threads::ordered(threads, batches, reader, work, |all| {
            all.into_iter().for_each(&mut write);
        });
        Ok(())
    }

    fn set_apart(&self, item: Item) -> Result<Item, Opened> {
        match self.work_long {
            Some(_) => long::set_apart(item, self.sources),
            None => Ok(item),
        }
    }

    fn work(&self, worker: &mut W, document: &Document, emit: &mut Emit) {
        let done = self.done.as_ref();
        if done.is_some_and(|done| done(document.file_name())) {
            return self.process.count(SKIPPED_EXISTING, 1);
        }
        self.process.count_document();
        let mut work = || (self.work)(worker, document, emit);
        match self.process.input_stats() {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
    }

    fn work_long(&self, worker: &mut W, opened: Opened, emit: &mut Emit) {
        let Some(work) = &self.work_long else {
            return;
        };
        let start = Instant::now();
        let mut document = match LongDocument::open(opened, self.sources, self.process) {
            Ok(document) => document,
            Err(error) => return emit.failed(error),
        };
        self.process.count_document();
        let warning = work(worker, &mut document, emit).and_then(|()| document.warning());
        match warning {
            Ok(Some(warning)) => emit.warn(document.display(), warning),
            Ok(None) => {}
            Err(error) => emit.failed(document.error(&error)),
        }
        if let Some(stats) = self.process.input_stats() {
            stats::add(&stats.documents, 1);
            let doc = || document.display().to_owned();
            stats.worked(doc, document.text_bytes(), start.elapsed());
        }
    }
}
