//! `--method best`: gradient-boosted trees over features of the block, its neighbours, its containers and the page.
//!
//! Small models estimate the kind of the page. The main model has these estimates as features, and estimates the
//! probability that a block is main content.
//!
//! There is no fixed threshold: the kept blocks maximise the expected precision and recall of the page's characters. So
//! on a page of low probabilities, less probable blocks are kept. Repeated text is kept once, except in documentation.

mod banners;
mod beside;
mod cards;
pub mod comments;
mod copies;
mod directions;
pub mod evidence;
pub mod explain;
pub mod features;
mod groups;
mod invitations;
mod landmarks;
pub mod model;
mod notices;
mod panels;
mod pointers;
mod relations;
mod repeats;
mod signs;
mod structures;
mod subject;
mod text;

use std::sync::LazyLock;

use platform::math;

use crate::classify::{Class, Verdict};
use crate::constants::{FADED_IN, MIN_SHARE, RECALL_WEIGHT, SHOWN_LATER};
use crate::metadata::date;
use crate::outline::{ARTICLE, AUTHOR, Hidden, MAIN};
use crate::segment::{Block, Page};
use evidence::Evidence;
use features::{Columns, KINDS_OF_PAGES, Kind, LANES, PAGE_KIND, PageRow, Row};
use landmarks::Landmarks;
use model::{File, Model, probability};

/// The models as [`Models::table`] returns them, made from `model.txt`, which `crates/lab/src/train_htmlblocks/fit.py`
/// writes. Reading the text would take 10 % of the time of a process that sees one page.
static TABLE: &[u8] = include_bytes!("model.bin");

/// The number of blocks per batch, so small that their features stay in the cache.
const AT_ONCE: usize = 4 * LANES;

/// The models: one for each kind of page, one for articles, and the main model.
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    kinds: [Model; KINDS_OF_PAGES],
    /// Whether a page without JSON-LD is an article. It also knows pages from before JSON-LD, which look like lists to the
    /// model of that kind.
    text: Model,
    main: Model,
    /// The features of their splits, with their medians over the training data.
    medians: Vec<(u16, f32)>,
}

/// The result for a page as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Its most probable kind.
    pub kind: Kind,
    /// The expected F1 of the kept characters, 0 to 1.
    pub confidence: f32,
    /// The expected precision of the kept characters, 0 to 1.
    pub precision: f32,
}

impl Models {
    /// Returns the fitted models.
    pub fn built_in() -> &'static Models {
        static MODELS: LazyLock<Models> =
            LazyLock::new(|| Models::of_table(TABLE).expect("a table that a test reads"));
        &MODELS
    }

    /// Reads models.
    ///
    /// Errors: those of [`File::parse`], or the name of a missing model.
    pub fn parse(text: &str) -> Result<Models, String> {
        let file = File::parse(text)?;
        let model = |name: &str| {
            file.model(name)
                .cloned()
                .ok_or_else(|| format!("no model is called {name}"))
        };
        let mut kinds: [Model; KINDS_OF_PAGES] = Default::default();
        for kind in Kind::ALL {
            kinds[kind as usize] = model(kind.as_str())?;
        }
        Ok(Models {
            kinds,
            text: model("text")?,
            main: model("main")?,
            medians: file.features,
        })
    }

    /// Returns the models as 32-bit little-endian words: the content of `model.bin`.
    pub fn table(&self) -> Vec<u8> {
        let mut words = vec![self.medians.len() as u32];
        let medians = self.medians.iter();
        words.extend(medians.flat_map(|&(feature, median)| [feature.into(), median.to_bits()]));
        let models = self.kinds.iter().chain([&self.text, &self.main]);
        models.for_each(|model| model.write(&mut words));
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Reads the table that [`Models::table`] returned.
    fn of_table(table: &[u8]) -> Option<Models> {
        let mut words = table.as_chunks().0.iter().copied().map(u32::from_le_bytes);
        let count = words.next()?;
        let median = |_| Some((words.next()? as u16, f32::from_bits(words.next()?)));
        let medians = (0..count).map(median).collect::<Option<_>>()?;
        let mut kinds: [Model; KINDS_OF_PAGES] = Default::default();
        for kind in &mut kinds {
            *kind = Model::read(&mut words)?;
        }
        Some(Models {
            kinds,
            text: Model::read(&mut words)?,
            main: Model::read(&mut words)?,
            medians,
        })
    }

    /// Computes the features of a page, with the probabilities of kinds, and its most probable kind.
    fn page(&self, evidence: &Evidence) -> (PageRow, Kind) {
        let mut row = evidence.page();
        let value = |feature: usize| row[feature - features::BLOCK_COUNT];
        let likely = self
            .kinds
            .each_ref()
            .map(|model| probability(model.score(value)));
        let is_old = evidence
            .page
            .declared
            .linked_data
            .iter()
            .all(|types| *types == 0);
        let of_kind = |kind: Kind| match kind {
            Kind::Article if is_old => {
                probability(self.text.score(value)).max(likely[kind as usize])
            }
            kind => likely[kind as usize],
        };
        let kind = Kind::ALL
            .into_iter()
            .max_by(|&a, &b| of_kind(a).total_cmp(&of_kind(b)))
            .filter(|&kind| of_kind(kind) >= LIKELY || !is_dated_article(evidence.page))
            .unwrap_or(Kind::Article);
        let all: f32 = likely.iter().sum();
        Row::of_page(&mut row).set_all(PAGE_KIND, likely.map(|likely| share(likely, all)));
        (row, kind)
    }

    /// Returns for each block of a page the log-odds that it is main content.
    pub fn scores(&self, evidence: &Evidence, page: &PageRow, blocks: usize) -> Vec<f32> {
        let mut columns = Columns::default();
        let mut scores = Vec::with_capacity(blocks);
        for from in (0..blocks).step_by(AT_ONCE) {
            evidence.columns(from..(from + AT_ONCE).min(blocks), &mut columns);
            columns.set_page(page);
            scores.extend(self.main.scores(&columns));
        }
        scores
    }
}

/// A page that has a date below its headline, and declares itself an article or is in an element of that name, is one if no kind
/// has this probability.
const LIKELY: f32 = 0.5;

/// Whether a page is an article by its declarations or elements, and a short block right below its headline has a date.
fn is_dated_article(page: &Page) -> bool {
    let is_dated = |block: &Block| {
        let text = page.text(block);
        let is_byline = || page.outline[block.container as usize].hints & AUTHOR != 0;
        text.len() <= SHORT && (is_byline() || date::parse(text, "en").is_some())
    };
    let headline = || page.blocks.iter().position(|block| block.level == 1);
    let is_article = |at: usize| {
        let container = &page.outline[page.blocks[at].container as usize];
        page.declared.og_type == "article" || container.kinds_above & ARTICLE != 0
    };
    headline()
        .is_some_and(|at| is_article(at) && page.blocks[at + 1..].iter().take(BELOW).any(is_dated))
}

/// The number of blocks below the headline that may be its date, and the bytes of the longest of them.
const BELOW: usize = 4;
const SHORT: usize = 200;

/// Sets the probability of each block of a page, and which blocks are kept. The page must be segmented with
/// [`crate::Rules::BEST`], and its blocks must be classified with the default parameters.
pub fn decide(page: &Page, verdicts: &mut [Verdict], models: &Models) -> Opinion {
    let evidence = Evidence::new(page, verdicts);
    let (row, kind) = models.page(&evidence);
    let scores = models.scores(&evidence, &row, page.blocks.len());
    let mut likely: Vec<f32> = scores.into_iter().map(probability).collect();
    groups::equalise_rows(page, &mut likely);
    let mut plain = likely.clone();
    let given = subject::raise_subject(page, &mut likely, kind);
    let mut choice = choose_with(page, &mut likely, &given, kind);
    // What is given makes a page surer of a part of its text. It takes nothing away that the page would keep without it, except
    // what shops show around the description of a product.
    if given.contains(&true) {
        let without = choose_with(page, &mut plain, &vec![false; given.len()], kind);
        let least = if kind == Kind::Product { SURE } else { 0.0 };
        let kept = without.kept.iter().zip(&plain);
        let kept: Vec<bool> = kept
            .map(|(kept, likely)| *kept && *likely >= least)
            .collect();
        choice.add(&kept, page, &likely);
    }
    // Manuals repeat text from one function to the next.
    if kind != Kind::Documentation {
        copies::drop_copies(page, &mut choice.kept);
    }
    let is_list = matches!(
        kind,
        Kind::Product | Kind::Listing | Kind::Collection | Kind::Service
    );
    cards::drop_cards(page, &mut choice.kept, is_list);
    pointers::drop_other_products(page, &mut choice.kept);
    directions::drop_bars(page, &mut choice.kept);
    notices::drop_notices(page, &mut choice.kept, &likely, kind);
    for ((verdict, &likely), kept) in verdicts.iter_mut().zip(&likely).zip(choice.kept) {
        verdict.score = Some(likely);
        verdict.class = if kept { Class::Good } else { Class::Bad };
    }
    Opinion {
        kind,
        confidence: choice.f1,
        precision: choice.precision,
    }
}

/// Applies the rules for blocks that belong together and for what is beside the text, and chooses the blocks to keep.
fn choose_with(page: &Page, likely: &mut [f32], given: &[bool], kind: Kind) -> Choice {
    groups::decide_together(page, likely, kind);
    // Shops, lists and services have panels that a click shows. They are rare on other pages.
    if matches!(kind, Kind::Product | Kind::Listing | Kind::Service) {
        hide(page, likely, given, Hidden::Yes, SHOWN_LATER);
    } else {
        hide(page, likely, given, Hidden::WithClass, SHOWN_LATER);
        hide(page, likely, given, Hidden::Faded, FADED_IN);
    }
    let landmarks = Landmarks::new(page, given);
    let is_banner = banners::hide_banners(page, likely, |at| landmarks.is_own(at));
    landmarks.hide(likely, &is_banner);
    groups::join_labels(page, likely);
    let sizes: Vec<f32> = page.blocks.iter().map(|block| block.chars as f32).collect();
    let least = match kind {
        Kind::Documentation => SURE,
        _ => f32::INFINITY,
    };
    choose(likely, &sizes, least)
}

/// Manuals keep all blocks that are rather main content than not: each of them raises the expected F1 of the page.
pub(crate) const SURE: f32 = 0.5;

/// The greatest number of headings that are searched for the headline.
const MOST_HEADINGS: usize = 200;

/// Sets the probability of blocks to 0 if they are hidden at least as much as `least`, unless the main content in them is
/// more than `most` times that of the others. What the data of the page give as its subject stays: a click shows it.
fn hide(page: &Page, likely: &mut [f32], given: &[bool], least: Hidden, most: f32) {
    let is_hidden = panels::hidden_blocks(page, least);
    let (mut hidden, mut shown) = (0.0, 0.0);
    for ((block, likely), is_hidden) in page.blocks.iter().zip(&*likely).zip(&is_hidden) {
        let sum = match is_hidden {
            true => &mut hidden,
            false => &mut shown,
        };
        *sum += likely * block.chars as f32;
    }
    if hidden <= most * shown {
        let blocks = is_hidden.iter().zip(likely).zip(given);
        let blocks = blocks.filter(|((is_hidden, _), given)| **is_hidden && !**given);
        blocks.for_each(|((_, likely), _)| *likely = 0.0);
    }
}

/// Keeps or drops the headline of a page, whatever its probability. It is kept once.
pub fn set_headline(page: &Page, verdicts: &mut [Verdict], keep: bool) {
    let Some(at) = headline(page) else { return };
    let text = page.text(&page.blocks[at]);
    for (block, verdict) in page.blocks.iter().zip(&mut *verdicts) {
        if block.heading && page.text(block) == text {
            verdict.class = Class::Bad;
        }
    }
    if keep {
        verdicts[at].class = Class::Good;
    }
}

/// Returns the text of the headline of a page, if the headline is kept.
pub fn kept_headline<'p>(page: &'p Page, verdicts: &[Verdict]) -> Option<&'p str> {
    let at = headline(page).filter(|&at| verdicts[at].class == Class::Good)?;
    Some(page.text(&page.blocks[at]))
}

/// Returns the headline: the first heading that equals `og:title` or the first part of the page's title, or else the
/// only h1. The last part of a title is the name of the site, and an h1 may be, too, which counts only in the main text.
/// Copies of an h1 count as one.
fn headline(page: &Page) -> Option<usize> {
    let letters = |text: &str| -> String {
        let letters = text.chars().filter(|character| character.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let (title, shared) = (letters(&page.title), letters(&page.declared.title));
    let headings: Vec<(usize, String)> = (0..page.blocks.len())
        .filter(|&at| page.blocks[at].level > 0)
        .take(MOST_HEADINGS)
        .map(|at| (at, letters(page.text(&page.blocks[at]))))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let is_shared = |text: &str| text == shared;
    let is_first = |text: &str| title.starts_with(text);
    let is_site = |text: &str| !title.starts_with(text) && title.ends_with(text);
    let level_1 = || {
        headings
            .iter()
            .filter(|(at, _)| page.blocks[*at].level == 1)
    };
    let mut others = level_1().filter(|(_, text)| !is_site(text));
    let only = others
        .next()
        .filter(|(_, text)| others.all(|(_, other)| other == text));
    let first = |fits: &dyn Fn(&str) -> bool| level_1().find(|(_, text)| fits(text));
    let any = |fits: &dyn Fn(&str) -> bool| headings.iter().find(|(_, text)| fits(text));
    // Side bars of manuals have the first word of the title.
    let is_first_part = |text: &str| {
        let mut count = text.chars().count();
        let rest = page.title.trim_start_matches(|letter: char| {
            let more = count > 0;
            if letter.is_alphanumeric() {
                count = count.saturating_sub(letter.to_lowercase().count());
            }
            more
        });
        let goes_on = |rest: &str| rest.starts_with(char::is_alphanumeric);
        is_first(text) && !goes_on(rest.trim_start()) && !rest.starts_with(['-', '\'', '\u{2019}'])
    };
    let is_inside = |(at, _): &&(usize, String)| {
        let above = page.outline[page.blocks[*at].container as usize].kinds_above;
        above & (MAIN | ARTICLE) != 0
    };
    let within = |(_, text): &&(usize, String)| title.contains(&**text);
    let found = first(&is_shared)
        .or_else(|| first(&is_first))
        .or_else(|| only.filter(within))
        .or_else(|| {
            let found = any(&is_shared).or_else(|| any(&is_first_part))?;
            Some(
                only.filter(|(_, text)| text.contains(&found.1))
                    .unwrap_or(found),
            )
        })
        .or(only)
        .or_else(|| any(&is_first))
        .or_else(|| level_1().find(|one| within(one) && !is_site(&one.1)))
        .or_else(|| level_1().find(is_inside));
    found.map(|(at, _)| *at)
}

/// Drops all blocks.
pub fn keep_none(verdicts: &mut [Verdict]) {
    (verdicts.iter_mut()).for_each(|verdict| verdict.class = Class::Bad);
}

/// A choice of blocks to keep.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// Whether each block is kept.
    pub kept: Vec<bool>,
    /// The expected F1 of their characters.
    pub f1: f32,
    /// The expected precision of their characters.
    pub precision: f32,
}

impl Choice {
    /// Keeps further blocks, and expects F1 and precision anew.
    fn add(&mut self, kept: &[bool], page: &Page, likely: &[f32]) {
        let (mut common, mut found, mut right) = (0.0, 0.0, 0.0);
        for (at, (block, likely)) in page.blocks.iter().zip(likely).enumerate() {
            self.kept[at] |= kept[at];
            let size = block.chars as f32;
            right += likely * size;
            if self.kept[at] {
                (common, found) = (common + likely * size, found + size);
            }
        }
        self.precision = share(common, found);
        self.f1 = share(2.0 * common, found + right);
    }
}

/// Chooses the blocks to keep by their probabilities and sizes. The candidates are the prefixes of the blocks in
/// descending order of probability, down to `MIN_SHARE` of the highest one. The best one has the largest expected precision plus
/// `RECALL_WEIGHT` times expected recall. At least one block is kept.
///
/// F1 over many pages is that of their mean precision and mean recall, and grows with the weighted sum of the two.
///
/// Blocks with a probability of `sure` or more are kept in any case. On a page with a long navigation, many blocks of low
/// probability make the expected recall small, so that another likely block would add too little to it.
pub fn choose(likely: &[f32], sizes: &[f32], sure: f32) -> Choice {
    let mut order: Vec<usize> = (0..likely.len()).collect();
    order.sort_by(|&a, &b| likely[b].total_cmp(&likely[a]).then(a.cmp(&b)));
    let right: f32 = likely
        .iter()
        .zip(sizes)
        .map(|(likely, size)| likely * size)
        .sum();
    let mut choice = Choice {
        kept: vec![false; likely.len()],
        ..Choice::default()
    };
    let (mut common, mut found) = (0.0, 0.0);
    let (mut best, mut count) = (f32::NEG_INFINITY, 0);
    for (number, &at) in (1..).zip(&order) {
        if number > 1 && likely[at] < MIN_SHARE * likely[order[0]] {
            break;
        }
        common += likely[at] * sizes[at];
        found += sizes[at];
        let precision = share(common, found);
        let both = precision + RECALL_WEIGHT * share(common, right);
        if both > best || likely[at] >= sure {
            (best, count) = (best.max(both), number);
            choice.precision = precision;
            choice.f1 = share(2.0 * common, found + right);
        }
    }
    for &at in &order[..count] {
        choice.kept[at] = true;
    }
    choice
}

/// Distances in blocks are capped at this.
const FAR: u8 = 50;

fn farther(blocks: u8) -> u8 {
    FAR.min(blocks + 1)
}

/// Returns the logarithm of 1 + `number`. Most numbers are small counts, whose logarithms are in a table.
#[inline]
fn log(number: f32) -> f32 {
    static OF_COUNTS: LazyLock<[f32; 1 << 10]> =
        LazyLock::new(|| std::array::from_fn(|count| math::ln(1.0 + count as f32)));
    let count = number as i32;
    match OF_COUNTS.get(count as usize) {
        Some(log) if count as f32 == number => *log,
        _ => math::ln(1.0 + number),
    }
}

/// The inverse of [`probability`]; finite also for 0 and 1.
fn log_odds(likely: f32) -> f32 {
    let likely = likely.clamp(1e-6, 1.0 - 1e-6);
    math::ln(likely / (1.0 - likely))
}

fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn flag(set: bool) -> f32 {
    f32::from(u8::from(set))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parameters, Rules, StopList, classify};

    #[test]
    fn the_most_probable_blocks_are_kept() {
        let kept = |likely: &[f32]| choose(likely, &vec![100.0; likely.len()], f32::INFINITY).kept;
        assert_eq!(kept(&[0.9, 0.1, 0.8]), [true, false, true]);
        // All probabilities are low, but some block must be the main content.
        assert_eq!(kept(&[0.3, 0.01, 0.02]), [true, false, false]);
        assert_eq!(kept(&[0.05, 0.04, 0.0]), [true, true, false]);
        assert_eq!(kept(&[0.09, 0.02, 0.0]), [true, false, false]);
        assert_eq!(kept(&[0.0]), [true]);
        assert_eq!(kept(&[]), [] as [bool; 0]);
        // Many unlikely blocks make recall small.
        let mut likely = vec![0.1; 300];
        likely[..2].copy_from_slice(&[0.9, 0.6]);
        let kept = |sure: f32| choose(&likely, &vec![100.0; 300], sure).kept;
        assert_eq!(kept(f32::INFINITY)[..3], [true, false, false]);
        assert_eq!(kept(0.5)[..3], [true, true, false]);
        let sure = choose(&[0.9, 0.9], &[10.0, 30.0], f32::INFINITY);
        assert!(
            (sure.precision - 0.9).abs() < 1e-6 && (sure.f1 - 72.0 / 76.0).abs() < 1e-6,
            "{sure:?}"
        );
    }

    #[test]
    fn hidden_blocks_are_not_kept_unless_they_are_most_of_the_page() {
        let page = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            let mut likely = vec![0.5; page.blocks.len()];
            hide(
                &page,
                &mut likely,
                &vec![false; page.blocks.len()],
                Hidden::WithClass,
                SHOWN_LATER,
            );
            likely
        };
        let html = "<p>One.<div style='display: none'><p>Two.</div><p hidden>Three.<p hidden=until-found>Four and more.";
        assert_eq!(page(html), [0.5, 0.0, 0.0, 0.5]);
        assert_eq!(
            page("<p>One.<div style='color: red; visibility: hidden !important'>Two.</div>"),
            [0.5, 0.0]
        );
        // The last declaration of a property counts.
        for shown in [
            "display: none; display: block",
            "--display:none",
            "background: url(display:none.png)",
        ] {
            let html = format!("<p>One.<p style='{shown}'>Two.");
            assert_eq!(page(&html), [0.5, 0.5], "{shown}");
        }
        // So does one on the button before an element.
        let panel = "<style>.part{display:none}</style><p>One, two, three.<div><button aria-expanded=false>More</button><div class=part><p>Four.<p>Five.</div></div><p class=part>Six.";
        assert_eq!(page(panel), [0.5, 0.5, 0.5, 0.5, 0.0]);
        // Nothing shows what is only for screen readers.
        let read_aloud = "<style>.aloud{position:absolute;clip:rect(0,0,0,0)}</style><p>One, two, three.<p class=aloud id=x>Four.";
        assert_eq!(page(read_aloud), [0.5, 0.0]);
        // A click shows elements with an id, which links and tabs refer to.
        assert_eq!(
            page("<p>One, two, three.<p hidden id=more>Four."),
            [0.5, 0.5]
        );
        assert_eq!(
            page("<p>One.<div hidden>Two, and three and all of the others.</div>"),
            [0.5, 0.5]
        );
        assert_eq!(page("<body style=display:none><p>One."), [0.5]);
    }

    #[test]
    fn the_headline_is_a_heading_that_the_title_begins_with() {
        let of = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            headline(&page).map(|at| page.text(&page.blocks[at]).to_owned())
        };
        let title = "<title>High tide | Tides | The Harbour</title>";
        let found = |headings: &str| of(&format!("{title}<body>{headings}<p>One."));
        assert_eq!(
            found("<h1>The Harbour</h1><h2>High tide</h2>"),
            Some("High tide".to_owned())
        );
        assert_eq!(
            found("<h1>Tides</h1><h1>High tide\u{b6}</h1>"),
            Some("High tide\u{b6}".to_owned())
        );
        assert_eq!(
            found("<h1>How it rises</h1><h2>Why</h2>"),
            Some("How it rises".to_owned())
        );
        assert_eq!(found("<h1>The Harbour</h1><h2>Why</h2>"), None);
        // The side bar of a manual has a word of the title, and its bar may have the name of the book.
        let of_manual = |title: &str, heading: &str| {
            let bar = "<nav><h2>rise</h2></nav>";
            of(&format!(
                "<title>{title}</title><body>{bar}<main><h1>{heading}</h1><p>One."
            ))
        };
        for (title, heading) in [
            ("rise in tides - Harbour", "Verb rise"),
            ("rise - Harbour", "Verb rise"),
            ("Start - The Harbour Book", "The Harbour Book"),
        ] {
            assert_eq!(
                of_manual(title, heading).as_deref(),
                Some(heading),
                "{title}"
            );
        }
        // A narrow and a wide screen have their own, and an artist is named before the song.
        let twice = "<h1>The Harbour</h1><h1>How it rises</h1><h1>How it rises</h1><h2>Why</h2>";
        assert_eq!(found(twice), Some("How it rises".to_owned()));
        let song =
            "<title>Ann Lee – High tide lyrics</title><body><h2>Ann Lee</h2><h1>High tide</h1>";
        assert_eq!(of(song), Some("High tide".to_owned()));
        let shared = "<meta property=og:title content='How tides rise &amp; fall'><title>Tides - The Harbour</title><body>\
            <h1>Welcome!</h1><h1>How tides rise &amp; fall</h1><h1>Settings</h1><p>One.";
        assert_eq!(of(shared), Some("How tides rise & fall".to_owned()));
        assert_eq!(found(""), None);
        let page = Page::new(
            &format!("{title}<body><h1>High tide</h1><p>One.<h2>High tide</h2>"),
            Rules::BEST,
        );
        let mut verdicts = classify(&page, None, &Parameters::default());
        verdicts
            .iter_mut()
            .for_each(|verdict| verdict.class = Class::Good);
        set_headline(&page, &mut verdicts, true);
        let kept: Vec<bool> = verdicts
            .iter()
            .map(|verdict| verdict.class == Class::Good)
            .collect();
        assert_eq!(kept, [true, true, false]);
    }

    #[test]
    fn headlines_are_kept_as_one_likes() {
        let html = "<title>Tides</title><body><h1>Harbour</h1><h1>Tides</h1><p>One.<p>Two.<p><a href=x>Three</a>";
        let page = Page::new(html, Rules::BEST);
        let classes = |set: fn(&Page, &mut [Verdict], bool), keep: bool| -> Vec<&str> {
            let mut verdicts = classify(&page, None, &Parameters::default());
            for verdict in &mut verdicts {
                verdict.class = if keep { Class::Bad } else { Class::Good };
            }
            set(&page, &mut verdicts, keep);
            verdicts
                .iter()
                .map(|verdict| verdict.class.as_str())
                .collect()
        };
        assert_eq!(
            classes(set_headline, true),
            ["bad", "good", "bad", "bad", "bad"]
        );
        assert_eq!(
            classes(set_headline, false),
            ["good", "bad", "good", "good", "good"]
        );
    }

    #[test]
    fn an_article_need_not_declare_anything() {
        let links = |names: &str| -> String {
            let links = names.split(", ");
            links
                .map(|name| format!("<li><a href=/x>{name}</a></li>"))
                .collect()
        };
        let menu =
            links("Home, Sports, Weather, Harbour, Markets, Letters, Archive, Radio, Jobs, Cars");
        let posts = links(
            "Council votes on pier roof, Fog closes harbour again, A new captain for the Gull, Fish prices fall, Lighthouse open",
        );
        let html = format!(
            "<title>Ferry two hours late - Harbour Notes</title><link rel=canonical href=http://harbour.example/2010/08/17/ferry-two-hours-late/>\
            <body><div id=header><ul>{menu}</ul></div><div id=content><div class=post><h1>Ferry two hours late</h1><p class=date>August 17, 2010</p>\
            <div class=entry><p>The ferry from the north pier was two hours late on Tuesday, the company said, because a rope had been caught in its screw.</p>\
            <p>About sixty passengers waited in the rain, and some of them went home again. \"Nobody told us anything,\" said Bo Day, who had a parcel.</p>\
            <p>The company wants to look at the ropes of the harbour every week from now on. The town will pay for a roof at the pier, if it can.</p>\
            <p>It was the third delay of this summer. In June the boat had lost an anchor, and in July there was fog for nine days.</p></div></div>\
            <div class=comment><a href=/u>user0</a> said on Aug 10, 2010: <p>The ferry was late on Tuesday, and nobody told me.</p></div></div>\
            <div id=sidebar><h3>Recent posts</h3><ul>{posts}</ul></div><div id=footer><ul>{menu}</ul>Copyright 2010 Harbour Notes</div>"
        );
        let page = Page::new(&html, Rules::BEST);
        let list = StopList::of_language("en");
        let mut verdicts = classify(&page, list.as_deref(), &Parameters::default());
        let models = Models::built_in();
        assert_eq!(decide(&page, &mut verdicts, models).kind, Kind::Article);
        let data = "<script type=application/ld+json>{\"@type\":\"Organization\"}</script>";
        let with_data = Page::new(&format!("{data}{html}"), Rules::BEST);
        assert_eq!(decide(&with_data, &mut verdicts, models).kind, Kind::Forum);
        // By the models of kinds alone it is a thread, as it has a comment.
        let without = Models {
            text: models.kinds[Kind::Article as usize].clone(),
            ..models.clone()
        };
        assert_eq!(decide(&page, &mut verdicts, &without).kind, Kind::Forum);
    }

    #[test]
    fn a_dated_page_that_is_an_article_by_declaration_or_element_is_one() {
        let kind = |head: &str, date: &str| {
            let text = "<p>The ferry from the north pier was two hours late, the company said, since a rope had been in its screw.";
            let html = format!(
                "<title>Ferry late</title>{head}<body><h1>Ferry late</h1><p>{date}{}",
                text.repeat(3)
            );
            let page = Page::new(&html, Rules::BEST);
            let list = StopList::of_language("en");
            let mut verdicts = classify(&page, list.as_deref(), &Parameters::default());
            decide(&page, &mut verdicts, Models::built_in()).kind
        };
        let article = "<meta property=og:type content=article>";
        assert_eq!(kind(article, "By Ann Lee, 3 May 2021"), Kind::Article);
        assert_ne!(kind(article, "By Ann Lee"), Kind::Article);
        assert_ne!(kind("", "By Ann Lee, 3 May 2021"), Kind::Article);
        for byline in ["3 May 2021", "<p class=byline>Ann Lee"] {
            assert_eq!(kind("<article>", byline), Kind::Article);
        }
    }

    #[test]
    fn documentation_may_say_the_same_twice() {
        let entry = |name: &str| {
            format!(
                "<h2><code>{name}(table, days)</code></h2><pre><code>let hours = {name}(table, 7);\nprint(hours);</code></pre>\
                <p>Takes the name of a table and the number of days for which it is read, and returns the hours of low water, or an error.\n"
            )
        };
        let html = format!(
            "<html lang=en><title>tides - API reference</title><link rel=canonical href=https://tides.example/docs/api/reference>\
            <nav><ul><li><a href=/>Home</a><li><a href=/docs>Docs</a></ul></nav><main><h1>API reference</h1>{}{}</main>",
            entry("low_water"),
            entry("high_water")
        );
        let page = Page::new(&html, Rules::BEST);
        let list = StopList::of_language("en");
        let mut verdicts = classify(&page, list.as_deref(), &Parameters::default());
        let opinion = decide(&page, &mut verdicts, Models::built_in());
        assert_eq!(opinion.kind, Kind::Documentation);
        let blocks = page.blocks.iter().zip(&verdicts);
        let kept = blocks.filter(|(block, verdict)| {
            verdict.class == Class::Good && page.text(block).starts_with("Takes")
        });
        assert_eq!(kept.count(), 2);
    }

    #[test]
    fn the_table_is_that_of_the_model_file() {
        let models = Models::parse(include_str!("model.txt")).unwrap();
        let table = models.table();
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/best/model.bin");
            std::fs::write(path, &table).unwrap();
        }
        assert!(table == TABLE, "UPDATE_EXPECT=1 makes it anew");
        assert!(models == *Models::built_in());
        assert_eq!(Models::of_table(&TABLE[..TABLE.len() - 4]), None);
    }

    /// Scores may change only with the model or a feature. In that case, update these numbers.
    #[test]
    fn the_fitted_models_say_what_they_said() {
        let html = include_str!("pinned.html");
        let page = Page::new(html, Rules::BEST);
        let list = StopList::of_language("en");
        let mut verdicts = classify(&page, list.as_deref(), &Parameters::default());
        let opinion = decide(&page, &mut verdicts, Models::built_in());
        let six = |value: f32| format!("{value:.6}");
        let likely: Vec<String> = verdicts
            .iter()
            .map(|verdict| six(verdict.score.unwrap()))
            .collect();
        assert_eq!(likely, PINNED);
        assert_eq!(
            (opinion.kind, six(opinion.confidence)),
            (Kind::Article, PINNED_CONFIDENCE.to_owned())
        );
    }

    const PINNED: [&str; 15] = [
        "0.006787", "0.003082", "0.003082", "0.003082", "0.836307", "0.918415", "0.990406",
        "0.987220", "0.953024", "0.953024", "0.953024", "0.141244", "0.073987", "0.073987",
        "0.003923",
    ];
    const PINNED_CONFIDENCE: &str = "0.980006";
}
