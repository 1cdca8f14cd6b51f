//! Splits any page into blocks and classifies them, with every set of rules and both methods. The
//! blocks' character counts must be right, and the number of steps linear in the page.
#![no_main]

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
    }
});
