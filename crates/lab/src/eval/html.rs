//! Main text of web pages: compares htmlblocks, and those of its peers that are installed, with the text that
//! people chose.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use htmlblocks::best::Models;
use htmlblocks::{Extractor, Outputs, Policy, Settings};

use super::bte;
use crate::figures::Figures;
use crate::lcs::{Agreement, matched, tokens};
use crate::measure::release_tools;
use crate::pages::{Set, sets};
use crate::tsv;

/// The peers, all from PyPI (readability is in readability-lxml).
const PEERS: [&str; 5] = [
    "justext",
    "trafilatura",
    "resiliparse",
    "rs_trafilatura",
    "readability",
];
/// A program for them.
const SCRIPT: &str = include_str!("../peers.py");

/// htmlblocks, with its options.
const METHODS: [(&str, &[&str]); 4] = [
    ("paper, English", &["--method", "paper", "--stoplist", "en"]),
    ("paper", &["--method", "paper"]),
    ("best", &["--method", "best"]),
    ("best, metadata", &["--method", "best", "--metadata"]),
];

/// The row of best by the models of folds.
const HELD_OUT: &str = "best, held out";

/// The answer of a tool for a page.
#[derive(Debug, Clone, Default)]
struct Found {
    text: String,
    /// Title, author and date.
    fields: [String; 3],
}

/// The fields of a page besides its text.
const FIELDS: [&str; 3] = ["title", "author", "date"];

/// The answers of a tool, by the paths of pages.
type Answers = HashMap<String, Found>;

/// Prints the tables.
pub fn run(folder: &Path, python: &str, write: bool) -> anyhow::Result<()> {
    let sets = sets(folder)?;
    let list: String = paths(&sets)
        .map(|path| format!("{}\n", path.display()))
        .collect();
    let htmlblocks = release_tools()?.join("htmlblocks");
    let mut rows: Vec<(String, Answers, f64)> = Vec::new();
    for (name, options) in METHODS {
        let (output, seconds) = timed(
            Command::new(&htmlblocks)
                .args(["--threads", "1", "--quiet", "--emit", "text"])
                .args(options),
            &list,
        )?;
        rows.push((name.to_owned(), answers(&output)?, seconds));
    }
    match folds()? {
        Some(folds) if folds.have_all(&sets) => {
            let (found, seconds) = held_out(&sets, &folds)?;
            rows.push((HELD_OUT.to_owned(), found, seconds));
        }
        _ => println!(
            "No models of folds of these pages: train-htmlblocks --what folds writes them."
        ),
    }
    let (found, seconds) = body_text(&sets)?;
    rows.push(("BTE".to_owned(), found, seconds));
    let (found, seconds) = dom_smoothie(&sets)?;
    rows.push(("dom_smoothie".to_owned(), found, seconds));
    for peer in PEERS {
        match ask(python, peer, &list)? {
            Some(answer) => rows.push((peer.to_owned(), answers(&answer.output)?, answer.seconds)),
            None => println!("{peer} is not installed for {python}"),
        }
    }
    println!(
        "F1 of mean precision and recall / mean F1 of pages, of words in a longest common subsequence"
    );
    println!(
        "(best was fitted on these sets; with \"held out\", by models that saw no page of the same host)"
    );
    print!("{:<16}", "");
    for set in &sets {
        print!(" {:>17}", format!("{} ({})", set.name, set.pages.len()));
    }
    println!(" {:>12}", "pages/CPU s");
    let mut figures = Figures::of("eval html");
    for (name, found, seconds) in &rows {
        for (set, f1) in sets.iter().zip(row(name, &sets, found, *seconds)) {
            figures.add(shown(name), &set.name, &[f1]);
        }
    }
    for set in &sets {
        let labels = labels(&set.place)?;
        if !labels.is_empty() {
            by_kind(set, &labels, &rows, &mut figures);
            if let Some((name, found, _)) = rows.iter().find(|(name, ..)| name == HELD_OUT) {
                worst_hosts(set, &labels, name, found);
            }
            metadata(set, &labels, &rows);
        }
    }
    figures.settle(write)
}

/// The name that the documentation has for a row, or nothing for one that it does not have.
fn shown(row: &str) -> &str {
    match row {
        HELD_OUT => "htmlblocks",
        "justext" => "jusText",
        "rs_trafilatura" => "rs-trafilatura",
        "readability" => "readability-lxml",
        "trafilatura" | "resiliparse" => row,
        _ => "",
    }
}

/// The models of five folds by host, and the fold of each page by its path.
struct Folds {
    models: Vec<Models>,
    of_page: HashMap<String, usize>,
}

impl Folds {
    /// Whether all pages of sets are in a fold.
    fn have_all(&self, sets: &[Set]) -> bool {
        paths(sets).all(|path| self.of_page.contains_key(&*path.to_string_lossy()))
    }
}

/// The models of folds; `None` if there are none.
fn folds() -> anyhow::Result<Option<Folds>> {
    let place = crate::root().join(crate::train_htmlblocks::EXAMPLES);
    let read = |name: &str| {
        let path = place.join(name);
        std::fs::read_to_string(&path).with_context(|| path.display().to_string())
    };
    if !place.join("folds.tsv").exists() {
        return Ok(None);
    }
    let mut of_page = HashMap::new();
    for line in read("folds.tsv")?.lines() {
        let (path, fold) = line.split_once('\t').context("a fold without a tab")?;
        of_page.insert(path.to_owned(), fold.parse()?);
    }
    let count = of_page.values().max().map_or(0, |last| last + 1);
    let model = |fold| {
        let name = format!("fold-{fold}.txt");
        let model = Models::parse(&read(&name)?);
        model.map_err(|error| anyhow::anyhow!("{name}: {error}"))
    };
    Ok(Some(Folds {
        models: (0..count).map(model).collect::<anyhow::Result<_>>()?,
        of_page,
    }))
}

/// The answers of best for each page by a model that did not see pages of its host, and the CPU seconds that
/// this takes.
fn held_out(sets: &[Set], folds: &Folds) -> anyhow::Result<(Answers, f64)> {
    let settings = Settings {
        // Half of the corpora have no titles in their main text.
        title: Policy::Auto,
        outputs: Outputs {
            markdown: None,
            ..Outputs::default()
        },
        ..Settings::default()
    };
    let extractor = |models| Extractor::with_models(settings.clone(), models);
    let mut extractors: Vec<Extractor> = folds.models.iter().map(extractor).collect();
    let mut found = HashMap::new();
    let start = own_cpu()?;
    for page in sets.iter().flat_map(|set| &set.pages) {
        let path = page.path.to_string_lossy().into_owned();
        let fold = folds.of_page.get(&path);
        let fold = fold.with_context(|| format!("{path}: in no fold; train again"))?;
        let html = page.html()?;
        let said = extractors[*fold].extract(&html);
        let one = Found {
            text: said.text,
            fields: [
                said.metadata.title,
                said.metadata.author,
                said.metadata.date,
            ],
        };
        found.insert(path, one);
    }
    Ok((found, own_cpu()? - start))
}

/// The answers of Body Text Extraction, and the CPU seconds that this takes.
fn body_text(sets: &[Set]) -> anyhow::Result<(Answers, f64)> {
    let mut found = HashMap::new();
    let start = own_cpu()?;
    for page in sets.iter().flat_map(|set| &set.pages) {
        let one = Found {
            text: bte::main_text(&page.html()?),
            ..Found::default()
        };
        found.insert(page.path.to_string_lossy().into_owned(), one);
    }
    Ok((found, own_cpu()? - start))
}

/// The answers of dom_smoothie, which follows readability.js, and the CPU seconds that this takes.
fn dom_smoothie(sets: &[Set]) -> anyhow::Result<(Answers, f64)> {
    use dom_smoothie::{Config, Readability, TextMode};
    let mut found = HashMap::new();
    let start = own_cpu()?;
    for page in sets.iter().flat_map(|set| &set.pages) {
        let config = Config {
            text_mode: TextMode::Formatted,
            ..Config::default()
        };
        let reader = Readability::new(page.html()?, None, Some(config));
        // A page without main text to it is an error to it.
        let one = reader.and_then(|mut reader| reader.parse()).map(|article| {
            let date = article.published_time.unwrap_or_default();
            Found {
                text: article.text_content.to_string(),
                fields: [
                    article.title,
                    article.byline.unwrap_or_default(),
                    date.chars().take("2026-01-01".len()).collect(),
                ],
            }
        });
        let path = page.path.to_string_lossy().into_owned();
        found.insert(path, one.unwrap_or_default());
    }
    Ok((found, own_cpu()? - start))
}

fn own_cpu() -> anyhow::Result<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    Ok(seconds(getrusage(UsageWho::RUSAGE_SELF)?))
}

/// The labels that people gave a page.
struct Label {
    kind: String,
    /// The last two labels of the host.
    host: String,
    fields: [String; 3],
}

/// Labels of the pages of a set, by their names, from its pages.tsv; none if it has no kinds of pages.
fn labels(place: &Path) -> anyhow::Result<HashMap<String, Label>> {
    let Ok(table) = std::fs::read_to_string(place.join("pages.tsv")) else {
        return Ok(HashMap::new());
    };
    let labels = tsv::rows(&table).filter_map(|row| {
        let cell = |column: &str| row.get(column).unwrap_or_default();
        let host = cell("url").split('/').nth(2).unwrap_or_default();
        let ends = host.rmatch_indices('.').nth(1).map_or(0, |(at, _)| at + 1);
        let label = Label {
            kind: row.get("type")?.to_owned(),
            host: host[ends..].to_owned(),
            fields: FIELDS.map(|field| cell(field).to_owned()),
        };
        Some((row.get("id")?.to_owned(), label))
    });
    Ok(labels.collect())
}

/// The label of a page, and what a tool found of it.
fn known<'a>(
    page: &crate::pages::Page,
    labels: &'a HashMap<String, Label>,
    found: &'a Answers,
) -> Option<(&'a Label, Option<&'a Found>)> {
    let id = page.path.file_stem()?.to_string_lossy();
    Some((labels.get(&*id)?, found.get(&*page.path.to_string_lossy())))
}

/// Mean F1 by kind of page, and how many pages with main text are empty.
fn by_kind(
    set: &Set,
    labels: &HashMap<String, Label>,
    rows: &[(String, Answers, f64)],
    figures: &mut Figures,
) {
    let mut kinds: Vec<&str> = labels.values().map(|label| &*label.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    println!(
        "\n{}: mean F1 of pages by kind; pages without main text count 1 where nothing was found, else 0",
        set.name
    );
    print!("{:<16}", "");
    kinds.iter().for_each(|kind| print!(" {kind:>13}"));
    println!(" {:>7} {:>6}", "macro", "empty");
    for (name, found, _) in rows {
        let mut sums: HashMap<&str, (f64, f64)> = HashMap::new();
        let mut empty = 0;
        for page in &set.pages {
            let Some((label, found)) = known(page, labels, found) else {
                continue;
            };
            let words = tokens(found.map_or("", |found| &found.text));
            empty += usize::from(words.is_empty() && !page.main.is_empty());
            let sum = sums.entry(&label.kind).or_default();
            sum.0 += f1(page, &words);
            sum.1 += 1.0;
        }
        print!("{name:<16}");
        let means = kinds
            .iter()
            .map(|kind| sums.get(kind).map_or(0.0, |(sum, pages)| sum / pages));
        let means: Vec<f64> = means.collect();
        means.iter().for_each(|mean| print!(" {mean:>13.3}"));
        let mean = means.iter().sum::<f64>() / means.len() as f64;
        println!(" {mean:>7.3} {empty:>6}");
        for (kind, mean) in kinds.iter().zip(&means).chain([(&"mean", &mean)]) {
            figures.add(shown(name), kind, &[*mean]);
        }
    }
}

/// F1 of the words found on a page; 1 if it has no main text and nothing was found.
fn f1(page: &crate::pages::Page, words: &[String]) -> f64 {
    let common = matched(&page.main, words)
        .iter()
        .filter(|one| **one)
        .count();
    match page.main.len() + words.len() {
        0 => 1.0,
        all => 2.0 * common as f64 / all as f64,
    }
}

/// Hosts with fewer pages are not named among the worst.
const PAGES_OF_HOST: usize = 3;
/// How many are named.
const WORST: usize = 5;

/// The hosts with the lowest mean F1, for what held-out models find.
fn worst_hosts(set: &Set, labels: &HashMap<String, Label>, name: &str, found: &Answers) {
    let mut hosts: HashMap<&str, Vec<f64>> = HashMap::new();
    for page in &set.pages {
        if let Some((label, found)) = known(page, labels, found) {
            let words = tokens(found.map_or("", |found| &found.text));
            hosts.entry(&label.host).or_default().push(f1(page, &words));
        }
    }
    let mut means: Vec<(f64, &str, usize)> = (hosts.into_iter())
        .filter(|(_, pages)| pages.len() >= PAGES_OF_HOST)
        .map(|(host, pages)| {
            (
                pages.iter().sum::<f64>() / pages.len() as f64,
                host,
                pages.len(),
            )
        })
        .collect();
    means.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)));
    let worst: Vec<String> = (means.iter().take(WORST))
        .map(|(mean, host, pages)| format!("{host} {mean:.3} ({pages})"))
        .collect();
    println!(
        "\n{}, {name}: hosts with {PAGES_OF_HOST} pages or more and the lowest mean F1: {}",
        set.name,
        worst.join(", ")
    );
}

/// How often title, author and date are exact, except case, white space and curly quotes: as a share of the pages that
/// have one, and of those for which one was found; and the latter of pages that have one.
fn metadata(set: &Set, labels: &HashMap<String, Label>, rows: &[(String, Answers, f64)]) {
    println!(
        "\n{}: metadata, exact: recall / precision / precision on pages whose label is not empty",
        set.name
    );
    print!("{:<16}", "");
    FIELDS.iter().for_each(|field| print!(" {field:>19}"));
    println!();
    for (name, found, _) in rows {
        let said = |found: &&Found| found.fields.iter().any(|field| !field.is_empty());
        if found.values().filter(said).count() == 0 {
            continue;
        }
        print!("{name:<16}");
        for field in 0..FIELDS.len() {
            let (mut wanted, mut given, mut given_wanted, mut right) = (0, 0, 0, 0);
            for page in &set.pages {
                let Some((label, found)) = known(page, labels, found) else {
                    continue;
                };
                let want = folded(&label.fields[field]);
                let have = found.map_or(String::new(), |found| folded(&found.fields[field]));
                wanted += usize::from(!want.is_empty());
                given += usize::from(!have.is_empty());
                given_wanted += usize::from(!have.is_empty() && !want.is_empty());
                right += usize::from(!want.is_empty() && want == have);
            }
            let share = |of: usize| right as f64 / of.max(1) as f64;
            let shares = format!(
                "{:.3} / {:.3} / {:.3}",
                share(wanted),
                share(given),
                share(given_wanted)
            );
            print!(" {shares:>19}");
        }
        println!();
    }
}

/// A text in small letters, with single blanks and straight quotes.
fn folded(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").to_lowercase();
    text.replace(['\u{2018}', '\u{2019}'], "'")
        .replace(['\u{201C}', '\u{201D}'], "\"")
}

fn paths(sets: &[Set]) -> impl Iterator<Item = &PathBuf> {
    sets.iter()
        .flat_map(|set| set.pages.iter().map(|page| &page.path))
}

/// The output of a peer.
struct Answer {
    output: String,
    seconds: f64,
    /// jusText's stop words, a word a line.
    words: PathBuf,
}

/// Runs a peer on a list of pages, if it is installed.
fn ask(python: &str, peer: &str, list: &str) -> anyhow::Result<Option<Answer>> {
    let words = crate::root().join("target/peer-stoplist.txt");
    let mut child = Command::new(python)
        .args(["-c", SCRIPT, peer])
        .arg(&words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .with_context(|| python.to_owned())?;
    // It reads all of the list before it writes. One that is not installed reads nothing.
    let mut stdin = child.stdin.take().context("a pipe")?;
    stdin.write_all(list.as_bytes()).ok();
    drop(stdin);
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        false if said.contains("is not installed") => return Ok(None),
        false => bail!("{peer}: {said}"),
        true => {}
    }
    let seconds = said
        .lines()
        .last()
        .and_then(|line| line.parse().ok())
        .context("CPU seconds")?;
    Ok(Some(Answer {
        output: String::from_utf8(output.stdout)?,
        seconds,
        words,
    }))
}

/// The output of a command for a list, and its CPU seconds.
fn timed(command: &mut Command, list: &str) -> anyhow::Result<(String, f64)> {
    let before = children_cpu()?;
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("a pipe")?;
    let output = std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(list.as_bytes()));
        child.wait_with_output()
    })?;
    if !output.status.success() {
        bail!("htmlblocks: {}", output.status);
    }
    Ok((String::from_utf8(output.stdout)?, children_cpu()? - before))
}

fn children_cpu() -> anyhow::Result<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    Ok(seconds(getrusage(UsageWho::RUSAGE_CHILDREN)?))
}

/// The CPU seconds of a process.
fn seconds(usage: nix::sys::resource::Usage) -> f64 {
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    seconds(usage.user_time()) + seconds(usage.system_time())
}

/// The answers in records, by the names of documents.
fn answers(output: &str) -> anyhow::Result<Answers> {
    let mut answers = HashMap::new();
    for line in output.lines() {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let field = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        let said = |name: &str| {
            let ours = record["htmlblocks"]["metadata"][name].as_str();
            ours.map_or_else(|| field(name), str::to_owned)
        };
        let found = Found {
            text: field("text"),
            fields: FIELDS.map(said),
        };
        answers.insert(field("doc"), found);
    }
    Ok(answers)
}

/// Prints a row, and returns the F1 of mean precision and recall of each set.
fn row(name: &str, sets: &[Set], found: &Answers, seconds: f64) -> Vec<f64> {
    print!("{name:<16}");
    let mut of_sets = Vec::new();
    let mut pages = 0;
    for set in sets {
        let mut agreement = Agreement::default();
        for page in &set.pages {
            let found = found.get(&*page.path.to_string_lossy());
            let found = tokens(found.map_or("", |found| &found.text));
            let common = matched(&page.main, &found)
                .iter()
                .filter(|matched| **matched)
                .count();
            agreement.add(common, page.main.len(), found.len());
        }
        pages += set.pages.len();
        of_sets.push(agreement.f1());
        print!(
            " {:>17}",
            format!("{:.4} / {:.4}", agreement.f1(), agreement.page_f1())
        );
    }
    println!(" {:>12.0}", pages as f64 / seconds);
    of_sets
}

/// How many blocks have the class, and the text, that jusText gives them, where htmlblocks has `--compat` and its stop words.
pub fn justext(folder: &Path, python: &str) -> anyhow::Result<()> {
    let sets = sets(folder)?;
    let list: String = paths(&sets)
        .map(|path| format!("{}\n", path.display()))
        .collect();
    let Some(answer) = ask(python, "justext", &list)? else {
        bail!("justext is not installed for {python}");
    };
    let htmlblocks = release_tools()?.join("htmlblocks");
    let (output, seconds) = timed(
        Command::new(htmlblocks)
            .args(["--method", "paper", "--compat", "--stoplist"])
            .arg(&answer.words),
        &list,
    )?;
    let mut ours: HashMap<String, Vec<(String, String)>> = HashMap::new();
    for line in output.lines() {
        let block: serde_json::Value = serde_json::from_str(line)?;
        let field = |name: &str| block[name].as_str().unwrap_or_default().to_owned();
        ours.entry(field("doc"))
            .or_default()
            .push((field("class"), field("text")));
    }
    let (mut all, mut classes, mut texts, mut pages, mut equal) = (0, 0, 0, 0, 0);
    for line in answer.output.lines() {
        let page: serde_json::Value = serde_json::from_str(line)?;
        let doc = page["doc"].as_str().unwrap_or_default();
        let theirs: Vec<(String, String)> =
            serde_json::from_value(page["blocks"].clone()).unwrap_or_default();
        let ours = ours.remove(doc).unwrap_or_default();
        pages += 1;
        all += theirs.len().max(ours.len());
        // Block by block: from where one is missing on, all count as different.
        let pairs = || theirs.iter().zip(&ours);
        classes += pairs().filter(|(theirs, ours)| theirs.0 == ours.0).count();
        texts += pairs().filter(|(theirs, ours)| theirs == ours).count();
        match theirs == ours {
            true => equal += 1,
            false => println!(
                "differs: {doc} ({} blocks, jusText {})",
                ours.len(),
                theirs.len()
            ),
        }
    }
    println!(
        "{pages} pages, {equal} of them equal; {all} blocks: {:.4} % have the same class, {:.4} % also the same text; \
         jusText {:.1} CPU s, htmlblocks {seconds:.2}",
        100.0 * classes as f64 / all.max(1) as f64,
        100.0 * texts as f64 / all.max(1) as f64,
        answer.seconds,
    );
    Ok(())
}
