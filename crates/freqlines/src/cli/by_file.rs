//! Counts the lines of each document separately.

use command::{Error, Process};

use super::failed;
use super::originals::Originals;
use super::read::{ParsedLines, Target};
use super::together::{Documents, GroupSizes, documents_of};
use super::write::Writer;
use crate::backend::BACKENDS;
use crate::batch::Selection;
use crate::{Counts, Frequent, Options};

/// Counts the lines of one document after another. Writes the frequent lines at the end of each.
pub(super) struct ByFile<'a> {
    options: Options,
    counts: Counts,
    originals: Option<Originals>,
    documents: Documents,
    selection: Selection,
    writer: Writer<'a>,
    process: &'a Process,
}

impl<'a> ByFile<'a> {
    /// Starts without a document. Counts with the first back end, the exact one.
    pub fn new(
        options: Options,
        originals: bool,
        writer: Writer<'a>,
        process: &'a Process,
    ) -> Result<Self, Error> {
        Ok(ByFile {
            counts: fresh(&options)?,
            originals: originals.then(Originals::default),
            documents: Documents::default(),
            selection: Selection::default(),
            options,
            writer,
            process,
        })
    }

    /// Switches to the document, if it is another one.
    fn begin(&mut self, doc: Option<&[u8]>, origin: &str) -> Result<(), Error> {
        if !self.documents.is_other(doc) {
            return Ok(());
        }
        self.end_document()?;
        if !self.documents.begin(doc) {
            self.process.warn(
                origin,
                "lines of a document that ended before; they are counted apart (sort the records by document)",
            );
        }
        Ok(())
    }

    /// Writes the frequent lines of the current document.
    fn end_document(&mut self) -> Result<(), Error> {
        let counts = std::mem::replace(&mut self.counts, fresh(&self.options)?);
        let doc = self.documents.current();
        let sizes = GroupSizes::default();
        self.writer
            .write(counts, doc, self.originals.as_ref(), &sizes)?;
        if let Some(originals) = &mut self.originals {
            *originals = Originals::default();
        }
        Ok(())
    }

    /// Writes the lines of the last document.
    pub fn finish(mut self) -> Result<(), Error> {
        self.end_document()?;
        self.writer.finish()
    }
}

impl Target for ByFile<'_> {
    fn add_counted(&mut self, _: &Frequent<'_>) -> Result<Option<&'static str>, Error> {
        Ok(Some("a count of a hash is of no document"))
    }

    fn add(&mut self, parsed: &ParsedLines<'_>) -> Result<(), Error> {
        let batch = &parsed.batch;
        if batch.lines.is_empty() {
            return Ok(());
        }
        // For plain lines, each file is a document.
        let whole = [(0, Some(parsed.name.to_vec()))];
        for (lines, doc) in documents_of(parsed, &whole) {
            self.begin(doc, parsed.origin)?;
            let errors = parsed.errors.iter();
            for &(index, error) in errors.filter(|(index, _)| lines.contains(index)) {
                self.counts.add_error(batch.hashes[index], error);
            }
            if let Some(all) = &mut self.originals {
                all.add(batch, lines.clone(), parsed.originals);
            }
            self.selection.clear();
            lines.for_each(|at| self.selection.push(batch, at));
            self.counts.add(&self.selection.of(batch)).map_err(failed)?;
        }
        Ok(())
    }
}

fn fresh(options: &Options) -> Result<Counts, Error> {
    let counter = BACKENDS[0].build(options).map_err(failed)?;
    Ok(Counts::new(counter, options.more_than))
}
