//! From files, records and pages of web archives to decoded documents.

use encoding_rs::WINDOWS_1252;
use memchr::memchr_iter;
use record::Name;

use super::emit::{Emit, Message};
use super::{Document, FileBytes};
use crate::args::WarcArgs;
use crate::encoding::{self, Decoded, Label};
use crate::input::{self, Item, Whole};
use crate::warc::Page;
use crate::{Error, Process, paths};

/// A warning about text that is not in its encoding.
fn malformed(decoded: &Decoded) -> String {
    let encoding = decoded.encoding.name();
    let good = decoded.text.split('\u{FFFD}').next().unwrap_or_default();
    let first = memchr_iter(b'\n', good.as_bytes()).count() + 1;
    format!("not all of it is {encoding}; what is not became U+FFFD, first in line {first}")
}

/// What a thread needs to read documents; its buffers are used again and again.
pub(super) struct Reader {
    label: Label,
    warc: WarcArgs,
    bytes: Vec<u8>,
    scratch: Vec<u8>,
    text: String,
}

impl Reader {
    pub(super) fn new(label: Label, warc: &WarcArgs) -> Self {
        Reader {
            label,
            warc: warc.clone(),
            bytes: Vec::new(),
            scratch: Vec::new(),
            text: String::new(),
        }
    }

    pub(super) fn read<'e>(
        &mut self,
        item: Item,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        match item {
            Item::Trouble(error) => emit.message(Message::Trouble(error)),
            Item::Capture(capture) => {
                let origin = capture.origin.clone();
                match capture.page(&self.warc, process) {
                    Ok(None) => {}
                    Ok(Some(page)) => self.read_page(&page, &origin, process, emit, each),
                    Err(error) => emit.message(Message::Trouble(error)),
                }
            }
            Item::Whole(whole) => self.read_whole(&whole, process, emit, each),
            Item::Records {
                bytes,
                origin,
                first_line,
            } => for_each_record(&bytes, &origin, first_line, emit, |record, emit| {
                each(&of_record(&record, process), emit);
            }),
        }
    }

    /// As [`Reader::read`], all documents of the item at once.
    pub(super) fn read_all<'e>(
        &mut self,
        item: Item,
        process: &Process,
        emit: &mut Emit<'e>,
        all: impl FnOnce(&[Document], &mut Emit<'e>),
    ) {
        match item {
            Item::Records {
                bytes,
                origin,
                first_line,
            } => {
                let mut records = Vec::new();
                for_each_record(&bytes, &origin, first_line, emit, |record, _| {
                    records.push(record);
                });
                let documents: Vec<Document> = records
                    .iter()
                    .map(|record| of_record(record, process))
                    .collect();
                all(&documents, emit);
            }
            one => {
                let mut all = Some(all);
                self.read(one, process, emit, |document, emit| {
                    if let Some(all) = all.take() {
                        all(std::slice::from_ref(document), emit);
                    }
                });
            }
        }
    }

    /// A page of a web archive, as a document record that has the bytes of a file as well.
    fn read_page<'e>(
        &mut self,
        page: &Page,
        origin: &str,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        let fallback = page.encoding.unwrap_or(WINDOWS_1252);
        let decoded = encoding::decode_or(&page.body, self.label, fallback, &mut self.text);
        if decoded.malformed {
            emit.warn(origin, malformed(&decoded));
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
                stats: process.stats(),
            },
            emit,
        );
    }

    fn read_whole<'e>(
        &mut self,
        whole: &Whole,
        process: &Process,
        emit: &mut Emit<'e>,
        mut each: impl FnMut(&Document, &mut Emit<'e>),
    ) {
        let name = match whole {
            Whole::File(path) => &path[..],
            Whole::StandardInput => b"-",
        };
        let source = || match whole {
            Whole::File(path) => paths::display(path),
            Whole::StandardInput => input::STANDARD_INPUT.to_owned(),
        };
        let compression = match input::read_whole(whole, &mut self.bytes, &mut self.scratch) {
            Ok(compression) => compression,
            Err(error) => {
                emit.message(Message::Trouble(Error::io(source(), &error)));
                return;
            }
        };
        process.advance(self.bytes.len() as u64);
        let decoded = encoding::decode(&self.bytes, self.label, &mut self.text);
        if decoded.malformed {
            emit.warn(source(), malformed(&decoded));
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
                stats: process.stats(),
            },
            emit,
        );
    }
}

/// Calls `each` with every record of some lines; reports what is none.
pub(super) fn for_each_record<'b, 'e>(
    bytes: &'b [u8],
    origin: &str,
    first_line: u64,
    emit: &mut Emit<'e>,
    mut each: impl FnMut(record::Document<'b>, &mut Emit<'e>),
) {
    for (line, bytes) in (first_line..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        match record::Document::read(bytes) {
            Ok(record) => each(record, emit),
            Err(error) => emit.trouble(format_args!("{origin}:{line}"), error),
        }
    }
}

fn of_record<'a>(record: &'a record::Document<'a>, process: &'a Process) -> Document<'a> {
    Document {
        name: record.name.clone(),
        text: &record.text,
        file: None,
        record: Some(record),
        stats: process.stats(),
    }
}
