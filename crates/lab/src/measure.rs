//! CPU seconds and peak memory of commands, and their ratios in one run.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail};
use nix::sys::resource::{UsageWho, getrusage};
use nix::time::{ClockId, clock_gettime};

/// The resources that one run of a command took.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// User and system seconds of all its processes.
    pub cpu: f64,
    /// The user seconds of these.
    pub user: f64,
    /// Seconds from start to end.
    pub wall: f64,
    /// Peak memory of its largest process, in bytes.
    pub peak: u64,
}

/// Runs a command and prints its usage. It has a process of its own, so that only this command counts.
pub fn child(command: &[String]) -> anyhow::Result<()> {
    let [program, arguments @ ..] = command else {
        bail!("no command")
    };
    let start = Instant::now();
    let status = Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .status()
        .context(program.clone())?;
    if !status.success() {
        bail!("{program}: {status}");
    }
    let wall = start.elapsed().as_secs_f64();
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let seconds =
        |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    let user = seconds(usage.user_time());
    let cpu = user + seconds(usage.system_time());
    println!(
        "{}",
        serde_json::json!({"cpu": cpu, "user": user, "wall": wall, "peak": usage.max_rss() * 1024})
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
        user: usage["user"].as_f64().context("user")?,
        wall: usage["wall"].as_f64().context("wall")?,
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

/// The CPU time of this process so far.
pub fn cpu_seconds() -> anyhow::Result<f64> {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?;
    Ok(time.tv_sec() as f64 + time.tv_nsec() as f64 / 1e9)
}

/// Runs the candidates in turn, `rounds` times after a warm-up, and prints medians and their ratios to the first, the
/// yardstick. The machine may be busy: ratios of one table mean more than seconds do.
pub fn compare(title: &str, candidates: &[Candidate], rounds: usize) -> anyhow::Result<()> {
    println!("\n{title} (medians of {rounds} runs in turn)");
    let medians = in_turn(candidates, rounds)?;
    let width = candidates
        .iter()
        .map(|candidate| candidate.name.len())
        .max()
        .unwrap_or(0);
    println!(
        "  {:width$}  {:>8}  {:>6}  {:>8}  {:>9}",
        "", "CPU s", "ratio", "wall s", "peak MiB"
    );
    for (candidate, usage) in candidates.iter().zip(&medians) {
        let ratio = usage.cpu / medians[0].cpu;
        println!(
            "  {:width$}  {:8.3}  {ratio:6.2}  {:8.3}  {:9.1}",
            candidate.name,
            usage.cpu,
            usage.wall,
            usage.peak as f64 / 1048576.0
        );
    }
    Ok(())
}

/// The medians of the candidates, which run in turn, `rounds` times after a warm-up.
pub fn in_turn(candidates: &[Candidate], rounds: usize) -> anyhow::Result<Vec<Usage>> {
    let mut usages: Vec<Vec<Usage>> = vec![Vec::new(); candidates.len()];
    for round in 0..=rounds {
        for (candidate, usages) in candidates.iter().zip(&mut usages) {
            let usage = measure(&candidate.command)?;
            if round > 0 {
                usages.push(usage);
            }
        }
    }
    Ok(usages.iter().map(|usages| median(usages)).collect())
}

fn median(usages: &[Usage]) -> Usage {
    let middle = |figure: fn(&Usage) -> f64| {
        let mut figures: Vec<f64> = usages.iter().map(figure).collect();
        figures.sort_by(f64::total_cmp);
        figures[figures.len() / 2]
    };
    Usage {
        cpu: middle(|usage| usage.cpu),
        user: middle(|usage| usage.user),
        wall: middle(|usage| usage.wall),
        peak: middle(|usage| usage.peak as f64) as u64,
    }
}

/// The median usage of `rounds` runs of a shell command.
pub fn median_of(command: &str, rounds: usize) -> anyhow::Result<Usage> {
    let usages = (0..rounds)
        .map(|_| measure(command))
        .collect::<anyhow::Result<Vec<_>>>()?;
    Ok(median(&usages))
}

/// Whether a program is installed.
pub fn installed(program: &str) -> bool {
    std::env::var_os("PATH").is_some_and(|path| {
        std::env::split_paths(&path).any(|folder| is_file(&folder.join(program)))
    })
}

/// Whether a program is there once the shell has run `setup`, which may change the path.
pub fn has_program(setup: &str, program: &str) -> bool {
    shell(&format!("{setup}command -v {program} > /dev/null")).is_ok()
}

/// Whether a Python finds a module.
pub fn has_module(python: &str, module: &str) -> bool {
    shell(&format!("{python} -c 'import {module}' 2> /dev/null")).is_ok()
}

fn is_file(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| metadata.is_file())
}

/// Builds the tools in release mode, as this program is built, and returns their folder.
pub fn release_tools() -> anyhow::Result<std::path::PathBuf> {
    build(&["--release"], None)?;
    target_folder("release")
}

/// Builds the tools as they are installed by packagers, and returns their folder.
pub fn dist_tools() -> anyhow::Result<std::path::PathBuf> {
    build(&["--profile", "dist"], None)?;
    target_folder("dist")
}

/// Builds the tools with symbols and frame pointers, and returns their folder.
pub fn profiling_tools() -> anyhow::Result<std::path::PathBuf> {
    let flags = "-C force-frame-pointers=yes";
    build(&["--profile", "profiling"], Some(flags))?;
    target_folder("profiling")
}

fn build(arguments: &[&str], rustflags: Option<&str>) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--bins",
            "--package",
            "trommel",
            "--package",
            "trommel-binaries",
        ])
        .args(arguments)
        .envs(rustflags.map(|flags| ("RUSTFLAGS", flags)))
        .current_dir(crate::root())
        .status()?;
    if !status.success() {
        bail!("cargo build: {status}");
    }
    Ok(())
}

/// This program is in the folder of its own profile, next to those of the others.
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

/// The output of a shell command.
pub fn shell_output(command: &str) -> anyhow::Result<String> {
    let done = Command::new("bash")
        .args(["-o", "pipefail", "-c", command])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    if !done.status.success() {
        bail!("{}: {command}", done.status);
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

/// Puts a table between the markers of its recipe in the record, below a line that says how it was made.
pub fn write_figures(recipe: &str, how: &str, table: &str) -> anyhow::Result<()> {
    let path = crate::root().join("crates/lab/record/bench.md");
    let text = std::fs::read_to_string(&path)?;
    let marker = |which: &str| format!("<!-- cargo lab bench {recipe}: {which} -->\n");
    let (begin, end) = (marker("begin"), marker("end"));
    let from = text.find(&begin).context("no marker")? + begin.len();
    let to = from + text[from..].find(&end).context("no second marker")?;
    let how = format!("{how}. {}\n\n", provenance());
    std::fs::write(&path, [&text[..from], &how, table, &text[to..]].concat())?;
    Ok(())
}

/// A sentence on the commit, the machine and its load, for pages that a recipe writes.
pub fn provenance() -> String {
    let described = Command::new("git")
        .args(["describe", "--always", "--dirty=, with changes"])
        .current_dir(crate::root())
        .output();
    let commit = described.map_or_else(
        |_| "unknown".to_owned(),
        |done| String::from_utf8_lossy(&done.stdout).trim().to_owned(),
    );
    let read = |path| std::fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let processor = (info.lines())
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "))
        .map_or(std::env::consts::ARCH, |(_, name)| name);
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let load = read("/proc/loadavg");
    let load = load.split(' ').take(3).collect::<Vec<_>>().join(" ");
    format!("Commit {commit}; {cores} cores of {processor}; load averages at the end: {load}.")
}
