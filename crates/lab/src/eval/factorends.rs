//! Measures the bytes that factorends saves, whether every byte comes back, and how its time grows.

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
        "{:>5}  {:>7}  {:>10}  {:>8}  {:>14}  {:>9}",
        "size", "user s", "per copy s", "system s", "restore user s", "peak MiB"
    );
    let freq = work.join("freq.jsonl");
    let mut savings = String::new();
    for copies in [1, 2, 4] {
        let here = work.join(copies.to_string());
        fs::create_dir_all(&here)?;
        for copy in 0..copies {
            std::os::unix::fs::symlink(&corpus, here.join(copy.to_string()))?;
        }
        let prepare = format!(
            "cd {} && PATH={}:$PATH && find -L . -name '*.txt' | LC_ALL=C sort > list && \
             {{ [ -e {freq} ] || linenorm --ends 300 < list | freqlines > {freq}; }} && \
             cutbounds --freq {freq} < list > bounds.jsonl",
            here.display(),
            tools.display(),
            // Measured on one copy: with more copies more lines would be frequent, which is more work for each
            // document.
            freq = freq.display(),
        );
        shell(&prepare)?;
        let there = format!("cd {} && PATH={}:$PATH", here.display(), tools.display());
        let factor = measure(&format!(
            "{there} && factorends --bounds bounds.jsonl --freq {} --out-dir site -o savings.jsonl < list",
            freq.display()
        ))?;
        let restore = measure(&format!(
            "{there} && factorends --restore site --out-dir back"
        ))?;
        println!(
            "{copies:>4}x  {:7.2}  {:10.2}  {:8.2}  {:14.2}  {:9.1}",
            factor.user,
            factor.user / f64::from(copies),
            // Thousands of files are made: this is the file system's, and varies.
            factor.cpu - factor.user,
            restore.user,
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
