//! `cargo lab bench`: compares the tools with the programs that people use today, in one run.

pub mod all;
mod altcount;
pub mod blockdedup;
mod books;
mod charset;
mod dedup;
mod htmlblocks;
mod intake;
mod lcsdup;
mod main_job;
mod neardup;
pub mod ngrams;
mod overlap;
mod startup;

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Subcommand};

use crate::corpora;
use crate::finished::{bounds, floor, frequent_lines};

/// The parts to run.
#[derive(Subcommand)]
pub enum What {
    /// The main job: linenorm, freqlines and cutbounds over a folder of text files
    Main {
        /// The folder; an unpacked corpus or one that holds a .tar.zst
        #[arg(default_value = corpora::SMALL)]
        folder: PathBuf,
        /// Runs of each command
        #[arg(long, default_value_t = ROUNDS)]
        rounds: usize,
    },
    /// Compare the tools with the programs that people use for the same jobs, in one table for the
    /// documentation
    All(all::Options),
    /// Templates of web pages: how altcount grows, and how fast what it learned is used
    Altcount(altcount::Options),
    /// Repeated blocks: compare blockdedup with onion and rensa on a text with planted copies, and
    /// measure how it grows
    Blockdedup(blockdedup::Options),
    /// Encodings and languages: charset on whole documents, and on short pieces compared with
    /// uchardet
    Charset(charset::Options),
    /// Planted copies of documents and paragraphs: what the tools and others find, and what it takes
    Dedup(dedup::Options),
    /// Bounds of the jobs that were to be faster: each ratio that was wanted, and the least work there is
    Bounds(bounds::Options),
    /// The least work of some jobs: reading and hashing lines, reading documents, accessing tables
    #[command(subcommand)]
    Floor(floor::What),
    /// Web pages: how htmlblocks grows with nested and attribute-heavy ones, and how fast it is on real ones
    Htmlblocks(htmlblocks::Options),
    /// Reading documents: web archives compared with fastwarc, gzip JSON Lines compared with igzip
    Intake(intake::Options),
    /// Partial duplicates among synthetic books: how lcsdup grows
    Lcsdup(lcsdup::Options),
    /// Near-duplicates: how neardup grows, one large group, and rensa and datasketch
    Neardup(neardup::Options),
    /// Items in documents: how overlap grows with documents and with items, and 13-grams in Python
    Overlap(overlap::Options),
    /// Duplicate n-grams and repeated spans: blockdedup compared with SPEX and suffix arrays
    Ngrams(ngrams::Options),
    /// The back ends of freqlines, compared with sort, mawk, huniq, cuniq, DuckDB and ClickHouse
    Freqlines(frequent_lines::Against),
    /// The sizes of the binaries, and how long they take to start
    Startup,
}

const ROUNDS: usize = 5;

impl Default for What {
    fn default() -> Self {
        What::Main {
            folder: corpora::SMALL.into(),
            rounds: ROUNDS,
        }
    }
}

/// Runs a benchmark.
pub fn run(what: &What) -> anyhow::Result<()> {
    match what {
        What::Main { folder, rounds } => main_job::run(folder, *rounds),
        What::All(options) => all::run(options),
        What::Altcount(options) => altcount::run(options),
        What::Bounds(options) => bounds::run(options),
        What::Floor(what) => floor::run(what),
        What::Htmlblocks(options) => htmlblocks::run(options),
        What::Blockdedup(options) => blockdedup::run(options),
        What::Charset(options) => charset::run(options),
        What::Dedup(options) => dedup::run(options),
        What::Intake(options) => intake::run(options),
        What::Lcsdup(options) => lcsdup::run(options),
        What::Neardup(options) => neardup::run(options),
        What::Overlap(options) => overlap::run(options),
        What::Ngrams(options) => ngrams::run(options),
        What::Freqlines(against) => frequent_lines::bench(against),
        What::Startup => startup::run(),
    }
}

/// The exponent by which the time grows from one size to the next; empty for the first.
fn exponent(before: Option<(f64, f64)>, (size, cpu): (f64, f64)) -> String {
    before.map_or_else(String::new, |(fewer, less)| {
        format!("{:.2}", (cpu / less).ln() / (size / fewer).ln())
    })
}

/// A file that `write` makes if it is missing.
fn made(
    path: PathBuf,
    write: impl FnOnce(&mut BufWriter<File>) -> anyhow::Result<()>,
) -> anyhow::Result<PathBuf> {
    if path.exists() {
        return Ok(path);
    }
    eprintln!("writing {}", path.display());
    let partial = path.with_extension("partial");
    let mut out = BufWriter::new(File::create(&partial).context("a file of made data")?);
    write(&mut out)?;
    out.flush()?;
    fs::rename(&partial, &path)?;
    Ok(path)
}

/// The folder of the rivals, for a recipe whose table is in the documentation.
#[derive(Args)]
struct Peers {
    /// A folder with bin/PROGRAM of peers that are not on the path
    #[arg(long)]
    peers: Option<PathBuf>,
    /// A Python with the modules of peers
    #[arg(long, default_value = "python3")]
    python: String,
    /// Write the table into crates/lab/record/bench.md
    #[arg(long)]
    write: bool,
}

impl Peers {
    /// The setting of the path for a shell command, if the rivals are in a folder of their own.
    fn path(&self) -> anyhow::Result<String> {
        let Some(peers) = &self.peers else {
            return Ok(String::new());
        };
        Ok(format!(
            "export PATH={}/bin:$PATH; ",
            peers.canonicalize()?.display()
        ))
    }
}
