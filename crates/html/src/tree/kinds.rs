//! The kinds of elements that the HTML standard's rules of tree construction name.

use crate::elements::{Element, HEADINGS, Set};

/// The number of element kinds that bound the standard's searches of the stack.
pub(super) const KINDS: usize = 8;
/// Elements that bound the scope of most end tags: "in scope".
pub(super) const SCOPE: usize = 0;
/// The boundary for `</li>`: "in list item scope".
pub(super) const LIST_SCOPE: usize = 1;
/// The boundary for `</p>`: "in button scope".
pub(super) const BUTTON_SCOPE: usize = 2;
/// The boundary for table parts: "in table scope".
pub(super) const TABLE_SCOPE: usize = 3;
/// Elements at which the search for the element of any other end tag stops: "special".
pub(super) const SPECIAL: usize = 4;
/// The boundary for `<li>`, `<dd>` and `<dt>`, which pass some special elements.
pub(super) const LIST_SPECIAL: usize = 5;
/// Tables and their parts; the innermost one selects the insertion mode.
pub(super) const TABLES: usize = 6;
/// Elements in the HTML namespace.
pub(super) const HTML: usize = 7;

/// The HTML elements of each kind but the last.
pub(super) const KIND_SETS: [Set; KINDS - 1] = {
    let scope = Set::of(&[
        Element::APPLET,
        Element::CAPTION,
        Element::HTML,
        Element::TABLE,
        Element::TD,
        Element::TH,
        Element::MARQUEE,
        Element::OBJECT,
        Element::SELECT,
        Element::TEMPLATE,
    ]);
    let lists = Set::of(&[Element::ADDRESS, Element::DIV, Element::P]);
    [
        scope,
        scope.union(Set::of(&[Element::OL, Element::UL])),
        scope.union(Set::of(&[Element::BUTTON])),
        Set::of(&[Element::HTML, Element::TABLE, Element::TEMPLATE]),
        SPECIAL_ELEMENTS.union(lists),
        SPECIAL_ELEMENTS,
        TABLE_PARTS.union(Set::of(&[Element::TEMPLATE])),
    ]
};

/// The standard's special elements except `address`, `div` and `p`.
const SPECIAL_ELEMENTS: Set = Set::of(&[
    Element::APPLET,
    Element::AREA,
    Element::ARTICLE,
    Element::ASIDE,
    Element::BASE,
    Element::BASEFONT,
    Element::BGSOUND,
    Element::BLOCKQUOTE,
    Element::BODY,
    Element::BR,
    Element::BUTTON,
    Element::CAPTION,
    Element::CENTER,
    Element::COL,
    Element::COLGROUP,
    Element::DD,
    Element::DETAILS,
    Element::DIR,
    Element::DL,
    Element::DT,
    Element::EMBED,
    Element::FIELDSET,
    Element::FIGCAPTION,
    Element::FIGURE,
    Element::FOOTER,
    Element::FORM,
    Element::FRAME,
    Element::FRAMESET,
    Element::H1,
    Element::H2,
    Element::H3,
    Element::H4,
    Element::H5,
    Element::H6,
    Element::HEAD,
    Element::HEADER,
    Element::HGROUP,
    Element::HR,
    Element::HTML,
    Element::IFRAME,
    Element::IMG,
    Element::INPUT,
    Element::KEYGEN,
    Element::LI,
    Element::LINK,
    Element::LISTING,
    Element::MAIN,
    Element::MARQUEE,
    Element::MENU,
    Element::META,
    Element::NAV,
    Element::NOEMBED,
    Element::NOFRAMES,
    Element::NOSCRIPT,
    Element::OBJECT,
    Element::OL,
    Element::PARAM,
    Element::PLAINTEXT,
    Element::PRE,
    Element::SCRIPT,
    Element::SEARCH,
    Element::SECTION,
    Element::SELECT,
    Element::SOURCE,
    Element::STYLE,
    Element::SUMMARY,
    Element::TABLE,
    Element::TBODY,
    Element::TD,
    Element::TEMPLATE,
    Element::TEXTAREA,
    Element::TFOOT,
    Element::TH,
    Element::THEAD,
    Element::TITLE,
    Element::TR,
    Element::TRACK,
    Element::UL,
    Element::WBR,
    Element::XMP,
]);

/// The union of all kinds.
pub(super) const ANY_KIND: Set = KIND_SETS[SCOPE]
    .union(KIND_SETS[SPECIAL])
    .union(KIND_SETS[LIST_SCOPE]);

/// Tables and their parts.
pub(super) const TABLE_PARTS: Set = SECTIONS.union(CELLS).union(Set::of(&[
    Element::TABLE,
    Element::TR,
    Element::CAPTION,
    Element::COLGROUP,
]));
pub(super) const SECTIONS: Set = Set::of(&[Element::TBODY, Element::TFOOT, Element::THEAD]);
pub(super) const CELLS: Set = Set::of(&[Element::TD, Element::TH]);
/// Start tags that close a cell or a caption and, except `td` and `th`, also a row.
pub(super) const STRUCTURE: Set = SECTIONS.union(CELLS).union(Set::of(&[
    Element::CAPTION,
    Element::COL,
    Element::COLGROUP,
    Element::TR,
]));

/// Elements allowed in a head.
pub(super) const METADATA: Set = Set::of(&[
    Element::BASE,
    Element::BASEFONT,
    Element::BGSOUND,
    Element::LINK,
    Element::META,
    Element::NOFRAMES,
    Element::NOSCRIPT,
    Element::SCRIPT,
    Element::STYLE,
    Element::TEMPLATE,
    Element::TITLE,
]);

/// Elements whose start tags close an open paragraph.
pub(super) const ENDS_PARAGRAPH: Set = HEADINGS.union(BLOCKS).union(Set::of(&[
    Element::DD,
    Element::DT,
    Element::FORM,
    Element::HR,
    Element::LI,
    Element::P,
    Element::PLAINTEXT,
    Element::TABLE,
    Element::XMP,
]));

/// Elements whose end tags close everything inside them.
pub(super) const BLOCKS: Set = Set::of(&[
    Element::ADDRESS,
    Element::ARTICLE,
    Element::ASIDE,
    Element::BLOCKQUOTE,
    Element::CENTER,
    Element::DETAILS,
    Element::DIALOG,
    Element::DIR,
    Element::DIV,
    Element::DL,
    Element::FIELDSET,
    Element::FIGCAPTION,
    Element::FIGURE,
    Element::FOOTER,
    Element::HEADER,
    Element::HGROUP,
    Element::LISTING,
    Element::MAIN,
    Element::MENU,
    Element::NAV,
    Element::OL,
    Element::PRE,
    Element::SEARCH,
    Element::SECTION,
    Element::SUMMARY,
    Element::UL,
]);

/// Further elements whose end tags do so. Their start tags do not close a paragraph.
pub(super) const OTHER_BLOCKS: Set = Set::of(&[
    Element::APPLET,
    Element::BUTTON,
    Element::DD,
    Element::DT,
    Element::MARQUEE,
    Element::OBJECT,
    Element::SELECT,
]);

/// Formatting elements. Their end tags may leave descendants open.
pub(super) const FORMATTING: Set = Set::of(&[
    Element::A,
    Element::B,
    Element::BIG,
    Element::CODE,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::NOBR,
    Element::S,
    Element::SMALL,
    Element::STRIKE,
    Element::STRONG,
    Element::TT,
    Element::U,
]);

/// Elements with implied end tags.
pub(super) const IMPLIED: Set = Set::of(&[
    Element::DD,
    Element::DT,
    Element::LI,
    Element::OPTION,
    Element::P,
    Element::RB,
    Element::RP,
    Element::RT,
    Element::RTC,
]);

/// Void elements.
pub(super) const VOID: Set = Set::of(&[
    Element::AREA,
    Element::BASE,
    Element::BASEFONT,
    Element::BGSOUND,
    Element::BR,
    Element::COL,
    Element::EMBED,
    Element::FRAME,
    Element::HR,
    Element::IMG,
    Element::INPUT,
    Element::KEYGEN,
    Element::LINK,
    Element::META,
    Element::PARAM,
    Element::SOURCE,
    Element::TRACK,
    Element::WBR,
]);

/// HTML start tags that close SVG and MathML.
pub(super) const BREAKOUT: Set = HEADINGS.union(Set::of(&[
    Element::B,
    Element::BIG,
    Element::BLOCKQUOTE,
    Element::BODY,
    Element::BR,
    Element::CENTER,
    Element::CODE,
    Element::DD,
    Element::DIV,
    Element::DL,
    Element::DT,
    Element::EM,
    Element::EMBED,
    Element::HEAD,
    Element::HR,
    Element::I,
    Element::IMG,
    Element::LI,
    Element::LISTING,
    Element::MENU,
    Element::META,
    Element::NOBR,
    Element::OL,
    Element::P,
    Element::PRE,
    Element::RUBY,
    Element::S,
    Element::SMALL,
    Element::SPAN,
    Element::STRIKE,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::TABLE,
    Element::TT,
    Element::U,
    Element::UL,
    Element::VAR,
]));

/// MathML text integration points.
pub(super) const TEXT_INTEGRATION: Set = Set::of(&[
    Element::MI,
    Element::MN,
    Element::MO,
    Element::MS,
    Element::MTEXT,
]);
/// HTML integration points of SVG, and one of MathML.
pub(super) const HTML_INTEGRATION: Set = Set::of(&[
    Element::ANNOTATION_XML,
    Element::DESC,
    Element::FOREIGNOBJECT,
    Element::TITLE,
]);
