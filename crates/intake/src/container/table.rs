//! Comma- or tab-separated values: each row is a document.

use std::collections::{HashSet, VecDeque};
use std::fmt::Display;
use std::io::{self, Read};
use std::sync::Arc;

use csv::{ByteRecord, ErrorKind};
use memchr::{memchr, memchr_iter, memchr2, memchr2_iter};

use super::utf_8::{NAME_ENCODING, in_utf_8};
use super::{Answer, Answers, Container, Contents, listed};
use crate::BLOCK;
use crate::error::too_large;
use crate::opened::{Opened, Origin};
use crate::{Columns, Error, Item, Observer, OtherFields, Sources};

pub(super) const CSV: Container = Container {
    name: "csv",
    recognised: ".csv; not by content. Columns are separated by what a first line such as sep=; names, or else by tabs or \
                 semicolons if the header has these and no comma",
    read: "a row is a document, with its text in the column text or that of --text-field. The first row names the \
           columns, which stay as fields. A row without doc or id is FILE:N, counted from 1 below the header. The encoding is that of a byte order mark \
           or of -E, else UTF-8",
    lost: "quoting, the encoding, semicolons between columns and the type of line ends; values are strings",
    refused: "tables without a column of the text, rows with another number of values than the header, rows that are \
              not UTF-8. A row with text after the closing quote of a value, for instance where a backslash escapes \
              quotes: the value goes on over the rows up to its next quote. A row with a quote that is not closed, which \
              goes on to the end of the file",
    answers: ANSWERS,
    looks: |_| false,
    suffixes: &[".csv"],
    open: |opened, sources| in_utf_8(opened, sources, |opened| open(opened, sources, b',')),
    is_binary: false,
    nests: true,
};

const ANSWERS: Answers = Answers {
    cut_off: Answer::Error("a quote in it is not closed"),
    same_name: Answer::Accepted("two rows of one name are two documents"),
    empty: Answer::Accepted("a table without rows"),
    checksum: Answer::NoSuch(""),
};

pub(super) const TSV: Container = Container {
    name: "tsv",
    recognised: ".tsv, .tab; not by content",
    read: "as csv. A value that begins with a quote is quoted here, too, as for pandas and PyArrow. If quotes are plain characters of a \
           file, quote all its values first: sed 's/\"/\"\"/g; s/[^\\t]*/\"&\"/g' FILE",
    lost: "as csv",
    refused: "as csv",
    answers: ANSWERS,
    looks: |_| false,
    suffixes: &[".tsv", ".tab"],
    open: |opened, sources| in_utf_8(opened, sources, |opened| open(opened, sources, b'\t')),
    is_binary: false,
    nests: true,
};

fn open(opened: Opened, sources: &Sources, delimiter: u8) -> Result<Box<dyn Contents>, Error> {
    let origin = opened.origin.clone();
    let failed = |message: String| Error::new(&origin.display, message);
    let begin = first_line(&opened.head);
    let named = named_delimiter(begin);
    let delimiter = named
        .or_else(|| other_delimiter(begin))
        .unwrap_or(delimiter);
    let mut reader = opened.into_stream().reader;
    let mut quotes = Quotes::new(delimiter);
    if named.is_some() {
        quotes.lines = 1;
        skip_line(&mut *reader).map_err(|error| Error::io(&origin.display, &error))?;
    }
    let limit = sources.max_document_size;
    let reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(true)
        .flexible(true)
        .buffer_capacity(BLOCK)
        .from_reader(Metered {
            reader,
            left: limit.saturating_add(BLOCK as u64),
            quotes,
            ahead: io::Cursor::default(),
            cut: None,
            is_open: false,
            sentinel: None,
        });
    let mut rows = Rows {
        origin: Arc::new(origin.clone()),
        reader,
        limit,
        header: Vec::new(),
        columns: None,
        row: ByteRecord::new(),
        number: 0,
        trouble: None,
        done: false,
    };
    rows.read_header()?;
    let text = sources.keys.text_field();
    if !sources.any_fields
        && !rows.header.is_empty()
        && !rows.header.iter().any(|column| column == text)
    {
        let columns = listed(rows.header.iter().map(String::as_str));
        return Err(failed(format!(
            "a table without a column '{text}'; name the one that holds the text with --text-field ({columns}), or read \
             the file as one document with --input-format text"
        )));
    }
    if sources.other_fields == OtherFields::All {
        rows.columns = Some(Columns {
            names: rows.header.clone(),
            ..Columns::default()
        });
    }
    Ok(Box::new(rows))
}

fn skip_line(reader: &mut dyn Read) -> io::Result<()> {
    let mut byte = [0];
    while byte != *b"\n" && reader.read(&mut byte)? > 0 {}
    Ok(())
}

/// Returns the first line, without byte order mark and line end.
fn first_line(head: &[u8]) -> &[u8] {
    let head = head.strip_prefix(record::BYTE_ORDER_MARK).unwrap_or(head);
    let line = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The delimiter that a line such as `sep=;` names, which is not the header but tells a spreadsheet how to read the table.
fn named_delimiter(line: &[u8]) -> Option<u8> {
    let quoted = line
        .strip_prefix(b"\"")
        .and_then(|line| line.strip_suffix(b"\""));
    match quoted.unwrap_or(line) {
        [b's', b'e', b'p', b'=', delimiter] => Some(*delimiter),
        _ => None,
    }
}

/// The delimiter of a table in which it is neither a comma nor what its suffix says: its header has no comma, and semicolons
/// or tabs. Spreadsheets write semicolons in countries with a decimal comma.
fn other_delimiter(header: &[u8]) -> Option<u8> {
    if header.contains(&b',') {
        return None;
    }
    [b'\t', b';']
        .into_iter()
        .find(|delimiter| header.contains(delimiter))
}

struct Rows {
    origin: Arc<Origin>,
    reader: csv::Reader<Metered>,
    limit: u64,
    header: Vec<String>,
    /// The columns, until they are passed to the observer.
    columns: Option<Columns>,
    row: ByteRecord,
    /// The number of rows so far.
    number: u64,
    trouble: Option<Error>,
    done: bool,
}

/// The text appended to a table, which normally becomes a separate row. If a quote is not closed,
/// it ends that quoted value, which the reader of rows would otherwise accept. It is known by its place.
const SENTINEL: &[u8] = b"end";

/// What to do about a table whose quotes have another meaning.
const OTHER_QUOTES: &str = "if a backslash escapes quotes in this file, double them instead: sed 's/\\\\\"/\"\"/g' FILE; \
                            if quotes are plain characters of it, see tsv in trommel(7)";

/// A reader that leaves out the rest of a row that exceeds the limit.
struct Metered {
    reader: Box<dyn Read + Send>,
    /// The number of bytes that the current row may still take.
    left: u64,
    quotes: Quotes,
    /// Bytes that were read behind a row that was left out.
    ahead: io::Cursor<Vec<u8>>,
    /// The row whose rest was left out, until it is reported.
    cut: Option<Cut>,
    /// Whether the last row has no line end.
    is_open: bool,
    /// The rest of the sentinel.
    sentinel: Option<&'static [u8]>,
}

/// A row that exceeds the limit.
struct Cut {
    /// The line of a quote that was not closed up to there.
    quote: Option<u64>,
    /// Whether the file ends with the row.
    is_last: bool,
}

impl Metered {
    /// Passes over the rest of the row, and returns what ends it for the reader of rows.
    fn skip_row(&mut self) -> io::Result<&'static [u8]> {
        let quotes = &mut self.quotes;
        let is_quoted = quotes.is_open();
        let quote = quotes.opened_line.filter(|_| is_quoted);
        let end: &[u8] = if is_quoted { b"\"\n" } else { b"\n" };
        let seen = quotes.read;
        let mut bytes = vec![0; BLOCK];
        let rest = 'row: loop {
            let read = match self.ahead.read(&mut bytes)? {
                0 => match self.reader.read(&mut bytes) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read?,
                },
                read => read,
            };
            let bytes = &bytes[..read];
            if bytes.is_empty() {
                break 'row None;
            }
            let mut from = 0;
            for at in memchr2_iter(b'\r', b'\n', bytes) {
                quotes.read(&bytes[from..at]);
                from = at;
                if !quotes.is_open() {
                    quotes.read(&bytes[at..at + 1]);
                    break 'row Some(bytes[at + 1..].to_vec());
                }
            }
            quotes.read(&bytes[from..]);
            quotes.faults.clear();
        };
        self.cut = Some(Cut {
            quote,
            is_last: rest.is_none(),
        });
        self.ahead = io::Cursor::new(rest.unwrap_or_default());
        self.left = BLOCK as u64;
        quotes.end_row(seen + end.len() as u64);
        Ok(end)
    }
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(rest) = &mut self.sentinel {
            return rest.read(buffer);
        }
        if self.left == 0 && buffer.len() > 1 {
            return self.skip_row()?.read(buffer);
        }
        let read = match self.ahead.read(buffer)? {
            0 => self.reader.read(buffer)?,
            read => read,
        };
        if read == 0 {
            if buffer.is_empty() {
                return Ok(0);
            }
            self.is_open = !b"\r\n".contains(&self.quotes.last);
            buffer[0] = b'\n';
            self.sentinel = Some(SENTINEL);
            return Ok(1);
        }
        self.quotes.read(&buffer[..read]);
        self.left = self.left.saturating_sub(read as u64);
        Ok(read)
    }
}

/// Finds text after closing quotes, but for blanks. The reader of rows takes it for text of the value, but no program that doubles
/// quotes writes it: the quotes are plain characters, or a backslash escapes them. Then the value that begins with one may
/// go on over many rows.
struct Quotes {
    delimiter: u8,
    /// The number of bytes so far, and the last one.
    read: u64,
    last: u8,
    /// The number of line feeds before an offset in the current bytes.
    lines: u64,
    counted: usize,
    is_inside: bool,
    /// Whether the last byte is a quote inside a value, which closes it or is the first of two.
    is_closing: bool,
    /// Whether nothing but blanks came after the quote that closes a value.
    is_closed: bool,
    /// The offset in the current bytes of the last quote that begins a value.
    opened: usize,
    /// The line of that quote, if it is in earlier bytes.
    opened_line: Option<u64>,
    /// The offset in the current bytes of the last fault.
    last_fault: Option<usize>,
    /// Values with text after the closing quote, up to the end of the current row.
    faults: VecDeque<Fault>,
}

/// A value with text after its closing quote.
struct Fault {
    /// The offset of the text in the file.
    at: u64,
    /// The lines of its first and last quote.
    lines: (u64, u64),
}

impl Quotes {
    fn new(delimiter: u8) -> Self {
        Quotes {
            delimiter,
            read: 0,
            last: b'\n',
            lines: 0,
            counted: 0,
            is_inside: false,
            is_closing: false,
            is_closed: false,
            opened: 0,
            opened_line: None,
            last_fault: None,
            faults: VecDeque::new(),
        }
    }

    /// Whether this byte is before the beginning of a value or after its end.
    fn separates(&self, byte: u8) -> bool {
        byte == self.delimiter || b"\r\n".contains(&byte)
    }

    /// Returns the line at this offset, which is not before that of the last call.
    fn line(&mut self, bytes: &[u8], at: usize) -> u64 {
        self.lines += memchr_iter(b'\n', &bytes[self.counted..at]).count() as u64;
        self.counted = at;
        self.lines + 1
    }

    fn read(&mut self, bytes: &[u8]) {
        let begin = match self.read {
            0 if bytes.starts_with(record::BYTE_ORDER_MARK) => record::BYTE_ORDER_MARK.len(),
            _ => 0,
        };
        let mut at = begin;
        self.last_fault = None;
        while at < bytes.len() {
            if std::mem::take(&mut self.is_closing) {
                match bytes[at] {
                    b'"' => at += 1,
                    _ => (self.is_inside, self.is_closed) = (false, true),
                }
            }
            if self.is_closed {
                let is_blank = |byte: &&u8| b" \t".contains(byte) && **byte != self.delimiter;
                at += bytes[at..].iter().take_while(is_blank).count();
                let Some(byte) = bytes.get(at) else {
                    break;
                };
                self.is_closed = false;
                if !self.separates(*byte) {
                    self.add_fault(bytes, at);
                }
            }
            let Some(next) = memchr(b'"', &bytes[at..]) else {
                break;
            };
            at += next;
            let before = match at == begin {
                true => self.last,
                false => bytes[at - 1],
            };
            if self.is_inside {
                self.is_closing = true;
            } else if self.separates(before) {
                self.is_inside = true;
                (self.opened, self.opened_line) = (at, None);
            }
            at += 1;
        }
        if (self.is_inside || self.is_closed) && self.opened_line.is_none() {
            self.opened_line = Some(self.line(bytes, self.opened));
        }
        self.read += bytes.len() as u64;
        self.line(bytes, bytes.len());
        self.counted = 0;
        self.last = bytes.last().copied().unwrap_or(self.last);
    }

    /// Whether a line break is part of a value.
    fn is_open(&self) -> bool {
        self.is_inside && !self.is_closing
    }

    /// Begins a new row behind one whose rest was left out. `read` is the number of bytes that the reader of rows has seen.
    fn end_row(&mut self, read: u64) {
        *self = Quotes {
            read,
            lines: self.lines,
            ..Quotes::new(self.delimiter)
        };
    }

    /// Adds a fault, unless the current bytes have another one of the same row before it: a row of many would take much
    /// memory.
    fn add_fault(&mut self, bytes: &[u8], at: usize) {
        let last = self.last_fault.replace(at);
        let is_known = self.opened_line.is_none()
            && last.is_some_and(|last| memchr2(b'\r', b'\n', &bytes[last..self.opened]).is_none());
        if is_known {
            return;
        }
        let first = match self.opened_line {
            Some(line) => line,
            None => self.line(bytes, self.opened),
        };
        let lines = (first, self.line(bytes, at));
        let at = self.read + at as u64;
        self.faults.push_back(Fault { at, lines });
    }

    /// Returns the message about the last quote, which is not closed before the end of the file.
    fn unclosed(&self) -> String {
        let line = self.opened_line.unwrap_or(1);
        format!(
            "a quote in it is not closed: from line {line} on the rest of the file is one value, or the file was cut off"
        )
    }
}

impl Contents for Rows {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if let Some(columns) = self.columns.take() {
            self.origin.tell(columns, observer);
        }
        if let Some(error) = self.trouble.take() {
            return Some(Item::Trouble(error));
        }
        let first_line = self.number + 1;
        let start = self.reader.position().byte();
        let mut bytes = Vec::new();
        while bytes.len() < BLOCK && !self.done && self.trouble.is_none() {
            self.reader.get_mut().left = self.limit.saturating_add(BLOCK as u64);
            let read = self.reader.read_byte_record(&mut self.row);
            if matches!(read, Ok(false)) || self.has_sentinel() && self.row == [SENTINEL][..] {
                self.done = true;
                continue;
            }
            self.number += 1;
            let written = match (self.reader.get_mut().cut.take(), read) {
                (Some(cut), _) => Err(self.too_large(&cut)),
                (None, Ok(_)) => self.write_line(&mut bytes),
                (None, Err(error)) => {
                    self.done = error.is_io_error();
                    Err(self.error(of_csv(&error)))
                }
            };
            self.trouble = written.err();
            if self.done && self.trouble.is_some() {
                self.origin.spoil();
            }
        }
        observer.advance(self.reader.position().byte() - start);
        if bytes.is_empty() {
            return (self.trouble.take().map(Item::Trouble)).or_else(|| self.last_message());
        }
        Some(Item::Records {
            bytes,
            origin: self.origin.clone(),
            first_line,
        })
    }
}

impl Rows {
    /// Reads the names of the columns.
    fn read_header(&mut self) -> Result<(), Error> {
        let origin = Arc::clone(&self.origin);
        let failed = |message: String| Error::new(&origin.display, message);
        let header = self
            .reader
            .byte_headers()
            .map_err(|error| failed(of_csv(&error)))?
            .clone();
        if self.reader.get_mut().cut.take().is_some() {
            return Err(failed(too_large(self.limit).to_string()));
        }
        let header = match self.has_sentinel() {
            false => header,
            true if header == [SENTINEL][..] => ByteRecord::new(),
            true => {
                let message = self.reader.get_ref().quotes.unclosed();
                return Err(failed(message).hint(OTHER_QUOTES));
            }
        };
        if let Some(fault) = self.fault() {
            return Err(failed(fault).hint(OTHER_QUOTES));
        }
        let mut known = HashSet::new();
        for (index, column) in header.iter().enumerate() {
            let column = match index {
                0 => column
                    .strip_prefix(record::BYTE_ORDER_MARK)
                    .unwrap_or(column),
                _ => column,
            };
            let Ok(column) = String::from_utf8(column.to_vec()) else {
                let number = index + 1;
                let message = format!("the name of column {number} is not UTF-8; {NAME_ENCODING}");
                return Err(failed(message));
            };
            if !known.insert(column.clone()) {
                return Err(failed(format!("two columns are called '{column}'")));
            }
            self.header.push(column);
        }
        Ok(())
    }

    /// Whether the row that was read last has the sentinel, as a row or in a quoted value that is not closed: it ends behind
    /// the file and the line end that is added to it.
    fn has_sentinel(&self) -> bool {
        let metered = self.reader.get_ref();
        metered.sentinel.is_some() && self.reader.position().byte() > metered.quotes.read + 1
    }

    /// Returns the message about text after a closing quote in the row that was read last.
    fn fault(&mut self) -> Option<String> {
        let end = self.reader.position().byte();
        let faults = &mut self.reader.get_mut().quotes.faults;
        let of_row = faults.partition_point(|fault| fault.at < end);
        let lines = match faults.drain(..of_row).next()?.lines {
            (first, last) if first == last => format!("line {first}"),
            (first, last) => format!("lines {first} to {last}"),
        };
        Some(format!(
            "text follows the closing quote of the value in {lines} of the file"
        ))
    }

    /// Returns the message due at the end.
    fn last_message(&mut self) -> Option<Item> {
        let has_rows = self.number > 0 || self.header.is_empty();
        let is_open = std::mem::take(&mut self.reader.get_mut().is_open);
        if !is_open || !has_rows {
            return None;
        }
        let message =
            "its last row has no line end; if the file was cut off, the last value was, too";
        Some(Item::Notice(Error::new(&self.origin.display, message)))
    }

    /// Creates an error about the row that was read last.
    fn error(&self, message: impl Display) -> Error {
        Error::new(&self.origin.display, message).at_line(self.number)
    }

    /// Creates the error of a row that is too large.
    fn too_large(&self, cut: &Cut) -> Error {
        let error = too_large(self.limit);
        let Some(line) = cut.quote else {
            return self.error(error);
        };
        let rest = if cut.is_last {
            "; it goes on to the end of the file"
        } else {
            ""
        };
        let message =
            format!("{error}, or the quote in line {line} of the file is not closed{rest}");
        self.error(message).hint(OTHER_QUOTES)
    }

    /// Appends the row as a record.
    fn write_line(&mut self, out: &mut Vec<u8>) -> Result<(), Error> {
        let start = out.len();
        if self.has_sentinel() {
            self.done = true;
            let message = self.reader.get_ref().quotes.unclosed();
            return Err(self.error(message).hint(OTHER_QUOTES));
        }
        if let Some(fault) = self.fault() {
            return Err(self.error(fault).hint(OTHER_QUOTES));
        }
        if self.row.len() != self.header.len() {
            let (values, columns) = (self.row.len(), self.header.len());
            return Err(self.error(format_args!(
                "{values} {} in a table of {columns} columns",
                if values == 1 { "value" } else { "values" }
            )));
        }
        for (index, (column, value)) in self.header.iter().zip(&self.row).enumerate() {
            out.push(if index == 0 { b'{' } else { b',' });
            record::write_string(out, column);
            out.push(b':');
            let Ok(value) = std::str::from_utf8(value) else {
                out.truncate(start);
                let message = format!("the value of '{column}' is not UTF-8");
                return Err(self.error(message).hint(NAME_ENCODING));
            };
            record::write_string(out, value);
        }
        out.extend_from_slice(b"}\n");
        Ok(())
    }
}

fn of_csv(error: &csv::Error) -> String {
    match error.kind() {
        ErrorKind::Io(error) => crate::io_message(error),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_row_that_reads_as_the_sentinel_is_a_row() {
        let read = |table: &str| {
            let sources = Sources {
                format: "csv".parse().expect("it is a format"),
                ..Sources::default()
            };
            let (documents, errors) = crate::read::documents(table.as_bytes(), &sources);
            let texts = documents.into_iter().map(|(_, text)| text.to_string());
            (texts.collect::<Vec<_>>(), errors.len())
        };
        for table in [
            "text\nend\n",
            "text\nend",
            "text\r\nend\r\n",
            "text\n\"end\"\n\n",
        ] {
            assert_eq!(read(table).0, ["end"], "{table:?}");
        }
        assert_eq!(read("text\nend\n\"end\n"), (vec!["end".to_string()], 1));
        assert_eq!(read("\"end\n"), (vec![], 1));
    }

    /// The rows and lines of values with text after the closing quote, by one byte after another.
    fn expected(text: &str) -> Vec<(u64, (u64, u64))> {
        let (mut faults, mut line, mut row) = (Vec::new(), 1, 0);
        let mut before = '\n';
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            if char == '"' && ",\r\n".contains(before) {
                let first = line;
                while let Some(inner) = chars.next() {
                    line += u64::from(inner == '\n');
                    if inner == '"' && chars.next_if_eq(&'"').is_none() {
                        while chars.next_if_eq(&' ').is_some() {}
                        if chars.peek().is_some_and(|next| !",\r\n".contains(*next)) {
                            faults.push((row, (first, line)));
                        }
                        break;
                    }
                }
            }
            line += u64::from(char == '\n');
            row += u64::from("\r\n".contains(char));
            before = char;
        }
        faults
    }

    proptest! {
        #[test]
        fn text_after_a_closing_quote_is_found_in_any_pieces(text in "[\",\n\ra \"]{0,40}", size in 1..9_usize) {
            let mut quotes = Quotes::new(b',');
            for piece in text.as_bytes().chunks(size) {
                quotes.read(piece);
            }
            let found: Vec<_> = quotes.faults.iter().map(|fault| fault.lines).collect();
            // Of several in a row, the first is certain.
            let all = expected(&text);
            let mut firsts = all.clone();
            firsts.dedup_by_key(|(row, _)| *row);
            let mut rest = found.iter();
            prop_assert!(firsts.iter().all(|(_, first)| rest.any(|lines| lines == first)));
            let mut rest = all.iter();
            prop_assert!(found.iter().all(|lines| rest.any(|(_, other)| other == lines)));
        }
    }
}
