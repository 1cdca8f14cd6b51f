//! The same documents through blockdedup, lcsdup, and what others use to remove duplicates: what each finds of planted copies, and
//! what it takes.
//!
//! Copies of whole documents, with a share of their words edited, are added to a corpus in which paragraphs are copies of earlier
//! ones (`corpus.jsonl` and `truth.tsv`, as `cargo lab eval dedup` reads them).

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;
use serde_json::{Value, json};

use super::Peers;
use crate::corpora;
use crate::eval::dedup::{Copy, Paragraph, read_truth};
use crate::eval::near::edited;
use crate::measure::{
    Usage, has_module, has_program, median_of, release_tools, shell, shell_output,
};
use crate::random::Random;

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// The folder with corpus.jsonl and truth.tsv, or one that holds a .tar.zst of it
    folder: PathBuf,
    /// The share of the documents to take, up to 1
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Runs of each command
    #[arg(long, default_value_t = 1)]
    rounds: usize,
    #[command(flatten)]
    peers: Peers,
}

/// Words edited in a hundred, of one copy after the other.
const EDITS: [u32; 5] = [0, 2, 5, 10, 20];
/// The least words of a document that is copied.
const MIN_COPIED_WORDS: usize = 50;

/// A way to remove duplicates.
struct Way {
    name: String,
    /// The command that is measured.
    run: String,
    /// A command that prints the names of removed documents, or records with `doc`, and `block` if only a paragraph is
    /// removed. It is run afterwards.
    show: String,
    /// Whether it removes paragraphs, and not documents only.
    paragraphs: bool,
}

/// The results of one way.
struct Found {
    /// Shares of the copies of documents, by the words edited.
    copies: BTreeMap<u32, f64>,
    /// Other documents that it removed.
    wrong: usize,
    /// Recall and precision of copied paragraphs, in words.
    paragraphs: Option<(f64, f64)>,
}

/// The documents, and which parts of them are copies.
struct Corpus {
    /// The words of each paragraph.
    documents: HashMap<String, Vec<usize>>,
    truth: BTreeMap<Paragraph, Copy>,
    bytes: u64,
}

/// Prints the table, and writes it into the documentation.
pub fn run(options: &Options) -> anyhow::Result<()> {
    ensure!(
        options.scale > 0.0 && options.scale <= 1.0,
        "--scale is a share of the documents"
    );
    let tools = release_tools()?;
    let folder = corpora::unpacked(&options.folder)?;
    let work = crate::root().join("target/bench-dedup");
    // Dolma looks for a folder of this name.
    let documents = work.join("documents/0.jsonl");
    fs::create_dir_all(work.join("documents"))?;
    let corpus = with_copies(&folder, options.scale, &documents)?;
    let (path, python) = (options.peers.path()?, &options.peers.python);
    let (ways, absent) = ways(&tools, &documents, &work, &path, python)?;
    let mut table = String::from("| | as it is |");
    for edit in &EDITS[1..] {
        let _ = write!(table, " {edit} % |");
    }
    table += " others | recall, precision of paragraphs | CPU s | wall s | peak MiB |\n";
    table += &"|---".repeat(EDITS.len() + 6);
    table += "|\n";
    print!("{table}");
    for way in &ways {
        let usage = median_of(&way.run, options.rounds.max(1))?;
        let found = corpus.judged(&removed(&shell_output(&way.show)?)?, way.paragraphs);
        let row = row(&way.name, &found, &usage);
        print!("{row}");
        table += &row;
    }
    if !absent.is_empty() {
        let row = format!(
            "| not installed: {} {}|\n",
            absent.join(", "),
            "| ".repeat(EDITS.len() + 5)
        );
        print!("{row}");
        table += &row;
    }
    fs::remove_dir_all(&work)?;
    if options.peers.write {
        let how = format!(
            "`cargo lab bench dedup FOLDER --scale {}`, {} documents, {:.0} MB; medians of {} runs",
            options.scale,
            corpus.documents.len(),
            corpus.bytes as f64 / 1e6,
            options.rounds
        );
        crate::measure::write_figures("dedup", &how, &table)?;
    }
    Ok(())
}

fn row(name: &str, found: &Found, usage: &Usage) -> String {
    let mut row = format!("| {name} |");
    for edit in EDITS {
        match found.copies.get(&edit) {
            Some(share) => {
                let _ = write!(row, " {share:.3} |");
            }
            None => row += " |",
        }
    }
    let _ = write!(row, " {} |", found.wrong);
    match found.paragraphs {
        Some((recall, precision)) => {
            let _ = write!(row, " {recall:.3}, {precision:.3} |");
        }
        None => row += " |",
    }
    let _ = writeln!(
        row,
        " {:.1} | {:.1} | {:.0} |",
        usage.cpu,
        usage.wall,
        usage.peak as f64 / 1048576.0
    );
    row
}

/// The ways, and the names of programs and modules that are not installed.
fn ways(
    tools: &Path,
    documents: &Path,
    work: &Path,
    path: &str,
    python: &str,
) -> anyhow::Result<(Vec<Way>, Vec<String>)> {
    let file = documents.display();
    let mut ways = own_ways(tools, documents);
    let mut absent = Vec::new();
    let script = crate::root().join("crates/lab/src/bench/dedup_peers.py");
    let script = script.display().to_string();
    for (module, name) in [
        ("datatrove", "datatrove, MinHash"),
        ("text_dedup", "text-dedup, MinHash"),
    ] {
        if !has_module(python, module) {
            absent.push(module.to_owned());
            continue;
        }
        let own = work.join(module);
        let own = own.display();
        ways.push(Way {
            name: name.to_owned(),
            run: format!("rm -rf {own} && mkdir {own} && {python} {script} run {module} {file} {own} > {own}/log 2>&1"),
            show: format!("{python} {script} show {module} {file} {own}"),
            paragraphs: false,
        });
    }
    match has_program(path, "dolma") {
        true => ways.extend(dolma_ways(documents, work, path, python, &script)?),
        false => absent.push("dolma".to_owned()),
    }
    Ok((ways, absent))
}

/// The ways of our tools.
fn own_ways(tools: &Path, documents: &Path) -> Vec<Way> {
    let file = documents.display();
    let tool = |name: &str| tools.join(name).display().to_string();
    let (blockdedup, uniqwords, lcsdup) = (tool("blockdedup"), tool("uniqwords"), tool("lcsdup"));
    let mut ways = Vec::new();
    for (options, paragraphs) in [
        ("", true),
        (" --exact", true),
        (" --unit document", false),
        (" --unit document -n 5", false),
    ] {
        ways.push(Way {
            name: format!("`blockdedup{options}`"),
            run: format!("{blockdedup}{options} {file}"),
            show: format!(
                "{blockdedup}{options} --emit {} {file}",
                if paragraphs { "report" } else { "removed" }
            ),
            paragraphs,
        });
    }
    let drop =
        format!("{uniqwords} {file} | {lcsdup} -q --find books --emit drop --prefer first -r");
    ways.push(Way {
        name: "`uniqwords \\| lcsdup --find books --emit drop`".to_owned(),
        show: format!("{drop} | cut -f 1"),
        run: drop,
        paragraphs: false,
    });
    ways
}

/// The ways of dolma, whose input and configuration are written first.
fn dolma_ways(
    documents: &Path,
    work: &Path,
    path: &str,
    python: &str,
    script: &str,
) -> anyhow::Result<Vec<Way>> {
    let file = documents.display();
    let mut ways = Vec::new();
    for (name, by, most) in [
        ("dolma, Bloom filter of paragraphs", "", 1_000_000),
        (
            "dolma, Bloom filter of 7-grams, half of them",
            ", by_ngram: {ngram_length: 7, stride: 1, overlap_threshold: 0.5, skip_short_paragraphs: true}",
            30_000_000,
        ),
    ] {
        let own = work.join(if by.is_empty() {
            "dolma"
        } else {
            "dolma-grams"
        });
        let input = own.join("documents/0.jsonl.gz");
        fs::create_dir_all(own.join("documents"))?;
        shell(&format!("gzip -1 < {file} > {}", input.display()))?;
        let setup = own.join("setup.yaml");
        fs::write(&setup, dolma_setup(&own, &input, by, most))?;
        let (own, setup) = (own.display(), setup.display());
        ways.push(Way {
            name: name.to_owned(),
            run: format!(
                "{path}rm -rf {own}/bloom {own}/attributes && dolma -c {setup} dedupe > {own}/log 2>&1"
            ),
            show: format!("{python} {script} show dolma {file} {own}"),
            paragraphs: true,
        });
    }
    Ok(ways)
}

/// The configuration that dolma reads, for a filter that distinguishes this number of things.
fn dolma_setup(own: &Path, input: &Path, by: &str, most: u64) -> String {
    format!(
        "documents: [{input}]\n\
         dedupe:\n  name: copies\n  skip_empty: true\n  \
         paragraphs: {{attribute_name: copies, paragraph_separator: \"\\n\\n\"{by}}}\n\
         bloom_filter: {{file: {own}/bloom, estimated_doc_count: {most}, desired_false_positive_rate: 0.0001, read_only: false}}\n\
         processes: 1\n",
        input = input.display(),
        own = own.display(),
    )
}

/// Writes the documents of the corpus, and behind them a copy of each that holds no planted one.
fn with_copies(folder: &Path, scale: f64, path: &Path) -> anyhow::Result<Corpus> {
    let mut truth = read_truth(&folder.join("truth.tsv"))?;
    let planted: HashSet<&str> = truth.keys().map(|(name, _)| &name[..]).collect();
    let text = fs::read_to_string(folder.join("corpus.jsonl")).context("corpus.jsonl")?;
    let lines: Vec<&str> = text.lines().collect();
    let wanted = (lines.len() as f64 * scale).ceil() as usize;
    let mut out = BufWriter::new(fs::File::create(path)?);
    let mut documents = HashMap::new();
    let mut clean = Vec::new();
    for line in &lines[..wanted] {
        let record: Value = serde_json::from_str(line)?;
        let name = record["id"].as_str().context("id")?;
        let text = record["text"].as_str().context("text")?;
        let words = paragraphs(text);
        if !planted.contains(name) && words.iter().sum::<usize>() >= MIN_COPIED_WORDS {
            clean.push((name.to_owned(), text.to_owned()));
        }
        documents.insert(name.to_owned(), words);
        writeln!(out, "{}", json!({ "id": name, "text": text }))?;
    }
    let mut random = Random::new(1);
    let vocabulary: Vec<&str> = clean
        .iter()
        .take(500)
        .flat_map(|(_, text)| text.split_whitespace())
        .collect();
    for ((name, text), edit) in clean.iter().zip(EDITS.into_iter().cycle()) {
        let name = format!("{name}~{edit}");
        let text = edited(text, f64::from(edit) / 100.0, &vocabulary, &mut random);
        writeln!(out, "{}", json!({ "id": &name, "text": &text }))?;
        documents.insert(name, paragraphs(&text));
    }
    out.flush()?;
    truth.retain(|(name, _), _| documents.contains_key(name));
    Ok(Corpus {
        documents,
        truth,
        bytes: path.metadata()?.len(),
    })
}

/// The words of each paragraph.
fn paragraphs(text: &str) -> Vec<usize> {
    text.split("\n\n")
        .map(|paragraph| paragraph.split_whitespace().count())
        .collect()
}

/// Whole documents, or paragraphs of them by their numbers from 0.
#[derive(Default)]
struct Removed {
    documents: HashSet<String>,
    paragraphs: HashSet<Paragraph>,
}

/// The removed documents and paragraphs in the output of one way.
fn removed(lines: &str) -> anyhow::Result<Removed> {
    let mut removed = Removed::default();
    for line in lines.lines() {
        if !line.starts_with('{') {
            removed.documents.insert(line.to_owned());
            continue;
        }
        let record: Value = serde_json::from_str(line)?;
        // A removed document is written as it was read, with its `id`.
        let name = record["doc"].as_str().or(record["id"].as_str());
        let name = name.context("doc")?.to_owned();
        match record["block"].as_u64() {
            Some(number) => drop(removed.paragraphs.insert((name, number as usize - 1))),
            None => drop(removed.documents.insert(name)),
        }
    }
    Ok(removed)
}

/// The words of those paragraphs of a document that are chosen.
fn words_of(name: &str, words: &[usize], is_chosen: impl Fn(&Paragraph) -> bool) -> usize {
    let each = words.iter().enumerate();
    let chosen = each.filter(|(number, _)| is_chosen(&(name.to_owned(), *number)));
    chosen.map(|(_, words)| words).sum()
}

impl Corpus {
    /// A document counts as removed if more than half of its words are. A copy is found if it or its original is removed: which of them is
    /// kept differs.
    fn judged(&self, removed: &Removed, of_paragraphs: bool) -> Found {
        let mut all: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
        let mut gone: HashSet<&str> = HashSet::new();
        for (name, words) in &self.documents {
            let total: usize = words.iter().sum();
            let lost = words_of(name, words, |paragraph| {
                removed.paragraphs.contains(paragraph)
            });
            if removed.documents.contains(name) || 2 * lost > total {
                gone.insert(name);
            }
        }
        let mut wrong = gone.len();
        for (name, words) in &self.documents {
            let is_gone = gone.contains(&name[..]);
            if let Some((original, edit)) = name.split_once('~') {
                let edit = edit.parse().unwrap_or(0);
                let found = is_gone || gone.contains(original);
                let (of_these, copies) = all.entry(edit).or_default();
                *of_these += usize::from(found);
                *copies += 1;
                wrong -= usize::from(found);
            } else if is_gone {
                // A paragraph that is half planted counts neither way.
                let planted = words_of(name, words, |paragraph| self.truth.contains_key(paragraph));
                wrong -= usize::from(2 * planted >= words.iter().sum());
            }
        }
        Found {
            copies: all
                .into_iter()
                .map(|(edit, (found, of))| (edit, found as f64 / of as f64))
                .collect(),
            wrong,
            paragraphs: of_paragraphs.then(|| self.recall_and_precision(removed)),
        }
    }

    /// Recall and precision of the copied paragraphs in documents that were not added, in words.
    fn recall_and_precision(&self, removed: &Removed) -> (f64, f64) {
        let words = |(name, number): &Paragraph| -> usize {
            let paragraphs = self.documents.get(name);
            paragraphs
                .and_then(|words| words.get(*number))
                .copied()
                .unwrap_or(0)
        };
        let counts = |paragraph: &Paragraph| {
            !paragraph.0.contains('~')
                && self
                    .truth
                    .get(paragraph)
                    .is_none_or(|copy| copy.label == "copy")
        };
        let sum = |paragraphs: &mut dyn Iterator<Item = &Paragraph>| -> f64 {
            paragraphs
                .filter(|paragraph| counts(paragraph))
                .map(words)
                .sum::<usize>() as f64
        };
        let planted = sum(&mut self.truth.keys());
        let found = sum(&mut removed.paragraphs.iter());
        let right = sum(&mut removed
            .paragraphs
            .iter()
            .filter(|paragraph| self.truth.contains_key(*paragraph)));
        (right / planted, right / found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_are_counted_by_words() {
        let copy = |label: &str| Copy {
            label: label.to_owned(),
            kind: String::new(),
        };
        let at = |name: &str, number| (name.to_owned(), number);
        let corpus = Corpus {
            documents: HashMap::from([
                ("a".to_owned(), vec![30, 10]),
                ("b".to_owned(), vec![20, 40]),
                ("c".to_owned(), vec![10, 10]),
                ("a~0".to_owned(), vec![30, 10]),
                ("c~5".to_owned(), vec![10, 10]),
            ]),
            truth: BTreeMap::from([
                (at("b", 0), copy("copy")),
                (at("b", 1), copy("quote")),
                (at("c", 0), copy("copy")),
            ]),
            bytes: 0,
        };
        let lines = "{\"doc\":\"b\",\"block\":1}\n{\"doc\":\"b\",\"block\":2}\n{\"doc\":\"a\",\"block\":2}\n{\"doc\":\"a~0\",\"block\":1}\n{\"doc\":\"c~5\",\"block\":1}\n";
        let found = corpus.judged(&removed(lines).unwrap(), true);
        // Three quarters of a~0 are gone, and half of c~5; b is planted, and a lost a quarter.
        assert_eq!(found.copies, BTreeMap::from([(0, 1.0), (5, 0.0)]));
        assert_eq!(found.wrong, 0);
        // 20 of 30 words, and 10 that are not a copy.
        assert_eq!(found.paragraphs, Some((20.0 / 30.0, 20.0 / 30.0)));
        // One of a and its copy had to go, and b is planted.
        let found = corpus.judged(&removed("a\nb\n{\"doc\":\"c~5\"}\n").unwrap(), false);
        assert_eq!(
            (found.wrong, found.copies[&0], found.copies[&5]),
            (0, 1.0, 1.0)
        );
        let found = corpus.judged(&removed("a\na~0\n").unwrap(), false);
        assert_eq!((found.wrong, found.copies[&0]), (1, 1.0));
    }
}
