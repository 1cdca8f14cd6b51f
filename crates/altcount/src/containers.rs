//! Elements that bodies are in.
//!
//! A body is the stretch that differs most from the template, and ends where the template has more than the page: a notice that all
//! articles begin with, a signature between two headings or a list of parameters remains outside. The element that holds all of that
//! has a start tag that each page has once, and nearly all text of these pages that no other page has. Where the bodies of most
//! pages leave a part of such text outside, they are to be extended to the ends of that element; where most of them go beyond it
//! with a list of links, that is to be cut off.

use std::collections::HashMap;
use std::ops::Range;

use platform::random::mix;

use crate::elements::tags;
use crate::kinds::kinds;
use crate::menus::Letters;
use crate::own::Own;

/// The least mean part of the text of a page that its element must hold.
const COVERS: f64 = 0.75;
/// The same on a single page: an index may have its text elsewhere.
const COVERS_ONE: f64 = 0.3;
/// A page with fewer letters of its own tells nothing.
const LEAST_OWN: u32 = 20;
/// The least share of all pages that the element must be on, and their least number; of two pages it must be on both.
const MANY: f64 = 0.3;
const ENOUGH: usize = 3;
const LEAST_PAGES: usize = 2;
/// How many letters there must be outside the element. One that holds all of the page is none that tells the body from the rest.
const OUTSIDE: usize = 40;
/// Bodies that hold a smaller part of the pages' own text than this are extended however far it is,
const SHORT: f64 = 0.7;
/// others by this part of the element.
const FAR: f64 = 0.2;
/// The greatest share of letters outside links in what is left out as a list of links.
const LINKS: f64 = 0.5;

/// An element of a page that has its start tag once.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Element {
    /// A hash of the start tag.
    tag: u64,
    /// Where the start tag begins.
    start: u32,
    /// What is between the tags.
    content: Range<u32>,
}

/// The elements of the pages.
#[derive(Debug, Default)]
pub(crate) struct Containers {
    /// Of each page, those that hold enough of its own text, in the order of their ends.
    of_pages: Vec<Vec<Element>>,
    /// On how many pages each is, and the sum of the parts of their own text that it holds.
    held: HashMap<u64, (usize, f64)>,
}

/// What is done with bodies in elements, by the hashes of their start tags.
pub(crate) type Rules = HashMap<u64, Rule>;

/// What is done with the bodies in an element. The default is nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rule {
    /// Whether they are extended however far it is.
    pub is_short: bool,
    /// Whether they are extended to its start, and to its end.
    pub extends: [bool; 2],
    /// Whether what is beyond its start, and beyond its end, is cut off.
    pub cuts: [bool; 2],
}

/// A rule, and where the start tag of its element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The rule.
    pub rule: Rule,
    /// How many pages have the element.
    pub pages: usize,
    /// One of them.
    pub page: usize,
    /// The tag there.
    pub tag: Range<usize>,
}

/// How a body lies in its element, at one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct End {
    /// Whether there is something between the end of the body and the end of the element that has letters,
    has_letters: bool,
    /// whether it has text that no other page has,
    has_own: bool,
    /// whether it is a list of links,
    is_list: bool,
    /// and whether it is long.
    is_far: bool,
    /// Whether a list of links of the body is beyond the end of the element.
    goes_beyond: bool,
}

/// The body of a page, and the element it is in.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    body: Range<usize>,
    element: Option<Element>,
    /// The part of the page's own text that is in the body; `None` where there is too little of it.
    covered: Option<f64>,
    ends: [End; 2],
}

impl Containers {
    /// Adds the next page.
    pub(crate) fn add(&mut self, units: &[u32], own: &Own) {
        let mut elements = elements(units);
        if own.letters() >= LEAST_OWN {
            elements.retain(|element| {
                let covered = own.covered_letters(&element.content);
                let (pages, sum) = self.held.entry(element.tag).or_default();
                *pages += 1;
                *sum += covered;
                covered >= COVERS_ONE
            });
        }
        self.of_pages.push(elements);
    }

    /// How the body of a page lies in the innermost element that holds enough.
    pub(crate) fn fit(&self, page: usize, units: &[u32], own: &Own, body: Range<usize>) -> Fit {
        let pages = self.of_pages.len();
        let enough = ENOUGH.min(pages).max(LEAST_PAGES);
        let least = enough.max((pages as f64 * MANY) as usize);
        let elements = self.of_pages[page].iter().filter(|element| {
            let held = self.held.get(&element.tag);
            held.is_some_and(|&(pages, sum)| pages >= least && sum >= COVERS * pages as f64)
        });
        Fit::new(innermost(elements, units, own), units, own, body)
    }
}

/// The body of a page that was not among the learned ones, moved as rules say.
pub(crate) fn moved_by(
    rules: &Rules,
    units: &[u32],
    own: &Own,
    body: Range<usize>,
) -> Range<usize> {
    let mut elements = elements(units);
    elements.retain(|element| {
        let is_enough = || own.covered_letters(&element.content) >= COVERS_ONE;
        rules.contains_key(&element.tag) && (own.letters() < LEAST_OWN || is_enough())
    });
    Fit::new(innermost(elements.iter(), units, own), units, own, body).moved(rules)
}

/// The innermost of some elements of a page, if it leaves some of that outside.
fn innermost<'a>(
    elements: impl Iterator<Item = &'a Element>,
    units: &[u32],
    own: &Own,
) -> Option<&'a Element> {
    let innermost = elements.min_by_key(|element| element.content.len())?;
    let content = innermost.range();
    // The title is shown elsewhere.
    let start = own.title().end.min(content.start);
    let outside = [start..content.start, content.end..units.len()];
    let outside = outside.map(|range| letters(&units[range]).all());
    (outside.iter().sum::<usize>() >= OUTSIDE).then_some(innermost)
}

impl Element {
    fn range(&self) -> Range<usize> {
        self.content.start as usize..self.content.end as usize
    }
}

impl End {
    /// Of a body whose end leaves `gap` between it and the end of `content`, or goes beyond that by `beyond`.
    fn new(
        units: &[u32],
        own: &Own,
        content: &Range<usize>,
        gap: Range<usize>,
        beyond: Range<usize>,
    ) -> Self {
        let mut end = End::default();
        if !gap.is_empty() {
            let letters = letters(&units[gap.clone()]);
            end.has_letters = letters.all() > 0;
            end.has_own = own.has_text(&(gap.start as u32..gap.end as u32));
            end.is_list = letters.in_links > 0 && letters.are_of_links(LINKS);
            end.is_far = gap.len() as f64 > FAR * content.len() as f64;
        }
        if !beyond.is_empty() {
            let letters = letters(&units[beyond]);
            end.goes_beyond = letters.in_links > 0 && letters.are_of_list();
        }
        end
    }
}

impl Fit {
    fn new(element: Option<&Element>, units: &[u32], own: &Own, body: Range<usize>) -> Self {
        let in_body = body.start as u32..body.end as u32;
        let mut fit = Fit {
            covered: (own.letters() >= LEAST_OWN).then(|| own.covered_letters(&in_body)),
            body,
            element: element.cloned(),
            ends: [End::default(); 2],
        };
        if let Some(content) = fit.content()
            && fit.touches(&content)
        {
            let body = &fit.body;
            fit.ends = [
                (content.start..body.start, body.start..content.start),
                (body.end..content.end, content.end..body.end),
            ]
            .map(|(gap, beyond)| End::new(units, own, &content, gap, beyond));
        }
        fit
    }

    fn content(&self) -> Option<Range<usize>> {
        self.element.as_ref().map(Element::range)
    }

    fn touches(&self, content: &Range<usize>) -> bool {
        !self.body.is_empty() && self.body.start < content.end && content.start < self.body.end
    }

    /// The body as a rule for its element moves it. One outside of the element gives way to that.
    fn moved(&self, rules: &Rules) -> Range<usize> {
        let (Some(element), Some(content)) = (&self.element, self.content()) else {
            return self.body.clone();
        };
        if !self.touches(&content) {
            return content;
        }
        let rule = rules.get(&element.tag).copied().unwrap_or_default();
        let moves = |which: usize, is_inside: bool| {
            let end = self.ends[which];
            match is_inside {
                true => rule.extends[which] && !end.is_list && (rule.is_short || !end.is_far),
                false => rule.cuts[which] && end.goes_beyond,
            }
        };
        let mut moved = self.body.clone();
        if moves(0, content.start < self.body.start) {
            moved.start = content.start;
        }
        if moves(1, self.body.end < content.end) {
            moved.end = content.end;
        }
        moved
    }
}

/// The bodies of all pages, moved as most of those in the same element say, and the rules for that, in the order of the first pages.
pub(crate) fn moved(fits: &[Fit]) -> (Vec<Range<usize>>, Vec<Example>) {
    let mut counts = HashMap::<u64, Count>::new();
    for (page, fit) in fits.iter().enumerate() {
        if let Some(element) = &fit.element {
            let count = counts.entry(element.tag);
            let first = (page, element.start as usize..element.content.start as usize);
            count.or_insert_with(|| Count::new(first)).add(fit);
        }
    }
    let rules = counts.iter().map(|(tag, count)| (*tag, count.rule()));
    let rules: Rules = rules.collect();
    let bodies = fits.iter().map(|fit| fit.moved(&rules)).collect();
    let mut examples: Vec<Example> = counts.into_values().map(Count::example).collect();
    examples.sort_by_key(|example| example.page);
    (bodies, examples)
}

/// What the bodies in an element say.
struct Count {
    /// The first page that has it, and the start tag there.
    first: (usize, Range<usize>),
    bodies: usize,
    /// How many of the pages have text of their own, and the sum of the parts of it that are in the bodies.
    telling: usize,
    covered: f64,
    /// How many leave letters between them and its ends, and how many of these leave text that no other page has.
    with_letters: [usize; 2],
    with_own: [usize; 2],
    beyond: [usize; 2],
}

impl Count {
    fn new(first: (usize, Range<usize>)) -> Self {
        Count {
            first,
            bodies: 0,
            telling: 0,
            covered: 0.0,
            with_letters: [0; 2],
            with_own: [0; 2],
            beyond: [0; 2],
        }
    }

    fn add(&mut self, fit: &Fit) {
        self.bodies += 1;
        self.telling += usize::from(fit.covered.is_some());
        self.covered += fit.covered.unwrap_or_default();
        for (which, end) in fit.ends.iter().enumerate() {
            self.with_letters[which] += usize::from(end.has_letters);
            self.with_own[which] += usize::from(end.has_letters && end.has_own);
            self.beyond[which] += usize::from(end.goes_beyond);
        }
    }

    fn rule(&self) -> Rule {
        Rule {
            is_short: self.covered < SHORT * self.telling as f64,
            extends: [0, 1].map(|which| 2 * self.with_own[which] >= self.with_letters[which]),
            cuts: [0, 1].map(|which| 2 * self.beyond[which] >= self.bodies),
        }
    }

    fn example(self) -> Example {
        let rule = self.rule();
        let (page, tag) = self.first;
        Example {
            rule,
            pages: self.bodies,
            page,
            tag,
        }
    }
}

/// A hash of a start tag.
pub(crate) fn hash_of(tag: &[u32]) -> u64 {
    tag.iter()
        .fold(0, |hash, &unit| mix(hash ^ u64::from(unit)))
}

/// The letters that are read in a part of a page.
fn letters(units: &[u32]) -> Letters {
    let mut letters = Letters::default();
    let mut at = 0;
    for (kind, count) in kinds(units) {
        let end = at + count as usize;
        letters.add(kind, &units[at..end]);
        at = end;
    }
    letters
}

/// The elements of a page whose start tags it has once.
fn elements(units: &[u32]) -> Vec<Element> {
    let mut open = HashMap::<u128, Vec<(u64, Range<usize>)>>::new();
    let mut seen = HashMap::<u64, u32>::new();
    let mut elements = Vec::new();
    for tag in tags(units) {
        if tag.closes {
            if let Some((hash, opened)) = open.get_mut(&tag.name).and_then(Vec::pop) {
                elements.push(Element {
                    tag: hash,
                    start: opened.start as u32,
                    content: opened.end as u32..tag.range.start as u32,
                });
            }
            continue;
        }
        let hash = hash_of(&units[tag.range.clone()]);
        *seen.entry(hash).or_default() += 1;
        if !tag.is_empty {
            open.entry(tag.name).or_default().push((hash, tag.range));
        }
    }
    elements.retain(|element| seen[&element.tag] == 1);
    elements
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kind;
    use crate::template::{Constants, Frequency};

    const HEAD: &str = "<h2>What all pages of this site have before all that they are about</h2>";

    /// A page with a head that others have, and these parts, of which the first of a pair is its own.
    fn page(parts: &[(&str, &str)]) -> (Vec<u32>, Own) {
        let mut text = HEAD.to_owned();
        let mut runs = vec![(20, HEAD.len() as u32, Kind::Tag)];
        for (own, of_all) in parts {
            text += own;
            text += of_all;
            let is_tag = |part: &str| {
                if part.starts_with('<') {
                    Kind::Tag
                } else {
                    Kind::Text
                }
            };
            runs.push((1, own.len() as u32, is_tag(own)));
            runs.push((20, of_all.len() as u32, is_tag(of_all)));
        }
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        let number = |(pages, count, kind)| (Frequency::new(pages, true).number(), count, kind);
        let parts: Vec<_> = runs.into_iter().map(number).collect();
        let own = Own::new(&units, &parts, 20, Constants::default());
        (units, own)
    }

    /// What is found of pages, of each of which a body is a text that it has.
    fn found(pages: &[(Vec<u32>, Own)], body: &str) -> Vec<String> {
        let mut containers = Containers::default();
        for (units, own) in pages {
            containers.add(units, own);
        }
        let text = |units: &[u32]| {
            units
                .iter()
                .filter_map(|&unit| char::from_u32(unit))
                .collect::<String>()
        };
        let fits: Vec<Fit> = (pages.iter().enumerate())
            .map(|(page, (units, own))| {
                let start = text(units).find(body).unwrap();
                containers.fit(page, units, own, start..start + body.len())
            })
            .collect();
        let (bodies, examples) = moved(&fits);
        let bodies = bodies.into_iter().zip(pages).zip(fits);
        bodies
            .map(|((moved, (units, own)), fit)| {
                // A learned template says the same.
                let rule = |example: &Example| {
                    (
                        hash_of(&pages[example.page].0[example.tag.clone()]),
                        example.rule,
                    )
                };
                let rules: Rules = examples.iter().map(rule).collect();
                assert_eq!(moved_by(&rules, units, own, fit.body), moved);
                text(&units[moved])
            })
            .collect()
    }

    #[test]
    fn bodies_are_extended_to_their_elements() {
        let text = "This is the text of the article, and it is long enough. ".repeat(6);
        let notice = "<div id='main'><p>Of this article there is a translation that was made by ";
        let pages: Vec<_> = [
            "Ada Lovelace, London",
            "Grace M. Hopper",
            "Emmy Noether of Erlangen",
            "Hypatia",
        ]
        .map(|name| {
            let text = (&text[..], "</div>");
            page(&[("", notice), (name, "</p>"), text])
        })
        .into();
        let all = found(&pages, &text);
        assert!(all.iter().all(|found| found.ends_with(&text)));
        assert!(all[0].starts_with("<p>Of this article"), "{all:?}");
        // Two pages are enough, if there are no more.
        assert_eq!(found(&pages[..2], &text), all[..2]);
        assert_eq!(found(&pages[..1], &text), [&text[..]]);
    }

    #[test]
    fn lists_of_links_are_no_part_of_bodies() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let links =
            "<a href='one'>The article before this one</a> <a href='two'>The article after it</a>";
        let in_links: Vec<_> = (0..4)
            .map(|_| page(&[("", "<div id='main'>"), (links, ""), (text, "</div>")]))
            .collect();
        assert_eq!(found(&in_links, text), [text; 4]);
        let beyond: Vec<_> = (0..4)
            .map(|_| page(&[("", "<div id='main'>"), (text, "</div>"), (links, "")]))
            .collect();
        let body = format!("{text}</div>{links}");
        assert_eq!(found(&beyond, &body), [text; 4]);
    }

    #[test]
    fn what_is_without_text_of_the_page_is_no_part_of_bodies() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let share = "<p>Tell others of this article";
        let pages: Vec<_> = (0..4)
            .map(|_| page(&[("", "<div id='main'>"), (text, share), ("", "</div>")]))
            .collect();
        assert_eq!(found(&pages, text), [text; 4]);
        // Elements that hold all of the page, or that it has twice.
        let whole = |tag: &str| {
            let (units, _) = page(&[(text, "")]);
            let all: String = units
                .iter()
                .filter_map(|&unit| char::from_u32(unit))
                .collect();
            let number = |pages: u32| Frequency::new(pages, true).number();
            let units: Vec<u32> = format!("{tag}{all}</div>").chars().map(u32::from).collect();
            let head = (tag.len() + HEAD.len()) as u32;
            let parts = [
                (number(20), head, Kind::Tag),
                (number(1), text.len() as u32, Kind::Text),
            ];
            let own = Own::new(&units, &parts, 20, Constants::default());
            (units, own)
        };
        assert_eq!(found(&[whole("<div>"), whole("<div>")], text), [text; 2]);
    }
}
