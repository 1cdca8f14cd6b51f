//! Passages planted into other books, with characters damaged in both copies as by OCR.
//!
//! Eighteen books are hosts; each of 126 others is made of a book that shares no text with any of them, and a passage
//! of 100 to 8,000 words of one host. Anything else that is found than these pairs, and those of one book with itself,
//! is wrong.

mod passim;

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use crate::figures::Figures;
use crate::measure::{measure, release_tools, shell_output};
use crate::random::Random;

/// Books of each kind.
const BOOKS: usize = 18;

/// The lengths of passages, in words.
const LENGTHS: [usize; 7] = [100, 250, 500, 1000, 2000, 4000, 8000];

/// Damaged characters in a hundred.
const DAMAGE: [u32; 4] = [0, 5, 10, 20];

/// The options of each run, and the name of its row.
const WAYS: [(&str, &str); 2] = [("words", ""), ("dense", "--dense")];

/// The language of books without spaces between words: what `uniqwords` takes n-grams of characters for.
const UNSPACED: [&str; 2] = ["ja", "th"];

/// Two books without spaces do not share a run of this number of characters.
const SHARED_CHARACTERS: usize = 20;

/// Books, and what damages them.
struct Books {
    name: String,
    /// The words of each, or the characters.
    books: Vec<Vec<String>>,
    /// The separator of two words.
    space: &'static str,
    /// The characters that replace a damaged one.
    letters: Vec<char>,
}

/// Plants, runs both grades of evidence and the rivals, prints the table. `texts` may be the output of collect-text, and `python` have
/// datasketch and rensa, and passim 2 if it is to be measured.
pub fn run(
    books: &Path,
    texts: Option<&Path>,
    python: Option<&str>,
    seed: u64,
    write: bool,
) -> anyhow::Result<()> {
    let mut figures = Figures::of("eval passages");
    let tools = release_tools()?;
    let mut random = Random::new(seed);
    let english = Books {
        name: "English, by words".into(),
        books: unrelated(books, &mut random)?,
        space: " ",
        letters: ('a'..='z').collect(),
    };
    let found = table(&english, &tools, Some(python), &mut random)?;
    for language in UNSPACED {
        if let Some(folder) = texts {
            let books = unspaced(folder, language, &mut random)?;
            table(&books, &tools, None, &mut random)?;
        }
    }
    let of = |damage: u32, name: &str| found.get(&(damage, name.to_owned())).copied();
    if let [
        Some((dense, wrong_dense)),
        Some((words, wrong_words)),
        Some((passim, wrong_passim)),
    ] = [of(0, "dense"), of(0, "words"), of(0, "passim, 4-grams")]
    {
        let row = "passages of 100 words, clean";
        figures.add(row, "trommel", &[dense, wrong_dense, words, wrong_words]);
        figures.add(row, "other", &[passim, wrong_passim]);
    }
    if let [Some((dense, _)), Some((passim, _))] = [of(10, "dense"), of(10, "passim, 4-grams")] {
        let row = "passages of 100 words, 10 %";
        figures.add(row, "trommel", &[dense]);
        figures.add(row, "other", &[passim]);
    }
    figures.settle(write)
}

/// Passages of the shortest length that are found, and wrong pairs, by damage and program.
type Found = BTreeMap<(u32, String), (f64, f64)>;

/// Prints the rows of some books; `rivals` are the Python that has them.
fn table(
    set: &Books,
    tools: &Path,
    rivals: Option<Option<&str>>,
    random: &mut Random,
) -> anyhow::Result<Found> {
    let mut all = Found::new();
    let folder = Path::new("target/passages");
    fs::create_dir_all(folder)?;
    let (documents, found) = (folder.join("documents.jsonl"), folder.join("found"));
    println!(
        "{}: found of {BOOKS} by lengths {LENGTHS:?}; wrong pairs; CPU s",
        set.name
    );
    for damage in DAMAGE {
        let records = planted(set, damage, random);
        fs::write(&documents, json_lines(&records)?)?;
        let mut row = |name: &str, pairs: &str, cpu: Option<f64>| -> anyhow::Result<()> {
            let (right, wrong) = judged(pairs)?;
            all.insert((damage, name.to_owned()), (right[0] as f64, wrong as f64));
            let cpu = cpu.map_or(String::new(), |cpu| format!("{cpu:.1}"));
            println!("{damage:3} %  {name:18} {right:3?}  {wrong:5}  {cpu}");
            Ok(())
        };
        for (name, option) in WAYS {
            let usage = measure(&format!(
                "{tools}/uniqwords {option} < {} | {tools}/lcsdup -r > {}",
                documents.display(),
                found.display(),
                tools = tools.display()
            ))?;
            row(name, &fs::read_to_string(&found)?, Some(usage.cpu))?;
        }
        let Some(python) = rivals else {
            continue;
        };
        let texts: Vec<&str> = records.iter().map(|(_, text)| &text[..]).collect();
        for words in [5, 4] {
            let mut pairs = String::new();
            for (a, b) in passim::pairs(&texts, words) {
                writeln!(pairs, "{}\t{}", records[a].0, records[b].0)?;
            }
            row(&format!("passim, {words}-grams"), &pairs, None)?;
        }
        if let Some(python) = python {
            let script = crate::root().join("crates/lab/src/eval/passages/peers.py");
            let command = format!("{python} {} {}", script.display(), documents.display());
            let all = shell_output(&command)?;
            for method in ["datasketch", "datasketch at .1", "rensa", "passim 2"] {
                let pairs = all
                    .lines()
                    .filter_map(|line| line.strip_prefix(method)?.strip_prefix('\t'));
                match &pairs.collect::<Vec<_>>()[..] {
                    ["not installed"] => println!("       {method:18} is not installed"),
                    pairs => row(method, &pairs.join("\n"), None)?,
                }
            }
        }
    }
    Ok(all)
}

/// Books of one size from the texts of collect-text in a language. No two of them share a run of
/// characters.
fn unspaced(folder: &Path, language: &str, random: &mut Random) -> anyhow::Result<Books> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .map(|source| Ok(source?.path().join(language).with_extension("txt")))
        .collect::<std::io::Result<_>>()?;
    files.sort();
    let mut seen = HashSet::new();
    let mut kept: Vec<char> = Vec::new();
    for file in files.iter().filter(|file| file.exists()) {
        for line in fs::read_to_string(file)?.lines() {
            let line: Vec<char> = line.chars().chain(['\n']).collect();
            let runs: Vec<u64> = line
                .windows(SHARED_CHARACTERS.min(line.len()))
                .map(|run| xxhash_rust::xxh3::xxh3_64(String::from_iter(run).as_bytes()))
                .collect();
            if !runs.iter().any(|run| seen.contains(run)) {
                seen.extend(runs);
                kept.extend(line);
            }
        }
    }
    let size = kept.len() / (2 * BOOKS);
    let most = LENGTHS[LENGTHS.len() - 1];
    anyhow::ensure!(
        size > most,
        "{language}: books of {size} characters; {most} are planted"
    );
    let mut books: Vec<Vec<String>> = kept
        .chunks_exact(size)
        .take(2 * BOOKS)
        .map(|book| book.iter().map(|&character| character.into()).collect())
        .collect();
    for place in (1..books.len()).rev() {
        books.swap(place, random.below(place as u64 + 1) as usize);
    }
    Ok(Books {
        name: format!("{language}, by characters, books of {size}"),
        books,
        space: "",
        letters: kept.into_iter().filter(|c| c.is_alphabetic()).collect(),
    })
}

/// Books of 30,000 to 160,000 words in English, without their first and last 6 %. No two share text: they have at most
/// three runs of eight words in common.
fn unrelated(path: &Path, random: &mut Random) -> anyhow::Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    let mut books: Vec<Vec<String>> = Vec::new();
    for line in text.lines() {
        let document: serde_json::Value = serde_json::from_str(line)?;
        let words: Vec<&str> = document["text"]
            .as_str()
            .unwrap_or_default()
            .split_whitespace()
            .collect();
        let english = words
            .iter()
            .filter(|word| matches!(**word, "the" | "and" | "of"))
            .count();
        if (30_000..=160_000).contains(&words.len()) && english * 100 > words.len() * 6 {
            let inner = &words[words.len() * 6 / 100..words.len() * 94 / 100];
            books.push(inner.iter().map(|&word| word.to_owned()).collect());
        }
    }
    for place in (1..books.len()).rev() {
        books.swap(place, random.below(place as u64 + 1) as usize);
    }
    let mut seen = HashSet::new();
    let mut kept = Vec::new();
    for book in books {
        let bare: Vec<String> = book
            .iter()
            .map(|word| {
                word.chars()
                    .filter(|c| c.is_alphanumeric())
                    .flat_map(char::to_lowercase)
                    .collect()
            })
            .collect();
        let runs: HashSet<u64> = bare
            .windows(8)
            .map(|run| xxhash_rust::xxh3::xxh3_64(run.join(" ").as_bytes()))
            .collect();
        if runs.intersection(&seen).count() <= 3 {
            seen.extend(runs);
            kept.push(book);
        }
        if kept.len() == 2 * BOOKS {
            return Ok(kept);
        }
    }
    bail!(
        "{} books share no text; {} are needed",
        kept.len(),
        2 * BOOKS
    )
}

/// The number of the other book into which a passage of this host and length is planted.
fn other(host: usize, length: usize) -> usize {
    (host + length) % BOOKS
}

/// The names and texts of the hosts and of the books with passages; their names say which.
fn planted(set: &Books, damage: u32, random: &mut Random) -> Vec<(String, String)> {
    let books = &set.books;
    let mut out = Vec::new();
    let mut write = |name: String, words: &[String], random: &mut Random| {
        let share = f64::from(damage) / 100.0;
        let text = damaged(&words.join(set.space), share, &set.letters, random);
        out.push((name, text));
    };
    for (host, words) in books[..BOOKS].iter().enumerate() {
        write(format!("x {host}"), words, random);
    }
    for (length, &words) in LENGTHS.iter().enumerate() {
        for host in 0..BOOKS {
            let (from, into) = (&books[host], &books[BOOKS + other(host, length)]);
            let start = random.below((from.len() - words) as u64 + 1) as usize;
            let place = random.below(into.len() as u64 + 1) as usize;
            let made = [&into[..place], &from[start..start + words], &into[place..]].concat();
            write(format!("y {host} {length}"), &made, random);
        }
    }
    out
}

/// Document records.
fn json_lines(documents: &[(String, String)]) -> anyhow::Result<String> {
    let mut out = String::new();
    for (name, text) in documents {
        writeln!(out, "{}", serde_json::json!({ "doc": name, "text": text }))?;
    }
    Ok(out)
}

/// Replaces, drops or adds a letter at a share of the characters, and drops the space behind some words.
fn damaged(text: &str, share: f64, letters: &[char], random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        let letter = |random: &mut Random| letters[random.below(letters.len() as u64) as usize];
        if character.is_whitespace() {
            if share == 0.0 || random.uniform() >= share * 0.15 {
                out.push(character);
            }
        } else if share == 0.0 || random.uniform() >= share {
            out.push(character);
        } else {
            let kind = random.uniform();
            if kind < 0.6 {
                out.push(letter(random));
            } else if kind >= 0.8 {
                out.push(character);
                out.push(letter(random));
            }
        }
    }
    out
}

/// How many planted passages of each length are among the pairs, and how many pairs are none that they should be.
fn judged(pairs: &str) -> anyhow::Result<([usize; LENGTHS.len()], usize)> {
    let (mut right, mut wrong) = ([0; LENGTHS.len()], 0);
    for line in pairs.lines() {
        let numbers = |name: &str| -> anyhow::Result<Vec<usize>> {
            let numbers = name
                .split(' ')
                .skip(1)
                .map(str::parse)
                .collect::<Result<_, _>>();
            numbers.with_context(|| format!("a pair of {name}"))
        };
        let (a, b) = line.split_once('\t').context("a line without a tab")?;
        match (&numbers(a)?[..], &numbers(b)?[..]) {
            ([host], [from, length]) if host == from => right[*length] += 1,
            // Copies of one book, or with passages of one host that may overlap.
            ([a, x], [b, y]) if a == b || other(*a, *x) == other(*b, *y) => {}
            _ => wrong += 1,
        }
    }
    Ok((right, wrong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_judged_by_their_names() {
        let pairs = "x 3\ty 3 0\nx 3\ty 4 0\ny 1 2\ty 2 1\ny 1 2\ty 1 6\ny 1 2\ty 5 5\nx 1\tx 2\n";
        let (right, wrong) = judged(pairs).unwrap();
        assert_eq!((right[0], right.iter().sum::<usize>(), wrong), (1, 1, 3));
        assert!(judged("nothing").is_err());
    }

    #[test]
    fn damage_is_what_is_asked_for() {
        let text = "abcdefghij ".repeat(1000);
        assert_eq!(damaged(&text, 0.0, &['x'], &mut Random::new(1)), text);
        let ten = damaged(&text, 0.1, &['x'], &mut Random::new(1));
        let whole = ten.split(' ').filter(|word| *word == "abcdefghij").count();
        assert!((280..420).contains(&whole), "{whole}");
    }
}
