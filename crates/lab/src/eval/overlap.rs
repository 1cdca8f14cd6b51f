//! Items planted into documents, verbatim and edited: what overlap and its rivals find, and what it costs.

use std::path::Path;

use crate::corpora;
use crate::measure::{release_tools, shell};

/// Prints the tables. `folder` has corpus.jsonl and docs.tsv; `python` may have lm_eval, and datatrove with spaCy.
pub fn run(folder: &Path, python: &str) -> anyhow::Result<()> {
    let folder = corpora::unpacked(folder)?;
    let script = crate::root().join("crates/lab/src/eval/overlap.py");
    shell(&format!(
        "PATH={}:$PATH {python} {} '{}'",
        release_tools()?.display(),
        script.display(),
        folder.display()
    ))
}
