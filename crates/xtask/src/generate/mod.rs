//! `cargo xtask gen`: man pages, completions and JSON Schemas, from the table of tools, `docs` and the doc comments of `crates/record`.

mod fields;
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
use trommel::all::{NAME, completions};

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
    }
    for name in TOOLS.iter().map(|tool| tool.name).chain([NAME]) {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let script = completions(shell, name).into_bytes();
            files.insert(completion_path(shell, name), script);
        }
    }
    files.insert("man/trommel.1".into(), manual::all()?);
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
    files.insert("man/pages.rs".into(), pages(files.keys()));
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

/// The table of pages and guides that the program `trommel` holds, for `src/manual.rs`.
fn pages<'a>(files: impl Iterator<Item = &'a PathBuf>) -> Vec<u8> {
    let mut table = String::from(
        "/// The pages in the format of man(1), by their file names.\npub const PAGES: &[(&str, &str)] = &[\n",
    );
    for page in files.filter_map(|path| path.strip_prefix("man").ok()) {
        let page = page.display();
        table += &format!("    (\"{page}\", include_str!(\"{page}\")),\n");
    }
    table += "];\n\n/// The guides, by their names.\npub const TOPICS: &[(&str, &str)] = &[\n";
    let topics = TOPICS.iter().map(|(name, ..)| *name);
    for topic in topics.chain(["trommel-faults"]) {
        let topic = topic.trim_start_matches("trommel-");
        table += &format!("    (\"{topic}\", include_str!(\"../docs/{topic}.md\")),\n");
    }
    table += "];\n";
    table.into_bytes()
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
