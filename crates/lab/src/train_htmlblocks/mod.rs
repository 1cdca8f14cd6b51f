//! `cargo lab train-htmlblocks`: fits the models of `htmlblocks --method best`.
//!
//! Writes the features of pages and their blocks, by the code that htmlblocks runs; CatBoost fits trees to it, called
//! by `fit.py`, which writes them as text. A word of a block is right if it is in a longest common subsequence of the
//! page's words and those of its main text.

use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Error, ensure};
use clap::ValueEnum;
use htmlblocks::best::Models;
use htmlblocks::best::evidence::Evidence;
use htmlblocks::best::features::{COUNT, Columns, KINDS_OF_PAGES, PAGE_COUNT, names};
use htmlblocks::{Extractor, Outputs, Settings};

use crate::lcs::{matched, tokens};
use crate::pages::sets;
use crate::tsv;

/// The parts of the recipe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// Fit on all pages, and write the models
    Fit,
    /// Five folds by host; their models are kept for eval html
    Folds,
    /// Each set without kinds of pages left out
    Sets,
    /// Only write the examples
    Examples,
}

/// The file of the models. Next to it is the same in the form that the tool reads.
const MODEL: &str = "crates/htmlblocks/src/best/model.txt";
const FIT: &str = "crates/lab/src/train_htmlblocks/fit.py";
/// Where the examples go.
pub const EXAMPLES: &str = "target/htmlblocks-examples";

/// Writes examples of the sets below a folder, and fits models to them.
pub fn run(folder: &Path, what: What, python: &str) -> anyhow::Result<()> {
    let root = crate::root();
    let place = root.join(EXAMPLES);
    examples(folder, &place)?;
    let mut command = Command::new(python);
    command.arg(root.join(FIT));
    match what {
        What::Fit => command.arg("fit").arg(&place).arg(root.join(MODEL)),
        What::Folds => command.arg("folds").arg(&place),
        What::Sets => command.arg("sets").arg(&place),
        What::Examples => return Ok(()),
    };
    let status = command.status().with_context(|| python.to_owned())?;
    ensure!(status.success(), "fit.py: {status}");
    if what == What::Fit {
        let models = Models::parse(&fs::read_to_string(root.join(MODEL))?).map_err(Error::msg)?;
        fs::write(root.join(MODEL).with_extension("bin"), models.table())?;
    }
    Ok(())
}

/// Writes for the sets below a folder, into another folder: `names.txt`, the features; `blocks.f32` and `pages.f32`, their
/// values; `blocks.u32`, for each block its page, its characters, its words and how many of these are right; `pages.tsv`, for
/// each page its set, kind, host, path and the number of words of its main text.
fn examples(folder: &Path, out: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(out)?;
    // How likely a page is of each kind is fitted, too: the last features are not known yet.
    fs::write(
        out.join("names.txt"),
        names()[..COUNT - KINDS_OF_PAGES].join("\n"),
    )?;
    let create = |name: &str| File::create(out.join(name)).map(BufWriter::new);
    let (mut values, mut of_pages) = (create("blocks.f32")?, create("pages.f32")?);
    let (mut blocks, mut pages) = (create("blocks.u32")?, create("pages.tsv")?);
    writeln!(pages, "set\tkind\thost\tpath\tmain")?;
    let mut number = 0u32;
    let mut columns = Columns::default();
    let mut extractor = Extractor::new(Settings {
        outputs: Outputs::BLOCKS,
        ..Settings::default()
    });
    for set in sets(folder)? {
        let known = index(&set.place)?;
        for page in &set.pages {
            let html = page.html()?;
            let (cut, verdicts) = extractor.segment(&html);
            let evidence = Evidence::new(cut, verdicts);
            evidence.columns(0..cut.blocks.len(), &mut columns);
            let of_page = evidence.page();
            write(
                &mut of_pages,
                of_page[..PAGE_COUNT - KINDS_OF_PAGES].iter().copied(),
            )?;
            let words: Vec<Vec<String>> = (cut.blocks.iter())
                .map(|block| tokens(cut.text(block)))
                .collect();
            let found: Vec<String> = words.iter().flatten().cloned().collect();
            let right = matched(&page.main, &found);
            let mut at = 0;
            for (place, (block, words)) in cut.blocks.iter().zip(&words).enumerate() {
                write(&mut values, columns.row(place))?;
                let here = right[at..at + words.len()].iter().filter(|right| **right);
                let row = [number, block.chars, words.len() as u32, here.count() as u32];
                row.iter()
                    .try_for_each(|value| blocks.write_all(&value.to_le_bytes()))?;
                at += words.len();
            }
            let id = page.path.file_stem().unwrap_or_default().to_string_lossy();
            let (kind, mut host) = known.get(&*id).cloned().unwrap_or_default();
            if host.is_empty() {
                host = host_in(&cut.declared.address, &html);
            }
            let (name, path, main) = (&set.name, page.path.display(), page.main.len());
            writeln!(pages, "{name}\t{kind}\t{host}\t{path}\t{main}")?;
            number += 1;
        }
    }
    Ok(())
}

fn write(to: &mut impl Write, values: impl IntoIterator<Item = f32>) -> std::io::Result<()> {
    (values.into_iter()).try_for_each(|value| to.write_all(&value.to_le_bytes()))
}

/// The host of a page that no table names, as those of Dragnet: that of its canonical URL, else the most frequent one in its links.
fn host_in(canonical: &str, html: &str) -> String {
    let host = |url: &str| -> Option<String> {
        let rest = url.split_once("://")?.1;
        let is_label =
            |character: char| character.is_ascii_alphanumeric() || ".-".contains(character);
        let end = rest.find(|character| !is_label(character));
        let host = rest[..end.unwrap_or(rest.len())].to_ascii_lowercase();
        host.contains('.').then_some(host)
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for (at, _) in html.match_indices("href=") {
        let value = html[at + "href=".len()..].trim_start_matches(['"', '\'']);
        if value.starts_with("http")
            && let Some(host) = host(value)
        {
            *counts.entry(host).or_default() += 1;
        }
    }
    let most = counts.into_iter().max_by_key(|(_, count)| *count);
    host(canonical)
        .or(most.map(|(host, _)| host))
        .unwrap_or_default()
}

/// Kind and host of pages by their names, from `pages.tsv` or `index.tsv` next to them.
fn index(place: &Path) -> anyhow::Result<HashMap<String, (String, String)>> {
    let Some(table) = ["pages.tsv", "index.tsv"]
        .iter()
        .find_map(|name| fs::read_to_string(place.join(name)).ok())
    else {
        return Ok(HashMap::new());
    };
    let rows = tsv::rows(&table).map(|row| {
        let cell = |column: &str| row.get(column).unwrap_or_default();
        let host = cell("url").split('/').nth(2).unwrap_or_default();
        (
            cell("id").to_owned(),
            (cell("type").to_owned(), host.to_owned()),
        )
    });
    Ok(rows.collect())
}
