//! Containers of documents: one file and one row of [`CONTAINERS`] for each format.

#[cfg(not(all(feature = "formats", feature = "parquet")))]
mod absent;
#[cfg(feature = "formats")]
mod archive;
mod data_set;
#[cfg(feature = "formats")]
mod epub;
mod jsonl;
mod markup;
#[cfg(feature = "parquet")]
mod parquet;
mod table;
#[cfg(feature = "formats")]
mod tar;
mod text;
mod utf_8;
mod vertical;
mod warc;
#[cfg(feature = "formats")]
mod zip;
#[cfg(feature = "formats")]
mod zip_directory;

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

use self::data_set::DataSetContents;
use crate::compression::{COMPRESSIONS, compression, decompressed_name, ends_with, stem};
use crate::error::Failure;
use crate::opened::Opened;
use crate::refused;
use crate::{DataSet, Error, InputFormat, Item, Observer, Sources};

/// Opens a container; fails with the reason why it has no documents.
type Open = fn(Opened, &Sources) -> Result<Box<dyn Contents>, Failure>;

/// A container format.
pub struct Container {
    /// The name for `--input-format`.
    pub name: &'static str,
    /// The criteria for recognising it (for the manual).
    pub recognised: &'static str,
    /// The documents that it contains (for the manual).
    pub read: &'static str,
    /// The data that are dropped from it (for the manual).
    pub lost: &'static str,
    /// The data that are reported and left out (for the manual).
    pub refused: &'static str,
    /// The result of reading a file with one of the usual faults.
    pub answers: Answers,
    /// Whether these first bytes, decompressed, have this format.
    looks: fn(&[u8]) -> bool,
    /// File name suffixes, for first bytes that are ambiguous.
    suffixes: &'static [&'static str],
    pub(crate) open: Open,
    /// Whether its files are not text, so that a name with its suffix decides for bytes that are not text.
    is_binary: bool,
    /// Whether it is read inside an archive.
    #[cfg_attr(not(feature = "formats"), expect(dead_code))]
    nests: bool,
}

/// The results of reading files with the usual faults, for the manual. Tests check that they are
/// true.
pub struct Answers {
    /// The file was cut off.
    pub cut_off: Answer,
    /// Two members have the same name.
    pub same_name: Answer,
    /// The file is empty, for instance after a failed download.
    pub empty: Answer,
    /// A checksum is wrong.
    pub checksum: Answer,
}

/// The result of reading a file with a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// An error with these words; other documents are read.
    Error(&'static str),
    /// A warning with these words; all documents are read.
    Warning(&'static str),
    /// The file is read without a message; describes the result.
    Accepted(&'static str),
    /// Files of this format cannot have the fault, or cannot reveal it; with a remark.
    NoSuch(&'static str),
}

impl Answers {
    /// Returns the faults and the results.
    pub fn all(&self) -> [(&'static str, Answer); 4] {
        [
            ("cut off", self.cut_off),
            ("two of one name", self.same_name),
            ("empty", self.empty),
            ("wrong checksum", self.checksum),
        ]
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Answer::Error(words) => write!(f, "error: {words}"),
            Answer::Warning(words) => write!(f, "warning: {words}"),
            Answer::Accepted(what) => write!(f, "read: {what}"),
            Answer::NoSuch("") => f.write_str("has none"),
            Answer::NoSuch(remark) => write!(f, "not seen: {remark}"),
        }
    }
}

/// All containers, in the order in which they are tested.
pub static CONTAINERS: [Container; 9] = [
    warc::ROW,
    PARQUET,
    ZIP,
    TAR,
    jsonl::ROW,
    vertical::ROW,
    table::CSV,
    table::TSV,
    text::ROW,
];

#[cfg(not(feature = "parquet"))]
use absent::PARQUET;
#[cfg(not(feature = "formats"))]
use absent::{TAR, ZIP};
#[cfg(feature = "parquet")]
use parquet::ROW as PARQUET;
#[cfg(feature = "formats")]
use {tar::ROW as TAR, zip::ROW as ZIP};

/// The meaning of Parquet's column types, for a writer.
#[cfg(feature = "parquet")]
pub mod parquet_types {
    pub use super::parquet::{
        BYTES, Kind, NUMBER, element_of, is_list, is_map, kind, repeated_child,
    };
}

/// The items of an opened container.
pub(crate) trait Contents: Send {
    /// Returns the next item; `None` at the end.
    fn next_item(&mut self, observer: &dyn Observer) -> Option<Item>;

    /// Whether the next item may be long in coming, as from a program at the other end of a pipe.
    fn may_wait(&self) -> bool {
        true
    }

    /// Whether there are certainly no more items.
    fn is_finished(&self) -> bool {
        false
    }
}

impl Container {
    /// Whether a file is one document.
    pub(crate) fn is_document(&self) -> bool {
        self.name == text::ROW.name
    }

    /// Whether a file has records that can be written to one file again.
    pub(crate) fn is_data_set(&self) -> bool {
        matches!(self.name, "jsonl" | "csv" | "tsv" | "parquet" | "vertical")
    }

    /// Opens a file. If the sources ask for data sets, it may be one.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub(crate) fn open_file(
        &self,
        mut opened: Opened,
        sources: &Sources,
    ) -> Result<Box<dyn Contents>, Failure> {
        if !(sources.data_sets && self.is_data_set()) {
            return (self.open)(opened, sources);
        }
        let set = Arc::new(DataSet::new(opened.origin.name.clone(), self.name));
        opened.origin.data_set = Some(set.clone());
        Ok(Box::new(DataSetContents {
            set,
            contents: (self.open)(opened, sources)?,
            is_begun: false,
        }))
    }
}

impl fmt::Debug for Container {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl FromStr for InputFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        if name == "auto" {
            return Ok(InputFormat(None));
        }
        let found = CONTAINERS.iter().position(|row| row.name == name);
        found
            .map(|number| InputFormat(Some(number)))
            .ok_or_else(|| format!("'{name}' is not one of {}", InputFormat::names().join(", ")))
    }
}

impl InputFormat {
    /// Returns all names.
    pub fn names() -> Vec<&'static str> {
        std::iter::once("auto")
            .chain(CONTAINERS.iter().map(|row| row.name))
            .collect()
    }
}

impl Sources {
    /// Whether this FILE is a data set by its name, unless its first bytes are those of something else.
    pub fn names_data_set(&self, file: &Path) -> bool {
        self.data_sets
            && !file.is_dir()
            && is_named_as_data_set(file.as_os_str().as_encoded_bytes(), self)
    }
}

/// Returns the items of a file, in the format that the options name or that is detected.
///
/// # Errors
/// Fails if the file cannot be read.
pub(crate) fn contents(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    (kind(&opened, sources)?.open)(opened, sources)
}

/// As [`contents`], of a file that was not read from standard input.
pub(crate) fn contents_of_file(
    opened: Opened,
    sources: &Sources,
) -> Result<Box<dyn Contents>, Failure> {
    kind(&opened, sources)?.open_file(opened, sources)
}

/// Whether a file of this name is a data set, unless its first bytes are those of something else.
pub(crate) fn is_named_as_data_set(name: &[u8], sources: &Sources) -> bool {
    let name = decompressed_name(name);
    let has_suffix = |row: &Container| row.suffixes.iter().any(|suffix| ends_with(name, suffix));
    match sources.format.number() {
        Some(number) => CONTAINERS[number].is_data_set(),
        None => (CONTAINERS.iter()).any(|row| row.is_data_set() && has_suffix(row)),
    }
}

/// Returns the format that the options name or that is detected.
///
/// # Errors
/// Fails if the file cannot be read.
pub(crate) fn kind(opened: &Opened, sources: &Sources) -> Result<&'static Container, Failure> {
    if opened.is_empty() && is_never_empty(&opened.origin.name) {
        let message = "the file is empty, and a file of this kind never is; its download failed, or the shell emptied it for the output (-o FILE writes a file in place)";
        return Err(Failure::Error(Error::new(&opened.origin.display, message)));
    }
    match sources.format.number() {
        Some(number) => Ok(&CONTAINERS[number]),
        None => recognise(opened, sources),
    }
}

/// Whether a file is one document, such as a text or a page, by its first bytes or its name. Files of records and tables are not.
pub fn is_document(path: &Path) -> bool {
    let sources = Sources::default();
    let opened = Opened::file(platform::paths::to_bytes(path), &sources);
    opened.is_ok_and(|opened| kind(&opened, &sources).is_ok_and(Container::is_document))
}

/// Joins the names of columns for a message, shortened if there are many.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    const SHOWN: usize = 12;
    let mut names = names.into_iter();
    let mut shown: Vec<&str> = names.by_ref().take(SHOWN).collect();
    if names.next().is_some() {
        shown.push("...");
    }
    shown.join(", ")
}

/// Suffixes of archives, which are never empty.
const ARCHIVES: [&str; 7] = [".zip", ".epub", ".tar", ".tgz", ".tzst", ".parquet", ".arc"];

/// Whether an intact file with this name has at least one byte.
fn is_never_empty(name: &[u8]) -> bool {
    let compressed = COMPRESSIONS.iter().flat_map(|row| row.suffixes);
    (compressed.chain(&ARCHIVES)).any(|suffix| ends_with(name, suffix))
}

/// [`contents`] for a member of an archive.
#[cfg(feature = "formats")]
pub(crate) fn nested(opened: Opened, sources: &Sources) -> Result<Box<dyn Contents>, Failure> {
    let container = recognise(&opened, sources)?;
    let display = opened.origin.display.clone();
    match (container.open)(opened, sources) {
        // An office document is a zip archive, but no more text than an image is.
        Err(failure @ Failure::NotText(_)) => Err(failure),
        _ if !container.nests => {
            let name = container.name;
            let message = format!("{name} in an archive is not read; unpack it first");
            Err(Error::new(&display, message).into())
        }
        read => read,
    }
}

/// Detects the format of a file by its first bytes, or else by its name.
fn recognise(opened: &Opened, sources: &Sources) -> Result<&'static Container, Failure> {
    if let Some(container) = by_content(&opened.head) {
        return Ok(container);
    }
    if opened.compression.is_some() && compression(&opened.head).is_some() {
        let error = Error::new(&opened.origin.display, refused::PACKED_TWICE);
        return Err(Failure::Error(error));
    }
    let name = stem(&opened.origin.name, opened.compression);
    let by_name = CONTAINERS.iter().find(|container| {
        container
            .suffixes
            .iter()
            .any(|suffix| ends_with(name, suffix))
    });
    // A table or similar format is text, so a binary file is refused regardless of its name.
    let refused = refused::refused(&opened.head, sources.encoding, sources.reads_any_bytes);
    match (by_name, refused) {
        (Some(container), None) => Ok(container),
        (Some(container), Some(refused)) if refused.is_text() => Ok(container),
        (Some(container), Some(refused::BINARY)) if container.is_binary => Ok(container),
        (None, None) => Ok(&CONTAINERS[CONTAINERS.len() - 1]),
        (_, Some(refused)) => {
            let error = Error::new(&opened.origin.display, refused);
            Err(match refused.is_text() {
                true => Failure::Error(error),
                false => Failure::NotText(error),
            })
        }
    }
}

/// Returns the format if the first bytes alone determine it.
pub(crate) fn by_content(head: &[u8]) -> Option<&'static Container> {
    CONTAINERS.iter().find(|container| (container.looks)(head))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        assert_eq!(
            stem(b"x.jsonl.GZ", crate::compression::compression(b"\x1f\x8b")),
            b"x.jsonl"
        );
        assert_eq!(stem(b"x.jsonl.gz", None), b"x.jsonl.gz");
        assert!(ends_with(b"T.WARC", ".warc"));
        assert!(!ends_with(b".warc", ".warc"));
    }

    #[test]
    fn first_bytes_tell_the_kind() {
        let kind = |head: &[u8]| by_content(head).map(|container| container.name);
        for (head, expected) in [
            (&b"WARC/1.0\r\n"[..], Some("warc")),
            (b"PAR1\x15", Some("parquet")),
            (b"PK\x03\x04", Some("zip")),
            (b"{\"text\":\"x\"}\n", Some("jsonl")),
            (
                b"\xEF\xBB\xBF\n \n { \"id\" : 7, \"text\":\"a line that is not yet",
                Some("jsonl"),
            ),
            (b"{}\n", Some("jsonl")),
            (b"{ x }\n", None),
            (b"{\n \"text\": 1\n}\n", None),
            (b"text\n", None),
            (b"", None),
        ] {
            assert_eq!(kind(head), expected, "{:?}", String::from_utf8_lossy(head));
        }
    }

    #[test]
    fn a_format_has_a_name() {
        assert!("parquet".parse::<InputFormat>().is_ok());
        assert!("auto".parse::<InputFormat>().is_ok());
        assert!("doc".parse::<InputFormat>().is_err());
    }
}
