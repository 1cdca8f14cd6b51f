//! From whatever people have to documents.
//!
//! Data flows through the modules in this order:
//!
//! | module | what |
//! |---|---|
//! | [`sources`], `format` | what is to be read, and how |
//! | [`stream`], [`opened`] | files and standard input, with their first bytes |
//! | [`compression`] | decompressed by their magic bytes; of gzip each member is checked before it is handed out |
//! | [`lines`], [`blocks`] | blocks of whole lines, of records or plain ones |
//! | [`items`], [`folder`] | FILEs, folders and lists of them, as items of work |
//! | [`container`] | what a file is, and the documents in it: a file and a row a kind |
//! | [`warc`] | the pages of web archives |
//! | `sniff` | what a page is whose server does not say it |
//! | [`encoding`] | bytes to text |
//! | [`utf8`] | whether bytes are UTF-8, damaged or not |
//! | [`document`], [`read`], [`raw`] | items to documents, decoded or as bytes |
//! | [`waiting`] | documents that are read a second time |
//! | [`observer`] | who is told of what was read |
//!
//! Nothing here prints, ends the process or knows command-line options.

pub mod blocks;
pub mod compression;
pub mod container;
pub mod document;
pub mod encoding;
mod error;
pub mod folder;
mod format;
pub mod items;
pub mod lines;
pub mod observer;
pub mod opened;
pub mod raw;
pub mod read;
mod sniff;
pub mod sources;
pub mod stream;
pub mod utf8;
pub mod waiting;
pub mod warc;

pub use blocks::Blocks;
pub use container::CONTAINERS;
pub use document::{Document, FileBytes};
pub use encoding::Label;
pub use error::{Error, Place, io_message};
pub use format::InputFormat;
pub use items::{Item, Items};
pub use observer::{Messages, Observer};
pub use opened::{Opened, Origin};
pub use raw::RawDocument;
pub use read::Reader;
pub use sources::{List, Sources};
pub use stream::{STANDARD_INPUT, Stream};
pub use waiting::Waiting;
pub use warc::{Tally, WarcLimits};

use std::path::Path;

/// Records and lists are read in pieces of at least this size, where there is that much.
pub const BLOCK: usize = 256 * 1024;

/// `--max-document-size` where nothing else is said.
pub const MAX_DOCUMENT_SIZE: u64 = 1 << 30;

/// A name for a message: control characters are escaped, so that a message stays one line, and those that change the
/// direction of what is shown, so that it shows what there is.
pub fn display(bytes: &[u8]) -> String {
    escaped(&String::from_utf8_lossy(bytes))
}

/// A text for a message, as [`display`].
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

/// The property Bidi_Control, and the separators that end a line.
fn is_bidirectional_control(character: char) -> bool {
    matches!(
        character,
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}'
    )
}

/// A path for a message, as [`display`].
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
