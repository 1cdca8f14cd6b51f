//! Tokens and sentences of vertical text beside those of treebanks, and of NLTK and spaCy on the same text.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use crate::measure::{measure, release_tools, shell};

/// Makes a text of each treebank, and scores the tokens and sentences that are found in it.
const PEERS: &str = include_str!("tokens_peers.py");

/// Scores the treebanks of each folder apart: such as those that rules were chosen on, and those that they were not.
pub fn run(folders: &[PathBuf], python: &str) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let place = Path::new("target/tokens");
    fs::create_dir_all(place)?;
    let file = |name: &str| place.join(name).display().to_string();
    let (script, texts, rules, vertical) = (
        file("peers.py"),
        file("texts.jsonl"),
        file("all.rules"),
        file("texts.vert"),
    );
    fs::write(&script, PEERS)?;
    // All documents pass.
    fs::write(&rules, "words >= 0\n")?;
    for folder in folders {
        let folder = folder.display();
        println!("{folder}");
        shell(&format!("{python} {script} raw {folder} {texts}"))?;
        let size = fs::metadata(&texts)?.len();
        ensure!(size > 0, "{folder} has no LANGUAGE_TREEBANK.conllu");
        let usage = measure(&format!(
            "{}/textstats -q --keep {rules} --output-format vertical {texts} > {vertical}",
            tools.display()
        ))?;
        shell(&format!("{python} {script} score {folder} {vertical}"))?;
        println!(
            "trommel {:.2} CPU s, {:.1} MB",
            usage.cpu,
            size as f64 / 1e6
        );
    }
    Ok(())
}
