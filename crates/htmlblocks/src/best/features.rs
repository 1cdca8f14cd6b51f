//! What is known of each block of a page, as numbers.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::repeats::{self, Repeats};
use super::signs;
use crate::classify::{Class, Verdict};
use crate::outline::{HINTS, KINDS};
use crate::segment::Page;
use crate::stoplist::words_of;
use html::Element;
use html::elements::{HEADINGS, Set};

/// How many features a block has.
pub const COUNT: usize = OWN
    + 4 * NEIGHBOUR
    + CONTEXT
    + PAGE
    + signs::COUNT
    + repeats::COUNT
    + HINTS.len() * 2
    + KINDS.len();
/// Those of the block itself, of each of four neighbours, of where it is, and of the page.
const OWN: usize = 40;
const NEIGHBOUR: usize = 7;
const CONTEXT: usize = 46;
const PAGE: usize = 18;

/// The features of a block.
pub type Features = [f32; COUNT];

/// How many containers around a block are looked at.
const LEVELS: usize = 5;

/// The bit of [`HINTS`] of comments, and those of [`KINDS`] that came with HTML 5.
const COMMENTS: u32 = 1 << 2;
const HTML_5: u32 = 0x7F;

/// Blocks that are farther away than this are as far as this.
const FAR: u8 = 50;

fn farther(blocks: u8) -> u8 {
    FAR.min(blocks + 1)
}

/// How many words of a title are looked at.
const TITLE: usize = 40;

/// What is counted in a block.
#[derive(Debug, Clone, Copy, Default)]
struct Counts {
    chars: f32,
    links: f32,
    words: f32,
    long_words: f32,
    capitals: f32,
    digits: f32,
    commas: f32,
    stops: f32,
    bars: f32,
    ends_sentence: bool,
    starts_capital: bool,
    ends_colon: bool,
    /// It breaks off, as the first words of what is on another page do.
    ends_ellipsis: bool,
    in_title: f32,
    copyright: bool,
    /// Ends of sentences before another one begins.
    sentences: f32,
    colons: f32,
    quotes: f32,
    brackets: f32,
    /// Question and exclamation marks.
    questions: f32,
    /// Characters of lines and ornaments.
    marks: f32,
    /// Capital letters of ASCII.
    upper: f32,
    /// It has a sign of money, a time of day, a year, an address of mail or of the web.
    money: bool,
    clock: bool,
    year: bool,
    address: bool,
    /// A colon is near its beginning.
    label: bool,
    /// Characters outside of links, times the share of stop words.
    stop_words: f32,
}

impl Counts {
    /// Characters outside of links.
    fn plain(&self) -> f32 {
        self.chars - self.links
    }
}

const CELLS: Set = Set::of(&[Element::TD, Element::TH, Element::CAPTION]);
const ITEMS: Set = Set::of(&[
    Element::LI,
    Element::DT,
    Element::DD,
    Element::OL,
    Element::UL,
]);

fn element_class(element: Element) -> f32 {
    match element {
        Element::P => 0.0,
        _ if HEADINGS.has(element) => 1.0,
        Element::BLOCKQUOTE | Element::PRE => 2.0,
        _ if ITEMS.has(element) => 3.0,
        _ if CELLS.has(element) => 4.0,
        Element::DIV | Element::CENTER | Element::BODY => 5.0,
        _ => 6.0,
    }
}

fn class(class: Class) -> f32 {
    match class {
        Class::Bad => 0.0,
        Class::Short => 1.0,
        Class::NearGood => 2.0,
        Class::Good => 3.0,
    }
}

pub(super) fn log(number: f32) -> f32 {
    (1.0 + number).ln()
}

pub(super) fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// A page that was cut with an outline, and what the features of its blocks are made from.
pub struct Evidence<'p> {
    page: &'p Page,
    verdicts: &'p [Verdict],
    counts: Vec<Counts>,
    totals: Totals,
    signs: [f32; signs::COUNT],
    repeats: Repeats,
}

impl<'p> Evidence<'p> {
    /// Looks at a page whose blocks were classified.
    pub fn new(page: &'p Page, verdicts: &'p [Verdict]) -> Self {
        let title: Vec<String> = (page.title.split_whitespace())
            .take(TITLE)
            .map(str::to_lowercase)
            .collect();
        let counts: Vec<Counts> = (page.blocks.iter().zip(verdicts))
            .map(|(block, verdict)| {
                let mut counts = count(page.text(block), &title);
                counts.chars = block.chars as f32;
                counts.links = (block.link_chars as f32).min(counts.chars);
                counts.stop_words = counts.plain() * verdict.stopword_density as f32;
                counts
            })
            .collect();
        let plain_links_sentences = counts
            .iter()
            .map(|count| (count.plain(), count.links, is_sentences(count)));
        Evidence {
            page,
            verdicts,
            // First what takes most memory for a while.
            repeats: Repeats::new(page, plain_links_sentences),
            totals: Totals::new(page, &counts, verdicts),
            signs: signs::signs(page),
            counts,
        }
    }

    /// The features of the block at a place of the page.
    pub fn of(&self, at: usize) -> Features {
        self.totals.features(self, at)
    }
}

fn count(text: &str, title: &[String]) -> Counts {
    let mut counts = Counts::default();
    let mut run = 0;
    let bytes = text.as_bytes();
    for (at, &byte) in bytes.iter().enumerate() {
        let digits = std::mem::take(&mut run);
        // Most are, and to tell so is one jump that is foreseen.
        if byte.is_ascii_lowercase() || byte == b' ' {
            continue;
        }
        match byte {
            b',' => counts.commas += 1.0,
            b'.' | b'!' | b'?' => {
                counts.stops += 1.0;
                counts.questions += f32::from(u8::from(byte != b'.'));
                let next = |more: usize| bytes.get(at + more).copied().unwrap_or(0);
                let begins = next(1).is_ascii_whitespace()
                    && (next(2).is_ascii_uppercase() || next(2) >= 0x80);
                counts.sentences += f32::from(u8::from(begins));
            }
            b'0'..=b'9' => {
                counts.digits += 1.0;
                run = digits + 1;
                counts.year |= run == 4 && matches!(&bytes[at - 3..at - 1], b"19" | b"20");
            }
            b'|' | b'/' | b'>' => counts.bars += 1.0,
            b':' => {
                counts.colons += 1.0;
                counts.label |= at < 30;
                counts.clock |= digits > 0 && bytes.get(at + 1).is_some_and(u8::is_ascii_digit);
            }
            b'"' => counts.quotes += 1.0,
            b'(' | b'[' => counts.brackets += 1.0,
            b'_' | b'*' | b'~' | b'=' | b'#' => counts.marks += 1.0,
            b'A'..=b'Z' => counts.upper += 1.0,
            b'$' => counts.money = true,
            b'@' => counts.address = true,
            // The first bytes of curly quotes and of signs of money.
            0xE2 => match bytes.get(at + 1..at + 3) {
                Some([0x80, 0x9C..=0x9F]) => counts.quotes += 1.0,
                Some([0x82, 0xA0..=0xBF]) => counts.money = true,
                _ => {}
            },
            0xC2 => counts.money |= bytes.get(at + 1) == Some(&0xA3),
            _ => {}
        }
    }
    counts.address |= text.contains("http") || text.contains("www.");
    let mut found = 0.0;
    for word in words_of(text) {
        counts.words += 1.0;
        counts.long_words += f32::from(word.len() > 3);
        counts.capitals += f32::from(word.chars().next().is_some_and(char::is_uppercase));
    }
    if counts.words <= 30.0 && !title.is_empty() {
        for word in words_of(text) {
            let lower = word.to_lowercase();
            found += f32::from(title.contains(&lower));
        }
    }
    counts.in_title = share(found, counts.words) * share(found, title.len() as f32).min(1.0).sqrt();
    counts.starts_capital = text.chars().next().is_some_and(char::is_uppercase);
    let end = text.trim_end_matches(['"', '\'', ')', '\u{201D}', '\u{2019}', '\u{BB}']);
    counts.ends_sentence = end.ends_with([
        '.', '!', '?', '\u{2026}', '\u{3002}', '\u{FF01}', '\u{FF1F}',
    ]);
    counts.ends_colon = end.ends_with(':');
    counts.ends_ellipsis = ["...", "\u{2026}", "[...]", "[\u{2026}]"]
        .iter()
        .any(|dots| end.ends_with(dots));
    counts.copyright = text.contains('\u{A9}');
    counts
}

/// What is summed up over a page.
struct Totals {
    chars: f32,
    plain: f32,
    paragraphs: f32,
    /// Characters before each block.
    before: Vec<f32>,
    /// For each container, and the text in it at most `LEVELS` containers deeper: plain text of paragraphs with
    /// sentences, plain text, text in links, blocks.
    containers: Vec<[f32; 4]>,
    most: f32,
    signatures: HashMap<u32, [f32; 4]>,
    paths: HashMap<u32, [f32; 4]>,
    texts: HashMap<u64, f32>,
    /// Blocks since the last heading, since the last block that is good and until the next one, at most [`FAR`].
    since_heading: Vec<u8>,
    since_good: Vec<u8>,
    until_good: Vec<u8>,
    good_before: Vec<f32>,
    good: f32,
    first_heading: usize,
    longest: f32,
    median: f32,
    /// For each block, how many before it look like it.
    alike_before: Vec<f32>,
    /// What the page is like, the same for all blocks.
    page: [f32; PAGE],
}

impl Totals {
    fn new(page: &Page, counts: &[Counts], verdicts: &[Verdict]) -> Self {
        let blocks = page.blocks.len();
        let mut totals = Totals {
            chars: 0.0,
            plain: 0.0,
            paragraphs: 0.0,
            before: Vec::with_capacity(blocks),
            containers: vec![[0.0; 4]; page.outline.len()],
            most: 0.0,
            signatures: HashMap::new(),
            paths: HashMap::new(),
            texts: HashMap::new(),
            since_heading: Vec::with_capacity(blocks),
            since_good: Vec::with_capacity(blocks),
            until_good: vec![0; blocks],
            good_before: Vec::with_capacity(blocks),
            good: 0.0,
            first_heading: blocks,
            longest: 0.0,
            median: 0.0,
            alike_before: Vec::with_capacity(blocks),
            page: [0.0; PAGE],
        };
        let (mut by_element, mut comments, mut good) = ([0.0; 7], 0.0, 0.0);
        let (mut since_heading, mut since_good) = (FAR, FAR);
        for (at, (block, count)) in page.blocks.iter().zip(counts).enumerate() {
            totals.before.push(totals.chars);
            totals.chars += count.chars;
            totals.plain += count.plain();
            totals.longest = totals.longest.max(count.plain());
            let sentences = is_sentences(count);
            by_element[element_class(block.element) as usize] += count.plain();
            if sentences {
                totals.paragraphs += count.plain();
                if page.outline[block.container as usize].hints_above & COMMENTS != 0 {
                    comments += count.plain();
                }
            }
            let row = [
                if sentences { count.plain() } else { 0.0 },
                count.plain(),
                count.links,
                1.0,
            ];
            let mut container = block.container as usize;
            for level in 0..LEVELS {
                // Farther containers count less, so that the one that holds most is not always the page.
                let weight = [1.0, 0.9, 0.6, 0.4, 0.3][level];
                for (sum, value) in totals.containers[container].iter_mut().zip(row) {
                    *sum += weight * value;
                }
                if container == 0 {
                    break;
                }
                container = page.outline[container].parent as usize;
            }
            let container = page.outline[block.container as usize];
            let alike = totals.signatures.get(&container.signature);
            totals.alike_before.push(alike.map_or(0.0, |sums| sums[3]));
            for (map, key) in [
                (&mut totals.signatures, container.signature),
                (&mut totals.paths, container.path),
            ] {
                let sums = map.entry(key).or_default();
                sums.iter_mut()
                    .zip(row)
                    .for_each(|(sum, value)| *sum += value);
            }
            *totals
                .texts
                .entry(xxh3_64(page.text(block).as_bytes()))
                .or_default() += 1.0;
            if block.heading {
                since_heading = 0;
                totals.first_heading = totals.first_heading.min(at);
            }
            totals.since_heading.push(since_heading);
            totals.since_good.push(since_good);
            totals.good_before.push(totals.good);
            since_heading = farther(since_heading);
            since_good = farther(since_good);
            if verdicts[at].context_free == Class::Good {
                since_good = 0;
                totals.good += count.chars;
                good += 1.0;
            }
        }
        let mut until = FAR;
        for at in (0..blocks).rev() {
            totals.until_good[at] = until;
            until = farther(until);
            if verdicts[at].context_free == Class::Good {
                until = 0;
            }
        }
        totals.most = totals
            .containers
            .iter()
            .map(|sums| sums[0])
            .fold(0.0, f32::max);
        totals.median = share(totals.chars, blocks as f32);
        // Of several that have as much, the one that is the same in every run.
        let look = totals.signatures.iter().max_by(|(a_key, a), (b_key, b)| {
            let most = a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]));
            most.then(a_key.cmp(b_key))
        });
        let look = look.map_or([0.0; 4], |(_, sums)| *sums);
        let of_html_5 = page
            .outline
            .iter()
            .any(|container| container.kinds_above & HTML_5 != 0);
        totals.page = [
            share(by_element[0], totals.plain),
            share(by_element[2], totals.plain),
            share(by_element[3], totals.plain),
            share(by_element[4], totals.plain),
            share(by_element[5], totals.plain),
            log(totals.longest),
            log(good),
            share(totals.good, totals.chars),
            share(comments, totals.paragraphs),
            f32::from(u8::from(of_html_5)),
            share(blocks as f32, page.outline.len() as f32),
            share(look[1], totals.plain),
            log(look[3]),
            log(share(look[1], look[3])),
            share(
                counts.iter().map(|count| count.stop_words).sum(),
                totals.plain,
            ),
            share(
                counts.iter().map(|count| count.sentences).sum(),
                blocks as f32,
            ),
            share_of(counts, |count| count.clock || count.year),
            share_of(counts, |count| count.money),
        ];
        totals
    }

    fn features(&self, evidence: &Evidence, at: usize) -> Features {
        let Evidence {
            page,
            verdicts,
            counts,
            ..
        } = evidence;
        let mut features = [0.0; COUNT];
        let mut next = 0;
        let mut push = |value: f32| {
            features[next] = value;
            next += 1;
        };
        let (block, count, verdict) = (&page.blocks[at], &counts[at], &verdicts[at]);
        let flag = |set: bool| f32::from(u8::from(set));

        // The block itself.
        push(log(count.chars));
        push(log(count.words));
        push(share(count.links, count.chars));
        push(verdict.stopword_density as f32);
        push(class(verdict.context_free));
        push(class(verdict.class));
        push(element_class(block.element));
        push(flag(block.heading));
        push(share(count.long_words, count.words));
        push(share(count.capitals, count.words));
        push(share(count.digits, count.chars));
        push(log(count.commas));
        push(log(count.stops));
        push(share(count.stops, count.words));
        push(share(count.chars, count.words));
        push(log(count.bars));
        push(flag(count.ends_sentence));
        push(flag(count.starts_capital));
        push(flag(count.ends_colon));
        push(flag(count.ends_ellipsis));
        push(flag(count.copyright));
        push(count.in_title);
        push(block.links as f32);
        push(share(block.tags as f32, count.words));
        push(self.texts[&xxh3_64(page.text(block).as_bytes())].min(20.0));
        push(log(count.plain()));
        push(share(count.plain(), self.longest));
        push(block.tags as f32);
        push(log(count.sentences));
        push(share(count.words, count.sentences + 1.0));
        push(share(count.colons, count.words));
        push(log(count.quotes));
        push(share(count.brackets, count.words));
        push(log(count.questions));
        push(share(count.marks, count.chars));
        push(share(count.upper, count.chars));
        push(flag(count.money) + 2.0 * flag(count.address));
        push(flag(count.clock) + 2.0 * flag(count.year));
        push(flag(count.label));
        push(log(count.stop_words));

        // Neighbours.
        for offset in [-2isize, -1, 1, 2] {
            match at
                .checked_add_signed(offset)
                .filter(|&other| other < counts.len())
            {
                Some(other) => {
                    let (other_block, other_count) = (&page.blocks[other], &counts[other]);
                    push(log(other_count.chars));
                    push(share(other_count.links, other_count.chars));
                    push(verdicts[other].stopword_density as f32);
                    push(class(verdicts[other].context_free));
                    push(element_class(other_block.element));
                    push(flag(other_count.ends_sentence));
                    let (here, there) = (
                        page.outline[block.container as usize],
                        page.outline[other_block.container as usize],
                    );
                    push(if here.signature == there.signature {
                        2.0
                    } else {
                        flag(here.parent == there.parent)
                    });
                }
                None => (0..NEIGHBOUR).for_each(|_| push(-1.0)),
            }
        }

        // Where it is.
        let before = self.before[at];
        push(share(before, self.chars));
        push(share(at as f32, page.blocks.len() as f32));
        push(log(before));
        push(log(self.chars - before - count.chars));
        push(log(self.chars));
        push(log(page.blocks.len() as f32));
        push(share(self.plain, self.chars));
        push(share(self.paragraphs, self.chars));
        push(self.median);
        push(self.since_heading[at].into());
        push(self.since_good[at].into());
        push(self.until_good[at].into());
        push(share(self.good_before[at], self.good));
        push(log(self.good));
        push(at as f32 - self.first_heading.min(1000) as f32);
        // Windows around it.
        for width in [3, 8] {
            let from = at.saturating_sub(width);
            let to = (at + width + 1).min(counts.len());
            let around = || counts[from..to].iter();
            let chars: f32 = around().map(|count| count.chars).sum();
            push(log(chars));
            push(share(around().map(|count| count.links).sum(), chars));
            let plain: f32 = around().map(|count| count.plain()).sum();
            push(share(around().map(|count| count.stop_words).sum(), plain));
            let sentences = around().filter(|count| is_sentences(count));
            push(share(sentences.map(|count| count.plain()).sum(), plain));
            push(share(around().map(|count| count.digits).sum(), chars));
        }
        // Containers around it.
        let container = page.outline[block.container as usize];
        push(container.depth.min(60) as f32);
        let mut level = block.container as usize;
        for _ in 0..4 {
            let sums = self.containers[level];
            push(share(sums[0], self.most));
            push(share(sums[2], sums[1] + sums[2]));
            level = page.outline[level].parent as usize;
        }
        // Blocks that look alike.
        for sums in [
            self.signatures[&container.signature],
            self.paths[&container.path],
        ] {
            push(share(sums[1], self.plain));
            push(share(sums[2], sums[1] + sums[2]));
            push(log(sums[3]));
            push(share(sums[0], sums[1]));
            push(log(share(sums[1], sums[3])));
        }
        push(share(
            self.alike_before[at],
            self.signatures[&container.signature][3],
        ));
        push(log(self.alike_before[at]));
        self.page.iter().for_each(|&value| push(value));
        evidence.signs.iter().for_each(|&value| push(value));
        let repeats = evidence.repeats.of(page, at);
        repeats.into_iter().for_each(&mut push);
        // What the containers are and what they are called.
        let parent = page.outline[container.parent as usize];
        for bit in 0..KINDS.len() {
            push(flag(container.kinds_above >> bit & 1 == 1));
        }
        for bit in 0..HINTS.len() {
            push(flag(container.hints_above >> bit & 1 == 1));
        }
        for bit in 0..HINTS.len() {
            push(flag((container.hints | parent.hints) >> bit & 1 == 1));
        }
        debug_assert_eq!(next, COUNT);
        features
    }
}

/// The share of blocks that are so.
fn share_of(counts: &[Counts], is: fn(&Counts) -> bool) -> f32 {
    let found = counts.iter().filter(|count| is(count)).count();
    share(found as f32, counts.len() as f32)
}

/// Whether a block looks like text in sentences.
fn is_sentences(count: &Counts) -> bool {
    count.plain() >= 80.0 && count.stops >= 1.0 && count.links < 0.3 * count.chars
}
