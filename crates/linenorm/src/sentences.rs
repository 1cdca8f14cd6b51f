//! Normalises sentences instead of lines. A notice that was wrapped differently has different lines
//! but the same sentences. (Kaser & Lemire 2007, section 2.1, tried sentences: bounds were not
//! better, and took longer.)

use crate::{End, Ends, EndsInTurn, Rules, normalise, raw_lines};

/// Calls `each` with every normalised sentence that `rules` keep, and the number, counted from 1,
/// of the line where it begins.
///
/// A sentence ends where Unicode Standard Annex 29 says, except after a title or an initial and
/// before a lower-case letter. A sentence may span lines, but not a blank line, nor the beginning of an item of a list.
pub fn sentences(text: &str, rules: Rules, mut each: impl FnMut(u64, &str)) {
    let mut sentences = Sentences::new(rules);
    sentences.push(text, &mut each);
    sentences.finish(each);
}

/// Calls `each` with the first and last sentences of `text` that `rules` keep, like
/// [`ends`](crate::ends()) for lines.
///
/// Holds only the requested number of last sentences in memory.
pub fn sentence_ends(text: &str, wanted: Ends, rules: Rules, mut each: impl FnMut(End, u64, &str)) {
    let mut ends = EndsInTurn::new(wanted);
    sentences(text, rules, |number, sentence| {
        ends.push(number, sentence, |number, sentence| {
            each(End::Head, number, sentence);
        });
    });
    ends.finish(|number, sentence| each(End::Tail, number, sentence));
}

/// Like [`sentences`](sentences()), for a text that comes in chunks of whole lines.
pub struct Sentences {
    rules: Rules,
    paragraph: Paragraph,
    /// The number of the next line.
    next: u64,
    scratch: String,
}

impl Sentences {
    /// Creates the state at the first line, with the rules that select sentences.
    pub fn new(rules: Rules) -> Self {
        Sentences {
            rules,
            paragraph: Paragraph::default(),
            next: 1,
            scratch: String::new(),
        }
    }

    /// Calls `each` with the sentences of the paragraphs that end in the next chunk.
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

/// The lines of a paragraph, each with a line feed behind it.
#[derive(Default)]
struct Paragraph {
    text: String,
    /// The number of its first line.
    first: u64,
    /// The words at the start of the document, by which the language of a short paragraph is guessed.
    start: tokens::Guess,
}

impl Paragraph {
    fn add(&mut self, number: u64, line: &str) {
        if self.text.is_empty() {
            self.first = number;
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Calls `each` with the sentences and clears the paragraph.
    fn each(&mut self, rules: Rules, scratch: &mut String, each: &mut impl FnMut(u64, &str)) {
        let (mut number, mut joined) = (self.first, String::new());
        self.start.add(&self.text);
        tokens::sentences::of_paragraph(&self.text, &self.start, None, |range| {
            join(&self.text[range.clone()], &mut joined);
            let sentence = normalise(&joined, scratch);
            if rules.keep(sentence) {
                each(number, sentence);
            }
            let feeds = memchr::memchr_iter(b'\n', &self.text.as_bytes()[range]);
            number += feeds.count() as u64;
        });
        self.text.clear();
    }
}

/// Joins the lines of a sentence. Those of scripts written without spaces are joined without a space.
fn join(sentence: &str, joined: &mut String) {
    let spaced = |character: Option<char>| character.is_some_and(|one| !crate::is_wide(one));
    joined.clear();
    for line in sentence.lines() {
        if spaced(joined.chars().next_back()) || !joined.is_empty() && spaced(line.chars().next()) {
            joined.push(' ');
        }
        joined.push_str(line);
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
    fn an_item_of_a_list_keeps_its_number() {
        let text = "1. Buy milk\n2. Buy bread\n   and tar\n3. Go home\n";
        let expected = [
            (1, "1. Buy milk"),
            (2, "2. Buy bread and tar"),
            (4, "3. Go home"),
        ];
        let expected = expected.map(|(number, sentence)| (number, sentence.to_owned()));
        assert_eq!(all(text), expected);
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
