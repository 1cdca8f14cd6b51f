//! Compares the classes of blocks with a naive implementation of jusText's stages.

use htmlblocks::{Class, Page, Parameters, Rules, StopList, classify};
use proptest::prelude::*;

/// A block for the naive implementation: its context-free class, whether it is a heading, and its
/// length.
type Plain = (Class, bool, usize);

/// The stages, implemented as described: each searches from every undecided block.
fn revised(blocks: &[Plain], first_heading_stage: bool) -> Vec<Class> {
    let mut classes: Vec<Class> = blocks.iter().map(|block| block.0).collect();
    let good_follows = |classes: &[Class], at: usize| {
        let mut distance = 0;
        for other in at + 1..blocks.len() {
            if distance > 200 {
                return false;
            }
            if classes[other] == Class::Good {
                return true;
            }
            distance += blocks[other].2;
        }
        false
    };
    let neighbour =
        |classes: &[Class], mut others: Box<dyn Iterator<Item = usize>>, near_good: bool| {
            others
                .find_map(|other| match classes[other] {
                    Class::Good | Class::Bad => Some(classes[other]),
                    Class::NearGood if near_good => Some(Class::NearGood),
                    _ => None,
                })
                .unwrap_or(Class::Bad)
        };
    let before = |at: usize| -> Box<dyn Iterator<Item = usize>> { Box::new((0..at).rev()) };
    let behind = |at: usize| -> Box<dyn Iterator<Item = usize>> { Box::new(at + 1..blocks.len()) };

    if first_heading_stage {
        for at in 0..blocks.len() {
            if blocks[at].1 && classes[at] == Class::Short && good_follows(&classes, at) {
                classes[at] = Class::NearGood;
            }
        }
    }
    let old = classes.clone();
    for at in 0..blocks.len() {
        if old[at] == Class::Short {
            let (previous, next) = (
                neighbour(&old, before(at), false),
                neighbour(&old, behind(at), false),
            );
            classes[at] = match (previous, next) {
                (Class::Good, Class::Good) => Class::Good,
                (Class::Bad, Class::Bad) => Class::Bad,
                _ if previous == Class::Bad
                    && neighbour(&old, before(at), true) == Class::NearGood =>
                {
                    Class::Good
                }
                _ if next == Class::Bad && neighbour(&old, behind(at), true) == Class::NearGood => {
                    Class::Good
                }
                _ => Class::Bad,
            };
        }
    }
    for at in 0..blocks.len() {
        if classes[at] == Class::NearGood {
            let both = [
                neighbour(&classes, before(at), false),
                neighbour(&classes, behind(at), false),
            ];
            classes[at] = if both == [Class::Bad; 2] {
                Class::Bad
            } else {
                Class::Good
            };
        }
    }
    for at in 0..blocks.len() {
        let (by_itself, heading, _) = blocks[at];
        if heading
            && classes[at] == Class::Bad
            && by_itself != Class::Bad
            && good_follows(&classes, at)
        {
            classes[at] = Class::Good;
        }
    }
    classes
}

/// Returns a page with blocks of these context-free classes. `the` is the stop word.
fn page(blocks: &[(Class, bool)]) -> String {
    let paragraph = |&(class, heading): &(Class, bool)| {
        let text = match class {
            Class::Good => "the word ".repeat(25),
            Class::NearGood => "the word ".repeat(10),
            Class::Short => "a word".to_owned(),
            Class::Bad => "no stops ".repeat(10),
        };
        let tag = if heading { "h2" } else { "p" };
        format!("<{tag}>{text}</{tag}>\n")
    };
    blocks.iter().map(paragraph).collect()
}

proptest! {
    #[test]
    fn stages_decide_as_they_are_described(
        blocks in proptest::collection::vec((proptest::sample::select(&Class::ALL[..]), proptest::bool::weighted(0.3)), 0..30),
        compat in any::<bool>(),
    ) {
        let rules = if compat { Rules::COMPAT } else { Rules::PAPER };
        let page = Page::new(&page(&blocks), rules);
        let list = StopList::new(["the"]);
        let parameters = Parameters { no_first_heading_stage: compat, ..Parameters::default() };
        let verdicts = classify(&page, Some(&list), &parameters);
        let plain: Vec<Plain> = blocks.iter().zip(&page.blocks).map(|((class, heading), block)| (*class, *heading, block.chars as usize)).collect();
        prop_assert_eq!(verdicts.iter().map(|verdict| verdict.context_free).collect::<Vec<_>>(), blocks.iter().map(|block| block.0).collect::<Vec<_>>());
        prop_assert_eq!(verdicts.iter().map(|verdict| verdict.class).collect::<Vec<_>>(), revised(&plain, !compat));
    }
}

#[test]
fn a_block_by_itself_is_what_its_length_links_and_words_say() {
    let class = |html: &str| {
        let page = Page::new(html, Rules::PAPER);
        classify(&page, Some(&StopList::new(["the"])), &Parameters::default())[0].context_free
    };
    let words = |times: usize, text: &str| format!("<p>{}", text.repeat(times));
    assert_eq!(class(&words(1, "the end")), Class::Short);
    assert_eq!(
        class(&words(
            1,
            "long enough to have few of its letters in one <a>li</a>"
        )),
        Class::Bad
    );
    assert_eq!(class(&words(20, "the end ")), Class::NearGood);
    assert_eq!(class(&words(30, "the end ")), Class::Good);
    assert_eq!(class(&words(30, "an end ")), Class::Bad);
    assert_eq!(class(&(words(30, "the end ") + "\u{A9}")), Class::Bad);
    assert_eq!(class(&(words(30, "the end ") + "&amp;copy")), Class::Bad);
    assert_eq!(
        class(&(words(30, "the end ") + "<a>" + &"the end ".repeat(9) + "</a>")),
        Class::Bad
    );
    // 31 of 100 words are between the two thresholds.
    assert_eq!(
        class(&(words(31, "the ") + &"end ".repeat(69))),
        Class::NearGood
    );
    assert_eq!(class(&(words(30, "the ") + &"end ".repeat(71))), Class::Bad);
}

/// Returns the context-free class of a paragraph of `chars` letters whose words are stop words.
fn by_itself(chars: usize, link: bool) -> Class {
    let text: String = "on "
        .repeat(chars)
        .chars()
        .take(chars - 1)
        .chain(['n'])
        .collect();
    let html = match link {
        // The link has few enough characters for a block of any length here.
        true => format!("<p>{text}<a href=x>.</a>"),
        false => format!("<p>{text}"),
    };
    let page = Page::new(&html, Rules::PAPER);
    let list = StopList::new(["on", "o", "n", "nn", "onn"]);
    classify(&page, Some(&list), &Parameters::default())[0].context_free
}

#[test]
fn a_block_is_short_below_the_low_length_and_long_above_the_high_one() {
    assert_eq!(by_itself(69, false), Class::Short);
    assert_eq!(by_itself(70, false), Class::NearGood);
    // A short block with a link is bad, a longer one is not. The full stop in the link counts.
    assert_eq!(by_itself(68, true), Class::Bad);
    assert_eq!(by_itself(69, true), Class::NearGood);
    assert_eq!(by_itself(200, false), Class::NearGood);
    assert_eq!(by_itself(201, false), Class::Good);
}
