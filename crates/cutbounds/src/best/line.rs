//! A line of a document with its properties. Every step of the best method uses these types.

use linenorm::raw_lines;
use platform::simd::{mask, within};
use wide::u8x16;

use super::templates::{WINDOW, padded};
use crate::constants::{PRINTED_LINE, SIMILAR};

/// The form of the document. It determines how boilerplate is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// All other documents.
    Prose,
    /// Prose that begins with a preamble between two equal rules.
    Fenced,
    /// A source file or a manual page. Its boilerplate consists of comments.
    Source,
}

/// The end of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first lines, in their order.
    Head,
    /// The last lines, in reverse order.
    Tail,
}

impl Side {
    /// Whether a line is further inside of the document than another, by their numbers.
    pub fn is_inside(self, line: u64, other: u64) -> bool {
        match self {
            Side::Head => line > other,
            Side::Tail => line < other,
        }
    }
}

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A frequent line.
    Frequent,
    /// A frequent line that also occurred nearer to the edge. Some documents repeat a notice before every part.
    Repeated,
    /// An infrequent line that a marker matches.
    Marker,
    /// An infrequent line that looks like an instance of a template.
    Template,
    /// A line without words, such as a rule or a row of stars.
    Wordless,
    /// Any other line.
    Other,
    /// A short line that is frequent, in many documents.
    Short,
}

impl Kind {
    /// Whether the line is evidence of boilerplate.
    pub fn known(self) -> bool {
        matches!(
            self,
            Kind::Frequent | Kind::Marker | Kind::Template | Kind::Short
        )
    }
}

/// A line that is not blank.
#[derive(Debug, Clone)]
pub struct Line<'a> {
    /// The number of the raw line, from 1.
    pub number: u64,
    /// The raw line.
    pub raw: &'a str,
    /// The number of blank lines between it and the line before, which is nearer to the document's edge.
    pub gap: usize,
    /// Its kind.
    pub kind: Kind,
    /// Whether it is trivial.
    pub trivial: bool,
    /// The properties of its characters.
    pub traits: Traits,
    /// The count of a frequent line, relative to the most frequent line of the library; otherwise 0.
    pub share: f64,
    /// The share of its word pairs that frequent lines have.
    pub pairs: f64,
    /// The share of its long words that infrequent lines nearer to the edge have. A title page repeats the title.
    pub title: f64,
    /// The width of its indentation.
    pub indent: usize,
    /// Whether a comment from `/*` to `*/` is open at its end.
    pub open: bool,
    /// The number of its block, from 0. Blank lines separate blocks.
    pub block: usize,
}

/// Iterates over the lines of a text that are not blank, with nothing but their text.
pub fn bare(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut gap = 0;
    (1..).zip(raw_lines(text)).filter_map(move |(number, raw)| {
        if raw.trim().is_empty() {
            gap += 1;
            return None;
        }
        Some(Line::bare(number, raw, std::mem::take(&mut gap)))
    })
}

/// Returns the text of lines in lower case.
pub fn lower<'l, 't: 'l>(lines: impl IntoIterator<Item = &'l Line<'t>>) -> String {
    let lines = lines.into_iter().map(|line| line.raw.to_lowercase());
    lines.collect::<Vec<_>>().join("\n")
}

impl<'a> Line<'a> {
    pub(super) fn bare(number: u64, raw: &'a str, gap: usize) -> Self {
        Line {
            number,
            raw,
            gap,
            kind: Kind::Other,
            trivial: false,
            traits: Traits::default(),
            share: 0.0,
            pairs: 0.0,
            title: 0.0,
            indent: raw.len() - raw.trim_start().len(),
            open: false,
            block: 0,
        }
    }

    /// Whether it is frequent, or has no words.
    pub fn is_frequent(&self) -> bool {
        use Kind::{Frequent, Repeated, Short, Wordless};
        matches!(self.kind, Frequent | Repeated | Short | Wordless)
    }

    /// Whether something suggests that it is boilerplate: it is known or similar to known lines, or it is a rule.
    pub fn speaks(&self) -> bool {
        let is_known = self.kind.known() || matches!(self.kind, Kind::Repeated | Kind::Wordless);
        is_known || self.pairs >= SIMILAR
    }

    /// Returns the number of lines that it fills on a page of a book. Some texts have a paragraph a line.
    pub fn printed(&self) -> usize {
        (self.traits.length / PRINTED_LINE).max(1)
    }

    /// Returns the raw line without its indentation.
    pub fn text(&self) -> &'a str {
        &self.raw[self.indent..]
    }
}

/// The properties of a normalised line's characters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Traits {
    /// The number of its words.
    pub words: usize,
    /// The number of its characters.
    pub length: usize,
    /// Whether it begins with punctuation, as comments do. Quotation marks and brackets do not count.
    pub leader: bool,
    /// Whether it begins with a bracket, an underscore or a quotation mark.
    pub bracket: bool,
    /// Whether more than 80 % of its letters are capitals.
    pub capitals: bool,
    /// Whether it begins with a lower-case letter.
    pub lower: bool,
}

impl Traits {
    /// Computes the properties of a normalised line with this number of words.
    pub(super) fn of(text: &str, words: usize) -> Self {
        let first = text.chars().next().unwrap_or(' ');
        let opening = matches!(first, '"' | '\'' | '“' | '‘' | '(' | '[' | '_' | '<');
        let (mut length, mut letters, mut capitals) = (text.len(), 0, 0);
        if text.is_ascii() {
            for bytes in text.as_bytes().chunks(WINDOW) {
                let window = padded(bytes);
                let of_letters = mask(&window, |bytes| {
                    within(bytes | u8x16::splat(0x20), b'a', b'z')
                });
                let of_capitals = mask(&window, |bytes| within(bytes, b'A', b'Z'));
                letters += of_letters.count_ones();
                capitals += of_capitals.count_ones();
            }
        } else {
            length = 0;
            for character in text.chars() {
                length += 1;
                letters += u32::from(character.is_alphabetic());
                capitals += u32::from(character.is_uppercase());
            }
        }
        Traits {
            words,
            length,
            leader: !first.is_alphanumeric() && !opening,
            bracket: matches!(first, '[' | '_' | '"' | '“'),
            capitals: letters > 0 && 5 * capitals > 4 * letters,
            lower: first.is_lowercase(),
        }
    }
}
