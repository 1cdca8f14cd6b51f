//! The format of the output: chosen by the suffix of its file, or by `--output-format`.

mod lines;
mod pack;
#[cfg(feature = "parquet")]
mod parquet;
mod table;
mod vertical;

use std::path::Path;

use clap::ValueEnum;

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

/// The format of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Form {
    /// If set, records become rows of this table; otherwise they are written unchanged.
    pub table: Option<Table>,
    /// If set, document records become vertical text, and there is no table.
    pub vertical: Option<Between>,
    pub packing: Option<Packing>,
}

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
        let (stem, packing) = match split(&name) {
            Some((stem, "gz")) => (stem, Some(Packing::Gzip)),
            Some((stem, "zst" | "zstd")) => (stem, Some(Packing::Zstd)),
            _ => (&*name, None),
        };
        let suffix = split(stem).map_or("", |(_, suffix)| suffix);
        let format = match format {
            OutputFormat::Auto => Self::by_suffix(suffix)?,
            format => format,
        };
        let table = match format {
            OutputFormat::Csv => Some(Table::Csv),
            OutputFormat::Tsv => Some(Table::Tsv),
            OutputFormat::Parquet => Some(Table::Parquet),
            _ => None,
        };
        let vertical = match format {
            OutputFormat::Vertical => Some(Between::Tokens),
            OutputFormat::Prevertical => Some(Between::Lines),
            _ => None,
        };
        if table == Some(Table::Parquet) {
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
            table,
            vertical,
            packing,
        })
    }

    /// Returns the format that a suffix names.
    fn by_suffix(suffix: &str) -> Result<OutputFormat, String> {
        let mut not_written = NOT_WRITTEN.iter();
        Ok(match suffix {
            "csv" => OutputFormat::Csv,
            "tsv" | "tab" => OutputFormat::Tsv,
            "parquet" => OutputFormat::Parquet,
            "vert" | "vertical" => OutputFormat::Vertical,
            "prevert" | "prevertical" => OutputFormat::Prevertical,
            _ => match not_written.find(|(suffixes, _)| suffixes.contains(&suffix)) {
                Some((_, message)) => return Err((*message).to_owned()),
                None => OutputFormat::Jsonl,
            },
        })
    }
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
        let of = |table, packing| {
            Ok(Form {
                table,
                packing,
                ..Form::default()
            })
        };
        for name in ["x", "x.jsonl", "x.txt", "d.gz/x", "gz", ".csv", "x.html"] {
            assert_eq!(form(name), of(None, None), "{name}");
        }
        assert_eq!(form("a.b/x.jsonl.GZ"), of(None, Some(Packing::Gzip)));
        assert_eq!(form("x.tab.gz"), of(Some(Table::Tsv), Some(Packing::Gzip)));
        let vertical = |name: &str| form(name).unwrap().vertical;
        assert_eq!(vertical("x.vert.gz"), Some(Between::Tokens));
        assert_eq!(vertical("x.prevert"), Some(Between::Lines));
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
        assert_eq!(form("x", OutputFormat::Tsv).table, Some(Table::Tsv));
        assert_eq!(form("x.arrow", OutputFormat::Csv).table, Some(Table::Csv));
        let standard_output = Form::of(None, OutputFormat::Csv).unwrap();
        assert_eq!(standard_output.table, Some(Table::Csv));
    }
}
