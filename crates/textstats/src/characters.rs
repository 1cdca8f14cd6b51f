//! Classifies characters.

use std::ops::{Range, RangeInclusive};
use std::sync::{LazyLock, OnceLock};

use platform::simd::{self, Work, mask, within};
use regex_syntax::hir::{Class, HirKind};
use tokens::unspaced::cell;
use unicode_script::{Script, UnicodeScript as _};
use wide::u8x16;

use crate::measures::Measures;
use crate::{Unit, ratio};

/// A class of characters, as ascending ranges.
type Ranges = Vec<RangeInclusive<char>>;

/// Returns the ranges of a class in the syntax of regular expressions.
fn class(pattern: &str) -> Ranges {
    let parsed = regex_syntax::parse(pattern).expect("a valid class");
    match parsed.kind() {
        HirKind::Class(Class::Unicode(class)) => class
            .iter()
            .map(|range| range.start()..=range.end())
            .collect(),
        _ => unreachable!("{pattern} is a class of characters"),
    }
}

fn has(ranges: &Ranges, one: char) -> bool {
    let at = ranges.partition_point(|range| *range.end() < one);
    ranges.get(at).is_some_and(|range| *range.start() <= one)
}

/// White space as in Python: the property White_Space and four separators among the control
/// characters.
pub(crate) const SPACE: u8 = 1;
/// A letter (general category L).
pub(crate) const LETTER: u8 = 1 << 1;
/// A decimal digit (general category Nd).
const DIGIT: u8 = 1 << 2;
/// An upper-case letter.
pub(crate) const UPPER_CASE: u8 = 1 << 3;
/// Punctuation: ASCII's and CCNet's punctuation, sentence ends, and control characters except the
/// line feed and the carriage return.
pub(crate) const PUNCTUATION: u8 = 1 << 4;
/// The property Sentence_Terminal of the Unicode Standard.
pub(crate) const ENDS_SENTENCE: u8 = 1 << 5;
/// A character that ends a line in Python, except the line feed.
pub(crate) const ENDS_LINE: u8 = 1 << 6;
/// A letter of a script written without spaces.
pub(crate) const UNSPACED: u8 = 1 << 7;

/// Characters that CCNet (Wenzek et al. 2020) counts as punctuation, except ASCII and sentence
/// ends.
const OTHER_PUNCTUATION: &str = "´«»–—’“”„…►━∶、〈〉《》「」【】％（），：；～１";

/// Looks up the classes of a character one by one.
fn look_up(one: char) -> u8 {
    static LETTERS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{L}"));
    static DIGITS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Nd}"));
    static SENTENCE_ENDS: LazyLock<Ranges> = LazyLock::new(|| class(r"\p{Sentence_Terminal}"));
    let ends_sentence = has(&SENTENCE_ENDS, one);
    let is_punctuation = match one {
        '\n' | '\r' | '\u{7F}' => false,
        _ if one.is_control() || one.is_ascii_punctuation() => true,
        _ => ends_sentence || OTHER_PUNCTUATION.contains(one),
    };
    let ends_line = matches!(
        one,
        '\u{B}'..='\r' | '\u{1C}'..='\u{1E}' | '\u{85}' | '\u{2028}' | '\u{2029}'
    );
    let is_unspaced = cell(one.encode_utf8(&mut [0; 4])).is_some();
    [
        (
            SPACE,
            one.is_whitespace() || matches!(one, '\u{1C}'..='\u{1F}'),
        ),
        (LETTER, has(&LETTERS, one)),
        (DIGIT, has(&DIGITS, one)),
        (UPPER_CASE, one.is_uppercase()),
        (PUNCTUATION, is_punctuation),
        (ENDS_SENTENCE, ends_sentence),
        (ENDS_LINE, ends_line),
        (UNSPACED, is_unspaced),
    ]
    .into_iter()
    .filter(|(_, has)| *has)
    .fold(0, |classes, (class, _)| classes | class)
}

/// A mark for places where a line may break, which Lao, Khmer and others have between words.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// The number of characters in a page. It equals the size of ASCII, so that ASCII texts need one
/// page.
const PAGE: usize = 128;

/// The classes and the scripts of neighbouring characters.
struct Page {
    classes: [u8; PAGE],
    scripts: [Script; PAGE],
}

/// Returns the page of a character, which is computed at its first use.
#[inline]
fn page(one: char) -> &'static Page {
    static PAGES: [OnceLock<Box<Page>>; (char::MAX as usize + 1) / PAGE] =
        [const { OnceLock::new() }; (char::MAX as usize + 1) / PAGE];
    let number = one as usize / PAGE;
    PAGES[number].get_or_init(|| {
        let first = number * PAGE;
        let at = |index: usize| u32::try_from(first + index).ok().and_then(char::from_u32);
        Box::new(Page {
            classes: std::array::from_fn(|index| at(index).map_or(0, look_up)),
            scripts: std::array::from_fn(|index| {
                at(index).map_or(Script::Unknown, |one| one.script())
            }),
        })
    })
}

/// The classes of the characters of ASCII, which most are.
const ASCII: [u8; 128] = {
    let mut classes = [0; 128];
    let mut byte = 0;
    while byte < 128 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | 0x1F => SPACE,
            b'\n' => SPACE,
            0x0B..=b'\r' | 0x1C..=0x1E => SPACE | ENDS_LINE,
            b'0'..=b'9' => DIGIT,
            b'A'..=b'Z' => LETTER | UPPER_CASE,
            b'a'..=b'z' => LETTER,
            b'.' | b'?' | b'!' => ENDS_SENTENCE,
            _ => 0,
        };
        if !matches!(byte as u8, b'\n' | b'\r' | b' ' | b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | 0x7F)
        {
            classes[byte] |= PUNCTUATION;
        }
        byte += 1;
    }
    classes
};

/// Returns the classes of a character: the sum of [`SPACE`] and the other constants that apply.
#[inline]
pub(crate) fn classes(one: char) -> u8 {
    match ASCII.get(one as usize) {
        Some(classes) => *classes,
        None => page(one).classes[one as usize % PAGE],
    }
}

/// Whether a character ends a sentence.
#[inline]
pub(crate) fn ends_sentence(one: char) -> bool {
    classes(one) & ENDS_SENTENCE > 0
}

/// Whether a character is a letter.
#[inline]
pub(crate) fn is_letter(one: char) -> bool {
    classes(one) & LETTER > 0
}

/// Whether a character is white space.
#[inline]
pub(crate) fn is_space(one: char) -> bool {
    classes(one) & SPACE > 0
}

/// The number of bytes that are classified together, with one bit of a mask for each.
pub(crate) const WINDOW: usize = 64;

/// The numbers of characters of a text in each class and script, and where its words are.
#[derive(Debug)]
pub(crate) struct Characters {
    pub(crate) all: usize,
    /// The number of characters for each sum of classes, except those that [`Counts`] has.
    by_classes: [usize; 256],
    ascii: Counts,
    /// The number of letters in each script.
    scripts: Vec<(Script, usize)>,
    /// Whether any character but the line feed ends a line.
    pub(crate) has_other_line_ends: bool,
    /// A bit for each byte of white space, the lowest for the first. The bits after the text are set.
    pub(crate) space: Vec<u64>,
    /// A bit for each line feed.
    line_feeds: Vec<u64>,
    /// A bit for each byte before which a word ends or begins without white space. Empty if there
    /// is no such byte.
    pub(crate) joints: Vec<u64>,
    /// The number of characters with their marks in scripts without spaces, if these are words.
    pub(crate) cells: usize,
    /// The end of the last of them.
    cell_end: usize,
}

/// Counts of ASCII characters.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    spaces: usize,
    line_feeds: usize,
    digits: usize,
    letters: usize,
    upper_case: usize,
    punctuation: usize,
    number_signs: usize,
}

impl Default for Characters {
    fn default() -> Self {
        Characters {
            all: 0,
            by_classes: [0; 256],
            ascii: Counts::default(),
            scripts: Vec::new(),
            has_other_line_ends: false,
            space: Vec::new(),
            line_feeds: Vec::new(),
            joints: Vec::new(),
            cells: 0,
            cell_end: 0,
        }
    }
}

impl Characters {
    /// Reads a text.
    pub(crate) fn read(&mut self, text: &str, unit: Unit) {
        self.all = text.len();
        self.by_classes.fill(0);
        self.ascii = Counts::default();
        self.scripts.clear();
        self.has_other_line_ends = false;
        for bits in [&mut self.space, &mut self.line_feeds] {
            bits.clear();
            // With a bit for the end of the text.
            bits.resize(text.len() / WINDOW + 1, 0);
        }
        self.joints.clear();
        (self.cells, self.cell_end) = (0, 0);
        simd::run(Read {
            characters: self,
            text,
            unit,
        });
        if self.ascii.letters > 0 {
            self.add_letters(Script::Latin, self.ascii.letters);
        }
    }

    /// Counts the classes of the characters of a window. `at` is its place in the text. After its
    /// end, the window has the character DELETE, which is in no class.
    #[inline(always)]
    fn window(&mut self, text: &str, at: usize, window: &[u8; WINDOW], unit: Unit) {
        let ones = |class: u64| class.count_ones() as usize;
        let is = |byte: u8| mask(window, |bytes| bytes.simd_eq(u8x16::splat(byte)));
        let between = |first, last| mask(window, |bytes| within(bytes, first, last));
        let (spaces, line_feeds) = (is(b' '), is(b'\n'));
        let others = mask(window, |bytes| {
            bytes | within(bytes, 0, b'\x1F') | bytes.simd_eq(u8x16::splat(b'\x7F'))
        }) & !line_feeds;
        let digits = between(b'0', b'9');
        let letters = mask(window, |bytes| {
            within(bytes | u8x16::splat(b'a' - b'A'), b'a', b'z')
        });
        let ascii = &mut self.ascii;
        ascii.spaces += ones(spaces);
        ascii.line_feeds += ones(line_feeds);
        ascii.digits += ones(digits);
        ascii.letters += ones(letters);
        ascii.upper_case += ones(between(b'A', b'Z'));
        ascii.punctuation += ones(!(spaces | line_feeds | others | digits | letters));
        ascii.number_signs += ones(is(b'#'));
        self.space[at / WINDOW] |= spaces | line_feeds;
        self.line_feeds[at / WINDOW] = line_feeds;
        if others > 0 {
            self.others(text, at, window, unit);
        }
    }

    /// Counts the other characters of a window one by one: those beyond ASCII, and control characters.
    #[inline(always)]
    fn others(&mut self, text: &str, at: usize, window: &[u8; WINDOW], unit: Unit) {
        let beyond = mask(window, |bytes| bytes);
        let mut firsts = mask(window, |bytes| within(bytes, 0xC0, 0xFF));
        let controls = mask(window, |bytes| within(bytes, 0, b'\x1F'));
        self.all -= (beyond & !firsts).count_ones() as usize;
        firsts |= controls & !mask(window, |bytes| bytes.simd_eq(u8x16::splat(b'\n')));
        while firsts > 0 {
            let at = at + firsts.trailing_zeros() as usize;
            firsts &= firsts - 1;
            let one = text[at..].chars().next().expect("a character begins here");
            self.add(one);
            let classes = classes(one);
            // Between the words of a script without spaces, this is not a word.
            let is_break = one == ZERO_WIDTH_SPACE && at > 0 && at == self.cell_end;
            if !is_break && classes & (SPACE | UNSPACED) == 0 {
                continue;
            }
            if is_break || classes & SPACE > 0 {
                let end = at + one.len_utf8();
                for at in at..end {
                    self.space[at / WINDOW] |= 1 << (at % WINDOW);
                }
                if is_break {
                    self.cell_end = end;
                }
            } else if unit == Unit::Auto
                && at >= self.cell_end
                && let Some((_, length)) = cell(&text[at..])
            {
                self.cells += 1;
                self.cell_end = at + length;
                self.joints.resize(self.space.len(), 0);
                for at in [at, self.cell_end] {
                    self.joints[at / WINDOW] |= 1 << (at % WINDOW);
                }
            }
        }
    }

    #[inline]
    fn add(&mut self, one: char) {
        let page = page(one);
        let classes = page.classes[one as usize % PAGE];
        self.by_classes[usize::from(classes)] += 1;
        self.has_other_line_ends |= classes & ENDS_LINE > 0;
        if classes & LETTER > 0 {
            self.add_letters(page.scripts[one as usize % PAGE], 1);
        }
    }

    #[inline]
    fn add_letters(&mut self, script: Script, number: usize) {
        let known = self.scripts.iter_mut().find(|(known, _)| *known == script);
        match known {
            Some((_, count)) => *count += number,
            None => self.scripts.push((script, number)),
        }
    }

    /// Returns the number of line feeds.
    pub(crate) fn line_feeds(&self) -> usize {
        self.ascii.line_feeds
    }

    /// Returns the place of the first line feed in a range of the text.
    #[inline]
    pub(crate) fn line_feed(&self, range: Range<usize>) -> Option<usize> {
        first(&self.line_feeds, range)
    }

    pub(crate) fn measure(&self, measures: &mut Measures) {
        let ascii = &self.ascii;
        let mut numbers = [
            (SPACE, ascii.spaces + ascii.line_feeds),
            (DIGIT, ascii.digits),
            (UPPER_CASE, ascii.upper_case),
            (PUNCTUATION, ascii.punctuation),
        ];
        let others = (0u8..=255).zip(&self.by_classes);
        for (classes, number) in others.filter(|(_, number)| **number > 0) {
            for (class, all) in &mut numbers {
                *all += number * usize::from(classes & *class > 0);
            }
        }
        let share = |index: usize| ratio(numbers[index].1, self.all);
        measures.characters = self.all as f64;
        measures.white_space = share(0);
        measures.digits = share(1);
        measures.upper_case = share(2);
        measures.punctuation = share(3);
        // These are counts until the number of words is known.
        measures.line_feeds_per_word = ascii.line_feeds as f64;
        measures.hashes_per_word = ascii.number_signs as f64;
    }

    /// Returns the scripts of the letters, like [`scripts`].
    pub(crate) fn scripts(&self) -> Vec<(&'static str, f64)> {
        let letters = self.scripts.iter().map(|(_, count)| count).sum();
        let mut counts = self.scripts.clone();
        counts.sort_by_key(|&(script, count)| (std::cmp::Reverse(count), script.full_name()));
        let share = |(script, count): (Script, usize)| (script.full_name(), ratio(count, letters));
        counts.into_iter().map(share).collect()
    }
}

/// Returns the place of the first bit in a range that is set.
#[inline]
fn first(bits: &[u64], range: Range<usize>) -> Option<usize> {
    let mut window = range.start / WINDOW;
    let mut found = bits.get(window)? & u64::MAX << (range.start % WINDOW);
    while found == 0 {
        window += 1;
        if WINDOW * window >= range.end {
            return None;
        }
        found = *bits.get(window)?;
    }
    let place = WINDOW * window + found.trailing_zeros() as usize;
    (place < range.end).then_some(place)
}

/// The work of [`Characters::read`].
struct Read<'a> {
    characters: &'a mut Characters,
    text: &'a str,
    unit: Unit,
}

impl Work for Read<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Read {
            characters,
            text,
            unit,
        } = self;
        let (windows, rest) = text.as_bytes().as_chunks::<WINDOW>();
        for (number, window) in windows.iter().enumerate() {
            characters.window(text, WINDOW * number, window, unit);
        }
        let mut last = [b'\x7F'; WINDOW];
        last[..rest.len()].copy_from_slice(rest);
        characters.window(text, WINDOW * windows.len(), &last, unit);
        characters.space[windows.len()] |= u64::MAX << rest.len();
    }
}

/// Returns the scripts of a text's letters and their shares, the largest first. Scripts with equal
/// shares are in alphabetical order.
///
/// ```
/// assert_eq!(textstats::scripts("abc где"), [("Cyrillic", 0.5), ("Latin", 0.5)]);
/// assert!(textstats::scripts("1, 2, 3").is_empty());
/// ```
#[must_use]
pub fn scripts(text: &str) -> Vec<(&'static str, f64)> {
    let mut characters = Characters::default();
    characters.read(text, Unit::Space);
    characters.scripts()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_of_characters() {
        let mut characters = Characters::default();
        characters.read("Äb 9٣?¿\n", Unit::Auto);
        assert!(!characters.has_other_line_ends);
        let mut measures = Measures::default();
        characters.measure(&mut measures);
        assert_eq!(measures.characters, 8.0);
        let shares = [
            measures.white_space,
            measures.digits,
            measures.upper_case,
            measures.punctuation,
        ];
        assert_eq!(shares, [0.25, 0.25, 0.125, 0.125]);
        characters.read("a\u{2028}", Unit::Auto);
        assert!(characters.has_other_line_ends);
    }

    #[test]
    fn classes_of_ascii() {
        for one in '\0'..='\x7F' {
            assert_eq!(classes(one), look_up(one), "{one:?}");
        }
    }

    #[test]
    fn punctuation_is_of_many_scripts() {
        for one in ['#', '«', '。', '؟', '।', '\u{85}', '\u{1}'] {
            assert!(classes(one) & PUNCTUATION > 0, "{one}");
        }
        for one in ['a', '\n', 'é', '字', '•'] {
            assert!(classes(one) & PUNCTUATION == 0, "{one}");
        }
    }
}
