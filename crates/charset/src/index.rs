//! The models of `--method best` for all languages, in a format that is used in memory without
//! parsing.
//!
//! For a language L, the probability of a triple of folded characters is its share among the
//! sample's triples with a character beyond ASCII. If the sample lacks the triple, the probability
//! is estimated from its characters. The index stores natural logarithms:
//! - for each L and each character c beyond ASCII, ln P(c | L);
//! - for each L and each triple t in its sample, the *gain*: ln P(t | L) minus the estimate;
//! - for each L and each ASCII triple t that is frequent in its sample, the log-likelihood ratio of
//!   L to other languages, which decides if a document has hardly any other trigrams;
//! - for each triple t and script, ln P(t) in the languages of the script, which scores names and
//!   foreign words;
//! - for each pattern of three kinds of characters, its pointwise mutual information in all
//!   languages;
//! - for each pattern of cases, ln P(pattern | which of the characters have a case), in all
//!   languages.
//!
//! So the score of a document under L is a sum over the document's characters, plus the gains of
//! its triples. The gains of one triple are a posting list over languages, found by a hash table.
//! Most triples that are looked up are in no sample, since most encodings turn a document into
//! nonsense. A Bloom filter rejects these triples; unlike the table, it fits in the second-level
//! cache.

mod build;

use std::borrow::Cow;

use platform::prefetch;

use crate::Encoding;
use crate::fold::{self, CASES, KINDS, Kind, Script, id};
use crate::model::Model;

/// Logarithms are quantised in steps of 1/8.
pub(crate) const STEP: f32 = 0.125;

/// The size of a slot: the offset of a posting list in three bytes, 0 if the slot is free, and the
/// lowest byte of the key as a fingerprint.
const SLOT: usize = 4;

const MAGIC: &[u8; 8] = b"charidx5";

/// The index.
#[derive(Debug, Clone)]
pub struct Index {
    bytes: Cow<'static, [u8]>,
    languages: Vec<Language>,
    alphabet: Vec<char>,
    letters: usize,
    patterns: usize,
    cases: usize,
    slots: usize,
    slot_bits: u32,
    postings: usize,
    ideographs: usize,
    known: usize,
    filter: usize,
}

/// The reason why models do not fit in one index.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum IndexError {
    /// Too many languages; the number of a language has one byte.
    Languages,
    /// Too many characters; the number of a character has ten bits.
    Characters,
}

impl std::fmt::Display for IndexError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            IndexError::Languages => write!(f, "there are more than {LANGUAGES} languages"),
            IndexError::Characters => {
                let most = id::LIMIT;
                write!(f, "the models have more than {most} different characters")
            }
        }
    }
}

impl std::error::Error for IndexError {}

/// The maximum number of languages in an index.
const LANGUAGES: usize = 240;
/// The first number that stands for a script; the scripts follow in their order.
pub(crate) const SCRIPTS: u8 = 240;

/// A language of the index.
#[derive(Debug, Clone)]
pub struct Language {
    /// Its code.
    pub code: String,
    /// The encodings it is written in, the most frequent first.
    pub encodings: Vec<Encoding>,
    /// Other encodings that have the letters of the language.
    pub possible: Vec<Encoding>,
    /// The number of its script in lists of gains, if it has one.
    pub(crate) script: u8,
    /// Whether its sample is mostly ASCII.
    pub(crate) is_latin: bool,
    /// The approximate share of its letters that are not ASCII.
    pub(crate) density: f32,
    /// The number of its table of multi-byte characters, if it has one.
    pub(crate) ideographic: Option<usize>,
}

impl Index {
    /// Opens an index.
    ///
    /// Returns `None` if the bytes were not made by [`Index::build`].
    pub fn open(bytes: impl Into<Cow<'static, [u8]>>) -> Option<Self> {
        let bytes = bytes.into();
        let mut at = MAGIC.len();
        if !bytes.starts_with(MAGIC) {
            return None;
        }
        let word = |at: &mut usize| {
            let unit = bytes.get(*at..)?.first_chunk()?;
            *at += 4;
            Some(u32::from_le_bytes(*unit) as usize)
        };
        let directory = word(&mut at)?;
        let text = std::str::from_utf8(bytes.get(at..at + directory)?).ok()?;
        at += directory;
        let mut languages = Vec::new();
        let mut ideographic = 0;
        for line in text.lines() {
            let mut fields = line.split('\t');
            let mut list = || -> Option<Vec<Encoding>> {
                let names = fields.next()?.split(',').filter(|name| !name.is_empty());
                names.map(Encoding::of).collect()
            };
            let encodings = list()?;
            let possible = list()?;
            let is_ideographic = fields.next()? == "1";
            let script = fields.next()?.parse().ok()?;
            let density = fields.next()?.parse().ok()?;
            languages.push(Language {
                code: fields.next()?.to_owned(),
                encodings,
                possible,
                ideographic: is_ideographic.then_some(ideographic),
                script,
                density,
                is_latin: script == SCRIPTS + Script::Latin as u8,
            });
            ideographic += usize::from(is_ideographic);
        }
        let characters = word(&mut at)?;
        let alphabet: Option<Vec<char>> = (0..characters)
            .map(|_| char::from_u32(word(&mut at)? as u32))
            .collect();
        let alphabet = alphabet?;
        let ids = usize::from(id::ALPHABET) + alphabet.len();
        let slot_bits = word(&mut at)? as u32;
        let posting_bytes = word(&mut at)?;
        let letters = at;
        let patterns = letters + languages.len() * ids;
        let cases = patterns + KINDS * KINDS * KINDS;
        let slots = cases + CASES * CASES * CASES;
        let postings = slots + (SLOT << slot_bits);
        let ideographs = postings + posting_bytes;
        let known = ideographs + (ideographic << 16);
        let filter = known + (1 << 13);
        let is_whole =
            slot_bits >= LEAST_SLOT_BITS && bytes.len() == filter + filter_size(slot_bits);
        is_whole.then_some(Index {
            bytes,
            languages,
            alphabet,
            letters,
            patterns,
            cases,
            slots,
            slot_bits,
            postings,
            ideographs,
            known,
            filter,
        })
    }

    /// The languages.
    pub fn languages(&self) -> &[Language] {
        &self.languages
    }

    /// The number of character numbers.
    pub(crate) fn ids(&self) -> usize {
        usize::from(id::ALPHABET) + self.alphabet.len()
    }

    /// The number of a character.
    pub(crate) fn id(&self, char: char) -> u16 {
        if char.is_ascii() {
            return fold::class(char);
        }
        let folded = fold::fold(char);
        match self.alphabet.binary_search(&folded) {
            Ok(place) => id::ALPHABET + place as u16,
            Err(_) => fold::class(folded),
        }
    }

    /// Returns the character of the alphabet with this number.
    pub(crate) fn char(&self, id: usize) -> Option<char> {
        let place = id.checked_sub(usize::from(id::ALPHABET))?;
        self.alphabet.get(place).copied()
    }

    /// -ln P(character | language), in steps of [`STEP`], for all languages.
    #[inline]
    pub(crate) fn letters(&self, id: u16) -> &[u8] {
        let count = self.languages.len();
        &self.bytes[self.letters + usize::from(id) * count..][..count]
    }

    /// Like [`Index::letters`], for `N` languages from `language` on. Values after the last
    /// language are meaningless.
    #[inline]
    pub(crate) fn letters_from<const N: usize>(&self, id: u16, language: usize) -> &[u8; N] {
        let from = self.letters + usize::from(id) * self.languages.len() + language;
        let letters = self.bytes[from..].first_chunk();
        letters.expect("tables of more than that follow")
    }

    /// The pointwise mutual information of a pattern of three kinds, in steps of [`STEP`].
    #[inline]
    pub(crate) fn pattern(&self, pattern: usize) -> i8 {
        self.bytes[self.patterns + pattern] as i8
    }

    /// Returns the log-probability of the cases of three characters, given which of them have a
    /// case, in steps of [`STEP`], for text that is not all capitals. `cases` is the position in
    /// the table, as [`cases_of`] gives it.
    #[inline]
    pub(crate) fn cases(&self, cases: usize) -> i8 {
        self.bytes[self.cases + cases] as i8
    }

    /// Sets `all` to the gains of the given triples.
    pub(crate) fn all_gains<'i>(&'i self, keys: &[u32], all: &mut Vec<&'i [[u8; 2]]>) {
        all.clear();
        all.resize(keys.len(), &[]);
        for (keys, gains) in keys.chunks(BATCH).zip(all.chunks_mut(BATCH)) {
            self.gains(keys, gains);
        }
    }

    /// Looks up the gains of a batch of triples. Lookups are bound by cache misses, and prefetching
    /// overlaps these.
    fn gains<'i>(&'i self, keys: &[u32], all: &mut [&'i [[u8; 2]]]) {
        let bytes = &self.bytes[..];
        let (slots, _) = bytes[self.slots..self.postings].as_chunks();
        let (filter, _) = bytes[self.filter..].as_chunks();
        let first = |key: u32| first_slot(key, self.slot_bits);
        // Whether a triple passes is hard to predict. So the list is always written to, and its
        // length grows only if the triple passes.
        let mut passing = [0; BATCH];
        let mut count = 0;
        for (place, &key) in keys.iter().enumerate() {
            let (word, bits) = bits_of_filter(key, self.slot_bits);
            passing[count] = place as u8;
            count += usize::from(u64::from_le_bytes(filter[word]) & bits == bits);
        }
        let passing = passing[..count].iter().map(|&place| usize::from(place));
        for place in passing.clone() {
            prefetch::prefetch(bytes, self.slots + SLOT * first(keys[place]));
        }
        let postings = &bytes[self.postings..self.ideographs];
        for place in passing.clone() {
            prefetch::prefetch(postings, posting(slots[first(keys[place])]));
        }
        for place in passing {
            all[place] = gains(slots, postings, first(keys[place]), keys[place]);
        }
    }

    /// -ln P(character | language), in steps of [`STEP`], for a language with multi-byte encodings.
    #[inline]
    pub(crate) fn ideograph(&self, table: usize, char: char) -> u8 {
        match u16::try_from(u32::from(char)) {
            Ok(unit) => self.bytes[self.ideographs + (table << 16) + usize::from(unit)],
            Err(_) => 160,
        }
    }

    /// Whether a character is in any sample.
    #[inline]
    pub(crate) fn is_known(&self, char: char) -> bool {
        match u16::try_from(u32::from(char)) {
            Ok(unit) => self.bytes[self.known + usize::from(unit >> 3)] >> (unit & 7) & 1 == 1,
            Err(_) => (0x1F300..0x1FB00).contains(&u32::from(char)),
        }
    }

    /// Builds the index of some models. `known` are further characters that occur in texts.
    ///
    /// # Errors
    /// Fails if there are more languages or characters than numbers for them.
    pub fn build(
        models: &[Model],
        known: impl IntoIterator<Item = char>,
    ) -> Result<Vec<u8>, IndexError> {
        Ok(build::Builder::new(models)?.bytes(known))
    }
}

/// Returns the offset in a slot.
#[inline]
fn posting(slot: [u8; SLOT]) -> usize {
    (u32::from_le_bytes(slot) & 0xFF_FFFF) as usize
}

/// Returns the gains of a triple: pairs of a language and its gain in steps of [`STEP`], sorted by
/// language, scripts last.
#[inline]
fn gains<'i>(slots: &[[u8; SLOT]], postings: &'i [u8], first: usize, key: u32) -> &'i [[u8; 2]] {
    let mut at = first;
    loop {
        let slot = slots[at];
        let place = posting(slot);
        if place == 0 {
            return &[];
        }
        // The fingerprint rejects nearly all other keys without a cache miss.
        if slot[3] == key as u8 {
            let list = &postings[place..];
            if list[..4] == key.to_le_bytes() {
                return list[5..][..2 * usize::from(list[4])].as_chunks().0;
            }
        }
        at = (at + 1) & (slots.len() - 1);
    }
}

/// The number of triples whose cache misses overlap.
const BATCH: usize = 128;

#[inline]
fn hash(key: u32) -> u64 {
    u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[inline]
fn first_slot(key: u32, bits: u32) -> usize {
    (hash(key) >> (64 - bits)) as usize
}

/// The logarithm of the smallest table, whose filter is one word.
const LEAST_SLOT_BITS: u32 = 4;

/// The size in bytes of the filter of a table with 2^`slot_bits` slots: four bits per slot.
const fn filter_size(slot_bits: u32) -> usize {
    (1 << slot_bits) / 2
}

/// Returns the word of the filter, and the two bits that are set if a triple is in the table.
#[inline]
fn bits_of_filter(key: u32, slot_bits: u32) -> (usize, u64) {
    let hash = hash(key);
    (
        first_slot(key, slot_bits) >> 4,
        1 << (hash >> 20 & 63) | 1 << (hash >> 26 & 63),
    )
}

/// Packs three character numbers into the key of a triple.
#[inline]
pub(crate) fn key(a: u16, b: u16, c: u16) -> u32 {
    u32::from(a) << 20 | u32::from(b) << 10 | u32::from(c)
}

/// Returns the position of a pattern of three kinds in the table.
pub(crate) fn pattern_of(kinds: [Kind; 3]) -> usize {
    kinds
        .iter()
        .fold(0, |all, &kind| all * KINDS + kind as usize)
}

/// Returns the position of three cases in the table.
pub(crate) fn cases_of(cases: [u8; 3]) -> usize {
    cases
        .iter()
        .fold(0, |all, &case| all * CASES + usize::from(case))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_all_sizes_have_a_filter() {
        for slot_bits in LEAST_SLOT_BITS..24 {
            for key in [0, 1, 0x9E37, 1 << 29, (1 << 30) - 1] {
                let (word, bits) = bits_of_filter(key, slot_bits);
                assert!(
                    8 * word < filter_size(slot_bits) && bits != 0,
                    "{slot_bits}"
                );
            }
        }
    }

    #[test]
    fn an_index_has_shares_of_letters_and_gains_of_triples() {
        let model = |language: &str, letter: char| {
            let triples = [['a', letter, 'a'], ['b', letter, 'b'], [letter, 'b', 'b']];
            Model {
                language: language.into(),
                encodings: vec![Encoding::UTF_8, Encoding::of("iso-8859-2").unwrap()],
                triples: triples.into_iter().zip([60, 30, 10]).collect(),
            }
        };
        let models = [model("one", 'ö'), model("two", 'ž')];
        let index = Index::open(Index::build(&models, []).unwrap()).unwrap();
        let number = index.id('ž');
        // A letter that half of the languages have, with mean 1/20, has a share of 1/40 in a
        // language that lacks it.
        let steps = |share: f32| (-share.ln() / STEP).round() as u8;
        assert_eq!(index.letters(number)[..2], [steps(0.025), steps(0.975)]);
        let (mut gains, [a, b]) = (Vec::new(), ['a', 'b'].map(fold::class));
        index.all_gains(&[key(a, number, a), key(b, number, b)], &mut gains);
        // For both, ln(share) - UNSEEN - 2 ASCII_IN_TRIPLE - ln(.975), less 1.8: the letter is between two
        // ASCII characters in .9 of the triples, where (2/3)^2 / 3 of them would be expected.
        let of_language: Vec<[u8; 2]> = gains.iter().map(|list| list[0]).collect();
        assert_eq!(of_language, [[1, 62], [1, 56]]);
        let pattern = |kinds| f32::from(index.pattern(pattern_of(kinds))) * STEP;
        let [ascii, latin] = [fold::Kind::Ascii, fold::Kind::Latin];
        assert!((pattern([ascii, latin, ascii]) - 1.8).abs() < STEP);
        // The penalty of patterns that no language has is limited.
        assert_eq!(pattern([latin; 3]), -8.0);
    }

    #[test]
    fn the_filter_lets_all_triples_of_the_table_pass_and_few_others() {
        let index = Index::open(&include_bytes!("../models/index.bin")[..]).unwrap();
        let (slots, _) = index.bytes[index.slots..index.postings].as_chunks();
        let postings = &index.bytes[index.postings..index.ideographs];
        let key = |slot: &[u8; SLOT]| {
            let list = &postings[posting(*slot)..];
            u32::from_le_bytes(*list.first_chunk().unwrap())
        };
        let used = slots.iter().filter(|slot| posting(**slot) > 0);
        let known: Vec<u32> = used.map(key).collect();
        assert!(known.len() > 100_000);
        // Also look up numbers that are hardly ever keys.
        let others = (0..known.len() as u32).map(|number| number.wrapping_mul(0x9E37_79B1) >> 2);
        let keys: Vec<u32> = known.iter().copied().chain(others).collect();
        let mut all = Vec::new();
        index.all_gains(&keys, &mut all);
        for (&key, found) in keys.iter().zip(&all) {
            let first = first_slot(key, index.slot_bits);
            assert_eq!(*found, gains(slots, postings, first, key));
        }
        assert!(all[..known.len()].iter().all(|found| !found.is_empty()));
        let (filter, _) = index.bytes[index.filter..].as_chunks();
        let passes = |key: &&u32| {
            let (word, bits) = bits_of_filter(**key, index.slot_bits);
            u64::from_le_bytes(filter[word]) & bits == bits
        };
        let passing = keys[known.len()..].iter().filter(passes).count();
        assert!(passing < known.len() / 10, "{passing}");
    }
}
