//! Main text of web pages: htmlblocks and what is installed of its peers, beside the text that people took for it.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};

use crate::lcs::{Agreement, matched, tokens};
use crate::measure::release_tools;
use crate::pages::{Set, sets};

/// The peers, all from PyPI.
const PEERS: [&str; 3] = ["justext", "trafilatura", "resiliparse"];
/// A program for them.
const SCRIPT: &str = include_str!("../peers.py");

/// htmlblocks, with its options.
const METHODS: [(&str, &[&str]); 3] = [
    ("paper, English", &["--method", "paper", "--stoplist", "en"]),
    ("paper", &["--method", "paper"]),
    ("best", &["--method", "best"]),
];

/// Prints the table.
pub fn run(folder: &Path, python: &str) -> anyhow::Result<()> {
    let sets = sets(folder)?;
    let list: String = paths(&sets)
        .map(|path| format!("{}\n", path.display()))
        .collect();
    println!(
        "F1 of mean precision and recall / mean F1 of pages, of words in a longest common subsequence"
    );
    println!("(for pages that best was not fitted on, see the estimate of train-htmlblocks)");
    print!("{:<16}", "");
    for set in &sets {
        print!(" {:>17}", format!("{} ({})", set.name, set.pages.len()));
    }
    println!(" {:>12}", "pages/CPU s");
    let htmlblocks = release_tools()?.join("htmlblocks");
    for (name, options) in METHODS {
        let (output, seconds) = timed(
            Command::new(&htmlblocks)
                .args(["--emit", "text"])
                .args(options),
            &list,
        )?;
        row(name, &sets, &texts(&output)?, seconds);
    }
    for peer in PEERS {
        match ask(python, peer, &list)? {
            Some(answer) => row(peer, &sets, &texts(&answer.output)?, answer.seconds),
            None => println!("{peer:<16} not installed for {python}"),
        }
    }
    Ok(())
}

fn paths(sets: &[Set]) -> impl Iterator<Item = &PathBuf> {
    sets.iter()
        .flat_map(|set| set.pages.iter().map(|page| &page.path))
}

/// What a peer said.
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
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// The texts of documents, by their names.
fn texts(output: &str) -> anyhow::Result<HashMap<String, String>> {
    let mut texts = HashMap::new();
    for line in output.lines() {
        let record: serde_json::Value = serde_json::from_str(line)?;
        let field = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        texts.insert(field("doc"), field("text"));
    }
    Ok(texts)
}

fn row(name: &str, sets: &[Set], texts: &HashMap<String, String>, seconds: f64) {
    print!("{name:<16}");
    let mut pages = 0;
    for set in sets {
        let mut agreement = Agreement::default();
        for page in &set.pages {
            let text = texts
                .get(&*page.path.to_string_lossy())
                .map_or("", |text| text);
            let found = tokens(text);
            let common = matched(&page.main, &found)
                .iter()
                .filter(|matched| **matched)
                .count();
            agreement.add(common, page.main.len(), found.len());
        }
        pages += set.pages.len();
        print!(
            " {:>17}",
            format!("{:.4} / {:.4}", agreement.f1(), agreement.page_f1())
        );
    }
    println!(" {:>12.0}", pages as f64 / seconds);
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
