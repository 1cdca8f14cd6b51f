//! Batches of lines.

use platform::prefetch::Delay;
use platform::simd::{self, Work};

use crate::Error;
use crate::hash::{LineHash, TableHash};
use crate::span::{Span, line_at};
use crate::split::{for_each_line, split_lines};

/// Lines in input order with their hashes.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The lines, without their line ends; any bytes.
    pub lines: Lines<'a>,
    /// The weight of each line (the number of times that it counts); `None` if all are 1.
    pub weights: Option<&'a [u64]>,
    /// The [hash](crate::line_hash) of each line.
    pub hashes: &'a [u64],
}

impl<'a> Batch<'a> {
    /// Copies `lines` into `buffer`, which can be reused for the next batch, and hashes them.
    ///
    /// # Panics
    /// Panics if `weights` and `lines` differ in length.
    pub fn new(lines: &[&[u8]], weights: Option<&'a [u64]>, buffer: &'a mut Buffer) -> Self {
        assert!(
            weights.is_none_or(|weights| weights.len() == lines.len()),
            "one weight for each line"
        );
        let Buffer {
            bytes,
            spans,
            hashes,
        } = buffer;
        bytes.clear();
        spans.clear();
        for line in lines {
            spans.push((bytes.len(), line.len()));
            bytes.extend_from_slice(line);
        }
        let lines = Lines::new(bytes, &[], spans);
        lines.hash_into(TableHash::new(), hashes);
        Batch {
            lines,
            weights,
            hashes,
        }
    }

    /// Splits `block` into lines; `buffer` holds their spans and can be reused for the next batch.
    pub fn split(block: &'a [u8], buffer: &'a mut Buffer) -> Self {
        Self::split_by(TableHash::new(), block, buffer)
    }

    /// Like [`Batch::split`], with another hash function.
    pub(crate) fn split_by(hash: impl LineHash, block: &'a [u8], buffer: &'a mut Buffer) -> Self {
        Self::split_selected(hash, block, buffer, |_| true)
    }

    /// Splits `block` into lines, and keeps those for whose spans `select` returns true.
    #[inline]
    pub(crate) fn split_selected(
        hash: impl LineHash,
        block: &'a [u8],
        buffer: &'a mut Buffer,
        select: impl FnMut(Span) -> bool,
    ) -> Self {
        let Buffer { spans, hashes, .. } = buffer;
        spans.clear();
        hashes.clear();
        split_lines(block, hash, select, spans, hashes);
        Batch {
            lines: Lines::new(block, &[], spans),
            weights: None,
            hashes,
        }
    }

    /// Returns the weight of the line at `index`.
    pub(crate) fn weight(&self, index: usize) -> u64 {
        self.weights.map_or(1, |weights| weights[index])
    }
}

/// A sequence of lines.
pub(crate) trait LineSource<'a> {
    /// Calls `each` with every line and its weight.
    fn for_each(self, each: impl FnMut(&'a [u8], u64) -> Result<(), Error>) -> Result<(), Error>;

    /// Calls `prefetch` with the hash of every line. One prefetch distance later, calls `count`
    /// with the hash, the line and its weight. Both take `table` as an argument instead of
    /// capturing it, so that its small fields stay in registers.
    fn for_each_prefetched<T>(
        self,
        table: T,
        prefetch: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error>;
}

impl<'a> LineSource<'a> for &Batch<'a> {
    fn for_each(
        self,
        mut each: impl FnMut(&'a [u8], u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        (0..self.lines.len()).try_for_each(|index| each(self.lines.get(index), self.weight(index)))
    }

    #[inline(always)]
    fn for_each_prefetched<T>(
        self,
        table: T,
        prefetch: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error> {
        let count = |table: &mut T, hash, index| {
            count(table, hash, self.lines.get(index), self.weight(index))
        };
        let mut queue = PrefetchQueue::new(table, prefetch, count);
        for (index, &hash) in self.hashes.iter().enumerate() {
            queue.push(hash, index)?;
        }
        queue.finish()
    }
}

/// The lines of a block, hashed while they are split.
pub(crate) struct HashedBlock<'a, H>(pub &'a [u8], pub H);

impl<'a, H: LineHash> LineSource<'a> for HashedBlock<'a, H> {
    fn for_each(self, each: impl FnMut(&'a [u8], u64) -> Result<(), Error>) -> Result<(), Error> {
        simd::run(ForEach {
            block: self.0,
            each,
        })
    }

    fn for_each_prefetched<T>(
        self,
        table: T,
        prefetch: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error> {
        simd::run(ForEachPrefetched {
            block: self.0,
            hash: self.1,
            table,
            prefetch,
            count,
        })
    }
}

struct ForEach<'a, E> {
    block: &'a [u8],
    each: E,
}

impl<'a, E> Work for ForEach<'a, E>
where
    E: FnMut(&'a [u8], u64) -> Result<(), Error>,
{
    type Output = Result<(), Error>;

    #[inline(always)]
    fn run(mut self) -> Result<(), Error> {
        for_each_line(self.block, |span| (self.each)(line_at(self.block, span), 1))
    }
}

struct ForEachPrefetched<'a, H, T, A, C> {
    block: &'a [u8],
    hash: H,
    table: T,
    prefetch: A,
    count: C,
}

impl<'a, H, T, A, C> Work for ForEachPrefetched<'a, H, T, A, C>
where
    H: LineHash,
    A: Fn(&T, u64),
    C: Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
{
    type Output = Result<T, Error>;

    #[inline(always)]
    fn run(self) -> Result<T, Error> {
        let ForEachPrefetched {
            block,
            hash,
            table,
            prefetch,
            count,
        } = self;
        let count = |table: &mut T, hash, span| count(table, hash, line_at(block, span), 1);
        let mut queue = PrefetchQueue::new(table, prefetch, count);
        for_each_line(block, |span| queue.push(hash.of_line(block, span), span))?;
        queue.finish()
    }
}

/// A queue of lines between prefetch and counting; `P` identifies a line.
struct PrefetchQueue<T, P, A, C> {
    table: T,
    prefetch: A,
    count: C,
    delay: Delay<(u64, P)>,
}

impl<T, P, A, C> PrefetchQueue<T, P, A, C>
where
    P: Copy + Default,
    A: Fn(&T, u64),
    C: Fn(&mut T, u64, P) -> Result<(), Error>,
{
    #[inline(always)]
    fn new(table: T, prefetch: A, count: C) -> Self {
        PrefetchQueue {
            table,
            prefetch,
            count,
            delay: Delay::default(),
        }
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, line: P) -> Result<(), Error> {
        (self.prefetch)(&self.table, hash);
        match self.delay.push((hash, line)) {
            Some((hash, line)) => (self.count)(&mut self.table, hash, line),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn finish(mut self) -> Result<T, Error> {
        for (hash, line) in self.delay.rest() {
            (self.count)(&mut self.table, hash, line)?;
        }
        Ok(self.table)
    }
}

/// Lines in the buffer into which they were read. Most counting needs only the hash of a line, so
/// its bytes are read only when needed.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    decoded: &'a [u8],
    spans: &'a [Span],
}

impl<'a> Lines<'a> {
    /// Creates the lines at these spans of `bytes` followed by `decoded`; no line crosses the
    /// boundary.
    pub(crate) fn new(bytes: &'a [u8], decoded: &'a [u8], spans: &'a [Span]) -> Self {
        Lines {
            bytes,
            decoded,
            spans,
        }
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Returns the line at `index`.
    ///
    /// # Panics
    /// Panics if `index` is out of range.
    #[inline]
    pub fn get(&self, index: usize) -> &'a [u8] {
        self.at(self.spans[index])
    }

    /// Returns the `BYTES` bytes from the start of the line at `index`, possibly extending beyond
    /// the line; `None` if the buffer is too short.
    #[inline]
    pub(crate) fn beginning_with<const BYTES: usize>(
        &self,
        index: usize,
    ) -> Option<&'a [u8; BYTES]> {
        let (from, _) = self.spans[index];
        match from.checked_sub(self.bytes.len()) {
            Some(from) => self.decoded[from..].first_chunk(),
            None => self.bytes[from..].first_chunk(),
        }
    }

    /// Returns all lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let lines = *self;
        self.spans.iter().map(move |&span| lines.at(span))
    }

    #[inline]
    fn at(&self, span: Span) -> &'a [u8] {
        let (block, span) = self.within(span);
        line_at(block, span)
    }

    /// Returns the buffer that contains a line, and the line's span in it.
    #[inline(always)]
    fn within(&self, (from, len): Span) -> (&'a [u8], Span) {
        match from.checked_sub(self.bytes.len()) {
            Some(from) => (self.decoded, (from, len)),
            None => (self.bytes, (from, len)),
        }
    }

    /// Replaces `hashes` by the hash of each line. A whole batch is hashed before the table is
    /// accessed. Hashing neighbouring lines overlaps in the pipeline, which TLB misses in between
    /// would prevent.
    pub(crate) fn hash_into(&self, hash: impl LineHash, hashes: &mut Vec<u64>) {
        simd::run(HashInto {
            lines: *self,
            hash,
            hashes,
        });
    }
}

struct HashInto<'a, H> {
    lines: Lines<'a>,
    hash: H,
    hashes: &'a mut Vec<u64>,
}

impl<H: LineHash> Work for HashInto<'_, H> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.hashes.clear();
        self.hashes.reserve(self.lines.len());
        // No iterator adapters, because the standard library's functions are compiled for the
        // baseline instruction set.
        for &span in self.lines.spans {
            let (block, span) = self.lines.within(span);
            self.hashes.push(self.hash.of_line(block, span));
        }
    }
}

/// The buffers of [`Batch::new`] and [`Batch::split`].
#[derive(Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    spans: Vec<Span>,
    hashes: Vec<u64>,
}

/// A selection of lines of a batch.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    spans: Vec<Span>,
    hashes: Vec<u64>,
    weights: Vec<u64>,
}

impl Selection {
    /// Clears the selection and keeps the memory.
    pub fn clear(&mut self) {
        self.spans.clear();
        self.hashes.clear();
        self.weights.clear();
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Selects the line at `index`.
    #[inline]
    pub fn push(&mut self, batch: &Batch<'_>, index: usize) {
        self.spans.push(batch.lines.spans[index]);
        self.hashes.push(batch.hashes[index]);
        self.weights
            .extend(batch.weights.map(|weights| weights[index]));
    }

    /// Returns the selected lines of `batch`; all must have been selected from it.
    pub fn of<'a>(&'a self, batch: &Batch<'a>) -> Batch<'a> {
        Batch {
            lines: Lines {
                spans: &self.spans,
                ..batch.lines
            },
            weights: batch.weights.map(|_| &self.weights[..]),
            hashes: &self.hashes,
        }
    }
}
