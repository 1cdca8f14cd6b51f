//! A lot of input: long lists, and more bytes than memory holds.

use std::fs;
use std::io::Write;

use trommel::Input;

use super::jobs::Bench;
use super::{Findings, empty, quoted};
use crate::measure::measure;

/// Jobs that stream, or hold as much as an option says. `{case}` is the tool's folder of test
/// cases.
const STREAMING: &[(&str, &str, &str)] = &[
    ("linenorm", "", "documents"),
    ("linenorm", "--ends 300 -r", "documents"),
    ("freqlines", "--backend external -S 16M", "lines"),
    (
        "freqlines",
        "--backend counters --bits 26 --counter-bits 8",
        "lines",
    ),
    ("freqlines", "--backend majority", "lines"),
    ("cutbounds", "--freq {case}/freq.jsonl", "documents"),
    (
        "cutbounds",
        "--freq {case}/freq.jsonl --emit body",
        "documents",
    ),
    ("uniqwords", "", "documents"),
    ("charset", "", "documents"),
    ("htmlblocks", "--emit text", "pages"),
    ("blockdedup", "-S 16M", "documents"),
    (
        "altcount",
        "--apply {case}/model.jsonl --emit useful",
        "pages",
    ),
];

/// Peak memory by what goes through a pipe.
pub fn much_input(bench: &Bench, megabytes: u64) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "A lot of input",
        format!(
            "Peak memory where {megabytes} MB and where {} MB of records that never repeat go through a pipe, and the CPU seconds \
             of the pipeline for the latter.",
            10 * megabytes
        ),
        &["job", "1x, MiB", "10x, MiB", "CPU s"],
    );
    let lab = std::env::current_exe()?;
    for (tool, options, what) in STREAMING {
        let Some(job) = bench.usual_jobs().find(|job| job.tool == *tool) else {
            continue;
        };
        let options = options.replace("{case}", &bench.folder.join(job.tool).display().to_string());
        let run = |megabytes: u64| {
            measure(&format!(
                "{} stream {what} {megabytes} | {} {options}",
                quoted(&lab),
                quoted(&bench.tools.join(tool))
            ))
        };
        let (one, ten) = (run(megabytes)?, run(10 * megabytes)?);
        let shown: Vec<&str> = options
            .split(' ')
            .filter(|word| !word.contains('/'))
            .collect();
        let row = vec![
            format!("`{tool} {}`", shown.join(" ")).replace(" `", "`"),
            mebibytes(one.peak),
            mebibytes(ten.peak),
            format!("{:.0}", ten.cpu),
        ];
        // With gigabytes a row takes minutes.
        eprintln!("{}", row.join("\t"));
        findings.rows.push(row);
        if ten.peak > one.peak + one.peak / 4 + (16 << 20) {
            findings.wrong.push(format!(
                "{tool} {options}: {} MiB grow to {}",
                mebibytes(one.peak),
                mebibytes(ten.peak)
            ));
        }
    }
    Ok(findings)
}

/// Peak memory by the number of entries of a list.
pub fn long_lists(bench: &Bench, entries: u64) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "Long lists",
        format!(
            "Peak memory where the list on standard input has {} entries, and where it has {entries}.",
            entries / 10
        ),
        &["tool", "1x, MiB", "10x, MiB", "CPU s"],
    );
    // A document of one line, with its bounds for the tool that wants some.
    let folder = empty(bench.folder.join("lists"))?;
    fs::write(folder.join("one-line.txt"), "A line, and nothing else.\n")?;
    let bounds = bench.folder.join("factorends/bounds.jsonl");
    let mut bounds = fs::File::options().append(true).open(bounds)?;
    bounds.write_all(
        b"{\"doc\":\"one-line.txt\",\"lines\":1,\"preamble_end\":0,\"epilogue_start\":2,\"preamble_rule\":\"none\",\
          \"epilogue_rule\":\"none\"}\n",
    )?;
    for job in bench
        .usual_jobs()
        .filter(|job| job.input == Input::Documents)
    {
        let run = |entries: u64| {
            measure(&format!(
                "cd {} && awk 'BEGIN {{ for (i = 0; i < {entries}; i++) print \"one-line.txt\" }}' | {}{} 2>/dev/null",
                quoted(&folder),
                quoted(&bench.tools.join(job.tool)),
                job.shell(&bench.folder, &bench.folder),
            ))
        };
        let (one, ten) = (run(entries / 10)?, run(entries)?);
        findings.rows.push(vec![
            format!("`{}`", job.tool),
            mebibytes(one.peak),
            mebibytes(ten.peak),
            format!("{:.0}", ten.cpu),
        ]);
        if ten.peak > one.peak + one.peak / 4 + (16 << 20) {
            findings.wrong.push(format!(
                "{}, long list: {} MiB grow to {}",
                job.tool,
                mebibytes(one.peak),
                mebibytes(ten.peak)
            ));
        }
    }
    Ok(findings)
}

fn mebibytes(bytes: u64) -> String {
    format!("{:.0}", bytes as f64 / 1048576.0)
}
