//! `cargo lab eval damage` of files in legacy encodings: how often detectors still find the encoding when a few bytes are damaged.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use charset::{Encoding, Models, Settings};

use super::charset::{Case, Peer, chardetng, is_right, ours, python_peer, read, uchardet};
use crate::figures;
use crate::random::Random;

/// Where all tables are written.
const RECORD: &str = "crates/lab/record/damage.md";
/// The files of test suites, with their declarations masked.
const SET: &str = "nodecl";
/// Numbers of damaged places, evenly from everywhere.
const PLACES: [usize; 2] = [1, 5];
/// Modules of Python, and the names of what is compared.
const PEERS: [(&str, &str); 3] = [
    ("cchardet", "cchardet"),
    ("chardet", "chardet"),
    ("charset_normalizer", "normalizer"),
];
/// Encodings with characters of several bytes.
const CJK: [&str; 7] = [
    "big5",
    "euc-jp",
    "euc-kr",
    "euc-tw",
    "gb18030",
    "johab",
    "shift_jis",
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Damage {
    None,
    /// These bytes are inserted between two characters.
    Bytes(&'static [u8]),
    /// This number of random bytes, from 0x20 up.
    Random(usize),
    /// A byte from 0x80 up is taken out.
    Cut,
}

/// No damage comes first: what is right without any is what counts.
const DAMAGES: [(&str, Damage); 6] = [
    ("none", Damage::None),
    ("0xFF", Damage::Bytes(b"\xFF")),
    ("0x81", Damage::Bytes(b"\x81")),
    ("UTF-8 quotation mark", Damage::Bytes("\u{2019}".as_bytes())),
    ("20 random bytes", Damage::Random(20)),
    ("cut character", Damage::Cut),
];

impl Damage {
    fn of(self, bytes: &[u8], places: usize, random: &mut Random) -> Vec<u8> {
        let mut damaged = bytes.to_vec();
        // From the end, so that the places before stay where they are.
        for place in (1..=places).rev() {
            let middle = bytes.len() * place / (places + 1);
            let nearest = |is_one: &dyn Fn(u8) -> bool| {
                let all = (0..bytes.len()).filter(|&at| is_one(bytes[at]));
                all.min_by_key(|at| at.abs_diff(middle))
            };
            let inserted: Vec<u8> = match self {
                Damage::None => continue,
                Damage::Cut => {
                    if let Some(at) = nearest(&|byte| byte >= 0x80) {
                        damaged.remove(at);
                    }
                    continue;
                }
                Damage::Bytes(inserted) => inserted.to_vec(),
                Damage::Random(count) => (0..count)
                    .map(|_| 0x20 + random.below(0xE0) as u8)
                    .collect(),
            };
            // None of these is a part of a character of two bytes.
            let at = nearest(&|byte| b" \n>".contains(&byte)).map_or(bytes.len(), |at| at + 1);
            damaged.splice(at..at, inserted);
        }
        damaged
    }
}

/// A kind of damage at a number of places.
type Kind = (usize, usize);
/// The number of an intact file, and what was done to it.
type Made = (usize, Kind);

/// The data to run it on. All options but the folder are for legacy files.
#[derive(clap::Args)]
pub struct Options {
    /// The folder with text files, or with truth.tsv and files in legacy encodings, or a .tar.zst of them
    pub(super) folder: PathBuf,
    /// A Python that has cchardet, chardet or charset-normalizer, to compare with
    #[arg(long)]
    python: Option<String>,
    /// The seed of random bytes in legacy files
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// List the legacy files for which charset is wrong
    #[arg(long)]
    errors: bool,
}

/// Prints the tables, and if `write` puts them into the record and the documentation.
pub fn run(folder: &Path, options: &Options, write: bool) -> anyhow::Result<()> {
    ensure!(
        !write || options.python.is_some() && options.seed == 0,
        "--write is for seed 0, with --python"
    );
    let mut intact = read(folder)?;
    intact.retain(|case| {
        let name = case.encoding.name();
        case.set == SET && case.encoding.has_model() && !name.starts_with("utf-")
    });
    let (cases, kinds) = damaged(&intact, options.seed)?;
    let models = Models::built_in();
    let mut peers = vec![ours("charset", &models, &cases, |_| Settings::default())?];
    for (module, name) in PEERS {
        if let Some(python) = &options.python {
            peers.extend(python_peer(python, module, name, &cases)?);
        }
    }
    peers.extend(uchardet(&cases)?);
    peers.push(chardetng(&cases)?);
    let count = |is_cjk: bool| intact.iter().filter(|one| is_of(one, is_cjk)).count();
    let how = format!(
        "{} files in CJK encodings, {} in single-byte ones; of those that a detector has right intact (first row), the share that it has right damaged.",
        count(true),
        count(false)
    );
    let table = table(&intact, &kinds, &peers);
    let all = format!(
        "# Damaged files\n\n`cargo lab eval damage DIR --python PYTHON --write` writes this file. {how} {}\n\n{table}\n{}",
        crate::measure::provenance(),
        by_encoding(&intact, &kinds, &peers[0])
    );
    println!("{all}");
    if options.errors {
        list_errors(&intact, &cases, &kinds, &peers[0]);
    }
    if write {
        fs::write(crate::root().join(RECORD), all)?;
        figures::replace_table("eval damage", &summary(&table))?;
    }
    Ok(())
}

/// Returns the columns of some detectors in the table, in per cent.
fn summary(table: &str) -> String {
    let rows = table.lines().filter(|line| line.starts_with('|'));
    let mut rows = rows.map(|line| line.trim_matches('|').split('|').map(str::trim));
    let names: Vec<&str> = rows.next().into_iter().flatten().collect();
    let is_shown = |name: &str| {
        let peer = name.split(' ').next();
        ["damage", "places", "charset", "cchardet", "chardet"]
            .map(Some)
            .contains(&peer)
    };
    let mut summary = format!(
        "| {} |\n",
        names
            .iter()
            .filter(|name| is_shown(name))
            .copied()
            .collect::<Vec<_>>()
            .join(" | ")
    );
    for row in rows {
        let cells = row.zip(&names).filter(|(_, name)| is_shown(name));
        let cells = cells.map(|(cell, _)| match cell.parse::<f64>() {
            Ok(share) if cell.contains('.') => format!("{:.1} %", 100.0 * share),
            _ => cell.to_owned(),
        });
        summary += &format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    summary
}

/// Lists the damaged files for which charset is wrong although it is right for the intact ones.
fn list_errors(intact: &[Case], cases: &[Case], kinds: &[Made], charset: &Peer) {
    let mut is_right_intact = false;
    for ((case, &(number, (which, places))), &answer) in
        cases.iter().zip(kinds).zip(&charset.answers)
    {
        let is_right = is_right(&intact[number], answer);
        if which == 0 {
            is_right_intact = is_right;
        } else if is_right_intact && !is_right {
            let (kind, encoding) = (DAMAGES[which].0, case.encoding.name());
            let found = answer.map_or("-", |one| one.name());
            println!(
                "{kind}, {places}: {encoding} {} is {found}: {}",
                case.language,
                case.path.display()
            );
        }
    }
}

/// All files with all damages, as files for the peers, and which intact one each is and its kind.
fn damaged(intact: &[Case], seed: u64) -> anyhow::Result<(Vec<Case>, Vec<Made>)> {
    let work = crate::root().join("target/damage");
    fs::create_dir_all(&work)?;
    let (mut cases, mut kinds) = (Vec::new(), Vec::new());
    for (number, case) in intact.iter().enumerate() {
        for (which, (_, damage)) in DAMAGES.iter().enumerate() {
            for places in PLACES {
                if *damage == Damage::None && places > 1 {
                    continue;
                }
                let mut random =
                    Random::new((seed << 32) + (number * 100 + which * 10 + places) as u64);
                let bytes = damage.of(&case.bytes, places, &mut random);
                // Without its last letter the text is ASCII, and there is no encoding to find.
                if bytes.is_ascii() {
                    continue;
                }
                let path = work.join(format!("legacy-{number}-{which}-{places}"));
                fs::write(&path, &bytes)?;
                kinds.push((number, (which, places)));
                cases.push(Case {
                    path,
                    bytes,
                    ..case.clone()
                });
            }
        }
    }
    Ok((cases, kinds))
}

fn is_of(case: &Case, is_cjk: bool) -> bool {
    CJK.contains(&case.encoding.name()) == is_cjk
}

/// For each kind of damage, the intact files whose damaged answers are right, and all that were right intact.
fn right<'a>(
    intact: &'a [Case],
    kinds: &[Made],
    answers: &[Option<Encoding>],
) -> BTreeMap<Kind, Vec<(&'a Case, bool)>> {
    let mut found: BTreeMap<Kind, Vec<(&Case, bool)>> = BTreeMap::new();
    let mut is_right_intact = vec![false; intact.len()];
    for (&(number, kind), &answer) in kinds.iter().zip(answers) {
        // The text of the intact bytes in the encoding that was found.
        let is_right = is_right(&intact[number], answer);
        if kind.0 == 0 {
            is_right_intact[number] = is_right;
        }
        if kind.0 == 0 || is_right_intact[number] {
            found
                .entry(kind)
                .or_default()
                .push((&intact[number], is_right));
        }
    }
    found
}

fn share<'a>(cases: impl Iterator<Item = &'a (&'a Case, bool)>) -> String {
    let all: Vec<bool> = cases.map(|(_, is_right)| *is_right).collect();
    let right = all.iter().filter(|one| **one).count();
    match all.len() {
        0 => "-".to_owned(),
        count => format!("{:.3}", right as f64 / count as f64),
    }
}

fn table(intact: &[Case], kinds: &[Made], peers: &[Peer]) -> String {
    let names: Vec<String> = peers
        .iter()
        .map(|peer| format!("{0} CJK | {0} single", peer.name))
        .collect();
    let mut table = format!("| damage | places | {} |\n", names.join(" | "));
    table += &format!("|---|--:|{}\n", "--:|".repeat(2 * peers.len()));
    let all: Vec<_> = peers
        .iter()
        .map(|peer| right(intact, kinds, &peer.answers))
        .collect();
    for (which, (name, damage)) in DAMAGES.iter().enumerate() {
        for places in PLACES {
            if *damage == Damage::None && places > 1 {
                continue;
            }
            let shares: Vec<String> = all
                .iter()
                .flat_map(|of_peer| [true, false].map(|is_cjk| (of_peer, is_cjk)))
                .map(|(of_peer, is_cjk)| {
                    let cases = of_peer.get(&(which, places)).into_iter().flatten();
                    share(cases.filter(|(case, _)| is_of(case, is_cjk)))
                })
                .collect();
            table += &format!("| {name} | {places} | {} |\n", shares.join(" | "));
        }
    }
    table
}

/// The shares of charset over all kinds of damage, the worst encoding first.
fn by_encoding(intact: &[Case], kinds: &[Made], charset: &Peer) -> String {
    let found = right(intact, kinds, &charset.answers);
    let mut rows: Vec<(String, &str, String)> = Vec::new();
    let mut names: Vec<&str> = intact.iter().map(|case| case.encoding.name()).collect();
    names.sort_unstable();
    names.dedup();
    for name in names {
        let [one, five] = PLACES.map(|count| {
            let damaged = found
                .iter()
                .filter(|((which, places), _)| *which > 0 && *places == count);
            let cases = damaged.flat_map(|(_, cases)| cases);
            share(cases.filter(|(case, _)| case.encoding.name() == name))
        });
        rows.push((five, name, one));
    }
    rows.sort();
    let mut table =
        "| encoding | charset, 1 place | charset, 5 places |\n|---|--:|--:|\n".to_owned();
    for (five, name, one) in rows {
        table += &format!("| {name} | {one} | {five} |\n");
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_the_figures_of_the_recipe() {
        let read = |path| fs::read_to_string(crate::root().join(path)).unwrap();
        let record = read(RECORD);
        let table = &record[record.find("| damage").unwrap()..record.find("\n| encoding").unwrap()];
        let rows = summary(table);
        assert!(
            rows.contains(" | 100.0 %") && read(figures::PAGE).contains(&rows),
            "{rows}"
        );
    }
}
