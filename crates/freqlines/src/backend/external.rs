//! Exact counts in bounded memory (section 3.3.2).
//!
//! The first distinct lines fill a hash table. From then on the lines in the table are counted where they are, so
//! the frequent ones, which come early, cost no more than in memory; the others are written to partitions. At the end
//! the table goes there too, and each partition is counted in the same way as the input was, divided further where it
//! has to be.
//!
//! A partition holds the lines with some hashes where few lines are emitted, or in no order: so it takes no time to find
//! the partition of a line. Otherwise it holds a range of lines, in the order of their bytes: so the counts of all
//! partitions are brought into order without a comparison of lines. Among lines with the same count those of the first
//! partition come first, then those of the second. Where the ranges begin is taken from a sample of the lines: for the
//! input from the first ones, for a partition from all of it, since the first ones say nothing about sorted input.
//!
//! Sorted, the counts of each partition are written as a run, and the runs are merged; unsorted, they are emitted at once.
//!
//! Spills are not compressed: to write and read a byte of the page cache takes less time than to compress it.

use super::{Backend, Counter, Emit, Guarantee, Stats, emit_texts};
use crate::hash::{ForTables, line_hash};
use crate::order;
use crate::place::Place;
use crate::ranges::{Ranges, Sample};
use crate::table::LineTable;
use crate::{Batch, Error, Frequent, Key, Lines, Options, Order};
use platform::random::mix;
use platform::spill::{Reader, Store, Stream, push_number, read_number};
use std::cmp::Reverse;
use std::collections::binary_heap::{BinaryHeap, PeekMut};
use std::ops::ControlFlow;

pub(super) const BACKEND: Backend = Backend {
    name: "external",
    help: "a hash table of the buffer size; what does not fit goes to temporary files",
    memory: "the buffer size, and some of the longest lines",
    guarantee: Guarantee::Exact,
    promise: "exact, the same output as 'exact'",
    choose: "the distinct lines do not fit into memory, and every count has to be right",
    adds_up: true,
    passes: 1,
    hides_hashes: |options| options.order == Order::Sorted,
    options: &["buffer-size", "temporary-directory"],
    make,
};

/// Blocks are at least so large: smaller ones take more time, and more memory to know where they are.
const LEAST_BLOCK: u64 = 1 << 13;
/// The lines of a partition are counted in batches of about so many bytes.
const BATCH: usize = 1 << 16;
/// Less memory is not worth the trouble of dividing it.
const LEAST_MEMORY: u64 = 1 << 19;
/// The lines in a sample for each range: with so many a range is a third larger than it should be once in a thousand.
const SAMPLED: usize = 64;
/// Of lines that occur more often than this, there are few: one distinct line for each four that came, or less. To compare
/// these when runs are merged takes less time than to find the range of each line.
const FEW: u64 = 3;
/// Lines are divided by hashes at most so often, and then by ranges, which divide also lines that were made to have the same
/// hash.
const MOST_DIVIDED: u32 = 3;
/// The most bytes of two numbers.
const HEAD: usize = 20;

struct External {
    more_than: u64,
    order: Order,
    /// The number of partitions that are written at once, and the most runs that are merged at once.
    fan: u16,
    table: LineTable,
    /// Bytes for the table and the index of its sort.
    budget: u64,
    /// Bytes for the sample of which ranges are made.
    sample: usize,
    /// Bytes for the runs that are merged at once.
    merging: usize,
    store: Store,
    /// Whether lines are divided by their hashes. Then runs are merged by a comparison of lines.
    by_hash: bool,
    /// How often the lines that are being counted were divided by their hashes.
    divided: u32,
    /// What tells the partition of a line, once there are any.
    division: Option<Division>,
    partitions: Vec<Stream>,
    /// The runs, in the order of the partitions. A run is at most as often merged as the one before it.
    runs: Vec<Run>,
    /// The work space of the sort, kept for its memory.
    index: Vec<order::Item>,
    /// The indices of the lines of a batch for which the table has no room; kept for its memory.
    refused: Vec<usize>,
    peak: u64,
}

fn make(options: &Options) -> Result<Box<dyn Counter>, Error> {
    Ok(Box::new(External::new(options)))
}

impl External {
    fn new(options: &Options) -> Self {
        let memory = options.memory.max(LEAST_MEMORY);
        // A quarter at most is for the partitions that are being written, or the runs that are being merged.
        let fan_bits = (memory / 4 / LEAST_BLOCK).ilog2().min(8);
        let block = ((memory / 8) >> fan_bits).clamp(LEAST_BLOCK, 1 << 16) as usize;
        // A chunk of lines is the unit in which the table grows.
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
            by_hash: options.order == Order::Unsorted || options.more_than >= FEW,
            divided: 0,
            division: None,
            partitions: Vec::new(),
            runs: Vec::new(),
            index: Vec::new(),
            refused: Vec::new(),
            peak: 0,
        }
    }
}

/// Which partition a line belongs to.
enum Division {
    /// Ranges of lines, in order.
    Ranges(Ranges),
    /// Hashes other than the one by which the table finds lines: as often as this lines were divided by them before.
    Hashes(u32),
}

impl Division {
    /// The number of a line's partition, of so many.
    #[inline]
    fn find(&self, hash: impl FnOnce() -> u64, line: &[u8], partitions: usize) -> usize {
        match self {
            Division::Ranges(ranges) => ranges.find(line),
            Division::Hashes(divided) => {
                let hash = mix(hash() ^ u64::from(*divided));
                ((u128::from(hash) * partitions as u128) >> u64::BITS) as usize
            }
        }
    }
}

/// Lines that are to be counted.
struct Partition {
    lines: Stream,
    /// How often they were divided by hashes.
    divided: u32,
    /// Nothing tells these lines apart but their bytes: they are counted together, whatever they take.
    indivisible: bool,
}

impl External {
    /// Counts lines; those for which the table has no room go to the partitions. `ahead` are the lines after these, as
    /// far as they are known.
    fn count(
        &mut self,
        batch: &Batch<'_>,
        budget: u64,
        ahead: impl FnOnce() -> Option<Reader>,
    ) -> Result<(), Error> {
        let mut refused = std::mem::take(&mut self.refused);
        refused.clear();
        self.table.add_within(budget, batch, &mut refused)?;
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
        if self.division.is_none() {
            let (division, partitions) = if self.by_hash && self.divided < MOST_DIVIDED {
                (Division::Hashes(self.divided), self.fan.into())
            } else {
                let mut sample = Sample::new(SAMPLED * usize::from(self.fan), self.sample);
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
                (Division::Ranges(ranges), partitions)
            };
            self.partitions.resize_with(partitions, Stream::default);
            self.division = Some(division);
        }
        let division = self.division.as_ref().expect("it was just made");
        let partitions = self.partitions.len();
        for &index in refused {
            let line = batch.lines.get(index);
            let partition = division.find(|| batch.hashes[index], line, partitions);
            let partition = &mut self.partitions[partition];
            push_line(line, batch.weight(index), partition, &mut self.store)?;
        }
        Ok(())
    }

    /// Moves the lines of the table to the partitions, closes these and hands them over, in the order of their lines if they are
    /// ranges. If there are none, all lines are in the table.
    fn end_partitions(&mut self) -> Result<Vec<Partition>, Error> {
        let Some(division) = self.division.take() else {
            return Ok(Vec::new());
        };
        for (_, entry) in self.table.arena.iter() {
            let hash = || line_hash(entry.line);
            let partition = division.find(hash, entry.line, self.partitions.len());
            let partition = &mut self.partitions[partition];
            push_line(entry.line, entry.count, partition, &mut self.store)?;
        }
        self.end_table();
        for stream in &mut self.partitions {
            stream.close(&mut self.store)?;
        }
        self.partitions.retain(|partition| !partition.is_empty());
        let by_hash = matches!(division, Division::Hashes(_));
        let divided = self.divided + u32::from(by_hash);
        let indivisible = self.partitions.len() == 1 && !by_hash;
        let partitions = self.partitions.drain(..).map(|lines| Partition {
            lines,
            divided,
            indivisible,
        });
        Ok(partitions.collect())
    }

    /// Empties the table.
    fn end_table(&mut self) {
        let index = self.index.capacity() * size_of::<order::Item>();
        self.peak = self.peak.max(self.table.bytes() + index as u64);
        self.table.clear();
    }

    /// Writes the table as a run, which comes after the others.
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
        // Runs that were merged as often are merged when there are too many of them: so no line is merged often.
        while self.runs.len() > fan
            && let Some(last) = self.runs.last()
            && self.runs[self.runs.len() - fan].merged == last.merged
        {
            self.merge_from(self.runs.len() - fan)?;
        }
        Ok(())
    }

    /// Emits the table as it is. Says whether `emit` wants no more.
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

    /// Merges the runs from this one on, as many at once as can be: into one, but for long lines.
    fn merge_from(&mut self, start: usize) -> Result<(), Error> {
        let mut left = self.runs.split_off(start);
        while !left.is_empty() {
            let after = left.split_off(self.at_once(&left));
            let times = left.iter().map(|run| run.merged).max().unwrap_or(0) + 1;
            let mut merged = Run::default();
            if left.len() == 1 {
                merged = left.remove(0);
            } else {
                merge(left, self.by_hash, &mut self.store, |count, line, store| {
                    merged.push(count, line, store)?;
                    Ok(ControlFlow::Continue(()))
                })?;
                merged.lines.close(&mut self.store)?;
            }
            merged.merged = times;
            self.runs.push(merged);
            left = after;
        }
        Ok(())
    }

    /// How many of the first of these runs there is memory for to merge them: two at least, if there are two.
    fn at_once(&self, runs: &[Run]) -> usize {
        let mut bytes = 0;
        let fit = runs.iter().take(self.fan.into()).take_while(|run| {
            // Of each run a block is in memory, or a line that does not fit into one, in a buffer that grew for it, and a
            // copy of it where lines are compared.
            bytes += self.store.block().max(3 * run.longest);
            bytes <= self.merging
        });
        fit.count().max(2).min(runs.len())
    }

    /// Counts the lines of a partition, and hands over the partitions of it where the table cannot hold them.
    fn count_partition(&mut self, partition: Partition) -> Result<Vec<Partition>, Error> {
        let budget = if partition.indivisible {
            u64::MAX
        } else {
            self.budget
        };
        self.divided = partition.divided;
        let mut spilled = Spilled::new(Reader::new(partition.lines));
        while spilled.read(&mut self.store)? {
            self.count(&spilled.batch(), budget, || Some(spilled.ahead()))?;
        }
        self.end_partitions()
    }
}

/// Adds the lines of a partition to a sample.
fn sample_ahead(sample: &mut Sample<'_>, lines: Reader, store: &mut Store) -> Result<(), Error> {
    let mut spilled = Spilled::new(lines);
    while spilled.read(store)? {
        let batch = spilled.batch();
        for (&hash, line) in batch.hashes.iter().zip(batch.lines.iter()) {
            sample.add_copy(hash, line);
        }
    }
    Ok(())
}

/// Reads lines from a partition.
struct Spilled {
    reader: Reader,
    places: Vec<Place>,
    weights: Vec<u64>,
    hashes: Vec<u64>,
    /// Whether a line counts other than once.
    weighted: bool,
    /// Where these lines end in what the reader has.
    end: usize,
}

impl Spilled {
    fn new(reader: Reader) -> Self {
        Spilled {
            reader,
            places: Vec::new(),
            weights: Vec::new(),
            hashes: Vec::new(),
            weighted: false,
            end: 0,
        }
    }

    /// Goes to the next lines; says whether there are any.
    fn read(&mut self, store: &mut Store) -> Result<bool, Error> {
        self.reader.consume(self.end);
        self.end = 0;
        self.places.clear();
        self.weights.clear();
        self.weighted = false;
        while self.places.is_empty() {
            let mut more = true;
            while more && self.reader.bytes().len() < BATCH {
                more = self.reader.fill(store)?;
            }
            let bytes = self.reader.bytes();
            while let Some((len, weight, size)) = read_line(&bytes[self.end..]) {
                self.end += size;
                self.places.push((self.end - len, len));
                self.weights.push(weight);
                self.weighted |= weight != 1;
            }
            // A line longer than a batch needs more.
            if self.places.is_empty() && !self.reader.fill(store)? {
                return Ok(false);
            }
        }
        Lines::new(self.reader.bytes(), &[], &self.places)
            .hash_into(ForTables::new(), &mut self.hashes);
        Ok(true)
    }

    fn batch(&self) -> Batch<'_> {
        Batch {
            lines: Lines::new(self.reader.bytes(), &[], &self.places),
            weights: self.weighted.then_some(&self.weights[..]),
            hashes: &self.hashes,
        }
    }

    /// Reads the lines after these, which stay to be read.
    fn ahead(&self) -> Reader {
        self.reader.ahead(self.end)
    }
}

/// Appends a line with its weight, as [`read_line`] reads it.
fn push_line(
    line: &[u8],
    weight: u64,
    stream: &mut Stream,
    store: &mut Store,
) -> Result<(), Error> {
    let head = (line.len() as u64) << 1 | u64::from(weight != 1);
    push_record(head, (weight != 1).then_some(weight), line, stream, store)
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

/// Lines with their counts, in order.
#[derive(Default)]
struct Run {
    lines: Stream,
    /// How often it was merged.
    merged: u32,
    /// The length of the longest line.
    longest: usize,
}

impl Run {
    /// Appends a line, as a [`RunReader`] reads it.
    fn push(&mut self, count: u64, line: &[u8], store: &mut Store) -> Result<(), Error> {
        self.longest = self.longest.max(line.len());
        push_record(count, Some(line.len() as u64), line, &mut self.lines, store)
    }
}

/// Appends one or two numbers and a line.
#[inline]
fn push_record(
    first: u64,
    second: Option<u64>,
    line: &[u8],
    stream: &mut Stream,
    store: &mut Store,
) -> Result<(), Error> {
    let push_head = |out: &mut Vec<u8>| {
        push_number(first, out);
        if let Some(second) = second {
            push_number(second, out);
        }
    };
    if let Some(tail) = stream.tail_for(HEAD + line.len(), store) {
        push_head(tail);
        tail.extend_from_slice(line);
        return Ok(());
    }
    let mut head = Vec::with_capacity(HEAD);
    push_head(&mut head);
    stream.push(&head, store)?;
    Ok(stream.push(line, store)?)
}

/// Reads a run.
struct RunReader {
    reader: Reader,
    count: u64,
    /// Where the line is in what the reader has.
    line: std::ops::Range<usize>,
}

impl RunReader {
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
}

/// Merges runs: visits their lines by count descending, and those with the same count in the order of the runs, or of their
/// bytes if `by_line`, until `visit` breaks.
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

impl Counter for External {
    fn add(&mut self, batch: &Batch<'_>) -> Result<(), Error> {
        self.count(batch, self.budget, || None)
    }

    fn finish(self: Box<Self>, emit: &mut Emit<'_>) -> Result<Stats, Error> {
        let mut this = *self;
        if this.division.is_none() {
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
        // The first one is the last here.
        let mut partitions = this.end_partitions()?;
        partitions.reverse();
        while let Some(partition) = partitions.pop() {
            let divided = this.count_partition(partition)?;
            if divided.is_empty() {
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
            partitions.extend(divided.into_iter().rev());
        }
        while this.at_once(&this.runs) < this.runs.len() {
            this.merge_from(0)?;
        }
        let External {
            table,
            index,
            runs,
            by_hash,
            mut store,
            peak,
            ..
        } = this;
        drop((table, index));
        merge(runs, by_hash, &mut store, |count, line, _| {
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
}
