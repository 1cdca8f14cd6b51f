//! `cargo lab train-charset`: the models that are built into charset.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use charset::index::Index;
use charset::model::Archive;
use charset::{Encoding, Model, Sample};

use crate::corpora;

/// The models may take this much of the binary.
const MAX_MODELS: usize = 6_000_000;
/// The limit of the model of languages of text, in bytes.
const TEXT_LIMIT: usize = 8_000_000;
/// Sources of collect-text that the model of languages of text is made with. The others measure it.
const SOURCES: [&str; 8] = [
    "mozilla",
    "office",
    "help",
    "chromium",
    "sentences",
    "articles",
    "classics",
    "app",
];
/// The bytes that are taken of each source, evenly from everywhere.
const BYTES_OF_SOURCE: usize = 600_000;
/// A source with less of a language, in bytes, has hardly begun to be translated: what it has is mostly English.
const LEAST_SHARE: usize = 20_000;

/// Builds the models of the languages in `models/languages.tsv` from `FOLDER/train/LANGUAGE.txt`, that of languages of text
/// also from `MORE/SOURCE/LANGUAGE.txt`, and writes where each text is from. A language that is only written in UTF-8 may
/// have no text in `FOLDER`.
pub fn run(folder: &Path, more: &Path) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let texts = [folder.join("train"), folder.clone()];
    let texts = texts.iter().find(|one| one.join("cs.txt").exists());
    let texts = texts.context("no folder with LANGUAGE.txt")?;
    let out = crate::root().join("crates/charset/models");
    let languages = fs::read_to_string(out.join("languages.tsv"))?;
    let mut models: Vec<Model> = Vec::new();
    let mut known = BTreeSet::new();
    for line in languages.lines().skip(1) {
        let (language, names) = line.split_once('\t').context("languages.tsv")?;
        let encodings: Result<Vec<Encoding>, String> = names.split(',').map(str::parse).collect();
        let encodings = encodings.map_err(anyhow::Error::msg)?;
        let mut sample = Sample::default();
        // With one encoding there is nothing to choose.
        if let Some(text) = text_of(texts, language)? {
            known.extend(text.chars());
            if encodings.len() > 1 {
                sample.add_with_variants(&text, language);
            }
        } else {
            ensure!(
                encodings.len() == 1,
                "no text in {language}, which has several encodings"
            );
        }
        models.push(sample.model(language, encodings));
    }
    let archive = Archive::pack(&models);
    models.retain(|model| model.encodings.len() > 1);
    let index = Index::build(&models, known)?;
    println!(
        "{} languages, {} of them with several encodings; {} + {} bytes",
        languages.lines().count() - 1,
        models.len(),
        archive.len(),
        index.len()
    );
    ensure!(
        archive.len() + index.len() <= MAX_MODELS,
        "larger than {MAX_MODELS} bytes"
    );
    fs::write(out.join("languages.bin"), archive)?;
    fs::write(out.join("index.bin"), index)?;
    let learned = text_model(texts, more, &languages, &out)?;
    write_sources(texts, more, &languages, &learned, &out)
}

/// The text in a language, if there is one.
fn text_of(texts: &Path, language: &str) -> anyhow::Result<Option<String>> {
    let path = texts.join(language).with_extension("txt");
    match path.exists() {
        true => {
            let text = fs::read_to_string(&path);
            text.map(Some).with_context(|| path.display().to_string())
        }
        false => Ok(None),
    }
}

/// Downloads Debian packages, and writes the texts of them, and of those with running prose its paragraphs.
pub fn collect(folder: &Path) -> anyhow::Result<()> {
    let root = crate::root();
    for script in ["collect_text.py", "collect_prose.py"] {
        let status = Command::new("python3")
            .arg(root.join("crates/lab/src/charset").join(script))
            .arg(folder)
            .arg(root.join("crates/charset/models/languages.tsv"))
            .status()?;
        ensure!(status.success(), "{script}: {status}");
    }
    Ok(())
}

/// Downloads packages, and writes the files in legacy encodings that they hold. `books` is a folder of Project
/// Gutenberg books; those that say that they are in ISO-8859-1 count, too.
pub fn collect_legacy(folder: &Path, books: Option<&Path>) -> anyhow::Result<()> {
    let root = crate::root();
    let status = Command::new("python3")
        .arg(root.join("crates/lab/src/charset/collect_legacy.py"))
        .arg(folder)
        .arg(root.join("crates/charset/models/languages.tsv"))
        .args(books)
        .status()?;
    ensure!(status.success(), "collect_legacy.py: {status}");
    Ok(())
}

/// The model of languages for text of any encoding. Returns the sources in `more` that it learned from, with the language of each text.
fn text_model<'a>(
    texts: &Path,
    more: &Path,
    languages: &'a str,
    out: &Path,
) -> anyhow::Result<BTreeSet<(&'static str, &'a str)>> {
    let mut samples: Vec<(&str, String)> = Vec::new();
    let mut learned = BTreeSet::new();
    for line in languages.lines().skip(1) {
        let language = line.split('\t').next().unwrap_or_default();
        for source in SOURCES {
            let path = more.join(source).join(language).with_extension("txt");
            let text = fs::read_to_string(path).unwrap_or_default();
            if text.len() >= LEAST_SHARE {
                let step = text.len().div_ceil(BYTES_OF_SOURCE).max(1);
                let lines = text.lines().step_by(step);
                samples.push((language, lines.flat_map(|line| [line, "\n"]).collect()));
                learned.insert((source, language));
            }
        }
        samples.extend(text_of(texts, language)?.map(|text| (language, text)));
        ensure!(
            samples.last().is_some_and(|(last, _)| *last == language),
            "no text in {language}"
        );
    }
    ensure!(
        !learned.is_empty(),
        "no texts in {}: cargo lab collect-text writes them",
        more.display()
    );
    let samples = samples.iter().map(|(code, text)| (*code, &text[..]));
    let model = charset::language::Model::build(samples);
    println!("languages of text: {} bytes", model.len());
    ensure!(model.len() <= TEXT_LIMIT, "larger than {TEXT_LIMIT} bytes");
    fs::write(out.join("text.bin"), model)?;
    Ok(learned)
}

/// The sources and licences of the texts, of the languages that have a model.
fn write_sources(
    texts: &Path,
    more: &Path,
    languages: &str,
    learned: &BTreeSet<(&str, &str)>,
    out: &Path,
) -> anyhow::Result<()> {
    let beside = [texts.join("sources.tsv"), texts.join("../sources.tsv")];
    let path = beside.iter().find(|path| path.exists());
    let path = path.context("no sources.tsv beside the texts")?;
    let sources = fs::read_to_string(path)?;
    let rows: BTreeMap<&str, Vec<&str>> = sources
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>())
        .filter(|row| row.len() >= 5)
        .map(|row| (row[0], row))
        .collect();
    let mut text = "language\tbytes\tsource\tlicence\n".to_owned();
    for line in languages.lines().skip(1) {
        let language = line.split('\t').next().unwrap_or_default();
        match rows.get(language) {
            Some(row) => text += &format!("{language}\t{}\t{}\t{}\n", row[1], row[3], row[4]),
            None => ensure!(
                learned.iter().any(|(_, one)| *one == language),
                "sources.tsv does not say where {language} is from"
            ),
        }
    }
    let collected = fs::read_to_string(more.join("sources.tsv"))?;
    for line in collected.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        if let [source, language, bytes, what, licence, packages] = row[..]
            && learned.contains(&(source, language))
        {
            text += &format!("{language}\t{bytes}\t{what}: {packages}\t{licence}\n");
        }
    }
    fs::write(out.join("SOURCES.tsv"), text)?;
    Ok(())
}
