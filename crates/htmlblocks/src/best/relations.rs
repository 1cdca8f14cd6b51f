//! Features of a block's position in the tree of containers, relative to the headline and to the longest text.
//!
//! The text below a product's name is near it in the tree, and so is text in the same container as the longest
//! paragraph. Teasers and notes may be as near on the page, but are far in the tree.

use super::features::{self as f, Relation, Row};
use super::repeats::Sums;
use super::text::Counts;
use super::{FAR, log, share};
use crate::segment::Page;

/// On a page without headings of level 1, a block is the headline if it overlaps with the title by at least this.
const LIKE_TITLE: f32 = 0.4;

/// A block, and the path from it to each container.
struct Anchor {
    block: usize,
    ways: Vec<Way>,
}

/// The path from the container of an anchor to a container.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Way {
    /// The number of levels up to the innermost common container.
    up: u16,
    /// The number of levels down from there.
    down: u16,
    /// The innermost common container.
    top: u32,
}

/// The anchors of a page.
pub struct Relations {
    headline: Option<Anchor>,
    longest: Option<Anchor>,
}

impl Relations {
    /// Finds the anchors of a page.
    pub fn new(page: &Page, counts: &[Counts]) -> Self {
        let anchor = |block| Anchor {
            block,
            ways: ways(page, page.blocks[block].container),
        };
        let longest = |&a: &usize, &b: &usize| {
            let most = counts[a].plain().total_cmp(&counts[b].plain());
            most.then(b.cmp(&a))
        };
        Relations {
            headline: headline(page, counts).map(anchor),
            longest: (0..counts.len()).max_by(longest).map(anchor),
        }
    }

    /// Sets the features of a block. `before` has the characters before each block, `subtrees` the sums over the
    /// subtree of each container.
    pub fn block(&self, page: &Page, at: usize, before: &[f32], subtrees: &[Sums], row: &mut Row) {
        use Relation as F;
        let far = f32::from(FAR);
        let all = subtrees[0].chars();
        for (start, anchor) in [
            (f::HEADLINE, &self.headline),
            (f::LONGEST_TEXT, &self.longest),
        ] {
            let Some(Anchor { block, ways }) = anchor else {
                row.set_all(start, [-1.0, -1.0, -1.0, -1.0, -1.0, -far, -far]);
                continue;
            };
            let way = ways[page.blocks[at].container as usize];
            let sums = &subtrees[way.top as usize];
            let between = before[at] - before[*block];
            let mut set = |feature: F, value| row.set(start, feature as usize, value);
            set(F::Up, way.up.into());
            set(F::Down, way.down.into());
            set(F::Depth, page.outline[way.top as usize].depth as f32);
            set(F::Share, share(sums.chars(), all));
            set(F::LinkShare, share(sums.links, sums.chars()));
            set(F::Since, (at as f32 - *block as f32).clamp(-far, far));
            set(F::Chars, log(between.abs()).copysign(between));
        }
    }
}

/// Returns the block most similar to the title among the headings of level 1, or among all blocks if there are none.
fn headline(page: &Page, counts: &[Counts]) -> Option<usize> {
    let most = |&a: &usize, &b: &usize| {
        let most = counts[a].in_title.total_cmp(&counts[b].in_title);
        most.then(b.cmp(&a))
    };
    let level_1 = (0..counts.len()).filter(|&at| page.blocks[at].level == 1);
    let any = || {
        let best = (0..counts.len()).max_by(most);
        best.filter(|&at| counts[at].in_title >= LIKE_TITLE)
    };
    level_1.max_by(most).or_else(any)
}

/// Returns the path from a container to each container of a page.
fn ways(page: &Page, from: u32) -> Vec<Way> {
    let mut ways: Vec<Option<Way>> = vec![None; page.outline.len()];
    let (mut at, mut up) = (from, 0);
    loop {
        ways[at as usize] = Some(Way {
            up,
            down: 0,
            top: at,
        });
        if at == 0 {
            break;
        }
        (at, up) = (page.outline[at as usize].parent, up.saturating_add(1));
    }
    // A container comes after its parent.
    for at in 1..ways.len() {
        if ways[at].is_none() {
            let parent = ways[page.outline[at].parent as usize];
            ways[at] = parent.map(|way| Way {
                down: way.down.saturating_add(1),
                ..way
            });
        }
    }
    ways.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use super::super::evidence::tests::values;
    use super::*;

    #[test]
    fn blocks_are_near_or_far_in_the_tree() {
        let html = "<title>Brass lamp</title><body><div><a href=/>Home</a></div><div><h1>Brass lamp</h1><div><p>It is lit by hand.</div></div>\
            <div><div><p>Other lamps that have been looked at</div></div>";
        let of = |name| values(html, name);
        assert_eq!(of("Headline.Since"), [-1.0, 0.0, 1.0, 2.0]);
        assert_eq!(of("Headline.Up"), [2.0, 0.0, 1.0, 2.0]);
        assert_eq!(of("LongestText.Since"), [-3.0, -2.0, -1.0, 0.0]);
        assert!(of("Headline.Share")[2] < of("Headline.Share")[3]);
        assert!(of("Headline.Chars")[0] < 0.0 && of("Headline.Chars")[3] > 0.0);
    }

    #[test]
    fn pages_without_a_headline_have_a_place_for_it() {
        let html = "<title>Brass lamp</title><p>One<p>brass lamp";
        assert_eq!(values(html, "Headline.Since"), [-1.0, 0.0]);
        assert_eq!(values("<p>One", "Headline.Since"), [-f32::from(FAR)]);
        assert_eq!(values("<p>One", "LongestText.Up"), [0.0]);
    }
}
