//! What factorends saves, whether every byte comes back, and how its time grows.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::corpora;
use crate::measure::{measure, release_tools, shell};

/// Factors a corpus, compares the checksums of what is restored, and measures copies of 1, 2 and 4 times its size.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let corpus = corpora::unpacked(folder)?;
    let work = crate::root().join("target/factorends");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    println!(
        "{:>5}  {:>8}  {:>10}  {:>12}  {:>9}",
        "size", "factor s", "per copy s", "restore s", "peak MiB"
    );
    let mut savings = String::new();
    for copies in [1, 2, 4] {
        let here = work.join(copies.to_string());
        fs::create_dir_all(&here)?;
        for copy in 0..copies {
            std::os::unix::fs::symlink(&corpus, here.join(copy.to_string()))?;
        }
        let prepare = format!(
            "cd {} && PATH={}:$PATH && find -L . -name '*.txt' | LC_ALL=C sort > list && \
             linenorm --ends 300 < list | freqlines > freq.jsonl && \
             cutbounds --freq freq.jsonl < list > bounds.jsonl",
            here.display(),
            tools.display()
        );
        shell(&prepare)?;
        let there = format!("cd {} && PATH={}:$PATH", here.display(), tools.display());
        let factor = measure(&format!(
            "{there} && factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site -o savings.jsonl < list"
        ))?;
        let restore = measure(&format!(
            "{there} && factorends --restore site --out-dir back"
        ))?;
        println!(
            "{copies:>4}x  {:8.2}  {:10.2}  {:12.2}  {:9.1}",
            factor.cpu,
            factor.cpu / f64::from(copies),
            restore.cpu,
            factor.peak as f64 / 1048576.0
        );
        shell(&format!(
            "cd {} && xargs -d '\\n' sha256sum < list > sums && cd back && sha256sum --quiet -c ../sums",
            here.display()
        ))
        .context("not every document came back as it was")?;
        if copies == 1 {
            savings = fs::read_to_string(here.join("savings.jsonl"))?;
        }
        fs::remove_dir_all(here.join("back"))?;
    }
    println!("\nEvery document came back with the checksum it had. Savings at 1x:\n{savings}");
    Ok(())
}
