//! The tables of sections 4.2 and 4.3, methods side by side, and the landscape that FindOptimal walks over.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use altcount::{Column, CutPoint, Index, Page, find_optimal};
use anyhow::Context;
use encoding_rs::Encoding;

use crate::sites::{Set, sets};
use crate::{corpora, eval};

/// Prints the tables and draws the landscape.
pub fn run(folder: &Path, set: Option<&str>, out: &Path) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    eval::altcount(&folder)?;
    let sets = sets(&folder)?;
    println!("\nCut points: what FindOptimal returns");
    for set in &sets {
        let path = find_optimal(&index(set)?);
        let last = path.last().context("a search visits a point")?;
        println!(
            "{:<14} ({}, {}) after {} steps, {} alternations",
            set.name,
            last.n,
            last.a,
            path.len() - 1,
            last.alternations
        );
    }
    let chosen = match set {
        None => &sets[0],
        Some(name) => sets
            .iter()
            .find(|set| set.name == name)
            .with_context(|| format!("no set {name}"))?,
    };
    fs::create_dir_all(out)?;
    let file = out.join(format!("landscape-{}.svg", chosen.name));
    fs::write(&file, landscape(chosen)?)?;
    println!("\nA(n, a) of {}: {}", chosen.name, file.display());
    Ok(())
}

fn index(set: &Set) -> anyhow::Result<Index> {
    let encoding = Encoding::for_label(set.encoding.as_bytes())
        .with_context(|| format!("encoding {}", set.encoding))?;
    let texts = set
        .pages
        .iter()
        .map(|page| Ok(encoding.decode(&fs::read(page)?).0.into_owned()))
        .collect::<anyhow::Result<Vec<String>>>()?;
    Ok(Index::build(texts.len(), |page| {
        Page::Characters(&texts[page]).units().map(|(_, unit)| unit)
    })?)
}

const CELL_WIDTH: usize = 13;
const CELL: usize = 7;
const LEFT: usize = 60;
const TOP: usize = 84;
const MAX_A: usize = 99;

/// A cell for each (n, a), darker for fewer alternations, with the path of the search.
fn landscape(set: &Set) -> anyhow::Result<String> {
    let index = index(set)?;
    let path = find_optimal(&index);
    let last = *path.last().context("a search visits a point")?;
    let longest = (last.n + last.n / 2).clamp(40, 100);
    let columns: Vec<(usize, Vec<u64>)> = (2..=longest)
        .map(|n| {
            let column = Column::new(&index, n, MAX_A as u8);
            (n, column.alternations(&index))
        })
        .collect();
    let values = columns.iter().flat_map(|(_, column)| &column[1..]);
    let most = values.copied().max().unwrap_or(0);
    let shade = |value: u64| ((value + 1) as f64).ln() / ((most + 1) as f64).ln().max(1e-9);
    let (width, height) = (x(longest) + CELL_WIDTH + 24, y(1) + CELL + 56);
    let mut svg = String::new();
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"24\" font-size=\"15\">A(n, a) of {} ({} pages)</text>\n\
         <text x=\"{LEFT}\" y=\"44\" fill=\"#555\">Darker: fewer alternations (logarithmic).</text>\n\
         <text x=\"{LEFT}\" y=\"62\" fill=\"#555\">Line: the search from (2, 1) to ({}, {}), {} alternations</text>",
        escape(&set.name),
        set.pages.len(),
        last.n,
        last.a,
        last.alternations
    )?;
    for (n, column) in &columns {
        for (a, value) in column.iter().enumerate().skip(1) {
            writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{CELL_WIDTH}\" height=\"{CELL}\" fill=\"{}\"><title>n {n}, a {a}: {value}</title></rect>",
                x(*n),
                y(a),
                color(shade(*value))
            )?;
        }
    }
    let (middle_x, middle_y) = (CELL_WIDTH / 2, CELL / 2);
    let points: Vec<String> = path
        .iter()
        .map(|point: &CutPoint| {
            format!(
                "{},{}",
                x(point.n) + middle_x,
                y(usize::from(point.a)) + middle_y
            )
        })
        .collect();
    let (end_x, end_y) = (x(last.n) + middle_x, y(usize::from(last.a)) + middle_y);
    writeln!(
        svg,
        "<polyline points=\"{0}\" fill=\"none\" stroke=\"white\" stroke-width=\"5\"/>\n\
         <polyline points=\"{0}\" fill=\"none\" stroke=\"#d1495b\" stroke-width=\"2.5\"/>\n\
         <circle cx=\"{end_x}\" cy=\"{end_y}\" r=\"5\" fill=\"#d1495b\" stroke=\"white\" stroke-width=\"1.5\"/>",
        points.join(" ")
    )?;
    svg += &axes(longest)?;
    Ok(svg)
}

/// The left edge of a column.
fn x(n: usize) -> usize {
    LEFT + (n - 2) * CELL_WIDTH
}

/// The upper edge of a row.
fn y(a: usize) -> usize {
    TOP + (MAX_A - a) * CELL
}

/// The numbers and titles at the axes, and the end of the picture.
fn axes(longest: usize) -> anyhow::Result<String> {
    let mut svg = String::new();
    for n in (2..=longest).filter(|n| n % 10 == 0 || *n == 2) {
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{n}</text>",
            x(n) + CELL_WIDTH / 2,
            y(1) + CELL + 18
        )?;
    }
    for a in (1..=MAX_A).filter(|a| a % 10 == 0 || *a == 1) {
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{a}</text>",
            LEFT - 8,
            y(a) + CELL
        )?;
    }
    writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">n, the length of n-grams</text>\n\
         <text x=\"16\" y=\"{center}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {center})\">a, per cent of distinct n-grams</text>\n</svg>",
        (LEFT + x(longest)) / 2,
        y(1) + CELL + 42,
        center = y(MAX_A / 2)
    )?;
    Ok(svg)
}

/// From dark blue at 0 to nearly white at 1.
fn color(share: f64) -> String {
    let mix = |from: f64, to: f64| (from + (to - from) * share).round() as u8;
    format!(
        "#{:02x}{:02x}{:02x}",
        mix(16.0, 240.0),
        mix(44.0, 246.0),
        mix(84.0, 252.0)
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
