//! Passes the output of each document on.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use intake::{DataSet, Document, Messages, Tally};
use record::{Name, Object};

use super::SKIPPED_EXISTING;
use crate::stats::{self, Collector, DocumentGroups, words};
use crate::{Error, Output, Process};

/// Collects the output of a tool for one document and passes it on in input order.
pub struct Emit<'a> {
    out: Vec<u8>,
    /// Whether the buffer begins with a text that must not continue the last line of the output.
    begins_line: bool,
    messages: Vec<Message>,
    files: Vec<OutputFile>,
    sections: Vec<Vec<u8>>,
    direct: Option<(&'a mut Output, &'a Process)>,
    stats: Option<&'a Collector>,
    /// The data set that begins here.
    begins: Option<Arc<DataSet>>,
    /// The data set of the output.
    data_set: Option<Arc<DataSet>>,
    /// Why the next file must not replace its document.
    kept: Option<&'static str>,
}

/// A file in the output directory.
struct OutputFile {
    /// The name of its document, for messages.
    document: Vec<u8>,
    name: Vec<u8>,
    bytes: Vec<u8>,
    /// Why it must not replace the document itself.
    kept: Option<&'static str>,
    then: Then,
}

/// A callback for when the file is in place.
type Then = Box<dyn FnOnce(&mut Vec<u8>, &Process) + Send>;

pub(super) enum Message {
    /// A file that cannot be read.
    Failed(intake::Error),
    /// A list entry that cannot be opened, and whether the list is standard input.
    NotOpened(intake::Error, bool),
    /// A document or record that cannot be read.
    Bad(intake::Error),
    PassedOver(intake::Error),
    Warning(String, String),
    /// The end of a web archive.
    Ended(Arc<Tally>),
}

/// The chunk size in bytes of output that is written while a document is processed, with one
/// thread.
const WRITE_SIZE: usize = 64 * 1024;

impl<'a> Emit<'a> {
    /// Creates an emitter that writes to `out` directly, for a tool that reads all documents before
    /// it writes any.
    pub fn direct(out: &'a mut Output, process: &'a Process) -> Self {
        Emit {
            out: Vec::with_capacity(2 * WRITE_SIZE),
            begins_line: false,
            messages: Vec::new(),
            files: Vec::new(),
            sections: Vec::new(),
            direct: Some((out, process)),
            stats: process.stats(),
            begins: None,
            data_set: None,
            kept: None,
        }
    }

    /// Writes all pending output.
    pub fn finish(mut self) {
        self.flush_direct();
    }

    /// Returns the buffer to which records are appended.
    #[inline]
    pub fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// Writes a document as a record with a new text and the tool's mark: see [`Document::rewrite`](intake::Document::rewrite).
    pub fn rewrite(
        &mut self,
        document: &Document,
        text: &str,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        if let Some(record) = document.record() {
            self.warn_of_fields(&document.name, record, tool);
            self.warn_of_parts(&document.name, record, text);
        }
        document.rewrite(&mut self.out, text, tool, add);
    }

    /// Like [`Emit::rewrite`], for a tool that knows the new text of each part of the old one: see
    /// [`Document::rewrite_parts`](intake::Document::rewrite_parts).
    pub fn rewrite_parts<'t>(
        &mut self,
        document: &Document,
        part: impl Fn(Range<usize>) -> Cow<'t, str>,
        tool: &str,
        add: impl FnOnce(&mut Object),
    ) {
        if let Some(record) = document.record() {
            self.warn_of_fields(&document.name, record, tool);
        }
        document.rewrite_parts(&mut self.out, part, tool, add);
    }

    /// Warns that a new text is not in the fields from which the old one was joined.
    pub fn warn_of_parts(&mut self, name: &Name, record: &record::Document, text: &str) {
        if record.is_joined() && *record.text != *text {
            let message = "the texts that --text-field joins stay as they were; only the field text has the new text";
            self.warn(name.to_text(), message);
        }
    }

    /// Warns of a field of the tool's name, which stays when a record is rewritten, and of a text that is replaced.
    pub fn warn_of_fields(&mut self, name: &Name, record: &record::Document, tool: &str) {
        if record.has_own_field(tool) {
            let message =
                format!("its field {tool} is not from {tool}, so it stays, and none is added");
            self.warn(name.to_text(), message);
        }
        if record.replaces_text() {
            let message = "its field text is replaced by the texts that --text-field joins; rename it to keep it";
            self.warn(name.to_text(), message);
        }
    }

    /// Returns the buffer to which the plain text of the next document is appended, on a new line.
    pub fn next_text(&mut self) -> &mut Vec<u8> {
        match self.out.last() {
            None => self.begins_line = true,
            Some(b'\n') => {}
            Some(_) => self.out.push(b'\n'),
        }
        &mut self.out
    }

    /// Writes a document's section of a page made of sections, unless the page is full: see
    /// [`Output::write_section`].
    pub fn section(&mut self, section: &str) {
        match &mut self.direct {
            None => self.sections.push(section.as_bytes().to_vec()),
            Some((output, process)) => {
                if let Err(error) = output.write_section(section.as_bytes()) {
                    process.end_now(error);
                }
            }
        }
    }

    /// Writes the buffer if it is full and the output is direct. Must be called between records.
    #[inline]
    pub fn settle(&mut self) {
        if self.out.len() >= WRITE_SIZE {
            self.flush_direct();
        }
    }

    /// Counts a document's text for `--stats` if it is not written by [`Document::rewrite`](intake::Document::rewrite).
    pub fn wrote(&self, groups: impl FnOnce() -> DocumentGroups, text: &str) {
        if let Some(stats) = self.stats {
            stats.wrote(&groups(), text);
        }
    }

    /// Like [`Emit::wrote`], for a document written in chunks, by its number of words.
    pub fn wrote_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats.wrote_words(words);
        }
    }

    /// Counts the words of a [`RawDocument`](intake::RawDocument) for `--stats`.
    pub fn read_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats::add(&stats.words, words);
        }
    }

    /// Reports an error of a document; the exit code will be 2.
    pub fn trouble(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Bad(intake::Error::new(source, message)));
    }

    /// Reports an input that is not text and was not named by the user. This is not an error.
    pub fn pass_over(&mut self, source: impl Display, message: impl Display) {
        intake::pass_over(intake::Error::new(source, message), true, self);
    }

    /// Prints a warning about a document.
    pub fn warn(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Warning(source.to_string(), message.to_string()));
    }

    /// Says why the next file must not replace its document, if it would have the same place: bytes would be lost.
    pub fn keep_source(&mut self, why: &'static str) {
        self.kept = Some(why);
    }

    /// Writes the file `name` of a document in the directory of `--out-dir`, opened by [`Output::set_directory`]. Once
    /// it is in place, the document's text is counted for `--stats`.
    pub fn document_file(
        &mut self,
        document: &Name,
        groups: impl FnOnce() -> DocumentGroups,
        name: &[u8],
        bytes: &[u8],
        text: &str,
    ) {
        let counts = self.stats.map(|_| (groups(), words(text)));
        self.file(document, name, bytes, move |_, process| {
            if let Some((groups, words)) = counts {
                process.wrote_in_groups(&groups, words);
            }
        });
    }

    /// Like [`Emit::document_file`], but calls `then` when the file is in place. `then` may append
    /// records to the output. A file that cannot be written is reported with the document's name.
    pub fn file(
        &mut self,
        document: &Name,
        name: &[u8],
        bytes: &[u8],
        then: impl FnOnce(&mut Vec<u8>, &Process) + Send + 'static,
    ) {
        let document = document.as_bytes();
        let kept = self.kept.take();
        match &mut self.direct {
            Some((output, process)) => match output.write_file(document, name, bytes, kept) {
                Ok(true) => then(&mut self.out, process),
                Ok(false) => process.count(SKIPPED_EXISTING, 1),
                Err(error) => process.trouble_of(&error),
            },
            None => self.files.push(OutputFile {
                document: document.to_vec(),
                name: name.to_vec(),
                bytes: bytes.to_vec(),
                kept,
                then: Box::new(then),
            }),
        }
    }

    /// Creates an emitter that keeps everything until [`Emit::write_to`].
    pub(super) fn buffered(process: &'a Process) -> Self {
        Emit {
            out: Vec::new(),
            begins_line: false,
            messages: Vec::new(),
            files: Vec::new(),
            sections: Vec::new(),
            direct: None,
            stats: process.stats(),
            begins: None,
            data_set: None,
            kept: None,
        }
    }

    /// Takes the last emitter out of the list if it accepts more, or creates a new one.
    pub(super) fn last_or_new(emits: &mut Vec<Emit<'a>>, process: &'a Process) -> Self {
        let last = emits.pop_if(|emit| emit.takes_more());
        last.unwrap_or_else(|| Emit::buffered(process))
    }

    /// Whether output of another document may be appended without a change in the result. That is
    /// so if only output was kept.
    pub(super) fn takes_more(&self) -> bool {
        self.messages.is_empty()
            && self.files.is_empty()
            && self.sections.is_empty()
            && self.data_set.is_none()
    }

    /// Writes everything that was kept.
    pub(super) fn write_to(mut self, out: &mut Output, process: &Process) {
        for message in &self.messages {
            message.print(process);
        }
        for file in self.files {
            match out.write_file(&file.document, &file.name, &file.bytes, file.kept) {
                Ok(true) => (file.then)(&mut self.out, process),
                Ok(false) => process.count(SKIPPED_EXISTING, 1),
                Err(error) => process.trouble_of(&error),
            }
        }
        if let Some(set) = &self.begins {
            out.begin(set);
        }
        let set = self.data_set.as_ref();
        let written = write(out, set, &self.out, self.begins_line, process);
        let mut sections = self.sections.iter();
        if let Err(error) =
            written.and_then(|()| sections.try_for_each(|one| out.write_section(one)))
        {
            process.end_now(error);
        }
    }

    pub(super) fn message(&mut self, message: Message) {
        match &self.direct {
            Some((_, process)) => message.print(process),
            None => self.messages.push(message),
        }
    }

    pub(super) fn flush_direct(&mut self) {
        if let Some((output, process)) = &mut self.direct {
            let set = self.data_set.as_ref();
            if let Err(error) = write(output, set, &self.out, self.begins_line, process) {
                process.end_now(error);
            }
            self.out.clear();
            self.begins_line = false;
        }
    }
}

/// Writes a buffer of an emitter, on a new line if it begins with one.
fn write(
    output: &mut Output,
    set: Option<&Arc<DataSet>>,
    buffer: &[u8],
    begins_line: bool,
    process: &Process,
) -> Result<(), Error> {
    if begins_line && !buffer.is_empty() {
        output.writer.end_line()?;
    }
    output.write_of(set, buffer, process)
}

impl Messages for Emit<'_> {
    fn failed(&mut self, error: intake::Error) {
        self.message(Message::Failed(error));
    }

    fn not_opened(&mut self, error: intake::Error, is_standard_input: bool) {
        self.message(Message::NotOpened(error, is_standard_input));
    }

    fn bad(&mut self, error: intake::Error) {
        self.message(Message::Bad(error));
    }

    fn ended(&mut self, archive: Arc<Tally>) {
        self.message(Message::Ended(archive));
    }

    fn passed_over(&mut self, error: intake::Error) {
        self.message(Message::PassedOver(error));
    }

    fn begin(&mut self, set: &Arc<DataSet>) {
        match &mut self.direct {
            Some((output, _)) => output.begin(set),
            None => self.begins = Some(set.clone()),
        }
    }

    fn data_set(&mut self, set: Option<&Arc<DataSet>>) {
        if set.is_some() || self.data_set.is_some() {
            self.flush_direct();
            self.data_set = set.cloned();
        }
    }

    fn warn(&mut self, source: String, message: String) {
        self.message(Message::Warning(source, message));
    }
}

impl Message {
    fn print(&self, process: &Process) {
        match self {
            Message::Failed(error) => process.reject_file(error),
            Message::NotOpened(error, is_standard_input) => {
                process.reject_entry(error, *is_standard_input);
            }
            Message::Bad(error) => process.reject(error),
            Message::PassedOver(error) => process.pass_over(error),
            Message::Warning(source, message) => process.warn(source, message),
            // Only now have all pages of the archive been processed, some by other threads.
            Message::Ended(archive) => {
                if let Some(why) = archive.warning() {
                    process.warn(archive.name(), why);
                }
            }
        }
    }
}
