//! Measures of a text for quality filters.
//!
//! [`Meter::measure`] reads a text once and returns its [`Measures`]: lengths, symbols, line ends,
//! stop words, and the amount of repetition within the text. Each measure has a definition and, if
//! it was published, its source ([`MEASURES`]). The sources are Gopher (Rae et al. 2021, appendix
//! A1.1 and table A1), C4 (Raffel et al. 2020, section 2.2) and FineWeb (Penedo et al. 2024,
//! section 3.6). [`Rules`] are bounds of measures; those of the three papers are built in.
//!
//! | module | what |
//! |---|---|
//! | [`measures`] | the table of measures |
//! | `characters` | classes of characters, and where words, lines and sentences may end |
//! | `words` | words, as numbers that are equal for equal words |
//! | `lines` | lines, paragraphs and sentences, and the lines that C4 keeps |
//! | `compression` | the size of the text after LZ4 |
//! | `repetition` | n-grams that occur again within the text |
//! | [`rules`] | bounds of measures |
//! | [`quantiles`] | quantiles of measures over a corpus, in bounded memory |
//!
//! ```
//! use textstats::{Meter, Settings};
//!
//! let mut meter = Meter::new(Settings::default());
//! let measures = meter.measure("# News\nRain fell on the mill.\nRain fell on the mill.\n", Some("en"));
//! assert_eq!(measures.lines, 3.0);
//! assert_eq!(measures.hashes_per_word, 1.0 / 12.0);
//! // One line of three occurred before.
//! assert_eq!(measures.duplicate_lines, 0.25);
//! ```

mod characters;
#[cfg(feature = "cli")]
pub mod cli;
mod compression;
mod lines;
pub mod measures;
pub mod quantiles;
mod repetition;
pub mod rules;
mod table;
mod words;

pub use characters::scripts;
pub use measures::{Kind, MEASURES, Measure, Measures};
pub use quantiles::Sketch;
pub use rules::Rules;

use std::borrow::Cow;
use std::collections::HashMap;

use memchr::memmem;

use characters::Characters;
use compression::Compressor;
use htmlblocks::StopList;
use lines::Lines;
use measures::Part;
use repetition::Repetition;
use tokens::Exceptions;
use words::{StopWords, Words};

/// The unit that counts as a word, and what ends a line that C4 keeps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Unit {
    /// A run without white space. In scripts written without spaces (Han, kana, Thai, Lao, Khmer,
    /// Burmese), each character with its marks. The sentence marks of all scripts end a line.
    #[default]
    Auto,
    /// A run without white space in all scripts, and the sentence marks of English, as published.
    Space,
}

/// The settings of a [`Meter`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Settings {
    /// The unit that counts as a word.
    pub unit: Unit,
}

/// Measures texts and reuses its buffers.
#[derive(Debug, Default)]
pub struct Meter {
    settings: Settings,
    /// The work that the measures need; all if it is not known.
    parts: Option<Vec<Part>>,
    characters: Characters,
    words: Words,
    lines: Lines,
    stop_words: HashMap<&'static str, StopWords>,
    repetition: Repetition,
    compressor: Compressor,
}

impl Meter {
    /// Creates a meter with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Meter {
            settings,
            ..Meter::default()
        }
    }

    /// Leaves out the work that these measures do not need. Others may be 0 or wrong then.
    #[must_use]
    pub fn only(mut self, measures: &[&Measure]) -> Self {
        let parts = measures.iter().flat_map(|measure| measure.parts);
        self.parts = Some(parts.copied().collect());
        self
    }

    /// Measures a text. The language, a code such as `en`, selects the stop list. Without a
    /// language, or if it has no list, [`Measures::stop_words`] is 0. A line may end with CR LF,
    /// which counts as a line feed.
    ///
    /// Takes linear time, and 24 bytes of memory per word plus 60 bytes per distinct word. A text
    /// with CR LF is copied.
    pub fn measure(&mut self, text: &str, language: Option<&str>) -> Measures {
        let text = &*with_line_feeds(text);
        let mut measures = Measures::default();
        let exceptions = language.map(|code| Exceptions::of(Some(code)));
        let language = language.and_then(htmlblocks::stoplist::language);
        let parts = self.parts.as_deref();
        let needs = |part| parts.is_none_or(|parts| parts.contains(&part));
        self.characters.read(text, self.settings.unit);
        self.characters.measure(&mut measures);
        if needs(Part::Words) {
            let stop_words =
                language.and_then(|language| stop_words(&mut self.stop_words, language));
            self.words
                .measure(text, &self.characters, stop_words, &mut measures);
            measures.unspaced_words = ratio(self.characters.cells, measures.words as usize);
            measures.ellipses_per_word = ratio(lines::ellipses(text), measures.words as usize);
        }
        if needs(Part::Sentences) {
            self.lines.sentences(text, exceptions, &mut measures);
        }
        if needs(Part::Blocks) {
            self.lines.blocks(text, &self.characters, &mut measures);
        }
        if needs(Part::Lines) {
            let (unit, notices) = (self.settings.unit, &self.words.notices);
            let context = (&self.characters, notices);
            self.lines
                .c4(text, unit, exceptions, context, &mut measures);
        }
        if needs(Part::Ngrams) {
            self.repetition.measure(&self.words, &mut measures);
        }
        if needs(Part::Compression) {
            measures.compressed = self.compressor.share(text);
        }
        measures
    }

    /// Returns the scripts of the last measured text, like [`scripts`].
    #[must_use]
    pub fn scripts(&self) -> Vec<(&'static str, f64)> {
        self.characters.scripts()
    }
}

/// The maximum number of bytes used to identify a language. More would change few results, and take
/// longer than the measures.
const SAMPLE: usize = 1000;

/// Returns the part of a text by which its language is identified: the middle, where notices and
/// menus are rare.
#[must_use]
pub fn sample(text: &str) -> &str {
    let boundary = |at: usize| {
        (0..=at.min(text.len()))
            .rev()
            .find(|&at| text.is_char_boundary(at))
    };
    let start = boundary(text.len().saturating_sub(SAMPLE) / 2).unwrap_or(0);
    &text[start..boundary(start + SAMPLE).unwrap_or(start)]
}

/// Returns a text with a line feed for each CR LF.
fn with_line_feeds(text: &str) -> Cow<'_, str> {
    const CR_LF: &str = "\r\n";
    match memmem::find(text.as_bytes(), CR_LF.as_bytes()) {
        Some(_) => text.replace(CR_LF, "\n").into(),
        None => text.into(),
    }
}

/// Returns the stop words of a language, which are read at their first use.
fn stop_words<'s>(
    read: &'s mut HashMap<&'static str, StopWords>,
    language: &'static str,
) -> Option<&'s StopWords> {
    if !read.contains_key(language) {
        let list = StopList::of_language(language)?;
        read.insert(language, StopWords::new(&list));
    }
    read.get(language)
}

/// Returns the ratio of two counts; 0 if the denominator is 0.
fn ratio(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 0.0,
        whole => part as f64 / whole as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measures::find;

    #[test]
    fn line_ends_of_windows_change_no_measure() {
        let mut meter = Meter::new(Settings::default());
        let text = "A barge came.\n\n\tIt sank!\n\nA barge came.\nNobody\rswam.\n";
        let expected = meter.measure(text, Some("en"));
        assert_eq!((expected.paragraphs, expected.punctuated_lines), (3.0, 1.0));
        let measures = meter.measure(&text.replace('\n', "\r\n"), Some("en"));
        assert_eq!(measures, expected);
    }

    #[test]
    fn what_is_left_out_changes_nothing_else() {
        let text = "The cook ate soup. The cook ate soup. The cook ate soup with bread.";
        let all = Meter::new(Settings::default()).measure(text, Some("en"));
        for measure in MEASURES {
            let mut meter = Meter::new(Settings::default()).only(&[measure]);
            let measures = meter.measure(text, Some("en"));
            assert_eq!(
                (measure.value)(&measures),
                (measure.value)(&all),
                "{}",
                measure.name
            );
        }
        let words = find("words").expect("a measure");
        let measures = Meter::new(Settings::default())
            .only(&[words])
            .measure(text, None);
        assert_eq!(
            (measures.compressed, measures.top_2gram_characters),
            (0.0, 0.0)
        );
    }
}

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct ReadmeExamples;
