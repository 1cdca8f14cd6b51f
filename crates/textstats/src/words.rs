//! Reads words as numbers that are equal for equal words.

use std::sync::LazyLock;

use htmlblocks::StopList;
use platform::simd::{self, LOW_BYTES, Work, within};
use wide::u8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::characters::{Characters, LETTER, PUNCTUATION, UPPER_CASE, WINDOW, classes, is_letter};
use crate::lines::Notices;
use crate::measures::Measures;
use crate::ratio;
use crate::table::{Table, make_room};

/// Gopher's stop words (Rae et al. 2021, appendix A1.1).
const GOPHER_STOP_WORDS: [&str; 8] = ["the", "be", "to", "of", "and", "that", "have", "with"];

/// The maximum length in bytes of words that are read all at once.
const LONGEST_SHORT: usize = 15;

/// A distinct word of the text.
#[derive(Debug, Clone, Copy, Default)]
struct Distinct {
    /// The byte range of the last occurrence.
    start: usize,
    end: usize,
    /// The number of characters.
    characters: u32,
    /// Whether one of C4's phrases may end in the word.
    may_end_notice: bool,
}

/// The words of a text in order.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// The number of each word.
    pub(crate) numbers: Vec<u32>,
    /// The places of the words that no white space separates from the one before, in order.
    joined: Vec<usize>,
    /// The distinct words by number. There may be more, of other texts.
    distinct: Vec<Distinct>,
    /// The number of occurrences of each.
    counts: Vec<u32>,
    table: Table,
    pub(crate) notices: Notices,
}

impl Words {
    /// Reads the words of a text, and measures them. Words with equal 64-bit hashes count as one word.
    pub(crate) fn measure(
        &mut self,
        text: &str,
        characters: &Characters,
        stop_list: Option<&StopWords>,
        measures: &mut Measures,
    ) {
        simd::run(Measure {
            words: self,
            text,
            characters,
            stop_list,
            measures,
        });
    }

    #[inline(always)]
    fn read(&mut self, text: &str, characters: &Characters) {
        self.numbers.clear();
        self.joined.clear();
        self.notices.clear();
        // A table for the distinct words of a page, and of the first pages of longer texts.
        self.table.clear((text.len() / 4).min(1 << 12));
        let mut bounds = Bounds::default();
        // The number of words, and the end of the last one.
        let (mut words, mut last) = (0, usize::MAX);
        for window in 0..characters.space.len() {
            let mut numbering = self.table.numbering(WINDOW);
            make_room(&mut self.distinct, numbering.len() + WINDOW);
            make_room(&mut self.counts, numbering.len() + WINDOW);
            make_room(&mut self.numbers, words + WINDOW);
            let (distinct, counts) = (&mut self.distinct[..], &mut self.counts[..]);
            let numbers = &mut self.numbers[..];
            bounds.words(characters, window, |start, end| {
                let length = end - start;
                let text = text.as_bytes();
                let key = match length {
                    ..=LONGEST_SHORT => hash_short(head(text, start, length), length),
                    _ => xxh3_64(&text[start..end]),
                };
                let number = numbering.count(key, counts);
                let word = &mut distinct[number as usize];
                (word.start, word.end) = (start, end);
                numbers[words] = number;
                if start == last {
                    self.joined.push(words);
                }
                (words, last) = (words + 1, end);
            });
        }
        self.numbers.truncate(words);
    }

    /// Returns the number of occurrences of the word with a number.
    pub(crate) fn count(&self, number: u32) -> u32 {
        self.counts[number as usize]
    }

    /// Returns the number of characters of the word at a place.
    pub(crate) fn length(&self, place: usize) -> usize {
        self.distinct[self.numbers[place] as usize].characters as usize
    }

    /// Returns the number of characters of this many words from a place on. White space between
    /// words counts as one character.
    pub(crate) fn span(&self, place: usize, words: usize) -> usize {
        let lengths = (place..place + words).map(|word| self.length(word));
        let before = |place: usize| self.joined.partition_point(|joined| *joined < place);
        let joined = before(place + words) - before(place + 1);
        lengths.sum::<usize>() + words - 1 - joined
    }

    /// Adds the measures of words. `hashes_per_word` and similar fields are counts until here.
    #[inline(always)]
    fn add_measures(
        &mut self,
        text: &str,
        stop_list: Option<&StopWords>,
        measures: &mut Measures,
    ) -> bool {
        static LOGARITHMS: LazyLock<[f64; 64]> =
            LazyLock::new(|| std::array::from_fn(|number| (number as f64).log2()));
        let logarithms = &*LOGARITHMS;
        let all = self.numbers.len();
        let (mut plain, mut plain_characters, mut alphabetic, mut stop) = (0, 0, 0, 0);
        let mut may_have_notices = false;
        let mut entropy = 0.0;
        let one = ratio(1, all);
        let distinct = self.table.len();
        for (word, &count) in self.distinct[..distinct].iter_mut().zip(&self.counts) {
            let times = count as usize;
            let length = word.end - word.start;
            let short = match length {
                ..=LONGEST_SHORT => Short::of(head(text.as_bytes(), word.start, length), length),
                _ => None,
            };
            let facts = match &short {
                Some(short) => short.facts(stop_list),
                None => facts(&text[word.start..word.end], stop_list),
            };
            word.characters = facts.characters;
            word.may_end_notice = facts.may_end_notice;
            may_have_notices |= facts.may_end_notice;
            let plain_times = times * usize::from(!facts.is_punctuation);
            plain += plain_times;
            plain_characters += plain_times * facts.characters as usize;
            alphabetic += times * usize::from(facts.has_letter);
            stop += times * usize::from(facts.is_stop_word);
            // Most words occur once, which adds 0, and logarithms are slow.
            let known = logarithms.get(times).copied();
            let logarithm = known.unwrap_or_else(|| f64::from(count).log2());
            entropy -= one * f64::from(count) * logarithm;
        }
        let stop_words = GOPHER_STOP_WORDS.iter();
        let stop_words = stop_words.filter(|word| self.table.has(hash(word.as_bytes())));
        measures.gopher_stop_words = stop_words.count() as f64;
        measures.words = all as f64;
        measures.non_symbol_words = plain as f64;
        measures.mean_word_length = ratio(plain_characters, plain);
        measures.distinct_words = ratio(distinct, all);
        measures.word_entropy = (entropy + (all.max(1) as f64).log2()).max(0.0);
        measures.stop_words = ratio(stop, all);
        measures.alphabetic_words = ratio(alphabetic, all);
        for per_word in [
            &mut measures.hashes_per_word,
            &mut measures.line_feeds_per_word,
        ] {
            *per_word = ratio(*per_word as usize, all);
        }
        may_have_notices
    }

    /// Looks for C4's phrases.
    fn find_notices(&mut self, text: &[u8], characters: &Characters) {
        let mut numbers = self.numbers.iter();
        let mut bounds = Bounds::default();
        for window in 0..characters.space.len() {
            bounds.words(characters, window, |start, end| {
                let number = numbers.next().map_or(0, |number| *number as usize);
                if self.distinct[number].may_end_notice {
                    self.notices.look(text, start, end);
                }
            });
        }
    }
}

/// The work of [`Words::measure`].
struct Measure<'a> {
    words: &'a mut Words,
    text: &'a str,
    characters: &'a Characters,
    stop_list: Option<&'a StopWords>,
    measures: &'a mut Measures,
}

impl Work for Measure<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.words.read(self.text, self.characters);
        let may_have_notices = self
            .words
            .add_measures(self.text, self.stop_list, self.measures);
        if may_have_notices {
            self.words
                .find_notices(self.text.as_bytes(), self.characters);
        }
    }
}

/// Finds the start and the end of each word, window by window.
#[derive(Default)]
struct Bounds {
    /// The upper bit says whether the byte before the window is of a word.
    before: u64,
    /// The start of the next word, and whether the window before has it.
    start: usize,
    is_open: bool,
}

impl Bounds {
    /// Passes on the start and the end of each word that ends in the next window.
    #[inline(always)]
    fn words(
        &mut self,
        characters: &Characters,
        window: usize,
        mut word: impl FnMut(usize, usize),
    ) {
        let space = characters.space[window];
        let joints = characters.joints.get(window).copied().unwrap_or(0);
        let after_word = !space << 1 | self.before >> 63;
        self.before = !space;
        let mut starts = !space & (!after_word | joints);
        let mut ends = after_word & (space | joints);
        let first = WINDOW * window;
        if !self.is_open {
            self.begin(first, &mut starts);
        }
        while ends > 0 {
            let end = first + ends.trailing_zeros() as usize;
            ends &= ends - 1;
            word(self.start, end);
            self.begin(first, &mut starts);
        }
    }

    #[inline(always)]
    fn begin(&mut self, first: usize, starts: &mut u64) {
        self.is_open = *starts > 0;
        self.start = first + starts.trailing_zeros() as usize;
        *starts &= starts.wrapping_sub(1);
    }
}

/// What is known about a word.
struct Facts {
    characters: u32,
    has_letter: bool,
    is_punctuation: bool,
    is_stop_word: bool,
    may_end_notice: bool,
}

fn facts(word: &str, stop_list: Option<&StopWords>) -> Facts {
    let (any, each) = classes_of(word);
    let has_letter = any & LETTER > 0;
    let characters = word.chars().count();
    Facts {
        characters: u32::try_from(characters).unwrap_or(u32::MAX),
        has_letter,
        is_punctuation: each & PUNCTUATION > 0,
        is_stop_word: stop_list.is_some_and(|list| has_letter && list.has(word, any)),
        may_end_notice: Notices::may_end_with(word.as_bytes()),
    }
}

/// Returns the classes that any character of a word has, and those that all have.
fn classes_of(word: &str) -> (u8, u8) {
    let each = word.chars().map(classes);
    each.fold((0, 0xFF), |(any, each), one| (any | one, each & one))
}

/// A short word in ASCII. Its bytes are classified all at once.
struct Short {
    /// The bytes in lower case. The first is the lowest, and zeros follow the last.
    lower: u128,
    length: usize,
    /// A bit for each byte that is a letter, and for each that is a letter or a digit.
    letters: u32,
    alphanumeric: u32,
}

impl Short {
    /// Classifies the bytes of a word. Returns `None` if a byte is not ASCII or the character DELETE.
    #[inline(always)]
    fn of(word: u128, length: usize) -> Option<Self> {
        let bytes = u8x16::new(word.to_le_bytes());
        if (bytes | bytes.simd_eq(u8x16::splat(b'\x7F'))).to_bitmask() > 0 {
            return None;
        }
        let case = u8x16::splat(b'a' - b'A');
        let upper_case = within(bytes, b'A', b'Z');
        let lower = bytes | upper_case & case;
        let letters = within(lower, b'a', b'z');
        let digits = within(bytes, b'0', b'9');
        Some(Short {
            lower: u128::from_le_bytes(lower.to_array()),
            length,
            letters: letters.to_bitmask(),
            alphanumeric: (letters | digits).to_bitmask(),
        })
    }

    #[inline(always)]
    fn facts(&self, stop_list: Option<&StopWords>) -> Facts {
        Facts {
            characters: self.length as u32,
            has_letter: self.letters > 0,
            is_punctuation: self.alphanumeric == 0,
            is_stop_word: stop_list.is_some_and(|list| list.has_short(self)),
            may_end_notice: Notices::may_end_with_short(self.lower),
        }
    }
}

/// Returns the bytes of a word of at most [`LONGEST_SHORT`] bytes. The first is the lowest, and zeros
/// follow the last.
#[inline(always)]
fn head(text: &[u8], start: usize, length: usize) -> u128 {
    let sixteen = match text[start..].first_chunk() {
        Some(sixteen) => u128::from_le_bytes(*sixteen),
        None => {
            let mut last = [0; 16];
            last[..length].copy_from_slice(&text[start..start + length]);
            u128::from_le_bytes(last)
        }
    };
    sixteen & LOW_BYTES[length]
}

/// Hashes a word.
fn hash(word: &[u8]) -> u64 {
    match word.len() {
        length @ ..=LONGEST_SHORT => hash_short(head(word, 0, length), length),
        _ => xxh3_64(word),
    }
}

/// Hashes a short word, whose bytes are these.
#[inline(always)]
fn hash_short(word: u128, length: usize) -> u64 {
    mix(word as u64, (word >> 64) as u64, length)
}

/// Multiplies to 128 bits and folds these. The length is in the last of the sixteen bytes, which is
/// free. The constants are not UTF-8, so no word makes a factor 0.
#[inline(always)]
fn mix(low: u64, high: u64, length: usize) -> u64 {
    let product = u128::from(low ^ 0xFFE7_9B5D_C2F1_3A87)
        * u128::from(high ^ (length as u64) << 56 ^ 0xFFB4_D1F6_5A93_6C2B);
    (product >> 64) as u64 ^ product as u64
}

/// The words of a stop list, which are found without an allocation.
#[derive(Debug)]
pub(crate) struct StopWords {
    /// The hashes of the words, in the first free cell at or after the place that a hash gives; 0
    /// marks a free cell.
    cells: Vec<u64>,
    longest: usize,
}

impl StopWords {
    pub(crate) fn new(list: &StopList) -> Self {
        // Few words share a place, so most look-ups end at the first cell.
        let cells = vec![0; (8 * list.len()).next_power_of_two()];
        let longest = list.words().map(str::len).max().unwrap_or(0);
        let mut made = StopWords { cells, longest };
        for word in list.words() {
            let key = hash(word.as_bytes());
            let at = made.place(key);
            made.cells[at] = key;
        }
        made
    }

    /// Returns the cell of a hash, or the free one for it.
    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        let last = self.cells.len() - 1;
        let mut at = key as usize & last;
        // The cell is neither free nor that of the key. Which it is cannot be predicted, so there is
        // one condition.
        while self.cells[at].min(self.cells[at] ^ key) > 0 {
            at = (at + 1) & last;
        }
        at
    }

    #[inline(always)]
    fn has_hash(&self, key: u64) -> bool {
        self.cells[self.place(key)] == key && key != 0
    }

    /// Whether a word is in the list, ignoring case and the characters around its letters. `any`
    /// has the classes of its characters.
    fn has(&self, word: &str, any: u8) -> bool {
        let bare = word.trim_matches(|one: char| !is_letter(one));
        match any & UPPER_CASE {
            0 => self.has_lower(bare.as_bytes()),
            _ if bare.len() > 2 * self.longest => false,
            _ => self.has_lower(bare.to_lowercase().as_bytes()),
        }
    }

    /// Does the same for a short word.
    #[inline(always)]
    fn has_short(&self, word: &Short) -> bool {
        let any = word.letters > 0;
        let first = word.letters.trailing_zeros() % 16;
        let length = (32 - word.letters.leading_zeros()).saturating_sub(first) as usize % 16;
        let bare = word.lower >> (8 * first) & LOW_BYTES[length];
        any && self.has_hash(hash_short(bare, length))
    }

    /// Whether these bytes are a word of the list.
    fn has_lower(&self, word: &[u8]) -> bool {
        word.len() <= self.longest && self.has_hash(hash(word))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::Unit;
    use crate::characters::is_space;

    fn words(text: &str, unit: Unit) -> Vec<u32> {
        let mut characters = Characters::default();
        characters.read(text, unit);
        let mut words = Words::default();
        words.measure(text, &characters, None, &mut Measures::default());
        words.numbers
    }

    #[test]
    fn equal_words_have_equal_numbers() {
        assert_eq!(
            words("to be, or not to be,", Unit::Auto),
            [0, 1, 2, 3, 0, 1]
        );
        assert_eq!(words(" \u{1C}a\u{2003}b ", Unit::Space), [0, 1]);
        assert!(words("\n\t", Unit::Auto).is_empty());
    }

    #[test]
    fn characters_are_the_words_of_scripts_without_spaces() {
        assert_eq!(words("山川山abc山", Unit::Auto), [0, 1, 0, 2, 0]);
        assert_eq!(words("山川山abc山", Unit::Space), [0]);
        let lao = "\u{200B}ປະ\u{200B}\u{200B}ທາປະ";
        assert_eq!(words(lao, Unit::Auto), [0, 1, 2, 3, 4, 1, 2]);
        assert_eq!(words(lao, Unit::Space), [0]);
        assert_eq!(words("a\u{200B}b", Unit::Auto), [0]);
    }

    #[test]
    fn hashes_of_words_differ() {
        let words: Vec<String> = ["", "a", "b", "ab", "ba", "aba", "abab", "ababa", "été"]
            .map(str::to_owned)
            .into_iter()
            .chain((0..40).map(|length| "x".repeat(length + 2)))
            .chain((0..1000).map(|number| format!("word{number}")))
            // Words that overlap with themselves.
            .chain((0..6).map(|zeros| format!("1{}", "0".repeat(zeros))))
            .chain(["tovo", "tovovo", "fada", "fadada"].map(str::to_owned))
            .collect();
        let mut hashes: Vec<u64> = words.iter().map(|word| hash(word.as_bytes())).collect();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), words.len());
    }

    #[test]
    fn stop_words_are_found_in_any_case_and_among_marks() {
        let list = StopWords::new(&StopList::new(["the", "été", "and so"]));
        for (word, expected) in [
            ("the", true),
            ("\"The", true),
            ("THE,", true),
            ("ÉTÉ.", true),
            ("été", true),
            ("then", false),
            ("T'he", false),
            ("", false),
            ("--", false),
            (&"the".repeat(30), false),
            (&"THE".repeat(30), false),
        ] {
            let any = classes_of(word).0;
            assert_eq!(list.has(word, any), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn short_words_are_like_others(word in "(|use|Policy|cookies|ipsum|x?javaScript)[a-cX-Z0-9'.,\u{7F}]{1,4}|[a-cX-Z0-9'.,\u{7F}]{1,15}", rest in "( |\n)[a-zé ]{16}") {
            let text = format!("{word}{rest}");
            let head = head(text.as_bytes(), 0, word.len());
            prop_assert_eq!(hash_short(head, word.len()), hash(word.as_bytes()));
            let (any, each) = classes_of(&word);
            let Some(short) = Short::of(head, word.len()) else {
                let has_delete = word.contains('\u{7F}');
                prop_assert!(has_delete);
                return Ok(());
            };
            prop_assert_eq!(short.letters > 0, any & LETTER > 0);
            prop_assert_eq!(short.alphanumeric == 0, each & PUNCTUATION > 0);
            let list = StopWords::new(&StopList::new(["a", "cab", "x", "b'a", "zz.y"]));
            prop_assert_eq!(list.has_short(&short), any & LETTER > 0 && list.has(&word, any));
            let facts = (short.facts(Some(&list)), super::facts(&word, Some(&list)));
            prop_assert_eq!(facts.0.is_stop_word, facts.1.is_stop_word);
            // A word with a J may be taken for the other phrase.
            prop_assert!(facts.0.may_end_notice || !facts.1.may_end_notice);
        }

        #[test]
        fn words_are_those_between_white_space(text in "[ab#.é\u{7F}\u{2003}\u{1C}\n ]{0,60}") {
            let mut numbers = std::collections::HashMap::new();
            let expected: Vec<u32> = text
                .split(is_space)
                .filter(|word| !word.is_empty())
                .map(|word| {
                    let next = numbers.len() as u32;
                    *numbers.entry(word.to_owned()).or_insert(next)
                })
                .collect();
            prop_assert_eq!(words(&text, Unit::Space), expected);
        }
    }
}
