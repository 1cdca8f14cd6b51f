//! Any page is cut into blocks, each of which has text that is there, by every set of rules and by both methods.
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
