//! Calling a tool's code for each document.

mod emit;
mod raw;
mod turn;

use intake::{Document, Items, Reader, Sources};
use platform::threads;

pub use self::emit::Emit;
pub use self::raw::for_each_raw_document;
pub use self::turn::{InTurn, in_turn, spooled_in_turn};
use crate::{Error, Output, Process};

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
    let items = Items::new(sources, process)?;
    let done = out.done();
    let work = |worker: &mut W, document: &Document, emit: &mut Emit| {
        if done.as_ref().is_some_and(|done| done(document.file_name())) {
            return process.count(SKIPPED_EXISTING, 1);
        }
        process.count_document();
        let mut work = || work(worker, document, emit);
        match process.input_stats() {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
    };
    let reader = || (Reader::new(sources), worker());
    if threads == 1 {
        let (mut reader, mut worker) = reader();
        let mut emit = Emit::direct(out, process);
        for item in items {
            reader.read(item, process, &mut emit, |document, emit| {
                work(&mut worker, document, emit);
                emit.flush_direct();
            });
            emit.flush_direct();
        }
        return Ok(());
    }
    threads::ordered(
        threads,
        items,
        reader,
        |(reader, worker), item| {
            let mut emit = Emit::buffered(process);
            reader.read(item, process, &mut emit, |document, emit| {
                work(worker, document, emit)
            });
            emit
        },
        |done| done.write_to(out, process),
    );
    Ok(())
}
