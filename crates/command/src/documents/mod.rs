//! One call of a tool's code a document.

mod emit;
mod raw;
mod turn;

use intake::{Document, Items, Reader, Sources};
use platform::threads;

pub use self::emit::Emit;
pub use self::raw::for_each_raw_document;
pub use self::turn::{InTurn, in_turn, waiting_in_turn};
use crate::{Error, Output, Process};

/// How `--stats` calls documents that `--skip-existing` has left out.
const DONE: &str = "files that were there already";

/// Calls `work` on every document that `sources` name, in `threads` threads. The output comes in the order of the
/// documents, the same for any number of threads. Each thread holds one document at a time. `worker` makes what a
/// thread keeps from document to document.
///
/// What cannot be read is reported, and left out.
///
/// # Errors
/// A list that cannot be opened.
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
            return process.count(DONE, 1);
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
