//! A work item: what threads are given to read.

use std::sync::Arc;

use memchr::memchr_iter;

use crate::error::Failure;
use crate::names::Candidate;
use crate::opened::{Opened, Origin};
use crate::page::Page;
use crate::sources::Sources;
use crate::warc::Capture;
use crate::{DataSet, Error, Messages, Observer, Tally};

/// A batch of at least this size in bytes is complete.
pub(crate) const BATCH: u64 = 128 << 10;

/// A work item: a document to read, or records.
#[derive(Debug)]
pub enum Item {
    /// One document.
    Whole(Opened),
    /// Lines that are each a document record or blank.
    Records {
        /// Whole lines.
        bytes: Vec<u8>,
        /// The origin of the lines.
        origin: Arc<Origin>,
        /// The number of the first line, counted from 1.
        first_line: u64,
    },
    /// A record of a web archive that may be a document.
    Capture(Capture),
    /// The end of a web archive.
    End(Arc<Tally>),
    /// The beginning of a data set.
    DataSet(Arc<DataSet>),
    /// An input that could not be read.
    Trouble(Error),
    /// An entry of a list that could not be opened. If there are several and the list is standard
    /// input, the input may not be a list at all: see [`of_list`](crate::of_list).
    NotOpened {
        /// The reason.
        error: Error,
        /// Whether the list is standard input.
        is_standard_input: bool,
    },
    /// A skipped input, which is not an error.
    Notice(Error),
    /// A file, member or record that is clearly not text, while others are.
    PassedOver {
        /// The reason.
        error: Error,
        /// Whether a message names it.
        is_said: bool,
    },
}

/// What an item has to read.
pub(crate) enum Content {
    /// One document.
    Whole(Opened),
    /// Lines, as in [`Item::Records`].
    Records {
        bytes: Vec<u8>,
        origin: Arc<Origin>,
        first_line: u64,
    },
    /// A page of a web archive, and its place there for messages.
    Page(Page, String),
}

/// Reports a skipped input, with a warning if `is_said`.
pub fn pass_over(error: Error, is_said: bool, messages: &mut impl Messages) {
    if is_said {
        let message = format!("skipped, because {}", error.message);
        messages.warn(error.source.clone(), message);
    }
    messages.passed_over(error);
}

impl Item {
    /// Returns what the item has to read, if anything. `messages` receives the rest.
    pub(crate) fn content(
        self,
        sources: &Sources,
        observer: &dyn Observer,
        messages: &mut impl Messages,
    ) -> Option<Content> {
        messages.data_set(self.data_set());
        match self {
            Item::DataSet(set) => messages.begin(&set),
            Item::Trouble(error) => messages.failed(error),
            Item::NotOpened {
                error,
                is_standard_input,
            } => messages.not_opened(error, is_standard_input),
            Item::Notice(error) => messages.warn(error.source, error.message),
            Item::PassedOver { error, is_said } => pass_over(error, is_said, messages),
            Item::End(archive) => messages.ended(archive),
            Item::Capture(capture) => {
                let origin = capture.origin();
                match capture.page(sources, observer) {
                    Ok(page) => return page.map(|page| Content::Page(page, origin)),
                    Err(Failure::NotText(error)) => messages.passed_over(error),
                    Err(Failure::Error(error)) => messages.failed(error),
                }
            }
            Item::Whole(opened) => return Some(Content::Whole(opened)),
            Item::Records {
                bytes,
                origin,
                first_line,
            } => {
                return Some(Content::Records {
                    bytes,
                    origin,
                    first_line,
                });
            }
        }
        None
    }

    /// Whether the item is selected. Records and pages of web archives are selected one by one when
    /// they are read.
    pub(crate) fn is_selected(&self, sources: &Sources, observer: &dyn Observer) -> bool {
        match self {
            Item::Whole(opened) => {
                let document = Candidate {
                    name: &opened.origin.name,
                    url: None,
                    place: None,
                };
                sources.selects(document, observer)
            }
            _ => true,
        }
    }

    /// The data set that its documents are written back to.
    pub fn data_set(&self) -> Option<&Arc<DataSet>> {
        match self {
            Item::DataSet(set) => Some(set),
            Item::Records { origin, .. } => origin.data_set.as_ref(),
            _ => None,
        }
    }

    /// Whether the item is a document, or records.
    pub fn has_documents(&self) -> bool {
        matches!(
            self,
            Item::Whole(_) | Item::Records { .. } | Item::Capture(_)
        )
    }

    /// Adds the records that follow in the same source. Returns another item.
    pub(crate) fn join(&mut self, next: Item) -> Option<Item> {
        match (self, next) {
            (
                Item::Records {
                    bytes,
                    origin,
                    first_line,
                },
                Item::Records {
                    bytes: more,
                    origin: of,
                    first_line: then,
                },
            ) if Arc::ptr_eq(origin, &of)
                && bytes.ends_with(b"\n")
                && *first_line + memchr_iter(b'\n', bytes).count() as u64 == then =>
            {
                bytes.extend_from_slice(&more);
                None
            }
            (_, next) => Some(next),
        }
    }

    /// The size of an item whose size is known; [`BATCH`] of any other.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Item::Whole(opened) => opened.likely_size().unwrap_or(BATCH),
            Item::Trouble(_)
            | Item::NotOpened { .. }
            | Item::Notice(_)
            | Item::DataSet(_)
            | Item::PassedOver { .. } => 0,
            Item::Records { bytes, .. } => bytes.len() as u64,
            Item::Capture(capture) => capture.size(),
            Item::End(_) => BATCH,
        }
    }
}
