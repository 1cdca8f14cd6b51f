//! Counts the lines of all documents together.

use std::collections::{HashMap, HashSet};

use command::{Error, Process};

use super::originals::Originals;
use super::read::{ParsedLines, Target};
use super::{failed, groups};
use crate::batch::Selection;
use crate::hash::{BuildKeyed, line_hash};
use crate::{Buffer, Counts, Frequent, Structure};

/// Counts the lines of all documents, either all lines or each text once per document.
pub(super) struct Together<'a> {
    counts: Counts,
    per_doc: Option<DocumentLines>,
    by_group: bool,
    originals: Option<Originals>,
    /// Buffers reused for all blocks.
    selection: Selection,
    buffer: Buffer,
    process: &'a Process,
    /// Whether messages are suppressed; they are printed only in the first pass.
    silent: bool,
}

impl<'a> Together<'a> {
    /// Creates the target for these counts. With `per_doc`, a line counts once per document. With
    /// `originals`, lines before normalisation are kept.
    pub fn new(counts: Counts, per_doc: bool, originals: bool, process: &'a Process) -> Self {
        Together {
            counts,
            per_doc: per_doc.then(DocumentLines::default),
            by_group: false,
            originals: originals.then(Originals::default),
            selection: Selection::default(),
            buffer: Buffer::default(),
            process,
            silent: false,
        }
    }

    /// Sets whether the keys of the lines have groups.
    pub fn by_group(mut self, by_group: bool) -> Self {
        self.by_group = by_group;
        self
    }

    /// Ends a pass over the input.
    pub fn end_pass(&mut self) {
        self.counts.end_pass();
        self.per_doc = self.per_doc.as_ref().map(|_| DocumentLines::default());
        self.silent = true;
    }

    /// Returns the counts, the originals, and with `per_doc` the number of documents in each group.
    pub fn into_parts(self) -> (Counts, Option<Originals>, GroupSizes) {
        let sizes = self
            .per_doc
            .map_or_else(GroupSizes::default, |docs| docs.sizes);
        (self.counts, self.originals, sizes)
    }

    /// Counts the lines of a block of plain lines without documents.
    pub fn count_plain(&mut self, block: &[u8]) -> Result<(), Error> {
        self.counts
            .add_block(block, &mut self.buffer)
            .map_err(failed)
    }
}

impl Target for Together<'_> {
    fn add_counted(&mut self, counted: &Frequent<'_>) -> Result<Option<&'static str>, Error> {
        if self.by_group {
            return Ok(Some("a count of a hash is in no group"));
        }
        let added = self.counts.add_counted(counted).map_err(failed)?;
        Ok((!added).then_some("a record that counts a text, without text"))
    }

    fn sibling(&self) -> Option<Box<dyn Structure>> {
        match self.per_doc {
            None => self.counts.sibling(),
            Some(_) => None,
        }
    }

    fn add(&mut self, parsed: &ParsedLines<'_>) -> Result<(), Error> {
        let batch = &parsed.batch;
        for &(index, error) in parsed.errors {
            self.counts.add_error(batch.hashes[index], error);
        }
        if let Some(all) = &mut self.originals {
            all.add(batch, 0..batch.lines.len(), parsed.originals);
        }
        if parsed.is_counted {
            return Ok(());
        }
        let Some(per_doc) = &mut self.per_doc else {
            return self.counts.add(batch).map_err(failed);
        };
        if batch.lines.is_empty() && parsed.docs.is_empty() {
            // Blank or bad records within a document do not end it.
            return Ok(());
        }
        // For plain lines, each file is a document, whatever its name.
        let whole = [(0, Some(parsed.file.to_be_bytes().to_vec()))];
        self.selection.clear();
        for (lines, doc) in documents_of(parsed, &whole) {
            let group = match self.by_group && !lines.is_empty() {
                true => groups::split(batch.lines.get(lines.start)).0,
                false => &[],
            };
            if !per_doc.begin(doc, group) && !self.silent {
                self.process.warn(
                    parsed.origin,
                    "lines of a document that ended before; they count again (sort the records by document)",
                );
            }
            for at in lines {
                if doc.is_none() || per_doc.is_new(batch.lines.get(at)) {
                    self.selection.push(batch, at);
                }
            }
        }
        self.counts.add(&self.selection.of(batch)).map_err(failed)
    }
}

/// Returns the documents of parsed lines, or `whole` for plain lines: the range of each one's
/// lines, and its name.
pub(super) fn documents_of<'a>(
    parsed: &ParsedLines<'a>,
    whole: &'a [(usize, Option<Vec<u8>>)],
) -> impl Iterator<Item = (std::ops::Range<usize>, Option<&'a [u8]>)> {
    let docs = match parsed.docs {
        [] => whole,
        docs => docs,
    };
    let end = parsed.batch.lines.len();
    let ends = docs[1..].iter().map(|(start, _)| *start).chain([end]);
    docs.iter()
        .zip(ends)
        .map(|((start, doc), end)| (*start..end, doc.as_deref()))
}

/// The distinct lines of the current document.
#[derive(Default)]
struct DocumentLines {
    documents: Documents,
    lines: HashSet<Vec<u8>, BuildKeyed>,
    sizes: GroupSizes,
}

/// The number of documents that have lines, by group.
pub(super) type GroupSizes = HashMap<Vec<u8>, u64, BuildKeyed>;

impl DocumentLines {
    /// Switches to a document of a group. Returns false, once, if it had already ended.
    fn begin(&mut self, doc: Option<&[u8]>, group: &[u8]) -> bool {
        if !self.documents.is_other(doc) {
            return true;
        }
        self.lines.clear();
        if doc.is_some() {
            match self.sizes.get_mut(group) {
                Some(size) => *size += 1,
                None => drop(self.sizes.insert(group.to_vec(), 1)),
            }
        }
        self.documents.begin(doc)
    }

    /// Whether this is the first occurrence of the line in its document.
    fn is_new(&mut self, line: &[u8]) -> bool {
        !self.lines.contains(line) && self.lines.insert(line.to_vec())
    }
}

/// The current document; each document's lines must be consecutive.
#[derive(Default)]
pub(super) struct Documents {
    current: Option<Vec<u8>>,
    /// Hashes of the names of all documents so far.
    ended: HashSet<u64, BuildKeyed>,
    warned: bool,
}

impl Documents {
    /// The name of the current document.
    pub fn current(&self) -> Option<&[u8]> {
        self.current.as_deref()
    }

    /// Whether another document begins.
    pub fn is_other(&self, doc: Option<&[u8]>) -> bool {
        self.current() != doc
    }

    /// Switches to another document. Returns false, once, if it had already ended.
    pub fn begin(&mut self, doc: Option<&[u8]>) -> bool {
        self.current = doc.map(<[u8]>::to_vec);
        let is_new = doc.is_none_or(|doc| self.ended.insert(line_hash(doc)));
        is_new || std::mem::replace(&mut self.warned, true)
    }
}
