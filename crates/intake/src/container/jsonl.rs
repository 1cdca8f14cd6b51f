//! JSON Lines: a document record a line.

use std::sync::Arc;

use super::{Container, Contents};
use crate::BLOCK;
use crate::lines::Lines;
use crate::opened::{Opened, Origin};
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "jsonl",
    recognised: "a first line that is a JSON object, behind a byte order mark and blank lines; .jsonl, .ndjson",
    read: "a record a line, named by doc or id, else FILE:N",
    lost: "nothing: all fields are kept byte for byte",
    refused: "lines that are no record, or have no text; what comes behind damage, where it is compressed",
    looks: |head| first_object(head) == Object::Line,
    endings: &[".jsonl", ".ndjson"],
    open,
    nests: true,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Error> {
    // What is no file may have no more for now.
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

/// What a JSON object at the beginning is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Object {
    /// There is none.
    None,
    /// It is a line, or the begin of one that is longer than what was read.
    Line,
    /// It has several lines.
    Lines,
}

/// Looks at the first line that is not blank: whether an object begins there, with a key.
pub(crate) fn first_object(head: &[u8]) -> Object {
    let head = head.strip_prefix(record::BYTE_ORDER_MARK).unwrap_or(head);
    let Some(rest) = head.trim_ascii_start().strip_prefix(b"{") else {
        return Object::None;
    };
    let line = memchr::memchr(b'\n', rest).map_or(rest, |end| &rest[..end]);
    match (begins_field(line), begins_field(rest)) {
        (true, _) => Object::Line,
        (false, true) if line.trim_ascii().is_empty() => Object::Lines,
        _ => Object::None,
    }
}

/// Whether `"key":` or the end of the object comes next.
pub(super) fn begins_field(json: &[u8]) -> bool {
    let Some(key) = json.trim_ascii_start().strip_prefix(b"\"") else {
        return json.trim_ascii_start().starts_with(b"}");
    };
    let mut at = 0;
    loop {
        match key.get(at) {
            Some(b'"') => break,
            Some(b'\\') => at += 2,
            Some(b'\n') | None => return false,
            Some(_) => at += 1,
        }
    }
    key[at + 1..].trim_ascii_start().starts_with(b":")
}
