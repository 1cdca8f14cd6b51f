//! Every reader of documents reads the same documents from any container.

use std::collections::BTreeSet;
use std::io::Write;

use trommel::{Input, TOOLS};

use crate::harness::{Workplace, books, gzip, has, no_such_file, root};

/// Some books as records, in a format that the containers keep as well: fields are strings.
fn records() -> Vec<(String, String)> {
    let books = books().into_iter().take(6);
    books
        .map(|(name, text)| (name, String::from_utf8_lossy(&text).replace('\0', " ")))
        .collect()
}

pub fn jsonl(id: &str, text: &str) -> String {
    let line = |(name, content): &(String, String)| {
        let [id_value, text_value] = [name, content].map(|value| serde_json::json!(value));
        format!("{{\"{id}\":{id_value},\"{text}\":{text_value}}}\n")
    };
    records().iter().map(line).collect()
}

pub fn csv(delimiter: char) -> String {
    let mut table = format!("doc{delimiter}text\r\n");
    for (name, text) in records() {
        table += &format!("{name}{delimiter}\"{}\"\r\n", text.replace('"', "\"\""));
    }
    table
}

pub fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn lz4(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = lz4_flex::frame::FrameEncoder::new(Vec::new());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

pub fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, *bytes).unwrap();
    }
    builder.into_inner().unwrap()
}

pub fn zip(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in members {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

pub fn parquet(columns: &[(&str, Vec<&str>)]) -> Vec<u8> {
    use parquet::data_type::{ByteArray, ByteArrayType};
    let fields = columns
        .iter()
        .map(|(name, _)| format!("required binary {name} (UTF8);"));
    let schema = format!("message schema {{ {} }}", fields.collect::<String>());
    let schema = parquet::schema::parser::parse_message_type(&schema).unwrap();
    let mut out = Vec::new();
    let properties = parquet::file::properties::WriterProperties::builder()
        .set_compression(parquet::basic::Compression::SNAPPY)
        .build();
    let mut writer = parquet::file::writer::SerializedFileWriter::new(
        &mut out,
        schema.into(),
        properties.into(),
    )
    .unwrap();
    // Row groups of five rows.
    let rows = columns[0].1.len();
    for from in (0..rows).step_by(5) {
        let mut group = writer.next_row_group().unwrap();
        for (_, values) in columns {
            let values = &values[from..rows.min(from + 5)];
            let values: Vec<ByteArray> =
                values.iter().map(|value| ByteArray::from(*value)).collect();
            let mut column = group.next_column().unwrap().unwrap();
            column
                .typed::<ByteArrayType>()
                .write_batch(&values, None, None)
                .unwrap();
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    writer.close().unwrap();
    out
}

pub fn readers() -> impl Iterator<Item = &'static str> {
    TOOLS
        .iter()
        .filter(|tool| tool.input == Input::Documents)
        .map(|tool| tool.name)
}

/// The arguments that the tool needs in any case.
pub fn arguments(tool: &str) -> Vec<String> {
    let folder = root().join("tests/cases").join(tool);
    let text = std::fs::read_to_string(folder.join("arguments")).unwrap_or_default();
    let folder = folder.display().to_string();
    text.lines()
        .map(|line| line.replace("{case}", &folder))
        .collect()
}

pub fn run(here: &Workplace, tool: &str, more: &[&str], input: &[u8]) -> crate::harness::Done {
    let mut all = arguments(tool);
    all.extend(more.iter().map(|&argument| argument.to_owned()));
    here.run_with(tool, &all, input)
}

#[test]
fn a_container_is_recognised_by_its_content_and_read_as_its_records_are() {
    let plain = jsonl("doc", "text");
    let zstd = zstd::encode_all(plain.as_bytes(), 1).unwrap();
    let spaced = format!("\u{FEFF}\n  \n{plain}");
    let all = records();
    let column = |of: fn(&(String, String)) -> &str| all.iter().map(of).collect::<Vec<_>>();
    let rows = parquet(&[
        ("doc", column(|row| &row.0)),
        ("text", column(|row| &row.1)),
    ]);
    let bytes = plain.as_bytes();
    let files: [(&str, Vec<u8>); 14] = [
        ("x.jsonl", bytes.to_vec()),
        ("x.json", bytes.to_vec()),
        ("x", bytes.to_vec()),
        ("y.txt", spaced.into_bytes()),
        ("x.json.gz", gzip(bytes)),
        ("x.ndjson", bytes.to_vec()),
        ("x.zstd", zstd),
        ("x.jsonl.bz2", bzip2(bytes)),
        ("x.lz4", lz4(bytes)),
        ("x.csv", csv(',').into_bytes()),
        ("x.TSV.gz", gzip(csv('\t').as_bytes())),
        ("x.parquet", rows.clone()),
        ("x.bin", rows.clone()),
        ("x.tar", tar(&[("a/x.jsonl", bytes)])),
    ];
    for tool in readers() {
        let here = Workplace::new();
        let expected = run(&here, tool, &[], plain.as_bytes()).quietly().out;
        for (name, bytes) in &files {
            here.write(name, bytes);
            let done = run(&here, tool, &[name], b"").quietly();
            assert!(done.out == expected, "{tool} {name}:\n{}", done.text());
            let listed = run(&here, tool, &["-j2"], format!("{name}\n").as_bytes()).quietly();
            assert!(listed.out == expected, "{tool} < {name}");
        }
        // On standard input, with - and without FILE. factorends reads twice.
        if tool != "factorends" {
            for input in [plain.as_bytes(), &gzip(plain.as_bytes()), &rows] {
                let done = run(&here, tool, &["-"], input).quietly();
                assert!(done.out == expected, "{tool} -");
            }
        }
        for input in [
            &gzip(plain.as_bytes()),
            &rows,
            &tar(&[("x", plain.as_bytes())]),
        ] {
            let done = run(&here, tool, &[], input).quietly();
            assert!(done.out == expected, "{tool} on standard input");
        }
    }
}

/// Text in other fields, nested ones too, under names from other fields: read as the usual ones are.
#[test]
fn other_fields_can_hold_name_and_text() {
    let here = Workplace::new();
    here.write("usual.jsonl", jsonl("doc", "text"));
    here.write("other.jsonl", jsonl("key", "content"));
    let expected = here.run("linenorm", &["usual.jsonl"]).quietly().out;
    let other = ["--id-field=key", "--text-field", "content", "other.jsonl"];
    assert!(here.run("linenorm", &other).quietly().out == expected);
    let nested =
        r#"{"meta":{"id":7,"body":"A line of text that is long enough to be kept"},"n":1.10}"#;
    here.write("nested.jsonl", format!("{nested}\n"));
    let fields = ["--text-field=.meta.body", "nested.jsonl"];
    let done = here.run("linenorm", &fields).quietly();
    assert!(
        done.text()
            .starts_with(r#"{"doc":"nested.jsonl:1","line":1,"#),
        "{}",
        done.text()
    );
    let done = here.run(
        "charset",
        &[
            "--to-utf8",
            "--text-field=.meta.body",
            "--id-field=.meta.id",
            "nested.jsonl",
        ],
    );
    let added = r#"1.10,"doc":"7","charset":{"encoding":"utf-8""#;
    let line = nested.replace("1.10}", added);
    let done = done.quietly();
    assert!(done.text().starts_with(&line), "{}", done.text());
}

#[test]
fn members_of_archives_are_documents() {
    let here = Workplace::new();
    let line = |text: &str| format!("{text}, in a line that is long enough for it\n");
    let (one, two, three) = (line("One"), line("Two"), line("Three"));
    let members: [(&str, &[u8]); 4] = [
        ("a/one.txt", one.as_bytes()),
        ("image.png", b"\x89PNG\r\n\x1A\n\0\0"),
        ("two.html.gz", &gzip(two.as_bytes())),
        ("b/three.txt", three.as_bytes()),
    ];
    for (archive, bytes) in [("x.tar", tar(&members)), ("x.zip", zip(&members))] {
        here.write(archive, bytes);
        let done = here.run("linenorm", &[archive]).expect(0);
        let expected = [
            ("a/one.txt", &one),
            ("two.html.gz", &two),
            ("b/three.txt", &three),
        ]
        .map(|(name, text)| {
            format!(
                "{{\"doc\":\"{archive}:{name}\",\"line\":1,\"text\":\"{}\"}}\n",
                text.trim_end()
            )
        });
        assert_eq!(done.text(), expected.concat());
        assert_eq!(
            done.err,
            format!("linenorm: {archive}: warning: skipped 1 member that is not text\n")
        );
    }
    // A shard of webdataset.
    let object = b"{\n \"url\": \"https://example.org/\",\n \"n\": 1.10\n}\n";
    let shard = tar(&[
        ("000.jpg", b"\xFF\xD8\xFF\xE0"),
        ("000.json", object),
        ("000.txt", one.as_bytes()),
        (
            "001.json",
            b"{\"text\":\"Two, in a line that is long enough for it\"}",
        ),
        ("002.txt", three.as_bytes()),
    ]);
    here.write("s.tar", shard);
    let done = here.run("blockdedup", &["-q", "s.tar"]).quietly();
    let text = |line: &str| serde_json::json!(line.trim_end()).to_string();
    let lines: Vec<&str> = done.text().lines().collect();
    assert!(
        lines[0].starts_with("{  \"url\": \"https://example.org/\",  \"n\": 1.10 ,\"text\":"),
        "{}",
        lines[0]
    );
    for (line, (name, content)) in
        lines
            .iter()
            .zip([("000", &one), ("001", &two), ("002.txt", &three)])
    {
        assert!(
            line.contains(&format!("\"doc\":\"s.tar:{name}\"")),
            "{line}"
        );
        assert!(line.contains(text(content).trim_end_matches('"')), "{line}");
    }
    assert_eq!(lines.len(), 3);
    // A message reports that the archive is cut off, and the members before that place are read.
    let whole = tar(&members);
    here.write("cut.tar", &whole[..2600]);
    let done = here.run("linenorm", &["-q", "cut.tar"]).expect(2);
    assert_eq!(done.text().lines().count(), 1);
    assert!(
        done.err.contains("the archive ends within a member"),
        "{}",
        done.err
    );
}

#[test]
fn what_is_no_text_is_refused_in_a_sentence() {
    let here = Workplace::new();
    let files: [(&str, &[u8], &str); 9] = [
        (
            "a.txt",
            b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n",
            "this looks like a PDF file",
        ),
        ("b.txt", b"\x7FELF\x02\x01\x01", "a program (ELF)"),
        ("c.txt", b"\x01\0\x02\0\x03 abc", "NUL bytes"),
        (
            "d.mbox",
            b"From a@example.org Sat Jan  3 01:05:34 1996\nSubject: x\n\nText\n",
            "a mailbox (mbox)",
        ),
        (
            "e.xml",
            b"<mediawiki xml:lang=\"en\">\n<page>\n",
            "a MediaWiki dump",
        ),
        (
            "f.json",
            b"[\n{\"text\":\"x\"}\n]\n",
            "a JSON array of objects; write one object a line first",
        ),
        (
            "g.json",
            b"{\n\"text\":\"x\"\n}\n",
            "a JSON object on several lines",
        ),
        (
            "h.docx",
            &zip(&[("[Content_Types].xml", b"<x/>")]),
            "an office document",
        ),
        ("i.csv", b"a,b\n1,2\n", "a table without a column 'text'"),
    ];
    for (name, bytes, _) in &files {
        here.write(name, bytes);
    }
    for tool in readers() {
        for (name, _, message) in &files {
            // charset tells what such bytes are, where no magic number does.
            if tool == "charset" && *name == "c.txt" {
                continue;
            }
            let done = run(&here, tool, &[name], b"").expect(2);
            assert!(
                done.err.contains(&format!("{tool}: {name}: ")),
                "{}",
                done.err
            );
            assert!(done.err.contains(message), "{tool} {name}: {}", done.err);
        }
    }
    let as_text = here.run("linenorm", &["--input-format=text", "e.xml"]);
    as_text.quietly();
    let refused = here
        .run_with("linenorm", &["-"], b"\x89PNG\r\n\x1A\n\0\0")
        .expect(2);
    assert_eq!(
        refused.err,
        "linenorm: standard input: this looks like a PNG image\n"
    );
}

/// Office documents are zip archives, and no more text than images are.
#[test]
fn what_is_no_text_is_skipped_in_folders_and_archives_alone() {
    let here = Workplace::new();
    let text = "A line that is long enough to be kept\n";
    let document = zip(&[("_rels/.rels", b"<x/>"), ("[Content_Types].xml", b"<x/>")]);
    let program = zip(&[("META-INF/MANIFEST.MF", b"x"), ("A.class", b"x")]);
    let image = b"\x89PNG\r\n\x1A\n\0\0";
    let members: [(&str, &[u8]); 4] = [
        ("a.docx", &document),
        ("b.jar", &program),
        ("c.png", image),
        ("d.txt", text.as_bytes()),
    ];
    for (name, bytes) in members {
        here.write(format!("d/{name}"), bytes);
    }
    here.write("x.tar", tar(&members));
    here.write("x.zip", zip(&members));
    for threads in ["-j1", "-j2"] {
        let done = here.run("linenorm", &["-r", threads, "d"]).expect(0);
        assert_eq!(done.text(), text);
        assert_eq!(
            done.err.matches(": warning: skipped, because ").count(),
            3,
            "{}",
            done.err
        );
    }
    for archive in ["x.tar", "x.zip"] {
        let done = here.run("linenorm", &["-r", archive]).expect(0);
        assert_eq!(done.text(), text);
        let message =
            format!("linenorm: {archive}: warning: skipped 3 members that are not text\n");
        assert_eq!(done.err, message);
    }
    for (name, _) in &members[..3] {
        here.run("linenorm", &[format!("d/{name}")]).expect(2);
    }
    // A feed is text, and its place may have been wanted.
    here.write("d/e.xml", "<rss>\n</rss>\n");
    here.run("linenorm", &["d"]).expect(2);
}

/// Bytes without a magic number, some without NUL bytes.
#[test]
fn charset_passes_over_what_is_no_text_in_folders_and_archives_alone() {
    let here = Workplace::new();
    let text = "A line that is long enough to be kept\n";
    let mut state = 1_u64;
    let noise: Vec<u8> = std::iter::repeat_with(|| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    })
    .take(3000)
    .collect();
    let no_nul: Vec<u8> = noise
        .iter()
        .copied()
        .filter(|&byte| byte > 0)
        .take(400)
        .collect();
    let numbers: Vec<u8> = (0..900_u32)
        .flat_map(|number| (number * 77).to_le_bytes())
        .collect();
    let members: [(&str, &[u8]); 5] = [
        ("a.bin", &noise),
        ("b.bin", &no_nul),
        ("c.bin", &numbers),
        ("d.bin", &[0; 700]),
        ("e.txt", text.as_bytes()),
    ];
    for (name, bytes) in members {
        here.write(format!("d/{name}"), bytes);
    }
    here.write("x.tar", tar(&members));
    here.write("x.zip", zip(&members));
    for input in ["d", "x.tar", "x.zip"] {
        for threads in ["-j1", "-j2"] {
            let options = ["--to-utf8", "-r", threads, "--stats=s.json", input];
            let done = here.run("charset", &options).expect(0);
            assert_eq!(done.text(), text);
            let message = ": warning: skipped, because it is not text in any known encoding";
            assert!(done.err.contains(message), "{}", done.err);
            let stats = std::fs::read_to_string(here.path("s.json")).unwrap();
            assert!(stats.contains("that are not text\":4"), "{stats}");
        }
    }
    for (name, _) in &members[..4] {
        let done = here
            .run("charset", &["--to-utf8", &format!("d/{name}")])
            .expect(2);
        assert!(
            done.err.contains("no answer is sure enough"),
            "{}",
            done.err
        );
    }
    // The text may be in an encoding that was not asked for.
    here.run("charset", &["--to-utf8", "--encodings=utf-8", "d"])
        .expect(2);
}

#[test]
fn rows_are_decoded() {
    let here = Workplace::new();
    let text = "M\u{FC}ller \u{2013} a line that is long enough; and more";
    let table = |delimiter: char| format!("id{delimiter}text\r\n1{delimiter}\"{text}\"\r\n");
    let vertical = format!("<doc id=\"1\">\n{}\n</doc>\n", text.replace(' ', "\n"));
    let utf_16 = |text: &str| {
        let marked = format!("\u{FEFF}{text}");
        marked
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>()
    };
    let of_windows = |text: &str| encoding_rs::WINDOWS_1252.encode(text).0.into_owned();
    let excel = format!("sep=|\r\n{}", table('|'));
    here.write("x.jsonl", format!("{{\"id\":\"1\",\"text\":\"{text}\"}}\n"));
    let files: [(&str, Vec<u8>, &str); 9] = [
        ("a.csv", of_windows(&table(';')), "windows-1252"),
        ("b.csv", of_windows(&excel), "windows-1252"),
        ("c.csv", excel.into_bytes(), "auto"),
        ("d.csv", utf_16(&table('\t')), "auto"),
        ("e.csv", utf_16(&table(','))[2..].to_vec(), "utf-16le"),
        ("f.tsv", utf_16(&table('\t')), "windows-1252"),
        ("g.tsv.gz", gzip(&of_windows(&table('\t'))), "windows-1252"),
        ("h.vert", of_windows(&vertical), "windows-1252"),
        ("i.vert", utf_16(&vertical), "auto"),
    ];
    for tool in ["linenorm", "charset"] {
        let expected = here.run(tool, &["x.jsonl"]).quietly().out;
        for (name, bytes, label) in &files {
            here.write(name, bytes);
            let done = here.run(tool, &["-E", label, name]).quietly();
            assert!(done.out == expected, "{tool} {name}: {}", done.text());
        }
    }
    let done = here.run("linenorm", &["a.csv"]).expect(2);
    let message =
        "a.csv:1: the value of 'text' is not UTF-8; name the encoding of the file with -E";
    assert!(done.err.contains(message), "{}", done.err);
    let done = here.run("linenorm", &["-E", "euc-jp", "a.csv"]).expect(0);
    let message =
        "a.csv: warning: not all of it is EUC-JP; what is not became U+FFFD, first in line 2";
    assert!(done.err.contains(message), "{}", done.err);
    here.write("wide.csv", &utf_16(&table(','))[2..]);
    let done = here.run("linenorm", &["wide.csv"]).expect(2);
    assert!(
        done.err.contains("rows are also read with -E utf-16le"),
        "{}",
        done.err
    );
}

#[test]
fn a_folder_stands_for_its_files() {
    let here = Workplace::new();
    let text = "A line that is long enough to be kept\n";
    for name in ["d/b/x.txt", "d/a.txt", "d/.hidden", "d/b.txt"] {
        here.write(name, text);
    }
    let done = here.run("linenorm", &["d", "--stats"]).expect(0);
    let docs: Vec<_> = done
        .text()
        .lines()
        .map(|line| line.split('"').nth(3).unwrap().replace(r"\\", "/"))
        .collect();
    assert_eq!(docs, ["d/a.txt", "d/b.txt", "d/b/x.txt"]);
    assert!(
        done.err.contains("hidden files left out: 1"),
        "{}",
        done.err
    );
}

#[test]
fn like_messages_are_folded_and_errors_can_be_tolerated() {
    let here = Workplace::new();
    let good = r#"{"id":"a","text":"A line that is long enough to be kept"}"#;
    let mut lines = format!("{good}\n");
    for number in 0..10_000 {
        lines += &format!("{{\"id\":{number},\"content\":\"x\"}}\n");
    }
    here.write("x.jsonl", &lines);
    let done = here.run("linenorm", &["x.jsonl"]).expect(2);
    let expected = "linenorm: x.jsonl:2: missing field `text`; name the field that holds the text with --text-field; the \
        record has: id, content\n\
        linenorm: x.jsonl:3: missing field `text`\n\
        linenorm: x.jsonl:4: missing field `text`\n\
        linenorm: and 9997 more: missing field `text`\n";
    assert_eq!(done.err, expected);
    assert_eq!(done.text().lines().count(), 1);
    let tolerant = ["--max-errors", "10000", "--rejects", "bad", "x.jsonl"];
    let done = here.run("linenorm", &tolerant).expect(0);
    assert!(
        done.err
            .ends_with("linenorm: 10000 errors, not more than --max-errors 10000\n")
    );
    let bad = std::fs::read(here.path("bad")).unwrap();
    let rejects: Vec<_> = bad.split_inclusive(|&byte| byte == b'\n').collect();
    assert_eq!(rejects.len(), 10_000);
    let reject = record::Reject::read(rejects[9999]).unwrap();
    assert_eq!((&reject.source[..], reject.line), ("x.jsonl", Some(10_001)));
    assert_eq!(reject.raw.unwrap(), b"{\"id\":9999,\"content\":\"x\"}");
    here.run("linenorm", &["--max-errors=9999", "x.jsonl"])
        .expect(2);
    here.run("linenorm", &["--max-errors=99%", "x.jsonl"])
        .expect(2);
    here.run("linenorm", &["--max-errors=100%", "x.jsonl"])
        .expect(0);
    // Lines that are not paths.
    let log = "a line of a log\n".repeat(1000);
    let done = here
        .run_with("linenorm", &[] as &[&str], log.as_bytes())
        .expect(2);
    assert_eq!(done.err.lines().count(), 4, "{}", done.err);
    assert!(
        done.err
            .contains(&format!("{}; without FILE", no_such_file())),
        "{}",
        done.err
    );
}

/// A record that is far shorter than a block of input.
#[test]
fn a_short_record_over_the_limit_is_left_out() {
    let here = Workplace::new();
    let text = "A line that is long enough to be kept. ".repeat(4);
    let records = format!(
        "{{\"id\":1,\"text\":\"{text}\"}}\n{{\"id\":2,\"text\":\"{}\"}}\n",
        &text[..99]
    );
    for tool in readers() {
        let done = run(
            &here,
            tool,
            &["--max-document-size=100b"],
            records.as_bytes(),
        );
        assert_eq!(done.code, Some(2), "{tool}: {}", done.err);
        assert!(
            done.err
                .contains(":1: more than the 100 bytes of --max-document-size"),
            "{tool}: {}",
            done.err
        );
        assert!(!done.err.contains(":2:"), "{tool}: {}", done.err);
    }
}

#[test]
fn what_is_over_the_limit_is_left_out() {
    let here = Workplace::new();
    let bomb = zstd::encode_all(&vec![b' '; 3 << 20][..], 1).unwrap();
    let good = "A line that is long enough to be kept\n";
    here.write("bomb.zst", &bomb);
    here.write("large.txt", vec![b'x'; 3 << 20]);
    here.write("good.txt", good);
    let long = "x".repeat(3 << 20);
    here.write(
        "long.jsonl",
        format!(
            "{{\"id\":1,\"text\":\"{long}\"}}\n{{\"id\":2,\"text\":\"{}\"}}\n",
            good.trim_end()
        ),
    );
    here.write(
        "x.tar",
        tar(&[("long", long.as_bytes()), ("good", good.as_bytes())]),
    );
    here.write(
        "x.zip",
        zip(&[("long", long.as_bytes()), ("good", good.as_bytes())]),
    );
    here.write("x.csv", format!("text\n{long}\n{good}"));
    let files = [
        "bomb.zst",
        "large.txt",
        "long.jsonl",
        "x.tar",
        "x.zip",
        "x.csv",
        "good.txt",
    ];
    for tool in readers() {
        for file in files {
            let done = run(&here, tool, &["--max-document-size=1M", file], b"");
            let is_good = file == "good.txt";
            assert_eq!(
                done.code,
                Some(if is_good { 0 } else { 2 }),
                "{tool} {file}: {}",
                done.err
            );
            assert_eq!(
                done.err.contains("--max-document-size"),
                !is_good,
                "{tool} {file}: {}",
                done.err
            );
        }
    }
    let done = here
        .run(
            "linenorm",
            &["--max-document-size=1M", "long.jsonl", "x.tar", "x.zip"],
        )
        .expect(2);
    assert_eq!(done.text().lines().count(), 3, "{}", done.text());
}

/// The files of `tests/corpus/produced` were written by the programs that such files come from: `cargo lab check-producers`
/// makes them anew.
#[test]
fn what_other_programs_wrote_is_read() {
    let folder = root().join("tests/corpus/produced");
    let here = Workplace::new();
    let read = |name: &str| -> Vec<(String, String)> {
        let path = folder.join(name).display().to_string();
        let done = here.run("charset", &["--to-utf8", &path]).quietly();
        let records = done.text().lines().map(|line| {
            let record: serde_json::Value = serde_json::from_str(line).unwrap();
            let name = record.get("id").unwrap_or(&record["doc"]);
            let name = name.as_str().unwrap().rsplit(':').next().unwrap();
            (name.to_owned(), record["text"].as_str().unwrap().to_owned())
        });
        records.collect()
    };
    let rows = read("rows.jsonl");
    assert_eq!(rows.len(), 20);
    assert!(rows[3].1.contains("\u{1F600}"), "{:?}", rows[3]);
    let mut files = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert_eq!(read(&name), rows, "{name}");
        files += 1;
    }
    assert!(files >= 15, "{files}");
}

/// The table of trommel(7), row by row: a file with something that its container refuses, the number of documents that
/// are read all the same, and the sentence for the rest.
const REFUSED: &str = "\
coding.warc 1 the content encoding zorp is not known
chunks.warc 1 chunk
words.parquet 0 without a column 'text'
columns.parquet 0 without a column 'text'
secret.parquet 0 this looks like an encrypted Parquet file
damaged.parquet 5 5 rows of this row group are lost
encrypted.zip 1 encrypted.zip:one.txt: it is encrypted
method.zip 1 method.zip:one.txt:
prefix.zip 2 12 bytes before the archive belong to none of its members
missing.epub 1 names a chapter that it does not contain: a file with the id b
locked.epub 0 this e-book is encrypted (DRM), so that its text cannot be read
without.epub 1 names a chapter that it does not contain: a file with the id b
damaged.zip 1 damaged.zip:one.txt:
nested.zip 1 nested.zip:in.zip: zip in an archive is not read
header.tar 1 byte 1024: the header of a member is damaged
sparse.tar 1 sparse.tar:one.txt: a sparse member is not read
volume.tar 1 volume.tar:one.txt: it begins in another volume
unknown.tar 1 unknown.tar:two.txt:
nested.tar 1 nested.tar:in.tar: tar in an archive is not read
object.jsonl 2 object.jsonl:2: not a JSON object
field.jsonl 2 field.jsonl:2: missing field `text`
bytes.jsonl 1 bytes.jsonl:1: invalid UTF-8 at byte 12; JSON is UTF-8: convert the file first
open.vert 2 open.vert:1: this <doc> is not closed before the next one, in line 3
bytes.vert 1 bytes.vert:1: this <doc> is not UTF-8
header.csv 0 header.csv: the name of column 2 is not UTF-8
values.csv 1 values.csv:2: 3 values in a table of 2 columns
bytes.csv 1 bytes.csv:1: the value of 'text' is not UTF-8
quotes.csv 2 quotes.csv:2: text follows the closing quote of the value in line 3 of the file; if a backslash escapes
open.csv 1 open.csv:2: a quote in it is not closed: from line 3 on the rest of the file is one value
quotes.tsv 1 quotes.tsv:1: text follows the closing quote of the value in lines 2 to 5 of the file
words.tsv 0 without a column 'text'
data.txt 0 data.txt: this looks like data that are not text
cut.txt 0 cut.txt: damaged gzip member
twice.txt.gz 0 data that are compressed twice
";

/// A line that linenorm keeps, and two texts that consist of one.
const LINE: &str = "A line that is long enough to be kept";
const ONE: &[u8] = b"A line that is long enough to be kept as the first\n";
const TWO: &[u8] = b"A line that is long enough to be kept as the second\n";

/// Returns bytes with another byte at an offset.
fn patch(bytes: &[u8], at: usize, value: u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] = value;
    bytes
}

fn refused_warc(name: &str) -> Vec<u8> {
    let page = format!("<p>{LINE}, and so on. ").repeat(150);
    let (header, body) = match name {
        "coding.warc" => ("Content-Encoding: zorp", format!("\x01\x02{page}")),
        "chunks.warc" => ("Transfer-Encoding: chunked", format!("fffff\r\n{page}")),
        _ => panic!("{name}"),
    };
    let record = |more: &str, body: &str| {
        let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{more}\r\n{body}");
        let length = block.len();
        format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n\
             Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n{block}\r\n\r\n"
        )
    };
    (record(&format!("{header}\r\n"), &body) + &record("", &page)).into_bytes()
}

fn refused_parquet(name: &str) -> Vec<u8> {
    match name {
        "words.parquet" => parquet(&[("words", vec![LINE; 3])]),
        "columns.parquet" => {
            // Three rows without columns, in Thrift's compact protocol.
            let footer =
                b"\x15\x02\x19\x1C\x48\x06schema\x15\0\0\x16\x06\x19\x1C\x19\x0C\x16\0\x16\x06\0\0";
            let length = u32::try_from(footer.len()).unwrap().to_le_bytes();
            [b"PAR1", &footer[..], &length, b"PAR1"].concat()
        }
        "secret.parquet" => {
            b"PARE\x08\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08\x08\0\0\0PARE".to_vec()
        }
        "damaged.parquet" => patch(&parquet(&[("text", vec![LINE; 10])]), 4, 0xFF),
        _ => panic!("{name}"),
    }
}

fn refused_zip(name: &str) -> Vec<u8> {
    let members = zip(&[("one.txt", ONE), ("two.txt", TWO)]);
    let directory = memchr::memmem::find(&members, b"PK\x01\x02").unwrap();
    match name {
        // The flags and the method of the first member are in its own header and in the directory.
        "encrypted.zip" => patch(&patch(&members, 6, 1), directory + 8, 1),
        "method.zip" => patch(&patch(&members, 8, 12), directory + 10, 12),
        "prefix.zip" => [&b"a program\0\0\0"[..], &members].concat(),
        "damaged.zip" => patch(&members, 45, !members[45]),
        "nested.zip" => zip(&[("in.zip", &members), ("two.txt", TWO)]),
        _ => panic!("{name}"),
    }
}

fn refused_ebook(name: &str) -> Vec<u8> {
    let package = b"<package><manifest><item id='a' href='one.xhtml'/></manifest><spine>\
        <itemref idref='a'/><itemref idref='a'/><itemref idref='b'/></spine></package>";
    let container: (&str, &[u8]) = (
        "META-INF/container.xml",
        b"<rootfile full-path='book.opf'/>",
    );
    let encryption: (&str, &[u8]) = (
        "META-INF/encryption.xml",
        b"<enc:CipherReference URI='one.xhtml'/>",
    );
    let kind: (&str, &[u8]) = ("mimetype", b"application/epub+zip\n");
    let chapter = ("one.xhtml", ONE);
    match name {
        "missing.epub" => zip(&[container, ("book.opf", package), chapter]),
        "locked.epub" => zip(&[container, encryption, ("book.opf", package), chapter]),
        "without.epub" => zip(&[kind, ("OEBPS/x.opf", package), ("OEBPS/one.xhtml", ONE)]),
        _ => panic!("{name}"),
    }
}

fn refused_tar(name: &str) -> Vec<u8> {
    let archive = tar(&[("one.txt", ONE), ("two.txt", TWO)]);
    // An archive whose member at this offset has another type.
    let typed = |archive: &[u8], at: usize, kind: u8| {
        let mut archive = patch(archive, at + 156, kind);
        let header = &mut archive[at..at + 512];
        header[148..156].fill(b' ');
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        archive
    };
    match name {
        "header.tar" => patch(&archive, 1027, !archive[1027]),
        "sparse.tar" => typed(&archive, 0, b'S'),
        "volume.tar" => typed(&archive, 0, b'M'),
        // A type that no program has given a meaning is that of a file.
        "unknown.tar" => typed(&typed(&archive, 0, b'Z'), 1024, b'M'),
        "nested.tar" => tar(&[("in.tar", &archive), ("two.txt", TWO)]),
        _ => panic!("{name}"),
    }
}

fn refused_records(name: &str) -> Vec<u8> {
    let jsonl =
        |second: &str| format!("{{\"text\":\"{LINE}\"}}\n{second}\n{{\"text\":\"{LINE}\"}}\n");
    match name {
        "object.jsonl" => jsonl("no").into_bytes(),
        "field.jsonl" => jsonl("{\"id\":1}").into_bytes(),
        "bytes.jsonl" => {
            let good = format!("{{\"text\":\"{LINE}\"}}\n");
            [b"{\"text\":\"caf\xE9\"}\n", good.as_bytes()].concat()
        }
        "open.vert" => format!("<doc>\n{LINE}\n<doc>\n{LINE}\n</doc>\nno document\n").into_bytes(),
        "bytes.vert" => [&b"<doc>\ncaf\xE9\n</doc>\n<doc>\n"[..], ONE, b"</doc>\n"].concat(),
        _ => panic!("{name}"),
    }
}

fn refused_table(name: &str) -> Vec<u8> {
    match name {
        "header.csv" => [b"text,\xFF\n", ONE].concat(),
        "values.csv" => format!("text,n\n{LINE},1\n{LINE},2,3\n").into_bytes(),
        "bytes.csv" => [b"text\n\xFF\n", ONE].concat(),
        "quotes.csv" => format!("text\n{LINE}\n\"a \\\"b\\\" c\"\n{LINE}\n").into_bytes(),
        "open.csv" => format!("text\n{LINE}\n\"a b\n{LINE}\n").into_bytes(),
        "quotes.tsv" => format!("text\n\"a\n{LINE}\nb\n\"c\n{LINE}\n").into_bytes(),
        "words.tsv" => format!("words\n{LINE}\n").into_bytes(),
        _ => panic!("{name}"),
    }
}

fn refused_text(name: &str) -> Vec<u8> {
    match name {
        "data.txt" => b"\x01\0\x02\0\x03 abc".to_vec(),
        "cut.txt" => gzip(ONE)[..30].to_vec(),
        "twice.txt.gz" => gzip(&gzip(ONE)),
        _ => panic!("{name}"),
    }
}

#[test]
fn what_each_container_refuses_is_said_and_the_rest_is_read() {
    let here = Workplace::new();
    let mut tested = BTreeSet::new();
    for row in REFUSED.lines() {
        let [name, documents, message] = row.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let ending = name.split_once('.').unwrap().1;
        let (container, bytes) = match ending {
            "warc" => ("warc", refused_warc(name)),
            "parquet" => ("parquet", refused_parquet(name)),
            "zip" => ("zip", refused_zip(name)),
            "epub" => ("zip", refused_ebook(name)),
            "tar" => ("tar", refused_tar(name)),
            "vert" => ("vertical", refused_records(name)),
            "jsonl" => (ending, refused_records(name)),
            "csv" | "tsv" => (ending, refused_table(name)),
            _ => ("text", refused_text(name)),
        };
        tested.insert(container);
        here.write(name, bytes);
        let done = here.run("linenorm", &["-r", name]).expect(2);
        let is_said = done.err.contains(name) && done.err.contains(message);
        assert!(is_said, "{name}: {}", done.err);
        let read = done.text().lines().count().to_string();
        assert_eq!(read, documents, "{name}: {}{}", done.text(), done.err);
    }
    for container in &intake::CONTAINERS {
        let name = container.name;
        assert!(tested.contains(name), "nothing that {name} refuses");
    }
}

/// Each page is short of the limit alone, and a row is made of one of each column.
#[test]
fn the_pages_of_all_columns_share_a_limit() {
    let here = Workplace::new();
    let large = "x".repeat(8 << 20);
    let names: Vec<String> = (0..12).map(|number| format!("c{number}")).collect();
    let mut columns = vec![("text", vec!["Some words"])];
    columns.extend(names.iter().map(|name| (&name[..], vec![&large[..]])));
    here.write("x.parquet", parquet(&columns));
    let limited = ["--max-document-size=1M", "x.parquet"];
    let done = here.run("blockdedup", &limited).expect(2);
    let message = "bytes in all columns; raise --max-document-size";
    assert!(done.err.contains(message), "{}", done.err);
    let done = here.run("linenorm", &[&limited[..], &["--min-chars=3"]].concat());
    assert_eq!(done.quietly().text().lines().count(), 1);
    here.run("blockdedup", &["-q", "x.parquet"]).quietly();
}

#[test]
fn items_can_be_rows_without_a_text() {
    let here = Workplace::new();
    let question = "Which of the seven kettles on the long shelf was the blue one";
    here.write(
        "items.parquet",
        parquet(&[
            ("id", vec!["a", "b"]),
            (
                "question",
                vec![
                    question,
                    "Who sold the two old ladders to the man by the weir that day",
                ],
            ),
        ]),
    );
    here.write("x.txt", format!("{question}\n"));
    let done = here
        .run(
            "overlap",
            &["--items=items.parquet", "--item-text=question", "x.txt"],
        )
        .quietly();
    assert!(done.text().contains("\"a\""), "{}", done.text());
}

#[test]
fn an_archive_without_members_is_said_to_have_none() {
    let here = Workplace::new();
    here.write("x.tar", tar(&[]));
    here.write("x.zip", zip(&[]));
    for name in ["x.tar", "x.zip"] {
        let done = here.run("linenorm", &[name]).expect(0);
        let message = format!("linenorm: {name}: warning: the archive has no members\n");
        assert_eq!(done.err, message);
    }
}

/// A member with the page of this number, as crawlers write them.
pub fn warc_member(number: usize) -> Vec<u8> {
    let body = format!("<p>Page {number} has a text of its own, and says so. ").repeat(150);
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{body}");
    let head = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}\r\n\
         WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n",
        block.len()
    );
    gzip(format!("{head}{block}\r\n\r\n").as_bytes())
}

#[test]
fn a_damaged_member_of_an_archive_loses_its_record_alone() {
    let whole: Vec<_> = (1..=10).map(warc_member).collect();
    let flipped = |number: usize, at: usize| {
        let mut member = whole[number - 1].clone();
        member[at] ^= 1;
        member
    };
    let cut = |number: usize| whole[number - 1][..whole[number - 1].len() - 20].to_vec();
    let trailer = whole[0].len() - 5;
    type Member = (usize, Vec<u8>);
    let cases: [(&str, Vec<Member>); 6] = [
        ("its data", vec![(3, flipped(3, 40))]),
        ("its checksum", vec![(3, flipped(3, trailer))]),
        ("the first bytes of a member", vec![(3, flipped(3, 0))]),
        ("the first member", vec![(1, flipped(1, 40))]),
        ("a member that is cut short", vec![(5, cut(5))]),
        (
            "several",
            vec![
                (2, flipped(2, 50)),
                (3, flipped(3, 60)),
                (6, cut(6)),
                (10, flipped(10, 70)),
            ],
        ),
    ];
    for (what, damage) in cases {
        let here = Workplace::new();
        let mut members = whole.clone();
        for (number, member) in &damage {
            members[number - 1].clone_from(member);
        }
        let offset = |number: usize| members[..number - 1].iter().map(Vec::len).sum::<usize>();
        here.write("pages", members.concat());
        let good: Vec<_> = (1..=10)
            .filter(|number| !damage.iter().any(|(bad, _)| bad == number))
            .collect();
        here.write(
            "good",
            good.iter()
                .flat_map(|number| whole[number - 1].clone())
                .collect::<Vec<_>>(),
        );
        for tool in readers() {
            let expected = run(&here, tool, &["good"], b"").quietly();
            for threads in ["-j1", "-j3"] {
                let done = run(&here, tool, &[threads, "pages"], b"").expect(2);
                assert_eq!(done.out, expected.out, "{tool}: {what}");
            }
            let bytes = members.concat();
            let done = run(&here, tool, &["-q"], &bytes).expect(2);
            assert_eq!(done.out, expected.out, "{tool}: {what} of standard input");
            // Two damaged members in a row are one gap.
            let first = offset(damage[0].0);
            let message = format!("damaged gzip member at compressed byte {first}: ");
            assert!(done.err.contains(&message), "{tool}: {what}: {}", done.err);
            if damage.len() == 1 {
                let next = format!("; reading goes on at {}\n", offset(damage[0].0 + 1));
                assert!(done.err.ends_with(&next), "{tool}: {what}: {}", done.err);
            }
        }
    }
}

/// If members are not documents, nobody knows which documents a damaged one held.
#[test]
fn a_damaged_member_of_a_text_loses_the_text_and_of_records_what_follows() {
    let here = Workplace::new();
    let record =
        |number: usize| format!("{{\"doc\":\"{number}\",\"text\":\"a line of its own\"}}\n");
    let mut members: Vec<_> = (0..3)
        .map(|number| gzip(record(number).as_bytes()))
        .collect();
    let at = members[1].len() / 2;
    members[1][at] ^= 1;
    here.write("x.jsonl.gz", members.concat());
    here.write("x.txt.gz", [&gzip(b"one\n")[..], &members[1]].concat());
    for tool in ["linenorm", "blockdedup"] {
        let first = here
            .run_with(tool, &[] as &[&str], record(0).as_bytes())
            .quietly();
        let done = here.run(tool, &["x.jsonl.gz", "x.txt.gz"]).expect(2);
        assert_eq!(done.out, first.out);
        let lines: Vec<_> = done.err.lines().collect();
        assert_eq!(lines.len(), 2, "{}", done.err);
        let message = "damaged gzip member at compressed byte";
        assert!(
            lines[0].contains(&format!("x.jsonl.gz: {message}")),
            "{}",
            done.err
        );
        assert!(
            lines[1].contains(&format!("x.txt.gz: {message}")),
            "{}",
            done.err
        );
    }
}

#[test]
fn an_archive_without_a_document_says_why() {
    let here = Workplace::new();
    let record = |kind: &str, status: &str, media_type: &str, length: usize| {
        let block = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {media_type}\r\n\r\n{}",
            "x".repeat(length)
        );
        format!(
            "WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: http://a/\r\nContent-Type: application/http\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let archive = [
        record("request", "200 OK", "text/html", 9),
        record("response", "200 OK", "text/html", 9),
        record("response", "200 OK", "image/png", 9000),
        record("response", "404 Not Found", "text/html", 9000),
        record("response", "404 Not Found", "text/html", 9000),
    ];
    here.write("x.warc", archive.concat());
    here.write("empty.warc", "");
    let message = "x.warc: warning: no record of this web archive is a document: 1 of another media type, 1 of another size, \
                   2 with a status other than 200, 1 request; see --warc-media-types, --warc-min-size and --warc-max-size\n";
    for tool in readers() {
        for threads in ["-j1", "-j3"] {
            let done = run(&here, tool, &[threads, "x.warc"], b"").expect(0);
            assert_eq!(done.err, format!("{tool}: {message}"));
            run(&here, tool, &[threads, "-q", "x.warc"], b"").quietly();
            run(&here, tool, &[threads, "--warc-min-size=9", "x.warc"], b"").quietly();
        }
        let done = run(&here, tool, &["empty.warc"], b"").expect(0);
        let message = "empty.warc: warning: there is no record in this web archive\n";
        assert_eq!(done.err, format!("{tool}: {message}"));
    }
}

#[test]
fn a_page_over_the_limit_of_its_size_is_named() {
    let here = Workplace::new();
    let text = |size: usize| "It rained on the roof of the mill. ".repeat(size / 35 + 1);
    let page = |number: usize, size: usize| {
        let block = format!(
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>{}",
            text(size)
        );
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}\r\nContent-Type: application/http\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let good = [page(1, 9000), page(4, 9000)];
    here.write("good.warc", good.concat());
    let [first, last] = good;
    here.write(
        "x.warc",
        [first, page(2, 3 << 20), page(3, 4 << 20), last].concat(),
    );
    for tool in readers() {
        let expected = run(&here, tool, &["good.warc"], b"").quietly().out;
        for threads in ["-j1", "-j3"] {
            let options = [threads, "--rejects=r.jsonl", "--stats=s.json", "x.warc"];
            let done = run(&here, tool, &options, b"").expect(0);
            assert!(done.out == expected, "{tool}");
            let message = "x.warc: warning: 2 pages over the limit of their size left out; ";
            assert!(done.err.contains(message), "{tool}: {}", done.err);
            let [rejects, stats] =
                ["r.jsonl", "s.json"].map(|name| std::fs::read_to_string(here.path(name)).unwrap());
            for (number, line) in (2..).zip(rejects.lines()) {
                assert!(
                    line.contains(&format!("the page http://a/{number} has more")),
                    "{line}"
                );
            }
            assert_eq!(rejects.lines().count(), 2, "{tool}");
            assert!(
                stats.contains("\"web pages over the limit of their size\":2"),
                "{tool}: {stats}"
            );
        }
    }
}

/// Names of members in an encoding of some years ago are decoded, and none is lost or becomes that of another member.
#[test]
fn names_of_members_in_any_encoding_are_read() {
    let here = Workplace::new();
    let text =
        |number: usize| format!("Text number {number} is long enough to be kept as a line\n");
    let names: [(&str, [&str; 3]); 4] = [
        (
            "shift_jis",
            ["報告書の表.txt", "夏休みの日記.txt", "雨の東京.txt"],
        ),
        (
            "ibm866",
            ["Отчёт за год.txt", "Новая папка/глава.txt", "Письмо.txt"],
        ),
        ("gbk", ["会议记录.txt", "新建文件夹/小说.txt", "照片.txt"]),
        (
            "windows-1251",
            ["Отчёт за год.txt", "Новая папка/глава.txt", "Письмо.txt"],
        ),
    ];
    for (encoding, names) in names {
        let encoding = encoding_rs::Encoding::for_label(encoding.as_bytes()).unwrap();
        let bytes = names.map(|name| encoding.encode(name).0.into_owned());
        let texts = [0, 1, 2].map(text);
        // The program that writes the archive would say that a name is UTF-8, so it gets one of the same length.
        let stand_ins = [0, 1, 2].map(|number| number.to_string().repeat(bytes[number].len()));
        let members = [0, 1, 2].map(|number| (&stand_ins[number][..], texts[number].as_bytes()));
        let mut archive = zip(&members);
        for (stand_in, name) in stand_ins.iter().zip(&bytes) {
            let places: Vec<usize> =
                memchr::memmem::find_iter(&archive, stand_in.as_bytes()).collect();
            for at in places {
                archive[at..at + name.len()].copy_from_slice(name);
            }
        }
        here.write("x.zip", archive);
        let done = here.run("linenorm", &["x.zip"]).quietly();
        for (number, (line, name)) in done.text().lines().zip(names).enumerate() {
            let begin =
                format!("{{\"doc\":\"x.zip:{name}\",\"line\":1,\"text\":\"Text number {number} ");
            assert!(line.starts_with(&begin), "{}: {line}", encoding.name());
        }
        assert_eq!(done.text().lines().count(), 3);
        // A name in tar is bytes, as that of a file is.
        let mut archive = tar(&members);
        for (at, name) in memchr::memmem::find_iter(&archive.clone(), b"ustar").zip(&bytes) {
            let header = &mut archive[at - 257..at - 257 + 512];
            header[..name.len()].copy_from_slice(name);
            let sum: u32 = header
                .iter()
                .enumerate()
                .map(|(at, &byte)| {
                    if (148..156).contains(&at) {
                        32
                    } else {
                        byte.into()
                    }
                })
                .sum();
            header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        }
        here.write("x.tar", archive);
        let done = here.run("linenorm", &["x.tar"]).quietly();
        let lines = done.text().lines();
        let docs: BTreeSet<&str> = lines
            .filter_map(|line| Some(line.split_once("\"doc_bytes\":")?.1))
            .collect();
        assert_eq!(docs.len(), 3, "{}", done.text());
    }
}

#[test]
fn charset_keeps_what_it_reads_twice_where_it_is_told() {
    let here = Workplace::new();
    let large = gzip(
        "A line of a text that is long.\n"
            .repeat(400_000)
            .as_bytes(),
    );
    here.write("x.gz", large);
    std::fs::create_dir(here.path("spool")).unwrap();
    here.run("charset", &["-T", "spool", "x.gz"]).quietly();
    assert_eq!(std::fs::read_dir(here.path("spool")).unwrap().count(), 0);
    let done = here.run("charset", &["-T", "missing", "x.gz"]).expect(2);
    assert!(
        done.err
            .starts_with("charset: TMPDIR: there can be no temporary file in missing: "),
        "{}",
        done.err
    );
}

#[test]
fn records_do_not_replace_the_text_that_was_read() {
    let here = Workplace::new();
    let text = "It rained on the roof of the mill all night long.\n";
    let zipped = gzip(text.as_bytes());
    let files = [
        ("a.txt", text.as_bytes()),
        (
            "a.html",
            b"<p>It rained on the roof of the mill all night long, and on the boats.</p>",
        ),
        ("a.txt.gz", &zipped),
    ];
    for tool in [
        "linenorm",
        "blockdedup",
        "neardup",
        "charset",
        "textstats",
        "uniqwords",
    ] {
        for (name, bytes) in files {
            let file = here.write(name, bytes);
            let done = here.run(tool, &[name, "-o", name]).expect(2);
            assert!(
                done.err.contains("JSON records would replace it"),
                "{tool}: {}",
                done.err
            );
            assert_eq!(std::fs::read(&file).unwrap(), bytes, "{tool} {name}");
        }
    }
    here.run("blockdedup", &["-r", "a.txt", "-o", "a.txt"])
        .quietly();
    assert!(
        std::fs::read(here.path("a.txt"))
            .unwrap()
            .starts_with(text.as_bytes())
    );
    here.write("a.jsonl", "{\"doc\":\"a\",\"text\":\"b\"}\n");
    here.run("blockdedup", &["a.jsonl", "-o", "a.jsonl"])
        .quietly();
}

#[test]
fn a_row_that_is_too_large_costs_only_itself() {
    if !has("jq") {
        return;
    }
    let here = Workplace::new();
    let large = "It rained on the mill. ".repeat(40_000);
    let quoted = format!("\"{}\"", large.replace(". ", ".\n\"\"So,\"\"\t"));
    let just_closed = format!("\"{}\"", "x".repeat(2 * (256 << 10) - 12));
    for delimiter in [',', '\t'] {
        for large in [&large, &quoted, &just_closed] {
            for end in ["\n", "\r\n"] {
                let row = |doc: &str, text: &str| format!("{doc}{delimiter}{text}{end}");
                let table = [
                    row("doc", "text"),
                    row("a", "one"),
                    row("b", large),
                    row("c", "\"two \"\"2\"\"\""),
                    row("d", large),
                    row("e", "three"),
                ];
                let name = if delimiter == ',' { "t.csv" } else { "t.tsv" };
                here.write(name, table.concat());
                here.write(format!("{name}.gz"), gzip(table.concat().as_bytes()));
                for file in [name.to_owned(), format!("{name}.gz")] {
                    let done = here.shell(&format!(
                        "blockdedup --no-mark --max-document-size 1K {file} | jq -r .doc | tr '\\n' ' '"
                    ));
                    assert_eq!(done.text(), "a c e ", "{file}: {}", done.err);
                    let lines: Vec<&str> = done.err.lines().collect();
                    assert_eq!(lines.len(), 2, "{}", done.err);
                    for (line, row) in lines.iter().zip([2, 4]) {
                        let begin = format!("blockdedup: {file}:{row}: ");
                        assert!(line.starts_with(&begin), "{line}");
                    }
                }
            }
        }
    }
    // A quote that is not closed is said, with all that it takes.
    here.write("open.csv", format!("doc,text\na,one\nb,\"{large}"));
    let done = here.run("blockdedup", &["--max-document-size=1K", "open.csv"]);
    let done = done.expect(2);
    assert!(
        done.err.contains("open.csv:2: ") && done.err.contains("to the end of the file"),
        "{}",
        done.err
    );
}

/// Small pages and members are read in groups, some much larger than they were packed, and with
/// troubles between them.
#[test]
fn archives_of_small_documents_give_the_same_for_any_number_of_threads() {
    let here = Workplace::new();
    let text = |number: usize| match number % 100 {
        7 => format!("<p>A page of {number} lines and more to tell of the mill.\n").repeat(900),
        _ => format!("<p>The miller wrote {number} lines about the oats of the year {number}.\n"),
    };
    let mut archive = Vec::new();
    let mut members: Vec<(String, Vec<u8>)> = Vec::new();
    for number in 0..700 {
        let (text, zipped) = (text(number), number % 100 == 7);
        let body = if zipped {
            gzip(text.as_bytes())
        } else {
            text.clone().into_bytes()
        };
        let coding = if zipped {
            "Content-Encoding: gzip\r\n"
        } else {
            ""
        };
        let status = if number % 50 == 3 {
            "404 Not Found"
        } else {
            "200 OK"
        };
        let broken = if number == 333 { "HTTP" } else { "HTTP/1.1" };
        let head = format!("{broken} {status}\r\nContent-Type: text/html\r\n{coding}\r\n");
        archive.extend(format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{number}\r\nContent-Type: application/http\r\n\
             Content-Length: {}\r\n\r\n{head}",
            head.len() + body.len()
        ).into_bytes());
        archive.extend(&body);
        archive.extend(b"\r\n\r\n");
        members.push(match number % 50 {
            4 => (format!("{number}.png"), b"\x89PNG\r\n\x1A\n\0\0".to_vec()),
            5 => (format!("{number}.txt.gz"), gzip(text.as_bytes())),
            6 => (
                format!("{number}.jsonl"),
                b"{\"doc\":\"a\",\"text\":\"b\"}\nbad\n".to_vec(),
            ),
            _ => (format!("{}.txt", number / 3), text.into_bytes()),
        });
    }
    let members: Vec<_> = (members.iter())
        .map(|(name, bytes)| (&name[..], &bytes[..]))
        .collect();
    here.write("pages.warc", archive);
    here.write("members.tar", tar(&members));
    let others: Vec<_> = members.iter().step_by(3).copied().collect();
    here.write("members.zip", zip(&others));
    for tool in readers() {
        let files = ["pages.warc", "members.tar", "members.zip"];
        let done = |threads| {
            let options = ["--warc-min-size=0", "--max-errors=99", threads];
            run(&here, tool, &[&options[..], &files].concat(), b"")
        };
        let one = done("-j1");
        assert!(one.out.len() > 9000, "{tool}: {}", one.err);
        for threads in ["-j2", "-j5"] {
            let many = done(threads);
            assert_eq!((many.code, &many.err), (one.code, &one.err), "{tool}");
            assert!(many.out == one.out, "{tool} {threads}");
        }
    }
}

#[test]
fn every_reader_selects_documents_by_their_names() {
    let here = Workplace::new();
    let lines = jsonl("doc", "text");
    let (first, rest) = lines.split_once('\n').unwrap();
    let all = records();
    let names: Vec<&str> = all[1..].iter().map(|(name, _)| &name[..]).collect();
    here.write("all.jsonl", &lines);
    here.write("rest.jsonl", rest);
    here.write("other.txt", &all[0].1);
    here.write("gone", format!("{first}\nother.txt\n"));
    here.write("kept", names.join("\n"));
    for tool in readers() {
        let expected = run(&here, tool, &["rest.jsonl"], b"").quietly().out;
        for option in ["--except=gone", "--only=kept"] {
            for threads in ["-j1", "-j2"] {
                let options = [option, threads, "all.jsonl", "other.txt"];
                let done = run(&here, tool, &options, b"").quietly();
                assert!(
                    done.out == expected,
                    "{tool} {option} {threads}:\n{}",
                    done.text()
                );
            }
        }
    }
}
