//! The command line of freqlines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::ControlFlow;

use clap::Parser;
use clap::builder::PossibleValuesParser;
use kit::output::{write_csv, write_tsv};
use kit::{Blocks, CommonArgs, Error, Format, FormatArgs, Output, Process, RecordArgs, Tool};
use record::{Fields, Frequency, Name};

use crate::backend::{self, BACKENDS};
use crate::{Batch, Counter, Frequent, Hashes, Key};

/// Count lines and write the frequent ones, most frequent first
///
/// Reads line records, or plain lines with --raw-input. A record with a count counts that often, so any output of
/// freqlines is input to freqlines, and counts made in pieces with -k 0 add up to those of the whole. Lines with equal
/// counts come in the order of their bytes. (Kaser & Lemire 2007, section 3.3)
#[derive(Debug, Parser)]
#[command(name = "freqlines")]
pub struct Options {
    #[command(flatten)]
    records: RecordArgs,

    /// Write lines that occur more than K times
    #[arg(
        short = 'k',
        long,
        value_name = "K",
        default_value_t = 10,
        help_heading = "Counting"
    )]
    more_than: u64,

    /// Write only the N most frequent of them
    #[arg(long, value_name = "N", help_heading = "Counting")]
    top: Option<u64>,

    /// Count a line once per document; the lines of a document must follow each other, with -R each FILE is one
    #[arg(long, help_heading = "Counting")]
    per_doc: bool,

    /// How to count
    #[arg(
        long,
        value_name = "NAME",
        default_value = BACKENDS[0].name,
        value_parser = PossibleValuesParser::new(BACKENDS.iter().map(|backend| backend.name)),
        help_heading = "Counting"
    )]
    backend: String,

    #[command(flatten)]
    format: FormatArgs,

    #[command(flatten)]
    common: CommonArgs,
}

/// Lines are read, hashed and counted in blocks of about this size.
const BLOCK: usize = 512 * 1024;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# the lines that occur more than 10 times at the ends of books
find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
# the ten most frequent lines of a log
awk '{ print $1, $4 }' log | freqlines -R --format tsv --top 10
# counts made in pieces add up
freqlines -R -k 0 log > a.jsonl; freqlines -R -k 0 log.1 > b.jsonl; cat a.jsonl b.jsonl | freqlines";

    const MEMORY: &'static str =
        "Grows with distinct lines: their bytes and 8 to 16 bytes for each.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let backend =
            backend::find(&self.backend).expect("clap lets only names from the table through");
        let options = crate::Options {
            more_than: self.more_than,
            ..crate::Options::default()
        };
        let mut counter = backend.build(&options).map_err(failed)?;
        let mut reader = Reader {
            per_doc: self.per_doc.then(PerDocument::default),
            hashes: Hashes::default(),
            process,
        };
        let mut blocks = Blocks::new(&self.records, BLOCK, process);
        while let Some(block) = blocks.next_block() {
            if self.records.raw_input {
                reader.count_lines(&block, &mut *counter)?;
            } else {
                reader.count_records(&block, &mut *counter)?;
            }
        }
        write(counter, self.top, self.format.format(), out)
    }
}

fn failed(error: crate::Error) -> Error {
    match error {
        crate::Error::Temporary { directory, source } => Error::io(directory.display(), &source),
        other => Error::new("counting", other),
    }
}

struct Reader<'a> {
    per_doc: Option<PerDocument>,
    hashes: Hashes,
    process: &'a Process,
}

/// The lines of the document that is being read.
#[derive(Default)]
struct PerDocument {
    doc: Vec<u8>,
    lines: HashSet<Vec<u8>>,
}

impl PerDocument {
    /// Whether this is the line's first time in its document.
    fn is_new(&mut self, doc: &[u8], line: &[u8]) -> bool {
        if self.doc != doc {
            self.doc.clear();
            self.doc.extend_from_slice(doc);
            self.lines.clear();
        }
        !self.lines.contains(line) && self.lines.insert(line.to_vec())
    }
}

impl Reader<'_> {
    fn count_lines(
        &mut self,
        block: &kit::records::Block,
        counter: &mut dyn Counter,
    ) -> Result<(), Error> {
        let bytes = block.bytes.strip_suffix(b"\n").unwrap_or(block.bytes);
        let mut lines: Vec<&[u8]> = Vec::with_capacity(BLOCK / 32);
        let mut from = 0;
        for end in memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]) {
            lines.push(&bytes[from..end]);
            from = end + 1;
        }
        if let Some(per_doc) = &mut self.per_doc {
            lines.retain(|line| per_doc.is_new(block.origin.as_bytes(), line));
        }
        counter
            .add(&Batch::new(&lines, None, &mut self.hashes))
            .map_err(failed)
    }

    fn count_records(
        &mut self,
        block: &kit::records::Block,
        counter: &mut dyn Counter,
    ) -> Result<(), Error> {
        let mut texts: Vec<Cow<[u8]>> = Vec::with_capacity(BLOCK / 64);
        let mut weights: Vec<u64> = Vec::new();
        for (number, line) in
            (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
        {
            if line.trim_ascii().is_empty() {
                continue;
            }
            match Countable::read(line) {
                Ok(Countable { frequency, doc }) => {
                    let Some(text) = frequency.text else {
                        self.process.trouble(
                            format_args!("{}:{number}", block.origin),
                            "a record without text cannot be counted by the back end 'exact'",
                        );
                        continue;
                    };
                    if let (Some(per_doc), Some(doc)) = (&mut self.per_doc, doc)
                        && !per_doc.is_new(doc.as_bytes(), &text)
                    {
                        continue;
                    }
                    if frequency.count != 1 && weights.is_empty() {
                        weights.resize(texts.len(), 1);
                    }
                    if frequency.count != 1 || !weights.is_empty() {
                        weights.push(frequency.count);
                    }
                    texts.push(text);
                }
                Err(error) => self
                    .process
                    .trouble(format_args!("{}:{number}", block.origin), error),
            }
        }
        let lines: Vec<&[u8]> = texts.iter().map(|text| &**text).collect();
        let weights = (!weights.is_empty()).then_some(&weights[..]);
        counter
            .add(&Batch::new(&lines, weights, &mut self.hashes))
            .map_err(failed)
    }
}

struct Countable<'a> {
    frequency: Frequency<'a>,
    doc: Option<Name<'a>>,
}

impl<'a> Countable<'a> {
    #[inline]
    fn read(line: &'a [u8]) -> Result<Self, record::Error> {
        let fields = Fields::parse(line)?;
        let doc = if fields.get("doc").is_some() {
            Some(Name::of(&fields)?)
        } else {
            None
        };
        Ok(Countable {
            frequency: Frequency::of(&fields)?,
            doc,
        })
    }
}

fn write(
    counter: Box<dyn Counter>,
    top: Option<u64>,
    format: Format,
    out: &mut Output,
) -> Result<(), Error> {
    const PIECE: usize = 128 * 1024;
    let mut left = top.unwrap_or(u64::MAX);
    let mut buffer = Vec::with_capacity(2 * PIECE);
    let mut result = Ok(());
    let finished = counter.finish(&mut |line| {
        if left == 0 {
            return Ok(ControlFlow::Break(()));
        }
        left -= 1;
        write_one(line, format, &mut buffer);
        if buffer.len() >= PIECE {
            result = out.write(&buffer);
            buffer.clear();
        }
        Ok(if result.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        })
    });
    result?;
    finished.map_err(failed)?;
    out.write(&buffer)
}

fn write_one(line: &Frequent, format: Format, out: &mut Vec<u8>) {
    let text = line.text.unwrap_or_default();
    match format {
        Format::Jsonl => {
            let (fingerprint, slot) = match line.key {
                Key::Text => (None, None),
                Key::Fingerprint(fingerprint) => (Some(fingerprint.to_string().into()), None),
                Key::Slot(slot) => (None, Some((slot.slot, slot.bits))),
            };
            let text = line.text.map(Cow::Borrowed);
            Frequency {
                count: line.count,
                error: line.error,
                fingerprint,
                slot,
                text,
            }
            .write(out);
        }
        Format::Raw => {
            out.extend_from_slice(text);
            out.push(b'\n');
        }
        Format::Tsv => write_tsv(out, &[line.count.to_string().as_bytes(), text]),
        Format::Csv => write_csv(out, &[line.count.to_string().as_bytes(), text]),
    }
}
