//! `ulimit -v`: less memory than a tool would like.

use std::fs;
use std::process::Command;

use super::jobs::{Bench, ending, said};
use super::{Findings, empty, quoted};

/// Mebibytes of address space, falling.
const LIMITS: &[u64] = &[1024, 512, 256, 128, 64, 48, 32, 24, 16, 12, 8, 4];

/// Runs each job in less and less address space.
pub fn check(bench: &Bench) -> anyhow::Result<Findings> {
    let mut findings = Findings::new(
        "Little memory",
        "`ulimit -v` with 1 GiB of address space, 512 MiB, and so on down to 4 MiB. A tool does its work with fewer threads, or ends \
         with a message of the system and leaves no result.",
        &[
            "job",
            "whole result down to",
            "ends under that with",
            "half a file",
        ],
    );
    for job in &bench.jobs {
        let spill = empty(bench.folder.join("spill"))?;
        let mut whole = None;
        let (mut least, mut endings, mut half) = (None, Vec::new(), 0);
        for limit in LIMITS {
            let result = empty(bench.folder.join("result"))?.join("result");
            let out = empty(bench.folder.join("out"))?;
            let script = format!(
                "ulimit -c 0; ulimit -v {}; exec {}{} {} -o {}",
                limit * 1024,
                quoted(&bench.tools.join(job.tool)),
                job.shell(&out, &spill),
                quoted(&job.file),
                quoted(&result)
            );
            let output = Command::new("bash")
                .args(["-c", &script])
                .env_remove("RUST_BACKTRACE")
                .output()?;
            let content = fs::read(&result).ok();
            if output.status.success() {
                half += usize::from(
                    content.is_none() || *whole.get_or_insert(content.clone()) != content,
                );
                least = Some(*limit);
            } else {
                half += usize::from(content.is_some());
                endings.push(ending(&output));
                if said(&output).contains("panicked") {
                    findings
                        .wrong
                        .push(format!("{}, {limit} MiB: {}", job.name(), said(&output)));
                }
            }
        }
        endings.dedup();
        findings.rows.push(vec![
            job.name(),
            least.map_or("none".into(), |limit| format!("{limit} MiB")),
            endings.join(", "),
            half.to_string(),
        ]);
        if half > 0 || least.is_none() {
            findings
                .wrong
                .push(format!("{}, little memory: {half} half files", job.name()));
        }
    }
    Ok(findings)
}
