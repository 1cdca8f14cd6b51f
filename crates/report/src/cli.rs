//! The command line of trommel-report.

use std::ffi::OsString;

use clap::Parser;
use command::{CommonArgs, Error, Output, Process, RecordArgs, Tool};
use intake::BLOCK;
use record::Stats;

use crate::{Step, page, steps};

/// Make a page about a pipeline from the stats of its tools
///
/// Reads the stats records that tools append with --stats FILE and writes an HTML page: the documents and words that are
/// left after each step, what each step cost, what it left out and why, and which inputs took longest. The page needs
/// nothing else, and no scripts.
///
/// The steps come in the order of the records, which is that of the pipeline. Runs of the same tool, as of a pipeline
/// that was run once for each part of a corpus, are added up. Without any records there is no page.
#[derive(Debug, Parser)]
#[command(name = "trommel-report")]
pub struct Options {
    /// Files of stats records (gzip and zstd are recognised); without FILE, or where it is -, standard input
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<OsString>,

    /// Show each run as a step of its own
    #[arg(long, help_heading = "Output")]
    each: bool,

    /// The title of the page
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "Pipeline report",
        help_heading = "Output"
    )]
    title: String,

    #[command(flatten)]
    common: CommonArgs,
}

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# what a pipeline did
find books -name '*.txt' | linenorm --ends 300 --stats log.jsonl | freqlines --stats log.jsonl > freq.jsonl
find books -name '*.txt' | cutbounds --freq freq.jsonl --emit body --stats log.jsonl > clean.jsonl
trommel-report --title 'Books' log.jsonl -o report.html
# the same numbers for a program
jq -c '[.tool, .documents, .documents_out, .words_out]' log.jsonl";

    const MEMORY: &'static str = "Grows with the runs: a few KiB for each.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        let mut runs = Vec::new();
        let files = RecordArgs {
            files: self.files.clone(),
            raw_input: false,
        };
        let mut blocks = files.blocks(BLOCK, process);
        while let Some(block) = blocks.next_block() {
            let lines = block.bytes.split_inclusive(|&byte| byte == b'\n');
            for (number, line) in (block.first_line..).zip(lines) {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                match Stats::read(line) {
                    Ok(stats) => runs.push(stats),
                    Err(error) => {
                        let error = intake::Error::new(&block.origin, error).at_line(number);
                        process.reject(&error.raw(line.trim_ascii_end()));
                    }
                }
            }
        }
        let steps = match self.each {
            true => runs
                .into_iter()
                .map(|stats| Step { stats, runs: 1 })
                .collect(),
            false => steps(runs),
        };
        if steps.is_empty() {
            return Ok(());
        }
        out.write(page::write(&self.title, &steps).as_bytes())
    }
}
