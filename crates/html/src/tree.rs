//! A walk over a page: elements begin and end, and between them there is text. [`Parser`] says by whose rules.
//!
//! The rules here are those of libxml2's HTML parser (2.14, which jusText 3.0.2 runs on), which are not the standard's: it has
//! no foster parents, no adoption agency and no insertion modes. Those of the standard are in [`crate::standard`].
//!
//! Each step takes constant time, or is paid for by an element that it closes: end tags find their element by the places
//! of the open elements of each name, not by a search of the stack.

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memchr2;

use crate::elements::{Content, Element, KNOWN, RANKS};
use crate::entities::decode;
use crate::tokens::{Token, Tokens};

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
    /// The HTML standard's: [`standard`](crate::standard) says what a walk cannot do of it.
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
        Parser::Standard => crate::standard::walk(html, walker),
        Parser::Libxml2(afterwards) => libxml2(html, afterwards, walker),
    }
}

fn libxml2<W: Walk>(html: &str, afterwards: Afterwards, walker: &mut W) -> u64 {
    let mut tree = Tree {
        walker,
        afterwards,
        open: Vec::with_capacity(64),
        last_of_name: vec![0; KNOWN],
        last_of_rank: [0; RANKS],
        names: Names::default(),
        head_seen: false,
        body_seen: false,
        misplaced: 0,
        roots: 0,
        steps: 0,
    };
    let mut tokens = Tokens::new(html);
    while let Some(token) = tokens.next() {
        tree.steps += 1;
        match token {
            Token::Text { text, references } => tree.text(text, references),
            Token::Start {
                name,
                attributes,
                closed,
            } => {
                if let Some(element) = tree.start(name, attributes, closed) {
                    tokens.enter(element, tree.walker.content(element));
                }
            }
            Token::End { name } => tree.end(name),
        }
        if tree.roots > 1 {
            break;
        }
    }
    while !tree.open.is_empty() {
        tree.pop();
    }
    tree.steps
}

/// An element that has begun and not ended.
struct Open<M> {
    element: Element,
    mark: M,
    /// One more than the place of the next outer element of the same name, and of the same rank; 0 if there is none.
    outer_of_name: u32,
    outer_of_rank: u32,
}

struct Tree<'a, W: Walk> {
    walker: &'a mut W,
    afterwards: Afterwards,
    open: Vec<Open<W::Mark>>,
    /// One more than the place of the innermost open element of each name, known or not, and of each rank.
    last_of_name: Vec<u32>,
    last_of_rank: [u32; RANKS],
    names: Names,
    /// Whether a head or a body has begun, and a body.
    head_seen: bool,
    body_seen: bool,
    /// How many start tags of html, head and body stood where they cannot, so that as many end tags must go.
    misplaced: usize,
    roots: usize,
    steps: u64,
}

/// The names of a page's elements.
#[derive(Default)]
pub(crate) struct Names {
    unknown: HashMap<Box<str>, Element>,
}

impl Names {
    /// The element of that name, and the name in lower case. Those that are not known get numbers in their order.
    #[inline]
    pub(crate) fn lookup<'n>(&mut self, name: &'n str) -> (Element, Cow<'n, str>) {
        if let Some(element) = Element::named(name.as_bytes()) {
            return (element, Cow::Borrowed(element.name().unwrap_or_default()));
        }
        let lower = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => Cow::Owned(name.to_ascii_lowercase()),
            false => Cow::Borrowed(name),
        };
        let element = match self.unknown.get(&*lower) {
            Some(&element) => element,
            None => {
                let element = Element((KNOWN + self.unknown.len()) as u32);
                self.unknown.insert((*lower).into(), element);
                element
            }
        };
        (element, lower)
    }
}

impl<W: Walk> Tree<'_, W> {
    /// The element of a name, and the name in lower case.
    #[inline]
    fn lookup<'n>(&mut self, name: &'n str) -> (Element, Cow<'n, str>) {
        let (element, name) = self.names.lookup(name);
        if element.0 as usize >= self.last_of_name.len() {
            self.last_of_name.resize(element.0 as usize + 1, 0);
        }
        (element, name)
    }

    fn top(&self) -> Option<Element> {
        self.open.last().map(|open| open.element)
    }

    fn is_open(&self, element: Element) -> bool {
        self.last_of_name[element.0 as usize] > 0
    }

    #[inline]
    fn push(&mut self, element: Element, name: &str, attributes: &str) {
        self.steps += 1;
        self.head_seen |= matches!(element, Element::HEAD | Element::BODY);
        self.body_seen |= element == Element::BODY;
        self.roots += usize::from(self.open.is_empty());
        if self.roots > 1 {
            return;
        }
        let mark = self.walker.start(element, name, attributes);
        let place = self.open.len() as u32 + 1;
        self.open.push(Open {
            element,
            mark,
            outer_of_name: std::mem::replace(&mut self.last_of_name[element.0 as usize], place),
            outer_of_rank: std::mem::replace(&mut self.last_of_rank[element.rank()], place),
        });
    }

    #[inline]
    fn pop(&mut self) {
        self.steps += 1;
        if let Some(open) = self.open.pop() {
            self.last_of_name[open.element.0 as usize] = open.outer_of_name;
            self.last_of_rank[open.element.rank()] = open.outer_of_rank;
            self.walker.end(open.element, open.mark);
        }
    }

    /// Ends the elements that cannot hold a start tag of `new`.
    #[inline]
    fn end_for(&mut self, new: Element) {
        while self.top().is_some_and(|old| old.is_ended_by(new)) {
            self.pop();
        }
    }

    /// Begins the elements that must be there before a start tag of `new`.
    fn imply(&mut self, new: Element) {
        if new == Element::HTML {
            return;
        }
        if self.open.is_empty() {
            self.push(Element::HTML, "html", "");
        }
        match new {
            Element::BODY | Element::HEAD => {}
            Element::SCRIPT
            | Element::STYLE
            | Element::META
            | Element::LINK
            | Element::TITLE
            | Element::BASE
                if self.open.len() <= 1 =>
            {
                if !self.head_seen {
                    self.push(Element::HEAD, "head", "");
                }
            }
            Element::NOFRAMES | Element::FRAME | Element::FRAMESET => {}
            _ => {
                if !self.body_seen && !self.is_open(Element::HEAD) {
                    self.push(Element::BODY, "body", "");
                }
            }
        }
    }

    /// Begins an element, and ends it if it is empty. Returns it if it may have content.
    #[inline]
    fn start(&mut self, name: &str, attributes: &str, closed: bool) -> Option<Element> {
        let (element, name) = self.lookup(name);
        self.end_for(element);
        if !self.body_seen || self.open.is_empty() {
            self.imply(element);
        }
        let misplaced = match element {
            Element::HTML => !self.open.is_empty(),
            Element::HEAD => self.open.len() != 1,
            Element::BODY => self.is_open(Element::BODY),
            _ => false,
        };
        if misplaced {
            self.misplaced += 1;
            // Of a tag that does not count, only the slash at its end does.
            if closed && self.afterwards == Afterwards::Lost {
                self.pop();
            }
            return None;
        }
        self.push(element, &name, attributes);
        if closed || element.is_void() {
            self.pop();
            return None;
        }
        Some(element)
    }

    #[inline]
    fn end(&mut self, name: &str) {
        let (element, name) = self.lookup(name);
        if matches!(element, Element::HTML | Element::HEAD | Element::BODY) {
            if self.misplaced > 0 {
                self.misplaced -= 1;
                return;
            }
            if self.afterwards == Afterwards::Kept && element == Element::HTML {
                while self.open.len() > 1 {
                    self.pop();
                }
                return;
            }
        }
        let place = self.last_of_name[element.0 as usize];
        let hidden = self.last_of_rank[element.rank() + 1..]
            .iter()
            .any(|&higher| higher > place);
        if place > 0 && !hidden {
            while self.open.len() >= place as usize {
                self.pop();
            }
        } else if self.body_seen && self.walker.is_begun_by_end_tag(element) {
            self.push(element, &name, "");
            self.pop();
        }
    }

    #[inline]
    fn text(&mut self, text: &str, references: bool) {
        if matches!(self.top(), None | Some(Element::HTML | Element::HEAD)) {
            if text.trim_ascii_start().is_empty() {
                return;
            }
            if self.top() == Some(Element::HEAD) {
                self.end_for(Element::P);
            }
            self.imply(Element::P);
        }
        if self.roots > 1 {
            return;
        }
        match memchr2(b'&', b'\0', text.as_bytes()) {
            None => self.walker.text(text),
            Some(_) => {
                let text = match references {
                    true => decode(text),
                    false => Cow::Borrowed(text),
                };
                self.walker.text(&text.replace('\0', "\u{FFFD}"));
            }
        }
    }
}
