//! The options of altcount.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use command::args::FlatFormat;
use command::{CommonArgs, DirectoryArgs, DocumentArgs, Error, FormatArgs, ThreadArgs};

use super::pages::Keep;
use crate::ngrams::Index;
use crate::ngrams::column::MAX_A;
use crate::plain::Tags;
use crate::text::Unit;

/// Find the template that pages of a site share, without knowing their language or their markup
///
/// The tool takes text that many pages have in common for their template, and the rest for main text. It counts n-grams
/// of characters, so it works for HTML, XML, LaTeX or plain text in any language. At least twenty pages should share a template;
/// pages with different templates may be mixed. (Ikeda, Yamada & Hirokawa 2001)
#[derive(Debug, Parser)]
#[command(name = "altcount")]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// How to distinguish useful parts from useless ones
    ///
    /// --emit cut and --trace write the paper's cut point with either method.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with = "apply",
        help_heading = "Template"
    )]
    pub(super) method: Option<Method>,

    /// What n-grams are made of
    #[arg(
        long,
        value_name = "UNIT",
        default_value = "char",
        conflicts_with = "apply",
        help_heading = "Template"
    )]
    pub(super) unit: Unit,

    /// Use the paper's method at the cut point N,A, without a search
    ///
    /// N is the length of the n-grams, A the percentage of the distinct ones that are frequent.
    #[arg(long, value_name = "N,A", value_parser = parse_cut_point, conflicts_with_all = ["apply", "trace"], help_heading = "Template", hide_short_help = true)]
    pub(super) at: Option<(usize, u8)>,

    /// With the paper's method, count only n-grams in which <, >, . and ? are first or last, or nowhere
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with = "apply",
        help_heading = "Template"
    )]
    pub(super) align: bool,

    /// Learn from N sampled documents if an index cannot hold all; with --model or --emit cut
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "apply", help_heading = "Template")]
    pub(super) fit_on: Option<u64>,

    /// Save what was learned to FILE
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "apply",
        help_heading = "Template"
    )]
    pub(super) model: Option<PathBuf>,

    /// Use what --model saved to FILE on new documents, one by one
    #[arg(long, value_name = "FILE", help_heading = "Template")]
    pub(super) apply: Option<PathBuf>,

    /// What to write [default: text, and nothing more with --model or --score]
    #[arg(long, value_name = "PART", help_heading = "Output")]
    pub(super) emit: Option<Part>,

    /// Write every cut point that the search visits, in order; the last one is the result
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with = "apply",
        help_heading = "Output"
    )]
    pub(super) trace: bool,

    /// Write accuracy, recall, precision and F1; the truly useful text is between LEFT and RIGHT
    ///
    /// The useful text is from each LEFT to the next RIGHT, both excluded. The delimiters are literal; white space in them is preprocessed
    /// like that of the documents. The option may be given several times. The score is written after what --emit asks for.
    #[arg(long, num_args = 2, value_names = ["LEFT", "RIGHT"], action = clap::ArgAction::Append, help_heading = "Output", hide_short_help = true)]
    pub(super) score: Vec<String>,

    /// What offsets in ranges count
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "text",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(super) offsets: Offsets,

    /// Remove markup from useful or useless parts, so that text is left as a browser shows it
    #[arg(long, help_heading = "Output")]
    pub(super) strip_tags: bool,

    /// With --emit ranges, write the documents themselves, useless parts in grey, instead of records
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value = "never", default_missing_value = "always", help_heading = "Output")]
    pub(super) color: Color,

    #[command(flatten)]
    pub(super) directory: DirectoryArgs,

    #[command(flatten)]
    pub(super) format: FormatArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// A method to find the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// Count the pages that share each n-gram, and find one body in each page (the default)
    Best,
    /// Find the cut point with the fewest alternations, exactly as in the paper
    Paper,
}

/// The part to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// The main text of each document: its useful parts, as a browser shows them
    Text,
    /// The cut point
    Cut,
    /// The useless ranges of each document
    Ranges,
    /// The documents without their useless parts
    Useful,
    /// The useless parts of the documents
    Useless,
    /// A record for each result of a list or product of a grid, found in each document alone: at least three elements with like markup
    Records,
    /// The documents' source with useless parts in grey, long ones folded, as a page to look at
    Html,
}

/// The unit of offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Offsets {
    /// Characters of the text (bytes with --unit byte), runs of white space being one
    Text,
    /// Bytes of the source, as they stand in the file or in the record's text
    Source,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    /// If standard output is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Options {
    /// Returns what must be kept of documents until all are read.
    pub(super) fn keep(&self) -> Keep {
        let text = self.is_text();
        Keep {
            unit: self.unit,
            records: text && !self.directory.is_set() && !self.format.raw_output,
            bytes: self.offsets == Offsets::Source && self.emit == Some(Part::Ranges),
        }
    }

    /// Returns the part to write besides a score or a model; `None` if nothing else was requested.
    pub(super) fn part(&self) -> Option<Part> {
        self.emit.or(match self.trace {
            true => Some(Part::Cut),
            false if !self.score.is_empty() || self.model.is_some() => None,
            false => Some(Part::Text),
        })
    }

    /// Whether documents or parts of them are written.
    pub(super) fn is_text(&self) -> bool {
        matches!(self.part(), Some(Part::Text | Part::Useful | Part::Useless))
    }

    /// Returns whether tags are kept in the output for this document.
    pub(super) fn tags(&self, document: &str) -> Tags {
        match self.part() {
            _ if self.strip_tags => Tags::Stripped,
            Some(Part::Text) => Tags::of(document),
            _ => Tags::Kept,
        }
    }

    pub(super) fn check_combinations(&self) -> Result<(), Error> {
        let part = self.part();
        let is_cut = part.is_none_or(|part| part == Part::Cut);
        let is_ranges = part == Some(Part::Ranges);
        let text = self.is_text();
        let flat = self.format.format != FlatFormat::Jsonl;
        Error::refuse(&[
            (
                part == Some(Part::Records)
                    && (self.method.is_some()
                        || self.at.is_some()
                        || self.apply.is_some()
                        || self.model.is_some()
                        || !self.score.is_empty()),
                "--emit records",
                "is of each page by itself: nothing is learnt from several, and no method of that, model or score has a part in it",
            ),
            (
                part == Some(Part::Records) && (flat || self.format.raw_output),
                "--emit records",
                "is of records with lists of fields; leave --format and --raw-output out",
            ),
            (
                self.trace && !is_cut,
                "--trace",
                "writes cut points; leave --emit out",
            ),
            (
                self.at.is_some() && self.method == Some(Method::Best),
                "--at",
                "is of the paper's method; leave --method best out",
            ),
            (
                self.align && !self.needs_cut_point(),
                "--align",
                "is of the paper's method; add --method paper",
            ),
            (
                self.apply.is_some() && part == Some(Part::Cut),
                "--emit cut",
                "is not for --apply: what was learned begins with its cut point",
            ),
            (
                self.fit_on.is_some() && (!is_cut || !self.score.is_empty()),
                "--fit-on",
                "only learns; save it with --model, and use it with --apply, or see the cut point with --emit cut",
            ),
            (
                self.strip_tags && !text,
                "--strip-tags",
                "needs --emit useful or useless",
            ),
            (
                self.offsets == Offsets::Source && !is_ranges,
                "--offsets",
                "is for --emit ranges",
            ),
            (
                self.color != Color::Never && !is_ranges,
                "--color",
                "is for --emit ranges",
            ),
            (
                self.directory.is_set() && !text && part != Some(Part::Html),
                "--out-dir",
                "needs --emit text, useful, useless or html",
            ),
            (
                self.format.raw_output && !text,
                "--raw-output",
                "needs --emit text, useful or useless",
            ),
            (
                flat && !is_cut,
                "--format",
                "is for --emit cut; nothing else here is a flat record",
            ),
        ])
    }
}

impl ValueEnum for Unit {
    fn value_variants<'a>() -> &'a [Self] {
        &[Unit::Char, Unit::Byte]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Unit::Char => PossibleValue::new("char").help("Characters (Unicode scalar values)"),
            Unit::Byte => PossibleValue::new("byte").help("Bytes, as they stand in the files"),
        })
    }
}

fn parse_cut_point(text: &str) -> Result<(usize, u8), String> {
    let (n, a) = text.split_once(',').ok_or("write N,A, as in 24,10")?;
    let n = match n.trim().parse() {
        Ok(n @ 1..=Index::MAX_N) => n,
        _ => return Err(format!("N is from 1 to {}", Index::MAX_N)),
    };
    let a = match a.trim().parse() {
        Ok(a @ 0..=MAX_A) => a,
        _ => return Err(format!("A is from 0 to {MAX_A}")),
    };
    Ok((n, a))
}
