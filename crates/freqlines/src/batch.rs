//! Batches of lines.

use kit::memory::Delay;

use crate::split::{for_each_line, split_lines};
use crate::{Error, Hash};

/// Where a line begins, and its length.
pub(crate) type Place = (usize, usize);

/// Some lines, in the order in which they arrived, with their hashes.
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a> {
    /// The lines, without their line ends; any bytes.
    pub lines: Lines<'a>,
    /// How often each line counts; `None` is once each. As many as the lines.
    pub weights: Option<&'a [u64]>,
    /// The xxh3 hash of each line. As many as the lines.
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
        lines.hash_into(hashes);
        Batch {
            lines,
            weights,
            hashes,
        }
    }

    /// The lines of `block`; `buffer` is for where they are, and can be used again for the next batch.
    pub fn split(block: &'a [u8], buffer: &'a mut Buffer) -> Self {
        let Buffer { places, hashes, .. } = buffer;
        places.clear();
        hashes.clear();
        split_lines(block, places, hashes);
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
pub(crate) trait Source<'a>: Sized {
    /// Calls `each` with every line, its xxh3 hash, and how often it counts.
    fn for_each(
        self,
        each: impl FnMut(&'a [u8], u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error>;

    /// Calls `ask` with the hash of every line, and a while later `count` with what it said, the line, and how often it
    /// counts. So what `ask` asks the memory for is there when it is needed; both work on `table`.
    #[inline(always)]
    fn for_each_asked<T, A: Copy + Default>(
        self,
        table: &mut T,
        ask: impl Fn(&T, u64) -> A,
        count: impl Fn(&mut T, A, &'a [u8], u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut delay = Delay::default();
        self.for_each(
            |line, hash, weight| match delay.push((ask(table, hash), line, weight)) {
                Some((asked, line, weight)) => count(table, asked, line, weight),
                None => Ok(()),
            },
        )?;
        (delay.rest()).try_for_each(|(asked, line, weight)| count(table, asked, line, weight))
    }
}

impl<'a> Source<'a> for &Batch<'a> {
    #[inline(always)]
    fn for_each(
        self,
        mut each: impl FnMut(&'a [u8], u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for (index, &hash) in self.hashes.iter().enumerate() {
            each(self.lines.get(index), hash, self.weight(index))?;
        }
        Ok(())
    }
}

/// The lines of a block, which are hashed on the way.
pub(crate) struct Block<'a>(pub &'a [u8]);

impl<'a> Source<'a> for Block<'a> {
    #[inline(always)]
    fn for_each(
        self,
        mut each: impl FnMut(&'a [u8], u64, u64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        for_each_line(self.0, |line| each(line, Hash::Xxh3.of(line), 1))
    }
}

/// Lines where they were read. Most counting needs no more of a line than its hash, so a line costs nothing until it
/// is asked for.
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
    fn at(&self, (from, len): Place) -> &'a [u8] {
        match from.checked_sub(self.bytes.len()) {
            Some(from) => &self.decoded[from..from + len],
            None => &self.bytes[from..from + len],
        }
    }

    /// Replaces `hashes` by the xxh3 hash of each line. A whole batch is hashed before a table in small pages is touched: the
    /// arithmetic of one line overlaps with that of the next, which a loop that looks up pages in between prevents.
    pub(crate) fn hash_into(&self, hashes: &mut Vec<u64>) {
        hashes.clear();
        hashes.extend(self.iter().map(|line| Hash::Xxh3.of(line)));
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
