//! Where a script may write a part of an HTML page, so that a browser makes of the page what it made before.
//!
//! `document.write` puts characters into the parser's input, so what it writes need not be whole elements. But the script's
//! own tag must be read as a tag, and run at once: not inside another tag, a comment, a script or a style, nor where scripts
//! are no scripts.

use std::ops::Range;

use html::Element;
use html::elements::{Content, Set};
use html::tokens::{Kind, Scanner};

use crate::anywhere::lines;

/// Inside of these a script does not run, or has another place than what it writes.
const ELSEWHERE: Set = Set::of(&[
    Element::SVG,
    Element::MATH,
    Element::NOSCRIPT,
    Element::TEMPLATE,
    Element::COLGROUP,
    Element::OBJECT,
]);

/// Where in a document runs may begin and end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Places {
    /// For each line, and for the end of the last one: whether a run may begin or end before it.
    cuts: Vec<bool>,
    /// For each line: whether it stays where it is.
    stays: Vec<bool>,
}

impl Places {
    /// Everywhere in a document of so many lines.
    pub fn anywhere(lines: usize) -> Self {
        Places {
            cuts: vec![true; lines + 1],
            stays: vec![false; lines],
        }
    }

    /// Nowhere in it.
    pub(crate) fn nowhere(lines: usize) -> Self {
        Places {
            cuts: vec![false; lines + 1],
            stays: vec![true; lines],
        }
    }

    /// Where a script may write lines of a page. A declaration of the encoding stays, and so does what is before the
    /// document type, and what is after a `<base href>`, from which addresses of shared files would be resolved. A page of
    /// frames, and one that says which scripts may run, stays as it is.
    pub fn of_page(page: &[u8]) -> Self {
        let lines: Vec<Range<usize>> = lines(page).collect();
        let mut places = Places::anywhere(lines.len());
        let line_of = |at: usize| lines.partition_point(|line| line.end <= at);
        let mut scanner = Scanner::new(page);
        let mut elsewhere = 0usize;
        let mut raw = false;
        while let Some(piece) = scanner.next() {
            scanner.enter_named(&piece);
            let Range { start, end } = piece.range;
            let (first, after) = (line_of(start), line_of(end - 1) + 1);
            match piece.kind {
                Kind::Text { .. } | Kind::Cdata => {
                    let from = first + usize::from(lines[first].start < start);
                    // The end of the text belongs to it where that is raw, as the end tag follows, and where the page ends.
                    let is_text = |at: usize| {
                        let begin = lines.get(at).map_or(page.len(), |line| line.start);
                        begin < end || begin == end && (raw || end == page.len())
                    };
                    if raw || elsewhere > 0 {
                        let inside = (from..=lines.len()).take_while(|&at| is_text(at));
                        inside.for_each(|at| places.cuts[at] = false);
                    }
                    continue;
                }
                Kind::Declaration => {
                    let name = page[start..end].get(..9).unwrap_or_default();
                    if name.eq_ignore_ascii_case(b"<!doctype") {
                        places.cuts[..after].fill(false);
                        places.stays[..after].fill(true);
                    }
                }
                Kind::Start { .. } | Kind::End | Kind::Comment => {}
            }
            places.cuts[first + 1..after].fill(false);
            if piece.cut_off {
                places.cuts[after] = false;
            }
            if elsewhere > 0 && lines[first].start == start {
                places.cuts[first] = false;
            }
            let element = Element::named(&page[piece.name.clone()]);
            raw = false;
            match (piece.kind, element) {
                (Kind::Start { closed }, Some(element)) => {
                    raw = element.content() != Content::Markup;
                    elsewhere += usize::from(!closed && ELSEWHERE.has(element));
                    let attributes = page[piece.attributes.clone()].to_ascii_lowercase();
                    let has = |word: &[u8]| memchr::memmem::find(&attributes, word).is_some();
                    if element == Element::FRAMESET
                        || element == Element::META && has(b"content-security-policy")
                    {
                        return Places::nowhere(lines.len());
                    }
                    if element == Element::BASE && has(b"href") {
                        places.cuts[after + 1..].fill(false);
                        places.stays[after..].fill(true);
                        return places;
                    }
                    if element == Element::META && (has(b"charset") || has(b"http-equiv")) {
                        places.stays[first..after].fill(true);
                    }
                }
                (Kind::End, Some(element)) if ELSEWHERE.has(element) => {
                    elsewhere = elsewhere.saturating_sub(1);
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

    /// The parts of a stretch of lines that may be runs.
    pub fn trim(&self, stretch: Range<usize>) -> Vec<Range<usize>> {
        let mut parts = Vec::new();
        let mut from = stretch.start;
        while from < stretch.end {
            if self.stays[from] || !self.cuts[from] {
                from += 1;
                continue;
            }
            let stays = self.stays[from..stretch.end]
                .iter()
                .position(|stays| *stays);
            let until = stays.map_or(stretch.end, |stays| from + stays);
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

    fn part_of(page: &str, stretch: Range<usize>) -> Vec<(usize, usize)> {
        let parts = Places::of_page(page.as_bytes()).trim(stretch);
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
    fn what_the_parser_needs_first_stays() {
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
        fn any_page_has_places(page in "([<>/!\"' abé\n-]|</?(div|svg|script|title|meta charset=a|base href=a)>|<!--|-->){0,40}") {
            let lines = page.lines().count();
            let places = Places::of_page(page.as_bytes());
            let parts = places.trim(0..lines);
            prop_assert!(parts.iter().all(|part| part.start < part.end && part.end <= lines));
            prop_assert!(parts.is_sorted_by(|a, b| a.end <= b.start));
        }
    }
}
