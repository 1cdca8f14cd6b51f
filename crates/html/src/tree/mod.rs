//! A walk over a page: elements begin and end, and between them there is text. [`Parser`] says by whose rules.
//!
//! Each step takes constant time, or is paid for by an element that it closes: end tags find their element by the places
//! of the open elements of each name, not by a search of the stack.

mod libxml2;
mod standard;

use crate::elements::{Content, Element};

/// What a walk over a page calls.
pub trait Walk {
    /// What the walker wants to know about an element when it ends.
    type Mark: Copy;

    /// What is inside an element besides markup.
    fn content(&self, element: Element) -> Content {
        element.content()
    }

    /// Whether an end tag that ends nothing begins the element and ends it, if the body has begun.
    fn is_begun_by_end_tag(&self, _element: Element) -> bool {
        false
    }

    /// An element begins. `name` is in lower case. `attributes` stand as in the page.
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> Self::Mark;

    /// An element that has begun does not count for what follows, though elements that it holds go on, and it ends with
    /// them: `</a>` in `<a><p></a>`. Only [`Parser::Standard`] says so.
    fn detach(&mut self, _element: Element) {}

    /// An element ends.
    fn end(&mut self, element: Element, mark: Self::Mark);

    /// A piece of text, its character references replaced. What stands between two tags may come in several pieces.
    fn text(&mut self, text: &str);
}

/// What becomes of what follows `</html>`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Afterwards {
    /// It belongs to the page, as browsers have it.
    Kept,
    /// It is lost: what jusText sees through lxml, which takes it for another document.
    Lost,
}

/// Whose rules say where elements begin and end. The tokens are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Parser {
    /// The HTML standard's: the module `standard` says what a walk cannot do of it.
    ///
    /// Unlike libxml2, it lets `</button>` end what is in the button, reads `<div/>` as a start tag, keeps cells and rows in
    /// tables, knows SVG and MathML, and leaves NUL out of text.
    Standard,
    /// Those of libxml2's HTML parser, which has tables of HTML 4: what jusText sees.
    Libxml2(Afterwards),
}

/// Walks over a page. Returns the number of steps that it took, which grows linearly with the page.
pub fn walk<W: Walk>(html: &str, parser: Parser, walker: &mut W) -> u64 {
    match parser {
        Parser::Standard => standard::walk(html, walker),
        Parser::Libxml2(afterwards) => libxml2::walk(html, afterwards, walker),
    }
}
