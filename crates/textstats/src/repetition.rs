//! Measures n-grams that occur again within a text, with Gopher's measures (Rae et al. 2021, table
//! A1) as DataTrove computes them.

use crate::measures::Measures;
use crate::ratio;
use crate::table::{Table, make_room};
use crate::words::Words;

/// Buffers for the n-grams of a text.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    /// The places of the first words of n-grams that occur at least twice, in order.
    places: Vec<u32>,
    /// The number of the n-gram at each of these places.
    numbers: Vec<u32>,
    /// The number of occurrences of each n-gram. There may be more, of other texts.
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
        self.begin(words);
        for (n, characters) in characters.iter_mut().enumerate().skip(2) {
            if n > 2 {
                self.keep_neighbours();
            }
            self.lengthen();
            *characters = match n {
                2..=4 => self.top(n, words),
                _ => self.duplicates(n, words),
            };
        }
        characters
    }

    /// Begins with the words that occur twice before others that do.
    fn begin(&mut self, words: &Words) {
        self.numbers.clear();
        self.numbers.extend_from_slice(&words.numbers);
        self.places.clear();
        self.places.resize(self.numbers.len(), 0);
        let places = &mut self.places[..];
        let mut kept = 0;
        for (place, pair) in self.numbers.windows(2).enumerate() {
            let is_twice = |number: u32| words.count(number) > 1;
            // Overwritten by the next one, unless both are.
            places[kept] = place as u32;
            kept += usize::from(is_twice(pair[0]) & is_twice(pair[1]));
        }
        self.places.truncate(kept);
    }

    /// Keeps the places before others.
    fn keep_neighbours(&mut self) {
        let places = &mut self.places[..];
        let mut kept = 0;
        for at in 1..places.len() {
            let (place, next) = (places[at - 1], places[at]);
            places[kept] = place;
            kept += usize::from(next == place + 1);
        }
        self.places.truncate(kept);
    }

    /// Makes n-grams from (n-1)-grams. The next word of each place has one, too.
    fn lengthen(&mut self) {
        if self.places.is_empty() {
            return;
        }
        self.table.clear(self.places.len().min(1 << 14));
        let numbers = &mut self.numbers[..];
        for places in self.places.chunks(1 << 10) {
            let mut numbering = self.table.numbering(places.len());
            make_room(&mut self.counts, numbering.len() + places.len());
            for place in places {
                let place = *place as usize;
                let gram = u64::from(numbers[place]) << 32 | u64::from(numbers[place + 1]);
                numbers[place] = numbering.count(gram, &mut self.counts);
            }
        }
        let counts = &self.counts[..];
        let places = &mut self.places[..];
        let mut kept = 0;
        for at in 0..places.len() {
            let place = places[at];
            places[kept] = place;
            kept += usize::from(counts[numbers[place as usize] as usize] > 1);
        }
        self.places.truncate(kept);
    }

    /// Returns the number of characters in all occurrences of the most frequent n-gram; the first
    /// one if several are most frequent.
    fn top(&self, n: usize, words: &Words) -> u64 {
        if words.numbers.len() < n {
            return 0;
        }
        let count = |number: u32| self.counts[number as usize];
        let mut best = (1, 0);
        for place in &self.places {
            let place = *place as usize;
            let count = count(self.numbers[place]);
            if count > best.0 {
                best = (count, place);
            }
        }
        u64::from(best.0) * words.span(best.1, n) as u64
    }

    /// Returns the number of characters, without spaces, of n-grams that occurred before. Skips
    /// n-grams that begin within such an n-gram.
    fn duplicates(&mut self, n: usize, words: &Words) -> u64 {
        self.seen.clear();
        self.seen.resize(self.table.len(), false);
        let (mut characters, mut from) = (0, 0);
        for place in &self.places {
            let place = *place as usize;
            let number = self.numbers[place];
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
