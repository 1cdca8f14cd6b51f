//! Each container by itself, with the first byte as its number: a file of any bytes is read to its end, twice the same, with
//! documents no larger than allowed, and with no more of them than the file can have.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The largest document that is allowed.
const LARGEST: u64 = 100_000;

fuzz_target!(|input: &[u8]| {
    let Some((&number, file)) = input.split_first() else {
        return;
    };
    let row = &intake::CONTAINERS[usize::from(number) % intake::CONTAINERS.len()];
    let mut sources = intake::Sources::default();
    sources.format = row.name.parse().expect("it is a format");
    sources.max_document_size = LARGEST;
    sources.warc.min_size = Some(0);
    let (documents, _) = intake::container::documents(file, &sources);
    for (_, text) in &documents {
        // A byte becomes at most three, where it is not UTF-8.
        assert!(text.len() as u64 <= 3 * LARGEST, "{}", text.len());
    }
    let (again, _) = intake::container::documents(file, &sources);
    assert!(documents == again);
});
