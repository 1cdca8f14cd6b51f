//! Comma- or tab-separated values: each row is a document.

use std::collections::HashSet;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use csv::ByteRecord;

use super::{Answer, Answers, Container, Contents, listed};
use crate::BLOCK;
use crate::error::too_large;
use crate::opened::{Opened, Origin};
use crate::refused::not_utf_8;
use crate::{Columns, Error, Item, Observer, OtherFields, Sources};

pub(super) const CSV: Container = Container {
    name: "csv",
    recognised: ".csv; not by content. Columns are separated by tabs or semicolons if the header has these and no comma",
    read: "a row is a document, with its text in the column text or that of --text-field. The first row names the \
           columns, which stay as fields. A row without doc or id is FILE:N, counted from 1 below the header",
    lost: "quoting, semicolons between columns and the type of line ends; values are strings",
    refused: "tables without a column of the text, rows with another number of values than the header, rows that are \
              not UTF-8. A row with a quote that is not closed goes on to the end of the file, and is refused",
    answers: ANSWERS,
    looks: |_| false,
    suffixes: &[".csv"],
    open: |opened, sources| open(opened, sources, b','),
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
    open: |opened, sources| open(opened, sources, b'\t'),
    is_binary: false,
    nests: true,
};

fn open(opened: Opened, sources: &Sources, delimiter: u8) -> Result<Box<dyn Contents>, Error> {
    let origin = opened.origin.clone();
    if let Some(refused) = not_utf_8(&opened.head) {
        return Err(Error::new(&origin.display, refused));
    }
    let failed = |message: String| Error::new(&origin.display, message);
    let delimiter = other_delimiter(&opened.head).unwrap_or(delimiter);
    let limit = sources.max_document_size;
    let left = Arc::new(AtomicU64::new(limit.saturating_add(BLOCK as u64)));
    let is_open = Arc::new(AtomicBool::new(false));
    let reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(true)
        .flexible(true)
        .buffer_capacity(BLOCK)
        .from_reader(Metered {
            reader: opened.into_stream().reader,
            left: left.clone(),
            limit,
            last: b'\n',
            is_open: is_open.clone(),
            sentinel: None,
        });
    let mut rows = Rows {
        origin: Arc::new(origin.clone()),
        reader,
        left,
        limit,
        is_open,
        header: Vec::new(),
        columns: None,
        row: ByteRecord::new(),
        number: 0,
        trouble: None,
        done: false,
    };
    let header = rows
        .reader
        .byte_headers()
        .map_err(|error| failed(of_csv(&error)))?;
    let header = match header.iter().next_back() {
        Some(last) if header.len() == 1 && *last == *SENTINEL => ByteRecord::new(),
        Some(last) if last.ends_with(SENTINEL) => return Err(failed(UNCLOSED.into())),
        _ => header.clone(),
    };
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
            return Err(failed(format!("the name of column {number} is not UTF-8")));
        };
        if !known.insert(column.clone()) {
            return Err(failed(format!("two columns are called '{column}'")));
        }
        rows.header.push(column);
    }
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

/// The delimiter of a table in which it is neither a comma nor what its suffix says: its header has no comma, and semicolons
/// or tabs. Spreadsheets write semicolons in countries with a decimal comma.
fn other_delimiter(head: &[u8]) -> Option<u8> {
    let header = head.split(|&byte| byte == b'\n').next().unwrap_or_default();
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
    /// The number of bytes that the current row may still take.
    left: Arc<AtomicU64>,
    limit: u64,
    is_open: Arc<AtomicBool>,
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
/// it ends that quoted value, which the reader of rows would otherwise accept.
const SENTINEL: &[u8] = b"\x1A(the end of this table)\x1A";

const UNCLOSED: &str =
    "a quote in it is not closed, so the rest of the file is one value, or the file was cut off";

/// A reader that fails if a row exceeds the limit, because an unclosed quote extends to the end of
/// the file.
struct Metered {
    reader: Box<dyn Read + Send>,
    left: Arc<AtomicU64>,
    limit: u64,
    /// The last byte read.
    last: u8,
    /// Whether the last row has no line end.
    is_open: Arc<AtomicBool>,
    /// The rest of the sentinel.
    sentinel: Option<&'static [u8]>,
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(rest) = &mut self.sentinel {
            return rest.read(buffer);
        }
        let read = self.reader.read(buffer)?;
        let Some(&last) = buffer[..read].last() else {
            if buffer.is_empty() {
                return Ok(0);
            }
            self.is_open
                .store(!b"\r\n".contains(&self.last), Ordering::Relaxed);
            buffer[0] = b'\n';
            self.sentinel = Some(SENTINEL);
            return Ok(1);
        };
        self.last = last;
        let left = self.left.load(Ordering::Relaxed);
        match left.checked_sub(read as u64) {
            Some(left) => self.left.store(left, Ordering::Relaxed),
            None => return Err(too_large(self.limit)),
        }
        Ok(read)
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
            self.left
                .store(self.limit.saturating_add(BLOCK as u64), Ordering::Relaxed);
            let message = match self.reader.read_byte_record(&mut self.row) {
                Ok(true) if !self.is_end() => self.write_line(&mut bytes).err(),
                Ok(_) => {
                    self.done = true;
                    continue;
                }
                Err(error) => {
                    self.done = error.is_io_error();
                    Some(of_csv(&error))
                }
            };
            self.number += 1;
            if self.done && message.is_some() {
                self.origin.spoil();
            }
            self.trouble = message
                .map(|message| Error::new(&self.origin.display, message).at_line(self.number));
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
    /// Whether the row is the sentinel.
    fn is_end(&self) -> bool {
        self.row.len() == 1 && self.row[0] == *SENTINEL
    }

    /// Returns the message due at the end.
    fn last_message(&mut self) -> Option<Item> {
        let has_rows = self.number > 0 || self.header.is_empty();
        if !self.is_open.swap(false, Ordering::Relaxed) || !has_rows {
            return None;
        }
        let message =
            "its last row has no line end; if the file was cut off, the last value was, too";
        Some(Item::Notice(Error::new(&self.origin.display, message)))
    }

    /// Appends the row as a record.
    fn write_line(&mut self, out: &mut Vec<u8>) -> Result<(), String> {
        let start = out.len();
        if self
            .row
            .iter()
            .next_back()
            .is_some_and(|last| last.ends_with(SENTINEL))
        {
            self.done = true;
            return Err(UNCLOSED.into());
        }
        if self.row.len() != self.header.len() {
            let (values, columns) = (self.row.len(), self.header.len());
            return Err(format!("{values} values in a table of {columns} columns"));
        }
        for (index, (column, value)) in self.header.iter().zip(&self.row).enumerate() {
            out.push(if index == 0 { b'{' } else { b',' });
            record::write_string(out, column);
            out.push(b':');
            let Ok(value) = std::str::from_utf8(value) else {
                out.truncate(start);
                return Err(format!("the value of '{column}' is not UTF-8"));
            };
            record::write_string(out, value);
        }
        out.extend_from_slice(b"}\n");
        Ok(())
    }
}

fn of_csv(error: &csv::Error) -> String {
    match error.kind() {
        csv::ErrorKind::Io(error) => crate::io_message(error),
        _ => error.to_string(),
    }
}
