//! Notices that the documents of a library begin and end with, though no line of them is frequent: each has the title of its document in
//! it, or is short.
//!
//! The phrases of the outermost lines are counted from document to document: three words next to each other, and two words of the first
//! few lines. The start and the end of a line count as words. A line is of a notice if it has phrases of at least four words that
//! enough documents have, whatever stands between them. If something does, a line of the notice must speak of an edition of a text.

use linenorm::{Rules, key, normalise};

use crate::best::comments::looks_like_code;
use crate::best::line::Side;
use crate::best::templates::{Word, pair, words};
use crate::constants::{
    FEW_DOCUMENTS, LEARNED_DOCUMENTS, LEAST_PART, LEAST_PHRASE, MAX_NOTICE_LINES, MAX_PHRASES,
    MAX_SLOT, MAX_WORDS_OF_LINE, MIN_CLOSING_LINES, MIN_DOCUMENT_SHARE, MIN_DOCUMENTS,
    MIN_LINES_BEYOND, NEAREST_LINES, PHRASE_SHARES, SAMPLED_DOCUMENTS, SEEN_LINES, SHARE_OF_PAIR,
};
use crate::document_counts::DocumentCounts;
use crate::heading::heading;
use crate::rights;

/// The outermost lines of a document at one end, without blank ones, the outermost first.
#[derive(Debug, Clone, Default)]
pub struct Outermost(Vec<OuterLine>);

#[derive(Debug, Clone)]
struct OuterLine {
    /// The number of the line, from 1.
    number: u64,
    /// Whether a blank line, or nothing, is on its inner side.
    is_apart: bool,
    /// Whether it is of the text: a heading, code, or a long paragraph.
    is_text: bool,
    is_short: bool,
    raw: Box<str>,
    words: Vec<Word>,
}

/// The start and the end of a line, as words.
const EDGE: u64 = 3;

impl Outermost {
    /// Reads the outermost lines at one end. `inwards` are the lines of a document with their numbers, the outermost first.
    pub fn of<'a>(inwards: impl Iterator<Item = (u64, &'a str)>, side: Side, rules: Rules) -> Self {
        let mut found: Vec<OuterLine> = Vec::new();
        let (mut scratch, mut before, mut code) = (String::new(), "", 0);
        for (number, raw) in inwards {
            let is_blank = raw.trim().is_empty();
            if let Some(last) = found.last_mut() {
                last.is_apart |= is_blank;
                // A line of signs underlines a heading of the text.
                last.is_text |= side == Side::Head && heading(before, raw).is_some();
            }
            if found.len() == SEEN_LINES {
                break;
            }
            if !is_blank {
                let line = normalise(raw, &mut scratch);
                let mut all = Vec::new();
                line.split(' ').for_each(|word| match word.contains("://") {
                    true => all.push(Word::of_address(word)),
                    false => words(word, &mut all),
                });
                let is_heading = side == Side::Tail && heading(raw, before).is_some();
                let is_field = key(line).is_some();
                let is_text = is_heading
                    || is_field
                    || is_of_markup(raw.trim_start())
                    || all.len() > MAX_WORDS_OF_LINE;
                code += usize::from(looks_like_code(line));
                if is_text {
                    all.clear();
                }
                found.push(OuterLine {
                    number,
                    is_apart: false,
                    is_text,
                    is_short: rules.is_trivial(line),
                    raw: raw.into(),
                    words: all,
                });
            }
            before = raw;
        }
        if 4 * code > found.len() {
            found.clear();
        }
        Outermost(found)
    }

    /// The hashes of the phrases of the lines.
    fn phrases(&self) -> Vec<u64> {
        let mut all = Vec::new();
        for (at, line) in self.0.iter().enumerate() {
            line.each_phrase(|phrase, of| {
                if of == 3 || at < NEAREST_LINES {
                    all.push(phrase);
                }
            });
        }
        all
    }
}

impl OuterLine {
    /// The word at a place, from 0 for the start of the line to the number of words and one for its end.
    fn word(&self, at: usize) -> u64 {
        let word = at.checked_sub(1).and_then(|at| self.words.get(at));
        word.map_or(EDGE, |word| word.folded)
    }

    /// Calls `each` with the hash of each phrase and the number of its words. The phrases come in the order of their last words.
    fn each_phrase(&self, mut each: impl FnMut(u64, usize)) {
        if self.words.is_empty() {
            return;
        }
        for last in 1..=self.words.len() + 1 {
            let two = pair(self.word(last - 1), self.word(last));
            each(two, 2);
            if last > 1 {
                each(pair(self.word(last - 2), two), 3);
            }
        }
    }
}

/// Whether a line begins with a sign of markup or of a comment, and not with a word, or says where a link of Markdown leads. Words may
/// be in brackets, quotation marks or tags.
fn is_of_markup(line: &str) -> bool {
    let mut signs = line.chars();
    let first = signs.next().unwrap_or(' ');
    let is_around = "[(<*_\"'".contains(first) && signs.next().is_some_and(|next| next != ' ');
    !(first.is_alphanumeric() || !first.is_ascii() || is_around)
        || first == '[' && line.contains("]: ")
}

/// What is known of a line.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    /// The size of its known phrases without numbers, in half words.
    size: usize,
    /// The size of its other words.
    others: usize,
    /// Whether a known phrase begins or ends it.
    is_anchored: bool,
}

impl Known {
    /// Whether the line is of a notice by itself.
    fn is_instance(self) -> bool {
        self.size >= LEAST_PHRASE && self.others <= 2 * self.size + MAX_SLOT
    }

    /// Whether the line is of a notice if others are: all of it is known, or, in a block with other lines, two words or more at its start
    /// or end. A line that begins a block may be the title of the text.
    fn is_part(self, begins_block: bool) -> bool {
        let is_joined = self.is_anchored && self.others <= 2 * self.size && !begins_block;
        self.is_instance() || self.size >= LEAST_PART && (self.others == 0 || is_joined)
    }
}

/// The counts of the phrases at both ends of the documents so far.
#[derive(Debug, Default)]
pub struct Phrases {
    documents: u64,
    ends: [DocumentCounts; 2],
}

impl Phrases {
    /// Counts the phrases of the next document. Of many documents, some are enough.
    pub fn learn(&mut self, ends: &[Outermost; 2]) {
        self.documents += 1;
        if self.documents > LEARNED_DOCUMENTS && !self.documents.is_multiple_of(SAMPLED_DOCUMENTS) {
            return;
        }
        for (counts, end) in self.ends.iter_mut().zip(ends) {
            counts.learn(end.phrases(), MAX_PHRASES);
        }
    }

    /// Returns the innermost line of the notice at an end.
    pub fn find(&self, end: &Outermost, side: Side) -> Option<u64> {
        let counts = &self.ends[side as usize];
        // A phrase that few documents have must be longer.
        PHRASE_SHARES
            .into_iter()
            .find_map(|(share, least)| notice(end, counts, share, least))
    }
}

/// The lines of a notice from the end of the document on.
#[derive(Debug, Clone, Copy, Default)]
struct Run {
    /// The number of its outermost lines, others between them included.
    lines: usize,
    /// A bit for each of those with known phrases, and the number of those among them that are long or have other words.
    parts: u32,
    long: usize,
    /// The size of their known phrases, in half words.
    size: usize,
    /// Whether one of them is of a notice by itself, and long.
    is_sure: bool,
    /// Whether one of them has other words.
    has_slot: bool,
}

/// Returns the innermost line of a notice whose phrases this share of the documents have. They must be of this size.
fn notice(end: &Outermost, counts: &DocumentCounts, share: f64, least: usize) -> Option<u64> {
    let lines = end.0.iter().enumerate();
    let known = lines.map(|(at, line)| known(line, at < NEAREST_LINES, counts, share));
    let known: Vec<Known> = known.collect();
    let has_blank = end.0.iter().any(|line| line.is_apart);
    let (mut run, mut found, mut others) = (Run::default(), Run::default(), 0);
    let mut begins_block = false;
    for (line, known) in end.0.iter().zip(&known) {
        run.lines += 1;
        others = if known.is_part(begins_block) {
            0
        } else {
            others + 1
        };
        begins_block = line.is_apart;
        // One line between two may be a title.
        if line.is_text || others > 1 {
            break;
        }
        if others > 0 {
            continue;
        }
        run.parts |= 1 << (run.lines - 1);
        run.long += usize::from(!line.is_short || known.others > 0);
        run.size += known.size;
        run.is_sure |= known.is_instance() && !line.is_short;
        run.has_slot |= known.others > 0;
        if line.is_apart || !has_blank {
            found = run;
        }
    }
    let beyond = known.get(found.lines..)?.iter();
    let beyond: Vec<&Known> = beyond.take(found.lines.max(MIN_LINES_BEYOND)).collect();
    // Lists and records go on alike.
    let alike = beyond.iter().filter(|known| known.is_part(false)).count();
    let is_enough = found.is_sure
        || found.parts.count_ones() as usize >= MIN_CLOSING_LINES
            && (found.long > 0 || share > MIN_DOCUMENT_SHARE);
    // Tales, letters, reports and judgements begin and end alike, too, with other names in their sentences.
    let is_repeated = !found.has_slot && counts.documents() > MIN_DOCUMENTS;
    // The search for words takes longer than all of this, so few lines are searched.
    let speaks = || {
        let mut parts = (0..found.lines).filter(|at| found.parts >> at & 1 == 1);
        parts.any(|at| rights::speaks_of_edition(&end.0[at].raw))
    };
    let is_notice = (1..=MAX_NOTICE_LINES).contains(&found.lines)
        && is_enough
        && found.size >= least
        && beyond.len() > 1
        && 4 * alike <= beyond.len()
        && (is_repeated || speaks());
    is_notice.then(|| end.0[found.lines - 1].number)
}

/// Finds the known phrases of a line.
fn known(line: &OuterLine, is_near: bool, counts: &DocumentCounts, share: f64) -> Known {
    let mut is_known = vec![false; line.words.len() + 2];
    let documents = match share > MIN_DOCUMENT_SHARE {
        true => FEW_DOCUMENTS,
        false => MIN_DOCUMENTS + 1,
    };
    let mut last = 0;
    line.each_phrase(|phrase, of| {
        last += usize::from(of == 2);
        let least = match of {
            2 if is_near => SHARE_OF_PAIR.max(share),
            2 => return,
            _ => share,
        };
        if counts.has(phrase, documents, least) {
            is_known[last + 1 - of..=last].fill(true);
        }
    });
    let mut found = Known {
        is_anchored: is_known[0] || is_known[line.words.len() + 1],
        ..Known::default()
    };
    for (word, is_known) in line.words.iter().zip(&is_known[1..]) {
        match is_known {
            true => found.size += word.size_of_text(),
            false => found.others += word.size_of_text().max(1),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of lines that are cut at both ends of each text, all of which are known.
    fn cut(texts: &[String]) -> Vec<[usize; 2]> {
        let ends = texts.iter().map(|text| {
            let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
            let head = lines.iter().copied();
            let tail = lines.iter().rev().copied();
            let rules = Rules::default();
            [
                Outermost::of(head, Side::Head, rules),
                Outermost::of(tail, Side::Tail, rules),
            ]
        });
        let ends: Vec<[Outermost; 2]> = ends.collect();
        let mut phrases = Phrases::default();
        ends.iter().for_each(|ends| phrases.learn(ends));
        let all = texts.iter().zip(&ends).map(|(text, [head, tail])| {
            let first = phrases.find(head, Side::Head).unwrap_or(0);
            let after = text.lines().count() as u64 + 1;
            let last = after - phrases.find(tail, Side::Tail).unwrap_or(after);
            [first as usize, last as usize]
        });
        all.collect()
    }

    /// Returns a number in letters.
    fn name(number: usize) -> String {
        let digits = number.to_string();
        let letters = digits.bytes().map(|one| char::from(one - b'0' + b'a'));
        format!("Q{}", letters.collect::<String>())
    }

    fn tale(at: usize) -> String {
        let line = |n: usize| {
            format!(
                "{0} {1} tars {0}{1} and {1}{0}.\n\n",
                name(at * 7 + n),
                name(n)
            )
        };
        format!("{}\n\n{}", name(at), (0..6).map(line).collect::<String>())
    }

    fn library(count: usize, text: impl Fn(usize) -> String) -> Vec<[usize; 2]> {
        cut(&(0..count).map(text).collect::<Vec<_>>())
    }

    #[test]
    fn notices_with_a_title_in_each_line() {
        let text = |at: usize| {
            format!(
                "The text of {0} was put on this shelf by {1} North\n\n{2}{0} was proofread for errors at the quay by {1}.\n",
                name(at),
                name(at + 1),
                tale(at)
            )
        };
        for count in [4, 20, 1200] {
            assert!(
                library(count, text).iter().all(|cut| *cut == [1, 1]),
                "{count}"
            );
        }
        assert!(library(3, text).iter().all(|cut| *cut == [0, 0]));
        // A second style, of one in four, and texts without a notice.
        let styles = |at: usize| match at % 4 {
            0 => format!(
                "Typed by {} at the mill near the weir\n\n{}",
                name(at),
                tale(at)
            ),
            1 => tale(at),
            _ => text(at),
        };
        for (at, cut) in library(80, styles).into_iter().enumerate() {
            assert_eq!(cut, [[1, 0], [0, 0], [1, 1], [1, 1]][at % 4], "{at}");
        }
    }

    #[test]
    fn sentences_that_begin_and_end_alike_stay() {
        for (first, last) in [
            (
                "Once there was a boat of tin that belonged to _ at the weir.",
                "And _ and the boat stayed at the weir.",
            ),
            (
                "The man of the boat, _, was found guilty of tarring a goat.",
                "For these reasons the appeal of _ is dismissed.",
            ),
            (
                "Dear _,\n\nThank you very much for your letter about the boat of _.",
                "Yours sincerely,\n_ North",
            ),
            (
                "_ was born at the weir, and sold boats of tin to _.",
                "_ died at the weir, and was buried at the mill.",
            ),
        ] {
            let text = |at: usize| {
                let named = |line: &str| line.replace('_', &name(at));
                format!("{}\n\n{}{}\n", named(first), tale(at), named(last))
            };
            for count in [4, 8, 200] {
                assert!(
                    library(count, text).iter().all(|cut| *cut == [0, 0]),
                    "{first} {count}"
                );
            }
        }
    }

    #[test]
    fn notices_of_short_lines() {
        let short = |above: &str, below: &str| {
            library(20, |at| {
                let named = |lines: &str| lines.replace('_', &name(at));
                format!("{}\n{}{}", named(above), tale(at), named(below))
            })[7]
        };
        assert_eq!(
            short(
                "The Quay Shelf\nFree to read\n",
                "Quay Shelf\nWrite to us\n"
            ),
            [2, 2]
        );
        assert_eq!(short("_\nfrom the Quay Shelf\ntyped by _\n", ""), [3, 0]);
        assert_eq!(
            short(
                "\u{5cb8}\u{8fb9}\u{4e66}\u{67b6}\n\u{514d}\u{8d39}\u{9605}\u{8bfb}\n",
                ""
            ),
            [2, 0]
        );
        // A heading, one short line, a list that goes on, fields, a title that begins like others, and a block that the text goes on in.
        for other in [
            "The Boats\n",
            "# About this text of the Quay Shelf\n",
            "About this text of the shelf\n====\n",
            "* Mend the boats of the Quay Shelf\n",
            "Shelf: the Quay Shelf\nState: free to read\n",
            "The boats and quays of _\n",
            "Once there was a ferryman who had two boats\nof tin, and _ had none of them, nor of\noak or _, and so\n_ _\n",
        ] {
            assert_eq!(short(other, "")[0], 0, "{other}");
        }
        let row = |at: usize| format!("He sold two boats of tin to {}\n", name(at));
        let rows = |at: usize| (0..16).map(|row_at| row(at + row_at)).collect::<String>();
        let all = library(20, |at| format!("{}\n{}", rows(at), tale(at)));
        assert_eq!(all[7], [0, 0]);
        // Copies of one text.
        assert_eq!(
            library(20, |_| format!("The shelf is free to read\n\n{}", tale(3)))[7],
            [0, 0]
        );
    }
}
