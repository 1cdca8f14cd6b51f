//! All of them in one go, and a page that shows what came of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::Context;
use html::escape;

/// A part of the page.
struct Part {
    /// The name of its files.
    name: &'static str,
    title: &'static str,
    /// The statement of the publication, in our words, with its numbers.
    published: &'static str,
    /// The arguments of `cargo lab`; `DIR` stands for the folder of the corpora, and `OUT` for a folder of its own.
    command: &'static [&'static str],
    /// The folder of the corpora that it needs.
    needs: &'static str,
}

const PARTS: [Part; 8] = [
    Part {
        name: "frequent-lines",
        title: "Kaser & Lemire 2007: tables 1 to 3, figures 2 to 7 and 9",
        published: "Table 3: 10^9 different n-grams of 5 words and more, 4.97 10^8 of 3, 1.8 10^7 words, on the second DVD. Figure 3: with gaps of ten lines, no more than a fifth of the text's lines may be frequent. Figure 6: with c counters and n distinct lines the share of lines that are falsely frequent stays under 1 - e^(-(n-1)/c), and for skewed data under a thousandth of (n-1)/c. Figure 9: times to build the structures, against the number of counters.",
        command: &[
            "reproduce",
            "frequent-lines",
            "DIR/gutenberg",
            "--out",
            "OUT",
        ],
        needs: "gutenberg",
    },
    Part {
        name: "gutenberg",
        title: "Kaser & Lemire 2007: errors of the bounds (section 4.1, figure 8)",
        published: "Of 100 files of the first DVD, with heuristics, about 75 % of the epilogues have no error. With GM about 30 % of the preambles have larger errors than with exact counts, by 10 lines or fewer.",
        command: &["eval", "gutenberg", "DIR/gutenberg"],
        needs: "gutenberg",
    },
    Part {
        name: "dupniq",
        title: "Yalniz, Can & Manmatha 2011: table 2 and figure 3",
        published: "Table 2: cs .922, .260, .005; its .979, .765, .400. Figure 3: both scores against the overlap, a line for each rate of noise; with 20 % of the characters wrong about 75 % of the words are.",
        command: &["reproduce", "dupniq", "DIR/gutenberg", "--out", "OUT"],
        needs: "gutenberg",
    },
    Part {
        name: "dupniq-table-3",
        title: "Yalniz, Can & Manmatha 2011: precision and recall (table 3)",
        published: "Precision and recall on the training, 1K, 3K, 100K and partial sets: its 1.000 .985, 1.000 .957, .991 .944, .996 .833, .995 .919; cs .971 .985, 1.000 .945, .940 .940, .903 .933, .989 .808; shingling .971 1.000, .983 .941, .932 .892, .992 .720, .963 .799.",
        command: &["eval", "dupniq", "DIR/dupniq"],
        needs: "dupniq",
    },
    Part {
        name: "alternation-counts",
        title: "Ikeda, Yamada & Hirokawa 2001: scores of sections 4.2 and 4.3, the landscape of A(n, a)",
        published: "Accuracy, recall, precision: Washington Post .975 .939 .872; Yomiuri .992 .808 .991, with the cut point (8, 10). Two sites at once: .994 .889 .987 with (19, 13), .959 .958 .755 with (23, 6).",
        command: &[
            "reproduce",
            "alternation-counts",
            "DIR/altcount",
            "--out",
            "OUT",
        ],
        needs: "altcount",
    },
    Part {
        name: "factorends",
        title: "Dawideit & Nadaf 2021: what shared notices save",
        published: "The notices of HTML e-books are replaced by links to files with their text, of which there are three variants at the top and four at the bottom.",
        command: &["eval", "factorends", "DIR/gutenberg"],
        needs: "gutenberg",
    },
    Part {
        name: "charset",
        title: "PRESEMT 2012: encodings (table 1)",
        published: "Accuracy by five-fold cross-validation, weighted by frequency: 93.3 % (Italian) to 99.2 % (Czech).",
        command: &["eval", "charset", "DIR/charset"],
        needs: "charset",
    },
    Part {
        name: "web",
        title: "PRESEMT 2012: documents and words after each step (table 2)",
        published: "English: 6,805 million words of main content and 7,843 million of boilerplate; without exact duplicates 3,357,252 documents and 4,765 million tokens; without duplicate blocks 2,838,738 and 3,659 million.",
        command: &["eval", "web", "DIR/html"],
        needs: "html",
    },
];

/// Runs what was not run yet, and writes `index.html` into `out`.
pub fn run(corpora: &Path, out: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(out).with_context(|| out.display().to_string())?;
    let lab = std::env::current_exe()?;
    let mut page = html::page::begin("The papers anew") + "<h1>The papers anew</h1>\n";
    for part in &PARTS {
        page += &format!(
            "<h2>{}</h2>\n<p>Published: {}</p>\n",
            escape(part.title),
            escape(part.published)
        );
        let folder = out.join(part.name);
        let fill = |argument: &&str| {
            let argument = argument.replace("DIR", &corpora.display().to_string());
            argument.replace("OUT", &folder.display().to_string())
        };
        let arguments: Vec<String> = part.command.iter().map(fill).collect();
        page += &format!("<pre>cargo lab {}</pre>\n", escape(&part.command.join(" ")));
        let text = out.join(format!("{}.txt", part.name));
        if !corpora.join(part.needs).exists() {
            println!(
                "{}: not run, there is no {}",
                part.name,
                corpora.join(part.needs).display()
            );
            page += "<p class=\"bad\">Not run: its data are not there.</p>\n";
            continue;
        }
        if !text.exists() {
            let start = Instant::now();
            let done = Command::new(&lab).args(&arguments).output()?;
            if !done.status.success() {
                let error = String::from_utf8_lossy(&done.stderr);
                println!("{}: failed\n{error}", part.name);
                page += &format!("<p class=\"bad\">Failed: {}</p>\n", escape(error.trim()));
                continue;
            }
            println!("{}: {:.0} s", part.name, start.elapsed().as_secs_f64());
            fs::write(&text, done.stdout)?;
        }
        page += &format!(
            "<div class=\"scroll\"><pre>{}</pre></div>\n",
            escape(&fs::read_to_string(&text)?)
        );
        for picture in pictures(&folder)? {
            let name = picture
                .strip_prefix(out)
                .unwrap_or(&picture)
                .display()
                .to_string();
            page += &format!(
                "<p><img src=\"{0}\" alt=\"{0}\" style=\"max-width: 100%; background: #fff\"></p>\n",
                escape(&name)
            );
        }
    }
    page += html::page::END;
    let index = out.join("index.html");
    fs::write(&index, page).with_context(|| index.display().to_string())?;
    println!("{}", index.display());
    Ok(())
}

/// The drawings of a folder, by name.
fn pictures(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    if folder.exists() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "svg") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}
