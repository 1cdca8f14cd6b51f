//! The options of neardup, and which of them go together.

use std::num::NonZero;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::{CommonArgs, DocumentArgs, Error, Keep, SpillArgs, ThreadArgs};
use record::FieldPath;
use tokens::Fold;

use crate::Settings;

/// Remove documents that are nearly the same as another one
///
/// Writes the documents of which none before is a near-duplicate: of each group of similar documents the first one, or the one that
/// --keep names. Two documents are similar if their sets of shingles (runs of five words) have a Jaccard similarity of --similarity. Time is
/// linear in the input, also where a million documents are alike. --index compares with the documents of earlier runs.
#[derive(Debug, Parser)]
#[command(name = "neardup")]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// The least similarity of near-duplicates, above 0 and at most 1
    #[arg(long, value_name = "X", default_value_t = 0.8, value_parser = parse_similarity, help_heading = "Comparison")]
    similarity: f64,

    /// The number of words of a shingle
    ///
    /// In scripts without spaces it is a number of characters. A shorter document is one shingle.
    #[arg(
        long,
        value_name = "N",
        default_value = "5",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    shingle: NonZero<usize>,

    /// Differences that do not count: case, width, accents, digits, ignorable [default: case,width,ignorable]
    ///
    /// none takes only canonically equivalent texts as equal.
    /// Texts that are canonically equivalent (NFC and NFD) are always equal. width is full and half width; digits takes all decimal
    /// digits as equal; ignorable characters are soft hyphens and others that are not shown. Keys are folded only with this option.
    #[arg(long, value_name = "LIST", help_heading = "Comparison")]
    pub(super) fold: Option<Fold>,

    /// Documents are duplicates if these fields are equal, whatever their texts are
    #[arg(
        long,
        value_name = "FIELD[,...]",
        value_delimiter = ',',
        help_heading = "Comparison"
    )]
    pub(super) key: Vec<FieldPath>,

    /// With --key: documents with similar texts are duplicates, too
    #[arg(
        long,
        requires = "key",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    pub(super) text: bool,

    /// The fields of --key are addresses that need not be written alike
    ///
    /// Scheme, fragment, default port, tracking parameters and a final slash do not count.
    #[arg(
        long,
        alias = "normalize-url",
        requires = "key",
        help_heading = "Comparison",
        hide_short_help = true
    )]
    pub(super) normalise_url: bool,

    /// Which document of a group stays: first, last, longest, shortest, newest:FIELD, max:FIELD, none ...
    ///
    /// Also oldest:FIELD, min:FIELD, order:FIELD and all. newest and oldest compare dates (RFC 3339, RFC 2822, web archives), max and min numbers, order texts by their bytes. Of equal
    /// documents the first stays. Documents without a value in the field count less than those with one, and are named in a warning.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "first",
        help_heading = "Choice"
    )]
    pub(super) keep: Keep,

    /// Keep all documents, and add the number and the size of its group to each
    #[arg(long, conflicts_with = "emit", help_heading = "Output")]
    pub(super) mark: bool,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "documents",
        help_heading = "Output"
    )]
    pub(super) emit: Emitted,

    /// Compare with the documents of an index as well
    #[arg(long, value_name = "FILE", help_heading = "Index")]
    pub(super) index: Option<PathBuf>,

    /// Add what is new to the index; make it if there is none
    #[arg(long, requires = "index", help_heading = "Index")]
    pub(super) add: bool,

    /// Compare with the index only, and not the documents with each other
    #[arg(
        long,
        requires = "index",
        conflicts_with = "add",
        help_heading = "Index",
        hide_short_help = true
    )]
    pub(super) only_against: bool,

    /// Write one index of the documents of several, to -o FILE, and read no documents
    #[arg(long, value_name = "INDEX", num_args = 1.., conflicts_with_all = ["index", "key", "mark"], help_heading = "Index", hide_short_help = true)]
    pub(super) merge: Vec<PathBuf>,

    /// Leave the documents named in FILE, one a line, out of the index that --merge writes
    #[arg(
        long,
        value_name = "FILE",
        requires = "merge",
        help_heading = "Index",
        hide_short_help = true
    )]
    pub(super) delete: Option<PathBuf>,

    #[command(flatten)]
    pub(super) spill: SpillArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Emitted {
    /// The documents that stay
    Documents,
    /// A record for each document that goes: its name and place, and the document that stays instead
    Drop,
    /// A record for each document that is similar to one before
    Pairs,
    /// A record for each group of two or more: the names of its documents
    Groups,
    /// A record for each document: its group, whether it stays, and what stays instead
    Report,
}

fn parse_similarity(written: &str) -> Result<f64, String> {
    match written.parse() {
        Ok(similarity) if similarity > 0.0 && similarity <= 1.0 => Ok(similarity),
        _ => Err("must be a number above 0 and at most 1".into()),
    }
}

impl Options {
    pub(super) fn settings(&self) -> Settings {
        Settings {
            similarity: self.similarity,
            shingle: self.shingle,
            fold: self.fold.unwrap_or_default(),
        }
    }

    /// Whether texts are compared.
    pub(super) fn compares_texts(&self) -> bool {
        self.key.is_empty() || self.text
    }

    /// Whether each document is decided on when it comes. Else all are read before the first is written.
    pub(super) fn is_streaming(&self) -> bool {
        let waits = self.mark || matches!(self.emit, Emitted::Groups | Emitted::Report);
        !waits
            && (self.emit == Emitted::Pairs || self.keep == Keep::First || self.keep == Keep::All)
    }

    pub(super) fn check(&self) -> Result<(), Error> {
        let wrong = |option: &str, message: &str| Err(Error::new(option, message));
        if !self.merge.is_empty() && self.common.output.is_none() {
            return wrong("--merge", "needs -o FILE, the index to write");
        }
        // --add needs --index, and is the better name for what cannot be.
        let index = if self.add { "--add" } else { "--index" };
        if self.index.is_some() && !self.compares_texts() {
            return wrong(
                index,
                "an index has sketches of texts: give --text as well, or leave out --key",
            );
        }
        if self.only_against && !self.is_streaming() {
            return wrong(
                "--only-against",
                "makes no groups: use --keep first, without --mark",
            );
        }
        if self.add && self.keep == Keep::None {
            return wrong(
                "--add",
                "with --keep none no document of a group would be in the index",
            );
        }
        Ok(())
    }
}
