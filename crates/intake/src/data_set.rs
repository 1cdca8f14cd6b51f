//! Files of records whose documents can be written to one file again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::Columns;

/// A file of records: JSON Lines, a table or vertical text.
#[derive(Debug)]
pub struct DataSet {
    /// The path as given.
    pub name: Arc<[u8]>,
    /// The name of its format, one of [`CONTAINERS`](crate::CONTAINERS).
    pub format: &'static str,
    columns: OnceLock<Columns>,
    is_damaged: AtomicBool,
    lacks_records: AtomicBool,
}

impl DataSet {
    pub(crate) fn new(name: Arc<[u8]>, format: &'static str) -> Self {
        DataSet {
            name,
            format,
            columns: OnceLock::new(),
            is_damaged: AtomicBool::new(false),
            lacks_records: AtomicBool::new(false),
        }
    }

    /// The columns, if it is a table; known once a record has been read.
    pub fn columns(&self) -> Option<&Columns> {
        self.columns.get()
    }

    pub(crate) fn set_columns(&self, columns: Columns) {
        // Only a reader that begins again knows them already.
        let _ = self.columns.set(columns);
    }

    /// Whether it could not be read to its end; known once its last record has been read.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }

    pub(crate) fn set_damaged(&self) {
        self.is_damaged.store(true, Ordering::Relaxed);
    }

    /// Whether one of its records could not be read; known once its last record has been read.
    pub fn lacks_records(&self) -> bool {
        self.lacks_records.load(Ordering::Relaxed)
    }

    pub(crate) fn set_lacks_records(&self) {
        self.lacks_records.store(true, Ordering::Relaxed);
    }
}
