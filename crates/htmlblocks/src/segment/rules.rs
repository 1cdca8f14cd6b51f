//! Which elements are boundaries of blocks, which are removed, and by which parser a page is read.

use html::Element;
use html::elements::{HEADINGS, Set};
use html::tree::{AfterHtml, Parser};

/// Segmentation rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// Whether whitespace between two tags separates words. jusText drops it: `<b>one</b> <i>two</i>` becomes one word.
    pub keep_whitespace: bool,
    /// Whether text after `</html>` is kept, as in browsers. jusText's parser drops it.
    pub keep_trailing: bool,
    /// Whether the page has an outline and a title, and is read as browsers do:
    ///
    /// - All elements that browsers display as blocks are block boundaries; so are stray `</p>` and `</br>`.
    /// - Form controls, images and tags next to which words begin separate words.
    /// - Short inline elements that are not displayed are left out.
    /// - The content of `template`, `iframe`, `noembed` and every `title` is removed. The content of `noframes` is
    ///   parsed as markup.
    pub outline: bool,
    /// Whether the page keeps its inline elements and the whitespace of preformatted text, for [`crate::render`].
    pub markup: bool,
}

impl Rules {
    /// jusText 3.0.2 as intended, without its known defects.
    pub const PAPER: Rules = Rules {
        keep_whitespace: true,
        keep_trailing: true,
        outline: false,
        markup: false,
    };
    /// For `--method best`.
    pub const BEST: Rules = Rules {
        outline: true,
        ..Rules::PAPER
    };
    /// jusText 3.0.2 with its defects.
    pub const COMPAT: Rules = Rules {
        keep_whitespace: false,
        keep_trailing: false,
        outline: false,
        markup: false,
    };

    /// Returns the rules by which elements are closed implicitly.
    pub(super) fn parser(self) -> Parser {
        match (self.outline, self.keep_trailing) {
            (true, _) => Parser::Standard,
            (false, true) => Parser::Libxml2(AfterHtml::Kept),
            (false, false) => Parser::Libxml2(AfterHtml::Dropped),
        }
    }

    /// Whether the tags of an element are block boundaries.
    #[inline]
    pub(super) fn is_boundary(self, element: Element) -> bool {
        BLOCKS.has(element) || self.outline && MORE_BLOCKS.has(element)
    }

    /// Whether an element is removed with its content.
    #[inline]
    pub(super) fn remove(self, element: Element) -> bool {
        REMOVED.has(element) || self.outline && MORE_REMOVED.has(element)
    }

    /// Whether an element is a ruby annotation or its fallback parentheses, which would be glued to the base text.
    /// jusText keeps them.
    #[inline]
    pub(super) fn is_ruby_annotation(self, name: &str) -> bool {
        self.keep_whitespace && matches!(name, "rt" | "rp")
    }

    /// Whether an element's tags are removed and its content is kept.
    #[inline]
    pub(super) fn untag(self, element: Element) -> bool {
        UNTAGGED.has(element) && !(self.outline && element == Element::FORM)
    }
}

/// Elements whose tags are block boundaries.
const BLOCKS: Set = Set::of(&[
    Element::BODY,
    Element::BLOCKQUOTE,
    Element::CAPTION,
    Element::CENTER,
    Element::COL,
    Element::COLGROUP,
    Element::DD,
    Element::DIV,
    Element::DL,
    Element::DT,
    Element::FIELDSET,
    Element::FORM,
    Element::LEGEND,
    Element::OPTGROUP,
    Element::OPTION,
    Element::P,
    Element::PRE,
    Element::TABLE,
    Element::TD,
    Element::TEXTAREA,
    Element::TFOOT,
    Element::TH,
    Element::THEAD,
    Element::TR,
    Element::UL,
    Element::LI,
    Element::H1,
    Element::H2,
    Element::H3,
    Element::H4,
    Element::H5,
    Element::H6,
]);

/// Further block boundaries with [`Rules::outline`].
const MORE_BLOCKS: Set = Set::of(&[
    Element::ADDRESS,
    Element::ARTICLE,
    Element::ASIDE,
    Element::DETAILS,
    Element::DIALOG,
    Element::DIR,
    Element::FIGCAPTION,
    Element::FIGURE,
    Element::FOOTER,
    Element::HEADER,
    Element::HGROUP,
    Element::HR,
    Element::LISTING,
    Element::MAIN,
    Element::MENU,
    Element::NAV,
    Element::NOFRAMES,
    Element::NOSCRIPT,
    Element::OL,
    Element::PLAINTEXT,
    Element::SEARCH,
    Element::SECTION,
    Element::SUMMARY,
    Element::TBODY,
    Element::XMP,
]);

/// Elements removed with their content.
const REMOVED: Set = Set::of(&[
    Element::HEAD,
    Element::SCRIPT,
    Element::STYLE,
    Element::SELECT,
    Element::TEXTAREA,
    Element::BUTTON,
    Element::INPUT,
    Element::APPLET,
    Element::BASE,
]);

/// Further removed elements with [`Rules::outline`].
const MORE_REMOVED: Set = Set::of(&[
    Element::IFRAME,
    Element::NOEMBED,
    Element::TEMPLATE,
    Element::TITLE,
    // Browsers that cannot show these show what is in them.
    Element::AUDIO,
    Element::CANVAS,
    Element::OBJECT,
    Element::VIDEO,
]);

/// Images separate the words around them.
pub(super) const PICTURES: Set = Set::of(&[Element::IMG, Element::SVG]);

/// Form controls and films: they are removed, but visible, so they separate words.
pub(super) const CONTROLS: Set = Set::of(&[
    Element::VIDEO,
    Element::BUTTON,
    Element::INPUT,
    Element::SELECT,
    Element::TEXTAREA,
]);

/// Elements whose tags are removed and whose content is kept.
const UNTAGGED: Set = Set::of(&[
    Element::FORM,
    Element::IFRAME,
    Element::OBJECT,
    Element::EMBED,
    Element::PARAM,
    Element::LAYER,
]);

/// Returns the level of a heading element with this tag name.
pub(super) fn level_of(name: &str) -> u8 {
    let digit = name.bytes().find(u8::is_ascii_digit);
    digit.map_or(6, |digit| (digit - b'0').clamp(1, 6))
}

/// Whether a tag name is that of a heading: it has `h` and a digit as a word (jusText's regular expression `\bh\d\b`).
pub(super) fn is_heading(element: Element, name: &str) -> bool {
    if element.name().is_some() {
        return HEADINGS.has(element);
    }
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    name.split(|character| !is_word(character)).any(|word| {
        let mut characters = word.chars();
        characters.next() == Some('h')
            && characters.next().is_some_and(char::is_numeric)
            && characters.next().is_none()
    })
}
