//! The text of parts of a page.

use std::ops::Range;

use html::visible::Stripper;
use memchr::memmem;

/// What becomes of the tags of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tags {
    /// They stay.
    Kept,
    /// They go, and character references become characters.
    Stripped,
}

impl Tags {
    /// For the text of a page: plain text, which has no end tags, may have angle brackets, too.
    pub fn of(page: &str) -> Self {
        let mut after = memmem::find_iter(page.as_bytes(), "</").map(|at| at + 2);
        let is_letter = |at: usize| page.as_bytes().get(at).is_some_and(u8::is_ascii_alphabetic);
        match after.any(is_letter) {
            true => Tags::Stripped,
            false => Tags::Kept,
        }
    }
}

/// The text of parts of a page, given as ranges of bytes in order: a line feed is between two of them.
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
        // Parts did not follow each other, so words must not.
        if !text.is_empty() && !part.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += part;
    }
    text
}
