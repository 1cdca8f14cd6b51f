//! The options of blockdedup.

use std::num::NonZero;

use clap::{Parser, ValueEnum};
use kit::{CommonArgs, DocumentArgs, FormatArgs, SpillArgs, ThreadArgs};

const DUPLICATES: &str = "Duplicates";
const OUTPUT: &str = "Output";

/// Remove the blocks of text that repeat earlier text
///
/// A block is removed if more than half of its tokens lie in n-grams that were seen before, in blocks that were kept. (PRESEMT
/// deliverable D3.1.3, section 6; Pomikálek 2011)
#[derive(Debug, Parser)]
#[command(name = "blockdedup")]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// How to tell duplicates
    #[arg(long, value_name = "NAME", default_value = "best", help_heading = DUPLICATES)]
    pub(super) method: Method,

    /// What a token is [default: word-fold; space with --method paper, --exact and --vertical]
    #[arg(long, value_name = "KIND", help_heading = DUPLICATES)]
    tokens: Option<Tokens>,

    /// The length of an n-gram in tokens
    #[arg(short, long, value_name = "N", default_value = "7", help_heading = DUPLICATES)]
    pub(super) n: NonZero<usize>,

    /// Remove a block if more than this share of its tokens was seen
    #[arg(short, long, value_name = "SHARE", default_value_t = 0.5, help_heading = DUPLICATES)]
    pub(super) threshold: f64,

    /// Remove up to this many tokens between removed blocks, too
    #[arg(long, value_name = "TOKENS", default_value_t = 20, help_heading = DUPLICATES)]
    pub(super) stub: usize,

    /// Remove duplicates only, and no stubs between them
    #[arg(long, help_heading = DUPLICATES)]
    pub(super) no_smoothing: bool,

    /// What is kept or removed as a whole
    #[arg(long, value_name = "UNIT", default_value = "block", help_heading = DUPLICATES)]
    pub(super) unit: Unit,

    /// Remove only blocks all of whose tokens are those of an earlier block
    #[arg(long, help_heading = DUPLICATES)]
    pub(super) exact: bool,

    /// Spare repeats inside one document
    #[arg(long, help_heading = DUPLICATES)]
    pub(super) keep_within: bool,

    /// What to write
    #[arg(long, value_name = "PART", default_value = "documents", help_heading = OUTPUT)]
    pub(super) emit: Part,

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
    /// Better
    Best,
    /// Exactly what onion 1.2 does
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
    /// A document
    Document,
}

impl From<Unit> for crate::Unit {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Block => crate::Unit::Block,
            Unit::Line => crate::Unit::Line,
            Unit::Document => crate::Unit::Document,
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
}

impl Options {
    pub(super) fn tokens(&self) -> crate::Tokens {
        match (self.tokens, self.method) {
            (Some(Tokens::Space), _) | (None, Method::Paper) => crate::Tokens::Space,
            (Some(Tokens::Word), _) => crate::Tokens::Word,
            (Some(Tokens::WordFold), _) | (None, Method::Best) => crate::Tokens::WordFold,
        }
    }
}
