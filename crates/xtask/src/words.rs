//! Looks for habits that make prose hard to read: long sentences, and turns of phrase that have a plainer form.
//!
//! It reads the Markdown files of the repository and the generated manual pages. Code, tables, headings and quotations of
//! commands are left out. `docs/words.txt` lists the sentences that stay as they are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::root;

/// More words than this are two sentences.
const LONGEST: usize = 35;

/// A phrase in lower case, and what to write instead.
pub const HABITS: [(&str, &str); 15] = [
    ("beside", "\"than\", \"compared with\" or \"next to\""),
    ("in place of", "\"instead of\""),
    ("of which", "a sentence of its own"),
    ("is no", "\"is not\""),
    ("are no", "\"are not\", or \"there is no\""),
    ("as no", "a sentence with a verb"),
    ("is none", "\"is not one\", or the name of the thing"),
    ("so many", "the number"),
    ("as much again", "a percentage"),
    ("half as", "a percentage"),
    ("what of", "a verb: \"find\", \"count\", \"show\""),
    ("but for", "\"except\""),
    ("not for long enough", "a number"),
    ("keeps the books", "\"counts\""),
    ("it is told", "a sentence with a subject"),
];

/// Reads all prose, and fails if there is a habit in it that is not listed.
pub fn run() -> anyhow::Result<()> {
    let listed = fs::read_to_string(root().join("docs/words.txt")).unwrap_or_default();
    let listed: BTreeSet<&str> = listed
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let (mut found, mut used) = (0, BTreeSet::new());
    for file in files(&root())? {
        let root = root();
        let name = file.strip_prefix(&root).unwrap_or(&file).display();
        for (line, paragraph) in paragraphs(&file)? {
            for sentence in sentences(&paragraph) {
                let complaints = complaints(sentence);
                if complaints.is_empty() {
                    continue;
                }
                if let Some(&entry) = listed.get(sentence) {
                    used.insert(entry);
                    continue;
                }
                found += 1;
                println!("{name}:{line}: {}\n    {sentence}", complaints.join("; "));
            }
        }
    }
    for entry in listed.difference(&used) {
        found += 1;
        println!("docs/words.txt: no page has this sentence any more\n    {entry}");
    }
    match found {
        0 => Ok(()),
        found => bail!("{found} sentences to rewrite, or to list in docs/words.txt"),
    }
}

/// Prints a table of the pages of a checkout: their words, the mean and the greatest length of their sentences, and how
/// many sentences have a habit.
pub fn table(checkout: &Path) -> anyhow::Result<()> {
    println!(
        "| page | words | sentences | words a sentence | longest | with a habit |\n|---|---|---|---|---|---|"
    );
    let mut all = Counts::default();
    for file in files(checkout)? {
        let mut counts = Counts::default();
        for (_, paragraph) in paragraphs(&file)? {
            for sentence in sentences(&paragraph) {
                counts.add(sentence);
            }
        }
        let name = file.strip_prefix(checkout).unwrap_or(&file).display();
        counts.print(&name.to_string());
        all.sum(&counts);
    }
    all.print("all");
    Ok(())
}

/// The sentences of a page.
#[derive(Default)]
struct Counts {
    words: usize,
    sentences: usize,
    longest: usize,
    habits: usize,
}

impl Counts {
    fn add(&mut self, sentence: &str) {
        let words = sentence.split_whitespace().count();
        self.words += words;
        self.sentences += 1;
        self.longest = self.longest.max(words);
        self.habits += usize::from(!complaints(sentence).is_empty());
    }

    fn sum(&mut self, page: &Counts) {
        self.words += page.words;
        self.sentences += page.sentences;
        self.longest = self.longest.max(page.longest);
        self.habits += page.habits;
    }

    fn print(&self, name: &str) {
        let mean = self.words as f64 / self.sentences.max(1) as f64;
        let Counts {
            words,
            sentences,
            longest,
            habits,
        } = self;
        println!("| {name} | {words} | {sentences} | {mean:.1} | {longest} | {habits} |");
    }
}

/// The paragraphs of a page, with the number of their first line.
fn paragraphs(file: &Path) -> anyhow::Result<Vec<(usize, String)>> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    Ok(
        match file.extension().is_some_and(|suffix| suffix == "md") {
            true => of_markdown(&text),
            false => of_manual(&text),
        },
    )
}

/// The Markdown files and the manual pages of a checkout, in order. A changelog and a record of measurements stay as they were written.
fn files(checkout: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![checkout.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let suffix = path.extension().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                let is_left_out =
                    ["target", "tests", "record"].contains(&&*name) || name.starts_with('.');
                if !is_left_out {
                    folders.push(path);
                }
            } else if (suffix == "md" && name != "CHANGELOG.md") || is_manual(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn is_manual(path: &Path) -> bool {
    let of_pages = path.parent().is_some_and(|folder| folder.ends_with("man"));
    of_pages
        && path
            .extension()
            .is_some_and(|suffix| ["1", "5", "7"].iter().any(|one| suffix == *one))
}

/// The habits in a sentence.
fn complaints(sentence: &str) -> Vec<String> {
    let words: Vec<String> = sentence
        .split_whitespace()
        .map(|word| {
            let letters = word.trim_matches(|letter: char| !letter.is_alphanumeric());
            letters.to_lowercase()
        })
        .filter(|word| !word.is_empty())
        .collect();
    let mut complaints = Vec::new();
    // A list of names is not hard to read.
    let is_list = 2 * sentence.matches(", ").count() > words.len();
    if words.len() > LONGEST && !is_list {
        complaints.push(format!("{} words, more than {LONGEST}", words.len()));
    }
    let line = format!(" {} ", words.join(" "));
    // "There is no" is how one says it.
    let line = line
        .replace(" there is no ", " ")
        .replace(" there are no ", " ");
    for (habit, instead) in HABITS {
        if line.contains(&format!(" {habit} ")) {
            complaints.push(format!("\"{habit}\": write {instead}"));
        }
    }
    complaints
}

/// The sentences of a paragraph.
fn sentences(paragraph: &str) -> impl Iterator<Item = &str> {
    let mut rest = paragraph.trim();
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = end_of_sentence(rest);
        let (sentence, after) = rest.split_at(end);
        rest = after.trim_start();
        Some(sentence.trim_end())
    })
}

/// The end of the first sentence: a full stop behind a whole word, or a colon or semicolon before a capital letter.
fn end_of_sentence(text: &str) -> usize {
    for (at, mark) in text.match_indices(['.', '!', '?', ':', ';']) {
        let after = text[at + 1..].trim_start_matches([')', '"', '\'', '*', '`']);
        let Some(next) = after.strip_prefix(' ') else {
            continue;
        };
        let before = text[..at]
            .split_whitespace()
            .next_back()
            .unwrap_or_default();
        let is_whole = mark == "." && before.len() > 2 && !ABBREVIATIONS.contains(&before);
        let begins = next.trim_start_matches(['(', '"', '\'', '*', '`', '-', '[']);
        if is_whole
            || begins.starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric())
        {
            return text.len() - next.len();
        }
    }
    text.len()
}

/// Words that end in a full stop within a sentence.
const ABBREVIATIONS: [&str; 5] = ["e.g", "(e.g", "i.e", "etc", "vs"];

/// The paragraphs of a Markdown file with the number of their first line.
fn of_markdown(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs = Paragraphs::default();
    let mut is_code = false;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            is_code = !is_code;
            paragraphs.end();
            continue;
        }
        let is_other =
            is_code || line.starts_with("    ") || trimmed.starts_with(['|', '#', '<', '!']);
        if is_other || trimmed.is_empty() {
            paragraphs.end();
            continue;
        }
        let item = trimmed
            .strip_prefix("- ")
            .or_else(|| trimmed.strip_prefix("* "))
            .or_else(|| {
                trimmed
                    .trim_start_matches(|digit: char| digit.is_ascii_digit())
                    .strip_prefix(". ")
            });
        if item.is_some() {
            paragraphs.end();
        }
        paragraphs.add(number, item.unwrap_or(trimmed));
    }
    paragraphs.end();
    paragraphs.found
}

/// The paragraphs of a manual page in roff, with the number of their first line.
fn of_manual(text: &str) -> Vec<(usize, String)> {
    let mut paragraphs = Paragraphs::default();
    let (mut is_code, mut is_tag) = (false, false);
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(request) = line.strip_prefix(['.', '\'']) {
            match request.split_whitespace().next() {
                Some("EX" | "nf" | "TS") => is_code = true,
                Some("EE" | "fi" | "TE") => is_code = false,
                _ => {}
            }
            is_tag = request.starts_with("TP");
            paragraphs.end();
            continue;
        }
        if is_code || std::mem::take(&mut is_tag) || line.trim().is_empty() {
            paragraphs.end();
            continue;
        }
        paragraphs.add(number, &plain(line));
    }
    paragraphs.end();
    paragraphs.found
}

/// A line of roff without its escapes.
fn plain(line: &str) -> String {
    let mut text = line.to_owned();
    for escape in ["\\fB", "\\fI", "\\fR", "\\fP", "\\&", "\\:"] {
        text = text.replace(escape, "");
    }
    text.replace("\\-", "-")
        .replace("\\(aq", "'")
        .replace("\\e", "\\")
}

#[derive(Default)]
struct Paragraphs {
    found: Vec<(usize, String)>,
    open: Option<(usize, String)>,
}

impl Paragraphs {
    fn add(&mut self, number: usize, line: &str) {
        let (_, text) = self.open.get_or_insert((number, String::new()));
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(line.trim());
    }

    fn end(&mut self) {
        self.found.extend(self.open.take());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_ends_before_a_capital_letter() {
        let text = "It reads files (e.g. books) first. Then it stops, see `x.y`. `jq` follows.";
        let found: Vec<&str> = sentences(text).collect();
        assert_eq!(
            found,
            [
                "It reads files (e.g. books) first.",
                "Then it stops, see `x.y`.",
                "`jq` follows."
            ]
        );
    }

    #[test]
    fn long_sentences_and_habits_are_found() {
        assert!(complaints("The index is a file.").is_empty());
        assert_eq!(complaints("This is no index, in place of one.").len(), 2);
        assert_eq!(complaints(&"word ".repeat(36)).len(), 1);
        assert!(complaints("A besides is fine.").is_empty());
    }

    #[test]
    fn code_tables_and_headings_are_left_out() {
        let text =
            "# Of which\n\nOne\ntwo.\n- three\n\n| beside |\n```sh\nbeside\n```\n    beside\n";
        let found = of_markdown(text);
        assert_eq!(found, [(3, "One two.".into()), (5, "three".into())]);
        let text = ".SH NAME\nOne \\fBtwo\\fR\n.TP\n\\fB-k\\fR\nThree\n.EX\nbeside\n.EE\n";
        assert_eq!(
            of_manual(text),
            [(2, "One two".into()), (5, "Three".into())]
        );
    }
}
