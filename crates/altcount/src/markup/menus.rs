//! Menus: lists of links that a page has twice.
//!
//! A table of contents is on no other page, just as the text of its page is. But if a list of links stands on the page
//! twice, such as in a sidebar or a pop-up menu and again above the text, it is navigation, not content.

use std::collections::HashMap;
use std::ops::Range;

use platform::random::mix;

use crate::constants::{MENU_LABELS, MENU_LINKS, MENU_TEXT};
use crate::markup::kinds::{Kind, begins, find, kinds, placed};

/// A link of a page.
pub(crate) struct Link {
    /// Its tags and what is between them.
    pub(crate) range: Range<usize>,
    /// A hash of its target and its text.
    pub(crate) hash: u64,
    /// Whether only tags and spaces are between it and the link before.
    follows: bool,
}

/// Returns the kinds of the units of a page, run-length encoded. Menus count as [`Kind::Program`], which is not content
/// either.
pub(crate) fn kinds_without_menus(units: &[u32]) -> Vec<(Kind, u32)> {
    let runs = kinds(units);
    let menus = menus(units, &runs);
    if menus.is_empty() {
        return runs;
    }
    let mut marked: Vec<(Kind, u32)> = Vec::with_capacity(runs.len());
    let mut menus = menus.iter().peekable();
    let mut at = 0;
    for (kind, count) in runs {
        let end = at + count as usize;
        while at < end {
            while menus.next_if(|menu| menu.end <= at).is_some() {}
            let (kind, until) = match menus.peek() {
                Some(menu) if menu.start <= at => (Kind::Program, menu.end.min(end)),
                Some(menu) => (kind, menu.start.min(end)),
                None => (kind, end),
            };
            let count = (until - at) as u32;
            match marked.last_mut() {
                Some((last, all)) if *last == kind => *all += count,
                _ => marked.push((kind, count)),
            }
            at = until;
        }
    }
    marked
}

/// Returns the ranges of the menus in a page with these units and kinds.
fn menus(units: &[u32], kinds: &[(Kind, u32)]) -> Vec<Range<usize>> {
    let links = links(units, kinds);
    let mut first_of = HashMap::new();
    let mut is_repeated = vec![false; links.len()];
    for (at, row) in links.windows(MENU_LINKS).enumerate() {
        if !row[1..].iter().all(|link| link.follows) {
            continue;
        }
        let hash = row.iter().fold(0, |hash, link| mix(hash ^ link.hash));
        let first = *first_of.entry(hash).or_insert(at);
        if at >= first + MENU_LINKS {
            is_repeated[first..first + MENU_LINKS].fill(true);
            is_repeated[at..at + MENU_LINKS].fill(true);
        }
    }
    let mut menus: Vec<Range<usize>> = Vec::new();
    let mut goes_on = false;
    for (link, is_repeated) in links.into_iter().zip(is_repeated) {
        if is_repeated {
            match menus.last_mut() {
                Some(last) if goes_on && link.follows => last.end = link.range.end,
                _ => menus.push(link.range),
            }
        }
        goes_on = is_repeated;
    }
    menus
}

/// Counts of the visible letters and digits in a range of a page.
#[derive(Debug, Default)]
pub(crate) struct Letters {
    outside: usize,
    pub(crate) in_links: usize,
}

impl Letters {
    /// Counts the letters of some units.
    pub(crate) fn of(units: &[u32]) -> Self {
        Letters::within(units, &kinds(units), 0..units.len())
    }

    /// Counts the letters of a part of a page with these kinds.
    pub(crate) fn within(units: &[u32], kinds: &[(Kind, u32)], part: Range<usize>) -> Self {
        let mut letters = Letters::default();
        for (kind, run) in placed(kinds) {
            let both = run.start.max(part.start)..run.end.min(part.end);
            if !both.is_empty() {
                letters.add(kind, &units[both]);
            }
        }
        letters
    }

    /// Adds the letters of units of a kind.
    pub(crate) fn add(&mut self, kind: Kind, units: &[u32]) {
        let count = || letters_in(units);
        match kind {
            Kind::Text => self.outside += count(),
            Kind::Link => self.in_links += count(),
            Kind::Tag | Kind::Program => {}
        }
    }

    /// Whether there is text, but no link yet.
    pub(crate) fn begin_outside(&self) -> bool {
        self.outside > 0 && self.in_links == 0
    }

    /// Whether more letters are outside links than inside.
    pub(crate) fn is_text(&self) -> bool {
        self.outside > self.in_links
    }

    /// Returns the number of letters inside and outside links.
    pub(crate) fn all(&self) -> usize {
        self.outside + self.in_links
    }

    /// Whether at most a share of the letters is outside links.
    fn are_of_links(&self, share: f64) -> bool {
        self.outside as f64 <= share * self.all() as f64
    }

    /// Whether most letters are in links, as in a list with labels ("Next:"), or there are none.
    pub(crate) fn are_of_labelled_links(&self) -> bool {
        self.are_of_links(MENU_LABELS)
    }

    /// Whether nearly all letters are in links, or there are none.
    pub(crate) fn are_of_list(&self) -> bool {
        self.are_of_links(MENU_TEXT)
    }
}

/// Returns the number of visible letters and digits in units of text. Those in character references do not count.
pub(crate) fn letters_in(units: &[u32]) -> usize {
    read_in(units).count()
}

/// Iterates over the visible letters and digits in units of text.
pub(crate) fn read_in(units: &[u32]) -> impl Iterator<Item = char> {
    let mut at = 0;
    let characters = std::iter::from_fn(move || {
        let unit = units.get(at)?;
        at += match unit {
            0x26 => reference(&units[at..]).max(1),
            _ => 1,
        };
        Some(*unit)
    });
    characters
        .filter_map(char::from_u32)
        .filter(|letter| letter.is_alphanumeric())
}

/// Returns the length of the character reference at the start of units, or 0 if there is none.
fn reference(units: &[u32]) -> usize {
    let is_part = |&&unit: &&u32| {
        unit == u32::from('#') || u8::try_from(unit).is_ok_and(|byte| byte.is_ascii_alphanumeric())
    };
    let length = 1 + units[1..].iter().take_while(is_part).count();
    match units.get(length) {
        Some(&end) if length > 1 && end == u32::from(';') => length + 1,
        _ => 0,
    }
}

/// Returns the links of a page that have a target and text.
pub(crate) fn links(units: &[u32], kinds: &[(Kind, u32)]) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let (mut at, mut follows) = (0, false);
    // For an open link: the position of its tag, a hash of its target, and a hash of its text.
    let mut open: Option<(usize, u64, u64)> = None;
    let is_space = |unit: &u32| char::from_u32(*unit).is_some_and(char::is_whitespace);
    for &(kind, count) in kinds {
        let range = at..at + count as usize;
        at = range.end;
        let letters = || units[range.clone()].iter().filter(|unit| !is_space(unit));
        match kind {
            // Function signatures, whose types are links, are repeated, too, but have text between the links.
            Kind::Text => follows &= letters().next().is_none(),
            Kind::Program => follows = false,
            Kind::Link => {
                if let Some((_, _, text)) = &mut open {
                    *text = letters().fold(*text, |hash, &unit| mix(hash ^ u64::from(unit)));
                }
            }
            Kind::Tag => {
                let mut tags = &units[range.clone()];
                let mut from = range.start;
                while !tags.is_empty() {
                    let end = match begins(tags, "<!--") {
                        true => find(tags, "-->", 4).map(|end| end + 3),
                        false => find(tags, ">", 0).map(|end| end + 1),
                    };
                    let end = end.unwrap_or(tags.len());
                    let (tag, rest) = tags.split_at(end);
                    if begins(tag, "<a") && tag.get(2).is_some_and(is_space) {
                        open = target(tag).map(|hash| (from, hash, 0));
                    } else if begins(tag, "</a>")
                        && let Some((start, target, text)) = open.take()
                        && text != 0
                    {
                        links.push(Link {
                            range: start..from + end,
                            hash: mix(target ^ text),
                            follows,
                        });
                        follows = true;
                    }
                    tags = rest;
                    from += end;
                }
            }
        }
    }
    links
}

/// Returns a hash of the target of a tag.
fn target(tag: &[u32]) -> Option<u64> {
    let at = find(tag, "href=", 0)? + 5;
    let rest = &tag[at..];
    let quote = *rest.first()?;
    let ends = |unit: &&u32| match char::from_u32(quote) {
        Some('"' | '\'') => **unit != quote,
        _ => **unit != u32::from(b'>') && **unit != u32::from(b' '),
    };
    let value = rest[1..].iter().take_while(ends);
    Some(value.fold(1, |hash, &unit| mix(hash ^ u64::from(unit))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_of_links() {
        let page = "<p>Read on: <a href='one'>the first chapter</a>, <a href='two'>the second</a></p><p>A text.</p>";
        let units: Vec<u32> = page.chars().map(u32::from).collect();
        let text = page.find("<p>A").unwrap();
        // Six letters of 30 are outside links, then eleven of 35.
        let is_list = |part| Letters::within(&units, &kinds(&units), part).are_of_list();
        assert!(is_list(0..text));
        assert!(!is_list(0..units.len()));
        assert!(!is_list(text..units.len()));
        assert!(is_list(0..3));
    }

    #[test]
    fn lists_that_a_page_has_twice_are_menus() {
        let link = |name: &str| format!("<li> <a class='{name}' href='#{name}'>{name}</a></li>");
        let list: String = ["one", "two", "three", "four"].map(link).concat();
        let again = list.replace("class", "id");
        let kinds_of = |page: &str| {
            let units: Vec<u32> = page.chars().map(u32::from).collect();
            let runs = kinds_without_menus(&units);
            assert_eq!(
                runs.iter().map(|run| run.1 as usize).sum::<usize>(),
                units.len()
            );
            let menus = runs.iter().filter(|(kind, _)| *kind == Kind::Program);
            menus.map(|&(_, count)| count as usize).collect::<Vec<_>>()
        };
        // From the first tag <a> to the last </a>.
        let menu = |list: &str| list.len() - "<li> ".len() - "</li>".len();
        let twice = format!("{list}<p>An article of <a href='#one'>one</a> part.</p>{again}");
        assert_eq!(kinds_of(&twice), [menu(&list), menu(&again)]);
        // A list that stands there once, is too short, has text between its links, or is in a comment.
        assert!(kinds_of(&list).is_empty());
        let short: String = ["one", "two", "three"].map(link).concat();
        assert!(kinds_of(&format!("{short}<p>text</p>{short}")).is_empty());
        let text = list.replace("<li>", "<li>1.");
        assert!(kinds_of(&format!("{text}<p>text</p>{text}")).is_empty());
        assert!(kinds_of(&format!("{list}<p>text</p><!-- {again} -->")).is_empty());
    }
}
