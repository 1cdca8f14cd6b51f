//! The languages of a document and of its blocks.

use std::io;

use super::found::Found;
use super::identifier::{Features, Identifier, Part};
use super::scores::Scores;
use super::{UNDETERMINED, sample};
use crate::Encoding;
use crate::answer::Start;
use crate::constants::{
    MIN_FIT, MIN_LETTERS_FOR_SAMPLE, MIN_LETTERS_FOR_WORDS, OTHER_LANGUAGE_MARGIN,
    SHORT_BLOCK_LETTERS, SURE_MARGIN,
};

/// The share of a document that is in a language.
#[derive(Debug, Clone, PartialEq)]
pub struct Share<'m> {
    /// The language's code, or [`UNDETERMINED`].
    pub language: &'m str,
    /// The share of the letters, from 0 to 1.
    pub share: f64,
}

/// The languages of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct Languages<'m> {
    /// The language of the document as a whole.
    pub found: Found<'m>,
    /// The languages of its blocks, the largest share first. Empty if there are no letters.
    pub shares: Vec<Share<'m>>,
}

/// The maximum number of steps in which the beginnings of all blocks are examined.
const STEPS: usize = 4;

impl Part {
    /// The minimum number of letters. Shorter documents are scored by all n-grams.
    fn least_letters(self) -> usize {
        match self {
            Part::Words => MIN_LETTERS_FOR_WORDS,
            Part::Sample => MIN_LETTERS_FOR_SAMPLE,
        }
    }
}

impl<'m> Identifier<'m> {
    /// Identifies the languages of a text as `charset` does those of a file: from parts at equal distances if it is long, so that the
    /// time has a bound, and from the visible text if it is a web page.
    pub fn languages_of(&mut self, text: &str) -> Languages<'m> {
        let mut source = io::Cursor::new(text.as_bytes());
        let pieces = sample::pieces(&mut source, Encoding::UTF_8, Start::Character);
        self.languages(&pieces.expect("memory can be read"))
    }

    /// Identifies the languages of a document, given in blocks. Uses words alone if these are sure,
    /// else a sample of the n-grams, else all. A block that seems to be in another language is
    /// examined in the same order.
    pub fn languages(&mut self, blocks: &[String]) -> Languages<'m> {
        if self.features == Features::All {
            for part in [Part::Words, Part::Sample] {
                if let Some(found) = self.languages_by(part, blocks) {
                    return found;
                }
            }
        }
        let scores: Vec<Scores> = blocks.iter().map(|block| self.scores(block)).collect();
        Languages::of(self, &scores)
    }

    /// Identifies the languages of a document from a part of its n-grams, using only the beginnings
    /// of its blocks if these suffice. Returns `None` if the document's language stays unclear or
    /// the document is too short.
    pub(super) fn languages_by(&mut self, part: Part, blocks: &[String]) -> Option<Languages<'m>> {
        let chars: usize = blocks.iter().map(|block| block.chars().count()).sum();
        let steps = (chars / part.least_letters()).min(STEPS);
        let mut scores = vec![Scores::default(); blocks.len()];
        for step in 0..steps {
            for (scores, block) in scores.iter_mut().zip(blocks) {
                let [from, to] = [step, step + 1].map(|step| sample::cut(block, step, steps));
                if !self.add_by(part, &block[from..to], scores) {
                    return None;
                }
            }
            if let Some(found) = self.told(part, blocks, &scores) {
                return Some(found);
            }
        }
        None
    }

    /// Identifies the languages of a document from scores of its blocks, which come from a part of
    /// their n-grams. Returns `None` if the document's language is unclear.
    fn told(&mut self, part: Part, blocks: &[String], scores: &[Scores]) -> Option<Languages<'m>> {
        let all = Scores::of_all(scores);
        if all.letters < part.least_letters() {
            return None;
        }
        let mut found = self.found(&all);
        if part == Part::Words {
            // Rare words have no gains, so words fit less than all n-grams.
            found.least_fit = MIN_FIT;
        }
        let whole = found.language()?;
        if found.margin < SURE_MARGIN {
            return None;
        }
        let mut languages = Vec::new();
        for (text, scores) in blocks.iter().zip(scores) {
            let language = match self.is_in(whole, scores) {
                true => whole,
                false => self.language_of_block(part, text, whole),
            };
            languages.push((language, scores.letters));
        }
        let all = Languages::new(found, languages.into_iter());
        all.is_in_most(whole).then(|| all.with_doubt())
    }

    /// Whether a block may be in the language of its document.
    fn is_in(&self, whole: &str, block: &Scores) -> bool {
        let found = self.found_of_block(block);
        let is_short = found.letters < SHORT_BLOCK_LETTERS;
        found.best == Some(whole) && (is_short || found.fit >= MIN_FIT)
            || is_short && found.margin < 1.0
    }

    /// Identifies the language of a block for which `part` was not enough.
    fn language_of_block(&mut self, part: Part, text: &str, whole: &'m str) -> &'m str {
        if part == Part::Words {
            let mut sample = Scores::default();
            self.add_by(Part::Sample, text, &mut sample);
            if self.is_in(whole, &sample) {
                return whole;
            }
        }
        let scores = self.scores(text);
        of_block(self, &scores, whole)
    }
}

impl<'m> Languages<'m> {
    /// Identifies the languages of a document from the scores of its blocks. The document is in the language of most of its letters: all
    /// n-grams together may be in none, if some blocks are in another language.
    pub fn of(identifier: &Identifier<'m>, blocks: &[Scores]) -> Self {
        let found = identifier.found(&Scores::of_all(blocks));
        let whole = found.language().unwrap_or(UNDETERMINED);
        let languages: Vec<&str> = (blocks.iter())
            .map(|block| of_block(identifier, block, whole))
            .collect();
        let letters = blocks.iter().map(|block| block.letters);
        let mut all = Self::new(found, languages.iter().copied().zip(letters));
        if !all.is_in_most(whole) {
            let most = &all.shares[0];
            let of_most = blocks.iter().zip(languages);
            let of_most = of_most.filter(|(_, language)| *language == most.language);
            let found = identifier.found(&Scores::of_all(of_most.map(|(block, _)| block)));
            if found.language() == Some(most.language) {
                all.found = found;
            }
        }
        all.with_doubt()
    }

    /// Lowers the margin of a language by the share of the next one: what speaks for one speaks against the other. Two equal
    /// shares leave no margin.
    fn with_doubt(mut self) -> Self {
        let mut known = (self.shares.iter()).filter(|one| one.language != UNDETERMINED);
        if let [Some(most), Some(next)] = [known.next(), known.next()] {
            self.found.margin *= 1.0 - next.share / most.share;
        }
        self
    }

    /// Combines the language of a document with the languages and letter counts of its blocks.
    pub(super) fn new(found: Found<'m>, blocks: impl Iterator<Item = (&'m str, usize)>) -> Self {
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for (language, letters) in blocks {
            match counts.iter_mut().find(|(one, _)| *one == language) {
                Some((_, count)) => *count += letters,
                None => counts.push((language, letters)),
            }
        }
        counts.retain(|(_, count)| *count > 0);
        counts.sort_by_key(|&(language, count)| (std::cmp::Reverse(count), language));
        let letters: usize = counts.iter().map(|(_, count)| count).sum();
        let share = |(language, count)| Share {
            language,
            share: count as f64 / letters as f64,
        };
        Languages {
            found,
            shares: counts.into_iter().map(share).collect(),
        }
    }

    /// Whether no known language has a larger share than `whole`.
    fn is_in_most(&self, whole: &str) -> bool {
        let most = self.shares.first().map(|most| most.language);
        most.is_none_or(|most| [whole, UNDETERMINED].contains(&most))
    }

    /// Returns the document's language, or [`UNDETERMINED`].
    pub fn language(&self) -> &'m str {
        self.found.language().unwrap_or(UNDETERMINED)
    }

    /// Returns the share of a language; 0 if it has none.
    pub fn share(&self, language: &str) -> f64 {
        let one = self.shares.iter().find(|one| one.language == language);
        one.map_or(0.0, |one| one.share)
    }
}

/// Identifies the language of a block of a document in the language `whole`. Returns another
/// language only if its margin is large enough.
pub fn of_block<'m>(identifier: &Identifier<'m>, block: &Scores, whole: &'m str) -> &'m str {
    let found = identifier.found_of_block(block);
    match found.language() {
        Some(language) if found.margin() >= OTHER_LANGUAGE_MARGIN || whole == UNDETERMINED => {
            language
        }
        _ => whole,
    }
}
