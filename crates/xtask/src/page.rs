//! `cargo xtask page`: the demo for a browser, in `target/page`, to be served by any web server.

use std::fs;
use std::process::Command;

use anyhow::{Context, bail};

use crate::{cargo, root};

/// The system of the program: WebAssembly with standard input and output.
const TARGET: &str = "wasm32-wasip1";
/// The most bytes that a visitor loads.
const MAX_TRANSFER: u64 = 6_000_000;

/// Builds the program, and puts it next to the files of `docs/demo`.
pub fn run() -> anyhow::Result<()> {
    cargo([
        "build",
        "--release",
        "--locked",
        "--package",
        "trommel-demo",
        "--target",
        TARGET,
    ])
    .with_context(|| format!("is the target there? rustup target add {TARGET}"))?;
    let site = root().join("target/page");
    fs::create_dir_all(&site)?;
    for entry in fs::read_dir(root().join("docs/demo"))? {
        let entry = entry?;
        fs::copy(entry.path(), site.join(entry.file_name()))?;
    }
    let program = root().join(format!("target/{TARGET}/release/trommel-demo.wasm"));
    let packed = site.join("trommel-demo.wasm.gz");
    let file = fs::File::create(&packed).with_context(|| packed.display().to_string())?;
    let status = Command::new("gzip")
        .args(["-9", "-n", "-c"])
        .arg(program)
        .stdout(file)
        .status()
        .context("gzip")?;
    if !status.success() {
        bail!("gzip: {status}");
    }
    let mut bytes = 0;
    for entry in fs::read_dir(&site)? {
        bytes += entry?.metadata()?.len();
    }
    if bytes > MAX_TRANSFER {
        bail!(
            "{} has {bytes} bytes, more than {MAX_TRANSFER}",
            site.display()
        );
    }
    println!(
        "{bytes} bytes in {}; look at them with: python3 -m http.server -d target/page",
        site.display()
    );
    Ok(())
}
