//! Whole documents that are near-duplicates: how much may be edited until each way no longer finds a copy.
//!
//! To documents without planted copies come copies of some of them, in which a share of the words is replaced, left
//! out, or followed by another word. Anything else that is found than a copy and its original is wrong.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use crate::corpora;
use crate::measure::{measure, release_tools, shell_output};
use crate::random::Random;

/// Edited words in a hundred.
const EDITS: [u32; 7] = [2, 5, 10, 20, 30, 40, 50];
/// Copies of each kind.
const COPIES: usize = 200;
/// Words of a document.
const LENGTHS: std::ops::RangeInclusive<usize> = 150..=2000;
/// Documents.
const DOCUMENTS: usize = 3000;

/// Ways to find copies: a command that reads FILE and writes the names of the documents that are one, or of two that are a pair.
const WAYS: [(&str, &str); 5] = [
    (
        "blockdedup --unit document",
        "blockdedup --unit document --emit removed FILE | jq -r .doc",
    ),
    (
        "the same, -n 5",
        "blockdedup --unit document -n 5 --emit removed FILE | jq -r .doc",
    ),
    (
        "uniqwords | lcsdup --find books",
        "uniqwords FILE | lcsdup --find books -r",
    ),
    (
        "the same, --emit drop",
        "uniqwords FILE | lcsdup --find books --emit drop --prefer first -r",
    ),
    (
        "shingles of 5 words, Jaccard .5",
        "uniqwords --shingles 5 --mod 8 FILE | lcsdup --score jaccard --threshold .5 -r",
    ),
];

/// Prints the table. `python` may have rensa; then its MinHash is compared.
pub fn run(folder: &Path, python: Option<&Path>) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let documents = documents(&folder)?;
    let file = crate::root().join("target/near.jsonl");
    fs::write(&file, with_copies(&documents)?)?;
    let tools = release_tools()?;
    println!(
        "{} documents of {} to {} words, {COPIES} copies with so many words edited in a hundred\n",
        documents.len(),
        LENGTHS.start(),
        LENGTHS.end()
    );
    let edits: String = EDITS.iter().map(|edit| format!("{edit:6}")).collect();
    println!("{:34}{edits}  wrong   CPU s", "found");
    let mut ways: Vec<(String, String)> = WAYS
        .iter()
        .map(|(name, command)| {
            (
                (*name).to_owned(),
                format!("PATH={}:$PATH; {command}", tools.display()),
            )
        })
        .collect();
    if let Some(python) = python {
        let script = crate::root().join("crates/lab/src/eval/minhash.py");
        for (words, threshold) in [(5, 0.7), (3, 0.3)] {
            ways.push((
                format!("rensa, {words} words, {threshold}"),
                format!(
                    "{} {} FILE {words} {threshold}",
                    python.display(),
                    script.display()
                ),
            ));
        }
    }
    for (name, command) in ways {
        let command = command.replace("FILE", &file.display().to_string());
        let (found, wrong) = judged(&shell_output(&command)?);
        let cells: String = EDITS
            .iter()
            .map(|edit| format!("{:6}", found.get(edit).unwrap_or(&0)))
            .collect();
        let usage = measure(&format!("({command}) > /dev/null"))?;
        println!("{name:34}{cells} {wrong:6} {:7.2}", usage.cpu);
    }
    Ok(())
}

/// Names and texts of documents in which nothing was planted.
fn documents(folder: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let roles = fs::read_to_string(folder.join("docs.tsv")).context("docs.tsv")?;
    let clean: std::collections::HashSet<&str> = roles
        .lines()
        .filter(|line| line.ends_with("\tclean"))
        .filter_map(|line| line.split('\t').next())
        .collect();
    let corpus = fs::read_to_string(folder.join("corpus.jsonl")).context("corpus.jsonl")?;
    let mut documents = Vec::new();
    for line in corpus.lines() {
        let record: Value = serde_json::from_str(line)?;
        let name = record["id"].as_str().context("id")?;
        let text = record["text"].as_str().context("text")?;
        if clean.contains(name) && LENGTHS.contains(&text.split_whitespace().count()) {
            documents.push((name.to_owned(), text.to_owned()));
        }
        if documents.len() == DOCUMENTS {
            break;
        }
    }
    Ok(documents)
}

/// Document records of all, and of the copies, whose names have the edits behind a tilde.
fn with_copies(documents: &[(String, String)]) -> anyhow::Result<String> {
    let mut random = Random::new(1);
    let vocabulary: Vec<&str> = documents
        .iter()
        .take(500)
        .flat_map(|(_, text)| text.split_whitespace())
        .collect();
    let mut out = String::new();
    for (name, text) in documents {
        writeln!(out, "{}", json!({ "doc": name, "text": text }))?;
    }
    let mut order: Vec<usize> = (0..documents.len()).collect();
    for edit in EDITS {
        for place in 0..COPIES.min(order.len()) {
            let other = place + random.below((order.len() - place) as u64) as usize;
            order.swap(place, other);
            let (name, text) = &documents[order[place]];
            let text = edited(text, f64::from(edit) / 100.0, &vocabulary, &mut random);
            writeln!(
                out,
                "{}",
                json!({ "doc": format!("{name}~{edit}"), "text": text })
            )?;
        }
    }
    Ok(out)
}

/// A text in which a share of the words is edited: half of them replaced, a quarter left out, a quarter followed by another word.
pub fn edited(text: &str, share: f64, vocabulary: &[&str], random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(char::is_whitespace) {
        if random.uniform() >= share || piece.trim().is_empty() {
            out.push_str(piece);
            continue;
        }
        let kind = random.uniform();
        let other = vocabulary[random.below(vocabulary.len() as u64) as usize];
        if kind < 0.25 {
            continue;
        }
        if kind < 0.5 {
            out.push_str(piece);
        }
        out.push_str(other);
        out.push(' ');
    }
    out
}

/// How many copies of each kind are found, and how many documents or pairs are that should not be. A line is the name of a document, or two.
fn judged(lines: &str) -> (BTreeMap<u32, usize>, usize) {
    let mut found = BTreeMap::<u32, std::collections::BTreeSet<&str>>::new();
    let mut wrong = 0;
    for line in lines.lines() {
        let (first, second) = match line.split_once('\t') {
            Some((first, second)) => (first, second),
            None => (line, line),
        };
        let parts = |name: &'_ str| -> (String, Option<u32>) {
            match name.split_once('~') {
                Some((original, edit)) => (original.to_owned(), edit.parse().ok()),
                None => (name.to_owned(), None),
            }
        };
        let ((a, a_edit), (b, b_edit)) = (parts(first), parts(second));
        match a_edit
            .map(|edit| (edit, first))
            .or(b_edit.map(|edit| (edit, second)))
        {
            Some((edit, copy)) if a == b => drop(found.entry(edit).or_default().insert(copy)),
            _ => wrong += 1,
        }
    }
    (
        found
            .into_iter()
            .map(|(edit, copies)| (edit, copies.len()))
            .collect(),
        wrong,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_judged_by_their_names() {
        let (found, wrong) = judged("a\ta~5\nb~5\nc\tc~20\nc~20\tc\na\tb\nd\n");
        assert_eq!(found, BTreeMap::from([(5, 2), (20, 1)]));
        assert_eq!(wrong, 2);
    }

    #[test]
    fn a_share_of_the_words_is_edited() {
        let text = "one ".repeat(4000);
        let edited = edited(&text, 0.2, &["two"], &mut Random::new(3));
        let kept = edited.split(' ').filter(|word| *word == "one").count();
        let other = edited.split(' ').filter(|word| *word == "two").count();
        assert!(
            (3300..3500).contains(&kept) && (500..700).contains(&other),
            "{kept} {other}"
        );
    }
}
