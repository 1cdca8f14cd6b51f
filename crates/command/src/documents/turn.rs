//! Documents whose order matters.

use intake::{Document, Item, Items, Reader, Sources, Waiting};
use platform::threads;

use super::Emit;
use crate::stats::Collector;
use crate::{Error, Output, Process};

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

/// [`in_turn`] with documents of `sources` that waited, which `--stats` has counted already.
///
/// # Errors
/// What the system says, naming the directory.
pub fn waiting_in_turn<T: InTurn>(
    process: &Process,
    waiting: Waiting,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) -> Result<(), Error> {
    let mut sources = sources.clone();
    sources.keys.or_default = true;
    // Decoded, a document may be larger than it was when the limit was looked at.
    sources.max_document_size = u64::MAX;
    let source = Source {
        items: waiting.items()?,
        sources,
        stats: None,
    };
    items_in_turn(process, source, threads, out, tool, state);
    Ok(())
}

/// Items, and how they are read.
struct Source<'a, I> {
    items: I,
    sources: Sources,
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
