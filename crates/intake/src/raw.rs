//! Documents as bytes, for a tool that decodes them itself.

use std::io::{self, Read, Seek};

use encoding_rs::Encoding;
use record::Name;

use crate::compression::Compression;
use crate::container::{decompressed_name, stem};
use crate::items::Item;
use crate::opened::{Opened, Origin, too_large};
use crate::read::{RecordLines, for_each_record};
use crate::sources::Sources;
use crate::warc::Page;
use crate::{Error, Messages, Observer, display};

/// Bytes that can be read several times.
pub trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}

/// A document as bytes, which can be read several times: for a tool that finds out how to decode them.
pub struct RawDocument<'a> {
    /// A path as it was given, a record's id, or the address of a page.
    pub name: Name<'a>,
    /// The bytes, decompressed. Those of a record's text are UTF-8.
    pub bytes: &'a mut dyn ReadSeek,
    /// The encoding that a server said.
    pub said: Option<&'static Encoding>,
    /// For messages.
    origin: &'a str,
    record: Option<&'a record::Document<'a>>,
    is_text: bool,
    compression: Option<Compression>,
}

impl RawDocument<'_> {
    /// The name of the document's file in the directory of `--out-dir`, as [`Document::file_name`](crate::Document::file_name).
    pub fn file_name(&self) -> &[u8] {
        match self.is_text {
            true => decompressed_name(self.name.as_bytes()),
            false => stem(self.name.as_bytes(), self.compression),
        }
    }

    /// The name for messages.
    pub fn display(&self) -> &str {
        self.origin
    }

    /// The record that the document came as; a page of a web archive has one whose text is empty.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        self.record
    }

    /// Whether the document came as a record's text, and so has been decoded.
    pub fn is_text(&self) -> bool {
        self.is_text
    }
}

/// So much of what cannot be read twice where it is, is held in memory; more is held in a temporary file.
const SPOOL: usize = 8 << 20;

/// Opens a document so that it can be read several times in bounded memory, decompressed, and says how long it is. What
/// is compressed, and standard input, goes to memory or to a temporary file.
fn rereadable(opened: Opened, sources: &Sources) -> io::Result<(Box<dyn ReadSeek>, u64)> {
    let limit = sources.max_document_size;
    let stream = match opened.into_seekable()? {
        Ok(file) => {
            let length = file.metadata()?.len();
            return match length > limit {
                true => Err(too_large(limit)),
                false => Ok((Box::new(file), length)),
            };
        }
        Err(stream) => stream,
    };
    let mut spool = tempfile::SpooledTempFile::new_in(SPOOL, &sources.temporary);
    let length = io::copy(&mut stream.take(limit.saturating_add(1)), &mut spool)?;
    if length > limit {
        return Err(too_large(limit));
    }
    spool.rewind()?;
    Ok((Box::new(spool), length))
}

/// Calls `each` with the documents of an item and their lengths.
pub fn read_raw<M: Messages>(
    item: Item,
    observer: &dyn Observer,
    sources: &Sources,
    messages: &mut M,
    mut each: impl FnMut(&mut RawDocument, u64, &mut M),
) {
    match item {
        Item::Trouble(error) => messages.failed(error),
        Item::Notice(error) => messages.warn(error.source, error.message),
        Item::End(archive) => messages.ended(archive),
        Item::Capture(capture) => {
            let origin = capture.origin();
            match capture.page(&sources.warc, observer) {
                Ok(None) => {}
                Ok(Some(page)) => read_page(&page, &origin, messages, each),
                Err(error) => messages.failed(error),
            }
        }
        Item::Whole(opened) => {
            let Origin {
                display: origin,
                name,
            } = opened.origin.clone();
            let compression = opened.compression;
            match rereadable(opened, sources) {
                Ok((mut bytes, length)) => {
                    observer.advance(length);
                    let mut document = RawDocument {
                        name: Name::new(&*name),
                        bytes: &mut bytes,
                        said: None,
                        origin: &origin,
                        record: None,
                        is_text: false,
                        compression,
                    };
                    each(&mut document, length, messages);
                }
                Err(error) => messages.failed(Error::io(origin, &error)),
            }
        }
        Item::Records {
            bytes,
            origin,
            first_line,
        } => {
            let lines = RecordLines {
                bytes: &bytes,
                origin: &origin,
                first_line,
            };
            for_each_record(lines, sources, messages, |record, messages| {
                let origin = display(record.name.as_bytes());
                let mut document = RawDocument {
                    name: record.name.clone(),
                    bytes: &mut io::Cursor::new(record.text.as_bytes()),
                    said: None,
                    origin: &origin,
                    record: Some(&record),
                    is_text: true,
                    compression: None,
                };
                each(&mut document, record.text.len() as u64, messages);
            });
        }
    }
}

fn read_page<M: Messages>(
    page: &Page,
    origin: &str,
    messages: &mut M,
    mut each: impl FnMut(&mut RawDocument, u64, &mut M),
) {
    let mut line = Vec::new();
    page.write_record(&mut line, "");
    let record = record::Document::read(&line).expect("a record that was just written");
    let length = page.body.len() as u64;
    let mut document = RawDocument {
        name: record.name.clone(),
        bytes: &mut io::Cursor::new(&page.body),
        said: page.encoding,
        origin,
        record: Some(&record),
        is_text: false,
        compression: None,
    };
    each(&mut document, length, messages);
}
