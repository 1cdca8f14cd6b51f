//! CPU seconds and peak memory of commands, and their ratios in one run.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use nix::sys::resource::{UsageWho, getrusage};

/// What one run of a command took.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// User and system seconds of all its processes.
    pub cpu: f64,
    /// Peak memory of its largest process, in bytes.
    pub peak: u64,
}

/// Runs a command and prints its usage. It has a process of its own, so that only this command counts.
pub fn child(command: &[String]) -> anyhow::Result<()> {
    let [program, arguments @ ..] = command else {
        bail!("no command")
    };
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .context(program.clone())?;
    if !status.success() {
        bail!("{program}: {status}");
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let cpu = seconds(usage.user_time()) + seconds(usage.system_time());
    println!(
        "{}",
        serde_json::json!({"cpu": cpu, "peak": usage.max_rss() * 1024})
    );
    Ok(())
}

/// Runs a shell command once.
pub fn measure(command: &str) -> anyhow::Result<Usage> {
    let output = Command::new(std::env::current_exe()?)
        .args(["measure", "bash", "-o", "pipefail", "-c", command])
        .stderr(Stdio::inherit())
        .output()?;
    let usage: serde_json::Value = serde_json::from_slice(&output.stdout)
        .with_context(|| format!("the command failed: {command}"))?;
    Ok(Usage {
        cpu: usage["cpu"].as_f64().context("cpu")?,
        peak: usage["peak"].as_u64().context("peak")?,
    })
}

/// A shell command with its name in the table.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its name.
    pub name: String,
    /// The command, for bash.
    pub command: String,
}

impl Candidate {
    /// A candidate.
    pub fn new(name: &str, command: impl Into<String>) -> Self {
        Candidate {
            name: name.to_owned(),
            command: command.into(),
        }
    }
}

/// Runs the candidates in turn, `rounds` times after a warm-up, and prints medians and their ratios to the first, the
/// yardstick. The machine may be busy: ratios of one table mean more than seconds do.
pub fn compare(title: &str, candidates: &[Candidate], rounds: usize) -> anyhow::Result<()> {
    println!("\n{title} (medians of {rounds} runs in turn)");
    let mut usages: Vec<Vec<Usage>> = vec![Vec::new(); candidates.len()];
    for round in 0..=rounds {
        for (candidate, usages) in candidates.iter().zip(&mut usages) {
            let usage = measure(&candidate.command)?;
            if round > 0 {
                usages.push(usage);
            }
        }
    }
    let medians: Vec<Usage> = usages.iter().map(|usages| median(usages)).collect();
    let width = candidates
        .iter()
        .map(|candidate| candidate.name.len())
        .max()
        .unwrap_or(0);
    println!(
        "  {:width$}  {:>8}  {:>6}  {:>9}",
        "", "CPU s", "ratio", "peak MiB"
    );
    for (candidate, usage) in candidates.iter().zip(&medians) {
        let ratio = usage.cpu / medians[0].cpu;
        println!(
            "  {:width$}  {:8.3}  {ratio:6.2}  {:9.1}",
            candidate.name,
            usage.cpu,
            usage.peak as f64 / 1048576.0
        );
    }
    Ok(())
}

fn median(usages: &[Usage]) -> Usage {
    let mut cpu: Vec<f64> = usages.iter().map(|usage| usage.cpu).collect();
    let mut peak: Vec<u64> = usages.iter().map(|usage| usage.peak).collect();
    cpu.sort_by(f64::total_cmp);
    peak.sort_unstable();
    Usage {
        cpu: cpu[cpu.len() / 2],
        peak: peak[peak.len() / 2],
    }
}

/// Whether a program is installed.
pub fn installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| is_file(&folder.join(program)))
    })
}

fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Builds the tools in release mode and returns their folder.
pub fn release_tools() -> anyhow::Result<std::path::PathBuf> {
    build(&["--release"])?;
    target_folder("release")
}

/// Builds the tools and returns their folder.
pub fn debug_tools() -> anyhow::Result<std::path::PathBuf> {
    build(&[])?;
    target_folder("debug")
}

fn build(flags: &[&str]) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--workspace", "--bins"])
        .args(flags)
        .current_dir(crate::root())
        .status()?;
    if !status.success() {
        bail!("cargo build: {status}");
    }
    Ok(())
}

/// This program is in the folder of its own profile, beside those of the others.
fn target_folder(profile: &str) -> anyhow::Result<std::path::PathBuf> {
    let this = std::env::current_exe()?;
    let target = this
        .parent()
        .and_then(Path::parent)
        .context("a target folder")?;
    Ok(target.join(profile))
}

/// Runs a shell command.
pub fn shell(command: &str) -> anyhow::Result<()> {
    let status = Command::new("bash")
        .args(["-o", "pipefail", "-c", command])
        .status()?;
    if !status.success() {
        bail!("{status}: {command}");
    }
    Ok(())
}
