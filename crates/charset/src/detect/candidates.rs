//! What each candidate scores by its trigrams.

use super::Detector;
use crate::Encoding;
use crate::answer::{Candidate, Start};
use crate::best;
use crate::constants::DECLARED_BONUS;
use crate::profile::Profile;
use crate::texts::texts;

/// Languages written in two scripts, and the model for the other script.
const OTHER_SCRIPTS: [(&str, &str); 2] = [("sr", "sr-Latn"), ("bs", "sr")];

/// The score of a document in one collection of models, including the bonus of its declaration.
#[derive(Debug, Clone, Copy)]
struct Scored {
    score: f64,
    collection: usize,
    fit: best::Fit,
}

impl Scored {
    /// Orders by score, the best first.
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let key = |one: &Self| (one.fit.encoding, one.collection, one.fit.language);
        let by_score = other.score.total_cmp(&self.score);
        by_score.then_with(|| key(self).cmp(&key(other)))
    }
}

impl Detector<'_> {
    /// Returns the candidates by trigrams, and the log-posterior of the first, up to a constant.
    pub(super) fn by_models(
        &self,
        profile: &Profile,
        hint: Option<Encoding>,
    ) -> (Vec<Candidate>, f64) {
        let texts = texts(&profile.used());
        let best = self.scored(profile, hint, &texts);
        let mut candidates: Vec<Candidate> = Vec::with_capacity(best.len());
        for Scored {
            score,
            collection,
            fit,
        } in best.iter().copied()
        {
            let text = texts[fit.encoding.index()];
            // Choose the declared one of the encodings that give this text, else the preferred one.
            let of_hint = hint.filter(|hint| texts[hint.index()] == text);
            let languages = self.models.collections[collection].index.languages();
            let language = fit.language.map(|one| &languages[one]);
            let encodings = language.map_or(&[][..], |one| &one.encodings);
            let same = encodings
                .iter()
                .enumerate()
                .filter(|(_, other)| self.is_asked(**other) && texts[other.index()] == text);
            let preferred = same.min_by_key(|(rank, other)| (other.whatwg_rank(), *rank));
            candidates.push(Candidate {
                encoding: of_hint
                    .or(preferred.map(|(_, other)| *other))
                    .unwrap_or(fit.encoding),
                language: language.map(|one| one.code.clone()),
                score: fit.mean.into(),
                behind: best[0].score - score,
                start: Start::Character,
            });
        }
        (candidates, best.first().map_or(f64::MIN, |one| one.score))
    }

    /// Whether an encoding, or one that it is preferred to, was asked for.
    pub(super) fn is_asked(&self, encoding: Encoding) -> bool {
        let list = &self.settings.encodings;
        list.is_empty() || list.iter().any(|one| one.preferred() == encoding)
    }

    /// Returns the best score of each text that the document may be, the best first.
    fn scored(&self, profile: &Profile, hint: Option<Encoding>, texts: &[usize]) -> Vec<Scored> {
        // Keep the best fit of each text.
        let mut best: Vec<Scored> = Vec::with_capacity(Encoding::COUNT);
        let mut places = [usize::MAX; Encoding::COUNT];
        for (collection, models) in self.models.collections.iter().enumerate() {
            let admit = |language: usize| {
                let code = &models.index.languages()[language].code;
                let is_other =
                    |(asked, other): &(&str, &str)| code == other && self.admits_language(asked);
                let admitted = self.admits_language(code) || OTHER_SCRIPTS.iter().any(is_other);
                admitted && self.models.is_current(collection, code)
            };
            // The built-in index has languages in all scripts.
            let is_last = collection + 1 == self.models.collections.len();
            let asked = best::Asked {
                admit: &admit,
                unknown: is_last && self.settings.languages.is_empty(),
            };
            for fit in best::fits(&models.index, &models.readings, profile, texts, &asked) {
                if !self.is_asked(fit.encoding) {
                    continue;
                }
                let bonus = match hint == Some(fit.encoding) {
                    true => DECLARED_BONUS,
                    false => 0.0,
                };
                let score = f64::from(fit.score()) + bonus;
                let scored = Scored {
                    score,
                    collection,
                    fit,
                };
                let place = &mut places[texts[fit.encoding.index()]];
                match best.get_mut(*place) {
                    None => {
                        *place = best.len();
                        best.push(scored);
                    }
                    Some(other) if scored.order(other).is_lt() => *other = scored,
                    Some(_) => {}
                }
            }
        }
        best.sort_unstable_by(Scored::order);
        best
    }
}

/// Returns the margin of the first candidate over the second.
pub(super) fn margin(candidates: &[Candidate]) -> f64 {
    candidates.get(1).map_or(f64::INFINITY, |one| one.behind)
}
