//! Compares blockdedup with onion and rensa, if they are installed, and measures how its time and
//! memory grow.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use crate::corpora;
use crate::measure::{Candidate, compare, has_module, in_turn, installed, release_tools, shell};
use crate::random::Random;

/// The parts to run.
#[derive(clap::Args)]
pub struct Options {
    /// A folder with corpus.jsonl, to compare with others on
    corpus: Option<PathBuf>,
    /// Runs of each command
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Sizes of synthetic texts to grow with, in millions of words; 6 MB each
    #[arg(long, value_delimiter = ',', default_values_t = [10, 50, 200])]
    words: Vec<u64>,
    /// Where the texts are written
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
}

/// The paragraphs of a corpus as onion reads them.
const VERTICAL: &str = "import json, sys
for line in sys.stdin:
    print('<doc>')
    for paragraph in json.loads(line)['text'].split('\\n\\n'):
        print('<p>', *(word.replace('<', '&lt;') for word in paragraph.split()), '</p>', sep='\\n')
    print('</doc>')";

/// Paragraphs that are near duplicates of earlier ones, by rensa's MinHash of 3-grams.
const RENSA: &str = "import json, sys
from rensa import RMinHash, RMinHashLSH
lsh, number = RMinHashLSH(threshold=0.5, num_perm=128, num_bands=32), 0
for line in open(sys.argv[1]):
    for paragraph in json.loads(line)['text'].split('\\n\\n'):
        words = paragraph.lower().split()
        minhash = RMinHash(num_perm=128, seed=42)
        minhash.update([' '.join(words[at:at + 3]) for at in range(max(1, len(words) - 2))])
        if not lsh.query(minhash):
            lsh.insert(number, minhash)
        number += 1";

/// Runs all.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let blockdedup = release_tools()?.join("blockdedup").display().to_string();
    std::fs::create_dir_all(&options.folder)
        .with_context(|| options.folder.display().to_string())?;
    if let Some(corpus) = &options.corpus {
        others(
            &blockdedup,
            &corpora::unpacked(corpus)?.join("corpus.jsonl"),
            options,
        )?;
    }
    growth(&blockdedup, options)
}

fn others(blockdedup: &str, corpus: &Path, options: &Options) -> anyhow::Result<()> {
    let corpus = corpus.display();
    let grams = options.folder.join("grams.jsonl").display().to_string();
    shell(&format!("{blockdedup} --emit grams {corpus} > {grams}"))?;
    let mut candidates = vec![
        Candidate::new("blockdedup", format!("{blockdedup} {corpus}")),
        Candidate::new(
            "blockdedup --method paper",
            format!("{blockdedup} --method paper {corpus}"),
        ),
        Candidate::new(
            "blockdedup --emit report",
            format!("{blockdedup} --emit report {corpus}"),
        ),
        Candidate::new(
            "examples/dedup-parts, 8 parts",
            format!(
                "rm -rf {folder}/parts && mkdir {folder}/parts && split -n l/8 {corpus} {folder}/parts/part. && \
                 PATH=\"$(dirname {blockdedup}):$PATH\" {script} {folder}/parts/out {folder}/parts/part.* && cat {folder}/parts/out/[1-8]",
                folder = options.folder.display(),
                script = crate::root().join("examples/dedup-parts").display(),
            ),
        ),
        Candidate::new("blockdedup -j 2", format!("{blockdedup} -j 2 {corpus}")),
        Candidate::new(
            "--emit grams -S 64M",
            format!("{blockdedup} --emit grams -S 64M {corpus}"),
        ),
        Candidate::new("--grams", format!("{blockdedup} --grams {grams} {corpus}")),
        Candidate::new("blockdedup -S 48M", format!("{blockdedup} -S 48M {corpus}")),
        Candidate::new("wc -w", format!("wc -w {corpus}")),
    ];
    if installed("onion") && installed("python3") {
        let vertical = options.folder.join("corpus.vert").display().to_string();
        let script = options.folder.join("vertical.py");
        std::fs::write(&script, VERTICAL)?;
        shell(&format!(
            "python3 {} < {corpus} > {vertical}",
            script.display()
        ))?;
        candidates.push(Candidate::new("onion", format!("onion -q -s {vertical}")));
        candidates.push(Candidate::new(
            "blockdedup, the same",
            format!("{blockdedup} --vertical --method paper {vertical}"),
        ));
    } else {
        println!("not compared with onion: it is not installed");
    }
    if has_module("python3", "rensa") {
        // Not by the name of the module, which it would hide.
        let script = options.folder.join("minhash.py");
        std::fs::write(&script, RENSA)?;
        candidates.push(Candidate::new(
            "rensa (MinHash, Python)",
            format!("python3 {} {corpus}", script.display()),
        ));
    } else {
        println!("not compared with rensa: python3 does not find it");
    }
    compare("Text with planted copies", &candidates, options.rounds)
}

/// The question is how costs grow, so all sizes run in turn: all of them have the same noise.
fn growth(blockdedup: &str, options: &Options) -> anyhow::Result<()> {
    println!(
        "\nGrowth (medians of {} runs in turn)\n{:>8}  {:24}  {:>8}  {:>8}  {:>12}  {:>14}  {:>9}",
        options.rounds, "M words", "", "CPU s", "wall s", "ns a word", "1000 words/s", "peak MiB"
    );
    let mut sizes = Vec::new();
    let mut candidates = Vec::new();
    for &millions in &options.words {
        let text = text(&options.folder, millions)?;
        let grams = text.with_extension("grams").display().to_string();
        let text = text.display();
        shell(&format!(
            "{blockdedup} --emit grams -S 64M {text} > {grams}"
        ))?;
        for (name, arguments) in [
            ("blockdedup", ""),
            ("blockdedup -j 2", "-j 2"),
            ("blockdedup -S 1G", "-S 1G"),
            ("--method paper", "--method paper"),
            ("--emit grams -S 64M", "--emit grams -S 64M"),
            ("--grams", &format!("--grams {grams}")),
        ] {
            sizes.push(millions);
            candidates.push(Candidate::new(
                name,
                format!("{blockdedup} {arguments} {text}"),
            ));
        }
    }
    let usages = in_turn(&candidates, options.rounds)?;
    for ((millions, candidate), usage) in sizes.iter().zip(&candidates).zip(usages) {
        let words = *millions as f64 * 1e6;
        println!(
            "{millions:8}  {:24}  {:8.2}  {:8.2}  {:12.1}  {:14.0}  {:9.0}",
            candidate.name,
            usage.cpu,
            usage.wall,
            usage.cpu / words * 1e9,
            words / usage.cpu / 1e3,
            usage.peak as f64 / 1048576.0
        );
    }
    Ok(())
}

/// A file of this number of million words, made if it is missing: documents of a few dozen paragraphs with words by
/// Zipf's law. One document in five is a copy of an earlier one in which one word in twenty is another one.
pub(crate) fn text(folder: &Path, millions: u64) -> anyhow::Result<PathBuf> {
    let path = folder.join(format!("words-{millions}.jsonl"));
    if path.exists() {
        return Ok(path);
    }
    eprintln!("writing {}", path.display());
    let partial = path.with_extension("partial");
    let mut out = BufWriter::new(File::create(&partial)?);
    let mut random = Random::new(1);
    let vocabulary = vocabulary();
    let mut kept: Vec<Vec<Vec<u32>>> = Vec::new();
    let (mut written, mut number) = (0, 0);
    while written < millions * 1_000_000 {
        let document = if random.below(5) == 0 && !kept.is_empty() {
            let mut copy = kept[random.below(kept.len() as u64) as usize].clone();
            for word in copy.iter_mut().flatten() {
                if random.below(20) == 0 {
                    *word = rank(&mut random);
                }
            }
            copy
        } else {
            let paragraphs = 1 + random.below(40);
            let document: Vec<Vec<u32>> = (0..paragraphs)
                .map(|_| {
                    (0..1 + random.below(100))
                        .map(|_| rank(&mut random))
                        .collect()
                })
                .collect();
            // Copies are of one of a thousand documents, new ones and old ones.
            match kept.len() {
                0..1000 => kept.push(document.clone()),
                _ if random.below(10) == 0 => {
                    kept[random.below(1000) as usize].clone_from(&document)
                }
                _ => {}
            }
            document
        };
        write!(out, "{{\"id\":\"{number}\",\"text\":\"")?;
        for (at, paragraph) in document.iter().enumerate() {
            out.write_all(if at == 0 { b"" } else { b"\\n\\n" })?;
            for (at, &word) in paragraph.iter().enumerate() {
                out.write_all(if at == 0 { b"" } else { b" " })?;
                out.write_all(vocabulary[word as usize].as_bytes())?;
            }
            written += paragraph.len() as u64;
        }
        out.write_all(b"\"}\n")?;
        number += 1;
    }
    out.flush()?;
    std::fs::rename(&partial, &path)?;
    Ok(path)
}

const WORDS: u64 = 1 << 18;

/// A rank by Zipf's law: its logarithm is even.
pub(crate) fn rank(random: &mut Random) -> u32 {
    ((WORDS as f64).powf(random.uniform()) as u32).min(WORDS as u32 - 1)
}

/// Words of two letters for each digit of the rank, so that frequent ones are short.
pub(crate) fn vocabulary() -> Vec<String> {
    let syllables = [
        "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu",
        "va",
    ];
    (0..WORDS)
        .map(|mut rank| {
            let mut word = String::new();
            loop {
                word += syllables[(rank % 16) as usize];
                rank /= 16;
                if rank == 0 {
                    return word;
                }
            }
        })
        .collect()
}
