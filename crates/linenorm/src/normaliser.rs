//! Returns the normalised lines of a text, in one call.

use crate::{End, Ends, Rules, ends, lines, sentence_ends, sentences};

/// The selection of lines from a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The unit that counts as a line.
    pub unit: Unit,
    /// If set, only the first and last lines are selected.
    pub ends: Option<Ends>,
    /// The rules for trivial lines.
    pub rules: Rules,
}

/// The unit that counts as a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A line of the text.
    #[default]
    Line,
    /// A sentence, which may span lines but not a blank line.
    Sentence,
}

/// A normalised line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Normalised<'a> {
    /// The number of the raw line, counted from 1; for a sentence, the line where it begins.
    pub number: u64,
    /// The end of the text to which it belongs, if [`Settings::ends`] is set.
    pub end: Option<End>,
    /// The normalised text.
    pub text: &'a str,
}

/// Normalises the lines of texts.
///
/// ```
/// use linenorm::{Ends, Normaliser, Settings};
///
/// let ends = Some(Ends { head: 1, tail: 1 });
/// let normaliser = Normaliser::new(Settings { ends, ..Settings::default() });
/// let text = "Title\n  Produced  by\tthe many volunteers *******\n\
///     Here the text of the book goes on.\nEnd of the book, with all good wishes.\n";
/// let lines = normaliser.lines(text);
/// assert_eq!(lines[0], (2, "Produced by the many volunteers ***".to_owned()));
/// assert_eq!(lines[1], (4, "End of the book, with all good wishes.".to_owned()));
/// ```
#[derive(Debug, Clone, Copy, Default)]
pub struct Normaliser {
    settings: Settings,
}

impl Normaliser {
    /// Creates a normaliser with these settings.
    pub fn new(settings: Settings) -> Self {
        Normaliser { settings }
    }

    /// Returns the kept lines of a text in order, each with the number of its raw line.
    pub fn lines(&self, text: &str) -> Vec<(u64, String)> {
        let mut all = Vec::new();
        self.for_each(text, |line| all.push((line.number, line.text.to_owned())));
        all
    }

    /// Calls `each` with the kept lines of a text, in order.
    pub fn for_each(&self, text: &str, mut each: impl FnMut(Normalised)) {
        let rules = self.settings.rules;
        let mut give = |number, end, text: &str| each(Normalised { number, end, text });
        match (self.settings.ends, self.settings.unit) {
            (None, Unit::Line) => lines(text, rules, |number, line| give(number, None, line)),
            (None, Unit::Sentence) => {
                sentences(text, rules, |number, sentence| give(number, None, sentence));
            }
            (Some(wanted), Unit::Line) => ends(text, wanted, rules, |end, kept| {
                give(kept.number, Some(end), kept.line);
            }),
            (Some(wanted), Unit::Sentence) => {
                sentence_ends(text, wanted, rules, |end, number, sentence| {
                    give(number, Some(end), sentence);
                });
            }
        }
    }
}
