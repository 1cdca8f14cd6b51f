//! `cargo lab check-links`: the links of a factored site in a browser.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};

use crate::browser::Browser;
use crate::measure::{release_tools, shell};

#[path = "../../../tests/harness/ebooks.rs"]
mod ebooks;

/// Put into each page: it replaces the page by the addresses that its links lead to.
const SCRIPT: &str = "<script>document.body.textContent = Array.from(document.links, \
                      link => `<${link.href}>`).join('')</script>";

/// Factors the e-books of the tests, opens each page, and looks whether its links lead to a shared file's text.
pub fn run() -> anyhow::Result<()> {
    let tools = release_tools()?;
    let work = crate::root().join("target/check-links");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    let browser = Browser::find(&work)?;
    let ebooks = ebooks::ebooks();
    for ebook in &ebooks {
        let path = work.join(&ebook.name);
        fs::create_dir_all(path.parent().context("a folder")?)?;
        fs::write(path, &ebook.html)?;
    }
    shell(&format!(
        "cd {} && PATH={}:$PATH && find ebooks -type f | LC_ALL=C sort > list && \
         linenorm --ends 300 < list | freqlines -k 3 > freq.jsonl && \
         cutbounds --method paper --freq freq.jsonl < list > bounds.jsonl && \
         factorends --bounds bounds.jsonl --freq freq.jsonl --out-dir site < list",
        work.display(),
        tools.display()
    ))?;
    let mut targets = BTreeSet::new();
    for ebook in &ebooks {
        let page = work.join("site").join(&ebook.name);
        let html = fs::read_to_string(&page)?;
        if let Some(own) = ebook.own.iter().find(|own| !html.contains(&own[..])) {
            bail!("{}: the line {own:?} is gone", page.display());
        }
        fs::write(&page, html + SCRIPT)?;
        let dom = browser.dump(&page)?;
        let links: Vec<PathBuf> = dom
            .split("&lt;file://")
            .skip(1)
            .filter_map(|link| Some(PathBuf::from(link.split("&gt;").next()?)))
            .collect();
        if links.len() != 2 {
            bail!("{}: {} links, not two", page.display(), links.len());
        }
        targets.extend(links);
    }
    for target in &targets {
        let text = fs::read_to_string(target).with_context(|| target.display().to_string())?;
        let word = text.split_whitespace().last().context("an empty file")?;
        let word = word.split(['<', '>']).next().unwrap_or_default();
        if !browser.dump(target)?.contains(word) {
            bail!("{}: the browser does not show it", target.display());
        }
    }
    println!(
        "{}: the links of {} pages lead to {} shared files",
        browser.name,
        ebooks.len(),
        targets.len()
    );
    Ok(())
}
