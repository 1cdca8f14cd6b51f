//! Words become the text of a block, and a block ends.

use crate::segment::Segmenter;
use crate::segment::characters::{Whitespace, is_wide};
use crate::segment::joints::Joint;
use crate::segment::page::Block;

/// The text between two tags. Comments and removed elements do not split it.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Node {
    /// The pending whitespace of the block at its start.
    pub(super) before: Whitespace,
    /// The pending whitespace since its last character.
    blank: Whitespace,
    has_text: bool,
    /// Its length in characters with whitespace collapsed, if it is in a link.
    chars: u32,
}

/// Returns the number of characters of a text. The counters of a block have 32 bits and saturate, which saves memory on
/// pages of many short blocks.
fn length(text: &str) -> u32 {
    text.chars().count().try_into().unwrap_or(u32::MAX)
}

impl Segmenter<'_> {
    pub(super) fn push_whitespace(&mut self, blank: Whitespace) {
        if self.node.blank == Whitespace::None && self.link {
            self.node.chars = self.node.chars.saturating_add(1);
        }
        self.node.blank = self.node.blank.max(blank);
        self.blank = self.blank.max(blank);
    }

    pub(super) fn push_words(&mut self, words: &str) {
        if !self.is_empty() {
            match self.blank {
                Whitespace::None if !self.is_jointed(words) => {}
                Whitespace::None | Whitespace::Space => self.page.text.push(' '),
                Whitespace::LineFeed if self.is_in_unspaced(words) => {}
                Whitespace::LineFeed => self.page.text.push('\n'),
            }
        }
        if !self.quotations.is_empty() {
            self.open_quotations(words);
        }
        self.joint = Joint::default();
        if self.rules.markup {
            for at in 0..self.inlines.len() {
                if !std::mem::replace(&mut self.inlines[at].1, true) {
                    self.mark_start(self.inlines[at].0);
                }
            }
        }
        self.page.text.push_str(words);
        self.formula.is_before_letters = false;
        self.blank = Whitespace::None;
        self.node.blank = Whitespace::None;
        self.node.has_text = true;
        if self.link {
            self.node.chars = self.node.chars.saturating_add(length(words));
        }
    }

    /// Whether the line feed before these words is between two characters of Chinese or Japanese, with no tag beside it.
    /// It is then no space (CSS Text 3, section 4.1.3).
    fn is_in_unspaced(&self, words: &str) -> bool {
        let is_wide = |letter: Option<char>| letter.is_some_and(is_wide);
        self.rules.outline
            && self.joint == Joint::default()
            && is_wide(words.chars().next())
            && is_wide(self.page.text.chars().next_back())
    }

    /// Ends the text node at a tag.
    pub(super) fn end_node(&mut self) {
        let node = self.node;
        if node.has_text {
            self.line_break = false;
            self.block.link_chars = self.block.link_chars.saturating_add(node.chars);
        } else if !self.rules.keep_whitespace {
            self.blank = node.before;
        }
        self.start_node();
    }

    /// Starts a text node.
    pub(super) fn start_node(&mut self) {
        self.node = Node {
            before: self.blank,
            ..Node::default()
        };
    }

    /// Ends the block and starts another one.
    pub(super) fn end_block(&mut self) {
        self.give_back();
        if self.rules.markup {
            self.end_marks(0);
            self.end_code();
        }
        let end = self.page.text.len();
        if end > self.block.text.start {
            self.block.text.end = end;
            self.block.chars = length(&self.page.text[self.block.text.clone()]);
            self.page.blocks.push(self.block.clone());
        }
        self.block = Block {
            text: end..end,
            element: self.element,
            heading: self.headings > 0,
            select: self.selects > 0,
            container: self.container,
            level: if self.headings > 0 { self.level } else { 0 },
            ..Block::EMPTY
        };
        self.blank = Whitespace::None;
        self.start_node();
        self.joint = Joint::default();
        self.exponent = None;
    }
}
