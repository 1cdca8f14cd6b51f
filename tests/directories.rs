//! `--out-dir` of every tool that writes documents.

use std::fs;
use std::path::Path;

use crate::harness::{Done, Workplace, gzip, root};

/// The tools that write documents, what makes them do it, and what they add to names.
const WRITERS: [(&str, &[&str], &str); 5] = [
    ("altcount", &["--emit", "useful"], ""),
    ("blockdedup", &[], ""),
    ("charset", &["--to-utf8"], ""),
    ("cutbounds", &["--emit", "body"], ""),
    (
        "htmlblocks",
        &["--emit", "text", "--stoplist", "none"],
        ".txt",
    ),
];

/// It writes a site, with a file that names its documents.
const SITE: (&str, &[&str], &str) = ("factorends", &["--quiet"], "");

/// A page of a paragraph that no other page has a part of.
fn page(number: usize) -> String {
    let syllables = [
        "ka", "lo", "mi", "ter", "san", "du", "vel", "or", "pin", "gra",
    ];
    let mut state = number as u64 + 1;
    let mut syllable = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        syllables[(state >> 40) as usize % syllables.len()]
    };
    let words: Vec<_> = (0..80)
        .map(|_| [syllable(), syllable(), syllable()].concat())
        .collect();
    format!(
        "<html><body><p>Page {number} says {}.</p></body></html>\n",
        words.join(" ")
    )
}

/// The files below a folder, sorted, without the manifest of a site.
fn files(folder: &Path) -> Vec<String> {
    fn walk(folder: &Path, root: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => walk(&path, root, found),
                false => found.push(path.strip_prefix(root).unwrap().display().to_string()),
            }
        }
    }
    let mut found = Vec::new();
    if folder.exists() {
        walk(folder, folder, &mut found);
    }
    found.retain(|name| name != "manifest.jsonl");
    found.sort();
    found
}

fn write(here: &Workplace, tool: &(&str, &[&str], &str), more: &[&str], input: &str) -> Done {
    let case = root().join("tests/cases").join(tool.0);
    let always = fs::read_to_string(case.join("arguments")).unwrap_or_default();
    let mut all: Vec<String> = always
        .lines()
        .map(|line| line.replace("{case}", &case.display().to_string()))
        .collect();
    all.extend(tool.1.iter().chain(more).map(|&one| one.to_owned()));
    all.extend(["--out-dir".to_owned(), "out".to_owned()]);
    if !more.contains(&"--skip-existing") {
        let _ = fs::remove_dir_all(here.path("out"));
    }
    here.run_with(tool.0, &all, input.as_bytes())
}

fn names(tool: &(&str, &[&str], &str), names: &[&str]) -> Vec<String> {
    names
        .iter()
        .map(|name| format!("{name}{}", tool.2))
        .collect()
}

#[test]
fn every_document_is_a_file_under_its_name() {
    let here = Workplace::new();
    here.write("site/a/x.html", page(1));
    here.write("site/a/y.html.gz", gzip(page(2).as_bytes()));
    here.write("site/b/x.html", page(3));
    let expected = ["a/x.html", "a/y.html", "b/x.html"];
    let absolute = here.path("site").display().to_string();
    let list = "site/a/x.html\nsite/a/y.html.gz\nsite/b/x.html\n";
    let absolutes = list.replace("site/", &format!("{absolute}/"));
    let a = format!("{absolute}/a/x.html");
    here.write("work/here", "");
    for tool in WRITERS.iter().chain([&SITE]) {
        let with_site = expected.map(|name| format!("site/{name}{}", tool.2));
        for threads in ["-j1", "-j3"] {
            write(&here, tool, &[threads], list).quietly();
            assert_eq!(files(&here.path("out")), with_site, "{}", tool.0);
            write(&here, tool, &[threads, "--strip-prefix", "site"], list).quietly();
            assert_eq!(files(&here.path("out")), names(tool, &expected));
        }
        // Absolute files, and those with .., without the folder that they have in common.
        write(&here, tool, &[&absolute], "").quietly();
        assert_eq!(files(&here.path("out")), names(tool, &expected));
        write(&here, tool, &["work/../site"], "").quietly();
        assert_eq!(files(&here.path("out")), names(tool, &expected));
        let b = format!("{absolute}/b/x.html");
        write(&here, tool, &[&a, &b, "site/a/y.html.gz"], "").quietly();
        let mixed = ["a/x.html", "b/x.html", "site/a/y.html"];
        assert_eq!(files(&here.path("out")), names(tool, &mixed));
        // A list says too late what its paths have in common: there they keep their folders.
        write(&here, tool, &[], &absolutes).quietly();
        let below = here.path(format!("out{absolute}"));
        assert_eq!(files(&below), names(tool, &expected));
        // Names with .. that stay inside, and many that do not: like messages are counted.
        let up = list.replace("site/", "work/../site/");
        write(&here, tool, &[], &up).quietly();
        assert_eq!(files(&here.path("out")), with_site, "{}", tool.0);
        let folder = here.path("");
        let folder = folder.file_name().unwrap().to_str().unwrap();
        let out: String = (list.lines().cycle().take(30))
            .map(|name| format!("../{folder}/{name}\n"))
            .collect();
        let done = write(&here, tool, &[], &out).expect(2);
        assert!(done.err.contains("--strip-prefix"), "{}", done.err);
        assert!(done.err.lines().count() < 9, "{}", done.err);
        assert_eq!(files(&here.path("out")), [""; 0]);
        write(&here, tool, &["--strip-prefix", &absolute], &absolutes).quietly();
        assert_eq!(files(&here.path("out")), names(tool, &expected));
    }
}

#[test]
fn the_files_hold_what_the_records_do() {
    let here = Workplace::new();
    let mut list = String::new();
    for number in 0..12 {
        let name = format!("{number:02}.html");
        here.write(&name, page(number));
        list += &format!("{name}\n");
    }
    for tool in &WRITERS {
        let records = {
            let case = root().join("tests/cases").join(tool.0);
            let always = fs::read_to_string(case.join("arguments")).unwrap_or_default();
            let mut all: Vec<String> = always
                .lines()
                .map(|line| line.replace("{case}", &case.display().to_string()))
                .collect();
            all.extend(tool.1.iter().map(|&one| one.to_owned()));
            here.run_with(tool.0, &all, list.as_bytes()).quietly()
        };
        let written = write(&here, tool, &["-j2"], &list).quietly();
        assert_eq!(written.out, b"", "{}", tool.0);
        let mut count = 0;
        for line in records.text().lines() {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = record["doc"].as_str().unwrap();
            let file = here.path("out").join(format!("{name}{}", tool.2));
            assert_eq!(
                fs::read_to_string(file).unwrap(),
                record["text"].as_str().unwrap(),
                "{}",
                tool.0
            );
            count += 1;
        }
        assert_eq!(files(&here.path("out")).len(), count, "{}", tool.0);
        assert!(count > 6, "{}", tool.0);
    }
}

#[test]
fn two_documents_with_one_name_are_trouble() {
    let here = Workplace::new();
    here.write("site/x.html", page(1));
    here.write("site/x.html.gz", gzip(page(2).as_bytes()));
    for tool in &WRITERS {
        let done = write(&here, tool, &[], "site/x.html\nsite/x.html.gz\n").expect(2);
        let message = "site/x.html.gz: another document has its place in the output directory";
        assert!(done.err.contains(message), "{}: {}", tool.0, done.err);
        let name = format!("out/site/x.html{}", tool.2);
        let written = fs::read_to_string(here.path(&name)).unwrap();
        assert!(written.contains("Page 1 "), "{}: {written}", tool.0);
    }
}

#[test]
fn a_run_goes_on_where_another_one_was_interrupted() {
    let here = Workplace::new();
    for number in 1..=4 {
        here.write(format!("site/{number}.html"), page(number));
    }
    here.write("site/5.html", page(5));
    here.write("site/5.html.gz", gzip(page(6).as_bytes()));
    let list = "site/1.html\nsite/2.html\nsite/3.html\nsite/4.html\n";
    for tool in &WRITERS {
        let file = |number: usize| here.path(format!("out/site/{number}.html{}", tool.2));
        write(&here, tool, &["-q"], list).quietly();
        let whole = fs::read(file(2)).unwrap();
        fs::remove_file(file(2)).unwrap();
        fs::write(file(3), "of an earlier run").unwrap();
        for threads in ["1", "2"] {
            let more = ["-q", "--skip-existing", "-j", threads];
            write(&here, tool, &more, list).quietly();
            assert_eq!(fs::read(file(2)).unwrap(), whole, "{}", tool.0);
            let kept = fs::read_to_string(file(3)).unwrap();
            assert_eq!(kept, "of an earlier run", "{}", tool.0);
        }
        // A second document of one name does not count as a file that was there.
        let more = ["-q", "--skip-existing"];
        let done = write(&here, tool, &more, "site/5.html\nsite/5.html.gz\n").expect(2);
        assert!(
            done.err.contains("another document has its place"),
            "{}: {}",
            tool.0,
            done.err
        );
    }
    write(&here, &SITE, &["--skip-existing"], list).expect(2);
}
