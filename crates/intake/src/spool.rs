//! Stores input that is read twice: documents, and lists of documents.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memchr_iter;

use crate::BLOCK;
use crate::compression::decoders::{self, Temporary};
use crate::document::Form;
use crate::items::Item;
use crate::lines::Lines;
use crate::opened::{Opened, Origin};
use crate::sources::{List, Sources};
use crate::{DataSet, Document, Error, STANDARD_INPUT, Stream};

/// Documents spooled to a temporary file, compressed at the fastest level. The file is unlinked, so
/// that a killed process leaves nothing behind.
pub struct Spool {
    directory: PathBuf,
    file: Temporary,
    line: Vec<u8>,
    /// The data sets of the documents, and how many follow each other of each.
    runs: Vec<(Option<Arc<DataSet>>, usize)>,
}

impl Spool {
    /// Creates an empty spool.
    ///
    /// # Errors
    /// Fails if no file can be created in this directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let file = tempfile::tempfile_in(directory)
            .and_then(decoders::temporary)
            .map_err(|error| Error::io(directory.display(), &error))?;
        Ok(Spool {
            directory: directory.to_owned(),
            file,
            line: Vec::new(),
            runs: Vec::new(),
        })
    }

    /// Adds a document to be written unchanged later.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn add_as_it_is(&mut self, document: &Document) -> Result<(), Error> {
        self.line.clear();
        match document.form {
            Form::File => {
                record::Document::write_plain(&mut self.line, &document.name, document.text);
            }
            Form::Record(record) => record.write_named(&mut self.line),
            Form::Page(page) => page.write_record(&mut self.line, document.text),
        }
        self.write_line(document)
    }

    /// Adds a document for `tool` to rewrite later.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn add(&mut self, document: &Document, tool: &str) -> Result<(), Error> {
        self.line.clear();
        match document.form {
            Form::Record(record) => record.write_named(&mut self.line),
            Form::Page(page) => page.write_record(&mut self.line, document.text),
            // With the tool's key in the record, rewriting it gives the same result as
            // `Document::rewrite` on the file.
            Form::File => record::Document::write_new(
                &mut self.line,
                &document.name,
                document.text,
                tool,
                |_| (),
            ),
        }
        self.write_line(document)
    }

    fn write_line(&mut self, document: &Document) -> Result<(), Error> {
        match self.runs.last_mut() {
            Some((set, count)) if is_same(set.as_ref(), document.data_set()) => *count += 1,
            _ => self.runs.push((document.data_set().cloned(), 1)),
        }
        self.file
            .write_all(&self.line)
            .map_err(|error| Error::io(self.directory.display(), &error))
    }

    /// Returns the documents in the order in which they were added.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn items(self) -> Result<impl Iterator<Item = Item> + Send, Error> {
        let file = decoders::reread(self.file)
            .map_err(|error| Error::io(self.directory.display(), &error))?;
        let name: Arc<str> = self.directory.display().to_string().into();
        let display = name.clone();
        let origin = move |data_set| Origin {
            display: display.clone(),
            name: (*b"-").into(),
            data_set,
        };
        let mut runs = self.runs.into_iter();
        let mut run = (Arc::new(origin(None)), 0);
        let stream = Stream { name, reader: file };
        let mut lines = Lines::new(stream, b'\n', BLOCK, true)
            .unnumbered()
            .limited(u64::MAX);
        // A block of lines, and the end of those that were returned.
        let (mut block, mut start): (Vec<u8>, usize) = (Vec::new(), 0);
        Ok(std::iter::from_fn(move || {
            if start == block.len() {
                match lines.advance() {
                    Ok(true) => (block, start) = (lines.block().bytes.to_vec(), 0),
                    Ok(false) => return None,
                    Err(error) => return Some(Item::Trouble(error)),
                }
            }
            if run.1 == 0
                && let Some((set, count)) = runs.next()
            {
                run = (Arc::new(origin(set)), count);
            }
            let ends = memchr_iter(b'\n', &block[start..]).map(|at| start + at + 1);
            let (mut lines, mut end) = (0, block.len());
            for at in ends.take(run.1) {
                (lines, end) = (lines + 1, at);
            }
            run.1 -= lines;
            let bytes = match end - start == block.len() {
                true => std::mem::take(&mut block),
                false => block[start..end].to_vec(),
            };
            start = end.min(block.len());
            Some(Item::Records {
                bytes,
                origin: run.0.clone(),
                first_line: 1,
            })
        }))
    }
}

fn is_same(one: Option<&Arc<DataSet>>, other: Option<&Arc<DataSet>>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => Arc::ptr_eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

impl Sources {
    /// Makes the sources readable several times: copies a list on standard input to an unlinked
    /// temporary file.
    ///
    /// # Errors
    /// Fails if standard input is a single document, or if a list cannot be read or copied.
    pub fn rereadable(mut self) -> Result<Self, Error> {
        if self.files.iter().any(|file| file == "-") {
            return Err(Error::new(
                STANDARD_INPUT,
                "documents are read several times here; give this one as a file",
            ));
        }
        if self.files.is_empty() {
            let mut stream = Opened::list(&self.list, &self)?.into_stream();
            let copy = tempfile::tempfile_in(&self.temporary)
                .and_then(|mut copy| io::copy(&mut stream.reader, &mut copy).map(|_| copy))
                .map_err(|error| Error::io(&stream.name, &error))?;
            self.list = List::Spooled(stream.name, Arc::new(copy));
        }
        Ok(self)
    }
}
