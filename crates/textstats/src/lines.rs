//! The ends and beginnings of lines, and C4's choice of lines.

use memchr::memmem;

use crate::characters::{ends_sentence, is_letter, is_space};
use crate::measures::Measures;
use crate::ratio;

/// Lines of at most this many characters are short (FineWeb).
const SHORT: usize = 30;

/// Adds the measures of lines. `hashes_per_word` and its like are counts until the words are known.
pub(crate) fn measure(text: &str, measures: &mut Measures) {
    let count = |needle: &str| memmem::find_iter(text.as_bytes(), needle).count() as f64;
    measures.hashes_per_word = count("#");
    measures.ellipses_per_word = count("...") + count("…");
    measures.line_feeds_per_word = count("\n");
    measures.sentences = sentences(text) as f64;
    ends(text, measures);
    fineweb(text, measures);
    c4(text, measures);
}

/// Words before a full stop that do not end a sentence.
const TITLES: [&str; 6] = ["Mr", "Mrs", "Ms", "Dr", "St", "Prof"];

/// The number of sentences of a text.
///
/// A sentence ends behind a character that ends sentences, and the quotation marks and brackets behind it, where white space or the end
/// follows; and at a blank line. It does not end after an initial or a title, nor before a lower-case letter.
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

/// What closes a sentence behind its last mark.
const CLOSING: &str = "\"')]”’»」』）";

/// Whether a sentence ends with an initial or a title, so that its full stop does not end it.
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

/// How Gopher's lines begin and end.
fn ends(text: &str, measures: &mut Measures) {
    let (mut lines, mut bullets, mut ellipses) = (0, 0, 0);
    for line in split_lines(text) {
        lines += 1;
        bullets += usize::from(line.trim_start_matches(is_space).starts_with(['•', '-']));
        let end = line.trim_end_matches(is_space);
        ellipses += usize::from(end.ends_with("...") || end.ends_with('…'));
    }
    measures.bullet_lines = ratio(bullets, lines);
    measures.ellipsis_lines = ratio(ellipses, lines);
}

/// FineWeb's lines: they end at line feeds only, and blank ones do not count.
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

/// The lines between line feeds that are not blank.
pub(crate) fn filled_lines(text: &str) -> impl Iterator<Item = &str> {
    text.split('\n').filter(|line| !line.chars().all(is_space))
}

/// C4's tests of lines and pages (Raffel et al. 2020, section 2.2; the phrases of policies and the longest word are those of its
/// published program).
fn c4(text: &str, measures: &mut Measures) {
    let lower = text.to_ascii_lowercase();
    let (mut lines, mut kept, mut kept_sentences) = (0, 0, 0);
    let (mut lorem_ipsum, mut curly_brackets) = (0, 0);
    for line in split_lines(text) {
        let start = line.as_ptr() as usize - text.as_ptr() as usize;
        let lower = &lower[start..start + line.len()];
        lines += 1;
        lorem_ipsum += usize::from(lower.contains("lorem ipsum"));
        curly_brackets += usize::from(line.contains('{'));
        if let Some(line) = c4_line(line, lower) {
            kept += 1;
            kept_sentences += sentences(&line);
        }
    }
    measures.c4_lines = ratio(kept, lines);
    measures.c4_sentences = kept_sentences as f64;
    measures.lorem_ipsum = lorem_ipsum as f64;
    measures.curly_brackets = curly_brackets as f64;
}

/// Phrases of lines about cookies and terms of use.
const POLICIES: [&str; 6] = [
    "terms of use",
    "privacy policy",
    "cookie policy",
    "uses cookies",
    "use of cookies",
    "use cookies",
];

/// The longest word of a line that C4 keeps, in characters, and the least words of one.
const LONGEST_WORD: usize = 1000;
const LEAST_WORDS: usize = 3;

/// A line as C4 keeps it: without marks of citations. `None` where C4 drops it.
fn c4_line(line: &str, lower: &str) -> Option<String> {
    let line = line.trim_matches(is_space);
    // Citations are removed first, but a line that ends with none of these and with no bracket ends with none without them.
    if !line.ends_with(['.', '?', '!', '"', '\'', ']']) {
        return None;
    }
    let line = without_citations(line);
    if !line.ends_with(['.', '?', '!', '"', '\'']) || line.ends_with("...") {
        return None;
    }
    let mut words = 0;
    for word in line.split(is_space).filter(|word| !word.is_empty()) {
        words += 1;
        if word.len() > LONGEST_WORD && word.chars().count() > LONGEST_WORD {
            return None;
        }
    }
    let is_kept = words >= LEAST_WORDS
        && !lower.contains("javascript")
        && POLICIES.iter().all(|policy| !lower.contains(policy));
    is_kept.then_some(line)
}

/// A line without `[12]`, `[]`, `[edit]` and `[citation needed]`.
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

/// The parts of a text between runs of at least so many line feeds. Parts at the ends may be empty.
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

/// The lines of a text as Python's `splitlines` has them: all line ends of the Unicode Standard end a line.
pub(crate) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (end, length) = line_end(rest).unwrap_or((rest.len(), 0));
        let line = &rest[..end];
        rest = &rest[end + length..];
        Some(line)
    })
}

/// Where the first line ends, and the length of its end.
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
        let lines: Vec<_> = split_lines("a\r\nb\rc\u{85}d\u{2028}\n").collect();
        assert_eq!(lines, ["a", "b", "c", "d", ""]);
        assert_eq!(split_lines("").count(), 0);
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
        let keeps = |line: &str| c4_line(line, &line.to_ascii_lowercase());
        assert_eq!(
            keeps(" The mill burned down.[12] ").as_deref(),
            Some("The mill burned down.")
        );
        assert_eq!(
            keeps("He said \"so it is\"").as_deref(),
            Some("He said \"so it is\"")
        );
        for line in [
            "The mill burned down",
            "The mill burned ...",
            "Mill burned.",
            "Please enable JavaScript to see this.",
            "This mill uses cookies, of course.",
            &format!("The mill {}.", "x".repeat(1001)),
        ] {
            assert_eq!(keeps(line), None, "{line}");
        }
        assert_eq!(without_citations("a[1] [b] [edit]c["), "a [b] c[");
    }

    #[test]
    fn the_beginnings_and_ends_of_lines() {
        let mut measures = Measures::default();
        measure(
            "- one\n • two…\nthree ...\n\nA longer line that ends as sentences do!\n",
            &mut measures,
        );
        assert_eq!((measures.bullet_lines, measures.ellipsis_lines), (0.4, 0.4));
        assert_eq!((measures.lines, measures.short_lines), (4.0, 0.75));
        assert_eq!(measures.punctuated_lines, 0.5);
    }
}
