//! Drops copies within a page: a second version for narrow screens, slides that are repeated so that a carousel can
//! turn, tabs with the same text.
//!
//! Readers see one of them, so main content has it once. A refrain between the verses of a song is read each time. So
//! is a text without a class that distinguishes the elements around it, the answer that two questions have, and a
//! paragraph that stands on the page so often that it cannot be a second version.

use hashbrown::HashMap;

use crate::constants::{MAX_COPIES, MAX_REFRAIN, MIN_COPY};
use crate::outline::Code;
use crate::segment::{Block, Page};
use html::Element;

/// Drops sequences of kept blocks that repeat an earlier sequence of kept blocks. Table cells and code may repeat, and
/// so may refrains: paragraphs between others of the same element.
pub fn drop_copies(page: &Page, kept: &mut [bool]) {
    let blocks: Vec<(usize, &Block)> = (page.blocks.iter().enumerate())
        .filter(|&(at, block)| kept[at] && may_be_copied(page, block))
        .collect();
    let text = |at: usize| page.text(blocks[at].1);
    // The first block with each text, and for each block the next one with its text.
    let mut first: HashMap<&str, usize> = HashMap::with_capacity(blocks.len());
    let mut next = vec![None; blocks.len()];
    for at in (0..blocks.len()).rev() {
        next[at] = first.insert(text(at), at);
    }
    let mut times: HashMap<&str, usize> = HashMap::with_capacity(first.len());
    (0..blocks.len()).for_each(|at| *times.entry(text(at)).or_default() += 1);
    let container = |block: &Block| &page.outline[block.container as usize];
    let home = |block: &Block| {
        (block.element == Element::P).then(|| super::cards::element_around(page, block))
    };
    let homes: Vec<Option<u32>> = blocks.iter().map(|(_, block)| home(block)).collect();
    let paragraphs = runs(&homes);
    let elements: Vec<Element> = (blocks.iter())
        .map(|(_, block)| container(block).element)
        .collect();
    let elements = runs(&elements);
    // The first three places of the sequences that begin at a block, by their length.
    let mut all_places: HashMap<(usize, usize), [Option<usize>; 3]> = HashMap::new();
    let mut at = 0;
    while at < blocks.len() {
        let original = first[text(at)];
        let longest = (at - original).min(blocks.len() - at);
        let same = |&step: &usize| text(original + step) == text(at + step);
        let copy = &blocks[at..at + (0..longest).take_while(same).count()];
        let chars: u32 = copy.iter().map(|(_, block)| block.chars).sum();
        // All blocks from the original to the copy are paragraphs of one element.
        let is_refrain = chars <= MAX_REFRAIN
            && copy.len() < at - original
            && homes[original].is_some()
            && paragraphs[at + copy.len() - 1] <= original;
        let mut is_between_verses = || {
            let same = |from: usize, step: usize| {
                blocks.get(from + step).is_some() && text(from + step) == text(original + step)
            };
            let places = all_places.entry((original, copy.len())).or_insert_with(|| {
                let places = std::iter::successors(Some(original), |at| next[*at]);
                let mut places =
                    places.filter(|&from| (0..copy.len()).all(|step| same(from, step)));
                [places.next(), places.next(), places.next()]
            });
            chars <= MAX_REFRAIN
                && are_apart(*places, copy.len())
                && elements[at - 1] <= original
                && are_stanzas(page, blocks[original].1, blocks[at].1)
        };
        let is_shown = || {
            let long = |(_, block): &&(usize, &Block)| block.chars >= MIN_COPY;
            let mut long = copy.iter().filter(long).peekable();
            let with_before = |at: usize| [blocks[at.saturating_sub(1)].1, blocks[at].1];
            long.peek().is_some()
                && (long.any(|(_, block)| times[page.text(block)] > MAX_COPIES)
                    || are_items(page, with_before(original), with_before(at)))
        };
        let is_styled = || are_styled_apart(page, blocks[original].1, blocks[at].1);
        let mut is_read_again = || is_shown() || is_between_verses();
        if chars >= MIN_COPY && !is_refrain && is_styled() && !is_read_again() {
            copy.iter().for_each(|&(at, _)| kept[at] = false);
        }
        at += copy.len().max(1);
    }
}

/// Returns the containers around one of two blocks, but not around the other, from the inner to the outer ones.
fn apart(page: &Page, one: &Block, other: &Block) -> [Vec<u32>; 2] {
    let around =
        |block: &Block| -> Vec<u32> { page.around(block.container).map(|(at, _)| at).collect() };
    let (one, other) = (around(one), around(other));
    [(&one, &other), (&other, &one)].map(|(within, others)| {
        let alone = within.iter().filter(|at| !others.contains(at));
        alone.copied().collect()
    })
}

/// Whether a text and its copy are in two items that look alike and differ in the blocks before these.
fn are_items(page: &Page, [before, one]: [&Block; 2], [before_other, other]: [&Block; 2]) -> bool {
    let [within, within_other] = apart(page, one, other);
    let (Some(&item), Some(&other)) = (within.last(), within_other.last()) else {
        return false;
    };
    let signature = |item: u32| page.outline[item as usize].signature;
    signature(item) == signature(other)
        && page.is_in(before, item)
        && page.is_in(before_other, other)
        && page.text(before) != page.text(before_other)
}

/// Whether an element around one of two blocks, but not around the other, has a class. Without one, style sheets cannot
/// show only one of them.
fn are_styled_apart(page: &Page, one: &Block, other: &Block) -> bool {
    let has_class = |at: &u32| page.outline[*at as usize].has_class();
    apart(page, one, other).iter().flatten().any(has_class)
}

/// Whether there are three places of a sequence of blocks, each after other blocks: a carousel repeats a slide once.
fn are_apart(places: [Option<usize>; 3], length: usize) -> bool {
    let [Some(first), Some(second), Some(third)] = places else {
        return false;
    };
    second - first > length && third - second > length
}

/// Whether two blocks are in elements that look alike and stand next to each other, as stanzas do.
fn are_stanzas(page: &Page, one: &Block, other: &Block) -> bool {
    let container = |block: &Block| &page.outline[block.container as usize];
    let (one, other) = (container(one), container(other));
    let grandparent = |parent: u32| page.outline[parent as usize].parent;
    let are_siblings =
        one.parent == other.parent || grandparent(one.parent) == grandparent(other.parent);
    one.signature == other.signature && are_siblings
}

/// Returns for each of these keys the start of the run of equal keys that it belongs to.
fn runs<K: PartialEq>(keys: &[K]) -> Vec<usize> {
    let mut start = 0;
    let start_of = |at: usize| {
        if at > 0 && keys[at] != keys[at - 1] {
            start = at;
        }
        start
    };
    (0..keys.len()).map(start_of).collect()
}

fn may_be_copied(page: &Page, block: &Block) -> bool {
    let is_cell = matches!(block.element, Element::TD | Element::TH | Element::CAPTION);
    !is_cell && page.outline_code(block) == Code::None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Rules;

    /// Returns the first words of the kept blocks, if all blocks are kept at first.
    fn kept(html: &str) -> Vec<String> {
        let page = Page::new(html, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_copies(&page, &mut kept);
        let blocks = page.blocks.iter().zip(kept).filter(|(_, kept)| *kept);
        let texts = blocks.map(|(block, _)| page.text(block));
        texts
            .map(|text| text.split(' ').next().unwrap_or("").to_owned())
            .collect()
    }

    #[test]
    fn long_copies_are_dropped() {
        let long = "tides ".repeat(20);
        let part = format!("<div class=slide><h2>Harbour</h2><p>{long}<p>End</div>");
        assert_eq!(kept(&format!("{part}{part}")), ["Harbour", "tides", "End"]);
        let three = format!("{part}<p>Between{part}<p>Last{part}");
        assert_eq!(kept(&three), ["Harbour", "tides", "End", "Between", "Last"]);
        // Together, short blocks are a copy.
        let items: String = (0..5)
            .map(|n| format!("<li class=ferry>{n} ferries leave at noon"))
            .collect();
        assert_eq!(kept(&format!("<ul>{items}{items}</ul>")).len(), 5);
        // Nothing hides one of these.
        let plain = format!("<div>{long}</div>");
        assert_eq!(kept(&format!("{plain}{plain}")), ["tides", "tides"]);
    }

    #[test]
    fn refrains_stay() {
        let refrain = format!("<p class=low>{}", "down ".repeat(30));
        let song = format!("<p>One{refrain}<p>Two{refrain}<p>Three{refrain}");
        let lines = ["One", "down", "Two", "down", "Three", "down"];
        assert_eq!(kept(&song), lines);
        // In another element, right after the first, or under a heading, it is a copy.
        assert_eq!(
            kept(&format!("{refrain}<p>Two<div>{refrain}</div>")),
            ["down", "Two"]
        );
        assert_eq!(kept(&format!("{refrain}{refrain}")), ["down"]);
        assert_eq!(
            kept(&format!("{refrain}<h2>Two</h2>{refrain}")),
            ["down", "Two"]
        );
    }

    #[test]
    fn refrains_of_three_stanzas_stay_in_any_element() {
        let low = "down ".repeat(30);
        for refrain in [
            format!("<div class=verse>{low}</div>"),
            format!(
                "<div class=verse><div class=line>{low}</div><div class=line>to the sea</div></div>"
            ),
        ] {
            let verse = |word: &str| format!("<div class=verse>{word} went the boats</div>");
            let song: String = ["One", "Two", "Three"]
                .iter()
                .map(|word| format!("{}{refrain}", verse(word)))
                .collect();
            let found = kept(&song);
            assert_eq!(
                found.iter().filter(|word| *word == "down").count(),
                3 * refrain.matches(&low).count()
            );
        }
    }

    #[test]
    fn answers_that_questions_share_stay() {
        let long = "tides ".repeat(20);
        let item = |class: &str, question: &str| {
            format!("<div class={class}><h3>{question}</h3><p class=low>{long}</div>")
        };
        let questions = item("faq", "When?") + &item("faq", "Where?");
        assert_eq!(kept(&questions), ["When?", "tides", "Where?", "tides"]);
        let versions = item("wide", "When?") + &item("narrow", "Where?");
        assert_eq!(kept(&versions), ["When?", "tides", "Where?"]);
    }

    #[test]
    fn paragraphs_that_are_often_on_a_page_stay() {
        let slide = format!(
            "<div class=slide><h2>Harbour</h2><p>{}</div>",
            "tides ".repeat(20)
        );
        assert_eq!(kept(&slide.repeat(4)).len(), 2);
        assert_eq!(kept(&slide.repeat(5)).len(), 10);
    }

    #[test]
    fn short_repetitions_cells_and_code_stay() {
        assert_eq!(kept("<p>Free<p>Free<p>One<p>Free").len(), 4);
        let long = "tides ".repeat(20);
        assert_eq!(
            kept(&format!("<table><tr><td>{long}<tr><td>{long}</table>")).len(),
            2
        );
        assert_eq!(
            kept(&format!("<pre>{long}</pre><pre>{long}</pre>")).len(),
            2
        );
        assert_eq!(kept("").len(), 0);
    }
}
