//! The command line of freqlines.

mod by_file;
mod frequencies;
mod groups;
mod originals;
mod read;
mod together;
mod write;

pub use frequencies::for_each_frequent;

use std::path::Path;
use std::sync::Mutex;

use clap::Parser;
use clap::builder::{PossibleValue, PossibleValuesParser};
use command::args::{SpillArgs, parse_share};
use command::{CommonArgs, Error, FormatArgs, Output, Process, RecordArgs, ThreadArgs, Tool};

use platform::threads::lock;
use record::GroupBy;

use crate::backend::{self, BACKENDS, Backend};
use crate::{Buffer, Counts, Hash, Order, Structure};
use by_file::ByFile;
use read::{Content, Parser as BlockParser, Reader, Target};
use together::Together;
use write::Writer;

/// Count lines and write the frequent ones, most frequent first
///
/// Reads line records, or plain lines with --raw-input. A record with a count counts that many times, so any output
/// of freqlines can be its input. Counts of parts of a corpus made with -k 0 add up to those of the whole. Lines with
/// equal counts are in byte order. (Kaser & Lemire 2007, section 3.3)
#[derive(Debug, Parser)]
#[command(name = "freqlines")]
pub struct Options {
    #[command(flatten)]
    records: RecordArgs,

    #[command(flatten)]
    counting: CountingArgs,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    spill: SpillArgs,

    #[command(flatten)]
    threads: ThreadArgs,

    #[command(flatten)]
    common: CommonArgs,
}

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Counting")]
struct CountingArgs {
    /// Write lines that occur more than K times [default: 10, or 0 with --top or --max-count]
    #[arg(short = 'k', long, value_name = "K")]
    more_than: Option<u64>,

    /// Write lines that occur at least N times: the same as -k N-1
    #[arg(long, value_name = "N", conflicts_with = "more_than", value_parser = clap::value_parser!(u64).range(1..))]
    min_count: Option<u64>,

    /// Write lines that occur at most N times
    #[arg(long, value_name = "N")]
    max_count: Option<u64>,

    /// Write only the N most frequent of them
    #[arg(long, value_name = "N")]
    top: Option<u64>,

    /// Write them in no particular order, which is faster if there are many
    #[arg(long, conflicts_with = "top")]
    unsorted: bool,

    /// Count a line once per document; a document's lines must be consecutive; with -R each FILE is a document
    ///
    /// Of the records with the same text in a document only the first counts, with its count if it has one. All records
    /// without a document, and all with other keys than texts, are counted.
    #[arg(long)]
    per_doc: bool,

    /// Count each document by itself; with -R each FILE is a document
    ///
    /// Documents are in input order, and the frequent lines of each have its name. -k, --top and the like are for a
    /// document. A document's lines must be consecutive. Only by --backend exact, in memory for the lines of one document.
    #[arg(long, conflicts_with = "per_doc")]
    by_file: bool,

    /// Count each group of documents by itself: FIELD of the records, host, domain or folder
    ///
    /// host is the host of the field url, or of a document whose name is a URL; domain is the part of it that somebody registered; folder is the folder of the document's name. The group of a
    /// record is its field group, if it has one, else its field FIELD: linenorm --by FIELD takes it from the documents. Frequent lines have
    /// the field group, for cutbounds --by. -k and --min-share are for a group, --top for all. Only by --backend exact and external.
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["by_file", "raw_input"])]
    by: Option<GroupBy>,

    /// With --per-doc, write lines that more than this share of the documents of their group have
    ///
    /// Without --by, all documents are one group. Lines of a few documents may be chance: -k is 2 then.
    #[arg(long, value_name = "P", value_parser = parse_share, requires = "per_doc", hide_short_help = true)]
    min_share: Option<f64>,

    /// Add one of the lines as it was before normalisation, to search for: after linenorm --original
    ///
    /// It is the field `original` of the first record with the text. A text without one stands for itself. With -r, these
    /// are written instead of the normalised lines.
    #[arg(long, conflicts_with = "raw_input")]
    example: bool,

    /// The counting method; see BACK ENDS in the man page
    #[arg(
        long,
        value_name = "NAME",
        default_value = BACKENDS[0].name,
        value_parser = PossibleValuesParser::new(BACKENDS.iter().map(possible_value)),
    )]
    backend: String,

    /// fingerprint: the hash, xxh3 or crc64
    #[arg(long, value_name = "HASH", value_parser = PossibleValuesParser::new(Hash::ALL.map(Hash::name)), hide_short_help = true)]
    hash: Option<String>,

    /// counters, countmin, twopass: 2^BITS counters (23); in countmin, in each row
    #[arg(long, value_name = "BITS")]
    bits: Option<u8>,

    /// counters: the width of a counter, 8, 16 or 32 bits (32)
    #[arg(
        long,
        value_name = "BITS",
        conflicts_with = "morris",
        hide_short_help = true
    )]
    counter_bits: Option<u8>,

    /// counters: count approximately, in 8 bits, up to 4 * 10^9 (Morris 1978)
    #[arg(long, hide_short_help = true)]
    morris: bool,

    /// majority: monitor C lines at once (100000)
    #[arg(long, value_name = "C", hide_short_help = true)]
    counters: Option<usize>,

    /// countmin: the number of rows (4)
    #[arg(long, value_name = "N", hide_short_help = true)]
    rows: Option<usize>,

    /// sample: take each line with probability P (0.01)
    #[arg(long, value_name = "P", hide_short_help = true)]
    rate: Option<f64>,

    /// sample, --morris: the seed of the pseudo-random numbers (0)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn possible_value(backend: &Backend) -> PossibleValue {
    PossibleValue::new(backend.name).help(format!(
        "{}. Memory: {}. Guarantee: {}. Choose it when {}.",
        backend.help, backend.memory, backend.promise, backend.choose
    ))
}

impl CountingArgs {
    /// Rejects options that the chosen back end does not use.
    fn check(&self, backend: &Backend, spill: &SpillArgs) -> Result<(), Error> {
        if self.by_file && backend.name != BACKENDS[0].name {
            return Err(Error::new(
                "--by-file",
                format_args!(
                    "this is for --backend {}, not {}",
                    BACKENDS[0].name, backend.name
                ),
            ));
        }
        let by_texts = [BACKENDS[0].name, "external"];
        if self.by.is_some() && !by_texts.contains(&backend.name) {
            return Err(Error::new(
                "--by",
                format_args!(
                    "this is for --backend {}, not {}",
                    by_texts.join(" or "),
                    backend.name
                ),
            ));
        }
        let given = [
            ("hash", self.hash.is_some()),
            ("bits", self.bits.is_some()),
            ("counter-bits", self.counter_bits.is_some()),
            ("morris", self.morris),
            ("counters", self.counters.is_some()),
            ("rows", self.rows.is_some()),
            ("rate", self.rate.is_some()),
            ("seed", self.seed.is_some()),
            ("buffer-size", spill.buffer_size.is_some()),
            (
                "temporary-directory",
                spill.temporary.temporary_directory.is_some(),
            ),
        ];
        for (option, _) in given.into_iter().filter(|(_, given)| *given) {
            if !backend.options.contains(&option) {
                let others = BACKENDS
                    .iter()
                    .filter(|other| other.options.contains(&option));
                let names: Vec<&str> = others.map(|other| other.name).collect();
                return Err(Error::new(
                    format_args!("--{option}"),
                    format_args!(
                        "this is for --backend {}, not {}",
                        names.join(" or "),
                        backend.name
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Whether the user gave no limit for the count of a line.
    fn is_more_than_default(&self) -> bool {
        let said = [self.more_than, self.min_count, self.top, self.max_count];
        said.iter().all(Option::is_none)
    }

    fn more_than(&self) -> u64 {
        // With --top or --max-count, any count is accepted, as for the ten most frequent lines of a
        // short file.
        let any_count = self.top.is_some() || self.max_count.is_some();
        match (self.min_count, self.more_than) {
            (Some(count), _) => count - 1,
            (None, Some(more_than)) => more_than,
            (None, None) if any_count => 0,
            (None, None) if self.min_share.is_some() => 2,
            (None, None) => 10,
        }
    }

    fn options(&self, spill: &SpillArgs) -> crate::Options {
        let default = crate::Options::default();
        crate::Options {
            more_than: self.more_than(),
            order: if self.unsorted {
                Order::Unsorted
            } else {
                Order::Sorted
            },
            hash: self
                .hash
                .as_ref()
                .and_then(|name| name.parse().ok())
                .unwrap_or(default.hash),
            bits: self.bits.unwrap_or(default.bits),
            counter_bits: self.counter_bits.unwrap_or(default.counter_bits),
            morris: self.morris,
            counters: self.counters.unwrap_or(default.counters),
            rows: self.rows.unwrap_or(default.rows),
            rate: self.rate.unwrap_or(default.rate),
            seed: self.seed.unwrap_or(default.seed),
            memory: spill.buffer_size.unwrap_or(default.memory),
            temporary_directory: spill.directory(),
            threads: default.threads,
        }
    }
}

/// The size in bytes of blocks that are read, hashed and counted. Blocks larger than a core's cache
/// gain nothing.
const READ_SIZE: usize = 256 * 1024;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# find the lines that occur more than 10 times at the ends of books
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
# print the ten most frequent lines of a log
awk '{ print $1, $4 }' log | freqlines -R --format tsv --top 10
# count two files apart, then add their counts
freqlines -R -k 0 --unsorted log > a.jsonl; freqlines -R -k 0 --unsorted log.1 > b.jsonl; cat a.jsonl b.jsonl | freqlines
# find lines that occur in more than 3 files
freqlines -R --per-doc -k 3 log log.1 part1 part2
# find the lines that more than half of the pages of each folder have, for cutbounds --by folder
find site -name '*.html' | linenorm --keep-trivial | freqlines --by folder --per-doc --min-share .5 > folders.jsonl
# find the lines that occur more than 10 times in the same log
freqlines -R --by-file log log.1
# search the books for three of their frequent lines
find books -name '*.txt' | linenorm --ends 300 --original | freqlines --example -r | head -n 3 > lines; grep -rFf lines books
# print the lines that occur once
freqlines -R --max-count 1 -r log
# count more lines than memory holds, exactly
freqlines -R --backend external -S 64M -T . log log.1
# count with 2^26 small counters, and report how full they are
freqlines -R --stats --backend counters --bits 26 --counter-bits 8 log 2> stats";

    const MEMORY: &'static str = "Grows with distinct lines: their bytes and 18 to 24 bytes for each. external is bounded by -S (1 GiB by default). The others, except fingerprint, are bounded by their options and the frequent lines; with -k 0 these are all lines. See BACK ENDS in the man page. Keys of another kind in records are in memory as well, and 20 to 60 bytes for each record with an error above 0. The option --per-doc keeps the distinct lines of a document and the names of all, and --example a line of each distinct text. With --by-file only the lines of one document are in memory.";

    const SECTIONS: &'static [&'static str] = &[include_str!("backends.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let backend = backend::find(&self.counting.backend)
            .expect("clap lets only names from the table through");
        self.counting.check(backend, &self.spill)?;
        if backend.passes > 1 {
            check_can_be_read_again(backend, &self.records)?;
            process.print_once();
        }
        let options = crate::Options {
            // Documents are counted one at a time, which does not take long.
            threads: match self.counting.by_file || self.counting.per_doc {
                true => 1,
                false => self.threads.count(),
            },
            ..self.counting.options(&self.spill)
        };
        if (backend.hides_hashes)(&options) {
            crate::hash::randomise_keys();
        }
        let CountingArgs {
            per_doc,
            by_file,
            example,
            ..
        } = self.counting;
        let mut writer = Writer::new(&self.counting, self.format, process, out);
        if by_file {
            let by_file = ByFile::new(options, example, writer, process)?;
            let mut reader = Reader::new(by_file, process);
            self.read(&mut reader, process)?;
            return reader.into_target().finish();
        }
        let counter = backend.build(&options).map_err(failed)?;
        let counts = Counts::new(counter, options.more_than);
        let together = Together::new(counts, per_doc, example, process);
        let together = together.by_group(self.counting.by.is_some());
        let mut reader = Reader::new(together, process);
        for pass in 0..backend.passes {
            if pass > 0 {
                reader.end_pass();
                reader.target().end_pass();
                process.reads_again();
            }
            let threads = self.threads.count();
            let siblings = match self.records.raw_input {
                true => siblings(threads, reader.target()),
                false => Vec::new(),
            };
            if !siblings.is_empty() {
                self.count_plain(siblings, process)?;
            } else if self.records.raw_input && !per_doc && threads == 1 {
                // A block that is split in this thread can be counted at the same time.
                let mut blocks = self.blocks(process);
                while let Some(block) = blocks.next_block() {
                    reader.target().count_plain(block.bytes)?;
                }
            } else {
                self.read(&mut reader, process)?;
            }
        }
        reader.warn_of_groups(self.counting.by.as_ref());
        process.stage("sorting and writing");
        let (counts, originals, sizes) = reader.into_target().into_parts();
        let stats = writer.write(counts, None, originals.as_ref(), &sizes)?;
        writer.finish()?;
        write::count_stats(&stats, process);
        if let Some(full @ 1..) = stats.saturated {
            process.warn(
                "counters",
                format_args!("{full} of them are at the largest number they can hold, so these counts may be under"),
            );
        }
        Ok(())
    }
}

impl Options {
    fn blocks<'a>(&self, process: &'a Process) -> intake::blocks::Blocks<'a> {
        self.records.blocks(READ_SIZE, process).unnumbered()
    }

    /// Reads all inputs once.
    fn read(&self, reader: &mut Reader<impl Target>, process: &Process) -> Result<(), Error> {
        let content = self.content();
        let mut blocks = self.blocks(process);
        match self.threads.count() {
            1 => {
                let mut parser = BlockParser::new(content, self.counting.by.as_ref());
                while let Some(block) = blocks.next_block() {
                    let parsed = parser.parse(block.bytes);
                    reader.count(block.bytes, &parsed, (&block.origin, &block.name))?;
                    parser.take_back(parsed);
                }
            }
            threads => {
                let siblings = Mutex::new(siblings(threads, reader.target()));
                platform::threads::ordered(
                    threads,
                    std::iter::from_fn(|| blocks.next_block().map(read::OwnedBlock::from)),
                    || {
                        let parser = BlockParser::new(content, self.counting.by.as_ref());
                        (parser, lock(&siblings).pop())
                    },
                    |(parser, sibling), block| {
                        let mut parsed = parser.parse(&block.bytes);
                        if let Some(sibling) = sibling {
                            let counted = parsed.count_with(&mut **sibling, &block.bytes);
                            counted.unwrap_or_else(|error| process.end_now(failed(error)));
                        }
                        (block, parser.rest_of(parsed))
                    },
                    |(block, parsed)| {
                        let from = (&block.origin, &*block.name);
                        let counted = reader.count(&block.bytes, &parsed, from);
                        counted.unwrap_or_else(|error| process.end_now(error));
                    },
                )
            }
        }
        Ok(())
    }

    /// Counts all inputs as plain lines, with one thread per counter. The threads take turns in
    /// reading.
    fn count_plain(
        &self,
        counters: Vec<Box<dyn Structure>>,
        process: &Process,
    ) -> Result<(), Error> {
        struct Worker {
            counter: Box<dyn Structure>,
            block: Vec<u8>,
            buffer: Buffer,
        }
        let worker = |counter| Worker {
            counter,
            block: Vec::new(),
            buffer: Buffer::default(),
        };
        let mut workers: Vec<Worker> = counters.into_iter().map(worker).collect();
        let blocks = Mutex::new(self.blocks(process));
        let next_block = |into: &mut Vec<u8>| lock(&blocks).take_block(into);
        platform::threads::each(&mut workers, |worker| {
            while let Some(()) = next_block(&mut worker.block) {
                let counted = worker.counter.add_block(&worker.block, &mut worker.buffer);
                // Another thread may be blocked on standard input.
                counted.unwrap_or_else(|error| process.end_now(failed(error)));
            }
        });
        let mut counters = workers.into_iter().map(|worker| worker.counter);
        counters.try_for_each(Structure::join).map_err(failed)
    }

    /// Returns the parts of the input to read.
    fn content(&self) -> Content {
        match self.records.raw_input {
            true => Content::Lines,
            false => Content::Records {
                docs: self.counting.per_doc || self.counting.by_file,
                originals: self.counting.example,
            },
        }
    }
}

/// Returns a counter for each thread; none for one thread, or if lines must be counted in input
/// order.
fn siblings(threads: usize, target: &impl Target) -> Vec<Box<dyn Structure>> {
    match threads {
        1 => Vec::new(),
        _ => (0..threads).map_while(|_| target.sibling()).collect(),
    }
}

/// Rejects standard input, pipes and devices. Unreadable files are reported later, when they are
/// opened.
fn check_can_be_read_again(backend: &Backend, records: &RecordArgs) -> Result<(), Error> {
    let only_once = |file: &std::ffi::OsString| {
        let metadata = Path::new(file).metadata();
        file == "-" || metadata.is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
    };
    if records.files.is_empty() || records.files.iter().any(only_once) {
        return Err(Error::new(
            format_args!("--backend {}", backend.name),
            "this reads the input twice, so it needs FILEs, and no pipes; use exact for others",
        ));
    }
    Ok(())
}

fn failed(error: crate::Error) -> Error {
    match error {
        crate::Error::Temporary { directory, source } => Error::io(directory.display(), &source),
        crate::Error::Memory(_) => Error::new("--bits", error),
        other => Error::new("counting", other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_man_page_names_every_back_end() {
        let section = Options::SECTIONS[0];
        for backend in BACKENDS {
            assert!(
                section.contains(&format!("| `{}` |", backend.name)),
                "{}",
                backend.name
            );
        }
    }
}
