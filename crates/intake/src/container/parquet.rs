//! Parquet: each row is a document.

use std::fs::File;
use std::io::{self, Seek};
use std::ops::Range;
use std::sync::Arc;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::record::{Field, Row};

use super::{Container, Contents};
use crate::BLOCK;
use crate::opened::{Opened, Origin};
use crate::{Error, Item, Observer, Sources};

pub(super) const ROW: Container = Container {
    name: "parquet",
    recognised: "PAR1",
    read: "a row is a document, with its text in the column text or that of --text-field; all columns are kept as fields, \
           nested ones as objects and arrays; a row without doc or id is FILE:N",
    lost: "the schema: numbers are JSON numbers, dates, times and decimals are strings, bytes that are not UTF-8 are base64",
    refused: "files without a column of the text, damaged row groups, encrypted files",
    looks: |head| head.starts_with(b"PAR1"),
    suffixes: &[".parquet"],
    open,
    nests: false,
};

fn open(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Error> {
    let origin = opened.origin.clone();
    let failed = |error: io::Error| Error::io(&origin.display, &error);
    // Parquet metadata are at the end of the file.
    let file = match opened.into_seekable().map_err(failed)? {
        Ok(file) => file,
        Err(mut stream) => (|| {
            let mut copy = tempfile::tempfile_in(&sources.temporary)?;
            io::copy(&mut stream, &mut copy)?;
            copy.rewind()?;
            Ok(copy)
        })()
        .map_err(failed)?,
    };
    let reader = guarded(|| SerializedFileReader::new(file))
        .map_err(|message| Error::new(&origin.display, message))?;
    let schema = reader
        .metadata()
        .file_metadata()
        .schema_descr()
        .root_schema();
    let columns: Vec<&str> = schema
        .get_fields()
        .iter()
        .map(|field| field.name())
        .collect();
    let text = sources
        .keys
        .text
        .as_ref()
        .map_or("text", |path| &path.keys()[0]);
    if !columns.contains(&text) {
        let message = format!(
            "a Parquet file without a column '{text}'; name the one that holds the text with --text-field ({})",
            columns.join(", ")
        );
        return Err(Error::new(&origin.display, message));
    }
    Ok(Box::new(Rows {
        origin: Arc::new(origin),
        groups: 0..reader.num_row_groups(),
        reader,
        rows: None,
        rows_left: 0,
        number: 0,
        trouble: None,
    }))
}

/// A damaged file can make the library panic; the panic is reported as an error of that file.
fn guarded<T>(read: impl FnOnce() -> parquet::errors::Result<T>) -> Result<T, String> {
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(read)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("the Parquet file is damaged".into()),
    }
}

struct Rows {
    origin: Arc<Origin>,
    reader: SerializedFileReader<File>,
    /// The row groups after the current one.
    groups: Range<usize>,
    rows: Option<ReaderIter>,
    /// The number of remaining rows of the current group.
    rows_left: u64,
    /// The number of rows so far, including damaged ones.
    number: u64,
    trouble: Option<Error>,
}

impl Contents for Rows {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if let Some(error) = self.trouble.take() {
            return Some(Item::Trouble(error));
        }
        let first_line = self.number + 1;
        let mut bytes = Vec::new();
        while bytes.len() < BLOCK && self.trouble.is_none() {
            if self.rows_left == 0 {
                let Some(group) = self.groups.next() else {
                    break;
                };
                self.begin(group, observer);
                continue;
            }
            let rows = self.rows.as_mut().expect("a group is open");
            match guarded(|| rows.next().transpose()) {
                Ok(Some(row)) => {
                    write_row(&mut bytes, &row);
                    bytes.push(b'\n');
                    self.number += 1;
                    self.rows_left -= 1;
                }
                Ok(None) => self.rows_left = 0,
                Err(message) => self.fail(message),
            }
        }
        if bytes.is_empty() {
            return self.trouble.take().map(Item::Trouble);
        }
        Some(Item::Records {
            bytes,
            origin: self.origin.clone(),
            first_line,
        })
    }
}

impl Rows {
    fn begin(&mut self, group: usize, observer: &dyn Observer) {
        let metadata = self.reader.metadata().row_group(group);
        observer.advance(u64::try_from(metadata.compressed_size()).unwrap_or_default());
        self.rows_left = u64::try_from(metadata.num_rows()).unwrap_or_default();
        let descriptor = metadata.schema_descr_ptr();
        let opened = guarded(|| {
            let group = self.reader.get_row_group(group)?;
            TreeBuilder::new().as_iter(descriptor, &*group)
        });
        match opened {
            Ok(rows) => self.rows = Some(rows),
            Err(message) => self.fail(message),
        }
    }

    /// Skips the rest of a row group.
    fn fail(&mut self, message: String) {
        let message = match self.rows_left {
            0 => message,
            rows_left => format!("{message}; {rows_left} rows of this row group are lost"),
        };
        self.trouble = Some(Error::new(&self.origin.display, message).at_line(self.number + 1));
        self.number += self.rows_left;
        self.rows_left = 0;
    }
}

/// Appends a row as a JSON object.
fn write_row(out: &mut Vec<u8>, row: &Row) {
    out.push(b'{');
    for (index, (name, field)) in row.get_column_iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        record::write_string(out, name);
        out.push(b':');
        write_field(out, field);
    }
    out.push(b'}');
}

fn write_field(out: &mut Vec<u8>, field: &Field) {
    match field {
        Field::Null => out.extend_from_slice(b"null"),
        Field::Str(text) => record::write_string(out, text),
        Field::Bytes(bytes) => match std::str::from_utf8(bytes.data()) {
            Ok(text) => record::write_string(out, text),
            Err(_) => record::write_base64(out, bytes.data()),
        },
        Field::Bool(_)
        | Field::Byte(_)
        | Field::Short(_)
        | Field::Int(_)
        | Field::Long(_)
        | Field::UByte(_)
        | Field::UShort(_)
        | Field::UInt(_)
        | Field::ULong(_) => out.extend_from_slice(field.to_string().as_bytes()),
        Field::Float16(number) => record::write_float(out, f64::from(*number)),
        // By its own shortest representation: 0.1, not 0.10000000149.
        Field::Float(number) => {
            record::write_float(out, number.to_string().parse().unwrap_or(f64::NAN))
        }
        Field::Double(number) => record::write_float(out, *number),
        Field::Group(row) => write_row(out, row),
        Field::ListInternal(list) => {
            out.push(b'[');
            for (index, element) in list.elements().iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                write_field(out, element);
            }
            out.push(b']');
        }
        Field::MapInternal(map) => {
            out.push(b'{');
            for (index, (key, value)) in map.entries().iter().enumerate() {
                if index > 0 {
                    out.push(b',');
                }
                match key {
                    Field::Str(key) => record::write_string(out, key),
                    other => record::write_string(out, &other.to_string()),
                }
                out.push(b':');
                write_field(out, value);
            }
            out.push(b'}');
        }
        // Dates, times, decimals.
        other => record::write_string(out, &other.to_string()),
    }
}
