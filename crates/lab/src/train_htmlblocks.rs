//! `cargo lab train-htmlblocks`: fits the model of `htmlblocks --method best`.
//!
//! A block is main content if more than half of its words are in a longest common subsequence of the page's words and
//! those of its main text. Its weight is its share of the main text, and all sets count the same: people who mark main text
//! do not agree on what it is, and the large sets would decide for the small ones.

use std::fs;
use std::path::Path;

use htmlblocks::best::features::{Evidence, Features};
use htmlblocks::best::likeliest;
use htmlblocks::best::model::Model;
use htmlblocks::{Detector, Page, Parameters, Rules, StopList, classify};

use crate::lcs::{Agreement, matched, tokens};
use crate::pages::sets;
use crate::trees::{Examples, Growth, Label};

/// Where the model goes.
const TREES: &str = "crates/htmlblocks/src/best/trees.txt";
/// Parts for the estimate on pages that were not learnt from.
const PARTS: usize = 5;
/// How the trees are grown.
const GROWTH: Growth = Growth {
    trees: 960,
    depth: 6,
    rate: 0.035,
    penalty: 8.0,
    features: 0.3,
    groups: 0.6,
    examples: 0.2,
};

/// A page to learn from.
struct Example {
    set: usize,
    part: usize,
    sizes: Vec<f32>,
    features: Vec<Features>,
    /// Words of each block, and how many of them are in the main text.
    words: Vec<(usize, usize)>,
    main: usize,
    weight: f32,
}

/// Fits the model on the sets below a folder, and says how well models do on pages that they have not seen.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let sets = sets(folder)?;
    let mut examples = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        for (at, page) in set.pages.iter().enumerate() {
            let weight = 1.0 / set.pages.len() as f32;
            examples.push(example(
                number,
                at % PARTS,
                &page.html()?,
                &page.main,
                weight,
            ));
        }
    }
    println!(
        "{} pages, {} blocks",
        examples.len(),
        examples
            .iter()
            .map(|example| example.words.len())
            .sum::<usize>()
    );

    let models = folds(|part| fit_on(&examples, |example| example.part != part));
    println!(
        "pages not learnt from, by whole blocks: F1, precision, recall, mean F1 of pages; F1 of the blocks that are right"
    );
    for (number, set) in sets.iter().enumerate() {
        let (mut agreement, mut most) = (Agreement::default(), Agreement::default());
        for example in examples.iter().filter(|example| example.set == number) {
            let (words, right) = example.kept(&models[example.part]);
            agreement.add(right, example.main, words);
            let (words, right) = example.sum(example.words.iter().map(is_right));
            most.add(right, example.main, words);
        }
        println!(
            "{:<16} {:.4} {:.4} {:.4} {:.4}  {:.4}",
            set.name,
            agreement.f1(),
            agreement.precision(),
            agreement.recall(),
            agreement.page_f1(),
            most.f1()
        );
    }
    let model = fit_on(&examples, |_| true);
    fs::write(crate::root().join(TREES), model.to_text())?;
    Ok(())
}

fn example(set: usize, part: usize, html: &str, main: &[String], weight: f32) -> Example {
    let page = Page::new(html, Rules::BEST);
    let plain = page.blocks.iter().filter(|block| block.link_chars == 0);
    let language = Detector::get().detect(plain.map(|block| page.text(block)), None);
    let list = language.and_then(StopList::of_language);
    let verdicts = classify(&page, list.as_deref(), &Parameters::default());
    let evidence = Evidence::new(&page, &verdicts);
    let features = (0..page.blocks.len()).map(|at| evidence.of(at)).collect();
    let blocks: Vec<Vec<String>> = page
        .blocks
        .iter()
        .map(|block| tokens(page.text(block)))
        .collect();
    let found: Vec<String> = blocks.iter().flatten().cloned().collect();
    let matched = matched(main, &found);
    let mut at = 0;
    let words = blocks
        .iter()
        .map(|block| {
            let right = matched[at..at + block.len()]
                .iter()
                .filter(|matched| **matched)
                .count();
            at += block.len();
            (block.len(), right)
        })
        .collect();
    Example {
        set,
        part,
        sizes: page.blocks.iter().map(|block| block.chars as f32).collect(),
        features,
        words,
        main: main.len(),
        weight,
    }
}

impl Example {
    /// How many words are kept by a model, and how many of them are in the main text.
    fn kept(&self, model: &Model) -> (usize, usize) {
        let kept = likeliest(&model.likely(&self.features), &self.sizes);
        self.sum(kept.into_iter())
    }

    /// How many words are in the blocks that are kept, and how many of them are in the main text.
    fn sum(&self, kept: impl Iterator<Item = bool>) -> (usize, usize) {
        (self.words.iter().zip(kept).filter(|(_, kept)| *kept))
            .fold((0, 0), |sum, ((words, right), _)| {
                (sum.0 + words, sum.1 + right)
            })
    }

    /// What is to be learnt from the blocks.
    fn labels(&self, group: u32) -> impl Iterator<Item = Label> {
        self.words.iter().map(move |words| {
            let share = (words.0.max(1) as f32 / (self.main as f32 + 100.0)).min(1.0);
            Label {
                right: f32::from(u8::from(is_right(words))),
                weight: share * self.weight,
                group,
            }
        })
    }
}

/// Whether a block of so many words, so many of them in the main text, is main content.
fn is_right(&(words, right): &(usize, usize)) -> bool {
    2 * right > words
}

fn fit_on(examples: &[Example], learn: impl Fn(&Example) -> bool) -> Model {
    let chosen = || examples.iter().filter(|example| learn(example));
    let rows: Vec<&[f32]> = chosen()
        .flat_map(|example| example.features.iter().map(|row| &row[..]))
        .collect();
    let mut labels: Vec<Label> = (0..)
        .zip(chosen())
        .flat_map(|(group, example)| example.labels(group))
        .collect();
    let mean = labels.iter().map(|label| label.weight).sum::<f32>() / labels.len() as f32;
    labels.iter_mut().for_each(|label| label.weight /= mean);
    Examples::new(&rows, labels).fit(GROWTH)
}

/// A model for each part, fitted on the other parts.
fn folds(fit: impl Fn(usize) -> Model + Sync) -> Vec<Model> {
    let mut models = Vec::new();
    for parts in (0..PARTS).collect::<Vec<_>>().chunks(2) {
        std::thread::scope(|scope| {
            let fit = &fit;
            let running: Vec<_> = parts
                .iter()
                .map(|&part| scope.spawn(move || fit(part)))
                .collect();
            models.extend(
                running
                    .into_iter()
                    .map(|model| model.join().expect("a fit does not panic")),
            );
        });
    }
    models
}
