//! Candidates for a document in a Chinese, Japanese or Korean encoding whose characters are letters and signs of other scripts: text
//! that an editor there saved, with curly quotation marks, or in Cyrillic or Greek.
//!
//! The languages of such an encoding do not fit it. So its characters are numbered like the bytes of a single-byte encoding, and their
//! triples are scored in all languages that have single-byte encodings. The document may also have some words in the scripts of the encoding.

use std::io;

use super::Detector;
use crate::Encoding;
use crate::answer::Candidate;
use crate::best::{self, Asked, Fit, Readings};
use crate::codec::Decoder;
use crate::constants::{DECLARED_BONUS, FOREIGN_PRIOR};
use crate::fold::{self, Script, id};
use crate::index::Index;
use crate::prior;
use crate::profile::{Multi, Profile};
use crate::reading::Reading;
use crate::rules::{Source, for_pieces};

/// A document has no more distinct letters and signs beyond ASCII, because they are numbered from 0x80.
const MOST: usize = 128;

/// The characters of a document beyond ASCII, with their counts.
#[derive(Default, PartialEq)]
struct Chars {
    /// Letters and signs.
    letters: Vec<(char, u32)>,
    /// Characters of the scripts that the encoding is made for.
    others: Vec<(char, u32)>,
}

/// The candidates of a document, and the log-posterior of the first.
type Scored = (Vec<Candidate>, f64);

impl Detector<'_> {
    /// Adds candidates for letters and signs in encodings that are made for other characters.
    pub(super) fn with_letters(
        &self,
        mut scored: Scored,
        profile: &Profile,
        hint: Option<Encoding>,
        source: &mut dyn Source,
        buffer: &mut Vec<u8>,
    ) -> io::Result<Scored> {
        if !self.settings.languages.is_empty() {
            return Ok(scored);
        }
        let asked = profile.multi().filter(|one| self.is_asked(one.encoding));
        let with_letters =
            asked.filter_map(|multi| Some((multi, Chars::of(self.models.characters(), multi)?)));
        let mut all: Vec<(&Multi, Chars)> = with_letters.collect();
        all.sort_by_key(|(multi, _)| hint != Some(multi.encoding));
        for (place, (multi, chars)) in all.iter().enumerate() {
            // Encodings that give the same text are one candidate.
            if all[..place].iter().any(|(_, other)| other == chars) {
                scored.0.retain(|one| one.encoding != multi.encoding);
                continue;
            }
            let numbered = numbered(multi.encoding, &chars.letters, source, buffer)?;
            if let Some(fit) = self.in_letters(multi, chars, profile, &numbered) {
                let is_declared = hint == Some(multi.encoding);
                let bonus = if is_declared { DECLARED_BONUS } else { 0.0 };
                let language = |one: usize| self.models.characters().languages()[one].code.clone();
                let candidate = Candidate {
                    language: fit.language.map(language),
                    score: fit.mean.into(),
                    ..Candidate::given(multi.encoding)
                };
                insert(&mut scored, f64::from(fit.score()) + bonus, candidate);
            }
        }
        Ok(scored)
    }

    /// Returns the best fit of a document with these characters. `numbered` is its profile with the numbers of the letters.
    fn in_letters(
        &self,
        multi: &Multi,
        chars: &Chars,
        profile: &Profile,
        numbered: &Profile,
    ) -> Option<Fit> {
        let (index, encoding) = (self.models.characters(), multi.encoding);
        let letters: Vec<char> = chars.letters.iter().map(|(char, _)| *char).collect();
        let reading = Reading::of_chars(index, encoding, &letters, prior::of_letters(encoding)?);
        let asked = Asked {
            admit: &|_| true,
            unknown: false,
        };
        let texts: Vec<usize> = (0..Encoding::COUNT).collect();
        let readings = Readings::of_one(reading);
        let fits = best::fits(index, &readings, numbered, &texts, &asked).into_iter();
        let fits = fits.chain((numbered.high() == 0).then_some(Fit {
            language: None,
            encoding,
            mean: 0.0,
            weight: 0.0,
            prior: prior::of_letters(encoding)?,
        }));
        // A long text has fewer distinct triples of bytes than of characters. So the bytes give the weight.
        let weight = best::weight(profile);
        let share = |triples: u64| triples as f32 / profile.triples() as f32;
        let tables = index.languages().iter().filter_map(|one| one.ideographic);
        let of_others =
            tables.map(|table| best::ideographic_mean(index, table, encoding, &chars.others));
        let of_others = of_others.reduce(f32::max).unwrap_or(0.0) + 1.5 * FOREIGN_PRIOR;
        let of_others = share(2 * count(&chars.others)) * of_others;
        let of_letters = share(numbered.triples());
        let damage = best::price_of_damage(multi.malformed());
        let fits = fits.map(|fit| Fit {
            mean: of_letters * fit.mean + of_others,
            weight,
            prior: fit.prior - damage,
            ..fit
        });
        fits.max_by(|one, other| one.score().total_cmp(&other.score()))
    }
}

impl Chars {
    /// Returns the characters of a document that may be text in other scripts.
    fn of(index: &Index, multi: &Multi) -> Option<Self> {
        let mut chars = Chars::default();
        let mut of_encoding = 0;
        for (char, count) in multi.chars() {
            let char = as_typed(char);
            match index.id(char) >= id::ALPHABET {
                true => chars.letters.push((char, count)),
                false => chars.others.push((char, count)),
            }
            if fold::script(char) == Script::Other {
                of_encoding += u64::from(count);
            }
        }
        let all = count(&chars.letters) + count(&chars.others);
        (chars.letters.len() <= MOST && 2 * of_encoding < all).then_some(chars)
    }
}

/// Returns the number of characters.
fn count(chars: &[(char, u32)]) -> u64 {
    chars.iter().map(|(_, count)| u64::from(*count)).sum()
}

/// Returns a dash for the bar that encodings of several bytes have for it.
fn as_typed(char: char) -> char {
    match char {
        '\u{2015}' => '—',
        _ => char,
    }
}

/// Adds a candidate with its log-posterior to a list, unless its encoding is there with a better one.
fn insert((candidates, first): &mut Scored, score: f64, one: Candidate) {
    let behind = *first - score;
    let is_same = |other: &Candidate| other.encoding == one.encoding;
    if let Some(place) = candidates.iter().position(is_same) {
        if candidates[place].behind <= behind {
            return;
        }
        candidates.remove(place);
    }
    let place = candidates.partition_point(|other| other.behind <= behind);
    candidates.insert(place, Candidate { behind, ..one });
    let lead = candidates[0].behind;
    candidates.iter_mut().for_each(|one| one.behind -= lead);
    *first -= lead;
}

/// Returns the profile of a document whose letters and signs are replaced by their numbers, and other characters by spaces.
fn numbered(
    encoding: Encoding,
    letters: &[(char, u32)],
    source: &mut dyn Source,
    buffer: &mut Vec<u8>,
) -> io::Result<Profile> {
    let number = |char: char| match char.is_ascii() {
        true => char as u8,
        false => {
            let place = letters.iter().position(|(one, _)| *one == as_typed(char));
            place.map_or(b' ', |place| 0x80 | place as u8)
        }
    };
    let (mut profile, mut decoder) = (Profile::new(), Decoder::new(encoding));
    let (mut text, mut bytes) = (String::new(), Vec::new());
    for_pieces(source, buffer, |piece| {
        text.clear();
        bytes.clear();
        decoder.decode(piece, false, &mut text);
        bytes.extend(text.chars().map(number));
        profile.push(&bytes);
        true
    })?;
    profile.finish();
    Ok(profile)
}
