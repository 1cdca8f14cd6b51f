//! Parquet: each row is a document.
//!
//! The library reads pages and decodes columns. Rows are assembled here, for three reasons: their
//! size is limited during assembly, an invalid date or time does not end the run, and a damaged
//! page loses only its own rows.

mod columns;
mod pages;
mod rows;
mod values;

use std::collections::VecDeque;
use std::fs::File;
use std::sync::{Arc, Once};

use parquet::errors::ParquetError;
use parquet::file::metadata::{FileMetaData, ParquetMetaData, ParquetMetaDataReader};

use super::{Answer, Answers, Container, Contents, listed};
use crate::BLOCK;
use crate::allowance::Allowance;
use crate::error::{Failure, too_large};
use crate::opened::{Opened, Origin};
use crate::sniff::is_parquet;
use crate::{Columns, Error, Item, Observer, OtherFields, Sources};
use pages::Budget;
use rows::{Damage, Group, Selected};

pub use rows::{element_of, is_list, is_map, repeated_child};
pub use values::{BYTES, Kind, NUMBER, kind};

pub(super) const ROW: Container = Container {
    name: "parquet",
    recognised: "PAR1",
    read: "a row is a document, with its text in the column text or that of --text-field. All columns stay as \
           fields, nested ones as objects and arrays. A row without doc or id is FILE:N",
    lost: "in JSON Lines the schema: numbers are JSON numbers, dates and times are strings in ISO 8601, decimals are \
           strings, bytes that are not UTF-8 are data:;base64,...; NaN and infinite numbers are null; a map with equal keys \
           is a list of objects with key and value. A file .parquet of -o has the schema, its metadata and the values that were read",
    refused: "files without a column of the text, damaged pages, rows over --max-document-size, encrypted files",
    answers: Answers {
        cut_off: Answer::Error("it has no footer at its end"),
        same_name: Answer::Accepted("two rows of one name are two documents"),
        empty: Answer::Error("the file is empty"),
        checksum: Answer::Error("the checksum of a page is wrong"),
    },
    looks: is_parquet,
    suffixes: &[".parquet"],
    open,
    is_binary: true,
    nests: false,
};

/// The minimum limit of what large pages hold, in bytes. Pages usually have a megabyte, but some programs write larger
/// ones.
const PAGE: u64 = 64 << 20;

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    let origin = opened.origin.clone();
    // The metadata are at the end of the file.
    let file = opened.into_file(sources)?;
    let failed = |message: String| Error::new(&origin.display, message);
    let metadata =
        guarded(|| ParquetMetaDataReader::new().parse_and_finish(&file)).map_err(failed)?;
    let schema = metadata.file_metadata().schema_descr();
    let text = sources.keys.text_field();
    let mut wanted = |name: &str| match &sources.other_fields {
        OtherFields::All => true,
        OtherFields::Only(fields) => {
            sources.keys.names(name) || fields.iter().any(|field| field == name)
        }
    };
    let selected = guarded(|| Ok(Selected::of(schema, &mut wanted))).and_then(|made| made);
    let selected = selected.map_err(failed)?;
    let root = schema.root_schema();
    let rows = metadata.file_metadata().num_rows();
    // This tool writes a table without columns and rows for no records.
    let is_nothing = root.get_fields().is_empty() && rows == 0;
    if !sources.any_fields && !selected.has(text) && !is_nothing {
        let columns = listed(root.get_fields().iter().map(|field| field.name()));
        return Err(failed(format!(
            "a Parquet file without a column '{text}'; name the one that holds the text with --text-field ({columns})"
        )).into());
    }
    let lead = selected.lead(text).map(str::to_owned);
    Ok(Box::new(Rows {
        said: rows,
        columns: match sources.other_fields {
            OtherFields::All => Some(columns(metadata.file_metadata())),
            OtherFields::Only(_) => None,
        },
        origin: Arc::new(origin),
        stored: file.metadata().map_or(0, |file| file.len()),
        allowance: Allowance::new(sources.max_input_size),
        file: Arc::new(file),
        next_group: match lead {
            Some(_) => 0,
            None => metadata.num_row_groups(),
        },
        metadata: Arc::new(metadata),
        selected,
        lead: lead.unwrap_or_default(),
        group: None,
        number: 0,
        limit: sources.max_document_size,
        trouble: VecDeque::new(),
        replaced: None,
    }))
}

/// Calls the library and catches its panics. It can panic on a damaged file, which becomes an error
/// of the file without a panic message.
fn guarded<T>(read: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, String> {
    thread_local! {
        static GUARDED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    static QUIET: Once = Once::new();
    QUIET.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                hook(panic);
            }
        }));
    });
    GUARDED.set(true);
    let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
    GUARDED.set(false);
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(of_parquet(error)),
        Err(_) => Err("the Parquet file is damaged".into()),
    }
}

fn of_parquet(error: ParquetError) -> String {
    match error {
        ParquetError::General(message) if message == "Page CRC checksum mismatch" => {
            "the checksum of a page is wrong".into()
        }
        ParquetError::General(message) if message.contains("Corrupt footer") => {
            "it has no footer at its end, so it was probably cut off; download or copy it again"
                .into()
        }
        ParquetError::EOF(message) if message.contains("file too small") => {
            "its footer is damaged, or it was cut off; download or copy it again".into()
        }
        ParquetError::General(message) => message,
        ParquetError::External(error) => error.to_string(),
        other => other.to_string(),
    }
}

/// Returns the columns of a file, for a tool that writes one.
fn columns(file: &FileMetaData) -> Columns {
    let schema = file.schema_descr().root_schema_ptr();
    let fields = schema.get_fields().iter();
    Columns {
        names: fields.map(|field| field.name().to_owned()).collect(),
        notes: (file.key_value_metadata().into_iter().flatten())
            .map(|note| (note.key.clone(), note.value.clone()))
            .collect(),
        schema: Some(schema),
    }
}

struct Rows {
    origin: Arc<Origin>,
    file: Arc<File>,
    metadata: Arc<ParquetMetaData>,
    selected: Selected,
    /// The columns, until they are passed to the observer.
    columns: Option<Columns>,
    /// The name of the column without which a row is lost.
    lead: String,
    next_group: usize,
    group: Option<Group>,
    /// The number of rows so far, including lost ones.
    number: u64,
    /// The number of rows according to the footer.
    said: i64,
    limit: u64,
    allowance: Allowance,
    /// The size of the file.
    stored: u64,
    trouble: VecDeque<Error>,
    /// The first row with bytes that are not UTF-8.
    replaced: Option<u64>,
}

impl Contents for Rows {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if let Some(columns) = self.columns.take() {
            self.origin.tell(columns, observer);
        }
        if let Some(error) = self.trouble.pop_front() {
            return Some(Item::Trouble(error));
        }
        let all_numbers = observer.writes_all_numbers();
        let first_line = self.number + 1;
        let mut bytes = Vec::new();
        while bytes.len() < BLOCK && self.trouble.is_empty() {
            let Some(group) = &mut self.group else {
                if !self.begin(observer) {
                    break;
                }
                continue;
            };
            let start = bytes.len();
            let left = self.allowance.left(self.stored);
            let (row, damage) = group.next_row(&mut bytes, self.limit.min(left), all_numbers);
            let lines = self.number + 1;
            let row_bytes = (bytes.len() - start) as u64;
            let is_over = match row {
                rows::Row::Written { .. } => self.allowance.take(row_bytes, self.stored).is_err(),
                rows::Row::TooLarge => left < self.limit,
                rows::Row::Lost | rows::Row::End => false,
            };
            if is_over {
                bytes.truncate(start);
                self.stop(lines);
                break;
            }
            match row {
                rows::Row::Written { replaced } => {
                    self.number += 1;
                    if replaced {
                        self.replaced.get_or_insert(self.number);
                    }
                }
                rows::Row::Lost => {
                    if let Some(damage) = &damage
                        && damage.rows.is_none()
                        && damage.column == self.lead
                    {
                        self.abandon(lines, damage);
                        continue;
                    }
                    self.number += 1;
                    // Writes an empty line, to keep line numbers equal to row numbers.
                    bytes.truncate(start);
                    bytes.push(b'\n');
                }
                rows::Row::TooLarge => {
                    self.number += 1;
                    bytes.truncate(start);
                    bytes.push(b'\n');
                    self.fail(lines, crate::io_message(&too_large(self.limit)));
                }
                rows::Row::End => self.end(),
            }
            if let Some(damage) = damage {
                self.report(lines, &damage);
            }
        }
        if bytes.iter().any(|&byte| byte != b'\n') {
            return Some(Item::Records {
                bytes,
                origin: self.origin.clone(),
                first_line,
            });
        }
        if let Some(error) = self.trouble.pop_front() {
            return Some(Item::Trouble(error));
        }
        if self.next_group < self.metadata.num_row_groups() || self.group.is_some() {
            return self.next_item(observer);
        }
        self.last_message()
    }
}

impl Rows {
    /// Opens the next row group; returns false if there is none.
    fn begin(&mut self, observer: &dyn Observer) -> bool {
        if self.next_group >= self.metadata.num_row_groups() {
            return false;
        }
        let metadata = self.metadata.row_group(self.next_group);
        self.next_group += 1;
        observer.advance(u64::try_from(metadata.compressed_size()).unwrap_or_default());
        let budget = Budget::new(self.limit.max(PAGE), self.allowance.left(self.stored));
        match Group::open(&self.file, metadata, &self.selected, &self.lead, budget) {
            Ok(group) => self.group = Some(group),
            Err(message) => {
                let rows = u64::try_from(metadata.num_rows()).unwrap_or_default();
                let message = format!("{message}; {rows} rows of this row group are lost");
                self.fail(self.number + 1, message);
                self.number += rows;
            }
        }
        true
    }

    /// Stops reading a file that has exceeded its limit.
    fn stop(&mut self, line: u64) {
        self.group = None;
        self.next_group = self.metadata.num_row_groups();
        self.said = -1;
        self.origin.spoil();
        self.fail(line, crate::io_message(&self.allowance.exceeded()));
    }

    /// Closes a row group.
    fn end(&mut self) {
        if let Some(group) = self.group.take()
            && group.rows != group.said
        {
            let message = format!(
                "a row group has {} rows, and the footer of the file says {}",
                group.rows, group.said
            );
            self.fail(self.number, message);
        }
    }

    /// Skips the rest of a row group whose text cannot be read.
    fn abandon(&mut self, line: u64, damage: &Damage) {
        let Some(group) = self.group.take() else {
            return;
        };
        // The current row is one of the lost ones.
        let rows = (group.said + 1).saturating_sub(group.rows);
        self.number += rows;
        let message = &damage.message;
        self.origin.spoil();
        self.fail(
            line,
            format!("{message}; {rows} rows of this row group are lost"),
        );
    }

    fn report(&mut self, line: u64, damage: &Damage) {
        let Damage {
            column,
            message,
            rows,
        } = damage;
        let rows = match rows {
            Some(1) => "1 row".to_owned(),
            Some(rows) => format!("{rows} rows"),
            None => "the rest of this row group".to_owned(),
        };
        self.origin.spoil();
        let lost = match *column == self.lead {
            true => format!("{rows} lost"),
            false => format!("null in {rows}"),
        };
        self.fail(line, format!("column {column}: {message}; {lost}"));
    }

    fn fail(&mut self, line: u64, message: String) {
        let error = Error::new(&self.origin.display, message).at_line(line);
        self.trouble.push_back(error);
    }

    /// Returns the messages due at the end, one per call.
    fn last_message(&mut self) -> Option<Item> {
        let said = std::mem::replace(&mut self.said, -1);
        let groups = self.metadata.row_groups().iter();
        let rows: i64 = groups
            .map(|group| group.num_rows())
            .fold(0, i64::saturating_add);
        if said >= 0 && said != rows {
            let message = format!("the footer says {said} rows, and its row groups have {rows}");
            return Some(Item::Trouble(Error::new(&self.origin.display, message)));
        }
        let row = self.replaced.take()?;
        let message = "not all of it is UTF-8; what is not became U+FFFD, first in this row";
        let error = Error::new(&self.origin.display, message).at_line(row);
        Some(Item::Notice(Error::new(error.origin(), error.message)))
    }
}
