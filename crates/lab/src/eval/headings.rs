//! A baseline for preambles: the text begins with its first heading. So GutenMark finds it, the program that Kaser & Lemire compare with
//! (section 4.3): it looks for markers such as "Chapter I." and passes over tables of contents. The program cannot be had any more, and this is
//! written from what the paper says of it.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::json;

/// Words that a heading begins with.
const PARTS: [&str; 12] = [
    "chapter", "book", "part", "volume", "act", "scene", "canto", "letter", "section", "stave",
    "lecture", "prologue",
];
/// Words that are a heading by themselves.
const ALONE: [&str; 4] = ["introduction", "preface", "prologue", "foreword"];
/// Headings that follow each other by no more lines than this are in a table of contents.
const CONTENTS: usize = 6;

/// Writes a bounds record for each book.
pub fn write_bounds(books: &[PathBuf], to: &Path) -> anyhow::Result<()> {
    let mut records = String::new();
    for book in books {
        let bytes = fs::read(book).with_context(|| book.display().to_string())?;
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let record = json!({
            "doc": book.display().to_string(),
            "lines": lines.len(),
            "preamble_end": first_heading(&lines),
            "epilogue_start": 0,
        });
        records += &format!("{record}\n");
    }
    Ok(fs::write(to, records)?)
}

/// How many lines stand before the first heading that text follows; 0 where there is none.
fn first_heading(lines: &[&str]) -> usize {
    let headings: Vec<usize> = (0..lines.len())
        .filter(|&at| is_heading(lines[at]))
        .collect();
    let follows = |&(at, &heading): &(usize, &usize)| match headings.get(at + 1) {
        Some(next) => next - heading > CONTENTS,
        None => true,
    };
    headings
        .iter()
        .enumerate()
        .find(follows)
        .map_or(0, |(_, &heading)| heading)
}

/// A part's name with a number, or a word such as "preface", on a line of its own.
fn is_heading(line: &str) -> bool {
    let line = line.trim().to_lowercase();
    let mut words = line
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let (Some(first), second) = (words.next(), words.next()) else {
        return false;
    };
    let numbered = PARTS.contains(&first) && second.is_some_and(is_number);
    line.len() < 60 && (numbered || ALONE.contains(&first) && second.is_none())
}

/// In digits, Roman numerals or words.
fn is_number(word: &str) -> bool {
    const WORDS: [&str; 5] = ["one", "first", "the", "i", "1"];
    word.bytes().all(|byte| byte.is_ascii_digit())
        || word.bytes().all(|byte| b"ivxlc".contains(&byte))
        || WORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_contents_is_passed_over() {
        let book = "Some title\n\nCHAPTER I. The mill\nCHAPTER II. The pond\n\n\n\n\nChapter I.\n\nRain.\n";
        let lines: Vec<&str> = book.lines().collect();
        assert_eq!(first_heading(&lines), 8);
        assert_eq!(first_heading(&["Nothing", "like it"]), 0);
    }

    #[test]
    fn headings_have_numbers() {
        for heading in [
            "CHAPTER IV",
            "Book the First",
            "ACT 1. Scene 2",
            "  PREFACE.",
        ] {
            assert!(is_heading(heading), "{heading}");
        }
        for line in [
            "Part of the house was dark",
            "Chapter and verse",
            "",
            "Preface to the second edition",
        ] {
            assert!(!is_heading(line), "{line}");
        }
    }
}
