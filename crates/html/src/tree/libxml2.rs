//! Tree construction by the rules of libxml2's HTML parser (version 2.14, which jusText 3.0.2 uses). They differ from
//! the standard's: there is no foster parenting, no adoption agency algorithm, and no insertion modes.

use std::borrow::Cow;

use memchr::memchr2;

use super::{AfterHtml, Walk};
use crate::elements::{Element, KNOWN, Names, RANKS};
use crate::entities::decode;
use crate::tokens::{Token, Tokens};

/// Walks over a page. Returns the number of steps.
pub(super) fn walk<W: Walk>(html: &str, after_html: AfterHtml, walker: &mut W) -> u64 {
    let mut tree = TreeBuilder {
        walker,
        after_html,
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
    let mut tokens = Tokens::of_html(html);
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

/// An entry of the stack of open elements.
struct OpenElement<M> {
    element: Element,
    mark: M,
    /// The stack position plus one of the next outer element of the same name, and of the same rank; 0 if there is
    /// none.
    outer_of_name: u32,
    outer_of_rank: u32,
}

struct TreeBuilder<'a, W: Walk> {
    walker: &'a mut W,
    after_html: AfterHtml,
    open: Vec<OpenElement<W::Mark>>,
    /// The stack position plus one of the innermost open element of each name, known or not, and of each rank.
    last_of_name: Vec<u32>,
    last_of_rank: [u32; RANKS],
    names: Names,
    /// Whether a head or a body has started, and whether a body has started.
    head_seen: bool,
    body_seen: bool,
    /// The number of misplaced start tags of html, head and body. The same number of end tags is ignored.
    misplaced: usize,
    roots: usize,
    steps: u64,
}

impl<W: Walk> TreeBuilder<'_, W> {
    /// Returns the element with a name, and the name in lower case.
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
        self.open.push(OpenElement {
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

    /// Closes the elements that cannot contain a start tag of `new`.
    #[inline]
    fn end_for(&mut self, new: Element) {
        while self.top().is_some_and(|old| old.is_ended_by(new)) {
            self.pop();
        }
    }

    /// Opens the elements that a start tag of `new` implies.
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

    /// Opens an element, and closes it if it is void. Returns the element if it can have content.
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
            // An ignored start tag has no effect except for its self-closing slash.
            if closed && self.after_html == AfterHtml::Dropped {
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
            if self.after_html == AfterHtml::Kept && element == Element::HTML {
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
