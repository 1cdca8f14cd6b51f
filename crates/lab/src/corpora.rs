//! Corpora that are not part of the repository: found where a recipe's argument says, unpacked under `target/`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail};

/// The small corpus of the repository.
pub const SMALL: &str = "tests/corpus/books";

/// The folder with the files of a corpus. `place` is an unpacked folder, a `*.tar.zst`, or a folder that holds one; an
/// archive is unpacked once under `target/corpora/`.
pub fn unpacked(place: &Path) -> anyhow::Result<PathBuf> {
    let place = place
        .canonicalize()
        .with_context(|| format!("{}: no such corpus", place.display()))?;
    let is_archive = |path: &PathBuf| path.to_string_lossy().ends_with(".tar.zst");
    let archive = match is_archive(&place) {
        true => Some(place.clone()),
        false => {
            let entries = fs::read_dir(&place).with_context(|| place.display().to_string())?;
            let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
            paths.filter(is_archive).min()
        }
    };
    let Some(archive) = archive else {
        return Ok(place);
    };
    let name = place.file_name().context("a folder with a name")?;
    let name = name.to_string_lossy().replace(".tar.zst", "");
    let to = crate::root().join("target/corpora").join(name);
    unpack(&archive, &to)?;
    Ok(to)
}

/// Unpacks a `.tar.zst` into a folder, once.
pub fn unpack(archive: &Path, to: &Path) -> anyhow::Result<()> {
    if to.join(".complete").exists() {
        return Ok(());
    }
    eprintln!("unpacking {} into {}", archive.display(), to.display());
    fs::create_dir_all(to)?;
    let script = "zstd -dc --long=31 \"$1\" | tar x -C \"$2\"";
    let status = Command::new("bash")
        .args(["-o", "pipefail", "-c", script, "-"])
        .args([archive, to])
        .status()?;
    if !status.success() {
        bail!("zstd and tar could not unpack {}", archive.display());
    }
    fs::write(to.join(".complete"), "")?;
    Ok(())
}

/// Text files below a folder, in the order of their names.
pub fn text_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    files(folder, &["txt"])
}

/// Files below a folder whose names have one of these extensions, in the order of their names.
pub fn files(folder: &Path, extensions: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path
                .extension()
                .is_some_and(|extension| extensions.iter().any(|one| extension == *one))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The list of files for `linenorm < LIST`, written under `target/`.
pub fn list(files: &[PathBuf], name: &str) -> anyhow::Result<PathBuf> {
    let folder = crate::root().join("target");
    // It is elsewhere, where CARGO_TARGET_DIR says so.
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(name);
    let lines: String = files
        .iter()
        .map(|file| format!("{}\n", file.display()))
        .collect();
    fs::write(&path, lines).with_context(|| path.display().to_string())?;
    Ok(path)
}

/// The text of a file as the tools read it, except for the rarer encodings: UTF-8 if it is, else
/// windows-1252.
pub fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let encoding = match std::str::from_utf8(&bytes) {
        Ok(_) => encoding_rs::UTF_8,
        Err(_) => encoding_rs::WINDOWS_1252,
    };
    Ok(encoding.decode(&bytes).0.into_owned())
}
