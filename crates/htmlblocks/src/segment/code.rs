//! Lines of code, with their white space.

use crate::outline::{self, Code, Container};
use crate::segment::characters::Whitespace;
use crate::segment::scripts::is_digits;
use crate::segment::{OpenElement, Segmenter};
use crate::styles;
use html::{Element, attributes};

impl Segmenter<'_> {
    /// The innermost container.
    fn innermost(&self) -> Option<&Container> {
        self.page.outline.get(self.container as usize)
    }

    /// Stores the unnormalised text of the block, before the block ends.
    pub(super) fn end_code(&mut self) {
        let text = &self.page.text[self.block.text.start..];
        let raw = std::mem::take(&mut self.raw);
        let raw = if raw.is_empty() {
            // An empty line of code has no more than its number.
            let container = self.page.outline.get(self.block.container as usize);
            let is_line = container.is_some_and(|container| container.code == Code::Lines);
            (is_line && is_digits(text)).then_some(raw)
        } else {
            // The text starts with the first non-empty line.
            let code = raw.trim_end();
            let blank = code.len() - code.trim_start().len();
            let start = code[..blank].rfind('\n').map_or(0, |at| at + 1);
            (!text.is_empty()).then(|| code[start..].to_owned())
        };
        if let Some(raw) = raw {
            self.page.raw.push((self.page.blocks.len() as u32, raw));
        }
    }

    /// Whether the innermost container has lines of code.
    pub(super) fn is_in_lines(&self) -> bool {
        self.innermost()
            .is_some_and(|container| container.code.keeps_lines())
    }

    /// Handles the start of an element in lines of code: a line break, a line, or a line number.
    pub(super) fn start_in_lines(
        &mut self,
        element: Element,
        attributes: &str,
        mark: &mut OpenElement,
    ) {
        if element == Element::BR {
            self.raw.push('\n');
        } else if element == Element::SPAN {
            let style = attributes::value(attributes, "style").unwrap_or_default();
            let class = attributes::value(attributes, "class").unwrap_or_default();
            mark.line = styles::declares(style, "display", "block");
            if mark.line {
                self.break_line(false);
                self.line = self.raw.len();
            }
            self.is_number = outline::is_numbers(class);
        }
    }

    /// Handles the start of a link that may be a line number: in code, or at the start of a `div`.
    pub(super) fn start_number(&mut self, attributes: &str) {
        let may_be = self.innermost().is_some_and(|container| {
            container.code.keeps_lines()
                || container.element == Element::DIV
                    && container.code == Code::None
                    && self.is_empty()
        });
        if may_be {
            let class = attributes::value(attributes, "class").unwrap_or_default();
            self.is_number = !class.is_empty() && outline::is_numbers(class);
        }
    }

    /// Adds text of code, without line numbers. A `div` that begins with a line number is a line (gitweb).
    pub(super) fn push_code(&mut self, text: &str) {
        let is_behind_number = std::mem::take(&mut self.is_behind_number);
        let is_number = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
        if self.is_number && text.bytes().all(is_number) {
            if !text.trim().is_empty() {
                let container = &mut self.page.outline[self.container as usize];
                if container.code == Code::None {
                    container.code = Code::Lines;
                }
            }
        } else if self.is_in_lines() {
            let code = text.strip_prefix(' ').filter(|_| is_behind_number);
            // A line without text is a line, too.
            let code = code.filter(|code| !code.is_empty()).unwrap_or(text);
            match code.contains('\r') {
                // As in the standard, each kind of line end is a line feed.
                true => self.raw += &code.replace("\r\n", "\n").replace('\r', "\n"),
                false => self.raw.push_str(code),
            }
        }
    }

    /// Ends the line of code, if it has text or `is_empty` is set.
    pub(super) fn break_line(&mut self, is_empty: bool) {
        self.push_whitespace(Whitespace::LineFeed);
        if is_empty || !self.raw.is_empty() && !self.raw.ends_with('\n') {
            self.raw.push('\n');
        }
    }
}
