//! The frequent lines of a library, prepared for all methods.

use freqlines::{Fingerprint, FrequencySet, Hash, Key};
use linenorm::Rules;

use crate::best::choice::Both;
use crate::best::raw_lines_backwards;
use crate::{Markers, Settings};

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
    /// Whether lines were added that are not built in.
    own: bool,
}

impl Frequent {
    /// Creates a set without lines. `rules` decide which lines are short.
    pub fn new(rules: Rules) -> Self {
        Frequent {
            rules,
            ..Frequent::default()
        }
    }

    /// Adds a normalised line that `count` documents have.
    pub fn add(&mut self, line: &str, count: u64) {
        self.insert(Key::Text, count, Some(line.as_bytes()));
    }

    /// Adds a frequency record: the key of its line, the count, and the line or an example of it.
    pub fn insert(&mut self, key: Key, count: u64, text: Option<&[u8]>) {
        if let Some(text) = text {
            let text = String::from_utf8_lossy(text);
            self.templates.learn(&text, count, self.rules);
        }
        self.lines.insert(key, text);
        self.own = true;
    }

    /// Adds a frequent [shape](linenorm::shape) of lines. Shapes of fields, such as `Title: …`, provide the keys of the
    /// headers in this library. Other shapes have no effect yet.
    pub fn add_shape(&mut self, shape: &str) {
        if let Some(key) = linenorm::key(shape) {
            self.templates.long.learn_key(key);
            self.templates.short.learn_key(key);
        }
    }

    /// Adds the frequent lines of a built-in library. Call this after adding the others, since counts are scaled to
    /// theirs.
    pub fn add_built_in(&mut self, library: BuiltIn) {
        let Frequent {
            lines, templates, ..
        } = self;
        templates.long.add_hashes(library.hashes(), |hash, _| {
            let hash = Fingerprint {
                hash: Hash::Xxh3,
                value: hash,
            };
            lines.insert(Key::Fingerprint(hash), None);
        });
        if templates.short.has_short() {
            templates.short.add_hashes(library.hashes(), |_, _| {});
        }
    }

    /// Returns the hashes and counts of the long lines, in the format of the built-in libraries.
    pub fn hashes(&self) -> String {
        self.templates.long.hashes()
    }

    /// Whether a normalised line is frequent.
    pub fn contains(&self, line: &str) -> bool {
        self.lines.contains(line.as_bytes())
    }

    /// Whether there are no frequent lines.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether some frequent lines are short. The bounds of a document then depend on the documents before it.
    pub fn has_short(&self) -> bool {
        self.templates.short.has_short()
    }

    /// Whether a document may be of this library. Of a built-in library alone it is not if it has none of its lines near an end, and no
    /// marker: then lines are like these by chance.
    pub(crate) fn may_have(&self, text: &str, settings: &Settings) -> bool {
        let mut scratch = String::new();
        let mut speaks = |raw: &str| {
            let line = linenorm::normalise(raw, &mut scratch);
            let is_marker = |markers: &Markers| markers.is_head(raw) || markers.is_tail(raw);
            self.contains(line) || settings.markers.as_ref().is_some_and(is_marker)
        };
        self.own
            || self.is_empty()
            || linenorm::raw_lines(text)
                .take(settings.head)
                .any(&mut speaks)
            || raw_lines_backwards(text).take(settings.tail).any(speaks)
    }

    pub(crate) fn templates(&self) -> &Both {
        &self.templates
    }
}

/// A library with built-in frequent lines, stored as hashes and counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuiltIn {
    /// Project Gutenberg: the lines at the ends of 4,305 of its files that are in more than 50 of them (`cargo lab
    /// make-built-in`).
    Gutenberg,
}

impl BuiltIn {
    /// All built-in libraries.
    pub const ALL: [BuiltIn; 1] = [BuiltIn::Gutenberg];

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            BuiltIn::Gutenberg => "gutenberg",
        }
    }

    fn hashes(self) -> &'static str {
        match self {
            BuiltIn::Gutenberg => include_str!("built_in/gutenberg.tsv"),
        }
    }
}
