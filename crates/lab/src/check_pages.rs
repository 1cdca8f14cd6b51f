//! `cargo lab check-pages`: the pages that tools write, in a browser: none is over 5 MB, wider than its window, or in need of a script to be read.
//! Screenshots are for people to look at.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};

use crate::browser::Browser;
use crate::measure::{release_tools, shell};

/// The most bytes of a page.
const MAX_PAGE: u64 = 5_000_000;
/// A telephone's width and a window's.
const WIDTHS: [u32; 2] = [420, 1000];

/// The pages: a name, the command that writes it in a folder with `books` and `site`, and a word that is there to be read.
const PAGES: [(&str, &str, &str); 5] = [
    (
        "cutbounds",
        "linenorm --ends 300 < books.list | freqlines -k 3 > freq.jsonl && cutbounds --freq freq.jsonl --emit html < books.list",
        "preamble",
    ),
    ("altcount", "altcount -q --emit html < site.list", "useless"),
    (
        "htmlblocks",
        "htmlblocks -q --emit html < site.list",
        "content",
    ),
    (
        "lcsdup",
        "uniqwords --dense < books.list > words.jsonl && lcsdup -q --find passages --emit html --texts books words.jsonl",
        "passage",
    ),
    (
        "trommel-report",
        "htmlblocks -q --stats log.jsonl < site.list | blockdedup --stats log.jsonl > final.jsonl && trommel-report log.jsonl",
        "blockdedup",
    ),
];

/// Makes the pages of the books and of the site of the tests, and looks at them.
pub fn run() -> anyhow::Result<()> {
    let work = crate::root().join("target/check-pages");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let browser = Browser::find(&work)?;
    let tools = release_tools()?;
    let corpus = crate::root().join("tests/corpus");
    shell(&format!(
        "cd '{work}' && cp -R '{corpus}/books' books && cp -R '{corpus}/web' site && \
         find books -name '*.txt' | LC_ALL=C sort > books.list && find site -name '*.html' | LC_ALL=C sort > site.list",
        work = work.display(),
        corpus = corpus.display()
    ))?;
    println!("{:16} {:>9}   widths in windows of {WIDTHS:?}", "", "bytes");
    for (name, command, word) in PAGES {
        let page = work.join(format!("{name}.html"));
        shell(&format!(
            "cd '{}' && export PATH='{}':\"$PATH\" && rm -f log.jsonl && {{ {command}; }} > '{}'",
            work.display(),
            tools.display(),
            page.display()
        ))?;
        let html = fs::read_to_string(&page)?;
        ensure!(
            html.len() as u64 <= MAX_PAGE,
            "{name}: {} bytes",
            html.len()
        );
        let text = html::visible::text(&html).to_lowercase();
        ensure!(
            text.contains(word),
            "{name}: without scripts nobody reads \"{word}\""
        );
        let mut widths = Vec::new();
        for width in WIDTHS {
            let wide = width_of(&browser, &page, width, &work)?;
            ensure!(wide <= width, "{name}: {wide} wide in a window of {width}");
            widths.push(wide);
            for dark in [false, true] {
                let shade = if dark { "dark" } else { "light" };
                let picture = work.join(format!("{name}-{width}-{shade}.png"));
                browser.draw(&page, &picture, width, dark)?;
            }
        }
        println!("{name:16} {:9}   {widths:?}", html.len());
    }
    println!(
        "{}: {} has pictures of all to look at",
        browser.name,
        work.display()
    );
    Ok(())
}

/// How wide the contents of a page are in a frame of a width.
fn width_of(browser: &Browser, page: &Path, width: u32, work: &Path) -> anyhow::Result<u32> {
    let frame = work.join("frame.html");
    let address = page.file_name().context("a name")?.to_string_lossy();
    fs::write(
        &frame,
        format!(
            "<iframe id=page src='{address}' style='border: 0; width: {width}px; height: 4000px'></iframe><p id=wide></p>\
             <script>page.onload = () => wide.textContent = '<' + page.contentDocument.documentElement.scrollWidth + '>'</script>"
        ),
    )?;
    let shown = browser.dump(&frame)?;
    let found = shown
        .split_once("&lt;")
        .and_then(|(_, rest)| rest.split_once("&gt;"));
    let (wide, _) =
        found.with_context(|| format!("{address}: the browser did not say how wide it is"))?;
    Ok(wide.parse()?)
}
