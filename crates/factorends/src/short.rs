//! Which short lines belong to the boilerplate.
//!
//! Frequencies are of lines with 30 characters or more, so they say nothing about short ones: `1.F.` stands in every
//! licence, `Title: Emma` in one book. What tells them apart is what they follow. Where a quarter or more of the documents
//! that have the line before it go on with the same short line, it belongs to the template; where each goes on in its own
//! way, the line is variable.

use std::collections::{HashMap, HashSet};

use freqlines::FrequencySet;
use linenorm::{Rules, normalise};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

use crate::Ends;

/// A short line is boilerplate if at least one in so many documents with the line before it has it.
const ONE_IN: u32 = 4;

/// At least so many documents must have a short line.
const AT_LEAST: u32 = 2;

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

/// How many documents have a short line behind another line.
///
/// Lines are known by their 64-bit XXH3 hashes.
#[derive(Debug, Clone, Default)]
pub struct ShortLines {
    /// Documents with a line that is no variable one.
    before: HashMap<u64, u32>,
    /// Documents with a short line behind such a line.
    pairs: HashMap<u64, u32>,
}

impl ShortLines {
    /// Learns from the ends of a document.
    pub fn learn(&mut self, text: &str, ends: &Ends, frequent: &FrequencySet, rules: Rules) {
        let mut before = HashSet::new();
        let mut pairs = HashSet::new();
        let mut scratch = String::new();
        for (part, start) in ends.parts.iter().zip(START) {
            let mut previous = Some(start);
            for range in part {
                let line = normalise(without_end(&text[range.clone()]), &mut scratch);
                let class = classify(line, frequent, rules);
                if class == Class::Blank {
                    continue;
                }
                if let Some(previous) = previous {
                    before.insert(previous);
                    if class == Class::Short {
                        pairs.insert(pair(previous, line));
                    }
                }
                previous = (class != Class::Variable).then(|| xxh3_64(line.as_bytes()));
            }
        }
        for line in before {
            *self.before.entry(line).or_default() += 1;
        }
        for pair in pairs {
            *self.pairs.entry(pair).or_default() += 1;
        }
    }

    fn belongs(&self, previous: u64, line: &str) -> bool {
        let documents = self.pairs.get(&pair(previous, line)).copied().unwrap_or(0);
        let all = self.before.get(&previous).copied().unwrap_or(0);
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
        let mut previous = Some(START[part]);
        let mut judge = |raw: &str| {
            let line = normalise(raw, &mut scratch);
            let is_boilerplate = match classify(line, frequent, rules) {
                Class::Blank => return None,
                Class::Frequent => true,
                Class::Short => previous.is_some_and(|previous| self.belongs(previous, line)),
                Class::Variable => false,
            };
            previous = is_boilerplate.then(|| xxh3_64(line.as_bytes()));
            Some(is_boilerplate)
        };
        ends.parts[part]
            .iter()
            .map(|range| judge(without_end(&text[range.clone()])))
            .collect()
    }
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

fn pair(previous: u64, line: &str) -> u64 {
    xxh3_64_with_seed(line.as_bytes(), previous)
}

fn without_end(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use freqlines::Key;

    #[test]
    fn a_short_line_is_known_by_what_it_follows() {
        let mut frequent = FrequencySet::default();
        frequent.insert(Key::Text, Some(b"A frequent line that is long enough"));
        let text = |title: &str| {
            format!(
                "A frequent line that is long enough\n\n1.F.\nA frequent line that is long enough\n\
                 Section 2.\n{title}\nAuthor: X\n"
            )
        };
        let rules = Rules::default();
        let mut short = ShortLines::default();
        let mut texts: Vec<String> = ["Emma", "Ulysses", "Emma", "Moby-Dick"]
            .map(|title| text(title))
            .into();
        texts.extend((0..12).map(|number| text(&format!("Volume {number}"))));
        for text in &texts {
            short.learn(text, &Ends::new(text, 7, 8), &frequent, rules);
        }
        let ends = Ends::new(&texts[0], 7, 8);
        let judged = short.boilerplate(&texts[0], &ends, 0, &frequent, rules);
        let (yes, no) = (Some(true), Some(false));
        assert_eq!(judged, [yes, None, yes, yes, yes, no, no]);
        let unlearnt = ShortLines::default().boilerplate(&texts[0], &ends, 0, &frequent, rules);
        assert_eq!(unlearnt, [yes, None, no, yes, no, no, no]);
    }
}
