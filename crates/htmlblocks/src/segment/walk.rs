//! The tags and the text of a page, as they come.

use crate::cascade::{Ruled, is_for_screen};
use crate::outline::{Code, Hidden, MENUS, WITHOUT_SCRIPTS};
use crate::segment::characters::{CLASSES, LEAD, SPACE, WORD, whitespace_at, without_unseen};
use crate::segment::code_language;
use crate::segment::formulas::InFormula;
use crate::segment::page::Page;
use crate::segment::rules::{CONTROLS, PICTURES, is_heading, level_of};
use crate::segment::unseen;
use crate::segment::{Segmenter, Whitespace};
use crate::selectors::Scope;
use html::elements::Content;
use html::{Element, Walk, attributes};

/// The state to restore at the end of an element.
#[derive(Debug, Clone, Copy)]
pub(super) struct OpenElement {
    removed: bool,
    heading: bool,
    select: bool,
    /// Whether it is an inline element that is a line of code.
    pub(super) line: bool,
    /// Whether it is in [`Segmenter::inlines`].
    inline: bool,
    /// Whether it is in [`Segmenter::unseen`].
    unseen: bool,
    /// Whether it is in [`Segmenter::scripts`].
    script: bool,
    /// Whether it is the boundary of a block.
    boundary: bool,
    /// The element of a formula around it.
    in_formula: InFormula,
    /// The innermost block element and container outside of it.
    outer: Element,
    outer_container: u32,
    /// What is around it, for selectors.
    scope: Scope,
}

impl Walk for Segmenter<'_> {
    type Mark = OpenElement;

    fn content(&self, element: Element) -> Content {
        match element {
            Element::NOFRAMES if self.rules.outline => Content::Markup,
            _ => element.content(),
        }
    }

    /// Stray `</p>` and `</br>` create elements in the HTML standard; libxml2 ignores them.
    fn is_begun_by_end_tag(&self, element: Element) -> bool {
        self.rules.outline && matches!(element, Element::P | Element::BR)
    }

    #[inline]
    fn start(&mut self, element: Element, name: &str, attributes: &str) -> OpenElement {
        let mut mark = OpenElement {
            removed: false,
            heading: false,
            select: false,
            line: false,
            inline: false,
            unseen: false,
            script: false,
            boundary: false,
            in_formula: self.formula.parent,
            outer: self.element,
            outer_container: self.container,
            scope: self.scope,
        };
        let mut element = element;
        let mut ruled = Ruled::default();
        if self.rules.outline {
            if self.removed == 0 {
                let outer = &self.page.outline[self.container as usize];
                let inherits = outer.invisible != Hidden::No || outer.breaks_lines;
                let styles = &mut self.page.declared.styles;
                (ruled, self.scope) = styles.apply(name, attributes, self.scope, inherits);
                self.scope.is_shadow |= element == Element::TEMPLATE;
            }
            element = self.element_of_table(element, attributes);
            self.declare(element, attributes);
        }
        if self.is_removed(element, name, attributes) {
            if self.removed == 0 && self.rules.outline && CONTROLS.has(element) {
                self.give_back_more();
                self.push_whitespace(Whitespace::Space);
                self.page.outline[self.container as usize].has_control |=
                    matches!(element, Element::BUTTON | Element::INPUT);
                attributes::for_each(attributes, |name, value| {
                    self.page.declared.switch(name, value);
                });
                if element == Element::BUTTON {
                    self.button = (self.page.outline.len(), self.page.text.len());
                }
            }
            mark.removed = true;
            self.removed += 1;
            self.in_title = element == Element::TITLE && self.page.title.is_empty();
            return mark;
        }
        let is_boundary =
            self.rules.is_boundary(element) || element == Element::BUTTON && !self.is_heading();
        mark.boundary = is_boundary;
        let is_untagged = self.rules.untag(element);
        if self.rules.outline && (is_boundary || is_untagged) {
            self.start_container(element, attributes, ruled);
        }
        if is_untagged {
            return mark;
        }
        self.end_node();
        mark.heading = is_heading(element, name);
        self.headings += usize::from(mark.heading);
        if mark.heading {
            self.level = level_of(name);
        }
        mark.select = name.len() >= 6 && name.contains("select");
        self.selects += usize::from(mark.select);
        let mut address = "";
        if self.rules.outline && !is_boundary {
            let Page {
                declared,
                unseen: classes,
                outline,
                ..
            } = &mut *self.page;
            let inlined = unseen::read(attributes, &ruled, declared, classes);
            let kind = inlined.unseen;
            address = inlined.address;
            outline[self.container as usize].is_switch |= inlined.is_switch;
            if inlined.is_switch || element == Element::A && address.starts_with('#') {
                self.give_back_more();
            }
            let may_be_permalink = element == Element::A && attributes.contains('#');
            mark.unseen = kind.is_some() || may_be_permalink;
            if mark.unseen {
                self.start_unseen(kind);
            }
            mark.script = match element {
                Element::SUP | Element::SUB => self.start_script(attributes),
                _ => self.formula.is_open && self.start_in_formula(name),
            };
        }
        if self.rules.markup {
            if element == Element::A {
                self.start_number(attributes);
            }
            let last = self.page.languages.last();
            if last.is_none_or(|(at, _)| *at < self.container)
                && let Some(language) = code_language::of(element, attributes)
            {
                self.page.languages.push((self.container, language));
            }
            if self.is_in_lines() {
                self.start_in_lines(element, attributes, &mut mark);
            }
            mark.inline = self.start_inline(element, address);
        }
        if is_boundary {
            self.element = element;
            self.end_block();
        } else if element == Element::BR && self.line_break {
            self.block.tags = self.block.tags.saturating_sub(1);
            self.end_block();
        } else {
            self.start_in_block(element, attributes, address);
        }
        mark
    }

    fn detach(&mut self, element: Element, mark: &mut OpenElement) {
        if element == Element::A {
            self.end_node();
            self.link = false;
        }
        if std::mem::take(&mut mark.inline) {
            self.end_inline(element);
        }
    }

    #[inline]
    fn end(&mut self, element: Element, mark: OpenElement) {
        self.scope = mark.scope;
        if mark.removed {
            self.removed -= 1;
            self.in_title = false;
            self.in_data = false;
            self.in_styles = None;
            return;
        }
        self.container = mark.outer_container;
        if self.rules.untag(element) {
            return;
        }
        self.end_node();
        self.end_formula(element, mark.in_formula);
        self.headings -= usize::from(mark.heading);
        self.selects -= usize::from(mark.select);
        self.element = mark.outer;
        if self.rules.markup {
            self.is_behind_number = self.is_number && element == Element::A;
            self.is_number = false;
            if mark.line {
                let is_empty = self.raw.len() == self.line;
                self.break_line(is_empty);
            }
        }
        if mark.inline {
            self.end_inline(element);
        }
        if mark.script {
            self.end_script(element);
        }
        if mark.boundary {
            self.end_block();
        } else if self.rules.outline {
            if element == Element::Q {
                self.end_quotation();
            }
            self.end_joint(element);
        }
        if mark.unseen {
            self.end_unseen();
        }
        if element == Element::A {
            self.link = false;
        }
    }

    #[inline]
    fn text(&mut self, text: &str) {
        if self.removed > 0 {
            if self.in_title && self.rules.outline {
                self.page.title.push_str(text);
            } else if self.in_data {
                self.page.declared.json(text);
            } else if let Some(is_conditional) = self.in_styles {
                self.page.declared.styles.read(text, is_conditional);
            }
            return;
        }
        let seen = self.rules.outline.then(|| without_unseen(text)).flatten();
        let text = self.replace_mathml(seen.as_deref().unwrap_or(text));
        if self.rules.markup && (self.is_number || self.is_in_lines()) {
            self.push_code(text);
        }
        let bytes = text.as_bytes();
        let outline = &self.page.outline;
        let breaks_lines = (outline.get(self.container as usize))
            .is_some_and(|container| container.breaks_lines && container.code == Code::None);
        let mut at = 0;
        while at < bytes.len() {
            let (blank, length) = whitespace_at(text, at);
            if blank != Whitespace::None {
                if breaks_lines && bytes[at] == b'\n' {
                    self.break_at_line_feed();
                }
                self.push_whitespace(blank);
                at += length;
                continue;
            }
            let start = at;
            while at < bytes.len() {
                at += match CLASSES[bytes[at] as usize] {
                    WORD => 1,
                    // A single space between words needs no collapsing.
                    SPACE
                        if bytes[at] == b' '
                            && bytes
                                .get(at + 1)
                                .is_some_and(|&next| CLASSES[next as usize] == WORD) =>
                    {
                        2
                    }
                    LEAD if whitespace_at(text, at).0 == Whitespace::None => 1,
                    _ => break,
                };
            }
            self.push_words(&text[start..at]);
        }
    }
}

impl Segmenter<'_> {
    /// Handles a line feed of the source that breaks the line, like `br`. Two of them end the block.
    fn break_at_line_feed(&mut self) {
        self.end_node();
        if std::mem::replace(&mut self.line_break, true) {
            self.end_block();
            return;
        }
        self.push_break();
    }

    /// Ends a line in the block.
    fn push_break(&mut self) {
        self.block.breaks = self.block.breaks.saturating_add(1);
        self.blank = self.blank.max(Whitespace::Space);
        self.node.before = self.blank;
        if self.rules.markup {
            self.mark_break();
        }
    }

    /// Counts an element, and gathers what it declares about the page.
    fn declare(&mut self, element: Element, attributes: &str) {
        if let Some(count) = self.page.tags.get_mut(element.0 as usize) {
            *count += 1;
        }
        match element {
            Element::META => {
                self.page.properties += u32::from(attributes.contains("property="));
                self.page.declared.meta(attributes);
            }
            Element::LINK => self.page.declared.link(attributes),
            Element::IFRAME if self.removed == 0 => {
                if let Some(document) = attributes::value(attributes, "srcdoc") {
                    let document = html::entities::decode_value(document);
                    let frames = &mut self.page.declared.hidden.frames;
                    frames.push(document.into_owned());
                }
            }
            Element::SCRIPT => self.in_data = attributes.contains("ld+json"),
            Element::STYLE => self.in_styles = self.sheet(attributes),
            _ => {}
        }
    }

    /// Returns whether the rules of a `style` element have a condition. `None` means that they are for paper only, or for a shadow root.
    fn sheet(&self, attributes: &str) -> Option<bool> {
        let media = attributes::value(attributes, "media").unwrap_or_default();
        let above = self.page.outline[self.container as usize].kinds_above;
        let is_conditional = !is_for_screen(media) || above & WITHOUT_SCRIPTS != 0;
        (media.trim() != "print" && !self.scope.is_shadow).then_some(is_conditional)
    }

    /// Whether an element is removed with its content.
    fn is_removed(&mut self, element: Element, name: &str, attributes: &str) -> bool {
        self.removed > 0
            || self.rules.remove(element)
                && !attributes::is_shadow_root(element, attributes)
                && !self.is_label(element, attributes)
            || self.rules.is_ruby_annotation(name)
            || self.rules.outline && (name == "desc" || self.is_formula_again(element, attributes))
    }

    /// Whether a button is text, not a control next to it: a heading, or a label that shows and hides what is below it.
    /// Lists of questions have such buttons to show the answers.
    fn is_label(&self, element: Element, attributes: &str) -> bool {
        let shows = || {
            let above = self.page.outline[self.container as usize].kinds_above;
            attributes.contains("aria-expanded") && above & MENUS == 0
        };
        element == Element::BUTTON
            && self.rules.outline
            && self.is_empty()
            && (self.is_heading() || shows())
    }

    /// Whether the text is in a heading.
    fn is_heading(&self) -> bool {
        self.headings > 0 || matches!(self.element, Element::DT | Element::SUMMARY)
    }

    /// Returns the element of a table that an element is by its ARIA role, or the element itself.
    fn element_of_table(&self, element: Element, attributes: &str) -> Element {
        if !matches!(element, Element::DIV | Element::SPAN) || !attributes.contains("role") {
            return element;
        }
        let role = attributes::value(attributes, "role").unwrap_or_default();
        let part = match role.trim() {
            "table" | "grid" | "treegrid" => return Element::TABLE,
            "rowgroup" => Element::TBODY,
            "row" => Element::TR,
            "cell" | "gridcell" => Element::TD,
            "columnheader" | "rowheader" => Element::TH,
            _ => return element,
        };
        let mut around = self.page.around(self.container);
        match around.any(|(_, outer)| outer == Element::TABLE) {
            true => part,
            false => element,
        }
    }

    /// Adds an element to the outline.
    fn start_container(&mut self, element: Element, attributes: &str, ruled: Ruled) {
        let container = self.page.outline[self.container as usize];
        let Page {
            declared, cache, ..
        } = &mut *self.page;
        let mut child =
            container.child(self.container, element, attributes, ruled, declared, cache);
        let parent = &mut self.page.outline[self.container as usize];
        if element == Element::LI {
            if child.number == 0 {
                child.number = parent.number;
            }
            parent.number = child.number.saturating_add(1);
        }
        // Cells after a cell of line numbers are lines of code.
        if child.code == Code::Gutter && parent.element == Element::TR && parent.code == Code::None
        {
            parent.code = Code::Numbered;
        }
        child.is_behind_button = self.button == (self.page.outline.len(), self.page.text.len());
        self.container = self.page.outline.len() as u32;
        self.page.outline.push(child);
    }

    /// Handles the start of an inline element.
    fn start_in_block(&mut self, element: Element, attributes: &str, address: &str) {
        self.block.tags = self.block.tags.saturating_add(1);
        if self.rules.outline {
            self.start_joint(element, attributes, address);
            if PICTURES.has(element) {
                self.start_picture(element, attributes);
            } else if element == Element::Q {
                self.start_quotation();
            }
        }
        self.line_break = element == Element::BR;
        if self.line_break {
            self.push_break();
        } else if element == Element::A {
            self.link = true;
            self.linked = self.page.text.len();
            self.block.links = self.block.links.saturating_add(1);
            let is_outside =
                address.starts_with('#') || self.page.declared.is_of_other_site(address);
            self.block.outside += u32::from(is_outside);
        }
    }
}
