//! Drops links that a page has at both ends of its body.
//!
//! A page of a book often has links to the next and the previous page above its text and again
//! below it, with titles that few other pages have. Text that stands at both ends, word for word,
//! is navigation, not content.

use std::ops::Range;

use crate::constants::{PAIRED_LINKS, PAIRED_LINKS_READ};
use crate::markup::kinds::kinds;
use crate::markup::menus::{Letters, Link, links};

/// Returns the body without the links at both of its ends. One of the two copies may be outside the
/// body.
pub(crate) fn without_frame(units: &[u32], body: Range<usize>) -> Range<usize> {
    let links = links(units, &kinds(units));
    let first = links.partition_point(|link| link.range.start < body.start);
    let last = links.partition_point(|link| link.range.end <= body.end);
    let before = first.saturating_sub(PAIRED_LINKS_READ)..links.len().min(first + 1);
    for at in before {
        let behind = last
            .saturating_sub(PAIRED_LINKS_READ)
            .max(at + PAIRED_LINKS)..links.len().min(last + PAIRED_LINKS_READ);
        for again in behind.filter(|&again| links[at].hash == links[again].hash) {
            let Some(between) = between(units, &links[at], &links[again..]) else {
                continue;
            };
            let inside = between.start.max(body.start)..between.end.min(body.end);
            if inside.start < inside.end
                && are_links(&units[body.start..inside.start])
                && are_links(&units[inside.end..body.end])
            {
                return inside;
            }
        }
    }
    body
}

/// Returns the range between a row of links and its copy further on, if the row has enough links.
fn between(units: &[u32], link: &Link, again: &[Link]) -> Option<Range<usize>> {
    let (one, other) = (link.range.start, again[0].range.start);
    let length = common(units[one..other].iter().zip(&units[other..]));
    let repeated = again
        .iter()
        .take_while(|link| link.range.end <= other + length);
    if repeated.count() < PAIRED_LINKS {
        return None;
    }
    let before = units[..one].iter().rev().zip(units[..other].iter().rev());
    Some(one + length..other - common(before))
}

/// Returns the length of the common prefix.
fn common<'a>(pairs: impl Iterator<Item = (&'a u32, &'a u32)>) -> usize {
    pairs.take_while(|(one, other)| one == other).count()
}

/// Whether the text is only links and their labels, or empty.
fn are_links(units: &[u32]) -> bool {
    Letters::of(units).are_of_labelled_links()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is left of the part of a page between square brackets.
    fn left(page: &str) -> String {
        let ends = ['[', ']'].map(|sign| page.find(sign).unwrap());
        let units: Vec<u32> = page
            .replace(['[', ']'], "")
            .chars()
            .map(u32::from)
            .collect();
        let left = without_frame(&units, ends[0]..ends[1] - 1);
        units[left]
            .iter()
            .filter_map(|&unit| char::from_u32(unit))
            .collect()
    }

    #[test]
    fn links_at_both_ends_are_not_of_a_body() {
        let links = "<p>Next: <a href='of-mills.html'>Of mills</a>, Up: <a href='index.html'>Of rivers</a></p>";
        let text = "<h1>Of weirs</h1><p>A weir is built across a <a href='#river'>river</a>.";
        assert_eq!(left(&format!("<body>[{links}{text}{links}]")), text);
        // One copy is beyond the body.
        assert_eq!(left(&format!("<body>{links}[{text}{links}]")), text);
        assert_eq!(left(&format!("<body>[{links}{text}]{links}")), text);
        // At one end alone, with other text, and with a single link.
        let same = |page: String| assert_eq!(left(&page), page[1..page.len() - 1]);
        same(format!("[{links}{text}]"));
        same(format!("[{links}{text}{links}{text}]"));
        let single = "<p>See <a href='of-mills.html'>what is written of mills</a></p>";
        same(format!("[{single}{text}{single}]"));
    }
}
