//! Factoring the boilerplate at the ends of documents out into shared files.
//!
//! The ends are known ([`Ends`]). Their lines are boilerplate or variable: a frequent line is boilerplate, a title is not,
//! and which short lines belong to the boilerplate is learnt from their neighbours ([`ShortLines`]). Boilerplate lines that
//! follow each other are a run ([`runs`]). Runs with equal text, or text that is equal but for white space or markup
//! ([`Grouping`]), share a file where that saves bytes ([`choose`]), and a link ([`LinkTemplate`]) takes their place.
//! (Dawideit & Nadaf 2021; beyond the paper: no lines of one publisher are built in, what they propose in their
//! conclusion to ignore can be ignored, few words may differ ([`wording`]), and the way back)

mod anywhere;
#[cfg(feature = "cli")]
pub mod cli;
mod ends;
mod group;
#[cfg(feature = "cli")]
mod judge;
mod lines;
mod link;
mod markup;
mod page;
#[cfg(feature = "cli")]
mod restore;
mod runs;
pub mod script;
mod short;
#[cfg(feature = "cli")]
mod site;
pub mod wording;

pub use anywhere::CommonLines;
pub use ends::{Ends, byte_ranges};
pub use group::{Grouping, Text, Variant, Variants, choose};
pub use link::LinkTemplate;
pub use page::CutPlaces;
pub use runs::{Run, runs};
pub use short::ShortLines;

/// The file of a site that lists its documents.
#[cfg(feature = "cli")]
pub(crate) const MANIFEST: &str = "manifest.jsonl";

/// What a document is written in. It decides about links, and a shared file serves documents of one kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// HTML, by the endings .html, .htm, .xhtml, .xht and .shtml.
    Html,
    /// Markdown, by the endings .md and .markdown.
    Markdown,
    /// Everything else.
    Text,
}

impl Kind {
    /// The kind of the document with this name.
    pub fn of(name: &[u8]) -> Self {
        let file = name.rsplit(|&byte| byte == b'/').next().unwrap_or(name);
        let ending = match memchr::memrchr(b'.', file) {
            Some(at) => file[at + 1..].to_ascii_lowercase(),
            None => Vec::new(),
        };
        match &ending[..] {
            b"html" | b"htm" | b"xhtml" | b"xht" | b"shtml" => Kind::Html,
            b"md" | b"markdown" => Kind::Markdown,
            _ => Kind::Text,
        }
    }

    /// The ending of shared files, without the dot.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Html => "html",
            Kind::Markdown => "md",
            Kind::Text => "txt",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_go_by_the_ending() {
        assert_eq!(Kind::of(b"a/b.HTML"), Kind::Html);
        assert_eq!(Kind::of(b"a.html/b"), Kind::Text);
        assert_eq!(Kind::of(b"README.md"), Kind::Markdown);
        assert_eq!(Kind::of(b"caf\xE9"), Kind::Text);
    }
}
