//! What each rule of cutbounds is worth: the share of exact bounds over whole libraries with and without it.
//!
//! A row of `ablations.tsv` switches a rule off by a change of the source: its name, the file in `crates/cutbounds/src`,
//! a piece of its text, and the text in its place. Rules are switched off in a copy of the committed source, so
//! the tools need no switches.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::bounds::{errors_of, read_labels};
use super::libraries::exact_shares;
use crate::corpora;
use crate::measure::{release_tools, shell};
use crate::train::{files_of, libraries_below};

/// The changes that switch rules off.
const ABLATIONS: &str = include_str!("ablations.tsv");

/// The number of ends of libraries to print for each rule, in each direction.
const SHOWN: usize = 4;

/// The share of exact bounds of each end of each library.
type Exact = BTreeMap<String, f64>;

/// Builds cutbounds without each of the rules, or of those named, and prints how the exact bounds of the libraries below
/// `folder` change.
pub fn run(folder: &Path, rules: &[String]) -> anyhow::Result<()> {
    let work = crate::root().join("target/ablate");
    let tree = work.join("tree");
    fs::create_dir_all(&work)?;
    shell(&format!(
        "cd {} && rm -rf {tree} && git checkout-index --all --prefix={tree}/",
        crate::root().display(),
        tree = tree.display()
    ))?;
    let libraries = libraries_below(folder)?;
    for library in &libraries {
        count_lines(library, &work)?;
    }
    let base = score(&build(&work)?, &libraries, &work)?;
    println!("{} ends, mean {:.4}", base.len(), mean(&base));
    for [name, file, text, instead] in ablations() {
        if !rules.is_empty() && !rules.iter().any(|rule| rule == name) {
            continue;
        }
        let path = tree.join("crates/cutbounds/src").join(file);
        let source = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        ensure!(
            source.matches(text).count() == 1,
            "{name}: {file} does not have this text once: {text}"
        );
        fs::write(&path, source.replace(text, instead))?;
        let without = build(&work).and_then(|tool| score(&tool, &libraries, &work));
        fs::write(&path, source)?;
        print_change(name, &base, &without?);
    }
    Ok(())
}

/// The name of each rule, the file, the text and what it becomes.
fn ablations() -> impl Iterator<Item = [&'static str; 4]> {
    ABLATIONS.lines().map(|row| {
        let mut cells = row.split('\t');
        std::array::from_fn(|_| cells.next().expect("four columns"))
    })
}

/// Counts the lines at the ends of the documents of a library.
fn count_lines(library: &Path, work: &Path) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let list = corpora::list(&files_of(library)?, "eval-learn.list")?;
    shell(&format!(
        "{} --quiet --ends 300 < {} | {} --quiet > {}",
        tools.join("linenorm").display(),
        list.display(),
        tools.join("freqlines").display(),
        frequencies(library, work).display()
    ))
}

/// Returns the place of the frequencies of a library.
fn frequencies(library: &Path, work: &Path) -> PathBuf {
    work.join(name_of(library) + ".jsonl")
}

fn name_of(library: &Path) -> String {
    let name = library.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Builds cutbounds from the copy of the source. Link-time optimisation would take minutes for each rule.
fn build(work: &Path) -> anyhow::Result<PathBuf> {
    shell(&format!(
        "cd {} && CARGO_TARGET_DIR={} CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 cargo build --quiet \
         --release --package trommel-binaries --bin cutbounds --no-default-features --features cutbounds",
        work.join("tree").display(),
        work.display()
    ))?;
    Ok(work.join("release/cutbounds"))
}

/// Returns the shares of exact bounds of the labelled documents.
fn score(tool: &Path, libraries: &[PathBuf], work: &Path) -> anyhow::Result<Exact> {
    let mut exact = Exact::new();
    for library in libraries {
        let labels = read_labels(library)?;
        let files = labels
            .iter()
            .map(|label| library.join("files").join(&label.file))
            .collect::<Vec<_>>();
        let list = corpora::list(&files, "eval.list")?;
        let bounds = work.join("bounds.jsonl");
        shell(&format!(
            "{} --quiet --freq {} < {} > {}",
            tool.display(),
            frequencies(library, work).display(),
            list.display(),
            bounds.display()
        ))?;
        let shares = exact_shares(&labels, &errors_of(&labels, &bounds)?);
        for (end, share) in ["head", "tail"].into_iter().zip(shares) {
            exact.extend(share.map(|share| (format!("{} {end}", name_of(library)), share)));
        }
    }
    Ok(exact)
}

fn mean(exact: &Exact) -> f64 {
    exact.values().sum::<f64>() / exact.len() as f64
}

fn print_change(rule: &str, base: &Exact, without: &Exact) {
    let change = |end: &String| without[end] - base[end];
    let mut ends: Vec<&String> = base.keys().filter(|end| change(end) != 0.0).collect();
    ends.sort_by(|a, b| change(a).total_cmp(&change(b)));
    let worse = ends.iter().filter(|end| change(end) < 0.0).take(SHOWN);
    let better = ends.iter().rev().filter(|end| change(end) > 0.0);
    let show = |end: &&String| format!("{:+.2} {end}", change(end));
    let shown: Vec<String> = worse.chain(better.take(SHOWN)).map(show).collect();
    let difference = mean(without) - mean(base);
    println!("{rule:24} {difference:+.4}  {}", shown.join(", "));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_is_in_the_source_once() {
        for [name, file, text, _] in ablations() {
            let path = crate::root().join("crates/cutbounds/src").join(file);
            let source = fs::read_to_string(path).unwrap();
            assert_eq!(source.matches(text).count(), 1, "{name}");
        }
    }
}
