//! Processes documents that depend on earlier ones.

use intake::{Document, Groups, Item, Items, Kept, Reader, Sources};
use platform::threads::{self, Turn};

use super::Emit;
use crate::stats::Collector;
use crate::{Error, Output, Process};

/// A tool's work on documents that depend on earlier ones: a parallel step, a sequential step in
/// input order, and another parallel step.
pub trait InTurn: Sync {
    /// The state of a thread, reused for all its documents.
    type Worker;
    /// The result of the first step.
    type Prepared: Send;
    /// The state that only the sequential step changes.
    type State: Send;

    /// Whether `--stats` counts the documents.
    fn counts(&self) -> bool {
        true
    }

    /// Creates the state of a thread.
    fn worker(&self) -> Self::Worker;

    /// The first step, called in any order.
    fn prepare(&self, worker: &mut Self::Worker, document: &Document) -> Self::Prepared;

    /// The size of the first documents, in bytes, that are held to be learned from before the first of them takes its turn.
    fn ahead(&self) -> u64 {
        0
    }

    /// Learns from one of the documents that are held.
    fn learn(&self, _: &mut Self::State, _: &mut Self::Prepared) {}

    /// The sequential step, called for one document at a time, in input order.
    fn take_turn(
        &self,
        state: &mut Self::State,
        document: &Document,
        prepared: &mut Self::Prepared,
    );

    /// The sequential step for consecutive documents, which a tool may process together.
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

    /// The last step, called in any order.
    fn write(
        &self,
        worker: &mut Self::Worker,
        document: &Document,
        prepared: Self::Prepared,
        emit: &mut Emit,
    );
}

/// Like [`for_each_document`](super::for_each_document), for a tool whose documents depend on
/// earlier ones. With several threads, each holds the documents of one file, of several short
/// files, or of a block of about 256 KiB of records.
///
/// # Errors
/// Fails if a list cannot be opened.
pub fn in_turn<T: InTurn>(
    process: &Process,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) -> Result<(), Error> {
    let items = Items::new(sources, process)?;
    let job = Job {
        process,
        sources,
        is_first: true,
        stats: process.stats().filter(|_| tool.counts()),
        tool,
        held: None,
    };
    let mut groups = Groups::new(items);
    if tool.ahead() > 0 {
        job.hold_first(threads, &mut groups, out, state);
    }
    match threads {
        1 => job.one_by_one(groups.flatten(), out, state),
        _ => job.in_threads(threads, groups, out, state),
    }
    Ok(())
}

/// Like [`in_turn`], for spooled documents of `sources`, which were already selected and counted.
pub fn spooled_in_turn<T: InTurn>(
    process: &Process,
    items: impl Iterator<Item = Item> + Send,
    sources: &Sources,
    threads: usize,
    out: &mut Output,
    tool: &T,
    state: &mut T::State,
) {
    let mut sources = sources.clone();
    sources.select_all();
    sources.keys.or_default = true;
    // A decoded document may be larger than when it was checked against the limit.
    sources.max_document_size = u64::MAX;
    let job = Job {
        process,
        sources: &sources,
        is_first: false,
        stats: None,
        tool,
        held: None,
    };
    match threads {
        1 => job.one_by_one(items, out, state),
        _ => job.in_threads(threads, items.map(|item| vec![item]), out, state),
    }
}

/// The documents of a group are processed together up to this size in bytes.
const MAX_PART: u64 = 1 << 20;

/// A tool's work on the documents of some items.
struct Job<'a, T> {
    process: &'a Process,
    /// The settings for reading the items.
    sources: &'a Sources,
    /// Whether the documents are read for the first time.
    is_first: bool,
    /// The collector that counts the documents, if any.
    stats: Option<&'a Collector>,
    tool: &'a T,
    /// The number of threads for documents that are all held at once.
    held: Option<usize>,
}

impl<'a, T: InTurn> Job<'a, T> {
    fn reader(&self) -> (Reader, T::Worker) {
        (Reader::new(self.sources), self.tool.worker())
    }

    fn prepare(&self, worker: &mut T::Worker, document: &Document) -> T::Prepared {
        if self.is_first {
            self.process.count_document();
        }
        let mut work = || self.tool.prepare(worker, document);
        match self.stats {
            None => work(),
            Some(stats) => stats.read(document, work),
        }
    }

    fn one_by_one(
        &self,
        items: impl Iterator<Item = Item>,
        out: &mut Output,
        state: &mut T::State,
    ) {
        let (mut reader, mut worker) = self.reader();
        let mut emit = Emit::direct(out, self.process);
        for item in items {
            reader.read(item, self.process, &mut emit, |document, emit| {
                let mut prepared = self.prepare(&mut worker, document);
                self.tool.take_turn(state, document, &mut prepared);
                self.tool.write(&mut worker, document, prepared, emit);
                emit.flush_direct();
            });
            emit.flush_direct();
        }
    }

    /// Processes the first documents together, so that the tool learns from all of them before it decides on one.
    fn hold_first(
        &self,
        threads: usize,
        groups: &mut Groups,
        out: &mut Output,
        state: &mut T::State,
    ) {
        let job = Job {
            held: Some(threads),
            ..*self
        };
        let mut worker = job.reader();
        let mut is_begun = false;
        while !is_begun && let Some(group) = groups.first(self.tool.ahead()) {
            is_begun = group.iter().any(Item::has_documents);
            let turns = threads::Turns::new(state);
            for emit in job.work(&mut worker, group, &turns.of(0)) {
                emit.write_to(out, self.process);
            }
        }
    }

    /// Processes groups in threads. A group is one item, or several files or pages whose documents
    /// are held at once.
    fn in_threads(
        &self,
        threads: usize,
        groups: impl Iterator<Item = Vec<Item>> + Send,
        out: &mut Output,
        state: &mut T::State,
    ) {
        let turns = threads::Turns::new(state);
        let work = |worker: &mut (Reader, T::Worker), (number, group)| {
            self.work(worker, group, &turns.of(number))
        };
        let write = |emits: Vec<Emit>| {
            for emit in emits {
                emit.write_to(out, self.process);
            }
        };
        threads::ordered(threads, groups.enumerate(), || self.reader(), work, write);
    }

    fn work(
        &self,
        (reader, worker): &mut (Reader, T::Worker),
        group: Vec<Item>,
        turn: &Turn<T::State>,
    ) -> Vec<Emit<'a>> {
        match <[Item; 1]>::try_from(group) {
            Ok([item]) => vec![self.item(reader, worker, item, turn)],
            Err(group) => self.group(reader, worker, group, turn),
        }
    }

    fn item(
        &self,
        reader: &mut Reader,
        worker: &mut T::Worker,
        item: Item,
        turn: &Turn<T::State>,
    ) -> Emit<'a> {
        let mut emit = Emit::buffered(self.process);
        reader.read_all(item, self.process, &mut emit, |documents, emit| {
            let prepared = self.take_turns(worker, documents, turn);
            for (document, prepared) in documents.iter().zip(prepared) {
                self.tool.write(worker, document, prepared, emit);
            }
        });
        emit
    }

    fn group(
        &self,
        reader: &mut Reader,
        worker: &mut T::Worker,
        group: Vec<Item>,
        turn: &Turn<T::State>,
    ) -> Vec<Emit<'a>> {
        let (mut group, mut emits) = (group.into_iter(), Vec::new());
        while !group.as_slice().is_empty() {
            self.part(reader, worker, &mut group, turn, &mut emits);
        }
        emits
    }

    /// Processes the next items of a group. There are several parts only if the documents are much
    /// larger than the items, because these are compressed.
    fn part(
        &self,
        reader: &mut Reader,
        worker: &mut T::Worker,
        group: &mut impl Iterator<Item = Item>,
        turn: &Turn<T::State>,
        emits: &mut Vec<Emit<'a>>,
    ) {
        let (mut said, mut kept) = (Vec::new(), Vec::new());
        let mut size = 0;
        let most = self.held.map_or(MAX_PART, |_| u64::MAX);
        while size < most
            && let Some(item) = group.next()
        {
            let mut emit = Emit::buffered(self.process);
            let document = reader.keep(item, self.process, &mut emit);
            size += document.as_ref().map_or(0, Kept::size);
            kept.push(document);
            said.push(emit);
        }
        let documents: Vec<Document> = (kept.iter().flatten())
            .map(|kept| kept.document(self.process))
            .collect();
        let prepared = self.take_turns(worker, &documents, turn);
        let mut of_documents = documents.iter().zip(prepared);
        for (said, kept) in said.into_iter().zip(&kept) {
            // The messages from reading a file come before those about its document, and after all
            // messages of earlier files.
            if !said.takes_more() {
                emits.push(said);
            }
            if kept.is_some()
                && let Some((document, prepared)) = of_documents.next()
            {
                let mut emit = Emit::last_or_new(emits, self.process);
                self.tool.write(worker, document, prepared, &mut emit);
                emits.push(emit);
            }
        }
    }

    fn take_turns(
        &self,
        worker: &mut T::Worker,
        documents: &[Document],
        turn: &Turn<T::State>,
    ) -> Vec<T::Prepared> {
        let mut prepared = Vec::new();
        match self.held {
            Some(threads) if threads > 1 => threads::ordered(
                threads,
                documents.iter(),
                || self.tool.worker(),
                |worker, document| self.prepare(worker, document),
                |one| prepared.push(one),
            ),
            _ => prepared.extend(documents.iter().map(|one| self.prepare(worker, one))),
        }
        turn.take(|state| {
            if self.held.is_some() {
                let held = prepared.iter_mut();
                held.for_each(|prepared| self.tool.learn(state, prepared));
            }
            self.tool.take_turns(state, documents, &mut prepared);
        });
        prepared
    }
}
