//! Commands that build and show the repository: `cargo xtask demo` and `cargo xtask gen`.
//!
//! The demo is built with nothing but the tools that it runs. The generator links every tool, so it is behind the
//! feature `generate`, and `cargo xtask gen` builds this program again with it.

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
  demo           Run the main job on the small corpus of this repository
  gen [--check]  Write man/ and completions/ from the table of tools; with --check, fail if something is out of date
  messages       List every message of the tools, to be read as a whole
  page           Build the demo for a browser in target/page
  words          Find sentences in README, docs and manual pages that are long or hard to read

Training, evaluations, benchmarks and fault injection are in `cargo lab`.";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["demo"] => demo::run(),
        ["gen"] => generate(false),
        ["gen", "--check"] => generate(true),
        ["messages"] => messages::run(),
        ["page"] => page::run(),
        ["words"] => words::run(),
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

/// Runs cargo at the root of the repository, and passes on what it says.
fn cargo<'a>(arguments: impl IntoIterator<Item = &'a str>) -> anyhow::Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(arguments).current_dir(root());
    // The programs that are built here run once, so incremental builds do not help.
    command.env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_PROFILE_DEV_DEBUG", "false");
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
