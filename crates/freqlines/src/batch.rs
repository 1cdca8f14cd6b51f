//! Batches of lines.

use platform::prefetch::Delay;
use platform::simd::{self, Work};

use crate::Error;
use crate::hash::{ForTables, LineHash};
use crate::place::{Place, line_at};
use crate::split::{for_each_line, split_lines};

/// Some lines, in the order in which they arrived, with their hashes.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The lines, without their line ends; any bytes.
    pub lines: Lines<'a>,
    /// How often each line counts; `None` is once each. As many as the lines.
    pub weights: Option<&'a [u64]>,
    /// The [hash](crate::line_hash) of each line. As many as the lines.
    pub hashes: &'a [u64],
}

impl<'a> Batch<'a> {
    /// Copies `lines` into `buffer`, which can be used again for the next batch, and hashes them.
    ///
    /// # Panics
    /// If there are weights and not one for each line.
    pub fn new(lines: &[&[u8]], weights: Option<&'a [u64]>, buffer: &'a mut Buffer) -> Self {
        assert!(
            weights.is_none_or(|weights| weights.len() == lines.len()),
            "one weight for each line"
        );
        let Buffer {
            bytes,
            places,
            hashes,
        } = buffer;
        bytes.clear();
        places.clear();
        for line in lines {
            places.push((bytes.len(), line.len()));
            bytes.extend_from_slice(line);
        }
        let lines = Lines::new(bytes, &[], places);
        lines.hash_into(ForTables::new(), hashes);
        Batch {
            lines,
            weights,
            hashes,
        }
    }

    /// The lines of `block`; `buffer` is for where they are, and can be used again for the next batch.
    pub fn split(block: &'a [u8], buffer: &'a mut Buffer) -> Self {
        Self::split_by(ForTables::new(), block, buffer)
    }

    /// As [`Batch::split`], with other hashes.
    pub(crate) fn split_by(hash: impl LineHash, block: &'a [u8], buffer: &'a mut Buffer) -> Self {
        let Buffer { places, hashes, .. } = buffer;
        places.clear();
        hashes.clear();
        split_lines(block, hash, places, hashes);
        Batch {
            lines: Lines::new(block, &[], places),
            weights: None,
            hashes,
        }
    }

    /// How often the line at `index` counts.
    pub(crate) fn weight(&self, index: usize) -> u64 {
        self.weights.map_or(1, |weights| weights[index])
    }
}

/// Lines that come one after the other.
pub(crate) trait Source<'a> {
    /// Calls `each` with every line, and how often it counts.
    fn for_each(self, each: impl FnMut(&'a [u8], u64) -> Result<(), Error>) -> Result<(), Error>;

    /// Calls `ask` with the hash of every line, and one prefetch distance later `count` with the hash, the line and its weight:
    /// what `ask` prefetches has arrived by then. Both take `table` as an argument rather than by capture, so that its small
    /// fields stay in registers.
    fn for_each_asked<T>(
        self,
        table: T,
        ask: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error>;
}

impl<'a> Source<'a> for &Batch<'a> {
    fn for_each(
        self,
        mut each: impl FnMut(&'a [u8], u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        (0..self.lines.len()).try_for_each(|index| each(self.lines.get(index), self.weight(index)))
    }

    #[inline(always)]
    fn for_each_asked<T>(
        self,
        table: T,
        ask: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error> {
        let count = |table: &mut T, hash, index| {
            count(table, hash, self.lines.get(index), self.weight(index))
        };
        let mut asked = Asked::new(table, ask, count);
        for (index, &hash) in self.hashes.iter().enumerate() {
            asked.push(hash, index)?;
        }
        asked.finish()
    }
}

/// The lines of a block, and what hashes them on the way.
pub(crate) struct Block<'a, H>(pub &'a [u8], pub H);

impl<'a, H: LineHash> Source<'a> for Block<'a, H> {
    fn for_each(self, each: impl FnMut(&'a [u8], u64) -> Result<(), Error>) -> Result<(), Error> {
        simd::run(ForEach {
            block: self.0,
            each,
        })
    }

    fn for_each_asked<T>(
        self,
        table: T,
        ask: impl Fn(&T, u64),
        count: impl Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<T, Error> {
        simd::run(ForEachAsked {
            block: self.0,
            hash: self.1,
            table,
            ask,
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
        for_each_line(self.block, |place| {
            (self.each)(line_at(self.block, place), 1)
        })
    }
}

struct ForEachAsked<'a, H, T, A, C> {
    block: &'a [u8],
    hash: H,
    table: T,
    ask: A,
    count: C,
}

impl<'a, H, T, A, C> Work for ForEachAsked<'a, H, T, A, C>
where
    H: LineHash,
    A: Fn(&T, u64),
    C: Fn(&mut T, u64, &'a [u8], u64) -> Result<(), Error>,
{
    type Output = Result<T, Error>;

    #[inline(always)]
    fn run(self) -> Result<T, Error> {
        let ForEachAsked {
            block,
            hash,
            table,
            ask,
            count,
        } = self;
        let count = |table: &mut T, hash, place| count(table, hash, line_at(block, place), 1);
        let mut asked = Asked::new(table, ask, count);
        for_each_line(block, |place| asked.push(hash.of_line(block, place), place))?;
        asked.finish()
    }
}

/// Lines whose cells were prefetched and that wait to be counted; `P` identifies a line.
struct Asked<T, P, A, C> {
    table: T,
    ask: A,
    count: C,
    waiting: Delay<(u64, P)>,
}

impl<T, P, A, C> Asked<T, P, A, C>
where
    P: Copy + Default,
    A: Fn(&T, u64),
    C: Fn(&mut T, u64, P) -> Result<(), Error>,
{
    #[inline(always)]
    fn new(table: T, ask: A, count: C) -> Self {
        Asked {
            table,
            ask,
            count,
            waiting: Delay::default(),
        }
    }

    #[inline(always)]
    fn push(&mut self, hash: u64, line: P) -> Result<(), Error> {
        (self.ask)(&self.table, hash);
        match self.waiting.push((hash, line)) {
            Some((hash, line)) => (self.count)(&mut self.table, hash, line),
            None => Ok(()),
        }
    }

    #[inline(always)]
    fn finish(mut self) -> Result<T, Error> {
        for (hash, line) in self.waiting.rest() {
            (self.count)(&mut self.table, hash, line)?;
        }
        Ok(self.table)
    }
}

/// Lines in the buffer that they were read into. Most counting needs only the hash of a line, so its bytes are not
/// touched before they are needed.
#[derive(Clone, Copy, Debug)]
pub struct Lines<'a> {
    bytes: &'a [u8],
    decoded: &'a [u8],
    places: &'a [Place],
}

impl<'a> Lines<'a> {
    /// The lines at these places of `bytes` followed by `decoded`; each is in one of the two.
    pub(crate) fn new(bytes: &'a [u8], decoded: &'a [u8], places: &'a [Place]) -> Self {
        Lines {
            bytes,
            decoded,
            places,
        }
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The line at `index`.
    ///
    /// # Panics
    /// If there are not as many.
    #[inline]
    pub fn get(&self, index: usize) -> &'a [u8] {
        self.at(self.places[index])
    }

    /// So many bytes from the beginning of the line at `index` on, whether it is as long or not; `None` if there are
    /// not as many.
    #[inline]
    pub(crate) fn beginning_with<const BYTES: usize>(
        &self,
        index: usize,
    ) -> Option<&'a [u8; BYTES]> {
        let (from, _) = self.places[index];
        match from.checked_sub(self.bytes.len()) {
            Some(from) => self.decoded[from..].first_chunk(),
            None => self.bytes[from..].first_chunk(),
        }
    }

    /// All lines.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        let lines = *self;
        self.places.iter().map(move |&place| lines.at(place))
    }

    #[inline]
    fn at(&self, place: Place) -> &'a [u8] {
        let (block, place) = self.within(place);
        line_at(block, place)
    }

    /// Which of the two a line is in, and where.
    #[inline(always)]
    fn within(&self, (from, len): Place) -> (&'a [u8], Place) {
        match from.checked_sub(self.bytes.len()) {
            Some(from) => (self.decoded, (from, len)),
            None => (self.bytes, (from, len)),
        }
    }

    /// Replaces `hashes` by the hash of each line. A whole batch is hashed before the table is touched: hashing of
    /// neighbouring lines overlaps in the pipeline, which TLB misses in between would prevent.
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
        // Not by an iterator: the standard library's functions are compiled for the oldest processors.
        for &place in self.lines.places {
            let (block, place) = self.lines.within(place);
            self.hashes.push(self.hash.of_line(block, place));
        }
    }
}

/// What [`Batch::new`] and [`Batch::split`] keep lines and hashes in.
#[derive(Debug, Default)]
pub struct Buffer {
    bytes: Vec<u8>,
    places: Vec<Place>,
    hashes: Vec<u64>,
}

/// Some lines of a batch.
#[derive(Debug, Default)]
pub(crate) struct Chosen {
    places: Vec<Place>,
    hashes: Vec<u64>,
    weights: Vec<u64>,
}

impl Chosen {
    /// Chooses none, and keeps the memory.
    pub fn clear(&mut self) {
        self.places.clear();
        self.hashes.clear();
        self.weights.clear();
    }

    /// Chooses the line at `index`.
    pub fn push(&mut self, batch: &Batch<'_>, index: usize) {
        self.places.push(batch.lines.places[index]);
        self.hashes.push(batch.hashes[index]);
        self.weights
            .extend(batch.weights.map(|weights| weights[index]));
    }

    /// The chosen lines of `batch`, from which all were chosen.
    pub fn of<'a>(&'a self, batch: &Batch<'a>) -> Batch<'a> {
        Batch {
            lines: Lines {
                places: &self.places,
                ..batch.lines
            },
            weights: batch.weights.map(|_| &self.weights[..]),
            hashes: &self.hashes,
        }
    }
}
