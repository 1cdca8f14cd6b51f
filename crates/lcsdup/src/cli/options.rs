//! The options of lcsdup, and the meaning of their combinations.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::args::parse_share;
use command::{CommonArgs, Error, Format, FormatArgs, Keep, RecordArgs, ThreadArgs};

use crate::{Criterion, Score, Shard};

/// Find partial duplicates among documents, and the passages that they share, by their unique words
///
/// Reads the words records of uniqwords and writes a record for each pair of documents, in input order. The kind is
/// books if one document is a partial duplicate of the other, and passages if they share a passage.
///
/// Whole documents are compared by the longest common subsequence of their unique words, and passages are chains of words at nearly equal
/// distances. Both work in text that was scanned badly. METHOD has the steps, the scores and the sizes.
///
/// A plain line, as written by uniqwords -r and read with -R, is a document's name, a tab, and its words separated by
/// spaces.
#[derive(Debug, Parser)]
#[command(name = "lcsdup")]
pub struct Options {
    #[command(flatten)]
    pub(super) records: RecordArgs,

    /// Find only pairs of a document of the input (a) and one of FILE (b)
    ///
    /// Passages are at least some dozens of words long. overlap finds shorter texts inside documents, such as test questions.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) against: Option<PathBuf>,

    /// The kinds of pairs to find (both; books with --score and for clusters)
    #[arg(long, value_name = "WHAT", help_heading = "Pairs")]
    pub(super) find: Option<Kinds>,

    /// Find passages that are so strong that chance makes at most N of them in the whole run
    #[arg(long, value_name = "N", default_value_t = 0.01, value_parser = parse_threshold, help_heading = "Pairs", hide_short_help = true)]
    pub(super) expect: f64,

    /// The number of pairs in the whole run, of which these are a part (for --expect)
    ///
    /// For blocks of documents that are compared separately, as trommel_tools.spark does.
    #[arg(long, value_name = "N", hide = true)]
    pub(super) of_pairs: Option<u64>,

    /// The document frequency of shared words in the whole run: a word, a tab and a number in each line of FILE
    #[arg(long, value_name = "FILE", hide = true)]
    pub(super) spread: Option<PathBuf>,

    /// Compare all pairs of documents, however many there are
    #[arg(long, help_heading = "Pairs", hide_short_help = true)]
    pub(super) exhaustive: bool,

    /// The score of whole documents that decides (excess)
    #[arg(long, value_name = "SCORE", help_heading = "Pairs")]
    pub(super) score: Option<ScoreName>,

    /// Find books with a score of at least T (excess 3.5, its 0.72, cs 0.12; jaccard has no default)
    #[arg(long, value_name = "T", value_parser = parse_threshold, help_heading = "Pairs")]
    pub(super) threshold: Option<f64>,

    /// Find only books with a longest common subsequence of at least N words (excess 60, others 0)
    ///
    /// All false pairs of its and cs observed among real books are of documents with fewer than 100 unique words.
    #[arg(long, value_name = "N", help_heading = "Pairs", hide_short_help = true)]
    pub(super) min_lcs: Option<usize>,

    /// Do only the I-th of N equal shards of the work; the concatenated outputs of all shards are the whole
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Pairs", hide_short_help = true)]
    pub(super) shard: Option<Shard>,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "pairs",
        help_heading = "Output"
    )]
    pub(super) emit: OutputKind,

    /// Of duplicates, the one to keep: first, last, longest, shortest, newest:FIELD, oldest:FIELD, max:FIELD, min:FIELD or order:FIELD
    ///
    /// The longest has the most tokens. FIELD is a field of the words records, into which uniqwords --fields copies it. FIELD alone is
    /// max:FIELD. A document without a value that can be compared ranks last, with a warning; it is an error if no document has one.
    /// Of equal documents the longest is kept, and of equally long ones the first.
    #[arg(
        long,
        visible_alias = "prefer",
        value_name = "WHICH",
        default_value = "longest",
        value_parser = parse_keep,
        help_heading = "Output"
    )]
    pub(super) keep: Keep,

    /// keep, drop, clusters: at least this share of a duplicate is in the other (0.5; 0 with --score)
    ///
    /// From 0 to 1: the share of its tokens that are in matched segments, without long gaps in them. So a book that
    /// shares a story or a notice with another is not a duplicate of it. Collected works are not a duplicate of a
    /// volume that they contain, but the volume is a duplicate of them. With 0 the two documents of any pair are.
    #[arg(long, value_name = "S", value_parser = parse_share, help_heading = "Output", hide_short_help = true)]
    pub(super) min_share: Option<f64>,

    /// The same as --emit clusters
    #[arg(long, conflicts_with_all = ["emit", "shard"], help_heading = "Output", hide_short_help = true)]
    pub(super) clusters: bool,

    /// Add matched segments to each pair whose records both have positions
    ///
    /// Each has four numbers: the first token in a and the one after the last, and the same in b. Segments are found
    /// like passages, but with one false segment expected in a hundred pairs of documents, whatever --expect says. They
    /// are joined over gaps of up to 1000 tokens whose lengths differ by at most 20 tokens plus 10 %.
    #[arg(long, help_heading = "Output")]
    pub(super) align: bool,

    /// Add the texts of passages, from the documents in FILE; may be given several times
    ///
    /// FILE is an input of uniqwords: a document, records or any other container. Documents must have the names of
    /// their words records. The records then have a_text and b_text, and their bytes in the texts, a_offset and b_offset; with --emit html passages are shown side by side.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(super) texts: Vec<OsString>,

    /// Draw the pairs into FILE as SVG, two bars each
    ///
    /// Green is where at least half of the tokens are in matched segments. Without positions in the records, words are counted instead of tokens.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(super) svg: Option<PathBuf>,

    #[command(flatten)]
    pub(super) format: FormatArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// The kinds of pairs, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kinds {
    /// Books and passages
    Both,
    /// Pairs whose score as whole documents reaches its threshold
    Books,
    /// Pairs that share a passage
    Passages,
}

impl From<Kinds> for crate::Find {
    fn from(kinds: Kinds) -> Self {
        match kinds {
            Kinds::Both => crate::Find::Both,
            Kinds::Books => crate::Find::Books,
            Kinds::Passages => crate::Find::Passages,
        }
    }
}

/// A score, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ScoreName {
    /// The ratio of the longest common subsequence to its expectation by chance
    Excess,
    /// DUPNIQ-its of the paper
    Its,
    /// DUPNIQ-cs of the paper
    Cs,
    /// The overlap of the sets of words
    Jaccard,
}

impl From<ScoreName> for Score {
    fn from(name: ScoreName) -> Score {
        match name {
            ScoreName::Excess => Score::Excess,
            ScoreName::Its => Score::Its,
            ScoreName::Cs => Score::Cs,
            ScoreName::Jaccard => Score::Jaccard,
        }
    }
}

/// The kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputKind {
    /// A record for each pair
    Pairs,
    /// A record for each shared passage: its place in both documents and, with --texts, its text
    Passages,
    /// A record for each cluster: documents connected as duplicates, directly or through others
    Clusters,
    /// The documents to keep: all but those that are for the most part in one that is kept
    Keep,
    /// The other documents, each with the kept document that stands for it
    Drop,
    /// A page with a sortable table of the pairs and their matches, longest first; with --texts the passages side by
    /// side
    Html,
}

/// One of the shared words, or the name of a field.
fn parse_keep(text: &str) -> Result<Keep, String> {
    match text.parse::<Keep>() {
        Ok(_) => command::keep::parse_one(text),
        Err(error) if text.is_empty() || text.contains(':') || error.contains("needs") => {
            Err(error)
        }
        Err(_) => format!("max:{text}").parse(),
    }
}

fn parse_threshold(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(threshold) if threshold > 0.0 && f64::is_finite(threshold) => Ok(threshold),
        _ => Err("must be a number above 0".into()),
    }
}

fn parse_shard(text: &str) -> Result<Shard, String> {
    let shard = text.split_once('/').and_then(|(number, of)| {
        Some(Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        })
    });
    shard
        .filter(|shard| (1..=shard.of).contains(&shard.number))
        .ok_or_else(|| "must be I/N with I from 1 to N, as in 3/10".into())
}

impl Options {
    pub(super) fn what(&self) -> OutputKind {
        match self.clusters {
            true => OutputKind::Clusters,
            false => self.emit,
        }
    }

    pub(super) fn min_share(&self) -> f64 {
        self.min_share.unwrap_or(match (self.score, self.what()) {
            (None, OutputKind::Clusters | OutputKind::Keep | OutputKind::Drop) => 0.5,
            _ => 0.0,
        })
    }

    pub(super) fn criterion(&self) -> Result<Criterion, Error> {
        let score = Score::from(self.score.unwrap_or(ScoreName::Excess));
        let threshold = self.threshold.or(score.default_threshold());
        Ok(Criterion {
            score,
            threshold: threshold
                .ok_or_else(|| Error::new("--threshold", "must be given with --score jaccard"))?,
            min_lcs: self.min_lcs.unwrap_or(score.default_min_lcs()),
        })
    }

    /// Refuses combinations of options without a meaning.
    pub(super) fn check(&self) -> Result<(), Error> {
        let format = self.format.format();
        match self.what() {
            OutputKind::Pairs | OutputKind::Passages | OutputKind::Html
                if self.min_share.is_some() =>
            {
                Err(Error::new(
                    "--min-share",
                    "is for --emit keep, drop and clusters",
                ))
            }
            OutputKind::Keep | OutputKind::Drop
                if self.keep.field().is_some() && self.records.raw_input =>
            {
                Err(Error::new("--keep", "plain lines have no fields"))
            }
            OutputKind::Clusters if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell the clusters",
            )),
            OutputKind::Clusters if self.align || self.svg.is_some() => {
                Err(Error::new("--clusters", "has no pairs to align or draw"))
            }
            OutputKind::Keep | OutputKind::Drop if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell what to keep",
            )),
            OutputKind::Keep | OutputKind::Drop if self.align || self.svg.is_some() => Err(
                Error::new("--emit", "keep and drop have no pairs to align or draw"),
            ),
            OutputKind::Clusters | OutputKind::Keep | OutputKind::Drop | OutputKind::Html
                if matches!(format, Format::Tsv | Format::Csv) =>
            {
                Err(Error::new("--format", "tsv and csv are for pairs"))
            }
            OutputKind::Html if format == Format::Raw => {
                Err(Error::new("--raw-output", "is not for html"))
            }
            OutputKind::Clusters | OutputKind::Keep | OutputKind::Drop
                if !self.texts.is_empty() =>
            {
                Err(Error::new("--texts", "is for pairs and passages"))
            }
            OutputKind::Pairs if !self.texts.is_empty() && format != Format::Jsonl => Err(
                Error::new("--texts", "needs --format jsonl, or --emit passages"),
            ),
            OutputKind::Passages if self.align || self.svg.is_some() => Err(Error::new(
                "--emit",
                "passages are not aligned or drawn; leave --align and --svg out",
            )),
            OutputKind::Passages if self.find == Some(Kinds::Books) => {
                Err(Error::new("--find", "books have no passages to write"))
            }
            OutputKind::Pairs if self.align && format != Format::Jsonl => {
                Err(Error::new("--align", "needs --format jsonl"))
            }
            _ => Ok(()),
        }
    }

    /// Whether matched segments are needed for any output.
    pub(super) fn wants_segments(&self) -> bool {
        let page = self.what() == OutputKind::Html;
        self.align || self.svg.is_some() || page || self.min_share() > 0.0
    }

    /// The kinds of pairs to find; `None` for all books by exhaustive comparison.
    pub(super) fn kinds(&self) -> Option<Kinds> {
        match (self.find, self.score) {
            (None, _) if self.what() == OutputKind::Passages => Some(Kinds::Passages),
            (None, Some(_)) => None,
            // Notices and quotations would connect unrelated documents.
            (None, None)
                if matches!(
                    self.what(),
                    OutputKind::Clusters | OutputKind::Keep | OutputKind::Drop
                ) =>
            {
                Some(Kinds::Books)
            }
            (find, _) => Some(find.unwrap_or(Kinds::Both)),
        }
    }
}
