//! The format of the output: chosen by the suffix of its file, or by `--output-format`.

mod edits;
mod lines;
mod pack;
#[cfg(feature = "parquet")]
mod parquet;
mod table;
mod vertical;

use std::path::Path;

use clap::ValueEnum;

pub(crate) use edits::Edits;
pub(crate) use lines::Written;
pub(crate) use pack::Packer;
pub(crate) use table::{Spool, Told};
pub(crate) use vertical::{Between, Structure, Vertical};

/// The format of output records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// As the suffix of the file of -o says
    #[default]
    Auto,
    /// JSON Lines
    Jsonl,
    /// Comma-separated values, with a line of column names
    Csv,
    /// Tab-separated values, with a line of column names
    Tsv,
    /// Parquet
    Parquet,
    /// Vertical text: documents with a token a line, as corpus managers read it
    Vertical,
    /// Prevertical text: the same with lines of text, for a tokeniser
    Prevertical,
}

impl OutputFormat {
    /// Whether data sets that are Parquet files stay so.
    pub(crate) fn keeps_parquet(self) -> bool {
        matches!(self, OutputFormat::Auto | OutputFormat::Parquet)
    }
}

/// A table, whose rows all have the same columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Csv,
    Tsv,
    Parquet,
}

/// A format that a tool writes itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// Plain lines.
    Lines,
    /// Rows.
    Table(Table),
    /// The lines of vertical text, unchanged from the input.
    Vertical,
}

/// A supported compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Packing {
    Gzip,
    Zstd,
}

/// What records become.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Lines, as they are.
    #[default]
    Lines,
    /// Rows of a table.
    Table(Table),
    /// Vertical text, of records of documents.
    Vertical(Between),
}

/// The format of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Form {
    pub layout: Layout,
    pub packing: Option<Packing>,
}

/// The suffixes of each format; a file that gets its name here has the first.
const SUFFIXES: [(OutputFormat, &[&str]); 6] = [
    (OutputFormat::Jsonl, &["jsonl", "ndjson"]),
    (OutputFormat::Csv, &["csv"]),
    (OutputFormat::Tsv, &["tsv", "tab"]),
    (OutputFormat::Parquet, &["parquet"]),
    (OutputFormat::Vertical, &["vert", "vertical"]),
    (OutputFormat::Prevertical, &["prevert", "prevertical"]),
];

/// Suffixes of unsupported formats, and alternatives.
const NOT_WRITTEN: [(&[&str], &str); 4] = [
    (
        &["bz2", "lz4", "xz", "lzma", "br", "z"],
        "this compression is not written; write a file .gz or .zst, or write to standard output and compress that",
    ),
    (
        &["zip", "tar", "tgz", "7z", "rar"],
        "archives are not written; write records to a file .jsonl, or documents to files with --out-dir",
    ),
    (
        &["warc", "arc"],
        "web archives are not written; write records to a file .jsonl",
    ),
    (
        &[
            "arrow", "feather", "ipc", "orc", "avro", "xls", "xlsx", "ods",
        ],
        "tables of this format are not written; write a file .parquet, .csv or .jsonl",
    ),
];

impl Form {
    /// Returns the format of the file `path`, or of standard output.
    ///
    /// # Errors
    /// Fails with advice if the suffix names an unsupported format.
    pub fn of(path: Option<&Path>, format: OutputFormat) -> Result<Self, String> {
        let name = path.and_then(Path::file_name).unwrap_or_default();
        let name = name.to_string_lossy().to_ascii_lowercase();
        let (stem, packing) = packing(&name);
        let suffix = split(stem).map_or("", |(_, suffix)| suffix);
        let format = match format {
            OutputFormat::Auto => by_suffix(suffix)?.unwrap_or(OutputFormat::Jsonl),
            format => format,
        };
        Self::new(format, packing)
    }

    /// The name and the form of a data set that was read from a file of this name, in the format `read`. Its suffix says the form. With
    /// another `format`, the name gets the suffix of that.
    ///
    /// # Errors
    /// The suffix is that of a format that is not written: what to do.
    pub fn of_data_set(
        name: &[u8],
        read: &str,
        format: OutputFormat,
    ) -> Result<(Vec<u8>, Self), String> {
        // Each character is a byte of the name.
        let lower: String = (name.iter())
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
        let (stem, packing) = packing(&lower);
        let (bare, suffix) = split(stem).unwrap_or((stem, ""));
        if format == OutputFormat::Auto {
            let as_read = || OutputFormat::from_str(read, false).unwrap_or(OutputFormat::Jsonl);
            let format = by_suffix(suffix)?.unwrap_or_else(as_read);
            return Ok((name.to_owned(), Self::new(format, packing)?));
        }
        let packing = packing.filter(|_| format != OutputFormat::Parquet);
        let form = Self::new(format, packing)?;
        let bare = match known_format(suffix) {
            Some(known) if known == format => return Ok((name.to_owned(), form)),
            Some(_) => bare,
            None => stem,
        };
        let mut named = name[..bare.chars().count()].to_owned();
        let suffixes = [Some(suffix_of(format)), packing.map(Packing::suffix)];
        for suffix in suffixes.into_iter().flatten() {
            named.extend(format!(".{suffix}").bytes());
        }
        Ok((named, form))
    }

    /// # Errors
    /// This form is not written, or not by this build: what to do.
    fn new(format: OutputFormat, packing: Option<Packing>) -> Result<Self, String> {
        if format == OutputFormat::Parquet {
            if packing.is_some() {
                return Err(
                    "Parquet is compressed inside; leave the suffix of the compression out".into(),
                );
            }
            if cfg!(not(feature = "parquet")) {
                return Err("this program was built without Parquet; write a file .jsonl".into());
            }
        }
        if packing == Some(Packing::Zstd) && cfg!(not(feature = "formats")) {
            return Err("this program was built without zstd; write a file .gz".into());
        }
        Ok(Form {
            layout: Layout::of(format),
            packing,
        })
    }
}

impl Layout {
    pub fn of(format: OutputFormat) -> Self {
        match format {
            OutputFormat::Csv => Layout::Table(Table::Csv),
            OutputFormat::Tsv => Layout::Table(Table::Tsv),
            OutputFormat::Parquet => Layout::Table(Table::Parquet),
            OutputFormat::Vertical => Layout::Vertical(Between::Tokens),
            OutputFormat::Prevertical => Layout::Vertical(Between::Lines),
            OutputFormat::Auto | OutputFormat::Jsonl => Layout::Lines,
        }
    }
}

impl Packing {
    fn suffix(self) -> &'static str {
        match self {
            Packing::Gzip => "gz",
            Packing::Zstd => "zst",
        }
    }
}

/// A name without the suffix of its compression, and the compression.
fn packing(name: &str) -> (&str, Option<Packing>) {
    match split(name) {
        Some((stem, "gz")) => (stem, Some(Packing::Gzip)),
        Some((stem, "zst" | "zstd")) => (stem, Some(Packing::Zstd)),
        _ => (name, None),
    }
}

/// The format that a suffix names, if it names one.
///
/// # Errors
/// It is that of a format that is not written: what to do.
fn by_suffix(suffix: &str) -> Result<Option<OutputFormat>, String> {
    let mut not_written = NOT_WRITTEN.iter();
    match not_written.find(|(suffixes, _)| suffixes.contains(&suffix)) {
        Some((_, message)) => Err((*message).to_owned()),
        None => Ok(known_format(suffix)),
    }
}

fn known_format(suffix: &str) -> Option<OutputFormat> {
    let mut rows = SUFFIXES.iter();
    let (format, _) = rows.find(|(_, suffixes)| suffixes.contains(&suffix))?;
    Some(*format)
}

/// The suffix of files in a format.
fn suffix_of(format: OutputFormat) -> &'static str {
    let mut rows = SUFFIXES.iter();
    let row = rows.find(|(known, _)| *known == format);
    row.map_or("jsonl", |(_, suffixes)| suffixes[0])
}

/// Splits a name into stem and suffix.
fn split(name: &str) -> Option<(&str, &str)> {
    name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suffix_says_the_form() {
        let form = |name: &str| Form::of(Some(Path::new(name)), OutputFormat::Auto);
        let of = |layout, packing| Ok(Form { layout, packing });
        for name in ["x", "x.jsonl", "x.txt", "d.gz/x", "gz", ".csv", "x.html"] {
            assert_eq!(form(name), of(Layout::Lines, None), "{name}");
        }
        let gzip = Some(Packing::Gzip);
        assert_eq!(form("a.b/x.jsonl.GZ"), of(Layout::Lines, gzip));
        assert_eq!(form("x.tab.gz"), of(Layout::Table(Table::Tsv), gzip));
        let vertical = Layout::Vertical(Between::Tokens);
        assert_eq!(form("x.vert.gz"), of(vertical, gzip));
        let lines = Layout::Vertical(Between::Lines);
        assert_eq!(form("x.prevert"), of(lines, None));
        for name in [
            "x.xz",
            "x.jsonl.bz2",
            "x.zip",
            "x.warc.gz",
            "x.arrow",
            "x.parquet.gz",
        ] {
            assert!(form(name).is_err(), "{name}");
        }
    }

    #[test]
    fn the_option_overrides_the_suffix() {
        let form = |name: &str, format| Form::of(Some(Path::new(name)), format).unwrap();
        assert_eq!(form("x.csv", OutputFormat::Jsonl), Form::default());
        let layout = |name: &str, format| form(name, format).layout;
        let csv = Layout::Table(Table::Csv);
        assert_eq!(layout("x", OutputFormat::Tsv), Layout::Table(Table::Tsv));
        assert_eq!(layout("x.arrow", OutputFormat::Csv), csv);
        let standard_output = Form::of(None, OutputFormat::Csv).unwrap();
        assert_eq!(standard_output.layout, csv);
    }

    #[test]
    fn a_data_set_keeps_its_form_or_gets_another_suffix() {
        use OutputFormat::{Auto, Csv, Jsonl};
        let of = |name: &str, read, format| {
            let (name, form) = Form::of_data_set(name.as_bytes(), read, format)?;
            Ok::<_, String>((String::from_utf8(name).unwrap(), form))
        };
        let gzip = Some(Packing::Gzip);
        for (name, read, format, written, wanted, packing) in [
            ("a/b.jsonl.gz", "jsonl", Auto, "a/b.jsonl.gz", Jsonl, gzip),
            ("B.CSV", "csv", Auto, "B.CSV", Csv, None),
            // No suffix of a format: it stays in the one in which it was read.
            ("d.1/x", "csv", Auto, "d.1/x", Csv, None),
            ("x.txt", "jsonl", Auto, "x.txt", Jsonl, None),
            ("x.csv", "jsonl", Auto, "x.csv", Csv, None),
            ("x.tab", "tsv", Csv, "x.csv", Csv, None),
            ("x.ndjson", "jsonl", Jsonl, "x.ndjson", Jsonl, None),
            ("ü.csv.gz", "csv", Jsonl, "ü.jsonl.gz", Jsonl, gzip),
            #[cfg(feature = "parquet")]
            (
                "x.jsonl.gz",
                "jsonl",
                OutputFormat::Parquet,
                "x.parquet",
                OutputFormat::Parquet,
                None,
            ),
            ("v1.2", "jsonl", Csv, "v1.2.csv", Csv, None),
        ] {
            let form = Form {
                layout: Layout::of(wanted),
                packing,
            };
            assert_eq!(
                of(name, read, format),
                Ok((written.to_owned(), form)),
                "{name}"
            );
        }
        for name in ["x.jsonl.xz", "x.csv.bz2", "x.parquet.gz"] {
            assert!(of(name, "jsonl", Auto).is_err(), "{name}");
        }
    }
}
