//! `cargo lab check-spark`: runs the functions of `trommel_tools.spark` on made corpora, and compares rows, CPU time
//! and faults with one machine.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use clap::Args;

use crate::bench::blockdedup::{rank, text, vocabulary};
use crate::measure::{installed, measure, release_tools, shell};
use crate::random::Random;

/// The parts to check, and their data.
#[derive(Args)]
pub struct Options {
    /// The folder of the programs of a Python that has PySpark
    #[arg(long, value_name = "DIR", default_value = ".venv/bin")]
    python: PathBuf,
    /// Sizes of the made corpora, in megabytes of text; one of 10,000 needs 45 GB of disk and an hour of two cores
    #[arg(long, value_delimiter = ',', default_values_t = [20])]
    megabytes: Vec<u64>,
    /// What to run: books, web, faults, parallel
    #[arg(long, value_delimiter = ',', default_values = ["books", "web", "faults", "parallel"])]
    only: Vec<String>,
    /// What Spark runs on
    #[arg(long, default_value = "local-cluster[2,1,1024]")]
    master: String,
    /// Parts and ranges of blockdedup for a gigabyte
    #[arg(long, default_value_t = 20)]
    parts: u64,
    /// Where corpora and results are written
    #[arg(long, default_value = "target/check-spark")]
    folder: PathBuf,
}

/// Runs the jobs, and fails where a row is another one.
pub fn run(options: &Options) -> anyhow::Result<()> {
    fs::create_dir_all(&options.folder)?;
    let folder = options.folder.canonicalize()?;
    let python = options.python.join("python");
    let python = std::path::absolute(&python)?;
    if !python.exists() {
        bail!(
            "{} is not there: install PySpark and name its folder with --python",
            python.display()
        );
    }
    let tools = release_tools()?;
    let wants = |what: &str| options.only.iter().any(|only| only == what);
    let check = Check {
        options,
        folder,
        python,
        tools,
    };
    for &megabytes in &options.megabytes {
        if wants("books") {
            check.books(megabytes)?;
        }
        if wants("web") {
            check.web(megabytes)?;
        }
    }
    if wants("faults") {
        check.faults()?;
    }
    if wants("parallel") {
        check.parallel()?;
    }
    Ok(())
}

struct Check<'a> {
    options: &'a Options,
    folder: PathBuf,
    python: PathBuf,
    tools: PathBuf,
}

impl Check<'_> {
    /// Frequent lines, and books without their notices.
    fn books(&self, megabytes: u64) -> anyhow::Result<()> {
        let corpus = self.folder.join(format!("books-{megabytes}.jsonl"));
        if !corpus.exists() {
            books(&corpus, megabytes)?;
        }
        let corpus = corpus.display();
        let freq = self.run_bare(
            "freqlines",
            &format!("linenorm --ends 300 {corpus} | freqlines -S 256M --backend external"),
        )?;
        let cut = self.run_bare(
            "cutbounds",
            &format!("cutbounds --freq freqlines.jsonl --emit body {corpus}"),
        )?;
        self.spark(&[
            "books".into(),
            corpus.to_string(),
            megabytes.to_string(),
            format!("freqlines={freq}"),
            format!("cutbounds={cut}"),
        ])
    }

    /// Text without its copies.
    fn web(&self, megabytes: u64) -> anyhow::Result<()> {
        let corpus = text(&self.folder, megabytes.div_ceil(6))?;
        let corpus = corpus.display();
        // 10 GB need 20 GB of memory without a limit.
        let dedup = self.run_bare("blockdedup", &format!("blockdedup -S 4G {corpus}"))?;
        let parts = (self.options.parts * megabytes).div_ceil(1000).max(4);
        self.spark(&[
            "web".into(),
            corpus.to_string(),
            megabytes.to_string(),
            format!("blockdedup={dedup}"),
            format!("parts={parts}"),
        ])
    }

    /// Executors that are killed, files that are damaged.
    fn faults(&self) -> anyhow::Result<()> {
        let corpus = text(&self.folder, 10)?;
        let corpus = corpus.display();
        self.run_bare("blockdedup", &format!("blockdedup {corpus}"))?;
        self.spark(&[
            "faults".into(),
            corpus.to_string(),
            "60".into(),
            "parts=8".into(),
        ])
    }

    /// GNU parallel, on the books of the tests.
    fn parallel(&self) -> anyhow::Result<()> {
        if !installed("parallel") {
            println!("not checked: GNU parallel is not installed");
            return Ok(());
        }
        self.within(&format!(
            "find '{}' -type f | sort > books
            linenorm --ends 300 < books | freqlines > freq.jsonl; uniqwords < books > words.jsonl; lcsdup words.jsonl > pairs.jsonl
            parallel --will-cite --pipe -N 10 'linenorm --ends 300 | freqlines -k 0 --unsorted' < books | freqlines | cmp - freq.jsonl
            seq 4 | parallel --will-cite -k lcsdup --shard {{}}/4 words.jsonl | sort | cmp - <(sort pairs.jsonl)
            echo \"$(cat freq.jsonl pairs.jsonl | wc -l) records: those of GNU parallel are the same\"",
            crate::root().join("tests/corpus/books").display()
        ))
    }

    fn within(&self, script: &str) -> anyhow::Result<()> {
        let (tools, folder) = (self.tools.display(), self.folder.display());
        shell(&format!(
            "set -euo pipefail; export PATH='{tools}':$PATH LC_ALL=C; cd '{folder}'\n{script}"
        ))
    }

    /// One machine: writes NAME.jsonl, and returns the CPU seconds.
    fn run_bare(&self, name: &str, command: &str) -> anyhow::Result<f64> {
        let (tools, folder) = (self.tools.display(), self.folder.display());
        let usage = measure(&format!(
            "export PATH='{tools}':$PATH; cd '{folder}'; {command} > {name}.jsonl"
        ))?;
        println!(
            "one machine: {name}: {:.1} CPU s, peak {} MiB",
            usage.cpu,
            usage.peak >> 20
        );
        Ok(usage.cpu)
    }

    /// A job of check_spark.py.
    fn spark(&self, arguments: &[String]) -> anyhow::Result<()> {
        let log = self.folder.join("spark.log");
        let status = Command::new("setsid")
            .arg("--wait")
            .arg(&self.python)
            .arg(crate::root().join("crates/lab/src/check_spark.py"))
            .args([&self.options.master, &self.folder.display().to_string()])
            .args(arguments)
            .env("PYSPARK_PYTHON", &self.python)
            .env("PATH", path_with(&self.tools))
            .stdin(Stdio::null())
            .stderr(File::create(&log)?)
            .status()
            .context("setsid")?;
        if !status.success() {
            bail!("{status}; {} says why", log.display());
        }
        Ok(())
    }
}

fn path_with(tools: &Path) -> String {
    let mut path = tools.display().to_string();
    let _ = write!(path, ":{}", std::env::var("PATH").unwrap_or_default());
    path
}

/// Books of about 400,000 bytes with lines of ten words, and one of five notices at both ends; a line of a notice in ten has words of its
/// own.
fn books(path: &Path, megabytes: u64) -> anyhow::Result<()> {
    let partial = path.with_extension("partial");
    let mut out = BufWriter::new(File::create(&partial)?);
    let mut random = Random::new(2);
    let vocabulary = vocabulary();
    let line = |random: &mut Random, line: &mut String| {
        for _ in 0..10 {
            line.push_str(&vocabulary[rank(random) as usize]);
            line.push(' ');
        }
        line.push_str("\\n");
    };
    let notices: Vec<Vec<String>> = (0..5)
        .map(|_| {
            let lines = 20 + random.below(60);
            let made = (0..lines).map(|_| {
                let mut made = String::new();
                line(&mut random, &mut made);
                made
            });
            made.collect()
        })
        .collect();
    let (mut written, mut number) = (0, 0);
    let mut book = String::new();
    while written < megabytes * 1_000_000 {
        book.clear();
        let notice = &notices[random.below(5) as usize];
        let length = 100_000 + random.below(600_000) as usize;
        for (at, end) in [(0, length), (notice.len() / 2, 0)] {
            for fixed in &notice[at..][..notice.len() / 2] {
                match random.below(10) {
                    0 => line(&mut random, &mut book),
                    _ => book.push_str(fixed),
                }
            }
            while book.len() < end {
                line(&mut random, &mut book);
            }
        }
        writeln!(out, "{{\"id\":\"{number:08}\",\"text\":\"{book}\"}}")?;
        written += book.len() as u64;
        number += 1;
    }
    out.flush()?;
    Ok(fs::rename(&partial, path)?)
}
