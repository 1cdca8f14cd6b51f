//! Selects the documents and blocks to keep by language.

use std::path::PathBuf;
use std::sync::Mutex;

use clap::{Args, ValueEnum};
use command::args::parse_share;
use command::{Error, Writer};

use crate::Unit;
use crate::language::{Languages, UNDETERMINED, names};

/// The options of the language filter.
#[derive(Debug, Args)]
pub struct Keep {
    /// Leave out documents that are in none of these languages: codes or names, such as en, french or zh-TW, or und
    ///
    /// A document is kept if these languages have --min-share of its letters, block by block, and with --min-margin if
    /// its language is that sure.
    #[arg(
        long,
        value_name = "LANG[,...]",
        value_delimiter = ',',
        value_parser = parse_languages,
        help_heading = "Language filter"
    )]
    keep_language: Vec<Codes>,

    /// The share of a document's letters that must be in the languages to keep (0 to 1) [default: 0.5]
    #[arg(
        long,
        value_name = "X",
        value_parser = parse_share,
        requires = "keep_language",
        help_heading = "Language filter",
        hide_short_help = true
    )]
    min_share: Option<f64>,

    /// The unit that is decoded by itself, and that --keep-language keeps or leaves out: documents, their blocks, or lines
    ///
    /// For documents in several encodings, such as logs, subtitles, mail and changelogs. `parts` says which lines are in which.
    /// Blocks are separated by blank lines. A block that is too short to tell is in the language of the one before it. A document without
    /// any kept block is left out.
    #[arg(
        long,
        value_name = "UNIT",
        default_value = "document",
        help_heading = "Detection",
        hide_short_help = true
    )]
    pub unit: UnitName,

    /// Write what is said of documents that are left out to FILE: with --to-utf8 the documents themselves
    ///
    /// As document records, so that FILE and the output hold all that was read; a document in no encoding has an encoding record. (--rejects
    /// of all tools is for what could not be read.) So that they come in the order of the input, one thread does all the work.
    #[arg(
        long,
        value_name = "FILE",
        requires = "keep_language",
        help_heading = "Language filter",
        hide_short_help = true
    )]
    pub left_out: Option<PathBuf>,
}

/// The unit that has an encoding and a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UnitName {
    /// Documents
    Document,
    /// Blocks of documents: --keep-language needs --to-utf8, too
    Block,
    /// Lines: not with --keep-language
    Line,
}

impl From<UnitName> for Unit {
    fn from(name: UnitName) -> Self {
        match name {
            UnitName::Document => Unit::Document,
            UnitName::Block => Unit::Block,
            UnitName::Line => Unit::Line,
        }
    }
}

/// The codes that one name of a language stands for.
#[derive(Debug, Clone)]
struct Codes(Vec<String>);

fn parse_languages(name: &str) -> Result<Codes, &'static str> {
    names::parse(name.trim()).map(Codes)
}

/// The default minimum share of a document in the languages to keep.
const HALF: f64 = 0.5;

impl Keep {
    /// Rejects options that have no effect together.
    pub fn check(&self, is_written: bool) -> Result<(), Error> {
        match self.unit {
            UnitName::Block if self.is_filter() && !is_written => Err(Error::new(
                "--unit block",
                "with --keep-language it needs --to-utf8",
            )),
            UnitName::Line if self.is_filter() => Err(Error::new(
                "--unit line",
                "a line is too short for --keep-language; use --unit block",
            )),
            _ => Ok(()),
        }
    }

    /// Whether anything is left out.
    pub fn is_filter(&self) -> bool {
        !self.keep_language.is_empty()
    }

    /// Whether a language is to be kept.
    pub fn keeps_language(&self, language: &str) -> bool {
        let mut codes = self.keep_language.iter().flat_map(|Codes(codes)| codes);
        self.keep_language.is_empty() || codes.any(|one| one == language)
    }

    /// Whether a document is to be kept. A document without a known encoding has no language, so it
    /// is not kept.
    pub fn keeps(&self, languages: Option<&Languages>, min_margin: Option<f64>) -> bool {
        if !self.is_filter() {
            return true;
        }
        let Some(languages) = languages else {
            return false;
        };
        let least = match self.unit {
            UnitName::Document | UnitName::Line => self.min_share.unwrap_or(HALF),
            UnitName::Block => self.min_share.unwrap_or(0.0),
        };
        let is_sure = min_margin.is_none_or(|margin| {
            languages.found.second().is_none() || languages.found.margin() >= margin
        });
        let share: f64 = match languages.shares.is_empty() {
            // The language of a text without letters is undetermined.
            true => f64::from(u8::from(self.keeps_language(UNDETERMINED))),
            false => {
                let kept = languages.shares.iter();
                let kept = kept.filter(|one| self.keeps_language(one.language));
                kept.map(|one| one.share).sum()
            }
        };
        // Rounding can make the sum of shares slightly too small.
        is_sure
            && share + 1e-9 >= least
            && (share > 0.0 || least == 0.0 && self.unit == UnitName::Block)
    }

    /// Creates the file for left-out documents, if one is requested.
    pub fn file(&self) -> Result<Option<Mutex<Writer>>, Error> {
        let file = self.left_out.as_deref().map(Writer::create).transpose()?;
        Ok(file.map(Mutex::new))
    }
}
