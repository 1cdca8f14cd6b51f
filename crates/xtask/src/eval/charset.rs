//! Encodings: how often charset and other detectors are right.

use std::collections::BTreeMap;
use std::fs;
use std::io::Cursor;
use std::path::Path;

use anyhow::Context;
use charset::codec::Decoder;
use charset::{Detector, Encoding, Method, Models, Settings, Trust};

use crate::corpora;

struct Case {
    file: String,
    encoding: Encoding,
    language: String,
    set: String,
    bytes: Vec<u8>,
    text: String,
}

fn text(encoding: Encoding, bytes: &[u8]) -> (String, bool) {
    let mut text = String::new();
    let malformed = Decoder::new(encoding).decode(bytes, true, &mut text);
    (
        text.strip_prefix('\u{FEFF}')
            .map(str::to_owned)
            .unwrap_or(text),
        malformed,
    )
}

pub fn run(folder: &Path) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let truth = fs::read_to_string(folder.join("truth.tsv"))?;
    let mut cases = Vec::new();
    for line in truth.lines().skip(1) {
        let row: Vec<&str> = line.split('\t').collect();
        let bytes = fs::read(folder.join(row[0])).with_context(|| row[0].to_owned())?;
        let name = match row[1] {
            "utf-16" if bytes.starts_with(b"\xFE\xFF") => "utf-16be",
            name => name,
        };
        let encoding = Encoding::of(name).with_context(|| name.to_owned())?;
        cases.push(Case {
            file: row[0].into(),
            encoding,
            language: row[2].into(),
            set: row[3].into(),
            text: text(encoding, &bytes).0,
            bytes,
        });
    }
    for case in &mut cases {
        // Files that are not all of the subset that they are said to be.
        if case.encoding.preferred() != case.encoding {
            case.encoding = case.encoding.preferred();
            case.text = text(case.encoding, &case.bytes).0;
        }
    }
    let mut capitals = Vec::new();
    for case in cases.iter().filter(|c| {
        c.set.starts_with("synth") && c.encoding.has_model() && c.encoding != Encoding::UTF_8
    }) {
        let upper = case.text.to_uppercase();
        let mut bytes = Vec::new();
        if !upper.is_ascii()
            && upper
                .chars()
                .all(|c| charset::codec::encode(case.encoding, c, &mut bytes))
        {
            let text = text(case.encoding, &bytes).0;
            capitals.push(Case {
                file: format!("CAPS {}", case.file),
                encoding: case.encoding,
                language: case.language.clone(),
                set: "capitals".into(),
                bytes,
                text,
            });
        }
    }
    cases.extend(capitals);
    let models = Models::built_in();
    let verbose = std::env::args().any(|a| a == "-v");
    for known in [false, true] {
        let mut table: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        for case in &cases {
            let settings = Settings {
                method: Method::Best,
                languages: if known && models.languages().iter().any(|(l, _)| *l == case.language) {
                    vec![case.language.clone()]
                } else {
                    vec![]
                },
                encodings: vec![],
                declared: Trust::Hint,
            };
            let detection =
                Detector::new(&models, &settings).detect(&mut Cursor::new(&case.bytes), None)?;
            let answer = detection.candidates.first();
            let right =
                answer.is_some_and(|answer| text(answer.encoding, &case.bytes).0 == case.text);
            if !right && verbose {
                let shown: Vec<String> = detection
                    .candidates
                    .iter()
                    .take(3)
                    .map(|c| {
                        format!(
                            "{} {} {:.2} -{:.1}",
                            c.encoding,
                            c.language.as_deref().unwrap_or("-"),
                            c.score,
                            c.behind
                        )
                    })
                    .collect();
                let place = detection
                    .candidates
                    .iter()
                    .position(|c| text(c.encoding, &case.bytes).0 == case.text);
                let at = place.map(|p| {
                    format!(
                        "#{p} {} {:.2} -{:.1}",
                        detection.candidates[p].language.as_deref().unwrap_or("-"),
                        detection.candidates[p].score,
                        detection.candidates[p].behind
                    )
                });
                println!(
                    "{} {} {} [{}] -> {}; truth {}{}",
                    if known { "K" } else { "U" },
                    case.file,
                    case.encoding,
                    case.language,
                    shown.join(" | "),
                    at.unwrap_or_default(),
                    if text(case.encoding, &case.bytes).1 {
                        " MALFORMED"
                    } else {
                        ""
                    }
                );
            }
            let unicode = case.encoding.name().starts_with("utf-");
            let mut rows = vec![format!("{} all", case.set)];
            rows.push(format!(
                "{} {}",
                case.set,
                if unicode {
                    if case.encoding == Encoding::UTF_8 {
                        "utf-8"
                    } else {
                        "utf-16/32"
                    }
                } else {
                    "legacy"
                }
            ));
            if case.set.starts_with("synth") && !unicode {
                rows.push("synth legacy".into());
                rows.push(format!("z enc {}", case.encoding.name()));
            }
            for row in rows {
                let entry = table.entry(row).or_default();
                entry.0 += 1;
                entry.1 += u32::from(right);
            }
        }
        println!("language known: {known}");
        for (row, (n, right)) in table {
            println!(
                "{row:<30} {n:>5} {:>6.2}",
                100.0 * f64::from(right) / f64::from(n)
            );
        }
    }
    Ok(())
}
