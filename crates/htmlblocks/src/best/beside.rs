//! The paragraphs around a group of blocks, which are evidence for the group, and sums over its blocks.

use std::ops::Range;

use html::Element;

use super::model::probability;
use super::{log_odds, share};
use crate::constants::{MIN_TABLE_PARAGRAPH, TABLE_LEVELS};
use crate::segment::{Block, Page};
use crate::tables::CELLS;

/// Gives each block at least the mean of the log-odds of the block and of the two blocks around all of them.
pub(super) fn raise_with_text(likely: &mut [f32], around: [f32; 2]) {
    for likely in likely {
        *likely = likely.max(probability(with_text(log_odds(*likely), around)));
    }
}

/// Iterates over the runs of equal values, with their ranges.
pub(super) fn runs<T: Copy + PartialEq>(values: &[T]) -> impl Iterator<Item = (T, Range<usize>)> {
    let mut end = 0;
    let runs = values.chunk_by(|one, other| one == other);
    runs.map(move |run| {
        let start = end;
        end += run.len();
        (run[0], start..end)
    })
}

/// Iterates over the lists around a block, innermost first.
pub(super) fn lists_around(page: &Page, block: &Block) -> impl Iterator<Item = u32> {
    let is_list = |element| matches!(element, Element::DL | Element::UL | Element::OL);
    let around = page.around(block.container);
    around.filter_map(move |(at, element)| is_list(element).then_some(at))
}

/// Whether most of the text of blocks is links.
pub(super) fn are_links(blocks: &[Block]) -> bool {
    2 * links(blocks) > size(blocks)
}

/// Returns the number of characters of blocks in links.
pub(super) fn links(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.link_chars as usize).sum()
}

/// Returns the number of characters of blocks.
pub(super) fn size(blocks: &[Block]) -> usize {
    blocks.iter().map(|block| block.chars as usize).sum()
}

/// Returns the indices of the paragraphs of a page among some of its blocks.
pub(super) fn paragraphs(page: &Page, is_text: impl Fn(usize) -> bool) -> Vec<usize> {
    let is_paragraph = |&at: &usize| {
        let block = &page.blocks[at];
        let is_cell = CELLS.has(page.outline[block.container as usize].element);
        !is_cell && !block.heading && block.text.len() >= MIN_TABLE_PARAGRAPH && is_text(at)
    };
    (0..page.blocks.len()).filter(is_paragraph).collect()
}

/// Returns the mean of some log-odds and those of the two paragraphs around.
pub(super) fn with_text(odds: f32, [before, behind]: [f32; 2]) -> f32 {
    (odds + log_odds(before) + log_odds(behind)) / 3.0
}

/// Returns the probabilities of the paragraphs before and behind a group of blocks, if both are at least 0.5 and the paragraphs have a common container near them.
pub(super) fn text_around(
    page: &Page,
    likely: &[f32],
    paragraphs: &[usize],
    group: Range<usize>,
) -> Option<[f32; 2]> {
    let [Some(before), Some(behind)] = paragraphs_around(paragraphs, group) else {
        return None;
    };
    let container = |at: usize| page.blocks[at].container;
    let both = [likely[before], likely[behind]];
    (are_near(page, container(before), container(behind))
        && both.iter().all(|likely| *likely >= 0.5))
    .then_some(both)
}

/// Returns the paragraphs before and behind some blocks.
pub(super) fn paragraphs_around(paragraphs: &[usize], blocks: Range<usize>) -> [Option<usize>; 2] {
    let next = |end: usize| paragraphs.partition_point(|&at| at < end);
    let before = next(blocks.start).checked_sub(1);
    [before, Some(next(blocks.end))].map(|at| paragraphs.get(at?).copied())
}

/// Whether two containers have a common one near them.
pub(super) fn are_near(page: &Page, one: u32, other: u32) -> bool {
    let around = |container: u32| page.around(container).take(TABLE_LEVELS);
    around(one).any(|(one, _)| around(other).any(|(other, _)| one == other))
}

/// Returns the mean of the log-odds of blocks.
pub(super) fn mean_log_odds(likely: &[f32]) -> f32 {
    let sum: f32 = likely.iter().map(|likely| log_odds(*likely)).sum();
    share(sum, likely.len() as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn letters_of_scripts_with_short_words_count_more() {
        let page = Page::new(
            "<p>\u{bb3c}\u{b808}\u{bc29}\u{c544}\u{b294} \u{c624}\u{b798}\u{b418}\u{c5c8}\u{ace0} \u{c138} \u{bd80}\u{bd84}\u{c774}\u{b2e4}<p>The mill is old",
            Rules::BEST,
        );
        assert_eq!(paragraphs(&page, |_| true), [0]);
    }
}
