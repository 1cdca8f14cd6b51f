//! overlap on made documents and items: CPU time and memory as either grows, and a set of 13-grams in Python.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::neardup::{Shape, documents, text};
use super::{exponent, made};
use crate::measure::{Candidate, Usage, compare, median_of, release_tools};
use crate::random::Random;

/// The parts to run.
#[derive(clap::Args)]
pub struct Options {
    /// Numbers of documents, for the growth with the corpus
    #[arg(long, value_delimiter = ',', default_values_t = [100_000, 200_000, 400_000])]
    documents: Vec<usize>,
    /// Numbers of items, for the growth with the items
    #[arg(long, value_delimiter = ',', default_values_t = [1_000, 10_000, 100_000])]
    items: Vec<usize>,
    /// Documents that the script in Python gets
    #[arg(long, default_value_t = 20_000)]
    compared: usize,
    /// Runs of each command
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// The Python of the script
    #[arg(long, default_value = "python3")]
    python: String,
    /// Where the documents are written: 1.3 KB each
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
}

/// Words of an item.
const WORDS: usize = 40;
/// Of this number of items one is in documents.
const FOUND: usize = 100;

/// Prints the tables.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let overlap = release_tools()?.join("overlap").display().to_string();
    fs::create_dir_all(&options.folder)?;
    let most = options.items.iter().max().copied().unwrap_or_default();
    let fewest = options.documents.iter().min().copied().unwrap_or_default();
    let command = |number: usize, documents: &Path, rest: &str| -> anyhow::Result<String> {
        let items = items(&options.folder, number)?;
        let (items, documents) = (items.display(), documents.display());
        Ok(format!("{overlap} -q --items {items} {rest} {documents}"))
    };
    let corpus = |number| documents(&options.folder, number, Shape::Web);

    // The index of the items is made once a run, whatever the corpus: its time, on no documents, is left out of what scanning takes.
    let nothing = corpus(0)?;
    let scanning = |number: usize, path: &Path| -> anyhow::Result<(Usage, f64)> {
        let whole = median_of(&command(number, path, "> /dev/null")?, options.rounds)?;
        let index = median_of(&command(number, &nothing, "> /dev/null")?, options.rounds)?;
        Ok((whole, whole.cpu - index.cpu))
    };

    println!(
        "{most} items of {WORDS} words\n  documents    CPU s  scanning  exponent  MB/CPU s  peak MiB"
    );
    let mut before: Option<(f64, f64)> = None;
    for &number in &options.documents {
        let path = corpus(number)?;
        let megabytes = path.metadata()?.len() as f64 / 1e6;
        let (usage, cpu) = scanning(most, &path)?;
        println!(
            "  {number:9} {:8.2} {cpu:9.2} {:>9} {:9.0} {:9.1}",
            usage.cpu,
            exponent(before, (megabytes, cpu)),
            megabytes / cpu,
            usage.peak as f64 / 1048576.0
        );
        before = Some((megabytes, cpu));
    }

    println!(
        "\n{fewest} documents\n      items    CPU s  scanning  exponent  peak MiB  of the items' text"
    );
    let mut before: Option<(f64, f64)> = None;
    for &number in &options.items {
        let (usage, cpu) = scanning(number, &corpus(fewest)?)?;
        let text = items(&options.folder, number)?.metadata()?.len();
        println!(
            "  {number:9} {:8.2} {cpu:9.2} {:>9} {:9.1} {:10.1}",
            usage.cpu,
            exponent(before, (number as f64, cpu)),
            usage.peak as f64 / 1048576.0,
            usage.peak as f64 / text as f64
        );
        before = Some((number as f64, cpu));
    }

    let script = crate::root().join("crates/lab/src/eval/overlap.py");
    let path = corpus(options.compared)?;
    let few = options.items.iter().min().copied().unwrap_or_default();
    let python = format!(
        "{} {} --thirteen-grams {} {}",
        options.python,
        script.display(),
        items(&options.folder, few)?.display(),
        path.display()
    );
    compare(
        &format!("{few} items, {} documents", options.compared),
        &[
            Candidate::new("13-grams in Python", python),
            Candidate::new("overlap", command(few, &path, "")?),
        ],
        options.rounds,
    )?;
    let path = corpus(fewest)?;
    compare(
        &format!("{most} items, {fewest} documents"),
        &[
            Candidate::new("overlap", command(most, &path, "")?),
            Candidate::new("overlap -j 2", command(most, &path, "-j 2")?),
            Candidate::new("wc -w", format!("wc -w {}", path.display())),
        ],
        options.rounds,
    )
}

/// A file of this number of items, made if it is missing.
fn items(folder: &Path, number: usize) -> anyhow::Result<PathBuf> {
    let path = folder.join(format!("overlap-items-{number}.jsonl"));
    made(path, |out| {
        let mut random = Random::new(11);
        for item in 0..number as u32 {
            // Documents are of the groups from 0 on, and no corpus has as many as the other number says.
            let group = match item as usize % FOUND {
                0 => 1 + item / FOUND as u32,
                _ => (1 << 31) + item,
            };
            let text = text(group, &mut random);
            let words: Vec<&str> = text.split(' ').take(WORDS).collect();
            let text = words.join(" ");
            writeln!(out, "{{\"id\":\"{item}\",\"text\":\"{text}\"}}")?;
        }
        Ok(())
    })
}
