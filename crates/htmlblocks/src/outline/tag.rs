//! The attributes of a start tag, as far as they give a container its meaning.

use std::sync::LazyLock;

use super::hints::{BANNER, FORM, HIDDEN, HIDING, POPUP, SKIP, UNDISPLAYED, UNREAD, hints_of};
use super::{Banner, Hidden, Landmark, Line, PREFORMATTED, Spans};
use crate::cache::Cache;
use crate::cascade::{Effects, Property, Ruled};
use crate::declared::Declared;
use crate::patterns::Patterns;
use crate::styles::{self, conceals, declares};
use html::Element;
use html::attributes;

/// What a start tag says of its element alone.
pub(super) struct StartTag {
    pub element: Element,
    /// The bits of [`super::HINTS`], and those of [`super::hints::MEANING`].
    pub hints: u64,
    /// A hash of the class, or 0.
    pub class: u32,
    /// The element that its role stands for.
    pub role: Option<Element>,
    pub line: Line,
    pub landmark: Landmark,
    /// As [`super::Container::number`]. An item without a number gets the next number of its list.
    pub number: u32,
    pub is_presentation: bool,
    /// Whether its class or data say that it has the number of a line.
    pub is_numbered: bool,
    pub is_preformatted: bool,
    /// Whether its position is fixed, or only browsers without scripts show it.
    is_fixed: bool,
    /// Whether a click may show it.
    is_shown_later: bool,
    /// Whether it is the panel of a tab, or another element refers to it as what it shows.
    is_panel: bool,
    /// Whether it shows or hides another element.
    pub is_switch: bool,
    is_invisible: bool,
    /// Whether it has data that a script may read.
    has_data: bool,
    /// Whether it is only for screen readers, so that no click shows it.
    is_withheld: bool,
    /// Whether a framework hides it, or a browser with scripts.
    is_ruled: bool,
    /// What the style sheets of the page say, and its own style.
    ruled: Ruled,
    own: Effects,
}

impl StartTag {
    /// Reads the attributes of a start tag. What they declare about the page goes to `declared`.
    pub fn read(
        element: Element,
        attributes: &str,
        ruled: Ruled,
        declared: &mut Declared,
        cache: &mut Cache<u64>,
    ) -> Self {
        let mut tag = StartTag {
            element,
            hints: 0,
            class: 0,
            role: None,
            line: Line::No,
            landmark: Landmark::of(element),
            number: u32::from(element != Element::LI),
            is_presentation: false,
            is_numbered: false,
            is_preformatted: PREFORMATTED.has(element),
            is_fixed: element == Element::NOSCRIPT,
            is_shown_later: false,
            is_panel: false,
            is_switch: false,
            is_invisible: false,
            has_data: false,
            is_withheld: ruled.get(Property::Place) == Some(true),
            is_ruled: element == Element::NOSCRIPT,
            ruled,
            own: Effects::default(),
        };
        if !attributes.is_empty() {
            attributes::for_each(attributes, |name, value| {
                tag.attribute(name, value, declared, cache)
            });
        }
        tag
    }

    /// Reads an attribute.
    fn attribute(
        &mut self,
        name: &str,
        value: &str,
        declared: &mut Declared,
        cache: &mut Cache<u64>,
    ) {
        match name.len() {
            5 if name.eq_ignore_ascii_case("class") => {
                let (hints_of_class, hash) = cache.get(value, hints_of);
                self.hints |= hints_of_class;
                self.class = hash as u32;
                if self.element == Element::DIV {
                    self.line = Line::of(value);
                }
                let may_be_spoken = hints_of_class & (HIDDEN | SKIP) != 0;
                self.is_withheld |= may_be_spoken && is_spoken(value);
                self.is_ruled |= hints_of_class & HIDING != 0;
            }
            2 if name.eq_ignore_ascii_case("id") => {
                self.hints |= cache.get(value, hints_of).0;
                self.is_panel |= declared.is_controlled(value);
                if self.landmark == Landmark::No {
                    self.landmark = Landmark::of_id(value);
                }
                // Style sheets of wikis show these on paper only, and links to parts of the page.
                let is_of_wiki = matches!(value, "siteSub" | "jump-to-nav");
                self.is_invisible |= is_of_wiki;
                self.is_shown_later |= !is_of_wiki;
            }
            4 if name.eq_ignore_ascii_case("role") => {
                self.hints |= cache.get(value, hints_of).0;
                self.role = element_of_role(value);
                self.is_presentation = matches!(value.trim(), "presentation" | "none");
                self.is_panel |= value.trim() == "tabpanel";
                self.is_switch |= value.trim() == "tab";
            }
            8 if name.eq_ignore_ascii_case("itemprop") => {
                self.hints |= cache.get(value, hints_of).0
            }
            8 if name.eq_ignore_ascii_case("itemtype") => declared.item(value),
            5 if name.eq_ignore_ascii_case("style") => {
                self.style(&html::entities::decode_value(value));
            }
            5 if (self.element == Element::OL && name.eq_ignore_ascii_case("start"))
                || (self.element == Element::LI && name.eq_ignore_ascii_case("value")) =>
            {
                self.number = value.trim().parse().unwrap_or(self.number);
            }
            7 if matches!(self.element, Element::TD | Element::TH)
                && (name.eq_ignore_ascii_case("rowspan")
                    || name.eq_ignore_ascii_case("colspan")) =>
            {
                self.number = Spans::with(self.number, name.starts_with(['r', 'R']), value);
            }
            12 if matches!(self.element, Element::TD | Element::TH)
                && (name.eq_ignore_ascii_case("aria-rowspan")
                    || name.eq_ignore_ascii_case("aria-colspan")) =>
            {
                self.number = Spans::with(self.number, name[5..].starts_with(['r', 'R']), value);
            }
            16 if name.eq_ignore_ascii_case("data-line-number") => self.is_numbered = true,
            6 if name.eq_ignore_ascii_case("hidden")
                && !value.eq_ignore_ascii_case("until-found") =>
            {
                self.hints |= HIDDEN | UNDISPLAYED;
            }
            11 if name.eq_ignore_ascii_case("aria-hidden") && value.trim() == "true" => {
                self.hints |= UNREAD;
            }
            15 if name.eq_ignore_ascii_case("aria-labelledby") => self.is_panel = true,
            _ => {
                self.is_switch |= name.len() > 10 && declared.switch(name, value);
                self.has_data |= name.starts_with("data-");
            }
        }
    }

    /// Reads the declarations of the attribute `style`.
    fn style(&mut self, value: &str) {
        self.own = Effects::of(value);
        if self.own.get(Property::Display) == Some(true) {
            self.hints |= HIDDEN | UNDISPLAYED;
        }
        self.is_invisible |= conceals(value);
        if let Some(white_space) = styles::value(value, "white-space") {
            self.is_preformatted |= white_space.eq_ignore_ascii_case("pre");
        }
        self.is_fixed |= value.contains("fixed") && declares(value, "position", "fixed");
    }

    /// Whether a property hides it or breaks its lines, by its own style or by a style sheet.
    pub fn sets(&self, property: Property) -> Option<bool> {
        self.ruled.with(property, self.own.get(property))
    }

    /// Whether it is displayed.
    pub fn undisplayed(&self) -> Hidden {
        let is_unread = self.hints & UNREAD != 0;
        let is_shown_later = self.is_shown_later || self.is_panel;
        let is_invisible = self.is_invisible || self.hints & UNDISPLAYED != 0;
        let is_displayed = self.own.get(Property::Display) == Some(false);
        let is_ruled = self.sets(Property::Display) == Some(true) || self.is_ruled && !is_displayed;
        // A script finds what fades in by its class or data.
        let is_own = self.own.get(Property::Opacity) == Some(true);
        let may_fade = self.has_data || is_own && self.class != 0;
        let is_faded = self.sets(Property::Opacity) == Some(true) && !may_fade;
        match (is_invisible || is_unread) && !is_shown_later {
            _ if self.is_withheld => Hidden::Yes,
            true => self.by_its_style(),
            false if is_ruled && !self.is_panel => Hidden::WithClass,
            false if is_faded && !is_shown_later => Hidden::Faded,
            false => Hidden::No,
        }
    }

    /// Whether its text is visible, where that of its parent is or is not.
    pub fn invisible(&self, parent: Hidden) -> Hidden {
        let is_shown_later = self.is_shown_later || self.is_panel;
        match self.sets(Property::Visibility) {
            Some(false) => Hidden::No,
            Some(true) if is_shown_later => parent,
            Some(true) if self.own.get(Property::Visibility) == Some(true) => self.by_its_style(),
            Some(true) if !self.has_data => parent.max(Hidden::Faded),
            _ => parent,
        }
    }

    /// How an element is hidden that its own attributes hide.
    fn by_its_style(&self) -> Hidden {
        match self.class != 0 || self.hints & UNREAD != 0 {
            true => Hidden::WithClass,
            false => Hidden::Yes,
        }
    }

    /// Whether it declares itself a banner.
    pub fn banner(&self) -> Banner {
        if self.hints & BANNER != 0 {
            Banner::Named
        } else if self.element == Element::DIALOG || self.role == Some(Element::DIALOG) {
            Banner::Dialog
        } else if self.is_fixed || self.hints & (FORM | POPUP) != 0 {
            Banner::Weak
        } else {
            Banner::No
        }
    }
}

/// Returns the element that an ARIA role stands for, if it is one in [`KINDS`].
fn element_of_role(role: &str) -> Option<Element> {
    Some(match role.trim() {
        "article" => Element::ARTICLE,
        "main" => Element::MAIN,
        "complementary" => Element::ASIDE,
        "banner" => Element::HEADER,
        "contentinfo" => Element::FOOTER,
        "navigation" => Element::NAV,
        "form" | "search" => Element::FORM,
        "dialog" | "alertdialog" => Element::DIALOG,
        _ => return None,
    })
}

/// Parts of the classes of text for screen readers, in lower case.
const SPOKEN: [&str; 13] = [
    "sr-only",
    "sr_only",
    "sronly",
    "screen-reader",
    "screenreader",
    "visually-hidden",
    "visuallyhidden",
    "hidden-visually",
    "a11y-hidden",
    "element-invisible",
    "assistive-text",
    "show-for-sr",
    "offscreen",
];

/// Whether the value of a class attribute marks text for screen readers.
pub(crate) fn is_spoken(value: &str) -> bool {
    static PATTERNS: LazyLock<Patterns> =
        LazyLock::new(|| Patterns::new([(0, &SPOKEN[..]), (1, &["not-sr-only"])].into_iter()));
    PATTERNS.bits(value, |_| true) == 1
}
