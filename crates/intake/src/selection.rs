//! Documents that are read or left out by their names.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use record::{Fields, Name};

use crate::lines::Lines;
use crate::{BLOCK, Error, Observer, Sources, Stream, display, display_path};

/// What `--stats` calls the documents that a list leaves out.
pub(crate) const LEFT_OUT: &str = "documents left out by their names";

/// A list of names of documents.
#[derive(Debug, Clone)]
pub struct Names(Arc<List>);

#[derive(Debug)]
struct List {
    /// The file.
    source: String,
    /// The names, with the numbers of documents that have them.
    names: HashMap<Box<[u8]>, AtomicU32>,
}

impl Names {
    /// Reads a file with a name a line, or records with `doc` or `id`. `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be read; a record has no name.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let mut names = HashMap::new();
        let mut lines = Lines::new(Stream::open(path)?, b'\n', BLOCK, true);
        while lines.advance()? {
            let block = lines.block();
            for (number, line) in (block.first_line..).zip(block.bytes.split(|&b| b == b'\n')) {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                if line.is_empty() {
                    continue;
                }
                let name = name(line);
                let name = name.map_err(|error| Error::new(lines.name(), error).at_line(number))?;
                names.insert(name, AtomicU32::new(0));
            }
        }
        let source = display_path(path);
        Ok(Names(Arc::new(List { source, names })))
    }

    /// Whether the name is in the list; a document that has it is counted.
    fn take(&self, name: &[u8]) -> bool {
        let found = self.0.names.get(name);
        found.is_some_and(|count| {
            count.fetch_add(1, Ordering::Relaxed);
            true
        })
    }

    /// From now on documents are counted anew: the input is read again.
    pub(crate) fn begin(&self) {
        let counts = self.0.names.values();
        counts.for_each(|count| count.store(0, Ordering::Relaxed));
    }

    /// Whether both are one list.
    pub fn is(&self, other: &Names) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// What is noticed at the end: each a source and a message. Several documents with one name, and names without a document.
    pub fn warnings(&self) -> Vec<(String, String)> {
        let mut warnings = Vec::new();
        let (mut several, mut without) = (Vec::new(), Vec::new());
        for (name, count) in &self.0.names {
            match count.load(Ordering::Relaxed) {
                0 => without.push(name),
                1 => {}
                _ => several.push(name),
            }
        }
        let total = self.0.names.len();
        for (names, what) in [
            (
                several,
                "of its names are those of several documents, and stand for all of them",
            ),
            (without, "of its names are those of no document"),
        ] {
            if let Some(first) = names.iter().min() {
                let message = format!(
                    "{} of {total} {what}; the first is {}",
                    names.len(),
                    display(first)
                );
                warnings.push((self.0.source.clone(), message));
            }
        }
        warnings
    }
}

/// The name in a line.
fn name(line: &[u8]) -> Result<Box<[u8]>, record::Error> {
    if !line.starts_with(b"{") {
        return Ok(line.into());
    }
    let fields = Fields::parse(line)?;
    let name = Name::find(&fields)?.ok_or(record::Error::Missing("doc"))?;
    Ok(name.as_bytes().into())
}

impl Sources {
    /// Whether the document with this name is read.
    pub(crate) fn selects(&self, name: &[u8], observer: &dyn Observer) -> bool {
        let takes = |names: &Names| names.take(name);
        let selected =
            self.only.as_ref().is_none_or(takes) && !self.except.as_ref().is_some_and(takes);
        if !selected {
            observer.count(LEFT_OUT, 1);
        }
        selected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_in_lines_and_records() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("names");
        std::fs::write(&path, "a\r\n{\"doc\":\"b\",\"n\":1}\n\n{\"id\":7}\nc d\n").unwrap();
        let names = Names::read(&path).unwrap();
        for name in ["a", "b", "7", "c d"] {
            assert!(names.take(name.as_bytes()), "{name}");
        }
        assert!(!names.take(b"c") && names.warnings().is_empty());
        assert!(names.take(b"a"));
        assert_eq!(names.warnings().len(), 1);
        names.begin();
        names.take(b"a");
        let (source, message) = names.warnings().remove(0);
        assert!(
            source.ends_with("names") && message.contains("3 of 4") && message.ends_with("is 7")
        );
        for bad in ["{\"text\":\"a\"}\n", "{\n", "{\"doc\":[]}"] {
            std::fs::write(&path, bad).unwrap();
            assert!(Names::read(&path).is_err(), "{bad}");
        }
    }
}
