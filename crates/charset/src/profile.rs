//! The profile of a document for `--method best`: the byte trigrams with a high byte and their
//! counts, the bytes that occur, and the document's characters in each multi-byte encoding that
//! fits.

use crate::Encoding;
use crate::codec::Decoder;
use crate::fold::{class, id};
use crate::index::key;
use crate::trigrams::Trigrams;
use platform::damage::{is_mostly_damage, is_too_damaged, most_damage};

/// The maximum number of distinct trigrams. When it is reached, only those already in the table are counted.
const DISTINCT: usize = 1 << 14;
/// The number of bytes decoded at once. After each chunk the damage in an encoding is checked.
const DECODED: usize = 512;
/// The maximum number of bytes from 0x80 outside of pairs that one invalid sequence explains.
const NEAR_DAMAGE: u64 = 4;
/// The size of a block that is scanned at once; ASCII blocks are skipped.
const SCANNED_BYTES: usize = 64;

/// The profile of a document, in bounded memory.
pub(crate) struct Profile {
    trigrams: Trigrams,
    counts: Vec<u32>,
    /// The count of each byte. Bytes below 0x80 are counted only if they are near high bytes, and
    /// not all of these.
    bytes: [u32; 256],
    length: u64,
    /// The number of high bytes, and the number of their runs.
    high: u64,
    runs: u64,
    last: [u8; 2],
    multi: Vec<Multi>,
    text: String,
    started: bool,
    ascii: Ascii,
}

/// ASCII triples outside of tags at the beginning of a document, folded as in an index.
struct Ascii {
    keys: Trigrams,
    counts: Vec<u32>,
    left: usize,
    in_tag: bool,
    last: [u16; 2],
    /// The number of triples counted, and of high bytes among them.
    count: u32,
    high: u32,
}

impl Ascii {
    /// The maximum number of these triples. They are needed only to find the language of text with
    /// few other characters.
    const MAX_TRIPLES: usize = 8192;

    fn new() -> Self {
        Ascii {
            keys: Trigrams::with_capacity(256),
            counts: Vec::new(),
            left: Self::MAX_TRIPLES,
            in_tag: false,
            last: [id::SPACE; 2],
            count: 0,
            high: 0,
        }
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.counts.clear();
        self.left = Self::MAX_TRIPLES;
        self.in_tag = false;
        self.last = [id::SPACE; 2];
        (self.count, self.high) = (0, 0);
    }

    fn push(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.left == 0 {
                return;
            }
            match byte {
                b'<' => self.in_tag = true,
                b'>' if self.in_tag => {
                    self.in_tag = false;
                    self.last = [id::SPACE; 2];
                    continue;
                }
                _ => {}
            }
            if self.in_tag {
                continue;
            }
            self.high += u32::from(byte >> 7);
            let number = match byte {
                0x80.. => id::CONTROL,
                _ => class(byte.into()),
            };
            let triple = [self.last[0], self.last[1], number];
            self.last = [self.last[1], number];
            let is_letter = |number: &u16| (id::A..id::DIGIT).contains(number);
            if triple.contains(&id::CONTROL) || !triple.iter().any(is_letter) {
                continue;
            }
            self.left -= 1;
            self.count += 1;
            let at = self.keys.insert(key(triple[0], triple[1], triple[2]));
            if at == self.counts.len() {
                self.counts.push(0);
            }
            self.counts[at] += 1;
        }
    }
}

/// A document in a multi-byte encoding.
pub(crate) struct Multi {
    pub encoding: Encoding,
    decoder: Decoder,
    chars: Trigrams,
    counts: Vec<u32>,
    /// The number of characters beyond ASCII.
    beyond_ascii: u64,
    /// The number of invalid sequences.
    malformed: u64,
    /// Whether the document ends within a character. That costs nothing: parts of a document do, too.
    is_cut: bool,
    valid: bool,
}

impl Multi {
    /// Starts an empty document in each multi-byte encoding with a model.
    fn all() -> Vec<Multi> {
        Encoding::all()
            .filter(|one| one.has_model() && !one.is_single_byte() && *one != Encoding::UTF_8)
            .map(|encoding| Multi {
                encoding,
                decoder: Decoder::new(encoding),
                chars: Trigrams::with_capacity(8),
                counts: Vec::new(),
                beyond_ascii: 0,
                malformed: 0,
                is_cut: false,
                valid: true,
            })
            .collect()
    }

    fn clear(&mut self) {
        self.decoder.restart();
        self.chars.clear();
        self.counts.clear();
        (self.beyond_ascii, self.malformed) = (0, 0);
        self.valid = true;
    }

    /// Whether all `high` bytes from 0x80 are in pairs, except for a few per invalid sequence.
    pub fn is_in_pairs(&self, high: u64) -> bool {
        high.abs_diff(2 * self.beyond_ascii) <= NEAR_DAMAGE * self.malformed
    }

    /// The number of invalid sequences.
    pub fn malformed(&self) -> u64 {
        self.malformed
    }

    /// Returns the characters that are not ASCII, with their counts.
    pub fn chars(&self) -> impl Iterator<Item = (char, u32)> {
        let chars = self
            .chars
            .keys()
            .iter()
            .filter_map(|&key| char::from_u32(key));
        chars.zip(self.counts.iter().copied())
    }
}

impl Profile {
    /// Creates the profile of an empty document.
    pub fn new() -> Self {
        Profile {
            trigrams: Trigrams::with_capacity(256),
            counts: Vec::new(),
            bytes: [0; 256],
            length: 0,
            high: 0,
            runs: 0,
            last: [b' '; 2],
            multi: Vec::new(),
            text: String::new(),
            started: false,
            ascii: Ascii::new(),
        }
    }

    /// Resets the profile. Allocating the tables of a document takes longer than counting a short
    /// one.
    pub fn clear(&mut self) {
        self.trigrams.clear();
        self.counts.clear();
        self.bytes = [0; 256];
        self.length = 0;
        (self.high, self.runs) = (0, 0);
        self.last = [b' '; 2];
        self.started = false;
        self.ascii.clear();
    }

    /// Adds the next bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.length += bytes.len() as u64;
        self.count(bytes);
        self.ascii.push(bytes);
        self.decode(bytes);
    }

    fn count(&mut self, bytes: &[u8]) {
        let [mut a, mut b] = self.last;
        let mut at = 0;
        while at < bytes.len() {
            let piece = &bytes[at..bytes.len().min(at + SCANNED_BYTES)];
            if piece.is_ascii() && a.is_ascii() && b.is_ascii() {
                let end = piece.len();
                (a, b) = match end {
                    1 => (b, piece[0]),
                    _ => (piece[end - 2], piece[end - 1]),
                };
                at += end;
                continue;
            }
            for &c in piece {
                self.high += u64::from(c >> 7);
                self.runs += u64::from(c >> 7 & !(b >> 7));
                if (a | b | c) & 0x80 != 0 {
                    let count = &mut self.bytes[usize::from(c)];
                    *count = count.saturating_add(1);
                    self.add(a, b, c);
                }
                (a, b) = (b, c);
            }
            at += piece.len();
        }
        self.last = [a, b];
    }

    // Inlined, because a call per byte took 14 % more time.
    #[inline(always)]
    fn add(&mut self, a: u8, b: u8, c: u8) {
        let trigram = u32::from_be_bytes([0, a, b, c]);
        if self.counts.len() < DISTINCT {
            let at = self.trigrams.insert(trigram);
            if at == self.counts.len() {
                self.counts.push(1);
            } else {
                self.counts[at] = self.counts[at].saturating_add(1);
            }
        } else if let Some(at) = self.trigrams.get(trigram) {
            self.counts[at] = self.counts[at].saturating_add(1);
        }
    }

    fn decode(&mut self, bytes: &[u8]) {
        if !self.started {
            if bytes.is_ascii() {
                return;
            }
            self.started = true;
            if self.multi.is_empty() {
                self.multi = Multi::all();
            }
            self.multi.iter_mut().for_each(Multi::clear);
        }
        for multi in self.multi.iter_mut().filter(|multi| multi.valid) {
            for piece in bytes.chunks(DECODED) {
                self.text.clear();
                // A chunk has at most as many characters as bytes.
                let most = most_damage(multi.beyond_ascii + piece.len() as u64);
                let most = most - multi.malformed;
                multi.malformed += multi
                    .decoder
                    .decode_some(piece, false, most, &mut self.text);
                for char in self.text.chars().filter(|char| !char.is_ascii()) {
                    if char == char::REPLACEMENT_CHARACTER {
                        continue;
                    }
                    multi.beyond_ascii += 1;
                    let at = multi.chars.insert(char.into());
                    if at == multi.counts.len() {
                        multi.counts.push(0);
                    }
                    multi.counts[at] = multi.counts[at].saturating_add(1);
                }
                if is_too_damaged(multi.malformed, multi.beyond_ascii) {
                    multi.valid = false;
                    break;
                }
            }
        }
    }

    /// Ends the document: counts the last trigram, padded with a line feed, and finds in which
    /// encodings a character lacks its end.
    pub fn finish(&mut self) {
        let is_started = self.started;
        for multi in self.multi.iter_mut().filter(|one| is_started && one.valid) {
            self.text.clear();
            multi.is_cut = multi.decoder.decode(&[], true, &mut self.text) > 0;
        }
        if !self.last.iter().all(u8::is_ascii) {
            let [a, b] = self.last;
            self.add(a, b, b'\n');
        }
    }

    /// Returns the `most` most frequent trigrams with their counts, ties in the order of the
    /// trigrams.
    pub fn trigrams(&self, most: usize) -> Vec<([u8; 3], u32)> {
        let keys = self.trigrams.keys().iter();
        let mut all: Vec<(u32, u32)> = self.counts.iter().copied().zip(keys.copied()).collect();
        if all.len() > most {
            all.select_nth_unstable_by_key(most, |&(count, key)| (std::cmp::Reverse(count), key));
            all.truncate(most);
        }
        all.sort_unstable_by_key(|&(_, key)| key);
        all.into_iter()
            .map(|(count, key)| {
                let [_, a, b, c] = key.to_be_bytes();
                ([a, b, c], count)
            })
            .collect()
    }

    /// Returns the ASCII triples at the beginning, as keys of an index, and their counts.
    pub fn ascii(&self) -> (&[u32], &[u32]) {
        (self.ascii.keys.keys(), &self.ascii.counts)
    }

    /// Returns the number of ASCII triples with letters, and of high bytes, at the beginning of the
    /// document outside of tags.
    pub fn letters(&self) -> (u32, u32) {
        (self.ascii.count, self.ascii.high)
    }

    /// Returns the length of the document in bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Returns the number of high bytes.
    pub fn high(&self) -> u64 {
        self.high
    }

    /// Returns the number of trigrams with a high byte.
    pub fn triples(&self) -> u64 {
        self.counts.iter().map(|count| u64::from(*count)).sum()
    }

    /// Returns the number of runs of high bytes.
    pub fn runs(&self) -> u64 {
        self.runs
    }

    /// Returns the count of each high byte, and of some lower bytes near them.
    pub fn bytes(&self) -> &[u32; 256] {
        &self.bytes
    }

    /// Returns the bytes that occur next to or among high bytes.
    pub fn used(&self) -> [bool; 256] {
        self.bytes.map(|count| count > 0)
    }

    /// Whether some bytes are not characters in an encoding that the document may be in.
    pub fn is_damaged(&self, encoding: Encoding) -> bool {
        if let Some(table) = encoding.table() {
            let pairs = table.iter().zip(&self.bytes);
            return pairs
                .into_iter()
                .any(|(&char, &count)| count > 0 && char == '\u{FFFD}');
        }
        let mut multi = self.multi().filter(|multi| multi.encoding == encoding);
        multi
            .next()
            .is_none_or(|multi| multi.malformed > 0 || multi.is_cut)
    }

    /// The multi-byte encodings in which the document decodes with little damage and has characters
    /// beyond ASCII.
    pub fn multi(&self) -> impl Iterator<Item = &Multi> {
        let all = match self.started {
            true => &self.multi[..],
            false => &[],
        };
        all.iter()
            .filter(|multi| multi.valid && !multi.counts.is_empty())
            .filter(|multi| !is_mostly_damage(multi.malformed, multi.beyond_ascii))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[test]
    fn bytes_outside_tags_are_counted_where_triples_have_letters() {
        let mut ascii = Ascii::new();
        // Triples with a letter and without a high byte: "  a", " ab", "ab ".
        ascii.push(b"ab <i \xE9>  \xE9 \xE9\xE9 ");
        assert_eq!((ascii.count, ascii.high), (3, 3));
    }

    proptest! {
        /// All triples with a high byte are counted, regardless of chunk boundaries.
        #[test]
        fn triples_are_those_of_the_whole(
            bytes in prop::collection::vec(prop::sample::select(&b"ab\xE9\xFF \n"[..]), 0..60), at in 0..60_usize
        ) {
            let mut profile = Profile::new();
            let (first, second) = bytes.split_at(at.min(bytes.len()));
            profile.push(first);
            profile.push(second);
            profile.finish();
            let mut expected = BTreeMap::new();
            let whole = [b"  ", &bytes[..], b"\n"].concat();
            for triple in whole.windows(3).filter(|triple| !triple.is_ascii()) {
                *expected.entry([triple[0], triple[1], triple[2]]).or_insert(0) += 1;
            }
            let found: BTreeMap<_, _> = profile.trigrams(usize::MAX).into_iter().collect();
            prop_assert_eq!(found, expected);
            // A reset profile works like a new one.
            let mut again = Profile::new();
            again.push(&[&bytes[..], b"\xA4\xA2<\x8E"].concat());
            again.clear();
            again.push(&bytes);
            again.finish();
            prop_assert_eq!(again.trigrams(usize::MAX), profile.trigrams(usize::MAX));
            prop_assert_eq!(again.ascii(), profile.ascii());
            prop_assert_eq!(again.letters(), profile.letters());
            prop_assert_eq!(again.used(), profile.used());
            let counts = |one: &Profile| (one.length(), one.high(), one.runs());
            prop_assert_eq!(counts(&again), counts(&profile));
            let multi = |one: &Profile| -> Vec<(Encoding, Vec<(char, u32)>)> {
                one.multi().map(|multi| (multi.encoding, multi.chars().collect())).collect()
            };
            prop_assert_eq!(multi(&again), multi(&profile));
        }
    }
}
