//! Extracts seeds for finding short passages in damaged text: pairs of nearby words, and long words
//! with one character left out.
//!
//! A book has a unique word every 15 to 50 tokens. If one character in ten is misread, only one
//! unique word in four survives in both of two copies. A pair of words is far rarer than either
//! word, so even frequent words form pairs that are unique in a book, several per token. All unique
//! pairs are taken, because damage already removes too many for sampling.
//!
//! The constants were chosen on planted passages with 20 % of the characters damaged in both
//! copies. The seed includes the distance, and words of one or two letters or with more than one
//! occurrence in 200 tokens are excluded. This leaves a seventh of the chance matches of all pairs
//! within four tokens. A window of eight tokens instead of four compensates for the seeds lost by
//! the exclusion.
//!
//! At that level of damage, one long word in twenty survives in both copies, but one in five is
//! damaged in at most one place of one copy. So the forms of long words are seeds, too: the word
//! itself, and the word without each one of its characters (the deletion neighbourhood of Mor and
//! Fraenkel 1982). Two words that differ in one character have a common form. Words of six letters
//! would add 20 % more seeds, and find little more.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::RangeInclusive;

use platform::random::mix;
use xxhash_rust::xxh3::xxh3_64;

use tokens::words::for_each;

/// The maximum distance in tokens between the words of a pair.
pub const WINDOW: usize = 8;

/// The minimum length in bytes of a word in a pair.
pub const MIN_BYTES: usize = 3;

/// The minimum number of tokens per occurrence of a word in a pair; more frequent words form no
/// pairs.
pub const MIN_TOKENS_PER_OCCURRENCE: usize = 200;

/// The lengths in characters of words with forms. Longer strings are not words, and would have as
/// many forms as characters.
pub const FORM_LETTERS: RangeInclusive<usize> = 7..=40;

/// A constant that distinguishes the hash of a form from that of a pair.
const FORM: u64 = 0x0064_656c_6574_6564;

/// A pair of words with their distance, or a form of a word, that is unique in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The token index of the word, or of the first one of a pair.
    pub position: u64,
    /// The high half of `mix(XXH3(first) ^ mix(XXH3(second) + distance))` for a pair, and of
    /// `mix(XXH3(form) ^ FORM)` for a form. XXH3 has 64 bits, and `mix` is the finaliser of
    /// SplitMix64.
    pub hash: u32,
}

/// A hasher for keys that are already hashes.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0 << 8 | u64::from(byte);
        }
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// Extracts the seeds of documents and reuses its buffers.
#[derive(Default)]
pub struct Dense {
    /// The hash of each token; 0 for a token that forms no pairs.
    tokens: Vec<u64>,
    counts: HashMap<u64, u32, BuildHasherDefault<IdentityHasher>>,
    /// The first position of each long word, and its end in `letters`, where long words are
    /// concatenated.
    long: Vec<(u64, usize)>,
    letters: Vec<u8>,
    form: Vec<u8>,
    /// All forms and pairs, by position.
    seeds: Vec<Seed>,
    slots: Slots,
    shared: Vec<u32>,
}

/// For each slot, the number of seeds whose hash has the slot as its low bits: 0, 1, or 2 for more.
/// Two bits each, so that the slots of a book fit in the cache.
#[derive(Default)]
struct Slots(Vec<u8>);

/// The number of slots per seed. About one unique seed in this number shares its slot with a
/// different seed.
const SLOTS_PER_SEED: usize = 8;

impl Slots {
    fn clear(&mut self, seeds: usize) {
        self.0.clear();
        self.0
            .resize((SLOTS_PER_SEED * seeds).next_power_of_two().div_ceil(4), 0);
    }

    /// Returns the byte of a slot, and the position of its bits.
    fn place(&self, hash: u32) -> (usize, u32) {
        ((hash as usize / 4) & (self.0.len() - 1), hash % 4 * 2)
    }

    fn add(&mut self, hash: u32) {
        let (byte, shift) = self.place(hash);
        self.0[byte] += u8::from((self.0[byte] >> shift) & 3 < 2) << shift;
    }

    fn get(&self, hash: u32) -> u8 {
        let (byte, shift) = self.place(hash);
        (self.0[byte] >> shift) & 3
    }
}

impl Dense {
    /// Returns the seeds of a document, by position and with forms before pairs, and the number of
    /// its tokens.
    ///
    /// Takes linear time, and 16 bytes of memory per seed. Prose has three seeds per token, badly
    /// damaged text six.
    pub fn extract(&mut self, text: &str) -> (u64, impl Iterator<Item = Seed>) {
        self.hash_tokens(text);
        self.thin();
        self.add_seeds();
        self.mark();
        let (slots, shared) = (&self.slots, &self.shared);
        let once = move |seed: &Seed| slots.get(seed.hash) == 1 || is_single(shared, seed.hash);
        let seeds = self.seeds.iter().copied().filter(once);
        (self.tokens.len() as u64, seeds)
    }

    fn hash_tokens(&mut self, text: &str) {
        self.tokens.clear();
        self.long.clear();
        self.letters.clear();
        self.counts.clear();
        for_each(text, |token| {
            let mut hash = 0;
            if token.bytes.len() >= MIN_BYTES {
                hash = xxh3_64(token.bytes);
                let count = self.counts.entry(hash).or_default();
                *count += 1;
                if *count == 1 && has_forms(token.bytes) {
                    self.letters.extend_from_slice(token.bytes);
                    self.long
                        .push((self.tokens.len() as u64, self.letters.len()));
                }
            }
            self.tokens.push(hash);
        });
    }

    /// Removes the words that are too frequent for pairs.
    fn thin(&mut self) {
        let max_count = (self.tokens.len() / MIN_TOKENS_PER_OCCURRENCE).max(1);
        for hash in &mut self.tokens {
            if self
                .counts
                .get(hash)
                .is_some_and(|&count| count as usize > max_count)
            {
                *hash = 0;
            }
        }
    }

    fn add_seeds(&mut self) {
        self.seeds.clear();
        let mut long = self.long.iter().peekable();
        let mut start = 0;
        for (position, &first) in (0..).zip(&self.tokens) {
            if let Some(&(_, end)) = long.next_if(|(place, _)| *place == position) {
                if self.counts.get(&first) == Some(&1) {
                    each_form(&self.letters[start..end], &mut self.form, |hash| {
                        self.seeds.push(Seed { position, hash });
                    });
                }
                start = end;
            }
            if first == 0 {
                continue;
            }
            let next = position as usize + 1;
            let end = self.tokens.len().min(next + WINDOW);
            for (&second, distance) in self.tokens[next..end].iter().zip(1u64..) {
                if second != 0 {
                    let hash = mix(first ^ mix(second.wrapping_add(distance)));
                    self.seeds.push(Seed {
                        position,
                        hash: (hash >> 32) as u32,
                    });
                }
            }
        }
    }

    /// Counts the seeds of each slot, and sorts the hashes of seeds that share one.
    fn mark(&mut self) {
        self.slots.clear(self.seeds.len());
        for seed in &self.seeds {
            self.slots.add(seed.hash);
        }
        self.shared.clear();
        let hashes = self.seeds.iter().map(|seed| seed.hash);
        let shared = hashes.filter(|&hash| self.slots.get(hash) > 1);
        self.shared.extend(shared);
        self.shared.sort_unstable();
    }
}

/// Whether a word is within the lengths of words with forms.
fn has_forms(word: &[u8]) -> bool {
    // A character has up to four bytes.
    if word.len() < *FORM_LETTERS.start() || word.len() > 4 * FORM_LETTERS.end() {
        return false;
    }
    let word = text_of(word);
    // N-grams of characters overlap, so their forms would be redundant.
    FORM_LETTERS.contains(&word.chars().count()) && tokens::unspaced::cell(word).is_none()
}

fn text_of(word: &[u8]) -> &str {
    std::str::from_utf8(word).expect("a word of a text")
}

/// Calls `emit` with the hash of each form of a word.
fn each_form(word: &[u8], form: &mut Vec<u8>, mut emit: impl FnMut(u32)) {
    let word = text_of(word);
    let hash = |form: &[u8]| (mix(xxh3_64(form) ^ FORM) >> 32) as u32;
    emit(hash(word.as_bytes()));
    let mut previous = None;
    for (start, character) in word.char_indices() {
        // Leaving out either of two equal adjacent characters gives the same form.
        if previous.replace(character) != Some(character) {
            form.clear();
            form.extend_from_slice(&word.as_bytes()[..start]);
            form.extend_from_slice(&word.as_bytes()[start + character.len_utf8()..]);
            emit(hash(form));
        }
    }
}

/// Whether a sorted list contains a hash exactly once.
fn is_single(sorted: &[u32], hash: u32) -> bool {
    let place = sorted.partition_point(|&other| other < hash);
    sorted.get(place) == Some(&hash) && sorted.get(place + 1) != Some(&hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the seeds directly from the definition, without the slots.
    fn defined(text: &str) -> Vec<(u64, u32)> {
        let mut tokens = Vec::new();
        for_each(text, |token| {
            tokens.push(String::from_utf8(token.bytes.to_vec()).unwrap())
        });
        let max_count = (tokens.len() / MIN_TOKENS_PER_OCCURRENCE).max(1);
        let pairs = |word: &String| {
            word.len() >= MIN_BYTES
                && tokens.iter().filter(|other| *other == word).count() <= max_count
        };
        let mut all = Vec::new();
        for (place, first) in tokens.iter().enumerate() {
            if FORM_LETTERS.contains(&first.chars().count())
                && tokens.iter().filter(|other| *other == first).count() == 1
            {
                let mut forms = vec![first.clone()];
                for left_out in 0..first.chars().count() {
                    let kept = first.chars().enumerate().filter(|(at, _)| *at != left_out);
                    let form: String = kept.map(|(_, character)| character).collect();
                    if !forms.contains(&form) {
                        forms.push(form);
                    }
                }
                all.extend(forms.iter().map(|form| {
                    (
                        place as u64,
                        (mix(xxh3_64(form.as_bytes()) ^ FORM) >> 32) as u32,
                    )
                }));
            }
            for distance in 1..=WINDOW {
                let Some(second) = tokens.get(place + distance) else {
                    break;
                };
                if pairs(first) && pairs(second) {
                    let second = mix(xxh3_64(second.as_bytes()).wrapping_add(distance as u64));
                    let hash = mix(xxh3_64(first.as_bytes()) ^ second) >> 32;
                    all.push((place as u64, hash as u32));
                }
            }
        }
        let mut counts = HashMap::new();
        for (_, hash) in &all {
            *counts.entry(*hash).or_insert(0) += 1;
        }
        all.retain(|(_, hash)| counts[hash] == 1);
        all
    }

    #[test]
    fn seeds_are_pairs_that_occur_once() {
        let words = [
            "it", "was", "the", "harbour", "lantern", "Northern", "coast", "sailor", "of", "whale",
        ];
        // Words that occur once: some have double letters, a common form, or characters beyond
        // ASCII.
        let once = ["Whittled", "committee", "captains", "captain", "Übermüdung"];
        let mut state = 1u64;
        let text: Vec<&str> = (0..1500)
            .map(|_| {
                state = mix(state);
                words[(state % 100).isqrt() as usize]
            })
            .collect();
        let mut dense = Dense::default();
        for length in [1500, 0, 1, 2, 30, 400] {
            let mut text = text[..length].to_vec();
            for (place, word) in text.iter_mut().skip(3).step_by(60).zip(once) {
                *place = word;
            }
            let text = text.join(" ");
            let (tokens, seeds) = dense.extract(&text);
            assert_eq!(tokens, length as u64);
            let seeds: Vec<(u64, u32)> = seeds.map(|seed| (seed.position, seed.hash)).collect();
            assert_eq!(seeds, defined(&text));
        }
        let (_, seeds) = dense.extract("harbour lantern sailor harbour lantern");
        assert_eq!(
            seeds.count(),
            0,
            "all but one word of six letters occur twice"
        );
        let (_, seeds) = dense.extract("one house more, no other still");
        assert_eq!(seeds.count(), 10);
    }

    #[test]
    fn words_that_differ_in_a_character_have_a_seed_in_common() {
        let mut dense = Dense::default();
        let mut seeds =
            |text| -> Vec<u32> { dense.extract(text).1.map(|seed| seed.hash).collect() };
        let common = |a: &[u32], b: &[u32]| a.iter().filter(|seed| b.contains(seed)).count();
        let lantern = seeds("lantern");
        assert_eq!(lantern.len(), 8);
        for (damaged, forms) in [
            ("lartern", 1),
            ("lanterrn", 1),
            ("lantertn", 1),
            ("antern", 0),
            ("lertirn", 0),
            ("lantern", 8),
        ] {
            assert_eq!(common(&lantern, &seeds(damaged)), forms, "{damaged}");
        }
        assert_eq!(
            seeds("กรุงเทพมหานคร").len(),
            defined("กรุงเทพมหานคร").len(),
            "only pairs of n-grams"
        );
        for (letters, forms) in [(40, 41), (41, 0), (1_000_000, 0)] {
            let word = "ab".repeat(500_000);
            assert_eq!(dense.extract(&word[..letters]).1.count(), forms);
        }
    }
}
