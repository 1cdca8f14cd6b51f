//! Confidence of a division: the estimated probability that its useful parts have an F1 of at least .9.
//!
//! The model is a logistic regression. `cargo lab eval sites` fits its weights, and prints how often it is right on
//! sites that were held out.

use crate::constants::{CONFIDENCE_ALONE, CONFIDENCE_LOST, CONFIDENCE_WEIGHTS};
use platform::math;

/// The features of the model.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Signs {
    /// The number of pages made from the template.
    pub pages: u32,
    /// The share of the page's own text (text on no other page) that is in the body.
    pub covered: f64,
    /// How far the answers of the n-gram lengths about the body's ends are apart, relative to the body's length.
    pub spread: f64,
    /// The share of the page that is in the body.
    pub part: f64,
    /// Whether the body has so little of the page's own text that all of that text is useful.
    pub scattered: bool,
    /// The number of letters of the useful parts.
    pub letters: usize,
    /// Whether the page has no body, or one without text.
    pub is_lost: bool,
}

impl Signs {
    /// The feature vector, in the order of [`CONFIDENCE_WEIGHTS`].
    pub fn values(&self) -> [f64; CONFIDENCE_WEIGHTS.len()] {
        [
            1.0,
            math::ln(f64::from(self.pages.max(1))).min(5.0),
            self.covered,
            self.spread.min(1.0),
            math::ln(self.part.max(0.002)),
            f64::from(u8::from(self.scattered)),
            math::ln(1.0 + self.letters as f64),
        ]
    }

    /// Returns the probability, rounded to thousandths. A few pages do not show what is template, so with n pages it is
    /// at most 1 - 1/n.
    pub fn confidence(&self) -> f64 {
        let weights = CONFIDENCE_WEIGHTS.map(|(_, weight)| weight);
        let sum: f64 = (self.values().iter().zip(weights))
            .map(|(value, weight)| value * weight)
            .sum();
        let share = 1.0 / (1.0 + math::exp(-sum));
        let most = match self.pages {
            0 | 1 => CONFIDENCE_ALONE,
            pages => 1.0 - 1.0 / f64::from(pages),
        };
        let most = match self.is_lost {
            true => CONFIDENCE_LOST.min(most),
            false => most,
        };
        (share.min(most) * 1000.0).round().min(999.0) / 1000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_pages_and_a_clear_body_are_surer() {
        let clear = Signs {
            pages: 40,
            covered: 1.0,
            spread: 0.01,
            part: 0.6,
            scattered: false,
            letters: 2000,
            is_lost: false,
        };
        let few = Signs { pages: 2, ..clear };
        let scattered = Signs {
            covered: 0.2,
            spread: 0.8,
            scattered: true,
            ..few
        };
        assert!(clear.confidence() > 0.9);
        assert!(clear.confidence() > few.confidence());
        assert!(scattered.confidence() < 0.5);
        let short = Signs {
            letters: 20,
            ..clear
        };
        assert!(short.confidence() < 0.8);
        assert!(Signs::default().confidence() > 0.0);
        let lost = Signs {
            is_lost: true,
            ..clear
        };
        assert!(lost.confidence() < 0.2);
        let most = [1, 2, 4].map(|pages| Signs { pages, ..clear }.confidence());
        assert_eq!(most, [0.35, 0.5, 0.75]);
    }
}
