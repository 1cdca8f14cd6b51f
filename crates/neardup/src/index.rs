//! Sketches in a file, with the names of their documents: an index that later runs compare with and add to.
//!
//! A file has these parts, numbers in little-endian order:
//!
//! 1. a line, `trommel-neardup 4`;
//! 2. for each band the pairs of a key (its last 3 bytes; the directory gives the first one) and the number of a document (4 bytes), sorted;
//! 3. for each band a directory: the number of pairs before each beginning of a key (4 bytes each), so that a key takes one read;
//! 4. the sketches (32 bytes each), and where each name ends (8 bytes each);
//! 5. the names;
//! 6. the checksum of each 4 KiB of all this (XXH3, 64 bits; 8 bytes each);
//! 7. a line that says how the file was made, the checksum of the checksums, and the line's own checksum, padded to 512 bytes.
//!
//! Opening a file reads the last line, the checksums and the directories. A block is compared with its checksum when it is first read, so
//! that damage is noticed before it has an effect, and opening a large file takes no longer. A file is never changed: a larger one is written
//! next to it and takes its place.

use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::num::NonZero;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use platform::files::{self, AtomicFile};
use tokens::Fold;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::representatives::{
    MOST_CANDIDATES, Representatives, UNRELATED, accepted, by_estimate, candidates, longer,
};
use crate::sketch::{Sketch, WORDS};
use crate::{Bands, Settings};

const MAGIC: &[u8] = b"trommel-neardup 4\n";
/// The magic of all versions begins with this.
const ANY_VERSION: &[u8] = b"trommel-neardup ";
/// The bytes of a pair.
const PAIR: usize = 7;
/// A directory looks at least at the first byte of a key, which pairs lack.
const LEAST_BITS: u32 = 8;
const MOST_BITS: u32 = 24;
const FOOTER: usize = 512;
/// The number of bytes that have one checksum.
const BLOCK: usize = 4096;
const SKETCH: u64 = 8 * WORDS as u64;

/// Why a file cannot be used as an index.
#[derive(Debug)]
pub enum IndexError {
    /// The system's error.
    Io(io::Error),
    /// The file is not an index, or it is damaged.
    Damaged(&'static str),
    /// The index was made with other settings: those of the index.
    Settings(String),
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            IndexError::Io(error) => error.fmt(f),
            IndexError::Damaged(reason) => f.write_str(reason),
            IndexError::Settings(made) => {
                write!(f, "the index was made with {made}; give the same options")
            }
        }
    }
}

impl std::error::Error for IndexError {}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        IndexError::Io(error)
    }
}

/// An index file, open for reading. Many threads and processes may use one at once.
#[derive(Debug)]
pub struct Index {
    blocks: Blocks,
    settings: Settings,
    documents: u32,
    /// The bits of a key that a directory looks at.
    bits: u32,
    /// For each band where its pairs begin in the file, and its directory.
    bands: Vec<(u64, Vec<u32>)>,
    sketches: u64,
    checksum: u64,
}

/// The bytes of a file, which are compared with their checksums.
#[derive(Debug)]
struct Blocks {
    file: File,
    /// The number of bytes that have checksums.
    length: u64,
    checksums: Vec<u8>,
    /// A bit for each block that agrees with its checksum.
    seen: Vec<AtomicU64>,
}

impl Blocks {
    /// Reads the bytes at a place.
    ///
    /// # Errors
    /// A block that they touch is damaged (`InvalidData`), or cannot be read.
    fn read(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        let end = at + buffer.len() as u64;
        let blocks = at / BLOCK as u64..end.div_ceil(BLOCK as u64);
        for number in blocks {
            self.check(number)?;
        }
        files::read_exact_at(&self.file, buffer, at)
    }

    fn check(&self, number: u64) -> io::Result<()> {
        let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
        let word = self.seen.get(word).ok_or(io::ErrorKind::InvalidData)?;
        if word.load(Ordering::Relaxed) & bit != 0 {
            return Ok(());
        }
        let mut block = [0; BLOCK];
        let at = number * BLOCK as u64;
        let block = &mut block[..BLOCK.min(self.length.saturating_sub(at) as usize)];
        files::read_exact_at(&self.file, block, at)?;
        let checksum = self.checksums.chunks_exact(8).nth(number as usize);
        if checksum != Some(&xxh3_64(block).to_le_bytes()) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        word.fetch_or(bit, Ordering::Relaxed);
        Ok(())
    }
}

/// The settings as the last line of a file and messages have them.
fn shown(settings: &Settings) -> String {
    format!(
        "--similarity {} --shingle {} --fold {}",
        settings.similarity, settings.shingle, settings.fold
    )
}

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    /// If the file cannot be read, is not an index, or ends early.
    pub fn open(path: &Path) -> Result<Self, IndexError> {
        let file = files::open(path)?;
        let length = file.metadata()?.len();
        let damaged = IndexError::Damaged(
            "not an index of neardup, or cut off; --index FILE --add makes one in a new FILE",
        );
        let mut magic = [0; MAGIC.len()];
        if length < (MAGIC.len() + FOOTER) as u64 {
            return Err(damaged);
        }
        files::read_exact_at(&file, &mut magic, 0)?;
        if magic != *MAGIC && magic.starts_with(ANY_VERSION) {
            return Err(IndexError::Damaged(
                "an index of another version of neardup; make it again from the documents",
            ));
        }
        let mut footer = [0; FOOTER];
        files::read_exact_at(&file, &mut footer, length - FOOTER as u64)?;
        let footer = std::str::from_utf8(&footer).unwrap_or_default();
        // Equal bytes have an equal checksum, and the line has its own.
        let index = (magic == *MAGIC).then(|| Footer::read(footer)).flatten();
        let index = index.filter(|index| index.write() == footer.as_bytes());
        let Some(footer) = index else {
            return Err(damaged);
        };
        footer.open(file, length)
    }

    /// Opens an index to which documents will be added, and reads all of it; `None` if the file does not exist.
    ///
    /// # Errors
    /// As [`Index::open`], [`Index::check`] and [`Index::verify`]; if the file does not exist, and cannot be made.
    pub(crate) fn to_add_to(path: &Path, settings: &Settings) -> Result<Option<Self>, IndexError> {
        let index = match Self::open(path) {
            Err(IndexError::Io(error)) if error.kind() == io::ErrorKind::NotFound => {
                // A wrong path is told before the work is done.
                AtomicFile::create(path)?;
                return Ok(None);
            }
            index => index?,
        };
        index.check(settings)?;
        index.verify()?;
        Ok(Some(index))
    }

    /// How the sketches were made.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Whether sketches of these settings can be compared with the index.
    ///
    /// # Errors
    /// If they cannot: what the index was made with.
    pub fn check(&self, settings: &Settings) -> Result<(), IndexError> {
        match self.settings == *settings {
            true => Ok(()),
            false => Err(IndexError::Settings(shown(&self.settings))),
        }
    }

    /// Waits until no other process holds the file by this call, and holds it until the index is dropped. On a file system
    /// without locks it does nothing.
    pub fn hold(&self) {
        let _ = self.blocks.file.lock();
    }

    /// Whether another file has the same documents.
    #[must_use]
    pub fn is_like(&self, other: &Index) -> bool {
        (self.checksum, self.blocks.length) == (other.checksum, other.blocks.length)
    }

    /// The number of documents.
    #[must_use]
    pub fn documents(&self) -> u32 {
        self.documents
    }

    /// The document that is most similar to another, and the similarity; of several the first.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn find(&self, sketch: &Sketch) -> io::Result<Option<(u32, f64)>> {
        let candidates = candidates(sketch, |band, key, found| {
            found.extend(self.candidates(band, key)?);
            Ok::<_, io::Error>(())
        })?;
        let with_estimate = self.with_estimates(sketch, candidates)?;
        let least = accepted(self.settings.similarity);
        Ok(by_estimate(with_estimate, least).next())
    }

    /// As [`Index::find`], for a document that agrees with none in a band: it is compared with all.
    pub(crate) fn find_without_band(&self, sketch: &Sketch) -> io::Result<Option<(u32, f64)>> {
        let least = accepted(self.settings.similarity);
        if least < UNRELATED {
            return Ok(None);
        }
        let with_estimate = self.with_estimates(sketch, 0..self.documents)?;
        Ok(by_estimate(with_estimate, least).next())
    }

    fn with_estimates(
        &self,
        sketch: &Sketch,
        candidates: impl IntoIterator<Item = u32>,
    ) -> io::Result<Vec<(u32, f64)>> {
        let with_estimate = candidates.into_iter().map(|candidate| {
            let estimate = Sketch::similarity(
                &sketch.bits,
                &self.sketch(candidate)?,
                self.settings.similarity,
            );
            Ok((candidate, estimate))
        });
        with_estimate.collect()
    }

    fn candidates(&self, band: usize, key: u32) -> io::Result<Vec<u32>> {
        let (start, directory) = &self.bands[band];
        let first = beginning(key, self.bits);
        let (from, to) = (directory[first], directory[first + 1]);
        let mut bytes = vec![0; PAIR * (to - from) as usize];
        let at = start + PAIR as u64 * u64::from(from);
        self.blocks.read(&mut bytes, at)?;
        let pairs = bytes.chunks_exact(PAIR).map(pair);
        let equal = pairs.filter(|pair| pair.0 == key & LAST).map(|pair| pair.1);
        Ok(equal.take(MOST_CANDIDATES).collect())
    }

    fn sketch(&self, number: u32) -> io::Result<[u64; WORDS]> {
        let mut bytes = [0; SKETCH as usize];
        let at = self.sketches + SKETCH * u64::from(number);
        self.blocks.read(&mut bytes, at)?;
        let mut words = [0; WORDS];
        for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(8)) {
            *word = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        }
        Ok(words)
    }

    /// The name of a document.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn name(&self, number: u32) -> io::Result<Vec<u8>> {
        let range = self.name_range(number)?;
        let mut name = vec![0; (range.end - range.start) as usize];
        self.blocks.read(&mut name, range.start)?;
        Ok(name)
    }

    /// Where the name of a document is in the file.
    fn name_range(&self, number: u32) -> io::Result<Range<u64>> {
        let ends = self.sketches + SKETCH * u64::from(self.documents);
        let names = ends + 8 * u64::from(self.documents);
        let end_of = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        // The end of the name before, which the first does not have, and that of this one.
        let mut both = [0; 16];
        match number {
            0 => self.blocks.read(&mut both[8..], ends)?,
            _ => self
                .blocks
                .read(&mut both, ends + 8 * u64::from(number - 1))?,
        }
        let (from, to) = (end_of(&both[..8]), end_of(&both[8..]));
        match from <= to && to <= self.blocks.length - names {
            true => Ok(names + from..names + to),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// Reads all of the file and compares its checksums.
    ///
    /// # Errors
    /// If it is damaged, or cannot be read.
    pub fn verify(&self) -> Result<(), IndexError> {
        for number in 0..self.blocks.length.div_ceil(BLOCK as u64) {
            self.blocks.check(number).map_err(of_block)?;
        }
        Ok(())
    }

    /// The pairs of a band.
    fn entries(&self, band: usize) -> io::Result<Vec<(u32, u32)>> {
        let (start, directory) = &self.bands[band];
        let number = directory.last().copied().unwrap_or_default();
        let mut bytes = vec![0; PAIR * number as usize];
        self.blocks.read(&mut bytes, *start)?;
        let mut pairs = bytes.chunks_exact(PAIR).map(pair);
        let mut entries = Vec::with_capacity(number as usize);
        for (beginning, range) in (0u32..).zip(directory.windows(2)) {
            let first_byte = beginning >> (self.bits - LEAST_BITS) << 24;
            let of_beginning = pairs.by_ref().take((range[1] - range[0]) as usize);
            entries.extend(of_beginning.map(|(key, number)| (first_byte | key, number)));
        }
        Ok(entries)
    }
}

/// The error of a block that cannot be read, or is damaged.
fn of_block(error: io::Error) -> IndexError {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => IndexError::Damaged(DAMAGED),
        _ => IndexError::Io(error),
    }
}

const DAMAGED: &str =
    "a checksum is wrong, so the index is damaged; make it again from the documents";

/// The bits of a key that are in a pair.
const LAST: u32 = 0xFF_FFFF;

fn pair(bytes: &[u8]) -> (u32, u32) {
    let of = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
    (of(&bytes[..4]) & LAST, of(&bytes[3..]))
}

/// The first bits of a key.
fn beginning(key: u32, bits: u32) -> usize {
    (u64::from(key) >> (32 - bits)) as usize
}

/// The last line of a file.
struct Footer {
    settings: Settings,
    documents: u32,
    bits: u32,
    /// The number of pairs in each band.
    pairs: Vec<u32>,
    /// The number of bytes that have checksums, and the checksum of these.
    length: u64,
    checksum: u64,
}

impl Footer {
    fn write(&self) -> Vec<u8> {
        let pairs: Vec<String> = self.pairs.iter().map(u32::to_string).collect();
        let Settings {
            similarity,
            shingle,
            fold,
        } = self.settings;
        let mut line = format!(
            "similarity={similarity} shingle={shingle} fold={fold} documents={} bits={} pairs={} length={} checksum={:016x} ",
            self.documents,
            self.bits,
            pairs.join(","),
            self.length,
            self.checksum
        );
        line += &format!("line={:016x} ", xxh3_64(line.as_bytes()));
        let mut line = line.into_bytes();
        line.resize(FOOTER - 1, b' ');
        line.push(b'\n');
        line
    }

    fn read(line: &str) -> Option<Self> {
        let field = |name: &str| {
            let mut fields = line.split_whitespace();
            fields.find_map(|field| field.strip_prefix(name)?.strip_prefix('='))
        };
        let pairs = field("pairs")?.split(',').map(str::parse);
        let similarity = field("similarity")?.parse().ok()?;
        let footer = Footer {
            settings: Settings {
                similarity,
                shingle: NonZero::new(field("shingle")?.parse().ok()?)?,
                fold: field("fold")?.parse::<Fold>().ok()?,
            },
            documents: field("documents")?.parse().ok()?,
            bits: field("bits")?
                .parse()
                .ok()
                .filter(|bits| (LEAST_BITS..=MOST_BITS).contains(bits))?,
            pairs: pairs.collect::<Result<_, _>>().ok()?,
            length: field("length")?.parse().ok()?,
            checksum: u64::from_str_radix(field("checksum")?, 16).ok()?,
        };
        let is_valid = similarity > 0.0
            && similarity <= 1.0
            && footer.pairs.len() == Bands::for_similarity(similarity).number;
        is_valid.then_some(footer)
    }

    fn open(self, file: File, length: u64) -> Result<Index, IndexError> {
        let damaged = || {
            IndexError::Damaged("the index is cut off or damaged; make it again from the documents")
        };
        let size = (1usize << self.bits) + 1;
        let mut start = MAGIC.len() as u64;
        let mut bands = Vec::new();
        for &pairs in &self.pairs {
            bands.push((start, Vec::new()));
            start += PAIR as u64 * u64::from(pairs);
        }
        let fixed = (4 * size * bands.len()) as u64 + (SKETCH + 8) * u64::from(self.documents);
        let checksums = length.saturating_sub(self.length + FOOTER as u64);
        let number = self.length.div_ceil(BLOCK as u64);
        if start + fixed > self.length || checksums != 8 * number {
            return Err(damaged());
        }
        let mut blocks = Blocks {
            file,
            length: self.length,
            checksums: vec![0; checksums as usize],
            seen: std::iter::repeat_with(AtomicU64::default)
                .take(number.div_ceil(64) as usize)
                .collect(),
        };
        files::read_exact_at(&blocks.file, &mut blocks.checksums, self.length)?;
        if xxh3_64(&blocks.checksums) != self.checksum {
            return Err(IndexError::Damaged(DAMAGED));
        }
        for ((_, directory), &pairs) in bands.iter_mut().zip(&self.pairs) {
            let mut bytes = vec![0; 4 * size];
            blocks.read(&mut bytes, start).map_err(of_block)?;
            start += bytes.len() as u64;
            let numbers = bytes
                .chunks_exact(4)
                .map(|bytes| u32::from_le_bytes(bytes.try_into().expect("four bytes")));
            directory.extend(numbers);
            if !directory.is_sorted()
                || directory.first() != Some(&0)
                || directory.last() != Some(&pairs)
            {
                return Err(damaged());
            }
        }
        Ok(Index {
            blocks,
            settings: self.settings,
            documents: self.documents,
            bits: self.bits,
            bands,
            sketches: start,
            checksum: self.checksum,
        })
    }
}

/// Sketches that go into a file.
pub(crate) enum Part<'a> {
    /// Those of another file.
    File(&'a Index),
    /// Those of this run, with their names.
    Fresh(&'a Representatives, &'a [Box<[u8]>]),
}

impl Part<'_> {
    fn documents(&self) -> usize {
        match self {
            Part::File(index) => index.documents as usize,
            Part::Fresh(representatives, _) => representatives.len(),
        }
    }

    fn sketch(&self, number: u32) -> io::Result<[u64; WORDS]> {
        match self {
            Part::File(index) => index.sketch(number),
            Part::Fresh(representatives, _) => Ok(*representatives.sketch(number)),
        }
    }

    fn name(&self, number: u32) -> io::Result<Vec<u8>> {
        match self {
            Part::File(index) => index.name(number),
            Part::Fresh(_, names) => Ok(names[number as usize].to_vec()),
        }
    }

    fn name_length(&self, number: u32) -> io::Result<u64> {
        match self {
            Part::File(index) => index
                .name_range(number)
                .map(|range| range.end - range.start),
            Part::Fresh(_, names) => Ok(names[number as usize].len() as u64),
        }
    }

    fn entries(&self, band: usize) -> io::Result<Vec<(u32, u32)>> {
        match self {
            Part::File(index) => index.entries(band),
            Part::Fresh(representatives, _) => Ok(representatives.entries(band)),
        }
    }
}

/// Writes an index of the documents of an older one, and behind them those of this run with their names.
///
/// # Errors
/// Those of [`write`].
pub(crate) fn write_added(
    older: Option<&Index>,
    fresh: &Representatives,
    names: &[Box<[u8]>],
    settings: Settings,
    out: &mut impl Write,
) -> io::Result<u32> {
    let mut parts: Vec<Part> = older.into_iter().map(Part::File).collect();
    parts.push(Part::Fresh(fresh, names));
    write(&parts, settings, &mut HashMap::new(), out)
}

/// Writes an index of several parts, without the documents of some names; sets the values of the names that a part has. The order of the
/// parts is that of the documents. Memory: 12 bytes for each document, and one band.
///
/// # Errors
/// A part cannot be read, the output cannot be written, or there are too many documents.
pub(crate) fn write(
    parts: &[Part],
    settings: Settings,
    gone: &mut HashMap<Vec<u8>, bool>,
    out: &mut impl Write,
) -> io::Result<u32> {
    let (numbers, kept) = number_kept(parts, gone)?;
    let documents = kept.len() as u32;
    let mut out = Hashed::new(out);
    out.write_all(MAGIC)?;
    // About 32 pairs for each beginning of a key: a small read.
    let bits = (documents / 32).max(1).ilog2().clamp(LEAST_BITS, MOST_BITS);
    let mut directories = Vec::new();
    for band in 0..Bands::for_similarity(settings.similarity).number {
        let mut entries = Vec::new();
        for (part, numbers) in parts.iter().zip(&numbers) {
            let of_part = part.entries(band)?.into_iter();
            entries.extend(of_part.map(|(key, number)| (key, numbers[number as usize])));
        }
        entries.sort_unstable();
        leave_out_gone(&mut entries, documents);
        make_room(&mut entries, band, |number| {
            let (part, number) = kept[number as usize];
            part.sketch(number)
        })?;
        directories.push(write_band(&entries, bits, &mut out)?);
    }
    for number in directories.iter().flatten() {
        out.write_all(&number.to_le_bytes())?;
    }
    for (part, number) in &kept {
        for word in part.sketch(*number)? {
            out.write_all(&word.to_le_bytes())?;
        }
    }
    let mut end = 0u64;
    for (part, number) in &kept {
        end += part.name_length(*number)?;
        out.write_all(&end.to_le_bytes())?;
    }
    for (part, number) in &kept {
        out.write_all(&part.name(*number)?)?;
    }
    let (length, checksums, out) = out.finish();
    out.write_all(&checksums)?;
    let footer = Footer {
        settings,
        documents,
        bits,
        pairs: directories
            .iter()
            .map(|directory| directory[directory.len() - 1])
            .collect(),
        length,
        checksum: xxh3_64(&checksums),
    };
    out.write_all(&footer.write())?;
    Ok(documents)
}

/// Returns the new numbers of the documents of each part, and the part of each document that stays with its number there.
#[expect(clippy::type_complexity, reason = "two tables that are used once")]
fn number_kept<'p, 'f>(
    parts: &'p [Part<'f>],
    gone: &mut HashMap<Vec<u8>, bool>,
) -> io::Result<(Vec<Vec<u32>>, Vec<(&'p Part<'f>, u32)>)> {
    let (mut numbers, mut kept) = (Vec::new(), Vec::new());
    for part in parts {
        let mut of_part = Vec::new();
        for number in 0..part.documents() as u32 {
            let name = (!gone.is_empty()).then(|| part.name(number)).transpose()?;
            let found = name.and_then(|name| gone.get_mut(&name));
            let goes = found.map(|is_there| *is_there = true).is_some();
            of_part.push(if goes { GONE } else { kept.len() as u32 });
            if !goes {
                kept.push((part, number));
            }
        }
        numbers.push(of_part);
    }
    Ok((numbers, kept))
}

/// Writes the sorted pairs of a band. Returns its directory: for each beginning of a key, the number of pairs before it.
fn write_band(entries: &[(u32, u32)], bits: u32, out: &mut impl Write) -> io::Result<Vec<u32>> {
    let mut directory = vec![0u32; (1 << bits) + 1];
    for &(key, number) in entries {
        directory[beginning(key, bits) + 1] += 1;
        out.write_all(&key.to_le_bytes()[..3])?;
        out.write_all(&number.to_le_bytes())?;
    }
    for at in 1..directory.len() {
        directory[at] += directory[at - 1];
    }
    Ok(directory)
}

/// The number of a document that goes.
const GONE: u32 = u32::MAX;

/// Leaves out the pairs of documents that go. A key that is full stays so, for behind it a search goes on with a longer key: a document
/// that stays takes the place there.
fn leave_out_gone(entries: &mut Vec<(u32, u32)>, documents: u32) {
    if documents > 0 {
        for of_key in entries.chunk_by_mut(|one, other| one.0 == other.0) {
            if of_key.len() >= MOST_CANDIDATES {
                let other = Some(of_key[0].1).filter(|&first| first != GONE);
                for entry in of_key.iter_mut().filter(|entry| entry.1 == GONE) {
                    entry.1 = other.unwrap_or_default();
                }
            }
        }
    }
    entries.retain(|entry| entry.1 != GONE);
}

/// Moves the pairs for which a key of a band has no room to longer keys, as if all documents had come in one run. The pairs are sorted.
fn make_room(
    entries: &mut Vec<(u32, u32)>,
    band: usize,
    sketch: impl Fn(u32) -> io::Result<[u64; WORDS]>,
) -> io::Result<()> {
    loop {
        let mut moved = Vec::new();
        for of_key in entries.chunk_by_mut(|one, other| one.0 == other.0) {
            for entry in of_key.iter_mut().skip(MOST_CANDIDATES) {
                let keys: Vec<u32> = longer(&sketch(entry.1)?, band).collect();
                let at = keys.iter().position(|&key| key == entry.0);
                let next = keys.get(at.map_or(0, |at| at + 1));
                moved.extend(next.map(|&next| (next, entry.1)));
                entry.1 = GONE;
            }
        }
        entries.retain(|entry| entry.1 != GONE);
        if moved.is_empty() {
            return Ok(());
        }
        entries.extend(moved);
        entries.sort_unstable();
    }
}

/// A writer that computes the checksums of blocks.
struct Hashed<'a, W> {
    out: &'a mut W,
    hash: Xxh3,
    length: u64,
    checksums: Vec<u8>,
}

impl<'a, W> Hashed<'a, W> {
    fn new(out: &'a mut W) -> Self {
        Hashed {
            out,
            hash: Xxh3::new(),
            length: 0,
            checksums: Vec::new(),
        }
    }

    /// Ends a block.
    fn end(&mut self) {
        self.checksums.extend(self.hash.digest().to_le_bytes());
        self.hash.reset();
    }

    /// Returns the number of bytes, the checksums and the writer.
    fn finish(mut self) -> (u64, Vec<u8>, &'a mut W) {
        if !self.length.is_multiple_of(BLOCK as u64) {
            self.end();
        }
        (self.length, self.checksums, self.out)
    }
}

impl<W: Write> Write for Hashed<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = BLOCK - (self.length % BLOCK as u64) as usize;
        let written = self.out.write(&bytes[..bytes.len().min(room)])?;
        self.hash.update(&bytes[..written]);
        self.length += written as u64;
        if written == room {
            self.end();
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sketcher;

    fn text(number: u32) -> String {
        (0..40).map(|word| format!("w{number}x{word} ")).collect()
    }

    fn index(folder: &Path, name: &str, texts: impl Iterator<Item = u32>) -> Index {
        let settings = Settings::default();
        let mut sketcher = Sketcher::new(settings);
        let mut representatives = Representatives::new(settings.similarity);
        let mut names = Vec::new();
        for number in texts {
            let sketch = sketcher.sketch(&text(number));
            representatives.insert(&sketch, None).unwrap();
            names.push(format!("doc {number}").into_bytes().into());
        }
        let mut bytes = Vec::new();
        write(
            &[Part::Fresh(&representatives, &names)],
            settings,
            &mut HashMap::new(),
            &mut bytes,
        )
        .unwrap();
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        Index::open(&path).unwrap()
    }

    fn finds(index: &Index, number: u32) -> Option<String> {
        let sketch = Sketcher::new(*index.settings()).sketch(&text(number));
        let (found, _) = index.find(&sketch).unwrap()?;
        Some(String::from_utf8(index.name(found).unwrap()).unwrap())
    }

    #[test]
    fn what_is_written_is_found_merged_and_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let (one, two) = (
            index(folder.path(), "1", 0..300),
            index(folder.path(), "2", 300..700),
        );
        assert_eq!(finds(&one, 7).as_deref(), Some("doc 7"));
        assert_eq!(finds(&one, 300), None);
        let names = [b"doc 7".to_vec(), b"doc 700".to_vec()];
        let mut gone = HashMap::from(names.map(|name| (name, false)));
        let mut bytes = Vec::new();
        let documents = write(
            &[Part::File(&one), Part::File(&two)],
            *one.settings(),
            &mut gone,
            &mut bytes,
        );
        assert_eq!(documents.unwrap(), 699);
        assert!(gone[&b"doc 7"[..]] && !gone[&b"doc 700"[..]]);
        let path = folder.path().join("3");
        std::fs::write(&path, &bytes).unwrap();
        let merged = Index::open(&path).unwrap();
        merged.verify().unwrap();
        for number in [0, 299, 300, 699] {
            assert_eq!(finds(&merged, number), Some(format!("doc {number}")));
        }
        assert_eq!(finds(&merged, 7), None);
        assert!(finds(&index(folder.path(), "4", 0..0), 1).is_none());
    }

    /// The pages of a template: fifty words of their own behind 150 that all have.
    fn page(number: u32) -> String {
        let template: String = (0..150).map(|word| format!("w{word} ")).collect();
        let own: String = (0..50).map(|word| format!("w{number}x{word} ")).collect();
        template + &own
    }

    #[test]
    fn each_of_many_pages_of_a_template_is_found_in_an_index_made_by_parts() {
        let settings = Settings::default();
        let mut sketcher = Sketcher::new(settings);
        let mut sketch = |number| sketcher.sketch(&page(number));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("index");
        let mut older: Option<Index> = None;
        for part in 0..4 {
            let mut fresh = Representatives::new(settings.similarity);
            let mut names: Vec<Box<[u8]>> = Vec::new();
            for number in part * 500..(part + 1) * 500 {
                fresh.insert(&sketch(number), None).unwrap();
                names.push(number.to_string().into_bytes().into());
            }
            let mut bytes = Vec::new();
            write_added(older.as_ref(), &fresh, &names, settings, &mut bytes).unwrap();
            std::fs::write(&path, bytes).unwrap();
            older = Some(Index::open(&path).unwrap());
        }
        let index = older.unwrap();
        let check = |index: &Index, sketch: &Sketch, name: u32| {
            let (found, similarity) = index.find(sketch).unwrap().unwrap();
            assert_eq!(similarity, 1.0);
            assert_eq!(index.name(found).unwrap(), name.to_string().into_bytes());
        };
        for number in 0..2000 {
            check(&index, &sketch(number), number);
        }
        // Also when documents are deleted that were before it.
        let names = (0..1900).map(|number: u32| (number.to_string().into_bytes(), false));
        let mut bytes = Vec::new();
        write(
            &[Part::File(&index)],
            settings,
            &mut names.collect(),
            &mut bytes,
        )
        .unwrap();
        std::fs::write(&path, bytes).unwrap();
        let rest = Index::open(&path).unwrap();
        for number in 1900..2000 {
            check(&rest, &sketch(number), number);
        }
    }

    #[test]
    fn a_document_takes_little_more_than_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let documents = 10_000;
        index(folder.path(), "1", 0..documents);
        let names: u64 = (0..documents)
            .map(|number| format!("doc {number}").len() as u64)
            .sum();
        let length = std::fs::metadata(folder.path().join("1")).unwrap().len();
        let each = (length - names) as f64 / f64::from(documents);
        assert!(each < 84.0, "{each}");
    }

    #[test]
    fn readers_go_on_with_the_index_that_they_opened() {
        let folder = tempfile::tempdir().unwrap();
        let (one, other) = (
            index(folder.path(), "1", 0..300),
            Index::open(&folder.path().join("1")).unwrap(),
        );
        index(folder.path(), "2", 300..400);
        std::fs::rename(folder.path().join("2"), folder.path().join("1")).unwrap();
        let newer = Index::open(&folder.path().join("1")).unwrap();
        std::thread::scope(|scope| {
            for index in [&one, &one, &other] {
                scope.spawn(|| {
                    for number in 0..300 {
                        assert_eq!(finds(index, number), Some(format!("doc {number}")));
                    }
                });
            }
        });
        assert_eq!(finds(&one, 300), None);
        assert_eq!(finds(&newer, 300).as_deref(), Some("doc 300"));
    }

    #[test]
    fn a_writer_that_fails_is_an_error_wherever_it_does() {
        /// Has room for this number of bytes.
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = (self.0.checked_sub(bytes.len())).ok_or(io::ErrorKind::StorageFull)?;
                Ok(bytes.len())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let whole = index(folder.path(), "1", 0..50);
        let length = std::fs::metadata(folder.path().join("1")).unwrap().len() as usize;
        let write = |room| {
            let parts = [Part::File(&whole)];
            write(
                &parts,
                *whole.settings(),
                &mut HashMap::new(),
                &mut Full(room),
            )
        };
        for place in 0..10 {
            assert!(write(place * length / 10).is_err(), "{place}");
        }
        assert!(write(length - 1).is_err());
        assert_eq!(write(length).unwrap(), 50);
    }

    #[test]
    fn damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let whole = index(folder.path(), "1", 0..50);
        let bytes = std::fs::read(folder.path().join("1")).unwrap();
        let path = folder.path().join("2");
        for length in (0..bytes.len()).rev().step_by(97).chain([0, 10, 600]) {
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(Index::open(&path).is_err(), "{length}");
        }
        let longer = [&bytes[..], &bytes[bytes.len() - FOOTER..]].concat();
        std::fs::write(&path, longer).unwrap();
        assert!(Index::open(&path).is_err());
        let all = |index: &Index| -> io::Result<Vec<_>> {
            let mut sketcher = Sketcher::new(*index.settings());
            let find = |number| match index.find(&sketcher.sketch(&text(number)))? {
                Some((found, similarity)) => Ok(Some((index.name(found)?, similarity))),
                None => Ok(None),
            };
            (0..60).map(find).collect()
        };
        let expected = all(&whole).unwrap();
        for at in (0..bytes.len())
            .step_by(41)
            .chain(bytes.len() - FOOTER..bytes.len())
        {
            let mut flipped = bytes.clone();
            flipped[at] ^= 1 << (at % 8);
            std::fs::write(&path, flipped).unwrap();
            // What is read of it is right.
            if let Ok(index) = Index::open(&path) {
                let reason = index.verify().unwrap_err().to_string();
                assert!(reason.starts_with("a checksum is wrong"), "{at}: {reason}");
                let index = Index::open(&path).unwrap();
                assert!(
                    all(&index).is_ok_and(|found| found == expected) || all(&index).is_err(),
                    "{at}"
                );
            }
        }
        let mut older = bytes.clone();
        older[MAGIC.len() - 2] = b'1';
        std::fs::write(&path, older).unwrap();
        let message = Index::open(&path).unwrap_err().to_string();
        assert!(message.starts_with("an index of another version"));
        let other = Settings {
            similarity: 0.7,
            ..Settings::default()
        };
        let message = whole.check(&other).unwrap_err().to_string();
        assert_eq!(
            message,
            "the index was made with --similarity 0.8 --shingle 5 --fold case,width,ignorable; give the same options"
        );
    }
}
