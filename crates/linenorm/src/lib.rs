//! Normalises lines, so that retyped boilerplate compares equal, and removes trivial lines (Kaser &
//! Lemire 2007, section 3.1).
//!
//! [`Normaliser`] takes [`Settings`] and returns the lines of a text. [`normalise`] works on one
//! line. [`Lines`], [`EndsInTurn`] and [`Sentences`] process texts that come in chunks.

#[cfg(feature = "cli")]
pub mod cli;
mod ends;
mod normalise;
mod normaliser;
mod sentences;
mod shape;

pub use ends::{End, Ends, EndsInTurn, KeptLine, LineStart, ends, head, tail};
pub use normalise::normalise;
pub use normaliser::{Normalised, Normaliser, Settings, Unit};
pub use sentences::{Sentences, sentence_ends, sentences};
pub use shape::{key, shape};
pub use tokens::sentences::ranges as sentence_ranges;

use memchr::memchr_iter;
use unicode_width::UnicodeWidthChar;

/// The rules for trivial lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rules {
    /// The minimum number of columns, after normalisation, of a line that is not trivial. A
    /// character has one column; a wide or full-width character (Unicode Standard Annex 11) has
    /// two.
    pub min_chars: usize,
    /// Whether trivial lines are kept.
    pub keep_trivial: bool,
}

impl Default for Rules {
    /// The paper's rules: a line is trivial if it has fewer than 30 columns, or no letter.
    fn default() -> Self {
        Rules {
            min_chars: 30,
            keep_trivial: false,
        }
    }
}

impl Rules {
    /// Whether a normalised line is kept.
    #[inline]
    pub fn keep(&self, line: &str) -> bool {
        self.keep_trivial || !self.is_trivial(line)
    }

    /// Whether a normalised line is short, or has no character with the Unicode property Alphabetic.
    #[inline]
    pub fn is_trivial(&self, line: &str) -> bool {
        !self.is_long_enough(line)
            || !(line.bytes().any(|byte| byte.is_ascii_alphabetic())
                || line.chars().any(char::is_alphabetic))
    }

    #[inline]
    fn is_long_enough(&self, line: &str) -> bool {
        // Most lines begin with at least `min_chars` ASCII characters, so counting is unnecessary.
        match line.as_bytes().get(..self.min_chars) {
            None => false,
            Some(start) => start.is_ascii() || has_columns(line, self.min_chars),
        }
    }
}

/// Whether a line has at least `least` columns, where `least` is not 0. Wide and full-width
/// characters have two columns.
fn has_columns(line: &str, least: usize) -> bool {
    let mut columns = 0;
    line.chars().any(|one| {
        columns += 1 + usize::from(is_wide(one));
        columns >= least
    })
}

/// Whether a character is two columns wide.
fn is_wide(one: char) -> bool {
    one.width() == Some(2)
}

/// Calls `each` with the number, counted from 1, and the normalised text of every line of `text`
/// that `rules` keep.
///
/// Lines end at LF; a final LF does not begin a line.
pub fn lines(text: &str, rules: Rules, each: impl FnMut(u64, &str)) {
    Lines::new(rules).push(text, each);
}

/// Like [`lines`], for a text that comes in chunks of whole lines.
pub struct Lines {
    rules: Rules,
    /// The number of the next line.
    next: u64,
    scratch: String,
}

impl Lines {
    /// Creates the state at line 1, with the rules that select lines.
    pub fn new(rules: Rules) -> Self {
        Lines {
            rules,
            next: 1,
            scratch: String::new(),
        }
    }

    /// Calls `each` with the lines of the next chunk.
    pub fn push(&mut self, piece: &str, mut each: impl FnMut(u64, &str)) {
        for raw in raw_lines(piece) {
            let line = normalise(raw, &mut self.scratch);
            if self.rules.keep(line) {
                each(self.next, line);
            }
            self.next += 1;
        }
    }
}

/// Returns the raw lines of a text, without their line feeds.
pub fn raw_lines(text: &str) -> impl Iterator<Item = &str> + Clone {
    let mut line_feeds = memchr_iter(b'\n', text.as_bytes());
    let mut from = 0;
    std::iter::from_fn(move || {
        if from >= text.len() {
            return None;
        }
        let end = line_feeds.next().unwrap_or(text.len());
        let line = &text[from..end];
        from = end + 1;
        Some(line)
    })
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_final_line_feed_opens_no_line() {
        let split = |text| raw_lines(text).collect::<Vec<_>>();
        assert_eq!(split("a\n\nb"), ["a", "", "b"]);
        assert_eq!(split("a\r\n\n"), ["a\r", ""]);
        assert!(split("").is_empty());
        assert_eq!(split("\n"), [""]);
    }

    #[test]
    fn trivial_is_short_or_without_a_letter() {
        let rules = Rules::default();
        assert!(rules.is_trivial(&"a".repeat(29)));
        assert!(!rules.is_trivial(&"a".repeat(30)));
        assert!(
            rules.is_trivial(&"\u{e9}".repeat(29)),
            "characters, not bytes"
        );
        assert!(!rules.is_trivial(&"\u{e9}".repeat(30)));
        assert!(rules.is_trivial(&"\u{6f22}".repeat(14)));
        assert!(
            !rules.is_trivial(&"\u{6f22}".repeat(15)),
            "wide characters have two columns"
        );
        assert!(!rules.is_trivial(&format!("{}\u{6f22}", "e\u{301}".repeat(14))));
        assert!(rules.is_trivial(&"1234567890 ".repeat(5)));
        assert!(
            !rules.is_trivial(&format!("{}\u{2167}", "1234567890 ".repeat(5))),
            "a Roman numeral is Alphabetic"
        );
    }

    #[test]
    fn numbers_count_all_lines() {
        let mut seen = Vec::new();
        let text = "short\n  A line that is long enough to be kept.\r\n\nAnother line that is long enough, too";
        lines(text, Rules::default(), |number, line| {
            seen.push((number, line.to_owned()))
        });
        assert_eq!(
            seen,
            [
                (2, "A line that is long enough to be kept.".to_owned()),
                (4, "Another line that is long enough, too".to_owned())
            ]
        );
    }
}
