//! `cargo lab gen-charset-tables`: the encodings that encoding_rs lacks, from Python's codecs and iconv.

use std::fs;
use std::process::Command;

use anyhow::bail;

const HEADER: &str = "\
//! The tables of encodings that encoding_rs lacks. Written by `cargo lab gen-charset-tables`; do not edit.
//!
//! A table has the characters of all 256 bytes, or those of the upper 128 where the lower ones are ASCII. U+FFFD stands
//! where no character is assigned.
";

/// Writes the tables.
pub fn run() -> anyhow::Result<()> {
    let root = crate::root();
    let folder = root.join("crates/charset/src/codec");
    let done = Command::new("python3")
        .arg(root.join("crates/lab/src/charset/tables.py"))
        .arg(&folder)
        .output()?;
    if !done.status.success() {
        bail!("{}", String::from_utf8_lossy(&done.stderr));
    }
    let tables = String::from_utf8(done.stdout)?;
    fs::write(
        folder.join("tables.rs"),
        format!("{HEADER}\n{}\n", tables.trim_end()),
    )?;
    Ok(())
}
