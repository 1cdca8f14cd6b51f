//! lcsdup on synthetic books: CPU time and memory as the collection grows.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::books::Books;
use crate::measure::{measure, release_tools};

/// The parts to run.
#[derive(clap::Args)]
pub struct Options {
    /// Numbers of books
    #[arg(long, value_delimiter = ',', default_values_t = [1000, 10_000])]
    books: Vec<usize>,
    /// Scores of whole books, or default: those of lcsdup without --score, and passages
    #[arg(long, value_delimiter = ',', default_value = "its,cs,excess,default")]
    scores: Vec<String>,
    /// Further options for lcsdup, in one word: "--shard 50/100"
    #[arg(long, default_value = "", allow_hyphen_values = true)]
    with: String,
    /// Where the books are written: 46 KB each
    #[arg(long, default_value = "target/bench")]
    folder: PathBuf,
    /// The seed of the generator
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Runs each score over each number of books, once: the runs are long, and what counts is how they grow.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let tools = release_tools()?;
    println!(
        "{:>9}  {:8}  {:>9}  {:>9}  {:>8}  {:>12}",
        "books", "score", "CPU s", "us a pair", "peak MiB", "pairs found"
    );
    for &number in &options.books {
        let file = books(&options.folder, number, options.seed)?;
        for score in &options.scores {
            let found = options.folder.join("pairs.jsonl");
            let option = match &score[..] {
                "default" => String::new(),
                score => format!("--score {score}"),
            };
            let usage = measure(&format!(
                "{} {option} {} {} > {}",
                tools.join("lcsdup").display(),
                options.with,
                file.display(),
                found.display()
            ))?;
            let pairs = number as f64 * (number as f64 - 1.0) / 2.0;
            println!(
                "{number:9}  {score:8}  {:9.2}  {:9.4}  {:8.0}  {:12}",
                usage.cpu,
                usage.cpu / pairs * 1e6,
                usage.peak as f64 / 1048576.0,
                std::fs::read(&found)?
                    .iter()
                    .filter(|&&byte| byte == b'\n')
                    .count()
            );
        }
    }
    Ok(())
}

/// A file of this number of books, made if it is missing.
fn books(folder: &Path, number: usize, seed: u64) -> anyhow::Result<PathBuf> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(format!("placed-books-{number}-{seed}.jsonl"));
    if !path.exists() {
        eprintln!("writing {}", path.display());
        let partial = path.with_extension("partial");
        let mut out = BufWriter::new(File::create(&partial)?);
        let mut books = Books::new(seed);
        let mut line = Vec::new();
        for _ in 0..number {
            line.clear();
            books.write(&mut line);
            out.write_all(&line)?;
        }
        out.flush()?;
        std::fs::rename(&partial, &path)?;
    }
    Ok(path)
}
