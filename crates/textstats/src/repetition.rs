//! Measures n-grams that occur again within a text, with Gopher's measures (Rae et al. 2021, table
//! A1) as DataTrove computes them.

use crate::measures::Measures;
use crate::ratio;
use crate::table::Table;
use crate::words::Words;

/// Buffers for the n-grams of a text.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    /// The n-grams that occur at least twice, by position: the first word and the number of the
    /// n-gram.
    grams: Vec<(u32, u32)>,
    counts: Vec<u32>,
    seen: Vec<bool>,
    table: Table,
}

/// The maximum length of an n-gram in words.
const LONGEST: usize = 10;

impl Repetition {
    pub(crate) fn measure(&mut self, words: &Words, measures: &mut Measures) {
        let characters = measures.characters as usize;
        let grams = self.grams(words);
        let share = |n: usize| ratio(grams[n] as usize, characters);
        measures.top_2gram_characters = share(2);
        measures.top_3gram_characters = share(3);
        measures.top_4gram_characters = share(4);
        measures.duplicate_5gram_characters = share(5);
        measures.duplicate_6gram_characters = share(6);
        measures.duplicate_7gram_characters = share(7);
        measures.duplicate_8gram_characters = share(8);
        measures.duplicate_9gram_characters = share(9);
        measures.duplicate_10gram_characters = share(LONGEST);
    }

    /// Counts characters by n. For n from 2 to 4, these are the characters in all occurrences of
    /// the most frequent n-gram. For larger n, they are those of n-grams that occurred before.
    ///
    /// An n-gram that occurs twice begins and ends with (n-1)-grams that occur twice. Only such
    /// n-grams are looked up, so most texts need few lookups beyond n = 2.
    fn grams(&mut self, words: &Words) -> [u64; LONGEST + 1] {
        let mut characters = [0; LONGEST + 1];
        self.grams.clear();
        let numbered = (0..).zip(words.numbers.iter().copied());
        let twice = numbered.filter(|&(_, number)| words.count(number) > 1);
        self.grams.extend(twice);
        for (n, characters) in characters.iter_mut().enumerate().skip(2) {
            if !self.grams.is_empty() {
                self.lengthen();
            }
            *characters = match n {
                2..=4 => self.top(n, words),
                _ => self.duplicates(n, words),
            };
        }
        characters
    }

    /// Makes n-grams from (n-1)-grams.
    fn lengthen(&mut self) {
        self.table.clear(self.grams.len());
        self.counts.clear();
        let mut kept = 0;
        for at in 0..self.grams.len().saturating_sub(1) {
            let ((place, first), (next, second)) = (self.grams[at], self.grams[at + 1]);
            if next != place + 1 {
                continue;
            }
            let number = self
                .table
                .number(u64::from(first) << 32 | u64::from(second));
            if number as usize == self.counts.len() {
                self.counts.push(0);
            }
            self.counts[number as usize] += 1;
            self.grams[kept] = (place, number);
            kept += 1;
        }
        self.grams.truncate(kept);
        let counts = &self.counts;
        self.grams
            .retain(|&(_, number)| counts[number as usize] > 1);
    }

    /// Returns the number of characters in all occurrences of the most frequent n-gram; the first
    /// one if several are most frequent.
    fn top(&self, n: usize, words: &Words) -> u64 {
        if words.numbers.len() < n {
            return 0;
        }
        let count = |number: u32| self.counts[number as usize];
        let mut best = (1, 0);
        for &(place, number) in &self.grams {
            if count(number) > best.0 {
                best = (count(number), place as usize);
            }
        }
        u64::from(best.0) * words.span(best.1, n) as u64
    }

    /// Returns the number of characters, without spaces, of n-grams that occurred before. Skips
    /// n-grams that begin within such an n-gram.
    fn duplicates(&mut self, n: usize, words: &Words) -> u64 {
        self.seen.clear();
        self.seen.resize(self.counts.len(), false);
        let (mut characters, mut from) = (0, 0);
        for &(place, number) in &self.grams {
            let place = place as usize;
            if place < from || !std::mem::replace(&mut self.seen[number as usize], true) {
                continue;
            }
            let lengths = (place..place + n).map(|word| words.length(word));
            characters += lengths.sum::<usize>() as u64;
            from = place + n;
        }
        characters
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::{Meter, Settings, Unit};

    fn measures(text: &str) -> Measures {
        let settings = Settings { unit: Unit::Space };
        Meter::new(settings).measure(text, None)
    }

    #[test]
    fn the_most_frequent_bigram() {
        // "a bc" occurs twice.
        assert_eq!(measures("a bc d a bc").top_2gram_characters, 8.0 / 11.0);
        // All bigrams occur once, so the first counts.
        assert_eq!(measures("abc d e").top_2gram_characters, 5.0 / 7.0);
        assert_eq!(measures("abc").top_2gram_characters, 0.0);
    }

    #[test]
    fn n_grams_within_one_that_occurred_before_are_passed_over() {
        let words = "aa b c d e aa b c d e aa b c d e";
        let measures = measures(words);
        assert_eq!(measures.duplicate_5gram_characters, 12.0 / 32.0);
        assert_eq!(measures.duplicate_6gram_characters, 8.0 / 32.0);
    }

    /// Computes the same directly from the definitions.
    fn slowly(words: &[&str], n: usize) -> usize {
        let (mut seen, mut characters, mut at) = (HashSet::new(), 0, 0);
        while at + n <= words.len() {
            let gram = words[at..at + n].to_vec();
            if seen.contains(&gram) {
                characters += gram.concat().len();
                at += n;
            } else {
                seen.insert(gram);
                at += 1;
            }
        }
        characters
    }

    proptest! {
        #[test]
        fn duplicates_are_those_of_the_definition(words in proptest::collection::vec("[ab]{1,2}", 0..60)) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let text = words.join(" ");
            let measures = measures(&text);
            for (n, measured) in [(5, measures.duplicate_5gram_characters), (7, measures.duplicate_7gram_characters)] {
                prop_assert_eq!(measured, ratio(slowly(&words, n), text.len()));
            }
        }
    }
}
