//! From blocks of input to batches of lines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use command::Process;
use record::{Fields, Frequency, LineScanner, Name};

use super::frequencies::key_of;
use crate::batch::Chosen;
use crate::hash::{BuildIdentity, ForTables, line_hash};
use crate::place::Place;
use crate::split::split_lines;
use crate::{Batch, Buffer, Counts, Error, Frequent, Key, Lines};

/// What the input holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Plain lines.
    Lines,
    /// Records; the names of their documents are needed if `docs` is set.
    Records {
        /// Whether the documents' names are needed.
        docs: bool,
    },
}

/// A block of lines that owns its bytes.
pub(super) struct OwnedBlock {
    pub bytes: Vec<u8>,
    pub origin: Arc<str>,
}

impl From<intake::blocks::Block<'_>> for OwnedBlock {
    fn from(block: intake::blocks::Block<'_>) -> Self {
        OwnedBlock {
            bytes: block.bytes.to_vec(),
            origin: block.origin,
        }
    }
}

/// What is in a block. Lines are ranges, so that this can go from thread to thread.
#[derive(Default)]
pub(super) struct Parsed {
    /// The lines to count, as ranges of the block followed by `decoded`.
    lines: Vec<Place>,
    /// Texts that do not stand in the block as they are.
    decoded: Vec<u8>,
    hashes: Vec<u64>,
    /// Empty where each line counts once.
    weights: Vec<u64>,
    /// The documents: from which line on, and the name; `None` for records without one.
    docs: Vec<(usize, Option<Vec<u8>>)>,
    /// How many lines there are in the block, where they are records.
    records: u64,
    /// Which of the lines have a count that may be under, and by how much.
    errors: Vec<(usize, u64)>,
    /// Records of other keys than texts.
    counted: Vec<Counted>,
    /// Bad records: which line of the block, what is wrong, and where the line is.
    bad: Vec<(u64, String, Range<usize>)>,
}

struct Counted {
    /// Which line of the block, and where it is.
    number: u64,
    line: Range<usize>,
    count: u64,
    error: Option<u64>,
    key: Key,
    text: Option<Vec<u8>>,
}

/// Finds the lines in blocks.
pub(super) struct Parser {
    content: Content,
    scanner: LineScanner,
    /// The document of the last record in this block.
    doc: Option<Vec<u8>>,
    /// The document of the records that the scanner finds.
    scanned_doc: Option<Vec<u8>>,
    scratch: String,
    spare: Parsed,
}

impl Parser {
    pub fn new(content: Content) -> Self {
        Parser {
            content,
            scanner: LineScanner::default(),
            doc: None,
            scanned_doc: None,
            scratch: String::new(),
            spare: Parsed::default(),
        }
    }

    /// Finds the lines in a block.
    pub fn parse(&mut self, block: &[u8]) -> Parsed {
        let mut parsed = std::mem::take(&mut self.spare);
        match self.content {
            Content::Lines => {
                split_lines(
                    block,
                    ForTables::new(),
                    &mut parsed.lines,
                    &mut parsed.hashes,
                );
            }
            Content::Records { docs } => {
                self.doc = None;
                self.parse_records(block, docs, &mut parsed);
            }
        }
        parsed
    }

    /// Takes back what is no longer needed, for its memory.
    pub fn take_back(&mut self, mut parsed: Parsed) {
        parsed.lines.clear();
        parsed.decoded.clear();
        parsed.hashes.clear();
        parsed.weights.clear();
        parsed.docs.clear();
        parsed.errors.clear();
        parsed.counted.clear();
        parsed.bad.clear();
        self.spare = parsed;
    }

    fn parse_records(&mut self, block: &[u8], docs: bool, parsed: &mut Parsed) {
        // Once for the block: only where that fails, line by line.
        let text = simdutf8::basic::from_utf8(block).ok();
        let mut from = 0;
        let mut number = 0;
        while from < block.len() {
            if let Some(text) = text {
                let before = parsed.lines.len();
                from = self.scanner.scan(text, from, |line| match line.plain() {
                    Some(line) => parsed.push(block, line.as_bytes()),
                    None => {
                        self.scratch.clear();
                        line.decode_into(&mut self.scratch);
                        parsed.push_decoded(block, self.scratch.as_bytes());
                    }
                });
                let scanned = parsed.lines.len() - before;
                number += scanned as u64;
                parsed.weigh(1);
                if docs && scanned > 0 && self.doc != self.scanned_doc {
                    self.doc.clone_from(&self.scanned_doc);
                    parsed.docs.push((before, self.doc.clone()));
                }
                if from == block.len() {
                    break;
                }
            }
            let end = memchr::memchr(b'\n', &block[from..]).map_or(block.len(), |at| from + at + 1);
            let read = match std::str::from_utf8(&block[from..end]) {
                Ok(line) => self.parse_record(block, line, (number, from), docs, parsed),
                Err(error) => Err(record::Error::Utf8(error.valid_up_to())),
            };
            if let Err(error) = read {
                parsed.bad.push((number, error.to_string(), from..end));
            }
            from = end;
            number += 1;
        }
        parsed.records = number;
        Lines::new(block, &parsed.decoded, &parsed.lines)
            .hash_into(ForTables::new(), &mut parsed.hashes);
    }

    /// Reads a record of any form.
    fn parse_record(
        &mut self,
        block: &[u8],
        line: &str,
        (number, from): (u64, usize),
        docs: bool,
        parsed: &mut Parsed,
    ) -> Result<(), record::Error> {
        if line.trim_ascii().is_empty() {
            return Ok(());
        }
        let fields = Fields::parse_str(line)?;
        let frequency = Frequency::of(&fields)?;
        let key = key_of(&frequency)?;
        let Frequency {
            count, error, text, ..
        } = frequency;
        if docs {
            self.doc = match fields.get("doc").or_else(|| fields.get("id")) {
                Some(_) => Some(Name::of(&fields)?.as_bytes().to_vec()),
                None => None,
            };
            parsed.docs.push((parsed.lines.len(), self.doc.clone()));
        }
        if self.scanner.learn(&fields) {
            self.scanned_doc.clone_from(&self.doc);
        }
        match (key, text) {
            (Key::Text, Some(text)) => {
                if let Some(error) = error {
                    parsed.errors.push((parsed.lines.len(), error));
                }
                match text {
                    Cow::Borrowed(text) => parsed.push(block, text),
                    Cow::Owned(text) => parsed.push_decoded(block, &text),
                }
                parsed.weigh(count);
            }
            (key, text) => {
                let text = text.map(Cow::into_owned);
                parsed.counted.push(Counted {
                    number,
                    line: from..from + line.len(),
                    count,
                    error,
                    key,
                    text,
                });
            }
        }
        Ok(())
    }
}

/// Where a part of the block begins in it.
fn position(block: &[u8], part: impl AsRef<[u8]>) -> usize {
    part.as_ref().as_ptr() as usize - block.as_ptr() as usize
}

impl Parsed {
    /// Adds a line that stands in the block.
    fn push(&mut self, block: &[u8], line: &[u8]) {
        self.lines.push((position(block, line), line.len()));
    }

    /// Adds a line that does not stand in the block as it is.
    fn push_decoded(&mut self, block: &[u8], line: &[u8]) {
        self.lines
            .push((block.len() + self.decoded.len(), line.len()));
        self.decoded.extend_from_slice(line);
    }

    /// Sets the weight of the lines that were added since the last call.
    fn weigh(&mut self, count: u64) {
        if count != 1 && self.weights.is_empty() {
            self.weights.resize(self.lines.len() - 1, 1);
        }
        if count != 1 || !self.weights.is_empty() {
            self.weights.resize(self.lines.len(), count);
        }
    }
}

/// Counts what was parsed.
pub(super) struct Reader<'a> {
    counts: Counts,
    per_doc: Option<PerDocument>,
    /// Kept from block to block for its memory.
    chosen: Chosen,
    process: &'a Process,
    /// The file of the last block, and how many records of it were read.
    place: Option<(Arc<str>, u64)>,
    /// How many files there were.
    files: u64,
    /// Messages are for the first pass.
    silent: bool,
    buffer: Buffer,
}

impl<'a> Reader<'a> {
    pub fn new(counts: Counts, per_doc: bool, process: &'a Process) -> Self {
        Reader {
            counts,
            per_doc: per_doc.then(PerDocument::default),
            chosen: Chosen::default(),
            process,
            place: None,
            files: 0,
            silent: false,
            buffer: Buffer::default(),
        }
    }

    /// Ends a pass over the input.
    pub fn end_pass(&mut self) {
        self.counts.end_pass();
        self.per_doc = self.per_doc.as_ref().map(|_| PerDocument::default());
        self.place = None;
        self.silent = true;
    }

    /// The counts.
    pub fn into_counts(self) -> Counts {
        self.counts
    }

    /// Counts the lines of a block of plain lines that belong to no document.
    pub fn count_plain(&mut self, block: &[u8]) -> Result<(), Error> {
        self.counts.add_block(block, &mut self.buffer)
    }

    /// Counts the lines of a block.
    pub fn count(&mut self, block: &[u8], parsed: &Parsed, origin: &Arc<str>) -> Result<(), Error> {
        let Parsed {
            lines,
            decoded,
            hashes,
            weights,
            docs,
            records,
            errors,
            counted,
            bad,
        } = parsed;
        let before = match &self.place {
            Some((file, before)) if Arc::ptr_eq(file, origin) => *before,
            _ => {
                self.files += 1;
                0
            }
        };
        self.place = Some((origin.clone(), before + records));
        let trouble = |number: u64, message: &str, line: &Range<usize>| {
            if !self.silent {
                let error = intake::Error::new(origin, message).at_line(before + number + 1);
                let line = block[line.clone()].trim_ascii_end();
                self.process.reject(&error.raw(line));
            }
        };
        for (number, error, line) in bad {
            trouble(*number, error, line);
        }
        for Counted {
            number,
            line,
            count,
            error,
            key,
            text,
        } in counted
        {
            let frequent = Frequent {
                count: *count,
                error: *error,
                key: *key,
                text: text.as_deref(),
            };
            if !self.counts.add_counted(&frequent)? {
                trouble(*number, "a record that counts a text, without text", line);
            }
        }
        for &(index, error) in errors {
            self.counts.add_error(hashes[index], error);
        }
        let batch = Batch {
            lines: Lines::new(block, decoded, lines),
            weights: (!weights.is_empty()).then_some(&weights[..]),
            hashes,
        };
        let Some(per_doc) = &mut self.per_doc else {
            return self.counts.add(&batch);
        };
        if lines.is_empty() && docs.is_empty() {
            // Blank or bad records between those of a document do not end it.
            return Ok(());
        }
        // Plain lines belong to the document that their file is, whatever its name.
        let whole = [(0, Some(self.files.to_be_bytes().to_vec()))];
        let docs = if docs.is_empty() { &whole[..] } else { docs };
        self.chosen.clear();
        for (index, (from, doc)) in docs.iter().enumerate() {
            let to = docs.get(index + 1).map_or(lines.len(), |(next, _)| *next);
            if !per_doc.begin(doc.as_deref()) && !self.silent {
                self.process.warn(
                    origin,
                    "lines of a document that ended before; they count again (sort the records by document)",
                );
            }
            for at in *from..to {
                if doc.is_none() || per_doc.is_new(batch.lines.get(at)) {
                    self.chosen.push(&batch, at);
                }
            }
        }
        self.counts.add(&self.chosen.of(&batch))
    }
}

/// The lines of the document that is being read.
#[derive(Default)]
struct PerDocument {
    doc: Option<Vec<u8>>,
    lines: HashSet<Vec<u8>, BuildIdentity>,
    /// Hashes of the names of all documents so far.
    ended: HashSet<u64, BuildIdentity>,
    warned: bool,
}

impl PerDocument {
    /// Goes to a document. False, once, if it is one that ended before.
    fn begin(&mut self, doc: Option<&[u8]>) -> bool {
        if self.doc.as_deref() == doc {
            return true;
        }
        self.lines.clear();
        self.doc = doc.map(<[u8]>::to_vec);
        let is_new = doc.is_none_or(|doc| self.ended.insert(line_hash(doc)));
        is_new || std::mem::replace(&mut self.warned, true)
    }

    /// Whether this is the line's first time in its document.
    fn is_new(&mut self, line: &[u8]) -> bool {
        !self.lines.contains(line) && self.lines.insert(line.to_vec())
    }
}
