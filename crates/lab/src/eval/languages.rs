//! Languages: how often charset and other identifiers name the language of pieces of UTF-8 text, which is messages of programs and
//! manual pages, whose labels are as good as translations are complete, or running prose.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use charset::language::{Identifier, Model, UNDETERMINED, built_in};

use crate::figures::Figures;
use crate::measure::cpu_seconds;

/// Characters of a piece.
const LENGTHS: [usize; 3] = [50, 200, 1000];
/// Pieces of each length that are taken of a language in a source.
const PIECES: usize = 40;
/// A language with fewer pieces is not named as the worst.
const FEW_PIECES: f64 = 10.0;
/// Identifiers that are compared.
const PEERS: [&str; 5] = ["py3langid", "langdetect", "gcld3", "pycld2", "lingua"];

/// The text to run it on, and the programs to compare with.
#[derive(clap::Args)]
pub struct Options {
    /// A folder with SOURCE/LANGUAGE.txt: output of collect-text
    folder: PathBuf,
    /// The sources to take pieces from: those that no model was made with
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "blog,game,manuals,quotes,wiki"
    )]
    sources: Vec<String>,
    /// Take pieces of running prose instead, of all sources in FOLDER/prose: the figures of the documentation
    #[arg(long, conflicts_with = "sources")]
    prose: bool,
    /// A Python that has py3langid, langdetect, gcld3, pycld2 and lingua-language-detector
    #[arg(long, default_value = "python3")]
    python: String,
    /// A model instead of the built-in one
    #[arg(long)]
    model: Option<PathBuf>,
    /// List the pieces for which charset is wrong
    #[arg(long)]
    errors: bool,
}

struct Piece {
    source: String,
    language: String,
    length: usize,
    text: String,
}

struct Answers {
    name: String,
    of_pieces: Vec<String>,
    seconds: f64,
}

/// The names of the folders in a folder.
fn sources(folder: &Path) -> anyhow::Result<Vec<String>> {
    let entries = fs::read_dir(folder)
        .with_context(|| format!("{}: cargo lab collect-text makes it", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            names.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Prints the tables, and compares those of prose with the documentation.
pub fn run(options: &Options, write: bool) -> anyhow::Result<()> {
    ensure!(
        options.prose || !write,
        "the documentation has figures of --prose"
    );
    let pieces = match options.prose {
        false => pieces(&options.folder, &options.sources)?,
        true => {
            let folder = options.folder.join("prose");
            pieces(&folder, &sources(&folder)?)?
        }
    };
    ensure!(
        !pieces.is_empty(),
        "no text in {}",
        options.folder.display()
    );
    let opened = match &options.model {
        Some(path) => Some(Model::open(fs::read(path)?).context("not a model")?),
        None => None,
    };
    let model = opened.as_ref().unwrap_or_else(|| built_in());
    let mut all = vec![ours(model, &pieces)?];
    for peer in PEERS {
        match of_peer(&options.python, peer, &pieces) {
            Ok(answers) => all.push(answers),
            Err(error) => println!("not compared: {peer}: {error:#}"),
        }
    }
    println!("not compared: lid.176 of fastText, whose model is in no package");
    let known = |answers: &Answers| -> BTreeSet<String> {
        answers
            .of_pieces
            .iter()
            .map(|one| same(one).to_owned())
            .collect()
    };
    let mut common: BTreeSet<String> = pieces
        .iter()
        .map(|one| same(&one.language).to_owned())
        .collect();
    for answers in &all {
        let known = known(answers);
        common.retain(|language| known.contains(language));
    }
    let listed: Vec<&str> = common.iter().map(String::as_str).collect();
    println!(
        "{} languages are known to all: {}",
        common.len(),
        listed.join(" ")
    );
    let every = |_: &Piece| true;
    let is_common = |piece: &Piece| common.contains(same(&piece.language));
    table("languages that all know", &pieces, &all, &is_common);
    table("all languages with a model", &pieces, &all, &every);
    let megabytes = pieces.iter().map(|one| one.text.len()).sum::<usize>() as f64 / 1e6;
    print!("{:<28} {:>6}", "MB/s of CPU time", "");
    all.iter()
        .for_each(|one| print!(" {:>10.1}", megabytes / one.seconds));
    println!();
    worst(&pieces, &all[0]);
    if options.prose {
        figures(&pieces, &all, &is_common).settle(write)?;
    }
    if options.errors {
        for (piece, answer) in pieces.iter().zip(&all[0].of_pieces) {
            if same(answer) != same(&piece.language) {
                let (source, language, length) = (&piece.source, &piece.language, piece.length);
                println!("{source} {language} {length} -> {answer}: {}", piece.text);
            }
        }
    }
    Ok(())
}

/// Codes that identifiers use for the same language.
fn same(code: &str) -> &str {
    match code {
        "zh-Hant" | "zh-cn" | "zh-tw" | "zh-CN" | "zh-TW" => "zh",
        "sr-Latn" => "sr",
        "prs" => "fa",
        "no" => "nb",
        "iw" => "he",
        "fil" => "tl",
        "jw" => "jv",
        _ => code,
    }
}

/// Pieces of all texts, evenly from everywhere, cut behind words.
fn pieces(folder: &Path, sources: &[String]) -> anyhow::Result<Vec<Piece>> {
    let mut all = Vec::new();
    for source in sources {
        let path = folder.join(source);
        let entries = fs::read_dir(&path).with_context(|| path.display().to_string())?;
        let mut files: Vec<_> = entries.collect::<Result<_, _>>()?;
        files.sort_by_key(fs::DirEntry::file_name);
        for file in files {
            let language = file
                .path()
                .file_stem()
                .context("a name")?
                .to_string_lossy()
                .into_owned();
            let text = fs::read_to_string(file.path())?;
            for length in LENGTHS {
                let cut = cut(&text, length);
                let step = cut.len().div_ceil(PIECES).max(1);
                all.extend(cut.into_iter().step_by(step).map(|text| Piece {
                    source: source.clone(),
                    language: language.clone(),
                    length,
                    text,
                }));
            }
        }
    }
    Ok(all)
}

/// Pieces of at least `length` characters, up to the end of a word.
fn cut(text: &str, length: usize) -> Vec<String> {
    let mut all = Vec::new();
    let mut piece = String::new();
    let mut count = 0;
    for char in text.chars() {
        if char.is_whitespace() && count >= length || count >= length + 40 {
            all.push(std::mem::take(&mut piece));
            count = 0;
        }
        if !piece.is_empty() || !char.is_whitespace() {
            piece.push(if char.is_control() { ' ' } else { char });
            count += 1;
        }
    }
    all
}

fn ours(model: &Model, pieces: &[Piece]) -> anyhow::Result<Answers> {
    let mut identifier = Identifier::new(model);
    let start = cpu_seconds()?;
    let found = |piece: &Piece| {
        identifier
            .identify(&piece.text)
            .language()
            .unwrap_or(UNDETERMINED)
            .to_owned()
    };
    let of_pieces = pieces.iter().map(found).collect();
    Ok(Answers {
        name: "charset".to_owned(),
        of_pieces,
        seconds: cpu_seconds()? - start,
    })
}

fn of_peer(python: &str, name: &str, pieces: &[Piece]) -> anyhow::Result<Answers> {
    let script = crate::root().join("crates/lab/src/eval/language_peers.py");
    let mut child = Command::new(python)
        .arg(script)
        .arg(name)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let texts: String = pieces.iter().map(|one| format!("{}\n", one.text)).collect();
    let mut stdin = child.stdin.take().context("a pipe")?;
    let writer = std::thread::spawn(move || stdin.write_all(texts.as_bytes()));
    let done = child.wait_with_output()?;
    let _ = writer.join().expect("it does not panic");
    ensure!(done.status.success(), "{python} has no such module");
    let lines = String::from_utf8(done.stdout)?;
    let mut lines: Vec<String> = lines.lines().map(str::to_owned).collect();
    let seconds = lines.pop().context("its seconds")?.parse()?;
    ensure!(lines.len() == pieces.len(), "it ended early");
    Ok(Answers {
        name: name.to_owned(),
        of_pieces: lines,
        seconds,
    })
}

/// Mean accuracies: of the languages in a source, then of all (a language is the mean of its sources).
fn table(title: &str, pieces: &[Piece], all: &[Answers], is_in: &dyn Fn(&Piece) -> bool) {
    print!("\n{title:<28} {:>6}", "pieces");
    all.iter().for_each(|one| print!(" {:>10}", one.name));
    println!("  worst of {}", all[0].name);
    let sources: BTreeSet<&str> = pieces.iter().map(|one| &one.source[..]).collect();
    for length in LENGTHS {
        for source in sources.iter().map(Some).chain([None]) {
            let is_of = |piece: &Piece| {
                piece.length == length
                    && source.is_none_or(|one| *one == piece.source)
                    && is_in(piece)
            };
            let count = pieces.iter().filter(|one| is_of(one)).count();
            print!(
                "{length:>5} {:<22} {count:>6}",
                source.map_or("all", |one| one)
            );
            for answers in all {
                print!(" {:>10.4}", mean(pieces, answers, &is_of));
            }
            let shares = shares(pieces, &all[0], &is_of);
            let many = shares
                .into_iter()
                .filter(|(_, (_, count))| *count >= FEW_PIECES);
            let share = |(code, (right, count)): (_, (f64, f64))| (right / count, code);
            let worst = many.map(share).min_by(|a, b| a.0.total_cmp(&b.0));
            println!(
                "  {}",
                worst.map_or(String::new(), |(share, code)| format!("{code} {share:.3}"))
            );
        }
    }
}

/// What the documentation says about the languages that all know.
fn figures(pieces: &[Piece], all: &[Answers], is_common: &dyn Fn(&Piece) -> bool) -> Figures {
    let mut figures = Figures::of("eval languages");
    for (length, row) in LENGTHS.into_iter().zip(["50", "200", "1,000"]) {
        let is_of = |piece: &Piece| piece.length == length && is_common(piece);
        let count = pieces.iter().filter(|one| is_of(one)).count();
        figures.add(row, "pieces", &[count as f64]);
        for answers in all {
            let name = if answers.name == "pycld2" {
                "cld2"
            } else {
                &answers.name
            };
            figures.add(row, name, &[mean(pieces, answers, &is_of)]);
        }
    }
    figures
}

/// The mean over languages of the share of pieces that are right.
fn mean(pieces: &[Piece], answers: &Answers, is_of: &dyn Fn(&Piece) -> bool) -> f64 {
    let shares = shares(pieces, answers, is_of);
    shares
        .values()
        .map(|(right, count)| right / count)
        .sum::<f64>()
        / shares.len().max(1) as f64
}

fn shares<'a>(
    pieces: &'a [Piece],
    answers: &Answers,
    is_of: &dyn Fn(&Piece) -> bool,
) -> BTreeMap<&'a str, (f64, f64)> {
    let mut shares: BTreeMap<&str, (f64, f64)> = BTreeMap::new();
    for (piece, answer) in pieces.iter().zip(&answers.of_pieces) {
        if is_of(piece) {
            let entry = shares.entry(&piece.language).or_default();
            entry.0 += f64::from(u8::from(same(answer) == same(&piece.language)));
            entry.1 += 1.0;
        }
    }
    shares
}

/// The languages in which charset is wrong most often, and what it takes them for.
fn worst(pieces: &[Piece], answers: &Answers) {
    for length in LENGTHS {
        let shares = shares(pieces, answers, &|piece| piece.length == length);
        let mut worst: Vec<(f64, &str)> = shares
            .iter()
            .map(|(code, (right, count))| (right / count, *code))
            .collect();
        worst.sort_by(|a, b| a.partial_cmp(b).expect("no NaN"));
        print!("worst at {length}:");
        for (share, code) in worst.iter().take(16) {
            let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
            for (piece, answer) in pieces.iter().zip(&answers.of_pieces) {
                if piece.length == length && piece.language == *code && same(answer) != same(code) {
                    *wrong.entry(answer).or_default() += 1;
                }
            }
            let most = wrong
                .iter()
                .max_by_key(|(_, count)| **count)
                .map_or("", |(code, _)| code);
            print!(" {code} {share:.2} ({most})");
        }
        println!();
    }
}
