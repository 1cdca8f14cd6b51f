//! Reads any bytes as each container; the first byte is the number of the container. The file must be read to its end,
//! twice with the same result. Documents must not exceed the allowed size, alone and together. Then the bytes are the
//! texts of documents, which must be the same when they are read from JSON Lines and from tables.
#![no_main]

use std::io::Write;

use libfuzzer_sys::fuzz_target;

/// The maximum allowed size of a document in bytes, and of all of them.
const LARGEST: u64 = 100_000;
const ALL: u64 = 1_000_000;

fuzz_target!(|input: &[u8]| {
    let Some((&number, file)) = input.split_first() else {
        return;
    };
    let row = &intake::CONTAINERS[usize::from(number) % intake::CONTAINERS.len()];
    let mut sources = intake::Sources::default();
    sources.format = row.name.parse().expect("it is a format");
    sources.max_document_size = LARGEST;
    sources.max_input_size = Some(ALL);
    sources.warc.min_size = Some(0);
    let (documents, _) = intake::read::documents(file, &sources);
    for (_, text) in &documents {
        // A byte becomes at most three if it is not UTF-8.
        assert!(text.len() as u64 <= 3 * LARGEST, "{}", text.len());
    }
    let all: u64 = documents.iter().map(|(_, text)| text.len() as u64).sum();
    assert!(all <= 3 * ALL.max(file.len() as u64), "{all}");
    let (again, _) = intake::read::documents(file, &sources);
    assert!(documents == again);

    // With many NUL bytes it looks like UTF-16, which is refused.
    let text = String::from_utf8_lossy(file).replace('\0', " ");
    let texts: Vec<&str> = text.split("\n\n").take(8).collect();
    if texts.iter().any(|text| text.len() as u64 > LARGEST / 2) {
        return;
    }
    for (format, file) in [("jsonl", records(&texts)), ("csv", rows(&texts, ',')), ("tsv", rows(&texts, '\t'))] {
        sources.format = format.parse().expect("it is a format");
        let (read, errors) = intake::read::documents(&file, &sources);
        let read: Vec<&str> = read.iter().map(|(_, text)| &text[..]).collect();
        assert_eq!(read, texts, "{format} {errors:?}");
    }
});

fn records(texts: &[&str]) -> Vec<u8> {
    let mut out = Vec::new();
    for text in texts {
        out.extend(b"{\"text\":");
        record::write_string(&mut out, text);
        out.extend(b"}\n");
    }
    out
}

fn rows(texts: &[&str], delimiter: char) -> Vec<u8> {
    let mut out = format!("n{delimiter}text\n").into_bytes();
    for (number, text) in texts.iter().enumerate() {
        let quoted = text.replace('"', "\"\"");
        writeln!(out, "{number}{delimiter}\"{quoted}\"").expect("memory");
    }
    out
}
