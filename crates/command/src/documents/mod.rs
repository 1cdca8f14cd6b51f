//! Calls a tool's code for each document.

mod emit;
mod raw;
mod turn;

use std::io;
use std::time::Instant;

use intake::{
    Batch, Batches, Document, Item, Items, LongDocument, Messages, Opened, Reader, Sources, long,
};
use platform::threads;

pub use self::emit::Emit;
pub use self::raw::for_each_raw_document;
pub use self::turn::{InTurn, in_turn, spooled_in_turn};
use crate::output::Done;
use crate::{Error, Output, Process, stats};

/// The name in `--stats` for documents skipped by `--skip-existing`.
const SKIPPED_EXISTING: &str = "files that were there already";

/// Calls `work` on every document of `sources`, in `threads` threads. The output is in the order of
/// the documents, for any number of threads. Each thread holds one document at a time. `worker`
/// creates the state that a thread reuses for all its documents.
///
/// Inputs that cannot be read are reported and left out.
///
/// # Errors
/// Fails if a list cannot be opened.
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

/// Like [`for_each_document`], but calls `work_long` on files of more than
/// [`LONG`](intake::long::LONG) bytes. It reads them in chunks, so that no thread holds a whole
/// one. The thread that writes the output processes them when it is their turn, and writes their
/// output immediately. `work_long` returns the reason if a document cannot be read to its end.
///
/// # Errors
/// Fails if a list cannot be opened.
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

/// The type of `work_long` if there is none.
type NoLong<W> = fn(&mut W, &mut LongDocument, &mut Emit) -> io::Result<()>;

/// Calls `work` on all items in threads. If `work` returns a document as too long, the thread that
/// writes calls `long` on it, when it is its turn.
fn in_threads<'a, W>(
    threads: usize,
    process: &'a Process,
    items: Items<'a>,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, Item, &mut Emit) -> Result<(), Box<Opened>> + Sync,
    mut long: impl FnMut(Box<Opened>, &mut Output),
) {
    let work = |state: &mut W, mut batch: Batch<'a>| {
        let mut emits: Vec<Emit> = Vec::new();
        while let Some(item) = batch.next() {
            let mut emit = Emit::last_or_new(&mut emits, process);
            let done = work(state, item, &mut emit);
            emits.push(emit);
            if let Err(opened) = done {
                return ((emits, Some(opened)), batch.rest());
            }
        }
        ((emits, None), batch.rest())
    };
    let write = |(emits, opened): (Vec<Emit>, Option<Box<Opened>>)| {
        for emit in emits {
            emit.write_to(out, process);
        }
        if let Some(opened) = opened {
            long(opened, out);
        }
    };
    threads::ordered_with_rest(threads, Batches::new(items), worker, work, write);
}

/// Documents, and the tool's work on them.
struct Job<'a, F, G, L> {
    process: &'a Process,
    sources: &'a Sources,
    /// Tells by the file name of a document whether `--skip-existing` skips it.
    done: Option<Done>,
    worker: F,
    work: G,
    work_long: Option<L>,
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
                    Err(opened) => {
                        emit.data_set(None);
                        self.work_long(&mut worker, *opened, &mut emit);
                    }
                }
                emit.flush_direct();
            }
            return Ok(());
        }
        let work = |(reader, worker): &mut (Reader, W), item, emit: &mut Emit| {
            let item = self.set_apart(item)?;
            reader.read(item, self.process, emit, |document, emit| {
                self.work(worker, document, emit);
            });
            Ok(())
        };
        let mut worker = None;
        let long = |opened: Box<Opened>, out: &mut Output| {
            let worker = worker.get_or_insert_with(&self.worker);
            let mut emit = Emit::direct(out, self.process);
            self.work_long(worker, *opened, &mut emit);
            emit.finish();
        };
        in_threads(threads, self.process, items, out, reader, work, long);
        Ok(())
    }

    fn set_apart(&self, item: Item) -> Result<Item, Box<Opened>> {
        match self.work_long {
            Some(_) => long::set_apart(item, self.sources),
            None => Ok(item),
        }
    }

    fn work(&self, worker: &mut W, document: &Document, emit: &mut Emit) {
        let done = (self.done.as_ref()).filter(|_| document.data_set().is_none());
        if done.is_some_and(|done| done(&document.file_name())) {
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
        let warnings = work(worker, &mut document, emit).and_then(|()| document.warnings());
        match warnings {
            Ok(warnings) => {
                for warning in warnings {
                    emit.warn(document.display(), warning);
                }
            }
            Err(error) => emit.failed(document.error(&error)),
        }
        if let Some(stats) = self.process.input_stats() {
            stats::add(&stats.documents, 1);
            let doc = || document.display().to_owned();
            stats.worked(doc, document.text_bytes(), start.elapsed());
        }
    }
}
