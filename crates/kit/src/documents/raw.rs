//! Documents as bytes, for a tool that decodes them itself.

use std::io;
use std::time::Instant;

use encoding_rs::Encoding;
use record::Name;

use super::emit::{Emit, Message};
use super::read::for_each_record;
use crate::args::{DocumentArgs, WarcArgs};
use crate::input::{self, Item, Items, ReadSeek, Whole};
use crate::{Error, Output, Process, paths, stats, threads};

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

/// As [`for_each_document`](super::for_each_document), for a tool that decodes the documents itself. A thread holds none of a document, but for
/// what `work` does, for pages of web archives, and for up to 8 MiB of what is compressed or comes from standard input.
/// `work` returns why a document cannot be read.
///
/// # Errors
/// A list that cannot be opened.
pub fn for_each_raw_document<W>(
    process: &Process,
    args: &DocumentArgs,
    threads: usize,
    out: &mut Output,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &mut RawDocument, &mut Emit) -> io::Result<()> + Sync,
) -> Result<(), Error> {
    let items = Items::new(args, process)?;
    let work = |worker: &mut W, document: &mut RawDocument, length: u64, emit: &mut Emit| {
        let start = Instant::now();
        if let Err(error) = work(worker, document, emit) {
            emit.message(Message::Trouble(Error::io(document.display(), &error)));
        }
        if let Some(stats) = process.input_stats() {
            stats::add(&stats.documents, 1);
            stats.worked(
                || paths::display(document.name.as_bytes()),
                length as usize,
                start.elapsed(),
            );
        }
        emit.hand_over();
    };
    let work = |worker: &mut W, item: Item, emit: &mut Emit| {
        read_raw(item, process, &args.warc, emit, |document, length, emit| {
            work(worker, document, length, emit);
        });
    };
    if threads == 1 {
        let mut worker = worker();
        let mut emit = Emit::to(out, process);
        for item in items {
            work(&mut worker, item, &mut emit);
            emit.hand_over();
        }
        return Ok(());
    }
    threads::ordered(
        threads,
        items,
        worker,
        |worker, item| {
            let mut emit = Emit::later(process);
            work(worker, item, &mut emit);
            emit
        },
        |done| done.settle_in(out, process),
    );
    Ok(())
}

/// Calls `each` with the documents of an item and their lengths.
fn read_raw<'e>(
    item: Item,
    process: &Process,
    warc: &WarcArgs,
    emit: &mut Emit<'e>,
    mut each: impl FnMut(&mut RawDocument, u64, &mut Emit<'e>),
) {
    match item {
        Item::Trouble(error) => emit.message(Message::Trouble(error)),
        Item::Capture(capture) => {
            let origin = capture.origin.clone();
            match capture.page(warc, process) {
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
                    each(&mut document, length, emit);
                }
                Err(error) => emit.message(Message::Trouble(error)),
            }
        }
        Item::Whole(whole) => {
            let (name, origin) = match &whole {
                Whole::File(path) => (&path[..], paths::display(path)),
                Whole::StandardInput => (&b"-"[..], input::STANDARD_INPUT.to_owned()),
            };
            match input::open_rereadable(&whole) {
                Ok((mut bytes, length)) => {
                    process.advance(length);
                    let mut document = RawDocument {
                        name: Name::new(name),
                        bytes: &mut bytes,
                        said: None,
                        origin: &origin,
                        record: None,
                        is_text: false,
                    };
                    each(&mut document, length, emit);
                }
                Err(error) => emit.message(Message::Trouble(Error::io(origin, &error))),
            }
        }
        Item::Records {
            bytes,
            origin,
            first_line,
        } => for_each_record(&bytes, &origin, first_line, emit, |record, emit| {
            let origin = paths::display(record.name.as_bytes());
            let mut document = RawDocument {
                name: record.name.clone(),
                bytes: &mut io::Cursor::new(record.text.as_bytes()),
                said: None,
                origin: &origin,
                record: Some(&record),
                is_text: true,
            };
            each(&mut document, record.text.len() as u64, emit);
        }),
    }
}
