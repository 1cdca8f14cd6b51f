//! Records as rows of a table.
//!
//! Which columns a table has, and of which types, is known only after the last record. Until then records are kept in a
//! temporary file, so that memory stays bounded.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::sync::{Arc, Mutex};

use intake::Columns;
use platform::threads::lock;
use record::{Fields, Value};
use tempfile::SpooledTempFile;

use super::Table;

/// Columns of the tables that were read, in the order of the files.
pub(crate) type Told = Arc<Mutex<Vec<Columns>>>;

/// Records of less than this size together are kept in memory.
const IN_MEMORY: usize = 8 << 20;

/// The maximum number of columns: programs that read tables get slow long before.
const MAX_COLUMNS: usize = 10_000;

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

    /// Keeps lines, or parts of them.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        if !std::mem::replace(&mut self.is_begun, true) && bytes.first() != Some(&b'{') {
            return Err(not_records());
        }
        self.records.write_all(bytes).map_err(of_temporary)
    }

    /// Writes the table.
    pub fn finish(self, told: &Told, out: &mut (dyn Write + Send)) -> io::Result<()> {
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

fn not_records() -> io::Error {
    io::Error::other(
        "this output is not records, so that a table has no columns for it; name another file, or --output-format jsonl",
    )
}

fn of_temporary(error: io::Error) -> io::Error {
    intake::opened::of_temporary(&std::env::temp_dir(), &error)
}

/// The lines that were kept, which can be read several times.
pub(super) struct Lines(BufReader<SpooledTempFile>);

impl Lines {
    /// Calls `work` with each record from the first on.
    pub fn each(&mut self, mut work: impl FnMut(&Fields) -> io::Result<()>) -> io::Result<()> {
        self.0.rewind()?;
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.0.read_until(b'\n', &mut line).map_err(of_temporary)? == 0 {
                return Ok(());
            }
            let fields = Fields::parse(&line).map_err(|_| not_records())?;
            work(&fields)?;
        }
    }
}

/// The names of the columns of a table.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Names {
    /// The number of the column with this name, which is new if there was none.
    pub fn number(&mut self, name: &str) -> io::Result<usize> {
        if let Some(number) = self.numbers.get(name) {
            return Ok(*number);
        }
        if self.names.len() == MAX_COLUMNS {
            let message = format!(
                "the records have more than {MAX_COLUMNS} different fields; write a file .jsonl"
            );
            return Err(io::Error::other(message));
        }
        self.names.push(name.to_owned());
        self.numbers.insert(name.to_owned(), self.names.len() - 1);
        Ok(self.names.len() - 1)
    }

    pub fn of_columns(told: &[Columns]) -> io::Result<Self> {
        let mut names = Names::default();
        for name in told.iter().flat_map(|columns| &columns.names) {
            names.number(name)?;
        }
        Ok(names)
    }

    pub fn names(&self) -> &[String] {
        &self.names
    }
}

/// Writes rows with a header (RFC 4180, but lines end with a line feed).
fn separated(
    lines: &mut Lines,
    told: &[Columns],
    delimiter: u8,
    out: &mut dyn Write,
) -> io::Result<()> {
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
        return Ok(());
    }
    let mut writer = csv::WriterBuilder::new()
        .delimiter(delimiter)
        .from_writer(out);
    writer.write_record(&names)?;
    lines.each(|fields| {
        for name in &names {
            match fields.get(name) {
                None | Some(Value::Other("null")) => writer.write_field("")?,
                Some(Value::Text(text)) => writer.write_field(&*text.decode())?,
                Some(other) => writer.write_field(other.raw())?,
            }
        }
        Ok(writer.write_record(None::<&[u8]>)?)
    })?;
    writer.flush()
}
