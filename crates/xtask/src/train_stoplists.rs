//! `cargo xtask train-stoplists`: the stop lists of htmlblocks, from text in many languages.
//!
//! A stop list has the most frequent words of its language, up to a share of all words of the text, so that a share of
//! stop words means the same in a language with many forms of a word and in one with few.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// Where the lists go.
const LISTS: &str = "crates/htmlblocks/src/stoplists.tsv";
/// Words are taken until they are this share of the text.
const COVERAGE: f64 = 0.50;
/// But not more words than this, and none that occurs less often.
const MOST: usize = 500;
const RAREST: usize = 3;

/// Makes a list from each `LANGUAGE.txt` in a folder, and writes them all.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let mut languages = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            languages.push(path);
        }
    }
    languages.sort();
    let mut lists = String::new();
    for path in &languages {
        let language = path.file_stem().context("a file name")?.to_string_lossy();
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let (words, covered) = stop_words(&text);
        println!(
            "{language:<8} {:>4} words, {:.1} % of the text",
            words.len(),
            100.0 * covered
        );
        lists += &format!("{language}\t{}\n", words.join(" "));
    }
    fs::write(crate::root().join(LISTS), lists)?;
    Ok(())
}

/// The stop words of a text, the most frequent first, and their share of it.
fn stop_words(text: &str) -> (Vec<String>, f64) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    let mut total = 0;
    for word in text.split_whitespace() {
        let word = word
            .trim_matches(|character: char| !character.is_alphanumeric())
            .to_lowercase();
        if word.chars().any(char::is_alphabetic) {
            *counts.entry(word).or_default() += 1;
            total += 1;
        }
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
    let mut covered = 0;
    let mut words = Vec::new();
    for (word, count) in counts {
        if words.len() == MOST || count < RAREST || covered as f64 >= COVERAGE * total as f64 {
            break;
        }
        covered += count;
        words.push(word);
    }
    (words, covered as f64 / total.max(1) as f64)
}
