//! The bounds of labelled books.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::bounds::{
    Errors, Outcome, by_name, compare, errors_of, print_row, print_worst, read_labels,
};
use super::{figure, headings};
use crate::corpora;
use crate::figures::Figures;
use crate::measure::{release_tools, shell};

/// Learns frequencies from all of one corpus, cuts the labelled books of another, prints the table and draws the figure. `python` has
/// gutenberg-cleaner, whose bounds are a row of the table.
pub fn run(
    folder: &Path,
    learn_from: &Path,
    python: Option<&Path>,
    write: bool,
) -> anyhow::Result<()> {
    let mut figures = Figures::of("eval gutenberg");
    let labels = read_labels(folder)?;
    let books = by_name(&corpora::text_files(&corpora::unpacked(folder)?)?);
    let learn = corpora::text_files(&corpora::unpacked(learn_from)?)?;
    let labelled: Vec<PathBuf> = labels
        .iter()
        .filter_map(|label| books.get(&label.file).cloned())
        .collect();
    if labelled.is_empty() {
        bail!("{}: none of the labelled books is there", folder.display());
    }
    println!(
        "{} labelled books of {}; frequencies learnt from {} files",
        labelled.len(),
        labels.len(),
        learn.len()
    );
    let mut outcomes = compare(&labels, &labelled, &learn)?;
    let bounds = crate::root().join("target/eval.headings.jsonl");
    headings::write_bounds(&labelled, &bounds)?;
    let errors = errors_of(&labels, &bounds)?;
    print_row("first heading (figure 10)", &errors);
    if let Some(python) = python {
        let list = corpora::list(&labelled, "eval.list")?;
        let script = crate::root().join("crates/lab/src/eval/bounds_peers.py");
        let bounds = crate::root().join("target/eval.peers.jsonl");
        shell(&format!(
            "{} {} < {} > {}",
            python.display(),
            script.display(),
            list.display(),
            bounds.display()
        ))?;
        let errors = errors_of(&labels, &bounds)?;
        print_row("gutenberg-cleaner", &errors);
        figures.add(ALONE[0].1, "other", &exact(&errors));
    }
    for (frequencies, row) in ALONE {
        let bounds = alone(&labelled, frequencies)?;
        let errors = errors_of(&labels, &bounds)?;
        print_row(&format!("one book, {frequencies}"), &errors);
        figures.add(row, "trommel", &exact(&errors));
    }
    let method = "first heading";
    outcomes.insert(0, Outcome { method, errors });
    let place = crate::root().join("target/eval-gutenberg.svg");
    std::fs::write(&place, figure::draw(&outcomes))?;
    if let Some(outcome) = outcomes.last_mut() {
        print_worst(outcome);
    }
    println!(
        "\nThe errors of all books, as in figure 8 of the paper: {}",
        place.display()
    );
    figures.settle(write)
}

/// The frequencies that one book is cut with, and the rows of the documentation.
const ALONE: [(&str, &str); 2] = [
    ("builtin:gutenberg", "150 Gutenberg books"),
    ("/dev/null", "without any list"),
];

/// The bounds of books of which each is cut in a run of its own.
fn alone(books: &[PathBuf], frequencies: &str) -> anyhow::Result<PathBuf> {
    let bounds = crate::root().join("target/eval.alone.jsonl");
    shell(&format!(
        "xargs -d '\\n' -n 1 {} --quiet --freq {frequencies} < {} > {}",
        release_tools()?.join("cutbounds").display(),
        corpora::list(books, "eval.list")?.display(),
        bounds.display()
    ))?;
    Ok(bounds)
}

/// The shares of exact preambles and epilogues.
fn exact(errors: &[Errors]) -> [f64; 2] {
    [|one: &Errors| one.preamble, |one: &Errors| one.epilogue].map(|of| {
        let right = errors.iter().filter(|one| of(one) == 0).count();
        right as f64 / errors.len() as f64
    })
}
