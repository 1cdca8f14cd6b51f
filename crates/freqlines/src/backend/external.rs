//! Exact counts in bounded memory (section 3.3.2).
//!
//! The first distinct lines fill a hash table. From then on the lines in the table are counted where they are, so
//! the frequent ones, which come early, cost no more than in memory; the others are written to one of up to 128 partitions by
//! their hashes. At the end the table is sorted into a run, and each partition is counted in the same way as the
//! input was, divided further where it has to be. The runs are merged.
//!
//! Spills are not compressed: to write and read a byte of the page cache takes less time than to compress it.

use super::{Backend, Counter, Emit, Guarantee, Stats, emit_texts};
use crate::sorted;
use crate::table::LineTable;
use crate::{Batch, Error, Frequent, Key, Lines, Options};
use kit::spill::{Reader, Store, Stream, push_number, read_number};
use std::ops::ControlFlow;

pub(super) const BACKEND: Backend = Backend {
    name: "external",
    help: "a hash table of the buffer size; what does not fit goes to temporary files",
    memory: "the buffer size, and a longest line",
    guarantee: Guarantee::Exact,
    promise: "exact, the same output as 'exact'",
    choose: "the distinct lines do not fit into memory, and every count has to be right",
    adds_up: true,
    passes: 1,
    options: &["buffer-size", "temporary-directory"],
    make,
};

/// Blocks are at least so large: smaller ones take more time, and more memory to know where they are.
const LEAST_BLOCK: u64 = 1 << 13;
/// The lines of a partition are counted in batches of about so many bytes.
const BATCH: usize = 1 << 16;
/// Less memory is not worth the trouble of dividing it.
const LEAST_MEMORY: u64 = 1 << 19;

struct External {
    more_than: u64,
    /// The number of partitions is 2^partition_bits, and so is that of the runs that are merged at once.
    partition_bits: u32,
    table: LineTable,
    /// Bytes for the table and the index of its sort.
    budget: u64,
    store: Store,
    partitions: Vec<Stream>,
    /// The runs, and how often each was merged. A run is at most as often merged as the one before it.
    runs: Vec<(u32, Stream)>,
    /// The work space of the sort, kept for its memory.
    index: Vec<sorted::Item>,
    peak: u64,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    let memory = options.memory.max(LEAST_MEMORY);
    // A quarter at most is for the partitions that are being written, or the runs that are being merged.
    let partition_bits = (memory / 4 / LEAST_BLOCK).ilog2().min(7);
    let block = ((memory / 8) >> partition_bits).clamp(LEAST_BLOCK, 1 << 16) as usize;
    // A chunk of lines is the unit in which the table grows.
    let chunk_bits = (memory / 64).ilog2().clamp(12, 24);
    Ok(Box::new(External {
        more_than: options.more_than,
        partition_bits,
        table: LineTable::new(chunk_bits),
        budget: memory - ((block as u64) << partition_bits),
        store: Store::new(options.temporary_directory.clone(), block),
        partitions: (0..1 << partition_bits)
            .map(|_| Stream::default())
            .collect(),
        runs: Vec::new(),
        index: Vec::new(),
        peak: 0,
    }))
}

impl External {
    /// Counts lines; those for which the table has no room go to the partitions of this depth.
    fn count(&mut self, batch: &Batch<'_>, depth: u32) -> Result<(), Error> {
        let External {
            table,
            partitions,
            store,
            partition_bits,
            ..
        } = self;
        let shift = *partition_bits * depth;
        // When the hash has no bits left, lines with the same hash stay together.
        let budget = if shift < 64 - 7 {
            self.budget
        } else {
            u64::MAX
        };
        let mut head = Vec::with_capacity(20);
        table.add_within(budget, batch, &mut |hash, line, weight| {
            let partition = (hash >> shift) as usize % partitions.len();
            head.clear();
            push_number((line.len() as u64) << 1 | u64::from(weight != 1), &mut head);
            if weight != 1 {
                push_number(weight, &mut head);
            }
            partitions[partition].push(&head, store)?;
            Ok(partitions[partition].push(line, store)?)
        })
    }

    /// Writes the table as a run, and empties it.
    fn end_table(&mut self) -> Result<(), Error> {
        let External {
            table,
            store,
            index,
            more_than,
            ..
        } = self;
        let mut run = Stream::default();
        let mut head = Vec::with_capacity(20);
        sorted::visit_with(index, &table.arena, *more_than, &mut |entry| {
            push_result(entry.count, entry.line, &mut head, &mut run, store)?;
            Ok(ControlFlow::Continue(()))
        })?;
        run.close(store)?;
        self.peak = self
            .peak
            .max(self.table.bytes() + (self.index.capacity() * size_of::<sorted::Item>()) as u64);
        self.table.clear();
        if !run.is_empty() {
            self.runs.push((0, run));
        }
        // Runs that were merged as often are merged when there are enough of them: so no line is merged often.
        let fan_in = self.fan_in();
        while let Some(&(merged, _)) = self.runs.last()
            && self.runs.len() >= fan_in
            && self.runs[self.runs.len() - fan_in].0 == merged
        {
            self.merge_last()?;
        }
        Ok(())
    }

    fn fan_in(&self) -> usize {
        1 << self.partition_bits
    }

    /// Merges the last runs, as many as can be merged at once, into one.
    fn merge_last(&mut self) -> Result<(), Error> {
        let runs = self.runs.split_off(self.runs.len() - self.fan_in());
        let merged = runs.iter().map(|&(merged, _)| merged).max().unwrap_or(0) + 1;
        let mut head = Vec::with_capacity(20);
        let mut run = Stream::default();
        let store = &mut self.store;
        let mut merge = Merge::new(runs, store)?;
        while let Some((count, line)) = merge.top() {
            push_result(count, line, &mut head, &mut run, store)?;
            merge.next(store)?;
        }
        run.close(store)?;
        self.runs.push((merged, run));
        Ok(())
    }

    /// Closes the partitions and hands those over that hold something.
    fn end_partitions(&mut self) -> Result<Vec<Stream>, Error> {
        let mut streams = Vec::new();
        for stream in &mut self.partitions {
            stream.close(&mut self.store)?;
            if !stream.is_empty() {
                streams.push(std::mem::take(stream));
            }
        }
        Ok(streams)
    }

    /// Counts the lines of a partition.
    fn count_partition(&mut self, partition: Stream, depth: u32) -> Result<(), Error> {
        let mut reader = Reader::new(partition);
        let (mut lines, mut weights, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
        while reader.fill(&mut self.store)? {
            while reader.bytes().len() < BATCH && reader.fill(&mut self.store)? {}
            lines.clear();
            weights.clear();
            let bytes = reader.bytes();
            let mut end = 0;
            while let Some((len, weight, size)) = read_line(&bytes[end..]) {
                end += size;
                lines.push((end - len, len));
                weights.push(weight);
            }
            let lines = Lines::new(bytes, &[], &lines);
            lines.hash_into(&mut hashes);
            let weighted = weights.iter().any(|&weight| weight != 1);
            self.count(
                &Batch {
                    lines,
                    weights: weighted.then_some(&weights[..]),
                    hashes: &hashes,
                },
                depth,
            )?;
            reader.consume(end);
        }
        Ok(())
    }
}

/// The length of the line at the start of `bytes`, its weight, and the size of all that, of which the line is the last;
/// `None` if it is not complete.
fn read_line(bytes: &[u8]) -> Option<(usize, u64, usize)> {
    let (head, mut at) = read_number(bytes)?;
    let mut weight = 1;
    if head & 1 == 1 {
        let (number, size) = read_number(&bytes[at..])?;
        weight = number;
        at += size;
    }
    let len = (head >> 1) as usize;
    (bytes.len() - at >= len).then_some((len, weight, at + len))
}

fn push_result(
    count: u64,
    line: &[u8],
    head: &mut Vec<u8>,
    run: &mut Stream,
    store: &mut Store,
) -> Result<(), Error> {
    head.clear();
    push_number(count, head);
    push_number(line.len() as u64, head);
    run.push(head, store)?;
    Ok(run.push(line, store)?)
}

/// Reads a run.
struct Run {
    reader: Reader,
    count: u64,
    /// Where the line is in what the reader has.
    line: std::ops::Range<usize>,
}

impl Run {
    /// Goes to the next line; says whether there is one.
    fn next(&mut self, store: &mut Store) -> Result<bool, Error> {
        self.reader.consume(self.line.end);
        self.line = 0..0;
        loop {
            let bytes = self.reader.bytes();
            let parse = || {
                let (count, at) = read_number(bytes)?;
                let (len, size) = read_number(&bytes[at..])?;
                let from = at + size;
                (bytes.len() - from >= len as usize).then_some((count, from..from + len as usize))
            };
            if let Some((count, line)) = parse() {
                (self.count, self.line) = (count, line);
                return Ok(true);
            }
            if !self.reader.fill(store)? {
                return Ok(false);
            }
        }
    }

    fn line(&self) -> &[u8] {
        &self.reader.bytes()[self.line.clone()]
    }

    fn is_before(&self, other: &Run) -> bool {
        self.count > other.count || self.count == other.count && self.line() < other.line()
    }
}

/// Merges runs: a heap with the first line on top.
struct Merge(Vec<Run>);

impl Merge {
    fn new(runs: Vec<(u32, Stream)>, store: &mut Store) -> Result<Self, Error> {
        let mut heap = Vec::with_capacity(runs.len());
        for (_, run) in runs {
            let mut run = Run {
                reader: Reader::new(run),
                count: 0,
                line: 0..0,
            };
            if run.next(store)? {
                heap.push(run);
            }
        }
        let mut merge = Merge(heap);
        for at in (0..merge.0.len() / 2).rev() {
            merge.sift_down(at);
        }
        Ok(merge)
    }

    fn top(&self) -> Option<(u64, &[u8])> {
        self.0.first().map(|run| (run.count, run.line()))
    }

    fn next(&mut self, store: &mut Store) -> Result<(), Error> {
        if !self.0[0].next(store)? {
            self.0.swap_remove(0);
        }
        self.sift_down(0);
        Ok(())
    }

    fn sift_down(&mut self, mut at: usize) {
        let heap = &mut self.0;
        loop {
            let mut first = at;
            for child in [2 * at + 1, 2 * at + 2] {
                if child < heap.len() && heap[child].is_before(&heap[first]) {
                    first = child;
                }
            }
            if first == at {
                return;
            }
            heap.swap(at, first);
            at = first;
        }
    }
}

impl Counter for External {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.count(batch, 0)
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let mut this = *self;
        let spilled = this.end_partitions()?;
        if spilled.is_empty() {
            let bytes = this.table.bytes();
            let arena = this.table.into_arena();
            emit_texts(&arena, this.more_than, None, emit)?;
            return Ok(Stats {
                distinct: Some(arena.entries()),
                bytes,
                spilled: Some(0),
                ..Stats::default()
            });
        }
        let mut distinct = this.table.len();
        this.end_table()?;
        let mut partitions: Vec<_> = spilled
            .into_iter()
            .map(|partition| (partition, 1))
            .collect();
        while let Some((partition, depth)) = partitions.pop() {
            this.count_partition(partition, depth)?;
            distinct += this.table.len();
            let spilled = this.end_partitions()?;
            partitions.extend(spilled.into_iter().map(|partition| (partition, depth + 1)));
            this.end_table()?;
        }
        while this.runs.len() > this.fan_in() {
            this.merge_last()?;
        }
        let External {
            table,
            index,
            runs,
            mut store,
            peak,
            ..
        } = this;
        drop((table, index));
        let mut merge = Merge::new(runs, &mut store)?;
        while let Some((count, line)) = merge.top() {
            let frequent = Frequent {
                count,
                error: None,
                key: Key::Text,
                text: Some(line),
            };
            if emit(&frequent)?.is_break() {
                break;
            }
            merge.next(&mut store)?;
        }
        Ok(Stats {
            distinct: Some(distinct),
            bytes: peak,
            spilled: Some(store.written()),
            ..Stats::default()
        })
    }
}
