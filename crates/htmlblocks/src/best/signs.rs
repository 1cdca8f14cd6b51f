//! What kind of page a page is: which elements it is made of, and how much else than text.
//!
//! Pages of 1999 that are laid out with tables, weblogs, forums and the news sites of today have their main text in different
//! places, and differ in their elements.

use super::features::{log, share};
use crate::segment::Page;
use html::Element;
use html::elements::{HEADINGS, Set};

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
    HEADINGS,
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
    let shares = SHARES.iter().map(|&set| share(sum(set), all));
    let numbers = NUMBERS.iter().map(|&set| log(sum(set)));
    let others = [
        log(all),
        log(page.bytes as f32),
        share(chars, page.bytes as f32),
        log(page.properties as f32),
    ];
    for (sign, value) in signs.iter_mut().zip(shares.chain(numbers).chain(others)) {
        *sign = value;
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Rules;

    #[test]
    fn signs_tell_tables_from_sections() {
        let of = |html: &str| signs(&Page::new(html, Rules::BEST));
        let old = of("<body><table><tr><td><font size=2>Tides of the week</font></table>");
        let new = of(
            "<head><meta property='a:b' content=c><script src=d></script></head>\
             <body><main><section><h1>Tides</h1><p>Of the week</section></main>",
        );
        let (tables, fonts, sections, scripts) = (0, 4, SHARES.len() - 1, SHARES.len());
        assert!(old[tables] > 0.4 && old[fonts] > 0.1);
        assert_eq!((new[tables], new[fonts]), (0.0, 0.0));
        assert!(new[sections] > 0.2 && old[sections] == 0.0);
        assert_eq!((old[scripts], new[scripts]), (0.0, 2f32.ln()));
        let properties = COUNT - 1;
        assert_eq!((old[properties], new[properties]), (0.0, 2f32.ln()));
        assert!(of("").iter().all(|sign| sign.is_finite()));
    }
}
