//! `--emit seen` and `--seen`: the n-grams that a corpus, or an addition to it, adds to those seen before, for later
//! additions.
//!
//! The format is a line of text, followed by 8 bytes for each n-gram, little-endian and ascending, and by the checksum
//! of all this (XXH3, 64 bits). The line has `trommel-seen 2`, the method, the kind of n-gram, the number of blocks and
//! the number of n-grams. The 8 bytes of an n-gram are the hash, and in the low bits the mark of [`crate::seen::Seen`].
//! It is not JSON because there are as many n-grams as words.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use command::{Error, Output};
use intake::display_path;
use platform::files;
use xxhash_rust::xxh3::Xxh3;

use super::options::Options;
use crate::Filter;
use crate::seen::{Full, Sighting};

/// The beginning of a file, and that of files of all versions.
const MAGIC: &str = "trommel-seen 2 ";
const ANY_VERSION: &str = "trommel-seen ";

/// The number of n-grams read or written at a time.
const NGRAMS_AT_ONCE: usize = 1 << 12;

/// The contents of the files of earlier runs.
#[derive(Debug, Default)]
pub(super) struct SeenBefore {
    /// Their n-grams in ascending order, if new ones are to be told from them.
    grams: Vec<u64>,
    /// The number of their blocks.
    blocks: u64,
}

impl Options {
    /// The beginning of a file's first line, which is the same for comparable n-grams.
    fn seen_kind(&self) -> String {
        let method = format!("{:?}", self.rules().method).to_lowercase();
        format!("{MAGIC}{method}:{}", self.kind().trim_end_matches(':'))
    }
}

/// Adds the n-grams of earlier runs to the filter, in order.
pub(super) fn read(options: &Options, filter: &mut Filter) -> Result<SeenBefore, Error> {
    let mut before = SeenBefore::default();
    for path in &options.before.seen {
        read_one(options, path, filter, &mut before).map_err(|error| error.of(path))?;
    }
    filter.add_blocks(before.blocks);
    before.grams.sort_unstable();
    before.grams.dedup();
    Ok(before)
}

/// The reason why a file cannot be used.
enum FileError {
    Io(std::io::Error),
    Other(String),
}

impl FileError {
    fn of(self, path: &Path) -> Error {
        match self {
            FileError::Io(error) => Error::io(display_path(path), &error),
            FileError::Other(message) => Error::new(display_path(path), message),
        }
    }
}

impl From<std::io::Error> for FileError {
    fn from(error: std::io::Error) -> Self {
        FileError::Io(error)
    }
}

fn read_one(
    options: &Options,
    path: &Path,
    filter: &mut Filter,
    before: &mut SeenBefore,
) -> Result<(), FileError> {
    let other = |message: &str| FileError::Other(message.to_owned());
    let mut file = BufReader::with_capacity(8 * NGRAMS_AT_ONCE, files::open(path)?);
    let mut line = Vec::new();
    // A file of another kind may have no line feed for gigabytes.
    file.by_ref().take(200).read_until(b'\n', &mut line)?;
    let [blocks, count] = numbers(&options.seen_kind(), &line)?;
    let expected =
        (count.checked_mul(8)).and_then(|bytes| bytes.checked_add(line.len() as u64 + 8));
    let metadata = file.get_ref().metadata()?;
    if metadata.is_file() && expected != Some(metadata.len()) {
        return Err(other(
            match expected.is_some_and(|expected| expected < metadata.len()) {
                true => "longer than it says, so it is damaged; make the file again",
                false => "cut short; make the file again",
            },
        ));
    }
    let low = options.rules().method.width().low();
    let room = usize::try_from(count)
        .map_err(|_| Full)
        .and_then(|count| filter.expect_before(count));
    room.map_err(|Full| {
        other("no room for its n-grams; give more -S, or --grams with those that occur more than once")
    })?;
    let mut hash = Xxh3::new();
    hash.update(&line);
    let mut bytes = vec![0; 8 * NGRAMS_AT_ONCE];
    let mut sightings = Vec::with_capacity(NGRAMS_AT_ONCE);
    let mut left = count;
    while left > 0 {
        let more = left.min(NGRAMS_AT_ONCE as u64);
        let bytes = &mut bytes[..8 * more as usize];
        fill(&mut file, bytes)?;
        hash.update(bytes);
        sightings.clear();
        for slot in bytes.chunks_exact(8).map(number) {
            let (gram, mark) = (slot & !low, (slot & low) as u16);
            if mark & 1 == 0 || gram == 0 {
                return Err(other(DAMAGED));
            }
            sightings.push(Sighting {
                gram,
                mark,
                block_number: 0,
            });
        }
        filter.seen_before(&sightings);
        if options.emit == super::options::OutputKind::Seen {
            before
                .grams
                .extend(sightings.iter().map(|sighting| sighting.gram));
        }
        left -= more;
    }
    let mut checksum = [0; 8];
    fill(&mut file, &mut checksum)?;
    if number(&checksum) != hash.digest() || !file.fill_buf()?.is_empty() {
        return Err(other(DAMAGED));
    }
    before.blocks += blocks;
    Ok(())
}

const DAMAGED: &str = "its checksum is wrong, so it is damaged; make the file again";

/// Returns the numbers of blocks and of n-grams in a file's first line.
fn numbers(kind: &str, line: &[u8]) -> Result<[u64; 2], FileError> {
    let line = String::from_utf8_lossy(line);
    let Some(numbers) = line.strip_prefix(kind) else {
        return Err(FileError::Other(if line.starts_with(MAGIC) {
            let made = line.trim_end();
            format!("not made with the same --method, -n, --tokens and --fold: {made}")
        } else if line.starts_with(ANY_VERSION) {
            "made by another version of blockdedup; make the file again".to_owned()
        } else {
            "no file of --emit seen".to_owned()
        }));
    };
    let numbers: Option<Vec<u64>> = (numbers.split_ascii_whitespace())
        .map(|number| number.parse().ok())
        .collect();
    let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
    numbers.ok_or_else(|| FileError::Other("no file of --emit seen".to_owned()))
}

fn fill(file: &mut BufReader<File>, bytes: &mut [u8]) -> Result<(), FileError> {
    match files::read_full(file, bytes)? == bytes.len() {
        true => Ok(()),
        false => Err(FileError::Other(
            "cut short; make the file again".to_owned(),
        )),
    }
}

fn number(bytes: &[u8]) -> u64 {
    u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
}

/// Writes the n-grams seen in this run but not before.
pub(super) fn write(
    options: &Options,
    filter: &mut Filter,
    before: &SeenBefore,
    out: &mut Output,
) -> Result<(), Error> {
    let blocks = filter.blocks() - before.blocks;
    let mut known = before.grams.iter().peekable();
    // The table is sorted.
    let new: Vec<u64> = filter
        .drain()
        .filter(|&(gram, mark)| {
            while known.next_if(|&&known| known < gram).is_some() {}
            mark != 0 && known.peek() != Some(&&gram)
        })
        .map(|(gram, mark)| gram | u64::from(mark))
        .collect();
    let head = format!("{} {blocks} {}\n", options.seen_kind(), new.len());
    out.write(head.as_bytes())?;
    let mut hash = Xxh3::new();
    hash.update(head.as_bytes());
    for piece in new.chunks(NGRAMS_AT_ONCE) {
        let bytes: Vec<u8> = piece.iter().flat_map(|slot| slot.to_le_bytes()).collect();
        hash.update(&bytes);
        out.write(&bytes)?;
    }
    out.write(&hash.digest().to_le_bytes())
}
