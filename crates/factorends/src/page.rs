//! Where lines of an HTML page may be replaced by a script that writes them, so that the browser builds the same document.
//!
//! `document.write` inserts characters into the parser's input, so the replaced lines need not be whole elements. But the script
//! tag itself must be parsed as a tag and run at once: not inside a tag, a comment, a script, a style or foreign content.

use std::ops::Range;

use html::Element;
use html::elements::{Content, Set};
use html::tokens::{Kind, Scanner};
use platform::lines::lines;

/// In these elements a script does not run, or its output is inserted elsewhere.
const NO_SCRIPTS: Set = Set::of(&[
    Element::SVG,
    Element::MATH,
    Element::NOSCRIPT,
    Element::TEMPLATE,
    Element::COLGROUP,
    Element::OBJECT,
]);

/// The places in a document where runs may begin and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CutPlaces {
    /// For each line, and for the end of the last one: whether a run may begin or end before it.
    cuts: Vec<bool>,
    /// For each line: whether no run may contain it.
    fixed: Vec<bool>,
}

impl CutPlaces {
    /// All places of a document of `lines` lines.
    pub fn all(lines: usize) -> Self {
        CutPlaces {
            cuts: vec![true; lines + 1],
            fixed: vec![false; lines],
        }
    }

    /// No place of a document of `lines` lines.
    pub(crate) fn none(lines: usize) -> Self {
        CutPlaces {
            cuts: vec![false; lines + 1],
            fixed: vec![true; lines],
        }
    }

    /// The places of an HTML page. Encoding declarations are fixed, and so are the lines up to the document type and those after a
    /// `<base href>`, from which addresses of shared files would be resolved; all lines of a page with a frame set or a content
    /// security policy are.
    pub fn of_html(page: &[u8]) -> Self {
        let lines: Vec<Range<usize>> = lines(page).collect();
        let mut places = CutPlaces::all(lines.len());
        let line_of = |at: usize| lines.partition_point(|line| line.end <= at);
        let mut scanner = Scanner::new(page);
        let mut without_scripts = 0usize;
        let mut raw = false;
        while let Some(piece) = scanner.next() {
            scanner.enter_named(&piece);
            let Range { start, end } = piece.range;
            let (first, after) = (line_of(start), line_of(end - 1) + 1);
            match piece.kind {
                Kind::Text { .. } | Kind::Cdata => {
                    let from = first + usize::from(lines[first].start < start);
                    // Raw text includes its end, before the end tag, as any text does at the end of the page.
                    let is_text = |at: usize| {
                        let begin = lines.get(at).map_or(page.len(), |line| line.start);
                        begin < end || begin == end && (raw || end == page.len())
                    };
                    if raw || without_scripts > 0 {
                        let inside = (from..=lines.len()).take_while(|&at| is_text(at));
                        inside.for_each(|at| places.cuts[at] = false);
                    }
                    continue;
                }
                Kind::Declaration => {
                    let name = page[start..end].get(..9).unwrap_or_default();
                    if name.eq_ignore_ascii_case(b"<!doctype") {
                        places.cuts[..after].fill(false);
                        places.fixed[..after].fill(true);
                    }
                }
                Kind::Start { .. } | Kind::End | Kind::Comment => {}
            }
            places.cuts[first + 1..after].fill(false);
            if piece.cut_off {
                places.cuts[after] = false;
            }
            if without_scripts > 0 && lines[first].start == start {
                places.cuts[first] = false;
            }
            let element = Element::named(&page[piece.name.clone()]);
            raw = false;
            match (piece.kind, element) {
                (Kind::Start { closed }, Some(element)) => {
                    raw = element.content() != Content::Markup;
                    without_scripts += usize::from(!closed && NO_SCRIPTS.has(element));
                    let attributes = page[piece.attributes.clone()].to_ascii_lowercase();
                    let has = |word: &[u8]| memchr::memmem::find(&attributes, word).is_some();
                    if element == Element::FRAMESET
                        || element == Element::META && has(b"content-security-policy")
                    {
                        return CutPlaces::none(lines.len());
                    }
                    if element == Element::BASE && has(b"href") {
                        places.cuts[after + 1..].fill(false);
                        places.fixed[after..].fill(true);
                        return places;
                    }
                    if element == Element::META && (has(b"charset") || has(b"http-equiv")) {
                        places.fixed[first..after].fill(true);
                    }
                }
                (Kind::End, Some(element)) if NO_SCRIPTS.has(element) => {
                    without_scripts = without_scripts.saturating_sub(1);
                }
                _ => {}
            }
        }
        places
    }

    /// Whether a run may begin or end before the line with this index.
    pub(crate) fn may_cut(&self, at: usize) -> bool {
        self.cuts[at]
    }

    /// The longest runs within a range of lines.
    pub fn runs_within(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut from = range.start;
        while from < range.end {
            if self.fixed[from] || !self.cuts[from] {
                from += 1;
                continue;
            }
            let fixed = self.fixed[from..range.end].iter().position(|fixed| *fixed);
            let until = fixed.map_or(range.end, |fixed| from + fixed);
            let cut = (from + 1..=until).rev().find(|&at| self.cuts[at]);
            parts.extend(cut.map(|cut| from..cut));
            from = until;
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn trimmed(page: &str) -> Vec<(usize, usize)> {
        part_of(page, 0..page.lines().count())
    }

    fn part_of(page: &str, range: Range<usize>) -> Vec<(usize, usize)> {
        let parts = CutPlaces::of_html(page.as_bytes()).runs_within(range);
        parts
            .iter()
            .map(|part| (part.start + 1, part.end))
            .collect()
    }

    #[test]
    fn runs_need_no_whole_elements() {
        assert_eq!(trimmed("<div>\n<p>a\n</div></b>\n"), [(1, 3)]);
    }

    #[test]
    fn runs_begin_and_end_between_tags() {
        assert_eq!(trimmed("<div\nclass=a>\nb\n<i\n"), [(1, 3)]);
        assert_eq!(trimmed("a\n<!-- b\n"), [(1, 1)]);
        assert_eq!(trimmed("a\n<style>\np {}\n"), [(1, 1)]);
        assert_eq!(trimmed("<style>\np {}\n</style>\nb\n"), [(1, 4)]);
        let style = "<style>\np {}\n</style>\nb\n";
        assert_eq!(part_of(style, 1..4), [(4, 4)]);
        assert_eq!(part_of(style, 0..2), []);
        let svg = "<svg>\n<g>\n</g>\n</svg>\nb\n";
        assert_eq!(part_of(svg, 1..5), [(5, 5)]);
        assert_eq!(part_of(svg, 0..5), [(1, 5)]);
    }

    #[test]
    fn declarations_are_fixed() {
        let page = "<?xml?>\n<!DOCTYPE html>\n<html>\n<meta charset=utf-8>\n<title>a</title>\n";
        assert_eq!(trimmed(page), [(3, 3), (5, 5)]);
        assert_eq!(trimmed("<frameset>\n</frameset>\n"), []);
        let base = "a\n<p><base target=b><base href='../'>\n<p>b\n</p>\n";
        assert_eq!(trimmed(base), [(1, 2)]);
        assert_eq!(part_of(base, 2..4), []);
        assert_eq!(
            trimmed("a\n<meta http-equiv='Content-Security-Policy' content=x>\n"),
            []
        );
    }

    proptest! {
        #[test]
        fn any_page_has_cut_places(page in "([<>/!\"' abé\n-]|</?(div|svg|script|title|meta charset=a|base href=a)>|<!--|-->){0,40}") {
            let lines = page.lines().count();
            let places = CutPlaces::of_html(page.as_bytes());
            let parts = places.runs_within(0..lines);
            prop_assert!(parts.iter().all(|part| part.start < part.end && part.end <= lines));
            prop_assert!(parts.is_sorted_by(|a, b| a.end <= b.start));
        }
    }
}
