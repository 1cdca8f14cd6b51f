//! Pieces of template that most bodies begin right after, or end right before.
//!
//! The body of an index page may repeat what is on other pages and look like template, and the one stretch of a page
//! that differs most from the template may be a sidebar. Other pages of the same template know better: an n-gram
//! that occurs once on each of them, and that most of their bodies begin (end) next to, is an anchor, and a body
//! that begins (ends) elsewhere on a page with the anchor is moved to it. The end of the page is an anchor, too.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Index;

/// The length of the n-grams.
pub const LENGTH: usize = 24;
/// How far a body may be from an anchor that it begins or ends next to.
const NEAR: usize = 300;
/// The minimum fraction of an anchor's pages whose bodies are next to it.
const MANY: f64 = 0.4;
/// The minimum number of such pages.
const ENOUGH: usize = 3;

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
    /// The side of the body that it marks.
    pub side: Side,
    /// The number of bodies next to it.
    pub pages: usize,
    /// The median of their distances from it, in units.
    pub distance: usize,
}

/// The best anchor of each side on a page, with its position there.
pub type OfPage = [Option<(usize, Anchor)>; 2];

impl Anchor {
    /// Its rank: the anchor with the most pages decides, of equal ones the nearest.
    fn rank(&self) -> (usize, std::cmp::Reverse<usize>) {
        (self.pages, std::cmp::Reverse(self.distance))
    }

    /// Where the end of a body is, given the position of the anchor.
    fn place(&self, at: usize) -> Option<usize> {
        match self.side {
            Side::Start => Some(at + LENGTH + self.distance),
            Side::End => at.checked_sub(self.distance),
        }
    }
}

/// How far after (before) the anchor at a position the body begins (ends), if it does nearby.
fn distance(side: Side, at: usize, body: &Range<usize>) -> Option<usize> {
    let distance = match side {
        Side::Start => body.start.checked_sub(at + LENGTH),
        Side::End => at.checked_sub(body.end),
    };
    distance.filter(|distance| *distance <= NEAR)
}

/// Moves the ends of a body to anchors: those of its page, with their positions. `None` if they leave nothing of it between them.
///
/// Ends move inwards only where a list of links is cut off, as other text may be a body on other terms. A body that is no part
/// of what is between the anchors gives way to that, and stays where one of them is beyond the other.
pub fn moved(
    body: Range<usize>,
    anchors: OfPage,
    is_list: impl Fn(Range<usize>) -> bool,
) -> Option<Range<usize>> {
    let [start, end] = anchors.map(|anchor| {
        let (at, anchor) = anchor?;
        match distance(anchor.side, at, &body) {
            Some(_) => Some(anchor.side.of(&body)),
            None => anchor.place(at),
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

/// The best anchors of each page.
pub struct Anchors {
    of_pages: Vec<OfPage>,
    /// With each anchor of a page a number, which is that of its n-gram in the order of all n-grams.
    numbers: Vec<[u32; 2]>,
    /// The number of the end of the page.
    page_end: u32,
}

/// The anchor that these distances of bodies make, of so many pages, if they are enough.
fn anchor_of(side: Side, distances: &mut [usize], pages: usize) -> Option<Anchor> {
    let is_enough = distances.len() >= ENOUGH && distances.len() as f64 >= MANY * pages as f64;
    distances.sort_unstable();
    is_enough.then(|| Anchor {
        side,
        pages: distances.len(),
        distance: distances[distances.len() / 2],
    })
}

impl Anchors {
    /// Finds the anchors of bodies, one range a page, which may be empty.
    pub fn new(index: &Index, bodies: &[Option<Range<usize>>]) -> Self {
        let pages = index.pages();
        let mut anchors = Anchors {
            of_pages: vec![[None; 2]; pages.count()],
            numbers: vec![[0; 2]; pages.count()],
            page_end: 0,
        };
        let mut number = 0u32;
        let mut seen = vec![0u32; pages.count()];
        let mut places = Vec::new();
        let mut distances: [Vec<usize>; 2] = Default::default();
        index.for_each_group(LENGTH, |group| {
            if group.len() < ENOUGH || group.len() > pages.count() {
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
                        anchors.offer(page, at, anchor, number);
                    }
                }
            }
        });
        anchors.add_page_ends(index, bodies, number + 1);
        anchors
    }

    /// Adds the ends of the pages, if enough bodies go up to them.
    fn add_page_ends(&mut self, index: &Index, bodies: &[Option<Range<usize>>], number: u32) {
        let lengths: Vec<usize> = (0..bodies.len())
            .map(|page| index.pages().range(page).len())
            .collect();
        let distances = (bodies.iter().zip(&lengths))
            .filter_map(|(body, &length)| distance(Side::End, length, body.as_ref()?));
        let mut distances: Vec<usize> = distances.collect();
        if let Some(anchor) = anchor_of(Side::End, &mut distances, bodies.len()) {
            self.page_end = number;
            for (page, &length) in lengths.iter().enumerate() {
                let best = &mut self.of_pages[page][Side::End as usize];
                let of_page = or_page_end(*best, Some((length, anchor)));
                if of_page != *best {
                    *best = of_page;
                    self.numbers[page][Side::End as usize] = number;
                }
            }
        }
    }

    /// Takes an anchor for the best of its page if it is; of equal ones the first on the page.
    fn offer(&mut self, page: usize, at: usize, anchor: Anchor, number: u32) {
        let side = anchor.side as usize;
        let best = &mut self.of_pages[page][side];
        let rank = |(at, anchor): (usize, Anchor)| (anchor.rank(), std::cmp::Reverse(at));
        if best.is_none_or(|best| rank(best) < rank((at, anchor))) {
            *best = Some((at, anchor));
            self.numbers[page][side] = number;
        }
    }

    /// The best anchor of each side on a page, with its position there.
    pub fn of_page(&self, page: usize) -> OfPage {
        self.of_pages[page]
    }

    /// The anchors that decide on any page, in a fixed order.
    pub fn examples(&self) -> Vec<Example> {
        let mut examples = BTreeMap::new();
        for (page, (anchors, numbers)) in self.of_pages.iter().zip(&self.numbers).enumerate() {
            for (anchor, number) in anchors.iter().zip(numbers) {
                if let Some((at, anchor)) = *anchor {
                    let length = if *number == self.page_end { 0 } else { LENGTH };
                    let place = at..at + length;
                    let example = Example {
                        anchor,
                        page,
                        place,
                    };
                    examples.entry((anchor.side, *number)).or_insert(example);
                }
            }
        }
        examples.into_values().collect()
    }
}

/// An anchor and one occurrence of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// The anchor.
    pub anchor: Anchor,
    /// A page that has it.
    pub page: usize,
    /// Where it is there; empty for the end of the page.
    pub place: Range<usize>,
}

/// The best of some anchors; the first among equals.
pub fn best(anchors: impl Iterator<Item = (usize, Anchor)>) -> Option<(usize, Anchor)> {
    anchors.min_by_key(|(_, anchor)| std::cmp::Reverse(anchor.rank()))
}

/// The best anchor of a page, or its end if far more bodies are next to that: what is before a footer, however short, is known better.
pub(crate) fn or_page_end(
    best: Option<(usize, Anchor)>,
    page_end: Option<(usize, Anchor)>,
) -> Option<(usize, Anchor)> {
    let pages = |anchor: Option<(usize, Anchor)>| anchor.map_or(0, |(_, anchor)| anchor.pages);
    match 2 * pages(best) < pages(page_end) {
        true => page_end,
        false => best,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The anchors at these positions, which bodies are right next to.
    fn anchors(start: Option<usize>, end: Option<usize>) -> OfPage {
        [(Side::Start, start), (Side::End, end)].map(|(side, at)| {
            let anchor = Anchor {
                side,
                pages: 9,
                distance: 0,
            };
            at.map(|at| (at, anchor))
        })
    }

    #[test]
    fn an_example_is_the_first_page_that_an_anchor_decides_on() {
        let of_pages = vec![anchors(Some(500), None), anchors(Some(700), Some(900))];
        let numbers = vec![[1, 0], [1, 2]];
        let all = Anchors {
            of_pages,
            numbers,
            page_end: 2,
        };
        let examples: Vec<_> = all
            .examples()
            .into_iter()
            .map(|one| (one.page, one.place))
            .collect();
        // The end of a page is an anchor without text.
        assert_eq!(examples, [(0, 500..500 + LENGTH), (1, 900..900)]);
    }

    #[test]
    fn ends_move_to_anchors() {
        let moved = |start, end| moved(1000..2000, anchors(start, end), |_| false).unwrap();
        assert_eq!(moved(None, None), 1000..2000);
        assert_eq!(moved(Some(500), Some(2500)), 500 + LENGTH..2500);
        assert_eq!(moved(Some(900), Some(2100)), 1000..2000);
        assert_eq!(moved(Some(2500), Some(3000)), 2500 + LENGTH..3000);
    }

    #[test]
    fn anchors_in_the_wrong_order_leave_a_body_outside_as_it_is() {
        let moved = |start, end| moved(1000..2000, anchors(Some(start), Some(end)), |_| true);
        assert_eq!(moved(2500, 2000), Some(1000..2000));
        assert_eq!(moved(1500, 1400), None);
    }

    #[test]
    fn ends_move_inwards_where_links_are_cut_off() {
        let moved = |is_list: fn(Range<usize>) -> bool| {
            moved(
                1000..2000,
                anchors(Some(1500 - LENGTH), Some(1600)),
                is_list,
            )
            .unwrap()
        };
        assert_eq!(moved(|_| false), 1000..2000);
        assert_eq!(moved(|_| true), 1500..1600);
        assert_eq!(moved(|cut| cut == (1000..1500)), 1500..2000);
        assert_eq!(moved(|cut| cut == (1600..2000)), 1000..1600);
    }
}
