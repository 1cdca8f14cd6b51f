//! Source files whose licence headers are the boilerplate, with the truth from their comments' ends.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_64;

/// A file and where its licence header ends.
pub struct Header {
    /// The file.
    pub path: PathBuf,
    /// The last raw line of the header, 0 without one.
    pub preamble_end: u64,
}

/// Not more files than this of one folder, so that no project outweighs the others.
const OF_A_FOLDER: usize = 12;
/// Not more labelled files than this.
const LABELLED: usize = 600;

/// The C and C++ headers below `folder`, one of each file name, because distributions ship the same headers many times.
pub fn headers(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
            let is_header = path
                .extension()
                .is_some_and(|extension| extension == "h" || extension == "hpp");
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else if is_header && path.is_file() {
                found.push(path);
            }
        }
    }
    found.sort();
    let mut names = HashSet::new();
    found.retain(|path| names.insert(path.file_name().unwrap_or_default().to_owned()));
    found
}

/// Some of `files`, in an order that has nothing to do with their names, with the ends of their licence headers.
/// Files that speak of a licence again further down are left out: there the comment's end is not the whole truth.
pub fn labelled(files: &[PathBuf]) -> Vec<Header> {
    let mut order: Vec<&PathBuf> = files.iter().collect();
    order.sort_by_key(|path| xxh3_64(path.as_os_str().as_encoded_bytes()));
    let mut of_folder: HashMap<PathBuf, usize> = HashMap::new();
    let mut chosen = Vec::new();
    for path in order {
        let folder: PathBuf = path.parent().unwrap_or(path).components().take(5).collect();
        let seen = of_folder.entry(folder).or_default();
        let Ok(bytes) = std::fs::read(path) else {
            continue;
        };
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().collect();
        let end = header_end(&lines);
        if *seen >= OF_A_FOLDER
            || end + 1 >= lines.len()
            || lines[end..].iter().any(|line| speaks_of_rights(line))
        {
            continue;
        }
        *seen += 1;
        chosen.push(Header {
            path: path.clone(),
            preamble_end: end as u64,
        });
        if chosen.len() == LABELLED {
            break;
        }
    }
    chosen
}

/// The number of lines up to the end of the last comment at the top that speaks of a licence.
fn header_end(lines: &[&str]) -> usize {
    let mut end = 0;
    let mut at = 0;
    while at < lines.len().min(200) {
        if is_blank_or_guard(lines[at]) {
            at += 1;
            continue;
        }
        let Some(after) = comment_end(lines, at) else {
            break;
        };
        let comment = &lines[at..after];
        if comment.iter().any(|line| speaks_of_rights(line)) {
            end = after;
        } else if end > 0 && lines[at].trim_start().starts_with("/*") {
            break;
        }
        at = after;
    }
    end
}

/// The line after the comment that begins at line `at`.
fn comment_end(lines: &[&str], at: usize) -> Option<usize> {
    let first = lines[at].trim_start();
    if first.starts_with("//") {
        let comment = lines[at..]
            .iter()
            .take_while(|line| line.trim_start().starts_with("//"));
        return Some(at + comment.count());
    }
    let rest = first.strip_prefix("/*")?;
    if rest.contains("*/") {
        return Some(at + 1);
    }
    let inside = lines[at + 1..]
        .iter()
        .position(|line| line.contains("*/"))?;
    Some(at + 1 + inside + 1)
}

fn is_blank_or_guard(line: &str) -> bool {
    let line = line.trim();
    let directive = line.strip_prefix('#').map(str::trim_start);
    line.is_empty()
        || directive.is_some_and(|directive| {
            ["ifndef", "define", "pragma"]
                .iter()
                .any(|word| directive.starts_with(word))
        })
}

fn speaks_of_rights(line: &str) -> bool {
    let line = line.to_lowercase();
    let phrases = [
        "license",
        "licence",
        "licensing",
        "copyright",
        "permission is hereby",
        "all rights reserved",
        "spdx",
        "(c) 19",
        "(c) 20",
    ];
    phrases.iter().any(|phrase| line.contains(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(text: &str) -> usize {
        header_end(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn headers_end_with_their_comments() {
        assert_eq!(end("/* A file.\n   Copyright someone.  */\n\nint x;"), 2);
        assert_eq!(
            end("// Part 1\n\n// Copyright\n// of all\n\n/** @file */\nint x;"),
            4
        );
        assert_eq!(
            end("#ifndef A\n/* Copyright */\n/* Licence */\n#define A"),
            3
        );
        assert_eq!(end("int x; /* Copyright */"), 0);
        assert_eq!(end("/* never closed\nCopyright"), 0);
    }
}
