//! Streaming tree construction: a walk over a page that reports start, end and text events. [`Parser`] selects the
//! rules.
//!
//! Each step takes constant time, amortised over the elements it closes. End tags do not search the stack: the
//! positions of the open elements of each name are known.

mod kinds;
mod libxml2;
mod standard;

use crate::elements::{Content, Element};

/// The events of a walk.
pub trait Walk {
    /// The walker's data about an open element, handed back when it ends.
    type Mark: Copy;

    /// Returns the content model of an element.
    fn content(&self, element: Element) -> Content {
        element.content()
    }

    /// Whether an end tag without an open element opens and closes the element, once the body has begun.
    fn is_begun_by_end_tag(&self, _element: Element) -> bool {
        false
    }

    /// An element starts. `name` is in lower case, `attributes` as in the source.
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> Self::Mark;

    /// An open element is closed although descendants are still open, such as by `</a>` in `<a><p></a>`. It will end
    /// together with them. Only [`Parser::Standard`] reports this.
    fn detach(&mut self, _element: Element, _mark: &mut Self::Mark) {}

    /// An element ends.
    fn end(&mut self, element: Element, mark: Self::Mark);

    /// A piece of text with its character references decoded. The text between two tags may come in several pieces.
    fn text(&mut self, text: &str);
}

/// Two walkers that see the same events in one walk. The first one decides on content models.
impl<A: Walk, B: Walk> Walk for (A, B) {
    type Mark = (A::Mark, B::Mark);

    fn content(&self, element: Element) -> Content {
        self.0.content(element)
    }

    fn is_begun_by_end_tag(&self, element: Element) -> bool {
        self.0.is_begun_by_end_tag(element)
    }

    #[inline]
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> Self::Mark {
        let first = self.0.start(element, name, attributes);
        (first, self.1.start(element, name, attributes))
    }

    #[inline]
    fn detach(&mut self, element: Element, mark: &mut Self::Mark) {
        self.0.detach(element, &mut mark.0);
        self.1.detach(element, &mut mark.1);
    }

    #[inline]
    fn end(&mut self, element: Element, mark: Self::Mark) {
        self.0.end(element, mark.0);
        self.1.end(element, mark.1);
    }

    #[inline]
    fn text(&mut self, text: &str) {
        self.0.text(text);
        self.1.text(text);
    }
}

/// A borrowed walker.
impl<W: Walk> Walk for &mut W {
    type Mark = W::Mark;

    fn content(&self, element: Element) -> Content {
        (**self).content(element)
    }

    fn is_begun_by_end_tag(&self, element: Element) -> bool {
        (**self).is_begun_by_end_tag(element)
    }

    #[inline]
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> Self::Mark {
        (**self).start(element, name, attributes)
    }

    #[inline]
    fn detach(&mut self, element: Element, mark: &mut Self::Mark) {
        (**self).detach(element, mark);
    }

    #[inline]
    fn end(&mut self, element: Element, mark: Self::Mark) {
        (**self).end(element, mark);
    }

    #[inline]
    fn text(&mut self, text: &str) {
        (**self).text(text);
    }
}

/// The treatment of content after `</html>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterHtml {
    /// It belongs to the page, as in browsers.
    Kept,
    /// It is dropped. jusText does not see it, because lxml takes it for another document.
    Dropped,
}

/// The rules by which elements start and end. The tokens are the same for both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parser {
    /// The rules of the HTML standard. The module `standard` lists the deviations of a walk.
    ///
    /// Unlike libxml2, `</button>` closes the button's descendants, and `<div/>` is a start tag unless the page is XML.
    /// Cells and rows stay in tables, SVG and MathML are recognised, and NUL is dropped from text.
    Standard,
    /// The rules of libxml2's HTML parser, which is based on HTML 4. jusText uses it.
    Libxml2(AfterHtml),
}

/// Walks over a page. Returns the number of steps, which is linear in the size of the page.
pub fn walk<W: Walk>(html: &str, parser: Parser, walker: &mut W) -> u64 {
    match parser {
        Parser::Standard => standard::walk(html, walker),
        Parser::Libxml2(after_html) => libxml2::walk(html, after_html, walker),
    }
}
