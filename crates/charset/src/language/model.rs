//! The model of languages: log-ratios of the frequency of an n-gram in a language to that in all of them.
//!
//! The score of a text sums two terms: gains of its n-grams, which are sparse, and floors, which
//! depend only on the number of n-grams. The module `build` defines them. The gains of one n-gram
//! are a posting list over languages, found by a hash table. If there is only one gain, the slot of
//! the table contains it.

use std::borrow::Cow;

use platform::prefetch;
use wide::u32x8;

use super::words::WORD;
use crate::constants::{
    LARGE_SAMPLE_FLOOR, MAX_FIT_PER_FLOOR, MIN_FIT_PER_FLOOR, ORDER_WEIGHTS, USUAL_FIT,
};

/// The maximum number of languages; their numbers are bytes.
pub(super) const LANGUAGES: usize = 250;

pub(super) const MAGIC: &[u8; 8] = b"charlng1";

/// Gains and floors are quantised in steps of 1/20.
pub(super) const STEP: f64 = 1.0 / 20.0;
/// The flag of a slot with a single gain. A slot has ten bits of the hash as a fingerprint at the
/// top. Below are either this flag, a language and a gain, or the offset of a list in units of two
/// bytes.
pub(super) const SINGLE: u32 = 1 << 21;
pub(super) const USED: u32 = 1;
/// The lowest bit of the fingerprint.
const PRINT: u32 = 22;

/// A model of languages, used in memory without parsing.
#[derive(Debug, Clone)]
pub struct Model {
    bytes: Cow<'static, [u8]>,
    codes: Vec<String>,
    /// The floors of all languages by order, times the order's weight.
    floors: [Vec<f64>; WORD + 1],
    least_fits: Vec<f64>,
    usual_fits: Vec<f64>,
    slots: usize,
    slot_count: usize,
    lists: usize,
}

/// The position of an n-gram's gains: its home slot and its fingerprint.
#[derive(Debug, Clone, Copy)]
pub(super) struct Probe {
    at: u32,
    print: u32,
}

/// The gains of an n-gram, as stored in a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gains(u32);

impl Gains {
    /// The value for an unknown n-gram.
    pub const NONE: Self = Gains(0);

    /// Whether the n-gram is unknown.
    #[inline]
    pub fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether there is a single gain.
    #[inline]
    pub fn is_single(self) -> bool {
        self.0 & SINGLE != 0
    }

    /// Returns the language and the gain if there is a single one.
    #[inline]
    pub fn single(self) -> (u8, u8) {
        ((self.0 >> 13) as u8, (self.0 >> 5) as u8)
    }

    /// Returns the offset of the list if there are several gains, else 0.
    #[inline]
    pub fn place(self) -> u32 {
        // All bits are set if there is a list. A mask avoids a branch that is hard to predict.
        let mask = u32::from(self.is_single()).wrapping_sub(1);
        self.0 & (SINGLE - 1) & mask
    }
}

impl Model {
    /// Opens a model.
    ///
    /// Returns `None` if the bytes were not made by [`Model::build`].
    pub fn open(bytes: impl Into<Cow<'static, [u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let mut at = MAGIC.len();
        if !bytes.starts_with(MAGIC) {
            return None;
        }
        let word = |at: &mut usize| {
            let unit = bytes.get(*at..)?.first_chunk()?;
            *at += 4;
            Some(u32::from_le_bytes(*unit))
        };
        let directory = word(&mut at)? as usize;
        let text = std::str::from_utf8(bytes.get(at..at.checked_add(directory)?)?).ok()?;
        at += directory;
        let mut codes = Vec::new();
        let mut floors: [Vec<f64>; WORD + 1] = Default::default();
        let mut least_fits = Vec::new();
        let mut usual_fits = Vec::new();
        for line in text.lines() {
            let mut fields = line.split('\t');
            codes.push(fields.next()?.to_owned());
            let mut of_language = [0; WORD + 1];
            for floor in &mut of_language[1..] {
                *floor = fields.next()?.parse().ok()?;
            }
            least_fits.push(least_fit(&of_language));
            usual_fits.push(usual_fit(&of_language));
            for ((floors, weight), floor) in floors.iter_mut().zip(ORDER_WEIGHTS).zip(of_language) {
                floors.push(f64::from(weight) * f64::from(floor));
            }
        }
        let slot_count = word(&mut at)? as usize;
        let list_bytes = word(&mut at)? as usize;
        let slots = at;
        let lists = slots.checked_add(slot_count.checked_mul(4)?)?;
        let is_whole = bytes.len() == lists.checked_add(list_bytes)?;
        (is_whole && slot_count > 0 && codes.len() <= LANGUAGES).then_some(Model {
            bytes,
            codes,
            floors,
            least_fits,
            usual_fits,
            slots,
            slot_count,
            lists,
        })
    }

    /// Returns the languages' codes.
    pub fn languages(&self) -> &[String] {
        &self.codes
    }

    /// Returns the size in bytes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the floors of all languages by order, times the order's weight. They are integers.
    #[inline]
    pub(super) fn floors(&self) -> &[Vec<f64>; WORD + 1] {
        &self.floors
    }

    /// Returns the minimum fit of a text in each language, in steps of 1/20 per unit of weight.
    #[inline]
    pub(super) fn least_fits(&self) -> &[f64] {
        &self.least_fits
    }

    /// The fit of nearly all long texts in each language, in steps of 1/20 a unit of weight.
    #[inline]
    pub(super) fn usual_fits(&self) -> &[f64] {
        &self.usual_fits
    }

    /// Returns the position of an n-gram's gains, and prefetches its slot.
    #[inline]
    pub(super) fn probe(&self, hash: u64) -> Probe {
        let (at, print) = place(hash, self.slot_count);
        prefetch::prefetch(&self.bytes, self.slots + 4 * at);
        Probe {
            at: at as u32,
            print,
        }
    }

    /// Returns a list of languages and their gains, sorted by language.
    #[inline]
    pub(super) fn list(&self, place: u32) -> &[[u8; 2]] {
        let list = &self.bytes[self.lists + 2 * place as usize..];
        &list[2..].as_chunks().0[..usize::from(list[0])]
    }

    /// Looks up the gains of an n-gram, and prefetches its list. Linear probing reads eight slots
    /// at once, because the number of probes is hard to predict.
    #[inline]
    pub(super) fn gains(&self, probe: Probe) -> Gains {
        let (slots, _) = self.bytes[self.slots..self.lists].as_chunks();
        let mut at = probe.at as usize;
        let slot = loop {
            let Some(next) = slots[at..].first_chunk() else {
                break one_by_one(slots, at, probe.print);
            };
            let next = u32x8::new(next.map(u32::from_le_bytes));
            let ends = next.simd_eq(u32x8::ZERO);
            let found = (next >> PRINT).simd_eq(u32x8::splat(probe.print)) | ends;
            let found = found.to_bitmask();
            if found != 0 {
                break next.as_array()[found.trailing_zeros() as usize];
            }
            at += next.as_array().len();
        };
        let gains = Gains(slot);
        prefetch::prefetch(&self.bytes, self.lists + 2 * gains.place() as usize);
        gains
    }
}

/// Returns the slot with a fingerprint, or an empty one.
#[cold]
fn one_by_one(slots: &[[u8; 4]], from: usize, print: u32) -> u32 {
    let (before, behind) = slots.split_at(from);
    let mut all = behind
        .iter()
        .chain(before)
        .map(|&slot| u32::from_le_bytes(slot));
    let found = all.find(|&slot| slot == 0 || slot >> PRINT == print);
    found.unwrap_or(0)
}

/// Returns the minimum fit of a text in a language with these floors. With a small sample all texts
/// fit badly, so unusual text in other languages would fit equally well.
fn least_fit(floors: &[i32; WORD + 1]) -> f64 {
    let floor = -f64::from(floors[4]);
    match floor < LARGE_SAMPLE_FLOOR {
        true => MIN_FIT_PER_FLOOR * floor,
        false => f64::NEG_INFINITY,
    }
}

/// Returns the fit that nearly all long texts in a language with these floors have: it grows with
/// the sample.
fn usual_fit(floors: &[i32; WORD + 1]) -> f64 {
    let (constant, slope) = USUAL_FIT;
    let floor = -f64::from(floors[4]);
    (constant + slope * floor).min(MAX_FIT_PER_FLOOR * floor)
}

/// Returns the home slot of a hash, and its ten-bit fingerprint.
#[inline]
pub(super) fn place(hash: u64, slots: usize) -> (usize, u32) {
    let hash = hash ^ hash >> 29;
    let hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let at = ((hash >> 32) * slots as u64) >> 32;
    (at as usize, (hash as u32) >> 22)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_fit_grows_with_the_sample() {
        let of = |floor: i32| usual_fit(&[0, 0, 0, 0, -floor, 0]);
        // Small samples: a multiple of the floor; large ones: a line.
        assert_eq!(of(40), MAX_FIT_PER_FLOOR * 40.0);
        assert_eq!(of(140), USUAL_FIT.0 + USUAL_FIT.1 * 140.0);
        assert!((20..160).all(|floor| of(floor) < of(floor + 1)));
    }

    #[test]
    fn eight_slots_at_once_find_what_one_by_one_finds() {
        // The small table ends within eight slots of many home slots.
        let small =
            Model::open(Model::build([("a", "aba abba bab"), ("b", "odo oddo dod")])).unwrap();
        for model in [&small, super::super::built_in()] {
            let (slots, _) = model.bytes[model.slots..model.lists].as_chunks();
            let (mut known, mut lists) = (0, 0);
            for number in 0..200_000_u64 {
                let probe = model.probe(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                let gains = model.gains(probe);
                assert_eq!(gains.0, one_by_one(slots, probe.at as usize, probe.print));
                known += usize::from(!gains.is_none());
                lists += usize::from(gains.place() > 0);
            }
            assert!(known > 0 && known >= lists);
        }
    }
}
