//! Records or plain lines of several files, for tools that read records.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use memchr::memchr_iter;
use platform::paths;

use crate::BLOCK;
use crate::allowance::Limit;
use crate::folder::Walk;
use crate::items::total_size;
use crate::lines::Lines;
use crate::{Error, Observer, Stream};

/// Iterates over the lines of several files in blocks. A file that cannot be read is reported and
/// skipped.
pub struct Blocks<'a> {
    files: std::vec::IntoIter<OsString>,
    /// The folder that is being walked.
    walk: Option<Walk>,
    /// The name of the open file.
    name: Arc<[u8]>,
    lines: Option<Lines>,
    size: usize,
    numbered: bool,
    limit: Limit,
    observer: &'a dyn Observer,
}

/// A block of whole lines and its origin.
#[derive(Debug, Clone)]
pub struct Block<'a> {
    /// The lines with their line feeds; only the last one of a file may lack it.
    pub bytes: &'a [u8],
    /// The file's name for messages. Blocks share it if and only if they come from the same file.
    pub origin: Arc<str>,
    /// The file's name for records: the path as given, or `-`.
    pub name: Arc<[u8]>,
    /// The number of the first line, counted from 1; always 1 for plain and for unnumbered lines.
    pub first_line: u64,
}

impl<'a> Blocks<'a> {
    /// Reads the lines of the files, or of standard input if there are none, in blocks of about
    /// `size` bytes. `raw` means plain lines, whose numbers are not needed.
    pub fn new(files: &[OsString], raw: bool, size: usize, observer: &'a dyn Observer) -> Self {
        let mut files = files.to_vec();
        if files.is_empty() {
            files.push("-".into());
        } else {
            observer.expect(&|| total_size(&files));
        }
        Blocks {
            files: files.into_iter(),
            walk: None,
            name: Arc::default(),
            lines: None,
            size,
            numbered: !raw,
            limit: Limit::Fixed,
            observer,
        }
    }

    /// Disables line numbers, for a caller that counts the lines of records itself. Each block then
    /// has 1 as its first line.
    pub fn unnumbered(self) -> Self {
        Blocks {
            numbered: false,
            ..self
        }
    }

    /// Limits the bytes read from a compressed file, for a tool with `--max-input-size`.
    pub fn up_to(self, max_input_size: Option<u64>) -> Self {
        Blocks {
            limit: max_input_size.into(),
            ..self
        }
    }

    /// Opens the next file, which may be in a folder.
    fn next_file(&mut self) -> Option<PathBuf> {
        loop {
            match self
                .walk
                .as_mut()
                .and_then(|walk| walk.next_file(self.observer))
            {
                Some(Ok(path)) => return Some(path),
                Some(Err(error)) => self.observer.failed(&error),
                None => {
                    let file = PathBuf::from(self.files.next()?);
                    if file == Path::new("-") || !file.is_dir() {
                        return Some(file);
                    }
                    self.walk = Some(Walk::new(file));
                }
            }
        }
    }

    /// Returns the next block; `None` after the last file.
    pub fn next_block(&mut self) -> Option<Block<'_>> {
        self.advance()?;
        let lines = self.lines.as_ref().expect("a file is open");
        let block = lines.block();
        Some(Block {
            bytes: block.bytes,
            origin: lines.name().clone(),
            name: self.name.clone(),
            first_line: block.first_line,
        })
    }

    /// Like [`Blocks::next_block`], but swaps the lines with another buffer to avoid a copy.
    pub fn take_block(&mut self, into: &mut Vec<u8>) -> Option<()> {
        self.advance()?;
        let lines = self.lines.as_mut().expect("a file is open");
        lines.take_block(into);
        Some(())
    }

    /// Reads the next block; `None` after the last file.
    fn advance(&mut self) -> Option<()> {
        loop {
            if self.lines.is_none() {
                let file = self.next_file()?;
                if file == Path::new("-") {
                    self.observer.reads_standard_input();
                }
                match Stream::limited(&file, self.limit) {
                    Ok(stream) => {
                        self.name = paths::to_bytes(&file).into();
                        let lines = Lines::new(stream, b'\n', self.size, true);
                        self.lines = Some(if self.numbered {
                            lines
                        } else {
                            lines.unnumbered()
                        });
                    }
                    Err(error) => self.observer.failed(&error),
                }
                continue;
            }
            match self.lines.as_mut().expect("a file is open").advance() {
                Ok(true) => break,
                Ok(false) => self.lines = None,
                // If a line is too long, the next call continues after it; other errors end the
                // file.
                Err(error) => self.observer.failed(&error),
            }
        }
        let lines = self.lines.as_ref().expect("a file is open");
        let block = lines.block();
        self.observer.advance(block.bytes.len() as u64);
        let unended = block.bytes.last().is_some_and(|&byte| byte != b'\n');
        self.observer
            .read_lines(&|| memchr_iter(b'\n', block.bytes).count() + usize::from(unended));
        Some(())
    }
}

/// A file that begins with this many bad records is assumed to be the wrong file.
const MOST_BAD: usize = 10;

/// Calls `each` with every record of a file that an option names. Bad records are reported and
/// skipped.
///
/// # Errors
/// Fails if the file cannot be read, because an option's file is required. If all of its first
/// records are bad, returns the error of the first.
pub fn for_each_record(
    path: &Path,
    observer: &dyn Observer,
    mut each: impl FnMut(&[u8]) -> Result<(), record::Error>,
) -> Result<(), Error> {
    let stream = Stream::limited(path, observer.max_input_size().into())?;
    let mut lines = Lines::new(stream, b'\n', BLOCK, true).limited(observer.max_document_size());
    // The errors before the first good record.
    let mut held = Some(Vec::new());
    while lines.advance()? {
        let block = lines.block();
        for (number, line) in
            (block.first_line..).zip(block.bytes.split_inclusive(|&byte| byte == b'\n'))
        {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let Err(error) = each(line) else {
                let before = held.take().into_iter().flatten();
                before.for_each(|error| observer.bad_record(&error));
                continue;
            };
            let error = Error::new(lines.name(), error).at_line(number);
            let error = error.raw(line.trim_ascii_end());
            match &mut held {
                Some(held) if held.len() + 1 < MOST_BAD => held.push(error),
                Some(held) => return Err(held.swap_remove(0)),
                None => observer.bad_record(&error),
            }
        }
    }
    match held.map(|held| held.into_iter().next()) {
        Some(Some(first)) => Err(first),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Collects the messages and counts of an observer.
    #[derive(Default)]
    struct Said {
        lines: Mutex<usize>,
        errors: Mutex<Vec<String>>,
    }

    impl crate::Written for Said {}

    impl Observer for Said {
        fn read_lines(&self, count: &dyn Fn() -> usize) {
            *self.lines.lock().unwrap() += count();
        }

        fn failed(&self, error: &Error) {
            self.errors.lock().unwrap().push(error.to_string());
        }

        fn bad_record(&self, error: &Error) {
            self.failed(error);
        }
    }

    #[test]
    fn lines_of_all_files_are_read_in_blocks_of_one_file_each() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        for (name, text) in [
            ("one", "a\nb\nc\nd\n"),
            ("in/two", "e\nf"),
            ("in/empty", ""),
        ] {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let files = ["one", "missing", "in"].map(|name| folder.path().join(name).into());
        let said = Said::default();
        for (raw, numbered) in [(false, true), (false, false), (true, true)] {
            let mut blocks = Blocks::new(&files, raw, 5, &said);
            if !numbered {
                blocks = blocks.unnumbered();
            }
            let mut seen = Vec::new();
            while let Some(block) = blocks.next_block() {
                let name = String::from_utf8_lossy(&block.name).into_owned();
                let name = name[name.len() - 3..].to_owned();
                seen.push((name, block.first_line, block.bytes.to_vec()));
            }
            let third = if numbered && !raw { 3 } else { 1 };
            let expected = [
                ("one", 1, "a\nb\n"),
                ("one", third, "c\nd\n"),
                ("two", 1, "e\nf"),
            ];
            let expected = expected.map(|(name, first, bytes)| (name.into(), first, bytes.into()));
            assert_eq!(seen, expected);
        }
        assert_eq!(*said.lines.lock().unwrap(), 3 * 6);
        let errors = said.errors.into_inner().unwrap();
        assert!(errors.len() == 3 && errors.iter().all(|error| error.contains("missing: ")));
    }

    #[test]
    fn a_bad_record_is_reported_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("records");
        std::fs::write(&path, "{}\n\n[]\n{ }").unwrap();
        let said = Said::default();
        let mut seen = Vec::new();
        for_each_record(&path, &said, |line| {
            record::Fields::parse(line)?;
            seen.push(line.to_vec());
            Ok(())
        })
        .unwrap();
        assert_eq!(seen, [&b"{}\n"[..], b"{ }"]);
        let errors = said.errors.into_inner().unwrap();
        assert!(errors.len() == 1 && errors[0].contains("records:3: "));
        assert!(for_each_record(&folder.path().join("missing"), &(), |_| Ok(())).is_err());
        // A file with other records fails at once, with the error of the first record as the only
        // message.
        let other = |lines: &str| {
            std::fs::write(&path, lines).unwrap();
            let said = Said::default();
            let result =
                for_each_record(&path, &said, |line| record::Fields::parse(line).map(drop));
            assert!(said.errors.into_inner().unwrap().is_empty());
            result.map_err(|error| error.place)
        };
        assert_eq!(other(""), Ok(()));
        assert_eq!(other("\nx\ny\n"), Err(crate::error::Place::Line(2)));
        let many = "x\n".repeat(MOST_BAD) + "{}\n";
        assert_eq!(other(&many), Err(crate::error::Place::Line(1)));
    }
}
