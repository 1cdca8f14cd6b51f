//! The costs of a tool before it does anything: the size of its binary, and the time to start, read one book and end,
//! as elapsed and as CPU time.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::bail;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;
use trommel::{Entry, Input, TOOLS};

use crate::measure::dist_tools;

pub(super) const BOOK: &str = "tests/corpus/books/on-teapots.txt";
const ROUNDS: usize = 101;

/// Prints a table of all tools.
pub fn run() -> anyhow::Result<()> {
    let tools = dist_tools()?;
    let root = crate::root();
    println!(
        "{:15} {:>6}  {:>10}  {:>11}  {:>11}",
        "", "MB", "--version", "one book", "one book"
    );
    println!(
        "{:15} {:>6}  {:>10}  {:>11}  {:>11}",
        "", "", "median ms", "median ms", "mean CPU ms"
    );
    for tool in TOOLS {
        let program = tools.join(tool.name);
        let version = median_ms(&program, &["--version".into()], &root)?;
        let before = cpu_ms()?;
        let book = median_ms(&program, &arguments(tool, &root), &root)?;
        let cpu = (cpu_ms()? - before) / ROUNDS as f64;
        let size = program.metadata()?.len() as f64 / 1e6;
        println!(
            "{:15} {size:6.1}  {version:10.1}  {book:11.1}  {cpu:11.2}",
            tool.name
        );
    }
    Ok(())
}

/// CPU milliseconds of all processes that this one has waited for.
fn cpu_ms() -> anyhow::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let ms = |time: TimeVal| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3;
    Ok(ms(usage.user_time()) + ms(usage.system_time()))
}

/// As the conformance tests call it, with a book where it reads documents and nothing where it reads records.
fn arguments(tool: &Entry, root: &Path) -> Vec<OsString> {
    let case = root.join("tests/cases").join(tool.name);
    let text = fs::read_to_string(case.join("arguments")).unwrap_or_default();
    let case = case.to_string_lossy();
    let mut all: Vec<OsString> = text
        .lines()
        .map(|line| line.replace("{case}", &case).into())
        .collect();
    if tool.input == Input::Documents {
        all.push(root.join(BOOK).into());
    }
    all
}

/// Milliseconds from start to end, with nothing on standard input.
pub(super) fn median_ms(
    program: &Path,
    arguments: &[OsString],
    folder: &Path,
) -> anyhow::Result<f64> {
    let mut all = Vec::with_capacity(ROUNDS);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let status = Command::new(program)
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()?;
        all.push(start.elapsed().as_secs_f64() * 1e3);
        if !status.success() {
            bail!("{}: {status}", program.display());
        }
    }
    all.sort_by(f64::total_cmp);
    Ok(all[ROUNDS / 2])
}
