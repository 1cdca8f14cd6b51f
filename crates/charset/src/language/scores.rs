//! The scores of a text in each language: sums over its words, which can be added.

use super::different::Different;
use super::recent::Known;
use super::words::{WORD, Word};
use crate::constants::LETTERS_PER_ACCENT;

/// The scores of a text. The scores of parts of a text can be added.
#[derive(Debug, Clone, Default)]
pub struct Scores {
    /// The score of each language, without its floors.
    pub(super) sums: Vec<i32>,
    /// The number of known n-grams of each order.
    pub(super) grams: [i32; WORD + 1],
    /// The weight of all n-grams, known or not.
    pub(super) weight: i64,
    /// Letters of words.
    pub(super) letters: usize,
    pub(super) words: usize,
    pub(super) different: Different,
    /// Words with letters beyond ASCII.
    pub(super) beyond_ascii: usize,
    /// Whether there are characters of spoken Cantonese.
    pub(super) is_cantonese: bool,
    /// The weight of the n-grams of words in Latin letters, and their letters.
    pub(super) latin: (i64, usize),
    /// Counts of letters in scripts that identify the language.
    pub(super) of_scripts: Vec<(&'static str, usize)>,
}

impl Scores {
    pub(super) fn add(&mut self, other: &Scores) {
        self.sums.resize(other.sums.len().max(self.sums.len()), 0);
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum = sum.saturating_add(*more);
        }
        for (count, more) in self.grams.iter_mut().zip(&other.grams) {
            *count = count.saturating_add(*more);
        }
        self.weight += other.weight;
        self.letters += other.letters;
        self.words += other.words;
        self.different.add(&other.different);
        self.beyond_ascii += other.beyond_ascii;
        self.is_cantonese |= other.is_cantonese;
        self.latin.0 += other.latin.0;
        self.latin.1 += other.latin.1;
        for &(code, count) in &other.of_scripts {
            self.add_script(code, count);
        }
    }

    /// Counts a word, without its n-grams.
    #[inline]
    pub(super) fn count(&mut self, word: &Word) {
        self.letters += word.letters();
        self.words += 1;
        self.different.insert(word.hash());
        self.beyond_ascii += usize::from(!word.is_ascii());
        self.is_cantonese = self.is_cantonese || word.is_cantonese();
        word.of_scripts().for_each(|code| self.add_script(code, 1));
    }

    /// Returns the scores of a shorter text if words repeat more often than in any language: what is said again is no new evidence.
    pub(super) fn without_repeats(&self) -> Option<Scores> {
        let different = self.different.count();
        let most = different * different.sqrt();
        if most >= self.words as f64 {
            return None;
        }
        let part = most / self.words as f64;
        let less = |count: &mut usize| *count = (*count as f64 * part) as usize;
        let mut all = self.clone();
        for count in all.sums.iter_mut().chain(&mut all.grams) {
            *count = (f64::from(*count) * part) as i32;
        }
        for weight in [&mut all.weight, &mut all.latin.0] {
            *weight = (*weight as f64 * part) as i64;
        }
        for count in [&mut all.letters, &mut all.words, &mut all.latin.1] {
            less(count);
        }
        all.of_scripts.iter_mut().for_each(|(_, count)| less(count));
        Some(all)
    }

    /// Adds the sums of a batch of words.
    #[inline]
    pub(super) fn add_word(&mut self, gains: &[u16], known: &Known) {
        for (sum, &more) in self.sums.iter_mut().zip(gains) {
            *sum += i32::from(more);
        }
        for (count, &more) in self.grams.iter_mut().zip(&known.grams) {
            *count += i32::from(more);
        }
        self.weight += i64::from(known.weight);
    }

    pub(super) fn add_script(&mut self, code: &'static str, count: usize) {
        match self.of_scripts.iter_mut().find(|(one, _)| *one == code) {
            Some((_, sum)) => *sum += count,
            None => self.of_scripts.push((code, count)),
        }
    }

    pub(super) fn of_all<'a>(blocks: impl IntoIterator<Item = &'a Scores>) -> Self {
        let mut all = Scores::default();
        blocks.into_iter().for_each(|block| all.add(block));
        all
    }

    /// The number of letters in the text.
    pub fn letters(&self) -> usize {
        self.letters
    }

    /// Whether at most one word of many has a letter beyond ASCII.
    pub(super) fn is_plain(&self) -> bool {
        self.beyond_ascii * LETTERS_PER_ACCENT <= self.letters
    }

    /// Whether words are shorter than in any language, as in hexadecimal numbers and the names of notes.
    pub(super) fn has_short_words(&self) -> bool {
        self.letters < 2 * self.words
    }

    /// Returns the weight and the number of letters that a fit is measured by: without the Latin
    /// words of a text in another script, which are names, code or quotations.
    pub(super) fn own_script(&self) -> (i64, usize) {
        let (weight, letters) = self.latin;
        match 2 * letters < self.letters {
            true => (self.weight - weight, self.letters - letters),
            false => (self.weight, self.letters),
        }
    }
}
