//! `cargo lab check-spark`: the job of `examples/spark` and GNU parallel, beside one machine.

use std::fs;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::measure::{installed, release_tools, shell};

/// What runs the job.
#[derive(Args)]
pub struct Options {
    /// The folder of the programs of a Python that has PySpark
    #[arg(long, value_name = "DIR", default_value = ".venv/bin")]
    python: PathBuf,
}

/// Runs the job on two cores and compares its results with those of pipes, sorted.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let root = crate::root();
    let work = root.join("target/check-spark");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let tools = release_tools()?;
    let within = |script: &str| {
        shell(&format!(
            "set -e; export PATH='{}':$PATH LC_ALL=C; cd '{}'\n{script}",
            tools.display(),
            work.display()
        ))
    };
    let (books, pages) = (
        root.join("tests/corpus/books"),
        root.join("tests/corpus/web"),
    );
    within(&format!(
        "find '{}' -type f | sort > books; find '{}' -type f | sort > pages
        linenorm --ends 300 < books | freqlines > freq.jsonl
        cutbounds --freq freq.jsonl < books > bounds.jsonl
        cutbounds --freq freq.jsonl --emit body < books | uniqwords > words.jsonl
        lcsdup words.jsonl > pairs.jsonl
        charset --language en --to-utf8 < pages | htmlblocks --emit text > text.jsonl
        blockdedup text.jsonl > corpus.jsonl",
        books.display(),
        pages.display()
    ))?;
    let same = |ours: &str, theirs: &str| {
        within(&format!(
            "test -s {ours}; sort {ours} > sorted; sort {theirs} | cmp - sorted; echo \"$(wc -l < {ours}) records: {theirs} is {ours}\""
        ))
    };

    if installed("parallel") {
        within(
            "parallel --will-cite --pipe -N 10 'linenorm --ends 300 | freqlines -k 0 --unsorted' < books | freqlines > parallel-freq.jsonl
            seq 4 | parallel --will-cite lcsdup --shard {}/4 words.jsonl > parallel-pairs.jsonl",
        )?;
        same("freq.jsonl", "parallel-freq.jsonl")?;
        same("pairs.jsonl", "parallel-pairs.jsonl")?;
    } else {
        println!("not checked: GNU parallel is not installed");
    }

    let submit = options.python.join("spark-submit");
    let Ok(submit) = submit.canonicalize() else {
        bail!(
            "{} is not there: install PySpark and name its folder with --python",
            submit.display()
        );
    };
    let python = submit.with_file_name("python");
    for (job, folder) in [("books", &books), ("pages", &pages)] {
        within(&format!(
            "export PYSPARK_PYTHON='{}'; '{}' --master 'local[2]' '{}' {job} '{}' spark 2> spark.log || {{ tail -n 40 spark.log >&2; exit 1; }}",
            python.display(),
            submit.display(),
            root.join("examples/spark/corpus.py").display(),
            folder.display()
        ))?;
    }
    for name in ["freq", "bounds", "words", "pairs", "text", "corpus"] {
        same(&format!("{name}.jsonl"), &format!("spark/{name}.jsonl"))?;
    }
    same("pairs.jsonl", "spark/pairs-by-blocks.jsonl")
}
