//! The plain text of parts of a page.

use std::ops::Range;

use html::visible::Stripper;
use memchr::memmem;

/// Whether the tags of a text are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tags {
    /// They are kept.
    Kept,
    /// They are removed, and character references become characters.
    Stripped,
}

impl Tags {
    /// Chooses the value for a page. Only an end tag is a sign of markup, since plain text may have
    /// angle brackets, too.
    pub fn of(page: &str) -> Self {
        Self::of_bytes(page.as_bytes())
    }

    /// As [`Tags::of`], for a page in an encoding that has ASCII.
    pub(crate) fn of_bytes(page: &[u8]) -> Self {
        let mut after = memmem::find_iter(page, "</").map(|at| at + 2);
        let is_letter = |at: usize| page.get(at).is_some_and(u8::is_ascii_alphabetic);
        match after.any(is_letter) {
            true => Tags::Stripped,
            false => Tags::Kept,
        }
    }
}

/// Returns the text of parts of a page, joined with line feeds. The parts are ranges of bytes, in
/// order.
pub fn text(page: &str, parts: impl IntoIterator<Item = Range<usize>>, tags: Tags) -> String {
    let mut text = String::new();
    let mut stripper = Stripper::new(page);
    for part in parts {
        let stripped;
        let part = match tags {
            Tags::Stripped => {
                stripped = stripper.text(part);
                &stripped
            }
            Tags::Kept => &page[part],
        };
        // The parts are apart in the page, so their words must not be joined.
        if !text.is_empty() && !part.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += part;
    }
    text
}
