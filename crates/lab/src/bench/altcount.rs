//! How altcount grows with its input, and how fast a learned template is used.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::measure::{measure, release_tools};
use crate::{corpora, root};

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// A folder of web pages; without one, made pages
    folder: Option<PathBuf>,
    /// Sizes of the input, in millions of bytes
    #[arg(long, value_delimiter = ',', default_values_t = [10, 50, 100])]
    sizes: Vec<u64>,
    /// Paragraphs of a made page: 200 are 40 kB, with 10 the page is 16 kB, most of it template
    #[arg(long, default_value_t = 200)]
    paragraphs: usize,
}

/// Runs it.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let altcount = release_tools()?.join("altcount").display().to_string();
    let pages = match &options.folder {
        Some(folder) => corpora::files(&corpora::unpacked(folder)?, &["html", "htm"])?,
        None => {
            let most = options.sizes.iter().copied().max().unwrap_or(0);
            made_pages(most * 1_000_000, options.paragraphs)?
        }
    };
    println!(
        "{:>7} {:>9} {:<24} {:>7} {:>8} {:>11}",
        "MB", "pages", "", "CPU s", "MB/s", "bytes/byte"
    );
    for size in &options.sizes {
        let mut total = 0;
        let some: Vec<PathBuf> = pages
            .iter()
            .take_while(|page| {
                total += page.metadata().map_or(0, |metadata| metadata.len());
                total <= size * 1_000_000
            })
            .cloned()
            .collect();
        let bytes: u64 = some
            .iter()
            .filter_map(|page| page.metadata().ok())
            .map(|metadata| metadata.len())
            .sum();
        let list = corpora::list(&some, "bench-altcount.list")?
            .display()
            .to_string();
        let model = root()
            .join("target/bench-altcount.model")
            .display()
            .to_string();
        for (name, command) in [
            (
                "paper",
                format!("{altcount} -q --method paper --emit ranges < {list}"),
            ),
            ("best", format!("{altcount} -q --emit ranges < {list}")),
            (
                "best --fit-on 100",
                format!("{altcount} -q --fit-on 100 --model {model} < {list}"),
            ),
            (
                "--apply of these",
                format!("{altcount} -q --apply {model} < {list}"),
            ),
        ] {
            let usage = measure(&command)?;
            let mega = bytes as f64 / 1e6;
            println!(
                "{mega:>7.1} {:>9} {name:<24} {:>7.2} {:>8.1} {:>11.2}",
                some.len(),
                usage.cpu,
                mega / usage.cpu,
                usage.peak as f64 / bytes as f64
            );
        }
    }
    Ok(())
}

/// Pages with a template of about 9 kB, bodies of words that follow no pattern; written once under `target/`.
fn made_pages(bytes: u64, paragraphs: usize) -> anyhow::Result<Vec<PathBuf>> {
    let folder = root().join(format!("target/bench-altcount-{paragraphs}"));
    fs::create_dir_all(&folder)?;
    let mut state = 1u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below as u64) as usize
    };
    let syllables = [
        "ba", "re", "mi", "lo", "tu", "ne", "sha", "kor", "ing", "ed", "an", "ost",
    ];
    let words: Vec<String> = (0..5000)
        .map(|_| {
            let count = 1 + random(4);
            (0..count)
                .map(|_| syllables[random(syllables.len())])
                .collect()
        })
        .collect();
    let template: Vec<String> = (0..200)
        .map(|item| {
            let word = &words[random(words.len())];
            format!("<li class=\"item-{item}\"><a href=\"/{word}/{item}\">{word}</a></li>\n")
        })
        .collect();
    let mut pages = Vec::new();
    let mut written = 0;
    while written < bytes {
        let mut page = String::from("<!DOCTYPE html>\n<html><body>\n<ul>\n");
        page.extend(template[..100].iter().map(String::as_str));
        page += "</ul>\n<main>\n";
        for _ in 0..paragraphs {
            page += "<p>";
            for _ in 0..10 + random(20) {
                page += &words[random(words.len())];
                page.push(' ');
            }
            page += "</p>\n";
        }
        page += "</main>\n<ul>\n";
        page.extend(template[100..].iter().map(String::as_str));
        page += "</ul>\n</body></html>\n";
        let path = folder.join(format!("{:06}.html", pages.len()));
        write_if_new(&path, &page)?;
        written += page.len() as u64;
        pages.push(path);
    }
    Ok(pages)
}

fn write_if_new(path: &Path, page: &str) -> anyhow::Result<()> {
    if path
        .metadata()
        .is_ok_and(|metadata| metadata.len() == page.len() as u64)
    {
        return Ok(());
    }
    Ok(fs::write(path, page)?)
}
