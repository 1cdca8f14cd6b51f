//! `cargo lab train-stoplists`: the stop lists of htmlblocks, from text in many languages.
//!
//! A stop list has the most frequent words of its language, as many as it takes to cover a share of text that they were
//! not counted in. So a share of stop words means the same in a language with many forms of a word and in one with few.
//! Where words have no spaces between them, characters stand for words.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use htmlblocks::stoplist::{is_unspaced, table};

/// The file of the lists; the table of their words is next to it.
const LISTS: &str = "crates/htmlblocks/src/stoplists.tsv";
/// The words counted in one half of a text are to cover this share of the other half.
const COVERAGE: f64 = 0.70;
/// But no list has more words than this, and no word that occurs less often.
const MAX_WORDS: usize = 1000;
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
        lists += &format!("{language}\t{covered:.2}\t{}\n", words.join(" "));
    }
    let path = crate::root().join(LISTS);
    fs::write(path.with_extension("bin"), table(&lists))?;
    fs::write(path, lists)?;
    Ok(())
}

/// The stop words of a text, the most frequent first, and what share of one half the words of the other half cover.
fn stop_words(text: &str) -> (Vec<String>, f64) {
    let unspaced = text
        .chars()
        .filter(|&character| is_unspaced(character))
        .count();
    let by_character = 2 * unspaced > text.chars().count();
    let halves = [0, 1].map(|half| Counts::of(text.lines().skip(half).step_by(2), by_character));
    let rank: HashMap<&str, usize> = (0..)
        .zip(&halves[0].words)
        .map(|(rank, (word, _))| (&word[..], rank))
        .collect();
    // Occurrences in the second half of the word of each rank in the first half.
    let mut occurrences = vec![0; rank.len()];
    for (word, count) in &halves[1].words {
        if let Some(&rank) = rank.get(&word[..]) {
            occurrences[rank] += count;
        }
    }
    let whole = Counts::of(text.lines(), by_character);
    let enough = COVERAGE * halves[1].total as f64;
    let (mut covered, mut length) = (0, 0);
    for (count, (_, occurs)) in occurrences.iter().zip(&whole.words) {
        if length == MAX_WORDS || *occurs < RAREST || covered as f64 >= enough {
            break;
        }
        covered += count;
        length += 1;
    }
    let words = whole.words.into_iter().take(length).map(|(word, _)| word);
    (
        words.collect(),
        covered as f64 / halves[1].total.max(1) as f64,
    )
}

/// How often each word occurs, the most frequent first, and how many words there are.
struct Counts {
    words: Vec<(String, usize)>,
    total: usize,
}

impl Counts {
    fn of<'t>(lines: impl Iterator<Item = &'t str>, by_character: bool) -> Self {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for word in lines.flat_map(str::split_whitespace) {
            if by_character {
                for character in word.chars().filter(|&character| is_unspaced(character)) {
                    *counts.entry(character.into()).or_default() += 1;
                }
                continue;
            }
            let word = word.trim_matches(|character: char| !character.is_alphanumeric());
            if word.chars().any(char::is_alphabetic) {
                *counts.entry(word.to_lowercase()).or_default() += 1;
            }
        }
        let mut words: Vec<(String, usize)> = counts.into_iter().collect();
        words.sort_by(|(a, x), (b, y)| y.cmp(x).then_with(|| a.cmp(b)));
        let total = words.iter().map(|(_, count)| count).sum();
        Counts { words, total }
    }
}
