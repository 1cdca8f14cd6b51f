//! Lists of the names of documents, or of hosts.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use record::{Fields, Name, host_of};

use crate::lines::Lines;
use crate::stream::STANDARD_INPUT;
use crate::{BLOCK, Error, Stream, display, display_path};

/// The counts in `--stats` of documents that a list leaves out.
pub(crate) const LEFT_OUT: &str = "documents left out by their names";
pub(crate) const LEFT_OUT_BY_HOST: &str = "documents left out by their hosts";

/// A list of document names or hosts.
#[derive(Debug, Clone)]
pub struct Names(Arc<List>);

#[derive(Debug)]
struct List {
    /// The name of the file with the list.
    source: String,
    names: HashMap<Box<[u8]>, Entry>,
    /// The files of the places, and their numbers.
    files: HashMap<Box<str>, u32>,
    /// Whether one of the files is read, so that none of them has another name now.
    is_of_input: AtomicBool,
    /// Whether the names are hosts.
    has_hosts: bool,
}

/// The properties of a document that are known before it is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Candidate<'a> {
    pub name: &'a [u8],
    /// The field `url`; only needed if [`Sources::has_hosts`] returns true.
    pub url: Option<&'a str>,
    /// The file and line number of a record.
    pub place: Option<(&'a str, u64)>,
}

/// Selects among the documents with one name.
#[derive(Debug, Default)]
struct Entry {
    /// The number of these documents so far.
    count: AtomicU32,
    /// Whether a document with the name was at another place.
    passed: AtomicBool,
    /// Whether all documents with the name are meant: the list has it without a place.
    all: bool,
    /// Whether documents with the name are meant in files that the list does not name. The list has it as a hit, or as a duplicate of
    /// another name, perhaps in a file that has been renamed or rewritten since.
    elsewhere: bool,
    /// The places of the documents that are meant, in order: files and lines.
    places: Vec<(u32, u64)>,
}

impl Names {
    /// Reads a file with one name per line, or with records that have `doc` or `id`. `-` is
    /// standard input. A record with `duplicate_of`, of a hit of overlap, or with nothing but a name and a place, means only the document at its
    /// `file` and `line`. If it is a hit, or `duplicate_of` is another name, it means all documents with its name in files that the list does not name.
    ///
    /// # Errors
    /// Fails if the file cannot be read, if a record has no name, or if it lacks a required place.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let mut names: HashMap<Box<[u8]>, Entry> = HashMap::new();
        let mut files: HashMap<Box<str>, u32> = HashMap::new();
        Self::each_line(path, |line| {
            if !line.starts_with(b"{") {
                names.entry(line.into()).or_default().all = true;
                return Ok(());
            }
            let fields = Fields::parse(line).map_err(|error| error.to_string())?;
            if let Some(reason) = is_no_choice(&fields) {
                return Err(reason.into());
            }
            let (name, place) = listed(&fields).map_err(|error| error.to_string())?;
            let entry = names.entry(name).or_default();
            match place {
                Listed::All => entry.all = true,
                Listed::At {
                    file,
                    line,
                    elsewhere,
                } => {
                    let next = files.len() as u32;
                    let file = *files.entry(file).or_insert(next);
                    entry.places.push((file, line));
                    entry.elsewhere |= elsewhere;
                }
                Listed::Unclear => {
                    return Err("a duplicate of itself: several documents have this name; give each a name of its own (--id-field)".into());
                }
            }
            Ok(())
        })?;
        names
            .values_mut()
            .for_each(|entry| entry.places.sort_unstable());
        Ok(Self::of(path, names, files, false))
    }

    /// Reads a file with one host per line, or with records that have `host`, such as those of
    /// `trommel-report --yield`. `-` is standard input. A host includes its subdomains:
    /// `mill.example` also means `www.mill.example`.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if a line has no host.
    pub fn read_hosts(path: &Path) -> Result<Self, Error> {
        let mut names: HashMap<Box<[u8]>, Entry> = HashMap::new();
        Self::each_line(path, |line| {
            let host = listed_host(line)?;
            names.entry(host.into_bytes().into()).or_default().all = true;
            Ok(())
        })?;
        Ok(Self::of(path, names, HashMap::new(), true))
    }

    fn of(
        path: &Path,
        names: HashMap<Box<[u8]>, Entry>,
        files: HashMap<Box<str>, u32>,
        has_hosts: bool,
    ) -> Self {
        let source = display_path(path);
        Names(Arc::new(List {
            source,
            names,
            files,
            is_of_input: AtomicBool::new(false),
            has_hosts,
        }))
    }

    /// Calls `each` with the lines of a list that are not empty.
    fn each_line(
        path: &Path,
        mut each: impl FnMut(&[u8]) -> Result<(), String>,
    ) -> Result<(), Error> {
        let mut lines = Lines::new(Stream::open(path)?, b'\n', BLOCK, true);
        while lines.advance()? {
            let block = lines.block();
            if memchr::memchr(0, block.bytes).is_some() {
                let message = "this is not a list of names: there are NUL bytes in it";
                return Err(Error::new(lines.name(), message));
            }
            for (number, line) in (block.first_line..).zip(block.bytes.split(|&b| b == b'\n')) {
                let line = line.strip_suffix(b"\r").unwrap_or(line);
                if !line.is_empty() {
                    each(line).map_err(|error| Error::new(lines.name(), error).at_line(number))?;
                }
            }
        }
        Ok(())
    }

    /// Whether the list contains the host of an address, or a parent domain of it. Counts such
    /// documents.
    pub(crate) fn take_host(&self, address: &str) -> bool {
        let host = host_of(address);
        let above = host.match_indices('.').map(|(at, _)| &host[at + 1..]);
        let mut entries = std::iter::once(&*host)
            .chain(above)
            .filter_map(|host| self.0.names.get(host.as_bytes()));
        let found = entries.next();
        if let Some(entry) = found {
            entry.count.fetch_add(1, Ordering::Relaxed);
        }
        found.is_some()
    }

    /// Whether the list contains the document with a name at a place. Counts such documents.
    pub(crate) fn take(&self, name: &[u8], place: Option<(&str, u64)>) -> bool {
        let Some(entry) = self.0.names.get(name) else {
            return false;
        };
        let known = place.and_then(|(file, line)| Some((*self.0.files.get(file)?, line)));
        let found = entry.all
            || match known {
                Some(place) => entry.places.binary_search(&place).is_ok(),
                None => entry.elsewhere && !self.0.is_of_input.load(Ordering::Relaxed),
            };
        match found {
            true => drop(entry.count.fetch_add(1, Ordering::Relaxed)),
            false => entry.passed.store(true, Ordering::Relaxed),
        }
        found
    }

    /// Prepares for the input, which is these files if they are known, and which may be read again.
    pub(crate) fn begin(&self, files: &[OsString]) {
        let listed = |file: &OsString| self.0.files.contains_key(&*file.to_string_lossy());
        let is_of_input = files.iter().any(listed);
        self.0.is_of_input.store(is_of_input, Ordering::Relaxed);
        let counts = self.0.names.values();
        counts.for_each(|entry| {
            entry.count.store(0, Ordering::Relaxed);
            entry.passed.store(false, Ordering::Relaxed);
        });
    }

    /// Returns a warning if the list is empty, for a list of the only documents to read.
    pub(crate) fn nothing(&self) -> Option<Error> {
        let message = "the list is empty, so that no document is read";
        (self.0.names.is_empty()).then(|| Error::new(&self.0.source, message))
    }

    /// All names.
    pub fn names(&self) -> impl Iterator<Item = &[u8]> {
        self.0.names.keys().map(|name| &**name)
    }

    /// Whether both are the same list.
    pub fn is(&self, other: &Names) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns warnings at the end, each as a source and a message: about several documents with
    /// one name, and about names without a document.
    pub fn warnings(&self) -> Vec<(String, String)> {
        let mut warnings = Vec::new();
        let (mut several, mut without, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new());
        for (name, entry) in &self.0.names {
            match entry.count.load(Ordering::Relaxed) {
                0 if entry.passed.load(Ordering::Relaxed) => elsewhere.push(name),
                0 => without.push(name),
                count
                    if (entry.all || entry.elsewhere && count as usize > entry.places.len())
                        && count > 1
                        && !self.0.has_hosts =>
                {
                    several.push(name)
                }
                _ => {}
            }
        }
        let total = self.0.names.len();
        for (names, what) in [
            (
                several,
                "of its names are those of several documents, and stand for all of them",
            ),
            (
                without,
                match self.0.has_hosts {
                    true => "of its hosts are those of no document",
                    false => "of its names are those of no document",
                },
            ),
            (
                elsewhere,
                "of its names are those of documents at another file and line, which are not meant",
            ),
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

/// Parses a line of a list of hosts: a record, a host with an optional `*.` before it, or an
/// address.
fn listed_host(line: &[u8]) -> Result<String, String> {
    let text = match line.starts_with(b"{") {
        false => String::from_utf8_lossy(line).into_owned(),
        true => {
            let fields = Fields::parse(line).map_err(|error| error.to_string())?;
            let host = fields.string("host").map_err(|error| error.to_string())?;
            host.ok_or("missing field `host`")?.into_owned()
        }
    };
    let text = text.trim();
    let host = match text.contains("://") {
        true => host_of(text),
        false => host_of(&format!("http://{}", text.trim_start_matches("*."))),
    };
    let host = host.trim_start_matches('.').to_owned();
    match host.is_empty() || host.contains(char::is_whitespace) {
        true => Err(format!(
            "'{text}' is not a host; write one a line: mill.example"
        )),
        false => Ok(host),
    }
}

/// The documents that a record of a list means.
enum Listed {
    /// All documents with its name.
    All,
    /// The document in this file and line, and perhaps all with its name in files that the list does not name.
    At {
        file: Box<str>,
        line: u64,
        elsewhere: bool,
    },
    /// One of several documents with its name, but it is unclear which one.
    Unclear,
}

/// The fields of a record of `lcsdup --emit keep`.
const CHOICE: [&str; 4] = ["doc", "doc_bytes", "file", "line"];

/// Why a record of a report does not say which documents are meant.
fn is_no_choice(fields: &Fields) -> Option<&'static str> {
    if fields.get("kept").is_some() {
        return Some(
            "a report has a record of every document; take those that you mean, such as the ones that go: jq -c 'select(.kept | not)'",
        );
    }
    (fields.get("block").is_some() && fields.get("reason").is_some()).then_some(
        "a record about one block of a document, which does not mean all of it; take doc from those that you mean: jq -r .doc",
    )
}

/// Returns the name in a record, and the documents with this name that are meant.
fn listed(fields: &Fields) -> Result<(Box<[u8]>, Listed), record::Error> {
    let name = Name::find(fields)?.ok_or(record::Error::Missing("doc"))?;
    let place = || Ok(fields.string("file")?.zip(fields.integer("line")?));
    let of = fields.string("duplicate_of")?;
    let of_itself = of.as_ref().is_some_and(|kept| *kept == name.to_text());
    // lcsdup adds the place of a document that it keeps only if the name is not enough.
    // Of a file that is one document, a hit has the line of the passage alone.
    let is_hit = fields.get("text_line").is_some();
    let has_place = of.is_some() || is_hit || fields.keys().all(|key| CHOICE.contains(&&*key));
    let place = if has_place { place()? } else { None };
    let listed = match place {
        // Standard input may be other data the next time.
        Some((file, line)) if file != STANDARD_INPUT || of_itself || of.is_none() => Listed::At {
            file: file.into(),
            line,
            elsewhere: is_hit || of.is_some() && !of_itself,
        },
        _ if of_itself => Listed::Unclear,
        _ => Listed::All,
    };
    Ok((name.as_bytes().into(), listed))
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
            assert!(names.take(name.as_bytes(), None), "{name}");
        }
        assert!(!names.take(b"c", None) && names.warnings().is_empty());
        assert!(names.take(b"a", None));
        assert_eq!(names.warnings().len(), 1);
        names.begin(&[]);
        names.take(b"a", None);
        let (source, message) = names.warnings().remove(0);
        assert!(
            source.ends_with("names") && message.contains("3 of 4") && message.ends_with("is 7")
        );
        for bad in [
            "{\"doc\":\"a\",\"kept\":true}",
            "{\"doc\":\"a\",\"block\":2,\"reason\":\"duplicate\"}",
            "{\"text\":\"a\"}\n",
            "{\n",
            "{\"doc\":[]}",
            "PAR1\0",
        ] {
            std::fs::write(&path, bad).unwrap();
            assert!(Names::read(&path).is_err(), "{bad}");
        }
        std::fs::write(&path, "").unwrap();
        assert!(Names::read(&path).unwrap().nothing().is_some());
    }

    #[test]
    fn a_duplicate_of_its_own_name_is_one_document() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("drop");
        let record = |file, of| {
            format!("{{\"doc\":\"x\",\"file\":\"{file}\",\"line\":2,\"duplicate_of\":\"{of}\"}}\n")
        };
        std::fs::write(&path, record("a.jsonl", "x")).unwrap();
        let names = Names::read(&path).unwrap();
        assert!(!names.take(b"x", Some(("a.jsonl", 1))) && !names.take(b"x", None));
        assert!(names.take(b"x", Some(("a.jsonl", 2))) && names.warnings().is_empty());
        // One of another name, too; in a file that the list does not name, and in standard input, the name is enough.
        std::fs::write(&path, record("a.jsonl", "y")).unwrap();
        let names = Names::read(&path).unwrap();
        for (place, expected) in [
            (Some(("a.jsonl", 2)), true),
            (Some(("a.jsonl", 7)), false),
            (Some(("b.jsonl", 7)), true),
            (None, true),
        ] {
            assert_eq!(names.take(b"x", place), expected, "{place:?}");
        }
        // Of files that are read, the list means no others.
        names.begin(&["b.jsonl".into(), "a.jsonl".into()]);
        assert!(!names.take(b"x", Some(("b.jsonl", 7))) && names.take(b"x", Some(("a.jsonl", 2))));
        std::fs::write(&path, record(STANDARD_INPUT, "y")).unwrap();
        assert!(
            Names::read(&path)
                .unwrap()
                .take(b"x", Some((STANDARD_INPUT, 7)))
        );
        std::fs::write(&path, "{\"doc\":\"x\",\"duplicate_of\":\"x\"}\n").unwrap();
        assert!(Names::read(&path).is_err());
    }

    #[test]
    fn a_kept_document_with_a_place_is_one_document() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keep");
        let takes = |record: &str, line| {
            std::fs::write(&path, record).unwrap();
            let names = Names::read(&path).unwrap();
            names.take(b"x", Some(("a.jsonl", line)))
        };
        let kept = "{\"doc\":\"x\",\"file\":\"a.jsonl\",\"line\":2}";
        assert!(takes(kept, 2) && !takes(kept, 1));
        let hit = "{\"doc\":\"x\",\"file\":\"a.jsonl\",\"line\":2,\"text_line\":1,\"item\":\"q\",\"item_words\":[0,9]}";
        assert!(takes(hit, 2) && !takes(hit, 1));
        // Other records may have a file and a line of their own.
        let other = "{\"doc\":\"x\",\"file\":\"a.py\",\"line\":2,\"text\":\"\"}";
        assert!(takes(other, 1));
        assert!(takes("{\"doc\":\"x\",\"line\":2}", 1));
    }

    #[test]
    fn a_host_stands_for_those_below_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("hosts");
        let list = "Mill.example\r\n*.quay.example\nhttps://tar.example:8080/x\n{\"host\":\"b.boats.example\",\"n\":1}\n";
        std::fs::write(&path, list).unwrap();
        let hosts = Names::read_hosts(&path).unwrap();
        for (address, expected) in [
            ("http://mill.example/a", true),
            ("http://WWW.mill.example:80", true),
            ("http://windmill.example/", false),
            ("http://quay.example/", true),
            ("http://boats.example/", false),
            ("http://a.b.boats.example/", true),
            ("http://example/", false),
        ] {
            assert_eq!(hosts.take_host(address), expected, "{address}");
        }
        let (_, message) = hosts.warnings().remove(0);
        assert!(
            message.starts_with("1 of 4") && message.ends_with("is tar.example"),
            "{message}"
        );
        for bad in ["{\"doc\":\"a\"}", "mill example", ".", "http://"] {
            std::fs::write(&path, bad).unwrap();
            assert!(Names::read_hosts(&path).is_err(), "{bad}");
        }
    }
}
