//! `--method best`: what jusText looks at, what is around a block, what that is called and what the page is like, weighed by
//! gradient-boosted trees.
//!
//! Small models say of what kind a page is; the main one says, knowing that, how likely each block is main content. Of a page those blocks are kept that make the
//! expected precision and recall of its characters largest, which spares a threshold: on a page with little that is likely, less
//! likely blocks are kept.

pub mod evidence;
pub mod explain;
pub mod features;
pub mod model;
mod repeats;
mod signs;
mod text;

use std::sync::LazyLock;

use platform::math;

use crate::classify::{Class, Verdict};
use crate::segment::Page;
use evidence::Evidence;
use features::{Columns, KINDS_OF_PAGES, Kind, PAGE_KIND, PageRow, Row};
use html::Element;
use model::{File, Model, probability};

/// What `crates/lab/src/train_htmlblocks/fit.py` fitted.
const FITTED: &str = include_str!("model.txt");

/// How much recall counts beside precision: F1 = 2PR / (P + R) changes with P as R² does, and with R as P², and precision is
/// lower than recall where both count the same.
const RECALL: f32 = 0.8;

/// Less likely blocks are not kept, but for the likeliest of a page.
const UNLIKELY: f32 = 0.03;

/// A page of which less than this share of the text that would be kept is expected to be main content may be left empty.
pub const LEAST: f32 = 0.15;

/// So many blocks are weighed at once: enough for loops over them, few enough to stay in the processor's cache.
const AT_ONCE: usize = 128;

/// The models: one for each kind of pages, and the main one.
#[derive(Debug, Clone, PartialEq)]
pub struct Models {
    kinds: [Model; KINDS_OF_PAGES],
    main: Model,
    /// Features that they ask about, with their typical values.
    typical: Vec<(u16, f32)>,
}

/// What is said of a page as a whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Its most likely kind.
    pub kind: Kind,
    /// The expected F1 of the characters that were kept, 0 to 1.
    pub confidence: f32,
    /// The share of the characters that were kept that is expected to be main content.
    pub precision: f32,
}

impl Models {
    /// The fitted models.
    pub fn built_in() -> &'static Models {
        static MODELS: LazyLock<Models> =
            LazyLock::new(|| Models::parse(FITTED).expect("models that a test reads"));
        &MODELS
    }

    /// Reads models.
    ///
    /// Errors: what [`File::parse`] says, or which model is missing.
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
        let main = model("main")?;
        Ok(Models {
            kinds,
            main,
            typical: file.features,
        })
    }

    /// The features of a page, with how likely it is of each kind.
    fn page(&self, evidence: &Evidence) -> PageRow {
        let mut row = evidence.page();
        let value = |feature: usize| row[feature - features::BLOCK_COUNT];
        let likely = self
            .kinds
            .each_ref()
            .map(|model| probability(model.score(value)));
        let all: f32 = likely.iter().sum();
        Row::of_page(&mut row).set_all(PAGE_KIND, likely.map(|likely| share(likely, all)));
        row
    }

    /// The log-odds of each block of a page to be main content.
    pub fn scores(&self, evidence: &Evidence, page: &PageRow, blocks: usize) -> Vec<f32> {
        let mut columns = Columns::default();
        let mut scores = Vec::with_capacity(blocks);
        for from in (0..blocks).step_by(AT_ONCE) {
            evidence.columns(from..(from + AT_ONCE).min(blocks), &mut columns);
            scores.extend(self.main.scores(&columns, page));
        }
        scores
    }
}

/// Says for each block of a page how likely it is main content, and which blocks are. The page was cut by
/// [`crate::Rules::BEST`], and its blocks were classified with the default parameters.
pub fn decide(page: &Page, verdicts: &mut [Verdict], models: &Models) -> Opinion {
    let evidence = Evidence::new(page, verdicts);
    let row = models.page(&evidence);
    let scores = models.scores(&evidence, &row, page.blocks.len());
    let mut likely: Vec<f32> = scores.into_iter().map(probability).collect();
    even_rows(page, &mut likely);
    let of_kind = |kind: Kind| row[PAGE_KIND.plus(kind as usize)];
    let kind = Kind::ALL
        .into_iter()
        .max_by(|&a, &b| of_kind(a).total_cmp(&of_kind(b)));
    let sizes: Vec<f32> = page.blocks.iter().map(|block| block.chars as f32).collect();
    let choice = likeliest(&likely, &sizes);
    for ((verdict, &likely), kept) in verdicts.iter_mut().zip(&likely).zip(choice.kept) {
        verdict.score = Some(likely);
        verdict.class = if kept { Class::Good } else { Class::Bad };
    }
    Opinion {
        kind: kind.unwrap_or(Kind::Article),
        confidence: choice.f1,
        precision: choice.precision,
    }
}

/// Cells of a row with at most so many characters each are kept together.
const SHORT_CELL: u32 = 100;

/// Makes the short cells of each row of a table as likely as the likeliest of them: a table without some of its columns says little.
fn even_rows(page: &Page, likely: &mut [f32]) {
    let row_of = |at: usize| {
        let container = &page.outline[page.blocks[at].container as usize];
        let is_cell = matches!(container.element, Element::TD | Element::TH);
        is_cell.then_some(container.parent)
    };
    let mut from = 0;
    while from < likely.len() {
        let row = row_of(from);
        let same = |&at: &usize| row.is_some() && row_of(at) == row;
        let end = from + 1 + (from + 1..likely.len()).take_while(same).count();
        let cells = &page.blocks[from..end];
        if end > from + 1 && cells.iter().all(|cell| cell.chars <= SHORT_CELL) {
            let likely = &mut likely[from..end];
            likely.fill(likely.iter().copied().fold(0.0, f32::max));
        }
        from = end;
    }
}

/// Takes the headline of a page for main content, or for none, whatever the models say.
pub fn set_headline(page: &Page, verdicts: &mut [Verdict], keep: bool) {
    let level_1 = || (0..page.blocks.len()).filter(|&at| page.blocks[at].level == 1);
    let in_title = |&at: &usize| page.title.contains(page.text(&page.blocks[at]));
    let only = level_1().next().filter(|_| level_1().count() == 1);
    if let Some(at) = only.or_else(|| level_1().find(in_title)) {
        verdicts[at].class = if keep { Class::Good } else { Class::Bad };
    }
}

/// Takes what is in containers called comments for main content, if jusText's context-free classes do not forbid it, or for none,
/// whatever the models say.
pub fn set_comments(page: &Page, verdicts: &mut [Verdict], keep: bool) {
    for (block, verdict) in page.blocks.iter().zip(verdicts) {
        if page.outline[block.container as usize].hints_above & evidence::COMMENTS != 0 {
            let allowed = keep && verdict.context_free != Class::Bad;
            verdict.class = if allowed { Class::Good } else { Class::Bad };
        }
    }
}

/// Takes no block for main content.
pub fn keep_none(verdicts: &mut [Verdict]) {
    (verdicts.iter_mut()).for_each(|verdict| verdict.class = Class::Bad);
}

/// The blocks that are kept of a page.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Choice {
    /// Whether each is.
    pub kept: Vec<bool>,
    /// Expected F1 and precision of their characters.
    pub f1: f32,
    /// See `f1`.
    pub precision: f32,
}

/// Which blocks to keep for the largest expected sum of precision and recall, by how likely each is right and how large it
/// is: as many of the likeliest as it takes, and one at least, but none that is very unlikely. (F1 over many pages is that of their mean precision and mean recall, and grows
/// with the sum of both, with recall weighed a little less.)
pub fn likeliest(likely: &[f32], sizes: &[f32]) -> Choice {
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
        if number > 1 && likely[at] < UNLIKELY {
            break;
        }
        common += likely[at] * sizes[at];
        found += sizes[at];
        let precision = share(common, found);
        let both = precision + RECALL * share(common, right);
        if both > best {
            (best, count) = (both, number);
            choice.precision = precision;
            choice.f1 = share(2.0 * common, found + right);
        }
    }
    for &at in &order[..count] {
        choice.kept[at] = true;
    }
    choice
}

fn log(number: f32) -> f32 {
    math::ln(1.0 + number)
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
    fn the_likeliest_blocks_are_kept() {
        let kept = |likely: &[f32]| likeliest(likely, &vec![100.0; likely.len()]).kept;
        assert_eq!(kept(&[0.9, 0.1, 0.8]), [true, false, true]);
        // Little is likely, but something must be the main content.
        assert_eq!(kept(&[0.3, 0.01, 0.02]), [true, false, false]);
        assert_eq!(kept(&[0.05, 0.04, 0.0]), [true, true, false]);
        assert_eq!(kept(&[0.05, 0.02, 0.0]), [true, false, false]);
        assert_eq!(kept(&[0.0]), [true]);
        assert_eq!(kept(&[]), [] as [bool; 0]);
        let sure = likeliest(&[0.9, 0.9], &[10.0, 30.0]);
        assert!(
            (sure.precision - 0.9).abs() < 1e-6 && (sure.f1 - 72.0 / 76.0).abs() < 1e-6,
            "{sure:?}"
        );
    }

    #[test]
    fn short_cells_of_a_row_are_as_likely_as_the_likeliest() {
        let long = "word ".repeat(30);
        let html = format!(
            "<p>One<table><tr><td>abc<td>d<tr><td>e<td>{long}<tr><td>f</table><table><tr><td>g<td>h</table>"
        );
        let page = Page::new(&html, Rules::BEST);
        let mut likely = [0.5, 0.8, 0.0, 0.1, 0.9, 0.2, 0.3, 0.5];
        even_rows(&page, &mut likely);
        assert_eq!(likely, [0.5, 0.8, 0.8, 0.1, 0.9, 0.2, 0.5, 0.5]);
    }

    #[test]
    fn headlines_and_comments_are_kept_as_one_likes() {
        let html = "<title>Tides</title><body><h1>Harbour</h1><h1>Tides</h1><p>One.<div class=comments><p>Two.<p><a href=x>Three</a></div>";
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
        assert_eq!(
            classes(set_comments, true),
            ["bad", "bad", "bad", "good", "bad"]
        );
        assert_eq!(
            classes(set_comments, false),
            ["good", "good", "good", "bad", "bad"]
        );
    }

    /// Scores of a model must not change unless it, or a feature, is meant to change: then these numbers do.
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
        "0.013762", "0.003670", "0.003907", "0.006169", "0.903174", "0.940476", "0.995198",
        "0.992754", "0.895575", "0.758779", "0.497250", "0.140155", "0.054167", "0.038162",
        "0.003446",
    ];
    const PINNED_CONFIDENCE: &str = "0.965468";
}
