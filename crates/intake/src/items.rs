//! From input options to work items.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use memchr::memchr;
use platform::paths;

use crate::BLOCK;
use crate::container::{self, Contents};
use crate::folder::Walk;
use crate::lines::{Block, Lines};
use crate::opened::{Opened, Origin};
use crate::sources::Sources;
use crate::warc::{Capture, Tally};
use crate::{Error, Observer};

/// The total size of the files that exist, for a progress bar.
pub(crate) fn total_size(files: &[OsString]) -> u64 {
    files
        .iter()
        .filter_map(|file| Path::new(file).metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}

/// A work item: a document to read, or records.
#[derive(Debug)]
pub enum Item {
    /// One document.
    Whole(Opened),
    /// Lines, each of which is a document record or blank.
    Records {
        /// Whole lines.
        bytes: Vec<u8>,
        /// Their origin.
        origin: Arc<Origin>,
        /// The number of the first line, from 1.
        first_line: u64,
    },
    /// A record of a web archive that may be a document.
    Capture(Capture),
    /// The end of a web archive.
    End(Arc<Tally>),
    /// An input that could not be read.
    Trouble(Error),
    /// An input that was skipped, without being an error.
    Notice(Error),
}

impl Item {
    /// The size of an item whose size is known and small; [`BATCH`] of any other.
    fn small_size(&self) -> u64 {
        match self {
            Item::Whole(opened) if opened.compression.is_none() => opened.size().unwrap_or(BATCH),
            Item::Trouble(_) | Item::Notice(_) => 0,
            Item::Records { bytes, .. } => bytes.len() as u64,
            Item::Whole(_) | Item::Capture(_) | Item::End(_) => BATCH,
        }
        .min(BATCH)
    }
}

/// An iterator over the work items of the input options, in their order.
pub struct Items<'a> {
    files: std::slice::Iter<'a, OsString>,
    list: Option<Opened>,
    /// Entries of the list that have been read but not opened.
    ahead: VecDeque<Entry>,
    list_origin: Arc<Origin>,
    list_lines: Option<Lines>,
    /// The number of entries of the list that could not be opened.
    failed: u64,
    /// The folder that is being walked.
    walk: Option<Walk>,
    /// The file that is being read.
    contents: Option<Box<dyn Contents>>,
    sources: &'a Sources,
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
            list => {
                if list.is_standard_input() {
                    observer.reads_standard_input();
                }
                Some(Opened::list(list, sources)?)
            }
        };
        if !sources.files.is_empty() {
            observer.expect(total_size(&sources.files));
        }
        // Documents that wait for a thread are open files.
        platform::system::raise_open_files();
        let origin = list.as_ref().map(|list| list.origin.clone());
        Ok(Items {
            files: sources.files.iter(),
            list,
            ahead: VecDeque::new(),
            list_origin: origin.unwrap_or_else(Origin::standard_input).into(),
            list_lines: None,
            failed: 0,
            walk: None,
            contents: None,
            sources,
            observer,
        })
    }

    /// Reads at least one more entry of the list; false at its end.
    fn read_list(&mut self) -> bool {
        if let Some(list) = self.list.take() {
            // Records stay in the list: paths may come between them.
            let kind = container::by_content(&list.head).map(|container| container.name);
            if !self.sources.null && kind.is_some_and(|kind| kind != "jsonl") {
                self.set_contents(container::contents(list, self.sources));
                return true;
            }
            if let Some(refused) = self.refused(&list) {
                self.ahead.push_back(Entry::Trouble(refused));
                return true;
            }
            let delimiter = if self.sources.null { 0 } else { b'\n' };
            let lines = Lines::new(list.into_stream(), delimiter, BLOCK, false);
            self.list_lines = Some(lines.limited(self.sources.max_document_size));
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
                true
            }
        }
    }

    /// The reason why standard input cannot be a list.
    fn refused(&self, list: &Opened) -> Option<Error> {
        if self.sources.null {
            return None;
        }
        let refused = container::refused::refused(&list.head, self.sources.encoding, false)?;
        Some(Error::new(&list.origin.display, refused))
    }

    fn set_contents(&mut self, contents: Result<Box<dyn Contents>, Error>) {
        match contents {
            Ok(contents) => self.contents = Some(contents),
            Err(error) => self.ahead.push_front(Entry::Trouble(error)),
        }
    }

    /// Whether the next item is there, or its file is to be opened: no list or stream is waited for.
    fn is_ready(&self) -> bool {
        let file_follows = || {
            self.files
                .as_slice()
                .first()
                .is_some_and(|file| file != "-")
        };
        self.contents.is_none() && (!self.ahead.is_empty() || self.walk.is_some() || file_follows())
    }

    /// Opens a file. An error becomes the next item.
    fn open(&mut self, path: &[u8]) {
        let contents = Opened::file(path, self.sources)
            .and_then(|opened| container::contents(opened, self.sources));
        self.set_contents(contents);
    }

    /// Opens a FILE of the command line.
    fn open_argument(&mut self, file: &OsString) {
        if file == "-" {
            self.observer.reads_standard_input();
            let opened = Opened::standard_input(self.sources);
            let contents = opened.and_then(|opened| container::contents(opened, self.sources));
            self.set_contents(contents);
        } else if Path::new(file).is_dir() {
            self.walk = Some(Walk::new(file.into()));
        } else {
            self.open(file.as_encoded_bytes());
        }
    }
}

/// The hint if entries of a list are not files, or many are not.
fn of_list(error: Error, many: bool) -> Error {
    match &error.message[..] {
        "Is a directory" => error.hint("a list has no folders: make it with find DIR -type f, or name DIR as FILE"),
        _ if many => error.hint(
            "without FILE, standard input is a list of paths or of JSON records; text is read as one document with - as FILE",
        ),
        _ => error,
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(contents) = &mut self.contents {
                let item = contents.next_item(self.observer);
                if item.is_none() || contents.is_finished() {
                    self.contents = None;
                }
                if item.is_some() {
                    return item;
                }
            }
            if let Some(entry) = self.ahead.pop_front() {
                match entry {
                    // In a list, - is a file name like any other: standard input is the list itself.
                    Entry::Path(path) => match Opened::file(&path, self.sources) {
                        Ok(opened) => self.set_contents(container::contents(opened, self.sources)),
                        Err(error) => {
                            self.failed += 1;
                            let many = self.failed > 2 && *self.list_origin.name == *b"-";
                            return Some(Item::Trouble(of_list(error, many)));
                        }
                    },
                    Entry::Trouble(error) => return Some(Item::Trouble(error)),
                    Entry::Records { bytes, first_line } => {
                        self.observer.advance(bytes.len() as u64);
                        return Some(Item::Records {
                            bytes,
                            origin: self.list_origin.clone(),
                            first_line,
                        });
                    }
                }
            } else if let Some(walk) = &mut self.walk {
                match walk.next_file(self.observer) {
                    Some(Ok(path)) => self.open(paths::to_bytes(&path)),
                    Some(Err(error)) => return Some(Item::Trouble(error)),
                    None => self.walk = None,
                }
            } else if let Some(file) = self.files.next() {
                self.open_argument(file);
            } else if !self.read_list() {
                return None;
            }
        }
    }
}

/// Items that threads take together: for small files handing over one at a time takes longer than the work.
pub struct Batches<'a> {
    items: Items<'a>,
    most: usize,
}

/// The size in bytes from which on a batch gets no more items.
const BATCH: u64 = 128 << 10;

/// The number of files that are open in batches.
const MAX_OPEN: usize = 1024;

/// The number of items in a batch of small ones.
const MOST: usize = 64;

impl<'a> Batches<'a> {
    /// The items in batches, of which so many are in memory at a time.
    pub fn new(items: Items<'a>, in_flight: usize) -> Self {
        Batches {
            items,
            most: (MAX_OPEN / in_flight.max(1)).clamp(1, MOST),
        }
    }
}

impl Iterator for Batches<'_> {
    type Item = Vec<Item>;

    /// Never waits for more input with a batch at hand.
    fn next(&mut self) -> Option<Vec<Item>> {
        let mut batch = vec![self.items.next()?];
        let mut size = batch[0].small_size();
        while size < BATCH && batch.len() < self.most && self.items.is_ready() {
            let Some(item) = self.items.next() else {
                break;
            };
            size += item.small_size();
            batch.push(item);
        }
        Some(batch)
    }
}

/// Splits a block of a list into entries; consecutive records stay together.
fn split_list(block: Block, delimiter: u8, entries: &mut VecDeque<Entry>) {
    let mut rest = block.bytes;
    let mut line = block.first_line;
    while !rest.is_empty() {
        let end = memchr(delimiter, rest).map_or(rest.len(), |at| at + 1);
        let (entry, after) = rest.split_at(end);
        rest = after;
        // A NUL-separated list contains only paths, so that a name can begin with a brace.
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
