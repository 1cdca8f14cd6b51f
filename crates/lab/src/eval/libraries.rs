//! The bounds of documents of many libraries, labelled by structure (`collect-libraries`). Libraries that the weights were
//! fitted on flatter: `train-cutbounds --estimate` leaves whole families of them out.

use std::path::Path;

use anyhow::bail;

use super::bounds::{Errors, Label, errors_of, read_labels};
use crate::corpora;
use crate::measure::{release_tools, shell};
use crate::train::{files_of, libraries_below};

/// The methods to compare, with the options that choose them. No bound is quite certain.
const METHODS: &[(&str, &str)] = &[
    ("nothing", "--min-confidence 1"),
    ("paper", "--method paper"),
    ("best", "--method best"),
    ("best .5", "--min-confidence 0.5"),
];

/// Shares of the documents of a library that have a true answer at one end.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    documents: f64,
    exact: f64,
    /// Documents with boilerplate there, and those whose bound is exact.
    with: [f64; 2],
    /// Those without any.
    without: [f64; 2],
    /// Lines on the wrong side, and lines of true boilerplate.
    wrong_lines: f64,
    true_lines: f64,
}

/// Learns the frequencies of each library below `folder`, cuts its labelled documents with every method, and prints a row
/// for each.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let libraries = libraries_below(folder)?;
    if libraries.is_empty() {
        bail!("{}: no libraries with labels.tsv", folder.display());
    }
    println!(
        "{:20} {:10}  {:^29}   {:^29}",
        "", "", "preamble", "epilogue"
    );
    let head = format!(
        "{:>5} {:>5} {:>7} {:>9}",
        "exact", "with", "without", "off/true"
    );
    println!("{:20} {:10}  {head}   {head}", "library", "method");
    let mut means = vec![(0.0, 0.0); METHODS.len()];
    for library in &libraries {
        let labels = read_labels(library)?;
        if labels.is_empty() {
            continue;
        }
        let name = library.file_name().unwrap_or_default().to_string_lossy();
        let rows = of_library(library, &labels)?;
        for (((method, _), ends), mean) in METHODS.iter().zip(rows).zip(&mut means) {
            let [preamble, epilogue] = ends.map(|shares| show(&shares));
            println!("{name:20} {method:10}  {preamble}   {epilogue}");
            for shares in ends.iter().filter(|shares| shares.with[0] > 0.0) {
                mean.0 += shares.exact / shares.documents;
                mean.1 += 1.0;
            }
        }
    }
    println!("\nExact, mean over the ends of libraries where there is boilerplate:");
    for ((method, _), (sum, count)) in METHODS.iter().zip(means) {
        println!("  {method:10} {:.3}", sum / count);
    }
    Ok(())
}

fn show(shares: &Shares) -> String {
    let share = |right: f64, all: f64| match all {
        0.0 => "-".to_owned(),
        all => format!("{:.2}", right / all),
    };
    format!(
        "{:>5} {:>5} {:>7} {:>9}",
        share(shares.exact, shares.documents),
        share(shares.with[1], shares.with[0]),
        share(shares.without[1], shares.without[0]),
        share(shares.wrong_lines, shares.true_lines)
    )
}

/// The shares at both ends for each method.
fn of_library(library: &Path, labels: &[Label]) -> anyhow::Result<Vec<[Shares; 2]>> {
    let tools = release_tools()?;
    let target = crate::root().join("target");
    let frequencies = target.join("eval.freq.jsonl");
    let learn = corpora::list(&files_of(library)?, "eval-learn.list")?;
    shell(&format!(
        "{} --ends 300 < {} | {} > {}",
        tools.join("linenorm").display(),
        learn.display(),
        tools.join("freqlines").display(),
        frequencies.display()
    ))?;
    let documents: Vec<_> = labels
        .iter()
        .map(|label| library.join("files").join(&label.file))
        .collect();
    let list = corpora::list(&documents, "eval.list")?;
    METHODS
        .iter()
        .map(|(_, options)| {
            let bounds = target.join("eval.bounds.jsonl");
            shell(&format!(
                "{} {options} --freq {} < {} > {}",
                tools.join("cutbounds").display(),
                frequencies.display(),
                list.display(),
                bounds.display()
            ))?;
            let errors = errors_of(labels, &bounds)?;
            let preamble = shares(
                labels,
                &errors,
                |label| &label.preamble_end,
                |one| one.preamble,
            );
            let epilogue = shares(
                labels,
                &errors,
                |label| &label.epilogue_start,
                |one| one.epilogue,
            );
            Ok([preamble, epilogue])
        })
        .collect()
}

fn shares(
    labels: &[Label],
    errors: &[Errors],
    truth: fn(&Label) -> &Vec<u64>,
    off: fn(&Errors) -> i64,
) -> Shares {
    let mut shares = Shares::default();
    for (label, errors) in labels.iter().zip(errors) {
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
        shares.wrong_lines += off(errors).abs() as f64;
        shares.true_lines += match (first, label.preamble_end.as_ptr() == truth(label).as_ptr()) {
            (0, _) => 0.0,
            (line, true) => line as f64,
            (line, false) => (errors.lines + 1).saturating_sub(line) as f64,
        };
    }
    shares
}
