//! Where a page has other texts: cards with linked headings, items of lists, comments. Their authors and dates are not the page's.

use super::names::leads_to_author;
use html::{Element, attributes};

/// The parts of a page that may belong to other texts, found in a walk. None is within another.
#[derive(Debug, Default)]
pub(super) struct Others {
    parts: Vec<Other>,
    /// The number of open elements.
    depth: usize,
    /// The depths of what is open: a heading, a link to a text, an item of a list without text yet, and the element of a part.
    heading: Option<usize>,
    link: Option<usize>,
    item: Option<usize>,
    part: Option<usize>,
}

/// A part of a page that may belong to another text.
#[derive(Debug)]
pub(super) struct Other {
    /// The text of the link that it begins with.
    pub(super) heading: String,
    /// It belongs to another text if the link has at least this many words.
    pub(super) least_words: usize,
}

/// The greatest number of parts, and of bytes of a heading.
const MAX_PARTS: usize = 200;
const MAX_HEADING: usize = 400;
/// An item of a list that begins with a link of fewer words may be a label or name of the page's own text.
const WORDS_OF_ITEM: usize = 3;

impl Others {
    /// The parts in order.
    pub(super) fn parts(&self) -> &[Other] {
        &self.parts
    }

    /// The number of the open part.
    pub(super) fn current(&self) -> Option<usize> {
        self.part.map(|_| self.parts.len() - 1)
    }

    /// Counts an element that starts.
    #[inline]
    pub(super) fn open(&mut self) {
        self.depth += 1;
    }

    /// Counts an element that ends.
    #[inline]
    pub(super) fn close(&mut self) {
        for open in [
            &mut self.heading,
            &mut self.link,
            &mut self.item,
            &mut self.part,
        ] {
            open.take_if(|depth| *depth == self.depth);
        }
        self.depth -= 1;
    }

    /// Notes whether a part begins: at a heading that links elsewhere, at comments, and at a list of texts.
    pub(super) fn start(&mut self, element: Element, attributes: &str) {
        if self.part.is_some() || self.parts.len() >= MAX_PARTS {
            return;
        }
        let is_link = element == Element::A && leads_to_text(attributes);
        match element {
            Element::H2 | Element::H3 | Element::H4 => self.heading = Some(self.depth),
            Element::A if is_link => self.link = Some(self.depth),
            Element::NAV => return self.begin(self.depth, 0),
            Element::DIV
            | Element::SECTION
            | Element::OL
            | Element::UL
            | Element::LI
            | Element::ASIDE
                if is_named_as_others(attributes) =>
            {
                return self.begin(self.depth, 0);
            }
            Element::LI => self.item = Some(self.depth),
            _ => {}
        }
        if let (Some(heading), Some(link)) = (self.heading, self.link) {
            self.begin(heading.min(link) - 1, 1);
        } else if is_link && attributes::value(attributes, "itemprop") == Some("headline") {
            self.begin(self.depth - 1, 1);
        } else if is_link && let Some(item) = self.item {
            self.begin(item, WORDS_OF_ITEM);
        }
    }

    fn begin(&mut self, depth: usize, least_words: usize) {
        self.part = Some(depth);
        self.parts.push(Other {
            heading: String::new(),
            least_words,
        });
    }

    /// Takes a trimmed text that is not empty.
    pub(super) fn text(&mut self, text: &str) {
        self.item = None;
        if self.link.is_some()
            && self.part.is_some()
            && let Some(part) = self.parts.last_mut()
            && part.heading.len() + text.len() < MAX_HEADING
        {
            part.heading.push_str(text);
            part.heading.push(' ');
        }
    }
}

/// Whether a link may lead to another text.
fn leads_to_text(attributes: &str) -> bool {
    let address = attributes::value(attributes, "href").unwrap_or_default();
    !address.starts_with('#') && !leads_to_author(address)
}

/// Whether a class or identifier says that an element has comments or other texts.
fn is_named_as_others(attributes: &str) -> bool {
    let is_name = |word: &str| {
        let begins = |with: &str| {
            let first = word.get(..with.len());
            first.is_some_and(|first| first.eq_ignore_ascii_case(with))
        };
        begins("comment") || begins("related") || word.eq_ignore_ascii_case("sidebar")
    };
    let mut found = false;
    attributes::for_each(attributes, |name, value| {
        found |= matches!(name, "class" | "id") && value.split_ascii_whitespace().any(is_name);
    });
    found
}
