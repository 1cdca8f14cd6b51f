//! Parses blocks of input into batches of lines.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use command::{NamedField, Process};
use record::{Fields, Frequency, GroupBy, LineScanner, Name};

use super::frequencies::key_of;
use super::groups;
use super::originals::BatchOriginals;
use crate::hash::TableHash;
use crate::span::Span;
use crate::split::split_lines;
use crate::{Batch, Frequent, Key, Lines, Structure};

/// The type of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Plain lines.
    Lines,
    /// Records, and the fields needed besides keys and counts.
    Records {
        /// Whether the documents' names are needed.
        docs: bool,
        /// Whether the lines before normalisation are needed.
        originals: bool,
    },
}

/// A block of lines that owns its bytes.
pub(super) struct OwnedBlock {
    pub bytes: Vec<u8>,
    pub origin: Arc<str>,
    pub name: Arc<[u8]>,
}

impl From<intake::blocks::Block<'_>> for OwnedBlock {
    fn from(block: intake::blocks::Block<'_>) -> Self {
        OwnedBlock {
            bytes: block.bytes.to_vec(),
            origin: block.origin,
            name: block.name,
        }
    }
}

/// The parsed lines of a block. They are spans, so that it can be sent to another thread.
#[derive(Default)]
pub(super) struct ParsedBlock {
    /// The lines to count, as spans of the block followed by `decoded`.
    lines: Vec<Span>,
    /// Texts with decoded escapes, which are not in the block.
    decoded: Vec<u8>,
    hashes: Vec<u64>,
    /// The weight of each line; empty if all weights are 1.
    weights: Vec<u64>,
    /// The documents: the index of the first line, and the name; `None` for records without a
    /// document.
    docs: Vec<(usize, Option<Vec<u8>>)>,
    /// The number of lines in the block, if they are records.
    records: u64,
    /// Lines before normalisation, as spans like those of `lines`, and the index of each one's
    /// line.
    originals: Vec<Span>,
    original_of: Vec<usize>,
    /// Lines whose count may be too low, with the error.
    errors: Vec<(usize, u64)>,
    /// Records with other keys than texts.
    counted: Vec<ParsedCount>,
    /// Whether [`ParsedBlock::count_with`] has counted the lines.
    is_counted: bool,
    seen: Seen,
    /// Bad records: the number of the line in the block, the error, and the range of the line.
    bad: Vec<(u64, record::Error, Range<usize>)>,
}

/// What the records of a block are.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Whether one is a document of several lines, not a line.
    document: bool,
    /// Whether one has a group.
    group: bool,
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
    by: Option<GroupBy>,
    scanner: LineScanner,
    /// The document of the last record in this block.
    doc: Option<Vec<u8>>,
    /// The document of the records that the scanner accepts.
    scanned_doc: Option<Vec<u8>>,
    /// The key prefixes of the last record, and of the records that the scanner accepts; empty if
    /// documents have no groups.
    prefix: Vec<u8>,
    scanned_prefix: Vec<u8>,
    scratch: String,
    spare: ParsedBlock,
}

impl Parser {
    pub fn new(content: Content, by: Option<&GroupBy>) -> Self {
        Parser {
            content,
            by: by.cloned(),
            scanner: LineScanner::default(),
            doc: None,
            scanned_doc: None,
            prefix: Vec::new(),
            scanned_prefix: Vec::new(),
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
                    |_| true,
                    &mut parsed.lines,
                    &mut parsed.hashes,
                );
            }
            Content::Records { docs, originals } => {
                self.doc = None;
                self.parse_records(block, docs, originals, &mut parsed);
            }
        }
        parsed
    }

    /// Returns the unfinished work of a block whose lines have been counted. Recycles the buffers
    /// if only its records remain to be counted.
    pub fn rest_of(&mut self, parsed: ParsedBlock) -> ParsedBlock {
        let is_done = parsed.is_counted
            && parsed.counted.is_empty()
            && parsed.bad.is_empty()
            && parsed.errors.is_empty()
            && parsed.originals.is_empty();
        if !is_done {
            return parsed;
        }
        let rest = ParsedBlock {
            records: parsed.records,
            seen: parsed.seen,
            is_counted: true,
            ..ParsedBlock::default()
        };
        self.take_back(parsed);
        rest
    }

    /// Recycles the buffers of a counted block.
    pub fn take_back(&mut self, mut parsed: ParsedBlock) {
        parsed.lines.clear();
        parsed.decoded.clear();
        parsed.hashes.clear();
        parsed.weights.clear();
        parsed.docs.clear();
        parsed.originals.clear();
        parsed.original_of.clear();
        parsed.errors.clear();
        parsed.counted.clear();
        parsed.is_counted = false;
        parsed.seen = Seen::default();
        parsed.bad.clear();
        self.spare = parsed;
    }

    fn parse_records(
        &mut self,
        block: &[u8],
        docs: bool,
        originals: bool,
        parsed: &mut ParsedBlock,
    ) {
        // Validates UTF-8 for the whole block; line by line only if that fails.
        let text = simdutf8::basic::from_utf8(block).ok();
        let mut from = 0;
        let mut number = 0;
        while from < block.len() {
            if let Some(text) = text {
                let before = parsed.lines.len();
                from = self.scanner.scan(text, from, |line| match line.plain() {
                    Some(line) if self.scanned_prefix.is_empty() => {
                        parsed.push(block, line.as_bytes());
                    }
                    Some(line) => {
                        parsed.push_decoded(block, &[&self.scanned_prefix, line.as_bytes()]);
                    }
                    None => {
                        self.scratch.clear();
                        line.decode_into(&mut self.scratch);
                        let parts = [&self.scanned_prefix, self.scratch.as_bytes()];
                        parsed.push_decoded(block, &parts);
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
                Ok(line) => {
                    self.parse_record(block, line, (number, from), (docs, originals), parsed)
                }
                Err(error) => Err(record::Error::Utf8(error.valid_up_to())),
            };
            if let Err(error) = read {
                parsed.bad.push((number, error, from..end));
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
        (docs, originals): (bool, bool),
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
        let original = match originals {
            true => original_of(&fields)?,
            false => None,
        };
        if docs {
            self.doc = match fields.get("doc").or_else(|| fields.get("id")) {
                Some(_) => Some(Name::of(&fields)?.as_bytes().to_vec()),
                None => None,
            };
            parsed.docs.push((parsed.lines.len(), self.doc.clone()));
        }
        if let Some(by) = &self.by {
            let group = by.of_fields(&fields);
            parsed.seen.group |= group.is_some();
            self.prefix = groups::prefix(group.as_deref());
        }
        parsed.seen.document |= is_document(&fields, text.as_deref());
        if self.scanner.learn(&fields) {
            self.scanned_doc.clone_from(&self.doc);
            self.scanned_prefix.clone_from(&self.prefix);
        }
        match (key, text) {
            (Key::Text, Some(text)) => {
                if let Some(error) = error {
                    parsed.errors.push((parsed.lines.len(), error));
                }
                match text {
                    Cow::Borrowed(text) if self.prefix.is_empty() => parsed.push(block, text),
                    text => parsed.push_decoded(block, &[&self.prefix, &text]),
                }
                parsed.weigh(count);
                if let Some(original) = original {
                    parsed.push_original(block, original);
                }
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

/// Whether a record is a document: it has a name, and a text of several lines.
fn is_document(fields: &Fields, text: Option<&[u8]>) -> bool {
    text.is_some_and(|text| memchr::memchr(b'\n', text.trim_ascii_end()).is_some())
        && ["doc", "id"].iter().any(|key| fields.get(key).is_some())
}

/// Returns the line before normalisation, from a line record or a frequency record with an example.
fn original_of<'a>(fields: &Fields<'a>) -> Result<Option<Cow<'a, str>>, record::Error> {
    match fields.string("original")? {
        None => fields.string("example"),
        original => Ok(original),
    }
}

/// Returns the offset of a part of the block.
fn position(block: &[u8], part: impl AsRef<[u8]>) -> usize {
    part.as_ref().as_ptr() as usize - block.as_ptr() as usize
}

impl ParsedBlock {
    /// Returns the lines to count; `block` is the parsed block.
    fn batch<'a>(&'a self, block: &'a [u8]) -> Batch<'a> {
        Batch {
            lines: Lines::new(block, &self.decoded, &self.lines),
            weights: (!self.weights.is_empty()).then_some(&self.weights[..]),
            hashes: &self.hashes,
        }
    }

    /// Counts the lines; `block` is the parsed block.
    pub fn count_with(
        &mut self,
        counter: &mut dyn Structure,
        block: &[u8],
    ) -> Result<(), crate::Error> {
        self.is_counted = true;
        counter.add(&self.batch(block))
    }

    /// Adds a line of the block.
    fn push(&mut self, block: &[u8], line: &[u8]) {
        self.lines.push((position(block, line), line.len()));
    }

    /// Adds a line that is not in the block in this form: one with decoded escapes, or with its
    /// group as prefix.
    fn push_decoded(&mut self, block: &[u8], parts: &[&[u8]; 2]) {
        let start = self.decoded.len();
        parts.iter().for_each(|part| self.decoded.extend(*part));
        let length = self.decoded.len() - start;
        self.lines.push((block.len() + start, length));
    }

    /// Adds the original of the last line.
    fn push_original(&mut self, block: &[u8], original: Cow<'_, str>) {
        let length = original.len();
        let start = match original {
            Cow::Borrowed(original) => position(block, original),
            Cow::Owned(original) => {
                self.decoded.extend_from_slice(original.as_bytes());
                block.len() + self.decoded.len() - length
            }
        };
        self.originals.push((start, length));
        self.original_of.push(self.lines.len() - 1);
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

/// Receives the lines of parsed blocks for counting.
pub(super) trait Target {
    /// Adds an earlier count whose key is not a text. Returns a message if it cannot be added.
    fn add_counted(
        &mut self,
        counted: &Frequent<'_>,
    ) -> Result<Option<&'static str>, command::Error>;

    /// Returns a counter for a separate thread, if lines can be counted in any order.
    fn sibling(&self) -> Option<Box<dyn Structure>> {
        None
    }

    /// Adds lines.
    fn add(&mut self, lines: &ParsedLines<'_>) -> Result<(), command::Error>;
}

/// The lines of a block with their properties.
pub(super) struct ParsedLines<'a> {
    pub batch: Batch<'a>,
    /// Whether the lines have been counted by a [sibling](Target::sibling).
    pub is_counted: bool,
    /// The first lines of documents, and their names; empty for plain lines.
    pub docs: &'a [(usize, Option<Vec<u8>>)],
    /// The amounts by which counts may be too low, by the index of the line.
    pub errors: &'a [(usize, u64)],
    pub originals: BatchOriginals<'a>,
    /// The name of the file in messages, its name in records, and its number.
    pub origin: &'a str,
    pub name: &'a [u8],
    pub file: u64,
}

/// Reads parsed blocks, reports their errors, and numbers their files and records.
pub(super) struct Reader<'a, T> {
    target: T,
    process: &'a Process,
    /// The file of the last block, and the number of its records read so far.
    place: Option<(Arc<str>, u64)>,
    /// The number of files.
    files: u64,
    /// Whether messages are suppressed; they are printed only in the first pass.
    silent: bool,
    seen: Seen,
}

impl<'a, T: Target> Reader<'a, T> {
    /// Creates a reader that has read nothing yet.
    pub fn new(target: T, process: &'a Process) -> Self {
        Reader {
            target,
            process,
            place: None,
            files: 0,
            silent: false,
            seen: Seen::default(),
        }
    }

    /// Warns if no record has a group; `by` is the criterion.
    pub fn warn_of_groups(&self, by: Option<&GroupBy>) {
        let Some(by) = by.filter(|_| self.files > 0) else {
            return;
        };
        let hint = format!("; linenorm --by {by} takes it from the documents");
        if let Some(field) = NamedField::of_group(by, &hint) {
            field.see(self.seen.group);
            field.warn(self.process);
        }
    }

    /// Returns the counts so far.
    pub fn target(&mut self) -> &mut T {
        &mut self.target
    }

    /// Returns the counts.
    pub fn into_target(self) -> T {
        self.target
    }

    /// Ends a pass over the input.
    pub fn end_pass(&mut self) {
        self.place = None;
        self.silent = true;
    }

    /// Counts the lines of a block.
    pub fn count(
        &mut self,
        block: &[u8],
        parsed: &ParsedBlock,
        (origin, name): (&Arc<str>, &[u8]),
    ) -> Result<(), command::Error> {
        let before = match &self.place {
            Some((file, before)) if Arc::ptr_eq(file, origin) => *before,
            _ => {
                self.files += 1;
                0
            }
        };
        self.place = Some((origin.clone(), before + parsed.records));
        if parsed.seen.document && !self.seen.document {
            self.seen.document = true;
            let message =
                "these are documents, not lines: linenorm FILE | freqlines counts their lines";
            self.process.warn(origin, message);
        }
        self.seen.group |= parsed.seen.group;
        let trouble =
            |number: u64, message: &dyn Display, line: &Range<usize>, hint: Option<&str>| {
                if !self.silent {
                    let error = intake::Error::new(origin, message).at_line(before + number + 1);
                    let error = error.raw(block[line.clone()].trim_ascii_end());
                    self.process.reject(&match hint {
                        Some(hint) => error.hint(hint),
                        None => error,
                    });
                }
            };
        for (number, error, line) in &parsed.bad {
            let is_plain = matches!(error, record::Error::Syntax(_));
            trouble(
                *number,
                error,
                line,
                is_plain.then_some("plain lines are read with -R"),
            );
        }
        for counted in &parsed.counted {
            let frequent = Frequent {
                count: counted.count,
                error: counted.error,
                key: counted.key,
                text: counted.text.as_deref(),
            };
            if let Some(wrong) = self.target.add_counted(&frequent)? {
                trouble(counted.number, &wrong, &counted.line, None);
            }
        }
        self.target.add(&ParsedLines {
            batch: parsed.batch(block),
            is_counted: parsed.is_counted,
            docs: &parsed.docs,
            errors: &parsed.errors,
            originals: BatchOriginals {
                lines: Lines::new(block, &parsed.decoded, &parsed.originals),
                indices: &parsed.original_of,
            },
            origin,
            name,
            file: self.files,
        })
    }
}
