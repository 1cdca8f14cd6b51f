//! Reads undecoded documents, for a tool that decodes them itself.

use std::borrow::Cow;
use std::io::{self, Read, Seek};

use encoding_rs::Encoding;
use record::Name;

use crate::compression::Compression;
use crate::compression::{decompressed_name, stem};
use crate::error::too_large;
use crate::item::{Content, Item};
use crate::opened::{Opened, Origin, copy_to_temporary, temporary};
use crate::page::Page;
use crate::read::{RecordLines, for_each_record};
use crate::sources::Sources;
use crate::stream::ReadSeek;
use crate::{Error, Messages, Observer, display, file_name};

/// A document as bytes that can be read several times, for a tool that detects the encoding.
pub struct RawDocument<'a> {
    /// The path as given, a record's identifier, or a page's URL.
    pub name: Name<'a>,
    /// The bytes, decompressed; for a record's text, UTF-8.
    pub bytes: &'a mut dyn ReadSeek,
    /// The encoding declared by a server.
    pub said: Option<&'static Encoding>,
    /// The name for messages.
    origin: &'a str,
    record: Option<&'a record::Document<'a>>,
    is_text: bool,
    is_of_data_set: bool,
    is_found: bool,
    compression: Option<Compression>,
}

impl RawDocument<'_> {
    /// Returns the same document with other bytes, such as its decoded text.
    pub fn with_bytes<'b>(&'b self, bytes: &'b mut dyn ReadSeek) -> RawDocument<'b> {
        RawDocument {
            name: self.name.clone(),
            bytes,
            ..*self
        }
    }

    /// Returns the name of the document's file in the directory of `--out-dir`, like
    /// [`Document::file_name`](crate::Document::file_name).
    pub fn file_name(&self) -> Cow<'_, [u8]> {
        let name = match self.is_text {
            true => decompressed_name(self.name.as_bytes()),
            false => stem(self.name.as_bytes(), self.compression),
        };
        match self.record {
            Some(_) => file_name::of_name(name),
            None => name.into(),
        }
    }

    /// Whether the document is written back to a data set, as a record.
    pub fn is_of_data_set(&self) -> bool {
        self.is_of_data_set
    }

    /// The name as shown in messages.
    pub fn display(&self) -> &str {
        self.origin
    }

    /// Returns the document's record; for a page of a web archive, a record with an empty text.
    pub fn record(&self) -> Option<&record::Document<'_>> {
        self.record
    }

    /// The host that the document is from, as [`Document::host`](crate::Document::host).
    pub fn host(&self) -> Option<String> {
        crate::document::host(&self.name, self.record)
    }

    /// Whether the document is a file that was found in a folder or an archive, and not one that the user named.
    pub fn is_found(&self) -> bool {
        self.is_found
    }

    /// Whether the document is the text of a record, which is already decoded.
    pub fn is_text(&self) -> bool {
        self.is_text
    }
}

/// The maximum size of non-seekable input kept in memory; larger input goes to a temporary file.
const MAX_IN_MEMORY: usize = 8 << 20;

/// The maximum size in bytes of a file that is read once. That takes less time than the system
/// calls of repeated reading.
const SMALL: u64 = 64 << 10;

/// Reads a small file into memory; its declared length is `length`. Returns `None` if the file is
/// larger.
fn in_memory(file: &mut (impl Read + Seek), length: u64) -> io::Result<Option<Vec<u8>>> {
    if length > SMALL {
        return Ok(None);
    }
    // Reserve room for one byte more, because only an empty read marks the end.
    let mut bytes = Vec::with_capacity(length as usize + 1);
    file.take(SMALL + 1).read_to_end(&mut bytes)?;
    // A file that the system generates on reading declares no length.
    if bytes.len() as u64 > SMALL {
        file.rewind()?;
        return Ok(None);
    }
    Ok(Some(bytes))
}

/// Opens a document, decompressed, for repeated reading in bounded memory, and returns its length
/// in bytes. Compressed files and standard input are copied to memory, up to `memory` bytes, or to
/// a temporary file.
pub(crate) fn rereadable(
    mut opened: Opened,
    sources: &Sources,
    memory: usize,
) -> io::Result<(Box<dyn ReadSeek>, u64)> {
    let limit = sources.max_document_size;
    if opened.size().is_some_and(|size| size > limit) {
        return Err(too_large(limit));
    }
    if let Some(bytes) = opened.take_whole() {
        let length = bytes.len() as u64;
        return Ok((Box::new(io::Cursor::new(bytes)), length));
    }
    let stream = match opened.into_seekable()? {
        Ok(mut file) => {
            let length = file.metadata()?.len();
            if length > limit {
                return Err(too_large(limit));
            }
            return match in_memory(&mut file, length)? {
                Some(bytes) => Ok((Box::new(io::Cursor::new(bytes)), length)),
                None => Ok((Box::new(file), length)),
            };
        }
        Err(stream) => stream,
    };
    let mut stream = stream.take(limit.saturating_add(1));
    let mut begin = Vec::new();
    (&mut stream)
        .take(memory as u64 + 1)
        .read_to_end(&mut begin)?;
    if begin.len() as u64 > limit {
        return Err(too_large(limit));
    }
    if begin.len() <= memory {
        let length = begin.len() as u64;
        return Ok((Box::new(io::Cursor::new(begin)), length));
    }
    let mut copy = temporary(sources)?;
    let mut all = (&begin[..]).chain(stream);
    let length = copy_to_temporary(&mut all, &mut copy, sources)?;
    if length > limit {
        return Err(too_large(limit));
    }
    copy.rewind()?;
    Ok((Box::new(copy), length))
}

/// Calls `each` with the documents of an item and their lengths in bytes.
pub fn read_raw<M: Messages>(
    item: Item,
    observer: &dyn Observer,
    sources: &Sources,
    messages: &mut M,
    mut each: impl FnMut(&mut RawDocument, u64, &mut M),
) {
    match item.content(sources, observer, messages) {
        None => {}
        Some(Content::Page(page, origin)) => read_page(&page, &origin, messages, each),
        Some(Content::Whole(opened)) => {
            let Origin {
                display: origin,
                name,
                is_found,
                ..
            } = opened.origin.clone();
            let compression = opened.compression;
            match rereadable(opened, sources, MAX_IN_MEMORY) {
                Ok((mut bytes, length)) => {
                    observer.advance(length);
                    let mut document = RawDocument {
                        name: Name::new(&*name),
                        bytes: &mut bytes,
                        said: None,
                        origin: &origin,
                        record: None,
                        is_text: false,
                        is_of_data_set: false,
                        is_found,
                        compression,
                    };
                    each(&mut document, length, messages);
                }
                Err(error) => messages.failed(Error::io(origin, &error)),
            }
        }
        Some(Content::Records {
            bytes,
            origin,
            first_line,
        }) => {
            let lines = RecordLines {
                bytes: &bytes,
                origin: &origin,
                first_line,
            };
            let is_of_data_set = origin.data_set.is_some();
            for_each_record(lines, sources, observer, messages, |_, record, messages| {
                let origin = display(record.name.as_bytes());
                let mut document = RawDocument {
                    name: record.name.clone(),
                    bytes: &mut io::Cursor::new(record.text.as_bytes()),
                    said: None,
                    origin: &origin,
                    record: Some(&record),
                    is_text: true,
                    is_of_data_set,
                    is_found: false,
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
        is_of_data_set: false,
        is_found: false,
        compression: None,
    };
    each(&mut document, length, messages);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_file_is_read_once_whatever_length_it_says_it_has() {
        let small = vec![b'a'; SMALL as usize];
        for length in [0, 10, SMALL] {
            let found = in_memory(&mut io::Cursor::new(&small), length).unwrap();
            assert_eq!(found.as_ref(), Some(&small), "{length}");
        }
        let large = vec![b'a'; SMALL as usize + 1];
        let mut source = io::Cursor::new(&large);
        assert_eq!(in_memory(&mut source, 0).unwrap(), None);
        assert_eq!(source.position(), 0);
        assert_eq!(in_memory(&mut source, SMALL + 1).unwrap(), None);
    }
}
