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
use cutbounds::best::choice::Advantage;
use cutbounds::best::line::{Form, Side};
use cutbounds::best::model::{Boundary, Calibration, Calibrations, Model, Table, candidates};
use cutbounds::best::region::Region;
use cutbounds::best::structure::Structure;
use cutbounds::best::{Rest, Scratch, Templates, head, tail};
use linenorm::{Ends, Rules, ends};

use crate::corpora;
use crate::eval::bounds::{Label, by_name, read_label_table, read_labels};
use crate::figures::Figures;

/// The ends of more preambles of Project Gutenberg: what the method found, corrected by hand.
const MORE_LABELS: &str = "crates/lab/labels/gutenberg-preambles.tsv";
/// The L2 penalty on the weights of features scaled to unit root mean square.
const PENALTY: f64 = 1.0;
/// Steps of resilient propagation.
const STEPS: usize = 300;
/// Parts of the books of Project Gutenberg.
const PARTS: usize = 5;
/// The confidence of sure answers.
const SURE: f64 = 0.9;
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
const BOOK: [f64; Table::ALL.len()] = [16.0, 3.0, 8.0, 16.0, 8.0];

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
    /// Whether the document is prose.
    is_prose: bool,
    /// Whether it is in markup.
    is_markup: bool,
    boundaries: Vec<Boundary<Vec<f64>>>,
    /// For each boundary whether the structure of the document admits it. Those that it does not are in the fit, but no answers.
    admitted: Vec<bool>,
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

impl Example {
    /// Whether there is no boilerplate. A closing comment leaves a single candidate, which is not nothing.
    fn is_without(&self) -> bool {
        self.boundaries[0].kept == 0 && self.right.contains(&0)
    }
}

/// The unit that the estimate leaves out. For Project Gutenberg it is a fifth of the books in any
/// case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum LeaveOut {
    /// All libraries of a kind: of a language, of e-books, of pages of sites
    Kind,
    /// A library, with others of its kind in the fit
    Library,
}

/// How the lines of a library are counted, and which of them a region knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    /// All occurrences of long lines.
    Total,
    /// Long lines, once per document.
    PerDocument,
    /// All lines, once per document.
    Short,
}

/// Fits the weights to the books of a folder as for `eval gutenberg`, the small corpus of this repository, and the libraries of
/// `collect-libraries`, and writes them.
pub fn run(
    folder: &Path,
    libraries: &Path,
    names: &[String],
    only_estimate: Option<LeaveOut>,
    write: bool,
) -> anyhow::Result<()> {
    let is_wanted = |table: &Table| names.contains(&format!("{table:?}").to_lowercase());
    let tables: Vec<Table> = Table::ALL.into_iter().filter(is_wanted).collect();
    let examples = |view| examples_of(folder, libraries, view, only_estimate);
    let total = examples(View::Total)?;
    let (per_document, short) = match tables.iter().any(|table| table.is_short()) {
        true => (examples(View::PerDocument)?, examples(View::Short)?),
        false => (Vec::new(), Vec::new()),
    };

    let mut model = Model::built_in().clone();
    let mut figures = Figures::of("train-cutbounds");
    let mut books = [f64::NAN; 2];
    let (mut with_long, mut with_short) = (BTreeMap::new(), BTreeMap::new());
    for table in tables {
        let (fitted, others) = match table.is_short() {
            true => (of_table(&short, table), Vec::new()),
            false => (of_table(&total, table), of_table(&per_document, table)),
        };
        println!("{table:?}: {} regions; left out:", fitted.len());
        let estimate = estimate(&fitted, &others, table);
        match table {
            Table::Prose => books[0] = exact_books(&estimate.guesses),
            Table::Epilogue => books[1] = exact_books(&estimate.guesses),
            _ => {}
        }
        match table.is_short() {
            true => with_short.extend(estimate.guesses),
            false => with_long.extend(estimate.others),
        }
        if only_estimate.is_none() {
            model.set(table, fit(&fitted, table.names()), estimate.calibrations);
        }
    }
    if !with_long.is_empty() && !with_short.is_empty() {
        let [with, without] = print_choice(&with_long, &with_short);
        if only_estimate == Some(LeaveOut::Library) {
            figures.add("103 libraries", "trommel", &[f64::NAN, with]);
        } else {
            figures.add("103 libraries", "trommel", &[with]);
            figures.add("73 ends", "trommel", &[without]);
        }
    }
    figures.add("Gutenberg preambles", "trommel", &books);
    figures.settle(write)?;
    if only_estimate.is_none() {
        let place = crate::root().join("crates/cutbounds/src/best/weights.tsv");
        fs::write(&place, model.write())?;
        println!("wrote {}", place.display());
    }
    Ok(())
}

fn of_table(examples: &[Example], table: Table) -> Vec<&Example> {
    examples.iter().filter(|one| one.table == table).collect()
}

/// The examples of all libraries, with their weights.
fn examples_of(
    folder: &Path,
    libraries: &Path,
    view: View,
    only_estimate: Option<LeaveOut>,
) -> anyhow::Result<Vec<Example>> {
    let mut examples = Vec::new();
    let mut add = |name: &str, labels: &[Label], files: &[PathBuf], markers: &[bool]| {
        add_library(name, labels, files, markers, view, &mut examples)
    };

    let mut labels = read_labels(folder)?;
    labels.extend(read_label_table(&crate::root().join(MORE_LABELS))?);
    let texts = corpora::text_files(&corpora::unpacked(folder)?)?;
    add("gutenberg", &labels, &texts, &[true, false])?;

    let own = crate::root().join("tests/corpus");
    let texts = corpora::text_files(&own.join("books"))?;
    add("own", &read_labels(&own)?, &texts, &[true, false])?;

    for library in libraries_below(libraries)? {
        let labels = read_labels(&library)?;
        let name = library.file_name().unwrap_or_default().to_string_lossy();
        add(&name, &labels, &files_of(&library)?, &[false])?;
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
    Ok(examples)
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
    view: View,
    examples: &mut Vec<Example>,
) -> anyhow::Result<()> {
    let by_name = by_name(files);
    let corpus = Corpus::learn(files.iter().map(|path| path.as_path()), view);
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
    view: View,
    counts: HashMap<String, u32>,
    templates: Templates,
}

/// The counts of a document's lines.
fn counts_of(text: &str, view: View) -> HashMap<String, u32> {
    let rules = Rules {
        keep_trivial: view == View::Short,
        ..Rules::default()
    };
    // Blank lines count with short ones.
    let lines = match view {
        View::Short => 500,
        View::Total | View::PerDocument => 300,
    };
    let wanted = Ends {
        head: lines,
        tail: lines,
    };
    let mut counts: HashMap<String, u32> = HashMap::new();
    ends(text, wanted, rules, |_, kept| {
        let count = counts.entry(kept.line.to_owned()).or_default();
        *count = match view {
            View::Total => *count + 1,
            View::PerDocument | View::Short => 1,
        };
    });
    counts
}

impl Corpus {
    fn learn<'a>(files: impl Iterator<Item = &'a Path>, view: View) -> Self {
        let mut counts: HashMap<String, u32> = HashMap::new();
        for text in files.filter_map(|path| corpora::text(path).ok()) {
            for (line, count) in counts_of(&text, view) {
                *counts.entry(line).or_default() += count;
            }
        }
        counts.retain(|_, count| *count > FREQUENT);
        let mut templates = Templates::default();
        for (line, count) in &counts {
            match Rules::default().is_trivial(line) {
                true => templates.learn_short(line, u64::from(*count)),
                false => templates.learn(line, u64::from(*count)),
            }
        }
        Corpus {
            view,
            counts,
            templates,
        }
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
        let own = counts_of(text, self.view);
        let is_frequent = |line: &str| {
            let count = self.counts.get(line).copied().unwrap_or(0);
            count > FREQUENT + own.get(line).copied().unwrap_or(0)
        };
        let lines = linenorm::raw_lines(text).count() as u64;
        let preamble_end = label.preamble_end.iter().copied().max().unwrap_or(0);
        let mut scratch = Scratch::default();
        let mut add = |region: &Region, side, nothing: u64, truth: Vec<u64>| {
            let is_prose = region.form == Form::Prose;
            // Short lines count in prose alone.
            if truth.is_empty() || (self.view == View::Short && !is_prose) {
                return;
            }
            let (table, boundaries) = candidates(region, side);
            let structure = Structure::of(region, side);
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
                is_prose,
                is_markup: region.is_markup(),
                admitted: boundaries
                    .iter()
                    .map(|one| structure.admits(one.kept))
                    .collect(),
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

/// A boundary predicted for an example that was left out of the fit.
struct Guess {
    /// The index of the boundary.
    best: usize,
    probability: f64,
    /// The calibrated probability that it is right.
    confidence: f64,
    is_right: bool,
}

impl Guess {
    fn of(example: &Example, weights: &[f64]) -> Self {
        let scores = example.boundaries.iter().zip(&example.admitted);
        let score = |(one, admitted): (&Boundary<Vec<f64>>, &bool)| match admitted {
            true => dot(&one.value, weights),
            false => f64::NEG_INFINITY,
        };
        let scores: Vec<f64> = scores.map(score).collect();
        let mut best = 0;
        for (at, score) in scores.iter().enumerate() {
            if *score > scores[best] {
                best = at;
            }
        }
        let total: f64 = scores.iter().map(|one| (one - scores[best]).exp()).sum();
        Guess {
            best,
            probability: 1.0 / total,
            confidence: f64::NAN,
            is_right: example.right.contains(&best),
        }
    }
}

/// The boundaries predicted for examples, by library, end and file; the examples of one file with and without markers have numbers.
type Guesses<'e> = BTreeMap<(&'e str, bool, &'e str, usize), (&'e Example, Guess)>;

/// The results of an estimate.
struct Estimate<'e> {
    calibrations: Calibrations,
    guesses: Guesses<'e>,
    /// Guesses about the examples that are not in any fit.
    others: Guesses<'e>,
}

/// Prints the share of exact boundaries of each library, with its family left out of the fit, and that for `others`, examples of the
/// same families in another view.
fn estimate<'e>(examples: &[&'e Example], others: &[&'e Example], table: Table) -> Estimate<'e> {
    let names: BTreeSet<&str> = examples.iter().map(|one| one.family.as_str()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    // A fit takes long, so a fold has several families.
    let families = (0..GROUPS).map(|group| -> Vec<&str> {
        let of_group = names.iter().skip(group).step_by(GROUPS);
        of_group.copied().collect()
    });
    let (mut guesses, mut of_others) = (Vec::new(), Vec::new());
    for family in families {
        let is_out = |one: &&&Example| family.contains(&one.family.as_str());
        let fitted: Vec<&Example> = examples
            .iter()
            .filter(|one| !is_out(one))
            .copied()
            .collect();
        let weights = fit(&fitted, table.names());
        let guess = |one: &&'e Example| (*one, Guess::of(one, &weights));
        guesses.extend(examples.iter().filter(|one| is_out(one)).map(guess));
        of_others.extend(others.iter().filter(|one| is_out(one)).map(guess));
    }
    // For documents in markup alone none is right if none of their kind is in the fit.
    let calibrations = [false, true].map(|with_markup| {
        let counted = guesses
            .iter()
            .filter(|(one, _)| with_markup || !one.is_markup);
        calibrate(&counted.collect::<Vec<_>>())
    });
    for (example, guess) in guesses.iter_mut().chain(&mut of_others) {
        let calibration = calibrations[usize::from(example.is_markup)];
        guess.confidence = calibration.confidence(guess.probability);
    }
    print_shares(&guesses);
    println!("  {calibrations:?}");
    print_reliability(&guesses);
    print_sure(&guesses);
    if !of_others.is_empty() {
        println!("  with lines counted once per document:");
        print_shares(&of_others);
    }
    Estimate {
        calibrations,
        guesses: numbered(guesses),
        others: numbered(of_others),
    }
}

fn numbered<'e>(guesses: Vec<(&'e Example, Guess)>) -> Guesses<'e> {
    let mut all = Guesses::new();
    for (example, guess) in guesses {
        let is_tail = matches!(example.table, Table::Epilogue | Table::EpilogueShort);
        let mut key = (&*example.library, is_tail, &*example.file, 0);
        while all.contains_key(&key) {
            key.3 += 1;
        }
        all.insert(key, (example, guess));
    }
    all
}

/// Prints the shares by library.
fn print_shares(guesses: &[(&Example, Guess)]) {
    let mut shares: BTreeMap<&str, Shares> = BTreeMap::new();
    let mut misses: BTreeMap<&str, Vec<(u64, &Example)>> = BTreeMap::new();
    for (example, guess) in guesses {
        let line = example.lines[guess.best];
        if !guess.is_right {
            let misses = misses.entry(&example.library).or_default();
            misses.push((line, example));
        }
        let shares = shares.entry(&example.library).or_default();
        shares.all += 1.0;
        shares.exact += f64::from(guess.is_right);
        shares.nothing += f64::from(example.is_without());
        let near = |truth: &u64| truth.abs_diff(line) <= NEAR;
        shares.near += f64::from(example.truth.iter().any(near));
        shares.possible += f64::from(!example.right.is_empty());
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
}

/// Prints a reliability diagram in tenths of confidence.
fn print_reliability(guesses: &[(&Example, Guess)]) {
    // All predictions, and those that are right.
    let mut tenths = [[0.0f64; 2]; 11];
    for (example, guess) in guesses {
        let cell = &mut tenths[(10.0 * guess.confidence) as usize];
        cell[0] += example.share;
        cell[1] += example.share * f64::from(guess.is_right);
    }
    for (tenth, [all, right]) in tenths.into_iter().enumerate() {
        println!("  confidence .{tenth}: {all:6.0}, right {:.2}", right / all);
    }
}

/// Prints how many of the sure answers are right, by the form of the document and by what they say, and the library with the most
/// wrong ones. Each example counts once.
fn print_sure(guesses: &[(&Example, Guess)]) {
    let mut sure: BTreeMap<(&str, bool), BTreeMap<&str, [u32; 2]>> = BTreeMap::new();
    for (example, guess) in guesses.iter().filter(|(_, guess)| guess.confidence >= SURE) {
        let form = match (example.is_markup, example.is_prose) {
            (true, _) => "markup",
            (false, true) => "prose",
            (false, false) => "code",
        };
        let is_cut = example.boundaries[guess.best].kept > 0;
        let of_library = sure.entry((form, is_cut)).or_default();
        let [all, wrong] = of_library.entry(&example.library).or_default();
        *all += 1;
        *wrong += u32::from(!guess.is_right);
    }
    for ((form, is_cut), libraries) in sure {
        let what = if is_cut { "cut" } else { "nothing" };
        let sum = |at: usize| libraries.values().map(|counts| counts[at]).sum::<u32>();
        let (all, wrong) = (sum(0), sum(1));
        let right = f64::from(all - wrong) / f64::from(all);
        let worst = libraries.iter().max_by_key(|(_, counts)| counts[1]);
        let worst = worst.filter(|(_, counts)| counts[1] > 0);
        let worst =
            worst.map(|(name, [all, wrong])| format!("; worst {name}, {wrong} of {all} wrong"));
        let worst = worst.unwrap_or_default();
        println!("  {SURE} and more, {form}, {what}: {right:.3} of {all} right{worst}");
    }
}

/// The share of books of Project Gutenberg whose boundary is exact.
fn exact_books(guesses: &Guesses) -> f64 {
    let of_books = || guesses.iter().filter(|(key, _)| key.0 == "gutenberg");
    let right = of_books().filter(|(_, (_, guess))| guess.is_right).count();
    right as f64 / of_books().count() as f64
}

/// Prints what the choice between the two sets of weights gives each library, as after many documents, and returns the mean exact
/// shares of ends with boilerplate and of those without.
fn print_choice(long: &Guesses, short: &Guesses) -> [f64; 2] {
    let mut ends: BTreeMap<(&str, bool), Vec<_>> = BTreeMap::new();
    for (key, (example, guess)) in long {
        let other = short.get(key).filter(|_| example.is_prose);
        // Short lines do not take boilerplate back.
        let other = other.filter(|(example, guess)| example.boundaries[guess.best].kept > 0);
        let all = ends.entry((key.0, key.1)).or_default();
        all.push((example.is_without(), guess, other.map(|(_, guess)| guess)));
    }
    // For the ends with boilerplate and for those without: their number, and sums of the shares before and after the
    // choice.
    let mut sums = [[0.0f64; 3]; 2];
    println!("Choice between the weights, lines counted once per document; ends that differ:");
    for ((library, is_tail), all) in ends {
        let mut advantage = Advantage::default();
        for (_, long, short) in &all {
            if let Some(short) = short {
                advantage.add(short.confidence - long.confidence);
            }
        }
        let is_short = advantage.is_enough();
        let (mut before, mut after) = (0.0, 0.0);
        for (_, long, short) in &all {
            let chosen = short.filter(|_| is_short).unwrap_or(long);
            before += f64::from(long.is_right) / all.len() as f64;
            after += f64::from(chosen.is_right) / all.len() as f64;
        }
        if before != after {
            let end = ["preamble", "epilogue"][usize::from(is_tail)];
            println!("  {library:20} {end} {before:.3} to {after:.3}");
        }
        let sums = &mut sums[usize::from(all.iter().all(|one| one.0))];
        for (sum, more) in sums.iter_mut().zip([1.0, before, after]) {
            *sum += more;
        }
    }
    for ([ends, before, after], what) in sums.into_iter().zip(["with", "without"]) {
        println!(
            "  mean of {ends} ends {what} boilerplate: {:.4} to {:.4}",
            before / ends,
            after / ends
        );
    }
    sums.map(|[ends, _, after]| after / ends)
}

/// Fits the calibration to predictions by Newton's method.
fn calibrate(guesses: &[&(&Example, Guess)]) -> Calibration {
    let (mut slope, mut offset) = (1.0f64, 0.0f64);
    for _ in 0..50 {
        // A weak prior keeps it finite where all predictions are right.
        let (mut by_slope, mut by_offset) = (slope - 1.0, offset);
        let (mut aa, mut ab, mut bb) = (1.0, 0.0, 1.0);
        for (example, guess) in guesses {
            let log_odds = Calibration::log_odds(guess.probability);
            let weight = example.share;
            let share = 1.0 / (1.0 + (-(slope * log_odds + offset)).exp());
            let pull = weight * (share - f64::from(guess.is_right));
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
