//! The elements that a parser or a segmenter treats specially.

use std::borrow::Cow;
use std::collections::HashMap;

/// An element name: one of these constants, or a higher number that is assigned to an unknown name
/// within a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Element(pub u32);

macro_rules! elements {
    ($($constant:ident $name:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[derive(Clone, Copy)]
        enum Number { $($constant,)* Count }

        #[allow(missing_docs)]
        impl Element {
            $(pub const $constant: Element = Element(Number::$constant as u32);)*
        }

        /// The names, indexed by element number.
        const NAMES: [&str; KNOWN] = [$($name,)*];

        /// Returns the known element with a lower-case name.
        fn by_name(name: &[u8]) -> Option<Element> {
            $(const $constant: &[u8] = $name.as_bytes();)*
            match name {
                $($constant => Some(Element::$constant),)*
                _ => None,
            }
        }
    };
}

/// The number of known elements.
pub const KNOWN: usize = Number::Count as usize;

elements! {
    A "a", ABBR "abbr", ACRONYM "acronym", ADDRESS "address", ANNOTATION "annotation", ANNOTATION_XML "annotation-xml", APPLET "applet",
    AREA "area", ARTICLE "article", ASIDE "aside", AUDIO "audio", B "b", BASE "base", BASEFONT "basefont", BDI "bdi",
    BDO "bdo", BGSOUND "bgsound", BIG "big", BLOCKQUOTE "blockquote", BODY "body", BR "br", BUTTON "button",
    CANVAS "canvas", CAPTION "caption", CENTER "center", CITE "cite", CODE "code", COL "col", COLGROUP "colgroup",
    DATA "data", DATALIST "datalist", DD "dd", DEL "del", DESC "desc", DETAILS "details", DFN "dfn", DIALOG "dialog",
    DIR "dir", DIV "div", DL "dl", DT "dt", EM "em", EMBED "embed", FIELDSET "fieldset", FIGCAPTION "figcaption",
    FIGURE "figure", FONT "font", FOOTER "footer", FOREIGNOBJECT "foreignobject", FORM "form", FRAME "frame",
    FRAMESET "frameset", H1 "h1", H2 "h2", H3 "h3", H4 "h4", H5 "h5", H6 "h6", HEAD "head", HEADER "header",
    HGROUP "hgroup", HR "hr", HTML "html", I "i", IFRAME "iframe", IMAGE "image", IMG "img", INPUT "input", INS "ins",
    ISINDEX "isindex", KBD "kbd", KEYGEN "keygen", LABEL "label", LAYER "layer", LEGEND "legend", LI "li",
    LINK "link", LISTING "listing", MAIN "main", MALIGNMARK "malignmark", MAP "map", MARK "mark", MARQUEE "marquee",
    MATH "math", MENU "menu", META "meta", METER "meter", MGLYPH "mglyph", MI "mi", MN "mn", MO "mo", MS "ms",
    MTEXT "mtext", NAV "nav", NOBR "nobr", NOEMBED "noembed", NOFRAMES "noframes", NOSCRIPT "noscript",
    OBJECT "object", OL "ol", OPTGROUP "optgroup", OPTION "option", OUTPUT "output", P "p", PARAM "param",
    PICTURE "picture", PLAINTEXT "plaintext", PRE "pre", PROGRESS "progress", Q "q", RB "rb", RP "rp", RT "rt",
    RTC "rtc", RUBY "ruby", S "s", SAMP "samp", SCRIPT "script", SEARCH "search", SECTION "section", SELECT "select",
    SELECTEDCONTENT "selectedcontent", SLOT "slot", SMALL "small", SOURCE "source", SPAN "span", STRIKE "strike",
    STRONG "strong", STYLE "style", SUB "sub", SUMMARY "summary", SUP "sup", SVG "svg", TABLE "table", TBODY "tbody",
    TD "td", TEMPLATE "template", TEXTAREA "textarea", TFOOT "tfoot", TH "th", THEAD "thead", TIME "time",
    TITLE "title", TR "tr", TRACK "track", TT "tt", U "u", UL "ul", VAR "var", VIDEO "video", WBR "wbr", XMP "xmp",
}

/// The length of the longest known name.
const LONGEST_NAME: usize = 15;

/// The content model of an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Markup.
    Markup,
    /// RCDATA: text with character references, up to the end tag (`title`, `textarea`).
    Rcdata,
    /// Raw text, up to the end tag.
    RawText,
    /// Script data: raw text, up to the first end tag that is not double escaped.
    ScriptData,
    /// PLAINTEXT: raw text up to the end of the page.
    PlainText,
}

/// A set of known elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Set([u64; 3]);

impl Set {
    /// Returns the set of these elements.
    pub const fn of(elements: &[Element]) -> Self {
        let mut bits = [0; 3];
        let mut at = 0;
        while at < elements.len() {
            let element = elements[at].0;
            bits[element as usize / 64] |= 1 << (element % 64);
            at += 1;
        }
        Set(bits)
    }

    /// Returns the union of two sets.
    pub const fn union(self, other: Set) -> Self {
        let ([a, b, c], [d, e, f]) = (self.0, other.0);
        Set([a | d, b | e, c | f])
    }

    /// Whether the set contains `element`.
    #[inline]
    pub const fn has(self, element: Element) -> bool {
        let word = element.0 as usize / 64;
        word < self.0.len() && self.0[word] >> (element.0 % 64) & 1 == 1
    }
}

const _: () = assert!(KNOWN <= 192, "a set has 192 bits");

/// `h1` to `h6`.
pub const HEADINGS: Set = Set::of(&[
    Element::H1,
    Element::H2,
    Element::H3,
    Element::H4,
    Element::H5,
    Element::H6,
]);

impl Element {
    /// Returns the known element with the lower-case name `name`.
    #[inline]
    pub fn known(name: &[u8]) -> Option<Element> {
        by_name(name)
    }

    /// Returns the known element called `name`, ignoring case.
    pub fn named(name: &[u8]) -> Option<Element> {
        let mut buffer = [0; LONGEST_NAME];
        let lower = buffer.get_mut(..name.len())?;
        lower.copy_from_slice(name);
        lower.make_ascii_lowercase();
        by_name(lower)
    }

    /// Returns the name of a known element.
    pub fn name(self) -> Option<&'static str> {
        NAMES.get(self.0 as usize).copied()
    }

    /// Whether libxml2 treats the element as void.
    #[inline]
    pub const fn is_void(self) -> bool {
        const VOID: Set = Set::of(&[
            Element::AREA,
            Element::BASE,
            Element::BASEFONT,
            Element::BR,
            Element::COL,
            Element::FRAME,
            Element::HR,
            Element::IMG,
            Element::INPUT,
            Element::ISINDEX,
            Element::LINK,
            Element::META,
            Element::PARAM,
            Element::SOURCE,
            Element::TRACK,
            Element::WBR,
        ]);
        VOID.has(self)
    }

    /// Whether a tag of the element may stand alone: the element is void, or its end tag is optional.
    pub const fn may_stand_alone(self) -> bool {
        const STANDALONE: Set = Set::of(&[
            Element::AREA,
            Element::BASE,
            Element::BODY,
            Element::BR,
            Element::COL,
            Element::COLGROUP,
            Element::DD,
            Element::DT,
            Element::EMBED,
            Element::HEAD,
            Element::HR,
            Element::HTML,
            Element::IMG,
            Element::INPUT,
            Element::LI,
            Element::LINK,
            Element::META,
            Element::OPTION,
            Element::P,
            Element::SOURCE,
            Element::TBODY,
            Element::TD,
            Element::TFOOT,
            Element::TH,
            Element::THEAD,
            Element::TR,
            Element::TRACK,
            Element::WBR,
        ]);
        STANDALONE.has(self)
    }

    /// Returns the content model of the element.
    pub const fn content(self) -> Content {
        match self {
            Element::TITLE | Element::TEXTAREA => Content::Rcdata,
            Element::IFRAME
            | Element::NOEMBED
            | Element::NOFRAMES
            | Element::STYLE
            | Element::XMP => Content::RawText,
            Element::SCRIPT => Content::ScriptData,
            Element::PLAINTEXT => Content::PlainText,
            _ => Content::Markup,
        }
    }

    /// Whether a start tag of `new` closes this element if it is the current node.
    #[inline]
    pub fn is_ended_by(self, new: Element) -> bool {
        match ENDED_BY.get(self.0 as usize) {
            Some(ends) => ends.has(new),
            None => false,
        }
    }

    /// Returns the rank of the element, from 0 to [`RANKS`] - 1. An end tag closes only elements of
    /// its own rank or lower.
    #[inline]
    pub const fn rank(self) -> usize {
        match self {
            Element::DIV => 1,
            Element::TD | Element::TH => 2,
            Element::TR => 3,
            Element::THEAD | Element::TBODY | Element::TFOOT => 4,
            Element::TABLE => 5,
            Element::HEAD | Element::BODY => 6,
            Element::HTML => 7,
            _ => 0,
        }
    }
}

/// The number of ranks.
pub const RANKS: usize = 8;

/// For each element, the start tags that close it.
static ENDED_BY: [Set; KNOWN] = {
    let mut table = [Set::of(&[]); KNOWN];
    let mut at = 0;
    while at < IMPLIED_ENDS.len() {
        let (olds, news) = IMPLIED_ENDS[at];
        let mut old = 0;
        while old < olds.len() {
            let place = olds[old].0 as usize;
            table[place] = table[place].union(Set::of(news));
            old += 1;
        }
        at += 1;
    }
    table
};

/// Elements with the start tags that close them, by the rules of HTML 4 as libxml2 applies them.
const IMPLIED_ENDS: &[(&[Element], &[Element])] = {
    use Element as E;
    const LISTS: &[E] = &[E::DD, E::DL, E::DT];
    &[
        (&[E::A], &[E::A, E::FIELDSET, E::TABLE, E::TD, E::TH]),
        (
            &[E::ADDRESS, E::DIR, E::LISTING, E::MENU, E::PRE, E::XMP],
            LISTS,
        ),
        (
            &[E::ADDRESS, E::DIR, E::LISTING, E::MENU, E::PRE, E::XMP],
            &[E::FORM, E::UL],
        ),
        (&[E::ADDRESS, E::LISTING, E::PRE, E::XMP], &[E::LI]),
        (&[E::LISTING, E::PRE, E::XMP], &[E::FIELDSET, E::TABLE]),
        (&[E::B, E::I], &[E::CENTER, E::P]),
        (&[E::B, E::FONT, E::I, E::SPAN, E::U], &[E::TD, E::TH]),
        (&[E::BIG, E::S, E::SMALL, E::STRIKE, E::TT, E::U], &[E::P]),
        (&[E::FONT], &[E::CENTER]),
        (
            &[E::CAPTION, E::COL, E::COLGROUP],
            &[E::COLGROUP, E::TBODY, E::TFOOT, E::THEAD, E::TR],
        ),
        (&[E::CAPTION, E::COL], &[E::COL]),
        (&[E::DD], &[E::DT]),
        (&[E::DT], &[E::DD, E::DL]),
        (&[E::DL], &[E::FORM, E::LI]),
        (&[E::FORM, E::HR, E::OL], &[E::FORM]),
        (
            &[E::H1, E::H2, E::H3, E::H4, E::H5, E::H6],
            &[E::FIELDSET, E::FORM, E::LI, E::P, E::TABLE],
        ),
        (
            &[E::HEAD],
            &[
                E::A,
                E::ABBR,
                E::ACRONYM,
                E::ADDRESS,
                E::B,
                E::BDO,
                E::BIG,
                E::BLOCKQUOTE,
                E::BODY,
                E::BR,
                E::CENTER,
                E::CITE,
                E::CODE,
                E::DD,
                E::DFN,
                E::DIR,
                E::DIV,
                E::DL,
                E::DT,
                E::EM,
                E::FIELDSET,
                E::FONT,
                E::FORM,
                E::FRAMESET,
                E::H1,
                E::H2,
                E::H3,
                E::H4,
                E::H5,
                E::H6,
                E::HR,
                E::I,
                E::IFRAME,
                E::IMG,
                E::KBD,
                E::LI,
                E::LISTING,
                E::MAP,
                E::MENU,
                E::OL,
                E::P,
                E::PRE,
                E::Q,
                E::S,
                E::SAMP,
                E::SMALL,
                E::SPAN,
                E::STRIKE,
                E::STRONG,
                E::SUB,
                E::SUP,
                E::TABLE,
                E::TT,
                E::U,
                E::UL,
                E::VAR,
                E::XMP,
            ],
        ),
        (&[E::LEGEND], &[E::FIELDSET]),
        (&[E::LI], &[E::LI]),
        (&[E::LINK, E::STYLE, E::TITLE], &[E::BODY, E::FRAMESET]),
        (&[E::OPTION], &[E::OPTGROUP, E::OPTION]),
        (
            &[E::P],
            &[
                E::ADDRESS,
                E::BLOCKQUOTE,
                E::BODY,
                E::CAPTION,
                E::CENTER,
                E::COL,
                E::COLGROUP,
                E::DD,
                E::DIR,
                E::DIV,
                E::DL,
                E::DT,
                E::FIELDSET,
                E::FORM,
                E::FRAMESET,
                E::H1,
                E::H2,
                E::H3,
                E::H4,
                E::H5,
                E::H6,
                E::HEAD,
                E::HR,
                E::LI,
                E::LISTING,
                E::MENU,
                E::OL,
                E::P,
                E::PRE,
                E::TABLE,
                E::TBODY,
                E::TD,
                E::TFOOT,
                E::TH,
                E::TITLE,
                E::TR,
                E::UL,
                E::XMP,
            ],
        ),
        (&[E::SCRIPT], &[E::NOSCRIPT]),
        (&[E::TD, E::TH], &[E::TBODY, E::TD, E::TFOOT, E::TH, E::TR]),
        (&[E::TR], &[E::TBODY, E::TFOOT, E::TR]),
        (&[E::TBODY, E::THEAD], &[E::TBODY, E::TFOOT]),
        (&[E::TFOOT], &[E::TBODY]),
        (&[E::UL], &[E::ADDRESS, E::FORM, E::MENU, E::PRE]),
    ]
};

/// The numbers of the element names of a page.
#[derive(Default)]
pub(crate) struct Names {
    unknown: HashMap<Box<str>, Element>,
}

impl Names {
    /// Returns the element with this name, and the name in lower case. Unknown names are numbered
    /// by first occurrence.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_lead_to_each_other() {
        for (number, name) in NAMES.iter().enumerate() {
            let element = Element::known(name.as_bytes()).unwrap();
            assert_eq!((element.0 as usize, element.name()), (number, Some(*name)));
            assert!(name.len() <= LONGEST_NAME);
        }
        assert_eq!(Element::known(b"blink"), None);
        assert_eq!(Element::named(b"BlockQuote"), Some(Element::BLOCKQUOTE));
        assert_eq!(Element(KNOWN as u32).name(), None);
    }

    #[test]
    fn start_tags_end_what_cannot_hold_them() {
        assert!(Element::P.is_ended_by(Element::DIV));
        assert!(Element::LI.is_ended_by(Element::LI));
        assert!(Element::COLGROUP.is_ended_by(Element::COLGROUP));
        assert!(!Element::COLGROUP.is_ended_by(Element::COL));
        assert!(!Element::P.is_ended_by(Element::SPAN));
        assert!(!Element(KNOWN as u32 + 7).is_ended_by(Element::P));
    }
}
