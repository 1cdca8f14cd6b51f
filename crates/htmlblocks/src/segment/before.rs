//! The state of the block before an element whose text may be dropped or rewritten at its end.

use crate::segment::Segmenter;

/// The state of the block before an element.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    /// The start of the block.
    pub(super) block: usize,
    pub(super) text: usize,
    pub(super) raw: usize,
    pub(super) marks: usize,
    pub(super) link_chars: u32,
    /// The number of open inline elements, and of those with a marked start, which are the outer ones.
    inlines: usize,
    marked: usize,
    /// The number of formulas so far. MathML may be undisplayed because an image replaces it (Wikipedia).
    formulas: usize,
}

impl Segmenter<'_> {
    /// Returns the state of the block.
    pub(super) fn state(&self) -> Before {
        let marked = self.inlines.iter().filter(|(_, marked)| *marked);
        Before {
            block: self.block.text.start,
            text: self.page.text.len(),
            raw: self.raw.len(),
            marks: self.page.marks.len(),
            link_chars: self.block.link_chars,
            inlines: self.inlines.len(),
            marked: marked.count(),
            formulas: self.formulas,
        }
    }

    /// Whether an element that ends here has neither a block, a formula nor the end of an outer element in it.
    pub(super) fn is_simple(&self, before: Before) -> bool {
        before.block == self.block.text.start
            && before.inlines == self.inlines.len()
            && before.formulas == self.formulas
    }

    /// Drops the marks since a state.
    pub(super) fn unmark(&mut self, before: Before) {
        self.page.marks.truncate(before.marks);
        for (_, marked) in &mut self.inlines[before.marked..] {
            *marked = false;
        }
    }

    /// Drops the text since a state. What follows is a new text node.
    pub(super) fn drop_text(&mut self, before: Before) {
        self.page.text.truncate(before.text);
        self.raw.truncate(before.raw);
        self.block.link_chars = before.link_chars;
        self.exponent = None;
        self.start_node();
    }
}
