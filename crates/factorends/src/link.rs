//! Links from documents to shared files.

use std::fmt::Write;

use crate::Kind;

/// The template of the text that replaces a run, with the slots `{url}`, `{path}`, `{lines}` and `{bytes}`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkTemplate {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Url,
    Path,
    Lines,
    Bytes,
}

impl LinkTemplate {
    /// A script that writes the tag of the shared script, and removes itself.
    const BESIDE_BASE: &str = "<script>document.write('<script src=\"'+new URL(\"{url}\",location)+'\"><\\/script>');\
        document.currentScript.remove()</script>";

    /// The end of [`LinkTemplate::script`]; the document's own text is inserted before it.
    pub const SCRIPT_END: &str = "</script>";

    /// Returns the template for documents of a kind.
    pub fn default_of(kind: Kind) -> Self {
        let template = match kind {
            Kind::Html => "<a href=\"{url}\">Common text, {lines} lines</a>",
            Kind::Markdown => "[Common text, {lines} lines]({url})",
            Kind::Text => "[Common text, {lines} lines: {path}]",
        };
        template.parse().expect("a template")
    }

    /// Returns the template for a shared file that is a script.
    pub fn script() -> Self {
        let template = "<script src=\"{url}\"></script>".parse();
        template.expect("a template")
    }

    /// Works like [`LinkTemplate::script`] for a page with `<base href>`: the address of the shared
    /// file does not depend on it.
    pub fn script_beside_base() -> Self {
        Self::BESIDE_BASE.parse().expect("a template")
    }

    /// Returns the link to the shared file at `path` in the site's folder, from a document `depth`
    /// folders below it. `lines` and `bytes` are the size of the run.
    pub fn fill(&self, path: &str, depth: usize, lines: u64, bytes: usize) -> String {
        let mut link = String::new();
        for part in &self.parts {
            match part {
                Part::Text(text) => link.push_str(text),
                Part::Url => {
                    link.push_str(&"../".repeat(depth));
                    percent_encode(path, &mut link);
                }
                Part::Path => {
                    link.push_str(&"../".repeat(depth));
                    link.push_str(path);
                }
                Part::Lines => write!(link, "{lines}").expect("a write to memory"),
                Part::Bytes => write!(link, "{bytes}").expect("a write to memory"),
            }
        }
        link
    }
}

impl std::str::FromStr for LinkTemplate {
    type Err = String;

    fn from_str(template: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut rest = template;
        while let Some(at) = rest.find('{') {
            if at > 0 {
                parts.push(Part::Text(rest[..at].to_owned()));
            }
            let (name, after) = rest[at + 1..]
                .split_once('}')
                .ok_or_else(|| format!("'{template}' has a {{ without }}"))?;
            parts.push(match name {
                "url" => Part::Url,
                "path" => Part::Path,
                "lines" => Part::Lines,
                "bytes" => Part::Bytes,
                _ => {
                    return Err(format!(
                        "{{{name}}} is not a slot; the slots are {{url}}, {{path}}, {{lines}} and {{bytes}}"
                    ));
                }
            });
            rest = after;
        }
        if !rest.is_empty() {
            parts.push(Part::Text(rest.to_owned()));
        }
        if !parts.contains(&Part::Url) && !parts.contains(&Part::Path) {
            return Err("a link needs {url} or {path}".to_owned());
        }
        Ok(LinkTemplate { parts })
    }
}

/// Percent-encodes all bytes except letters, digits, `-._~` and `/`, as RFC 3986 requires.
fn percent_encode(path: &str, out: &mut String) {
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            write!(out, "%{byte:02X}").expect("a write to memory");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_lead_from_the_documents_folder() {
        let link = LinkTemplate::default_of(Kind::Html).fill("shared/é.html", 2, 9, 80);
        assert_eq!(
            link,
            "<a href=\"../../shared/%C3%A9.html\">Common text, 9 lines</a>"
        );
        let include: LinkTemplate = "<!--#include file=\"{path}\" {bytes} -->".parse().unwrap();
        assert_eq!(
            include.fill("s/a.html", 0, 9, 80),
            "<!--#include file=\"s/a.html\" 80 -->"
        );
    }

    #[test]
    fn a_template_names_the_file() {
        for bad in ["", "see there", "{lines}", "{url", "{url} {name}"] {
            assert!(bad.parse::<LinkTemplate>().is_err(), "{bad}");
        }
    }
}
