//! The visible text of a page or of parts of it, approximately as a browser shows it.
//!
//! Only the tokenizer is used, not a tree, so a part may begin and end anywhere. All tags except those of [`INLINE`]
//! break the line. White space collapses to one space or line feed, except in [`PREFORMATTED`] elements. The content of
//! [`HIDDEN`] elements is omitted, unless it is a shadow root.

use std::ops::Range;

use crate::attributes::is_shadow_root;
use crate::elements::{Element, Set};
use crate::entities::decode;
use crate::tokens::{Kind, Piece, Scanner};

/// Elements whose content is not shown.
pub const HIDDEN: Set = Set::of(&[
    Element::SCRIPT,
    Element::STYLE,
    Element::NOSCRIPT,
    Element::TEMPLATE,
    Element::IFRAME,
    Element::NOEMBED,
    Element::NOFRAMES,
]);

/// Elements whose white space is shown.
pub const PREFORMATTED: Set = Set::of(&[Element::PRE, Element::LISTING, Element::XMP]);

/// Elements that do not break the line; all others do.
pub const INLINE: Set = Set::of(&[
    Element::A,
    Element::ABBR,
    Element::ACRONYM,
    Element::B,
    Element::BDI,
    Element::BDO,
    Element::BIG,
    Element::CITE,
    Element::CODE,
    Element::DATA,
    Element::DEL,
    Element::DFN,
    Element::EM,
    Element::FONT,
    Element::I,
    Element::IMG,
    Element::INS,
    Element::KBD,
    Element::MARK,
    Element::Q,
    Element::RP,
    Element::RT,
    Element::RUBY,
    Element::S,
    Element::SAMP,
    Element::SMALL,
    Element::SPAN,
    Element::STRONG,
    Element::SUB,
    Element::SUP,
    Element::TIME,
    Element::TT,
]);

/// Returns the text of a whole page.
///
/// # Examples
/// ```
/// assert_eq!(html::visible::text("<p>1 &lt; 2<!-- <p> --><br>3"), "1 < 2\n3");
/// ```
pub fn text(page: &str) -> String {
    Stripper::new(page).text(0..page.len())
}

/// Returns the text of a whole page as a browser without scripts shows it, including the content of `noscript`
/// elements.
///
/// # Examples
/// ```
/// let page = "<noscript><p>Read this</noscript>";
/// assert_eq!(html::visible::text_without_scripts(page), "Read this");
/// ```
pub fn text_without_scripts(page: &str) -> String {
    let mut stripper = Stripper::new(page);
    stripper.shows_noscript = true;
    stripper.text(0..page.len())
}

/// Extracts the text of successive parts of a page.
#[derive(Debug)]
pub struct Stripper<'a> {
    page: &'a str,
    shows_noscript: bool,
    scanner: Scanner<'a>,
    /// The piece in which the last part ended.
    piece: Option<Piece>,
    /// The hidden element that contains the piece.
    hidden: Option<Element>,
    /// The preformatted element that contains the piece.
    preformatted: Option<Element>,
}

impl<'a> Stripper<'a> {
    /// Creates a stripper at the start of a page.
    pub fn new(page: &'a str) -> Self {
        Stripper {
            page,
            shows_noscript: false,
            scanner: Scanner::new(page.as_bytes()),
            piece: None,
            hidden: None,
            preformatted: None,
        }
    }

    /// Returns the text of a part of the page. Parts must be in order. They may begin and end anywhere, also inside a
    /// tag, a comment or a script, since they are read in their context.
    pub fn text(&mut self, part: Range<usize>) -> String {
        let mut lines = Lines::default();
        while let Some(piece) = self.piece.take().or_else(|| self.next()) {
            if piece.range.start >= part.end {
                self.piece = Some(piece);
                break;
            }
            let here = piece.range.start.max(part.start)..piece.range.end.min(part.end);
            self.add(&piece, here, &mut lines);
            if piece.range.end > part.end {
                self.piece = Some(piece);
                break;
            }
        }
        lines.text
    }

    fn next(&mut self) -> Option<Piece> {
        let piece = self.scanner.next()?;
        self.scanner.enter_named(&piece);
        Some(piece)
    }

    fn hides(&self, element: Element) -> bool {
        HIDDEN.has(element) && !(self.shows_noscript && element == Element::NOSCRIPT)
    }

    /// Adds the sub-range `here` of a piece, which may be empty.
    fn add(&mut self, piece: &Piece, here: Range<usize>, lines: &mut Lines) {
        let element = || Element::named(&self.page.as_bytes()[piece.name.clone()]);
        let keeps_blanks = self.preformatted.is_some();
        match piece.kind {
            Kind::Text { .. } | Kind::Cdata if self.hidden.is_some() || here.is_empty() => {}
            Kind::Text { references: true } => {
                lines.push(&decode(&self.page[here]), keeps_blanks);
            }
            Kind::Text { references: false } => lines.push(&self.page[here], keeps_blanks),
            Kind::Cdata => {
                let content = piece.cdata();
                let start = here.start.clamp(content.start, content.end);
                let text = &self.page[start..here.end.clamp(start, content.end)];
                lines.push(text, keeps_blanks);
            }
            Kind::Start { .. } | Kind::End if piece.cut_off => {}
            Kind::Start { closed } => {
                let element = element();
                lines.tag(element);
                let attributes = || &self.page[piece.attributes.clone()];
                let hides = |element: &Element| {
                    self.hides(*element) && !is_shadow_root(*element, attributes())
                };
                if !(closed && self.scanner.is_xml()) {
                    self.hidden = self.hidden.or_else(|| element.filter(hides));
                    let is_preformatted = |element: &Element| PREFORMATTED.has(*element);
                    self.preformatted =
                        (self.preformatted).or_else(|| element.filter(is_preformatted));
                }
            }
            Kind::End => {
                let element = element();
                lines.tag(element);
                self.hidden = self.hidden.filter(|hidden| Some(*hidden) != element);
                self.preformatted = self.preformatted.filter(|outer| Some(*outer) != element);
            }
            Kind::Comment | Kind::Declaration => {}
        }
    }
}

/// Text with pending white space.
#[derive(Default)]
struct Lines {
    text: String,
    space: bool,
    line: bool,
    /// The pending white space of preformatted text, not collapsed.
    blank: String,
}

impl Lines {
    fn tag(&mut self, element: Option<Element>) {
        self.line |= element.is_none_or(|element| !INLINE.has(element));
    }

    /// Appends text, with its white space kept or collapsed. As in the standard, NUL is dropped and CR LF becomes LF.
    fn push(&mut self, text: &str, keeps_blanks: bool) {
        for character in text.chars().filter(|character| *character != '\0') {
            if matches!(character, ' ' | '\t' | '\n' | '\r' | '\x0C') {
                if !keeps_blanks {
                    self.space = true;
                } else if character != '\r' {
                    self.blank.push(character);
                }
                continue;
            }
            self.push_blank();
            self.text.push(character);
        }
    }

    /// Appends the pending white space. After a tag, or at the beginning, only the last line of preformatted white
    /// space counts.
    fn push_blank(&mut self) {
        let begins = self.text.is_empty();
        if self.line && !begins {
            self.text.push('\n');
        } else if self.space && !begins {
            self.text.push(' ');
        }
        let shown = match self.blank.rfind('\n').filter(|_| self.line || begins) {
            Some(at) => &self.blank[at + 1..],
            None => &self.blank,
        };
        self.text.push_str(shown);
        (self.line, self.space) = (false, false);
        self.blank.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn part(page: &str, part: Range<usize>) -> String {
        Stripper::new(page).text(part)
    }

    #[test]
    fn text_without_its_markup() {
        assert_eq!(
            text(
                "<h1>A &amp; <b>B</b></h1>\n<p>one\n  two<br>three</p><script>if (a<b) x()</script> four"
            ),
            "A & B\none two\nthree\nfour"
        );
        assert_eq!(text(""), "");
        assert_eq!(text("5 > 4 and 3 < 4"), "5 > 4 and 3 < 4");
        assert_eq!(text("a<noscript>b<p>c</noscript>d<template/>e"), "a\nd");
        assert_eq!(
            text("<x-a><template shadowrootmode=open>a</template></x-a>b<template>c</template>d"),
            "a\nb\nd"
        );
        assert_eq!(text("a\0b<p title=\">c"), "ab");
    }

    #[test]
    fn preformatted_text_keeps_its_lines() {
        let page = "<p>So\nfar:<pre class=x>\n\nif x:\r\n    <b>y</b>  = 1\n\nend\n</pre>\nThen  on <pre>a</pre>";
        assert_eq!(text(page), "So far:\nif x:\n    y  = 1\n\nend\nThen on\na");
        let mut stripper = Stripper::new("<pre>a\n  b</pre>\n  c");
        assert_eq!(
            [0..7, 7..10, 10..20].map(|part| stripper.text(part)),
            ["a", "  b", "c"]
        );
    }

    #[test]
    fn in_xml_a_tag_may_end_its_element() {
        let page = "<script src='a.js'/><title/><p>a<![CDATA[ <b> &amp; ]]>c<template/>d";
        assert_eq!(text(page), "a & ]]>c");
        let xml = format!("<?xml version='1.0'?>\n{page}");
        assert_eq!(text(&xml), "a <b> &amp; c\nd");
        let start = xml.find("CDATA").unwrap();
        for (end, expected) in [
            (0, ""),
            (6, ""),
            (9, "<b"),
            (18, "<b> &amp;"),
            (21, "<b> &amp; c"),
        ] {
            assert_eq!(part(&xml, start..start + end), expected);
        }
    }

    #[test]
    fn markup_in_comments_is_none() {
        assert_eq!(text("a<!-- old: <script> removed -->b"), "ab");
        assert_eq!(part("<!-- <style> -->a</style>b", 8..26), "a\nb");
        assert_eq!(part("<!-- <p> --><p>a", 6..16), "a");
    }

    #[test]
    fn a_part_may_begin_and_end_anywhere() {
        let page = "<p class=\"x\">one <a href=\"y\">two</a><img src=\"z\">";
        assert_eq!(part(page, 5..page.len() - 4), "one two");
        assert_eq!(part(page, 0..9), "");
        let page = "<script>a < b; x > y; c()</script>one > two";
        for start in [3, 8, 12, 20] {
            assert_eq!(part(page, start..page.len()), "one > two");
        }
        assert_eq!(part(page, 3..12), "");
        let page =
            "<SCRIPT>'<style>'; a < b; c()</SCRIPT >one<style-guide> two</style-guide> <p> three";
        for start in [3, 8, 25, 33, 37] {
            assert_eq!(part(page, start..page.len() - 8), "one\ntwo", "{start}");
        }
        assert_eq!(part("<noscript><p>a</noscript>b", 13..26), "b");
    }

    #[test]
    fn parts_follow_each_other() {
        let page = "<p>one</p><script>two()</script><p>three</p> four <b>five";
        let mut stripper = Stripper::new(page);
        let mut at = 0;
        let parts = [5, 21, 24, 34, 38, 45, 50, page.len()].map(|end| {
            let part = at..end;
            at = end;
            stripper.text(part)
        });
        assert_eq!(parts, ["on", "e", "", "", "thr", "ee", "four", "five"]);
        let mut stripper = Stripper::new(page);
        assert_eq!([4..5, 34..37].map(|part| stripper.text(part)), ["n", "th"]);
    }

    proptest! {
        /// However a page is divided, the parts together have all text of the page, except white space.
        #[test]
        fn parts_have_all_of_a_page(
            pieces in prop::collection::vec("[<>/!\"' aé&;-]{0,9}|</?(div|b|p|script|noscript|title)>|<!--|-->", 0..12),
            ends in prop::collection::vec(0usize..100, 0..4),
        ) {
            let page: String = pieces.concat().replace('&', "");
            let mut ends = ends;
            ends.push(page.len());
            ends.sort_unstable();
            let mut stripper = Stripper::new(&page);
            let mut at = 0;
            let mut parts = String::new();
            for end in ends.into_iter().map(|end| page.floor_char_boundary(end)) {
                parts += &stripper.text(at..end);
                at = end;
            }
            let plain = |text: &str| text.split_whitespace().collect::<String>();
            prop_assert_eq!(plain(&parts), plain(&text(&page)));
        }
    }
}
