//! Adds up the scores of texts.

use super::grams::Grams;
use super::model::Model;
use super::persian::persian;
use super::prior;
use super::recent::{Known, Recent, Rows};
use super::scores::Scores;
use super::words::Words;
use crate::constants::{
    CALIBRATION, CALIBRATION_OF_CLOSE, CLOSE_LANGUAGES, ORDER_WEIGHTS, SIZE_WEIGHT,
};

/// The n-grams that count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Features {
    /// N-grams of one to four characters, and words.
    #[default]
    All,
    /// N-grams of three characters (PRESEMT, section 3).
    Triples,
}

/// Languages with thousands of letters. They need neither evidence nor the usual fit, because most
/// of the letters are rare in every sample.
pub(super) const OF_MANY_LETTERS: [&str; 4] = ["ja", "ko", "zh", "zh-Hant"];

/// The maximum number of words whose sums fit in 16 bits.
pub(super) const WORDS_AT_ONCE: usize = 64;

/// A sample takes the n-grams at one of this number of positions.
pub(super) const SAMPLE: usize = 4;

/// A subset of the n-grams of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Words,
    /// The n-grams at one of [`SAMPLE`] positions.
    Sample,
}

/// Returns the factor that turns the score difference of two languages into log-odds.
pub(super) fn calibration(are_close: bool) -> f64 {
    match are_close {
        true => CALIBRATION * CALIBRATION_OF_CLOSE,
        false => CALIBRATION,
    }
}

/// Identifies the languages of texts. Reuse one for many texts, since it has caches.
#[derive(Debug, Clone)]
pub struct Identifier<'m> {
    pub(super) model: &'m Model,
    pub(super) features: Features,
    /// The log-priors of languages on the scale of scores, for a text with a weight of 1.
    pub(super) priors: Vec<f64>,
    /// What is subtracted from them in the limit of no letters.
    pub(super) sizes: Vec<f64>,
    /// Whether each language is one of [`CLOSE_LANGUAGES`], and of [`OF_MANY_LETTERS`].
    pub(super) is_close: Vec<bool>,
    pub(super) has_many_letters: Vec<bool>,
    /// The place of Cantonese, which competes only in a text with characters of it.
    pub(super) cantonese: Option<usize>,
    pub(super) words: Words,
    pub(super) recent: Recent,
    pub(super) rows: Rows,
    pub(super) grams: Grams,
    /// The sums of a batch of words.
    pub(super) part: Vec<u16>,
}

impl<'m> Identifier<'m> {
    /// Creates an identifier that counts all n-grams.
    pub fn new(model: &'m Model) -> Self {
        Self::with(model, Features::All)
    }

    /// Creates an identifier with the given features.
    pub fn with(model: &'m Model, features: Features) -> Self {
        // A close language competes with similar languages, so its scores weigh less.
        let calibration_of = |code: &str| calibration(CLOSE_LANGUAGES.contains(&code));
        let prior = |code: &String| match features {
            Features::All => prior::of(code) / calibration_of(code),
            Features::Triples => 0.0,
        };
        let size = |code: &String| match features {
            Features::All => {
                let powers = prior::rank(code) as f64;
                SIZE_WEIGHT * std::f64::consts::LN_10 * powers / calibration_of(code)
            }
            Features::Triples => 0.0,
        };
        let is_one_of = |codes: &[&str]| -> Vec<bool> {
            let languages = model.languages().iter();
            languages.map(|code| codes.contains(&&code[..])).collect()
        };
        Identifier {
            model,
            features,
            priors: model.languages().iter().map(prior).collect(),
            sizes: model.languages().iter().map(size).collect(),
            is_close: is_one_of(&CLOSE_LANGUAGES),
            has_many_letters: is_one_of(&OF_MANY_LETTERS),
            cantonese: model.languages().iter().position(|code| code == "yue"),
            words: Words::default(),
            recent: Recent::new(model.languages().len()),
            grams: Grams::default(),
            part: vec![0; Recent::new(model.languages().len()).width()],
            rows: Rows::new(model.languages().len()),
        }
    }

    /// Returns the model.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// Computes the scores of a text.
    pub fn scores(&mut self, text: &str) -> Scores {
        let (model, features) = (self.model, self.features);
        let text = &persian(text)[..];
        let mut scores = Scores::default();
        scores.sums.resize(self.recent.width(), 0);
        let (recent, rows, grams) = (&mut self.recent, &mut self.rows, &mut self.grams);
        self.words.of(text, |word| {
            scores.count(word);
            let (gains, known) = recent.get(word, |gains, known| {
                grams.clear();
                word.grams(|order, hash| {
                    if features == Features::All || order == 3 {
                        grams.push(model, order, hash);
                    }
                });
                grams.add(model, rows, usize::MAX, gains, known);
            });
            scores.add_word(gains, known);
            if word.is_latin() {
                scores.latin.0 += i64::from(known.weight);
                scores.latin.1 += word.letters();
            }
        });
        scores.sums.truncate(model.languages().len());
        scores
    }

    /// Adds the scores of a text from a part of its n-grams. Returns `false` if `part` is the words
    /// and the text, written without spaces, has none.
    pub(super) fn add_by(&mut self, part: Part, text: &str, scores: &mut Scores) -> bool {
        let model = self.model;
        let text = &persian(text)[..];
        scores.sums.resize(self.recent.width(), 0);
        let grams = &mut self.grams;
        grams.clear();
        let mut has_words = true;
        let mut skip = 0;
        self.words.of(text, |word| {
            scores.count(word);
            let mut weight = 0;
            let mut push = |order, hash| {
                weight += ORDER_WEIGHTS[order];
                grams.push(model, order, hash);
            };
            match (part, word.whole()) {
                (Part::Words, Some((order, hash))) => push(order, hash),
                (Part::Words, None) => has_words = false,
                (Part::Sample, _) => word.sampled_grams(SAMPLE, &mut skip, push),
            }
            if word.is_latin() {
                scores.latin.0 += i64::from(weight);
                scores.latin.1 += word.letters();
            }
        });
        while has_words && !grams.is_empty() {
            let mut known = Known::default();
            self.part.fill(0);
            grams.add(
                model,
                &mut self.rows,
                WORDS_AT_ONCE,
                &mut self.part,
                &mut known,
            );
            scores.add_word(&self.part, &known);
        }
        scores.sums.truncate(model.languages().len());
        has_words
    }
}
