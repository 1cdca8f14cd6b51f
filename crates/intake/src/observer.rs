//! Callbacks of reading.

use std::sync::Arc;

use crate::{Columns, Error, Names, Tally};

/// Receives progress, counts and errors: implemented by the process around a tool. `()` ignores everything.
pub trait Observer: Sync {
    /// The total number of bytes to be read is returned by `bytes`, which takes time.
    fn expect(&self, _bytes: &dyn Fn() -> u64) {}

    /// Standard input is about to be read; a user may have to type it.
    fn reads_standard_input(&self) {}

    /// This many more bytes were read.
    fn advance(&self, _bytes: u64) {}

    /// More lines of a record file were read. Their number is returned by `count`, which takes time.
    fn read_lines(&self, _count: &dyn Fn() -> usize) {}

    /// A piece of the text of a long document was read.
    fn read_text(&self, _piece: &str) {}

    /// Adds to a named count, such as `web pages of another size`.
    fn count(&self, _name: &'static str, _number: u64) {}

    /// A table begins whose records are written back with all fields.
    fn columns(&self, _columns: Columns) {}

    /// The documents of this list are read or left out; at the end it has warnings.
    fn selects(&self, _names: &Names) {}

    /// A document with this text was written.
    fn wrote(&self, _text: &str) {}

    /// A file cannot be read, or not to its end.
    fn failed(&self, _error: &Error) {}

    /// A record is bad and was left out.
    fn bad_record(&self, _error: &Error) {}
}

impl Observer for () {}

/// Receives messages about documents, in document order.
pub trait Messages {
    /// A file cannot be read, or not to its end.
    fn failed(&mut self, error: Error);

    /// An entry of a list cannot be opened: see [`of_list`](crate::of_list).
    fn not_opened(&mut self, error: Error, _is_standard_input: bool) {
        self.failed(error);
    }

    /// A record is bad and was left out.
    fn bad(&mut self, error: Error);

    /// Something is clearly not text and was left out among others that are. This is not an error.
    fn passed_over(&mut self, _error: Error) {}

    /// The last record of a web archive was passed on. Its counts are complete once everything before this call is
    /// processed.
    fn ended(&mut self, archive: Arc<Tally>);

    /// A warning.
    fn warn(&mut self, source: String, message: String);
}
