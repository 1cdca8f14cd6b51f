//! Accuracy, recall and precision of altcount's methods on sets of pages (section 4 of the paper).

use std::path::Path;

use crate::corpora;
use crate::measure::release_tools;
use crate::sites::{Score, mean, sets};

/// The methods, with their options.
pub const METHODS: [(&str, &[&str]); 2] = [
    ("paper", &["--method", "paper"]),
    ("best", &["--method", "best"]),
];

/// The paper's method with the n-grams that its conclusion suggests.
const ALIGNED: (&str, &[&str]) = ("paper, aligned", &["--method", "paper", "--align"]);

/// Prints the table.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let altcount = release_tools()?.join("altcount");
    let sets = sets(&corpora::unpacked(folder)?)?;
    for (method, options) in METHODS.into_iter().chain([ALIGNED]) {
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
