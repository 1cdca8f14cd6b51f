//! The options of altcount.

use std::path::PathBuf;

use clap::builder::PossibleValue;
use clap::{Parser, ValueEnum};
use command::args::FlatFormat;
use command::{CommonArgs, DirectoryArgs, DocumentArgs, Error, FormatArgs, ThreadArgs};

use super::pages::Keep;
use crate::Index;
use crate::column::MAX_A;
use crate::plain::Tags;
use crate::text::Unit;

/// Find the template that pages of a site share, without knowing their language or their markup
///
/// What many pages have in common is taken for their template, the rest for what they are about. N-grams of characters
/// are counted, so that it works for HTML, XML, LaTeX or plain text in any language. At least twenty pages should share
/// a template; pages with different templates may be mixed. (Ikeda, Yamada & Hirokawa 2001)
///
/// --method paper orders the distinct n-grams by how often they occur, and takes the first A per cent for useless. It starts
/// at N = 2, A = 1, and raises N or A while that leaves fewer alternations of useful and useless parts. N-grams that
/// occur equally often are in the order of their bytes; where A cuts through many of them, this order decides, and by as
/// much as from .73 to .93 of accuracy on one site. N-grams are taken
/// wherever they begin: to align them with delimiters, as the paper suggests, was measured to hurt.
///
/// --method best finds one body a page. (1) For n-grams of 16, 20, 24, 30 and 40 characters it counts the pages they are
/// on, and gives each position of a page the highest count of an n-gram that covers it. (2) The level of a page is the
/// highest count that a tenth of it reaches, so the number of pages made from its template; pages of one level are a group. (3)
/// Positions under a share of the level differ from the template; the body is the stretch with the most of these
/// and the fewest others, of which those that a page has more than once count half (a quarter between two pages), and scripts,
/// style sheets and lists of four links or more that the page has twice for others wherever they are; before the stretch, text that differs (titles, summaries) counts half as much again; a page to which others are nearly
/// identical takes the least higher share at which it has a body, or where there is none the least multiple of its level. Identical pages count
/// as one. On pages of a level of 9 or more, a piece of template of more than 40 characters that no page has twice is a separator: what it parts from
/// an end of the body, up to a fifth of it, is dropped if less differs from the template there than the separator weighs (each
/// character 1, those beyond the 40th 5 near the start of the body and 20 near its end). The share is that of
/// the group for which positions and bodies tell most of each other (normalised
/// mutual information). (4) The middle of the five answers is taken; from a link at its beginning to a separator on 60 % of the pages that
/// has no text outside links, it is a menu and left out, if next to all that is read there is links and it is no more than half of the
/// body; and two links or more that the body begins and ends with, word for word, with nothing else but their labels, are left out, as they are where the page has them
/// beyond the other end. (5) An n-gram that is once on each of its pages, and
/// that at least 40 % of their bodies begin or end next to, is an anchor, as is the end of the page, where that many bodies, and twice as many as next to any other behind the body, end next to it: bodies that end elsewhere are extended to it, and
/// those outside of the anchors moved between them, and then, over what has more than half its letters outside links, to the outermost anchor that half as many bodies are next to as the best one; and a body takes in the elements that begin up to 100 characters before it and end in
/// it, and those that begin in it and end up to 100 behind it. (6) Of the elements whose start tag is once on a page, a body is in the
/// innermost one that holds three quarters of what pages have of their own (letters outside links and the title that no other page has; the mean over the
/// pages with this tag, which are 30 % of all and three at least, if there are so many) and leaves 40 bytes of letters outside; where there is none, in one that has its start tag
/// once but for attributes: all but one of them, or all. An element that half of these bodies, and three of them, go beyond with text that no other page has does not count. Where half of these bodies
/// or more leave text between them and its end that few pages have (a fifth of those of the template at most), they are extended to that, but not over what has half its letters in links, unless such text is before the first of them, or 90 % of the bodies are at the other end of the element, nor, if
/// bodies have 70 % of their pages' own text, over more than a fifth of the element; where half of them or more go beyond its end with a
/// list of links, that is cut off, as it is where few go beyond the end of an element that 90 % of the pages have, and half of these with such a list; and a body outside of it gives way to it.
/// Where pages have no such element, and bodies less than 70 % of their own text, it is all from the first to the last of that, and in the innermost element that leaves no letters outside the whole elements
/// that have some of it, or links of their own that are no list. Where any of these bodies had less than 70 %, anchors are looked for once more by the bodies as they are then. (7) A piece of template with 100 characters of text or more, once on each of its
/// pages, which are a fifth of those of the template and four at least, is an advertisement: it is taken out of the body, unless
/// that would take more than a third. A body with less than 35 % of the text that is on no other page (half of it where three
/// pages or fewer show the template) is not trusted: all of that text is useful then, too. A headline apart from the body is not always found, and a menu beside the body that
/// differs from page to page stays where no separator is between them.
///
/// Pages made from unlike templates, as those of two sites in one folder, are told apart first, and each template is learned from
/// its own pages: a page is of the template of the first page with which it has 30 % of its common n-grams (one in 32 of those of 24
/// characters, weighed by their numbers of pages) in common; fewer than five such pages go with the largest template.
///
/// Records have a confidence: how probable it is that F1 of the page's text is .9 or more. Pages with few others of their
/// template, and bodies that n-grams of different lengths do not agree on, have less of it.
#[derive(Debug, Parser)]
#[command(name = "altcount")]
pub struct Options {
    #[command(flatten)]
    pub(super) documents: DocumentArgs,

    /// How to tell useful parts from useless ones
    ///
    /// The cut point that --emit cut and --trace write is the paper's with either.
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
    #[arg(long, value_name = "N,A", value_parser = parse_cut_point, conflicts_with_all = ["apply", "trace"], help_heading = "Template")]
    pub(super) at: Option<(usize, u8)>,

    /// With the paper's method, count only n-grams in which <, >, . and ? are first or last, or nowhere
    #[arg(
        long,
        hide_short_help = true,
        conflicts_with = "apply",
        help_heading = "Template"
    )]
    pub(super) align: bool,

    /// Learn from a sample of N documents only, for more than an index holds; with --model or --emit cut
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

    /// Write accuracy, recall, precision and F1, taking what is between LEFT and RIGHT for useful in truth (may be given several
    /// times)
    ///
    /// The delimiters are literal; white space in them is preprocessed as that of the documents is. From each LEFT to the next
    /// RIGHT, both excluded. The score is written after what --emit asks for.
    #[arg(long, num_args = 2, value_names = ["LEFT", "RIGHT"], action = clap::ArgAction::Append, help_heading = "Output")]
    pub(super) score: Vec<String>,

    /// What offsets in ranges count
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "text",
        help_heading = "Output"
    )]
    pub(super) offsets: Offsets,

    /// Take markup out of useful or useless parts: what is left is text as a browser shows it
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
    /// By how many pages share what, one stretch a page (the default)
    Best,
    /// By the cut point with the fewest alternations, exactly as in the paper
    Paper,
}

/// What to write.
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
    /// The records of each document by itself, as results in a list or products in a grid: a record each
    Records,
    /// The documents' source with useless parts in grey, long ones folded, as a page to look at
    Html,
}

/// What offsets count.
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
    /// What must be kept of documents that are read before anything is written.
    pub(super) fn keep(&self) -> Keep {
        let text = self.is_text();
        Keep {
            unit: self.unit,
            records: text && !self.directory.is_set() && !self.format.raw_output,
            bytes: self.offsets == Offsets::Source && self.emit == Some(Part::Ranges),
        }
    }

    /// What is written besides a score or a model; `None` where these are enough.
    pub(super) fn part(&self) -> Option<Part> {
        self.emit.or(match self.trace {
            true => Some(Part::Cut),
            false if !self.score.is_empty() || self.model.is_some() => None,
            false => Some(Part::Text),
        })
    }

    /// Whether documents are written, or parts of them.
    fn is_text(&self) -> bool {
        matches!(self.part(), Some(Part::Text | Part::Useful | Part::Useless))
    }

    /// What becomes of the markup in what is written of this document.
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
        let wrong = [
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
        ];
        match wrong.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, option, message)) => Err(Error::new(option, message)),
            None => Ok(()),
        }
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
