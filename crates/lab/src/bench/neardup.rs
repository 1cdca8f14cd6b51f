//! neardup on made documents whose groups are as uneven as those of the web: CPU time and memory as they grow, on one large group, and of
//! rensa and datasketch.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::{exponent, made};
use crate::measure::{Candidate, compare, has_module, measure, release_tools};
use crate::random::Random;

/// The parts to run.
#[derive(clap::Args)]
pub struct Options {
    /// Numbers of documents, for the growth
    #[arg(long, value_delimiter = ',', default_values_t = [10_000, 100_000, 1_000_000])]
    documents: Vec<usize>,
    /// Documents that rensa gets; datasketch gets a tenth
    #[arg(long, default_value_t = 100_000)]
    compared: usize,
    /// Near-copies of one document
    #[arg(long, value_delimiter = ',', default_values_t = [2_000, 20_000])]
    stars: Vec<usize>,
    /// Runs of each command that is compared
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// A Python that may have rensa and datasketch
    #[arg(long, default_value = "python3")]
    python: String,
    /// Where the documents are written: 1.3 KB each
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
}

/// Words of a document.
const WORDS: usize = 200;
/// Distinct words of all.
const VOCABULARY: u64 = 50_000;
/// Words of a copy that are edited at most.
const MOST_EDITS: u64 = 4;
/// The largest group but the first, which is a tenth of all.
const MOST_COPIES: usize = 5_000;

/// Prints the tables.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let neardup = release_tools()?.join("neardup").display().to_string();
    std::fs::create_dir_all(&options.folder)?;
    against_peers(options, &neardup)?;
    growth(options, &neardup)?;
    stars(options, &neardup)
}

fn against_peers(options: &Options, neardup: &str) -> anyhow::Result<()> {
    let script = crate::root().join("crates/lab/src/neardup_peers.py");
    for (peer, number) in [
        ("rensa", options.compared),
        ("datasketch", options.compared / 10),
    ] {
        if !has_module(&options.python, peer) {
            println!("not installed: {peer}");
            continue;
        }
        let file = documents(&options.folder, number, Shape::Web)?;
        let file = file.display();
        let python = &options.python;
        let candidates = [
            Candidate::new(
                peer,
                format!("{python} {} {peer} {file} .8", script.display()),
            ),
            Candidate::new("neardup", format!("{neardup} {file}")),
            Candidate::new("neardup -j 2", format!("{neardup} -j 2 {file}")),
            Candidate::new("wc -w", format!("wc -w {file}")),
        ];
        compare(
            &format!("{number} documents of {WORDS} words"),
            &candidates,
            options.rounds,
        )?;
    }
    Ok(())
}

fn growth(options: &Options, neardup: &str) -> anyhow::Result<()> {
    println!(
        "\nGrowth\n  {:>9}  {:>8}  {:>9}  {:>14}  {:>9}",
        "documents", "CPU s", "exponent", "bytes/document", "peak MiB"
    );
    let mut before: Option<(usize, crate::measure::Usage)> = None;
    for &number in &options.documents {
        let file = documents(&options.folder, number, Shape::Web)?;
        let usage = measure(&format!("{neardup} {} > /dev/null", file.display()))?;
        let time = |(number, usage): (usize, crate::measure::Usage)| (number as f64, usage.cpu);
        let exponent = exponent(before.map(time), time((number, usage)));
        let bytes = before.map_or_else(String::new, |(fewer, less)| {
            let more = usage.peak as f64 - less.peak as f64;
            format!("{:.0}", more / (number - fewer) as f64)
        });
        println!(
            "  {number:9}  {:8.2}  {exponent:>9}  {bytes:>14}  {:9.1}",
            usage.cpu,
            usage.peak as f64 / 1048576.0
        );
        before = Some((number, usage));
    }
    Ok(())
}

fn stars(options: &Options, neardup: &str) -> anyhow::Result<()> {
    println!(
        "\nOne group\n  {:>9}  {:>8}  {:>12}",
        "documents", "CPU s", "us/document"
    );
    for &number in &options.stars {
        let file = documents(&options.folder, number, Shape::Star)?;
        let usage = measure(&format!("{neardup} {} > /dev/null", file.display()))?;
        println!(
            "  {number:9}  {:8.3}  {:12.1}",
            usage.cpu,
            usage.cpu / number as f64 * 1e6
        );
    }
    Ok(())
}

#[derive(Clone, Copy)]
pub(super) enum Shape {
    /// A tenth is one group; the sizes of the others follow a power law.
    Web,
    /// All are one group.
    Star,
}

/// A file of this number of documents, made if it is missing.
pub(super) fn documents(folder: &Path, number: usize, shape: Shape) -> anyhow::Result<PathBuf> {
    let name = match shape {
        Shape::Web => "near-web",
        Shape::Star => "near-star",
    };
    let path = folder.join(format!("{name}-{number}.jsonl"));
    made(path, |out| {
        let mut random = Random::new(7);
        let mut groups = groups(number, shape, &mut random);
        for at in 0..groups.len() {
            let other = at + random.below((groups.len() - at) as u64) as usize;
            groups.swap(at, other);
            let text = text(groups[at], &mut random);
            writeln!(
                out,
                "{{\"id\":\"{}_{at}\",\"text\":\"{text}\"}}",
                groups[at]
            )?;
        }
        Ok(())
    })
}

/// The group of each document.
fn groups(number: usize, shape: Shape, random: &mut Random) -> Vec<u32> {
    let first = match shape {
        Shape::Web => number / 10,
        Shape::Star => number,
    };
    let mut groups = vec![0; first];
    let mut group = 0;
    while groups.len() < number {
        group += 1;
        let size = (random.uniform() + 1e-4).powf(-0.9) as usize;
        let end = (groups.len() + size.clamp(1, MOST_COPIES)).min(number);
        groups.resize(end, group);
    }
    groups
}

/// A document of a group: its words, some of them edited.
pub(super) fn text(group: u32, random: &mut Random) -> String {
    let mut own = Random::new(u64::from(group) << 20);
    let mut words: Vec<u64> = (0..WORDS).map(|_| word(&mut own)).collect();
    for _ in 0..random.below(MOST_EDITS + 1) {
        words[random.below(WORDS as u64) as usize] = word(random);
    }
    let mut text = String::new();
    for mut word in words {
        if !text.is_empty() {
            text.push(' ');
        }
        // Letters by the number of the word: frequent words are short.
        word += 20;
        while word > 0 {
            text.push(char::from(b'a' + (word % 13) as u8));
            text.push(char::from(b"aeiou"[(word % 5) as usize]));
            word /= 13;
        }
    }
    text
}

/// The number of a word, by Zipf's law.
fn word(random: &mut Random) -> u64 {
    ((VOCABULARY as f64).powf(random.uniform())) as u64
}
