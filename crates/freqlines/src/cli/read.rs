//! From blocks of input to batches of lines.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use command::Process;
use record::{Fields, Frequency, LineScanner, Name};

use super::frequencies::key_of;
use crate::batch::Selection;
use crate::hash::{BuildIdentity, TableHash, line_hash};
use crate::span::Span;
use crate::split::split_lines;
use crate::{Batch, Buffer, Counts, Error, Frequent, Key, Lines};

/// The type of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Plain lines.
    Lines,
    /// Records; `docs` if the names of their documents are needed.
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

/// The parsed contents of a block. Lines are spans, so that it can be sent to another thread.
#[derive(Default)]
pub(super) struct ParsedBlock {
    /// The lines to count, as spans of the block followed by `decoded`.
    lines: Vec<Span>,
    /// Texts with decoded escapes, which are not in the block.
    decoded: Vec<u8>,
    hashes: Vec<u64>,
    /// Empty if all weights are 1.
    weights: Vec<u64>,
    /// The documents: the index of the first line, and the name; `None` for records without one.
    docs: Vec<(usize, Option<Vec<u8>>)>,
    /// The number of lines in the block, if they are records.
    records: u64,
    /// Lines whose count may be too low, with the error.
    errors: Vec<(usize, u64)>,
    /// Records with other keys than texts.
    counted: Vec<ParsedCount>,
    /// Bad records: the number of the line in the block, the error, and the range of the line.
    bad: Vec<(u64, String, Range<usize>)>,
}

struct ParsedCount {
    /// The number of the line in the block, and its range.
    number: u64,
    line: Range<usize>,
    count: u64,
    error: Option<u64>,
    key: Key,
    text: Option<Vec<u8>>,
}

/// Parses blocks into lines.
pub(super) struct Parser {
    content: Content,
    scanner: LineScanner,
    /// The document of the last record in this block.
    doc: Option<Vec<u8>>,
    /// The document of the records that the scanner accepts.
    scanned_doc: Option<Vec<u8>>,
    scratch: String,
    spare: ParsedBlock,
}

impl Parser {
    pub fn new(content: Content) -> Self {
        Parser {
            content,
            scanner: LineScanner::default(),
            doc: None,
            scanned_doc: None,
            scratch: String::new(),
            spare: ParsedBlock::default(),
        }
    }

    /// Parses a block.
    pub fn parse(&mut self, block: &[u8]) -> ParsedBlock {
        let mut parsed = std::mem::take(&mut self.spare);
        match self.content {
            Content::Lines => {
                split_lines(
                    block,
                    TableHash::new(),
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

    /// Recycles the buffers of a block that has been counted.
    pub fn take_back(&mut self, mut parsed: ParsedBlock) {
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

    fn parse_records(&mut self, block: &[u8], docs: bool, parsed: &mut ParsedBlock) {
        // UTF-8 is validated for the whole block; only if that fails, line by line.
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
            .hash_into(TableHash::new(), &mut parsed.hashes);
    }

    /// Parses a record of any form.
    fn parse_record(
        &mut self,
        block: &[u8],
        line: &str,
        (number, from): (u64, usize),
        docs: bool,
        parsed: &mut ParsedBlock,
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
                parsed.counted.push(ParsedCount {
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

/// The offset of a part of the block.
fn position(block: &[u8], part: impl AsRef<[u8]>) -> usize {
    part.as_ref().as_ptr() as usize - block.as_ptr() as usize
}

impl ParsedBlock {
    /// Adds a line of the block.
    fn push(&mut self, block: &[u8], line: &[u8]) {
        self.lines.push((position(block, line), line.len()));
    }

    /// Adds a line with decoded escapes.
    fn push_decoded(&mut self, block: &[u8], line: &[u8]) {
        self.lines
            .push((block.len() + self.decoded.len(), line.len()));
        self.decoded.extend_from_slice(line);
    }

    /// Sets the weight of the lines added since the last call.
    fn weigh(&mut self, count: u64) {
        if count != 1 && self.weights.is_empty() {
            self.weights.resize(self.lines.len() - 1, 1);
        }
        if count != 1 || !self.weights.is_empty() {
            self.weights.resize(self.lines.len(), count);
        }
    }
}

/// Counts the lines of parsed blocks.
pub(super) struct Reader<'a> {
    counts: Counts,
    per_doc: Option<DocumentLines>,
    /// A buffer reused for all blocks.
    selection: Selection,
    process: &'a Process,
    /// The file of the last block, and the number of its records read so far.
    place: Option<(Arc<str>, u64)>,
    /// The number of files.
    files: u64,
    /// Messages are printed in the first pass only.
    silent: bool,
    buffer: Buffer,
}

impl<'a> Reader<'a> {
    pub fn new(counts: Counts, per_doc: bool, process: &'a Process) -> Self {
        Reader {
            counts,
            per_doc: per_doc.then(DocumentLines::default),
            selection: Selection::default(),
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
        self.per_doc = self.per_doc.as_ref().map(|_| DocumentLines::default());
        self.place = None;
        self.silent = true;
    }

    /// The counts.
    pub fn into_counts(self) -> Counts {
        self.counts
    }

    /// Counts the lines of a block of plain lines without documents.
    pub fn count_plain(&mut self, block: &[u8]) -> Result<(), Error> {
        self.counts.add_block(block, &mut self.buffer)
    }

    /// Counts the lines of a block.
    pub fn count(
        &mut self,
        block: &[u8],
        parsed: &ParsedBlock,
        origin: &Arc<str>,
    ) -> Result<(), Error> {
        let ParsedBlock {
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
        for ParsedCount {
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
            // Blank or bad records within a document do not end it.
            return Ok(());
        }
        // For plain lines, a file is a document, whatever its name.
        let whole = [(0, Some(self.files.to_be_bytes().to_vec()))];
        let docs = if docs.is_empty() { &whole[..] } else { docs };
        self.selection.clear();
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
                    self.selection.push(&batch, at);
                }
            }
        }
        self.counts.add(&self.selection.of(&batch))
    }
}

/// The distinct lines of the current document.
#[derive(Default)]
struct DocumentLines {
    doc: Option<Vec<u8>>,
    lines: HashSet<Vec<u8>, BuildIdentity>,
    /// Hashes of the names of all documents so far.
    ended: HashSet<u64, BuildIdentity>,
    warned: bool,
}

impl DocumentLines {
    /// Switches to a document. Returns false, once, if it ended before.
    fn begin(&mut self, doc: Option<&[u8]>) -> bool {
        if self.doc.as_deref() == doc {
            return true;
        }
        self.lines.clear();
        self.doc = doc.map(<[u8]>::to_vec);
        let is_new = doc.is_none_or(|doc| self.ended.insert(line_hash(doc)));
        is_new || std::mem::replace(&mut self.warned, true)
    }

    /// Whether this is the first occurrence of the line in its document.
    fn is_new(&mut self, line: &[u8]) -> bool {
        !self.lines.contains(line) && self.lines.insert(line.to_vec())
    }
}
