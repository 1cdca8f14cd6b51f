//! Yalniz, Can & Manmatha 2011: table 2, and figure 3.
//!
//! Figure 3 shows the scores of a text that is misread throughout and partly replaced. A random passage of a reference
//! book is replaced with one of the same length from another book; then characters are changed, lost or added at
//! random, at some rate, as scanning does. Both scores are averages of some trials. In the first scenario the other
//! book is of another author, in the second of the same.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, bail};
use lcsdup::{Builder, lis, score};
use uniqwords::{Extractor, Feature};

use crate::corpora;
use crate::random::Random;

/// A row of table 2: words of X and Y, LCS, cs and its as printed.
const TABLE_2: [(&str, usize, usize, usize, f64, f64); 3] = [
    (
        "Shakespeare's Law (two copies)",
        1482,
        1563,
        1404,
        0.922,
        0.979,
    ),
    ("Departmental ditties", 1787, 4512, 739, 0.260, 0.765),
    (
        "Metrical Translations; Ausonius",
        7526,
        12695,
        53,
        0.005,
        0.400,
    ),
];

/// Parts of the reference that stay, in percent: the horizontal axis.
const OVERLAPS: [u32; 11] = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// Rates of misread characters, in percent: the lines.
const NOISES: [u32; 6] = [0, 2, 5, 10, 15, 20];

/// The scores: the paper's, and the one that does not depend on lengths.
const SCORES: [&str; 3] = ["its", "cs", "excess"];

/// Prints table 2, and makes figure 3 if there are books.
pub fn run(folder: Option<&Path>, out: &Path, trials: usize) -> anyhow::Result<()> {
    println!("Table 2: scores from the printed lengths (the paper rounds one and cuts two)");
    println!(
        "  {:32} {:>6} {:>6} {:>5}  {:>7} {:>6}  {:>7} {:>6}",
        "", "|X|", "|Y|", "LCS", "cs", "paper", "its", "paper"
    );
    for (name, x, y, lcs, paper_cs, paper_its) in TABLE_2 {
        let (cs, its) = (score::cs(x, y, lcs), score::its(x, y, lcs));
        println!(
            "  {name:32} {x:6} {y:6} {lcs:5}  {cs:7.4} {paper_cs:6.3}  {its:7.4} {paper_its:6.3}"
        );
        if (cs - paper_cs).abs() >= 0.001 || (its - paper_its).abs() >= 0.001 {
            bail!("{name} differs by 0.001 or more");
        }
    }
    match folder {
        Some(folder) => figure_3(folder, out, trials),
        None => {
            println!("\nFigure 3 needs a folder of books.");
            Ok(())
        }
    }
}

/// A book without its first and last 400 lines, where the licence text is.
struct Book {
    name: String,
    author: String,
    text: String,
}

fn figure_3(folder: &Path, out: &Path, trials: usize) -> anyhow::Result<()> {
    let books = read_books(&corpora::unpacked(folder)?)?;
    let (reference, scenarios) = choose(&books)?;
    let mut table = String::from("scenario\tscore\tnoise_percent\toverlap_percent\tmean\n");
    let mut panels: Vec<Panel> = Vec::new();
    println!(
        "\nFigure 3, {trials} trials a point; reference: {} ({})",
        reference.name, reference.author
    );
    for (scenario, other) in scenarios {
        println!("  {scenario}: {} ({})", other.name, other.author);
        let mut means = vec![[[0.0; OVERLAPS.len()]; NOISES.len()]; SCORES.len()];
        let mut random = Random::new(2011);
        for (noise_index, &noise) in NOISES.iter().enumerate() {
            for (overlap_index, &overlap) in OVERLAPS.iter().enumerate() {
                for _ in 0..trials {
                    let text = misread(
                        &mix(reference, other, overlap, &mut random),
                        noise,
                        &mut random,
                    );
                    for (score, value) in scores(&reference.text, &text).into_iter().enumerate() {
                        means[score][noise_index][overlap_index] += value / trials as f64;
                    }
                }
            }
        }
        for (score, lines) in SCORES.iter().zip(&means) {
            for (noise, line) in NOISES.iter().zip(lines) {
                for (overlap, mean) in OVERLAPS.iter().zip(line) {
                    writeln!(table, "{scenario}\t{score}\t{noise}\t{overlap}\t{mean:.4}")?;
                }
            }
            panels.push(Panel {
                title: format!("{score}, {scenario}"),
                lines: *lines,
            });
        }
    }
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    fs::write(out.join("figure-3.tsv"), table)?;
    fs::write(out.join("figure-3.svg"), draw(&panels))?;
    println!("wrote {0}/figure-3.tsv and {0}/figure-3.svg", out.display());
    Ok(())
}

fn read_books(folder: &Path) -> anyhow::Result<Vec<Book>> {
    let mut books = Vec::new();
    for path in corpora::text_files(folder)? {
        let bytes = fs::read(&path)?;
        let Ok(text) = std::str::from_utf8(&bytes) else {
            continue;
        };
        let lines: Vec<&str> = text.lines().collect();
        let author = lines
            .iter()
            .take(100)
            .find_map(|line| line.strip_prefix("Author: "));
        let (Some(author), 2000..) = (author, lines.len()) else {
            continue;
        };
        books.push(Book {
            name: path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            author: author.trim().to_owned(),
            text: lines[400..lines.len() - 400].join("\n"),
        });
    }
    Ok(books)
}

/// The reference and the other book of each scenario: the first two novels of one author that are about as long and
/// no duplicates, and the first book of another author.
fn choose(books: &[Book]) -> anyhow::Result<(&Book, [(&'static str, &Book); 2])> {
    // As long as novels are; the other one must fill any part of the reference.
    let long = |book: &&Book| (250_000..1_000_000).contains(&book.text.len());
    for (index, reference) in books.iter().enumerate().filter(|(_, book)| long(book)) {
        // In the same language, judged by the few words that any two books share in one order, and not a
        // duplicate.
        let fits = |book: &&Book| {
            let [its, _, excess] = scores(&reference.text, &book.text);
            book.text.len() >= reference.text.len() && its > 0.3 && excess < 1.5
        };
        let same = books[index + 1..]
            .iter()
            .filter(long)
            .filter(|book| book.author == reference.author)
            .find(fits);
        let another = books
            .iter()
            .filter(long)
            .filter(|book| book.author != reference.author)
            .find(fits);
        if let (Some(same), Some(another)) = (same, another) {
            return Ok((
                reference,
                [("another author", another), ("the same author", same)],
            ));
        }
    }
    bail!("no two books of one author (a line \"Author: \") that are long enough")
}

/// The reference with all but `overlap` percent, in one random place, replaced with a random passage of the other book.
fn mix(reference: &Book, other: &Book, overlap: u32, random: &mut Random) -> String {
    let reference: Vec<&str> = reference.text.split_whitespace().collect();
    let other: Vec<&str> = other.text.split_whitespace().collect();
    let replaced = (reference.len() * (100 - overlap as usize) / 100).min(other.len());
    let at = random.below((reference.len() - replaced + 1) as u64) as usize;
    let from = random.below((other.len() - replaced + 1) as u64) as usize;
    let mut words = reference;
    words[at..at + replaced].copy_from_slice(&other[from..from + replaced]);
    words.join(" ")
}

/// The text with `noise` percent of its characters changed, lost, or followed by another, as often one as the other.
fn misread(text: &str, noise: u32, random: &mut Random) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if random.below(100) >= u64::from(noise) {
            out.push(character);
            continue;
        }
        let letter = char::from(b'a' + random.below(26) as u8);
        match random.below(3) {
            0 => out.push(letter),
            1 => {}
            _ => out.extend([character, letter]),
        }
    }
    out
}

/// its, cs and excess of two texts.
fn scores(a: &str, b: &str) -> [f64; 3] {
    let mut extractor = Extractor::default();
    let mut builder = Builder::new();
    for text in [a, b] {
        let words = extractor.extract(text, Feature::Unique);
        builder.push(words.iter(), &[]).expect("unique words");
    }
    let books = builder.finish();
    let mut places = vec![0; books.spread().len()];
    for (place, &word) in (1..).zip(books.words(1)) {
        places[word as usize] = place;
    }
    // Only words of both books are left in either.
    let common: Vec<u32> = books
        .words(0)
        .iter()
        .map(|&word| places[word as usize])
        .collect();
    let lcs = lis::length_at_least(&common, 0, &mut Vec::new()).unwrap_or(0);
    let (x, y) = (books.size(0), books.size(1));
    [
        score::its(x, y, lcs),
        score::cs(x, y, lcs),
        score::excess(common.len(), lcs),
    ]
}

/// A score in a scenario: a line for each rate of noise.
struct Panel {
    title: String,
    lines: [[f64; OVERLAPS.len()]; NOISES.len()],
}

/// The panels side by side, a row for each scenario.
fn draw(panels: &[Panel]) -> String {
    const SIDE: f64 = 220.0;
    const STEP: f64 = SIDE + 70.0;
    let columns = SCORES.len();
    let (width, height) = (STEP * columns as f64 + 90.0, STEP * 2.0 + 10.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let shade = |line: usize| format!("hsl(215 80% {}%)", 25 + 10 * line);
    for (index, panel) in panels.iter().enumerate() {
        let (left, top) = (
            50.0 + STEP * (index % columns) as f64,
            30.0 + STEP * (index / columns) as f64,
        );
        let highest = panel.lines.iter().flatten().copied().fold(1.0, f64::max);
        let x = |overlap: u32| left + SIDE * f64::from(overlap) / 100.0;
        let y = |value: f64| top + SIDE * (1.0 - value / highest);
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{:.0}\" font-weight=\"bold\">{}</text>\
             <path d=\"M{left},{top}v{SIDE}h{SIDE}\" fill=\"none\" stroke=\"#444\"/>",
            top - 10.0,
            panel.title
        );
        for tick in 0..=4 {
            let value = highest * f64::from(tick) / 4.0;
            let overlap = 25 * tick;
            let _ = writeln!(
                svg,
                "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"end\">{value:.2}</text>\
                 <text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{overlap}</text>",
                left - 5.0,
                y(value) + 4.0,
                x(overlap),
                top + SIDE + 15.0
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.0}\" y=\"{:.0}\" text-anchor=\"middle\">overlap (%)</text>",
            left + SIDE / 2.0,
            top + SIDE + 30.0
        );
        for (line, values) in panel.lines.iter().enumerate() {
            let points: Vec<String> = OVERLAPS
                .iter()
                .zip(values)
                .map(|(&overlap, &value)| format!("{:.1},{:.1}", x(overlap), y(value)))
                .collect();
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.6\"/>",
                points.join(" "),
                shade(line)
            );
        }
    }
    for (line, noise) in NOISES.iter().enumerate() {
        let (x, y) = (width - 80.0, 50.0 + 18.0 * line as f64);
        let _ = writeln!(
            svg,
            "<path d=\"M{x},{:.0}h20\" stroke=\"{}\" stroke-width=\"2\"/><text x=\"{}\" y=\"{y}\">{noise} % noise</text>",
            y - 4.0,
            shade(line),
            x + 25.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}
