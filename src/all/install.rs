//! Implements `trommel --install`: a link for each tool, manual pages and completions.

use std::env;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap_complete::Shell;
use platform::files;

use super::{NAME, completions};
use crate::{TOOLS, manual};

/// Creates a link to this program for each tool. In another folder, copies the program and links to
/// the copy. Returns a description of the changes.
pub fn install(folder: Option<&Path>) -> io::Result<String> {
    let program = files::program()?;
    let own = program.parent().unwrap_or(Path::new("")).to_owned();
    let folder = folder.unwrap_or(&own);
    fs::create_dir_all(folder)?;
    let installed = executable(folder, NAME);
    if !is_same(&installed, &program) {
        files::copy_over(&program, &installed)?;
    }
    let mut done = String::new();
    let mut linked = Vec::new();
    for tool in TOOLS {
        let to = executable(folder, tool.name);
        match link(&installed, &to, tool.name)? {
            true => linked.push(tool.name),
            false => eprintln!(
                "{NAME}: {}: is another program; remove it, or use 'trommel {}'",
                to.display(),
                tool.name
            ),
        }
    }
    let _ = writeln!(
        done,
        "{}: {NAME} and {}",
        folder.display(),
        linked.join(", ")
    );
    if folder.file_name().is_some_and(|name| name == "bin") && !manual::PAGES.is_empty() {
        let share = folder.with_file_name("share");
        write_pages(&share)?;
        write_completions(&share)?;
        let _ = writeln!(done, "{}: manual pages and completions", share.display());
    }
    if !is_on_path(folder) {
        let _ = writeln!(done, "{} is not in PATH", folder.display());
    }
    Ok(done)
}

fn executable(folder: &Path, name: &str) -> PathBuf {
    folder.join(name).with_extension(env::consts::EXE_EXTENSION)
}

/// Creates a link; returns whether the link now exists. Replaces an older version of the tool, but
/// not another program.
fn link(installed: &Path, to: &Path, tool: &str) -> io::Result<bool> {
    match files::link(installed, to) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if is_same(to, installed) {
                return Ok(true);
            }
            if !is_tool(to, tool) {
                return Ok(false);
            }
            fs::remove_file(to)?;
            files::link(installed, to).map(|()| true)
        }
        made => made.map(|()| true),
    }
}

/// Whether the output of `--version` shows that a program is a version of this tool.
fn is_tool(program: &Path, tool: &str) -> bool {
    let said = Command::new(program).arg("--version").output();
    said.is_ok_and(|said| {
        let said = String::from_utf8_lossy(&said.stdout);
        let version = said.trim().strip_prefix(tool).unwrap_or_default();
        let mut numbers = version.trim().split('.');
        numbers.clone().count() == 3 && numbers.all(|number| number.parse::<u32>().is_ok())
    })
}

fn write_pages(share: &Path) -> io::Result<()> {
    for (page, text) in manual::PAGES {
        let section = page.rsplit('.').next().unwrap_or_default();
        write(&share.join(format!("man/man{section}")).join(page), text)?;
    }
    Ok(())
}

fn write_completions(share: &Path) -> io::Result<()> {
    for name in TOOLS.iter().map(|tool| tool.name).chain([NAME]) {
        for (shell, path) in [
            (Shell::Bash, format!("bash-completion/completions/{name}")),
            (Shell::Zsh, format!("zsh/site-functions/_{name}")),
            (
                Shell::Fish,
                format!("fish/vendor_completions.d/{name}.fish"),
            ),
        ] {
            write(&share.join(path), &completions(shell, name))?;
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    fs::write(path, text)
}

fn is_on_path(folder: &Path) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|one| is_same(&one, folder))
}

/// Whether both paths lead to the same file.
fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
