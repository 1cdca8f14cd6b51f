//! Finds runs of frequent lines in the body: a notice between the parts of a text, or the menu of a page.
//!
//! A single frequent line may be a phrase that many texts share. Several consecutive ones come from one source. The
//! line filters of web corpora correspond to runs of one line. CCNet (Wenzek et al. 2020) removes every paragraph that
//! another document has. C4 (Raffel et al. 2020) removes all but one occurrence of each span of three sentences.

use linenorm::{Rules, normalise, raw_lines};

/// A run of raw lines: the numbers of the first and the last, from 1.
pub type Run = (u64, u64);

/// Returns the runs of at least `least` frequent lines in a text whose first raw line has the number `first`.
///
/// Trivial lines between two frequent ones belong to the run but do not count. Those before and after it do not belong
/// to it. Blank lines are always trivial here, since they separate paragraphs.
pub fn runs(
    text: &str,
    first: u64,
    least: u64,
    rules: Rules,
    mut is_frequent: impl FnMut(&str) -> bool,
) -> Vec<Run> {
    let mut scratch = String::new();
    let mut found = Vec::new();
    let (mut run, mut count) = ((0, 0), 0);
    for (number, raw) in (first..).zip(raw_lines(text)) {
        let line = normalise(raw, &mut scratch);
        if line.is_empty() || !rules.keep(line) {
            continue;
        }
        if is_frequent(line) {
            run = (if count == 0 { number } else { run.0 }, number);
            count += 1;
            continue;
        }
        if count >= least {
            found.push(run);
        }
        count = 0;
    }
    if count >= least {
        found.push(run);
    }
    found
}

/// Whether a text whose first raw line has the number `first` has words outside the runs.
pub fn leaves_words(text: &str, first: u64, runs: &[Run]) -> bool {
    let mut runs = runs.iter().peekable();
    (first..).zip(raw_lines(text)).any(|(number, raw)| {
        while runs.next_if(|(_, last)| *last < number).is_some() {}
        let is_outside = runs.peek().is_none_or(|(first, _)| number < *first);
        is_outside && raw.contains(char::is_alphanumeric)
    })
}

/// Returns the raw lines from `first` to `last` that are in none of the runs, as runs.
pub fn others(first: u64, last: u64, runs: &[Run]) -> Vec<Run> {
    let mut from = first;
    let mut found = Vec::new();
    for &(begin, end) in runs.iter().chain([&(last + 1, last + 1)]) {
        if from < begin {
            found.push((from, begin - 1));
        }
        from = end + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::tests::{document, is_frequent};
    use proptest::prelude::*;

    fn runs_of(pattern: &str, least: u64) -> Vec<Run> {
        runs(&document(pattern), 11, least, Rules::default(), is_frequent)
    }

    #[test]
    fn a_run_has_enough_frequent_lines() {
        assert_eq!(runs_of("iFFiFFFi", 3), [(15, 17)]);
        assert_eq!(runs_of("iFFiFFFi", 1), [(12, 13), (15, 17)]);
        assert_eq!(runs_of("FFF", 3), [(11, 13)]);
        assert_eq!(runs_of("", 1), []);
    }

    #[test]
    fn trivial_lines_join_a_run_and_are_not_around_it() {
        assert_eq!(runs_of("i.F..F.Fx.i", 3), [(13, 18)]);
        assert_eq!(runs_of("F..F.x", 3), []);
    }

    #[test]
    fn blank_lines_stay_even_if_they_are_frequent() {
        let all = Rules {
            keep_trivial: true,
            ..Rules::default()
        };
        let text = "Rye\n\nBuy now\n\nOats\n\n";
        let found = runs(text, 1, 1, all, |line| ["", "Buy now"].contains(&line));
        assert_eq!(found, [(3, 3)]);
    }

    #[test]
    fn the_others_are_what_is_left() {
        assert_eq!(others(3, 9, &[(4, 5), (9, 9)]), [(3, 3), (6, 8)]);
        assert_eq!(others(3, 9, &[]), [(3, 9)]);
        assert_eq!(others(3, 2, &[]), []);
        assert_eq!(others(3, 4, &[(3, 4)]), []);
    }

    proptest! {
        /// Every line is either in a run or in one of the others, in order.
        #[test]
        fn nothing_is_lost(pattern in "[Fi.]{0,40}", least in 1u64..5) {
            let runs = runs_of(&pattern, least);
            let last = 10 + pattern.len() as u64;
            let mut all: Vec<Run> = others(11, last, &runs);
            all.extend(&runs);
            all.sort_unstable();
            let numbers: Vec<u64> = all.iter().flat_map(|&(first, last)| first..=last).collect();
            prop_assert_eq!(numbers, (11..=last).collect::<Vec<u64>>());
        }
    }
}
