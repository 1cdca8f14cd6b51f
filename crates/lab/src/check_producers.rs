//! `cargo lab check-producers`: files of the programs that corpora come from, through the tools, and back.

use std::fs;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use crate::measure::{has_module, installed, release_tools, shell};

/// The programs that write and read the files.
#[derive(Args)]
pub struct Options {
    /// A Python that has datasets, pyarrow, warcio and webdataset
    #[arg(long, value_name = "FILE", default_value = "python3")]
    python: PathBuf,

    /// Put the files into DIR, except the web archives: those of tests/corpus/produced are
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
}

/// Writes records in all containers, and a web archive.
const WRITE: &str = r#"
import gzip, io, zlib
import pyarrow as pa, pyarrow.csv, pyarrow.parquet
import webdataset
from datasets import Dataset
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

rows = [
    {"id": f"doc-{n}", "text": f"Line one of text {n}.\nA second line: caf\u00e9, \U0001F600, \"quoted\".\n",
     "metadata": {"score": n / 10, "tags": ["a", "b"], "none": None}, "added": f"2024-01-{n + 1:02}"}
    for n in range(20)
]
Dataset.from_list(rows).to_json("rows.jsonl", force_ascii=False)
Dataset.from_list(rows).to_json("rows.jsonl.gz", compression="gzip")

# The same rows in every container. Those of Parquet lie in several row groups.
table = Dataset.from_list(rows)
table.to_parquet("datasets.parquet", batch_size=7)
flat = pa.table({name: [row[name] for row in rows] for name in ["id", "text", "added"]})
for compression in ["snappy", "gzip", "zstd", "lz4", "brotli", "none"]:
    pa.parquet.write_table(flat, f"{compression}.parquet", compression=compression, row_group_size=7)
pa.csv.write_csv(flat, "rows.csv")
with webdataset.TarWriter("shard.tar", encoder=True, mtime=0) as shard:
    for row in rows:
        shard.write({"__key__": row["id"], "txt": row["text"], "json": row["metadata"]})
with webdataset.TarWriter("shard.tar.gz", encoder=True, mtime=0) as shard:
    for row in rows:
        shard.write({"__key__": row["id"], "txt": row["text"], "json": row["metadata"]})

def page(n):
    return "<html><body>" + f"<p>Page {n} caf\u00e9: {'the words of a page that is long enough to be taken. ' * 120}</p>" * 2 + "</body></html>"

def chunked(data):
    pieces = [data[i : i + 1000] for i in range(0, len(data), 1000)]
    return b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) + b"0\r\n\r\n"

def respond(writer, n, body, headers, date="2024-02-03T04:05:06Z"):
    headers = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8")] + headers, protocol="HTTP/1.1")
    writer.write_record(writer.create_warc_record(f"http://example.org/{n}", "response", payload=io.BytesIO(body),
        http_headers=headers, warc_headers_dict={"WARC-Date": date}))

for name, compress in [("pages.warc", False), ("pages.warc.gz", True)]:
    with open(name, "wb") as file:
        writer = WARCWriter(file, gzip=compress)
        writer.write_record(writer.create_warcinfo_record(name, {"software": "warcio"}))
        respond(writer, 0, page(0).encode(), [])
        respond(writer, 1, gzip.compress(page(1).encode()), [("Content-Encoding", "gzip")])
        respond(writer, 2, chunked(page(2).encode()), [("Transfer-Encoding", "chunked")])
        respond(writer, 3, chunked(gzip.compress(page(3).encode())),
            [("Content-Encoding", "gzip"), ("Transfer-Encoding", "chunked")])
        respond(writer, 4, zlib.compress(page(4).encode()), [("Content-Encoding", "deflate")])
        writer.write_record(writer.create_revisit_record("http://example.org/again", "sha1:" + "A" * 32,
            "http://example.org/0", "2024-02-03T04:05:06Z"))
        # Too small, and no page.
        respond(writer, "small", b"<p>small</p>", [])
"#;

/// Reads what the tools made of them.
const READ: &str = r#"
from datasets import load_dataset
from warcio.archiveiterator import ArchiveIterator

def load(name):
    return load_dataset("json", data_files=name, split="train", cache_dir="cache")

rows = list(load("rows.jsonl"))
for name in ["kept.jsonl", "kept-gz.jsonl"]:
    kept = list(load(name))
    assert len(kept) == len(rows) == 20, (name, len(kept))
    for row, one in zip(rows, kept):
        for field in ["id", "metadata", "added"]:
            assert one[field] == row[field], (name, field, one[field], row[field])
        assert one["text"].split() == row["text"].split(), (name, one["text"])
        assert "cutbounds" in one
for name in ["pages.warc", "pages.warc.gz"]:
    with open(name, "rb") as file:
        theirs = {}
        for record in ArchiveIterator(file):
            if record.rec_type == "response":
                theirs[record.rec_headers.get_header("WARC-Target-URI")] = record.content_stream().read()
    ours = {row["doc"]: row for row in load(name + ".jsonl")}
    assert set(ours) == {f"http://example.org/{n}" for n in range(5)}, set(ours)
    for uri, row in ours.items():
        assert row["text"] == theirs[uri].decode(), uri
        assert row["url"] == uri and row["content_type"].startswith("text/html"), row.keys()
        assert str(row["date"]).startswith("2024-02-03"), row["date"]
import json, sys
for name in sys.argv[1:]:
    with open(name + ".read") as file:
        read = [json.loads(line) for line in file]
    assert len(read) == 20, (name, len(read))
    for row, one in zip(rows, read):
        assert one["text"] == row["text"], (name, one["text"])
        named = one.get("id") or one["doc"]
        assert named == row["id"] or named.endswith(":" + row["id"]), (name, one)
print("the same 20 rows in", " ".join(sys.argv[1:]))
print("datasets: 20 records with all their fields; warcio: 5 pages of 2 archives with their text")
"#;

/// Has the files written, rewrites them, and has them read.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let work = crate::root().join("target/check-producers");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let python = options.python.display();
    for package in ["datasets", "pyarrow", "warcio", "webdataset"] {
        if !has_module(&format!("'{python}'"), package) {
            bail!(
                "{python} has no package {package}: install it, and name that Python with --python"
            );
        }
    }
    for program in ["bzip2", "gzip", "lz4", "xz", "zstd"] {
        if !installed(program) {
            bail!("there is no {program}: install it");
        }
    }
    let tools = release_tools()?;
    let keep = match &options.keep {
        None => String::new(),
        Some(folder) => {
            fs::create_dir_all(folder)?;
            let folder = fs::canonicalize(folder)?;
            format!("cp $produced '{}'", folder.display())
        }
    };
    fs::write(work.join("write.py"), WRITE)?;
    fs::write(work.join("read.py"), READ)?;
    shell(&format!(
        "set -e; cd '{}'; export PATH='{}':$PATH HF_HUB_OFFLINE=1 HF_DATASETS_DISABLE_PROGRESS_BARS=1
        '{python}' write.py
        printf '{{\"count\":11,\"text\":\"a line that is in none of them, to have a file of frequent lines\"}}\\n' > freq.jsonl
        cutbounds --freq freq.jsonl --emit body rows.jsonl > kept.jsonl
        cutbounds --freq freq.jsonl --emit body rows.jsonl.gz > kept-gz.jsonl
        for archive in pages.warc pages.warc.gz; do blockdedup --threshold 1 --no-smoothing $archive > $archive.jsonl; done
        for program in bzip2 gzip lz4 xz zstd; do $program -c rows.jsonl > rows.$program.jsonl; done
        produced=\"rows.jsonl rows.jsonl.gz rows.csv shard.tar shard.tar.gz $(ls *.parquet rows.*.jsonl | tr '\\n' ' ')\"
        for file in $produced; do charset --to-utf8 $file > $file.read; done
        '{python}' read.py $produced
        {keep}",
        work.display(),
        tools.display(),
    ))
}
