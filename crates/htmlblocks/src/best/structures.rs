//! Structures in the text: lists, data tables, rows of elements that look alike, and blocks of short lines. They share one
//! fate, and the text around them is evidence for them.

use std::ops::Range;

use html::Element;

use super::beside::{
    are_links, are_near, links, lists_around, mean_log_odds, paragraphs, paragraphs_around, runs,
    size, text_around, with_text,
};
use super::features::Kind;
use super::log_odds;
use super::model::probability;
use super::pointers::is_of_others;
use crate::constants::{LIST_ODDS, MAX_ITEM, MIN_ITEMS};
use crate::outline::{ARTICLE, BESIDE, BESIDE_HINTS, MAIN};
use crate::segment::{Block, Page};

/// The greatest number of blocks of a row.
const MAX_WIDTH: usize = 4;

/// Rows of short blocks: elements that look alike, with the same number of blocks each.
pub(super) struct Rows {
    parent: u32,
    blocks: Range<usize>,
}

impl Rows {
    /// Finds the rows of a page: first those with one block each, then those with several.
    pub(super) fn all(page: &Page) -> Vec<Rows> {
        let outline = &page.outline;
        let cell = |block: &Block| block.container;
        let row = |block: &Block| outline[block.container as usize].parent;
        let mut found = Vec::new();
        find_rows(page, 1..=1, cell, &mut found);
        find_rows(page, 2..=MAX_WIDTH, row, &mut found);
        found
    }

    /// Gives the blocks one probability: rows that are kept in part are mostly main content.
    pub(super) fn equalise(&self, likely: &mut [f32]) {
        let likely = &mut likely[self.blocks.clone()];
        likely.fill(probability(mean_log_odds(likely) + LIST_ODDS));
    }

    /// Whether the rows are data: a third of their blocks have a number, and none claims rights.
    fn are_data(&self, page: &Page) -> bool {
        let blocks = &page.blocks[self.blocks.clone()];
        let texts = || blocks.iter().map(|block| page.text(block));
        let numbers = texts().filter(|text| text.contains(char::is_numeric));
        3 * numbers.count() >= blocks.len() && !texts().any(|text| text.contains('\u{a9}'))
    }
}

/// Finds rows of some widths. `row` returns the row of a block.
fn find_rows(
    page: &Page,
    widths: std::ops::RangeInclusive<usize>,
    row: impl Fn(&Block) -> u32,
    found: &mut Vec<Rows>,
) {
    let outline = &page.outline;
    let is_row = |element| match element {
        Element::DIV => true,
        // Items of one block are those of lists.
        Element::LI => *widths.end() > 1,
        _ => false,
    };
    let key = |block: &Block| {
        let row = &outline[row(block) as usize];
        // The rows of a shop have buttons.
        let is_data = !row.has_control || *widths.end() == 1;
        (is_row(row.element) && !block.heading && is_data).then_some((row.parent, row.signature))
    };
    let keys: Vec<_> = page.blocks.iter().map(key).collect();
    for (key, range) in runs(&keys) {
        let Some((parent, _)) = key else { continue };
        let blocks = &page.blocks[range.clone()];
        let mut rows = blocks.chunk_by(|one, other| row(one) == row(other));
        let width = rows.next().map_or(0, <[Block]>::len);
        if widths.contains(&width)
            && rows.all(|row| row.len() == width)
            && blocks.len() >= MIN_ITEMS * width
            && !are_links(blocks)
            && size(blocks) <= MAX_ITEM as usize * blocks.len()
        {
            let blocks = range;
            found.push(Rows { parent, blocks });
        }
    }
}

/// Gives each block of a structure in the text at least the mean of the log-odds of the structure and of the text around it:
/// of the paragraphs before and behind it, or of the one next to it if the structure begins or ends the text. Links keep their
/// probabilities.
///
/// In threads, what is next to a post may be about its author.
pub(super) fn raise_structures(page: &Page, rows: &[Rows], likely: &mut [f32], kind: Kind) {
    let structures = structures(page, rows);
    if structures.iter().all(Option::is_none) {
        return;
    }
    let is_text = |at: usize| {
        (structures[at].is_none() || likely[at] >= 0.5) && page.blocks[at].link_density() < 0.5
    };
    let paragraphs = paragraphs(page, is_text);
    let mut gaps = Gaps::new(page, likely);
    for (structure, range) in runs(&structures) {
        gaps.go_to(range.start, likely);
        let Some(structure) = structure else { continue };
        let blocks = &page.blocks[range.clone()];
        if are_links(blocks) {
            continue;
        }
        let odds = mean_log_odds(&likely[range.clone()]);
        let around = text_around(page, likely, &paragraphs, range.clone());
        let next = || {
            let is_data = kind != Kind::Forum && 4 * links(blocks) <= size(blocks);
            let sides = paragraphs_around(&paragraphs, range.clone());
            let sides = sides.into_iter().flatten().filter(|_| is_data);
            let next = sides.filter(|&at| {
                likely[at] >= 0.5
                    && gaps.is_open(at, &range)
                    && is_near(page, page.blocks[at].container, structure)
            });
            next.map(|at| likely[at]).max_by(f32::total_cmp)
        };
        let floor = match around {
            Some(around) => Some(with_text(odds, around)),
            // A structure that stays unlikely would be kept instead of other text.
            None => next()
                .map(|text| (odds + log_odds(text)) / 2.0)
                .filter(|odds| *odds >= 0.0),
        };
        if let Some(floor) = floor {
            let blocks = likely[range].iter_mut();
            blocks.for_each(|likely| *likely = likely.max(probability(floor)));
        }
    }
}

/// Returns the structure that each block is in.
fn structures(page: &Page, rows: &[Rows]) -> Vec<Option<u32>> {
    let tables = page.tables();
    let structure = |block: &Block| {
        let list = lists_around(page, block).next();
        list.or_else(|| tables.table_of(page, block))
            .or_else(|| has_lines(page, block).then_some(block.container))
    };
    let mut structures: Vec<Option<u32>> = page.blocks.iter().map(structure).collect();
    for rows in rows.iter().filter(|rows| rows.are_data(page)) {
        if structures[rows.blocks.start].is_none() {
            structures[rows.blocks.clone()].fill(Some(rows.parent));
        }
    }
    structures
}

/// Whether a block is short lines, or boxes to tick with their labels.
fn has_lines(page: &Page, block: &Block) -> bool {
    let labels = match page.outline[block.container as usize].has_control {
        true => block.tags,
        false => 0,
    };
    let lines = labels.max(u32::from(block.breaks) + 1);
    let are_short = lines >= MIN_ITEMS as u32 && block.chars <= MAX_ITEM * lines;
    are_short && block.links == 0 && !block.heading
}

/// Whether a structure is near a paragraph, and not beside the text by its elements and classes.
fn is_near(page: &Page, paragraph: u32, structure: u32) -> bool {
    let [there, here] = [paragraph, structure].map(|at| &page.outline[at as usize]);
    here.kinds_above & !there.kinds_above & BESIDE == 0
        && here.hints_above & !there.hints_above & BESIDE_HINTS == 0
        && there.kinds_above & !here.kinds_above & (ARTICLE | MAIN) == 0
        && are_near(page, paragraph, structure)
}

/// What is between structures and paragraphs: open gaps have only headings and likely blocks. The headings of other stories
/// close them.
struct Gaps {
    /// For each block, whether it closes a gap if it is likely, and if it is not.
    closes: Vec<[bool; 2]>,
    /// For each block, the first block from there on that closes a gap.
    next: Vec<usize>,
    /// The number of blocks before the current structure, and the end of the last one of them that closes a gap.
    here: usize,
    last: usize,
}

impl Gaps {
    fn new(page: &Page, likely: &[f32]) -> Gaps {
        let closes = |block: &Block| {
            let element = page.outline[block.container as usize].element;
            let is_label = block.heading && is_of_others(page.text(block));
            let is_open = block.heading || element == Element::SUMMARY;
            [is_label, is_label || !is_open]
        };
        let mut gaps = Gaps {
            closes: page.blocks.iter().map(closes).collect(),
            next: vec![likely.len(); likely.len() + 1],
            here: 0,
            last: 0,
        };
        for at in (0..likely.len()).rev() {
            gaps.next[at] = match gaps.is_closed(at, likely) {
                true => at,
                false => gaps.next[at + 1],
            };
        }
        gaps
    }

    fn is_closed(&self, at: usize, likely: &[f32]) -> bool {
        self.closes[at][usize::from(likely[at] < 0.5)]
    }

    /// Goes to the next structure, which begins at this block.
    fn go_to(&mut self, start: usize, likely: &[f32]) {
        for at in self.here..start {
            if self.is_closed(at, likely) {
                self.last = at + 1;
            }
        }
        self.here = start;
    }

    /// Whether the gap between the blocks of the current structure and a paragraph is open.
    fn is_open(&self, paragraph: usize, structure: &Range<usize>) -> bool {
        match paragraph < structure.start {
            true => self.last <= paragraph + 1,
            false => self.next[structure.end] >= paragraph,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    fn raise(page: &Page, likely: &mut [f32]) {
        raise_structures(page, &Rows::all(page), likely, Kind::Article);
    }

    #[test]
    fn a_list_between_paragraphs_is_kept_whole() {
        let text = "The mill has three parts, which the miller explained to us.";
        let of = |list: &str, text_behind: f32| {
            let page = Page::new(&format!("<p>{text}{list}<p>{text}"), Rules::BEST);
            let mut likely = vec![0.2; page.blocks.len()];
            (likely[0], likely[page.blocks.len() - 1]) = (0.9, text_behind);
            raise(&page, &mut likely);
            likely[1..likely.len() - 1]
                .iter()
                .all(|likely| *likely > 0.5)
        };
        let list = "<ul><li>the wheel<li><p>the stones<p>of granite<li>the sieve</ul>";
        assert!(of(list, 0.9) && of("<dl><dt>wheel<dd>of oak<dt>stones<dd>two</dl>", 0.9));
        assert!(of(list, 0.4));
        assert!(!of(
            "<ul><li><a href=w>wheel</a><li><a href=s>stones</a></ul>",
            0.9
        ));
        assert!(!of("<section>the wheel</section>", 0.9));
    }

    #[test]
    fn a_table_shares_the_fate_of_the_text_around_it() {
        let text = "The tide was measured at both ends of the long pier.";
        let of = |html: &str, likely: [f32; 6]| {
            let mut found = likely;
            raise(&Page::new(html, Rules::BEST), &mut found);
            found
        };
        let page = |cells: &str| format!("<p>{text}<div><table>{cells}</table></div><p>{text}");
        let cells = "<tr><td>North<td>2 m<tr><td>South<td>3 m";
        let likely = [0.9, 0.3, 0.3, 0.2, 0.2, 0.8];
        let raised = of(&page(cells), likely);
        let is_raised = |cell: &f32| *cell == raised[1] && *cell > 0.6;
        assert!(raised[1..5].iter().all(is_raised), "{raised:?}");
        // Links, and text that is unlikely or far away, change nothing.
        let unlikely = [0.4, 0.3, 0.3, 0.2, 0.2, 0.4];
        assert_eq!(of(&page(cells), unlikely), unlikely);
        let links = "<tr><td><a href=n>North</a><td>2 m<tr><td><a href=s>South</a><td>3 m";
        assert_eq!(of(&page(links), likely), likely);
        let far = format!(
            "<div><div><div><p>{text}</div></div></div><div><table>{cells}</table></div><div><div><div><p>{text}"
        );
        assert_eq!(of(&far, likely), likely);
    }

    /// Parts of a mill in several forms.
    const FORMS: [&str; 9] = [
        "<table><tr><td>Wheels<td>2<tr><td>Stones<td>4<tr><td>Built<td>1902</table>",
        "<table><tr><th>Wheels<td>2<tr><th>Stones<td>4<tr><th>Built<td>1902</table>",
        "<dl><dt>Wheels<dd>2<dt>Stones<dd>4<dt>Built<dd>1902</dl>",
        "<ul><li>two wheels<li>four stones</ul>",
        "<div><div class=r><div>Wheels</div><div>2</div></div><div class=r><div>Stones</div><div>4</div></div><div class=r><div>Built</div><div>1902</div></div></div>",
        "<ul><li><div>Wheels</div><div>2</div><li><div>Stones</div><div>4</div><li><div>Built</div><div>1902</div></ul>",
        "<div><div>2 wheels</div><div>4 stones</div><div>Built in 1902</div></div>",
        "<div>Wheels 2<br>Stones 4<br>Built 1902<br></div>",
        "<div><label><input type=checkbox>2 wheels</label> <label><input type=checkbox>4 stones</label> <label><input type=checkbox>a sieve</label></div>",
    ];

    /// Whether all blocks but paragraphs, which are likely, and headings are likely in the end.
    fn are_raised(html: &str) -> bool {
        let page = Page::new(html, Rules::BEST);
        let is_paragraph = |block: &Block| block.element == Element::P;
        let blocks = page.blocks.iter();
        let likely = blocks.map(|block| if is_paragraph(block) { 0.9 } else { 0.3 });
        let mut likely: Vec<f32> = likely.collect();
        raise(&page, &mut likely);
        let is_raised = |(block, likely): (&Block, &f32)| {
            block.heading || block.element == Element::SUMMARY || *likely > 0.6
        };
        page.blocks.iter().zip(&likely).all(is_raised)
    }

    const TEXT: &str = "<p>The mill was moved to the other side of the stream in that year.";

    #[test]
    fn a_structure_that_begins_or_ends_the_text_is_kept_whole() {
        for form in FORMS {
            for html in [
                format!("<main>{TEXT}{form}</main>"),
                format!("<div>{form}{TEXT}</div>"),
                format!(
                    "<article><section>{TEXT}</section><section><h2>Data</h2>{form}</section></article>"
                ),
                format!("{TEXT}<details><summary>Data</summary>{form}</details>"),
            ] {
                assert!(are_raised(&html), "{html}");
            }
        }
        let both = format!("<main>{TEXT}{}<h2>More</h2>{}</main>", FORMS[0], FORMS[2]);
        assert!(are_raised(&both));
    }

    #[test]
    fn what_is_beside_the_text_is_not_raised() {
        for form in FORMS {
            for html in [
                format!("<div>{TEXT}<footer>{form}</footer></div>"),
                format!("<div>{TEXT}<form>{form}</form></div>"),
                format!("<div>{TEXT}<div class=related>{form}</div></div>"),
                format!("<div><article>{TEXT}</article>{form}</div>"),
                format!("<main>{TEXT}<h2>Related products</h2>{form}</main>"),
                format!("<main><div><div><div>{TEXT}</div></div></div><div><div><div>{form}"),
            ] {
                assert!(!are_raised(&html), "{html}");
            }
        }
        for form in [
            "<ul><li>By <a href=a>Ann</a><li>In <a href=m>Mills</a><li>In <a href=s>Streams</a></ul>",
            "<div><div>Flour</div><div>Bread</div><div>Bran</div></div>",
            "<div><div>\u{a9} 2020</div><div>Mill 2</div><div>All rights</div></div>",
            "<div><div><div>Flour</div><div>2 EUR</div><button>Buy</button></div><div><div>Bran</div><div>1 EUR</div><button>Buy</button></div>\
                <div><div>Bread</div><div>3 EUR</div><button>Buy</button></div></div>",
        ] {
            assert!(!are_raised(&format!("<main>{TEXT}{form}</main>")), "{form}");
        }
        // What would stay unlikely, and what is next to a post.
        let html = format!("<main>{TEXT}{}</main>", FORMS[3]);
        let page = Page::new(&html, Rules::BEST);
        let mut likely = [0.6, 0.2, 0.2];
        raise(&page, &mut likely);
        assert_eq!(likely, [0.6, 0.2, 0.2]);
        likely[0] = 0.9;
        raise_structures(&page, &[], &mut likely, Kind::Forum);
        assert_eq!(likely, [0.9, 0.2, 0.2]);
    }

    #[test]
    fn rows_share_one_probability() {
        let of = |html: &str| {
            let page = Page::new(html, Rules::BEST);
            let mut likely: Vec<f32> = (0..page.blocks.len())
                .map(|at| 0.2 + 0.1 * at as f32)
                .collect();
            Rows::all(&page)
                .iter()
                .for_each(|rows| rows.equalise(&mut likely));
            likely[1..likely.len() - 1]
                .windows(2)
                .all(|two| two[0] == two[1])
        };
        let row = "<div class=r><div>3</div><div>eggs</div></div>";
        let rows = |rows: &str| of(&format!("<p>Cake<div>{rows}</div><p>Bake"));
        assert!(rows(&row.repeat(3)) && rows(&"<div class=x>3 eggs</div>".repeat(3)));
        assert!(rows(&"<li><div>3</div><div>eggs</div>".repeat(3)));
        // Two rows, rows that look different, and rows of different widths.
        assert!(!rows(&row.repeat(2)));
        assert!(!rows(&format!(
            "{row}{}{row}",
            row.replace("class=r", "class=s")
        )));
        assert!(!rows(&format!(
            "{row}{}{row}",
            row.replace("eggs", "eggs</div><div>big")
        )));
        let long = row.replace("eggs", &"eggs ".repeat(90));
        assert!(!rows(&long.repeat(3)));
    }
}
