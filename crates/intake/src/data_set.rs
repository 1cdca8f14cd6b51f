//! Files of records whose documents can be written to one file again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use crate::container::Contents;
use crate::{Columns, Item, Observer, Place};

/// A file of records: JSON Lines, a table or vertical text.
#[derive(Debug)]
pub struct DataSet {
    /// The path as given.
    pub name: Arc<[u8]>,
    /// The name of its format, one of [`CONTAINERS`](crate::CONTAINERS).
    pub format: &'static str,
    columns: OnceLock<Columns>,
    is_damaged: AtomicBool,
}

impl DataSet {
    pub(crate) fn new(name: Arc<[u8]>, format: &'static str) -> Self {
        DataSet {
            name,
            format,
            columns: OnceLock::new(),
            is_damaged: AtomicBool::new(false),
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
}

/// The contents of a data set, after an item that says so.
pub(crate) struct DataSetContents {
    pub set: Arc<DataSet>,
    pub contents: Box<dyn Contents>,
    pub is_begun: bool,
}

impl Contents for DataSetContents {
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item> {
        if !std::mem::replace(&mut self.is_begun, true) {
            return Some(Item::DataSet(self.set.clone()));
        }
        let item = self.contents.next_item(observer);
        // A bad record has a line; the others are read.
        if let Some(Item::Trouble(error)) = &item
            && !matches!(error.place, Place::Line(_))
        {
            self.set.set_damaged();
        }
        item
    }

    fn is_finished(&self) -> bool {
        self.is_begun && self.contents.is_finished()
    }
}
