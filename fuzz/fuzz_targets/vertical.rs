//! Splits a vertical file into blocks, which must together cover the whole file.
#![no_main]

use blockdedup::vertical::Tags;
use blockdedup::{Grams, Method, Tokens};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let tags = Tags::new("doc", "p", Method::Paper);
    let mut grams = Grams::new(7.try_into().expect("not zero"), blockdedup::Width::Full);
    grams.clear();
    tags.read(text, Tokens::Space, &mut false, &mut grams);
    let covered: Vec<u8> = grams.blocks().iter().flat_map(|block| text[block.bytes.clone()].to_vec()).collect();
    assert_eq!(covered, text);
});
