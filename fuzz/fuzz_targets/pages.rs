//! Splits any page into blocks and classifies them, with every set of rules and both methods. The blocks' character
//! counts must be right, and the number of steps linear in the page. What is written is at most ten times the page, and
//! as text it has letters of the page alone, in their order.
#![no_main]

use htmlblocks::render::{Style, kept};
use htmlblocks::{Page, Parameters, Rules, best, classify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|html: &str| {
    for rules in [Rules::PAPER, Rules::COMPAT, Rules::BEST] {
        let page = Page::new(html, rules);
        let mut verdicts = classify(&page, None, &Parameters::default());
        if rules.outline {
            best::decide(&page, &mut verdicts, best::Models::built_in());
        }
        assert!(page.blocks.iter().all(|block| block.chars as usize == page.text(block).chars().count()));
        assert!(page.steps <= 4 * html.len() as u64 + 12);
        if !rules.markup {
            continue;
        }
        for links in [false, true] {
            let written = kept(&page, &verdicts, Style::Markdown { links });
            assert!(written.text.len() <= 10 * html.len());
        }
        let written = kept(&page, &verdicts, Style::Text);
        assert!(written.text.len() <= 10 * html.len());
        // Nothing is invented: what is written is a part of the page's text.
        let letters = |text: &str| text.chars().filter(|char| char.is_alphabetic()).collect::<String>();
        let mut whole = String::new();
        page.blocks.iter().for_each(|block| whole.push_str(&letters(page.text(block))));
        let mut whole = whole.chars();
        assert!(letters(&written.text).chars().all(|char| whole.any(|of_page| of_page == char)));
    }
});
