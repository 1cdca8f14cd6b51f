//! Accuracy, recall and precision against a division given by delimiters (section 4.1).

use std::ops::Range;

/// Agreement of divisions with the true ones, in units summed over pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    /// All units.
    pub units: u64,
    /// Units that are truly useful.
    pub correct: u64,
    /// Units that the division takes as useful.
    pub useful: u64,
    /// Units that are useful in both.
    pub both: u64,
}

impl Score {
    /// Adds one page: its length, its truly useful ranges and those of the division. Both lists are
    /// in order.
    pub fn add(&mut self, length: usize, correct: &[Range<usize>], useful: &[Range<usize>]) {
        let total =
            |ranges: &[Range<usize>]| ranges.iter().map(|range| range.len() as u64).sum::<u64>();
        self.units += length as u64;
        self.correct += total(correct);
        self.useful += total(useful);
        self.both += total(&intersection(correct, useful));
    }

    /// The share of units that both divisions classify alike. `None` without units.
    pub fn accuracy(&self) -> Option<f64> {
        let different = self.correct + self.useful - 2 * self.both;
        share(self.units - different, self.units)
    }

    /// The share of the truly useful units that were found. `None` if there are none.
    pub fn recall(&self) -> Option<f64> {
        share(self.both, self.correct)
    }

    /// The F1 of the useful parts: the harmonic mean of recall and precision. `None` if nothing is
    /// useful in either division.
    pub fn f1(&self) -> Option<f64> {
        share(2 * self.both, self.correct + self.useful)
    }

    /// The share of the found units that are truly useful. `None` if none were found.
    pub fn precision(&self) -> Option<f64> {
        share(self.both, self.useful)
    }
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn intersection(a: &[Range<usize>], b: &[Range<usize>]) -> Vec<Range<usize>> {
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut shared = Vec::new();
    while let (Some(&x), Some(&y)) = (a.peek(), b.peek()) {
        let both = x.start.max(y.start)..x.end.min(y.end);
        if !both.is_empty() {
            shared.push(both);
        }
        if x.end <= y.end {
            a.next();
        } else {
            b.next();
        }
    }
    shared
}

/// Returns the ranges of a page that are not in `ranges`, which are in order.
pub fn complement(ranges: &[Range<usize>], length: usize) -> Vec<Range<usize>> {
    let starts = std::iter::once(0).chain(ranges.iter().map(|range| range.end));
    let ends = ranges.iter().map(|range| range.start).chain([length]);
    starts
        .zip(ends)
        .map(|(start, end)| start..end)
        .filter(|range| !range.is_empty())
        .collect()
}

/// Returns the ranges between each left delimiter and the next right delimiter after it, for
/// several pairs of delimiters. Delimiters are sequences of units. They are not part of a range,
/// unless they lie in one of another pair.
pub fn between(page: &[u32], pairs: &[(Vec<u32>, Vec<u32>)]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for (left, right) in pairs {
        let mut at = 0;
        while let Some(start) = find(page, left, at).map(|start| start + left.len())
            && let Some(end) = find(page, right, start)
        {
            found.push(start..end);
            at = end + right.len();
            if left.is_empty() && right.is_empty() {
                break;
            }
        }
    }
    found.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<usize>> = Vec::new();
    for range in found.into_iter().filter(|range| !range.is_empty()) {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

fn find(page: &[u32], sought: &[u32], from: usize) -> Option<usize> {
    if sought.is_empty() {
        return (from <= page.len()).then_some(from);
    }
    page[from..]
        .windows(sought.len())
        .position(|window| window == sought)
        .map(|at| from + at)
}

#[cfg(test)]
// The lint suspects a mistake in a list of one range, but it is intended.
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    fn units(text: &str) -> Vec<u32> {
        text.chars().map(u32::from).collect()
    }

    #[test]
    fn shares_of_section_4_1() {
        let mut score = Score::default();
        score.add(10, &[2..6], &[4..8]);
        score.add(10, &[0..3], &[0..3]);
        assert_eq!(
            (score.units, score.correct, score.useful, score.both),
            (20, 7, 7, 5)
        );
        assert_eq!(score.accuracy(), Some(0.8));
        assert_eq!(score.recall(), Some(5.0 / 7.0));
        assert_eq!(score.f1(), Some(10.0 / 14.0));
        assert_eq!(Score::default().accuracy(), None);
        assert_eq!(Score::default().f1(), None);
    }

    #[test]
    fn delimiters_do_not_nest_or_overlap() {
        let pairs = [(units("<a>"), units("</a>")), (units("["), units("]"))];
        let page = units("<a>x<a>y</a>z<a>[q]</a><a>open");
        assert_eq!(between(&page, &pairs), [3..8, 16..19]);
        assert_eq!(between(&page, &[(units("none"), units("]"))]), []);
    }

    #[test]
    fn what_is_left_over() {
        assert_eq!(complement(&[0..2, 5..6], 8), [2..5, 6..8]);
        assert_eq!(complement(&[], 0), []);
        assert_eq!(complement(&[0..4], 4), []);
    }
}
