//! Drops a menu that a body begins with.
//!
//! A list of links to the parts of the page, or to the pages around it, is as unique to the page as its text. They
//! differ in one thing: markup of the template separates the menu from the text. An article that begins with a table of
//! contents looks similar, but has its title before it.

use std::ops::Range;

use crate::constants::{Constants, LEADING_MENU_PART, LEADING_MENU_SHARE, SEPARATOR_UNITS};
use crate::markup::kinds::{Kind, is_letter, kinds, placed};
use crate::markup::menus::Letters;
use crate::ngrams::Frequency;

/// Returns where the separators of a page of this level end. A separator is a stretch of template that no page has
/// twice, without text outside links. The runs of commonness and kind are those of [`crate::body::useful::Own::new`].
pub(crate) fn separators(
    units: &[u32],
    parts: &[(u32, u32, Kind)],
    level: u32,
    constants: Constants,
) -> Vec<usize> {
    let mut ends = Vec::new();
    if level < constants.parting {
        return ends;
    }
    // Without units, everything is text.
    let reads = |run: Range<usize>| units.get(run).is_none_or(|run| run.iter().any(is_letter));
    let enough = (f64::from(level) * LEADING_MENU_SHARE).ceil() as u32;
    let (mut at, mut length, mut has_text) = (0, 0, false);
    for &(number, count, kind) in parts {
        let frequency = Frequency::from_number(number);
        let end = at + count as usize;
        if frequency.pages() >= enough && frequency.once() {
            length += end - at;
            has_text |= kind == Kind::Text && reads(at..end);
        } else {
            if length > SEPARATOR_UNITS && !has_text {
                ends.push(at);
            }
            (length, has_text) = (0, false);
        }
        at = end;
    }
    ends
}

/// Returns the body without the longest list of links at its start that a separator ends, if the separator is in its
/// first half.
pub(crate) fn without_contents(
    units: &[u32],
    body: Range<usize>,
    separators: &[usize],
) -> Range<usize> {
    let most = body.start + (body.len() as f64 * LEADING_MENU_PART) as usize;
    let inside = |end: &usize| (body.start + 1..=most).contains(end);
    let mut ends = separators.iter().copied().filter(inside).peekable();
    let mut start = body.start;
    if ends.peek().is_none() {
        return body;
    }
    let mut letters = Letters::default();
    'runs: for (kind, run) in placed(&kinds(&units[..most])) {
        let mut from = run.start.max(body.start);
        while from < run.end {
            let Some(&end) = ends.peek() else {
                break 'runs;
            };
            let until = end.min(run.end);
            letters.add(kind, &units[from..until]);
            if letters.begin_outside() {
                break 'runs;
            }
            if until == end {
                ends.next();
                if letters.in_links > 0 && letters.are_of_list() {
                    start = end;
                }
            }
            from = until;
        }
    }
    start..body.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::Times;

    fn units(page: &str) -> Vec<u32> {
        page.chars().map(u32::from).collect()
    }

    /// Returns where separators end on a page that repeats one unit. A run has the number of its pages, how often
    /// each has it, and its length.
    fn ends(unit: &str, parts: &[(u32, Times, u32)], kind: Kind, level: u32) -> Vec<usize> {
        let run = |&(pages, times, count)| (Frequency::new(pages, times).number(), count, kind);
        let parts: Vec<_> = parts.iter().map(run).collect();
        separators(
            &units(&unit.repeat(400)),
            &parts,
            level,
            Constants::default(),
        )
    }

    #[test]
    fn separators_are_of_template_without_text() {
        let (own, separator) = ((0, Times::Several, 50), (20, Times::Once, 50));
        let of = |parts: &[_]| ends("<", parts, Kind::Tag, 20);
        assert_eq!(of(&[separator, own, separator, own]), [50, 150]);
        // On few of the pages, twice on some of them, or short.
        for other in [
            (11, Times::Once, 50),
            (20, Times::Several, 50),
            (20, Times::Once, 40),
        ] {
            assert_eq!(of(&[separator, own, other, own]), [50]);
        }
        // On a low level, without letters, and with text.
        let two = [separator, own];
        assert!(ends("<", &two, Kind::Tag, 8).is_empty());
        assert_eq!(ends("|", &two, Kind::Text, 20), [50]);
        assert!(ends("a", &two, Kind::Text, 20).is_empty());
    }

    #[test]
    fn a_list_of_links_before_a_separator_is_not_of_the_body() {
        let list = "<ul><li><a href='#one'>One</a><li><a href='#two'>Two</a></ul>";
        let text =
            "<div><h1>A text</h1><p>It goes on for longer than what is listed before it.</p></div>";
        let start = |list: &str, text: &str| {
            let page = units(&format!("{list}{text}"));
            let body = without_contents(&page, 0..page.len(), &[list.len()]);
            assert_eq!(body.end, page.len());
            body.start
        };
        assert_eq!(start(list, text), list.len());
        // The title of an article is before its table of contents.
        assert_eq!(start(&format!("<h1>A title</h1>{list}"), text), 0);
        // A list longer than the text, a list with much text outside links, and one without links.
        assert_eq!(start(&list.repeat(2), text), 0);
        let says = list.replace("</a>", "</a> says more");
        assert_eq!(start(&says, &text.repeat(2)), 0);
        assert_eq!(start("<ul><li><img></ul>", text), 0);
    }
}
