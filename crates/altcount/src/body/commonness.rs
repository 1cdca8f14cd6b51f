//! The commonness of the positions of a page, and the range that differs most from the template.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::Range;

use crate::constants::{
    COMMON_LINK_PAGES, Constants, LEAST_BODY, LEVEL_SHARE, LEVEL_UNITS, SEPARATED_PART,
    SEPARATOR_UNITS, SEPARATOR_WEIGHTS, THETAS, WEIGHT_INTRODUCTION, WEIGHT_OFTEN, WEIGHT_ONCE,
};
use crate::markup::kinds::Kind;
use crate::ngrams::frequencies::Frequency;
use crate::ngrams::nested::Run;

/// How links and tags outside the template are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weighs {
    /// Like text, whatever share of the pages has them. Thresholds are chosen with this weighting.
    Evenly,
    /// Less the more pages have them: 1 minus the square root of their share, so nothing if all pages of the template
    /// have them.
    LessWhereCommon,
}

/// The commonness of a page's positions.
pub(super) struct Commonness {
    /// Runs of neighbouring positions with the same highest [`Frequency`], given by its number.
    runs: Vec<Run>,
    /// The same runs, split where the kind changes, with the kinds.
    pub(super) parts: Vec<(u32, u32, Kind)>,
    /// The level.
    pages: u32,
    /// The weight of a template unit whose n-gram some page has more than once.
    often: i64,
    constants: Constants,
    pub(super) length: usize,
}

/// A range of a page, and how it agrees with the positions outside the template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Body {
    pub(super) range: Range<usize>,
    /// The number of positions inside the range that are outside the template.
    pub(super) inside: u64,
    /// The number of positions of the page that are outside the template.
    pub(super) all: u64,
}

impl Commonness {
    /// Computes the commonness from the frequencies of the n-grams at the positions of a page.
    pub(super) fn new(frequencies: &[Run], n: usize) -> Self {
        let mut runs = Vec::new();
        // A monotonic queue over the last n positions. Its first entry is the greatest frequency; each further one
        // becomes the greatest when those before it are out of reach. Each entry has the position at which it leaves
        // the window.
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
            often: WEIGHT_OFTEN,
            constants: Constants::default(),
            length: start,
        }
    }

    /// Adds the kinds of the positions.
    pub(super) fn with(mut self, kinds: &[(Kind, u32)], constants: Constants) -> Self {
        self.constants = constants;
        let mut kinds = kinds.iter().copied();
        let (mut kind, mut left) = (Kind::Text, 0);
        self.parts.reserve(self.runs.len() * 2);
        for &(number, mut count) in &self.runs {
            while count > 0 {
                if left == 0 {
                    // Without kinds, everything is text.
                    (kind, left) = kinds.next().unwrap_or((Kind::Text, u32::MAX));
                }
                let part = count.min(left);
                self.parts.push((number, part, kind));
                count -= part;
                left -= part;
            }
        }
        self.pages = self.level();
        // A weighted mean: for two pages it is the constant, and with more pages it approaches [`WEIGHT_OFTEN`].
        let others = i64::from(self.pages.max(2)) - 1;
        self.often = (self.constants.often + WEIGHT_OFTEN * (others - 1)) / others;
        self
    }

    pub(super) fn level(&self) -> u32 {
        let share = (self.length as f64 * LEVEL_SHARE) as usize;
        let needed = share.max(LEVEL_UNITS).min(self.length);
        // The weighted quantile by bisection: either the upper half has enough, or the lower half holds the remainder.
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
            [(commonness, _)] => Frequency::from_number(*commonness).pages().max(1),
            _ => 1,
        }
    }

    /// Returns the body at a share of the page's level.
    pub(super) fn answer(&self, theta: f64, level: u32) -> Range<usize> {
        let shares = THETAS.into_iter().filter(|other| *other >= theta);
        // A learned share need not be one of the candidates.
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

    /// Returns the body of a page that other pages repeat as a whole, so that its level counts these pages instead of
    /// those of its template. The level is doubled until there is a body; at last it is so high that nothing counts as
    /// template.
    ///
    /// Returns an empty range for a short page, whose body may be shorter than an n-gram.
    pub(super) fn beyond(&self, level: u32) -> Range<usize> {
        if self.length < 2 * LEVEL_UNITS {
            return 0..0;
        }
        let greatest = self
            .runs
            .iter()
            .map(|&(number, _)| Frequency::from_number(number).pages());
        let greatest = greatest.max().unwrap_or(0);
        let body = |threshold| self.body(threshold, Weighs::LessWhereCommon).range;
        // A few words may be all that a page has of its own. All of the page is its body only if it has none.
        let is_empty = body(level).is_empty();
        let thresholds = (1..)
            .map(|step| level.saturating_mul(1 << step.min(31)))
            .take_while(|threshold| *threshold <= greatest)
            .chain(is_empty.then_some(greatest + 1));
        thresholds
            .map(body)
            .find(|range| range.len() >= LEAST_BODY)
            .unwrap_or_default()
    }

    /// Returns the range with the greatest weight of positions under the threshold, minus the weight of the others,
    /// without the ends that separators cut off. Among equals it is the first to end, then the last to begin.
    pub(super) fn body(&self, threshold: u32, weighs: Weighs) -> Body {
        let mut best = Body::default();
        let mut best_gain = 0i64;
        let mut best_runs = 0..0;
        let mut all = 0;
        // The best range that ends here, with its first run.
        let (mut start, mut first, mut gain, mut inside) = (0, 0, 0i64, 0);
        let mut at = 0;
        for (index, &(commonness, length, kind)) in self.parts.iter().enumerate() {
            let length = u64::from(length);
            let commonness = Frequency::from_number(commonness);
            if commonness.pages() >= threshold {
                gain -= self.weight_of_template(commonness) * length as i64;
            } else {
                if gain <= 0 {
                    (start, first, gain, inside) = (at, index, 0, 0);
                }
                gain += self.weight_of_own(commonness, kind, WEIGHT_ONCE, weighs) * length as i64;
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
        let most = (best.range.len() as f64 * SEPARATED_PART) as usize;
        let [near_start, near_end] = SEPARATOR_WEIGHTS;
        let before = parted(runs.iter(), most, threshold, near_start);
        let after = parted(runs.iter().rev(), most, threshold, near_end);
        best.range = best.range.start + before.0..best.range.end - after.0;
        best.inside -= before.1 + after.1;
        best
    }

    /// Returns the weight of a unit outside the template, if a unit of text weighs `text`.
    fn weight_of_own(&self, commonness: Frequency, kind: Kind, text: i64, weighs: Weighs) -> i64 {
        match kind {
            Kind::Program => self.constants.program,
            Kind::Text => text,
            Kind::Link | Kind::Tag => {
                let pages = commonness.pages().min(self.pages);
                if weighs == Weighs::Evenly || pages < COMMON_LINK_PAGES {
                    return WEIGHT_ONCE;
                }
                let share = f64::from(pages) / f64::from(self.pages);
                (WEIGHT_ONCE as f64 * (1.0 - share.sqrt())).round() as i64
            }
        }
    }

    /// Returns the weight of a template unit.
    fn weight_of_template(&self, commonness: Frequency) -> i64 {
        if commonness.once() {
            WEIGHT_ONCE
        } else {
            self.often
        }
    }

    /// Extends a body with these runs backwards to the start with the largest gain, if text has the weight of an
    /// introduction. Returns its new runs.
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
            let commonness = Frequency::from_number(commonness);
            start -= length as usize;
            if commonness.pages() >= threshold {
                gain -= self.weight_of_template(commonness) * i64::from(length);
                continue;
            }
            let weight = self.weight_of_own(commonness, kind, WEIGHT_INTRODUCTION, weighs);
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

/// Chooses among the bodies at a share and at all greater shares. If other pages are nearly identical to a page, they
/// may count as its template. Its body is then empty, or just the few units that differ. In that case the smallest
/// greater share with a longer body decides.
pub(super) fn answer_of(mut bodies: impl Iterator<Item = Range<usize>>) -> Range<usize> {
    let first = bodies.next().unwrap_or_default();
    if first.len() >= LEAST_BODY {
        return first;
    }
    bodies
        .find(|range| range.len() >= LEAST_BODY)
        .unwrap_or(first)
}

/// Returns how many of at most `most` positions, from one end of a range, separators cut off: the prefix in which the
/// positions under the threshold, minus the weight of the others, are fewest. Also returns how many of them are under
/// the threshold.
fn parted<'a>(
    runs: impl Iterator<Item = &'a (u32, u32, Kind)>,
    most: usize,
    threshold: u32,
    weight: i64,
) -> (usize, u64) {
    let (mut best, mut least) = ((0, 0), 0);
    let (mut at, mut inside, mut gain) = (0, 0, 0i64);
    // The length so far of a stretch of template that no page has twice.
    let mut separator = 0;
    for &(commonness, length, _) in runs {
        let commonness = Frequency::from_number(commonness);
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
        let beyond = separator.saturating_sub(before.max(SEPARATOR_UNITS)) as i64;
        gain -= i64::from(length) + beyond * (weight - 1);
        if gain < least {
            least = gain;
            best = (at, inside);
        }
    }
    best
}

/// Returns the commonness below which a position is outside the template.
pub(super) fn threshold(level: u32, theta: f64) -> u32 {
    // A rounding error must not lift the product above a whole number.
    ((f64::from(level) * theta - 1e-12).ceil() as u32).max(2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ngrams::Times;

    /// The expected values were computed by hand, with a weight of 5 for each position of a separator beyond the 40th.
    #[test]
    fn separators_outweigh_what_they_part() {
        const ONCE: Frequency = Frequency::new(9, Times::Once);
        const OFTEN: Frequency = Frequency::new(9, Times::Several);
        const OWN: Frequency = Frequency::new(1, Times::Once);
        let parted = |runs: &[(Frequency, u32)], most: usize| {
            let runs = runs.iter();
            let runs: Vec<_> = runs
                .map(|&(frequency, length)| (frequency.number(), length, Kind::Text))
                .collect();
            super::parted(runs.iter(), most, 5, 5)
        };
        // 100 - 60 - 4 * 20, and 100 - 60 without a separator.
        assert_eq!(parted(&[(OWN, 100), (ONCE, 60)], 200), (160, 100));
        assert_eq!(parted(&[(OWN, 100), (OFTEN, 60)], 200), (0, 0));
        assert_eq!(parted(&[(OWN, 40), (OFTEN, 60), (OWN, 9)], 200), (100, 40));
        // Two stretches of template are one separator, unless other text is between them.
        assert_eq!(
            parted(&[(OWN, 100), (ONCE, 30), (ONCE, 30)], 200),
            (160, 100)
        );
        let interrupted = [(OWN, 100), (ONCE, 30), (OWN, 1), (ONCE, 30)];
        assert_eq!(parted(&interrupted, 200), (0, 0));
        assert_eq!(parted(&[(OWN, 100), (ONCE, 60)], 159), (0, 0));
    }

    fn commonness_of(parts: Vec<(u32, u32, Kind)>) -> Commonness {
        Commonness {
            runs: Vec::new(),
            parts,
            pages: 64,
            often: WEIGHT_OFTEN,
            constants: Constants::default(),
            length: 0,
        }
    }

    #[test]
    fn text_before_a_body_is_of_it_where_that_gains_something() {
        let start = |text: u32| {
            let template = Frequency::new(9, Times::Once).number();
            let parts = [(0, text), (template, 30), (0, 90)];
            let parts = parts.map(|(frequency, length)| (frequency, length, Kind::Text));
            let commonness = commonness_of(parts.to_vec());
            commonness.body(5, Weighs::Evenly).range.start
        };
        // Text weighs 1.5 times as much here, so it must be longer than two thirds of the template after it.
        assert_eq!((start(20), start(21)), (20 + 30, 0));
    }

    #[test]
    fn links_and_tags_that_more_pages_have_weigh_less() {
        let commonness = commonness_of(Vec::new());
        let weight = |pages, kind, weighs| {
            let frequency = Frequency::new(pages, Times::Once);
            commonness.weight_of_own(frequency, kind, WEIGHT_ONCE, weighs)
        };
        let less = [1, 3, 4, 16, 36, 64, 70].map(|pages| {
            assert_eq!(weight(pages, Kind::Tag, Weighs::Evenly), WEIGHT_ONCE);
            assert_eq!(
                weight(pages, Kind::Text, Weighs::LessWhereCommon),
                WEIGHT_ONCE
            );
            weight(pages, Kind::Link, Weighs::LessWhereCommon)
        });
        assert_eq!(less, [WEIGHT_ONCE, WEIGHT_ONCE, 12, 8, 4, 0, 0]);
    }
}
