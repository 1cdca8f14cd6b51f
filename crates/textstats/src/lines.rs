//! Measures the ends and beginnings of lines, and the lines that C4 keeps.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;

use crate::characters::{ends_sentence, is_letter, is_space};
use crate::measures::Measures;
use crate::ratio;

/// The maximum length in characters of a short line (FineWeb).
const SHORT: usize = 30;

/// The characters that end the lines of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// Line feeds only; the text has no others.
    LineFeeds,
    /// All line ends of the Unicode Standard.
    All,
}

/// Adds the measures of lines. `hashes_per_word` and similar fields are counts until the number of
/// words is known.
pub(crate) fn measure(text: &str, line_ends: LineEnds, measures: &mut Measures) {
    let count = |needle: &str| memmem::find_iter(text.as_bytes(), needle).count() as f64;
    measures.hashes_per_word = count("#");
    measures.ellipses_per_word = count("...") + count("…");
    measures.line_feeds_per_word = count("\n");
    measures.sentences = sentences(text) as f64;
    ends(text, line_ends, measures);
    fineweb(text, measures);
    c4(text, line_ends, measures);
}

/// Titles whose full stop does not end a sentence.
const TITLES: [&str; 6] = ["Mr", "Mrs", "Ms", "Dr", "St", "Prof"];

/// Counts the sentences of a text.
///
/// A sentence ends after a sentence-ending character, including the quotation marks and brackets
/// after it, if white space or the end of the text follows. It also ends at a blank line. It does
/// not end after an initial or a title, nor before a lower-case letter.
fn sentences(text: &str) -> usize {
    split(text.trim_matches(is_space), 2)
        .map(in_paragraph)
        .sum()
}

fn in_paragraph(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_ascii = text.is_ascii();
    let may_end = |byte: &u8| !byte.is_ascii() || matches!(byte, b'.' | b'?' | b'!');
    let next = |from: usize| match is_ascii {
        true => memchr::memchr3(b'.', b'?', b'!', &bytes[from..]),
        false => bytes[from..].iter().position(may_end),
    };
    let (mut number, mut from, mut at) = (0, 0, 0);
    while let Some(further) = next(at) {
        at += further;
        let one = text[at..].chars().next().expect("a character begins here");
        let mark = at;
        at += one.len_utf8();
        if !ends_sentence(one) {
            continue;
        }
        let rest =
            text[at..].trim_start_matches(|one: char| ends_sentence(one) || CLOSING.contains(one));
        at = text.len() - rest.len();
        if one.is_ascii() && !rest.is_empty() && !rest.starts_with(is_space) {
            continue;
        }
        let next = rest.trim_start_matches(is_space);
        let goes_on = next.starts_with(char::is_lowercase)
            || one == '.' && is_abbreviation(&text[from..mark]);
        if !goes_on {
            number += 1;
            from = at;
        }
    }
    number + usize::from(text[from..].chars().any(is_letter))
}

/// Characters that close a sentence after its last mark.
const CLOSING: &str = "\"')]”’»」』）";

/// Whether a sentence ends with an initial or a title, whose full stop does not end it.
fn is_abbreviation(sentence: &str) -> bool {
    let start = sentence.rfind(|one: char| !is_letter(one));
    let word = match start {
        Some(start) => sentence[start..].trim_start_matches(|one: char| !is_letter(one)),
        None => sentence,
    };
    let mut letters = word.chars();
    let is_initial = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    is_initial || TITLES.contains(&word)
}

/// Measures the beginnings and ends of lines (Gopher).
fn ends(text: &str, line_ends: LineEnds, measures: &mut Measures) {
    let (mut lines, mut bullets, mut ellipses) = (0, 0, 0);
    for line in split_lines(text, line_ends) {
        lines += 1;
        bullets += usize::from(line.trim_start_matches(is_space).starts_with(['•', '-']));
        let end = line.trim_end_matches(is_space);
        ellipses += usize::from(end.ends_with("...") || end.ends_with('…'));
    }
    measures.bullet_lines = ratio(bullets, lines);
    measures.ellipsis_lines = ratio(ellipses, lines);
}

/// Measures lines as FineWeb does: they end only at line feeds, and blank lines do not count.
fn fineweb(text: &str, measures: &mut Measures) {
    let (mut lines, mut characters, mut short, mut punctuated) = (0, 0, 0, 0);
    for line in filled_lines(text) {
        let length = line.chars().count();
        lines += 1;
        characters += length;
        short += usize::from(length <= SHORT);
        punctuated += usize::from(line.ends_with(ends_sentence));
    }
    measures.lines = lines as f64;
    measures.mean_line_length = ratio(characters, lines);
    measures.short_lines = ratio(short, lines);
    measures.punctuated_lines = ratio(punctuated, lines);
}

/// Returns the lines between line feeds that are not blank.
pub(crate) fn filled_lines(text: &str) -> impl Iterator<Item = &str> {
    split_at_line_feeds(text).filter(|line| !line.chars().all(is_space))
}

/// Applies C4's tests of lines and pages (Raffel et al. 2020, section 2.2). The phrases of policies
/// and the longest word come from its published program.
fn c4(text: &str, line_ends: LineEnds, measures: &mut Measures) {
    let (mut lines, mut kept, mut kept_sentences) = (0, 0, 0);
    let (mut lorem_ipsum, mut curly_brackets) = (0, 0);
    let notices = Notices::of(text);
    for line in split_lines(text, line_ends) {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let found = notices.in_line(start..start + line.len());
        lines += 1;
        lorem_ipsum += usize::from(found.lorem_ipsum);
        curly_brackets += usize::from(memchr::memchr(b'{', line.as_bytes()).is_some());
        if let Some(line) = c4_line(line).filter(|_| !found.policy) {
            kept += 1;
            kept_sentences += sentences(&line);
        }
    }
    measures.c4_lines = ratio(kept, lines);
    measures.c4_sentences = kept_sentences as f64;
    measures.lorem_ipsum = lorem_ipsum as f64;
    measures.curly_brackets = curly_brackets as f64;
}

/// Phrases in lines about scripts, cookies and terms of use.
const POLICIES: [&str; 7] = [
    "javascript",
    "terms of use",
    "privacy policy",
    "cookie policy",
    "uses cookies",
    "use of cookies",
    "use cookies",
];

/// The positions of C4's phrases in a text.
struct Notices {
    /// The start of each policy's phrase.
    policies: Vec<usize>,
    /// The start of each "lorem ipsum".
    lorem_ipsum: Vec<usize>,
}

/// The phrases that a line contains.
struct InLine {
    policy: bool,
    lorem_ipsum: bool,
}

impl Notices {
    fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let starts = |phrase: &str| memmem::find_iter(lower.as_bytes(), phrase).collect();
        let mut policies: Vec<usize> = POLICIES
            .iter()
            .flat_map(|phrase| -> Vec<usize> { starts(phrase) })
            .collect();
        policies.sort_unstable();
        Notices {
            policies,
            lorem_ipsum: starts("lorem ipsum"),
        }
    }

    /// Returns the phrases in a line. A phrase never contains a line end, so it belongs to the line
    /// in which it starts.
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

/// Returns a line that C4 keeps, without marks of citations and not yet tested for phrases of
/// policies; `None` if C4 drops it.
fn c4_line(line: &str) -> Option<Cow<'_, str>> {
    let line = line.trim_matches(is_space);
    // Citations are removed first. But a line that ends with none of these characters and with no
    // bracket also fails after that.
    if !line.ends_with(['.', '?', '!', '"', '\'', ']']) {
        return None;
    }
    let line = match memchr::memchr(b'[', line.as_bytes()) {
        Some(_) => Cow::Owned(without_citations(line)),
        None => Cow::Borrowed(line),
    };
    if !line.ends_with(['.', '?', '!', '"', '\'']) || line.ends_with("...") {
        return None;
    }
    let is_long = |word: &str| word.len() > LONGEST_WORD && word.chars().count() > LONGEST_WORD;
    // A line shorter than the longest word is not tested for long words, and only the minimum
    // number of words is counted.
    let words = line.split(is_space).filter(|word| !word.is_empty());
    let has_long = line.len() > LONGEST_WORD && words.clone().any(is_long);
    (!has_long && words.take(LEAST_WORDS).count() == LEAST_WORDS).then_some(line)
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

/// Returns the parts of a text between runs of at least `least` line feeds. The first and last part
/// may be empty.
pub(crate) fn split(text: &str, least: usize) -> impl Iterator<Item = &str> {
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

/// Returns the parts of a text between line feeds.
fn split_at_line_feeds(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let part = rest?;
        let end = memchr::memchr(b'\n', part.as_bytes());
        rest = end.map(|end| &part[end + 1..]);
        Some(&part[..end.unwrap_or(part.len())])
    })
}

/// Returns the lines of a text like Python's `splitlines`.
fn split_lines(text: &str, line_ends: LineEnds) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let found = match line_ends {
            LineEnds::LineFeeds => memchr::memchr(b'\n', rest.as_bytes()).map(|end| (end, 1)),
            LineEnds::All => line_end(rest),
        };
        let (end, length) = found.unwrap_or((rest.len(), 0));
        let line = &rest[..end];
        rest = &rest[end + length..];
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
    use super::*;

    #[test]
    fn lines_end_in_many_ways() {
        let lines: Vec<_> = split_lines("a\r\nb\rc\u{85}d\u{2028}\n", LineEnds::All).collect();
        assert_eq!(lines, ["a", "b", "c", "d", ""]);
        assert_eq!(split_lines("", LineEnds::All).count(), 0);
        let text = "\na\n\nb";
        let all: Vec<_> = split_lines(text, LineEnds::All).collect();
        let line_feeds: Vec<_> = split_lines(text, LineEnds::LineFeeds).collect();
        assert_eq!(all, line_feeds);
    }

    #[test]
    fn sentences_of_many_kinds() {
        for (text, expected) in [
            ("", 0),
            ("...", 1),
            ("One. Two! Three?", 3),
            ("Mr. J. Miller came (late.) He left.", 2),
            ("Version 1.5 is out, e.g. here", 1),
            ("A heading\n\nA sentence that\ngoes on. ", 2),
            ("「はい。」それから帰った。", 2),
            ("«Ça va?» dit-elle. Rien.", 2),
        ] {
            assert_eq!(sentences(text), expected, "{text}");
        }
    }

    #[test]
    fn c4_keeps_sentences_and_drops_notices() {
        for (line, expected) in [
            (" The mill burned down.[12] ", "The mill burned down."),
            ("He said \"so it is\"", "He said \"so it is\""),
        ] {
            assert_eq!(c4_line(line).as_deref(), Some(expected));
        }
        for line in [
            "The mill burned down",
            "The mill burned ...",
            "Mill burned.",
            &format!("The mill {}.", "x".repeat(1001)),
        ] {
            assert_eq!(c4_line(line), None, "{line}");
        }
        let mut measures = Measures::default();
        let text = "Please enable JavaScript to see this.\nThe mill burned down.\nThis mill uses cookies, of course.\nLorem Ipsum {";
        c4(text, LineEnds::LineFeeds, &mut measures);
        assert_eq!((measures.c4_lines, measures.c4_sentences), (0.25, 1.0));
        assert_eq!((measures.lorem_ipsum, measures.curly_brackets), (1.0, 1.0));
        assert_eq!(without_citations("a[1] [b] [edit]c["), "a [b] c[");
    }

    #[test]
    fn the_beginnings_and_ends_of_lines() {
        let mut measures = Measures::default();
        let text = "- one\n • two…\nthree ...\n\nA longer line that ends as sentences do!\n";
        measure(text, LineEnds::LineFeeds, &mut measures);
        assert_eq!((measures.bullet_lines, measures.ellipsis_lines), (0.4, 0.4));
        assert_eq!((measures.lines, measures.short_lines), (4.0, 0.75));
        assert_eq!(measures.punctuated_lines, 0.5);
    }
}
