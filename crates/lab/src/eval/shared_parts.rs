//! The savings of `factorends --anywhere` on sites: how many of the bytes that most pages have are factored, whether
//! every byte comes back, and whether a browser makes the same page as before.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use factorends::{CutPlaces, script};
use record::Factored;

use crate::browser::Browser;
use crate::corpora;
use crate::measure::{release_tools, shell};
use crate::sites::{Set, sets};

/// Runs with fewer bytes than this do not count.
const MIN_RUN: usize = 200;
/// How many pages of each site are looked at in a browser.
const LOOKED_AT: usize = 2;

/// Prints a table of the sites of some folders.
pub fn run(folders: &[PathBuf]) -> anyhow::Result<()> {
    let work = crate::root().join("target/factorends-sites");
    if work.exists() {
        fs::remove_dir_all(&work)?;
    }
    fs::create_dir_all(&work)?;
    let browser = Browser::find(&work)
        .map_err(|error| println!("Pages are not looked at: {error}"))
        .ok();
    println!(
        "Common: bytes in runs of {MIN_RUN} bytes and more, of lines that more than half of the pages have. May move: those of them that a\n\
         script can write, as what is before the head and what begins inside a tag, a script or a style cannot.\n"
    );
    println!(
        "{:<15} {:>5} {:>5} {:>7} {:>8} {:>8} {:>11} {:>6}  restored",
        "site", "pages", "MB", "common", "may move", "factored", "of movable", "saved"
    );
    let mut shares = Vec::new();
    for folder in folders {
        for set in sets(&corpora::unpacked(folder)?)? {
            let found = site(&set, &work.join(&set.name), browser.as_ref())?;
            shares.extend(found.map(|share| (set.name, share)));
        }
    }
    let enough = shares.iter().filter(|(_, share)| *share >= 0.8).count();
    println!(
        "\n{enough} of {} sites with common bytes have .80 of them factored; less: {}",
        shares.len(),
        shares
            .iter()
            .filter(|(_, share)| *share < 0.8)
            .map(|(name, share)| format!("{name} {share:.2}"))
            .collect::<Vec<_>>()
            .join(", ")
    );
    Ok(())
}

/// Factors a site, and prints its row; returns the share of common bytes that are factored, if there are any.
fn site(set: &Set, work: &Path, browser: Option<&Browser>) -> anyhow::Result<Option<f64>> {
    let tools = release_tools()?;
    let before = work.join("before");
    fs::create_dir_all(&before)?;
    for page in &set.pages {
        fs::copy(
            page,
            before.join(page.file_name().context("a page has a name")?),
        )?;
    }
    shell(&format!(
        "cd {} && PATH={}:$PATH && ls | factorends -q --anywhere --out-dir ../after > ../savings.jsonl && \
         factorends -q --restore ../after --out-dir ../back",
        before.display(),
        tools.display()
    ))?;
    let pages = pages(work)?;
    let mut with = HashMap::<&[u8], usize>::new();
    for page in &pages {
        for line in page.lines().collect::<HashSet<_>>() {
            *with.entry(line).or_default() += 1;
        }
    }
    let (mut all, mut common, mut movable, mut factored) = (0, 0, 0, 0);
    for page in &pages {
        let is_common = |line: &[u8]| 2 * with[line] > pages.len();
        all += page.bytes.len();
        let places = CutPlaces::of_html(&page.bytes);
        for run in page.runs(is_common) {
            let range = page.range(&run);
            common += range.len();
            movable += movable_bytes(&places, pieces(&places, &range));
            factored += page.factored_in(&range);
        }
        if fs::read(work.join("back").join(&page.name))? != page.bytes {
            bail!("{}: {} came back as another", set.name, page.name);
        }
    }
    let look = match browser {
        Some(browser) => look(browser, work, &pages)?,
        None => String::new(),
    };
    let kept: u64 = corpora::files(&work.join("after"), &["html", "htm", "js"])?
        .iter()
        .filter_map(|file| file.metadata().ok())
        .map(|metadata| metadata.len())
        .sum();
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    println!(
        "{:<15} {:>5} {:>5.1} {:>7.3} {:>8.3} {:>8.3} {:>11.3} {:>6.3}  byte for byte{look}",
        set.name,
        pages.len(),
        all as f64 / 1e6,
        share(common, all),
        share(movable, common),
        share(factored, common),
        share(factored, movable),
        1.0 - kept as f64 / all.max(1) as f64,
    );
    Ok((common > 0).then(|| share(factored, common)))
}

/// How many bytes of some pieces scripts can write: those of runs, and those of elements without markup, as a run may contain what differs there.
fn movable_bytes(places: &CutPlaces, pieces: Range<usize>) -> usize {
    let runs = places.runs_within(pieces.clone());
    let mut in_runs = vec![false; pieces.len()];
    for run in runs {
        in_runs[run.start - pieces.start..run.end - pieces.start].fill(true);
    }
    let may_move = |at: &usize| in_runs[at - pieces.start] || places.is_raw(*at);
    let moved = pieces.clone().filter(may_move);
    moved.map(|at| places.pieces[at].len()).sum()
}

/// The pieces that a range of whole lines consists of.
fn pieces(places: &CutPlaces, lines: &Range<usize>) -> Range<usize> {
    let index = |at: usize| places.pieces.partition_point(|piece| piece.start < at);
    index(lines.start)..index(lines.end)
}

/// A page before it was factored.
struct Original {
    name: String,
    bytes: Vec<u8>,
    /// The ranges that links stand for.
    factored: Vec<Range<usize>>,
}

/// The pages of a site, by its manifest.
fn pages(work: &Path) -> anyhow::Result<Vec<Original>> {
    let manifest = fs::read(work.join("after/manifest.jsonl"))?;
    let mut lengths = HashMap::<String, usize>::new();
    let mut pages = Vec::new();
    for line in manifest.split_inclusive(|&byte| byte == b'\n') {
        let page = Factored::read(line)?;
        let name = String::from_utf8_lossy(page.doc.as_bytes()).into_owned();
        let mut factored = Vec::new();
        // Where the text before the next link begins, in the file and in the page.
        let (mut in_file, mut in_page) = (0, 0);
        for link in &page.links {
            let length = match lengths.get(&*link.shared) {
                Some(length) => *length,
                None => {
                    let file = fs::read_to_string(work.join("after").join(&*link.shared))?;
                    let length = script::text(&file).map_or(file.len(), |text| text.len());
                    lengths.insert(link.shared.to_string(), length);
                    length
                }
            };
            in_page += link.start as usize - in_file;
            in_file = link.end as usize;
            let mut in_shared = 0;
            for &(from, to, start, end) in &link.slots {
                let shared = from as usize - in_shared;
                factored.push(in_page..in_page + shared);
                in_page += shared + (end - start) as usize;
                in_shared = to as usize;
            }
            factored.push(in_page..in_page + length - in_shared);
            in_page += length - in_shared;
        }
        pages.push(Original {
            bytes: fs::read(work.join("before").join(&name))?,
            name,
            factored,
        });
    }
    Ok(pages)
}

impl Original {
    /// Its lines, without line ends.
    fn lines(&self) -> impl Iterator<Item = &[u8]> {
        let lines = self.bytes.split_inclusive(|&byte| byte == b'\n');
        lines.map(|line| {
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            line.strip_suffix(b"\r").unwrap_or(line)
        })
    }

    /// The runs of common lines, as ranges of lines.
    fn runs(&self, is_common: impl Fn(&[u8]) -> bool) -> Vec<Range<usize>> {
        let flags: Vec<bool> = self.lines().map(is_common).collect();
        let mut at = 0;
        let chunks = flags.chunk_by(|a, b| a == b).map(|chunk| {
            at += chunk.len();
            (chunk[0], at - chunk.len()..at)
        });
        let runs = chunks
            .filter(|(is_common, _)| *is_common)
            .map(|(_, run)| run);
        runs.filter(|run| self.range(run).len() >= MIN_RUN)
            .collect()
    }

    /// The bytes of a range of lines.
    fn range(&self, lines: &Range<usize>) -> Range<usize> {
        let mut ends = self.bytes.split_inclusive(|&byte| byte == b'\n');
        let start: usize = ends.by_ref().take(lines.start).map(<[u8]>::len).sum();
        let length: usize = ends.take(lines.len()).map(<[u8]>::len).sum();
        start..start + length
    }

    /// How many bytes of a range are factored.
    fn factored_in(&self, range: &Range<usize>) -> usize {
        let both = |link: &Range<usize>| {
            link.end
                .min(range.end)
                .saturating_sub(link.start.max(range.start))
        };
        self.factored.iter().map(both).sum()
    }
}

/// Compares some pages before and after in a browser: their elements, and how they look.
fn look(browser: &Browser, work: &Path, pages: &[Original]) -> anyhow::Result<String> {
    let step = pages.len().div_ceil(LOOKED_AT).max(1);
    let mut looked_at = 0;
    let mut different = Vec::new();
    for page in pages
        .iter()
        .filter(|page| !page.factored.is_empty())
        .step_by(step)
    {
        let [before, after] = ["before", "after"].map(|folder| work.join(folder).join(&page.name));
        let same_elements = browser.dump(&before)? == browser.dump(&after)?;
        let pictures = [&before, &after].map(|path| -> anyhow::Result<Vec<u8>> {
            let picture = work.join("page.png");
            browser.draw(path, &picture, 1000, false)?;
            Ok(fs::read(&picture)?)
        });
        let [first, second] = pictures;
        looked_at += 1;
        if !same_elements || first? != second? {
            different.push(page.name.clone());
        }
    }
    Ok(match different.is_empty() {
        true => format!("; {looked_at} pages look the same"),
        false => format!(
            "; OF {looked_at} PAGES LOOK DIFFERENT: {}",
            different.join(", ")
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_what_is_factored_of_them() {
        let line = "x".repeat(150) + "\r\n";
        let page = Original {
            name: String::new(),
            bytes: format!("a\n{line}{line}b\n{line}").into_bytes(),
            factored: vec![0..100, 300..400],
        };
        let runs = page.runs(|line| line.starts_with(b"x"));
        assert_eq!(runs, [const { 1..3 }], "the last one is too short");
        let range = page.range(&runs[0]);
        assert_eq!(range, 2..306);
        assert_eq!(page.factored_in(&range), 98 + 6);
    }
}
