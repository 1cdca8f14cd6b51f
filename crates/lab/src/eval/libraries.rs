//! The bounds of documents of many libraries, labelled by structure (`collect-libraries`). Libraries that the weights were
//! fitted on flatter: `train-cutbounds --estimate` leaves whole families of them out.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::bounds::{Errors, Label, errors_of, read_labels};
use crate::corpora;
use crate::measure::{release_tools, shell};
use crate::train::{files_of, libraries_below};

/// How the lines are chosen and counted: the options of linenorm and of freqlines.
type Counting = [&'static str; 2];

/// All occurrences of long lines, these once per document, and all lines once per document.
const COUNTINGS: [Counting; 3] = [
    ["--ends 300", ""],
    ["--ends 300", "--per-doc"],
    ["--ends 500 --keep-trivial", "--per-doc"],
];

/// The methods to compare, with the options that choose them and the index of their counting. No bound is quite certain.
const METHODS: &[(&str, &str, usize)] = &[
    ("nothing", "--min-confidence 1", 0),
    ("paper", "--method paper", 0),
    ("best", "--method best", 0),
    ("best .5", "--min-confidence 0.5", 0),
    ("best, docs", "--method best", 1),
    ("best, all", "--method best", 2),
];

/// The first of the methods are what the others have to beat.
const BASELINES: usize = 2;
/// Within this much of a baseline's share of exact bounds a method is not worse.
const TOLERANCE: f64 = 0.03;

/// Shares of the documents of a library that have a true answer at one end.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    documents: f64,
    exact: f64,
    /// At most ten lines off.
    near: f64,
    /// Documents with boilerplate there, and those whose bound is exact.
    with: [f64; 2],
    /// Those without any.
    without: [f64; 2],
    /// Lines on the wrong side, and lines of true boilerplate.
    wrong_lines: f64,
    true_lines: f64,
}

/// Learns the frequencies of each library below `folder` from its first `documents` files, cuts the labelled ones of these with every
/// method, and prints a row for each.
pub fn run(folder: &Path, documents: usize) -> anyhow::Result<()> {
    let libraries = libraries_below(folder)?;
    if libraries.is_empty() {
        bail!("{}: no libraries with labels.tsv", folder.display());
    }
    println!(
        "{:20} {:10}  {:^35}   {:^35}",
        "", "", "preamble", "epilogue"
    );
    let head = format!(
        "{:>5} {:>5} {:>5} {:>7} {:>9}",
        "exact", "in 10", "with", "without", "off/true"
    );
    println!("{:20} {:10}  {head}   {head}", "library", "method");
    let mut ends = Vec::new();
    for library in &libraries {
        let mut files = files_of(library)?;
        files.truncate(documents);
        let mut labels = read_labels(library)?;
        labels.retain(|label| files.iter().any(|file| file.ends_with(&label.file)));
        if labels.is_empty() {
            continue;
        }
        let name = library.file_name().unwrap_or_default().to_string_lossy();
        let rows = of_library(library, &files, &labels)?;
        for ((method, ..), [preamble, epilogue]) in METHODS.iter().zip(&rows) {
            let [preamble, epilogue] = [preamble, epilogue].map(show);
            println!("{name:20} {method:10}  {preamble}   {epilogue}");
        }
        for (side, end) in ["preamble", "epilogue"].into_iter().enumerate() {
            let of_methods: Vec<Shares> = rows.iter().map(|row| row[side]).collect();
            if of_methods[0].documents > 0.0 {
                ends.push(End {
                    name: format!("{name} {end}"),
                    has_boilerplate: of_methods[0].with[0] > 0.0,
                    exact: of_methods
                        .iter()
                        .map(|shares| shares.exact / shares.documents)
                        .collect(),
                });
            }
        }
    }
    print_summary(&ends);
    Ok(())
}

/// One end of the documents of a library.
struct End {
    /// The library and the end.
    name: String,
    /// Whether any document has boilerplate there.
    has_boilerplate: bool,
    /// The share of exact bounds of each method.
    exact: Vec<f64>,
}

/// Prints each method's mean and worst end, and where it is worse than cutting nothing or than the paper.
fn print_summary(ends: &[End]) {
    println!("\nExact, over the ends of libraries where there is boilerplate:");
    for (index, (method, ..)) in METHODS.iter().enumerate() {
        let with = || ends.iter().filter(|end| end.has_boilerplate);
        let sum: f64 = with().map(|end| end.exact[index]).sum();
        let mean = sum / with().count() as f64;
        let worst = with().min_by(|a, b| a.exact[index].total_cmp(&b.exact[index]));
        if let Some(worst) = worst {
            let (share, name) = (worst.exact[index], &worst.name);
            println!("  {method:10} mean {mean:.3}, worst {share:.3} ({name})");
        }
    }
    // Ends without boilerplate count here: a method can only lose there.
    for (index, (method, ..)) in METHODS.iter().enumerate().skip(BASELINES) {
        for (other, (baseline, ..)) in METHODS.iter().enumerate().take(BASELINES) {
            let worse = ends
                .iter()
                .filter(|end| end.exact[index] < end.exact[other] - TOLERANCE);
            println!("\n{method} under {baseline} by more than {TOLERANCE}:");
            for end in worse {
                let (share, other) = (end.exact[index], end.exact[other]);
                println!("  {share:.3} {other:.3} {}", end.name);
            }
        }
    }
}

fn show(shares: &Shares) -> String {
    let share = |right: f64, all: f64| match all {
        0.0 => "-".to_owned(),
        all => format!("{:.2}", right / all),
    };
    format!(
        "{:>5} {:>5} {:>5} {:>7} {:>9}",
        share(shares.exact, shares.documents),
        share(shares.near, shares.documents),
        share(shares.with[1], shares.with[0]),
        share(shares.without[1], shares.without[0]),
        share(shares.wrong_lines, shares.true_lines)
    )
}

/// The shares at both ends for each method.
fn of_library(
    library: &Path,
    files: &[PathBuf],
    labels: &[Label],
) -> anyhow::Result<Vec<[Shares; 2]>> {
    let tools = release_tools()?;
    let target = crate::root().join("target");
    let learn = corpora::list(files, "eval-learn.list")?;
    let frequencies = |counting: usize| target.join(format!("eval.{counting}.freq.jsonl"));
    for (counting, [choose, count]) in COUNTINGS.iter().enumerate() {
        shell(&format!(
            "{} {choose} < {} | {} {count} > {}",
            tools.join("linenorm").display(),
            learn.display(),
            tools.join("freqlines").display(),
            frequencies(counting).display()
        ))?;
    }
    let documents: Vec<_> = labels
        .iter()
        .map(|label| library.join("files").join(&label.file))
        .collect();
    let list = corpora::list(&documents, "eval.list")?;
    METHODS
        .iter()
        .map(|&(_, options, counting)| {
            let bounds = target.join("eval.bounds.jsonl");
            shell(&format!(
                "{} {options} --freq {} < {} > {}",
                tools.join("cutbounds").display(),
                frequencies(counting).display(),
                list.display(),
                bounds.display()
            ))?;
            let errors = errors_of(labels, &bounds)?;
            Ok(of_ends(labels, &errors))
        })
        .collect()
}

/// The shares at both ends.
fn of_ends(labels: &[Label], errors: &[Errors]) -> [Shares; 2] {
    [
        shares(labels, errors, |one| &one.preamble_end, |one| one.preamble),
        shares(
            labels,
            errors,
            |one| &one.epilogue_start,
            |one| one.epilogue,
        ),
    ]
}

/// The share of exact bounds at each end, if any document has a true answer there.
pub fn exact_shares(labels: &[Label], errors: &[Errors]) -> [Option<f64>; 2] {
    of_ends(labels, errors)
        .map(|shares| (shares.documents > 0.0).then(|| shares.exact / shares.documents))
}

fn shares(
    labels: &[Label],
    errors: &[Errors],
    truth: fn(&Label) -> &Vec<u64>,
    off: fn(&Errors) -> i64,
) -> Shares {
    let mut shares = Shares::default();
    for label in labels {
        // A document without a record has no answer, and must not shift the answers for the others.
        let Some(errors) = errors.iter().find(|errors| errors.file == label.file) else {
            continue;
        };
        let Some(&first) = truth(label).first() else {
            continue;
        };
        let right = f64::from(off(errors) == 0);
        let part = match first {
            0 => &mut shares.without,
            _ => &mut shares.with,
        };
        part[0] += 1.0;
        part[1] += right;
        shares.documents += 1.0;
        shares.exact += right;
        shares.near += f64::from(off(errors).abs() <= 10);
        shares.wrong_lines += off(errors).abs() as f64;
        shares.true_lines += match (first, label.preamble_end.as_ptr() == truth(label).as_ptr()) {
            (0, _) => 0.0,
            (line, true) => line as f64,
            (line, false) => (errors.lines + 1).saturating_sub(line) as f64,
        };
    }
    shares
}
