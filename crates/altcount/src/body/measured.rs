//! What the pages of a site say by themselves: the level, the candidate bodies and the text that only a page has (steps 1
//! to 3), and the groups that pages of one level form (step 4).

use std::collections::BTreeMap;
use std::ops::Range;

use super::Group;
use super::agreement::{Agreement, best_theta};
use super::commonness::{Commonness, Weighs, answer_of, threshold};
use super::containers::Containers;
use super::leading_menu::separators;
use super::useful::Own;
use crate::constants::{Constants, LEAST_BODY, LENGTHS, LEVEL, THETAS};

/// The answers for one page, by n-grams of each of [`LENGTHS`].
pub(super) type Answers = [Range<usize>; LENGTHS.len()];

/// The bodies of a page for n-grams of one length: at each of [`THETAS`], and that of a page that others repeat as a
/// whole. The positions of all pages are held, so they take 32 bits.
type Candidates = [(u32, u32); THETAS.len() + 1];

/// How positions and bodies agree at each of [`THETAS`].
type Agreements = [Agreement; THETAS.len()];

/// The measured pages of a site.
#[derive(Default)]
pub(super) struct Measured {
    pub(super) pages: Vec<Page>,
    /// The text that only a page has, for each page.
    pub(super) owns: Vec<Own>,
    pub(super) containers: Containers,
    /// For each level, its number of pages, and their agreements for n-grams of each length.
    agreements: BTreeMap<u32, (u64, [Agreements; LENGTHS.len()])>,
}

/// A measured page.
pub(super) struct Page {
    /// The number of pages of its template.
    pub(super) level: u32,
    /// Where the separators end that menus are dropped before.
    pub(super) separators: Vec<usize>,
    /// The candidate bodies for n-grams of each length. The share is chosen later, for the whole group.
    candidates: Box<[Candidates; LENGTHS.len()]>,
}

impl Measured {
    /// Adds the next page. `commonness` is that of its positions, by n-grams of each length.
    pub(super) fn add(
        &mut self,
        units: &[u32],
        commonness: &[Commonness; LENGTHS.len()],
        constants: Constants,
    ) {
        let levels = commonness.each_ref().map(Commonness::level);
        let level = levels[LEVEL];
        let (pages, agreements) = self.agreements.entry(level).or_default();
        *pages += 1;
        let mut candidates = Box::<[Candidates; LENGTHS.len()]>::default();
        for (((candidates, commonness), level), agreements) in
            (candidates.iter_mut().zip(commonness).zip(levels)).zip(agreements)
        {
            *candidates = candidates_of(commonness, level, agreements);
        }
        let parts = &commonness[LEVEL].parts;
        let own = Own::new(units, parts, level, constants);
        self.containers.add(units, &own);
        self.owns.push(own);
        self.pages.push(Page {
            level,
            separators: separators(units, parts, level, constants),
            candidates,
        });
    }

    /// Returns the groups by level, with the shares that maximise the agreement.
    pub(super) fn groups(&self) -> BTreeMap<u32, Group> {
        let groups = self.agreements.iter();
        groups
            .map(|(&level, (pages, agreements))| {
                let group = Group {
                    level,
                    pages: *pages,
                    thetas: agreements.each_ref().map(best_theta),
                };
                (level, group)
            })
            .collect()
    }
}

impl Page {
    /// Returns the bodies at the shares of the page's group.
    pub(super) fn answers(&self, thetas: &[f64; LENGTHS.len()]) -> Answers {
        let mut answers = Answers::default();
        for ((answer, candidates), theta) in answers.iter_mut().zip(&*self.candidates).zip(thetas) {
            let candidates = THETAS.into_iter().chain([f64::INFINITY]).zip(candidates);
            *answer = answer_of(
                candidates
                    .filter(|(other, _)| other >= theta)
                    .map(|(_, &(start, end))| start as usize..end as usize),
            );
        }
        answers
    }
}

/// Returns the candidate bodies of a page of this level, and adds how they agree with its positions.
fn candidates_of(commonness: &Commonness, level: u32, agreements: &mut Agreements) -> Candidates {
    let stored = |body: &Range<usize>| (body.start as u32, body.end as u32);
    let mut candidates = Candidates::default();
    // With few pages, several shares give the same threshold.
    let mut last = None;
    for ((theta, agreement), candidate) in THETAS.iter().zip(agreements).zip(&mut candidates) {
        let threshold = threshold(level, *theta);
        let (even, body) = match last.take() {
            Some((same, even, body)) if same == threshold => (even, body),
            _ => (
                commonness.body(threshold, Weighs::Evenly),
                commonness.body(threshold, Weighs::LessWhereCommon),
            ),
        };
        agreement.add(commonness.length, &even);
        *candidate = stored(&body.range);
        last = Some((threshold, even, body));
    }
    if last.is_none_or(|(_, _, body)| body.range.len() < LEAST_BODY) {
        candidates[THETAS.len()] = stored(&commonness.beyond(level));
    }
    candidates
}
