//! Measures the reading of documents: web archives, compared with fastwarc, which reads the same records, and
//! compressed JSON Lines, compared with a pipe from igzip.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::corpora;
use crate::measure::{Candidate, compare, installed, release_tools};

/// The parts to run.
#[derive(clap::Args)]
pub struct Options {
    /// A folder with web pages (.html, .htm)
    folder: PathBuf,
    /// Runs of each command
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Where the archives are written
    #[arg(long, default_value = "target/bench")]
    work: PathBuf,
    /// A Python that has fastwarc
    #[arg(long, default_value = "python3")]
    python: String,
}

/// Reads the bodies of all responses, as a program would that does something with them.
const FASTWARC: &str = "import sys
from fastwarc.warc import ArchiveIterator, WarcRecordType
records = size = 0
for record in ArchiveIterator(open(sys.argv[1], 'rb'), record_types=WarcRecordType.response, parse_http=True):
    records += 1
    size += len(record.reader.read())
print(records, size)";

/// Runs all.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let linenorm = release_tools()?.join("linenorm").display().to_string();
    fs::create_dir_all(&options.work).with_context(|| options.work.display().to_string())?;
    let path = |name: &str| options.work.join(name).display().to_string();
    let (warc, warc_gz) = (path("pages.warc"), path("pages.warc.gz"));
    let (jsonl, jsonl_gz) = (path("pages.jsonl"), path("pages.jsonl.gz"));
    write_archives(&options.folder, [&warc, &warc_gz, &jsonl, &jsonl_gz])?;
    let read = |file: &str| format!("{linenorm} -q --ends 1 -r {file}");
    let fastwarc = |file: &str| format!("{} -c \"{FASTWARC}\" {file}", options.python);
    for file in [&warc_gz, &warc] {
        let candidates = [
            Candidate::new("fastwarc", fastwarc(file)),
            Candidate::new("linenorm", read(file)),
            Candidate::new("linenorm -j 2", format!("{} -j 2", read(file))),
        ];
        compare(file, &candidates, options.rounds)?;
    }
    let mut candidates = vec![
        Candidate::new("linenorm, not compressed", read(&jsonl)),
        Candidate::new("linenorm", read(&jsonl_gz)),
        Candidate::new("linenorm -j 2", format!("{} -j 2", read(&jsonl_gz))),
        Candidate::new(
            "gzip -dc | linenorm",
            format!("gzip -dc {jsonl_gz} | {}", read("-")),
        ),
    ];
    if installed("igzip") {
        let command = format!("igzip -dc {jsonl_gz} | {}", read("-"));
        candidates.insert(0, Candidate::new("igzip -dc | linenorm", command));
    } else {
        println!("igzip is not installed: not run");
    }
    compare(&jsonl_gz, &candidates, options.rounds)
}

/// The pages of a folder as a web archive and as JSON Lines, plain and compressed: of the archive each record by itself, as crawlers
/// write it.
fn write_archives(folder: &Path, names: [&str; 4]) -> anyhow::Result<()> {
    let pages = corpora::files(folder, &["html", "htm"])?;
    let create = |name: &str| anyhow::Ok(BufWriter::new(File::create(name)?));
    let [mut warc, mut warc_gz, mut jsonl, jsonl_gz] = [
        create(names[0])?,
        create(names[1])?,
        create(names[2])?,
        create(names[3])?,
    ];
    let mut jsonl_gz = GzEncoder::new(jsonl_gz, Compression::default());
    let mut bytes = 0;
    for (number, page) in pages.iter().enumerate() {
        let body = fs::read(page)?;
        bytes += body.len();
        let http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let mut record = format!(
            "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: http://example.org/{number}\r\n\
             WARC-Date: 2024-01-01T00:00:00Z\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{http}",
            http.len() + body.len()
        )
        .into_bytes();
        record.extend(&body);
        record.extend(b"\r\n\r\n");
        warc.write_all(&record)?;
        let mut member = GzEncoder::new(&mut warc_gz, Compression::default());
        member.write_all(&record)?;
        member.finish()?;
        let text = String::from_utf8_lossy(&body);
        let mut line =
            serde_json::to_vec(&serde_json::json!({ "id": number.to_string(), "text": text }))?;
        line.push(b'\n');
        jsonl.write_all(&line)?;
        jsonl_gz.write_all(&line)?;
    }
    warc.flush()?;
    warc_gz.flush()?;
    jsonl.flush()?;
    jsonl_gz.finish()?.flush()?;
    println!("{} pages, {:.1} MB", pages.len(), bytes as f64 / 1e6);
    Ok(())
}
