//! Sets of web pages with their main text.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::corpora;

/// A set of pages.
pub struct Set {
    /// Its name.
    pub name: String,
    /// Its folder.
    pub place: PathBuf,
    /// Its pages, by their names.
    pub pages: Vec<Page>,
}

/// A web page and what people took for its main text.
pub struct Page {
    /// Where it is.
    pub path: PathBuf,
    /// The words of the main text.
    pub main: Vec<String>,
}

impl Page {
    /// The page as the tools read it.
    pub fn html(&self) -> anyhow::Result<String> {
        corpora::text(&self.path)
    }
}

/// The sets below a folder, each a folder with html/ID.html and gold/ID.txt, or a .tar.zst of one.
pub fn sets(folder: &Path) -> anyhow::Result<Vec<Set>> {
    let mut sets = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .with_context(|| format!("{}: no such corpus", folder.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .collect();
    entries.sort();
    for entry in entries {
        let file = entry
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let (name, place) = match file.strip_suffix(".tar.zst") {
            Some(name) => {
                let place = crate::root().join("target/corpora/html").join(name);
                corpora::unpack(&entry, &place)?;
                (name.to_owned(), place)
            }
            None => (file, entry),
        };
        // An archive may hold a folder of its own name.
        let inner = place.join(&name);
        let place = if inner.join("html").is_dir() {
            inner
        } else {
            place
        };
        if place.join("html").is_dir() && place.join("gold").is_dir() {
            sets.push(Set {
                pages: pages(&place)?,
                name,
                place,
            });
        }
    }
    ensure!(
        !sets.is_empty(),
        "{}: no folder with html/ and gold/ in it",
        folder.display()
    );
    Ok(sets)
}

fn pages(place: &Path) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for path in corpora::files(&place.join("html"), &["html"])? {
        let id = path
            .file_stem()
            .context("a page has a name")?
            .to_string_lossy();
        let gold = place.join("gold").join(format!("{id}.txt"));
        let text = fs::read(&gold).with_context(|| gold.display().to_string())?;
        let main = crate::lcs::tokens(&String::from_utf8_lossy(&text));
        pages.push(Page { main, path });
    }
    Ok(pages)
}
