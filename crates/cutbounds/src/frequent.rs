//! The frequent lines of a library, as all methods need them.

use freqlines::{FrequencySet, Key};
use linenorm::Rules;

use crate::best::choice::Both;

/// The frequent lines of a library, with their counts.
///
/// ```
/// let mut frequent = cutbounds::Frequent::default();
/// frequent.add("This text may be copied by anyone who likes it", 20);
/// assert!(frequent.contains("This text may be copied by anyone who likes it"));
/// ```
#[derive(Debug, Default)]
pub struct Frequent {
    rules: Rules,
    lines: FrequencySet,
    templates: Both,
}

impl Frequent {
    /// No line yet. `rules` say which lines are short.
    pub fn new(rules: Rules) -> Self {
        Frequent {
            rules,
            ..Frequent::default()
        }
    }

    /// Adds a normalised line that so many documents have.
    pub fn add(&mut self, line: &str, count: u64) {
        self.insert(Key::Text, count, Some(line.as_bytes()));
    }

    /// Adds a frequency record: the key of its line, the count, and the line, or an example of it.
    pub fn insert(&mut self, key: Key, count: u64, text: Option<&[u8]>) {
        if let Some(text) = text {
            let text = String::from_utf8_lossy(text);
            self.templates.learn(&text, count, self.rules);
        }
        self.lines.insert(key, text);
    }

    /// Whether a normalised line is frequent.
    pub fn contains(&self, line: &str) -> bool {
        self.lines.contains(line.as_bytes())
    }

    /// Whether no line is.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether there are short lines among them: the bounds of a document then depend on the documents before it.
    pub fn has_short(&self) -> bool {
        self.templates.short.has_short()
    }

    pub(crate) fn templates(&self) -> &Both {
        &self.templates
    }
}
