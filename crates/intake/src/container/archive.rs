//! What archives of files have in common.

use std::collections::VecDeque;
use std::io::Read;

use super::refused::refused;
use super::{Contents, by_content, nested};
use crate::opened::{Opened, Origin};
use crate::{Error, Item, Observer, Sources};

/// What `--stats` counts.
const PASSED_OVER: &str = "members of archives that are no text";

/// The members of an archive that are being read, and what is to be said of them.
pub(super) struct Members {
    origin: Origin,
    sources: Sources,
    /// Items that wait, and members that hold several.
    waiting: VecDeque<Waiting>,
    taken: u64,
    passed_over: u64,
    ended: bool,
}

enum Waiting {
    Item(Item),
    Contents(Box<dyn Contents>),
}

/// Whether a member is binary: images and the like come with texts, and are passed over.
fn is_binary(head: &[u8], sources: &Sources) -> bool {
    by_content(head).is_none()
        && refused(head, sources.encoding, sources.reads_any_bytes)
            .is_some_and(|refused| !refused.is_text())
}

impl Members {
    pub fn new(origin: Origin, sources: &Sources) -> Self {
        Members {
            origin,
            sources: sources.clone(),
            waiting: VecDeque::new(),
            taken: 0,
            passed_over: 0,
            ended: false,
        }
    }

    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// An item of what was added.
    pub fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        loop {
            match self.waiting.front_mut()? {
                Waiting::Item(_) => match self.waiting.pop_front() {
                    Some(Waiting::Item(item)) => return Some(item),
                    _ => unreachable!("it was looked at"),
                },
                Waiting::Contents(contents) => match contents.next_item(observer) {
                    Some(item) => return Some(item),
                    None => self.waiting.pop_front(),
                },
            };
        }
    }

    /// Adds a file of the archive, which is recognised as any file is. What is binary is passed over.
    pub fn add(&mut self, name: &[u8], bytes: Vec<u8>) {
        let origin = self.origin.member(name);
        let opened = Opened::stream(
            origin.clone(),
            Box::new(std::io::Cursor::new(bytes)),
            &self.sources,
        );
        let contents = match opened {
            Ok(opened) if is_binary(&opened.head, &self.sources) => {
                self.passed_over += 1;
                return;
            }
            Ok(opened) => nested(opened, &self.sources),
            Err(error) => Err(Error::io(&origin.display, &error)),
        };
        match contents {
            Ok(contents) => {
                self.taken += 1;
                self.waiting.push_back(Waiting::Contents(contents));
            }
            Err(error) => self.fail(error),
        }
    }

    /// Adds a record.
    pub fn add_record(&mut self, name: &[u8], line: Vec<u8>) {
        self.taken += 1;
        self.waiting.push_back(Waiting::Item(Item::Records {
            bytes: line,
            origin: self.origin.member(name).into(),
            first_line: 1,
        }));
    }

    /// Adds trouble.
    pub fn fail(&mut self, error: Error) {
        self.taken += 1;
        self.waiting.push_back(Waiting::Item(Item::Trouble(error)));
    }

    /// Adds a warning.
    pub fn warn(&mut self, message: &str) {
        let error = Error::new(&self.origin.display, message);
        self.waiting.push_back(Waiting::Item(Item::Notice(error)));
    }

    /// Adds trouble with a member.
    pub fn fail_member(&mut self, name: &[u8], message: impl std::fmt::Display) {
        self.fail(Error::new(self.origin.member(name).display, message));
    }

    /// Reads a member, where it is not over the limit of a document.
    pub fn read(&mut self, name: &[u8], reader: &mut dyn Read) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        let limit = self.sources.max_document_size;
        let read = reader.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        let error = match read {
            Ok(_) if bytes.len() as u64 <= limit => return Some(bytes),
            Ok(_) => crate::opened::too_large(limit),
            Err(error) => error,
        };
        self.fail_member(name, crate::io_message(&error));
        None
    }

    /// Says once, at the end, what was passed over.
    pub fn end(&mut self, observer: &dyn Observer) -> Option<Item> {
        if std::mem::replace(&mut self.ended, true) || self.passed_over == 0 {
            return None;
        }
        observer.count(PASSED_OVER, self.passed_over);
        let error = |message: String| Error::new(&self.origin.display, message);
        Some(match self.taken {
            0 => Item::Trouble(error("none of its members is text".into())),
            _ => Item::Notice(error(match self.passed_over {
                1 => "1 member that is no text was passed over".into(),
                many => format!("{many} members that are no text were passed over"),
            })),
        })
    }
}
