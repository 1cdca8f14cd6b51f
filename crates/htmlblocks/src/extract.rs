//! Extracts the main content of a page in one call.

use std::sync::Arc;

use crate::best::explain::{Reason, explain};
use crate::best::features::Kind;
use crate::best::{self, Models, Opinion, SURE};
use crate::classify::{Class, Parameters, Verdict, classify};
use crate::constants::MIN_PRECISION;
use crate::hidden::Source;
use crate::metadata::{Collector, Metadata};
use crate::render::{self, Rendered, Style};
use crate::segment::{Block, Page, Rules};
use crate::stoplist::{self, Detector, StopList};

/// The settings of an [`Extractor`] and its output.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The classifier of blocks.
    pub method: Method,
    /// The source of the stop words.
    pub stop_words: StopWords,
    /// Whether the headline is kept; [`Policy::Auto`] classifies it like other blocks. Only for [`Method::Best`].
    pub title: Policy,
    /// Whether readers' comments are kept; [`Policy::Drop`] does not apply to forums. Only for [`Method::Best`].
    pub comments: Policy,
    /// The result for a page without main content. Only for [`Method::Best`].
    pub no_content: NoContent,
    /// The outputs to compute.
    pub outputs: Outputs,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            method: Method::Best,
            stop_words: StopWords::Auto,
            title: Policy::Keep,
            comments: Policy::Auto,
            no_content: NoContent::OneBlock,
            outputs: Outputs::default(),
        }
    }
}

/// A classifier of blocks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Method {
    /// Gradient-boosted trees: [`crate::best`].
    Best,
    /// jusText, without its defects.
    Paper(Parameters),
    /// jusText 3.0.2 with its defects. [`Parameters::no_first_heading_stage`] and [`Parameters::allow_for_language`]
    /// are overridden.
    Compat(Parameters),
}

/// The source of stop words.
#[derive(Debug, Clone)]
pub enum StopWords {
    /// The built-in list for the language of the page, which is identified by stop words.
    Auto,
    /// Stop words are ignored.
    None,
    /// This list.
    List(Arc<StopList>),
}

/// Whether to keep text on which annotators disagree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Policy {
    /// By the score
    Auto,
    /// Always
    Keep,
    /// Never
    Drop,
}

/// The result for a page on which probably nothing is main content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoContent {
    /// Keep its most probable block, with a low confidence.
    OneBlock,
    /// Keep nothing.
    Empty,
}

/// The outputs to compute for a page. Leaving some out saves time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outputs {
    /// [`Extraction::text`].
    pub text: bool,
    /// [`Extraction::markdown`]; `None` leaves it empty.
    pub markdown: Option<Links>,
    /// [`Extraction::metadata`].
    pub metadata: bool,
    /// The number of reasons for each score, in [`Extraction::reasons`]. Only for [`Method::Best`]; it takes many times
    /// longer than everything else.
    pub reasons: usize,
}

impl Outputs {
    /// Only the blocks and their classes.
    pub const BLOCKS: Outputs = Outputs {
        text: false,
        markdown: None,
        metadata: false,
        reasons: 0,
    };
}

impl Default for Outputs {
    /// Everything but the reasons.
    fn default() -> Self {
        Outputs {
            text: true,
            markdown: Some(Links::Dropped),
            metadata: true,
            reasons: 0,
        }
    }
}

/// Whether Markdown has the addresses of links.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Links {
    /// Only their text is written.
    Dropped,
    /// They are written as `[text](address)`.
    Kept,
}

/// The result for a page. It borrows the memory of the [`Extractor`] until the next page.
#[derive(Debug)]
pub struct Extraction<'e> {
    /// The main content as plain text. Empty lines separate blocks, and tabs separate table cells.
    pub text: String,
    /// The main content in Markdown.
    pub markdown: String,
    /// Title, author, date and so on; unknown fields are empty.
    pub metadata: Metadata,
    /// The most probable kind of page; `None` with jusText, and for plain text.
    pub kind: Option<Kind>,
    /// The expected F1 of the kept characters, 0 to 1. If the text is from data of the page, the share of it that is
    /// not visible. `None` with jusText, and for plain text.
    pub confidence: Option<f32>,
    /// The source of the text if it is not the visible text of a page.
    pub source: Option<Source>,
    /// The language that was identified to choose the stop words.
    pub language: Option<&'static str>,
    /// For each block, the features that contribute most to its score, if [`Outputs::reasons`] is above 0.
    pub reasons: Vec<Vec<Reason>>,
    /// Whether the last blocks are paragraphs without markup, since the text or the Markdown would otherwise be more
    /// than ten times as long as the page.
    pub is_plain: bool,
    pub(crate) page: &'e Page,
    pub(crate) verdicts: &'e [Verdict],
}

/// A block of a page with its classification.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ExtractedBlock<'e> {
    /// Its text, with white space collapsed.
    pub text: &'e str,
    /// Its class: [`Class::Good`] if it is kept.
    pub class: Class,
    /// The probability that it is main content; `None` with jusText.
    pub score: Option<f32>,
    /// The level of the heading around it, 1 to 6, or 0 if there is none.
    pub level: u8,
    /// The name of the element where it begins.
    pub tag: &'static str,
}

impl<'e> Extraction<'e> {
    /// Returns all blocks, in document order.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = ExtractedBlock<'e>> + use<'e> {
        let page = self.page;
        let blocks = page.blocks.iter().zip(self.verdicts);
        blocks.map(move |(block, verdict)| ExtractedBlock {
            text: page.text(block),
            class: verdict.class,
            score: verdict.score,
            level: block.level,
            tag: block.element.name().unwrap_or_default(),
        })
    }

    /// Returns the number of kept blocks.
    pub fn kept(&self) -> usize {
        let classes = self.verdicts.iter().map(|verdict| verdict.class);
        classes.filter(|class| *class == Class::Good).count()
    }
}

/// Extracts the main content of pages, one after the other. It reuses its memory.
#[derive(Debug)]
pub struct Extractor<'m> {
    settings: Settings,
    models: &'m Models,
    page: Page,
    verdicts: Vec<Verdict>,
    collector: Collector,
}

impl Default for Extractor<'_> {
    fn default() -> Self {
        Extractor::new(Settings::default())
    }
}

impl Extractor<'static> {
    /// Creates an extractor with the built-in models.
    pub fn new(settings: Settings) -> Self {
        Extractor::with_models(settings, Models::built_in())
    }
}

impl<'m> Extractor<'m> {
    /// Creates an extractor with other models.
    pub fn with_models(settings: Settings, models: &'m Models) -> Self {
        Extractor {
            settings,
            models,
            page: Page::default(),
            verdicts: Vec::new(),
            collector: Collector::default(),
        }
    }

    /// Extracts the main content of a page.
    pub fn extract(&mut self, html: &str) -> Extraction<'_> {
        self.extract_in(html, None)
    }

    /// Extracts the main content of a page whose language may be known, as a tag such as `de` or `de-AT`.
    ///
    /// [`StopWords::Auto`] prefers that language if the page has at least 50 % as many of its stop words as of any other
    /// language. It also does so if the page has few stop words of any language.
    pub fn extract_in(&mut self, html: &str, language: Option<&str>) -> Extraction<'_> {
        let outputs = self.settings.outputs;
        let is_best = self.settings.method == Method::Best;
        if is_best && !html.trim_start().is_empty() && !html::has_markup(html) {
            return self.keep_whole(html);
        }
        // jusText's parser closes elements in other places than browsers do, so metadata then need a walk of their own.
        let mut collector = std::mem::take(&mut self.collector);
        collector.begin();
        let collects = outputs.metadata && is_best;
        let language = self.read(html, language, collects.then_some(&mut collector));
        let mut reasons = Vec::new();
        let mut opinion = None;
        let mut source = None;
        if is_best {
            if self.settings.outputs.reasons > 0 {
                let most = self.settings.outputs.reasons;
                reasons = explain(&self.page, &self.verdicts, self.models, most);
            }
            let found = best::decide(&self.page, &mut self.verdicts, self.models);
            self.amend(found.kind);
            if self.settings.no_content == NoContent::Empty && found.precision < MIN_PRECISION {
                best::keep_none(&mut self.verdicts);
            }
            opinion = Some(found);
            if let Some((from, confidence)) = self.read_hidden(found.precision) {
                source = Some(from);
                reasons.clear();
                self.amend(found.kind);
                opinion = Some(Opinion {
                    confidence,
                    ..found
                });
            }
        }
        let kind = opinion.map(|opinion| opinion.kind);
        let metadata = match outputs.metadata {
            true if is_best => collector.metadata(kind),
            true => Metadata::of(html, kind),
            false => Metadata::default(),
        };
        self.collector = collector;
        let text = match outputs.text {
            true => render::kept(&self.page, &self.verdicts, Style::Text),
            false => Rendered::default(),
        };
        let markdown = self.markdown();
        Extraction {
            is_plain: text.is_plain || markdown.is_plain,
            text: text.text,
            markdown: markdown.text,
            metadata,
            kind,
            confidence: opinion.map(|opinion| opinion.confidence),
            source,
            language,
            reasons,
            page: &self.page,
            verdicts: &self.verdicts,
        }
    }

    /// Keeps all of a document without markup. Its paragraphs are its blocks.
    fn keep_whole(&mut self, plain: &str) -> Extraction<'_> {
        let mut html = String::with_capacity(plain.len() + plain.len() / 8);
        let mut is_open = false;
        for line in plain.lines() {
            html += match (line.trim().is_empty(), is_open) {
                (true, _) => "",
                (false, true) => "<br>",
                (false, false) => "<p>",
            };
            is_open = !line.trim().is_empty();
            html += &html::escape(line);
        }
        self.keep_all(&html);
        let outputs = self.settings.outputs;
        let text = plain.trim_end().trim_start_matches(['\n', '\r']);
        let markdown = self.markdown();
        Extraction {
            text: if outputs.text { text } else { "" }.to_owned(),
            is_plain: markdown.is_plain,
            markdown: markdown.text,
            metadata: Metadata::default(),
            kind: None,
            confidence: None,
            source: Some(Source::PlainText),
            language: None,
            reasons: Vec::new(),
            page: &self.page,
            verdicts: &self.verdicts,
        }
    }

    /// Returns the kept blocks in Markdown, if the settings ask for it.
    fn markdown(&self) -> Rendered {
        let markdown = self.settings.outputs.markdown.map(|links| {
            let links = links == Links::Kept;
            render::kept(&self.page, &self.verdicts, Style::Markdown { links })
        });
        markdown.unwrap_or_default()
    }

    /// Reads a page all of whose blocks are kept.
    fn keep_all(&mut self, html: &str) {
        self.page.read(html, self.rules());
        self.verdicts = classify(&self.page, None, &Parameters::default());
        for verdict in &mut self.verdicts {
            verdict.class = Class::Good;
        }
    }

    /// Returns the blocks of a page with their classes by jusText. This is the first step of either method; the
    /// features of [`crate::best`] are computed from it.
    pub fn segment(&mut self, html: &str) -> (&Page, &[Verdict]) {
        self.read(html, None, None);
        (&self.page, &self.verdicts)
    }

    /// Segments a page and classifies its blocks by jusText. The collector takes part in the same walk. Returns the
    /// language if it was identified.
    fn read(
        &mut self,
        html: &str,
        language: Option<&str>,
        collector: Option<&mut Collector>,
    ) -> Option<&'static str> {
        let rules = self.rules();
        match collector {
            Some(collector) => self.page.read_with(html, rules, collector),
            None => self.page.read(html, rules),
        }
        let (language, list) = match &self.settings.stop_words {
            StopWords::List(list) => (None, Some(Arc::clone(list))),
            StopWords::None => (None, None),
            StopWords::Auto => {
                let known = language.and_then(stoplist::language);
                let page = &self.page;
                let plain = page.blocks.iter().filter(|block| block.link_chars == 0);
                let texts = plain.map(|block| page.text(block));
                let language = Detector::get().detect(texts, known);
                (language, language.and_then(StopList::of_language))
            }
        };
        self.verdicts = classify(&self.page, list.as_deref(), &self.parameters());
        language
    }

    fn rules(&self) -> Rules {
        let outputs = &self.settings.outputs;
        match self.settings.method {
            Method::Best => Rules {
                markup: outputs.text || outputs.markdown.is_some(),
                ..Rules::BEST
            },
            Method::Paper(_) => Rules::PAPER,
            Method::Compat(_) => Rules::COMPAT,
        }
    }

    fn parameters(&self) -> Parameters {
        match self.settings.method {
            Method::Best => Parameters::default(),
            Method::Paper(parameters) => parameters,
            Method::Compat(parameters) => Parameters {
                no_first_heading_stage: true,
                allow_for_language: false,
                ..parameters
            },
        }
    }

    /// Applies the policies for titles and comments, unless no block would be kept.
    fn amend(&mut self, kind: Kind) {
        let Settings {
            title, comments, ..
        } = self.settings;
        let (page, verdicts) = (&self.page, &mut self.verdicts);
        let before: Vec<Class> = verdicts.iter().map(|verdict| verdict.class).collect();
        if title != Policy::Auto {
            best::set_headline(page, verdicts, title == Policy::Keep);
        }
        let may_drop = || kind != Kind::Forum || best::comments::has_article(page);
        if comments == Policy::Keep || comments == Policy::Drop && may_drop() {
            best::comments::set_comments(page, verdicts, comments == Policy::Keep);
        }
        if verdicts.iter().all(|verdict| verdict.class != Class::Good) {
            for (verdict, class) in verdicts.iter_mut().zip(before) {
                verdict.class = class;
            }
        }
    }

    /// Reads the data of a page instead of the visible text, if the data is its main content. Returns the source and
    /// the confidence. `precision` is that of the visible text.
    fn read_hidden(&mut self, precision: f32) -> Option<(Source, f32)> {
        let page = &self.page;
        let visible = page.blocks.iter().map(|block| page.text(block));
        let blocks = page.blocks.iter().zip(&self.verdicts);
        let kept = blocks.filter(|(_, verdict)| verdict.class == Class::Good);
        let is_sure = |(block, _): &(&Block, _)| precision >= SURE && !block.heading;
        let sure = kept.clone().filter(is_sure);
        let (kept, sure) = (
            kept.map(|(block, _)| page.text(block)),
            sure.map(|(block, _)| page.text(block)),
        );
        let (source, html, confidence) = page.declared.hidden.instead_of(visible, kept, sure)?;
        // The data of a page rarely include the headline that it shows.
        let headline = best::kept_headline(page, &self.verdicts).map(str::to_owned);
        self.keep_all(&html);
        let has = |text: &str| {
            self.page
                .blocks
                .iter()
                .any(|block| self.page.text(block) == text)
        };
        if let Some(text) = headline.filter(|text| !has(text)) {
            self.keep_all(&format!("<h1>{}</h1>{html}", html::escape::escape(&text)));
        }
        Some((source, confidence))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STORY: &str = "<html lang=en><title>Low water</title><nav><a href=/>Home</a> <a href=/a>About us</a></nav>\
        <h1>Low water</h1><p>The river was so low in the autumn that the old stones of the ford could be seen from the bridge, and \
        children walked on them from one bank to the other.<p>Nobody in the village could remember when that had been possible before.";

    #[test]
    fn text_without_markup_is_kept_as_it_is() {
        let plain = "  A CATALOGUE\n\nRye & oats <ann@mill.example>\n  barley\n\n\n1\n";
        let mut extractor = Extractor::default();
        let found = extractor.extract(plain);
        assert_eq!(found.text, plain.trim_end());
        let markdown = "A CATALOGUE\n\nRye & oats \\<ann@mill.example>  \nbarley\n\n1";
        assert_eq!(found.markdown, markdown);
        assert_eq!((found.source, found.kind), (Some(Source::PlainText), None));
        let blocks: Vec<&str> = found.blocks().map(|block| block.text).collect();
        assert_eq!(
            blocks,
            ["A CATALOGUE", "Rye & oats <ann@mill.example> barley", "1"]
        );
        assert_eq!(found.kept(), 3);
        assert_eq!(extractor.extract(" \n").source, None);
    }

    #[test]
    fn only_what_is_asked_for_is_returned() {
        let mut extractor = Extractor::new(Settings {
            outputs: Outputs::BLOCKS,
            ..Settings::default()
        });
        let found = extractor.extract(STORY);
        assert_eq!((&*found.text, &*found.markdown), ("", ""));
        assert_eq!(found.metadata, Metadata::default());
        assert!(found.kept() >= 2 && found.kind.is_some() && found.confidence.is_some());
        assert!(
            found
                .blocks()
                .any(|block| block.text.starts_with("Nobody") && block.class == Class::Good)
        );
    }

    #[test]
    fn an_extractor_remembers_nothing_of_the_page_before() {
        let mut used = Extractor::default();
        used.extract(STORY);
        let other =
            "<p>Another page, with one sentence that is long enough to be the main content of it.";
        let (again, fresh) = (
            used.extract(other).text,
            Extractor::default().extract(other).text,
        );
        assert_eq!(again, fresh);
        assert_eq!(used.extract("").text, "");
    }

    #[test]
    fn an_article_in_data_has_the_headline_that_is_shown() {
        let body = "The ferry was sold to a museum, which will show it in a dry dock from next spring on. ".repeat(8);
        let of = |title, body: &str| {
            let html = format!(
                "<title>Ferry & sea - Harbour</title><script type=application/ld+json>{{\"@type\":\"Article\",\"articleBody\":\"{body}\"}}</script>\
                 <h1>Ferry & sea</h1><p>The ferry was sold to a museum, which is far away from the sea and from all of its harbours."
            );
            let mut extractor = Extractor::new(Settings {
                title,
                ..Settings::default()
            });
            let found = extractor.extract(&html);
            assert_eq!(found.source, Some(Source::JsonLd));
            found.text
        };
        assert_eq!(
            of(Policy::Keep, &body),
            format!("Ferry & sea\n\n{}", body.trim_end())
        );
        assert_eq!(of(Policy::Drop, &body), body.trim_end());
        let with_title = of(Policy::Keep, &format!("Ferry & sea\\n\\n{body}"));
        assert_eq!(with_title.matches("Ferry & sea").count(), 1);
    }

    #[test]
    fn data_about_a_page_take_none_of_its_text_away() {
        let page = |data: &str| {
            let html = format!(
                "<!DOCTYPE html><html lang=en><title>Lamp T2 - Lights</title>{data}<header><a href=/>Lights</a><nav><a href=/a>Lamps</a> \
                 <a href=/b>Shades</a></nav></header><div id=content><h1>Lamp T2</h1><p>Bright and blue. For one desk.</p><div class=more>\
                 <p>Or for a shelf.</p></div><ul><li>Height: 40 cm</li><li>Colour: blue</li></ul></div><aside><h5>Popular</h5><ul><li>\
                 <a href=/c>Nine lamps for the night</a></li></ul></aside><footer><p>Copyright 2020 Lights. <a href=/d>Privacy</a></footer>"
            );
            Extractor::default().extract(&html).text
        };
        let plain = page("");
        assert!(plain.contains("Colour: blue"));
        let text = "Bright and blue. For one desk.";
        let described = [
            "Product",
            "JobPosting",
            "Event",
            "Book",
            "Course",
            "Recipe",
            "HowTo",
        ];
        let described = described
            .map(|of| format!(r#"{{"@type":"{of}","name":"Lamp T2","description":"{text}"}}"#));
        let question = format!(
            r#"{{"@type":"QAPage","mainEntity":{{"@type":"Question","name":"Lamp T2","acceptedAnswer":{{"@type":"Answer","text":"{text}"}}}}}}"#
        );
        for json in described.into_iter().chain([question]) {
            let found = page(&format!("<script type=application/ld+json>{json}</script>"));
            assert!(
                plain.lines().all(|line| found.contains(line)),
                "{json}: {found}"
            );
        }
    }

    #[test]
    fn short_data_are_the_text_of_a_page_that_shows_nothing() {
        let job = r#"{"@type":"JobPosting","description":"We look for a miller who sings."}"#;
        let of = |shown: &str| {
            let html =
                format!("<script type=application/ld+json>{job}</script>{shown}<div id=app></div>");
            Extractor::default().extract(&html).text
        };
        assert_eq!(of(""), "We look for a miller who sings.");
        assert_eq!(of("<p>Loading"), "Loading");
    }

    #[test]
    fn an_article_in_data_only_is_read() {
        let body = "The ferry was sold to a museum, which will show it in a dry dock from next spring on. ".repeat(4);
        let html = format!(
            "<script type=application/ld+json>{{\"@type\":\"Article\",\"articleBody\":\"{body}\"}}</script><p>Please turn on scripts."
        );
        let mut extractor = Extractor::default();
        let found = extractor.extract(&html);
        assert!(
            found.text.starts_with("The ferry was sold"),
            "{}",
            found.text
        );
        assert_eq!(found.source, Some(Source::JsonLd));
    }
}
