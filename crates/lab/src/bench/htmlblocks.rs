//! How htmlblocks grows with pages made to take long, and how fast it is on real ones.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use crate::measure::{measure, release_tools};
use crate::{corpora, root};

/// The data to run it on.
#[derive(Args)]
pub struct Options {
    /// A folder of web pages, to measure pages a CPU second
    folder: Option<PathBuf>,
    /// Sizes of the made pages, in millions of bytes
    #[arg(long, value_delimiter = ',', default_values_t = [5, 10, 20, 50])]
    sizes: Vec<usize>,
}

/// Made pages: a name, what they begin with, and what is repeated.
const PAGES: [(&str, &str, &str); 6] = [
    ("nested elements", "", "<div><b>"),
    ("nested, unclosed", "", "<p><i><x-a>text "),
    ("misplaced end tags", "<b><i><u>", "</em></td></x-b>a "),
    (
        "attributes",
        "<p ",
        "class=\"comment-list side\" id=x data-a='1' ",
    ),
    (
        "many attributes",
        "",
        "<div class=\"post-body\" id=\"a\" title=\"x > y\" data-b=1>a</div>",
    ),
    ("short blocks", "", "<p>a"),
];

/// Runs it.
pub fn run(options: &Options) -> anyhow::Result<()> {
    let htmlblocks = release_tools()?.join("htmlblocks").display().to_string();
    if let Some(folder) = &options.folder {
        let pages = corpora::files(folder, &["html", "htm"])?;
        let list = corpora::list(&pages, "bench-htmlblocks.list")?
            .display()
            .to_string();
        for method in ["paper", "best"] {
            let usage = measure(&format!(
                "{htmlblocks} --method {method} --emit text < {list} > /dev/null"
            ))?;
            println!(
                "{method:<6} {:>6} pages {:>7.0} a CPU second, {:>4} MiB",
                pages.len(),
                pages.len() as f64 / usage.cpu,
                usage.peak >> 20
            );
        }
    }
    print!("{:<20} {:<6}", "CPU s", "");
    options
        .sizes
        .iter()
        .for_each(|size| print!(" {:>9}", format!("{size} MB")));
    println!(" {:>9}", "ns/byte");
    let page = root().join("target/bench-htmlblocks.html");
    for (name, start, piece) in PAGES {
        for method in ["paper", "best"] {
            print!("{name:<20} {method:<6}");
            let mut per_byte = 0.0;
            for &size in &options.sizes {
                let bytes = size * 1_000_000;
                fs::write(&page, start.to_owned() + &piece.repeat(bytes / piece.len()))?;
                let command = format!(
                    "{htmlblocks} --method {method} {} > /dev/null",
                    page.display()
                );
                let usage = measure(&command)?;
                per_byte = 1e9 * usage.cpu / bytes as f64;
                print!(" {:>9.2}", usage.cpu);
            }
            println!(" {per_byte:>9.1}");
        }
    }
    fs::remove_file(page)?;
    Ok(())
}
