//! Sentences instead of lines: a notice that was wrapped differently has other lines but the same sentences (Kaser &
//! Lemire 2007, section 2.1, tried them: no better bounds, longer times).

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::{End, Ends, EndsInTurn, Rules, normalise, raw_lines};

/// Words that a full stop may follow without ending a sentence, in lower case: titles, and a few abbreviations that
/// rarely end one.
const ABBREVIATIONS: [&str; 24] = [
    "mr", "mrs", "ms", "messrs", "dr", "st", "prof", "rev", "hon", "capt", "col", "gen", "lt",
    "sgt", "vol", "no", "fig", "pp", "cf", "vs", "mme", "mlle", "hr", "nr",
];

/// Calls `each` with every normalised sentence that `rules` keep, and the number, from 1, of the line where it begins.
///
/// A sentence ends where Unicode Standard Annex 29 says, except after a title or an initial and before a lower-case
/// letter. A sentence may span lines, but not a blank line.
pub fn sentences(text: &str, rules: Rules, mut each: impl FnMut(u64, &str)) {
    let mut sentences = Sentences::new(rules);
    sentences.push(text, &mut each);
    sentences.finish(each);
}

/// Calls `each` with the first and the last sentences of `text` that `rules` keep, as [`ends`](crate::ends()) does with lines.
///
/// Memory: as many sentences as are wanted of the last ones.
pub fn sentence_ends(text: &str, wanted: Ends, rules: Rules, mut each: impl FnMut(End, u64, &str)) {
    let mut ends = EndsInTurn::new(wanted);
    sentences(text, rules, |number, sentence| {
        ends.push(number, sentence, |number, sentence| {
            each(End::Head, number, sentence);
        });
    });
    ends.finish(|number, sentence| each(End::Tail, number, sentence));
}

/// [`sentences`](sentences()) of a text that comes in pieces of whole lines.
pub struct Sentences {
    rules: Rules,
    paragraph: Paragraph,
    /// The number of the next line.
    next: u64,
    scratch: String,
}

impl Sentences {
    /// The sentences that `rules` keep.
    pub fn new(rules: Rules) -> Self {
        Sentences {
            rules,
            paragraph: Paragraph::default(),
            next: 1,
            scratch: String::new(),
        }
    }

    /// Calls `each` with the sentences of the paragraphs that end in the next piece.
    pub fn push(&mut self, piece: &str, mut each: impl FnMut(u64, &str)) {
        for raw in raw_lines(piece) {
            let line = raw.trim();
            if line.is_empty() {
                self.paragraph
                    .each(self.rules, &mut self.scratch, &mut each);
            } else {
                self.paragraph.add(self.next, line);
            }
            self.next += 1;
        }
    }

    /// Calls `each` with the sentences of the last paragraph.
    pub fn finish(mut self, mut each: impl FnMut(u64, &str)) {
        self.paragraph
            .each(self.rules, &mut self.scratch, &mut each);
    }
}

/// Calls `each` with the byte range of every sentence of the text, as [`sentences`](sentences()) finds them, with the white space that
/// follows it in its paragraph.
///
/// # Examples
/// ```
/// let text = "Mr. Hall\ncame. He sat.\n\nThen he left";
/// let mut all = Vec::new();
/// linenorm::sentence_ranges(text, |range| all.push(&text[range]));
/// assert_eq!(all, ["Mr. Hall\ncame. ", "He sat.\n", "Then he left"]);
/// ```
pub fn sentence_ranges(text: &str, mut each: impl FnMut(Range<usize>)) {
    let mut paragraph = 0..0;
    let mut pass = |paragraph: Range<usize>| {
        // Line breaks end no sentence; white space of the same length stands for them.
        let flat: String = text[paragraph.clone()].replace(['\n', '\r'], " ");
        let mut start = 0;
        for (at, piece) in flat.split_sentence_bound_indices() {
            let end = at + piece.len();
            if !continues(&flat[start..end], &flat[end..]) {
                each(paragraph.start + start..paragraph.start + end);
                start = end;
            }
        }
    };
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if line.trim().is_empty() {
            pass(paragraph);
            paragraph = at + line.len()..at + line.len();
        } else {
            paragraph.end = at + line.len();
        }
        at += line.len();
    }
    pass(paragraph);
}

/// The lines of a paragraph, joined.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// The offset in `text` at which each line begins, with its number.
    lines: Vec<(usize, u64)>,
}

impl Paragraph {
    fn add(&mut self, number: u64, line: &str) {
        // Lines of scripts written without spaces are joined without one.
        let spaced = |character: Option<char>| character.is_some_and(|one| !crate::is_wide(one));
        if spaced(self.text.chars().next_back())
            || !self.text.is_empty() && spaced(line.chars().next())
        {
            self.text.push(' ');
        }
        self.lines.push((self.text.len(), number));
        self.text.push_str(line);
    }

    /// Calls `each` with the sentences and clears the paragraph.
    fn each(&mut self, rules: Rules, scratch: &mut String, each: &mut impl FnMut(u64, &str)) {
        let mut start = 0;
        let shortened = Shortened::of(&self.text);
        for (at, piece) in shortened.text.split_sentence_bound_indices() {
            let end = shortened.in_whole(at + piece.len());
            if continues(&self.text[start..end], &self.text[end..]) {
                continue;
            }
            let line = self.lines.partition_point(|&(line, _)| line <= start);
            let sentence = normalise(&self.text[start..end], scratch);
            if rules.keep(sentence) {
                each(self.lines[line - 1].1, sentence);
            }
            start = end;
        }
        self.text.clear();
        self.lines.clear();
    }
}

/// A text in which long runs of white space, or of brackets and quotation marks, are cut short. After a full stop the rules look
/// ahead from each character of such a run, which takes quadratic time; how long the run is makes no difference to them, and no
/// sentence ends inside it.
struct Shortened<'a> {
    text: Cow<'a, str>,
    /// For each run, the offset of its end here, and the number of bytes that were left out so far.
    runs: Vec<(usize, usize)>,
}

/// The number of characters of a run that are kept.
const RUN: usize = 16;

impl<'a> Shortened<'a> {
    fn of(whole: &'a str) -> Self {
        let (mut text, mut runs) = (String::new(), Vec::new());
        // The end of what was copied, and the class and length of the run so far.
        let (mut copied, mut class, mut length, mut cut) = (0, None, 0, None);
        let mut left_out = 0;
        for (at, character) in whole.char_indices().chain([(whole.len(), 'a')]) {
            let next = Class::of(character);
            if next.is_some() && next == class {
                length += 1;
                if length > RUN && cut.is_none() {
                    cut = Some(at);
                }
                continue;
            }
            if let Some(from) = cut.take() {
                text.push_str(&whole[copied..from]);
                copied = at;
                left_out += at - from;
                runs.push((text.len(), left_out));
            }
            (class, length) = (next, 1);
        }
        if runs.is_empty() {
            return Shortened {
                text: Cow::Borrowed(whole),
                runs,
            };
        }
        text.push_str(&whole[copied..]);
        Shortened {
            text: Cow::Owned(text),
            runs,
        }
    }

    /// The offset in the whole text of one in the shortened text.
    fn in_whole(&self, offset: usize) -> usize {
        let runs = self.runs.partition_point(|&(end, _)| end <= offset);
        match runs.checked_sub(1) {
            Some(last) => offset + self.runs[last].1,
            None => offset,
        }
    }
}

/// A class of characters that may follow a full stop in its sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Sp of Unicode Standard Annex 29: white space that ends no line.
    Space,
    /// Close of Unicode Standard Annex 29: brackets and quotation marks.
    Close,
}

impl Class {
    #[rustfmt::skip]
    fn of(character: char) -> Option<Self> {
        match character {
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => None,
            _ if character.is_whitespace() => Some(Class::Space),
            '"' | '\'' | '(' | ')' | '[' | ']' | '{' | '}' | '\u{AB}' | '\u{BB}' | '\u{F3A}'..='\u{F3D}'
            | '\u{169B}' | '\u{169C}' | '\u{2018}'..='\u{201F}' | '\u{2039}' | '\u{203A}'
            | '\u{2045}' | '\u{2046}' | '\u{207D}' | '\u{207E}' | '\u{208D}' | '\u{208E}'
            | '\u{2308}'..='\u{230B}' | '\u{2329}' | '\u{232A}' | '\u{275B}'..='\u{2760}'
            | '\u{2768}'..='\u{2775}' | '\u{27C5}' | '\u{27C6}' | '\u{27E6}'..='\u{27EF}'
            | '\u{2983}'..='\u{2998}' | '\u{29D8}'..='\u{29DB}' | '\u{29FC}' | '\u{29FD}'
            | '\u{2E00}'..='\u{2E0D}' | '\u{2E1C}' | '\u{2E1D}' | '\u{2E20}'..='\u{2E29}' | '\u{2E42}'
            | '\u{2E55}'..='\u{2E5C}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301B}'
            | '\u{301D}'..='\u{301F}' | '\u{FD3E}' | '\u{FD3F}' | '\u{FE17}' | '\u{FE18}'
            | '\u{FE35}'..='\u{FE44}' | '\u{FE47}' | '\u{FE48}' | '\u{FE59}'..='\u{FE5E}' | '\u{FF08}'
            | '\u{FF09}' | '\u{FF3B}' | '\u{FF3D}' | '\u{FF5B}' | '\u{FF5D}' | '\u{FF5F}' | '\u{FF60}'
            | '\u{FF62}' | '\u{FF63}' => Some(Class::Close),
            _ => None,
        }
    }
}

/// Whether the break after `piece` is not the end of a sentence: a lower-case letter follows, or the full stop belongs
/// to a title or an initial.
fn continues(piece: &str, rest: &str) -> bool {
    let Some(next) = rest.chars().next() else {
        return false;
    };
    if next.is_lowercase() {
        return true;
    }
    let Some(before) = piece.trim_end().strip_suffix('.') else {
        return false;
    };
    let word = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    let mut letters = word.chars();
    match (letters.next(), letters.next()) {
        // "I" is a word.
        (Some(initial), None) => initial.is_uppercase() && initial != 'I',
        _ => ABBREVIATIONS
            .iter()
            .any(|known| word.eq_ignore_ascii_case(known)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<(u64, String)> {
        let rules = Rules {
            min_chars: 1,
            keep_trivial: false,
        };
        let mut all = Vec::new();
        sentences(text, rules, |number, sentence| {
            all.push((number, sentence.to_owned()));
        });
        all
    }

    #[test]
    fn lines_of_a_paragraph_belong_together() {
        let text = "Rain fell on the\r\n   roof.  It fell\nall night\n\nNo stop here\n\n\"Who?\" he asked. I\nwas it.";
        assert_eq!(
            all(text),
            [
                (1, "Rain fell on the roof.".to_owned()),
                (2, "It fell all night".to_owned()),
                (5, "No stop here".to_owned()),
                (7, "\"Who?\" he asked.".to_owned()),
                (7, "I was it.".to_owned()),
            ]
        );
    }

    #[test]
    fn a_title_or_an_initial_ends_no_sentence() {
        let text = "Mr. J. S. Mill met Dr. Hall. So did I. Then they left.";
        let sentences: Vec<String> = all(text)
            .into_iter()
            .map(|(_, sentence)| sentence)
            .collect();
        assert_eq!(
            sentences,
            [
                "Mr. J. S. Mill met Dr. Hall.",
                "So did I.",
                "Then they left."
            ]
        );
        assert_eq!(all("It was no.\n\nMr.").len(), 2);
    }

    #[test]
    fn a_long_run_after_a_full_stop_makes_no_difference_to_where_sentences_end() {
        // As the rules alone have it, in a text short enough for them.
        let plain = |text: &str| -> Vec<usize> {
            let pieces = text.split_sentence_bound_indices();
            pieces.map(|(at, piece)| at + piece.len()).collect()
        };
        let shortened = |text: &str| -> Vec<usize> {
            let short = Shortened::of(text);
            assert!(short.text.len() < text.len());
            let pieces = short.text.split_sentence_bound_indices();
            pieces
                .map(|(at, piece)| short.in_whole(at + piece.len()))
                .collect()
        };
        for run in [" ", "\t\u{3000}", ")", "\u{bb}\"'", "("] {
            for (before, after) in [
                ("One.", "two. Three"),
                ("One.", "Two. Three"),
                ("One.", ". Two"),
                ("One", " Two."),
                ("One!", ""),
                ("One. ", "7 two"),
                ("", "One."),
            ] {
                let long = run.repeat(40);
                let text = format!("{before}{long}{after} {before}{long}{long}{after}");
                assert_eq!(shortened(&text), plain(&text), "{text}");
            }
        }
    }

    #[test]
    fn other_scripts_have_other_stops() {
        let text = "雨が屋根に降った。一晩\n中降った。";
        let sentences: Vec<String> = all(text)
            .into_iter()
            .map(|(_, sentence)| sentence)
            .collect();
        assert_eq!(sentences, ["雨が屋根に降った。", "一晩中降った。"]);
    }

    #[test]
    fn ends_are_the_first_and_last_ones() {
        let text = "One is here. Two is here. Three is here. Four is here.";
        let rules = Rules {
            min_chars: 1,
            keep_trivial: false,
        };
        for (head, tail, expected) in [
            (1, 1, vec!["One", "Four"]),
            (3, 3, vec!["One", "Two", "Three", "Four"]),
            (0, 2, vec!["Three", "Four"]),
        ] {
            let mut found = Vec::new();
            sentence_ends(text, Ends { head, tail }, rules, |_, _, sentence| {
                found.push(sentence.split(' ').next().unwrap().to_owned());
            });
            assert_eq!(found, expected);
        }
    }
}
