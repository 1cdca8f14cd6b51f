//! The Makefiles of `examples/`: a build makes everything, a second one nothing, and a third what depends on one source.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::harness::{Workplace, installed, root};

/// A build of an example, from sources in `sources` to results in `build`.
struct Build {
    here: Workplace,
    make: String,
}

impl Build {
    /// `None` where there is no make or no jq.
    fn new(example: &str, variable: &str, here: Workplace) -> Option<Self> {
        if !installed("make") || !installed("jq") {
            println!("not run: make or jq is not installed");
            return None;
        }
        let folder = root().join("examples").join(example);
        let make = format!(
            "make -j2 -C '{}' {variable}='{}' OUT='{}' PARTS=4",
            folder.display(),
            here.path("sources").display(),
            here.path("build").display()
        );
        Some(Build { here, make })
    }

    /// What make prints: the commands that it runs.
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
    let Some(build) = Build::new("gutenberg", "BOOKS", here) else {
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
    let Some(build) = Build::new("gutenberg", "BOOKS", here) else {
        return;
    };
    let done = build.here.shell(&build.make).expect(2);
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
    let tolerant = format!("{} MAX_ERRORS=1", build.make);
    let done = build.here.shell(&tolerant).expect(0);
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
    let Some(build) = Build::new("webcorpus", "PAGES", here) else {
        return;
    };
    build.run();
    let first = build.results();
    let here = &build.here;
    // One run over everything, in the order of the parts.
    here.shell(
        "set -e; cat build/parts/[1-4].list | cut -d ' ' -f 3- | charset --language en --to-utf8 |
        htmlblocks --emit text | blockdedup | cmp - build/corpus.jsonl",
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
