//! Bounds of some jobs for any code: the least program that reads, divides and writes the same bytes, and accesses as
//! much memory.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Subcommand;
use freqlines::{Batch, Buffer};
use platform::prefetch::{lookahead, prefetch};
use platform::table::Table;
use platform::threads::share;

use crate::random::Random;

/// The bound to measure.
#[derive(Subcommand)]
pub enum What {
    /// Count lines: read, split and hash each, and access tables at a place that the hash gives, asked for ahead
    Lines {
        /// The file
        file: PathBuf,
        /// Sizes of tables in MiB, each accessed once a line
        #[arg(long, value_delimiter = ',')]
        tables: Vec<usize>,
        /// The share of the lines to store, instead of the distinct ones; the others access a stored one. At the end
        /// they are sorted by their first bytes and written
        #[arg(long, default_value_t = 0.0)]
        store: f64,
        /// Sort and write this number of stored lines together
        #[arg(long, default_value_t = usize::MAX, hide_default_value = true)]
        together: usize,
    },
    /// Read documents: each file of a list whole, checked to be UTF-8 and split into lines
    Documents {
        /// The list
        list: PathBuf,
        /// Write each line, and this number of bytes before it
        #[arg(long, conflicts_with = "threads")]
        frame: Option<usize>,
        /// The number of threads; each reads a part of the list
        #[arg(short = 'j', long, default_value_t = NonZeroUsize::MIN)]
        threads: NonZeroUsize,
    },
    /// Access a table at random places, asked for ahead
    Accesses {
        /// The size of the table in MiB
        mebibytes: usize,
        /// Millions of accesses
        millions: u64,
        /// Ask for huge pages
        #[arg(long)]
        huge_pages: bool,
    },
}

/// As much as freqlines reads at once.
const READ_SIZE: usize = 256 << 10;
/// As much as the tools write at once.
const WRITE_SIZE: usize = 64 << 10;
/// The places of this many accesses are made at once.
const PLACES: u64 = 1 << 13;

/// Does it, and prints numbers that depend on all of it, so that no work is left out.
pub fn run(what: &What) -> anyhow::Result<()> {
    match what {
        What::Lines {
            file,
            tables,
            store,
            together,
        } => lines(file, tables, *store, *together),
        What::Documents {
            list,
            frame,
            threads,
        } => documents(list, *frame, *threads),
        What::Accesses {
            mebibytes,
            millions,
            huge_pages,
        } => accesses(*mebibytes << 20, millions * 1_000_000, *huge_pages),
    }
}

fn lines(file: &Path, tables: &[usize], store: f64, together: usize) -> anyhow::Result<()> {
    let mut input = File::open(file).with_context(|| file.display().to_string())?;
    let mut tables: Vec<Vec<u64>> = (tables.iter())
        .map(|size| vec![0; (size << 20) / size_of::<u64>()])
        .collect();
    let mut stored = Stored::new(store);
    let mut out = BufWriter::with_capacity(WRITE_SIZE, io::stdout().lock());
    let mut block = vec![0; READ_SIZE];
    let mut buffer = Buffer::default();
    let (mut lines, mut all, mut filled) = (0, 0, 0);
    loop {
        let read = input.read(&mut block[filled..])?;
        filled += read;
        // A line that does not end here is read on, in a larger block if need be.
        let whole = match block[..filled].iter().rposition(|&byte| byte == b'\n') {
            Some(last) if read > 0 => last + 1,
            _ if read > 0 => {
                block.resize(block.len().max(2 * filled), 0);
                continue;
            }
            _ => filled,
        };
        let batch = Batch::split(&block[..whole], &mut buffer);
        lines += batch.hashes.len();
        all = batch.hashes.iter().fold(all, |all, hash| all ^ hash);
        for table in &mut tables {
            all ^= access(table, batch.hashes);
        }
        if store > 0.0 {
            all ^= stored.add(&batch);
        }
        if stored.keys.len() >= together {
            stored.write_sorted(&mut out)?;
        }
        if read == 0 {
            break;
        }
        block.copy_within(whole..filled, 0);
        filled -= whole;
    }
    drop(tables);
    stored.write_sorted(&mut out)?;
    out.flush()?;
    eprintln!("{lines} lines, {all:016x}");
    Ok(())
}

fn place(hash: u64, size: usize) -> usize {
    ((u128::from(hash) * size as u128) >> u64::BITS) as usize
}

/// Adds one to the place of each hash, as a count would be; returns a number that depends on what was there.
fn access(table: &mut [u64], hashes: &[u64]) -> u64 {
    let size = table.len();
    let mut all = 0;
    for (_, [now, next, _]) in lookahead(hashes) {
        (next.iter()).for_each(|&hash| prefetch(table, place(hash, size)));
        for &hash in now {
            let cell = &mut table[place(hash, size)];
            all ^= *cell;
            *cell += 1;
        }
    }
    all
}

/// A share of the lines, instead of the distinct ones.
struct Stored {
    /// Lines with smaller hashes are stored.
    below: u64,
    /// Lines, each with its length before it in four bytes; the first `used` parts have some.
    parts: Vec<Vec<u8>>,
    used: usize,
    /// A key for the sort above the place of the line, for each.
    keys: Vec<u128>,
}

/// The size of a part of the stored lines, so that they grow without being copied.
const PART: usize = 1 << 20;
/// The number of bits of a place.
const PLACE_BITS: u32 = 40;

impl Stored {
    fn new(share: f64) -> Self {
        Stored {
            below: (share * u64::MAX as f64) as u64,
            parts: Vec::new(),
            used: 0,
            keys: Vec::new(),
        }
    }

    /// Stores the lines of a batch, or accesses stored ones.
    fn add(&mut self, batch: &Batch<'_>) -> u64 {
        let mut all = 0;
        for (from, [now, next, _]) in lookahead(batch.hashes) {
            // The last part may not be full.
            let size = self.used.saturating_sub(1) * PART;
            let known = |hash: u64| {
                let place = place(hash.rotate_left(32), size);
                (place / PART, place % PART)
            };
            for &hash in next.iter().filter(|&&hash| hash >= self.below && size > 0) {
                let (part, at) = known(hash);
                prefetch(&self.parts[part], at);
            }
            for (index, &hash) in (from..).zip(now) {
                if hash < self.below {
                    self.store(batch.lines.get(index));
                } else if size > 0 {
                    let (part, at) = known(hash);
                    all += self.parts[part].get(at).map_or(0, |&byte| byte.into());
                }
            }
        }
        all
    }

    fn store(&mut self, line: &[u8]) {
        let needed = line.len() + size_of::<u32>();
        let has_room = |part: &Vec<u8>| part.len() + needed <= PART;
        if self.used == 0 || !has_room(&self.parts[self.used - 1]) {
            if self.used == self.parts.len() {
                self.parts.push(Vec::with_capacity(PART.max(needed)));
            }
            self.used += 1;
        }
        let last = self.used - 1;
        let part = &mut self.parts[last];
        self.keys.push(key(line, last * PART + part.len()));
        part.extend_from_slice(&(line.len() as u32).to_le_bytes());
        part.extend_from_slice(line);
    }

    /// Writes the lines in the order of their first bytes, and forgets them.
    fn write_sorted(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.keys.sort_unstable();
        let at = |key: u128| {
            let place = key as usize & ((1 << PLACE_BITS) - 1);
            (&self.parts[place / PART], place % PART)
        };
        for (_, [now, next, _]) in lookahead(&self.keys) {
            for (part, from) in next.iter().map(|&key| at(key)) {
                prefetch(part, from);
            }
            for (part, from) in now.iter().map(|&key| at(key)) {
                let (length, line) = part[from..].split_first_chunk().expect("a length");
                out.write_all(b"1\t")?;
                out.write_all(&line[..u32::from_le_bytes(*length) as usize])?;
                out.write_all(b"\n")?;
            }
        }
        self.keys.clear();
        self.parts.iter_mut().for_each(Vec::clear);
        self.used = 0;
        Ok(())
    }
}

/// The first eleven bytes of a line above its place.
fn key(line: &[u8], place: usize) -> u128 {
    let mut bytes = [0; 16];
    let length = line.len().min(11);
    bytes[..length].copy_from_slice(&line[..length]);
    u128::from_be_bytes(bytes) | place as u128
}

fn documents(list: &Path, frame: Option<usize>, threads: NonZeroUsize) -> anyhow::Result<()> {
    let names = fs::read_to_string(list).with_context(|| list.display().to_string())?;
    let names: Vec<&str> = names.lines().collect();
    let frame = frame.map(|length| vec![b' '; length]);
    let parts = names.chunks(names.len().div_ceil(threads.get()).max(1));
    let mut parts: Vec<_> = parts.map(|names| (names, None)).collect();
    share(threads.get(), &mut parts, |(names, read)| {
        *read = Some(read_documents(names, frame.as_deref()));
    });
    let (mut text, mut lines) = (0, 0);
    for read in parts.into_iter().filter_map(|(_, read)| read) {
        let read = read?;
        text += read.text;
        lines += read.lines;
    }
    eprintln!("{text} documents in UTF-8, {lines} lines");
    Ok(())
}

/// The counts of one thread.
struct Part {
    /// The number of documents in UTF-8.
    text: usize,
    /// The number of lines.
    lines: usize,
}

fn read_documents(names: &[&str], frame: Option<&[u8]>) -> anyhow::Result<Part> {
    let mut out = BufWriter::with_capacity(WRITE_SIZE, io::stdout());
    let (mut bytes, mut lines, mut text) = (Vec::new(), 0, 0);
    for name in names {
        bytes.clear();
        let mut file = File::open(name).with_context(|| name.to_string())?;
        file.read_to_end(&mut bytes)?;
        text += usize::from(simdutf8::basic::from_utf8(&bytes).is_ok());
        let mut from = 0;
        for end in memchr::memchr_iter(b'\n', &bytes) {
            if let Some(frame) = frame {
                out.write_all(frame)?;
                out.write_all(&bytes[from..=end])?;
            }
            from = end + 1;
            lines += 1;
        }
    }
    out.flush()?;
    Ok(Part { text, lines })
}

fn accesses(size: usize, number: u64, huge_pages: bool) -> anyhow::Result<()> {
    let cells = size / size_of::<u64>();
    let (mut plain, mut huge);
    let table: &mut [u64] = if huge_pages {
        huge = Table::zeros(cells).context("no memory")?;
        &mut huge
    } else {
        plain = vec![0; cells];
        &mut plain
    };
    let mut random = Random::new(1);
    let mut all = 0;
    for from in (0..number).step_by(PLACES as usize) {
        let places: Vec<u64> = (from..number.min(from + PLACES))
            .map(|_| random.next())
            .collect();
        all ^= access(table, &places);
    }
    eprintln!("{number} accesses, {all:016x}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_written_in_order() {
        let block = b"to be\nor not\nto be or not to be\nthat\n";
        let mut buffer = Buffer::default();
        let mut stored = Stored::new(1.0);
        for _ in 0..2 {
            stored.add(&Batch::split(block, &mut buffer));
            let mut out = Vec::new();
            stored.write_sorted(&mut out).unwrap();
            let expected = "1\tor not\n1\tthat\n1\tto be\n1\tto be or not to be\n";
            assert_eq!(String::from_utf8(out).unwrap(), expected);
        }
    }
}
