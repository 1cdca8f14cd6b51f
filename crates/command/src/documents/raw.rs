//! Passes undecoded documents to a tool that decodes them itself.

use std::io;
use std::time::Instant;

use intake::raw::read_raw;
use intake::{Item, Items, Messages, RawDocument, Sources, display};

use super::emit::Emit;
use super::in_threads;
use crate::{Error, Output, Process, stats};

/// Like [`for_each_document`](super::for_each_document), for a tool that decodes the documents
/// itself. Documents are streamed: apart from `work`, a thread buffers only pages of web archives,
/// and up to 8 MiB of compressed input or standard input. `work` returns the reason if a document
/// cannot be read.
///
/// # Errors
/// Fails if a list cannot be opened.
pub fn for_each_raw_document<W>(
    process: &Process,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &mut RawDocument, &mut Emit) -> io::Result<()> + Sync,
) -> Result<(), Error> {
    let items = Items::new(sources, process)?;
    let work = |worker: &mut W, document: &mut RawDocument, length: u64, emit: &mut Emit| {
        process.count_document();
        let start = Instant::now();
        if let Err(error) = work(worker, document, emit) {
            emit.failed(intake::Error::io(document.display(), &error));
        }
        if let Some(stats) = process.input_stats() {
            stats::add(&stats.documents, 1);
            stats.worked(
                || display(document.name.as_bytes()),
                length as usize,
                start.elapsed(),
            );
        }
        emit.flush_direct();
    };
    let work = |worker: &mut W, item: Item, emit: &mut Emit| {
        read_raw(item, process, sources, emit, |document, length, emit| {
            work(worker, document, length, emit);
        });
    };
    if threads == 1 {
        let mut worker = worker();
        let mut emit = Emit::direct(out, process);
        for item in items {
            work(&mut worker, item, &mut emit);
            emit.flush_direct();
        }
        return Ok(());
    }
    let work = |worker: &mut W, item, emit: &mut Emit| {
        work(worker, item, emit);
        Ok(())
    };
    in_threads(threads, process, items, out, worker, work, |_, _| {});
    Ok(())
}
