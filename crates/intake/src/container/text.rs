//! Plain text: the file is one document.

use super::{Answer, Answers, Container, Contents};
use crate::error::Failure;
use crate::opened::Opened;
use crate::{Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "text",
    recognised: "anything else, including HTML",
    read: "the file is the document, under its path; standard input is -",
    lost: "nothing",
    refused: "binary files; damaged compressed files, as a whole; UTF-32 (but by `charset`); mailboxes, MHTML, mail in base64 or quoted-printable, MediaWiki XML, JSON that is not JSON Lines",
    answers: Answers {
        cut_off: Answer::NoSuch(
            "no byte of a text says that it is the last; a compressed file that is cut off is an error",
        ),
        same_name: Answer::NoSuch("a file is one document"),
        empty: Answer::Accepted(
            "a document without text; an empty file with the suffix of compressed data is an error",
        ),
        checksum: Answer::NoSuch("those of compressed files are verified"),
    },
    looks: |_| false,
    suffixes: &[],
    open,
    is_binary: false,
    nests: true,
};

fn open(opened: Opened, _: &Sources) -> Result<Box<dyn Contents>, Failure> {
    Ok(Box::new(One(Some(opened))))
}

/// The only item of the file.
struct One(Option<Opened>);

impl Contents for One {
    fn next_item(&mut self, _: &dyn Observer) -> Option<Item> {
        self.0.take().map(Item::Whole)
    }

    fn is_finished(&self) -> bool {
        self.0.is_none()
    }
}
