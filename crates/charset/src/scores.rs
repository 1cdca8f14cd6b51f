//! Scores all texts that a document may decode to, trigram by trigram.
//!
//! Each encoding decodes a document to a text, and many encodings give the same text. Different
//! texts share most of their characters: all of ASCII, and a byte stands for far fewer characters
//! than there are encodings. So three bytes are looked up once for all texts in which they are the
//! same three characters.

use std::ops::Range;
use std::sync::LazyLock;

use platform::simd::{self, Work};

use crate::constants::{
    ASCII_IN_TRIPLE, BOX_COST, CAPITALS_PRIOR, CHANGE_IN_CAPITALS, FOREIGN_PRIOR, FRAMES_PRIOR,
    FREQUENT_LETTER_COST, HOPELESS, HOPELESS_IN_SAMPLE, HOPELESS_PER_TRIGRAM, LOWER_IN_CAPITALS,
    NO_BREAK_SPACE, NO_BREAK_SPACE_PRIOR, TRIGRAMS_PER_INDEPENDENT, UNSEEN,
};
use crate::fold::{CASES, Kind, id};
use crate::index::{Index, SCRIPTS, STEP, cases_of, key, pattern_of};
use crate::quotes::Quotes;
use crate::reading::{Char, NUMBERS, Numbers, Reading, Weighted, of_bytes};
use crate::unknown::Shares;

/// The log-probability of the cases of three characters, by [`cases_of`], in a text in capitals.
/// Such a text has few words in small letters and hardly any in mixed case.
static IN_CAPITALS: LazyLock<[f32; CASES * CASES * CASES]> = LazyLock::new(|| {
    const LOWER: u8 = 1;
    const UPPER: u8 = 2;
    let mut all = [0.0; CASES * CASES * CASES];
    let cases = 0..CASES as u8;
    for a in cases.clone() {
        for b in cases.clone() {
            for c in cases.clone() {
                let cases = [a, b, c];
                let changes = cases
                    .windows(2)
                    .filter(|pair| pair.contains(&LOWER) && pair.contains(&UPPER));
                all[cases_of(cases)] = match changes.count() {
                    0 if cases.contains(&LOWER) => LOWER_IN_CAPITALS,
                    changes => CHANGE_IN_CAPITALS * changes as f32,
                };
            }
        }
    }
    all
});

/// The evidence of a text that is independent of the language: kinds of characters, capitals and quotation marks.
#[derive(Clone, Copy, Default)]
struct Typography {
    /// Sums of log-probabilities: of kinds of characters, and of cases if the text is not in
    /// capitals and if it is; and the cost of box-drawing characters in lines.
    sums: [f32; 4],
    /// The cost of those in other parts of frames.
    parts: f32,
    quotes: Quotes,
    /// Whether a no-break space stands next to a letter, so that it may be a letter itself.
    beside_letters: bool,
}

impl Typography {
    /// Returns the log-probability in a document of `length` bytes, as a sum over trigrams.
    fn ln(self, length: u64) -> f32 {
        let [kinds, usual, capitals, lines] = self.sums;
        // A text with frames has lines, and their characters cost nothing there.
        let frames = match lines + FRAMES_PRIOR > 0.0 {
            true => lines + FRAMES_PRIOR + self.parts,
            false => 0.0,
        };
        let spaces = match self.beside_letters {
            true => NO_BREAK_SPACE_PRIOR,
            false => 0.0,
        };
        kinds + usual.max(capitals + CAPITALS_PRIOR) + frames
            - TRIGRAMS_PER_INDEPENDENT * (self.quotes.cost(length) - spaces)
    }
}

/// A set of texts, as bits.
type Set = u64;

/// Returns the texts of a set.
fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = set.trailing_zeros() as usize;
        set &= set.checked_sub(1)?;
        Some(first)
    })
}

/// The maximum number of texts.
pub(crate) const MAX_TEXTS: usize = Set::BITS as usize;

/// For each byte and text, the set of texts in which the byte is the same character.
struct Same {
    sets: Vec<[Set; MAX_TEXTS]>,
    /// The position of each byte's sets; 0 if the byte is the same in all texts.
    places: [u8; 256],
}

impl Same {
    fn new(texts: &[(&Reading, Numbers)], bytes: impl Iterator<Item = u8>) -> Self {
        let mut same = Same {
            sets: Vec::with_capacity(32),
            places: [0; 256],
        };
        let Some(first) = texts.first() else {
            same.sets.push([0; MAX_TEXTS]);
            return same;
        };
        same.sets
            .push([Set::MAX >> (MAX_TEXTS - texts.len()); MAX_TEXTS]);
        for byte in bytes {
            let of = |text: &Reading| usize::from(text.classes[usize::from(byte)]);
            let mut sets = [0; MAX_TEXTS];
            for (place, (text, _)) in texts.iter().enumerate() {
                sets[of(text)] |= 1 << place;
            }
            if sets[of(first.0)] == same.sets[0][0] {
                continue;
            }
            let mut of_texts = [0; MAX_TEXTS];
            for (set, (text, _)) in of_texts.iter_mut().zip(texts) {
                *set = sets[of(text)];
            }
            same.places[usize::from(byte)] = same.sets.len() as u8;
            same.sets.push(of_texts);
        }
        same
    }

    /// Groups texts by the characters that some bytes have in them. Returns each group with its
    /// first text.
    fn sets<const N: usize>(
        &self,
        bytes: [u8; N],
        texts: Set,
    ) -> impl Iterator<Item = (usize, Set)> {
        let of_bytes = bytes.map(|byte| &self.sets[usize::from(self.places[usize::from(byte)])]);
        let mut left = texts;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let first = left.trailing_zeros() as usize;
            let set = of_bytes.iter().fold(left, |set, sets| set & sets[first]);
            left &= !set;
            Some((first, set))
        })
    }
}

/// The maximum number of distinct trigrams for which the mixture is computed.
const SHORT: usize = 256;

/// The scores of the texts of a document.
pub(crate) struct Scores<'i> {
    index: &'i Index,
    /// The part of each text's score that does not depend on the language, as a mean over the
    /// trigrams.
    common: Vec<f32>,
    /// The mean over the trigrams for each text and language. While adding up, it is the sum of
    /// gains minus the costs of letters, in steps of [`STEP`].
    means: Vec<[f32; NUMBERS]>,
    total: f32,
    /// The texts that are not hopeless.
    hopeful: Set,
    /// The trigrams for the mixture, if the document is short.
    foreign: Vec<Foreign<'i>>,
    /// Reused buffers.
    keys: Vec<u32>,
    gains: Vec<&'i [[u8; 2]]>,
}

/// A trigram of some texts that is known in a script.
struct Foreign<'i> {
    texts: Set,
    weight: f32,
    /// The part of its log-probability that does not depend on the language.
    common: f32,
    ids: [u16; 3],
    gains: &'i [[u8; 2]],
    /// The log-probability in each script.
    scripts: &'i [[u8; 2]],
}

/// The number of languages processed at once with SIMD.
const LANES: usize = 16;

/// The approximate number of triples looked up at once. It is large enough for their cache misses
/// to overlap, and small enough for the fetched lines to stay in the first-level cache.
const BATCH: usize = 96;

/// What three bytes may be of a frame, if those from 0x80 are box-drawing characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    /// A line has equal neighbours.
    Line,
    /// Another part stands between white space.
    Part,
    Other,
}

fn shape([a, b, c]: [u8; 3]) -> Shape {
    let is_apart = |one: u8, other: u8| one < 0x80 || other.is_ascii_whitespace();
    if a == b && b >= 0x80 || b == c && c >= 0x80 {
        Shape::Line
    } else if is_apart(a, b) && is_apart(b, a) && is_apart(b, c) && is_apart(c, b) {
        Shape::Part
    } else {
        Shape::Other
    }
}

/// Three bytes, with the characters that they have in some texts.
struct Characters {
    weight: f32,
    chars: [Char; 3],
    shape: Shape,
    texts: Set,
}

impl Characters {
    fn ids(&self) -> [u16; 3] {
        let [a, b, c] = &self.chars;
        [a.id, b.id, c.id]
    }
}

/// The number of trigrams that score texts in advance if a document has many. A text that is behind
/// the best one by more than [`HOPELESS_IN_SAMPLE`] per trigram is hopeless, unless it is among the best
/// [`MIN_SAMPLE`].
const SAMPLE: usize = 96;
const MIN_SAMPLE: usize = 8;

impl<'i> Scores<'i> {
    /// Returns the texts that are near the best ones on a sample of a document's trigrams.
    fn promising(
        index: &'i Index,
        texts: &[(&Reading, Numbers)],
        trigrams: &[Weighted],
        prices: &[f32],
        length: u64,
    ) -> Set {
        let sample = trigrams.iter().step_by(trigrams.len().div_ceil(SAMPLE));
        let sample: Vec<Weighted> = sample.copied().collect();
        let shares = Shares::new(&of_bytes(&sample));
        let scores = Scores::new(index, texts, &sample, &shares.there, prices, length);
        let best = |text: usize| {
            let languages = texts[text].1;
            let means = scores.means(text).iter().enumerate();
            let may_be =
                means.filter(|(number, _)| languages[number / 64] >> (number % 64) & 1 == 1);
            may_be.map(|(_, mean)| *mean).fold(f32::MIN, f32::max)
        };
        let mut means: Vec<(f32, usize)> = members(scores.hopeful)
            .map(|text| (best(text), text))
            .collect();
        means.sort_unstable_by(|a, b| b.0.total_cmp(&a.0));
        let near = means
            .first()
            .map_or(0.0, |(best, _)| best - HOPELESS_IN_SAMPLE);
        let kept = means.iter().enumerate();
        let kept = kept.filter(|(place, (mean, _))| *place < MIN_SAMPLE || *mean >= near);
        kept.fold(0, |set, (_, (_, text))| set | 1 << text)
    }

    /// Scores a document of `length` bytes in its different texts, each with its possible
    /// languages. `there` are its bytes that may be beyond ASCII, with their weights. `prices` are
    /// the penalties for the damage of each text.
    pub fn new(
        index: &'i Index,
        texts: &[(&Reading, Numbers)],
        trigrams: &[Weighted],
        there: &[(u8, f32)],
        prices: &[f32],
        length: u64,
    ) -> Self {
        let is_short = trigrams.len() <= SHORT;
        let same = Same::new(texts, there.iter().map(|&(byte, _)| byte));
        let mut scores = Scores {
            index,
            common: vec![0.0; texts.len()],
            means: vec![[0.0; NUMBERS]; texts.len()],
            total: trigrams.iter().map(|one| one.weight).sum(),
            hopeful: match trigrams.len() >= 4 * SAMPLE {
                true => Self::promising(index, texts, trigrams, prices, length),
                false => same.sets[0][0],
            },
            foreign: Vec::with_capacity(if is_short { SHORT } else { 0 }),
            keys: Vec::with_capacity(BATCH + MAX_TEXTS),
            gains: Vec::with_capacity(BATCH + MAX_TEXTS),
        };
        let mut typography = vec![Typography::default(); texts.len()];
        let mut all = Vec::with_capacity(BATCH + MAX_TEXTS);
        for trigram in trigrams {
            for (first, set) in same.sets(trigram.bytes, scores.hopeful) {
                let text = texts[first].0;
                let [a, b, c] = trigram.bytes;
                let chars = [a, b, c].map(|byte| text.chars[usize::from(byte)]);
                all.push(Characters {
                    weight: trigram.weight,
                    chars,
                    shape: shape(trigram.bytes),
                    texts: set,
                });
            }
            if !is_short && all.len() >= BATCH {
                add_typography(index, &all, &mut typography);
                scores.add(&all, is_short);
                all.clear();
            }
        }
        add_typography(index, &all, &mut typography);
        for (common, typography) in scores.common.iter_mut().zip(typography) {
            *common = typography.ln(length);
        }
        if is_short {
            scores.hopeful = scores.not_hopeless(texts, there, prices);
            let hopeful = scores.hopeful;
            all.retain_mut(|one| {
                one.texts &= hopeful;
                one.texts != 0
            });
        }
        all.chunks(BATCH)
            .for_each(|batch| scores.add(batch, is_short));
        simd::run(Divide {
            index,
            texts,
            there,
            common: &scores.common,
            total: scores.total,
            hopeful: scores.hopeful,
            means: &mut scores.means,
        });
        scores
            .common
            .iter_mut()
            .for_each(|one| *one /= scores.total);
        scores
    }

    /// Returns the texts of a short document that are close enough to the best before their triples
    /// are looked up.
    fn not_hopeless(
        &self,
        texts: &[(&Reading, Numbers)],
        there: &[(u8, f32)],
        prices: &[f32],
    ) -> Set {
        let bound = |((&common, (reading, _)), price): ((&f32, &(&Reading, Numbers)), &f32)| {
            let cost = |&(byte, weight): &(u8, f32)| {
                let least = f32::from(reading.chars[usize::from(byte)].least) * STEP;
                weight * (least - FREQUENT_LETTER_COST).max(0.0)
            };
            common - there.iter().map(cost).sum::<f32>() - TRIGRAMS_PER_INDEPENDENT * price
        };
        let bounds: Vec<f32> = self
            .common
            .iter()
            .zip(texts)
            .zip(prices)
            .map(bound)
            .collect();
        let best = bounds.iter().copied().fold(f32::MIN, f32::max);
        let least = best - TRIGRAMS_PER_INDEPENDENT * HOPELESS - HOPELESS_PER_TRIGRAM * self.total;
        let hopeful = (0..texts.len()).filter(|&text| bounds[text] >= least);
        hopeful.fold(0, |set, text| set | 1 << text)
    }

    /// Whether a text is so improbable that it was not scored.
    pub fn is_hopeless(&self, text: usize) -> bool {
        self.hopeful >> text & 1 == 0
    }

    fn add(&mut self, all: &[Characters], is_short: bool) {
        let index = self.index;
        self.keys.clear();
        let may_be_told = all.iter().map(Characters::ids);
        let may_be_told = may_be_told.filter(|&ids| id::may_be_told(ids));
        self.keys.extend(may_be_told.map(|[a, b, c]| key(a, b, c)));
        index.all_gains(&self.keys, &mut self.gains);
        let mut gains = self.gains.iter().copied();
        for one in all {
            let ids = one.ids();
            if !id::may_be_told(ids) {
                continue;
            }
            let gains = gains.next().expect("it was looked up");
            let &Characters {
                weight,
                chars: [a, b, c],
                texts,
                ..
            } = one;
            if gains.is_empty() {
                continue;
            }
            for text in members(texts) {
                let means = &mut self.means[text];
                for &[language, gain] in gains {
                    means[usize::from(language)] += weight * f32::from(gain);
                }
            }
            if is_short {
                let scripts = gains.iter().rev().take_while(|gain| gain[0] >= SCRIPTS);
                let (gains, scripts) = gains.split_at(gains.len() - scripts.count());
                if !scripts.is_empty() {
                    let kinds = [a.kind, b.kind, c.kind];
                    self.foreign.push(Foreign {
                        texts,
                        weight,
                        common: of_kinds(index, kinds, ids),
                        ids,
                        gains,
                        scripts,
                    });
                }
            }
        }
    }

    /// Returns the mean log-probability of the trigrams of a text in each possible language.
    pub fn means(&self, text: usize) -> &[f32] {
        &self.means[text]
    }

    /// Returns the part of a mean that does not depend on the language.
    pub fn common(&self, text: usize) -> f32 {
        self.common[text]
    }

    /// Replaces the means of some texts and languages by those under a mixture of the language and
    /// its script, if the document is short.
    pub fn add_foreign(&mut self, all: &[(usize, usize)]) {
        if self.foreign.is_empty() {
            return;
        }
        let script = |language: usize| self.index.languages()[language].script;
        // Pack the text, script and language into one number, which sorts fast.
        let packed = |&(text, language): &(usize, usize)| {
            (text << 16 | usize::from(script(language)) << 8 | language) as u32
        };
        let mut all: Vec<u32> = all.iter().map(packed).collect();
        all.sort_unstable();
        all.dedup();
        let of_language = |one: &u32| usize::from(*one as u8);
        let mut groups: Vec<(u8, Range<usize>)> = Vec::new();
        let mut of_texts = [const { 0..0 }; MAX_TEXTS];
        let mut asked: Set = 0;
        let mut at = 0;
        for in_script in all.chunk_by(|a, b| a >> 8 == b >> 8) {
            let text = (in_script[0] >> 16) as usize;
            if asked >> text & 1 == 0 {
                asked |= 1 << text;
                of_texts[text].start = groups.len();
            }
            groups.push(((in_script[0] >> 8) as u8, at..at + in_script.len()));
            of_texts[text].end = groups.len();
            at += in_script.len();
        }
        let mut sums = vec![0.0; all.len()];
        for one in &self.foreign {
            for text in members(one.texts & asked) {
                for (script, group) in &groups[of_texts[text].clone()] {
                    if let Some(mut trigram) = InScript::new(self.index, one, *script) {
                        let languages = all[group.clone()].iter().map(of_language);
                        for (sum, language) in sums[group.clone()].iter_mut().zip(languages) {
                            *sum += trigram.more(language);
                        }
                    }
                }
            }
        }
        for (sum, one) in sums.iter().zip(&all) {
            self.means[(one >> 16) as usize][of_language(one)] += sum / self.total;
        }
    }
}

/// Adds the evidence that does not depend on the language to the texts with the given characters.
fn add_typography(index: &Index, all: &[Characters], typography: &mut [Typography]) {
    let in_capitals = &*IN_CAPITALS;
    for one in all {
        let &Characters {
            weight,
            chars: [a, b, c],
            texts,
            ..
        } = one;
        let kinds = [a.kind, b.kind, c.kind];
        let cases = cases_of([a.case, b.case, c.case]);
        let usual = weight * f32::from(index.cases(cases)) * STEP;
        let common = weight * of_kinds(index, kinds, one.ids());
        let boxes = match one.shape {
            Shape::Other => 0,
            _ => one.ids().iter().filter(|id| **id == id::BOX).count(),
        };
        let boxes = weight * BOX_COST * boxes as f32;
        let lines = if one.shape == Shape::Line { boxes } else { 0.0 };
        let more = [common, usual, weight * in_capitals[cases], lines];
        for text in members(texts) {
            let sums = typography[text].sums.iter_mut().zip(more);
            sums.for_each(|(sum, more)| *sum += more);
        }
        let is_beside_letter = kinds[1] == Kind::Space && kinds.contains(&Kind::Ascii);
        if is_beside_letter && is_layout(one.ids()) {
            members(texts).for_each(|text| typography[text].beside_letters = true);
        }
        if boxes > 0.0 && one.shape == Shape::Part {
            members(texts).for_each(|text| typography[text].parts += boxes);
        }
        if b.mark != 0 {
            for text in members(texts) {
                typography[text].quotes.add(b.mark, kinds);
            }
        }
    }
}

/// Whether a triple with a byte from 0x80 has a no-break space, and otherwise ASCII.
fn is_layout(ids: [u16; 3]) -> bool {
    ids.iter().all(|id| *id < id::CONTROL)
}

/// Returns the part of a triple's log-probability that does not depend on the language.
fn of_kinds(index: &Index, kinds: [Kind; 3], ids: [u16; 3]) -> f32 {
    if is_layout(ids) {
        return NO_BREAK_SPACE;
    }
    f32::from(index.pattern(pattern_of(kinds))) * STEP + estimate_of_ascii(ids)
}

/// Computes the means of texts in their possible languages from the sums.
struct Divide<'a> {
    index: &'a Index,
    texts: &'a [(&'a Reading, Numbers)],
    there: &'a [(u8, f32)],
    /// The language-independent part of each text's score, as sums.
    common: &'a [f32],
    total: f32,
    hopeful: Set,
    means: &'a mut [[f32; NUMBERS]],
}

impl Work for Divide<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut letters: Vec<(u16, f32)> = Vec::with_capacity(self.there.len());
        for text in members(self.hopeful) {
            let (reading, languages) = self.texts[text];
            let (means, common) = (&mut self.means[text], self.common[text]);
            letters.clear();
            for &(byte, weight) in self.there {
                let id = reading.chars[usize::from(byte)].id;
                if id >= id::CONTROL {
                    letters.push((id, weight));
                }
            }
            let (chunks, _) = means.as_chunks_mut::<LANES>();
            for (chunk, means) in chunks.iter_mut().enumerate() {
                let first = chunk * LANES;
                if languages[first / 64] >> (first % 64) & ((1 << LANES) - 1) == 0 {
                    continue;
                }
                let mut costs = [0.0; LANES];
                for &(id, weight) in &letters {
                    let steps = self.index.letters_from::<LANES>(id, first);
                    for (cost, &steps) in costs.iter_mut().zip(steps) {
                        *cost += weight * f32::from(steps);
                    }
                }
                for (mean, cost) in means.iter_mut().zip(costs) {
                    *mean = ((*mean - cost) * STEP + common) / self.total;
                }
            }
        }
    }
}

/// A trigram of a text that is known in a script.
struct InScript<'i> {
    weight: f32,
    /// The log-probability as a foreign word minus the language-independent part.
    more: f32,
    /// The costs of its characters in all languages.
    letters: [&'i [u8]; 3],
    /// The gains of languages not requested yet.
    gains: &'i [[u8; 2]],
}

impl<'i> InScript<'i> {
    fn new(index: &'i Index, one: &Foreign<'i>, script: u8) -> Option<Self> {
        let [_, steps] = one.scripts.iter().find(|gain| gain[0] == script)?;
        Some(InScript {
            weight: one.weight,
            more: FOREIGN_PRIOR - f32::from(*steps) * STEP - one.common,
            letters: one.ids.map(|id| index.letters(id)),
            gains: one.gains,
        })
    }

    /// Returns the gain in log-probability of a mixture of the language and the script over the
    /// language alone. Languages must be requested in ascending order.
    fn more(&mut self, language: usize) -> f32 {
        let of_letter = |letters: &[u8]| i32::from(letters[language]);
        let costs: i32 = self.letters.into_iter().map(of_letter).sum();
        let more = self.more + costs as f32 * STEP;
        if more <= 0.0 {
            return 0.0;
        }
        while let [[one, _], left @ ..] = self.gains
            && usize::from(*one) < language
        {
            self.gains = left;
        }
        let gain = match self.gains {
            [[one, gain], ..] if usize::from(*one) == language => f32::from(*gain),
            _ => 0.0,
        };
        self.weight * (more - gain * STEP).max(0.0)
    }
}

/// Returns the part of a triple's estimate that does not depend on its characters beyond ASCII.
fn estimate_of_ascii(ids: [u16; 3]) -> f32 {
    let ascii = ids.iter().filter(|id| **id < id::CONTROL).count();
    (UNSEEN + ASCII_IN_TRIPLE * ascii as f64) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::unknown::Shares;
    use proptest::prelude::*;

    fn index() -> &'static Index {
        static INDEX: std::sync::OnceLock<Index> = std::sync::OnceLock::new();
        INDEX.get_or_init(|| Index::open(&include_bytes!("../models/index.bin")[..]).unwrap())
    }

    fn readings() -> &'static [Reading] {
        static READINGS: std::sync::OnceLock<Vec<Reading>> = std::sync::OnceLock::new();
        READINGS.get_or_init(|| Reading::all(index()))
    }

    #[test]
    fn a_set_has_room_for_all_encodings() {
        assert!(readings().len() <= MAX_TEXTS);
        assert_eq!(members(0b1001).collect::<Vec<_>>(), [0, 3]);
        assert_eq!(members(0).count(), 0);
        assert_eq!(members(Set::MAX).count(), MAX_TEXTS);
    }

    proptest! {
        /// The scores of a text do not depend on the texts scored with it.
        #[test]
        fn texts_that_are_scored_at_once_have_the_scores_of_each_alone(
            bytes in proptest::collection::vec(prop_oneof![any::<u8>(), b'a'..=b'z', Just(b' ')], 1..60),
        ) {
            let mut profile = Profile::new();
            profile.push(&bytes);
            profile.finish();
            let trigrams = profile.trigrams(64).into_iter();
            let trigrams: Vec<Weighted> = trigrams.map(|(bytes, count)| Weighted::new(bytes, count)).collect();
            let shares = Shares::new(&of_bytes(&trigrams));
            let texts: Vec<(&Reading, Numbers)> = readings().iter().map(|one| (one, one.numbers)).collect();
            let scores = |texts: &[(&Reading, Numbers)]| {
                Scores::new(index(), texts, &trigrams, &shares.there, &vec![0.0; texts.len()], profile.length())
            };
            let mut together = scores(&texts);
            together.add_foreign(&[(3, 7), (9, 7), (3, 7)]);
            for (place, &(reading, numbers)) in texts.iter().enumerate() {
                let mut alone = scores(&[(reading, numbers)]);
                if [3, 9].contains(&place) {
                    alone.add_foreign(&[(0, 7)]);
                }
                if together.is_hopeless(place) {
                    continue;
                }
                let may_be = |language: &usize| numbers[language / 64] >> (language % 64) & 1 == 1;
                for language in (0..index().languages().len()).filter(may_be) {
                    let means = (together.means(place)[language], alone.means(0)[language]);
                    prop_assert_eq!(means.0.to_bits(), means.1.to_bits(), "{} {:?}", reading.encoding, means);
                }
            }
        }
    }
}
