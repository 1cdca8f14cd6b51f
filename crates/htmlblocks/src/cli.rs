//! The command line of htmlblocks.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use command::{
    CommonArgs, DirectoryArgs, DocumentArgs, Emit, Error, Output, Process, ThreadArgs, Tool,
};
use intake::Document;
use record::Object;

use crate::best::explain::{Reason, explain};
use crate::best::features::Kind;
use crate::metadata::Metadata;
use crate::render::{self, Style};
use crate::stoplist;
use crate::{Class, Detector, Page, Parameters, Rules, StopList, Verdict, best, classify, view};

/// Cut web pages into blocks and keep those with main content
///
/// A page is cut into blocks at the tags that browsers show as blocks. With --method paper, long blocks with many stop
/// words and few links are good, blocks with many links are bad, and short ones are what their neighbours are (jusText:
/// Pomikálek 2011; PRESEMT 2012, section 5). The default method weighs these and other signs with fitted trees.
#[derive(Debug, Parser)]
#[command(name = "htmlblocks")]
pub struct Options {
    #[command(flatten)]
    documents: DocumentArgs,

    /// The stop words: a language, a FILE with a word a line, none, or auto
    ///
    /// A language is one of those below. auto takes the one that has most of the page's words among its stop words, or the one
    /// that charset named in the document's record, if that has at least half as many or no language has many. With none,
    /// blocks are judged without stop words. For a file whose name is a language's, write ./en.
    #[arg(
        short,
        long,
        value_name = "LANG|FILE",
        default_value = "auto",
        help_heading = "Blocks"
    )]
    stoplist: String,

    /// How to tell main content
    #[arg(long, value_name = "NAME", help_heading = "Blocks")]
    method: Option<Method>,

    /// A shorter block (in characters) is short, or bad if it has a link [default: 70]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    length_low: Option<usize>,

    /// A longer block with many stop words is good, not just neargood [default: 200]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    length_high: Option<usize>,

    /// A block with this share of stop words is neargood [default: 0.3]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "jusText", hide_short_help = true)]
    stopwords_low: Option<f64>,

    /// A block with this share of stop words is good if it is long, else neargood [default: 0.32]
    #[arg(long, value_name = "SHARE", value_parser = share, help_heading = "jusText", hide_short_help = true)]
    stopwords_high: Option<f64>,

    /// A block with a higher share of its characters in links is bad [default: 0.2]
    #[arg(long, value_name = "SHARE", value_parser = density, help_heading = "jusText", hide_short_help = true)]
    max_link_density: Option<f64>,

    /// A heading is good if a good block follows after at most N characters [default: 200]
    #[arg(
        long,
        value_name = "N",
        help_heading = "jusText",
        hide_short_help = true
    )]
    max_heading_distance: Option<usize>,

    /// Treat headings as any other block
    #[arg(long, help_heading = "jusText", hide_short_help = true)]
    no_headings: bool,

    /// Do what jusText 3.0.2 does where it is not meant to
    ///
    /// White space between two tags is dropped, so that words run together; headings that are short wait for the second
    /// heading stage; what follows the end tag of html is lost.
    #[arg(long, help_heading = "jusText", hide_short_help = true)]
    compat: bool,

    /// Whether the headline (h1) belongs to the main content
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Blocks"
    )]
    title: Wish,

    /// Whether readers' comments do; drop leaves the posts of a forum alone
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Blocks"
    )]
    comments: Wish,

    /// Leave a page empty where nothing is likely to be main content
    ///
    /// Without it, of a page that has text something is kept, and "confidence" says how sure that is.
    #[arg(long, help_heading = "Blocks")]
    allow_empty: bool,

    /// With --emit blocks, name the features that decided about each block, and their weights
    #[arg(long, help_heading = "Output")]
    explain: bool,

    /// What to write [default: text, or blocks with --explain]
    #[arg(long, value_name = "WHAT", help_heading = "Output")]
    emit: Option<What>,

    /// With --emit markdown, write where links lead to
    #[arg(long, help_heading = "Output")]
    links: bool,

    /// Add what the page says about itself: title, author, date, site_name, description, language, address
    ///
    /// Title and author are those of the text itself, the date is when it was published (YYYY-MM-DD); pages that are neither an article nor a
    /// thread have no author, and a date only from article:published_time. Taken from JSON-LD, meta elements, microdata, headings, time elements and bylines.
    #[arg(long, help_heading = "Output")]
    metadata: bool,

    /// With --emit text or markdown, write that alone instead of JSON: each page, and an empty line
    #[arg(short, long, help_heading = "Output")]
    raw_output: bool,

    #[command(flatten)]
    directory: DirectoryArgs,

    #[command(flatten)]
    common: CommonArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

/// A method to tell main content from boilerplate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Method {
    /// Weigh what jusText looks at, where a block is, and what the elements around it are called, with fitted trees
    Best,
    /// jusText, the default with any of its options
    Paper,
}

/// Whether to keep what people do not agree about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Wish {
    /// As the models decide
    Auto,
    /// Always
    Keep,
    /// Never
    Drop,
}

/// What to write of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// A record for each block
    Blocks,
    /// The good blocks as a document record, an empty line between them; tables are rows with tabs, preformatted text keeps its lines
    Text,
    /// The same in Markdown
    Markdown,
    /// A page with all blocks, their classes in colour
    Html,
}

/// Where the stop words come from.
enum Source {
    One(Arc<StopList>),
    None,
    Auto,
}

/// What is said of a page beside its text.
struct Said<'a> {
    /// The language whose stop words were found to fit.
    language: Option<&'a str>,
    opinion: Option<best::Opinion>,
    metadata: Option<Metadata>,
}

/// How many features of a block are named.
const REASONS: usize = 12;

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# the main content of every page, as document records
find site -name '*.html' | htmlblocks --stoplist en > texts.jsonl
# the same as plain text, the language of each page found by its stop words
find site -name '*.html' | htmlblocks -r > texts.txt
# the headings of what was kept
find site -name '*.html' | htmlblocks --emit blocks | jq -r 'select(.class == \"good\" and .heading).text'
# look at what is kept of a page, and why
htmlblocks --emit html -o blocks.html site/on-chalk.html";

    const MEMORY: &'static str = "\
Streaming: one document per thread, whatever the corpus: two to five times its size, and, which counts for pages of many
short blocks or deep ones, 80 to 90 bytes a block with --method paper and 260 to 340 with best, 24 bytes an element that is
open, 100 a name that no element of HTML has, and with best 30 to 60 an element that cuts.";

    const SECTIONS: &'static [&'static str] = &[include_str!("methods.md")];

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let is_text = matches!(self.what(), What::Text | What::Markdown);
        if self.raw_output && !is_text {
            return Err(Error::new(
                "--raw-output",
                "only --emit text has plain text",
            ));
        }
        if self.metadata && (!is_text || self.raw_output || self.directory.is_set()) {
            return Err(Error::new(
                "--metadata",
                "only records of --emit text and markdown have room for it",
            ));
        }
        if self.directory.is_set() && !is_text {
            return Err(Error::new("--out-dir", "needs --emit text or markdown"));
        }
        self.directory.open(&self.documents, out)?;
        out.set_ending(self.ending());
        if self.links && self.what() != What::Markdown {
            return Err(Error::new("--links", "only --emit markdown has links"));
        }
        if self.explain && self.what() != What::Blocks {
            return Err(Error::new("--explain", "only --emit blocks has reasons"));
        }
        let source = self.source()?;
        let method = self.method()?;
        let parameters = self.parameters();
        let rules = match method {
            Method::Best => Rules {
                markup: is_text,
                ..Rules::BEST
            },
            Method::Paper if self.compat => Rules::COMPAT,
            Method::Paper => Rules::PAPER,
        };
        let work = |page: &mut Page, document: &Document, emit: &mut Emit| {
            page.read(document.text, rules);
            let (language, stoplist) = source.list(document, page);
            let mut verdicts = classify(page, stoplist.as_deref(), &parameters);
            let mut reasons = Vec::new();
            let opinion = (method == Method::Best).then(|| {
                let models = best::Models::built_in();
                if self.explain {
                    reasons = explain(page, &verdicts, models, REASONS);
                }
                let opinion = best::decide(page, &mut verdicts, models);
                self.amend(page, &mut verdicts, opinion.kind);
                if self.allow_empty && opinion.precision < best::LEAST {
                    best::keep_none(&mut verdicts);
                }
                opinion
            });
            count(process, page, &verdicts);
            match self.what() {
                What::Blocks => write_blocks(document, page, &verdicts, &reasons, emit),
                What::Text | What::Markdown => {
                    let metadata = self
                        .metadata
                        .then(|| Metadata::of(document.text, opinion.map(|opinion| opinion.kind)));
                    let said = Said {
                        language,
                        opinion,
                        metadata,
                    };
                    self.write_text(document, page, &verdicts, said, emit);
                }
                What::Html => {
                    let section = view::section(&document.name.to_text(), page, &verdicts);
                    emit.wrote("");
                    emit.section(&section);
                }
            }
        };
        if self.what() == What::Html {
            out.write(view::head().as_bytes())?;
        }
        command::for_each_document(
            process,
            &self.documents.sources(),
            self.threads.count(),
            out,
            Page::default,
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
    fn what(&self) -> What {
        self.emit.unwrap_or(match self.explain {
            true => What::Blocks,
            false => What::Text,
        })
    }

    fn source(&self) -> Result<Source, Error> {
        Ok(match self.stoplist.as_str() {
            "auto" => Source::Auto,
            "none" => Source::None,
            name => match StopList::of_language(name) {
                Some(list) => Source::One(list),
                None => Source::One(Arc::new(read_list(name)?)),
            },
        })
    }

    /// The method, which is jusText where one of its options was given.
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
            ("--title", self.title != Wish::Auto),
            ("--comments", self.comments != Wish::Auto),
        ];
        let only_best = of_best.iter().find(|(_, given)| *given);
        let given = of_paper.iter().find(|(_, given)| *given);
        match (self.method, given) {
            (Some(Method::Best), Some((option, _))) => {
                Err(Error::new(option, "jusText's option; use --method paper"))
            }
            (Some(Method::Paper), _) | (None, Some(_)) if only_best.is_some() => {
                let option = only_best.map_or("", |(option, _)| option);
                Err(Error::new(option, "only --method best has it"))
            }
            (Some(method), _) => Ok(method),
            (None, Some(_)) => Ok(Method::Paper),
            (None, None) => Ok(Method::Best),
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
            no_first_heading_stage: self.compat,
            allow_for_language: !self.compat,
        }
    }

    /// Does what `--title` and `--comments` say, unless that leaves nothing.
    fn amend(&self, page: &Page, verdicts: &mut [Verdict], kind: Kind) {
        let before: Vec<Class> = verdicts.iter().map(|verdict| verdict.class).collect();
        if self.title != Wish::Auto {
            best::set_headline(page, verdicts, self.title == Wish::Keep);
        }
        if self.comments == Wish::Keep || self.comments == Wish::Drop && kind != Kind::Forum {
            best::set_comments(page, verdicts, self.comments == Wish::Keep);
        }
        if verdicts.iter().all(|verdict| verdict.class != Class::Good) {
            for (verdict, class) in verdicts.iter_mut().zip(before) {
                verdict.class = class;
            }
        }
    }

    /// What the names of files have behind those of documents.
    fn ending(&self) -> &'static str {
        match self.what() {
            What::Markdown => ".md",
            _ => ".txt",
        }
    }

    fn write_text(
        &self,
        document: &Document,
        page: &Page,
        verdicts: &[Verdict],
        said: Said,
        emit: &mut Emit,
    ) {
        let style = match self.what() {
            What::Markdown => Style::Markdown { links: self.links },
            _ => Style::Text,
        };
        let mut text = render::kept(page, verdicts, style);
        if self.directory.is_set() {
            let name = [document.file_name(), self.ending().as_bytes()].concat();
            return emit.document_file(&document.name, &name, text.as_bytes(), &text);
        }
        if self.raw_output {
            emit.wrote(&text);
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            emit.out().extend_from_slice(text.as_bytes());
            return;
        }
        let kept = verdicts
            .iter()
            .filter(|verdict| verdict.class == Class::Good)
            .count();
        document.rewrite(emit.out(), &text, "htmlblocks", |added: &mut Object| {
            added
                .integer("blocks", page.blocks.len() as u64)
                .integer("kept", kept as u64);
            if let Some(language) = said.language {
                added.string("stoplist", language);
            }
            if let Some(opinion) = said.opinion {
                added
                    .string("kind", opinion.kind.as_str())
                    .float("confidence", rounded(opinion.confidence.into()));
            }
            if let Some(metadata) = &said.metadata {
                added.object("metadata", |object| {
                    for (name, value) in metadata.fields() {
                        object.string(name, value);
                    }
                });
            }
        });
    }
}

impl Source {
    /// The stop words for a document, if there are any, and their language, if it was looked for.
    fn list(
        &self,
        document: &Document,
        page: &Page,
    ) -> (Option<&'static str>, Option<Arc<StopList>>) {
        match self {
            Source::One(list) => (None, Some(Arc::clone(list))),
            Source::None => (None, None),
            Source::Auto => {
                let named = document
                    .language()
                    .and_then(|language| stoplist::language(&language));
                let texts = page.blocks.iter().filter(|block| block.link_chars == 0);
                let texts = texts.map(|block| page.text(block));
                let language = Detector::get().detect(texts, named);
                (language, language.and_then(StopList::of_language))
            }
        }
    }
}

fn read_list(name: &str) -> Result<StopList, Error> {
    let bytes = intake::folder::read_file(&PathBuf::from(name)).map_err(|error| {
        match name.contains('/') {
            true => error,
            false => intake::Error::new(
                error.source,
                format_args!("{}; nor is a list of that name built in", error.message),
            ),
        }
    })?;
    let text = String::from_utf8(bytes)
        .map_err(|_| Error::new(name, "a list of stop words must be UTF-8"))?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    let list = StopList::new(text.lines().map(str::trim));
    match list.is_empty() {
        true => Err(Error::new(name, "no stop word in it")),
        false => Ok(list),
    }
}

fn count(process: &Process, page: &Page, verdicts: &[Verdict]) {
    if !process.has_stats() {
        return;
    }
    process.count("blocks", page.blocks.len() as u64);
    for (name, class) in [("good blocks", Class::Good), ("bad blocks", Class::Bad)] {
        let blocks = verdicts.iter().filter(|verdict| verdict.class == class);
        process.count(name, blocks.count() as u64);
    }
}

fn write_blocks(
    document: &Document,
    page: &Page,
    verdicts: &[Verdict],
    reasons: &[Vec<Reason>],
    emit: &mut Emit,
) {
    for ((block, verdict), number) in page.blocks.iter().zip(verdicts).zip(1..) {
        record::Block {
            doc: document.name.clone(),
            block: number,
            class: verdict.class.as_str(),
            context_free_class: verdict.context_free.as_str(),
            heading: block.heading,
            text: page.text(block),
            tag: block.element.name().unwrap_or_default(),
            stopword_density: rounded(verdict.stopword_density),
            link_density: rounded(block.link_density()),
            score: verdict.score.map(|score| rounded(f64::from(score))),
            reasons: reasons.get(number as usize - 1).map(|reasons| {
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

/// To four digits, which is what a share can tell.
fn rounded(share: f64) -> f64 {
    (share * 1e4).round() / 1e4
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("a share is a number from 0 to 1".to_owned()),
    }
}

/// A share that may be over 1: what is in links is counted with more white space than the block has.
fn density(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(density) if density >= 0.0 => Ok(density),
        _ => Err("a density is a number from 0 on".to_owned()),
    }
}
