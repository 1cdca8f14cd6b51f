//! The choice of a language from the scores of a text.

use platform::math;
use platform::simd::{self, Work};

use super::identifier::{Features, Identifier, OF_MANY_LETTERS, calibration};
use super::scores::Scores;
use crate::constants::{
    CALIBRATION, ENGLISH_FIT, FEW_LETTERS, FIT_OF_ACCENTS, LEAD_IN_FIT, MIN_EVIDENCE, MIN_FIT,
    MIN_LETTERS, MIN_MANY_LETTERS, OF_MANY_ACCENTS, PRIOR_OF_FEW_LETTERS, SHORT_ENGLISH_MARGIN,
    SHORT_TEXT_FIT, SHORT_TEXT_LETTERS,
};

/// The language of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Found<'m> {
    pub(super) best: Option<&'m str>,
    pub(super) second: Option<&'m str>,
    pub(super) margin: f64,
    pub(super) fit: f64,
    /// The minimum fit of a text in the language. A text below it is in a language without a model,
    /// or in none.
    pub(super) least_fit: f64,
    /// Whether its n-grams are enough evidence: those of a short text may fit a language by chance.
    pub(super) is_clear: bool,
    pub(super) letters: usize,
}

/// A language that is behind the second one by more than this log-odds does not count in the margin.
const MAX_BEHIND: f64 = 6.0;

impl<'m> Found<'m> {
    const NOTHING: Self = Found {
        best: None,
        second: None,
        margin: 0.0,
        fit: 0.0,
        least_fit: MIN_FIT,
        is_clear: false,
        letters: 0,
    };

    /// Returns the language's code; `None` if the text is too short or in none of the known
    /// languages.
    pub fn language(&self) -> Option<&'m str> {
        let is_sure = self.fit >= self.least_fit && self.is_clear;
        self.best
            .filter(|code| is_sure && self.letters >= least_letters(code))
    }

    /// Returns the best language, regardless of its margin and fit.
    pub fn best(&self) -> Option<&'m str> {
        self.best
    }

    /// The second best language.
    pub fn second(&self) -> Option<&'m str> {
        self.second
    }

    /// Returns the natural logarithm of how many times more probable the language is than all others
    /// together. It may be negative; 0 without a second language.
    pub fn margin(&self) -> f64 {
        self.margin
    }

    /// Returns the mean gain of the n-grams in steps of 1/20. This is the log-ratio of their
    /// frequency in the language to their frequency in all languages.
    pub fn fit(&self) -> f64 {
        self.fit
    }
}

/// Returns the language that most letters of a text show by their script.
fn by_script(scores: &Scores) -> Option<Found<'static>> {
    let &(code, count) = scores.of_scripts.iter().max_by_key(|(_, count)| *count)?;
    (2 * count > scores.letters).then_some(Found {
        best: Some(code),
        second: None,
        margin: count as f64,
        fit: f64::MAX,
        least_fit: MIN_FIT,
        is_clear: true,
        letters: scores.letters,
    })
}

/// A score and the place of its language.
type Place = (f64, usize);

/// Returns the two best languages of those that compete.
fn two_best(all: &[f64], competes: impl Fn(usize) -> bool) -> (Option<Place>, Option<Place>) {
    let none = (f64::NEG_INFINITY, usize::MAX);
    let (mut best, mut second) = (none, none);
    for (language, &score) in all.iter().enumerate() {
        // Most languages are rejected here.
        if score <= second.0 || !competes(language) {
            continue;
        }
        if score > best.0 {
            second = std::mem::replace(&mut best, (score, language));
        } else {
            second = (score, language);
        }
    }
    let found = |one: Place| (one != none).then_some(one);
    (found(best), found(second))
}

/// Returns the minimum number of letters of a text in a language.
fn least_letters(code: &str) -> usize {
    match OF_MANY_LETTERS.contains(&code) {
        true => MIN_MANY_LETTERS,
        false => MIN_LETTERS,
    }
}

/// Computes each language's score: its sum plus the floors of its n-grams and its prior. Sums and
/// floors are integers below 2^53, so adding them is exact.
struct Totals<'a> {
    scores: &'a Scores,
    of: &'a Identifier<'a>,
    /// Positive priors are multiplied by this, and the sizes of languages by `shortness`.
    factor: f64,
    shortness: f64,
    root: f64,
}

impl Work for Totals<'_> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn run(self) -> Vec<f64> {
        let mut all: Vec<f64> = self.scores.sums.iter().map(|&sum| f64::from(sum)).collect();
        let of_orders = self.scores.grams.iter().zip(self.of.model.floors());
        for (&count, floors) in of_orders.filter(|(count, _)| **count > 0) {
            for (score, floor) in all.iter_mut().zip(floors) {
                *score += f64::from(count) * floor;
            }
        }
        let priors = self.of.priors.iter().zip(&self.of.sizes);
        for (score, (&prior, size)) in all.iter_mut().zip(priors) {
            let prior = if prior > 0.0 {
                prior * self.factor
            } else {
                prior
            };
            *score += (prior - self.shortness * size) * self.root;
        }
        all
    }
}

impl<'m> Identifier<'m> {
    /// Identifies the language of a text.
    pub fn identify(&mut self, text: &str) -> Found<'m> {
        let scores = self.scores(text);
        self.found(&scores)
    }

    /// Returns the language with the best score, for a separate text.
    pub fn found(&self, scores: &Scores) -> Found<'m> {
        let less = scores.without_repeats();
        let scores = less.as_ref().unwrap_or(scores);
        let letters = scores.letters as f64;
        let english = PRIOR_OF_FEW_LETTERS * (1.0 - letters / SHORT_TEXT_LETTERS).max(0.0);
        self.best_of(
            scores,
            1.0 + english,
            (1.0 - letters / FEW_LETTERS).max(0.0),
        )
    }

    /// Like [`Self::found`], for a block of a document: to be in another language, it needs more
    /// evidence.
    pub(super) fn found_of_block(&self, scores: &Scores) -> Found<'m> {
        let less = scores.without_repeats();
        self.best_of(less.as_ref().unwrap_or(scores), 1.0, 0.0)
    }

    /// Returns the minimum fit in a language of a text with this many letters, which may be plain
    /// ASCII. `lead` is by how much its n-grams are more probable than in the second language, as a
    /// mean.
    pub(super) fn least_fit(
        &self,
        language: usize,
        letters: usize,
        is_plain: bool,
        lead: f64,
    ) -> f64 {
        let code = &self.model.languages()[language][..];
        // The usual fits are those of all n-grams.
        if self.features == Features::Triples || OF_MANY_LETTERS.contains(&code) {
            return MIN_FIT;
        }
        let usual = self.model.usual_fits()[language];
        let mut least = usual - SHORT_TEXT_FIT / letters as f64 - LEAD_IN_FIT * lead;
        if is_plain && OF_MANY_ACCENTS.contains(&code) {
            least -= FIT_OF_ACCENTS;
        }
        if self.priors[language] > 0.0 {
            least *= ENGLISH_FIT;
        }
        least.max(MIN_FIT.min(usual))
    }

    /// Returns the language with the best score. Positive priors are multiplied by `factor`, and the
    /// sizes of languages by `shortness`.
    fn best_of(&self, scores: &Scores, factor: f64, shortness: f64) -> Found<'m> {
        if scores.letters == 0 {
            return Found::NOTHING;
        }
        if let Some(found) = by_script(scores) {
            return found;
        }
        let weight = scores.weight.max(1) as f64;
        let (own_weight, own_letters) = scores.own_script();
        let root = weight.sqrt();
        let least_fits = self.model.least_fits();
        // A sample of Chinese has Latin words, but a text of these alone is not Chinese.
        let is_latin = scores.latin.1 == scores.letters;
        let competes = |language: usize| {
            f64::from(scores.sums[language]) >= least_fits[language] * weight
                && !(is_latin && self.has_many_letters[language])
                && (scores.is_cantonese || Some(language) != self.cantonese)
        };
        let all = simd::run(Totals {
            scores,
            of: self,
            factor,
            shortness,
            root,
        });
        let (best, second) = two_best(&all, competes);
        let Some((most, language)) = best else {
            return Found::NOTHING;
        };
        if scores.sums[language] == 0 {
            return Found {
                letters: scores.letters,
                ..Found::NOTHING
            };
        }
        let code = |(_, language): (f64, usize)| &self.model.languages()[language][..];
        let best = code((most, language));
        let odds = |(score, other): (f64, usize)| {
            let are_close = self.is_close[language] && self.is_close[other];
            calibration(are_close) * (most - score) / root
        };
        // The odds of the others, most of which are hopeless, add up.
        let others = |next: (f64, usize)| {
            let least = next.0 - MAX_BEHIND / CALIBRATION * root;
            let mut sum = 0.0;
            for (other, &score) in all.iter().enumerate() {
                if score >= least && other != language && competes(other) {
                    sum += math::exp(-odds((score, other)));
                }
            }
            -math::ln(sum)
        };
        let margin = second.map_or(0.0, others);
        let lead = second.map_or(f64::INFINITY, |(score, _)| (most - score) / weight);
        let missing = 1.0 - scores.letters as f64 / SHORT_TEXT_LETTERS;
        let is_clear = match self.priors[language] > 0.0 {
            _ if margin < 0.0 && (shortness > 0.0 || !self.is_close[language]) => false,
            _ if missing <= 0.0 && scores.has_short_words() && !self.has_many_letters[language] => {
                false
            }
            _ if missing <= 0.0 || OF_MANY_LETTERS.contains(&best) => true,
            true => second.is_none_or(|next| odds(next) >= SHORT_ENGLISH_MARGIN * missing),
            false => {
                let evidence = most / root + shortness * self.sizes[language];
                CALIBRATION * evidence >= MIN_EVIDENCE
            }
        };
        Found {
            best: Some(best),
            second: second.map(code),
            margin,
            fit: f64::from(scores.sums[language]) / own_weight.max(1) as f64,
            least_fit: self.least_fit(language, own_letters, scores.is_plain(), lead),
            is_clear,
            letters: scores.letters,
        }
    }
}
