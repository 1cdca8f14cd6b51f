//! Vertical text, the input of corpus managers, and prevertical text, the input of their
//! tokenisers. Tags are on separate lines, and `<doc ...>` encloses a document. In between,
//! vertical text has one token per line, in columns; prevertical text has paragraphs in lines.
//!
//! The text is rebuilt. Tokens are joined by a space, except at `<g/>` (glue). Lines of prevertical
//! text stay lines. Paragraphs are separated by an empty line.

use std::sync::Arc;

use super::markup::{Tag, unescaped};
use super::utf_8::{NAME_ENCODING, in_utf_8};
use super::{Answer, Answers, Container, Contents};
use crate::BLOCK;
use crate::error::too_large;
use crate::lines::Lines;
use crate::opened::{Opened, Origin};
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "vertical",
    recognised: "a first line that is the tag <doc>, also <DOC> or <doc/>, with attributes or without; .vert, .vertical, .prevert, .prevertical",
    read: "a <doc> is a document with its attributes as fields, named by the attribute id, else FILE:N. Tokens, one \
           a line (the first column), are joined to text by spaces, except at <g/>, and paragraphs (<p>) by an \
           empty line. Character references are decoded. Prevertical text has lines instead of tokens. The encoding is that of a byte order mark or of -E, else UTF-8",
    lost: "all tags but <doc>, all columns but the first, and text outside of a <doc>, which is reported. The second of two attributes of one name is lost, too, and one with the name of the text's field",
    refused: "a <doc> that is not UTF-8; a <doc> that is not closed before the next one or the end of the file, which may have been cut off there",
    answers: Answers {
        cut_off: Answer::Error("is not closed before the end of the file"),
        same_name: Answer::Accepted("two documents of one name are two"),
        empty: Answer::Accepted("a file without documents"),
        checksum: Answer::NoSuch(""),
    },
    looks: |head| {
        let head = head
            .strip_prefix(record::BYTE_ORDER_MARK)
            .unwrap_or(head)
            .trim_ascii_start();
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
        document_tag(line.trim_ascii_end()).is_some_and(|tag| !tag.is_end)
    },
    suffixes: &[".vert", ".vertical", ".prevert", ".prevertical"],
    open: |opened, sources| in_utf_8(opened, sources, |opened| open(opened, sources)),
    is_binary: false,
    nests: true,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Error> {
    let origin = Arc::new(opened.origin.clone());
    let fill = opened.size().is_some() || opened.compression.is_some();
    let style = Style::of(&opened.head);
    let lines = Lines::new(opened.into_stream(), b'\n', BLOCK, fill);
    Ok(Box::new(Documents {
        origin,
        lines: lines.limited(sources.max_document_size),
        style,
        text_field: sources.keys.text_field().to_owned(),
        limit: usize::try_from(sources.max_document_size).unwrap_or(usize::MAX),
        document: None,
        number: 0,
        outside: 0,
        other: None,
        is_annotated: false,
        is_told: false,
        troubles: Vec::new(),
    }))
}

/// The tags of glue and sentences, which occur only in text with one token per line.
const TOKENS: [&str; 2] = ["g", "s"];

/// The meaning of a line between tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    /// A token, in the first column.
    Tokens,
    /// A line of a paragraph.
    Lines,
}

impl Style {
    /// Detects the style by the first lines. They are tokens if lines have columns, if hardly any
    /// line has a space, or if sentences are marked.
    fn of(head: &[u8]) -> Self {
        let whole = &head[..memchr::memrchr(b'\n', head).unwrap_or(head.len())];
        let (mut lines, mut spaced) = (0_usize, 0_usize);
        for line in whole.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii) {
            match tag(line) {
                Some(tag) if is_of_tokens(&tag) => return Style::Tokens,
                Some(_) => {}
                None if line.is_empty() => {}
                None if line.contains(&b'\t') => return Style::Tokens,
                None => {
                    lines += 1;
                    spaced += usize::from(line.contains(&b' '));
                }
            }
        }
        match lines > 0 && 20 * spaced < lines {
            true => Style::Tokens,
            false => Style::Lines,
        }
    }
}

/// Parses a line that is a tag.
fn tag(line: &[u8]) -> Option<Tag<'_>> {
    let inner = line.strip_prefix(b"<")?.strip_suffix(b">")?;
    match inner.contains(&b'<') {
        true => None,
        false => Tag::of(std::str::from_utf8(inner).ok()?),
    }
}

/// Parses a line that is the tag of a document.
fn document_tag(line: &[u8]) -> Option<Tag<'_>> {
    tag(line).filter(|tag| is(tag, "doc"))
}

/// Whether a tag has a name, also in upper case, as in SGML.
fn is(tag: &Tag, name: &str) -> bool {
    tag.name.eq_ignore_ascii_case(name)
}

fn is_of_tokens(tag: &Tag) -> bool {
    TOKENS.iter().any(|name| is(tag, name))
}

struct Documents {
    origin: Arc<Origin>,
    lines: Lines,
    style: Style,
    text_field: String,
    limit: usize,
    document: Option<Document>,
    /// The number of documents so far.
    number: u64,
    /// The number of lines outside of documents.
    outside: u64,
    /// The first element outside of documents.
    other: Option<String>,
    /// Whether tokens have further columns, and whether the observer knows.
    is_annotated: bool,
    is_told: bool,
    troubles: Vec<Error>,
}

/// A document that is being read.
struct Document {
    /// The line number of its tag.
    line: u64,
    /// The record up to its text.
    record: Vec<u8>,
    text: String,
    /// The separator between the last word and the next.
    gap: Gap,
    is_too_large: bool,
    is_utf_8: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Gap {
    None,
    Space,
    Line,
    Paragraph,
}

impl Contents for Documents {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if let Some(error) = self.troubles.pop() {
            return Some(Item::Trouble(error));
        }
        let first = self.number + 1;
        let mut out = Vec::new();
        while out.len() < BLOCK && self.troubles.is_empty() {
            match self.lines.advance() {
                Ok(true) => {
                    let block = self.lines.block();
                    observer.advance(block.bytes.len() as u64);
                    let (bytes, first_line) = (block.bytes.to_vec(), block.first_line);
                    let lines = bytes.split_inclusive(|&byte| byte == b'\n');
                    for (number, line) in (first_line..).zip(lines) {
                        self.read_line(line.trim_ascii_end(), number, &mut out);
                    }
                    if self.is_annotated && !std::mem::replace(&mut self.is_told, true) {
                        observer.annotated(&self.origin.display);
                    }
                }
                Ok(false) => {
                    self.end(u64::MAX, &mut out);
                    break;
                }
                Err(error) => self.troubles.push(error),
            }
        }
        self.troubles.reverse();
        if out.iter().all(|&byte| byte == b'\n') {
            return match self.troubles.pop() {
                Some(error) => Some(Item::Trouble(error)),
                None => self.last_message(),
            };
        }
        Some(Item::Records {
            bytes: out,
            origin: self.origin.clone(),
            first_line: first,
        })
    }
}

impl Documents {
    fn read_line(&mut self, line: &[u8], number: u64, out: &mut Vec<u8>) {
        if line.is_empty() {
            return;
        }
        let Some(tag) = tag(line) else {
            self.read_text(line);
            return;
        };
        if !is(&tag, "doc") {
            // The first lines may have contained no token.
            if is_of_tokens(&tag) {
                self.style = Style::Tokens;
            }
            match &mut self.document {
                Some(document) => document.mark(&tag, self.style),
                None if self.other.is_none() => self.other = Some(tag.name.to_owned()),
                None => {}
            }
            return;
        }
        if !tag.is_end {
            self.end(number, out);
            self.document = Some(Document::begin(&tag, number, &self.text_field));
        }
        if tag.is_end || tag.is_empty {
            match self.document.take() {
                Some(document) => self.write(document, out),
                None => self.outside += 1,
            }
        }
    }

    fn read_text(&mut self, line: &[u8]) {
        let (style, limit) = (self.style, self.limit);
        let Some(document) = &mut self.document else {
            self.outside += 1;
            return;
        };
        let word = match style {
            Style::Tokens => match memchr::memchr(b'\t', line) {
                Some(tab) => {
                    self.is_annotated = true;
                    &line[..tab]
                }
                None => line,
            },
            Style::Lines => line,
        };
        if document.text.len().saturating_add(word.len()) > limit {
            document.is_too_large = true;
            return;
        }
        match std::str::from_utf8(word) {
            Ok(word) => document.add(&unescaped(word), style),
            Err(_) => document.is_utf_8 = false,
        }
    }

    /// Ends a document, which may lack its end tag before this line.
    fn end(&mut self, line: u64, out: &mut Vec<u8>) {
        let Some(document) = self.document.take() else {
            return;
        };
        let message = match line {
            u64::MAX => {
                "this <doc> is not closed before the end of the file, which may have been cut off"
                    .into()
            }
            line => format!("this <doc> is not closed before the next one, in line {line}"),
        };
        self.troubles
            .push(Error::new(&self.origin.display, message).at_line(document.line));
        self.write(document, out);
    }

    fn write(&mut self, document: Document, out: &mut Vec<u8>) {
        self.number += 1;
        let trouble = match (document.is_too_large, document.is_utf_8) {
            (true, _) => Some(crate::io_message(&too_large(self.limit as u64))),
            (_, false) => Some(format!("this <doc> is not UTF-8; {NAME_ENCODING}")),
            (false, true) => None,
        };
        if let Some(message) = trouble {
            let error = Error::new(&self.origin.display, message);
            self.troubles.push(error.at_line(document.line));
            // Write an empty line, to keep the numbers of the following lines right.
            out.push(b'\n');
            return;
        }
        out.extend_from_slice(&document.record);
        let mut text = Vec::new();
        record::write_string(&mut text, &document.text);
        out.extend_from_slice(&text);
        out.extend_from_slice(b"}\n");
    }

    fn last_message(&mut self) -> Option<Item> {
        let lines = std::mem::take(&mut self.outside);
        let are = if lines == 1 { "line is" } else { "lines are" };
        let hint = match &self.other {
            Some(name) => format!("; if <{name}> is a document, make it <doc>"),
            None => String::new(),
        };
        let message = format!("{lines} {are} outside of a <doc>, and left out{hint}");
        (lines > 0).then(|| Item::Trouble(Error::new(&self.origin.display, message)))
    }
}

impl Document {
    fn begin(tag: &Tag, line: u64, text_field: &str) -> Self {
        let mut record = vec![b'{'];
        let mut known = std::collections::HashSet::from([text_field.to_owned()]);
        for (key, value) in tag.attributes() {
            // SGML has no lower case, as in <DOC ID="a">.
            let key = match tag.name == "DOC" {
                true => key.to_ascii_lowercase(),
                false => key.to_owned(),
            };
            if known.insert(key.clone()) {
                record::write_string(&mut record, &key);
                record.push(b':');
                record::write_string(&mut record, &value);
                record.push(b',');
            }
        }
        record::write_string(&mut record, text_field);
        record.push(b':');
        Document {
            line,
            record,
            text: String::new(),
            gap: Gap::None,
            is_too_large: false,
            is_utf_8: true,
        }
    }

    /// Processes a tag inside the document.
    fn mark(&mut self, tag: &Tag, style: Style) {
        if is(tag, "p") {
            self.gap = Gap::Paragraph;
        } else if is(tag, "g") && style == Style::Tokens && self.gap == Gap::Space {
            self.gap = Gap::None;
        }
    }

    fn add(&mut self, word: &str, style: Style) {
        if !self.text.is_empty() {
            self.text.push_str(match self.gap {
                Gap::None => "",
                Gap::Space => " ",
                Gap::Line => "\n",
                Gap::Paragraph => "\n\n",
            });
        }
        self.text.push_str(word);
        self.gap = match style {
            Style::Tokens => Gap::Space,
            Style::Lines => Gap::Line,
        };
    }
}
