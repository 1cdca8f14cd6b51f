//! Tree construction by the rules of the HTML standard (13.2.6), as start and end events.
//!
//! The standard's algorithm moves nodes after it has inserted them. Text in a table moves before the table (foster
//! parenting), and the rest of a misnested link moves to another parent (the adoption agency algorithm). A forward walk
//! cannot do this, so it deviates from the standard:
//!
//! - Text in a table stays in place.
//! - An element that is closed while its descendants are open stays on the stack until they end; [`Walk::detach`]
//!   reports it.
//! - Formatting elements are not reconstructed after the end of a paragraph.
//! - Frames do not replace a body.
//!
//! Everything else follows the standard: scopes, implied tags, tables, `select`, foreign content. If a page is XML, a
//! tag that ends with `/>` closes its element, and CDATA sections are text.
//!
//! Each step takes constant time, amortised over the elements it closes. Scopes are decided without searching the
//! stack, by comparing the positions of the innermost open elements of each name and of each kind.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

use super::Walk;
use super::kinds::{
    ANY_KIND, BLOCKS, BREAKOUT, BUTTON_SCOPE, CELLS, ENDS_PARAGRAPH, FORMATTING, HTML,
    HTML_INTEGRATION, IMPLIED, KIND_SETS, KINDS, LIST_SCOPE, LIST_SPECIAL, METADATA, OTHER_BLOCKS,
    SCOPE, SECTIONS, SPECIAL, STRUCTURE, TABLE_PARTS, TABLE_SCOPE, TABLES, TEXT_INTEGRATION, VOID,
};
use crate::elements::{Content, Element, HEADINGS, Names};
use crate::entities::decode;
use crate::tokens::{Token, Tokens};

/// Walks over a page. Returns the number of steps, which is linear in the size of the page.
pub(super) fn walk<W: Walk>(html: &str, walker: &mut W) -> u64 {
    let mut tokens = Tokens::new(html);
    let mut tree = TreeBuilder {
        walker,
        open: Vec::with_capacity(64),
        names: Names::default(),
        last_of_name: Vec::new(),
        last_of_kind: [0; KINDS],
        mode: InsertionMode::BeforeHead,
        has_form: false,
        xml: tokens.is_xml(),
        raw: false,
        after_pre: false,
        steps: 0,
    };
    while let Some(token) = tokens.next() {
        tree.steps += 1;
        match token {
            Token::Text { text, references } => tree.text(text, references),
            Token::Start {
                name,
                attributes,
                closed,
            } => {
                if let Some(element) = tree.start_tag(name, attributes, closed) {
                    let content = tree.walker.content(element);
                    tokens.enter(element, content);
                    tree.raw = content != Content::Markup;
                }
                tokens.allow_cdata(tree.is_foreign());
            }
            Token::End { name } => {
                tree.end_tag(name);
                tokens.allow_cdata(tree.is_foreign());
            }
        }
    }
    while !tree.open.is_empty() {
        tree.pop();
    }
    tree.steps
}

/// The insertion mode, as far as it matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum InsertionMode {
    /// Before the head.
    BeforeHead,
    /// In the head.
    InHead,
    /// After the head.
    AfterHead,
    /// In the body or a frameset.
    InBody,
}

/// An entry of the stack of open elements.
struct OpenElement<M> {
    element: Element,
    mark: M,
    /// Whether it is an SVG or MathML element.
    foreign: bool,
    /// Whether an end tag has closed it while descendants are open.
    detached: bool,
    /// The stack position plus one of the next outer element of the same name, and of each kind; 0 if there is none.
    outer_of_name: u32,
    outer_of_kind: [u32; KINDS],
}

struct TreeBuilder<'a, W: Walk> {
    walker: &'a mut W,
    open: Vec<OpenElement<W::Mark>>,
    names: Names,
    /// The stack position plus one of the innermost open element of each name, HTML and foreign, and of each kind.
    last_of_name: Vec<[u32; 2]>,
    last_of_kind: [u32; KINDS],
    mode: InsertionMode,
    has_form: bool,
    /// Whether a start tag that ends with `/>` also closes its element.
    xml: bool,
    /// Whether the next text is in an element without markup (RCDATA, raw text, script data).
    raw: bool,
    /// Whether a line feed at this point is ignored.
    after_pre: bool,
    steps: u64,
}

impl<W: Walk> TreeBuilder<'_, W> {
    fn top(&self) -> Option<Element> {
        self.open.last().map(|open| open.element)
    }

    /// Returns the stack position plus one of the innermost open HTML element with this name.
    fn last(&self, element: Element) -> u32 {
        self.last_of_name
            .get(element.0 as usize)
            .map_or(0, |last| last[0])
    }

    /// Whether an element is open with no element of this kind inside it.
    fn in_scope(&self, element: Element, kind: usize) -> bool {
        let place = self.last(element);
        place > 0 && place >= self.last_of_kind[kind]
    }

    fn in_template(&self) -> bool {
        self.last(Element::TEMPLATE) > 0
    }

    /// Whether a tag at this point belongs to SVG or MathML.
    fn is_foreign(&self) -> bool {
        let top = self.open.last();
        top.is_some_and(|top| top.foreign && !HTML_INTEGRATION.has(top.element))
    }

    #[inline]
    fn push(&mut self, element: Element, name: &str, attributes: &str, foreign: bool) {
        self.steps += 1;
        let mark = self.walker.start(element, name, attributes);
        let place = self.open.len() as u32 + 1;
        let number = element.0 as usize;
        if number >= self.last_of_name.len() {
            self.last_of_name.resize(number + 32, [0; 2]);
        }
        let outer_of_kind = self.last_of_kind;
        if foreign {
            let bounds = TEXT_INTEGRATION.has(element) || HTML_INTEGRATION.has(element);
            if bounds {
                for kind in [SCOPE, LIST_SCOPE, BUTTON_SCOPE, SPECIAL, LIST_SPECIAL] {
                    self.last_of_kind[kind] = place;
                }
            }
        } else {
            self.last_of_kind[HTML] = place;
            if ANY_KIND.has(element) {
                for (last, set) in self.last_of_kind.iter_mut().zip(&KIND_SETS) {
                    if set.has(element) {
                        *last = place;
                    }
                }
            }
        }
        let last = &mut self.last_of_name[number][usize::from(foreign)];
        self.open.push(OpenElement {
            element,
            mark,
            foreign,
            detached: false,
            outer_of_name: std::mem::replace(last, place),
            outer_of_kind,
        });
    }

    #[inline]
    fn pop(&mut self) {
        self.steps += 1;
        if let Some(open) = self.open.pop() {
            if !open.detached {
                let last = &mut self.last_of_name[open.element.0 as usize];
                last[usize::from(open.foreign)] = open.outer_of_name;
            }
            self.last_of_kind = open.outer_of_kind;
            self.walker.end(open.element, open.mark);
        }
    }

    /// Closes the element at a stack position and those inside it.
    fn pop_to(&mut self, place: u32) {
        while place > 0 && self.open.len() >= place as usize {
            self.pop();
        }
    }

    /// Closes the elements inside the one at a stack position.
    fn clear_to(&mut self, place: u32) {
        while self.open.len() > place as usize {
            self.pop();
        }
    }

    /// Closes the innermost element of a name but leaves its descendants open.
    fn detach(&mut self, element: Element) {
        let place = self.last(element);
        if place as usize == self.open.len() {
            return self.pop();
        }
        self.steps += 1;
        if let Some(open) = self.open.get_mut(place.wrapping_sub(1) as usize) {
            open.detached = true;
            self.last_of_name[element.0 as usize][0] = open.outer_of_name;
            self.walker.detach(element, &mut open.mark);
        }
    }

    fn push_known(&mut self, element: Element) {
        self.push(element, element.name().unwrap_or_default(), "", false);
    }

    /// Starts the body before a tag or text that implies it.
    fn begin_body(&mut self) {
        if self.open.is_empty() {
            self.push_known(Element::HTML);
        }
        self.clear_to(1);
        self.mode = InsertionMode::InBody;
        self.push_known(Element::BODY);
    }

    /// Handles a start tag before the body. Returns whether nothing else is to be done.
    fn start_tag_before_body(&mut self, element: Element, name: &str, attributes: &str) -> bool {
        if self.open.is_empty() {
            if element == Element::HTML {
                self.push(element, name, attributes, false);
                return true;
            }
            self.push_known(Element::HTML);
        }
        match element {
            Element::HTML => return true,
            Element::HEAD => {
                if self.mode == InsertionMode::BeforeHead {
                    self.push(element, name, attributes, false);
                    self.mode = InsertionMode::InHead;
                }
                return true;
            }
            Element::BODY | Element::FRAMESET => {
                self.clear_to(1);
                self.mode = InsertionMode::InBody;
                self.push(element, name, attributes, false);
                return true;
            }
            _ if METADATA.has(element) => {
                if self.mode == InsertionMode::BeforeHead {
                    self.push_known(Element::HEAD);
                    self.mode = InsertionMode::InHead;
                }
            }
            _ => self.begin_body(),
        }
        false
    }

    /// Handles a start tag. Returns the element if it is in the HTML namespace and can have content.
    fn start_tag(&mut self, name: &str, attributes: &str, closed: bool) -> Option<Element> {
        self.after_pre = false;
        let (mut element, lower) = self.names.lookup(name);
        let mut name: &str = &lower;
        if self.is_foreign() && self.foreign_start(element, name, attributes, closed) {
            return None;
        }
        if self.mode != InsertionMode::InBody
            && !self.in_template()
            && self.start_tag_before_body(element, name, attributes)
        {
            return None;
        }
        if matches!(element, Element::HTML | Element::HEAD | Element::BODY) {
            return None;
        }
        if !self.in_table(element) {
            return None;
        }
        if element == Element::IMAGE {
            (element, name) = (Element::IMG, "img");
        }
        if !self.in_body(element) {
            return None;
        }
        let foreign = matches!(element, Element::SVG | Element::MATH);
        self.push(element, name, attributes, foreign);
        if VOID.has(element) || closed && (foreign || self.xml) {
            self.pop();
            return None;
        }
        // A form whose parent is a table or table part is empty.
        if element == Element::FORM && self.current_is_table_part(1) {
            self.pop();
            return None;
        }
        self.after_pre = matches!(element, Element::PRE | Element::LISTING | Element::TEXTAREA);
        (!foreign).then_some(element)
    }

    /// Whether the current node is a table part that only holds cells or other parts. The `but` innermost elements are
    /// not counted.
    fn current_is_table_part(&self, but: usize) -> bool {
        let place = self.last_of_kind[TABLES] as usize;
        place > 0
            && self.open.len() - but == place
            && matches!(
                self.open[place - 1].element,
                Element::TABLE | Element::TR | Element::TBODY | Element::TFOOT | Element::THEAD
            )
    }

    /// Handles a start tag in SVG or MathML. Returns whether nothing else is to be done.
    fn foreign_start(
        &mut self,
        element: Element,
        name: &str,
        attributes: &str,
        closed: bool,
    ) -> bool {
        let top = self.top();
        if top.is_some_and(|top| TEXT_INTEGRATION.has(top))
            && !matches!(element, Element::MGLYPH | Element::MALIGNMARK)
        {
            return false;
        }
        let breaks = BREAKOUT.has(element)
            || element == Element::FONT
                && ["color", "face", "size"]
                    .iter()
                    .any(|name| crate::attributes::value(attributes, name).is_some());
        if breaks {
            while self.is_foreign() && !self.top().is_some_and(|top| TEXT_INTEGRATION.has(top)) {
                self.pop();
            }
            return false;
        }
        self.push(element, name, attributes, true);
        if closed {
            self.pop();
        }
        true
    }

    /// Closes the table parts that a start tag closes. Returns whether the element is to be inserted.
    fn in_table(&mut self, element: Element) -> bool {
        loop {
            let place = self.last_of_kind[TABLES];
            let Some(part) = place
                .checked_sub(1)
                .map(|at| self.open[at as usize].element)
            else {
                return !STRUCTURE.has(element);
            };
            match part {
                // A template can contain table parts of any kind.
                Element::TEMPLATE => return true,
                _ if CELLS.has(part) || part == Element::CAPTION => {
                    if !STRUCTURE.has(element) {
                        return true;
                    }
                    self.pop_to(place);
                }
                Element::COLGROUP => {
                    if matches!(element, Element::COL | Element::TEMPLATE) {
                        self.clear_to(place);
                        return true;
                    }
                    self.pop_to(place);
                }
                Element::TR => {
                    if CELLS.has(element) {
                        self.clear_to(place);
                        return true;
                    }
                    if !STRUCTURE.has(element) {
                        return self.directly_in_table(element, place);
                    }
                    self.pop_to(place);
                }
                _ if SECTIONS.has(part) => {
                    if element == Element::TR {
                        self.clear_to(place);
                        return true;
                    }
                    if !STRUCTURE.has(element) {
                        return self.directly_in_table(element, place);
                    }
                    if CELLS.has(element) {
                        self.clear_to(place);
                        self.push_known(Element::TR);
                    } else {
                        self.pop_to(place);
                    }
                }
                _ => {
                    if !STRUCTURE.has(element) {
                        return self.directly_in_table(element, place);
                    }
                    self.clear_to(place);
                    match element {
                        Element::COL => self.push_known(Element::COLGROUP),
                        Element::TR => self.push_known(Element::TBODY),
                        _ if CELLS.has(element) => self.push_known(Element::TBODY),
                        _ => return true,
                    }
                }
            }
        }
    }

    /// Handles a start tag of another element inside the table part at stack position `place`. Returns whether the
    /// element is to be inserted.
    fn directly_in_table(&mut self, element: Element, place: u32) -> bool {
        if element == Element::TABLE {
            let table = self.last(Element::TABLE);
            if !self.in_scope(Element::TABLE, TABLE_SCOPE) {
                return true;
            }
            self.pop_to(table);
            // The tag is processed again in the context around the table.
            return self.in_table(element);
        }
        if element == Element::FORM && self.open.len() == place as usize {
            return !self.has_form || self.in_template();
        }
        true
    }

    /// Closes the elements that a start tag in the body closes. Returns whether the element is to be inserted.
    fn in_body(&mut self, element: Element) -> bool {
        match element {
            Element::FRAME if self.last(Element::FRAMESET) == 0 => return false,
            Element::FRAMESET if self.last(Element::FRAMESET) == 0 => return false,
            Element::FORM => {
                if self.has_form && !self.in_template() {
                    return false;
                }
                self.has_form |= !self.in_template();
            }
            Element::LI => self.end_item(&[Element::LI]),
            Element::DD | Element::DT => self.end_item(&[Element::DD, Element::DT]),
            Element::BUTTON if self.in_scope(Element::BUTTON, SCOPE) => {
                self.pop_to(self.last(Element::BUTTON));
            }
            Element::A if self.last(Element::A) > self.last_of_kind[TABLES] => {
                self.end_formatting(Element::A);
            }
            Element::NOBR if self.in_scope(Element::NOBR, SCOPE) => {
                self.end_formatting(Element::NOBR);
            }
            Element::OPTION | Element::OPTGROUP if self.in_scope(Element::SELECT, SCOPE) => {
                while self.top().is_some_and(|top| {
                    IMPLIED.has(top) || top == Element::OPTGROUP && element == Element::OPTGROUP
                }) {
                    self.pop();
                }
            }
            Element::OPTION | Element::OPTGROUP if self.top() == Some(Element::OPTION) => {
                self.pop();
            }
            Element::RB | Element::RTC | Element::RP | Element::RT
                if self.in_scope(Element::RUBY, SCOPE) =>
            {
                let keeps = matches!(element, Element::RP | Element::RT);
                while self
                    .top()
                    .is_some_and(|top| IMPLIED.has(top) && !(keeps && top == Element::RTC))
                {
                    self.pop();
                }
            }
            Element::SELECT if self.in_scope(Element::SELECT, SCOPE) => {
                self.pop_to(self.last(Element::SELECT));
                return false;
            }
            Element::INPUT if self.in_scope(Element::SELECT, SCOPE) => {
                self.pop_to(self.last(Element::SELECT));
            }
            _ => {}
        }
        if ENDS_PARAGRAPH.has(element) {
            if self.in_scope(Element::P, BUTTON_SCOPE) {
                self.pop_to(self.last(Element::P));
            }
            if HEADINGS.has(element) && self.top().is_some_and(|top| HEADINGS.has(top)) {
                self.pop();
            }
        }
        true
    }

    /// Closes the innermost list item if a new item of the same list begins.
    fn end_item(&mut self, items: &[Element]) {
        let place = items.iter().map(|item| self.last(*item)).max();
        if let Some(place) = place
            && place >= self.last_of_kind[LIST_SPECIAL]
        {
            self.pop_to(place);
        }
    }

    /// Closes a formatting element. Its descendants are closed, too, unless one of them is special or the element is a
    /// link.
    fn end_formatting(&mut self, element: Element) {
        if self.last(element) > self.last_of_kind[SPECIAL] && element != Element::A {
            self.pop_to(self.last(element));
        } else {
            self.detach(element);
        }
    }

    fn end_tag(&mut self, name: &str) {
        self.after_pre = false;
        let (element, lower) = self.names.lookup(name);
        let name: &str = &lower;
        if self.open.last().is_some_and(|top| top.foreign) {
            let number = element.0 as usize;
            let place = self.last_of_name.get(number).map_or(0, |last| last[1]);
            let begins = matches!(element, Element::P | Element::BR);
            if place > self.last_of_kind[HTML] && !begins {
                return self.pop_to(place);
            }
            if begins {
                while self.is_foreign() {
                    self.pop();
                }
            }
        }
        if self.mode != InsertionMode::InBody && !self.in_template() {
            match element {
                Element::HEAD if self.mode == InsertionMode::InHead => {
                    self.clear_to(1);
                    self.mode = InsertionMode::AfterHead;
                    return;
                }
                Element::BR => self.begin_body(),
                _ if METADATA.has(element) => {}
                _ => return,
            }
        }
        match element {
            Element::HTML | Element::HEAD | Element::BODY => {}
            Element::P => {
                if self.in_scope(Element::P, BUTTON_SCOPE) {
                    self.pop_to(self.last(Element::P));
                } else if self.walker.is_begun_by_end_tag(element) {
                    self.push(element, name, "", false);
                    self.pop();
                }
            }
            Element::BR => {
                if self.walker.is_begun_by_end_tag(element) {
                    self.push(element, name, "", false);
                    self.pop();
                }
            }
            Element::FORM => {
                self.has_form &= self.in_template();
                if self.in_scope(element, SCOPE) {
                    self.detach(element);
                }
            }
            Element::LI => self.end_in(element, LIST_SCOPE),
            Element::TEMPLATE => self.pop_to(self.last(element)),
            _ if TABLE_PARTS.has(element) => self.end_in(element, TABLE_SCOPE),
            _ if HEADINGS.has(element) => {
                let headings = [
                    Element::H1,
                    Element::H2,
                    Element::H3,
                    Element::H4,
                    Element::H5,
                    Element::H6,
                ];
                let place = headings.iter().map(|heading| self.last(*heading)).max();
                if let Some(place) = place
                    && place > self.last_of_kind[SCOPE]
                {
                    self.pop_to(place);
                }
            }
            _ if BLOCKS.has(element) || OTHER_BLOCKS.has(element) => self.end_in(element, SCOPE),
            _ if FORMATTING.has(element) => {
                if self.in_scope(element, SCOPE) {
                    self.end_formatting(element);
                }
            }
            _ => self.end_in(element, SPECIAL),
        }
    }

    fn end_in(&mut self, element: Element, kind: usize) {
        if self.in_scope(element, kind) {
            self.pop_to(self.last(element));
        }
    }

    #[inline]
    fn text(&mut self, text: &str, references: bool) {
        let raw = std::mem::take(&mut self.raw);
        let mut text = text;
        if std::mem::take(&mut self.after_pre) {
            text = text
                .strip_prefix("\r\n")
                .or_else(|| text.strip_prefix('\n'))
                .unwrap_or(text);
        }
        let before_body = self.mode != InsertionMode::InBody && !raw && !self.in_template();
        let holds_no_text = matches!(
            self.top(),
            None | Some(Element::HTML | Element::HEAD | Element::NOSCRIPT)
        );
        if before_body && holds_no_text {
            text = text.trim_start_matches(['\t', '\n', '\x0C', '\r', ' ', '\0']);
            if text.is_empty() {
                return;
            }
            self.begin_body();
        }
        if self.top() == Some(Element::COLGROUP) && !text.trim_ascii().is_empty() {
            self.pop();
        }
        match memchr2(b'&', b'\0', text.as_bytes()) {
            None => self.walker.text(text),
            Some(_) => {
                // NUL is dropped from HTML text.
                let top_is_html = self.top().is_some_and(|top| TEXT_INTEGRATION.has(top));
                let nul = match raw || self.is_foreign() && !top_is_html {
                    true => "\u{FFFD}",
                    false => "",
                };
                let text = match memchr(b'\0', text.as_bytes()) {
                    None => Cow::Borrowed(text),
                    Some(_) => Cow::Owned(text.replace('\0', nul)),
                };
                match references {
                    true => self.walker.text(&decode(&text)),
                    false => self.walker.text(&text),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Writes down the calls of a walk: `<p` for a start, `>` for an end, `~a` for a detached element.
    #[derive(Default)]
    struct Calls(String);

    impl Walk for Calls {
        type Mark = ();
        fn is_begun_by_end_tag(&self, _: Element) -> bool {
            true
        }
        fn start(&mut self, element: Element, name: &str, _: &str) {
            if !matches!(element, Element::HTML | Element::HEAD | Element::BODY) {
                self.0 += &format!("<{name} ");
            }
        }
        fn end(&mut self, element: Element, (): ()) {
            if !matches!(element, Element::HTML | Element::HEAD | Element::BODY) {
                self.0 += ">";
            }
        }
        fn detach(&mut self, element: Element, (): &mut ()) {
            self.0 += &format!("~{}", element.name().unwrap_or_default());
        }
        fn text(&mut self, text: &str) {
            self.0 += text;
        }
    }

    fn calls(html: &str) -> String {
        let mut calls = Calls::default();
        walk(html, &mut calls);
        calls.0
    }

    #[test]
    fn in_xml_a_tag_may_end_its_element() {
        let page = "<title/><p><a id='b'/>c<![CDATA[<d>]]><br/></p><pre/>\ne";
        assert!(calls(page).contains("<p <a c"), "only elements of raw text");
        assert_eq!(
            calls(&format!("<?xml version='1.0'?>{page}")),
            "<title ><p <a >c<d><br >><pre >\ne"
        );
    }

    #[test]
    fn end_tags_end_what_is_in_their_element() {
        assert_eq!(calls("<button><div>x</button>y"), "<button <div x>>y");
        assert_eq!(calls("<div><span>x</div>y</span>z"), "<div <span x>>yz");
        assert_eq!(calls("<span><div>x</span>y"), "<span <div xy>>");
        assert_eq!(calls("<h2>x</h3>y"), "<h2 x>y");
        assert_eq!(calls("<div/>x<br/>y</p>z"), "<div x<br >y<p >z>");
        assert_eq!(calls("<p>x<table><p>y</table>z"), "<p x><table <p y>>z");
        assert_eq!(
            calls("<select><option>x<option>y<input>z"),
            "<select <option x><option y>><input >z"
        );
        assert_eq!(calls("<p>x<option>y<option>z"), "<p x<option y><option z>>");
    }

    #[test]
    fn items_and_cells_end_those_before_them() {
        assert_eq!(
            calls("<ul><li>a<ul><li>b</ul><li><p>c<li>d</ul>"),
            "<ul <li a<ul <li b>>><li <p c>><li d>>"
        );
        assert_eq!(
            calls("<dl><dt>a<dd><div>b<dt>c"),
            "<dl <dt a><dd <div b>><dt c>>"
        );
        assert_eq!(
            calls("<table><td>a<tr><td><b>b<td>c</table>d</td>"),
            "<table <tbody <tr <td a>><tr <td <b b>><td c>>>>d"
        );
        assert_eq!(
            calls("<table><tr><form>a<td>b</form></table>"),
            "<table <tbody <tr <form >a<td b>>>>"
        );
        assert_eq!(calls("x<td>y"), "xy");
    }

    #[test]
    fn formatting_is_ended_alone() {
        assert_eq!(calls("<a>x<p>y</a>z"), "<a x<p y~az>>");
        assert_eq!(calls("<a>x<a>y"), "<a x><a y>");
        assert_eq!(calls("<b><i>x</b>y"), "<b <i x>>y");
        assert_eq!(calls("<form><div>x</form>y"), "<form <div x~formy>>");
    }

    #[test]
    fn foreign_content_has_its_own_rules() {
        assert_eq!(
            calls("<svg><title>x</title><path/><p>y"),
            "<svg <title x><path >><p y>"
        );
        assert_eq!(
            calls("<svg><![CDATA[<a>]]></svg><![CDATA[b]]>"),
            "<svg <a>>"
        );
        assert_eq!(
            calls("<svg><desc><i/>x</i></desc></svg>y"),
            "<svg <desc <i x>>>y"
        );
        assert_eq!(calls("a\0b<svg>c\0"), "ab<svg c\u{FFFD}>");
    }

    #[test]
    fn text_before_the_body_begins_it() {
        assert_eq!(
            calls("<head><title>x</title> <noscript>y</noscript><title>z</title>"),
            "<title x><noscript >y<title z>"
        );
        assert_eq!(
            calls(" <!-- x --> \n<pre>\ny</pre></body></html>z"),
            "<pre y>z"
        );
    }

    proptest! {
        /// Elements end in reverse order of their starts, and the number of steps is linear in the size of the page.
        #[test]
        fn any_page_is_walked(
            tags in prop::collection::vec(
                "</?(a|b|p|div|li|table|td|tr|tbody|caption|col|select|option|button|form|svg|title|math|mi|template|body|head|frameset|x)>|x|<br/>",
                0..60,
            ),
        ) {
            let page = tags.concat();
            let shown = calls(&page);
            let begun = shown.matches('<').count();
            prop_assert_eq!(begun, shown.matches('>').count());
            let steps = walk(&page, &mut Calls::default());
            prop_assert!(steps <= 12 * tags.len() as u64 + 12, "{steps}");
        }
    }
}
