//! Time grows with the input as fast as the input does, for every reader and every kind of output, whatever the input is.
//!
//! Each row of the table makes inputs of one kind in any size: one that an attacker would send, or one that is odd for
//! the reader. A tool reads it at n and 4n, where n is large enough to be measured. The test fails if the exponent
//! of the growth is above [`LIMIT`]. A quadratic reader takes 16 times as long for 4n, and the limit is at 6.
//!
//! There are two measures. `cargo test` measures the CPU time that the process itself reports with --stats: other
//! processes hardly change it, unlike the time of a clock. `cargo xtask growth` builds the tools with the counters of
//! `-C instrument-coverage`, and counts how often each piece of code was run: the same number each time, on any machine
//! that has Rust alone. The counters are in all crates except the standard library, so that only the CPU time shows
//! what `memmove` does. They take a second build of everything, which is the reason why `cargo test` does without.

use std::io::Write;

use crate::containers::{parquet, tar, zip};
use crate::harness::{Workplace, feed, gzip};

/// The exponent that is not to be exceeded: of time by size.
const LIMIT: f64 = 1.3;

/// The CPU time in seconds that is long enough to be compared, above that of an empty input.
const ENOUGH: f64 = 0.04;

/// The number of pieces of code that is enough to be compared.
const ENOUGH_COUNTED: f64 = 300_000.0;

/// The input is not made larger than this to reach that time: then it is fast enough.
const LARGEST: usize = 16 << 20;

/// A growing input.
struct Row {
    /// The input that grows.
    name: &'static str,
    tool: &'static str,
    arguments: &'static [&'static str],
    /// The name of the file; its suffix can matter.
    file: &'static str,
    /// An input of about this many bytes.
    make: fn(usize) -> Vec<u8>,
}

const fn row(
    name: &'static str,
    tool: &'static str,
    arguments: &'static [&'static str],
    file: &'static str,
    make: fn(usize) -> Vec<u8>,
) -> Row {
    Row {
        name,
        tool,
        arguments,
        file,
        make,
    }
}

/// As many pieces as have about this size.
fn pieces(size: usize, piece: impl Fn(usize) -> String) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size);
    let mut number = 0;
    while bytes.len() < size {
        bytes.extend_from_slice(piece(number).as_bytes());
        number += 1;
    }
    bytes
}

/// Paragraphs three times, each time in another order.
fn in_three_orders(size: usize) -> Vec<u8> {
    let blocks = size / 180;
    // Multiples of a prime are another order of all numbers.
    let orders = [1, 7919, 104_729];
    let numbers = orders
        .iter()
        .flat_map(|prime| (0..blocks).map(move |at| at * prime % blocks));
    let block = |number| format!("<p class=a>The ferryman tarred both of his boats {number:09}");
    numbers.map(block).collect::<String>().into_bytes()
}

/// A piece again and again between a beginning and an end.
fn around(begin: &str, piece: &str, end: &str, size: usize) -> Vec<u8> {
    [begin, &piece.repeat(size / piece.len() + 1), end]
        .concat()
        .into_bytes()
}

/// Containers and encodings, read by a tool that does little more.
const READERS: &[Row] = &[
    row("one line", "linenorm", &[], "x.txt", |n| vec![b'a'; n]),
    row("empty lines", "linenorm", &[], "x.txt", |n| vec![b'\n'; n]),
    row("carriage returns", "linenorm", &[], "x.txt", |n| {
        b"a\r".repeat(n / 2)
    }),
    row("invalid UTF-8", "linenorm", &[], "x.txt", |n| {
        "caf\u{e9} \u{e9}t\u{e9} "
            .repeat(n / 16)
            .bytes()
            .chain(*b"\xE9")
            .collect()
    }),
    row("UTF-16", "linenorm", &[], "x.txt", |n| {
        [b"\xFF\xFE", &b"a\0\n\0"[..].repeat(n / 4)[..]].concat()
    }),
    row(
        "spaces after a full stop",
        "linenorm",
        &["--unit=sentence"],
        "x.txt",
        |n| around("a.", " ", "b\n", n),
    ),
    row(
        "brackets after a full stop",
        "linenorm",
        &["--unit=sentence"],
        "x.txt",
        |n| around("a.", ")]", "b\n", n),
    ),
    row(
        "full stops",
        "linenorm",
        &["--unit=sentence"],
        "x.txt",
        |n| around("a", ". ", "b\n", n),
    ),
    row(
        "paragraphs of numbers",
        "linenorm",
        &["--unit=sentence"],
        "x.txt",
        |n| around("", "= 12. «3» =\n\n", "", n),
    ),
    row("fields of a record", "linenorm", &[], "x.jsonl", |n| {
        let fields = String::from_utf8(pieces(n, |number| format!("\"f{number}\":1,"))).unwrap();
        format!("{{{fields}\"text\":\"a\"}}\n").into_bytes()
    }),
    row("escapes of a record", "linenorm", &[], "x.jsonl", |n| {
        around("{\"text\":\"", "\\u00e9\\n", "\"}\n", n)
    }),
    row("a list in a record", "linenorm", &[], "x.jsonl", |n| {
        around("{\"a\":[", "[{}],", "1],\"text\":\"a\"}\n", n)
    }),
    row("bad records", "linenorm", &["-q"], "x.jsonl", |n| {
        [b"{}\n", &b"{\"text\":1}\n"[..].repeat(n / 11)[..]].concat()
    }),
    row("columns of a table", "linenorm", &[], "x.csv", |n| {
        let header = String::from_utf8(pieces(n / 2, |number| format!("column{number},"))).unwrap();
        let commas = ",".repeat(header.matches(',').count());
        format!("{header}text\n{commas}a\n").into_bytes()
    }),
    row("rows of a table", "linenorm", &[], "x.csv", |n| {
        around("doc,text\n", "a,\"b\"\"c\"\n", "", n)
    }),
    row(
        "text after quotes, in a row",
        "linenorm",
        &[],
        "x.csv",
        |n| [&b"text\n"[..], &b"\"a\"b,".repeat(n / 5)].concat(),
    ),
    row(
        "text after quotes, in all rows",
        "linenorm",
        &["-q"],
        "x.csv",
        |n| [&b"text\n"[..], &b"\"a\"b\n".repeat(n / 5)].concat(),
    ),
    row("quotes of a value", "linenorm", &[], "x.csv", |n| {
        around("text\n\"", "\"\"\n", "\"\n", n)
    }),
    row(
        "rows of another length",
        "linenorm",
        &["-q"],
        "x.tsv",
        |n| around("text\tb\n", "a\n", "", n),
    ),
    row(
        "records of a web archive",
        "linenorm",
        &["--warc-min-size=0"],
        "x.warc",
        |n| pieces(n, |_| page("<p>a")),
    ),
    row(
        "headers of a page",
        "linenorm",
        &["--warc-min-size=0"],
        "x.warc",
        |n| {
            let header = pieces(200_000, |number| format!("x-{number}: y\r\n"));
            let header = String::from_utf8(header).unwrap();
            pieces(n, |_| page_with(&header, "<p>a"))
        },
    ),
    row(
        "chunks of a page",
        "linenorm",
        &["--warc-min-size=0"],
        "x.warc",
        |n| {
            let body = "1\r\na\r\n".repeat(20_000) + "0\r\n\r\n";
            pieces(n, |_| page_with("Transfer-Encoding: chunked\r\n", &body))
        },
    ),
    row(
        "damage in a web archive",
        "linenorm",
        &["-q"],
        "x.warc",
        |n| around("WARC/1.0\r\n", "no header\r\n\r\n", "", n),
    ),
    row(
        "records of an ARC file",
        "linenorm",
        &["--warc-min-size=0"],
        "x.arc",
        |n| {
            let body = "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>a";
            let record = format!(
                "http://a/ 1.1.1.1 20030201123456 text/html {}\n{body}\n",
                body.len()
            );
            around(
                "filedesc://a 0.0.0.0 20030201 text/plain 1\n\n\n",
                &record,
                "",
                n,
            )
        },
    ),
    row(
        "members of one name in tar",
        "linenorm",
        &["-q"],
        "x.tar",
        |n| tar(&vec![("a.txt", &b"a"[..]); n / 1024 + 1]),
    ),
    row(
        "halves of samples in tar",
        "linenorm",
        &["-q"],
        "x.tar",
        |n| tar(&vec![("a.json", &b"{\"text\":\"a\"}"[..]); n / 1024 + 1]),
    ),
    row("members of zip", "linenorm", &[], "x.zip", |n| {
        let names: Vec<String> = (0..=n / 120)
            .map(|number| format!("{number}.txt"))
            .collect();
        zip(&names
            .iter()
            .map(|name| (&name[..], &b"a"[..]))
            .collect::<Vec<_>>())
    }),
    row("archives in one file", "linenorm", &["-q"], "x.zip", |n| {
        zip(&[("a", b"a")]).repeat(n / 110 + 1)
    }),
    row("signs of an end in zip", "linenorm", &[], "x.zip", |n| {
        [b"PK\x03\x04", &b"PK\x05\x06"[..].repeat(n / 4)[..]].concat()
    }),
    row("chapters of an e-book", "linenorm", &[], "x.epub", book),
    row("rows of Parquet", "linenorm", &[], "x.parquet", |n| {
        parquet(&[("text", vec!["some words"; n / 12 + 1])])
    }),
    row("columns of Parquet", "linenorm", &[], "x.parquet", |n| {
        let names: Vec<String> = (0..n / 200 + 1)
            .map(|number| format!("c{number}"))
            .collect();
        let mut columns: Vec<(&str, Vec<&str>)> =
            names.iter().map(|name| (&name[..], vec!["a"])).collect();
        columns.push(("text", vec!["a"]));
        parquet(&columns)
    }),
    row(
        "tokens of vertical text without white space",
        "blockdedup",
        &["--output-format", "vertical", "--structure-language", "fr"],
        "x.txt",
        |n| {
            pieces(n, |number| {
                format!("l'a-t-il@www.a:{number}.-{number}/.b...l''")
            })
        },
    ),
    row(
        "signs that may end a sentence, as vertical text",
        "blockdedup",
        &["--output-format", "vertical"],
        "x.txt",
        |n| around("A.", " )", " A", n),
    ),
    row(
        "documents of vertical text",
        "linenorm",
        &[],
        "x.vert",
        |n| around("", "<doc id=\"a\">\n<p>\nx\ty\n</p>\n</doc>\n", "", n),
    ),
    row(
        "attributes of vertical text",
        "linenorm",
        &[],
        "x.vert",
        |n| {
            [
                b"<doc ",
                &pieces(n, |number| format!("a{number}=\"x\" "))[..],
                b">\na\n</doc>\n",
            ]
            .concat()
        },
    ),
    row(
        "documents that are not closed",
        "linenorm",
        &["-q"],
        "x.vert",
        |n| around("", "<doc>\na\n", "", n),
    ),
    row("gzip members", "linenorm", &[], "x.gz", |n| {
        gzip(b"a\n").repeat(n / 22 + 1)
    }),
    row("zstd frames", "linenorm", &[], "x.zst", |n| {
        zstd::encode_all(&b"a\n"[..], 1).unwrap().repeat(n / 11 + 1)
    }),
    row(
        "comments before an element",
        "linenorm",
        &[],
        "x.xml",
        |n| around("<?xml?>", "<!---->", "<a>", n),
    ),
];

/// A row for each kind of output of a tool. Add one for a new kind, and one for each input that once took too long.
const OUTPUTS: &[Row] = &[
    row("distinct words", "uniqwords", &[], "x.txt", |n| {
        pieces(n, word)
    }),
    row(
        "lines of one word",
        "linenorm",
        &["--keep-trivial"],
        "x.txt",
        |n| around("", "a\n", "", n),
    ),
    row(
        "one word again and again",
        "blockdedup",
        &[],
        "x.txt",
        |n| around("", "word ", "\n", n),
    ),
    row(
        "blocks that are alike",
        "blockdedup",
        &["--unit=line"],
        "x.txt",
        |n| around("", "the same line of words here\n", "", n),
    ),
    row(
        "documents that are chosen",
        "blockdedup",
        &["--keep=longest", "--unit=document"],
        "x.jsonl",
        |n| {
            pieces(n, |number| {
                format!("{{\"text\":\"{}\"}}\n", word(number).repeat(number % 9 + 1))
            })
        },
    ),
    row(
        "distinct blocks, reported",
        "blockdedup",
        &["--emit=report"],
        "x.txt",
        |n| pieces(n, |number| format!("{}\n\n", word(number))),
    ),
    row(
        "tags that are not closed",
        "htmlblocks",
        &["--emit=text"],
        "x.html",
        |n| around("<body>", "<b>a ", "", n),
    ),
    row(
        "paragraphs",
        "htmlblocks",
        &["--emit=blocks"],
        "x.html",
        |n| around("<body>", "<p>Some words of a text.", "", n),
    ),
    row(
        "list items in Markdown",
        "htmlblocks",
        &["--emit=markdown"],
        "x.html",
        |n| around("<ul>", "<li>Some words of a text.", "</ul>", n),
    ),
    row("entities", "htmlblocks", &["--emit=text"], "x.html", |n| {
        around("<p>", "&amp;&#x41;&zz;", "", n)
    }),
    row(
        "attributes of a tag",
        "htmlblocks",
        &["--emit=text"],
        "x.html",
        |n| {
            [
                b"<p ",
                &pieces(n, |number| format!("a{number}=1 "))[..],
                b">text",
            ]
            .concat()
        },
    ),
    row("bytes that are not ASCII", "charset", &[], "x.txt", |n| {
        b"\xE9\xF8 a".repeat(n / 4)
    }),
    row(
        "records of documents",
        "charset",
        &["--to-utf8"],
        "x.jsonl",
        |n| around("", "{\"text\":\"Some words.\"}\n", "", n),
    ),
    row(
        "separators of a title",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| {
            around(
                "<title>a</title><meta property=og:title content='",
                "a | ",
                "'><p>b",
                n,
            )
        },
    ),
    row(
        "words of an author",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| around("<meta name=author content='", "Ann Lee, ", "'><p>b", n),
    ),
    row(
        "capitals of an author",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| around("<meta name=author content='", "ANN ", "'><p>b", n),
    ),
    row(
        "months of an author",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| around("<meta name=author content='", "May ", "1'><p>b", n),
    ),
    row("headlines", "htmlblocks", &["--metadata"], "x.html", |n| {
        around("<title>a</title>", "<h1>b c d</h1>", "", n)
    }),
    row("kinds of cards", "htmlblocks", &[], "x.html", |n| {
        pieces(n, |number| {
            let card = format!(
                "<div class=c{number}><h3><a href=/a>A linked title</a></h3><p>An excerpt of another story, of sixty characters at the least</div>"
            );
            let text = "The ferryman tarred both of his boats before the sun came up. ".repeat(6);
            format!("<section>{}</section><p>{text}", card.repeat(3))
        })
    }),
    row("invitations", "htmlblocks", &[], "x.html", |n| {
        pieces(n, |number| {
            format!(
                "<p>The ferryman tarred both of his boats before the sun came up on day {number}.<p>Follow us on <a href=x>boats</a> {number}"
            )
        })
    }),
    row(
        "paragraphs that occur twice",
        "htmlblocks",
        &[],
        "x.html",
        |n| {
            pieces(n, |number| {
                format!("<p class=a>The ferryman tarred his boats on day {number:09}").repeat(2)
            })
        },
    ),
    row(
        "paragraphs in another order",
        "htmlblocks",
        &[],
        "x.html",
        in_three_orders,
    ),
    row(
        "a long key of JSON-LD",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| {
            let begin = format!("{LINKED}{{\"{}\":[", "k".repeat(n / 2));
            around(&begin, "{},\"\",", "]}</script><p>a", n / 2)
        },
    ),
    row(
        "keys of JSON-LD",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| {
            around(
                &format!("{LINKED}{{"),
                "\"k\":{\"@type\":\"Person\"},",
                "}</script><p>a",
                n,
            )
        },
    ),
    row(
        "authors of JSON-LD",
        "htmlblocks",
        &["--metadata"],
        "x.html",
        |n| {
            let begin = format!("{LINKED}{{\"@type\":\"Article\",\"author\":[");
            around(&begin, "{\"name\":\"Ann Lee\"},", "]}</script><p>a", n)
        },
    ),
    row(
        "cells that alternate with tables",
        "htmlblocks",
        &["--emit=markdown"],
        "x.html",
        |n| {
            let begin = format!("<table><tr><td>a<td>b<tr>{}", "<td>".repeat(n / 12));
            around(&begin, "<td>a<td><table><tr><td>b</table>", "", n)
        },
    ),
    row(
        "the same as text",
        "htmlblocks",
        &["--emit=text"],
        "x.html",
        |n| {
            let begin = format!("<table><tr><td>a<td>b<tr>{}", "<td>".repeat(n / 12));
            around(&begin, "<td>a<td><table><tr><td>b</table>", "", n)
        },
    ),
    row(
        "quotes in each other",
        "htmlblocks",
        &["--emit=markdown"],
        "x.html",
        |n| around("", "<blockquote><p>Some words.", "", n),
    ),
    row("lists below headings", "htmlblocks", &[], "x.html", |n| {
        let text =
            "The ferryman tarred his boats in the spring of that year, and sold two of them.";
        around(
            &format!("<p>{text}"),
            "<h2>Data</h2><ul><li>2 oars<li>a sail</ul>",
            "",
            n,
        )
    }),
    row("rows of cells", "htmlblocks", &[], "x.html", |n| {
        let rows = "<div><div><i>1</i><div>2</div></div><div><div>3</div></div></div>";
        around("<p>Boats", rows, "", n)
    }),
    row("words in elements", "htmlblocks", &[], "x.html", |n| {
        around("<p>", "<span>k</span>", "", n)
    }),
    row("raised words", "htmlblocks", &[], "x.html", |n| {
        around("<p>", "<sup>word</sup>", "", n)
    }),
    row(
        "links to fragments",
        "htmlblocks",
        &["--emit=markdown", "--links"],
        "x.html",
        |n| around("<p>Some words", "<a href=#a>b</a>", "", n),
    ),
    row(
        "marks of fragments",
        "htmlblocks",
        &["--emit=markdown", "--links"],
        "x.html",
        |n| around("<p>Some words", "<b><a href=#a>", "", n),
    ),
    row(
        "breaks behind empty elements",
        "htmlblocks",
        &["--emit=markdown"],
        "x.html",
        |n| {
            let begin = format!("<p>a<br>{}", "<b></b><i></i>".repeat(n / 28));
            around(&begin, "<br>", "b", n / 2)
        },
    ),
    row("attributes of pages", "altcount", &[], "x.jsonl", |n| {
        pages(n, 3, |number| {
            let attributes = pieces(n / 4, |at| format!("a{at}=1 "));
            let attributes = String::from_utf8(attributes).unwrap();
            format!("<div {attributes}>{}</div>", words(n / 12, number))
        })
    }),
    row(
        "elements of pages in each other",
        "altcount",
        &[],
        "x.jsonl",
        |n| {
            pages(n, 3, |number| {
                let depth = n / 3 / 40;
                let open: String = (0..depth)
                    .map(|at| format!("<div id=a{at} class=b>"))
                    .collect();
                format!("{open}{}{}", words(n / 12, number), "</div>".repeat(depth))
            })
        },
    ),
    row("pages of a site", "altcount", &[], "x.jsonl", |n| {
        pages(n, n / 2000 + 1, |number| {
            format!(
                "<div>Some menu of the site</div><p>{}</p><div>Foot</div>",
                words(1900, number)
            )
        })
    }),
    row(
        "links of a record",
        "altcount",
        &["--emit=records"],
        "x.html",
        |n| {
            let links = pieces(n / 3, |at| format!("<a href=a{at}></a>"));
            let links = String::from_utf8(links).unwrap();
            let item = |text: &str| format!("<li>An item of a list, {text}{links}");
            ["one", "two", "three"].map(item).concat().into_bytes()
        },
    ),
    row(
        "records in each other",
        "altcount",
        &["--emit=records"],
        "x.html",
        |n| around("", "<div><p>An item of a list<p>with text", "", n),
    ),
    row(
        "equal hashes",
        "freqlines",
        &["-R", "-k0"],
        "x.txt",
        equal_hashes,
    ),
    row(
        "equal hashes in a document",
        "freqlines",
        &["-R", "-k0", "--per-doc"],
        "x.txt",
        equal_hashes,
    ),
    row(
        "equal hashes, read twice",
        "freqlines",
        &["-R", "-k0", "--backend=twopass"],
        "x.txt",
        equal_hashes,
    ),
    row(
        "equal hashes in a sample",
        "freqlines",
        &["-R", "-k0", "--backend=sample", "--rate=1"],
        "x.txt",
        equal_hashes,
    ),
    row(
        "frequent lines with equal hashes",
        "cutbounds",
        &["--freq=x.jsonl"],
        "x.jsonl",
        |n| {
            let lines = equal_hashes(n);
            let lines = lines
                .split(|byte| *byte == b'\n')
                .filter(|line| !line.is_empty());
            lines
                .flat_map(|line| {
                    let text = std::str::from_utf8(line).unwrap();
                    let record = serde_json::json!({"count": 20, "text": text, "doc": "a"});
                    format!("{record}\n").into_bytes()
                })
                .collect()
        },
    ),
    row(
        "fingerprints with equal bits",
        "cutbounds",
        &["--freq=x.jsonl"],
        "x.jsonl",
        |n| {
            pieces(n, |number| {
                format!(
                    "{{\"count\":20,\"fingerprint\":\"xxh3:{:016x}\",\"text\":\"a\"}}\n",
                    (number as u64) << 32
                )
            })
        },
    ),
    row(
        "lines of documents",
        "cutbounds",
        &["--freq=/dev/null"],
        "x.txt",
        |n| {
            pieces(n, |number| {
                format!("{} is on a line of some length\n", word(number))
            })
        },
    ),
    row(
        "runs that documents share",
        "factorends",
        &["--anywhere", "--out-dir=out", "--force", "-q"],
        "x.jsonl",
        |n| {
            pages(n, n / 4000 + 1, |number| {
                format!(
                    "{}\n{}",
                    "A line that all of the documents share\n".repeat(20),
                    words(3000, number)
                )
            })
        },
    ),
    row(
        "documents that are alike",
        "neardup",
        &["--emit=pairs"],
        "x.jsonl",
        |n| {
            pages(n, n / 500 + 1, |number| {
                format!("{} {}", words(450, 1), word(number))
            })
        },
    ),
    row("equal documents", "neardup", &[], "x.jsonl", |n| {
        pages(n, n / 40 + 1, |_| "The same words in all.".into())
    }),
    row(
        "documents that differ",
        "neardup",
        &["--emit=groups"],
        "x.jsonl",
        |n| pages(n, n / 500 + 1, |number| words(450, number)),
    ),
    row("one document of one word", "neardup", &[], "x.txt", |n| {
        around("", "word ", "\n", n)
    }),
    row(
        "items in documents",
        "overlap",
        &["--items=x.jsonl"],
        "x.jsonl",
        |n| pages(n, n / 500 + 1, |number| words(450, number)),
    ),
    row(
        "an item again and again",
        "overlap",
        &["--items=x.jsonl"],
        "x.jsonl",
        |n| {
            pages(n, n / 100 + 1, |_| {
                "These are the ten words that each of the items has".into()
            })
        },
    ),
    row(
        "one word as an item",
        "overlap",
        &["--items=x.jsonl"],
        "x.jsonl",
        |n| pages(n, 1, |_| "word ".repeat(n / 5)),
    ),
    row("measures of words", "textstats", &[], "x.txt", |n| {
        pieces(n, word)
    }),
    row("measures of a repetition", "textstats", &[], "x.txt", |n| {
        around("", "word ", "", n)
    }),
    row("measures of lines", "textstats", &[], "x.txt", |n| {
        around("", "a\n", "", n)
    }),
    row(
        "measures of short paragraphs",
        "textstats",
        &[],
        "x.txt",
        |n| around("", "= 12. «3» =\n\n", "", n),
    ),
    row(
        "quantiles of measures",
        "textstats",
        &["--emit=quantiles"],
        "x.jsonl",
        |n| pages(n, n / 100 + 1, |number| words(60, number)),
    ),
    row(
        "unique words of a document",
        "lcsdup",
        &[],
        "x.jsonl",
        |n| unique_words(n, 2, |_, at| at),
    ),
    row(
        "documents with the same words",
        "lcsdup",
        &["--emit=keep"],
        "x.jsonl",
        |n| unique_words(n, n / 2000 + 1, |_, at| at),
    ),
    row("pairs of other words", "lcsdup", &[], "x.jsonl", |n| {
        let documents = n / 2000 + 1;
        unique_words(n, documents, |document, at| document * 1000 + at)
    }),
    row(
        "words in the opposite order",
        "lcsdup",
        &["--align"],
        "x.jsonl",
        |n| {
            unique_words(
                n,
                2,
                |document, at| if document == 0 { at } else { 1_000_000 - at },
            )
        },
    ),
];

/// The beginning of data in a page.
const LINKED: &str = "<script type=application/ld+json>";

/// Words of about this many bytes, which differ with the number.
fn words(size: usize, number: usize) -> String {
    let words = pieces(size, |at| word(at * 131 + number * 7919));
    String::from_utf8(words).unwrap()
}

/// This number of documents as records.
fn pages(size: usize, documents: usize, page: impl Fn(usize) -> String) -> Vec<u8> {
    let mut records = Vec::with_capacity(size);
    for number in 0..documents {
        let record = serde_json::json!({"doc": number.to_string(), "text": page(number)});
        writeln!(records, "{record}").unwrap();
    }
    records
}

/// Records of the unique words of documents; the word at a place of a document has a number.
fn unique_words(size: usize, documents: usize, number: impl Fn(usize, usize) -> usize) -> Vec<u8> {
    let mut records = Vec::with_capacity(size);
    let of_each = size / documents / 8 + 1;
    for document in 0..documents {
        let words: Vec<String> = (0..of_each)
            .map(|at| format!("w{}", number(document, at)))
            .collect();
        let record =
            serde_json::json!({"doc": document.to_string(), "tokens": of_each, "words": words});
        writeln!(records, "{record}").unwrap();
    }
    records
}

/// Lines whose XXH3 without a seed is the same.
///
/// If an input is longer than 240 bytes, XXH3 adds a word of its secret to each word of 64 bits by exclusive or. It
/// adds the word to one sum, and the product of the result's halves to another one. In two of the words here the upper
/// half is that of the secret, which makes the product zero; what is added to the lower half of one is taken from that
/// of the other.
fn equal_hashes(size: usize) -> Vec<u8> {
    const LENGTH: usize = 640;
    let letters = |from: u8, number: usize| -> [u8; 3] {
        let letter = |by: usize| (number / by % 26) as u8;
        [1, 26, 676].map(|by| {
            if from == b'a' {
                b'a' + letter(by)
            } else {
                b'z' - letter(by)
            }
        })
    };
    let mut lines = Vec::with_capacity(size);
    for number in 0..=size / LENGTH {
        let mut line = vec![b'.'; LENGTH];
        for (lane, number) in [number % 17_576, number / 17_576].into_iter().enumerate() {
            let mut put = |stripe: usize, from: u8, secret: &[u8; 5]| {
                let at = 64 * stripe + 8 * lane;
                line[at..at + 3].copy_from_slice(&letters(from, number));
                line[at + 3..at + 8].copy_from_slice(secret);
            };
            put(3 - lane, b'a', b"\xE3\xB7\xB3\x67\x1F");
            put(7 - lane, b'z', b"\xC3\x81\x3A\x26\x4C");
        }
        lines.extend(line);
        lines.push(b'\n');
    }
    lines
}

#[test]
fn lines_with_equal_hashes_have_equal_hashes() {
    let lines = equal_hashes(100_000);
    let lines = lines
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty());
    let all: Vec<&[u8]> = lines.collect();
    let hashes: std::collections::HashSet<u64> = all
        .iter()
        .map(|line| xxhash_rust::xxh3::xxh3_64(line))
        .collect();
    let distinct: std::collections::HashSet<&[u8]> = all.iter().copied().collect();
    assert_eq!((hashes.len(), distinct.len()), (1, all.len()));
}

fn word(number: usize) -> String {
    let letter = |by: usize| char::from(b'a' + (number / by % 26) as u8);
    [letter(17_576), letter(676), letter(26), letter(1), ' ']
        .iter()
        .collect()
}

fn page_with(header: &str, body: &str) -> String {
    let block = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{header}\r\n{body}");
    format!(
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\nContent-Type: application/http\r\n\
         Content-Length: {}\r\n\r\n{block}\r\n\r\n",
        block.len()
    )
}

fn page(body: &str) -> String {
    page_with("", body)
}

fn book(size: usize) -> Vec<u8> {
    let names: Vec<String> = (0..size / 240 + 1)
        .map(|number| format!("c{number}.xhtml"))
        .collect();
    let (mut items, mut spine) = (Vec::new(), Vec::new());
    for name in &names {
        write!(items, "<item id='{name}' href='{name}'/>").unwrap();
        write!(spine, "<itemref idref='{name}'/>").unwrap();
    }
    let mut package = items;
    package.extend(spine);
    let mut members: Vec<(&str, &[u8])> = vec![
        (
            "META-INF/container.xml",
            b"<rootfile full-path='book.opf'/>",
        ),
        ("book.opf", &package),
    ];
    members.extend(names.iter().map(|name| (&name[..], &b"<p>a</p>"[..])));
    zip(&members)
}

/// The work of a run.
#[derive(Clone, Copy)]
enum Work {
    /// The CPU time in seconds.
    Seconds(f64),
    /// The number of pieces of code.
    Counted(f64),
}

impl Work {
    fn amount(self) -> f64 {
        match self {
            Work::Seconds(amount) | Work::Counted(amount) => amount,
        }
    }
}

/// Adds up the counters in a raw profile of LLVM (`InstrProfData.inc`, version 10).
fn counted(profile: &[u8]) -> f64 {
    let word = |at: usize| u64::from_le_bytes(profile[at..at + 8].try_into().unwrap());
    let field = |index: usize| usize::try_from(word(8 * index)).unwrap();
    assert_eq!(word(8) & 0xFF_FFFF, 10, "another version of the format");
    let (header, function) = (128, 64);
    let counters = header + field(2) + function * field(3) + field(4);
    let all = (0..field(5)).map(|index| word(counters + 8 * index));
    all.sum::<u64>() as f64
}

/// The work of a run: counted if the tool was built with counters.
fn work(here: &Workplace, row: &Row, bytes: &[u8]) -> Work {
    here.write(row.file, bytes);
    let (stats, profile) = (here.path("stats"), here.path("profile"));
    let _ = std::fs::remove_file(&stats);
    let _ = std::fs::remove_file(&profile);
    let mut arguments = row.arguments.to_vec();
    arguments.extend(["-j1", "--stats=stats", row.file]);
    let mut command = here.command(row.tool);
    command.args(arguments).env("LLVM_PROFILE_FILE", &profile);
    let done = feed(command, b"");
    assert!(
        matches!(done.code, Some(0 | 2)),
        "{}: {}",
        row.name,
        done.err
    );
    if let Ok(profile) = std::fs::read(profile) {
        return Work::Counted(counted(&profile));
    }
    let record: serde_json::Value =
        serde_json::from_slice(&std::fs::read(stats).expect(&done.err)).unwrap();
    Work::Seconds(record["cpu_seconds"].as_f64().unwrap())
}

/// The exponent of a row's growth; `None` if it is too fast to be measured.
fn exponent(row: &Row) -> Option<f64> {
    let here = Workplace::new();
    let run = |size: usize| work(&here, row, &(row.make)(size));
    match run(1) {
        Work::Seconds(_) => exponent_of_time(|size| run(size).amount()),
        Work::Counted(_) => exponent_of_count(|size| run(size).amount()),
    }
}

/// The exponent from n to 4n, without the time of the smallest input. Noise makes a run longer, never shorter: what looks
/// slow is measured again.
fn exponent_of_time(run: impl Fn(usize) -> f64) -> Option<f64> {
    let least = |size: usize, times: usize| {
        let runs = (0..times).map(|_| run(size));
        runs.fold(f64::INFINITY, f64::min)
    };
    let start = least(1, 2);
    let mut size = 16 << 10;
    while least(size, 1) - start < ENOUGH {
        size *= 2;
        if size > LARGEST {
            return None;
        }
    }
    let of = |times: usize| {
        let [one, four] = [size, 4 * size].map(|size| (least(size, times) - start).max(1e-3));
        (four / one).log2() / 2.0
    };
    let mut exponent = f64::INFINITY;
    for times in [1, 3, 9] {
        exponent = exponent.min(of(times));
        if exponent <= LIMIT {
            break;
        }
    }
    Some(exponent)
}

/// The exponent from n to 16n by differences. Work that does not grow does not change it, also if the smallest input
/// takes more of it than the others: a single byte that is not UTF-8 asks for its encoding, and one of thousands does not.
fn exponent_of_count(run: impl Fn(usize) -> f64) -> Option<f64> {
    let mut size = 4 << 10;
    loop {
        let (one, four) = (run(size), run(4 * size));
        if four - one >= ENOUGH_COUNTED {
            return Some(((run(16 * size) - four) / (four - one)).log2() / 2.0);
        }
        size *= 2;
        if 4 * size > LARGEST {
            return None;
        }
    }
}

fn check(rows: &[Row]) {
    let mut slow = Vec::new();
    for row in rows {
        let exponent = exponent(row);
        if std::env::var_os("SHOW_GROWTH").is_some() {
            let shown = exponent.map_or("fast".into(), |exponent| format!("{exponent:.2}"));
            println!(
                "{shown}\t{} {}\t{}",
                row.tool,
                row.arguments.join(" "),
                row.name
            );
        }
        if exponent.is_some_and(|exponent| exponent > LIMIT) {
            slow.push(format!("{}: {} ({exponent:?})", row.tool, row.name));
        }
    }
    assert!(
        slow.is_empty(),
        "time grows faster than the input: {slow:#?}"
    );
}

#[test]
fn readers_take_time_in_proportion_to_their_input() {
    check(READERS);
}

#[test]
fn outputs_take_time_in_proportion_to_their_input() {
    check(OUTPUTS);
}
