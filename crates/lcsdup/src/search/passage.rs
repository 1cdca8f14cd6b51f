//! Which passages two documents share: chains of common seeds at nearly equal distances in both.
//!
//! A seed is a word, or a pair of words, that occurs once in either document; one that both have is a match, a point (x, y) of
//! their token indices. Along a shared passage matches follow each other at distances dx and dy that are nearly equal. A chain
//! is scored as a local alignment is, by the sum of the log odds of its links:
//!
//! `S = sum of ln(rarity) + sum of ln(passage(dx, dy) / chance(dx, dy))`
//!
//! - `rarity` of a match: the harmonic mean over all matches of how many documents have the seed, over that of this one.
//!   A seed that a share `p` of the documents has comes into both by chance with a density in proportion to `p^2`, by copying to
//!   `p`; the mean makes the expectation over chance matches 1, so that the statistics below hold.
//! - `passage`, the density of the next match inside a passage: `1 / ((gap + 5) C)` over the gaps up to [`GAP`], `gap` being the
//!   greater of dx and dy (how dense matches are depends on the seeds and on the damage, so no scale is preferred), times a
//!   two-sided geometric distribution of `dx - dy` with the scale `0.35 + 0.12 sqrt(gap)` (words lost and split on the way
//!   add up as a random walk does).
//! - `chance`, the density of a match near another one between unrelated documents: `CLUMPING` times the mean, which is
//!   `common / (L M)` in documents of L and M tokens, and `0.05 exp(-gap)` for what language repeats: two words that make a name
//!   or a phrase come together in any book. Measured over the unrelated pairs of planted sets: beyond six tokens nothing of that
//!   is left, and matches are up to three times as dense near each other as on average.
//!
//! Overlapping n-grams, the words of scripts without spaces, are no evidence beside each other: a phrase that has one has the next.
//! A run of them counts as its rarest one, and the distances over which a phrase goes on are as many times longer.
//!
//! The score of the best chain between unrelated documents has the tail of an extreme value distribution (Karlin and
//! Altschul 1990): `E = K common exp(-S)` chains of score S or more are expected, one for each match that a chain may begin with.
//! Among 79,800 pairs of real books 1, 10, 100, 1,000 and 10,000 expected passages were 312, 347, 481, 1,409 and 7,727 found ones,
//! some 310 of which are no chance: the text is the same. `K` and `CLUMPING` were chosen on these pairs, so this shows that the
//! form fits, not that it holds elsewhere.

use std::ops::Range;

use platform::math;

/// Matches further apart than this many tokens are not linked.
pub const GAP: usize = 1000;

/// How much denser matches are near others than on average.
const CLUMPING: f64 = 2.0;

/// The factor of the expected number of chains.
const K: f64 = 0.1;

/// The density of matches that a phrase makes, at distance 0, and how many distances it is worth counting for.
const PHRASE: f64 = 0.05;
const PHRASE_GAPS: usize = 24;

/// Links are sought among so many matches before one: dense runs are linked by their last ones.
const LOOK_BACK: usize = 40;

/// Differences of distances beyond so many scales have no gain worth a link.
const SCALES: f64 = 12.0;

/// A seed that two documents have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Match {
    /// Its token index in the one document.
    pub x: u32,
    /// The same in the other.
    pub y: u32,
    /// How many documents of the collection have it: two or more.
    pub spread: u32,
}

/// How long a document is, and what its seeds are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of its tokens.
    pub tokens: u64,
    /// The tokens that a seed covers: 1 for words, n for n-grams of which one begins at each token.
    pub span: u32,
}

/// A passage that two documents share.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// From the token of its first match in the one document up to the one behind its last.
    pub a: Range<u32>,
    /// The same in the other document.
    pub b: Range<u32>,
    /// Its matches.
    pub matches: u32,
    /// S.
    pub score: f64,
    /// How many of this score and more are expected: in this pair, as [`Chainer::passages`] makes it.
    pub expect: f64,
}

/// How many passages with this score are expected by chance in one pair of documents with so many matches.
#[must_use]
pub fn expected(score: f64, common: usize) -> f64 {
    K * common as f64 * math::exp(-score)
}

/// The least score for which [`expected`] is at most `expect`.
#[must_use]
pub fn least_score(expect: f64, common: usize) -> f64 {
    math::ln(K * common.max(1) as f64 / expect)
}

/// Finds passages, pair after pair, with tables and buffers that it keeps.
#[derive(Debug)]
pub struct Chainer {
    /// For each gap the logarithm of its density times that of equal distances.
    density: Vec<f64>,
    /// For each gap what a token of difference costs, and the greatest difference.
    drift: Vec<(f64, u32)>,
    /// For each short gap the logarithm of the chance density.
    near: Vec<f64>,
    points: Vec<Match>,
    /// For each small number of documents its logarithm.
    logarithms: Vec<f64>,
    rarities: Vec<f64>,
    scores: Vec<f64>,
    before: Vec<u32>,
    ends: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Default for Chainer {
    fn default() -> Chainer {
        let all: f64 = (1..=GAP).map(|gap| 1.0 / (gap as f64 + 5.0)).sum();
        let scale = |gap: usize| 0.35 + 0.12 * (gap as f64).sqrt();
        Chainer {
            density: (0..=GAP)
                .map(|gap| {
                    let step = math::exp(-1.0 / scale(gap));
                    let equal = (1.0 - step) / (1.0 + step);
                    math::ln(equal / ((gap as f64 + 5.0) * all))
                })
                .collect(),
            drift: (0..=GAP)
                .map(|gap| (1.0 / scale(gap), (SCALES * scale(gap)) as u32))
                .collect(),
            near: Vec::new(),
            points: Vec::new(),
            logarithms: (0..1024)
                .map(|number| math::ln(f64::from(number)))
                .collect(),
            rarities: Vec::new(),
            scores: Vec::new(),
            before: Vec::new(),
            ends: Vec::new(),
        }
    }
}

impl Chainer {
    /// The passages among these matches, sorted by x, of documents of these extents, that score `least` or more; in order.
    ///
    /// Chains do not share matches: one that runs into a better one is counted from there on. No two overlap in both documents. Time: `LOOK_BACK` steps a match at
    /// most.
    ///
    /// # Panics
    /// From 2^32 - 1 matches on.
    pub fn passages(
        &mut self,
        matches: &[Match],
        extents: (Extent, Extent),
        least: f64,
    ) -> Vec<Passage> {
        assert!(matches.len() < NONE as usize);
        // Several pairs of words may begin with one: they are one point.
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.extend_from_slice(matches);
        points.dedup_by(|next, kept| {
            let same = (next.x, next.y) == (kept.x, kept.y);
            if same {
                kept.spread = kept.spread.min(next.spread);
            }
            same
        });
        let found = self.along(&points, extents, least);
        self.points = points;
        found
    }

    fn along(&mut self, matches: &[Match], extents: (Extent, Extent), least: f64) -> Vec<Passage> {
        if !self.link(matches, extents, least) {
            return Vec::new();
        }
        let scores = &self.scores;
        self.ends.clear();
        self.ends
            .extend((0..matches.len() as u32).filter(|&place| scores[place as usize] >= least));
        self.ends.sort_by(|&a, &b| {
            let order = scores[b as usize].total_cmp(&scores[a as usize]);
            order.then(a.cmp(&b))
        });
        let mut found = Vec::new();
        for &end in &self.ends {
            let passage = take(matches, scores, &mut self.before, end, least);
            // What a better chain passes over is no second passage beside it.
            found.extend(passage.filter(|one| !found.iter().any(|better| overlap(one, better))));
        }
        for passage in &mut found {
            passage.expect = expected(passage.score, matches.len());
        }
        found.sort_by_key(|passage| (passage.a.start, passage.b.start));
        found
    }

    /// Scores the best chain that ends at each match; whether one reaches `least`.
    fn link(&mut self, matches: &[Match], extents: (Extent, Extent), least: f64) -> bool {
        let (a, b) = extents;
        let area = a.tokens.max(1) as f64 * b.tokens.max(1) as f64;
        let span = a.span.max(b.span).max(1);
        let mean = CLUMPING * matches.len() as f64 / area;
        self.near.clear();
        self.near
            .extend((0..PHRASE_GAPS * span as usize).map(|gap| {
                let words = gap as f64 / f64::from(span);
                math::ln(mean + PHRASE * math::exp(-words))
            }));
        let far = math::ln(mean);
        let reciprocals: f64 = matches.iter().map(|one| 1.0 / f64::from(one.spread)).sum();
        let harmonic = math::ln(matches.len() as f64 / reciprocals);
        self.scores.clear();
        self.rarities.clear();
        self.before.clear();
        let mut reached = false;
        for (place, &Match { x, y, spread }) in matches.iter().enumerate() {
            let logarithm = self.logarithms.get(spread as usize).copied();
            let rarity = harmonic - logarithm.unwrap_or_else(|| math::ln(f64::from(spread)));
            self.rarities.push(rarity);
            let (mut best, mut from) = (rarity, NONE);
            let earliest = place.saturating_sub(LOOK_BACK);
            let earlier = (earliest..place).zip(&matches[earliest..place]);
            for (other, from_match) in earlier.rev() {
                let dx = x - from_match.x;
                if dx as usize > GAP {
                    break;
                }
                // One that is 0 or less in either document is no link.
                let dy = y.wrapping_sub(from_match.y);
                let gap = dx.max(dy) as usize;
                if gap > GAP || dx == 0 || dy == 0 {
                    continue;
                }
                let (cost, most) = self.drift[gap];
                let difference = dx.abs_diff(dy);
                if difference > most {
                    continue;
                }
                let chance = self.near.get(gap).copied().unwrap_or(far);
                let gain = self.density[gap] - f64::from(difference) * cost - chance;
                let score = if dx == dy && dx < span {
                    // Beside a seed that it overlaps only what it is rarer.
                    let rarer = (rarity - self.rarities[other]).max(0.0);
                    self.scores[other] + gain.min(0.0) + rarer
                } else {
                    self.scores[other] + gain + rarity
                };
                if score > best {
                    (best, from) = (score, other as u32);
                }
            }
            self.scores.push(best);
            self.before.push(from);
            reached |= best >= least && from != NONE;
        }
        reached
    }
}

/// Whether two passages have tokens in common in both documents.
fn overlap(one: &Passage, other: &Passage) -> bool {
    let meet =
        |one: &Range<u32>, other: &Range<u32>| one.start < other.end && other.start < one.end;
    meet(&one.a, &other.a) && meet(&one.b, &other.b)
}

/// A match that is in a passage already.
const TAKEN: u32 = NONE - 1;

/// The chain that ends at a match, down to its first or to one that is taken, if what is left of it scores enough.
fn take(
    matches: &[Match],
    scores: &[f64],
    before: &mut [u32],
    end: u32,
    least: f64,
) -> Option<Passage> {
    let last = end as usize;
    let (mut place, mut count) = (last, 0);
    if before[place] == TAKEN {
        return None;
    }
    let mut first = place;
    let mut score = scores[last];
    loop {
        let from = before[place];
        before[place] = TAKEN;
        first = place.min(first);
        count += 1;
        match from {
            NONE => break,
            from if before[from as usize] == TAKEN => {
                // The link to the other chain is not of this one.
                score -= scores[place];
                break;
            }
            from => place = from as usize,
        }
    }
    (score >= least && count > 1).then(|| Passage {
        a: matches[first].x..matches[last].x + 1,
        b: matches[first].y..matches[last].y + 1,
        matches: count,
        score,
        expect: 0.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Points of a passage: every 30 tokens from (x, y) on, one token later in the other document after each third one.
    fn run(x: u32, y: u32, length: u32) -> impl Iterator<Item = (u32, u32)> {
        (0..length).map(move |n| (x + 30 * n, y + 30 * n + n / 3))
    }

    const BOOK: Extent = Extent {
        tokens: 60_000,
        span: 1,
    };
    const BOOKS: (Extent, Extent) = (BOOK, BOOK);

    fn find(matches: Vec<(u32, u32)>, least: f64) -> Vec<Passage> {
        let all = |(x, y)| Match { x, y, spread: 2 };
        let mut matches: Vec<Match> = matches.into_iter().map(all).collect();
        matches.sort_unstable();
        Chainer::default().passages(&matches, BOOKS, least)
    }

    #[test]
    fn a_run_among_scattered_matches_is_a_passage() {
        let scattered = (0..300u32).map(|n| (n * 7919 % 60_000, n * 104_729 % 60_000));
        let matches: Vec<(u32, u32)> = scattered.clone().chain(run(20_000, 5000, 12)).collect();
        let found = find(matches, 25.0);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].a.start.abs_diff(20_000) < 200 && found[0].a.end.abs_diff(20_331) < 200);
        assert!(found[0].matches >= 12 && found[0].score > 60.0);
        assert!(find(scattered.collect(), 15.0).is_empty());
    }

    #[test]
    fn passages_may_come_in_another_order() {
        let found = find(
            run(100, 30_000, 10).chain(run(40_000, 200, 10)).collect(),
            25.0,
        );
        let ranges: Vec<_> = found
            .iter()
            .map(|one| (one.a.clone(), one.b.clone()))
            .collect();
        assert_eq!(
            ranges,
            [(100..371, 30_000..30_274), (40_000..40_271, 200..474)]
        );
    }

    /// Neighbours are what language repeats: a name of ten words is no passage.
    #[test]
    fn a_phrase_is_no_passage() {
        let phrase = |length: u32| find((0..length).map(|n| (500 + n, 900 + n)).collect(), 20.0);
        assert!(phrase(10).is_empty());
        assert_eq!(phrase(60).len(), 1);
    }

    /// Four seeds that few documents have are a passage among others where four that many have are none.
    #[test]
    fn rare_seeds_say_more() {
        let score = |spread: u32| {
            let scattered = (0..300u32).map(|n| (n * 7919 % 60_000, n * 104_729 % 60_000, 20));
            let chain = run(20_000, 5000, 4).map(|(x, y)| (x, y, spread));
            let mut matches: Vec<Match> = scattered
                .chain(chain)
                .map(|(x, y, spread)| Match { x, y, spread })
                .collect();
            matches.sort_unstable();
            let found = Chainer::default().passages(&matches, BOOKS, 5.0);
            found.into_iter().map(|one| one.score).fold(0.0, f64::max)
        };
        assert!((score(2) - score(20) - 4.0 * 10f64.ln()).abs() < 1.0);
    }

    /// Bigrams that overlap are one, however many there are; as many that do not are a passage.
    #[test]
    fn a_run_of_overlapping_seeds_is_one() {
        let score = |step: u32, length: u32| {
            let scattered = (0..300u32).map(|n| (n * 7919 % 60_000, n * 104_729 % 60_000, 20));
            let chain = (0..length).map(|n| (20_000 + step * n, 5000 + step * n, 2));
            let mut matches: Vec<Match> = scattered
                .chain(chain)
                .map(|(x, y, spread)| Match { x, y, spread })
                .collect();
            matches.sort_unstable();
            let bigrams = Extent { span: 2, ..BOOK };
            let mut chainer = Chainer::default();
            let found = chainer.passages(&matches, (bigrams, bigrams), 0.5);
            let of_chain = found.into_iter().filter(|one| one.a.start >= 19_000);
            of_chain.map(|one| one.score).fold(0.0, f64::max)
        };
        // Two neighbours say what one does: there is no passage to speak of.
        assert!(score(1, 2) < 5.0, "{}", score(1, 2));
        assert!(score(1, 4) < score(2, 4));
        assert!(score(40, 4) > score(1, 4) + 10.0);
    }

    #[test]
    fn the_threshold_is_that_of_the_expected_number() {
        for common in [1, 500, 20_000] {
            let least = least_score(1e-6, common);
            assert!((expected(least, common) - 1e-6).abs() < 1e-12);
        }
    }

    proptest! {
        /// Passages have at least the score, and rise in both documents; no match is in two of them.
        #[test]
        fn passages_are_chains(
            matches in prop::collection::vec((0u32..3000, 0u32..3000), 0..200), least in 0.5f64..20.0
        ) {
            let found = find(matches.clone(), least);
            prop_assert!(found.iter().all(|one| one.score >= least && one.matches > 1));
            prop_assert!(found.iter().map(|one| one.matches as usize).sum::<usize>() <= matches.len());
            for one in &found {
                prop_assert!(one.a.len() > 1 && one.b.len() > 1);
                prop_assert!(matches.contains(&(one.a.start, one.b.start)));
                prop_assert!(matches.contains(&(one.a.end - 1, one.b.end - 1)));
            }
        }
    }
}
