//! The way from a document to the output.

use std::fmt::Display;

use crate::stats::{self, Collector};
use crate::{Error, Output, Process};

/// Where a tool's code writes what it makes of one document. It reaches the output in the order of the documents.
pub struct Emit<'a> {
    out: Vec<u8>,
    messages: Vec<Message>,
    files: Vec<OutputFile>,
    direct: Option<(&'a mut Output, &'a Process)>,
    stats: Option<&'a Collector>,
}

/// A file of the output directory.
struct OutputFile {
    name: Vec<u8>,
    bytes: Vec<u8>,
    /// What goes to the output once the file is there.
    entry: Vec<u8>,
}

pub(super) enum Message {
    /// A file cannot be read or written.
    Trouble(Error),
    /// A document or a record is bad.
    Bad(String, String),
    Warning(String, String),
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

    /// To be called between records: lets go of what was written, where that is possible.
    #[inline]
    pub fn settle(&mut self) {
        if self.out.len() >= PIECE {
            self.hand_over();
        }
    }

    /// Tells `--stats` of a document's text that is written otherwise than by [`Document::rewrite`](super::Document::rewrite).
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

    /// Tells `--stats` how many words a [`RawDocument`](super::RawDocument) has.
    pub fn read_words(&self, words: usize) {
        if let Some(stats) = self.stats {
            stats::add(&stats.words, words);
        }
    }

    /// Reports trouble with a document; the exit code will be 2.
    pub fn trouble(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Bad(source.to_string(), message.to_string()));
    }

    /// Says what a user may want to know about a document.
    pub fn warn(&mut self, source: impl Display, message: impl Display) {
        self.message(Message::Warning(source.to_string(), message.to_string()));
    }

    /// Writes the document's file in the directory of `--out-dir`, which [`Output::set_directory`] has opened.
    pub fn file(&mut self, name: &[u8], bytes: &[u8]) {
        self.listed_file(name, bytes, &[]);
    }

    /// Writes a file as [`Emit::file`] does, and if it could be written the records of `entry` to the output.
    pub fn listed_file(&mut self, name: &[u8], bytes: &[u8], entry: &[u8]) {
        match &mut self.direct {
            Some((output, process)) => match output.write_file(name, bytes) {
                Ok(()) => self.out.extend_from_slice(entry),
                Err(error) => process.trouble_of(&error),
            },
            None => self.files.push(OutputFile {
                name: name.to_vec(),
                bytes: bytes.to_vec(),
                entry: entry.to_vec(),
            }),
        }
    }

    /// What is kept until its turn to be written comes.
    pub(super) fn later(process: &'a Process) -> Self {
        Emit {
            out: Vec::new(),
            messages: Vec::new(),
            files: Vec::new(),
            direct: None,
            stats: process.stats(),
        }
    }

    /// Writes what was kept.
    pub(super) fn settle_in(mut self, out: &mut Output, process: &Process) {
        for message in &self.messages {
            message.print(process);
        }
        for file in &self.files {
            match out.write_file(&file.name, &file.bytes) {
                Ok(()) => self.out.extend_from_slice(&file.entry),
                Err(error) => process.trouble_of(&error),
            }
        }
        if let Err(error) = out.write(&self.out) {
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

impl Message {
    fn print(&self, process: &Process) {
        match self {
            Message::Trouble(error) => process.trouble_of(error),
            Message::Bad(source, message) => process.trouble(source, message),
            Message::Warning(source, message) => process.warn(source, message),
        }
    }
}
