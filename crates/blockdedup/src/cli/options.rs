//! The options of blockdedup.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Parser, ValueEnum};
use command::args::{FlatFormat, parse_share};
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, Error, FormatArgs, Keep, SpillArgs, ThreadArgs,
};

use tokens::Fold;

use crate::{Rules, Source};

/// The length of a span in tokens, if none is given.
const MIN_SPAN: NonZero<usize> = NonZero::new(50).unwrap();

const DUPLICATES: &str = "Duplicates";
const OUTPUT: &str = "Output";
const INPUT: &str = "Input";

/// Remove near-duplicate blocks of text: those that repeat earlier text
///
/// A block is removed if more than half of its tokens are in n-grams seen before, in blocks that were kept. (PRESEMT
/// deliverable D3.1.3, section 6; Pomikálek 2011)
#[derive(Debug, Parser)]
#[command(name = super::TOOL)]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    #[command(flatten)]
    pub(super) compare: CompareArgs,

    #[command(flatten)]
    pub(super) before: BeforeArgs,

    #[command(flatten)]
    pub(super) vertical: VerticalArgs,

    /// The kind of output
    #[arg(long, value_name = "PART", default_value = "documents", help_heading = OUTPUT)]
    pub(super) emit: OutputKind,

    #[command(flatten)]
    pub(super) step: StepArgs,

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

/// The options for comparing texts and for removing them.
#[derive(Debug, Args)]
pub struct CompareArgs {
    /// The method of detecting duplicates
    #[arg(long, value_name = "NAME", default_value = "best", help_heading = DUPLICATES)]
    pub(super) method: Method,

    /// The kind of tokens [default: word-fold; space with --method paper, --exact and --vertical]
    ///
    /// Texts in NFC and NFD are equal. With space they differ in three cases: --method paper, --vertical and --unit span compare tokens as they are.
    #[arg(long, value_name = "KIND", help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) tokens: Option<Tokens>,

    /// Further differences that do not count: case, width, accents, digits, ignorable; none is NFC and NFD alone, with any tokens
    ///
    /// Texts are folded as neardup does it, before they are divided into tokens. width is full and half width, digits takes all decimal
    /// digits as equal, ignorable characters are soft hyphens and others that are not shown.
    #[arg(long, value_name = "LIST", help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) fold: Option<Fold>,

    /// The length of an n-gram in words: from 1 to 1000
    ///
    /// Shorter n-grams find more, including chance matches. An n-gram may begin in the blocks before. So a block of fewer tokens than N, such as
    /// a cookie notice of a few words, goes with the text before it, or if the document has no other text. It may also go as a stub (--stub).
    /// --exact removes it wherever it is repeated.
    ///
    /// In documents mostly in Thai, Lao, Khmer, Burmese or kana, two letters count as one word, except with --method paper.
    #[arg(short, value_name = "N", default_value = "7", value_parser = parse_length, help_heading = DUPLICATES)]
    pub(super) n: NonZero<usize>,

    /// Remove a block if more than this fraction of its tokens is in seen n-grams: from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.5", value_parser = parse_share, help_heading = DUPLICATES)]
    pub(super) threshold: f64,

    /// Also remove new text of at most this many tokens between removed blocks, or between them and the document's edge (stubs)
    #[arg(long, value_name = "TOKENS", default_value_t = 20, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) stub: usize,

    /// Remove only duplicates, no stubs
    #[arg(long, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) no_smoothing: bool,

    /// The unit that is kept or removed as a whole
    #[arg(long, value_name = "UNIT", default_value = "block", help_heading = DUPLICATES)]
    pub(super) unit: Unit,

    /// With --unit span, cut out every sequence of at least N tokens that occurred before: from 1 to 1000 [default: 50]
    #[arg(long, value_name = "N", value_parser = parse_length, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) min_span: Option<NonZero<usize>>,

    /// Remove only blocks with the same tokens as an earlier one, by a checksum; there are no stubs
    #[arg(long, conflicts_with_all = ["method", "n", "threshold", "stub", "no_smoothing", "grams"], help_heading = DUPLICATES)]
    pub(super) exact: bool,

    /// Keep repetitions within a document
    #[arg(long, help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) keep_within: bool,

    /// Of documents with the same text, the one that keeps it: first, last, longest, shortest, newest:FIELD, max:FIELD ...
    ///
    /// Also oldest:FIELD, min:FIELD and order:FIELD. newest and oldest compare dates (RFC 3339, RFC 2822, web archives), max and min
    /// compare numbers, and order compares texts by their bytes. If several are equal, the first of them keeps the text. A document with
    /// a value in the field is preferred to those without; a warning names these. The documents are read completely before the first
    /// is decided on; they are written in the order of the input.
    #[arg(long, value_name = "WHICH", default_value = "first", value_parser = command::keep::parse_one, conflicts_with_all = ["vertical", "verdicts", "against_only"], help_heading = DUPLICATES)]
    pub(super) keep: Keep,
}

/// Text from before the documents.
#[derive(Debug, Args)]
pub struct BeforeArgs {
    /// Treat the text of FILE as seen (may be given several times)
    ///
    /// FILE is read like the input: a document, document records or any other container; with --vertical, vertical
    /// text. A block goes only if more than --threshold of it was seen, so a test question inside a long paragraph stays.
    /// --unit span finds such short texts, and so does overlap.
    #[arg(long, value_name = "FILE", help_heading = DUPLICATES)]
    pub(super) against: Vec<OsString>,

    /// Compare only with the FILEs of --against, not documents with each other
    ///
    /// Finds contamination by a benchmark: no text of the documents themselves counts as seen, so that each is decided
    /// on by itself, and the memory is that of the FILEs.
    #[arg(long, requires = "against", conflicts_with_all = ["grams", "keep_within", "seen"], help_heading = DUPLICATES)]
    pub(super) against_only: bool,

    /// n-grams of earlier runs: files of --emit seen, in their order
    ///
    /// The result is that of a single run over all documents: see A CORPUS THAT GROWS in the man page.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "vertical", "verdicts"], help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) seen: Vec<PathBuf>,

    /// Store only the n-grams in FILE, made with --emit grams from the same documents
    ///
    /// The output is the same, with memory only for n-grams that occur more than once. --emit grams must have read the
    /// same documents, including those of --against, with the same --method, -n, --tokens and --fold.
    #[arg(long, value_name = "FILE", help_heading = DUPLICATES, hide_short_help = true)]
    pub(super) grams: Option<PathBuf>,
}

/// Vertical text.
#[derive(Debug, Args)]
pub struct VerticalArgs {
    /// Read and write vertical text: one token or tag a line
    ///
    /// FILEs, or standard input, contain text. A line that begins with < is a tag, not a token; lines outside of
    /// documents form a document, and those outside of blocks a block. Tokens are lines; with --tokens word or
    /// word-fold, lines up to a tab, without those that have no letters or digits.
    #[arg(long, conflicts_with_all = ["null", "files_from", "files0_from", "encoding", "unit", "only", "except"], help_heading = INPUT, hide_short_help = true)]
    vertical: bool,

    /// The tag of documents in vertical text
    #[arg(long, value_name = "TAG", default_value = "doc", requires = "vertical", help_heading = INPUT, hide_short_help = true)]
    pub(super) doc_tag: String,

    /// The tag of blocks in vertical text
    #[arg(long, value_name = "TAG", default_value = "p", requires = "vertical", help_heading = INPUT, hide_short_help = true)]
    pub(super) block_tag: String,
}

impl VerticalArgs {
    /// Whether the input is vertical text.
    pub(super) fn is_set(&self) -> bool {
        self.vertical
    }
}

/// A step of a divided corpus: which part of the work this process does.
#[derive(Debug, Args)]
pub struct StepArgs {
    /// With a step of a divided corpus: the number of this part, in corpus order
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub(super) part: u32,

    /// With --emit keys, outline and kept: divide n-grams into N ranges of hashes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..), hide = true)]
    pub(super) ranges: u32,

    /// With --emit outline, kept and before: the number of the round, from 1
    #[arg(long, value_name = "N", default_value_t = 1, hide = true)]
    pub(super) round: u32,

    /// With --emit repeated, before and kept: read only the frames of this range or part
    #[arg(long, value_name = "N", hide = true)]
    pub(super) frames: Option<u32>,

    /// With --emit outline: the number of blocks in the parts before this one
    #[arg(long, value_name = "N", default_value_t = 0, hide = true)]
    pub(super) blocks_before: u64,

    /// With --emit outline: the output of --emit repeated for this part
    #[arg(long, value_name = "FILE", num_args = 1.., hide = true)]
    pub(super) repeated: Vec<PathBuf>,

    /// With --emit outline and kept: the text of the part that counts as seen
    #[arg(long, value_name = "WHAT", default_value = "kept", hide = true)]
    pub(super) counts: Counting,

    /// Apply the verdicts on this part, written by --emit outline and kept
    #[arg(long, value_name = "FILE", hide = true, conflicts_with_all = ["against", "vertical", "grams"])]
    pub(super) verdicts: Option<PathBuf>,
}

/// A method of detecting duplicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Method {
    /// onion's, extended by the positions of the repeated text
    Best,
    /// The algorithm of onion 1.2: with its defaults, block by block
    Paper,
}

/// The kind of tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Tokens {
    /// Runs without white space
    Space,
    /// Runs of letters and digits
    Word,
    /// Runs of letters and digits in lower case; composed and decomposed letters are equal
    WordFold,
}

/// The unit that is kept or removed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Unit {
    /// Paragraphs, separated by blank lines
    Block,
    /// A line
    Line,
    /// A document: most of it was seen before, and more than two fifths of that in one document
    Document,
    /// Sequences of tokens that occurred before
    Span,
}

impl Unit {
    /// The unit whose blocks are judged; `None` for spans, which are cut out of the whole text.
    pub(super) fn blocks(self) -> Option<crate::Unit> {
        match self {
            Unit::Block => Some(crate::Unit::Block),
            Unit::Line => Some(crate::Unit::Line),
            Unit::Document => Some(crate::Unit::Document),
            Unit::Span => None,
        }
    }
}

/// The kind of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum OutputKind {
    /// The documents without the removed blocks
    Documents,
    /// The removed blocks of the documents
    Removed,
    /// A record for each removed block: the reason, and the block that it repeats
    Report,
    /// The n-grams that occur more than once
    Grams,
    /// Estimates of the number of distinct n-grams, and of those that occur more than once
    Estimate,
    /// The n-grams of kept text, in binary, for --seen of later additions
    Seen,
    /// The n-grams of a part
    #[value(hide = true)]
    Keys,
    /// The n-grams that occur more than once, from those of all parts
    #[value(hide = true)]
    Repeated,
    /// The outline of a part: the positions of these n-grams; and those kept
    #[value(hide = true)]
    Outline,
    /// The n-grams kept in earlier parts
    #[value(hide = true)]
    Before,
    /// The n-grams kept in a part
    #[value(hide = true)]
    Kept,
}

impl OutputKind {
    /// Whether it is a step of a divided corpus, whose output is frames.
    fn is_step(self) -> bool {
        use OutputKind::{Before, Kept, Keys, Outline, Repeated};
        matches!(self, Keys | Repeated | Outline | Before | Kept)
    }
}

/// The text of a part that counts as seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Counting {
    /// The kept text
    Kept,
    /// All text; nothing is removed
    All,
    /// No text
    Nothing,
}

impl Options {
    pub(super) fn tokens(&self) -> crate::Tokens {
        match (self.compare.tokens, self.compare.method) {
            (Some(Tokens::Space), _) => crate::Tokens::Space,
            (Some(Tokens::Word), _) => crate::Tokens::Word,
            (Some(Tokens::WordFold), _) => crate::Tokens::WordFold,
            (None, _) if self.compare.exact || self.vertical.is_set() => crate::Tokens::Space,
            (None, Method::Paper) => crate::Tokens::Space,
            (None, Method::Best) => crate::Tokens::WordFold,
        }
    }

    /// Whether documents can be spooled until all n-grams are counted; not if all seen n-grams are needed, not only
    /// repeated ones.
    pub(super) fn may_wait(&self) -> bool {
        self.before.grams.is_none() && self.before.seen.is_empty() && self.emit != OutputKind::Seen
    }

    /// The length of an n-gram in tokens.
    pub(super) fn length(&self) -> NonZero<usize> {
        match self.compare.unit {
            Unit::Span => self.compare.min_span.unwrap_or(MIN_SPAN),
            _ => self.compare.n,
        }
    }

    pub(super) fn rules(&self) -> Rules {
        Rules {
            method: match self.compare.method {
                _ if self.compare.exact => crate::Method::Exact,
                // Spans have no threshold and no stubs; they only need to know whether an n-gram was seen.
                _ if self.compare.unit == Unit::Span => crate::Method::Paper,
                Method::Paper => crate::Method::Paper,
                Method::Best => crate::Method::Best,
            },
            threshold: self.compare.threshold,
            stub: (!self.compare.no_smoothing).then_some(self.compare.stub),
            keep_within: self.compare.keep_within,
            source: self.compare.unit.blocks().map_or(Source::Any, Source::of),
        }
    }

    pub(super) fn check_combinations(&self) -> Result<(), Error> {
        self.check_output()?;
        self.check_unit()?;
        self.check_emit()?;
        self.check_steps()
    }

    /// Whether whole documents are written.
    fn writes_documents(&self) -> bool {
        matches!(self.emit, OutputKind::Documents | OutputKind::Removed)
    }

    fn check_output(&self) -> Result<(), Error> {
        let text = self.writes_documents();
        Error::refuse(&[
            (
                self.format.raw_output && !text,
                "--raw-output",
                "needs --emit documents or removed; use --format tsv",
            ),
            (
                self.format.raw_output && self.vertical.is_set(),
                "--raw-output",
                "vertical text is plain text",
            ),
            (
                self.format.format != FlatFormat::Jsonl && text,
                "--format",
                "documents are no flat records; use --raw-output for plain text",
            ),
            (
                self.directory.is_set() && (!text || self.vertical.is_set()),
                "--out-dir",
                "needs --emit documents or removed, and no vertical text",
            ),
        ])
    }

    fn check_unit(&self) -> Result<(), Error> {
        Error::refuse(&[
            (
                self.compare.min_span.is_some() && self.compare.unit != Unit::Span,
                "--min-span",
                "is for --unit span",
            ),
            (
                self.compare.unit == Unit::Span
                    && (self.compare.exact || self.compare.method == Method::Paper),
                "--unit span",
                "compares tokens one by one; leave --exact and --method paper out",
            ),
            (
                self.compare.unit == Unit::Span && self.compare.n.get() != 7,
                "-n",
                "is for blocks; how long a span is at least, --min-span says",
            ),
        ])
    }

    fn check_emit(&self) -> Result<(), Error> {
        let flat = self.format.format != FlatFormat::Jsonl;
        Error::refuse(&[
            (
                self.emit == OutputKind::Grams
                    && (self.compare.exact || self.before.grams.is_some()),
                "--emit grams",
                "is for a later run with --grams; leave --exact and --grams out",
            ),
            (
                self.emit == OutputKind::Estimate
                    && (self.before.grams.is_some() || !self.before.against.is_empty()),
                "--emit estimate",
                "is of the n-grams of all documents; leave --grams and --against out",
            ),
            (
                self.emit == OutputKind::Estimate && flat,
                "--format",
                "is not for --emit estimate, which is one record",
            ),
            (
                self.emit == OutputKind::Seen
                    && (!self.before.against.is_empty() || self.vertical.is_set()),
                "--emit seen",
                "is for documents that others will be added to; leave --against and --vertical out",
            ),
            (
                self.emit == OutputKind::Seen && flat,
                "--format",
                "is not for --emit seen, which is binary",
            ),
            (
                !self.before.seen.is_empty()
                    && (self.emit.is_step()
                        || matches!(
                            self.emit,
                            OutputKind::Grams | OutputKind::Report | OutputKind::Estimate
                        )),
                "--seen",
                "does not tell where n-grams were seen; this is for the whole corpus",
            ),
        ])
    }

    /// Checks the steps of a divided corpus, and what depends on all documents.
    fn check_steps(&self) -> Result<(), Error> {
        Error::refuse(&[
            (
                self.emit.is_step()
                    && (!self.before.against.is_empty()
                        || self.vertical.is_set()
                        || self.before.grams.is_some()),
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
                self.chooses() && matches!(self.emit, OutputKind::Grams | OutputKind::Estimate),
                "--keep",
                "has no effect on which n-grams there are; leave it out",
            ),
            (
                self.chooses() && self.emit.is_step(),
                "--keep",
                "needs all documents at once; a divided corpus is decided on in its order",
            ),
            (
                self.step.verdicts.is_some() && !self.writes_documents(),
                "--verdicts",
                "needs --emit documents or removed",
            ),
            (
                self.before.against_only && self.emit == OutputKind::Grams,
                "--emit grams",
                "is for documents that are compared with each other; leave --against-only out",
            ),
        ])
    }
}

fn parse_length(text: &str) -> Result<NonZero<usize>, String> {
    match text.parse() {
        Ok(n @ 1..=1000) => Ok(NonZero::new(n).expect("at least 1")),
        _ => Err("N is from 1 to 1000".to_owned()),
    }
}
