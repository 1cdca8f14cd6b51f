//! `cargo xtask train-htmlblocks`: fits the models of `htmlblocks --method best`.
//!
//! A block is main content if more than half of its words are in a longest common subsequence of the page's words and
//! those of its main text. Its weight is its share of the main text. The second model learns from what first models say
//! of pages that they have not seen.

use std::fs;
use std::path::Path;

use htmlblocks::best::features::Features;
use htmlblocks::best::model::Model;
use htmlblocks::best::{self, InContext, features};
use htmlblocks::{Detector, Page, Parameters, Rules, StopList, classify};

use crate::lcs::{Agreement, matched, tokens};
use crate::pages::sets;
use crate::trees::{Examples, Growth};

/// Where the models go.
const MODELS: [&str; 2] = [
    "crates/htmlblocks/src/best/first.txt",
    "crates/htmlblocks/src/best/second.txt",
];
/// Parts for the estimate on pages that were not learnt from.
const PARTS: usize = 5;
const FIRST: Growth = Growth {
    trees: 160,
    depth: 5,
    rate: 0.12,
    penalty: 3.0,
};
const SECOND: Growth = Growth {
    trees: 120,
    depth: 5,
    rate: 0.10,
    penalty: 3.0,
};

/// A page to learn from.
struct Example {
    set: usize,
    part: usize,
    page: Page,
    features: Vec<Features>,
    /// Words of each block, and how many of them are in the main text.
    words: Vec<(usize, usize)>,
    main: usize,
    weight: f32,
}

/// Fits the models on the sets below a folder, and says how well models do on pages that they have not seen.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let sets = sets(folder)?;
    let mut examples = Vec::new();
    for (number, set) in sets.iter().enumerate() {
        for (at, page) in set.pages.iter().enumerate() {
            let weight = 1.0 / (set.pages.len() as f32).sqrt();
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

    let all = |_: &Example| true;
    let first_folds = folds(|part| fit_first(&examples, |example| example.part != part));
    let firsts: Vec<Vec<f32>> = examples
        .iter()
        .map(|example| best::first(&first_folds[example.part], &example.features))
        .collect();
    report("first model", &sets, &examples, &firsts);
    let seen: Vec<Vec<InContext>> = examples
        .iter()
        .zip(&firsts)
        .map(|(example, first)| best::in_context(&example.page, &example.features, first))
        .collect();
    let second_folds = folds(|part| fit_second(&examples, &seen, |example| example.part != part));
    let seconds: Vec<Vec<f32>> = examples
        .iter()
        .zip(&seen)
        .map(|(example, seen)| {
            seen.iter()
                .map(|seen| second_folds[example.part].score(seen))
                .collect()
        })
        .collect();
    report("both models", &sets, &examples, &seconds);

    fs::write(
        crate::root().join(MODELS[0]),
        fit_first(&examples, all).to_text(),
    )?;
    fs::write(
        crate::root().join(MODELS[1]),
        fit_second(&examples, &seen, all).to_text(),
    )?;
    Ok(())
}

fn example(set: usize, part: usize, html: &str, main: &[String], weight: f32) -> Example {
    let page = Page::new(html, Rules::BEST);
    let plain = page.blocks.iter().filter(|block| block.link_chars == 0);
    let language = Detector::get().detect(plain.map(|block| page.text(block)));
    let list = language.and_then(StopList::of_language);
    let verdicts = classify(&page, list.as_deref(), &Parameters::default());
    let features = features::features(&page, &verdicts);
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
        page,
        features,
        words,
        main: main.len(),
        weight,
    }
}

impl Example {
    fn labels(&self) -> impl Iterator<Item = (f32, f32)> {
        self.words.iter().map(|&(words, right)| {
            let weight = (words.max(1) as f32 / (self.main as f32 + 100.0)).min(1.0);
            (f32::from(u8::from(2 * right > words)), weight * self.weight)
        })
    }
}

fn fit_first(examples: &[Example], learn: impl Fn(&Example) -> bool) -> Model {
    let chosen = || examples.iter().filter(|example| learn(example));
    let rows: Vec<&[f32]> = chosen()
        .flat_map(|example| example.features.iter().map(|row| &row[..]))
        .collect();
    fit(&rows, chosen().flat_map(Example::labels), FIRST)
}

fn fit_second(
    examples: &[Example],
    seen: &[Vec<InContext>],
    learn: impl Fn(&Example) -> bool,
) -> Model {
    let chosen = || {
        examples
            .iter()
            .zip(seen)
            .filter(|(example, _)| learn(example))
    };
    let rows: Vec<&[f32]> = chosen()
        .flat_map(|(_, seen)| seen.iter().map(|row| &row[..]))
        .collect();
    fit(
        &rows,
        chosen().flat_map(|(example, _)| example.labels()),
        SECOND,
    )
}

fn fit(rows: &[&[f32]], labels: impl Iterator<Item = (f32, f32)>, growth: Growth) -> Model {
    let (labels, mut weights): (Vec<f32>, Vec<f32>) = labels.unzip();
    let mean = weights.iter().sum::<f32>() / weights.len() as f32;
    weights.iter_mut().for_each(|weight| *weight /= mean);
    Examples::new(rows, labels, weights).fit(growth)
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

/// Prints how well blocks whose score is above some thresholds agree with the main text, by blocks.
fn report(what: &str, sets: &[crate::pages::Set], examples: &[Example], scores: &[Vec<f32>]) {
    println!("{what}: F1 by page, and F1 of mean precision and recall");
    for likely in [0.3f32, 0.35, 0.4, 0.45, 0.5] {
        let threshold = (likely / (1.0 - likely)).ln();
        print!("over {likely:.2}");
        for (number, set) in sets.iter().enumerate() {
            let mut agreement = Agreement::default();
            for (example, scores) in examples
                .iter()
                .zip(scores)
                .filter(|(example, _)| example.set == number)
            {
                let kept = example
                    .words
                    .iter()
                    .zip(scores)
                    .filter(|(_, score)| **score > threshold);
                let (words, right) = kept.fold((0, 0), |sum, ((words, right), _)| {
                    (sum.0 + words, sum.1 + right)
                });
                agreement.add(right, example.main, words);
            }
            print!(
                "  {} {:.4} {:.4}",
                set.name,
                agreement.f1(),
                agreement.f1_of_means()
            );
        }
        println!();
    }
}
