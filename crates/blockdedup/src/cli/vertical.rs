//! Vertical text through the filter.

use std::ffi::OsString;

use kit::records::{Block, Blocks};
use kit::{Error, Output, Process, RecordArgs};
use record::Name;

use super::dedup::{Phase, Prepared, State};
use super::options::{Options, Part};
use super::write;
use crate::vertical::Tags;

/// Bytes that are read at a time.
const PIECE: usize = 256 * 1024;

/// Reads all documents of the FILEs, or of standard input.
pub(super) fn run(
    options: &Options,
    process: &Process,
    out: &mut Output,
    state: &mut State,
) -> Result<(), Error> {
    let mut reader = Reader {
        options,
        process,
        tags: Tags::new(&options.doc_tag, &options.block_tag),
        state,
        prepared: Prepared::new(options),
        text: Vec::new(),
        written: Vec::new(),
        first_line: 1,
        closed: false,
    };
    let files = match &options.documents.files[..] {
        [] => vec![OsString::from("-")],
        files => files.to_vec(),
    };
    for file in files {
        let args = RecordArgs {
            files: vec![file],
            raw_input: false,
        };
        let mut blocks = Blocks::new(&args, PIECE, process);
        let mut origin = None;
        while let Some(block) = blocks.next_block() {
            origin.get_or_insert_with(|| block.origin.to_string());
            reader.read(&block, out)?;
        }
        // Two files have no document in common.
        if let Some(origin) = origin {
            reader.end_document(&origin, out)?;
        }
        (reader.first_line, reader.closed) = (1, false);
    }
    Ok(())
}

struct Reader<'a> {
    options: &'a Options,
    process: &'a Process,
    tags: Tags,
    state: &'a mut State,
    prepared: Prepared,
    /// The lines of a document, as far as it is read.
    text: Vec<u8>,
    written: Vec<u8>,
    /// The number of its first line.
    first_line: u64,
    /// Its end was read.
    closed: bool,
}

impl Reader<'_> {
    fn read(&mut self, block: &Block, out: &mut Output) -> Result<(), Error> {
        for (number, line) in
            (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
        {
            // The line behind the end of a document begins another one, whatever it is.
            if self.closed || self.tags.opens_document(line) {
                self.end_document(&block.origin, out)?;
                self.first_line = number;
            }
            self.closed = self.tags.closes_document(line);
            self.text.extend_from_slice(line);
        }
        Ok(())
    }

    fn end_document(&mut self, origin: &str, out: &mut Output) -> Result<(), Error> {
        if self.text.is_empty() {
            return Ok(());
        }
        self.prepared.clear();
        self.tags
            .read(&self.text, self.options.tokens(), &mut self.prepared.grams);
        let name = format!("{origin}:{}", self.first_line);
        match &mut self.state.phase {
            Phase::Counting(occurrences) => {
                let grams = &self.prepared.grams;
                self.state.filter.count(grams, occurrences)?;
            }
            _ => {
                self.state
                    .judge(name.as_bytes(), &mut self.prepared)
                    .map_err(|no_room| no_room.error())?;
                write::count(self.process, &self.prepared);
                self.written.clear();
                if self.options.emit == Part::Report {
                    write::report(
                        self.options,
                        &Name::from(&name[..]),
                        &self.prepared,
                        &mut self.written,
                    );
                } else {
                    let kept = self.options.emit == Part::Documents;
                    self.tags.write(
                        &self.text,
                        &self.prepared.grams,
                        &self.prepared.judged,
                        kept,
                        &mut self.written,
                    );
                }
                out.write(&self.written)?;
            }
        }
        self.text.clear();
        Ok(())
    }
}
