//! Sets of pages for `eval altcount`, made of manuals that Debian packages hold: pages, and `sets.tsv` with what stands
//! before and after the main content of each.

use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

use crate::corpora;

/// A site: its name, its language, the package, the folder in it, the end of its pages' names, what stands before and after
/// the main content (white space as one blank), and how many pages are taken at most.
type Site = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    [&'static str; 2],
    usize,
);

/// The delimiters were read off the source of the pages of each site.
const SITES: [Site; 18] = {
    const BOOK: [&str; 2] = ["</ul><div", "<ul class=\"docnav\">"];
    const CHUNK: [&str; 2] = ["</table> <hr> </div>", "<div class=\"navfooter\">"];
    const CHUNK_XML: [&str; 2] = ["</table> <hr/> </div>", "<div class=\"navfooter\">"];
    const TEXINFO: [&str; 2] = [
        "rel=\"index\">Index</a>]</p> </div>",
        "<div class=\"header\">",
    ];
    [
        (
            "handbook-ja",
            "ja",
            "debian-handbook",
            "html/ja-JP",
            ".html",
            BOOK,
            80,
        ),
        (
            "handbook-ar",
            "ar",
            "debian-handbook",
            "html/ar-MA",
            ".html",
            BOOK,
            60,
        ),
        (
            "harden-fr",
            "fr",
            "harden-doc",
            "html/fr-FR",
            ".html",
            BOOK,
            80,
        ),
        (
            "harden-es",
            "es",
            "harden-doc",
            "html/es-ES",
            ".html",
            BOOK,
            60,
        ),
        (
            "install-ko",
            "ko",
            "installation-guide-amd64",
            "/ko",
            ".html",
            CHUNK,
            90,
        ),
        (
            "install-ru",
            "ru",
            "installation-guide-amd64",
            "/ru",
            ".html",
            CHUNK,
            60,
        ),
        (
            "erlang-en",
            "en",
            "erlang-doc",
            "/stdlib",
            ".html",
            ["<div id=\"content\">", "<div class=\"footer\">"],
            90,
        ),
        (
            "postgresql-en",
            "en",
            "postgresql-doc-15",
            "/html",
            ".html",
            ["</table><hr /></div>", "<div class=\"navfooter\">"],
            120,
        ),
        (
            "django-en",
            "en",
            "python-django-doc",
            "html/ref",
            ".html",
            [
                "<div id=\"yui-main\"> <div class=\"yui-b\">",
                "<div class=\"yui-b\" id=\"sidebar\">",
            ],
            90,
        ),
        (
            "octave-en",
            "en",
            "octave-doc",
            "octave.html",
            ".html",
            TEXINFO,
            120,
        ),
        (
            "glib-en",
            "en",
            "libglib2.0-doc",
            "html/glib",
            ".html",
            ["</tr></table>", "<div class=\"footer\">"],
            90,
        ),
        (
            "maxima-en",
            "en",
            "maxima-doc",
            "/html",
            ".html",
            TEXINFO,
            120,
        ),
        (
            "pascal-en",
            "en",
            "fp-docs-3.2.2",
            "/rtl/s",
            ".html",
            ["</span></td> </tr> </table>", "</body>"],
            160,
        ),
        (
            "java-en",
            "en",
            "openjdk-17-doc",
            "java.base/java/util",
            ".html",
            ["<main role=\"main\">", "</main>"],
            90,
        ),
        (
            "debmake-de",
            "de",
            "debmake-doc",
            "/html",
            ".de.html",
            CHUNK_XML,
            40,
        ),
        (
            "reference-ja",
            "ja",
            "debian-reference-ja",
            "",
            ".ja.html",
            CHUNK_XML,
            40,
        ),
        (
            "reference-it",
            "it",
            "debian-reference-it",
            "",
            ".it.html",
            CHUNK_XML,
            40,
        ),
        (
            "zsh-en",
            "en",
            "zsh-doc",
            "/html",
            ".html",
            ["</td></tr></table>", "<table class=\"header\""],
            100,
        ),
    ]
};

/// Pages of more characters than this are left out: a few of them would be most of their set.
const LONGEST: usize = 150_000;

/// Downloads the packages, and writes the sets into a folder.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let mut table = String::from("set\tlanguage\tencoding\tleft\tright\tsource\n");
    for (name, language, package, part, end, [left, right], most) in SITES {
        let unpacked = packages.join(package);
        if !unpacked.exists() {
            unpack(package, &packages)?;
        }
        let pages: Vec<_> = corpora::files(&unpacked, &["html"])?
            .into_iter()
            .filter(|path| {
                let path = path.display().to_string();
                path.contains(part) && path.ends_with(end)
            })
            .filter(|path| {
                fs::read_to_string(path).is_ok_and(|page| is_delimited(&page, left, right))
            })
            .collect();
        let step = (pages.len() / most).max(1);
        let to = folder.join(name).join("pages");
        fs::create_dir_all(&to)?;
        let mut count = 0;
        for page in pages.iter().step_by(step).take(most) {
            let file = page.file_name().context("a page has a name")?;
            fs::copy(page, to.join(format!("{count:03}-{}", file.display())))?;
            count += 1;
        }
        println!("{name}: {count} of {} pages", pages.len());
        writeln!(
            table,
            "{name}\t{language}\tutf-8\t{left}\t{right}\tDebian package {package}"
        )?;
    }
    fs::write(folder.join("sets.tsv"), table)?;
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
