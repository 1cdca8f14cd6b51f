//! `cargo xtask demo`: the main job with the real tools through a real shell, on the corpus of this repository.

use std::fs;
use std::io::{IsTerminal, Write};
use std::process::Command;

use anyhow::{Context, bail};

use crate::{cargo, root};

/// The tools of the demo. Each is a feature of crates/binaries: the others are not compiled.
const TOOLS: [&str; 3] = ["linenorm", "freqlines", "cutbounds"];

/// The steps that are shown, and their commands. All run in one folder, where `books` holds the corpus and
/// `labels.tsv` its truth.
const STEPS: &[(&str, &str)] = &[
    (
        "Sixty short documents of an invented library, each with its notices. This is how one of them begins and ends:",
        "head -n 7 books/a-letter-for-the-river.txt; echo ...; tail -n 3 books/a-letter-for-the-river.txt | cut -c 1-90",
    ),
    (
        "Pass 1: normalise the lines at both ends of every document, and count them.",
        "find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl",
    ),
    ("The lines that most documents share are boilerplate:", "freqlines --format tsv --top 5 freq.jsonl"),
    (
        "sort and uniq find as many lines that occur more than 10 times:",
        "wc -l < freq.jsonl
find books -name '*.txt' | linenorm --ends 300 -r | LC_ALL=C sort | uniq -c | awk '$1 > 10' | wc -l",
    ),
    (
        "Pass 2: find the bounds. The START and END lines contain a title, so no two are equal: give a pattern for them.",
        r"find books -name '*.txt' | sort | cutbounds --freq freq.jsonl --format tsv \
    --head-marker '[\s*]*HERE\s+BEGINS\s+THE\s+LANTERN\b.*' \
    --head-marker '[\s*]*END\s+OF\s+THE\s+LAMPLIGHTER.S\s+SHEET\*+\s+THE\s+TEXT\b.*' \
    --tail-marker '[\s*]*(HERE\s+ENDS|Here\s+ends)\s+(THE\s+LANTERN|the\s+Lantern)\b.*' > bounds.tsv",
    ),
    (
        "Show some of the bounds, with the rule that found each:",
        r#"awk -F '\t' 'NR % 12 == 3 { sub(".*/", "", $1); printf "%-34s body %3d to %3d of %3d lines  (%s, %s)\n", $1, $3 + 1, $4 - 1, $2, $5, $6 }' bounds.tsv"#,
    ),
    (
        "Write every document without its boilerplate to a file of its own:",
        r"find books -name '*.txt' | cutbounds --freq freq.jsonl --emit body --out-dir clean/ \
    --head-marker '[\s*]*HERE\s+BEGINS\s+THE\s+LANTERN\b.*' \
    --tail-marker '[\s*]*(HERE\s+ENDS|Here\s+ends)\s+(THE\s+LANTERN|the\s+Lantern)\b.*'
sed -n '1,12p' clean/books/a-letter-for-the-river.txt",
    ),
    (
        "How good is that? Compare the bounds with labels that people made:",
        r#"awk -F '\t' '
    NR == FNR { if (FNR > 1) { preamble[$1] = $2; epilogue[$1] = $3 } next }
    { name = $1; sub(".*/", "", name); n++
      if (!epilogue[name]) epilogue[name] = $2 + 1
      p = $3 - preamble[name]; e = $4 - epilogue[name]
      p10 += (p * p <= 100); e10 += (e * e <= 100); pre += (p == 0); epi += (e == 0) }
    END { printf "%d documents: preamble exact %d, within 10 lines %d; epilogue exact %d, within 10 lines %d\n", n, pre, p10, epi, e10 }
' labels.tsv bounds.tsv"#,
    ),
];

/// Builds the tools and runs the steps.
pub fn run() -> anyhow::Result<()> {
    println!("Building {}.", TOOLS.join(", "));
    let features = TOOLS.join(",");
    cargo([
        "build",
        // Nobody debugs the demo or changes what it is built from.
        "--config",
        "profile.dev.debug=false",
        "--config",
        "profile.dev.incremental=false",
        "--package",
        "trommel-binaries",
        "--bins",
        "--no-default-features",
        "--features",
        &features,
    ])?;
    println!();
    let root = root();
    let folder = root.join("target/demo");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    copy(&root.join("tests/corpus/books"), &folder.join("books"))?;
    fs::copy(
        root.join("tests/corpus/labels.tsv"),
        folder.join("labels.tsv"),
    )?;
    let tools = std::env::current_exe()?;
    let tools = tools.parent().context("the folder of this program")?;
    let mut path = tools.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());

    let (strong, faint, plain) = match std::io::stdout().is_terminal() {
        true => ("\x1b[1m", "\x1b[36m", "\x1b[0m"),
        false => ("", "", ""),
    };
    for (what, command) in STEPS {
        println!("{strong}{what}{plain}");
        for (index, line) in command.lines().enumerate() {
            println!(
                "{faint}{}{line}{plain}",
                if index == 0 { "$ " } else { "  " }
            );
        }
        std::io::stdout().flush()?;
        let status = Command::new("sh")
            .args(["-c", command])
            .current_dir(&folder)
            .env("PATH", &path)
            .status()?;
        if !status.success() {
            bail!("{status}: {command}");
        }
        println!();
    }
    println!("The results are in target/demo.");
    Ok(())
}

fn copy(from: &std::path::Path, to: &std::path::Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
