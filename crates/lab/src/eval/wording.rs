//! The bytes that factorends saves with each `--group`, compared with zstd with a dictionary that was trained on
//! the same notices.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use record::Bounds;
use serde_json::Value;

use crate::corpora;
use crate::measure::{installed, release_tools, shell};

/// Prints the table of a folder of documents.
pub fn run(folder: &Path, endings: &[String], most: usize) -> anyhow::Result<()> {
    let work = crate::root().join("target/wording");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let documents = prepare(folder, endings, most, &work)?;
    let ends = ends(&documents, &work)?;
    let all: u64 = documents
        .iter()
        .filter_map(|path| path.metadata().ok())
        .map(|metadata| metadata.len())
        .sum();
    println!(
        "{} documents, {:.1} MB, of which {:.2} MB are in preambles and epilogues\n\n{:<22} {:>12} {:>9} {:>7}  restored",
        documents.len(),
        all as f64 / 1e6,
        ends as f64 / 1e6,
        "",
        "shared files",
        "MB saved",
        "of them"
    );
    let row = |name: &str, files: u64, saved: f64, note: &str| {
        let share = saved / ends.max(1) as f64;
        println!(
            "{name:<22} {files:>12} {:>9.3} {share:>7.3}  {note}",
            saved / 1e6
        );
    };
    for group in ["exact", "space", "markup", "wording"] {
        let savings = factor(group, &work)?;
        let number = |key: &str| savings[key].as_i64().unwrap_or(0);
        let same = same_bytes(&documents, &work, group)?;
        if same < documents.len() && ["exact", "wording"].contains(&group) {
            bail!(
                "--group {group}: {same} of {} documents came back as they were",
                documents.len()
            );
        }
        let note = format!("{same} of {} byte for byte", documents.len());
        row(
            &format!("--group {group}"),
            number("shared_files") as u64,
            (number("bytes") - number("factored_bytes") - number("shared_bytes")) as f64,
            &note,
        );
    }
    match installed("zstd") {
        false => println!("zstd is not installed"),
        true => {
            let kept = zstd(&work)?;
            row(
                "zstd -19, dictionary",
                1,
                ends as f64 - kept as f64,
                "when it is decompressed",
            );
        }
    }
    Ok(())
}

/// Links to the documents by number, with their frequent lines and their bounds.
fn prepare(
    folder: &Path,
    endings: &[String],
    most: usize,
    work: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let endings: Vec<&str> = endings.iter().map(String::as_str).collect();
    let all = corpora::files(&corpora::unpacked(folder)?, &endings)?;
    let step = all.len().div_ceil(most.max(1)).max(1);
    let documents: Vec<PathBuf> = all.into_iter().step_by(step).collect();
    fs::create_dir_all(work.join("documents"))?;
    for (number, path) in documents.iter().enumerate() {
        let ending = path.extension().unwrap_or_default().display().to_string();
        let link = work.join(format!("documents/{number:05}.{ending}"));
        std::os::unix::fs::symlink(fs::canonicalize(path)?, link)?;
    }
    shell(&format!(
        "cd {} && PATH={}:$PATH && find -L documents -type f | LC_ALL=C sort > list && \
         linenorm -q --ends 300 < list | freqlines -q > freq.jsonl && cutbounds -q --freq freq.jsonl < list > bounds.jsonl",
        work.display(),
        release_tools()?.display()
    ))?;
    Ok(documents)
}

/// Factors the documents, and restores them; returns the savings record.
fn factor(group: &str, work: &Path) -> anyhow::Result<Value> {
    shell(&format!(
        "cd {} && PATH={}:$PATH && mkdir {group} && \
         factorends -q --group {group} --bounds bounds.jsonl --freq freq.jsonl --out-dir {group}/site -o {group}/savings.jsonl < list && \
         factorends -q --restore {group}/site --out-dir {group}/back",
        work.display(),
        release_tools()?.display()
    ))?;
    let savings = fs::read_to_string(work.join(group).join("savings.jsonl"))?;
    Ok(serde_json::from_str(&savings)?)
}

/// How many documents came back as they were.
fn same_bytes(documents: &[PathBuf], work: &Path, group: &str) -> anyhow::Result<usize> {
    let list = fs::read_to_string(work.join("list"))?;
    let mut same = 0;
    for (path, name) in documents.iter().zip(list.lines()) {
        let back = work.join(group).join("back").join(name);
        same += usize::from(fs::read(path)? == fs::read(back)?);
    }
    Ok(same)
}

/// Writes the preamble and the epilogue of each document to a file of its own; returns how many bytes they have.
fn ends(documents: &[PathBuf], work: &Path) -> anyhow::Result<u64> {
    let bounds = fs::read(work.join("bounds.jsonl"))?;
    let mut by_name = HashMap::new();
    for line in bounds.split_inclusive(|&byte| byte == b'\n') {
        let record = Bounds::read(line)?;
        by_name.insert(
            record.doc.as_bytes().to_vec(),
            (record.preamble_end, record.epilogue_start),
        );
    }
    fs::create_dir_all(work.join("ends"))?;
    let list = fs::read_to_string(work.join("list"))?;
    let mut all = 0;
    for (number, (path, name)) in documents.iter().zip(list.lines()).enumerate() {
        let &(preamble_end, epilogue_start) = by_name
            .get(name.as_bytes())
            .with_context(|| format!("{name} has no bounds"))?;
        let bytes = fs::read(path)?;
        let lines = (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n'));
        let is_end =
            |line: u64| line <= preamble_end || epilogue_start > 0 && line >= epilogue_start;
        let ends: Vec<u8> = lines
            .filter(|(line, _)| is_end(*line))
            .flat_map(|(_, bytes)| bytes.iter().copied())
            .collect();
        all += ends.len() as u64;
        if !ends.is_empty() {
            fs::write(work.join(format!("ends/{number:05}")), ends)?;
        }
    }
    Ok(all)
}

/// How many bytes the ends take, compressed one by one, with the dictionary.
fn zstd(work: &Path) -> anyhow::Result<u64> {
    shell(&format!(
        "cd {} && mkdir packed && zstd -q --train -r ends -o packed/dictionary && \
         zstd -q -19 -D packed/dictionary -r ends --output-dir-flat packed",
        work.display()
    ))?;
    let mut bytes = 0;
    for file in fs::read_dir(work.join("packed"))? {
        bytes += file?.metadata()?.len();
    }
    Ok(bytes)
}
