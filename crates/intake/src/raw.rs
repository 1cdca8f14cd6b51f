//! Documents as bytes, for a tool that decodes them itself.

use std::io;

use encoding_rs::Encoding;
use record::Name;

use crate::items::Item;
use crate::read::for_each_record;
use crate::sources::WarcLimits;
use crate::whole::{self, ReadSeek, Whole};
use crate::{Error, Messages, Observer, STANDARD_INPUT, display};

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
}

impl RawDocument<'_> {
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

/// Calls `each` with the documents of an item and their lengths.
pub fn read_raw<M: Messages>(
    item: Item,
    observer: &dyn Observer,
    warc: &WarcLimits,
    messages: &mut M,
    mut each: impl FnMut(&mut RawDocument, u64, &mut M),
) {
    match item {
        Item::Trouble(error) => messages.failed(error),
        Item::Capture(capture) => {
            let origin = capture.origin.clone();
            match capture.page(warc, observer) {
                Ok(None) => {}
                Ok(Some(page)) => {
                    let mut line = Vec::new();
                    record::Document::write_with_fields(&mut line, &page.url, "", &page.fields());
                    let record = record::Document::read(&line);
                    let record = record.expect("a record that was just written");
                    let length = page.body.len() as u64;
                    let mut document = RawDocument {
                        name: record.name.clone(),
                        bytes: &mut io::Cursor::new(&page.body),
                        said: page.encoding,
                        origin: &origin,
                        record: Some(&record),
                        is_text: false,
                    };
                    each(&mut document, length, messages);
                }
                Err(error) => messages.failed(error),
            }
        }
        Item::Whole(whole) => {
            let (name, origin) = match &whole {
                Whole::File(path) => (&path[..], display(path)),
                Whole::StandardInput => (&b"-"[..], STANDARD_INPUT.to_owned()),
            };
            match whole::open_rereadable(&whole) {
                Ok((mut bytes, length)) => {
                    observer.advance(length);
                    let mut document = RawDocument {
                        name: Name::new(name),
                        bytes: &mut bytes,
                        said: None,
                        origin: &origin,
                        record: None,
                        is_text: false,
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
        } => for_each_record(&bytes, &origin, first_line, messages, |record, messages| {
            let origin = display(record.name.as_bytes());
            let mut document = RawDocument {
                name: record.name.clone(),
                bytes: &mut io::Cursor::new(record.text.as_bytes()),
                said: None,
                origin: &origin,
                record: Some(&record),
                is_text: true,
            };
            each(&mut document, record.text.len() as u64, messages);
        }),
    }
}
