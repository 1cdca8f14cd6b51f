//! The options of overlap.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use command::args::{listed, parse_share};
use command::{CommonArgs, DocumentArgs, Error, ThreadArgs};
use record::TextPath;

use crate::{Rule, Settings, Texts};

const ITEMS: &str = "Items";
const HITS: &str = "Hits";
const OUTPUT: &str = "Output";

/// Find which of many short texts are in a corpus: test questions, quotations, licences
///
/// The items are indexed, and the corpus is read once, so memory is that of the items. An item is found wherever it stands in a document,
/// also with some words changed, in other case or punctuation, with other line breaks or number formats. `share` is the share of an
/// item's words that a document has.
#[derive(Debug, Parser)]
#[command(name = super::TOOL)]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// Look for the texts in FILE: records, tables, folders, or one text a file (may be given several times)
    ///
    /// FILE is read like the corpus: any container, compressed or not.
    #[arg(long, value_name = "FILE", required = true, help_heading = ITEMS)]
    pub(super) items: Vec<OsString>,

    /// The fields of an item's text, joined by a blank line: question, .meta.title, messages[].content [default: text]
    ///
    /// [] stands for each element of a list. A field that an item lacks is left out; an item needs one of them. Use only the question, not
    /// question,choices, to find questions without their choices: these have only a share of the words, which may be less than --threshold.
    #[arg(long, value_name = "F[,G]", value_delimiter = ',', value_parser = listed::<TextPath>, help_heading = ITEMS)]
    pub(super) item_text: Vec<TextPath>,

    /// The field of an item's name [default: doc, else id, else FILE:N]
    #[arg(long, value_name = "F", help_heading = ITEMS, hide_short_help = true)]
    pub(super) item_id: Option<TextPath>,

    /// The field of the set that an item belongs to [default, also without a value: the name of its file]
    #[arg(long, value_name = "F", help_heading = ITEMS, hide_short_help = true)]
    pub(super) set_field: Option<TextPath>,

    /// The number of words in a row that begin a hit, from 2 to 64; shorter items are matched whole [default: 8]
    #[arg(short, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=64), help_heading = HITS)]
    pub(super) n: Option<u8>,

    /// An item counts as found in a document that has at least this share of its words [default: 0.8]
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = HITS)]
    pub(super) threshold: Option<f64>,

    /// Follow a published rule: RULES in the man page says what each does, and where it is published
    ///
    /// The options -n, --max-edits, --expect and --threshold change single values of it.
    #[arg(long, value_name = "NAME", help_heading = HITS)]
    pub(super) rule: Option<RuleName>,

    /// The share of words in a hit that may be changed, inserted or left out [default: 0.25]
    #[arg(long, value_name = "SHARE", value_parser = parse_edits, help_heading = HITS, hide_short_help = true)]
    pub(super) max_edits: Option<f64>,

    /// Leave out hits that a billion words of other text would have more than E times [default: 1]
    #[arg(long, value_name = "E", value_parser = parse_expect, help_heading = HITS, hide_short_help = true)]
    pub(super) expect: Option<f64>,

    /// Text that is common at large: records of freqlines, or of blockdedup --emit grams
    ///
    /// A hit that lies in such a text, or in n-grams of this kind that follow each other, is expected as often as its count says, so that
    /// --expect leaves it out.
    #[arg(long, value_name = "FILE", help_heading = HITS, hide_short_help = true)]
    pub(super) common: Vec<PathBuf>,

    /// What to write
    #[arg(long, value_name = "KIND", default_value = "hits", help_heading = OUTPUT)]
    pub(super) emit: Kind,

    /// With --emit hits, add the text of both sides
    #[arg(long, help_heading = OUTPUT)]
    pub(super) texts: bool,

    /// With --emit cut, cut whole sentences
    ///
    /// Where a sentence goes on for more than 300 characters, the cut ends with the line, or else with the passage.
    #[arg(long, help_heading = OUTPUT, hide_short_help = true)]
    pub(super) snap: bool,

    #[command(flatten)]
    pub(super) common_args: CommonArgs,

    #[command(flatten)]
    pub(super) threads: ThreadArgs,
}

/// A published rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum RuleName {
    /// 13 words in a row, and 200 characters on either side of them
    Gpt3,
    /// The share of an item's words in runs of 8 or more
    Llama,
    /// More than half of an item's words in runs of 8 or more
    Olmo,
    /// 10 words in a row, or all of an item of 3 to 9
    Deepseek,
}

/// The kinds of output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Kind {
    /// A record for each passage of a document that is in an item
    Hits,
    /// A record for each item: its share that was found, and where
    Items,
    /// The documents in which no item was found
    Clean,
    /// The documents without the passages of the items found in them, if anything is left
    Cut,
    /// All documents, with the items that each has parts of
    Mark,
    /// A page with the passages side by side
    Html,
}

impl Kind {
    /// Whether items are removed from the corpus, so that the output does not show what was found.
    pub(super) fn removes(self) -> bool {
        matches!(self, Kind::Clean | Kind::Cut)
    }
}

fn parse_edits(text: &str) -> Result<f64, String> {
    match parse_share(text) {
        Ok(share) if share < 1.0 => Ok(share),
        _ => Err("must be a number from 0 to below 1".to_owned()),
    }
}

fn parse_expect(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(expect) if expect >= 0.0 => Ok(expect),
        _ => Err("must be a number from 0, or inf".to_owned()),
    }
}

impl Options {
    pub(super) fn check(&self) -> Result<(), Error> {
        for file in &self.items {
            self.common_args.check_kept("--items", file.as_ref())?;
        }
        for (given, option, kind, name) in [
            (self.texts, "--texts", Kind::Hits, "hits"),
            (self.snap, "--snap", Kind::Cut, "cut"),
        ] {
            if given && self.emit != kind {
                return Err(Error::new(option, format!("is for --emit {name}")));
            }
        }
        Ok(())
    }

    /// The rule that the options select.
    pub(super) fn rule(&self) -> Rule {
        let named = self
            .rule
            .and_then(|name| Rule::named(name.to_possible_value()?.get_name()));
        let mut rule = named.unwrap_or_default();
        let settings: &mut Settings = &mut rule.settings;
        if let Some(n) = self.n {
            settings.n = n.into();
            settings.min_words = settings.min_words.min(settings.n);
        }
        settings.max_edits = self.max_edits.unwrap_or(settings.max_edits);
        settings.expect = self.expect.unwrap_or(settings.expect);
        if self.texts || self.emit == Kind::Html {
            settings.texts = Texts::Keep;
        }
        rule.threshold = self.threshold.unwrap_or(rule.threshold);
        rule
    }
}
