//! `cargo lab eval damage`: books in UTF-8 with a few stray bytes. Files in legacy encodings are for the module `damage_legacy`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

use super::damage_legacy::{self, Options};
use crate::corpora::{text_files, unpacked};
use crate::measure::release_tools;
use crate::random::Random;

/// The number of books that are damaged.
const BOOKS: usize = 60;
/// Numbers of damaged bytes.
const DAMAGES: [usize; 6] = [0, 1, 2, 5, 10, 20];
/// Books with fewer characters that are not ASCII show no mojibake.
const FEWEST: usize = 20;
/// The characters that a quotation mark or a dash in UTF-8 becomes when it is read as windows-1252.
const MOJIBAKE: &str = "\u{e2}\u{20ac}";

pub fn run(options: &Options, write: bool) -> anyhow::Result<()> {
    let folder = unpacked(&options.folder)?;
    if folder.join("truth.tsv").exists() {
        return damage_legacy::run(&folder, options, write);
    }
    let books = undamaged(&folder)?;
    let step = books.len() / BOOKS;
    let books: Vec<_> = books.into_iter().step_by(step).take(BOOKS).collect();
    let tools = release_tools()?;
    let work = crate::root().join("target/damage");
    println!(
        "| damaged bytes | books that charset says are UTF-8 | lines of linenorm | with mojibake | with U+FFFD | warnings |"
    );
    println!("|--:|--:|--:|--:|--:|--:|");
    for damage in DAMAGES {
        if work.exists() {
            fs::remove_dir_all(&work)?;
        }
        fs::create_dir_all(&work)?;
        let files = damaged(&books, damage, &work)?;
        let call = |tool: &str, arguments: &[&str]| -> anyhow::Result<(String, String)> {
            let done = Command::new(tools.join(tool))
                .args(arguments)
                .args(&files)
                .output()?;
            Ok((
                String::from_utf8_lossy(&done.stdout).into_owned(),
                String::from_utf8_lossy(&done.stderr).into_owned(),
            ))
        };
        let (answers, _) = call("charset", &["--format", "tsv"])?;
        let utf_8 = answers.lines().filter(|line| {
            line.split('\t')
                .any(|cell| cell.eq_ignore_ascii_case("UTF-8"))
        });
        let utf_8 = utf_8.count();
        let (text, _) = call("linenorm", &["-r"])?;
        let count = |what: &str| text.lines().filter(|line| line.contains(what)).count();
        // One at a time: of like warnings some are counted only.
        let mut warned = 0;
        for file in &files {
            let done = Command::new(tools.join("linenorm"))
                .arg("-r")
                .arg(file)
                .output()?;
            warned += usize::from(!done.stderr.is_empty());
        }
        println!(
            "| {damage} | {utf_8} of {BOOKS} | {} | {} | {} | {warned} |",
            text.lines().count(),
            count(MOJIBAKE),
            count("\u{FFFD}"),
        );
    }
    Ok(())
}

/// Books in UTF-8 that show no mojibake, but would.
fn undamaged(folder: &Path) -> anyhow::Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut books = Vec::new();
    for path in text_files(folder)? {
        let bytes = fs::read(&path)?;
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        let marks = text.chars().filter(|character| !character.is_ascii());
        if marks.count() >= FEWEST && !text.contains(MOJIBAKE) {
            books.push((path, bytes));
        }
    }
    if books.len() < BOOKS {
        bail!("{} books in UTF-8; {BOOKS} are needed", books.len());
    }
    Ok(books)
}

/// Writes the books with this number of damaged bytes each.
fn damaged(
    books: &[(PathBuf, Vec<u8>)],
    damage: usize,
    folder: &Path,
) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for (number, (path, bytes)) in books.iter().enumerate() {
        let mut bytes = bytes.clone();
        let mut random = Random::new((number * 100 + damage) as u64);
        for _ in 0..damage {
            let at = random.below(bytes.len() as u64) as usize;
            bytes[at] = 0x80 + random.below(0x80) as u8;
        }
        let name = path.file_name().context("a file")?.to_string_lossy();
        let file = folder.join(format!("{number:02}-{name}"));
        fs::write(&file, bytes)?;
        files.push(file);
    }
    Ok(files)
}
