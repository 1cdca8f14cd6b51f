//! Reads any bytes as each container; the first byte is the number of the container. The file must
//! be read to its end, twice with the same result. Documents must not exceed the allowed size.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The maximum allowed size of a document in bytes.
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
        // A byte becomes at most three if it is not UTF-8.
        assert!(text.len() as u64 <= 3 * LARGEST, "{}", text.len());
    }
    let (again, _) = intake::container::documents(file, &sources);
    assert!(documents == again);
});
