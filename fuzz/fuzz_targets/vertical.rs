//! Splits a vertical file into blocks, with both methods and each kind of tokens. The blocks must follow each other and
//! cover the whole file. Then it is read as documents: their texts are bounded by the file, and not more
//! documents are read or reported than there are tags of documents.
#![no_main]

use blockdedup::vertical::Tags;
use blockdedup::{Grams, Method, Tokens};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for method in [Method::Paper, Method::Best] {
        let tags = Tags::new("doc", "p", method);
        let mut grams = Grams::new(7.try_into().expect("not zero"), blockdedup::Width::Full);
        grams.clear();
        tags.read(text, Tokens::Space, &mut false, &mut grams);
        let mut end = 0;
        for block in grams.blocks() {
            assert_eq!(block.bytes.start, end);
            end = block.bytes.end;
        }
        assert_eq!(end, text.len());
    }
    let mut sources = intake::Sources::default();
    sources.format = "vertical".parse().expect("it is a format");
    let (documents, errors) = intake::read::documents(text, &sources);
    let is_tag = |line: &&[u8]| line.starts_with(b"<doc") || line.starts_with(b"</doc");
    let tags = text.split(|&byte| byte == b'\n').filter(is_tag);
    // Text between two tags is reported once, and a tag at most once.
    assert!(documents.len() + errors.len() <= 2 * tags.count() + 2);
    let size: usize = documents.iter().map(|(_, text)| text.len()).sum();
    // At most two line feeds come before a word.
    assert!(size <= 3 * text.len());
});
