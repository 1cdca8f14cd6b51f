//! Computes the features of a page and of its blocks.

use hashbrown::HashMap;
use xxhash_rust::xxh3::xxh3_64;

use super::features::{self as f, Columns, PageRow, Row};
use super::relations::Relations;
use super::repeats::Repeats;
use super::signs;
use super::text::{Counts, title_words};
use super::{FAR, farther, flag, log, share};
use crate::classify::{Class, Verdict};
use crate::outline::{COMMENTS, HINTS, KINDS};
use crate::segment::Page;
use html::Element;
use html::elements::{HEADINGS, Set};

/// The number of ancestors of a block whose sums it is added to.
const LEVELS: usize = 5;

const CELLS: Set = Set::of(&[Element::TD, Element::TH, Element::CAPTION]);
const LISTS: Set = Set::of(&[
    Element::LI,
    Element::DT,
    Element::DD,
    Element::OL,
    Element::UL,
]);

/// Returns the value of [`f::Own::Element`].
fn element_class(element: Element) -> f32 {
    match element {
        Element::P => 0.0,
        _ if HEADINGS.has(element) => 1.0,
        Element::BLOCKQUOTE | Element::PRE => 2.0,
        _ if LISTS.has(element) => 3.0,
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

/// A page segmented with [`crate::Rules::outline`], and the intermediate sums for its features.
pub struct Evidence<'p> {
    pub(super) page: &'p Page,
    verdicts: &'p [Verdict],
    counts: Vec<Counts>,
    totals: Totals,
    repeats: Repeats,
    relations: Relations,
}

impl<'p> Evidence<'p> {
    /// Computes the sums for a page whose blocks were classified.
    pub fn new(page: &'p Page, verdicts: &'p [Verdict]) -> Self {
        let title = title_words(&page.title);
        let counts: Vec<Counts> = (page.blocks.iter().zip(verdicts))
            .map(|(block, verdict)| {
                let mut counts = Counts::new(page.text(block), &title);
                counts.chars = block.chars as f32;
                counts.links = (block.link_chars as f32).min(counts.chars);
                counts.stop_words = counts.plain() * verdict.stopword_density as f32;
                counts
            })
            .collect();
        Evidence {
            page,
            verdicts,
            // This comes first, since it needs the most temporary memory.
            repeats: Repeats::new(page, &counts),
            relations: Relations::new(page, &counts),
            totals: Totals::new(page, &counts, verdicts),
            counts,
        }
    }

    /// Computes the features of the page.
    pub fn page(&self) -> PageRow {
        let mut values = [0.0; f::PAGE_COUNT];
        let mut row = Row::of_page(&mut values);
        self.totals.page(self, &mut row);
        self.repeats.page(&mut row);
        signs::set(self.page, &mut row);
        values
    }

    /// Sets the features of a block, by its index.
    pub fn block(&self, at: usize, row: &mut Row) {
        self.own(at, row);
        self.neighbours(at, row);
        self.place(at, row);
        self.containers(at, row);
        self.repeats.block(self.page, at, row);
        let (before, subtrees) = (&self.totals.before, self.repeats.subtrees());
        self.relations.block(self.page, at, before, subtrees, row);
    }

    /// Computes the features of a range of blocks.
    pub fn columns(&self, blocks: std::ops::Range<usize>, columns: &mut Columns) {
        columns.clear(blocks.len());
        for (number, at) in blocks.enumerate() {
            self.block(at, &mut columns.block(number));
        }
    }

    fn own(&self, at: usize, row: &mut Row) {
        use f::Own as F;
        let (block, count, verdict) = (&self.page.blocks[at], &self.counts[at], &self.verdicts[at]);
        let mut set = |feature: F, value| row.set(f::OWN, feature as usize, value);
        set(F::Chars, log(count.chars));
        set(F::Words, log(count.words));
        set(F::LinkShare, share(count.links, count.chars));
        set(F::StopWordShare, verdict.stopword_density as f32);
        set(F::ContextFreeClass, class(verdict.context_free));
        set(F::ContextClass, class(verdict.class));
        set(F::Element, element_class(block.element));
        set(F::Heading, flag(block.heading));
        set(F::HeadingLevel, block.level.into());
        set(F::LongWords, share(count.long_words, count.words));
        set(F::Capitals, share(count.capitals, count.words));
        set(F::Digits, share(count.digits, count.chars));
        set(F::Commas, log(count.commas));
        set(F::Stops, log(count.stops));
        set(F::StopsPerWord, share(count.stops, count.words));
        set(F::CharsPerWord, share(count.chars, count.words));
        set(F::Bars, log(count.bars));
        set(F::EndsSentence, flag(count.ends_sentence));
        set(F::StartsCapital, flag(count.starts_capital));
        set(F::EndsColon, flag(count.ends_colon));
        set(F::EndsEllipsis, flag(count.ends_ellipsis));
        set(F::Copyright, flag(count.copyright));
        set(F::InTitle, count.in_title);
        set(F::Links, block.links as f32);
        set(F::TagsPerWord, share(block.tags as f32, count.words));
        set(F::Tags, block.tags as f32);
        set(
            F::SameText,
            self.totals.texts[&self.totals.text_keys[at]].min(20.0),
        );
        set(F::Plain, log(count.plain()));
        set(F::PlainOfLongest, share(count.plain(), self.totals.longest));
        set(F::Sentences, log(count.sentences));
        set(
            F::WordsPerSentence,
            share(count.words, count.sentences + 1.0),
        );
        set(F::Colons, share(count.colons, count.words));
        set(F::Quotes, log(count.quotes));
        set(F::Brackets, share(count.brackets, count.words));
        set(F::Questions, log(count.questions));
        set(F::Marks, share(count.marks, count.chars));
        set(F::Upper, share(count.upper, count.chars));
        set(F::Money, flag(count.money));
        set(F::Address, flag(count.address));
        set(F::Clock, flag(count.clock));
        set(F::Year, flag(count.year));
        set(F::Label, flag(count.label));
        set(F::StopWords, log(count.stop_words));
        row.set_bits(f::PHRASE, count.phrases);
        if let Some(previous) = at.checked_sub(1) {
            row.set_bits(f::PREVIOUS_PHRASE, self.counts[previous].phrases);
        }
    }

    fn neighbours(&self, at: usize, row: &mut Row) {
        use f::Neighbour as F;
        let here = self.page.outline[self.page.blocks[at].container as usize];
        let sides = [
            (f::SECOND_PREVIOUS, -2),
            (f::PREVIOUS, -1),
            (f::NEXT, 1),
            (f::SECOND_NEXT, 2),
        ];
        for (start, offset) in sides {
            let other = at
                .checked_add_signed(offset)
                .filter(|&other| other < self.counts.len());
            let mut set = |feature: F, value| row.set(start, feature as usize, value);
            let Some(other) = other else {
                let all = [
                    F::Chars,
                    F::LinkShare,
                    F::StopWordShare,
                    F::ContextFreeClass,
                    F::Element,
                    F::EndsSentence,
                    F::Alike,
                ];
                all.into_iter().for_each(|feature| set(feature, -1.0));
                continue;
            };
            let (block, count, verdict) = (
                &self.page.blocks[other],
                &self.counts[other],
                &self.verdicts[other],
            );
            set(F::Chars, log(count.chars));
            set(F::LinkShare, share(count.links, count.chars));
            set(F::StopWordShare, verdict.stopword_density as f32);
            set(F::ContextFreeClass, class(verdict.context_free));
            set(F::Element, element_class(block.element));
            set(F::EndsSentence, flag(count.ends_sentence));
            let there = self.page.outline[block.container as usize];
            set(
                F::Alike,
                match here.signature == there.signature {
                    true => 2.0,
                    false => flag(here.parent == there.parent),
                },
            );
        }
    }

    fn place(&self, at: usize, row: &mut Row) {
        use f::Place as F;
        let (totals, blocks) = (&self.totals, self.page.blocks.len());
        let before = totals.before[at];
        let mut set = |feature: F, value| row.set(f::PLACE, feature as usize, value);
        set(F::CharsBefore, share(before, totals.chars));
        set(F::BlocksBefore, share(at as f32, blocks as f32));
        set(F::Before, log(before));
        set(F::After, log(totals.chars - before - self.counts[at].chars));
        set(F::SinceHeading, totals.since_heading[at].into());
        set(F::SinceGood, totals.since_good[at].into());
        set(F::UntilGood, totals.until_good[at].into());
        set(F::GoodBefore, share(totals.good_before[at], totals.good));
        set(
            F::SinceFirstHeading,
            at as f32 - totals.first_heading.min(1000) as f32,
        );
        set(
            F::SinceTitle,
            at as f32 - totals.first_title.min(1000) as f32,
        );
        let container = self.page.outline[self.page.blocks[at].container as usize];
        set(F::Depth, container.depth.min(60) as f32);
        for (start, width) in [(f::WINDOW_3, 3), (f::WINDOW_8, 8)] {
            use f::Window as F;
            let [sum, low] = [(at + width + 1).min(blocks), at.saturating_sub(width)]
                .map(|end| totals.sums[end]);
            let sum: [f32; 5] = std::array::from_fn(|part| sum[part] - low[part]);
            let [chars, links, stops, sentences, digits] = sum;
            let plain = chars - links;
            let mut set = |feature: F, value| row.set(start, feature as usize, value);
            set(F::Chars, log(chars));
            set(F::LinkShare, share(links, chars));
            set(F::StopWords, share(stops, plain));
            set(F::Sentences, share(sentences, plain));
            set(F::Digits, share(digits, chars));
        }
        let section = &totals.sections[totals.section_of[at] as usize];
        let mut set = |feature: f::Section, value| row.set(f::SECTION, feature as usize, value);
        set(f::Section::Level, section.level.into());
        set(f::Section::Plain, log(section.plain));
        set(
            f::Section::LinkShare,
            share(section.links, section.links + section.plain),
        );
        set(f::Section::Blocks, log(section.blocks));
        set(
            f::Section::Sentences,
            share(section.sentences, section.plain),
        );
        row.set_bits(f::SECTION_PHRASE, section.phrases);
    }

    fn containers(&self, at: usize, row: &mut Row) {
        let (totals, outline) = (&self.totals, &self.page.outline);
        let innermost = self.page.blocks[at].container as usize;
        let mut level = innermost;
        for start in [f::CONTAINER, f::CONTAINER_2, f::CONTAINER_3, f::CONTAINER_4] {
            use f::Container as F;
            let [sentences, plain, links, _] = totals.containers[level];
            row.set(start, F::Sentences as usize, share(sentences, totals.most));
            row.set(start, F::LinkShare as usize, share(links, plain + links));
            level = outline[level].parent as usize;
        }
        let container = &outline[innermost];
        let look = totals.signatures[&container.signature];
        for (start, sums) in [
            (f::SAME_LOOK, look),
            (f::SAME_PATH, totals.paths[&container.path]),
        ] {
            use f::Alike as F;
            let [sentences, plain, links, blocks] = sums;
            let mut set = |feature: F, value| row.set(start, feature as usize, value);
            set(F::Plain, share(plain, totals.plain));
            set(F::LinkShare, share(links, plain + links));
            set(F::Blocks, log(blocks));
            set(F::Sentences, share(sentences, plain));
            set(F::MeanPlain, log(share(plain, blocks)));
        }
        row.set(
            f::ORDER,
            f::Order::Share as usize,
            share(totals.alike_before[at], look[3]),
        );
        row.set(
            f::ORDER,
            f::Order::Before as usize,
            log(totals.alike_before[at]),
        );
        let parent = &outline[container.parent as usize];
        row.set_bits(f::IN_ELEMENT, container.kinds_above.into());
        row.set_bits(f::HINT, container.hints | parent.hints);
        row.set_bits(f::HINT_ABOVE, container.hints_above);
    }
}

/// A heading and the text after it, up to the next heading.
#[derive(Debug, Clone, Copy, Default)]
struct Section {
    level: u8,
    phrases: u64,
    plain: f32,
    links: f32,
    blocks: f32,
    sentences: f32,
}

/// Sums over a page.
#[derive(Default)]
struct Totals {
    chars: f32,
    plain: f32,
    paragraphs: f32,
    /// The number of characters before each block.
    before: Vec<f32>,
    /// Prefix sums over the blocks: characters, characters in links, stop words, text in sentences, digits.
    sums: Vec<[f32; 5]>,
    /// Sums for each container, weighted by level, over its text at most `LEVELS` containers deeper: text in sentences,
    /// text outside of links, text in links, blocks.
    containers: Vec<[f32; 4]>,
    most: f32,
    signatures: HashMap<u32, [f32; 4]>,
    paths: HashMap<u32, [f32; 4]>,
    texts: HashMap<u64, f32>,
    text_keys: Vec<u64>,
    /// The numbers of blocks since the last heading, since the last good block, and until the next good block, at most
    /// [`FAR`].
    since_heading: Vec<u8>,
    since_good: Vec<u8>,
    until_good: Vec<u8>,
    good_before: Vec<f32>,
    good: f32,
    good_blocks: f32,
    first_heading: usize,
    first_title: usize,
    longest: f32,
    /// For each block, the number of blocks before it whose containers have the same signature.
    alike_before: Vec<f32>,
    /// The first section has no heading.
    sections: Vec<Section>,
    section_of: Vec<u32>,
    /// Text outside of links by [`element_class`], and text in sentences in comments.
    by_element: [f32; 7],
    comments: f32,
    headings: f32,
    titles: f32,
}

impl Totals {
    fn new(page: &Page, counts: &[Counts], verdicts: &[Verdict]) -> Self {
        let blocks = page.blocks.len();
        let mut totals = Totals {
            before: Vec::with_capacity(blocks),
            sums: Vec::with_capacity(blocks + 1),
            containers: vec![[0.0; 4]; page.outline.len()],
            text_keys: Vec::with_capacity(blocks),
            first_heading: blocks,
            first_title: blocks,
            alike_before: Vec::with_capacity(blocks),
            sections: vec![Section::default()],
            section_of: Vec::with_capacity(blocks),
            ..Totals::default()
        };
        let mut sum = [0.0; 5];
        totals.sums.push(sum);
        for (at, (block, count)) in page.blocks.iter().zip(counts).enumerate() {
            let plain = count.plain();
            totals.before.push(totals.chars);
            totals.chars += count.chars;
            totals.plain += plain;
            totals.longest = totals.longest.max(plain);
            let sentences = if count.is_sentences() { plain } else { 0.0 };
            let parts = [
                count.chars,
                count.links,
                count.stop_words,
                sentences,
                count.digits,
            ];
            sum.iter_mut()
                .zip(parts)
                .for_each(|(sum, part)| *sum += part);
            totals.sums.push(sum);
            totals.by_element[element_class(block.element) as usize] += plain;
            totals.paragraphs += sentences;
            if page.outline[block.container as usize].hints_above & COMMENTS != 0 {
                totals.comments += sentences;
            }
            totals.containers(page, at, [sentences, plain, count.links, 1.0]);
            let key = xxh3_64(page.text(block).as_bytes());
            totals.text_keys.push(key);
            *totals.texts.entry(key).or_default() += 1.0;
            if block.heading {
                totals.begin_section(at, block.level, count.phrases);
            }
            totals.section_of.push(totals.sections.len() as u32 - 1);
            if let Some(section) = totals.sections.last_mut() {
                section.plain += plain;
                section.links += count.links;
                section.blocks += 1.0;
                section.sentences += sentences;
            }
        }
        totals.measure_distances(page, counts, verdicts);
        let sentences = totals.containers.iter().map(|sums| sums[0]);
        totals.most = sentences.fold(0.0, f32::max);
        totals
    }

    /// Begins the section of a heading.
    fn begin_section(&mut self, at: usize, level: u8, phrases: u64) {
        self.headings += 1.0;
        self.first_heading = self.first_heading.min(at);
        if level == 1 {
            self.first_title = self.first_title.min(at);
            self.titles += 1.0;
        }
        self.sections.push(Section {
            level,
            phrases,
            ..Section::default()
        });
    }

    /// Counts the blocks between each block and the headings and good blocks around it.
    fn measure_distances(&mut self, page: &Page, counts: &[Counts], verdicts: &[Verdict]) {
        let blocks = page.blocks.len();
        self.since_heading.reserve_exact(blocks);
        self.since_good.reserve_exact(blocks);
        self.good_before.reserve_exact(blocks);
        let is_good = |at: usize| verdicts[at].context_free == Class::Good;
        let (mut since_heading, mut since_good) = (FAR, FAR);
        for (at, (block, count)) in page.blocks.iter().zip(counts).enumerate() {
            if block.heading {
                since_heading = 0;
            }
            self.since_heading.push(since_heading);
            self.since_good.push(since_good);
            self.good_before.push(self.good);
            since_heading = farther(since_heading);
            since_good = farther(since_good);
            if is_good(at) {
                since_good = 0;
                self.good += count.chars;
                self.good_blocks += 1.0;
            }
        }
        self.until_good = vec![0; blocks];
        let mut until = FAR;
        for at in (0..blocks).rev() {
            self.until_good[at] = until;
            until = if is_good(at) { 0 } else { farther(until) };
        }
    }

    /// Adds a block to the sums of its containers.
    fn containers(&mut self, page: &Page, at: usize, row: [f32; 4]) {
        let innermost = page.blocks[at].container as usize;
        let mut container = innermost;
        for level in 0..LEVELS {
            // Weights decrease with distance. Otherwise the root would always have the greatest sums.
            let weight = [1.0, 0.9, 0.6, 0.4, 0.3][level];
            for (sum, value) in self.containers[container].iter_mut().zip(row) {
                *sum += weight * value;
            }
            if container == 0 {
                break;
            }
            container = page.outline[container].parent as usize;
        }
        let container = &page.outline[innermost];
        let add = |sums: &mut [f32; 4]| {
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, value)| *sum += value)
        };
        let look = self.signatures.entry(container.signature).or_default();
        self.alike_before.push(look[3]);
        add(look);
        add(self.paths.entry(container.path).or_default());
    }

    fn page(&self, evidence: &Evidence, row: &mut Row) {
        use f::Whole as F;
        let Evidence { page, counts, .. } = evidence;
        let blocks = counts.len() as f32;
        let mut set = |feature: F, value| row.set(f::WHOLE, feature as usize, value);
        set(F::Chars, log(self.chars));
        set(F::Blocks, log(blocks));
        set(F::Plain, share(self.plain, self.chars));
        set(F::Paragraphs, share(self.paragraphs, self.chars));
        set(F::MeanChars, share(self.chars, blocks));
        let [paragraphs, _, quotes, lists, cells, divisions, _] = self.by_element;
        set(F::InParagraphs, share(paragraphs, self.plain));
        set(F::InQuotes, share(quotes, self.plain));
        set(F::InLists, share(lists, self.plain));
        set(F::InCells, share(cells, self.plain));
        set(F::InDivisions, share(divisions, self.plain));
        set(F::Longest, log(self.longest));
        set(F::GoodBlocks, log(self.good_blocks));
        set(F::Good, share(self.good, self.chars));
        set(F::GoodChars, log(self.good));
        set(F::Comments, share(self.comments, self.paragraphs));
        let is_html_5 = page
            .outline
            .iter()
            .any(|container| container.kinds_above & HTML_5 != 0);
        set(F::Html5, flag(is_html_5));
        set(
            F::BlocksPerContainer,
            share(blocks, page.outline.len() as f32),
        );
        // Ties are broken by the key, so that the order of the hash table does not matter.
        let look = self.signatures.iter().max_by(|(a_key, a), (b_key, b)| {
            let most = a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1]));
            most.then(a_key.cmp(b_key))
        });
        let look = look.map_or([0.0; 4], |(_, sums)| *sums);
        set(F::LookPlain, share(look[1], self.plain));
        set(F::LookBlocks, log(look[3]));
        set(F::LookMeanPlain, log(share(look[1], look[3])));
        let sum = |of: fn(&Counts) -> f32| counts.iter().map(of).sum::<f32>();
        set(
            F::StopWords,
            share(sum(|count| count.stop_words), self.plain),
        );
        set(
            F::SentencesPerBlock,
            share(sum(|count| count.sentences), blocks),
        );
        set(
            F::Dates,
            share(sum(|count| flag(count.clock || count.year)), blocks),
        );
        set(F::Prices, share(sum(|count| flag(count.money)), blocks));
        set(F::Headings, log(self.headings));
        set(F::Titles, log(self.titles));
        // The fraction of blocks with each phrase, and of text outside of links in each element and with each hint.
        let mut phrases = [0.0; f::PHRASES];
        let mut elements = [0.0; KINDS.len()];
        let mut hints = [0.0; HINTS.len()];
        for (block, count) in page.blocks.iter().zip(counts) {
            let container = &page.outline[block.container as usize];
            let add = |sums: &mut [f32], mut bits: u64, value: f32| {
                while bits != 0 {
                    sums[bits.trailing_zeros() as usize] += value;
                    bits &= bits - 1;
                }
            };
            add(&mut phrases, count.phrases, 1.0);
            add(&mut elements, container.kinds_above.into(), count.plain());
            add(&mut hints, container.hints_above, count.plain());
        }
        row.set_all(f::PAGE_PHRASE, phrases.map(|found| share(found, blocks)));
        row.set_all(
            f::PAGE_ELEMENT,
            elements.map(|plain| share(plain, self.plain)),
        );
        row.set_all(f::PAGE_HINT, hints.map(|plain| share(plain, self.plain)));
    }
}

/// The hint bits of elements that hold other stories: Related, Advertisement, Media, Carousel.
pub(super) const OTHER_STORIES: u64 = 1 << 7 | 1 << 9 | 1 << 14 | 1 << 36;
/// The bits of [`KINDS`] of HTML5 sectioning elements.
const HTML_5: u32 = 0x7F;

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::segment::Rules;
    use crate::{Parameters, classify};

    /// Returns the value of a feature for each block.
    pub fn values(html: &str, name: &str) -> Vec<f32> {
        let page = Page::new(html, Rules::BEST);
        let verdicts = classify(&page, None, &Parameters::default());
        let mut columns = Columns::default();
        Evidence::new(&page, &verdicts).columns(0..page.blocks.len(), &mut columns);
        columns.column(f::by_name(name).unwrap()).collect()
    }

    const WALK: &str = "<title>Along the river</title><body><nav><a href=/>Home</a></nav><main><h1>Along the river</h1>\
        <p class=intro>We left at 8:30.</p><h2>Related walks</h2><ul><li><a href=/a>Over the moor</a><li><a href=/b>By train</a></ul></main>";

    #[test]
    fn blocks_have_the_values_of_named_features() {
        let of = |name| values(WALK, name);
        assert_eq!(of("HeadingLevel"), [0.0, 1.0, 0.0, 2.0, 0.0, 0.0]);
        assert_eq!(of("LinkShare"), [1.0, 0.0, 0.0, 0.0, 1.0, 1.0]);
        assert_eq!(of("Previous.LinkShare"), [-1.0, 1.0, 0.0, 0.0, 0.0, 1.0]);
        assert_eq!(of("SecondNext.LinkShare"), [0.0, 0.0, 1.0, 1.0, -1.0, -1.0]);
        // 2 if the next block is in an element of the same kind and place, 1 if it is in another kind at the same
        // place, -1 if there is none.
        assert_eq!(of("Next.Alike"), [0.0, 1.0, 1.0, 0.0, 2.0, -1.0]);
        assert_eq!(of("Clock"), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(of("InTitle"), [0.0, 1.0, 0.0, 0.0, of("InTitle")[4], 0.0]);
        assert_eq!(of("In.Nav"), [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(of("In.Main"), [0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
        assert_eq!(of("Hint.Teaser"), [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(of("SectionPhrase.Related"), [0.0, 0.0, 0.0, 1.0, 1.0, 1.0]);
        assert_eq!(of("Section.Level"), [0.0, 1.0, 1.0, 2.0, 2.0, 2.0]);
        assert_eq!(of("Place.SinceTitle"), [-1.0, 0.0, 1.0, 2.0, 3.0, 4.0]);
        assert_eq!(of("Order.Before")[4..], [0.0, 2f32.ln()]);
    }

    #[test]
    fn values_are_numbers_whatever_the_page() {
        for html in ["", "<p>a", "<br><br>", WALK, "<h9>x</h9><li><li>\u{0}"] {
            let page = Page::new(html, Rules::BEST);
            let verdicts = classify(&page, None, &Parameters::default());
            let evidence = Evidence::new(&page, &verdicts);
            let mut columns = Columns::default();
            evidence.columns(0..page.blocks.len(), &mut columns);
            let blocks = (0..columns.blocks()).flat_map(|block| columns.row(block));
            assert!(blocks.chain(evidence.page()).all(f32::is_finite), "{html}");
        }
    }
}
