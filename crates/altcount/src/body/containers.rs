//! Container elements: the elements that hold the bodies.
//!
//! A body is the range that differs most from the template, and ends where the template outweighs the
//! text of the page. So it misses a notice that all articles begin with, a signature between two headings, or a list of
//! parameters. The container element holds all of that. Each page has its start tag once, and it holds nearly all text
//! that only these pages have.
//!
//! The bodies of most pages decide how the bodies in one element are moved:
//!
//! - If most leave some of that text outside, bodies are extended to the ends of the element.
//! - If most go beyond the element with a list of links, that list is cut off.
//! - Lists of links within the element are as often menus as the end of an article. Bodies are extended over them only
//!   if nearly all bodies reach the other end of the element.
//! - Sentences behind a body that differ from page to page only in their values belong to it, too.
//! - An element is not a container if most bodies go beyond it with text of their own.
//!
//! If pages have no such element, all of their own text may be the body. This is the case if articles share more than
//! their template, and it applies only if the bodies hold too little of that text. An article consists of whole
//! elements; so do the parts of it that other pages inherit.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::body::useful::Own;
use crate::constants::{
    CONTAINER_COVERS, CONTAINER_COVERS_ONE, CONTAINER_LEAST_PAGES, CONTAINER_NEARLY_ALL,
    CONTAINER_OUTSIDE, CONTAINER_OWN_LETTERS, CONTAINER_PAGES, CONTAINER_REACH, CONTAINER_SHARE,
    CONTAINER_SHORT_BODY,
};
use crate::markup::elements::{outermost, whole};
use crate::markup::kinds::{Kind, kinds, placed};
use crate::markup::menus::{Letters, read_in};
use crate::markup::start_tags::{Element, elements};

/// The candidate elements of the pages.
#[derive(Debug, Default)]
pub(crate) struct Containers {
    /// For each page, the elements that hold enough of its own text, ordered by their ends.
    of_pages: Vec<Vec<Element>>,
    /// For each element, the number of pages that have it, and the sum of the shares of their own text that it holds.
    held: HashMap<u64, (usize, f64)>,
}

/// The rules of elements, by the hashes of their start tags.
pub(crate) type Rules = HashMap<u64, Rule>;

/// How the bodies in an element are moved. By default they are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rule {
    /// Whether bodies are extended over any distance.
    pub is_short: bool,
    /// Whether bodies are extended to its start, and to its end.
    pub extends: [bool; 2],
    /// Whether they are extended over lists of links, too.
    pub over_lists: [bool; 2],
    /// Whether text before its start, and after its end, is cut off.
    pub cuts: [bool; 2],
}

/// A rule, and a place where the start tag of its element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The rule.
    pub rule: Rule,
    /// The number of pages that have the element.
    pub pages: usize,
    /// One of them.
    pub page: usize,
    /// The range of the tag there, or the ranges of its parts that identify the element; empty if the pages have no
    /// element.
    pub tag: Vec<Range<usize>>,
}

/// How a body lies in its element at one end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct End {
    /// Whether there are letters between the end of the body and the end of the element,
    has_letters: bool,
    /// whether these are text that few pages have,
    has_own: bool,
    /// whether they are a list of links,
    is_list: bool,
    /// and whether the gap is long.
    is_far: bool,
    /// Whether the body goes beyond the end of the element with letters,
    goes_beyond: bool,
    /// whether these are a list of links,
    with_list: bool,
    /// and whether they are text that no other page has.
    with_own: bool,
}

/// The body of a page, and its element.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fit {
    body: Range<usize>,
    element: Option<Element>,
    /// The share of the page's own text that is in the body; `None` if the page has too little of it.
    covered: Option<f64>,
    ends: [End; 2],
    /// Where sentences of a form that all pages share end behind the body, within the element.
    formulas: Option<usize>,
}

impl Containers {
    /// Adds the next page.
    pub(crate) fn add(&mut self, units: &[u32], own: &Own) {
        let mut elements = elements(units);
        if own.letters() >= CONTAINER_OWN_LETTERS {
            elements.retain(|element| {
                let covered = own.covered_letters(&element.content());
                let (pages, sum) = self.held.entry(element.tag).or_default();
                *pages += 1;
                *sum += covered;
                covered >= CONTAINER_COVERS_ONE
            });
        }
        elements.shrink_to_fit();
        self.of_pages.push(elements);
    }

    /// Returns how the bodies of all pages lie in their elements: the innermost that hold enough text, and that most
    /// bodies do not go beyond.
    pub(crate) fn fits<Units: AsRef<[u32]>>(
        &self,
        units: impl Fn(usize) -> Units,
        owns: &[Own],
        bodies: Vec<Range<usize>>,
    ) -> Vec<Fit> {
        let mut left_out = HashSet::new();
        let fit = |page: usize, body, left_out: &HashSet<u64>| {
            self.fit(page, units(page).as_ref(), &owns[page], body, left_out)
        };
        let mut fits: Vec<Fit> = (bodies.into_iter().enumerate())
            .map(|(page, body)| fit(page, body, &left_out))
            .collect();
        loop {
            let counts = counts(&fits);
            let exceeded = counts.iter().filter(|(_, count)| count.is_exceeded());
            let known = left_out.len();
            left_out.extend(exceeded.map(|(tag, _)| *tag));
            if left_out.len() == known {
                return fits;
            }
            for (page, of_page) in fits.iter_mut().enumerate() {
                let tag = of_page.element.as_ref().map(|element| element.tag);
                if tag.is_some_and(|tag| left_out.contains(&tag)) {
                    *of_page = fit(page, of_page.body.clone(), &left_out);
                }
            }
        }
    }

    fn fit(
        &self,
        page: usize,
        units: &[u32],
        own: &Own,
        body: Range<usize>,
        left_out: &HashSet<u64>,
    ) -> Fit {
        let pages = self.of_pages.len();
        let enough = CONTAINER_PAGES.min(pages).max(CONTAINER_LEAST_PAGES);
        let least = enough.max((pages as f64 * CONTAINER_SHARE) as usize);
        let is_known = |element: &Element| {
            let held = self.held.get(&element.tag);
            let held = held.filter(|_| !left_out.contains(&element.tag));
            held.is_some_and(|&(pages, sum)| {
                pages >= least && sum >= CONTAINER_COVERS * pages as f64
            })
        };
        let innermost = innermost(&self.of_pages[page], is_known, units, own);
        Fit::new(innermost, units, own, body)
    }
}

/// Moves the body of a page that the template was not learned from, as the rules say.
pub(crate) fn moved_by(
    rules: &Rules,
    units: &[u32],
    own: &Own,
    body: Range<usize>,
) -> Range<usize> {
    let mut elements = elements(units);
    if own.letters() >= CONTAINER_OWN_LETTERS {
        elements.retain(|element| own.covered_letters(&element.content()) >= CONTAINER_COVERS_ONE);
    }
    let is_known = |element: &Element| rules.contains_key(&element.tag);
    let innermost = innermost(&elements, is_known, units, own);
    Fit::new(innermost, units, own, body).moved(rules)
}

/// Returns the innermost of the best identified elements for which `known` holds, if it leaves some of the page
/// outside. Otherwise returns the range of the page's own text.
fn innermost(
    elements: &[Element],
    known: impl Fn(&Element) -> bool,
    units: &[u32],
    own: &Own,
) -> Option<Element> {
    let read = BytesRead::new(units);
    let leaves_some = |element: &&Element| {
        let content = element.content();
        let outside = [0..content.start, content.end..units.len()];
        outside
            .map(|range| read.within(range))
            .iter()
            .sum::<usize>()
            >= CONTAINER_OUTSIDE
    };
    let rank = |element: &&Element| element.rank();
    let innermost = elements
        .iter()
        .filter(|element| known(element))
        .min_by_key(rank);
    if let Some(element) = innermost.filter(leaves_some) {
        return Some(element.clone());
    }
    if own.letters() < CONTAINER_OWN_LETTERS {
        return None;
    }
    let holding = elements
        .iter()
        .filter(|element| !leaves_some(element))
        .min_by_key(rank);
    Some(Element::stretch(&stretch(units, own, holding)))
}

/// Returns the range of all of the page's own text, in whole elements but without lists of links. `holding` is an
/// element that holds the whole page.
fn stretch(units: &[u32], own: &Own, holding: Option<&Element>) -> Range<usize> {
    let text = own.stretch();
    let mut stretch = whole(units, text.clone());
    for part in holding.map_or_else(Vec::new, |holding| outermost(units, holding.content())) {
        let has_text = part.start < text.end && text.start < part.end;
        let has_links =
            || own.has_text(&part) && !Letters::of(&units[part.clone()]).are_of_labelled_links();
        if has_text || has_links() {
            stretch = stretch.start.min(part.start)..stretch.end.max(part.end);
        }
    }
    stretch
}

/// Prefix sums of the bytes of visible letters, one for each stretch of text of a page. With them, the text outside
/// each of many elements is measured without reading it again.
struct BytesRead(Vec<(usize, usize)>);

impl BytesRead {
    fn new(units: &[u32]) -> Self {
        let runs = kinds(units);
        let read = placed(&runs).filter(|(kind, _)| matches!(kind, Kind::Text | Kind::Link));
        let ends = read.scan(0, |sum, (_, range)| {
            *sum += read_in(&units[range.clone()])
                .map(char::len_utf8)
                .sum::<usize>();
            Some((range.end, *sum))
        });
        BytesRead(ends.collect())
    }

    /// Returns the number of bytes in a part that begins and ends at tags.
    fn within(&self, part: Range<usize>) -> usize {
        let [start, end] = [part.start, part.end].map(|at| {
            let ended = self.0.partition_point(|(end, _)| *end <= at);
            ended.checked_sub(1).map_or(0, |last| self.0[last].1)
        });
        end - start.min(end)
    }
}

impl End {
    /// Describes a body that leaves `gap` between its end and the end of `content`, or goes beyond that by `beyond`. `letters` returns
    /// the number of letters of `content`.
    fn new(
        units: &[u32],
        own: &Own,
        content: &Range<usize>,
        letters: &impl Fn() -> usize,
        gap: Range<usize>,
        beyond: Range<usize>,
    ) -> Self {
        let mut end = End::default();
        if !gap.is_empty() {
            let in_gap = Letters::of(&units[gap.clone()]);
            end.has_letters = in_gap.all() > 0;
            end.has_own = own.has_rare(&gap);
            end.is_list = in_gap.in_links > 0 && in_gap.are_of_labelled_links();
            // Short fields, such as those of a product, have more markup than text. Their values, before a long text, are
            // the page's own, unless they are links.
            let values = match gap.start == content.start {
                true => own
                    .rare_letters(units, &gap)
                    .saturating_sub(in_gap.in_links),
                false => 0,
            };
            end.is_far =
                in_gap.all().saturating_sub(values) as f64 > CONTAINER_REACH * letters() as f64;
            // An article may have its title before its table of contents.
            if end.is_list && gap.start == content.start {
                end.is_list = !own.has_rare(&before_links(units, gap));
            }
        }
        if !beyond.is_empty() {
            let letters = Letters::of(&units[beyond.clone()]);
            end.goes_beyond = letters.all() > 0;
            end.with_list = letters.in_links > 0 && letters.are_of_list();
            end.with_own = own.covered_letters(&beyond) > 0.0;
        }
        end
    }
}

/// Returns the range before the first link in a part of a page.
fn before_links(units: &[u32], part: Range<usize>) -> Range<usize> {
    let runs = kinds(&units[part.clone()]);
    let before = runs.iter().take_while(|(kind, _)| *kind != Kind::Link);
    let length: usize = before.map(|(_, count)| *count as usize).sum();
    part.start..part.start + length
}

impl Fit {
    fn new(element: Option<Element>, units: &[u32], own: &Own, body: Range<usize>) -> Self {
        let mut fit = Fit {
            covered: (own.letters() >= CONTAINER_OWN_LETTERS).then(|| own.covered_letters(&body)),
            body,
            element,
            ends: [End::default(); 2],
            formulas: None,
        };
        if let Some(content) = fit.content()
            && fit.touches(&content)
        {
            let body = &fit.body;
            // Counted at most once for both ends.
            let letters = LazyCell::new(|| Letters::of(&units[content.clone()]).all());
            fit.ends = [
                (content.start..body.start, body.start..content.start),
                (body.end..content.end, content.end..body.end),
            ]
            .map(|(gap, beyond)| End::new(units, own, &content, &|| *letters, gap, beyond));
            let gap = body.end..content.end.max(body.end);
            fit.formulas = own.formulas_behind(units, &gap);
        }
        fit
    }

    fn content(&self) -> Option<Range<usize>> {
        self.element.as_ref().map(Element::content)
    }

    fn touches(&self, content: &Range<usize>) -> bool {
        !self.body.is_empty() && self.body.start < content.end && content.start < self.body.end
    }

    /// Returns the body, moved by the rule for its element. A body outside the element is replaced by the element.
    fn moved(&self, rules: &Rules) -> Range<usize> {
        let (Some(element), Some(content)) = (&self.element, self.content()) else {
            return self.body.clone();
        };
        let rule = rules.get(&element.tag).copied().unwrap_or_default();
        if element.is_stretch() && !rule.is_short {
            return self.body.clone();
        }
        if !self.touches(&content) {
            return content;
        }
        let moves = |which: usize, is_inside: bool| {
            let end = self.ends[which];
            match is_inside {
                true => {
                    rule.extends[which]
                        && (rule.over_lists[which] || !end.is_list)
                        && (rule.is_short || !end.is_far)
                }
                false => rule.cuts[which] && end.with_list,
            }
        };
        let mut moved = self.body.clone();
        if moves(0, content.start < self.body.start) {
            moved.start = content.start;
        }
        if moves(1, self.body.end < content.end) {
            moved.end = content.end;
        } else if let Some(end) = self.formulas {
            moved.end = end;
        }
        moved
    }
}

/// Returns the bodies of all pages, moved as most bodies in the same element say, and the rules, in the order of their
/// first pages.
pub(crate) fn moved(fits: &[Fit]) -> (Vec<Range<usize>>, Vec<Example>) {
    let counts = counts(fits);
    let all = fits.len();
    let rules = counts.iter().map(|(tag, count)| (*tag, count.rule(all)));
    let rules: Rules = rules.collect();
    let bodies = fits.iter().map(|fit| fit.moved(&rules)).collect();
    let counts = counts
        .into_values()
        .filter(|count| count.says_something(all));
    let mut examples: Vec<Example> = counts.map(|count| count.example(all)).collect();
    examples.sort_by_key(|example| example.page);
    (bodies, examples)
}

/// Counts the bodies in each element.
fn counts(fits: &[Fit]) -> HashMap<u64, Count> {
    let mut counts = HashMap::new();
    for (page, fit) in fits.iter().enumerate() {
        if let Some(element) = &fit.element {
            let count = counts.entry(element.tag).or_insert_with(|| Count {
                page,
                tag: element.left(),
                is_stretch: element.is_stretch(),
                ..Count::default()
            });
            count.add(fit);
        }
    }
    counts
}

/// Counts of the bodies in an element.
#[derive(Default)]
struct Count {
    /// The first page that has the element, and the parts of the start tag there that identify it.
    page: usize,
    tag: Vec<Range<usize>>,
    /// Whether it is not an element but the range of a page's own text.
    is_stretch: bool,
    bodies: usize,
    /// The number of pages that have text of their own, and the sum of the shares of it that are in the bodies.
    telling: usize,
    covered: f64,
    /// The number of bodies that leave letters between them and the ends of the element, and of those that leave text
    /// that few pages have.
    with_letters: [usize; 2],
    with_own: [usize; 2],
    /// The numbers of bodies that go beyond the ends with letters, with a list of links, and with text that no other
    /// page has.
    beyond: [usize; 2],
    beyond_with_list: [usize; 2],
    beyond_with_own: [usize; 2],
}

impl Count {
    fn add(&mut self, fit: &Fit) {
        self.bodies += 1;
        self.telling += usize::from(fit.covered.is_some());
        self.covered += fit.covered.unwrap_or_default();
        for (which, end) in fit.ends.iter().enumerate() {
            self.with_letters[which] += usize::from(end.has_letters);
            self.with_own[which] += usize::from(end.has_letters && end.has_own);
            self.beyond[which] += usize::from(end.goes_beyond);
            self.beyond_with_list[which] += usize::from(end.with_list);
            self.beyond_with_own[which] += usize::from(end.with_own);
        }
    }

    /// Whether most bodies go beyond it with text of their own.
    fn is_exceeded(&self) -> bool {
        let is_most = |count: &usize| 2 * count > self.bodies;
        !self.is_stretch
            && self.bodies >= CONTAINER_PAGES
            && self.beyond_with_own.iter().any(is_most)
    }

    /// Returns the rule for the bodies, given the number of all pages.
    fn rule(&self, all: usize) -> Rule {
        let is_short = self.covered < CONTAINER_SHORT_BODY * self.telling as f64;
        if self.is_stretch {
            let is_short = is_short && self.telling >= CONTAINER_PAGES;
            return Rule {
                is_short,
                extends: [is_short; 2],
                ..Rule::default()
            };
        }
        let is_of_site = self.bodies as f64 >= CONTAINER_NEARLY_ALL * all as f64;
        let is_end_of_nearly_all = |which: usize| {
            let apart = (self.with_letters[which] + self.beyond[which]) as f64;
            let bodies = self.bodies as f64;
            self.bodies >= CONTAINER_PAGES && bodies - apart >= CONTAINER_NEARLY_ALL * bodies
        };
        // If few bodies go beyond the element, the majority of these decides, otherwise the majority of all.
        let deciding = |which: usize| match is_of_site && 2 * self.beyond[which] < self.bodies {
            true => self.beyond[which],
            false => self.bodies,
        };
        Rule {
            is_short,
            over_lists: [1, 0].map(is_end_of_nearly_all),
            extends: [0, 1].map(|which| 2 * self.with_own[which] >= self.with_letters[which]),
            cuts: [0, 1].map(|which| 2 * self.beyond_with_list[which] >= deciding(which)),
        }
    }

    /// Whether the rule does something. Without an element, it often leaves pages as they are.
    fn says_something(&self, all: usize) -> bool {
        !self.is_stretch || self.rule(all).is_short
    }

    fn example(self, all: usize) -> Example {
        Example {
            rule: self.rule(all),
            pages: self.bodies,
            page: self.page,
            tag: self.tag,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constants::Constants;
    use crate::markup::start_tags::hash_of;
    use crate::ngrams::{Frequency, Times};

    const HEAD: &str = "<h2>What all pages of this site have before all that they are about</h2>";

    /// Returns a page with a head that others have, and these parts. Only this page has the first of each pair.
    fn page(parts: &[(&str, &str)]) -> (Vec<u32>, Own) {
        page_with(HEAD, parts)
    }

    fn page_with(head: &str, parts: &[(&str, &str)]) -> (Vec<u32>, Own) {
        let mut text = head.to_owned();
        let mut runs = vec![(20, head.len() as u32, Kind::Tag)];
        for (own, of_all) in parts {
            text += own;
            text += of_all;
            let kind = |part: &str| match part {
                link if link.starts_with("<a ") => Kind::Link,
                tag if tag.starts_with('<') => Kind::Tag,
                _ => Kind::Text,
            };
            runs.push((1, own.len() as u32, kind(own)));
            runs.push((20, of_all.len() as u32, kind(of_all)));
        }
        let units: Vec<u32> = text.chars().map(u32::from).collect();
        let number =
            |(pages, count, kind)| (Frequency::new(pages, Times::Once).number(), count, kind);
        let parts: Vec<_> = runs.into_iter().map(number).collect();
        let own = Own::new(&units, &parts, 20, Constants::default());
        (units, own)
    }

    /// Returns the moved bodies of pages. Before, the body of each page is the text `body`.
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
        let range = |(units, _): &(Vec<u32>, Own)| {
            let start = text(units).find(body).unwrap();
            start..start + body.len()
        };
        let owns: Vec<Own> = pages.iter().map(|(_, own)| own.clone()).collect();
        let bodies = pages.iter().map(range).collect();
        let fits = containers.fits(|page| &pages[page].0, &owns, bodies);
        let (bodies, examples) = moved(&fits);
        let bodies = bodies.into_iter().zip(pages).zip(fits);
        bodies
            .map(|((moved, (units, own)), fit)| {
                // A learned template has the same effect.
                let rule = |example: &Example| {
                    let page = &pages[example.page].0;
                    let parts = example.tag.iter().map(|part| &page[part.clone()]);
                    let tag: Vec<u32> = parts.flatten().copied().collect();
                    (hash_of(&tag), example.rule)
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
        // Two pages are enough if there are no more.
        assert_eq!(found(&pages[..2], &text), all[..2]);
        assert_eq!(found(&pages[..1], &text), [&text[..]]);
    }

    #[test]
    fn the_pages_own_fields_before_a_body_belong_to_it() {
        let text = "This is the text of the boat, and it is long enough to be found.";
        let boats = ["Ada of tin", "Bob of oak", "Cy of yew", "Dora of tar"];
        let pages = boats.map(|boat| {
            page(&[
                ("", "<div id='main'>"),
                (boat, "<p>Weight "),
                ("1234 kg", "<p>Length "),
                ("5678 mm", "<p>"),
                (text, "</div>"),
            ])
        });
        let found = found(&pages, text);
        assert!(found[0].starts_with("Ada of tin<p>Weight"), "{found:?}");
        assert!(found[3].starts_with("Dora of tar<p>Weight"), "{found:?}");
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
        // Elements that hold the whole page, or that it has twice.
        let whole = |tag: &str| {
            let (units, _) = page(&[(text, "")]);
            let all: String = units
                .iter()
                .filter_map(|&unit| char::from_u32(unit))
                .collect();
            let number = |pages: u32| Frequency::new(pages, Times::Once).number();
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

    #[test]
    fn elements_are_known_by_one_attribute() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let pages = ["first", "second", "third"].map(|name| {
            let tag = format!("<div class='text' id='of-the-{name}-article'>");
            page(&[(&tag, ""), ("By Ada", "<hr>"), (text, "</div>")])
        });
        assert_eq!(found(&pages, text), vec![format!("By Ada<hr>{text}"); 3]);
    }

    #[test]
    fn lists_are_of_elements_that_nearly_all_bodies_begin() {
        let text = "This is the text of the article, and it is far longer than what it ends with. "
            .repeat(3);
        let list = "<a href='one'>an article</a>";
        let page = |head| {
            let parts = [
                (head, "<div id='main'>"),
                (text.as_str(), "<hr>"),
                (list, "</div>"),
            ];
            page(&parts)
        };
        let pages = ["", "", ""].map(page);
        assert_eq!(found(&pages, &text), vec![format!("{text}<hr>{list}"); 3]);
        // One of them begins elsewhere.
        assert_eq!(found(&pages, &text[20..]), vec![text; 3]);
    }

    #[test]
    fn bodies_are_not_in_elements_that_most_of_them_go_beyond() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let parts = [
            ("", "<div id='all'>"),
            ("By its author", "<hr>"),
            ("of this article", "<div id='main'>"),
            (text, "</div></div>"),
        ];
        let pages: Vec<_> = (0..3).map(|_| page(&parts)).collect();
        let body = format!("of this article<div id='main'>{text}");
        let all = format!("By its author<hr>{body}</div>");
        assert_eq!(found(&pages, &body), vec![all; 3]);
    }

    #[test]
    fn lists_before_an_element_of_the_site_are_cut_off() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let list = "<a href='one'>The article before this one</a>";
        let pages: Vec<_> = (0..5)
            .map(|_| page(&[(list, "<div id='main'>"), (text, "</div>")]))
            .collect();
        let mut containers = Containers::default();
        for (units, own) in &pages {
            containers.add(units, own);
        }
        let owns: Vec<Own> = pages.iter().map(|(_, own)| own.clone()).collect();
        let start = HEAD.len() + list.len() + "<div id='main'>".len();
        let body = start..start + text.len();
        // Fewer than half of the bodies begin with the list.
        let bodies = [HEAD.len(), HEAD.len(), start, start, start].map(|start| start..body.end);
        let fits = containers.fits(|page| &pages[page].0, &owns, bodies.into());
        assert_eq!(moved(&fits).0, vec![body; 5]);
    }

    #[test]
    fn pages_without_an_element_have_all_of_their_own_where_bodies_have_little() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let other = "What else the article says is divided by markup, but it is longer than that. ";
        let parts = [(text, "<hr>"), (other, "<hr>"), ("So it ends.", "<hr>")];
        let pages: Vec<_> = (0..3).map(|_| page(&parts)).collect();
        let all = format!("{text}<hr>{other}<hr>So it ends.");
        assert_eq!(found(&pages, text), vec![all.clone(); 3]);
        assert_eq!(found(&pages[..2], text), [text; 2]);
        // They have enough of it.
        let most = format!("{text}<hr>{other}");
        assert_eq!(found(&pages, &most), vec![most.clone(); 3]);
    }

    #[test]
    fn what_pages_have_of_their_own_is_in_whole_elements() {
        let text = "This is the text of the article, and it is long enough to be found.";
        let other =
            "What else the article says is longer than that, and is in another element of it. ";
        let link = "<a href='one'>another article</a>";
        let parts = [
            (text, "</div>"),
            (other, "<ul><li>of "),
            (link, " and all that it has to say</ul><p>"),
            (link, "</p></body>"),
        ];
        let pages: Vec<_> = (0..3)
            .map(|_| page_with("<body><div>By ", &parts))
            .collect();
        let all =
            format!("<div>By {text}</div>{other}<ul><li>of {link} and all that it has to say</ul>");
        assert_eq!(found(&pages, text), vec![all; 3]);
    }

    #[test]
    fn a_letter_of_chinese_says_as_much_as_three() {
        let outside = "上一页目录下一页首页搜索帮助";
        let units: Vec<u32> = format!("<p>{outside}&nbsp;</p>")
            .chars()
            .map(u32::from)
            .collect();
        assert_eq!(BytesRead::new(&units).within(0..units.len()), outside.len());
    }
}
