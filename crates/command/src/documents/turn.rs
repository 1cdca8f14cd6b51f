//! Processing of documents that depend on earlier ones.

use intake::{Document, Item, Items, Reader, Sources, Spool};
use platform::threads;

use super::Emit;
use crate::stats::Collector;
use crate::{Error, Output, Process};

/// A tool's work on documents that depend on earlier ones: a parallel step, a sequential step in input order, a
/// parallel step.
pub trait InTurn: Sync {
    /// State of a thread that is reused for all its documents.
    type Worker;
    /// The result of the first step.
    type Prepared;
    /// State that only the sequential step changes.
    type State: Send;

    /// Whether `--stats` counts the documents.
    fn counts(&self) -> bool {
        true
    }

    /// Creates the state of a thread.
    fn worker(&self) -> Self::Worker;

    /// The first step, in any order.
    fn prepare(&self, worker: &mut Self::Worker, document: &Document) -> Self::Prepared;

    /// The sequential step: one document at a time, in input order.
    fn take_turn(
        &self,
        state: &mut Self::State,
        document: &Document,
        prepared: &mut Self::Prepared,
    );

    /// The sequential step for documents that follow each other, which a tool may take at once.
    fn take_turns(
        &self,
        state: &mut Self::State,
        documents: &[Document],
        prepared: &mut [Self::Prepared],
    ) {
        for (document, prepared) in documents.iter().zip(prepared) {
            self.take_turn(state, document, prepared);
        }
    }

    /// The last step, in any order.
    fn write(
        &self,
        worker: &mut Self::Worker,
        document: &Document,
        prepared: Self::Prepared,
        emit: &mut Emit,
    );
}

/// As [`for_each_document`](super::for_each_document), for a tool whose documents depend on earlier ones. With several
/// threads, each holds the documents of one file, or of a block of about 256 KiB of records.
///
/// # Errors
/// A list cannot be opened.
pub fn in_turn<T: InTurn>(
    process: &Process,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) -> Result<(), Error> {
    let source = Source {
        items: Items::new(sources, process)?,
        sources: sources.clone(),
        stats: process.stats().filter(|_| tool.counts()),
    };
    items_in_turn(process, source, threads, out, tool, state);
    Ok(())
}

/// [`in_turn`] with spooled documents of `sources`, which `--stats` has counted already.
///
/// # Errors
/// The system's error, with the name of the directory.
pub fn spooled_in_turn<T: InTurn>(
    process: &Process,
    spool: Spool,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) -> Result<(), Error> {
    let mut sources = sources.clone();
    sources.keys.or_default = true;
    // Once decoded, a document may be larger than when it was checked against the limit.
    sources.max_document_size = u64::MAX;
    let source = Source {
        items: spool.items()?,
        sources,
        stats: None,
    };
    items_in_turn(process, source, threads, out, tool, state);
    Ok(())
}

/// Items, with the settings for reading them.
struct Source<'a, I> {
    items: I,
    sources: Sources,
    /// The collector that counts them, if any.
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
        sources,
        stats,
    } = source;
    let reader = || (Reader::new(&sources), tool.worker());
    let prepare = |worker: &mut T::Worker, document: &Document| {
        process.count_document();
        let mut work = || tool.prepare(worker, document);
        match stats {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
    };
    if threads == 1 {
        let (mut reader, mut worker) = reader();
        let mut emit = Emit::direct(out, process);
        for item in items {
            reader.read(item, process, &mut emit, |document, emit| {
                let mut prepared = prepare(&mut worker, document);
                tool.take_turn(state, document, &mut prepared);
                tool.write(&mut worker, document, prepared, emit);
                emit.flush_direct();
            });
            emit.flush_direct();
        }
        return;
    }
    let turns = threads::Turns::new(state);
    threads::ordered(
        threads,
        items.enumerate(),
        reader,
        |(reader, worker), (number, item)| {
            let mut emit = Emit::buffered(process);
            let turn = turns.of(number);
            reader.read_all(item, process, &mut emit, |documents, emit| {
                let mut prepared: Vec<_> = documents
                    .iter()
                    .map(|document| prepare(worker, document))
                    .collect();
                turn.take(|state| tool.take_turns(state, documents, &mut prepared));
                for (document, prepared) in documents.iter().zip(prepared) {
                    tool.write(worker, document, prepared, emit);
                }
            });
            emit
        },
        |done| done.write_to(out, process),
    );
}
