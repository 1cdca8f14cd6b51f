//! Measures the speed of charset on whole documents of UTF-8 text by length, as files (compared with `cat`) and as
//! records in one file, and on short pieces in legacy encodings (compared with uchardet).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use clap::Args;

use super::startup::median_ms;
use crate::corpora;
use crate::measure::{Candidate, compare, in_turn, installed, release_tools};

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// A folder with SOURCE/LANGUAGE.txt: output of collect-text
    texts: PathBuf,
    /// The folder with truth.tsv and the pieces, as for eval charset, or a .tar.zst of them
    pieces: PathBuf,
    /// Runs of each command
    #[arg(long, default_value_t = 5)]
    rounds: usize,
}

/// Sources of collect-text that no model was made with.
const SOURCES: [&str; 3] = ["blog", "game", "wiki"];
/// Bytes of a document, and how many documents at most.
const DOCUMENTS: [(usize, usize); 3] = [(1_000, 8_000), (8_000, 4_000), (64_000, 500)];
/// The bytes that are read in a run: enough that the time of the start does not count.
const RUN: usize = 64_000_000;
/// So often the short pieces are read in a run.
const TIMES: usize = 10;

/// Prints the tables.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let charset = release_tools()?.join("charset");
    sizes(&charset)?;
    println!(
        "\nWhole documents of UTF-8 text: MB a CPU second of files and of records, and how often the CPU time of cat files take"
    );
    println!(
        "{:>6} {:>9} {:>6} {:>6} {:>6} {:>7} {:>6}",
        "bytes", "documents", "MB", "cat", "files", "records", "cats"
    );
    for (length, most) in DOCUMENTS {
        whole(&options.texts, &charset, length, most, options.rounds)?;
    }
    short(&options.pieces, &charset, options.rounds)
}

/// The models, the binary, and the time to start, read one book and end.
fn sizes(charset: &Path) -> anyhow::Result<()> {
    let models = crate::root().join("crates/charset/models");
    let mut all = 0;
    for name in ["languages.bin", "index.bin", "text.bin"] {
        let size = models.join(name).metadata()?.len();
        println!("{name:<14} {:>6.2} MB", size as f64 / 1e6);
        all += size;
    }
    println!("{:<14} {:>6.2} MB", "models", all as f64 / 1e6);
    let binary = charset.metadata()?.len();
    println!("{:<14} {:>6.2} MB", "binary", binary as f64 / 1e6);
    let root = crate::root();
    for (name, argument) in [
        ("--version", "--version"),
        ("one book", super::startup::BOOK),
    ] {
        let ms = median_ms(charset, &[argument.into()], &root)?;
        println!("{name:<14} {ms:>6.2} ms");
    }
    Ok(())
}

/// Documents of about `length` bytes of the text of all sources and languages in turn.
fn whole(
    texts: &Path,
    charset: &Path,
    length: usize,
    most: usize,
    rounds: usize,
) -> anyhow::Result<()> {
    let mut documents = Vec::new();
    for path in SOURCES.map(|source| texts.join(source)) {
        for file in corpora::text_files(&path)? {
            let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
            documents.extend(cut(&text, length));
        }
    }
    ensure!(
        !documents.is_empty(),
        "no text: cargo lab collect-text writes it"
    );
    let step = documents.len().div_ceil(most);
    let folder = crate::root().join(format!("target/bench/charset-{length}"));
    fs::create_dir_all(&folder)?;
    let mut paths = Vec::new();
    let mut bytes = 0;
    let mut lines = Vec::new();
    for (number, text) in documents.iter().step_by(step).enumerate() {
        let path = folder.join(format!("{number}.txt"));
        fs::write(&path, text)?;
        bytes += text.len();
        record::Document::write_with_fields(&mut lines, &number.to_string(), text, &[]);
        paths.push(path);
    }
    let times = RUN.div_ceil(bytes);
    let records = folder.join("all.jsonl");
    fs::write(&records, lines.repeat(times))?;
    let list = listed(&paths, times)?;
    let list = list.display();
    let candidates = [
        Candidate::new("cat", format!("xargs -d '\\n' cat < {list}")),
        Candidate::new("files", format!("{} < {list}", charset.display())),
        Candidate::new(
            "records",
            format!("{} {}", charset.display(), records.display()),
        ),
    ];
    let medians = in_turn(&candidates, rounds)?;
    let megabytes = (bytes * times) as f64 / 1e6;
    let [cat, of_files, of_records] = [0, 1, 2].map(|which| medians[which].cpu);
    println!(
        "{length:>6} {:>9} {megabytes:>6.1} {:>6.0} {:>6.0} {:>7.0} {:>6.2}",
        paths.len() * times,
        megabytes / cat,
        megabytes / of_files,
        megabytes / of_records,
        of_files / cat
    );
    fs::remove_dir_all(folder)?;
    Ok(())
}

/// A file that lists all paths, this number of times.
fn listed(paths: &[PathBuf], times: usize) -> anyhow::Result<PathBuf> {
    let all: Vec<PathBuf> = (0..times).flat_map(|_| paths.iter().cloned()).collect();
    corpora::list(&all, "bench-charset.list")
}

/// Runs of lines that have at least `length` bytes.
fn cut(text: &str, length: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut piece = String::new();
    for line in text.lines() {
        piece.push_str(line);
        piece.push('\n');
        if piece.len() >= length {
            all.push(std::mem::take(&mut piece));
        }
    }
    all
}

/// Pieces of 100 characters in legacy encodings.
fn short(pieces: &Path, charset: &Path, rounds: usize) -> anyhow::Result<()> {
    let folder = corpora::unpacked(pieces)?;
    let truth = fs::read_to_string(folder.join("truth.tsv"))?;
    let mut paths = Vec::new();
    for line in truth.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        if let [file, encoding, _, "synth100", ..] = row[..]
            && !encoding.to_ascii_lowercase().starts_with("utf")
        {
            paths.push(folder.join(file));
        }
    }
    ensure!(
        !paths.is_empty(),
        "no pieces of 100 characters in truth.tsv"
    );
    let list = listed(&paths, TIMES)?;
    let list = list.display();
    let mut candidates = vec![
        Candidate::new("charset", format!("{} < {list}", charset.display())),
        // Encodings alone, which is all that the peer finds.
        Candidate::new("charset -r", format!("{} -r < {list}", charset.display())),
    ];
    if installed("uchardet") {
        let peer = Candidate::new("uchardet", format!("xargs -d '\\n' uchardet < {list}"));
        candidates.insert(0, peer);
    }
    let title = format!(
        "{} legacy pieces of 100 characters, {TIMES} times",
        paths.len()
    );
    compare(&title, &candidates, rounds)
}
