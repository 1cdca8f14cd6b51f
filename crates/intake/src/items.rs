//! What the input options name, as items of work.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use memchr::memchr;
use platform::paths;

use crate::BLOCK;
use crate::lines::{Block, Lines};
use crate::sources::{Sources, WarcLimits};
use crate::warc::{Archive, Capture, is_archive};
use crate::whole::Whole;
use crate::{Error, Observer, STANDARD_INPUT, Stream};

/// The bytes of all files that exist, for a progress bar.
pub(crate) fn total_size(files: &[OsString]) -> u64 {
    files
        .iter()
        .filter_map(|file| Path::new(file).metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}

/// An item of work: a document to read, or records that were read.
#[derive(Debug)]
pub enum Item {
    /// One document.
    Whole(Whole),
    /// Lines that hold a document record each, or nothing.
    Records {
        /// Whole lines.
        bytes: Vec<u8>,
        /// Where they are from.
        origin: Arc<str>,
        /// The number of the first line there, from 1.
        first_line: u64,
    },
    /// A record of a web archive, which may be a document.
    Capture(Capture),
    /// Something that could not be read.
    Trouble(Error),
}

/// The items that the input options name, in their order.
pub struct Items<'a> {
    files: std::slice::Iter<'a, OsString>,
    list: Option<Stream>,
    null: bool,
    /// Entries of the list that were read already.
    ahead: VecDeque<Entry>,
    list_lines: Option<Lines>,
    records: Option<Lines>,
    archive: Option<Archive>,
    warc: &'a WarcLimits,
    observer: &'a dyn Observer,
}

enum Entry {
    Path(Vec<u8>),
    Records { bytes: Vec<u8>, first_line: u64 },
    Trouble(Error),
}

impl<'a> Items<'a> {
    /// The items that `sources` name.
    ///
    /// # Errors
    /// A list that cannot be opened.
    pub fn new(sources: &'a Sources, observer: &'a dyn Observer) -> Result<Self, Error> {
        let list = match &sources.list {
            _ if !sources.files.is_empty() => None,
            list => Some(list.open()?),
        };
        if !sources.files.is_empty() {
            observer.expect(total_size(&sources.files));
        }
        Ok(Items {
            files: sources.files.iter(),
            list,
            null: sources.null,
            ahead: VecDeque::new(),
            list_lines: None,
            records: None,
            archive: None,
            warc: &sources.warc,
            observer,
        })
    }

    /// The next piece of the record file that is being read.
    fn next_records(&mut self) -> Option<Item> {
        let lines = self.records.as_mut()?;
        match lines.advance() {
            Ok(true) => {
                let block = lines.block();
                self.observer.advance(block.bytes.len() as u64);
                let bytes = block.bytes.to_vec();
                Some(Item::Records {
                    bytes,
                    origin: lines.name.clone(),
                    first_line: block.first_line,
                })
            }
            Ok(false) => {
                self.records = None;
                None
            }
            Err(error) => {
                self.records = None;
                Some(Item::Trouble(error))
            }
        }
    }

    /// Reads on in the list, until there is at least one entry or its end. False at its end.
    fn read_list(&mut self) -> bool {
        if let Some(stream) = self.list.take() {
            let delimiter = if self.null { 0 } else { b'\n' };
            self.list_lines = Some(Lines::new(stream, delimiter, BLOCK, false));
        }
        let Some(lines) = &mut self.list_lines else {
            return false;
        };
        match lines.advance() {
            Ok(true) => {
                split_list(lines.block(), lines.delimiter, &mut self.ahead);
                true
            }
            Ok(false) => {
                self.list_lines = None;
                false
            }
            Err(error) => {
                self.ahead.push_back(Entry::Trouble(error));
                self.list_lines = None;
                true
            }
        }
    }

    /// The item of a path: a document, or the first piece of a record file.
    fn open(&mut self, path: &[u8]) -> Option<Item> {
        if path == b"-" {
            return Some(Item::Whole(Whole::StandardInput));
        }
        if is_archive(path) {
            return match Stream::open(&paths::from_bytes(path)) {
                Ok(stream) => {
                    self.archive = Some(Archive::new(stream, self.warc));
                    None
                }
                Err(error) => Some(Item::Trouble(error)),
            };
        }
        if !is_record_file(path) {
            return Some(Item::Whole(Whole::File(path.to_vec())));
        }
        match Stream::open(&paths::from_bytes(path)) {
            Ok(stream) => {
                self.records = Some(Lines::new(stream, b'\n', BLOCK, true));
                None
            }
            Err(error) => Some(Item::Trouble(error)),
        }
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(item) = self.next_records() {
                return Some(item);
            }
            if let Some(archive) = &mut self.archive {
                match archive.next_capture(self.observer) {
                    Some(Ok(capture)) => return Some(Item::Capture(capture)),
                    Some(Err(error)) => return Some(Item::Trouble(error)),
                    None => self.archive = None,
                }
            }
            let opened = if let Some(entry) = self.ahead.pop_front() {
                match entry {
                    // In a list, - is a file's name like any other: standard input is the list itself.
                    Entry::Path(path) if path == b"-" => Some(Item::Whole(Whole::File(path))),
                    Entry::Path(path) => self.open(&path),
                    Entry::Trouble(error) => Some(Item::Trouble(error)),
                    Entry::Records { bytes, first_line } => {
                        self.observer.advance(bytes.len() as u64);
                        let origin = self
                            .list_lines
                            .as_ref()
                            .map_or(STANDARD_INPUT.into(), |lines| lines.name.clone());
                        Some(Item::Records {
                            bytes,
                            origin,
                            first_line,
                        })
                    }
                }
            } else if let Some(file) = self.files.next() {
                self.open(file.as_encoded_bytes())
            } else if self.read_list() {
                None
            } else {
                return None;
            };
            if opened.is_some() {
                return opened;
            }
        }
    }
}

fn is_record_file(path: &[u8]) -> bool {
    [&b".jsonl"[..], b".jsonl.gz", b".jsonl.zst"]
        .iter()
        .any(|ending| path.ends_with(ending))
}

/// Splits a piece of a list into its entries; records that follow each other stay together.
fn split_list(block: Block, delimiter: u8, entries: &mut VecDeque<Entry>) {
    let mut rest = block.bytes;
    let mut line = block.first_line;
    while !rest.is_empty() {
        let end = memchr(delimiter, rest).map_or(rest.len(), |at| at + 1);
        let (entry, after) = rest.split_at(end);
        rest = after;
        // A NUL-separated list holds paths only, so that a name can begin with a brace.
        if delimiter == b'\n' && entry[0] == b'{' {
            match entries.back_mut() {
                Some(Entry::Records { bytes, .. }) => bytes.extend_from_slice(entry),
                _ => entries.push_back(Entry::Records {
                    bytes: entry.to_vec(),
                    first_line: line,
                }),
            }
        } else {
            let path = entry.strip_suffix(&[delimiter]).unwrap_or(entry);
            if !path.is_empty() {
                entries.push_back(Entry::Path(path.to_vec()));
            }
        }
        line += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_mixes_paths_and_records() {
        let mut entries = VecDeque::new();
        split_list(
            Block {
                bytes: b"a.txt\n{1}\n{2}\n\nb",
                first_line: 4,
            },
            b'\n',
            &mut entries,
        );
        let shown: Vec<String> = entries
            .iter()
            .map(|entry| match entry {
                Entry::Path(path) => format!("path {}", String::from_utf8_lossy(path)),
                Entry::Records { bytes, first_line } => {
                    format!("{first_line} {:?}", String::from_utf8_lossy(bytes))
                }
                Entry::Trouble(_) => "trouble".into(),
            })
            .collect();
        assert_eq!(shown, ["path a.txt", "5 \"{1}\\n{2}\\n\"", "path b"]);
        let mut entries = VecDeque::new();
        split_list(
            Block {
                bytes: b"{a\nb\0c\0",
                first_line: 1,
            },
            0,
            &mut entries,
        );
        assert!(matches!(&entries[0], Entry::Path(path) if path == b"{a\nb"));
    }
}
