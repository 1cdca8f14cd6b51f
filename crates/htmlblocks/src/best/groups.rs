//! Blocks that are kept or dropped together: the cells of a row, the items of a list and their heading, terms and their
//! descriptions, the lines of a program, and a table, program or list with the text around it.
//!
//! A list with items missing is of little use, and a short item by itself gives little evidence.

use std::collections::HashMap;

use html::Element;
use html::elements::Set;

use super::beside::{
    are_links, lists_around, mean_log_odds, paragraphs, raise_with_text, runs, size, text_around,
    with_text,
};
use super::features::Kind;
use super::model::probability;
use super::structures::{Rows, raise_structures};
use super::{log_odds, share};
use crate::constants::{LIST_ODDS, MAX_ITEM, MIN_ITEMS, MIN_SENTENCE};
use crate::outline::{Code, FIGURE, PREFORMATTED, QUOTED_FOOTER};
use crate::segment::{Block, Page};
use crate::tables::CELLS;

/// Changes the probabilities of blocks that belong together.
pub fn decide_together(page: &Page, likely: &mut [f32], kind: Kind) {
    let rows = Rows::all(page);
    rows.iter().for_each(|rows| rows.equalise(likely));
    equalise_lists(page, likely);
    equalise_nested(page, likely);
    equalise_tables(page, likely);
    equalise_code(page, likely);
    fill_lists(page, likely, kind);
    raise_structures(page, &rows, likely, kind);
    join_sources(page, likely);
    join_captions(page, likely);
    join_stanzas(page, likely);
    join_notes(page, likely);
    join_addresses(page, likely);
    // In threads, an answer may be the text, and comments are not.
    if kind != Kind::Forum {
        join_comments(page, likely);
    }
    join_headings(page, likely, kind);
}

/// Gives the paragraphs of readers' comments that look alike one probability.
fn join_comments(page: &Page, likely: &mut [f32]) {
    let mut groups: HashMap<u32, (f32, f32)> = HashMap::new();
    let group = |block: &Block| {
        let container = &page.outline[block.container as usize];
        (container.is_comments && block.chars > MIN_SENTENCE).then_some(container.signature)
    };
    for (at, block) in page.blocks.iter().enumerate() {
        if let Some(group) = group(block) {
            let (odds, number) = groups.entry(group).or_default();
            *odds += log_odds(likely[at]);
            *number += 1.0;
        }
    }
    for (at, block) in page.blocks.iter().enumerate() {
        if let Some((odds, number)) = group(block).and_then(|group| groups.get(&group)) {
            likely[at] = probability(odds / number);
        }
    }
}

/// Gives the items of a list of items, and of a list of links, one probability.
fn equalise_nested(page: &Page, likely: &mut [f32]) {
    let container = |block: &Block| &page.outline[block.container as usize];
    let list_of = |block: &Block| {
        let is_item = container(block).element == Element::LI;
        lists_around(page, block).last().filter(|_| is_item)
    };
    for_each_group(page, likely, list_of, |list, blocks, likely| {
        let is_nested = blocks.iter().any(|block| container(block).parent != list);
        let are_short = size(blocks) <= MAX_ITEM as usize * blocks.len();
        if are_short && (is_nested || are_links(blocks)) {
            likely.fill(probability(mean_log_odds(likely)));
        }
    });
}

/// Joins a heading with the list or table behind it. The heading has at least the mean log-odds of a likely list, and each
/// item at least the mean of its log-odds and those of a likely heading. On pages that are lists, headings above links
/// are those of menus.
fn join_headings(page: &Page, likely: &mut [f32], kind: Kind) {
    const GROUPS: Set = Set::of(&[Element::DL, Element::UL, Element::OL, Element::TABLE]);
    let is_list = matches!(kind, Kind::Product | Kind::Listing | Kind::Collection);
    for at in 0..likely.len() {
        let heading = &page.blocks[at];
        let behind = &page.blocks[at + 1..];
        if !heading.heading || heading.level == 1 || behind.is_empty() {
            continue;
        }
        let outer: Vec<u32> = page.around(heading.container).map(|(one, _)| one).collect();
        let is_group =
            |(one, element): &(u32, Element)| GROUPS.has(*element) && !outer.contains(one);
        let Some((group, _)) = page.around(behind[0].container).filter(is_group).last() else {
            continue;
        };
        let is_inner = |block: &&Block| !block.heading && page.is_in(block, group);
        let items = behind.iter().take_while(is_inner).count();
        if items == 0 || is_list && are_links(&behind[..items]) {
            continue;
        }
        let items = at + 1..at + 1 + items;
        let (odds, of_heading) = (mean_log_odds(&likely[items.clone()]), log_odds(likely[at]));
        if odds >= of_heading.max(0.0) {
            likely[at] = probability(odds);
        } else if of_heading >= 0.0 {
            for likely in &mut likely[items] {
                *likely = likely.max(probability((log_odds(*likely) + of_heading) / 2.0));
            }
        }
    }
}

/// Gives the footer of a quotation, which names its source, at least the probability of the text before it.
fn join_sources(page: &Page, likely: &mut [f32]) {
    for at in 1..likely.len() {
        let block = &page.blocks[at];
        // Few blocks are in both, so that the elements around most blocks need not be looked at.
        let is_inside = page.outline[block.container as usize].kinds_above & QUOTED_FOOTER;
        if is_inside != QUOTED_FOOTER || block.chars > MAX_ITEM {
            continue;
        }
        let mut around = page.around(block.container);
        let is_source = around.any(|(_, element)| element == Element::FOOTER)
            && around.next().is_some_and(|(quote, element)| {
                element == Element::BLOCKQUOTE && page.is_in(&page.blocks[at - 1], quote)
            });
        if is_source {
            likely[at] = likely[at].max(likely[at - 1]);
        }
    }
}

/// Gives the label of a part that a click shows, which is a button, the probability of that part.
pub fn join_labels(page: &Page, likely: &mut [f32]) {
    let container = |at: usize| &page.outline[page.blocks[at].container as usize];
    for at in (0..likely.len()).rev() {
        let behind = at + 1;
        if container(at).element == Element::SUMMARY
            && behind < likely.len()
            && page.is_in(&page.blocks[behind], container(at).parent)
        {
            likely[at] = likely[at].max(likely[behind]);
        }
        if container(at).element != Element::BUTTON {
            continue;
        }
        let parent = container(at).parent;
        let around = [parent, page.outline[parent as usize].parent];
        let is_part = |block: &Block| {
            let mut outer = page.around(block.container);
            let is_button = page.outline[block.container as usize].element == Element::BUTTON;
            !is_button && outer.any(|(one, _)| around.contains(&one))
        };
        let part = page.blocks.get(at + 1).filter(|block| is_part(block));
        likely[at] = part.map_or(0.0, |_| likely[at + 1]);
    }
}

/// Gives an address at least the mean of the log-odds of the address and of the block before it, if both are in one
/// element.
fn join_addresses(page: &Page, likely: &mut [f32]) {
    for at in 1..likely.len() {
        let container = |at: usize| &page.outline[page.blocks[at].container as usize];
        let (address, before) = (container(at), container(at - 1));
        let parents = [before.parent, page.outline[before.parent as usize].parent];
        if address.element == Element::ADDRESS && parents.contains(&address.parent) {
            let odds = (log_odds(likely[at]) + log_odds(likely[at - 1])) / 2.0;
            likely[at] = likely[at].max(probability(odds));
        }
    }
}

/// Gives the caption of a figure that is text, such as a table or a program, at least the probability of that text.
fn join_captions(page: &Page, likely: &mut [f32]) {
    if page.tags[Element::FIGCAPTION.0 as usize] == 0 {
        return;
    }
    let figure = |block: &Block| {
        let is_inside = page.outline[block.container as usize].kinds_above & FIGURE != 0;
        let mut around = page.around(block.container).filter(|_| is_inside);
        let is_caption = |element| element == Element::FIGCAPTION;
        let mut captioned = false;
        let figure = around.find(|(_, element)| {
            captioned |= is_caption(*element);
            *element == Element::FIGURE
        });
        figure.map(|(at, _)| (at, captioned))
    };
    for at in 1..likely.len() {
        let both = [at - 1, at].map(|at| figure(&page.blocks[at]));
        if let [Some((one, is_caption)), Some((other, is_other))] = both
            && one == other
            && is_caption != is_other
        {
            let [caption, text] = if is_caption {
                [at - 1, at]
            } else {
                [at, at - 1]
            };
            likely[caption] = likely[caption].max(likely[text]);
        }
    }
}

/// Gives the stanzas of a poem one probability: blocks of short lines that look alike, one after the other.
fn join_stanzas(page: &Page, likely: &mut [f32]) {
    let stanza = |block: &Block| {
        let container = &page.outline[block.container as usize];
        let lines = usize::from(block.breaks) + 1;
        let is_stanza = lines >= MIN_ITEMS && block.chars as usize <= MAX_ITEM as usize * lines;
        is_stanza.then_some((container.parent, container.signature))
    };
    for_each_group(page, likely, stanza, |_, blocks, likely| {
        if blocks.len() > 1 {
            likely.fill(probability(mean_log_odds(likely) + LIST_ODDS));
        }
    });
}

/// Gives a note, which begins with its mark `[1]` or is an item of a list of notes, at least the mean of the log-odds of the
/// note and of the last likely block before it that has this mark.
fn join_notes(page: &Page, likely: &mut [f32]) {
    let mut marked: HashMap<u32, usize> = HashMap::new();
    for (at, block) in page.blocks.iter().enumerate() {
        let text = page.text(block);
        let container = &page.outline[block.container as usize];
        let is_item = container.is_notes && container.element == Element::LI;
        let note = mark(text).or(is_item.then_some(container.number));
        if let Some(of) = note.and_then(|note| marked.get(&note)) {
            let odds = (log_odds(likely[at]) + log_odds(likely[*of])) / 2.0;
            likely[at] = likely[at].max(probability(odds));
        } else if likely[at] >= 0.5 {
            let marks = text
                .match_indices('[')
                .filter_map(|(start, _)| mark(&text[start..]));
            marked.extend(marks.map(|mark| (mark, at)));
        }
    }
}

/// Returns the mark of a note at the beginning of a text: a number in brackets.
fn mark(text: &str) -> Option<u32> {
    let (number, _) = text.strip_prefix('[')?.split_once(']')?;
    let is_number =
        (1..=4).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    number.parse().ok().filter(|_| is_number)
}

/// Calls `group` for each maximal run of blocks with the same key.
fn for_each_group<K: PartialEq>(
    page: &Page,
    likely: &mut [f32],
    key: impl Fn(&Block) -> Option<K>,
    mut group: impl FnMut(K, &[Block], &mut [f32]),
) {
    let (mut blocks, mut likely) = (&page.blocks[..], likely);
    while let Some(first) = blocks.first() {
        let found = key(first);
        let same = |block: &&Block| found.is_some() && key(block) == found;
        let length = 1 + blocks[1..].iter().take_while(same).count();
        let (these, after) = std::mem::take(&mut likely).split_at_mut(length);
        if let Some(key) = found {
            group(key, &blocks[..length], these);
        }
        (blocks, likely) = (&blocks[length..], after);
    }
}

/// Gives all cells of a row one probability: the highest one if they are short, otherwise the mean over their
/// characters in tables with a header.
pub fn equalise_rows(page: &Page, likely: &mut [f32]) {
    let tables = page.tables();
    let row_of = |block: &Block| {
        let container = &page.outline[block.container as usize];
        let is_cell = CELLS.has(container.element);
        tables
            .row_of(page, block)
            .or(is_cell.then_some((container.parent, false)))
    };
    for_each_group(page, likely, row_of, |(_, is_declared), cells, likely| {
        if cells.iter().all(|cell| cell.chars <= MAX_ITEM) {
            likely.fill(likely.iter().copied().fold(0.0, f32::max));
        } else if is_declared {
            likely.fill(mean(cells, likely));
        }
    });
}

/// Returns the mean of the probabilities of blocks, weighted by characters.
pub(super) fn mean(blocks: &[Block], likely: &[f32]) -> f32 {
    let sizes = blocks.iter().map(|block| block.chars as f32);
    let sum: f32 = (sizes.clone().zip(likely))
        .map(|(size, likely)| size * likely)
        .sum();
    share(sum, sizes.sum())
}

/// The kinds of members of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Member {
    /// List items.
    Item,
    /// Terms and their descriptions.
    Term,
}

/// Returns the innermost element that may be a member of a group, and its parent.
fn member(page: &Page, block: &Block) -> Option<(Member, u32, u32)> {
    let container = &page.outline[block.container as usize];
    let parent = &page.outline[container.parent as usize];
    let of = |element: Element| match element {
        Element::LI => Some(Member::Item),
        Element::DT | Element::DD => Some(Member::Term),
        _ => None,
    };
    if CELLS.has(container.element) {
        return None;
    }
    if let Some(member) = of(container.element) {
        // A term and its descriptions may be in an element of their own.
        let outer = &page.outline[parent.parent as usize];
        let is_pair = member == Member::Term
            && parent.element == Element::DIV
            && outer.element == Element::DL;
        let list = if is_pair {
            parent.parent
        } else {
            container.parent
        };
        return Some((member, list, block.container));
    }
    if let Some(member) = of(parent.element) {
        return Some((member, parent.parent, container.parent));
    }
    None
}

/// Gives the short items of a list one probability, if each is one block and most of their text is not links. The terms
/// and descriptions of a list are treated alike.
fn equalise_lists(page: &Page, likely: &mut [f32]) {
    let list_of = |block: &Block| member(page, block).map(|(member, parent, _)| (member, parent));
    for_each_group(page, likely, list_of, |(kind, _), blocks, likely| {
        let sum = |of: fn(&Block) -> u32| blocks.iter().map(|block| of(block) as usize).sum();
        let (chars, links): (usize, usize) =
            (sum(|block| block.chars), sum(|block| block.link_chars));
        let item = |block: &Block| member(page, block).map(|(_, _, item)| item);
        let are_single = || blocks.windows(2).all(|two| item(&two[0]) != item(&two[1]));
        let is_list = kind == Member::Term || 2 * links <= chars && are_single();
        if blocks.len() > 1 && is_list && chars <= MAX_ITEM as usize * blocks.len() {
            likely.fill(probability(mean_log_odds(likely) + LIST_ODDS));
        }
    });
}

/// Gives all cells of a data table with a header or a caption one probability.
fn equalise_tables(page: &Page, likely: &mut [f32]) {
    let tables = page.tables();
    let table_of = |block: &Block| {
        let table = tables.table_of(page, block);
        table.filter(|table| tables.is_declared[*table as usize])
    };
    for_each_group(page, likely, table_of, |_, _, likely| {
        likely.fill(probability(mean_log_odds(likely)));
    });
}

/// Returns the listing that a block is in: a preformatted element, or the element or table whose parts are lines of code.
fn listing(page: &Page, block: &Block) -> Option<u32> {
    let outline = &page.outline;
    // The class of line numbers alone is also one of columns of text.
    let is_code = |(at, _): &(u32, Element)| {
        !matches!(outline[*at as usize].code, Code::None | Code::Numbers)
    };
    let around = page.around(block.container);
    let (at, element) = around.take_while(is_code).last()?;
    if PREFORMATTED.has(element) {
        return Some(at);
    }
    let parent = outline[at as usize].parent;
    match outline[parent as usize].element {
        Element::TBODY => Some(outline[parent as usize].parent),
        _ => Some(parent),
    }
}

/// Gives all blocks of a listing one probability. In the text, it is at least the mean of the log-odds of the listing and
/// of the two paragraphs around it.
fn equalise_code(page: &Page, likely: &mut [f32]) {
    let listings: Vec<Option<u32>> = (page.blocks.iter())
        .map(|block| listing(page, block))
        .collect();
    if listings.iter().all(Option::is_none) {
        return;
    }
    let paragraphs = paragraphs(page, |at| listings[at].is_none());
    for (_, range) in runs(&listings).filter(|(listing, _)| listing.is_some()) {
        let odds = mean_log_odds(&likely[range.clone()]);
        let floor = text_around(page, likely, &paragraphs, range.clone())
            .map_or(odds, |around| with_text(odds, around));
        likely[range].fill(probability(floor.max(odds)));
    }
}

/// Gives each block of a run of unlikely blocks at least the mean of the log-odds of the block and of the two likely
/// blocks around the run, if these are in one list. In manuals, lists describe options and functions, one after the other. On
/// other pages only terms and their descriptions count.
fn fill_lists(page: &Page, likely: &mut [f32], kind: Kind) {
    let unlikely: Vec<bool> = likely.iter().map(|likely| *likely < 0.5).collect();
    for (is_unlikely, range) in runs(&unlikely) {
        let is_inner = range.start > 0 && range.end < likely.len();
        if !is_unlikely || !is_inner || are_links(&page.blocks[range.clone()]) {
            continue;
        }
        let element = page.outline[page.blocks[range.start].container as usize].element;
        if kind != Kind::Documentation && !matches!(element, Element::DT | Element::DD) {
            continue;
        }
        let [before, behind] = [range.start - 1, range.end];
        let lists: Vec<u32> = lists_around(page, &page.blocks[before]).collect();
        if lists_around(page, &page.blocks[behind]).any(|list| lists.contains(&list)) {
            let around = [likely[before], likely[behind]];
            raise_with_text(&mut likely[range], around);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    #[test]
    fn cells_of_a_row_have_one_probability() {
        let long = "word ".repeat(30);
        let html = format!(
            "<p>One<table><tr><td>abc<td>d<tr><td>e<td>{long}<tr><td>f</table><table><tr><td>g<td>h</table>"
        );
        let page = Page::new(&html, Rules::BEST);
        let mut likely = [0.5, 0.8, 0.0, 0.1, 0.9, 0.2, 0.3, 0.5];
        equalise_rows(&page, &mut likely);
        assert_eq!(likely, [0.5, 0.8, 0.8, 0.1, 0.9, 0.2, 0.5, 0.5]);
        // A table of one cell is the text of the cell around it.
        let inner = "<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>d</table></table>";
        let mut likely = [0.5, 0.8, 0.7, 0.1];
        equalise_rows(&Page::new(inner, Rules::BEST), &mut likely);
        assert_eq!(likely, [0.8, 0.8, 0.7, 0.7]);
        // With a header, long cells are treated alike, too.
        let html = format!("<table><tr><th>abc<th>d<tr><td>e<td>{long}</table>");
        let mut likely = [0.5, 0.8, 0.1, 0.9];
        equalise_rows(&Page::new(&html, Rules::BEST), &mut likely);
        let mean = (0.1 + 0.9 * 149.0) / 150.0;
        assert_eq!(likely, [0.8, 0.8, mean, mean]);
    }

    #[test]
    fn a_program_between_paragraphs_is_kept_whole() {
        let text = "The mill is started by the program that is printed here.";
        let of = |code: &str| {
            let page = Page::new(&format!("<p>{text}{code}<p>{text}"), Rules::BEST);
            let mut likely = vec![0.2; page.blocks.len()];
            (likely[0], likely[page.blocks.len() - 1]) = (0.9, 0.9);
            equalise_code(&page, &mut likely);
            likely
        };
        for code in [
            "<pre>start wheel",
            "<pre><div class=line>start</div><div class=line>  wheel</div></pre>",
            "<div class=fragment><div class=line>start</div><div class=line>wheel</div></div>",
            "<table><tr><td class=gutter><pre>1</pre><td><pre><div>start</div><div>wheel</div></pre></table>",
        ] {
            let likely = of(code);
            assert!(
                likely.iter().all(|likely| *likely > 0.5),
                "{code} {likely:?}"
            );
        }
        // Two columns of text have a class of line numbers, too.
        for text in [
            "<div class=gutter>start wheel</div>",
            "<div>start wheel</div>",
        ] {
            assert_eq!(of(text)[1], 0.2);
        }
        // Without text around it, its lines still share one fate.
        let page = Page::new("<pre><div>a</div><div>b</div></pre><h2>c", Rules::BEST);
        let mut likely = [0.3, 0.6, 0.1];
        equalise_code(&page, &mut likely);
        assert!(likely[0] == likely[1] && likely[2] == 0.1);
    }

    #[test]
    fn a_manual_keeps_the_middle_of_a_list() {
        let of = |html: &str, kind: Kind| {
            let page = Page::new(html, Rules::BEST);
            let mut likely = vec![0.2; page.blocks.len()];
            (likely[0], likely[page.blocks.len() - 1]) = (0.9, 0.9);
            fill_lists(&page, &mut likely, kind);
            likely[1] > 0.5
        };
        let terms = "<dl><dt>-a<dd>all<dt>-b<dd>both</dl>";
        let items = "<ul><li>open()<p>opens<li>close()<ul><li>closes</ul></ul>";
        assert!(of(terms, Kind::Documentation) && of(items, Kind::Documentation));
        assert!(of(terms, Kind::Article) && !of(items, Kind::Article));
        for html in [
            "<dl><dt>-a<dd>all</dl><dl><dt>-b<dd>both</dl>",
            "<ul><li>open()<li><a href=x>opens</a><li>close()</ul>",
        ] {
            assert!(!of(html, Kind::Documentation));
        }
    }

    #[test]
    fn the_stanzas_of_a_poem_share_one_fate() {
        let of = |html: &str| {
            let mut likely = [0.9, 0.6, 0.45, 0.5];
            join_stanzas(&Page::new(html, Rules::BEST), &mut likely);
            likely
        };
        let stanza = "The mill is old,<br>the wheel is new,<br>the stream is cold";
        let [title, stanzas @ ..] = of(&format!(
            "<h2>Mill</h2>{}",
            format!("<p>{stanza}").repeat(3)
        ));
        assert!(title == 0.9 && stanzas.iter().all(|one| *one == stanzas[0] && *one > 0.55));
        let lines = "The mill is old,<br>the wheel is new";
        assert_eq!(
            of(&format!("<h2>Mill</h2>{}", format!("<p>{lines}").repeat(3)))[2],
            0.45
        );
        let prose = format!(
            "{0}<br>{0}<br>{0}",
            "The mill is old, and the wheel is new. ".repeat(4)
        );
        assert_eq!(
            of(&format!("<h2>Mill</h2>{}", format!("<p>{prose}").repeat(3)))[2],
            0.45
        );
    }

    #[test]
    fn the_caption_of_a_table_stays_with_it() {
        let of = |html: &str| {
            let mut likely = [0.9, 0.8, 0.3];
            join_captions(&Page::new(html, Rules::BEST), &mut likely);
            likely[2]
        };
        let table = "<table><tr><td>Wheels<td>Two</table>";
        let caption = "<figcaption>Parts of the mill</figcaption>";
        assert_eq!(of(&format!("<figure>{table}{caption}</figure>")), 0.8);
        assert_eq!(
            of(&format!("{table}<figure><img src=mill>{caption}</figure>")),
            0.3
        );
        let mut likely = [0.3, 0.8, 0.9];
        let first = format!("<figure>{caption}{table}</figure>");
        join_captions(&Page::new(&first, Rules::BEST), &mut likely);
        assert_eq!(likely[0], 0.8);
    }

    #[test]
    fn notes_stay_with_the_text_that_has_their_marks() {
        let of = |text: &str| {
            let html = format!("<p>{text}<p>[1] It was built of oak.<p>[2] In 1903.");
            let mut likely = [0.9, 0.3, 0.3];
            join_notes(&Page::new(&html, Rules::BEST), &mut likely);
            [likely[1] > 0.5, likely[2] > 0.5]
        };
        assert_eq!(of("The mill[1] is old.[2]"), [true, true]);
        assert_eq!(
            of("The mill<sup>[<a href=#n>1</a>]</sup> is old."),
            [true, false]
        );
        assert_eq!(of("The mill is [12] old."), [false, false]);
        let item = |class: &str| {
            let html = format!("<p>The mill[1] is old.<ol class={class}><li>Built of oak.</ol>");
            let mut likely = [0.9, 0.3];
            join_notes(&Page::new(&html, Rules::BEST), &mut likely);
            likely[1] > 0.5
        };
        assert!(item("references") && !item("links"));
    }

    #[test]
    fn items_share_one_probability() {
        let of = |html: &str, likely: &[f32]| {
            let page = Page::new(html, Rules::BEST);
            assert_eq!(page.blocks.len(), likely.len(), "{html}");
            let mut likely = likely.to_vec();
            equalise_lists(&page, &mut likely);
            likely
        };
        let one = |likely: &[f32]| likely.iter().all(|other| *other == likely[0]);
        let four = [0.9, 0.6, 0.2, 0.5];
        for html in [
            "<p>Two<ul><li>a<li><p>b<li>c</ul>",
            "<p>Two<dl><dt>a<dd>b<dt>c</dl>",
        ] {
            let [first, items @ ..] = &of(html, &four)[..] else {
                unreachable!()
            };
            assert!(*first == 0.9 && one(items) && items[0] > 0.45, "{items:?}");
        }
        // One item, items of several blocks, links, elements that look different, and long items keep their own
        // probabilities.
        let long = "word ".repeat(90);
        for html in [
            "<p>Two<ul><li>a</ul><ul><li>b</ul><p>c",
            "<p>Two<ul><li><p>a<p>b<li>c</ul>",
            "<p>Two<ul><li><a href=x>a</a><li><a href=x>b</a><li>c</ul>",
            &format!("<p>Two<ul><li>a<li>b<li>{long}</ul>"),
        ] {
            assert_eq!(of(html, &four), four, "{html}");
        }
    }

    #[test]
    fn a_label_stays_with_the_part_that_it_shows() {
        let of = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            let mut likely = vec![0.9; page.blocks.len()];
            likely[0] = 0.2;
            join_labels(&page, &mut likely);
            (page.text(&page.blocks[0]).to_owned(), likely[0])
        };
        let button = "<button aria-expanded=false>Is the mill open?</button>";
        let question = ("Is the mill open?".to_owned(), 0.9);
        assert_eq!(
            of(&format!("<div>{button}<p hidden id=a>Yes.</div>")),
            question
        );
        assert_eq!(
            of(&format!(
                "<section><div>{button}</div><div><p>Yes.</div></section>"
            )),
            question
        );
        // The labels of two menus, and buttons that show nothing.
        assert_eq!(of(&format!("<div>{button}{button}<p>Yes.</div>")).1, 0.0);
        assert_eq!(
            of(&format!("<div><div><div>{button}</div></div></div><p>Yes.")).1,
            0.0
        );
        for html in [
            "<div><button>Buy</button><p>Yes.</div>",
            &format!("<nav>{button}</nav><p>Yes."),
        ] {
            assert_eq!(of(html), ("Yes.".to_owned(), 0.2));
        }
    }

    #[test]
    fn the_source_of_a_quotation_stays_with_it() {
        let of = |html: &str| {
            let mut likely = [0.9, 0.1, 0.2];
            join_sources(&Page::new(html, Rules::BEST), &mut likely);
            likely
        };
        let quote = "<blockquote><p>Mill early.<footer>The miller</footer></blockquote><p>More";
        assert_eq!(of(quote), [0.9, 0.9, 0.2]);
        let other = "<blockquote><p>Mill early.</blockquote><footer><p>The miller<p>Baker";
        assert_eq!(of(other), [0.9, 0.1, 0.2]);
    }

    #[test]
    fn a_heading_and_its_list_share_one_fate() {
        let of = |html: &str, likely: [f32; 3], kind: Kind| {
            let mut likely = likely;
            join_headings(&Page::new(html, Rules::BEST), &mut likely, kind);
            likely.map(|likely| likely >= 0.5)
        };
        let list = "<h3>Parts</h3><ul><li>wheel<li>stones</ul>";
        assert_eq!(of(list, [0.2, 0.8, 0.8], Kind::Article), [true; 3]);
        assert_eq!(of(list, [0.8, 0.4, 0.4], Kind::Article), [true; 3]);
        assert_eq!(of(list, [0.4, 0.3, 0.4], Kind::Article), [false; 3]);
        assert_eq!(
            of(&list.replace("h3", "h1"), [0.2, 0.8, 0.8], Kind::Article),
            [false, true, true]
        );
        let links = "<h3>Files</h3><ul><li><a href=p>plan</a><li><a href=r>report</a></ul>";
        assert_eq!(of(links, [0.8, 0.4, 0.4], Kind::Article), [true; 3]);
        assert_eq!(
            of(links, [0.8, 0.4, 0.4], Kind::Listing),
            [true, false, false]
        );
        let other = "<ul><li><h3>Parts</h3><li>wheel<li>stones</ul>";
        assert_eq!(
            of(other, [0.2, 0.8, 0.8], Kind::Article),
            [false, true, true]
        );
    }

    #[test]
    fn items_of_nested_lists_and_links_share_one_fate() {
        let of = |html: &str| {
            let mut likely = [0.4, 0.7, 0.6];
            equalise_nested(&Page::new(html, Rules::BEST), &mut likely);
            likely[0] == likely[1] && likely[1] == likely[2]
        };
        assert!(of("<ul><li>wheel<ul><li>oak<li>elm</ul></ul>"));
        assert!(of(
            "<ul><li><a href=a>wheel</a><li><a href=b>stones</a><li><a href=c>sieve</a></ul>"
        ));
        assert!(!of("<ul><li>wheel<li>stones<li>sieve</ul>"));
        assert!(!of(&format!(
            "<ul><li>wheel<ul><li>oak<li>{}</ul></ul>",
            "elm ".repeat(90)
        )));
    }

    #[test]
    fn an_address_stays_with_the_block_before_it() {
        let of = |html: &str| {
            let mut likely = [0.9, 0.4];
            join_addresses(&Page::new(html, Rules::BEST), &mut likely);
            likely[1] > 0.5
        };
        assert!(of(
            "<div><ul><li>Hall</ul><address>5 Mill Lane</address></div>"
        ));
        assert!(!of(
            "<div><p>Hall</div><footer><address>5 Mill Lane</address></footer>"
        ));
    }

    #[test]
    fn comments_that_look_alike_share_one_fate() {
        let text = "The wheel has not turned since the flood of that year.";
        let of = |class: &str| {
            let html =
                format!("<div class={class}><p>{text}<p>{text}<p class=x>{text}<p>Yes</div>");
            let mut likely = [0.6, 0.3, 0.3, 0.3];
            join_comments(&Page::new(&html, Rules::BEST), &mut likely);
            [likely[0] == likely[1], likely[2] == 0.3, likely[3] == 0.3]
        };
        assert_eq!(of("comments"), [true; 3]);
        assert_eq!(of("text"), [false, true, true]);
    }

    #[test]
    fn a_table_with_a_header_shares_one_fate() {
        let of = |head: &str| {
            let mut likely = [0.9, 0.4, 0.3, 0.3, 0.2];
            let table =
                format!("<p>Tides<table><tr><{head}>End<{head}>Tide<tr><td>North<td>2 m</table>");
            equalise_tables(&Page::new(&table, Rules::BEST), &mut likely);
            likely[1..].windows(2).all(|two| two[0] == two[1])
        };
        assert!(of("th") && !of("td"));
    }
}
