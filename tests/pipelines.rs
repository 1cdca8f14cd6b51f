//! Several tools together, and with standard tools.

use std::collections::BTreeMap;
use std::fs;

use proptest::prelude::*;

use crate::harness::{Workplace, books, has, installed};

/// The bytes of a sorted `uniq -c`, as `count TAB line`, most frequent first.
const SORT_UNIQ: &str = "LC_ALL=C sort | uniq -c | sed 's/^ *\\([0-9]*\\) /\\1\\t/' | LC_ALL=C sort -t '\t' -k1,1nr -k2";

#[test]
fn the_main_job() {
    let here = Workplace::with_books();
    let done = here.shell(
        "set -e
        find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
        find books -name '*.txt' | cutbounds --freq freq.jsonl > bounds.jsonl
        find books -name '*.txt' | cutbounds --freq freq.jsonl --emit body --out-dir clean/
        find books -name '*.txt' | linenorm --ends 300 -r | LC_ALL=C sort | uniq -c | awk '$1 > 10' | wc -l
        wc -l < freq.jsonl; wc -l < bounds.jsonl; find clean -name '*.txt' | wc -l",
    );
    let counts: Vec<u32> = done
        .quietly()
        .text()
        .split_whitespace()
        .map(|n| n.parse().unwrap())
        .collect();
    assert_eq!(counts, [89, 89, 60, 60]);

    // A body is these lines of its source, byte for byte.
    for line in fs::read_to_string(here.path("bounds.jsonl"))
        .unwrap()
        .lines()
    {
        let bounds: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = bounds["doc"].as_str().unwrap();
        let number = |key: &str| bounds[key].as_u64().unwrap() as usize;
        let source = fs::read(here.path(name)).unwrap();
        let lines: Vec<&[u8]> = source.split_inclusive(|&byte| byte == b'\n').collect();
        assert_eq!(lines.len(), number("lines"), "{name}");
        let body = lines[number("preamble_end")..number("epilogue_start") - 1].concat();
        assert!(
            fs::read(here.path("clean").join(name)).unwrap() == body,
            "{name}"
        );
    }
}

#[test]
fn the_parts_of_a_document_make_it_whole() {
    let here = Workplace::with_books();
    here.shell("find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl")
        .quietly();
    for part in ["preamble", "body", "epilogue"] {
        here.shell(&format!(
            "find books -name '*.txt' | cutbounds --freq freq.jsonl --emit {part} --out-dir {part}"
        ))
        .quietly();
    }
    for (name, text) in books() {
        let parts = ["preamble", "body", "epilogue"]
            .map(|part| fs::read(here.path(format!("{part}/books/{name}"))).unwrap());
        assert!(parts.concat() == text, "{name}");
    }
}

#[test]
fn an_output_directory_keeps_documents_inside() {
    let here = Workplace::with_books();
    here.shell("find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl")
        .quietly();
    let absolute = here.path("books/on-teapots.txt").display().to_string();
    let list = format!(
        "{absolute}\nbooks/../books/on-teapots.txt\nbooks/on-teapots.txt\n./books/on-teapots.txt\n"
    );
    let arguments = ["--freq", "freq.jsonl", "--emit", "body", "--out-dir", "out"];
    let done = here
        .run_with("cutbounds", &arguments, list.as_bytes())
        .expect(2);
    assert_eq!(done.err.lines().count(), 2, "{}", done.err);
    // A name with `..` that stays inside is the name without it.
    assert!(done.err.contains("another document"), "{}", done.err);
    assert!(here.path("out/books/on-teapots.txt").exists());
    assert!(here.path(format!("out{absolute}")).exists());
    assert_eq!(here.shell("find out -type f | wc -l").text().trim(), "2");
    // Records have names of their own choice.
    let record = "{\"id\":\"../../escape\",\"text\":\"x\"}\n";
    here.run_with("cutbounds", &arguments, record.as_bytes())
        .expect(2);
}

#[test]
fn the_parts_of_a_utf_16_document_are_its_file() {
    let here = Workplace::new();
    let text =
        "A frequent line at the start of this one\r\nbody\u{10A}\u{A00} line one\nbody line two";
    let encode = |to: fn(u16) -> [u8; 2]| -> Vec<u8> {
        std::iter::once(0xFEFF)
            .chain(text.encode_utf16())
            .flat_map(to)
            .collect()
    };
    here.write("le.txt", encode(u16::to_le_bytes));
    here.write("be.txt", encode(u16::to_be_bytes));
    here.write(
        "freq.jsonl",
        "{\"count\":11,\"text\":\"A frequent line at the start of this one\"}\n",
    );
    for part in ["preamble", "body", "epilogue"] {
        here.shell(&format!(
            "cutbounds --method paper --freq freq.jsonl --emit {part} --out-dir {part} le.txt be.txt"
        ))
        .quietly();
    }
    for name in ["le", "be"] {
        let parts = ["preamble", "body", "epilogue"]
            .map(|part| fs::read(here.path(format!("{part}/{name}.txt"))).unwrap());
        assert!(parts.concat() == fs::read(here.path(format!("{name}.txt"))).unwrap());
        // Behind the first part there is no byte order mark.
        let done = here.shell(&format!(
            "linenorm -E utf-16{name} --keep-trivial -r body/{name}.txt"
        ));
        let text = done.quietly().text().to_owned();
        assert_eq!(text, "body\u{10A}\u{A00} line one\nbody line two\n");
    }
}

#[test]
fn compressed_documents_are_written_plain() {
    let here = Workplace::new();
    let text = "A frequent line at the start of this one\nbody\n";
    here.write("a.txt.gz", crate::harness::gzip(text.as_bytes()));
    here.write(
        "freq.jsonl",
        "{\"count\":11,\"text\":\"A frequent line at the start of this one\"}\n",
    );
    here.run(
        "cutbounds",
        &[
            "--method",
            "paper",
            "--freq",
            "freq.jsonl",
            "--emit",
            "body",
            "--out-dir",
            "out",
            "a.txt.gz",
        ],
    )
    .quietly();
    assert_eq!(fs::read(here.path("out/a.txt")).unwrap(), b"body\n");
}

/// Answers every request with a page that names its path.
fn serve(listener: &std::net::TcpListener) {
    use std::io::{BufRead, BufReader, Write};

    for connection in listener.incoming() {
        let mut connection = connection.unwrap();
        let mut request = String::new();
        let mut lines = BufReader::new(connection.try_clone().unwrap());
        while lines.read_line(&mut request).unwrap() > 2 {}
        let path = request.split(' ').nth(1).unwrap_or("/");
        let page =
            format!("<title>Boats</title><p>This is the only line of the page at {path}</p>");
        let length = page.len();
        write!(connection, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}").unwrap();
        if path == "/end" {
            return;
        }
    }
}

#[test]
fn an_archive_that_wget_has_made_is_read_by_hosts() {
    if !has("wget") {
        return;
    }
    let here = Workplace::new();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let server = std::thread::spawn(move || serve(&listener));
    here.shell(&format!(
        "wget -q --no-proxy -4 -O pages --warc-file crawl http://127.0.0.1:{port}/one http://localhost:{port}/two http://127.0.0.1:{port}/end"
    ))
    .quietly();
    server.join().unwrap();
    // wget adds its arguments and its log to the archive, as plain text.
    let done = here.shell(
        "set -e
        echo localhost > hosts
        linenorm -r --warc-min-size 0 --warc-media-types text/html --only-hosts hosts crawl.warc.gz | grep -o 'page at [/a-z]*'
        linenorm -r --warc-min-size 0 --warc-media-types text/html --except-hosts hosts crawl.warc.gz | grep -o 'page at [/a-z]*'
        linenorm --warc-min-size 0 --warc-media-types text/html --by host crawl.warc.gz | grep -o '\"group\":.*' | cut -d '\"' -f 4 | sort | uniq -c | sed 's/^ *//'",
    );
    assert_eq!(
        done.quietly().text(),
        "page at /two\npage at /one\npage at /end\n2 127.0.0.1\n1 localhost\n"
    );
}

#[test]
fn a_corpus_manager_finds_the_tokens_of_vertical_text() {
    if !installed("cwb-encode") || !installed("cwb-makeall") || !installed("cqp") {
        println!("not run: needs cwb-encode, cwb-makeall and cqp");
        return;
    }
    let here = Workplace::new();
    here.write(
        "d.jsonl",
        "{\"doc\":\"a\",\"lang\":\"en\",\"text\":\"Tar & <pitch>. Don't pour tar!\\n\\nTar is black.\"}
{\"doc\":\"b\",\"lang\":\"en\",\"text\":\"No tar.\"}\n",
    );
    let done = here.shell(
        r#"set -e
        mkdir data registry
        blockdedup d.jsonl -o d.vert
        cwb-encode -c utf8 -d data -R registry/tar -f d.vert -xsB -S s:0 -S p:0 -S doc:0+id+lang -0 g
        cwb-makeall -r registry TAR > log
        query() { printf 'TAR; A = %s; size A;\n' "$1" | cqp -c -r registry | tail -n 1; }
        query '[word = "tar"%c]'
        query '[word = "tar"%c] :: match.doc_id = "b"'
        query '"&" "<" "pitch" ">"'
        query '"Do" "n.t"'
        query '<s> [] expand to s'
        query '<p> [] expand to p'"#,
    );
    assert_eq!(done.quietly().text(), "4\n1\n1\n1\n4\n3\n");
}

#[test]
fn counts_made_in_pieces_add_up() {
    let here = Workplace::with_books();
    let done = here.shell(
        "set -e
        find books -name '*.txt' | linenorm > lines.jsonl
        freqlines lines.jsonl > whole
        split -l 700 lines.jsonl piece.
        for piece in piece.*; do freqlines -k 0 $piece; done | freqlines > merged
        cmp whole merged; shuf lines.jsonl | freqlines | cmp whole -
        linenorm books/*.txt -r | freqlines -R | cmp whole -
        wc -l < whole",
    );
    assert!(done.quietly().text().trim().parse::<u32>().unwrap() > 80);
}

#[test]
fn counts_by_file_are_those_of_each_file() {
    let here = Workplace::with_books();
    let done = here.shell(
        "set -e
        linenorm books/*.txt > lines.jsonl
        freqlines -k 1 --by-file --format tsv lines.jsonl > together
        for book in books/*.txt; do
            linenorm $book | freqlines -k 1 --format tsv | awk -v book=$book '{ print book \"\t\" $0 }'
        done | cmp together -
        freqlines -k 0 --by-file -j 2 lines.jsonl | freqlines > sum
        freqlines lines.jsonl | cmp sum -
        cut -f 1 together | uniq | wc -l",
    );
    assert!(done.quietly().text().trim().parse::<u32>().unwrap() > 5);
}

#[test]
fn a_line_counts_once_per_document_if_asked() {
    let here = Workplace::new();
    let records = "{\"doc\":\"a\",\"text\":\"x\"}\n{\"doc\":\"a\",\"text\":\"x\"}\n{\"doc\":\"b\",\"text\":\"x\"}\n{\"doc\":\"b\",\"text\":\"y\"}\n";
    let done = here
        .run_with(
            "freqlines",
            &["-k", "0", "--format", "tsv", "--per-doc"],
            records.as_bytes(),
        )
        .quietly();
    assert_eq!(done.text(), "2\tx\n1\ty\n");
    here.write("one", "x\nx\n");
    here.write("two", "x\nz\n");
    let done = here
        .run(
            "freqlines",
            &[
                "-R",
                "-k",
                "0",
                "--format",
                "tsv",
                "--per-doc",
                "one",
                "two",
            ],
        )
        .quietly();
    assert_eq!(done.text(), "2\tx\n1\tz\n");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 16) })]

    /// A bad record does not make others of its document disappear, or count for another document.
    #[test]
    fn bad_records_change_no_count_per_document(
        documents in proptest::collection::vec(proptest::collection::vec((0..5u8, 0..4u8), 0..8), 1..200),
    ) {
        let here = Workplace::new();
        let (mut records, mut counts) = (String::new(), BTreeMap::new());
        for (document, lines) in documents.iter().enumerate() {
            let mut texts: Vec<_> = Vec::new();
            for (line, (kind, text)) in lines.iter().enumerate() {
                // Several blocks of input.
                let text = text.to_string().repeat(500);
                let head = format!("{{\"doc\":\"{document}\",\"line\":{}", line + 1);
                let other = match kind {
                    0 => ",\"count\":\"bad\"",
                    1 => ",\"other\":[1]",
                    _ => "",
                };
                records += &format!("{head}{other},\"text\":\"{text}\"}}\n");
                if *kind != 0 {
                    texts.push(text);
                }
            }
            texts.sort();
            texts.dedup();
            texts.into_iter().for_each(|text| *counts.entry(text).or_insert(0) += 1);
        }
        let mut expected: Vec<_> = counts.into_iter().collect();
        expected.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let expected: String = expected.iter().map(|(text, count)| format!("{count}\t{text}\n")).collect();
        for threads in ["1", "2"] {
            let done = here.run_with(
                "freqlines",
                &["-k", "0", "--per-doc", "--format", "tsv", "-j", threads],
                records.as_bytes(),
            );
            prop_assert_eq!(done.text(), &*expected);
        }
    }
}

#[test]
fn lines_that_are_not_utf_8_pass_through() {
    let here = Workplace::new();
    let raw = b"caf\xE9\ncaf\xE9\nplain\n\xFF\xFE\n";
    let first = here
        .run_with("freqlines", &["-R", "-k", "0"], raw)
        .quietly();
    assert!(std::str::from_utf8(&first.out).is_ok());
    let second = here
        .run_with("freqlines", &["-k", "0"], &first.out)
        .quietly();
    assert_eq!(second.out, first.out);
    let back = here
        .run_with("freqlines", &["-k", "0", "-r"], &second.out)
        .quietly();
    assert_eq!(back.out, b"caf\xE9\nplain\n\xFF\xFE\n");
}

#[test]
fn a_frequency_file_may_be_sorted_and_filtered() {
    let here = Workplace::with_books();
    here.shell(
        "set -e
        find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl
        LC_ALL=C sort freq.jsonl > sorted.jsonl
        find books -name '*.txt' | cutbounds --freq freq.jsonl > one
        find books -name '*.txt' | cutbounds --freq sorted.jsonl | cmp one -
        find books -name '*.txt' | linenorm --ends 300 | freqlines -k 0 > all.jsonl
        find books -name '*.txt' | cutbounds -k 10 --freq all.jsonl | cmp one -",
    )
    .quietly();
}

#[test]
fn bounds_can_be_a_table() {
    let here = Workplace::with_books();
    here.shell("find books -name '*.txt' | linenorm --ends 300 | freqlines > freq.jsonl")
        .quietly();
    let done = here
        .shell("cutbounds --method paper --freq freq.jsonl --format tsv books/on-teapots.txt")
        .quietly();
    assert_eq!(
        done.text(),
        "books/on-teapots.txt\t121\t4\t98\tfrequency\tfrequency\n"
    );
    here.run("cutbounds", &["--freq", "freq.jsonl", "-r"])
        .expect(2);
    here.run(
        "cutbounds",
        &["--freq", "freq.jsonl", "--emit", "body", "--format", "tsv"],
    )
    .expect(2);
    here.run("cutbounds", &["--freq", "freq.jsonl", "--out-dir", "x"])
        .expect(2);
    here.run("cutbounds", &["--freq", "freq.jsonl", "--head-marker", "("])
        .expect(2);
    here.run("cutbounds", &["--freq", "missing.jsonl"])
        .expect(2);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(40) })]

    #[test]
    fn counting_plain_lines_is_sort_and_uniq(text in "([ab \t]{0,3}\n){0,40}") {
        let here = Workplace::new();
        here.write("lines", &text);
        let ours = here.run("freqlines", &["-R", "-k", "0", "-r", "lines"]).quietly().out;
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for line in text.lines() {
            *counts.entry(line).or_default() += 1;
        }
        let mut sorted: Vec<_> = counts.iter().collect();
        sorted.sort_by_key(|(line, count)| (std::cmp::Reverse(**count), **line));
        let expected: String = sorted.iter().map(|(line, _)| format!("{line}\n")).collect();
        prop_assert_eq!(String::from_utf8(ours).unwrap(), expected);
    }
}

#[test]
fn counting_the_books_is_sort_and_uniq() {
    let here = Workplace::with_books();
    here.shell(&format!(
        "set -e
        cat books/*.txt | tr -d '\\t\\r\\\\' > lines
        freqlines -R -k 0 --format tsv lines > ours
        cat lines | {SORT_UNIQ} > theirs
        cmp ours theirs"
    ))
    .quietly();
}

/// The counts of `--stats` are those of the documents that were written.
#[test]
fn documents_and_words_written_are_counted() {
    if !has("jq") {
        return;
    }
    let here = Workplace::with_books();
    here.add_site();
    let books = "find books -name '*.txt' | sort";
    let pages = "find site -name '*.html' | sort";
    here.shell(&format!(
        "{books} | linenorm --ends 300 | freqlines > freq.jsonl"
    ))
    .quietly();
    for (input, command) in [
        (books, "cutbounds --freq freq.jsonl --emit body"),
        (books, "blockdedup"),
        (books, "charset --to-utf8"),
        (pages, "htmlblocks --emit text"),
        (pages, "altcount --emit useful"),
    ] {
        let counted = here.shell(&format!(
            "rm -f log; {input} | {command} --stats log > out.jsonl; jq -c '[.documents_out, .words_out]' log"
        ));
        let counted = counted.quietly();
        let expected = here.shell(
            "echo \"[$(wc -l < out.jsonl | tr -d ' '),$(jq -r .text out.jsonl | wc -w | tr -d ' ')]\"",
        );
        let expected = expected.quietly();
        assert_eq!(counted.text(), expected.text(), "{command}");
        assert!(!counted.text().starts_with("[0,"), "{command}");
    }
}

/// Web pages in, a corpus out; the language that charset names chooses the stop words, and each step leaves less.
#[test]
fn web_pages_become_a_corpus() {
    if !has("jq") {
        return;
    }
    let here = Workplace::new();
    here.add_site();
    let done = here.shell(
        "find site -name '*.html' | sort | charset --language en --to-utf8 --stats log.jsonl |
            htmlblocks --emit text --stats log.jsonl | tee texts.jsonl | blockdedup --stats log.jsonl > corpus.jsonl",
    );
    done.quietly();
    let words = here.shell("jq -s 'map({(.tool): [.words, .words_out]}) | add | .htmlblocks[0] > .htmlblocks[1] and .htmlblocks[1] > .blockdedup[1]' log.jsonl");
    assert_eq!(words.quietly().text(), "true\n");
    let lists = here.shell("jq -r .htmlblocks.stoplist texts.jsonl | sort -u");
    assert_eq!(lists.quietly().text(), "en\n");
    let navigation =
        here.shell("grep -c 'Distributed Readers' texts.jsonl; jq 'select(.text != \"\")' texts.jsonl -c | grep -c ''");
    assert!(
        navigation.text().starts_with("0\n60\n"),
        "{}",
        navigation.text()
    );
}

/// A site in another encoding is divided where it would be in UTF-8, whether altcount is told the encoding or charset finds
/// it.
#[test]
fn the_encoding_of_a_site_does_not_matter() {
    if !has("jq") {
        return;
    }
    let here = Workplace::new();
    let things = [
        "舟",
        "橋",
        "森",
        "灯台",
        "水車",
        "時計",
        "鐘",
        "庭",
        "窓",
        "石段",
        "塩",
        "紙",
        "麦",
        "霧",
        "井戸",
        "坂道",
        "手紙",
        "市場",
        "屋根",
        "砂浜",
        "汽笛",
        "果樹園",
        "道標",
        "渡し場",
    ];
    for (at, thing) in things.iter().enumerate() {
        let other = |by: usize| things[(at * 7 + by * 5) % things.len()];
        let body: String = (1..30)
            .map(|by| {
                format!(
                    "<p>{thing}のそばで{}を見た人は、{}回も{}のことを話した。</p>\n",
                    other(by),
                    by + at,
                    other(by + 3)
                )
            })
            .collect();
        here.write(
            format!("utf-8/{at:02}.html"),
            format!(
                "<html><head><title>{thing}</title></head><body><div class=\"menu\"><a href=\"/\">はじめに</a> \
                 <a href=\"/list\">すべての読み物の一覧</a> <a href=\"/about\">この図書室について</a></div>\n\
                 <div class=\"body\">\n{body}</div>\n<div class=\"foot\">この図書室の読み物は、だれでも自由に写してよい。\
                 誤りを見つけた人は、係の者に知らせてほしい。</div></body></html>\n"
            ),
        );
    }
    here.shell(
        "set -e; mkdir sjis utf-16
        for page in utf-8/*; do
            iconv -f utf-8 -t shift_jis $page > sjis/${page#utf-8/}
            iconv -f utf-8 -t utf-16 $page > utf-16/${page#utf-8/}
        done",
    )
    .quietly();
    let ranges = |command: &str| {
        let done = here.shell(&format!("{command} | jq -c .useless"));
        done.quietly().text().to_owned()
    };
    let plain = ranges("find utf-8 -type f | sort | altcount --emit ranges");
    assert_eq!(plain.lines().count(), things.len());
    assert!(
        plain.lines().all(|ranges| ranges.starts_with("[[0,")),
        "{plain}"
    );
    for command in [
        "find sjis -type f | sort | altcount -E shift_jis --emit ranges",
        "find sjis -type f | sort | charset --to-utf8 | altcount --emit ranges",
        "find utf-16 -type f | sort | altcount --emit ranges",
        "find utf-16 -type f | sort | charset --to-utf8 | altcount --emit ranges",
    ] {
        assert_eq!(ranges(command), plain, "{command}");
    }
}

/// Two documents of characters drawn by chance, as Chinese has them, without a space.
#[test]
fn a_passage_is_found_in_a_script_without_spaces() {
    let here = Workplace::new();
    let mut state = 7u64;
    let mut text = |length: usize| {
        let mut text = String::new();
        for index in 0..length {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            // Some characters are far more frequent than others.
            let draw = (state >> 33) as f64 / (1u64 << 31) as f64;
            let character = 0x4E00 + (draw * draw * draw * 3_000.0) as u32;
            text.push(char::from_u32(character).unwrap());
            if index % 40 == 39 {
                text.push_str("。\n");
            }
        }
        text
    };
    let shared = text(400);
    let [a, b, c] = [text(9_000), text(9_000), text(9_000)];
    here.write("a.txt", format!("{a}{shared}"));
    // Lines end at other places.
    here.write(
        "b.txt",
        format!("{}、{}\n{b}", &b[..30], shared.replace("。\n", "")),
    );
    here.write("c.txt", c);
    let pairs = here.shell("uniqwords a.txt b.txt c.txt | lcsdup").quietly();
    let pairs: Vec<serde_json::Value> = pairs
        .text()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(pairs.len(), 1);
    assert_eq!(
        (&pairs[0]["a"], &pairs[0]["b"]),
        (&"a.txt".into(), &"b.txt".into())
    );
    let passage = &pairs[0]["passages"][0];
    let length = passage["a"][1].as_u64().unwrap() - passage["a"][0].as_u64().unwrap();
    assert!((350..=420).contains(&length), "{passage}");
}

/// A record is held whole, and a file of more than 4 MiB is read in pieces: as a file, from a pipe, decompressed,
/// with other documents, in one thread or more.
#[test]
fn a_long_file_gives_what_its_record_gives() {
    let here = Workplace::new();
    let lines = (0..16_000).map(|n| match n % 12 {
        0 | 3 | 6 | 9 => "\n".to_owned(),
        1 => {
            let text = "This line has more than thirty characters,  漢字 and *****. ";
            format!("{}{n}\n", text.repeat(7))
        }
        // Long words make for fewer of them.
        _ => format!("{n} of-{}-and so on.\n", "characters".repeat(40)),
    });
    let text = lines.collect::<String>() + &"one long line ".repeat(20_000);
    assert!(text.len() > 4 << 20);
    here.write("long.txt", &text);
    here.write("long.txt.gz", crate::harness::gzip(text.as_bytes()));
    here.write("short.txt", "A short document with a line of its own.\n");
    for (name, record) in [("long.txt", "a"), ("long.txt.gz", "b"), ("-", "c")] {
        let document = serde_json::json!({"doc": name, "text": text});
        here.write(record, format!("{document}\n"));
    }
    for (command, threads, records, files) in [
        ("linenorm", 1, "a", "long.txt"),
        ("linenorm", 2, "a b c", "long.txt long.txt.gz -"),
        ("linenorm -r --ends 20", 2, "a", "long.txt"),
        ("linenorm --head 3", 2, "b", "long.txt.gz"),
        ("linenorm --unit sentence --tail 4", 2, "c", "-"),
        ("uniqwords", 1, "a", "long.txt"),
        ("uniqwords --vocabulary -r", 2, "b", "long.txt.gz"),
        ("uniqwords --shingles 3 --mod 500", 2, "c", "-"),
    ] {
        let digests = here.shell(&format!(
            "set -e
            {command} -j 2 short.txt {records} short.txt | cksum
            {command} -j {threads} short.txt {files} short.txt < long.txt | cksum"
        ));
        let digests = digests.quietly();
        let mut digests = digests.text().lines();
        let first = digests.next().unwrap();
        assert!(digests.all(|other| other == first), "{command}");
    }
}

#[test]
fn a_long_file_is_not_held() {
    let here = Workplace::new();
    let line = "word ".repeat(20_000) + "\n";
    here.write("long.txt", line.repeat(300));
    for command in ["linenorm --ends 5", "uniqwords"] {
        let done = here.shell(&format!(
            "{command} -j 2 --stats stats.json long.txt > out; tail -n 1 stats.json"
        ));
        let stats: serde_json::Value = serde_json::from_str(done.quietly().text()).unwrap();
        let peak = stats["peak_memory"].as_u64().unwrap();
        // Without optimisation the program alone takes some 20 MB.
        assert!(peak < 30 << 20, "{command}: {peak} bytes for 30 MB");
        assert_eq!(stats["documents"], 1, "{command}");
        assert_eq!(stats["words"], 6_000_000, "{command}");
    }
}

/// Small files that follow each other are worked on together, whatever is among them.
#[test]
fn small_files_in_turn_are_as_in_one_thread() {
    if !has("jq") {
        return;
    }
    let here = Workplace::with_books();
    let mut list = String::new();
    for number in 0..600 {
        let name = format!("{number}.txt");
        // A quarter of them are copies.
        let words = (0..12).map(|word| format!("w{}x{word} ", number % 450));
        let text = words.collect::<String>() + "\n";
        let content = match number {
            n if n % 50 == 20 => [text.as_bytes(), b"caf\xE9\n"].concat(),
            n if n % 50 == 30 => format!("{{\"doc\":\"record {n}\",\"text\":\"rain\"}}\n").into(),
            n if n % 50 == 40 => crate::harness::gzip(text.as_bytes()),
            n if n % 200 == 199 => text.repeat(3_000).into(),
            n if n % 7 == 0 => format!("{text}\n\n{text}").into(),
            _ => text.into(),
        };
        if number % 50 != 10 {
            here.write(&name, content);
        }
        list += &(name + "\n");
    }
    here.write("list", list);
    here.shell("linenorm --ends 500 --keep-trivial books | freqlines --per-doc > freq")
        .quietly();
    for command in [
        "blockdedup --unit line",
        "blockdedup --unit document -n 3",
        "blockdedup --emit report",
        "blockdedup --out-dir out --unit line --stats stats",
        "cutbounds --freq freq --emit body",
    ] {
        let run = |threads: u32| {
            here.shell(&format!(
                "rm -rf out stats; {command} -j {threads} --max-errors 99 < list
                if [ -d out ]; then (cd out; find . -type f | LC_ALL=C sort | xargs cksum); fi
                if [ -f stats ]; then jq -c '[.documents, .words, .bytes]' stats; fi"
            ))
        };
        let expected = run(1);
        assert!(
            expected.err.contains("10.txt"),
            "{command}: {}",
            expected.err
        );
        let lines = expected.text().lines().count();
        assert!(lines > 200, "{command}: {lines}");
        for threads in [2, 3] {
            let done = run(threads);
            assert_eq!(done.text(), expected.text(), "{command} -j {threads}");
            assert_eq!(done.err, expected.err, "{command} -j {threads}");
        }
    }
}
