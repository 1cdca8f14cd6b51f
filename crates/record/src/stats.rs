//! The stats record.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::Number;

use crate::write::{is_zero, written};
use crate::{Error, Fields};

/// What a run of a tool read, wrote and left out: the record of `--stats FILE`, which `trommel-report` reads.
///
/// ```
/// let line = b"{\"tool\":\"linenorm\",\"version\":\"0.1.0\",\"exit\":2,\"documents\":2,\"skipped\":{\"No such file or directory\":1}}\n";
/// let stats = record::Stats::read(line)?;
/// assert_eq!((&stats.tool[..], stats.documents, stats.words), ("linenorm", 2, 0));
/// assert_eq!(stats.skipped["No such file or directory"], 1);
/// # Ok::<(), record::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Stats {
    /// The name of the tool.
    pub tool: String,
    /// Its version.
    pub version: String,
    /// The job of the run, if the tool has several; left out if it is the usual one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub step: String,
    /// Its exit code.
    pub exit: u64,
    /// Documents read; 0 for a tool that reads records.
    pub documents: u64,
    /// Lines of records, or plain lines, read; 0 for a tool that reads whole files.
    pub records: u64,
    /// Bytes read, decompressed.
    pub bytes: u64,
    /// Words of the documents read, separated by white space.
    pub words: u64,
    /// Documents written, as records or as files.
    pub documents_out: u64,
    /// Lines written to the output.
    pub records_out: u64,
    /// Bytes written to the output and to the files of `--out-dir`.
    pub bytes_out: u64,
    /// Words of the documents written.
    pub words_out: u64,
    /// The tool's own counts: names and numbers.
    #[serde(serialize_with = "whole_numbers")]
    pub counts: BTreeMap<String, f64>,
    /// By `language` and by `host`: the name of a group, with `documents`, `words`, `documents_out`, `words_out` and
    /// some of `counts`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub groups: BTreeMap<String, Groups>,
    /// The number of inputs left out for each reason; N in a reason stands for any number.
    pub skipped: BTreeMap<String, u64>,
    /// The first inputs that were left out.
    pub troubles: Vec<Trouble>,
    /// The slowest documents.
    pub slowest: Vec<Slow>,
    /// Elapsed time.
    pub seconds: f64,
    /// User plus system time.
    pub cpu_seconds: f64,
    /// The peak resident set size in bytes.
    pub peak_memory: u64,
}

/// The counts of each group, such as each host.
pub type Groups = BTreeMap<String, Group>;

/// The counts of the documents of a group. Numbers that are 0 are not written: `charset` counts no
/// words, as it reads markup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Group {
    /// Documents read.
    #[serde(skip_serializing_if = "is_zero")]
    pub documents: u64,
    /// Words of the documents read.
    #[serde(skip_serializing_if = "is_zero")]
    pub words: u64,
    /// Documents written.
    #[serde(skip_serializing_if = "is_zero")]
    pub documents_out: u64,
    /// Words of the documents written.
    #[serde(skip_serializing_if = "is_zero")]
    pub words_out: u64,
    /// The tool's own counts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub counts: BTreeMap<String, u64>,
}

impl Group {
    /// Adds the counts of another one.
    pub fn add(&mut self, other: &Group) {
        self.documents += other.documents;
        self.words += other.words;
        self.documents_out += other.documents_out;
        self.words_out += other.words_out;
        for (name, number) in &other.counts {
            *self.counts.entry(name.clone()).or_default() += number;
        }
    }
}

/// An input that was left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Trouble {
    /// The file, and the line or offset in it.
    pub source: String,
    /// The error.
    pub message: String,
}

/// A slow document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Slow {
    /// The name of the document.
    pub doc: String,
    /// The length of its text in bytes.
    pub bytes: u64,
    /// The time in seconds that the tool took for it.
    pub seconds: f64,
}

impl Stats {
    /// Reads a stats record. Missing fields other than `tool` are 0 or empty; unknown fields are ignored.
    ///
    /// # Errors
    /// Returns the errors of [`Fields::parse`], [`Error::Missing`] and [`Error::Type`] for `tool`,
    /// and [`Error::Stats`] for other fields.
    pub fn read(line: &[u8]) -> Result<Self, Error> {
        let fields = Fields::parse(line)?;
        fields.string("tool")?.ok_or(Error::Missing("tool"))?;
        serde_json::from_str(fields.line()).map_err(|error| Error::Stats(error.to_string()))
    }
}

written!(Stats);

/// Counts are integers; shares have a fractional part.
fn whole_numbers<S: Serializer>(
    counts: &BTreeMap<String, f64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let number = |value: f64| match value as u64 {
        whole if whole as f64 == value => Some(Number::from(whole)),
        _ => Number::from_f64(value),
    };
    serializer.collect_map(counts.iter().map(|(name, &value)| (name, number(value))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_reads_back() {
        let stats = Stats {
            tool: "freqlines".into(),
            version: "1".into(),
            exit: 2,
            records: 7,
            counts: [("distinct \"lines\"".into(), 3.0), ("share".into(), 0.25)].into(),
            step: "exact".into(),
            groups: [(
                "host".to_owned(),
                Groups::from([(
                    "mill.example".to_owned(),
                    Group {
                        documents: 3,
                        counts: [("blocks".to_owned(), 4)].into(),
                        ..Group::default()
                    },
                )]),
            )]
            .into(),
            skipped: [("not a JSON object: \u{1}".into(), 2)].into(),
            troubles: vec![Trouble {
                source: "a:1".into(),
                message: "b\n".into(),
            }],
            slowest: vec![Slow {
                doc: "x".into(),
                bytes: 9,
                seconds: 0.5,
            }],
            seconds: 1.5,
            ..Stats::default()
        };
        let mut line = Vec::new();
        stats.write(&mut line);
        assert_eq!(Stats::read(&line), Ok(stats));
    }

    #[test]
    fn another_record_is_no_stats_record() {
        assert_eq!(
            Stats::read(br#"{"doc":"a","text":"b"}"#),
            Err(Error::Missing("tool"))
        );
        for field in [
            r#""documents":"many""#,
            r#""words":-1"#,
            r#""seconds":1e999"#,
        ] {
            let record = format!(r#"{{"tool":"x",{field}}}"#);
            let error = Stats::read(record.as_bytes()).unwrap_err();
            assert!(matches!(error, Error::Stats(_)), "{field}");
        }
    }
}
