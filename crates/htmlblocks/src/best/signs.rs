//! What kind of page a page is: which elements it is made of, and how much else than text.
//!
//! Pages of 1999 that are laid out with tables, weblogs, forums and the news sites of today have their main text in different
//! places, and differ in their elements.

use crate::html::Element;
use crate::html::elements::Set;
use crate::segment::Page;

/// How many numbers these are.
pub const COUNT: usize = SHARES.len() + NUMBERS.len() + 4;

/// Elements of which the share of all start tags is taken.
const SHARES: [Set; 17] = [
    Set::of(&[Element::TABLE, Element::TR, Element::TD, Element::TH]),
    Set::of(&[Element::DIV]),
    Set::of(&[Element::P]),
    Set::of(&[Element::BR]),
    Set::of(&[Element::FONT, Element::CENTER, Element::BASEFONT]),
    Set::of(&[Element::SPAN]),
    Set::of(&[Element::LI, Element::UL, Element::OL]),
    Set::of(&[Element::DL, Element::DT, Element::DD]),
    Set::of(&[Element::A]),
    Set::of(&[Element::IMG]),
    Set::of(&[Element::B, Element::I, Element::U]),
    Set::of(&[Element::STRONG, Element::EM]),
    crate::html::elements::HEADINGS,
    Set::of(&[Element::SCRIPT]),
    Set::of(&[
        Element::OPTION,
        Element::SELECT,
        Element::INPUT,
        Element::LABEL,
    ]),
    Set::of(&[Element::BLOCKQUOTE, Element::PRE]),
    Set::of(&[
        Element::ARTICLE,
        Element::SECTION,
        Element::HEADER,
        Element::FOOTER,
        Element::NAV,
        Element::ASIDE,
        Element::MAIN,
        Element::FIGURE,
        Element::TIME,
    ]),
];

/// Elements of which the number is taken.
const NUMBERS: [Set; 8] = [
    Set::of(&[Element::SCRIPT]),
    Set::of(&[Element::LINK, Element::STYLE]),
    Set::of(&[Element::META]),
    Set::of(&[Element::IFRAME, Element::NOSCRIPT]),
    Set::of(&[Element::TABLE]),
    Set::of(&[Element::FORM]),
    Set::of(&[Element::H1]),
    Set::of(&[Element::BLOCKQUOTE]),
];

/// The numbers of a page.
pub fn signs(page: &Page) -> [f32; COUNT] {
    let sum = |set: Set| -> f32 {
        let counted = page.tags.iter().enumerate();
        let chosen = counted.filter(|(element, _)| set.has(Element(*element as u32)));
        chosen.map(|(_, count)| *count as f32).sum()
    };
    let all: f32 = page.tags.iter().map(|&count| count as f32).sum();
    let chars: f32 = page.blocks.iter().map(|block| block.chars as f32).sum();
    let mut signs = [0.0; COUNT];
    let shares = SHARES.iter().map(|&set| sum(set) / all.max(1.0));
    let numbers = NUMBERS.iter().map(|&set| (1.0 + sum(set)).ln());
    let others = [
        (1.0 + all).ln(),
        (1.0 + page.bytes as f32).ln(),
        chars / (page.bytes as f32).max(1.0),
        (1.0 + page.properties as f32).ln(),
    ];
    for (sign, value) in signs.iter_mut().zip(shares.chain(numbers).chain(others)) {
        *sign = value;
    }
    signs
}
