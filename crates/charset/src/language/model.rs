//! What is known of languages: how much more frequent an n-gram is in each than in all of them together.
//!
//! The probability of an n-gram f of order n in language L is that of its sample, smoothed by a Dirichlet prior whose
//! mean is the background: P(f | L) = (c + m P(f)) / (N + m), with c of N in the sample, m pseudo-counts, and P(f) the
//! mean of the shares in all languages. Divided by the background it is a gain ln(1 + c / (m P(f))), which is 0 where the
//! sample lacks f, and a floor ln(m / (N + m)) that is the same for all f of an order. So the score of a text is a sum
//! over its n-grams of gains, of which few are not 0, and of floors, which the number of n-grams gives.
//!
//! Those gains are where the ones of the larger samples begin: [`fit`] moves them until they tell pieces of the samples
//! apart.
//!
//! The gains of one n-gram lie together behind a hash table, which has the gain itself where there is only one.

use std::borrow::Cow;
use std::collections::HashMap;

use platform::prefetch;

use super::fit;
use super::words::{WORD, Words};

/// Gains and floors are in steps of 1/20.
const STEP: f64 = 1.0 / 20.0;
/// What an n-gram of each order, and a word, weighs.
pub(super) const WEIGHTS: [i32; WORD + 1] = [0, 1, 1, 1, 1, 3];
/// The pseudo-counts m of each order.
const PSEUDO: [f64; WORD + 1] = [0.0, 30.0, 300.0, 1000.0, 1000.0, 1000.0];
/// A sample with this floor, of 4-grams, is so large that its gains are fitted.
const LARGE: f64 = 96.0;
/// What a text in a language with a smaller one fits at least, as a part of its floor: one of 200 characters has 1.4 to 1.9, English lists of products 1.1 to 1.25.
const LEAST_OF_FLOOR: f64 = 1.3;
/// What an n-gram that all languages lack would have.
const LEAST: f64 = 1e-7;
/// From a sample with so many n-grams of four, those of three and more that occur less often than this are left out: in
/// smaller ones in proportion.
const FULL: f64 = 200_000.0;
const RARE: [f64; WORD + 1] = [0.0, 0.0, 0.0, 12.0, 20.0, 20.0];
/// So many languages have a number of one byte.
pub(super) const LANGUAGES: usize = 250;

const MAGIC: &[u8; 8] = b"charlng1";
/// Part of the slots that are in use.
const LOAD: f64 = 0.72;

/// Slots have ten bits of the hash at the top; then either a flag, a language, a gain and an order, or the place of a
/// list, in units of two bytes.
const SINGLE: u32 = 1 << 21;
const USED: u32 = 1;

/// What is known of languages, as it lies in memory.
#[derive(Debug, Clone)]
pub struct Model {
    bytes: Cow<'static, [u8]>,
    codes: Vec<String>,
    floors: Vec<[i32; WORD + 1]>,
    slots: usize,
    slot_count: usize,
    lists: usize,
}

/// Where the gains of an n-gram are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Gains {
    None,
    One(u8, u8),
    /// In the list at this place.
    Some(u32),
}

impl Model {
    /// Opens a model.
    ///
    /// `None` for bytes that [`Model::build`] does not make.
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
        let mut floors = Vec::new();
        for line in text.lines() {
            let mut fields = line.split('\t');
            codes.push(fields.next()?.to_owned());
            let mut of_language = [0; WORD + 1];
            for floor in &mut of_language[1..] {
                *floor = fields.next()?.parse().ok()?;
            }
            floors.push(of_language);
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
            slots,
            slot_count,
            lists,
        })
    }

    /// The languages' codes.
    pub fn languages(&self) -> &[String] {
        &self.codes
    }

    /// How many bytes it has.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// What so many n-grams of an order that its sample lacks cost a language, each.
    #[inline]
    pub(super) fn floors(&self, language: usize) -> &[i32; WORD + 1] {
        &self.floors[language]
    }

    /// The fit that a text in a language has at least, in steps of 1/20 a unit of weight, if that is known. A small sample makes all texts fit little, so that
    /// unusual text in other languages would fit as well.
    #[inline]
    pub(super) fn least_fit(&self, language: usize) -> f64 {
        let floor = -f64::from(self.floors[language][4]);
        match floor < LARGE {
            true => LEAST_OF_FLOOR * floor,
            false => f64::NEG_INFINITY,
        }
    }

    /// Prefetches what [`Model::gains`] reads first.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let (at, _) = place(hash, self.slot_count);
        prefetch::prefetch(&self.bytes, self.slots + 4 * at);
    }

    /// A list of languages and their gains, by language.
    #[inline]
    pub(super) fn list(&self, place: u32) -> &[[u8; 2]] {
        let list = &self.bytes[self.lists + 2 * place as usize..];
        &list[2..].as_chunks().0[..usize::from(list[0])]
    }

    /// Where the gains of an n-gram are. A list is prefetched.
    #[inline]
    pub(super) fn gains(&self, hash: u64) -> Gains {
        let (mut at, print) = place(hash, self.slot_count);
        loop {
            let from = self.slots + 4 * at;
            let slot = &self.bytes[from..from + 4];
            let slot = u32::from_le_bytes([slot[0], slot[1], slot[2], slot[3]]);
            if slot == 0 {
                return Gains::None;
            }
            if slot >> 22 == print {
                if slot & SINGLE != 0 {
                    return Gains::One((slot >> 13) as u8, (slot >> 5) as u8);
                }
                let place = slot & (SINGLE - 1);
                prefetch::prefetch(&self.bytes, self.lists + 2 * place as usize);
                return Gains::Some(place);
            }
            at += 1;
            if at == self.slot_count {
                at = 0;
            }
        }
    }

    /// Builds a model from samples of languages: codes and texts. A language may have several, which count alike as they
    /// are long.
    ///
    /// # Panics
    /// With more than 250 languages.
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
        fit::fit(&mut gains, &floors(&totals), &texts);
        pack(&codes, &totals, &gains)
    }
}

/// Where a hash is looked for first, and the ten bits that are kept of it.
#[inline]
fn place(hash: u64, slots: usize) -> (usize, u32) {
    let hash = hash ^ hash >> 29;
    let hash = hash.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let at = ((hash >> 32) * slots as u64) >> 32;
    (at as usize, (hash as u32) >> 22)
}

/// The order of an n-gram, and how often each language has it.
type Counted = (usize, Vec<(u8, u32)>);
/// N-grams with their gains.
pub(super) type Lists = Vec<(u64, usize, Vec<[u8; 2]>)>;

fn gains(counts: &HashMap<u64, Counted>, totals: &[[f64; WORD + 1]]) -> Lists {
    let mut all: Lists = Vec::new();
    for (&hash, (order, list)) in counts {
        let share = |&(language, count): &(u8, u32)| {
            f64::from(count) / totals[usize::from(language)][*order].max(1.0)
        };
        let background = list.iter().map(share).sum::<f64>() / totals.len() as f64 + LEAST;
        let is_kept = |&&(language, count): &&(u8, u32)| {
            let size = totals[usize::from(language)][4] / FULL;
            f64::from(count) >= RARE[*order] * size.min(1.0)
        };
        let kept: Vec<[u8; 2]> = list
            .iter()
            .filter(is_kept)
            .map(|&(language, count)| {
                let gain = (f64::from(count) / (PSEUDO[*order] * background)).ln_1p();
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
    let floor = |order: usize, total: f64| (PSEUDO[order] / (total + PSEUDO[order])).ln() / STEP;
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
