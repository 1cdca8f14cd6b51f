//! What a page repeats: containers that look alike, as those of the posts of a forum, of the items of a list and of comments,
//! and words that several blocks share, as labels and the boilerplate of each item.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::features::{log, share};
use crate::segment::Page;
use crate::stoplist::words_of;

/// How many numbers a block has.
pub const COUNT: usize = 2 * ITEM + WORDS + SUBTREES * 4;
/// Those of an item, those of words, and of how many containers around a block.
const ITEM: usize = 7;
const WORDS: usize = 4;
const SUBTREES: usize = 3;

/// So many containers that look alike are items.
const ITEMS: f32 = 3.0;

/// The size of the table of words in a row, a power of two.
const TABLE: usize = 1 << 14;

/// What is in a container and all containers in it.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    /// Text outside of links, that of it which is in blocks of sentences, text in links, and blocks.
    plain: f32,
    sentences: f32,
    links: f32,
    blocks: f32,
}

/// What is known of containers that look alike.
#[derive(Debug, Clone, Copy, Default)]
struct Alike {
    count: f32,
    sums: Sums,
}

impl Sums {
    fn add(&mut self, other: Sums) {
        self.plain += other.plain;
        self.sentences += other.sentences;
        self.links += other.links;
        self.blocks += other.blocks;
    }
}

/// The repetitions of a page.
pub struct Repeats {
    sums: Vec<Sums>,
    alike: HashMap<u32, Alike>,
    /// For each container, how many that look like it are before it.
    before: Vec<f32>,
    /// For each container, the innermost and the outermost item that it is in; itself if it is one; 0 if there is none.
    items: Vec<[u32; 2]>,
    words: Vec<[f32; WORDS]>,
}

impl Repeats {
    /// Those of a page with so much text outside and inside links in each block, and whether it is sentences.
    pub fn new(page: &Page, blocks: impl Iterator<Item = (f32, f32, bool)>) -> Self {
        let containers = page.outline.len();
        let mut sums = vec![Sums::default(); containers];
        for (block, (plain, links, sentences)) in page.blocks.iter().zip(blocks) {
            sums[block.container as usize].add(Sums {
                plain,
                sentences: if sentences { plain } else { 0.0 },
                links,
                blocks: 1.0,
            });
        }
        // A container comes after the one that it is in.
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
                alike.sums.add(*sums);
            }
        }
        let mut items = vec![[0; 2]; containers];
        for at in 1..containers {
            let container = &page.outline[at];
            let mut item = items[container.parent as usize];
            let alike = &alike[&container.signature];
            if alike.count >= ITEMS && alike.sums.blocks >= 2.0 * alike.count {
                item[0] = at as u32;
                if item[1] == 0 {
                    item[1] = at as u32;
                }
            }
            items[at] = item;
        }
        Repeats {
            sums,
            alike,
            before,
            items,
            words: words(page),
        }
    }

    /// The numbers of a block.
    pub fn of(&self, page: &Page, at: usize) -> [f32; COUNT] {
        let mut numbers = [0.0; COUNT];
        let mut next = 0;
        let mut push = |value: f32| {
            numbers[next] = value;
            next += 1;
        };
        let all = self.sums[0];
        let mut container = page.blocks[at].container as usize;
        for item in self.items[container] {
            if item == 0 {
                (0..ITEM).for_each(|_| push(-1.0));
                continue;
            }
            let item = item as usize;
            let alike = &self.alike[&page.outline[item].signature];
            push(log(alike.count));
            push(log(self.before[item]));
            push(log(share(alike.sums.plain, alike.count)));
            push(share(alike.sums.blocks, alike.count));
            push(share(alike.sums.links, alike.sums.links + alike.sums.plain));
            push(share(alike.sums.sentences, all.sentences));
            push(share(self.sums[item].plain, alike.sums.plain));
        }
        self.words[at].iter().for_each(|&value| push(value));
        for _ in 0..SUBTREES {
            container = page.outline[container].parent as usize;
            let sums = self.sums[container];
            push(log(self.alike[&page.outline[container].signature].count));
            push(share(sums.sentences, all.sentences));
            push(share(sums.links, sums.links + sums.plain));
            push(log(share(sums.plain, sums.blocks)));
        }
        numbers
    }
}

/// For each block: the share of its words that begin three words in a row which the page has elsewhere; how many blocks
/// begin with the same two words, and end with the same two; how many begin with the same word.
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
                (edges[&first]).ln(),
                (edges[&last]).ln(),
                (edges[&word]).ln(),
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

/// Keys of the first two words, of the last two, and of the first.
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
    use super::*;
    use crate::segment::Rules;

    fn repeats(html: &str) -> Vec<[f32; COUNT]> {
        let page = Page::new(html, Rules::BEST);
        let blocks = page.blocks.iter();
        let repeats = Repeats::new(&page, blocks.map(|block| (block.chars as f32, 0.0, true)));
        (0..page.blocks.len())
            .map(|at| repeats.of(&page, at))
            .collect()
    }

    #[test]
    fn posts_are_items() {
        let post =
            |text: &str| format!("<div class=post><h4>Posted by a guest</h4><p>{text}</div>");
        let posts = ["The ferry is late.", "It came at noon.", "Not on Mondays."];
        let posts: String = posts.into_iter().map(post).collect();
        let blocks = repeats(&format!("<h1>Ferries</h1><div>{posts}</div>"));
        assert_eq!(blocks.len(), 7);
        // No item, then the first to the third of three items of two blocks each.
        assert_eq!(blocks[0][..ITEM], [-1.0; ITEM]);
        for (at, block) in blocks[1..].iter().enumerate() {
            assert_eq!(block[0], 4f32.ln());
            assert_eq!(block[1], (1.0 + (at / 2) as f32).ln());
            assert_eq!(block[3], 2.0);
        }
        // The head of a post comes three times, its text once.
        let words = |at: usize| &blocks[at][2 * ITEM..2 * ITEM + WORDS];
        assert_eq!(words(1), [1.0, 3f32.ln(), 3f32.ln(), 3f32.ln()]);
        assert_eq!(words(2), [0.0; WORDS]);
    }

    #[test]
    fn blocks_of_few_words_have_ends() {
        for html in ["", "<p>one", "<p>one two<p>?<p>one", "<p>a<p>a<p>a b c"] {
            assert!(
                repeats(html)
                    .iter()
                    .flatten()
                    .all(|value| value.is_finite())
            );
        }
    }
}
