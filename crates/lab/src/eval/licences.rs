//! The bounds of source files whose boilerplate is a licence header.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::bounds::{Label, compare, print_worst};
use crate::licences::{headers, labelled};

/// Learns frequencies from the headers below `folder` and cuts those whose truth is known and that no weight was fitted on.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let learn = headers(folder);
    let labels: Vec<Label> = labelled(&learn)
        .into_iter()
        .skip(1)
        .step_by(2)
        .map(|header| Label {
            file: header.path.display().to_string(),
            preamble_end: vec![header.preamble_end],
            epilogue_start: vec![0],
        })
        .collect();
    if labels.is_empty() {
        bail!("{}: no headers with comments", folder.display());
    }
    println!(
        "{} labelled headers; frequencies learnt from {} files",
        labels.len(),
        learn.len()
    );
    let documents: Vec<PathBuf> = labels
        .iter()
        .map(|label| PathBuf::from(&label.file))
        .collect();
    let mut outcomes = compare(&labels, &documents, &learn)?;
    if let Some(outcome) = outcomes.last_mut() {
        print_worst(outcome);
    }
    Ok(())
}
