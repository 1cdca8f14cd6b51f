//! Discriminative training: multinomial logistic regression by stochastic gradient descent,
//! starting at the weights of naive Bayes.
//!
//! Naive Bayes assumes that n-grams are independent, so it counts the same evidence several times.
//! Here the gains are the weights of a logistic regression over languages. Chunks of the samples
//! are scored one by one. The gains of their n-grams move along the gradient of the log-likelihood,
//! in proportion to the error of the probability: up for the language of the chunk and down for the
//! others. Training stops early, so an n-gram keeps its initial gain if its chunks are classified
//! with certainty.
//!
//! The initial gains come from counts that include the chunk itself, which makes a chunk of a small
//! sample fit its language far better than other text does. So its score in its own language is
//! corrected to what it would be without the chunk's counts (leave-one-out).

use std::collections::HashMap;
use std::ops::Range;

use super::model::STEP;
use super::words::{WORD, Words};
use crate::constants::{
    CHUNKS, EPOCHS, FIRST_AVERAGED, LEARNING_RATE, MIN_GRADIENT, ORDER_WEIGHTS, SHARPNESS,
    SMALL_SAMPLE,
};

/// The order of an n-gram, and its count in each language.
pub(super) type Counted = (usize, Vec<(u8, u32)>);

/// N-grams: hash, order, and the gains of languages.
pub(super) type Lists = Vec<(u64, usize, Vec<[u8; 2]>)>;

/// The gains of all lists in sequence. Training is bound by cache misses, and this layout has one
/// per list.
struct Gains {
    /// The end of each list; a list begins at the end of the previous one.
    ends: Vec<u32>,
    /// The weight of each list's n-gram.
    weights: Vec<u8>,
    /// Language and gain.
    all: Vec<(u32, f32)>,
    /// The initial gain of each of `all`, and the count that it is from.
    initial: Vec<(u8, u32)>,
}

impl Gains {
    fn new(lists: &Lists, counts: &HashMap<u64, Counted>) -> Self {
        let mut gains = Gains {
            ends: Vec::with_capacity(lists.len()),
            initial: Vec::new(),
            weights: lists
                .iter()
                .map(|(_, order, _)| ORDER_WEIGHTS[*order] as u8)
                .collect(),
            all: Vec::new(),
        };
        for (hash, _, list) in lists {
            let counted = counts.get(hash).map_or(&[][..], |(_, counted)| counted);
            let of_list = list
                .iter()
                .map(|&[language, gain]| (u32::from(language), f32::from(gain)));
            gains.all.extend(of_list);
            gains.initial.extend(list.iter().map(|&[language, gain]| {
                let count = counted.iter().find(|(one, _)| *one == language);
                (gain, count.map_or(0, |(_, count)| *count))
            }));
            gains.ends.push(gains.all.len() as u32);
        }
        gains
    }

    fn range(&self, gram: u32) -> Range<usize> {
        let gram = gram as usize;
        let start = gram.checked_sub(1).map_or(0, |before| self.ends[before]);
        start as usize..self.ends[gram] as usize
    }

    /// Returns by how much the score of a chunk in its language changes without the counts of the
    /// chunk's own n-grams, which are sorted.
    fn without_own(&self, language: usize, grams: &[u32]) -> f32 {
        let mut sum = 0.0;
        for same in grams.chunk_by(|a, b| a == b) {
            let range = self.range(same[0]);
            let place = self.all[range.clone()]
                .iter()
                .position(|(one, _)| *one as usize == language);
            let Some(place) = place else { continue };
            let (gain, count) = self.initial[range.start + place];
            let (gain, own) = (f64::from(gain) * STEP, same.len() as f64);
            let left = 1.0 - own / f64::from(count).max(own);
            let weight = f64::from(self.weights[same[0] as usize]);
            sum += weight * own * ((left * gain.exp_m1()).ln_1p() - gain) / STEP;
        }
        sum as f32
    }
}

/// A chunk of text, as the n-grams that have gains.
struct Piece {
    language: usize,
    /// Positions in the lists.
    grams: Vec<u32>,
    /// The number of n-grams of each order.
    counts: [f32; WORD + 1],
    /// The weight of all n-grams, including those without gains.
    weight: f32,
    /// See [`Gains::without_own`].
    without_own: f32,
}

/// Trains the gains of `lists`, which come from `counts`. Each sample is the number of a language
/// and a text.
pub(super) fn fit(
    lists: &mut Lists,
    counts: &HashMap<u64, Counted>,
    floors: &[[i32; WORD + 1]],
    samples: &[(usize, &str)],
) {
    let places: HashMap<u64, u32> = lists.iter().map(|(hash, ..)| *hash).zip(0..).collect();
    let mut gains = Gains::new(lists, counts);
    let size = |language: usize| -> usize {
        let own = samples.iter().filter(|(one, _)| *one == language);
        own.map(|(_, text)| text.len()).sum()
    };
    // A gain of a small sample is a guess, and its few chunks cannot win back what the chunks of
    // large samples take from it. So it grows only.
    let is_small: Vec<bool> = (0..floors.len())
        .map(|language| size(language) < SMALL_SAMPLE)
        .collect();
    let mut scores = vec![0.0; floors.len()];
    // The mean over the later epochs depends less on the order of the chunks than the last gains do,
    // above all between close languages.
    let mut sums = vec![0.0; gains.all.len()];
    for round in 0..EPOCHS {
        let rate = LEARNING_RATE / (1.0 + round as f32);
        for piece in &pieces(&gains, &places, samples, round) {
            score(&mut scores, &gains, floors, piece);
            scores[piece.language] += piece.without_own;
            probabilities(&mut scores, SHARPNESS / piece.weight.max(1.0).sqrt());
            scores[piece.language] -= 1.0;
            // Most chunks are classified with certainty.
            if scores.iter().all(|excess| excess.abs() < MIN_GRADIENT) {
                continue;
            }
            for &gram in &piece.grams {
                // A word has a larger weight but moves by the same amount.
                let rate = rate / f32::from(gains.weights[gram as usize]);
                for at in gains.range(gram) {
                    let (language, gain) = &mut gains.all[at];
                    let excess = scores[*language as usize];
                    if excess.abs() >= MIN_GRADIENT {
                        let least = match is_small[*language as usize] {
                            true => f32::from(gains.initial[at].0),
                            false => 0.0,
                        };
                        *gain = (*gain - rate * excess).clamp(least, 255.0);
                    }
                }
            }
        }
        if round >= FIRST_AVERAGED {
            for (sum, (_, gain)) in sums.iter_mut().zip(&gains.all) {
                *sum += gain;
            }
        }
    }
    let mut sums = sums.iter();
    for (.., list) in lists.iter_mut() {
        for ([_, gain], sum) in list.iter_mut().zip(&mut sums) {
            *gain = (sum / (EPOCHS - FIRST_AVERAGED) as f32).round() as u8;
        }
        list.retain(|[_, gain]| *gain > 0);
    }
    lists.retain(|(.., list)| !list.is_empty());
}

/// Returns the chunks of an epoch in random order. Each epoch uses the chunks next to those of the
/// previous one, so together the epochs cover more of the samples.
fn pieces(
    gains: &Gains,
    places: &HashMap<u64, u32>,
    samples: &[(usize, &str)],
    round: usize,
) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for &(language, text) in samples {
        for (length, count) in CHUNKS {
            let step = (text.len() / count).max(length);
            let mut at = step * round / EPOCHS;
            while let Some((from, to)) = words_at(text, at, length) {
                pieces.push(piece(gains, places, language, &text[from..to]));
                at = from + step;
            }
        }
    }
    shuffle(&mut pieces);
    pieces
}

/// Returns the start and end of a chunk of about `length` bytes from `at` on that does not cut
/// words.
fn words_at(text: &str, at: usize, length: usize) -> Option<(usize, usize)> {
    let next = |from: usize, most: usize| {
        let mut places = from..text.len().min(from + most);
        places.find(|&at| text.as_bytes()[at].is_ascii_whitespace())
    };
    let boundary = |from: usize| (from..text.len()).find(|&at| text.is_char_boundary(at));
    let from = if at == 0 {
        0
    } else {
        next(at, 100).or_else(|| boundary(at))?
    };
    let to = next(from + length, 60).or_else(|| boundary(from + length))?;
    Some((from, to))
}

fn piece(gains: &Gains, places: &HashMap<u64, u32>, language: usize, text: &str) -> Piece {
    let mut piece = Piece {
        language,
        grams: Vec::new(),
        counts: [0.0; WORD + 1],
        weight: 0.0,
        without_own: 0.0,
    };
    Words::default().of(text, |word| {
        word.grams(|order, hash| {
            piece.weight += ORDER_WEIGHTS[order] as f32;
            if let Some(&place) = places.get(&hash) {
                piece.grams.push(place);
                piece.counts[order] += 1.0;
            }
        });
    });
    piece.grams.sort_unstable();
    piece.without_own = gains.without_own(language, &piece.grams);
    piece
}

fn score(scores: &mut [f32], gains: &Gains, floors: &[[i32; WORD + 1]], piece: &Piece) {
    for (score, floors) in scores.iter_mut().zip(floors) {
        *score = (1..=WORD)
            .map(|order| piece.counts[order] * (ORDER_WEIGHTS[order] * floors[order]) as f32)
            .sum();
    }
    for &gram in &piece.grams {
        let weight = f32::from(gains.weights[gram as usize]);
        for &(language, gain) in &gains.all[gains.range(gram)] {
            scores[language as usize] += weight * gain;
        }
    }
}

/// Applies the softmax to the scores.
fn probabilities(scores: &mut [f32], sharpness: f32) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = ((*score - most) * sharpness).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// A deterministic Fisher-Yates shuffle.
fn shuffle(pieces: &mut [Piece]) {
    let mut state = 1_u64;
    for at in (1..pieces.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        pieces.swap(at, (state >> 33) as usize % (at + 1));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn probabilities_are_as_sharp_as_said() {
        let mut scores = [1.0, 3.0, 3.0];
        probabilities(&mut scores, 0.5);
        let least = (-1.0_f32).exp() / (2.0 + (-1.0_f32).exp());
        assert!(
            (scores[0] - least).abs() < 1e-6 && scores[1] == scores[2],
            "{scores:?}"
        );
        assert!((scores.iter().sum::<f32>() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn gains_that_are_equal_are_told_apart_by_pieces() {
        let texts = ["alpha ".repeat(30_000), "gamma ".repeat(30_000)];
        let mut lists = Lists::new();
        for text in ["alpha", "gamma"] {
            Words::default().of(text, |word| {
                word.grams(|order, hash| lists.push((hash, order, vec![[0, 40], [1, 40]])));
            });
        }
        lists.sort_unstable();
        lists.dedup();
        let before = lists.clone();
        let floors = [[0, -60, -60, -60, -60, -60]; 2];
        let samples = [(0, &texts[0][..]), (1, &texts[1][..])];
        fit(&mut lists, &HashMap::new(), &floors, &samples);
        let score = |lists: &Lists, text: &str| {
            let places = lists.iter().map(|(hash, ..)| *hash).zip(0..).collect();
            let gains = Gains::new(lists, &HashMap::new());
            let piece = piece(&gains, &places, 0, text);
            let mut scores = vec![0.0; 2];
            super::score(&mut scores, &gains, &floors, &piece);
            scores
        };
        assert_eq!(score(&before, "alpha")[0], score(&before, "alpha")[1]);
        assert!(score(&lists, "alpha")[0] > score(&lists, "alpha")[1]);
        assert!(score(&lists, "gamma")[0] < score(&lists, "gamma")[1]);
        // The gains of a small sample grow only.
        let (mut lists, small) = (before.clone(), "gamma ".repeat(10_000));
        let samples = [(0, &texts[0][..]), (1, &small[..])];
        fit(&mut lists, &HashMap::new(), &floors, &samples);
        let gains = lists.iter().flat_map(|(.., list)| list);
        let of_small: Vec<u8> = gains
            .clone()
            .filter(|one| one[0] == 1)
            .map(|one| one[1])
            .collect();
        assert!(of_small.iter().all(|gain| *gain >= 40) && of_small.iter().any(|gain| *gain > 40));
        assert!(
            gains
                .clone()
                .any(|&[language, gain]| language == 0 && gain < 40)
        );
        // Samples that are shorter than a chunk change nothing.
        let mut same = before.clone();
        let short = [(0, "alpha alpha"), (1, "gamma")];
        fit(&mut same, &HashMap::new(), &floors, &short);
        assert_eq!(same, before);
    }

    #[test]
    fn a_chunk_does_not_count_for_its_own_language() {
        // The gain ln(1 + 4) is 32 steps; with half of the counts it is ln(1 + 2), 22 steps.
        let hash = {
            let mut hashes = Vec::new();
            Words::default().of("alpha", |word| hashes.extend(word.whole()));
            hashes[0].1
        };
        let lists = vec![(hash, WORD, vec![[0, 32], [1, 40]])];
        let counts = HashMap::from([(hash, (WORD, vec![(0, 4), (1, 1_000_000)]))]);
        let gains = Gains::new(&lists, &counts);
        let places = HashMap::from([(hash, 0)]);
        let of = |language: usize, text: &str| {
            let change = piece(&gains, &places, language, text).without_own;
            change / (ORDER_WEIGHTS[WORD] as f32 * text.split(' ').count() as f32)
        };
        assert!((of(0, "alpha alpha") + 10.0).abs() < 0.5);
        // All of the counts come from the chunk, so nothing is known without it.
        assert!((of(0, "alpha alpha alpha alpha") + 32.0).abs() < 0.5);
        assert!(of(1, "alpha alpha").abs() < 0.01);
    }

    #[test]
    fn each_epoch_has_other_pieces_of_all_samples() {
        let word = |number: u32| -> String {
            let letters = (0..5).map(|place| number / 8_u32.pow(place) % 8);
            letters
                .map(|letter| char::from(b'a' + letter as u8))
                .chain([' '])
                .collect()
        };
        let texts: [String; 2] = [0..16_000, 16_000..32_000].map(|half| half.map(word).collect());
        let mut lists = Lists::new();
        for text in &texts {
            Words::default().of(text, |word| {
                if let Some((order, hash)) = word.whole() {
                    lists.push((hash, order, vec![[0, 1]]));
                }
            });
        }
        lists.sort_unstable();
        lists.dedup();
        let places = lists.iter().map(|(hash, ..)| *hash).zip(0..).collect();
        let gains = Gains::new(&lists, &HashMap::new());
        let samples = [(0, &texts[0][..]), (1, &texts[1][..])];
        let of_epoch = |round: usize| -> HashSet<u32> {
            let pieces = pieces(&gains, &places, &samples, round);
            for language in [0, 1] {
                let count = pieces.iter().filter(|one| one.language == language).count();
                let most: usize = CHUNKS.iter().map(|(_, count)| count).sum();
                assert!(count > most * 9 / 10 && count <= most, "{count}");
            }
            pieces.into_iter().flat_map(|one| one.grams).collect()
        };
        let all: HashSet<u32> = (0..EPOCHS).flat_map(of_epoch).collect();
        assert!(of_epoch(0).len() < lists.len() * 3 / 4);
        assert!(all.len() > lists.len() * 19 / 20);
    }

    #[test]
    fn pieces_cut_no_word_and_end() {
        let text = "één twee drie vier vijf zes zeven acht negen tien elf twaalf ".repeat(20);
        let mut at = 0;
        let mut count = 0;
        while let Some((from, to)) = words_at(&text, at, 60) {
            let piece = &text[from..to];
            assert!(piece.len() >= 60 && text[to..].starts_with(' '), "{piece}");
            at = from + 60;
            count += 1;
        }
        assert!(count > 10);
        assert_eq!(words_at("kort", 0, 60), None);
    }
}
