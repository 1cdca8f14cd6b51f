//! Near-duplicates among real documents, and copies of these with a share of their words or characters edited: what neardup and other
//! programs find, judged by the exact similarity of all pairs.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde_json::{Value, json};
use tokens::{Fold, Tokens};

use super::near::edited;
use crate::measure::{has_module, measure, release_tools, shell_output};
use crate::random::Random;

/// The data to run it on.
#[derive(clap::Args)]
pub struct Options {
    /// Files of document records, a source each
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// The least similarity of near-duplicates
    #[arg(long, default_value_t = 0.8)]
    similarity: f64,
    /// Documents in all: as many of each source
    #[arg(long, default_value_t = 20_000)]
    documents: usize,
    /// A Python that may have rensa and datasketch
    #[arg(long, default_value = "python3")]
    python: String,
}

/// Edited words, or characters, in a hundred.
const EDITS: [u32; 7] = [0, 1, 2, 5, 10, 20, 30];
/// Copies with each share of edits.
const COPIES: usize = 200;
/// The least words of a document that is copied.
const LEAST_WORDS: usize = 100;
/// Words of a shingle.
const SHINGLE: usize = 5;
/// A member less similar than this does not belong to a group.
const ALIEN: f64 = 0.6;

struct Document {
    name: String,
    source: usize,
    text: String,
}

/// Exact similarities of documents.
struct Truth {
    numbers: HashMap<String, usize>,
    /// The distinct shingles of each, sorted.
    shingles: Vec<Vec<u64>>,
    /// Pairs from the wanted similarity on, the later document first.
    pairs: Vec<(usize, usize)>,
}

impl Truth {
    fn new(documents: &[Document], similarity: f64) -> Self {
        let shingles: Vec<Vec<u64>> = documents.iter().map(|one| shingles(&one.text)).collect();
        let mut with: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut common = vec![0u32; documents.len()];
        let mut pairs = Vec::new();
        for (number, own) in shingles.iter().enumerate() {
            let mut touched = Vec::new();
            for shingle in own {
                let others = with.entry(*shingle).or_default();
                for &other in others.iter() {
                    if common[other as usize] == 0 {
                        touched.push(other as usize);
                    }
                    common[other as usize] += 1;
                }
                others.push(number as u32);
            }
            for other in touched {
                let both = std::mem::take(&mut common[other]) as usize;
                let any = own.len() + shingles[other].len() - both;
                if both as f64 >= similarity * any as f64 {
                    pairs.push((number, other));
                }
            }
        }
        let names = documents.iter().map(|one| one.name.clone());
        Truth {
            numbers: names.zip(0..).collect(),
            shingles,
            pairs,
        }
    }

    fn similarity(&self, one: usize, other: usize) -> f64 {
        jaccard(&self.shingles[one], &self.shingles[other])
    }
}

/// The Jaccard similarity of two sorted sets.
fn jaccard(one: &[u64], other: &[u64]) -> f64 {
    let both = one
        .iter()
        .filter(|shingle| other.binary_search(shingle).is_ok())
        .count();
    both as f64 / (one.len() + other.len() - both) as f64
}

/// The distinct shingles of a text as neardup defines them, sorted.
fn shingles(text: &str) -> Vec<u64> {
    let mut words = Vec::new();
    Tokens::Word.for_each(&Fold::default().apply(text), |word| words.push(word));
    if words.is_empty() {
        Tokens::Space.for_each(text, |word| words.push(word));
    }
    let hash = |words: &[u64]| {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        xxhash_rust::xxh3::xxh3_64(&bytes)
    };
    let mut all: Vec<u64> = match words.len() {
        ..SHINGLE => vec![hash(&words)],
        _ => words.windows(SHINGLE).map(hash).collect(),
    };
    all.sort_unstable();
    all.dedup();
    all
}

/// Prints both tables.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let (documents, sources) = read(options)?;
    let work = crate::root().join("target/eval-neardup");
    fs::create_dir_all(&work)?;
    let ways = ways(options)?;
    real(options, &documents, &sources, &work, &ways)?;
    for unit in [Unit::Words, Unit::Characters] {
        planted(options, &documents, unit, &work, &ways)?;
    }
    fs::remove_dir_all(&work)?;
    Ok(())
}

/// The same number of documents of each source, or all that it has, spread over each; and the names of the sources.
fn read(options: &Options) -> anyhow::Result<(Vec<Document>, Vec<String>)> {
    let most = options.documents / options.sources.len();
    let (mut documents, mut names) = (Vec::new(), Vec::new());
    for (source, path) in options.sources.iter().enumerate() {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let records = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let lines: Vec<&str> = records.lines().collect();
        ensure!(!lines.is_empty(), "{}: no document", path.display());
        let step = lines.len().div_ceil(most.max(1));
        for (number, line) in lines.iter().enumerate().step_by(step) {
            let record: Value = serde_json::from_str(line)?;
            documents.push(Document {
                name: format!("{name}:{number}"),
                source,
                text: record["text"].as_str().context("text")?.to_owned(),
            });
        }
        names.push(name.into_owned());
    }
    Ok((documents, names))
}

/// Names of ways, and commands in which FILE is the documents: they write the document that goes and the one that stays, a tab between.
fn ways(options: &Options) -> anyhow::Result<Vec<(&'static str, String)>> {
    let (similarity, python) = (options.similarity, &options.python);
    let neardup = release_tools()?.join("neardup").display().to_string();
    let mut ways = vec![(
        "neardup",
        format!(
            "{neardup} --similarity {similarity} --emit drop FILE | jq -r '[.doc, .duplicate_of] | @tsv'"
        ),
    )];
    let script = crate::root().join("crates/lab/src/neardup_peers.py");
    for peer in ["rensa", "datasketch"] {
        match has_module(python, peer) {
            true => ways.push((
                peer,
                format!("{python} {} {peer} FILE {similarity}", script.display()),
            )),
            false => println!("not installed: {peer}"),
        }
    }
    Ok(ways)
}

fn write(documents: &[Document], path: &Path) -> anyhow::Result<()> {
    let mut out = String::new();
    for one in documents {
        writeln!(out, "{}", json!({ "id": one.name, "text": one.text }))?;
    }
    Ok(fs::write(path, out)?)
}

/// The documents that go, each with the one that stays.
fn dropped(command: &str, file: &Path) -> anyhow::Result<Vec<(String, String)>> {
    let lines = shell_output(&command.replace("FILE", &file.display().to_string()))?;
    let pairs = lines.lines().filter_map(|line| line.split_once('\t'));
    Ok(pairs
        .map(|(one, other)| (one.to_owned(), other.to_owned()))
        .collect())
}

fn real(
    options: &Options,
    documents: &[Document],
    sources: &[String],
    work: &Path,
    ways: &[(&str, String)],
) -> anyhow::Result<()> {
    let file = work.join("real.jsonl");
    write(documents, &file)?;
    let truth = Truth::new(documents, options.similarity);
    println!(
        "{} documents of {} sources; {} pairs with a similarity of {} or more\n",
        documents.len(),
        sources.len(),
        truth.pairs.len(),
        options.similarity
    );
    println!(
        "A pair is found if one of the two goes. Alien: a document that goes for one with a similarity under {ALIEN}.\n"
    );
    for (name, command) in ways {
        let pairs = dropped(command, &file)?;
        let usage = measure(&format!(
            "({command}) > /dev/null",
            command = command.replace("FILE", &file.display().to_string())
        ))?;
        println!(
            "{name}: CPU {:.2} s, {:.0} MiB",
            usage.cpu,
            usage.peak as f64 / 1048576.0
        );
        judge(documents, sources, &truth, &pairs)?;
    }
    Ok(())
}

/// Prints a row a source, and one of all.
fn judge(
    documents: &[Document],
    sources: &[String],
    truth: &Truth,
    pairs: &[(String, String)],
) -> anyhow::Result<()> {
    let mut gone = HashSet::new();
    let mut alien = vec![0; sources.len()];
    let mut best: BTreeMap<usize, f64> = BTreeMap::new();
    for (goes, stays) in pairs {
        let number = |name: &String| truth.numbers.get(name).copied().context("a known name");
        let (goes, stays) = (number(goes)?, number(stays)?);
        let similarity = truth.similarity(goes, stays);
        gone.insert(goes);
        alien[documents[goes].source] += usize::from(similarity < ALIEN);
        let group = best.entry(stays).or_default();
        *group = group.max(similarity);
    }
    println!(
        "  {:16} {:>9} {:>9} {:>9} {:>7} {:>7} {:>6} {:>7}",
        "source", "documents", "pairs", "found", "recall", "gone", "alien", "groups"
    );
    let row = |name: &str, is_in: &dyn Fn(usize) -> bool| {
        let of: Vec<_> = truth.pairs.iter().filter(|pair| is_in(pair.0)).collect();
        let found = of
            .iter()
            .filter(|pair| gone.contains(&pair.0) || gone.contains(&pair.1))
            .count();
        let aliens: usize = alien
            .iter()
            .enumerate()
            .filter(|(source, _)| {
                documents
                    .iter()
                    .enumerate()
                    .any(|(n, one)| one.source == *source && is_in(n))
            })
            .map(|(_, number)| number)
            .sum();
        let groups = best
            .iter()
            .filter(|(stays, similarity)| is_in(**stays) && **similarity < ALIEN)
            .count();
        println!(
            "  {name:16} {:9} {:9} {found:9} {:7.4} {:7} {aliens:6} {groups:7}",
            (0..documents.len()).filter(|&number| is_in(number)).count(),
            of.len(),
            found as f64 / of.len().max(1) as f64,
            gone.iter().filter(|&&number| is_in(number)).count(),
        );
    };
    for (source, name) in sources.iter().enumerate() {
        row(name, &|number| documents[number].source == source);
    }
    row("all", &|_| true);
    println!("  groups: those whose members are all alien\n");
    Ok(())
}

#[derive(Clone, Copy)]
enum Unit {
    Words,
    Characters,
}

/// Copies of documents with a share of edits, behind their originals: how many each way finds.
fn planted(
    options: &Options,
    documents: &[Document],
    unit: Unit,
    work: &Path,
    ways: &[(&str, String)],
) -> anyhow::Result<()> {
    let long: Vec<&Document> = documents
        .iter()
        .filter(|one| one.text.split_whitespace().count() >= LEAST_WORDS)
        .collect();
    let step = (long.len() / COPIES).max(1);
    let originals: Vec<&Document> = long.into_iter().step_by(step).take(COPIES).collect();
    ensure!(!originals.is_empty(), "no document of {LEAST_WORDS} words");
    let mut random = Random::new(1);
    let vocabulary: Vec<&str> = originals
        .iter()
        .flat_map(|one| one.text.split_whitespace())
        .collect();
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    let mut similar = Vec::new();
    for edit in EDITS {
        // A file of its own for each share: copies must not be found for each other.
        let share = f64::from(edit) / 100.0;
        let (mut all, mut mean) = (Vec::new(), 0.0);
        for one in &originals {
            let text = match unit {
                Unit::Words => edited(&one.text, share, &vocabulary, &mut random),
                Unit::Characters => retyped(&one.text, share, &mut random),
            };
            mean += jaccard(&shingles(&one.text), &shingles(&text)) / originals.len() as f64;
            let document = |name: String, text: &str| Document {
                name,
                source: one.source,
                text: text.to_owned(),
            };
            all.push(document(one.name.clone(), &one.text));
            all.push(document(format!("{}~", one.name), &text));
        }
        similar.push(format!("{mean:6.2}"));
        let file = work.join("planted.jsonl");
        write(&all, &file)?;
        for (name, command) in ways {
            let pairs = dropped(command, &file)?;
            let copies: HashSet<&String> = pairs
                .iter()
                .filter(|(goes, _)| goes.ends_with('~'))
                .map(|(goes, _)| goes)
                .collect();
            found
                .entry(name)
                .or_default()
                .push(format!("{:6}", copies.len()));
        }
    }
    let unit = match unit {
        Unit::Words => "words",
        Unit::Characters => "characters",
    };
    let edits: String = EDITS.iter().map(|edit| format!("{edit:6}")).collect();
    println!(
        "{} copies with this share of {unit} edited, in a hundred, at a similarity of {}\n{:14}{edits}",
        originals.len(),
        options.similarity,
        ""
    );
    println!("{:14}{}", "similarity", similar.concat());
    for (name, _) in ways {
        println!("{name:14}{}", found[name].concat());
    }
    println!();
    Ok(())
}

/// A text in which a share of the letters is replaced by other letters.
fn retyped(text: &str, share: f64, random: &mut Random) -> String {
    let letter = |random: &mut Random| char::from(b'a' + random.below(26) as u8);
    text.chars()
        .map(
            |one| match one.is_alphabetic() && random.uniform() < share {
                true => letter(random),
                false => one,
            },
        )
        .collect()
}
