//! Passages that two documents share: chains of common seeds at nearly equal distances in both.
//!
//! A seed is a word, a form of a word, or a pair of words, that occurs once in a document. A seed that two documents have is a match, a
//! point (x, y) of its token indices. Along a shared passage consecutive matches are at nearly equal distances dx and
//! dy. A chain of matches is scored like a local alignment, by the sum of the log-odds of its links:
//!
//! `S = sum of ln(rarity) + sum of ln(passage(dx, dy) / chance(dx, dy))`
//!
//! - `rarity` of a match: the harmonic mean of the document frequencies of all matches, divided by the document
//!   frequency of this one. A seed in a fraction `p` of the documents occurs in both by chance with a density
//!   proportional to `p^2`, and by copying with one proportional to `p`. The mean makes the expectation over
//!   chance matches 1, so that the statistics below hold.
//! - `passage`, the density of the next match within a passage: `1 / ((gap + 5) C)` over the gaps up to [`GAP`], where
//!   `gap` is the larger of dx and dy, times a two-sided geometric distribution of `dx - dy` with scale `0.35 + 0.12
//!   sqrt(gap)`. The density of matches depends on the seeds and on the damage, so the first factor prefers no scale.
//!   Lost and split words accumulate as in a random walk. In a passage that was copied as it is hardly a word is lost:
//!   a chain is scored again with the scale `0.1 + 0.03 sqrt(gap)`, and counts by the mean of both likelihoods.
//! - `chance`, the density of matches near another one between unrelated documents: `CLUMPING` times the mean, which is
//!   `common / (L M)` in documents of L and M tokens, plus `0.05 exp(-gap)` for repetitive language: any book has the
//!   two words of a name or a phrase together. Measured on the unrelated pairs of planted sets: beyond six tokens
//!   nothing of the latter remains, and matches are up to three times as dense near each other as on average.
//!
//! Matches are denser still in some places: names match names in the acknowledgements of two reports. Densities are
//! taken to vary from place to place with an exponential distribution; `CLUMPING` is its mean at a match. If a chain
//! has `k` matches near it, off its diagonal, in an area `A` around it, the mean of the posterior is `(2 + k) / (1 /
//! mean + A)`. The chain is scored again with that density if it is higher. A passage has only chance matches near it.
//!
//! Overlapping n-grams, the words of scripts without spaces, are not independent evidence: a phrase that contains one
//! contains the next. A run of them counts as much as its rarest one, and the distances at which a phrase continues are
//! scaled by n.
//!
//! The score of the best chain between unrelated documents has the tail of an extreme value distribution (Karlin and
//! Altschul 1990). The expected number of chains with at least score S is `E = K common exp(-S)`, one for each match
//! that a chain may begin with. `K` was chosen on shuffled documents of six kinds, `CLUMPING` on pairs of real books.
//! `cargo lab eval chance` shows how well the form fits documents that share nothing, because the words of every second
//! one are reversed or shuffled. Six libraries in four scripts were not used to choose any constant. Where 1,000
//! passages were expected, 760 to 1,273 were found there by words. Among 79,800 pairs of real books, where 1, 10, 100,
//! 1,000 and 10,000 were expected, 297, 347, 567, 2,013 and 10,637 were found. Some 290 of these are not due to chance:
//! the text is the same. `AROUND` was chosen on unique words of reversed RFCs, of seven distances from 25 to 800, which
//! differ by less than a factor of two in what is found.

use std::ops::Range;

use platform::math;

/// Matches at a greater distance in tokens are not linked.
pub const GAP: usize = 1000;

/// The ratio of the density of matches near others to the mean density.
const CLUMPING: f64 = 2.0;

/// The distance in tokens around a chain at which other matches count as its clump.
const AROUND: u32 = 400;

/// The constant of the expected number of chains.
const K: f64 = 0.05;

/// The density of matches caused by phrases at distance 0; and the distances up to which it is tabulated.
const PHRASE: f64 = 0.05;
const PHRASE_GAPS: usize = 24;

/// The number of preceding matches to which a match may be linked; in dense runs only the last ones are tried.
const LOOK_BACK: usize = 40;

/// Chains below the least score are scored again up to this gain of a chain that is scored as an undamaged copy. It is
/// the gain of five links at the largest gap, which reach the least score by themselves.
const GAIN_OF_COPY: f64 = 6.0;

/// Differences of dx and dy beyond this many scales cannot gain.
const SCALES: f64 = 12.0;

/// A match: a seed that two documents have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Match {
    /// Its token index in the one document.
    pub x: u32,
    /// Its token index in the other.
    pub y: u32,
    /// Its document frequency in the collection: at least two.
    pub spread: u32,
}

/// The length of a document, and the span of its seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// The number of its tokens.
    pub tokens: u64,
    /// The number of tokens that a seed covers: 1 for words, n for n-grams. An n-gram begins at each token.
    pub span: u32,
}

/// A passage that two documents share.
#[derive(Clone, Debug, PartialEq)]
pub struct Passage {
    /// The range in the one document, from the first token of its first match to the end of its last.
    pub a: Range<u32>,
    /// The range in the other document.
    pub b: Range<u32>,
    /// The number of its matches.
    pub matches: u32,
    /// The score S.
    pub score: f64,
    /// The number of passages with at least this score expected by chance: in this pair, as returned by
    /// [`Chainer::passages`].
    pub expect: f64,
}

/// The number of passages with this score expected by chance in a pair of documents with `common` matches.
fn expected(score: f64, common: usize) -> f64 {
    K * common as f64 * math::exp(-score)
}

/// The lowest score for which [`expected`] is at most `expect`.
fn least_score(expect: f64, common: usize) -> f64 {
    math::ln(K * common.max(1) as f64 / expect)
}

/// Finds passages, reusing its tables and buffers for all pairs.
#[derive(Debug)]
pub struct Chainer {
    /// For each gap the logarithm of its density with equal distances.
    density: Vec<f64>,
    /// For each gap the cost of a difference of one token, and the largest difference.
    drift: Vec<(f64, u32)>,
    /// For each gap what a link gains as one of an undamaged copy with equal distances, and its cost of a difference of one token.
    copy: Vec<(f64, f64)>,
    /// The mean density of matches near others, and the number of tokens that a seed covers.
    mean: f64,
    span: u32,
    /// For each short gap the logarithm of the chance density.
    near: Vec<f64>,
    points: Vec<Match>,
    /// x - y of each match, modulo 2^32.
    diagonals: Vec<u32>,
    /// A table of logarithms of small document frequencies.
    logarithms: Vec<f64>,
    rarities: Vec<f64>,
    scores: Vec<f64>,
    before: Vec<u32>,
    ends: Vec<u32>,
    /// The matches of a chain, from its end.
    chain: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Default for Chainer {
    fn default() -> Chainer {
        let all: f64 = (1..=GAP).map(|gap| 1.0 / (gap as f64 + 5.0)).sum();
        let scale = |gap: usize| 0.35 + 0.12 * (gap as f64).sqrt();
        let scale_of_copy = |gap: usize| 0.1 + 0.03 * (gap as f64).sqrt();
        // The probability of equal distances.
        let equal = |scale: f64| {
            let step = math::exp(-1.0 / scale);
            (1.0 - step) / (1.0 + step)
        };
        Chainer {
            density: (0..=GAP)
                .map(|gap| math::ln(equal(scale(gap)) / ((gap as f64 + 5.0) * all)))
                .collect(),
            copy: (0..=GAP)
                .map(|gap| {
                    let (damaged, copy) = (scale(gap), scale_of_copy(gap));
                    let gain = math::ln(equal(copy) / equal(damaged));
                    (gain, 1.0 / copy - 1.0 / damaged)
                })
                .collect(),
            drift: (0..=GAP)
                .map(|gap| (1.0 / scale(gap), (SCALES * scale(gap)) as u32))
                .collect(),
            mean: 0.0,
            span: 1,
            near: Vec::new(),
            points: Vec::new(),
            diagonals: Vec::new(),
            logarithms: (0..1024)
                .map(|number| math::ln(f64::from(number)))
                .collect(),
            rarities: Vec::new(),
            scores: Vec::new(),
            before: Vec::new(),
            ends: Vec::new(),
            chain: Vec::new(),
        }
    }
}

/// Whether any of some diagonals is at most so far from this one. There are no branches, so that the loop vectorises.
#[inline]
fn any_near(diagonals: &[u32; LOOK_BACK], this: u32, distance: u32) -> bool {
    let lowest = this.wrapping_sub(distance);
    diagonals.iter().fold(false, |any, &diagonal| {
        any | (diagonal.wrapping_sub(lowest) <= 2 * distance)
    })
}

impl Chainer {
    /// The passages, in order, of which at most `expect` are expected by chance; the matches are sorted by x, and the
    /// documents have these extents.
    ///
    /// Chains do not share matches: a chain that joins a better one is scored from there on. No two passages overlap in
    /// both documents. Time: at most `LOOK_BACK` steps a match.
    ///
    /// # Panics
    /// With 2^32 - 1 matches or more.
    pub fn passages(
        &mut self,
        matches: &[Match],
        extents: (Extent, Extent),
        expect: f64,
    ) -> Vec<Passage> {
        assert!(matches.len() < NONE as usize);
        // Several seeds may begin at one token: they are one point, and the rarest counts.
        let mut points = std::mem::take(&mut self.points);
        points.clear();
        points.extend_from_slice(matches);
        for at_one_token in points.chunk_by_mut(|a, b| a.x == b.x) {
            at_one_token.sort_unstable();
        }
        points.dedup_by_key(|point| (point.x, point.y));
        let found = self.along(&points, extents, least_score(expect, points.len()));
        self.points = points;
        found
    }

    /// The passages with a score of at least `least`, along matches that are sorted by x, then by y, and differ in one of them.
    fn along(&mut self, matches: &[Match], extents: (Extent, Extent), least: f64) -> Vec<Passage> {
        let near = least - GAIN_OF_COPY;
        if !self.link(matches, extents, near) {
            return Vec::new();
        }
        let scores = &self.scores;
        self.ends.clear();
        self.ends
            .extend((0..matches.len() as u32).filter(|&place| scores[place as usize] >= near));
        self.ends.sort_by(|&a, &b| {
            let order = scores[b as usize].total_cmp(&scores[a as usize]);
            order.then(a.cmp(&b))
        });
        let mut found: Vec<Passage> = Vec::new();
        for end in std::mem::take(&mut self.ends) {
            let Some(mut passage) = self.take(matches, end) else {
                continue;
            };
            passage.score += self.gain_of_copy(matches);
            passage.score -= self.loss_of_clump(matches, extents, &passage);
            // A passage that overlaps a better one in both documents does not count as a second
            // one.
            let is_second = found.iter().any(|better| overlap(&passage, better));
            if passage.score >= least && !is_second {
                found.push(passage);
            }
        }
        for passage in &mut found {
            passage.expect = expected(passage.score, matches.len());
        }
        found.sort_by_key(|passage| (passage.a.start, passage.b.start));
        found
    }

    /// Computes the best chain that ends at each match; returns whether any reaches `least`.
    fn link(&mut self, matches: &[Match], extents: (Extent, Extent), least: f64) -> bool {
        let (a, b) = extents;
        let area = a.tokens.max(1) as f64 * b.tokens.max(1) as f64;
        let span = a.span.max(b.span).max(1);
        let mean = CLUMPING * matches.len() as f64 / area;
        (self.mean, self.span) = (mean, span);
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
        self.diagonals.clear();
        self.diagonals
            .extend(matches.iter().map(|one| one.x.wrapping_sub(one.y)));
        // At the largest gap.
        let (_, widest) = self.drift[GAP];
        let mut reached = false;
        for (place, &Match { x, y, spread }) in matches.iter().enumerate() {
            let logarithm = self.logarithms.get(spread as usize).copied();
            let rarity = harmonic - logarithm.unwrap_or_else(|| math::ln(f64::from(spread)));
            self.rarities.push(rarity);
            let (mut best, mut from) = (rarity, NONE);
            let mut earliest = place.saturating_sub(LOOK_BACK);
            // Between unrelated documents there is hardly ever a match to link to.
            let before = self.diagonals[..place].last_chunk();
            if before.is_some_and(|before| !any_near(before, self.diagonals[place], widest)) {
                earliest = place;
            }
            let earlier = (earliest..place).zip(&matches[earliest..place]);
            for (other, from_match) in earlier.rev() {
                let dx = x - from_match.x;
                if dx as usize > GAP {
                    break;
                }
                // The distances must be positive in both documents.
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
                    // Next to an overlapping seed only the excess in rarity counts.
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

    /// The chain that ends at a match, back to its start or to a match of another chain. Its matches are taken.
    fn take(&mut self, matches: &[Match], end: u32) -> Option<Passage> {
        let last = end as usize;
        if self.before[last] == TAKEN {
            return None;
        }
        self.chain.clear();
        let mut score = self.scores[last];
        let mut place = end;
        loop {
            self.chain.push(place);
            match std::mem::replace(&mut self.before[place as usize], TAKEN) {
                NONE => break,
                from if self.before[from as usize] == TAKEN => {
                    // The link to the other chain does not count.
                    score -= self.scores[place as usize];
                    break;
                }
                from => place = from,
            }
        }
        let first = &matches[place as usize];
        (self.chain.len() > 1).then(|| Passage {
            a: first.x..matches[last].x + 1,
            b: first.y..matches[last].y + 1,
            matches: self.chain.len() as u32,
            score,
            expect: 0.0,
        })
    }

    /// The distances in both documents of each link of the chain taken last, but not of those to an overlapping seed, whose distances say
    /// nothing.
    fn links(&self, matches: &[Match]) -> impl Iterator<Item = (u32, u32)> {
        let distances = self.chain.windows(2).map(|link| {
            let (to, from) = (&matches[link[0] as usize], &matches[link[1] as usize]);
            (to.x - from.x, to.y - from.y)
        });
        distances.filter(|&(dx, dy)| dx != dy || dx >= self.span)
    }

    /// The addition to the score of the chain taken last, from the mean of the likelihoods of a damaged and of an
    /// undamaged copy.
    fn gain_of_copy(&self, matches: &[Match]) -> f64 {
        let links = self.links(matches).map(|(dx, dy)| {
            let (gain, cost) = self.copy[dx.max(dy) as usize];
            gain - f64::from(dx.abs_diff(dy)) * cost
        });
        let sum: f64 = links.sum();
        // The exponential of a large sum may be infinite.
        sum.max(0.0) + math::ln(1.0 + math::exp(-sum.abs())) - math::ln(2.0)
    }

    /// The part of the score of the chain taken last that is due to a clump: the difference between the chance densities
    /// around it and on average.
    fn loss_of_clump(&self, matches: &[Match], extents: (Extent, Extent), chain: &Passage) -> f64 {
        let around = |range: &Range<u32>, extent: Extent| {
            let end = u64::from(range.end) + u64::from(AROUND);
            u64::from(range.start.saturating_sub(AROUND))..end.min(extent.tokens)
        };
        let (x, y) = (around(&chain.a, extents.0), around(&chain.b, extents.1));
        let start = matches.partition_point(|one| u64::from(one.x) < x.start);
        let mut own = self
            .chain
            .iter()
            .rev()
            .map(|&place| &matches[place as usize])
            .peekable();
        let mut last = own.next().expect("a chain has matches");
        let mut others = 0;
        for (one, &before) in matches[start..].iter().zip(&self.before[start..]) {
            if u64::from(one.x) >= x.end {
                break;
            }
            while let Some(next) = own.next_if(|next| next.x <= one.x) {
                last = next;
            }
            if before == TAKEN || !y.contains(&u64::from(one.y)) {
                continue;
            }
            // A match on the way of the chain may be of the passage.
            let (dx, dy) = (
                i64::from(one.x) - i64::from(last.x),
                i64::from(one.y) - i64::from(last.y),
            );
            let (_, most) = self.drift[GAP.min(dx.unsigned_abs() as usize)];
            others += u32::from(dx.abs_diff(dy) > u64::from(most));
        }
        let length = |range: Range<u64>| range.end.saturating_sub(range.start) as f64;
        // The mean of the posterior distribution, after the chain's first match and the others.
        let average = self.mean / CLUMPING;
        let density = (CLUMPING + f64::from(others)) / (1.0 / average + length(x) * length(y));
        let excess = density - self.mean;
        if excess <= 0.0 {
            return 0.0;
        }
        let far = math::ln(self.mean);
        let links = self.links(matches).map(|(dx, dy)| {
            let near = self.near.get(dx.max(dy) as usize).copied();
            math::ln(1.0 + excess * math::exp(-near.unwrap_or(far)))
        });
        links.sum()
    }
}

/// Whether two passages overlap in both documents.
fn overlap(one: &Passage, other: &Passage) -> bool {
    let meet =
        |one: &Range<u32>, other: &Range<u32>| one.start < other.end && other.start < one.end;
    meet(&one.a, &other.a) && meet(&one.b, &other.b)
}

/// The mark of a match that already belongs to a chain.
const TAKEN: u32 = NONE - 1;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The matches of a passage: every 30 tokens from (x, y) on, with a token inserted in the other document after
    /// every third.
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
        Chainer::default().along(&matches, BOOKS, least)
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

    /// Three seeds at the same distances in both documents say more than at nearly the same ones; a chain of many that are not
    /// loses a factor of two and no more.
    #[test]
    fn an_undamaged_copy_needs_fewer_seeds() {
        let gain = |length: u32, drift: u32| {
            let chain = (0..length).map(|n| (20_000 + 90 * n, 5000 + 90 * n + n % 2 * drift));
            let matches: Vec<Match> = chain.map(|(x, y)| Match { x, y, spread: 2 }).collect();
            let mut chainer = Chainer::default();
            chainer.link(&matches, BOOKS, 0.0);
            let taken = chainer.take(&matches, length - 1).unwrap();
            assert_eq!(taken.matches, length);
            chainer.gain_of_copy(&matches)
        };
        assert!((1.0..GAIN_OF_COPY).contains(&gain(3, 0)));
        assert!((gain(12, 2) + 2f64.ln()).abs() < 0.01);
    }

    /// Adjacent matches are due to phrases: a name of ten words does not make a passage.
    #[test]
    fn a_phrase_is_no_passage() {
        let phrase = |length: u32| find((0..length).map(|n| (500 + n, 900 + n)).collect(), 20.0);
        assert!(phrase(10).is_empty());
        assert_eq!(phrase(60).len(), 1);
    }

    /// Among other matches, four rare seeds are a passage and four frequent ones are not.
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
            let found = Chainer::default().along(&matches, BOOKS, 5.0);
            found.into_iter().map(|one| one.score).fold(0.0, f64::max)
        };
        assert!((score(2) - score(20) - 4.0 * 10f64.ln()).abs() < 1.0);
    }

    /// The same chain says less among matches that are dense there, and nothing else does: not those on its way.
    #[test]
    fn matches_beside_a_chain_count_against_it() {
        let scattered = || (0..100u32).map(|n| (n * 7919 % 60_000, n * 104_729 % 60_000));
        let best = |beside: &[(u32, u32)]| {
            let chain = run(20_000, 5000, 4).chain(beside.iter().copied());
            let found = find(scattered().chain(chain).collect(), 5.0);
            let scores = found.into_iter().map(|one| one.score);
            scores.fold(0.0, f64::max)
        };
        let alone = best(&[]);
        let clump: Vec<(u32, u32)> = (0..40u32)
            .map(|n| (19_800 + n * 97 % 400, 4800 + n * 211 % 500))
            .filter(|(x, y)| (x - 15_000).abs_diff(*y) > 60)
            .collect();
        assert!(clump.len() > 20);
        assert!(best(&clump) < alone - 3.0, "{} {alone}", best(&clump));
        // A single one makes the mean of the posterior 3 / 2 of what it was, in each of three links.
        let by_one = alone - best(&[(20_010, 5400)]);
        assert!((by_one - 3.0 * 1.5f64.ln()).abs() < 0.2, "{by_one}");
        assert!(best(&[(20_010, 5010), (20_050, 5051)]) >= alone);
        // In another part of the documents they do not matter.
        let elsewhere: Vec<(u32, u32)> =
            clump.iter().map(|(x, y)| (x + 9000, y + 30_000)).collect();
        assert!((best(&elsewhere) - alone).abs() < 2.0);
    }

    /// Any number of overlapping bigrams count as one; the same number of disjoint ones is a passage.
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
            let found = chainer.along(&matches, (bigrams, bigrams), 0.5);
            let of_chain = found.into_iter().filter(|one| one.a.start >= 19_000);
            of_chain.map(|one| one.score).fold(0.0, f64::max)
        };
        // Two adjacent matches say no more than one.
        assert!(score(1, 2) < 5.0, "{}", score(1, 2));
        assert!(score(1, 4) < score(2, 4));
        assert!(score(40, 4) > score(1, 4) + 10.0);
    }

    /// Forms of a word; some of them are in other places, too.
    #[test]
    fn seeds_of_one_token_are_one_point() {
        let scattered = (0..300u32).map(|n| (n * 7919 % 60_000, n * 104_729 % 60_000));
        let once: Vec<Match> = scattered
            .chain(run(20_000, 5000, 6))
            .map(|(x, y)| Match { x, y, spread: 2 })
            .collect();
        let forms = |one: &Match| {
            let at = |y, spread| Match {
                x: one.x,
                y,
                spread,
            };
            [at(one.y, 2), at(one.y + 900, 3), at(one.y, 5)]
        };
        let apart = once.iter().map(|one| Match {
            y: one.y + 900,
            spread: 3,
            ..*one
        });
        let mut points: Vec<Match> = apart.chain(once.iter().copied()).collect();
        points.sort_unstable();
        let mut matches: Vec<Match> = once.iter().flat_map(forms).collect();
        matches.sort_by_key(|one| one.x);
        let find = |matches: &[Match]| Chainer::default().passages(matches, BOOKS, 1e-3);
        assert_eq!(find(&points).len(), 2);
        assert_eq!(find(&points), find(&matches));
    }

    #[test]
    fn the_threshold_is_that_of_the_expected_number() {
        for common in [1, 500, 20_000] {
            let least = least_score(1e-6, common);
            assert!((expected(least, common) - 1e-6).abs() < 1e-12);
        }
    }

    proptest! {
        /// Passages have at least the score and are ascending in both documents; they do not share matches.
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
