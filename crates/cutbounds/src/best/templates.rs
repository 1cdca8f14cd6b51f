//! Templates: lines with slots, recognised by the beginnings and the word pairs of frequent lines.
//!
//! A line with a title or a name in it is infrequent, although everything except the name is boilerplate ("Produced by
//! NAME"). It begins with the same words as frequent lines with other names, or has the same word pairs. Beginnings and
//! pairs are learned from the frequency records; no publisher's sentences are built in.

use std::collections::{HashMap, HashSet};

use freqlines::{BuildIdentity, Filter};
use platform::random::{STEP, fold};
use platform::simd::{mask, within};
use tokens::unspaced::cell;
use wide::u8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::constants::{
    INSTANCE_SHARE, LINES_OF_TEMPLATE, MIN_INSTANCE, SHARED_BEGINNING, SINGLE_BEGINNING,
};

type Hashes = HashSet<u64, BuildIdentity>;

/// A set of hashes for look-ups that mostly fail.
#[derive(Debug, Clone, Default)]
struct Filtered {
    all: Hashes,
    filter: Filter,
}

impl Filtered {
    fn insert(&mut self, hash: u64) {
        if self.all.insert(hash) {
            self.filter.insert_hash(hash);
        }
    }

    #[inline]
    fn contains(&self, hash: u64) -> bool {
        self.filter.may_contain_hash(hash) && self.all.contains(&hash)
    }
}

/// A set of hashes that is cleared in constant time.
#[derive(Debug, Default)]
pub struct Clearable {
    /// Hashes, each with the value of `cleared` when it was added. The number of slots is a power of two, or 0.
    slots: Vec<(u64, u64)>,
    /// The number of hashes in the set.
    filled: usize,
    cleared: u64,
}

impl Clearable {
    /// Empties the set.
    pub fn clear(&mut self) {
        self.cleared += 1;
        self.filled = 0;
    }

    /// Adds a hash.
    pub fn insert(&mut self, hash: u64) {
        if 2 * self.filled >= self.slots.len() {
            self.grow();
        }
        let (slot, is_new) = self.find(hash);
        self.slots[slot] = (hash, self.cleared);
        self.filled += usize::from(is_new);
    }

    /// Whether a hash was added.
    #[inline]
    pub fn contains(&self, hash: u64) -> bool {
        self.filled > 0 && !self.find(hash).1
    }

    /// Returns the slot of a hash, and whether the hash is not in the set.
    #[inline]
    fn find(&self, hash: u64) -> (usize, bool) {
        let last = self.slots.len() - 1;
        let mut at = (hash >> 32) as usize & last;
        loop {
            let (other, since) = self.slots[at];
            if since != self.cleared || other == hash {
                return (at, since != self.cleared);
            }
            at = (at + 1) & last;
        }
    }

    fn grow(&mut self) {
        // A new set has no filled slots.
        self.cleared += u64::from(self.cleared == 0);
        let empty = vec![(0, 0); (2 * self.slots.len()).max(1 << 10)];
        let before = std::mem::replace(&mut self.slots, empty);
        for (hash, _) in before
            .into_iter()
            .filter(|(_, since)| *since == self.cleared)
        {
            let (slot, _) = self.find(hash);
            self.slots[slot] = (hash, self.cleared);
        }
    }
}

/// A word of a line: a maximal run of alphanumeric characters, or one character of a script without spaces between
/// words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// A hash of the word as written. All words with a digit have the same hash, since numbers are slots.
    pub exact: u64,
    /// A hash of the word in lower case. For a character of a script without spaces, it includes the two before it.
    pub folded: u64,
    /// Whether the word has at least three characters and is not a number. For a character of a script without spaces,
    /// whether two others are before it.
    pub long: bool,
    /// Its size, in half words.
    size: u8,
}

/// The number of bytes that are classified at once, one bit of a mask for each.
pub(super) const WINDOW: usize = 64;

/// Returns the first bytes of a text, padded with zeros.
#[inline]
pub(super) fn padded(bytes: &[u8]) -> [u8; WINDOW] {
    // A copy of a fixed size needs no call.
    bytes.first_chunk().copied().unwrap_or_else(|| {
        let mut window = [0; WINDOW];
        window[..bytes.len()].copy_from_slice(bytes);
        window
    })
}

/// Appends the words of `line` to `words`.
pub fn words(line: &str, words: &mut Vec<Word>) {
    let mut at = 0;
    while at < line.len() {
        at += match line.as_bytes()[at].is_ascii() {
            true => words_of_window(&line[at..], words),
            false => run(&line[at..], words),
        };
    }
}

/// Appends the words in the next bytes of a text. The first byte must be ASCII. Returns the number of these bytes.
fn words_of_window(text: &str, words: &mut Vec<Word>) -> usize {
    let length = text.len().min(WINDOW);
    let window = padded(text.as_bytes());
    let alphanumeric = mask(&window, |bytes| {
        within(bytes, b'0', b'9') | within(bytes | u8x16::splat(0x20), b'a', b'z')
    });
    let ascii = mask(&window, |bytes| bytes).trailing_zeros() as usize;
    let mut starts = alphanumeric & !(alphanumeric << 1);
    while starts != 0 && (starts.trailing_zeros() as usize) < ascii {
        let start = starts.trailing_zeros() as usize;
        starts &= starts - 1;
        let run_length = (!alphanumeric >> start).trailing_zeros() as usize;
        let end = (start + run_length).min(WINDOW);
        if end == ascii {
            // The word may continue beyond the window, or with letters beyond ASCII.
            return match start {
                0 => run(text, words),
                _ => start,
            };
        }
        words.push(match window[start..].first_chunk() {
            Some(bytes) if run_length <= 8 => {
                Word::of_short(u64::from_le_bytes(*bytes), run_length)
            }
            _ => Word::of_ascii(&window[start..end]),
        });
    }
    ascii.min(length)
}

/// Appends the word at the start of a text, or the words there that have no spaces between them. Returns their length,
/// or the length of the text before the next word.
fn run(text: &str, words: &mut Vec<Word>) -> usize {
    let is_in = |byte: &&u8| byte.is_ascii_alphanumeric();
    let ascii = text.as_bytes().iter().take_while(is_in).count();
    // A word may continue with letters beyond ASCII.
    let rest = &text[ascii..];
    let goes_on = |&(at, letter): &(usize, char)| {
        letter.is_alphanumeric() && (letter < UNSPACED || cell(&rest[at..]).is_none())
    };
    let mut others = rest.char_indices().skip_while(goes_on);
    let end = ascii + others.next().map_or(rest.len(), |(at, _)| at);
    if end > 0 {
        words.push(Word::of(&text[..end]));
        return end;
    }
    match unspaced(text, words) {
        0 => text.find(char::is_alphanumeric).unwrap_or(text.len()),
        end => end,
    }
}

/// The first character of a script without spaces.
const UNSPACED: char = '\u{E00}';

/// Appends the characters at the start of a text that are of a script without spaces. Returns their length.
fn unspaced(text: &str, words: &mut Vec<Word>) -> usize {
    let mut end = 0;
    let mut before = [None; 2];
    while let Some((_, length)) = cell(&text[end..]) {
        let hash = xxh3_64(&text.as_bytes()[end..end + length]);
        let three = before[0]
            .zip(before[1])
            .map(|(a, b)| pair(pair(a, b), hash));
        words.push(Word {
            exact: hash,
            folded: three.unwrap_or(hash),
            long: three.is_some(),
            size: 1,
        });
        before = [before[1], Some(hash)];
        end += length;
    }
    end
}

impl Word {
    /// An address, which is one word.
    pub fn of_address(text: &str) -> Self {
        let hash = xxh3_64(text.as_bytes());
        Word {
            exact: hash,
            folded: hash,
            long: true,
            size: 2,
        }
    }

    /// Its size in half words; 0 for a number.
    pub fn size_of_text(&self) -> usize {
        match self.folded {
            0 => 0,
            _ => self.size.into(),
        }
    }

    const NUMBER: Word = Word {
        exact: 0,
        folded: 0,
        long: false,
        size: 2,
    };

    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::of_ascii(text.as_bytes());
        }
        if text.chars().any(char::is_numeric) {
            return Self::NUMBER;
        }
        let folded = text.to_lowercase();
        Word {
            exact: xxh3_64(text.as_bytes()),
            // Some letters beyond ASCII have lower-case forms in ASCII.
            folded: match folded.is_ascii() {
                true => Self::of_ascii(folded.as_bytes()).folded,
                false => xxh3_64(folded.as_bytes()),
            },
            long: text.chars().count() > 2,
            size: 2,
        }
    }

    /// A word of ASCII letters and digits.
    fn of_ascii(bytes: &[u8]) -> Self {
        let (chunks, rest) = bytes.as_chunks::<8>();
        let chunks = chunks.iter().map(|chunk| (u64::from_le_bytes(*chunk), 8));
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        let last = (u64::from_le_bytes(last), rest.len());
        Self::of_chunks(
            bytes.len(),
            chunks.chain((!rest.is_empty()).then_some(last)),
        )
    }

    /// A word of one to eight ASCII letters and digits; other bytes may follow.
    #[inline]
    fn of_short(bytes: u64, length: usize) -> Self {
        let bytes = bytes & u64::MAX >> (64 - 8 * length);
        Self::of_chunks(length, std::iter::once((bytes, length)))
    }

    /// A word of ASCII letters and digits, eight at a time, each chunk with its length. The last is padded with zeros.
    #[inline]
    fn of_chunks(length: usize, chunks: impl Iterator<Item = (u64, usize)>) -> Self {
        /// The case bit of ASCII letters. Digits lack the bit above it.
        const CASE: u64 = 0x2020_2020_2020_2020;
        let (mut exact, mut folded) = (length as u64, length as u64);
        let mut digits = false;
        for (chunk, length) in chunks {
            let filled = u64::MAX >> (64 - 8 * length);
            digits |= !chunk & filled & (CASE << 1) != 0;
            exact = pair(exact, chunk);
            folded = pair(folded, chunk | CASE);
        }
        match digits {
            true => Self::NUMBER,
            false => Word {
                exact,
                folded,
                long: length > 2,
                size: 2,
            },
        }
    }
}

/// The similarity of a line to the frequent lines.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Match {
    /// Whether the line is an instance of a template.
    pub template: bool,
    /// The share of its word pairs that frequent lines have, from 0 to 1. The pairs are bigrams, including both ends of
    /// the line as words. The share is smoothed, so that short lines have less.
    pub pairs: f64,
}

/// The beginnings and the word pairs of frequent lines.
#[derive(Debug, Clone, Default)]
pub struct Templates {
    /// The counts of frequent lines, by the hashes of their texts.
    counts: HashMap<u64, u64, BuildIdentity>,
    /// The highest count.
    most: u64,
    /// Whether there are short lines.
    short: bool,
    /// The number of frequent lines with each beginning, by the hash of its words. Lines that differ only in numbers
    /// count once.
    beginnings: HashMap<u64, u32, BuildIdentity>,
    /// The beginnings up to the length that is a template by itself.
    decisive: Hashes,
    whole: Hashes,
    pairs: Filtered,
    /// The keys of fields that many documents have, such as `Title:`.
    keys: Hashes,
}

/// The kinds of hashes in the rows of [`Templates::hashes`].
const LINE: &str = "line";
const BEGINNING: &str = "beginning";
const PAIR: &str = "pair";

/// The word before the first of a line.
const BEGIN: u64 = 1;
/// The word after the last of a line.
const END: u64 = 2;

impl Templates {
    /// Adds a frequent line with its count.
    pub fn learn(&mut self, line: &str, count: u64) {
        self.counts.insert(xxh3_64(line.as_bytes()), count);
        self.most = self.most.max(count);
        let mut all = Vec::new();
        words(line, &mut all);
        let whole = all.iter().fold(BEGIN, |hash, word| pair(hash, word.exact));
        if !self.whole.insert(whole) {
            return;
        }
        let (mut beginning, mut size) = (BEGIN, 0);
        for (at, word) in all.iter().enumerate() {
            beginning = pair(beginning, word.exact);
            if at > 0 {
                *self.beginnings.entry(beginning).or_default() += 1;
                if size < SINGLE_BEGINNING {
                    self.decisive.insert(beginning);
                }
            }
            size += usize::from(word.size);
        }
        pairs_of(&all).for_each(|pair| self.pairs.insert(pair));
    }

    /// Adds a frequent line that is trivial. It does not become a template.
    pub fn learn_short(&mut self, line: &str, count: u64) {
        self.short = true;
        self.counts.insert(xxh3_64(line.as_bytes()), count);
        if line.chars().any(char::is_alphanumeric) {
            self.most = self.most.max(count);
        }
    }

    /// Adds the key of a field that many documents have.
    pub fn learn_key(&mut self, key: &str) {
        self.keys.insert(xxh3_64(key.as_bytes()));
    }

    /// Whether many documents have a field with this key.
    pub fn has_key(&self, key: &str) -> bool {
        self.keys.contains(&xxh3_64(key.as_bytes()))
    }

    /// Returns all that [`Templates::add_hashes`] needs of the frequent lines: hashes and counts, but no text. Each row
    /// has the kind of the hash, the hash and its count. Beginnings are omitted if they are longer than one that is a
    /// template by itself, since they have no effect.
    pub fn hashes(&self) -> String {
        let mut rows: Vec<(&str, u64, u64)> = Vec::new();
        rows.extend(
            self.counts
                .iter()
                .map(|(&hash, &count)| (LINE, hash, count)),
        );
        let short = self
            .beginnings
            .iter()
            .filter(|(hash, _)| self.decisive.contains(hash));
        rows.extend(short.map(|(&hash, &lines)| (BEGINNING, hash, lines.into())));
        rows.extend(self.pairs.all.iter().map(|&hash| (PAIR, hash, 1)));
        rows.sort_unstable();
        let row = |(kind, hash, count)| format!("{kind}\t{hash:016x}\t{count}\n");
        rows.into_iter().map(row).collect()
    }

    /// Adds frequent lines by their [hashes](Templates::hashes), and calls `each` with the hash of each line. They come
    /// from another library, so their counts are scaled to those of the lines that were added before. Invalid rows are
    /// skipped.
    pub fn add_hashes(&mut self, rows: &str, mut each: impl FnMut(u64, u64)) {
        let parse = |row: &str| -> Option<(String, u64, u64)> {
            let mut cells = row.split('\t');
            let kind = cells.next()?.to_owned();
            let hash = u64::from_str_radix(cells.next()?, 16).ok()?;
            Some((kind, hash, cells.next()?.parse().ok()?))
        };
        let rows: Vec<(String, u64, u64)> = rows.lines().filter_map(parse).collect();
        let of_lines = rows.iter().filter(|(kind, ..)| kind == LINE);
        let most = of_lines.map(|(.., count)| *count).max().unwrap_or(0);
        let scale = match self.most {
            0 => 1.0,
            own => own as f64 / most.max(1) as f64,
        };
        for (kind, hash, count) in rows {
            match &*kind {
                LINE => {
                    let count = (count as f64 * scale).ceil() as u64;
                    let known = self.counts.entry(hash).or_default();
                    *known = count.max(*known);
                    self.most = self.most.max(count);
                    each(hash, count);
                }
                BEGINNING => *self.beginnings.entry(hash).or_default() += count as u32,
                PAIR => self.pairs.insert(hash),
                _ => {}
            }
        }
    }

    /// Whether there are short lines among the frequent ones.
    pub fn has_short(&self) -> bool {
        self.short
    }

    /// The count of the most frequent line.
    pub fn most(&self) -> u64 {
        self.most
    }

    /// Returns the count of a frequent line relative to the highest count. It is one half if the count is unknown, as
    /// in records without text.
    pub fn share(&self, line: &str) -> f64 {
        let count = self.counts.get(&xxh3_64(line.as_bytes()));
        count.map_or(0.5, |&count| (count as f64 / self.most as f64).min(1.0))
    }

    /// Compares the words of a line with the frequent lines.
    pub fn compare(&self, words: &[Word]) -> Match {
        if words.is_empty() {
            return Match {
                template: false,
                pairs: 0.0,
            };
        }
        let (mut beginning, mut known, mut lines) = (BEGIN, 0, 0);
        for (at, word) in words.iter().enumerate() {
            beginning = pair(beginning, word.exact);
            let size = known + usize::from(word.size);
            if at == 0 {
                // The beginning of the line with its first word is a pair, too.
                if !self.pairs.contains(beginning) {
                    break;
                }
                known = size;
                continue;
            }
            let Some(&count) = self.beginnings.get(&beginning) else {
                break;
            };
            if known < SHARED_BEGINNING && size >= SHARED_BEGINNING {
                lines = count;
            }
            known = size;
        }
        let hits = pairs_of(words)
            .filter(|&pair| self.pairs.contains(pair))
            .count();
        let pairs = hits as f64 / (words.len() + 3) as f64;
        let size: usize = words.iter().map(|word| usize::from(word.size)).sum();
        Match {
            template: lines >= LINES_OF_TEMPLATE
                || known >= SINGLE_BEGINNING
                || (pairs >= INSTANCE_SHARE && size >= MIN_INSTANCE),
            pairs,
        }
    }
}

fn pairs_of(words: &[Word]) -> impl Iterator<Item = u64> {
    let exact = words.iter().map(|word| word.exact);
    let before = std::iter::once(BEGIN).chain(exact.clone());
    let after = exact.chain(std::iter::once(END));
    before.zip(after).map(|(before, after)| pair(before, after))
}

/// Hashes an ordered pair.
pub fn pair(before: u64, after: u64) -> u64 {
    fold(before ^ STEP, after.rotate_left(29) ^ 0xd6e8_feb8_6659_fd93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hashes_know_what_lines_teach() {
        let lines = [
            "Typed by Ada North for the library of Quaymouth",
            "Typed by Bob South for the library of Quaymouth",
            "Here ends the text of the library of Quaymouth",
        ];
        let mut learnt = Templates::default();
        lines.iter().for_each(|line| learnt.learn(line, 40));
        let rows = learnt.hashes();
        assert!(!rows.contains("Quaymouth"));
        let mut read = Templates::default();
        let mut hashes = Vec::new();
        read.add_hashes(&rows, |hash, count| hashes.push((hash, count)));
        assert_eq!(hashes.len(), 3);
        assert!(
            lines
                .iter()
                .all(|line| hashes.contains(&(xxh3_64(line.as_bytes()), 40)))
        );
        for line in [
            lines[0],
            "Typed by Ada North of tin",
            "Here ends a boat",
            "Typed by Eve",
        ] {
            let mut all = Vec::new();
            words(line, &mut all);
            assert_eq!(learnt.compare(&all), read.compare(&all), "{line}");
            assert_eq!(learnt.share(line), read.share(line));
        }
        // Counts of another library are scaled to those of this one.
        let mut own = Templates::default();
        own.learn("This text is of another library than the others", 8);
        own.add_hashes(&rows, |_, count| assert_eq!(count, 8));
        assert_eq!(own.most(), 8);
    }

    #[test]
    fn sets_have_what_was_added_since_they_were_cleared() {
        let mut filtered = Filtered::default();
        let mut clearable = Clearable::default();
        let hash = |number: u64| fold(number ^ STEP, 0xd6e8_feb8_6659_fd93);
        assert!(!filtered.contains(0) && !clearable.contains(0));
        clearable.insert(7);
        assert!(clearable.contains(7) && !clearable.contains(0));
        for round in 0..3 {
            clearable.clear();
            for number in 0..3_000 {
                assert!(!clearable.contains(hash(number)));
                filtered.insert(hash(number));
                for _ in 0..2 {
                    clearable.insert(hash(number));
                }
                // Neighbours of others, and 0, which fills empty slots.
                clearable.insert(number << 32);
            }
            for number in 0..3_000 {
                assert!(filtered.contains(hash(number)) && !filtered.contains(!hash(number)));
                assert!(clearable.contains(hash(number)) && clearable.contains(number << 32));
                assert!(!clearable.contains(!hash(number)), "{round}");
            }
            assert_eq!(clearable.filled, 6_000);
        }
    }

    proptest! {
        #[test]
        fn words_of_windows_are_those_of_characters(
            line in "([a-zA-Z0-9 .é漢字“]{0,90}|[a-z]{60,70}[ é漢]|[a-z ]{60,68}[0-9é]{1,70}){1,3}"
        ) {
            let mut found = Vec::new();
            words(&line, &mut found);
            let mut plain = Vec::new();
            for run in line.split(|one: char| !one.is_alphanumeric()) {
                for part in run.split_inclusive(['漢', '字']) {
                    let spaced = part.trim_end_matches(['漢', '字']);
                    plain.extend((!spaced.is_empty()).then(|| Word::of(spaced)));
                    if spaced.len() < part.len() {
                        unspaced(&part[spaced.len()..], &mut plain);
                    }
                }
            }
            let exact = |words: &[Word]| words.iter().map(|word| word.exact).collect::<Vec<_>>();
            prop_assert_eq!(exact(&found), exact(&plain));
        }
    }

    fn compare(frequent: &[&str], line: &str) -> Match {
        let mut templates = Templates::default();
        for line in frequent {
            templates.learn(line, 20);
        }
        let mut all = Vec::new();
        words(line, &mut all);
        templates.compare(&all)
    }

    #[test]
    fn words_are_alphanumeric_runs_and_numbers_are_alike() {
        let of = |line| {
            let mut all = Vec::new();
            words(line, &mut all);
            all
        };
        assert_eq!(of("*END* e-text No. 17").len(), 5);
        assert_eq!(of("[EBook #17]"), of("EBook 1st"));
        assert_ne!(of("The")[0].exact, of("the")[0].exact);
        assert_eq!(of("The")[0].folded, of("the")[0].folded);
        assert!(of("été")[0].long && !of("ét")[0].long && !of("2001")[0].long);
        assert!(of("*** ---").is_empty());
        assert_eq!(of("Electronic-texts")[0].folded, of("ELECTRONIC")[0].folded);
        assert_ne!(of("electronic")[0].folded, of("electronics")[0].folded);
        assert_eq!(of("\u{212a}ing \u{2019}tis na\u{ef}ve.").len(), 3);
        assert_eq!(
            of("\u{212a}ing")[0].folded,
            of("king")[0].folded,
            "the sign of kelvin"
        );
        assert_eq!(of("electronic1")[0], of("7")[0]);
    }

    #[test]
    fn a_slot_at_the_end_is_found_by_its_beginning() {
        let names = [
            "Typed by Ada North",
            "Typed by Bob South",
            "Typed by Cy West",
        ];
        assert!(!compare(&names, "Typed by Di East").template);
        let more = [names.as_slice(), &["Typed by Eve, for the library"]].concat();
        assert!(compare(&more, "Typed by Di East").template);
        assert!(!compare(&more, "Typed, by Di East").pairs.is_nan());
        assert!(!compare(&more, "Di East").template);
    }

    #[test]
    fn lines_that_differ_in_numbers_are_one() {
        let dates = ["Set up 1901", "Set up 1902", "Set up 1903", "Set up 1904"];
        assert!(!compare(&dates, "Set up late").template);
        assert!(compare(&["Set up in May 1901"], "Set up in May 2026").template);
    }

    #[test]
    fn characters_are_half_words_where_no_spaces_part_words() {
        let mut all = Vec::new();
        words("Linuxの舟は、river", &mut all);
        let long: Vec<bool> = all.iter().map(|word| word.long).collect();
        assert_eq!(long, [true, false, false, true, true], "the third is");
        let known = ["打ち込みも見直しも、手伝う人々の手になるものです。"];
        assert!(compare(&known, "打ち込みも見直しは").template);
        let near = compare(&known, "打ち込み：北野");
        assert!(!near.template && near.pairs > 0.3, "{near:?}");
        assert!(compare(&known, "川の水が低かった").pairs < 0.1);
    }

    #[test]
    fn a_slot_in_the_middle_is_found_by_its_pairs() {
        let known = ["This text of a book of the library may be copied by anyone"];
        let near = compare(
            &known,
            "This text of THE TALE of the library may be copied by anyone",
        );
        assert!(near.pairs > 0.6 && near.template);
        let far = compare(&known, "A text that nobody has seen before in any library");
        assert!(far.pairs < 0.1 && !far.template);
        assert_eq!(compare(&known, "*** ***").pairs, 0.0);
    }
}
