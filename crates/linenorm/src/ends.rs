//! Selects the first and last lines of a document (Kaser & Lemire 2007, algorithm 1: p_max and
//! e_max).

use std::collections::VecDeque;

use memchr::{memchr, memchr_iter, memrchr};

use crate::{Rules, normalise, raw_lines};

/// An end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The first lines.
    Head,
    /// The last lines.
    Tail,
}

/// The number of lines to take at each end, not counting trivial ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ends {
    /// The number of first lines.
    pub head: usize,
    /// The number of last lines.
    pub tail: usize,
}

/// A line that was kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptLine<'a> {
    /// The number of the raw line, counted from 1.
    pub number: u64,
    /// The byte offset of the raw line in the text.
    pub start: usize,
    /// The normalised line.
    pub line: &'a str,
}

impl KeptLine<'_> {
    /// Returns the raw line in `text`, which must be the line's text, without the line end (LF or
    /// CR LF).
    pub fn original<'t>(&self, text: &'t str) -> &'t str {
        let rest = &text[self.start..];
        let line = &rest[..memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len())];
        line.strip_suffix('\r').unwrap_or(line)
    }
}

/// Calls `each` with the first and last lines of `text` that `rules` keep, in order, each with its end. A line that
/// belongs to both ends is a head line.
pub fn ends(text: &str, wanted: Ends, rules: Rules, mut each: impl FnMut(End, KeptLine)) {
    let after = head(text, wanted.head, rules, |kept| each(End::Head, kept));
    let start = tail_start(text, after.start, wanted.tail, rules);
    walk(
        text,
        after.walk_to(text, start),
        rules,
        usize::MAX,
        |kept| each(End::Tail, kept),
    );
}

/// Selects the first and last lines, or sentences, from a sequence of kept ones. Holds only the
/// requested number of last lines.
pub struct EndsInTurn {
    heads_left: usize,
    tail: usize,
    /// The last lines, without head lines, with their numbers.
    last: VecDeque<(u64, String)>,
}

impl EndsInTurn {
    /// Creates a selection without lines.
    pub fn new(wanted: Ends) -> Self {
        EndsInTurn {
            heads_left: wanted.head,
            tail: wanted.tail,
            last: VecDeque::new(),
        }
    }

    /// Adds the next line. Calls `head` with it if it is a head line.
    pub fn push(&mut self, number: u64, line: &str, head: impl FnOnce(u64, &str)) {
        if self.heads_left > 0 {
            self.heads_left -= 1;
            head(number, line);
        } else if self.tail > 0 {
            let full = self.last.len() == self.tail;
            let oldest = full.then(|| self.last.pop_front()).flatten();
            let mut kept = oldest.map_or_else(String::new, |(_, line)| line);
            kept.clear();
            kept.push_str(line);
            self.last.push_back((number, kept));
        }
    }

    /// Calls `tail` with the tail lines.
    pub fn finish(self, mut tail: impl FnMut(u64, &str)) {
        for (number, line) in &self.last {
            tail(*number, line);
        }
    }
}

/// Calls `each` with the first `wanted` lines of `text` that `rules` keep. Returns the start of the
/// line after the last of these.
pub fn head(text: &str, wanted: usize, rules: Rules, each: impl FnMut(KeptLine)) -> LineStart {
    walk(text, LineStart::START, rules, wanted, each)
}

/// Calls `each` with the last `wanted` lines of `text` that `rules` keep, in order.
pub fn tail(text: &str, wanted: usize, rules: Rules, each: impl FnMut(KeptLine)) {
    let start = tail_start(text, 0, wanted, rules);
    walk(
        text,
        LineStart::START.walk_to(text, start),
        rules,
        usize::MAX,
        each,
    );
}

/// The start of a line in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineStart {
    /// The byte offset.
    pub start: usize,
    /// The number of the line, counted from 1.
    pub number: u64,
}

impl LineStart {
    const START: LineStart = LineStart {
        start: 0,
        number: 1,
    };

    /// Returns the line start at the later byte offset `start`.
    fn walk_to(self, text: &str, start: usize) -> LineStart {
        let between = &text.as_bytes()[self.start.min(start)..start];
        LineStart {
            start,
            number: self.number + memchr_iter(b'\n', between).count() as u64,
        }
    }
}

/// Calls `each` with at most `wanted` kept lines from `from` on. Returns the start of the line
/// after the last of these.
fn walk(
    text: &str,
    from: LineStart,
    rules: Rules,
    wanted: usize,
    mut each: impl FnMut(KeptLine),
) -> LineStart {
    let mut scratch = String::new();
    let mut place = from;
    let mut after_last = from;
    let mut left = wanted;
    for raw in raw_lines(&text[from.start..]) {
        if left == 0 {
            break;
        }
        let line = normalise(raw, &mut scratch);
        let next = LineStart {
            start: (place.start + raw.len() + 1).min(text.len()),
            number: place.number + 1,
        };
        if rules.keep(line) {
            each(KeptLine {
                number: place.number,
                start: place.start,
                line,
            });
            after_last = next;
            left -= 1;
        }
        place = next;
    }
    after_last
}

/// Returns the byte offset of the first of the last `wanted` kept lines from `from` on, found by
/// scanning backwards.
fn tail_start(text: &str, from: usize, wanted: usize, rules: Rules) -> usize {
    let mut scratch = String::new();
    let mut left = wanted;
    let mut start = text.len();
    let mut end = text.strip_suffix('\n').unwrap_or(text).len();
    while left > 0 && start > from {
        start = memrchr(b'\n', &text.as_bytes()[from..end]).map_or(from, |at| from + at + 1);
        if rules.keep(normalise(&text[start..end], &mut scratch)) {
            left -= 1;
        }
        end = start.saturating_sub(1);
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes the result directly from the definition: all kept lines, then the first and the
    /// last of them.
    fn plain(text: &str, wanted: Ends, rules: Rules) -> Vec<(End, u64, String)> {
        let mut all = Vec::new();
        crate::lines(text, rules, |number, line| {
            all.push((number, line.to_owned()))
        });
        let head = wanted.head.min(all.len());
        let tail = all.len().saturating_sub(wanted.tail).max(head);
        let heads = all[..head]
            .iter()
            .map(|(number, line)| (End::Head, *number, line.clone()));
        let tails = all[tail..]
            .iter()
            .map(|(number, line)| (End::Tail, *number, line.clone()));
        heads.chain(tails).collect()
    }

    proptest! {
        #[test]
        fn equals_the_definition(text in "([a ]{0,3}\n){0,12}[a]{0,2}", head in 0usize..8, tail in 0usize..8, min_chars in 0usize..3) {
            let (wanted, rules) = (Ends { head, tail }, Rules { min_chars, keep_trivial: false });
            let mut seen = Vec::new();
            ends(&text, wanted, rules, |end, kept| {
                assert!(text[kept.start..].starts_with(raw_lines(&text).nth(kept.number as usize - 1).unwrap()));
                seen.push((end, kept.number, kept.line.to_owned()));
            });
            prop_assert_eq!(&seen, &plain(&text, wanted, rules));
            let mut last = Vec::new();
            super::tail(&text, tail, rules, |kept| last.push((End::Tail, kept.number, kept.line.to_owned())));
            prop_assert_eq!(last, plain(&text, Ends { head: 0, tail }, rules));
            let mut in_turn = EndsInTurn::new(wanted);
            let mut pushed = Vec::new();
            let mut lines = crate::Lines::new(rules);
            for piece in text.split_inclusive('\n') {
                lines.push(piece, |number, line| {
                    in_turn.push(number, line, |number, line| pushed.push((End::Head, number, line.to_owned())));
                });
            }
            in_turn.finish(|number, line| pushed.push((End::Tail, number, line.to_owned())));
            prop_assert_eq!(pushed, seen);
        }
    }
}
