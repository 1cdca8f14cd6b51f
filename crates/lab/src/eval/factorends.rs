//! Measures the bytes that factorends saves, whether every byte comes back, and how its time grows; also for made books in HTML with two
//! templates, and for YAML.

use std::fs;
use std::path::Path;

use anyhow::Context;

use crate::corpora;
use crate::measure::{measure, release_tools, shell};

/// The number of made documents of each form.
const MADE: usize = 20;

/// A notice of a made library.
const NOTICE: [&str; 6] = [
    "The Quaymouth shelf lends this work to everyone who reads, for as long as",
    "they like, and asks for nothing but that these lines stay with it. It may be",
    "copied by hand, by lamp and by machine; it may not be sold by weight, nor used",
    "to wrap fish. The shelf does not promise that the work is whole, that its pages",
    "are in order, or that the river in it still runs where the author saw it. Who",
    "finds an error may write it on the wall of the boat house, where others do.",
];

/// Writes books in HTML whose notice is in `div` or in `pre`, and files in YAML with the notice as a comment.
fn make(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder)?;
    let notice = NOTICE.join("\n");
    let comment: String = NOTICE.iter().map(|line| format!("# {line}\n")).collect();
    for number in 0..MADE {
        let body: String = (0..40)
            .map(|line| {
                format!(
                    "<p>On day {line} boat {number} took {} sacks across.</p>\n",
                    line * 7 + number
                )
            })
            .collect();
        let page = |open: &str, close: &str| {
            let notice = format!("{open}\n{notice}\n{close}");
            format!(
                "<html><head><title>Boat {number}</title></head><body>\n{notice}\n{body}{notice}\n</body></html>\n"
            )
        };
        let fields: String = (0..40)
            .map(|line| format!("day{line}: {}\n", line * 7 + number))
            .collect();
        fs::write(
            folder.join(format!("div{number}.html")),
            page("<div style=\"margin: 1em\">", "</div>"),
        )?;
        fs::write(
            folder.join(format!("pre{number}.html")),
            page("<pre xml:space=\"preserve\">", "</pre>"),
        )?;
        fs::write(
            folder.join(format!("list{number}.yaml")),
            format!("{comment}\n{fields}"),
        )?;
    }
    Ok(())
}

/// Factors a corpus, compares the checksums of what is restored, and measures copies of 1, 2 and 4 times its size.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let made = crate::root().join("target/factorends-made");
    make(&made)?;
    println!("Made books in HTML and files in YAML, {MADE} of each form:");
    evaluate(&made)?;
    println!("\n{}:", folder.display());
    evaluate(folder)
}

fn evaluate(folder: &Path) -> anyhow::Result<()> {
    let tools = release_tools()?;
    let corpus = corpora::unpacked(folder)?;
    let work = crate::root().join("target/factorends");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    println!(
        "{:>5}  {:>7}  {:>10}  {:>8}  {:>14}  {:>9}",
        "size", "user s", "per copy s", "system s", "restore user s", "peak MiB"
    );
    let freq = work.join("freq.jsonl");
    let mut savings = String::new();
    for copies in [1, 2, 4] {
        let here = work.join(copies.to_string());
        fs::create_dir_all(&here)?;
        for copy in 0..copies {
            std::os::unix::fs::symlink(&corpus, here.join(copy.to_string()))?;
        }
        let prepare = format!(
            "cd {} && PATH={}:$PATH && find -L . \\( -name '*.txt' -o -name '*.html' -o -name '*.yaml' \\) | LC_ALL=C sort > list && \
             {{ [ -e {freq} ] || linenorm --ends 300 < list | freqlines > {freq}; }} && \
             cutbounds --freq {freq} < list > bounds.jsonl",
            here.display(),
            tools.display(),
            // Measured on one copy: with more copies more lines would be frequent, which is more work for each
            // document.
            freq = freq.display(),
        );
        shell(&prepare)?;
        let there = format!("cd {} && PATH={}:$PATH", here.display(), tools.display());
        let factor = measure(&format!(
            "{there} && factorends --bounds bounds.jsonl --freq {} --out-dir site -o savings.jsonl < list",
            freq.display()
        ))?;
        let restore = measure(&format!(
            "{there} && factorends --restore site --out-dir back"
        ))?;
        println!(
            "{copies:>4}x  {:7.2}  {:10.2}  {:8.2}  {:14.2}  {:9.1}",
            factor.user,
            factor.user / f64::from(copies),
            // Thousands of files are made: this is the file system's, and varies.
            factor.cpu - factor.user,
            restore.user,
            factor.peak as f64 / 1048576.0
        );
        shell(&format!(
            "cd {} && xargs -d '\\n' sha256sum < list > sums && cd back && sha256sum --quiet -c ../sums",
            here.display()
        ))
        .context("not every document came back as it was")?;
        if copies == 1 {
            savings = fs::read_to_string(here.join("savings.jsonl"))?;
        }
        fs::remove_dir_all(here.join("back"))?;
    }
    println!("\nEvery document came back with the checksum it had. Savings at 1x:\n{savings}");
    Ok(())
}
