//! Bit masks find the same words as the definition, if all scripts have spaces. For other scripts,
//! the words must be valid and not empty.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut found: Vec<String> = Vec::new();
    uniqwords::for_each(text, |token| {
        found.push(std::str::from_utf8(token.bytes).expect("UTF-8").to_owned());
    });
    assert!(found.iter().all(|word| !word.is_empty()));
    if text.char_indices().any(|(at, _)| tokens::unspaced::cell(&text[at..]).is_some()) {
        return;
    }
    let defined = text
        .split(char::is_whitespace)
        .map(|token| token.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase())
        .filter(|word| !word.is_empty());
    assert!(defined.eq(found));
});
