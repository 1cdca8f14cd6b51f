//! A corpus from web pages: what is left after each step, as table 2 of PRESEMT (2012) has it.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::corpora::list;
use crate::measure::{release_tools, shell};
use crate::pages::sets;

/// The number of pages at most.
const PAGES: usize = 1000;

/// Runs the pipeline, and prints its stats and where its report is.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let pages: Vec<_> = sets(folder)?
        .into_iter()
        .flat_map(|set| set.pages)
        .map(|page| page.path)
        .take(PAGES)
        .collect();
    let list = list(&pages, "web-pages")?;
    let tools = release_tools()?;
    let place = crate::root().join("target/eval/web");
    fs::create_dir_all(&place)?;
    let log = place.join("stats.jsonl");
    // Stats are appended, and those of another run are none of this one.
    if log.exists() {
        fs::remove_file(&log)?;
    }
    let tool = |name: &str| tools.join(name).display().to_string();
    shell(&format!(
        "{} --to-utf8 --stats {log} < {list} | {} --emit text --stats {log} | {} --stats {log} > {corpus} && {} {log} -o {report}",
        tool("charset"),
        tool("htmlblocks"),
        tool("blockdedup"),
        tool("trommel-report"),
        log = log.display(),
        list = list.display(),
        corpus = place.join("corpus.jsonl").display(),
        report = place.join("report.html").display(),
    ))?;
    println!("step         documents      words  blocks removed   CPU s   MiB");
    for line in fs::read(&log)?.split_inclusive(|&byte| byte == b'\n') {
        let stats = record::Stats::read(line).context("a stats record")?;
        if stats.tool == "charset" {
            println!("at the start {:>9} {:>10}", stats.documents, stats.words);
        }
        let removed = stats.counts.get("blocks removed");
        let bad = stats.counts.get("bad blocks");
        println!(
            "{:<12} {:>9} {:>10} {:>15} {:>7.2} {:>5}",
            stats.tool,
            stats.documents_out,
            stats.words_out,
            removed
                .or(bad)
                .map_or(String::new(), |number| number.to_string()),
            stats.cpu_seconds,
            stats.peak_memory >> 20,
        );
    }
    println!("{}", place.join("report.html").display());
    Ok(())
}
