//! Compares the measures of textstats with those of datatrove on the same documents.

use std::fs;
use std::path::Path;

use crate::measure::{has_module, measure, release_tools, shell_output};

/// Compares, and prints each measure's largest difference and the CPU seconds of both.
const PEERS: &str = include_str!("textstats_peers.py");

/// Measures the documents of a file with textstats, and with datatrove if the Python has it.
pub fn run(documents: &Path, python: &str) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let folder = Path::new("target/textstats");
    fs::create_dir_all(folder)?;
    let (records, script) = (folder.join("records.jsonl"), folder.join("peers.py"));
    fs::write(&script, PEERS)?;
    let megabytes = fs::metadata(documents)?.len() as f64 / 1e6;
    for language in ["", "--language en"] {
        let usage = measure(&format!(
            "{}/textstats -q -j1 --words space {language} {} > {}",
            tools.display(),
            documents.display(),
            records.display()
        ))?;
        println!(
            "textstats {language:13} {:6.2} CPU s, {:6.1} MB a CPU s",
            usage.cpu,
            megabytes / usage.cpu
        );
    }
    if !has_module(python, "datatrove") {
        println!("datatrove: not in {python}; nothing was compared");
        return Ok(());
    }
    let table = shell_output(&format!(
        "{python} {} {} {}",
        script.display(),
        documents.display(),
        records.display()
    ))?;
    print!("{table}");
    Ok(())
}
