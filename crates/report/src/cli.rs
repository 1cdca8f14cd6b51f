//! The command line of trommel-report.

use std::ffi::OsString;
use std::sync::Mutex;

use clap::Parser;
use command::{CommonArgs, Error, Output, Process, Tool};
use intake::{BLOCK, Blocks, Sources};
use record::Stats;

use crate::yields::{Yields, threshold};
use crate::{Step, page, steps};

/// Make a page about a pipeline from the stats of its tools
///
/// Reads the stats records that tools append with --stats FILE and writes an HTML page. It shows the documents and
/// words that remain after each step, and the numbers of the corpus by language and host. It also shows the cost of each
/// step, the inputs that it left out and why, and the slowest inputs. The page is
/// self-contained and has no scripts.
///
/// The numbers of the corpus are those of PRESEMT's Table 2: downloaded volume and documents, words of main text and of
/// boilerplate, and the documents, words and duplicate n-grams that are left after each step. A duplicate n-gram is one that
/// text kept earlier has; blockdedup counts them, with -n 10 as in the paper.
///
/// The steps are in the order of the records, which is that of the pipeline. Several runs of one tool that do the same job,
/// for instance one for each part of a corpus, are added up; blockdedup --exact is another job than blockdedup. Without any records no page is written.
#[derive(Debug, Parser)]
#[command(name = "trommel-report")]
pub struct Options {
    /// Files of stats records (gzip and zstd are recognised); standard input if there are none, or for -
    #[arg(value_name = "FILE", help_heading = "Input")]
    files: Vec<OsString>,

    /// Write the yield of each host of a crawl as records: FINAL holds what remains of the documents in FILEs
    ///
    /// FILEs hold the crawl in crawl order, in any container that the tools read, or standard input lists them; FINAL
    /// holds the final documents under the same names. The yield rate of a host is its final bytes divided by its
    /// downloaded bytes. Once it falls below 0.01 (log10 n - 1) after n documents, SpiderLing stops crawling the host
    /// (Suchomel & Pomikálek 2012). Each record says after how many documents that would have happened, how much it
    /// would have saved, and how much it would have lost.
    #[arg(long = "yield", value_name = "FINAL", conflicts_with_all = ["each", "title"], help_heading = "Output")]
    final_documents: Option<OsString>,

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

/// Advice if the records are of another kind.
const NO_STATS: &str = "stats records are what each tool appends to FILE with --stats FILE";

impl Tool for Options {
    const EXAMPLES: &'static str = "\
# draw what each step of a pipeline read and wrote
find books -name '*.txt' | linenorm --ends 300 --stats log.jsonl | freqlines --stats log.jsonl > freq.jsonl
find books -name '*.txt' | cutbounds --freq freq.jsonl --emit body --stats log.jsonl > clean.jsonl
trommel-report --title 'Books' log.jsonl -o report.html
# find the hosts of a crawl that are not worth more downloads
find site -name '*.html' | htmlblocks | blockdedup > final.jsonl
find site -name '*.html' | trommel-report --yield final.jsonl > hosts.jsonl
# describe a corpus by language and host, as in Table 2 of PRESEMT
find site -name '*.html' | charset --to-utf8 --stats log.jsonl | htmlblocks --stats log.jsonl > pages.jsonl
blockdedup --exact --unit document --stats log.jsonl pages.jsonl | blockdedup -n 10 --stats log.jsonl > corpus.jsonl
trommel-report log.jsonl -o corpus.html
# print the same numbers for a program
jq -c '[.tool, .documents, .documents_out, .words_out]' log.jsonl";

    const MEMORY: &'static str = "Grows with the runs: a few KiB for each. With --yield, one document, and the name of each document of FINAL and about 100 bytes more.";

    fn common(&self) -> &CommonArgs {
        &self.common
    }

    fn run(&self, process: &Process, out: &mut Output) -> Result<(), Error> {
        if let Some(path) = &self.final_documents {
            return self.yields(path, process, out);
        }
        let mut runs = Vec::new();
        let mut blocks = Blocks::new(&self.files, false, BLOCK, process);
        while let Some(block) = blocks.next_block() {
            let lines = block.bytes.split_inclusive(|&byte| byte == b'\n');
            for (number, line) in (block.first_line..).zip(lines) {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                match Stats::read(line) {
                    Ok(stats) => runs.push(stats),
                    Err(error) => {
                        let error = intake::Error::new(&block.origin, error)
                            .at_line(number)
                            .hint(NO_STATS);
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
            out.discard();
            return Ok(());
        }
        out.write(page::write(&self.title, &steps).as_bytes())
    }
}

impl Options {
    /// Writes the yields of the hosts of a crawl.
    fn yields(&self, path: &OsString, process: &Process, out: &mut Output) -> Result<(), Error> {
        let yields = Mutex::new(Yields::default());
        let lock = || {
            yields
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner())
        };
        let mut read = |files, take: fn(&mut Yields, &[u8], u64)| {
            let mut sources = Sources::default();
            sources.files = files;
            // The crawl order requires a single thread.
            command::for_each_document(
                process,
                &sources,
                1,
                out,
                || (),
                |(), document, emit| {
                    let bytes = document.text.len() as u64;
                    take(&mut lock(), document.name.as_bytes(), bytes);
                    emit.settle();
                },
            )
        };
        process.need("--yield", || read(vec![path.clone()], Yields::remaining))?;
        read(self.files.clone(), Yields::downloaded)?;
        let mut line = Vec::new();
        for (name, host) in std::mem::take(&mut *lock()).hosts() {
            line.clear();
            record::Host {
                host: &name,
                documents: host.documents,
                bytes: host.bytes,
                final_bytes: host.final_bytes,
                yield_rate: host.yield_rate(),
                threshold: threshold(host.documents),
                stopped: host.stopped_after.map(|stopped_after| record::Stopped {
                    stopped_after,
                    bytes_saved: host.bytes_saved,
                    final_bytes_lost: host.final_bytes_lost,
                }),
            }
            .write(&mut line);
            out.write(&line)?;
        }
        Ok(())
    }
}
