//! The Makefiles of `examples/`: a build makes everything, a second one nothing, and a third what depends on one source.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::harness::{Workplace, has, root};

/// A build of an example, from sources in `sources` to results in `build`.
struct Build {
    here: Workplace,
    make: String,
}

impl Build {
    /// `None` where there is no make or no jq.
    fn new(example: &str, here: Workplace) -> Option<Self> {
        if !has("make") || !has("jq") {
            return None;
        }
        let folder = root().join("examples").join(example);
        let make = format!(
            "make -j2 -C '{}' SOURCES='{}' OUT='{}' PARTS=4",
            folder.display(),
            here.path("sources").display(),
            here.path("build").display()
        );
        Some(Build { here, make })
    }

    /// The output of make: the commands that it runs.
    #[track_caller]
    fn run(&self) -> String {
        self.here.shell(&self.make).quietly().text().to_owned()
    }

    /// The results below a folder and when they were made.
    fn results(&self) -> BTreeMap<String, SystemTime> {
        let list = self.here.shell("find build -type f").quietly();
        let time = |name: &str| {
            fs::metadata(self.here.path(name))
                .unwrap()
                .modified()
                .unwrap()
        };
        list.text()
            .lines()
            .map(|name| (name.to_owned(), time(name)))
            .collect()
    }

    /// Results that were made since, apart from the stats.
    fn made_since(&self, before: &BTreeMap<String, SystemTime>) -> Vec<String> {
        let made = |(name, time): &(String, SystemTime)| before.get(name) != Some(time);
        let results = self
            .results()
            .into_iter()
            .filter(made)
            .map(|(name, _)| name);
        results.filter(|name| !name.contains("/stats/")).collect()
    }

    /// The part that a source is in.
    fn part(&self, source: &str) -> usize {
        let holds = |part: &usize| {
            let list =
                fs::read_to_string(self.here.path(format!("build/parts/{part}.list"))).unwrap();
            list.lines().any(|line| line.ends_with(source))
        };
        (1..=4).find(holds).expect("each source is in a part")
    }
}

/// Gives a file a later time than any result has.
fn touch(path: &Path) {
    let later = SystemTime::now() + Duration::from_secs(60);
    fs::File::options()
        .write(true)
        .open(path)
        .unwrap()
        .set_modified(later)
        .unwrap();
}

#[test]
fn the_books_are_built_step_by_step() {
    let here = Workplace::with_books();
    fs::rename(here.path("books"), here.path("sources")).unwrap();
    // Names that make itself cannot hold.
    fs::rename(
        here.path("sources/on-chalk.txt"),
        here.path("sources/on $chalk: a #.txt"),
    )
    .unwrap();
    let Some(build) = Build::new("gutenberg", here) else {
        return;
    };
    build.run();
    let first = build.results();
    let here = &build.here;
    let count = |files: &str| {
        here.shell(&format!("cat {files} | wc -l"))
            .text()
            .trim()
            .parse::<usize>()
            .unwrap()
    };
    assert_eq!(count("build/bounds/*.jsonl"), 60);
    assert_eq!(
        count("build/corpus/*.jsonl") + count("build/drop.jsonl"),
        60
    );
    let report = fs::read_to_string(here.path("build/report.html")).unwrap();
    for step in ["linenorm", "freqlines", "cutbounds", "uniqwords", "lcsdup"] {
        assert!(report.contains(step), "{step}");
    }
    // The parts are those of one run over everything.
    here.shell(
        "set -e; find sources -name '*.txt' | linenorm --ends 300 | freqlines | cmp - build/freq.jsonl
        find \"$PWD/sources\" -name '*.txt' | cutbounds --freq build/freq.jsonl | sort > whole
        cat build/bounds/*.jsonl | sort | cmp - whole",
    )
    .quietly();

    assert!(build.run().contains("Nothing to be done"));
    assert_eq!(build.made_since(&first), [""; 0]);

    // Touched, and the same: its part alone, and what joins the parts.
    touch(&here.path("sources/on-teapots.txt"));
    build.run();
    let part = build.part("on-teapots.txt");
    let own = ["bounds", "clean", "corpus", "counts", "words"]
        .map(|step| format!("build/{step}/{part}.jsonl"));
    let mut expected = own.to_vec();
    expected.push(format!("build/parts/{part}.list"));
    expected.extend(["clusters", "counts", "repeated"].map(|name| format!("build/{name}.jsonl")));
    expected.push("build/report.html".into());
    expected.sort();
    assert_eq!(build.made_since(&first), expected);

    // Gone: it is in no result any more.
    fs::remove_file(here.path("sources/on-teapots.txt")).unwrap();
    build.run();
    assert_eq!(count("build/bounds/*.jsonl"), 59);
    assert!(build.run().contains("Nothing to be done"));
}

#[test]
fn a_source_that_cannot_be_read_stops_the_build() {
    let here = Workplace::with_books();
    fs::rename(here.path("books"), here.path("sources")).unwrap();
    here.write(
        "sources/cut.txt.gz",
        &crate::harness::gzip(&[b'x'; 5000])[..20],
    );
    let Some(build) = Build::new("gutenberg", here) else {
        return;
    };
    let strict = format!("{} MAX_ERRORS=0", build.make);
    let done = build.here.shell(&strict).expect(2);
    assert!(done.err.contains("cut.txt.gz: "), "{}", done.err);
    // Nothing stands there as if it were the whole.
    let part = build.part("cut.txt.gz");
    assert!(
        !build
            .here
            .path(format!("build/counts/{part}.jsonl"))
            .exists()
    );
    assert!(!build.here.path("build/report.html").exists());
    // One can be tolerated, and is named all the same.
    let done = build.here.shell(&build.make).expect(0);
    assert!(done.err.contains("cut.txt.gz: "), "{}", done.err);
    assert!(build.here.path("build/report.html").exists());
    let rejects = build
        .here
        .path(format!("build/stats/counts-{part}.rejects"));
    let rejects = fs::read_to_string(rejects).unwrap();
    assert!(rejects.contains("cut.txt.gz"), "{rejects}");
    fs::remove_file(build.here.path("sources/cut.txt.gz")).unwrap();
    build.run();
    assert!(build.here.path("build/report.html").exists());
}

#[test]
fn the_web_corpus_is_built_step_by_step() {
    let here = Workplace::new();
    crate::harness::copy(&root().join("tests/corpus/web"), &here.path("sources"));
    let Some(build) = Build::new("webcorpus", here) else {
        return;
    };
    build.run();
    let first = build.results();
    let here = &build.here;
    // One run over everything, in the order of the parts.
    here.shell(
        "set -e; cat build/parts/[1-4].list | cut -d ' ' -f 3- | charset --keep-language en --to-utf8 |
        htmlblocks --metadata | blockdedup | cmp - build/corpus.jsonl",
    )
    .quietly();
    let corpus = fs::read_to_string(here.path("build/corpus.jsonl")).unwrap();
    let of = |name: &str| corpus.lines().filter(|line| line.contains(name)).count();
    let twins = of("/a-walk-from-dunmarrow-to-wexcombe") + of("/print-a-walk");
    assert_eq!(twins, 1, "a page that is there twice is kept once");
    assert!(corpus.contains("utf-16le") && !corpus.contains("Distributed Readers"));

    assert!(build.run().contains("Nothing to be done"));
    assert_eq!(build.made_since(&first), [""; 0]);
    touch(&here.path("sources/on-string.html"));
    build.run();
    let part = build.part("on-string.html");
    let mut expected = vec![
        "build/corpus.jsonl".to_owned(),
        format!("build/parts/{part}.list"),
        "build/report.html".to_owned(),
        format!("build/text/{part}.jsonl"),
    ];
    expected.sort();
    assert_eq!(build.made_since(&first), expected);
}

/// Sources with names in `id`, as JSON Lines and Parquet; a benchmark of several fields.
#[test]
fn a_training_set_is_decontaminated_by_questions_with_choices() {
    let here = Workplace::new();
    let question = "Which of the bells at Ashwick was cast twice, because the founder had mislaid a boot in the metal?";
    here.write(
        "sources/train.jsonl",
        format!(
            "{}\n{}\n",
            serde_json::json!({"id": "leak", "text": format!("Quiz night. {} (A) The tenor (B) the treble", question.to_uppercase())}),
            serde_json::json!({"id": "clean", "text": "Nobody at Ashwick has mislaid a boot since."})
        ),
    );
    let produced = root().join("tests/corpus/produced/datasets.parquet");
    fs::copy(produced, here.path("sources/rows.parquet")).unwrap();
    let items = [
        serde_json::json!({"question": question, "choices": ["the tenor", "the treble"]}),
        serde_json::json!({"question": "Line one of text 7. A second line: café, 😀, quoted?", "choices": []}),
    ];
    here.write(
        "bench/questions.jsonl",
        items.map(|item| item.to_string() + "\n").concat(),
    );
    let Some(mut build) = Build::new("decontaminate", here) else {
        return;
    };
    let bench = build.here.path("bench").display().to_string();
    build.make += &format!(" BENCHMARKS='{bench}' ITEM_TEXT=question,choices");
    build.run();
    let ids = |results: &str| {
        let ids = build
            .here
            .shell(&format!("cat build/{results} | jq -r '.id // .doc'"));
        let mut ids: Vec<String> = ids.quietly().text().lines().map(str::to_owned).collect();
        ids.sort();
        ids
    };
    assert_eq!(ids("found/*.jsonl"), ["doc-7", "leak"]);
    let left = ids("clean/*.jsonl");
    assert_eq!(left.len(), 20, "{left:?}");
    assert!(left.contains(&"clean".to_owned()) && !left.contains(&"doc-7".to_owned()));
    assert!(build.run().contains("Nothing to be done"));
}

/// Every example, with a source that is damaged and one whose name make itself cannot hold.
#[test]
fn every_example_survives_a_bad_file_and_odd_names() {
    // The results that hold documents, and how many there are.
    let examples = [
        ("decontaminate", "books", "clean/*.jsonl", 1..60),
        ("gutenberg", "books", "corpus/*.jsonl", 35..61),
        ("news", "web", "keep/*.jsonl", 5..13),
        ("site", "web", "articles/*.jsonl", 13..14),
        ("utf8", "books", "encodings/*.jsonl", 60..61),
        ("webcorpus", "web", "corpus.jsonl", 10..13),
    ];
    let folders = fs::read_dir(root().join("examples")).unwrap();
    let there = folders.filter(|entry| entry.as_ref().unwrap().path().join("Makefile").exists());
    assert_eq!(there.count(), examples.len());
    for (example, sources, results, documents) in examples {
        let here = Workplace::new();
        crate::harness::copy(
            &root().join("tests/corpus").join(sources),
            &here.path("sources"),
        );
        let (first, odd, bad) = match sources {
            "web" => ("on-string.html", "on $string: a #.html", "cut.html.gz"),
            _ => ("on-chalk.txt", "on $chalk: a #.txt", "cut.txt.gz"),
        };
        fs::rename(
            here.path(format!("sources/{first}")),
            here.path(format!("sources/{odd}")),
        )
        .unwrap();
        let cut = &crate::harness::gzip(&[b'x'; 5000])[..20];
        here.write(format!("sources/{bad}"), cut);
        let Some(build) = Build::new(example, here) else {
            return;
        };
        let done = build.here.shell(&build.make).expect(0);
        assert!(done.err.contains(bad), "{example}: {}", done.err);
        let lines = format!("cat build/{results} | wc -l");
        let lines = build.here.shell(&lines).text().trim().parse().unwrap();
        assert!(documents.contains(&lines), "{example}: {lines}");
        assert!(build.here.path("build/report.html").exists(), "{example}");
        let rejects = build.here.shell("cat build/stats/*.rejects").quietly();
        assert!(rejects.text().contains(bad), "{example}");
        let odd = build
            .here
            .shell("grep -rlF 'a #.' build --include=*.jsonl | wc -l");
        assert_ne!(odd.text().trim(), "0", "{example}");
        let again = build.here.shell(&build.make).expect(0);
        assert!(
            again.text().contains("Nothing to be done"),
            "{example}: {}",
            again.text()
        );
        let makefile = root().join("examples").join(example).join("Makefile");
        let lines = fs::read_to_string(makefile).unwrap().lines().count();
        assert!(lines <= 40, "{example}: {lines} lines");
    }
}
