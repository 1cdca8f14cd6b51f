//! Anchors: n-grams that most bodies begin right after, or end right before.
//!
//! The body of an index page may look like template, because it repeats text of other pages. A page may also differ
//! most from the template in its sidebar. Other pages of the same template help: an n-gram that occurs once on each of
//! them, and that most of their bodies begin (end) next to, is an anchor. If a page has the anchor and its body begins
//! (ends) elsewhere, the body is moved to the anchor. The end of the page is an anchor, too.
//!
//! Bodies that begin too late make anchors of headings within articles, and the further inside a heading is, the more
//! of them. So a body is also extended to the outermost anchor that has at least half as many bodies next to it as the
//! best one. It is extended over text, but not over links.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use crate::constants::{ANCHOR_LENGTH, ANCHOR_PAGES, ANCHOR_REACH, ANCHOR_SHARE, ANCHOR_TIMES};
use crate::markup::menus::Letters;
use crate::ngrams::Index;

/// An end of a body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// The body begins after the anchor.
    Start,
    /// The body ends before the anchor.
    End,
}

impl Side {
    fn of(self, body: &Range<usize>) -> usize {
        match self {
            Side::Start => body.start,
            Side::End => body.end,
        }
    }
}

/// An n-gram that bodies begin after, or end before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchor {
    /// The side of the body that the anchor marks.
    pub side: Side,
    /// The number of bodies next to it.
    pub pages: usize,
    /// The median of their distances from it, in units.
    pub distance: usize,
}

/// An anchor on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed {
    /// Its position in the page, or the length of the page if the anchor is the end of the page.
    pub at: usize,
    /// The anchor.
    pub anchor: Anchor,
    /// A number that identifies it among the anchors of its side.
    pub number: u32,
}

/// The anchors of one side that decide where a body begins or ends on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OfSide {
    /// The anchor with the most bodies next to it; among equals the nearest, then the first on the page.
    pub best: Option<Placed>,
    /// The outermost anchor that enough bodies are next to.
    pub outermost: Option<Placed>,
}

/// The anchors of both sides.
pub type OfPage = [OfSide; 2];

impl Placed {
    /// The sort key of anchors; the one with the greatest key decides.
    fn rank(&self) -> (usize, Reverse<usize>, Reverse<usize>) {
        let Anchor {
            pages, distance, ..
        } = self.anchor;
        (pages, Reverse(distance), Reverse(self.at))
    }

    /// Returns the position that this anchor moves the end of a body to.
    fn place(&self) -> Option<usize> {
        let distance = self.anchor.distance;
        match self.anchor.side {
            Side::Start => Some(self.at + ANCHOR_LENGTH + distance),
            Side::End => self.at.checked_sub(distance),
        }
    }

    /// Returns a number that is greater the further out that position is.
    fn reach(&self) -> Option<isize> {
        let place = self.place()? as isize;
        Some(match self.anchor.side {
            Side::Start => -place,
            Side::End => place,
        })
    }
}

impl OfSide {
    /// Selects from the anchors of one side.
    pub(crate) fn of(anchors: &[Placed]) -> Self {
        let best = anchors.iter().copied().max_by_key(Placed::rank);
        let most = best.map_or(0, |best| best.anchor.pages);
        let enough =
            (anchors.iter().copied()).filter(|placed| ANCHOR_TIMES * placed.anchor.pages >= most);
        OfSide {
            best,
            outermost: enough.max_by_key(Placed::reach),
        }
    }

    /// Replaces the best anchor by the end of the page if far more bodies are next to that. Even a short footer shows
    /// reliably where bodies end before it.
    pub(crate) fn with_page_end(mut self, page_end: Option<Placed>) -> Self {
        let pages = |placed: Option<Placed>| placed.map_or(0, |placed| placed.anchor.pages);
        if 2 * pages(self.best) < pages(page_end) {
            self.best = page_end;
        }
        self
    }
}

/// Returns how far after (before) the anchor at a position the body begins (ends), if it does so nearby.
fn distance(side: Side, at: usize, body: &Range<usize>) -> Option<usize> {
    let distance = match side {
        Side::Start => body.start.checked_sub(at + ANCHOR_LENGTH),
        Side::End => at.checked_sub(body.end),
    };
    distance.filter(|distance| *distance <= ANCHOR_REACH)
}

/// Moves the ends of a body to the anchors of its page. Returns `None` if nothing is left of the body. `letters` counts
/// the letters in a range of the page.
pub(crate) fn moved(
    body: Range<usize>,
    anchors: OfPage,
    letters: impl Fn(Range<usize>) -> Letters,
) -> Option<Range<usize>> {
    let body = moved_to_best(body, anchors, &letters)?;
    let [start, end] = anchors.map(|anchors| anchors.outermost.as_ref().and_then(Placed::place));
    let mut extended = body.clone();
    if start.is_none_or(|start| start < body.end) && end.is_none_or(|end| body.start < end) {
        let has_text = |part| !letters(part).are_of_labelled_links();
        if let Some(start) = start
            && start < body.start
            && has_text(start..body.start)
        {
            extended.start = start;
        }
        if let Some(end) = end
            && body.end < end
            && has_text(body.end..end)
        {
            extended.end = end;
        }
    }
    Some(extended)
}

/// Moves ends to the best anchors. An end moves inwards only if that cuts off a list of links, since other text may
/// still belong to the body. A body outside the range between the anchors is replaced by that range. It stays if the
/// anchors are in the wrong order.
fn moved_to_best(
    body: Range<usize>,
    anchors: OfPage,
    letters: impl Fn(Range<usize>) -> Letters,
) -> Option<Range<usize>> {
    let [start, end] = anchors.map(|anchors| {
        let best = anchors.best?;
        match distance(best.anchor.side, best.at, &body) {
            Some(_) => Some(best.anchor.side.of(&body)),
            None => best.place(),
        }
    });
    if let (Some(start), Some(end)) = (start, end) {
        let is_outside = end <= body.start || body.end <= start;
        match (start < end, is_outside) {
            (true, true) => return Some(start..end),
            (false, true) => return Some(body),
            (false, false) => return None,
            (true, false) => {}
        }
    }
    let is_list = |part| letters(part).are_of_list();
    let mut moved = body.clone();
    if let Some(start) = start
        && (start <= body.start || start < body.end && is_list(body.start..start))
    {
        moved.start = start;
    }
    if let Some(end) = end
        && (end >= body.end || end > moved.start && is_list(end..body.end))
    {
        moved.end = end;
    }
    Some(moved)
}

/// The anchors that decide on each page. Their numbers are those of their n-grams, in the order of all n-grams.
pub struct Anchors {
    of_pages: Vec<OfPage>,
    /// The number of the anchor at the end of pages.
    page_end: u32,
}

/// Returns the anchor of an n-gram that `pages` pages have, given the distances of the bodies next to it, if these are
/// enough.
fn anchor_of(side: Side, distances: &mut [usize], pages: usize) -> Option<Anchor> {
    let is_enough =
        distances.len() >= ANCHOR_PAGES && distances.len() as f64 >= ANCHOR_SHARE * pages as f64;
    distances.sort_unstable();
    is_enough.then(|| Anchor {
        side,
        pages: distances.len(),
        distance: distances[distances.len() / 2],
    })
}

impl Anchors {
    /// Finds the anchors of bodies, one for each page; a page may have none.
    pub fn new(index: &Index, bodies: &[Option<Range<usize>>]) -> Self {
        let pages = index.pages();
        let mut offered: Vec<[Vec<Placed>; 2]> = vec![Default::default(); pages.count()];
        let mut number = 0u32;
        let mut seen = vec![0u32; pages.count()];
        let mut places = Vec::new();
        let mut distances: [Vec<usize>; 2] = Default::default();
        index.for_each_group(ANCHOR_LENGTH, |group| {
            if group.len() < ANCHOR_PAGES || group.len() > pages.count() {
                return;
            }
            number += 1;
            places.clear();
            for &at in group {
                let page = pages.page_of(at as usize);
                if std::mem::replace(&mut seen[page], number) == number {
                    return;
                }
                places.push((page, at as usize - pages.range(page).start));
            }
            for (side, distances) in [Side::Start, Side::End].into_iter().zip(&mut distances) {
                distances.clear();
                distances.extend(
                    places
                        .iter()
                        .filter_map(|&(page, at)| distance(side, at, bodies[page].as_ref()?)),
                );
                if let Some(anchor) = anchor_of(side, distances, group.len()) {
                    for &(page, at) in &places {
                        let placed = Placed { at, anchor, number };
                        offer(&mut offered[page][side as usize], placed);
                    }
                }
            }
        });
        let of_pages = offered
            .iter()
            .map(|sides| sides.each_ref().map(|side| OfSide::of(side)));
        let mut anchors = Anchors {
            of_pages: of_pages.collect(),
            page_end: number + 1,
        };
        anchors.add_page_ends(index, bodies);
        anchors
    }

    /// Adds the ends of the pages as anchors, if enough bodies extend up to them.
    fn add_page_ends(&mut self, index: &Index, bodies: &[Option<Range<usize>>]) {
        let lengths: Vec<usize> = (0..bodies.len())
            .map(|page| index.pages().range(page).len())
            .collect();
        let distances = (bodies.iter().zip(&lengths))
            .filter_map(|(body, &length)| distance(Side::End, length, body.as_ref()?));
        let mut distances: Vec<usize> = distances.collect();
        if let Some(anchor) = anchor_of(Side::End, &mut distances, bodies.len()) {
            for (of_page, &at) in self.of_pages.iter_mut().zip(&lengths) {
                let of_end = &mut of_page[Side::End as usize];
                *of_end = of_end.with_page_end(Some(Placed {
                    at,
                    anchor,
                    number: self.page_end,
                }));
            }
        }
    }

    /// Returns the anchors of a page.
    pub fn of_page(&self, page: usize) -> OfPage {
        self.of_pages[page]
    }

    /// The anchors that decide on any page, in a fixed order.
    pub fn examples(&self) -> Vec<Example> {
        let mut examples = BTreeMap::new();
        for (page, of_page) in self.of_pages.iter().enumerate() {
            for placed in of_page
                .iter()
                .flat_map(|side| [side.best, side.outermost])
                .flatten()
            {
                let Placed { at, anchor, number } = placed;
                let length = if number == self.page_end {
                    0
                } else {
                    ANCHOR_LENGTH
                };
                let place = at..at + length;
                let example = Example {
                    anchor,
                    page,
                    place,
                };
                examples.entry((anchor.side, number)).or_insert(example);
            }
        }
        examples.into_values().collect()
    }
}

/// Adds an anchor to those of one side of a page. An anchor stays only if no other one has both a higher rank and a
/// place further out.
fn offer(offered: &mut Vec<Placed>, placed: Placed) {
    let is_behind =
        |one: &Placed, other: &Placed| one.rank() <= other.rank() && one.reach() <= other.reach();
    if !offered.iter().any(|other| is_behind(&placed, other)) {
        offered.retain(|other| !is_behind(other, &placed));
        offered.push(placed);
    }
}

/// An anchor and one occurrence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The anchor.
    pub anchor: Anchor,
    /// A page that has it.
    pub page: usize,
    /// Its range there; empty for the end of the page.
    pub place: Range<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an anchor at a position, with `pages` bodies right next to it.
    fn placed(side: Side, at: usize, pages: usize) -> Placed {
        let anchor = Anchor {
            side,
            pages,
            distance: 0,
        };
        Placed {
            at,
            anchor,
            number: 1,
        }
    }

    /// The best anchors at these positions.
    fn anchors(start: Option<usize>, end: Option<usize>) -> OfPage {
        [(Side::Start, start), (Side::End, end)].map(|(side, at)| OfSide {
            best: at.map(|at| placed(side, at, 9)),
            outermost: None,
        })
    }

    /// Returns the letters of a text, or of a list of links.
    fn letters(is_list: bool) -> Letters {
        let page = if is_list { "<a href='#'>a</a>" } else { "a" };
        Letters::of(&page.chars().map(u32::from).collect::<Vec<_>>())
    }

    #[test]
    fn an_example_is_the_first_page_that_an_anchor_decides_on() {
        let mut of_pages = vec![anchors(Some(500), None), anchors(Some(700), Some(900))];
        let end = &mut of_pages[1][Side::End as usize].best;
        *end = end.map(|end| Placed { number: 2, ..end });
        // One decides as the outermost anchor, too.
        of_pages[1][0].outermost = of_pages[1][0].best;
        let all = Anchors {
            of_pages,
            page_end: 2,
        };
        let examples: Vec<_> = all
            .examples()
            .into_iter()
            .map(|one| (one.page, one.place))
            .collect();
        // The end of a page is an anchor without text.
        assert_eq!(examples, [(0, 500..500 + ANCHOR_LENGTH), (1, 900..900)]);
    }

    #[test]
    fn ends_move_to_anchors() {
        let moved = |start, end| {
            let text = |_| letters(false);
            moved(1000..2000, anchors(start, end), text).unwrap()
        };
        assert_eq!(moved(None, None), 1000..2000);
        assert_eq!(moved(Some(500), Some(2500)), 500 + ANCHOR_LENGTH..2500);
        assert_eq!(moved(Some(900), Some(2100)), 1000..2000);
        assert_eq!(moved(Some(2500), Some(3000)), 2500 + ANCHOR_LENGTH..3000);
    }

    #[test]
    fn ends_move_over_text_to_the_outermost_anchor_that_enough_bodies_are_next_to() {
        let start = |at, pages| placed(Side::Start, at - ANCHOR_LENGTH, pages);
        let of = |starts: &[Placed]| {
            let mut offered = Vec::new();
            starts
                .iter()
                .for_each(|&placed| offer(&mut offered, placed));
            [OfSide::of(&offered), OfSide::default()]
        };
        let with = |other| of(&[start(950, 9), other, start(990, 8)]);
        let moved = |anchors, is_list| moved(1000..2000, anchors, |_| letters(is_list)).unwrap();
        assert_eq!(moved(with(start(800, 5)), false), 800..2000);
        assert_eq!(moved(with(start(800, 5)), true), 1000..2000);
        // Too few bodies, and an anchor on the wrong side of the body.
        assert_eq!(moved(with(start(800, 4)), false), 950..2000);
        let beyond = OfSide::of(&[placed(Side::End, 900, 5)]);
        let [of_start, _] = with(start(800, 5));
        assert_eq!(moved([of_start, beyond], false), 1000..2000);
    }

    #[test]
    fn anchors_in_the_wrong_order_leave_a_body_outside_as_it_is() {
        let list = |_| letters(true);
        let moved = |start, end| moved(1000..2000, anchors(Some(start), Some(end)), list);
        assert_eq!(moved(2500, 2000), Some(1000..2000));
        assert_eq!(moved(1500, 1400), None);
    }

    #[test]
    fn ends_move_inwards_where_links_are_cut_off() {
        let moved = |is_list: fn(Range<usize>) -> bool| {
            moved(
                1000..2000,
                anchors(Some(1500 - ANCHOR_LENGTH), Some(1600)),
                |part| letters(is_list(part)),
            )
            .unwrap()
        };
        assert_eq!(moved(|_| false), 1000..2000);
        assert_eq!(moved(|_| true), 1500..1600);
        assert_eq!(moved(|cut| cut == (1000..1500)), 1500..2000);
        assert_eq!(moved(|cut| cut == (1600..2000)), 1000..1600);
    }
}
