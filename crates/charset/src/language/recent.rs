//! Caches of the sums of recent words and of lists of gains. By Zipf's law, a few frequent words
//! make up most of a text, and a few frequent n-grams most of the n-grams.

use super::words::{WORD, Word};

/// The size of the cache of words: at most 15 MB with the sums of 211 languages.
const WORDS: usize = 1 << 15;
/// The size of the cache of rows.
const ROWS: usize = 1 << 11;
/// The minimum length of a list that is faster to add as a dense row, with SIMD, than as a sparse
/// list.
pub(super) const LONG: usize = 32;
/// Rows are padded to a multiple of this, the number of SIMD lanes.
const LANES: usize = 16;

/// The known n-grams of a word.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// The number of known n-grams of each order.
    pub grams: [u16; WORD + 1],
    /// The weight of all n-grams, known or not.
    pub weight: u16,
}

/// A direct-mapped cache of the sums of words.
#[derive(Debug, Clone)]
pub(super) struct Recent {
    width: usize,
    /// The weighted gains of each word's n-grams, by language. A word has at most about 40 letters,
    /// so its sums are below 2^16.
    sums: Vec<u16>,
    /// The hash of each word, and its known n-grams.
    words: Vec<(u64, Known)>,
    /// The index of a word plus 1, or 0 if there is none, by bits of the hash. The indirection
    /// keeps the sums of few words compact.
    numbers: Vec<u16>,
}

impl Recent {
    pub fn new(languages: usize) -> Self {
        Recent {
            width: languages.next_multiple_of(LANES),
            sums: Vec::new(),
            words: Vec::new(),
            numbers: vec![0; WORDS],
        }
    }

    /// Returns the length of a word's sums: one for each language, plus padding.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the sums of a word; `add_up` computes them on a miss.
    #[inline]
    pub fn get(
        &mut self,
        word: &Word,
        add_up: impl FnOnce(&mut [u16], &mut Known),
    ) -> (&[u16], &Known) {
        let hash = word.hash();
        let number = &mut self.numbers[(hash >> 40) as usize % WORDS];
        if *number == 0 {
            // No word has this hash.
            self.words.push((0, Known::default()));
            self.sums.resize(self.sums.len() + self.width, 0);
            *number = self.words.len() as u16;
        }
        let at = usize::from(*number) - 1;
        let sums = &mut self.sums[at * self.width..(at + 1) * self.width];
        let (own, known) = &mut self.words[at];
        if *own != hash {
            (*own, *known) = (hash, Known::default());
            sums.fill(0);
            add_up(sums, known);
        }
        (sums, known)
    }
}

/// A direct-mapped cache of long lists of gains as dense rows, with a gain for each language.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    width: usize,
    gains: Vec<u8>,
    /// The offset of each row's list plus 1; 0 in an empty entry.
    places: Vec<u32>,
}

impl Rows {
    pub fn new(languages: usize) -> Self {
        let width = languages.next_multiple_of(LANES);
        Rows {
            width,
            gains: vec![0; width * ROWS],
            places: vec![0; ROWS],
        }
    }

    /// Returns the row of a list.
    #[inline]
    pub fn get(&mut self, place: u32, list: &[[u8; 2]]) -> &[u8] {
        let at = (place.wrapping_mul(0x9E37_79B1) >> 16) as usize % ROWS;
        let row = &mut self.gains[at * self.width..(at + 1) * self.width];
        if self.places[at] != place + 1 {
            self.places[at] = place + 1;
            row.fill(0);
            for &[language, gain] in list {
                row[usize::from(language)] = gain;
            }
        }
        row
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;

    #[test]
    fn a_word_has_its_sums_however_often_others_took_its_place() {
        let mut recent = Recent::new(3);
        let mut made = 0;
        let mut text = String::new();
        for number in 0..2_000_u32 {
            // Words of letters alone, each twice in a row, and one that recurs often.
            let letter = |bit: u32| char::from(b'd' + (2 * bit + (number >> bit & 1)) as u8);
            let name: String = (0..8).map(letter).collect();
            let more = "c".repeat(number as usize / 256);
            text += &format!("{name}{more} {name}{more} the ");
        }
        Words::default().of(&text, |word| {
            let letters = word.letters() as u16;
            let (sums, known) = recent.get(word, |sums, known| {
                made += 1;
                sums[2] = letters;
                known.weight = letters;
            });
            assert_eq!((sums[0], sums[2], sums.len()), (0, letters, LANES));
            assert_eq!(known.weight, letters);
        });
        assert!((2_001..3_000).contains(&made), "{made}");
    }

    #[test]
    fn the_longest_words_come_to_less_than_their_sums_hold() {
        Words::default().of(&"x'y".repeat(100), |word| {
            let mut most = 0_u32;
            word.grams(|order, _| most += 255 * crate::constants::ORDER_WEIGHTS[order] as u32);
            assert!(most < 1 << 16, "{most}");
        });
    }
}
