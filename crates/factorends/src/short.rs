//! Which short lines belong to the boilerplate.
//!
//! Frequencies are of lines with 30 characters or more, so they say nothing about short ones: `1.F.` stands in every
//! licence, `Title: Emma` in one book. What tells them apart is their neighbours. Where an eighth or more of the documents
//! that have the line before it go on with the same short line, it belongs to the template; where each goes on in its own
//! way, the line is variable. So it is with the line behind.

use std::collections::{HashMap, HashSet};

use freqlines::FrequencySet;
use linenorm::{Rules, normalise};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Ends;

/// A short line is boilerplate if at least one in so many documents with the line beside it has it.
const ONE_IN: u32 = 8;

/// At least so many documents must have a short line.
const AT_LEAST: u32 = 3;

/// What the first line of a part follows.
const START: [u64; 2] = [1, 2];

/// A line, as far as it can be judged by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Blank,
    Frequent,
    Short,
    Variable,
}

/// How many documents have a short line beside another line.
///
/// Lines are known by their 64-bit XXH3 hashes.
#[derive(Debug, Clone, Default)]
pub struct ShortLines {
    /// Documents with a line that is no variable one.
    lines: HashMap<u64, u32>,
    /// Documents with a short line behind or before such a line.
    pairs: HashMap<u64, u32>,
}

impl ShortLines {
    /// Learns from the ends of a document.
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
                    pairs.insert(behind(previous, hash));
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

    /// Whether a short line belongs to its neighbour, `pair` being the two.
    fn belongs(&self, neighbour: u64, pair: u64) -> bool {
        let documents = self.pairs.get(&pair).copied().unwrap_or(0);
        let all = self.lines.get(&neighbour).copied().unwrap_or(0);
        documents >= AT_LEAST && documents.saturating_mul(ONE_IN) >= all
    }

    /// Which lines of a part (0 or 1) are boilerplate: `None` for a blank line, which goes with its neighbours.
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
        let mut judged: Vec<Option<bool>> = lines
            .iter()
            .map(|(class, _)| (*class != Class::Blank).then_some(*class == Class::Frequent))
            .collect();
        let mut neighbour = Some(START[part]);
        for (&(class, hash), judged) in lines.iter().zip(&mut judged) {
            let belongs = |neighbour| self.belongs(neighbour, behind(neighbour, hash));
            spread(class, hash, judged, &mut neighbour, belongs);
        }
        neighbour = None;
        for (&(class, hash), judged) in lines.iter().zip(&mut judged).rev() {
            let belongs = |neighbour| self.belongs(neighbour, before(hash, neighbour));
            spread(class, hash, judged, &mut neighbour, belongs);
        }
        judged
    }
}

/// Judges a short line by its neighbour, the last line that is not blank if that is boilerplate.
fn spread(
    class: Class,
    hash: u64,
    judged: &mut Option<bool>,
    neighbour: &mut Option<u64>,
    belongs: impl Fn(u64) -> bool,
) {
    let Some(is_boilerplate) = judged else {
        return;
    };
    *is_boilerplate |= class == Class::Short && neighbour.is_some_and(belongs);
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

/// A short line and the line that it follows.
fn behind(previous: u64, short: u64) -> u64 {
    xxh3_64_with_seed(&short.to_le_bytes(), previous)
}

/// A short line and the line that follows it.
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
    fn a_short_line_is_known_by_its_neighbours() {
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
            short.learn(text, &Ends::new(text, 9, 10), &frequent, rules);
        }
        let ends = Ends::new(&texts[0], 9, 10);
        let judged = short.boilerplate(&texts[0], &ends, 0, &frequent, rules);
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(judged, [yes, None, yes, yes, yes, no, no, yes, yes]);
        let unlearnt = ShortLines::default().boilerplate(&texts[0], &ends, 0, &frequent, rules);
        assert_eq!(unlearnt, [yes, None, no, yes, no, no, no, no, yes]);
    }
}
