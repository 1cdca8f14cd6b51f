//! Reads any bytes as a web archive to the end.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|archive: &[u8]| {
    let limits = intake::WarcLimits {
        media_types: vec!["text/html".into()],
        min_size: Some(0),
        max_size: 10_000,
    };
    let (pages, _) = intake::warc::pages(archive, &limits);
    for page in pages {
        assert!(page.body.len() <= 10_000 && !page.url.is_empty());
    }
});
