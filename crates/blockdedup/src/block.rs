//! Division of a text into blocks.

use std::ops::Range;

use memchr::{memchr, memrchr};

/// The unit that is kept or removed as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Paragraphs: lines up to a blank one.
    Block,
    /// A line.
    Line,
    /// The whole text.
    Document,
}

impl Unit {
    /// Calls `each` with the byte range of every block of the text, in order: from its first to its last line, without
    /// the final line end. Between two blocks there is only white space.
    ///
    /// A blank line contains only white space; a line ends with LF or CR LF.
    pub fn for_each(self, text: &str, mut each: impl FnMut(Range<usize>)) {
        if self == Unit::Document {
            let end = text.trim_end().len();
            if end > 0 {
                each(first_line(text)..end);
            }
            return;
        }
        let mut block: Option<Range<usize>> = None;
        let mut start = 0;
        while start < text.len() {
            let end = memchr(b'\n', &text.as_bytes()[start..]).map_or(text.len(), |at| start + at);
            let line = &text[start..end];
            if is_blank(line) {
                block.take().into_iter().for_each(&mut each);
            } else {
                let content = line.strip_suffix('\r').unwrap_or(line);
                let here = start..start + content.len();
                block = match (block, self) {
                    (Some(before), Unit::Line) => {
                        each(before);
                        Some(here)
                    }
                    (Some(before), _) => Some(before.start..here.end),
                    (None, _) => Some(here),
                };
            }
            start = end + 1;
        }
        block.into_iter().for_each(each);
    }

    /// The separator of two kept blocks, given the white space that was between them. Lines of two paragraphs stay
    /// apart, since other tools count paragraphs.
    pub fn joint(self, between: &str) -> &'static str {
        match self {
            Unit::Line if line_feeds(between) < 2 => "\n",
            Unit::Line | Unit::Block | Unit::Document => "\n\n",
        }
    }
}

/// The number of line feeds.
pub(crate) fn line_feeds(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

fn is_blank(line: &str) -> bool {
    // Fast path: most lines begin with a letter.
    !line
        .as_bytes()
        .first()
        .is_some_and(u8::is_ascii_alphanumeric)
        && line.trim_start().is_empty()
}

/// The offset of the first line that is not blank, which must exist.
fn first_line(text: &str) -> usize {
    let content = text.len() - text.trim_start().len();
    memrchr(b'\n', &text.as_bytes()[..content]).map_or(0, |at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn blocks(unit: Unit, text: &str) -> Vec<&str> {
        let mut all = Vec::new();
        unit.for_each(text, |block| all.push(&text[block]));
        all
    }

    #[test]
    fn examples() {
        let text = "\n \n  one\r\ntwo \r\n\t\r\n\nthree\n";
        assert_eq!(blocks(Unit::Block, text), ["  one\r\ntwo ", "three"]);
        assert_eq!(blocks(Unit::Line, text), ["  one", "two ", "three"]);
        assert_eq!(
            blocks(Unit::Document, text),
            ["  one\r\ntwo \r\n\t\r\n\nthree"]
        );
        for unit in [Unit::Block, Unit::Line, Unit::Document] {
            assert!(blocks(unit, " \n\n\r\n\u{a0}").is_empty());
        }
    }

    proptest! {
        /// Outside of blocks there is only white space, and no block begins or ends with a blank line.
        #[test]
        fn blocks_hold_everything_that_is_not_white_space(text in "[ab \n\r\u{a0}\u{e9}]{0,60}") {
            for unit in [Unit::Block, Unit::Line, Unit::Document] {
                let mut last = 0;
                unit.for_each(&text, |block| {
                    assert!(text[last..block.start].trim().is_empty());
                    let mut lines = text[block.clone()].split('\n');
                    assert!(!is_blank(lines.next().unwrap()));
                    assert!(lines.next_back().is_none_or(|line| !is_blank(line)));
                    last = block.end;
                });
                prop_assert!(text[last..].trim().is_empty());
            }
        }
    }
}
