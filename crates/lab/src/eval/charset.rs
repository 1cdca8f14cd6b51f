//! Encodings: how often charset and other detectors decode documents to the right text.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Context;
use charset::codec::{Decoder, encode};
use charset::{Detector, Encoding, Method, Model, Models, Settings};

use crate::corpora;
use crate::figures::Figures;
use crate::measure::{cpu_seconds, installed};

/// A document whose encoding is known.
#[derive(Clone)]
pub(super) struct Case {
    pub(super) path: PathBuf,
    /// `real`, `nodecl` (the same, declarations masked), `synth100` and so on, `capitals`.
    pub(super) set: String,
    pub(super) language: String,
    pub(super) encoding: Encoding,
    pub(super) bytes: Vec<u8>,
    pub(super) text: String,
}

/// How the sets of collect-legacy begin that nothing was fitted on.
const KEPT: &str = "kept-";
/// The number of detectors that are charset itself.
const OURS: usize = 3;

/// A detector and what it answered, in the order of the cases.
pub(super) struct Peer {
    pub(super) name: &'static str,
    pub(super) answers: Vec<Option<Encoding>>,
    seconds: f64,
}

fn decoded(encoding: Encoding, bytes: &[u8]) -> String {
    let mut text = String::new();
    Decoder::new(encoding).decode(bytes, true, &mut text);
    match text.strip_prefix('\u{FEFF}') {
        Some(rest) => rest.to_owned(),
        None => text,
    }
}

/// Prints the tables, and compares those of collect-legacy with the documentation.
pub fn run(folder: &Path, python: &str, errors: bool, write: bool) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let mut cases = read(&folder)?;
    let capitals = capitals(&cases)?;
    cases.extend(capitals);
    let models = Models::built_in();
    let any = ours("charset", &models, &cases, |_| Settings::default())?;
    let known = ours("known", &models, &cases, |case| Settings {
        languages: language_of(&models, case),
        ..Settings::default()
    })?;
    let paper = ours("paper", &models, &cases, |case| Settings {
        method: Method::Paper,
        languages: language_of(&models, case),
        ..Settings::default()
    })?;
    let mut peers = vec![any, known, paper];
    peers.extend(python_peer(python, "chardet", "chardet", &cases)?);
    peers.extend(python_peer(
        python,
        "charset_normalizer",
        "normalizer",
        &cases,
    )?);
    peers.extend(uchardet(&cases)?);
    peers.push(chardetng(&cases)?);
    if errors {
        list_errors(&cases, &peers[..OURS - 1]);
    }
    table(&cases, &peers);
    if cases.iter().any(|case| case.set.starts_with(KEPT)) {
        figures(&cases, &peers).settle(write)?;
    }
    if !cases.iter().any(|case| case.set.starts_with("synth")) {
        return Ok(());
    }
    labels(&cases, &peers);
    paper_table(&models, &cases)?;
    speed(&folder, &models, python)
}

fn language_of(models: &Models, case: &Case) -> Vec<String> {
    let has_model = models
        .languages()
        .iter()
        .any(|(one, _)| *one == case.language);
    has_model
        .then(|| case.language.clone())
        .into_iter()
        .collect()
}

pub(super) fn read(folder: &Path) -> anyhow::Result<Vec<Case>> {
    let truth = fs::read_to_string(folder.join("truth.tsv"))?;
    let mut cases = Vec::new();
    for line in truth.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let [file, name, language, set, ..] = row[..] else {
            continue;
        };
        let path = folder.join(file);
        let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
        // A file in a subset of an encoding is the same text there, and more often than not has more characters.
        let encoding = label(name, &bytes)
            .with_context(|| format!("{file}: encoding {name}"))?
            .preferred();
        cases.push(Case {
            path,
            set: set.to_owned(),
            language: language.to_owned(),
            encoding,
            text: decoded(encoding, &bytes),
            bytes,
        });
    }
    Ok(cases)
}

/// The synthetic documents in capitals, where their encoding has them; written for the peers that read files.
fn capitals(cases: &[Case]) -> anyhow::Result<Vec<Case>> {
    let folder = crate::root().join("target/charset-capitals");
    fs::create_dir_all(&folder)?;
    let mut capitals = Vec::new();
    let is_legacy = |case: &&Case| case.set.starts_with("synth") && is_legacy(case);
    for case in cases
        .iter()
        .filter(is_legacy)
        .filter(|case| case.encoding.has_model())
    {
        let text = case.text.to_uppercase();
        let mut bytes = Vec::new();
        let fits = text
            .chars()
            .all(|char| encode(case.encoding, char, &mut bytes));
        // Scripts without capitals are the same documents again.
        if !fits || text.is_ascii() || text == case.text {
            continue;
        }
        let path = folder.join(case.path.file_name().context("a file")?);
        fs::write(&path, &bytes)?;
        capitals.push(Case {
            path,
            set: "capitals".into(),
            language: case.language.clone(),
            encoding: case.encoding,
            text: decoded(case.encoding, &bytes),
            bytes,
        });
    }
    Ok(capitals)
}

fn is_legacy(case: &Case) -> bool {
    !case.encoding.name().starts_with("utf-")
}

/// The encoding that a detector, or the list of true encodings, means by a name.
fn label(name: &str, bytes: &[u8]) -> Option<Encoding> {
    let name = name.to_ascii_lowercase().replace('_', "-");
    let name = name.replace("iso2022", "iso-2022");
    Encoding::of(match &name[..] {
        "utf-16" if bytes.starts_with(b"\xFE\xFF") => "utf-16be",
        "utf-32" if bytes.starts_with(b"\0\0\xFE\xFF") => "utf-32be",
        "utf-16-le" => "utf-16le",
        "utf-16-be" => "utf-16be",
        "utf-32-le" => "utf-32le",
        "utf-32-be" => "utf-32be",
        // Supersets; the files use nothing beyond these.
        "euc-jis-2004" => "euc-jp",
        "shift-jis-2004" => "shift_jis",
        "cp1140" => "ibm037",
        name => name,
    })
}

pub(super) fn ours(
    name: &'static str,
    models: &Models,
    cases: &[Case],
    settings: impl Fn(&Case) -> Settings,
) -> anyhow::Result<Peer> {
    let start = cpu_seconds()?;
    let mut answers = Vec::new();
    for case in cases {
        let settings = settings(case);
        let found = Detector::new(models, &settings).detect(&mut Cursor::new(&case.bytes), None)?;
        answers.push(found.candidates.first().map(|one| one.encoding));
    }
    Ok(Peer {
        name,
        answers,
        seconds: cpu_seconds()? - start,
    })
}

/// A detector of Python, if it is there.
pub(super) fn python_peer(
    python: &str,
    module: &str,
    name: &'static str,
    cases: &[Case],
) -> anyhow::Result<Option<Peer>> {
    let script = crate::root().join("crates/lab/src/eval/charset_peers.py");
    let is_there = Command::new(python)
        .args([
            "-c",
            &format!("import {module}; print({module}.__version__)"),
        ])
        .output();
    let Some(there) = is_there.ok().filter(|done| done.status.success()) else {
        println!("not compared: {python} has no module {module}");
        return Ok(None);
    };
    let version = String::from_utf8_lossy(&there.stdout).trim().to_owned();
    eprintln!("{module} {version}");
    let mut child = Command::new(python)
        .arg(&script)
        .arg(module)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let list: String = cases
        .iter()
        .map(|case| format!("{}\n", case.path.display()))
        .collect();
    let mut stdin = child.stdin.take().context("a pipe")?;
    let writer = std::thread::spawn(move || stdin.write_all(list.as_bytes()));
    let done = child.wait_with_output()?;
    writer.join().expect("it does not panic")?;
    let lines = String::from_utf8(done.stdout)?;
    let answers: Vec<Option<Encoding>> = lines
        .lines()
        .zip(cases)
        .map(|(name, case)| label(name, &case.bytes))
        .collect();
    let seconds = lines.lines().last().context("its seconds")?.parse()?;
    anyhow::ensure!(answers.len() == cases.len(), "{module} ended early");
    Ok(Some(Peer {
        name,
        answers,
        seconds,
    }))
}

pub(super) fn uchardet(cases: &[Case]) -> anyhow::Result<Option<Peer>> {
    if !installed("uchardet") {
        println!("not compared: uchardet is not installed");
        return Ok(None);
    }
    let start = Instant::now();
    let mut answers = Vec::new();
    for some in cases.chunks(500) {
        let done = Command::new("uchardet")
            .args(some.iter().map(|case| &case.path))
            .output()?;
        let lines = String::from_utf8(done.stdout)?;
        answers.extend(
            lines
                .lines()
                .zip(some)
                .map(|(line, case)| label(line.rsplit(": ").next().unwrap_or("-"), &case.bytes)),
        );
    }
    anyhow::ensure!(answers.len() == cases.len(), "uchardet says something else");
    Ok(Some(Peer {
        name: "uchardet",
        answers,
        seconds: start.elapsed().as_secs_f64(),
    }))
}

pub(super) fn chardetng(cases: &[Case]) -> anyhow::Result<Peer> {
    let start = cpu_seconds()?;
    let answers = cases.iter().map(|case| guess(&case.bytes)).collect();
    Ok(Peer {
        name: "chardetng",
        answers,
        seconds: cpu_seconds()? - start,
    })
}

fn guess(bytes: &[u8]) -> Option<Encoding> {
    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
    // It leaves marks to others.
    if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(bytes) {
        return Encoding::of(encoding.name());
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    Encoding::of(detector.guess(None, Utf8Detection::Allow).name())
}

pub(super) fn is_right(case: &Case, answer: Option<Encoding>) -> bool {
    answer.is_some_and(|answer| {
        answer.preferred() == case.encoding || decoded(answer.preferred(), &case.bytes) == case.text
    })
}

/// The rows that a case counts in.
fn rows(case: &Case) -> Vec<String> {
    let mut rows = vec![match &case.set[..] {
        "real" => "real, with declarations".to_owned(),
        "nodecl" => "real".to_owned(),
        synth if synth.starts_with("synth") => format!("synth {}", &synth["synth".len()..]),
        other => other.to_owned(),
    }];
    // For files of collect-legacy, also both halves.
    if let Some((half, _)) = case.set.split_once('-') {
        rows.push(half.to_owned());
    }
    if case.set == "nodecl" {
        let length = match case.bytes.len() {
            ..256 => "under 256",
            256..4096 => "256-4095",
            _ => "from 4096",
        };
        rows.push(format!("real, {length} bytes"));
    }
    if !case.set.starts_with("synth") {
        return rows;
    }
    if !is_legacy(case) {
        let kind = if case.encoding == Encoding::UTF_8 {
            "utf-8"
        } else {
            "utf-16"
        };
        return vec![format!("synth {kind}")];
    }
    let high = case.bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let bytes = match high {
        0 => "0",
        1 => "1",
        2..=3 => "2-3",
        4..=9 => "4-9",
        10..=99 => "10-99",
        _ => "100-",
    };
    rows[0] += " chars";
    rows.push("synth legacy".to_owned());
    rows.push(format!("synth with {bytes} non-ASCII bytes"));
    rows.push(format!("~ {}", case.encoding));
    rows.push(format!("~ language {}", case.language));
    rows
}

fn table(cases: &[Case], peers: &[Peer]) {
    println!("\nText accuracy (%). known and paper: the language is known.");
    print!("{:<32} {:>5}", "", "files");
    peers.iter().for_each(|peer| print!(" {:>10}", peer.name));
    let mut table: BTreeMap<String, (u32, Vec<u32>)> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        let right: Vec<bool> = peers
            .iter()
            .map(|peer| is_right(case, peer.answers[number]))
            .collect();
        for row in rows(case) {
            let entry = table
                .entry(row)
                .or_insert_with(|| (0, vec![0; peers.len()]));
            entry.0 += 1;
            entry
                .1
                .iter_mut()
                .zip(&right)
                .for_each(|(sum, right)| *sum += u32::from(*right));
        }
    }
    for (row, (count, right)) in &table {
        print!("\n{row:<32} {count:>5}");
        right
            .iter()
            .for_each(|right| print!(" {:>10.1}", 100.0 * f64::from(*right) / f64::from(*count)));
    }
    print!(
        "\n{:<32} {:>5}",
        "seconds (CPU; uchardet: wall)",
        cases.len()
    );
    peers
        .iter()
        .for_each(|peer| print!(" {:>10.1}", peer.seconds));
    println!();
    println!("\nRows in which another detector is ahead of charset, or beside it below 100 %");
    for (row, (count, right)) in &table {
        for (peer, theirs) in peers.iter().zip(right).skip(OURS) {
            if *theirs > right[0] || (*theirs == right[0] && right[0] < *count) {
                println!(
                    "{row:<32} {:>5} of {count}, {} {theirs}",
                    right[0], peer.name
                );
            }
        }
    }
}

/// What the documentation says about the files of collect-legacy.
fn figures(cases: &[Case], peers: &[Peer]) -> Figures {
    type IsInRow = fn(&str) -> bool;
    const ROWS: [(&str, IsInRow); 3] = [
        ("legacy files", |set| {
            set.starts_with(KEPT) && !set.ends_with("-declaration")
        }),
        ("languages without", |set| set == "kept-declaration"),
        ("English books", |set| set == "seen-book"),
    ];
    let mut figures = Figures::of("eval charset");
    for (row, is_in) in ROWS {
        let of_row: Vec<usize> = (0..cases.len())
            .filter(|&at| is_in(&cases[at].set))
            .collect();
        if of_row.is_empty() {
            continue;
        }
        figures.add(row, "files", &[of_row.len() as f64]);
        for peer in peers {
            let right = of_row
                .iter()
                .filter(|&&at| is_right(&cases[at], peer.answers[at]));
            let name = match peer.name {
                "normalizer" => "charset-normalizer",
                name => name,
            };
            figures.add(row, name, &[right.count() as f64 / of_row.len() as f64]);
        }
    }
    figures
}

/// Whether no other encoding decodes a document to the same text.
fn is_distinguishable(case: &Case) -> bool {
    let same = Encoding::all().filter(|one| one.preferred() == *one && *one != case.encoding);
    let mut same = same.filter(|one| one.is_single_byte() == case.encoding.is_single_byte());
    !same.any(|one| decoded(one, &case.bytes) == case.text)
}

fn labels(cases: &[Case], peers: &[Peer]) {
    println!("\nLabel accuracy (%), where no other encoding decodes the file to the same text");
    print!("{:<32} {:>5}", "", "files");
    peers.iter().for_each(|peer| print!(" {:>10}", peer.name));
    for (name, is_in) in [
        ("real", (|set: &str| set == "nodecl") as fn(&str) -> bool),
        ("synth legacy", |set| set.starts_with("synth")),
    ] {
        let of_set: Vec<usize> = (0..cases.len())
            .filter(|&at| {
                is_in(&cases[at].set) && is_legacy(&cases[at]) && is_distinguishable(&cases[at])
            })
            .collect();
        print!("\n{name:<32} {:>5}", of_set.len());
        for peer in peers {
            let right = of_set.iter().filter(|&&at| {
                peer.answers[at].is_some_and(|answer| answer.preferred() == cases[at].encoding)
            });
            print!(
                " {:>10.1}",
                100.0 * right.count() as f64 / of_set.len().max(1) as f64
            );
        }
    }
    println!();
}

fn list_errors(cases: &[Case], peers: &[Peer]) {
    for peer in peers {
        for (case, answer) in cases.iter().zip(&peer.answers) {
            if !is_right(case, *answer) {
                println!(
                    "{}: {}: {} -> {answer:?}",
                    peer.name,
                    case.path.display(),
                    case.encoding
                );
            }
        }
    }
}

/// Encodings and their shares of web pages, in percent.
type Shares = &'static [(&'static str, f64)];

/// Table 1 of the paper: languages, their encodings with their shares of web pages, and the weighted mean accuracy.
const PAPER: [(&str, f64, Shares); 6] = [
    (
        "cs",
        99.2,
        &[
            ("utf-8", 60.2),
            ("windows-1250", 32.2),
            ("iso-8859-2", 6.0),
            ("iso-8859-1", 1.0),
        ],
    ),
    (
        "en",
        93.5,
        &[("utf-8", 56.9), ("iso-8859-1", 32.8), ("windows-1252", 9.4)],
    ),
    (
        "de",
        93.7,
        &[
            ("utf-8", 54.6),
            ("iso-8859-1", 37.1),
            ("windows-1252", 6.5),
            ("iso-8859-15", 1.2),
        ],
    ),
    (
        "el",
        97.9,
        &[
            ("utf-8", 68.5),
            ("windows-1253", 14.3),
            ("iso-8859-7", 12.0),
            ("windows-1252", 3.1),
            ("iso-8859-1", 1.7),
        ],
    ),
    (
        "it",
        93.3,
        &[("utf-8", 54.2), ("iso-8859-1", 37.9), ("windows-1252", 7.1)],
    ),
    (
        "nb",
        95.7,
        &[("utf-8", 63.0), ("iso-8859-1", 29.3), ("windows-1252", 7.0)],
    ),
];

/// The paper's method on its languages and encodings: pieces of text in each of them, weighted as its table is.
fn paper_table(models: &Models, cases: &[Case]) -> anyhow::Result<()> {
    println!("\n--method paper with the encodings of its Table 1, weighted by their shares (%)");
    println!(
        "{:<8} {:>8} {:>10} {:>8}",
        "", "pieces", "accuracy", "table 1"
    );
    for (language, theirs, shares) in PAPER {
        let model = models.model(language).context("a model")?;
        let encodings: Result<Vec<Encoding>, String> =
            shares.iter().map(|(name, _)| name.parse()).collect();
        let mut with = Models::built_in();
        with.add(vec![Model {
            encodings: encodings.map_err(anyhow::Error::msg)?,
            ..model
        }])?;
        let settings = Settings {
            method: Method::Paper,
            languages: vec![language.to_owned()],
            ..Settings::default()
        };
        let (mut sum, mut weights, mut pieces) = (0.0, 0.0, 0);
        for (name, share) in shares {
            let encoding: Encoding = name.parse().map_err(anyhow::Error::msg)?;
            let (mut right, mut count) = (0, 0);
            let of_language = |case: &&Case| {
                case.language == language
                    && case.set.starts_with("synth")
                    && case.encoding == Encoding::UTF_8
            };
            for case in cases.iter().filter(of_language) {
                let mut bytes = Vec::new();
                if !case
                    .text
                    .chars()
                    .all(|char| encode(encoding, char, &mut bytes))
                {
                    continue;
                }
                let found =
                    Detector::new(&with, &settings).detect(&mut Cursor::new(&bytes), None)?;
                let answer = found.candidates.first().map(|one| one.encoding);
                count += 1;
                right += u32::from(answer.is_some_and(|one| decoded(one, &bytes) == case.text));
            }
            if count > 0 {
                sum += share * f64::from(right) / f64::from(count);
                weights += share;
                pieces += count;
            }
        }
        println!(
            "{language:<8} {pieces:>8} {:>10.1} {theirs:>8.1}",
            100.0 * sum / weights
        );
    }
    Ok(())
}

/// Megabytes a second on long documents.
fn speed(folder: &Path, models: &Models, python: &str) -> anyhow::Result<()> {
    println!("\nMB/s of CPU time on 4 MB of text");
    for (language, name) in [
        ("ru", "windows-1251"),
        ("cs", "iso-8859-2"),
        ("ja", "euc-jp"),
        ("ru", "utf-8"),
    ] {
        let Ok(text) = fs::read_to_string(folder.join(format!("train/{language}.txt"))) else {
            println!("not measured: no train/{language}.txt");
            continue;
        };
        let encoding: Encoding = name.parse().map_err(anyhow::Error::msg)?;
        let mut bytes = Vec::new();
        while bytes.len() < 4_000_000 {
            for char in text.chars() {
                encode(encoding, char, &mut bytes);
            }
        }
        let settings = Settings::default();
        let rounds = 5;
        let rate = |seconds: f64| f64::from(rounds) * bytes.len() as f64 / 1e6 / seconds;
        let start = cpu_seconds()?;
        for _ in 0..rounds {
            Detector::new(models, &settings).detect(&mut Cursor::new(&bytes), None)?;
        }
        let ours = rate(cpu_seconds()? - start);
        let start = cpu_seconds()?;
        for _ in 0..rounds {
            guess(&bytes);
        }
        let theirs = rate(cpu_seconds()? - start);
        print!("{language} {name:<14} charset {ours:>8.0}  chardetng {theirs:>6.1}");
        let path = crate::root().join("target/charset-speed");
        fs::write(&path, &bytes)?;
        let case = Case {
            path,
            set: String::new(),
            language: String::new(),
            encoding,
            text: String::new(),
            bytes,
        };
        let case = [case];
        let megabytes = case[0].bytes.len() as f64 / 1e6;
        for (module, short) in [("chardet", "chardet"), ("charset_normalizer", "normalizer")] {
            if let Some(peer) = quietly(python_peer(python, module, short, &case)) {
                print!("  {short} {:>6.1}", megabytes / peer.seconds);
            }
        }
        if installed("uchardet")
            && let Some(peer) = quietly(uchardet(&case))
        {
            print!("  uchardet {:>6.1}", megabytes / peer.seconds);
        }
        println!();
    }
    Ok(())
}

fn quietly(peer: anyhow::Result<Option<Peer>>) -> Option<Peer> {
    peer.ok().flatten()
}
