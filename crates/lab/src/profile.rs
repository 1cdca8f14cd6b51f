//! Where a command spends its CPU time: a flame graph of all tools in a pipe, and a table of their hottest functions.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail, ensure};
use clap::Args;
use inferno::collapse::{Collapse, perf};
use inferno::flamegraph;

use crate::measure::{installed, profiling_tools};

/// The program to profile.
#[derive(Args)]
pub struct Options {
    /// A command for the shell, as in 'find books -name "*.txt" | linenorm | freqlines'; its output is dropped
    job: String,
    /// Samples a second
    #[arg(long, default_value_t = 997)]
    frequency: u32,
    /// The folder to write flame.svg, stacks.txt and perf.data to [default: target/profile]
    #[arg(long)]
    out: Option<std::path::PathBuf>,
}

/// The number of functions in the table.
const FUNCTIONS: usize = 20;

/// Runs the job under perf, and writes the flame graph.
pub fn run(options: &Options) -> anyhow::Result<()> {
    ensure!(installed("perf"), "perf is not installed (linux-perf)");
    let default = || crate::root().join("target/profile");
    let out = options.out.clone().unwrap_or_else(default);
    fs::create_dir_all(&out)?;
    let data = out.join("perf.data");
    record(options, &data)?;
    let stacks = collapse(&data)?;
    ensure!(!stacks.is_empty(), "no samples: the job took no CPU time");
    fs::write(out.join("stacks.txt"), &stacks)?;
    let svg = out.join("flame.svg");
    draw(&options.job, &stacks, &svg)?;
    table(&stacks);
    println!("\n{}", svg.display());
    Ok(())
}

/// Samples the stacks of all processes of the job.
fn record(options: &Options, data: &Path) -> anyhow::Result<()> {
    let tools = profiling_tools()?;
    let path = std::env::var("PATH").unwrap_or_default();
    let status = Command::new("perf")
        .args(["record", "--quiet", "--call-graph", "fp", "--output"])
        .arg(data)
        .args(["--freq", &options.frequency.to_string()])
        .args(["--", "bash", "-o", "pipefail", "-c", &options.job])
        .env("PATH", format!("{}:{path}", tools.display()))
        .stdout(Stdio::null())
        .status()
        .context("perf")?;
    ensure!(status.success(), "perf record: {status}");
    Ok(())
}

/// The samples as lines: process and functions from the outermost to the innermost, and how many samples have this stack.
fn collapse(data: &Path) -> anyhow::Result<String> {
    let mut script = Command::new("perf")
        .args(["script", "--input"])
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("perf")?;
    let samples = BufReader::new(script.stdout.take().context("perf script")?);
    let mut stacks = Vec::new();
    perf::Folder::default().collapse(samples, &mut stacks)?;
    let status = script.wait()?;
    if !status.success() {
        bail!("perf script: {status}");
    }
    Ok(String::from_utf8_lossy(&stacks).into_owned())
}

fn draw(job: &str, stacks: &str, svg: &Path) -> anyhow::Result<()> {
    let mut options = flamegraph::Options::default();
    options.title = job.to_owned();
    options.count_name = "samples".to_owned();
    let file = File::create(svg).with_context(|| svg.display().to_string())?;
    flamegraph::from_lines(&mut options, stacks.lines(), file)?;
    Ok(())
}

/// Samples by process and innermost function, the most first; with it the number of all samples.
fn hottest(stacks: &str) -> (Vec<(&str, &str, usize)>, usize) {
    let mut counts = HashMap::<(&str, &str), usize>::new();
    let mut all = 0;
    for line in stacks.lines() {
        let Some((stack, count)) = line.rsplit_once(' ') else {
            continue;
        };
        let count: usize = count.parse().unwrap_or(0);
        let process = stack.split(';').next().unwrap_or_default();
        let function = stack.rsplit(';').next().unwrap_or_default();
        *counts.entry((process, function)).or_default() += count;
        all += count;
    }
    let mut rows: Vec<(&str, &str, usize)> = counts
        .into_iter()
        .map(|((process, function), count)| (process, function, count))
        .collect();
    rows.sort_unstable_by_key(|&(process, function, count)| {
        (std::cmp::Reverse(count), process, function)
    });
    (rows, all)
}

fn table(stacks: &str) {
    let (rows, all) = hottest(stacks);
    println!("{:>6}  {:<14} function", "share", "process");
    for (process, function, count) in rows.iter().take(FUNCTIONS) {
        let share = 100.0 * *count as f64 / all.max(1) as f64;
        println!("{share:>5.1}%  {process:<14} {function}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_summed_over_their_stacks() {
        let stacks = "a;main;read 3\na;main;parse;read 4\nb;main;read 5\na;main 1\n";
        let (rows, all) = hottest(stacks);
        assert_eq!(rows, [("a", "read", 7), ("b", "read", 5), ("a", "main", 1)]);
        assert_eq!(all, 13);
    }
}
