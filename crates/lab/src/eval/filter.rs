//! The language filter on a mixed crawl: precision and recall of `charset --keep-language` for languages among which are near
//! pairs, on pages made of text that no model was made with.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};
use charset::Encoding;
use charset::codec::encode;

use crate::corpora::list;
use crate::measure::release_tools;

/// Languages of the crawl that are kept in turn, in pairs of neighbours.
const KEPT: [&str; 10] = [
    "cs", "sk", "nb", "da", "pt", "es", "id", "ms", "hr", "sr-Latn",
];
const OTHERS: [&str; 4] = ["de", "en", "fr", "sr"];
/// Sources of collect-text: those that no model was made with.
const SOURCES: [&str; 3] = ["blog", "game", "wiki"];
/// Characters of the text of a page, and how many pages a source and language have of each length.
const LENGTHS: [usize; 3] = [200, 1000, 4000];
const PAGES: usize = 30;
/// Every second page is in the first of these that has all its characters.
const LEGACY: [&str; 3] = ["windows-1252", "windows-1250", "windows-1251"];

struct Page {
    path: std::path::PathBuf,
    language: &'static str,
    length: usize,
}

/// Makes the crawl of the texts in `folder` (output of collect-text), and prints the tables.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let place = crate::root().join("target/eval/filter");
    let mut pages = Vec::new();
    for language in KEPT.into_iter().chain(OTHERS) {
        for source in SOURCES {
            pages.extend(made(folder, &place, language, source)?);
        }
    }
    ensure!(
        KEPT.iter()
            .all(|one| pages.iter().any(|page| page.language == *one)),
        "too little text in {}: cargo lab collect-text writes it",
        folder.display()
    );
    let paths: Vec<_> = pages.iter().map(|page| page.path.clone()).collect();
    let list = list(&paths, "filter-pages")?;
    let charset = release_tools()?.join("charset");
    println!(
        "{} pages in {} languages, every second one in a legacy encoding",
        pages.len(),
        KEPT.len() + OTHERS.len()
    );
    for (title, options) in [
        ("charset --keep-language L", &[][..]),
        ("with --min-margin 2", &["--min-margin", "2"]),
        ("with --method paper --language L", &["--method", "paper"]),
    ] {
        table(title, &charset, &list, &pages, options)?;
    }
    Ok(())
}

fn table(
    title: &str,
    charset: &Path,
    list: &Path,
    pages: &[Page],
    options: &[&str],
) -> anyhow::Result<()> {
    print!("\n{title}\n{:<8} {:>5} {:>15}", "", "pages", "all");
    for length in LENGTHS {
        print!(" {:>15}", format!("{length} chars"));
    }
    println!("  kept wrongly; lost");
    for language in KEPT {
        let mut options = options.to_vec();
        if options.contains(&"paper") {
            options.extend(["--language", language]);
        }
        let kept = kept(charset, list, language, &options)?;
        let is_kept = |page: &&Page| kept.contains(&page.path.display().to_string());
        let of_language = pages.iter().filter(|page| page.language == language);
        print!("{language:<8} {:>5}", of_language.clone().count());
        for length in std::iter::once(None).chain(LENGTHS.map(Some)) {
            let is_in = |page: &&Page| length.is_none_or(|length| page.length == length);
            let all = of_language.clone().filter(is_in).count();
            let right = of_language.clone().filter(is_in).filter(is_kept).count();
            let answered = pages.iter().filter(is_in).filter(is_kept).count();
            print!(
                "   P {:.3} R {:.3}",
                right as f64 / answered.max(1) as f64,
                right as f64 / all.max(1) as f64
            );
        }
        let mut wrong: BTreeMap<&str, usize> = BTreeMap::new();
        for page in pages.iter().filter(is_kept) {
            if page.language != language {
                *wrong.entry(page.language).or_default() += 1;
            }
        }
        let lost = of_language.filter(|page| !is_kept(page)).count();
        let wrong: Vec<String> = wrong.iter().map(|(one, n)| format!("{one} {n}")).collect();
        println!("  {}; {lost}", wrong.join(", "));
    }
    Ok(())
}

/// The names of the documents that the filter keeps.
fn kept(
    charset: &Path,
    list: &Path,
    language: &str,
    options: &[&str],
) -> anyhow::Result<BTreeSet<String>> {
    let done = Command::new(charset)
        .args(["--keep-language", language, "--files-from"])
        .arg(list)
        .args(options)
        .stderr(Stdio::inherit())
        .output()?;
    ensure!(done.status.success(), "charset: {}", done.status);
    let lines = String::from_utf8(done.stdout)?;
    lines
        .lines()
        .map(|line| {
            let record: serde_json::Value = serde_json::from_str(line)?;
            let name = record["doc"].as_str().context("doc")?;
            Ok(name.to_owned())
        })
        .collect()
}

/// Pages of all lengths of the text of a source, evenly from everywhere.
fn made(
    folder: &Path,
    place: &Path,
    language: &'static str,
    source: &str,
) -> anyhow::Result<Vec<Page>> {
    let path = folder.join(source).join(format!("{language}.txt"));
    let text = fs::read_to_string(path).unwrap_or_default();
    let place = place.join(language);
    fs::create_dir_all(&place)?;
    let mut pages = Vec::new();
    for length in LENGTHS {
        let texts = cut(&text, length);
        let step = texts.len().div_ceil(PAGES).max(1);
        for (number, text) in texts.iter().step_by(step).enumerate() {
            let path = place.join(format!("{source}-{length}-{number}.html"));
            fs::write(&path, page(text, number % 2 == 1))?;
            pages.push(Page {
                path,
                language,
                length,
            });
        }
    }
    Ok(pages)
}

/// Runs of lines that have at least `length` characters.
fn cut(text: &str, length: usize) -> Vec<Vec<&str>> {
    let mut all = Vec::new();
    let mut lines = Vec::new();
    let mut count = 0;
    for line in text.lines() {
        lines.push(line);
        count += line.chars().count();
        if count >= length {
            all.push(std::mem::take(&mut lines));
            count = 0;
        }
    }
    all
}

/// A page with what is around the text in English, as a content management system leaves it.
fn page(lines: &[&str], is_legacy: bool) -> Vec<u8> {
    let mut html = "<!DOCTYPE html>\n<html>\n<head><title>Page</title><script>var page = {of: 'the'};</script></head>\n<body>\n<ul><li>Home</li><li>Log in</li></ul>\n".to_owned();
    for line in lines {
        html += &format!("<p>{}</p>\n", html::escape(line));
    }
    html += "<p>Powered by a program</p>\n</body>\n</html>\n";
    let in_legacy = |name: &&str| {
        let encoding: Encoding = name.parse().ok()?;
        let mut bytes = Vec::new();
        let fits = html.chars().all(|char| encode(encoding, char, &mut bytes));
        fits.then_some(bytes)
    };
    let legacy = LEGACY.iter().filter(|_| is_legacy).find_map(in_legacy);
    legacy.unwrap_or_else(|| html.into_bytes())
}
