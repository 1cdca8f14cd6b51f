//! Records are what their schemas say. The types here have only the fields that a test looks at.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::harness::{Done, Workplace, root};

#[derive(Deserialize)]
struct Line {
    line: u64,
    end: Option<String>,
    text: String,
}

#[derive(Deserialize)]
struct Frequency {
    count: u64,
}

#[derive(Deserialize)]
struct Bounds {
    lines: u64,
    preamble_end: u64,
    epilogue_start: u64,
    suspect: Option<Vec<Value>>,
}

#[derive(Deserialize)]
struct OverlapHit {
    item: String,
    share: f64,
    text: Option<String>,
}

#[derive(Deserialize)]
struct OverlapItem {
    set: String,
    sources: Vec<OverlapSource>,
}

#[derive(Deserialize)]
struct OverlapSource {
    doc: String,
    date: Option<String>,
}

#[derive(Deserialize)]
struct TextStats {
    language: String,
    language_share: Option<f64>,
    words: u64,
    scripts: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
struct Quantiles {
    measure: String,
    min: f64,
    max: f64,
}

#[derive(Deserialize)]
struct Duplicate {
    doc: String,
    similarity: Option<f64>,
}

#[derive(Deserialize)]
struct Grouped {
    size: u64,
    kept: bool,
}

#[derive(Deserialize)]
struct Encoding {
    encoding: Option<String>,
    score: Option<f64>,
    margin: Option<f64>,
    declared: Option<String>,
    candidates: Option<Vec<Candidate>>,
}

#[derive(Deserialize)]
struct Candidate {
    encoding: String,
    behind: f64,
}

#[derive(Deserialize)]
struct Gram {
    count: u64,
    gram: String,
}

#[derive(Deserialize)]
struct Removed {
    doc: String,
    block: u64,
    reason: String,
    tokens: u64,
    seen: u64,
    source: Option<String>,
    source_block: Option<u64>,
    common: Option<u64>,
}

#[derive(Deserialize)]
struct CutPoint {
    n: usize,
    a: u8,
    alternations: u64,
}

#[derive(Deserialize)]
struct Ranges {
    chars: u64,
    useless: Vec<(u64, u64)>,
}

#[derive(Deserialize)]
struct Block {
    doc: String,
    block: u64,
    class: String,
    context_free_class: String,
    text: String,
    tag: String,
    stopword_density: f64,
    link_density: f64,
    reasons: Option<Vec<Reason>>,
}

#[derive(Deserialize)]
struct Reason {
    feature: String,
    value: f64,
    weight: f64,
}

#[derive(Deserialize)]
struct Runs {
    lines: u64,
    runs: Vec<[u64; 2]>,
}

#[derive(Deserialize)]
struct Factored {
    bytes: u64,
    factored_bytes: u64,
    links: Vec<Link>,
}

#[derive(Deserialize)]
struct Link {
    shared: String,
}

#[derive(Deserialize)]
struct Savings {
    bytes: u64,
    factored_bytes: u64,
    shared_files: u64,
    shared_bytes: u64,
    manifest_bytes: u64,
    saved: i64,
}

#[derive(Deserialize)]
struct Words {
    tokens: u64,
    words: Vec<String>,
    positions: Option<Vec<u64>>,
    seeds: Option<String>,
    text_hash: Option<String>,
}

#[derive(Deserialize)]
struct Passage {
    a: [u64; 2],
    b: [u64; 2],
    seeds: u64,
    expect: f64,
}

#[derive(Deserialize)]
struct SharedPassage {
    a: String,
    b: String,
    a_tokens: [u64; 2],
    seeds: u64,
    a_text: Option<String>,
    b_text: Option<String>,
    a_offset: Option<[usize; 2]>,
    b_offset: Option<[usize; 2]>,
}

#[derive(Deserialize)]
struct Pair {
    a_words: u64,
    b_words: u64,
    common: u64,
    lcs: u64,
    excess: f64,
    kind: String,
    passages: Option<Vec<Passage>>,
    segments: Option<Vec<[u64; 4]>>,
}

#[derive(Deserialize)]
struct Choice {
    doc: String,
    duplicate_of: Option<String>,
}

#[derive(Deserialize)]
struct Cluster {
    cluster: u64,
    docs: Vec<String>,
}

#[derive(Deserialize)]
struct Stats {
    tool: String,
    exit: u8,
    records: u64,
    records_out: u64,
    counts: BTreeMap<String, f64>,
    troubles: Vec<Trouble>,
    slowest: Vec<Value>,
}

#[derive(Deserialize)]
struct Trouble {
    source: String,
}

fn all<T: DeserializeOwned>(done: &Done) -> Vec<T> {
    let name = std::any::type_name::<T>().rsplit("::").next().unwrap();
    let schema = schema(name);
    done.text()
        .lines()
        .map(|line| {
            check(&serde_json::from_str(line).unwrap(), &schema, line);
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
        })
        .collect()
}

/// The JSON Schema of a record: `CutPoint` is `cut-point.schema.json`.
fn schema(name: &str) -> Value {
    let mut file = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !file.is_empty() {
            file.push('-');
        }
        file.extend(letter.to_lowercase());
    }
    let path = root().join(format!("schema/{file}.schema.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{}", path.display()));
    serde_json::from_str(&text).unwrap()
}

/// Whether a value is what the schema says; only the words that our schemas use. Fields that it does not name are wrong here.
fn check(value: &Value, schema: &Value, line: &str) {
    let kinds = match &schema["type"] {
        Value::Array(kinds) => kinds.clone(),
        kind => vec![kind.clone()],
    };
    let is = |kind: &Value| match kind.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        kind => panic!("{kind}"),
    };
    assert!(kinds.iter().any(is), "{value} is no {kinds:?}: {line}");
    if let Some(words) = schema["enum"].as_array() {
        assert!(words.contains(value), "{value}: {line}");
    }
    if let (Some(properties), Some(fields)) = (schema["properties"].as_object(), value.as_object())
    {
        for (name, value) in fields {
            let property = (properties.get(name)).unwrap_or_else(|| panic!("{name}: {line}"));
            check(value, property, line);
        }
        for name in schema["required"].as_array().unwrap() {
            assert!(
                fields.contains_key(name.as_str().unwrap()),
                "no {name}: {line}"
            );
        }
    }
    if let (Some(items), Some(values)) = (schema.get("items"), value.as_array()) {
        values.iter().for_each(|value| check(value, items, line));
        for (bound, holds) in [
            ("minItems", usize::ge as fn(&usize, &usize) -> bool),
            ("maxItems", usize::le),
        ] {
            if let Some(bound) = schema[bound].as_u64() {
                assert!(holds(&values.len(), &(bound as usize)), "{value}: {line}");
            }
        }
    }
}

#[test]
fn records_have_the_fields_of_their_types() {
    let here = Workplace::with_books();
    here.write(
        "caf\u{e9}.txt",
        "This line is long enough to be counted once.\n",
    );
    let done = here
        .shell("find . -name '*.txt' | sort | linenorm --ends 9")
        .quietly();
    let lines: Vec<Line> = all(&done);
    assert!(
        lines
            .iter()
            .all(|line| line.line > 0 && line.text.chars().count() >= 30)
    );
    assert!(lines.iter().any(|line| line.end.as_deref() == Some("tail")));

    let done = here
        .shell("find . -name '*.txt' | linenorm | freqlines")
        .quietly();
    let frequencies: Vec<Frequency> = all(&done);
    assert!(frequencies.iter().all(|frequency| frequency.count > 10));

    // The tools of a pipeline append their stats in the order of the data.
    let script = "find . -name '*.txt' | linenorm --stats log | freqlines --stats=log > /dev/null; echo gone | linenorm --stats log";
    here.shell(script).expect(2);
    let log = Done {
        out: std::fs::read(here.path("log")).unwrap(),
        ..here.shell(":")
    };
    let stats: Vec<Stats> = all(&log);
    let tools: Vec<(&str, u8)> = (stats.iter())
        .map(|stats| (&stats.tool[..], stats.exit))
        .collect();
    assert_eq!(tools, [("linenorm", 0), ("freqlines", 0), ("linenorm", 2)]);
    assert_eq!(stats[0].records_out, stats[1].records);
    assert_eq!(stats[0].slowest.len(), 10);
    assert!(stats[1].counts["distinct lines"] > 0.0);
    assert_eq!(stats[2].troubles[0].source, "gone");

    here.write("freq.jsonl", &done.out);
    let done = here
        .shell("find . -name '*.txt' | cutbounds --suspect 'the' --freq freq.jsonl")
        .quietly();
    let bounds: Vec<Bounds> = all(&done);
    assert!(
        bounds
            .iter()
            .all(|bounds| bounds.preamble_end < bounds.epilogue_start)
    );
    assert!(
        bounds
            .iter()
            .all(|bounds| bounds.epilogue_start <= bounds.lines + 1)
    );
    assert!(
        bounds
            .iter()
            .flat_map(|bounds| &bounds.suspect)
            .all(|suspect| suspect.len() <= 10)
    );

    here.add_site();
    let done = here.shell("altcount --trace site/*.html").quietly();
    let path: Vec<CutPoint> = all(&done);
    assert_eq!((path[0].n, path[0].a), (2, 1));
    assert!(
        path.windows(2)
            .all(|step| step[0].alternations > step[1].alternations)
    );
    let done = here.shell("altcount --emit ranges site/*.html").quietly();
    let ranges: Vec<Ranges> = all(&done);
    assert!(ranges.iter().all(|ranges| {
        let ends: Vec<u64> = ranges.useless.iter().flat_map(|&(a, b)| [a, b]).collect();
        ends.is_sorted_by(|a, b| a < b) && ends.last().is_none_or(|end| *end <= ranges.chars)
    }));
}

#[test]
fn encodings_are_told_in_records() {
    let here = Workplace::new();
    here.write("a.txt", b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2");
    here.write("b.txt", "<meta charset=utf-8> \u{17e}");
    let found: Vec<Encoding> = all(&here.shell("charset --top 3 a.txt b.txt").quietly());
    let best = found[0].candidates.as_ref().unwrap();
    assert_eq!(found[0].encoding.as_deref(), Some("iso-8859-2"));
    assert_eq!(found[0].encoding.as_deref(), Some(&best[0].encoding[..]));
    assert_eq!(found[0].margin, Some(best[1].behind));
    assert!(best.is_sorted_by(|a, b| a.behind <= b.behind) && best.len() == 3);
    assert_eq!(found[1].encoding.as_deref(), Some("utf-8"));
    assert_eq!(found[1].declared.as_deref(), Some("utf-8"));
    assert_eq!((found[1].score, found[1].margin), (None, None));
}

/// A field that a schema lacks is lost where a schema is needed: the columns of Spark come from the schemas.
#[test]
fn fields_that_options_add_are_in_the_schemas() {
    let here = Workplace::with_books();
    let text = "The rain came down on the roof of the old mill.\\n";
    let document =
        format!("{{\"doc\":\"a\",\"kind\":\"mill\",\"year\":1910,\"text\":\"{text}\"}}\n");
    here.write("a.jsonl", document.repeat(12));
    let lines = here.shell("linenorm --by kind --original --ends 3 a.jsonl");
    assert_eq!(all::<Line>(&lines.quietly()).len(), 12);
    let counts = "linenorm --by kind --original a.jsonl | freqlines --by kind --example";
    assert_eq!(all::<Frequency>(&here.shell(counts).quietly())[0].count, 12);
    for backend in ["fingerprint", "counters", "countmin"] {
        let counts = format!("linenorm a.jsonl | freqlines --backend {backend}");
        assert_eq!(all::<Frequency>(&here.shell(&counts).quietly()).len(), 1);
    }
    let bounds = "linenorm books/*.txt | freqlines > freq.jsonl
        cutbounds --freq freq.jsonl --explain --anywhere --suspect the books/*.txt";
    assert!(!all::<Bounds>(&here.shell(bounds).quietly()).is_empty());
    here.write(
        "twice.txt",
        "Une t\u{c3}\u{a2}che, un \u{c3}\u{a9}t\u{c3}\u{a9}.\n".repeat(9),
    );
    let mut two = "\u{17d}lu\u{165}ou\u{10d}k\u{fd} k\u{16f}\u{148}.\n"
        .repeat(20)
        .into_bytes();
    two.extend(b"P\xF8\xEDli\xB9 \xBElu\xBBou\xE8k\xFD k\xF9\xF2 \xFAp\xECl.\n".repeat(20));
    here.write("two.txt", two);
    let found = here.shell("charset twice.txt two.txt; charset --unit line two.txt");
    let found: String = found.text().to_owned();
    assert!(
        ["mojibake", "second", "parts"]
            .iter()
            .all(|name| found.contains(name)),
        "{found}"
    );
    let done = here.shell("charset -q twice.txt two.txt; charset -q --unit line two.txt");
    assert_eq!(all::<Encoding>(&done.quietly()).len(), 3);
}

#[test]
fn near_duplicates_have_the_fields_of_their_types() {
    let here = Workplace::with_books();
    let twice = "cp books/on-chalk.txt copy.txt; neardup books/on-chalk.txt copy.txt --emit";
    let [dropped] = &all::<Duplicate>(&here.shell(&format!("{twice} drop")).quietly())[..] else {
        panic!("one copy, one record");
    };
    assert_eq!(
        (&dropped.doc[..], dropped.similarity),
        ("copy.txt", Some(1.0))
    );
    let report: Vec<Grouped> = all(&here.shell(&format!("{twice} report")).quietly());
    assert!(
        report
            .iter()
            .map(|one| (one.size, one.kept))
            .eq([(2, true), (2, false)])
    );
}

#[test]
fn overlaps_have_the_fields_of_their_types_and_are_those_of_the_library() {
    let here = Workplace::with_books();
    here.write("old.jsonl", "{\"doc\":\"old\",\"date\":\"1999\",\"text\":\"table. Between these two employments it has lain quiet for longer\"}\n");
    let options = "overlap --items books/on-chalk.txt --items books/on-string.txt";
    let files = "books/on-ladders.txt old.jsonl";
    let hits = here.shell(&format!("{options} --texts {files}"));
    let hits: Vec<OverlapHit> = all(&hits.quietly());
    let items = here.shell(&format!("{options} --emit items {files}"));
    let items: Vec<OverlapItem> = all(&items.quietly());
    assert_eq!((items.len(), &items[0].set[..]), (2, "on-chalk"));
    let source = items[0].sources.iter().find(|source| source.doc == "old");
    assert_eq!(source.unwrap().date.as_deref(), Some("1999"));

    let text = |name: &str| std::fs::read_to_string(here.path(name)).unwrap();
    let names = ["books/on-chalk.txt", "books/on-string.txt"];
    let items = names.map(|name| overlap::Item::new(name, text(name)));
    let index = overlap::Index::new(items, &overlap::Settings::default()).unwrap();
    let ladders = text("books/on-ladders.txt");
    let found = index.scan(&ladders);
    assert!(!found.is_empty());
    for (hit, found) in hits.iter().zip(&found) {
        assert_eq!(hit.text.as_deref(), Some(&ladders[found.bytes.clone()]));
        assert_eq!(
            (&hit.item, hit.share),
            (&index.item(found.item).id, found.share)
        );
    }
}

#[test]
fn measures_of_texts_have_the_fields_of_their_types() {
    let here = Workplace::with_books();
    let stats = "textstats --language-share --rules gopher books/on-chalk.txt";
    let [stats] = &all::<TextStats>(&here.shell(stats).quietly())[..] else {
        panic!("one document, one record");
    };
    assert_eq!(
        (&stats.language[..], stats.language_share),
        ("en", Some(1.0))
    );
    assert_eq!(stats.scripts["Latin"], 1.0);
    let quantiles = "textstats --emit quantiles books/on-chalk.txt";
    let quantiles: Vec<Quantiles> = all(&here.shell(quantiles).quietly());
    let words = quantiles.iter().find(|one| one.measure == "words").unwrap();
    assert_eq!(
        (words.min, words.max),
        (stats.words as f64, stats.words as f64)
    );
}

#[test]
fn blocks_have_the_fields_of_their_type() {
    let here = Workplace::new();
    here.add_site();
    let done = here.shell("htmlblocks --emit blocks site/*.html").quietly();
    let blocks: Vec<Block> = all(&done);
    assert!(blocks.iter().any(|block| block.class == "good"));
    assert!(blocks.iter().any(|block| block.class == "bad"));
    assert!(blocks.windows(2).all(|pair| {
        pair[1].block
            == if pair[0].doc == pair[1].doc {
                pair[0].block + 1
            } else {
                1
            }
    }));
    for block in &blocks {
        assert!(["good", "bad"].contains(&&*block.class));
        assert!(["good", "neargood", "short", "bad"].contains(&&*block.context_free_class));
        assert!(!block.text.trim().is_empty() && !block.tag.is_empty());
        assert!((0.0..=1.0).contains(&block.stopword_density) && block.link_density >= 0.0);
        assert!(block.reasons.is_none());
    }
    let explained: Vec<Block> = all(&here.shell("htmlblocks --explain site/*.html").quietly());
    for block in &explained {
        let reasons = block.reasons.as_ref().unwrap();
        assert!(reasons.is_sorted_by(|a, b| a.weight.abs() >= b.weight.abs()));
        assert!(
            reasons
                .iter()
                .all(|reason| !reason.feature.is_empty() && reason.value.is_finite())
        );
    }
}

#[test]
fn a_site_is_told_in_records() {
    let here = Workplace::with_books();
    here.shell(
        "set -e
        find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
        find books -name '*.txt' | cutbounds --freq freq.jsonl > bounds.jsonl",
    )
    .quietly();
    let factor = "find books -name '*.txt' | factorends --bounds bounds.jsonl --freq freq.jsonl";
    let runs: Vec<Runs> = all(&here.shell(factor).quietly());
    assert_eq!(runs.len(), 60);
    for document in &runs {
        let lines: Vec<u64> = document.runs.concat();
        assert!(lines.is_sorted() && lines.iter().all(|line| (1..=document.lines).contains(line)));
    }
    let done = here.shell(&format!("{factor} --out-dir site")).quietly();
    let [savings] = &all::<Savings>(&done)[..] else {
        panic!("one record, not {}", done.text())
    };
    let manifest: Vec<Factored> = all(&here.shell("cat site/manifest.jsonl").quietly());
    assert_eq!(manifest.len(), 60);
    let sum = |of: fn(&Factored) -> u64| manifest.iter().map(of).sum::<u64>();
    assert_eq!(sum(|document| document.bytes), savings.bytes);
    assert_eq!(
        sum(|document| document.factored_bytes),
        savings.factored_bytes
    );
    let shared: std::collections::BTreeSet<&str> = manifest
        .iter()
        .flat_map(|document| &document.links)
        .map(|link| &link.shared[..])
        .collect();
    assert_eq!(shared.len() as u64, savings.shared_files);
    let manifest_bytes = std::fs::metadata(here.path("site/manifest.jsonl")).unwrap();
    assert_eq!(savings.manifest_bytes, manifest_bytes.len());
    let saved = savings.bytes - savings.factored_bytes - savings.shared_bytes;
    assert!(saved > 0);
    assert_eq!(savings.saved, saved as i64 - savings.manifest_bytes as i64);
}

/// Unknown fields pass through a tool byte for byte, and `jq 'del(.TOOL)'` gives the input back.
#[test]
fn documents_keep_the_fields_they_came_with() {
    let here = Workplace::new();
    here.write(
        "freq.jsonl",
        "{\"count\":11,\"text\":\"A frequent line at the start of this one\"}\n",
    );
    let input = "{\"id\": 7,\"price\":1.10, \"text\":\"A frequent line at the start of this one\\nb\\u00e9dy\",\"n\":[1e2 ,\"\\u0041\"]}\n";
    let done = here
        .run_with(
            "cutbounds",
            &[
                "--method",
                "paper",
                "--freq",
                "freq.jsonl",
                "--emit",
                "body",
            ],
            input.as_bytes(),
        )
        .quietly();
    let expected = "{\"id\": 7,\"price\":1.10, \"text\":\"b\u{e9}dy\",\"n\":[1e2 ,\"\\u0041\"],\"cutbounds\":{\"lines\":2,\
                    \"preamble_end\":1,\"epilogue_start\":3,\"preamble_rule\":\"frequency\",\"epilogue_rule\":\"none\"}}\n";
    assert_eq!(done.text(), expected);
}

#[test]
fn words_and_pairs_have_the_fields_of_their_types() {
    let here = Workplace::with_books();
    let done = here
        .shell("find books -name '*.txt' | sort | uniqwords")
        .quietly();
    let words: Vec<Words> = all(&done);
    assert_eq!(words.len(), 60);
    for words in &words {
        let positions = words.positions.as_ref().unwrap();
        assert_eq!(positions.len(), words.words.len());
        assert!(positions.is_sorted() && positions.last().is_some_and(|last| *last < words.tokens));
    }

    here.write("words.jsonl", &done.out);
    let pairs: Vec<Pair> = all(&here.shell("lcsdup --align words.jsonl").quietly());
    assert!(!pairs.is_empty());
    for pair in &pairs {
        assert!(pair.lcs <= pair.common && pair.common <= pair.a_words.min(pair.b_words));
        let passages = pair.passages.as_ref().unwrap();
        match &pair.kind[..] {
            "books" => assert!(pair.lcs >= 60 && pair.excess >= 3.5),
            "passages" => assert!(!passages.is_empty()),
            kind => panic!("{kind}"),
        }
        for passage in passages {
            assert!(passage.a[0] < passage.a[1] && passage.b[0] < passage.b[1]);
            assert!(passage.seeds > 1 && passage.expect <= 0.01);
        }
        assert!(pair.segments.is_some());
    }
    assert!(pairs.iter().any(|pair| {
        let segments = pair.segments.as_ref();
        pair.kind == "books" && segments.is_some_and(|segments| !segments.is_empty())
    }));
    let scored: Vec<Pair> = all(&here.shell("lcsdup --score excess words.jsonl").quietly());
    assert!(!scored.is_empty());
    for pair in &scored {
        assert!(pair.kind == "books" && pair.passages.is_none());
        assert!(pair.lcs >= 60 && pair.excess >= 3.5);
    }
    let dense = here
        .shell("find books -name '*.txt' | sort | uniqwords --dense")
        .quietly();
    let dense: Vec<Words> = all(&dense);
    assert!(dense.iter().all(|words| words.seeds.is_some()));
    let hashes = dense.iter().filter_map(|words| words.text_hash.as_ref());
    assert_eq!(hashes.filter(|hash| hash.len() == 16).count(), dense.len());

    let command = "lcsdup --emit passages --texts books words.jsonl";
    let passages: Vec<SharedPassage> = all(&here.shell(command).quietly());
    let of_pairs = pairs.iter().flat_map(|pair| pair.passages.iter().flatten());
    assert_eq!(passages.len(), of_pairs.count());
    for passage in &passages {
        for (name, text, offset) in [
            (&passage.a, &passage.a_text, passage.a_offset),
            (&passage.b, &passage.b_text, passage.b_offset),
        ] {
            let book = std::fs::read(here.path(name)).unwrap();
            let book = String::from_utf8_lossy(&book);
            // A mark at the beginning is not of the text.
            let book = book.trim_start_matches('\u{FEFF}');
            let (text, [start, end]) = (text.as_ref().unwrap(), offset.unwrap());
            // A book in windows-1252 has other bytes.
            assert!(
                book.contains('\u{FFFD}') || book[start..end] == **text,
                "{name}: {text}"
            );
        }
        assert!(passage.a_tokens[0] < passage.a_tokens[1] && passage.seeds > 1);
    }

    let kept: Vec<Choice> = all(&here.shell("lcsdup --emit keep words.jsonl").quietly());
    let dropped: Vec<Choice> = all(&here.shell("lcsdup --emit drop words.jsonl").quietly());
    assert_eq!(
        kept.len() + dropped.len(),
        here.shell("cat words.jsonl").text().lines().count()
    );
    assert!(kept.iter().all(|choice| choice.duplicate_of.is_none()));
    for choice in &dropped {
        let instead = choice.duplicate_of.as_ref().unwrap();
        assert!(kept.iter().any(|kept| kept.doc == *instead));
    }

    let clusters: Vec<Cluster> = all(&here.shell("lcsdup --clusters words.jsonl").quietly());
    assert!(
        clusters
            .iter()
            .zip(1..)
            .all(|(cluster, number)| cluster.cluster == number)
    );
    assert!(clusters.iter().all(|cluster| cluster.docs.len() > 1));
}

/// A removed block has the text that its source says: its n-grams are there, and earlier.
#[test]
fn removed_blocks_have_the_fields_of_their_type() {
    let here = Workplace::with_books();
    let list = "find books -name '*.txt' | LC_ALL=C sort";
    let removed: Vec<Removed> = all(&here
        .shell(&format!("{list} | blockdedup --emit report"))
        .quietly());
    assert!(removed.iter().any(|block| block.reason == "stub"));
    let duplicates = removed.iter().filter(|block| block.reason == "duplicate");
    let mut count = 0;
    for block in duplicates {
        count += 1;
        assert!(
            2 * block.seen > block.tokens / 2,
            "{}: {}",
            block.doc,
            block.block
        );
        let source = block.source.as_ref().unwrap();
        assert!(
            (source, block.source_block.unwrap()) < (&block.doc, block.block),
            "what was first is of an earlier document, or further up"
        );
        assert!((1..=block.tokens).contains(&block.common.unwrap()));
    }
    assert!(count > 100, "{count} duplicates");
    let grams: Vec<Gram> = all(&here
        .shell(&format!("{list} | blockdedup --emit grams"))
        .quietly());
    assert!(grams.is_sorted_by(|a, b| a.gram < b.gram));
    let (total, grams) = grams.split_last().unwrap();
    assert!(grams.iter().all(|gram| gram.count > 1));
    assert!(total.count == grams.len() as u64 && total.gram.ends_with(":total"));
}

/// The names that `--header` writes are those of the fields of the records.
#[test]
fn headers_name_the_fields_of_records() {
    let here = Workplace::with_books();
    here.add_site();
    here.shell(
        "find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
        cp books/on-chalk.txt copy.txt
        uniqwords books/on-chalk.txt copy.txt > words.jsonl",
    )
    .quietly();
    let commands = [
        "linenorm --ends 20 books/on-chalk.txt",
        "freqlines freq.jsonl",
        "freqlines --backend counters freq.jsonl",
        "freqlines --backend majority freq.jsonl",
        "cutbounds --freq freq.jsonl books/on-chalk.txt",
        "charset books/on-chalk.txt",
        "blockdedup --emit report books/on-chalk.txt books/on-chalk.txt",
        "blockdedup --emit grams -n 2 books/on-chalk.txt",
        "altcount -q --emit cut site/on-chalk.html site/on-teapots.html",
        "altcount -q --score '<p>' '</p>' site/on-chalk.html site/on-teapots.html",
        "lcsdup --score cs words.jsonl",
    ];
    for command in commands {
        let json = here
            .shell(&format!("{command} | head -n 1"))
            .text()
            .to_owned();
        let record: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&json)
            .unwrap_or_else(|error| panic!("{command}: {error}: {json}"));
        for (format, separator) in [("tsv", '\t'), ("csv", ',')] {
            let rows = here
                .shell(&format!("{command} --format {format} --header | head -n 2"))
                .text()
                .to_owned();
            let rows: Vec<&str> = rows.lines().collect();
            let names: Vec<&str> = rows[0].split(separator).collect();
            let known = |name: &&&str| {
                // If a block repeats nothing, the cells of the block and its line are empty; a range is two
                // columns.
                record.contains_key(**name)
                    || ["end", "declared", "line", "start"].contains(*name)
                    || [
                        "source",
                        "source_block",
                        "source_file",
                        "source_line",
                        "common",
                    ]
                    .contains(*name)
            };
            let unknown: Vec<_> = names.iter().filter(|name| !known(name)).collect();
            assert!(unknown.is_empty(), "{command}: {unknown:?} in {json}");
            if format == "tsv" {
                assert_eq!(rows[1].split(separator).count(), names.len(), "{command}");
            }
        }
    }
}
