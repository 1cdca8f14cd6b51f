//! The best method: how many pages share a piece of a page, and where the pages differ.
//!
//! The paper counts occurrences and looks for one cut point for all pages. Pages of today are mostly template, and
//! sites mix several, so this goes another way with the same means:
//!
//! 1. The page frequency of an n-gram is the number of pages it occurs in. The commonness of a position is the highest
//!    page frequency of an n-gram that covers it.
//! 2. The level of a page is the highest commonness that a tenth of it (at least [`LEAST`] units) reaches: the number of
//!    pages made from its template. Pages of one level are a group.
//! 3. Below `theta` times the level, a position is not of the template. The body is the one stretch that agrees best with that:
//!    most positions not of the template inside, fewest outside. Positions whose n-grams some page has twice count half. A menu or a list of links may be as much a page's own
//!    as the body beside it, but then a long piece of template that no page has twice is between them: what it parts
//!    from an end of the stretch is dropped, where enough pages show what is of the template. Before the stretch text counts
//!    for half as much again: titles and summaries stand there, between headings that all pages have. Links and tags count for
//!    less the more pages have them: a menu that differs by chapter is on many, if not on all. Scripts, style sheets
//!    and lists of links that a page has twice (see `menus.rs`) are no body, whoever has them.
//! 4. The `theta` of a group is the one where both divisions, by positions and by stretches, tell most of each other:
//!    their normalised mutual information.
//! 5. That is done for n-grams of several lengths, and the middle of the answers taken, without a menu that it begins with (see
//!    `contents.rs`), and without links that are at both of its ends (see `frames.rs`).
//! 6. Bodies move to where most bodies of their template begin and end (see `anchors.rs`), and take in the elements that they
//!    end in (see `elements.rs`). Most of them say whether they are extended to the ends of the element that holds what the
//!    pages have of their own (see `containers.rs`). Where bodies had little of that, both are done once more, with the anchors of the
//!    bodies that were moved.
//! 7. What is useful may be less than the body, and more: see `own.rs`.
//!
//! Pages of several templates are told apart before: see [`crate::clusters()`].

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hasher};
use std::ops::Range;

use platform::math;
use platform::prefetch::prefetch;
use platform::random::mix;
use platform::table::Table;

use crate::Index;
use crate::anchors::{Anchors, Example, OfPage, moved};
use crate::confidence::Signs;
use crate::containers::{self, Containers, Rules, moved_by};
use crate::contents::{separators, without_contents};
use crate::elements::whole;
use crate::frames::without_frame;
use crate::kinds::{Kind, kinds};
use crate::menus::{Letters, kinds_without_menus};
use crate::nested::Run;
use crate::own::{Own, Useful};

/// The lengths of n-grams.
pub const LENGTHS: [usize; 5] = [16, 20, 24, 30, 40];
/// The index of the length by which levels are computed; also the length of anchors.
pub const LEVEL: usize = 2;
/// The candidate thresholds for the template, as fractions of a page's level.
pub const THETAS: [f64; 13] = [
    0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0,
];
/// The fraction of a page that determines its level.
const SHARE: f64 = 0.1;
/// The minimum number of units that determines its level.
pub const LEAST: usize = 200;

/// What a unit weighs that is not of the template, or whose n-gram is once on each of its pages; and what one weighs that some
/// page has more often. What a page has twice is as often markup or a phrase of the text as it is of a menu. Less than half is
/// better for few pages and worse for many: see [`Constants::often`].
const ONCE: i64 = 16;
const OFTEN: i64 = 8;

/// What a unit of text weighs that is not of the template and stands before the body. Titles, summaries and synopses stand there
/// between headings that all pages have; what stands so behind a body is as often of others, as comments are.
const INTRODUCES: i64 = 24;

/// On how many pages a link or a tag must be to weigh less than [`ONCE`].
const SOME: u32 = 4;

/// What links and tags weigh that are not of the template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weighs {
    /// As much as text, whatever share of the pages has them. Thresholds are chosen so.
    Evenly,
    /// Less the more pages have them, by the square root of their share, and nothing where all that the template has do.
    LessWhereCommon,
}

/// Constants tuned on sets of pages; a parameter so that cross-validation can refit them without a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constants {
    /// The least level of a page from whose body separators part anything. On few pages the headings of their own bodies are
    /// shared by as many pages as the template is.
    pub parting: u32,
    /// What a unit of a script, a style sheet or a menu weighs that is not of the template.
    pub program: i64,
    /// What a unit of the template weighs between two pages that one of them has more often; with more pages it comes nearer
    /// to the weight it has among many.
    pub often: i64,
    /// How much text a piece of template must have to be taken out of a body, as an advertisement,
    pub long: u32,
    /// and on how many pages it must be.
    pub least: u32,
}

impl Default for Constants {
    fn default() -> Self {
        Constants {
            parting: 9,
            program: -16,
            often: 4,
            long: 100,
            least: 4,
        }
    }
}

/// Less than this is no body where there may be a longer one: the longest n-gram.
const LEAST_BODY: usize = LENGTHS[LENGTHS.len() - 1];

/// A piece of template that no page has twice, and that is longer than this, is a separator.
pub(crate) const SEPARATOR: usize = 40;
/// What a further unit of a separator weighs near the start of a body, and near its end. Before the body its own heading and
/// introduction are as likely as a menu, behind it others' links are more likely than an afterword.
const SEPARATES: [i64; 2] = [5, 20];
/// The part of a body that separators may take from either end. More could be half of an article around an advertisement.
const PARTED: f64 = 0.2;

/// On how many pages an n-gram occurs, and whether that is once on each of them, as one number: more for more pages, and
/// then for once on each. 0 stands for those that occur on one page or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Frequency(u32);

impl Frequency {
    /// Of an n-gram that occurs on so many pages, less than 2^31.
    pub fn new(pages: u32, once: bool) -> Self {
        Frequency(pages << 1 | u32::from(once))
    }

    /// From its number.
    pub fn from_number(number: u32) -> Self {
        Frequency(number)
    }

    /// Its number.
    pub fn number(self) -> u32 {
        self.0
    }

    /// How many pages.
    pub fn pages(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it occurs once on each of them.
    pub fn once(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The division of a page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Division {
    /// The number of pages made from the same template.
    pub level: u32,
    /// The useful ranges, as positions in the page.
    pub useful: Vec<Range<usize>>,
    /// The features of the confidence.
    pub signs: Signs,
}

/// The pages of one level.
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// The number of pages that their template has.
    pub level: u32,
    /// How many pages are in the group.
    pub pages: u64,
    /// For each of [`LENGTHS`], the share of the level at which the template begins.
    pub thetas: [f64; LENGTHS.len()],
}

/// The divisions of all pages, and the learned template.
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// Of each page.
    pub divisions: Vec<Division>,
    /// The groups, by level.
    pub groups: Vec<Group>,
    /// The anchors.
    pub anchors: Vec<Example>,
    /// The elements that bodies are in.
    pub elements: Vec<containers::Example>,
    /// How many n-grams of all [`LENGTHS`] occur on several pages.
    pub grams: u64,
}

/// Divides the pages of an index. `units` gives those of a page; without them it has no markup.
///
/// Pages with the same content should have the same one in the index ([`Index::with_contents`]): what only they share is not of a
/// template.
pub fn divide<Units: AsRef<[u32]>>(
    index: &Index,
    units: impl Fn(usize) -> Units,
    constants: Constants,
) -> Template {
    let count = index.pages().count();
    let shared = Shared::new(index);
    let mut levels = Vec::with_capacity(count);
    let mut owns = Vec::with_capacity(count);
    let mut containers = Containers::default();
    // Where separators end that lists of links are dropped before.
    let mut ends = Vec::with_capacity(count);
    // The bodies of each page by n-grams of each length at each share, of which that of its group will be chosen.
    let mut bodies = Vec::with_capacity(count);
    let mut agreements = BTreeMap::<u32, (u64, [[Agreement; THETAS.len()]; LENGTHS.len()])>::new();
    for page in 0..count {
        let units = units(page);
        let units = units.as_ref();
        let kinds = kinds_without_menus(units);
        let commonness = shared.commonness(index, page, &kinds, constants);
        let own = commonness.each_ref().map(Commonness::level);
        let (pages, agreements) = agreements.entry(own[LEVEL]).or_default();
        *pages += 1;
        let mut of_page = Box::<[[(u32, u32); THETAS.len() + 1]; LENGTHS.len()]>::default();
        for (((commonness, agreements), level), bodies) in
            (commonness.iter().zip(agreements).zip(own)).zip(&mut *of_page)
        {
            // Of few pages several shares are the same threshold.
            let mut last = None;
            for ((theta, agreement), range) in THETAS.iter().zip(agreements).zip(&mut *bodies) {
                let threshold = threshold(level, *theta);
                let (even, body) = match last.take() {
                    Some((same, even, body)) if same == threshold => (even, body),
                    _ => {
                        let body = commonness.body(threshold, Weighs::LessWhereCommon);
                        (commonness.body(threshold, Weighs::Evenly), body)
                    }
                };
                agreement.add(commonness.length, &even);
                *range = (body.range.start as u32, body.range.end as u32);
                last = Some((threshold, even, body));
            }
            let short = last.is_none_or(|(_, _, body)| body.range.len() < LEAST_BODY);
            let beyond = if short {
                commonness.beyond(level)
            } else {
                0..0
            };
            bodies[THETAS.len()] = (beyond.start as u32, beyond.end as u32);
        }
        let parts = &commonness[LEVEL].parts;
        ends.push(separators(units, parts, own[LEVEL], constants));
        levels.push(own[LEVEL]);
        let own_text = Own::new(units, parts, own[LEVEL], constants);
        containers.add(units, &own_text);
        owns.push(own_text);
        bodies.push(of_page);
    }
    let groups: BTreeMap<u32, Group> = agreements
        .into_iter()
        .map(|(level, (pages, agreements))| {
            let thetas = agreements.each_ref().map(best_theta);
            let group = Group {
                level,
                pages,
                thetas,
            };
            (level, group)
        })
        .collect();
    let pages = bodies.into_iter().zip(&levels).zip(ends).enumerate();
    let answers = pages.map(|(page, ((bodies, level), ends))| {
        let mut answers = Answers::default();
        for ((answer, bodies), theta) in answers.iter_mut().zip(&*bodies).zip(groups[level].thetas)
        {
            let bodies = THETAS.into_iter().chain([f64::INFINITY]).zip(bodies);
            *answer = answer_of(
                bodies
                    .filter(|(other, _)| *other >= theta)
                    .map(|(_, &(start, end))| start as usize..end as usize),
            );
        }
        let body = middle(&answers).map(|body| {
            let units = units(page);
            let units = units.as_ref();
            without_frame(units, without_contents(units, body, &ends))
        });
        (body, spread(&answers))
    });
    let (bodies, spreads): (Vec<Option<Range<usize>>>, Vec<f64>) = answers.unzip();
    let grams = shared.grams;
    drop(shared);
    let anchored_by = |anchors: &Anchors, bodies: Vec<Option<Range<usize>>>| {
        let moved = bodies.into_iter().enumerate().map(|(page, body)| {
            let of_page = anchors.of_page(page);
            let body = body.and_then(|body| anchored(units(page).as_ref(), body, of_page));
            body.unwrap_or_default()
        });
        moved.collect::<Vec<_>>()
    };
    let in_elements = |anchors: &Anchors| {
        let bodies = anchored_by(anchors, bodies.clone());
        containers::moved(&containers.fits(&units, &owns, bodies))
    };
    let is_any_short =
        |elements: &[containers::Example]| elements.iter().any(|element| element.rule.is_short);
    let mut anchors = Anchors::new(index, &bodies);
    let (mut moved, mut elements) = in_elements(&anchors);
    if is_any_short(&elements) {
        // Bodies that had little of their pages showed others the wrong anchors.
        anchors = Anchors::new(index, &some(moved));
        (moved, elements) = in_elements(&anchors);
        if is_any_short(&elements) {
            moved = anchored_by(&anchors, some(moved));
        }
    }
    let divisions = (owns.iter().zip(levels).zip(moved).zip(spreads))
        .enumerate()
        .map(|(page, (((own, level), body), spread))| {
            let length = index.pages().range(page).len();
            Division::new(level, body, own, spread, length)
        })
        .collect();
    Template {
        divisions,
        groups: groups.into_values().collect(),
        anchors: anchors.examples(),
        elements,
        grams,
    }
}

/// Those that are not empty.
fn some(bodies: Vec<Range<usize>>) -> Vec<Option<Range<usize>>> {
    let bodies = bodies.into_iter();
    bodies
        .map(|body| (!body.is_empty()).then_some(body))
        .collect()
}

/// The answers for one page, by n-grams of each of [`LENGTHS`].
type Answers = [Range<usize>; LENGTHS.len()];

impl Division {
    fn new(level: u32, body: Range<usize>, own: &Own, spread: f64, length: usize) -> Self {
        let Useful {
            ranges,
            covered,
            scattered,
        } = own.useful(body.clone(), level);
        let units = body.len();
        Division {
            level,
            useful: ranges,
            signs: Signs {
                pages: level,
                covered,
                scattered,
                spread: spread / units.max(LEAST_BODY) as f64,
                part: units as f64 / length.max(1) as f64,
            },
        }
    }
}

/// Divides a page that was not among the learned ones. `frequencies` has for each of [`LENGTHS`] the numbers of the
/// [`Frequency`]s of the n-grams at the positions of the page.
/// `anchors` are the best ones on the page, `rules` those of the elements, `units` those that it has.
pub(crate) fn divide_other(
    groups: &[Group],
    anchors: OfPage,
    rules: &Rules,
    frequencies: &[Vec<Run>],
    units: &[u32],
) -> Division {
    let kinds = kinds_without_menus(units);
    let commonness: Vec<Commonness> = (frequencies.iter().zip(LENGTHS))
        .map(|(runs, n)| Commonness::new(runs, n).with(&kinds, Constants::default()))
        .collect();
    let level = commonness[LEVEL].level();
    // The group whose level is nearest as a ratio; of equal ones the first.
    let distance = |group: &Group| {
        (math::ln(f64::from(group.level.max(1))) - math::ln(f64::from(level))).abs()
    };
    let nearest = groups
        .iter()
        .min_by(|a, b| distance(a).total_cmp(&distance(b)));
    let mut answers = Answers::default();
    if let Some(group) = nearest {
        for ((answer, commonness), theta) in answers.iter_mut().zip(&commonness).zip(group.thetas) {
            *answer = commonness.answer(theta, commonness.level());
        }
    }
    let parts = &commonness[LEVEL].parts;
    let ends = separators(units, parts, level, Constants::default());
    let own = Own::new(units, parts, level, Constants::default());
    let body = middle(&answers)
        .map(|body| without_frame(units, without_contents(units, body, &ends)))
        .and_then(|body| anchored(units, body, anchors));
    let mut body = moved_by(rules, units, &own, body.unwrap_or_default());
    if rules.values().any(|rule| rule.is_short) && !body.is_empty() {
        body = anchored(units, body, anchors).unwrap_or_default();
    }
    Division::new(
        level,
        body,
        &own,
        spread(&answers),
        commonness[LEVEL].length,
    )
}

/// A body moved to anchors, in whole elements. Anchors may be in front of what it begins with again.
fn anchored(units: &[u32], body: Range<usize>, anchors: OfPage) -> Option<Range<usize>> {
    // Read where a part is asked for, and once.
    let runs = OnceCell::new();
    let letters = |part| Letters::within(units, runs.get_or_init(|| kinds(units)), part);
    let moved = moved(body.clone(), anchors, letters)?;
    let moved = whole(units, moved);
    // It has no frame that was not left out before.
    Some(match moved == body {
        true => body,
        false => without_frame(units, moved),
    })
}

/// The commonness under which a position is not of the template.
fn threshold(level: u32, theta: f64) -> u32 {
    // Rounding errors of the product must not lift it over a whole number.
    ((f64::from(level) * theta - 1e-12).ceil() as u32).max(2)
}

/// The range from the middle one of the starts to the middle one of the ends, if most answers have one.
fn middle(answers: &Answers) -> Option<Range<usize>> {
    let found: Vec<&Range<usize>> = answers.iter().filter(|range| !range.is_empty()).collect();
    if 2 * found.len() <= answers.len() {
        return None;
    }
    let sorted = |of: fn(&Range<usize>) -> usize| {
        let mut values: Vec<usize> = found.iter().map(|range| of(range)).collect();
        values.sort_unstable();
        values
    };
    let start = sorted(|range| range.start)[found.len() / 2];
    let end = sorted(|range| range.end)[(found.len() - 1) / 2];
    (start < end).then_some(start..end)
}

/// How far the answers are apart, in units: the mean distance of their starts and of their ends from the middle one.
fn spread(answers: &Answers) -> f64 {
    let ends: [fn(&Range<usize>) -> usize; 2] = [|range| range.start, |range| range.end];
    let of = |end: fn(&Range<usize>) -> usize| {
        let mut values = answers.each_ref().map(end);
        values.sort_unstable();
        let middle = values[LENGTHS.len() / 2];
        let apart: usize = values.iter().map(|value| value.abs_diff(middle)).sum();
        apart as f64 / LENGTHS.len() as f64
    };
    ends.into_iter().map(of).sum()
}

/// The [`Frequency`]s of the n-grams of one length.
pub struct Frequencies {
    /// The number of that of the n-gram at each position.
    by_position: Vec<u32>,
}

impl Frequencies {
    /// Those of the n-grams of length `n`, in four bytes a unit.
    pub fn new(index: &Index, n: usize) -> Self {
        Self::reusing(Vec::new(), index, n)
    }

    /// [`Frequencies::new`], reusing a buffer.
    pub fn reusing(mut memory: Vec<u32>, index: &Index, n: usize) -> Self {
        let pages = index.pages();
        memory.clear();
        memory.resize(pages.positions(), 0);
        // The last n-gram that each page was seen with, and each content.
        let mut seen = vec![[0u32; 2]; pages.count()];
        let mut number = 0;
        index.for_each_group(n, |group| {
            if group.len() < 2 {
                return;
            }
            number += 1;
            let (mut on_pages, mut carriers) = (0, 0);
            for &at in group {
                let page = pages.page_of(at as usize);
                on_pages += u32::from(std::mem::replace(&mut seen[page][0], number) != number);
                if let Some(content) = seen.get_mut(pages.content(page)) {
                    carriers += u32::from(std::mem::replace(&mut content[1], number) != number);
                }
            }
            if carriers > 1 {
                let frequency = Frequency::new(carriers, group.len() == on_pages as usize);
                for &at in group {
                    memory[at as usize] = frequency.number();
                }
            }
        });
        Frequencies {
            by_position: memory,
        }
    }

    /// The buffer, for reuse.
    pub fn into_memory(self) -> Vec<u32> {
        self.by_position
    }

    /// The number of the [`Frequency`] of the n-gram at a position of the index.
    pub fn at(&self, position: usize) -> u32 {
        self.by_position[position]
    }
}

/// The [`Frequencies`] of all [`LENGTHS`], found in one pass over the index.
///
/// Positions whose n-grams of all lengths have the same numbers are of one class; there are few of them, so that a
/// position takes two bytes, or three where classes are more than 65,536. Further ones than 2^24, which no set of pages
/// comes near to, count as the first.
struct Shared {
    /// The numbers of each class. The first has n-grams of one page only.
    classes: Vec<[u32; LENGTHS.len()]>,
    low: Table<u16>,
    /// The third byte of the classes, if there are so many.
    high: Vec<u8>,
    /// How many n-grams occur on several pages.
    grams: u64,
}

/// An n-gram of each length whose occurrences are being counted.
#[derive(Clone, Copy)]
struct Open {
    /// The rank of the first one.
    start: [u32; LENGTHS.len()],
    /// How many pages and how many contents it is on.
    on_pages: [u32; LENGTHS.len()],
    carriers: [u32; LENGTHS.len()],
}

impl Shared {
    fn new(index: &Index) -> Self {
        let pages = index.pages();
        let (suffixes, common) = index.steps(&LENGTHS);
        let mut shared = Shared {
            classes: vec![[0; LENGTHS.len()]],
            low: Table::zeros(pages.positions()).expect("memory for two bytes a unit"),
            high: Vec::new(),
            grams: 0,
        };
        let mut known = HashMap::with_hasher(Mixing);
        known.insert(shared.classes[0], 0u32);
        // One more than the rank at which a page was seen last, and a content.
        let mut seen = vec![[0u32; 2]; pages.count()];
        // The n-grams of each length that begin alike: the rank where one ends, and its number.
        let mut closed: [Vec<(u32, u32)>; LENGTHS.len()] = Default::default();
        let mut rank = 0;
        while rank < suffixes.len() {
            let start = rank;
            let mut end = start + 1;
            while end < suffixes.len() && common.at(end) > 0 {
                end += 1;
            }
            rank = end;
            if end == start + 1 {
                continue;
            }
            let mut open = Open {
                start: [start as u32; LENGTHS.len()],
                on_pages: [0; LENGTHS.len()],
                carriers: [0; LENGTHS.len()],
            };
            for (rank, &at) in (start..end).zip(&suffixes[start..end]) {
                let here = rank as u32;
                if rank > start {
                    let same = common.at(rank);
                    for (which, closed) in closed.iter_mut().enumerate().skip(same) {
                        closed.push((here, open.close(which, here)));
                    }
                }
                let at = at as usize;
                // It will be written to as soon as the group ends.
                prefetch(&shared.low, at);
                let page = pages.page_of(at);
                let last = std::mem::replace(&mut seen[page][0], here + 1);
                for (on_pages, start) in open.on_pages.iter_mut().zip(open.start) {
                    *on_pages += u32::from(last <= start);
                }
                let Some(content) = seen.get_mut(pages.content(page)) else {
                    continue;
                };
                let last = std::mem::replace(&mut content[1], here + 1);
                for (carriers, start) in open.carriers.iter_mut().zip(open.start) {
                    *carriers += u32::from(last <= start);
                }
            }
            for (which, closed) in closed.iter_mut().enumerate() {
                closed.push((end as u32, open.close(which, end as u32)));
                shared.grams += closed.iter().filter(|(_, number)| *number > 0).count() as u64;
            }
            if closed[0][0].1 > 0 {
                shared.place(&suffixes[start..end], start, &closed, &mut known);
            }
            closed.iter_mut().for_each(Vec::clear);
        }
        shared
    }

    /// Gives the positions of a shortest n-gram, whose first has the rank `start`, their classes.
    fn place(
        &mut self,
        group: &[i32],
        start: usize,
        closed: &[Vec<(u32, u32)>; LENGTHS.len()],
        known: &mut HashMap<[u32; LENGTHS.len()], u32, Mixing>,
    ) {
        let mut closed = closed.each_ref().map(|closed| &closed[..]);
        let mut last = ([0; LENGTHS.len()], 0);
        let mut from = 0;
        while let Some(&(end, _)) = closed[LENGTHS.len() - 1].first() {
            let numbers = closed.map(|closed| closed[0].1);
            if numbers != last.0 {
                let new = self.classes.len() as u32;
                let class = match new < 1 << 24 {
                    true => *known.entry(numbers).or_insert(new),
                    false => known.get(&numbers).copied().unwrap_or(0),
                };
                if class == new {
                    self.classes.push(numbers);
                }
                last = (numbers, class);
            }
            let class = last.1;
            if class > u32::from(u16::MAX) && self.high.is_empty() {
                self.high = vec![0; self.low.len()];
            }
            let until = end as usize - start;
            for &at in &group[from..until] {
                self.low[at as usize] = class as u16;
            }
            if class > u32::from(u16::MAX) {
                for &at in &group[from..until] {
                    self.high[at as usize] = (class >> 16) as u8;
                }
            }
            from = until;
            for closed in &mut closed {
                if closed[0].0 == end {
                    *closed = &closed[1..];
                }
            }
        }
    }

    /// The commonness of a page's positions by n-grams of each length.
    fn commonness(
        &self,
        index: &Index,
        page: usize,
        kinds: &[(Kind, u32)],
        constants: Constants,
    ) -> [Commonness; LENGTHS.len()] {
        let range = index.pages().range(page);
        let low = self.low[range.clone()].chunk_by(|a, b| a == b);
        let mut runs: Vec<Run> = low.map(|run| (run[0].into(), run.len() as u32)).collect();
        if let Some(high) = self.high.get(range) {
            let all = self.low[index.pages().range(page)].iter().zip(high);
            let classes: Vec<u32> = all
                .map(|(&low, &high)| u32::from(low) | u32::from(high) << 16)
                .collect();
            let classes = classes.chunk_by(|a, b| a == b);
            runs = classes.map(|run| (run[0], run.len() as u32)).collect();
        }
        let mut numbers = Vec::with_capacity(runs.len());
        std::array::from_fn(|which| {
            numbers.clear();
            for &(class, count) in &runs {
                let number = self.classes[class as usize][which];
                match numbers.last_mut() {
                    Some((last, all)) if *last == number => *all += count,
                    _ => numbers.push((number, count)),
                }
            }
            Commonness::new(&numbers, LENGTHS[which]).with(kinds, constants)
        })
    }
}

impl Open {
    /// Ends the n-gram of a length before a rank, where the next one begins; returns the number of its [`Frequency`].
    #[inline]
    fn close(&mut self, which: usize, rank: u32) -> u32 {
        let on_pages = std::mem::take(&mut self.on_pages[which]);
        let carriers = std::mem::take(&mut self.carriers[which]);
        let count = rank - std::mem::replace(&mut self.start[which], rank);
        match carriers {
            0 | 1 => 0,
            _ => Frequency::new(carriers, on_pages == count).number(),
        }
    }
}

/// A fast hash of a few numbers; not resistant to hash flooding, which is no threat here.
#[derive(Clone, Copy, Default)]
struct Mixing;

struct Mixed(u64);

impl BuildHasher for Mixing {
    type Hasher = Mixed;

    fn build_hasher(&self) -> Mixed {
        Mixed(0)
    }
}

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for word in bytes.chunks(8) {
            let mut number = [0; 8];
            number[..word.len()].copy_from_slice(word);
            self.0 = mix(self.0.rotate_left(23) ^ u64::from_le_bytes(number));
        }
    }
}

/// The commonness of a page's positions.
struct Commonness {
    /// The numbers of [`Frequency`]s, each with at how many neighbouring positions it is the highest one.
    runs: Vec<Run>,
    /// The same runs, divided where kinds change, and the kinds.
    parts: Vec<(u32, u32, Kind)>,
    /// The level.
    pages: u32,
    /// What a unit weighs that some page has more often.
    often: i64,
    constants: Constants,
    length: usize,
}

/// A stretch of a page, and how it agrees with the positions that are not of the template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Body {
    range: Range<usize>,
    /// Positions inside that are not of the template.
    inside: u64,
    /// Positions of the page that are not of the template.
    all: u64,
}

impl Commonness {
    /// From the frequencies of the n-grams at the positions of a page.
    fn new(frequencies: &[Run], n: usize) -> Self {
        let mut runs = Vec::new();
        // The greatest frequency among the last n positions is the first here; each of the others will be when those
        // before it are out of reach. With each is the position from which on it is.
        let mut window = VecDeque::<(u32, usize)>::new();
        let mut start = 0;
        for &(frequency, count) in frequencies {
            let end = start + count as usize;
            while window.back().is_some_and(|&(other, _)| other <= frequency) {
                window.pop_back();
            }
            window.push_back((frequency, end + n - 1));
            while start < end {
                let (greatest, reach) = window[0];
                let until = reach.min(end);
                match runs.last_mut() {
                    Some((last, count)) if *last == greatest => *count += (until - start) as u32,
                    _ => runs.push((greatest, (until - start) as u32)),
                }
                start = until;
                if reach == until {
                    window.pop_front();
                }
            }
        }
        Commonness {
            runs,
            parts: Vec::new(),
            pages: 0,
            often: OFTEN,
            constants: Constants::default(),
            length: start,
        }
    }

    /// With the kinds of the positions.
    fn with(mut self, kinds: &[(Kind, u32)], constants: Constants) -> Self {
        self.constants = constants;
        let mut kinds = kinds.iter().copied();
        let (mut kind, mut left) = (Kind::Text, 0);
        self.parts.reserve(self.runs.len() * 2);
        for &(number, mut count) in &self.runs {
            while count > 0 {
                if left == 0 {
                    // Without kinds all is text.
                    (kind, left) = kinds.next().unwrap_or((Kind::Text, u32::MAX));
                }
                let part = count.min(left);
                self.parts.push((number, part, kind));
                count -= part;
                left -= part;
            }
        }
        self.pages = self.level();
        // A weighted mean: between two pages there is nothing but what the constant says, between many nearly nothing of it.
        let others = i64::from(self.pages.max(2)) - 1;
        self.often = (self.constants.often + OFTEN * (others - 1)) / others;
        self
    }

    fn level(&self) -> u32 {
        let share = (self.length as f64 * SHARE) as usize;
        let needed = share.max(LEAST).min(self.length);
        // The weighted quantile, by halves: the upper one has enough, or what it lacks is in the lower one.
        let mut runs = self.runs.clone();
        let (mut runs, mut needed) = (&mut runs[..], needed);
        while runs.len() > 1 {
            let half = runs.len() / 2;
            runs.select_nth_unstable_by_key(half, |&(commonness, _)| Reverse(commonness));
            let (upper, lower) = runs.split_at_mut(half);
            let reached: usize = upper.iter().map(|(_, length)| *length as usize).sum();
            runs = if reached >= needed {
                upper
            } else {
                needed -= reached;
                lower
            };
        }
        match runs {
            [(commonness, _)] => Frequency(*commonness).pages().max(1),
            _ => 1,
        }
    }

    /// The body at a share of the page's level.
    fn answer(&self, theta: f64, level: u32) -> Range<usize> {
        let shares = THETAS.into_iter().filter(|other| *other >= theta);
        // A learned share may be another one.
        let first = (!THETAS.contains(&theta)).then_some(theta);
        answer_of(
            first
                .into_iter()
                .chain(shares)
                .map(|share| {
                    let threshold = threshold(level, share);
                    self.body(threshold, Weighs::LessWhereCommon).range
                })
                .chain(std::iter::once_with(|| self.beyond(level))),
        )
    }

    /// The body of a page that is like others as a whole, so that its level is theirs and not that of its template: the one
    /// at the first of ever greater levels at which there is one, in the end of the page without any template.
    ///
    /// None on a short page, whose body may be shorter than an n-gram.
    fn beyond(&self, level: u32) -> Range<usize> {
        if self.length < 2 * LEAST {
            return 0..0;
        }
        let greatest = self
            .runs
            .iter()
            .map(|&(number, _)| Frequency(number).pages());
        let greatest = greatest.max().unwrap_or(0);
        (1..)
            .map(|step| level.saturating_mul(1 << step.min(31)).min(greatest + 1))
            .find_map(|threshold| {
                let range = self.body(threshold, Weighs::LessWhereCommon).range;
                (range.len() >= LEAST_BODY || threshold > greatest).then_some(range)
            })
            .unwrap_or_default()
    }

    /// The stretch with the most positions under the threshold, less those that are not, without what separators part from
    /// it. Of equal ones the first to end and the last to begin.
    fn body(&self, threshold: u32, weighs: Weighs) -> Body {
        let mut best = Body::default();
        let mut best_gain = 0i64;
        let mut best_runs = 0..0;
        let mut all = 0;
        // The stretch that ends here and gains most, with its first run.
        let (mut start, mut first, mut gain, mut inside) = (0, 0, 0i64, 0);
        let mut at = 0;
        for (index, &(commonness, length, kind)) in self.parts.iter().enumerate() {
            let length = u64::from(length);
            let commonness = Frequency(commonness);
            if commonness.pages() >= threshold {
                gain -= self.weight_of_template(commonness) * length as i64;
            } else {
                if gain <= 0 {
                    (start, first, gain, inside) = (at, index, 0, 0);
                }
                gain += self.weight_of_own(commonness, kind, ONCE, weighs) * length as i64;
                inside += length;
                all += length;
                if gain > best_gain {
                    best_gain = gain;
                    best.range = start..at + length as usize;
                    best.inside = inside;
                    best_runs = first..index + 1;
                }
            }
            at += length as usize;
        }
        best.all = all;
        let best_runs = self.introduced(&mut best, best_runs, threshold, weighs);
        let runs = &self.parts[best_runs];
        if self.pages < self.constants.parting {
            return best;
        }
        let most = (best.range.len() as f64 * PARTED) as usize;
        let [near_start, near_end] = SEPARATES;
        let before = parted(runs.iter(), most, threshold, near_start);
        let after = parted(runs.iter().rev(), most, threshold, near_end);
        best.range = best.range.start + before.0..best.range.end - after.0;
        best.inside -= before.1 + after.1;
        best
    }

    /// What a unit weighs that is not of the template, if it weighs so much as text.
    fn weight_of_own(&self, commonness: Frequency, kind: Kind, text: i64, weighs: Weighs) -> i64 {
        match kind {
            Kind::Program => self.constants.program,
            Kind::Text => text,
            Kind::Link | Kind::Tag => {
                let pages = commonness.pages().min(self.pages);
                if weighs == Weighs::Evenly || pages < SOME {
                    return ONCE;
                }
                let share = f64::from(pages) / f64::from(self.pages);
                (ONCE as f64 * (1.0 - share.sqrt())).round() as i64
            }
        }
    }

    /// What a unit of the template weighs.
    fn weight_of_template(&self, commonness: Frequency) -> i64 {
        if commonness.once() { ONCE } else { self.often }
    }

    /// Adds to a body, which has these runs, what is right before it and gains most where text counts for more; returns the runs
    /// that it has then.
    fn introduced(
        &self,
        body: &mut Body,
        runs: Range<usize>,
        threshold: u32,
        weighs: Weighs,
    ) -> Range<usize> {
        let (mut first, mut best) = (runs.start, body.clone());
        let (mut start, mut inside, mut gain, mut most) = (body.range.start, body.inside, 0i64, 0);
        for (index, &(commonness, length, kind)) in self.parts[..first].iter().enumerate().rev() {
            let commonness = Frequency(commonness);
            start -= length as usize;
            if commonness.pages() >= threshold {
                gain -= self.weight_of_template(commonness) * i64::from(length);
                continue;
            }
            let weight = self.weight_of_own(commonness, kind, INTRODUCES, weighs);
            gain += weight * i64::from(length);
            inside += u64::from(length);
            if gain > most {
                most = gain;
                first = index;
                best.range.start = start;
                best.inside = inside;
            }
        }
        *body = best;
        first..runs.end
    }
}

/// Of the bodies at a share and at all greater ones the one that counts. A page that others are nearly identical to has none
/// where these count as template, or one of a few units in which they differ: then the least greater share at which there
/// is more decides.
fn answer_of(mut bodies: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let first = bodies.next().unwrap_or_default();
    if first.len() >= LEAST_BODY {
        return first;
    }
    bodies
        .find(|range| range.len() >= LEAST_BODY)
        .unwrap_or(first)
}

/// How many of at most `most` positions, from one end of a stretch on, separators part from the rest: those up to
/// where the positions under the threshold, less the weight of the others, are fewest. With it, how many of them are
/// under it.
fn parted<'a>(
    runs: impl Iterator<Item = &'a (u32, u32, Kind)>,
    most: usize,
    threshold: u32,
    weight: i64,
) -> (usize, u64) {
    let (mut best, mut least) = ((0, 0), 0);
    let (mut at, mut inside, mut gain) = (0, 0, 0i64);
    // What ends here of a piece of template that no page has twice.
    let mut separator = 0;
    for &(commonness, length, _) in runs {
        let commonness = Frequency(commonness);
        at += length as usize;
        if at > most {
            break;
        }
        if commonness.pages() < threshold {
            separator = 0;
            gain += i64::from(length);
            inside += u64::from(length);
            continue;
        }
        let before = separator;
        separator = if commonness.once() {
            before + length as usize
        } else {
            0
        };
        let beyond = separator.saturating_sub(before.max(SEPARATOR)) as i64;
        gain -= i64::from(length) + beyond * (weight - 1);
        if gain < least {
            least = gain;
            best = (at, inside);
        }
    }
    best
}

/// How two divisions of a group's positions agree: into those not of the template and others, and into the bodies and
/// the rest.
#[derive(Debug, Clone, Copy, Default)]
struct Agreement {
    positions: u64,
    bodies: u64,
    inside: u64,
    all: u64,
}

impl Agreement {
    fn add(&mut self, positions: usize, body: &Body) {
        self.positions += positions as u64;
        self.bodies += body.range.len() as u64;
        self.inside += body.inside;
        self.all += body.all;
    }

    /// 2 I(r; s) / (H(r) + H(s)), 0 where the bodies are nothing or all.
    fn normalised_mutual_information(&self) -> f64 {
        let outside = self.positions - self.bodies;
        if self.bodies == 0 || outside == 0 {
            return 0.0;
        }
        let share = |part: u64, whole: u64| part as f64 / whole as f64;
        let bodies = share(self.bodies, self.positions);
        let apart = entropy(share(self.all, self.positions));
        let information = apart
            - bodies * entropy(share(self.inside, self.bodies))
            - (1.0 - bodies) * entropy(share(self.all - self.inside, outside));
        2.0 * information / (apart + entropy(bodies) + 1e-9)
    }
}

fn best_theta(agreements: &[Agreement; THETAS.len()]) -> f64 {
    let mut best = (f64::NEG_INFINITY, THETAS[0]);
    for (agreement, theta) in agreements.iter().zip(THETAS) {
        let information = agreement.normalised_mutual_information();
        if information > best.0 {
            best = (information, theta);
        }
    }
    best.1
}

fn entropy(p: f64) -> f64 {
    if p <= 0.0 || p >= 1.0 {
        return 0.0;
    }
    -(p * math::ln(p) + (1.0 - p) * math::ln(1.0 - p))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::tests::short_index;

    /// Words that no other page has.
    fn own(page: usize, kind: &str, words: usize) -> String {
        (0..words)
            .map(|word| format!("{}{kind} ", (page * 1000 + word) * 7919 % 1_000_003))
            .collect()
    }

    /// All but a few units at the ends, which neighbours may have made common.
    fn assert_near(found: &str, expected: &str) {
        assert!(expected.contains(found), "{found} is not in {expected}");
        assert!(expected.len() - found.len() < 20, "{found} of {expected}");
    }

    /// What is found of pages that are made of a common head and these parts.
    fn found(part: impl Fn(usize) -> Vec<String>) -> Vec<String> {
        let head = "a head that all of the pages have, and that names the site ".repeat(5);
        let page = |number| head.clone() + &part(number).concat();
        let texts: Vec<String> = (0..30).map(page).collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        let useful = texts.iter().zip(template.divisions);
        useful
            .map(|(text, division)| match &division.useful[..] {
                [range] => text[range.clone()].to_owned(),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    /// Weights worked out by hand, for separators of more than 40 positions that weigh five times.
    #[test]
    fn separators_outweigh_what_they_part() {
        const ONCE: Frequency = Frequency(9 << 1 | 1);
        const OFTEN: Frequency = Frequency(9 << 1);
        const OWN: Frequency = Frequency(1 << 1 | 1);
        let parted = |runs: &[(Frequency, u32)], most: usize| {
            let runs = runs.iter();
            let runs: Vec<_> = runs
                .map(|&(frequency, length)| (frequency.number(), length, Kind::Text))
                .collect();
            super::parted(runs.iter(), most, 5, 5)
        };
        // 100 - 60 - 4 * 20, and 100 - 60 where it is no separator.
        assert_eq!(parted(&[(OWN, 100), (ONCE, 60)], 200), (160, 100));
        assert_eq!(parted(&[(OWN, 100), (OFTEN, 60)], 200), (0, 0));
        assert_eq!(parted(&[(OWN, 40), (OFTEN, 60), (OWN, 9)], 200), (100, 40));
        // Two stretches of template are one separator, unless something is between them.
        assert_eq!(
            parted(&[(OWN, 100), (ONCE, 30), (ONCE, 30)], 200),
            (160, 100)
        );
        let interrupted = [(OWN, 100), (ONCE, 30), (OWN, 1), (ONCE, 30)];
        assert_eq!(parted(&interrupted, 200), (0, 0));
        assert_eq!(parted(&[(OWN, 100), (ONCE, 60)], 159), (0, 0));
    }

    #[test]
    fn links_behind_a_separator_are_not_of_the_body() {
        let separator =
            "<div class=\"sidebar\"><h2>what others wrote of this, and what to read next</h2>";
        let bodies = found(|page| {
            vec![
                own(page, "body", 150),
                separator.to_owned(),
                own(page, "link", 15),
            ]
        });
        for (page, body) in bodies.iter().enumerate() {
            assert_near(body, &own(page, "body", 150));
        }
    }

    #[test]
    fn pages_that_are_nearly_identical_have_bodies() {
        // The first and the last page differ in nothing but their numbers.
        let bodies = found(|page| {
            let body = own(page % 29, "body", 120);
            vec![
                body,
                format!("page {page}"),
                " of the same foot for all".to_owned(),
            ]
        });
        assert_near(&bodies[0], &(own(0, "body", 120) + "page 0"));
        assert_eq!(bodies[0].len(), bodies[29].len() - 1);
    }

    #[test]
    fn pages_like_others_as_a_whole_have_bodies() {
        // Three pages each have the same body, but for a number, and next to no template.
        let head = "a head that all have, of fifty characters or so ...";
        let texts: Vec<String> = (0..30)
            .map(|page| format!("{head}{}page {page}", own(page / 3, "body", 300)))
            .collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        for (page, (text, division)) in texts.iter().zip(template.divisions).enumerate() {
            let [range] = &division.useful[..] else {
                panic!("{page}: {division:?}");
            };
            let expected = own(page / 3, "body", 300) + &format!("page {page}");
            assert_near(&text[range.clone()], &expected);
        }
    }

    /// The one body that each of some pages has.
    fn bodies(texts: &[String]) -> Vec<&str> {
        let index = short_index(texts, &LENGTHS);
        let units = |page: usize| texts[page].chars().map(u32::from).collect::<Vec<_>>();
        let template = divide(&index, units, Constants::default());
        let body = |(text, division): (_, Division)| {
            let text: &String = text;
            let [range] = &division.useful[..] else {
                panic!("{division:?}");
            };
            &text[range.clone()]
        };
        texts.iter().zip(template.divisions).map(body).collect()
    }

    #[test]
    fn scripts_of_a_page_are_not_of_its_body() {
        let head = "a head that both of the pages have, and that names the site ".repeat(5);
        let texts: Vec<String> = (0..4)
            .map(|page| {
                let script = own(page, "call", 60);
                let body = own(page, "body", 100);
                format!("{head}<p>{body}</p><script>{script}</script>")
            })
            .collect();
        for (page, found) in bodies(&texts).into_iter().enumerate() {
            // A short tag is no longer than the n-grams that tell the template from the rest.
            let found = found.strip_suffix("<script>").unwrap_or(found);
            assert_near(found, &format!("<p>{}</p>", own(page, "body", 100)));
        }
    }

    #[test]
    fn text_before_a_body_counts_for_more_than_behind_it() {
        // Longer than the text beside it, shorter than half as much again.
        let words = |first: usize| (0..50).map(move |word| format!("{} ", first + word * word));
        let heading = |first: usize| words(first).collect::<String>()[..80].to_owned();
        let parts = |page: usize| {
            vec![
                own(page, "before", 6),
                heading(100),
                own(page, "body", 30),
                heading(5000),
                own(page, "behind", 6),
            ]
        };
        for (page, body) in found(parts).iter().enumerate() {
            assert_near(body, &parts(page)[..3].concat());
        }
    }

    fn commonness_of(parts: Vec<(u32, u32, Kind)>) -> Commonness {
        Commonness {
            runs: Vec::new(),
            parts,
            pages: 64,
            often: OFTEN,
            constants: Constants::default(),
            length: 0,
        }
    }

    #[test]
    fn text_before_a_body_is_of_it_where_that_gains_something() {
        let start = |text: u32| {
            let template = Frequency::new(9, true).number();
            let parts = [(0, text), (template, 30), (0, 90)];
            let parts = parts.map(|(frequency, length)| (frequency, length, Kind::Text));
            let commonness = commonness_of(parts.to_vec());
            commonness.body(5, Weighs::Evenly).range.start
        };
        // Two thirds of what is between them are as much as it.
        assert_eq!((start(20), start(21)), (20 + 30, 0));
    }

    #[test]
    fn links_and_tags_that_more_pages_have_weigh_less() {
        let commonness = commonness_of(Vec::new());
        let weight = |pages, kind, weighs| {
            let frequency = Frequency::new(pages, true);
            commonness.weight_of_own(frequency, kind, ONCE, weighs)
        };
        let less = [1, 3, 4, 16, 36, 64, 70].map(|pages| {
            assert_eq!(weight(pages, Kind::Tag, Weighs::Evenly), ONCE);
            assert_eq!(weight(pages, Kind::Text, Weighs::LessWhereCommon), ONCE);
            weight(pages, Kind::Link, Weighs::LessWhereCommon)
        });
        assert_eq!(less, [ONCE, ONCE, 12, 8, 4, 0, 0]);
    }

    #[test]
    fn menus_that_differ_by_chapter_are_not_of_the_bodies_behind_them() {
        // The links are of the chapter, but for one that is the page's own.
        let head = "a head that all of the pages have, and that names the site ".repeat(5);
        let link = |page: usize, kind: &str| {
            let of = own(page, kind, 2);
            format!("<li class=\"{of}\"><a href=\"{of}\">{of}</a></li>")
        };
        let body = |page: usize| own(page, "body", 150);
        let texts: Vec<String> = (0..40)
            .map(|page| {
                let mut menu: Vec<String> = (0..12)
                    .map(|entry| link(100 * (page / 10) + entry, "entry"))
                    .collect();
                menu[6] = link(page, "own");
                format!("{head}{}<h1>{}", menu.concat(), body(page))
            })
            .collect();
        for (page, found) in bodies(&texts).into_iter().enumerate() {
            assert!(found.contains(&body(page)[20..]), "{page}: {found}");
            assert!(!found.contains("entry"), "{page}: {found}");
        }
    }

    #[test]
    fn what_bodies_repeat_does_not_end_them_on_few_pages() {
        let head = "a head that both of the pages have, and that names the site ".repeat(5);
        let body = |page: usize| {
            let row = |row: usize| {
                format!(
                    "<td class=\"of a table\">{}</td>\n",
                    own(page, "cell", row + 2)
                )
            };
            (0..30).map(row).collect::<String>()
        };
        let texts: Vec<String> = (0..3).map(|page| head.clone() + &body(page)).collect();
        let template = divide(&short_index(&texts, &LENGTHS), |_| [], Constants::default());
        for (page, division) in template.divisions.iter().enumerate() {
            let found: usize = division.useful.iter().map(|range| range.len()).sum();
            assert!(10 * found > 9 * body(page).len(), "{page}: {division:?}");
        }
    }

    #[test]
    fn what_stands_in_the_middle_of_all_bodies_does_not_divide_them() {
        let advertisement = "<aside>an advertisement in the middle of every article</aside>";
        let bodies = found(|page| {
            vec![
                own(page, "first", 70),
                advertisement.to_owned(),
                own(page, "second", 70),
                "a foot that all of the pages have".to_owned(),
            ]
        });
        for (page, body) in bodies.iter().enumerate() {
            let expected = own(page, "first", 70) + advertisement + &own(page, "second", 70);
            assert_near(body, &expected);
        }
    }

    #[test]
    fn bodies_end_where_most_do_before_the_end_of_the_page() {
        // Some have an example in front of their last words, whose markup is of the template.
        let row = |row: usize| format!("<span class=\"of an example\">{row}</span> ");
        let example = (0..60).map(row).collect::<String>();
        let parts = |page: usize| match page % 5 {
            0 => vec![
                own(page, "body", 100),
                example.clone(),
                own(page, "last", 2),
            ],
            _ => vec![own(page, "body", 160)],
        };
        for (page, body) in found(parts).iter().enumerate() {
            assert_near(body, &parts(page).concat());
        }
    }
}
