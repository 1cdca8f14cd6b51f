//! The scores of `--method best`: the probability of a document's trigrams in each language and
//! encoding.
//!
//! A trigram of a single-byte encoding is a triple of characters, so one model of a language's
//! characters serves all single-byte encodings. Only trigrams with a byte from 0x80 count. The
//! others are the same in all encodings, and if the language is unknown, markup would vote for
//! English. Case is ignored, so capitals score as well as small letters. The sequence of capitals
//! and small letters is scored separately.

use std::sync::OnceLock;

use platform::math;

use crate::Encoding;
use crate::constants::{
    ASCII_TRIGRAMS_PER_INDEPENDENT, HALF_WIDTH_COST, HIGH_BYTES_PER_INVALID, INVALID_BYTES,
    INVALID_COST, MAX_ASCII_EVIDENCE, MAX_ASCII_PENALTY, MAX_IDEOGRAPH_COST, MAX_PAIRS_EVIDENCE,
    MAX_SPARSE_PENALTY, MIN_TEXT_SHARE, NOT_IN_TEXT_COST, OTHER_SCRIPT_SHARE,
    OTHER_SCRIPT_TRIGRAMS, SCRIPT_MODEL_PENALTY, TRIGRAMS_PER_INDEPENDENT, UNSEEN,
    VOICING_MARK_COST,
};
use crate::index::{Index, STEP};
use crate::language::full_width;
use crate::prior::Prior;
use crate::profile::{Multi, Profile};
use crate::reading::{Numbers, Reading, Weighted, damped, languages_in, of_bytes, set};
use crate::scores::Scores;
use crate::unknown::{Shares, Unknown};
use platform::damage::is_mostly_damage;

/// The maximum number of a document's trigrams that are scored, the most frequent first.
const TRIGRAMS: usize = 2048;

/// A language and an encoding that a document may be in, and their score.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The position of the language in [`Index::languages`]; `None` if it has no model.
    pub language: Option<usize>,
    /// The encoding.
    pub encoding: Encoding,
    /// The mean log-probability of the document's trigrams, each weighted by the logarithm of
    /// its count.
    pub mean: f32,
    /// The effective number of independent trigrams, by which the mean is multiplied.
    pub weight: f32,
    /// The log-prior of the pair.
    pub prior: f32,
}

impl Fit {
    /// The log-posterior of the pair, up to a constant.
    pub fn score(&self) -> f32 {
        self.mean * self.weight + self.prior
    }
}

/// Minus the log-probability that a text has this number of invalid sequences.
pub(crate) fn price_of_damage(sequences: u64) -> f32 {
    match sequences {
        0 => 0.0,
        _ => INVALID_COST * (1.0 + math::ln(sequences as f32)),
    }
}

/// The single-byte encodings, the languages of multi-byte encodings, and the scripts, built on
/// first use.
pub(crate) struct Readings {
    of_encodings: OnceLock<Vec<Reading>>,
    of_multi: OnceLock<Vec<Vec<(usize, Prior)>>>,
    of_scripts: OnceLock<[Unknown; Unknown::SCRIPTS]>,
}

impl Readings {
    pub const fn new() -> Self {
        Readings {
            of_encodings: OnceLock::new(),
            of_multi: OnceLock::new(),
            of_scripts: OnceLock::new(),
        }
    }

    /// The reading of a document in one encoding.
    pub fn of_one(reading: Reading) -> Self {
        Readings {
            of_encodings: OnceLock::from(vec![reading]),
            of_multi: OnceLock::from(vec![Vec::new(); Encoding::COUNT]),
            of_scripts: OnceLock::new(),
        }
    }

    fn scripts(&self, index: &Index) -> &[Unknown; Unknown::SCRIPTS] {
        self.of_scripts.get_or_init(|| Unknown::all(index))
    }

    /// The languages that may be in a multi-byte encoding.
    fn languages_in(&self, index: &Index, encoding: Encoding) -> &[(usize, Prior)] {
        let all = self.of_multi.get_or_init(|| {
            let languages = |one: Encoding| match one.is_single_byte() {
                true => Vec::new(),
                false => languages_in(index, one),
            };
            Encoding::all().map(languages).collect()
        });
        &all[encoding.index()]
    }

    fn single_byte(&self, index: &Index) -> &[Reading] {
        self.of_encodings.get_or_init(|| Reading::all(index))
    }
}

/// The languages that a document may be in.
pub(crate) struct Asked<'a> {
    /// Selects languages of the index.
    pub admit: &'a dyn Fn(usize) -> bool,
    /// Whether to consider languages without a model.
    pub unknown: bool,
}

/// Returns the best fits of a document in the admitted languages, and the best fit of each
/// encoding, unordered. `texts` gives the same number to encodings that decode the document to the
/// same text.
pub fn fits(
    index: &Index,
    readings: &Readings,
    profile: &Profile,
    texts: &[usize],
    asked: &Asked,
) -> Vec<Fit> {
    let trigrams = weighted(profile);
    if trigrams.is_empty() {
        return Vec::new();
    }
    let mut fits = Fits::new(index, readings, profile, &trigrams, texts, asked);
    let (numbers, few) = fits.best();
    fits.rescore(&numbers[..few]);
    numbers.iter().map(|&number| fits.get(number)).collect()
}

/// Returns the most frequent trigrams of a document.
fn weighted(profile: &Profile) -> Vec<Weighted> {
    let trigrams = profile.trigrams(TRIGRAMS);
    // One line that repeats is no more evidence than a text of as many words.
    let most = trigrams.len() as u32;
    let trigrams = trigrams.into_iter();
    trigrams
        .map(|(bytes, count)| Weighted::new(bytes, count.min(most)))
        .collect()
}

/// Returns the effective number of independent trigrams.
fn effective(trigrams: &[Weighted]) -> f32 {
    trigrams.iter().map(|one| one.weight).sum::<f32>() / TRIGRAMS_PER_INDEPENDENT
}

/// Returns the effective number of independent trigrams of a document.
pub(crate) fn weight(profile: &Profile) -> f32 {
    effective(&weighted(profile))
}

/// All fits of a document.
struct Fits<'a> {
    /// The effective number of independent trigrams.
    weight: f32,
    /// The encodings in which all but a few bytes are characters.
    readings: Vec<Placed<'a>>,
    scores: Scores<'a>,
    /// The fits in each script, by text, if languages without a model are considered.
    in_scripts: Vec<[Option<InScript>; Unknown::SCRIPTS]>,
    /// The log-likelihood ratio of each language from evidence that does not depend on the
    /// encoding; `None` for languages that are not considered.
    evidence: Vec<Option<f32>>,
    /// The fits in multi-byte encodings.
    multi: Vec<Fit>,
}

/// A document read in one encoding.
struct Placed<'a> {
    reading: &'a Reading,
    /// The position of its text.
    text: usize,
    /// The penalty for its invalid bytes.
    damage: f32,
}

/// The fit of a text as an unknown language in one script.
#[derive(Clone, Copy)]
struct InScript {
    mean: f32,
    /// The log-prior from the proportion and the number of its letters.
    prior: f32,
}

impl<'a> Fits<'a> {
    fn new(
        index: &'a Index,
        readings: &'a Readings,
        profile: &Profile,
        trigrams: &[Weighted],
        texts: &[usize],
        asked: &Asked,
    ) -> Self {
        let shares = Shares::new(&of_bytes(trigrams));
        let total: f32 = trigrams.iter().map(|one| one.weight).sum();
        let weight = total / TRIGRAMS_PER_INDEPENDENT;
        let used = set(|byte| profile.used()[byte]);
        let damage = |one: &Reading| one.damage(&used, profile.bytes());
        let is_text = |one: &&Reading| match damage(one) {
            0 => true,
            damage => {
                let high = profile.high().saturating_sub(damage);
                damage <= INVALID_BYTES + high / HIGH_BYTES_PER_INVALID
                    && !is_mostly_damage(damage, high)
            }
        };
        let all = readings.single_byte(index).iter().filter(is_text);
        // Encodings that decode the document to the same text have equal means.
        let mut places = [usize::MAX; Encoding::COUNT];
        let mut distinct: Vec<(&Reading, Numbers)> = Vec::with_capacity(places.len());
        let mut text = |reading: &'a Reading| {
            let place = &mut places[texts[reading.encoding.index()]];
            if *place == usize::MAX {
                *place = distinct.len();
                distinct.push((reading, [0; 4]));
            }
            let languages = distinct[*place].1.iter_mut().zip(reading.numbers);
            languages.for_each(|(all, more)| *all |= more);
            *place
        };
        let all: Vec<(&Reading, usize)> = all.map(|reading| (reading, text(reading))).collect();
        let prices: Vec<f32> = distinct
            .iter()
            .map(|(reading, _)| price_of_damage(damage(reading)))
            .collect();
        let (there, length) = (&shares.there, profile.length());
        let scores = Scores::new(index, &distinct, trigrams, there, &prices, length);
        let hopeful = all
            .into_iter()
            .filter(|&(_, text)| !scores.is_hopeless(text));
        let all: Vec<Placed> = hopeful
            .map(|(reading, text)| Placed {
                reading,
                text,
                damage: prices[text],
            })
            .collect();
        let in_scripts = match asked.unknown {
            true => {
                let scripts = readings.scripts(index);
                let sparse = scripts.each_ref().map(|one| sparse(one.density, profile));
                let in_script = |text: usize, script: usize| {
                    if scores.is_hopeless(text) {
                        return None;
                    }
                    let chars = &distinct[text].0.chars;
                    let (characters, alphabet) = scripts[script].read(chars, &shares)?;
                    // The common term includes the penalty of triples that are in no sample.
                    let looked_at = scores.common(text) - UNSEEN as f32 + SCRIPT_MODEL_PENALTY;
                    Some(InScript {
                        mean: characters / total + looked_at,
                        prior: alphabet - sparse[script],
                    })
                };
                let of_text = |text| std::array::from_fn(|script| in_script(text, script));
                (0..distinct.len()).map(of_text).collect()
            }
            false => Vec::new(),
        };
        let evidence = of_ascii(index, profile).into_iter().enumerate();
        let evidence: Vec<Option<f32>> = evidence
            .map(|(language, ln)| (asked.admit)(language).then_some(ln))
            .collect();
        let multi = in_multi(index, readings, profile, weight, &evidence);
        Fits {
            weight,
            readings: all,
            scores,
            in_scripts,
            evidence,
            multi,
        }
    }

    /// Returns the best fits, followed by the best fit of each encoding that is not among them, and
    /// the number of the former.
    fn best(&self) -> (Vec<Number>, usize) {
        let mut best = Best::default();
        for (place, one) in self.readings.iter().enumerate() {
            let &Placed {
                reading,
                text,
                damage,
            } = one;
            best.begin();
            if let Some(unknown) = reading.unknown {
                let in_scripts = self.in_scripts.get(text).into_iter().flatten();
                for (which, one) in in_scripts.enumerate() {
                    if let Some(InScript { mean, prior }) = one {
                        best.push(
                            mean * self.weight + (unknown + prior - damage),
                            place,
                            which,
                        );
                    }
                }
            }
            let means = self.scores.means(text);
            for (which, &(language, prior)) in (Unknown::SCRIPTS..).zip(&reading.languages) {
                if let Some(evidence) = self.evidence[language] {
                    let prior = prior.ln(self.weight) + evidence - damage;
                    best.push(means[language] * self.weight + prior, place, which);
                }
            }
        }
        for (place, fit) in (self.readings.len()..).zip(&self.multi) {
            best.begin();
            best.push(fit.score(), place, 0);
        }
        best.finish()
    }

    /// Rescores the given fits, allowing foreign words in the text.
    fn rescore(&mut self, numbers: &[Number]) {
        let in_language = |number: &Number| {
            let &Placed { reading, text, .. } = self.readings.get(number.place())?;
            let which = number.which().checked_sub(Unknown::SCRIPTS)?;
            Some((text, reading.languages[which].0))
        };
        let texts: Vec<(usize, usize)> = numbers.iter().filter_map(in_language).collect();
        self.scores.add_foreign(&texts);
    }

    fn get(&self, number: Number) -> Fit {
        let Some(&Placed {
            reading,
            text,
            damage,
        }) = self.readings.get(number.place())
        else {
            return self.multi[number.place() - self.readings.len()];
        };
        let fit = |language, mean, prior| Fit {
            language,
            encoding: reading.encoding,
            mean,
            weight: self.weight,
            prior: prior - damage,
        };
        match number.which().checked_sub(Unknown::SCRIPTS) {
            None => {
                let InScript { mean, prior } =
                    self.in_scripts[text][number.which()].expect("it was numbered");
                fit(None, mean, prior + reading.unknown.unwrap_or_default())
            }
            Some(which) => {
                let (language, prior) = reading.languages[which];
                let evidence = self.evidence[language].unwrap_or_default();
                let mean = self.scores.means(text)[language];
                fit(Some(language), mean, prior.ln(self.weight) + evidence)
            }
        }
    }
}

/// The fits of a document in multi-byte encodings.
fn in_multi(
    index: &Index,
    readings: &Readings,
    profile: &Profile,
    weight: f32,
    evidence: &[Option<f32>],
) -> Vec<Fit> {
    let mut fits = Vec::new();
    for multi in profile.multi() {
        let chars: Vec<(char, u32)> = multi.chars().collect();
        for &(language, prior) in readings.languages_in(index, multi.encoding) {
            if let Some(evidence) = evidence[language]
                && let Some(table) = index.languages()[language].ideographic
            {
                fits.push(Fit {
                    language: Some(language),
                    encoding: multi.encoding,
                    mean: ideographic_mean(index, table, multi.encoding, &chars)
                        + in_pairs(profile, multi, weight),
                    weight,
                    prior: prior.ln(weight) + evidence - price_of_damage(multi.malformed()),
                });
            }
        }
    }
    fits
}

/// A fit as a sortable number. The high 32 bits decrease with the score. Then follow, with 16 bits
/// each, the position of the encoding, and the position of the script or language in it. So the
/// best fit sorts first, and the earlier of equal ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number(u64);

impl Number {
    const LAST: Number = Number(u64::MAX);

    #[inline]
    fn new(score: f32, place: usize, which: usize) -> Self {
        let bits = score.to_bits();
        let ascending = match bits >> 31 {
            0 => bits | 1 << 31,
            _ => !bits,
        };
        Number(u64::from(!ascending) << 32 | (place << 16 | which) as u64)
    }

    fn place(self) -> usize {
        (self.0 as u32 >> 16) as usize
    }

    fn which(self) -> usize {
        usize::from(self.0 as u16)
    }
}

/// The number of best fits that are rescored with foreign words.
const RESCORED: usize = 96;

/// Selects the best fits of a document.
struct Best {
    numbers: Vec<Number>,
    /// Fits after this one are not among the best.
    last: Number,
    /// The best fit of each encoding.
    first: Vec<Number>,
}

impl Default for Best {
    fn default() -> Self {
        Best {
            numbers: Vec::with_capacity(2 * RESCORED),
            last: Number::LAST,
            first: Vec::with_capacity(Encoding::COUNT),
        }
    }
}

impl Best {
    /// Starts the next encoding.
    fn begin(&mut self) {
        self.first.push(Number::LAST);
    }

    #[inline]
    fn push(&mut self, score: f32, place: usize, which: usize) {
        let number = Number::new(score, place, which);
        if let Some(first) = self.first.last_mut() {
            *first = number.min(*first);
        }
        if number < self.last {
            self.numbers.push(number);
            if self.numbers.len() == 2 * RESCORED {
                self.select();
            }
        }
    }

    #[cold]
    fn select(&mut self) {
        if self.numbers.len() > RESCORED {
            let (_, last, _) = self.numbers.select_nth_unstable(RESCORED);
            self.last = *last;
            self.numbers.truncate(RESCORED);
        }
    }

    fn finish(mut self) -> (Vec<Number>, usize) {
        self.select();
        let few = self.numbers.len();
        let others = self.first.into_iter();
        let others = others.filter(|&one| self.last <= one && one < Number::LAST);
        self.numbers.extend(others);
        (self.numbers, few)
    }
}

/// Returns the log-likelihood ratio of each language to the best one, from the document's ASCII.
/// The ratio is bounded because documents in all languages contain markup and English. So it
/// decides only if there is little other evidence.
fn of_ascii(index: &Index, profile: &Profile) -> Vec<f32> {
    let mut sums = [0.0_f32; 256];
    let mut total = 0.0;
    let (keys, counts) = profile.ascii();
    let mut gains = Vec::new();
    index.all_gains(keys, &mut gains);
    for (gains, &count) in gains.into_iter().zip(counts) {
        let weight = damped(count);
        if !gains.is_empty() {
            total += weight;
        }
        for &[language, gain] in gains {
            sums[usize::from(language)] += weight * f32::from(gain) * STEP;
        }
    }
    let best = sums.iter().copied().fold(0.0, f32::max);
    // Overlapping trigrams are not independent, so their evidence is discounted.
    let weight = (total / ASCII_TRIGRAMS_PER_INDEPENDENT).min(MAX_ASCII_EVIDENCE) / total.max(1.0);
    let unfamiliar =
        -(OTHER_SCRIPT_SHARE * MAX_ASCII_PENALTY) * (total / OTHER_SCRIPT_TRIGRAMS).min(1.0);
    index
        .languages()
        .iter()
        .zip(sums)
        .map(|(language, sum)| {
            let of_letters = match language.is_latin {
                true => ((sum - best) * weight).max(-MAX_ASCII_PENALTY),
                false => unfamiliar,
            };
            of_letters - sparse(language.density, profile)
        })
        .collect()
}

/// Returns minus the log-probability, under a Poisson distribution, that a document in a language
/// has this few letters beyond ASCII, where `density` is the language's expected share. An English
/// book has a few in names; a Hungarian one has thousands.
fn sparse(density: f32, profile: &Profile) -> f32 {
    let (ascii, high) = profile.letters();
    let (ascii, high) = (ascii as f32, high as f32);
    let expected = MIN_TEXT_SHARE * density * (ascii + high);
    if high >= expected {
        return 0.0;
    }
    let of_few = match high > 0.0 {
        true => high * math::ln(high / expected),
        false => 0.0,
    };
    (expected - high + of_few).min(MAX_SPARSE_PENALTY)
}

/// Returns the evidence, as a mean, from a document in which all runs of high bytes have even
/// length. In single-byte text half of the runs are odd.
fn in_pairs(profile: &Profile, multi: &Multi, weight: f32) -> f32 {
    match multi.is_in_pairs(profile.high()) {
        true => (std::f32::consts::LN_2 * profile.runs() as f32 / weight).min(MAX_PAIRS_EVIDENCE),
        false => 0.0,
    }
}

/// Returns the mean for a multi-byte encoding on the scale of trigrams. Each byte is in three
/// trigrams, so a two-byte character, independent here, counts 1.5 times a byte.
///
/// Half-width katakana are as probable as full-width ones. In Shift_JIS they are single bytes, which other encodings have letters for, so
/// there they are so only in a text that consists of them.
pub(crate) fn ideographic_mean(
    index: &Index,
    table: usize,
    encoding: Encoding,
    chars: &[(char, u32)],
) -> f32 {
    let half = |char: char| ('\u{FF61}'..='\u{FF9F}').contains(&char);
    let count = |is_counted: &dyn Fn(char) -> bool| -> u32 {
        let chars = chars.iter().filter(|(char, _)| is_counted(*char));
        chars.map(|(_, count)| count).sum()
    };
    let more = match encoding.name() {
        "euc-jp" => Some(0.0),
        "shift_jis" => (4 * count(&half) > 3 * count(&|_| true)).then_some(HALF_WIDTH_COST),
        _ => None,
    };
    let (mut sum, mut total) = (0.0, 0.0);
    for &(char, count) in chars {
        let weight = count as f32;
        let cost = |char| f32::from(index.ideograph(table, char)) * STEP;
        let cost = match (char, more) {
            ('\u{FF9E}' | '\u{FF9F}', Some(more)) => VOICING_MARK_COST + more,
            (_, Some(more)) if half(char) => cost(full_width(char)) + more,
            _ => cost(char),
        };
        let is_in_text = cost < NOT_IN_TEXT_COST;
        sum -= weight * cost.min(if is_in_text { MAX_IDEOGRAPH_COST } else { cost });
        total += weight;
    }
    1.5 * sum / total.max(1.0)
}
