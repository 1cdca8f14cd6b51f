//! chared's training (PRESEMT 2012, section 4) on pages that are made of translated text. Their declarations give the
//! encodings of a language, and those of more than 0.5 % of the pages become models. Five-fold cross-validation
//! measures how often the models are right.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use charset::codec::{Decoder, encode};
use charset::paper::{Products, Vectors};
use charset::{Encoding, Sample};

use crate::random::Random;

/// An encoding with the share of pages that declare it, and how often it was found in table 1, in percent.
type Row = (&'static str, f64, Option<f64>);

/// Table 1: a language, its training documents, its encodings, and the weighted mean.
struct Language {
    code: &'static str,
    pages: usize,
    rows: &'static [Row],
    mean: f64,
}

const TABLE: [Language; 6] = [
    Language {
        code: "cs",
        pages: 801,
        rows: &[
            ("utf-8", 60.2, Some(100.0)),
            ("windows-1250", 32.2, Some(100.0)),
            ("windows-1252", 0.4, None),
            ("iso-8859-1", 1.0, Some(89.5)),
            ("iso-8859-2", 6.0, Some(99.6)),
        ],
        mean: 99.2,
    },
    Language {
        code: "en",
        pages: 668,
        rows: &[
            ("utf-8", 56.9, Some(95.8)),
            ("windows-1250", 0.3, None),
            ("windows-1252", 9.4, Some(97.5)),
            ("iso-8859-1", 32.8, Some(90.9)),
        ],
        mean: 93.5,
    },
    Language {
        code: "de",
        pages: 773,
        rows: &[
            ("utf-8", 54.6, Some(100.0)),
            ("windows-1250", 0.1, None),
            ("windows-1252", 6.5, Some(97.3)),
            ("iso-8859-1", 37.1, Some(85.8)),
            ("iso-8859-2", 0.1, None),
            ("iso-8859-15", 1.2, Some(85.6)),
        ],
        mean: 93.7,
    },
    Language {
        code: "el",
        pages: 879,
        rows: &[
            ("utf-8", 68.5, Some(100.0)),
            ("windows-1250", 0.2, None),
            ("windows-1252", 3.1, Some(75.8)),
            ("windows-1253", 14.3, Some(99.3)),
            ("iso-8859-1", 1.7, Some(71.2)),
            ("iso-8859-7", 12.0, Some(97.2)),
        ],
        mean: 97.9,
    },
    Language {
        code: "it",
        pages: 771,
        rows: &[
            ("utf-8", 54.2, Some(100.0)),
            ("windows-1252", 7.1, Some(95.7)),
            ("iso-8859-1", 37.9, Some(85.1)),
            ("iso-8859-2", 0.1, None),
        ],
        mean: 93.3,
    },
    Language {
        code: "nb",
        pages: 740,
        rows: &[
            ("utf-8", 63.0, Some(100.0)),
            ("windows-1250", 0.1, None),
            ("windows-1252", 7.0, Some(97.4)),
            ("iso-8859-1", 29.3, Some(88.2)),
            ("iso-8859-2", 0.1, None),
            ("iso-8859-15", 0.4, None),
        ],
        mean: 95.7,
    },
];

/// Encodings of fewer pages have no model.
const LEAST_SHARE: f64 = 0.005;
const FOLDS: usize = 5;
/// Sources of collect-text that pages are made of.
const SOURCES: [&str; 5] = ["blog", "game", "help", "office", "wiki"];

/// A page, and what it declares.
struct Page {
    encoding: Encoding,
    bytes: Vec<u8>,
}

impl Page {
    fn text(&self) -> String {
        let mut text = String::new();
        Decoder::new(self.encoding).decode(&self.bytes, true, &mut text);
        text
    }
}

/// How many pages in an encoding were read in it, and as the right text.
#[derive(Default)]
struct Right {
    pages: usize,
    by_name: usize,
    by_text: usize,
}

/// Makes pages of the texts in `folder` (output of collect-text), and prints table 1 of them and the published one.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    println!(
        "Pages made of text from {}; found: by its name, and as the same text under whatever name, beside table 1 (%)",
        folder.display()
    );
    println!(
        "{:<4} {:<14} {:>6} {:>7} {:>8} {:>8} {:>10}",
        "", "declared", "pages", "freq", "by name", "by text", "published"
    );
    for language in &TABLE {
        let pages = pages(folder, language)?;
        let found = cross_validated(language.code, &pages);
        print(language, &found, pages.len());
    }
    Ok(())
}

fn print(language: &Language, found: &BTreeMap<Encoding, Right>, pages: usize) {
    let percent = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
    let (mut all, mut by_name, mut by_text) = (0, 0, 0);
    for (name, _, published) in language.rows {
        let encoding: Encoding = name.parse().expect("it is in the table");
        let Some(right) = found.get(&encoding) else {
            continue;
        };
        print!(
            "{:<4} {name:<14} {:>6} {:>7.1}",
            language.code,
            right.pages,
            percent(right.pages, pages)
        );
        match published {
            Some(published) => println!(
                " {:>8.1} {:>8.1} {published:>10.1}",
                percent(right.by_name, right.pages),
                percent(right.by_text, right.pages)
            ),
            None => println!(" {:>8} {:>8} {:>10}", "n/a", "n/a", "n/a"),
        }
        all += right.pages;
        by_name += right.by_name;
        by_text += right.by_text;
    }
    println!(
        "{:<4} {:<14} {all:>6} {:>7} {:>8.1} {:>8.1} {:>10.1}",
        language.code,
        "weighted mean",
        "",
        percent(by_name, all),
        percent(by_text, all),
        language.mean
    );
}

/// As many pages as the paper has, each of lines that no other has, in encodings as frequent as there.
fn pages(folder: &Path, language: &Language) -> anyhow::Result<Vec<Page>> {
    let mut text = String::new();
    for source in SOURCES {
        let path = folder.join(source).join(format!("{}.txt", language.code));
        text += &fs::read_to_string(path).unwrap_or_default();
    }
    let mut lines: Vec<&str> = text.lines().collect();
    ensure!(
        lines.len() > 10 * language.pages,
        "too little text for {} in {}: cargo lab collect-text writes it",
        language.code,
        folder.display()
    );
    let mut random = Random::new(1);
    for at in (1..lines.len()).rev() {
        lines.swap(at, random.below(at as u64 + 1) as usize);
    }
    let of_page = lines.len() / language.pages;
    lines
        .chunks_exact(of_page)
        .take(language.pages)
        .map(|lines| {
            let encoding = drawn(&mut random, language.rows)?;
            Ok(page(encoding, lines))
        })
        .collect()
}

fn drawn(random: &mut Random, rows: &[Row]) -> anyhow::Result<Encoding> {
    let all: f64 = rows.iter().map(|(_, share, _)| share).sum();
    let mut left = random.uniform() * all;
    let row = rows.iter().find(|(_, share, _)| {
        left -= share;
        left < 0.0
    });
    let (name, ..) = row.or(rows.last()).context("a row")?;
    name.parse().map_err(anyhow::Error::msg)
}

/// A page as an editor of that encoding writes it: what the encoding lacks is a plainer character, or a reference.
fn page(encoding: Encoding, lines: &[&str]) -> Page {
    let mut html = format!(
        "<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset={encoding}\">\n<title>{}</title>\n</head>\n<body>\n",
        lines[0]
    );
    for line in &lines[1..] {
        html += &format!("<p>{line}</p>\n");
    }
    html += "</body>\n</html>\n";
    let mut bytes = Vec::new();
    for char in html.chars() {
        if encode(encoding, char, &mut bytes) {
            continue;
        }
        let plain = match char {
            '‘' | '’' => "'",
            '“' | '”' | '„' => "\"",
            '–' | '—' => "-",
            '…' => "...",
            _ => "",
        };
        match plain {
            "" => bytes.extend(format!("&#{};", u32::from(char)).bytes()),
            plain => bytes.extend(plain.bytes()),
        }
    }
    Page { encoding, bytes }
}

/// The answers for each fold of models that were made of the other folds.
fn cross_validated(code: &str, pages: &[Page]) -> BTreeMap<Encoding, Right> {
    let mut found: BTreeMap<Encoding, Right> = BTreeMap::new();
    for fold in 0..FOLDS {
        let is_left_out = |number: usize| number % FOLDS == fold;
        let of = |left_out: bool| {
            let numbered = pages.iter().enumerate();
            numbered.filter(move |(number, _)| is_left_out(*number) == left_out)
        };
        let mut counts: BTreeMap<Encoding, usize> = BTreeMap::new();
        let mut sample = Sample::default();
        for (_, page) in of(false) {
            *counts.entry(page.encoding).or_default() += 1;
            sample.add(&page.text());
        }
        let all: usize = counts.values().sum();
        let mut encodings: Vec<(usize, Encoding)> = counts
            .into_iter()
            .filter(|(_, count)| *count as f64 > LEAST_SHARE * all as f64)
            .map(|(encoding, count)| (count, encoding))
            .collect();
        encodings.sort_by_key(|&(count, encoding)| (std::cmp::Reverse(count), encoding));
        let encodings = encodings
            .into_iter()
            .map(|(_, encoding)| encoding)
            .collect();
        let vectors = Vectors::new(&sample.model(code, encodings));
        for (_, page) in of(true) {
            let mut products = Products::new(&vectors);
            products.push(&page.bytes);
            let scored = products.products().iter().zip(vectors.encodings());
            // Of equal ones the first wins, which is the most frequent.
            let best = scored.rev().max_by_key(|(product, _)| **product);
            let answer = best.map(|(_, encoding)| *encoding);
            let right = found.entry(page.encoding).or_default();
            right.pages += 1;
            right.by_name += usize::from(answer == Some(page.encoding));
            right.by_text += usize::from(answer.is_some_and(|encoding| {
                let mut text = String::new();
                Decoder::new(encoding).decode(&page.bytes, true, &mut text);
                text == page.text()
            }));
        }
    }
    found
}
