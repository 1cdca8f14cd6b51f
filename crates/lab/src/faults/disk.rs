//! A full disk: a file system in memory that holds next to nothing.

use std::collections::HashSet;
use std::fs;
use std::process::Command;

use super::jobs::{Bench, ending, files, said};
use super::{Findings, empty, quoted};

/// How much it holds. Each job writes more.
const SIZE: &str = "4k";

/// Runs each job where the disk of its result, and that of its temporary files, has no room for them.
pub fn check(bench: &Bench) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "Full disk",
        format!(
            "The result, the files of `--out-dir` and temporary files go to a file system of {SIZE}. A job ends with 2 and the \
             words of the system; what it leaves is complete."
        ),
        &["job", "ends with", "says", "half a file", "left behind"],
    );
    let disk = empty(bench.folder.join("disk"))?;
    let kept = bench.folder.join("kept");
    let mounted = |then: &str| {
        let script = format!(
            "mount -t tmpfs -o size={SIZE} none {} || exit 99\n{then}",
            quoted(&disk)
        );
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "bash", "-c", &script]);
        command
            .current_dir(&bench.folder)
            .env_remove("RUST_BACKTRACE");
        command.output()
    };
    // Where users may not have a name space of their own there is no such disk.
    if mounted("true")
        .ok()
        .is_none_or(|output| !output.status.success())
    {
        findings.about =
            "Not checked: this system lets no user mount a small file system (`unshare`).".into();
        return Ok(findings);
    }
    for job in &bench.jobs {
        empty(kept.clone())?;
        let whole = empty(bench.folder.join("out"))?;
        let spill = empty(bench.folder.join("spill"))?;
        if job.writes_folder() {
            let mut command = bench.command(job.tool);
            command
                .args(job.with(&whole, &spill))
                .arg(&job.file)
                .output()?;
        }
        let output = mounted(&format!(
            "mkdir {disk}/out\n{tool}{arguments} {input}{result}; code=$?\ncp -r {disk}/. {kept}; exit $code",
            disk = quoted(&disk),
            tool = quoted(&bench.tools.join(job.tool)),
            arguments = job.shell(&disk.join("out"), &disk),
            input = quoted(&job.file),
            result = match job.writes_folder() {
                true => String::new(),
                false => format!(" -o {}", quoted(&disk.join("result"))),
            },
            kept = quoted(&kept),
        ))?;
        let (mut half, mut left) = (0, 0);
        for (path, content) in files(&kept)? {
            match path.strip_prefix(kept.join("out")) {
                Ok(name) => half += usize::from(!part_of(&content, &fs::read(whole.join(name))?)),
                Err(_) => left += 1,
            }
        }
        let message = said(&output);
        let reason = "No space left on device";
        let told = message.starts_with(job.tool) && message.contains(reason);
        findings.rows.push(vec![
            job.name(),
            ending(&output),
            if told { reason } else { "something else" }.into(),
            half.to_string(),
            left.to_string(),
        ]);
        if output.status.code() != Some(2) || !told || half + left > 0 {
            findings.wrong.push(format!(
                "{}, full disk: {}, {half} half files, {left} left: {}",
                job.name(),
                ending(&output),
                message.lines().next().unwrap_or_default()
            ));
        }
    }
    Ok(findings)
}

/// Whether a file is the whole one, or lists some of the documents that the whole one lists.
fn part_of(content: &[u8], whole: &[u8]) -> bool {
    let lines: HashSet<&[u8]> = whole.split_inclusive(|&byte| byte == b'\n').collect();
    let mut records = content.split_inclusive(|&byte| byte == b'\n');
    content == whole || records.all(|record| record.starts_with(b"{") && lines.contains(record))
}
