//! Drops cards of other stories inside or after an article. Cards are elements that look alike,
//! each with a heading and an excerpt.
//!
//! By their text alone they look like main content. They are cards if their headings are links to other
//! pages of the site, or if they are in a gallery, a carousel or a list of related stories. The page must also have prose
//! of its own.

use hashbrown::{HashMap, HashSet};

use super::evidence::OTHER_STORIES;
use super::pointers::is_label_of_list;
use crate::constants::{
    CARD_LEVELS, MAX_CARD, MAX_CARD_BLOCKS, MAX_TITLE, MIN_CARDS, MIN_EXCERPT, MIN_PARAGRAPH,
    MIN_PARAGRAPHS, MIN_TITLE,
};
use crate::segment::{Block, Page};
use html::Element;

/// Drops kept blocks of cards, and a heading right before them.
pub fn drop_cards(page: &Page, kept: &mut [bool], is_list: bool) {
    let prose = prose(page, kept);
    if prose.is_empty() {
        return;
    }
    // The model often drops a title and keeps the excerpt behind it.
    let has_kept_behind = |at: usize| kept.get(at + 1).is_some_and(|kept| *kept);
    let seen = |at: usize| kept[at] || has_kept_behind(at) && is_linked_title(&page.blocks[at]);
    let before: Vec<bool> = (0..kept.len()).map(seen).collect();
    let families = families(page, &before);
    drop_single_cards(page, kept, &prose);
    if families.is_empty() {
        return;
    }
    let last_prose =
        (0..kept.len()).rfind(|at| before[*at] && is_prose(page, &page.blocks[*at], &prose));
    let found = blocks_in(page, &before, &families, &prose);
    for ((parent, cards), (found, has_prose)) in families.into_iter().zip(found) {
        let first = found.first().map_or(0, |(_, at)| *at);
        let is_labelled = || {
            let label = before[..first].iter().rposition(|kept| *kept);
            label.is_some_and(|at| is_label_of_list(page.text(&page.blocks[at])))
        };
        let is_behind = !is_list && Some(first) > last_prose || is_labelled();
        // Linked headings without a label, between paragraphs of the text, are those of its own parts.
        let is_between = prose.contains(&parent)
            && Some(first) < last_prose
            && (0..first)
                .rfind(|at| before[*at])
                .is_some_and(|at| is_prose(page, &page.blocks[at], &prose));
        if has_prose
            || is_between && !is_behind
            || !are_cards(page, parent, &cards, &found, is_behind)
        {
            continue;
        }
        found.iter().for_each(|(_, at)| kept[*at] = false);
        let heading = before[..first].iter().rposition(|kept| *kept);
        let is_title = |at: &usize| {
            let block = &page.blocks[*at];
            block.level > 0 || is_label_of_list(page.text(block))
        };
        if let Some(heading) = heading.filter(is_title) {
            kept[heading] = false;
        }
    }
}

/// Whether a block is the title of a story as a link, perhaps with a date.
fn is_linked_title(block: &Block) -> bool {
    block.level == 0 && (MIN_TITLE..MAX_TITLE).contains(&block.chars) && block.leads_elsewhere(0.5)
}

/// Drops single cards between paragraphs of prose: an element with a linked heading and at most an excerpt.
fn drop_single_cards(page: &Page, kept: &mut [bool], prose: &HashSet<u32>) {
    let parts: Vec<(usize, u32)> = (0..kept.len())
        .filter_map(|at| {
            let block = &page.blocks[at];
            let mut around = page.around(block.container);
            let part = around.find(|(at, _)| prose.contains(&page.outline[*at as usize].parent))?;
            Some((at, part.0))
        })
        .collect();
    for part in parts.chunk_by(|one, other| one.1 == other.1) {
        let (first, last) = (part[0].0, part[part.len() - 1].0);
        let blocks = || part.iter().map(|(at, _)| &page.blocks[*at]);
        let chars: u32 = blocks().map(|block| block.chars).sum();
        let heading = &page.blocks[first];
        let is_card = heading.level > 0
            && heading.leads_elsewhere(0.8)
            && page.outline[heading.container as usize].parent >= part[0].1
            && (2..=3).contains(&part.len())
            && chars < MAX_CARD / 2;
        if !is_card {
            continue;
        }
        let before = (0..first).rfind(|at| kept[*at]);
        let behind = (last + 1..kept.len()).find(|at| kept[*at]);
        let is_prose =
            |at: Option<usize>| at.is_some_and(|at| is_prose(page, &page.blocks[at], prose));
        if is_prose(before) && is_prose(behind) {
            part.iter().for_each(|(at, _)| kept[*at] = false);
        }
    }
}

/// Returns families of elements that have kept headings and look alike, in document order. Each has
/// the parent and the elements.
fn families(page: &Page, kept: &[bool]) -> Vec<(u32, HashSet<u32>)> {
    let mut places: HashMap<(u32, u32), usize> = HashMap::new();
    let mut families: Vec<(u32, HashSet<u32>)> = Vec::new();
    // The rows of a table look alike, too.
    let is_cell = |block: &Block| page.tables().table_of(page, block).is_some();
    for (block, _) in page.blocks.iter().zip(kept).filter(|(_, kept)| **kept) {
        if block.level == 0 && !is_linked_title(block) || is_cell(block) {
            continue;
        }
        for (at, _) in page.around(block.container).take(CARD_LEVELS) {
            let container = &page.outline[at as usize];
            let place = places.entry((container.parent, container.signature));
            let place = *place.or_insert(families.len());
            if place == families.len() {
                families.push((container.parent, HashSet::new()));
            }
            families[place].1.insert(at);
        }
    }
    families.retain(|(_, cards)| cards.len() >= MIN_CARDS);
    families
}

/// Returns the element that holds a block, or its paragraph.
pub(super) fn element_around(page: &Page, block: &Block) -> u32 {
    let container = &page.outline[block.container as usize];
    match container.element {
        Element::P => container.parent,
        _ => block.container,
    }
}

/// Returns the element that holds the paragraph, if the block is prose.
pub(super) fn prose_around(page: &Page, block: &Block) -> Option<u32> {
    let is_paragraph = block.element == Element::P
        && block.level == 0
        && block.chars >= MIN_PARAGRAPH
        && block.link_density() < 0.3;
    is_paragraph.then(|| element_around(page, block))
}

/// Whether a block is a paragraph of one of these elements.
fn is_prose(page: &Page, block: &Block, elements: &HashSet<u32>) -> bool {
    prose_around(page, block).is_some_and(|around| elements.contains(&around))
}

/// Returns the elements with paragraphs of the page's own prose, if they have at least 30 % of the
/// kept text.
fn prose(page: &Page, kept: &[bool]) -> HashSet<u32> {
    let mut sums: HashMap<u32, (u32, u64)> = HashMap::new();
    let mut all = 0;
    for (block, _) in page.blocks.iter().zip(kept).filter(|(_, kept)| **kept) {
        all += u64::from(block.chars);
        if let Some(around) = prose_around(page, block) {
            let (paragraphs, chars) = sums.entry(around).or_default();
            *paragraphs += 1;
            *chars += u64::from(block.chars);
        }
    }
    sums.retain(|_, (paragraphs, chars)| *paragraphs >= MIN_PARAGRAPHS && 10 * *chars >= 3 * all);
    sums.into_keys().collect()
}

/// Returns the kept blocks in the cards of each family, each with its card, and whether some of them are prose. One
/// pass over the blocks serves all families, as pages may have many.
fn blocks_in(
    page: &Page,
    kept: &[bool],
    families: &[(u32, HashSet<u32>)],
    prose: &HashSet<u32>,
) -> Vec<(Vec<(u32, usize)>, bool)> {
    let members = families.iter().enumerate();
    let families_of: HashMap<u32, usize> = members
        .flat_map(|(family, (_, cards))| cards.iter().map(move |card| (*card, family)))
        .collect();
    let mut found = vec![(Vec::new(), false); families.len()];
    for at in (0..kept.len()).filter(|at| kept[*at]) {
        let block = &page.blocks[at];
        let is_prose = is_prose(page, block, prose);
        for (element, _) in page.around(block.container) {
            let Some(&family) = families_of.get(&element) else {
                continue;
            };
            let (blocks, has_prose): &mut (Vec<(u32, usize)>, bool) = &mut found[family];
            // A block belongs to the innermost card around it.
            if blocks.last().is_none_or(|(_, last)| *last != at) {
                blocks.push((element, at));
                *has_prose |= is_prose;
            }
        }
    }
    found
}

/// Whether nearly all of the elements are cards. Behind the prose (`is_behind`), their titles need not be headings.
fn are_cards(
    page: &Page,
    parent: u32,
    cards: &HashSet<u32>,
    found: &[(u32, usize)],
    is_behind: bool,
) -> bool {
    let (mut short, mut linked) = (0, 0);
    for blocks in found.chunk_by(|a, b| a.0 == b.0) {
        let blocks = || blocks.iter().map(|(_, at)| &page.blocks[*at]);
        let chars: u64 = blocks().map(|block| u64::from(block.chars)).sum();
        let title = blocks().position(|block| block.level > 0).unwrap_or(0);
        let mut others = blocks().enumerate().filter(|(at, _)| *at != title);
        let has_excerpt = others.any(|(_, block)| block.level == 0 && block.chars >= MIN_EXCERPT);
        short += usize::from(
            has_excerpt && blocks().count() <= MAX_CARD_BLOCKS && chars < MAX_CARD.into(),
        );
        // A section with a heading of its own may have links in its text.
        let has_heading = blocks().any(|block| block.level > 0);
        let is_linked = |block: &Block| match has_heading {
            true => block.level > 0 && block.leads_elsewhere(0.8),
            false => is_behind && is_linked_title(block),
        };
        linked += usize::from(blocks().any(is_linked));
    }
    let most = |count: usize| 5 * count >= 4 * cards.len();
    let is_hinted = |at: u32| page.outline[at as usize].hints & OTHER_STORIES != 0;
    most(short) && (most(linked) || is_hinted(parent) || cards.iter().any(|at| is_hinted(*at)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    /// Returns the first letters of the kept blocks, if all blocks are kept at first.
    fn kept(html: &str) -> Vec<String> {
        let page = Page::new(html, Rules::BEST);
        let mut kept = vec![true; page.blocks.len()];
        drop_cards(&page, &mut kept, false);
        let blocks = page.blocks.iter().zip(kept).filter(|(_, kept)| *kept);
        blocks
            .map(|(block, _)| page.text(block).chars().take(5).collect())
            .collect()
    }

    fn article(paragraphs: usize, cards: &str) -> String {
        let prose = format!("<p>{}", "Prose ".repeat(20)).repeat(paragraphs);
        format!("<main><h1>Storm</h1>{prose}{cards}<p>Last.</main>")
    }

    #[test]
    fn cards_of_other_stories_are_dropped() {
        let card = "<div class=x><h3><a href=/a>Title</a></h3><p>An excerpt of the other story, of sixty characters at the least</div>";
        let cards = format!("<h2>More news</h2><section>{}</section>", card.repeat(3));
        let with_cards = ["Storm", "Prose", "Prose", "Prose", "Last."];
        assert_eq!(kept(&article(3, &cards)), with_cards);
        // Two cards, and a page without its own prose.
        assert_eq!(kept(&article(3, &card.repeat(2))).len(), 9);
        assert_eq!(kept(&article(2, &cards)).len(), 11);
        // A single card is one only between paragraphs.
        let among = format!("{card}<p>{}", "Prose ".repeat(20));
        assert_eq!(
            kept(&article(3, &among)),
            ["Storm", "Prose", "Prose", "Prose", "Prose", "Last."]
        );
        // The titles of a list behind the article need not be headings.
        let item = "<li><a href=/a>Title of another</a><p>An excerpt of the other story, of sixty characters at the least</li>";
        let list = format!("<p>More stories</p><ul>{}</ul>", item.repeat(3));
        assert_eq!(kept(&article(3, &list)), with_cards);
        let prose = format!("<p>{}", "Prose ".repeat(20));
        assert_eq!(
            kept(&article(3, &format!("<ul>{}</ul>{prose}", item.repeat(3)))).len(),
            12
        );
        // Sections of the article, and longer sections.
        let section = "<div class=x><h3>Title</h3><p>A section of this story, of sixty characters at the least as well</div>";
        assert_eq!(kept(&article(3, &section.repeat(3))).len(), 11);
        // Headings with links to themselves, and rows of a data table.
        let own = card.replace("/a", "#a");
        assert_eq!(kept(&article(3, &own.repeat(3))).len(), 11);
        let row = "<tr><td><a href=/a>A ferry of the river</a><td>It was built in the year of the flood, and sank in the next one";
        let rows = format!("<table><tr><th>Name<th>Fate{}</table>", row.repeat(3));
        assert_eq!(kept(&article(3, &rows)).len(), 13);
        // Sections with links in their text.
        let item = "<ul><li><a href=/type>A kind of sail</a></ul>";
        let section = format!(
            "<section><h3>Title</h3>{item}<p>A section of this story, of sixty characters at the least as well</section>"
        );
        assert_eq!(kept(&article(3, &section.repeat(3))).len(), 14);
        // A list of sights between paragraphs of the text, and other stories with a label.
        let among = |label: &str| {
            article(
                3,
                &format!("{label}{}<p>{}", card.repeat(3), "Prose ".repeat(20)),
            )
        };
        assert_eq!(kept(&among("")).len(), 12);
        assert_eq!(kept(&among("<h2>More news</h2>")).len(), 6);
        let section = "<div class=x><h3>Title</h3><p>A section of this story, of sixty characters at the least as well</div>";
        let gallery = format!("<div class=gallery>{}</div>", section.repeat(3));
        assert_eq!(kept(&article(3, &gallery)), with_cards);
        let long = card.replace("excerpt", &"excerpt ".repeat(100));
        assert_eq!(kept(&article(9, &long.repeat(3))).len(), 17);
        assert_eq!(kept("").len(), 0);
    }
}
