//! `--emit seen` and `--seen`: the n-grams that a corpus, or an addition to it, adds to those seen before, for later
//! additions.
//!
//! The format is a line of text, followed by 8 bytes for each n-gram, little-endian and ascending. The line has
//! `trommel-seen`, the method, the kind of n-gram, the number of blocks and the number of n-grams. The 8 bytes are the
//! hash, and in the low bits the mark of [`crate::seen::Seen`]. It is not JSON because there are as many n-grams as
//! words.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use command::{Error, Output};
use intake::display_path;
use platform::files;

use super::options::Options;
use crate::Filter;
use crate::seen::{Full, Sighting};

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
        format!(
            "trommel-seen {method}:{}",
            self.kind().trim_end_matches(':')
        )
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
    let line = String::from_utf8(line).unwrap_or_default();
    let kind = options.seen_kind();
    let Some(numbers) = line.strip_prefix(&kind) else {
        return Err(FileError::Other(match line.starts_with("trommel-seen ") {
            true => format!(
                "not made with the same --method, -n, --tokens and --fold: {}",
                line.trim_end()
            ),
            false => "no file of --emit seen".to_owned(),
        }));
    };
    let numbers: Vec<u64> = (numbers.split_ascii_whitespace())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [blocks, count] = numbers[..] else {
        return Err(other("no file of --emit seen"));
    };
    let low = options.rules().method.width().low();
    let room = usize::try_from(count)
        .map_err(|_| Full)
        .and_then(|count| filter.expect_before(count));
    room.map_err(|Full| {
        other("no room for its n-grams; give more -S, or --grams with those that occur more than once")
    })?;
    let mut sightings = Vec::with_capacity(NGRAMS_AT_ONCE);
    let mut left = count;
    while left > 0 {
        let more = left.min(NGRAMS_AT_ONCE as u64) as usize;
        sightings.clear();
        for _ in 0..more {
            let slot = number(&mut file)?.ok_or_else(|| other("cut short"))?;
            let (gram, mark) = (slot & !low, (slot & low) as u16);
            if mark & 1 == 0 || gram == 0 {
                return Err(other(
                    "damaged: there is a number that is not an n-gram; make the file again",
                ));
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
        left -= more as u64;
    }
    if number(&mut file)?.is_some() {
        return Err(other("longer than it says"));
    }
    before.blocks += blocks;
    Ok(())
}

fn number(file: &mut BufReader<File>) -> std::io::Result<Option<u64>> {
    if file.fill_buf()?.is_empty() {
        return Ok(None);
    }
    let mut bytes = [0; 8];
    file.read_exact(&mut bytes)
        .map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => std::io::Error::other("cut short"),
            _ => error,
        })?;
    Ok(Some(u64::from_le_bytes(bytes)))
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
    for piece in new.chunks(NGRAMS_AT_ONCE) {
        let bytes: Vec<u8> = piece.iter().flat_map(|slot| slot.to_le_bytes()).collect();
        out.write(&bytes)?;
    }
    Ok(())
}
