//! Precision and recall of blockdedup's methods on a text with planted copies, in words.
//!
//! `corpus.jsonl` holds documents whose paragraphs are separated by blank lines, `truth.tsv` the copies among them, by document
//! and number of the paragraph from 0: `label` is `copy`, or `hard` or `quote` for what counts neither way, `kind` says how it was
//! changed.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::corpora;
use crate::figures::Figures;
use crate::measure::release_tools;
use crate::tsv;

/// The methods, with their options.
const METHODS: &[(&str, &[&str])] = &[
    ("paper", &["--method", "paper"]),
    (
        "paper --tokens word",
        &["--method", "paper", "--tokens", "word"],
    ),
    (
        "paper --tokens word-fold",
        &["--method", "paper", "--tokens", "word-fold"],
    ),
    ("best -n 5", &["-n", "5"]),
    ("best -n 9", &["-n", "9"]),
    ("best --tokens space", &["--tokens", "space"]),
    ("best --no-smoothing", &["--no-smoothing"]),
    ("best", &[]),
    ("exact", &["--exact"]),
    (
        "exact --tokens word-fold",
        &["--exact", "--tokens", "word-fold"],
    ),
];

/// The row of the documentation.
const ROW: &str = "planted copies of paragraphs";

/// The name of a document, and the number of a paragraph from 0.
pub type Paragraph = (String, usize);

/// A planted copy.
pub struct Copy {
    /// `copy`, or what counts neither way.
    pub label: String,
    /// How it was changed.
    pub kind: String,
}

/// Prints the table, and compares it with the documentation.
pub fn run(folder: &Path, errors: bool, write: bool) -> anyhow::Result<()> {
    let mut figures = Figures::of("eval dedup");
    let blockdedup = release_tools()?.join("blockdedup");
    let folder = corpora::unpacked(folder)?;
    let corpus = folder.join("corpus.jsonl");
    let truth = read_truth(&folder.join("truth.tsv"))?;
    let words = read_words(&corpus)?;
    let mut kinds: Vec<&str> = truth.values().map(|copy| &copy.kind[..]).collect();
    kinds.sort_unstable();
    kinds.dedup();
    println!(
        "{} paragraphs, {} words, {} planted copies\n\n{:26} {:>9} {:>7} {:>7}   recall by kind",
        words.len(),
        words.values().sum::<usize>(),
        truth.len(),
        "",
        "precision",
        "recall",
        "F1"
    );
    println!(
        "{:53}{}",
        "",
        kinds
            .iter()
            .map(|kind| format!("{kind:>11}"))
            .collect::<String>()
    );
    for (method, options) in METHODS {
        let removed = removed(&blockdedup, options, &corpus)?;
        let counts =
            |paragraph: &Paragraph| truth.get(paragraph).is_none_or(|copy| copy.label == "copy");
        let of = |paragraphs: &mut dyn Iterator<Item = &Paragraph>| -> f64 {
            paragraphs
                .filter_map(|paragraph| words.get(paragraph))
                .sum::<usize>() as f64
        };
        let found = of(&mut removed.iter().filter(|paragraph| counts(paragraph)));
        let planted = of(&mut truth.keys().filter(|paragraph| counts(paragraph)));
        let right = of(&mut truth
            .keys()
            .filter(|paragraph| counts(paragraph) && removed.contains(*paragraph)));
        let by_kind: String = kinds
            .iter()
            .map(|kind| {
                let all = || {
                    truth
                        .iter()
                        .filter(|(_, copy)| copy.kind == *kind)
                        .map(|(paragraph, _)| paragraph)
                };
                let right = of(&mut all().filter(|paragraph| removed.contains(*paragraph)));
                format!("{:11.4}", right / of(&mut all()))
            })
            .collect();
        let f1 = 2.0 * right / (found + planted);
        println!(
            "{method:26} {:9.4} {:7.4} {f1:7.4}{by_kind}",
            right / found,
            right / planted,
        );
        match *method {
            "best" => figures.add(ROW, "trommel", &[f1]),
            // onion's method.
            "paper" => figures.add(ROW, "other", &[f1]),
            _ => {}
        }
        if errors && *method == "best" {
            let wrong = words.keys().filter(|paragraph| {
                counts(paragraph) && removed.contains(*paragraph) != truth.contains_key(*paragraph)
            });
            let mut wrong: Vec<_> = wrong
                .map(|paragraph| (words[paragraph], paragraph))
                .collect();
            wrong.sort_unstable_by(|a, b| b.cmp(a));
            for (words, paragraph) in wrong.into_iter().take(30) {
                let what = if removed.contains(paragraph) {
                    "removed"
                } else {
                    "kept"
                };
                println!("  {} {}: {what}, {words} words", paragraph.0, paragraph.1);
            }
        }
    }
    figures.settle(write)
}

/// The paragraphs that blockdedup removes.
fn removed(
    blockdedup: &Path,
    options: &[&str],
    corpus: &Path,
) -> anyhow::Result<HashSet<Paragraph>> {
    let output = std::process::Command::new(blockdedup)
        .args(options)
        .args(["--emit", "report"])
        .arg(corpus)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("blockdedup: {}", output.status);
    }
    let records =
        serde_json::Deserializer::from_slice(&output.stdout).into_iter::<serde_json::Value>();
    records
        .map(|record| {
            let record = record?;
            let doc = record["doc"].as_str().context("doc")?.to_owned();
            Ok((doc, record["block"].as_u64().context("block")? as usize - 1))
        })
        .collect()
}

/// The copies.
pub fn read_truth(path: &Path) -> anyhow::Result<BTreeMap<Paragraph, Copy>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    tsv::rows(&text)
        .map(|row| {
            let copy = Copy {
                label: row.cell("label")?.to_owned(),
                kind: row.cell("kind")?.to_owned(),
            };
            Ok((
                (row.cell("doc_id")?.to_owned(), row.cell("par")?.parse()?),
                copy,
            ))
        })
        .collect()
}

/// How many words each paragraph has.
fn read_words(path: &Path) -> anyhow::Result<HashMap<Paragraph, usize>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut words = HashMap::new();
    for line in text.lines() {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let id = record["id"].as_str().context("id")?;
        let paragraphs = record["text"].as_str().context("text")?.split("\n\n");
        for (number, paragraph) in paragraphs.enumerate() {
            words.insert(
                (id.to_owned(), number),
                paragraph.split_whitespace().count(),
            );
        }
    }
    Ok(words)
}
