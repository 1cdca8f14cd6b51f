//! The items of a data set.

use std::sync::Arc;

use super::Contents;
use crate::{DataSet, Item, Observer, Place};

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
        match &item {
            // A bad record has a line; the others are read.
            Some(Item::Trouble(error)) if matches!(error.place, Place::Line(_)) => {
                self.set.set_lacks_records();
            }
            Some(Item::Trouble(_)) => self.set.set_damaged(),
            _ => {}
        }
        item
    }

    fn is_finished(&self) -> bool {
        self.is_begun && self.contents.is_finished()
    }
}
