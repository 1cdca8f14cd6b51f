//! Sets of pages for `eval html` in languages that the models were not fitted on, made of translated manuals that Debian packages
//! hold: for each language html/ID.html and gold/ID.txt, the visible text between delimiters.

use std::fs;
use std::path::Path;

use anyhow::Context;
use html::visible;

use crate::corpora;
use crate::make_sites::unpack;

/// Pages of a language in a package: the language, the package, and the folder in it.
type Source = (&'static str, &'static str, &'static str);

/// Pages of one template: the delimiters before the main content, one after the other, and those after it. The first
/// one after it that is there counts. White space is one blank. The templates were read off the source of pages.
struct Template {
    lefts: &'static [&'static str],
    rights: &'static [&'static str],
    sources: &'static [Source],
}

/// DocBook's chunks: the installation guide.
const CHUNK: Template = Template {
    lefts: &["</table> <hr> </div>"],
    rights: &["<div class=\"navfooter\">"],
    sources: &CHUNKS,
};

/// The help of LibreOffice, without its links to other pages of help.
const HELP: Template = Template {
    lefts: &["itemtype=\"http://schema.org/SoftwareApplication\">"],
    rights: &["<div class=\"relatedtopics\"", "<div id=\"SearchFrame\">"],
    sources: &HELPS,
};

/// Publican's pages: the administrator's handbook.
const BOOK: Template = Template {
    lefts: &["<ul class=\"docnav top\">", "</ul>"],
    rights: &["<ul class=\"docnav\">"],
    sources: &BOOKS,
};

/// Sphinx's pages: the developers' reference.
const REFERENCE: Template = Template {
    lefts: &["<div class=\"body\" role=\"main\">"],
    rights: &["<div class=\"sphinxsidebar\""],
    sources: &REFERENCES,
};

const GUIDE: &str = "installation-guide-amd64";

const CHUNKS: [Source; 7] = [
    ("cs", GUIDE, "/cs/"),
    ("el", GUIDE, "/el/"),
    ("ja", GUIDE, "/ja/"),
    ("ko", GUIDE, "/ko/"),
    ("ru", GUIDE, "/ru/"),
    ("vi", GUIDE, "/vi/"),
    ("zh", GUIDE, "/zh_CN/"),
];

const HELPS: [Source; 10] = [
    ("dz", "libreoffice-help-dz", "/text/swriter/"),
    ("el", "libreoffice-help-el", "/text/swriter/"),
    ("hi", "libreoffice-help-hi", "/text/swriter/"),
    ("ja", "libreoffice-help-ja", "/text/swriter/"),
    ("km", "libreoffice-help-km", "/text/swriter/"),
    ("ko", "libreoffice-help-ko", "/text/swriter/"),
    ("ru", "libreoffice-help-ru", "/text/swriter/"),
    ("tr", "libreoffice-help-tr", "/text/swriter/"),
    ("vi", "libreoffice-help-vi", "/text/swriter/"),
    ("zh", "libreoffice-help-zh-cn", "/text/swriter/"),
];

const HANDBOOK: &str = "debian-handbook";

/// In its other languages most is English.
const BOOKS: [Source; 5] = [
    ("ar", HANDBOOK, "/ar-MA/"),
    ("fa", HANDBOOK, "/fa-IR/"),
    ("ja", HANDBOOK, "/ja-JP/"),
    ("ru", HANDBOOK, "/ru-RU/"),
    ("zh", HANDBOOK, "/zh-CN/"),
];

const REFERENCES: [Source; 3] = [
    ("de", "developers-reference-de", "/de/"),
    ("ja", "developers-reference-ja", "/ja/"),
    ("ru", "developers-reference-ru", "/ru/"),
];

/// The number of pages of each source.
const PAGES: usize = 24;

/// Pages whose main content has fewer characters are left out: lists of links to other pages.
const MIN_CHARACTERS: usize = 500;

/// Pages with a smaller share of letters that are not of ASCII are left out, but in languages whose own letters are mostly of ASCII: they
/// are not translated.
const TRANSLATED: f32 = 0.4;
const LATIN: [&str; 4] = ["cs", "de", "tr", "vi"];

/// Longer pages are left out.
const LONGEST: usize = 150_000;

/// Downloads the packages, and writes a set for each language into a folder.
pub fn run(folder: &Path) -> anyhow::Result<()> {
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    let templates = [&CHUNK, &HELP, &BOOK, &REFERENCE];
    let sources = templates.into_iter().flat_map(|template| {
        let of_template = template.sources.iter();
        of_template.map(move |source| (source, template))
    });
    for (source, template) in sources {
        let (language, package, part) = source;
        let unpacked = packages.join(package);
        if !unpacked.exists() {
            unpack(package, &packages)?;
        }
        let mut pages = Vec::new();
        for path in corpora::files(&unpacked, &["html"])? {
            if !path.to_string_lossy().contains(part) {
                continue;
            }
            let page = corpora::text(&path)?;
            if let Some(main) = template.main(&page)
                && page.len() <= LONGEST
                && main.chars().count() >= MIN_CHARACTERS
                && (LATIN.contains(language) || is_translated(&main))
            {
                pages.push((path, page, main));
            }
        }
        let set = folder.join(language);
        for part in ["html", "gold"] {
            fs::create_dir_all(set.join(part))?;
        }
        let step = (pages.len() / PAGES).max(1);
        let mut count = 0;
        for (path, page, main) in pages.iter().step_by(step).take(PAGES) {
            let name = path.file_stem().context("a page has a name")?;
            let id = format!("{package}-{count:02}-{}", name.display());
            fs::write(set.join(format!("html/{id}.html")), page)?;
            fs::write(set.join(format!("gold/{id}.txt")), main)?;
            count += 1;
        }
        println!("{language}: {count} of {} pages of {package}", pages.len());
    }
    Ok(())
}

/// Whether enough of a text's letters are not of ASCII.
fn is_translated(text: &str) -> bool {
    let letters = || text.chars().filter(|character| character.is_alphabetic());
    let others = letters().filter(|letter| !letter.is_ascii()).count();
    others as f32 >= TRANSLATED * letters().count() as f32
}

impl Template {
    /// The visible text of the main content of a page.
    fn main(&self, page: &str) -> Option<String> {
        let page = page.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let mut rest = &*page;
        for left in self.lefts {
            rest = rest.split_once(left)?.1;
        }
        let end = self.rights.iter().find_map(|right| rest.find(right))?;
        Some(visible::text(&rest[..end]))
    }
}
