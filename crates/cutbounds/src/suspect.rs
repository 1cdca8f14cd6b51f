//! Body lines that look like boilerplate: the sanity test of Kaser & Lemire 2007, section 5.

use memchr::memmem::Finder;
use regex_syntax::is_meta_character;

use crate::pattern::{Pattern, PatternError};

/// A regular expression that should match no line of a body.
#[derive(Debug, Clone)]
pub struct Suspects {
    /// Matched against single lines.
    line: Pattern,
    /// A substring search for candidate lines, if the expression is plain text.
    literal: Option<Finder<'static>>,
}

impl Suspects {
    /// The paper's pattern.
    pub const DEFAULT: &str = "Gutenberg";

    /// The greatest number of lines that are listed.
    pub const MAX_LISTED: usize = 10;

    /// Creates a test for this regular expression, which may match any part of a line.
    ///
    /// # Errors
    /// An invalid regular expression.
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        Ok(Suspects {
            line: Pattern::new(pattern)?,
            literal: (!pattern.contains(is_meta_character))
                .then(|| Finder::new(pattern).into_owned()),
        })
    }

    /// Returns the first lines of `body` that match, with their positions (from 0), among those for
    /// which `is_wanted` holds.
    pub fn find<'a>(&self, body: &'a str, is_wanted: impl Fn(u64) -> bool) -> Vec<(u64, &'a str)> {
        let mut found = Vec::new();
        let mut line = 0;
        let mut from = 0;
        while found.len() < Self::MAX_LISTED && from < body.len() {
            let near = match &self.literal {
                None => Some(0),
                Some(literal) => literal.find(&body.as_bytes()[from..]),
            };
            let Some(near) = near else { break };
            let start = body[..from + near].rfind('\n').map_or(0, |at| at + 1);
            let end = memchr::memchr(b'\n', &body.as_bytes()[start..])
                .map_or(body.len(), |at| start + at);
            line += memchr::memchr_iter(b'\n', &body.as_bytes()[from..start]).count() as u64;
            let text = body[start..end].trim_end_matches('\r');
            if is_wanted(line) && self.line.is_match(text) {
                found.push((line, text));
            }
            line += 1;
            from = end + 1;
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_lines_with_their_numbers() {
        let suspects = Suspects::new("Gutenberg").unwrap();
        let body = "one\nGutenberg and Gutenberg\r\n\nfour\nthe Gutenberg";
        assert_eq!(
            suspects.find(body, |_| true),
            [(1, "Gutenberg and Gutenberg"), (4, "the Gutenberg")]
        );
        assert_eq!(suspects.find("", |_| true), []);
        let many = "Gutenberg\n".repeat(30);
        assert_eq!(suspects.find(&many, |_| true).len(), Suspects::MAX_LISTED);
        let odd: Vec<u64> = (1..20).step_by(2).collect();
        let found = suspects.find(&many, |line| line % 2 == 1);
        assert_eq!(found.iter().map(|one| one.0).collect::<Vec<_>>(), odd);
    }

    #[test]
    fn anchors_and_white_space_mean_the_line() {
        assert_eq!(
            Suspects::new("^b$")
                .unwrap()
                .find("ab\nb\r\nbc\n", |_| true),
            [(1, "b")]
        );
        for pattern in [r"\Ab", r"b\z", r"(?-m)^b$", r"\Bb|b\b"] {
            assert_eq!(
                Suspects::new(pattern).unwrap().find("a\nb\r\n\n", |_| true),
                [(1, "b")],
                "{pattern}"
            );
        }
        assert_eq!(
            Suspects::new(r"a\sb")
                .unwrap()
                .find("a\nb\na b\n", |_| true),
            [(2, "a b")]
        );
        assert_eq!(
            Suspects::new("").unwrap().find("a\n\nb\n", |_| true).len(),
            3
        );
    }
}
