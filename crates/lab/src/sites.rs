//! Sets of web pages with delimiters around their main content: a folder with `sets.tsv` and `SET/pages/`.
//!
//! `sets.tsv` has a header and the columns `set`, `encoding`, `left` and `right`, among others; several
//! delimiters of one set are divided by ` ||| `.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, bail};
use serde_json::Value;

use crate::tsv;

/// A set of pages.
pub struct Set {
    /// Its name.
    pub name: String,
    /// How they are encoded, a WHATWG label.
    pub encoding: String,
    /// The text before and after main content.
    pub delimiters: Vec<(String, String)>,
    /// The pages, in the order of their names.
    pub pages: Vec<PathBuf>,
}

/// How well a method did.
#[derive(Clone, Copy)]
pub struct Score {
    /// The share of characters on the right side.
    pub accuracy: f64,
    /// The share of main content that was found.
    pub recall: f64,
    /// The share of what was found that is main content.
    pub precision: f64,
    /// The harmonic mean of both.
    pub f1: f64,
}

/// The sets of a folder whose pages are there.
pub fn sets(folder: &Path) -> anyhow::Result<Vec<Set>> {
    let path = folder.join("sets.tsv");
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let mut sets = Vec::new();
    for row in tsv::rows(&text) {
        let cell = |column: &str| row.cell(column).with_context(|| path.display().to_string());
        let pages = folder.join(cell("set")?).join("pages");
        let Ok(entries) = fs::read_dir(&pages) else {
            continue;
        };
        let mut pages = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<anyhow::Result<Vec<_>>>()?;
        pages.sort();
        let list = |text: &str| text.split(" ||| ").map(str::to_owned).collect::<Vec<_>>();
        let (left, right) = (list(cell("left")?), list(cell("right")?));
        sets.push(Set {
            name: cell("set")?.to_string(),
            encoding: cell("encoding")?.to_string(),
            delimiters: left.into_iter().zip(right).collect(),
            pages,
        });
    }
    if sets.is_empty() {
        bail!("{}: no set of it has pages", path.display());
    }
    Ok(sets)
}

impl Set {
    /// Runs altcount on some of the pages, and takes its last line for a score.
    pub fn score(
        &self,
        altcount: &Path,
        options: &[&str],
        pages: &[PathBuf],
    ) -> anyhow::Result<Score> {
        let mut command = Command::new(altcount);
        command
            .args(["-q", "-E", &self.encoding])
            .args(options)
            .arg("--files-from=-");
        for (left, right) in &self.delimiters {
            command.args(["--score", left, right]);
        }
        let list: String = pages
            .iter()
            .map(|page| format!("{}\n", page.display()))
            .collect();
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        // The list is read before anything is written.
        child
            .stdin
            .take()
            .context("a pipe")?
            .write_all(list.as_bytes())?;
        let output = child.wait_with_output()?;
        if !output.status.success() {
            bail!("{command:?}: {}", output.status);
        }
        let text = String::from_utf8(output.stdout)?;
        let record: Value = serde_json::from_str(text.lines().last().context("a score")?)?;
        // Without main content, or without anything found, there is no share of it.
        let share = |key: &str| record[key].as_f64().unwrap_or(0.0);
        Ok(Score {
            accuracy: share("accuracy"),
            recall: share("recall"),
            precision: share("precision"),
            f1: share("f1"),
        })
    }

    /// `count` of the pages, spread over all of them; `which` shifts the choice.
    pub fn some(&self, count: usize, which: usize) -> Vec<PathBuf> {
        let all = self.pages.len();
        let mut chosen: Vec<usize> = (0..count.min(all))
            .map(|index| (index * all / count.min(all) + which) % all)
            .collect();
        chosen.sort_unstable();
        chosen
            .into_iter()
            .map(|index| self.pages[index].clone())
            .collect()
    }
}

/// The means of some scores, and the lowest accuracy.
pub fn mean(scores: &[Score]) -> (Score, f64) {
    let mean = |of: fn(&Score) -> f64| scores.iter().map(of).sum::<f64>() / scores.len() as f64;
    let means = Score {
        accuracy: mean(|score| score.accuracy),
        recall: mean(|score| score.recall),
        precision: mean(|score| score.precision),
        f1: mean(|score| score.f1),
    };
    let worst = scores
        .iter()
        .map(|score| score.accuracy)
        .fold(1.0, f64::min);
    (means, worst)
}
