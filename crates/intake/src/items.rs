//! Turns input options into work items.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memchr;
use platform::paths;

use crate::BLOCK;
use crate::container::{self, Contents};
use crate::error::Failure;
use crate::folder::Walk;
use crate::item::{BATCH, Item};
use crate::lines::{Block, Lines};
use crate::opened::{Opened, Origin};
use crate::refused;
use crate::sources::Sources;
use crate::{Error, Observer};

/// Returns the total size of the existing files, for a progress bar.
pub(crate) fn total_size(files: &[OsString]) -> u64 {
    files
        .iter()
        .filter_map(|file| Path::new(file).metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}

/// Iterates over the work items of the input options, in order.
pub struct Items<'a> {
    files: std::slice::Iter<'a, OsString>,
    list: Option<Opened>,
    /// The next tasks: entries of the list, and others.
    ahead: VecDeque<Task>,
    list_origin: Arc<Origin>,
    list_lines: Option<Lines>,
    /// The folder being walked.
    walk: Option<Walk>,
    /// The file being read.
    contents: Option<Box<dyn Contents>>,
    sources: &'a Sources,
    observer: &'a dyn Observer,
}

/// The next task: an item, or a file that contains items.
enum Task {
    Item(Item),
    File(File),
}

/// A file that was not opened yet.
struct File {
    path: Vec<u8>,
    named: Named,
}

/// The origin of a file's name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Named {
    /// A command-line argument.
    Argument,
    /// A folder with the file, which is skipped if it is not text.
    Folder,
    List {
        is_standard_input: bool,
    },
}

/// The name of a count in `--stats`.
pub const NOT_TEXT: &str = "files in folders that are not text";

impl Named {
    /// Returns the item that replaces a file without documents.
    fn item_of(self, failure: Failure, observer: &dyn Observer) -> Item {
        match failure {
            Failure::NotText(error) if self == Named::Folder => {
                observer.count(NOT_TEXT, 1);
                Item::PassedOver {
                    error,
                    is_said: true,
                }
            }
            other => Item::Trouble(other.error()),
        }
    }
}

impl File {
    /// Opens the file; an error is the item that replaces it.
    fn open(&self, sources: &Sources) -> Result<Opened, Box<Item>> {
        let mut opened = Opened::file(&self.path, sources).map_err(|error| {
            Box::new(match self.named {
                _ if is_address(&self.path) => Item::Trouble(error.hint(
                    "the tools read files: fetch an address first, for example with curl -s",
                )),
                Named::List { is_standard_input } => Item::NotOpened {
                    error,
                    is_standard_input,
                },
                Named::Argument | Named::Folder => Item::Trouble(error),
            })
        })?;
        opened.origin.is_found = self.named == Named::Folder;
        Ok(opened)
    }
}

impl<'a> Items<'a> {
    /// Creates the iterator over the items of `sources`.
    ///
    /// # Errors
    /// Fails if the list cannot be opened.
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
            observer.expect(&|| total_size(&sources.files));
        }
        for names in sources.lists() {
            names.begin(&sources.files);
            observer.selects(names);
        }
        let only = [&sources.only, &sources.only_hosts].into_iter().flatten();
        let empty = only.filter_map(|names| names.nothing());
        let empty = empty.map(|error| Task::Item(Item::Notice(error)));
        // Documents that wait for a thread are open files.
        platform::system::raise_open_files();
        let origin = list.as_ref().map(|list| list.origin.clone());
        Ok(Items {
            files: sources.files.iter(),
            list,
            ahead: empty.collect(),
            list_origin: origin.unwrap_or_else(Origin::standard_input).into(),
            list_lines: None,
            walk: None,
            contents: None,
            sources,
            observer,
        })
    }

    /// Reads at least one more entry of the list; returns false at its end.
    fn read_list(&mut self) -> bool {
        if let Some(list) = self.list.take() {
            // A list with records stays a list, because it may also contain paths.
            let kind = container::by_content(&list.head).map(|container| container.name);
            let is_container = kind.is_some_and(|kind| kind != "jsonl");
            if !self.sources.null && (is_container || self.is_one_file(&list.head)) {
                self.set_contents(container::contents(list, self.sources), Named::Argument);
                return true;
            }
            if let Some(refused) = self.refused(&list) {
                self.ahead.push_back(Task::Item(Item::Trouble(refused)));
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
                let origin = &self.list_origin;
                split_list(lines.block(), lines.delimiter, origin, &mut self.ahead);
                for task in &self.ahead {
                    if let Task::Item(Item::Records { bytes, .. }) = task {
                        self.observer.advance(bytes.len() as u64);
                    }
                }
                true
            }
            Ok(false) => {
                self.list_lines = None;
                false
            }
            Err(error) => {
                self.ahead.push_back(Task::Item(Item::Trouble(error)));
                true
            }
        }
    }

    /// Whether the beginning of a list shows that it is one file, because its first line is neither
    /// a path nor a record. The user must have named the format, or the line must begin a page.
    fn is_one_file(&self, head: &[u8]) -> bool {
        let line = head.split(|&byte| byte == b'\n').next().unwrap_or(head);
        let line = line.trim_ascii();
        let named = self.sources.format.number().is_some();
        if line.is_empty() || line.starts_with(b"{") || !(named || is_markup(line)) {
            return false;
        }
        !paths::from_bytes(line).exists()
    }

    /// Returns the reason why standard input cannot be a list.
    fn refused(&self, list: &Opened) -> Option<Error> {
        if self.sources.null {
            return None;
        }
        let refused = refused::refused(&list.head, self.sources.encoding, false);
        let refused = refused.map(|refused| refused.to_string());
        let refused = refused.or_else(|| as_table(&list.head, self.sources.keys.text_field()))?;
        Some(Error::new(&list.origin.display, refused))
    }

    fn set_contents(&mut self, contents: Result<Box<dyn Contents>, Failure>, named: Named) {
        match contents {
            Ok(contents) => self.contents = Some(contents),
            Err(failure) => {
                let item = named.item_of(failure, self.observer);
                self.ahead.push_front(Task::Item(item));
            }
        }
    }

    /// Whether the next item or file is available without waiting for a list or stream.
    fn is_ready(&self) -> bool {
        let file_follows = || {
            self.files
                .as_slice()
                .first()
                .is_some_and(|file| file != "-")
        };
        match &self.contents {
            Some(contents) => !contents.may_wait(),
            None => !self.ahead.is_empty() || self.walk.is_some() || file_follows(),
        }
    }

    /// Returns the next item or file; `None` at the end.
    fn draw(&mut self) -> Option<Task> {
        loop {
            if let Some(contents) = &mut self.contents {
                let item = contents.next_item(self.observer);
                if item.is_none() || contents.is_finished() {
                    self.contents = None;
                }
                if let Some(item) = item {
                    return Some(Task::Item(item));
                }
            } else if let Some(task) = self.ahead.pop_front() {
                return Some(task);
            } else if let Some(walk) = &mut self.walk {
                match walk.next_file(self.observer) {
                    Some(Ok(path)) => {
                        let path = paths::to_bytes(&path).to_vec();
                        let named = Named::Folder;
                        return Some(Task::File(File { path, named }));
                    }
                    Some(Err(error)) => return Some(Task::Item(Item::Trouble(error))),
                    None => {
                        let warning = self.walk.take().and_then(Walk::warning);
                        if let Some(warning) = warning {
                            return Some(Task::Item(Item::Notice(warning)));
                        }
                    }
                }
            } else if let Some(file) = self.files.next() {
                if file == "-" {
                    self.observer.reads_standard_input();
                    let opened = Opened::standard_input(self.sources);
                    let opened = opened.map_err(Failure::Error);
                    let contents = opened.and_then(|one| container::contents(one, self.sources));
                    self.set_contents(contents, Named::Argument);
                } else if Path::new(file).is_dir() {
                    self.walk = Some(Walk::new(file.into()));
                } else {
                    let path = file.as_encoded_bytes().to_vec();
                    let named = Named::Argument;
                    return Some(Task::File(File { path, named }));
                }
            } else if !self.read_list() {
                return None;
            }
        }
    }
}

/// Returns what to do about a list whose first line is not a path and looks like the names of a table's columns: these have the
/// field of the text, or as many delimiters as the second line.
fn as_table(head: &[u8], text_field: &str) -> Option<String> {
    let head = head.strip_prefix(record::BYTE_ORDER_MARK).unwrap_or(head);
    let mut lines = head.split(|&byte| byte == b'\n');
    let first = std::str::from_utf8(lines.next()?).ok()?.trim_end();
    let second = lines.next().unwrap_or_default();
    let is_header = |delimiter: char| {
        let unquoted = first
            .split(delimiter)
            .map(|name| name.trim().trim_matches('"'));
        let names: Vec<&str> = unquoted.collect();
        let delimiters = second.iter().filter(|&&byte| char::from(byte) == delimiter);
        let is_named = |name: &&str| !name.is_empty() && !name.contains(['/', '.', '{']);
        names.iter().all(is_named)
            && (names.contains(&text_field)
                || names.len() > 1 && delimiters.count() + 1 >= names.len())
    };
    let rows = [(',', "csv"), ('\t', "tsv")];
    let (_, format) = rows
        .into_iter()
        .find(|(delimiter, _)| is_header(*delimiter))?;
    let is_path = paths::from_bytes(first.as_bytes()).exists();
    (!is_path).then(|| {
        format!("this looks like a table, because its first line is not the path of a file; read it with --input-format {format}")
    })
}

/// Whether a line begins a page, with a document type declaration or a root element.
fn is_markup(line: &[u8]) -> bool {
    [&b"<!doctype"[..], b"<html", b"<?xml"]
        .iter()
        .any(|tag| (line.get(..tag.len())).is_some_and(|begin| begin.eq_ignore_ascii_case(tag)))
}

/// Whether a path is the address of a page or a file on the network.
fn is_address(path: &[u8]) -> bool {
    [&b"http://"[..], b"https://", b"s3://"]
        .iter()
        .any(|scheme| path.starts_with(scheme))
}

/// Adds a hint to the error of a list entry that cannot be opened. `is_text` means that the list is
/// standard input and looks like a text: several entries failed, or this one has spaces.
pub fn of_list(error: Error, is_text: bool) -> Error {
    match &error.message[..] {
        "Is a directory" => error.hint("a list has no folders: make it with find DIR -type f, or name DIR as FILE"),
        _ if is_text => error.hint(
            "without FILE, standard input is a list of paths or of JSON records; text is read as one document with - as FILE",
        ),
        _ => error,
    }
}

impl Iterator for Items<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            match self.draw()? {
                Task::Item(item) if item.is_selected(self.sources, self.observer) => {
                    return Some(item);
                }
                Task::Item(_) => {}
                Task::File(file) => match file.open(self.sources) {
                    Ok(opened) => {
                        let contents = container::contents_of_file(opened, self.sources);
                        self.set_contents(contents, file.named);
                    }
                    Err(item) => return Some(*item),
                },
            }
        }
    }
}

/// Items that a thread processes together. For small files, passing on one at a time would take
/// longer than the work. This thread also opens the files.
pub struct Batch<'a> {
    tasks: VecDeque<Task>,
    /// The file being read.
    contents: Option<Box<dyn Contents>>,
    /// The size in bytes of the items so far.
    size: u64,
    mean: Arc<AtomicU64>,
    sources: &'a Sources,
    observer: &'a dyn Observer,
}

impl<'a> Batch<'a> {
    /// Returns the rest of a batch that became too large, to be distributed again.
    pub fn rest(self) -> Option<Batches<'a>> {
        if self.tasks.is_empty() && self.contents.is_none() {
            return None;
        }
        let items = Items {
            files: [].iter(),
            list: None,
            ahead: self.tasks,
            list_origin: Origin::standard_input().into(),
            list_lines: None,
            walk: None,
            contents: self.contents,
            sources: self.sources,
            observer: self.observer,
        };
        Some(Batches {
            items,
            mean: self.mean,
        })
    }

    /// Opens a file and returns its only item. A file that may have many items is left to
    /// [`Batch::rest`].
    fn open(&mut self, file: File) -> Option<Item> {
        let opened = match file.open(self.sources) {
            Ok(opened) => opened,
            Err(item) => return Some(*item),
        };
        let size = opened.likely_size().unwrap_or(BATCH).min(BATCH);
        let mean = self.mean.load(Ordering::Relaxed);
        // Concurrent updates may lose a size. The mean is stored only if it changes, because each
        // store invalidates the caches of other threads.
        let next = (7 * mean + size) / 8;
        if next != mean {
            self.mean.store(next, Ordering::Relaxed);
        }
        let kind = match container::kind(&opened, self.sources) {
            Ok(kind) if kind.is_document() => return Some(Item::Whole(opened)),
            Ok(kind) => kind,
            Err(failure) => return Some(file.named.item_of(failure, self.observer)),
        };
        match kind.open_file(opened, self.sources) {
            Ok(contents) => self.contents = Some(contents),
            Err(failure) => return Some(file.named.item_of(failure, self.observer)),
        }
        if size >= BATCH {
            self.size = MAX_BATCH;
        }
        None
    }
}

impl Iterator for Batch<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        while self.size < MAX_BATCH {
            let item = match &mut self.contents {
                Some(contents) => {
                    let item = contents.next_item(self.observer);
                    if item.is_none() {
                        self.contents = None;
                    }
                    item
                }
                None => match self.tasks.pop_front()? {
                    Task::Item(item) => Some(item),
                    Task::File(file) => self.open(file),
                },
            };
            if let Some(item) = item
                && item.is_selected(self.sources, self.observer)
            {
                self.size += item.size();
                return Some(item);
            }
        }
        None
    }
}

/// Iterates over batches, in the order of their items.
pub struct Batches<'a> {
    items: Items<'a>,
    /// The moving average of the sizes of opened files.
    mean: Arc<AtomicU64>,
}

/// A batch of at least this size in bytes leaves its rest to other threads.
const MAX_BATCH: u64 = 4 * BATCH;

/// The maximum number of items in a batch or group.
const MAX_BATCH_ITEMS: usize = 256;

impl<'a> Batches<'a> {
    /// Divides the items into batches.
    pub fn new(items: Items<'a>) -> Self {
        Batches {
            items,
            mean: AtomicU64::new(BATCH).into(),
        }
    }

    /// Returns the known or estimated size of an item in bytes.
    fn size(&self, task: &Task) -> u64 {
        match task {
            Task::Item(item) => item.size(),
            Task::File(_) => self.mean.load(Ordering::Relaxed),
        }
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Batch<'a>;

    /// Never waits for more input while a batch is available.
    fn next(&mut self) -> Option<Batch<'a>> {
        let first = self.items.draw()?;
        let mut size = self.size(&first);
        let mut tasks = VecDeque::from([first]);
        while size < BATCH && tasks.len() < MAX_BATCH_ITEMS && self.items.is_ready() {
            let Some(task) = self.items.draw() else {
                break;
            };
            size += self.size(&task);
            tasks.push_back(task);
        }
        Some(Batch {
            tasks,
            contents: None,
            size: 0,
            mean: self.mean.clone(),
            sources: self.items.sources,
            observer: self.items.observer,
        })
    }
}

/// Iterates over groups of items. Consecutive short files, members of archives and pages of web
/// archives form a group of up to 128 KiB or 256 items. Any other item is a group by itself.
pub struct Groups<'a> {
    items: Items<'a>,
    /// The item that ended the last group, and its size if it is short.
    next: Option<(Item, Option<u64>)>,
}

impl<'a> Groups<'a> {
    /// Divides the items into groups.
    pub fn new(items: Items<'a>) -> Self {
        Groups { items, next: None }
    }

    /// Returns the first items together, up to `most` bytes: files, pages and messages, or records that follow each other in one source.
    /// Waits for them, so that they do not depend on the speed of the input.
    pub fn first(&mut self, most: u64) -> Option<Vec<Item>> {
        let (first, _) = self.next.take().or_else(|| self.draw())?;
        let (mut all, mut group) = (first.size(), vec![first]);
        while let Some((item, size)) = self.draw() {
            all += item.size();
            let other = match group.last_mut() {
                _ if all > most => Some(item),
                Some(last @ Item::Records { .. }) => last.join(item),
                _ if matches!(item, Item::Records { .. }) => Some(item),
                _ => {
                    group.push(item);
                    None
                }
            };
            if let Some(item) = other {
                self.next = Some((item, size));
                break;
            }
        }
        Some(group)
    }

    fn draw(&mut self) -> Option<(Item, Option<u64>)> {
        let mut item = self.items.next()?;
        let size = match &mut item {
            Item::Whole(opened) => opened.close_whole(),
            Item::Trouble(_)
            | Item::NotOpened { .. }
            | Item::Notice(_)
            | Item::DataSet(_)
            | Item::End(_)
            | Item::PassedOver { .. } => Some(0),
            Item::Capture(capture) => Some(capture.size()),
            Item::Records { .. } => None,
        };
        Some((item, size))
    }
}

impl Iterator for Groups<'_> {
    type Item = Vec<Item>;

    /// Never waits for more input while a group is available.
    fn next(&mut self) -> Option<Vec<Item>> {
        let (first, size) = self.next.take().or_else(|| self.draw())?;
        let mut group = vec![first];
        let Some(mut all) = size else {
            return Some(group);
        };
        while all < BATCH && group.len() < MAX_BATCH_ITEMS && self.items.is_ready() {
            match self.draw() {
                Some((item, Some(size))) => {
                    all += size;
                    group.push(item);
                }
                other => {
                    self.next = other;
                    break;
                }
            }
        }
        Some(group)
    }
}

/// Splits a block of a list into entries. Consecutive records stay together.
fn split_list(block: Block, delimiter: u8, list: &Arc<Origin>, entries: &mut VecDeque<Task>) {
    let is_standard_input = *list.name == *b"-";
    let mut rest = block.bytes;
    let mut line = block.first_line;
    while !rest.is_empty() {
        let end = memchr(delimiter, rest).map_or(rest.len(), |at| at + 1);
        let (entry, after) = rest.split_at(end);
        rest = after;
        // A NUL-separated list contains only paths, so a name can begin with a brace.
        if delimiter == b'\n' && entry[0] == b'{' {
            match entries.back_mut() {
                Some(Task::Item(Item::Records { bytes, .. })) => bytes.extend_from_slice(entry),
                _ => entries.push_back(Task::Item(Item::Records {
                    bytes: entry.to_vec(),
                    origin: list.clone(),
                    first_line: line,
                })),
            }
        } else {
            let path = entry.strip_suffix(&[delimiter]).unwrap_or(entry);
            if !path.is_empty() {
                // In a list, - is an ordinary file name, because standard input is the list.
                entries.push_back(Task::File(File {
                    path: path.to_vec(),
                    named: Named::List { is_standard_input },
                }));
            }
        }
        line += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Collects the items of batches and of their rests; returns the number of rests.
    fn all_of(batches: Batches, shown: &mut Vec<String>) -> usize {
        let mut rests = 0;
        for mut batch in batches {
            shown.extend(batch.by_ref().map(show));
            if let Some(rest) = batch.rest() {
                rests += 1 + all_of(rest, shown);
            }
        }
        rests
    }

    fn show(item: Item) -> String {
        match item {
            Item::Whole(opened) => opened.origin.display.to_string(),
            Item::Records {
                bytes,
                origin,
                first_line,
            } => format!("{}:{first_line} {}", origin.display, bytes.len()),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn batches_have_the_items_in_their_order() {
        let temp = tempfile::tempdir().unwrap();
        let (record, line) = ("{\"text\":\"x\"}\n", "a line\n");
        let kinds: [(&str, String); 6] = [
            ("txt", line.to_owned()),
            ("jsonl", record.to_owned()),
            ("long.txt", line.repeat(2 * MAX_BATCH as usize / line.len())),
            ("long.jsonl", record.repeat(5 * BLOCK / record.len())),
            ("empty", String::new()),
            ("pdf", "%PDF-1.7".to_owned()),
        ];
        let mut list = String::new();
        for number in 0..300 {
            // Many small files come before the first long one, so that a batch has several.
            let kind = match number {
                0..100 => number % 2,
                _ => number * 7 % 11,
            };
            let path = temp.path().join(number.to_string());
            if let Some((suffix, text)) = kinds.get(kind) {
                let path = path.with_extension(suffix);
                std::fs::write(&path, text).unwrap();
                list += &format!("{}\n", path.display());
            } else {
                list += &format!("{}\n{record}", path.display());
            }
        }
        let listed = temp.path().join("list");
        std::fs::write(&listed, list).unwrap();
        let of_list = Sources {
            list: crate::List::File(listed.clone()),
            ..Sources::default()
        };
        let of_folder = Sources {
            files: vec![temp.path().into(), temp.path().join("0.txt").into()],
            ..Sources::default()
        };
        for sources in [of_list, of_folder] {
            let items = || Items::new(&sources, &()).unwrap();
            let mut shown = Vec::new();
            let rests = all_of(Batches::new(items()), &mut shown);
            assert!(
                shown
                    .iter()
                    .eq(items().map(show).collect::<Vec<_>>().iter())
            );
            assert!(rests > 10, "{rests}");
        }
    }

    #[test]
    #[cfg(feature = "formats")]
    fn small_members_and_pages_go_together() {
        const COUNT: usize = 1000;
        let temp = tempfile::tempdir().unwrap();
        let text = |number: usize| match number {
            500 => "a long line\n".repeat(2 * BATCH as usize / 12),
            _ => format!("text {number}\n"),
        };
        let (mut archive, mut members) = (Vec::new(), tar::Builder::new(Vec::new()));
        for number in 0..COUNT {
            let text = text(number);
            archive.extend(
                format!(
                    "WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://a/{number}\r\n\
                     Content-Length: {}\r\n\r\n{text}\r\n\r\n",
                    text.len()
                )
                .into_bytes(),
            );
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            let name = format!("{number}.txt");
            members
                .append_data(&mut header, name, text.as_bytes())
                .unwrap();
        }
        let members = members.into_inner().unwrap();
        for (name, bytes) in [("x.wet", archive), ("x.tar", members)] {
            let path = temp.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            let warc = crate::WarcLimits {
                min_size: Some(0),
                ..Default::default()
            };
            let sources = Sources {
                files: vec![path.into()],
                warc,
                ..Sources::default()
            };
            let items = || Items::new(&sources, &()).unwrap();
            let shown: Vec<_> = items().map(show).collect();
            let groups: Vec<Vec<Item>> = Groups::new(items()).collect();
            assert!((4..20).contains(&groups.len()), "{name}: {}", groups.len());
            assert!(groups.iter().flatten().count() >= COUNT);
            assert!(groups.into_iter().flatten().map(show).eq(shown.clone()));
            let mut in_batches = Vec::new();
            let rests = all_of(Batches::new(items()), &mut in_batches);
            assert!((1..20).contains(&rests), "{name}: {rests}");
            assert_eq!(in_batches, shown);
        }
    }

    #[test]
    fn a_header_of_a_table_is_not_a_path() {
        for (head, field, expected) in [
            ("id,body\n1,Oats\n", "body", Some("csv")),
            ("id,body\n1,\"Oats\n", "text", Some("csv")),
            ("id\tbody\n1\tOats\n", "text", Some("tsv")),
            ("\u{feff}\"id\",\"body\"\r\n1,2\r\n", "body", Some("csv")),
            ("text\nOats\n", "text", Some("csv")),
            ("id,body\n", "text", None),
            ("no such file\nnor this\n", "text", None),
            ("a/b,c\nd,e\n", "text", None),
            ("a,b.txt\nc,d.txt\n", "text", None),
            ("", "text", None),
        ] {
            let advice = as_table(head.as_bytes(), field);
            let format = advice
                .as_deref()
                .and_then(|advice| advice.rsplit(' ').next());
            assert_eq!(format, expected, "{head}");
        }
    }

    #[test]
    fn a_list_mixes_paths_and_records() {
        let list = Arc::new(Origin::standard_input());
        let mut entries = VecDeque::new();
        split_list(
            Block {
                bytes: b"a.txt\n{1}\n{2}\n\nb",
                first_line: 4,
            },
            b'\n',
            &list,
            &mut entries,
        );
        let shown: Vec<String> = entries
            .iter()
            .map(|entry| match entry {
                Task::File(file) => format!("path {}", String::from_utf8_lossy(&file.path)),
                Task::Item(Item::Records {
                    bytes, first_line, ..
                }) => {
                    format!("{first_line} {:?}", String::from_utf8_lossy(bytes))
                }
                _ => "trouble".into(),
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
            &list,
            &mut entries,
        );
        assert!(matches!(&entries[0], Task::File(file) if file.path == b"{a\nb"));
    }
}
