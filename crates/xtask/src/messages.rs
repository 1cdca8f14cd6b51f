//! Lists every message of the tools: warnings, errors and hints, in the order of the sources.
//!
//! It reads the string literals of all crates that run in a user's hands, and takes those that are handed to what reports
//! something. Tests and what is measured here are left out.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, bail};

use crate::root;
use crate::words::HABITS;

/// The code before a message in its statement.
const REPORTERS: [&str; 12] = [
    "Error::new(",
    "Error::from(",
    "IndexError::Damaged(",
    "#[error(",
    ".warn(",
    ".trouble(",
    ".hint(",
    "message",
    "Err(",
    "ok_or",
    "map_err",
    "failed(",
];

/// Crates that no user runs.
const LEFT_OUT: [&str; 3] = ["lab", "xtask", "python"];

/// A message and where it is.
#[derive(Debug)]
struct Message {
    file: PathBuf,
    line: usize,
    text: String,
}

/// Prints all messages, and fails if one is not in the form `what happened; what to do`, where that can be told.
pub fn run() -> anyhow::Result<()> {
    let mut wrong = 0;
    for message in all()? {
        let file = message.file.strip_prefix(root()).unwrap_or(&message.file);
        println!("{}:{}: {}", file.display(), message.line, message.text);
        for complaint in complaints(&message.text) {
            println!("    {complaint}");
            wrong += 1;
        }
    }
    match wrong {
        0 => Ok(()),
        wrong => bail!("{wrong} things to mend in messages"),
    }
}

/// The faults in the form of a message.
fn complaints(text: &str) -> Vec<&'static str> {
    let mut complaints = Vec::new();
    let words = format!(" {} ", text.to_lowercase());
    // It says that something is missing, which is plain.
    let words = words
        .replace("there is no ", " ")
        .replace("there are no ", " ");
    let has = |phrase: &str| words.contains(&format!(" {phrase} "));
    if HABITS.iter().any(|(habit, _)| has(habit)) {
        complaints.push("a phrase of `cargo xtask words` that has a plainer form");
    }
    if has("please") || has("sorry") || text.contains('!') {
        complaints.push("a message says what happened, without manners");
    }
    if text.ends_with('.') && !text.ends_with("..") {
        complaints.push("a message is not a sentence with a full stop");
    }
    if options(text).any(|option| !is_known(option)) {
        complaints.push("an option that no tool has");
    }
    let parts: Vec<&str> = text.split("; ").collect();
    if parts.len() > 3 || parts.iter().any(|part| part.trim().is_empty()) {
        complaints.push("what happened, then what to do: two parts, or three");
    }
    // The advice begins with what the user does or names, in lower case.
    let begins_sentence = |part: &&&str| part.starts_with("You ") || part.starts_with("The ");
    if parts.iter().skip(1).any(|part| begins_sentence(&part)) {
        complaints.push("after a semicolon a message goes on in lower case");
    }
    complaints
}

/// The long options that a message names.
fn options(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
    let named = text.split(" --").skip(1).chain(text.strip_prefix("--"));
    let named = named.filter_map(move |rest| rest.split(|one| !is_part(one)).next());
    named.filter(|option| !option.is_empty())
}

/// Whether a tool has the option: the generated completions list them all.
fn is_known(option: &str) -> bool {
    static COMPLETIONS: LazyLock<String> = LazyLock::new(|| {
        let folder = fs::read_dir(root().join("completions"))
            .into_iter()
            .flatten();
        let fish = folder.flatten().map(|entry| entry.path());
        let fish = fish.filter(|path| path.extension().is_some_and(|suffix| suffix == "fish"));
        fish.filter_map(|path| fs::read_to_string(path).ok())
            .collect()
    });
    COMPLETIONS.contains(&format!(" -l {option} "))
        || COMPLETIONS.contains(&format!(" -l {option}\n"))
}

/// All messages, by file and line.
fn all() -> anyhow::Result<Vec<Message>> {
    let mut messages = Vec::new();
    let mut folders = vec![root().join("crates")];
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        for entry in entries {
            let path = entry?.path();
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            if path.is_dir() {
                if !LEFT_OUT.contains(&&*name)
                    && !["tests", "examples", "benches"].contains(&&*name)
                {
                    folders.push(path);
                }
            } else if name.ends_with(".rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    for file in files {
        let source = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
        messages.extend(of_source(&file, &source));
    }
    Ok(messages)
}

/// The messages of a file, without those of its tests.
fn of_source(file: &Path, source: &str) -> Vec<Message> {
    let code = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
    let mut messages = Vec::new();
    // The statement before the literal, without other literals.
    let mut statement = String::new();
    let mut at = 0;
    while let Some(character) = code[at..].chars().next() {
        let rest = &code[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        let length = match character {
            '"' => {
                let (text, length) = literal(code, at);
                let is_reported = REPORTERS
                    .iter()
                    .any(|reporter| statement.contains(reporter));
                if is_reported && text.trim().contains(' ') {
                    let line = code[..at].matches('\n').count() + 1;
                    let file = file.to_owned();
                    messages.push(Message { file, line, text });
                }
                length
            }
            '\'' => quoted(rest),
            ';' | '{' | '}' => {
                statement.clear();
                1
            }
            other => {
                statement.push(other);
                other.len_utf8()
            }
        };
        at += length;
    }
    messages
}

/// The length of a character literal, or of the quote that begins a lifetime.
fn quoted(rest: &str) -> usize {
    let mut characters = rest.char_indices().skip(1);
    let (_, first) = characters.next().unwrap_or_default();
    let mut following = characters.skip(usize::from(first == '\\'));
    match first {
        '\\' => following
            .find(|&(_, one)| one == '\'')
            .map_or(1, |(at, _)| at + 1),
        _ => match following.next() {
            Some((at, '\'')) => at + 1,
            _ => 1,
        },
    }
}

/// The text of the literal that begins at `start`, on one line, and its length in the source.
fn literal(code: &str, start: usize) -> (String, usize) {
    let raw = code[..start].trim_end_matches('#').ends_with('r');
    let hashes = start - code[..start].trim_end_matches('#').len();
    let body = &code[start + 1..];
    if raw {
        let end = format!("\"{}", "#".repeat(hashes));
        let length = body.find(&end).unwrap_or(body.len());
        return (body[..length].to_owned(), length + 1 + end.len());
    }
    let mut text = String::new();
    let mut characters = body.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return (text, index + 2),
            '\\' => match characters.next() {
                // A line that goes on: its break and the white space after it do not count.
                Some((_, '\n')) => {
                    let rest = characters.as_str();
                    let skipped = rest.len() - rest.trim_start().len();
                    for _ in 0..rest[..skipped].chars().count() {
                        characters.next();
                    }
                }
                Some((_, 'n')) => text.push(' '),
                Some((_, other)) => text.push(other),
                None => break,
            },
            other => text.push(other),
        }
    }
    (text, body.len() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_found_and_nothing_else() {
        let source = r##"
            /// "A comment."
            fn check<'a>(quote: char) -> Result<(), Error> {
                let names = ["not a message", "nor this"];
                if quote == '"' || quote == '\'' {
                    return Err(Error::new("--quote", "it is not for tables; leave \
                        it out"));
                }
                process.warn("input", format_args!("no {} line", 3));
                let message = r#"write "a" or 'b'"#;
                Ok(())
            }
            #[cfg(test)]
            mod tests { fn f() { Err("a test's own") } }
        "##;
        let source = source.replace(
            "            #[cfg(test)]\n            mod",
            "#[cfg(test)]\nmod",
        );
        let found = of_source(Path::new("x.rs"), &source);
        let texts: Vec<(usize, &str)> = found.iter().map(|one| (one.line, &*one.text)).collect();
        assert_eq!(
            texts,
            [
                (6, "it is not for tables; leave it out"),
                (9, "no {} line"),
                (10, "write \"a\" or 'b'"),
            ]
        );
    }

    #[test]
    fn every_message_has_the_form_of_a_message() {
        let all = all().unwrap();
        assert!(all.len() > 200, "only {} messages are found", all.len());
        let wrong: Vec<&Message> = (all.iter())
            .filter(|message| !complaints(&message.text).is_empty())
            .collect();
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for text in [
            "it is cut off; download it again",
            "needs --emit text",
            "...",
        ] {
            assert!(complaints(text).is_empty(), "{text}");
        }
        for text in [
            "this is no index",
            "it is cut off.",
            "please give a name",
            "cut off; ; name it",
            "needs --emitt text",
            "--emitt is not for this",
        ] {
            assert_eq!(complaints(text).len(), 1, "{text}");
        }
    }
}
