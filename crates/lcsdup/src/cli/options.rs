//! The options of lcsdup, and what combinations of them mean.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::{CommonArgs, Error, Format, FormatArgs, RecordArgs, ThreadArgs};

use crate::{Criterion, Score, Shard};

/// Find partial duplicates among documents, and the passages that they share, by their unique words
///
/// Reads the words records of uniqwords and writes a record for each pair of documents of which one is largely a duplicate of the
/// other (kind books), or that share a passage (kind passages), in the order of the input.
///
/// Whole documents are compared by the longest common subsequence of their unique words (Yalniz, Can & Manmatha 2011).
/// Of two documents with X and Y words, common is the number of words in both, and lcs the length of the longest
/// common subsequence. excess = lcs / (2 sqrt(common)) is how many times longer that is than chance makes it: about 1
/// for unrelated books, whatever their lengths, and 3.5 or more along a shared passage. its = ln(lcs) / ln(X + Y - lcs)
/// and cs = lcs / sqrt(X Y) are the paper's. jaccard = common / (X + Y - common) ignores the order of the words: for the
/// baselines of the paper. These scores see what two whole books have in common: editions, volumes of one work, and also two
/// translations of one original, which share its names in its order.
///
/// A passage is a chain of seeds, words that occur once in either document, at nearly equal distances in both. Its score is the
/// sum over its links of the logarithm of how much denser they lie than chance makes them. How many passages of that
/// score chance makes in the whole run is written as expect, and decides (--expect). Such a passage is the same text: a
/// quotation, a title page, a notice, a work printed twice, in any order; not a translation. Seeds are unique words, which
/// find most passages of 250 words in clean text and of 500 where a tenth of the characters are wrong, or the seeds of uniqwords --dense, which find most of 100 words, and most of 250
/// words where a fifth of the characters are wrong in both copies. Texts of fewer words than that are compared by blockdedup.
/// In scripts without spaces the words are n-grams of characters: a run of those that overlap counts as one seed.
///
/// Up to 1,000 documents all pairs are searched for passages, and up to 10,000 all are compared as whole documents. Of
/// more, an index proposes pairs: two of the pairs of nearby words of a document, of which it keeps a quarter, must come
/// in both at about the same distance. It misses passages in badly damaged text. --exhaustive compares all. The seeds of
/// uniqwords --dense need no index, but those that very many documents have are left out.
/// A --score by itself compares all, as whole documents only, and no pair is ever lost.
///
/// A document is compared with every other one, also with one of the same name. A record that has a word twice is
/// no words record: it is reported and left out. A document without words is in no pair. Dictionaries and other
/// alphabetical lists share their order with each other by nature, and are found as duplicates.
///
/// A plain line, as uniqwords -r writes it and -R reads it, is a document's name, a tab, and its words with spaces between.
#[derive(Debug, Parser)]
#[command(name = "lcsdup")]
pub struct Options {
    #[command(flatten)]
    pub(super) records: RecordArgs,

    /// Only pairs of a document of the input (a) and one of FILE (b)
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(super) against: Option<PathBuf>,

    /// Which pairs to find (both; books with --score and for clusters)
    #[arg(long, value_name = "WHAT", help_heading = "Pairs")]
    pub(super) find: Option<Kinds>,

    /// Find passages of which this number or fewer are expected by chance in the whole run
    #[arg(long, value_name = "N", default_value_t = 0.01, value_parser = parse_threshold, help_heading = "Pairs")]
    pub(super) expect: f64,

    /// Compare all pairs of documents, however many they are
    #[arg(long, help_heading = "Pairs")]
    pub(super) exhaustive: bool,

    /// The score of whole documents that decides (excess)
    #[arg(long, value_name = "SCORE", help_heading = "Pairs")]
    pub(super) score: Option<ScoreName>,

    /// Find books whose score is T or more (excess 3.5, its 0.72, cs 0.12; jaccard has no default)
    #[arg(long, value_name = "T", value_parser = parse_threshold, help_heading = "Pairs")]
    pub(super) threshold: Option<f64>,

    /// Find only books whose longest common subsequence has N words or more (excess 60, others 0)
    ///
    /// All false pairs of its and cs that were seen among real books are of documents with fewer than 100 unique words.
    #[arg(long, value_name = "N", help_heading = "Pairs", hide_short_help = true)]
    pub(super) min_lcs: Option<usize>,

    /// Do the I-th of N equal shares of the work; the outputs of all shares in a row are the whole
    #[arg(long, value_name = "I/N", value_parser = parse_shard, help_heading = "Pairs")]
    pub(super) shard: Option<Shard>,

    /// What to write
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "pairs",
        help_heading = "Output"
    )]
    pub(super) emit: What,

    /// Of duplicates, keep the longest, the first, or that with the highest number in FIELD
    ///
    /// Longest: those with the most tokens. FIELD: of the words records, into which uniqwords can copy it; those without a number come last, and of
    /// equal ones the longest. Of what is equal in all that, the first of the input.
    #[arg(
        long,
        value_name = "WHICH",
        default_value = "longest",
        value_parser = parse_preference,
        help_heading = "Output"
    )]
    pub(super) prefer: Preference,

    /// The same as --emit clusters
    #[arg(long, conflicts_with_all = ["emit", "shard"], help_heading = "Output", hide_short_help = true)]
    pub(super) clusters: bool,

    /// Add the parts that match to each pair, where both records have positions
    ///
    /// Each is four numbers: its first token in a and the one behind its last, and the same in b. Parts are what passages are, but with
    /// one false part in a hundred pairs of documents, whatever --expect, and joined over gaps of up to 1000 tokens that
    /// differ by at most 20 tokens and a tenth.
    #[arg(long, help_heading = "Output")]
    pub(super) align: bool,

    /// Add the texts of passages, from the documents in FILE, which may be given several times
    ///
    /// A FILE as those that uniqwords read: documents, records or any other container. Documents have the names that their
    /// words records have. Their records get a_text and b_text; with --emit html the passages stand side by side.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Output",
        hide_short_help = true
    )]
    pub(super) texts: Vec<OsString>,

    /// Draw the pairs into FILE: two bars each, green where at least half of the tokens lie in matched passages
    ///
    /// Without positions in the records, words are counted instead of tokens.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(super) svg: Option<PathBuf>,

    #[command(flatten)]
    pub(super) format: FormatArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// What makes a pair, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kinds {
    /// Books and passages
    Both,
    /// Pairs whose score as whole documents reaches its threshold
    Books,
    /// Pairs that share a passage
    Passages,
}

/// A score, as an option value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ScoreName {
    /// How many times longer than chance the common subsequence is
    Excess,
    /// DUPNIQ-its of the paper
    Its,
    /// DUPNIQ-cs of the paper
    Cs,
    /// The overlap of the words, whatever their order
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

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum What {
    /// A record for each pair
    Pairs,
    /// A record for each passage that two documents share: where it is in both, and with --texts what it says
    Passages,
    /// A record for each group of documents that pairs connect, directly or through others
    Clusters,
    /// The documents of the input that are kept, so that no two of them are a pair
    Keep,
    /// The other documents, each with one that is kept and that it is paired with
    Drop,
    /// A page that lists the pairs with their matches, longest first, to be sorted by any column; with --texts the passages side by side
    Html,
}

/// Which documents are kept, as an option value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Preference {
    /// Those with the most tokens, and of equal ones the first.
    Longest,
    /// The first ones of the input.
    First,
    /// Those with the highest number in a field.
    Field(String),
}

fn parse_preference(text: &str) -> Result<Preference, String> {
    match text {
        "" => Err("longest, first, or the name of a field".into()),
        "longest" => Ok(Preference::Longest),
        "first" => Ok(Preference::First),
        field => Ok(Preference::Field(field.to_owned())),
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
    pub(super) fn what(&self) -> What {
        match self.clusters {
            true => What::Clusters,
            false => self.emit,
        }
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

    /// Combinations of options that have no meaning.
    pub(super) fn check(&self) -> Result<(), Error> {
        let format = self.format.format();
        match self.what() {
            What::Keep | What::Drop
                if matches!(self.prefer, Preference::Field(_)) && self.records.raw_input =>
            {
                Err(Error::new("--prefer", "plain lines have no fields"))
            }
            What::Clusters if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell the clusters",
            )),
            What::Clusters if self.align || self.svg.is_some() => {
                Err(Error::new("--clusters", "has no pairs to align or draw"))
            }
            What::Keep | What::Drop if self.shard.is_some() => Err(Error::new(
                "--shard",
                "a share of the pairs does not tell what to keep",
            )),
            What::Keep | What::Drop if self.align || self.svg.is_some() => Err(Error::new(
                "--emit",
                "keep and drop have no pairs to align or draw",
            )),
            What::Clusters | What::Keep | What::Drop | What::Html
                if matches!(format, Format::Tsv | Format::Csv) =>
            {
                Err(Error::new("--format", "tsv and csv are for pairs"))
            }
            What::Html if format == Format::Raw => {
                Err(Error::new("--raw-output", "is not for html"))
            }
            What::Clusters | What::Keep | What::Drop if !self.texts.is_empty() => {
                Err(Error::new("--texts", "is for pairs and passages"))
            }
            What::Pairs if !self.texts.is_empty() && format != Format::Jsonl => Err(Error::new(
                "--texts",
                "needs --format jsonl, or --emit passages",
            )),
            What::Passages if self.align || self.svg.is_some() => Err(Error::new(
                "--emit",
                "passages are not aligned or drawn; leave --align and --svg out",
            )),
            What::Passages if self.find == Some(Kinds::Books) => {
                Err(Error::new("--find", "books have no passages to write"))
            }
            What::Pairs if self.align && format != Format::Jsonl => {
                Err(Error::new("--align", "needs --format jsonl"))
            }
            _ => Ok(()),
        }
    }

    /// Whether matching parts are wanted, in whatever form.
    pub(super) fn wants_segments(&self) -> bool {
        self.align || self.svg.is_some() || self.what() == What::Html
    }

    /// Which pairs are sought; `None` for all that a score accepts as books, without an index.
    pub(super) fn kinds(&self) -> Option<Kinds> {
        match (self.find, self.score) {
            (None, _) if self.what() == What::Passages => Some(Kinds::Passages),
            (None, Some(_)) => None,
            // Notices and quotations would connect what does not belong together.
            (None, None) if matches!(self.what(), What::Clusters | What::Keep | What::Drop) => {
                Some(Kinds::Books)
            }
            (find, _) => Some(find.unwrap_or(Kinds::Both)),
        }
    }
}
