//! `kill -9` at random moments.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;

use super::jobs::{Bench, Job, ending, files, said};
use super::{Findings, empty};
use crate::random::Random;

/// The content of the result before the run.
const OLD: &[u8] = b"the result of an earlier run\n";

/// Kills each job many times, between its start and its end, and looks at what is there then.
pub fn check(bench: &Bench, kills: usize) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "Killed at random moments",
        "`kill -9` of a job that writes a file with `-o`, over an earlier result every other time, or a folder with \
         `--out-dir`. A result was whole, or as it was before; no file was half, and none was left behind.",
        &[
            "job",
            "kills",
            "before the end",
            "half a file",
            "left behind",
        ],
    );
    let mut random = Random::new(1);
    for job in &bench.jobs {
        // The fastest of a few, so that most of the kills come before the end.
        let mut time = Duration::MAX;
        let mut whole = BTreeMap::new();
        for _ in 0..3 {
            let place = Place::new(bench)?;
            let start = Instant::now();
            let output = place.command(bench, job).spawn()?.wait_with_output()?;
            time = time.min(start.elapsed());
            if output.status.code() != Some(0) {
                bail!("{}: {}: {}", job.name(), ending(&output), said(&output));
            }
            whole = place.found()?;
        }
        let (mut early, mut half, mut left) = (0, 0, 0);
        for kill in 0..kills {
            let place = Place::new(bench)?;
            if kill % 2 == 0 && !job.writes_folder() {
                fs::write(&place.result, OLD)?;
            }
            let mut child = place.command(bench, job).spawn()?;
            let moment = Duration::from_secs_f64(time.as_secs_f64() * random.uniform());
            std::thread::sleep(moment);
            child.kill()?;
            early += usize::from(child.wait()?.code().is_none());
            for (path, content) in place.found()? {
                match whole.get(&path) {
                    None => left += 1,
                    Some(_) if path == place.result && kill % 2 == 0 && content == OLD => {}
                    Some(whole) => half += usize::from(*whole != content),
                }
            }
        }
        let numbers = [kills, early, half, left].map(|number| number.to_string());
        findings
            .rows
            .push([vec![job.name()], numbers.to_vec()].concat());
        if half + left > 0 {
            findings.wrong.push(format!(
                "{}, killed: {half} half files, {left} left behind",
                job.name()
            ));
        }
    }
    Ok(findings)
}

/// Where a job writes: everything in folders of its own, the result alone in one of them.
struct Place {
    result: PathBuf,
    out: PathBuf,
    spill: PathBuf,
}

impl Place {
    fn new(bench: &Bench) -> anyhow::Result<Self> {
        Ok(Place {
            result: empty(bench.folder.join("result"))?.join("result"),
            out: empty(bench.folder.join("out"))?,
            spill: empty(bench.folder.join("spill"))?,
        })
    }

    fn command(&self, bench: &Bench, job: &Job) -> std::process::Command {
        let mut command = bench.command(job.tool);
        command
            .args(job.with(&self.out, &self.spill))
            .arg(&job.file);
        if !job.writes_folder() {
            command.arg("-o").arg(&self.result);
        }
        command
    }

    /// Everything that is there.
    fn found(&self) -> anyhow::Result<BTreeMap<PathBuf, Vec<u8>>> {
        let folder = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
        let mut found = files(&folder(&self.result))?;
        found.extend(files(&self.out)?);
        found.extend(files(&self.spill)?);
        Ok(found)
    }
}
