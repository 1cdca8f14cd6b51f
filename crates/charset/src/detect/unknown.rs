//! Whether the bytes of a document are in an encoding without a table here, such as ARMSCII-8, or a font with letters in its places.
//!
//! The best of all known encodings is then found by chance, and may be far ahead of the next one. But its trigrams are less probable
//! than those of a text in it.

use super::Detector;
use crate::Encoding;
use crate::answer::Candidate;
use crate::best;
use crate::constants::{DECLARED_BONUS, UNKNOWN_ENCODING_COST, USUAL_MEAN, USUAL_MEAN_OF_MULTI};

impl Detector<'_> {
    /// Returns the log-odds of the first candidate for the last document against an encoding without a table; `None` if the bytes fit the
    /// first as text does.
    pub(super) fn over_unknown(&self, first: &Candidate, hint: Option<Encoding>) -> Option<f64> {
        let usual = match first.encoding.is_single_byte() {
            true => USUAL_MEAN,
            false => USUAL_MEAN_OF_MULTI,
        };
        let is_declared = hint == Some(first.encoding.preferred());
        let bonus = if is_declared { DECLARED_BONUS } else { 0.0 };
        (first.score < usual).then(|| {
            let evidence = f64::from(best::weight(&self.profile)) * (first.score - usual);
            evidence + UNKNOWN_ENCODING_COST + bonus
        })
    }
}
