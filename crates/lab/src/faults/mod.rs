//! `cargo lab faults`: what the tools do when they are killed, when the disk is full, when files cannot be read, when
//! memory is short, and when there is a lot of input.
//!
//! Each check walks the table of tools, tells what happened in a table, and what should not have happened.

mod disk;
mod jobs;
mod killed;
mod memory;
mod reads;
pub mod stream;
mod volume;

use std::fs;
use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use self::jobs::Bench;
use crate::measure::release_tools;

/// The faults to check.
#[derive(Args)]
pub struct Options {
    /// Only these tools
    #[arg(long, value_delimiter = ',')]
    tools: Vec<String>,
    /// Kill each job this number of times
    #[arg(long, default_value_t = 40)]
    kills: usize,
    /// Send this number of megabytes through each streaming tool, and ten times as many; 0 leaves
    /// that out
    #[arg(long, default_value_t = 100)]
    megabytes: u64,
    /// Entries of the longer list
    #[arg(long, default_value_t = 1_000_000)]
    entries: u64,
    /// Write the tables into the manual
    #[arg(long)]
    write: bool,
}

/// Where the tables of the manual are.
const MEASURED: &str = "docs/faults-measured.md";

/// The results of a check.
struct Findings {
    heading: &'static str,
    about: String,
    columns: &'static [&'static str],
    rows: Vec<Vec<String>>,
    /// The failures.
    wrong: Vec<String>,
}

impl Findings {
    fn new(
        heading: &'static str,
        about: impl Into<String>,
        columns: &'static [&'static str],
    ) -> Self {
        Findings {
            heading,
            about: about.into(),
            columns,
            rows: Vec::new(),
            wrong: Vec::new(),
        }
    }

    fn markdown(&self) -> String {
        let row = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let columns: Vec<String> = self.columns.iter().map(|&name| name.to_owned()).collect();
        let mut text = format!("## {}\n\n{}\n\n", self.heading, self.about);
        if !self.rows.is_empty() {
            text += &row(&columns);
            text += &row(&vec!["---".to_owned(); columns.len()]);
            self.rows.iter().for_each(|cells| text += &row(cells));
            text.push('\n');
        }
        text
    }
}

/// Runs all checks and prints their tables.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let folder = crate::root().join("target/faults");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let bench = Bench::new(release_tools()?, folder, &options.tools)?;
    let mut checks = Vec::new();
    let mut tell = |findings: Findings| {
        println!("{}", findings.markdown());
        checks.push(findings);
    };
    tell(killed::check(&bench, options.kills)?);
    tell(disk::check(&bench)?);
    tell(reads::check(&bench)?);
    tell(memory::check(&bench)?);
    tell(volume::long_lists(&bench, options.entries)?);
    if options.megabytes > 0 {
        tell(volume::much_input(&bench, options.megabytes)?);
    }
    if options.write {
        let tables: String = checks.iter().map(Findings::markdown).collect();
        let page = format!("{}\n\n{tables}", crate::measure::provenance());
        fs::write(crate::root().join(MEASURED), page)?;
        println!("wrote {MEASURED}; `cargo xtask gen` puts it into the manual");
    }
    let wrong: Vec<&String> = checks.iter().flat_map(|check| &check.wrong).collect();
    wrong.iter().for_each(|what| println!("wrong: {what}"));
    if !wrong.is_empty() {
        bail!("{} things went wrong", wrong.len());
    }
    Ok(())
}

/// A path as an argument of a shell command.
fn quoted(path: &std::path::Path) -> String {
    format!("'{}'", path.display())
}

/// A folder that is there and empty.
fn empty(folder: PathBuf) -> std::io::Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    Ok(folder)
}
