//! Hidden blocks, without those in the panels of accordions and tabs: a click shows these.

use crate::constants::{MAX_POINTER, MIN_SENTENCE};
use crate::outline::{Container, Hidden, MENUS};
use crate::segment::{Block, Page};

/// A hidden element right behind a displayed block.
struct Part {
    /// The index of the block before it.
    label: usize,
    /// The element, which does not hold the label.
    root: u32,
    /// The indexes of its first block and behind its last one.
    start: usize,
    end: usize,
}

/// Returns which blocks are hidden at least as much as `least`, and not in a panel.
pub fn hidden_blocks(page: &Page, least: Hidden) -> Vec<bool> {
    let mut is_hidden: Vec<bool> = page
        .blocks
        .iter()
        .map(|block| is_hidden_as(page, block, least))
        .collect();
    let parts = parts(page, &is_hidden);
    let mut is_panel: Vec<bool> = parts
        .iter()
        .map(|part| is_behind_switch(page, part))
        .collect();
    for (at, pair) in parts.windows(2).enumerate() {
        if are_series(page, &pair[0], &pair[1]) {
            is_panel[at..at + 2].fill(true);
        }
    }
    for (part, _) in parts.iter().zip(is_panel).filter(|(_, is_panel)| *is_panel) {
        is_hidden[part.start..part.end].fill(false);
    }
    is_hidden
}

fn container<'p>(page: &'p Page, block: &Block) -> &'p Container {
    &page.outline[block.container as usize]
}

fn is_hidden_as(page: &Page, block: &Block, least: Hidden) -> bool {
    let outer = container(page, block);
    let is_tiny = outer.is_tiny && block.tags == 0 && least == Hidden::Faded;
    (is_tiny || outer.hidden() >= least) && !is_behind_button(page, block, least)
}

/// Whether the outermost hidden element around a block is right behind a button.
fn is_behind_button(page: &Page, block: &Block, least: Hidden) -> bool {
    page.around(block.container).any(|(at, _)| {
        let part = &page.outline[at as usize];
        let is_outermost = page.outline[part.parent as usize].hidden() < least;
        part.is_behind_button && is_outermost && part.hidden() < Hidden::Yes
    })
}

/// Returns the hidden elements right behind displayed blocks.
fn parts(page: &Page, is_hidden: &[bool]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut start = 1;
    while start < is_hidden.len() {
        let label = start - 1;
        if !is_hidden[start] || is_hidden[label] {
            start += 1;
            continue;
        }
        let around = page.around(page.blocks[start].container).map(|(at, _)| at);
        let root = around
            .take_while(|at| !page.is_in(&page.blocks[label], *at))
            .last();
        let mut end = start + 1;
        while let Some(root) = root
            && end < is_hidden.len()
            && is_hidden[end]
            && page.is_in(&page.blocks[end], root)
        {
            end += 1;
        }
        parts.extend(root.map(|root| Part {
            label,
            root,
            start,
            end,
        }));
        start = end;
    }
    parts
}

/// Whether the block before a hidden element says that it shows and hides something.
fn is_behind_switch(page: &Page, part: &Part) -> bool {
    let label = container(page, &page.blocks[part.label]);
    label.is_switch && label.kinds_above & MENUS == 0
}

/// Whether two hidden elements follow each other with nothing but a label between them, and look alike, as do the labels. A
/// script finds them by their classes.
fn are_series(page: &Page, one: &Part, other: &Part) -> bool {
    let label = |part: &Part| &page.blocks[part.label];
    let is_long = |part: &Part| {
        let blocks = &page.blocks[part.start..part.end];
        blocks.iter().map(|block| block.chars).sum::<u32>() >= MIN_SENTENCE
    };
    let is_found = |part: &Part| page.outline[part.root as usize].hidden() < Hidden::Yes;
    let is_label = |part: &Part| label(part).chars <= MAX_POINTER && is_found(part);
    let look = |at: u32| page.outline[at as usize].signature;
    other.label == one.end
        && look(one.root) == look(other.root)
        && look(label(one).container) == look(label(other).container)
        && [one, other]
            .iter()
            .all(|part| is_long(part) && is_label(part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;

    /// Returns the text of the blocks that are not hidden.
    fn shown(html: &str, least: Hidden) -> String {
        let rules = "<style>.faq .a, .b, .faq dd {display:none} .pale{opacity:0} .tiny{font-size:0} .x{visibility:hidden}</style>";
        let page = Page::new(&format!("{rules}{html}"), Rules::BEST);
        let is_hidden = hidden_blocks(&page, least);
        let blocks = page.blocks.iter().zip(is_hidden);
        let shown = blocks.filter(|(_, is_hidden)| !is_hidden);
        let shown: Vec<_> = shown.map(|(block, _)| page.text(block)).collect();
        shown.join(" ")
    }

    const LONG: &str = "The tide comes in twice a day and takes the boats with it.";

    #[test]
    fn panels_that_a_click_shows_are_not_hidden() {
        for (one, many) in [
            (
                "<h3><button aria-expanded=false>One</button></h3><div class=b>LONG</div>",
                1,
            ),
            (
                "<h3 data-toggle=collapse>One</h3><div class=b>LONG</div>",
                1,
            ),
            ("<button>One</button><div class=b>LONG</div>", 1),
            (
                "<button aria-controls=p>One</button><p>Two<p>Three<div class=b id=p>LONG</div>",
                1,
            ),
            ("<div class=b role=tabpanel>LONG</div>", 1),
            ("<h3>One</h3><div class=a>LONG</div>", 2),
            ("<dt>One<dd>LONG", 2),
            ("<li><a href=#>One</a><div class=a><p>Two<p>LONG</div>", 2),
        ] {
            let html = format!("<p>Text.<div class=faq>{}</div>", one.repeat(many));
            let text = shown(&html.replace("LONG", LONG), Hidden::WithClass);
            assert_eq!(text.matches(LONG).count(), many, "{one}");
        }
    }

    #[test]
    fn other_hidden_text_is_no_panel() {
        for html in [
            // A single one, also below a heading.
            "<h3>One</h3><div class=faq><p class=a>LONG</div><p>Text.",
            // Messages below headings, with the text between them.
            "<div class=faq><h3>One</h3><p class=a>LONG<p>Text.<h3>Two</h3><p class=a>LONG<p>Text.</div>",
            // Without a class.
            "<h3>One</h3><p hidden>LONG<h3>Two</h3><p hidden>LONG",
            // In a menu, and only for screen readers.
            "<nav><a aria-expanded=false>One</a><div class=b>LONG</div></nav>",
            "<button>One</button><div class=sr-only hidden>LONG</div>",
        ] {
            let text = shown(&html.replace("LONG", LONG), Hidden::WithClass);
            assert!(!text.contains(LONG), "{html}");
        }
    }

    #[test]
    fn what_is_transparent_invisible_or_tiny_may_fade_in() {
        let of =
            |html: &str, least| shown(&format!("<p>Text.{}", html.replace("LONG", LONG)), least);
        for html in [
            "<p class=pale>LONG",
            "<p style='opacity: 0'>LONG",
            "<p class=tiny>LONG",
            "<div class=x><p>LONG</div>",
        ] {
            assert_eq!(of(html, Hidden::Faded), "Text.", "{html}");
            assert!(of(html, Hidden::WithClass).contains(LONG), "{html}");
        }
        for html in [
            "<p class=pale data-effect=up>LONG",
            "<p class=y style='opacity: 0'>LONG",
            "<div class=tiny><p>LONG</div>",
            "<p class=tiny><span>LONG</span>",
            "<div class=x><p style='visibility: visible'>LONG</div>",
            "<p class=x style='visibility: visible'>LONG",
        ] {
            assert!(of(html, Hidden::Faded).contains(LONG), "{html}");
        }
    }
}
