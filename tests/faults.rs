//! Every container is asked the same four questions: is the file cut off, do two members have one name, is it empty, is a checksum
//! wrong? The answers are in the table of containers, from which trommel(7) has them.

use std::fs::File;
use std::path::Path;

use ::parquet::file::reader::{FileReader, SerializedFileReader};
use ::parquet::schema::types::TypePtr;
use intake::{Answer, CONTAINERS};

use crate::containers::{parquet, tar, warc_member, zip};
use crate::harness::{Workplace, root};

/// A file with a fault.
struct Specimen {
    name: &'static str,
    bytes: Vec<u8>,
    /// The number of documents that are read all the same.
    documents: usize,
}

fn specimen(name: &'static str, bytes: impl Into<Vec<u8>>, documents: usize) -> Option<Specimen> {
    let bytes = bytes.into();
    Some(Specimen {
        name,
        bytes,
        documents,
    })
}

const ONE: &str = "The first text is long enough to be kept as a line";
const TWO: &str = "The second text is also long enough to be kept here";

fn cut(bytes: &[u8], from_end: usize) -> Vec<u8> {
    bytes[..bytes.len() - from_end].to_vec()
}

fn flipped(bytes: &[u8], at: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    bytes[at] ^= 1;
    bytes
}

fn two(name: &str) -> Vec<(&str, &[u8])> {
    vec![("a.txt", ONE.as_bytes()), (name, TWO.as_bytes())]
}

/// A file of this container with this fault; `None` where there can be none.
fn faulty(container: &str, fault: &str) -> Option<Specimen> {
    let jsonl =
        format!("{{\"doc\":\"a\",\"text\":\"{ONE}\"}}\n{{\"doc\":\"a\",\"text\":\"{TWO}\"}}\n");
    let vertical =
        format!("<doc id=\"a\">\n<p>\n{ONE}\n</p>\n</doc>\n<doc id=\"a\">\n{TWO}\n</doc>\n");
    let table = |comma: char| format!("doc{comma}text\na{comma}\"{ONE}\"\na{comma}\"{TWO}\"\n");
    let rows =
        |names: [&'static str; 2]| parquet(&[("doc", names.to_vec()), ("text", vec![ONE, TWO])]);
    match (container, fault) {
        ("warc", "cut off") => {
            let plain = unzipped(&[warc_member(1), warc_member(2)].concat());
            specimen("x.warc", cut(&plain, 1000), 1)
        }
        ("warc", "two of one name") => {
            specimen("x.warc.gz", [warc_member(1), warc_member(1)].concat(), 2)
        }
        ("warc", "empty") => specimen("x.warc", "", 0),
        ("parquet", "cut off") => specimen("x.parquet", cut(&rows(["a", "b"]), 10), 0),
        ("parquet", "two of one name") => specimen("x.parquet", rows(["a", "a"]), 2),
        ("parquet", "empty") => specimen("x.parquet", "", 0),
        ("parquet", "wrong checksum") => {
            let whole = std::fs::read(root().join("tests/corpus/checksums.parquet")).unwrap();
            let at = memchr::memmem::find(&whole, b"long enough").unwrap();
            specimen("x.parquet", flipped(&whole, at), 3)
        }
        ("zip", "cut off") => specimen("x.zip", cut(&zip(&two("b.txt")), 30), 0),
        // The library that writes refuses a second member of one name.
        ("zip", "two of one name") => specimen("x.zip", renamed(&zip(&two("b.txt"))), 2),
        ("zip", "empty") => specimen("x.zip", "", 0),
        ("zip", "wrong checksum") => {
            let archive = zip(&two("b.txt"));
            let directory = memchr::memmem::find(&archive, b"PK\x01\x02").unwrap();
            specimen("x.zip", flipped(&archive, directory + 16), 1)
        }
        ("tar", "cut off") => specimen("x.tar", cut(&tar(&two("b.txt")), 1024 + 490), 1),
        ("tar", "two of one name") => specimen("x.tar", tar(&two("a.txt")), 2),
        ("tar", "empty") => specimen("x.tar.gz", "", 0),
        ("tar", "wrong checksum") => specimen("x.tar", flipped(&tar(&two("b.txt")), 1024), 1),
        ("jsonl", "cut off") => specimen("x.jsonl", cut(jsonl.as_bytes(), 9), 1),
        ("jsonl", "two of one name") => specimen("x.jsonl", jsonl, 2),
        ("jsonl", "empty") => specimen("x.jsonl", "", 0),
        ("vertical", "cut off") => specimen("x.vert", cut(vertical.as_bytes(), 9), 2),
        ("vertical", "two of one name") => specimen("x.vert", vertical, 2),
        ("vertical", "empty") => specimen("x.vert", "", 0),
        ("csv", "cut off") => specimen("x.csv", cut(table(',').as_bytes(), 9), 1),
        ("csv", "two of one name") => specimen("x.csv", table(','), 2),
        ("csv", "empty") => specimen("x.csv", "", 0),
        ("tsv", "cut off") => specimen("x.tsv", cut(table('\t').as_bytes(), 9), 1),
        ("tsv", "two of one name") => specimen("x.tsv", table('\t'), 2),
        ("tsv", "empty") => specimen("x.tsv", "", 0),
        ("text", "empty") => specimen("x.txt", "", 0),
        _ => None,
    }
}

fn unzipped(bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    std::io::Read::read_to_end(&mut flate2::read::MultiGzDecoder::new(bytes), &mut plain).unwrap();
    plain
}

/// An archive whose members `b.txt` are called `a.txt`.
fn renamed(archive: &[u8]) -> Vec<u8> {
    let mut archive = archive.to_vec();
    let places: Vec<usize> = memchr::memmem::find_iter(&archive, b"b.txt").collect();
    for at in places {
        archive[at] = b'a';
    }
    archive
}

#[test]
fn each_container_answers_each_question_as_the_manual_says() {
    for container in &CONTAINERS {
        for (fault, answer) in container.answers.all() {
            let case = format!("{} {fault}", container.name);
            let specimen = faulty(container.name, fault);
            let Some(Specimen {
                name,
                bytes,
                documents,
            }) = specimen
            else {
                assert!(matches!(answer, Answer::NoSuch(_)), "{case} has no file");
                continue;
            };
            let here = Workplace::new();
            here.write(name, &bytes);
            let done = here.run("linenorm", &[name]);
            let (code, words) = match answer {
                Answer::Error(words) => (2, words),
                Answer::Warning(words) => (0, words),
                Answer::Accepted(_) => (0, ""),
                Answer::NoSuch(_) => panic!("{case}: there is such a file"),
            };
            assert_eq!(done.code, Some(code), "{case}: {}", done.err);
            assert!(done.err.contains(words), "{case}: {}", done.err);
            assert_eq!(
                done.err.is_empty(),
                words.is_empty(),
                "{case}: {}",
                done.err
            );
            let read = done.text().lines().count();
            assert_eq!(read, documents, "{case}: {}{}", done.text(), done.err);
        }
    }
}

/// A download that failed, whatever is in the file.
#[test]
fn an_empty_file_that_says_it_is_compressed_is_an_error() {
    let here = Workplace::new();
    for name in [
        "x.gz",
        "x.zst",
        "x.txt.xz",
        "x.zip",
        "x.tar.gz",
        "x.tgz",
        "x.warc.gz",
        "x.jsonl.gz",
    ] {
        here.write(name, "");
        for (arguments, input) in [(&[name][..], String::new()), (&[], format!("{name}\n"))] {
            let done = here
                .run_with("linenorm", arguments, input.as_bytes())
                .expect(2);
            assert!(
                done.err.contains(&format!("{name}: the file is empty")),
                "{}",
                done.err
            );
        }
    }
    here.write("x.txt", "");
    here.run("linenorm", &["x.txt"]).quietly();
}

#[test]
fn archives_that_are_joined_are_all_read() {
    let here = Workplace::new();
    let first = zip(&[("a.txt", ONE.as_bytes())]);
    let second = zip(&[("b.txt", TWO.as_bytes())]);
    here.write("x.zip", [&first[..], &second].concat());
    let done = here.run("linenorm", &["-r", "x.zip"]).quietly();
    assert_eq!(done.text(), format!("{ONE}\n{TWO}\n"));
    // The bytes before it are not an archive: a program that unpacks it, or the rest of one.
    here.write("y.zip", [&first[..40], &second].concat());
    let done = here.run("linenorm", &["-r", "y.zip"]).expect(2);
    assert!(
        done.err.contains("40 bytes before the archive"),
        "{}",
        done.err
    );
    assert_eq!(done.text(), format!("{TWO}\n"));
}

/// A few bytes that stand for many members.
#[test]
fn members_that_overlap_are_refused() {
    let here = Workplace::new();
    let archive = zip(&two("b.txt"));
    let places: Vec<usize> = memchr::memmem::find_iter(&archive, b"PK\x01\x02").collect();
    let mut same = archive.clone();
    // Both entries of the directory name the member at the beginning.
    same[places[1] + 42..places[1] + 46].fill(0);
    here.write("x.zip", same);
    let done = here.run("linenorm", &["-r", "x.zip"]).expect(2);
    assert!(
        done.err
            .contains("x.zip:b.txt: its bytes are also those of another member"),
        "{}",
        done.err
    );
    assert_eq!(done.text(), format!("{ONE}\n"));
}

#[test]
fn sparse_members_are_refused_in_either_form() {
    let here = Workplace::new();
    let mut builder = tar::Builder::new(Vec::new());
    let sparse = [
        ("GNU.sparse.major", &b"1"[..]),
        ("GNU.sparse.minor", b"0"),
        ("GNU.sparse.name", b"real.txt"),
    ];
    builder.append_pax_extensions(sparse).unwrap();
    let mut header = tar::Header::new_ustar();
    let content = format!("1\n0\n{}\n", ONE.len());
    header.set_size(content.len() as u64);
    builder
        .append_data(&mut header, "GNUSparseFile.0/real.txt", content.as_bytes())
        .unwrap();
    let mut header = tar::Header::new_ustar();
    header.set_size(TWO.len() as u64);
    builder
        .append_data(&mut header, "b.txt", TWO.as_bytes())
        .unwrap();
    here.write("x.tar", builder.into_inner().unwrap());
    let done = here.run("linenorm", &["-r", "x.tar"]).expect(2);
    assert!(
        done.err
            .starts_with("linenorm: x.tar:real.txt: a sparse member is not read"),
        "{}",
        done.err
    );
    assert_eq!(done.text(), format!("{TWO}\n"));
}

#[test]
fn a_folder_and_an_archive_pass_over_an_image_alike() {
    let here = Workplace::new();
    let image: &[u8] = b"\x89PNG\r\n\x1A\n\0\0";
    here.write("in/1.txt", ONE);
    here.write("in/logo.png", image);
    let members: [(&str, &[u8]); 2] = [("in/1.txt", ONE.as_bytes()), ("in/logo.png", image)];
    here.write("x.tar", tar(&members));
    here.write("x.zip", zip(&members));
    for from in ["in", "x.tar", "x.zip"] {
        let done = here.run("linenorm", &["-r", "-j2", from]).expect(0);
        assert_eq!(done.text(), format!("{ONE}\n"));
        assert!(done.err.contains("warning: skipped"), "{}", done.err);
    }
    // A file that was asked for by its name is an error.
    let done = here.run("linenorm", &["in/logo.png"]).expect(2);
    assert_eq!(
        done.err,
        "linenorm: in/logo.png: this looks like a PNG image\n"
    );
    here.write("images/logo.png", image);
    here.write("images.tar", tar(&members[1..]));
    for from in ["images", "images.tar"] {
        let done = here.run("linenorm", &[from]).expect(0);
        assert!(done.err.contains("warning:"), "{}", done.err);
    }
}

/// Servers send images as pages, and crawlers store them.
#[test]
fn pages_that_are_not_text_are_left_out_by_every_tool() {
    let bodies: [(&str, &[u8]); 6] = [
        ("png", b"\x89PNG\r\n\x1A\n\0\0"),
        ("font", b"wOF2\0\x01\0\0"),
        ("pdf", b"%PDF-1.4\n"),
        ("zip", b"PK\x03\x04\x14\0"),
        ("video", b"\0\0\0\x20ftypisom"),
        ("gzip", b"\x1F\x8B\x08\0\0\0"),
    ];
    let here = Workplace::new();
    let page = |name: &str, body: &[u8]| {
        let head = format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Of: {name}\r\n\r\n");
        let length = head.len() + body.len();
        let record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/{name}\r\n\
             Content-Type: application/http\r\nContent-Length: {length}\r\n\r\n{head}"
        );
        [record.as_bytes(), body, b"\r\n\r\n"].concat()
    };
    let filled = |body: &[u8]| [body, &[0xD8; 6000]].concat();
    let mut archive: Vec<u8> = (bodies.iter())
        .flat_map(|(name, body)| page(name, &filled(body)))
        .collect();
    here.write("only.warc", &archive);
    archive.extend(page("page", format!("<p>{ONE}. ").repeat(120).as_bytes()));
    here.write("x.warc", &archive);
    for tool in crate::containers::readers() {
        let done = crate::containers::run(&here, tool, &["only.warc"], b"").expect(0);
        assert!(done.err.contains("6 not text"), "{tool}: {}", done.err);
        let both = crate::containers::run(&here, tool, &["x.warc"], b"").expect(0);
        assert!(!both.text().contains('\u{FFFD}'), "{tool}: {}", both.text());
    }
}

#[test]
fn a_page_in_utf_16_without_a_mark_is_an_error_unless_the_server_names_it() {
    let here = Workplace::new();
    let body: Vec<u8> = (format!("<p>{ONE}. ").repeat(120).encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    let record = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://a/\r\n\
         Content-Type: application/http\r\nContent-Length: {}\r\n\r\n{head}",
        head.len() + body.len()
    );
    here.write("x.warc", [record.as_bytes(), &body, b"\r\n\r\n"].concat());
    let done = here.run("linenorm", &["x.warc"]).expect(2);
    assert!(
        done.err.contains("UTF-16 without a byte order mark"),
        "{}",
        done.err
    );
    let done = here
        .run("linenorm", &["-r", "-E", "utf-16le", "x.warc"])
        .quietly();
    assert!(done.text().contains(ONE), "{}", done.text());
}

#[test]
fn arc_files_are_read_as_web_archives() {
    let page = format!("<p>{ONE}. ").repeat(120);
    let message = format!("HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n{page}");
    let record = |url: &str, kind: &str, body: &str| {
        format!(
            "{url} 10.1.1.1 20030201123456 {kind} {}\n{body}\n",
            body.len()
        )
    };
    let version = "1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n";
    let archive = [
        record("filedesc://x.arc", "text/plain", version),
        record("http://a.example/1", "text/html", &message),
        record("dns:a.example", "text/dns", "a.example 60 IN A 10.1.1.1\n"),
        "damage in between\nand more of it\n".into(),
        record("http://a.example/2", "text/html", &message),
    ];
    let here = Workplace::new();
    here.write("x.arc", archive.concat());
    let members: Vec<u8> = archive
        .iter()
        .flat_map(|record| crate::harness::gzip(record.as_bytes()))
        .collect();
    here.write("x.arc.gz", members);
    for file in ["x.arc", "x.arc.gz"] {
        let done = here
            .run(
                "blockdedup",
                &["--no-smoothing", "--unit", "span", "--threshold=1", file],
            )
            .expect(2);
        assert!(
            done.err.contains("this is not a record of a web archive"),
            "{}",
            done.err
        );
        let first = done.text().lines().next().unwrap();
        assert!(first.contains("\"doc\":\"http://a.example/1\""), "{first}");
        assert!(
            first.contains("\"date\":\"2003-02-01T12:34:56Z\""),
            "{first}"
        );
        let done = here.run("linenorm", &["-r", file]).expect(2);
        assert_eq!(done.text().lines().count(), 2, "{}", done.text());
    }
}

#[test]
fn an_e_book_is_read_in_the_order_of_its_chapters() {
    let here = Workplace::new();
    let chapter = |text: &str| {
        format!(
            "<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>\n<p>{text}</p>\n</body></html>\n"
        )
    };
    let (one, two) = (chapter(ONE), chapter(TWO));
    let container = "<container><rootfiles><rootfile full-path='O/book.opf' \
        media-type='application/oebps-package+xml'/></rootfiles></container>";
    let package = "<package><manifest><item id='b' href='t/two.xhtml' media-type='application/xhtml+xml'/>\
        <item id='a' href='t/one.xhtml' media-type='application/xhtml+xml'/>\
        <item id='n' href='nav.xhtml' media-type='application/xhtml+xml'/></manifest>\
        <spine><itemref idref='a'/><itemref idref='b'/></spine></package>";
    let members: [(&str, &[u8]); 6] = [
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container.as_bytes()),
        ("O/book.opf", package.as_bytes()),
        (
            "O/nav.xhtml",
            b"<nav>The contents of this book are not a chapter of it</nav>",
        ),
        ("O/t/two.xhtml", two.as_bytes()),
        ("O/t/one.xhtml", one.as_bytes()),
    ];
    here.write("book.epub", zip(&members));
    let done = here.run("linenorm", &["book.epub"]).quietly();
    let docs: Vec<&str> = done
        .text()
        .lines()
        .filter_map(|line| line.split('"').nth(3))
        .collect();
    assert_eq!(docs[0], "book.epub:O/t/one.xhtml");
    assert_eq!(docs.last(), Some(&"book.epub:O/t/two.xhtml"));
    assert!(!done.text().contains("contents of this book"));
    here.write("broken.epub", zip(&members[..2]));
    let done = here.run("linenorm", &["broken.epub"]).expect(2);
    assert!(
        done.err
            .contains("this looks like an e-book, but it has no O/book.opf"),
        "{}",
        done.err
    );
}

/// A table of Parquet with the columns of a message type, a row each, uncompressed.
fn parquet_of(message: &str, write: impl FnOnce(&mut Group)) -> Vec<u8> {
    let schema = parquet::schema::parser::parse_message_type(message).unwrap();
    let properties = parquet::file::properties::WriterProperties::builder().build();
    let mut writer = parquet::file::writer::SerializedFileWriter::new(
        Vec::new(),
        schema.into(),
        properties.into(),
    )
    .unwrap();
    let mut group = writer.next_row_group().unwrap();
    write(&mut group);
    group.close().unwrap();
    writer.into_inner().unwrap()
}

type Group<'a> = parquet::file::writer::SerializedRowGroupWriter<'a, Vec<u8>>;

fn column<T: parquet::data_type::DataType>(
    group: &mut Group,
    values: &[T::T],
    levels: Option<(&[i16], &[i16])>,
) {
    let mut column = group.next_column().unwrap().unwrap();
    let (definitions, repetitions) = (levels.map(|levels| levels.0), levels.map(|levels| levels.1));
    column
        .typed::<T>()
        .write_batch(values, definitions, repetitions)
        .unwrap();
    column.close().unwrap();
}

#[test]
fn values_that_no_calendar_has_are_read_and_nested_columns_keep_their_form() {
    use parquet::data_type::{
        ByteArray, ByteArrayType, FixedLenByteArrayType, Int32Type, Int64Type,
    };
    let message = "message m {
        required binary text (UTF8);
        required int32 day (DATE);
        required int64 time (TIMESTAMP(MICROS,true));
        required fixed_len_byte_array(12) pause (INTERVAL);
        required int32 price (DECIMAL(9,0));
        optional group tags (LIST) { repeated group list { optional binary element (UTF8); } }
        optional group counts (MAP) { repeated group key_value { required binary key (UTF8); optional int32 value; } }
    }";
    let strings = |texts: &[&str]| {
        texts
            .iter()
            .map(|text| ByteArray::from(*text))
            .collect::<Vec<_>>()
    };
    let file = parquet_of(message, |group| {
        column::<ByteArrayType>(group, &strings(&[ONE, TWO, ONE]), None);
        column::<Int32Type>(group, &[i32::MAX, 19_000, i32::MIN], None);
        column::<Int64Type>(group, &[i64::MAX, 1_704_164_645_000_000, i64::MIN], None);
        let pauses: Vec<_> = (0..3_u8)
            .map(|days| ByteArray::from(vec![0, 0, 0, 0, days, 0, 0, 0, 0, 0, 0, 0]).into())
            .collect();
        column::<FixedLenByteArrayType>(group, &pauses, None);
        column::<Int32Type>(group, &[12_345, -1, 0], None);
        // ["x", null], null, [].
        column::<ByteArrayType>(
            group,
            &strings(&["x"]),
            Some((&[3, 2, 0, 1], &[0, 1, 0, 0])),
        );
        // {"a": 1, "b": null}, {}, null.
        column::<ByteArrayType>(
            group,
            &strings(&["a", "b"]),
            Some((&[2, 2, 1, 0], &[0, 1, 0, 0])),
        );
        column::<Int32Type>(group, &[1], Some((&[3, 2, 1, 0], &[0, 1, 0, 0])));
    });
    let here = Workplace::new();
    here.write("x.parquet", &file);
    let done = here
        .run(
            "blockdedup",
            &["--no-smoothing", "--threshold=1", "x.parquet"],
        )
        .quietly();
    let lines: Vec<&str> = done.text().lines().collect();
    for (line, expected) in lines.iter().zip([
        r#""day":"+5881580-07-11","time":"+294247-01-10T04:00:54.775807Z","pause":"P0M0DT0.000S","price":"12345","tags":["x",null],"counts":{"a":1,"b":null}"#,
        r#""day":"2022-01-08","time":"2024-01-02T03:04:05Z","pause":"P0M1DT0.000S","price":"-1","tags":null,"counts":{}"#,
        r#""day":"-5877641-06-23","time":"-290308-12-21T19:59:05.224192Z","pause":"P0M2DT0.000S","price":"0","tags":[],"counts":null"#,
    ]) {
        assert!(line.contains(expected), "{line}");
    }
    assert_eq!(lines.len(), 3);
    // Written back, the columns have the same types and values.
    let keep_all = ["--no-smoothing", "--threshold=1"];
    let write = ["x.parquet", "-o", "z.parquet"];
    here.run("blockdedup", &[&keep_all[..], &write].concat())
        .quietly();
    let types = types_of(&here.path("x.parquet"));
    assert_eq!(types_of(&here.path("z.parquet"))[..types.len()], types);
    let again = here.run("blockdedup", &[&keep_all[..], &["z.parquet"]].concat());
    assert_eq!(again.quietly().text(), done.text());
    // A row that the footer forgets.
    let metadata = file.len()
        - 8
        - u32::from_le_bytes(file[file.len() - 8..file.len() - 4].try_into().unwrap()) as usize;
    let told: Vec<usize> = memchr::memmem::find_iter(&file[metadata..], &[0x16, 6])
        .map(|at| metadata + at + 1)
        .collect();
    let mut forgetful = file.clone();
    // The number of rows of the file and of the row group come first and last.
    forgetful[*told.first().unwrap()] = 8;
    forgetful[*told.last().unwrap()] = 8;
    here.write("y.parquet", forgetful);
    let done = here.run("linenorm", &["-r", "y.parquet"]).expect(2);
    assert_eq!(done.text().lines().count(), 3, "{}", done.err);
    assert!(
        done.err
            .contains("has 3 rows, and the footer of the file says 4"),
        "{}",
        done.err
    );
}

/// The types of the columns of a Parquet file.
fn types_of(path: &Path) -> Vec<TypePtr> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let schema = reader.metadata().file_metadata().schema();
    schema.get_fields().to_vec()
}

/// A value of 200 MB that takes some kilobytes in the file.
#[test]
fn a_column_that_is_too_large_costs_its_field_and_not_the_memory() {
    use parquet::data_type::{ByteArray, ByteArrayType};
    let message = "message m { required binary text (UTF8); required binary other (UTF8); }";
    let schema = parquet::schema::parser::parse_message_type(message).unwrap();
    let properties = parquet::file::properties::WriterProperties::builder()
        .set_compression(parquet::basic::Compression::ZSTD(Default::default()))
        .set_dictionary_enabled(false)
        .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None)
        .build();
    let mut writer = parquet::file::writer::SerializedFileWriter::new(
        Vec::new(),
        schema.into(),
        properties.into(),
    )
    .unwrap();
    let mut group = writer.next_row_group().unwrap();
    column::<ByteArrayType>(&mut group, &[ByteArray::from(ONE)], None);
    column::<ByteArrayType>(&mut group, &[ByteArray::from(vec![b'x'; 100 << 20])], None);
    group.close().unwrap();
    let here = Workplace::new();
    here.write("x.parquet", writer.into_inner().unwrap());
    let arguments = ["--max-document-size=1M", "--no-smoothing", "x.parquet"];
    let done = here.run("blockdedup", &arguments).expect(2);
    assert!(done.err.contains("column other: a page of"), "{}", done.err);
    assert!(done.text().contains("\"other\":null"), "{}", done.text());
    // A tool that writes no records does not read it.
    let done = here
        .run("linenorm", &["-r", "--max-document-size=1M", "x.parquet"])
        .quietly();
    assert_eq!(done.text(), format!("{ONE}\n"));
}

/// The index of neardup and the n-grams of blockdedup have checksums: a changed bit is said, or has no effect because it was not read.
#[test]
fn damage_to_the_files_of_earlier_runs_is_said() {
    let here = Workplace::new();
    let text =
        |number: usize| -> String { (0..30).map(|word| format!("w{number}x{word} ")).collect() };
    let lines = |numbers: std::ops::Range<usize>| -> String {
        numbers
            .map(|number| format!("{{\"doc\":\"d{number}\",\"text\":\"{}\"}}\n", text(number)))
            .collect()
    };
    here.write("a.jsonl", lines(0..20));
    here.write("b.jsonl", lines(10..30));
    here.run(
        "neardup",
        &["--index=neardup.file", "--add", "a.jsonl", "-o", "x.jsonl"],
    )
    .expect(0);
    here.run(
        "blockdedup",
        &["--emit=seen", "a.jsonl", "-o", "blockdedup.file"],
    )
    .expect(0);
    for (tool, option) in [("neardup", "--index"), ("blockdedup", "--seen")] {
        let file = format!("{tool}.file");
        let whole = std::fs::read(here.path(&file)).unwrap();
        let read = |bytes: &[u8]| {
            here.write(&file, bytes);
            here.run(tool, &[&format!("{option}={file}"), "b.jsonl"])
        };
        let expected = read(&whole).expect(0).out;
        let mut said = 0;
        for at in (0..whole.len())
            .step_by(whole.len() / 120)
            .chain(whole.len() - 9..whole.len())
        {
            let done = read(&flipped(&whole, at));
            assert!(
                done.code == Some(2) || done.out == expected,
                "{tool} byte {at}"
            );
            assert!(
                done.code == Some(0) || done.err.starts_with(&format!("{tool}: {file}: ")),
                "{}",
                done.err
            );
            said += usize::from(done.code == Some(2));
        }
        assert!(said > 50, "{tool}: {said}");
        for from_end in (1..whole.len()).step_by(whole.len() / 40) {
            let done = read(&cut(&whole, from_end)).expect(2);
            assert!(
                done.err.starts_with(&format!("{tool}: {file}: ")),
                "{}",
                done.err
            );
        }
        read(&[&whole[..], b"x"].concat()).expect(2);
    }
}
