//! Accuracy, recall and precision of altcount's methods on sets of pages (section 4 of the paper).

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use altcount::kinds::kinds;
use altcount::score::between;
use altcount::template::{Constants, divide};
use altcount::{Index, Page};
use anyhow::Context;

use crate::corpora;
use crate::measure::release_tools;
use crate::sites::{Score, Set, mean, sets};

/// The methods, with their options.
pub const METHODS: [(&str, &[&str]); 2] = [
    ("paper", &["--method", "paper"]),
    ("best", &["--method", "best"]),
];

/// Prints the tables of one or more folders of sets.
pub fn by_site(folders: &[PathBuf]) -> anyhow::Result<()> {
    let mut sites = Vec::new();
    for folder in folders {
        for set in sets(&corpora::unpacked(folder)?)? {
            sites.push(Site::read(&set)?);
        }
    }
    let all = grid();
    // Of each site the results with each of the constants that were tried.
    let results: Vec<Vec<Vec<Score>>> = std::thread::scope(|scope| {
        let running: Vec<_> = sites
            .chunks(sites.len().div_ceil(THREADS).max(1))
            .map(|sites| {
                let all = &all;
                let of_site = move |site: &Site| all.iter().map(|one| site.results(*one)).collect();
                scope.spawn(move || sites.iter().map(of_site).collect::<Vec<_>>())
            })
            .collect();
        let join = |sites: std::thread::ScopedJoinHandle<_>| sites.join().expect("no panic");
        running.into_iter().flat_map(join).collect()
    });
    let best_for = |sites: &[usize]| {
        let value = |which: &usize| -> f64 {
            let of_site = |site: &usize| {
                let scores = &results[*site][*which];
                scores.iter().map(|score| score.f1).sum::<f64>()
            };
            sites.iter().map(of_site).sum()
        };
        (0..all.len())
            .max_by(|a, b| value(a).total_cmp(&value(b)))
            .expect("there are constants")
    };
    println!(
        "Constants chosen by mean F1 on the sites of the other {} folds\n",
        FOLDS - 1
    );
    println!(
        "{:<14} {:>5} {:>6} | {:>6} {:>6} {:>6} {:>6} | accuracy and F1 with {COUNTS:?} pages",
        "site", "pages", "chosen", "acc", "prec", "recall", "F1"
    );
    let mut rows = Vec::new();
    // Sites of one name up to the language share a publisher: they are in one fold.
    let mut families: Vec<&str> = sites.iter().map(Site::family).collect();
    families.sort_unstable();
    families.dedup();
    let fold = |site: &Site| {
        families
            .iter()
            .position(|name| *name == site.family())
            .unwrap_or(0)
            % FOLDS
    };
    for (number, site) in sites.iter().enumerate() {
        let others: Vec<usize> = (0..sites.len())
            .filter(|other| fold(&sites[*other]) != fold(site))
            .collect();
        let chosen = best_for(&others);
        let scores = results[number][chosen].clone();
        print!("{:<14} {:>5} {chosen:>6} |", site.name, site.pages.len());
        print_scores(&scores);
        rows.push((site.name.as_str(), scores));
    }
    let columns = 0..=COUNTS.len();
    let means: Vec<Score> = columns
        .clone()
        .map(|column| {
            mean(
                &rows
                    .iter()
                    .map(|(_, scores)| scores[column])
                    .collect::<Vec<_>>(),
            )
            .0
        })
        .collect();
    print!("{:<14} {:>5} {:>6} |", "mean", "", "");
    print_scores(&means);
    for column in columns {
        let worst = rows
            .iter()
            .min_by(|a, b| a.1[column].f1.total_cmp(&b.1[column].f1));
        if let Some((name, scores)) = worst {
            let count = column
                .checked_sub(1)
                .map_or("all".to_owned(), |at| COUNTS[at].to_string());
            println!(
                "worst F1 with {count} pages: {name} {:.3}",
                scores[column].f1
            );
        }
    }
    for (number, constants) in all.iter().enumerate() {
        println!("{number}: {constants:?}");
    }
    Ok(())
}

const FOLDS: usize = 5;
const THREADS: usize = 3;
/// The numbers of pages besides all.
const COUNTS: [usize; 3] = [5, 3, 2];
/// How often so many pages are chosen.
const CHOICES: usize = 6;

/// The constants that are tried.
fn grid() -> Vec<Constants> {
    let mut grid = Vec::new();
    for parting in [0, 5, 9, 20] {
        for program in [16, -16] {
            for often in [8, 4] {
                grid.push(Constants {
                    parting,
                    program,
                    often,
                });
            }
        }
    }
    grid
}

/// Pages as altcount sees them.
struct Site {
    name: String,
    pages: Vec<Vec<u32>>,
    /// The main content of each page.
    truth: Vec<Vec<Range<usize>>>,
}

impl Site {
    fn read(set: &Set) -> anyhow::Result<Site> {
        let encoding = encoding_rs::Encoding::for_label(set.encoding.as_bytes())
            .with_context(|| format!("{}: encoding {}", set.name, set.encoding))?;
        let units = |text: &str| Page::Characters(text).to_units();
        let delimiters: Vec<_> = (set.delimiters.iter())
            .map(|(left, right)| (units(left), units(right)))
            .collect();
        let pages: Vec<Vec<u32>> = (set.pages.iter())
            .map(|page| Ok(units(&encoding.decode(&fs::read(page)?).0)))
            .collect::<anyhow::Result<_>>()?;
        Ok(Site {
            name: set.name.clone(),
            truth: pages
                .iter()
                .map(|page| between(page, &delimiters))
                .collect(),
            pages,
        })
    }

    fn family(&self) -> &str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// The score with all pages, and the mean scores with fewer.
    fn results(&self, constants: Constants) -> Vec<Score> {
        let all = self.pages.len();
        let mut results = vec![self.score(&(0..all).collect::<Vec<_>>(), constants)];
        for count in COUNTS {
            let count = count.min(all);
            let scores: Vec<Score> = (0..CHOICES)
                .map(|which| {
                    let chosen: BTreeSet<usize> = (0..count)
                        .map(|index| (index * all / count + which * 7) % all)
                        .collect();
                    self.score(&chosen.into_iter().collect::<Vec<_>>(), constants)
                })
                .collect();
            results.push(mean(&scores).0);
        }
        results
    }

    /// The score on some of the pages. As the command does, it divides identical pages once.
    fn score(&self, chosen: &[usize], constants: Constants) -> Score {
        let mut distinct: Vec<usize> = Vec::new();
        let which: Vec<usize> = chosen
            .iter()
            .map(|&page| {
                let same = |other: &usize| self.pages[*other] == self.pages[page];
                distinct.iter().position(same).unwrap_or_else(|| {
                    distinct.push(page);
                    distinct.len() - 1
                })
            })
            .collect();
        let index = Index::build_short(distinct.len(), |page| {
            self.pages[distinct[page]].iter().copied()
        })
        .expect("a set of pages fits into an index");
        let template = divide(&index, |page| kinds(&self.pages[distinct[page]]), constants);
        let mut score = altcount::score::Score::default();
        for (&which, &page) in which.iter().zip(chosen) {
            let useful = &template.divisions[which].useful;
            score.add(self.pages[page].len(), &self.truth[page], useful);
        }
        Score {
            accuracy: score.accuracy().unwrap_or(0.0),
            recall: score.recall().unwrap_or(0.0),
            precision: score.precision().unwrap_or(0.0),
            f1: score.f1().unwrap_or(0.0),
        }
    }
}

fn print_scores(scores: &[Score]) {
    let all = scores[0];
    print!(
        " {:>6.3} {:>6.3} {:>6.3} {:>6.3} |",
        all.accuracy, all.precision, all.recall, all.f1
    );
    for score in &scores[1..] {
        print!(" {:.3} {:.3} |", score.accuracy, score.f1);
    }
    println!();
}

/// Prints the table.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let altcount = release_tools()?.join("altcount");
    let sets = sets(&corpora::unpacked(folder)?)?;
    for (method, options) in METHODS {
        println!(
            "\n{method:<14} {:>6} {:>9} {:>7} {:>10} {:>7}",
            "pages", "accuracy", "recall", "precision", "F1"
        );
        let mut scores = Vec::new();
        for set in &sets {
            let score = set.score(&altcount, options, &set.pages)?;
            row(&set.name, &set.pages.len().to_string(), score);
            scores.push(score);
        }
        let (means, worst) = mean(&scores);
        row("mean", "", means);
        println!("{:<14} {:>16.4}", "worst", worst);
    }
    println!(
        "\nAccuracy and F1 by the number of pages (means of three choices of them)\n{:<14} {:>6} {:>17} {:>17}",
        "", "pages", METHODS[0].0, METHODS[1].0
    );
    for count in [2, 3, 5, 10, 20, 40, 80] {
        let means = METHODS.map(|(_, options)| {
            let scores = sets.iter().flat_map(|set| {
                (0..3).map(|which| set.score(&altcount, options, &set.some(count, which)))
            });
            anyhow::Ok(mean(&scores.collect::<anyhow::Result<Vec<Score>>>()?))
        });
        let [paper, best] = means;
        let (paper, best) = (paper?.0, best?.0);
        println!(
            "{:<14} {count:>6} {:>8.4} {:>8.4} {:>8.4} {:>8.4}",
            "", paper.accuracy, paper.f1, best.accuracy, best.f1
        );
    }
    Ok(())
}

fn row(name: &str, pages: &str, score: Score) {
    println!(
        "{name:<14} {pages:>6} {:>9.4} {:>7.4} {:>10.4} {:>7.4}",
        score.accuracy, score.recall, score.precision, score.f1
    );
}
