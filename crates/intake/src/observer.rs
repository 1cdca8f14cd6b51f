//! Callbacks for events during reading.

use std::sync::Arc;

use crate::document::Written;
use crate::{Columns, DataSet, Error, MAX_DOCUMENT_SIZE, Names, Tally};

/// Receives progress, counts and errors. The process that runs a tool implements it; `()` ignores
/// everything.
pub trait Observer: Written {
    /// Announces the total number of bytes to read. Computing `bytes` takes time.
    fn expect(&self, _bytes: &dyn Fn() -> u64) {}

    /// Standard input is about to be read; a user may have to type it.
    fn reads_standard_input(&self) {}

    /// This number of further bytes was read.
    fn advance(&self, _bytes: u64) {}

    /// Further lines of a record file were read. Computing their number, `count`, takes time.
    fn read_lines(&self, _count: &dyn Fn() -> usize) {}

    /// A chunk of the text of a long document was read.
    fn read_text(&self, _piece: &str) {}

    /// Adds to a named count, such as `web pages of another size`.
    fn count(&self, _name: &'static str, _number: u64) {}

    /// The most bytes that a compressed file of records gives; `None` for the rule of [`Sources::max_input_size`](crate::Sources).
    fn max_input_size(&self) -> Option<u64> {
        None
    }

    /// The maximum size in bytes of a record in the file of an option.
    fn max_document_size(&self) -> u64 {
        MAX_DOCUMENT_SIZE
    }

    /// Whether what is written has numbers that are not finite, which JSON has not: see `parquet_types::NUMBER`.
    fn writes_all_numbers(&self) -> bool {
        false
    }

    /// A table begins whose records are written back with all fields.
    fn columns(&self, _columns: Columns) {}

    /// This file of vertical text has columns behind its tokens, which documents do not have.
    fn annotated(&self, _source: &str) {}

    /// This list selects documents; at the end it may have warnings.
    fn selects(&self, _names: &Names) {}

    /// A file cannot be read completely.
    fn failed(&self, _error: &Error) {}

    /// A bad record was left out.
    fn bad_record(&self, _error: &Error) {}
}

impl Observer for () {}

/// Receives messages about documents, in document order.
pub trait Messages {
    /// A file cannot be read completely.
    fn failed(&mut self, error: Error);

    /// An entry of a list cannot be opened: see [`of_list`](crate::of_list).
    fn not_opened(&mut self, error: Error, _is_standard_input: bool) {
        self.failed(error);
    }

    /// A bad record was left out.
    fn bad(&mut self, error: Error);

    /// An input that is clearly not text was left out while others are text. This is not an error.
    fn passed_over(&mut self, _error: Error) {}

    /// The last record of a web archive was passed on. Its counts are complete when everything
    /// before this call has been processed.
    fn ended(&mut self, archive: Arc<Tally>);

    /// A data set begins.
    fn begin(&mut self, _set: &Arc<DataSet>) {}

    /// The next documents are of this data set, or can be files of their own.
    fn data_set(&mut self, _set: Option<&Arc<DataSet>>) {}

    /// A warning.
    fn warn(&mut self, source: String, message: String);
}
