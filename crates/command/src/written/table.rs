//! Writes records as rows of a table.
//!
//! The columns of a table and their types are known only after the last record. Until then records
//! are kept in a temporary file, to limit memory.

use std::io::{self, BufReader, Write};
use std::sync::{Arc, Mutex};

use intake::Columns;
use platform::threads::lock;
use record::Value;
use tempfile::SpooledTempFile;

use super::Table;
use super::lines::{Lines, Names, Written, not_records, of_temporary};

/// The columns of the tables that were read, in the order of the files.
pub(crate) type Told = Arc<Mutex<Vec<Columns>>>;

/// The maximum total size in bytes of records that are kept in memory.
const IN_MEMORY: usize = 8 << 20;

/// The records of a table that is being written.
#[derive(Debug)]
pub(crate) struct Spool {
    table: Table,
    records: SpooledTempFile,
    is_begun: bool,
}

impl Spool {
    pub fn new(table: Table) -> Self {
        Spool {
            table,
            records: SpooledTempFile::new(IN_MEMORY),
            is_begun: false,
        }
    }

    pub fn table(&self) -> Table {
        self.table
    }

    /// Spools lines, or parts of them.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_empty() {
            return Ok(());
        }
        if !std::mem::replace(&mut self.is_begun, true) && bytes.first() != Some(&b'{') {
            return Err(not_records());
        }
        self.records.write_all(bytes).map_err(of_temporary)
    }

    /// Writes the table.
    pub fn finish(self, told: &Told, out: &mut (dyn Write + Send)) -> io::Result<Written> {
        let told = std::mem::take(&mut *lock(told));
        let mut lines = Lines(BufReader::with_capacity(256 * 1024, self.records));
        let delimiter = match self.table {
            Table::Csv => b',',
            Table::Tsv => b'\t',
            #[cfg(feature = "parquet")]
            Table::Parquet => return super::parquet::write(&mut lines, &told, out),
            #[cfg(not(feature = "parquet"))]
            Table::Parquet => return Err(io::ErrorKind::Unsupported.into()),
        };
        separated(&mut lines, &told, delimiter, out)
    }
}

/// The system's error of a write, whose kind tells a closed pipe from a full disk.
fn of_csv(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// Writes rows with a header (RFC 4180, but lines end with a line feed).
fn separated(
    lines: &mut Lines,
    told: &[Columns],
    delimiter: u8,
    out: &mut dyn Write,
) -> io::Result<Written> {
    let mut names = Names::of_columns(told)?;
    let mut seen = vec![false; names.names().len()];
    let mut rows = 0_u64;
    lines.each(|fields| {
        rows += 1;
        for name in fields.keys() {
            let number = names.number(&name)?;
            seen.resize(names.names().len(), false);
            seen[number] = true;
        }
        Ok(())
    })?;
    let names: Vec<&String> = (names.names().iter().zip(&seen))
        .filter(|(_, seen)| **seen || rows == 0)
        .map(|(name, _)| name)
        .collect();
    if names.is_empty() {
        return Ok(Written::default());
    }
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(out);
    writer.write_record(&names).map_err(of_csv)?;
    lines.each(|fields| {
        for name in &names {
            match fields.get(name) {
                None | Some(Value::Other("null")) => writer.write_field("").map_err(of_csv)?,
                Some(Value::Text(text)) => writer.write_field(&*text.decode()).map_err(of_csv)?,
                Some(other) => writer.write_field(other.raw()).map_err(of_csv)?,
            }
        }
        writer.write_record(None::<&[u8]>).map_err(of_csv)
    })?;
    writer.flush()?;
    Ok(Written {
        added: Written::added(&names, told, rows),
        ..Written::default()
    })
}
