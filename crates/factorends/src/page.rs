//! Finds the runs of an HTML page that a script can write, so that the browser builds the same
//! document.
//!
//! `document.write` inserts characters into the parser's input. So a run need not consist of whole
//! elements, and may end anywhere: the tokenizer continues in its state, even inside a tag, a
//! comment or a style. But where a run begins, the script's own tag must be parsed and executed at
//! once. So it cannot begin inside a tag, a comment, a script, a style or foreign content.

use std::ops::Range;

use encoding_rs::Encoding;
use html::Element;
use html::attributes::value;
use html::elements::{Content, Set};
use html::tokens::{Kind, Scanner};
use memchr::memchr2_iter;
use platform::lines::lines;

/// Elements in which a script does not run, or in which its output is inserted elsewhere.
const NO_SCRIPTS: Set = Set::of(&[
    Element::SVG,
    Element::MATH,
    Element::NOSCRIPT,
    Element::TEMPLATE,
    Element::COLGROUP,
    Element::OBJECT,
]);

/// The number of bytes in which browsers search for an encoding declaration.
const PRESCAN: usize = 1024;

/// The relation of runs to a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A run may begin with the piece.
    Begin,
    /// A run may contain the piece.
    Inside,
    /// A run may contain the piece, which is the content of an element without markup, such as a
    /// script or an `<iframe>`.
    Raw,
    /// A run must not contain the piece.
    Fixed,
}

/// The pieces of a document that runs consist of, and where runs may begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutPlaces {
    /// The pieces, which follow each other without gaps.
    pub pieces: Vec<Range<usize>>,
    /// The place of each piece.
    places: Vec<Place>,
    /// The tag that declares the encoding, which a run contains completely or not at all, and the
    /// encoding.
    declaration: Option<(Range<usize>, &'static Encoding)>,
    /// Whether a `<base href>` changes the addresses of the page.
    pub has_base: bool,
    /// Whether scripts write the runs.
    written: bool,
}

/// Returns the pieces of an HTML page: lines that are also split before each `<`.
pub fn html_pieces(page: &[u8]) -> Vec<Range<usize>> {
    let ends = memchr2_iter(b'\n', b'<', page).map(|at| at + usize::from(page[at] == b'\n'));
    let mut from = 0;
    ends.chain([page.len()])
        .map(|end| std::mem::replace(&mut from, end)..end)
        .filter(|piece| !piece.is_empty())
        .collect()
}

impl CutPlaces {
    fn new(pieces: Vec<Range<usize>>) -> Self {
        CutPlaces {
            places: vec![Place::Begin; pieces.len()],
            pieces,
            declaration: None,
            has_base: false,
            written: false,
        }
    }

    /// Creates the places of a document whose pieces are its lines.
    pub fn of_lines(bytes: &[u8]) -> Self {
        CutPlaces::new(lines(bytes).collect())
    }

    /// Creates no places.
    pub fn none() -> Self {
        CutPlaces::new(Vec::new())
    }

    /// Creates the places of an HTML page. Runs begin after the tags `<html>` and `<head>`: a
    /// script before them would be their first child and turn white space around them into text.
    /// Runs begin before `</body>`, because comments after it belong to another element. A page
    /// with a frame set or a content security policy has no places.
    pub fn of_html(page: &[u8]) -> Self {
        let mut places = CutPlaces::new(html_pieces(page));
        places.written = true;
        // HTML, because browsers choose the parser by the file name.
        let mut scanner = Scanner::of_html(page);
        // The first piece that begins in or after the token.
        let mut next = 0;
        let mut without_scripts = 0usize;
        // The place of a piece between tags.
        let mut content = Place::Begin;
        let mut before_head = true;
        let mut after_body = false;
        while let Some(token) = scanner.next() {
            scanner.enter_named(&token);
            let Range { start, end } = token.range;
            let first = next;
            while places
                .pieces
                .get(next)
                .is_some_and(|piece| piece.start < end)
            {
                next += 1;
            }
            let is_text = matches!(token.kind, Kind::Text { .. } | Kind::Cdata);
            let element = Element::named(&page[token.name.clone()]);
            let is_start = matches!(token.kind, Kind::Start { .. });
            let mut fixed = false;
            if before_head {
                let of_head = [Some(Element::HTML), Some(Element::HEAD)].contains(&element);
                let is_content = match is_text {
                    true => !page[start..end].trim_ascii().is_empty(),
                    false => is_start && !of_head,
                };
                before_head = !(is_content || is_start && element == Some(Element::HEAD));
                fixed = !is_content;
            }
            for at in first..next {
                let is_between = is_text || places.pieces[at].start == start;
                places.places[at] = match content {
                    _ if fixed => Place::Fixed,
                    Place::Begin if !is_between || without_scripts > 0 || after_body => {
                        Place::Inside
                    }
                    place => place,
                };
            }
            if is_text {
                continue;
            }
            content = Place::Begin;
            let Some(element) = element else { continue };
            match token.kind {
                Kind::Start { closed } => {
                    content = match element {
                        _ if element.content() != Content::Markup => Place::Raw,
                        _ => Place::Begin,
                    };
                    without_scripts += usize::from(!closed && NO_SCRIPTS.has(element));
                    if element == Element::FRAMESET {
                        return CutPlaces::none();
                    }
                    if ![Element::BASE, Element::META].contains(&element) {
                        continue;
                    }
                    let attributes = String::from_utf8_lossy(&page[token.attributes]);
                    if element == Element::BASE {
                        places.has_base |= value(&attributes, "href").is_some();
                    } else if is_directive(&attributes, "content-security-policy") {
                        return CutPlaces::none();
                    } else if places.declaration.is_none() {
                        places.declaration = encoding(&attributes).map(|of| (start..end, of));
                        if places.declaration.is_some() && end > PRESCAN {
                            places.places[first..next].fill(Place::Fixed);
                        }
                    }
                }
                Kind::End if NO_SCRIPTS.has(element) => {
                    without_scripts = without_scripts.saturating_sub(1);
                }
                Kind::End if element == Element::BODY => after_body = true,
                _ => {}
            }
        }
        places
    }

    /// Whether a run may begin with the piece with this index.
    pub(crate) fn may_begin(&self, at: usize) -> bool {
        self.places[at] == Place::Begin
    }

    /// Whether the piece with this index is the content of an element without markup, or its end tag.
    pub fn is_raw(&self, at: usize) -> bool {
        self.places[at] == Place::Raw
    }

    /// Whether these pieces may be the page's own part of a run. The script element that writes the
    /// run contains them as its text.
    pub(crate) fn may_be_own(&self, pieces: Range<usize>) -> bool {
        let bytes = self.pieces[pieces.start].start..self.pieces[pieces.end].start;
        let is_apart =
            |(tag, _): &(Range<usize>, _)| tag.end <= bytes.start || bytes.end <= tag.start;
        self.written
            && !self.has_base
            && self.declaration.as_ref().is_none_or(is_apart)
            && !self.places[pieces].contains(&Place::Fixed)
    }

    /// Returns the encoding that a range of bytes declares.
    pub fn declared_in(&self, range: &Range<usize>) -> Option<&'static Encoding> {
        let (tag, encoding) = self.declaration.as_ref()?;
        (range.start <= tag.start && tag.end <= range.end).then_some(encoding)
    }

    /// Returns the encoding that the page declares.
    pub fn declared(&self) -> Option<&'static Encoding> {
        self.declaration.as_ref().map(|(_, encoding)| *encoding)
    }

    /// Returns the longest runs within a range of pieces.
    pub fn runs_within(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut from = range.start;
        while from < range.end {
            if !self.may_begin(from) {
                from += 1;
                continue;
            }
            let mut places = self.places[from..range.end].iter();
            let fixed = places.position(|place| *place == Place::Fixed);
            let until = fixed.map_or(range.end, |fixed| from + fixed);
            parts.push(from..self.whole_declaration(until));
            from = until;
        }
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Returns the end of a run. If it would cut the declaration, returns the piece where the
    /// declaration begins.
    fn whole_declaration(&self, until: usize) -> usize {
        let end = self.pieces[until - 1].end;
        match &self.declaration {
            Some((tag, _)) if tag.start < end && end < tag.end => {
                self.pieces.partition_point(|piece| piece.start < tag.start)
            }
            _ => until,
        }
    }
}

/// Whether the attributes of a `<meta>` are those of the named directive.
fn is_directive(attributes: &str, name: &str) -> bool {
    value(attributes, "http-equiv").is_some_and(|given| given.trim().eq_ignore_ascii_case(name))
}

/// Returns the encoding that the attributes of a `<meta>` declare.
fn encoding(attributes: &str) -> Option<&'static Encoding> {
    let label = value(attributes, "charset").or_else(|| {
        if !is_directive(attributes, "content-type") {
            return None;
        }
        let content = value(attributes, "content")?;
        let at = content.to_ascii_lowercase().find("charset")?;
        let label = content[at + "charset".len()..]
            .trim_start()
            .strip_prefix('=')?;
        let label = label.trim_start().trim_start_matches(['"', '\'']);
        label.split(['"', '\'', ';', ' ']).next()
    })?;
    Encoding::for_label(label.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Returns the possible runs of a page, if all of it is common.
    fn runs(page: &str) -> Vec<&str> {
        let places = CutPlaces::of_html(page.as_bytes());
        let runs = places.runs_within(0..places.pieces.len());
        let bytes =
            |run: &Range<usize>| places.pieces[run.start].start..places.pieces[run.end - 1].end;
        runs.iter().map(|run| &page[bytes(run)]).collect()
    }

    /// Returns the pieces that may begin a run.
    fn begins(page: &str) -> Vec<&str> {
        let places = CutPlaces::of_html(page.as_bytes());
        let pieces = places.pieces.iter().enumerate();
        pieces
            .filter(|(at, _)| places.may_begin(*at))
            .map(|(_, piece)| &page[piece.clone()])
            .collect()
    }

    #[test]
    fn pieces_are_lines_and_tags() {
        let page = "a<b>c\n\nd<i\n>";
        let pieces: Vec<&str> = html_pieces(page.as_bytes())
            .into_iter()
            .map(|piece| &page[piece])
            .collect();
        assert_eq!(pieces, ["a", "<b>c\n", "\n", "d", "<i\n", ">"]);
    }

    #[test]
    fn runs_begin_where_a_script_tag_is_one() {
        assert_eq!(begins("<div\nclass=a>\nb<i\n"), ["<div\n", "b", "<i\n"]);
        assert_eq!(begins("a\n<!-- b\n--><b>"), ["a\n", "<!-- b\n", "<b>"]);
        assert_eq!(begins("<style>\np {}\n</style>\nb\n"), ["<style>\n", "b\n"]);
        assert_eq!(begins("<script></script>\nb"), ["<script>", "b"]);
        assert_eq!(begins("<svg>\n<g>\n</g>\n</svg>\nb\n"), ["<svg>\n", "b\n"]);
        assert_eq!(begins("a</body>\n<!-- b -->\n"), ["a", "</body>\n"]);
    }

    #[test]
    fn what_is_before_the_head_stays() {
        let page = "<?xml?>\n<!DOCTYPE html>\n<html>\n <head>\n<title>a";
        assert_eq!(runs(page), ["<title>a"]);
        assert_eq!(runs("<html>\n\n<p>a"), ["<p>a"]);
        assert_eq!(runs("a\n<html>"), ["a\n<html>"]);
        assert_eq!(runs("<frameset>\n</frameset>\n"), [""; 0]);
        let policy = "a\n<meta http-equiv='Content-Security-Policy' content=x>\n";
        assert_eq!(runs(policy), [""; 0]);
    }

    #[test]
    fn encoding_declarations_are_found() {
        let declared = |page: &str| {
            CutPlaces::of_html(page.as_bytes())
                .declared()
                .map(|of| of.name())
        };
        assert_eq!(declared("<meta charset='utf8'>"), Some("UTF-8"));
        let directive = "<meta content='a; charset = koi8-r; b' http-equiv=Content-Type>";
        assert_eq!(declared(directive), Some("KOI8-R"));
        assert_eq!(declared("<meta name=a content='charset=koi8-r'>"), None);
        assert_eq!(
            declared("<meta charset=none><meta charset=koi8-r>"),
            Some("KOI8-R")
        );
        let places = CutPlaces::of_html(b"a<meta\ncharset=koi8-r>\nb");
        let whole = |range| places.declared_in(&range).is_some();
        assert!(whole(0..22) && !whole(0..21) && !whole(2..24));
        assert_eq!(
            places.runs_within(0..2),
            [const { 0..1 }],
            "not a part of it"
        );
        assert_eq!(places.runs_within(0..3), [const { 0..3 }]);
        let late = format!("{}<meta charset=utf-8>b", "a".repeat(1010));
        assert_eq!(runs(&late), [&late[..1010]]);
    }

    proptest! {
        #[test]
        fn any_page_has_cut_places(page in "([<>/!\"' abé\n-]|</?(div|svg|script|title|body|meta charset=utf-8|base href=a)>|<!--|-->){0,40}") {
            let places = CutPlaces::of_html(page.as_bytes());
            let pieces = places.pieces.len();
            let parts = places.runs_within(0..pieces);
            prop_assert!(parts.iter().all(|part| part.start < part.end && part.end <= pieces));
            prop_assert!(parts.is_sorted_by(|a, b| a.end <= b.start));
        }
    }
}
