//! `cargo lab train-cutbounds`: fits the weights of `cutbounds --method best`.
//!
//! A log-linear model over the candidate boundaries of a region, fitted by penalised maximum likelihood (an L2 penalty). The
//! examples of each library have the same total weight, those of labelled books more. A document's own occurrences do not count
//! when it is decided which of its lines are frequent.
//!
//! The estimate is a cross-validation that leaves whole families of libraries out, such as all of a programming language; of Project
//! Gutenberg, which is one library, a fifth of the books.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use cutbounds::Settings;
use cutbounds::best::model::{Boundary, Calibration, Model, Table, candidates};
use cutbounds::best::region::{Region, Side};
use cutbounds::best::{Rest, Scratch, Templates, head, tail};
use linenorm::{Ends, Rules, ends};

use crate::corpora;
use crate::eval::bounds::{Label, by_name, read_label_table, read_labels};

/// The ends of more preambles of Project Gutenberg: what the method found, corrected by hand.
const MORE_LABELS: &str = "crates/lab/labels/gutenberg-preambles.tsv";
/// The L2 penalty on the weights of features scaled to unit root mean square.
const PENALTY: f64 = 1.0;
/// Steps of resilient propagation.
const STEPS: usize = 300;
/// Parts of the books of Project Gutenberg.
const PARTS: usize = 5;
/// A boundary this many lines from the right one is near it.
const NEAR: u64 = 10;
/// A line is frequent if it occurs more often than this.
const FREQUENT: u32 = 10;
/// Folds of the cross-validation, each of several families.
const GROUPS: usize = 5;
/// The number of documents of a library in the fit of each table.
const DOCUMENTS: usize = 40;
/// The number of wrong boundaries listed for each library.
const MISSES: usize = 4;
/// The greatest total weight of the examples of a library.
const WEIGHT: f64 = 60.0;
/// The weight of an example from labelled books, by table: there are few other libraries of prose.
const BOOK: [f64; 3] = [16.0, 3.0, 8.0];

/// Features whose weights are constrained to be at least 0: a negative one would be an artefact of the libraries at hand.
const POSITIVE: &[&str] = &[
    "LastLevel",
    "LastBlockLevel",
    "LevelStep",
    "LevelInside",
    "ShareInside",
    "Shares",
    "Common",
    "LastFrequent",
    "LastTemplate",
    "LastPairs",
    "NextOther",
    "NothingBefore",
    "Known",
    "LastMany",
    "LastMost",
    "LastShare",
    "LastBegins",
    "LastEnds",
    "LastAlike",
    "GapAfter",
    "WideGapAfter",
    "NextCode",
    "NextNone",
    "MostLast",
    "NextDocumentation",
];

/// Features whose weights are constrained to be at most 0.
const NEGATIVE: &[&str] = &[
    "NextLevel",
    "NextBlockLevel",
    "LevelEven",
    "LevelBeyond",
    "CommonBeyond",
    "RareInside",
    "NothingShare",
    "NothingKnown",
    "NothingDensity",
    "NothingRun",
    "NothingPairs",
    "Other",
    "OtherRun",
    "UnknownBlocks",
    "Everything",
    "LastOther",
    "Since",
    "SinceBlocks",
    "SinceOther",
    "NextFrequent",
    "NextTemplate",
    "NextPairs",
    "IndentEven",
    "Unknown",
    "UnknownComments",
    "UnknownFirst",
    "FewKnownComments",
    "Between",
    "BetweenKnown",
    "BetweenTrivial",
    "LastNone",
    "LastFew",
    "LastShort",
    "NextMany",
    "NextMost",
    "NextShare",
    "NextSame",
    "NextBegins",
    "NextAlike",
    "Rest",
    "MostAhead",
    "KnownBeyond",
    "LastDocumentation",
];

/// A region with its candidates and the true boundaries.
struct Example {
    library: String,
    file: String,
    /// The family that it is left out with.
    family: String,
    table: Table,
    boundaries: Vec<Boundary<Vec<f64>>>,
    /// For each boundary its line: a preamble's last, an epilogue's first.
    lines: Vec<u64>,
    /// The indices of the true ones; empty where no candidate is true.
    right: Vec<usize>,
    /// The lines of the true boundaries.
    truth: Vec<u64>,
    /// Its weight in the fit.
    weight: f64,
    /// Its weight where the examples of each library have the same total weight.
    share: f64,
}

/// The unit that the estimate leaves out. Of Project Gutenberg it is a fifth of the books in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LeaveOut {
    /// All libraries of a kind: of a language, of e-books, of pages of sites
    Kind,
    /// A library, with others of its kind in the fit
    Library,
}

/// Fits the weights to the books of a folder as for `eval gutenberg`, the small corpus of this repository, and the libraries of
/// `collect-libraries`, and writes them.
pub fn run(
    folder: &Path,
    libraries: &Path,
    names: &[String],
    only_estimate: Option<LeaveOut>,
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
    let mut documents: HashMap<(String, usize), usize> = HashMap::new();
    examples.retain(|example| {
        let count = documents.entry((example.library.clone(), example.table as usize));
        let count = count.or_default();
        *count += 1;
        is_book(&example.library) || *count <= DOCUMENTS
    });
    if only_estimate == Some(LeaveOut::Library) {
        for example in &mut examples {
            if example.library != "gutenberg" {
                example.family.clone_from(&example.library);
            }
        }
    }
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
        if only_estimate.is_none() {
            model.set(table, fit(&examples, table.names()), calibration);
        }
    }
    if only_estimate.is_none() {
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
        // Libraries of a few documents have less weight.
        example.share = (WEIGHT / count).min(1.0);
        example.weight = match is_book(&example.library) {
            true => BOOK[example.table as usize],
            false => example.share,
        };
    }
}

/// Whether people have labelled a library's documents.
fn is_book(library: &str) -> bool {
    ["gutenberg", "own"].contains(&library)
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

    /// Adds the examples of a document.
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
            let (table, boundaries) = candidates(region, side);
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
                share: 1.0,
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

/// Counts of regions.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    all: f64,
    /// With a true boundary predicted.
    exact: f64,
    /// Without boilerplate.
    nothing: f64,
    /// With a boundary predicted near a true one.
    near: f64,
    /// With a true boundary among the candidates.
    possible: f64,
}

/// Prints the share of exact boundaries of each library, with its family left out of the fit. Returns the calibration of the
/// probabilities there.
fn estimate(examples: &[&Example], table: Table) -> Calibration {
    let names: BTreeSet<&str> = examples.iter().map(|one| one.family.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    // A fit takes long, so a fold has several families.
    let families = (0..GROUPS).map(|group| -> Vec<&str> {
        let of_group = names.iter().skip(group).step_by(GROUPS);
        of_group.copied().collect()
    });
    let mut shares: BTreeMap<&str, Shares> = BTreeMap::new();
    let mut misses: BTreeMap<&str, Vec<(u64, &Example)>> = BTreeMap::new();
    // A reliability diagram in tenths of confidence: all predictions, and those that are right.
    let mut tenths = [[0.0f64; 2]; 11];
    let mut answers = Vec::new();
    for family in families {
        let others = examples
            .iter()
            .copied()
            .filter(|one| !family.contains(&one.family.as_str()));
        let weights = fit(&others.collect::<Vec<_>>(), table.names());
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
            answers.push((log_odds, is_right, example.share));
            if !is_right {
                let misses = misses.entry(&example.library).or_default();
                misses.push((line, example));
            }
            let shares = shares.entry(&example.library).or_default();
            shares.all += 1.0;
            shares.exact += f64::from(is_right);
            // A closing comment leaves a single candidate, which is not nothing.
            let has_nothing = example.boundaries[0].kept == 0;
            shares.nothing += f64::from(has_nothing && example.right.contains(&0));
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
            "  {library:20} {:5} {:.3} exact (nothing {:.3}), {:.3} within {NEAR} lines, {:.3} possible",
            shares.all,
            of(shares.exact),
            of(shares.nothing),
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

/// Fits the calibration to predictions (log odds, whether it was right, weight) by Newton's method.
fn calibrate(answers: &[(f64, bool, f64)]) -> Calibration {
    let (mut slope, mut offset) = (1.0f64, 0.0f64);
    for _ in 0..50 {
        // A weak prior keeps it finite where all predictions are right.
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
        // Full steps overshoot where nearly all probabilities are close to 1.
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

/// Fits the weights by resilient propagation: each weight has a step width of its own, which grows while the gradient keeps its
/// sign and shrinks when it changes.
fn fit(examples: &[&Example], names: &[&str]) -> Vec<f64> {
    let count = names.len();
    let scale = scale(examples, count);
    let range = |name: &&str| match (POSITIVE.contains(name), NEGATIVE.contains(name)) {
        (true, _) => (0.0, f64::INFINITY),
        (_, true) => (f64::NEG_INFINITY, 0.0),
        _ => (f64::NEG_INFINITY, f64::INFINITY),
    };
    let ranges: Vec<(f64, f64)> = names.iter().map(range).collect();
    let mut weights = vec![0.0; count];
    let mut widths = vec![0.05f64; count];
    let mut before = vec![0.0; count];
    for _ in 0..STEPS {
        let mut gradient = gradient(examples, &weights, &scale);
        for at in 0..count {
            let agreement = gradient[at] * before[at];
            if agreement > 0.0 {
                widths[at] = (widths[at] * 1.2).min(1.0);
            } else if agreement < 0.0 {
                widths[at] = (widths[at] * 0.5).max(1e-6);
                gradient[at] = 0.0;
            }
            if gradient[at] != 0.0 {
                let (least, most) = ranges[at];
                let moved: f64 = weights[at] - widths[at] * gradient[at].signum();
                weights[at] = moved.clamp(least, most);
            }
        }
        before = gradient;
    }
    weights
        .iter()
        .zip(scale)
        .map(|(weight, scale)| weight / scale)
        .collect()
}

/// The root mean square of each feature.
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

/// The gradient of the loss: the negative log likelihood of the true boundaries, plus the penalty.
fn gradient(examples: &[&Example], weights: &[f64], scale: &[f64]) -> Vec<f64> {
    let raw: Vec<f64> = weights
        .iter()
        .zip(scale)
        .map(|(weight, scale)| weight / scale)
        .collect();
    let mut gradient: Vec<f64> = vec![0.0; weights.len()];
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
            let mut error = scores[at] / total;
            if example.right.contains(&at) {
                error -= scores[at] / total_right;
            }
            error *= example.weight;
            if error.abs() < 1e-9 {
                continue;
            }
            for (gradient, value) in gradient.iter_mut().zip(&boundary.value) {
                *gradient += error * value;
            }
        }
    }
    gradient
        .iter()
        .zip(weights)
        .zip(scale)
        .map(|((gradient, weight), scale)| gradient / scale + PENALTY * weight)
        .collect()
}
