//! Factors the boilerplate at the ends of documents out into shared files. The [`Factorer`] does so in memory; its page
//! has an example.
//!
//! Each line of a preamble or epilogue ([`Ends`]) is boilerplate or variable. A frequent line is
//! boilerplate, a title is variable, and short lines are classified by their neighbours
//! ([`ShortLines`]). Consecutive boilerplate lines are a run ([`runs`]). Runs share a file if their
//! texts are equal, or equal except for white space, markup or a few words ([`Grouping`]), and if
//! that saves bytes ([`choose`]). A link ([`LinkTemplate`]) replaces them. [`CommonLines`] finds
//! runs anywhere in the pages of a site. (Dawideit & Nadaf 2021. Beyond the paper, the crate has
//! the improvements proposed in its conclusion, no built-in lines of any publisher, and restores
//! the documents.)

mod anywhere;
#[cfg(feature = "cli")]
pub mod cli;
mod ends;
mod factorer;
#[cfg(feature = "cli")]
mod finder;
mod group;
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

pub use anywhere::{CommonLines, Cut};
pub use ends::{Ends, byte_ranges};
pub use factorer::{Factored, Factorer, Part, Settings};
pub use group::{Grouping, Text, Variant, Variants, choose};
pub use link::LinkTemplate;
pub use page::CutPlaces;
pub use runs::{Run, runs};
pub use short::ShortLines;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

/// The name of the file in a site that lists its documents.
#[cfg(feature = "cli")]
pub(crate) const MANIFEST: &str = "manifest.jsonl";

/// The format of a document. Links depend on it, and only documents of one kind share a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// HTML, by the extensions .html, .htm, .xhtml, .xht and .shtml.
    Html,
    /// Markdown, by the extensions .md and .markdown.
    Markdown,
    /// Everything else.
    Text,
}

impl Kind {
    /// Returns the kind of the document with this name.
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

    /// Returns the file name extension of shared files, without the dot.
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
