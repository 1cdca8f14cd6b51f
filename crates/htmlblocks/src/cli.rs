//! The command line of htmlblocks.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use command::args::parse_share;
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, DocumentGroups, Emit, Error, Output, Process,
    ThreadArgs, Tool,
};
use intake::Document;
use record::Object;

use crate::extract::{
    Extraction, Extractor, Links, Method, NoContent, Outputs, Policy, Settings, StopWords,
};
use crate::{Class, Parameters, StopList, view};

/// Extract the main content of web pages, block by block
///
/// A page is cut into blocks as browsers display it. Gradient-boosted trees, trained on labelled pages, estimate for each block whether it
/// is main content. --method paper is jusText (Pomikálek 2011; PRESEMT 2012, section 5): long blocks with many stop words and few links
/// are good, blocks with many links are bad, and short ones get the class of their neighbours.
#[derive(Debug, Parser)]
#[command(name = "htmlblocks")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// The stop list: a language, a FILE with one word per line, none, or auto
    ///
    /// STOP WORDS lists the languages. auto identifies the language of each page by its stop words. If charset named a language in the
    /// document's record, that is used, unless the page has more than twice as many stop words of another one. With none, stop words are
    /// ignored. For a file with the name of a language, write ./en.
    #[arg(
        short,
        long,
        value_name = "LANG|FILE",
        default_value = "auto",
        help_heading = "Blocks"
    )]
    stoplist: String,

    /// How to classify blocks
    #[arg(long, value_name = "NAME", help_heading = "Blocks")]
    method: Option<MethodName>,

    /// A block with fewer characters is short, or bad if it has a link [default: 70]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    length_low: Option<usize>,

    /// A block with more characters and many stop words is good, not just neargood [default: 200]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    length_high: Option<usize>,

    /// Least density of stop words of a neargood block [default: 0.3]
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = "jusText", hide_short_help = true)]
    stopwords_low: Option<f64>,

    /// Least density of stop words of a good block [default: 0.32]
    #[arg(long, value_name = "SHARE", value_parser = parse_share, help_heading = "jusText", hide_short_help = true)]
    stopwords_high: Option<f64>,

    /// A block with a higher density of links is bad [default: 0.2]
    #[arg(long, value_name = "SHARE", value_parser = density, help_heading = "jusText", hide_short_help = true)]
    max_link_density: Option<f64>,

    /// A heading is good if a good block follows within N characters [default: 200]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    max_heading_distance: Option<usize>,

    /// Treat headings like other blocks
    #[arg(long, help_heading = "jusText", hide_short_help = true)]
    no_headings: bool,

    /// Give each block the class that jusText 3.0.2 gives it
    ///
    /// METHOD PAPER lists the six differences. Among them are defects: 3.0.2 joins words across tags, and loses text after the end tag of
    /// html.
    #[arg(long, help_heading = "jusText", hide_short_help = true)]
    compat: bool,

    /// Whether the headline stays in the text: always (keep), never (drop), or as its score says (auto)
    ///
    /// The title element is never text; --metadata writes it.
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "keep",
        help_heading = "Blocks"
    )]
    title: Policy,

    /// Whether readers' comments are kept; drop does not apply to forums
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Blocks"
    )]
    comments: Policy,

    /// Leave a page empty if probably nothing is main content
    ///
    /// By default at least one block of every page with text is kept, and "confidence" is low.
    #[arg(long, help_heading = "Blocks")]
    allow_empty: bool,

    /// With --emit blocks, add the features with the largest contribution to each score
    #[arg(long, help_heading = "Output")]
    explain: bool,

    /// What to write [default: text, or blocks with --explain]
    #[arg(long, value_name = "WHAT", help_heading = "Output")]
    emit: Option<What>,

    /// With --emit markdown, write the addresses of links
    #[arg(long, help_heading = "Output")]
    links: bool,

    /// Add metadata: title, author, date, site_name, description, language, address
    ///
    /// The date is that of publication (YYYY-MM-DD). An article has the date that it shows near its headline, unless
    /// a label says that this is the date of an update, and its data have a datePublished. Without a label it may be that of an update. Pages that are neither an article, a paper nor a thread have the author and the
    /// date that they declare; front pages have neither. Sources are JSON-LD, meta elements, microdata, headings, time elements and bylines.
    #[arg(long, help_heading = "Output")]
    metadata: bool,

    /// With --emit text or markdown, write plain text instead of JSON, with an empty line after each page
    #[arg(short, long, help_heading = "Output")]
    raw_output: bool,

    #[command(flatten)]
    directory: DirectoryArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// A classifier of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum MethodName {
    /// Gradient-boosted trees over features of text, position, markup and repetition
    Best,
    /// jusText; the default if one of its options is given
    Paper,
}

/// The output for a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// A record for each block
    Blocks,
    /// A document record with the kept blocks, separated by empty lines; table cells are separated by tabs, code keeps its lines and loses their numbers
    Text,
    /// The same in Markdown
    Markdown,
    /// An HTML page of all blocks, with their classes in colour
    Html,
}

/// The number of features in an explanation.
const REASONS: usize = 12;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# write the main content of every page, with title, author and date, as document records
find site -name '*.html' | htmlblocks --metadata > texts.jsonl
# write the main content as plain text
find site -name '*.html' | htmlblocks -r > texts.txt
# list the headings in the main content
find site -name '*.html' | htmlblocks --emit blocks | jq -r 'select(.class == \"good\" and .heading).text'
# see which blocks of a page are kept
htmlblocks --emit html -o blocks.html site/on-ladders.html";

    const MEMORY: &'static str = "\
Streaming: one document per thread. A document takes two to five times its size. Pages with many short blocks or deep nesting take more: 80 to 90 bytes per block with --method paper and 260 to 340 with best, 24 per open element, 100 per unknown tag name, and with best 30 to 60 per container.";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        self.check_combinations()?;
        self.directory.open(&self.documents, out)?;
        out.set_ending(self.ending());
        let settings = self.settings()?;
        let work = |extractor: &mut Extractor, document: &Document, emit: &mut Emit| {
            if self.metadata && self.directory.takes(document) {
                let message = "files of text under --out-dir have no room for it; leave out one of them, or give a data set";
                process.end_now(Error::new("--metadata", message));
            }
            let language = document.language();
            let found = extractor.extract_in(document.text, language.as_deref());
            count(process, document, &found);
            match self.what() {
                What::Blocks => write_blocks(document, &found, emit),
                What::Text | What::Markdown => self.write_text(document, found, emit),
                What::Html => {
                    let name = document.name.to_text();
                    let section = view::section(&name, found.page, found.verdicts);
                    emit.wrote(|| DocumentGroups::of(document), "");
                    emit.section(&section);
                }
            }
        };
        if self.what() == What::Html {
            out.write(view::head().as_bytes())?;
        }
        command::for_each_document(
            process,
            &self
                .directory
                .sources(&self.documents, self.raw_output, out)?,
            self.threads.count(),
            out,
            || Extractor::new(settings.clone()),
            work,
        )?;
        if self.what() == What::Html {
            if out.left_out() > 0 {
                let number = out.left_out();
                out.write(
                    format!("<p>{number} more documents are left out of this page.</p>\n")
                        .as_bytes(),
                )?;
            }
            out.write(view::TAIL.as_bytes())?;
        }
        Ok(())
    }
}

impl Options {
    fn check_combinations(&self) -> Result<(), Error> {
        let what = self.what();
        let is_text = matches!(what, What::Text | What::Markdown);
        Error::refuse(&[
            (
                self.raw_output && !is_text,
                "--raw-output",
                "only --emit text has plain text",
            ),
            (
                self.metadata && (!is_text || self.raw_output),
                "--metadata",
                "only records of --emit text and markdown have room for it; leave out -r and other kinds of --emit",
            ),
            (
                self.directory.is_set() && !is_text,
                "--out-dir",
                "needs --emit text or markdown",
            ),
            (
                self.links && what != What::Markdown,
                "--links",
                "only --emit markdown has links",
            ),
            (
                self.explain && what != What::Blocks,
                "--explain",
                "only --emit blocks has reasons",
            ),
        ])
    }

    fn what(&self) -> What {
        self.emit.unwrap_or(match self.explain {
            true => What::Blocks,
            false => What::Text,
        })
    }

    fn settings(&self) -> Result<Settings, Error> {
        let what = self.what();
        let links = match self.links {
            true => Links::Kept,
            false => Links::Dropped,
        };
        Ok(Settings {
            method: self.method()?,
            stop_words: self.stop_words()?,
            title: self.title,
            comments: self.comments,
            no_content: match self.allow_empty {
                true => NoContent::Empty,
                false => NoContent::OneBlock,
            },
            outputs: Outputs {
                text: what == What::Text,
                markdown: (what == What::Markdown).then_some(links),
                metadata: self.metadata,
                reasons: if self.explain { REASONS } else { 0 },
            },
        })
    }

    fn stop_words(&self) -> Result<StopWords, Error> {
        Ok(match self.stoplist.as_str() {
            "auto" => StopWords::Auto,
            "none" => StopWords::None,
            name => match StopList::of_language(name) {
                Some(list) => StopWords::List(list),
                None => StopWords::List(Arc::new(read_list(name)?)),
            },
        })
    }

    /// Returns the method: jusText if one of its options is given.
    fn method(&self) -> Result<Method, Error> {
        let of_paper = [
            ("--length-low", self.length_low.is_some()),
            ("--length-high", self.length_high.is_some()),
            ("--stopwords-low", self.stopwords_low.is_some()),
            ("--stopwords-high", self.stopwords_high.is_some()),
            ("--max-link-density", self.max_link_density.is_some()),
            (
                "--max-heading-distance",
                self.max_heading_distance.is_some(),
            ),
            ("--no-headings", self.no_headings),
            ("--compat", self.compat),
        ];
        let of_best = [
            ("--explain", self.explain),
            ("--allow-empty", self.allow_empty),
            ("--title", self.title != Policy::Keep),
            ("--comments", self.comments != Policy::Auto),
        ];
        let only_best = of_best.iter().find(|(_, given)| *given);
        let given = of_paper.iter().find(|(_, given)| *given);
        match (self.method, given) {
            (Some(MethodName::Best), Some((option, _))) => {
                Err(Error::new(option, "jusText's option; use --method paper"))
            }
            (Some(MethodName::Paper), _) | (None, Some(_)) if only_best.is_some() => {
                let option = only_best.map_or("", |(option, _)| option);
                Err(Error::new(option, "only --method best has it"))
            }
            (Some(MethodName::Best), _) | (None, None) => Ok(Method::Best),
            _ if self.compat => Ok(Method::Compat(self.parameters())),
            _ => Ok(Method::Paper(self.parameters())),
        }
    }

    fn parameters(&self) -> Parameters {
        let default = Parameters::default();
        Parameters {
            length_low: self.length_low.unwrap_or(default.length_low),
            length_high: self.length_high.unwrap_or(default.length_high),
            stopwords_low: self.stopwords_low.unwrap_or(default.stopwords_low),
            stopwords_high: self.stopwords_high.unwrap_or(default.stopwords_high),
            max_link_density: self.max_link_density.unwrap_or(default.max_link_density),
            max_heading_distance: self
                .max_heading_distance
                .unwrap_or(default.max_heading_distance),
            headings: !self.no_headings,
            ..default
        }
    }

    /// Returns the extension of output files.
    fn ending(&self) -> &'static str {
        match self.what() {
            What::Markdown => ".md",
            _ => ".txt",
        }
    }

    fn write_text(&self, document: &Document, found: Extraction, emit: &mut Emit) {
        let kept = found.kept();
        if found.is_plain {
            emit.warn(
                document.name.to_text(),
                "with all of its markup the text would be ten times as long as the page; its end is written without",
            );
        }
        let mut text = match self.what() {
            What::Markdown => found.markdown,
            _ => found.text,
        };
        let groups = || DocumentGroups::of(document);
        if self.directory.takes(document) {
            let name = [&document.file_name(), self.ending().as_bytes()].concat();
            return emit.document_file(&document.name, groups, &name, text.as_bytes(), &text);
        }
        if self.raw_output {
            emit.wrote(groups, &text);
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            emit.out().extend_from_slice(text.as_bytes());
            return;
        }
        emit.rewrite(document, &text, "htmlblocks", |added: &mut Object| {
            added
                .integer("blocks", found.page.blocks.len() as u64)
                .integer("kept", kept as u64);
            if let Some(language) = found.language {
                added.string("stoplist", language);
            }
            if let Some(kind) = found.kind {
                added.string("kind", kind.as_str());
            }
            if let Some(source) = found.source {
                added.string("source", source.as_str());
            }
            if let Some(confidence) = found.confidence {
                added.float("confidence", rounded(confidence.into()));
            }
            if self.metadata {
                added.object("metadata", |object| {
                    for (name, value) in found.metadata.fields() {
                        object.string(name, value);
                    }
                });
            }
        });
    }
}

fn read_list(name: &str) -> Result<StopList, Error> {
    let bytes = intake::folder::read_file(&PathBuf::from(name)).map_err(|error| {
        match name.contains('/') {
            true => error,
            false => intake::Error::new(
                error.source,
                format_args!("{}, nor is a list of that name built in; give a code such as en, or a file with a word a line", error.message),
            ),
        }
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::new(name, "a list of stop words must be UTF-8"))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let list = StopList::new(text.lines().map(str::trim));
    match list.is_empty() {
        true => Err(Error::new(
            name,
            "no stop word in it; write one on each line",
        )),
        false => Ok(list),
    }
}

fn count(process: &Process, document: &Document, found: &Extraction) {
    if !process.has_stats() {
        return;
    }
    process.count("blocks", found.page.blocks.len() as u64);
    for (name, class) in [("good blocks", Class::Good), ("bad blocks", Class::Bad)] {
        let blocks = found.blocks().filter(|block| block.class == class);
        process.count(name, blocks.count() as u64);
    }
    let words = |wanted: Class| {
        let blocks = found.blocks().filter(|block| block.class == wanted);
        let words = blocks.map(|block| command::words(block.text) as u64);
        words.sum()
    };
    process.count_in_groups(
        &DocumentGroups::of(document),
        &[
            ("words of main text", words(Class::Good)),
            ("words of boilerplate", words(Class::Bad)),
        ],
    );
}

fn write_blocks(document: &Document, found: &Extraction, emit: &mut Emit) {
    let page = found.page;
    for ((block, verdict), number) in page.blocks.iter().zip(found.verdicts).zip(1..) {
        record::Block {
            doc: document.name.clone(),
            file: document.location.source,
            line: document.location.line,
            block: number,
            class: verdict.class.as_str(),
            context_free_class: verdict.context_free.as_str(),
            heading: block.heading,
            text: page.text(block),
            tag: block.element.name().unwrap_or_default(),
            stopword_density: rounded(verdict.stopword_density),
            link_density: rounded(block.link_density()),
            score: verdict.score.map(|score| rounded(f64::from(score))),
            reasons: found.reasons.get(number as usize - 1).map(|reasons| {
                let each = reasons.iter().map(|reason| record::Reason {
                    feature: reason.feature,
                    value: rounded(reason.value.into()),
                    weight: rounded(reason.weight.into()),
                });
                each.collect()
            }),
        }
        .write(emit.out());
        emit.settle();
    }
}

/// Rounds to four digits.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

/// Parses a link density. It may exceed 1, since whitespace in links is counted before it is collapsed.
fn density(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(density) if density >= 0.0 => Ok(density),
        _ => Err("a density is a number from 0 on".to_owned()),
    }
}
