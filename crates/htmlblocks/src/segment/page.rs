//! A page as blocks.

use std::ops::Range;
use std::sync::OnceLock;

use crate::cache::Cache;
use crate::declared::Declared;
use crate::grid::Tables;
use crate::outline::{Code, Container};
#[cfg(doc)]
use crate::segment::rules::Rules;
use crate::segment::unseen::Unseen;
use html::Element;

/// A block of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The byte range of its text in the text of all blocks.
    pub text: Range<usize>,
    /// The innermost open block element at its start, or the block element whose end tag it follows.
    pub element: Element,
    /// The length of its text in Unicode scalar values.
    pub chars: u32,
    /// The number of characters in links, summed over text nodes before whitespace at their boundaries is collapsed.
    pub link_chars: u32,
    /// The number of start tags of inline elements in it.
    pub tags: u32,
    /// Whether it starts in a heading.
    pub heading: bool,
    /// Whether an ancestor's tag name contains `select`.
    pub select: bool,
    /// The index in the outline of the innermost container at its start.
    pub container: u32,
    /// The number of line breaks in it.
    pub breaks: u16,
    /// The number of start tags of links in it.
    pub links: u32,
    /// The number of those that lead to no other page of the site: to a place on the page, or to another host than the one that
    /// the page declares.
    pub outside: u32,
    /// The level of the innermost heading at its start, 1 to 6, or 0 if there is none.
    pub level: u8,
}

impl Block {
    pub(super) const EMPTY: Block = Block {
        text: 0..0,
        element: Element::BODY,
        chars: 0,
        link_chars: 0,
        tags: 0,
        heading: false,
        select: false,
        container: 0,
        breaks: 0,
        links: 0,
        outside: 0,
        level: 0,
    };

    /// Returns the fraction of its characters that are in links.
    pub fn link_density(&self) -> f64 {
        f64::from(self.link_chars) / f64::from(self.chars)
    }

    /// Whether it is mostly the text of links, of which one leads to another page of the site. A link may begin before it.
    pub(crate) fn leads_elsewhere(&self, density: f64) -> bool {
        self.link_density() > density && (self.links == 0 || self.links > self.outside)
    }
}

/// An inline element that has a Markdown syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inline {
    /// b, strong.
    Strong,
    /// i, em, cite, var, dfn.
    Emphasis,
    /// code, kbd, samp, tt.
    Code,
    /// a, with the index of its address in [`Page::links`].
    Link(u32),
    /// br, which has no end.
    Break,
}

/// The start or end of an inline element in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    /// The index of the block.
    pub block: u32,
    /// The byte offset in its text.
    pub at: u32,
    /// The element.
    pub inline: Inline,
    /// Whether this is its start.
    pub opens: bool,
}

impl Mark {
    /// Returns the length of the white space after a line break in the block's text, which represents the break.
    pub fn blank(&self, text: &str) -> usize {
        let behind = text.as_bytes().get(self.at as usize);
        usize::from(matches!(behind, Some(b' ' | b'\n')))
    }
}

/// The blocks of a page, and their text.
#[derive(Debug, Default)]
pub struct Page {
    /// The blocks, in document order.
    pub blocks: Vec<Block>,
    pub(super) text: String,
    /// The containers of the blocks, in document order, with [`Rules::outline`]. The first one is the root.
    pub outline: Vec<Container>,
    /// The text of the first non-empty `<title>`, with [`Rules::outline`].
    pub title: String,
    /// The number of start tags of each known element, by element number, with [`Rules::outline`].
    pub tags: Vec<u32>,
    /// The number of `meta` elements with a `property` attribute (RDFa, such as OpenGraph), with [`Rules::outline`].
    pub properties: u32,
    /// The starts and ends of inline elements, in the order of the blocks, with [`Rules::markup`].
    pub marks: Vec<Mark>,
    /// The addresses of links, with [`Rules::markup`].
    pub links: Vec<String>,
    /// The index and the unnormalised text of preformatted blocks, with [`Rules::markup`].
    pub(super) raw: Vec<(u32, String)>,
    /// The languages of code, by the containers that declare them, with [`Rules::markup`].
    pub(super) languages: Vec<(u32, String)>,
    /// The declarations of the page about itself, with [`Rules::outline`].
    pub declared: Declared,
    /// Its tables, computed on demand.
    pub(crate) tables: OnceLock<Tables>,
    /// Reused from page to page.
    pub(super) cache: Cache<u64>,
    pub(super) unseen: Cache<Option<Unseen>>,
    /// The length of the page in bytes.
    pub bytes: usize,
    /// The number of parser steps, which is linear in the length of the page.
    pub steps: u64,
}

impl Page {
    /// Iterates over a container and its ancestors with their elements, innermost first, at most 64.
    pub fn around(&self, container: u32) -> impl Iterator<Item = (u32, Element)> {
        let outer = |&at: &u32| (at != 0).then(|| self.outline[at as usize].parent);
        let places = std::iter::successors(Some(container), outer).take(64);
        let places = places.filter(|&at| at != 0);
        places.map(|at| (at, self.outline[at as usize].element))
    }

    /// Whether a block is in a container.
    pub(crate) fn is_in(&self, block: &Block, container: u32) -> bool {
        self.around(block.container).any(|(at, _)| at == container)
    }

    /// Returns the role of a block's container in a code listing.
    pub fn outline_code(&self, block: &Block) -> Code {
        let container = self.outline.get(block.container as usize);
        container.map_or(Code::None, |container| container.code)
    }

    /// Returns the marks of a block, by its index.
    pub fn marks_of(&self, block: usize) -> &[Mark] {
        let start = self
            .marks
            .partition_point(|mark| (mark.block as usize) < block);
        let end = self
            .marks
            .partition_point(|mark| mark.block as usize <= block);
        &self.marks[start..end]
    }

    /// Returns the unnormalised text of a preformatted block, by its index, without empty lines at its ends.
    pub fn raw_text(&self, block: usize) -> &str {
        match self
            .raw
            .binary_search_by_key(&block, |(at, _)| *at as usize)
        {
            Ok(found) => &self.raw[found].1,
            Err(_) => self.text(&self.blocks[block]),
        }
    }

    /// Returns the language that a container declares for its code, if there is one.
    pub fn language_of(&self, container: u32) -> Option<&str> {
        let found = self
            .languages
            .binary_search_by_key(&container, |(at, _)| *at);
        found.ok().map(|at| &*self.languages[at].1)
    }

    /// Returns the normalised text of a block. It is trimmed, and each run of whitespace is one space, or one line feed
    /// if the run has a line feed or carriage return.
    pub fn text(&self, block: &Block) -> &str {
        &self.text[block.text.clone()]
    }
}
