//! Who is told of what is read.

use std::sync::Arc;

use crate::{Error, Tally};

/// Is told of what is read: the process around a tool, which shows progress, counts and prints. `()` ignores everything.
pub trait Observer: Sync {
    /// So many bytes will be read in all.
    fn expect(&self, _bytes: u64) {}

    /// Standard input will be read, and a person may have to type it.
    fn reads_standard_input(&self) {}

    /// So many further bytes were read.
    fn advance(&self, _bytes: u64) {}

    /// Further lines of a record file were read. Whoever wants their number calls `count`, which takes time.
    fn read_lines(&self, _count: &dyn Fn() -> usize) {}

    /// Adds to a number that is reported by name: `web pages of another size`.
    fn count(&self, _name: &'static str, _number: u64) {}

    /// A document with this text was written.
    fn wrote(&self, _text: &str) {}

    /// A file cannot be read, or not to its end.
    fn failed(&self, _error: &Error) {}

    /// A record is bad and was left out.
    fn bad_record(&self, _error: &Error) {}
}

impl Observer for () {}

/// Takes what there is to say about a document, in the order of the documents.
pub trait Messages {
    /// A file cannot be read, or not to its end.
    fn failed(&mut self, error: Error);

    /// A record is bad and was left out.
    fn bad(&mut self, error: Error);

    /// All records of a web archive were handed out before; what became of them is known when everything before this was
    /// told.
    fn ended(&mut self, archive: Arc<Tally>);

    /// Something that a user may want to know.
    fn warn(&mut self, source: String, message: String);
}
