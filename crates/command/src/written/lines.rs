//! The spooled records of a table, and the names of its columns.

use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, Seek};

use intake::Columns;
use record::Fields;
use tempfile::SpooledTempFile;

/// The maximum number of columns. Programs that read tables become slow long before.
const MAX_COLUMNS: usize = 10_000;

pub(super) fn not_records() -> io::Error {
    io::Error::other(
        "this output is not records, so that a table has no columns for it; name another file, or --output-format jsonl",
    )
}

pub(super) fn of_temporary(error: io::Error) -> io::Error {
    intake::opened::of_temporary(&std::env::temp_dir(), &error)
}

/// The spooled lines, which can be read several times.
pub(super) struct Lines(pub(super) BufReader<SpooledTempFile>);

impl Lines {
    /// Calls `work` with each record from the start.
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

/// The column names of a table.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: Vec<String>,
    numbers: HashMap<String, usize>,
}

impl Names {
    /// Returns the number of the column with this name. An unknown name becomes a new column.
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

/// What is known of a table when it is written.
#[derive(Debug, Default)]
pub(crate) struct Written {
    /// The columns that were not read, if there are rows: those of the tool.
    pub added: Option<Columns>,
    /// The columns that are text now, because the files that were read have them in types that nothing else takes.
    pub mixed: Vec<String>,
}

impl Written {
    /// The columns of a table with these names that are not among those that were read.
    pub fn added(names: &[&String], told: &[Columns], rows: u64) -> Option<Columns> {
        let is_read = |name: &String| told.iter().any(|read| read.names.contains(name));
        let new = names.iter().filter(|name| !is_read(name));
        (rows > 0).then(|| Columns {
            names: new.map(|name| (*name).clone()).collect(),
            ..Columns::default()
        })
    }
}
