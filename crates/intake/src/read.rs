//! Decodes files, records and pages of web archives to documents.

use std::io;

use encoding_rs::Encoding;
use memchr::{memchr, memchr_iter};
use platform::lines::lines;
use record::Name;

use crate::container;
use crate::document::{Document, FileBytes, Form, Kept, Location};
use crate::encoding::{self, Decoded, Hints};
use crate::error::too_large;
use crate::item::{Content, Item};
use crate::names::Candidate;
use crate::opened::{Opened, Origin};
use crate::page::Page;
use crate::sources::Sources;
use crate::{Error, Messages, Observer};

/// Returns warnings about an uncertain encoding, lines in another encoding, and text that is
/// invalid in its encoding.
fn warnings(decoded: &Decoded) -> impl Iterator<Item = String> {
    let doubt = decoded.doubt.map(|doubt| doubt.to_string());
    let second = decoded.second.map(|second| second.to_string());
    let malformed = decoded.malformed.then(|| {
        let good = decoded.text.split('\u{FFFD}').next().unwrap_or_default();
        let first = memchr_iter(b'\n', good.as_bytes()).count() + 1;
        malformed(decoded.encoding, first)
    });
    doubt.into_iter().chain(second).chain(malformed)
}

/// Returns the warning about text with the first U+FFFD in line `first`.
pub(crate) fn malformed(encoding: &'static Encoding, first: usize) -> String {
    let encoding = encoding.name();
    format!("not all of it is {encoding}; what is not became U+FFFD, first in line {first}")
}

/// Returns the warning about a text without line feeds, whose lines end with carriage returns as on
/// old Macintosh computers. Tools take it for one line.
pub(crate) fn unended(text: &str) -> Option<String> {
    let text = text.as_bytes();
    // In a page, carriage returns are white space.
    let is_page = || text.trim_ascii_start().starts_with(b"<");
    if memchr(b'\n', text).is_some() || is_page() {
        return None;
    }
    let returns = memchr_iter(b'\r', text).count();
    (returns > 1).then(|| {
        format!("it is one line: it has {returns} carriage returns and no line feed (tr '\\r' '\\n' makes lines)")
    })
}

/// The state of a thread that reads documents, with reused buffers.
pub struct Reader {
    sources: Sources,
    bytes: Vec<u8>,
    text: String,
}

impl Reader {
    /// Creates a reader for the documents of `sources`.
    pub fn new(sources: &Sources) -> Self {
        Reader {
            sources: sources.clone(),
            bytes: Vec::new(),
            text: String::new(),
        }
    }

    /// Calls `each` with every document of an item. Errors go to `messages`.
    pub fn read<M: Messages>(
        &mut self,
        item: Item,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        match item.content(&self.sources, observer, messages) {
            None => {}
            Some(Content::Page(page, origin)) => {
                self.read_page(&page, &origin, observer, messages, each);
            }
            Some(Content::Whole(opened)) => self.read_whole(opened, observer, messages, each),
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
                for_each_record(
                    lines,
                    &self.sources,
                    observer,
                    messages,
                    |line, record, messages| {
                        each(&of_record(&record, &origin, line, observer), messages);
                    },
                );
            }
        }
    }

    /// Like [`Reader::read`], with all documents of the item at once.
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
                messages.data_set(origin.data_set.as_ref());
                let mut records = Vec::new();
                let lines = RecordLines {
                    bytes: &bytes,
                    origin: &origin,
                    first_line,
                };
                for_each_record(
                    lines,
                    &self.sources,
                    observer,
                    messages,
                    |line, record, _| {
                        records.push((line, record));
                    },
                );
                let documents: Vec<Document> = records
                    .iter()
                    .map(|(line, record)| of_record(record, &origin, *line, observer))
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

    /// Reads a file or a page of a web archive, an item of one of [`Groups`](crate::Groups), into a
    /// document that remains valid when the next one is read. Returns `None` if the item is another
    /// one or cannot be read; `messages` receives the reason.
    pub fn keep<M: Messages>(
        &mut self,
        item: Item,
        observer: &dyn Observer,
        messages: &mut M,
    ) -> Option<Kept> {
        let mut kept = None;
        self.read(item, observer, messages, |document, _| {
            kept = Kept::of(document);
        });
        kept
    }

    /// Reads a page of a web archive. It is written as a document record, but also has the bytes of
    /// a file.
    fn read_page<M: Messages>(
        &mut self,
        page: &Page,
        origin: &str,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        let hints = Hints {
            said: page.encoding,
            detect: self.sources.detect,
        };
        let label = self.sources.encoding;
        let decoded = match encoding::try_decode(&page.body, label, hints, &mut self.text) {
            Ok(decoded) => decoded,
            Err(error) => {
                messages.failed(Error::io(origin, &error));
                return;
            }
        };
        for warning in warnings(&decoded) {
            messages.warn(origin.to_owned(), warning);
        }
        let file = FileBytes {
            bytes: &page.body,
            encoding: decoded.encoding,
            compression: None,
        };
        each(
            &Document {
                name: Name::from(&page.url[..]),
                text: decoded.text,
                file: Some(file),
                location: Location {
                    source: origin,
                    line: None,
                },
                form: Form::Page(page),
                data_set: None,
                written: observer,
            },
            messages,
        );
    }

    fn read_whole<M: Messages>(
        &mut self,
        opened: Opened,
        observer: &dyn Observer,
        messages: &mut M,
        mut each: impl FnMut(&Document, &mut M),
    ) {
        let Origin { display, name, .. } = opened.origin.clone();
        let compression = opened.compression;
        let read = opened.read_to_end(&mut self.bytes, self.sources.max_document_size);
        let decoded = read.and_then(|()| {
            observer.advance(self.bytes.len() as u64);
            let hints = Hints {
                said: None,
                detect: self.sources.detect,
            };
            encoding::try_decode(&self.bytes, self.sources.encoding, hints, &mut self.text)
        });
        let decoded = match decoded {
            Ok(decoded) => decoded,
            Err(error) => {
                messages.failed(out_of_memory(&display, &error));
                return;
            }
        };
        for warning in warnings(&decoded).chain(unended(decoded.text)) {
            messages.warn(display.to_string(), warning);
        }
        let file = FileBytes {
            bytes: &self.bytes,
            encoding: decoded.encoding,
            compression,
        };
        each(
            &Document {
                name: Name::new(&*name),
                text: decoded.text,
                file: Some(file),
                location: Location {
                    source: &display,
                    line: None,
                },
                form: Form::File,
                data_set: None,
                written: observer,
            },
            messages,
        );
    }
}

/// Creates an error about reading a document, with a hint if it does not fit in memory.
pub(crate) fn out_of_memory(source: &str, error: &io::Error) -> Error {
    match error.kind() {
        io::ErrorKind::OutOfMemory => Error::new(
            source,
            "there is no memory for a document as large as this; a lower --max-document-size leaves it out",
        ),
        _ => Error::io(source, error),
    }
}

/// Lines that are records, with their origin.
#[derive(Clone, Copy)]
pub(crate) struct RecordLines<'b, 'o> {
    pub bytes: &'b [u8],
    pub origin: &'o Origin,
    pub first_line: u64,
}

/// Calls `each` with the line number and the record of every line; reports lines that are not
/// records.
pub(crate) fn for_each_record<'b, M: Messages>(
    records: RecordLines<'b, '_>,
    sources: &Sources,
    observer: &dyn Observer,
    messages: &mut M,
    mut each: impl FnMut(u64, record::Document<'b>, &mut M),
) {
    let left_out = |message: &dyn std::fmt::Display, number| {
        if let Some(set) = &records.origin.data_set {
            set.set_lacks_records();
        }
        Error::new(&records.origin.display, message).at_line(number)
    };
    let bad = |message: &dyn std::fmt::Display, number, line: &[u8]| {
        left_out(message, number).raw(line.trim_ascii_end())
    };
    for (number, line) in (records.first_line..).zip(lines(records.bytes)) {
        let bytes = &records.bytes[line];
        if bytes.trim_ascii().is_empty() {
            continue;
        }
        let unnamed = || Name::new(records.origin.unnamed(number));
        match record::Document::read_with(bytes, &sources.keys, unnamed) {
            // Lines longer than a block were already skipped.
            Ok(record) if record.text.len() as u64 > sources.max_document_size => {
                let error = too_large(sources.max_document_size);
                messages.bad(left_out(&error, number));
            }
            Ok(record) => match not_a_document(&record, sources) {
                None => {
                    let url = match sources.has_hosts() {
                        true => record.fields().string("url").ok().flatten(),
                        false => None,
                    };
                    let document = Candidate {
                        name: record.name.as_bytes(),
                        url: url.as_deref(),
                        place: Some((&records.origin.display, number)),
                    };
                    if sources.selects(document, observer) {
                        each(number, record, messages);
                    }
                }
                Some(hint) => {
                    messages.bad(bad(&"this is not a document", number, bytes).hint(hint));
                }
            },
            Err(error) => {
                let hint = hint(&error, bytes);
                let error = bad(&error, number, bytes);
                messages.bad(match hint {
                    Some(hint) => error.hint(hint),
                    None => error,
                });
            }
        }
    }
}

/// Returns a hint if a record with a text is the result of a tool, unless the user declared all
/// records to be documents.
fn not_a_document(record: &record::Document, sources: &Sources) -> Option<String> {
    let keys = &sources.keys;
    if sources.format.number().is_some() || keys.text.is_some() || keys.text_is_optional {
        return None;
    }
    let hint = record::not_a_document(record.fields())?;
    Some(format!(
        "{hint}; --input-format jsonl reads each as a document"
    ))
}

/// What to do about records in another encoding, which `-E` does not name.
const NOT_UTF_8: &str = "JSON is UTF-8: convert the file first, for instance with iconv -f windows-1252 -t utf-8; charset \
                         --input-format text FILE finds its encoding";

/// Returns a hint for a record that is not UTF-8 or has no text.
fn hint(error: &record::Error, line: &[u8]) -> Option<String> {
    use record::Error::{Empty, Missing, NoField, NotText, Type, Utf8};
    let fields = match error {
        Utf8(_) => return Some(NOT_UTF_8.to_owned()),
        Empty(_) => return Some("a record without a text is left out".into()),
        Missing("text") | NoField(_) | NotText(_) | Type { field: "text", .. } => {
            record::Fields::parse(line).ok()?
        }
        _ => return None,
    };
    if let Some(hint) = record::no_document(&fields) {
        return Some(hint.to_owned());
    }
    if let NoField(name) = error
        && let Some((outer, _)) = name.split_once('.')
        && fields.get(outer).is_some()
    {
        return Some(format!("for a field inside `{outer}` write .{name}"));
    }
    if let NoField(name) = error
        && name.contains(',')
        && name.split(',').any(|one| fields.get(one.trim()).is_some())
    {
        let message = "--text-field names one field of a document; join several into one first, for instance with jq";
        return Some(message.to_owned());
    }
    let key = match error {
        Type { field, .. } => Some(*field),
        NotText(field) => Some(field.as_str()),
        _ => None,
    };
    if let Some((key, value)) = key.and_then(|key| Some((key, fields.get(key)?))) {
        let value = value.raw();
        if value.starts_with('[') {
            let element = if value.contains('{') { "[].KEY" } else { "[]" };
            return Some(format!(
                "its value is an array; --text-field '{key}{element}' reads its elements"
            ));
        }
        if value == "null" {
            return Some("it is null; a record without a text is left out".into());
        }
    }
    let mut keys: Vec<String> = fields.keys().take(12).map(String::from).collect();
    if fields.keys().count() > keys.len() {
        keys.push("...".into());
    }
    if keys.is_empty() {
        return Some("the record has no fields".into());
    }
    let keys = keys.join(", ");
    Some(format!(
        "name the field that holds the text with --text-field; the record has: {keys}"
    ))
}

fn of_record<'a>(
    record: &'a record::Document<'a>,
    origin: &'a Origin,
    line: u64,
    observer: &'a dyn Observer,
) -> Document<'a> {
    let location = Location {
        source: &origin.display,
        line: Some(line),
    };
    Document {
        name: record.name.clone(),
        text: &record.text,
        file: None,
        location,
        form: Form::Record(record),
        data_set: origin.data_set.as_ref(),
        written: observer,
    }
}

/// Reads a file in memory, for tests. Returns the names and texts of its documents, and the errors.
#[doc(hidden)]
pub fn documents(bytes: &[u8], sources: &Sources) -> (Vec<(Vec<u8>, String)>, Vec<Error>) {
    #[derive(Default)]
    struct CollectedErrors(Vec<Error>);

    impl Messages for CollectedErrors {
        fn failed(&mut self, error: Error) {
            self.0.push(error);
        }

        fn bad(&mut self, error: Error) {
            self.0.push(error);
        }

        fn ended(&mut self, _: std::sync::Arc<crate::Tally>) {}

        fn warn(&mut self, _: String, _: String) {}
    }

    let origin = Origin::file(b"file");
    let reader = Box::new(std::io::Cursor::new(bytes.to_vec()));
    let opened = Opened::stream(origin, reader, sources)
        .map_err(|error| crate::error::Failure::Error(Error::io("file", &error)));
    let mut messages = CollectedErrors::default();
    let mut documents = Vec::new();
    match opened.and_then(|opened| container::contents(opened, sources)) {
        Ok(mut contents) => {
            let mut reader = Reader::new(sources);
            while let Some(item) = contents.next_item(&()) {
                reader.read(item, &(), &mut messages, |document, _| {
                    documents.push((document.name.as_bytes().to_vec(), document.text.to_owned()));
                });
            }
        }
        Err(failure) => messages.0.push(failure.error()),
    }
    (documents, messages.0)
}

#[cfg(test)]
pub(crate) mod tests {
    use std::ffi::OsString;
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::{Items, Tally};

    #[derive(Default)]
    struct Said(Vec<String>);

    impl Messages for Said {
        fn failed(&mut self, error: Error) {
            self.0.push(error.to_string());
        }

        fn bad(&mut self, error: Error) {
            self.failed(error);
        }

        fn ended(&mut self, _: Arc<Tally>) {}

        fn warn(&mut self, source: String, message: String) {
            self.0.push(format!("{source}: {message}"));
        }
    }

    /// Returns the last part of a document's name, and its text.
    fn show(document: &Document) -> (String, String) {
        let name = String::from_utf8_lossy(document.name.as_bytes()).into_owned();
        let name = Path::new(&name).file_name().expect("a name");
        let name = name.to_string_lossy().into_owned();
        (name, document.text.to_owned())
    }

    fn sources_of(files: &[OsString]) -> Sources {
        Sources {
            files: files.to_vec(),
            ..Sources::default()
        }
    }

    /// Returns the documents of files, and the messages about them.
    pub(crate) fn documents(files: &[OsString]) -> (Vec<(String, String)>, Vec<String>) {
        let sources = sources_of(files);
        let (mut shown, mut said) = (Vec::new(), Said::default());
        let mut reader = Reader::new(&sources);
        for item in Items::new(&sources, &()).unwrap() {
            reader.read(item, &(), &mut said, |document, _| {
                shown.push(show(document))
            });
        }
        (shown, said.0)
    }

    #[test]
    fn documents_come_one_by_one_or_those_of_an_item_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let records = "{\"doc\":\"one\",\"text\":\"1\"}\n{}\n{\"doc\":\"two\",\"text\":\"2\"}\n";
        let files = [
            ("a.jsonl", records),
            ("b.txt", "a text\n"),
            ("c.csv", "doc,text\nthree,3\nfour,4\n"),
        ];
        let files = files.map(|(name, text)| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.into()
        });
        let (each, said) = documents(&files);
        let expected = [
            ("one", "1"),
            ("two", "2"),
            ("b.txt", "a text\n"),
            ("three", "3"),
            ("four", "4"),
        ];
        let expected = expected.map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(each, expected);
        assert!(said.len() == 1 && said[0].contains("a.jsonl:2: "));
        let sources = sources_of(&files);
        let (mut all, mut said_of_all) = (Vec::new(), Said::default());
        let mut reader = Reader::new(&sources);
        for item in Items::new(&sources, &()).unwrap() {
            reader.read_all(item, &(), &mut said_of_all, |documents, _| {
                all.push(documents.iter().map(show).collect::<Vec<_>>());
            });
        }
        assert_eq!(all.concat(), expected);
        assert_eq!(all.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1, 2]);
        assert_eq!(said_of_all.0, said);
    }
}
