//! The scores of `--method best`: how probable a document's trigrams are in each language and encoding.
//!
//! A trigram of a single-byte encoding is a triple of characters, so that one model of a language's characters serves
//! all of them. Only trigrams with a byte from 0x80 count: the others are the same in all encodings, and where the
//! language is unknown markup would vote for English. Characters count without their case, so that capitals are read as
//! well as small letters; how capitals and small letters follow each other is scored by itself.

use std::collections::HashMap;
use std::sync::OnceLock;

use platform::math;

use crate::fold::id;
use crate::index::{ASCII, Index, SCRIPTS, STEP, UNSEEN, key, pattern_of};
use crate::prior::{self, Prior};
use crate::profile::{Multi, Profile};
use crate::quotes::{self, Quotes};
use crate::unknown::{NOT_LOOKED_AT, Shares, Unknown};
use crate::{Encoding, fold};

/// The maximum number of trigrams of a document that are scored, the most frequent first.
const TRIGRAMS: usize = 2048;

/// A language and an encoding that a document may be in, and how well they fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// The place of the language in [`Index::languages`]; `None` for one that has no model.
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

/// A single-byte encoding in the numbers of an index.
pub(crate) struct Reading {
    encoding: Encoding,
    assigned: [bool; 256],
    ids: [u16; 256],
    kinds: [fold::Kind; 256],
    cases: [u8; 256],
    /// The numbers of quotation marks, as [`quotes::mark`] gives them.
    marks: [u8; 256],
    /// The languages that may be in it.
    languages: Vec<(usize, Prior)>,
}

/// The readings of all single-byte encodings, and the scripts, built on first use.
pub(crate) struct Readings {
    of_encodings: OnceLock<Vec<Reading>>,
    of_scripts: OnceLock<Vec<Unknown>>,
}

impl Readings {
    pub const fn new() -> Self {
        Readings {
            of_encodings: OnceLock::new(),
            of_scripts: OnceLock::new(),
        }
    }

    fn scripts(&self, index: &Index) -> &[Unknown] {
        self.of_scripts.get_or_init(|| Unknown::all(index))
    }

    fn of(&self, index: &Index, encoding: Encoding) -> Option<&Reading> {
        let place = self
            .get(index)
            .binary_search_by_key(&encoding, |one| one.encoding);
        place.ok().map(|place| &self.get(index)[place])
    }

    fn get(&self, index: &Index) -> &[Reading] {
        self.of_encodings.get_or_init(|| {
            Encoding::all()
                .filter(|one| one.extends_ascii() && one.preferred() == *one)
                .filter_map(|encoding| {
                    let table = encoding.table()?;
                    Some(Reading {
                        encoding,
                        assigned: table.map(|char| char != '\u{FFFD}'),
                        ids: table.map(|char| index.id(char)),
                        kinds: table.map(fold::kind),
                        cases: table.map(fold::case),
                        marks: table.map(quotes::mark),
                        languages: languages_in(index, encoding),
                    })
                })
                .collect()
        })
    }
}

/// The languages that may be in an encoding, by number.
fn languages_in(index: &Index, encoding: Encoding) -> Vec<(usize, Prior)> {
    let languages = index.languages().iter().enumerate();
    let may_be = languages.filter_map(|(number, language)| {
        Prior::of(language, encoding).map(|prior| (number, prior))
    });
    may_be.collect()
}

/// A trigram of a document with its weight.
struct Weighted {
    bytes: [u8; 3],
    weight: f32,
}

/// How many trigrams carry the evidence of one independent trigram: three of them share a byte, and a letter's neighbours depend
/// on it.
const SHARED: f32 = 4.0;

/// The weight of a trigram's count, which is sublinear: a second occurrence is less evidence than the first of another trigram.
fn damped(count: u32) -> f32 {
    1.0 + math::ln(count as f32)
}

/// The log-probability of the cases of three characters in a text in capitals: it has few words in small letters, and hardly one in
/// mixed case.
fn in_capitals(cases: [u8; 3]) -> f32 {
    const LOWER: u8 = 1;
    const UPPER: u8 = 2;
    let changes = cases
        .windows(2)
        .filter(|pair| pair.contains(&LOWER) && pair.contains(&UPPER));
    match changes.count() {
        0 if cases.contains(&LOWER) => -3.5,
        changes => -7.0 * changes as f32,
    }
}

/// The log-prior that a text is in capitals, for [`SHARED`] trigrams.
const CAPITALS: f32 = -12.0;

/// The evidence of a document in an encoding that is independent of the language: capitals and quotation marks.
#[derive(Clone, Copy, Default)]
struct Typography {
    /// Sums of log-probabilities under the hypotheses that it is not in capitals, and that it is.
    usual: f32,
    capitals: f32,
    quotes: Quotes,
}

impl Typography {
    fn add(&mut self, index: &Index, reading: &Reading, trigram: [usize; 3], weight: f32) {
        let cases = trigram.map(|byte| reading.cases[byte]);
        self.usual += weight * f32::from(index.cases(cases)) * STEP;
        self.capitals += weight * in_capitals(cases);
        let kinds = trigram.map(|byte| reading.kinds[byte]);
        self.quotes.add(reading.marks[trigram[1]], kinds);
    }

    /// The log-probability in a document of `length` bytes, as a sum over trigrams.
    fn ln(self, length: u64) -> f32 {
        self.usual.max(self.capitals + CAPITALS) - SHARED * self.quotes.cost(length)
    }
}

/// Which languages a document may be in.
pub(crate) struct Asked<'a> {
    /// Those of an index.
    pub admit: &'a dyn Fn(usize) -> bool,
    /// Those that have no model.
    pub unknown: bool,
}

/// The fits of a document for the admitted languages, best first. `texts` maps encodings that decode the document to the same text to
/// the same number.
pub fn fits(
    index: &Index,
    readings: &Readings,
    profile: &Profile,
    texts: &[usize],
    asked: &Asked,
) -> Vec<Fit> {
    let trigrams: Vec<Weighted> = profile
        .trigrams(TRIGRAMS)
        .into_iter()
        .map(|(bytes, count)| Weighted {
            bytes,
            weight: damped(count),
        })
        .collect();
    let total: f32 = trigrams.iter().map(|one| one.weight).sum();
    let mut fits = Vec::new();
    if total == 0.0 {
        return fits;
    }
    let languages = index.languages();
    let all = 0..languages.len();
    let is_admitted: Vec<bool> = all.map(|one| (asked.admit)(one)).collect();
    let scripts = match asked.unknown {
        true => readings.scripts(index),
        false => &[],
    };
    let shares = Shares::new(&of_bytes(&trigrams));
    let weight = total / SHARED;
    let mut means: HashMap<usize, Means> = HashMap::new();
    for reading in readings.get(index) {
        let used = profile.used();
        if !(0..256).all(|byte| !used[byte] || reading.assigned[byte]) {
            continue;
        }
        // Encodings that decode the document to the same text have equal means.
        let means = means
            .entry(texts[reading.encoding.index()])
            .or_insert_with(|| {
                means_in(
                    index,
                    reading,
                    &trigrams,
                    profile.length(),
                    scripts,
                    &shares,
                )
            });
        let mut push = |language, mean, prior| {
            fits.push(Fit {
                language,
                encoding: reading.encoding,
                mean,
                weight,
                prior,
            });
        };
        for &(language, prior) in &reading.languages {
            if is_admitted[language] {
                push(
                    Some(language),
                    means.of_languages[language],
                    prior.ln(weight),
                );
            }
        }
        if let Some(prior) = prior::of_unknown(reading.encoding) {
            for &(script, mean) in &means.of_scripts {
                let script = &scripts[script];
                let alphabet = script.alphabet(&reading.ids, &shares);
                push(
                    None,
                    mean,
                    prior + alphabet - sparse(script.density, profile),
                );
            }
        }
    }
    for multi in profile.multi() {
        for (language, prior) in languages_in(index, multi.encoding) {
            if is_admitted[language]
                && let Some(table) = languages[language].ideographic
            {
                fits.push(Fit {
                    language: Some(language),
                    encoding: multi.encoding,
                    mean: ideographic_mean(index, table, multi) + in_pairs(profile, multi, weight),
                    weight,
                    prior: prior.ln(weight),
                });
            }
        }
    }
    let evidence = of_ascii(index, profile);
    for fit in &mut fits {
        fit.prior += fit.language.map_or(0.0, |language| evidence[language]);
    }
    let few = thin(&mut fits);
    if trigrams.len() <= SHORT {
        let mut with_scripts: HashMap<(usize, usize), f32> = HashMap::new();
        for fit in &mut fits[..few] {
            if let Some(language) = fit.language
                && let Some(reading) = readings.of(index, fit.encoding)
            {
                let text = texts[fit.encoding.index()];
                let gains = &means[&text].gains;
                fit.mean = *with_scripts.entry((text, language)).or_insert_with(|| {
                    let trigrams = trigrams.iter().zip(gains.iter().copied());
                    with_script(index, reading, trigrams, profile.length(), language) / total
                });
            }
        }
    }
    sort(&mut fits);
    fits
}

/// Keeps the best fits, which are moved to the front, and the best fit of each encoding. Returns the length of the front.
fn thin(fits: &mut Vec<Fit>) -> usize {
    if fits.len() <= RESCORED {
        return fits.len();
    }
    fits.select_nth_unstable_by(RESCORED, better);
    let mut best: [Option<Fit>; Encoding::COUNT] = [None; Encoding::COUNT];
    for fit in fits.drain(RESCORED..) {
        let of_encoding = &mut best[fit.encoding.index()];
        if of_encoding.is_none_or(|one| better(&fit, &one).is_lt()) {
            *of_encoding = Some(fit);
        }
    }
    fits.extend(best.into_iter().flatten());
    RESCORED
}

/// The total weight of each byte value in a document.
fn of_bytes(trigrams: &[Weighted]) -> [f32; 256] {
    let mut weights = [0.0; 256];
    for Weighted { bytes, weight } in trigrams {
        for &byte in bytes {
            weights[usize::from(byte)] += weight;
        }
    }
    weights
}

/// The means of a document in an encoding.
struct Means<'a> {
    /// Of its trigrams, if they are few.
    gains: Vec<&'a [[u8; 2]]>,
    of_languages: Vec<f32>,
    /// Of those whose letters the encoding has.
    of_scripts: Vec<(usize, f32)>,
}

/// The means for each of the languages and scripts.
fn means_in<'a>(
    index: &'a Index,
    reading: &Reading,
    trigrams: &[Weighted],
    length: u64,
    scripts: &[Unknown],
    shares: &Shares,
) -> Means<'a> {
    let total: f32 = trigrams.iter().map(|one| one.weight).sum();
    let mut sums = [0.0_f32; 256];
    let mut common = 0.0;
    let has_letters = |(_, script): &(_, &Unknown)| script.has_letters(&reading.ids, shares);
    let scripts = scripts.iter().enumerate().filter(has_letters);
    let mut of_scripts: Vec<(usize, &Unknown, f32)> = scripts
        .map(|(place, script)| (place, script, 0.0))
        .collect();
    let mut typography = Typography::default();
    let ids = |one: &Weighted| one.bytes.map(|byte| reading.ids[usize::from(byte)]);
    let keys = trigrams.iter().map(|one| {
        let [a, b, c] = ids(one);
        key(a, b, c)
    });
    let mut gains = index.all_gains(&keys.collect::<Vec<u32>>());
    for (one, gains) in trigrams.iter().zip(&gains) {
        let Weighted { bytes, weight } = one;
        let ids = ids(one);
        let [a, b, c] = bytes.map(usize::from);
        let kinds = [reading.kinds[a], reading.kinds[b], reading.kinds[c]];
        common += weight * f32::from(index.pattern(pattern_of(kinds))) * STEP;
        common += weight * estimate_of_ascii(ids);
        typography.add(index, reading, [a, b, c], *weight);
        for &[language, gain] in *gains {
            sums[usize::from(language)] += weight * f32::from(gain);
        }
        for (_, script, sum) in &mut of_scripts {
            *sum += weight * script.characters(ids, *bytes, shares);
        }
    }
    common += typography.ln(length);
    let mut of_letters = vec![0.0_f32; index.languages().len()];
    for &(byte, weight) in &shares.there {
        let id = reading.ids[usize::from(byte)];
        if id < id::CONTROL {
            continue;
        }
        let letters = index.letters(id);
        for (sum, &steps) in of_letters.iter_mut().zip(letters) {
            *sum += weight * f32::from(steps);
        }
    }
    let sums = sums.iter().zip(&of_letters);
    let of_languages = sums.map(|(sum, of_letters)| ((sum - of_letters) * STEP + common) / total);
    if trigrams.len() > SHORT {
        gains.clear();
    }
    // The common term includes the penalty of triples that no sample has.
    let looked_at = common / total - UNSEEN as f32 + NOT_LOOKED_AT;
    Means {
        gains,
        of_languages: of_languages.collect(),
        of_scripts: of_scripts
            .iter()
            .map(|(place, _, sum)| (*place, sum / total + looked_at))
            .collect(),
    }
}

/// The maximum number of distinct trigrams that are scored as a mixture, one by one.
const SHORT: usize = 256;
/// How many of the best fits are rescored.
const RESCORED: usize = 96;
/// The logarithm of the mixture weight of names and foreign words, which may be of any language of the script.
const FOREIGN: f32 = -3.0;

/// The log-likelihood of trigrams under a mixture of the language and its script.
fn with_script<'a>(
    index: &Index,
    reading: &Reading,
    trigrams: impl Iterator<Item = (&'a Weighted, &'a [[u8; 2]])>,
    length: u64,
    language: usize,
) -> f32 {
    let script = index.languages()[language].script;
    let mut sum = 0.0;
    let mut typography = Typography::default();
    for (Weighted { bytes, weight }, gains) in trigrams {
        let [a, b, c] = bytes.map(usize::from);
        let ids = [reading.ids[a], reading.ids[b], reading.ids[c]];
        let kinds = [reading.kinds[a], reading.kinds[b], reading.kinds[c]];
        let mut own = f32::from(index.pattern(pattern_of(kinds))) * STEP + estimate_of_ascii(ids);
        for id in ids {
            own -= f32::from(index.letters(id)[language]) * STEP;
        }
        let mut foreign = f32::NEG_INFINITY;
        if let Ok(at) = gains.binary_search_by_key(&language, |gain| gain[0].into()) {
            own += f32::from(gains[at][1]) * STEP;
        }
        let scripts = gains.iter().rev().take_while(|gain| gain[0] >= SCRIPTS);
        if let Some([_, ln]) = scripts.into_iter().find(|gain| gain[0] == script) {
            foreign = FOREIGN - f32::from(*ln) * STEP;
        }
        typography.add(index, reading, [a, b, c], *weight);
        sum += weight * own.max(foreign);
    }
    sum + typography.ln(length)
}

/// The maximum penalty of a language by text in ASCII letters.
const MOST_OF_ASCII: f32 = 12.0;

/// The log-likelihood ratio of each language to the best one by the document's ASCII. It is bounded, since documents of all languages
/// hold markup and English: it decides where there is little other evidence.
fn of_ascii(index: &Index, profile: &Profile) -> Vec<f32> {
    let mut sums = [0.0_f32; 256];
    let mut total = 0.0;
    let (keys, counts): (Vec<u32>, Vec<u32>) = profile.ascii().unzip();
    for (gains, count) in index.all_gains(&keys).into_iter().zip(counts) {
        let weight = damped(count);
        if !gains.is_empty() {
            total += weight;
        }
        for &[language, gain] in gains {
            sums[usize::from(language)] += weight * f32::from(gain) * STEP;
        }
    }
    let best = sums.iter().copied().fold(0.0, f32::max);
    // Overlapping trigrams are not independent: their evidence is discounted.
    let weight = (total / 5.0).min(20.0) / total.max(1.0);
    let unfamiliar = -(0.5 * MOST_OF_ASCII) * (total / 20.0).min(1.0);
    index
        .languages()
        .iter()
        .zip(sums)
        .map(|(language, sum)| {
            let of_letters = match language.is_latin {
                true => ((sum - best) * weight).max(-MOST_OF_ASCII),
                false => unfamiliar,
            };
            of_letters - sparse(language.density, profile)
        })
        .collect()
}

/// At least so much of a text in a language is in that language: markup, programs and English are the rest.
const LEAST_OF_TEXT: f32 = 0.1;
/// The maximum penalty of a language for more letters beyond ASCII than the document has.
const MOST_OF_SPARSE: f32 = 10.0;

/// Minus the log-probability, under a Poisson distribution, that a document has as few letters beyond ASCII in a language
/// with `density` of them. In an English book some are in names; a Hungarian one has thousands.
fn sparse(density: f32, profile: &Profile) -> f32 {
    let (ascii, high) = profile.letters();
    let (ascii, high) = (ascii as f32, high as f32);
    let expected = LEAST_OF_TEXT * density * (ascii + high);
    if high >= expected {
        return 0.0;
    }
    let of_few = match high > 0.0 {
        true => high * math::ln(high / expected),
        false => 0.0,
    };
    (expected - high + of_few).min(MOST_OF_SPARSE)
}

/// Which of two fits comes first: the better one.
fn better(a: &Fit, b: &Fit) -> std::cmp::Ordering {
    let by_score = b.score().total_cmp(&a.score());
    by_score.then_with(|| (a.encoding, a.language).cmp(&(b.encoding, b.language)))
}

/// The best fits first.
fn sort(fits: &mut [Fit]) {
    fits.sort_unstable_by(better);
}

/// The part of a triple's estimate that does not depend on its characters beyond ASCII.
fn estimate_of_ascii(ids: [u16; 3]) -> f32 {
    let ascii = ids.iter().filter(|id| **id < id::CONTROL).count();
    (UNSEEN + ASCII * ascii as f64) as f32
}

/// The floor of the log-probability of a character: lists have rare ones.
const RARE: f32 = 11.0;
/// At and below this log-probability a character does not occur in text.
const NO_TEXT: f32 = 16.0;

/// The evidence for a multi-byte encoding that all runs of high bytes have even length, as a mean: in single-byte text half of them are
/// odd.
fn in_pairs(profile: &Profile, multi: &Multi, weight: f32) -> f32 {
    const MOST: f32 = 2.0;
    match multi.is_in_pairs(profile.high()) {
        true => (std::f32::consts::LN_2 * profile.runs() as f32 / weight).min(MOST),
        false => 0.0,
    }
}

/// The mean for a multi-byte encoding, on the scale of trigrams: each byte is in three of them, so that the characters
/// of two bytes, which are independent here, count one and a half times a byte.
fn ideographic_mean(index: &Index, table: usize, multi: &Multi) -> f32 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (char, count) in multi.chars() {
        let weight = count as f32;
        let cost = f32::from(index.ideograph(table, char)) * STEP;
        sum -= weight * if cost < NO_TEXT { cost.min(RARE) } else { cost };
        total += weight;
    }
    1.5 * sum / total.max(1.0)
}
