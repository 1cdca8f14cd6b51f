//! trommel-record(5), from the doc comments of `crates/record`: they are the specification.

use std::fs;
use std::path::Path;

use anyhow::Context;
use roff::{Roff, roman};

use super::fields::{Field, Types, links_removed, table};
use super::markdown;

/// A kind of record.
pub struct Record {
    /// Its name.
    pub name: String,
    /// The source file of its type, without `.rs`.
    pub file: String,
    writers: String,
    readers: String,
    /// The doc comment of its type.
    pub text: String,
    pub fields: Vec<Field>,
}

/// The page. Its order is that of the table in `lib.rs`.
pub fn page(source: &Path) -> anyhow::Result<Vec<u8>> {
    let mut page = Roff::new();
    page.control("SH", ["NAME"]).text([roman(
        "trommel-record - JSON Lines records that the tools pass to each other",
    )]);
    let (introduction, records) = records(source)?;
    markdown::append(&mut page, "# Description");
    let shared = introduction
        .split("\n\n")
        .skip(1)
        .take_while(|paragraph| !paragraph.starts_with('|'));
    markdown::append(
        &mut page,
        &links_removed(&shared.collect::<Vec<_>>().join("\n\n")),
    );
    for Record {
        name,
        writers,
        readers,
        text,
        fields,
        ..
    } in records
    {
        markdown::append(&mut page, &format!("# The {name} record"));
        page.control("PP", [])
            .text([roman(format!("Written by {writers}; read by {readers}."))]);
        let mut text = without_code(&text);
        if !text.contains("| field |") {
            let (about, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
            text = format!("{about}\n\n{}\n{rest}", table(&fields));
        }
        markdown::append(&mut page, &links_removed(&text));
    }
    Ok((super::manual::title("trommel-record", 5) + &page.to_roff()).into_bytes())
}

/// The introduction of the crate, and the records of its table.
pub fn records(source: &Path) -> anyhow::Result<(String, Vec<Record>)> {
    let library = read(&source.join("lib.rs"))?;
    let introduction = comment(
        library.lines().take_while(|line| line.starts_with("//!")),
        "//!",
    );
    let types = Types::read(source)?;
    let mut records = Vec::new();
    for row in introduction.lines().filter(|line| line.contains("[`")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, record, type_name, writers, readers, ..] = cells[..] else {
            continue;
        };
        let Some(name) = type_name
            .strip_prefix("[`")
            .and_then(|rest| rest.strip_suffix("`]"))
        else {
            continue;
        };
        let file = snake_case(name);
        let text = read(&source.join(format!("{file}.rs")))?;
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| {
            ["struct", "enum"]
                .iter()
                .any(|kind| line.starts_with(&format!("pub {kind} {name}")))
        });
        let at = at.with_context(|| format!("the type {name}"))?;
        let start = lines[..at]
            .iter()
            .rposition(|line| !line.starts_with("///") && !line.starts_with("#["))
            .map_or(0, |n| n + 1);
        let text = comment(
            lines[start..at]
                .iter()
                .copied()
                .filter(|line| line.starts_with("///")),
            "///",
        );
        let fields = types.of(name, &text);
        records.push(Record {
            fields: fields.with_context(|| format!("the {record} record"))?,
            name: record.to_owned(),
            file,
            writers: writers.to_owned(),
            readers: readers.to_owned(),
            text,
        });
    }
    Ok((introduction, records))
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.char_indices() {
        if letter.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

fn comment<'a>(lines: impl Iterator<Item = &'a str>, marker: &str) -> String {
    let strip = |line: &'a str| line.strip_prefix(marker).unwrap_or(line);
    lines
        .map(|line| {
            strip(line)
                .strip_prefix(' ')
                .unwrap_or(strip(line))
                .to_owned()
                + "\n"
        })
        .collect()
}

/// The examples are for Rust programmers.
fn without_code(text: &str) -> String {
    text.split("```").step_by(2).collect()
}
