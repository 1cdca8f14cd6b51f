//! The containers of a page's blocks: a tree of elements with the meaning of their tags, classes and ids.

mod hints;
mod tag;

use crate::cache::Cache;
use crate::cascade::{Property, Ruled};
use crate::declared::Declared;
use hints::{FOREIGN_COMMENTS, LINES, MEANING, NOTES, NUMBERS, RECIPE};
use html::Element;
use html::elements::Set;
use tag::StartTag;

pub(crate) use hints::{
    ARTICLE, AUTHOR, BESIDE, BESIDE_HINTS, COMMENTS, FIGURE, MAIN, MENU_HINTS, MENUS,
    QUOTED_FOOTER, SECTIONS, WITHOUT_SCRIPTS,
};
pub use hints::{HINTS, KINDS, is_numbers};
pub(crate) use tag::is_spoken;

/// An element that holds blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Container {
    /// The index of its parent in the outline, which is less than its own. The root is its own parent.
    pub parent: u32,
    /// The number of its ancestors.
    pub depth: u32,
    /// The bits of [`HINTS`] of its own class, id, role and itemprop.
    pub hints: u64,
    /// The bits of [`HINTS`] of it and its ancestors.
    pub hints_above: u64,
    /// The bits of [`KINDS`] of it and its ancestors.
    pub kinds_above: u32,
    /// Its element.
    pub element: Element,
    /// A number that depends on the element. List items have their number in the list. Lists have the number of the
    /// next item (from `start`, and from `value` of the item before). Table cells have their [`Container::spans`].
    pub number: u32,
    /// A hash of the tags on the path from the root.
    pub path: u32,
    /// A hash of its path and class. Containers with the same signature look alike.
    pub signature: u32,
    /// Its role in a code listing.
    pub code: Code,
    /// Whether line feeds of the source break its lines.
    pub breaks_lines: bool,
    /// Whether it or an ancestor is not displayed.
    pub undisplayed: Hidden,
    /// Whether its text is displayed, but not visible. An element in it may be visible again.
    pub invisible: Hidden,
    /// Whether its text has no size, except in elements that set another one.
    pub is_tiny: bool,
    /// Whether it, or an inline element in it, shows or hides another element.
    pub is_switch: bool,
    /// Whether it is right behind a button that is not text.
    pub is_behind_button: bool,
    /// Whether its attributes or those of an ancestor mark ingredients, instructions or lyrics.
    pub is_recipe: bool,
    /// Whether its attributes or those of an ancestor mark notes or references.
    pub is_notes: bool,
    /// Whether its attributes or those of an ancestor mark readers' comments, in any language.
    pub is_comments: bool,
    /// Whether its role is presentation, as for a table that only places its cells.
    pub is_presentation: bool,
    /// Whether it has a button or an input element outside of inner containers.
    pub has_control: bool,
    /// Whether it is one of several lines.
    pub line: Line,
    /// Whether it declares itself a banner.
    pub banner: Banner,
    /// Whether it declares itself a footer or a navigation.
    pub landmark: Landmark,
}

/// An element next to the text of a page, by its name, role or id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Landmark {
    /// None of these.
    No,
    /// The footer of a page, or of what is around it.
    Footer,
    /// Navigation.
    Navigation,
}

impl Landmark {
    fn of(element: Element) -> Landmark {
        match element {
            Element::FOOTER => Landmark::Footer,
            Element::NAV => Landmark::Navigation,
            _ => Landmark::No,
        }
    }

    fn of_id(id: &str) -> Landmark {
        match id {
            "footer" => Landmark::Footer,
            "nav" | "navigation" => Landmark::Navigation,
            _ => Landmark::No,
        }
    }
}

/// The lines of text that are elements, by their class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// No line.
    No,
    /// A program, each line of which is an element (Doxygen).
    Program,
    /// A line: of a program, or of verse (Docutils).
    Yes,
}

impl Line {
    /// Returns the role of a `div` with this class.
    fn of(class: &str) -> Line {
        match class.trim() {
            "fragment" => Line::Program,
            "line" => Line::Yes,
            _ => Line::No,
        }
    }
}

/// How an element declares that it is a banner over the page, such as a request for consent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Banner {
    /// Not at all.
    No,
    /// It has a fixed position, or a class of pop-ups and forms, or is for browsers without scripts. Its words decide.
    Weak,
    /// It is a dialog.
    Dialog,
    /// Its class names its purpose.
    Named,
}

/// The numbers of columns and rows that a table cell spans, at least 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spans {
    /// Columns, at most 1000.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
}

impl Spans {
    /// Unpacks the number of a container.
    fn of(number: u32) -> Spans {
        Spans {
            columns: (number as u16).clamp(1, 1000),
            rows: ((number >> 16) as u16).max(1),
        }
    }

    /// Changes one span in the number of a container, as an attribute says. A cell that spans 0 rows spans all that
    /// follow.
    fn with(number: u32, is_rows: bool, value: &str) -> u32 {
        let digits = value.trim();
        let digits = digits.split(|character: char| !character.is_ascii_digit());
        let span: Option<u32> = digits.take(1).next().and_then(|digits| digits.parse().ok());
        let most = u32::from(u16::MAX);
        match (is_rows, span) {
            (_, None) => number,
            (true, Some(0)) => number | most << 16,
            (true, Some(span)) => number & most | span.min(most) << 16,
            (false, Some(span)) => number & !most | span.min(most),
        }
    }
}

/// Whether a container is displayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Hidden {
    /// It is displayed, or a click may show it: it has an id, or is a tab.
    #[default]
    No,
    /// A style sheet makes it invisible, or it is transparent. A script may fade it in.
    Faded,
    /// It is not displayed, but has a class, so a script may find and show it.
    WithClass,
    /// It is not displayed.
    Yes,
}

/// The role of a container in a code listing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Code {
    /// Not in a listing.
    #[default]
    None,
    /// A table row that began with a cell of line numbers, by its class, and the other cells of that row. These are
    /// lines of code if the numbers are there.
    Numbered,
    /// A cell of line numbers.
    Gutter,
    /// A `div` that has line numbers according to its class. The class of gutters is not used, since columns of text
    /// have it, too.
    Numbers,
    /// Lines of code: preformatted elements, and elements that style sheets make preformatted.
    Lines,
}

impl Code {
    /// Whether the white space of its text may be significant.
    pub fn keeps_lines(self) -> bool {
        matches!(self, Code::Lines | Code::Numbered)
    }
}

/// Preformatted elements.
pub const PREFORMATTED: Set = Set::of(&[
    Element::PRE,
    Element::LISTING,
    Element::XMP,
    Element::TEXTAREA,
]);

impl Container {
    /// Whether it has a class.
    pub fn has_class(&self) -> bool {
        self.signature != mix(self.path, 0)
    }

    /// The root.
    pub const ROOT: Container = Container {
        parent: 0,
        depth: 0,
        hints: 0,
        hints_above: 0,
        kinds_above: 0,
        element: Element::HTML,
        number: 1,
        path: 0,
        signature: 0,
        code: Code::None,
        breaks_lines: false,
        undisplayed: Hidden::No,
        invisible: Hidden::No,
        is_tiny: false,
        is_switch: false,
        is_behind_button: false,
        is_recipe: false,
        is_notes: false,
        is_comments: false,
        is_presentation: false,
        has_control: false,
        line: Line::No,
        banner: Banner::No,
        landmark: Landmark::No,
    };

    /// Whether it is displayed and visible.
    pub fn hidden(&self) -> Hidden {
        self.undisplayed.max(self.invisible)
    }

    /// Returns the spans of a table cell.
    pub fn spans(&self) -> Spans {
        Spans::of(self.number)
    }

    /// Creates a child of this container for the start tag of an element; `parent` is the index of this container.
    pub(crate) fn child(
        &self,
        parent: u32,
        element: Element,
        attributes: &str,
        ruled: Ruled,
        declared: &mut Declared,
        cache: &mut Cache<u64>,
    ) -> Container {
        let tag = StartTag::read(element, attributes, ruled, declared, cache);
        let hints = tag.hints & !MEANING;
        let path = mix(self.path, element.0 + 1);
        let kind = |element| KINDS.iter().position(|(_, elements)| elements.has(element));
        let bit = |element| kind(element).map_or(0, |bit| 1 << bit);
        Container {
            parent,
            depth: self.depth + 1,
            hints,
            hints_above: self.hints_above | hints,
            kinds_above: self.kinds_above | bit(element) | tag.role.map_or(0, bit),
            element,
            number: tag.number,
            path,
            signature: mix(path, tag.class),
            code: self.code_of(&tag),
            breaks_lines: tag.sets(Property::Lines).unwrap_or(self.breaks_lines),
            undisplayed: self.undisplayed.max(tag.undisplayed()),
            invisible: tag.invisible(self.invisible),
            is_tiny: tag.sets(Property::Size) == Some(true),
            is_switch: tag.is_switch,
            is_behind_button: false,
            is_recipe: self.is_recipe || tag.hints & RECIPE != 0,
            is_notes: self.is_notes || tag.hints & NOTES != 0,
            is_comments: self.is_comments || tag.hints & (COMMENTS | FOREIGN_COMMENTS) != 0,
            is_presentation: tag.is_presentation,
            has_control: false,
            line: tag.line,
            banner: tag.banner(),
            landmark: tag.role.map_or(tag.landmark, Landmark::of),
        }
    }

    /// Returns the role of a child in a code listing.
    fn code_of(&self, tag: &StartTag) -> Code {
        let is_cell = matches!(tag.element, Element::TD | Element::TH);
        let has_numbers = tag.hints & NUMBERS != 0;
        match self.code {
            Code::Gutter => Code::Gutter,
            _ if tag.hints & LINES != 0 => Code::Lines,
            _ if (has_numbers || tag.is_numbered) && is_cell => Code::Gutter,
            _ if tag.is_preformatted => Code::Lines,
            _ if tag.line == Line::Yes && self.line == Line::Program => Code::Lines,
            Code::None if has_numbers && tag.element == Element::DIV => Code::Numbers,
            code => code,
        }
    }
}

fn mix(a: u32, b: u32) -> u32 {
    platform::random::mix(u64::from(a) << 32 | u64::from(b)) as u32
}

#[cfg(test)]
mod tests {
    use super::hints::{HIDDEN, UNDISPLAYED, UNREAD};
    use super::*;

    #[test]
    fn attributes_hint_at_the_purpose_of_a_container() {
        let (mut declared, mut cache) = (Declared::default(), Cache::default());
        let child = Container::ROOT.child(
            0,
            Element::DIV,
            " class='Post-Comments' id=x style='DISPLAY : none' itemtype=https://schema.org/Article",
            Ruled::default(),
            &mut declared,
            &mut cache,
        );
        assert_ne!(declared, Declared::default());
        assert_eq!(child.hints, 1 | 1 << 2 | HIDDEN | UNDISPLAYED);
        let grandchild = child.child(
            1,
            Element::ASIDE,
            "",
            Ruled::default(),
            &mut declared,
            &mut cache,
        );
        assert_eq!(
            (grandchild.hints, grandchild.hints_above, grandchild.depth),
            (0, child.hints, 2)
        );
        assert_eq!(grandchild.kinds_above, 1 << 3);
        assert_ne!(child.path, grandchild.path);
        let attributes = " role=main aria-hidden=true";
        let main = child.child(
            1,
            Element::DIV,
            attributes,
            Ruled::default(),
            &mut declared,
            &mut cache,
        );
        assert_eq!((main.kinds_above, main.hints & UNREAD), (1 << 1, UNREAD));
    }
}
