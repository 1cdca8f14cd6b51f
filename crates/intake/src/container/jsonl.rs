//! JSON Lines: one document record per line.

use std::sync::Arc;

use encoding_rs::UTF_8;
use record::begin::{Begin, first_object};

use super::{Answer, Answers, Container, Contents};
use crate::BLOCK;
use crate::error::Failure;
use crate::lines::Lines;
use crate::opened::{Opened, Origin};
use crate::refused::not_utf_8;
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "jsonl",
    recognised: "a first line that is a JSON object, after an optional byte order mark and blank lines; .jsonl, .ndjson",
    read: "a record a line, named by doc or id, else FILE:N",
    lost: "nothing: all fields are kept byte for byte",
    refused: "lines that are not records or have no text; data after damage in a compressed file",
    answers: Answers {
        cut_off: Answer::Error("the line ends in a string"),
        same_name: Answer::Accepted("two records of one name are two documents"),
        empty: Answer::Accepted("a file without records"),
        checksum: Answer::NoSuch(""),
    },
    looks: |head| first_object(head) == Begin::Line,
    suffixes: &[".jsonl", ".ndjson"],
    open,
    is_binary: false,
    nests: true,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    if let Some(refused) = not_utf_8(&opened.head, UTF_8) {
        return Err(Error::new(&opened.origin.display, refused).into());
    }
    // A pipe or terminal may have no more data yet.
    let fill = opened.size().is_some() || opened.compression.is_some();
    let origin = Arc::new(opened.origin.clone());
    let lines = Lines::new(opened.into_stream(), b'\n', BLOCK, fill);
    let lines = lines.limited(sources.max_document_size);
    Ok(Box::new(Records { origin, lines }))
}

/// Lines that are records.
struct Records {
    origin: Arc<Origin>,
    lines: Lines,
}

impl Contents for Records {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        match self.lines.advance() {
            Ok(true) => {
                let block = self.lines.block();
                observer.advance(block.bytes.len() as u64);
                Some(Item::Records {
                    bytes: block.bytes.to_vec(),
                    origin: self.origin.clone(),
                    first_line: block.first_line,
                })
            }
            Ok(false) => None,
            Err(error) => Some(Item::Trouble(error)),
        }
    }
}
