//! Regular expressions of users.

use std::fmt;

use regex_automata::meta::{BuildError, Regex};
use regex_automata::util::syntax;

/// A regular expression that matches any part of a line.
#[derive(Debug, Clone)]
pub(crate) struct Pattern(Regex);

/// The maximum size of a compiled expression in bytes.
const MAX_SIZE: usize = 10 << 20;

impl Pattern {
    pub fn new(pattern: &str) -> Result<Self, PatternError> {
        let limits = Regex::config().nfa_size_limit(Some(MAX_SIZE));
        let built = Regex::builder().configure(limits).build(pattern);
        built
            .map(Pattern)
            .map_err(|error| PatternError::of(pattern, &error))
    }

    pub fn is_match(&self, line: &str) -> bool {
        self.0.is_match(line)
    }
}

/// An invalid regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatternError(String);

impl PatternError {
    fn of(pattern: &str, error: &BuildError) -> Self {
        PatternError(match (syntax::parse(pattern), error.size_limit()) {
            // This message shows the place of the error.
            (Err(error), _) => error.to_string(),
            (Ok(_), Some(limit)) => format!("it is larger than {limit} bytes when compiled"),
            (Ok(_), None) => error.to_string(),
        })
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_its_cause() {
        let error = |pattern: &str| Pattern::new(pattern).unwrap_err().to_string();
        assert!(error("tar(").ends_with("error: unclosed group"));
        assert!(error(r"\w{1000}{1000}").contains("larger than"));
    }
}
