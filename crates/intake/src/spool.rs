//! Stores input that is read twice: documents, in their order or in any other, and lists of documents.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memchr_iter;
use platform::files;

use crate::BLOCK;
use crate::compression::decoders::{self, Temporary};
use crate::document::Form;
use crate::item::Item;
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
        write_for(tool, document, &mut self.line);
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
            is_found: false,
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

/// Writes a document as a record that `tool` can rewrite later.
fn write_for(tool: &str, document: &Document, line: &mut Vec<u8>) {
    match document.form {
        Form::Record(record) => record.write_named(line),
        Form::Page(page) => page.write_record(line, document.text),
        // With the tool's key in the record, rewriting it gives the same result as
        // `Document::rewrite` on the file.
        Form::File => {
            record::Document::write_new(line, &document.name, document.text, tool, |_| ());
        }
    }
}

/// Pieces of bytes in an uncompressed temporary file, which can be read again in any order. Takes 8
/// bytes of memory for each. The file is unlinked, so that a killed process leaves nothing behind.
pub struct Pieces {
    directory: PathBuf,
    file: BufWriter<File>,
    /// The end of each piece.
    ends: Vec<u64>,
}

impl Pieces {
    /// Creates the file, without any pieces.
    ///
    /// # Errors
    /// Fails if no file can be created in this directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        let file = tempfile::tempfile_in(directory)
            .map_err(|error| Error::io(directory.display(), &error))?;
        Ok(Pieces {
            directory: directory.to_owned(),
            file: BufWriter::with_capacity(BLOCK, file),
            ends: Vec::new(),
        })
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn add(&mut self, piece: &[u8]) -> Result<(), Error> {
        let end = self.ends.last().copied().unwrap_or_default();
        self.ends.push(end + piece.len() as u64);
        let written = self.file.write_all(piece);
        written.map_err(|error| self.error(&error))
    }

    /// Ends the writing. To be called after the last piece and before the first is read.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn flush(&mut self) -> Result<(), Error> {
        let flushed = self.file.flush();
        flushed.map_err(|error| self.error(&error))
    }

    /// The number of pieces.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no piece.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Appends a piece to a buffer.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn read(&self, number: usize, buffer: &mut Vec<u8>) -> Result<(), Error> {
        self.read_bytes(self.place(number), buffer)
    }

    fn place(&self, number: usize) -> Range<u64> {
        let before = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        before..self.ends[number]
    }

    fn read_bytes(&self, place: Range<u64>, buffer: &mut Vec<u8>) -> Result<(), Error> {
        let at = buffer.len();
        buffer.resize(at + (place.end - place.start) as usize, 0);
        let read = files::read_exact_at(self.file.get_ref(), &mut buffer[at..], place.start);
        read.map_err(|error| self.error(&error))
    }

    fn error(&self, error: &io::Error) -> Error {
        Error::io(self.directory.display(), error)
    }
}

/// Documents in an uncompressed temporary file, which can be read again in any order. Takes 8 bytes
/// of memory for each.
pub struct Shelf {
    lines: Pieces,
    line: Vec<u8>,
    /// The data sets of the documents, and the number of the first document of each.
    sets: Vec<(usize, Option<Arc<DataSet>>)>,
}

impl Shelf {
    /// Creates an empty shelf.
    ///
    /// # Errors
    /// Fails if no file can be created in this directory.
    pub fn new(directory: &Path) -> Result<Self, Error> {
        Ok(Shelf {
            lines: Pieces::new(directory)?,
            line: Vec::new(),
            sets: Vec::new(),
        })
    }

    /// Adds a document for `tool` to rewrite later.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn add(&mut self, document: &Document, tool: &str) -> Result<(), Error> {
        let set = document.data_set();
        if (self.sets.last()).is_none_or(|(_, last)| !is_same(last.as_ref(), set)) {
            self.sets.push((self.lines.len(), set.cloned()));
        }
        self.line.clear();
        write_for(tool, document, &mut self.line);
        self.lines.add(&self.line)
    }

    /// Ends the writing. To be called after the last document and before the first is read.
    ///
    /// # Errors
    /// Returns the system's error, with the name of the directory.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.line = Vec::new();
        self.lines.flush()
    }

    /// Returns the documents in the order in which they were added.
    pub fn items(&self) -> impl Iterator<Item = Item> + Send + '_ {
        self.sets
            .iter()
            .enumerate()
            .flat_map(|(number, (first, set))| {
                let end = self
                    .sets
                    .get(number + 1)
                    .map_or(self.lines.len(), |next| next.0);
                self.records(*first..end, set.clone())
            })
    }

    /// Returns the documents with these numbers, counted from 0, in this order, without their data
    /// sets.
    pub fn items_of<'s>(
        &'s self,
        numbers: impl Iterator<Item = usize> + Send + 's,
    ) -> impl Iterator<Item = Item> + Send + 's {
        self.records(numbers, None)
    }

    fn records<'s>(
        &'s self,
        numbers: impl Iterator<Item = usize> + Send + 's,
        data_set: Option<Arc<DataSet>>,
    ) -> impl Iterator<Item = Item> + Send + 's {
        let origin = Arc::new(Origin {
            display: self.lines.directory.display().to_string().into(),
            name: (*b"-").into(),
            data_set,
            is_found: false,
        });
        let mut numbers = numbers.peekable();
        std::iter::from_fn(move || {
            let mut bytes = Vec::new();
            let mut next = |bytes: &mut Vec<u8>| {
                let mut place = self.lines.place(numbers.next()?);
                // Neighbours are read at once.
                while let Some(more) = numbers.next_if(|&number| {
                    let more = self.lines.place(number);
                    more.start == place.end && (more.end - place.start) as usize <= BLOCK
                }) {
                    place.end = self.lines.place(more).end;
                }
                Some(self.lines.read_bytes(place, bytes))
            };
            while bytes.len() < BLOCK {
                match next(&mut bytes) {
                    Some(Ok(())) => {}
                    Some(Err(error)) => return Some(Item::Trouble(error)),
                    None if bytes.is_empty() => return None,
                    None => break,
                }
            }
            Some(Item::Records {
                bytes,
                origin: origin.clone(),
                first_line: 1,
            })
        })
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
