//! From files, records and pages of web archives to decoded documents.

use encoding_rs::WINDOWS_1252;
use memchr::memchr_iter;
use record::Name;

use crate::document::{Document, FileBytes};
use crate::encoding::{self, Decoded, Label};
use crate::items::Item;
use crate::sources::WarcLimits;
use crate::warc::Page;
use crate::whole::{self, Whole};
use crate::{Error, Messages, Observer, STANDARD_INPUT, display};

/// A warning about text that is not in its encoding.
fn malformed(decoded: &Decoded) -> String {
    let encoding = decoded.encoding.name();
    let good = decoded.text.split('\u{FFFD}').next().unwrap_or_default();
    let first = memchr_iter(b'\n', good.as_bytes()).count() + 1;
    format!("not all of it is {encoding}; what is not became U+FFFD, first in line {first}")
}

/// What a thread needs to read documents; its buffers are used again and again.
pub struct Reader {
    label: Label,
    warc: WarcLimits,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    text: String,
}

impl Reader {
    /// A reader of documents in the encoding `label`, and of pages of web archives within these limits.
    pub fn new(label: Label, warc: &WarcLimits) -> Self {
        Reader {
            label,
            warc: warc.clone(),
            bytes: Vec::new(),
            scratch: Vec::new(),
            text: String::new(),
        }
    }

    /// Calls `each` with every document of an item. What cannot be read goes to `messages`.
    pub fn read<M: Messages>(
        &mut self,
        item: Item,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        match item {
            Item::Trouble(error) => messages.failed(error),
            Item::Capture(capture) => {
                let origin = capture.origin.clone();
                match capture.page(&self.warc, observer) {
                    Ok(None) => {}
                    Ok(Some(page)) => self.read_page(&page, &origin, observer, messages, each),
                    Err(error) => messages.failed(error),
                }
            }
            Item::Whole(whole) => self.read_whole(&whole, observer, messages, each),
            Item::Records {
                bytes,
                origin,
                first_line,
            } => for_each_record(&bytes, &origin, first_line, messages, |record, messages| {
                each(&of_record(&record, observer), messages);
            }),
        }
    }

    /// As [`Reader::read`], all documents of the item at once.
    pub fn read_all<M: Messages>(
        &mut self,
        item: Item,
        observer: &dyn Observer,
        messages: &mut M,
        all: impl FnOnce(&[Document], &mut M),
    ) {
        match item {
            Item::Records {
                bytes,
                origin,
                first_line,
            } => {
                let mut records = Vec::new();
                for_each_record(&bytes, &origin, first_line, messages, |record, _| {
                    records.push(record);
                });
                let documents: Vec<Document> = records
                    .iter()
                    .map(|record| of_record(record, observer))
                    .collect();
                all(&documents, messages);
            }
            one => {
                let mut all = Some(all);
                self.read(one, observer, messages, |document, messages| {
                    if let Some(all) = all.take() {
                        all(std::slice::from_ref(document), messages);
                    }
                });
            }
        }
    }

    /// A page of a web archive, as a document record that has the bytes of a file as well.
    fn read_page<M: Messages>(
        &mut self,
        page: &Page,
        origin: &str,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        let fallback = page.encoding.unwrap_or(WINDOWS_1252);
        let decoded = encoding::decode_or(&page.body, self.label, fallback, &mut self.text);
        if decoded.malformed {
            messages.warn(origin.to_owned(), malformed(&decoded));
        }
        self.scratch.clear();
        record::Document::write_with_fields(
            &mut self.scratch,
            &page.url,
            decoded.text,
            &page.fields(),
        );
        let record = record::Document::read(&self.scratch).expect("a record that was just written");
        let file = FileBytes {
            bytes: &page.body,
            encoding: decoded.encoding,
            compression: None,
        };
        each(
            &Document {
                name: record.name.clone(),
                text: &record.text,
                file: Some(file),
                record: Some(&record),
                observer,
            },
            messages,
        );
    }

    fn read_whole<M: Messages>(
        &mut self,
        whole: &Whole,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        let name = match whole {
            Whole::File(path) => &path[..],
            Whole::StandardInput => b"-",
        };
        let source = || match whole {
            Whole::File(path) => display(path),
            Whole::StandardInput => STANDARD_INPUT.to_owned(),
        };
        let compression = match whole::read_whole(whole, &mut self.bytes, &mut self.scratch) {
            Ok(compression) => compression,
            Err(error) => {
                messages.failed(Error::io(source(), &error));
                return;
            }
        };
        observer.advance(self.bytes.len() as u64);
        let decoded = encoding::decode(&self.bytes, self.label, &mut self.text);
        if decoded.malformed {
            messages.warn(source(), malformed(&decoded));
        }
        let file = FileBytes {
            bytes: &self.bytes,
            encoding: decoded.encoding,
            compression,
        };
        each(
            &Document {
                name: Name::new(name),
                text: decoded.text,
                file: Some(file),
                record: None,
                observer,
            },
            messages,
        );
    }
}

/// Calls `each` with every record of some lines; reports what is none.
pub(crate) fn for_each_record<'b, M: Messages>(
    bytes: &'b [u8],
    origin: &str,
    first_line: u64,
    messages: &mut M,
    mut each: impl FnMut(record::Document<'b>, &mut M),
) {
    for (line, bytes) in (first_line..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match record::Document::read(bytes) {
            Ok(record) => each(record, messages),
            Err(error) => messages.trouble(format!("{origin}:{line}"), error.to_string()),
        }
    }
}

fn of_record<'a>(record: &'a record::Document<'a>, observer: &'a dyn Observer) -> Document<'a> {
    Document {
        name: record.name.clone(),
        text: &record.text,
        file: None,
        record: Some(record),
        observer,
    }
}
