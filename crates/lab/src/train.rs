//! `cargo lab train-cutbounds`: fits the weights of `cutbounds --method best`.
//!
//! A boundary's probability is proportional to the exponential of its weighted features; the weights make the true
//! boundaries as likely as can be, less a penalty on large weights. Every library counts as much as any other. The
//! document's own lines do not count where it is decided which lines are frequent.
//!
//! The estimate leaves whole families of libraries out (all of a language); of Project Gutenberg, which is one library, a
//! part of the books.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use cutbounds::Settings;
use cutbounds::best::model::{Boundary, Calibration, Model, Table, boundaries};
use cutbounds::best::region::{Region, Side};
use cutbounds::best::{Rest, Scratch, Templates, head, tail};
use linenorm::{Ends, Rules, ends};

use crate::corpora;
use crate::eval::bounds::{Label, by_name, read_label_table, read_labels};

/// The ends of more preambles of Project Gutenberg: what the method found, corrected by hand.
const MORE_LABELS: &str = "crates/lab/labels/gutenberg-preambles.tsv";
/// The penalty on the squares of the weights, in units of each feature's size.
const PENALTY: f64 = 1.0;
/// Steps of the search for the weights.
const STEPS: usize = 300;
/// Parts of the books of Project Gutenberg.
const PARTS: usize = 5;
/// A boundary this many lines from the right one is near it.
const NEAR: u64 = 10;
/// A line is frequent with more occurrences than this.
const FREQUENT: u32 = 10;
/// Parts of the families.
const GROUPS: usize = 4;
/// So many documents of a library teach of epilogues, which few have.
const EPILOGUES: usize = 25;
/// So many wrong answers of a library are listed.
const MISSES: usize = 4;
/// All examples of a library weigh as much as so many.
const WEIGHT: f64 = 60.0;

/// A region and its right answers.
struct Example {
    library: String,
    file: String,
    /// What is left out together.
    family: String,
    table: Table,
    boundaries: Vec<Boundary<Vec<f64>>>,
    /// For each boundary its line: a preamble's last, an epilogue's first.
    lines: Vec<u64>,
    /// Which of them are right; none where the right one cannot be found.
    right: Vec<usize>,
    /// The lines of the right answers.
    truth: Vec<u64>,
    weight: f64,
}

/// Learns from a folder as `eval gutenberg` takes it, from the small corpus of this repository, and from the libraries that
/// `collect-libraries` made, and writes the weights.
pub fn run(
    folder: &Path,
    libraries: &Path,
    names: &[String],
    only_estimate: bool,
) -> anyhow::Result<()> {
    let mut examples = Vec::new();

    let mut labels = read_labels(folder)?;
    labels.extend(read_label_table(&crate::root().join(MORE_LABELS))?);
    let texts = corpora::text_files(&corpora::unpacked(folder)?)?;
    add_library("gutenberg", &labels, &texts, &[true, false], &mut examples)?;

    let own = crate::root().join("tests/corpus");
    let texts = corpora::text_files(&own.join("books"))?;
    add_library(
        "own",
        &read_labels(&own)?,
        &texts,
        &[true, false],
        &mut examples,
    )?;

    for library in libraries_below(libraries)? {
        let labels = read_labels(&library)?;
        let name = library.file_name().unwrap_or_default().to_string_lossy();
        let files = files_of(&library)?;
        add_library(&name, &labels, &files, &[false], &mut examples)?;
    }
    let mut epilogues: HashMap<String, usize> = HashMap::new();
    examples.retain(|example| {
        let count = epilogues.entry(example.library.clone()).or_default();
        *count += usize::from(example.table == Table::Epilogue);
        let is_book = ["gutenberg", "own"].contains(&example.library.as_str());
        example.table != Table::Epilogue || is_book || *count <= EPILOGUES
    });
    balance(&mut examples);

    let mut model = Model::built_in().clone();
    for table in Table::ALL {
        if !names.contains(&format!("{table:?}").to_lowercase()) {
            continue;
        }
        let examples: Vec<&Example> = examples
            .iter()
            .filter(|example| example.table == table)
            .collect();
        println!("{table:?}: {} regions; left out:", examples.len());
        let calibration = estimate(&examples, table);
        if !only_estimate {
            model.set(table, fit(&examples, table.names().len()), calibration);
        }
    }
    if !only_estimate {
        let place = crate::root().join("crates/cutbounds/src/best/weights.tsv");
        fs::write(&place, model.write())?;
        println!("wrote {}", place.display());
    }
    Ok(())
}

/// The libraries below a folder, in the order of their names.
pub fn libraries_below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found: Vec<PathBuf> = fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("labels.tsv").exists())
        .collect();
    found.sort();
    Ok(found)
}

/// The documents of a library.
pub fn files_of(library: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = fs::read_dir(library.join("files"))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    files.sort();
    Ok(files)
}

/// Gives the examples of each library and table the same weight together.
fn balance(examples: &mut [Example]) {
    let mut counts: HashMap<(String, usize), f64> = HashMap::new();
    for example in examples.iter() {
        *counts
            .entry((example.library.clone(), example.table as usize))
            .or_default() += 1.0;
    }
    for example in examples {
        let count = counts[&(example.library.clone(), example.table as usize)];
        // Books have taught alone before; a handful of documents says little.
        example.weight = match example.library.as_str() {
            "gutenberg" | "own" => 1.0,
            _ => (WEIGHT / count).min(1.0),
        };
    }
}

fn add_library(
    name: &str,
    labels: &[Label],
    files: &[PathBuf],
    markers: &[bool],
    examples: &mut Vec<Example>,
) -> anyhow::Result<()> {
    let by_name = by_name(files);
    let corpus = Corpus::learn(files.iter().map(|path| path.as_path()));
    for (document, label) in labels.iter().enumerate() {
        let Some(path) = by_name.get(&label.file) else {
            continue;
        };
        let text = corpora::text(path)?;
        let family = match name {
            "gutenberg" => format!("gutenberg {}", document % PARTS),
            name => name.split('-').next().unwrap_or(name).to_owned(),
        };
        for &markers in markers {
            let settings = Settings {
                markers: Settings::default().markers.filter(|_| markers),
                ..Settings::default()
            };
            corpus.examples(name, &family, &text, label, &settings, examples);
        }
    }
    Ok(())
}

/// The frequent lines of a corpus.
struct Corpus {
    counts: HashMap<String, u32>,
    templates: Templates,
}

const ENDS: Ends = Ends {
    head: 300,
    tail: 300,
};

impl Corpus {
    fn learn<'a>(files: impl Iterator<Item = &'a Path>) -> Self {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for text in files.filter_map(|path| corpora::text(path).ok()) {
            ends(&text, ENDS, Rules::default(), |_, kept| {
                match counts.get_mut(kept.line) {
                    Some(count) => *count += 1,
                    None => {
                        counts.insert(kept.line.to_owned(), 1);
                    }
                }
            });
        }
        counts.retain(|_, count| *count > FREQUENT);
        let mut templates = Templates::default();
        for (line, count) in &counts {
            templates.learn(line, u64::from(*count));
        }
        Corpus { counts, templates }
    }

    /// Adds what one document teaches.
    fn examples(
        &self,
        library: &str,
        family: &str,
        text: &str,
        label: &Label,
        settings: &Settings,
        examples: &mut Vec<Example>,
    ) {
        let mut own: HashMap<String, u32> = HashMap::new();
        ends(text, ENDS, Rules::default(), |_, kept| {
            *own.entry(kept.line.to_owned()).or_default() += 1;
        });
        let is_frequent = |line: &str| {
            let count = self.counts.get(line).copied().unwrap_or(0);
            count > FREQUENT + own.get(line).copied().unwrap_or(0)
        };
        let lines = linenorm::raw_lines(text).count() as u64;
        let preamble_end = label.preamble_end.iter().copied().max().unwrap_or(0);
        let mut scratch = Scratch::default();
        let mut add = |region: &Region, side, nothing: u64, truth: Vec<u64>| {
            if truth.is_empty() {
                return;
            }
            let (table, boundaries) = boundaries(region, side);
            let before = |number: u64| match side {
                Side::Head => region
                    .lines
                    .iter()
                    .filter(|line| line.number <= number)
                    .count(),
                Side::Tail => region
                    .lines
                    .iter()
                    .filter(|line| line.number >= number)
                    .count(),
            };
            let right = truth.iter().filter_map(|&number| {
                let kept = if number == nothing { 0 } else { before(number) };
                boundaries.iter().position(|boundary| boundary.kept == kept)
            });
            let mut right: Vec<usize> = right.collect();
            right.sort_unstable();
            right.dedup();
            let line_of = |kept: usize| match kept.checked_sub(1) {
                None => nothing,
                Some(at) => region.lines[at].number,
            };
            examples.push(Example {
                library: library.to_owned(),
                file: label.file.clone(),
                family: family.to_owned(),
                table,
                lines: boundaries.iter().map(|one| line_of(one.kept)).collect(),
                boundaries,
                right,
                truth,
                weight: 1.0,
            });
        };
        let region = head(text, settings, &self.templates, &mut scratch, is_frequent);
        let rest = Rest::of(&region, lines, preamble_end);
        add(&region, Side::Head, 0, label.preamble_end.clone());
        let region = tail(
            text,
            rest,
            settings,
            &self.templates,
            &mut scratch,
            is_frequent,
        );
        let nothing = lines + 1;
        let truth = label.epilogue_start.iter();
        let truth = truth.map(|&start| if start == 0 { nothing } else { start });
        add(&region, Side::Tail, nothing, truth.collect());
    }
}

/// Shares of regions.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    all: f64,
    /// Whose best boundary is right.
    exact: f64,
    /// Whose best boundary is near a right one.
    near: f64,
    /// Whose right boundary was one to choose from.
    possible: f64,
}

/// Prints how good the best boundaries are if their families are not learnt from.
/// Gives what the probabilities are worth there.
fn estimate(examples: &[&Example], table: Table) -> Calibration {
    let names: BTreeSet<&str> = examples.iter().map(|one| one.family.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    // The larger tables take long: several families are left out together.
    let groups = match table {
        Table::Source => names.len(),
        Table::Prose | Table::Epilogue => GROUPS,
    };
    let families = (0..groups).map(|group| -> Vec<&str> {
        let of_group = names.iter().skip(group).step_by(groups);
        of_group.copied().collect()
    });
    let mut shares: BTreeMap<&str, Shares> = BTreeMap::new();
    let mut misses: BTreeMap<&str, Vec<(u64, &Example)>> = BTreeMap::new();
    // Of the answers with a probability of so many tenths: all, and those that are right.
    let mut tenths = [[0.0f64; 2]; 11];
    let mut answers = Vec::new();
    for family in families {
        let others = examples
            .iter()
            .copied()
            .filter(|one| !family.contains(&one.family.as_str()));
        let weights = fit(&others.collect::<Vec<_>>(), table.names().len());
        let left_out = examples
            .iter()
            .filter(|one| family.contains(&one.family.as_str()));
        for example in left_out {
            let weighed: Vec<f64> = example
                .boundaries
                .iter()
                .map(|boundary| dot(&boundary.value, &weights))
                .collect();
            let mut best = 0;
            for (at, weight) in weighed.iter().enumerate() {
                if *weight > weighed[best] {
                    best = at;
                }
            }
            let total: f64 = weighed
                .iter()
                .map(|weight| (weight - weighed[best]).exp())
                .sum();
            let line = example.lines[best];
            let is_right = example.right.contains(&best);
            let log_odds = Calibration::log_odds(1.0 / total);
            answers.push((log_odds, is_right, example.weight));
            if !is_right {
                let misses = misses.entry(&example.library).or_default();
                misses.push((line, example));
            }
            let shares = shares.entry(&example.library).or_default();
            shares.all += 1.0;
            shares.exact += f64::from(is_right);
            shares.near += f64::from(
                example
                    .truth
                    .iter()
                    .any(|truth| truth.abs_diff(line) <= NEAR),
            );
            shares.possible += f64::from(!example.right.is_empty());
        }
    }
    for (library, shares) in shares {
        let of = |count: f64| count / shares.all;
        println!(
            "  {library:20} {:5} {:.3} exact, {:.3} within {NEAR} lines, {:.3} possible",
            shares.all,
            of(shares.exact),
            of(shares.near),
            of(shares.possible)
        );
        let misses = misses.get(library).map_or(&[][..], |misses| misses);
        for (line, example) in misses.iter().take(MISSES) {
            println!(
                "      {}: line {line}, not {:?}",
                example.file, example.truth
            );
        }
    }
    let calibration = calibrate(&answers);
    println!("  {calibration:?}");
    for (log_odds, is_right, weight) in answers {
        let probability = 1.0 / (1.0 + (-log_odds).exp());
        let cell = &mut tenths[(10.0 * calibration.confidence(probability)) as usize];
        cell[0] += weight;
        cell[1] += weight * f64::from(is_right);
    }
    for (tenth, [all, right]) in tenths.into_iter().enumerate() {
        println!("  confidence .{tenth}: {all:6.0}, right {:.2}", right / all);
    }
    calibration
}

/// Fits the calibration to answers: log odds, whether it was right, weight. Newton's method.
fn calibrate(answers: &[(f64, bool, f64)]) -> Calibration {
    let (mut slope, mut offset) = (1.0f64, 0.0f64);
    for _ in 0..50 {
        // A little of a prior keeps it from running away where all answers are right.
        let (mut by_slope, mut by_offset) = (slope - 1.0, offset);
        let (mut aa, mut ab, mut bb) = (1.0, 0.0, 1.0);
        for &(log_odds, is_right, weight) in answers {
            let share = 1.0 / (1.0 + (-(slope * log_odds + offset)).exp());
            let pull = weight * (share - f64::from(is_right));
            let curve = weight * share * (1.0 - share);
            by_slope += pull * log_odds;
            by_offset += pull;
            aa += curve * log_odds * log_odds;
            ab += curve * log_odds;
            bb += curve;
        }
        let determinant = aa * bb - ab * ab;
        // Full steps overshoot where nearly all answers are sure.
        slope -= ((bb * by_slope - ab * by_offset) / determinant).clamp(-0.2, 0.2);
        offset -= ((aa * by_offset - ab * by_slope) / determinant).clamp(-0.2, 0.2);
    }
    Calibration { slope, offset }
}

fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values
        .iter()
        .zip(weights)
        .map(|(value, weight)| value * weight)
        .sum()
}

/// The weights: resilient propagation, a step width of its own for each weight, which grows while the slope keeps its
/// sign and shrinks when it changes.
fn fit(examples: &[&Example], count: usize) -> Vec<f64> {
    let scale = scale(examples, count);
    let mut weights = vec![0.0; count];
    let mut widths = vec![0.05f64; count];
    let mut before = vec![0.0; count];
    for _ in 0..STEPS {
        let mut slope = slope(examples, &weights, &scale);
        for at in 0..count {
            let agreement = slope[at] * before[at];
            if agreement > 0.0 {
                widths[at] = (widths[at] * 1.2).min(1.0);
            } else if agreement < 0.0 {
                widths[at] = (widths[at] * 0.5).max(1e-6);
                slope[at] = 0.0;
            }
            if slope[at] != 0.0 {
                weights[at] -= widths[at] * slope[at].signum();
            }
        }
        before = slope;
    }
    weights
        .iter()
        .zip(scale)
        .map(|(weight, scale)| weight / scale)
        .collect()
}

/// The size of each feature: the root of its mean square.
fn scale(examples: &[&Example], count: usize) -> Vec<f64> {
    let mut squares = vec![0.0f64; count];
    let mut all = 0.0f64;
    for example in examples {
        for boundary in &example.boundaries {
            all += example.weight;
            for (square, value) in squares.iter_mut().zip(&boundary.value) {
                *square += example.weight * value * value;
            }
        }
    }
    let size = |square: f64| match square {
        0.0 => 1.0,
        square => (square / all).sqrt(),
    };
    squares.into_iter().map(size).collect()
}

/// The slope of the loss: minus the logarithm of the right boundaries' probability, plus the penalty.
fn slope(examples: &[&Example], weights: &[f64], scale: &[f64]) -> Vec<f64> {
    let raw: Vec<f64> = weights
        .iter()
        .zip(scale)
        .map(|(weight, scale)| weight / scale)
        .collect();
    let mut slope: Vec<f64> = vec![0.0; weights.len()];
    let mut scores = Vec::new();
    for example in examples {
        if example.right.is_empty() {
            continue;
        }
        scores.clear();
        scores.extend(
            example
                .boundaries
                .iter()
                .map(|boundary| dot(&boundary.value, &raw)),
        );
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for score in &mut scores {
            *score = (*score - most).exp();
        }
        let total: f64 = scores.iter().sum();
        let total_right: f64 = example
            .right
            .iter()
            .map(|&right| scores[right])
            .sum::<f64>()
            + 1e-200;
        for (at, boundary) in example.boundaries.iter().enumerate() {
            let mut pull = scores[at] / total;
            if example.right.contains(&at) {
                pull -= scores[at] / total_right;
            }
            pull *= example.weight;
            if pull.abs() < 1e-9 {
                continue;
            }
            for (slope, value) in slope.iter_mut().zip(&boundary.value) {
                *slope += pull * value;
            }
        }
    }
    slope
        .iter()
        .zip(weights)
        .zip(scale)
        .map(|((slope, weight), scale)| slope / scale + PENALTY * weight)
        .collect()
}
