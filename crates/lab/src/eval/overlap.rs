//! Items planted into documents, verbatim and edited: what overlap and its rivals find, and what it costs.

use std::path::Path;

use anyhow::Context;
use serde_json::Value;

use crate::corpora;
use crate::figures::Figures;
use crate::measure::{release_tools, shell};

/// The rows of the documentation: their words, and the kinds of edits of their numbers.
const ROWS: [(&str, &str, &[&str]); 2] = [
    ("test items of 15 words", "15", &["verbatim", "10 % edited"]),
    ("test items of 60 words", "60", &["20 % edited"]),
];

/// Prints the tables. `folder` has corpus.jsonl and docs.tsv; `python` may have lm_eval, and datatrove with spaCy.
pub fn run(folder: &Path, python: &str, write: bool) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let script = crate::root().join("crates/lab/src/eval/overlap.py");
    let results = crate::root().join("target/eval.overlap.json");
    shell(&format!(
        "PATH={}:$PATH {python} {} '{}' {}",
        release_tools()?.display(),
        script.display(),
        folder.display(),
        results.display()
    ))?;
    let results: Value = serde_json::from_slice(&std::fs::read(results)?)?;
    let mut figures = Figures::of("eval overlap");
    for (row, words, kinds) in ROWS {
        for (way, column) in [("overlap", "trommel"), ("13-grams in Python", "other")] {
            let found = |kind: &&str| results[way][words][kind].as_f64().context("no such result");
            let found: Vec<f64> = kinds.iter().map(found).collect::<anyhow::Result<_>>()?;
            figures.add(row, column, &found);
        }
    }
    figures.settle(write)
}
