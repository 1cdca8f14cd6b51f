//! The options of blockdedup.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::args::FlatFormat;
use command::{CommonArgs, DirectoryArgs, DocumentArgs, Error, FormatArgs, SpillArgs, ThreadArgs};

use crate::Rules;

const DUPLICATES: &str = "Duplicates";
const OUTPUT: &str = "Output";
const INPUT: &str = "Input";

/// Remove the blocks of text that repeat earlier text
///
/// A block is removed if more than half of its tokens lie in n-grams that were seen before, in blocks that were kept. (PRESEMT
/// deliverable D3.1.3, section 6; Pomikálek 2011)
#[derive(Debug, Parser)]
#[command(name = super::TOOL)]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// How to tell duplicates
    #[arg(long, value_name = "NAME", default_value = "best", help_heading = DUPLICATES)]
    pub(super) method: Method,

    /// What a token is [default: word-fold; space with --method paper, --exact and --vertical]
    #[arg(long, value_name = "KIND", help_heading = DUPLICATES)]
    tokens: Option<Tokens>,

    /// The length of an n-gram in tokens: from 1 to 1000
    ///
    /// Shorter ones find more, also what is equal by chance.
    #[arg(short, value_name = "N", default_value = "7", value_parser = parse_length, help_heading = DUPLICATES)]
    pub(super) n: NonZero<usize>,

    /// Remove a block if more than this share of its tokens lies in seen n-grams: from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = parse_share, help_heading = DUPLICATES)]
    pub(super) threshold: f64,

    /// Remove what is kept between removed blocks, or between them and the document's edge, if it has at most so many
    /// tokens
    #[arg(long, value_name = "TOKENS", default_value_t = 20, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) stub: usize,

    /// Remove duplicates only, and no stubs
    #[arg(long, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) no_smoothing: bool,

    /// What is kept or removed as a whole
    #[arg(long, value_name = "UNIT", default_value = "block", help_heading = DUPLICATES)]
    pub(super) unit: Unit,

    /// With --unit span, cut out so many tokens and more in a row that occurred before: from 1 to 1000
    #[arg(long, value_name = "N", default_value = "50", value_parser = parse_length, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) min_span: NonZero<usize>,

    /// Remove only blocks that have the same tokens as an earlier one, by a checksum; nothing is a stub
    #[arg(long, conflicts_with_all = ["method", "n", "threshold", "stub", "no_smoothing", "grams"], help_heading = DUPLICATES)]
    pub(super) exact: bool,

    /// Spare repeats inside one document
    #[arg(long, help_heading = DUPLICATES)]
    pub(super) keep_within: bool,

    /// What is in FILE counts as seen (may be given several times)
    ///
    /// A FILE as those that are read: a document, document records or any other container; with --vertical, vertical text.
    #[arg(long, value_name = "FILE", help_heading = DUPLICATES)]
    pub(super) against: Vec<OsString>,

    /// Compare with the FILEs of --against only, and not documents with each other
    ///
    /// Which documents hold text of a benchmark: nothing of the documents themselves counts as seen, so each is decided by itself, and
    /// the memory is that of the FILEs.
    #[arg(long, requires = "against", conflicts_with_all = ["grams", "keep_within"], help_heading = DUPLICATES)]
    pub(super) against_only: bool,

    /// What was seen before: files of --emit seen, in their order
    ///
    /// The result is that of one run over all that was ever read: see A CORPUS THAT GROWS in the man page.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "vertical", "verdicts"], help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) seen: Vec<PathBuf>,

    /// Store only n-grams that are in FILE, made with --emit grams from the same documents
    ///
    /// The output is the same, with the memory of the n-grams that occur more than once. What is read, and what --against
    /// names, must have been read by --emit grams, with the same --method, -n and --tokens.
    #[arg(long, value_name = "FILE", help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) grams: Option<PathBuf>,

    /// Read and write vertical text: a token or a tag a line
    ///
    /// FILEs, or standard input, hold text. A line that begins with < is a tag and no token; what is outside of documents is
    /// a document, and outside of blocks a block. Tokens are lines; with --tokens word or word-fold, lines up to a tab,
    /// those without letters or digits left out.
    #[arg(long, conflicts_with_all = ["null", "files_from", "files0_from", "encoding", "unit"], help_heading = INPUT)]
    pub(super) vertical: bool,

    /// The tag of a document in vertical text
    #[arg(long, value_name = "TAG", default_value = "doc", requires = "vertical", help_heading = INPUT, hide_short_help = true)]
    pub(super) doc_tag: String,

    /// The tag of a block in vertical text
    #[arg(long, value_name = "TAG", default_value = "p", requires = "vertical", help_heading = INPUT, hide_short_help = true)]
    pub(super) block_tag: String,

    /// What to write
    #[arg(long, value_name = "PART", default_value = "documents", help_heading = OUTPUT)]
    pub(super) emit: Part,

    /// With a step of a divided corpus: the number of this part, in the order of the corpus
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub(super) part: u32,

    /// With --emit keys, outline and kept: cut n-grams into so many ranges of hashes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), hide = true)]
    pub(super) ranges: u32,

    /// With --emit outline, kept and before: the number of the round, from 1 on
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    pub(super) round: u32,

    /// With --emit repeated, before and kept: of what is read, only this range or part
    #[arg(long, value_name = "N", hide = true)]
    pub(super) only: Option<u32>,

    /// With --emit outline: how many blocks the parts before this one have
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub(super) blocks_before: u64,

    /// With --emit outline: what --emit repeated has found for this part
    #[arg(long, value_name = "FILE", num_args = 1.., hide = true)]
    pub(super) repeated: Vec<PathBuf>,

    /// With --emit outline and kept: what of the part counts as seen
    #[arg(long, value_name = "WHAT", default_value = "kept", hide = true)]
    pub(super) counts: Counting,

    /// Do what was decided on this part: what --emit outline and kept have written
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["against", "vertical", "grams"])]
    pub(super) verdicts: Option<PathBuf>,

    #[command(flatten)]
    pub(super) directory: DirectoryArgs,

    #[command(flatten)]
    pub(super) format: FormatArgs,

    #[command(flatten)]
    pub(super) common: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,

    #[command(flatten)]
    pub(super) spill: SpillArgs,
}

/// A method to tell duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// onion's, with a look at where the repeated text stood
    Best,
    /// What onion 1.2 does: with its defaults, block by block
    Paper,
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tokens {
    /// What is between white space
    Space,
    /// Runs of letters and digits
    Word,
    /// Runs of letters and digits in lower case
    WordFold,
}

/// What is kept or removed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Unit {
    /// What is between blank lines
    Block,
    /// A line
    Line,
    /// A document; with -n 5 also where a fifth of the words differ. Beyond that, lcsdup --find books
    Document,
    /// Tokens in a row that occurred before
    Span,
}

impl From<Unit> for crate::Unit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Block => crate::Unit::Block,
            Unit::Line => crate::Unit::Line,
            Unit::Document => crate::Unit::Document,
            Unit::Span => crate::Unit::Span,
        }
    }
}

/// What to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Part {
    /// The documents without the removed blocks
    Documents,
    /// The removed blocks of the documents
    Removed,
    /// A record for each removed block: why, and what it repeats
    Report,
    /// The n-grams that occur more than once
    Grams,
    /// About how many different n-grams there are, and how many occur more than once
    Estimate,
    /// The n-grams of what is kept, in binary, for --seen of what will be added
    Seen,
    /// The n-grams of a part
    #[value(hide = true)]
    Keys,
    /// Of the n-grams of parts, those that occur more than once
    #[value(hide = true)]
    Repeated,
    /// Where those stand in a part, and what is kept of it
    #[value(hide = true)]
    Outline,
    /// What earlier parts have kept
    #[value(hide = true)]
    Before,
    /// What is kept of a part
    #[value(hide = true)]
    Kept,
}

impl Part {
    /// Whether it is a step of a divided corpus, which writes frames.
    fn is_step(self) -> bool {
        use Part::{Before, Kept, Keys, Outline, Repeated};
        matches!(self, Keys | Repeated | Outline | Before | Kept)
    }
}

/// What of a part counts as seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Counting {
    /// What is kept
    Kept,
    /// All of it; nothing goes
    All,
    /// Nothing
    Nothing,
}

impl Options {
    pub(super) fn tokens(&self) -> crate::Tokens {
        match (self.tokens, self.method) {
            (Some(Tokens::Space), _) => crate::Tokens::Space,
            (Some(Tokens::Word), _) => crate::Tokens::Word,
            (Some(Tokens::WordFold), _) => crate::Tokens::WordFold,
            (None, _) if self.exact || self.vertical => crate::Tokens::Space,
            (None, Method::Paper) => crate::Tokens::Space,
            (None, Method::Best) => crate::Tokens::WordFold,
        }
    }

    /// Whether documents can wait until all n-grams were counted. What was seen is more than what occurs more than once.
    pub(super) fn may_wait(&self) -> bool {
        self.grams.is_none() && self.seen.is_empty() && self.emit != Part::Seen
    }

    /// The length of an n-gram.
    pub(super) fn length(&self) -> NonZero<usize> {
        match self.unit {
            Unit::Span => self.min_span,
            _ => self.n,
        }
    }

    pub(super) fn rules(&self) -> Rules {
        Rules {
            method: match self.method {
                _ if self.exact => crate::Method::Exact,
                // Spans have no threshold and no stubs, and need no more of an n-gram than whether it was seen.
                _ if self.unit == Unit::Span => crate::Method::Paper,
                Method::Paper => crate::Method::Paper,
                Method::Best => crate::Method::Best,
            },
            threshold: self.threshold,
            stub: (!self.no_smoothing).then_some(self.stub),
            keep_within: self.keep_within,
        }
    }

    pub(super) fn check_combinations(&self) -> Result<(), Error> {
        let text = matches!(self.emit, Part::Documents | Part::Removed);
        let wrong = [
            (
                self.format.raw_output && !text,
                "--raw-output",
                "needs --emit documents or removed; use --format tsv",
            ),
            (
                self.format.raw_output && self.vertical,
                "--raw-output",
                "vertical text is plain text",
            ),
            (
                self.format.format != FlatFormat::Jsonl && text,
                "--format",
                "documents are no flat records; use --raw-output for plain text",
            ),
            (
                self.directory.is_set() && (!text || self.vertical),
                "--out-dir",
                "needs --emit documents or removed, and no vertical text",
            ),
            (
                self.unit == Unit::Span && (self.exact || self.method == Method::Paper),
                "--unit span",
                "compares tokens one by one; leave --exact and --method paper out",
            ),
            (
                self.unit == Unit::Span && self.n.get() != 7,
                "-n",
                "is for blocks; how long a span is at least, --min-span says",
            ),
            (
                self.emit == Part::Grams && (self.exact || self.grams.is_some()),
                "--emit grams",
                "is for a later run with --grams; leave --exact and --grams out",
            ),
            (
                self.emit == Part::Estimate && (self.grams.is_some() || !self.against.is_empty()),
                "--emit estimate",
                "is of the n-grams of all documents; leave --grams and --against out",
            ),
            (
                self.emit == Part::Estimate && self.format.format != FlatFormat::Jsonl,
                "--format",
                "is not for --emit estimate, which is one record",
            ),
            (
                self.emit == Part::Seen && (!self.against.is_empty() || self.vertical),
                "--emit seen",
                "is for documents that others will be added to; leave --against and --vertical out",
            ),
            (
                self.emit == Part::Seen && self.format.format != FlatFormat::Jsonl,
                "--format",
                "is not for --emit seen, which is binary",
            ),
            (
                !self.seen.is_empty()
                    && (self.emit.is_step()
                        || matches!(self.emit, Part::Grams | Part::Report | Part::Estimate)),
                "--seen",
                "does not tell where n-grams were seen; this is for the whole corpus",
            ),
            (
                self.emit.is_step()
                    && (!self.against.is_empty() || self.vertical || self.grams.is_some()),
                "--emit",
                "a step of a divided corpus takes no --against, --grams and --vertical",
            ),
            (
                self.emit.is_step()
                    && (self.format.format != FlatFormat::Jsonl || self.directory.is_set()),
                "--emit",
                "a step of a divided corpus is binary, and goes to one file",
            ),
            (
                self.verdicts.is_some() && !text,
                "--verdicts",
                "needs --emit documents or removed",
            ),
            (
                self.against_only && self.emit == Part::Grams,
                "--emit grams",
                "is for documents that are compared with each other; leave --against-only out",
            ),
        ];
        match wrong.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, option, message)) => Err(Error::new(option, message)),
            None => Ok(()),
        }
    }
}

fn parse_length(text: &str) -> Result<NonZero<usize>, String> {
    match text.parse() {
        Ok(n @ 1..=1000) => Ok(NonZero::new(n).expect("at least 1")),
        _ => Err("N is from 1 to 1000".to_owned()),
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("SHARE is from 0 to 1".to_owned()),
    }
}
