//! Sites whose documents share their notices, and the way back.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use serde_json::Value;

use crate::harness::ebooks::{EBOOKS, ebooks};
use crate::harness::{Done, Workplace, gzip};

/// The e-books, what is frequent in them, and where their notices are.
fn workplace() -> Workplace {
    let here = Workplace::new();
    for ebook in ebooks() {
        here.write(&ebook.name, &ebook.html);
    }
    here.shell(
        "set -e
        find ebooks -type f | LC_ALL=C sort > list
        linenorm --ends 300 < list | freqlines -k 3 > freq.jsonl
        cutbounds --method paper --freq freq.jsonl < list > bounds.jsonl",
    )
    .quietly();
    here
}

fn factor(here: &Workplace, more: &str) -> Done {
    here.shell(&format!(
        "factorends --bounds bounds.jsonl --freq freq.jsonl {more} < list"
    ))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found.sort();
    found
}

fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    files(folder)
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(folder).unwrap().to_owned();
            (name, fs::read(&path).unwrap())
        })
        .collect()
}

/// The targets of the links that were put in.
fn targets(html: &str) -> Vec<&str> {
    html.split("<a href=\"")
        .skip(1)
        .filter(|link| link.contains("\">Common text, "))
        .map(|link| link.split('"').next().unwrap())
        .collect()
}

#[test]
fn ebooks_share_a_file_for_each_text() {
    let here = workplace();
    let savings: Value =
        serde_json::from_str(factor(&here, "--out-dir site").quietly().text()).unwrap();
    // Six notices at the top, six at the end.
    assert_eq!(savings["shared_files"], 12);
    assert_eq!(files(&here.path("site/shared")).len(), 12);
    assert_eq!(savings["documents"], EBOOKS);
    for ebook in ebooks() {
        let path = here.path("site").join(&ebook.name);
        let html = fs::read_to_string(&path).unwrap();
        assert!(html.len() < ebook.html.len());
        for own in &ebook.own {
            assert!(html.lines().any(|line| line == own), "{own}\n{html}");
        }
        assert!(
            !html.contains("almost no conditions") && !html.contains("Corrected editions"),
            "{html}"
        );
        // The text that is not a notice is unchanged.
        for part in [
            "<style>",
            "</style>\n</head>\n<body>\n",
            "<h1>",
            "</body>\n</html>\n",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
        let targets = targets(&html);
        assert_eq!(targets.len(), 2, "{html}");
        for target in targets {
            let shared = path.parent().unwrap().join(target);
            assert!(shared.is_file(), "{target} in {}", ebook.name);
        }
    }
    here.shell("factorends --restore site --out-dir back")
        .quietly();
    assert!(tree(&here.path("back/ebooks")) == tree(&here.path("ebooks")));
}

#[test]
fn fewer_files_where_differences_do_not_matter() {
    let here = workplace();
    // Two styles in three variations, with notices at both ends; except for their tags the styles have the same
    // text.
    for (group, files, original) in [
        ("exact", 12, true),
        ("space", 8, false),
        ("markup", 2, false),
    ] {
        let done = factor(&here, &format!("--group {group} --out-dir {group}")).quietly();
        let savings: Value = serde_json::from_str(done.text()).unwrap();
        assert_eq!(savings["shared_files"], files, "{group}");
        let done = here.shell(&format!(
            "factorends --restore {group} --out-dir {group}-back"
        ));
        assert_eq!(done.err.contains("warning"), !original, "{}", done.err);
        let back = tree(&here.path(format!("{group}-back/ebooks")));
        assert_eq!(back == tree(&here.path("ebooks")), original);
        // All words are there all the same.
        for ebook in ebooks() {
            let words = |html: &str| {
                let text: String = html
                    .split('<')
                    .map(|part| part.split_once('>').map_or("", |(_, text)| text))
                    .collect();
                text.split_whitespace().collect::<String>()
            };
            let name = Path::new(ebook.name.strip_prefix("ebooks/").unwrap());
            let restored = String::from_utf8(back[name].clone()).unwrap();
            assert_eq!(words(&restored), words(&ebook.html));
        }
    }
}

#[test]
fn a_site_is_the_same_for_any_number_of_threads() {
    let here = workplace();
    let one = factor(&here, "--out-dir one").quietly();
    for threads in ["2", "5"] {
        let done = factor(&here, &format!("-j {threads} --out-dir {threads}")).quietly();
        assert_eq!(done.text(), one.text());
        assert!(
            tree(&here.path(threads)) == tree(&here.path("one")),
            "-j {threads}"
        );
    }
}

#[test]
fn links_can_be_of_any_form() {
    let here = workplace();
    factor(
        &here,
        "--link '<!--#include file=\"{path}\" -->' --shared-dir 'the notices' --out-dir site",
    )
    .quietly();
    let html = fs::read_to_string(here.path("site").join(&ebooks()[1].name)).unwrap();
    assert_eq!(
        html.matches("<!--#include file=\"../../the notices/")
            .count(),
        2,
        "{html}"
    );
    factor(&here, "--shared-dir 'the notices' --out-dir other").quietly();
    let html = fs::read_to_string(here.path("other").join(&ebooks()[1].name)).unwrap();
    assert!(
        targets(&html)
            .iter()
            .all(|target| target.starts_with("../../the%20notices/"))
    );
}

#[test]
fn every_byte_comes_back() {
    let here = Workplace::new();
    let line = "A frequent line, long enough to count for something\n";
    let mark = "\u{FEFF}";
    let own = |number: usize| format!("The own and only line of document number {number}\n");
    let notice = line.repeat(8);
    let documents: Vec<(String, Vec<u8>)> = (0..12)
        .map(|number| {
            let text = format!("{notice}{}{notice}", own(number));
            let bytes = match number {
                0 | 1 => text.into_bytes(),
                2 | 3 => text.replace('\n', "\r\n").into_bytes(),
                4 | 5 => text.trim_end().to_owned().into_bytes(),
                6 | 7 => format!("{mark}{text}").into_bytes(),
                8 => [text.as_bytes(), b"caf\xE9 \x93x\x94\n"].concat(),
                9 => [text.as_bytes(), b"\0\x01\xFF\n", notice.as_bytes()].concat(),
                10 => text
                    .encode_utf16()
                    .chain([10])
                    .flat_map(u16::to_le_bytes)
                    .collect(),
                _ => Vec::new(),
            };
            (format!("folder/{number}.txt"), bytes)
        })
        .collect();
    let mut list = String::new();
    for (name, bytes) in &documents {
        here.write(name, bytes);
        list += &format!("{name}\n");
    }
    here.write("folder/packed.txt.gz", gzip(&documents[0].1));
    list += "folder/packed.txt.gz\n";
    list += &(serde_json::json!({"id": "folder/record", "text": notice}).to_string() + "\n");
    here.write("list", list);
    here.write(
        "freq.jsonl",
        serde_json::json!({"count": 99, "text": line.trim_end()}).to_string() + "\n",
    );
    here.shell(
        "cutbounds --method paper --input-format text --freq freq.jsonl < list > bounds.jsonl",
    )
    .quietly();
    let savings: Value = serde_json::from_str(
        factor(&here, "--out-dir site --input-format text")
            .quietly()
            .text(),
    )
    .unwrap();
    // With LF and with CR LF; one without a line end at the end of a document is shared by two, too.
    assert_eq!(savings["shared_files"], 3);
    assert!(
        fs::read(here.path("site/folder/2.txt"))
            .unwrap()
            .starts_with(b"[Common text, 8 lines: ../shared/")
    );
    assert!(
        fs::read(here.path("site/folder/6.txt"))
            .unwrap()
            .starts_with(b"\xEF\xBB\xBF[Common text")
    );
    here.shell("factorends --restore site --out-dir back")
        .quietly();
    for (name, bytes) in &documents {
        assert!(
            &fs::read(here.path("back").join(name)).unwrap() == bytes,
            "{name}"
        );
    }
    assert!(fs::read(here.path("back/folder/packed.txt")).unwrap() == documents[0].1);
    assert!(fs::read(here.path("back/folder/record")).unwrap() == notice.as_bytes());
}

/// A notice of frequent lines, in documents that have nothing else, and what the tools need to know of them.
fn notices(documents: &[(&str, Vec<u8>)]) -> Workplace {
    let here = Workplace::new();
    let mut list = String::new();
    for (name, bytes) in documents {
        here.write(name, bytes);
        list += &format!("{name}\n");
    }
    here.write("list", list);
    let frequent = (0..9).map(|number| {
        serde_json::json!({"count": 99, "text": notice_line(number)}).to_string() + "\n"
    });
    here.write("freq.jsonl", frequent.collect::<String>());
    here
}

fn notice_line(number: usize) -> String {
    format!("Line {number} of the café's notice, long enough to count for something")
}

fn notice(end: &str) -> String {
    (0..9).map(|number| notice_line(number) + end).collect()
}

#[test]
fn documents_without_a_place_do_not_count() {
    let (wide, narrow) = (notice("  \n"), notice("\n"));
    let here = notices(&[
        ("a.txt", narrow.clone().into()),
        ("b.txt", narrow.into()),
        ("../outside.txt", wide.clone().into()),
        ("shared/own.txt", wide.into()),
    ]);
    here.shell(
        "cutbounds --max-loss 1 --freq freq.jsonl < list > bounds.jsonl
        for number in 1 2 3; do printf '%s\\n' ../outside.txt shared/own.txt; done >> list",
    )
    .quietly();
    let done = factor(&here, "--group space --out-dir site").expect(2);
    let savings: Value = serde_json::from_str(done.text()).unwrap();
    assert_eq!(savings["documents"], 2);
    assert_eq!(savings["shared_files"], 1);
    assert_eq!(done.err.lines().count(), 2, "{}", done.err);
    // The tags of documents without a place do not decide about the spelling either.
    here.shell(
        "factorends --restore site --out-dir back && cmp a.txt back/a.txt && cmp b.txt back/b.txt",
    )
    .quietly();
}

#[test]
fn links_to_a_shared_file_that_cannot_be_written_are_reported() {
    let here = notices(&[
        ("a.txt", notice("\n").into()),
        ("b.txt", notice("\n").into()),
    ]);
    here.shell("cutbounds --max-loss 1 --freq freq.jsonl < list > bounds.jsonl")
        .quietly();
    // A document can have its place twice in no site, but both have links.
    here.write("site/shared", "no folder");
    here.shell("echo b.txt >> list").quietly();
    for threads in ["1", "2"] {
        let done = factor(&here, &format!("--force -j {threads} --out-dir site")).expect(2);
        let savings: Value = serde_json::from_str(done.text()).unwrap();
        assert_eq!(
            (&savings["documents"], &savings["shared_files"]),
            (&2.into(), &0.into())
        );
        assert!(done.err.contains("b.txt: another document"), "{}", done.err);
        assert!(
            done.err.contains("was not written, and 2 links lead to it"),
            "{}",
            done.err
        );
    }
}

#[test]
fn documents_in_different_encodings_share_no_bytes() {
    let (utf_8, windows) = (notice("\n"), |text: &str| -> Vec<u8> {
        text.chars().map(|character| character as u8).collect()
    });
    let documents = [
        ("a.html", utf_8.clone().into()),
        ("b.html", notice("\r\n").into()),
        ("c.html", windows(&utf_8)),
        ("d.html", windows(&notice("\r\n"))),
    ];
    let here = notices(&documents);
    here.shell("cutbounds --max-loss 1 --freq freq.jsonl < list > bounds.jsonl")
        .quietly();
    for (group, files) in [("space", 2), ("markup", 2)] {
        let done = factor(&here, &format!("--group {group} --out-dir {group}")).quietly();
        let savings: Value = serde_json::from_str(done.text()).unwrap();
        assert_eq!(savings["shared_files"], files);
        here.shell(&format!(
            "factorends --restore {group} --out-dir {group}-back"
        ));
        for (name, bytes) in &documents {
            let back = fs::read(here.path(format!("{group}-back/{name}"))).unwrap();
            let without = |bytes: &[u8]| -> Vec<u8> {
                bytes
                    .iter()
                    .copied()
                    .filter(|&byte| byte != b'\r')
                    .collect()
            };
            assert!(without(&back) == without(bytes), "{name}");
        }
    }
}

#[test]
fn stats_count_the_files_that_are_in_place() {
    let here = notices(&[
        ("a.txt", notice("\n").into()),
        ("a.txt.gz", gzip(b"no place for this one")),
        ("b.txt", notice("\n").into()),
        ("../outside.txt", b"nor for this".into()),
    ]);
    here.shell("cutbounds --max-loss 1 --freq freq.jsonl < list > bounds.jsonl")
        .quietly();
    let read: usize = 2 * notice("\n").len() + 21 + 12;
    for options in [
        "factorends --bounds bounds.jsonl --freq freq.jsonl",
        "factorends -j 3 --bounds bounds.jsonl --freq freq.jsonl",
        "cutbounds --max-loss 1 --freq freq.jsonl --emit body",
        "cutbounds -j 3 --max-loss 1 --freq freq.jsonl --emit preamble",
        "altcount --emit useful",
        "altcount --emit html",
    ] {
        here.shell("rm -rf out stats").quietly();
        let done = here.shell(&format!("{options} --out-dir out --stats=stats < list"));
        let done = done.expect(2);
        assert!(
            done.err.contains(": a.txt.gz: another document"),
            "{}",
            done.err
        );
        let stats: Value = serde_json::from_slice(&fs::read(here.path("stats")).unwrap()).unwrap();
        assert_eq!(
            (&stats["documents"], &stats["bytes"]),
            (&4.into(), &read.into())
        );
        assert_eq!(stats["documents_out"], 2, "{options}");
        let files: usize = tree(&here.path("out")).values().map(Vec::len).sum();
        assert_eq!(stats["bytes_out"], files + done.out.len(), "{options}");
        assert_eq!(
            stats["records_out"],
            done.text().lines().count(),
            "{options}"
        );
    }
}

#[test]
fn stats_of_the_way_back_count_the_site() {
    let here = notices(&[
        ("a.txt", notice("\n").into()),
        ("b.txt", (notice("\n") + "and more\n").into()),
    ]);
    here.shell("cutbounds --method paper --freq freq.jsonl < list > bounds.jsonl")
        .quietly();
    factor(&here, "--out-dir site").quietly();
    here.shell("factorends --restore site --out-dir back --stats=stats")
        .quietly();
    let stats: Value = serde_json::from_slice(&fs::read(here.path("stats")).unwrap()).unwrap();
    let bytes = |folder: &str| -> usize {
        let files = tree(&here.path(folder));
        let read = files.iter().filter(|(name, _)| *name != "manifest.jsonl");
        read.map(|(_, bytes)| bytes.len()).sum()
    };
    assert_eq!(stats["bytes"], bytes("site"));
    assert_eq!(stats["bytes_out"], bytes("back"));
    assert_eq!(
        (&stats["documents"], &stats["documents_out"]),
        (&2.into(), &2.into())
    );
    assert!(stats["words"].as_u64() < stats["words_out"].as_u64());
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_an_error() {
    use std::os::unix::fs::PermissionsExt;
    let here = workplace();
    fs::create_dir(here.path("site")).unwrap();
    fs::set_permissions(here.path("site"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(here.path("site/probe"), "").is_ok() {
        // Permissions do not bind this user; a file in the place of the folder does.
        fs::remove_dir_all(here.path("site")).unwrap();
        here.write("site", "");
    }
    let done = factor(&here, "--out-dir site").expect(2);
    assert_eq!(done.err.lines().count(), 1, "{}", done.err);
    assert!(done.err.starts_with("factorends: site"), "{}", done.err);
}

#[test]
fn a_killed_run_leaves_whole_files_and_no_manifest() {
    use std::io::Write;
    let here = workplace();
    let list = fs::read(here.path("list")).unwrap();
    let mut child = here
        .command("factorends")
        .args([
            "--bounds",
            "bounds.jsonl",
            "--freq",
            "freq.jsonl",
            "--out-dir",
            "site",
        ])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    child.stdin.as_mut().unwrap().write_all(&list).unwrap();
    // It waits for the rest of the list.
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!here.path("site/manifest.jsonl").exists());
    here.shell("factorends --restore site --out-dir back")
        .expect(2);
    // A tool that is killed while it writes has written whole documents only.
    let whole = factor(&here, "--out-dir whole").quietly();
    assert!(!whole.out.is_empty());
    let expected = tree(&here.path("whole"));
    for enough in [1, 3, 9, 20] {
        let folder = format!("cut{enough}");
        let mut child = here
            .command("factorends")
            .args(["--bounds", "bounds.jsonl", "--freq", "freq.jsonl"])
            .args(["--files-from", "list", "--out-dir", &folder])
            .stdout(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let has_enough = || {
            let written = fs::read_dir(here.path(&folder).join("ebooks"));
            written.is_ok_and(|entries| entries.count() >= enough)
        };
        while child.try_wait().unwrap().is_none() && !has_enough() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let left = tree(&here.path(&folder));
        assert!(!left.is_empty());
        for (name, bytes) in left {
            assert!(expected.get(&name) == Some(&bytes), "{}", name.display());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 8) })]

    /// Documents of frequent, short, variable and marked-up lines with any line ends come back as they were.
    #[test]
    fn any_documents_come_back(
        documents in proptest::collection::vec(
            proptest::collection::vec((0usize..9, any::<bool>()), 0..30),
            1..6,
        ),
        group in 0usize..4,
    ) {
        let here = Workplace::new();
        let kinds = [
            "A frequent line, long enough to count for something",
            "Another frequent line, long enough to count as well",
            "<div>A frequent line, long enough to count, in a tag",
            "the end of a frequent line, long enough to count</div>",
            "", "1.F.", "</div>", "<!--", "-->",
        ];
        let mut list = String::new();
        let mut sources = Vec::new();
        for (number, lines) in documents.iter().enumerate() {
            let text: String = lines
                .iter()
                .map(|&(kind, returns)| format!("{}{}", kinds[kind], if returns { "\r\n" } else { "\n" }))
                .collect();
            let name = format!("in/{number}.{}", ["txt", "html"][number % 2]);
            here.write(&name, &text);
            list += &format!("{name}\n");
            sources.push((name, text));
        }
        here.write("list", list);
        let frequent: String = kinds[..4]
            .iter()
            .map(|text| serde_json::json!({"count": 99, "text": text}).to_string() + "\n")
            .collect();
        here.write("freq.jsonl", frequent);
        here.shell("cutbounds --method paper --freq freq.jsonl < list > bounds.jsonl").quietly();
        let min = ["1", "50", "200", "400"][group];
        factor(&here, &format!("--min-bytes {min} --link '{{path}}' --out-dir site")).quietly();
        here.shell("factorends --restore site --out-dir back").quietly();
        for (name, text) in &sources {
            prop_assert!(&fs::read_to_string(here.path("back").join(name)).unwrap() == text, "{}", name);
        }
    }
}

/// The words of a notice, with the white space behind each.
fn words_of_a_notice() -> Vec<Vec<u8>> {
    let notice = notice("\n");
    let words = notice.split_inclusive([' ', '\n']);
    words.map(|word| word.as_bytes().to_vec()).collect()
}

/// Factors documents with `--group wording`, restores them, and returns how many of their links have slots.
fn come_back_with_own_words(documents: &[Vec<u8>]) -> usize {
    let here = Workplace::new();
    let mut list = String::new();
    let mut bounds = String::new();
    for (number, bytes) in documents.iter().enumerate() {
        let name = format!("in/{number}.{}", ["txt", "html"][number / 3 % 2]);
        here.write(&name, bytes);
        let lines = bytes.split_inclusive(|&byte| byte == b'\n').count();
        bounds += &format!(
            r#"{{"doc":"{name}","lines":{lines},"preamble_end":{lines},"epilogue_start":{},"preamble_rule":"frequency","epilogue_rule":"none"}}"#,
            lines + 1
        );
        bounds += "\n";
        list += &format!("{name}\n");
    }
    here.write("list", &list);
    here.write("bounds.jsonl", bounds);
    here.shell("linenorm --ends 300 < list | freqlines -k 0 > freq.jsonl")
        .expect(0);
    factor(&here, "--min-bytes 100 --group wording --out-dir site").expect(0);
    here.shell("factorends --restore site --out-dir back")
        .quietly();
    for (name, bytes) in list.lines().zip(documents) {
        let back = fs::read(here.path("back").join(name)).unwrap();
        assert!(back == *bytes, "{name}: {}", bytes.escape_ascii());
    }
    let manifest = fs::read_to_string(here.path("site/manifest.jsonl")).unwrap();
    manifest.matches("\"slots\":").count()
}

/// Words that are easily confused with the text around slots, or that are not text.
const ODD_WORDS: [&[u8]; 11] = [
    b"",
    b" ",
    b" (here: ",
    b" | ",
    b")",
    b"\r\n",
    b"\n\n",
    b"\xFF\xFE\xE9 ",
    "\u{e9}\u{2028}\u{feff}".as_bytes(),
    b"&amp; <b>",
    b"[Common text, 7 lines: shared/0.txt] (here: a | b)",
];

#[test]
fn odd_words_come_back() {
    let mut documents = Vec::new();
    for odd in ODD_WORDS {
        let mut words = words_of_a_notice();
        words[7] = odd.to_vec();
        words.insert(19, odd.to_vec());
        documents.push(words.concat());
    }
    let end = documents[0].trim_ascii_end().to_vec();
    documents.push(end);
    let with_slots = come_back_with_own_words(&documents);
    assert!(with_slots >= 6, "{with_slots}");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 8) })]

    /// Notices in which any words are replaced, by words of other notices or by anything, come back as they were.
    #[test]
    fn any_words_come_back(
        edits in proptest::collection::vec(
            proptest::collection::vec(
                (any::<proptest::sample::Index>(), 0usize..2 * ODD_WORDS.len(), proptest::collection::vec(0x20u8.., 0..4)),
                0..5,
            ),
            2..8,
        ),
    ) {
        let documents: Vec<Vec<u8>> = edits
            .iter()
            .map(|edits| {
                let mut words = words_of_a_notice();
                for (at, odd, any) in edits {
                    // Text that begins with a byte order mark may be UTF-16, which is copied with a
                    // warning.
                    *at.get_mut(&mut words[1..]) = ODD_WORDS.get(*odd).map_or(any.clone(), |odd| odd.to_vec());
                }
                words.concat()
            })
            .collect();
        come_back_with_own_words(&documents);
    }
}

/// Pages with a style, a menu that marks the page, and a footer; one in another encoding, one of XML.
fn manual() -> Workplace {
    let here = Workplace::new();
    for number in 0..24 {
        let menu: String = (0..60)
            .map(|item| match item == 10 + number {
                true => format!("<li class=\"here\">Chapter {item}, on boats\n"),
                false => format!("<li><a href=\"{item}.html\">Chapter {item}, on boats</a>\n"),
            })
            .collect();
        let page = format!(
            "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>Chapter {number}</title>\n<style>\n\
             p {{ margin: 0 }}\n.here {{ color: red }}\n.caf\u{e9} {{ content: \"\\201C\" }}\nli {{ list-style: none; padding: 1em }}\n</style>\n\
             <body>\n<ul>\n{menu}</ul>\n<p>Text of chapter {number}, which no other has.\n<div>\n\
             <p>Written by the library of Quaymouth, \u{2018}which\u{2019} reads all letters.\n\
             <script>\nif (1 < 2) {{ document.title += \"!\" }}\n</script>\n</div>\n</body>\n</html>\n"
        );
        let folder = if number % 2 == 0 { "" } else { "part/" };
        here.write(format!("manual/{folder}{number}.html"), page);
    }
    here.shell("find manual -type f | LC_ALL=C sort > list")
        .quietly();
    here
}

#[test]
fn pages_of_a_site_share_what_they_have_anywhere() {
    let here = manual();
    let done = here.shell("factorends --anywhere --out-dir site < list");
    let savings: Value = serde_json::from_str(done.quietly().text()).unwrap();
    // The manifest of few small pages is larger than they are.
    let number = |name: &str| savings[name].as_u64().unwrap();
    assert!(2 * (number("factored_bytes") + number("shared_bytes")) < number("bytes"));
    let page = fs::read_to_string(here.path("site/manual/part/5.html")).unwrap();
    assert!(
        page.starts_with("<!DOCTYPE html>\n<html>\n")
            && page.contains("<script src=\"../../shared/"),
        "{page}"
    );
    for own in [
        "\n<meta charset=UTF-8><script ",
        "<title>Chapter 5</script>",
        "<li class=\"here\">Chapter 15, on boats\n",
        "<p>Text of chapter 5, which no other has.\n",
    ] {
        assert!(page.contains(own), "{page}");
    }
    assert!(!page.contains("<style>") && !page.contains("Quaymouth"));
    let scripts = files(&here.path("site/shared"));
    assert!(
        scripts
            .iter()
            .all(|path| fs::read(path).unwrap().is_ascii())
    );
    here.shell("factorends --restore site --out-dir back && diff -r manual back/manual")
        .quietly();
    here.shell(
        "factorends --anywhere --out-dir other -j 3 < list > new && diff -r site other && rm -r other",
    )
    .quietly();
    // With links, tags stay with their partners.
    here.shell("factorends --anywhere --link '<a href=\"{url}\">same</a>' --out-dir linked < list")
        .quietly();
    let page = fs::read_to_string(here.path("linked/manual/part/5.html")).unwrap();
    assert!(
        page.contains(">same</a>") && page.contains("<style>"),
        "{page}"
    );
    here.shell("factorends --restore linked --out-dir back2 && diff -r manual back2/manual")
        .quietly();
}

#[test]
fn what_scripts_write_may_declare_the_encoding_and_end_within_a_script() {
    let here = Workplace::new();
    for number in 0..12 {
        let page = format!(
            "<!DOCTYPE html>\n<html>\n<head>\n<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">\n\
             <base href=\"../../\"><link rel=\"stylesheet\" href=\"quaymouth.css\">\n<script>\n\
             // The number of the chapter, by which the script finds the next chapter and the one before it.\n\
             var chapter = {number};\n</script>\n<p>Text of chapter {number}</p><div><p>Written by the library of Quaymouth, \
             which reads all letters, answers them, and keeps \
             those that it cannot answer for a better day. It is open from nine to five, and by night for who comes by sea; it lends out maps, \
             books and boats, and has what is lost on the shore.</div><i>{number}</i>\n"
        );
        here.write(format!("pages/{number}.html"), page);
    }
    here.shell("factorends --anywhere --out-dir site pages && factorends --restore site --out-dir back && diff -r pages back/pages")
        .expect(0);
    let page = fs::read_to_string(here.path("site/pages/5.html")).unwrap();
    let rest: Vec<&str> = page
        .split("<script>document.write('<script src=\"'+new URL(\"../shared/")
        .collect();
    assert_eq!(rest.len(), 3, "{page}");
    assert_eq!(
        rest[0],
        "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=UTF-8>"
    );
    assert!(
        rest[1].ends_with("</script>var chapter = 5;\n</script>\n<p>Text of chapter 5"),
        "{page}"
    );
    assert!(rest[2].ends_with("</script><i>5</i>\n"), "{page}");
    let done = here.shell("factorends --anywhere --files-from /dev/null; find pages -type f | LC_ALL=C sort | factorends --anywhere | head -n 1");
    assert_eq!(
        done.text(),
        "{\"doc\":\"pages/0.html\",\"lines\":10,\"runs\":[[4,7]]}\n"
    );
}

#[test]
fn scripts_read_what_is_a_pages_own_in_them() {
    let here = Workplace::new();
    let notice = |of: &str| {
        format!(
            "// The {of} of the chapter, by which the next chapter is found, and the one before it.\r\n"
        )
    };
    for number in 0..12 {
        let own = format!("var place = \"\\\\caf\u{e9} {number}\" < {number};\r\n");
        let (before, after) = (notice("number").repeat(2), notice("end").repeat(2));
        here.write(
            format!("pages/{number}.html"),
            format!("<meta charset=utf-8><p>{number}</p>\n<script>\r\n{before}{own}{after}</script>\n<p>Chapter {number}\n"),
        );
    }
    here.shell("factorends --anywhere --out-dir site pages && factorends --restore site --out-dir back && diff -r pages back/pages")
        .expect(0);
    let page = fs::read_to_string(here.path("site/pages/5.html")).unwrap();
    let (before, link) = page.split_once("<script src=\"../shared/").unwrap();
    assert_eq!(before, "<meta charset=UTF-8>");
    let (name, rest) = link.split_once("\">").unwrap();
    assert_eq!(
        rest,
        "<p>5<|>var place = \"\\\\caf\u{e9} 5\" < 5;\r\n</script><p>Chapter 5\n"
    );
    let script = fs::read_to_string(here.path("site/shared").join(name)).unwrap();
    assert!(
        script.contains(
            "before it.\\r\\n\"+document.currentScript.text.split(\"<|>\")[1]+\"// The end"
        )
    );
    // The lines that stay are in no run.
    let done = here.shell("factorends --anywhere pages | head -n 1");
    assert_eq!(
        done.text(),
        "{\"doc\":\"pages/0.html\",\"lines\":9,\"runs\":[[2,4],[6,8]]}\n"
    );
}

#[test]
fn titles_and_links_stay_in_their_pages() {
    let here = Workplace::new();
    for number in 0..9 {
        let words = "a page of the manual ".repeat(9);
        here.write(
            format!("pages/{number}.html"),
            format!(
                "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=utf-8>\n<title>\nChapter {number}\n</title>\n<link rel=stylesheet href=book.css>\n\
                 </head>\n<body>\n<a href={number}.html>\nNext</a>\n<hr class=navigation>\n<p>{words}\n{number}{words}\n"
            ),
        );
    }
    here.shell("factorends --anywhere --out-dir site pages && factorends --restore site --out-dir back && diff -r pages back/pages")
        .expect(0);
    let page = fs::read_to_string(here.path("site/pages/5.html")).unwrap();
    let own = page.split_once(".js\">").unwrap().1;
    assert!(
        own.starts_with("Chapter 5\n<|><a href=5.html>\n</script>5a page"),
        "{page}"
    );
}

#[test]
fn a_changed_script_is_not_restored() {
    let here = manual();
    here.shell("factorends --anywhere --out-dir site < list && for f in site/shared/*; do echo >> $f; done");
    let done = here.shell("factorends --restore site --out-dir back");
    assert!(
        done.err.contains("has changed since the site was made"),
        "{}",
        done.err
    );
}

#[test]
fn pages_that_cannot_run_scripts_stay_as_they_are() {
    let here = manual();
    here.shell(
        "for f in manual/*.html; do mv $f ${f%.html}.xhtml; done; find manual -name '*.xhtml' > xml
        factorends --anywhere --out-dir site < xml > savings && grep -q '\"shared_files\":0,' savings
        ! diff -r site/manual manual | grep -v '^Only in manual: part$'",
    )
    .expect(0);
    let manifest = fs::read_to_string(here.path("site/manifest.jsonl")).unwrap();
    assert!(manifest.lines().count() == 12 && !manifest.contains("shared/"));
    // Pages in Latin-1 share the parts that are ASCII.
    here.shell("cp -r manual/part latin; for f in latin/*; do iconv -f utf-8 -t latin1//TRANSLIT $f > x && mv x $f; done")
        .expect(0);
    here.shell("find latin -type f | factorends --anywhere --out-dir old && factorends --restore old --out-dir back && diff -r latin back/latin")
        .expect(0);
    let page = fs::read(here.path("old/latin/5.html")).unwrap();
    let holds = |part: &[u8]| page.windows(part.len()).any(|window| window == part);
    assert!(holds(b"<script src=") && holds(b".caf\xE9 "));
}
