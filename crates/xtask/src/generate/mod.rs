//! `cargo xtask gen`: man pages, completions and JSON Schemas, from the table of tools, `docs` and the doc comments of `crates/record`.

mod manual;
mod markdown;
mod records;
mod schemas;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap_complete::Shell;
use trommel::TOOLS;

/// Manual pages whose text is a file of `docs`: the name, what it is about, the text.
const TOPICS: [(&str, &str, &str); 4] = [
    (
        "trommel-figures",
        "how good and how fast the tools are",
        include_str!("../../../../docs/figures.md"),
    ),
    (
        "trommel-papers",
        "the publications, section by section",
        include_str!("../../../../docs/papers.md"),
    ),
    (
        "trommel-recipes",
        "the tools by job",
        include_str!("../../../../docs/recipes.md"),
    ),
    (
        "trommel-scaling",
        "the tools on many machines",
        include_str!("../../../../docs/scaling.md"),
    ),
];

/// Writes what is generated, or checks that it is up to date.
pub fn run(check: bool) -> anyhow::Result<()> {
    let root = crate::root();
    let mut files = BTreeMap::new();
    for tool in TOOLS {
        files.insert(
            PathBuf::from(format!("man/{}.1", tool.name)),
            manual::page(tool)?,
        );
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut (tool.command)(), tool.name, &mut script);
            files.insert(completion_path(shell, tool.name), script);
        }
    }
    files.insert("man/trommel.1".into(), manual::all()?);
    for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
        let mut script = Vec::new();
        // Behind `trommel TOOL` come the options of that tool.
        let mut command = trommel::all::command();
        for tool in TOOLS {
            command = command.mut_subcommand(tool.name, |_| (tool.command)().after_long_help(""));
        }
        clap_complete::generate(shell, &mut command, trommel::all::NAME, &mut script);
        files.insert(completion_path(shell, trommel::all::NAME), script);
    }
    files.insert("man/trommel.7".into(), manual::overview()?);
    let measured = root.join("docs/faults-measured.md");
    let measured = fs::read_to_string(&measured).with_context(|| measured.display().to_string())?;
    files.insert(
        "man/trommel-faults.7".into(),
        manual::topic(
            "trommel-faults",
            "what the tools do when things go wrong",
            &(include_str!("../../../../docs/faults.md").to_owned() + &measured),
        ),
    );
    for (name, about, text) in TOPICS {
        let page = format!("man/{name}.7").into();
        files.insert(page, manual::topic(name, about, text));
    }
    files.insert(
        "man/trommel-record.5".into(),
        records::page(&root.join("crates/record/src"))?,
    );
    files.extend(schemas::all(&root.join("crates/record/src"))?);

    let stale: Vec<&Path> = files
        .iter()
        .filter(|(path, content)| fs::read(root.join(path)).ok().as_ref() != Some(*content))
        .map(|(path, _)| path.as_path())
        .collect();
    let left_over = left_over(&root, &files)?;
    if check {
        if !stale.is_empty() || !left_over.is_empty() {
            bail!("out of date: {stale:?} {left_over:?}; run `cargo xtask gen`");
        }
        return Ok(());
    }
    for path in stale {
        let to = root.join(path);
        fs::create_dir_all(to.parent().expect("a path with a folder"))?;
        fs::write(&to, &files[path]).with_context(|| to.display().to_string())?;
        println!("wrote {}", path.display());
    }
    for path in left_over {
        fs::remove_file(root.join(&path))?;
        println!("removed {}", path.display());
    }
    Ok(())
}

fn completion_path(shell: Shell, tool: &str) -> PathBuf {
    match shell {
        Shell::Zsh => format!("completions/_{tool}").into(),
        shell => format!("completions/{tool}.{shell}").into(),
    }
}

/// Files in the generated folders that nothing generates any more.
fn left_over(root: &Path, files: &BTreeMap<PathBuf, Vec<u8>>) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for folder in ["man", "completions", "schema"] {
        if !root.join(folder).exists() {
            continue;
        }
        for entry in fs::read_dir(root.join(folder))? {
            let path = Path::new(folder).join(entry?.file_name());
            if !files.contains_key(&path) {
                found.push(path);
            }
        }
    }
    Ok(found)
}
