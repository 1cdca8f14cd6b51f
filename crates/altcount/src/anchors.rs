//! Pieces of template that most bodies begin right after, or end right before.
//!
//! The body of an index page may repeat what is on other pages and look like template, and the one stretch of a page
//! that differs most from the template may be a sidebar. Other pages of the same template know better: an n-gram
//! that occurs once on each of them, and that most of their bodies begin (end) next to, is an anchor, and a body
//! that begins (ends) elsewhere on a page with the anchor is moved to it.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::Index;

/// The length of the n-grams.
pub const LENGTH: usize = 24;
/// How far a body may be from an anchor that it begins or ends next to.
const NEAR: usize = 300;
/// The part of an anchor's pages whose bodies are next to it, at least.
const MANY: f64 = 0.4;
/// The number of such pages, at least.
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
    /// Which of both.
    pub side: Side,
    /// How many bodies do.
    pub pages: usize,
    /// The middle one of their distances from it, in units.
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

/// Moves the ends of a body to anchors: those of its page, with their positions. `None` if they leave nothing between
/// them.
///
/// Ends move outwards only, as what an anchor cuts off may be a body on other terms; but a body that is no part of what
/// is between the anchors gives way to that.
pub fn moved(body: Range<usize>, anchors: OfPage) -> Option<Range<usize>> {
    let [start, end] = anchors.map(|anchor| {
        let (at, anchor) = anchor?;
        match distance(anchor.side, at, &body) {
            Some(_) => Some(anchor.side.of(&body)),
            None => anchor.place(at),
        }
    });
    match (start, end) {
        (Some(start), Some(end)) if start >= end => None,
        (Some(start), Some(end)) if end <= body.start || body.end <= start => Some(start..end),
        (start, end) => {
            let (start, end) = (start.unwrap_or(body.start), end.unwrap_or(body.end));
            Some(start.min(body.start)..end.max(body.end))
        }
    }
}

/// The anchors of an index, and where each page has its own.
pub struct Anchors {
    /// By the number of their n-gram.
    anchors: BTreeMap<(Side, u32), Anchor>,
    /// The number of the n-gram at each position, 0 for one that is not once on each of several pages.
    numbers: Vec<u32>,
}

impl Anchors {
    /// Finds the anchors of bodies, one range a page, which may be empty. In `memory`, which is overwritten, four bytes
    /// a unit.
    pub fn new(mut memory: Vec<u32>, index: &Index, bodies: &[Option<Range<usize>>]) -> Self {
        let pages = index.pages();
        memory.clear();
        memory.resize(pages.positions(), 0);
        // On how many pages each n-gram occurs.
        let mut carriers = vec![0usize];
        let mut seen = vec![0u32; pages.count()];
        index.for_each_group(LENGTH, |group| {
            if group.len() < ENOUGH || group.len() > pages.count() {
                return;
            }
            let number = carriers.len() as u32;
            let once = group.iter().all(|&at| {
                let last = &mut seen[pages.page_of(at as usize)];
                std::mem::replace(last, number) != number
            });
            // A number is used up in either case, so that no page keeps it.
            carriers.push(group.len());
            if once {
                for &at in group {
                    memory[at as usize] = number;
                }
            }
        });
        let mut anchors = Anchors {
            anchors: BTreeMap::new(),
            numbers: memory,
        };
        let mut votes = BTreeMap::<(Side, u32), Vec<u32>>::new();
        for (page, body) in bodies.iter().enumerate() {
            let Some(body) = body else { continue };
            let numbers = &anchors.numbers[pages.range(page)];
            let before = body.start.saturating_sub(NEAR + LENGTH)..body.start;
            let after = body.end..(body.end + NEAR + 1).min(numbers.len());
            for (side, near) in [(Side::Start, before), (Side::End, after)] {
                for at in near.filter(|&at| numbers[at] > 0) {
                    if let Some(distance) = distance(side, at, body) {
                        votes
                            .entry((side, numbers[at]))
                            .or_default()
                            .push(distance as u32);
                    }
                }
            }
        }
        for ((side, number), mut distances) in votes {
            let carriers = carriers[number as usize] as f64;
            if distances.len() >= ENOUGH && distances.len() as f64 >= MANY * carriers {
                distances.sort_unstable();
                let anchor = Anchor {
                    side,
                    pages: distances.len(),
                    distance: distances[distances.len() / 2] as usize,
                };
                anchors.anchors.insert((side, number), anchor);
            }
        }
        anchors
    }

    /// The number of the n-gram at a position of a page.
    pub fn number(&self, index: &Index, page: usize, at: usize) -> u32 {
        self.numbers[index.pages().range(page).start + at]
    }

    /// The best anchor of each side on a page, with its position there.
    pub fn of_page(&self, index: &Index, page: usize) -> OfPage {
        let numbers = &self.numbers[index.pages().range(page)];
        [Side::Start, Side::End].map(|side| {
            let on_page = numbers
                .iter()
                .enumerate()
                .filter(|(_, number)| **number > 0)
                .filter_map(|(at, number)| Some((at, *self.anchors.get(&(side, *number))?)));
            best(on_page)
        })
    }
}

/// An anchor, and where it can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// The anchor.
    pub anchor: Anchor,
    /// A page that has it.
    pub page: usize,
    /// Its position there.
    pub at: usize,
}

/// The anchors that decide on any page, in a fixed order.
pub fn examples(of_pages: &[OfPage], number: impl Fn(usize, usize) -> u32) -> Vec<Example> {
    let mut examples = BTreeMap::new();
    for (page, anchors) in of_pages.iter().enumerate() {
        for (at, anchor) in anchors.iter().flatten() {
            examples
                .entry((anchor.side, number(page, *at)))
                .or_insert(Example {
                    anchor: *anchor,
                    page,
                    at: *at,
                });
        }
    }
    examples.into_values().collect()
}

/// The best of some anchors; of equal ones the first.
pub fn best(anchors: impl Iterator<Item = (usize, Anchor)>) -> Option<(usize, Anchor)> {
    anchors.min_by_key(|(_, anchor)| std::cmp::Reverse(anchor.rank()))
}
