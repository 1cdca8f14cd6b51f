//! `cargo lab compare-outputs`: two builds of the tools, side by side over whole corpora.
//!
//! After a change that should change no output. Both builds read the same input in every job: what comes from an
//! earlier tool of the pipeline is made once, by the old build, so that a difference is that of one tool.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use clap::Args;

use crate::corpora;

/// The builds to compare, and their data.
#[derive(Args)]
pub struct Options {
    /// The folder with the binaries from before
    old: PathBuf,
    /// The folder with the binaries from after
    new: PathBuf,
    /// Each folder in this one is a corpus: .txt, .bin, .html and .htm files at any depth, and where there is no text
    /// .jsonl files of documents or words
    corpora: PathBuf,
    /// Take at most this number of megabytes of each corpus, files spread evenly over it; 0 takes
    /// all
    #[arg(long, default_value_t = 0)]
    megabytes: u64,
    /// Run only the jobs that contain this
    #[arg(long, default_value = "")]
    only: String,
}

/// The files that a job reads, one name a line, or records.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    /// Text files and web pages.
    Documents,
    /// Web pages.
    Pages,
    /// Text files and records of documents.
    Text,
    /// The files that [`PREPARED`] makes.
    Prepared,
}

/// The files that later tools read, made by the old build from the list of documents.
const PREPARED: &str = "\
linenorm --ends 300 < documents > lines.jsonl
freqlines < lines.jsonl > freq.jsonl
uniqwords < documents > words.jsonl
cutbounds --freq freq.jsonl < documents > bounds.jsonl";

/// The jobs: each reads `documents`, `pages` or `text`, lists of files, or what was prepared.
const JOBS: &[(Of, &str)] = &[
    (Of::Documents, "linenorm < documents"),
    (Of::Documents, "linenorm --ends 40 -r < documents"),
    (Of::Prepared, "freqlines -k 2 < lines.jsonl"),
    (Of::Prepared, "freqlines --per-doc < lines.jsonl"),
    (
        Of::Prepared,
        "freqlines --backend external -S 4M -k 2 < lines.jsonl",
    ),
    (Of::Prepared, "freqlines --backend twopass -k 2 lines.jsonl"),
    (
        Of::Prepared,
        "freqlines --backend fingerprint < lines.jsonl",
    ),
    (Of::Prepared, "freqlines --backend counters < lines.jsonl"),
    (Of::Prepared, "freqlines --backend majority < lines.jsonl"),
    (Of::Prepared, "freqlines --backend countmin < lines.jsonl"),
    (Of::Prepared, "freqlines --backend sample < lines.jsonl"),
    (
        Of::Documents,
        "cutbounds --method paper --freq freq.jsonl < documents",
    ),
    (Of::Documents, "cutbounds --freq freq.jsonl < documents"),
    (
        Of::Documents,
        "factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site < documents; tree site",
    ),
    (Of::Documents, "uniqwords < documents"),
    (Of::Documents, "uniqwords --vocabulary < documents"),
    (Of::Documents, "uniqwords --shingles 5 < documents"),
    (Of::Prepared, "lcsdup --score its words.jsonl"),
    (Of::Prepared, "lcsdup words.jsonl"),
    (Of::Prepared, "lcsdup --clusters words.jsonl"),
    (Of::Documents, "charset --method paper < documents"),
    (Of::Documents, "charset < documents"),
    (Of::Documents, "charset --to-utf8 < documents"),
    (Of::Pages, "htmlblocks --emit blocks --method paper < pages"),
    (
        Of::Pages,
        "htmlblocks --emit blocks --method paper --compat < pages",
    ),
    (Of::Pages, "htmlblocks --emit blocks < pages"),
    (Of::Pages, "htmlblocks --emit text < pages"),
    (Of::Pages, "altcount --emit cut --method paper < pages"),
    (Of::Pages, "altcount --emit cut < pages"),
    (Of::Pages, "altcount --emit useful --strip-tags < pages"),
    (Of::Text, "blockdedup --method paper < text"),
    (Of::Text, "blockdedup --method exact < text"),
    (Of::Text, "blockdedup < text"),
    (Of::Text, "blockdedup --emit report < text"),
];

/// Every file below a folder, with its checksum.
const TREE: &str =
    "tree() { (cd $1 && find . -type f | LC_ALL=C sort | xargs -r -d '\\n' cksum); }";

/// Prints how many lines differ, by corpus and job.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let old = options.old.canonicalize().context("the old build")?;
    let new = options.new.canonicalize().context("the new build")?;
    let mut corpora: Vec<PathBuf> = fs::read_dir(&options.corpora)?
        .map(|entry| Ok(entry?.path()))
        .collect::<anyhow::Result<_>>()?;
    corpora.retain(|path| path.is_dir());
    corpora.sort();
    let mut different = 0;
    for corpus in corpora {
        let work = crate::root().join("target/compare-outputs");
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        fs::create_dir_all(&work)?;
        let lists = lists(&corpus, options.megabytes)?;
        let name = corpus.file_name().unwrap_or_default().to_string_lossy();
        println!("{name}: {} documents", lists.documents.lines().count());
        fs::write(work.join("documents"), &lists.documents)?;
        fs::write(work.join("pages"), &lists.pages)?;
        fs::write(work.join("text"), &lists.text)?;
        bash(&work, &old, PREPARED, "prepared")?;
        if lists.documents.is_empty() {
            fs::write(work.join("words.jsonl"), &lists.words)?;
        }
        for (of, job) in JOBS {
            let has_input = match of {
                Of::Documents => !lists.documents.is_empty(),
                Of::Prepared if job.contains("words.jsonl") => {
                    !lists.documents.is_empty() || !lists.words.is_empty()
                }
                Of::Prepared => !lists.documents.is_empty(),
                Of::Pages => !lists.pages.is_empty(),
                Of::Text => !lists.text.is_empty(),
            };
            if !has_input || !job.contains(&options.only) {
                continue;
            }
            for (build, out) in [(&old, "old"), (&new, "new")] {
                bash(&work, build, job, out)?;
            }
            let summary = compare(&fs::read(work.join("old"))?, &fs::read(work.join("new"))?);
            different += u64::from(summary.is_some());
            println!("  {job}: {}", summary.as_deref().unwrap_or("the same"));
        }
    }
    println!("{different} jobs have other outputs");
    Ok(())
}

/// The names of a corpus's files, each with its line feed.
struct Lists {
    documents: String,
    pages: String,
    text: String,
    /// Records of words.
    words: String,
}

fn lists(corpus: &Path, megabytes: u64) -> anyhow::Result<Lists> {
    let size = |files: &[PathBuf]| -> u64 {
        let sizes = files.iter().filter_map(|file| file.metadata().ok());
        sizes.map(|metadata| metadata.len()).sum()
    };
    let chosen = |extensions: &[&str]| -> anyhow::Result<Vec<PathBuf>> {
        let files = corpora::files(corpus, extensions)?;
        let step = match megabytes {
            0 => 1,
            megabytes => size(&files).div_ceil(megabytes * 1_000_000).max(1),
        };
        Ok(files.into_iter().step_by(step as usize).collect())
    };
    let list = |files: &[&PathBuf]| {
        files.iter().fold(String::new(), |mut list, file| {
            let _ = writeln!(list, "{}", file.display());
            list
        })
    };
    let (text, pages, records) = (
        chosen(&["txt", "bin"])?,
        chosen(&["html", "htm"])?,
        chosen(&["jsonl"])?,
    );
    Ok(Lists {
        words: records_of(&records, "words")?,
        documents: list(&text.iter().chain(&pages).collect::<Vec<_>>()),
        pages: list(&pages.iter().collect::<Vec<_>>()),
        text: match text.is_empty() {
            true => records_of(&records, "text")?,
            false => list(&text.iter().collect::<Vec<_>>()),
        },
    })
}

/// The records of files that have a document's name and a further field.
fn records_of(files: &[PathBuf], field: &str) -> anyhow::Result<String> {
    let mut all = String::new();
    for file in files {
        let content = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let records = content.lines();
        let field = format!("\"{field}\":");
        let documents = records.filter(|line| line.contains("\"doc\":") && line.contains(&field));
        all.extend(documents.map(|line| format!("{line}\n")));
    }
    Ok(all)
}

/// Runs a script with one build of the tools before all else in the path. Its output goes to a file; messages and the
/// exit code belong to it, because they are outputs, too.
fn bash(work: &Path, tools: &Path, script: &str, out: &str) -> anyhow::Result<()> {
    let mut path = tools.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = fs::File::create(work.join(out))?;
    let script = format!("{TREE}\nrm -rf site\n{script}\necho \"exit $?\"");
    let status = Command::new("bash")
        .args(["-c", &script])
        .current_dir(work)
        .env("PATH", path)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .status()?;
    if !status.success() {
        bail!("{status}: {script}");
    }
    Ok(())
}

/// How many lines differ, and the first that do; `None` where none does.
fn compare(old: &[u8], new: &[u8]) -> Option<String> {
    if old == new {
        return None;
    }
    let lines = |bytes: &[u8]| -> Vec<String> {
        let text = String::from_utf8_lossy(bytes);
        text.lines().map(str::to_owned).collect()
    };
    let (old, new) = (lines(old), lines(new));
    let only = |these: &[String], others: &[String]| {
        let others: std::collections::HashSet<&str> = others.iter().map(|line| &line[..]).collect();
        let missing = these.iter().filter(|line| !others.contains(&line[..]));
        missing.count()
    };
    let (gone, come) = (only(&old, &new), only(&new, &old));
    let first = old.iter().zip(&new).find(|(old, new)| old != new);
    let mut summary = format!("{gone} of {} lines are gone, {come} are new", old.len());
    if gone + come == 0 {
        summary += "; the order or number of equal lines differs";
    }
    if let Some((old, new)) = first {
        // From a little before the place where they part.
        let part = (old.chars().zip(new.chars()))
            .take_while(|(a, b)| a == b)
            .count()
            .saturating_sub(30);
        let excerpt = |line: &str| line.chars().skip(part).take(100).collect::<String>();
        let _ = write!(summary, "\n    - {}\n    + {}", excerpt(old), excerpt(new));
    }
    Some(summary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_counted_and_shown() {
        assert_eq!(compare(b"a\nb\n", b"a\nb\n"), None);
        let summary = compare(b"a\nb\nc\n", b"a\nx\nc\nd\n").unwrap();
        assert!(
            summary.starts_with("1 of 3 lines are gone, 2 are new"),
            "{summary}"
        );
        assert!(summary.ends_with("    - b\n    + x"), "{summary}");
        let summary = compare(b"a\nb\n", b"b\na\n").unwrap();
        assert!(summary.contains("the order"), "{summary}");
    }
}
