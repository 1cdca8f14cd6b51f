//! Commands that build and show the repository: `cargo xtask demo` and `cargo xtask gen`.
//!
//! The demo is built with nothing but the tools that it runs. The generator links every tool, so it is behind the
//! feature `generate`, and `cargo xtask gen` builds this program again with it.

mod circles;
mod demo;
#[cfg(feature = "generate")]
mod generate;
mod messages;
mod page;
mod words;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, bail};

const USAGE: &str = "\
Usage: cargo xtask RECIPE

Recipes:
  circles        Find files of a crate that use each other
  demo           Run the main job on the small corpus of this repository
  gen [--check]  Write man/ and completions/ from the table of tools; with --check, fail if something is out of date
  growth         Fail if the work of a tool, counted, grows faster than its input; builds everything a second time
  messages       List every message of the tools, to be read as a whole
  page           Build the demo for a browser in target/page
  words          Find sentences in README, docs and manual pages that are long or hard to read; with --table, count the
                 words and sentences of each page, here or in another checkout

Training, evaluations, benchmarks and fault injection are in `cargo lab`.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["circles"] => circles::run(),
        ["demo"] => demo::run(),
        ["gen"] => generate(false),
        ["gen", "--check"] => generate(true),
        ["growth"] => growth(),
        ["messages"] => messages::run(),
        ["page"] => page::run(),
        ["words"] => words::run(),
        ["words", "--table"] => words::table(&root()),
        ["words", "--table", checkout] => words::table(checkout.as_ref()),
        ["help" | "-h" | "--help"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(feature = "generate")]
fn generate(check: bool) -> anyhow::Result<()> {
    generate::run(check)
}

/// Has the generator built, and runs it.
#[cfg(not(feature = "generate"))]
fn generate(check: bool) -> anyhow::Result<()> {
    let flags = ["run", "--package", "xtask", "--", "gen"];
    cargo(flags.into_iter().chain(check.then_some("--check")))
}

/// Runs the tests of growth on tools that count which code is run how often.
fn growth() -> anyhow::Result<()> {
    let folder = root().join("target/counted");
    let mut command = cargo_command();
    command.args(["test", "--test", "all", "growth::", "--", "--nocapture"]);
    command.env("CARGO_TARGET_DIR", &folder);
    command.env("RUSTFLAGS", "-C instrument-coverage");
    // Build scripts and the tests themselves count, too.
    command.env("LLVM_PROFILE_FILE", folder.join("other.profraw"));
    command.env("SHOW_GROWTH", "1");
    run(command)
}

/// Runs cargo at the root of the repository, and passes on what it says.
fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
    let mut command = cargo_command();
    command.args(arguments);
    run(command)
}

fn cargo_command() -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(root());
    // The programs that are built here run once, so incremental builds do not help.
    command.env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_PROFILE_DEV_DEBUG", "false");
    command
}

fn run(mut command: Command) -> anyhow::Result<()> {
    let status = command.status().context("cargo")?;
    if !status.success() {
        bail!("cargo: {status}");
    }
    Ok(())
}

/// The root of the repository.
fn root() -> PathBuf {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    let root = crates.and_then(Path::parent);
    root.expect("this crate is in the folder crates").to_owned()
}
