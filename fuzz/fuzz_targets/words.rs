//! The words found with bit masks are those of the definition.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut found: Vec<String> = Vec::new();
    uniqwords::for_each(text, |token| {
        found.push(std::str::from_utf8(token.bytes).expect("UTF-8").to_owned());
    });
    let defined = text
        .split(char::is_whitespace)
        .map(|token| token.chars().filter(|c| c.is_alphabetic()).collect::<String>().to_lowercase())
        .filter(|word| !word.is_empty());
    assert!(defined.eq(found));
});
