//! Candidates for a document whose damage is left out: half a character at its beginning, stray bytes, noise, and foreign bytes among
//! characters of two bytes.

use super::Detector;
use super::candidates::margin;
use crate::Encoding;
use crate::answer::{Candidate, Start};
use crate::best;
use crate::codec::Decoder;
use crate::constants::{
    DOUBTFUL_MARGIN, FOREIGN_BYTE_COST, MARGIN_OVER_NOISE, NOISE_MEAN, NOISE_PER_BYTE,
    NOT_IN_TEXT_COST, USUAL_MEAN,
};
use crate::foreign::{self, Rest};
use crate::profile::Profile;
use crate::realign::{Costs, realigned};

impl Detector<'_> {
    /// Returns the candidates for a document whose first byte is the rest of a character, if that is
    /// more probable. `score` is the log-posterior of the best candidate for all of the document.
    pub(super) fn within(
        &self,
        all: &[u8],
        hint: Option<Encoding>,
        score: f64,
    ) -> Option<Vec<Candidate>> {
        let price = f64::from(best::price_of_damage(1));
        let (_, mut candidates) = self.without(&all[1..], price, hint, score)?;
        if candidates[0].encoding.is_single_byte() {
            return None;
        }
        candidates[0].start = Start::WithinCharacter;
        Some(candidates)
    }

    /// Returns the candidates for a document without words of noise, a stray byte or runs of one byte, if that is more probable than
    /// `candidates`, whose first has the log-posterior `score`.
    pub(super) fn without_foreign(
        &self,
        all: &[u8],
        hint: Option<Encoding>,
        score: f64,
        candidates: &[Candidate],
    ) -> Option<Vec<Candidate>> {
        let stray = match margin(candidates) < DOUBTFUL_MARGIN {
            true => foreign::without_stray(all),
            false => Vec::new(),
        };
        let may_be_noise = self.may_be_noise(candidates);
        let noise = may_be_noise.then(|| self.without_noise(all)).flatten();
        let rests = stray
            .into_iter()
            .chain(noise)
            .chain(foreign::without_runs(all));
        let mut best: Option<(f64, Vec<Candidate>)> = None;
        for rest in rests {
            let price = f64::from(best::price_of_damage(rest.places))
                + FOREIGN_BYTE_COST * rest.foreign as f64;
            if foreign::high(&rest.bytes) > 0
                && let Some(found) = self.without(&rest.bytes, price, hint, score)
                && best.as_ref().is_none_or(|best| found.0 > best.0)
            {
                best = Some(found);
            }
        }
        best.map(|(_, candidates)| candidates)
    }

    /// Whether some words may be noise. A long text in a single-byte encoding is far ahead, whatever noise it has.
    pub(super) fn may_be_noise(&self, candidates: &[Candidate]) -> bool {
        let Some(first) = candidates.first() else {
            return true;
        };
        let is_doubtful = margin(candidates) < MARGIN_OVER_NOISE;
        let is_damaged = |one: &Candidate| self.profile.is_damaged(one.encoding);
        let is_unusual = first.score < USUAL_MEAN;
        is_unusual && (is_doubtful || is_damaged(first))
            || is_doubtful && candidates.get(1).is_some_and(is_damaged)
    }

    /// Leaves out the words that are improbable in every encoding; `None` if there is no such word.
    fn without_noise(&self, all: &[u8]) -> Option<Rest> {
        let mut profile = Profile::new();
        foreign::without_words(all, |word| {
            profile.clear();
            profile.push(word);
            profile.finish();
            let (candidates, _) = self.by_models(&profile, None);
            let less = NOISE_PER_BYTE / foreign::high(word) as f64;
            candidates
                .first()
                .is_none_or(|one| one.score < NOISE_MEAN - less)
        })
    }

    /// Returns the candidates for a document in which foreign bytes are among characters of two bytes, if that is more probable.
    /// `score` is the log-posterior of the best candidate for all of the document.
    pub(super) fn aligned(
        &self,
        all: &[u8],
        hint: Option<Encoding>,
        score: f64,
    ) -> Option<Vec<Candidate>> {
        let mut best: Option<(f64, Vec<Candidate>)> = None;
        let mut tried = Vec::new();
        for encoding in Encoding::all().filter(|one| one.is_in_pairs()) {
            let (bytes, places) = realigned(all, self.costs(encoding))?;
            if tried.contains(&bytes) {
                continue;
            }
            let price = f64::from(best::price_of_damage(places));
            if let Some(found) = self.without(&bytes, price, hint, score)
                && !found.1[0].encoding.is_single_byte()
                && best.as_ref().is_none_or(|best| found.0 > best.0)
            {
                best = Some(found);
            }
            tried.push(bytes);
        }
        best.map(|(_, candidates)| candidates)
    }

    /// Returns the candidates for a document without some of its bytes, and how much more probable it is, as log-odds, that these are
    /// foreign; `None` if it is less probable. `bytes` are the other bytes, `price` is minus the log-probability that some are foreign,
    /// and `score` the log-posterior of the best candidate for all of the document.
    fn without(
        &self,
        bytes: &[u8],
        price: f64,
        hint: Option<Encoding>,
        score: f64,
    ) -> Option<(f64, Vec<Candidate>)> {
        let mut profile = Profile::new();
        profile.push(bytes);
        profile.finish();
        let (mut candidates, without) = self.by_models(&profile, hint);
        let odds = without - price - score;
        if candidates.is_empty() || odds <= 0.0 {
            return None;
        }
        // The best candidate for all of the document comes next.
        candidates
            .iter_mut()
            .skip(1)
            .for_each(|one| one.behind = one.behind.min(odds));
        Some((odds, candidates))
    }

    /// Returns a function for the cost of a pair of bytes as a character.
    fn costs(&self, encoding: Encoding) -> impl FnMut([u8; 2]) -> f32 {
        let costs = Costs::new(self.models.characters(), encoding);
        let (mut decoder, mut text) = (Decoder::new(encoding), String::new());
        move |pair| {
            decoder.restart();
            text.clear();
            let invalid = decoder.decode(&pair, true, &mut text);
            let mut chars = text.chars();
            match (chars.next(), chars.next(), invalid) {
                (Some(char), None, 0) => costs.of(char),
                _ => NOT_IN_TEXT_COST,
            }
        }
    }
}

/// Whether a document may begin within a character, so that this decides how most of it is decoded. All encodings begin a new
/// character after a byte below 0x30.
pub(super) fn may_begin_within(all: &[u8]) -> bool {
    let run = all.iter().take_while(|byte| **byte >= 0x30).count();
    all.first().is_some_and(|byte| *byte >= 0x80) && 2 * run >= all.len()
}
