//! Normalising is idempotent except for dashes and stars, never panics, and leaves only single
//! spaces as white space.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    linenorm::lines(text, linenorm::Rules { min_chars: 0, keep_trivial: true }, |_, line| {
        assert!(!line.contains("  ") && line.trim() == line);
        assert!(line.chars().all(|character| character == ' ' || !character.is_whitespace()));
        assert_eq!(linenorm::normalise(line, &mut String::new()), line);
    });
});
