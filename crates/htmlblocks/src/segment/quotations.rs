//! The quotation marks that browsers write around `q`.

use crate::segment::Segmenter;
use crate::segment::characters::Whitespace;

/// The marks of a quotation, and those of a quotation within it.
const MARKS: [[&str; 2]; 2] = [["\u{201C}", "\u{201D}"], ["\u{2018}", "\u{2019}"]];

/// The first characters of quotations that have marks of their own.
const OPENING: [char; 10] = [
    '"', '\'', '\u{201C}', '\u{201E}', '\u{2018}', '\u{201A}', '\u{AB}', '\u{BB}', '\u{2039}',
    '\u{300C}',
];

/// An open `q`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quotation {
    /// It has no words yet.
    Empty,
    /// Its opening mark is at this byte of the page's text.
    Marked(usize),
    /// Its text has marks of its own.
    Unmarked,
}

impl Segmenter<'_> {
    /// Handles the start of a quotation. The mark comes with its first words.
    pub(super) fn start_quotation(&mut self) {
        self.quotations.push(Quotation::Empty);
    }

    /// Writes the opening marks before the first words of quotations.
    pub(super) fn open_quotations(&mut self, words: &str) {
        let end = self.page.text.len();
        for depth in 0..self.quotations.len() {
            let is_first = match self.quotations[depth] {
                Quotation::Empty => true,
                // What was behind the mark is not displayed, and was dropped with it.
                Quotation::Marked(at) => at >= end,
                Quotation::Unmarked => false,
            };
            if is_first {
                self.quotations[depth] = match words.starts_with(OPENING) {
                    true => Quotation::Unmarked,
                    false => Quotation::Marked(self.page.text.len()),
                };
            }
            if is_first && self.quotations[depth] != Quotation::Unmarked {
                self.page.text.push_str(MARKS[depth % 2][0]);
            }
        }
    }

    /// Writes the closing mark of a quotation, if it has an opening one in the block.
    pub(super) fn end_quotation(&mut self) {
        let last = self.quotations.pop();
        if let Some(Quotation::Marked(at)) = last
            && at >= self.block.text.start
            && at < self.page.text.len()
        {
            let blank = std::mem::replace(&mut self.blank, Whitespace::None);
            self.push_words(MARKS[self.quotations.len() % 2][1]);
            self.blank = blank;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::segment::{Page, Rules};

    #[test]
    fn quotations_have_the_marks_that_browsers_write() {
        for (html, text) in [
            (
                "He said: <q>Mill early!</q> She did.",
                "He said: \u{201C}Mill early!\u{201D} She did.",
            ),
            (
                "<q>She said <q>no</q></q>, and",
                "\u{201C}She said \u{2018}no\u{2019}\u{201D}, and",
            ),
            (
                "a <q><em>grey</em> mill </q>",
                "a \u{201C}grey mill\u{201D}",
            ),
            ("a <q>\u{AB}grey\u{BB}</q> mill", "a \u{AB}grey\u{BB} mill"),
            ("a <q></q>mill", "a mill"),
            (
                "a <q><span hidden>red</span>grey</q> mill",
                "a \u{201C}grey\u{201D} mill",
            ),
        ] {
            let page = Page::new(&format!("<p>{html}"), Rules::BEST);
            assert_eq!(page.text(&page.blocks[0]), text);
        }
        let page = Page::new("<p>a <q>mill</q>", Rules::PAPER);
        assert_eq!(page.text(&page.blocks[0]), "a mill");
    }
}
