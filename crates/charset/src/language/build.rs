//! Builds a model: gains and floors from samples of languages.
//!
//! The probability of an n-gram f of order n in language L comes from its sample, smoothed by a
//! Dirichlet prior with the background as its mean. P(f | L) = (c + m P(f)) / (N + m), where c of
//! the N n-grams in the sample are f, m is the number of pseudo-counts, and P(f) is the mean share
//! in all languages. Divided by the background, this splits into two terms. The gain ln(1 + c / (m
//! P(f))) is 0 if the sample lacks f. The floor ln(m / (N + m)) is the same for all f of an order.
//!
//! These gains are the initial weights of [`fit`], which trains them to discriminate between languages.

use std::collections::HashMap;

use super::fit::{Counted, Lists, fit};
use super::model::{LANGUAGES, MAGIC, Model, SINGLE, STEP, USED, place};
use super::words::{WORD, Words};
use crate::constants::{FULL_SAMPLE, MIN_COUNTS, MIN_PROBABILITY, PSEUDO_COUNTS};

/// The load factor of the hash table.
const LOAD: f64 = 0.72;

impl Model {
    /// Builds a model from samples of languages, as codes and texts. A language may have several
    /// samples; their counts are added.
    ///
    /// # Panics
    /// Panics if there are more than 250 languages.
    pub fn build<'a>(samples: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<u8> {
        let mut codes: Vec<String> = Vec::new();
        let mut totals: Vec<[f64; WORD + 1]> = Vec::new();
        let mut counts: HashMap<u64, Counted> = HashMap::new();
        let mut words = Words::default();
        let mut texts = Vec::new();
        for (code, text) in samples {
            let language = codes.iter().position(|one| one == code);
            let language = language.unwrap_or_else(|| {
                codes.push(code.to_owned());
                totals.push([0.0; WORD + 1]);
                codes.len() - 1
            });
            texts.push((language, text));
        }
        assert!(codes.len() <= LANGUAGES, "no more than 250 languages");
        for (language, total) in totals.iter_mut().enumerate() {
            let mut own: HashMap<u64, (usize, u32)> = HashMap::new();
            for (_, text) in texts.iter().filter(|(one, _)| *one == language) {
                words.of(text, |word| {
                    word.grams(|order, hash| {
                        total[order] += 1.0;
                        own.entry(hash).or_insert((order, 0)).1 += 1;
                    });
                });
            }
            for (hash, (order, count)) in own {
                let (_, list) = counts.entry(hash).or_insert((order, Vec::new()));
                list.push((language as u8, count));
            }
        }
        let mut gains = gains(&counts, &totals);
        fit(&mut gains, &counts, &floors(&totals), &texts);
        pack(&codes, &totals, &gains)
    }
}

fn gains(counts: &HashMap<u64, Counted>, totals: &[[f64; WORD + 1]]) -> Lists {
    let mut all: Lists = Vec::new();
    for (&hash, (order, list)) in counts {
        let share = |&(language, count): &(u8, u32)| {
            f64::from(count) / totals[usize::from(language)][*order].max(1.0)
        };
        let background =
            list.iter().map(share).sum::<f64>() / totals.len() as f64 + MIN_PROBABILITY;
        let is_kept = |&&(language, count): &&(u8, u32)| {
            let size = totals[usize::from(language)][4] / FULL_SAMPLE;
            f64::from(count) >= MIN_COUNTS[*order] * size.min(1.0)
        };
        let kept: Vec<[u8; 2]> = list
            .iter()
            .filter(is_kept)
            .map(|&(language, count)| {
                let gain = (f64::from(count) / (PSEUDO_COUNTS[*order] * background)).ln_1p();
                [language, (gain / STEP).round().clamp(0.0, 255.0) as u8]
            })
            .filter(|[_, gain]| *gain > 0)
            .collect();
        if !kept.is_empty() {
            all.push((hash, *order, kept));
        }
    }
    all.sort_unstable_by_key(|(hash, ..)| *hash);
    all
}

fn floors(totals: &[[f64; WORD + 1]]) -> Vec<[i32; WORD + 1]> {
    let floor = |order: usize, total: f64| {
        (PSEUDO_COUNTS[order] / (total + PSEUDO_COUNTS[order])).ln() / STEP
    };
    let of_language = |total: &[f64; WORD + 1]| {
        std::array::from_fn(|order| match order {
            0 => 0,
            _ => floor(order, total[order]).round() as i32,
        })
    };
    totals.iter().map(of_language).collect()
}

fn pack(codes: &[String], totals: &[[f64; WORD + 1]], gains: &Lists) -> Vec<u8> {
    let mut directory = String::new();
    for (code, floors) in codes.iter().zip(floors(totals)) {
        directory += code;
        for floor in &floors[1..] {
            directory += &format!("\t{floor}");
        }
        directory.push('\n');
    }
    let slot_count = (gains.len() as f64 / LOAD) as usize + 1;
    let mut slots = vec![0_u32; slot_count];
    let mut lists: Vec<u8> = vec![0; 2];
    for (hash, _, list) in gains {
        let (mut at, print) = place(*hash, slot_count);
        while slots[at] != 0 {
            at = (at + 1) % slot_count;
        }
        let value = match list[..] {
            [[language, gain]] => SINGLE | u32::from(language) << 13 | u32::from(gain) << 5 | USED,
            _ => {
                let place = (lists.len() / 2) as u32;
                assert!(place < SINGLE, "lists of 4 MB at most");
                lists.extend([list.len() as u8, 0]);
                lists.extend(list.as_flattened());
                place
            }
        };
        slots[at] = print << 22 | value;
    }
    let mut out = MAGIC.to_vec();
    out.extend((directory.len() as u32).to_le_bytes());
    out.extend(directory.bytes());
    out.extend((slot_count as u32).to_le_bytes());
    out.extend((lists.len() as u32).to_le_bytes());
    out.extend(slots.iter().flat_map(|slot| slot.to_le_bytes()));
    out.extend(lists);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn less_of_what_is_rare_is_left_out_of_a_small_sample() {
        let kept = |order: usize, count: u32, size: f64| {
            let counts = HashMap::from([(7, (order, vec![(0, count)]))]);
            !gains(&counts, &[[size; WORD + 1]]).is_empty()
        };
        for size in [FULL_SAMPLE, 10.0 * FULL_SAMPLE] {
            assert!(kept(4, 20, size) && !kept(4, 19, size));
            assert!(kept(2, 8, size) && !kept(2, 7, size) && kept(1, 1, size));
        }
        assert!(kept(4, 5, FULL_SAMPLE / 4.0) && !kept(4, 4, FULL_SAMPLE / 4.0));
    }
}
