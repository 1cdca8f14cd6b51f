//! Documents in memory: one that was just read, or all of them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};
use intake::{DataSet, Document};
use platform::random::mix;
use record::Name;

use crate::text::{Page, Unit};

/// A document.
pub(super) struct View<'a> {
    pub(super) name: Name<'a>,
    /// Its file name in an output directory.
    pub(super) file_name: Cow<'a, [u8]>,
    text: &'a str,
    /// The line of its record, if it came as a record that is passed on.
    pub(super) record: Option<Cow<'a, str>>,
    bytes: Option<&'a [u8]>,
    encoding: &'static Encoding,
    /// The number of bytes before the text in the source: the length of a byte order mark.
    skipped: usize,
    unit: Unit,
    /// The data set that it is written back to.
    pub(super) data_set: Option<&'a Arc<DataSet>>,
}

impl<'a> View<'a> {
    /// A document that was just read.
    pub(super) fn of(document: &'a Document<'a>, unit: Unit) -> Self {
        let (bytes, encoding) = document
            .file
            .map_or((None, UTF_8), |file| (Some(file.bytes), file.encoding));
        View {
            name: document.name.clone(),
            file_name: document.file_name(),
            text: document.text,
            record: document.record_line(),
            bytes,
            encoding,
            skipped: skipped(bytes),
            unit,
            data_set: document.data_set(),
        }
    }

    /// Returns the page that n-grams are taken from.
    pub(super) fn page(&self) -> Page<'a> {
        match (self.unit, self.bytes) {
            (Unit::Char, _) => Page::Characters(self.text),
            (Unit::Byte, Some(bytes)) => Page::Bytes(bytes),
            (Unit::Byte, None) => Page::Bytes(self.text.as_bytes()),
        }
    }

    /// Returns the text, and ranges in it for `ranges` of the page's source.
    pub(super) fn text(&self, ranges: Vec<Range<usize>>) -> (String, Vec<Range<usize>>) {
        let source = match self.page() {
            Page::Characters(text) => return (text.to_owned(), ranges),
            Page::Bytes(bytes) => bytes,
        };
        // A border may be inside a character, so each side is decoded separately.
        let mut text = String::new();
        let mut decoded = Vec::with_capacity(ranges.len());
        let mut at = 0;
        for range in ranges {
            text += &self
                .encoding
                .decode_without_bom_handling(&source[at..range.start])
                .0;
            let start = text.len();
            text += &self
                .encoding
                .decode_without_bom_handling(&source[range.clone()])
                .0;
            decoded.push(start..text.len());
            at = range.end;
        }
        text += &self.encoding.decode_without_bom_handling(&source[at..]).0;
        (text, decoded)
    }

    /// Returns the length in bytes of the source, as in the file or the record's text.
    pub(super) fn source_length(&self) -> usize {
        self.bytes
            .map_or(self.skipped + self.text.len(), <[u8]>::len)
    }

    /// Converts offsets of the page's source, in order, to offsets in the file or the record's
    /// text.
    pub(super) fn file_offsets(&self, offsets: Vec<usize>) -> Vec<usize> {
        match (self.page(), self.bytes) {
            (Page::Characters(text), Some(bytes)) if bytes[self.skipped..] != *text.as_bytes() => {
                undecoded(bytes, self.encoding, &offsets)
            }
            (Page::Characters(_), _) => offsets
                .into_iter()
                .map(|offset| self.skipped + offset)
                .collect(),
            (Page::Bytes(_), _) => offsets,
        }
    }
}

fn skipped(bytes: Option<&[u8]>) -> usize {
    bytes
        .and_then(Encoding::for_bom)
        .map_or(0, |(_, length)| length)
}

/// Converts offsets of a decoded text to offsets of its bytes.
fn undecoded(bytes: &[u8], encoding: &'static Encoding, offsets: &[usize]) -> Vec<usize> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut found = Vec::with_capacity(offsets.len());
    let mut wanted = offsets.iter().peekable();
    // The length of the text so far, and the position of the next character in the bytes.
    let start = skipped(Some(bytes));
    let (mut text, mut next) = (0, start);
    let mut character = [0; 32];
    for at in start..bytes.len() {
        while wanted.next_if(|wanted| **wanted <= text).is_some() {
            found.push(next);
        }
        let (_, _, written, _) = decoder.decode_to_utf8(&bytes[at..=at], &mut character, false);
        if written > 0 {
            text += written;
            next = at + 1;
        }
    }
    found.extend(wanted.map(|wanted| if *wanted <= text { next } else { bytes.len() }));
    found
}

/// The parts of a document to keep in memory.
pub(super) struct Keep {
    pub(super) unit: Unit,
    /// Records, so that their other fields can be passed on.
    pub(super) records: bool,
    /// The bytes of files that are not UTF-8.
    pub(super) bytes: bool,
}

/// A document that is kept.
pub(super) struct Held {
    name: Vec<u8>,
    /// The name of its file in an output directory.
    file_name: Vec<u8>,
    text: String,
    record: Option<String>,
    data_set: Option<Arc<DataSet>>,
    bytes: Option<Vec<u8>>,
    encoding: &'static Encoding,
    skipped: usize,
    units: usize,
}

impl Held {
    pub(super) fn new(document: &Document, keep: &Keep) -> Self {
        let view = View::of(document, keep.unit);
        let units = view.page().units().count();
        let in_bytes = keep.unit == Unit::Byte && view.bytes.is_some();
        let plain = view
            .bytes
            .is_none_or(|bytes| bytes[view.skipped..] == *view.text.as_bytes());
        Held {
            name: view.name.as_bytes().to_vec(),
            file_name: view.file_name.into_owned(),
            text: if in_bytes {
                String::new()
            } else {
                view.text.to_owned()
            },
            record: (view.record)
                .filter(|_| keep.records || view.data_set.is_some())
                .map(Cow::into_owned),
            data_set: view.data_set.cloned(),
            bytes: view
                .bytes
                .filter(|_| in_bytes || (keep.bytes && !plain))
                .map(<[u8]>::to_vec),
            encoding: view.encoding,
            skipped: if plain || in_bytes { view.skipped } else { 0 },
            units,
        }
    }

    pub(super) fn view(&self, unit: Unit) -> View<'_> {
        View {
            name: Name::new(&self.name[..]),
            file_name: Cow::Borrowed(&self.file_name[..]),
            text: &self.text,
            record: self.record.as_deref().map(Cow::Borrowed),
            bytes: self.bytes.as_deref(),
            encoding: self.encoding,
            skipped: self
                .bytes
                .as_deref()
                .map_or(self.skipped, |bytes| skipped(Some(bytes))),
            unit,
            data_set: self.data_set.as_ref(),
        }
    }
}

/// The documents that are kept: all, or a reproducible sample of a fixed size.
pub(super) struct Sample {
    size: usize,
    seen: u64,
    units: u64,
    /// Ordered by a hash of the document's number; the smallest hashes are the sample.
    pages: BinaryHeap<Ranked>,
}

struct Ranked {
    hash: u64,
    number: u64,
    page: Held,
}

impl Ord for Ranked {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.hash, self.number).cmp(&(other.hash, other.number))
    }
}

impl PartialOrd for Ranked {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ranked {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Ranked {}

impl Sample {
    pub(super) fn new(size: Option<u64>) -> Self {
        Sample {
            size: size.map_or(usize::MAX, |size| {
                usize::try_from(size).unwrap_or(usize::MAX)
            }),
            seen: 0,
            units: 0,
            pages: BinaryHeap::new(),
        }
    }

    pub(super) fn add(&mut self, page: impl FnOnce() -> Held) {
        let number = self.seen;
        self.seen += 1;
        let hash = match self.size {
            usize::MAX => number,
            _ => mix(number),
        };
        if self.pages.len() == self.size {
            if self.pages.peek().is_some_and(|last| last.hash <= hash) {
                return;
            }
            self.units -= self
                .pages
                .pop()
                .map_or(0, |last| last.page.units as u64 + 1);
        }
        let page = page();
        self.units += page.units as u64 + 1;
        self.pages.push(Ranked { hash, number, page });
    }

    /// Returns the number of units of the pages so far, plus one for each page.
    pub(super) fn units(&self) -> u64 {
        self.units
    }

    /// Returns the pages in order.
    pub(super) fn into_pages(self) -> Vec<Held> {
        let mut pages = self.pages.into_vec();
        pages.sort_unstable_by_key(|ranked| Reverse(ranked.number));
        pages.into_iter().rev().map(|ranked| ranked.page).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each character's position in the text leads back to its first byte.
    #[test]
    fn offsets_lead_back_through_an_encoding() {
        let text = "aé漢b";
        let offsets = [0, 1, 3, 6, 7];
        for (label, expected) in [("utf-8", [0, 1, 3, 6, 7]), ("gb18030", [0, 1, 3, 5, 6])] {
            let encoding = Encoding::for_label(label.as_bytes()).unwrap();
            let bytes = encoding.encode(text).0;
            assert_eq!(undecoded(&bytes, encoding, &offsets), expected, "{label}");
        }
        let utf_16: Vec<u8> = std::iter::once('\u{FEFF}')
            .chain(text.chars())
            .flat_map(|character| (character as u16).to_le_bytes())
            .collect();
        assert_eq!(
            undecoded(&utf_16, encoding_rs::UTF_16LE, &offsets),
            [2, 4, 6, 8, 10]
        );
        let shift_jis = encoding_rs::SHIFT_JIS;
        assert_eq!(
            undecoded(b"a\x8a\xbfb\x8a", shift_jis, &[0, 1, 4, 5]),
            [0, 1, 3, 4]
        );
    }
}
