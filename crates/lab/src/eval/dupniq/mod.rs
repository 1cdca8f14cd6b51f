//! Partial duplicates among labelled books: precision, recall and F of the scores. The thresholds are the defaults,
//! the best ones, and those that a set of training books has taught, on other sets (table 3 of the paper).

mod sets;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::corpora;
use crate::figures::Figures;
use crate::measure::release_tools;
use crate::tsv;
use sets::Books;

/// The row of the documentation.
const ROW: &str = "duplicate books";

/// A method: a row of the table.
struct Method {
    name: &'static str,
    /// The kind of records it reads, as the end of the file's name.
    records: &'static str,
    score: &'static str,
    /// The length by which the longest common subsequence is divided, where that is the score.
    divisor: Option<fn(f64, f64) -> f64>,
    /// A threshold low enough for all pairs of interest.
    low: &'static str,
    /// The threshold and the least lcs that the tool has by default; for the baselines none.
    default: Option<(f64, u64)>,
}

/// The methods of the paper's table 3, the two that its section 4.3 mentions, and excess.
const METHODS: &[Method] = &[
    Method {
        name: "excess",
        records: "words",
        score: "excess",
        divisor: None,
        low: "1.2",
        default: Some((3.5, 60)),
    },
    Method {
        name: "DUPNIQ-its",
        records: "words",
        score: "its",
        divisor: None,
        low: "0.3",
        default: Some((0.72, 0)),
    },
    Method {
        name: "DUPNIQ-cs",
        records: "words",
        score: "cs",
        divisor: None,
        low: "0.01",
        default: Some((0.12, 0)),
    },
    Method {
        name: "LCS/minimum",
        records: "words",
        score: "cs",
        divisor: Some(f64::min),
        low: "0.003",
        default: None,
    },
    Method {
        name: "LCS/average",
        records: "words",
        score: "cs",
        divisor: Some(|a, b| (a + b) / 2.0),
        low: "0.003",
        default: None,
    },
    Method {
        name: "UWO",
        records: "words",
        score: "jaccard",
        divisor: None,
        low: "0.01",
        default: None,
    },
    Method {
        name: "VO",
        records: "vocabulary",
        score: "jaccard",
        divisor: None,
        low: "0.01",
        default: None,
    },
    Method {
        name: "shingling",
        records: "shingles",
        score: "jaccard",
        divisor: None,
        low: "0.001",
        default: None,
    },
];

/// A pair with its score.
pub struct Scored {
    /// Its books.
    pub books: (String, String),
    /// Whether it is a labelled pair.
    pub is_true: bool,
    /// The score.
    pub score: f64,
    /// The length of the longest common subsequence.
    pub lcs: u64,
}

/// Precision, recall and F.
pub struct Quality {
    /// The share of the pairs found that are right.
    pub precision: f64,
    /// The share of the labelled pairs that are found.
    pub recall: f64,
    /// Their harmonic mean.
    pub f: f64,
}

/// Prints the table. The folder holds `*.truth.tsv` and `*.words.jsonl`, and if it likes `*.vocabulary.jsonl` and
/// `*.shingles.jsonl` (uniqwords --vocabulary, --shingles) of the same books.
pub fn run(folder: &Path, write: bool) -> anyhow::Result<()> {
    let mut figures = Figures::of("eval dupniq");
    let folder = corpora::unpacked(folder)?;
    let truth = read_truth(&find(&folder, ".truth.tsv").context("no *.truth.tsv")?)?;
    let labelled = truth.values().filter(|kind| counts(kind)).count();
    println!(
        "{labelled} true pairs; {} that count neither way",
        truth.len() - labelled
    );
    println!(
        "\n{:12} {:>21}  {:>24}   {:>9}  {:>24}",
        "", "default (min-lcs)", "precision  recall      F", "best", "precision  recall      F"
    );
    let tools = release_tools()?;
    let mut by_set = Vec::new();
    for method in METHODS {
        let Some(records) = find(&folder, &format!(".{}.jsonl", method.records)) else {
            println!("{:12} no *.{}.jsonl", method.name, method.records);
            continue;
        };
        let mut pairs = scored(&tools.join("lcsdup"), method, &records, &truth)?;
        let at_default = match method.default {
            None => format!("{:>21}  {:24}", "-", ""),
            Some((threshold, min_lcs)) => {
                let passes = |pair: &&Scored| pair.score >= threshold && pair.lcs >= min_lcs;
                let quality = quality(pairs.iter().filter(passes), labelled);
                format!(
                    "{:>21}  {}",
                    format!("{threshold} ({min_lcs})"),
                    show(&quality)
                )
            }
        };
        let min_lcs = method.default.map_or(0, |(_, min_lcs)| min_lcs);
        pairs.retain(|pair| pair.lcs >= min_lcs);
        let (threshold, best) = best(&mut pairs, labelled)?;
        println!(
            "{:12} {at_default}   {threshold:9.4}  {}",
            method.name,
            show(&best)
        );
        by_set.push((method.name, pairs));
    }
    let words = find(&folder, ".vocabulary.jsonl").or_else(|| find(&folder, ".words.jsonl"));
    let books = Books::read(&words.context("no *.words.jsonl")?)?;
    for (method, f) in sets::print(&books, &truth, &by_set) {
        match method {
            "excess" => figures.add(ROW, "trommel", &[f]),
            "DUPNIQ-its" => figures.add(ROW, "other", &[f]),
            _ => {}
        }
    }
    figures.settle(write)
}

fn show(quality: &Quality) -> String {
    format!(
        "{:9.3} {:7.3} {:6.3}",
        quality.precision, quality.recall, quality.f
    )
}

fn find(folder: &Path, end: &str) -> Option<PathBuf> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.to_string_lossy().ends_with(end))
        .collect();
    found.sort();
    found.into_iter().next()
}

/// Whether pairs of a kind count: of kind `minor` neither way.
pub fn counts(kind: &str) -> bool {
    kind != "minor"
}

/// The pairs of a table with columns `a`, `b` and `kind`, with their kinds.
pub type Truth = HashMap<(String, String), String>;

fn read_truth(path: &Path) -> anyhow::Result<Truth> {
    let text = fs::read_to_string(path)?;
    tsv::rows(&text)
        .map(|row| {
            let pair = key(row.cell("a")?, row.cell("b")?);
            Ok((pair, row.cell("kind")?.to_owned()))
        })
        .collect()
}

/// A pair, whichever book comes first.
pub fn key(a: &str, b: &str) -> (String, String) {
    (a.min(b).to_owned(), a.max(b).to_owned())
}

/// All pairs with a score of interest, except those that count neither way.
fn scored(
    lcsdup: &Path,
    method: &Method,
    records: &Path,
    truth: &Truth,
) -> anyhow::Result<Vec<Scored>> {
    let output = std::process::Command::new(lcsdup)
        .args([
            "--score",
            method.score,
            "--threshold",
            method.low,
            "--min-lcs",
            "0",
            "-j",
            "0",
        ])
        .arg(records)
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !output.status.success() {
        bail!("lcsdup: {}", output.status);
    }
    let mut pairs = Vec::new();
    for line in output
        .stdout
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        let pair: serde_json::Value = serde_json::from_slice(line)?;
        let number = |name: &str| pair[name].as_f64().unwrap_or(0.0);
        let text = |name: &str| pair[name].as_str().unwrap_or_default();
        let books = key(text("a"), text("b"));
        let is_true = match truth.get(&books) {
            Some(kind) if !counts(kind) => continue,
            kind => kind.is_some(),
        };
        let score = match (method.divisor, method.score) {
            (Some(divisor), _) => number("lcs") / divisor(number("a_words"), number("b_words")),
            (None, "jaccard") => {
                let common = number("common");
                common / (number("a_words") + number("b_words") - common)
            }
            (None, name) => number(name),
        };
        pairs.push(Scored {
            books,
            is_true,
            score,
            lcs: number("lcs") as u64,
        });
    }
    Ok(pairs)
}

/// Precision, recall and F of what was found.
pub fn quality<'a>(found: impl Iterator<Item = &'a Scored>, labelled: usize) -> Quality {
    let (mut all, mut right) = (0, 0);
    for pair in found {
        all += 1;
        right += usize::from(pair.is_true);
    }
    let (right, all) = (right as f64, all as f64);
    Quality {
        precision: right / f64::max(all, 1.0),
        recall: right / labelled as f64,
        f: 2.0 * right / (all + labelled as f64),
    }
}

/// The threshold with the highest F, and what it gives.
pub fn best(pairs: &mut [Scored], labelled: usize) -> anyhow::Result<(f64, Quality)> {
    pairs.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut right = 0;
    let mut best: Option<(f64, usize)> = None;
    for (index, pair) in pairs.iter().enumerate() {
        right += usize::from(pair.is_true);
        // A threshold takes all pairs of one score.
        if pairs
            .get(index + 1)
            .is_some_and(|next| next.score == pair.score)
        {
            continue;
        }
        let f = 2.0 * right as f64 / (index + 1 + labelled) as f64;
        if best.is_none_or(|(highest, _)| f > highest) {
            best = Some((f, index));
        }
    }
    let (_, last) = best.context("no pair at all")?;
    Ok((pairs[last].score, quality(pairs[..=last].iter(), labelled)))
}
