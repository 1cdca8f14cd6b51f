//! Features of a page from its elements and its declarations about itself.
//!
//! Table layouts of 1999, blogs, forums, shops and today's news sites have their main text in
//! different places. Their elements distinguish them.

use super::features::{self as f, Row, Whole};
use super::{flag, log, share};
use crate::declared::{ADDRESSES, Address};
use crate::segment::Page;
use html::Element;
use html::elements::{HEADINGS, Set};

/// Features that are fractions of all start tags.
const SHARES: [(Whole, Set); 19] = [
    (
        Whole::TagsTable,
        Set::of(&[Element::TABLE, Element::TR, Element::TD, Element::TH]),
    ),
    (Whole::TagsDiv, Set::of(&[Element::DIV])),
    (Whole::TagsParagraph, Set::of(&[Element::P])),
    (Whole::TagsBreak, Set::of(&[Element::BR])),
    (
        Whole::TagsFont,
        Set::of(&[Element::FONT, Element::CENTER, Element::BASEFONT]),
    ),
    (Whole::TagsSpan, Set::of(&[Element::SPAN])),
    (
        Whole::TagsList,
        Set::of(&[Element::LI, Element::UL, Element::OL]),
    ),
    (
        Whole::TagsDefinition,
        Set::of(&[Element::DL, Element::DT, Element::DD]),
    ),
    (Whole::TagsLink, Set::of(&[Element::A])),
    (Whole::TagsImage, Set::of(&[Element::IMG])),
    (
        Whole::TagsBold,
        Set::of(&[Element::B, Element::I, Element::U]),
    ),
    (Whole::TagsStrong, Set::of(&[Element::STRONG, Element::EM])),
    (Whole::TagsHeading, HEADINGS),
    (Whole::TagsScript, Set::of(&[Element::SCRIPT])),
    (
        Whole::TagsControl,
        Set::of(&[
            Element::OPTION,
            Element::SELECT,
            Element::INPUT,
            Element::LABEL,
        ]),
    ),
    (
        Whole::TagsQuote,
        Set::of(&[Element::BLOCKQUOTE, Element::PRE]),
    ),
    (
        Whole::TagsCode,
        Set::of(&[Element::CODE, Element::KBD, Element::SAMP, Element::PRE]),
    ),
    (Whole::TagsButton, Set::of(&[Element::BUTTON])),
    (
        Whole::TagsHtml5,
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
    ),
];

/// Features that are counts of elements.
const NUMBERS: [(Whole, Set); 11] = [
    (Whole::Scripts, Set::of(&[Element::SCRIPT])),
    (Whole::Styles, Set::of(&[Element::LINK, Element::STYLE])),
    (Whole::Metas, Set::of(&[Element::META])),
    (
        Whole::Frames,
        Set::of(&[Element::IFRAME, Element::NOSCRIPT]),
    ),
    (Whole::Tables, Set::of(&[Element::TABLE])),
    (Whole::Forms, Set::of(&[Element::FORM])),
    (Whole::Quotes, Set::of(&[Element::BLOCKQUOTE])),
    (Whole::Articles, Set::of(&[Element::ARTICLE])),
    (Whole::Sections, Set::of(&[Element::SECTION])),
    (Whole::Preformatted, Set::of(&[Element::PRE])),
    (Whole::Times, Set::of(&[Element::TIME])),
];

/// Sets these features of a page.
pub fn set(page: &Page, row: &mut Row) {
    // A page has only a few kinds of elements.
    let tags = page.tags.iter().enumerate();
    let tags: Vec<(Element, f32)> = tags
        .filter(|(_, count)| **count > 0)
        .map(|(element, count)| (Element(element as u32), *count as f32))
        .collect();
    let sum = |set: Set| -> f32 {
        let chosen = tags.iter().filter(|(element, _)| set.has(*element));
        chosen.map(|(_, count)| count).sum()
    };
    let all: f32 = tags.iter().map(|(_, count)| count).sum();
    let chars: f32 = page.blocks.iter().map(|block| block.chars as f32).sum();
    let mut whole = |feature: Whole, value| row.set(f::WHOLE, feature as usize, value);
    for (feature, elements) in SHARES {
        whole(feature, share(sum(elements), all));
    }
    for (feature, elements) in NUMBERS {
        whole(feature, log(sum(elements)));
    }
    whole(Whole::Tags, log(all));
    whole(Whole::Bytes, log(page.bytes as f32));
    whole(Whole::Density, share(chars, page.bytes as f32));
    whole(Whole::Properties, log(page.properties as f32));
    let said = &page.declared;
    let og = match &*said.og_type {
        "" => None,
        "website" => Some(Whole::OgWebsite),
        og if og.contains("article") || og.contains("blog") => Some(Whole::OgArticle),
        og if og.contains("product") => Some(Whole::OgProduct),
        _ => Some(Whole::OgOther),
    };
    if let Some(feature) = og {
        whole(feature, 1.0);
    }
    whole(Whole::Published, flag(said.published));
    whole(Whole::Price, flag(said.price));
    if !said.address.is_empty() {
        let path = said.path();
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or("");
        let number = |of: fn(&u8) -> bool| path.bytes().filter(of).count() as f32;
        whole(Whole::AddressKnown, 1.0);
        whole(
            Whole::PathDepth,
            path.split('/').filter(|part| !part.is_empty()).count() as f32,
        );
        whole(
            Whole::PathHyphens,
            last.bytes()
                .filter(|byte| matches!(byte, b'-' | b'_'))
                .count() as f32,
        );
        whole(Whole::PathDigits, number(u8::is_ascii_digit));
        whole(Whole::PathQuery, flag(!query.is_empty()));
        whole(
            Whole::PathYear,
            flag(path.contains("/20") || path.contains("/19")),
        );
    }
    let hints = said.hints();
    for hint in 0..ADDRESSES {
        row.set(f::ADDRESS, hint, (hints >> hint & 1) as f32);
    }
    row.set_all(
        f::LINKED_DATA,
        said.linked_data.map(|count| log(count.into())),
    );
    row.set_all(f::MICRODATA, said.microdata.map(|count| log(count.into())));
}

const _: () = assert!(Address::Service as usize + 1 == ADDRESSES);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::segment::Rules;

    #[test]
    fn pages_differ_in_their_elements() {
        let of = |html: &str, name: &str| {
            let mut values = [0.0; f::PAGE_COUNT];
            set(
                &Page::new(html, Rules::BEST),
                &mut Row::of_page(&mut values),
            );
            assert!(values.iter().all(|value| value.is_finite()));
            values[f::by_name(name).unwrap() - f::BLOCK_COUNT]
        };
        let old = "<body><table><tr><td><font size=2>Tides of the week</font></table>";
        let new = "<head><meta property='og:type' content=article><link rel=canonical href='https://a.example/2020/on-tides'>\
             <script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script><script src=d></script></head>\
             <body><main><section><h1>Tides</h1><p>Of the week</section></main>";
        assert!(of(old, "Page.TagsTable") > 0.4 && of(old, "Page.TagsFont") > 0.1);
        assert_eq!(
            (of(new, "Page.TagsTable"), of(new, "Page.TagsFont")),
            (0.0, 0.0)
        );
        assert!(of(new, "Page.TagsHtml5") > 0.15 && of(old, "Page.TagsHtml5") == 0.0);
        assert_eq!(
            (of(old, "Page.Scripts"), of(new, "Page.Scripts")),
            (0.0, 3f32.ln())
        );
        assert_eq!(
            (of(old, "Page.OgArticle"), of(new, "Page.OgArticle")),
            (0.0, 1.0)
        );
        assert_eq!(
            (
                of(new, "Page.PathYear"),
                of(new, "Page.PathDepth"),
                of(new, "Page.PathHyphens")
            ),
            (1.0, 2.0, 1.0)
        );
        assert_eq!(
            (
                of(old, "PageLinkedData.Article"),
                of(new, "PageLinkedData.Article")
            ),
            (0.0, 2f32.ln())
        );
        of("", "Page.Tags");
    }
}
