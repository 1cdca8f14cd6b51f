//! Reads documents from files in any of the usual containers.
//!
//! Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | [`sources`], `format` | input settings |
//! | [`stream`], [`opened`] | files and standard input with their first bytes |
//! | `allowance` | limits the number of bytes that an input may give |
//! | [`compression`] | decompression by magic bytes; each gzip member is verified before it is returned |
//! | [`lines`], [`blocks`] | blocks of whole lines, plain or records |
//! | `item`, [`items`], [`folder`] | turn files, folders and lists of them into work items |
//! | [`container`] | detects the format of a file, and reads the documents in it; one file and one row per format |
//! | [`columns`] | the columns of a table, for tools that write one |
//! | [`warc`], `arc`, `page`, `limits`, `tally` | the pages of web archives, which of them are read, and how many were left out |
//! | `sniff`, `refused` | what first bytes look like: a media type, a format that is not read |
//! | `names`, [`selection`] | selects documents by their names |
//! | `file_name` | the names of files of documents that are named by addresses |
//! | [`encoding`] | decodes bytes to text |
//! | [`document`], [`read`], [`raw`] | turn items into documents, decoded or as bytes |
//! | [`long`] | documents too long for memory, in chunks of whole lines |
//! | [`spool`] | documents that are read a second time |
//! | [`observer`] | callbacks for progress, counts and messages |
//!
//! This crate never prints, never ends the process, and does not depend on command-line options.

mod allowance;
mod arc;
pub mod blocks;
pub mod columns;
pub mod compression;
pub mod container;
pub mod data_set;
pub mod document;
pub mod encoding;
mod error;
mod file_name;
pub mod folder;
mod format;
mod http;
mod item;
pub mod items;
mod limits;
pub mod lines;
pub mod long;
mod names;
pub mod observer;
pub mod opened;
mod page;
pub mod raw;
pub mod read;
mod recoded;
mod refused;
pub mod selection;
mod sniff;
pub mod sources;
pub mod spool;
pub mod stream;
mod tally;
pub mod warc;

pub use blocks::Blocks;
pub use columns::Columns;
#[cfg(feature = "parquet")]
pub use container::parquet_types;
pub use container::{Answer, CONTAINERS};
pub use data_set::DataSet;
pub use document::{Document, FileBytes, Kept, Location, Written, within};
pub use encoding::Label;
pub use error::{Error, Place, io_message};
pub use format::InputFormat;
pub use item::{Item, pass_over};
pub use items::{Batch, Batches, Groups, Items, NOT_TEXT, of_list};
pub use limits::{MIN_PAGE_SIZE, WarcLimits};
pub use long::LongDocument;
pub use names::Names;
pub use observer::{Messages, Observer};
pub use opened::{Opened, Origin};
pub use page::Page;
pub use raw::RawDocument;
pub use read::Reader;
pub use refused::{Refused, by_magic};
pub use sources::{List, OtherFields, Sources};
pub use spool::{Pieces, Shelf, Spool};
pub use stream::{ReadSeek, STANDARD_INPUT, Stream};
pub use tally::Tally;

use std::path::Path;

/// The minimum size in bytes of a block of records or list entries, except at the end of the input.
pub const BLOCK: usize = 256 * 1024;

/// The default of `--max-document-size`.
pub const MAX_DOCUMENT_SIZE: u64 = 1 << 30;

/// Escapes a name for a message: control characters, to keep the message on one line, and
/// bidirectional controls, to show the name in its true order.
pub fn display(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes))
}

/// Escapes a text for a message, like [`display`].
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() || is_bidirectional_control(character) {
            shown.extend(character.escape_default())
        } else {
            shown.push(character)
        }
    }
    shown
}

/// Whether a character has the property Bidi_Control or is a separator that ends a line.
fn is_bidirectional_control(character: char) -> bool {
    matches!(
        character,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

/// Escapes a path for a message, like [`display`].
pub fn display_path(path: &Path) -> String {
    display(platform::paths::to_bytes(path))
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_in_a_message_is_one_line() {
        assert_eq!(display(b"a b\n\x1b[1mc"), "a b\\n\\u{1b}[1mc");
        assert_eq!(display("\u{e9}".as_bytes()), "\u{e9}");
        assert_eq!(display(b"\xff"), "\u{fffd}");
    }
}
