//! Measures lines, paragraphs and sentences, and the lines that C4 keeps.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use memchr::memmem;
use tokens::Exceptions;
use wide::u8x16;
use xxhash_rust::xxh3::xxh3_64;

use crate::characters::{Characters, SPACE, UNSPACED, classes, ends_sentence, is_space};
use crate::measures::Measures;
use crate::table::Table;
use crate::{Unit, ratio};

/// The maximum length in characters of a short line (FineWeb).
const SHORT: usize = 30;

/// Buffers for the lines of a text.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    /// The end of each sentence.
    sentence_ends: Vec<usize>,
    lines: Table,
    paragraphs: Table,
}

impl Lines {
    /// Measures sentences, and keeps their ends for [`Lines::c4`].
    pub(crate) fn sentences(
        &mut self,
        text: &str,
        language: Option<&Exceptions>,
        measures: &mut Measures,
    ) {
        self.sentence_ends.clear();
        let ends = &mut self.sentence_ends;
        measures.sentences = sentences(text, language, |end| ends.push(end)) as f64;
        measures.mean_sentence_length = ratio(measures.words as usize, measures.sentences as usize);
    }

    /// Measures lines and paragraphs between line feeds: those that occurred before (Gopher), and
    /// the lengths and ends of lines that are not blank (FineWeb).
    pub(crate) fn blocks(&mut self, text: &str, characters: &Characters, measures: &mut Measures) {
        self.lines.clear(64);
        self.paragraphs.clear(64);
        let (mut lines, mut filled) = (Duplicates::default(), Duplicates::default());
        let (mut paragraphs, mut blank_paragraphs) = (Duplicates::default(), 0);
        let (mut short, mut punctuated, mut blank) = (0, 0, 0);
        // Paragraphs are those of the text without the white space around it.
        let from_start = text.trim_start_matches(is_space);
        let trimmed = text.len() - from_start.len();
        let trimmed = trimmed..trimmed + from_start.trim_end_matches(is_space).len();
        let mut paragraph: Option<(usize, u64)> = None;
        let mut start = 0;
        loop {
            let found = characters.line_feed(start..text.len());
            let end = found.unwrap_or(text.len());
            let line = &text[start..end];
            let own = start.max(trimmed.start)..end.min(trimmed.end);
            if !line.is_empty() {
                let hash = xxh3_64(line.as_bytes());
                let is_duplicate = lines.add(&mut self.lines, hash, line);
                if line.chars().all(is_space) {
                    blank += line.chars().count();
                } else {
                    filled.all += 1;
                    if is_duplicate {
                        filled.characters += line.chars().count();
                    }
                    // A character has at most four bytes.
                    let may_be_short = line.len() <= 4 * SHORT;
                    short += usize::from(may_be_short && line.chars().count() <= SHORT);
                    punctuated += usize::from(line.ends_with(ends_sentence));
                }
                if !own.is_empty() {
                    let hash = match own.len() == line.len() {
                        true => hash,
                        false => xxh3_64(&text.as_bytes()[own.clone()]),
                    };
                    let (start, before) = paragraph.unwrap_or((own.start, 0));
                    let hash = (before ^ hash).wrapping_mul(0x9E37_79B9_7F4A_7C15);
                    paragraph = Some((start, hash.rotate_left(23)));
                }
            }
            if (line.is_empty() || end >= trimmed.end)
                && let Some((start, hash)) = paragraph.take()
            {
                let whole = text[start..end.min(trimmed.end)].trim_end_matches('\n');
                paragraphs.add(&mut self.paragraphs, hash, whole);
                blank_paragraphs += usize::from(whole.chars().all(is_space));
            }
            if end == text.len() {
                break;
            }
            start = end + 1;
        }
        // Line feeds at the start or the end of a text leave an empty line there.
        let outer = usize::from(text.starts_with('\n')) + usize::from(text.ends_with('\n'));
        lines.all = (lines.all + outer).max(1);
        lines.number += usize::from(outer == 2);
        let in_lines = characters.all - characters.line_feeds();
        let characters = characters.all;
        measures.paragraphs = (paragraphs.all - blank_paragraphs) as f64;
        measures.duplicate_paragraphs = ratio(paragraphs.number, paragraphs.all);
        measures.duplicate_paragraph_characters = ratio(paragraphs.characters, characters);
        measures.duplicate_lines = ratio(lines.number, lines.all);
        measures.duplicate_line_characters = ratio(lines.characters, characters);
        measures.duplicate_line_characters_fineweb = ratio(filled.characters, in_lines);
        measures.lines = filled.all as f64;
        measures.mean_line_length = ratio(in_lines - blank, filled.all);
        measures.short_lines = ratio(short, filled.all);
        measures.punctuated_lines = ratio(punctuated, filled.all);
    }

    /// Measures the beginnings and ends of lines (Gopher), and applies C4's tests of lines and
    /// pages (Raffel et al. 2020, section 2.2). The phrases of policies and the longest word come
    /// from C4's published program.
    pub(crate) fn c4(
        &mut self,
        text: &str,
        unit: Unit,
        language: Option<&Exceptions>,
        (characters, notices): (&Characters, &Notices),
        measures: &mut Measures,
    ) {
        let (mut lines, mut bullets, mut ellipses) = (0, 0, 0);
        let (mut kept, mut kept_sentences) = (0, 0);
        let (mut lorem_ipsum, mut curly_brackets) = (0, 0);
        let has = |byte| memchr::memchr(byte, text.as_bytes()).is_some();
        let (has_curly_brackets, has_brackets) = (has(b'{'), has(b'['));
        for line in split_lines(text, characters) {
            lines += 1;
            let found = notices.in_line(place(text, line));
            lorem_ipsum += usize::from(found.lorem_ipsum);
            curly_brackets += usize::from(has_curly_brackets && line.contains('{'));
            let line = line.trim_matches(is_space);
            bullets += usize::from(line.starts_with(['•', '-']));
            ellipses += usize::from(line.ends_with("...") || line.ends_with('…'));
            if found.policy {
                continue;
            }
            match c4_line(line, unit, has_brackets) {
                Some(Cow::Borrowed(line)) => {
                    kept += 1;
                    kept_sentences += sentences_in(text, place(text, line), &self.sentence_ends);
                }
                Some(Cow::Owned(line)) => {
                    kept += 1;
                    kept_sentences += sentences(&line, language, |_| ());
                }
                None => {}
            }
        }
        measures.bullet_lines = ratio(bullets, lines);
        measures.ellipsis_lines = ratio(ellipses, lines);
        measures.c4_lines = ratio(kept, lines);
        measures.c4_sentences = kept_sentences as f64;
        measures.lorem_ipsum = lorem_ipsum as f64;
        measures.curly_brackets = curly_brackets as f64;
    }
}

/// Counts the sentences of a line, without white space around it, from the ends of sentences in its text. A sentence that goes on in
/// another line is one in each.
fn sentences_in(text: &str, line: Range<usize>, ends: &[usize]) -> usize {
    let before = |place: usize| ends.partition_point(|end| *end < place);
    let ends = &ends[before(line.start + 1)..before(line.end)];
    let rest = &text[ends.last().copied().unwrap_or(line.start)..line.end];
    ends.len() + usize::from(has_words(rest))
}

fn has_words(text: &str) -> bool {
    text.chars().any(char::is_alphanumeric)
}

/// Returns the place in a text of a part of it.
fn place(text: &str, part: &str) -> Range<usize> {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    start..start + part.len()
}

/// Counts of items that occurred before.
#[derive(Debug, Default)]
struct Duplicates {
    all: usize,
    number: usize,
    characters: usize,
}

impl Duplicates {
    /// Adds an item, and returns whether it occurred before.
    fn add(&mut self, seen: &mut Table, hash: u64, item: &str) -> bool {
        let distinct = self.all - self.number;
        self.all += 1;
        let is_duplicate = seen.number(hash) as usize != distinct;
        if is_duplicate {
            self.number += 1;
            self.characters += item.chars().count();
        }
        is_duplicate
    }
}

/// Counts ellipses, as three full stops or as one character.
pub(crate) fn ellipses(text: &str) -> usize {
    static FINDERS: LazyLock<[memmem::Finder; 2]> =
        LazyLock::new(|| ["...", "…"].map(memmem::Finder::new));
    let counts = FINDERS
        .iter()
        .map(|finder| finder.find_iter(text.as_bytes()).count());
    counts.sum()
}

/// Counts the sentences of a text that have a letter or a digit, and passes on the end of each, behind the white space after it.
fn sentences(text: &str, language: Option<&Exceptions>, mut end: impl FnMut(usize)) -> usize {
    let mut number = 0;
    tokens::sentences::ranges(text, language, |range| {
        if has_words(&text[range.clone()]) {
            number += 1;
            end(range.end);
        }
    });
    number
}

/// Characters that close a sentence after its last mark.
const CLOSING: &str = "\"')]”’»」』）";

/// Phrases in lines about cookies and terms of use: what a phrase begins with, and its last word.
/// Lines with the word "javascript" are such lines too.
const POLICIES: [(&str, &str); 6] = [
    ("terms of ", "use"),
    ("privacy ", "policy"),
    ("cookie ", "policy"),
    ("uses ", "cookies"),
    ("use of ", "cookies"),
    ("use ", "cookies"),
];
const LOREM_IPSUM: (&str, &str) = ("lorem ", "ipsum");

/// The places of C4's phrases in a text, in any case.
#[derive(Debug, Default)]
pub(crate) struct Notices {
    /// The start of the last word of each policy's phrase.
    policies: Vec<usize>,
    /// The same for each "lorem ipsum".
    lorem_ipsum: Vec<usize>,
}

/// Whether bytes begin with a word, in any case.
fn begins(bytes: &[u8], word: &str) -> bool {
    let start = bytes.get(..word.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()))
}

/// Whether bytes end with a phrase, in any case.
fn ends(bytes: &[u8], phrase: &str) -> bool {
    let start = bytes.len().checked_sub(phrase.len());
    start.is_some_and(|start| begins(&bytes[start..], phrase))
}

fn has_javascript(word: &[u8]) -> bool {
    const NAME: &str = "javascript";
    word.len() >= NAME.len()
        && memchr::memchr2_iter(b'j', b'J', word).any(|start| begins(&word[start..], NAME))
}

/// The phrases that a line contains.
struct InLine {
    policy: bool,
    lorem_ipsum: bool,
}

impl Notices {
    /// Whether a phrase may end in a word.
    pub(crate) fn may_end_with(word: &[u8]) -> bool {
        let mut lasts = POLICIES.iter().chain([&LOREM_IPSUM]);
        match word {
            [
                b'c' | b'C' | b'i' | b'I' | b'p' | b'P' | b'u' | b'U',
                _,
                _,
                ..,
            ] => lasts.any(|(_, last)| begins(word, last)) || has_javascript(word),
            _ => has_javascript(word),
        }
    }

    /// Does the same for a word of at most 15 bytes in lower case. Its first byte is the lowest.
    #[inline(always)]
    pub(crate) fn may_end_with_short(word: u128) -> bool {
        let begins = |last: &str| {
            let mut eight = [0; 8];
            eight[..last.len()].copy_from_slice(last.as_bytes());
            word as u64 & ((1 << (8 * last.len())) - 1) == u64::from_le_bytes(eight)
        };
        // Shorter words and those without the letter J cannot contain it.
        let bytes = u8x16::new(word.to_le_bytes());
        let has_j = bytes.simd_eq(u8x16::splat(b'j')).to_bitmask() > 0;
        let may_have_javascript = (word >> (8 * 9) > 0) & has_j;
        begins("use") | begins("policy") | begins("cookies") | begins("ipsum") | may_have_javascript
    }

    pub(crate) fn clear(&mut self) {
        self.policies.clear();
        self.lorem_ipsum.clear();
    }

    /// Looks for a phrase that ends in the word at a place.
    pub(crate) fn look(&mut self, text: &[u8], start: usize, end: usize) {
        let (before, word) = (&text[..start], &text[start..end]);
        let is_here = |(first, last): &(&str, &str)| begins(word, last) && ends(before, first);
        if POLICIES.iter().any(is_here) || has_javascript(word) {
            self.policies.push(start);
        }
        if is_here(&LOREM_IPSUM) {
            self.lorem_ipsum.push(start);
        }
    }

    /// Returns the phrases in a line. A phrase never contains a line end, so it belongs to the line
    /// in which its last word starts.
    fn in_line(&self, line: Range<usize>) -> InLine {
        let any = |starts: &[usize]| {
            let at = starts.partition_point(|start| *start < line.start);
            starts.get(at).is_some_and(|start| *start < line.end)
        };
        InLine {
            policy: any(&self.policies),
            lorem_ipsum: any(&self.lorem_ipsum),
        }
    }
}

/// The maximum length in characters of a word in a line that C4 keeps, and the minimum number of
/// words.
const LONGEST_WORD: usize = 1000;
const LEAST_WORDS: usize = 3;

/// Returns a line that C4 keeps, given without white space around it, without marks of citations and not yet tested for phrases of
/// policies; `None` if C4 drops it.
fn c4_line(line: &str, unit: Unit, may_have_brackets: bool) -> Option<Cow<'_, str>> {
    // Citations are removed first. But a line that ends with no mark and with no bracket also fails
    // after that.
    if !line.ends_with(']') && !ends_for_c4(line, unit) {
        return None;
    }
    let line = match may_have_brackets && line.contains('[') {
        true => Cow::Owned(without_citations(line)),
        false => Cow::Borrowed(line),
    };
    if !ends_for_c4(&line, unit) {
        return None;
    }
    let is_long = |word: &str| word.len() > LONGEST_WORD && word.chars().count() > LONGEST_WORD;
    // A character of a script without spaces is a word, which is never long.
    let others = match unit {
        Unit::Auto => UNSPACED,
        Unit::Space => 0,
    };
    let has = |class: u8| move |one: char| classes(one) & class > 0;
    // Most lines have spaces everywhere, and only the minimum number of words is counted.
    let words = (line.split(has(SPACE | others))).filter(|word| !word.is_empty());
    let has_long = may_have_long(line.as_bytes()) && words.clone().any(is_long);
    let spaced = words.take(LEAST_WORDS).count();
    let unspaced = (line.chars().filter(|one| has(others)(*one))).take(LEAST_WORDS - spaced);
    (!has_long && spaced + unspaced.count() == LEAST_WORDS).then_some(line)
}

/// Whether a line ends with a sentence mark or a quotation mark of C4's program, and not with three
/// full stops. The paper has terminal punctuation in general. So in lines of other languages, the
/// marks beyond ASCII count too, such as the danda, with quotation marks or brackets behind them.
fn ends_for_c4(line: &str, unit: Unit) -> bool {
    let is_other_mark = |one: char| !one.is_ascii() && ends_sentence(one);
    match line.as_bytes().last() {
        Some(b'.') => !line.ends_with("..."),
        Some(last) if last.is_ascii() => matches!(last, b'?' | b'!' | b'"' | b'\''),
        Some(_) if unit == Unit::Auto => line
            .trim_end_matches(|one| CLOSING.contains(one))
            .ends_with(is_other_mark),
        _ => false,
    }
}

/// Whether more bytes than the longest word has are without a space.
fn may_have_long(line: &[u8]) -> bool {
    let mut from = 0;
    while let Some(bytes) = line.get(from..=from + LONGEST_WORD) {
        match memchr::memrchr(b' ', bytes) {
            Some(space) => from += space + 1,
            None => return true,
        }
    }
    false
}

/// Returns a line without `[12]`, `[]`, `[edit]` and `[citation needed]`.
fn without_citations(line: &str) -> String {
    let mut kept = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find('[') {
        kept.push_str(&rest[..open]);
        rest = &rest[open..];
        let inside = rest[1..].find(']').map(|close| &rest[1..=close]);
        match inside {
            Some(mark)
                if ["edit", "citation needed"].contains(&mark)
                    || mark.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                rest = &rest[mark.len() + 2..];
            }
            _ => {
                kept.push('[');
                rest = &rest[1..];
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Returns the lines of a text like Python's `splitlines`.
fn split_lines<'t>(text: &'t str, characters: &Characters) -> impl Iterator<Item = &'t str> {
    let mut at = 0;
    std::iter::from_fn(move || {
        if at == text.len() {
            return None;
        }
        let found = match characters.has_other_line_ends {
            false => characters.line_feed(at..text.len()).map(|end| (end, 1)),
            true => line_end(&text[at..]).map(|(end, length)| (at + end, length)),
        };
        let (end, length) = found.unwrap_or((text.len(), 0));
        let line = &text[at..end];
        at = end + length;
        Some(line)
    })
}

/// Returns the end of the first line, and the length of its line end.
fn line_end(text: &str) -> Option<(usize, usize)> {
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let length = match byte {
            b' '..=b'~' => continue,
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => 2,
            b'\n' | b'\r' | 0x0B | 0x0C | 0x1C..=0x1E => 1,
            0xC2 if bytes[at + 1] == 0x85 => 2,
            0xE2 if matches!(bytes[at + 1..], [0x80, 0xA8 | 0xA9, ..]) => 3,
            _ => continue,
        };
        return Some((at, length));
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Meter, Settings};

    fn characters(text: &str) -> Characters {
        let mut characters = Characters::default();
        characters.read(text, Unit::Auto);
        characters
    }

    /// Returns the parts of a text between runs of at least `least` line feeds. The first and last part
    /// may be empty.
    fn split(text: &str, least: usize) -> impl Iterator<Item = &str> {
        let mut rest = Some(text);
        std::iter::from_fn(move || {
            let part = rest?;
            let mut from = 0;
            while let Some(at) = memchr::memchr(b'\n', &part.as_bytes()[from..]) {
                let start = from + at;
                let run = part[start..]
                    .bytes()
                    .take_while(|byte| *byte == b'\n')
                    .count();
                if run >= least {
                    rest = Some(&part[start + run..]);
                    return Some(&part[..start]);
                }
                from = start + run;
            }
            rest = None;
            Some(part)
        })
    }

    #[test]
    fn lines_end_in_many_ways() {
        let lines = |text: &'static str| split_lines(text, &characters(text)).collect::<Vec<_>>();
        assert_eq!(
            lines("a\r\nb\rc\u{85}d\u{2028}\n"),
            ["a", "b", "c", "d", ""]
        );
        assert!(lines("").is_empty());
        assert_eq!(lines("\na\n\nb"), ["", "a", "", "b"]);
        assert_eq!(lines("\na\n\nb\r"), ["", "a", "", "b"]);
    }

    #[test]
    fn lines_with_long_words() {
        let long = "x".repeat(LONGEST_WORD);
        for (line, expected) in [
            (String::new(), false),
            (long.clone(), false),
            (format!("{long}x"), true),
            (format!("{long} {long}"), false),
            (format!("a b c {long} {long} {long}x"), true),
        ] {
            assert_eq!(may_have_long(line.as_bytes()), expected, "{}", line.len());
        }
    }

    #[test]
    fn sentences_of_many_kinds() {
        for (text, expected) in [
            ("", 0),
            ("...", 0),
            ("1234 5678", 1),
            ("1. Tar\n2. Sail\n3. Go home\n", 3),
            ("One. Two! Three?", 3),
            ("Mr. J. Miller came (late.) He left.", 2),
            ("Version 1.5 is out, e.g. here", 1),
            ("A heading\n\nA sentence that\ngoes on. ", 2),
            ("「はい。」それから帰った。", 2),
            ("«Ça va?» dit-elle. Rien.", 2),
        ] {
            assert_eq!(sentences(text, None, |_| ()), expected, "{text}");
        }
    }

    #[test]
    fn c4_keeps_sentences_and_drops_notices() {
        for (line, expected) in [
            ("The mill burned down.[12]", "The mill burned down."),
            ("He said \"so it is\"", "He said \"so it is\""),
        ] {
            for unit in [Unit::Auto, Unit::Space] {
                assert_eq!(c4_line(line, unit, true).as_deref(), Some(expected));
            }
        }
        for line in [
            "The mill burned down",
            "The mill burned ...",
            "Mill burned.",
            &format!("The mill {}.", "x".repeat(1001)),
        ] {
            assert_eq!(c4_line(line, Unit::Auto, true), None, "{line}");
        }
        let long = format!("{}だった。", "長".repeat(1001));
        for line in [
            "नाव शाम को आई।",
            "船は朝に着いた。[3]",
            "「舟だ！」",
            "เรือมาถึงแล้ว?",
            &long,
        ] {
            assert!(c4_line(line, Unit::Auto, true).is_some(), "{line}");
            assert_eq!(c4_line(line, Unit::Space, true), None, "{line}");
        }
        for line in ["यह आई।", "舟。", "He said “so it is.”", "船は朝に着いた」"]
        {
            assert_eq!(c4_line(line, Unit::Auto, true), None, "{line}");
        }
        let text = "Please enable JavaScript to see this.\nThe mill burned down.\nThis mill uses cookies, of course.\nLorem Ipsum {";
        let measures = Meter::new(Settings::default()).measure(text, None);
        assert_eq!((measures.c4_lines, measures.c4_sentences), (0.25, 1.0));
        assert_eq!((measures.lorem_ipsum, measures.curly_brackets), (1.0, 1.0));
        assert_eq!(without_citations("a[1] [b] [edit]c["), "a [b] c[");
    }

    #[test]
    fn the_beginnings_and_ends_of_lines() {
        let text = "- one\n • two…\nthree ...\n\nA longer line that ends as sentences do!\n";
        let measures = Meter::new(Settings::default()).measure(text, None);
        assert_eq!((measures.bullet_lines, measures.ellipsis_lines), (0.4, 0.4));
        assert_eq!((measures.lines, measures.short_lines), (4.0, 0.75));
        assert_eq!(measures.punctuated_lines, 0.5);
    }

    #[test]
    fn lines_and_paragraphs_that_occurred_before() {
        let measures = Meter::new(Settings::default()).measure("one\n\ntwo\ntwo\n\none", None);
        assert_eq!(
            (measures.paragraphs, measures.duplicate_paragraphs),
            (3.0, 1.0 / 3.0)
        );
        assert_eq!(measures.duplicate_paragraph_characters, 3.0 / 17.0);
        assert_eq!(
            (measures.duplicate_lines, measures.duplicate_line_characters),
            (0.5, 6.0 / 17.0)
        );
        assert_eq!(measures.duplicate_line_characters_fineweb, 6.0 / 12.0);
    }

    /// Counts lines and paragraphs that occurred before, directly from the definitions.
    fn slowly(parts: Vec<&str>) -> (usize, usize, usize) {
        let mut seen = std::collections::HashSet::new();
        let again: Vec<_> = parts.iter().filter(|part| !seen.insert(**part)).collect();
        let characters = again.iter().map(|part| part.chars().count()).sum();
        (parts.len(), again.len(), characters)
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_definition(text in "([aé .]|\n|\n\n|Mr\\. |「。|B! ){0,30}") {
            let measures = Meter::new(Settings::default()).measure(&text, None);
            let all = text.chars().count();
            let (lines, again, characters) = slowly(split(&text, 1).collect());
            prop_assert_eq!(measures.duplicate_lines, ratio(again, lines));
            prop_assert_eq!(measures.duplicate_line_characters, ratio(characters, all));
            let trimmed = text.trim_matches(is_space);
            let (paragraphs, again, characters) = slowly(split(trimmed, 2).collect());
            let filled = split(trimmed, 2).filter(|part| !part.chars().all(is_space));
            prop_assert_eq!(measures.paragraphs as usize, filled.count());
            prop_assert_eq!(measures.duplicate_paragraphs, ratio(again, paragraphs));
            prop_assert_eq!(measures.duplicate_paragraph_characters, ratio(characters, all));
            let filled = text.split('\n').filter(|line| !line.chars().all(is_space)).collect();
            let (lines, _, characters) = slowly(filled);
            let line_feeds = text.matches('\n').count();
            prop_assert_eq!(measures.lines as usize, lines);
            prop_assert_eq!(measures.duplicate_line_characters_fineweb, ratio(characters, all - line_feeds));
        }
    }
}
