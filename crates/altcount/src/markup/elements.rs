//! Completes elements that the end of a body cuts in two.
//!
//! The tags at the start of a body's first element are the same on all pages, and so are the tags that close its last
//! element. So counting takes them as template. If the other tag of such an element is in the body, both tags belong to
//! the body. An element of which the body has the start tag alone, before text that all pages share, stays outside.

use std::collections::HashMap;
use std::ops::Range;

use crate::constants::ELEMENT_REACH;
use crate::markup::kinds::{begins, element_of, find, kinds};
use crate::markup::menus::Letters;

/// Returns the body, extended by all elements that begin right before it and end in it, or begin in it and end right
/// after it. A body without tags stays as it is.
pub fn whole(units: &[u32], body: Range<usize>) -> Range<usize> {
    let mut whole = body.clone();
    // Behind the body, and behind the tag that it ends in.
    let mut behind = body.end;
    let mut open = HashMap::<u128, Vec<Range<usize>>>::new();
    let first = body.start.saturating_sub(ELEMENT_REACH);
    let last = units.len().min(body.end + ELEMENT_REACH);
    let units = &units[..last];
    for tag in tags(units.get(first..).unwrap_or_default()) {
        let [start, end] = [tag.range.start, tag.range.end].map(|at| first + at);
        if (start..end).contains(&body.end) {
            behind = end;
        }
        if !tag.closes {
            if !tag.is_empty {
                open.entry(tag.name).or_default().push(start..end);
            }
        } else if let Some(opened) = open.get_mut(&tag.name).and_then(Vec::pop) {
            if opened.start < body.start && body.contains(&start) {
                whole.start = whole.start.min(opened.start);
            }
            let begins_in_body = || {
                body.contains(&opened.start)
                    && belongs(
                        &units[opened.start..start],
                        opened.len(),
                        behind - opened.start,
                    )
            };
            if body.contains(&start) || begins_in_body() {
                whole.end = whole.end.max(end);
            }
        }
    }
    whole
}

/// Whether an element that begins in a body belongs to it: the body has some of its text, or nothing but links and tags is missing. The
/// next link is often the last of a list. The start tag ends at `text`, and the body at `behind`.
fn belongs(element: &[u32], text: usize, behind: usize) -> bool {
    let kinds = kinds(element);
    let letters = |part| Letters::within(element, &kinds, part);
    letters(text..behind).all() > 0 || !letters(behind..element.len()).is_text()
}

/// Returns the outermost elements in a part of a page, in order.
pub(crate) fn outermost(units: &[u32], part: Range<usize>) -> Vec<Range<usize>> {
    let mut open = HashMap::<u128, Vec<usize>>::new();
    let mut elements: Vec<Range<usize>> = Vec::new();
    for tag in tags(&units[part.clone()]) {
        let [start, end] = [tag.range.start, tag.range.end].map(|at| part.start + at);
        if !tag.closes {
            if !tag.is_empty {
                open.entry(tag.name).or_default().push(start);
            }
        } else if let Some(opened) = open.get_mut(&tag.name).and_then(Vec::pop) {
            let inside = elements
                .iter()
                .rev()
                .take_while(|element| element.start > opened);
            elements.truncate(elements.len() - inside.count());
            elements.push(opened..end);
        }
    }
    elements
}

/// A tag.
pub(crate) struct Tag {
    pub(crate) range: Range<usize>,
    /// The name of its element: see [`element_of`].
    pub(crate) name: u128,
    pub(crate) closes: bool,
    /// Whether the tag also closes its element.
    pub(crate) is_empty: bool,
}

/// Iterates over the complete tags in some units, without those in comments.
pub(crate) fn tags(units: &[u32]) -> impl Iterator<Item = Tag> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = find(units, "<", at)?;
            let tag = &units[start + 1..];
            if begins(tag, "!--") {
                at = find(units, "-->", start + 4)? + 3;
                continue;
            }
            let closes = begins(tag, "/");
            let name = element_of(&tag[usize::from(closes)..]);
            if name == 0 {
                at = start + 1;
                continue;
            }
            at = find(units, ">", start)? + 1;
            return Some(Tag {
                range: start..at,
                name,
                closes,
                is_empty: units[at - 2] == u32::from('/'),
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the range of a text in a page, extended to whole elements.
    fn whole_of<'a>(page: &'a str, body: &str) -> &'a str {
        let units: Vec<u32> = page.bytes().map(u32::from).collect();
        let start = page.find(body).unwrap();
        &page[whole(&units, start..start + body.len())]
    }

    #[test]
    fn elements_are_whole() {
        let page = "<nav>n</nav><DIV class='s'><div><h2 id='a'>A head</h2></div><p>text<br/></p></div><hr>foot";
        let whole = "<DIV class='s'><div><h2 id='a'>A head</h2></div><p>text<br/></p></div>";
        assert_eq!(
            whole_of(page, "A head</h2></div><p>text<br/></p></div>"),
            whole
        );
        assert_eq!(
            whole_of(
                page,
                "<DIV class='s'><div><h2 id='a'>A head</h2></div><p>te"
            ),
            whole
        );
        assert_eq!(whole_of(page, "text<br/></"), "<p>text<br/></p>");
        assert_eq!(whole_of(page, "foot"), "foot");
    }

    #[test]
    fn outermost_elements_are_found() {
        let page = "<body>x <p>one<b>1</b></p><p>two<hr><div><p>three</div> <i>4";
        let units: Vec<u32> = page.bytes().map(u32::from).collect();
        let parts = outermost(&units, "<body>".len()..units.len());
        let parts: Vec<&str> = parts.into_iter().map(|part| &page[part]).collect();
        assert_eq!(parts, ["<p>one<b>1</b></p>", "<div><p>three</div>"]);
    }

    #[test]
    fn elements_around_the_body_are_not_of_it() {
        let page = "<main><p>text</p></main>";
        assert_eq!(whole_of(page, "<p>text</p>"), "<p>text</p>");
        assert_eq!(whole_of(page, "text"), "text");
    }

    #[test]
    fn elements_with_no_text_in_the_body_are_not_of_it() {
        let page = "<p>text</p><div id=foot>All of it is ours</div><div><img src='i'/></div>";
        assert_eq!(
            whole_of(page, "text</p><div id=foot>"),
            "<p>text</p><div id=foot>"
        );
        assert_eq!(whole_of(page, "text</p><div id="), "<p>text</p><div id=");
        assert_eq!(whole_of(page, "<div><img"), "<div><img src='i'/></div>");
        let list = "<li><a href=2>two</a></li><li><a href=3>three</a></li>";
        assert_eq!(whole_of(list, "<li><a href=2>two</a></li><li><a"), list);
    }

    #[test]
    fn elements_that_begin_far_from_the_body_are_not_of_it() {
        let menu = "<a>one</a> ".repeat(20);
        let page = format!("<div>{menu}last</div> <p>text</p>");
        assert_eq!(
            whole_of(&page, "last</div> <p>text</p>"),
            "last</div> <p>text</p>"
        );
    }

    #[test]
    fn tags_without_an_end_and_comments_are_no_elements() {
        assert_eq!(whole_of("<p><!-- <div> -->text</div", "text"), "text");
        assert_eq!(whole_of("a < b <p>text</p", "text"), "text");
        assert_eq!(whole(&[], 0..0), 0..0);
    }
}
