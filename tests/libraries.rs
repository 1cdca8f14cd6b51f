//! The library of each tool finds what the tool finds, with the settings that both have by default.

use std::collections::HashMap;

use serde_json::Value;

use crate::harness::{Workplace, books};

/// A document: its name, which is its path, and its text.
type Document = (String, String);

/// A tool, and the calls that do the same.
struct Row {
    tool: &'static str,
    /// Reads the documents, and writes records.
    command: &'static str,
    /// The values of a record that are compared.
    told: fn(&Value) -> String,
    /// The same values from the library.
    found: fn(&Inputs) -> Vec<String>,
}

struct Inputs {
    /// The small corpus, and near-copies of a part of it.
    texts: Vec<Document>,
    /// The same as the pages of a site.
    pages: Vec<Document>,
}

const ROWS: [Row; 12] = [
    Row {
        tool: "altcount",
        command: "altcount -q --emit useful --strip-tags site/*.html",
        told: |record| words(&record["text"]),
        found: |inputs| {
            let pages = || inputs.pages.iter().map(|(_, page)| &page[..]);
            let divided = altcount::Site::new(pages()).divide().unwrap();
            let useful = pages().zip(divided);
            useful
                .map(|(page, divided)| words(&divided.useful_text(page).into()))
                .collect()
        },
    },
    Row {
        tool: "blockdedup",
        command: "blockdedup texts/*.txt",
        told: |record| format!("{}: {}", name(record), record["text"]),
        found: |inputs| {
            let mut dedup = blockdedup::Dedup::blocks(blockdedup::Blocks::default());
            let kept = inputs.texts.iter().map(|(name, text)| {
                let kept = dedup.push(text).unwrap();
                (name, kept.text.into_owned())
            });
            kept.filter(|(_, text)| !text.is_empty())
                .map(|(name, text)| format!("{name}: {}", Value::from(text)))
                .collect()
        },
    },
    Row {
        tool: "charset",
        command: "charset texts/*.txt site/*.html",
        told: |record| format!("{} {}", record["encoding"], record["language"]),
        found: |inputs| {
            let all = inputs.texts.iter().chain(&inputs.pages);
            all.map(|(_, text)| {
                let decoded = charset::decode(text.as_bytes());
                let encoding = decoded.encoding.map(|encoding| encoding.to_string());
                format!(
                    "{} {}",
                    Value::from(encoding),
                    Value::from(decoded.language)
                )
            })
            .collect()
        },
    },
    Row {
        tool: "cutbounds",
        command: "linenorm --ends 300 texts/*.txt | freqlines > freq.jsonl; cutbounds --freq freq.jsonl texts/*.txt",
        told: |record| {
            format!(
                "{} {} {}",
                record["lines"], record["preamble_end"], record["epilogue_start"]
            )
        },
        found: |inputs| {
            let mut cutter =
                cutbounds::Cutter::new(cutbounds::Settings::default(), frequent(inputs));
            let texts: Vec<&str> = inputs.texts.iter().map(|(_, text)| &text[..]).collect();
            let cuts = cutter.bounds_of_all(&texts).into_iter();
            cuts.map(|cut| format!("{} {} {}", cut.lines, cut.preamble_end, cut.epilogue_start))
                .collect()
        },
    },
    Row {
        tool: "factorends",
        command: "linenorm --ends 300 texts/*.txt | freqlines > freq.jsonl; \
                  cutbounds --freq freq.jsonl texts/*.txt > bounds.jsonl; \
                  factorends --bounds bounds.jsonl --freq freq.jsonl texts/*.txt",
        told: |record| record["runs"].to_string(),
        found: |inputs| {
            let mut lines = freqlines::FrequencySet::default();
            for (line, _) in frequent_lines(inputs) {
                lines.insert(freqlines::Key::Text, Some(line.as_bytes()));
            }
            let factorer = factorends::Factorer::new(factorends::Settings::default(), lines);
            let mut cutter =
                cutbounds::Cutter::new(cutbounds::Settings::default(), frequent(inputs));
            let texts: Vec<&str> = inputs.texts.iter().map(|(_, text)| &text[..]).collect();
            let cuts = cutter.bounds_of_all(&texts);
            let runs = texts.iter().zip(&cuts).map(|(text, cut)| {
                let preamble = cut.preamble_start..cut.preamble_end + 1;
                let ends = factorends::Ends::new(text, preamble, cut.epilogue_start);
                let runs = factorer.runs(text, &ends, factorends::Kind::Text);
                runs.iter().map(|run| [run.first, run.last]).collect()
            });
            runs.map(|runs: Vec<[u64; 2]>| {
                Value::from_iter(runs.iter().map(|run| run.to_vec())).to_string()
            })
            .collect()
        },
    },
    Row {
        tool: "freqlines",
        command: "cat texts/*.txt | freqlines -R -k 5",
        told: |record| format!("{} {}", record["count"], record["text"]),
        found: |inputs| {
            let settings = freqlines::Settings {
                more_than: 5,
                ..Default::default()
            };
            let mut counter = freqlines::Counter::new(settings).unwrap();
            for (_, text) in &inputs.texts {
                counter.add_block(text.as_bytes()).unwrap();
            }
            let lines = counter.finish().unwrap();
            lines
                .into_iter()
                .map(|(count, line)| {
                    format!("{count} {}", Value::from(String::from_utf8(line).unwrap()))
                })
                .collect()
        },
    },
    Row {
        tool: "htmlblocks",
        command: "htmlblocks --emit text site/*.html",
        told: |record| record["text"].to_string(),
        found: |inputs| {
            let mut extractor = htmlblocks::Extractor::new(htmlblocks::Settings::default());
            let pages = inputs.pages.iter();
            pages
                .map(|(_, page)| Value::from(extractor.extract(page).text).to_string())
                .collect()
        },
    },
    Row {
        tool: "lcsdup",
        command: "uniqwords texts/*.txt | lcsdup --emit drop --keep first",
        told: |record| format!("{} for {}", name(record), record["duplicate_of"]),
        found: |inputs| {
            let mut finder = lcsdup::Finder::new(lcsdup::Settings {
                find: lcsdup::Find::Books,
                ..Default::default()
            });
            for (_, text) in &inputs.texts {
                finder.push(text).unwrap();
            }
            let order: Vec<u32> = (0..inputs.texts.len() as u32).collect();
            let stand_ins = finder.finish().stand_ins(&order);
            let gone = inputs.texts.iter().zip(stand_ins);
            gone.filter_map(|((name, _), instead)| {
                let (instead, _) = &inputs.texts[instead? as usize];
                Some(format!("{name} for {}", Value::from(&instead[..])))
            })
            .collect()
        },
    },
    Row {
        tool: "linenorm",
        command: "linenorm --ends 5 texts/*.txt",
        told: |record| format!("{} {}: {}", name(record), record["line"], record["text"]),
        found: |inputs| {
            let normaliser = linenorm::Normaliser::new(linenorm::Settings {
                ends: Some(linenorm::Ends { head: 5, tail: 5 }),
                ..Default::default()
            });
            let lines = inputs.texts.iter().flat_map(|(name, text)| {
                let lines = normaliser.lines(text).into_iter();
                lines.map(move |(number, line)| format!("{name} {number}: {}", Value::from(line)))
            });
            lines.collect()
        },
    },
    Row {
        tool: "neardup",
        command: "neardup --emit drop texts/*.txt",
        told: |record| {
            format!(
                "{} for {}, {}",
                name(record),
                record["duplicate_of"],
                record["similarity"]
            )
        },
        found: |inputs| {
            let mut seen = neardup::NearDup::new(neardup::Settings::default());
            let answers = inputs
                .texts
                .iter()
                .map(|(name, text)| (name, seen.push(text)));
            answers
                .filter_map(|(name, answer)| {
                    let of = answer.of?;
                    let (stays, _) = &inputs.texts[of.document as usize];
                    let similarity = Value::from(of.similarity);
                    Some(format!(
                        "{name} for {}, {similarity}",
                        Value::from(&stays[..])
                    ))
                })
                .collect()
        },
    },
    Row {
        tool: "overlap",
        command: "overlap --items texts/copy-0.txt --items texts/copy-1.txt texts/*.txt",
        told: |record| {
            format!(
                "{} in {}: {}",
                record["item"],
                name(record),
                record["share"]
            )
        },
        found: |inputs| {
            let is_item = |name: &str| ["texts/copy-0.txt", "texts/copy-1.txt"].contains(&name);
            let items = inputs.texts.iter().filter(|(name, _)| is_item(name));
            let items = items.map(|(name, text)| overlap::Item::new(&name[..], &text[..]));
            let index = overlap::Index::new(items, &overlap::Settings::default()).unwrap();
            let mut scanner = index.scanner();
            let mut found = Vec::new();
            for (name, text) in &inputs.texts {
                for hit in scanner.scan(text) {
                    let item = Value::from(&index.item(hit.item).id[..]);
                    found.push(format!("{item} in {name}: {}", Value::from(hit.share)));
                }
            }
            found
        },
    },
    Row {
        tool: "textstats",
        command: "textstats --language en texts/*.txt",
        told: |record| {
            let values = textstats::MEASURES.iter().map(|measure| {
                let value = record[measure.name].as_f64().unwrap();
                format!("{} {value}", measure.name)
            });
            values.collect::<Vec<_>>().join(", ")
        },
        found: |inputs| {
            let mut meter = textstats::Meter::new(textstats::Settings::default());
            let texts = inputs.texts.iter();
            texts
                .map(|(_, text)| {
                    let measures = meter.measure(text, Some("en"));
                    let values = textstats::MEASURES.iter();
                    let values = values
                        .map(|measure| format!("{} {}", measure.name, (measure.value)(&measures)));
                    values.collect::<Vec<_>>().join(", ")
                })
                .collect()
        },
    },
];

fn name(record: &Value) -> &str {
    record["doc"].as_str().unwrap()
}

/// A text without its white space, which stands elsewhere where a whole page is written.
fn words(text: &Value) -> String {
    text.as_str().unwrap().split_whitespace().collect()
}

/// The lines that more than ten texts have at their ends, the most frequent first.
fn frequent_lines(inputs: &Inputs) -> Vec<(String, u64)> {
    let ends = linenorm::Ends {
        head: 300,
        tail: 300,
    };
    let normaliser = linenorm::Normaliser::new(linenorm::Settings {
        ends: Some(ends),
        ..Default::default()
    });
    let mut counts: HashMap<String, u64> = HashMap::new();
    for (_, text) in &inputs.texts {
        for (_, line) in normaliser.lines(text) {
            *counts.entry(line).or_default() += 1;
        }
    }
    let mut lines: Vec<_> = counts
        .into_iter()
        .filter(|(_, count)| *count > 10)
        .collect();
    lines.sort_by(|(line, count), (other, more)| more.cmp(count).then_with(|| line.cmp(other)));
    lines
}

/// The same for cutbounds.
fn frequent(inputs: &Inputs) -> cutbounds::Frequent {
    let mut frequent = cutbounds::Frequent::default();
    for (line, count) in frequent_lines(inputs) {
        frequent.add(&line, count);
    }
    frequent
}

/// Writes the documents.
fn inputs(here: &Workplace) -> Inputs {
    here.add_site();
    let books = books().into_iter().take(30);
    let mut texts: Vec<Document> = books
        .map(|(name, book)| {
            (
                format!("texts/{name}"),
                // The reader leaves out the mark at the beginning of a file.
                String::from_utf8_lossy(&book)
                    .trim_start_matches('\u{feff}')
                    .to_owned(),
            )
        })
        .collect();
    for number in 0..3 {
        let (_, text) = &texts[7 * number];
        let copy = text.replacen("the ", "this ", 3 * number);
        texts.push((format!("texts/copy-{number}.txt"), copy));
    }
    texts.sort();
    for (name, text) in &texts {
        here.write(name, text);
    }
    let mut pages: Vec<Document> = std::fs::read_dir(here.path("site"))
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            (
                format!("site/{name}"),
                std::fs::read_to_string(&path).unwrap(),
            )
        })
        .collect();
    pages.sort();
    Inputs { texts, pages }
}

#[test]
fn the_library_finds_what_the_tool_finds() {
    let here = Workplace::new();
    let inputs = inputs(&here);
    for row in &ROWS {
        let done = here.shell(row.command).expect(0);
        let records = done.text().lines();
        let told: Vec<String> = records
            .map(|line| (row.told)(&serde_json::from_str(line).unwrap()))
            .collect();
        assert!(!told.is_empty(), "{} finds nothing", row.tool);
        let found = (row.found)(&inputs);
        for (number, (told, found)) in told.iter().zip(&found).enumerate() {
            assert_eq!(told, found, "{}, record {number}", row.tool);
        }
        assert_eq!(told.len(), found.len(), "{}", row.tool);
    }
}
