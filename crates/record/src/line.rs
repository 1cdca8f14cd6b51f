//! The line record.

use std::borrow::Cow;

use crate::fields::string_end;
use crate::write::{write_integer, write_part};
use crate::{Error, Fields, Name, Object, Text};

/// A normalised line of a document.
///
/// | field | type | meaning |
/// |---|---|---|
/// | `doc` | string | the document's name |
/// | `group` | string, optional | the group of the document (`linenorm --by`) |
/// | `line` | integer | the number of the raw line, from 1; of a sentence, the line where it begins |
/// | `end` | `"head"` or `"tail"`, optional | the end of the document, if only the ends were read |
/// | `text` | string | the line or sentence after normalisation |
/// | `original` | string, optional | the line as it is in the document, without its line end (`linenorm --original`) |
/// | `doc_bytes` | base64, optional | the bytes of the name, if it is not UTF-8 |
///
/// ```
/// use record::{End, Line};
/// let line = br#"{"doc":"a.txt","line":7,"end":"head","text":"A line of text"}"#;
/// let read = Line::read(line)?;
/// assert_eq!((read.line, read.end, &*read.text), (7, Some(End::Head), "A line of text"));
/// let mut out = Vec::new();
/// read.write(&mut out);
/// assert_eq!(out, [&line[..], b"\n"].concat());
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The document's name.
    pub doc: Name<'a>,
    /// The group of the document.
    pub group: Option<Cow<'a, str>>,
    /// The number of the raw line, counted from 1.
    pub line: u64,
    /// The end of the document to which the line belongs.
    pub end: Option<End>,
    /// The line after normalisation.
    pub text: Cow<'a, str>,
    /// The line before normalisation, if requested.
    pub original: Option<Cow<'a, str>>,
}

/// An end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The first lines.
    Head,
    /// The last lines.
    Tail,
}

impl End {
    /// Returns the name in records.
    pub fn as_str(self) -> &'static str {
        match self {
            End::Head => "head",
            End::Tail => "tail",
        }
    }
}

impl<'a> Line<'a> {
    /// Reads a line record.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], and [`Error::Missing`] and [`Error::Type`] for its fields.
    pub fn read(line: &'a [u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        let end = match fields.string("end")?.as_deref() {
            None => None,
            Some("head") => Some(End::Head),
            Some("tail") => Some(End::Tail),
            Some(_) => {
                return Err(Error::Type {
                    field: "end",
                    expected: "\"head\" or \"tail\"",
                });
            }
        };
        Ok(Line {
            doc: Name::of(&fields)?,
            group: fields.string("group")?,
            line: fields.integer("line")?.ok_or(Error::Missing("line"))?,
            end,
            text: fields.string("text")?.ok_or(Error::Missing("text"))?,
            original: fields.string("original")?,
        })
    }

    /// Appends the record and its line feed to `out`.
    pub fn write(&self, out: &mut Vec<u8>) {
        let writer = LineWriter::new(&self.doc, self.group.as_deref());
        match &self.original {
            None => writer.write(out, self.line, self.end, &self.text),
            Some(original) => {
                writer.write_with_original(out, self.line, self.end, &self.text, original);
            }
        }
    }
}

/// Writes the line records of one document. Their common fields are converted to JSON only once.
#[derive(Debug, Clone)]
pub struct LineWriter {
    /// Everything before the line's number.
    before: Vec<u8>,
    /// The fields after the text, usually none.
    after: Vec<u8>,
}

impl LineWriter {
    /// Creates a writer for the lines of the document with this name and group.
    pub fn new(name: &Name, group: Option<&str>) -> Self {
        let mut before = Vec::new();
        let mut object = Object::begin(&mut before);
        name.write_doc(&mut object);
        if let Some(group) = group {
            object.string("group", group);
        }
        object.raw("line", b"");
        let mut after = Vec::new();
        let mut object = Object::resume(&mut after);
        name.write_doc_bytes(&mut object);
        LineWriter { before, after }
    }

    /// Appends the record of a line, with its line feed, to `out`.
    #[inline]
    pub fn write(&self, out: &mut Vec<u8>, line: u64, end: Option<End>, text: &str) {
        self.begin(out, line, end, text);
        self.finish(out);
    }

    /// Like [`LineWriter::write`], with the line before normalisation.
    pub fn write_with_original(
        &self,
        out: &mut Vec<u8>,
        line: u64,
        end: Option<End>,
        text: &str,
        original: &str,
    ) {
        self.begin(out, line, end, text);
        out.extend_from_slice(b"\",\"original\":\"");
        write_part(out, original.as_bytes());
        self.finish(out);
    }

    /// Writes everything up to the text, and leaves its string open.
    #[inline]
    fn begin(&self, out: &mut Vec<u8>, line: u64, end: Option<End>, text: &str) {
        out.extend_from_slice(&self.before);
        write_integer(out, line);
        // Slices of constant length compile to one or two stores, others to a call of memcpy.
        match end {
            None => out.extend_from_slice(b",\"text\":\""),
            Some(End::Head) => out.extend_from_slice(b",\"end\":\"head\",\"text\":\""),
            Some(End::Tail) => out.extend_from_slice(b",\"end\":\"tail\",\"text\":\""),
        }
        write_part(out, text.as_bytes());
    }

    /// Writes the end of the last string, and everything after it.
    #[inline]
    fn finish(&self, out: &mut Vec<u8>) {
        if self.after.is_empty() {
            out.extend_from_slice(b"\"}\n");
        } else {
            out.push(b'"');
            out.extend_from_slice(&self.after);
            out.extend_from_slice(b"}\n");
        }
    }
}

/// Extracts the texts of line records. Has a fast path for consecutive records written by linenorm,
/// which have a common prefix per document.
#[derive(Debug, Clone, Default)]
pub struct LineScanner {
    /// The common prefix of the current document's records, up to the line number.
    before: Vec<u8>,
}

impl LineScanner {
    /// Calls `each` with the texts of consecutive records from `from` on that have the format of
    /// [`LineWriter`] and the [learned](LineScanner::learn) prefix. Returns the position after
    /// them, where any other record, valid or not, may follow.
    #[inline]
    pub fn scan<'a>(
        &self,
        block: &'a str,
        mut from: usize,
        mut each: impl FnMut(Text<'a>),
    ) -> usize {
        if self.before.is_empty() {
            return from;
        }
        while let Some((text, next)) = next(block, from, &self.before) {
            each(text);
            from = next;
        }
        from
    }

    /// Learns the prefix of a document's records from a parsed record. Returns false, and changes
    /// nothing, unless it is a line record whose prefix identifies others.
    pub fn learn(&mut self, record: &Fields<'_>) -> bool {
        // The prefix does not identify a name that is not UTF-8.
        let is_plain = record.keys().take(2).eq(["doc", "line"]);
        let is_grouped = || record.keys().take(3).eq(["doc", "group", "line"]);
        if !(is_plain || is_grouped()) || record.position("doc_bytes").is_some() {
            return false;
        }
        let number = record.position("line").expect("a field that is there");
        let before = &record.line()[..number.start];
        if !before.ends_with(",\"line\":") {
            return false;
        }
        self.before.clear();
        self.before.extend_from_slice(before.as_bytes());
        true
    }
}

/// Returns the text of the record at `from`, and the position after its line, if it begins with
/// `before`.
#[inline(always)]
fn next<'a>(block: &'a str, from: usize, before: &[u8]) -> Option<(Text<'a>, usize)> {
    let bytes = block.as_bytes();
    let rest = bytes.get(from..)?.strip_prefix(before)?;
    // A loop instead of a search for the end of all digits. Branch prediction of the number of
    // digits lets the scan of the text start before the number is known.
    let mut at = 0;
    while rest.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    if at == 0 || (rest[0] == b'0' && at > 1) {
        return None;
    }
    if let Some(b",\"end\":\"head\"" | b",\"end\":\"tail\"") = rest.get(at..at + 13) {
        at += 13;
    }
    if rest.get(at..at + 9) != Some(b",\"text\":\"") {
        return None;
    }
    let rest = &rest[at + 9..];
    let start = bytes.len() - rest.len();
    let (length, escaped) = string_end(rest, 0)?;
    let next = match rest.get(length..length + 3) {
        Some(b"\"}\n") => length + 3,
        _ if &rest[length..] == b"\"}" => length + 2,
        _ => return None,
    };
    let text = Text::new(&block[start..start + length], escaped);
    Some((text, start + next))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_scanner_learns_how_records_begin() {
        let mut scanner = LineScanner::default();
        let first = "{\"doc\":\"a\",\"line\":1,\"text\":\"one\"}\n";
        assert_eq!(
            scanner.scan(first, 0, |_| panic!("nothing to compare with")),
            0
        );
        assert!(scanner.learn(&Fields::parse_str(first).unwrap()));
        for other in [
            "{\"doc\":\"b\",\"text\":\"x\",\"line\":1}",
            "{\"doc\":\"b\", \"line\":1,\"text\":\"x\"}",
            "{\"doc\":\"b\",\"line\": 1,\"text\":\"x\"}",
            "{\"doc\":\"b\",\"line\":1,\"text\":\"x\",\"doc_bytes\":\"/w==\"}",
        ] {
            assert!(
                !scanner.learn(&Fields::parse_str(other).unwrap()),
                "{other}"
            );
        }
        let text = |line: &str| {
            let found = next(line, 0, &scanner.before);
            found.map(|(text, next)| (text.decode().into_owned(), next == line.len()))
        };
        assert_eq!(
            text("{\"doc\":\"a\",\"line\":20,\"end\":\"tail\",\"text\":\"t\\\"wo\"}\n"),
            Some(("t\"wo".to_owned(), true))
        );
        assert_eq!(text("{\"doc\":\"b\",\"line\":2,\"text\":\"two\"}\n"), None);
        assert_eq!(text("{\"doc\":\"a\",\"line\":02,\"text\":\"two\"}\n"), None);
        assert_eq!(
            text("{\"doc\":\"a\",\"line\":2,\"text\":\"two\",\"doc_bytes\":\"\"}\n"),
            None
        );
    }

    #[test]
    fn an_original_reads_back_and_is_left_to_the_parser() {
        for doc in [&b"d"[..], b"\xFF"] {
            let line = Line {
                doc: Name::new(doc),
                group: Some("mill.example".into()),
                line: 3,
                end: Some(End::Tail),
                text: "one \"two\"".into(),
                original: Some("  one\t\"two\"".into()),
            };
            let mut out = Vec::new();
            line.write(&mut out);
            assert_eq!(Line::read(&out).unwrap(), line);
            let mut scanner = LineScanner::default();
            let record = std::str::from_utf8(&out).unwrap();
            scanner.learn(&Fields::parse_str(record).unwrap());
            assert_eq!(
                scanner.scan(record, 0, |_| panic!("the scanner drops it")),
                0
            );
        }
    }

    proptest! {
        /// All consecutive records are found, up to those of another document.
        #[test]
        fn the_scanner_finds_all_records_of_a_document(
            lines in proptest::collection::vec((any::<u64>(), 0..3, any::<String>()), 0..20),
        ) {
            let mut scanner = LineScanner::default();
            scanner.learn(&Fields::parse_str("{\"doc\":\"d\",\"line\":1,\"text\":\"\"}").unwrap());
            let (mut records, mut texts) = (Vec::new(), Vec::new());
            for (line, end, text) in lines {
                // Most control characters have longer escapes, which are left to the parser.
                let text: String = text.chars().filter(|character| *character >= ' ').collect();
                let end = [None, Some(End::Head), Some(End::Tail)][end as usize];
                Line { doc: Name::from("d"), group: None, line, end, text: text.clone().into(), original: None }.write(&mut records);
                texts.push(text);
            }
            let all = records.len();
            Line { doc: Name::from("e"), group: None, line: 1, end: None, text: "".into(), original: None }.write(&mut records);
            let block = String::from_utf8(records).unwrap();
            let mut found = Vec::new();
            prop_assert_eq!(scanner.scan(&block, 0, |text| found.push(text.decode().into_owned())), all);
            prop_assert_eq!(found, texts);
        }

        /// Records that the scanner accepts, even damaged ones, give the same result in the parser.
        #[test]
        fn the_scanner_reads_what_the_reader_reads(
            text in any::<String>(), number in any::<u32>(), end in 0..3, at in any::<proptest::sample::Index>(), byte in 0u8..0x80,
        ) {
            let mut scanner = LineScanner::default();
            scanner.learn(&Fields::parse_str("{\"doc\":\"d\",\"line\":1,\"text\":\"\"}").unwrap());
            let mut line = Vec::new();
            let end = [None, Some(End::Head), Some(End::Tail)][end as usize];
            Line { doc: Name::from("d"), group: None, line: number.into(), end, text: text.clone().into(), original: None }.write(&mut line);
            let whole = String::from_utf8(line.clone()).unwrap();
            if let Some((found, after)) = next(&whole, 0, &scanner.before) {
                prop_assert_eq!((&*found.decode(), after), (&*text, whole.len()));
            }
            let at = at.index(line.len());
            line[at] = byte;
            let Ok(damaged) = String::from_utf8(line) else { return Ok(()) };
            if let Some((found, after)) = next(&damaged, 0, &scanner.before) {
                let fields = Fields::parse_str(&damaged[..after]).unwrap();
                prop_assert_eq!(found.decode(), fields.string("text").unwrap().unwrap());
            }
        }
    }
}
