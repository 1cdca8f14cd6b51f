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

/// The names and texts of records, read back from any format.
fn names_and_texts(here: &Workplace, files: &[String]) -> Vec<(String, String)> {
    let mut all = vec!["-q", "--to-utf8", "--min-margin", "0"];
    all.extend(files.iter().map(String::as_str));
    let records = here.run("charset", &all).quietly();
    let of_line = |line: &str| {
        let record: serde_json::Value = serde_json::from_str(line).unwrap();
        let field = |key: &str| record[key].as_str().unwrap().to_owned();
        (field("doc"), field("text"))
    };
    records.text().lines().map(of_line).collect()
}

#[test]
fn data_sets_are_written_back_in_their_form() {
    let here = Workplace::new();
    let forms = [
        ("a.jsonl", &b"{\"doc\":"[..]),
        ("b.jsonl.gz", b"\x1f\x8b"),
        ("c/d.jsonl.zst", b"\x28\xb5\x2f\xfd"),
        ("c/e.csv", b"doc,text,"),
        ("c/f.tsv.gz", b"\x1f\x8b"),
        ("g.parquet", b"PAR1"),
    ];
    fs::create_dir_all(here.path("data/c")).unwrap();
    let mut data = Vec::new();
    for (number, (name, _)) in forms.iter().enumerate() {
        let mut records = String::new();
        for page_number in 6 * number..6 * number + 6 {
            let record =
                serde_json::json!({"doc": format!("p{page_number}"), "text": page(page_number)});
            records += &format!("{record}\n");
        }
        here.write("records.jsonl", records);
        let name = format!("data/{name}");
        let made = ["--to-utf8", "-q", "-o", &name, "records.jsonl"];
        here.run("charset", &made).quietly();
        data.push(name);
    }
    here.write("data/empty.jsonl", "");
    data.insert(0, "data/empty.jsonl".into());
    let data: Vec<&str> = data.iter().map(String::as_str).collect();
    for tool in &WRITERS {
        let case = root().join("tests/cases").join(tool.0);
        let always = fs::read_to_string(case.join("arguments")).unwrap_or_default();
        let mut whole: Vec<String> = always
            .lines()
            .map(|line| line.replace("{case}", &case.display().to_string()))
            .collect();
        whole.extend(tool.1.iter().chain(&data).map(|&one| one.to_owned()));
        whole.extend(["-o", "whole.jsonl"].map(str::to_owned));
        here.run(tool.0, &whole).quietly();
        let expected = names_and_texts(&here, &["whole.jsonl".to_owned()]);
        assert!(expected.len() > 20, "{}", tool.0);
        for threads in ["-j1", "-j3"] {
            let more: Vec<&str> = data.iter().copied().chain([threads]).collect();
            write(&here, tool, &more, "").quietly();
            let written: Vec<String> = data.iter().map(|name| format!("out/{name}")).collect();
            assert_eq!(files(&here.path("out")).len(), written.len(), "{}", tool.0);
            assert_eq!(fs::read(here.path("out/data/empty.jsonl")).unwrap(), b"");
            for (name, begin) in forms {
                let bytes = fs::read(here.path("out/data").join(name)).unwrap();
                assert!(bytes.starts_with(begin), "{}: {name}", tool.0);
            }
            assert_eq!(names_and_texts(&here, &written), expected, "{}", tool.0);
        }
        // As text, each document is a file, as those from standard input are.
        let more: Vec<&str> = data.iter().copied().chain(["-r"]).collect();
        write(&here, tool, &more, "").quietly();
        let texts = files(&here.path("out"));
        assert!(texts.contains(&format!("p7{}", tool.2)), "{texts:?}");
        let records = fs::read_to_string(here.path("data/a.jsonl")).unwrap();
        write(&here, tool, &["-q"], &records).quietly();
        assert_eq!(files(&here.path("out")).len(), 6, "{}", tool.0);
    }
}

#[test]
fn a_data_set_is_written_whole_or_not_at_all() {
    let here = Workplace::new();
    let record =
        |number| format!("{{\"doc\":\"p{number}\",\"text\":\"number {number} of some\"}}\n");
    let records: String = (0..5000).map(record).collect();
    let packed = gzip(records.as_bytes());
    here.write("d/cut.jsonl.gz", &packed[..packed.len() / 2]);
    here.write("d/whole.jsonl.gz", &packed);
    here.write("d/more.csv", "id,text\na,seven of some\nb,\"not closed\n");
    let cut = fs::read(here.path("d/cut.jsonl.gz")).unwrap();
    let in_place = |more: &[&str]| {
        let all: Vec<&str> = ["--to-utf8", "-q", "--out-dir", "."]
            .iter()
            .chain(more)
            .copied()
            .collect();
        here.run("charset", &all)
    };
    let done = in_place(&["d/cut.jsonl.gz", "d/more.csv", "d/whole.jsonl.gz"]).expect(2);
    for name in ["d/cut.jsonl.gz", "d/more.csv"] {
        let message = format!("{name}: not written, because not all of it can be read");
        assert!(done.err.contains(&message), "{}", done.err);
    }
    assert_eq!(fs::read(here.path("d/cut.jsonl.gz")).unwrap(), cut);
    assert!(
        fs::read_to_string(here.path("d/more.csv"))
            .unwrap()
            .ends_with("closed\n")
    );
    let texts = names_and_texts(&here, &["d/whole.jsonl.gz".to_owned()]);
    assert_eq!(texts.len(), 5000);
    // Before anything is read.
    let done = in_place(&["d/whole.jsonl.gz", "d/none.jsonl.xz"]).expect(2);
    assert!(
        done.err
            .contains("d/none.jsonl.xz: this compression is not written"),
        "{}",
        done.err
    );
    // Another format has another suffix.
    in_place(&["d/whole.jsonl.gz", "--output-format", "csv"]).quietly();
    let names = files(&here.path("d"));
    assert!(names.contains(&"whole.csv.gz".to_owned()), "{names:?}");
    here.write("d/text.txt", "Some text.\n");
    let done = in_place(&["d/text.txt", "--output-format", "csv"]).expect(2);
    assert!(
        done.err
            .contains("d/text.txt: a document that is not of a data set"),
        "{}",
        done.err
    );
    // What is there already is not written again.
    fs::write(here.path("d/whole.csv.gz"), b"of an earlier run").unwrap();
    in_place(&[
        "d/whole.jsonl.gz",
        "--output-format",
        "csv",
        "--skip-existing",
    ])
    .quietly();
    assert_eq!(
        fs::read(here.path("d/whole.csv.gz")).unwrap(),
        b"of an earlier run"
    );
}
