//! Similarity of two books: the scores of section 4.3 of the paper, and one that is independent of their lengths.
//!
//! Every decision about a pair, in the filters and for the output, uses the functions of this module, so that a bound
//! and a score cannot differ by rounding.

/// The correlation score (section 4.3.1): `lcs / sqrt(x * y)`, 0 where a sequence is empty.
#[must_use]
pub fn cs(x: usize, y: usize, lcs: usize) -> f64 {
    if x == 0 || y == 0 {
        return 0.0;
    }
    lcs as f64 / (x as f64 * y as f64).sqrt()
}

/// The information-theoretic score (section 4.3.2): `ln(lcs) / ln(x + y - lcs)`.
///
/// It is 0 if nothing is shared, and 1 if both sequences are the same single word (where the formula is 0/0).
#[must_use]
pub fn its(x: usize, y: usize, lcs: usize) -> f64 {
    if lcs == 0 {
        return 0.0;
    }
    if x == lcs && y == lcs {
        return 1.0;
    }
    (lcs as f64).ln() / ((x + y - lcs) as f64).ln()
}

/// The ratio of the common subsequence to its expectation by chance: `lcs / (2 sqrt(common))`.
///
/// In two unrelated books the common words come in unrelated orders, and the longest increasing
/// subsequence of a random permutation of `c` words has about `2 sqrt(c)` words (Vershik and Kerov,
/// Logan and Shepp, 1977). Unlike the scores of the paper this one does not change when an unrelated
/// chapter is added to one of the books, except through the few common words that it brings.
#[must_use]
pub fn excess(common: usize, lcs: usize) -> f64 {
    if common == 0 {
        return 0.0;
    }
    lcs as f64 / (2.0 * (common as f64).sqrt())
}

/// The Jaccard coefficient of the two sets of words: `common / |union|`, 0 where both are empty.
#[must_use]
pub fn jaccard(x: usize, y: usize, common: usize) -> f64 {
    let union = x + y - common;
    if union == 0 {
        return 0.0;
    }
    common as f64 / union as f64
}

/// The score that decides whether a pair is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// [`excess`].
    Excess,
    /// [`its`].
    Its,
    /// [`cs`].
    Cs,
    /// [`jaccard`].
    Jaccard,
}

impl Score {
    /// The default threshold. The paper learned those of its and cs on its training set (section 4.3); the Jaccard
    /// coefficient has none that would suit words, vocabularies and shingles alike.
    #[must_use]
    pub fn default_threshold(self) -> Option<f64> {
        match self {
            Score::Excess => Some(3.5),
            Score::Its => Some(0.72),
            Score::Cs => Some(0.12),
            Score::Jaccard => None,
        }
    }

    /// The default minimum length of a common subsequence.
    #[must_use]
    pub fn default_min_lcs(self) -> usize {
        match self {
            Score::Excess => 60,
            Score::Its | Score::Cs | Score::Jaccard => 0,
        }
    }

    /// The score of two books of `x` and `y` words that share `common` words, `lcs` of them in one order.
    ///
    /// It never falls as `lcs` grows. As `common` grows, `lcs` being fixed, [`Score::Excess`] falls,
    /// [`Score::Jaccard`] grows and the others stay.
    #[must_use]
    pub fn value(self, x: usize, y: usize, common: usize, lcs: usize) -> f64 {
        match self {
            Score::Excess => excess(common, lcs),
            Score::Its => its(x, y, lcs),
            Score::Cs => cs(x, y, lcs),
            Score::Jaccard => jaccard(x, y, common),
        }
    }
}

/// The pairs to find: those with at least `threshold` as `score` and `min_lcs` as lcs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Criterion {
    /// The score.
    pub score: Score,
    /// Its minimum. Must be above 0: books that share nothing are never a pair.
    pub threshold: f64,
    /// The minimum length of the longest common subsequence.
    pub min_lcs: usize,
}

impl Criterion {
    /// The default criterion of a score; `None` for a score without a default threshold.
    #[must_use]
    pub fn default_for(score: Score) -> Option<Criterion> {
        Some(Criterion {
            score,
            threshold: score.default_threshold()?,
            min_lcs: score.default_min_lcs(),
        })
    }

    /// Whether a pair with these numbers is accepted.
    #[must_use]
    pub fn accepts(&self, x: usize, y: usize, common: usize, lcs: usize) -> bool {
        lcs >= self.min_lcs && self.score.value(x, y, common, lcs) >= self.threshold
    }

    /// The least lcs that makes a pair of these sizes acceptable, `common + 1` where none does (the lower
    /// bound L of section 4.2). Bisection over [`Criterion::accepts`] itself: exact by construction.
    #[must_use]
    pub fn least_lcs(&self, x: usize, y: usize, common: usize) -> usize {
        bisect(common + 1, |lcs| self.accepts(x, y, common, lcs))
    }

    /// A number of common words, and of words in one order, that every accepted pair of books of at least
    /// `x` and exactly `y` words reaches; `min(x, y) + 1` where books of exactly `x` words never do.
    ///
    /// Among pairs with the same lcs, those that share no word beyond it score highest (for the Jaccard
    /// coefficient: among pairs with the same common count). A longer book scores no higher than a
    /// shorter one with the same lcs. So the bound for the shortest of several books holds for all of
    /// them. The threshold is eased by one part in a thousand million because the logarithm of the
    /// platform need not be monotone in its last bit.
    #[must_use]
    pub fn floor(&self, x: usize, y: usize, from: usize) -> usize {
        let eased = Criterion {
            threshold: self.threshold * (1.0 - 1e-9),
            ..*self
        };
        let end = x.min(y) + 1;
        let holds = |lcs| lcs >= end || eased.accepts(x, y, lcs, lcs);
        // Galloping search from a guess: callers proceed by ascending y, and the bound hardly changes.
        let mut low = from.min(end);
        let mut step = 1;
        while low > 0 && holds(low - 1) {
            low = low.saturating_sub(step);
            step *= 2;
        }
        let mut high = low.max(1);
        step = 1;
        while !holds(high) {
            low = high + 1;
            high = (high + step).min(end);
            step *= 2;
        }
        low + bisect(high - low, |more| holds(low + more))
    }

    /// The factor `k` for which every accepted pair has `lcs * lcs >= k * common`, eased as in [`Criterion::floor`]; 0
    /// if the score implies no such bound.
    #[must_use]
    pub fn square_factor(&self) -> f64 {
        match self.score {
            Score::Excess => 4.0 * self.threshold * self.threshold * (1.0 - 1e-9),
            Score::Its | Score::Cs | Score::Jaccard => 0.0,
        }
    }
}

/// The smallest `n < end` for which `holds(n)`, or `end`; `holds` must be monotone.
fn bisect(end: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, end);
    while low < high {
        let middle = low + (high - low) / 2;
        if holds(middle) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Table 2 of the paper, to a thousandth: it rounds one value and truncates two.
    #[test]
    fn table_2() {
        for (x, y, lcs, paper_cs, paper_its) in [
            (1482, 1563, 1404, 0.922, 0.979),
            (1787, 4512, 739, 0.260, 0.765),
            (7526, 12695, 53, 0.005, 0.400),
        ] {
            assert!((cs(x, y, lcs) - paper_cs).abs() < 0.001);
            assert!((its(x, y, lcs) - paper_its).abs() < 0.001);
        }
        // The pair of unrelated books has the expected subsequence of 689 common words in random order.
        assert!((excess(689, 53) - 1.0).abs() < 0.01);
    }

    #[test]
    fn edges() {
        assert_eq!(cs(0, 5, 0), 0.0);
        assert_eq!(its(5, 5, 0), 0.0);
        assert_eq!(its(5, 5, 1), 0.0);
        assert_eq!(its(5, 5, 5), 1.0);
        assert_eq!(its(1, 1, 1), 1.0);
        assert_eq!(excess(0, 0), 0.0);
        assert_eq!(jaccard(0, 0, 0), 0.0);
    }

    fn criteria() -> Vec<Criterion> {
        let mut all = Vec::new();
        for score in [Score::Excess, Score::Its, Score::Cs, Score::Jaccard] {
            for threshold in [0.02, 0.12, 0.5, 0.72, 1.0, 1.7, 3.5] {
                for min_lcs in [0, 3] {
                    all.push(Criterion {
                        score,
                        threshold,
                        min_lcs,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn the_least_lcs_is_the_first_that_is_accepted() {
        for criterion in criteria() {
            for x in 1..25 {
                for y in 1..25 {
                    for common in 0..=x.min(y) {
                        let least = criterion.least_lcs(x, y, common);
                        for lcs in 0..=common {
                            assert_eq!(criterion.accepts(x, y, common, lcs), lcs >= least);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_accepted_pair_reaches_the_floor() {
        for criterion in criteria() {
            for x in 0..22 {
                for y in 0..22 {
                    let floor = criterion.floor(x, y, 0);
                    for from in [1, 7, 30] {
                        assert_eq!(criterion.floor(x, y, from), floor);
                    }
                    for longer in x..22 {
                        for common in 0..=longer.min(y) {
                            for lcs in 0..=common {
                                if criterion.accepts(longer, y, common, lcs) {
                                    assert!(common >= floor, "{criterion:?} {x} {y}");
                                    assert!(
                                        lcs >= floor || criterion.score == Score::Jaccard,
                                        "{criterion:?} {x} {longer} {y} {common} {lcs} {floor}"
                                    );
                                    assert!(
                                        (lcs * lcs) as f64
                                            >= criterion.square_factor() * common as f64
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
