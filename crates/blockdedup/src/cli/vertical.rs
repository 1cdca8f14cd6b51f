//! Deduplication of vertical text.

use std::ffi::OsString;

use command::{Error, Output, Process, RecordArgs};
use intake::Location;
use intake::blocks::Block;

use super::dedup::State;
use super::options::{Method, Options, OutputKind};
use super::prepared::Prepared;
use super::sources::Place;
use super::write;
use crate::vertical::Tags;
use crate::{Fate, Size};

/// The size of a read in bytes.
const READ_SIZE: usize = 256 * 1024;

/// Reads all documents of the FILEs, or of standard input, and decides on them.
pub(super) fn run(
    options: &Options,
    process: &Process,
    out: &mut Output,
    state: &mut State,
) -> Result<(), Error> {
    let files = match &options.documents.files[..] {
        [] => &[OsString::from("-")],
        files => files,
    };
    read(options, process, files, false, out, state)
}

/// Reads the documents that count as seen.
pub(super) fn learn(
    options: &Options,
    process: &Process,
    out: &mut Output,
    state: &mut State,
) -> Result<(), Error> {
    read(options, process, &options.before.against, true, out, state)
}

fn read(
    options: &Options,
    process: &Process,
    files: &[OsString],
    learns: bool,
    out: &mut Output,
    state: &mut State,
) -> Result<(), Error> {
    let mut reader = Reader {
        options,
        process,
        tags: Tags::new(
            &options.vertical.doc_tag,
            &options.vertical.block_tag,
            options.rules().method,
        ),
        state,
        prepared: Prepared::new(options),
        learns,
        text: Vec::new(),
        written: Vec::new(),
        first_line: 1,
        closed: false,
        block_closed: false,
    };
    for file in files {
        let args = RecordArgs {
            files: vec![file.clone()],
            raw_input: false,
            input_limit: options.documents.input_limit,
        };
        let mut blocks = args.blocks(READ_SIZE, process);
        let mut origin = None;
        while let Some(block) = blocks.next_block() {
            if origin.is_none() && block.bytes.starts_with(b"{\"") {
                let message =
                    "this looks like records, not like vertical text; leave --vertical out";
                process.warn(&block.origin, message);
            }
            origin.get_or_insert_with(|| block.origin.to_string());
            reader.read(&block, out)?;
        }
        // A document does not extend over two files.
        if let Some(origin) = origin {
            reader.end_document(&origin, out)?;
        }
        (reader.first_line, reader.closed, reader.block_closed) = (1, false, false);
    }
    Ok(())
}

struct Reader<'a> {
    options: &'a Options,
    process: &'a Process,
    tags: Tags,
    state: &'a mut State,
    prepared: Prepared,
    /// Whether documents are only learned as seen, without a decision.
    learns: bool,
    /// The lines of the current document so far.
    text: Vec<u8>,
    written: Vec<u8>,
    /// The number of its first line.
    first_line: u64,
    /// Whether its end has been read.
    closed: bool,
    /// Whether the end of a block has been read and none has begun since: see [`Tags::read`].
    block_closed: bool,
}

impl Reader<'_> {
    fn read(&mut self, block: &Block, out: &mut Output) -> Result<(), Error> {
        for (number, line) in
            (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
        {
            // Any line after the end of a document begins another one.
            if self.closed || self.tags.opens_document(line) {
                self.end_document(&block.origin, out)?;
                self.first_line = number;
            }
            // The line that begins a document does not end it.
            self.closed = !self.text.is_empty() && self.tags.closes_document(line);
            self.text.extend_from_slice(line);
        }
        Ok(())
    }

    fn end_document(&mut self, origin: &str, out: &mut Output) -> Result<(), Error> {
        if self.text.is_empty() {
            return Ok(());
        }
        // The last line of a file may lack its line feed; the next file begins a new line.
        if !self.text.ends_with(b"\n") {
            self.text.push(b'\n');
        }
        if self.options.compare.method != Method::Paper {
            self.block_closed = false;
        }
        self.prepared.clear();
        let name = format!("{origin}:{}", self.first_line);
        let location = Location {
            source: origin,
            line: Some(self.first_line),
        };
        // One token or tag a line.
        let lines = || memchr::memchr_iter(b'\n', &self.text).count() as u64;
        let size = || Size {
            tokens: lines(),
            blocks: 0,
        };
        if let Some(size) = self.options.too_large(self.text.len(), size) {
            let message = self.options.too_large_message(size);
            if self.learns {
                return Err(Error::new(name, message));
            }
            self.process.trouble(&name, message);
            self.text.clear();
            return Ok(());
        }
        self.tags.read(
            &self.text,
            self.options.tokens(),
            &mut self.block_closed,
            &mut self.prepared.grams,
        );
        let place = Place {
            name: name.as_bytes(),
            location,
        };
        match self.learns {
            true => self.state.learn(place, &self.prepared.grams)?,
            false => self.decide(place, out)?,
        }
        self.text.clear();
        Ok(())
    }

    fn decide(&mut self, place: Place, out: &mut Output) -> Result<(), Error> {
        let blocks = self.prepared.grams.blocks();
        let tokens = blocks.iter().map(|block| block.tokens.len()).sum();
        self.process.read_document(tokens);
        if self.state.count(&self.prepared.grams)? {
            return Ok(());
        }
        self.state
            .judge(place, &mut self.prepared)
            .map_err(|no_room| no_room.error())?;
        write::count(
            self.options,
            self.process,
            command::DocumentGroups::default,
            &self.prepared,
        );
        self.written.clear();
        if self.options.emit == OutputKind::Report {
            write::report(self.options, place, &self.prepared, &mut self.written);
        } else {
            let kept = self.options.emit == OutputKind::Documents;
            let tokens = tokens_of(&self.prepared, kept);
            if tokens > 0 {
                self.process.wrote_document(tokens);
            }
            self.tags.write(
                &self.text,
                &self.prepared.grams,
                &self.prepared.judged,
                kept,
                &mut self.written,
            );
        }
        out.write(&self.written)?;
        Ok(())
    }
}

/// The number of tokens in the kept blocks, or in the others.
fn tokens_of(prepared: &Prepared, kept: bool) -> usize {
    let blocks = prepared.grams.blocks().iter().zip(&prepared.judged);
    let wanted = blocks.filter(|(_, judged)| (judged.fate == Fate::Kept) == kept);
    wanted.map(|(block, _)| block.tokens.len()).sum()
}
