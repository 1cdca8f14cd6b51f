//! Messages about options that are wrong, and help.

use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::process::{FAILURE, SUCCESS};
use crate::writer::Writer;
use crate::{Error, help};

/// Removes clap's unhelpful tip to pass a mistyped option as a FILE.
fn without_escape_tip(text: &str) -> String {
    let paragraphs = text.split("\n\n").filter_map(|paragraph| {
        let lines = paragraph.split('\n');
        let kept: Vec<&str> = lines
            .filter(|line| !line.starts_with("  tip: to pass '"))
            .collect();
        (!kept.is_empty()).then(|| kept.join("\n"))
    });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Replaces the standard library's messages about invalid numbers.
fn in_plain_words(text: &str) -> String {
    const WORDS: [(&str, &str); 7] = [
        (
            "invalid digit found in string",
            "it is not a whole number from 0 on",
        ),
        ("invalid float literal", "it is not a number"),
        (
            "cannot parse integer from empty string",
            "a number is missing",
        ),
        (
            "cannot parse float from empty string",
            "a number is missing",
        ),
        (
            "number too large to fit in target type",
            "the number is too large",
        ),
        (
            "number would be zero for non-zero type",
            "the least number is 1",
        ),
        (
            "is not in 1..18446744073709551615",
            "is not a number from 1 on",
        ),
    ];
    let mut text = text.to_owned();
    for (words, plain) in WORDS {
        text = text.replace(words, plain);
    }
    text
}

/// Options of similar tools, and the equivalent here. The first line with an option of the tool
/// counts.
const ELSEWHERE: [(&[&str], &str, &str); 13] = [
    (
        &["in-place", "inplace"],
        "out_dir",
        "--out-dir . replaces the files that were named by relative paths; -o FILE replaces one file, which may be an input",
    ),
    (
        &["out-dir"],
        "mark",
        "-o FILE writes all documents to one file; to keep the FILEs apart, write with --emit drop -o DROP which documents to leave out, then: charset --to-utf8 --no-mark --except DROP --out-dir DIR FILE...",
    ),
    (
        &["in-place", "inplace", "out-dir"],
        "output",
        "-o FILE writes to one file, which may be an input: it is replaced at the end",
    ),
    (&["threshold"], "similarity", "there is '--similarity'"),
    (
        &["against"],
        "index",
        "--index FILE --add remembers the documents of one run; --index FILE compares with them in the next",
    ),
    (
        &["benchmark", "benchmarks", "bench"],
        "items",
        "there is '--items'",
    ),
    (
        &["delimiter", "separator", "sep"],
        "input_format",
        "tables have commas or tabs: --input-format csv or tsv",
    ),
    (
        &["format", "output-type"],
        "output_format",
        "there is '--output-format'",
    ),
    (
        &["jobs", "workers", "cores", "processes"],
        "threads",
        "there is '-j', or '--threads'",
    ),
    (
        &["field", "column", "text-column", "text-key"],
        "text_field",
        "there is '--text-field'",
    ),
    (
        &["id-column", "id-key"],
        "id_field",
        "there is '--id-field'",
    ),
    (
        &["verbose"],
        "stats",
        "--stats shows what was read, written and left out",
    ),
    (
        &["recursive"],
        "files",
        "a folder as FILE stands for the files in it",
    ),
];

/// Returns the equivalent of an option of other programs.
fn elsewhere(command: &Command, name: &str) -> Option<String> {
    let has = |id: &str| command.get_arguments().any(|arg| arg.get_id() == id);
    let mut rows = ELSEWHERE.iter();
    let (.., advice) = rows.find(|(names, id, _)| names.contains(&name) && has(id))?;
    Some((*advice).to_owned())
}

/// Suggests a correction if clap has none: for an option of other programs, for an option's value
/// or a command given as an option, and for a missing option.
pub(crate) fn tip(command: &Command, message: &clap::Error) -> Option<String> {
    let arguments = match message.get(ContextKind::InvalidArg)? {
        ContextValue::String(argument) => std::slice::from_ref(argument),
        ContextValue::Strings(arguments) => arguments,
        _ => return None,
    };
    let name = arguments
        .first()?
        .trim_start_matches('-')
        .split([' ', '='])
        .next()?;
    match message.kind() {
        ErrorKind::UnknownArgument => {
            if command.find_subcommand(name).is_some() {
                return Some(format!(
                    "there is the command '{} {name}'",
                    command.get_name()
                ));
            }
            if let Some(advice) = elsewhere(command, name) {
                return Some(advice);
            }
            let has_value = |option: &&Arg| {
                let values = option.get_possible_values();
                values.iter().any(|value| value.matches(name, false))
            };
            // If several options have this value, suggest --emit, which is meant most often.
            let options = command.get_opts().filter(has_value);
            let option = options.min_by_key(|option| option.get_long() != Some("emit"))?;
            let option = option.get_long()?;
            Some(format!("there is '--{option} {name}'"))
        }
        ErrorKind::MissingRequiredArgument => {
            let mut options = command.get_opts();
            let option = options.find(|option| option.get_long() == Some(name))?;
            Some(format!("--{name} is for: {}", option.get_help()?))
        }
        _ => None,
    }
}

/// Prints a message of clap and returns the exit code. A full disk while printing help is an error;
/// a closed pipe is not.
pub fn print_help_or_error(tool: &str, message: &clap::Error, tip: Option<String>) -> u8 {
    let rendered = message.render();
    if message.use_stderr() {
        // A wrong option is reported in the format of all messages, after the tool's name.
        let text = rendered.to_string();
        let text = text.strip_prefix("error: ").unwrap_or(&text);
        let text = in_plain_words(&without_escape_tip(text));
        let text = match (tip, text.split_once("\n\n")) {
            (Some(tip), Some((what, rest))) => {
                // A suggestion that only looks similar would mislead.
                let rest = rest
                    .split("\n\n")
                    .filter(|part| !part.starts_with("  tip: "));
                let rest = rest.collect::<Vec<_>>().join("\n\n");
                format!("{what}\n\n  tip: {tip}\n\n{rest}")
            }
            _ => text,
        };
        drop(write!(std::io::stderr(), "{tool}: {text}"));
        return FAILURE;
    }
    let mut out = match Writer::standard() {
        Ok(out) => out,
        Err(error) => {
            drop(writeln!(std::io::stderr(), "{tool}: {error}"));
            return FAILURE;
        }
    };
    let text = if out.takes_colors() {
        rendered.ansi().to_string()
    } else {
        rendered.to_string()
    };
    let text = help::printed(&text);
    match out.write(text.as_bytes()).and_then(|()| out.finish()) {
        Ok(()) | Err(Error::Closed) => SUCCESS,
        Err(Error::Failed(error)) => {
            drop(writeln!(std::io::stderr(), "{tool}: {error}"));
            FAILURE
        }
    }
}
