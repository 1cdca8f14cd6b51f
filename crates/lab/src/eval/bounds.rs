//! Compares bounds with labels. An error is a number of lines; blank lines at a boundary are not
//! counted.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::corpora;
use crate::measure::{release_tools, shell};
use crate::tsv;

/// The methods to compare, with the options that choose them.
const METHODS: &[(&str, &str)] = &[
    ("paper, frequencies only", "--method paper --no-markers"),
    ("paper", "--method paper"),
    ("best, without markers", "--method best --no-markers"),
    ("best", "--method best"),
];

/// A document's true bounds. Where several answers are defensible, all of them.
pub struct Label {
    /// The file's name, or its path.
    pub file: String,
    /// The last line of the preamble, 0 without one.
    pub preamble_end: Vec<u64>,
    /// The first line of the epilogue, 0 without one.
    pub epilogue_start: Vec<u64>,
}

/// The errors of one document, in lines: positive if boilerplate stayed, negative if text went.
pub struct Errors {
    /// The document.
    pub file: String,
    /// At the end of the preamble.
    pub preamble: i64,
    /// At the start of the epilogue.
    pub epilogue: i64,
    /// The number of the document's lines.
    pub lines: u64,
}

/// The results of a method.
pub struct Outcome {
    /// The method.
    pub method: &'static str,
    /// Its errors.
    pub errors: Vec<Errors>,
}

/// Learns frequencies from `learn`, cuts the documents `documents` with every method and prints the table. `labels` have
/// the documents' paths or names.
pub fn compare(
    labels: &[Label],
    documents: &[PathBuf],
    learn: &[PathBuf],
) -> anyhow::Result<Vec<Outcome>> {
    let tools = release_tools()?;
    let target = crate::root().join("target");
    let (linenorm, freqlines, cutbounds) = (
        tools.join("linenorm"),
        tools.join("freqlines"),
        tools.join("cutbounds"),
    );
    let frequencies = target.join("eval.freq.jsonl");
    let all = corpora::list(learn, "eval-learn.list")?;
    shell(&format!(
        "{} --ends 300 < {} | {} > {}",
        linenorm.display(),
        all.display(),
        freqlines.display(),
        frequencies.display()
    ))?;
    let list = corpora::list(documents, "eval.list")?;

    println!("\n{:26}  {:^27}   {:^27}", "", "preamble", "epilogue");
    println!(
        "{:26}  {:>7} {:>9} {:>9}   {:>7} {:>9} {:>9}",
        "method", "exact", "within 2", "within 10", "exact", "within 2", "within 10"
    );
    let mut outcomes = Vec::new();
    for (method, options) in METHODS {
        let bounds = target.join("eval.bounds.jsonl");
        shell(&format!(
            "{} {options} --freq {} < {} > {}",
            cutbounds.display(),
            frequencies.display(),
            list.display(),
            bounds.display()
        ))?;
        let errors = errors_of(labels, &bounds)?;
        print_row(method, &errors);
        outcomes.push(Outcome { method, errors });
    }
    Ok(outcomes)
}

/// Prints the shares of documents that are exact and nearly so.
pub fn print_row(method: &str, errors: &[Errors]) {
    let share = |limit: u64, of: fn(&Errors) -> i64| {
        let within = errors
            .iter()
            .filter(|errors| of(errors).unsigned_abs() <= limit);
        within.count() as f64 / errors.len() as f64
    };
    let cells = |of: fn(&Errors) -> i64| [0, 2, 10].map(|limit| share(limit, of));
    let [a, b, c] = cells(|errors| errors.preamble);
    let [d, e, f] = cells(|errors| errors.epilogue);
    println!("{method:26}  {a:7.3} {b:9.3} {c:9.3}   {d:7.3} {e:9.3} {f:9.3}");
}

/// Prints the documents with the largest errors.
pub fn print_worst(outcome: &mut Outcome) {
    let size = |errors: &Errors| errors.preamble.abs() + errors.epilogue.abs();
    outcome
        .errors
        .sort_by_key(|errors| std::cmp::Reverse(size(errors)));
    println!(
        "\nThe ten worst of {} (lines off at the preamble, at the epilogue; negative: too much went):",
        outcome.method
    );
    for errors in outcome.errors.iter().take(10) {
        println!(
            "  {:5} {:5}  {}",
            errors.preamble, errors.epilogue, errors.file
        );
    }
}

/// The files by their names.
pub fn by_name(files: &[PathBuf]) -> HashMap<String, PathBuf> {
    let mut by_name: HashMap<String, PathBuf> = HashMap::new();
    for file in files {
        let name = file
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // A corpus may hold both the ends of a book and the whole book; labels are about whole
        // books.
        let longer = by_name
            .get(&name)
            .is_none_or(|other| size(other) < size(file));
        if longer {
            by_name.insert(name, file.clone());
        }
    }
    by_name
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}

/// Reads `labels*.tsv`: columns `file`, `preamble_end`, `epilogue_start` (0 for none), `*_alt` for other answers.
pub fn read_labels(folder: &Path) -> anyhow::Result<Vec<Label>> {
    let mut tables: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| folder.display().to_string())?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            name.starts_with("labels") && name.ends_with(".tsv")
        })
        .collect();
    tables.sort();
    let Some(table) = tables.first() else {
        bail!("{}: no labels*.tsv", folder.display())
    };
    read_label_table(table)
}

/// Reads one table of labels.
pub fn read_label_table(table: &Path) -> anyhow::Result<Vec<Label>> {
    let text = fs::read_to_string(table).with_context(|| table.display().to_string())?;
    tsv::rows(&text)
        .map(|row| {
            let numbers = |column: &str| -> Vec<u64> {
                [row.get(column), row.get(&format!("{column}_alt"))]
                    .into_iter()
                    .flatten()
                    .flat_map(|cell| cell.split([',', ';']))
                    .filter_map(|number| number.trim().parse().ok())
                    .collect()
            };
            Ok(Label {
                file: row.cell("file")?.to_owned(),
                preamble_end: numbers("preamble_end"),
                epilogue_start: numbers("epilogue_start"),
            })
        })
        .collect()
}

/// The errors of the bounds records in a file; labels without a record are left out.
pub fn errors_of(labels: &[Label], bounds: &Path) -> anyhow::Result<Vec<Errors>> {
    let mut found = HashMap::new();
    for line in fs::read_to_string(bounds)?.lines() {
        let record: Value = serde_json::from_str(line)?;
        let path = PathBuf::from(record["doc"].as_str().context("doc")?);
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        found.insert(path.display().to_string(), (path.clone(), record.clone()));
        found.insert(name, (path, record));
    }
    let mut all = Vec::new();
    for label in labels {
        let Some((path, record)) = found.get(&label.file) else {
            continue;
        };
        let number = |key: &str| {
            record[key]
                .as_u64()
                .with_context(|| format!("{key} of {}", label.file))
        };
        let book = Book::read(path)?;
        let end = number("lines")? + 1;
        let epilogue = off(&label.epilogue_start, number("epilogue_start")?, |line| {
            book.last_before(if line == 0 { end } else { line })
        });
        all.push(Errors {
            file: label.file.clone(),
            preamble: off(&label.preamble_end, number("preamble_end")?, |line| {
                book.first_after(line)
            }),
            // An epilogue that starts too late leaves boilerplate, as a preamble does that ends too early.
            epilogue: -epilogue,
            lines: end - 1,
        });
    }
    Ok(all)
}

/// The distance from the nearest of the true answers, positive where the true answer is further on.
fn off(truths: &[u64], found: u64, place: impl Fn(u64) -> u64) -> i64 {
    truths
        .iter()
        .map(|&truth| place(truth) as i64 - place(found) as i64)
        .min_by_key(|off| off.abs())
        .unwrap_or(0)
}

/// Which lines of a book are not blank.
struct Book {
    filled: Vec<bool>,
}

impl Book {
    fn read(path: &Path) -> anyhow::Result<Self> {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let blank =
            |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r' | 0x0C | 0 | 0xEF | 0xBB | 0xBF);
        Ok(Book {
            filled: bytes
                .split(|&byte| byte == b'\n')
                .map(|line| !line.iter().all(blank))
                .collect(),
        })
    }

    /// The first line after this one that is not blank. Lines count from 1.
    fn first_after(&self, line: u64) -> u64 {
        (line + 1..=self.filled.len() as u64)
            .find(|&number| self.filled[number as usize - 1])
            .unwrap_or(self.filled.len() as u64 + 1)
    }

    /// The last line before this one that is not blank, 0 if there is none.
    fn last_before(&self, line: u64) -> u64 {
        (1..line.min(self.filled.len() as u64 + 1))
            .rev()
            .find(|&number| self.filled[number as usize - 1])
            .unwrap_or(0)
    }
}
