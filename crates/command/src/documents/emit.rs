//! The way from a document to the output.

use std::fmt::Display;
use std::sync::Arc;

use intake::{Messages, Tally};
use record::Name;

use super::DONE;
use crate::stats::{self, Collector, words};
use crate::{Output, Process};

/// Where a tool's code writes what it makes of one document. It reaches the output in the order of the documents.
pub struct Emit<'a> {
    out: Vec<u8>,
    messages: Vec<Message>,
    files: Vec<OutputFile>,
    sections: Vec<Vec<u8>>,
    direct: Option<(&'a mut Output, &'a Process)>,
    stats: Option<&'a Collector>,
}

/// A file of the output directory.
struct OutputFile {
    /// The name of the document it is of, for messages.
    document: Vec<u8>,
    name: Vec<u8>,
    bytes: Vec<u8>,
    then: Then,
}

/// What is done once a file is in place.
type Then = Box<dyn FnOnce(&mut Vec<u8>, &Process) + Send>;

pub(super) enum Message {
    /// A file cannot be read.
    Failed(intake::Error),
    /// A document or a record is bad.
    Bad(intake::Error),
    Warning(String, String),
    /// A web archive was read to its end.
    Ended(Arc<Tally>),
}

/// With one thread, output leaves in pieces of this size while the document is being worked on.
const PIECE: usize = 64 * 1024;

impl<'a> Emit<'a> {
    /// A way to `out` for a tool that reads all documents before it writes of any.
    pub fn to(out: &'a mut Output, process: &'a Process) -> Self {
        Emit {
            out: Vec::with_capacity(2 * PIECE),
            messages: Vec::new(),
            files: Vec::new(),
            sections: Vec::new(),
            direct: Some((out, process)),
            stats: process.stats(),
        }
    }

    /// Lets go of everything that was written.
    pub fn finish(mut self) {
        self.hand_over();
    }

    /// The bytes to append records to.
    #[inline]
    pub fn out(&mut self) -> &mut Vec<u8> {
        &mut self.out
    }

    /// Writes the section of a document into a page that has sections only, while there is room: see [`Output::write_section`].
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

    /// To be called between records: lets go of what was written, where that is possible.
    #[inline]
    pub fn settle(&mut self) {
        if self.out.len() >= PIECE {
            self.hand_over();
        }
    }

    /// Tells `--stats` of a document's text that is written otherwise than by [`Document::rewrite`](intake::Document::rewrite).
    pub fn wrote(&self, text: &str) {
        if let Some(stats) = self.stats {
            stats.wrote(text);
        }
    }

    /// As [`Emit::wrote`], for a document that was written in parts: how many words it has.
    pub fn wrote_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats.wrote_words(words);
        }
    }

    /// Tells `--stats` how many words a [`RawDocument`](intake::RawDocument) has.
    pub fn read_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats::add(&stats.words, words);
        }
    }

    /// Reports trouble with a document; the exit code will be 2.
    pub fn trouble(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Bad(intake::Error::new(source, message)));
    }

    /// Says what a user may want to know about a document.
    pub fn warn(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Warning(source.to_string(), message.to_string()));
    }

    /// Writes the file `name` of a document in the directory of `--out-dir`, which [`Output::set_directory`] has opened.
    /// Once it is in place, `--stats` is told of the document's text.
    pub fn document_file(&mut self, document: &Name, name: &[u8], bytes: &[u8], text: &str) {
        let words = self.stats.map_or(0, |_| words(text));
        self.file(document, name, bytes, move |_, process| {
            process.wrote_document(words);
        });
    }

    /// Writes a file as [`Emit::document_file`] does. Once it is in place, `then` is called, with the output, where it
    /// may add records. A file that cannot be written is reported under the document's name.
    pub fn file(
        &mut self,
        document: &Name,
        name: &[u8],
        bytes: &[u8],
        then: impl FnOnce(&mut Vec<u8>, &Process) + Send + 'static,
    ) {
        let document = document.as_bytes();
        match &mut self.direct {
            Some((output, process)) => match output.write_file(document, name, bytes) {
                Ok(true) => then(&mut self.out, process),
                Ok(false) => process.count(DONE, 1),
                Err(error) => process.trouble_of(&error),
            },
            None => self.files.push(OutputFile {
                document: document.to_vec(),
                name: name.to_vec(),
                bytes: bytes.to_vec(),
                then: Box::new(then),
            }),
        }
    }

    /// What is kept until its turn to be written comes.
    pub(super) fn later(process: &'a Process) -> Self {
        Emit {
            out: Vec::new(),
            messages: Vec::new(),
            files: Vec::new(),
            sections: Vec::new(),
            direct: None,
            stats: process.stats(),
        }
    }

    /// Writes what was kept.
    pub(super) fn settle_in(mut self, out: &mut Output, process: &Process) {
        for message in &self.messages {
            message.print(process);
        }
        for file in self.files {
            match out.write_file(&file.document, &file.name, &file.bytes) {
                Ok(true) => (file.then)(&mut self.out, process),
                Ok(false) => process.count(DONE, 1),
                Err(error) => process.trouble_of(&error),
            }
        }
        let written = out.write(&self.out);
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

    pub(super) fn hand_over(&mut self) {
        if let Some((output, process)) = &mut self.direct {
            if let Err(error) = output.write(&self.out) {
                process.end_now(error);
            }
            self.out.clear();
        }
    }
}

impl Messages for Emit<'_> {
    fn failed(&mut self, error: intake::Error) {
        self.message(Message::Failed(error));
    }

    fn bad(&mut self, error: intake::Error) {
        self.message(Message::Bad(error));
    }

    fn ended(&mut self, archive: Arc<Tally>) {
        self.message(Message::Ended(archive));
    }

    fn warn(&mut self, source: String, message: String) {
        self.message(Message::Warning(source, message));
    }
}

impl Message {
    fn print(&self, process: &Process) {
        match self {
            Message::Failed(error) => process.reject_file(error),
            Message::Bad(error) => process.reject(error),
            Message::Warning(source, message) => process.warn(source, message),
            // What was done with its pages is known now, and not before: other threads worked on them.
            Message::Ended(archive) => {
                if let Some(why) = archive.why_nothing() {
                    process.warn(archive.name(), why);
                }
            }
        }
    }
}
