//! Files that cannot be read, or not to their end.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use trommel::Input;

use super::jobs::{Bench, Job, ending, said};
use super::{Findings, empty};

/// Runs while a file shrinks and grows.
const RUNS: usize = 20;

/// Gives each tool a file that it cannot read between two that it can, and one that shrinks while it is read.
pub fn check(bench: &Bench) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "Files that cannot be read",
        format!(
            "One of three FILEs is missing, a folder, one whose reads fail (`/proc/self/mem`), a gzip or zstd file that is cut \
             off, or records whose last is cut off. A tool names it, ends with 2, and goes on with the others. Then a file is \
             cut and written anew by another process all the while, {RUNS} times: the tool reads what is there."
        ),
        &[
            "tool",
            "not readable",
            "cut off",
            "shrinks while it is read",
        ],
    );
    let folder = empty(bench.folder.join("reads"))?;
    fs::create_dir(folder.join("folder.jsonl"))?;
    for job in bench.usual_jobs() {
        let (good, other) = readable(bench, job, &folder)?;
        let whole = fs::read(&good)?;
        let run = |sources: &[&Path]| {
            let mut command = bench.command(job.tool);
            command
                .args(&job.arguments)
                .args(sources)
                .stdout(Stdio::piped())
                .output()
        };
        let without = run(&[&good, &other])?;
        let mut wrong = Vec::new();
        let mut tell = |bad: &Path, good: bool, output: &Output| {
            if !good {
                let (tool, bad) = (job.tool, bad.display());
                wrong.push(format!(
                    "{tool}, {bad}: {}: {}",
                    ending(output),
                    said(output)
                ));
            }
        };
        let unreadable = [
            folder.join("missing.jsonl"),
            folder.join("folder.jsonl"),
            "/proc/self/mem".into(),
        ];
        for bad in &unreadable {
            let output = run(&[&good, bad, &other])?;
            let is_same = output.stdout == without.stdout;
            tell(bad, is_named(bad, &output) && is_same, &output);
        }
        let cut = cut_off(&whole, &folder)?;
        for bad in &cut {
            let output = run(&[&good, bad, &other])?;
            let is_empty = output.stdout.is_empty();
            tell(bad, is_named(bad, &output) && !is_empty, &output);
        }
        let shrinks = folder.join("shrinks.jsonl");
        while_shrinking(&shrinks, &whole, || {
            for _ in 0..RUNS {
                let output = run(&[&good, &shrinks, &other])?;
                let ended = matches!(output.status.code(), Some(0 | 2));
                tell(&shrinks, ended && !said(&output).contains("panic"), &output);
            }
            Ok(())
        })?;
        let what = |good: &str| {
            if wrong.is_empty() {
                good.to_owned()
            } else {
                "wrong".into()
            }
        };
        findings.rows.push(vec![
            format!("`{}`", job.tool),
            what("named; exit 2; the same output as without it"),
            what("named; exit 2; the others read"),
            what("exit 0 or 2"),
        ]);
        findings.wrong.append(&mut wrong);
    }
    Ok(findings)
}

/// Whether a tool names a file, and ends with 2.
fn is_named(bad: &Path, output: &Output) -> bool {
    output.status.code() == Some(2) && said(output).contains(&bad.display().to_string())
}

/// Two files that the tool reads.
fn readable(bench: &Bench, job: &Job, folder: &Path) -> anyhow::Result<(PathBuf, PathBuf)> {
    let source = match job.input {
        Input::Documents => bench.folder.join("compared.jsonl"),
        Input::Records => job.file.clone(),
    };
    let text = fs::read_to_string(source)?;
    let mut paths = Vec::new();
    for (name, skip) in [("one.jsonl", 0), ("two.jsonl", 100)] {
        let lines: Vec<&str> = text.split_inclusive('\n').skip(skip).take(100).collect();
        fs::write(folder.join(name), lines.concat())?;
        paths.push(folder.join(name));
    }
    Ok((paths.remove(0), paths.remove(0)))
}

/// The records, cut off in the middle of the last one: as they are and compressed.
fn cut_off(whole: &[u8], folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut paths = vec![folder.join("cut.jsonl")];
    fs::write(&paths[0], &whole[..whole.len() - 10])?;
    for (program, ending) in [("gzip", "gz"), ("zstd", "zst")] {
        if !crate::measure::installed(program) {
            println!("not checked: {program} is not installed");
            continue;
        }
        let path = folder.join(format!("cut.jsonl.{ending}"));
        let mut child = Command::new(program)
            .arg("-c")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut input = child.stdin.take().context("a pipe")?;
        let output = std::thread::scope(|scope| {
            scope.spawn(move || drop(input.write_all(whole)));
            child.wait_with_output()
        })?;
        fs::write(&path, &output.stdout[..output.stdout.len() - 10])?;
        paths.push(path);
    }
    Ok(paths)
}

/// Works while a file is cut to nothing and written again, piece by piece.
fn while_shrinking(
    path: &Path,
    whole: &[u8],
    work: impl FnOnce() -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| -> anyhow::Result<()> {
            while !done.load(Ordering::Relaxed) {
                let mut file = fs::File::create(path)?;
                for piece in whole.chunks(whole.len() / 7 + 1) {
                    file.write_all(piece)?;
                    std::thread::yield_now();
                }
                file.set_len(whole.len() as u64 / 2)?;
            }
            Ok(())
        });
        let worked = work();
        done.store(true, Ordering::Relaxed);
        writer
            .join()
            .expect("the writer does not panic")
            .and(worked)
    })
}
