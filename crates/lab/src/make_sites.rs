//! Sets of pages for `eval sites`, `eval altcount` and `eval shared-parts`, made of manuals that Debian packages hold: pages, and `sets.tsv` with what
//! stands before and after the main content of each.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, bail, ensure};

use crate::corpora;

/// The sites. The delimiters of their main content (with white space as one blank) were read off the source of pages, and
/// looked at on five pages of each site. Constants are chosen on those to `choose` with; those to `hold` are measured only.
const SITES: &str = include_str!("sites.tsv");

/// The folders of both kinds.
const FOLDERS: [(&str, &str); 2] = [("choose", "chosen"), ("hold", "held-out")];

/// A site: a row of the table.
struct Site<'a> {
    name: &'a str,
    language: &'a str,
    package: &'a str,
    /// A part that the paths of its pages contain, and their ends.
    part: &'a str,
    end: &'a str,
    /// How many pages are taken at most.
    most: usize,
    delimiters: [&'a str; 2],
}

/// Pages of more characters than this are left out: a few of them would be most of their set.
const LONGEST: usize = 150_000;

/// Downloads the packages, and writes the sets into two folders in a folder.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    for (of_use, part) in FOLDERS {
        let mut table = String::from("set\tlanguage\tencoding\tleft\tright\tsource\n");
        for site in sites(of_use)? {
            let to = folder.join(part).join(site.name).join("pages");
            copy(&site, &packages, &to)?;
            let [left, right] = site.delimiters;
            writeln!(
                table,
                "{}\t{}\tutf-8\t{left}\t{right}\tDebian package {}",
                site.name, site.language, site.package
            )?;
        }
        fs::write(folder.join(part).join("sets.tsv"), table)?;
    }
    Ok(())
}

/// The sites of one use.
fn sites(of_use: &str) -> anyhow::Result<Vec<Site<'static>>> {
    let rows = SITES.lines().skip(1).map(|line| {
        let cells: Vec<&str> = line.split('\t').collect();
        let [name, language, used, package, part, end, most, left, right] = cells[..] else {
            bail!("not nine cells: {line}");
        };
        let site = Site {
            name,
            language,
            package,
            part,
            end,
            most: most.parse()?,
            delimiters: [left, right],
        };
        Ok((used == of_use).then_some(site))
    });
    rows.filter_map(Result::transpose).collect()
}

/// Copies pages of a site, spread over all that have main content.
fn copy(site: &Site, packages: &Path, to: &Path) -> anyhow::Result<()> {
    let unpacked = packages.join(site.package);
    if !unpacked.exists() {
        unpack(site.package, packages)?;
    }
    let [left, right] = site.delimiters;
    let is_of_site = |path: &PathBuf| {
        let name = path.display().to_string();
        name.contains(site.part)
            && name.ends_with(site.end)
            && fs::read(path)
                .is_ok_and(|page| is_delimited(&String::from_utf8_lossy(&page), left, right))
    };
    let mut pages = corpora::files(&unpacked, &["html", "htm"])?;
    pages.retain(is_of_site);
    let step = (pages.len() / site.most).max(1);
    fs::create_dir_all(to)?;
    let mut count = 0;
    for page in pages.iter().step_by(step).take(site.most) {
        let file = page.file_name().context("a page has a name")?;
        fs::copy(page, to.join(format!("{count:03}-{}", file.display())))?;
        count += 1;
    }
    println!("{}: {count} of {} pages", site.name, pages.len());
    ensure!(count > 0, "{}: no page has its delimiters", site.name);
    Ok(())
}

/// Whether a page has main content between the delimiters. Stubs that lead to another page have none.
fn is_delimited(page: &str, left: &str, right: &str) -> bool {
    let page = page.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    page.len() <= LONGEST
        && page
            .split_once(left)
            .is_some_and(|(_, rest)| rest.contains(right))
}

/// Downloads a Debian package, and unpacks it into a folder of its name.
pub fn unpack(package: &str, to: &Path) -> anyhow::Result<()> {
    let script = "apt-get download -q \"$1\" && dpkg-deb -x \"$1\"_*.deb \"$1\"";
    let status = Command::new("sh")
        .current_dir(to)
        .args(["-c", script, "-", package])
        .status()?;
    if !status.success() {
        bail!("apt-get and dpkg-deb could not get {package}");
    }
    Ok(())
}
