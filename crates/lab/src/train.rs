//! `cargo lab train-cutbounds`: fits the weights of `cutbounds --method best`.
//!
//! A boundary's probability is proportional to the exponential of its weighted features; the weights make the true
//! boundaries as likely as can be, less a penalty on large weights. Every document takes part twice, with markers and
//! without. The document's own lines do not count where it is decided which lines are frequent.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use cutbounds::best::features::{COUNT, Values, boundaries};
use cutbounds::best::model::{Model, Table};
use cutbounds::best::region::{Region, Side};
use cutbounds::best::{Scratch, Templates, head, tail};
use cutbounds::{Settings, best};
use linenorm::{Ends, Rules, ends};

use crate::corpora;
use crate::eval::bounds::{Label, by_name, read_label_table, read_labels};
use crate::licences;

/// The ends of more preambles of the same collection: what the method found, corrected by hand.
const MORE_LABELS: &str = "crates/lab/labels/gutenberg-preambles.tsv";
/// The penalty on the squares of the weights, in units of each feature's size.
const PENALTY: f64 = 1.0;
/// Steps of the search for the weights.
const STEPS: usize = 300;
/// Parts for the estimate on documents that were not learnt from.
const PARTS: usize = 10;
/// A boundary this many lines from the right one is near it.
const NEAR: u64 = 10;
/// A line is frequent with more occurrences than this.
const FREQUENT: u32 = 10;

/// A region and its right answers.
struct Example {
    /// The number of its document: what belongs together in the estimate.
    document: usize,
    /// The features of its boundaries.
    boundaries: Vec<Values>,
    /// For each boundary its line: a preamble's last, an epilogue's first.
    lines: Vec<u64>,
    /// Which of them are right.
    right: Vec<usize>,
    /// Whether markers were looked for.
    markers: bool,
}

/// Learns from a folder as `eval gutenberg` takes it, from the small corpus of this repository, and from the headers below
/// `sources`, and writes the weights.
pub fn run(folder: &Path, sources: &Path) -> anyhow::Result<()> {
    let mut examples: [Vec<Example>; 3] = Default::default();

    let mut labels = read_labels(folder)?;
    labels.extend(read_label_table(&crate::root().join(MORE_LABELS))?);
    let texts = corpora::text_files(&corpora::unpacked(folder)?)?;
    let books = by_name(&texts);
    let corpus = Corpus::learn(texts.iter().map(|path| path.as_path()));
    for (document, label) in labels.iter().enumerate() {
        if let Some(path) = books.get(&label.file) {
            corpus.examples(document, &corpora::text(path)?, label, &mut examples);
        }
    }

    let first = labels.len();
    let own = crate::root().join("tests/corpus");
    let labels = read_labels(&own)?;
    let texts = corpora::text_files(&own.join("books"))?;
    let books = by_name(&texts);
    let corpus = Corpus::learn(texts.iter().map(|path| path.as_path()));
    for (at, label) in labels.iter().enumerate() {
        if let Some(path) = books.get(&label.file) {
            corpus.examples(first + at, &corpora::text(path)?, label, &mut examples);
        }
    }

    let first = first + labels.len();
    let files = licences::headers(sources);
    let corpus = Corpus::learn(files.iter().map(|path| path.as_path()));
    for (at, header) in licences::labelled(&files).iter().enumerate() {
        // The other half is for the evaluation.
        if at % 2 == 0 {
            let label = Label {
                file: String::new(),
                preamble_end: vec![header.preamble_end],
                epilogue_start: vec![0],
            };
            corpus.examples(
                first + at,
                &corpora::text(&header.path)?,
                &label,
                &mut examples,
            );
        }
    }

    let mut tables = [[0.0; COUNT]; 3];
    for table in Table::ALL {
        let examples = &examples[table as usize];
        println!(
            "{table:?}: {} regions; on documents not learnt from:",
            examples.len()
        );
        for (markers, share) in ["without markers", "with markers"]
            .iter()
            .zip(estimate(examples))
        {
            println!(
                "  {markers}: {:.3} exact, {:.3} within {NEAR} lines",
                share.exact, share.near
            );
        }
        tables[table as usize] = fit(&examples.iter().collect::<Vec<_>>());
    }
    let place = crate::root().join("crates/cutbounds/src/best/weights.tsv");
    fs::write(&place, Model::new(tables).write())?;
    println!("wrote {}", place.display());
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
        for line in counts.keys() {
            templates.learn(line);
        }
        Corpus { counts, templates }
    }

    /// Adds what one document teaches.
    fn examples(
        &self,
        document: usize,
        text: &str,
        label: &Label,
        examples: &mut [Vec<Example>; 3],
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
        for markers in [true, false] {
            let mut settings = Settings::default();
            if !markers {
                settings.markers = None;
            }
            let mut scratch = Scratch::default();
            let region = head(text, &settings, &self.templates, &mut scratch, is_frequent);
            let right = label.preamble_end.iter().map(|&end| {
                region
                    .lines
                    .iter()
                    .filter(|line| line.number <= end)
                    .count()
            });
            let right: Vec<usize> = right.collect();
            add(document, markers, &region, Side::Head, 0, right, examples);
            let region = tail(
                text,
                lines,
                preamble_end,
                &settings,
                &self.templates,
                &mut scratch,
                is_frequent,
            );
            let right = label.epilogue_start.iter().map(|&start| match start {
                0 => 0,
                start => region
                    .lines
                    .iter()
                    .filter(|line| line.number >= start)
                    .count(),
            });
            let right: Vec<usize> = right.collect();
            add(
                document,
                markers,
                &region,
                Side::Tail,
                lines + 1,
                right,
                examples,
            );
        }
    }
}

/// Adds a region; `nothing` is the line of its boundary if nothing is boilerplate.
fn add(
    document: usize,
    markers: bool,
    region: &Region,
    side: Side,
    nothing: u64,
    right: Vec<usize>,
    examples: &mut [Vec<Example>; 3],
) {
    if right.is_empty() {
        return;
    }
    let mut all = Vec::new();
    boundaries(region, |values| all.push(*values));
    examples[best::model::Table::of(region, side) as usize].push(Example {
        document,
        boundaries: all,
        lines: std::iter::once(nothing)
            .chain(region.lines.iter().map(|line| line.number))
            .collect(),
        right,
        markers,
    });
}

/// Shares of regions.
#[derive(Debug, Clone, Copy, Default)]
struct Shares {
    /// Whose best boundary is right.
    exact: f64,
    /// Whose best boundary is near a right one.
    near: f64,
}

/// How good the best boundaries are if their documents are not learnt from, without markers and with them.
fn estimate(examples: &[Example]) -> [Shares; 2] {
    let mut shares = [Shares::default(); 2];
    let mut all = [0.0f64; 2];
    for part in 0..PARTS {
        let others: Vec<&Example> = examples
            .iter()
            .filter(|example| example.document % PARTS != part)
            .collect();
        let weights = fit(&others);
        for example in examples
            .iter()
            .filter(|example| example.document % PARTS == part)
        {
            let weigh = |values: &Values| -> f64 {
                values
                    .iter()
                    .zip(&weights)
                    .map(|(value, weight)| value * weight)
                    .sum()
            };
            let mut best = (0, f64::NEG_INFINITY);
            for (at, values) in example.boundaries.iter().enumerate() {
                let weight = weigh(values);
                if weight > best.1 {
                    best = (at, weight);
                }
            }
            let line = example.lines[best.0];
            let near = |&right: &usize| {
                let right = example.lines.get(right);
                right.is_some_and(|right| right.abs_diff(line) <= NEAR)
            };
            let shares = &mut shares[usize::from(example.markers)];
            all[usize::from(example.markers)] += 1.0;
            shares.exact += f64::from(example.right.contains(&best.0));
            shares.near += f64::from(example.right.iter().any(near));
        }
    }
    for (shares, all) in shares.iter_mut().zip(all) {
        shares.exact /= all.max(1.0);
        shares.near /= all.max(1.0);
    }
    shares
}

/// The weights: resilient propagation, a step width of its own for each weight, which grows while the slope keeps its
/// sign and shrinks when it changes.
fn fit(examples: &[&Example]) -> Values {
    let scale = scale(examples);
    let mut weights = [0.0; COUNT];
    let mut widths = [0.05; COUNT];
    let mut before = [0.0; COUNT];
    for _ in 0..STEPS {
        let mut slope = slope(examples, &weights, &scale);
        for at in 0..COUNT {
            let agreement = slope[at] * before[at];
            if agreement > 0.0 {
                widths[at] = (widths[at] * 1.2f64).min(1.0);
            } else if agreement < 0.0 {
                widths[at] = (widths[at] * 0.5f64).max(1e-6);
                slope[at] = 0.0;
            }
            if slope[at] != 0.0 {
                weights[at] -= widths[at] * slope[at].signum();
            }
        }
        before = slope;
    }
    std::array::from_fn(|at| weights[at] / scale[at])
}

/// The size of each feature: the root of its mean square.
fn scale(examples: &[&Example]) -> Values {
    let mut squares = [0.0; COUNT];
    let mut count = 0.0f64;
    for values in examples.iter().flat_map(|example| &example.boundaries) {
        count += 1.0;
        for (square, value) in squares.iter_mut().zip(values) {
            *square += value * value;
        }
    }
    squares.map(|square: f64| match square {
        0.0 => 1.0,
        square => (square / count.max(1.0)).sqrt(),
    })
}

/// The slope of the loss: minus the logarithm of the right boundaries' probability, plus the penalty.
fn slope(examples: &[&Example], weights: &Values, scale: &Values) -> Values {
    let raw: Values = std::array::from_fn(|at| weights[at] / scale[at]);
    let mut slope: Values = weights.map(|weight| PENALTY * weight);
    let mut scores = Vec::new();
    for example in examples {
        if !example
            .right
            .iter()
            .any(|&right| right < example.boundaries.len())
        {
            continue;
        }
        scores.clear();
        scores.extend(example.boundaries.iter().map(|values| -> f64 {
            values
                .iter()
                .zip(&raw)
                .map(|(value, weight)| value * weight)
                .sum()
        }));
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for score in &mut scores {
            *score = (*score - most).exp();
        }
        let total: f64 = scores.iter().sum();
        let mut right: Vec<usize> = example.right.clone();
        right.retain(|&right| right < scores.len());
        right.sort_unstable();
        right.dedup();
        let total_right: f64 = right.iter().map(|&right| scores[right]).sum::<f64>() + 1e-200;
        for (at, values) in example.boundaries.iter().enumerate() {
            let mut pull = scores[at] / total;
            if right.contains(&at) {
                pull -= scores[at] / total_right;
            }
            if pull.abs() < 1e-9 {
                continue;
            }
            for (slope, (value, scale)) in slope.iter_mut().zip(values.iter().zip(scale)) {
                *slope += pull * value / scale;
            }
        }
    }
    slope
}
