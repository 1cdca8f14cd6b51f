//! Classifies short lines as boilerplate or variable.
//!
//! Frequency records contain only lines with 30 characters or more, so they do not cover short
//! lines: `1.F.` is part of every licence, `Title: Emma` of one book. Short lines are classified by
//! their neighbours. A short line is boilerplate if at least an eighth of the documents with a
//! boilerplate line continue with it. If the documents continue differently, the line is variable.
//! The line after it is used in the same way.

use std::collections::{HashMap, HashSet};

use freqlines::FrequencySet;
use linenorm::{Rules, normalise};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Ends;

/// A short line is boilerplate if at least one in this number of documents with its neighbour has
/// it.
const ONE_IN: u32 = 8;

/// The minimum number of documents with a short line next to its neighbour.
const AT_LEAST: u32 = 3;

/// The hashes that represent the position before the first line of the preamble and of the
/// epilogue.
const START: [u64; 2] = [1, 2];

/// The class of a line, ignoring its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Frequent,
    Short,
    Variable,
}

/// Document frequencies of lines and of pairs of a short line and its neighbour, by 64-bit XXH3 hashes.
#[derive(Debug, Clone, Default)]
pub struct ShortLines {
    /// The document frequencies of lines that are not variable.
    lines: HashMap<u64, u32>,
    /// The document frequencies of pairs of a short line and such a line before or after it.
    pairs: HashMap<u64, u32>,
}

impl ShortLines {
    /// Counts the lines and pairs of a document's preamble and epilogue.
    pub fn learn(&mut self, text: &str, ends: &Ends, frequent: &FrequencySet, rules: Rules) {
        let mut lines = HashSet::new();
        let mut pairs = HashSet::new();
        let mut scratch = String::new();
        for (part, start) in ends.parts.iter().zip(START) {
            let mut previous = Some(start);
            let mut previous_short = None;
            lines.insert(start);
            for range in part {
                let line = normalise(without_end(&text[range.clone()]), &mut scratch);
                let class = classify(line, frequent, rules);
                if class == Class::Blank {
                    continue;
                }
                let hash = xxh3_64(line.as_bytes());
                if let Some(previous) = previous
                    && class == Class::Short
                {
                    pairs.insert(after(previous, hash));
                }
                previous = None;
                if class != Class::Variable {
                    lines.insert(hash);
                    pairs.extend(previous_short.map(|short| before(short, hash)));
                    previous = Some(hash);
                }
                previous_short = (class == Class::Short).then_some(hash);
            }
        }
        for line in lines {
            *self.lines.entry(line).or_default() += 1;
        }
        for pair in pairs {
            *self.pairs.entry(pair).or_default() += 1;
        }
    }

    /// Whether a short line is boilerplate if `neighbour` is. `pair` is the hash of the two.
    fn follows(&self, neighbour: u64, pair: u64) -> bool {
        let documents = self.pairs.get(&pair).copied().unwrap_or(0);
        let all = self.lines.get(&neighbour).copied().unwrap_or(0);
        documents >= AT_LEAST && documents.saturating_mul(ONE_IN) >= all
    }

    /// Returns whether each line of a part (0 or 1) is boilerplate; `None` for a blank line, which
    /// belongs to its neighbours.
    pub(crate) fn boilerplate(
        &self,
        text: &str,
        ends: &Ends,
        part: usize,
        frequent: &FrequencySet,
        rules: Rules,
    ) -> Vec<Option<bool>> {
        let mut scratch = String::new();
        let lines: Vec<(Class, u64)> = ends.parts[part]
            .iter()
            .map(|range| {
                let line = normalise(without_end(&text[range.clone()]), &mut scratch);
                (classify(line, frequent, rules), xxh3_64(line.as_bytes()))
            })
            .collect();
        let mut labels: Vec<Option<bool>> = lines
            .iter()
            .map(|(class, _)| (*class != Class::Blank).then_some(*class == Class::Frequent))
            .collect();
        let mut neighbour = Some(START[part]);
        for (&(class, hash), label) in lines.iter().zip(&mut labels) {
            let follows = |neighbour| self.follows(neighbour, after(neighbour, hash));
            propagate(class, hash, label, &mut neighbour, follows);
        }
        neighbour = None;
        for (&(class, hash), label) in lines.iter().zip(&mut labels).rev() {
            let follows = |neighbour| self.follows(neighbour, before(hash, neighbour));
            propagate(class, hash, label, &mut neighbour, follows);
        }
        labels
    }
}

/// Labels a short line by its neighbour: the last line that is not blank, if it is boilerplate.
fn propagate(
    class: Class,
    hash: u64,
    label: &mut Option<bool>,
    neighbour: &mut Option<u64>,
    follows: impl Fn(u64) -> bool,
) {
    let Some(is_boilerplate) = label else {
        return;
    };
    *is_boilerplate |= class == Class::Short && neighbour.is_some_and(follows);
    *neighbour = is_boilerplate.then_some(hash);
}

fn classify(line: &str, frequent: &FrequencySet, rules: Rules) -> Class {
    if line.is_empty() {
        Class::Blank
    } else if frequent.contains(line.as_bytes()) {
        Class::Frequent
    } else if rules.is_trivial(line) {
        Class::Short
    } else {
        Class::Variable
    }
}

/// Returns the hash of a short line and the line before it.
fn after(previous: u64, short: u64) -> u64 {
    xxh3_64_with_seed(&short.to_le_bytes(), previous)
}

/// Returns the hash of a short line and the line after it.
fn before(short: u64, next: u64) -> u64 {
    xxh3_64_with_seed(&short.to_le_bytes(), !next)
}

fn without_end(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use freqlines::Key;

    #[test]
    fn short_lines_are_classified_by_their_neighbours() {
        let mut frequent = FrequencySet::default();
        frequent.insert(Key::Text, Some(b"A frequent line that is long enough"));
        let text = |title: &str| {
            format!(
                "A frequent line that is long enough\n\n1.F.\nA frequent line that is long enough\n\
                 Section 2.\n{title}\nBy {title}\n<div>\nA frequent line that is long enough\n"
            )
        };
        let rules = Rules::default();
        let mut short = ShortLines::default();
        let mut texts: Vec<String> = ["Emma", "Ulysses", "Emma", "Moby-Dick"].map(&text).into();
        texts.extend((0..12).map(|number| text(&format!("Volume {number}"))));
        for text in &texts {
            short.learn(text, &Ends::new(text, 1..10, 10), &frequent, rules);
        }
        let ends = Ends::new(&texts[0], 1..10, 10);
        let judged = short.boilerplate(&texts[0], &ends, 0, &frequent, rules);
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(judged, [yes, None, yes, yes, yes, no, no, yes, yes]);
        let unlearnt = ShortLines::default().boilerplate(&texts[0], &ends, 0, &frequent, rules);
        assert_eq!(unlearnt, [yes, None, no, yes, no, no, no, no, yes]);
    }
}
