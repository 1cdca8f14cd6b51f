//! Features of repetition within a page: containers that look alike, such as forum posts, list items or comments, and
//! words that blocks share, such as labels and the boilerplate of each item.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::features::{self as f, Item, Row, Start, Subtree};
use super::text::Counts;
use super::{FAR, farther, flag, log, share};
use crate::segment::Page;
use crate::stoplist::words_of;

/// The number of features of repeated words.
const WORDS: usize = 4;

/// The number of features of the position among items.
const AMONG: usize = 4;

/// The least number of containers that look alike that are items.
const ITEMS: f32 = 3.0;

/// The number of slots of the table of trigram counts, a power of two. Collisions are tolerated.
const TABLE: usize = 1 << 14;

/// Sums over the subtree of a container.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    /// Characters outside of links, those of them in blocks of sentences, characters in links, and blocks.
    plain: f32,
    sentences: f32,
    pub links: f32,
    blocks: f32,
    /// Blocks with a price.
    prices: f32,
}

/// A group of containers with the same signature.
#[derive(Debug, Clone, Copy, Default)]
struct Alike {
    count: f32,
    /// The number of containers with a price.
    priced: f32,
    sums: Sums,
}

impl Alike {
    /// Whether these containers are items.
    fn are_items(&self) -> bool {
        self.count >= ITEMS && self.sums.blocks >= 2.0 * self.count
    }
}

impl Sums {
    /// Returns the number of characters.
    pub fn chars(&self) -> f32 {
        self.plain + self.links
    }

    fn add(&mut self, other: Sums) {
        self.plain += other.plain;
        self.sentences += other.sentences;
        self.links += other.links;
        self.blocks += other.blocks;
        self.prices += other.prices;
    }
}

/// The repetition within a page.
pub struct Repeats {
    sums: Vec<Sums>,
    alike: HashMap<u32, Alike>,
    /// For each container, the number of containers with its signature before it.
    before: Vec<f32>,
    /// For each container, the innermost and the outermost item among itself and its ancestors; 0 if there is none.
    items: Vec<[u32; 2]>,
    /// The group of items with the most text outside of links, the group with the most prices, and the position of each
    /// block among them.
    most: Alike,
    cards: Alike,
    among: [Vec<[f32; AMONG]>; 2],
    words: Vec<[f32; WORDS]>,
}

impl Repeats {
    /// Finds the repetition within a page.
    pub fn new(page: &Page, counts: &[Counts]) -> Self {
        let containers = page.outline.len();
        let mut sums = vec![Sums::default(); containers];
        for (block, count) in page.blocks.iter().zip(counts) {
            let plain = count.plain();
            sums[block.container as usize].add(Sums {
                plain,
                sentences: if count.is_sentences() { plain } else { 0.0 },
                links: count.links,
                blocks: 1.0,
                prices: flag(count.money),
            });
        }
        // A container comes after its parent.
        for at in (1..containers).rev() {
            let inner = sums[at];
            sums[page.outline[at].parent as usize].add(inner);
        }
        let mut alike: HashMap<u32, Alike> = HashMap::with_capacity(containers / 4);
        let mut before = Vec::with_capacity(containers);
        for (container, sums) in page.outline.iter().zip(&sums) {
            let alike = alike.entry(container.signature).or_default();
            before.push(alike.count);
            if sums.blocks > 0.0 {
                alike.count += 1.0;
                alike.priced += flag(sums.prices > 0.0);
                alike.sums.add(*sums);
            }
        }
        let mut items = vec![[0; 2]; containers];
        for at in 1..containers {
            let container = &page.outline[at];
            let mut item = items[container.parent as usize];
            let alike = &alike[&container.signature];
            if alike.are_items() {
                item[0] = at as u32;
                if item[1] == 0 {
                    item[1] = at as u32;
                }
            }
            items[at] = item;
        }
        // Ties are broken by the key, so that the order of the hash table does not matter.
        let group = |most: fn(&Alike) -> f32| {
            let items = alike.iter().filter(|(_, alike)| alike.are_items());
            items.max_by(|(a_key, a), (b_key, b)| {
                let one = most(a).total_cmp(&most(b));
                let one = one.then(a.sums.plain.total_cmp(&b.sums.plain));
                one.then(a_key.cmp(b_key))
            })
        };
        let most = group(|alike| alike.sums.plain);
        let cards = group(|alike| alike.priced).filter(|(_, alike)| alike.priced >= ITEMS);
        let among = [most, cards].map(|group| match group {
            Some((&signature, alike)) => among(page, &sums, signature, alike.count),
            None => vec![[-1.0; AMONG]; page.blocks.len()],
        });
        Repeats {
            most: most.map_or(Alike::default(), |(_, alike)| *alike),
            cards: cards.map_or(Alike::default(), |(_, alike)| *alike),
            among,
            sums,
            alike,
            before,
            items,
            words: words(page),
        }
    }

    /// Returns the sums over the subtree of each container.
    pub fn subtrees(&self) -> &[Sums] {
        &self.sums
    }

    /// Sets the features of a block.
    pub fn block(&self, page: &Page, at: usize, row: &mut Row) {
        let mut container = page.blocks[at].container as usize;
        for (start, item) in [f::INNER_ITEM, f::OUTER_ITEM]
            .into_iter()
            .zip(self.items[container])
        {
            match item {
                0 => row.set_all(start, [-1.0; f::ITEMS]),
                item => self.item(page, item as usize, start, row),
            }
        }
        row.set_all(f::AMONG_ITEMS, self.among[0][at]);
        row.set_all(f::AMONG_CARDS, self.among[1][at]);
        row.set_all(f::REPEATED, self.words[at]);
        let all = self.sums[0];
        for start in [f::SUBTREE, f::SUBTREE_2, f::SUBTREE_3] {
            container = page.outline[container].parent as usize;
            let sums = self.sums[container];
            let mut set = |feature: Subtree, value| row.set(start, feature as usize, value);
            set(
                Subtree::Alike,
                log(self.alike[&page.outline[container].signature].count),
            );
            set(Subtree::Sentences, share(sums.sentences, all.sentences));
            set(Subtree::LinkShare, share(sums.links, sums.chars()));
            set(Subtree::MeanPlain, log(share(sums.plain, sums.blocks)));
        }
    }

    fn item(&self, page: &Page, item: usize, start: Start, row: &mut Row) {
        let all = self.sums[0];
        let Alike { count, sums, .. } = self.alike[&page.outline[item].signature];
        let mut set = |feature: Item, value| row.set(start, feature as usize, value);
        set(Item::Count, log(count));
        set(Item::Before, log(self.before[item]));
        set(Item::MeanPlain, log(share(sums.plain, count)));
        set(Item::MeanBlocks, share(sums.blocks, count));
        set(Item::LinkShare, share(sums.links, sums.chars()));
        set(Item::Sentences, share(sums.sentences, all.sentences));
        set(Item::Plain, share(sums.plain, all.plain));
        set(Item::Own, share(self.sums[item].plain, sums.plain));
    }

    /// Sets the features of the page, from the group of items with the most text outside of links.
    pub fn page(&self, row: &mut Row) {
        use f::Whole as F;
        let Alike { count, sums, .. } = self.most;
        let mut set = |feature: F, value| row.set(f::WHOLE, feature as usize, value);
        set(F::ItemCount, log(count));
        set(F::ItemPlain, share(sums.plain, self.sums[0].plain));
        set(F::ItemLinkShare, share(sums.links, sums.chars()));
        set(F::ItemMeanPlain, log(share(sums.plain, count)));
        set(F::ItemSentences, share(sums.sentences, sums.plain));
        set(F::Cards, log(self.cards.priced));
    }
}

/// Returns for each block the features of [`f::Among`], in order, for the containers with a signature.
fn among(page: &Page, sums: &[Sums], signature: u32, count: f32) -> Vec<[f32; AMONG]> {
    // For each container, the outermost of these that holds it; 0 if there is none.
    let mut inside = vec![0; page.outline.len()];
    for at in 1..inside.len() {
        let container = &page.outline[at];
        inside[at] = match inside[container.parent as usize] {
            0 if container.signature == signature && sums[at].blocks > 0.0 => at as u32,
            outer => outer,
        };
    }
    let (mut last, mut before, mut since) = (0, 0.0, FAR);
    let mut places: Vec<[f32; AMONG]> = Vec::with_capacity(page.blocks.len());
    for block in &page.blocks {
        let item = inside[block.container as usize];
        if item != 0 && item != last {
            last = item;
            before += 1.0;
        }
        since = if item != 0 { 0 } else { farther(since) };
        places.push([flag(item != 0), share(before, count), since.into(), 0.0]);
    }
    let mut until = FAR;
    for place in places.iter_mut().rev() {
        until = if place[0] > 0.0 { 0 } else { farther(until) };
        place[3] = until.into();
    }
    places
}

/// Returns for each block the features of [`f::Repeated`], in order.
fn words(page: &Page) -> Vec<[f32; WORDS]> {
    let mut hashes: Vec<u64> = Vec::new();
    let mut ends = Vec::with_capacity(page.blocks.len());
    let mut table = vec![0u8; TABLE];
    let mut edges: HashMap<u64, f32> = HashMap::new();
    for block in &page.blocks {
        let start = hashes.len();
        hashes.extend(words_of(page.text(block)).map(|word| xxh3_64(word.as_bytes())));
        ends.push(hashes.len());
        let words = &hashes[start..];
        for row in words.windows(3) {
            let count = &mut table[slot(row)];
            *count = count.saturating_add(1);
        }
        for key in edge_keys(words) {
            *edges.entry(key).or_default() += 1.0;
        }
    }
    let mut start = 0;
    ends.into_iter()
        .map(|end| {
            let words = &hashes[start..end];
            start = end;
            let again = words.windows(3).filter(|row| table[slot(row)] > 1).count();
            let [first, last, word] = edge_keys(words);
            [
                again as f32 / (words.len().saturating_sub(2)).max(1) as f32,
                log(edges[&first] - 1.0),
                log(edges[&last] - 1.0),
                log(edges[&word] - 1.0),
            ]
        })
        .collect()
}

fn slot(row: &[u64]) -> usize {
    let mixed = row.iter().fold(0u64, |mixed, &word| {
        (mixed ^ word)
            .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            .rotate_left(29)
    });
    (mixed >> 20) as usize % TABLE
}

/// Returns the keys of the first two words, the last two words, and the first word.
fn edge_keys(words: &[u64]) -> [u64; 3] {
    let word = |at: Option<usize>| at.and_then(|at| words.get(at)).copied().unwrap_or(0);
    let pair = |a: u64, b: u64| a.rotate_left(7).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b;
    let count = words.len();
    [
        pair(word(Some(0)), word(Some(1))) ^ 1,
        pair(word(count.checked_sub(2)), word(count.checked_sub(1))) ^ 2,
        word(Some(0)) ^ 3,
    ]
}

#[cfg(test)]
mod tests {
    use super::super::features::Columns;
    use super::*;
    use crate::segment::Rules;

    /// Calls `check` with a function from the name of a feature to its values.
    fn with_values(html: &str, check: impl FnOnce(&dyn Fn(&str) -> Vec<f32>)) {
        let page = Page::new(html, Rules::BEST);
        let counts: Vec<Counts> = (page.blocks.iter())
            .map(|block| Counts {
                chars: block.chars as f32,
                ..Counts::default()
            })
            .collect();
        let repeats = Repeats::new(&page, &counts);
        let mut columns = Columns::default();
        columns.clear(page.blocks.len());
        for at in 0..page.blocks.len() {
            repeats.block(&page, at, &mut columns.block(at));
        }
        check(&|name| columns.column(f::by_name(name).unwrap()).collect());
    }

    #[test]
    fn posts_are_items() {
        let post =
            |text: &str| format!("<div class=post><h4>Posted by a guest</h4><p>{text}</div>");
        let posts = ["The ferry is late.", "It came at noon.", "Not on Mondays."];
        let posts: String = posts.into_iter().map(post).collect();
        with_values(&format!("<h1>Ferries</h1><div>{posts}</div>"), |of| {
            // The heading is in no item. Then the first to the third of three items follow, with two blocks each.
            let four = 4f32.ln();
            assert_eq!(
                of("InnerItem.Count"),
                [-1.0, four, four, four, four, four, four]
            );
            let before = [1.0, 2.0, 3.0].map(f32::ln);
            assert_eq!(
                of("InnerItem.Before")[1..],
                [
                    before[0], before[0], before[1], before[1], before[2], before[2]
                ]
            );
            assert_eq!(
                of("OuterItem.MeanBlocks"),
                [-1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 2.0]
            );
            // The head of a post occurs three times, its text once.
            let three = 3f32.ln();
            assert_eq!(of("Repeated.Trigrams")[1..3], [1.0, 0.0]);
            assert_eq!(of("Repeated.FirstTwo")[1..3], [three, 0.0]);
            assert_eq!(of("Repeated.LastTwo")[1..3], [three, 0.0]);
            assert_eq!(of("Repeated.First")[1..3], [three, 0.0]);
        });
    }

    #[test]
    fn blocks_have_a_place_among_items() {
        let card = "<div class=card><h4>A lamp</h4><p>Brass</div>".repeat(2);
        let last = "<div class=card><h4>A bell</h4><p>Brass</div><p>Sent by ship";
        with_values(&format!("<h1>Brass</h1>{card}{last}"), |of| {
            assert_eq!(
                of("AmongItems.Inside"),
                [0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
            );
            let third = 1.0 / 3.0;
            assert_eq!(
                of("AmongItems.Before")[..4],
                [0.0, third, third, 2.0 * third]
            );
            assert_eq!(of("AmongItems.Since")[6..], [0.0, 1.0]);
            assert_eq!(of("AmongItems.Until")[..2], [1.0, 0.0]);
            // No item has a price.
            assert_eq!(of("AmongCards.Inside")[0], -1.0);
        });
    }

    #[test]
    fn blocks_of_few_words_have_ends() {
        for html in ["", "<p>one", "<p>one two<p>?<p>one", "<p>a<p>a<p>a b c"] {
            with_values(html, |of| {
                assert!(of("Repeated.First").into_iter().all(f32::is_finite))
            });
        }
    }
}
