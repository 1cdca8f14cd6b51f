//! Every tool of the table through the rules that all tools share.
//!
//! A tool is called with the arguments in `tests/cases/TOOL/arguments`, one a line, `{case}` being that folder. A reader
//! of records has at least two of them in `tests/cases/TOOL/sample.jsonl`.

use std::env::consts::EXE_SUFFIX;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{MAIN_SEPARATOR, PathBuf};
use std::process::Stdio;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use trommel::{Entry, Input, TOOLS};

use crate::harness::{
    Done, Workplace, books, feed, gzip, has_shell, no_such_file, root, symlink, tools,
};

fn case(tool: &Entry) -> PathBuf {
    root().join("tests/cases").join(tool.name)
}

/// The arguments that the tool needs in any case.
fn arguments(tool: &Entry) -> Vec<OsString> {
    let text = fs::read_to_string(case(tool).join("arguments")).unwrap_or_default();
    let folder = case(tool).display().to_string();
    text.lines()
        .map(|line| line.replace("{case}", &folder).into())
        .collect()
}

fn sample(tool: &Entry) -> Vec<u8> {
    fs::read(case(tool).join("sample.jsonl")).expect("a reader of records has a sample.jsonl")
}

fn has_option(tool: &Entry, name: &str) -> bool {
    (tool.command)()
        .get_arguments()
        .any(|argument| argument.get_long() == Some(name))
}

fn readers_of_documents() -> impl Iterator<Item = &'static Entry> {
    TOOLS.iter().filter(|tool| tool.input == Input::Documents)
}

fn run<S: AsRef<OsStr>>(here: &Workplace, tool: &Entry, more: &[S], input: &[u8]) -> Done {
    let mut all = arguments(tool);
    all.extend(more.iter().map(|argument| argument.as_ref().to_owned()));
    here.run_with(tool.name, &all, input)
}

/// Input that makes the tool write something, on standard input.
/// A third of the small corpus.
fn some_books() -> impl Iterator<Item = (String, Vec<u8>)> {
    books().into_iter().step_by(3)
}

fn some_input(here: &Workplace, tool: &Entry) -> Vec<u8> {
    match tool.input {
        Input::Records => sample(tool),
        Input::Documents => {
            let mut list = Vec::new();
            for (name, text) in some_books() {
                here.write(&name, text);
                list.extend_from_slice(name.as_bytes());
                list.push(b'\n');
            }
            list
        }
    }
}

fn document_records() -> Vec<String> {
    let record = |(name, text): (String, Vec<u8>)| {
        serde_json::json!({"doc": name, "text": String::from_utf8_lossy(&text)}).to_string() + "\n"
    };
    books().into_iter().take(20).map(record).collect()
}

#[test]
fn a_tool_has_its_pages_scripts_and_cases() {
    for tool in TOOLS {
        let name = tool.name;
        for file in [
            format!("man/{name}.1"),
            format!("completions/{name}.bash"),
            format!("completions/_{name}"),
            format!("completions/{name}.fish"),
        ] {
            assert!(root().join(&file).exists(), "{file}: run `cargo xtask gen`");
        }
        let scripts = fs::read_dir(case(tool)).unwrap().filter(|entry| {
            entry
                .as_ref()
                .unwrap()
                .path()
                .extension()
                .is_some_and(|extension| extension == "sh")
        });
        assert!(scripts.count() > 0, "tests/cases/{name} has no case");
        assert_eq!((tool.command)().get_name(), name);
        assert!(tools().join(format!("{name}{EXE_SUFFIX}")).exists());
    }
}

/// Also those that `-h` leaves out.
#[test]
fn manual_pages_say_what_every_option_does() {
    for tool in TOOLS {
        let page = root().join(format!("man/{}.1", tool.name));
        let page = fs::read_to_string(page).unwrap();
        let mut options = 0;
        for entry in page.split("\n.TP\n").skip(1) {
            let (header, text) = entry.split_once('\n').unwrap();
            let is_text = |line: &str| line.chars().next().is_some_and(char::is_alphanumeric);
            let text = text.lines().next().unwrap_or_default();
            assert!(is_text(text), "{}: {header}: {text:?}", tool.name);
            assert_ne!(header, r"\fB\fR", "{}: {text:?}", tool.name);
            options += usize::from(header.contains("\\-\\-"));
        }
        assert!(options > 9, "{}: {options} options", tool.name);
    }
}

#[test]
fn help_and_version_go_to_standard_output() {
    let here = Workplace::new();
    for tool in TOOLS {
        let short = here.run(tool.name, &["-h"]).quietly();
        let long = here.run(tool.name, &["--help"]).quietly();
        assert!(short.out.len() < long.out.len());
        // Rarely used options say `hide_short_help = true`; -h names them at its end.
        let lines = short.text().lines().count();
        assert!(lines <= 35, "{} -h has {lines} lines", tool.name);
        for option in long.text().split_whitespace() {
            let option = option.trim_end_matches([',', '.', ';', ')']);
            if option.starts_with("--")
                && option.len() > 2
                && !option.contains(['<', '[', '=', '/'])
            {
                let listed = long.text().lines().any(|line| {
                    let line = line.trim_start();
                    line.starts_with(option) || line.contains(&format!(", {option}"))
                });
                let named =
                    short.text().contains(option) || ["--help", "--version"].contains(&option);
                assert!(named || !listed, "{} -h does not name {option}", tool.name);
            }
        }
        for part in ["Usage:", "Examples:", "Memory:", "Exit status:"] {
            assert!(long.text().contains(part), "{}: {part}", tool.name);
        }
        let version = here.run(tool.name, &["-V"]).quietly();
        assert_eq!(
            version.text(),
            format!("{} {}\n", tool.name, env!("CARGO_PKG_VERSION"))
        );
    }
}

/// The long options of a command and its subcommands, with their other names.
fn options(command: &clap::Command) -> Vec<String> {
    let own = command.get_arguments().flat_map(|argument| {
        let aliases = argument.get_all_aliases().unwrap_or_default();
        argument.get_long().into_iter().chain(aliases)
    });
    let own = own.chain(["help", "version"]).map(str::to_owned);
    own.chain(command.get_subcommands().flat_map(options))
        .collect()
}

/// Options of GNU sort, and of a recipe of `cargo lab`.
const OTHERS: [&str; 2] = ["parallel", "estimate"];

/// `uniqwords --fields` is an option of uniqwords; an option without a tool is one of any.
#[test]
fn options_that_help_and_manual_pages_name_exist() {
    let here = Workplace::new();
    let known: Vec<(&str, Vec<String>)> = (TOOLS.iter())
        .map(|tool| (tool.name, options(&(tool.command)())))
        .collect();
    let has = |tool: Option<&str>, option: &str| {
        let mut of = known
            .iter()
            .filter(|(name, _)| tool.is_none_or(|tool| tool == *name));
        of.any(|(_, options)| options.iter().any(|known| known == option))
    };
    for tool in TOOLS {
        let help = here.run(tool.name, &["--help"]).quietly();
        let page = root().join(format!("man/{}.1", tool.name));
        let page = fs::read_to_string(page).unwrap().replace("\\-", "-");
        for line in help.text().lines().chain(page.lines()) {
            let mut of = None;
            for word in line.split_whitespace() {
                let bare = word.trim_matches(|one: char| !one.is_ascii_alphanumeric());
                if let Some((name, _)) = known.iter().find(|(name, _)| *name == bare) {
                    of = Some(*name);
                }
                let option = word
                    .find("--")
                    .map(|at| &word[at + 2..])
                    .unwrap_or_default();
                let is_part =
                    |one: char| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-';
                let option = option.split(|one| !is_part(one)).next().unwrap_or_default();
                // A run of hyphens is not an option.
                let option = option.trim_matches('-');
                assert!(
                    option.is_empty() || OTHERS.contains(&option) || has(of, option),
                    "{}: there is no --{option}: {line}",
                    tool.name
                );
                if word.ends_with(['|', ',', ';', '.', ':', ')']) {
                    of = None;
                }
            }
        }
    }
}

#[test]
fn a_wrong_option_is_named_and_similar_ones_are_suggested() {
    let here = Workplace::new();
    for tool in TOOLS {
        let done = here.run(tool.name, &["--outptu", "x"]).expect(2);
        assert!(
            done.err
                .starts_with(&format!("{}: unexpected argument '--outptu'", tool.name)),
            "{}",
            done.err
        );
        assert!(done.err.contains("'--output'"), "{}", done.err);
        let done = here.run(tool.name, &["--no-such-thing"]).expect(2);
        assert!(!done.err.contains("to pass"), "{}", done.err);
        assert!(done.err.contains("\n\nUsage: "), "{}", done.err);
    }
    // A value or a command is taken for an option, and the tip names the right one; an option is
    // missing, and the tip says what it is for.
    for (tool, argument, tip) in [
        ("lcsdup", "--drop", "there is '--emit drop'"),
        ("charset", "--list", "there is the command 'charset list'"),
        ("cutbounds", "x", "--freq is for: The frequent lines"),
    ] {
        let done = here.run(tool, &[argument]).expect(2);
        assert!(
            done.err.contains(&format!("\n\n  tip: {tip}")),
            "{}",
            done.err
        );
        assert!(done.err.contains("\n\nUsage: "), "{}", done.err);
    }
}

/// Results where documents are wanted: the message says which option writes documents.
#[test]
fn results_in_place_of_documents_are_named() {
    if !has_shell() {
        return;
    }
    let here = Workplace::with_books();
    here.shell("find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl")
        .quietly();
    for (command, tip) in [
        ("charset books/on-chalk.txt", "charset --to-utf8"),
        (
            "cutbounds --freq freq.jsonl books/on-chalk.txt",
            "cutbounds --emit body",
        ),
        ("uniqwords books/on-chalk.txt", "for lcsdup"),
    ] {
        let done = here.shell(&format!("{command} | blockdedup; exit ${{PIPESTATUS[1]}}"));
        assert!(done.err.contains(tip), "{command}: {}", done.err);
    }
}

/// The pages of a web archive are documents to every reader of documents, as their records would be.
#[test]
fn pages_of_web_archives_are_documents() {
    let mut archive = Vec::new();
    let mut records = String::new();
    for (name, text) in books().into_iter().take(5) {
        let mut block =
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=iso-8859-2\r\n\r\n".to_vec();
        block.extend_from_slice(&text);
        let url = format!("https://example.org/{name}");
        let head = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n\
             Content-Type: application/http;msgtype=response\r\nContent-Length: {}\r\n\r\n",
            block.len()
        );
        archive.extend_from_slice(&gzip(&[head.as_bytes(), &block, b"\r\n\r\n"].concat()));
        let text = match std::str::from_utf8(&text) {
            Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
            Err(_) => encoding_rs::ISO_8859_2.decode(&text).0.into_owned(),
        };
        let record = serde_json::json!({"doc": url, "text": text});
        let more = r#","url":URL,"date":"2020-01-01T00:00:00Z","content_type":"text/html; charset=iso-8859-2"}"#;
        records += record.to_string().trim_end_matches('}');
        records += &more.replace("URL", &serde_json::json!(url).to_string());
        records.push('\n');
    }
    for tool in readers_of_documents() {
        let here = Workplace::new();
        here.write("pages.warc.gz", &archive);
        let limits = ["--warc-min-size=0", "--warc-max-size", "9M"];
        let from_records = run(&here, tool, &limits, records.as_bytes());
        let listed = run(&here, tool, &limits, b"pages.warc.gz\n");
        assert_eq!(
            (listed.code, from_records.code),
            (Some(0), Some(0)),
            "{}",
            listed.err
        );
        assert_eq!(listed.out, from_records.out, "{}", tool.name);
        let named = run(
            &here,
            tool,
            &["--warc-min-size", "0", "-j2", "pages.warc.gz"],
            b"",
        );
        assert_eq!(
            (named.code, named.out),
            (Some(0), from_records.out),
            "{}",
            tool.name
        );
        // The rest of an archive that was cut short is still read.
        here.write("cut.warc.gz", &archive[..archive.len() - 100]);
        let cut = run(&here, tool, &["cut.warc.gz"], b"").expect(2);
        assert!(cut.err.contains("cut.warc.gz: "), "{}", cut.err);
    }
}

#[test]
fn stats_are_a_record_that_is_appended() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = some_input(&here, tool);
        let plain = run::<&str>(&here, tool, &[], &input).quietly();
        let counted = run(&here, tool, &["--stats=log", "-o", "out"], &input).quietly();
        assert_eq!(counted.out, b"");
        assert_eq!(
            fs::read(here.path("out")).unwrap(),
            plain.out,
            "{}",
            tool.name
        );
        // Trouble is counted by its reason, and the next record comes after the first.
        let mut bad = input.clone();
        bad.extend_from_slice(match tool.input {
            Input::Documents => b"not-there-1\nnot-there-2\n",
            Input::Records => b"not a record\nnot a record\n",
        });
        run(&here, tool, &["--stats", "log"], &bad).expect(2);
        let log = fs::read_to_string(here.path("log")).unwrap();
        let records: Vec<record::Stats> = (log.lines())
            .map(|line| record::Stats::read(line.as_bytes()).unwrap())
            .collect();
        let [first, second] = &records[..] else {
            panic!("{}: {log}", tool.name)
        };
        assert_eq!(first.tool, tool.name);
        assert_eq!((first.exit, second.exit), (0, 2));
        assert_eq!(first.bytes_out, plain.out.len() as u64, "{}", tool.name);
        assert_eq!(first.records_out, plain.text().lines().count() as u64);
        assert!(first.bytes > 0 && first.peak_memory > 0, "{}", tool.name);
        match tool.input {
            Input::Documents => {
                assert_eq!(first.documents, some_books().count() as u64);
                let words = |(_, text): (String, Vec<u8>)| {
                    String::from_utf8_lossy(&text).split_whitespace().count() as u64
                };
                assert_eq!(first.words, some_books().map(words).sum::<u64>());
            }
            Input::Records => assert_eq!(first.records, plain_lines(&input)),
        }
        assert!(first.skipped.is_empty() && first.troubles.is_empty());
        assert_eq!(second.skipped.values().sum::<u64>(), 2, "{}", tool.name);
        assert_eq!((second.skipped.len(), second.troubles.len()), (1, 2));
    }
}

fn plain_lines(input: &[u8]) -> u64 {
    input.split_inclusive(|&byte| byte == b'\n').count() as u64
}

#[test]
fn stats_in_words_go_to_standard_error() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = some_input(&here, tool);
        let plain = run::<&str>(&here, tool, &[], &input).quietly();
        let counted = run(&here, tool, &["--stats"], &input);
        assert_eq!((counted.code, &counted.out), (Some(0), &plain.out));
        let first = format!("{}: in: ", tool.name);
        assert!(counted.err.starts_with(&first), "{}", counted.err);
    }
}

/// `--stats x.txt`, meant as `--stats` and a document, must not write to the document.
#[test]
fn stats_are_not_appended_to_another_file() {
    for tool in TOOLS {
        let here = Workplace::new();
        here.write("x.txt", b"A document.\n");
        let done = run(&here, tool, &["--stats", "x.txt"], b"").expect(2);
        assert_eq!(done.out, b"");
        assert!(done.err.contains("x.txt: "), "{}", done.err);
        assert_eq!(fs::read(here.path("x.txt")).unwrap(), b"A document.\n");
    }
}

#[test]
fn an_unknown_option_is_an_error() {
    let here = Workplace::new();
    for tool in TOOLS {
        let done = here.run(tool.name, &["--no-such-option"]).expect(2);
        assert!(done.err.contains("--no-such-option") && done.out.is_empty());
    }
}

#[test]
fn a_file_that_cannot_be_read_is_reported_and_the_rest_goes_on() {
    let here = Workplace::new();
    here.write("folder/inside.txt", "x");
    for tool in TOOLS {
        let good = match tool.input {
            Input::Records => here.write("good.jsonl", sample(tool)),
            Input::Documents => here.write("good.txt", &books()[0].1),
        };
        let good = good.file_name().unwrap();
        let alone = run(&here, tool, &[good], b"").quietly();
        let mut all = vec![OsStr::new("missing.txt"), good, OsStr::new("cut.gz")];
        // A folder stands for its files; the file of this one is not a record.
        if tool.input == Input::Records {
            all.push(OsStr::new("folder"));
        }
        let whole = match tool.input {
            Input::Records => sample(tool),
            Input::Documents => books()[1].1.clone(),
        };
        let cut = gzip(&whole);
        here.write("cut.gz", &cut[..12]);
        let done = run(&here, tool, &all, b"").expect(2);
        assert_eq!(done.out, alone.out, "{}", tool.name);
        let name = tool.name;
        assert!(
            done.err
                .contains(&format!("{name}: missing.txt: {}\n", no_such_file())),
            "{}",
            done.err
        );
        assert!(
            tool.input == Input::Documents
                || done
                    .err
                    .contains(&format!("{name}: folder{MAIN_SEPARATOR}inside.txt:1: ")),
            "{}",
            done.err
        );
        assert!(
            done.err.contains(&format!("{name}: cut.gz: ")),
            "{}",
            done.err
        );
        assert_eq!(done.err.lines().count(), all.len() - 1, "{}", done.err);
    }
}

#[test]
fn a_bad_record_is_reported_with_its_line_and_skipped() {
    let here = Workplace::new();
    let bad: [&[u8]; 8] = [
        b"not json\n",
        b"{\"doc\":\"x\",\"text\":\n",
        b"{\"doc\":\"x\"}\n",
        b"{\"doc\":[1],\"text\":7}\n",
        b"[1,2]\n",
        b"{\"doc\":\"x\",\"text\":\"\\ud800\"}\n",
        b"{\"doc\":\"x\",\"text\":\"\xFF\"}\n",
        b"{\"doc\":\"x\",\"text\":\"a\",\"text\":\"b\"}\n",
    ];
    for tool in TOOLS {
        let lines: Vec<Vec<u8>> = match tool.input {
            Input::Documents => document_records()
                .into_iter()
                .map(String::into_bytes)
                .collect(),
            Input::Records => sample(tool)
                .split_inclusive(|&byte| byte == b'\n')
                .map(<[u8]>::to_vec)
                .collect(),
        };
        here.write("good.jsonl", lines.concat());
        let good = run(&here, tool, &["good.jsonl"], b"").quietly();
        assert!(!good.out.is_empty(), "{}", tool.name);
        for bad in bad {
            let mixed = [&lines[0][..], bad, &lines[1..].concat()].concat();
            here.write("mixed.jsonl", mixed);
            let done = run(&here, tool, &["mixed.jsonl"], b"").expect(2);
            assert_eq!(
                done.out,
                good.out,
                "{}: {}",
                tool.name,
                String::from_utf8_lossy(bad)
            );
            assert!(
                done.err
                    .starts_with(&format!("{}: mixed.jsonl:2: ", tool.name)),
                "{}",
                done.err
            );
            assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        }
        // Nesting that would overflow a recursive reader's stack.
        let deep = format!(
            "{{\"doc\":\"x\",\"text\":\"a\",\"n\":{}{}}}\n",
            "[".repeat(500_000),
            "]".repeat(500_000)
        );
        here.write(
            "mixed.jsonl",
            [&lines[0][..], deep.as_bytes(), &lines[1..].concat()].concat(),
        );
        let done = run(&here, tool, &["mixed.jsonl"], b"").expect(2);
        assert_eq!(done.out, good.out, "{}", tool.name);
    }
}

#[test]
fn lines_are_numbered_from_the_start_of_each_file_to_its_end() {
    let here = Workplace::new();
    // More than any tool reads at once.
    let far = [&[b'\n'; 1_200_000][..], b"not json\n"].concat();
    here.write("far.jsonl", far);
    for tool in TOOLS {
        let done = run(&here, tool, &["far.jsonl", "far.jsonl"], b"").expect(2);
        let expected = format!("{}: far.jsonl:1200001: ", tool.name);
        assert_eq!(done.err.lines().count(), 2, "{}", done.err);
        assert!(
            done.err.lines().all(|line| line.starts_with(&expected)),
            "{}",
            done.err
        );
    }
}

#[test]
fn a_bad_record_on_standard_input_is_named_too() {
    let here = Workplace::new();
    for tool in TOOLS {
        let done = run(&here, tool, &[] as &[&str], b"{\"doc\":\n").expect(2);
        assert!(
            done.err
                .starts_with(&format!("{}: standard input:1: ", tool.name)),
            "{}",
            done.err
        );
    }
}

#[test]
fn a_byte_order_mark_and_blank_lines_are_no_records() {
    let here = Workplace::new();
    for tool in TOOLS {
        let lines = match tool.input {
            Input::Documents => document_records().concat().into_bytes(),
            Input::Records => sample(tool),
        };
        let plain = run(&here, tool, &[here.write("plain.jsonl", &lines)], b"").quietly();
        let marked = [b"\xEF\xBB\xBF", &lines[..], b"\n \n"].concat();
        let done = run(&here, tool, &[here.write("marked.jsonl", marked)], b"").quietly();
        assert_eq!(done.out, plain.out, "{}", tool.name);
    }
}

#[test]
fn nothing_in_nothing_out() {
    let here = Workplace::new();
    here.write("empty.txt", "");
    here.write("empty.jsonl", "");
    for tool in TOOLS {
        let done = run(&here, tool, &[] as &[&str], b"").quietly();
        assert_eq!(done.out, b"", "{}", tool.name);
        run(&here, tool, &["empty.txt"], b"").quietly();
        let done = run(&here, tool, &["empty.jsonl"], b"").quietly();
        assert_eq!(done.out, b"", "{}", tool.name);
    }
}

#[test]
fn a_closed_pipe_ends_a_tool_quietly() {
    for tool in TOOLS {
        for threads in ["1", "3"] {
            let here = Workplace::new();
            let mut command = here.command(tool.name);
            command.args(arguments(tool));
            if has_option(tool, "threads") {
                command.args(["-j", threads]);
            }
            let (reader, writer) = std::io::pipe().unwrap();
            drop(reader);
            let input = some_input(&here, tool);
            let mut child = command
                .stdin(Stdio::piped())
                .stdout(writer)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            drop(command);
            let mut stdin = child.stdin.take().unwrap();
            std::io::Write::write_all(&mut stdin, &input).ok();
            drop(stdin);
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{}", tool.name);
            assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{}", tool.name);
        }
    }
}

#[test]
fn a_closed_pipe_is_no_error_in_any_format() {
    if !has_shell() {
        return;
    }
    let here = Workplace::new();
    here.write("d.jsonl", document_records().concat());
    for format in ["jsonl", "csv", "tsv", "parquet", "vertical", "prevertical"] {
        let done = here.shell(&format!(
            "{{ charset --to-utf8 -q --output-format {format} d.jsonl; echo $? > code; }} | head -c 1 > first; cat code"
        ));
        assert_eq!(done.quietly().text(), "0\n", "{format}");
    }
}

/// Only Linux has /dev/full.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = some_input(&here, tool);
        let full = || fs::File::options().write(true).open("/dev/full").unwrap();
        let ways: [&[&str]; 3] = [&[], &["--help"], &["--version"]];
        for more in ways {
            let mut command = here.command(tool.name);
            command.args(arguments(tool)).args(more);
            let mut child = command
                .stdin(Stdio::piped())
                .stdout(full())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            std::io::Write::write_all(&mut child.stdin.take().unwrap(), &input).ok();
            let output = child.wait_with_output().unwrap();
            assert_eq!(output.status.code(), Some(2), "{} {more:?}", tool.name);
            let message = format!("{}: standard output: No space left on device\n", tool.name);
            assert_eq!(String::from_utf8_lossy(&output.stderr), message);
        }
        let done = run(&here, tool, &["-o", "/dev/full"], &input).expect(2);
        assert!(
            done.err.contains("/dev/full: No space left on device"),
            "{}",
            done.err
        );
    }
}

#[test]
fn an_output_file_is_complete_or_as_it_was() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = some_input(&here, tool);
        let straight = run(&here, tool, &[] as &[&str], &input).quietly();
        let done = run(&here, tool, &["-o", "result"], &input).quietly();
        assert_eq!(done.out, b"");
        assert_eq!(
            fs::read(here.path("result")).unwrap(),
            straight.out,
            "{}",
            tool.name
        );

        // Others may read it as far as the process's umask lets them.
        if cfg!(unix) && tool.name == "linenorm" {
            here.shell(
                "umask 027; linenorm -o new < /dev/null; test $(ls -l new | cut -c 1-10) = -rw-r-----",
            )
            .quietly();
            here.shell("chmod 604 new; linenorm -o new < /dev/null; test $(ls -l new | cut -c 1-10) = -rw----r--; rm new")
                .quietly();
        }

        // Over an old file, through a link to it.
        here.write("old", "old");
        let has_link = symlink("old", here.path("link"));
        if has_link {
            run(&here, tool, &["-o", "link"], &input).quietly();
            assert_eq!(fs::read(here.path("old")).unwrap(), straight.out);
            assert!(here.path("link").is_symlink());
        }

        // A run that fails, and one that is killed while it waits for more input.
        here.write("old", "old");
        run(&here, tool, &["-o", "old", "--no-such-option"], &input).expect(2);
        let mut command = here.command(tool.name);
        command
            .args(arguments(tool))
            .args(["-o", "old"])
            .stdin(Stdio::piped());
        let mut child = command.spawn().unwrap();
        std::io::Write::write_all(child.stdin.as_mut().unwrap(), &input).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(fs::read(here.path("old")).unwrap(), b"old");
        let done = run(&here, tool, &["-o", "nowhere/result"], &input).expect(2);
        assert!(done.err.contains("nowhere/result: "), "{}", done.err);

        let left: Vec<_> = fs::read_dir(here.path(""))
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        let expected = if tool.input == Input::Documents {
            some_books().count()
        } else {
            0
        } + 2
            + usize::from(has_link);
        assert_eq!(left.len(), expected, "something was left behind: {left:?}");
    }
}

#[test]
fn no_option_replaces_what_is_read() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = match tool.input {
            Input::Records => sample(tool),
            Input::Documents => document_records().concat().into_bytes(),
        };
        here.write("data.jsonl", &input);
        let usual = run(&here, tool, &["data.jsonl"], b"");
        let dash = run(&here, tool, &["data.jsonl", "-o", "-"], b"");
        assert_eq!(dash.out, usual.out, "{}", tool.name);
        // The second command lacks the value of the option.
        for (files, message) in [
            (
                &["./data.jsonl"][..],
                "this file is read, and would be replaced",
            ),
            (&[], "this is a file of something else than rejects"),
        ] {
            let arguments = [&["--rejects", "data.jsonl"], files].concat();
            let done = run(&here, tool, &arguments, b"").expect(2);
            let expected = format!("{}: --rejects data.jsonl: {message}", tool.name);
            assert!(done.err.starts_with(&expected), "{}", done.err);
        }
        assert_eq!(fs::read(here.path("data.jsonl")).unwrap(), input);
        // A file of rejects is replaced by the next one.
        let bad = ["data.jsonl", "missing", "--rejects", "rejects", "-o", "out"];
        for _ in 0..2 {
            run(&here, tool, &bad, b"").expect(2);
            let rejects = fs::read_to_string(here.path("rejects")).unwrap();
            assert!(rejects.starts_with("{\"source\":\"missing\""), "{rejects}");
        }
    }
}

#[test]
fn a_folder_of_files_in_place_loses_no_record() {
    let here = Workplace::new();
    let record = |id| format!("{{\"id\":\"{id}\",\"text\":\"Words of the text {id}\"}}\n");
    let bad = record("a") + "no record\n";
    let table = "id,text\nc,\"words\" more\nd,of a table\n";
    here.write("in/a.jsonl", &bad);
    here.write("in/b.jsonl", record("b") + &record("b"));
    here.write("in/c.csv", table);
    let read = |name: &str| fs::read_to_string(here.path(name)).unwrap();
    let files = ["in/a.jsonl", "in/b.jsonl", "in/c.csv"];
    let run = |folder: &str, more: &[&str]| {
        let options = [
            "--exact",
            "--no-mark",
            "--strip-prefix=in",
            "--out-dir",
            folder,
        ];
        here.run("blockdedup", &[&options, more, &files].concat())
    };
    // Elsewhere it does no harm.
    run("out", &[]).expect(2);
    assert_eq!(read("out/a.jsonl"), record("a"));
    let done = run("in", &[]).expect(2);
    for name in ["in/a.jsonl", "in/c.csv"] {
        let message = format!("blockdedup: {name}: unchanged, because not all of it can be read");
        assert!(done.err.contains(&message), "{}", done.err);
    }
    assert_eq!((read("in/a.jsonl"), read("in/c.csv")), (bad, table.into()));
    assert_eq!(read("in/b.jsonl"), record("b"));
    run("in", &["--max-errors=2"]).expect(0);
    assert_eq!(read("in/a.jsonl"), record("a"));
    assert_eq!(read("in/c.csv"), "id,text\nd,of a table\n");
}

#[test]
fn input_that_cannot_be_read_does_not_cost_a_file() {
    for tool in TOOLS {
        let here = Workplace::new();
        let mut input = match tool.input {
            Input::Records => sample(tool),
            Input::Documents => document_records().concat().into_bytes(),
        };
        input.extend_from_slice(b"{no record\n");
        here.write("data.jsonl", &input);
        // In place, what is left would take the place of what could not be read.
        let done = run(&here, tool, &["data.jsonl", "-o", "data.jsonl"], b"").expect(2);
        assert!(
            done.err
                .contains(": data.jsonl: unchanged, because not all of it can be read"),
            "{}",
            done.err
        );
        assert_eq!(
            fs::read(here.path("data.jsonl")).unwrap(),
            input,
            "{}",
            tool.name
        );
        // Elsewhere it does no harm.
        run(&here, tool, &["data.jsonl", "-o", "rest"], b"").expect(2);
        assert_ne!(fs::read(here.path("rest")).unwrap(), b"", "{}", tool.name);
        run(&here, tool, &["missing", "-o", "rest"], b"").expect(2);
        assert_ne!(fs::read(here.path("rest")).unwrap(), b"", "{}", tool.name);
        run(&here, tool, &["missing", "-o", "none"], b"").expect(2);
        assert!(!here.path("none").exists(), "{}", tool.name);
        let tolerant = ["data.jsonl", "-o", "data.jsonl", "--max-errors", "1"];
        run(&here, tool, &tolerant, b"").expect(0);
        assert_ne!(
            fs::read(here.path("data.jsonl")).unwrap(),
            input,
            "{}",
            tool.name
        );
    }
}

#[test]
fn lists_come_in_four_ways() {
    for tool in readers_of_documents() {
        let here = Workplace::new();
        let list = some_input(&here, tool);
        let expected = run(&here, tool, &[] as &[&str], &list).quietly();
        assert!(!expected.out.is_empty(), "{}", tool.name);
        here.write("list", &list);
        let nul: Vec<u8> = list
            .iter()
            .map(|&byte| if byte == b'\n' { 0 } else { byte })
            .collect();
        here.write("list0", &nul);
        let names: Vec<String> = some_books().map(|(name, _)| name).collect();
        let ways: [(Vec<&str>, &[u8]); 5] = [
            (vec!["--files-from", "list"], b""),
            (vec!["--files-from", "-"], &list),
            (vec!["--files0-from", "list0"], b""),
            (vec!["-0"], &nul),
            (names.iter().map(String::as_str).collect(), b""),
        ];
        for (arguments, input) in ways {
            let done = run(&here, tool, &arguments, input).quietly();
            assert_eq!(
                done.out,
                expected.out,
                "{} {:?}",
                tool.name,
                arguments.first()
            );
        }
        let done = run(&here, tool, &["--files-from", "missing"], b"").expect(2);
        assert!(
            done.err.contains(&format!("missing: {}", no_such_file())),
            "{}",
            done.err
        );
    }
}

/// Windows has no such names, and macOS none that are not UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn odd_names_are_names() {
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    let odd: [&[u8]; 6] = [
        b"a\nb.txt",
        b"{\"doc\":1}",
        b"caf\xE9.txt",
        b"./-n",
        b" space ",
        b"tab\t\x1b[31m",
    ];
    for tool in readers_of_documents() {
        let here = Workplace::new();
        for name in odd {
            here.write(OsStr::from_bytes(name), &books()[0].1);
        }
        let expected = run(&here, tool, &["a\nb.txt"], b"").quietly();
        assert!(!expected.out.is_empty());
        for name in odd {
            let listed = run(&here, tool, &["-0"], &[name, b"\0"].concat()).quietly();
            let named = run(&here, tool, &[OsString::from_vec(name.to_vec())], b"").quietly();
            assert_eq!(listed.out, named.out, "{}", tool.name);
            assert_eq!(listed.out.is_empty(), expected.out.is_empty());
            assert!(
                std::str::from_utf8(&listed.out).is_ok(),
                "records are UTF-8"
            );
        }
        // A message about an odd name stays one line, and brings no control characters to the terminal.
        let done = run(&here, tool, &["-0"], b"no\nsuch\x1b[31m\0").expect(2);
        assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        assert!(!done.err.contains('\x1b'));
    }
}

#[test]
fn a_document_is_the_same_in_a_file_a_record_and_compressed() {
    for tool in readers_of_documents() {
        let here = Workplace::new();
        let text = String::from_utf8(books()[0].1.clone()).unwrap();
        here.write("a.txt", &text);
        let record = serde_json::json!({"doc": "a.txt", "text": text}).to_string() + "\n";
        let expected = run(&here, tool, &["a.txt"], b"").quietly().out;
        here.write("r.jsonl", &record);
        here.write("r.jsonl.gz", gzip(record.as_bytes()));
        here.write(
            "r.jsonl.zst",
            zstd::encode_all(record.as_bytes(), 1).unwrap(),
        );
        for file in ["r.jsonl", "r.jsonl.gz", "r.jsonl.zst"] {
            assert_eq!(
                run(&here, tool, &[file], b"").quietly().out,
                expected,
                "{} {file}",
                tool.name
            );
        }
        assert_eq!(
            run(&here, tool, &[] as &[&str], record.as_bytes())
                .quietly()
                .out,
            expected
        );
        here.write("a.txt", gzip(text.as_bytes()));
        assert_eq!(
            run(&here, tool, &["a.txt"], b"").quietly().out,
            expected,
            "gzip in any file"
        );
        here.write("a.txt", zstd::encode_all(text.as_bytes(), 1).unwrap());
        assert_eq!(
            run(&here, tool, &["a.txt"], b"").quietly().out,
            expected,
            "zstd in any file"
        );
        // This tool says which encoding it was.
        if tool.name == "charset" {
            continue;
        }
        let utf16: Vec<u8> = std::iter::once(0xFEFF)
            .chain(text.encode_utf16())
            .flat_map(u16::to_le_bytes)
            .collect();
        here.write("a.txt", utf16);
        assert_eq!(
            run(&here, tool, &["a.txt"], b"").quietly().out,
            expected,
            "UTF-16 with its mark"
        );
    }
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    for tool in TOOLS.iter().filter(|tool| has_option(tool, "threads")) {
        let here = Workplace::new();
        let mut input = some_input(&here, tool);
        if tool.input == Input::Documents {
            input.extend_from_slice(b"missing.txt\n");
            input.extend_from_slice(document_records().concat().as_bytes());
        }
        let one = run(&here, tool, &["-j", "1"], &input);
        for threads in ["0", "2", "9"] {
            let many = run(&here, tool, &["-j", threads], &input);
            assert_eq!(
                (many.code, &many.err),
                (one.code, &one.err),
                "{} -j {threads}",
                tool.name
            );
            assert!(many.out == one.out, "{} -j {threads}", tool.name);
        }
    }
}

/// Records have names of their own choice, and somebody may have planted links in the directory.
#[test]
fn an_output_directory_is_never_left() {
    let mut tried = 0;
    for tool in TOOLS.iter().filter(|tool| has_option(tool, "out-dir")) {
        let here = Workplace::new();
        let victim = here.write("outside/victim.txt", "as it was");
        fs::create_dir(here.path("out")).unwrap();
        if !symlink("../outside", here.path("out/planted")) {
            return;
        }
        symlink(&victim, here.path("out/link.txt"));
        let absolute = here.path("outside/absolute.txt").display().to_string();
        let names = [
            &absolute[..],
            "../outside/up.txt",
            "a/../../outside/up.txt",
            "planted/victim.txt",
            "planted/new.txt",
            "link.txt",
            "good.txt",
        ];
        // Texts of their own, so that none is a duplicate.
        let record = |(number, name): (usize, &&str)| {
            let words: String = (0..60).map(|word| format!("w{number}x{word} ")).collect();
            let text = format!("<p>{words}</p>\n\nand another\n");
            serde_json::json!({"doc": name, "text": text}).to_string() + "\n"
        };
        let records: String = names.iter().enumerate().map(record).collect();
        let mut more = vec!["--out-dir", "out"];
        // Parts of documents, where a tool writes other things too.
        let emit = (tool.command)().get_arguments().find_map(|argument| {
            let kinds = argument.get_possible_values();
            (argument.get_long() == Some("emit")).then_some(kinds)
        });
        if let Some(kinds) = emit {
            let part = ["body", "useful", "text", "documents"]
                .into_iter()
                .find(|part| kinds.iter().any(|kind| kind.get_name() == *part));
            more.extend(["--emit", part.expect("a kind of part")]);
        }
        if has_option(tool, "to-utf8") {
            more.push("--to-utf8");
        }
        let done = run(&here, tool, &more, records.as_bytes()).expect(2);
        let good = ["out/good.txt", "out/good.txt.txt"].map(|name| here.path(name).is_file());
        assert!(good.contains(&true), "{}: {}", tool.name, done.err);
        assert_eq!(fs::read(&victim).unwrap(), b"as it was", "{}", tool.name);
        let left = fs::read_dir(here.path("outside")).unwrap().count();
        assert_eq!(left, 1, "{}", tool.name);
        tried += 1;
    }
    assert!(tried >= 6);
}

/// The text and the name of a document are text in a page about it.
#[test]
fn pages_run_no_scripts_of_documents() {
    if !has_shell() {
        return;
    }
    let here = Workplace::new();
    let evil = "<script>alert(1)</script>";
    let letter = |number: u8| char::from(b'a' + number);
    let words: String = (0..100)
        .map(|number| format!("x{}{} ", letter(number / 10), letter(number % 10)))
        .collect();
    let text = format!("{evil} {words} &lt;script&gt;alert(1)&lt;/script&gt;\n");
    let page = format!(
        "<html><head><title>{evil}</title></head><body><p>&lt;script&gt;alert(1)&lt;/script&gt; {words}</p></body></html>"
    );
    for copy in ["a", "b", "c"] {
        let record = |text: &str| {
            serde_json::json!({"doc": format!("{evil}{copy}"), "text": text}).to_string() + "\n"
        };
        here.write(format!("text-{copy}.jsonl"), record(&text));
        here.write(format!("page-{copy}.jsonl"), record(&page));
    }
    here.write(
        "stats.jsonl",
        serde_json::json!({
            "tool": evil, "version": evil, "documents": 3, "skipped": {evil: 1}, "counts": {evil: 1},
            "troubles": [{"source": evil, "message": evil}], "slowest": [{"doc": evil, "bytes": 1, "seconds": 1}]
        })
        .to_string()
            + "\n",
    );
    for command in [
        "cat text-*.jsonl | uniqwords | lcsdup --emit html",
        "altcount -q --emit html text-*.jsonl",
        "htmlblocks --stoplist none --emit html page-*.jsonl",
        "trommel-report --title '<script>alert(1)</script>' stats.jsonl",
    ] {
        let done = here.shell(command).quietly();
        assert!(done.text().contains("alert(1)"), "{command}");
        assert!(!done.text().contains("<script>alert"), "{command}");
    }
}

/// A stack that no address space has room for stands for a limit on processes or memory: no thread can be made.
#[test]
fn where_no_thread_can_be_made_a_tool_does_without() {
    for tool in TOOLS {
        let here = Workplace::new();
        let input = some_input(&here, tool);
        let mut more: Vec<&str> = Vec::new();
        if has_option(tool, "threads") {
            more.extend(["-j", "4"]);
        }
        let straight = run(&here, tool, &more, &input).quietly();
        let mut command = here.command(tool.name);
        command.args(arguments(tool)).args(&more);
        command.env("RUST_MIN_STACK", (1u64 << 50).to_string());
        let alone = feed(command, &input).quietly();
        assert!(alone.out == straight.out, "{}", tool.name);
    }
}

#[test]
fn random_bytes_never_panic() {
    let here = Workplace::new();
    let bytes = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..2000),
        proptest::collection::vec(
            prop_oneof![
                Just(b'\n'),
                Just(b' '),
                Just(b'*'),
                Just(0xC2),
                Just(0x80),
                any::<u8>()
            ],
            0..3000
        ),
        "[{}\\[\\]\":,a-z0-9\\\\ \n]{0,400}".prop_map(String::into_bytes),
    ];
    let mut runner = TestRunner::new(Config {
        failure_persistence: None,
        ..Config::with_cases(Config::default().cases / 8)
    });
    let strategy = proptest::collection::vec(bytes, 1..4);
    runner
        .run(&strategy, |documents| {
            for tool in TOOLS {
                let mut names = Vec::new();
                for (index, bytes) in documents.iter().enumerate() {
                    let name = if index == 0 {
                        "0.jsonl".to_owned()
                    } else {
                        format!("{index}.txt")
                    };
                    here.write(&name, bytes);
                    names.push(name);
                }
                for done in [
                    run(&here, tool, &names, b""),
                    run(&here, tool, &[] as &[&str], &documents[0]),
                ] {
                    prop_assert!(
                        matches!(done.code, Some(0 | 2)),
                        "{} {:?}: {}",
                        tool.name,
                        done.code,
                        done.err
                    );
                    prop_assert!(!done.err.contains("panicked"), "{}", done.err);
                }
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn the_edge_documents_are_read() {
    let here = Workplace::new();
    let edge = fs::read_dir(root().join("tests/corpus/edge"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files: Vec<PathBuf> = edge.collect();
    assert!(files.len() > 5);
    for tool in readers_of_documents() {
        let mut all = vec![OsString::from("--input-format=text")];
        all.extend(files.iter().map(|file| file.clone().into_os_string()));
        let done = run(&here, tool, &all, b"").quietly();
        assert!(std::str::from_utf8(&done.out).is_ok());
    }
}

#[test]
fn quiet_silences_warnings_and_progress_can_be_forced() {
    let here = Workplace::new();
    here.write("a.txt", b"caf\xE9");
    for tool in readers_of_documents() {
        let loud = run(&here, tool, &["-E", "utf-8", "a.txt"], b"").expect(0);
        assert!(
            loud.err
                .starts_with(&format!("{}: a.txt: warning: ", tool.name)),
            "{}",
            loud.err
        );
        let quiet = run(&here, tool, &["-q", "-E", "utf-8", "a.txt"], b"").quietly();
        assert_eq!(quiet.out, loud.out);
        let done = run(&here, tool, &["--progress", "always", "a.txt"], b"").expect(0);
        assert!(
            done.err.contains(tool.name),
            "a line about progress: {:?}",
            done.err
        );
    }
}

/// Runs a command on a terminal of its own, and returns what it shows there.
#[cfg(target_os = "linux")]
fn on_terminal(here: &Workplace, command: &str) -> Option<String> {
    if !crate::harness::has("script") {
        return None;
    }
    let log = here.path("terminal");
    here.shell(&format!(
        "true | timeout 10 script --quiet --command \"{command}\" {} > all",
        log.display()
    ));
    Some(std::fs::read_to_string(here.path("all")).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_progress_where_output_goes_to_a_file() {
    let here = Workplace::new();
    here.write("a.txt", "a line of the document\n".repeat(1000));
    for (arguments, shown) in [("-o out.jsonl", true), ("", false)] {
        let command = format!("linenorm {arguments} a.txt a.txt");
        if let Some(text) = on_terminal(&here, &command) {
            assert_eq!(text.contains("linenorm: "), shown, "{arguments}: {text:?}");
        }
    }
    assert!(here.path("out.jsonl").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn help_has_colours_on_a_terminal_unless_it_is_asked_not_to() {
    let here = Workplace::new();
    for (setting, colours) in [("NO_COLOR=", true), ("NO_COLOR=1", false)] {
        if let Some(text) = on_terminal(&here, &format!("{setting} linenorm -h")) {
            assert!(text.contains("Usage:"), "{text:?}");
            assert_eq!(text.contains('\x1b'), colours, "{setting}: {text:?}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_tool_that_reads_a_terminal_says_so() {
    let here = Workplace::new();
    for tool in TOOLS {
        let mut command = format!("timeout .5 {}", tool.name);
        for argument in arguments(tool) {
            command.push(' ');
            command.push_str(argument.to_str().unwrap());
        }
        if let Some(text) = on_terminal(&here, &command) {
            assert!(text.contains("Ctrl-D"), "{command}: {text:?}");
        }
    }
}

#[test]
fn records_can_be_passed_on_one_by_one() {
    for tool in readers_of_documents() {
        let here = Workplace::new();
        let mut command = here.command(tool.name);
        command.args(arguments(tool)).arg("--line-buffered");
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut answers =
            std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
        for record in document_records().iter().take(3) {
            std::io::Write::write_all(&mut stdin, record.as_bytes()).unwrap();
            // The answer comes while standard input is still open.
            assert!(
                answers
                    .next()
                    .is_some_and(|line| line.unwrap().starts_with('{')),
                "{}",
                tool.name
            );
        }
        drop(stdin);
        answers.for_each(drop);
        assert!(child.wait().unwrap().success());
    }
}

#[test]
fn standard_input_can_be_a_document() {
    let here = Workplace::new();
    for tool in readers_of_documents() {
        let mut command = here.command(tool.name);
        command.args(arguments(tool)).arg("-");
        let done = feed(command, &books()[0].1).quietly();
        assert!(done.text().contains("\"doc\":\"-\""), "{}", tool.name);
    }
}

/// Rust's runtime puts `/dev/null` in the place of a closed stream, where the result would be lost without a word.
#[test]
fn a_standard_stream_that_is_closed_is_an_error() {
    if !has_shell() {
        return;
    }
    for tool in TOOLS {
        let here = Workplace::new();
        here.write("input", some_input(&here, tool));
        let arguments: Vec<String> = arguments(tool)
            .iter()
            .map(|argument| {
                format!(
                    "'{}'",
                    argument.to_str().expect("a case has no other names")
                )
            })
            .collect();
        let call = format!("{} {}", tool.name, arguments.join(" "));
        let message = |stream: &str| format!("{}: {stream}: Bad file descriptor\n", tool.name);
        for script in [format!("{call} < input >&-"), format!("{call} --help >&-")] {
            let done = here.shell(&script).expect(2);
            assert_eq!(done.err, message("standard output"), "{script}");
        }
        let done = here.shell(&format!("{call} <&-")).expect(2);
        assert_eq!(done.err, message("standard input"));
        // Tools that write elsewhere need no standard output. /dev/null is not closed, however it was
        // opened.
        here.shell(&format!("{call} -o out < input >&-")).expect(0);
        assert!(here.path("out").exists());
        here.shell(&format!("{call} < input 1<>/dev/null"))
            .quietly();
    }
}

#[test]
fn a_rejected_record_is_kept_with_its_line() {
    for tool in TOOLS {
        let here = Workplace::new();
        let good = match tool.input {
            Input::Records => sample(tool),
            Input::Documents => document_records().concat().into_bytes(),
        };
        let bad: [&[u8]; 2] = [b"{\"doc\": a record that is none", b"{\"doc\":\"\xFF\"}"];
        let all = [&good[..], bad[0], b"\n", &good, bad[1], b"\n"].concat();
        here.write("x.jsonl", all);
        run(&here, tool, &["--rejects", "rejects", "x.jsonl"], b"").expect(2);
        let rejects = fs::read(here.path("rejects")).unwrap();
        let rejects: Vec<_> = (rejects.split_inclusive(|&byte| byte == b'\n'))
            .map(|line| record::Reject::read(line).unwrap())
            .collect();
        let number = plain_lines(&good) + 1;
        assert_eq!(rejects.len(), 2, "{}", tool.name);
        for ((reject, raw), line) in rejects.iter().zip(bad).zip([number, 2 * number]) {
            assert_eq!(
                (&reject.source[..], reject.line),
                ("x.jsonl", Some(line)),
                "{}",
                tool.name
            );
            assert_eq!(reject.raw.as_deref(), Some(raw), "{}", tool.name);
        }
    }
}
