//! Exact counts in bounded memory by external merging (section 3.3.2).
//!
//! The first distinct lines fill a hash table. After that, lines in the table are counted there, so
//! frequent lines, which occur early, cost no more than in memory. The other lines are written to
//! partitions. If almost no lines are in the table, most are written without a lookup. At the end
//! the table is distributed over the partitions as well, and each partition is counted recursively
//! in the same way.
//!
//! If few lines are emitted, or if the output is unsorted, lines are partitioned by hash, which is
//! fast. Otherwise they are partitioned by lexicographic range. Then the counts of partitions can
//! be ordered without comparing lines: among lines with equal counts, those of the first partition
//! come first. The range boundaries come from a sample of the lines. For the input, the sample is
//! from its beginning. For a partition it is from the whole partition, because the beginning of
//! sorted input is not representative.
//!
//! For sorted output, the counts of each partition are written as a run, and the runs are merged.
//! Unsorted output is emitted at once.
//!
//! Temporary files are not compressed, because writing and reading a byte of the page cache takes
//! less time than compressing it.

mod ranges;

use self::ranges::{BottomK, Ranges};
use super::{Backend, Emit, Guarantee, Stats, Structure, emit_texts};
use crate::hash::{TableHash, line_hash};
use crate::hot::HotLines;
use crate::order;
use crate::span::Span;
use crate::table::LineTable;
use crate::{Batch, Error, Frequent, Key, Lines, Options, Order};
use platform::prefetch::{CACHE_LINE, prefetch};
use platform::random::mix;
use platform::spill::{Reader, Store, Stream};
use platform::varint;
use std::cmp::Reverse;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::ops::ControlFlow;

pub(super) const BACKEND: Backend = Backend {
    name: "external",
    help: "a hash table of the buffer size; lines that do not fit go to temporary files",
    memory: "the buffer size, and some of the longest lines",
    guarantee: Guarantee::Exact,
    promise: "exact, the same output as 'exact'",
    choose: "the distinct lines do not fit into memory, and every count must be exact",
    adds_up: true,
    passes: 1,
    hides_hashes: |options| options.order == Order::Sorted,
    options: &["buffer-size", "temporary-directory"],
    make,
};

/// The minimum block size. Smaller blocks take more time, and more memory for their numbers.
const MIN_BLOCK: u64 = 1 << 13;
/// The approximate size in bytes of a batch of lines of a partition.
const BATCH: usize = 1 << 16;
/// The minimum memory in bytes; dividing less is not worthwhile.
const MIN_MEMORY: u64 = 1 << 19;
/// The number of sampled lines per range. With 64, one range in a thousand is more than 33 % too
/// large.
const SAMPLES_PER_RANGE: usize = 64;
/// Above this threshold few lines are frequent: at most one distinct line per four occurrences.
/// Comparing them when runs are merged takes less time than finding the range of each line.
const HIGH_THRESHOLD: u64 = 3;
/// The maximum depth of partitioning by hash, after which ranges are used. Ranges also separate
/// lines that were constructed to have equal hashes.
const MAX_DEPTH: u32 = 3;
/// Looking up lines in a full table is worthwhile if at least one in this number is found.
const WORTHWHILE: usize = 16;
/// If it is not worthwhile, this number of batches go to the partitions without a lookup.
const UNSEARCHED: u32 = 15;
/// The maximum length of two varints.
const MAX_HEADER: usize = 20;

struct External {
    more_than: u64,
    order: Order,
    /// The fan-out of partitioning and the fan-in of merging.
    fan: u16,
    table: LineTable,
    /// The memory for the table and the index of its sort, in bytes.
    budget: u64,
    /// The memory in bytes for the sample that determines the ranges.
    sample: usize,
    /// The memory in bytes for the buffers of runs that are merged together.
    merging: usize,
    store: Store,
    /// Whether lines are partitioned by hash. If so, merging runs compares lines.
    hash_partitioned: bool,
    /// The depth of hash partitioning of the current lines.
    depth: u32,
    /// The partitioning function, once there are partitions.
    partitioning: Option<Partitioning>,
    partitions: Vec<Stream>,
    /// The runs, in the order of the partitions. Their merge levels do not increase.
    runs: Vec<Run>,
    /// The work buffer of the sort, which is reused.
    index: Vec<order::Item>,
    /// The indices of the lines of a batch that do not fit in the table; a reused buffer.
    refused: Vec<usize>,
    /// The partitions of these lines; a reused buffer.
    places: Vec<usize>,
    /// The number of batches still to be written to the partitions without looking them up in the table.
    unsearched: u32,
    peak: u64,
}

fn make(options: &Options) -> Result<Box<dyn Structure>, Error> {
    Ok(Box::new(HotLines::before(External::new(options))))
}

impl External {
    fn new(options: &Options) -> Self {
        let memory = options.memory.max(MIN_MEMORY);
        // At most a quarter of the memory is used for the partitions being written, or the runs
        // being merged.
        let fan_bits = (memory / 4 / MIN_BLOCK).ilog2().min(8);
        let block = ((memory / 8) >> fan_bits).clamp(MIN_BLOCK, 1 << 16) as usize;
        // The arena of the table grows by one chunk at a time.
        let chunk_bits = (memory / 64).ilog2().clamp(12, 24);
        External {
            more_than: options.more_than,
            order: options.order,
            fan: 1 << fan_bits,
            table: LineTable::new(chunk_bits),
            budget: memory - ((block as u64) << fan_bits),
            sample: (memory / 32) as usize,
            merging: (memory / 4) as usize,
            store: Store::new(options.temporary_directory.clone(), block),
            hash_partitioned: options.order == Order::Unsorted
                || options.more_than >= HIGH_THRESHOLD,
            depth: 0,
            partitioning: None,
            partitions: Vec::new(),
            runs: Vec::new(),
            index: Vec::new(),
            refused: Vec::new(),
            places: Vec::new(),
            unsearched: 0,
            peak: 0,
        }
    }
}

/// The assignment of lines to partitions.
enum Partitioning {
    /// By lexicographic range.
    Ranges(Ranges),
    /// By a hash that is independent of the table's hash and of those of the levels above; contains
    /// the depth.
    Hashes(u32),
}

impl Partitioning {
    /// Returns the index of a line's partition, below `partitions`.
    #[inline]
    fn find(&self, hash: impl FnOnce() -> u64, line: &[u8], partitions: usize) -> usize {
        match self {
            Partitioning::Ranges(ranges) => ranges.find(line),
            Partitioning::Hashes(depth) => {
                let hash = mix(hash() ^ u64::from(*depth));
                ((u128::from(hash) * partitions as u128) >> u64::BITS) as usize
            }
        }
    }
}

/// Lines still to be counted.
struct Partition {
    lines: Stream,
    /// Their depth of hash partitioning.
    depth: u32,
    /// Whether the lines cannot be divided further, so that they are counted in memory regardless
    /// of the limit.
    indivisible: bool,
}

impl External {
    /// Counts lines. Those that do not fit in the table go to the partitions. `ahead` returns the
    /// following lines for the sample, if they are available.
    fn count(
        &mut self,
        batch: &Batch<'_>,
        budget: u64,
        ahead: impl FnOnce() -> Option<Reader>,
    ) -> Result<(), Error> {
        let mut refused = std::mem::take(&mut self.refused);
        refused.clear();
        let lines = batch.hashes.len();
        if self.unsearched > 0 {
            // The counts of a line in the table and in its partition are added up at the end.
            self.unsearched -= 1;
            refused.extend(0..lines);
        } else {
            self.table.add_within(budget, batch, &mut refused)?;
            if WORTHWHILE * (lines - refused.len()) < lines {
                self.unsearched = UNSEARCHED;
            }
        }
        if !refused.is_empty() {
            self.spill(batch, &refused, ahead)?;
        }
        self.refused = refused;
        Ok(())
    }

    fn spill(
        &mut self,
        batch: &Batch<'_>,
        refused: &[usize],
        ahead: impl FnOnce() -> Option<Reader>,
    ) -> Result<(), Error> {
        if self.partitioning.is_none() {
            let (partitioning, partitions) = if self.hash_partitioned && self.depth < MAX_DEPTH {
                (Partitioning::Hashes(self.depth), self.fan.into())
            } else {
                let mut sample =
                    BottomK::new(SAMPLES_PER_RANGE * usize::from(self.fan), self.sample);
                for (_, entry) in self.table.arena.iter() {
                    sample.add(line_hash(entry.line), entry.line);
                }
                for &index in refused {
                    sample.add(batch.hashes[index], batch.lines.get(index));
                }
                if let Some(reader) = ahead() {
                    sample_ahead(&mut sample, reader, &mut self.store)?;
                }
                let ranges = Ranges::of_sample(sample, self.fan);
                let partitions = ranges.len();
                (Partitioning::Ranges(ranges), partitions)
            };
            self.partitions.resize_with(partitions, Stream::default);
            self.partitioning = Some(partitioning);
        }
        let partitioning = self.partitioning.as_ref().expect("it was just made");
        let partitions = self.partitions.len();
        let place = |&index: &usize| {
            let line = batch.lines.get(index);
            partitioning.find(|| batch.hashes[index], line, partitions)
        };
        // Consecutive searches overlap in the pipeline.
        self.places.clear();
        self.places.extend(refused.iter().map(place));
        for (&index, &place) in refused.iter().zip(&self.places) {
            let (line, weight) = (batch.lines.get(index), batch.weight(index));
            push_line(line, weight, &mut self.partitions[place], &mut self.store)?;
        }
        Ok(())
    }

    /// Moves the lines of the table to the partitions, closes the partitions and returns them, in
    /// order if they are ranges. Without partitions, all lines are in the table.
    fn end_partitions(&mut self) -> Result<Vec<Partition>, Error> {
        let Some(partitioning) = self.partitioning.take() else {
            return Ok(Vec::new());
        };
        for (_, entry) in self.table.arena.iter() {
            let hash = || line_hash(entry.line);
            let partition = partitioning.find(hash, entry.line, self.partitions.len());
            let partition = &mut self.partitions[partition];
            push_line(entry.line, entry.count, partition, &mut self.store)?;
        }
        self.end_table();
        for stream in &mut self.partitions {
            stream.close(&mut self.store)?;
        }
        self.partitions.retain(|partition| !partition.is_empty());
        let hash_partitioned = matches!(partitioning, Partitioning::Hashes(_));
        let depth = self.depth + u32::from(hash_partitioned);
        let indivisible = self.partitions.len() == 1 && !hash_partitioned;
        let partitions = self.partitions.drain(..).map(|lines| Partition {
            lines,
            depth,
            indivisible,
        });
        Ok(partitions.collect())
    }

    /// Clears the table.
    fn end_table(&mut self) {
        let index = self.index.capacity() * size_of::<order::Item>();
        self.peak = self.peak.max(self.table.bytes() + index as u64);
        self.table.clear();
        self.unsearched = 0;
    }

    /// Writes the table as the last run.
    fn write_run(&mut self) -> Result<(), Error> {
        let External {
            table,
            store,
            index,
            more_than,
            ..
        } = self;
        let mut run = Run::default();
        order::visit_sorted(index, &table.arena, *more_than, |entry| {
            run.push(entry.count, entry.line, store)?;
            Ok(ControlFlow::Continue(()))
        })?;
        run.lines.close(store)?;
        self.end_table();
        if !run.lines.is_empty() {
            self.runs.push(run);
        }
        let fan = usize::from(self.fan);
        // If there are too many runs of one merge level, they are merged, so that each line is
        // merged only a logarithmic number of times.
        while self.runs.len() > fan
            && let Some(last) = self.runs.last()
            && self.runs[self.runs.len() - fan].merged == last.merged
        {
            self.merge_from(self.runs.len() - fan)?;
        }
        Ok(())
    }

    /// Emits the table unsorted. Breaks if `emit` does.
    fn emit_table(&mut self, emit: &mut Emit<'_>) -> Result<ControlFlow<()>, Error> {
        let mut last = ControlFlow::Continue(());
        let arena = &self.table.arena;
        emit_texts(Order::Unsorted, arena, self.more_than, None, &mut |line| {
            last = emit(line)?;
            Ok(last)
        })?;
        self.end_table();
        Ok(last)
    }

    /// Merges the runs from `start` on, as many together as possible. The result is one run, unless
    /// lines are very long.
    fn merge_from(&mut self, start: usize) -> Result<(), Error> {
        let mut left = self.runs.split_off(start);
        while !left.is_empty() {
            let after = left.split_off(self.at_once(&left));
            let times = left.iter().map(|run| run.merged).max().unwrap_or(0) + 1;
            let mut merged = Run::default();
            if left.len() == 1 {
                merged = left.remove(0);
            } else {
                merge(
                    left,
                    self.hash_partitioned,
                    &mut self.store,
                    |count, line, store| {
                        merged.push(count, line, store)?;
                        Ok(ControlFlow::Continue(()))
                    },
                )?;
                merged.lines.close(&mut self.store)?;
            }
            merged.merged = times;
            self.runs.push(merged);
            left = after;
        }
        Ok(())
    }

    /// Merges runs until the remaining ones can be merged together in memory.
    fn merge_to_fit(&mut self) -> Result<(), Error> {
        while self.at_once(&self.runs) < self.runs.len() {
            self.merge_from(0)?;
        }
        Ok(())
    }

    /// Returns the number of leading runs that can be merged together in memory: at least two, if
    /// there are two.
    fn at_once(&self, runs: &[Run]) -> usize {
        let mut bytes = 0;
        let fit = runs.iter().take(self.fan.into()).take_while(|run| {
            // Each run takes memory for a block, or for a line longer than a block in an enlarged
            // buffer, and for a copy of the line if lines are compared.
            bytes += self.store.block().max(3 * run.longest);
            bytes <= self.merging
        });
        fit.count().max(2).min(runs.len())
    }

    /// Counts the lines of a partition and returns its sub-partitions if the table cannot hold them.
    fn count_partition(&mut self, partition: Partition) -> Result<Vec<Partition>, Error> {
        let budget = if partition.indivisible {
            u64::MAX
        } else {
            self.budget
        };
        self.depth = partition.depth;
        let mut spilled = SpilledLines::new(Reader::new(partition.lines));
        while spilled.read(&mut self.store)? {
            self.count(&spilled.batch(), budget, || Some(spilled.ahead()))?;
        }
        self.end_partitions()
    }
}

/// Adds the lines of a partition to a sample.
fn sample_ahead(sample: &mut BottomK<'_>, lines: Reader, store: &mut Store) -> Result<(), Error> {
    let mut spilled = SpilledLines::new(lines);
    while spilled.read(store)? {
        let batch = spilled.batch();
        for (&hash, line) in batch.hashes.iter().zip(batch.lines.iter()) {
            sample.add_copy(hash, line);
        }
    }
    Ok(())
}

/// Reads lines from a partition.
struct SpilledLines {
    reader: Reader,
    spans: Vec<Span>,
    weights: Vec<u64>,
    hashes: Vec<u64>,
    /// Whether any weight is not 1.
    weighted: bool,
    /// The end of these lines in the reader's buffer.
    end: usize,
}

impl SpilledLines {
    fn new(reader: Reader) -> Self {
        SpilledLines {
            reader,
            spans: Vec::new(),
            weights: Vec::new(),
            hashes: Vec::new(),
            weighted: false,
            end: 0,
        }
    }

    /// Reads the next batch of lines; returns whether there is one.
    fn read(&mut self, store: &mut Store) -> Result<bool, Error> {
        self.reader.consume(self.end);
        self.end = 0;
        self.spans.clear();
        self.weights.clear();
        self.weighted = false;
        while self.spans.is_empty() {
            let mut more = true;
            while more && self.reader.bytes().len() < BATCH {
                more = self.reader.fill(store)?;
            }
            let bytes = self.reader.bytes();
            while let Some((len, weight, size)) = read_line(&bytes[self.end..]) {
                self.end += size;
                self.spans.push((self.end - len, len));
                self.weights.push(weight);
                self.weighted |= weight != 1;
            }
            // A line longer than a batch needs more blocks.
            if self.spans.is_empty() && !self.reader.fill(store)? {
                return Ok(false);
            }
        }
        Lines::new(self.reader.bytes(), &[], &self.spans)
            .hash_into(TableHash::new(), &mut self.hashes);
        Ok(true)
    }

    fn batch(&self) -> Batch<'_> {
        Batch {
            lines: Lines::new(self.reader.bytes(), &[], &self.spans),
            weights: self.weighted.then_some(&self.weights[..]),
            hashes: &self.hashes,
        }
    }

    /// Returns a reader of the lines after these that does not consume them.
    fn ahead(&self) -> Reader {
        self.reader.ahead(self.end)
    }
}

/// Appends a line with its weight, in the format that [`read_line`] parses.
fn push_line(
    line: &[u8],
    weight: u64,
    stream: &mut Stream,
    store: &mut Store,
) -> Result<(), Error> {
    let head = (line.len() as u64) << 1 | u64::from(weight != 1);
    push_record(head, (weight != 1).then_some(weight), line, stream, store)
}

/// Parses a record at the start of `bytes`, which ends with its line. Returns the length of the
/// line, its weight and the size of the record; `None` if it is incomplete.
fn read_line(bytes: &[u8]) -> Option<(usize, u64, usize)> {
    let (head, mut at) = varint::read(bytes)?;
    let mut weight = 1;
    if head & 1 == 1 {
        let (number, size) = varint::read(&bytes[at..])?;
        weight = number;
        at += size;
    }
    let len = (head >> 1) as usize;
    (bytes.len() - at >= len).then_some((len, weight, at + len))
}

/// A run: lines with their counts, sorted.
#[derive(Default)]
struct Run {
    lines: Stream,
    /// The merge level.
    merged: u32,
    /// The length of the longest line.
    longest: usize,
}

impl Run {
    /// Appends a line, in the format that [`RunReader`] reads.
    fn push(&mut self, count: u64, line: &[u8], store: &mut Store) -> Result<(), Error> {
        self.longest = self.longest.max(line.len());
        push_record(count, Some(line.len() as u64), line, &mut self.lines, store)
    }
}

/// Appends one or two varints and a line.
#[inline]
fn push_record(
    first: u64,
    second: Option<u64>,
    line: &[u8],
    stream: &mut Stream,
    store: &mut Store,
) -> Result<(), Error> {
    let push_head = |out: &mut Vec<u8>| {
        varint::push(first, out);
        if let Some(second) = second {
            varint::push(second, out);
        }
    };
    if let Some(tail) = stream.tail_for(MAX_HEADER + line.len(), store) {
        push_head(tail);
        tail.extend_from_slice(line);
        // Hundreds of streams are written in turn, so caches cannot hold the end of each. Prefetch
        // the position of the next line.
        prefetch(tail, tail.len() + CACHE_LINE);
        return Ok(());
    }
    let mut head = Vec::with_capacity(MAX_HEADER);
    push_head(&mut head);
    stream.push(&head, store)?;
    Ok(stream.push(line, store)?)
}

/// Reads a run.
struct RunReader {
    reader: Reader,
    count: u64,
    /// The line in the reader's buffer.
    line: std::ops::Range<usize>,
}

impl RunReader {
    /// Advances to the next line; returns whether there is one.
    fn next(&mut self, store: &mut Store) -> Result<bool, Error> {
        self.reader.consume(self.line.end);
        self.line = 0..0;
        loop {
            let bytes = self.reader.bytes();
            let parse = || {
                let (count, at) = varint::read(bytes)?;
                let (len, size) = varint::read(&bytes[at..])?;
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
}

/// Merges runs: visits their lines by descending count until `visit` breaks. Lines with equal
/// counts are in the order of the runs, or lexicographic if `by_line`.
fn merge(
    runs: Vec<Run>,
    by_line: bool,
    store: &mut Store,
    mut visit: impl FnMut(u64, &[u8], &mut Store) -> Result<ControlFlow<()>, Error>,
) -> Result<(), Error> {
    let mut next = BinaryHeap::with_capacity(runs.len());
    let mut open = Vec::with_capacity(runs.len());
    for run in runs {
        let mut run = RunReader {
            reader: Reader::new(run.lines),
            count: 0,
            line: 0..0,
        };
        if run.next(store)? {
            let line = if by_line { run.line() } else { &[] }.to_vec();
            next.push((run.count, Reverse((line, open.len()))));
        }
        open.push(run);
    }
    while let Some(mut first) = next.peek_mut() {
        let (count, Reverse((line, index))) = &mut *first;
        let run = &mut open[*index];
        let mut more = true;
        while more {
            if visit(run.count, run.line(), store)?.is_break() {
                return Ok(());
            }
            more = run.next(store)?;
            if by_line || run.count != *count {
                break;
            }
        }
        if !more {
            PeekMut::pop(first);
            continue;
        }
        *count = run.count;
        if by_line {
            line.clear();
            line.extend_from_slice(run.line());
        }
    }
    Ok(())
}

impl Structure for External {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.count(batch, self.budget, || None)
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let mut this = *self;
        if this.partitioning.is_none() {
            let bytes = this.table.bytes();
            let arena = this.table.into_arena();
            emit_texts(this.order, &arena, this.more_than, None, emit)?;
            return Ok(Stats {
                distinct: Some(arena.entries()),
                bytes,
                spilled: Some(0),
                ..Stats::default()
            });
        }
        let mut distinct = 0;
        // Reverse the order, so that the first partition is popped first.
        let mut partitions = this.end_partitions()?;
        partitions.reverse();
        while let Some(partition) = partitions.pop() {
            let parts = this.count_partition(partition)?;
            if parts.is_empty() {
                distinct += this.table.len();
                match this.order {
                    Order::Sorted => this.write_run()?,
                    Order::Unsorted => {
                        if this.emit_table(emit)?.is_break() {
                            break;
                        }
                    }
                }
            }
            partitions.extend(parts.into_iter().rev());
        }
        this.merge_to_fit()?;
        let External {
            table,
            index,
            runs,
            hash_partitioned,
            mut store,
            peak,
            ..
        } = this;
        drop((table, index));
        merge(runs, hash_partitioned, &mut store, |count, line, _| {
            emit(&Frequent {
                count,
                error: None,
                key: Key::Text,
                text: Some(line),
            })
        })?;
        Ok(Stats {
            distinct: Some(distinct),
            bytes: peak,
            spilled: Some(store.written()),
            ..Stats::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Buffer;

    #[test]
    fn runs_of_long_lines_are_merged_a_few_at_a_time() {
        let external = External::new(&Options {
            memory: 1 << 20,
            ..Options::default()
        });
        let runs = |lengths: &[usize]| -> Vec<Run> {
            let run = |&longest| Run {
                longest,
                ..Run::default()
            };
            lengths.iter().map(run).collect()
        };
        let at_once = |lengths: &[usize]| external.at_once(&runs(lengths));
        assert_eq!(at_once(&[]), 0);
        assert_eq!(at_once(&[1 << 30]), 1);
        assert_eq!(at_once(&[1 << 30; 5]), 2);
        assert_eq!(at_once(&[10, 10, 10, 10, 1 << 20, 10]), 4);
        assert_eq!(at_once(&[20_000; 100]), 4);
        assert_eq!(at_once(&[10; 100]), 32);
    }

    #[test]
    fn the_last_merge_is_of_as_many_runs_as_memory_holds() {
        let mut external = External::new(&Options {
            memory: 1 << 20,
            ..Options::default()
        });
        for number in 0..10 {
            let mut run = Run::default();
            let line = number.to_string().repeat(100_000);
            run.push(1, line.as_bytes(), &mut external.store).unwrap();
            run.lines.close(&mut external.store).unwrap();
            external.runs.push(run);
        }
        assert_eq!(external.at_once(&external.runs), 2);
        external.merge_to_fit().unwrap();
        assert_eq!(external.runs.len(), 2);
        let (runs, store) = (external.runs, &mut external.store);
        let mut seen = Vec::new();
        merge(runs, external.hash_partitioned, store, |_, line, _| {
            seen.push(line[0]);
            Ok(ControlFlow::Continue(()))
        })
        .unwrap();
        assert_eq!(seen, b"0123456789");
    }

    #[test]
    fn ranges_divide_lines_evenly() {
        let mut external = External::new(&Options {
            memory: MIN_MEMORY,
            more_than: 0,
            order: Order::Sorted,
            ..Options::default()
        });
        let mut buffer = Buffer::default();
        for batch in 0..40 {
            let line = |number: u64| format!("{:016x}", mix(1000 * batch + number));
            let lines: Vec<String> = (0..1000).map(line).collect();
            let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
            external
                .add(&Batch::new(&lines, None, &mut buffer))
                .unwrap();
        }
        let partitions = external.end_partitions().unwrap();
        assert_eq!(partitions.len(), usize::from(external.fan));
        let sizes = (partitions.iter()).map(|partition| partition.lines.len(&external.store));
        let (largest, all) = (sizes.clone().max().unwrap(), sizes.sum::<u64>());
        assert!(2 * largest * u64::from(external.fan) < 3 * all);
    }

    /// Lines in the full table may go to a partition because almost no others are in the table.
    /// They are then counted in both.
    #[test]
    fn lines_that_were_not_looked_up_are_counted() {
        for order in [Order::Sorted, Order::Unsorted] {
            let mut external = Box::new(External::new(&Options {
                memory: MIN_MEMORY,
                more_than: 0,
                order,
                ..Options::default()
            }));
            let (mut buffer, mut unsearched) = (Buffer::default(), 0);
            for batch in 0..100 {
                let line = |number| match number {
                    0..5 => format!("line {number} of each batch"),
                    _ => format!("line {number} of batch {batch}"),
                };
                let lines: Vec<String> = (0..1000).map(line).collect();
                let lines: Vec<&[u8]> = lines.iter().map(|line| line.as_bytes()).collect();
                external
                    .add(&Batch::new(&lines, None, &mut buffer))
                    .unwrap();
                unsearched += u32::from(external.unsearched > 0);
            }
            assert!(unsearched > 50);
            let mut counts = std::collections::BTreeMap::new();
            let emit = &mut |line: &Frequent| {
                *counts.entry(line.count).or_insert(0) += 1;
                Ok(ControlFlow::Continue(()))
            };
            external.finish(emit).unwrap();
            assert_eq!(
                counts.into_iter().collect::<Vec<_>>(),
                [(1, 99_500), (100, 5)]
            );
        }
    }
}
